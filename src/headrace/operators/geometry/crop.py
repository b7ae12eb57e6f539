"""crop: cuts a window out of each sample, given by size and relative position."""

from __future__ import annotations

from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input
from .window import (
    LAYOUTS,
    Bounds,
    Window,
    bounds,
    reference_convert,
    reference_crop_windows,
    reference_window,
)


@operator(
    layouts=LAYOUTS,
    deprecated={"image_type": None, "output_dtype": "dtype"},
    samples=[
        cases.Case(
            [cases.images()],
            {
                "crop": cases.PerSample([[5, 4], [7, 3], [1, 9]], "float32"),
                "crop_pos_x": cases.PerSample([0.0, 0.7, 1.0], "float32"),
            },
        ),
        cases.Case(
            [cases.images()],
            {"crop": [9, 6], "out_of_bounds_policy": "pad", "fill_values": [1.0, 2.0, 3.0]},
        ),
        cases.Case(
            [cases.images("float32")],
            {"crop_h": 1.0, "crop_w": 2.9, "dtype": "uint8", "rounding": "truncate"},
        ),
        cases.Case(
            [cases.images("int16", "CHW")], {"crop": [8, 20], "out_of_bounds_policy": "reflect_101"}
        ),
        cases.Case([cases.images("uint8", "DHWC")], {"crop": [1, 1, 4], "crop_pos_z": 1.0}),
        cases.Case(
            [cases.images("uint8", "FHWC")],
            {"crop": [20, 4], "dtype": "float16", "out_of_bounds_policy": "trim_to_shape"},
        ),
    ],
)
def crop(
    input: Input,
    /,
    *,
    window: Window,
    dtype: DType = None,
    fill_values: list[float] = (0.0,),
    out_of_bounds_policy: Bounds = "error",
):
    """Cut a window of `crop` = [height, width] (or [depth, height, width]) out of each sample.

    A size of 0 keeps the whole axis. Positions are relative: 0 is left or top, 1 right or bottom.
    In a sequence, frames count as depth. Conversion to an integer `dtype` truncates and saturates.

    out_of_bounds_policy: for windows that leave the sample: "error", "pad" (with fill_values, one
        or one per channel), "trim_to_shape", "edge", "reflect_1001", "reflect_101" or "wrap".

    >>> import headrace.dynamic as ndd
    >>> x = ndd.zeros(shape=[10, 8, 3], layout="HWC")
    >>> ndd.crop(x, crop=[4, 6], crop_pos_x=0.0).shape
    (4, 6, 3)
    """
    return kernel(
        "crop",
        input,
        out=Out(dtype or input.dtype, input.ndim, input.layout),
        bounds=bounds(out_of_bounds_policy),
        fill_values=fill_values or (0.0,),
        **window.parameters(input.layout),
    )


@reference(crop)
def _crop(x, *, layout, dtype, fill_values, out_of_bounds_policy, **window):
    windows = reference_crop_windows(x.shape, layout, **window)
    channels = layout.index("C") if "C" in layout else None
    x = reference_convert(x, dtype)
    return reference_window(x, windows, out_of_bounds_policy, fill_values, channels)
