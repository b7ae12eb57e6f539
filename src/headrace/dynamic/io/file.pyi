"""Type stubs of headrace.dynamic.io.file, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t

@_t.overload
def read(
    filepaths: _t.Batch,
    /,
    *,
    dont_use_mmap: _t.bool = False,
    use_o_direct: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Read whole files, each as a 1-D uint8 array."""

@_t.overload
def read(
    filepaths: _t.TensorLike,
    /,
    *,
    dont_use_mmap: _t.bool = False,
    use_o_direct: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Read whole files, each as a 1-D uint8 array."""
