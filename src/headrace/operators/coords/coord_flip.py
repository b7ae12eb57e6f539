"""coord_flip: mirrors points."""

from __future__ import annotations

from ...core import errors
from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import kernel, operator, reference
from ...engine.params import Input, Layout, PerSample

_POINTS = cases.Sample([(5, 2), (3, 2), (0, 2)], "float32")


@operator(
    samples=[
        cases.Case([_POINTS], {"flip_x": cases.PerSample([0, 1, 1]), "center_x": 3.5}),
        cases.Case(
            [cases.Sample([(5, 3), (1, 3)], "float32")],
            {"flip_z": 1, "flip_x": 0, "center_z": -1.25},
        ),
        cases.Case(
            [cases.Sample([(5, 3), (1, 3)], "float64")],
            {"flip_y": 1, "layout": "zyx", "center_y": 2.5},
        ),
    ]
)
def coord_flip(
    input: Input,
    /,
    *,
    center_x: PerSample[float] = 0.5,
    center_y: PerSample[float] = 0.5,
    center_z: PerSample[float] = 0.5,
    flip_x: PerSample[int] = 1,
    flip_y: PerSample[int] = 0,
    flip_z: PerSample[int] = 0,
    layout: Layout = "",
):
    """Mirror points about a centre: x becomes 2 * center_x - x.

    The last axis holds the coordinates of a point in the order of `layout`, by default "x", "xy" or
    "xyz". The default centre is 0.5, for coordinates in [0, 1].

    >>> import headrace.dynamic as ndd
    >>> ndd.coord_flip(ndd.tensor([[0.25, 0.5], [1.0, 0.0]])).tolist()
    [[0.75, 0.5], [0.0, 0.0]]
    """
    if input.ndim < 1:
        raise errors.ShapeError("needs points: an input with at least one axis")
    if input.dtype.kind is not DType.Kind.float:
        raise errors.DTypeError(
            f"needs coordinates of a float type, got {input.dtype.full_name}: "
            "use ndd.cast(x, dtype=ndd.float32)"
        )
    if set(layout) - set("xyz") or len(set(layout)) != len(layout):
        raise errors.LayoutError(f'layout="{layout}" may have each of the letters x, y, z once')
    return kernel(
        "coord_flip",
        input,
        flip_x=flip_x,
        flip_y=flip_y,
        flip_z=flip_z,
        center_x=center_x,
        center_y=center_y,
        center_z=center_z,
        columns=[(layout or "xyz").find(letter) for letter in "xyz"],
        names=len(layout),
    )


@reference(coord_flip)
def _coord_flip(x, *, layout, **arguments):
    y = x.copy()
    for column, letter in enumerate(
        (layout or "xyz")[: x.shape[-1]]
    ):  # `layout` is the argument, not the layout of x
        if arguments[f"flip_{letter}"]:
            y[..., column] = 2 * x.dtype.type(arguments[f"center_{letter}"]) - x[..., column]
    return y
