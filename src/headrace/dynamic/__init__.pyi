"""Type stubs of headrace.dynamic, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t
from headrace.core.batch import Batch as Batch
from headrace.core.device import Device as Device
from headrace.core.device import DeviceLike as DeviceLike
from headrace.core.device import device as device
from headrace.core.dtype import DType as DType
from headrace.core.dtype import dtype as dtype
from headrace.core.dtype import type_id as type_id
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

DataType: _t.DType

ImageType: _t.DType

InterpType: _t.DType

@_t.overload
def audio_resample(
    input: _t.Batch,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    in_rate: float | _t.TensorLike | None = None,
    out_length: int | _t.TensorLike | None = None,
    out_rate: float | _t.TensorLike | None = None,
    quality: float = 50.0,
    scale: float | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Change the sampling rate of signals, by a sinc filter with a Hann window."""

@_t.overload
def audio_resample(
    input: _t.TensorLike,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    in_rate: float | _t.TensorLike | None = None,
    out_length: int | _t.TensorLike | None = None,
    out_rate: float | _t.TensorLike | None = None,
    quality: float = 50.0,
    scale: float | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Change the sampling rate of signals, by a sinc filter with a Hann window."""

def batch_permutation(
    *,
    allow_repetitions: _t.bool = False,
    no_fixed_points: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Any:
    """Draw a random permutation of sample indices, one index per sample, for `permute_batch`."""

@_t.overload
def bb_flip(
    input: _t.Batch,
    /,
    *,
    horizontal: int | _t.TensorLike = 1,
    ltrb: _t.bool = False,
    vertical: int | _t.TensorLike = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Mirror boxes, as `flip` mirrors their image."""

@_t.overload
def bb_flip(
    input: _t.TensorLike,
    /,
    *,
    horizontal: int | _t.TensorLike = 1,
    ltrb: _t.bool = False,
    vertical: int | _t.TensorLike = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Mirror boxes, as `flip` mirrors their image."""

@_t.overload
def bbox_paste(
    input: _t.Batch,
    /,
    *,
    ltrb: _t.bool = False,
    paste_x: float | _t.TensorLike = 0.5,
    paste_y: float | _t.TensorLike = 0.5,
    ratio: float | _t.TensorLike,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Convert the boxes of an image to the canvas that `paste` places it on."""

@_t.overload
def bbox_paste(
    input: _t.TensorLike,
    /,
    *,
    ltrb: _t.bool = False,
    paste_x: float | _t.TensorLike = 0.5,
    paste_y: float | _t.TensorLike = 0.5,
    ratio: float | _t.TensorLike,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Convert the boxes of an image to the canvas that `paste` places it on."""

@_t.overload
def bbox_rotate(
    bboxes: _t.Batch,
    /,
    *,
    angle: float | _t.TensorLike,
    bbox_layout: str = "xyXY",
    bbox_normalized: _t.bool = True,
    input_shape: _t.Ints | _t.TensorLike,
    keep_size: _t.bool = False,
    mode: _t.Literal["expand", "fixed", "halfway"] = "expand",
    remove_threshold: float = 0.1,
    shape_layout: str = "HW",
    size: _t.Floats | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Rotate boxes by `angle` degrees, counter-clockwise, as `rotate` does with their image."""

@_t.overload
def bbox_rotate(
    bboxes: _t.Batch,
    labels: _t.TensorLike,
    /,
    *,
    angle: float | _t.TensorLike,
    bbox_layout: str = "xyXY",
    bbox_normalized: _t.bool = True,
    input_shape: _t.Ints | _t.TensorLike,
    keep_size: _t.bool = False,
    mode: _t.Literal["expand", "fixed", "halfway"] = "expand",
    remove_threshold: float = 0.1,
    shape_layout: str = "HW",
    size: _t.Floats | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> tuple[_t.Batch, ...]:
    """Rotate boxes by `angle` degrees, counter-clockwise, as `rotate` does with their image."""

@_t.overload
def bbox_rotate(
    bboxes: _t.TensorLike,
    labels: _t.TensorLike | None = None,
    /,
    *,
    angle: float | _t.TensorLike,
    bbox_layout: str = "xyXY",
    bbox_normalized: _t.bool = True,
    input_shape: _t.Ints | _t.TensorLike,
    keep_size: _t.bool = False,
    mode: _t.Literal["expand", "fixed", "halfway"] = "expand",
    remove_threshold: float = 0.1,
    shape_layout: str = "HW",
    size: _t.Floats | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Rotate boxes by `angle` degrees, counter-clockwise, as `rotate` does with their image."""

bfloat16: _t.DType

bool: _t.DType

@_t.overload
def box_encoder(
    input_0: _t.Batch,
    input_1: _t.TensorLike,
    /,
    *,
    anchors: _t.Floats,
    criteria: float = 0.5,
    means: _t.Floats = ...,
    offset: _t.bool = False,
    scale: float = 1.0,
    stds: _t.Floats = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> tuple[_t.Batch, ...]:
    """Assign boxes and their labels to anchors, as detectors such as SSD are trained with."""

@_t.overload
def box_encoder(
    input_0: _t.TensorLike,
    input_1: _t.TensorLike,
    /,
    *,
    anchors: _t.Floats,
    criteria: float = 0.5,
    means: _t.Floats = ...,
    offset: _t.bool = False,
    scale: float = 1.0,
    stds: _t.Floats = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Assign boxes and their labels to anchors, as detectors such as SSD are trained with."""

@_t.overload
def brightness(
    input: _t.Batch,
    /,
    *,
    brightness: float | _t.TensorLike = 1.0,
    brightness_shift: float | _t.TensorLike = 0.0,
    dtype: _t.DTypeLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Multiply pixels by `brightness` and add `brightness_shift` × the range of the output type."""

@_t.overload
def brightness(
    input: _t.TensorLike,
    /,
    *,
    brightness: float | _t.TensorLike = 1.0,
    brightness_shift: float | _t.TensorLike = 0.0,
    dtype: _t.DTypeLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Multiply pixels by `brightness` and add `brightness_shift` × the range of the output type."""

@_t.overload
def brightness_contrast(
    input: _t.Batch,
    /,
    *,
    brightness: float | _t.TensorLike = 1.0,
    brightness_shift: float | _t.TensorLike = 0.0,
    contrast: float | _t.TensorLike = 1.0,
    contrast_center: float | _t.TensorLike | None = None,
    dtype: _t.DTypeLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Change contrast, then brightness, in one step: see `contrast` and `brightness`."""

@_t.overload
def brightness_contrast(
    input: _t.TensorLike,
    /,
    *,
    brightness: float | _t.TensorLike = 1.0,
    brightness_shift: float | _t.TensorLike = 0.0,
    contrast: float | _t.TensorLike = 1.0,
    contrast_center: float | _t.TensorLike | None = None,
    dtype: _t.DTypeLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Change contrast, then brightness, in one step: see `contrast` and `brightness`."""

@_t.overload
def cast(
    input: _t.Batch,
    /,
    *,
    dtype: _t.DTypeLike,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Convert elements to another type: floats round half away from zero, numbers saturate."""

@_t.overload
def cast(
    input: _t.TensorLike,
    /,
    *,
    dtype: _t.DTypeLike,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Convert elements to another type: floats round half away from zero, numbers saturate."""

@_t.overload
def cast_like(
    input_0: _t.Batch,
    input_1: _t.TensorLike,
    /,
    *,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Convert elements to the type of another value, whose data is not read."""

@_t.overload
def cast_like(
    input_0: _t.TensorLike,
    input_1: _t.TensorLike,
    /,
    *,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Convert elements to the type of another value, whose data is not read."""

@_t.overload
def cat(
    *inputs: _t.Batch,
    axis: int = 0,
    axis_name: str | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Concatenate arrays along an existing axis; sizes may differ on that axis only."""

@_t.overload
def cat(
    *inputs: _t.TensorLike,
    axis: int = 0,
    axis_name: str | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Concatenate arrays along an existing axis; sizes may differ on that axis only."""

@_t.overload
def clahe(
    input: _t.Batch,
    /,
    *,
    bins: int = 256,
    clip_limit: float,
    luma_only: _t.bool = True,
    tiles_x: int,
    tiles_y: int,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Equalise histograms locally, with limited contrast (CLAHE)."""

@_t.overload
def clahe(
    input: _t.TensorLike,
    /,
    *,
    bins: int = 256,
    clip_limit: float,
    luma_only: _t.bool = True,
    tiles_x: int,
    tiles_y: int,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Equalise histograms locally, with limited contrast (CLAHE)."""

@_t.overload
def color_space_conversion(
    input: _t.Batch,
    /,
    *,
    image_type: _t.ImageType,
    output_type: _t.ImageType,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Convert pixels between RGB, BGR, GRAY (one channel) and YCbCr."""

@_t.overload
def color_space_conversion(
    input: _t.TensorLike,
    /,
    *,
    image_type: _t.ImageType,
    output_type: _t.ImageType,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Convert pixels between RGB, BGR, GRAY (one channel) and YCbCr."""

@_t.overload
def color_twist(
    input: _t.Batch,
    /,
    *,
    brightness: float | _t.TensorLike = 1.0,
    contrast: float | _t.TensorLike = 1.0,
    dtype: _t.DTypeLike | None = None,
    hue: float | _t.TensorLike = 0.0,
    image_type: _t.ImageType = 0,
    saturation: float | _t.TensorLike = 1.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Change hue and saturation, then contrast, then brightness of RGB pixels, in one step."""

@_t.overload
def color_twist(
    input: _t.TensorLike,
    /,
    *,
    brightness: float | _t.TensorLike = 1.0,
    contrast: float | _t.TensorLike = 1.0,
    dtype: _t.DTypeLike | None = None,
    hue: float | _t.TensorLike = 0.0,
    image_type: _t.ImageType = 0,
    saturation: float | _t.TensorLike = 1.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Change hue and saturation, then contrast, then brightness of RGB pixels, in one step."""

@_t.overload
def contrast(
    input: _t.Batch,
    /,
    *,
    contrast: float | _t.TensorLike = 1.0,
    contrast_center: float | _t.TensorLike | None = None,
    dtype: _t.DTypeLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Scale the distance of pixels from `contrast_center`."""

@_t.overload
def contrast(
    input: _t.TensorLike,
    /,
    *,
    contrast: float | _t.TensorLike = 1.0,
    contrast_center: float | _t.TensorLike | None = None,
    dtype: _t.DTypeLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Scale the distance of pixels from `contrast_center`."""

@_t.overload
def coord_flip(
    input: _t.Batch,
    /,
    *,
    center_x: float | _t.TensorLike = 0.5,
    center_y: float | _t.TensorLike = 0.5,
    center_z: float | _t.TensorLike = 0.5,
    flip_x: int | _t.TensorLike = 1,
    flip_y: int | _t.TensorLike = 0,
    flip_z: int | _t.TensorLike = 0,
    layout: str = "",
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Mirror points about a centre: x becomes 2 * center_x - x."""

@_t.overload
def coord_flip(
    input: _t.TensorLike,
    /,
    *,
    center_x: float | _t.TensorLike = 0.5,
    center_y: float | _t.TensorLike = 0.5,
    center_z: float | _t.TensorLike = 0.5,
    flip_x: int | _t.TensorLike = 1,
    flip_y: int | _t.TensorLike = 0,
    flip_z: int | _t.TensorLike = 0,
    layout: str = "",
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Mirror points about a centre: x becomes 2 * center_x - x."""

@_t.overload
def coord_transform(
    input: _t.Batch,
    /,
    *,
    M: _t.Floats | _t.TensorLike | None = None,
    MT: _t.Floats | _t.TensorLike | None = None,
    T: _t.Floats | _t.TensorLike | None = None,
    dtype: _t.DTypeLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Map points by a matrix and an offset: each point x becomes M x + T."""

@_t.overload
def coord_transform(
    input: _t.TensorLike,
    /,
    *,
    M: _t.Floats | _t.TensorLike | None = None,
    MT: _t.Floats | _t.TensorLike | None = None,
    T: _t.Floats | _t.TensorLike | None = None,
    dtype: _t.DTypeLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Map points by a matrix and an offset: each point x becomes M x + T."""

@_t.overload
def copy(
    input: _t.Batch, /, *, batch_size: int | None = None, device: _t.DeviceLike = None
) -> _t.Batch:
    """Return a copy in new memory."""

@_t.overload
def copy(
    input: _t.TensorLike, /, *, batch_size: int | None = None, device: _t.DeviceLike = None
) -> _t.Any:
    """Return a copy in new memory."""

@_t.overload
def crop(
    input: _t.Batch,
    /,
    *,
    crop: _t.Floats | _t.TensorLike | None = None,
    crop_d: float | _t.TensorLike = 0.0,
    crop_h: float | _t.TensorLike = 0.0,
    crop_pos_x: float | _t.TensorLike = 0.5,
    crop_pos_y: float | _t.TensorLike = 0.5,
    crop_pos_z: float | _t.TensorLike = 0.5,
    crop_w: float | _t.TensorLike = 0.0,
    dtype: _t.DTypeLike | None = None,
    fill_values: _t.Floats = ...,
    out_of_bounds_policy: _t.Bounds = "error",
    rounding: _t.Literal["round", "truncate"] = "round",
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Cut a window of `crop` = [height, width] (or [depth, height, width]) out of each sample."""

@_t.overload
def crop(
    input: _t.TensorLike,
    /,
    *,
    crop: _t.Floats | _t.TensorLike | None = None,
    crop_d: float | _t.TensorLike = 0.0,
    crop_h: float | _t.TensorLike = 0.0,
    crop_pos_x: float | _t.TensorLike = 0.5,
    crop_pos_y: float | _t.TensorLike = 0.5,
    crop_pos_z: float | _t.TensorLike = 0.5,
    crop_w: float | _t.TensorLike = 0.0,
    dtype: _t.DTypeLike | None = None,
    fill_values: _t.Floats = ...,
    out_of_bounds_policy: _t.Bounds = "error",
    rounding: _t.Literal["round", "truncate"] = "round",
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Cut a window of `crop` = [height, width] (or [depth, height, width]) out of each sample."""

@_t.overload
def crop_mirror_normalize(
    input: _t.Batch,
    /,
    *,
    crop: _t.Floats | _t.TensorLike | None = None,
    crop_d: float | _t.TensorLike = 0.0,
    crop_h: float | _t.TensorLike = 0.0,
    crop_pos_x: float | _t.TensorLike = 0.5,
    crop_pos_y: float | _t.TensorLike = 0.5,
    crop_pos_z: float | _t.TensorLike = 0.5,
    crop_w: float | _t.TensorLike = 0.0,
    dtype: _t.DTypeLike = ...,
    fill_values: _t.Floats = ...,
    mean: _t.Floats | _t.TensorLike = ...,
    mirror: int | _t.TensorLike = 0,
    out_of_bounds_policy: _t.Literal["error", "constant", "pad", "trim_to_shape"] = "error",
    output_layout: str = "CHW",
    pad_output: _t.bool = False,
    rounding: _t.Literal["round", "truncate"] = "round",
    scale: float = 1.0,
    shift: float = 0.0,
    std: _t.Floats | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Crop (see `crop`), mirror, normalise channels, and change layout and type."""

@_t.overload
def crop_mirror_normalize(
    input: _t.TensorLike,
    /,
    *,
    crop: _t.Floats | _t.TensorLike | None = None,
    crop_d: float | _t.TensorLike = 0.0,
    crop_h: float | _t.TensorLike = 0.0,
    crop_pos_x: float | _t.TensorLike = 0.5,
    crop_pos_y: float | _t.TensorLike = 0.5,
    crop_pos_z: float | _t.TensorLike = 0.5,
    crop_w: float | _t.TensorLike = 0.0,
    dtype: _t.DTypeLike = ...,
    fill_values: _t.Floats = ...,
    mean: _t.Floats | _t.TensorLike = ...,
    mirror: int | _t.TensorLike = 0,
    out_of_bounds_policy: _t.Literal["error", "constant", "pad", "trim_to_shape"] = "error",
    output_layout: str = "CHW",
    pad_output: _t.bool = False,
    rounding: _t.Literal["round", "truncate"] = "round",
    scale: float = 1.0,
    shift: float = 0.0,
    std: _t.Floats | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Crop (see `crop`), mirror, normalise channels, and change layout and type."""

@_t.overload
def debayer(
    input: _t.Batch,
    /,
    *,
    blue_position: _t.Ints | _t.TensorLike,
    algorithm: _t.Literal["bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv", "default_npp"]
    | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Interpolate RGB images from Bayer mosaics: uint8 or uint16, one channel, even sizes."""

@_t.overload
def debayer(
    input: _t.TensorLike,
    /,
    *,
    blue_position: _t.Ints | _t.TensorLike,
    algorithm: _t.Literal["bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv", "default_npp"]
    | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Interpolate RGB images from Bayer mosaics: uint8 or uint16, one channel, even sizes."""

def element_extract(
    input: _t.TensorLike,
    /,
    *,
    element_map: _t.Ints,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Extract frames of sequences, one output per element of `element_map`."""

@_t.overload
def equalize(
    input: _t.Batch,
    /,
    *,
    rule: _t.Literal["even", "steps"] = "even",
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Equalise the histogram of each channel, so that it becomes nearly flat."""

@_t.overload
def equalize(
    input: _t.TensorLike,
    /,
    *,
    rule: _t.Literal["even", "steps"] = "even",
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Equalise the histogram of each channel, so that it becomes nearly flat."""

@_t.overload
def erase(
    input: _t.Batch,
    /,
    *,
    anchor: _t.Floats | _t.TensorLike = ...,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    centered_anchor: _t.bool = False,
    fill_value: _t.Floats | _t.TensorLike = ...,
    normalized: _t.bool = False,
    normalized_anchor: _t.bool = False,
    normalized_shape: _t.bool = False,
    shape: _t.Floats | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Overwrite one or more regions with a value, or with one value per channel."""

@_t.overload
def erase(
    input: _t.TensorLike,
    /,
    *,
    anchor: _t.Floats | _t.TensorLike = ...,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    centered_anchor: _t.bool = False,
    fill_value: _t.Floats | _t.TensorLike = ...,
    normalized: _t.bool = False,
    normalized_anchor: _t.bool = False,
    normalized_shape: _t.bool = False,
    shape: _t.Floats | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Overwrite one or more regions with a value, or with one value per channel."""

@_t.overload
def expand_dims(
    data: _t.Batch,
    /,
    *,
    axes: _t.Ints,
    new_axis_names: str = "",
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Add axes of size 1 at indices of the result; no data is copied."""

@_t.overload
def expand_dims(
    data: _t.TensorLike,
    /,
    *,
    axes: _t.Ints,
    new_axis_names: str = "",
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Add axes of size 1 at indices of the result; no data is copied."""

@_t.overload
def filter(
    data: _t.Batch,
    filter: _t.TensorLike,
    fill_value: _t.TensorLike | None = None,
    /,
    *,
    anchor: _t.Ints | _t.TensorLike = ...,
    border: _t.FilterBorder = "reflect_101",
    dtype: _t.DTypeLike | None = None,
    mode: _t.Literal["same", "valid"] = "same",
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Correlate samples with a filter: out[p] = Σ filter[k] · data[p + k - anchor]."""

@_t.overload
def filter(
    data: _t.TensorLike,
    filter: _t.TensorLike,
    fill_value: _t.TensorLike | None = None,
    /,
    *,
    anchor: _t.Ints | _t.TensorLike = ...,
    border: _t.FilterBorder = "reflect_101",
    dtype: _t.DTypeLike | None = None,
    mode: _t.Literal["same", "valid"] = "same",
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Correlate samples with a filter: out[p] = Σ filter[k] · data[p + k - anchor]."""

@_t.overload
def flip(
    input: _t.Batch,
    /,
    *,
    horizontal: int | _t.TensorLike = 1,
    vertical: int | _t.TensorLike = 0,
    depthwise: int | _t.TensorLike = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Mirror samples along their width, height or depth."""

@_t.overload
def flip(
    input: _t.TensorLike,
    /,
    *,
    horizontal: int | _t.TensorLike = 1,
    vertical: int | _t.TensorLike = 0,
    depthwise: int | _t.TensorLike = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Mirror samples along their width, height or depth."""

float16: _t.DType

float32: _t.DType

float64: _t.DType

@_t.overload
def full(
    fill_value: _t.Batch,
    /,
    *,
    layout: str | None = None,
    shape: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Make an array of a given shape, filled with a value that is broadcast to it."""

@_t.overload
def full(
    fill_value: _t.TensorLike,
    /,
    *,
    layout: str | None = None,
    shape: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Make an array of a given shape, filled with a value that is broadcast to it."""

@_t.overload
def full_like(
    data_like: _t.Batch,
    fill_value: _t.TensorLike,
    /,
    *,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Make an array with the shape, type and layout of another, filled with a value."""

@_t.overload
def full_like(
    data_like: _t.TensorLike,
    fill_value: _t.TensorLike,
    /,
    *,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Make an array with the shape, type and layout of another, filled with a value."""

@_t.overload
def gaussian_blur(
    input: _t.Batch,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    sigma: _t.Floats | _t.TensorLike = ...,
    window_size: _t.Ints | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Blur samples with a Gaussian kernel."""

@_t.overload
def gaussian_blur(
    input: _t.TensorLike,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    sigma: _t.Floats | _t.TensorLike = ...,
    window_size: _t.Ints | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Blur samples with a Gaussian kernel."""

@_t.overload
def get_property(
    input: _t.Batch,
    /,
    *,
    key: _t.Literal["source_info", "layout", "decode_warnings"],
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Return a property of each sample."""

@_t.overload
def get_property(
    input: _t.TensorLike,
    /,
    *,
    key: _t.Literal["source_info", "layout", "decode_warnings"],
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Return a property of each sample."""

@_t.overload
def grid_mask(
    input: _t.Batch,
    /,
    *,
    angle: float | _t.TensorLike = 0.0,
    ratio: float | _t.TensorLike = 0.5,
    shift_x: float | _t.TensorLike = 0.0,
    shift_y: float | _t.TensorLike = 0.0,
    tile: int | _t.TensorLike = 100,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Set the squares of a regular grid to zero."""

@_t.overload
def grid_mask(
    input: _t.TensorLike,
    /,
    *,
    angle: float | _t.TensorLike = 0.0,
    ratio: float | _t.TensorLike = 0.5,
    shift_x: float | _t.TensorLike = 0.0,
    shift_y: float | _t.TensorLike = 0.0,
    tile: int | _t.TensorLike = 100,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Set the squares of a regular grid to zero."""

@_t.overload
def hsv(
    input: _t.Batch,
    /,
    *,
    dtype: _t.DTypeLike = ...,
    hue: float | _t.TensorLike = 0.0,
    saturation: float | _t.TensorLike = 1.0,
    value: float | _t.TensorLike = 1.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Rotate the hue of RGB pixels, and scale their saturation and their value."""

@_t.overload
def hsv(
    input: _t.TensorLike,
    /,
    *,
    dtype: _t.DTypeLike = ...,
    hue: float | _t.TensorLike = 0.0,
    saturation: float | _t.TensorLike = 1.0,
    value: float | _t.TensorLike = 1.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Rotate the hue of RGB pixels, and scale their saturation and their value."""

@_t.overload
def hue(
    input: _t.Batch,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    hue: float | _t.TensorLike = 0.0,
    image_type: _t.ImageType = 0,
    space: _t.Literal["YIQ", "HSV"] = "YIQ",
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Rotate the hue of RGB pixels by an angle in degrees."""

@_t.overload
def hue(
    input: _t.TensorLike,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    hue: float | _t.TensorLike = 0.0,
    image_type: _t.ImageType = 0,
    space: _t.Literal["YIQ", "HSV"] = "YIQ",
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Rotate the hue of RGB pixels by an angle in degrees."""

int16: _t.DType

int32: _t.DType

int64: _t.DType

int8: _t.DType

@_t.overload
def jitter(
    input: _t.Batch,
    /,
    *,
    fill_value: float = 0.0,
    interp_type: _t.InterpType = 0,
    mask: int | _t.TensorLike = 1,
    nDegree: int = 2,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Batch:
    """Read each pixel from a random position near it."""

@_t.overload
def jitter(
    input: _t.TensorLike,
    /,
    *,
    fill_value: float = 0.0,
    interp_type: _t.InterpType = 0,
    mask: int | _t.TensorLike = 1,
    nDegree: int = 2,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Any:
    """Read each pixel from a random position near it."""

@_t.overload
def jpeg_compression_distortion(
    input: _t.Batch,
    /,
    *,
    quality: int | _t.TensorLike = 50,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Add the artefacts of JPEG compression to RGB images."""

@_t.overload
def jpeg_compression_distortion(
    input: _t.TensorLike,
    /,
    *,
    quality: int | _t.TensorLike = 50,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Add the artefacts of JPEG compression to RGB images."""

@_t.overload
def laplacian(
    input: _t.Batch,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    normalized_kernel: _t.bool = False,
    scale: _t.Floats | _t.TensorLike = ...,
    smoothing_size: _t.Ints | _t.TensorLike | None = None,
    window_size: _t.Ints | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Add up the second derivatives of samples along their spatial axes."""

@_t.overload
def laplacian(
    input: _t.TensorLike,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    normalized_kernel: _t.bool = False,
    scale: _t.Floats | _t.TensorLike = ...,
    smoothing_size: _t.Ints | _t.TensorLike | None = None,
    window_size: _t.Ints | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Add up the second derivatives of samples along their spatial axes."""

@_t.overload
def lookup_table(
    input: _t.Batch,
    /,
    *,
    default_value: float = 0.0,
    dtype: _t.DTypeLike = ...,
    keys: _t.Ints = ...,
    values: _t.Floats = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Replace integers by the values of their keys; elements without a key get the default."""

@_t.overload
def lookup_table(
    input: _t.TensorLike,
    /,
    *,
    default_value: float = 0.0,
    dtype: _t.DTypeLike = ...,
    keys: _t.Ints = ...,
    values: _t.Floats = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Replace integers by the values of their keys; elements without a key get the default."""

@_t.overload
def mel_filter_bank(
    input: _t.Batch,
    /,
    *,
    freq_high: float = 0.0,
    freq_low: float = 0.0,
    mel_formula: _t.Literal["slaney", "htk"] = "slaney",
    nfilter: int = 128,
    normalize: _t.bool = True,
    sample_rate: float = 44100.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Sum the powers of a spectrum in triangular bands of equal width on the mel scale."""

@_t.overload
def mel_filter_bank(
    input: _t.TensorLike,
    /,
    *,
    freq_high: float = 0.0,
    freq_low: float = 0.0,
    mel_formula: _t.Literal["slaney", "htk"] = "slaney",
    nfilter: int = 128,
    normalize: _t.bool = True,
    sample_rate: float = 44100.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Sum the powers of a spectrum in triangular bands of equal width on the mel scale."""

@_t.overload
def mfcc(
    input: _t.Batch,
    /,
    *,
    axis: int = 0,
    dct_type: int = 2,
    lifter: float = 0.0,
    n_mfcc: int = 20,
    normalize: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Mel-frequency cepstral coefficients: the discrete cosine transform of a mel spectrum."""

@_t.overload
def mfcc(
    input: _t.TensorLike,
    /,
    *,
    axis: int = 0,
    dct_type: int = 2,
    lifter: float = 0.0,
    n_mfcc: int = 20,
    normalize: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Mel-frequency cepstral coefficients: the discrete cosine transform of a mel spectrum."""

@_t.overload
def multi_paste(
    *inputs: _t.Batch,
    dtype: _t.DTypeLike | None = None,
    in_anchors: _t.Ints | _t.TensorLike | None = None,
    in_anchors_rel: _t.Floats | _t.TensorLike | None = None,
    in_ids: _t.Ints | _t.TensorLike | None = None,
    out_anchors: _t.Ints | _t.TensorLike | None = None,
    out_anchors_rel: _t.Floats | _t.TensorLike | None = None,
    output_size: _t.Ints | _t.TensorLike | None = None,
    shapes: _t.Ints | _t.TensorLike | None = None,
    shapes_rel: _t.Floats | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Paste regions of images on a black canvas, one after the other."""

@_t.overload
def multi_paste(
    *inputs: _t.TensorLike,
    dtype: _t.DTypeLike | None = None,
    in_anchors: _t.Ints | _t.TensorLike | None = None,
    in_anchors_rel: _t.Floats | _t.TensorLike | None = None,
    in_ids: _t.Ints | _t.TensorLike | None = None,
    out_anchors: _t.Ints | _t.TensorLike | None = None,
    out_anchors_rel: _t.Floats | _t.TensorLike | None = None,
    output_size: _t.Ints | _t.TensorLike | None = None,
    shapes: _t.Ints | _t.TensorLike | None = None,
    shapes_rel: _t.Floats | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Paste regions of images on a black canvas, one after the other."""

@_t.overload
def nonsilent_region(
    input: _t.Batch,
    /,
    *,
    cutoff_db: float = -60.0,
    reference_power: float = 0.0,
    reset_interval: int = 8192,
    window_length: int = 2048,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> tuple[_t.Batch, ...]:
    """Find the part of a signal that is not silent: its start and its length."""

@_t.overload
def nonsilent_region(
    input: _t.TensorLike,
    /,
    *,
    cutoff_db: float = -60.0,
    reference_power: float = 0.0,
    reset_interval: int = 8192,
    window_length: int = 2048,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Find the part of a signal that is not silent: its start and its length."""

@_t.overload
def normalize(
    input: _t.Batch,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    batch: _t.bool = False,
    ddof: int = 0,
    dtype: _t.DTypeLike = ...,
    epsilon: float = 0.0,
    mean: _t.Floats | _t.TensorLike | None = None,
    scale: float = 1.0,
    shift: float = 0.0,
    stddev: _t.Floats | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Subtract the mean and divide by the standard deviation: (x - mean) / stddev * scale + shift."""

@_t.overload
def normalize(
    input: _t.TensorLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    batch: _t.bool = False,
    ddof: int = 0,
    dtype: _t.DTypeLike = ...,
    epsilon: float = 0.0,
    mean: _t.Floats | _t.TensorLike | None = None,
    scale: float = 1.0,
    shift: float = 0.0,
    stddev: _t.Floats | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Subtract the mean and divide by the standard deviation: (x - mean) / stddev * scale + shift."""

@_t.overload
def one_hot(
    input: _t.Batch,
    /,
    *,
    axis: int | None = None,
    axis_name: str | None = None,
    dtype: _t.DTypeLike = ...,
    num_classes: int = 0,
    off_value: float = 0.0,
    on_value: float = 1.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Encode class indices as vectors: `on_value` at the index of the class, else `off_value`."""

@_t.overload
def one_hot(
    input: _t.TensorLike,
    /,
    *,
    axis: int | None = None,
    axis_name: str | None = None,
    dtype: _t.DTypeLike = ...,
    num_classes: int = 0,
    off_value: float = 0.0,
    on_value: float = 1.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Encode class indices as vectors: `on_value` at the index of the class, else `off_value`."""

def ones(
    *,
    dtype: _t.DTypeLike = ...,
    layout: str | None = None,
    shape: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Make an array of ones (a scalar without `shape`)."""

@_t.overload
def ones_like(
    data_like: _t.Batch,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Make ones with the shape, layout and (unless `dtype` is given) type of another array."""

@_t.overload
def ones_like(
    data_like: _t.TensorLike,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Make ones with the shape, layout and (unless `dtype` is given) type of another array."""

@_t.overload
def pad(
    input: _t.Batch,
    /,
    *,
    align: _t.Ints | _t.TensorLike | None = None,
    axes: _t.Ints | _t.TensorLike | None = None,
    axis_names: str | None = None,
    fill_value: float | _t.TensorLike = 0.0,
    shape: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Pad samples at the end of some axes (all by default)."""

@_t.overload
def pad(
    input: _t.TensorLike,
    /,
    *,
    align: _t.Ints | _t.TensorLike | None = None,
    axes: _t.Ints | _t.TensorLike | None = None,
    axis_names: str | None = None,
    fill_value: float | _t.TensorLike = 0.0,
    shape: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Pad samples at the end of some axes (all by default)."""

@_t.overload
def paste(
    input: _t.Batch,
    /,
    *,
    fill_value: _t.Ints,
    ratio: float | _t.TensorLike,
    min_canvas_size: float | _t.TensorLike = 0.0,
    n_channels: int = 3,
    paste_x: float | _t.TensorLike = 0.5,
    paste_y: float | _t.TensorLike = 0.5,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Place an image on a canvas that is `ratio` times as large and filled with a colour."""

@_t.overload
def paste(
    input: _t.TensorLike,
    /,
    *,
    fill_value: _t.Ints,
    ratio: float | _t.TensorLike,
    min_canvas_size: float | _t.TensorLike = 0.0,
    n_channels: int = 3,
    paste_x: float | _t.TensorLike = 0.5,
    paste_y: float | _t.TensorLike = 0.5,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Place an image on a canvas that is `ratio` times as large and filled with a colour."""

@_t.overload
def peek_image_shape(
    input: _t.Batch,
    /,
    *,
    adjust_orientation: _t.bool = True,
    dtype: _t.DTypeLike = ...,
    image_type: _t.ImageType = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Return the shape (height, width, channels) that `decoders.image` would return."""

@_t.overload
def peek_image_shape(
    input: _t.TensorLike,
    /,
    *,
    adjust_orientation: _t.bool = True,
    dtype: _t.DTypeLike = ...,
    image_type: _t.ImageType = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Return the shape (height, width, channels) that `decoders.image` would return."""

@_t.overload
def per_frame(
    input: _t.Batch,
    /,
    *,
    replace: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Mark the first axis of an array as frames, for arguments with one value per frame."""

@_t.overload
def per_frame(
    input: _t.TensorLike,
    /,
    *,
    replace: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Mark the first axis of an array as frames, for arguments with one value per frame."""

@_t.overload
def permute_batch(
    input: _t.Batch,
    /,
    *,
    indices: _t.Ints | _t.TensorLike,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Reorder the samples of a batch; samples may be repeated or omitted. No data is copied."""

@_t.overload
def permute_batch(
    input: _t.TensorLike,
    /,
    *,
    indices: _t.Ints | _t.TensorLike,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Reorder the samples of a batch; samples may be repeated or omitted. No data is copied."""

@_t.overload
def power_spectrum(
    input: _t.Batch,
    /,
    *,
    axis: int = -1,
    nfft: int | None = None,
    power: int = 2,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Compute the power spectrum along an axis: nfft / 2 + 1 frequencies."""

@_t.overload
def power_spectrum(
    input: _t.TensorLike,
    /,
    *,
    axis: int = -1,
    nfft: int | None = None,
    power: int = 2,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Compute the power spectrum along an axis: nfft / 2 + 1 frequencies."""

@_t.overload
def preemphasis_filter(
    input: _t.Batch,
    /,
    *,
    border: _t.Literal["clamp", "zero", "reflect"] = "clamp",
    dtype: _t.DTypeLike = ...,
    preemph_coeff: float | _t.TensorLike = 0.97,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Amplify high frequencies: out[i] = in[i] - preemph_coeff * in[i - 1]."""

@_t.overload
def preemphasis_filter(
    input: _t.TensorLike,
    /,
    *,
    border: _t.Literal["clamp", "zero", "reflect"] = "clamp",
    dtype: _t.DTypeLike = ...,
    preemph_coeff: float | _t.TensorLike = 0.97,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Amplify high frequencies: out[i] = in[i] - preemph_coeff * in[i - 1]."""

@_t.overload
def random_bbox_crop(
    boxes: _t.Batch,
    labels: _t.TensorLike | None = None,
    /,
    *,
    all_boxes_above_threshold: _t.bool = True,
    allow_no_crop: _t.bool = True,
    aspect_ratio: _t.Floats = ...,
    bbox_layout: str | None = None,
    bbox_prune_threshold: float | None = None,
    crop_shape: _t.Ints | _t.TensorLike | None = None,
    input_shape: _t.Ints | _t.TensorLike | None = None,
    ltrb: _t.bool = True,
    num_attempts: int = 1,
    output_bbox_indices: _t.bool = False,
    quiet: _t.bool = False,
    scaling: _t.Floats = ...,
    shape_layout: str | None = None,
    threshold_type: _t.Literal["iou", "overlap"] = "iou",
    thresholds: _t.Floats = ...,
    total_num_attempts: int = -1,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> tuple[_t.Batch, ...]:
    """Draw a random window with a minimum overlap with boxes; return it and the boxes inside it."""

@_t.overload
def random_bbox_crop(
    boxes: _t.TensorLike,
    labels: _t.TensorLike | None = None,
    /,
    *,
    all_boxes_above_threshold: _t.bool = True,
    allow_no_crop: _t.bool = True,
    aspect_ratio: _t.Floats = ...,
    bbox_layout: str | None = None,
    bbox_prune_threshold: float | None = None,
    crop_shape: _t.Ints | _t.TensorLike | None = None,
    input_shape: _t.Ints | _t.TensorLike | None = None,
    ltrb: _t.bool = True,
    num_attempts: int = 1,
    output_bbox_indices: _t.bool = False,
    quiet: _t.bool = False,
    scaling: _t.Floats = ...,
    shape_layout: str | None = None,
    threshold_type: _t.Literal["iou", "overlap"] = "iou",
    thresholds: _t.Floats = ...,
    total_num_attempts: int = -1,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Any:
    """Draw a random window with a minimum overlap with boxes; return it and the boxes inside it."""

@_t.overload
def random_crop_generator(
    input: _t.Batch,
    /,
    *,
    num_attempts: int = 10,
    random_area: _t.Floats = ...,
    random_aspect_ratio: _t.Floats = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> tuple[_t.Batch, ...]:
    """Draw a window of random area and aspect ratio for an image whose shape is the input."""

@_t.overload
def random_crop_generator(
    input: _t.TensorLike,
    /,
    *,
    num_attempts: int = 10,
    random_area: _t.Floats = ...,
    random_aspect_ratio: _t.Floats = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Any:
    """Draw a window of random area and aspect ratio for an image whose shape is the input."""

@_t.overload
def random_resized_crop(
    input: _t.Batch,
    /,
    *,
    size: _t.Ints,
    antialias: _t.bool = True,
    dtype: _t.DTypeLike | None = None,
    interp_type: _t.InterpType | _t.TensorLike = 1,
    mag_filter: _t.InterpType | _t.TensorLike | None = None,
    min_filter: _t.InterpType | _t.TensorLike | None = None,
    minibatch_size: int = 32,
    num_attempts: int = 10,
    random_area: _t.Floats = ...,
    random_aspect_ratio: _t.Floats = ...,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Batch:
    """Crop a window of random area and aspect ratio of each image and resize it to `size`."""

@_t.overload
def random_resized_crop(
    input: _t.TensorLike,
    /,
    *,
    size: _t.Ints,
    antialias: _t.bool = True,
    dtype: _t.DTypeLike | None = None,
    interp_type: _t.InterpType | _t.TensorLike = 1,
    mag_filter: _t.InterpType | _t.TensorLike | None = None,
    min_filter: _t.InterpType | _t.TensorLike | None = None,
    minibatch_size: int = 32,
    num_attempts: int = 10,
    random_area: _t.Floats = ...,
    random_aspect_ratio: _t.Floats = ...,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Any:
    """Crop a window of random area and aspect ratio of each image and resize it to `size`."""

@_t.overload
def reinterpret(
    data: _t.Batch,
    shape_input: _t.TensorLike | None = None,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    layout: str | None = None,
    rel_shape: _t.Floats | _t.TensorLike | None = None,
    shape: _t.Ints | _t.TensorLike | None = None,
    src_dims: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Return the same bytes as elements of another type, with another shape or layout."""

@_t.overload
def reinterpret(
    data: _t.TensorLike,
    shape_input: _t.TensorLike | None = None,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    layout: str | None = None,
    rel_shape: _t.Floats | _t.TensorLike | None = None,
    shape: _t.Ints | _t.TensorLike | None = None,
    src_dims: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Return the same bytes as elements of another type, with another shape or layout."""

@_t.overload
def reshape(
    data: _t.Batch,
    shape_input: _t.TensorLike | None = None,
    /,
    *,
    layout: str | None = None,
    rel_shape: _t.Floats | _t.TensorLike | None = None,
    shape: _t.Ints | _t.TensorLike | None = None,
    src_dims: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Return the same elements with another shape or layout; no data is copied."""

@_t.overload
def reshape(
    data: _t.TensorLike,
    shape_input: _t.TensorLike | None = None,
    /,
    *,
    layout: str | None = None,
    rel_shape: _t.Floats | _t.TensorLike | None = None,
    shape: _t.Ints | _t.TensorLike | None = None,
    src_dims: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Return the same elements with another shape or layout; no data is copied."""

@_t.overload
def resize(
    input: _t.Batch,
    /,
    *,
    antialias: _t.bool = True,
    dtype: _t.DTypeLike | None = None,
    edges: _t.Literal["repeat", "cut"] = "repeat",
    interp_type: _t.InterpType | _t.TensorLike = 1,
    mag_filter: _t.InterpType | _t.TensorLike | None = None,
    max_size: _t.Floats | None = None,
    min_filter: _t.InterpType | _t.TensorLike | None = None,
    minibatch_size: int = 32,
    mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _t.TensorLike = 0.0,
    resize_shorter: float | _t.TensorLike = 0.0,
    resize_x: float | _t.TensorLike = 0.0,
    resize_y: float | _t.TensorLike = 0.0,
    resize_z: float | _t.TensorLike = 0.0,
    roi_end: _t.Floats | _t.TensorLike | None = None,
    roi_relative: _t.bool = False,
    roi_start: _t.Floats | _t.TensorLike | None = None,
    save_attrs: _t.Literal[False] = False,
    size: _t.Floats | _t.TensorLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Resize images (height and width) or volumes (depth, height and width)."""

@_t.overload
def resize(
    input: _t.Batch,
    /,
    *,
    antialias: _t.bool = True,
    dtype: _t.DTypeLike | None = None,
    edges: _t.Literal["repeat", "cut"] = "repeat",
    interp_type: _t.InterpType | _t.TensorLike = 1,
    mag_filter: _t.InterpType | _t.TensorLike | None = None,
    max_size: _t.Floats | None = None,
    min_filter: _t.InterpType | _t.TensorLike | None = None,
    minibatch_size: int = 32,
    mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _t.TensorLike = 0.0,
    resize_shorter: float | _t.TensorLike = 0.0,
    resize_x: float | _t.TensorLike = 0.0,
    resize_y: float | _t.TensorLike = 0.0,
    resize_z: float | _t.TensorLike = 0.0,
    roi_end: _t.Floats | _t.TensorLike | None = None,
    roi_relative: _t.bool = False,
    roi_start: _t.Floats | _t.TensorLike | None = None,
    save_attrs: _t.Literal[True],
    size: _t.Floats | _t.TensorLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> tuple[_t.Batch, ...]:
    """Resize images (height and width) or volumes (depth, height and width)."""

@_t.overload
def resize(
    input: _t.TensorLike,
    /,
    *,
    antialias: _t.bool = True,
    dtype: _t.DTypeLike | None = None,
    edges: _t.Literal["repeat", "cut"] = "repeat",
    interp_type: _t.InterpType | _t.TensorLike = 1,
    mag_filter: _t.InterpType | _t.TensorLike | None = None,
    max_size: _t.Floats | None = None,
    min_filter: _t.InterpType | _t.TensorLike | None = None,
    minibatch_size: int = 32,
    mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _t.TensorLike = 0.0,
    resize_shorter: float | _t.TensorLike = 0.0,
    resize_x: float | _t.TensorLike = 0.0,
    resize_y: float | _t.TensorLike = 0.0,
    resize_z: float | _t.TensorLike = 0.0,
    roi_end: _t.Floats | _t.TensorLike | None = None,
    roi_relative: _t.bool = False,
    roi_start: _t.Floats | _t.TensorLike | None = None,
    save_attrs: _t.bool = False,
    size: _t.Floats | _t.TensorLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Resize images (height and width) or volumes (depth, height and width)."""

@_t.overload
def resize_crop_mirror(
    input: _t.Batch,
    /,
    *,
    antialias: _t.bool = True,
    crop: _t.Floats | _t.TensorLike | None = None,
    crop_d: float | _t.TensorLike = 0.0,
    crop_h: float | _t.TensorLike = 0.0,
    crop_pos_x: float | _t.TensorLike = 0.5,
    crop_pos_y: float | _t.TensorLike = 0.5,
    crop_pos_z: float | _t.TensorLike = 0.5,
    crop_w: float | _t.TensorLike = 0.0,
    dtype: _t.DTypeLike | None = None,
    interp_type: _t.InterpType | _t.TensorLike = 1,
    mag_filter: _t.InterpType | _t.TensorLike | None = None,
    max_size: _t.Floats | None = None,
    min_filter: _t.InterpType | _t.TensorLike | None = None,
    minibatch_size: int = 32,
    mirror: int | _t.TensorLike = 0,
    mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _t.TensorLike = 0.0,
    resize_shorter: float | _t.TensorLike = 0.0,
    resize_x: float | _t.TensorLike = 0.0,
    resize_y: float | _t.TensorLike = 0.0,
    resize_z: float | _t.TensorLike = 0.0,
    roi_end: _t.Floats | _t.TensorLike | None = None,
    roi_relative: _t.bool = False,
    roi_start: _t.Floats | _t.TensorLike | None = None,
    rounding: _t.Literal["round", "truncate"] = "round",
    size: _t.Floats | _t.TensorLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Resize (see `resize`), crop (see `crop`) and mirror; only the window is computed."""

@_t.overload
def resize_crop_mirror(
    input: _t.TensorLike,
    /,
    *,
    antialias: _t.bool = True,
    crop: _t.Floats | _t.TensorLike | None = None,
    crop_d: float | _t.TensorLike = 0.0,
    crop_h: float | _t.TensorLike = 0.0,
    crop_pos_x: float | _t.TensorLike = 0.5,
    crop_pos_y: float | _t.TensorLike = 0.5,
    crop_pos_z: float | _t.TensorLike = 0.5,
    crop_w: float | _t.TensorLike = 0.0,
    dtype: _t.DTypeLike | None = None,
    interp_type: _t.InterpType | _t.TensorLike = 1,
    mag_filter: _t.InterpType | _t.TensorLike | None = None,
    max_size: _t.Floats | None = None,
    min_filter: _t.InterpType | _t.TensorLike | None = None,
    minibatch_size: int = 32,
    mirror: int | _t.TensorLike = 0,
    mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _t.TensorLike = 0.0,
    resize_shorter: float | _t.TensorLike = 0.0,
    resize_x: float | _t.TensorLike = 0.0,
    resize_y: float | _t.TensorLike = 0.0,
    resize_z: float | _t.TensorLike = 0.0,
    roi_end: _t.Floats | _t.TensorLike | None = None,
    roi_relative: _t.bool = False,
    roi_start: _t.Floats | _t.TensorLike | None = None,
    rounding: _t.Literal["round", "truncate"] = "round",
    size: _t.Floats | _t.TensorLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Resize (see `resize`), crop (see `crop`) and mirror; only the window is computed."""

def roi_random_crop(
    input: _t.TensorLike | None = None,
    /,
    *,
    crop_shape: _t.Ints | _t.TensorLike,
    in_shape: _t.Ints | _t.TensorLike | None = None,
    roi_end: _t.Ints | _t.TensorLike | None = None,
    roi_shape: _t.Ints | _t.TensorLike | None = None,
    roi_start: _t.Ints | _t.TensorLike,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Any:
    """Draw the start of a window of `crop_shape` that covers as much as possible of a region (ROI)."""

@_t.overload
def rotate(
    input: _t.Batch,
    /,
    *,
    angle: float | _t.TensorLike,
    axis: _t.Floats | _t.TensorLike | None = None,
    dtype: _t.DTypeLike | None = None,
    fill_value: float | None = None,
    interp_type: _t.InterpType = 1,
    keep_size: _t.bool = False,
    size: _t.Floats | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Rotate images by `angle` degrees, counter-clockwise, about their centre."""

@_t.overload
def rotate(
    input: _t.TensorLike,
    /,
    *,
    angle: float | _t.TensorLike,
    axis: _t.Floats | _t.TensorLike | None = None,
    dtype: _t.DTypeLike | None = None,
    fill_value: float | None = None,
    interp_type: _t.InterpType = 1,
    keep_size: _t.bool = False,
    size: _t.Floats | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Rotate images by `angle` degrees, counter-clockwise, about their centre."""

@_t.overload
def saturation(
    input: _t.Batch,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    image_type: _t.ImageType = 0,
    saturation: float | _t.TensorLike = 1.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Scale the saturation of RGB pixels: 0 makes grey, 1 changes nothing."""

@_t.overload
def saturation(
    input: _t.TensorLike,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    image_type: _t.ImageType = 0,
    saturation: float | _t.TensorLike = 1.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Scale the saturation of RGB pixels: 0 makes grey, 1 changes nothing."""

@_t.overload
def sequence_rearrange(
    input: _t.Batch,
    /,
    *,
    new_order: _t.Ints | _t.TensorLike,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Reorder the frames of sequences; frames may be repeated or omitted."""

@_t.overload
def sequence_rearrange(
    input: _t.TensorLike,
    /,
    *,
    new_order: _t.Ints | _t.TensorLike,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Reorder the frames of sequences; frames may be repeated or omitted."""

@_t.overload
def slice(
    data: _t.Batch,
    anchor: _t.TensorLike | None = None,
    shape_input: _t.TensorLike | None = None,
    /,
    *,
    axes: _t.Ints | _t.TensorLike | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    end: _t.Ints | _t.TensorLike | None = None,
    fill_values: _t.Floats = ...,
    normalized_anchor: _t.bool = True,
    normalized_shape: _t.bool = True,
    out_of_bounds_policy: _t.Bounds = "error",
    rel_end: _t.Floats | _t.TensorLike | None = None,
    rel_shape: _t.Floats | _t.TensorLike | None = None,
    rel_start: _t.Floats | _t.TensorLike | None = None,
    shape: _t.Ints | _t.TensorLike | None = None,
    start: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Cut a window out of each sample, on the axes `axes` or `axis_names` ("WH" by default)."""

@_t.overload
def slice(
    data: _t.TensorLike,
    anchor: _t.TensorLike | None = None,
    shape_input: _t.TensorLike | None = None,
    /,
    *,
    axes: _t.Ints | _t.TensorLike | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    end: _t.Ints | _t.TensorLike | None = None,
    fill_values: _t.Floats = ...,
    normalized_anchor: _t.bool = True,
    normalized_shape: _t.bool = True,
    out_of_bounds_policy: _t.Bounds = "error",
    rel_end: _t.Floats | _t.TensorLike | None = None,
    rel_shape: _t.Floats | _t.TensorLike | None = None,
    rel_start: _t.Floats | _t.TensorLike | None = None,
    shape: _t.Ints | _t.TensorLike | None = None,
    start: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Cut a window out of each sample, on the axes `axes` or `axis_names` ("WH" by default)."""

@_t.overload
def spectrogram(
    input: _t.Batch,
    /,
    *,
    center_windows: _t.bool = True,
    layout: str = "ft",
    nfft: int | None = None,
    power: int = 2,
    reflect_padding: _t.bool = True,
    window_fn: _t.Floats | None = None,
    window_length: int = 512,
    window_step: int = 256,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Compute a spectrogram: the short-time Fourier transform of a 1-D signal."""

@_t.overload
def spectrogram(
    input: _t.TensorLike,
    /,
    *,
    center_windows: _t.bool = True,
    layout: str = "ft",
    nfft: int | None = None,
    power: int = 2,
    reflect_padding: _t.bool = True,
    window_fn: _t.Floats | None = None,
    window_length: int = 512,
    window_step: int = 256,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Compute a spectrogram: the short-time Fourier transform of a 1-D signal."""

@_t.overload
def sphere(
    input: _t.Batch,
    /,
    *,
    fill_value: float = 0.0,
    interp_type: _t.InterpType = 0,
    mask: int | _t.TensorLike = 1,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Distort an image as if it were on a sphere: its centre is enlarged."""

@_t.overload
def sphere(
    input: _t.TensorLike,
    /,
    *,
    fill_value: float = 0.0,
    interp_type: _t.InterpType = 0,
    mask: int | _t.TensorLike = 1,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Distort an image as if it were on a sphere: its centre is enlarged."""

@_t.overload
def squeeze(
    data: _t.Batch,
    /,
    *,
    axes: _t.Ints | _t.TensorLike | None = None,
    axis_names: str | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Remove axes of size 1, by index or by name; no data is copied."""

@_t.overload
def squeeze(
    data: _t.TensorLike,
    /,
    *,
    axes: _t.Ints | _t.TensorLike | None = None,
    axis_names: str | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Remove axes of size 1, by index or by name; no data is copied."""

@_t.overload
def stack(
    *inputs: _t.Batch,
    axis: int = 0,
    axis_name: str | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Join arrays of equal shapes along a new axis."""

@_t.overload
def stack(
    *inputs: _t.TensorLike,
    axis: int = 0,
    axis_name: str | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Join arrays of equal shapes along a new axis."""

@_t.overload
def tensor_resize(
    input: _t.Batch,
    /,
    *,
    alignment: _t.Floats | _t.TensorLike = ...,
    antialias: _t.bool = True,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    interp_type: _t.InterpType | _t.TensorLike = 1,
    mag_filter: _t.InterpType | _t.TensorLike | None = None,
    max_size: _t.Floats | None = None,
    min_filter: _t.InterpType | _t.TensorLike | None = None,
    minibatch_size: int = 32,
    mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    roi_end: _t.Floats | _t.TensorLike | None = None,
    roi_relative: _t.bool = False,
    roi_start: _t.Floats | _t.TensorLike | None = None,
    scales: _t.Floats | _t.TensorLike | None = None,
    size_rounding: _t.Literal["round", "truncate", "ceil"] = "round",
    sizes: _t.Floats | _t.TensorLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Resize axes of a tensor, to `sizes` or by `scales`."""

@_t.overload
def tensor_resize(
    input: _t.TensorLike,
    /,
    *,
    alignment: _t.Floats | _t.TensorLike = ...,
    antialias: _t.bool = True,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    interp_type: _t.InterpType | _t.TensorLike = 1,
    mag_filter: _t.InterpType | _t.TensorLike | None = None,
    max_size: _t.Floats | None = None,
    min_filter: _t.InterpType | _t.TensorLike | None = None,
    minibatch_size: int = 32,
    mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    roi_end: _t.Floats | _t.TensorLike | None = None,
    roi_relative: _t.bool = False,
    roi_start: _t.Floats | _t.TensorLike | None = None,
    scales: _t.Floats | _t.TensorLike | None = None,
    size_rounding: _t.Literal["round", "truncate", "ceil"] = "round",
    sizes: _t.Floats | _t.TensorLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Resize axes of a tensor, to `sizes` or by `scales`."""

@_t.overload
def to_decibels(
    input: _t.Batch,
    /,
    *,
    cutoff_db: float = -200.0,
    multiplier: float = 10.0,
    reference: float = 0.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Convert ratios to decibels: multiplier * log10(input / reference), at least `cutoff_db`."""

@_t.overload
def to_decibels(
    input: _t.TensorLike,
    /,
    *,
    cutoff_db: float = -200.0,
    multiplier: float = 10.0,
    reference: float = 0.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Convert ratios to decibels: multiplier * log10(input / reference), at least `cutoff_db`."""

@_t.overload
def transpose(
    input: _t.Batch,
    /,
    *,
    output_layout: str | None = None,
    perm: _t.Ints | None = None,
    transpose_layout: _t.bool = True,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Reorder the axes: axis i of the result is axis perm[i] of the input (reversed by default)."""

@_t.overload
def transpose(
    input: _t.TensorLike,
    /,
    *,
    output_layout: str | None = None,
    perm: _t.Ints | None = None,
    transpose_layout: _t.bool = True,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Reorder the axes: axis i of the result is axis perm[i] of the input (reversed by default)."""

uint16: _t.DType

uint32: _t.DType

uint64: _t.DType

uint8: _t.DType

@_t.overload
def warp_affine(
    data: _t.Batch,
    mtx: _t.TensorLike | None = None,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    fill_value: float | None = None,
    interp_type: _t.InterpType = 1,
    inverse_map: _t.bool = True,
    matrix: _t.Floats | _t.TensorLike = ...,
    size: _t.Floats | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Apply an affine warp: each output pixel is read where a matrix maps its position."""

@_t.overload
def warp_affine(
    data: _t.TensorLike,
    mtx: _t.TensorLike | None = None,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    fill_value: float | None = None,
    interp_type: _t.InterpType = 1,
    inverse_map: _t.bool = True,
    matrix: _t.Floats | _t.TensorLike = ...,
    size: _t.Floats | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Apply an affine warp: each output pixel is read where a matrix maps its position."""

@_t.overload
def water(
    input: _t.Batch,
    /,
    *,
    ampl_x: float = 10.0,
    ampl_y: float = 10.0,
    fill_value: float = 0.0,
    freq_x: float = 0.04908738521234052,
    freq_y: float = 0.04908738521234052,
    interp_type: _t.InterpType = 0,
    mask: int | _t.TensorLike = 1,
    phase_x: float = 0.0,
    phase_y: float = 0.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Distort an image as if seen through water: rows and columns are displaced by waves."""

@_t.overload
def water(
    input: _t.TensorLike,
    /,
    *,
    ampl_x: float = 10.0,
    ampl_y: float = 10.0,
    fill_value: float = 0.0,
    freq_x: float = 0.04908738521234052,
    freq_y: float = 0.04908738521234052,
    interp_type: _t.InterpType = 0,
    mask: int | _t.TensorLike = 1,
    phase_x: float = 0.0,
    phase_y: float = 0.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Distort an image as if seen through water: rows and columns are displaced by waves."""

def zeros(
    *,
    dtype: _t.DTypeLike = ...,
    layout: str | None = None,
    shape: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Make an array of zeros (a scalar without `shape`)."""

@_t.overload
def zeros_like(
    data_like: _t.Batch,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Make zeros with the shape, layout and (unless `dtype` is given) type of another array."""

@_t.overload
def zeros_like(
    data_like: _t.TensorLike,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Make zeros with the shape, layout and (unless `dtype` is given) type of another array."""
