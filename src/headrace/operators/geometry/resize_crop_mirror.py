"""resize_crop_mirror: a window of a resized image, mirrored."""

from __future__ import annotations

import numpy as np

from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, InterpType, PerSample
from .resampling import LAYOUTS, LINEAR, Mode, resize_parameters, size_parameters, spatial_axes
from .resize import reference_resize
from .window import Rounding, crop_parameters, reference_crop_windows


@operator(
    graph_aliases=("fast_resize_crop_mirror",),
    layouts=LAYOUTS,
    unused=("minibatch_size", "temp_buffer_hint"),
    samples=[
        cases.Case([cases.images()], {"resize_shorter": 9.0, "crop": [7, 8]}, 1),
        cases.Case(
            [cases.images()],
            {
                "size": [11, 13],
                "crop_h": 5.0,
                "crop_w": cases.PerSample([4.0, 13.0, 1.0], "float32"),
                "crop_pos_x": 0.2,
                "mirror": cases.PerSample([1, 2, 3]),
                "dtype": "float32",
            },
            1e-3,
        ),
        cases.Case(
            [cases.images("float32", "CHW")],
            {"resize_x": 10.0, "crop": [1, 6], "mirror": 1, "interp_type": "cubic"},
            1e-3,
        ),
        cases.Case(
            [cases.images("uint8", "DHWC")],
            {"size": [5, 7, 8], "crop": [2, 3, 4], "mirror": 7, "rounding": "truncate"},
            1,
        ),
    ],
)
def resize_crop_mirror(
    input: Input,
    /,
    *,
    antialias: bool = True,
    crop: PerSample[list[float]] = None,
    crop_d: PerSample[float] = 0.0,
    crop_h: PerSample[float] = 0.0,
    crop_pos_x: PerSample[float] = 0.5,
    crop_pos_y: PerSample[float] = 0.5,
    crop_pos_z: PerSample[float] = 0.5,
    crop_w: PerSample[float] = 0.0,
    dtype: DType = None,
    interp_type: PerSample[InterpType] = LINEAR,
    mag_filter: PerSample[InterpType] = None,
    max_size: list[float] = None,
    min_filter: PerSample[InterpType] = None,
    minibatch_size: int = 32,
    mirror: PerSample[int] = 0,
    mode: Mode = "default",
    resize_longer: PerSample[float] = 0.0,
    resize_shorter: PerSample[float] = 0.0,
    resize_x: PerSample[float] = 0.0,
    resize_y: PerSample[float] = 0.0,
    resize_z: PerSample[float] = 0.0,
    roi_end: PerSample[list[float]] = None,
    roi_relative: bool = False,
    roi_start: PerSample[list[float]] = None,
    rounding: Rounding = "round",
    size: PerSample[list[float]] = None,
    subpixel_scale: bool = True,
    temp_buffer_hint: int = 0,
):
    """Resize (see resize), cut a window out (see crop), mirror it; only the window is computed.

    A window that leaves the resized image sees the image's edge repeated.

    mirror: 1 mirrors left and right, 2 top and bottom, 4 front and back; sums do several.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.zeros(shape=[375, 500, 3], layout="HWC")
    >>> ndd.resize_crop_mirror(x, resize_shorter=256, crop=[224, 224], mirror=1).shape
    (224, 224, 3)
    """
    dims = spatial_axes(input.layout)
    parameters = crop_parameters(
        input.layout,
        crop=crop,
        crop_d=crop_d,
        crop_h=crop_h,
        crop_w=crop_w,
        crop_pos_x=crop_pos_x,
        crop_pos_y=crop_pos_y,
        crop_pos_z=crop_pos_z,
        rounding=rounding,
    )
    parameters["axes"] = [*([-1] * (3 - len(dims))), *dims, -1]  # frames are not cut
    parameters |= size_parameters(
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
    )
    return kernel(
        "resize_crop_mirror",
        input,
        out=Out(dtype or input.dtype, input.ndim, input.layout),
        mirror=mirror,
        **parameters,
    )


@reference(resize_crop_mirror)
def _resize_crop_mirror(  # type: ignore[no-untyped-def]
    x, *, layout, crop, crop_d, crop_h, crop_w, crop_pos_x, crop_pos_y, crop_pos_z, rounding,
    mirror, **arguments,
):  # fmt: skip
    y, dims = reference_resize(x, layout, arguments)
    windows = reference_crop_windows(
        y.shape,
        layout.replace("F", "N"),
        crop,
        crop_d,
        crop_h,
        crop_w,
        (crop_pos_x, crop_pos_y, crop_pos_z),
        rounding,
    )
    y = y[tuple(slice(*w) for w in windows)]
    return np.flip(y, tuple(d for k, d in enumerate(reversed(dims)) if int(mirror) >> k & 1))
