"""Points and transforms against DALI: floats within 1e-6 of the numbers' size."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import agree, batch, both_fail, ours, run, tensor
from .differences import DIFFERENCES

CLOSE = {"rtol": 2e-6, "atol": 2e-6}


def points(n: int, d: int = 2, dtype: str = "float32") -> np.ndarray:
    values = np.random.default_rng([n, d]).uniform(0, 1, (n, d))
    return (values * (100 if dtype[0] in "iu" else 1)).astype(dtype)


P2, P3 = tensor(points(5)), tensor(points(4, 3))
B = batch(points(5), points(3), points(0))


# ---- coord_flip -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "flip_x=0",
        "flip_x=0, flip_y=1",
        "flip_y=1",
        "layout='yx'",
        "layout='xy'",
        "center_x=10.0",
        "center_x=10.0, center_y=3.0, flip_y=1",
    ],
)
def test_coord_flip(arguments: str) -> None:
    agree(f"ndd.coord_flip(x, {arguments})", x=P2)
    agree(f"ndd.coord_flip(x, {arguments})", x=B)


# (An instance of DALI's operator serves all calls that look alike and keeps the dimensions it met.)
@pytest.mark.parametrize(
    "arguments", ["flip_z=1", "layout='zyx'", "layout='yxz', flip_z=1, center_z=3.0"]
)
def test_coord_flip_in_3d(arguments: str) -> None:
    agree(f"ndd.coord_flip(x, {arguments})", x=P3)


def test_coord_flip_per_sample() -> None:
    agree("ndd.coord_flip(x, flip_x=b(0, 1, 1), flip_y=b(1, 0, 1))", x=B)
    agree("ndd.coord_flip(x, center_x=b(1.0, 2.0, 3.0))", x=B)
    agree("ndd.coord_flip(x)", x=tensor(points(3, 1)))


@pytest.mark.parametrize("arguments", ["layout='ab'", "layout='YX'", "layout='xx'", "layout='x'"])
def test_coord_flip_refuses(arguments: str) -> None:
    both_fail(f"ndd.coord_flip(x, {arguments})", x=P2)


def test_coord_flip_refuses_shapes_and_types() -> None:
    both_fail("ndd.coord_flip(x, layout='xy')", x=P3)
    both_fail("ndd.coord_flip(x)", x=tensor(points(3, 4)))
    both_fail("ndd.coord_flip(x)", x=tensor(points(3, 2, "int32")))
    both_fail("ndd.coord_flip(x)", x=tensor(np.float32(1)))


# ---- coord_transform --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "M=[1.0, 2.0, 3.0, 4.0]",
        "T=[1.0, 2.0]",
        "MT=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]",
        "M=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]",
        "M=2.0",
        "T=2.0",
        "M=[1.0, 2.0, 3.0, 4.0], T=[10.0, 20.0]",
        "M=[2.0, 3.0]",
        "M=np.float32([[1, 2], [3, 4]])",
        "M=np.float32([[1, 2], [3, 4], [5, 6]])",
        "MT=np.float32([[1, 2, 3], [3, 4, 5]])",
        "MT=np.float32([[1, 2, 3], [3, 4, 5], [0, 0, 1]])",
        "M=np.float32([[1, 2], [3, 4], [5, 6]]), T=[1.0, 2.0, 3.0]",
        "M=np.float32([[1, 2]])",
        "M=2.0, T=[1.0, 2.0]",
        "M=[1, 2, 3, 4], T=5",
    ],
)
def test_coord_transform(arguments: str) -> None:
    agree(f"ndd.coord_transform(x, {arguments})", **CLOSE, x=P2)
    agree(f"ndd.coord_transform(x, {arguments})", **CLOSE, x=batch(points(5), points(3), points(1)))


def test_coord_transform_sizes_and_layouts() -> None:
    agree(
        "ndd.coord_transform(x, M=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0], T=1.0)",
        **CLOSE,
        x=P3,
    )
    agree("ndd.coord_transform(x, M=[1.0, 2.0, 3.0])", **CLOSE, x=P3)
    agree("ndd.coord_transform(x, M=3.0)", **CLOSE, x=tensor(points(7, 6)))
    agree("ndd.coord_transform(x, M=[1.0, 2.0, 3.0, 4.0])", **CLOSE, x=tensor(points(5), "AB"))
    x = tensor(points(12).reshape(3, 4, 2), "ABC")
    agree("ndd.coord_transform(x, M=[1.0, 2.0, 3.0, 4.0], T=3.0)", **CLOSE, x=x)


@pytest.mark.parametrize("dtype", ["uint8", "int16", "int32", "float32"])
def test_coord_transform_types(dtype: str) -> None:
    x = tensor(points(50, 2, dtype))
    agree("ndd.coord_transform(x, M=[1.0, 0.5, -3.0, 4.0], T=[0.25, 0.5])", **CLOSE, x=x)
    agree(
        f"ndd.coord_transform(x, M=[1.0, 0.5, -3.0, 4.0], T=[0.25, 0.5], dtype=ndd.{dtype})",
        **CLOSE,
        x=x,
    )


def test_coord_transform_per_sample_and_frame() -> None:
    x = batch(points(5), points(3))
    agree(
        "ndd.coord_transform(x, M=b(np.eye(2, dtype='f4'), np.eye(2, dtype='f4') * 2))",
        **CLOSE,
        x=x,
    )
    agree(
        "ndd.coord_transform(x, M=b(np.ones((3, 2), 'f4'), np.ones((3, 2), 'f4') * 2))",
        **CLOSE,
        x=x,
    )
    agree(
        "ndd.coord_transform(x, MT=b(np.ones((2, 3), 'f4'), np.ones((2, 3), 'f4')))", **CLOSE, x=x
    )
    agree(
        "ndd.coord_transform(x, M=b(2.0, 3.0), T=b(np.float32([1, 2]), np.float32([3, 4])))",
        **CLOSE,
        x=x,
    )
    x = tensor(points(12).reshape(2, 6, 2), "FAB")
    agree(
        "ndd.coord_transform(x, M=t(np.arange(8, dtype='f4').reshape(2, 2, 2), 'Fij'))",
        **CLOSE,
        x=x,
    )
    agree(
        "ndd.coord_transform(x, T=t(np.arange(4, dtype='f4').reshape(2, 2), 'Fi'), M=2.0)",
        **CLOSE,
        x=x,
    )
    agree(
        "ndd.coord_transform(x, MT=t(np.arange(12, dtype='f4').reshape(2, 2, 3), 'Fij'))",
        **CLOSE,
        x=x,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        "M=[1.0, 2.0, 3.0, 4.0], MT=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]",
        "T=[1.0, 2.0, 3.0]",
        "M=[1.0, 2.0, 3.0]",
        "T=1.0, MT=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]",
        "MT=[1.0, 2.0, 3.0, 4.0]",
        "M=np.float32([[1, 2, 3]])",
    ],
)
def test_coord_transform_refuses(arguments: str) -> None:
    both_fail(f"ndd.coord_transform(x, {arguments})", x=P2)


# ---- transforms -------------------------------------------------------------------------------

I2 = tensor(np.float32([[1, 2, 3], [4, 5, 6]]))
I3 = tensor(np.arange(12, dtype=np.float32).reshape(3, 4))
IB = batch(np.eye(2, 3, dtype=np.float32), np.float32([[1, 2, 3], [4, 5, 6]]))
IF = tensor(np.arange(12, dtype=np.float32).reshape(2, 2, 3), "F**")

IN_2D = [
    "translation({}offset=[1.0, 2.0])", "translation({}offset=(1, 2))",
    "scale({}scale=[2.0, 3.0])", "scale({}scale=[2.0, 3.0], center=[1.0, -1.0])",
    "scale({}scale=[2.0, 3.0], center=[1.0])",
    "rotation({}angle=30.0)", "rotation({}angle=-200)", "rotation({}angle=30.0, center=[1.0, 2.0])",
    "rotation({}angle=30.0, center=[1.0])", "shear({}shear=[2.0, 3.0])",
    "shear({}angles=[20.0, -30.0])",
    "shear({}shear=[2.0, 3.0], center=[1.0, 2.0])",
    "crop({}from_start=[0.0, 1.0], from_end=[10.0, 21.0], to_start=[2.0, 2.0], to_end=[4.0, 3.0])",
    "crop({}from_start=0.0, from_end=[10.0, 20.0])", "crop({}to_end=[2.0, 4.0])",
    "crop({}from_start=[10.0, 1.0], from_end=[0.0, 21.0], to_start=[5.0, 2.0], "
    "to_end=[4.0, 3.0], absolute=True)",
    "crop({}from_start=[10.0, 1.0], from_end=[0.0, 21.0], to_start=[5.0, 2.0], to_end=[4.0, 3.0])",
]  # fmt: skip
OTHER = [
    "translation(offset=3.0)", "translation(offset=[3.0, 2.0, 1.0, 5.0])", "scale(scale=2.0)",
    "scale(scale=2.0, ndim=3)", "scale(scale=[2.0, 3.0], ndim=3)",
    "rotation(angle=30.0, axis=[1.0, 2.0, 3.0])",
    "rotation(angle=30.0, axis=[1.0, 2.0, 3.0], center=[1.0, 2.0, 4.0])", "crop()",
    "shear(shear=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])",
    "shear(angles=[10.0, 20.0, 30.0, 40.0, 50.0, 60.0])",
    "shear(shear=np.float32([[1, 2], [3, 4], [5, 6]]), center=[1.0, 2.0, 3.0])",
    "translation(offset=[1.0, 2.0], batch_size=2)", "rotation(angle=[30.0][0], batch_size=3)",
]  # fmt: skip


@pytest.mark.parametrize("call", [c.format("") for c in IN_2D] + OTHER)
def test_transforms(call: str) -> None:
    agree(f"ndd.transforms.{call}", **CLOSE)


@pytest.mark.parametrize("call", [c.format("x, ") for c in IN_2D])
def test_transforms_after_another(call: str) -> None:
    for reverse in ("", ", reverse_order=True"):
        for x in (I2, IB, IF):
            agree(f"ndd.transforms.{call[:-1]}{reverse})", rtol=1e-5, atol=1e-5, x=x)


def test_transforms_take_dimensions_from_their_input() -> None:
    agree("ndd.transforms.scale(x, scale=2.0)", **CLOSE, x=I2)
    agree("ndd.transforms.rotation(x, angle=30.0, axis=[0.0, 0.0, 1.0])", **CLOSE, x=I3)


@pytest.mark.parametrize(
    "call",
    [
        "translation(offset=b(np.float32([1, 2]), np.float32([3, 4])))",
        "translation(offset=b(1.0, 3.0))",
        "scale(scale=b(2.0, 3.0), ndim=2)",
        "scale(scale=b(np.float32([2, 2]), np.float32([3, 2])), center=[1.0, 2.0])",
        "rotation(angle=b(30.0, 90.0))",
        "rotation(angle=b(30, 90))",
        "rotation(angle=30.0, axis=b(np.float32([1, 0, 0]), np.float32([0, 1, 0])))",
        "shear(shear=b(np.float32([1, 2]), np.float32([3, 4])))",
        "crop(from_end=b(np.float32([2, 2]), np.float32([3, 4])))",
        "crop(to_end=b(np.float32([2, 2]), np.float32([3, 4])), from_start=-1.0)",
    ],
)
def test_transforms_per_sample(call: str) -> None:
    agree(f"ndd.transforms.{call}", **CLOSE)


@pytest.mark.parametrize(
    "call",
    [
        "translation({}offset=t(np.float32([[1, 2], [3, 4]]), 'F*'))",
        "translation({}offset=ndd.per_frame(t(np.float32([[1, 2], [3, 4]]))))",
        "rotation({}angle=ndd.per_frame(t(np.float32([30, 60]))))",
        "rotation({}angle=ndd.per_frame(t(np.float32([30, 60]))), center=[1.0, 2.0])",
        "scale({}scale=t(np.float32([[1, 2], [3, 4]]), 'F*'), "
        "center=t(np.float32([[1, 2], [3, 5]]), 'F*'))",
        "shear({}shear=t(np.float32([[1, 2], [3, 4]]), 'F*'))",
        "crop({}from_end=t(np.float32([[1, 2], [3, 4]]), 'F*'))",
    ],
)
def test_transforms_per_frame(call: str) -> None:
    agree("ndd.transforms." + call.format(""), **CLOSE)
    agree("ndd.transforms." + call.format("x, "), **CLOSE, x=I2)
    agree("ndd.transforms." + call.format("x, "), **CLOSE, x=IF)


def test_transforms_of_sequences_of_different_lengths() -> None:
    angles = "angle=ndd.per_frame(b(np.float32([30, 60]), np.float32([30, 60, 90])))"
    agree(f"ndd.transforms.rotation({angles})", **CLOSE)
    agree(
        f"ndd.transforms.rotation({angles}, center=b(np.float32([1, 2]), np.float32([3, 4])))",
        **CLOSE,
    )


def test_combine() -> None:
    j = tensor(np.float32([[2, 0, 1], [1, 3, 2]]))
    for arguments in (
        "x, y",
        "x, y, reverse_order=True",
        "x, y, y",
        "y, x, y, y, reverse_order=True",
    ):
        for x in (I2, IB, IF):
            agree(f"ndd.transforms.combine({arguments})", **CLOSE, x=x, y=j)
    agree("ndd.transforms.combine(np.eye(2, 3, dtype='f4'), np.eye(2, 3, dtype='f4'))")
    agree(
        "ndd.transforms.combine([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], "
        "[[1.0, 0.0, 1.0], [0.0, 1.0, 0.0]])"
    )
    agree(f"ndd.transforms.combine({', '.join('x' * 10)})", rtol=1e-5, x=I2)
    both_fail("ndd.transforms.combine(x, y)", x=I2, y=I3)
    both_fail("ndd.transforms.combine(x)", x=I2)
    both_fail("ndd.transforms.combine(x, x)", x=tensor(np.eye(3, dtype=np.float32)))


@pytest.mark.parametrize(
    "call",
    [
        "translation(x, offset=[1.0, 2.0, 3.0])",
        "scale(scale=[2.0, 3.0], center=[1.0, 1.0, 1.0])",
        "rotation(angle=30.0, axis=[0.0, 1.0])",
        "rotation(angle=30.0, center=[0.0, 1.0, 1.0])",
        "rotation(angle=30.0, axis=[0.0, 1.0, 1.0], center=[1.0, 1.0])",
        "rotation(x, angle=30.0, axis=[0.0, 0.0, 1.0])",
        "shear(shear=[2.0, 3.0], angles=[1.0, 2.0])",
        "shear()",
        "shear(shear=2.0)",
        "shear(shear=[1.0, 2.0, 3.0])",
        "shear(shear=np.float32([[1, 2]]))",
        "shear(angles=[100.0, 30.0])",
        "crop(from_start=[0.0, 1.0], from_end=[10.0, 21.0, 4.0])",
        "translation()",
        "rotation()",
        "scale()",
        "rotation(angle=ndd.per_frame(t(np.float32([30, 60]))), "
        "center=ndd.per_frame(t(np.float32([[1, 2]] * 3))))",
    ],
)
def test_transforms_refuse(call: str) -> None:
    both_fail(f"ndd.transforms.{call}", x=I2)


def test_differences() -> None:
    named = {
        *("coord_flip.layout", "coord_flip.types", "coord_transform.types"),
        *("coord_transform.matrix", "transforms.input", "transforms.broadcast"),
        *("transforms.ragged", "transforms.zero_axis"),
    }
    assert named <= set(DIFFERENCES)
    assert run(ours, "ndd.transforms.translation(x, offset=3.0)", x=I2)[0]["shape"] == [(2, 3)]
    f64 = tensor(np.eye(2, 3), "HW")
    assert run(ours, "ndd.transforms.scale(x, scale=3.0)", x=f64)[0]["layout"] == "**"
    with pytest.raises(ValueError, match="zero"):
        run(ours, "ndd.transforms.rotation(angle=3, axis=[0, 0, 0])")
