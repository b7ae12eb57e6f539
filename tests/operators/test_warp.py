"""Pixels fetched at computed places: what the harness cannot know, and mistakes."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace.operators.geometry.sampling import NN, reference_sample

RNG = np.random.default_rng(7)
X = RNG.integers(0, 256, (23, 31, 3), dtype=np.uint8)
IMAGE = ndd.tensor(X, layout="HWC")
SHIFT = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
PLANE = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]


def array(value: ndd.Tensor) -> np.ndarray:
    return np.asarray(value)


def maps(low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    x = RNG.uniform(low, 31 + high, (40, 50)).astype(np.float32)
    return x, RNG.uniform(low, 23 + high, (40, 50)).astype(np.float32)


# ---- remap --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("interp", "name"), [("linear", "LINEAR"), ("cubic", "CUBIC")])
@pytest.mark.parametrize("channels", [1, 3, 4])
def test_remap_as_opencv_does(interp: str, name: str, channels: int) -> None:
    cv2 = pytest.importorskip("cv2")
    image = RNG.integers(0, 256, (23, 31, channels)).astype(np.float32)
    x, y = maps(-2.0, 2.0)
    # OpenCV may round places to 1/32 of a pixel.
    x, y = np.round(x * 32) / 32, np.round(y * 32) / 32
    want = cv2.remap(image, x, y, getattr(cv2, f"INTER_{name}"), borderMode=cv2.BORDER_CONSTANT)
    got = ndd.experimental.remap(
        ndd.tensor(image, layout="HWC"), x, y, interp=interp, pixel_origin="center"
    )
    np.testing.assert_allclose(array(got), want.reshape(got.shape), atol=2e-3)


def test_remap_nearest_as_opencv_does() -> None:
    cv2 = pytest.importorskip("cv2")
    x, y = maps(-2.0, 2.0)
    want = cv2.remap(X, x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT)
    got = ndd.experimental.remap(IMAGE, x, y, interp="nn", pixel_origin="center")
    assert (array(got) == want).mean() > 0.99  # places on edges go either way


def test_remap_lanczos_keeps_constants_and_pixels() -> None:
    x, y = maps(3.5, -3.5)
    flat = ndd.full(100.0, shape=[23, 31, 3])
    got = ndd.experimental.remap(flat, x, y, interp="lanczos3")
    np.testing.assert_allclose(array(got), 100.0, rtol=1e-6)
    columns, rows = np.meshgrid(np.arange(31.0), np.arange(23.0))
    same = ndd.experimental.remap(IMAGE, columns, rows, interp="lanczos3", pixel_origin="center")
    np.testing.assert_array_equal(array(same), X)


def test_remap_frames_have_their_own_maps() -> None:
    video = np.stack([X, X[::-1]])
    x, y = maps(0.0, 0.0)
    both = np.stack([x, x[:, ::-1]])
    got = array(
        ndd.experimental.remap(
            ndd.tensor(video, layout="FHWC"), ndd.tensor(both, layout="FHW"), ndd.tensor(y)
        )
    )
    for frame in range(2):
        alone = ndd.experimental.remap(ndd.tensor(video[frame], layout="HWC"), both[frame], y)
        np.testing.assert_array_equal(got[frame], array(alone))


def test_remap_places_that_are_none_are_outside() -> None:
    x = np.float32([[np.nan, np.inf, -np.inf, 1e30, 0.5]])
    for interp in ("nn", "linear", "cubic", "lanczos3"):
        got = array(ndd.experimental.remap(IMAGE, x, np.full_like(x, 0.5), interp=interp))
        assert not got[0, :4].any()
        np.testing.assert_array_equal(got[0, 4], X[0, 0])


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        (np.zeros((4, 5)), np.zeros((5, 4)), "different sizes"),
        (np.zeros((4, 5, 2)), np.zeros((4, 5, 2)), "one number for each pixel"),
        (np.zeros(4), np.zeros(4), "needs height and width"),
    ],
)
def test_remap_mistakes(x: np.ndarray, y: np.ndarray, message: str) -> None:
    with pytest.raises(headrace.Error, match=message):
        ndd.experimental.remap(IMAGE, x, y).evaluate()


# ---- jitter -------------------------------------------------------------------------------------


def test_jitter_moves_pixels_by_up_to_half_its_degree() -> None:
    rows, columns = np.meshgrid(np.arange(200.0), np.arange(300.0), indexing="ij")
    places = ndd.tensor(np.stack([rows, columns], -1).astype(np.float32), layout="HWC")
    for degree, bound in ((2, 1), (5, 2), (6, 3)):
        moved = array(ndd.jitter(places, nDegree=degree, fill_value=-1.0, rng=ndd.random.RNG(3)))
        inside = moved[..., 0] >= 0
        distance = (moved - np.stack([rows, columns], -1))[inside]
        assert np.abs(distance).max() == bound
        assert np.abs(distance.mean(0)).max() < 0.05
        assert abs(distance.std() - degree / np.sqrt(12)) < 0.2
        assert abs(np.corrcoef(distance.T)[0, 1]) < 0.02


def test_jitter_of_nothing() -> None:
    np.testing.assert_array_equal(array(ndd.jitter(IMAGE, nDegree=0)), X)
    np.testing.assert_array_equal(array(ndd.jitter(IMAGE, mask=0, nDegree=9)), X)
    with pytest.raises(headrace.Error, match="nDegree"):
        ndd.jitter(IMAGE, nDegree=-1)


def test_jitter_is_reproducible() -> None:
    one, same, other = (array(ndd.jitter(IMAGE, rng=ndd.random.RNG(s))) for s in (1, 1, 2))
    np.testing.assert_array_equal(one, same)
    assert (one != other).any()


# ---- instruction sets ---------------------------------------------------------------------------

_SCRIPT = """
import hashlib
import numpy as np
import headrace.dynamic as ndd
rng = np.random.default_rng(1)
digest = hashlib.sha256()
for dtype in ("uint8", "uint16", "int16", "float32", "float16", "int32"):
    for channels in (1, 2, 3, 4):
        x = ndd.tensor(rng.integers(0, 200, (40, 170, channels)).astype(dtype), layout="HWC")
        places = rng.uniform(-5, 180, (2, 20, 150)).astype(np.float32)
        for interp in ("nn", "linear", "cubic", "lanczos3"):
            digest.update(np.asarray(ndd.experimental.remap(x, *places, interp=interp)).tobytes())
        matrix = [0.9, 0.3, 1, -0.3, 0.9, 2, 0.002, 0.001, 1]
        for y in (
            ndd.rotate(x, angle=20.0),
            ndd.experimental.warp_perspective(x, matrix=matrix, border_mode="wrap"),
            ndd.sphere(x, interp_type="linear"),
            ndd.water(x, interp_type="linear"),
        ):
            digest.update(np.asarray(y).tobytes())
print(digest.hexdigest())
"""


def test_every_instruction_set_gives_the_same() -> None:
    found = set()
    for isa in ("base", "avx2", "avx512"):  # those the CPU lacks fall back to one it has
        done = subprocess.run(
            [sys.executable, "-c", _SCRIPT],
            capture_output=True,
            text=True,
            env={**os.environ, "HEADRACE_ISA": isa},
            check=True,
        )
        found.add(done.stdout.strip())
    assert len(found) == 1
    assert len(found.pop()) == len(hashlib.sha256().hexdigest())


# ---- parts, channels ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        lambda x: ndd.rotate(x, angle=33.0, fill_value=5.0),
        lambda x: ndd.warp_affine(x, matrix=[0.9, 0.3, 1.0, -0.3, 0.9, 2.0]),
        lambda x: ndd.experimental.warp_perspective(
            x, matrix=[0.9, 0.3, 1, -0.3, 0.9, 2, 0.002, 0.001, 1], interp_type="cubic"
        ),
        lambda x: ndd.sphere(x, interp_type="linear"),
        lambda x: ndd.water(x, interp_type="linear"),
        lambda x: ndd.water(x, mask=0),
        lambda x: ndd.jitter(x, nDegree=6, rng=ndd.random.RNG(8)),
    ],
)
def test_a_part_is_the_part_of_the_whole(call) -> None:  # type: ignore[no-untyped-def]
    """A crop behind the call makes it compute its window only."""
    image = ndd.tensor(RNG.integers(0, 256, (90, 300, 3), dtype=np.uint8), layout="HWC")
    whole = array(call(image))
    with ndd.EvalMode.deferred:
        part = ndd.slice(call(image), start=[13, 131], shape=[40, 77], axes=[0, 1])
    np.testing.assert_array_equal(array(part), whole[13:53, 131:208])


@pytest.mark.parametrize("interp", ["nn", "linear"])
@pytest.mark.parametrize("channels", [1, 2, 3, 4, 5, 17, 5000])
def test_channels_do_not_mix(channels: int, interp: str) -> None:
    image = RNG.integers(0, 256, (6, 5, channels), dtype=np.uint8)
    matrix = [0.7, 0.4, 0.3, -0.5, 0.8, 2.0]

    def warp(x: np.ndarray) -> np.ndarray:
        tensor = ndd.tensor(np.ascontiguousarray(x), layout="HWC")
        return array(ndd.warp_affine(tensor, matrix=matrix, fill_value=9.0, interp_type=interp))

    alone = [warp(image[..., k : k + 1]) for k in {0, channels // 2, channels - 1}]
    together = [warp(image)[..., k : k + 1] for k in {0, channels // 2, channels - 1}]
    for a, b in zip(alone, together, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "float64"])
def test_wide_types_keep_their_digits(dtype: str) -> None:
    x = np.array([[[2**30 + 1], [2**30 + 3]]], dtype)
    moved = ndd.warp_affine(ndd.tensor(x, layout="HWC"), matrix=[1, 0, 0.5, 0, 1, 0])
    assert array(moved)[0, 0, 0] == 2**30 + 2


def test_bools_take_the_nearer_value() -> None:
    x = ndd.tensor(np.array([[[False], [True]]]), layout="HWC")
    for shift, want in ((0.25, False), (0.75, True)):
        assert array(ndd.warp_affine(x, matrix=[1, 0, shift, 0, 1, 0]))[0, 0, 0] == want


def test_long_rows() -> None:
    x = RNG.integers(0, 256, (2, 5000, 1), dtype=np.uint8)
    got = array(ndd.warp_affine(ndd.tensor(x, layout="HWC"), matrix=[-1, 0, 5000, 0, 1, 0]))
    np.testing.assert_array_equal(got, x[:, ::-1])


def test_borders_far_away() -> None:
    x = ndd.tensor(np.arange(5, dtype=np.uint8).reshape(1, 5), layout="HW")
    for border, want in (("wrap", 2), ("reflect", 2), ("reflect_101", 2), ("replicate", 4)):
        period = {"wrap": 5, "reflect": 10, "reflect_101": 8, "replicate": 10}[border]
        matrix = [0.0, 0.0, 2.5 + 1000 * period, 0, 0, 0.5, 0, 0, 1]
        got = ndd.experimental.warp_perspective(x, matrix=matrix, border_mode=border)
        assert array(got)[0, 0] == want
    everywhere = [1.0, 0, 0, 0, 1, 0, 0, 0, 0]  # divides by zero
    for border in ("constant", "replicate", "reflect", "reflect_101", "wrap"):
        ndd.experimental.warp_perspective(x, matrix=everywhere, border_mode=border).evaluate()


# ---- mistakes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ndd.warp_affine(IMAGE), "needs a matrix"),
        (lambda: ndd.warp_affine(IMAGE, matrix=[1.0, 2.0]), "2 rows of 3"),
        (lambda: ndd.warp_affine(IMAGE, matrix=[np.nan, *SHIFT[1:]]), "matrix.*holds nan"),
        (lambda: ndd.warp_affine(IMAGE, matrix=[0.0] * 6, inverse_map=False), "singular"),
        (lambda: ndd.warp_affine(IMAGE, matrix=[1e-30] * 6, inverse_map=False), "singular"),
        (lambda: ndd.warp_affine(IMAGE, matrix=SHIFT, size=[-1, 5]), "size.*negative"),
        (lambda: ndd.warp_affine(IMAGE, matrix=SHIFT, size=[1e12, 5]), "size.*the most"),
        (lambda: ndd.warp_affine(IMAGE, matrix=SHIFT, size=[np.inf, 5]), "size.*holds inf"),
        (lambda: ndd.warp_affine(IMAGE, matrix=SHIFT, size=[5]), "size.*needs 2"),
        (lambda: ndd.warp_affine(IMAGE, matrix=SHIFT, interp_type="cubic"), "Valid: nn, linear"),
        (lambda: ndd.rotate(IMAGE, angle=np.nan), "angle.*holds nan"),
        (lambda: ndd.rotate(ndd.zeros(shape=[2, 3, 4, 1], layout="DHWC"), angle=3.0), "axis="),
        (
            lambda: ndd.rotate(
                ndd.zeros(shape=[2, 3, 4, 1], layout="DHWC"), angle=3.0, axis=[0, 0, 0]
            ),
            "zero vector",
        ),
        (lambda: ndd.rotate(ndd.zeros(shape=[0, 3, 1], layout="HWC"), angle=3.0), "no pixels"),
        (
            lambda: ndd.experimental.warp_perspective(IMAGE, matrix=[0.0] * 9, inverse_map=False),
            "singular",
        ),
        (
            lambda: ndd.experimental.warp_perspective(IMAGE, matrix=PLANE, fill_value=[1, 2]),
            "each of 3 channels",
        ),
        (
            lambda: ndd.experimental.warp_perspective(IMAGE, matrix=PLANE, border_mode="wrapp"),
            "wrap",
        ),
        (
            lambda: ndd.experimental.warp_perspective(IMAGE, matrix=PLANE, pixel_origin="edge"),
            "corner",
        ),
    ],
)
def test_mistakes(call, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(headrace.Error, match=message):
        call().evaluate()


def test_empty_images_are_filled() -> None:
    empty = ndd.tensor(np.zeros((0, 7, 3), np.uint8), layout="HWC")
    got = array(ndd.warp_affine(empty, matrix=SHIFT, size=[2, 3], fill_value=8.0))
    assert got.shape == (2, 3, 3)
    assert (got == 8).all()
    assert ndd.rotate(empty, angle=30.0, size=[0, 4]).shape == (0, 4, 3)
    assert (array(ndd.rotate(empty, angle=30.0, fill_value=8.0)) == 8).all()


def test_the_reference_fetches_pixels() -> None:
    """The NumPy sampler itself, on places written by hand."""
    x = np.arange(6, dtype=np.uint8).reshape(2, 3)
    places = [np.array([0.5, 1.5, 1.9, 2.0]), np.array([0.5, 2.5, 0.0, 1.0])]
    assert reference_sample(x, places, NN, "constant", 9.0).tolist() == [0, 5, 3, 9]
