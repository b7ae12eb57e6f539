"""Annotations of COCO saved by sample, in the files that DALI's reader writes and reads.

Every file holds a count (uint32) and that many elements; filenames.dat is text, a name a line.
"""

from __future__ import annotations

import os
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core import errors
from . import paths
from .coco_annotations import Annotations, Ints, Outlines, Ragged, totals

_RUNS_HEAD = struct.Struct("<QQQ")  # height, width, number of runs


def save(a: Annotations, folder: paths.Name, masks: bool, ids: bool) -> None:
    """Write annotations into an existing folder."""
    counts = np.diff(a.boxes.offsets)
    _write(folder, "offsets", a.boxes.offsets[:-1].astype("<i4"))
    _write(folder, "counts", counts.astype("<i4"))
    _write(folder, "boxes", a.boxes.rows.astype("<f4"), 1)
    _write(folder, "labels", a.labels.rows.astype("<i4"))
    text = a.names.rows.tobytes()
    bounds = a.names.offsets
    names = [text[bounds[i] : bounds[i + 1]] for i in range(len(a))]
    if any(b"\n" in name for name in names):
        raise errors.ArgumentError("names of files with line breaks cannot be saved")
    _write_bytes(folder, "filenames", b"".join(name + b"\n" for name in names))
    if ids and a.ids is not None:
        _write(folder, "original_ids", a.ids.astype("<i4"))
    if a.outlines is not None:
        _write_ragged(
            folder, "polygon_data", "polygon_offset", "polygons_count", a.outlines.polygons
        )
        _write_ragged(folder, "vertices", "vertices_offset", "vertices_count", a.outlines.vertices)
    if masks and a.outlines is not None and a.sizes is not None:
        _write(folder, "heights", a.sizes[:, 0].astype("<i4"))
        _write(folder, "widths", a.sizes[:, 1].astype("<i4"))
        _save_masks(a.outlines, folder)


def _save_masks(o: Outlines, folder: paths.Name) -> None:
    _write(folder, "masks_rles_idx", o.masks.rows[:, 0].astype("<i4"))
    _write(folder, "masks_offset", o.masks.offsets[:-1].astype("<i8"))
    _write(folder, "mask_count", np.diff(o.masks.offsets).astype("<i8"))
    first = np.repeat(o.runs.offsets[:-1], np.diff(o.masks.offsets))
    parts = [struct.pack("<I", len(o.masks.rows))]
    for (_, height, width, begin, end), base in zip(o.masks.rows.tolist(), first.tolist()):
        parts.append(_RUNS_HEAD.pack(height, width, end - begin))
        parts.append(o.runs.rows[base + begin : base + end].astype("<u4").tobytes())
    _write_bytes(folder, "masks_rles", b"".join(parts))


def _write_ragged(folder: paths.Name, data: str, offset: str, count: str, r: Ragged) -> None:
    width = r.rows.shape[1]
    _write(folder, data, r.rows.astype("<f4" if r.rows.dtype.kind == "f" else "<i4"), width)
    _write(folder, offset, r.offsets[:-1].astype("<i8"))
    _write(folder, count, np.diff(r.offsets).astype("<i8"))


def _write(folder: paths.Name, name: str, array: NDArray[Any], width: int = 1) -> None:
    _write_bytes(folder, name, struct.pack("<I", array.size // width) + array.tobytes())


def _write_bytes(folder: paths.Name, name: str, data: bytes) -> None:
    path = _path(folder, name)
    try:
        with open(path, "wb") as f:
            f.write(data)
    except OSError as e:
        raise errors.FileError(f'cannot write "{path}": {e.strerror or e}', source=path) from e


def _path(folder: paths.Name, name: str) -> str:
    return os.path.join(os.fspath(folder), name + ".dat")


# ---- reading ---------------------------------------------------------------------------------


def load(folder: paths.Name, outlines: bool, masks: bool, ids: bool) -> Annotations:
    """Annotations that `save` wrote."""
    *names, rest = paths.read_bytes(_path(folder, "filenames")).split(b"\n")
    n = len(names)
    if n == 0 or rest:
        raise _truncated(_path(folder, "filenames"))
    counts = _read(folder, "counts", "<i4", n)
    offsets = _checked(folder, "offsets", _read(folder, "offsets", "<i4", n), counts)
    objects = int(offsets[-1])
    a = Annotations(
        Ragged(np.frombuffer(b"".join(names), np.uint8), totals([len(name) for name in names])),
        _read(folder, "original_ids", "<i4", n).astype(np.int64) if ids else None,
        None,
        Ragged(_read(folder, "boxes", "<f4", 4 * objects).reshape(-1, 4), offsets),
        Ragged(_read(folder, "labels", "<i4", objects), offsets),
    )
    if not outlines:
        return a
    empty = Ragged(np.empty((0, 5), np.int32), np.zeros(n + 1, np.int64))
    a.outlines = Outlines(
        _read_ragged(folder, "polygon_data", "polygon_offset", "polygons_count", "<i4", 3, n),
        _read_ragged(folder, "vertices", "vertices_offset", "vertices_count", "<f4", 2, n),
        empty,
        Ragged(np.empty(0, np.uint32), empty.offsets),
    )
    if masks:
        a.sizes = np.stack(
            [_read(folder, "heights", "<i4", n), _read(folder, "widths", "<i4", n)], axis=1
        )
        a.outlines.masks, a.outlines.runs = _load_masks(folder, n)
    return a


def _load_masks(folder: paths.Name, n: int) -> tuple[Ragged, Ragged]:
    counts = _read(folder, "mask_count", "<i8", n)
    offsets = _checked(folder, "masks_offset", _read(folder, "masks_offset", "<i8", n), counts)
    objects = _read(folder, "masks_rles_idx", "<i4", int(offsets[-1]))
    path = _path(folder, "masks_rles")
    data = paths.read_bytes(path)
    rows = np.empty((len(objects), 5), np.int32)
    runs, lengths, at = [], np.zeros(len(objects), np.int64), 4
    for i, number in enumerate(objects.tolist()):
        if len(data) - at < _RUNS_HEAD.size:
            raise _truncated(path)
        height, width, length = _RUNS_HEAD.unpack_from(data, at)
        at += _RUNS_HEAD.size
        if length > (len(data) - at) // 4 or max(height, width) > np.iinfo(np.int32).max:
            raise _truncated(path)
        runs.append(np.frombuffer(data, "<u4", length, at))
        at += 4 * length
        lengths[i] = length
        rows[i, :3] = number, height, width
    if at != len(data) or struct.unpack_from("<I", data)[0] != len(objects):
        raise _truncated(path)
    begins = totals(lengths)
    base = np.repeat(begins[offsets[:-1]], counts)
    rows[:, 3] = begins[:-1] - base
    rows[:, 4] = begins[1:] - base
    flat = np.concatenate(runs) if runs else np.empty(0, np.uint32)
    return Ragged(rows, offsets), Ragged(flat, begins[offsets])


def _read_ragged(
    folder: paths.Name, data: str, offset: str, count: str, dtype: str, width: int, n: int
) -> Ragged:
    counts = _read(folder, count, "<i8", n)
    offsets = _checked(folder, offset, _read(folder, offset, "<i8", n), counts)
    return Ragged(_read(folder, data, dtype, int(offsets[-1]), width), offsets)


def _read(folder: paths.Name, name: str, dtype: str, number: int, width: int = 0) -> NDArray[Any]:
    """So many elements of a file, or rows of `width` of them."""
    path = _path(folder, name)
    data = paths.read_bytes(path)
    size = number * max(width, 1) * np.dtype(dtype).itemsize
    if len(data) != 4 + size or struct.unpack_from("<I", data)[0] != number:
        raise _truncated(path)
    array = np.frombuffer(data, dtype, offset=4)
    return array.reshape(-1, width) if width else array


def _checked(folder: paths.Name, name: str, offsets: NDArray[Any], counts: NDArray[Any]) -> Ints:
    """Check that samples lie one after the other, so that offsets follow from counts."""
    ends = totals(counts)
    # (Integer overflow in the sum shows as a negative number.)
    if (counts < 0).any() or (ends < 0).any() or not np.array_equal(ends[:-1], offsets):
        raise _truncated(_path(folder, name))
    return ends


def _truncated(path: str) -> errors.FileError:
    return errors.FileError(
        f'"{path}" is truncated, or does not belong to the other files of its folder', source=path
    )
