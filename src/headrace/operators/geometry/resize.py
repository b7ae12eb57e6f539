"""resize: images and volumes in another size."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtype import DType, int32
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, InterpType, PerSample
from .resampling import (
    LAYOUTS,
    LINEAR,
    Edges,
    Mode,
    reference_geometry,
    reference_resample,
    resize_parameters,
    size_parameters,
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
    antialias: bool = True,
    dtype: DType = None,
    edges: Edges = "repeat",
    interp_type: PerSample[InterpType] = LINEAR,
    mag_filter: PerSample[InterpType] = None,
    max_size: list[float] = None,
    min_filter: PerSample[InterpType] = None,
    minibatch_size: int = 32,
    mode: Mode = "default",
    resize_longer: PerSample[float] = 0.0,
    resize_shorter: PerSample[float] = 0.0,
    resize_x: PerSample[float] = 0.0,
    resize_y: PerSample[float] = 0.0,
    resize_z: PerSample[float] = 0.0,
    roi_end: PerSample[list[float]] = None,
    roi_relative: bool = False,
    roi_start: PerSample[list[float]] = None,
    save_attrs: bool = False,
    size: PerSample[list[float]] = None,
    subpixel_scale: bool = True,
    temp_buffer_hint: int = 0,
):
    """Resize images (height and width) or volumes (depth, height and width).

    The size is `size` = [height, width] (or [depth, height, width], or one number for all), or any
    of resize_x (width), resize_y and resize_z, or that of the shorter or of the longer side. Sizes
    of 0 follow from the others; negative ones mirror.

    mode: "default" scales axes of size 0 by the mean of the others' scales, "stretch" leaves them
        alone. "not_larger" and "not_smaller" keep the proportions: no size is exceeded, or every
        size is reached.
    max_size: one limit, or one for each axis.
    roi_start, roi_end: the part of the input to resize, in pixels or (roi_relative) in parts of its
        size; mirrored where it ends before it starts. It may reach beyond the image.
    interp_type: the filter; min_filter and mag_filter are those for shrinking and enlarging axes.
        antialias widens it as much as an axis shrinks, so that every pixel counts.
    edges: what filters take for pixels beyond the image: "repeat" those of its edge, as DALI does,
        or "cut": nothing, so that the others weigh more, as Pillow and torchvision do.
    subpixel_scale: a fractional size is rounded, but the scale stays the one asked for; otherwise
        the scale changes a little, and edges meet exactly.
    save_attrs: also return the original size, as int32.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.zeros(shape=[375, 500, 3], layout="HWC")
    >>> ndd.resize(x, resize_shorter=256).shape
    (256, 341, 3)
    """
    dims = spatial_axes(input.layout)
    parameters = size_parameters(
        size=size,
        resize_x=resize_x,
        resize_y=resize_y,
        resize_z=resize_z,
        resize_shorter=resize_shorter,
        resize_longer=resize_longer,
        mode=mode,
    )
    parameters |= resize_parameters(
        dims,
        max_size=max_size,
        roi_start=roi_start,
        roi_end=roi_end,
        roi_relative=roi_relative,
        subpixel_scale=subpixel_scale,
        interp_type=interp_type,
        min_filter=min_filter,
        mag_filter=mag_filter,
        antialias=antialias,
        edges=edges,
    )
    image = Out(dtype or input.dtype, input.ndim, input.layout)
    return kernel(
        "resize", input, out=[image, Out(int32, 1)] if save_attrs else image, **parameters
    )


def reference_sizes(dims: list[int], mode: str, arguments: dict[str, Any]) -> tuple[Any, str]:
    """The sizes of the axes, and the mode, of the operators that take what resize takes."""
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
    """What resize computes, and the axes that it resizes."""
    dims = spatial_axes(layout)
    shape = [x.shape[d] for d in dims]
    sizes, mode = reference_sizes(dims, arguments["mode"], arguments)
    roi = None
    if arguments["roi_start"] is not None:
        unit = np.asarray(shape if arguments["roi_relative"] else 1)
        roi = (arguments["roi_start"] * unit, arguments["roi_end"] * unit)
    geometry = reference_geometry(
        shape,
        sizes,
        mode=mode,
        max_size=arguments["max_size"],
        roi=roi,
        subpixel=arguments["subpixel_scale"],
    )
    filters = [arguments[k] for k in ("min_filter", "mag_filter")]
    kind = arguments["interp_type"]
    y = reference_resample(
        x,
        dims,
        geometry,
        filters=(
            int(kind if filters[0] is None else filters[0]),
            int(kind if filters[1] is None else filters[1]),
        ),
        antialias=arguments["antialias"],
        edges=arguments.get("edges", "repeat"),
        dtype=arguments["dtype"],
    )
    return y, dims


@reference(resize)
def _resize(x, *, layout, save_attrs, **arguments):  # type: ignore[no-untyped-def]
    y, dims = reference_resize(x, layout, arguments)
    return (y, np.array([x.shape[d] for d in dims], np.int32)) if save_attrs else y
