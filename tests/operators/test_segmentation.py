"""segmentation.*: pixels and objects of masks."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

import headrace.dynamic as ndd

MASK = np.array(
    [
        [0, 0, 1, 1, 0, 2],
        [0, 0, 0, 1, 0, 2],
        [3, 0, 0, 0, 0, 0],
        [3, 3, 0, 1, 2, 2],
    ]
)
SEGMENTATION = ndd.segmentation


def repeated(array, n: int) -> ndd.Batch:
    return ndd.Batch.broadcast(ndd.tensor(array), n)


def plain(tensors) -> tuple:
    return tuple(tuple(t.tolist()) if t.ndim else t.item() for t in tensors)


# ---- random_mask_pixel -------------------------------------------------------------------------


def pixels(mask, n: int = 1200, **arguments) -> Counter:
    found = SEGMENTATION.random_mask_pixel(
        repeated(np.asarray(mask), n), rng=ndd.random.RNG(1), **arguments
    )
    assert found.dtype == ndd.int64
    return Counter(plain([t])[0] for t in found.tensors)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int16", "uint64", "float16", "float64"])
def test_pixels_of_the_foreground(dtype):
    mask = np.array([[0, 1, 1], [1, 0, 0]]).astype(dtype)
    found = pixels(mask, foreground=1)
    assert set(found) == {(0, 1), (0, 2), (1, 0)}
    assert min(found.values()) > 320
    assert set(pixels(mask, foreground=1, value=0)) == {(0, 0), (1, 1), (1, 2)}
    assert len(pixels(mask)) == 6


@pytest.mark.parametrize(
    ("mask", "arguments", "places"),
    [
        ([1, 2, 3], {"threshold": 1.5}, {1, 2}),
        ([1, 2, 3], {"threshold": 2}, {2}),
        ([1, 2, 3], {"threshold": 3}, {0, 1, 2}),
        ([1, 2, 3], {"threshold": -np.inf}, {0, 1, 2}),
        ([1, 2, 3], {"threshold": np.nan}, {0, 1, 2}),
        ([1, 2, 3], {"threshold": 1e30}, {0, 1, 2}),
        ([-3, -2, -1], {"threshold": -2.5}, {1, 2}),
        ([np.nan, 1.0, np.inf], {}, {1, 2}),
        ([2**24, 2**24 + 1], {"threshold": 2**24}, {1}),
        ([2**62, 2**62 + 1], {"value": 2**62 + 1}, {1}),
        (np.array([200, 1], np.uint8), {"value": 456}, {0, 1}),
        (np.array([255, 1], np.uint8), {"value": -1}, {0, 1}),
        (np.array([2**64 - 1, 1], np.uint64), {"value": -1}, {0, 1}),
        (np.array([0.1, 0.2], np.float32), {"threshold": 0.1}, {1}),
    ],
)
def test_which_pixels_are_foreground(mask, arguments, places):
    assert set(pixels(mask, 200, foreground=1, **arguments)) == {(p,) for p in places}


def test_every_pixel_of_a_large_mask_can_be_drawn():
    mask = np.zeros((7, 61), np.uint8)
    mask[::2, 1::3] = 9
    expected = {(y, x) for y, x in itertools.product(range(7), range(61)) if mask[y, x]}
    assert set(pixels(mask, 1500, foreground=1)) == expected


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 3, 2)])
def test_masks_without_pixels_have_none_to_draw(shape):
    with pytest.raises(ValueError, match="has no pixels"):
        SEGMENTATION.random_mask_pixel(ndd.tensor(np.zeros(shape, np.uint8))).evaluate()


def test_value_and_threshold_are_not_given_together():
    with pytest.raises(ValueError, match="give value= or threshold="):
        SEGMENTATION.random_mask_pixel(ndd.tensor(MASK), value=1, threshold=2.0)
    with pytest.raises(ValueError, match="at least one axis"):
        SEGMENTATION.random_mask_pixel(ndd.tensor(1))


# ---- random_object_bbox ------------------------------------------------------------------------


def objects(mask=MASK, n: int = 1000, **arguments) -> Counter:
    found = SEGMENTATION.random_object_bbox(
        repeated(np.asarray(mask), n), rng=ndd.random.RNG(2), **{"format": "box", **arguments}
    )
    outputs = found if isinstance(found, tuple) else (found,)
    return Counter(plain(row) for row in zip(*(o.tensors for o in outputs), strict=True))


def boxes_of(mask: np.ndarray, background: int = 0) -> set[tuple]:
    """Boxes and labels of all objects, by filling one after another."""
    seen = mask == background
    found = set()
    for start in zip(*np.nonzero(~seen), strict=True):
        if seen[start]:
            continue
        seen[start] = True
        group, todo = [start], [start]
        while todo:
            at = todo.pop()
            for axis, step in itertools.product(range(mask.ndim), (-1, 1)):
                to = (*at[:axis], at[axis] + step, *at[axis + 1 :])
                inside = 0 <= to[axis] < mask.shape[axis]
                if inside and not seen[to] and mask[to] == mask[start]:
                    seen[to] = True
                    group.append(to)
                    todo.append(to)
        low, high = np.min(group, axis=0), np.max(group, axis=0) + 1
        found.add(((*low.tolist(), *high.tolist()), int(mask[start])))
    return found


@pytest.mark.parametrize("shape", [(40,), (12, 13), (1, 30), (30, 1), (4, 5, 6), (3, 2, 3, 2, 3)])
@pytest.mark.parametrize("dtype", ["uint8", "int16", "int32", "int64"])
def test_every_object_is_found(shape, dtype):
    rng = np.random.default_rng(len(shape))
    mask = rng.choice([0, 1, 1, 1, 2], shape).astype(dtype)
    expected = boxes_of(mask)
    found = objects(mask, 60 * len(expected), ignore_class=True)
    assert set(found) == {(box,) for box, _ in expected}
    labelled = objects(mask, 60 * len(expected), output_class=True, background=2)
    assert set(labelled) == boxes_of(mask, 2)


def test_shapes_that_meet_late_are_one_object():
    rows = ["1.1.1.111", "1.1.1.1.1", "1.111.1.1", "1.....1.1", "1111111.1", "........1"]
    mask = np.array([[c == "1" for c in row] for row in rows])
    assert set(objects(mask, 100)) == {((0, 0, 6, 9),), ((0, 2, 3, 5),)}


def test_classes_are_equally_likely_and_so_are_their_objects():
    found = objects(n=6000, output_class=True)
    for label, of in Counter(label for _, label in found).items():
        for (_, other), times in found.items():
            if other == label:
                assert abs(times - 2000 / of) < 200
    assert all(abs(times - 1200) < 150 for times in objects(n=6000, ignore_class=True).values())


def shares(**arguments) -> dict[int, float]:
    found = Counter()
    for (_, label), times in objects(n=4000, output_class=True, **arguments).items():
        found[label] += times / 4000
    return dict(found)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"classes": [1, 2]}, {1: 1 / 2, 2: 1 / 2}),
        ({"classes": [1, 9]}, {1: 1}),
        ({"classes": [9]}, {0: 1}),
        ({"classes": []}, {0: 1}),
        ({"classes": [1, 1, 2]}, {1: 2 / 3, 2: 1 / 3}),
        ({"classes": [1, 2], "class_weights": [1, 3]}, {1: 1 / 4, 2: 3 / 4}),
        ({"classes": [1, 2], "class_weights": [0, 0]}, {0: 1}),
        ({"class_weights": [1, 3]}, {1: 1 / 4, 2: 3 / 4}),
        ({"class_weights": [5, 1, 3], "background": 1}, {0: 5 / 9, 2: 1 / 9, 3: 3 / 9}),
        ({"classes": [0, 1], "foreground_prob": 0.4}, {-1: 0.6, 0: 0.2, 1: 0.2}),
        ({"classes": [0, -7], "foreground_prob": 0.0}, {-8: 1}),
        ({"background": 7, "foreground_prob": 0.0}, {7: 1}),
        ({"threshold": 2}, {1: 1 / 2, 3: 1 / 2}),
        ({"threshold": [2, 1]}, {1: 1 / 3, 2: 1 / 3, 3: 1 / 3}),
        ({"threshold": [9, 9], "background": -2}, {-2: 1}),
    ],
)
def test_how_likely_classes_are(arguments, expected):
    found = shares(**arguments)
    assert set(found) == set(expected)
    assert all(abs(found[label] - expected[label]) < 0.04 for label in expected)


def test_the_largest_boxes():
    assert set(objects(k_largest=1, output_class=True)) == {
        ((0, 2, 2, 4), 1), ((0, 5, 2, 6), 2), ((2, 0, 4, 2), 3)
    }  # fmt: skip
    assert set(objects(k_largest=1, ignore_class=True)) == {((0, 2, 2, 4),)}
    assert set(objects(k_largest=2, ignore_class=True, threshold=[1, 2])) == {
        ((0, 2, 2, 4),), ((2, 0, 4, 2),)
    }  # fmt: skip


def test_formats():
    only = np.zeros((4, 5, 6), np.int32)
    only[1:3, 2:5, 4] = 8
    for form, expected in (
        ("anchor_shape", ((1, 2, 4), (2, 3, 1))),
        ("start_end", ((1, 2, 4), (3, 5, 5))),
        ("box", ((1, 2, 4, 3, 5, 5),)),
    ):
        assert set(objects(only, 5, format=form)) == {expected}


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 3)])
def test_a_mask_without_elements_is_all_background(shape):
    found = objects(np.zeros(shape, np.int32), 3, output_class=True)
    assert set(found) == {((*([0] * len(shape)), *shape), 0)}


def test_any_label_that_the_type_has():
    mask = np.array([2**40, 2**40 + 1, 0, -(2**63)], np.int64)
    assert set(objects(mask, 100, output_class=True)) == {
        ((0, 1), 2**40), ((1, 2), 2**40 + 1), ((3, 4), -(2**63))
    }  # fmt: skip
    mask = np.array([2**32 - 1, 0, 5], np.uint32)
    assert set(objects(mask, 100, output_class=True)) == {((0, 1), -1), ((2, 3), 5)}


def test_a_label_for_every_pixel():
    mask = np.arange(10000, dtype=np.int32).reshape(100, 100)
    found = objects(mask, 300, output_class=True)
    assert len(found) > 250
    assert all(box == (*divmod(v, 100), v // 100 + 1, v % 100 + 1) for box, v in found)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"format": "boxes"}, "unknown"),
        ({"ignore_class": True, "classes": [1]}, "no use for classes="),
        ({"ignore_class": True, "class_weights": [1]}, "no use for classes="),
        ({"ignore_class": True, "output_class": True}, "no use for classes="),
        ({"k_largest": 0}, "k_largest must be positive, got 0"),
        ({"foreground_prob": 1.5}, r"foreground_prob must lie in \[0, 1\], got 1.5"),
        ({"foreground_prob": ndd.tensor(np.nan)}, r"foreground_prob must lie in \[0, 1\]"),
        ({"threshold": [1, 2, 3]}, "threshold has 3 numbers for a mask of 2 axes"),
        ({"classes": [1, 2], "class_weights": [1]}, "class_weights has 1 numbers for 2 classes"),
        ({"classes": [1], "class_weights": [-1]}, "must be finite and not negative"),
        ({"classes": [1], "class_weights": [np.nan]}, "must be finite and not negative"),
        ({"classes": [1, 2], "background": 1}, "class 1 is the background"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        SEGMENTATION.random_object_bbox(ndd.tensor(MASK), **arguments)[0].evaluate()


def test_masks_hold_integers():
    with pytest.raises(TypeError, match="needs a mask of integers, got float32"):
        SEGMENTATION.random_object_bbox(ndd.tensor(np.float32([1, 2])))
    with pytest.raises(ValueError, match="at least one axis"):
        SEGMENTATION.random_object_bbox(ndd.tensor(1))


# ---- select_masks ------------------------------------------------------------------------------


def test_all_polygons_of_a_mask_are_kept():
    polygons = np.array([[1, 9, 12], [0, 0, 3], [1, 3, 5]])
    vertices = np.arange(24).reshape(12, 2)
    chosen, points = SEGMENTATION.select_masks(
        ndd.tensor([1]), ndd.tensor(polygons), ndd.tensor(vertices)
    )
    assert chosen.tolist() == [[1, 0, 3], [1, 3, 5]]
    np.testing.assert_array_equal(points, vertices[[9, 10, 11, 3, 4]])


@pytest.mark.parametrize(
    ("ids", "polygons", "message"),
    [
        ([1, 1], [[1, 0, 2]], "mask_ids has 1 twice"),
        ([5], [[1, 0, 2]], "no polygon belongs to mask 5"),
        ([1], [[1, 0, 2**40]], r"vertices \[0, 1099511627776\) of 4"),
        ([1], [[1, -1, 2]], r"vertices \[-1, 2\) of 4"),
        ([1], [[1, 3, 2]], r"vertices \[3, 2\) of 4"),
        ([1], [[1, 3]], "polygons have 3 numbers, got 2"),
        ([[1]], [[1, 0, 2]], "mask_ids needs 1 axes, got 2"),
    ],
)
def test_polygons_that_make_no_sense_are_refused(ids, polygons, message):
    with pytest.raises(ValueError, match=message):
        SEGMENTATION.select_masks(
            ndd.tensor(ids), ndd.tensor(np.array(polygons)), ndd.tensor(np.zeros((4, 2)))
        )[0].evaluate()
