"""External sources that are fed: in order, checked at once, repeated, waited for."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from .feeding import IMAGES, Run, feeder, numbers

A = np.array


def test_feeding():
    made = feeder(name="images", layout="X")
    assert made.fed and not made.ready()
    with pytest.raises(IndexError, match="nothing was fed"):
        made.next(2, 0, 0)
    made.feed(A([[1], [2]]))
    made.feed([A([3]), A([4, 5])])
    assert made.ready() and made.waiting == 2
    run = Run(made)
    assert run.times(2) == [[[1], [2]], [[3], [4, 5]]]
    assert not made.ready()


def test_wrong_feeds_say_so_at_once():
    made = feeder(name="images", layout="HW", dtype="u8")
    for data, more, text in (
        (5, {}, "batch"),
        (IMAGES.astype(np.float32), {}, "uint8.*float32"),
        (IMAGES, {"layout": "WH"}, '"WH".*"HW"'),
        (A([1, 2], np.uint8), {}, "2.*0 axes"),
        (np.zeros((3, 1, 1), np.uint8), {"max_batch_size": 2}, "2 samples at most"),
    ):
        with pytest.raises((TypeError, ValueError), match=text) as caught:
            made.feed(data, **more)
        assert 'external_source "images"' in str(caught.value)
    made.feed(np.zeros((3, 1, 1), np.uint8))
    with pytest.raises(ValueError, match="at most"):
        made.next(2, 0, 0)
    with pytest.raises(RuntimeError, match="there is a source"):
        feeder(numbers).feed(A([1]))


def test_layouts_of_feeds():
    made = feeder()
    made.feed(IMAGES, layout="HW")
    assert made.next(2, 0, 0)[0].layout == "HW"


def test_the_last_feed_is_repeated():
    made = feeder(repeat_last=True)
    assert not made.ready()
    made.feed(A([1, 2]))
    run = Run(made)
    assert run.times(3) == [[1, 2]] * 3
    made.feed(A([3]))
    assert made.ready() and run.times(2) == [[3]] * 2


def test_feeds_may_be_waited_for():
    made = feeder(blocking=True)
    assert made.ready()
    later = threading.Timer(0.1, lambda: made.feed(A([1, 2])))
    later.start()
    assert Run(made).times(1) == [[1, 2]]
    later.join()


def test_feeds_outlive_a_reset():
    made = feeder()
    made.feed(A([1]))
    made.restart()
    assert Run(made).times(1) == [[1]]
