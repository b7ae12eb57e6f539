"""Warps, rotations, remaps and displacements on the GPU, beyond the operators' own cases."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

from .on_gpu import assert_alike, counted, spent

SIZES = [(37, 53), (1, 70), (90, 1), (64, 128)]  # several blocks; rows that end anywhere
TURN = [0.8, -0.55, 12.125, 0.6, 0.75, -9.0]


def images(dtype="uint8", channels=3, sizes=SIZES, layout="HWC", seed=1):
    rng = np.random.default_rng(seed)
    many = channels if isinstance(channels, list) else [channels] * len(sizes)
    arrays = []
    for (h, w), c in zip(sizes, many, strict=True):
        shape = {"HWC": (h, w, c), "CHW": (c, h, w), "HW": (h, w), "FHWC": (3, h, w, c)}[layout]
        arrays.append((rng.random(shape) * 250).astype(np.float64))
    return ndd.cast(ndd.batch(arrays, layout=layout), dtype=ndd.dtype(dtype))


def both(operator, x, *more, **args):
    got = operator(x.gpu(), *[m.gpu() for m in more], **args)
    assert_alike(got, operator(x, *more, **args))
    return got


@pytest.mark.parametrize("channels", [1, 2, 3, 4, 5, [1, 3, 6, 2]], ids=str)
def test_channels(channels):
    both(ndd.warp_affine, images(channels=channels), matrix=TURN, fill_value=99.0)


def test_rows_that_begin_anywhere():
    """Four pixels of three bytes at every offset from a word, whole and cut off by the end."""
    x = images(sizes=[(11, w) for w in range(1, 24)])
    both(ndd.warp_affine, x, matrix=TURN)
    both(ndd.rotate, x, angle=20.0, keep_size=True)
    got = ndd.flip(ndd.warp_affine(x.gpu(), matrix=TURN))
    assert_alike(got, ndd.flip(ndd.warp_affine(x, matrix=TURN)))


@pytest.mark.parametrize(
    "dtype", ["int8", "uint16", "int32", "uint64", "float16", "bfloat16", "float64", "bool"]
)
def test_dtypes(dtype):
    both(ndd.warp_affine, images(dtype, channels=2), matrix=TURN, fill_value=1.0)


@pytest.mark.parametrize("dtype", ["float32", "int16", "bool"])
def test_other_result(dtype):
    both(ndd.rotate, images(), angle=33.0, dtype=ndd.dtype(dtype))


@pytest.mark.parametrize("border", ["constant", "replicate", "reflect", "reflect_101", "wrap"])
def test_borders(border):
    """Places far outside, and none: w is 0 in places."""
    tilt = [9.0, 0.125, -300.5, -0.125, 7.5, -200.0, 0.25, -0.25, 1.0]
    both(ndd.experimental.warp_perspective, images(), matrix=tilt, border_mode=border)


@pytest.mark.parametrize("filter", ["nn", "linear", "cubic"])
@pytest.mark.parametrize(("layout", "channels"), [("CHW", 3), ("CHW", 6), ("HW", 1)])
def test_planes(layout, channels, filter):
    x = images("float32", channels, layout=layout)
    tilt = [1.0, 0.125, 0.5, -0.125, 0.875, 1.0, 0.001, -0.002, 1.0]
    both(ndd.experimental.warp_perspective, x, matrix=tilt, interp_type=filter)


def test_fill_of_each_channel():
    x = images(channels=5)
    shift = [1.0, 0, -7.5, 0, 1, 3.25, 0, 0, 1]
    both(ndd.experimental.warp_perspective, x, matrix=shift, fill_value=[1, 2, 3, 4, 250])


def test_exact():
    """Shifts by pixels and quarter turns move bytes unchanged; floats are the CPU's."""
    x = images()
    for args in ({"matrix": [1, 0, 5, 0, 1, -3]}, {"matrix": [0, 1, 0, 1, 0, 0], "fill_value": 7}):
        got = ndd.warp_affine(x.gpu(), **args)
        assert_alike(got, ndd.warp_affine(x, **args), exact=True)
    f = images("float32")
    assert_alike(ndd.rotate(f.gpu(), angle=17.0), ndd.rotate(f, angle=17.0), exact=True)
    n = ndd.warp_affine(x.gpu(), matrix=TURN, interp_type="nn")
    assert_alike(n, ndd.warp_affine(x, matrix=TURN, interp_type="nn"), exact=True)


def test_long_rows():
    """Beyond what places of bytes have room for in 32 bits."""
    x = images(sizes=[(2, 33000), (3, 40)])
    both(ndd.warp_affine, x, matrix=[1.0, 0.25, 40.5, 0, 1, 0.25])


def maps(dtype="float32", layout="HW"):
    rng = np.random.default_rng(5)
    grids = [rng.random((h, w)) * (w + 4) - 2 for h, w in SIZES]
    if layout == "HWC":
        grids = [g[..., None] for g in grids]
    return ndd.cast(ndd.batch(grids, layout=layout), dtype=ndd.dtype(dtype))


@pytest.mark.parametrize(("channels", "layout"), [(3, "HWC"), (6, "HW"), (6, "HWC")])
def test_maps(channels, layout):
    both(ndd.experimental.remap, images(channels=channels), maps(layout=layout), maps("int16"))


@pytest.mark.parametrize("dtype", ["float64", "uint8"])
def test_lanczos(dtype):
    """The table of weights is the CPU's, to the bit."""
    both(ndd.experimental.remap, images(dtype), maps(), maps(), interp="lanczos3")


def test_map_without_numbers():
    x, m = images(), maps()
    nan = ndd.batch(
        [np.full(s, v, np.float32) for s, v in zip(SIZES, [np.nan, np.inf, -np.inf, 1])]
    )
    both(ndd.experimental.remap, x, m, nan)


@pytest.mark.parametrize("channels", [3, 5])
def test_turning_sequences(channels):
    x = images(channels=channels, sizes=SIZES[:2], layout="FHWC")
    angle = ndd.batch([np.float32([10, 20, 30]), np.float32([-5, 0, 90])], layout="F")
    both(ndd.rotate, x, angle=angle)


def test_displaced():
    x = images("float32")
    both(ndd.water, x, ampl_x=4.0, ampl_y=3.0, interp_type="linear", fill_value=3.0)
    both(ndd.water, images(channels=6), freq_x=1e6)
    both(ndd.sphere, images(channels=[1, 3, 3, 1]), interp_type="linear")


def test_jitter_draws_the_same_numbers():
    x = images(channels=4)
    got, want = (ndd.jitter(v, nDegree=6, rng=ndd.random.RNG(7)) for v in (x.gpu(), x))
    assert_alike(got, want, exact=True)


def test_in_chains():
    """Moves before and maps after are part of the same kernel."""
    x = images("float32", sizes=[(40, 61)] * 3)

    def chain(v):
        v = ndd.flip(v, horizontal=1)
        v = ndd.warp_affine(v, matrix=TURN, fill_value=5.0)
        return ndd.cast(v, dtype=ndd.uint8)

    on_gpu = x.gpu().evaluate()
    with ndd.EvalMode.deferred:
        before = counted()
        got = chain(on_gpu)
        got.evaluate()
        assert spent(before)["launches"] == 1
    assert_alike(got, chain(x), exact=True)


def test_bytes_do_not_depend_on_the_way_they_come():
    x = images()
    flipped = ndd.flip(x.gpu(), horizontal=1).evaluate()
    alone = ndd.warp_affine(flipped, matrix=TURN)
    with ndd.EvalMode.deferred:
        fused = ndd.warp_affine(ndd.flip(x.gpu(), horizontal=1), matrix=TURN)
        assert_alike(fused, alone.cpu(), exact=True)
