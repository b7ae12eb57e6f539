"""readers.Parquet: columns of Parquet files."""

from __future__ import annotations

import glob
import os
import pathlib
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .. import _native
from ..core import errors
from ..core.batch import Batch
from ..core.interop import as_tensor
from ..core.meta import Meta
from . import parquet_footer, paths, remote
from .arrow import Column, Rows, pyarrow
from .registry import reader
from .source import Request, Source

_MEMORY = 256 << 20  # bytes of row groups that are kept
_OPEN = 16  # files


@reader("readers.Parquet")
def parquet(
    *,
    path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    columns: Sequence[str] | None = None,
    missing: Literal["error", "empty"] = "error",
) -> Source:
    """Read rows of Parquet files: an output for each column.

    Numbers, booleans and times (as stored) are scalars, text and bytes 1-D uint8 values, lists of
    numbers 1-D values; lists of fixed length within lists are further axes. The images of Hugging
    Face's datasets are structures with a field "bytes": the name of such a column stands for that
    field. Needs pyarrow (`pip install "headrace[parquet]"`).

    path: a file, a folder (all files "*.parquet" in it and its subfolders, each once, also where
        links lead to it again), a pattern such as "train-*.parquet", or several of these.
    columns: names of columns; of fields of structures with a dot, "image.path". Batches are tuples
        in this order. Without, batches are dicts of all columns.
    missing: what becomes of nulls: "error", or "empty": text, bytes and lists without elements, NaN
        for floats. Other numbers have nothing that could stand for a null.

    Files are read by row groups, of which a few are kept in memory, up to 256 MiB. Shuffling
    permutes the row groups and mixes the rows of as many as are kept.

    >>> import pathlib, tempfile, headrace.dynamic as ndd
    >>> import pyarrow as pa, pyarrow.parquet as pq
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "a.parquet"
    >>> pq.write_table(pa.table({"text": ["one", "three"], "label": [1, 3]}), file)
    >>> reader = ndd.readers.Parquet(path=file, columns=["text", "label"])
    >>> for texts, labels in reader.next_epoch(batch_size=2):
    ...     print(texts.shape, [label.item() for label in labels])
    [(3,), (5,)] [1, 3]
    """
    if isinstance(columns, str):
        columns = [columns]
    if columns is not None and not columns:
        raise errors.ArgumentError("argument 'columns' is an empty list")
    return ParquetSource(_files(paths.names(path, "path")), columns, missing == "empty")


def _files(names: list[str]) -> list[str]:
    """The files that names, folders and patterns stand for."""
    found: list[str] = []
    for name in names:
        files = _remote_files(name) if remote.is_remote(name) else _local_files(name)
        if not files:
            raise errors.ArgumentError(f'no Parquet file in "{name}"', source=name)
        found += files
    return found


def _local_files(name: str) -> list[str]:
    name = paths.plain(name)
    if os.path.isdir(name):
        return sorted(_matches(os.path.join(glob.escape(name), "**", "*.parquet")))
    if glob.has_magic(name) and not os.path.exists(name):
        return sorted(_matches(name))
    return [name]


def _matches(pattern: str) -> Iterable[str]:
    """As glob.glob; "**" enters every folder once and finds every file once, whatever links say."""
    deep = re.search(r"(?:^|/+)\*\*(?:/+|$)", pattern)
    if deep is None:
        return glob.glob(pattern)
    head, rest = pattern[: deep.start()], pattern[deep.end() :] or "*"
    root = os.sep if pattern.startswith(os.sep) else ""
    folders = [f for top in (glob.glob(head) if head else [root]) for f in _folders(top)]
    found = [f for folder in folders for f in _matches(os.path.join(glob.escape(folder), rest))]
    once: dict[str, str] = {}
    for name in sorted(
        found, key=lambda f: (os.path.islink(f), f)
    ):  # the file itself before links to it
        if not os.path.isdir(name):
            once.setdefault(os.path.realpath(name), name)
    return once.values()


def _folders(root: str) -> Iterator[str]:
    """A folder and all folders below it, each once: links are followed last."""
    seen = set(map(str, pathlib.Path(os.path.realpath(root)).parents))
    waiting = [root]
    for top in waiting:  # grows in the loop
        for folder, below, _ in os.walk(top or os.curdir):
            real = os.path.realpath(folder)
            if real in seen:
                below.clear()
                continue
            seen.add(real)
            if not top:
                folder = os.path.relpath(folder) if folder != os.curdir else ""
            yield folder
            below[:] = sorted(b for b in below if not b.startswith("."))
            inside = [os.path.join(folder, b) for b in below]
            waiting += filter(os.path.islink, inside)


def _remote_files(url: str) -> list[str]:
    if glob.has_magic(url):
        return remote.glob(url)
    if url.endswith(".parquet"):
        return [url]
    found = [f"{url.rstrip('/')}/{n}" for n in remote.find(url) if n.endswith(".parquet")]
    return found or [url]


@contextmanager
def _damage(name: str, what: str = "") -> Iterator[None]:
    """Whatever pyarrow and file systems raise, as an error that names the file."""
    try:
        yield
    except errors.Error:
        raise
    except FileNotFoundError as e:
        raise paths.unreadable(name, e) from e
    except Exception as e:
        why = "it is no Parquet file, or a damaged one: " if type(e) is not OSError else ""
        raise errors.FileError(f'cannot read {what}"{name}": {why}{e}', source=name) from e


class _Group:
    """A row group in memory."""

    def __init__(self, columns: list[Rows], size: int, rows: int) -> None:
        self.columns, self.bytes = columns, size
        self.left = rows  # that were not read yet


class ParquetSource(Source):
    """Rows of files, read by row groups."""

    blocking = True

    def __init__(self, files: list[str], columns: Sequence[str] | None, fill: bool) -> None:
        self._files, self._fill = files, fill
        self._parquet = pyarrow().parquet
        self._open: OrderedDict[int, Any] = OrderedDict()
        self._kept: OrderedDict[int, _Group] = OrderedDict()
        self._process = os.getpid()
        first = self._file(0)
        with _damage(files[0]):
            schema = first.schema_arrow
        if columns is None:
            self.names = tuple(schema.names)
        self._columns = [Column(schema, name) for name in columns or schema.names]
        self.outputs = tuple([c.output for c in self._columns])
        self._metas = [Meta.get(o.dtype, o.ndim, o.layout, True) for o in self.outputs]
        sizes = self._row_groups()
        self._group_file = np.repeat(np.arange(len(files)), [len(s) for s in sizes])
        self._group_number = np.concatenate([np.arange(len(s)) for s in sizes])
        rows = np.concatenate(sizes)
        self.runs = np.cumsum(rows)
        self._starts = self.runs - rows
        within = [np.cumsum(s) - s for s in sizes]  # for messages: rows count within their file
        self._first_row = np.concatenate(within)
        with _damage(files[0]):
            self.runs_mixed = self._mixed(files[0])

    def _row_groups(self) -> list[NDArray[np.int64]]:
        """How many rows each row group of each file has; all files have the same columns."""

        def look(i: int) -> NDArray[np.int64]:
            file = self._file(0) if i == 0 else self._opened(i)
            with _damage(self._files[i]):
                for column in self._columns:
                    self._check(i, file.schema_arrow, column)
                meta = file.metadata
                counts = [meta.row_group(k).num_rows for k in range(meta.num_row_groups)]
                return np.array(counts, np.int64)

        with ThreadPoolExecutor(8) as threads:
            return list(threads.map(look, range(len(self._files))))

    def _check(self, i: int, schema: Any, column: Column) -> None:
        try:
            kind = Column(schema, column.name).type
        except errors.Error as e:
            raise e.locate(source=self._files[i]) from None
        if kind != column.type:
            raise errors.FileError(
                f'column "{column.name}" is {kind} in "{self._files[i]}", but {column.type} in '
                f'"{self._files[0]}"',
                source=self._files[i],
            )

    def _mixed(self, name: str) -> int:
        """How many row groups fit into memory together, estimated from the first ones."""
        names = [c.parquet_name for c in self._columns]
        with paths.open_file(name) as file:
            groups = parquet_footer.column_sizes(file, 16)
        sizes = [
            sum(
                size
                for path, size in chunks
                if any(f"{path}.".startswith(f"{wanted}.") for wanted in names)
            )
            for chunks in groups
        ]
        return max(1, min(16, _MEMORY // max(1, int(np.mean(sizes or [1])))))

    def __len__(self) -> int:
        return int(self.runs[-1]) if self.runs is not None and len(self.runs) else 0

    # ---- reading ------------------------------------------------------------------------------

    def fetch(self, request: Request) -> tuple[Batch, ...]:
        if os.getpid() != self._process:
            self._process = os.getpid()
            self._open.clear()
        assert self.runs is not None
        group = np.searchsorted(self.runs, request.which, side="right")
        row = request.which - self._starts[group]
        sources = [self._where(int(g), int(r)) for g, r in zip(group, row)]
        failures: dict[int, errors.Error] = {}
        groups: dict[int, list[Rows]] = {}
        for g in dict.fromkeys(group.tolist()):
            try:
                groups[g] = self._group(g)
            except errors.FileError as e:
                failures.update(dict.fromkeys(np.nonzero(group == g)[0].tolist(), e))
        for g, rows in groups.items():
            for column, found in zip(self._columns, rows):
                if found.missing is not None:
                    mine = np.nonzero(group == g)[0]
                    for k in mine[found.missing[row[mine]]].tolist():
                        what = f'column "{column.name}" is null in {sources[k]}'
                        failures.setdefault(k, errors.ArgumentError(what, source=sources[k]))
        if failures and not request.fill:
            k = min(failures)
            raise failures[k].locate(operator=request.operator, site=request.site, sample=k)
        self._forget(group)
        lost = np.zeros(len(row), np.bool_)
        lost[list(failures)] = True
        values = [self._gather(c, groups, group, row, lost) for c in range(len(self._columns))]
        if failures:
            told = [
                (k, errors.KIND_OF[type(e)], e.what, e.source or sources[k])
                for k, e in sorted(failures.items())
            ]
            values = [v.with_errors(request.operator, request.site, told) for v in values]
        return tuple([Batch._of(v.with_sources(sources), m) for v, m in zip(values, self._metas)])

    def _gather(
        self,
        c: int,
        groups: dict[int, list[Rows]],
        group: NDArray[np.int64],
        row: NDArray[np.int64],
        lost: NDArray[np.bool_],
    ) -> _native.Value:
        """Column c of these rows; rows that cannot be read are empty."""
        empty = self._columns[c].empty
        empty.flags.writeable = False
        tables = [as_tensor(empty)._v]
        number, begin, end = (np.zeros(len(row), np.int64) for _ in range(3))
        for g, columns in groups.items():
            mine = (group == g) & ~lost
            begin[mine], end[mine] = columns[c].extents(row[mine])
            number[mine] = len(tables)
            tables.append(columns[c].native())
        return _native.gather(tables, number, begin, end, self._columns[c].ragged)

    def _where(self, group: int, row: int) -> str:
        file = self._files[self._group_file[group]]
        return f"{file} row {self._first_row[group] + row}"

    def _group(self, g: int) -> list[Rows]:
        """A row group's columns, from memory or from its file."""
        if g in self._kept:
            self._kept.move_to_end(g)
            return self._kept[g].columns
        file, number = int(self._group_file[g]), int(self._group_number[g])
        names = [c.parquet_name for c in self._columns]
        try:
            opened = self._file(file)
            with _damage(self._files[file], f"row group {number} of "):
                table = opened.read_row_group(number, columns=names)
                rows = [c.rows(table, fill=self._fill) for c in self._columns]
        except errors.Error:
            self._open.pop(file, None)
            raise
        self._kept[g] = _Group(rows, table.nbytes, table.num_rows)
        while len(self._kept) > 1 and sum(k.bytes for k in self._kept.values()) > _MEMORY:
            self._kept.popitem(last=False)
        return rows

    def _forget(self, group: NDArray[np.int64]) -> None:
        """Drop row groups of which every row was read: this epoch does not need them again."""
        for g, count in zip(*(a.tolist() for a in np.unique(group, return_counts=True))):
            if g in self._kept:
                self._kept[g].left -= count
                if self._kept[g].left <= 0:
                    del self._kept[g]

    def _file(self, i: int) -> Any:
        """File i, one of a few that stay open."""
        if i in self._open:
            self._open.move_to_end(i)
        else:
            self._open[i] = self._opened(i)
            if len(self._open) > _OPEN:
                self._open.popitem(last=False)
        return self._open[i]

    def _opened(self, i: int) -> Any:
        name = self._files[i]
        with _damage(name):
            source = paths.open_file(name) if remote.is_remote(name) else name
            return self._parquet.ParquetFile(source, pre_buffer=source is not name)
