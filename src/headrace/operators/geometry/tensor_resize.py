"""tensor_resize: resizes any axes of a tensor."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...core import layout as _layout
from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, Layout, PerSample
from .resampling import Scaling, SizeRounding, reference_scaling


def _dims(axes: tuple[int, ...] | None, names: str | None, ndim: int, layout: str | None):
    if axes is not None and names is not None:
        raise errors.ArgumentError("give axes= or axis_names=, not both")
    if names is not None:
        return list(_layout.axes(layout, names))
    dims = [_layout.normalize_axis(a, ndim) for a in (range(ndim) if axes is None else axes)]
    if len(set(dims)) != len(dims):
        raise errors.ArgumentError(f"axes names an axis twice: {list(axes or ())}")
    return dims


@operator(
    graph_aliases=("experimental.tensor_resize",),
    unused=("minibatch_size", "temp_buffer_hint"),
    samples=[
        cases.Case([cases.images()], {"sizes": [5, 8, 3]}, 1),
        cases.Case(
            [cases.images("float32")],
            {"scales": cases.PerSample([[0.6, 1.7], [1.3, 0.45], [2.2, 0.8]], "float32"),
             "axes": [1, 0], "interp_type": "cubic", "alignment": [0.2, 0.9]},
            2e-3,
        ),
        cases.Case(
            [cases.images("uint8", "CDHW")],
            {"sizes": [6, 0], "axis_names": "WC", "mode": "stretch", "size_rounding": "ceil"},
            1,
        ),
        cases.Case(
            [cases.Sample([(3, 4, 5, 6, 2), (5, 2, 3, 7, 3), (2, 2, 2, 2, 2)], "float32")],
            {"scales": [1.4, 0.7, 1.2, -0.6, 1.3], "size_rounding": "truncate",
             "interp_type": "triangular"},
            1e-3,
        ),
        cases.Case(
            [cases.Sample([(9,), (4,), (17,)], "int32")],
            {"sizes": 7.4, "roi_start": [1.0], "roi_end": cases.PerSample([[5], [3], [15]],
             "float32"), "dtype": "float32", "interp_type": "linear"},
            1e-3,
        ),
    ],
)  # fmt: skip
def tensor_resize(
    input: Input,
    /,
    *,
    scaling: Scaling,
    alignment: PerSample[list[float]] = (0.5,),
    axes: list[int] = None,
    axis_names: Layout = None,
    dtype: DType = None,
    scales: PerSample[list[float]] = None,
    size_rounding: SizeRounding = "round",
    sizes: PerSample[list[float]] = None,
):
    """Resize axes of a tensor, to `sizes` or by `scales`.

    Both are one number, or one for each of `axes` (or of the letters of axis_names; all axes by
    default). Other axes keep their size. The other arguments: as in `resize`.

    alignment: the point of an axis (0: its start, 1: its end) that stays fixed when subpixel_scale
        adjusts the region because the size was rounded.
    size_rounding: "round", "truncate" or "ceil".

    >>> import headrace.dynamic as ndd
    >>> x = ndd.zeros(shape=[10, 20, 30])
    >>> ndd.tensor_resize(x, scales=[0.5, 2], axes=[0, 2]).shape
    (5, 20, 60)
    """
    if not input.ndim:
        raise errors.ShapeError("needs at least one axis")
    if scales is not None and sizes is not None:
        raise errors.ArgumentError("give sizes= or scales=, not both")
    if scales is None and sizes is None:
        raise errors.ArgumentError("no size is given: pass sizes= or scales=")
    if scales is not None and scaling.mode in ("not_larger", "not_smaller"):
        raise errors.ArgumentError(f"mode={scaling.mode!r} needs sizes=, not scales=")
    dims = _dims(axes, axis_names, input.ndim, input.layout)
    size = sizes if scales is None else scales
    parameters = scaling.parameters(dims, {"size": size}, size_rounding)
    if scales is not None:
        parameters["scales"] = parameters.pop("size")
    return kernel(
        "resize",
        input,
        out=Out(dtype or input.dtype, input.ndim, input.layout),
        alignment=alignment,
        **parameters,
    )


@reference(tensor_resize)
def _tensor_resize(x, *, layout, axes, axis_names, scales, sizes, **arguments):
    dims = _dims(axes, axis_names, x.ndim, layout)
    if scales is not None:
        sizes = np.asarray(scales, np.float32) * np.asarray([x.shape[d] for d in dims])
    return reference_scaling(x, dims, sizes, arguments)
