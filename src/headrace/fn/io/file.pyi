"""Type stubs of headrace.fn.io.file, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t

def read(
    filepaths: _t.NodeLike,
    /,
    *,
    dont_use_mmap: _t.bool = False,
    use_o_direct: _t.bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Read whole files, each as a 1-D uint8 array."""
