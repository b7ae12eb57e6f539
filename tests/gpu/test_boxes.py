"""Boxes on the GPU: types, many anchors, ties, nothing to encode."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

from .on_gpu import assert_alike, counted, spent


def boxes(counts, seed=5, dtype=np.float32):
    """Left, top, right and bottom, in order."""
    rng = np.random.default_rng(seed)
    rows = [rng.random((n, 2, 2)).astype(dtype) for n in counts]
    return [np.sort(r, axis=1).reshape(-1, 4) for r in rows]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("ltrb", [False, True])
def test_flip_and_paste(dtype, ltrb):
    x = ndd.cast(ndd.batch(boxes([700, 1, 0])), dtype=ndd.dtype(dtype))
    args = {"horizontal": ndd.batch([1, 0, 1]), "vertical": ndd.batch([0, 1, 1]), "ltrb": ltrb}
    assert_alike(ndd.bb_flip(x.gpu(), **args), ndd.bb_flip(x, **args), exact=True)
    args = {"ratio": ndd.batch([1.5, 2.0, 3.7]), "paste_x": 0.3, "paste_y": 0.9, "ltrb": ltrb}
    assert_alike(ndd.bbox_paste(x.gpu(), **args), ndd.bbox_paste(x, **args), exact=True)


def test_ratio_of_one_sample():
    x = ndd.batch(boxes([2, 3])).gpu()
    with pytest.raises(ValueError, match=r"(?s)ratio must be positive.*sample 1"):
        ndd.bbox_paste(x, ratio=ndd.batch([2.0, -1.0])).evaluate()


def grid_anchors():
    """As many as SSD has."""
    rng = np.random.default_rng(9)
    centers, sizes = rng.random((8732, 2)), rng.random((8732, 2)) * 0.4 + 0.05
    return np.concatenate([centers - sizes / 2, centers + sizes / 2], 1).astype(np.float32)


@pytest.mark.parametrize("label", ["uint8", "int32", "int64"])
@pytest.mark.parametrize("offset", [False, True])
def test_encode(label, offset):
    x = ndd.batch(boxes([40, 1, 0, 9]))
    ids = ndd.batch([np.arange(1, n + 1).astype(label) for n in (40, 1, 0, 9)])
    args = {"anchors": grid_anchors().reshape(-1).tolist(), "criteria": 0.4, "offset": offset}
    if offset:
        args |= {"scale": 300.0, "means": [0.1, 0.2, 0.3, 0.4], "stds": [0.1, 0.1, 0.2, 0.2]}
    got, want = ndd.box_encoder(x.gpu(), ids.gpu(), **args), ndd.box_encoder(x, ids, **args)
    assert_alike(got[0], want[0], exact=not offset)  # else there are logarithms
    assert_alike(got[1], want[1], exact=True)
    assert np.asarray(got[1].cpu().tensors[0]).any()


def test_ties_and_what_is_not_a_box():
    """Of equals the last; boxes without an area, or with NaN, overlap nothing."""
    anchors = [0, 0, 1, 1] * 3 + [0, 0, 0.5, 0.5] * 2
    given = [
        np.float32([[0, 0, 1, 1], [0, 0, 1, 1]]),
        np.float32([[0, 0, 0, 0], [np.nan, 0, 1, 1], [0.9, 0.9, 0.1, 0.1]]),
        np.float32([[0, 0, 0.5, 0.5], [2, 2, 3, 3]]),
    ]
    x, ids = ndd.batch(given), ndd.batch([np.arange(1, len(g) + 1) for g in given])
    for criteria in (0.0, 0.5, 1.0):
        args = {"anchors": anchors, "criteria": criteria}
        got, want = ndd.box_encoder(x.gpu(), ids.gpu(), **args), ndd.box_encoder(x, ids, **args)
        assert_alike(got, want, exact=True)


def test_launches_do_not_depend_on_the_batch():
    made = []
    for n in (2, 64):
        x, ids = ndd.batch(boxes([3] * n)).gpu(), ndd.batch([np.arange(3)] * n).gpu()
        args = {"anchors": grid_anchors().reshape(-1).tolist()}
        for part in ndd.box_encoder(x, ids, **args):
            part.evaluate()
        before = counted()
        for part in ndd.box_encoder(x, ids, **args):
            part.evaluate()
        made.append(spent(before)["launches"])
    assert made[0] == made[1] == 2
