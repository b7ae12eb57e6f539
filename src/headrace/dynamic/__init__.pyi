"""Type stubs of headrace.dynamic, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import TypeAlias as _TypeAlias
from typing import overload as _overload

import numpy as _np

from headrace.core.batch import Batch as Batch
from headrace.core.batch import Batch as _Batch
from headrace.core.device import Device as Device
from headrace.core.device import Device as _Device
from headrace.core.device import device as device
from headrace.core.dtype import DType as DType
from headrace.core.dtype import DType as _DType
from headrace.core.dtype import dtype as dtype
from headrace.core.dtype import type_id as type_id
from headrace.core.enums import DALIInterpType as _InterpType
from headrace.core.interop import as_batch as as_batch
from headrace.core.interop import as_tensor as as_tensor
from headrace.core.interop import batch as batch
from headrace.core.interop import tensor as tensor
from headrace.core.tensor import Tensor as Tensor
from headrace.engine.context import EvalContext as EvalContext
from headrace.engine.context import ThreadPool as ThreadPool
from headrace.engine.context import get_num_threads as get_num_threads
from headrace.engine.context import set_num_threads as set_num_threads
from headrace.engine.explain import explain as explain
from headrace.engine.random import RNG as _RNG
from headrace.engine.state import EvalMode as EvalMode
from headrace.engine.tracing import trace as trace

from . import decoders as decoders
from . import math as math
from . import random as random
from . import reductions as reductions
from . import transforms as transforms

_TensorLike: _TypeAlias = _Any  # Tensor, Batch, any framework's array, list, number
_DTypeLike: _TypeAlias = _DType | str | type | _np.dtype[_Any]
_DeviceLike: _TypeAlias = _Device | str | None

DataType: _DType

ImageType: _DType

InterpType: _DType

bfloat16: _DType

bool: _DType

@_overload
def brightness(
    input: _Batch,
    /,
    *,
    brightness: float | _TensorLike = 1.0,
    brightness_shift: float | _TensorLike = 0.0,
    dtype: _DTypeLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Scale pixels by `brightness` and add `brightness_shift` × the range of the result's type."""

@_overload
def brightness(
    input: _TensorLike,
    /,
    *,
    brightness: float | _TensorLike = 1.0,
    brightness_shift: float | _TensorLike = 0.0,
    dtype: _DTypeLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Scale pixels by `brightness` and add `brightness_shift` × the range of the result's type."""

@_overload
def brightness_contrast(
    input: _Batch,
    /,
    *,
    brightness: float | _TensorLike = 1.0,
    brightness_shift: float | _TensorLike = 0.0,
    contrast: float | _TensorLike = 1.0,
    contrast_center: float | _TensorLike | None = None,
    dtype: _DTypeLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Change contrast, then brightness, in one step: see contrast and brightness."""

@_overload
def brightness_contrast(
    input: _TensorLike,
    /,
    *,
    brightness: float | _TensorLike = 1.0,
    brightness_shift: float | _TensorLike = 0.0,
    contrast: float | _TensorLike = 1.0,
    contrast_center: float | _TensorLike | None = None,
    dtype: _DTypeLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Change contrast, then brightness, in one step: see contrast and brightness."""

@_overload
def cast(
    input: _Batch,
    /,
    *,
    dtype: _DTypeLike,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Convert elements to another type: floats round half away from zero, everything saturates."""

@_overload
def cast(
    input: _TensorLike,
    /,
    *,
    dtype: _DTypeLike,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Convert elements to another type: floats round half away from zero, everything saturates."""

@_overload
def cast_like(
    input_0: _Batch,
    input_1: _TensorLike,
    /,
    *,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Convert elements to the type of another value, whose data does not matter."""

@_overload
def cast_like(
    input_0: _TensorLike,
    input_1: _TensorLike,
    /,
    *,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Convert elements to the type of another value, whose data does not matter."""

@_overload
def cat(
    *inputs: _Batch,
    axis: int = 0,
    axis_name: str | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Join arrays along an axis they have; sizes may differ in that axis only."""

@_overload
def cat(
    *inputs: _TensorLike,
    axis: int = 0,
    axis_name: str | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Join arrays along an axis they have; sizes may differ in that axis only."""

@_overload
def contrast(
    input: _Batch,
    /,
    *,
    contrast: float | _TensorLike = 1.0,
    contrast_center: float | _TensorLike | None = None,
    dtype: _DTypeLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Scale the distance of pixels from `contrast_center`."""

@_overload
def contrast(
    input: _TensorLike,
    /,
    *,
    contrast: float | _TensorLike = 1.0,
    contrast_center: float | _TensorLike | None = None,
    dtype: _DTypeLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Scale the distance of pixels from `contrast_center`."""

@_overload
def coord_flip(
    input: _Batch,
    /,
    *,
    center_x: float | _TensorLike = 0.5,
    center_y: float | _TensorLike = 0.5,
    center_z: float | _TensorLike = 0.5,
    flip_x: int | _TensorLike = 1,
    flip_y: int | _TensorLike = 0,
    flip_z: int | _TensorLike = 0,
    layout: str = "",
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Mirror points about a centre: x becomes 2 * center_x - x."""

@_overload
def coord_flip(
    input: _TensorLike,
    /,
    *,
    center_x: float | _TensorLike = 0.5,
    center_y: float | _TensorLike = 0.5,
    center_z: float | _TensorLike = 0.5,
    flip_x: int | _TensorLike = 1,
    flip_y: int | _TensorLike = 0,
    flip_z: int | _TensorLike = 0,
    layout: str = "",
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Mirror points about a centre: x becomes 2 * center_x - x."""

@_overload
def coord_transform(
    input: _Batch,
    /,
    *,
    M: _Sequence[float] | float | _TensorLike | None = None,
    MT: _Sequence[float] | float | _TensorLike | None = None,
    T: _Sequence[float] | float | _TensorLike | None = None,
    dtype: _DTypeLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Map points by a matrix and an offset: each point x becomes M x + T."""

@_overload
def coord_transform(
    input: _TensorLike,
    /,
    *,
    M: _Sequence[float] | float | _TensorLike | None = None,
    MT: _Sequence[float] | float | _TensorLike | None = None,
    T: _Sequence[float] | float | _TensorLike | None = None,
    dtype: _DTypeLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Map points by a matrix and an offset: each point x becomes M x + T."""

@_overload
def copy(input: _Batch, /, *, batch_size: int | None = None, device: _DeviceLike = None) -> _Batch:
    """A copy with memory of its own."""

@_overload
def copy(
    input: _TensorLike, /, *, batch_size: int | None = None, device: _DeviceLike = None
) -> _Any:
    """A copy with memory of its own."""

@_overload
def crop(
    input: _Batch,
    /,
    *,
    crop: _Sequence[float] | float | _TensorLike | None = None,
    crop_d: float | _TensorLike = 0.0,
    crop_h: float | _TensorLike = 0.0,
    crop_pos_x: float | _TensorLike = 0.5,
    crop_pos_y: float | _TensorLike = 0.5,
    crop_pos_z: float | _TensorLike = 0.5,
    crop_w: float | _TensorLike = 0.0,
    dtype: _DTypeLike | None = None,
    fill_values: _Sequence[float] | float = ...,
    out_of_bounds_policy: str = "error",
    rounding: str = "round",
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Cut a window of `crop` = [height, width] (or [depth, height, width]) out of each sample."""

@_overload
def crop(
    input: _TensorLike,
    /,
    *,
    crop: _Sequence[float] | float | _TensorLike | None = None,
    crop_d: float | _TensorLike = 0.0,
    crop_h: float | _TensorLike = 0.0,
    crop_pos_x: float | _TensorLike = 0.5,
    crop_pos_y: float | _TensorLike = 0.5,
    crop_pos_z: float | _TensorLike = 0.5,
    crop_w: float | _TensorLike = 0.0,
    dtype: _DTypeLike | None = None,
    fill_values: _Sequence[float] | float = ...,
    out_of_bounds_policy: str = "error",
    rounding: str = "round",
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Cut a window of `crop` = [height, width] (or [depth, height, width]) out of each sample."""

@_overload
def crop_mirror_normalize(
    input: _Batch,
    /,
    *,
    crop: _Sequence[float] | float | _TensorLike | None = None,
    crop_d: float | _TensorLike = 0.0,
    crop_h: float | _TensorLike = 0.0,
    crop_pos_x: float | _TensorLike = 0.5,
    crop_pos_y: float | _TensorLike = 0.5,
    crop_pos_z: float | _TensorLike = 0.5,
    crop_w: float | _TensorLike = 0.0,
    dtype: _DTypeLike = ...,
    fill_values: _Sequence[float] | float = ...,
    mean: _Sequence[float] | float | _TensorLike = ...,
    mirror: int | _TensorLike = 0,
    out_of_bounds_policy: str = "error",
    output_layout: str = "CHW",
    pad_output: _bool = False,
    rounding: str = "round",
    scale: float = 1.0,
    shift: float = 0.0,
    std: _Sequence[float] | float | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Cut a window (see crop), mirror it, normalise its channels, change layout and type."""

@_overload
def crop_mirror_normalize(
    input: _TensorLike,
    /,
    *,
    crop: _Sequence[float] | float | _TensorLike | None = None,
    crop_d: float | _TensorLike = 0.0,
    crop_h: float | _TensorLike = 0.0,
    crop_pos_x: float | _TensorLike = 0.5,
    crop_pos_y: float | _TensorLike = 0.5,
    crop_pos_z: float | _TensorLike = 0.5,
    crop_w: float | _TensorLike = 0.0,
    dtype: _DTypeLike = ...,
    fill_values: _Sequence[float] | float = ...,
    mean: _Sequence[float] | float | _TensorLike = ...,
    mirror: int | _TensorLike = 0,
    out_of_bounds_policy: str = "error",
    output_layout: str = "CHW",
    pad_output: _bool = False,
    rounding: str = "round",
    scale: float = 1.0,
    shift: float = 0.0,
    std: _Sequence[float] | float | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Cut a window (see crop), mirror it, normalise its channels, change layout and type."""

def element_extract(
    input: _TensorLike,
    /,
    *,
    element_map: _Sequence[int] | int,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Single frames of sequences, one output for each element of `element_map`."""

@_overload
def erase(
    input: _Batch,
    /,
    *,
    anchor: _Sequence[float] | float | _TensorLike = ...,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    centered_anchor: _bool = False,
    fill_value: _Sequence[float] | float | _TensorLike = ...,
    normalized: _bool = False,
    normalized_anchor: _bool = False,
    normalized_shape: _bool = False,
    shape: _Sequence[float] | float | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Overwrite one or more regions with a value, or with one value per channel."""

@_overload
def erase(
    input: _TensorLike,
    /,
    *,
    anchor: _Sequence[float] | float | _TensorLike = ...,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    centered_anchor: _bool = False,
    fill_value: _Sequence[float] | float | _TensorLike = ...,
    normalized: _bool = False,
    normalized_anchor: _bool = False,
    normalized_shape: _bool = False,
    shape: _Sequence[float] | float | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Overwrite one or more regions with a value, or with one value per channel."""

@_overload
def expand_dims(
    data: _Batch,
    /,
    *,
    axes: _Sequence[int] | int,
    new_axis_names: str = "",
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Add axes of size 1 at places of the result; nothing is copied."""

@_overload
def expand_dims(
    data: _TensorLike,
    /,
    *,
    axes: _Sequence[int] | int,
    new_axis_names: str = "",
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Add axes of size 1 at places of the result; nothing is copied."""

@_overload
def flip(
    input: _Batch,
    /,
    *,
    horizontal: int | _TensorLike = 1,
    vertical: int | _TensorLike = 0,
    depthwise: int | _TensorLike = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Mirror samples along their width, height or depth."""

@_overload
def flip(
    input: _TensorLike,
    /,
    *,
    horizontal: int | _TensorLike = 1,
    vertical: int | _TensorLike = 0,
    depthwise: int | _TensorLike = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Mirror samples along their width, height or depth."""

float16: _DType

float32: _DType

float64: _DType

@_overload
def full(
    fill_value: _Batch,
    /,
    *,
    layout: str | None = None,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """An array of a given shape, filled with a value of any shape that can be broadcast to it."""

@_overload
def full(
    fill_value: _TensorLike,
    /,
    *,
    layout: str | None = None,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """An array of a given shape, filled with a value of any shape that can be broadcast to it."""

@_overload
def full_like(
    data_like: _Batch,
    fill_value: _TensorLike,
    /,
    *,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """An array with the shape, type and layout of another, filled with a value."""

@_overload
def full_like(
    data_like: _TensorLike,
    fill_value: _TensorLike,
    /,
    *,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """An array with the shape, type and layout of another, filled with a value."""

@_overload
def get_property(
    input: _Batch, /, *, key: str, batch_size: int | None = None, device: _DeviceLike = None
) -> _Batch:
    """A text about each sample, as an array of bytes."""

@_overload
def get_property(
    input: _TensorLike, /, *, key: str, batch_size: int | None = None, device: _DeviceLike = None
) -> _Any:
    """A text about each sample, as an array of bytes."""

int16: _DType

int32: _DType

int64: _DType

int8: _DType

@_overload
def lookup_table(
    input: _Batch,
    /,
    *,
    default_value: float = 0.0,
    dtype: _DTypeLike = ...,
    keys: _Sequence[int] | int = ...,
    values: _Sequence[float] | float = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Replace integers by the values that belong to them; those without a key get the default."""

@_overload
def lookup_table(
    input: _TensorLike,
    /,
    *,
    default_value: float = 0.0,
    dtype: _DTypeLike = ...,
    keys: _Sequence[int] | int = ...,
    values: _Sequence[float] | float = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Replace integers by the values that belong to them; those without a key get the default."""

@_overload
def normalize(
    input: _Batch,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    batch: _bool = False,
    ddof: int = 0,
    dtype: _DTypeLike = ...,
    epsilon: float = 0.0,
    mean: _Sequence[float] | float | _TensorLike | None = None,
    scale: float = 1.0,
    shift: float = 0.0,
    stddev: _Sequence[float] | float | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Take off the mean and divide by the standard deviation: (x - mean) / stddev * scale + shift."""

@_overload
def normalize(
    input: _TensorLike,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    batch: _bool = False,
    ddof: int = 0,
    dtype: _DTypeLike = ...,
    epsilon: float = 0.0,
    mean: _Sequence[float] | float | _TensorLike | None = None,
    scale: float = 1.0,
    shift: float = 0.0,
    stddev: _Sequence[float] | float | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Take off the mean and divide by the standard deviation: (x - mean) / stddev * scale + shift."""

@_overload
def one_hot(
    input: _Batch,
    /,
    *,
    axis: int | None = None,
    axis_name: str | None = None,
    dtype: _DTypeLike = ...,
    num_classes: int = 0,
    off_value: float = 0.0,
    on_value: float = 1.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Vectors that are `on_value` at the place of a class number and `off_value` elsewhere."""

@_overload
def one_hot(
    input: _TensorLike,
    /,
    *,
    axis: int | None = None,
    axis_name: str | None = None,
    dtype: _DTypeLike = ...,
    num_classes: int = 0,
    off_value: float = 0.0,
    on_value: float = 1.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Vectors that are `on_value` at the place of a class number and `off_value` elsewhere."""

def ones(
    *,
    dtype: _DTypeLike = ...,
    layout: str | None = None,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """An array of ones (a single one without `shape`)."""

@_overload
def ones_like(
    data_like: _Batch,
    /,
    *,
    dtype: _DTypeLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Ones in the shape, type (unless `dtype` is given) and layout of another array."""

@_overload
def ones_like(
    data_like: _TensorLike,
    /,
    *,
    dtype: _DTypeLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Ones in the shape, type (unless `dtype` is given) and layout of another array."""

@_overload
def pad(
    input: _Batch,
    /,
    *,
    align: _Sequence[int] | int | _TensorLike | None = None,
    axes: _Sequence[int] | int | _TensorLike | None = None,
    axis_names: str | None = None,
    fill_value: float | _TensorLike = 0.0,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Fill samples up at the end of some axes (all by default)."""

@_overload
def pad(
    input: _TensorLike,
    /,
    *,
    align: _Sequence[int] | int | _TensorLike | None = None,
    axes: _Sequence[int] | int | _TensorLike | None = None,
    axis_names: str | None = None,
    fill_value: float | _TensorLike = 0.0,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Fill samples up at the end of some axes (all by default)."""

@_overload
def paste(
    input: _Batch,
    /,
    *,
    fill_value: _Sequence[int] | int,
    ratio: float | _TensorLike,
    min_canvas_size: float | _TensorLike = 0.0,
    n_channels: int = 3,
    paste_x: float | _TensorLike = 0.5,
    paste_y: float | _TensorLike = 0.5,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Place an image on a canvas that is `ratio` times as large, filled with a colour."""

@_overload
def paste(
    input: _TensorLike,
    /,
    *,
    fill_value: _Sequence[int] | int,
    ratio: float | _TensorLike,
    min_canvas_size: float | _TensorLike = 0.0,
    n_channels: int = 3,
    paste_x: float | _TensorLike = 0.5,
    paste_y: float | _TensorLike = 0.5,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Place an image on a canvas that is `ratio` times as large, filled with a colour."""

@_overload
def per_frame(
    input: _Batch,
    /,
    *,
    replace: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Mark an array as having one entry per frame, for arguments that may differ by frame."""

@_overload
def per_frame(
    input: _TensorLike,
    /,
    *,
    replace: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Mark an array as having one entry per frame, for arguments that may differ by frame."""

@_overload
def permute_batch(
    input: _Batch,
    /,
    *,
    indices: _Sequence[int] | int | _TensorLike,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Samples of a batch in another order; they may be repeated and left out. Nothing is copied."""

@_overload
def permute_batch(
    input: _TensorLike,
    /,
    *,
    indices: _Sequence[int] | int | _TensorLike,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Samples of a batch in another order; they may be repeated and left out. Nothing is copied."""

@_overload
def random_resized_crop(
    input: _Batch,
    /,
    *,
    size: _Sequence[int] | int,
    antialias: _bool = True,
    dtype: _DTypeLike | None = None,
    interp_type: _InterpType | str | int | _TensorLike = 1,
    mag_filter: _InterpType | str | int | _TensorLike | None = None,
    min_filter: _InterpType | str | int | _TensorLike | None = None,
    minibatch_size: int = 32,
    num_attempts: int = 10,
    random_area: _Sequence[float] | float = ...,
    random_aspect_ratio: _Sequence[float] | float = ...,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Batch:
    """Cut a window of random area and aspect ratio out of each image and resize it to `size`."""

@_overload
def random_resized_crop(
    input: _TensorLike,
    /,
    *,
    size: _Sequence[int] | int,
    antialias: _bool = True,
    dtype: _DTypeLike | None = None,
    interp_type: _InterpType | str | int | _TensorLike = 1,
    mag_filter: _InterpType | str | int | _TensorLike | None = None,
    min_filter: _InterpType | str | int | _TensorLike | None = None,
    minibatch_size: int = 32,
    num_attempts: int = 10,
    random_area: _Sequence[float] | float = ...,
    random_aspect_ratio: _Sequence[float] | float = ...,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """Cut a window of random area and aspect ratio out of each image and resize it to `size`."""

@_overload
def reinterpret(
    data: _Batch,
    shape_input: _TensorLike | None = None,
    /,
    *,
    dtype: _DTypeLike | None = None,
    layout: str | None = None,
    rel_shape: _Sequence[float] | float | _TensorLike | None = None,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    src_dims: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """The same bytes as elements of another type, and with another shape or layout."""

@_overload
def reinterpret(
    data: _TensorLike,
    shape_input: _TensorLike | None = None,
    /,
    *,
    dtype: _DTypeLike | None = None,
    layout: str | None = None,
    rel_shape: _Sequence[float] | float | _TensorLike | None = None,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    src_dims: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """The same bytes as elements of another type, and with another shape or layout."""

@_overload
def reshape(
    data: _Batch,
    shape_input: _TensorLike | None = None,
    /,
    *,
    layout: str | None = None,
    rel_shape: _Sequence[float] | float | _TensorLike | None = None,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    src_dims: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """The same elements with another shape or layout; nothing is copied."""

@_overload
def reshape(
    data: _TensorLike,
    shape_input: _TensorLike | None = None,
    /,
    *,
    layout: str | None = None,
    rel_shape: _Sequence[float] | float | _TensorLike | None = None,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    src_dims: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """The same elements with another shape or layout; nothing is copied."""

@_overload
def sequence_rearrange(
    input: _Batch,
    /,
    *,
    new_order: _Sequence[int] | int | _TensorLike,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Frames of sequences in another order; they may be repeated and left out."""

@_overload
def sequence_rearrange(
    input: _TensorLike,
    /,
    *,
    new_order: _Sequence[int] | int | _TensorLike,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Frames of sequences in another order; they may be repeated and left out."""

@_overload
def slice(
    data: _Batch,
    anchor: _TensorLike | None = None,
    shape_input: _TensorLike | None = None,
    /,
    *,
    axes: _Sequence[int] | int | _TensorLike | None = None,
    axis_names: str | None = None,
    dtype: _DTypeLike | None = None,
    end: _Sequence[int] | int | _TensorLike | None = None,
    fill_values: _Sequence[float] | float = ...,
    normalized_anchor: _bool = True,
    normalized_shape: _bool = True,
    out_of_bounds_policy: str = "error",
    rel_end: _Sequence[float] | float | _TensorLike | None = None,
    rel_shape: _Sequence[float] | float | _TensorLike | None = None,
    rel_start: _Sequence[float] | float | _TensorLike | None = None,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    start: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Cut a window out of each sample, on the axes `axes` or `axis_names` ("WH" by default)."""

@_overload
def slice(
    data: _TensorLike,
    anchor: _TensorLike | None = None,
    shape_input: _TensorLike | None = None,
    /,
    *,
    axes: _Sequence[int] | int | _TensorLike | None = None,
    axis_names: str | None = None,
    dtype: _DTypeLike | None = None,
    end: _Sequence[int] | int | _TensorLike | None = None,
    fill_values: _Sequence[float] | float = ...,
    normalized_anchor: _bool = True,
    normalized_shape: _bool = True,
    out_of_bounds_policy: str = "error",
    rel_end: _Sequence[float] | float | _TensorLike | None = None,
    rel_shape: _Sequence[float] | float | _TensorLike | None = None,
    rel_start: _Sequence[float] | float | _TensorLike | None = None,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    start: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Cut a window out of each sample, on the axes `axes` or `axis_names` ("WH" by default)."""

@_overload
def squeeze(
    data: _Batch,
    /,
    *,
    axes: _Sequence[int] | int | _TensorLike | None = None,
    axis_names: str | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Remove axes of size 1, by position or by name; nothing is copied."""

@_overload
def squeeze(
    data: _TensorLike,
    /,
    *,
    axes: _Sequence[int] | int | _TensorLike | None = None,
    axis_names: str | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Remove axes of size 1, by position or by name; nothing is copied."""

@_overload
def stack(
    *inputs: _Batch,
    axis: int = 0,
    axis_name: str | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Join arrays of equal shapes along a new axis."""

@_overload
def stack(
    *inputs: _TensorLike,
    axis: int = 0,
    axis_name: str | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Join arrays of equal shapes along a new axis."""

@_overload
def transpose(
    input: _Batch,
    /,
    *,
    output_layout: str | None = None,
    perm: _Sequence[int] | int | None = None,
    transpose_layout: _bool = True,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Reorder the axes: axis i of the result is axis perm[i] of the input (reversed by default)."""

@_overload
def transpose(
    input: _TensorLike,
    /,
    *,
    output_layout: str | None = None,
    perm: _Sequence[int] | int | None = None,
    transpose_layout: _bool = True,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Reorder the axes: axis i of the result is axis perm[i] of the input (reversed by default)."""

uint16: _DType

uint32: _DType

uint64: _DType

uint8: _DType

def zeros(
    *,
    dtype: _DTypeLike = ...,
    layout: str | None = None,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """An array of zeros (a single zero without `shape`)."""

@_overload
def zeros_like(
    data_like: _Batch,
    /,
    *,
    dtype: _DTypeLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Zeros in the shape, type (unless `dtype` is given) and layout of another array."""

@_overload
def zeros_like(
    data_like: _TensorLike,
    /,
    *,
    dtype: _DTypeLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Zeros in the shape, type (unless `dtype` is given) and layout of another array."""
