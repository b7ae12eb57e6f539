"""Type stubs of headrace.ops.experimental.readers, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t
from headrace import fn as _fn

class Fits(_t.Operator):
    """Read images from FITS files: an output for each entry of `hdu_indices`."""
    @_t.init(_fn.experimental.readers.fits)
    def __init__(self) -> None: ...
    def __call__(self, *, name: str | None = None) -> _t.Any: ...
