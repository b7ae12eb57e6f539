"""rotate, warp_affine, warp_perspective, sphere and water against DALI.

Linear and cubic pixels are the same but for rounding. DALI adds up the places of affine maps along
a row, which moves some of them over the edge between two pixels: "nn" is compared by how many
pixels agree.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import PIL.Image
import pytest

pytest.importorskip("nvidia.dali")

from .both import Value, agree, batch, both_fail, dali, ours, run, tensor
from .differences import DIFFERENCES

TURN = "[0.8, -0.55, 20.125, 0.6, 0.75, -10.0]"
TILT = "[0.9, 0.2, 3.0, -0.15, 1.1, 2.0, 0.002, -0.001, 1.0]"


def noise(*shape: int, dtype: str = "uint8", seed: int = 0) -> np.ndarray:
    values = np.random.default_rng([seed, *shape]).integers(0, 256, shape)
    return values.astype(dtype)


def photos() -> list[np.ndarray]:
    root = os.environ.get("HEADRACE_TEST_DATA")
    if not root:
        pytest.skip("HEADRACE_TEST_DATA names no folder")
    files = sorted(Path(root, "photos").glob("**/*.jpg"))[:6]
    return [np.asarray(PIL.Image.open(f).convert("RGB")) for f in files]


IMAGES = batch(noise(37, 64, 3), noise(120, 90, 3), noise(5, 7, 3), layout="HWC")
FLOATS = batch(noise(37, 64, 3, dtype="float32"), noise(9, 9, 3, dtype="float32"), layout="HWC")


def close(call: str, *, most: int = 1, few: float = 1e-3, **values: Value) -> None:
    """Equal but for rounding: `few` may differ by more than `most`, none by more than 3 × it."""
    for theirs, mine in zip(run(dali, call, **values), run(ours, call, **values), strict=True):
        for key in ("batch", "dtype", "layout", "ndim", "shape"):
            assert mine[key] == theirs[key], f"{call}: {key}"
        for x, y in zip(theirs["samples"], mine["samples"], strict=True):
            d = np.abs(x.astype(np.float64) - y.astype(np.float64))
            if d.size:
                assert d.max() <= 3 * most, f"{call}: differs by {d.max()}"
                assert (d > most).mean() <= few, f"{call}: {(d > most).mean():.2%} differ"


def mostly_equal(call: str, part: float = 0.995, **values: Value) -> None:
    for theirs, mine in zip(run(dali, call, **values), run(ours, call, **values), strict=True):
        assert mine["shape"] == theirs["shape"]
        pairs = zip(theirs["samples"], mine["samples"], strict=True)
        same = np.concatenate([(x == y).ravel() for x, y in pairs]).mean()
        assert same >= part, f"{call}: {same:.2%} agree"


# ---- rotate -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        "angle=30.0",
        "angle=30.0, fill_value=128.0",
        "angle=-75.0, keep_size=True, fill_value=300.0",
        "angle=45.0, fill_value=0.0",
        "angle=400.0, dtype=ndd.float32, fill_value=7.5",
        "angle=b(np.float32(1), np.float32(90), np.float32(-200))",
    ],
)
def test_rotate(arguments: str) -> None:
    close(f"ndd.rotate(x, {arguments})", x=IMAGES)


@pytest.mark.parametrize("angle", [0.0, 90.0, 180.0, 270.0, -90.0, 360.0])
def test_quarter_turns_are_exact(angle: float) -> None:
    for x in (IMAGES, batch(noise(1, 1, 3), noise(1, 50, 3), noise(50, 1, 3), layout="HWC")):
        agree(f"ndd.rotate(x, angle={angle})", x=x)
    mostly_equal(f"ndd.rotate(x, angle={angle}, interp_type=0)", 1.0, x=IMAGES)


def test_canvas() -> None:
    """Sizes and whether they are odd, of many images and angles."""
    rng = np.random.default_rng(3)
    for _ in range(8):
        sides = rng.integers(1, 40, (24, 2))
        x = batch(*[np.zeros((h, w, 1), np.uint8) for h, w in sides], layout="HWC")
        choices = [45, -45, 135, 225, 30, 60, *rng.uniform(-400, 400, 20)]
        angles = ", ".join(f"np.float32({a})" for a in rng.choice(choices, 24))
        agree(f"ndd.rotate(x, angle=b({angles}))", x=x)


def test_canvas_of_volumes() -> None:
    rng = np.random.default_rng(4)
    for _ in range(4):
        sides = rng.integers(1, 20, (16, 3))
        x = batch(*[np.zeros((*s, 1), np.uint8) for s in sides], layout="DHWC")
        angles = ", ".join(f"np.float32({a})" for a in rng.choice([30, 45, 60, 200], 16))
        axes = [np.eye(3)[i % 3] if i % 2 else rng.normal(size=3) for i in range(16)]
        axes_text = ", ".join(f"np.float32({a.round(3).tolist()})" for a in axes)
        agree(f"ndd.rotate(x, angle=b({angles}), axis=b({axes_text}))", x=x)


@pytest.mark.parametrize("angles", [[0, 90], [0, 90, 90], [0, 0, 90], [30, 40, 50], [50, 60, 0]])
def test_frames_share_a_canvas(angles: list[int]) -> None:
    for h, w in ((5, 8), (7, 8), (8, 5)):
        x = tensor(noise(len(angles), h, w, 3), "FHWC")
        close(f"ndd.rotate(x, angle=t(np.float32({angles}), 'F'))", x=x)


def test_rotate_volumes() -> None:
    x = tensor(noise(7, 9, 12, 2, dtype="int16"), "DHWC")
    for axis in ("[1.0, 2.0, 3.0]", "[0.0, 0.0, 1.0]", "[-5.0, 0.0, 0.0]"):
        close(f"ndd.rotate(x, angle=35.0, axis={axis}, fill_value=-20.0)", x=x)
        close(f"ndd.rotate(x, angle=35.0, axis={axis}, keep_size=True)", x=x)


@pytest.mark.parametrize("size", [[50.0, 33.9], [0.0, 5.0], [5.0, 6.0]])
def test_size(size: list[float]) -> None:
    x = tensor(noise(37, 64, 3), "HWC")
    size_text = f"t(np.float32({size}))"  # in a literal DALI rounds fractions, and refuses 0
    close(f"ndd.rotate(x, angle=10.0, keep_size=True, size={size_text})", x=x)
    close(f"ndd.warp_affine(x, matrix={TURN}, size={size_text})", x=x)


# ---- warp_affine ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        f"matrix={TURN}",
        f"matrix={TURN}, fill_value=42.0",
        f"matrix={TURN}, inverse_map=False, fill_value=1.0",
        f"matrix={TURN}, dtype=ndd.float32, fill_value=100.5",
        "matrix=[0.0, 0.0, 2.5, 0.0, 0.0, 3.5]",
        "matrix=[1.0, 0.0, 0.3, 0.0, 1.0, 0.0], fill_value=300.7",
        "matrix=[1.0, 0.0, 0.3, 0.0, 1.0, 0.0], fill_value=-300.7",
        "matrix=[20.0, 0.0, 0.0, 0.0, 20.0, 0.0], fill_value=9.0",
        "matrix=[0.05, 0.0, 0.0, 0.0, 0.05, 0.0]",
        "matrix=[1.0, 0.0, 1e9, 0.0, 1.0, -1e9]",
    ],
)
def test_warp_affine(arguments: str) -> None:
    close(f"ndd.warp_affine(x, {arguments})", x=IMAGES)
    if "dtype" not in arguments:
        close(f"ndd.warp_affine(x, {arguments})", x=FLOATS)


def test_matrix_as_an_input() -> None:
    m = tensor(np.float32([[0.9, 0.1, 3], [0, 1.2, -2]]))
    close("ndd.warp_affine(x, m)", x=IMAGES, m=m)
    close("ndd.warp_affine(x, m, matrix=[1.0, 0.0, 0.0, 0.0, 1.0, 0.0])", x=IMAGES, m=m)
    frames = tensor(np.float32([[[1, 0, 3], [0, 1, 0]], [[1, 0, 0.5], [0, 1, 5]]]), "F**")
    x = tensor(noise(2, 9, 12, 3), "FHWC")
    close("ndd.warp_affine(x, m)", x=x, m=frames)
    close("ndd.warp_affine(x, matrix=m)", x=x, m=frames)
    close("ndd.warp_affine(x, m)", x=x, m=m)


def test_warp_volumes() -> None:
    x = tensor(noise(7, 9, 12, 2, dtype="int16"), "DHWC")
    m = "[1.0, 0.25, 0.0, 1.0, 0.0, 1.0, -0.5, 0.0, 0.25, 0.0, 0.75, 0.0]"
    close(f"ndd.warp_affine(x, matrix={m})", x=x)
    close(f"ndd.warp_affine(x, matrix={m}, fill_value=-9.0, size=[4.0, 5.0, 6.0])", x=x)
    close(f"ndd.warp_affine(x, matrix={m}, inverse_map=False)", x=x)


def test_nearest_pixels() -> None:
    mostly_equal("ndd.rotate(x, angle=30.0, interp_type=0)", x=IMAGES)
    m = "[0.8137, -0.5523, 20.1251, 0.6071, 0.7517, -10.0037]"  # few places on edges
    mostly_equal(f"ndd.warp_affine(x, matrix={m}, interp_type=0, fill_value=3.0)", x=IMAGES)
    mostly_equal(f"ndd.experimental.warp_perspective(x, matrix={TILT}, interp_type=0)", x=IMAGES)
    half = "[1.0, 0.0, 0.5, 0.0, 1.0, 0.25, 0.0, 0.0, 1.0]"
    agree(f"ndd.experimental.warp_perspective(x, matrix={half}, interp_type=0)", x=IMAGES)


def test_empty_images() -> None:
    x = tensor(np.zeros((0, 4, 3), np.uint8), "HWC")
    agree("ndd.warp_affine(x, matrix=[1.0, 0.0, 0.0, 0.0, 1.0, 0.0])", x=x)
    agree(f"ndd.warp_affine(x, matrix={TURN}, fill_value=5.0, size=[2.0, 3.0])", x=x)


@pytest.mark.parametrize(
    "call",
    [
        "ndd.warp_affine(x)",
        "ndd.warp_affine(x, matrix=[1.0, 0.0, 0.0, 0.0])",
        "ndd.warp_affine(x, matrix=[1.0, 0.0, 0.0, 2.0, 0.0, 0.0], inverse_map=False)",
        "ndd.warp_affine(x, matrix=[1.0, 0.0, 0.0, 0.0, 1.0, 0.0], interp_type=2)",
        "ndd.warp_affine(x, matrix=[1.0, 0.0, 0.0, 0.0, 1.0, 0.0], size=[-1.0, 3.0])",
        "ndd.warp_affine(x, matrix=[1.0, 0.0, 0.0, 0.0, 1.0, 0.0], size=[1.0, 2.0, 3.0])",
        "ndd.rotate(x)",
        "ndd.rotate(x, angle=1.0, interp_type=3)",
        "ndd.experimental.warp_perspective(x)",
        "ndd.experimental.warp_perspective(x, matrix=[1.0, 0.0])",
        f"ndd.experimental.warp_perspective(x, matrix={TILT}, border_mode='mirror')",
        f"ndd.experimental.warp_perspective(x, matrix={TILT}, pixel_origin='middle')",
        f"ndd.experimental.warp_perspective(x, matrix={TILT}, fill_value=[1.0, 2.0])",
        f"ndd.experimental.warp_perspective(x, matrix={TILT}, interp_type=3)",
        "ndd.sphere(x, interp_type=2)",
    ],
)
def test_refused(call: str) -> None:
    both_fail(call, x=IMAGES)


# ---- warp_perspective -------------------------------------------------------------------------


@pytest.mark.parametrize("border", ["constant", "replicate", "reflect", "reflect_101", "wrap"])
@pytest.mark.parametrize("interp", [1, 2])
def test_perspective_borders(border: str, interp: int) -> None:
    close(
        f"ndd.experimental.warp_perspective(x, matrix={TILT}, border_mode='{border}', "
        f"interp_type={interp})",
        x=IMAGES,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        "fill_value=[7.0]",
        "fill_value=[1.0, 2.0, 3.0]",
        "inverse_map=False",
        "pixel_origin='center'",
        "size=[20.4, 30.5]",
    ],
)
def test_perspective(arguments: str) -> None:
    close(f"ndd.experimental.warp_perspective(x, matrix={TILT}, {arguments})", x=IMAGES)


def test_perspective_layouts() -> None:
    call = f"ndd.experimental.warp_perspective(x, matrix={TILT}, fill_value=[9.0])"
    for layout, shape in (("HW", (20, 30)), ("CHW", (3, 20, 30)), ("FCHW", (2, 3, 20, 30))):
        close(call, x=tensor(noise(*shape), layout))
    for dtype, most in (("uint8", 1), ("uint16", 1), ("float32", 1), ("int16", 4)):
        close(call, most=most, x=tensor(noise(20, 30, 3, dtype=dtype), "HWC"))
    close(call, x=tensor(noise(20, 30, 4), "HWC"))
    m = tensor(np.float32(np.stack([np.eye(3), np.eye(3) * [2, 1, 1]])), "F**")
    x = tensor(noise(2, 20, 30, 3), "FHWC")
    close("ndd.experimental.warp_perspective(x, matrix=m)", x=x, m=m)
    close("ndd.experimental.warp_perspective(x, m)", x=x, m=m)


# ---- sphere, water ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        "ndd.sphere(x)",
        "ndd.sphere(x, fill_value=9.0, interp_type=1)",
        "ndd.sphere(x, mask=b(np.int32(0), np.int32(1), np.int32(5)))",
        "ndd.water(x)",
        "ndd.water(x, interp_type=1, fill_value=77.0)",
        "ndd.water(x, ampl_x=3.0, ampl_y=1.5, freq_x=0.7, freq_y=0.9, phase_x=0.3, phase_y=-2.0)",
    ],
)
def test_displacement(call: str) -> None:
    if "interp_type=1" in call:
        close(call, x=IMAGES)
    else:
        mostly_equal(call, 0.999, x=IMAGES)


@pytest.mark.parametrize(
    "call",
    [
        "ndd.rotate(x, angle=17.0)",
        "ndd.warp_affine(x, matrix=[0.9, 0.2, 10.0, -0.2, 0.9, 30.0], fill_value=0.0)",
        "ndd.experimental.warp_perspective(x, matrix=[0.9, 0.2, 9.0, -0.2, 0.9, 30.0, 0.0002, "
        "0.0001, 1.0])",
        "ndd.sphere(x, interp_type=1)",
        "ndd.water(x, interp_type=1)",
    ],
)
def test_photos(call: str) -> None:
    close(call, x=batch(*photos(), layout="HWC"))


# ---- deliberate differences -------------------------------------------------------------------


def test_differences_are_listed() -> None:
    names = ("rotate.", "warp_affine.", "warp_perspective.", "sphere.")
    assert all(any(key.startswith(name) for key in DIFFERENCES) for name in names)


def test_constant_mask() -> None:
    """sphere.mask: 0 leaves a sample as it is; DALI looks at masks per sample only."""
    x = tensor(noise(9, 9, 1), "HWC")
    for name in ("sphere", "water"):
        (mine,) = run(ours, f"ndd.{name}(x, mask=0)", x=x)
        np.testing.assert_array_equal(mine["samples"][0], x.arrays[0])


def test_numbers_that_are_none() -> None:
    """warp_affine.finite: refused; DALI computes with them."""
    for call in (
        "ndd.warp_affine(x, matrix=t(np.float32([[np.nan, 0, 0], [0, 1, 0]])))",
        "ndd.rotate(x, angle=t(np.float32(np.inf)), keep_size=True)",
        "ndd.experimental.warp_perspective(x, matrix=t(np.full((3, 3), np.inf, np.float32)))",
    ):
        with pytest.raises(ValueError, match="holds"):
            run(ours, call, x=IMAGES)


def test_sphere_fill() -> None:
    """sphere.fill_value: saturates; DALI keeps the low bits."""
    x = tensor(noise(9, 9, 1), "HWC")
    assert run(ours, "ndd.sphere(x, fill_value=300.0)", x=x)[0]["samples"][0][0, 0, 0] == 255
    assert run(dali, "ndd.sphere(x, fill_value=300.0)", x=x)[0]["samples"][0][0, 0, 0] == 44
