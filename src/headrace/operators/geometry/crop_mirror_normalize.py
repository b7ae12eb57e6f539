"""crop_mirror_normalize: the last step before a model, in one pass."""

from __future__ import annotations

from ...core import errors
from ...core.dtype import DType, float32
from ...engine import cases
from ...engine.operator import Out, kernel, operator
from ...engine.params import Input, Layout, PerSample
from .window import CROP_BOUNDS, bounds, truncates


@operator(
    layouts=("HWC", "DHWC", "CHW", "DCHW", "CDHW"),
    sequences=True,
    deprecated={"image_type": None, "output_dtype": "dtype"},
    samples=[
        cases.Case([cases.images()], {"mean": [1.0, 2.0, 3.0], "std": [2.0, 3.0, 4.0]}, 1e-3),
        cases.Case([cases.images()], {"mirror": cases.PerSample([0, 1, 0]), "dtype": "uint8",
                                      "output_layout": "HWC"}),
        cases.Case([cases.images("float32", "CHW")], {"scale": 2.0, "shift": 1.0}, 1e-3),
    ],
)
def crop_mirror_normalize(
        input: Input, /, *, crop: PerSample[list[float]] = None, crop_d: PerSample[float] = 0.0,
        crop_h: PerSample[float] = 0.0, crop_pos_x: PerSample[float] = 0.5,
        crop_pos_y: PerSample[float] = 0.5, crop_pos_z: PerSample[float] = 0.5,
        crop_w: PerSample[float] = 0.0, dtype: DType = float32, fill_values: list[float] = (0.0,),
        mean: PerSample[list[float]] = (0.0,), mirror: PerSample[int] = 0,
        out_of_bounds_policy: str = "error", output_layout: Layout = "CHW",
        pad_output: bool = False, rounding: str = "round", scale: float = 1.0, shift: float = 0.0,
        std: PerSample[list[float]] = (1.0,)):
    """Cut a window, mirror it, normalise its channels, change layout and type.

    Computes (x - mean) / std * scale + shift for every channel.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.full([128], shape=[8, 6, 3])
    >>> y = ndd.crop_mirror_normalize(x, crop=[4, 4], mean=[128.0], std=[64.0])
    >>> y.shape, y.layout, y.dtype
    ((3, 4, 4), 'CHW', f32)
    """
    layout = input.layout
    target = output_layout or layout
    if sorted(target) != sorted(layout):
        raise errors.LayoutError(
            f"output_layout={output_layout!r} is no permutation of the input's layout {layout!r}")
    return kernel(
        "crop_mirror_normalize", input, out=Out(dtype, input.ndim, target), crop=crop,
        crop_d=crop_d, crop_h=crop_h, crop_w=crop_w, crop_pos_x=crop_pos_x, crop_pos_y=crop_pos_y,
        crop_pos_z=crop_pos_z, truncate=truncates(rounding),
        bounds=bounds(out_of_bounds_policy, CROP_BOUNDS), fill_values=fill_values, mean=mean,
        std=std, scale=scale, shift=shift, mirror=mirror,
        axes=[layout.find(letter) for letter in "DHWC"],
        perm=[layout.index(letter) for letter in target], pad_output=pad_output)
