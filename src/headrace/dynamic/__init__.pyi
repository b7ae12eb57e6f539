"""Type stubs of headrace.dynamic, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import Literal as _Literal
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
from headrace.core.enums import DALIDataType as _DataType
from headrace.core.enums import DALIImageType as _ImageType
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
from headrace.engine.gpu.streams import Stream as Stream
from headrace.engine.gpu.streams import get_current_stream as get_current_stream
from headrace.engine.gpu.streams import get_default_stream as get_default_stream
from headrace.engine.gpu.streams import set_current_stream as set_current_stream
from headrace.engine.gpu.streams import set_default_stream as set_default_stream
from headrace.engine.gpu.streams import stream as stream
from headrace.engine.memory import get_max_allocation as get_max_allocation
from headrace.engine.memory import set_max_allocation as set_max_allocation
from headrace.engine.prefetch import prefetch as prefetch
from headrace.engine.random import RNG as _RNG
from headrace.engine.state import EvalMode as EvalMode
from headrace.engine.tracing import trace as trace
from headrace.operators.io.imread import imread as imread
from headrace.readers.external_source import ExternalSource as ExternalSource

from . import capture as capture
from . import checkpoint as checkpoint
from . import decoders as decoders
from . import experimental as experimental
from . import io as io
from . import math as math
from . import noise as noise
from . import pytorch as pytorch
from . import random as random
from . import readers as readers
from . import reductions as reductions
from . import segmentation as segmentation
from . import transforms as transforms

_TensorLike: _TypeAlias = _Any  # Tensor, Batch, any framework's array, list, number
_DTypeLike: _TypeAlias = _DType | _DataType | str | type | _np.dtype[_Any]
_DeviceLike: _TypeAlias = _Device | str | None

DataType: _DType

ImageType: _DType

InterpType: _DType

@_overload
def audio_resample(
    input: _Batch,
    /,
    *,
    dtype: _DTypeLike | None = None,
    in_rate: float | _TensorLike | None = None,
    out_length: int | _TensorLike | None = None,
    out_rate: float | _TensorLike | None = None,
    quality: float = 50.0,
    scale: float | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Signals at another rate: sums of samples, weighted by a sinc in a Hann window."""

@_overload
def audio_resample(
    input: _TensorLike,
    /,
    *,
    dtype: _DTypeLike | None = None,
    in_rate: float | _TensorLike | None = None,
    out_length: int | _TensorLike | None = None,
    out_rate: float | _TensorLike | None = None,
    quality: float = 50.0,
    scale: float | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Signals at another rate: sums of samples, weighted by a sinc in a Hann window."""

def batch_permutation(
    *,
    allow_repetitions: _bool = False,
    no_fixed_points: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """Numbers of samples in random order, one a sample: indices for `permute_batch`."""

@_overload
def bb_flip(
    input: _Batch,
    /,
    *,
    horizontal: int | _TensorLike = 1,
    ltrb: _bool = False,
    vertical: int | _TensorLike = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Mirror boxes, as `flip` mirrors their image."""

@_overload
def bb_flip(
    input: _TensorLike,
    /,
    *,
    horizontal: int | _TensorLike = 1,
    ltrb: _bool = False,
    vertical: int | _TensorLike = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Mirror boxes, as `flip` mirrors their image."""

@_overload
def bbox_paste(
    input: _Batch,
    /,
    *,
    ltrb: _bool = False,
    paste_x: float | _TensorLike = 0.5,
    paste_y: float | _TensorLike = 0.5,
    ratio: float | _TensorLike,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Give the boxes of an image relative to the canvas that `paste` puts it on."""

@_overload
def bbox_paste(
    input: _TensorLike,
    /,
    *,
    ltrb: _bool = False,
    paste_x: float | _TensorLike = 0.5,
    paste_y: float | _TensorLike = 0.5,
    ratio: float | _TensorLike,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Give the boxes of an image relative to the canvas that `paste` puts it on."""

@_overload
def bbox_rotate(
    bboxes: _Batch,
    /,
    *,
    angle: float | _TensorLike,
    bbox_layout: str = "xyXY",
    bbox_normalized: _bool = True,
    input_shape: _Sequence[int] | int | _TensorLike,
    keep_size: _bool = False,
    mode: _Literal["expand", "fixed", "halfway"] = "expand",
    remove_threshold: float = 0.1,
    shape_layout: str = "HW",
    size: _Sequence[float] | float | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Rotate boxes by `angle` degrees, counter-clockwise, as `rotate` does with their image."""

@_overload
def bbox_rotate(
    bboxes: _Batch,
    labels: _TensorLike,
    /,
    *,
    angle: float | _TensorLike,
    bbox_layout: str = "xyXY",
    bbox_normalized: _bool = True,
    input_shape: _Sequence[int] | int | _TensorLike,
    keep_size: _bool = False,
    mode: _Literal["expand", "fixed", "halfway"] = "expand",
    remove_threshold: float = 0.1,
    shape_layout: str = "HW",
    size: _Sequence[float] | float | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> tuple[_Batch, ...]:
    """Rotate boxes by `angle` degrees, counter-clockwise, as `rotate` does with their image."""

@_overload
def bbox_rotate(
    bboxes: _TensorLike,
    labels: _TensorLike | None = None,
    /,
    *,
    angle: float | _TensorLike,
    bbox_layout: str = "xyXY",
    bbox_normalized: _bool = True,
    input_shape: _Sequence[int] | int | _TensorLike,
    keep_size: _bool = False,
    mode: _Literal["expand", "fixed", "halfway"] = "expand",
    remove_threshold: float = 0.1,
    shape_layout: str = "HW",
    size: _Sequence[float] | float | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Rotate boxes by `angle` degrees, counter-clockwise, as `rotate` does with their image."""

bfloat16: _DType

bool: _DType

@_overload
def box_encoder(
    input_0: _Batch,
    input_1: _TensorLike,
    /,
    *,
    anchors: _Sequence[float] | float,
    criteria: float = 0.5,
    means: _Sequence[float] | float = ...,
    offset: _bool = False,
    scale: float = 1.0,
    stds: _Sequence[float] | float = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> tuple[_Batch, ...]:
    """Assign boxes and their labels to anchors, as detectors such as SSD are trained with."""

@_overload
def box_encoder(
    input_0: _TensorLike,
    input_1: _TensorLike,
    /,
    *,
    anchors: _Sequence[float] | float,
    criteria: float = 0.5,
    means: _Sequence[float] | float = ...,
    offset: _bool = False,
    scale: float = 1.0,
    stds: _Sequence[float] | float = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Assign boxes and their labels to anchors, as detectors such as SSD are trained with."""

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
def clahe(
    input: _Batch,
    /,
    *,
    bins: int = 256,
    clip_limit: float,
    luma_only: _bool = True,
    tiles_x: int,
    tiles_y: int,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Equalise histograms locally, with limited contrast."""

@_overload
def clahe(
    input: _TensorLike,
    /,
    *,
    bins: int = 256,
    clip_limit: float,
    luma_only: _bool = True,
    tiles_x: int,
    tiles_y: int,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Equalise histograms locally, with limited contrast."""

@_overload
def color_space_conversion(
    input: _Batch,
    /,
    *,
    image_type: _ImageType | str | int,
    output_type: _ImageType | str | int,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Convert pixels between RGB, BGR, GRAY (one channel) and YCbCr."""

@_overload
def color_space_conversion(
    input: _TensorLike,
    /,
    *,
    image_type: _ImageType | str | int,
    output_type: _ImageType | str | int,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Convert pixels between RGB, BGR, GRAY (one channel) and YCbCr."""

@_overload
def color_twist(
    input: _Batch,
    /,
    *,
    brightness: float | _TensorLike = 1.0,
    contrast: float | _TensorLike = 1.0,
    dtype: _DTypeLike | None = None,
    hue: float | _TensorLike = 0.0,
    image_type: _ImageType | str | int = 0,
    saturation: float | _TensorLike = 1.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Change hue and saturation, then contrast, then brightness of RGB pixels, in one step."""

@_overload
def color_twist(
    input: _TensorLike,
    /,
    *,
    brightness: float | _TensorLike = 1.0,
    contrast: float | _TensorLike = 1.0,
    dtype: _DTypeLike | None = None,
    hue: float | _TensorLike = 0.0,
    image_type: _ImageType | str | int = 0,
    saturation: float | _TensorLike = 1.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Change hue and saturation, then contrast, then brightness of RGB pixels, in one step."""

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
    out_of_bounds_policy: _Literal[
        "error",
        "constant",
        "pad",
        "trim_to_shape",
        "edge",
        "clamp",
        "reflect",
        "reflect_1001",
        "reflect_101",
        "wrap",
    ] = "error",
    rounding: _Literal["round", "truncate"] = "round",
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
    out_of_bounds_policy: _Literal[
        "error",
        "constant",
        "pad",
        "trim_to_shape",
        "edge",
        "clamp",
        "reflect",
        "reflect_1001",
        "reflect_101",
        "wrap",
    ] = "error",
    rounding: _Literal["round", "truncate"] = "round",
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
    out_of_bounds_policy: _Literal["error", "constant", "pad", "trim_to_shape"] = "error",
    output_layout: str = "CHW",
    pad_output: _bool = False,
    rounding: _Literal["round", "truncate"] = "round",
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
    out_of_bounds_policy: _Literal["error", "constant", "pad", "trim_to_shape"] = "error",
    output_layout: str = "CHW",
    pad_output: _bool = False,
    rounding: _Literal["round", "truncate"] = "round",
    scale: float = 1.0,
    shift: float = 0.0,
    std: _Sequence[float] | float | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Cut a window (see crop), mirror it, normalise its channels, change layout and type."""

@_overload
def debayer(
    input: _Batch,
    /,
    *,
    blue_position: _Sequence[int] | int | _TensorLike,
    algorithm: _Literal["bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv", "default_npp"]
    | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """RGB images from mosaics of red, green and blue: uint8 or uint16, one channel, even sizes."""

@_overload
def debayer(
    input: _TensorLike,
    /,
    *,
    blue_position: _Sequence[int] | int | _TensorLike,
    algorithm: _Literal["bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv", "default_npp"]
    | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """RGB images from mosaics of red, green and blue: uint8 or uint16, one channel, even sizes."""

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
def equalize(
    input: _Batch,
    /,
    *,
    rule: _Literal["even", "steps"] = "even",
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Spread the values of each channel evenly: its histogram becomes nearly flat."""

@_overload
def equalize(
    input: _TensorLike,
    /,
    *,
    rule: _Literal["even", "steps"] = "even",
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Spread the values of each channel evenly: its histogram becomes nearly flat."""

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
def filter(
    data: _Batch,
    filter: _TensorLike,
    fill_value: _TensorLike | None = None,
    /,
    *,
    anchor: _Sequence[int] | int | _TensorLike = ...,
    border: _Literal[
        "reflect_101",
        "reflect_1001",
        "wrap",
        "clamp",
        "constant",
        "101",
        "reflect101",
        "1001",
        "reflect1001",
        "reflect",
        "edge",
        "pad",
        "const",
        "fill",
    ] = "reflect_101",
    dtype: _DTypeLike | None = None,
    mode: _Literal["same", "valid"] = "same",
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Correlate samples with a filter: out[p] = Σ filter[k] · data[p + k - anchor]."""

@_overload
def filter(
    data: _TensorLike,
    filter: _TensorLike,
    fill_value: _TensorLike | None = None,
    /,
    *,
    anchor: _Sequence[int] | int | _TensorLike = ...,
    border: _Literal[
        "reflect_101",
        "reflect_1001",
        "wrap",
        "clamp",
        "constant",
        "101",
        "reflect101",
        "1001",
        "reflect1001",
        "reflect",
        "edge",
        "pad",
        "const",
        "fill",
    ] = "reflect_101",
    dtype: _DTypeLike | None = None,
    mode: _Literal["same", "valid"] = "same",
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Correlate samples with a filter: out[p] = Σ filter[k] · data[p + k - anchor]."""

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
def gaussian_blur(
    input: _Batch,
    /,
    *,
    dtype: _DTypeLike | None = None,
    sigma: _Sequence[float] | float | _TensorLike = ...,
    window_size: _Sequence[int] | int | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Blur samples with a Gaussian window."""

@_overload
def gaussian_blur(
    input: _TensorLike,
    /,
    *,
    dtype: _DTypeLike | None = None,
    sigma: _Sequence[float] | float | _TensorLike = ...,
    window_size: _Sequence[int] | int | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Blur samples with a Gaussian window."""

@_overload
def get_property(
    input: _Batch,
    /,
    *,
    key: _Literal["source_info", "layout", "decode_warnings"],
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """A fact about each sample."""

@_overload
def get_property(
    input: _TensorLike,
    /,
    *,
    key: _Literal["source_info", "layout", "decode_warnings"],
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """A fact about each sample."""

@_overload
def grid_mask(
    input: _Batch,
    /,
    *,
    angle: float | _TensorLike = 0.0,
    ratio: float | _TensorLike = 0.5,
    shift_x: float | _TensorLike = 0.0,
    shift_y: float | _TensorLike = 0.0,
    tile: int | _TensorLike = 100,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Set squares to zero that lie on a regular grid."""

@_overload
def grid_mask(
    input: _TensorLike,
    /,
    *,
    angle: float | _TensorLike = 0.0,
    ratio: float | _TensorLike = 0.5,
    shift_x: float | _TensorLike = 0.0,
    shift_y: float | _TensorLike = 0.0,
    tile: int | _TensorLike = 100,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Set squares to zero that lie on a regular grid."""

@_overload
def hsv(
    input: _Batch,
    /,
    *,
    dtype: _DTypeLike = ...,
    hue: float | _TensorLike = 0.0,
    saturation: float | _TensorLike = 1.0,
    value: float | _TensorLike = 1.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Turn the hue of RGB pixels by an angle, scale their saturation and their value."""

@_overload
def hsv(
    input: _TensorLike,
    /,
    *,
    dtype: _DTypeLike = ...,
    hue: float | _TensorLike = 0.0,
    saturation: float | _TensorLike = 1.0,
    value: float | _TensorLike = 1.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Turn the hue of RGB pixels by an angle, scale their saturation and their value."""

@_overload
def hue(
    input: _Batch,
    /,
    *,
    dtype: _DTypeLike | None = None,
    hue: float | _TensorLike = 0.0,
    image_type: _ImageType | str | int = 0,
    space: _Literal["YIQ", "HSV"] = "YIQ",
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Turn the hue of RGB pixels by an angle in degrees."""

@_overload
def hue(
    input: _TensorLike,
    /,
    *,
    dtype: _DTypeLike | None = None,
    hue: float | _TensorLike = 0.0,
    image_type: _ImageType | str | int = 0,
    space: _Literal["YIQ", "HSV"] = "YIQ",
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Turn the hue of RGB pixels by an angle in degrees."""

int16: _DType

int32: _DType

int64: _DType

int8: _DType

@_overload
def jitter(
    input: _Batch,
    /,
    *,
    fill_value: float = 0.0,
    interp_type: _InterpType | str | int = 0,
    mask: int | _TensorLike = 1,
    nDegree: int = 2,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Batch:
    """Fetch each pixel from a random place near it."""

@_overload
def jitter(
    input: _TensorLike,
    /,
    *,
    fill_value: float = 0.0,
    interp_type: _InterpType | str | int = 0,
    mask: int | _TensorLike = 1,
    nDegree: int = 2,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """Fetch each pixel from a random place near it."""

@_overload
def jpeg_compression_distortion(
    input: _Batch,
    /,
    *,
    quality: int | _TensorLike = 50,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """RGB images as they are after compression to JPEG and decompression."""

@_overload
def jpeg_compression_distortion(
    input: _TensorLike,
    /,
    *,
    quality: int | _TensorLike = 50,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """RGB images as they are after compression to JPEG and decompression."""

@_overload
def laplacian(
    input: _Batch,
    /,
    *,
    dtype: _DTypeLike | None = None,
    normalized_kernel: _bool = False,
    scale: _Sequence[float] | float | _TensorLike = ...,
    smoothing_size: _Sequence[int] | int | _TensorLike | None = None,
    window_size: _Sequence[int] | int | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Add up the second derivatives of samples along their spatial axes."""

@_overload
def laplacian(
    input: _TensorLike,
    /,
    *,
    dtype: _DTypeLike | None = None,
    normalized_kernel: _bool = False,
    scale: _Sequence[float] | float | _TensorLike = ...,
    smoothing_size: _Sequence[int] | int | _TensorLike | None = None,
    window_size: _Sequence[int] | int | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Add up the second derivatives of samples along their spatial axes."""

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
def mel_filter_bank(
    input: _Batch,
    /,
    *,
    freq_high: float = 0.0,
    freq_low: float = 0.0,
    mel_formula: _Literal["slaney", "htk"] = "slaney",
    nfilter: int = 128,
    normalize: _bool = True,
    sample_rate: float = 44100.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Powers of frequencies summed up in triangular bands, equally wide on the mel scale."""

@_overload
def mel_filter_bank(
    input: _TensorLike,
    /,
    *,
    freq_high: float = 0.0,
    freq_low: float = 0.0,
    mel_formula: _Literal["slaney", "htk"] = "slaney",
    nfilter: int = 128,
    normalize: _bool = True,
    sample_rate: float = 44100.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Powers of frequencies summed up in triangular bands, equally wide on the mel scale."""

@_overload
def mfcc(
    input: _Batch,
    /,
    *,
    axis: int = 0,
    dct_type: int = 2,
    lifter: float = 0.0,
    n_mfcc: int = 20,
    normalize: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Mel-frequency cepstral coefficients: the discrete cosine transform of a mel spectrum."""

@_overload
def mfcc(
    input: _TensorLike,
    /,
    *,
    axis: int = 0,
    dct_type: int = 2,
    lifter: float = 0.0,
    n_mfcc: int = 20,
    normalize: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Mel-frequency cepstral coefficients: the discrete cosine transform of a mel spectrum."""

@_overload
def multi_paste(
    *inputs: _Batch,
    dtype: _DTypeLike | None = None,
    in_anchors: _Sequence[int] | int | _TensorLike | None = None,
    in_anchors_rel: _Sequence[float] | float | _TensorLike | None = None,
    in_ids: _Sequence[int] | int | _TensorLike | None = None,
    out_anchors: _Sequence[int] | int | _TensorLike | None = None,
    out_anchors_rel: _Sequence[float] | float | _TensorLike | None = None,
    output_size: _Sequence[int] | int | _TensorLike | None = None,
    shapes: _Sequence[int] | int | _TensorLike | None = None,
    shapes_rel: _Sequence[float] | float | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Place regions of images on a black canvas, one after the other."""

@_overload
def multi_paste(
    *inputs: _TensorLike,
    dtype: _DTypeLike | None = None,
    in_anchors: _Sequence[int] | int | _TensorLike | None = None,
    in_anchors_rel: _Sequence[float] | float | _TensorLike | None = None,
    in_ids: _Sequence[int] | int | _TensorLike | None = None,
    out_anchors: _Sequence[int] | int | _TensorLike | None = None,
    out_anchors_rel: _Sequence[float] | float | _TensorLike | None = None,
    output_size: _Sequence[int] | int | _TensorLike | None = None,
    shapes: _Sequence[int] | int | _TensorLike | None = None,
    shapes_rel: _Sequence[float] | float | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Place regions of images on a black canvas, one after the other."""

@_overload
def nonsilent_region(
    input: _Batch,
    /,
    *,
    cutoff_db: float = -60.0,
    reference_power: float = 0.0,
    reset_interval: int = 8192,
    window_length: int = 2048,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> tuple[_Batch, ...]:
    """Where signals are not silent: the beginning and the length of that part."""

@_overload
def nonsilent_region(
    input: _TensorLike,
    /,
    *,
    cutoff_db: float = -60.0,
    reference_power: float = 0.0,
    reset_interval: int = 8192,
    window_length: int = 2048,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Where signals are not silent: the beginning and the length of that part."""

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
def peek_image_shape(
    input: _Batch,
    /,
    *,
    adjust_orientation: _bool = True,
    dtype: _DTypeLike = ...,
    image_type: _ImageType | str | int = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Height, width and channels of the pictures that `decoders.image` would make."""

@_overload
def peek_image_shape(
    input: _TensorLike,
    /,
    *,
    adjust_orientation: _bool = True,
    dtype: _DTypeLike = ...,
    image_type: _ImageType | str | int = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Height, width and channels of the pictures that `decoders.image` would make."""

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
def power_spectrum(
    input: _Batch,
    /,
    *,
    axis: int = -1,
    nfft: int | None = None,
    power: int = 2,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Powers of the frequencies along an axis: of nfft / 2 + 1 of them."""

@_overload
def power_spectrum(
    input: _TensorLike,
    /,
    *,
    axis: int = -1,
    nfft: int | None = None,
    power: int = 2,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Powers of the frequencies along an axis: of nfft / 2 + 1 of them."""

@_overload
def preemphasis_filter(
    input: _Batch,
    /,
    *,
    border: _Literal["clamp", "zero", "reflect"] = "clamp",
    dtype: _DTypeLike = ...,
    preemph_coeff: float | _TensorLike = 0.97,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Filter signals by out[i] = in[i] - preemph_coeff * in[i - 1], which lifts high frequencies."""

@_overload
def preemphasis_filter(
    input: _TensorLike,
    /,
    *,
    border: _Literal["clamp", "zero", "reflect"] = "clamp",
    dtype: _DTypeLike = ...,
    preemph_coeff: float | _TensorLike = 0.97,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Filter signals by out[i] = in[i] - preemph_coeff * in[i - 1], which lifts high frequencies."""

@_overload
def random_bbox_crop(
    boxes: _Batch,
    labels: _TensorLike | None = None,
    /,
    *,
    all_boxes_above_threshold: _bool = True,
    allow_no_crop: _bool = True,
    aspect_ratio: _Sequence[float] | float = ...,
    bbox_layout: str | None = None,
    bbox_prune_threshold: float | None = None,
    crop_shape: _Sequence[int] | int | _TensorLike | None = None,
    input_shape: _Sequence[int] | int | _TensorLike | None = None,
    ltrb: _bool = True,
    num_attempts: int = 1,
    output_bbox_indices: _bool = False,
    quiet: _bool = False,
    scaling: _Sequence[float] | float = ...,
    shape_layout: str | None = None,
    threshold_type: _Literal["iou", "overlap"] = "iou",
    thresholds: _Sequence[float] | float = ...,
    total_num_attempts: int = -1,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> tuple[_Batch, ...]:
    """Draw a window that boxes overlap enough, and give the boxes as they look from inside it."""

@_overload
def random_bbox_crop(
    boxes: _TensorLike,
    labels: _TensorLike | None = None,
    /,
    *,
    all_boxes_above_threshold: _bool = True,
    allow_no_crop: _bool = True,
    aspect_ratio: _Sequence[float] | float = ...,
    bbox_layout: str | None = None,
    bbox_prune_threshold: float | None = None,
    crop_shape: _Sequence[int] | int | _TensorLike | None = None,
    input_shape: _Sequence[int] | int | _TensorLike | None = None,
    ltrb: _bool = True,
    num_attempts: int = 1,
    output_bbox_indices: _bool = False,
    quiet: _bool = False,
    scaling: _Sequence[float] | float = ...,
    shape_layout: str | None = None,
    threshold_type: _Literal["iou", "overlap"] = "iou",
    thresholds: _Sequence[float] | float = ...,
    total_num_attempts: int = -1,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """Draw a window that boxes overlap enough, and give the boxes as they look from inside it."""

@_overload
def random_crop_generator(
    input: _Batch,
    /,
    *,
    num_attempts: int = 10,
    random_area: _Sequence[float] | float = ...,
    random_aspect_ratio: _Sequence[float] | float = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> tuple[_Batch, ...]:
    """Draw a window of random area and aspect ratio for an image whose shape is the input."""

@_overload
def random_crop_generator(
    input: _TensorLike,
    /,
    *,
    num_attempts: int = 10,
    random_area: _Sequence[float] | float = ...,
    random_aspect_ratio: _Sequence[float] | float = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """Draw a window of random area and aspect ratio for an image whose shape is the input."""

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
def resize(
    input: _Batch,
    /,
    *,
    antialias: _bool = True,
    dtype: _DTypeLike | None = None,
    edges: _Literal["repeat", "cut"] = "repeat",
    interp_type: _InterpType | str | int | _TensorLike = 1,
    mag_filter: _InterpType | str | int | _TensorLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _TensorLike | None = None,
    minibatch_size: int = 32,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _TensorLike = 0.0,
    resize_shorter: float | _TensorLike = 0.0,
    resize_x: float | _TensorLike = 0.0,
    resize_y: float | _TensorLike = 0.0,
    resize_z: float | _TensorLike = 0.0,
    roi_end: _Sequence[float] | float | _TensorLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _TensorLike | None = None,
    save_attrs: _Literal[False] = False,
    size: _Sequence[float] | float | _TensorLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Resize images (height and width) or volumes (depth, height and width)."""

@_overload
def resize(
    input: _Batch,
    /,
    *,
    antialias: _bool = True,
    dtype: _DTypeLike | None = None,
    edges: _Literal["repeat", "cut"] = "repeat",
    interp_type: _InterpType | str | int | _TensorLike = 1,
    mag_filter: _InterpType | str | int | _TensorLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _TensorLike | None = None,
    minibatch_size: int = 32,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _TensorLike = 0.0,
    resize_shorter: float | _TensorLike = 0.0,
    resize_x: float | _TensorLike = 0.0,
    resize_y: float | _TensorLike = 0.0,
    resize_z: float | _TensorLike = 0.0,
    roi_end: _Sequence[float] | float | _TensorLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _TensorLike | None = None,
    save_attrs: _Literal[True],
    size: _Sequence[float] | float | _TensorLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> tuple[_Batch, ...]:
    """Resize images (height and width) or volumes (depth, height and width)."""

@_overload
def resize(
    input: _TensorLike,
    /,
    *,
    antialias: _bool = True,
    dtype: _DTypeLike | None = None,
    edges: _Literal["repeat", "cut"] = "repeat",
    interp_type: _InterpType | str | int | _TensorLike = 1,
    mag_filter: _InterpType | str | int | _TensorLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _TensorLike | None = None,
    minibatch_size: int = 32,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _TensorLike = 0.0,
    resize_shorter: float | _TensorLike = 0.0,
    resize_x: float | _TensorLike = 0.0,
    resize_y: float | _TensorLike = 0.0,
    resize_z: float | _TensorLike = 0.0,
    roi_end: _Sequence[float] | float | _TensorLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _TensorLike | None = None,
    save_attrs: _bool = False,
    size: _Sequence[float] | float | _TensorLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Resize images (height and width) or volumes (depth, height and width)."""

@_overload
def resize_crop_mirror(
    input: _Batch,
    /,
    *,
    antialias: _bool = True,
    crop: _Sequence[float] | float | _TensorLike | None = None,
    crop_d: float | _TensorLike = 0.0,
    crop_h: float | _TensorLike = 0.0,
    crop_pos_x: float | _TensorLike = 0.5,
    crop_pos_y: float | _TensorLike = 0.5,
    crop_pos_z: float | _TensorLike = 0.5,
    crop_w: float | _TensorLike = 0.0,
    dtype: _DTypeLike | None = None,
    interp_type: _InterpType | str | int | _TensorLike = 1,
    mag_filter: _InterpType | str | int | _TensorLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _TensorLike | None = None,
    minibatch_size: int = 32,
    mirror: int | _TensorLike = 0,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _TensorLike = 0.0,
    resize_shorter: float | _TensorLike = 0.0,
    resize_x: float | _TensorLike = 0.0,
    resize_y: float | _TensorLike = 0.0,
    resize_z: float | _TensorLike = 0.0,
    roi_end: _Sequence[float] | float | _TensorLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _TensorLike | None = None,
    rounding: _Literal["round", "truncate"] = "round",
    size: _Sequence[float] | float | _TensorLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Resize (see resize), cut a window out (see crop), mirror it; only the window is computed."""

@_overload
def resize_crop_mirror(
    input: _TensorLike,
    /,
    *,
    antialias: _bool = True,
    crop: _Sequence[float] | float | _TensorLike | None = None,
    crop_d: float | _TensorLike = 0.0,
    crop_h: float | _TensorLike = 0.0,
    crop_pos_x: float | _TensorLike = 0.5,
    crop_pos_y: float | _TensorLike = 0.5,
    crop_pos_z: float | _TensorLike = 0.5,
    crop_w: float | _TensorLike = 0.0,
    dtype: _DTypeLike | None = None,
    interp_type: _InterpType | str | int | _TensorLike = 1,
    mag_filter: _InterpType | str | int | _TensorLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _TensorLike | None = None,
    minibatch_size: int = 32,
    mirror: int | _TensorLike = 0,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _TensorLike = 0.0,
    resize_shorter: float | _TensorLike = 0.0,
    resize_x: float | _TensorLike = 0.0,
    resize_y: float | _TensorLike = 0.0,
    resize_z: float | _TensorLike = 0.0,
    roi_end: _Sequence[float] | float | _TensorLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _TensorLike | None = None,
    rounding: _Literal["round", "truncate"] = "round",
    size: _Sequence[float] | float | _TensorLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Resize (see resize), cut a window out (see crop), mirror it; only the window is computed."""

def roi_random_crop(
    input: _TensorLike | None = None,
    /,
    *,
    crop_shape: _Sequence[int] | int | _TensorLike,
    in_shape: _Sequence[int] | int | _TensorLike | None = None,
    roi_end: _Sequence[int] | int | _TensorLike | None = None,
    roi_shape: _Sequence[int] | int | _TensorLike | None = None,
    roi_start: _Sequence[int] | int | _TensorLike,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """Draw where a window of `crop_shape` goes, so that it shows as much as it can of a region."""

@_overload
def rotate(
    input: _Batch,
    /,
    *,
    angle: float | _TensorLike,
    axis: _Sequence[float] | float | _TensorLike | None = None,
    dtype: _DTypeLike | None = None,
    fill_value: float | None = None,
    interp_type: _InterpType | str | int = 1,
    keep_size: _bool = False,
    size: _Sequence[float] | float | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Turn images by `angle` degrees, counter-clockwise, about their centre."""

@_overload
def rotate(
    input: _TensorLike,
    /,
    *,
    angle: float | _TensorLike,
    axis: _Sequence[float] | float | _TensorLike | None = None,
    dtype: _DTypeLike | None = None,
    fill_value: float | None = None,
    interp_type: _InterpType | str | int = 1,
    keep_size: _bool = False,
    size: _Sequence[float] | float | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Turn images by `angle` degrees, counter-clockwise, about their centre."""

@_overload
def saturation(
    input: _Batch,
    /,
    *,
    dtype: _DTypeLike | None = None,
    image_type: _ImageType | str | int = 0,
    saturation: float | _TensorLike = 1.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Scale the saturation of RGB pixels: 0 leaves grey, 1 changes nothing."""

@_overload
def saturation(
    input: _TensorLike,
    /,
    *,
    dtype: _DTypeLike | None = None,
    image_type: _ImageType | str | int = 0,
    saturation: float | _TensorLike = 1.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Scale the saturation of RGB pixels: 0 leaves grey, 1 changes nothing."""

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
    out_of_bounds_policy: _Literal[
        "error",
        "constant",
        "pad",
        "trim_to_shape",
        "edge",
        "clamp",
        "reflect",
        "reflect_1001",
        "reflect_101",
        "wrap",
    ] = "error",
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
    out_of_bounds_policy: _Literal[
        "error",
        "constant",
        "pad",
        "trim_to_shape",
        "edge",
        "clamp",
        "reflect",
        "reflect_1001",
        "reflect_101",
        "wrap",
    ] = "error",
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
def spectrogram(
    input: _Batch,
    /,
    *,
    center_windows: _bool = True,
    layout: str = "ft",
    nfft: int | None = None,
    power: int = 2,
    reflect_padding: _bool = True,
    window_fn: _Sequence[float] | float | None = None,
    window_length: int = 512,
    window_step: int = 256,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Powers of the frequencies of a signal, in windows that move along it."""

@_overload
def spectrogram(
    input: _TensorLike,
    /,
    *,
    center_windows: _bool = True,
    layout: str = "ft",
    nfft: int | None = None,
    power: int = 2,
    reflect_padding: _bool = True,
    window_fn: _Sequence[float] | float | None = None,
    window_length: int = 512,
    window_step: int = 256,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Powers of the frequencies of a signal, in windows that move along it."""

@_overload
def sphere(
    input: _Batch,
    /,
    *,
    fill_value: float = 0.0,
    interp_type: _InterpType | str | int = 0,
    mask: int | _TensorLike = 1,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Show an image as on a ball seen from the front: its middle is enlarged."""

@_overload
def sphere(
    input: _TensorLike,
    /,
    *,
    fill_value: float = 0.0,
    interp_type: _InterpType | str | int = 0,
    mask: int | _TensorLike = 1,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Show an image as on a ball seen from the front: its middle is enlarged."""

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
def tensor_resize(
    input: _Batch,
    /,
    *,
    alignment: _Sequence[float] | float | _TensorLike = ...,
    antialias: _bool = True,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    dtype: _DTypeLike | None = None,
    interp_type: _InterpType | str | int | _TensorLike = 1,
    mag_filter: _InterpType | str | int | _TensorLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _TensorLike | None = None,
    minibatch_size: int = 32,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    roi_end: _Sequence[float] | float | _TensorLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _TensorLike | None = None,
    scales: _Sequence[float] | float | _TensorLike | None = None,
    size_rounding: _Literal["round", "truncate", "ceil"] = "round",
    sizes: _Sequence[float] | float | _TensorLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Resize axes of a tensor, to `sizes` or by `scales`."""

@_overload
def tensor_resize(
    input: _TensorLike,
    /,
    *,
    alignment: _Sequence[float] | float | _TensorLike = ...,
    antialias: _bool = True,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    dtype: _DTypeLike | None = None,
    interp_type: _InterpType | str | int | _TensorLike = 1,
    mag_filter: _InterpType | str | int | _TensorLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _TensorLike | None = None,
    minibatch_size: int = 32,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    roi_end: _Sequence[float] | float | _TensorLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _TensorLike | None = None,
    scales: _Sequence[float] | float | _TensorLike | None = None,
    size_rounding: _Literal["round", "truncate", "ceil"] = "round",
    sizes: _Sequence[float] | float | _TensorLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Resize axes of a tensor, to `sizes` or by `scales`."""

@_overload
def to_decibels(
    input: _Batch,
    /,
    *,
    cutoff_db: float = -200.0,
    multiplier: float = 10.0,
    reference: float = 0.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Ratios in decibels: multiplier * log10(input / reference), `cutoff_db` at least."""

@_overload
def to_decibels(
    input: _TensorLike,
    /,
    *,
    cutoff_db: float = -200.0,
    multiplier: float = 10.0,
    reference: float = 0.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Ratios in decibels: multiplier * log10(input / reference), `cutoff_db` at least."""

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

@_overload
def warp_affine(
    data: _Batch,
    mtx: _TensorLike | None = None,
    /,
    *,
    dtype: _DTypeLike | None = None,
    fill_value: float | None = None,
    interp_type: _InterpType | str | int = 1,
    inverse_map: _bool = True,
    matrix: _Sequence[float] | float | _TensorLike = ...,
    size: _Sequence[float] | float | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Fetch each pixel from where a matrix maps it: a linear map and an offset."""

@_overload
def warp_affine(
    data: _TensorLike,
    mtx: _TensorLike | None = None,
    /,
    *,
    dtype: _DTypeLike | None = None,
    fill_value: float | None = None,
    interp_type: _InterpType | str | int = 1,
    inverse_map: _bool = True,
    matrix: _Sequence[float] | float | _TensorLike = ...,
    size: _Sequence[float] | float | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Fetch each pixel from where a matrix maps it: a linear map and an offset."""

@_overload
def water(
    input: _Batch,
    /,
    *,
    ampl_x: float = 10.0,
    ampl_y: float = 10.0,
    fill_value: float = 0.0,
    freq_x: float = 0.04908738521234052,
    freq_y: float = 0.04908738521234052,
    interp_type: _InterpType | str | int = 0,
    mask: int | _TensorLike = 1,
    phase_x: float = 0.0,
    phase_y: float = 0.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Show an image as through moving water: rows and columns move in waves."""

@_overload
def water(
    input: _TensorLike,
    /,
    *,
    ampl_x: float = 10.0,
    ampl_y: float = 10.0,
    fill_value: float = 0.0,
    freq_x: float = 0.04908738521234052,
    freq_y: float = 0.04908738521234052,
    interp_type: _InterpType | str | int = 0,
    mask: int | _TensorLike = 1,
    phase_x: float = 0.0,
    phase_y: float = 0.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Show an image as through moving water: rows and columns move in waves."""

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
