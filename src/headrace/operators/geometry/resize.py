"""resize: resizes images and volumes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtype import DType, int32
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input
from .resampling import (
    LAYOUTS,
    Edges,
    Scaling,
    Sizes,
    reference_scaling,
    spatial_axes,
)


@operator(
    layouts=LAYOUTS,
    outputs=lambda _, arguments: 2 if arguments["save_attrs"] else 1,
    aliases=("experimental.resize",),
    deprecated={"image_type": None},
    unused=("minibatch_size", "temp_buffer_hint"),
    samples=[
        cases.Case([cases.images()], {"resize_shorter": 5.0}, 1),
        cases.Case([cases.images()], {"size": [6, 11], "save_attrs": True}, 1),
        cases.Case(
            [cases.images()],
            {"resize_shorter": cases.PerSample([5.0, 7.5, 3.0], "float32"), "max_size": 12.0},
            1,
        ),
        cases.Case(
            [cases.images("float32", "CHW")],
            {"resize_x": 4.0, "interp_type": "cubic", "antialias": False},
            1e-3,
        ),
        cases.Case(
            [cases.images()],
            {
                "size": cases.PerSample([[9, 4], [3, 3], [5, 30]], "float32"),
                "roi_start": [0.25, 0.9],
                "roi_end": [0.85, 0.13],
                "roi_relative": True,
                "interp_type": "lanczos3",
                "dtype": "float32",
            },
            2e-3,
        ),
        cases.Case([cases.images()], {"size": [4, 17], "interp_type": "cubic", "edges": "cut"}, 1),
        cases.Case(
            [cases.images("uint8", "FHWC")],
            {"size": [5.3, -6.0], "mode": "not_larger"},
            1,
        ),
        cases.Case(
            [cases.images("int16", "DHWC")],
            {"size": [3, 8, 6], "interp_type": cases.PerSample([4, 2, 0], "int32")},
            1,
        ),
        cases.Case([cases.images("uint8", "HW")], {"resize_y": 5.7, "subpixel_scale": False}, 1),
    ],
)
def resize(
    input: Input,
    /,
    *,
    scaling: Scaling,
    sizes: Sizes,
    dtype: DType = None,
    edges: Edges = "repeat",
    save_attrs: bool = False,
):
    """Resize images (height and width) or volumes (depth, height and width).

    Give `size` = [height, width] (or [depth, height, width], or one number for all axes), or any of
    resize_x (width), resize_y and resize_z, or resize_shorter or resize_longer, the size of the
    shorter or longer side. Sizes of 0 follow from the others; negative sizes mirror.

    mode: "default": axes of size 0 are scaled by the geometric mean of the other scales. "stretch":
        they keep their size. "not_larger", "not_smaller": keep the aspect ratio, so that no size is
        exceeded, or every size is reached.
    max_size: maximum size, one number or one per axis.
    roi_start, roi_end: the region of the input to resize, in pixels or (roi_relative) relative to
        its size. It may extend beyond the image; it is mirrored if it ends before it starts.
    interp_type: the interpolation; min_filter and mag_filter: for axes that shrink, or grow.
    antialias: widen the filter of an axis by the factor that it shrinks.
    edges: what filters read outside of the image. "repeat": the pixel at the edge, as in DALI.
        "cut": nothing, the weights of the other pixels are scaled up, as in Pillow and torchvision.
    subpixel_scale: if a fractional size is rounded, keep the requested scale and resample a
        slightly different region; otherwise the scale is adjusted and the edges match exactly.
    save_attrs: also return the original size, as int32.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.zeros(shape=[375, 500, 3], layout="HWC")
    >>> ndd.resize(x, resize_shorter=256).shape
    (256, 341, 3)
    """
    parameters = scaling.parameters(spatial_axes(input.layout), vars(sizes), edges=edges)
    image = Out(dtype or input.dtype, input.ndim, input.layout)
    return kernel(
        "resize", input, out=[image, Out(int32, 1)] if save_attrs else image, **parameters
    )


def reference_sizes(dims: list[int], mode: str, arguments: dict[str, Any]) -> tuple[Any, str]:
    """The sizes of the axes and the mode, from the arguments of resize."""
    if arguments["size"] is not None:
        return arguments["size"], mode
    if arguments["resize_shorter"]:
        return [arguments["resize_shorter"]] * len(dims), "not_smaller"
    if arguments["resize_longer"]:
        return [arguments["resize_longer"]] * len(dims), "not_larger"
    return [arguments[f"resize_{axis}"] for axis in "zyx"][-len(dims) :], mode


def reference_resize(
    x: np.ndarray, layout: str, arguments: dict[str, Any]
) -> tuple[np.ndarray, list[int]]:
    """The result of resize, and the axes that it resizes."""
    dims = spatial_axes(layout)
    sizes, mode = reference_sizes(dims, arguments["mode"], arguments)
    return reference_scaling(x, dims, sizes, {**arguments, "mode": mode}), dims


@reference(resize)
def _resize(x, *, layout, save_attrs, **arguments):
    y, dims = reference_resize(x, layout, arguments)
    return (y, np.array([x.shape[d] for d in dims], np.int32)) if save_attrs else y
