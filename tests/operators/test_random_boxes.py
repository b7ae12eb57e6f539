"""random_crop_generator, roi_random_crop, random_bbox_crop: what they draw keeps its promises."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import headrace.dynamic as ndd

N = 400


def arrays(batch) -> list[np.ndarray]:
    return [np.asarray(t) for t in batch.tensors]


def repeated(array, n: int = N) -> ndd.Batch:
    return ndd.Batch.broadcast(ndd.tensor(array), n)


# ---- random_crop_generator ---------------------------------------------------------------------


def test_windows_fit_and_have_the_area_asked_for():
    anchor, shape = ndd.random_crop_generator(
        repeated([300, 500, 3]), random_area=[0.2, 0.4], random_aspect_ratio=[0.5, 2.0]
    )
    a, s = np.array(arrays(anchor)), np.array(arrays(shape))
    assert a.dtype == s.dtype == np.int32
    assert (a >= 0).all()
    assert (a + s <= [300, 500]).all()
    area = s.prod(1) / (300 * 500)
    assert ((area > 0.19) & (area < 0.41)).all()
    assert area.std() > 0.03


def test_the_window_is_that_of_random_resized_crop():
    image = ndd.tensor(
        np.random.default_rng(0).integers(0, 256, (40, 60, 3), np.uint8), layout="HWC"
    )
    rng = ndd.random.RNG(7)
    seen = ndd.random_resized_crop(image, size=[9, 8], rng=rng.clone())
    anchor, shape = ndd.random_crop_generator(ndd.tensor([40, 60]), rng=rng)
    start = np.asarray(anchor, np.float32)
    same = ndd.resize(image, size=[9, 8], roi_start=start, roi_end=start + np.asarray(shape))
    np.testing.assert_array_equal(seen, same)


def test_an_image_without_pixels_has_an_empty_window():
    anchor, shape = ndd.random_crop_generator(ndd.tensor([0, 50]))
    assert (anchor.tolist(), shape.tolist()) == ([0, 0], [0, 0])


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ([5], "2 or 3 sizes"),
        ([5, 5, 5, 5], "2 or 3 sizes"),
        ([[5, 5]], "1 axis"),
        ([-1, 5], "must not be negative, got -1"),
        ([2**31, 5], "2147483648 is too large"),
        ([1.5, 2.0], "needs a shape of integers"),
    ],
)
def test_what_is_no_shape_is_refused(sizes, message):
    with pytest.raises((ValueError, TypeError), match=message):
        ndd.random_crop_generator(ndd.tensor(sizes))[0].evaluate()


# ---- roi_random_crop ---------------------------------------------------------------------------


def starts(n: int = 2000, **arguments) -> Counter:
    return Counter(
        tuple(a.tolist()) for a in arrays(ndd.roi_random_crop(batch_size=n, **arguments))
    )


def test_all_places_are_equally_likely():
    found = starts(crop_shape=[8, 7], roi_start=[10, 20], roi_end=[15, 30])
    assert set(found) == {(y, x) for y in range(7, 11) for x in range(20, 24)}
    assert min(found.values()) > 70
    assert max(found.values()) < 190


def test_windows_stay_inside_the_image():
    found = starts(crop_shape=[8, 7], roi_start=[10, 20], roi_shape=[5, 6], in_shape=[16, 28])
    assert set(found) == {(y, x) for y in (7, 8) for x in (19, 20)}
    image = repeated(np.zeros((16, 28, 3), np.uint8))
    same = ndd.roi_random_crop(image, crop_shape=[8, 7], roi_start=[10, 20], roi_shape=[5, 6])
    assert {tuple(a.tolist()) for a in arrays(same)} == set(found)


def test_one_number_stands_for_all_axes():
    assert starts(crop_shape=3, roi_start=[4, 9], roi_shape=3) == {(4, 9): 2000}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "needs roi_end= or roi_shape="),
        ({"roi_end": [7, 3], "roi_shape": [1, 1]}, "needs roi_end= or roi_shape="),
        ({"roi_end": [3, 3]}, "ends at 3, before its start 5 on axis 0"),
        ({"roi_shape": [1, -1]}, "roi_shape must not be negative, got -1"),
        ({"roi_shape": [1, 1, 1]}, "has 2 numbers where another argument has 3"),
        ({"roi_shape": [1, 1], "crop_shape": [-1, 2]}, "crop_shape must not be negative"),
        ({"roi_shape": [1, 1], "in_shape": [3, 9]}, r"crop_shape 4 is larger than the input, 3"),
        ({"roi_shape": [9, 1], "in_shape": [9, 9]}, r"region \[5, 14\) leaves the input, \[0, 9\)"),
        ({"roi_shape": [2**62, 1]}, "roi_shape is too large"),
    ],
)
def test_regions_that_make_no_sense_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        ndd.roi_random_crop(**{"roi_start": [5, 0], "crop_shape": [4, 2], **arguments}).evaluate()


def test_an_input_and_in_shape_are_not_given_together():
    with pytest.raises(ValueError, match="give an input or in_shape="):
        ndd.roi_random_crop(
            ndd.zeros(shape=[9]), in_shape=[9], crop_shape=[4], roi_start=[1], roi_shape=[2]
        )
    with pytest.raises(ValueError, match="does not go with windows of 2 axes"):
        ndd.roi_random_crop(
            ndd.zeros(shape=[9]), crop_shape=[4, 4], roi_start=[1, 1], roi_shape=[2, 2]
        ).evaluate()


# ---- random_bbox_crop --------------------------------------------------------------------------

BOXES = np.sort(np.random.default_rng(3).uniform(0, 1, (12, 2, 2)), axis=1).reshape(12, 4)
BOXES = BOXES.astype(np.float32)
SCALES = {"scaling": [0.2, 0.9], "aspect_ratio": [0.5, 2.0], "allow_no_crop": False}


def crops(boxes=BOXES, n: int = N, **arguments) -> list[tuple[np.ndarray, ...]]:
    outputs = ndd.random_bbox_crop(
        repeated(np.asarray(boxes, np.float32), n), rng=ndd.random.RNG(5), **arguments
    )
    return list(zip(*(arrays(o) for o in outputs), strict=True))


def intersections(boxes: np.ndarray, lo: np.ndarray, hi: np.ndarray) -> np.ndarray:
    d = boxes.shape[1] // 2
    return np.clip(np.minimum(boxes[:, d:], hi) - np.maximum(boxes[:, :d], lo), 0, None).prod(1)


def volumes(boxes: np.ndarray) -> np.ndarray:
    d = boxes.shape[1] // 2
    return (boxes[:, d:] - boxes[:, :d]).prod(1)


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("prune", [None, 0.0, 0.3, 1.0])
def test_boxes_that_are_left_are_those_inside_seen_from_the_window(axes, prune):
    rng = np.random.default_rng(axes)
    boxes = np.sort(rng.uniform(0, 1, (12, 2, axes)), axis=1).reshape(12, -1).astype(np.float32)
    found = crops(
        boxes, bbox_prune_threshold=prune, output_bbox_indices=True, total_num_attempts=30, **SCALES
    )
    for anchor, shape, left, places in found:
        end = anchor + shape
        if prune is None:
            center = (boxes[:, :axes] + boxes[:, axes:]) * np.float32(0.5)
            kept = ((center >= anchor) & (center < end)).all(1)
        else:
            part = intersections(boxes, anchor, end) / volumes(boxes)
            kept = (part >= prune) & (part > 0)
        np.testing.assert_array_equal(places, np.flatnonzero(kept))
        ends = np.concatenate(
            [(boxes[:, :axes] - anchor) / shape, (boxes[:, axes:] - anchor) / shape], 1
        )
        np.testing.assert_allclose(left, np.clip(ends, 0, 1)[kept], atol=1e-6)


@pytest.mark.parametrize("kind", ["iou", "overlap"])
@pytest.mark.parametrize("every", [True, False])
def test_boxes_overlap_the_window_as_much_as_asked(kind, every):
    boxes = BOXES[:3] * 0.4 + 0.3  # near one another
    found = crops(
        boxes,
        thresholds=[0.05 if kind == "iou" else 0.4],
        threshold_type=kind,
        all_boxes_above_threshold=every,
        **SCALES,
    )
    for anchor, shape, left in found:
        common = intersections(boxes, anchor, anchor + shape)
        of = volumes(boxes) + (shape.prod() - common if kind == "iou" else 0)
        metric = (common / of).min() if every else (common / of).max()
        assert metric >= (0.05 if kind == "iou" else 0.4) - 1e-5
        assert len(left)


def test_extents_are_uniform_and_ratios_hold():
    found = crops([[0.0, 0.0, 1.0, 1.0]], 3000, scaling=[0.6, 1.0], aspect_ratio=[0.8, 1.1],
                  allow_no_crop=False)  # fmt: skip
    shape = np.array([s for _, s, _ in found])
    ratio = shape[:, 0] / shape[:, 1]
    assert ((shape >= 0.6) & (shape <= 1)).all()
    assert ((ratio >= 0.8) & (ratio <= 1.1)).all()
    # Uniform on the part of the square where the ratio is allowed: half of it lies below the line
    # that halves its area.
    u = np.random.default_rng(0).uniform(0.6, 1, (40000, 2))
    u = u[(u[:, 0] / u[:, 1] >= 0.8) & (u[:, 0] / u[:, 1] <= 1.1)]
    for quantile in (0.1, 0.5, 0.9):
        assert abs(np.quantile(shape[:, 0], quantile) - np.quantile(u[:, 0], quantile)) < 0.015
        assert abs(np.quantile(shape[:, 1], quantile) - np.quantile(u[:, 1], quantile)) < 0.015
    anchor = np.array([a for a, _, _ in found]) / (1 - shape)
    assert abs(anchor.mean() - 0.5) < 0.02
    assert ((anchor >= 0) & (anchor <= 1)).all()


def test_a_fixed_ratio_in_pixels_stays_inside_the_image():
    found = crops(scaling=[0.5, 0.9], aspect_ratio=[1.0, 1.0], input_shape=[100, 400],
                  allow_no_crop=False)  # fmt: skip
    shape = np.array([s for _, s, _ in found])
    np.testing.assert_allclose(shape[:, 0] * 100, shape[:, 1] * 400, rtol=1e-5)
    assert (shape <= 0.9).all()


def test_three_dimensions_have_three_ratios():
    boxes = [[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]]
    found = crops(boxes, 300, scaling=[0.5, 1.0], aspect_ratio=[0.5, 2, 0.9, 1.1, 0.8, 1.4],
                  allow_no_crop=False)  # fmt: skip
    x, y, z = np.array([s for _, s, _ in found]).T
    for ratio, low, high in ((x / y, 0.5, 2), (x / z, 0.9, 1.1), (y / z, 0.8, 1.4)):
        assert ratio.min() >= low - 1e-6
        assert ratio.max() <= high + 1e-6


def test_the_whole_image_is_one_of_the_options():
    found = crops([[0.0, 0.0, 1.0, 1.0]], 3000, scaling=[0.6, 0.8], thresholds=[0.0, 0.1])
    share = np.mean([(s == 1).all() for _, s, _ in found])
    assert 0.30 < share < 0.37  # one of three


def test_a_window_in_pixels():
    found = crops(crop_shape=[30, 80], input_shape=[40, 100], shape_layout="HW")
    assert {tuple(s) for _, s, _ in found} == {(80, 30)}
    anchors = np.array([a for a, _, _ in found])
    assert (anchors == np.trunc(anchors)).all()
    assert ((anchors >= 0) & (anchors <= [20, 10])).all()
    assert set(anchors[:, 1]) == set(range(11))
    larger = crops([[0.2, 0.2, 0.8, 0.8]], crop_shape=[12, 6], input_shape=[10, 6])
    assert {tuple(a) for a, _, _ in larger} == {(-2, 0), (-1, 0), (0, 0)}


def test_layouts_are_the_same_boxes_in_other_columns():
    letters = dict(zip("xyXY", BOXES.T, strict=True))
    letters |= {"W": letters["X"] - letters["x"], "H": letters["Y"] - letters["y"]}
    expected = crops(**SCALES)
    for layout in ("yxYX", "XYxy", "xyWH", "HyWx"):
        boxes = np.stack([letters[c] for c in layout], axis=1)
        for want, got in zip(expected, crops(boxes, bbox_layout=layout, **SCALES), strict=True):
            np.testing.assert_array_equal(got[0], want[0])
            seen = dict(zip("xyXY", want[2].T, strict=True))
            seen |= {"W": seen["X"] - seen["x"], "H": seen["Y"] - seen["y"]}
            np.testing.assert_allclose(got[2], np.stack([seen[c] for c in layout], 1), atol=1e-6)


def test_labels_follow_their_boxes():
    labels = np.arange(24, dtype=np.int64).reshape(12, 2)
    outputs = ndd.random_bbox_crop(
        repeated(BOXES), repeated(labels), output_bbox_indices=True, **SCALES
    )
    for _, _, left, some, places in zip(*(arrays(o) for o in outputs), strict=True):
        np.testing.assert_array_equal(some, labels[places])
        assert len(left) == len(some)


def test_the_best_window_is_taken_when_attempts_run_out():
    boxes = [[0, 0, 0.4, 0.4], [0.6, 0.6, 1, 1]]
    arguments = {"scaling": [0.7, 0.7], "thresholds": [1.0], "threshold_type": "overlap",
                 "allow_no_crop": False, "total_num_attempts": 300}  # fmt: skip
    middle = np.array([a for a, _, _ in crops(boxes, 100, **arguments)])
    assert (abs(middle - 0.15) < 0.08).all()  # both boxes are cut alike
    corner = crops(boxes, 100, all_boxes_above_threshold=False, **arguments)
    assert np.mean([((a < 0.06) | (a > 0.24)).all() for a, _, _ in corner]) > 0.9


def test_without_boxes_any_window_will_do():
    found = crops(np.zeros((0, 4)), thresholds=[0.9], **SCALES)
    assert all(left.shape == (0, 4) for _, _, left in found)
    assert len({tuple(a) for a, _, _ in found}) == N


def test_boxes_without_area():
    found = crops([[0.5, 0.5, 0.5, 0.5]], **SCALES)
    assert all(len(left) == 1 for _, _, left in found)
    found = crops([[0.5, 0.5, 0.5, 0.5]], bbox_prune_threshold=0.0, total_num_attempts=3, **SCALES)
    assert not any(len(left) for _, _, left in found)


def test_a_search_without_end_is_an_error():
    with pytest.raises(ValueError, match="total_num_attempts"):
        crops([[0.1, 0.1, 0.2, 0.2]], 1, thresholds=[0.9], **SCALES)


def test_attempts_without_a_window_leave_the_whole_image():
    found = crops(scaling=[0.5, 0.6], aspect_ratio=[3, 4], input_shape=[10, 10], n=3,
                  allow_no_crop=False, total_num_attempts=5)  # fmt: skip
    assert {(tuple(a), tuple(s)) for a, s, _ in found} == {((0, 0), (1, 1))}


def test_boxes_may_leave_the_image_by_rounding():
    left = ndd.random_bbox_crop(ndd.tensor(np.float32([[0.5, 0.5, 0.5000001, 0.1]])), ltrb=False)[2]
    np.testing.assert_allclose(left, [[0.5, 0.5, 0.5, 0.1]], atol=1e-6)


@pytest.mark.parametrize(
    ("boxes", "message"),
    [
        ([[0.5, 0.5, 0.1, 0.9]], "box 0 ends before it starts on axis x"),
        ([[0, 0, 1, 1], [0, -0.1, 1, 1]], "box 1 leaves the image.* on axis y"),
        ([[0, 0, 1.1, 1]], "box 0 leaves the image"),
        ([[np.nan, 0, 1, 1]], "box 0 leaves the image"),
        ([[0, 0, np.inf, 1]], "box 0 leaves the image"),
        (np.zeros((2, 5)), "4 or 6 numbers, got 5"),
        (np.zeros(4), "rows of an array of 2 axes"),
    ],
)
def test_what_is_no_box_is_refused(boxes, message):
    with pytest.raises(ValueError, match=message):
        ndd.random_bbox_crop(ndd.tensor(np.asarray(boxes, np.float32)))[0].evaluate()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"scaling": [0.9, 0.5]}, "scaling is a range"),
        ({"scaling": [0, 0]}, "scaling is a range"),
        ({"scaling": [0.5]}, "scaling is a range"),
        ({"aspect_ratio": [1]}, "takes 2 or 6 numbers"),
        ({"aspect_ratio": [2, 1]}, "aspect_ratio is a range"),
        ({"aspect_ratio": [1, 2, 1, 2, 1, 2]}, "2 numbers for boxes of two dimensions"),
        ({"aspect_ratio": [3, 4], "scaling": [0.5, 1]}, "no window has extents in"),
        ({"thresholds": []}, "thresholds is empty"),
        ({"thresholds": [1.5]}, r"must lie in \[0, 1\], got 1.5"),
        ({"threshold_type": "iuo"}, "unknown"),
        ({"num_attempts": 0}, "num_attempts must be between 1 and"),
        ({"total_num_attempts": 0}, "total_num_attempts must be between 1 and"),
        ({"bbox_prune_threshold": -1.0}, r"must lie in \[0, 1\]"),
        ({"bbox_layout": "abcd"}, "bbox_layout"),
        ({"bbox_layout": "xyzXYZ"}, "6 letters does not go with boxes of 4"),
        ({"bbox_layout": "xyXY", "ltrb": False}, "not both"),
        ({"shape_layout": "XY"}, "shape_layout"),
        ({"shape_layout": "DHW", "input_shape": [5, 5]}, "shape_layout needs 2 letters"),
        ({"input_shape": [5]}, "input_shape needs 2 numbers, got 1"),
        ({"input_shape": [0, 5]}, "input_shape must be positive"),
        ({"crop_shape": [5, 5]}, "needs input_shape="),
        ({"crop_shape": [5, 5], "input_shape": [9, 9], "scaling": [0.5, 1]}, "not both"),
    ],
)  # fmt: skip
def test_arguments_that_make_no_sense_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        ndd.random_bbox_crop(ndd.tensor(BOXES), **arguments)[0].evaluate()


def test_labels_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="3 labels for 12 boxes"):
        ndd.random_bbox_crop(ndd.tensor(BOXES), ndd.tensor([1, 2, 3]))[0].evaluate()
    with pytest.raises(ValueError, match="labels of an integer type"):
        ndd.random_bbox_crop(ndd.tensor(BOXES), ndd.tensor(BOXES))


def test_a_sample_depends_on_its_number_alone():
    def some(n: int) -> list:
        return [[x.tolist() for x in one] for one in crops(n=n, **SCALES)]

    assert some(50) == some(N)[:50]
