"""Type stubs of headrace.ops, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t
from headrace import fn as _fn
from headrace import ops as _ops
from headrace.pipeline.classes import Compose as Compose
from headrace.pipeline.classes import ExternalSource as ExternalSource
from headrace.pipeline.classes import Operator as Operator
from headrace.pipeline.classes import PythonFunction as PythonFunction
from headrace.pipeline.classes import PythonFunction as _PythonFunction

from . import decoders as decoders
from . import experimental as experimental
from . import io as io
from . import noise as noise
from . import random as random
from . import readers as readers
from . import reductions as reductions
from . import segmentation as segmentation
from . import transforms as transforms

class AudioResample(_t.Operator):
    """Change the sampling rate of signals, by a sinc filter with a Hann window."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike | None = None,
        in_rate: float | _t.Any | None = None,
        out_length: int | _t.Any | None = None,
        out_rate: float | _t.Any | None = None,
        quality: float = 50.0,
        scale: float | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.audio_resample)
    def __call__(self) -> _t.Any: ...

class BBoxPaste(_t.Operator):
    """Convert the boxes of an image to the canvas that `paste` places it on."""
    def __init__(
        self,
        *,
        ltrb: _t.bool = False,
        paste_x: float | _t.Any = 0.5,
        paste_y: float | _t.Any = 0.5,
        ratio: float | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike,
        /,
        *,
        ltrb: _t.bool = False,
        paste_x: float | _t.NodeLike = 0.5,
        paste_y: float | _t.NodeLike = 0.5,
        ratio: float | _t.NodeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.DataNode: ...

class BBoxRotate(_t.Operator):
    """Rotate boxes by `angle` degrees, counter-clockwise, as `rotate` does with their image."""
    def __init__(
        self,
        *,
        angle: float | _t.Any | None = None,
        bbox_layout: str = "xyXY",
        bbox_normalized: _t.bool = True,
        input_shape: _t.Ints | _t.Any | None = None,
        keep_size: _t.bool = False,
        mode: _t.Literal["expand", "fixed", "halfway"] = "expand",
        remove_threshold: float = 0.1,
        shape_layout: str = "HW",
        size: _t.Floats | _t.Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.overload
    def __call__(
        self,
        bboxes: _t.NodeLike,
        /,
        *,
        angle: float | _t.NodeLike | None = None,
        bbox_layout: str = "xyXY",
        bbox_normalized: _t.bool = True,
        input_shape: _t.Ints | _t.NodeLike | None = None,
        keep_size: _t.bool = False,
        mode: _t.Literal["expand", "fixed", "halfway"] = "expand",
        remove_threshold: float = 0.1,
        shape_layout: str = "HW",
        size: _t.Floats | _t.NodeLike = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.DataNode: ...
    @_t.overload
    def __call__(
        self,
        bboxes: _t.NodeLike,
        labels: _t.NodeLike,
        /,
        *,
        angle: float | _t.NodeLike | None = None,
        bbox_layout: str = "xyXY",
        bbox_normalized: _t.bool = True,
        input_shape: _t.Ints | _t.NodeLike | None = None,
        keep_size: _t.bool = False,
        mode: _t.Literal["expand", "fixed", "halfway"] = "expand",
        remove_threshold: float = 0.1,
        shape_layout: str = "HW",
        size: _t.Floats | _t.NodeLike = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> list[_t.DataNode]: ...

class BatchPermutation(_t.Operator):
    """Draw a random permutation of sample indices, one index per sample, for `permute_batch`."""
    def __init__(
        self,
        *,
        allow_repetitions: _t.bool = False,
        no_fixed_points: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    @_t.method(_fn.batch_permutation)
    def __call__(self) -> _t.Any: ...

class BbFlip(_t.Operator):
    """Mirror boxes, as `flip` mirrors their image."""
    def __init__(
        self,
        *,
        horizontal: int | _t.Any = 1,
        ltrb: _t.bool = False,
        vertical: int | _t.Any = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.bb_flip)
    def __call__(self) -> _t.Any: ...

class BoxEncoder(_t.Operator):
    """Assign boxes and their labels to anchors, as detectors such as SSD are trained with."""
    def __init__(
        self,
        *,
        anchors: _t.Floats | None = None,
        criteria: float = 0.5,
        means: _t.Floats = ...,
        offset: _t.bool = False,
        scale: float = 1.0,
        stds: _t.Floats = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        input_0: _t.NodeLike,
        input_1: _t.NodeLike,
        /,
        *,
        anchors: _t.Floats | None = None,
        criteria: float = 0.5,
        means: _t.Floats = ...,
        offset: _t.bool = False,
        scale: float = 1.0,
        stds: _t.Floats = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> list[_t.DataNode]: ...

class Brightness(_t.Operator):
    """Multiply pixels by `brightness` and add `brightness_shift` × the range of the output type."""
    def __init__(
        self,
        *,
        brightness: float | _t.Any = 1.0,
        brightness_shift: float | _t.Any = 0.0,
        dtype: _t.DTypeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.brightness)
    def __call__(self) -> _t.Any: ...

class BrightnessContrast(_t.Operator):
    """Change contrast, then brightness, in one step: see `contrast` and `brightness`."""
    def __init__(
        self,
        *,
        brightness: float | _t.Any = 1.0,
        brightness_shift: float | _t.Any = 0.0,
        contrast: float | _t.Any = 1.0,
        contrast_center: float | _t.Any | None = None,
        dtype: _t.DTypeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.brightness_contrast)
    def __call__(self) -> _t.Any: ...

@_t.deprecated("use ops.readers.COCO")
class COCOReader(_ops.readers.COCO):
    """The deprecated name of `fn.readers.coco`."""

@_t.deprecated("use ops.readers.Caffe2")
class Caffe2Reader(_ops.readers.Caffe2):
    """The deprecated name of `fn.readers.caffe2`."""

@_t.deprecated("use ops.readers.Caffe")
class CaffeReader(_ops.readers.Caffe):
    """The deprecated name of `fn.readers.caffe`."""

class Cast(_t.Operator):
    """Convert elements to another type: floats round half away from zero, numbers saturate."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike,
        /,
        *,
        dtype: _t.DTypeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.DataNode: ...

class CastLike(_t.Operator):
    """Convert elements to the type of another value, whose data is not read."""
    def __init__(
        self,
        *,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.cast_like)
    def __call__(self) -> _t.Any: ...

class Cat(_t.Operator):
    """Concatenate arrays along an existing axis; sizes may differ on that axis only."""
    def __init__(
        self,
        *,
        axis: int = 0,
        axis_name: str | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.cat)
    def __call__(self) -> _t.Any: ...

class Clahe(_t.Operator):
    """Equalise histograms locally, with limited contrast (CLAHE)."""
    def __init__(
        self,
        *,
        bins: int = 256,
        clip_limit: float | None = None,
        luma_only: _t.bool = True,
        tiles_x: int | None = None,
        tiles_y: int | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike,
        /,
        *,
        bins: int = 256,
        clip_limit: float | None = None,
        luma_only: _t.bool = True,
        tiles_x: int | None = None,
        tiles_y: int | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.DataNode: ...

@_t.deprecated("use ops.random.CoinFlip")
class CoinFlip(_ops.random.CoinFlip):
    """The deprecated name of `fn.random.coin_flip`."""

class ColorSpaceConversion(_t.Operator):
    """Convert pixels between RGB, BGR, GRAY (one channel) and YCbCr."""
    def __init__(
        self,
        *,
        image_type: _t.ImageType | None = None,
        output_type: _t.ImageType | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike,
        /,
        *,
        image_type: _t.ImageType | None = None,
        output_type: _t.ImageType | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.DataNode: ...

class ColorTwist(_t.Operator):
    """Change hue and saturation, then contrast, then brightness of RGB pixels, in one step."""
    def __init__(
        self,
        *,
        brightness: float | _t.Any = 1.0,
        contrast: float | _t.Any = 1.0,
        dtype: _t.DTypeLike | None = None,
        hue: float | _t.Any = 0.0,
        image_type: _t.ImageType = 0,
        saturation: float | _t.Any = 1.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.color_twist)
    def __call__(self) -> _t.Any: ...

class Constant(_t.Operator):
    """The same array in every sample: fdata (floats) or idata (integers), in a shape."""

class Contrast(_t.Operator):
    """Scale the distance of pixels from `contrast_center`."""
    def __init__(
        self,
        *,
        contrast: float | _t.Any = 1.0,
        contrast_center: float | _t.Any | None = None,
        dtype: _t.DTypeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.contrast)
    def __call__(self) -> _t.Any: ...

class CoordFlip(_t.Operator):
    """Mirror points about a centre: x becomes 2 * center_x - x."""
    def __init__(
        self,
        *,
        center_x: float | _t.Any = 0.5,
        center_y: float | _t.Any = 0.5,
        center_z: float | _t.Any = 0.5,
        flip_x: int | _t.Any = 1,
        flip_y: int | _t.Any = 0,
        flip_z: int | _t.Any = 0,
        layout: str = "",
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.coord_flip)
    def __call__(self) -> _t.Any: ...

class CoordTransform(_t.Operator):
    """Map points by a matrix and an offset: each point x becomes M x + T."""
    def __init__(
        self,
        *,
        M: _t.Floats | _t.Any | None = None,
        MT: _t.Floats | _t.Any | None = None,
        T: _t.Floats | _t.Any | None = None,
        dtype: _t.DTypeLike = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.coord_transform)
    def __call__(self) -> _t.Any: ...

class Copy(_t.Operator):
    """Return a copy in new memory."""
    def __init__(
        self,
        *,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.copy)
    def __call__(self) -> _t.Any: ...

class Crop(_t.Operator):
    """Cut a window of `crop` = [height, width] (or [depth, height, width]) out of each sample."""
    def __init__(
        self,
        *,
        crop: _t.Floats | _t.Any | None = None,
        crop_d: float | _t.Any = 0.0,
        crop_h: float | _t.Any = 0.0,
        crop_pos_x: float | _t.Any = 0.5,
        crop_pos_y: float | _t.Any = 0.5,
        crop_pos_z: float | _t.Any = 0.5,
        crop_w: float | _t.Any = 0.0,
        dtype: _t.DTypeLike | None = None,
        fill_values: _t.Floats = ...,
        out_of_bounds_policy: _t.Bounds = "error",
        rounding: _t.Literal["round", "truncate"] = "round",
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.crop)
    def __call__(self) -> _t.Any: ...

class CropMirrorNormalize(_t.Operator):
    """Crop (see `crop`), mirror, normalise channels, and change layout and type."""
    def __init__(
        self,
        *,
        crop: _t.Floats | _t.Any | None = None,
        crop_d: float | _t.Any = 0.0,
        crop_h: float | _t.Any = 0.0,
        crop_pos_x: float | _t.Any = 0.5,
        crop_pos_y: float | _t.Any = 0.5,
        crop_pos_z: float | _t.Any = 0.5,
        crop_w: float | _t.Any = 0.0,
        dtype: _t.DTypeLike = ...,
        fill_values: _t.Floats = ...,
        mean: _t.Floats | _t.Any = ...,
        mirror: int | _t.Any = 0,
        out_of_bounds_policy: _t.Literal["error", "constant", "pad", "trim_to_shape"] = "error",
        output_layout: str = "CHW",
        pad_output: _t.bool = False,
        rounding: _t.Literal["round", "truncate"] = "round",
        scale: float = 1.0,
        shift: float = 0.0,
        std: _t.Floats | _t.Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.crop_mirror_normalize)
    def __call__(self) -> _t.Any: ...

DLTensorPythonFunction = _PythonFunction

class Debayer(_t.Operator):
    """Interpolate RGB images from Bayer mosaics: uint8 or uint16, one channel, even sizes."""
    def __init__(
        self,
        *,
        blue_position: _t.Ints | _t.Any | None = None,
        algorithm: _t.Literal["bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv", "default_npp"]
        | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike,
        /,
        *,
        blue_position: _t.Ints | _t.NodeLike | None = None,
        algorithm: _t.Literal["bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv", "default_npp"]
        | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.DataNode: ...

class ElementExtract(_t.Operator):
    """Extract frames of sequences, one output per element of `element_map`."""
    def __init__(
        self,
        *,
        element_map: _t.Ints | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike,
        /,
        *,
        element_map: _t.Ints | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.Any: ...

class Equalize(_t.Operator):
    """Equalise the histogram of each channel, so that it becomes nearly flat."""
    def __init__(
        self,
        *,
        rule: _t.Literal["even", "steps"] = "even",
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.equalize)
    def __call__(self) -> _t.Any: ...

class Erase(_t.Operator):
    """Overwrite one or more regions with a value, or with one value per channel."""
    def __init__(
        self,
        *,
        anchor: _t.Floats | _t.Any = ...,
        axes: _t.Ints | None = None,
        axis_names: str | None = None,
        centered_anchor: _t.bool = False,
        fill_value: _t.Floats | _t.Any = ...,
        normalized: _t.bool = False,
        normalized_anchor: _t.bool = False,
        normalized_shape: _t.bool = False,
        shape: _t.Floats | _t.Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.erase)
    def __call__(self) -> _t.Any: ...

class ExpandDims(_t.Operator):
    """Add axes of size 1 at indices of the result; no data is copied."""
    def __init__(
        self,
        *,
        axes: _t.Ints | None = None,
        new_axis_names: str = "",
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        data: _t.NodeLike,
        /,
        *,
        axes: _t.Ints | None = None,
        new_axis_names: str = "",
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.DataNode: ...

@_t.deprecated("use ops.ResizeCropMirror")
class FastResizeCropMirror(_ops.ResizeCropMirror):
    """The deprecated name of `fn.resize_crop_mirror`."""

@_t.deprecated("use ops.readers.File")
class FileReader(_ops.readers.File):
    """The deprecated name of `fn.readers.file`."""

class Filter(_t.Operator):
    """Correlate samples with a filter: out[p] = Σ filter[k] · data[p + k - anchor]."""
    def __init__(
        self,
        *,
        anchor: _t.Ints | _t.Any = ...,
        border: _t.FilterBorder = "reflect_101",
        dtype: _t.DTypeLike | None = None,
        mode: _t.Literal["same", "valid"] = "same",
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.filter)
    def __call__(self) -> _t.Any: ...

class Flip(_t.Operator):
    """Mirror samples along their width, height or depth."""
    def __init__(
        self,
        *,
        horizontal: int | _t.Any = 1,
        vertical: int | _t.Any = 0,
        depthwise: int | _t.Any = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.flip)
    def __call__(self) -> _t.Any: ...

class Full(_t.Operator):
    """Make an array of a given shape, filled with a value that is broadcast to it."""
    def __init__(
        self,
        *,
        layout: str | None = None,
        shape: _t.Ints | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.full)
    def __call__(self) -> _t.Any: ...

class FullLike(_t.Operator):
    """Make an array with the shape, type and layout of another, filled with a value."""
    def __init__(
        self,
        *,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.full_like)
    def __call__(self) -> _t.Any: ...

class GaussianBlur(_t.Operator):
    """Blur samples with a Gaussian kernel."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike | None = None,
        sigma: _t.Floats | _t.Any = ...,
        window_size: _t.Ints | _t.Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.gaussian_blur)
    def __call__(self) -> _t.Any: ...

class GetProperty(_t.Operator):
    """Return a property of each sample."""
    def __init__(
        self,
        *,
        key: _t.Literal["source_info", "layout", "decode_warnings"] | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike,
        /,
        *,
        key: _t.Literal["source_info", "layout", "decode_warnings"] | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.DataNode: ...

class GridMask(_t.Operator):
    """Set the squares of a regular grid to zero."""
    def __init__(
        self,
        *,
        angle: float | _t.Any = 0.0,
        ratio: float | _t.Any = 0.5,
        shift_x: float | _t.Any = 0.0,
        shift_y: float | _t.Any = 0.0,
        tile: int | _t.Any = 100,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.grid_mask)
    def __call__(self) -> _t.Any: ...

class Hsv(_t.Operator):
    """Rotate the hue of RGB pixels, and scale their saturation and their value."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike = ...,
        hue: float | _t.Any = 0.0,
        saturation: float | _t.Any = 1.0,
        value: float | _t.Any = 1.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.hsv)
    def __call__(self) -> _t.Any: ...

class Hue(_t.Operator):
    """Rotate the hue of RGB pixels by an angle in degrees."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike | None = None,
        hue: float | _t.Any = 0.0,
        image_type: _t.ImageType = 0,
        space: _t.Literal["YIQ", "HSV"] = "YIQ",
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.hue)
    def __call__(self) -> _t.Any: ...

@_t.deprecated("use ops.decoders.Image")
class ImageDecoder(_ops.decoders.Image):
    """The deprecated name of `fn.decoders.image`."""

@_t.deprecated("use ops.decoders.ImageCrop")
class ImageDecoderCrop(_ops.decoders.ImageCrop):
    """The deprecated name of `fn.decoders.image_crop`."""

@_t.deprecated("use ops.decoders.ImageRandomCrop")
class ImageDecoderRandomCrop(_ops.decoders.ImageRandomCrop):
    """The deprecated name of `fn.decoders.image_random_crop`."""

@_t.deprecated("use ops.decoders.ImageSlice")
class ImageDecoderSlice(_ops.decoders.ImageSlice):
    """The deprecated name of `fn.decoders.image_slice`."""

class Jitter(_t.Operator):
    """Read each pixel from a random position near it."""
    def __init__(
        self,
        *,
        fill_value: float = 0.0,
        interp_type: _t.InterpType = 0,
        mask: int | _t.Any = 1,
        nDegree: int = 2,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    @_t.method(_fn.jitter)
    def __call__(self) -> _t.Any: ...

class JpegCompressionDistortion(_t.Operator):
    """Add the artefacts of JPEG compression to RGB images."""
    def __init__(
        self,
        *,
        quality: int | _t.Any = 50,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.jpeg_compression_distortion)
    def __call__(self) -> _t.Any: ...

class Laplacian(_t.Operator):
    """Add up the second derivatives of samples along their spatial axes."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike | None = None,
        normalized_kernel: _t.bool = False,
        scale: _t.Floats | _t.Any = ...,
        smoothing_size: _t.Ints | _t.Any | None = None,
        window_size: _t.Ints | _t.Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.laplacian)
    def __call__(self) -> _t.Any: ...

class LookupTable(_t.Operator):
    """Replace integers by the values of their keys; elements without a key get the default."""
    def __init__(
        self,
        *,
        default_value: float = 0.0,
        dtype: _t.DTypeLike = ...,
        keys: _t.Ints = ...,
        values: _t.Floats = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.lookup_table)
    def __call__(self) -> _t.Any: ...

class MFCC(_t.Operator):
    """Mel-frequency cepstral coefficients: the discrete cosine transform of a mel spectrum."""
    def __init__(
        self,
        *,
        axis: int = 0,
        dct_type: int = 2,
        lifter: float = 0.0,
        n_mfcc: int = 20,
        normalize: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.mfcc)
    def __call__(self) -> _t.Any: ...

@_t.deprecated("use ops.readers.MXNet")
class MXNetReader(_ops.readers.MXNet):
    """The deprecated name of `fn.readers.mxnet`."""

class MelFilterBank(_t.Operator):
    """Sum the powers of a spectrum in triangular bands of equal width on the mel scale."""
    def __init__(
        self,
        *,
        freq_high: float = 0.0,
        freq_low: float = 0.0,
        mel_formula: _t.Literal["slaney", "htk"] = "slaney",
        nfilter: int = 128,
        normalize: _t.bool = True,
        sample_rate: float = 44100.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.mel_filter_bank)
    def __call__(self) -> _t.Any: ...

class MultiPaste(_t.Operator):
    """Paste regions of images on a black canvas, one after the other."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike | None = None,
        in_anchors: _t.Ints | _t.Any | None = None,
        in_anchors_rel: _t.Floats | _t.Any | None = None,
        in_ids: _t.Ints | _t.Any | None = None,
        out_anchors: _t.Ints | _t.Any | None = None,
        out_anchors_rel: _t.Floats | _t.Any | None = None,
        output_size: _t.Ints | _t.Any | None = None,
        shapes: _t.Ints | _t.Any | None = None,
        shapes_rel: _t.Floats | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.multi_paste)
    def __call__(self) -> _t.Any: ...

class NonsilentRegion(_t.Operator):
    """Find the part of a signal that is not silent: its start and its length."""
    def __init__(
        self,
        *,
        cutoff_db: float = -60.0,
        reference_power: float = 0.0,
        reset_interval: int = 8192,
        window_length: int = 2048,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.nonsilent_region)
    def __call__(self) -> _t.Any: ...

@_t.deprecated("use ops.random.Normal")
class NormalDistribution(_ops.random.Normal):
    """The deprecated name of `fn.random.normal`."""

class Normalize(_t.Operator):
    """Subtract the mean and divide by the standard deviation: (x - mean) / stddev * scale + shift."""
    def __init__(
        self,
        *,
        axes: _t.Ints | None = None,
        axis_names: str | None = None,
        batch: _t.bool = False,
        ddof: int = 0,
        dtype: _t.DTypeLike = ...,
        epsilon: float = 0.0,
        mean: _t.Floats | _t.Any | None = None,
        scale: float = 1.0,
        shift: float = 0.0,
        stddev: _t.Floats | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.normalize)
    def __call__(self) -> _t.Any: ...

@_t.deprecated("use ops.readers.Numpy")
class NumpyReader(_ops.readers.Numpy):
    """The deprecated name of `fn.readers.numpy`."""

class OneHot(_t.Operator):
    """Encode class indices as vectors: `on_value` at the index of the class, else `off_value`."""
    def __init__(
        self,
        *,
        axis: int | None = None,
        axis_name: str | None = None,
        dtype: _t.DTypeLike = ...,
        num_classes: int = 0,
        off_value: float = 0.0,
        on_value: float = 1.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.one_hot)
    def __call__(self) -> _t.Any: ...

class Ones(_t.Operator):
    """Make an array of ones (a scalar without `shape`)."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike = ...,
        layout: str | None = None,
        shape: _t.Ints | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.ones)
    def __call__(self) -> _t.Any: ...

class OnesLike(_t.Operator):
    """Make ones with the shape, layout and (unless `dtype` is given) type of another array."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.ones_like)
    def __call__(self) -> _t.Any: ...

class Pad(_t.Operator):
    """Pad samples at the end of some axes (all by default)."""
    def __init__(
        self,
        *,
        align: _t.Ints | _t.Any | None = None,
        axes: _t.Ints | _t.Any | None = None,
        axis_names: str | None = None,
        fill_value: float | _t.Any = 0.0,
        shape: _t.Ints | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.pad)
    def __call__(self) -> _t.Any: ...

class Paste(_t.Operator):
    """Place an image on a canvas that is `ratio` times as large and filled with a colour."""
    def __init__(
        self,
        *,
        fill_value: _t.Ints | None = None,
        ratio: float | _t.Any | None = None,
        min_canvas_size: float | _t.Any = 0.0,
        n_channels: int = 3,
        paste_x: float | _t.Any = 0.5,
        paste_y: float | _t.Any = 0.5,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike,
        /,
        *,
        fill_value: _t.Ints | None = None,
        ratio: float | _t.NodeLike | None = None,
        min_canvas_size: float | _t.NodeLike = 0.0,
        n_channels: int = 3,
        paste_x: float | _t.NodeLike = 0.5,
        paste_y: float | _t.NodeLike = 0.5,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.DataNode: ...

class PeekImageShape(_t.Operator):
    """Return the shape (height, width, channels) that `decoders.image` would return."""
    def __init__(
        self,
        *,
        adjust_orientation: _t.bool = True,
        dtype: _t.DTypeLike = ...,
        image_type: _t.ImageType = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.peek_image_shape)
    def __call__(self) -> _t.Any: ...

class PerFrame(_t.Operator):
    """Mark the first axis of an array as frames, for arguments with one value per frame."""
    def __init__(
        self,
        *,
        replace: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.per_frame)
    def __call__(self) -> _t.Any: ...

class PermuteBatch(_t.Operator):
    """Reorder the samples of a batch; samples may be repeated or omitted. No data is copied."""
    def __init__(
        self,
        *,
        indices: _t.Ints | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike,
        /,
        *,
        indices: _t.Ints | _t.NodeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.DataNode: ...

class PowerSpectrum(_t.Operator):
    """Compute the power spectrum along an axis: nfft / 2 + 1 frequencies."""
    def __init__(
        self,
        *,
        axis: int = -1,
        nfft: int | None = None,
        power: int = 2,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.power_spectrum)
    def __call__(self) -> _t.Any: ...

class PreemphasisFilter(_t.Operator):
    """Amplify high frequencies: out[i] = in[i] - preemph_coeff * in[i - 1]."""
    def __init__(
        self,
        *,
        border: _t.Literal["clamp", "zero", "reflect"] = "clamp",
        dtype: _t.DTypeLike = ...,
        preemph_coeff: float | _t.Any = 0.97,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.preemphasis_filter)
    def __call__(self) -> _t.Any: ...

class ROIRandomCrop(_t.Operator):
    """Draw the start of a window of `crop_shape` that covers as much as possible of a region (ROI)."""
    def __init__(
        self,
        *,
        crop_shape: _t.Ints | _t.Any | None = None,
        in_shape: _t.Ints | _t.Any | None = None,
        roi_end: _t.Ints | _t.Any | None = None,
        roi_shape: _t.Ints | _t.Any | None = None,
        roi_start: _t.Ints | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike | None = None,
        /,
        *,
        crop_shape: _t.Ints | _t.NodeLike | None = None,
        in_shape: _t.Ints | _t.NodeLike | None = None,
        roi_end: _t.Ints | _t.NodeLike | None = None,
        roi_shape: _t.Ints | _t.NodeLike | None = None,
        roi_start: _t.Ints | _t.NodeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> _t.DataNode: ...

class RandomBBoxCrop(_t.Operator):
    """Draw a random window with a minimum overlap with boxes; return it and the boxes inside it."""
    def __init__(
        self,
        *,
        all_boxes_above_threshold: _t.bool = True,
        allow_no_crop: _t.bool = True,
        aspect_ratio: _t.Floats = ...,
        bbox_layout: str | None = None,
        bbox_prune_threshold: float | None = None,
        crop_shape: _t.Ints | _t.Any | None = None,
        input_shape: _t.Ints | _t.Any | None = None,
        ltrb: _t.bool = True,
        num_attempts: int = 1,
        output_bbox_indices: _t.bool = False,
        quiet: _t.bool = False,
        scaling: _t.Floats = ...,
        shape_layout: str | None = None,
        threshold_type: _t.Literal["iou", "overlap"] = "iou",
        thresholds: _t.Floats = ...,
        total_num_attempts: int = -1,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    @_t.method(_fn.random_bbox_crop)
    def __call__(self) -> _t.Any: ...

class RandomCropGenerator(_t.Operator):
    """Draw a window of random area and aspect ratio for an image whose shape is the input."""
    def __init__(
        self,
        *,
        num_attempts: int = 10,
        random_area: _t.Floats = ...,
        random_aspect_ratio: _t.Floats = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    @_t.method(_fn.random_crop_generator)
    def __call__(self) -> _t.Any: ...

class RandomResizedCrop(_t.Operator):
    """Crop a window of random area and aspect ratio of each image and resize it to `size`."""
    def __init__(
        self,
        *,
        size: _t.Ints | None = None,
        antialias: _t.bool = True,
        dtype: _t.DTypeLike | None = None,
        interp_type: _t.InterpType | _t.Any = 1,
        mag_filter: _t.InterpType | _t.Any | None = None,
        min_filter: _t.InterpType | _t.Any | None = None,
        minibatch_size: int = 32,
        num_attempts: int = 10,
        random_area: _t.Floats = ...,
        random_aspect_ratio: _t.Floats = ...,
        temp_buffer_hint: int = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike,
        /,
        *,
        size: _t.Ints | None = None,
        antialias: _t.bool = True,
        dtype: _t.DTypeLike | None = None,
        interp_type: _t.InterpType | _t.NodeLike = 1,
        mag_filter: _t.InterpType | _t.NodeLike | None = None,
        min_filter: _t.InterpType | _t.NodeLike | None = None,
        minibatch_size: int = 32,
        num_attempts: int = 10,
        random_area: _t.Floats = ...,
        random_aspect_ratio: _t.Floats = ...,
        temp_buffer_hint: int = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> _t.DataNode: ...

class Reinterpret(_t.Operator):
    """Return the same bytes as elements of another type, with another shape or layout."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike | None = None,
        layout: str | None = None,
        rel_shape: _t.Floats | _t.Any | None = None,
        shape: _t.Ints | _t.Any | None = None,
        src_dims: _t.Ints | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.reinterpret)
    def __call__(self) -> _t.Any: ...

class Reshape(_t.Operator):
    """Return the same elements with another shape or layout; no data is copied."""
    def __init__(
        self,
        *,
        layout: str | None = None,
        rel_shape: _t.Floats | _t.Any | None = None,
        shape: _t.Ints | _t.Any | None = None,
        src_dims: _t.Ints | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.reshape)
    def __call__(self) -> _t.Any: ...

class Resize(_t.Operator):
    """Resize images (height and width) or volumes (depth, height and width)."""
    def __init__(
        self,
        *,
        antialias: _t.bool = True,
        dtype: _t.DTypeLike | None = None,
        edges: _t.Literal["repeat", "cut"] = "repeat",
        interp_type: _t.InterpType | _t.Any = 1,
        mag_filter: _t.InterpType | _t.Any | None = None,
        max_size: _t.Floats | None = None,
        min_filter: _t.InterpType | _t.Any | None = None,
        minibatch_size: int = 32,
        mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
        resize_longer: float | _t.Any = 0.0,
        resize_shorter: float | _t.Any = 0.0,
        resize_x: float | _t.Any = 0.0,
        resize_y: float | _t.Any = 0.0,
        resize_z: float | _t.Any = 0.0,
        roi_end: _t.Floats | _t.Any | None = None,
        roi_relative: _t.bool = False,
        roi_start: _t.Floats | _t.Any | None = None,
        save_attrs: _t.bool = False,
        size: _t.Floats | _t.Any | None = None,
        subpixel_scale: _t.bool = True,
        temp_buffer_hint: int = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike,
        /,
        *,
        antialias: _t.bool = True,
        dtype: _t.DTypeLike | None = None,
        edges: _t.Literal["repeat", "cut"] = "repeat",
        interp_type: _t.InterpType | _t.NodeLike = 1,
        mag_filter: _t.InterpType | _t.NodeLike | None = None,
        max_size: _t.Floats | None = None,
        min_filter: _t.InterpType | _t.NodeLike | None = None,
        minibatch_size: int = 32,
        mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
        resize_longer: float | _t.NodeLike = 0.0,
        resize_shorter: float | _t.NodeLike = 0.0,
        resize_x: float | _t.NodeLike = 0.0,
        resize_y: float | _t.NodeLike = 0.0,
        resize_z: float | _t.NodeLike = 0.0,
        roi_end: _t.Floats | _t.NodeLike | None = None,
        roi_relative: _t.bool = False,
        roi_start: _t.Floats | _t.NodeLike | None = None,
        save_attrs: _t.bool = False,
        size: _t.Floats | _t.NodeLike | None = None,
        subpixel_scale: _t.bool = True,
        temp_buffer_hint: int = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.Any: ...

class ResizeCropMirror(_t.Operator):
    """Resize (see `resize`), crop (see `crop`) and mirror; only the window is computed."""
    def __init__(
        self,
        *,
        antialias: _t.bool = True,
        crop: _t.Floats | _t.Any | None = None,
        crop_d: float | _t.Any = 0.0,
        crop_h: float | _t.Any = 0.0,
        crop_pos_x: float | _t.Any = 0.5,
        crop_pos_y: float | _t.Any = 0.5,
        crop_pos_z: float | _t.Any = 0.5,
        crop_w: float | _t.Any = 0.0,
        dtype: _t.DTypeLike | None = None,
        interp_type: _t.InterpType | _t.Any = 1,
        mag_filter: _t.InterpType | _t.Any | None = None,
        max_size: _t.Floats | None = None,
        min_filter: _t.InterpType | _t.Any | None = None,
        minibatch_size: int = 32,
        mirror: int | _t.Any = 0,
        mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
        resize_longer: float | _t.Any = 0.0,
        resize_shorter: float | _t.Any = 0.0,
        resize_x: float | _t.Any = 0.0,
        resize_y: float | _t.Any = 0.0,
        resize_z: float | _t.Any = 0.0,
        roi_end: _t.Floats | _t.Any | None = None,
        roi_relative: _t.bool = False,
        roi_start: _t.Floats | _t.Any | None = None,
        rounding: _t.Literal["round", "truncate"] = "round",
        size: _t.Floats | _t.Any | None = None,
        subpixel_scale: _t.bool = True,
        temp_buffer_hint: int = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.resize_crop_mirror)
    def __call__(self) -> _t.Any: ...

class Rotate(_t.Operator):
    """Rotate images by `angle` degrees, counter-clockwise, about their centre."""
    def __init__(
        self,
        *,
        angle: float | _t.Any | None = None,
        axis: _t.Floats | _t.Any | None = None,
        dtype: _t.DTypeLike | None = None,
        fill_value: float | None = None,
        interp_type: _t.InterpType = 1,
        keep_size: _t.bool = False,
        size: _t.Floats | _t.Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike,
        /,
        *,
        angle: float | _t.NodeLike | None = None,
        axis: _t.Floats | _t.NodeLike | None = None,
        dtype: _t.DTypeLike | None = None,
        fill_value: float | None = None,
        interp_type: _t.InterpType = 1,
        keep_size: _t.bool = False,
        size: _t.Floats | _t.NodeLike = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.DataNode: ...

class Saturation(_t.Operator):
    """Scale the saturation of RGB pixels: 0 makes grey, 1 changes nothing."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike | None = None,
        image_type: _t.ImageType = 0,
        saturation: float | _t.Any = 1.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.saturation)
    def __call__(self) -> _t.Any: ...

class SequenceRearrange(_t.Operator):
    """Reorder the frames of sequences; frames may be repeated or omitted."""
    def __init__(
        self,
        *,
        new_order: _t.Ints | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike,
        /,
        *,
        new_order: _t.Ints | _t.NodeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.DataNode: ...

class Shapes(_t.Operator):
    """The deprecated name of `DataNode.shape`."""

class Slice(_t.Operator):
    """Cut a window out of each sample, on the axes `axes` or `axis_names` ("WH" by default)."""
    def __init__(
        self,
        *,
        axes: _t.Ints | _t.Any | None = None,
        axis_names: str | None = None,
        dtype: _t.DTypeLike | None = None,
        end: _t.Ints | _t.Any | None = None,
        fill_values: _t.Floats = ...,
        normalized_anchor: _t.bool = True,
        normalized_shape: _t.bool = True,
        out_of_bounds_policy: _t.Bounds = "error",
        rel_end: _t.Floats | _t.Any | None = None,
        rel_shape: _t.Floats | _t.Any | None = None,
        rel_start: _t.Floats | _t.Any | None = None,
        shape: _t.Ints | _t.Any | None = None,
        start: _t.Ints | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.slice)
    def __call__(self) -> _t.Any: ...

class Spectrogram(_t.Operator):
    """Compute a spectrogram: the short-time Fourier transform of a 1-D signal."""
    def __init__(
        self,
        *,
        center_windows: _t.bool = True,
        layout: str = "ft",
        nfft: int | None = None,
        power: int = 2,
        reflect_padding: _t.bool = True,
        window_fn: _t.Floats | None = None,
        window_length: int = 512,
        window_step: int = 256,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.spectrogram)
    def __call__(self) -> _t.Any: ...

class Sphere(_t.Operator):
    """Distort an image as if it were on a sphere: its centre is enlarged."""
    def __init__(
        self,
        *,
        fill_value: float = 0.0,
        interp_type: _t.InterpType = 0,
        mask: int | _t.Any = 1,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.sphere)
    def __call__(self) -> _t.Any: ...

class Squeeze(_t.Operator):
    """Remove axes of size 1, by index or by name; no data is copied."""
    def __init__(
        self,
        *,
        axes: _t.Ints | _t.Any | None = None,
        axis_names: str | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.squeeze)
    def __call__(self) -> _t.Any: ...

class Stack(_t.Operator):
    """Join arrays of equal shapes along a new axis."""
    def __init__(
        self,
        *,
        axis: int = 0,
        axis_name: str | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.stack)
    def __call__(self) -> _t.Any: ...

@_t.deprecated("use ops.readers.TFRecord")
class TFRecordReader(_ops.readers.TFRecord):
    """The deprecated name of `fn.readers.tfrecord`."""

class TensorResize(_t.Operator):
    """Resize axes of a tensor, to `sizes` or by `scales`."""
    def __init__(
        self,
        *,
        alignment: _t.Floats | _t.Any = ...,
        antialias: _t.bool = True,
        axes: _t.Ints | None = None,
        axis_names: str | None = None,
        dtype: _t.DTypeLike | None = None,
        interp_type: _t.InterpType | _t.Any = 1,
        mag_filter: _t.InterpType | _t.Any | None = None,
        max_size: _t.Floats | None = None,
        min_filter: _t.InterpType | _t.Any | None = None,
        minibatch_size: int = 32,
        mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
        roi_end: _t.Floats | _t.Any | None = None,
        roi_relative: _t.bool = False,
        roi_start: _t.Floats | _t.Any | None = None,
        scales: _t.Floats | _t.Any | None = None,
        size_rounding: _t.Literal["round", "truncate", "ceil"] = "round",
        sizes: _t.Floats | _t.Any | None = None,
        subpixel_scale: _t.bool = True,
        temp_buffer_hint: int = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.tensor_resize)
    def __call__(self) -> _t.Any: ...

class ToDecibels(_t.Operator):
    """Convert ratios to decibels: multiplier * log10(input / reference), at least `cutoff_db`."""
    def __init__(
        self,
        *,
        cutoff_db: float = -200.0,
        multiplier: float = 10.0,
        reference: float = 0.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.to_decibels)
    def __call__(self) -> _t.Any: ...

@_t.deprecated("use ops.transforms.Translation")
class TransformTranslation(_ops.transforms.Translation):
    """The deprecated name of `fn.transforms.translation`."""

class Transpose(_t.Operator):
    """Reorder the axes: axis i of the result is axis perm[i] of the input (reversed by default)."""
    def __init__(
        self,
        *,
        output_layout: str | None = None,
        perm: _t.Ints | None = None,
        transpose_layout: _t.bool = True,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.transpose)
    def __call__(self) -> _t.Any: ...

@_t.deprecated("use ops.random.Uniform")
class Uniform(_ops.random.Uniform):
    """The deprecated name of `fn.random.uniform`."""

class WarpAffine(_t.Operator):
    """Apply an affine warp: each output pixel is read where a matrix maps its position."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike | None = None,
        fill_value: float | None = None,
        interp_type: _t.InterpType = 1,
        inverse_map: _t.bool = True,
        matrix: _t.Floats | _t.Any = ...,
        size: _t.Floats | _t.Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.warp_affine)
    def __call__(self) -> _t.Any: ...

class Water(_t.Operator):
    """Distort an image as if seen through water: rows and columns are displaced by waves."""
    def __init__(
        self,
        *,
        ampl_x: float = 10.0,
        ampl_y: float = 10.0,
        fill_value: float = 0.0,
        freq_x: float = 0.04908738521234052,
        freq_y: float = 0.04908738521234052,
        interp_type: _t.InterpType = 0,
        mask: int | _t.Any = 1,
        phase_x: float = 0.0,
        phase_y: float = 0.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.water)
    def __call__(self) -> _t.Any: ...

class Zeros(_t.Operator):
    """Make an array of zeros (a scalar without `shape`)."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike = ...,
        layout: str | None = None,
        shape: _t.Ints | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.zeros)
    def __call__(self) -> _t.Any: ...

class ZerosLike(_t.Operator):
    """Make zeros with the shape, layout and (unless `dtype` is given) type of another array."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.zeros_like)
    def __call__(self) -> _t.Any: ...
