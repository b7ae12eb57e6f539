"""segmentation.select_masks: selects the polygons of some masks."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...core.dtype import DType, int32
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input

_VERTICES = cases.Sample([(12, 2)], "float32")
_POLYGONS = np.array([[0, 0, 3], [1, 3, 6], [2, 6, 9], [1, 9, 12]], np.int32)
_MASKS = np.array([2, 1], np.int32)


@operator(
    "segmentation.select_masks",
    outputs=2,
    samples=[
        cases.Case([_MASKS, _POLYGONS, _VERTICES]),
        cases.Case([_MASKS, _POLYGONS, cases.Sample([(12, 3)], "uint8")], {"reindex_masks": True}),
    ],
    cpu_only="its results are arguments of other calls, which the host reads",
)
def select_masks(
    mask_ids: Input,
    polygons: Input,
    vertices: Input,
    /,
    *,
    reindex_masks: bool = False,
):
    """Keep the polygons of some masks, in the order of `mask_ids`, and the vertices they use.

    Each row of `polygons` is (mask id, first vertex, end vertex), the end exclusive; `vertices` has
    the coordinates of all vertices. The outputs have the same format. A mask may have several
    polygons.

    reindex_masks: renumber masks as 0, 1, 2 … in the order of mask_ids.

    >>> import headrace.dynamic as ndd
    >>> polygons = ndd.tensor([[0, 0, 1], [5, 1, 3]])
    >>> chosen, points = ndd.segmentation.select_masks(
    ...     ndd.tensor([5]), polygons, ndd.tensor([[1, 2], [3, 4], [5, 6]]))
    >>> chosen.tolist(), points.tolist()
    ([[5, 0, 2]], [[3, 4], [5, 6]])
    """
    for name, value, ndim in (("mask_ids", mask_ids, 1), ("polygons", polygons, 2)):
        if value.ndim != ndim:
            raise errors.ShapeError(f"{name} needs {ndim} axes, got {value.ndim}")
        if value.dtype.kind not in (DType.Kind.signed, DType.Kind.unsigned):
            raise errors.DTypeError(f"{name} needs integers, got {value.dtype.full_name}")
    if vertices.ndim != 2:
        raise errors.ShapeError(f"vertices needs 2 axes, got {vertices.ndim}")
    return kernel(
        "select_masks",
        mask_ids,
        polygons,
        vertices,
        out=[Out(int32, 2), Out(vertices.dtype, 2)],
        reindex=reindex_masks,
    )


@reference(select_masks)
def _select_masks(ids, polygons, vertices, *, layout, reindex_masks):
    rows, points, total = [], [], 0
    for place, mask in enumerate(np.asarray(ids).tolist()):
        for own, first, last in np.asarray(polygons).tolist():
            if own == mask:
                rows.append([place if reindex_masks else mask, total, total + last - first])
                points.append(vertices[first:last])
                total += last - first
    return np.array(rows, np.int32), np.concatenate(points)
