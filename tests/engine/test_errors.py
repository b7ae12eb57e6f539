"""Errors: the original type and text, the user's line, the sample; nothing is lost on the way."""

import gc
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace.core import errors


def bad_bytes():
    return ndd.batch([np.frombuffer(b"\xff\xd8\xff nonsense", np.uint8), np.zeros(4, np.uint8)])


@pytest.mark.parametrize("mode", ["deferred", "eager"])
def test_the_error_names_operator_line_and_sample(mode):
    with ndd.EvalMode[mode]:
        y = ndd.decoders.image(bad_bytes())  # this line
    with pytest.raises(errors.DecodeError) as caught:
        y.evaluate()
    text = str(caught.value)
    assert "decoders.image" in text and "test_errors.py" in text and "sample 0" in text
    assert isinstance(caught.value, RuntimeError) and isinstance(caught.value, ValueError)
    line = caught.value.where.line
    assert "this line" in Path(__file__).read_text().splitlines()[line - 1]


def test_sync_raises_at_the_call():
    with ndd.EvalMode.sync_cpu, pytest.raises(errors.DecodeError):
        ndd.decoders.image(bad_bytes())


def test_a_failure_passes_through_later_calls_with_its_own_text():
    y = ndd.flip(ndd.decoders.image(bad_bytes()))
    with pytest.raises(errors.DecodeError, match="decoders.image"):
        y.evaluate()
    with pytest.raises(errors.DecodeError, match="decoders.image"):  # again, the same
        np.asarray(y.tensors[1])


def test_one_bad_value_does_not_touch_others():
    good = ndd.flip(ndd.batch([np.ones((1, 2, 3), np.uint8)], layout="HWC"))
    bad = ndd.decoders.image(bad_bytes())
    np.testing.assert_array_equal(good.tensors[0], np.ones((1, 2, 3)))
    with pytest.raises(errors.DecodeError):
        bad.evaluate()


def test_unseen_failures_warn():
    y = ndd.decoders.image(bad_bytes())
    while not y._v.ready():
        pass
    del y
    gc.collect()
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        for _ in range(500):  # the worker may still hold the failed call for a moment
            ndd.flip(ndd.tensor(np.ones((1, 1, 1), np.uint8))).evaluate()
            if seen:
                break
            time.sleep(0.01)
    assert seen and seen[0].category is errors.UnobservedErrorWarning
    assert "decoders.image" in str(seen[0].message)


def test_seen_failures_do_not_warn():
    y = ndd.decoders.image(bad_bytes())
    with pytest.raises(errors.DecodeError):
        y.evaluate()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        del y
        gc.collect()
        ndd.flip(ndd.tensor(np.ones((1, 1, 1), np.uint8))).evaluate()


def test_unknown_argument_names_the_nearest():
    with pytest.raises(TypeError, match="horizontal"):
        ndd.flip(ndd.tensor([[[1]]]), horizonal=1)


def test_bad_argument_values_raise_at_the_call():
    with pytest.raises(TypeError, match="horizontal"):
        ndd.flip(ndd.tensor([[[1]]]), horizontal="yes")
    with pytest.raises(ValueError, match="layout"):
        ndd.flip(ndd.tensor([[1.0]], layout="XY"))
    with pytest.raises(ValueError, match="batch size"):
        ndd.flip(ndd.batch([np.ones((1, 1, 1))] * 3), horizontal=ndd.batch([1, 0]))


def test_the_tree_has_one_root():
    assert issubclass(errors.DecodeError, headrace.Error)


def test_fill_keeps_the_batch_and_says_what_failed():
    import io

    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(np.full((8, 6, 3), 200, np.uint8)).save(buffer, "jpeg")
    good = np.frombuffer(buffer.getvalue(), np.uint8)
    encoded = ndd.batch([good, good[:40], good, np.zeros(3, np.uint8)])
    images = ndd.decoders.image(encoded, on_error="fill")
    out = ndd.crop_mirror_normalize(ndd.flip(images), mean=[1.0])
    assert out.batch_size == 4
    assert out.shape == [(3, 8, 6), (3, 1, 1), (3, 8, 6), (3, 1, 1)]
    assert sorted(out.errors) == [1, 3] and out.ok == [0, 2]
    assert isinstance(out.errors[1], errors.DecodeError) and "sample 1" in str(out.errors[1])
    np.testing.assert_array_equal(out.tensors[3], np.full((3, 1, 1), -1.0))
    chosen = out.select(out.ok)
    assert chosen.batch_size == 2 and chosen.errors == {}
    with pytest.raises(ValueError, match="raise, fill"):
        ndd.decoders.image(encoded, on_error="ignore")
