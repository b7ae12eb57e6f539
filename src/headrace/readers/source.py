"""Sources: samples by number. A format provides one; all the rest is shared by all readers."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _native
from ..core.batch import Batch
from ..core.dtype import dtype as read_dtype
from ..core.dtype import uint8
from ..core.interop import as_tensor
from ..core.meta import Meta
from ..engine.invoke import Caller, invoke
from ..engine.lowering import Out

Numbers = NDArray[np.int64]


class Request:
    """What a reader asks of its source: these samples, in this order."""

    __slots__ = ("fill", "operator", "site", "which")

    def __init__(self, which: Numbers, operator: str, site: int = -1, fill: bool = False) -> None:
        self.which = which
        self.operator = operator  # the reader's public name, for errors
        self.site = site  # the user's line
        self.fill = fill  # on_error="fill"


class Source(ABC):
    """Samples by number.

    `fetch` returns one Batch an output. It must not wait: it queues native calls (`Records.read`)
    and picks from tables in memory. A source that cannot do that, because Python has to read, is
    `blocking`: then readers call `fetch` on a thread of their own. Where a sample cannot be read,
    the Batch fails when somebody looks at it, or holds the error with the sample, if the request
    says `fill`; a blocking source may raise: the reader goes on with the next batch.
    """

    outputs: tuple[Out, ...]  # dtype, number of axes and layout of each output
    names: tuple[str, ...] | None = None  # batches are dicts with these keys instead of tuples
    blocking = False
    # Where runs of samples end that are cheap to read together, such as row groups; None: samples
    # are independent. Shuffling then permutes runs, and samples within a few runs.
    runs: Numbers | None = None
    runs_mixed = 16  # how many runs that is

    @abstractmethod
    def __len__(self) -> int:
        """How many samples there are."""

    @abstractmethod
    def fetch(self, request: Request) -> tuple[Batch, ...]:
        """The samples with these numbers."""


def io_pool(remote: bool = False) -> Any:
    """Threads that wait for disks, or for other machines, so that those that compute need not."""
    pool = _io_pools.get(remote)
    if pool is None:
        threads = 32 if remote else min(8, (os.cpu_count() or 1) + 2)
        pool = _io_pools[remote] = _native.Pool(threads)
    return pool


_io_pools: dict[bool, Any] = {}


def io_caller(remote: bool = False) -> Caller:
    """Who makes calls that read: on the threads of `io_pool`, when they are started."""
    return Caller(_native.EvalMode.deferred, io_pool(remote))


def file_set(
    names: Sequence[str | bytes | os.PathLike[str]], root: Any = "", *, keep_open: bool = False
) -> _native.FileSet:
    """A native set of files. root: stands before names that are not absolute. keep_open: they hold
    many records each."""
    packed = [os.fsencode(name) for name in names]
    ends = np.cumsum([len(name) for name in packed], dtype=np.int64)
    return _native.FileSet(b"".join(packed), ends, os.fsencode(root), keep_open)


class Call:
    """Calls of one native kernel that sees a whole batch, with a set of files to read from if need
    be: what sources give are its outputs."""

    def __init__(
        self,
        kernel: str,
        params: dict[str, Any],
        outputs: Sequence[Out],
        files: _native.FileSet | None = None,
    ) -> None:
        self._kernel, self._params, self._files = kernel, params, files
        self._caller = io_caller(files is not None and files.remote)
        self._outs = [(o.dtype.id, o.ndim) for o in outputs]
        self._metas = [Meta.get(o.dtype, o.ndim, o.layout, True) for o in outputs]
        self._specs: dict[tuple[str, bool], Any] = {}

    def __call__(self, request: Request, *inputs: _native.Value) -> tuple[Batch, ...]:
        """Nothing runs before it is started."""
        key = request.operator, request.fill
        spec = self._specs.get(key)
        if spec is None:
            spec = self._specs[key] = _native.make_spec(
                self._kernel, request.operator, self._params, self._outs,
                fill_errors=request.fill, files=self._files,
            )  # fmt: skip
        value = invoke(spec, inputs, len(request.which), request.site, self._caller)
        values = (value,) if len(self._metas) == 1 else value
        return tuple([Batch._of(v, m) for v, m in zip(values, self._metas)])


class Records:
    """Parts of files, read natively: sample i is bytes `offsets[i]` to `offsets[i] + lengths[i]` of
    file `files[i]`. Whole files where offsets and lengths are None. Further kernels that read from
    a set of files, and give several outputs, take the place of `read_records` (`kernel`)."""

    def __init__(
        self,
        files: _native.FileSet,
        file: Numbers | None = None,
        offsets: Numbers | None = None,
        lengths: Numbers | None = None,
        *,
        kernel: str = "read_records",
        params: dict[str, Any] | None = None,
        outputs: Sequence[Out] = (Out(uint8, 1),),
    ) -> None:
        self.files, self._file, self._offsets, self._lengths = files, file, offsets, lengths
        self.outputs = tuple(outputs)
        self._call = Call(kernel, params or {}, outputs, files)

    def __len__(self) -> int:
        return len(self.files) if self._file is None else len(self._file)

    def read(self, request: Request) -> tuple[Batch, ...]:
        """A call that reads these records; nothing is read before it is started."""
        which = request.which
        extents = np.empty((len(which), 3), np.int64)
        extents[:, 0] = which if self._file is None else self._file[which]
        extents[:, 1] = 0 if self._offsets is None else self._offsets[which]
        extents[:, 2] = -1 if self._lengths is None else self._lengths[which]
        extents.flags.writeable = False  # so that the call need not run at once
        return self._call(request, as_tensor(extents)._v.split_outer())


class Table:
    """Rows in memory: sample i is rows `offsets[i]` to `offsets[i + 1]` of an array, or row i of
    it without offsets. What it gives are copies: users may write into them."""

    def __init__(self, rows: NDArray[Any], offsets: Numbers | None = None) -> None:
        rows = np.ascontiguousarray(rows)
        rows.flags.writeable = False
        self._rows = as_tensor(rows)._v
        self._offsets = None if offsets is None else np.ascontiguousarray(offsets, np.int64)
        ndim = rows.ndim if offsets is not None else rows.ndim - 1
        self._meta = Meta.get(read_dtype(rows.dtype), ndim, None, True)

    @property
    def output(self) -> Out:
        """The metadata of what `pick` gives."""
        return Out(self._meta.dtype, self._meta.ndim, self._meta.layout)

    def pick(self, which: Numbers) -> Batch:
        """The samples with these numbers."""
        return Batch._of(_native.rows(self._rows, self._offsets, which), self._meta)  # type: ignore[no-any-return]
