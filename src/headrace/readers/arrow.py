"""Columns of Arrow data as rows of plain arrays, without an object for each value."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _native
from ..core import errors
from ..core.dtype import dtype as read_dtype
from ..core.interop import as_tensor
from ..engine.lowering import Out
from .source import Numbers


def pyarrow() -> Any:
    """The package pyarrow, with its module for Parquet."""
    try:
        import pyarrow
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError:
        raise errors.UnsupportedError(
            'Parquet files are read by pyarrow: pip install "headrace[parquet]"'
        ) from None
    return pyarrow


class Column:
    """A column that a reader gives: where it is in a table, and what becomes of its values.

    Numbers and times are scalars, text and bytes 1-D uint8 values, lists of numbers 1-D values.
    Lists of fixed length within lists are further axes. A structure with a field "bytes", as
    datasets of Hugging Face have for images, stands for that field.
    """

    def __init__(self, schema: Any, name: str) -> None:
        self._pa = pyarrow()
        self.name = name
        self.path, self.type = self._find(schema, name)
        dtype, ragged, inner = self._describe(self.type)
        self.ragged = ragged
        self.empty = np.empty(
            (0, *inner), dtype
        )  # an array of no rows, for samples that are missing
        self.output = Out(read_dtype(dtype), len(inner) + ragged)

    @property
    def parquet_name(self) -> str:
        """What to ask a file for."""
        return ".".join(self.path)

    def _find(self, schema: Any, name: str) -> tuple[tuple[str, ...], Any]:
        path: tuple[str, ...] = (name,)
        if name not in schema.names and "." in name:
            path = tuple(name.split("."))
        if path[0] not in schema.names:
            raise errors.ArgumentError(
                f'there is no column "{name}". ' + errors.hint(name, schema.names)
            )
        kind = _storage(schema.field(path[0]).type)
        for key in path[1:]:
            fields = _fields(kind)
            if key not in fields:
                raise errors.ArgumentError(
                    f'column "{name}": there is no "{key}" in {kind}. ' + errors.hint(key, fields)
                )
            kind = _storage(fields[key])
        while "bytes" in _fields(kind):
            path, kind = (*path, "bytes"), _storage(_fields(kind)["bytes"])
        return path, kind

    def _describe(self, kind: Any) -> tuple[Any, bool, tuple[int, ...]]:
        """Element type, whether the first axis varies, further axes."""
        types = self._pa.types
        if types.is_dictionary(kind):
            return self._describe(kind.value_type)
        if _is_bytes(types, kind):
            return np.dtype(np.uint8), True, ()
        if types.is_list(kind) or types.is_large_list(kind):
            dtype, inner = self._describe_fixed(kind.value_type)
            return dtype, True, inner
        dtype, inner = self._describe_fixed(kind)
        return dtype, bool(inner), inner[1:]

    def _describe_fixed(self, kind: Any) -> tuple[Any, tuple[int, ...]]:
        types = self._pa.types
        if types.is_fixed_size_list(kind):
            dtype, inner = self._describe_fixed(kind.value_type)
            return dtype, (kind.list_size, *inner)
        dtype = _number(types, kind)
        if dtype is None:
            raise errors.DTypeError(
                f'column "{self.name}" is {self.type}: samples are made of numbers, text, bytes '
                "and lists of numbers. Name the columns that you want; fields of structures have "
                'a dot before them, "image.path"'
            )
        return dtype, ()

    # ---- values -------------------------------------------------------------------------------

    def rows(self, table: Any, *, fill: bool) -> Rows:
        """The values of a table's column. fill: nulls become empty values, or NaN."""
        values = table.column(self.path[0])
        for key in self.path[1:]:
            values = self._pa.compute.struct_field(values, [key])
        types, kind = self._pa.types, values.type
        if types.is_dictionary(kind):
            values = values.cast(kind.value_type)
        if _is_bytes(types, self.type) or types.is_dictionary(self.type):
            if types.is_fixed_size_binary(values.type):
                values = values.cast(self._pa.binary())
            if _is_bytes(types, values.type):
                values = values.cast(self._pa.large_binary())
        return self._rows(_one(self._pa, values), fill)

    def _rows(self, array: Any, fill: bool) -> Rows:
        types, kind, n = self._pa.types, array.type, len(array)
        missing = _nulls(self._pa, array)
        if types.is_large_binary(kind):
            offsets = _buffer(array.buffers()[1], np.int64, array.offset, n + 1)
            data = array.buffers()[2]
            values = _buffer(data, np.uint8, 0, 0 if data is None else data.size)
            return Rows(values, offsets, None if fill else missing)
        if types.is_list(kind) or types.is_large_list(kind):
            size = np.int32 if types.is_list(kind) else np.int64
            offsets = _buffer(array.buffers()[1], size, array.offset, n + 1).astype(np.int64)
            holes = _nulls(self._pa, array.values)
            values = _elements(self._pa, array.values, fill)
            if fill and values.dtype.kind == "f":
                holes = None
            if holes is not None:  # which lists contain nulls
                before = np.concatenate([[0], np.cumsum(holes)])
                within = before[offsets[1:]] > before[offsets[:-1]]
                missing = within if fill or missing is None else within | missing
            elif fill:
                missing = None
            return Rows(values, offsets, missing)
        values = _elements(self._pa, array, fill)
        if fill and values.dtype.kind == "f":
            missing = None
        if self.ragged:  # lists of fixed length
            step = values.shape[1]
            offsets = np.arange(n + 1, dtype=np.int64) * step
            return Rows(values.reshape(n * step, *values.shape[2:]), offsets, missing)
        return Rows(values, None, missing)


class Rows(NamedTuple):
    """Value i is rows offsets[i] to offsets[i + 1] of an array, or its row i."""

    values: NDArray[Any]
    offsets: Numbers | None
    missing: NDArray[np.bool_] | None

    def native(self) -> _native.Value:
        """The array, for native code."""
        values = np.ascontiguousarray(self.values)
        values.flags.writeable = False
        return as_tensor(values)._v  # type: ignore[no-any-return]

    def extents(self, which: Numbers) -> tuple[Numbers, Numbers]:
        """First row and the one after the last of some values."""
        if self.offsets is None:
            return which, which + 1
        return self.offsets[which], self.offsets[which + 1]


def _storage(kind: Any) -> Any:
    """The storage type of an extension type; other types as they are."""
    return _storage(kind.storage_type) if hasattr(kind, "storage_type") else kind


def _fields(kind: Any) -> dict[str, Any]:
    """The fields of a structure; an empty list for other types."""
    if not pyarrow().types.is_struct(kind):
        return {}
    return {kind.field(i).name: kind.field(i).type for i in range(kind.num_fields)}


def _is_bytes(types: Any, kind: Any) -> bool:
    return bool(
        types.is_binary(kind) or types.is_large_binary(kind) or types.is_fixed_size_binary(kind)
        or types.is_string(kind) or types.is_large_string(kind)
    )  # fmt: skip


def _number(types: Any, kind: Any) -> np.dtype[Any] | None:
    """The element type of plain numbers; times are what they are stored as."""
    if types.is_boolean(kind):
        return np.dtype(np.bool_)
    if types.is_integer(kind) or types.is_floating(kind):
        dtype: np.dtype[Any] = np.dtype(kind.to_pandas_dtype())
        return dtype
    if types.is_temporal(kind) and not types.is_interval(kind):
        return np.dtype(f"int{kind.bit_width}")
    return None


def _one(pa: Any, values: Any) -> Any:
    """A chunked column as one array."""
    if isinstance(values, pa.ChunkedArray):
        if values.num_chunks == 1:
            values = values.chunk(0)
        else:
            values = (
                pa.concat_arrays(values.chunks) if values.num_chunks else pa.array([], values.type)
            )
    return values.storage if isinstance(values, pa.ExtensionArray) else values


def _buffer(buffer: Any, dtype: Any, start: int, count: int) -> NDArray[Any]:
    if buffer is None or buffer.size == 0:
        return np.zeros(count, dtype)
    return np.frombuffer(buffer, dtype, count, start * np.dtype(dtype).itemsize)


def _elements(pa: Any, array: Any, nan: bool) -> NDArray[Any]:
    """Numbers, or fixed-size lists of them, as an array. Nulls become NaN if `fill` asks for it and
    the type has NaN; otherwise their values are undefined."""
    if pa.types.is_fixed_size_list(array.type):
        size = array.type.list_size
        inner = _elements(pa, array.values.slice(array.offset * size, len(array) * size), nan)
        values = inner.reshape(len(array), size, *inner.shape[1:])
    elif pa.types.is_boolean(array.type):
        values = np.asarray(array.fill_null(False).to_numpy(zero_copy_only=False))
    else:
        dtype = _number(pa.types, array.type)
        values = _buffer(array.buffers()[1], dtype, array.offset, len(array))
    if nan and array.null_count and values.dtype.kind == "f":
        values = values.copy()
        values[array.is_null().to_numpy(zero_copy_only=False)] = np.nan
    return values


def _nulls(pa: Any, array: Any) -> NDArray[np.bool_] | None:
    """Which elements are null. A fixed-size list that contains a null counts as null."""
    found: NDArray[np.bool_] | None = None
    if array.null_count:
        found = np.asarray(array.is_null().to_numpy(zero_copy_only=False))
    if pa.types.is_fixed_size_list(array.type):
        size = array.type.list_size
        inner = _nulls(pa, array.values.slice(array.offset * size, len(array) * size))
        if inner is not None:
            within: NDArray[np.bool_] = np.any(inner.reshape(len(array), size), axis=1)
            found = within if found is None else found | within
    return found
