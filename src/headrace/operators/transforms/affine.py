"""transforms.*: matrices of affine maps of points."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core import errors
from ...core.dtype import float32
from ...engine import cases
from ...engine.operator import Lowered, Out, kernel, operator, reference
from ...engine.params import Input, PerFrame

# DALI gives its matrices this layout: two axes without names.
_LAYOUT = "**"


def _lower(name: str, *inputs: Any, **arguments: Any) -> Lowered:
    given = [x for x in inputs if x is not None]
    for x in given:
        if x.ndim != 2:
            raise errors.ShapeError(
                f"a transform is a matrix of n rows and n + 1 columns, got {x.ndim} axes"
            )
    return kernel("transform_" + name, *given, out=Out(float32, 2, _LAYOUT), **arguments)


_MATRIX = cases.Sample([(2, 3), (2, 3), (2, 3)], "float32", low=-2.0, high=2.0)
_MATRIX_3D = cases.Sample([(3, 4), (3, 4)], "float32", low=-2.0, high=2.0)


@operator(
    "transforms.translation",
    graph_aliases=("transform_translation",),
    sequences=True,
    samples=[
        cases.Case(
            [_MATRIX],
            {"offset": cases.PerSample([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], "float32")},
            1e-5,
        ),
        cases.Case([_MATRIX_3D], {"offset": [1.0, 2.0, 3.0], "reverse_order": True}, 1e-5),
        cases.Case([], {"offset": [1.0, 2.0, 3.0]}, 1e-5, batch_size=3),
    ],
    cpu_only="its results are arguments of other calls, which the host reads",
)
def translation(
    input: Input = None, /, *, offset: PerFrame[list[float]], reverse_order: bool = False
):
    """Return the matrix that translates points by `offset`.

    With an input matrix: the input followed by this map, or the reverse with `reverse_order`.

    >>> import headrace.dynamic as ndd
    >>> ndd.transforms.translation(offset=[3, 5]).tolist()
    [[1.0, 0.0, 3.0], [0.0, 1.0, 5.0]]
    """
    return _lower("translation", input, offset=offset, reverse_order=reverse_order)


@operator(
    "transforms.scale",
    sequences=True,
    samples=[
        cases.Case([_MATRIX], {"scale": [2.0, 3.0], "center": [1.0, -1.0]}, 1e-5),
        cases.Case([], {"scale": 2.0, "ndim": 3}, 1e-5, batch_size=2),
        cases.Case([_MATRIX], {"scale": 0.5, "reverse_order": True}, 1e-5),
    ],
    cpu_only="its results are arguments of other calls, which the host reads",
)
def scale(
    input: Input = None,
    /,
    *,
    scale: PerFrame[list[float]],
    center: PerFrame[list[float]] = None,
    ndim: int = None,
    reverse_order: bool = False,
):
    """Return the matrix that scales points about a `center`, by default the origin.

    One number scales all dimensions; their number is then given by `ndim`, the input or the centre.

    >>> import headrace.dynamic as ndd
    >>> ndd.transforms.scale(scale=[2, 3], center=[1, 1]).tolist()
    [[2.0, 0.0, -1.0], [0.0, 3.0, -2.0]]
    """
    return _lower(
        "scale", input, scale=scale, center=center, ndim=ndim, reverse_order=reverse_order
    )


@operator(
    "transforms.rotation",
    sequences=True,
    samples=[
        cases.Case(
            [_MATRIX],
            {"angle": cases.PerSample([30.0, 90.0, -10.0], "float32"), "center": [1.0, 2.0]},
            1e-5,
        ),
        cases.Case(
            [_MATRIX_3D], {"angle": 25.0, "axis": [1.0, 2.0, 3.0], "reverse_order": True}, 1e-5
        ),
        cases.Case([], {"angle": 180.0}, 1e-5, batch_size=1),
    ],
    cpu_only="its results are arguments of other calls, which the host reads",
)
def rotation(
    input: Input = None,
    /,
    *,
    angle: PerFrame[float],
    axis: PerFrame[list[float]] = None,
    center: PerFrame[list[float]] = None,
    reverse_order: bool = False,
):
    """Return the matrix that rotates points by `angle` degrees about a `center` (3-D: `axis`).

    Positive angles rotate the first axis towards the second.

    >>> import headrace.dynamic as ndd
    >>> import numpy as np
    >>> np.asarray(ndd.transforms.rotation(angle=90)).round(3).tolist()
    [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0]]
    """
    return _lower(
        "rotation", input, angle=angle, axis=axis, center=center, reverse_order=reverse_order
    )


@operator(
    "transforms.shear",
    sequences=True,
    samples=[
        cases.Case([_MATRIX], {"shear": [0.5, 2.0], "center": [1.0, 2.0]}, 1e-5),
        cases.Case([], {"angles": [10.0, -20.0]}, 1e-5, batch_size=2),
        cases.Case([_MATRIX_3D], {"shear": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]}, 1e-4),
    ],
    cpu_only="its results are arguments of other calls, which the host reads",
)
def shear(
    input: Input = None,
    /,
    *,
    angles: PerFrame[list[float]] = None,
    center: PerFrame[list[float]] = None,
    reverse_order: bool = False,
    shear: PerFrame[list[float]] = None,
):
    """Return the matrix that shears points about a `center`.

    shear: the off-diagonal factors of the matrix, row by row: 2 in 2-D, 6 in 3-D. angles: the same
        in degrees.

    >>> import headrace.dynamic as ndd
    >>> ndd.transforms.shear(shear=[2, 3]).tolist()
    [[1.0, 2.0, 0.0], [3.0, 1.0, 0.0]]
    """
    if (shear is None) == (angles is None):
        raise errors.ArgumentError("needs one of shear and angles")
    return _lower(
        "shear", input, shear=shear, angles=angles, center=center, reverse_order=reverse_order
    )


@operator(
    "transforms.crop",
    sequences=True,
    samples=[
        cases.Case(
            [_MATRIX], {"from_start": [0.0, 1.0], "from_end": [10.0, 21.0], "to_end": 5.0}, 1e-5
        ),
        cases.Case(
            [],
            {"from_start": [5.0, 1.0], "from_end": [1.0, 2.0], "absolute": True},
            1e-5,
            batch_size=2,
        ),
    ],
    cpu_only="its results are arguments of other calls, which the host reads",
)
def crop(
    input: Input = None,
    /,
    *,
    absolute: bool = False,
    from_end: PerFrame[list[float]] = (1.0,),
    from_start: PerFrame[list[float]] = (0.0,),
    reverse_order: bool = False,
    to_end: PerFrame[list[float]] = (1.0,),
    to_start: PerFrame[list[float]] = (0.0,),
):
    """Return the matrix that maps the box `from_start`, `from_end` to the box `to_start`, `to_end`.

    absolute: start and end of a box may be swapped.

    >>> import headrace.dynamic as ndd
    >>> ndd.transforms.crop(from_start=[0, 4], from_end=[2, 8]).tolist()
    [[0.5, 0.0, 0.0], [0.0, 0.25, -1.0]]
    """
    return _lower(
        "crop",
        input,
        from_start=from_start,
        from_end=from_end,
        to_start=to_start,
        to_end=to_end,
        absolute=absolute,
        reverse_order=reverse_order,
    )


@operator(
    "transforms.combine",
    sequences=True,
    samples=[
        cases.Case([_MATRIX, _MATRIX], {}, 1e-4),
        cases.Case([_MATRIX, _MATRIX, _MATRIX], {"reverse_order": True}, 1e-4),
    ],
    cpu_only="its results are arguments of other calls, which the host reads",
)
def combine(*inputs: Input, reverse_order: bool = False):
    """Return one matrix for several maps, applied in the given order (or `reverse_order`).

    >>> import headrace.dynamic as ndd
    >>> move, grow = ndd.transforms.translation(offset=[1, 1]), ndd.transforms.scale(scale=[2, 2])
    >>> ndd.transforms.combine(move, grow).tolist()
    [[2.0, 0.0, 2.0], [0.0, 2.0, 2.0]]
    """
    if len(inputs) < 2:
        raise errors.ArgumentTypeError(f"needs at least two transforms, got {len(inputs)}")
    return _lower("combine", *inputs, reverse_order=reverse_order)


# ---- references -------------------------------------------------------------------------------


def _homogeneous(m: Any) -> Any:
    m = np.asarray(m, np.float64)
    return np.vstack([m, np.eye(m.shape[1])[-1]])


def _about(linear: Any, center: Any, given: Any, reverse_order: bool) -> Any:
    """A linear map about a centre, composed with the input."""
    n = len(linear)
    c = np.broadcast_to(np.asarray(0.0 if center is None else center, np.float64), (n,))
    return _composed(np.column_stack([linear, c - linear @ c]), given, reverse_order)


def _composed(made: Any, given: Any, reverse_order: bool) -> Any:
    made = _homogeneous(made)
    if given:
        other = _homogeneous(given[0])
        made = other @ made if reverse_order else made @ other
    return made[:-1].astype(np.float32)


def _dims(values: Any, given: Any, ndim: int | None = None) -> int:
    size = np.size(values)
    return size if size > 1 else len(given[0]) if given else ndim or 1


@reference(translation)
def _translation(*given, layout=None, offset, reverse_order):
    n = _dims(offset, given)
    return _composed(
        np.column_stack([np.eye(n), np.broadcast_to(offset, (n,))]), given, reverse_order
    )


@reference(scale)
def _scale(*given, layout=None, scale, center, ndim, reverse_order):
    n = _dims(scale, given, ndim)
    return _about(
        np.diag(np.broadcast_to(np.asarray(scale, np.float64), (n,))), center, given, reverse_order
    )


@reference(rotation)
def _rotation(*given, layout=None, angle, axis, center, reverse_order):
    c, s = np.cos(np.radians(float(angle))), np.sin(np.radians(float(angle)))
    linear = np.array([[c, -s], [s, c]])
    if axis is not None:
        x, y, z = np.asarray(axis, np.float64) / np.linalg.norm(axis)
        k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        linear = np.eye(3) + s * k + (1 - c) * k @ k
    return _about(linear, center, given, reverse_order)


@reference(shear)
def _shear(*given, layout=None, shear, angles, center, reverse_order):
    values = np.ravel(shear) if shear is not None else np.tan(np.radians(np.ravel(angles)))
    n = 2 if len(values) == 2 else 3
    linear = np.eye(n)
    linear[~np.eye(n, dtype=bool)] = values
    return _about(linear, center, given, reverse_order)


@reference(crop)
def _crop(*given, layout=None, absolute, from_end, from_start, to_end, to_start, reverse_order):
    ends = [np.ravel(np.asarray(v, np.float64)) for v in (from_start, from_end, to_start, to_end)]
    a, b, c, d = np.broadcast_arrays(*ends)
    if absolute:
        a, b, c, d = np.minimum(a, b), np.maximum(a, b), np.minimum(c, d), np.maximum(c, d)
    factor = (d - c) / (b - a)
    return _composed(np.column_stack([np.diag(factor), c - a * factor]), given, reverse_order)


@reference(combine)
def _combine(*given, layout=None, reverse_order):
    result = _homogeneous(given[0])
    for m in given[1:]:
        result = result @ _homogeneous(m) if reverse_order else _homogeneous(m) @ result
    return result[:-1].astype(np.float32)
