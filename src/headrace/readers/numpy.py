"""readers.Numpy: arrays in .npy files, or a window of each."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from .. import _native
from ..core import errors
from ..core.batch import Batch
from ..core.dtype import NUMERIC
from ..engine.lowering import Out
from ..operators.geometry.window import bounds
from .listing import listing
from .registry import reader
from .source import Records, Request, Source

_BY_ID = {t.id: t for t in NUMERIC}


@reader(
    "readers.Numpy",
    graph_aliases=("numpy_reader",),
    unused=("register_buffers",),
    to_gpu=True,
    result="node",
)
def numpy(
    *,
    file_root: str | os.PathLike[str] | None = None,
    file_filter: str = "*.npy",
    files: Sequence[str | os.PathLike[str]] | None = None,
    file_list: str | os.PathLike[str] | None = None,
    roi_start: Sequence[int] | None = None,
    rel_roi_start: Sequence[float] | None = None,
    roi_end: Sequence[int] | None = None,
    rel_roi_end: Sequence[float] | None = None,
    roi_shape: Sequence[int] | None = None,
    rel_roi_shape: Sequence[float] | None = None,
    roi_axes: Sequence[int] = (),
    out_of_bounds_policy: Literal["error", "pad", "trim_to_shape"] = "error",
    fill_value: float = 0.0,
    cache_header_information: bool = False,
    use_o_direct: bool = False,
    register_buffers: bool = True,
    trust_paths: bool = False,
) -> Source:
    """Read arrays from .npy files, as NumPy's `save` writes them.

    One output. All files have to be of the first one's element type and number of axes; shapes may
    differ. Any byte order, C and Fortran order, versions 1 to 3 of the format. Of a window (ROI),
    little more than its elements is read from the disk.

    file_root: a folder: its files and those of its subfolders that match file_filter. Or what
        stands before relative names in `files` and `file_list`.
    files: names of files. file_list: a text file with a name in each line, relative to `file_root`
        or to the list's own folder.
    roi_start, roi_end, roi_shape: the window, in elements; rel_roi_start, rel_roi_end and
        rel_roi_shape: as parts of each axis. Give one start and one end or shape; what is left out
        is the array's.
    roi_axes: the axes that these speak of; all, in their order, if empty.
    out_of_bounds_policy: for windows that leave the array: "error"; "pad" with fill_value;
        "trim_to_shape", a smaller window.
    cache_header_information: remember the headers of files, which then must not change.
    use_o_direct: read whole files past the system's cache, where the file system allows that.
    register_buffers: has no effect: what goes to a GPU is in pinned memory anyway.
    trust_paths: names in `file_list` may be any URL, and those in a list behind a URL local paths
        too. Otherwise URLs have the protocol and host of `file_root` or of the list, and a list
        behind a URL names files of its own host.

    >>> import pathlib, tempfile, numpy as np, headrace.dynamic as ndd
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> for i in range(2):
    ...     np.save(folder / f"{i}.npy", np.arange(12).reshape(3, 4) + 100 * i)
    >>> reader = ndd.readers.Numpy(file_root=folder, roi_start=[1, 2], roi_shape=[2, 2])
    >>> for (arrays,) in reader.next_epoch(batch_size=2):
    ...     print(*[a.numpy().tolist() for a in arrays.tensors])
    [[6, 7], [10, 11]] [[106, 107], [110, 111]]
    """
    starts = {"start": _values("roi_start", roi_start, int)}
    starts["rel_start"] = _values("rel_roi_start", rel_roi_start, float)
    ends = {
        "end": _values("roi_end", roi_end, int),
        "rel_end": _values("rel_roi_end", rel_roi_end, float),
        "shape": _values("roi_shape", roi_shape, int),
        "rel_shape": _values("rel_roi_shape", rel_roi_shape, float),
    }
    axes = _values("roi_axes", roi_axes, int)
    found = listing(file_root, file_filter, files, file_list, trust_paths)
    arrays = _native.NpyFiles(*found, bool(cache_header_information))
    dtype, shape = _native.npy_header(arrays.path(0))
    _check(starts, ends, axes, len(shape))
    window = {**starts, **ends, "axes": axes}
    params: dict[str, Any] = {name: value for name, value in window.items() if value is not None}
    params |= {"bounds": bounds(out_of_bounds_policy), "direct": bool(use_o_direct)}
    params["fill_value"] = float(fill_value)
    out = Out(_BY_ID[dtype], len(shape))
    return NumpySource(Records(arrays, kernel="read_npy", params=params, outputs=[out]))


def _values(name: str, given: Any, kind: type) -> list[Any] | None:
    """An argument as a list of numbers; None if it is None or an empty list."""
    if given is None:
        return None
    if isinstance(given, Batch):
        raise errors.ArgumentTypeError(
            f"argument {name!r} is the same for all samples of a reader, got a Batch"
        )
    array = np.asarray(given)
    if array.size == 0:
        return None
    kinds = "iu" if kind is int else "iuf"
    if array.ndim > 1 or array.dtype.kind not in kinds:
        what = "integers" if kind is int else "numbers"
        raise errors.ArgumentTypeError(
            f"argument {name!r} is a list of {what}, got {errors.brief(given)}"
        )
    return [kind(v) for v in array.reshape(-1).tolist()]


def _check(starts: dict[str, Any], ends: dict[str, Any], axes: list[int] | None, ndim: int) -> None:
    """One way to say where the window is, lists of fitting length, axes that are there."""
    public = {k: _public(k) for k in (*starts, *ends)}
    for group in (starts, ends):
        given = [public[k] for k, v in group.items() if v is not None]
        if len(given) > 1:
            raise errors.ArgumentError(f"give {given[0]}= or {given[1]}=, not both")
    for axis in axes or ():
        if not -ndim <= axis < ndim:
            raise errors.ArgumentError(f"roi_axes names axis {axis}, the arrays have {ndim} axes")
    if axes and len({a % ndim for a in axes}) != len(axes):
        raise errors.ArgumentError(f"roi_axes={axes} names an axis twice")
    count = len(axes) if axes else ndim
    for name, value in {**starts, **ends}.items():
        if value is not None and len(value) not in (1, count):
            raise errors.ArgumentError(f"{public[name]} has {len(value)} elements for {count} axes")


def _public(name: str) -> str:
    """The argument's name for a parameter of the kernel."""
    return f"rel_roi_{name[4:]}" if name.startswith("rel_") else f"roi_{name}"


class NumpySource(Source):
    """Arrays, one a file."""

    def __init__(self, arrays: Records) -> None:
        self._arrays = arrays
        self.outputs = arrays.outputs

    def __len__(self) -> int:
        return len(self._arrays)

    def fetch(self, request: Request) -> tuple[Batch, ...]:
        return self._arrays.read(request)
