"""Type stubs of headrace.ops.experimental.decoders, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t
from headrace import ops as _ops

@_t.deprecated("use ops.decoders.Image")
class Image(_ops.decoders.Image):
    """The deprecated name of `fn.decoders.image`."""

@_t.deprecated("use ops.decoders.ImageCrop")
class ImageCrop(_ops.decoders.ImageCrop):
    """The deprecated name of `fn.decoders.image_crop`."""

@_t.deprecated("use ops.decoders.ImageRandomCrop")
class ImageRandomCrop(_ops.decoders.ImageRandomCrop):
    """The deprecated name of `fn.decoders.image_random_crop`."""

@_t.deprecated("use ops.decoders.ImageSlice")
class ImageSlice(_ops.decoders.ImageSlice):
    """The deprecated name of `fn.decoders.image_slice`."""
