"""Type stubs of headrace.fn.experimental.decoders, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t
from headrace import fn as _fn

@_t.deprecated("use fn.decoders.image")
@_t.like(_fn.decoders.image)
def image() -> _t.Any:
    """The deprecated name of `fn.decoders.image`."""

@_t.deprecated("use fn.decoders.image_crop")
@_t.like(_fn.decoders.image_crop)
def image_crop() -> _t.Any:
    """The deprecated name of `fn.decoders.image_crop`."""

@_t.deprecated("use fn.decoders.image_random_crop")
@_t.like(_fn.decoders.image_random_crop)
def image_random_crop() -> _t.Any:
    """The deprecated name of `fn.decoders.image_random_crop`."""

@_t.deprecated("use fn.decoders.image_slice")
@_t.like(_fn.decoders.image_slice)
def image_slice() -> _t.Any:
    """The deprecated name of `fn.decoders.image_slice`."""
