"""Type stubs of headrace.fn, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from collections.abc import Mapping as _Mapping
from collections.abc import Sequence as _Sequence
from os import PathLike as _PathLike
from typing import Any as _Any
from typing import Literal as _Literal
from typing import TypeAlias as _TypeAlias
from typing import overload as _overload

import numpy as _np
from typing_extensions import deprecated as _deprecated

from headrace.core.dtype import DType as _DType
from headrace.core.enums import DALIDataType as _DataType
from headrace.core.enums import DALIImageType as _ImageType
from headrace.core.enums import DALIInterpType as _InterpType
from headrace.pipeline.constants import constant_op as _constant_op
from headrace.pipeline.functions import shapes as shapes
from headrace.pipeline.node import DataNode as _DataNode
from headrace.pipeline.python_function import dl_tensor_python_function as dl_tensor_python_function
from headrace.pipeline.python_function import python_function as python_function
from headrace.pipeline.sources import external_source as external_source

from . import decoders as decoders
from . import experimental as experimental
from . import io as io
from . import noise as noise
from . import random as random
from . import readers as readers
from . import reductions as reductions
from . import segmentation as segmentation
from . import transforms as transforms

_NodeLike: _TypeAlias = _DataNode | _Any  # a node; arrays, lists and numbers are constants
_DTypeLike: _TypeAlias = _DType | _DataType | str | type | _np.dtype[_Any]

def audio_resample(
    input: _NodeLike,
    /,
    *,
    dtype: _DTypeLike | None = None,
    in_rate: float | _NodeLike | None = None,
    out_length: int | _NodeLike | None = None,
    out_rate: float | _NodeLike | None = None,
    quality: float = 50.0,
    scale: float | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Signals at another rate: sums of samples, weighted by a sinc in a Hann window."""

def batch_permutation(
    *,
    allow_repetitions: _bool = False,
    no_fixed_points: _bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
    seed: int | None = None,
) -> _DataNode:
    """Numbers of samples in random order, one a sample: indices for `permute_batch`."""

def bb_flip(
    input: _NodeLike,
    /,
    *,
    horizontal: int | _NodeLike = 1,
    ltrb: _bool = False,
    vertical: int | _NodeLike = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Mirror boxes, as `flip` mirrors their image."""

def bbox_paste(
    input: _NodeLike,
    /,
    *,
    ltrb: _bool = False,
    paste_x: float | _NodeLike = 0.5,
    paste_y: float | _NodeLike = 0.5,
    ratio: float | _NodeLike,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Give the boxes of an image relative to the canvas that `paste` puts it on."""

@_overload
def bbox_rotate(
    bboxes: _NodeLike,
    /,
    *,
    angle: float | _NodeLike,
    bbox_layout: str = "xyXY",
    bbox_normalized: _bool = True,
    input_shape: _Sequence[int] | int | _NodeLike,
    keep_size: _bool = False,
    mode: _Literal["expand", "fixed", "halfway"] = "expand",
    remove_threshold: float = 0.1,
    shape_layout: str = "HW",
    size: _Sequence[float] | float | _NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Rotate boxes by `angle` degrees, counter-clockwise, as `rotate` does with their image."""

@_overload
def bbox_rotate(
    bboxes: _NodeLike,
    labels: _NodeLike,
    /,
    *,
    angle: float | _NodeLike,
    bbox_layout: str = "xyXY",
    bbox_normalized: _bool = True,
    input_shape: _Sequence[int] | int | _NodeLike,
    keep_size: _bool = False,
    mode: _Literal["expand", "fixed", "halfway"] = "expand",
    remove_threshold: float = 0.1,
    shape_layout: str = "HW",
    size: _Sequence[float] | float | _NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> list[_DataNode]:
    """Rotate boxes by `angle` degrees, counter-clockwise, as `rotate` does with their image."""

def box_encoder(
    input_0: _NodeLike,
    input_1: _NodeLike,
    /,
    *,
    anchors: _Sequence[float] | float,
    criteria: float = 0.5,
    means: _Sequence[float] | float = ...,
    offset: _bool = False,
    scale: float = 1.0,
    stds: _Sequence[float] | float = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> list[_DataNode]:
    """Assign boxes and their labels to anchors, as detectors such as SSD are trained with."""

def brightness(
    input: _NodeLike,
    /,
    *,
    brightness: float | _NodeLike = 1.0,
    brightness_shift: float | _NodeLike = 0.0,
    dtype: _DTypeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Scale pixels by `brightness` and add `brightness_shift` × the range of the result's type."""

def brightness_contrast(
    input: _NodeLike,
    /,
    *,
    brightness: float | _NodeLike = 1.0,
    brightness_shift: float | _NodeLike = 0.0,
    contrast: float | _NodeLike = 1.0,
    contrast_center: float | _NodeLike | None = None,
    dtype: _DTypeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Change contrast, then brightness, in one step: see contrast and brightness."""

@_deprecated("use fn.readers.caffe2")
def caffe2_reader(
    *,
    name: str | None = None,
    device: _Any = "cpu",
    path: str | _PathLike[str] | _Sequence[str | _PathLike[str]],
    image_available: _bool = True,
    label_type: int = 0,
    num_labels: int = 1,
    additional_inputs: int = 0,
    bbox: _bool = False,
    random_shuffle: _bool = False,
    shuffle_after_epoch: _bool = False,
    shuffle_after_epoch_seed: int | None = None,
    initial_fill: int = 1024,
    seed: int = -1,
    num_shards: int = 1,
    shard_id: int = 0,
    stick_to_shard: _bool = False,
    pad_last_batch: _bool = False,
    prefetch_queue_depth: int = 1,
    read_ahead: _bool = False,
    lazy_init: _bool = False,
    dont_use_mmap: _bool = False,
    skip_cached_images: _bool = False,
    tensor_init_bytes: int = 1048576,
    on_error: _Literal["raise", "fill"] = "raise",
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _Any:
    """The deprecated name of `fn.readers.caffe2`."""

@_deprecated("use fn.readers.caffe")
def caffe_reader(
    *,
    name: str | None = None,
    device: _Any = "cpu",
    path: str | _PathLike[str] | _Sequence[str | _PathLike[str]],
    image_available: _bool = True,
    label_available: _bool = True,
    random_shuffle: _bool = False,
    shuffle_after_epoch: _bool = False,
    shuffle_after_epoch_seed: int | None = None,
    initial_fill: int = 1024,
    seed: int = -1,
    num_shards: int = 1,
    shard_id: int = 0,
    stick_to_shard: _bool = False,
    pad_last_batch: _bool = False,
    prefetch_queue_depth: int = 1,
    read_ahead: _bool = False,
    lazy_init: _bool = False,
    dont_use_mmap: _bool = False,
    skip_cached_images: _bool = False,
    tensor_init_bytes: int = 1048576,
    on_error: _Literal["raise", "fill"] = "raise",
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _Any:
    """The deprecated name of `fn.readers.caffe`."""

def cast(
    input: _NodeLike,
    /,
    *,
    dtype: _DTypeLike,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Convert elements to another type: floats round half away from zero, everything saturates."""

def cast_like(
    input_0: _NodeLike,
    input_1: _NodeLike,
    /,
    *,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Convert elements to the type of another value, whose data does not matter."""

def cat(
    *inputs: _NodeLike,
    axis: int = 0,
    axis_name: str | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Join arrays along an axis they have; sizes may differ in that axis only."""

def clahe(
    input: _NodeLike,
    /,
    *,
    bins: int = 256,
    clip_limit: float,
    luma_only: _bool = True,
    tiles_x: int,
    tiles_y: int,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Equalise histograms locally, with limited contrast."""

@_deprecated("use fn.readers.coco")
def coco_reader(
    *,
    name: str | None = None,
    device: _Any = "cpu",
    file_root: str | _PathLike[str] | None = None,
    annotations_file: str | _PathLike[str] = "",
    preprocessed_annotations: str | _PathLike[str] = "",
    images: _Sequence[str] | None = None,
    image_ids: _bool = False,
    ltrb: _bool = False,
    ratio: _bool = False,
    include_iscrowd: _bool = True,
    skip_empty: _bool = False,
    size_threshold: float = 0.1,
    avoid_class_remapping: _bool = False,
    polygon_masks: _bool = False,
    pixelwise_masks: _bool = False,
    masks: _bool = False,
    save_preprocessed_annotations: _bool = False,
    save_preprocessed_annotations_dir: str | _PathLike[str] = "",
    trust_paths: _bool = False,
    random_shuffle: _bool = False,
    shuffle_after_epoch: _bool = False,
    shuffle_after_epoch_seed: int | None = None,
    initial_fill: int = 1024,
    seed: int = -1,
    num_shards: int = 1,
    shard_id: int = 0,
    stick_to_shard: _bool = False,
    pad_last_batch: _bool = False,
    prefetch_queue_depth: int = 1,
    read_ahead: _bool = False,
    lazy_init: _bool = False,
    dont_use_mmap: _bool = False,
    skip_cached_images: _bool = False,
    tensor_init_bytes: int = 1048576,
    on_error: _Literal["raise", "fill"] = "raise",
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> list[_DataNode]:
    """The deprecated name of `fn.readers.coco`."""

@_deprecated("use fn.random.coin_flip")
def coin_flip(
    shape_like: _NodeLike | None = None,
    /,
    *,
    dtype: _DTypeLike = ...,
    probability: float | _NodeLike = 0.5,
    shape: _Sequence[int] | int | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
    seed: int | None = None,
) -> _DataNode:
    """The deprecated name of `fn.random.coin_flip`."""

def color_space_conversion(
    input: _NodeLike,
    /,
    *,
    image_type: _ImageType | str | int,
    output_type: _ImageType | str | int,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Convert pixels between RGB, BGR, GRAY (one channel) and YCbCr."""

def color_twist(
    input: _NodeLike,
    /,
    *,
    brightness: float | _NodeLike = 1.0,
    contrast: float | _NodeLike = 1.0,
    dtype: _DTypeLike | None = None,
    hue: float | _NodeLike = 0.0,
    image_type: _ImageType | str | int = 0,
    saturation: float | _NodeLike = 1.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Change hue and saturation, then contrast, then brightness of RGB pixels, in one step."""

constant = _constant_op

def contrast(
    input: _NodeLike,
    /,
    *,
    contrast: float | _NodeLike = 1.0,
    contrast_center: float | _NodeLike | None = None,
    dtype: _DTypeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Scale the distance of pixels from `contrast_center`."""

def coord_flip(
    input: _NodeLike,
    /,
    *,
    center_x: float | _NodeLike = 0.5,
    center_y: float | _NodeLike = 0.5,
    center_z: float | _NodeLike = 0.5,
    flip_x: int | _NodeLike = 1,
    flip_y: int | _NodeLike = 0,
    flip_z: int | _NodeLike = 0,
    layout: str = "",
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Mirror points about a centre: x becomes 2 * center_x - x."""

def coord_transform(
    input: _NodeLike,
    /,
    *,
    M: _Sequence[float] | float | _NodeLike | None = None,
    MT: _Sequence[float] | float | _NodeLike | None = None,
    T: _Sequence[float] | float | _NodeLike | None = None,
    dtype: _DTypeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Map points by a matrix and an offset: each point x becomes M x + T."""

def copy(
    input: _NodeLike,
    /,
    *,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """A copy with memory of its own."""

def crop(
    input: _NodeLike,
    /,
    *,
    crop: _Sequence[float] | float | _NodeLike | None = None,
    crop_d: float | _NodeLike = 0.0,
    crop_h: float | _NodeLike = 0.0,
    crop_pos_x: float | _NodeLike = 0.5,
    crop_pos_y: float | _NodeLike = 0.5,
    crop_pos_z: float | _NodeLike = 0.5,
    crop_w: float | _NodeLike = 0.0,
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
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Cut a window of `crop` = [height, width] (or [depth, height, width]) out of each sample."""

def crop_mirror_normalize(
    input: _NodeLike,
    /,
    *,
    crop: _Sequence[float] | float | _NodeLike | None = None,
    crop_d: float | _NodeLike = 0.0,
    crop_h: float | _NodeLike = 0.0,
    crop_pos_x: float | _NodeLike = 0.5,
    crop_pos_y: float | _NodeLike = 0.5,
    crop_pos_z: float | _NodeLike = 0.5,
    crop_w: float | _NodeLike = 0.0,
    dtype: _DTypeLike = ...,
    fill_values: _Sequence[float] | float = ...,
    mean: _Sequence[float] | float | _NodeLike = ...,
    mirror: int | _NodeLike = 0,
    out_of_bounds_policy: _Literal["error", "constant", "pad", "trim_to_shape"] = "error",
    output_layout: str = "CHW",
    pad_output: _bool = False,
    rounding: _Literal["round", "truncate"] = "round",
    scale: float = 1.0,
    shift: float = 0.0,
    std: _Sequence[float] | float | _NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Cut a window (see crop), mirror it, normalise its channels, change layout and type."""

def debayer(
    input: _NodeLike,
    /,
    *,
    blue_position: _Sequence[int] | int | _NodeLike,
    algorithm: _Literal["bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv", "default_npp"]
    | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """RGB images from mosaics of red, green and blue: uint8 or uint16, one channel, even sizes."""

def element_extract(
    input: _NodeLike,
    /,
    *,
    element_map: _Sequence[int] | int,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _Any:
    """Single frames of sequences, one output for each element of `element_map`."""

def equalize(
    input: _NodeLike,
    /,
    *,
    rule: _Literal["even", "steps"] = "even",
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Spread the values of each channel evenly: its histogram becomes nearly flat."""

def erase(
    input: _NodeLike,
    /,
    *,
    anchor: _Sequence[float] | float | _NodeLike = ...,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    centered_anchor: _bool = False,
    fill_value: _Sequence[float] | float | _NodeLike = ...,
    normalized: _bool = False,
    normalized_anchor: _bool = False,
    normalized_shape: _bool = False,
    shape: _Sequence[float] | float | _NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Overwrite one or more regions with a value, or with one value per channel."""

def expand_dims(
    data: _NodeLike,
    /,
    *,
    axes: _Sequence[int] | int,
    new_axis_names: str = "",
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Add axes of size 1 at places of the result; nothing is copied."""

@_deprecated("use fn.resize_crop_mirror")
def fast_resize_crop_mirror(
    input: _NodeLike,
    /,
    *,
    antialias: _bool = True,
    crop: _Sequence[float] | float | _NodeLike | None = None,
    crop_d: float | _NodeLike = 0.0,
    crop_h: float | _NodeLike = 0.0,
    crop_pos_x: float | _NodeLike = 0.5,
    crop_pos_y: float | _NodeLike = 0.5,
    crop_pos_z: float | _NodeLike = 0.5,
    crop_w: float | _NodeLike = 0.0,
    dtype: _DTypeLike | None = None,
    interp_type: _InterpType | str | int | _NodeLike = 1,
    mag_filter: _InterpType | str | int | _NodeLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _NodeLike | None = None,
    minibatch_size: int = 32,
    mirror: int | _NodeLike = 0,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _NodeLike = 0.0,
    resize_shorter: float | _NodeLike = 0.0,
    resize_x: float | _NodeLike = 0.0,
    resize_y: float | _NodeLike = 0.0,
    resize_z: float | _NodeLike = 0.0,
    roi_end: _Sequence[float] | float | _NodeLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _NodeLike | None = None,
    rounding: _Literal["round", "truncate"] = "round",
    size: _Sequence[float] | float | _NodeLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The deprecated name of `fn.resize_crop_mirror`."""

@_deprecated("use fn.readers.file")
def file_reader(
    *,
    name: str | None = None,
    device: _Any = "cpu",
    file_root: str | _PathLike[str] | None = None,
    files: _Sequence[str | _PathLike[str]] | None = None,
    labels: _Sequence[int] | None = None,
    file_list: str | _PathLike[str] | None = None,
    file_filters: _Sequence[str] = ...,
    dir_filters: _Sequence[str] | None = None,
    case_sensitive_filter: _bool = False,
    trust_paths: _bool = False,
    random_shuffle: _bool = False,
    shuffle_after_epoch: _bool = False,
    shuffle_after_epoch_seed: int | None = None,
    initial_fill: int = 1024,
    seed: int = -1,
    num_shards: int = 1,
    shard_id: int = 0,
    stick_to_shard: _bool = False,
    pad_last_batch: _bool = False,
    prefetch_queue_depth: int = 1,
    read_ahead: _bool = False,
    lazy_init: _bool = False,
    dont_use_mmap: _bool = False,
    skip_cached_images: _bool = False,
    tensor_init_bytes: int = 1048576,
    on_error: _Literal["raise", "fill"] = "raise",
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> list[_DataNode]:
    """The deprecated name of `fn.readers.file`."""

def filter(
    data: _NodeLike,
    filter: _NodeLike,
    fill_value: _NodeLike | None = None,
    /,
    *,
    anchor: _Sequence[int] | int | _NodeLike = ...,
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
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Correlate samples with a filter: out[p] = Σ filter[k] · data[p + k - anchor]."""

def flip(
    input: _NodeLike,
    /,
    *,
    horizontal: int | _NodeLike = 1,
    vertical: int | _NodeLike = 0,
    depthwise: int | _NodeLike = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Mirror samples along their width, height or depth."""

def full(
    fill_value: _NodeLike,
    /,
    *,
    layout: str | None = None,
    shape: _Sequence[int] | int | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """An array of a given shape, filled with a value of any shape that can be broadcast to it."""

def full_like(
    data_like: _NodeLike,
    fill_value: _NodeLike,
    /,
    *,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """An array with the shape, type and layout of another, filled with a value."""

def gaussian_blur(
    input: _NodeLike,
    /,
    *,
    dtype: _DTypeLike | None = None,
    sigma: _Sequence[float] | float | _NodeLike = ...,
    window_size: _Sequence[int] | int | _NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Blur samples with a Gaussian window."""

def get_property(
    input: _NodeLike,
    /,
    *,
    key: _Literal["source_info", "layout", "decode_warnings"],
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """A fact about each sample."""

def grid_mask(
    input: _NodeLike,
    /,
    *,
    angle: float | _NodeLike = 0.0,
    ratio: float | _NodeLike = 0.5,
    shift_x: float | _NodeLike = 0.0,
    shift_y: float | _NodeLike = 0.0,
    tile: int | _NodeLike = 100,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Set squares to zero that lie on a regular grid."""

def hsv(
    input: _NodeLike,
    /,
    *,
    dtype: _DTypeLike = ...,
    hue: float | _NodeLike = 0.0,
    saturation: float | _NodeLike = 1.0,
    value: float | _NodeLike = 1.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Turn the hue of RGB pixels by an angle, scale their saturation and their value."""

def hue(
    input: _NodeLike,
    /,
    *,
    dtype: _DTypeLike | None = None,
    hue: float | _NodeLike = 0.0,
    image_type: _ImageType | str | int = 0,
    space: _Literal["YIQ", "HSV"] = "YIQ",
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Turn the hue of RGB pixels by an angle in degrees."""

@_deprecated("use fn.decoders.image")
def image_decoder(
    input: _NodeLike,
    /,
    *,
    adjust_orientation: _bool = True,
    affine: _bool = True,
    cache_batch_copy: _bool = True,
    cache_debug: _bool = False,
    cache_size: int = 0,
    cache_threshold: int = 0,
    cache_type: str = "",
    device_memory_padding: int = 16777216,
    device_memory_padding_jpeg2k: int = 0,
    dtype: _DTypeLike = ...,
    host_memory_padding: int = 8388608,
    host_memory_padding_jpeg2k: int = 0,
    hw_decoder_load: float = 0.65,
    hybrid_huffman_threshold: int = 1000000,
    jpeg_fancy_upsampling: _bool = False,
    on_error: _Literal["raise", "fill"] = "raise",
    output_type: _ImageType | str | int = 0,
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    scaled_decode: _bool = False,
    use_fast_idct: _bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The deprecated name of `fn.decoders.image`."""

@_deprecated("use fn.decoders.image_crop")
def image_decoder_crop(
    input: _NodeLike,
    /,
    *,
    adjust_orientation: _bool = True,
    affine: _bool = True,
    crop: _Sequence[float] | float | _NodeLike | None = None,
    crop_d: float | _NodeLike = 0.0,
    crop_h: float | _NodeLike = 0.0,
    crop_pos_x: float | _NodeLike = 0.5,
    crop_pos_y: float | _NodeLike = 0.5,
    crop_pos_z: float | _NodeLike = 0.5,
    crop_w: float | _NodeLike = 0.0,
    device_memory_padding: int = 16777216,
    device_memory_padding_jpeg2k: int = 0,
    dtype: _DTypeLike = ...,
    host_memory_padding: int = 8388608,
    host_memory_padding_jpeg2k: int = 0,
    hw_decoder_load: float = 0.65,
    hybrid_huffman_threshold: int = 1000000,
    jpeg_fancy_upsampling: _bool = False,
    on_error: _Literal["raise", "fill"] = "raise",
    output_type: _ImageType | str | int = 0,
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    rounding: _Literal["round", "truncate"] = "round",
    use_fast_idct: _bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The deprecated name of `fn.decoders.image_crop`."""

@_deprecated("use fn.decoders.image_random_crop")
def image_decoder_random_crop(
    input: _NodeLike,
    /,
    *,
    adjust_orientation: _bool = True,
    affine: _bool = True,
    device_memory_padding: int = 16777216,
    device_memory_padding_jpeg2k: int = 0,
    dtype: _DTypeLike = ...,
    host_memory_padding: int = 8388608,
    host_memory_padding_jpeg2k: int = 0,
    hw_decoder_load: float = 0.65,
    hybrid_huffman_threshold: int = 1000000,
    jpeg_fancy_upsampling: _bool = False,
    num_attempts: int = 10,
    on_error: _Literal["raise", "fill"] = "raise",
    output_type: _ImageType | str | int = 0,
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    random_area: _Sequence[float] | float = ...,
    random_aspect_ratio: _Sequence[float] | float = ...,
    use_fast_idct: _bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
    seed: int | None = None,
) -> _DataNode:
    """The deprecated name of `fn.decoders.image_random_crop`."""

@_deprecated("use fn.decoders.image_slice")
def image_decoder_slice(
    data: _NodeLike,
    anchor: _NodeLike | None = None,
    shape_input: _NodeLike | None = None,
    /,
    *,
    adjust_orientation: _bool = True,
    affine: _bool = True,
    axes: _Sequence[int] | int | _NodeLike | None = None,
    axis_names: str | None = None,
    device_memory_padding: int = 16777216,
    device_memory_padding_jpeg2k: int = 0,
    dtype: _DTypeLike = ...,
    end: _Sequence[int] | int | _NodeLike | None = None,
    host_memory_padding: int = 8388608,
    host_memory_padding_jpeg2k: int = 0,
    hw_decoder_load: float = 0.65,
    hybrid_huffman_threshold: int = 1000000,
    jpeg_fancy_upsampling: _bool = False,
    normalized_anchor: _bool = True,
    normalized_shape: _bool = True,
    on_error: _Literal["raise", "fill"] = "raise",
    output_type: _ImageType | str | int = 0,
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    rel_end: _Sequence[float] | float | _NodeLike | None = None,
    rel_shape: _Sequence[float] | float | _NodeLike | None = None,
    rel_start: _Sequence[float] | float | _NodeLike | None = None,
    shape: _Sequence[int] | int | _NodeLike | None = None,
    start: _Sequence[int] | int | _NodeLike | None = None,
    use_fast_idct: _bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The deprecated name of `fn.decoders.image_slice`."""

def jitter(
    input: _NodeLike,
    /,
    *,
    fill_value: float = 0.0,
    interp_type: _InterpType | str | int = 0,
    mask: int | _NodeLike = 1,
    nDegree: int = 2,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
    seed: int | None = None,
) -> _DataNode:
    """Fetch each pixel from a random place near it."""

def jpeg_compression_distortion(
    input: _NodeLike,
    /,
    *,
    quality: int | _NodeLike = 50,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """RGB images as they are after compression to JPEG and decompression."""

def laplacian(
    input: _NodeLike,
    /,
    *,
    dtype: _DTypeLike | None = None,
    normalized_kernel: _bool = False,
    scale: _Sequence[float] | float | _NodeLike = ...,
    smoothing_size: _Sequence[int] | int | _NodeLike | None = None,
    window_size: _Sequence[int] | int | _NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Add up the second derivatives of samples along their spatial axes."""

def lookup_table(
    input: _NodeLike,
    /,
    *,
    default_value: float = 0.0,
    dtype: _DTypeLike = ...,
    keys: _Sequence[int] | int = ...,
    values: _Sequence[float] | float = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Replace integers by the values that belong to them; those without a key get the default."""

def mel_filter_bank(
    input: _NodeLike,
    /,
    *,
    freq_high: float = 0.0,
    freq_low: float = 0.0,
    mel_formula: _Literal["slaney", "htk"] = "slaney",
    nfilter: int = 128,
    normalize: _bool = True,
    sample_rate: float = 44100.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Powers of frequencies summed up in triangular bands, equally wide on the mel scale."""

def mfcc(
    input: _NodeLike,
    /,
    *,
    axis: int = 0,
    dct_type: int = 2,
    lifter: float = 0.0,
    n_mfcc: int = 20,
    normalize: _bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Mel-frequency cepstral coefficients: the discrete cosine transform of a mel spectrum."""

def multi_paste(
    *inputs: _NodeLike,
    dtype: _DTypeLike | None = None,
    in_anchors: _Sequence[int] | int | _NodeLike | None = None,
    in_anchors_rel: _Sequence[float] | float | _NodeLike | None = None,
    in_ids: _Sequence[int] | int | _NodeLike | None = None,
    out_anchors: _Sequence[int] | int | _NodeLike | None = None,
    out_anchors_rel: _Sequence[float] | float | _NodeLike | None = None,
    output_size: _Sequence[int] | int | _NodeLike | None = None,
    shapes: _Sequence[int] | int | _NodeLike | None = None,
    shapes_rel: _Sequence[float] | float | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Place regions of images on a black canvas, one after the other."""

@_deprecated("use fn.readers.mxnet")
def mxnet_reader(
    *,
    name: str | None = None,
    device: _Any = "cpu",
    path: str | _PathLike[str] | _Sequence[str | _PathLike[str]],
    index_path: str | _PathLike[str] | _Sequence[str | _PathLike[str]] | None = None,
    random_shuffle: _bool = False,
    shuffle_after_epoch: _bool = False,
    shuffle_after_epoch_seed: int | None = None,
    initial_fill: int = 1024,
    seed: int = -1,
    num_shards: int = 1,
    shard_id: int = 0,
    stick_to_shard: _bool = False,
    pad_last_batch: _bool = False,
    prefetch_queue_depth: int = 1,
    read_ahead: _bool = False,
    lazy_init: _bool = False,
    dont_use_mmap: _bool = False,
    skip_cached_images: _bool = False,
    tensor_init_bytes: int = 1048576,
    on_error: _Literal["raise", "fill"] = "raise",
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> list[_DataNode]:
    """The deprecated name of `fn.readers.mxnet`."""

def nonsilent_region(
    input: _NodeLike,
    /,
    *,
    cutoff_db: float = -60.0,
    reference_power: float = 0.0,
    reset_interval: int = 8192,
    window_length: int = 2048,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> list[_DataNode]:
    """Where signals are not silent: the beginning and the length of that part."""

@_deprecated("use fn.random.normal")
def normal_distribution(
    shape_like: _NodeLike | None = None,
    /,
    *,
    dtype: _DTypeLike = ...,
    mean: float | _NodeLike = 0.0,
    shape: _Sequence[int] | int | _NodeLike | None = None,
    stddev: float | _NodeLike = 1.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
    seed: int | None = None,
) -> _DataNode:
    """The deprecated name of `fn.random.normal`."""

def normalize(
    input: _NodeLike,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    batch: _bool = False,
    ddof: int = 0,
    dtype: _DTypeLike = ...,
    epsilon: float = 0.0,
    mean: _Sequence[float] | float | _NodeLike | None = None,
    scale: float = 1.0,
    shift: float = 0.0,
    stddev: _Sequence[float] | float | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Take off the mean and divide by the standard deviation: (x - mean) / stddev * scale + shift."""

@_deprecated("use fn.readers.numpy")
def numpy_reader(
    *,
    name: str | None = None,
    device: _Any = "cpu",
    file_root: str | _PathLike[str] | None = None,
    file_filter: str = "*.npy",
    files: _Sequence[str | _PathLike[str]] | None = None,
    file_list: str | _PathLike[str] | None = None,
    roi_start: _Sequence[int] | None = None,
    rel_roi_start: _Sequence[float] | None = None,
    roi_end: _Sequence[int] | None = None,
    rel_roi_end: _Sequence[float] | None = None,
    roi_shape: _Sequence[int] | None = None,
    rel_roi_shape: _Sequence[float] | None = None,
    roi_axes: _Sequence[int] = ...,
    out_of_bounds_policy: _Literal["error", "pad", "trim_to_shape"] = "error",
    fill_value: float = 0.0,
    cache_header_information: _bool = False,
    use_o_direct: _bool = False,
    register_buffers: _bool = True,
    trust_paths: _bool = False,
    random_shuffle: _bool = False,
    shuffle_after_epoch: _bool = False,
    shuffle_after_epoch_seed: int | None = None,
    initial_fill: int = 1024,
    seed: int = -1,
    num_shards: int = 1,
    shard_id: int = 0,
    stick_to_shard: _bool = False,
    pad_last_batch: _bool = False,
    prefetch_queue_depth: int = 1,
    read_ahead: _bool = False,
    lazy_init: _bool = False,
    dont_use_mmap: _bool = False,
    skip_cached_images: _bool = False,
    tensor_init_bytes: int = 1048576,
    on_error: _Literal["raise", "fill"] = "raise",
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The deprecated name of `fn.readers.numpy`."""

def one_hot(
    input: _NodeLike,
    /,
    *,
    axis: int | None = None,
    axis_name: str | None = None,
    dtype: _DTypeLike = ...,
    num_classes: int = 0,
    off_value: float = 0.0,
    on_value: float = 1.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Vectors that are `on_value` at the place of a class number and `off_value` elsewhere."""

def ones(
    *,
    dtype: _DTypeLike = ...,
    layout: str | None = None,
    shape: _Sequence[int] | int | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """An array of ones (a single one without `shape`)."""

def ones_like(
    data_like: _NodeLike,
    /,
    *,
    dtype: _DTypeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Ones in the shape, type (unless `dtype` is given) and layout of another array."""

def pad(
    input: _NodeLike,
    /,
    *,
    align: _Sequence[int] | int | _NodeLike | None = None,
    axes: _Sequence[int] | int | _NodeLike | None = None,
    axis_names: str | None = None,
    fill_value: float | _NodeLike = 0.0,
    shape: _Sequence[int] | int | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Fill samples up at the end of some axes (all by default)."""

def paste(
    input: _NodeLike,
    /,
    *,
    fill_value: _Sequence[int] | int,
    ratio: float | _NodeLike,
    min_canvas_size: float | _NodeLike = 0.0,
    n_channels: int = 3,
    paste_x: float | _NodeLike = 0.5,
    paste_y: float | _NodeLike = 0.5,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Place an image on a canvas that is `ratio` times as large, filled with a colour."""

def peek_image_shape(
    input: _NodeLike,
    /,
    *,
    adjust_orientation: _bool = True,
    dtype: _DTypeLike = ...,
    image_type: _ImageType | str | int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Height, width and channels of the pictures that `decoders.image` would make."""

def per_frame(
    input: _NodeLike,
    /,
    *,
    replace: _bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Mark an array as having one entry per frame, for arguments that may differ by frame."""

def permute_batch(
    input: _NodeLike,
    /,
    *,
    indices: _Sequence[int] | int | _NodeLike,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Samples of a batch in another order; they may be repeated and left out. Nothing is copied."""

def power_spectrum(
    input: _NodeLike,
    /,
    *,
    axis: int = -1,
    nfft: int | None = None,
    power: int = 2,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Powers of the frequencies along an axis: of nfft / 2 + 1 of them."""

def preemphasis_filter(
    input: _NodeLike,
    /,
    *,
    border: _Literal["clamp", "zero", "reflect"] = "clamp",
    dtype: _DTypeLike = ...,
    preemph_coeff: float | _NodeLike = 0.97,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Filter signals by out[i] = in[i] - preemph_coeff * in[i - 1], which lifts high frequencies."""

def random_bbox_crop(
    boxes: _NodeLike,
    labels: _NodeLike | None = None,
    /,
    *,
    all_boxes_above_threshold: _bool = True,
    allow_no_crop: _bool = True,
    aspect_ratio: _Sequence[float] | float = ...,
    bbox_layout: str | None = None,
    bbox_prune_threshold: float | None = None,
    crop_shape: _Sequence[int] | int | _NodeLike | None = None,
    input_shape: _Sequence[int] | int | _NodeLike | None = None,
    ltrb: _bool = True,
    num_attempts: int = 1,
    output_bbox_indices: _bool = False,
    quiet: _bool = False,
    scaling: _Sequence[float] | float = ...,
    shape_layout: str | None = None,
    threshold_type: _Literal["iou", "overlap"] = "iou",
    thresholds: _Sequence[float] | float = ...,
    total_num_attempts: int = -1,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
    seed: int | None = None,
) -> list[_DataNode]:
    """Draw a window that boxes overlap enough, and give the boxes as they look from inside it."""

def random_crop_generator(
    input: _NodeLike,
    /,
    *,
    num_attempts: int = 10,
    random_area: _Sequence[float] | float = ...,
    random_aspect_ratio: _Sequence[float] | float = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
    seed: int | None = None,
) -> list[_DataNode]:
    """Draw a window of random area and aspect ratio for an image whose shape is the input."""

def random_resized_crop(
    input: _NodeLike,
    /,
    *,
    size: _Sequence[int] | int,
    antialias: _bool = True,
    dtype: _DTypeLike | None = None,
    interp_type: _InterpType | str | int | _NodeLike = 1,
    mag_filter: _InterpType | str | int | _NodeLike | None = None,
    min_filter: _InterpType | str | int | _NodeLike | None = None,
    minibatch_size: int = 32,
    num_attempts: int = 10,
    random_area: _Sequence[float] | float = ...,
    random_aspect_ratio: _Sequence[float] | float = ...,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
    seed: int | None = None,
) -> _DataNode:
    """Cut a window of random area and aspect ratio out of each image and resize it to `size`."""

def reinterpret(
    data: _NodeLike,
    shape_input: _NodeLike | None = None,
    /,
    *,
    dtype: _DTypeLike | None = None,
    layout: str | None = None,
    rel_shape: _Sequence[float] | float | _NodeLike | None = None,
    shape: _Sequence[int] | int | _NodeLike | None = None,
    src_dims: _Sequence[int] | int | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The same bytes as elements of another type, and with another shape or layout."""

def reshape(
    data: _NodeLike,
    shape_input: _NodeLike | None = None,
    /,
    *,
    layout: str | None = None,
    rel_shape: _Sequence[float] | float | _NodeLike | None = None,
    shape: _Sequence[int] | int | _NodeLike | None = None,
    src_dims: _Sequence[int] | int | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The same elements with another shape or layout; nothing is copied."""

@_overload
def resize(
    input: _NodeLike,
    /,
    *,
    antialias: _bool = True,
    dtype: _DTypeLike | None = None,
    edges: _Literal["repeat", "cut"] = "repeat",
    interp_type: _InterpType | str | int | _NodeLike = 1,
    mag_filter: _InterpType | str | int | _NodeLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _NodeLike | None = None,
    minibatch_size: int = 32,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _NodeLike = 0.0,
    resize_shorter: float | _NodeLike = 0.0,
    resize_x: float | _NodeLike = 0.0,
    resize_y: float | _NodeLike = 0.0,
    resize_z: float | _NodeLike = 0.0,
    roi_end: _Sequence[float] | float | _NodeLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _NodeLike | None = None,
    save_attrs: _Literal[False] = False,
    size: _Sequence[float] | float | _NodeLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Resize images (height and width) or volumes (depth, height and width)."""

@_overload
def resize(
    input: _NodeLike,
    /,
    *,
    antialias: _bool = True,
    dtype: _DTypeLike | None = None,
    edges: _Literal["repeat", "cut"] = "repeat",
    interp_type: _InterpType | str | int | _NodeLike = 1,
    mag_filter: _InterpType | str | int | _NodeLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _NodeLike | None = None,
    minibatch_size: int = 32,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _NodeLike = 0.0,
    resize_shorter: float | _NodeLike = 0.0,
    resize_x: float | _NodeLike = 0.0,
    resize_y: float | _NodeLike = 0.0,
    resize_z: float | _NodeLike = 0.0,
    roi_end: _Sequence[float] | float | _NodeLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _NodeLike | None = None,
    save_attrs: _Literal[True],
    size: _Sequence[float] | float | _NodeLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> list[_DataNode]:
    """Resize images (height and width) or volumes (depth, height and width)."""

@_overload
def resize(
    input: _NodeLike,
    /,
    *,
    antialias: _bool = True,
    dtype: _DTypeLike | None = None,
    edges: _Literal["repeat", "cut"] = "repeat",
    interp_type: _InterpType | str | int | _NodeLike = 1,
    mag_filter: _InterpType | str | int | _NodeLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _NodeLike | None = None,
    minibatch_size: int = 32,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _NodeLike = 0.0,
    resize_shorter: float | _NodeLike = 0.0,
    resize_x: float | _NodeLike = 0.0,
    resize_y: float | _NodeLike = 0.0,
    resize_z: float | _NodeLike = 0.0,
    roi_end: _Sequence[float] | float | _NodeLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _NodeLike | None = None,
    save_attrs: _bool,
    size: _Sequence[float] | float | _NodeLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _Any:
    """Resize images (height and width) or volumes (depth, height and width)."""

def resize_crop_mirror(
    input: _NodeLike,
    /,
    *,
    antialias: _bool = True,
    crop: _Sequence[float] | float | _NodeLike | None = None,
    crop_d: float | _NodeLike = 0.0,
    crop_h: float | _NodeLike = 0.0,
    crop_pos_x: float | _NodeLike = 0.5,
    crop_pos_y: float | _NodeLike = 0.5,
    crop_pos_z: float | _NodeLike = 0.5,
    crop_w: float | _NodeLike = 0.0,
    dtype: _DTypeLike | None = None,
    interp_type: _InterpType | str | int | _NodeLike = 1,
    mag_filter: _InterpType | str | int | _NodeLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _NodeLike | None = None,
    minibatch_size: int = 32,
    mirror: int | _NodeLike = 0,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _NodeLike = 0.0,
    resize_shorter: float | _NodeLike = 0.0,
    resize_x: float | _NodeLike = 0.0,
    resize_y: float | _NodeLike = 0.0,
    resize_z: float | _NodeLike = 0.0,
    roi_end: _Sequence[float] | float | _NodeLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _NodeLike | None = None,
    rounding: _Literal["round", "truncate"] = "round",
    size: _Sequence[float] | float | _NodeLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Resize (see resize), cut a window out (see crop), mirror it; only the window is computed."""

def roi_random_crop(
    input: _NodeLike | None = None,
    /,
    *,
    crop_shape: _Sequence[int] | int | _NodeLike,
    in_shape: _Sequence[int] | int | _NodeLike | None = None,
    roi_end: _Sequence[int] | int | _NodeLike | None = None,
    roi_shape: _Sequence[int] | int | _NodeLike | None = None,
    roi_start: _Sequence[int] | int | _NodeLike,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
    seed: int | None = None,
) -> _DataNode:
    """Draw where a window of `crop_shape` goes, so that it shows as much as it can of a region."""

def rotate(
    input: _NodeLike,
    /,
    *,
    angle: float | _NodeLike,
    axis: _Sequence[float] | float | _NodeLike | None = None,
    dtype: _DTypeLike | None = None,
    fill_value: float | None = None,
    interp_type: _InterpType | str | int = 1,
    keep_size: _bool = False,
    size: _Sequence[float] | float | _NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Turn images by `angle` degrees, counter-clockwise, about their centre."""

def saturation(
    input: _NodeLike,
    /,
    *,
    dtype: _DTypeLike | None = None,
    image_type: _ImageType | str | int = 0,
    saturation: float | _NodeLike = 1.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Scale the saturation of RGB pixels: 0 leaves grey, 1 changes nothing."""

def sequence_rearrange(
    input: _NodeLike,
    /,
    *,
    new_order: _Sequence[int] | int | _NodeLike,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Frames of sequences in another order; they may be repeated and left out."""

def slice(
    data: _NodeLike,
    anchor: _NodeLike | None = None,
    shape_input: _NodeLike | None = None,
    /,
    *,
    axes: _Sequence[int] | int | _NodeLike | None = None,
    axis_names: str | None = None,
    dtype: _DTypeLike | None = None,
    end: _Sequence[int] | int | _NodeLike | None = None,
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
    rel_end: _Sequence[float] | float | _NodeLike | None = None,
    rel_shape: _Sequence[float] | float | _NodeLike | None = None,
    rel_start: _Sequence[float] | float | _NodeLike | None = None,
    shape: _Sequence[int] | int | _NodeLike | None = None,
    start: _Sequence[int] | int | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Cut a window out of each sample, on the axes `axes` or `axis_names` ("WH" by default)."""

def spectrogram(
    input: _NodeLike,
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
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Powers of the frequencies of a signal, in windows that move along it."""

def sphere(
    input: _NodeLike,
    /,
    *,
    fill_value: float = 0.0,
    interp_type: _InterpType | str | int = 0,
    mask: int | _NodeLike = 1,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Show an image as on a ball seen from the front: its middle is enlarged."""

def squeeze(
    data: _NodeLike,
    /,
    *,
    axes: _Sequence[int] | int | _NodeLike | None = None,
    axis_names: str | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Remove axes of size 1, by position or by name; nothing is copied."""

def stack(
    *inputs: _NodeLike,
    axis: int = 0,
    axis_name: str | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Join arrays of equal shapes along a new axis."""

def tensor_resize(
    input: _NodeLike,
    /,
    *,
    alignment: _Sequence[float] | float | _NodeLike = ...,
    antialias: _bool = True,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    dtype: _DTypeLike | None = None,
    interp_type: _InterpType | str | int | _NodeLike = 1,
    mag_filter: _InterpType | str | int | _NodeLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _NodeLike | None = None,
    minibatch_size: int = 32,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    roi_end: _Sequence[float] | float | _NodeLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _NodeLike | None = None,
    scales: _Sequence[float] | float | _NodeLike | None = None,
    size_rounding: _Literal["round", "truncate", "ceil"] = "round",
    sizes: _Sequence[float] | float | _NodeLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Resize axes of a tensor, to `sizes` or by `scales`."""

@_deprecated("use fn.readers.tfrecord")
def tfrecord_reader(
    *,
    name: str | None = None,
    device: _Any = "cpu",
    path: str | _PathLike[str] | _Sequence[str | _PathLike[str]],
    features: _Mapping[str, _Any],
    index_path: str | _PathLike[str] | _Sequence[str | _PathLike[str]] | None = None,
    use_o_direct: _bool = False,
    random_shuffle: _bool = False,
    shuffle_after_epoch: _bool = False,
    shuffle_after_epoch_seed: int | None = None,
    initial_fill: int = 1024,
    seed: int = -1,
    num_shards: int = 1,
    shard_id: int = 0,
    stick_to_shard: _bool = False,
    pad_last_batch: _bool = False,
    prefetch_queue_depth: int = 1,
    read_ahead: _bool = False,
    lazy_init: _bool = False,
    dont_use_mmap: _bool = False,
    skip_cached_images: _bool = False,
    tensor_init_bytes: int = 1048576,
    on_error: _Literal["raise", "fill"] = "raise",
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> dict[str, _DataNode]:
    """The deprecated name of `fn.readers.tfrecord`."""

def to_decibels(
    input: _NodeLike,
    /,
    *,
    cutoff_db: float = -200.0,
    multiplier: float = 10.0,
    reference: float = 0.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Ratios in decibels: multiplier * log10(input / reference), `cutoff_db` at least."""

@_deprecated("use fn.transforms.translation")
def transform_translation(
    input: _NodeLike | None = None,
    /,
    *,
    offset: _Sequence[float] | float | _NodeLike,
    reverse_order: _bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The deprecated name of `fn.transforms.translation`."""

def transpose(
    input: _NodeLike,
    /,
    *,
    output_layout: str | None = None,
    perm: _Sequence[int] | int | None = None,
    transpose_layout: _bool = True,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Reorder the axes: axis i of the result is axis perm[i] of the input (reversed by default)."""

@_deprecated("use fn.random.uniform")
def uniform(
    shape_like: _NodeLike | None = None,
    /,
    *,
    dtype: _DTypeLike = ...,
    range: _Sequence[float] | float | _NodeLike = ...,
    shape: _Sequence[int] | int | _NodeLike | None = None,
    values: _Sequence[float] | float | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
    seed: int | None = None,
) -> _DataNode:
    """The deprecated name of `fn.random.uniform`."""

def warp_affine(
    data: _NodeLike,
    mtx: _NodeLike | None = None,
    /,
    *,
    dtype: _DTypeLike | None = None,
    fill_value: float | None = None,
    interp_type: _InterpType | str | int = 1,
    inverse_map: _bool = True,
    matrix: _Sequence[float] | float | _NodeLike = ...,
    size: _Sequence[float] | float | _NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Fetch each pixel from where a matrix maps it: a linear map and an offset."""

def water(
    input: _NodeLike,
    /,
    *,
    ampl_x: float = 10.0,
    ampl_y: float = 10.0,
    fill_value: float = 0.0,
    freq_x: float = 0.04908738521234052,
    freq_y: float = 0.04908738521234052,
    interp_type: _InterpType | str | int = 0,
    mask: int | _NodeLike = 1,
    phase_x: float = 0.0,
    phase_y: float = 0.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Show an image as through moving water: rows and columns move in waves."""

def zeros(
    *,
    dtype: _DTypeLike = ...,
    layout: str | None = None,
    shape: _Sequence[int] | int | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """An array of zeros (a single zero without `shape`)."""

def zeros_like(
    data_like: _NodeLike,
    /,
    *,
    dtype: _DTypeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Zeros in the shape, type (unless `dtype` is given) and layout of another array."""
