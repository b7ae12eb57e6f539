"""Type stubs of headrace.ops, written by scripts/make_stubs.py: do not edit."""

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
from headrace.pipeline.classes import Compose as Compose
from headrace.pipeline.classes import ExternalSource as ExternalSource
from headrace.pipeline.classes import Operator as Operator
from headrace.pipeline.classes import Operator as _Operator
from headrace.pipeline.classes import PythonFunction as PythonFunction
from headrace.pipeline.classes import PythonFunction as _PythonFunction
from headrace.pipeline.node import DataNode as _DataNode

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

class AudioResample(_Operator):
    """Signals at another rate: sums of samples, weighted by a sinc in a Hann window."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike | None = None,
        in_rate: float | _Any | None = None,
        out_length: int | _Any | None = None,
        out_rate: float | _Any | None = None,
        quality: float = 50.0,
        scale: float | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class BBoxPaste(_Operator):
    """Give the boxes of an image relative to the canvas that `paste` puts it on."""
    def __init__(
        self,
        *,
        ltrb: _bool = False,
        paste_x: float | _Any = 0.5,
        paste_y: float | _Any = 0.5,
        ratio: float | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        ltrb: _bool = False,
        paste_x: float | _NodeLike = 0.5,
        paste_y: float | _NodeLike = 0.5,
        ratio: float | _NodeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class BBoxRotate(_Operator):
    """Rotate boxes by `angle` degrees, counter-clockwise, as `rotate` does with their image."""
    def __init__(
        self,
        *,
        angle: float | _Any | None = None,
        bbox_layout: str = "xyXY",
        bbox_normalized: _bool = True,
        input_shape: _Sequence[int] | int | _Any | None = None,
        keep_size: _bool = False,
        mode: _Literal["expand", "fixed", "halfway"] = "expand",
        remove_threshold: float = 0.1,
        shape_layout: str = "HW",
        size: _Sequence[float] | float | _Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    @_overload
    def __call__(
        self,
        bboxes: _NodeLike,
        /,
        *,
        angle: float | _NodeLike | None = None,
        bbox_layout: str = "xyXY",
        bbox_normalized: _bool = True,
        input_shape: _Sequence[int] | int | _NodeLike | None = None,
        keep_size: _bool = False,
        mode: _Literal["expand", "fixed", "halfway"] = "expand",
        remove_threshold: float = 0.1,
        shape_layout: str = "HW",
        size: _Sequence[float] | float | _NodeLike = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...
    @_overload
    def __call__(
        self,
        bboxes: _NodeLike,
        labels: _NodeLike,
        /,
        *,
        angle: float | _NodeLike | None = None,
        bbox_layout: str = "xyXY",
        bbox_normalized: _bool = True,
        input_shape: _Sequence[int] | int | _NodeLike | None = None,
        keep_size: _bool = False,
        mode: _Literal["expand", "fixed", "halfway"] = "expand",
        remove_threshold: float = 0.1,
        shape_layout: str = "HW",
        size: _Sequence[float] | float | _NodeLike = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> list[_DataNode]: ...

class BatchPermutation(_Operator):
    """Numbers of samples in random order, one a sample: indices for `permute_batch`."""
    def __init__(
        self,
        *,
        allow_repetitions: _bool = False,
        no_fixed_points: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
        *,
        allow_repetitions: _bool = False,
        no_fixed_points: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> _DataNode: ...

class BbFlip(_Operator):
    """Mirror boxes, as `flip` mirrors their image."""
    def __init__(
        self,
        *,
        horizontal: int | _Any = 1,
        ltrb: _bool = False,
        vertical: int | _Any = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class BoxEncoder(_Operator):
    """Assign boxes and their labels to anchors, as detectors such as SSD are trained with."""
    def __init__(
        self,
        *,
        anchors: _Sequence[float] | float | None = None,
        criteria: float = 0.5,
        means: _Sequence[float] | float = ...,
        offset: _bool = False,
        scale: float = 1.0,
        stds: _Sequence[float] | float = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input_0: _NodeLike,
        input_1: _NodeLike,
        /,
        *,
        anchors: _Sequence[float] | float | None = None,
        criteria: float = 0.5,
        means: _Sequence[float] | float = ...,
        offset: _bool = False,
        scale: float = 1.0,
        stds: _Sequence[float] | float = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> list[_DataNode]: ...

class Brightness(_Operator):
    """Scale pixels by `brightness` and add `brightness_shift` × the range of the result's type."""
    def __init__(
        self,
        *,
        brightness: float | _Any = 1.0,
        brightness_shift: float | _Any = 0.0,
        dtype: _DTypeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class BrightnessContrast(_Operator):
    """Change contrast, then brightness, in one step: see contrast and brightness."""
    def __init__(
        self,
        *,
        brightness: float | _Any = 1.0,
        brightness_shift: float | _Any = 0.0,
        contrast: float | _Any = 1.0,
        contrast_center: float | _Any | None = None,
        dtype: _DTypeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

@_deprecated("use ops.readers.COCO")
class COCOReader(_Operator):
    """The deprecated name of `fn.readers.coco`."""
    def __init__(
        self,
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
    ) -> None: ...
    def __call__(self, *, name: str | None = None) -> list[_DataNode]: ...

@_deprecated("use ops.readers.Caffe2")
class Caffe2Reader(_Operator):
    """The deprecated name of `fn.readers.caffe2`."""
    def __init__(
        self,
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
    ) -> None: ...
    def __call__(self, *, name: str | None = None) -> _Any: ...

@_deprecated("use ops.readers.Caffe")
class CaffeReader(_Operator):
    """The deprecated name of `fn.readers.caffe`."""
    def __init__(
        self,
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
    ) -> None: ...
    def __call__(self, *, name: str | None = None) -> _Any: ...

class Cast(_Operator):
    """Convert elements to another type: floats round half away from zero, everything saturates."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        dtype: _DTypeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class CastLike(_Operator):
    """Convert elements to the type of another value, whose data does not matter."""
    def __init__(
        self,
        *,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input_0: _NodeLike,
        input_1: _NodeLike,
        /,
        *,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class Cat(_Operator):
    """Join arrays along an axis they have; sizes may differ in that axis only."""
    def __init__(
        self,
        *,
        axis: int = 0,
        axis_name: str | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        *inputs: _NodeLike,
        axis: int = 0,
        axis_name: str | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class Clahe(_Operator):
    """Equalise histograms locally, with limited contrast."""
    def __init__(
        self,
        *,
        bins: int = 256,
        clip_limit: float | None = None,
        luma_only: _bool = True,
        tiles_x: int | None = None,
        tiles_y: int | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        bins: int = 256,
        clip_limit: float | None = None,
        luma_only: _bool = True,
        tiles_x: int | None = None,
        tiles_y: int | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

@_deprecated("use ops.random.CoinFlip")
class CoinFlip(_Operator):
    """The deprecated name of `fn.random.coin_flip`."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike = ...,
        probability: float | _Any = 0.5,
        shape: _Sequence[int] | int | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class ColorSpaceConversion(_Operator):
    """Convert pixels between RGB, BGR, GRAY (one channel) and YCbCr."""
    def __init__(
        self,
        *,
        image_type: _ImageType | str | int | None = None,
        output_type: _ImageType | str | int | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        image_type: _ImageType | str | int | None = None,
        output_type: _ImageType | str | int | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class ColorTwist(_Operator):
    """Change hue and saturation, then contrast, then brightness of RGB pixels, in one step."""
    def __init__(
        self,
        *,
        brightness: float | _Any = 1.0,
        contrast: float | _Any = 1.0,
        dtype: _DTypeLike | None = None,
        hue: float | _Any = 0.0,
        image_type: _ImageType | str | int = 0,
        saturation: float | _Any = 1.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Constant(_Operator):
    """The same array in every sample: fdata (floats) or idata (integers), in a shape."""

class Contrast(_Operator):
    """Scale the distance of pixels from `contrast_center`."""
    def __init__(
        self,
        *,
        contrast: float | _Any = 1.0,
        contrast_center: float | _Any | None = None,
        dtype: _DTypeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class CoordFlip(_Operator):
    """Mirror points about a centre: x becomes 2 * center_x - x."""
    def __init__(
        self,
        *,
        center_x: float | _Any = 0.5,
        center_y: float | _Any = 0.5,
        center_z: float | _Any = 0.5,
        flip_x: int | _Any = 1,
        flip_y: int | _Any = 0,
        flip_z: int | _Any = 0,
        layout: str = "",
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class CoordTransform(_Operator):
    """Map points by a matrix and an offset: each point x becomes M x + T."""
    def __init__(
        self,
        *,
        M: _Sequence[float] | float | _Any | None = None,
        MT: _Sequence[float] | float | _Any | None = None,
        T: _Sequence[float] | float | _Any | None = None,
        dtype: _DTypeLike = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Copy(_Operator):
    """A copy with memory of its own."""
    def __init__(
        self,
        *,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class Crop(_Operator):
    """Cut a window of `crop` = [height, width] (or [depth, height, width]) out of each sample."""
    def __init__(
        self,
        *,
        crop: _Sequence[float] | float | _Any | None = None,
        crop_d: float | _Any = 0.0,
        crop_h: float | _Any = 0.0,
        crop_pos_x: float | _Any = 0.5,
        crop_pos_y: float | _Any = 0.5,
        crop_pos_z: float | _Any = 0.5,
        crop_w: float | _Any = 0.0,
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
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class CropMirrorNormalize(_Operator):
    """Cut a window (see crop), mirror it, normalise its channels, change layout and type."""
    def __init__(
        self,
        *,
        crop: _Sequence[float] | float | _Any | None = None,
        crop_d: float | _Any = 0.0,
        crop_h: float | _Any = 0.0,
        crop_pos_x: float | _Any = 0.5,
        crop_pos_y: float | _Any = 0.5,
        crop_pos_z: float | _Any = 0.5,
        crop_w: float | _Any = 0.0,
        dtype: _DTypeLike = ...,
        fill_values: _Sequence[float] | float = ...,
        mean: _Sequence[float] | float | _Any = ...,
        mirror: int | _Any = 0,
        out_of_bounds_policy: _Literal["error", "constant", "pad", "trim_to_shape"] = "error",
        output_layout: str = "CHW",
        pad_output: _bool = False,
        rounding: _Literal["round", "truncate"] = "round",
        scale: float = 1.0,
        shift: float = 0.0,
        std: _Sequence[float] | float | _Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

DLTensorPythonFunction = _PythonFunction

class Debayer(_Operator):
    """RGB images from mosaics of red, green and blue: uint8 or uint16, one channel, even sizes."""
    def __init__(
        self,
        *,
        blue_position: _Sequence[int] | int | _Any | None = None,
        algorithm: _Literal["bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv", "default_npp"]
        | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        blue_position: _Sequence[int] | int | _NodeLike | None = None,
        algorithm: _Literal["bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv", "default_npp"]
        | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class ElementExtract(_Operator):
    """Single frames of sequences, one output for each element of `element_map`."""
    def __init__(
        self,
        *,
        element_map: _Sequence[int] | int | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        element_map: _Sequence[int] | int | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _Any: ...

class Equalize(_Operator):
    """Spread the values of each channel evenly: its histogram becomes nearly flat."""
    def __init__(
        self,
        *,
        rule: _Literal["even", "steps"] = "even",
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        rule: _Literal["even", "steps"] = "even",
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class Erase(_Operator):
    """Overwrite one or more regions with a value, or with one value per channel."""
    def __init__(
        self,
        *,
        anchor: _Sequence[float] | float | _Any = ...,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        centered_anchor: _bool = False,
        fill_value: _Sequence[float] | float | _Any = ...,
        normalized: _bool = False,
        normalized_anchor: _bool = False,
        normalized_shape: _bool = False,
        shape: _Sequence[float] | float | _Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class ExpandDims(_Operator):
    """Add axes of size 1 at places of the result; nothing is copied."""
    def __init__(
        self,
        *,
        axes: _Sequence[int] | int | None = None,
        new_axis_names: str = "",
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        data: _NodeLike,
        /,
        *,
        axes: _Sequence[int] | int | None = None,
        new_axis_names: str = "",
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

@_deprecated("use ops.ResizeCropMirror")
class FastResizeCropMirror(_Operator):
    """The deprecated name of `fn.resize_crop_mirror`."""
    def __init__(
        self,
        *,
        antialias: _bool = True,
        crop: _Sequence[float] | float | _Any | None = None,
        crop_d: float | _Any = 0.0,
        crop_h: float | _Any = 0.0,
        crop_pos_x: float | _Any = 0.5,
        crop_pos_y: float | _Any = 0.5,
        crop_pos_z: float | _Any = 0.5,
        crop_w: float | _Any = 0.0,
        dtype: _DTypeLike | None = None,
        interp_type: _InterpType | str | int | _Any = 1,
        mag_filter: _InterpType | str | int | _Any | None = None,
        max_size: _Sequence[float] | float | None = None,
        min_filter: _InterpType | str | int | _Any | None = None,
        minibatch_size: int = 32,
        mirror: int | _Any = 0,
        mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
        resize_longer: float | _Any = 0.0,
        resize_shorter: float | _Any = 0.0,
        resize_x: float | _Any = 0.0,
        resize_y: float | _Any = 0.0,
        resize_z: float | _Any = 0.0,
        roi_end: _Sequence[float] | float | _Any | None = None,
        roi_relative: _bool = False,
        roi_start: _Sequence[float] | float | _Any | None = None,
        rounding: _Literal["round", "truncate"] = "round",
        size: _Sequence[float] | float | _Any | None = None,
        subpixel_scale: _bool = True,
        temp_buffer_hint: int = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

@_deprecated("use ops.readers.File")
class FileReader(_Operator):
    """The deprecated name of `fn.readers.file`."""
    def __init__(
        self,
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
    ) -> None: ...
    def __call__(self, *, name: str | None = None) -> list[_DataNode]: ...

class Filter(_Operator):
    """Correlate samples with a filter: out[p] = Σ filter[k] · data[p + k - anchor]."""
    def __init__(
        self,
        *,
        anchor: _Sequence[int] | int | _Any = ...,
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
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Flip(_Operator):
    """Mirror samples along their width, height or depth."""
    def __init__(
        self,
        *,
        horizontal: int | _Any = 1,
        vertical: int | _Any = 0,
        depthwise: int | _Any = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Full(_Operator):
    """An array of a given shape, filled with a value of any shape that can be broadcast to it."""
    def __init__(
        self,
        *,
        layout: str | None = None,
        shape: _Sequence[int] | int | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        fill_value: _NodeLike,
        /,
        *,
        layout: str | None = None,
        shape: _Sequence[int] | int | _NodeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class FullLike(_Operator):
    """An array with the shape, type and layout of another, filled with a value."""
    def __init__(
        self,
        *,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        data_like: _NodeLike,
        fill_value: _NodeLike,
        /,
        *,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class GaussianBlur(_Operator):
    """Blur samples with a Gaussian window."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike | None = None,
        sigma: _Sequence[float] | float | _Any = ...,
        window_size: _Sequence[int] | int | _Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class GetProperty(_Operator):
    """A fact about each sample."""
    def __init__(
        self,
        *,
        key: _Literal["source_info", "layout", "decode_warnings"] | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        key: _Literal["source_info", "layout", "decode_warnings"] | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class GridMask(_Operator):
    """Set squares to zero that lie on a regular grid."""
    def __init__(
        self,
        *,
        angle: float | _Any = 0.0,
        ratio: float | _Any = 0.5,
        shift_x: float | _Any = 0.0,
        shift_y: float | _Any = 0.0,
        tile: int | _Any = 100,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Hsv(_Operator):
    """Turn the hue of RGB pixels by an angle, scale their saturation and their value."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike = ...,
        hue: float | _Any = 0.0,
        saturation: float | _Any = 1.0,
        value: float | _Any = 1.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Hue(_Operator):
    """Turn the hue of RGB pixels by an angle in degrees."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike | None = None,
        hue: float | _Any = 0.0,
        image_type: _ImageType | str | int = 0,
        space: _Literal["YIQ", "HSV"] = "YIQ",
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

@_deprecated("use ops.decoders.Image")
class ImageDecoder(_Operator):
    """The deprecated name of `fn.decoders.image`."""
    def __init__(
        self,
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
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

@_deprecated("use ops.decoders.ImageCrop")
class ImageDecoderCrop(_Operator):
    """The deprecated name of `fn.decoders.image_crop`."""
    def __init__(
        self,
        *,
        adjust_orientation: _bool = True,
        affine: _bool = True,
        crop: _Sequence[float] | float | _Any | None = None,
        crop_d: float | _Any = 0.0,
        crop_h: float | _Any = 0.0,
        crop_pos_x: float | _Any = 0.5,
        crop_pos_y: float | _Any = 0.5,
        crop_pos_z: float | _Any = 0.5,
        crop_w: float | _Any = 0.0,
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
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

@_deprecated("use ops.decoders.ImageRandomCrop")
class ImageDecoderRandomCrop(_Operator):
    """The deprecated name of `fn.decoders.image_random_crop`."""
    def __init__(
        self,
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
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

@_deprecated("use ops.decoders.ImageSlice")
class ImageDecoderSlice(_Operator):
    """The deprecated name of `fn.decoders.image_slice`."""
    def __init__(
        self,
        *,
        adjust_orientation: _bool = True,
        affine: _bool = True,
        axes: _Sequence[int] | int | _Any | None = None,
        axis_names: str | None = None,
        device_memory_padding: int = 16777216,
        device_memory_padding_jpeg2k: int = 0,
        dtype: _DTypeLike = ...,
        end: _Sequence[int] | int | _Any | None = None,
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
        rel_end: _Sequence[float] | float | _Any | None = None,
        rel_shape: _Sequence[float] | float | _Any | None = None,
        rel_start: _Sequence[float] | float | _Any | None = None,
        shape: _Sequence[int] | int | _Any | None = None,
        start: _Sequence[int] | int | _Any | None = None,
        use_fast_idct: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Jitter(_Operator):
    """Fetch each pixel from a random place near it."""
    def __init__(
        self,
        *,
        fill_value: float = 0.0,
        interp_type: _InterpType | str | int = 0,
        mask: int | _Any = 1,
        nDegree: int = 2,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class JpegCompressionDistortion(_Operator):
    """RGB images as they are after compression to JPEG and decompression."""
    def __init__(
        self,
        *,
        quality: int | _Any = 50,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        quality: int | _NodeLike = 50,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class Laplacian(_Operator):
    """Add up the second derivatives of samples along their spatial axes."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike | None = None,
        normalized_kernel: _bool = False,
        scale: _Sequence[float] | float | _Any = ...,
        smoothing_size: _Sequence[int] | int | _Any | None = None,
        window_size: _Sequence[int] | int | _Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class LookupTable(_Operator):
    """Replace integers by the values that belong to them; those without a key get the default."""
    def __init__(
        self,
        *,
        default_value: float = 0.0,
        dtype: _DTypeLike = ...,
        keys: _Sequence[int] | int = ...,
        values: _Sequence[float] | float = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class MFCC(_Operator):
    """Mel-frequency cepstral coefficients: the discrete cosine transform of a mel spectrum."""
    def __init__(
        self,
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
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

@_deprecated("use ops.readers.MXNet")
class MXNetReader(_Operator):
    """The deprecated name of `fn.readers.mxnet`."""
    def __init__(
        self,
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
    ) -> None: ...
    def __call__(self, *, name: str | None = None) -> list[_DataNode]: ...

class MelFilterBank(_Operator):
    """Powers of frequencies summed up in triangular bands, equally wide on the mel scale."""
    def __init__(
        self,
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
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class MultiPaste(_Operator):
    """Place regions of images on a black canvas, one after the other."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike | None = None,
        in_anchors: _Sequence[int] | int | _Any | None = None,
        in_anchors_rel: _Sequence[float] | float | _Any | None = None,
        in_ids: _Sequence[int] | int | _Any | None = None,
        out_anchors: _Sequence[int] | int | _Any | None = None,
        out_anchors_rel: _Sequence[float] | float | _Any | None = None,
        output_size: _Sequence[int] | int | _Any | None = None,
        shapes: _Sequence[int] | int | _Any | None = None,
        shapes_rel: _Sequence[float] | float | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class NonsilentRegion(_Operator):
    """Where signals are not silent: the beginning and the length of that part."""
    def __init__(
        self,
        *,
        cutoff_db: float = -60.0,
        reference_power: float = 0.0,
        reset_interval: int = 8192,
        window_length: int = 2048,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> list[_DataNode]: ...

@_deprecated("use ops.random.Normal")
class NormalDistribution(_Operator):
    """The deprecated name of `fn.random.normal`."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike = ...,
        mean: float | _Any = 0.0,
        shape: _Sequence[int] | int | _Any | None = None,
        stddev: float | _Any = 1.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Normalize(_Operator):
    """Take off the mean and divide by the standard deviation: (x - mean) / stddev * scale + shift."""
    def __init__(
        self,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        batch: _bool = False,
        ddof: int = 0,
        dtype: _DTypeLike = ...,
        epsilon: float = 0.0,
        mean: _Sequence[float] | float | _Any | None = None,
        scale: float = 1.0,
        shift: float = 0.0,
        stddev: _Sequence[float] | float | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

@_deprecated("use ops.readers.Numpy")
class NumpyReader(_Operator):
    """The deprecated name of `fn.readers.numpy`."""
    def __init__(
        self,
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
    ) -> None: ...
    def __call__(self, *, name: str | None = None) -> _DataNode: ...

class OneHot(_Operator):
    """Vectors that are `on_value` at the place of a class number and `off_value` elsewhere."""
    def __init__(
        self,
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
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Ones(_Operator):
    """An array of ones (a single one without `shape`)."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike = ...,
        layout: str | None = None,
        shape: _Sequence[int] | int | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        *,
        dtype: _DTypeLike = ...,
        layout: str | None = None,
        shape: _Sequence[int] | int | _NodeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class OnesLike(_Operator):
    """Ones in the shape, type (unless `dtype` is given) and layout of another array."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        data_like: _NodeLike,
        /,
        *,
        dtype: _DTypeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class Pad(_Operator):
    """Fill samples up at the end of some axes (all by default)."""
    def __init__(
        self,
        *,
        align: _Sequence[int] | int | _Any | None = None,
        axes: _Sequence[int] | int | _Any | None = None,
        axis_names: str | None = None,
        fill_value: float | _Any = 0.0,
        shape: _Sequence[int] | int | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Paste(_Operator):
    """Place an image on a canvas that is `ratio` times as large, filled with a colour."""
    def __init__(
        self,
        *,
        fill_value: _Sequence[int] | int | None = None,
        ratio: float | _Any | None = None,
        min_canvas_size: float | _Any = 0.0,
        n_channels: int = 3,
        paste_x: float | _Any = 0.5,
        paste_y: float | _Any = 0.5,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        fill_value: _Sequence[int] | int | None = None,
        ratio: float | _NodeLike | None = None,
        min_canvas_size: float | _NodeLike = 0.0,
        n_channels: int = 3,
        paste_x: float | _NodeLike = 0.5,
        paste_y: float | _NodeLike = 0.5,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class PeekImageShape(_Operator):
    """Height, width and channels of the pictures that `decoders.image` would make."""
    def __init__(
        self,
        *,
        adjust_orientation: _bool = True,
        dtype: _DTypeLike = ...,
        image_type: _ImageType | str | int = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class PerFrame(_Operator):
    """Mark an array as having one entry per frame, for arguments that may differ by frame."""
    def __init__(
        self,
        *,
        replace: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        replace: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class PermuteBatch(_Operator):
    """Samples of a batch in another order; they may be repeated and left out. Nothing is copied."""
    def __init__(
        self,
        *,
        indices: _Sequence[int] | int | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        indices: _Sequence[int] | int | _NodeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class PowerSpectrum(_Operator):
    """Powers of the frequencies along an axis: of nfft / 2 + 1 of them."""
    def __init__(
        self,
        *,
        axis: int = -1,
        nfft: int | None = None,
        power: int = 2,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class PreemphasisFilter(_Operator):
    """Filter signals by out[i] = in[i] - preemph_coeff * in[i - 1], which lifts high frequencies."""
    def __init__(
        self,
        *,
        border: _Literal["clamp", "zero", "reflect"] = "clamp",
        dtype: _DTypeLike = ...,
        preemph_coeff: float | _Any = 0.97,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class ROIRandomCrop(_Operator):
    """Draw where a window of `crop_shape` goes, so that it shows as much as it can of a region."""
    def __init__(
        self,
        *,
        crop_shape: _Sequence[int] | int | _Any | None = None,
        in_shape: _Sequence[int] | int | _Any | None = None,
        roi_end: _Sequence[int] | int | _Any | None = None,
        roi_shape: _Sequence[int] | int | _Any | None = None,
        roi_start: _Sequence[int] | int | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike | None = None,
        /,
        *,
        crop_shape: _Sequence[int] | int | _NodeLike | None = None,
        in_shape: _Sequence[int] | int | _NodeLike | None = None,
        roi_end: _Sequence[int] | int | _NodeLike | None = None,
        roi_shape: _Sequence[int] | int | _NodeLike | None = None,
        roi_start: _Sequence[int] | int | _NodeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> _DataNode: ...

class RandomBBoxCrop(_Operator):
    """Draw a window that boxes overlap enough, and give the boxes as they look from inside it."""
    def __init__(
        self,
        *,
        all_boxes_above_threshold: _bool = True,
        allow_no_crop: _bool = True,
        aspect_ratio: _Sequence[float] | float = ...,
        bbox_layout: str | None = None,
        bbox_prune_threshold: float | None = None,
        crop_shape: _Sequence[int] | int | _Any | None = None,
        input_shape: _Sequence[int] | int | _Any | None = None,
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
    ) -> None: ...
    def __call__(
        self,
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
    ) -> list[_DataNode]: ...

class RandomCropGenerator(_Operator):
    """Draw a window of random area and aspect ratio for an image whose shape is the input."""
    def __init__(
        self,
        *,
        num_attempts: int = 10,
        random_area: _Sequence[float] | float = ...,
        random_aspect_ratio: _Sequence[float] | float = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> list[_DataNode]: ...

class RandomResizedCrop(_Operator):
    """Cut a window of random area and aspect ratio out of each image and resize it to `size`."""
    def __init__(
        self,
        *,
        size: _Sequence[int] | int | None = None,
        antialias: _bool = True,
        dtype: _DTypeLike | None = None,
        interp_type: _InterpType | str | int | _Any = 1,
        mag_filter: _InterpType | str | int | _Any | None = None,
        min_filter: _InterpType | str | int | _Any | None = None,
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
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        size: _Sequence[int] | int | None = None,
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
    ) -> _DataNode: ...

class Reinterpret(_Operator):
    """The same bytes as elements of another type, and with another shape or layout."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike | None = None,
        layout: str | None = None,
        rel_shape: _Sequence[float] | float | _Any | None = None,
        shape: _Sequence[int] | int | _Any | None = None,
        src_dims: _Sequence[int] | int | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Reshape(_Operator):
    """The same elements with another shape or layout; nothing is copied."""
    def __init__(
        self,
        *,
        layout: str | None = None,
        rel_shape: _Sequence[float] | float | _Any | None = None,
        shape: _Sequence[int] | int | _Any | None = None,
        src_dims: _Sequence[int] | int | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Resize(_Operator):
    """Resize images (height and width) or volumes (depth, height and width)."""
    def __init__(
        self,
        *,
        antialias: _bool = True,
        dtype: _DTypeLike | None = None,
        edges: _Literal["repeat", "cut"] = "repeat",
        interp_type: _InterpType | str | int | _Any = 1,
        mag_filter: _InterpType | str | int | _Any | None = None,
        max_size: _Sequence[float] | float | None = None,
        min_filter: _InterpType | str | int | _Any | None = None,
        minibatch_size: int = 32,
        mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
        resize_longer: float | _Any = 0.0,
        resize_shorter: float | _Any = 0.0,
        resize_x: float | _Any = 0.0,
        resize_y: float | _Any = 0.0,
        resize_z: float | _Any = 0.0,
        roi_end: _Sequence[float] | float | _Any | None = None,
        roi_relative: _bool = False,
        roi_start: _Sequence[float] | float | _Any | None = None,
        save_attrs: _bool = False,
        size: _Sequence[float] | float | _Any | None = None,
        subpixel_scale: _bool = True,
        temp_buffer_hint: int = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
        save_attrs: _bool = False,
        size: _Sequence[float] | float | _NodeLike | None = None,
        subpixel_scale: _bool = True,
        temp_buffer_hint: int = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _Any: ...

class ResizeCropMirror(_Operator):
    """Resize (see resize), cut a window out (see crop), mirror it; only the window is computed."""
    def __init__(
        self,
        *,
        antialias: _bool = True,
        crop: _Sequence[float] | float | _Any | None = None,
        crop_d: float | _Any = 0.0,
        crop_h: float | _Any = 0.0,
        crop_pos_x: float | _Any = 0.5,
        crop_pos_y: float | _Any = 0.5,
        crop_pos_z: float | _Any = 0.5,
        crop_w: float | _Any = 0.0,
        dtype: _DTypeLike | None = None,
        interp_type: _InterpType | str | int | _Any = 1,
        mag_filter: _InterpType | str | int | _Any | None = None,
        max_size: _Sequence[float] | float | None = None,
        min_filter: _InterpType | str | int | _Any | None = None,
        minibatch_size: int = 32,
        mirror: int | _Any = 0,
        mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
        resize_longer: float | _Any = 0.0,
        resize_shorter: float | _Any = 0.0,
        resize_x: float | _Any = 0.0,
        resize_y: float | _Any = 0.0,
        resize_z: float | _Any = 0.0,
        roi_end: _Sequence[float] | float | _Any | None = None,
        roi_relative: _bool = False,
        roi_start: _Sequence[float] | float | _Any | None = None,
        rounding: _Literal["round", "truncate"] = "round",
        size: _Sequence[float] | float | _Any | None = None,
        subpixel_scale: _bool = True,
        temp_buffer_hint: int = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Rotate(_Operator):
    """Turn images by `angle` degrees, counter-clockwise, about their centre."""
    def __init__(
        self,
        *,
        angle: float | _Any | None = None,
        axis: _Sequence[float] | float | _Any | None = None,
        dtype: _DTypeLike | None = None,
        fill_value: float | None = None,
        interp_type: _InterpType | str | int = 1,
        keep_size: _bool = False,
        size: _Sequence[float] | float | _Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        angle: float | _NodeLike | None = None,
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
    ) -> _DataNode: ...

class Saturation(_Operator):
    """Scale the saturation of RGB pixels: 0 leaves grey, 1 changes nothing."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike | None = None,
        image_type: _ImageType | str | int = 0,
        saturation: float | _Any = 1.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class SequenceRearrange(_Operator):
    """Frames of sequences in another order; they may be repeated and left out."""
    def __init__(
        self,
        *,
        new_order: _Sequence[int] | int | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        new_order: _Sequence[int] | int | _NodeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class Shapes(_Operator):
    """The deprecated name of `fn.DataNode.shape`."""

class Slice(_Operator):
    """Cut a window out of each sample, on the axes `axes` or `axis_names` ("WH" by default)."""
    def __init__(
        self,
        *,
        axes: _Sequence[int] | int | _Any | None = None,
        axis_names: str | None = None,
        dtype: _DTypeLike | None = None,
        end: _Sequence[int] | int | _Any | None = None,
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
        rel_end: _Sequence[float] | float | _Any | None = None,
        rel_shape: _Sequence[float] | float | _Any | None = None,
        rel_start: _Sequence[float] | float | _Any | None = None,
        shape: _Sequence[int] | int | _Any | None = None,
        start: _Sequence[int] | int | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Spectrogram(_Operator):
    """Powers of the frequencies of a signal, in windows that move along it."""
    def __init__(
        self,
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
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Sphere(_Operator):
    """Show an image as on a ball seen from the front: its middle is enlarged."""
    def __init__(
        self,
        *,
        fill_value: float = 0.0,
        interp_type: _InterpType | str | int = 0,
        mask: int | _Any = 1,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Squeeze(_Operator):
    """Remove axes of size 1, by position or by name; nothing is copied."""
    def __init__(
        self,
        *,
        axes: _Sequence[int] | int | _Any | None = None,
        axis_names: str | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        data: _NodeLike,
        /,
        *,
        axes: _Sequence[int] | int | _NodeLike | None = None,
        axis_names: str | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class Stack(_Operator):
    """Join arrays of equal shapes along a new axis."""
    def __init__(
        self,
        *,
        axis: int = 0,
        axis_name: str | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        *inputs: _NodeLike,
        axis: int = 0,
        axis_name: str | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

@_deprecated("use ops.readers.TFRecord")
class TFRecordReader(_Operator):
    """The deprecated name of `fn.readers.tfrecord`."""
    def __init__(
        self,
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
    ) -> None: ...
    def __call__(self, *, name: str | None = None) -> dict[str, _DataNode]: ...

class TensorResize(_Operator):
    """Resize axes of a tensor, to `sizes` or by `scales`."""
    def __init__(
        self,
        *,
        alignment: _Sequence[float] | float | _Any = ...,
        antialias: _bool = True,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        dtype: _DTypeLike | None = None,
        interp_type: _InterpType | str | int | _Any = 1,
        mag_filter: _InterpType | str | int | _Any | None = None,
        max_size: _Sequence[float] | float | None = None,
        min_filter: _InterpType | str | int | _Any | None = None,
        minibatch_size: int = 32,
        mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
        roi_end: _Sequence[float] | float | _Any | None = None,
        roi_relative: _bool = False,
        roi_start: _Sequence[float] | float | _Any | None = None,
        scales: _Sequence[float] | float | _Any | None = None,
        size_rounding: _Literal["round", "truncate", "ceil"] = "round",
        sizes: _Sequence[float] | float | _Any | None = None,
        subpixel_scale: _bool = True,
        temp_buffer_hint: int = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class ToDecibels(_Operator):
    """Ratios in decibels: multiplier * log10(input / reference), `cutoff_db` at least."""
    def __init__(
        self,
        *,
        cutoff_db: float = -200.0,
        multiplier: float = 10.0,
        reference: float = 0.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

@_deprecated("use ops.transforms.Translation")
class TransformTranslation(_Operator):
    """The deprecated name of `fn.transforms.translation`."""
    def __init__(
        self,
        *,
        offset: _Sequence[float] | float | _Any | None = None,
        reverse_order: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike | None = None,
        /,
        *,
        offset: _Sequence[float] | float | _NodeLike | None = None,
        reverse_order: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class Transpose(_Operator):
    """Reorder the axes: axis i of the result is axis perm[i] of the input (reversed by default)."""
    def __init__(
        self,
        *,
        output_layout: str | None = None,
        perm: _Sequence[int] | int | None = None,
        transpose_layout: _bool = True,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

@_deprecated("use ops.random.Uniform")
class Uniform(_Operator):
    """The deprecated name of `fn.random.uniform`."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike = ...,
        range: _Sequence[float] | float | _Any = ...,
        shape: _Sequence[int] | int | _Any | None = None,
        values: _Sequence[float] | float | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class WarpAffine(_Operator):
    """Fetch each pixel from where a matrix maps it: a linear map and an offset."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike | None = None,
        fill_value: float | None = None,
        interp_type: _InterpType | str | int = 1,
        inverse_map: _bool = True,
        matrix: _Sequence[float] | float | _Any = ...,
        size: _Sequence[float] | float | _Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Water(_Operator):
    """Show an image as through moving water: rows and columns move in waves."""
    def __init__(
        self,
        *,
        ampl_x: float = 10.0,
        ampl_y: float = 10.0,
        fill_value: float = 0.0,
        freq_x: float = 0.04908738521234052,
        freq_y: float = 0.04908738521234052,
        interp_type: _InterpType | str | int = 0,
        mask: int | _Any = 1,
        phase_x: float = 0.0,
        phase_y: float = 0.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Zeros(_Operator):
    """An array of zeros (a single zero without `shape`)."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike = ...,
        layout: str | None = None,
        shape: _Sequence[int] | int | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        *,
        dtype: _DTypeLike = ...,
        layout: str | None = None,
        shape: _Sequence[int] | int | _NodeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class ZerosLike(_Operator):
    """Zeros in the shape, type (unless `dtype` is given) and layout of another array."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        data_like: _NodeLike,
        /,
        *,
        dtype: _DTypeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...
