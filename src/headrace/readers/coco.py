"""readers.COCO: images with boxes, labels, outlines and masks of objects."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _native
from ..core import errors
from ..core.batch import Batch
from ..core.dtype import int32
from ..core.meta import Meta
from ..core.site import warn
from ..engine.invoke import invoke
from ..engine.lowering import Out
from . import coco_annotations, coco_saved, confine, paths
from .coco_annotations import Annotations, Options, Outlines, Ragged
from .registry import reader
from .source import Records, Request, Source, Table, io_caller

Path = str | os.PathLike[str]


@dataclass
class Wants:
    """Which outputs, and in which units."""

    ltrb: bool
    ratio: bool
    polygons: bool
    coordinates: bool  # polygons count coordinates, not vertices
    pixels: bool
    ids: bool

    @property
    def outlines(self) -> bool:
        return self.polygons or self.pixels


@reader(
    "readers.COCO",
    graph_aliases=("coco_reader",),
    result="list",
    deprecated={
        "meta_files_path": "preprocessed_annotations",
        "dump_meta_files": "save_preprocessed_annotations",
        "dump_meta_files_path": "save_preprocessed_annotations_dir",
        "save_img_ids": "image_ids",
    },
)
def coco(
    *,
    file_root: Path | None = None,
    annotations_file: Path = "",
    preprocessed_annotations: Path = "",
    images: Sequence[str] | None = None,
    image_ids: bool = False,
    ltrb: bool = False,
    ratio: bool = False,
    include_iscrowd: bool = True,
    skip_empty: bool = False,
    size_threshold: float = 0.1,
    avoid_class_remapping: bool = False,
    polygon_masks: bool = False,
    pixelwise_masks: bool = False,
    masks: bool = False,
    save_preprocessed_annotations: bool = False,
    save_preprocessed_annotations_dir: Path = "",
    trust_paths: bool = False,
) -> Source:
    """Read images annotated in the format of COCO: (contents, boxes, labels, …).

    Contents are 1-D uint8 values, boxes float32 of shape (n, 4), labels int32 of shape (n,). Then
    come, where they are asked for, polygons and vertices, masks, and ids. Samples are in the order
    of their ids.

    file_root: the folder of the images. annotations_file: the JSON file.
    images: names of files to read, as the annotation file has them: these, in this order.
    image_ids: a last output with the image's id, int32 of shape (1,).
    ltrb: boxes are (left, top, right, bottom) instead of (left, top, width, height).
    ratio: boxes and vertices as parts of the image's width and height instead of pixels.
    include_iscrowd: keep annotations of crowds. skip_empty: leave out images without objects.
    size_threshold: objects whose box is narrower or lower than that, in pixels, are left out.
    avoid_class_remapping: labels are the ids of categories, instead of their places among the
        file's categories, from 1 on.
    polygon_masks: two outputs: polygons, int32 of shape (k, 3), each (object, first vertex, end),
        and vertices, float32 of shape (m, 2), each (x, y). Objects outlined by runs have none.
    pixelwise_masks: an output with each pixel's label, int32 of shape (height, width, 1); where
        objects overlap, the greater label is seen; 0 is the background.
    masks: deprecated; as polygon_masks, but polygons count coordinates, two for a vertex.
    save_preprocessed_annotations, save_preprocessed_annotations_dir: write what is left of the
        annotations into files in this folder. preprocessed_annotations: a folder to read them from,
        instead of an annotation file; what was kept, and how, was decided when they were written.
    trust_paths: names of images may be absolute paths, lead upwards ("../") or be URLs. Otherwise
        they stay below file_root: annotations are data, and must not choose what is opened.

    >>> import json, pathlib, tempfile, headrace.dynamic as ndd
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "one.jpg").write_bytes(b"any")
    >>> image = {"id": 7, "file_name": "one.jpg", "width": 40, "height": 30}
    >>> ball = {"id": 1, "image_id": 7, "category_id": 37, "bbox": [3, 4, 10, 5], "iscrowd": 0}
    >>> text = json.dumps({"images": [image], "annotations": [ball], "categories": [{"id": 37}]})
    >>> _ = (folder / "a.json").write_text(text)
    >>> reader = ndd.readers.COCO(file_root=folder, annotations_file=folder / "a.json", ltrb=True)
    >>> for contents, boxes, labels in reader.next_epoch(batch_size=1):
    ...     print(boxes.tensors[0].cpu().tolist(), labels.tensors[0].cpu().tolist())
    [[3.0, 4.0, 13.0, 9.0]] [1]
    """
    if not annotations_file and not preprocessed_annotations:
        raise errors.ArgumentError("needs annotations_file or preprocessed_annotations")
    if bool(save_preprocessed_annotations) != bool(save_preprocessed_annotations_dir):
        raise errors.ArgumentError(
            "save_preprocessed_annotations and save_preprocessed_annotations_dir go together"
        )
    if masks:
        warn(
            "readers.COCO: argument 'masks' is deprecated, use 'polygon_masks', whose polygons "
            "count vertices",
            DeprecationWarning,
        )
    wants = Wants(ltrb, ratio, polygon_masks or masks, masks, pixelwise_masks, image_ids)
    if preprocessed_annotations:
        given = {
            "annotations_file": annotations_file, "images": images, "ltrb": ltrb, "ratio": ratio,
            "skip_empty": skip_empty, "size_threshold": size_threshold != 0.1,
            "save_preprocessed_annotations": save_preprocessed_annotations,
        }  # fmt: skip
        for name, value in given.items():
            if value:
                raise errors.ArgumentError(f"{name} does not go with preprocessed_annotations")
        annotations = coco_saved.load(
            preprocessed_annotations, wants.outlines, wants.pixels, wants.ids
        )
    else:
        options = Options(
            paths.names(images, "images") if images else None, include_iscrowd, skip_empty,
            _threshold(size_threshold), avoid_class_remapping, wants.outlines,
            ratio or pixelwise_masks,
        )  # fmt: skip
        annotations = coco_annotations.read(annotations_file, options)
        _place_boxes(annotations, ltrb, ratio)
        if save_preprocessed_annotations_dir:
            if ratio and wants.polygons and wants.pixels:
                raise errors.ArgumentError(
                    "with ratio, polygon_masks and pixelwise_masks cannot be saved together"
                )
            if ratio and wants.polygons and annotations.outlines:
                annotations.outlines.vertices = _scaled(annotations)
            coco_saved.save(annotations, save_preprocessed_annotations_dir, wants.pixels, wants.ids)
            wants.ratio = False  # the vertices are scaled already
    _check_names(annotations, preprocessed_annotations or annotations_file, file_root, trust_paths)
    return CocoSource(annotations, file_root or "", wants)


def _check_names(a: Annotations, origin: Path, root: Path | None, trust: bool) -> None:
    def entry(i: int) -> str:
        return f"image {i}" if a.ids is None else f"the image with the id {a.ids[i]}"

    names = confine.Names(a.names.rows.tobytes(), a.names.offsets[1:])
    confine.check(names, root or "", origin=origin, entry=entry, trust=trust)


class CocoSource(Source):
    """Files, and rows of tables for each."""

    def __init__(self, annotations: Annotations, root: Path, wants: Wants) -> None:
        a = annotations
        names = _native.FileSet(
            a.names.rows.tobytes(), a.names.offsets[1:], os.fsencode(root), False
        )
        self._files = Records(names)
        self._tables = [_table(a.boxes), _table(a.labels)]
        self._painter: Painter | None = None
        if wants.polygons and a.outlines:
            polygons = a.outlines.polygons
            if wants.coordinates:
                polygons = Ragged(polygons.rows * np.array([1, 2, 2], np.int32), polygons.offsets)
            vertices = _scaled(a) if wants.ratio else a.outlines.vertices
            self._tables += [_table(polygons), _table(vertices)]
        if wants.pixels and a.outlines and a.sizes is not None:
            self._painter = Painter(a.sizes, self._tables[1], a.outlines)
        self._ids: Table | None = None
        if wants.ids and a.ids is not None:
            far = np.abs(a.ids) > np.iinfo(np.int32).max
            if far.any():
                raise errors.ArgumentError(f"the image id {a.ids[far][0]} does not fit 32 bits")
            self._ids = Table(a.ids.astype(np.int32).reshape(-1, 1))
        self.outputs = (
            *self._files.outputs,
            *[t.output for t in self._tables],
            *([self._painter.output] if self._painter else []),
            *([self._ids.output] if self._ids else []),
        )

    def __len__(self) -> int:
        return len(self._files)

    def fetch(self, request: Request) -> tuple[Batch, ...]:
        which = request.which
        batches = [*self._files.read(request), *[t.pick(which) for t in self._tables]]
        if self._painter:
            batches.append(self._painter.paint(request, labels=batches[2]))
        if self._ids:
            batches.append(self._ids.pick(which))
        return tuple(batches)


class Painter:
    """Images of labels, made natively of the outlines of the objects."""

    output = Out(int32, 3, "HWC")

    def __init__(self, sizes: NDArray[np.int32], labels: Table, outlines: Outlines) -> None:
        self._sizes, self._labels = Table(sizes.astype(np.int64)), labels
        parts = outlines.polygons, outlines.vertices, outlines.masks, outlines.runs
        self._parts = [_table(part) for part in parts]
        self._meta = Meta.get(self.output.dtype, self.output.ndim, self.output.layout, True)
        self._specs: dict[tuple[str, bool], Any] = {}
        self._caller = io_caller()

    def paint(self, request: Request, labels: Batch) -> Batch:
        """A call that paints these samples; it runs when somebody needs it."""
        which = request.which
        inputs = [self._sizes.pick(which), labels, *[t.pick(which) for t in self._parts]]
        values = tuple([batch._v for batch in inputs])
        value = invoke(self._spec(request), values, len(which), request.site, self._caller)
        return Batch._of(value, self._meta)  # type: ignore[no-any-return]

    def _spec(self, request: Request) -> Any:
        key = request.operator, request.fill
        if key not in self._specs:
            self._specs[key] = _native.make_spec(
                "paint_outlines", request.operator, {}, [(int32.id, 3)], fill_errors=request.fill
            )
        return self._specs[key]


def _table(part: Ragged) -> Table:
    return Table(part.rows, part.offsets)


def _place_boxes(a: Annotations, ltrb: bool, ratio: bool) -> None:
    boxes = a.boxes.rows
    if ltrb:
        boxes[:, 2:] += boxes[:, :2]
    if ratio and a.sizes is not None:
        width_height = a.sizes[:, ::-1].astype(np.float32)
        boxes /= np.repeat(np.tile(width_height, 2), np.diff(a.boxes.offsets), axis=0)


def _scaled(a: Annotations) -> Ragged:
    assert a.outlines is not None and a.sizes is not None
    vertices = a.outlines.vertices
    width_height = a.sizes[:, ::-1].astype(np.float32)
    rows = vertices.rows / np.repeat(width_height, np.diff(vertices.offsets), axis=0)
    return Ragged(rows, vertices.offsets)


def _threshold(value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if number != number:
        raise errors.ArgumentError(f"size_threshold is a number, got {errors.brief(value)}")
    return number
