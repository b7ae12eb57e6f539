"""The augmentations that AutoAugment, RandAugment and TrivialAugment draw from.

They take uint8 images, RGB where colours matter. `fill_value` and `interp_type` are arguments of
the operators that move pixels.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dynamic, types
from ..core.batch import Batch
from .core import augmentation
from .core._modes import mode_of


def _ops(data: Any) -> Any:
    """The operators of the mode (fn or ndd) that samples belong to."""
    return mode_of(data).ops


# ---- geometry ---------------------------------------------------------------------------------


def warp_x_param(magnitude: float) -> list[float]:
    """An offset along x."""
    return [magnitude, 0]


def warp_y_param(magnitude: float) -> list[float]:
    """An offset along y."""
    return [0, magnitude]


def _warped(data: Any, matrix: Any, fill_value: float | None, interp_type: Any) -> Any:
    more = {} if interp_type is None else {"interp_type": interp_type}
    return _ops(data).warp_affine(
        data, matrix=matrix, fill_value=fill_value, inverse_map=False, **more
    )


def _sheared(data: Any, shear: Any, fill_value: float | None, interp_type: Any) -> Any:
    return _warped(data, _ops(data).transforms.shear(shear=shear), fill_value, interp_type)


def _moved(data: Any, offset: Any, fill_value: float | None, interp_type: Any) -> Any:
    matrix = _ops(data).transforms.translation(offset=offset)
    return _warped(data, matrix, fill_value, interp_type)


def _size(shape: Any, axis: int) -> Any:
    """The height (axis 0) or width (1) of samples, from an argument `shape`."""
    if isinstance(shape, list) and all(isinstance(s, tuple) for s in shape):
        shape = dynamic.batch([np.asarray(s) for s in shape])  # the form of Batch.shape
    if isinstance(shape, Batch):
        return shape.slice[axis]
    size = shape[axis]
    return np.float32(size) if isinstance(size, (int, float, np.number)) else size


@augmentation(mag_range=(0, 0.3), randomly_negate=True, mag_to_param=warp_x_param)
def shear_x(data: Any, shear: Any, fill_value: float | None = 128, interp_type: Any = None) -> Any:
    """Shear along x."""
    return _sheared(data, shear, fill_value, interp_type)


@augmentation(mag_range=(0, 0.3), randomly_negate=True, mag_to_param=warp_y_param)
def shear_y(data: Any, shear: Any, fill_value: float | None = 128, interp_type: Any = None) -> Any:
    """Shear along y."""
    return _sheared(data, shear, fill_value, interp_type)


@augmentation(mag_range=(0.0, 1.0), randomly_negate=True, mag_to_param=warp_x_param)
def translate_x(
    data: Any, rel_offset: Any, shape: Any, fill_value: float | None = 128, interp_type: Any = None
) -> Any:
    """Move along x, by a fraction of the width. shape: begins with height and width."""
    return _moved(data, rel_offset * _size(shape, 1), fill_value, interp_type)


@augmentation(
    mag_range=(0, 250), randomly_negate=True, mag_to_param=warp_x_param, name="translate_x"
)
def translate_x_no_shape(
    data: Any, offset: Any, fill_value: float | None = 128, interp_type: Any = None
) -> Any:
    """Move along x, by pixels."""
    return _moved(data, offset, fill_value, interp_type)


@augmentation(mag_range=(0.0, 1.0), randomly_negate=True, mag_to_param=warp_y_param)
def translate_y(
    data: Any, rel_offset: Any, shape: Any, fill_value: float | None = 128, interp_type: Any = None
) -> Any:
    """Move along y, by a fraction of the height. shape: begins with height and width."""
    return _moved(data, rel_offset * _size(shape, 0), fill_value, interp_type)


@augmentation(
    mag_range=(0, 250), randomly_negate=True, mag_to_param=warp_y_param, name="translate_y"
)
def translate_y_no_shape(
    data: Any, offset: Any, fill_value: float | None = 128, interp_type: Any = None
) -> Any:
    """Move along y, by pixels."""
    return _moved(data, offset, fill_value, interp_type)


@augmentation(mag_range=(0, 30), randomly_negate=True)
def rotate(
    data: Any,
    angle: Any,
    fill_value: float | None = 128,
    interp_type: Any = None,
    rotate_keep_size: bool = True,
) -> Any:
    """Rotate by degrees."""
    more = {} if interp_type is None else {"interp_type": interp_type}
    return _ops(data).rotate(
        data, angle=angle, fill_value=fill_value, keep_size=rotate_keep_size, **more
    )


# ---- colours ----------------------------------------------------------------------------------


def shift_enhance_range(magnitude: float) -> float:
    """A factor: 1 is no change."""
    return 1 + magnitude


@augmentation(mag_range=(0, 0.9), randomly_negate=True, mag_to_param=shift_enhance_range)
def brightness(data: Any, parameter: Any) -> Any:
    """Scale brightness: 0 is black, 1 no change."""
    return _ops(data).brightness(data, brightness=parameter)


@augmentation(mag_range=(0, 0.9), randomly_negate=True, mag_to_param=shift_enhance_range)
def contrast(data: Any, parameter: Any) -> Any:
    """Scale contrast about the image's mean grey: 0 is uniform grey, 1 no change."""
    ops = _ops(data)
    gray = ops.color_space_conversion(data, image_type=types.RGB, output_type=types.GRAY)
    center = ops.reductions.mean(gray, axes=[-3, -2, -1])  # per frame of a sequence
    return ops.contrast(data, contrast=parameter, contrast_center=center)


@augmentation(mag_range=(0, 0.9), randomly_negate=True, mag_to_param=shift_enhance_range)
def color(data: Any, parameter: Any) -> Any:
    """Scale saturation: 0 is grey, 1 no change."""
    return _ops(data).saturation(data, saturation=parameter)


def sharpness_kernel(magnitude: float) -> np.ndarray:
    """A filter that sharpens (positive magnitude) or blurs (negative); 0 is no change."""
    return sharpness_kernel_shifted(1 + magnitude)


def sharpness_kernel_shifted(magnitude: float) -> np.ndarray:
    """`sharpness_kernel` with its range shifted: 0 blurs, 1 is no change, more sharpens."""
    kernel: np.ndarray = np.full((3, 3), 1 / 13, np.float32) * np.float32(1 - magnitude)
    kernel[1, 1] += 4 * kernel[1, 1] + np.float32(magnitude)
    return kernel


@augmentation(
    mag_range=(0, 0.9),
    randomly_negate=True,
    mag_to_param=sharpness_kernel,
    param_device="auto",
)
def sharpness(data: Any, kernel: Any) -> Any:
    """Filter by a kernel that blurs or sharpens."""
    return _ops(data).filter(data, kernel)


# ---- bits -------------------------------------------------------------------------------------


def poster_mask_uint8(magnitude: float) -> np.ndarray:
    """A mask of the 1 to 8 highest bits."""
    bits = int(np.clip(np.rint(magnitude), 1, 8))
    return np.array(256 - (1 << 8 - bits), np.uint8)


@augmentation(mag_range=(0, 4), mag_to_param=poster_mask_uint8, param_device="auto")
def posterize(data: Any, mask: Any) -> Any:
    """Keep the highest bits only."""
    return data & mask


@augmentation(mag_range=(256, 0), param_device="auto")
def solarize(data: Any, threshold: Any) -> Any:
    """Invert values at and above a threshold."""
    return data * (data < threshold) + (np.uint8(255) - data) * (data >= threshold)


def solarize_add_shift(shift: float) -> np.ndarray:
    """The magnitude as a uint8."""
    return np.array(int(np.clip(shift, 0, 255)), np.uint8)


@augmentation(mag_range=(0, 110), mag_to_param=solarize_add_shift, param_device="auto")
def solarize_add(data: Any, shift: Any) -> Any:
    """Add to values below 128."""
    return data + (data < np.uint8(128)) * shift


@augmentation
def invert(data: Any, _: Any) -> Any:
    """Invert all values."""
    return np.uint8(255) - data


@augmentation
def equalize(data: Any, _: Any) -> Any:
    """Equalize the histogram of each channel."""
    return _ops(data).equalize(data)


@augmentation
def auto_contrast(data: Any, _: Any) -> Any:
    """Stretch the values of each channel to the full range."""
    ops = _ops(data)
    low = ops.reductions.min(data, axes=[-3, -2], keep_dims=True)
    high = ops.reductions.max(data, axes=[-3, -2], keep_dims=True)
    # A constant channel stays: use 0 as its lowest and 255 as its highest value.
    levels = (high - low) + (low == high) * np.uint8(255)
    low = low * (low != high)
    return ops.cast_like((data - low) * (np.float32(255) / levels), data)


@augmentation
def identity(data: Any, _: Any) -> Any:
    """No change."""
    return data
