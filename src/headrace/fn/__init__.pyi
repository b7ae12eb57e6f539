"""Type stubs of headrace.fn, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t
from headrace import fn as _fn
from headrace.pipeline.constants import constant_op as _constant_op
from headrace.pipeline.functions import shapes as shapes
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

def audio_resample(
    input: _t.NodeLike,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    in_rate: float | _t.NodeLike | None = None,
    out_length: int | _t.NodeLike | None = None,
    out_rate: float | _t.NodeLike | None = None,
    quality: float = 50.0,
    scale: float | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Change the sampling rate of signals, by a sinc filter with a Hann window."""

def batch_permutation(
    *,
    allow_repetitions: _t.bool = False,
    no_fixed_points: _t.bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
    seed: int | None = None,
) -> _t.DataNode:
    """Draw a random permutation of sample indices, one index per sample, for `permute_batch`."""

def bb_flip(
    input: _t.NodeLike,
    /,
    *,
    horizontal: int | _t.NodeLike = 1,
    ltrb: _t.bool = False,
    vertical: int | _t.NodeLike = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Mirror boxes, as `flip` mirrors their image."""

def bbox_paste(
    input: _t.NodeLike,
    /,
    *,
    ltrb: _t.bool = False,
    paste_x: float | _t.NodeLike = 0.5,
    paste_y: float | _t.NodeLike = 0.5,
    ratio: float | _t.NodeLike,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Convert the boxes of an image to the canvas that `paste` places it on."""

@_t.overload
def bbox_rotate(
    bboxes: _t.NodeLike,
    /,
    *,
    angle: float | _t.NodeLike,
    bbox_layout: str = "xyXY",
    bbox_normalized: _t.bool = True,
    input_shape: _t.Ints | _t.NodeLike,
    keep_size: _t.bool = False,
    mode: _t.Literal["expand", "fixed", "halfway"] = "expand",
    remove_threshold: float = 0.1,
    shape_layout: str = "HW",
    size: _t.Floats | _t.NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Rotate boxes by `angle` degrees, counter-clockwise, as `rotate` does with their image."""

@_t.overload
def bbox_rotate(
    bboxes: _t.NodeLike,
    labels: _t.NodeLike,
    /,
    *,
    angle: float | _t.NodeLike,
    bbox_layout: str = "xyXY",
    bbox_normalized: _t.bool = True,
    input_shape: _t.Ints | _t.NodeLike,
    keep_size: _t.bool = False,
    mode: _t.Literal["expand", "fixed", "halfway"] = "expand",
    remove_threshold: float = 0.1,
    shape_layout: str = "HW",
    size: _t.Floats | _t.NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> list[_t.DataNode]:
    """Rotate boxes by `angle` degrees, counter-clockwise, as `rotate` does with their image."""

def box_encoder(
    input_0: _t.NodeLike,
    input_1: _t.NodeLike,
    /,
    *,
    anchors: _t.Floats,
    criteria: float = 0.5,
    means: _t.Floats = ...,
    offset: _t.bool = False,
    scale: float = 1.0,
    stds: _t.Floats = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> list[_t.DataNode]:
    """Assign boxes and their labels to anchors, as detectors such as SSD are trained with."""

def brightness(
    input: _t.NodeLike,
    /,
    *,
    brightness: float | _t.NodeLike = 1.0,
    brightness_shift: float | _t.NodeLike = 0.0,
    dtype: _t.DTypeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Multiply pixels by `brightness` and add `brightness_shift` × the range of the output type."""

def brightness_contrast(
    input: _t.NodeLike,
    /,
    *,
    brightness: float | _t.NodeLike = 1.0,
    brightness_shift: float | _t.NodeLike = 0.0,
    contrast: float | _t.NodeLike = 1.0,
    contrast_center: float | _t.NodeLike | None = None,
    dtype: _t.DTypeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Change contrast, then brightness, in one step: see `contrast` and `brightness`."""

@_t.deprecated("use fn.readers.caffe2")
@_t.like(_fn.readers.caffe2)
def caffe2_reader() -> _t.Any:
    """The deprecated name of `fn.readers.caffe2`."""

@_t.deprecated("use fn.readers.caffe")
@_t.like(_fn.readers.caffe)
def caffe_reader() -> _t.Any:
    """The deprecated name of `fn.readers.caffe`."""

def cast(
    input: _t.NodeLike,
    /,
    *,
    dtype: _t.DTypeLike,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Convert elements to another type: floats round half away from zero, numbers saturate."""

def cast_like(
    input_0: _t.NodeLike,
    input_1: _t.NodeLike,
    /,
    *,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Convert elements to the type of another value, whose data is not read."""

def cat(
    *inputs: _t.NodeLike,
    axis: int = 0,
    axis_name: str | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Concatenate arrays along an existing axis; sizes may differ on that axis only."""

def clahe(
    input: _t.NodeLike,
    /,
    *,
    bins: int = 256,
    clip_limit: float,
    luma_only: _t.bool = True,
    tiles_x: int,
    tiles_y: int,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Equalise histograms locally, with limited contrast (CLAHE)."""

@_t.deprecated("use fn.readers.coco")
@_t.like(_fn.readers.coco)
def coco_reader() -> _t.Any:
    """The deprecated name of `fn.readers.coco`."""

@_t.deprecated("use fn.random.coin_flip")
@_t.like(_fn.random.coin_flip)
def coin_flip() -> _t.Any:
    """The deprecated name of `fn.random.coin_flip`."""

def color_space_conversion(
    input: _t.NodeLike,
    /,
    *,
    image_type: _t.ImageType,
    output_type: _t.ImageType,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Convert pixels between RGB, BGR, GRAY (one channel) and YCbCr."""

def color_twist(
    input: _t.NodeLike,
    /,
    *,
    brightness: float | _t.NodeLike = 1.0,
    contrast: float | _t.NodeLike = 1.0,
    dtype: _t.DTypeLike | None = None,
    hue: float | _t.NodeLike = 0.0,
    image_type: _t.ImageType = 0,
    saturation: float | _t.NodeLike = 1.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Change hue and saturation, then contrast, then brightness of RGB pixels, in one step."""

constant = _constant_op

def contrast(
    input: _t.NodeLike,
    /,
    *,
    contrast: float | _t.NodeLike = 1.0,
    contrast_center: float | _t.NodeLike | None = None,
    dtype: _t.DTypeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Scale the distance of pixels from `contrast_center`."""

def coord_flip(
    input: _t.NodeLike,
    /,
    *,
    center_x: float | _t.NodeLike = 0.5,
    center_y: float | _t.NodeLike = 0.5,
    center_z: float | _t.NodeLike = 0.5,
    flip_x: int | _t.NodeLike = 1,
    flip_y: int | _t.NodeLike = 0,
    flip_z: int | _t.NodeLike = 0,
    layout: str = "",
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Mirror points about a centre: x becomes 2 * center_x - x."""

def coord_transform(
    input: _t.NodeLike,
    /,
    *,
    M: _t.Floats | _t.NodeLike | None = None,
    MT: _t.Floats | _t.NodeLike | None = None,
    T: _t.Floats | _t.NodeLike | None = None,
    dtype: _t.DTypeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Map points by a matrix and an offset: each point x becomes M x + T."""

def copy(
    input: _t.NodeLike,
    /,
    *,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Return a copy in new memory."""

def crop(
    input: _t.NodeLike,
    /,
    *,
    crop: _t.Floats | _t.NodeLike | None = None,
    crop_d: float | _t.NodeLike = 0.0,
    crop_h: float | _t.NodeLike = 0.0,
    crop_pos_x: float | _t.NodeLike = 0.5,
    crop_pos_y: float | _t.NodeLike = 0.5,
    crop_pos_z: float | _t.NodeLike = 0.5,
    crop_w: float | _t.NodeLike = 0.0,
    dtype: _t.DTypeLike | None = None,
    fill_values: _t.Floats = ...,
    out_of_bounds_policy: _t.Bounds = "error",
    rounding: _t.Literal["round", "truncate"] = "round",
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Cut a window of `crop` = [height, width] (or [depth, height, width]) out of each sample."""

def crop_mirror_normalize(
    input: _t.NodeLike,
    /,
    *,
    crop: _t.Floats | _t.NodeLike | None = None,
    crop_d: float | _t.NodeLike = 0.0,
    crop_h: float | _t.NodeLike = 0.0,
    crop_pos_x: float | _t.NodeLike = 0.5,
    crop_pos_y: float | _t.NodeLike = 0.5,
    crop_pos_z: float | _t.NodeLike = 0.5,
    crop_w: float | _t.NodeLike = 0.0,
    dtype: _t.DTypeLike = ...,
    fill_values: _t.Floats = ...,
    mean: _t.Floats | _t.NodeLike = ...,
    mirror: int | _t.NodeLike = 0,
    out_of_bounds_policy: _t.Literal["error", "constant", "pad", "trim_to_shape"] = "error",
    output_layout: str = "CHW",
    pad_output: _t.bool = False,
    rounding: _t.Literal["round", "truncate"] = "round",
    scale: float = 1.0,
    shift: float = 0.0,
    std: _t.Floats | _t.NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Crop (see `crop`), mirror, normalise channels, and change layout and type."""

def debayer(
    input: _t.NodeLike,
    /,
    *,
    blue_position: _t.Ints | _t.NodeLike,
    algorithm: _t.Literal["bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv", "default_npp"]
    | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Interpolate RGB images from Bayer mosaics: uint8 or uint16, one channel, even sizes."""

def element_extract(
    input: _t.NodeLike,
    /,
    *,
    element_map: _t.Ints,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.Any:
    """Extract frames of sequences, one output per element of `element_map`."""

def equalize(
    input: _t.NodeLike,
    /,
    *,
    rule: _t.Literal["even", "steps"] = "even",
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Equalise the histogram of each channel, so that it becomes nearly flat."""

def erase(
    input: _t.NodeLike,
    /,
    *,
    anchor: _t.Floats | _t.NodeLike = ...,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    centered_anchor: _t.bool = False,
    fill_value: _t.Floats | _t.NodeLike = ...,
    normalized: _t.bool = False,
    normalized_anchor: _t.bool = False,
    normalized_shape: _t.bool = False,
    shape: _t.Floats | _t.NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Overwrite one or more regions with a value, or with one value per channel."""

def expand_dims(
    data: _t.NodeLike,
    /,
    *,
    axes: _t.Ints,
    new_axis_names: str = "",
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Add axes of size 1 at indices of the result; no data is copied."""

@_t.deprecated("use fn.resize_crop_mirror")
@_t.like(_fn.resize_crop_mirror)
def fast_resize_crop_mirror() -> _t.Any:
    """The deprecated name of `fn.resize_crop_mirror`."""

@_t.deprecated("use fn.readers.file")
@_t.like(_fn.readers.file)
def file_reader() -> _t.Any:
    """The deprecated name of `fn.readers.file`."""

def filter(
    data: _t.NodeLike,
    filter: _t.NodeLike,
    fill_value: _t.NodeLike | None = None,
    /,
    *,
    anchor: _t.Ints | _t.NodeLike = ...,
    border: _t.FilterBorder = "reflect_101",
    dtype: _t.DTypeLike | None = None,
    mode: _t.Literal["same", "valid"] = "same",
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Correlate samples with a filter: out[p] = Σ filter[k] · data[p + k - anchor]."""

def flip(
    input: _t.NodeLike,
    /,
    *,
    horizontal: int | _t.NodeLike = 1,
    vertical: int | _t.NodeLike = 0,
    depthwise: int | _t.NodeLike = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Mirror samples along their width, height or depth."""

def full(
    fill_value: _t.NodeLike,
    /,
    *,
    layout: str | None = None,
    shape: _t.Ints | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Make an array of a given shape, filled with a value that is broadcast to it."""

def full_like(
    data_like: _t.NodeLike,
    fill_value: _t.NodeLike,
    /,
    *,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Make an array with the shape, type and layout of another, filled with a value."""

def gaussian_blur(
    input: _t.NodeLike,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    sigma: _t.Floats | _t.NodeLike = ...,
    window_size: _t.Ints | _t.NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Blur samples with a Gaussian kernel."""

def get_property(
    input: _t.NodeLike,
    /,
    *,
    key: _t.Literal["source_info", "layout", "decode_warnings"],
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Return a property of each sample."""

def grid_mask(
    input: _t.NodeLike,
    /,
    *,
    angle: float | _t.NodeLike = 0.0,
    ratio: float | _t.NodeLike = 0.5,
    shift_x: float | _t.NodeLike = 0.0,
    shift_y: float | _t.NodeLike = 0.0,
    tile: int | _t.NodeLike = 100,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Set the squares of a regular grid to zero."""

def hsv(
    input: _t.NodeLike,
    /,
    *,
    dtype: _t.DTypeLike = ...,
    hue: float | _t.NodeLike = 0.0,
    saturation: float | _t.NodeLike = 1.0,
    value: float | _t.NodeLike = 1.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Rotate the hue of RGB pixels, and scale their saturation and their value."""

def hue(
    input: _t.NodeLike,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    hue: float | _t.NodeLike = 0.0,
    image_type: _t.ImageType = 0,
    space: _t.Literal["YIQ", "HSV"] = "YIQ",
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Rotate the hue of RGB pixels by an angle in degrees."""

@_t.deprecated("use fn.decoders.image")
@_t.like(_fn.decoders.image)
def image_decoder() -> _t.Any:
    """The deprecated name of `fn.decoders.image`."""

@_t.deprecated("use fn.decoders.image_crop")
@_t.like(_fn.decoders.image_crop)
def image_decoder_crop() -> _t.Any:
    """The deprecated name of `fn.decoders.image_crop`."""

@_t.deprecated("use fn.decoders.image_random_crop")
@_t.like(_fn.decoders.image_random_crop)
def image_decoder_random_crop() -> _t.Any:
    """The deprecated name of `fn.decoders.image_random_crop`."""

@_t.deprecated("use fn.decoders.image_slice")
@_t.like(_fn.decoders.image_slice)
def image_decoder_slice() -> _t.Any:
    """The deprecated name of `fn.decoders.image_slice`."""

def jitter(
    input: _t.NodeLike,
    /,
    *,
    fill_value: float = 0.0,
    interp_type: _t.InterpType = 0,
    mask: int | _t.NodeLike = 1,
    nDegree: int = 2,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
    seed: int | None = None,
) -> _t.DataNode:
    """Read each pixel from a random position near it."""

def jpeg_compression_distortion(
    input: _t.NodeLike,
    /,
    *,
    quality: int | _t.NodeLike = 50,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Add the artefacts of JPEG compression to RGB images."""

def laplacian(
    input: _t.NodeLike,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    normalized_kernel: _t.bool = False,
    scale: _t.Floats | _t.NodeLike = ...,
    smoothing_size: _t.Ints | _t.NodeLike | None = None,
    window_size: _t.Ints | _t.NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Add up the second derivatives of samples along their spatial axes."""

def lookup_table(
    input: _t.NodeLike,
    /,
    *,
    default_value: float = 0.0,
    dtype: _t.DTypeLike = ...,
    keys: _t.Ints = ...,
    values: _t.Floats = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Replace integers by the values of their keys; elements without a key get the default."""

def mel_filter_bank(
    input: _t.NodeLike,
    /,
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
) -> _t.DataNode:
    """Sum the powers of a spectrum in triangular bands of equal width on the mel scale."""

def mfcc(
    input: _t.NodeLike,
    /,
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
) -> _t.DataNode:
    """Mel-frequency cepstral coefficients: the discrete cosine transform of a mel spectrum."""

def multi_paste(
    *inputs: _t.NodeLike,
    dtype: _t.DTypeLike | None = None,
    in_anchors: _t.Ints | _t.NodeLike | None = None,
    in_anchors_rel: _t.Floats | _t.NodeLike | None = None,
    in_ids: _t.Ints | _t.NodeLike | None = None,
    out_anchors: _t.Ints | _t.NodeLike | None = None,
    out_anchors_rel: _t.Floats | _t.NodeLike | None = None,
    output_size: _t.Ints | _t.NodeLike | None = None,
    shapes: _t.Ints | _t.NodeLike | None = None,
    shapes_rel: _t.Floats | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Paste regions of images on a black canvas, one after the other."""

@_t.deprecated("use fn.readers.mxnet")
@_t.like(_fn.readers.mxnet)
def mxnet_reader() -> _t.Any:
    """The deprecated name of `fn.readers.mxnet`."""

def nonsilent_region(
    input: _t.NodeLike,
    /,
    *,
    cutoff_db: float = -60.0,
    reference_power: float = 0.0,
    reset_interval: int = 8192,
    window_length: int = 2048,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> list[_t.DataNode]:
    """Find the part of a signal that is not silent: its start and its length."""

@_t.deprecated("use fn.random.normal")
@_t.like(_fn.random.normal)
def normal_distribution() -> _t.Any:
    """The deprecated name of `fn.random.normal`."""

def normalize(
    input: _t.NodeLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    batch: _t.bool = False,
    ddof: int = 0,
    dtype: _t.DTypeLike = ...,
    epsilon: float = 0.0,
    mean: _t.Floats | _t.NodeLike | None = None,
    scale: float = 1.0,
    shift: float = 0.0,
    stddev: _t.Floats | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Subtract the mean and divide by the standard deviation: (x - mean) / stddev * scale + shift."""

@_t.deprecated("use fn.readers.numpy")
@_t.like(_fn.readers.numpy)
def numpy_reader() -> _t.Any:
    """The deprecated name of `fn.readers.numpy`."""

def one_hot(
    input: _t.NodeLike,
    /,
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
) -> _t.DataNode:
    """Encode class indices as vectors: `on_value` at the index of the class, else `off_value`."""

def ones(
    *,
    dtype: _t.DTypeLike = ...,
    layout: str | None = None,
    shape: _t.Ints | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Make an array of ones (a scalar without `shape`)."""

def ones_like(
    data_like: _t.NodeLike,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Make ones with the shape, layout and (unless `dtype` is given) type of another array."""

def pad(
    input: _t.NodeLike,
    /,
    *,
    align: _t.Ints | _t.NodeLike | None = None,
    axes: _t.Ints | _t.NodeLike | None = None,
    axis_names: str | None = None,
    fill_value: float | _t.NodeLike = 0.0,
    shape: _t.Ints | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Pad samples at the end of some axes (all by default)."""

def paste(
    input: _t.NodeLike,
    /,
    *,
    fill_value: _t.Ints,
    ratio: float | _t.NodeLike,
    min_canvas_size: float | _t.NodeLike = 0.0,
    n_channels: int = 3,
    paste_x: float | _t.NodeLike = 0.5,
    paste_y: float | _t.NodeLike = 0.5,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Place an image on a canvas that is `ratio` times as large and filled with a colour."""

def peek_image_shape(
    input: _t.NodeLike,
    /,
    *,
    adjust_orientation: _t.bool = True,
    dtype: _t.DTypeLike = ...,
    image_type: _t.ImageType = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Return the shape (height, width, channels) that `decoders.image` would return."""

def per_frame(
    input: _t.NodeLike,
    /,
    *,
    replace: _t.bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Mark the first axis of an array as frames, for arguments with one value per frame."""

def permute_batch(
    input: _t.NodeLike,
    /,
    *,
    indices: _t.Ints | _t.NodeLike,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Reorder the samples of a batch; samples may be repeated or omitted. No data is copied."""

def power_spectrum(
    input: _t.NodeLike,
    /,
    *,
    axis: int = -1,
    nfft: int | None = None,
    power: int = 2,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Compute the power spectrum along an axis: nfft / 2 + 1 frequencies."""

def preemphasis_filter(
    input: _t.NodeLike,
    /,
    *,
    border: _t.Literal["clamp", "zero", "reflect"] = "clamp",
    dtype: _t.DTypeLike = ...,
    preemph_coeff: float | _t.NodeLike = 0.97,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Amplify high frequencies: out[i] = in[i] - preemph_coeff * in[i - 1]."""

def random_bbox_crop(
    boxes: _t.NodeLike,
    labels: _t.NodeLike | None = None,
    /,
    *,
    all_boxes_above_threshold: _t.bool = True,
    allow_no_crop: _t.bool = True,
    aspect_ratio: _t.Floats = ...,
    bbox_layout: str | None = None,
    bbox_prune_threshold: float | None = None,
    crop_shape: _t.Ints | _t.NodeLike | None = None,
    input_shape: _t.Ints | _t.NodeLike | None = None,
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
) -> list[_t.DataNode]:
    """Draw a random window with a minimum overlap with boxes; return it and the boxes inside it."""

def random_crop_generator(
    input: _t.NodeLike,
    /,
    *,
    num_attempts: int = 10,
    random_area: _t.Floats = ...,
    random_aspect_ratio: _t.Floats = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
    seed: int | None = None,
) -> list[_t.DataNode]:
    """Draw a window of random area and aspect ratio for an image whose shape is the input."""

def random_resized_crop(
    input: _t.NodeLike,
    /,
    *,
    size: _t.Ints,
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
) -> _t.DataNode:
    """Crop a window of random area and aspect ratio of each image and resize it to `size`."""

def reinterpret(
    data: _t.NodeLike,
    shape_input: _t.NodeLike | None = None,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    layout: str | None = None,
    rel_shape: _t.Floats | _t.NodeLike | None = None,
    shape: _t.Ints | _t.NodeLike | None = None,
    src_dims: _t.Ints | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Return the same bytes as elements of another type, with another shape or layout."""

def reshape(
    data: _t.NodeLike,
    shape_input: _t.NodeLike | None = None,
    /,
    *,
    layout: str | None = None,
    rel_shape: _t.Floats | _t.NodeLike | None = None,
    shape: _t.Ints | _t.NodeLike | None = None,
    src_dims: _t.Ints | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Return the same elements with another shape or layout; no data is copied."""

@_t.overload
def resize(
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
    save_attrs: _t.Literal[False] = False,
    size: _t.Floats | _t.NodeLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Resize images (height and width) or volumes (depth, height and width)."""

@_t.overload
def resize(
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
    save_attrs: _t.Literal[True],
    size: _t.Floats | _t.NodeLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> list[_t.DataNode]:
    """Resize images (height and width) or volumes (depth, height and width)."""

@_t.overload
def resize(
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
    save_attrs: _t.bool,
    size: _t.Floats | _t.NodeLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.Any:
    """Resize images (height and width) or volumes (depth, height and width)."""

def resize_crop_mirror(
    input: _t.NodeLike,
    /,
    *,
    antialias: _t.bool = True,
    crop: _t.Floats | _t.NodeLike | None = None,
    crop_d: float | _t.NodeLike = 0.0,
    crop_h: float | _t.NodeLike = 0.0,
    crop_pos_x: float | _t.NodeLike = 0.5,
    crop_pos_y: float | _t.NodeLike = 0.5,
    crop_pos_z: float | _t.NodeLike = 0.5,
    crop_w: float | _t.NodeLike = 0.0,
    dtype: _t.DTypeLike | None = None,
    interp_type: _t.InterpType | _t.NodeLike = 1,
    mag_filter: _t.InterpType | _t.NodeLike | None = None,
    max_size: _t.Floats | None = None,
    min_filter: _t.InterpType | _t.NodeLike | None = None,
    minibatch_size: int = 32,
    mirror: int | _t.NodeLike = 0,
    mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _t.NodeLike = 0.0,
    resize_shorter: float | _t.NodeLike = 0.0,
    resize_x: float | _t.NodeLike = 0.0,
    resize_y: float | _t.NodeLike = 0.0,
    resize_z: float | _t.NodeLike = 0.0,
    roi_end: _t.Floats | _t.NodeLike | None = None,
    roi_relative: _t.bool = False,
    roi_start: _t.Floats | _t.NodeLike | None = None,
    rounding: _t.Literal["round", "truncate"] = "round",
    size: _t.Floats | _t.NodeLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Resize (see `resize`), crop (see `crop`) and mirror; only the window is computed."""

def roi_random_crop(
    input: _t.NodeLike | None = None,
    /,
    *,
    crop_shape: _t.Ints | _t.NodeLike,
    in_shape: _t.Ints | _t.NodeLike | None = None,
    roi_end: _t.Ints | _t.NodeLike | None = None,
    roi_shape: _t.Ints | _t.NodeLike | None = None,
    roi_start: _t.Ints | _t.NodeLike,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
    seed: int | None = None,
) -> _t.DataNode:
    """Draw the start of a window of `crop_shape` that covers as much as possible of a region (ROI)."""

def rotate(
    input: _t.NodeLike,
    /,
    *,
    angle: float | _t.NodeLike,
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
) -> _t.DataNode:
    """Rotate images by `angle` degrees, counter-clockwise, about their centre."""

def saturation(
    input: _t.NodeLike,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    image_type: _t.ImageType = 0,
    saturation: float | _t.NodeLike = 1.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Scale the saturation of RGB pixels: 0 makes grey, 1 changes nothing."""

def sequence_rearrange(
    input: _t.NodeLike,
    /,
    *,
    new_order: _t.Ints | _t.NodeLike,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Reorder the frames of sequences; frames may be repeated or omitted."""

def slice(
    data: _t.NodeLike,
    anchor: _t.NodeLike | None = None,
    shape_input: _t.NodeLike | None = None,
    /,
    *,
    axes: _t.Ints | _t.NodeLike | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    end: _t.Ints | _t.NodeLike | None = None,
    fill_values: _t.Floats = ...,
    normalized_anchor: _t.bool = True,
    normalized_shape: _t.bool = True,
    out_of_bounds_policy: _t.Bounds = "error",
    rel_end: _t.Floats | _t.NodeLike | None = None,
    rel_shape: _t.Floats | _t.NodeLike | None = None,
    rel_start: _t.Floats | _t.NodeLike | None = None,
    shape: _t.Ints | _t.NodeLike | None = None,
    start: _t.Ints | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Cut a window out of each sample, on the axes `axes` or `axis_names` ("WH" by default)."""

def spectrogram(
    input: _t.NodeLike,
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
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Compute a spectrogram: the short-time Fourier transform of a 1-D signal."""

def sphere(
    input: _t.NodeLike,
    /,
    *,
    fill_value: float = 0.0,
    interp_type: _t.InterpType = 0,
    mask: int | _t.NodeLike = 1,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Distort an image as if it were on a sphere: its centre is enlarged."""

def squeeze(
    data: _t.NodeLike,
    /,
    *,
    axes: _t.Ints | _t.NodeLike | None = None,
    axis_names: str | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Remove axes of size 1, by index or by name; no data is copied."""

def stack(
    *inputs: _t.NodeLike,
    axis: int = 0,
    axis_name: str | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Join arrays of equal shapes along a new axis."""

def tensor_resize(
    input: _t.NodeLike,
    /,
    *,
    alignment: _t.Floats | _t.NodeLike = ...,
    antialias: _t.bool = True,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    interp_type: _t.InterpType | _t.NodeLike = 1,
    mag_filter: _t.InterpType | _t.NodeLike | None = None,
    max_size: _t.Floats | None = None,
    min_filter: _t.InterpType | _t.NodeLike | None = None,
    minibatch_size: int = 32,
    mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    roi_end: _t.Floats | _t.NodeLike | None = None,
    roi_relative: _t.bool = False,
    roi_start: _t.Floats | _t.NodeLike | None = None,
    scales: _t.Floats | _t.NodeLike | None = None,
    size_rounding: _t.Literal["round", "truncate", "ceil"] = "round",
    sizes: _t.Floats | _t.NodeLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Resize axes of a tensor, to `sizes` or by `scales`."""

@_t.deprecated("use fn.readers.tfrecord")
@_t.like(_fn.readers.tfrecord)
def tfrecord_reader() -> _t.Any:
    """The deprecated name of `fn.readers.tfrecord`."""

def to_decibels(
    input: _t.NodeLike,
    /,
    *,
    cutoff_db: float = -200.0,
    multiplier: float = 10.0,
    reference: float = 0.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Convert ratios to decibels: multiplier * log10(input / reference), at least `cutoff_db`."""

@_t.deprecated("use fn.transforms.translation")
@_t.like(_fn.transforms.translation)
def transform_translation() -> _t.Any:
    """The deprecated name of `fn.transforms.translation`."""

def transpose(
    input: _t.NodeLike,
    /,
    *,
    output_layout: str | None = None,
    perm: _t.Ints | None = None,
    transpose_layout: _t.bool = True,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Reorder the axes: axis i of the result is axis perm[i] of the input (reversed by default)."""

@_t.deprecated("use fn.random.uniform")
@_t.like(_fn.random.uniform)
def uniform() -> _t.Any:
    """The deprecated name of `fn.random.uniform`."""

def warp_affine(
    data: _t.NodeLike,
    mtx: _t.NodeLike | None = None,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    fill_value: float | None = None,
    interp_type: _t.InterpType = 1,
    inverse_map: _t.bool = True,
    matrix: _t.Floats | _t.NodeLike = ...,
    size: _t.Floats | _t.NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Apply an affine warp: each output pixel is read where a matrix maps its position."""

def water(
    input: _t.NodeLike,
    /,
    *,
    ampl_x: float = 10.0,
    ampl_y: float = 10.0,
    fill_value: float = 0.0,
    freq_x: float = 0.04908738521234052,
    freq_y: float = 0.04908738521234052,
    interp_type: _t.InterpType = 0,
    mask: int | _t.NodeLike = 1,
    phase_x: float = 0.0,
    phase_y: float = 0.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Distort an image as if seen through water: rows and columns are displaced by waves."""

def zeros(
    *,
    dtype: _t.DTypeLike = ...,
    layout: str | None = None,
    shape: _t.Ints | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Make an array of zeros (a scalar without `shape`)."""

def zeros_like(
    data_like: _t.NodeLike,
    /,
    *,
    dtype: _t.DTypeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Make zeros with the shape, layout and (unless `dtype` is given) type of another array."""
