"""Type stubs of headrace.ops.io.file, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t
from headrace import fn as _fn

class Read(_t.Operator):
    """Read whole files, each as a 1-D uint8 array."""
    def __init__(
        self,
        *,
        dont_use_mmap: _t.bool = False,
        use_o_direct: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.io.file.read)
    def __call__(self) -> _t.Any: ...
