"""crop_mirror_normalize: crop, mirror, normalize and transpose in one pass."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...core.dtype import DType, float32
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, Layout, PerSample
from .window import (
    LAYOUTS,
    NormalizeBounds,
    Window,
    bounds,
    reference_crop_windows,
    reference_window,
)


def _target_layout(layout: str, output_layout: str) -> str:
    """The layout of the output: `output_layout`, completed by frames and depth.

    If it does not name them, frames are the first axis, and depth precedes height.

    >>> _target_layout("FHWC", "CHW"), _target_layout("DHWC", "CHW"), _target_layout("HW", "CHW")
    ('FCHW', 'CDHW', 'HW')
    """
    target = output_layout or layout
    if "C" not in layout:
        target = target.replace("C", "")
    if "D" in layout and "D" not in target:
        target = target.replace("H", "DH")
    if "F" in layout and "F" not in target:
        target = "F" + target
    if sorted(target) != sorted(layout):
        raise errors.LayoutError(
            f"output_layout={output_layout!r} is no permutation of the input's layout {layout!r}"
        )
    return target


@operator(
    layouts=LAYOUTS,
    deprecated={"image_type": None, "output_dtype": "dtype"},
    samples=[
        cases.Case([cases.images()], {"mean": [1.0, 2.0, 3.0], "std": [2.0, 3.0, 4.0]}, 1e-3),
        cases.Case(
            [cases.images()],
            {"mirror": cases.PerSample([0, 1, 0]), "dtype": "uint8", "output_layout": "HWC"},
        ),
        cases.Case([cases.images("float32", "CHW")], {"scale": 2.0, "shift": 1.0}, 1e-3),
        cases.Case(
            [cases.images()],
            {
                "crop": [10, 8],
                "out_of_bounds_policy": "pad",
                "mirror": 1,
                "fill_values": [1.0, 2.0, 3.0],
                "std": 2.0,
                "crop_pos_x": 0.2,
            },
            1e-3,
        ),
        cases.Case(
            [cases.images("int16")],
            {
                "pad_output": True,
                "output_layout": "HWC",
                "fill_values": 7.0,
                "dtype": "float16",
                "std": cases.PerSample([1.0, 2.0, 4.0], "float32"),
            },
            0.1,
        ),
        cases.Case(
            [cases.images("uint8", "FHWC")],
            {"mean": 5.0, "std": 4.0, "mirror": 1, "crop": [1, 4]},
            1e-3,
        ),
        cases.Case(
            [cases.images("uint8", "CHW")], {"output_layout": "HWC", "crop": [1, 4], "mirror": 1}
        ),
    ],
)
def crop_mirror_normalize(
    input: Input,
    /,
    *,
    window: Window,
    dtype: DType = float32,
    fill_values: list[float] = (0.0,),
    mean: PerSample[list[float]] = (0.0,),
    mirror: PerSample[int] = 0,
    out_of_bounds_policy: NormalizeBounds = "error",
    output_layout: Layout = "CHW",
    pad_output: bool = False,
    scale: float = 1.0,
    shift: float = 0.0,
    std: PerSample[list[float]] = (1.0,),
):
    """Crop (see `crop`), mirror, normalise channels, and change layout and type.

    Computes (x - mean) / std * scale + shift for every channel; fill values are not normalised.

    pad_output: pad the number of channels to a power of two.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.full([128], shape=[8, 6, 3])
    >>> y = ndd.crop_mirror_normalize(x, crop=[4, 4], mean=[128.0], std=[64.0])
    >>> y.shape, y.layout, y.dtype
    ((3, 4, 4), 'CHW', DType(float32))
    """
    layout = input.layout
    target = _target_layout(layout, output_layout)
    for name, value in (("mean", mean), ("std", std)):
        if isinstance(value, tuple) and not value:
            raise errors.ArgumentError(f"{name} is empty")
    if isinstance(std, tuple) and 0 in std:
        raise errors.ArgumentError("std must not be 0")
    return kernel(
        "crop_mirror_normalize",
        input,
        out=Out(dtype, input.ndim, target),
        **window.parameters(layout),
        bounds=bounds(out_of_bounds_policy),
        fill_values=fill_values or (0.0,),
        mean=mean,
        std=std,
        scale=scale,
        shift=shift,
        mirror=mirror,
        perm=[layout.index(letter) for letter in target],
        pad_output=pad_output,
    )


@reference(crop_mirror_normalize)
def _crop_mirror_normalize(
    x,
    *,
    layout,
    dtype,
    fill_values,
    mean,
    mirror,
    out_of_bounds_policy,
    output_layout,
    pad_output,
    scale,
    shift,
    std,
    **window,
):
    windows = reference_crop_windows(x.shape, layout, **window)
    c = layout.index("C") if "C" in layout else None

    def per_channel(values):
        values = np.asarray(values, np.float64)
        return (
            values
            if values.size == 1
            else values.reshape([-1 if d == c else 1 for d in range(x.ndim)])
        )

    y = (x - per_channel(mean)) / per_channel(std) * scale + shift
    target = dtype.numpy
    if target.kind in "iu":
        limits = np.iinfo(target)
        y = np.clip(np.trunc(y + np.copysign(0.5, y)), limits.min, limits.max)
    y = reference_window(y.astype(target), windows, out_of_bounds_policy, fill_values, c)
    if mirror:
        y = np.flip(y, layout.index("W"))
    if pad_output and c is not None:
        missing = (1 << (y.shape[c] - 1).bit_length()) - y.shape[c]
        fill = np.broadcast_to(np.asarray(fill_values, np.float32)[-1], [missing])
        block = np.broadcast_to(
            fill.reshape([-1 if d == c else 1 for d in range(x.ndim)]),
            [missing if d == c else n for d, n in enumerate(y.shape)],
        )
        y = np.concatenate([y, block.astype(target)], c)
    return y.transpose([layout.index(letter) for letter in _target_layout(layout, output_layout)])
