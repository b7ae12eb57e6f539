"""Annotations of COCO by sample: from an annotation file to tables with ragged rows."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _native
from ..core import errors
from ..core.site import warn

Ints = NDArray[np.int64]
_INT32 = np.iinfo(np.int32)


@dataclass
class Ragged:
    """Rows of samples: sample i has rows `offsets[i]` to `offsets[i + 1]`."""

    rows: NDArray[Any]
    offsets: Ints

    def take(self, which: Ints) -> Ragged:
        """The rows of these samples, in this order."""
        begins, ends = self.offsets[which], self.offsets[which + 1]
        row = self.rows.itemsize * int(np.prod(self.rows.shape[1:]))
        flat = _native.gather_bytes(
            self.rows.reshape(-1).view(np.uint8), np.ascontiguousarray(begins * row), ends * row
        )
        rows = flat.view(self.rows.dtype).reshape(-1, *self.rows.shape[1:])
        return Ragged(rows, totals(ends - begins))

    def grouped(self, offsets: Ints) -> Ragged:
        """Group the samples: group i has the rows of samples `offsets[i]` to `offsets[i + 1]`."""
        return Ragged(self.rows, self.offsets[offsets])


@dataclass
class Outlines:
    """Polygons are (object, first vertex, end), masks (object, height, width, first run, end), with
    numbers that count within the sample."""

    polygons: Ragged
    vertices: Ragged
    masks: Ragged
    runs: Ragged


@dataclass
class Annotations:
    """What is known of every sample, in the order of the samples."""

    names: Ragged  # bytes of file names
    ids: Ints | None
    sizes: NDArray[np.int32] | None  # height, width
    boxes: Ragged
    labels: Ragged
    outlines: Outlines | None = None

    def __len__(self) -> int:
        return len(self.names.offsets) - 1


@dataclass
class Options:
    """Which annotations to keep, and how."""

    images: Sequence[str] | None
    include_iscrowd: bool
    skip_empty: bool
    size_threshold: float
    avoid_class_remapping: bool
    outlines: bool
    sizes: bool  # image sizes are needed


def totals(counts: Any) -> Ints:
    """Running totals that begin with 0."""
    r = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=r[1:])
    return r


def _offsets(ends: Ints) -> Ints:
    return np.concatenate([np.zeros(1, np.int64), ends])


def read(path: str | os.PathLike[str], options: Options) -> Annotations:
    """The annotations of a file, by image: in the order of their ids, or as `images` has it."""
    file = _native.read_coco(os.fsencode(path), options.outlines)
    names = Ragged(file["names"], _offsets(file["name_ends"]))
    by_id = _by_id(file["image_ids"], path)
    ids = file["image_ids"][by_id]
    image = _places(ids, file["annotation_images"])
    kept = _kept(file, image, options, path)
    # Annotations by image, those of an image in the order of the file.
    annotation = kept[np.argsort(image[kept], kind="stable")]
    first = totals(np.bincount(image[kept], minlength=len(ids)))
    chosen = np.arange(len(ids)) if options.images is None else _named(names, by_id, options.images)
    if options.skip_empty:
        chosen = chosen[first[chosen] < first[chosen + 1]]
    if len(chosen) == 0:
        raise errors.ArgumentError(
            f'"{os.fspath(path)}" has no image that is wanted', source=os.fspath(path)
        )
    counts = first[chosen + 1] - first[chosen]
    if options.images is not None or options.skip_empty:
        annotation = annotation[_ranges(first[chosen], counts)]
    offsets = totals(counts)
    labels = _labels(file, annotation, options.avoid_class_remapping, path)
    sizes = file["image_sizes"][by_id[chosen]]
    if options.sizes:
        _check_sizes(sizes, names, by_id[chosen], path)
    return Annotations(
        names.take(by_id[chosen]),
        ids[chosen],
        sizes,
        Ragged(file["boxes"][annotation], offsets),
        Ragged(labels, offsets),
        _outlines(file, annotation, offsets) if options.outlines else None,
    )


def _by_id(ids: Ints, path: str | os.PathLike[str]) -> Ints:
    order = np.argsort(ids, kind="stable")
    same = np.flatnonzero(np.diff(ids[order]) == 0)
    if len(same):
        raise errors.FileError(
            f'"{os.fspath(path)}" has two images with the id {ids[order][same[0]]}',
            source=os.fspath(path),
        )
    return order


def _places(known: Ints, wanted: Ints) -> Ints:
    """Where each of the wanted ids is among the known ones, which are sorted; -1: nowhere."""
    if len(known) == 0:
        return np.full(len(wanted), -1)
    low, high = int(known[0]), int(known[-1])
    if high - low > 16 * len(known):
        place = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
        return np.where(known[place] == wanted, place, -1)
    # Dense ids: a lookup table is faster than a search.
    table = np.full(high - low + 2, -1)
    table[known - low] = np.arange(len(known))
    inside = (wanted >= low) & (wanted <= high)
    return table[np.where(inside, wanted - low, len(table) - 1)]


def _kept(file: Any, image: Ints, options: Options, path: str | os.PathLike[str]) -> Ints:
    """The annotations that are wanted, and of images that are there."""
    wanted: NDArray[np.bool_] = image >= 0
    if not wanted.all():
        lost = np.flatnonzero(~wanted)
        warn(
            f'readers.COCO: "{os.fspath(path)}" has {len(lost)} annotations of images that it does '
            f"not list (the first one at byte {file['annotation_places'][lost[0]]}, of image "
            f"{file['annotation_images'][lost[0]]}): they are left out",
        )
    if not options.include_iscrowd:
        wanted &= file["crowds"] == 0
    threshold = np.float32(options.size_threshold)
    wanted &= (file["boxes"][:, 2] >= threshold) & (file["boxes"][:, 3] >= threshold)
    return np.flatnonzero(wanted)


def _named(names: Ragged, by_id: Ints, images: Sequence[str]) -> Ints:
    """Images with these names, in this order; names that are not there are left out."""
    text = names.rows.tobytes()
    number = {}
    for place in range(len(by_id) - 1, -1, -1):  # the first one of several with the same name
        i = by_id[place]
        number[text[names.offsets[i] : names.offsets[i + 1]]] = place
    found = [number.get(os.fsencode(name), -1) for name in images]
    missing = [name for name, i in zip(images, found) if i < 0]
    if missing:
        warn(
            f"readers.COCO: the annotation file has no image {missing[0]!r}"
            + (f" (and {len(missing) - 1} more of images)" if len(missing) > 1 else ""),
        )
    return np.array([i for i in found if i >= 0], np.int64)


def _ranges(begins: Ints, counts: Ints) -> Ints:
    """begins[0], begins[0] + 1, … (counts[0] of them), begins[1], …"""
    starts = totals(counts)
    return np.arange(starts[-1]) + np.repeat(begins - starts[:-1], counts)


def _labels(
    file: Any, annotation: Ints, as_they_are: bool, path: str | os.PathLike[str]
) -> NDArray[np.int32]:
    """Ids of categories, or their places among the categories, from 1 on."""
    category = file["annotation_categories"][annotation]
    if as_they_are:
        wrong = (category < _INT32.min) | (category > _INT32.max)
        problem = "is beyond 32 bits"
    else:
        ids = file["category_ids"]
        order = np.argsort(ids, kind="stable")
        twice = np.flatnonzero(np.diff(ids[order]) == 0)
        if len(twice):
            raise errors.FileError(
                f'"{os.fspath(path)}" has two categories with the id {ids[order][twice[0]]}',
                source=os.fspath(path),
            )
        place = _places(ids[order], category)
        wrong = place < 0
        problem = "is not among its categories (avoid_class_remapping=True takes any)"
        category = order[place] + 1 if len(ids) else category
    if wrong.any():
        at = annotation[np.flatnonzero(wrong)[0]]
        raise errors.FileError(
            f'"{os.fspath(path)}", byte {file["annotation_places"][at]}: the category '
            f"{file['annotation_categories'][at]} of an annotation {problem}",
            source=os.fspath(path),
        )
    return category.astype(np.int32)  # type: ignore[no-any-return]


def _check_sizes(
    sizes: NDArray[np.int32], names: Ragged, which: Ints, path: str | os.PathLike[str]
) -> None:
    wrong = np.flatnonzero((sizes < 1).any(1))
    if len(wrong):
        i = which[wrong[0]]
        name = names.rows[names.offsets[i] : names.offsets[i + 1]].tobytes()
        raise errors.FileError(
            f'"{os.fspath(path)}" tells no width and height of the image {os.fsdecode(name)!r}, '
            "which ratio and pixelwise_masks need",
            source=os.fspath(path),
        )


def _outlines(file: Any, annotation: Ints, offsets: Ints) -> Outlines:
    """Outlines of these annotations; samples have numbers offsets[i] to offsets[i + 1]."""
    counts = np.diff(offsets)
    objects = np.arange(len(annotation)) - np.repeat(offsets[:-1], counts)  # within the sample
    polygon_offsets = _offsets(file["polygon_ends"])
    vertex_offsets = _offsets(file["vertex_ends"])
    vertices = Ragged(file.pop("vertices"), vertex_offsets[polygon_offsets]).take(annotation)
    lengths = Ragged(np.diff(vertex_offsets), polygon_offsets).take(annotation)
    polygons = _parts(objects, lengths, offsets)
    runs = Ragged(file["runs"], _offsets(file["run_ends"])).take(annotation)
    masked = np.flatnonzero(file["run_sizes"][annotation, 0] >= 0)
    number = np.zeros(len(annotation), np.int64)
    number[masked] = 1
    spans = _parts(objects, Ragged(np.diff(runs.offsets)[masked], totals(number)), offsets)
    masks = np.empty((len(masked), 5), np.int32)
    masks[:, 0] = spans.rows[:, 0]
    masks[:, 1:3] = file["run_sizes"][annotation[masked]]
    masks[:, 3:] = spans.rows[:, 1:]
    return Outlines(
        polygons, vertices.grouped(offsets), Ragged(masks, spans.offsets), runs.grouped(offsets)
    )


def _parts(objects: Ints, lengths: Ragged, offsets: Ints) -> Ragged:
    """(object, first, end) of parts with these lengths, counted from the sample's first one."""
    per_object = np.diff(lengths.offsets)
    starts = totals(lengths.rows)
    by_sample = lengths.offsets[offsets]
    begin = np.repeat(starts[by_sample[:-1]], np.diff(by_sample))
    rows = np.empty((len(lengths.rows), 3), np.int32)
    rows[:, 0] = np.repeat(objects, per_object)
    rows[:, 1] = starts[:-1] - begin
    rows[:, 2] = starts[1:] - begin
    return Ragged(rows, by_sample)
