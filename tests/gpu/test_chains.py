"""Calls that become one kernel give what they give one after another, and what the CPU gives."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

from . import texts
from .on_gpu import assert_alike, counted, spent

SIZES = {"F": (2, 3, 1), "D": (3, 2, 2), "H": (17, 9, 23), "W": (13, 30, 8)}


def images(layout="HWC", channels=3, dtype=np.uint8, seed=0):
    rng = np.random.default_rng(seed)
    shapes = [tuple(SIZES[k][i] if k != "C" else channels for k in layout) for i in range(3)]
    return ndd.batch([rng.integers(0, 256, s).astype(dtype) for s in shapes], layout=layout)


def both(chain, x, exact=True):
    """The chain on both sides, planned as a whole."""
    with ndd.EvalMode.deferred:
        got, want = chain(x.gpu()), chain(x)
    assert_alike(got, want, exact)


# Exact on both sides, so that a chain of them is; each takes and gives images of any layout.
LINKS = {
    "flip": lambda x: ndd.flip(x, horizontal=ndd.batch([1, 0, 1]), vertical=1),
    "crop": lambda x: ndd.crop(x, crop=(7, 6), crop_pos_x=0.3, out_of_bounds_policy="pad"),
    "slice": lambda x: ndd.slice(x, [0.1, 0.2], [0.6, 0.7], axis_names="HW"),
    "erase": lambda x: ndd.erase(x, anchor=[2, 1], shape=[3, 4], axis_names="HW", fill_value=9),
    "grid_mask": lambda x: ndd.grid_mask(x, tile=5, ratio=0.4),
    "brightness": lambda x: ndd.brightness(x, brightness=ndd.batch([0.5, 1.5, 1.1])),
    "add": lambda x: ndd.cast(x + 8, dtype=ndd.uint8),
    "two": lambda x: ndd.cast(x * 2 - x, dtype=ndd.uint8),
    "there and back": lambda x: ndd.cast(ndd.cast(x, dtype=ndd.float32), dtype=ndd.uint8),
    "table": lambda x: ndd.lookup_table(
        x, keys=list(range(256)), values=[255 - i for i in range(256)], dtype=ndd.uint8
    ),
}


ONLY_HWC = {"brightness"}


def random_chain(rng, length, layout):
    names = rng.choice(sorted(LINKS.keys() - (ONLY_HWC if layout == "CHW" else set())), length)

    def chain(x):
        for name in names:
            x = LINKS[name](x)
        return x

    return chain, " → ".join(names)


def check_random(seeds):
    for seed in seeds:
        rng = np.random.default_rng(seed)
        layout = str(rng.choice(["HWC", "FHWC", "CHW"], p=[0.4, 0.4, 0.2]))
        channels = int(rng.choice([1, 3, 4, 5]))
        chain, text = random_chain(rng, int(rng.integers(2, 6)), layout)
        try:
            both(chain, images(layout, channels, seed=seed))
        except Exception as e:
            raise AssertionError(f"seed {seed}: {layout}, {channels} channels: {text}") from e


def test_random_chains():
    check_random(range(24))


def test_rows_of_every_length():
    """Runs of pixels that end with their rows, or go on over all of them."""
    rng = np.random.default_rng(3)
    for channels in (1, 2, 3, 4, 5):
        x = ndd.batch(
            [rng.integers(0, 256, (5, w, channels), np.uint8) for w in range(1, 40)], layout="HWC"
        )
        both(lambda x: ndd.flip(x), x)
        both(lambda x: ndd.cast(ndd.flip(x), dtype=ndd.float32), x)
        both(lambda x: ndd.crop(x, crop=(3, 1), crop_pos_x=0.7), x)
        both(lambda x: ndd.flip(ndd.grid_mask(x, tile=3)) + 1, x)
        if channels == 3:
            both(lambda x: ndd.hsv(x, hue=30.0), x, exact=False)
            both(lambda x: ndd.hsv(ndd.flip(x), saturation=0.5), x, exact=False)
            both(lambda x: ndd.crop_mirror_normalize(x, mirror=1, dtype=ndd.float16), x)


@pytest.mark.long
def test_many_random_chains():
    with texts.left_out():
        check_random(range(24, 500))


FRAMES = {
    "flip, add, brightness": lambda x: ndd.brightness(ndd.flip(x) + 8, brightness=1.3),
    "crop, cast, contrast": lambda x: ndd.contrast(
        ndd.cast(ndd.crop(x, crop=(4, 5)), dtype=ndd.float32), contrast=1.2
    ),
    "brightness, cast, flip": lambda x: ndd.flip(
        ndd.cast(ndd.brightness(x, brightness=0.7), dtype=ndd.float32)
    ),
    "cast, brightness": lambda x: ndd.brightness(ndd.cast(x, dtype=ndd.float32), brightness=0.7),
    "product, brightness": lambda x: ndd.brightness(x * 2, brightness=0.7),
    "per frame": lambda x: ndd.brightness(
        x, brightness=ndd.batch([np.float32([0.5, 2]), np.float32([1, 2, 3]), np.float32([4])],
                                layout="F")
    ) + 1,
}  # fmt: skip


@pytest.mark.parametrize("chain", FRAMES.values(), ids=list(FRAMES))
def test_frames(chain):
    """Steps that take sequences apart, and steps that do not, in one chain."""
    both(chain, images("FHWC"))


def test_operands_that_are_repeated_in_turns():
    """Together they have too many axes for one kernel, one after another they do not."""
    rng = np.random.default_rng(0)
    shapes = [(2, 3, 4, 5), (2, 1, 4, 5), (2, 3, 1, 5)]
    values = [ndd.tensor(rng.integers(1, 9, s).astype(np.int32)) for s in shapes]
    with ndd.EvalMode.deferred:
        a, b, c = (v.gpu() for v in values)
        got = a * b * c
        want = values[0] * values[1] * values[2]
    assert_alike(got, want, exact=True)


def test_a_second_resize_reads_memory():
    """A step that reads many pixels does not compute each of them from many others."""
    x = images(dtype=np.uint8).gpu().evaluate()
    with ndd.EvalMode.deferred:
        y = ndd.resize(ndd.flip(ndd.resize(x, size=[20, 20])), size=[5, 6])
        before = counted()
        y.evaluate()
    assert spent(before)["launches"] == 2


def test_one_kernel():
    x = images().gpu().evaluate()
    with ndd.EvalMode.deferred:
        y = ndd.crop(x, crop=(8, 8))
        y = ndd.resize(ndd.flip(y), size=[12, 9])
        y = ndd.hsv(y, hue=20.0)
        y = ndd.crop_mirror_normalize(y, mean=[1, 2, 3], std=[4, 5, 6], output_layout="CHW") * 2.0
        before = counted()
        y.evaluate()
    used = spent(before)
    assert (used["launches"], used["uploads"], used["downloads"]) == (1, 1, 0)


def kernels_of(value):
    """The kernels of a plan: the calls that each joins, and why others are not joined."""
    found = []
    for stage in ndd.explain(value).stages:
        names = [step["op"] for step in stage["steps"]]
        for kernel in stage["kernels"]:
            refusals = {names[by]: why for by, why in kernel["refusals"]}
            found.append(([names[k] for k in kernel["steps"]], refusals))
    return found


def test_explain_lists_the_kernels():
    x = images().gpu().evaluate()
    with ndd.EvalMode.deferred:
        held = ndd.flip(ndd.crop(x, crop=(8, 8)))
        y = ndd.resize(ndd.flip(ndd.resize(held, size=[9, 9])), size=[12, 9])
        y = ndd.transpose(ndd.cast(y, dtype=ndd.float32), perm=[2, 0, 1]) + 1
        kernels = kernels_of(y)
        assert [calls for calls, _ in kernels] == [
            ["crop", "flip"], ["resize", "flip"], ["resize", "cast"], ["transpose"], ["+"],
        ]  # fmt: skip
        assert [list(refusals.items()) for _, refusals in kernels] == [
            [("resize", "the result between them is kept")],
            [("resize", "both read many pixels for each of their own")],
            [("transpose", "it has a launch of its own")],
            [("+", "it reads the result of a launch of its own")],
            [],
        ]
        text = str(ndd.explain(y))
        assert "kernel 1: resize + flip\n" in text and "5 kernels" in text
        assert "resize is not joined: the result between them is kept" in text
        before = counted()
        y.evaluate()
    assert spent(before)["launches"] == 5


def test_explain_says_what_shapes_may_split():
    """The plan joins what the shapes of samples may forbid: the launch splits it there."""
    shapes = [(2, 3, 4, 5), (2, 1, 4, 5), (2, 3, 1, 5)]
    for sizes, launches in ((shapes, 2), (shapes[:1] * 3, 1)):
        a, b, c = (ndd.tensor(np.ones(s, np.int32)).gpu().evaluate() for s in sizes)
        with ndd.EvalMode.deferred:
            y = a * b * c
            assert [calls for calls, _ in kernels_of(y)] == [["*", "*"]]
            text = str(ndd.explain(y))
            assert "* is joined with * given operands of equal shapes" in text
            assert "three axes at most" in text
            before = counted()
            y.evaluate()
        assert spent(before)["launches"] == launches


def test_kernels_end_where_calls_do_not_fit_one_another():
    """A chain is cut between the two calls that differ, and nowhere else."""
    video = images("FHWC").gpu().evaluate()
    with ndd.EvalMode.deferred:
        y = ndd.erase(ndd.grid_mask(ndd.grid_mask(video, tile=5), tile=3), anchor=[2], shape=[3],
                      axis_names="H")  # fmt: skip
        y = ndd.contrast(
            ndd.brightness(ndd.cast(y, dtype=ndd.float32), brightness=0.5), contrast=1.5
        )
        (one, why), (two, _) = kernels_of(y)
    assert one == ["grid_mask", "grid_mask", "erase"] and two == ["cast", "brightness", "contrast"]
    assert why == {"cast": "one takes sequences frame by frame, the other as a whole"}


@pytest.mark.parametrize("channels", [3, 5])
def test_steps_of_whole_pixels_are_split_off_where_there_are_many_channels(channels):
    x = images(channels=channels).gpu().evaluate()
    with ndd.EvalMode.deferred:
        y = ndd.crop_mirror_normalize(ndd.flip(x), mirror=1, dtype=ndd.float32)
        assert [calls for calls, _ in kernels_of(y)] == [["flip", "crop_mirror_normalize"]]
        assert "4 at most" in str(ndd.explain(y))
        before = counted()
        y.evaluate()
    assert spent(before)["launches"] == (1 if channels == 3 else 2)


def test_long_chains_are_several_kernels():
    """Kernels of bounded length: a loop of many calls does not end in the compiler."""
    x = ndd.tensor(np.zeros(8, np.int32)).gpu().evaluate()
    with ndd.EvalMode.deferred:
        y = x
        for _ in range(100):
            y = y + 1
        before = counted()
        y.evaluate()
    assert spent(before)["launches"] == 7
    assert (np.asarray(y.cpu()) == 100).all()


@pytest.mark.parametrize("make", [ndd.flip, lambda x: ndd.resize(x, size=[2, 2]),
                                  lambda x: ndd.crop_mirror_normalize(x) + 1])  # fmt: skip
def test_nothing(make):
    x = ndd.batch([], dtype=ndd.uint8, layout="HWC").gpu()
    assert make(x).evaluate().batch_size == 0


def test_writes_through_an_address_come_after_pending_readers():
    with ndd.EvalMode.deferred:
        x = ndd.tensor(np.full(8, 3, np.int32)).gpu()
        y = x + 1
        assert not y._v.ready()
        x.__cuda_array_interface__  # noqa: B018  whoever has the address may write
        assert y._v.ready()
        z = x + 2
        assert z._v.ready()
    assert np.asarray(y.cpu())[0] == 4 and np.asarray(z.cpu())[0] == 5
