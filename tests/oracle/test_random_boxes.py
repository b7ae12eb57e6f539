"""Random windows, boxes, pixels and objects: as DALI draws them, where that is not by chance.

Numbers are not DALI's, so these tests compare metadata, outcomes that are certain, and how often
each outcome comes.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from .both import agree, batch, both_fail, dali, ours, run


@pytest.fixture(autouse=True)
def _the_same_numbers_in_every_run() -> None:
    for library in (ours, dali):
        library.random.set_seed(7)


N = 2048  # a power of two: DALI refuses some arguments with other sizes


def repeated(array: Any, n: int = N) -> Any:
    return batch(*[array] * n)


def drawn(library: Any, call: str, **values: Any) -> tuple[Any, Counter[Any]]:
    """Metadata, and how often each outcome comes: all outputs of a sample together."""
    outputs = run(library, call, **values)
    metadata = [[o[k] for k in ("batch", "dtype", "layout", "ndim", "shape")] for o in outputs]
    rows = zip(*(o["samples"] for o in outputs), strict=True)
    return metadata, Counter(tuple(str(x.tolist()) for x in row) for row in rows)


def alike(call: str, **values: Any) -> None:
    """The same outcomes, with frequencies that differ by chance alone: χ² of the two samples."""
    (their_metadata, theirs), (metadata, mine) = (
        drawn(library, call, **values) for library in (dali, ours)
    )
    assert metadata == their_metadata, call
    assert set(theirs) == set(mine), call
    chi2 = sum((theirs[k] - mine[k]) ** 2 / (theirs[k] + mine[k]) for k in theirs)
    degrees = len(theirs) - 1
    assert chi2 <= degrees + 5 * np.sqrt(2 * degrees) + 5, (call, theirs, mine)


MASK = np.array(
    [[0, 0, 1, 1, 0, 2], [0, 0, 0, 1, 0, 2], [3, 0, 0, 0, 0, 0], [3, 3, 0, 1, 2, 2]], np.int32
)
CROSS = np.array([[1, 0, 1], [0, 1, 0], [2, 0, 0]], np.int32)

OBJECTS = [
    "output_class=True",
    "ignore_class=True",
    "format='start_end'",
    "format='box', output_class=True",
    "foreground_prob=0.5, output_class=True",
    "foreground_prob=0.0, output_class=True",
    "background=1, output_class=True",
    "background=7, classes=[9], output_class=True",
    "classes=[1, 9], output_class=True",
    "classes=[0, 1], output_class=True",
    "classes=[0, -4], foreground_prob=0.3, output_class=True",
    "classes=[1, 1, 2], output_class=True",
    "classes=[1, 2], class_weights=[1.0, 3.0], output_class=True",
    "class_weights=[5.0, 1.0, 3.0], background=1, output_class=True",
    "k_largest=1, output_class=True",
    "k_largest=2, ignore_class=True",
    "threshold=[2, 1], output_class=True",
    "threshold=2",
    "threshold=[9, 9], output_class=True",
    "k_largest=1, threshold=[1, 2], cache_objects=True",
]


@pytest.mark.parametrize("arguments", OBJECTS)
def test_objects(arguments: str) -> None:
    alike(f"ndd.segmentation.random_object_bbox(x, {arguments})", x=repeated(MASK))


@pytest.mark.parametrize(
    "mask",
    [
        CROSS,
        CROSS.astype(np.uint8),
        CROSS.astype(bool),
        CROSS.astype(np.uint32) * 2**31,
        CROSS * 0,
        CROSS * 0 + 1,
        np.zeros((3, 0), np.int32),
        np.array([1, 1, 0, 1, 2], np.int16),
        np.arange(24).reshape(2, 3, 4).astype(np.int32) % 5,
        np.arange(32).reshape(2, 2, 2, 4).astype(np.int32) % 3,
    ],
    ids=str,
)
def test_objects_of_masks(mask: np.ndarray) -> None:
    alike("ndd.segmentation.random_object_bbox(x, output_class=True)", x=repeated(mask))


@pytest.mark.parametrize(
    "arguments",
    [
        "format='x'",
        "ignore_class=True, classes=[1]",
        "ignore_class=True, output_class=True",
        "k_largest=0",
        "threshold=[1, 2, 3]",
        "classes=[1, 2], class_weights=[1.0]",
        "classes=[1, 2], background=1",
    ],
)
def test_objects_refused(arguments: str) -> None:
    both_fail(f"ndd.segmentation.random_object_bbox(x, {arguments})", x=repeated(MASK, 4))


@pytest.mark.parametrize(
    "arguments",
    ["", "foreground=1", "foreground=1, threshold=1.5", "foreground=1, value=2",
     "foreground=1, value=9", "foreground=1, threshold=9.0", "foreground=-1, threshold=0.0",
     "foreground=1, threshold=float('nan')"],
)  # fmt: skip
@pytest.mark.parametrize("dtype", ["int32", "uint8", "float32", "uint64"])
def test_pixels(arguments: str, dtype: str) -> None:
    x = repeated(np.array([[0, 1, 2], [3, 0, 2]], dtype))
    alike(f"ndd.segmentation.random_mask_pixel(x, {arguments})", x=x)


def test_pixels_refused() -> None:
    both_fail("ndd.segmentation.random_mask_pixel(x, value=1, threshold=1.0)", x=repeated(MASK, 2))


@pytest.mark.parametrize(
    "arguments",
    [
        "roi_start=[10, 20], roi_end=[15, 30], crop_shape=[8, 7]",
        "roi_start=[10, 20], roi_end=[15, 30], crop_shape=[5, 10]",
        "roi_start=[-5, 0], roi_shape=[3, 0], crop_shape=[4, 2]",
        "roi_start=[10, 20], roi_shape=[5, 6], crop_shape=[8, 7], in_shape=[16, 28]",
        "roi_start=[10, 20], roi_shape=[5, 6], crop_shape=[8, 7], in_shape=[15, 40]",
        "roi_start=5, roi_end=7, crop_shape=4",
    ],
)
def test_places_near_a_region(arguments: str) -> None:
    alike(f"ndd.roi_random_crop(batch_size={N}, {arguments})")


def test_places_inside_an_input() -> None:
    alike("ndd.roi_random_crop(x, roi_start=[1, 2], roi_shape=[2, 2], crop_shape=[4, 3])",
          x=repeated(np.zeros((5, 6, 3), np.uint8)))  # fmt: skip


@pytest.mark.parametrize(
    "arguments",
    [
        "roi_start=[5, 0], crop_shape=[4, 2]",
        "roi_start=[5, 0], roi_end=[7, 3], roi_shape=[1, 1], crop_shape=[4, 2]",
        "roi_start=[5, 0], roi_end=[7, 3, 4], crop_shape=[4, 2]",
        "roi_start=[5, 0], roi_end=[7, 3], crop_shape=[4, 2], in_shape=[6, 9]",
        "roi_start=[0, 0], roi_end=[3, 3], crop_shape=[6, 2], in_shape=[5, 9]",
    ],
)
def test_places_refused(arguments: str) -> None:
    both_fail(f"ndd.roi_random_crop({arguments})")


# ---- windows -----------------------------------------------------------------------------------

WHOLE = "random_area=[1.0, 1.0], random_aspect_ratio=[1.5, 1.5]"


def test_a_window_that_is_certain() -> None:
    for dtype in ("int32", "int64", "uint8"):
        agree(f"ndd.random_crop_generator(x, {WHOLE})", x=repeated(np.array([40, 60], dtype), 3))
    agree("ndd.random_crop_generator(x)", x=batch(np.array([1, 1]), np.array([0, 9])))
    both_fail("ndd.random_crop_generator(x)", x=batch(np.array([5])))
    both_fail("ndd.random_crop_generator(x, random_area=[0.9, 0.1])", x=batch(np.array([5, 5])))


@pytest.mark.parametrize("arguments", ["", "random_area=[0.2, 0.3]", "num_attempts=1"])
def test_windows_are_spread_alike(arguments: str) -> None:
    call = f"ndd.random_crop_generator(x, {arguments})"
    mine, theirs = (
        np.concatenate([np.array(o["samples"]) for o in run(library, call, x=x)], axis=1)
        for x in [repeated(np.array([300, 400]))]
        for library in (ours, dali)
    )
    for column in range(4):
        for quantile in (0.1, 0.25, 0.5, 0.75, 0.9):
            a, b = (np.quantile(v[:, column], quantile) for v in (mine, theirs))
            assert abs(a - b) <= 18, (column, quantile, a, b)


BOXES = np.sort(np.random.default_rng(0).uniform(0, 1, (9, 2, 2)), axis=1).reshape(9, 4)
BOXES = BOXES.astype(np.float32)
CUBES = np.sort(np.random.default_rng(0).uniform(0, 1, (9, 2, 3)), axis=1).reshape(9, 6)
CUBES = CUBES.astype(np.float32)
LABELS = np.arange(9, dtype=np.int32)


@pytest.mark.parametrize(
    "arguments",
    ["", "ltrb=True", "bbox_layout='yxYX'", "thresholds=[0.0]", "output_bbox_indices=True",
     "scaling=[1.0, 1.0], allow_no_crop=False, total_num_attempts=1, quiet=True",
     "scaling=[1.0, 1.0], bbox_prune_threshold=1.0",
     "crop_shape=[64, 32], input_shape=[64, 32]"],
)  # fmt: skip
@pytest.mark.parametrize("labels", ["", ", labels"])
def test_a_whole_image(arguments: str, labels: str) -> None:
    call = f"ndd.random_bbox_crop(x{labels}, {arguments})"
    agree(call, x=repeated(BOXES, 4), labels=repeated(LABELS, 4))


def test_boxes_of_a_whole_image_in_other_layouts() -> None:
    wide = BOXES.copy()
    wide[:, 2:] -= wide[:, :2] + 1e-6
    agree("ndd.random_bbox_crop(x, ltrb=False)", x=repeated(wide, 2), atol=1e-6)
    agree("ndd.random_bbox_crop(x, bbox_layout='xyWH')", x=repeated(wide, 2), atol=1e-6)
    agree("ndd.random_bbox_crop(x)", x=repeated(CUBES, 2))
    agree("ndd.random_bbox_crop(x)", x=batch(np.zeros((0, 4), np.float32), BOXES))


WINDOWS = [
    "scaling=[0.3, 1.0], aspect_ratio=[0.5, 2.0]",
    "scaling=[0.3, 1.0], aspect_ratio=[0.5, 2.0], allow_no_crop=False",
    "scaling=[0.5, 0.9], allow_no_crop=False",
    "scaling=[0.5, 0.9], aspect_ratio=[1.3, 1.3], allow_no_crop=False",
    "scaling=[0.5, 0.9], aspect_ratio=[0.7, 0.7], allow_no_crop=False",
    "scaling=[0.3, 1.0], aspect_ratio=[0.5, 2.0], thresholds=[0.0, 0.05], num_attempts=10",
    "scaling=[0.3, 1.0], aspect_ratio=[0.5, 2.0], thresholds=[0.3], num_attempts=10, "
    "all_boxes_above_threshold=False",
    "scaling=[0.3, 1.0], aspect_ratio=[0.5, 2.0], thresholds=[0.9], threshold_type='overlap', "
    "all_boxes_above_threshold=False, allow_no_crop=False",
    "scaling=[0.3, 0.6], aspect_ratio=[0.5, 2.0], thresholds=[0.99], total_num_attempts=20, "
    "allow_no_crop=False, quiet=True",
    "scaling=[0.3, 1.0], aspect_ratio=[0.5, 2.0], bbox_prune_threshold=0.6",
    "scaling=[0.3, 1.0], aspect_ratio=[0.3, 0.9], input_shape=[100, 200], allow_no_crop=False",
    "crop_shape=[60, 80], input_shape=[100, 200], allow_no_crop=False",
    "crop_shape=[60, 80], input_shape=[100, 200], shape_layout='HW', allow_no_crop=False",
    "crop_shape=[120, 80], input_shape=[100, 200], allow_no_crop=False",
    "scaling=[1.2, 1.6], allow_no_crop=False",
]
# Three pairs of axes cannot have one ratio that is not 1, nor shapes of two numbers.
CUBOIDS = [a for a in WINDOWS if not any(t in a for t in ("1.3, 1.3", "0.7, 0.7", "shape"))]


@pytest.mark.parametrize(
    ("boxes", "arguments"), [*((BOXES, a) for a in WINDOWS), *((CUBES, a) for a in CUBOIDS)]
)
def test_windows_for_boxes_are_spread_alike(boxes: np.ndarray, arguments: str) -> None:
    call = f"ndd.random_bbox_crop(x, output_bbox_indices=True, {arguments})"
    x = repeated(boxes)
    results = [run(library, call, x=x) for library in (ours, dali)]
    for a, b in zip(*results, strict=True):
        assert [a[k] for k in ("batch", "dtype", "layout", "ndim")] == [
            b[k] for k in ("batch", "dtype", "layout", "ndim")
        ]
    mine, theirs = (np.concatenate([np.array(o["samples"]) for o in r[:2]], 1) for r in results)
    unit = np.maximum(np.abs(theirs).max(0), np.abs(mine).max(0))
    for column in range(mine.shape[1]):
        for quantile in (0.1, 0.25, 0.5, 0.75, 0.9):
            a, b = (np.quantile(v[:, column], quantile) for v in (mine, theirs))
            near = [np.mean(v[:, column] <= (a + b) / 2) for v in (mine, theirs)]
            close = abs(a - b) <= 0.05 * max(unit[column], 1e-9)
            assert close or abs(near[0] - near[1]) < 0.06, (column, quantile, a, b)
    kept = [np.mean([len(s) for s in r[2]["samples"]]) for r in results]
    assert abs(kept[0] - kept[1]) < 0.25, kept
    whole = [np.mean([(s == 1).all() for s in r[1]["samples"]]) for r in results]
    assert abs(whole[0] - whole[1]) < 0.06, whole


@pytest.mark.parametrize(
    "arguments",
    ["scaling=[1.0, 0.5]", "scaling=[-1.0, 0.5]", "scaling=[0.5]", "aspect_ratio=[2.0, 1.0]",
     "aspect_ratio=[1.0]", "thresholds=[2.0]", "thresholds=[]", "threshold_type='x'",
     "num_attempts=0", "total_num_attempts=0", "bbox_layout='x'", "bbox_layout='xyzXYZ'",
     "bbox_layout='xyXY', ltrb=False", "bbox_prune_threshold=2.0", "crop_shape=[5, 5]",
     "input_shape=[1, 2, 3]", "input_shape=[-1, 5]", "input_shape=[5, 5], shape_layout='XY'",
     "crop_shape=[5, 5], input_shape=[9, 9], scaling=[0.5, 1.0]"],
)  # fmt: skip
def test_windows_for_boxes_refused(arguments: str) -> None:
    both_fail(f"ndd.random_bbox_crop(x, {arguments})", x=repeated(BOXES, 2))


@pytest.mark.parametrize("box", [[-0.1, 0, 0.5, 0.5], [0, 0, 1.1, 1], [np.nan, 0, 1, 1]])
def test_boxes_refused(box: list[float]) -> None:
    both_fail("ndd.random_bbox_crop(x)", x=batch(np.array([box], np.float32)))
    both_fail("ndd.random_bbox_crop(x)", x=batch(np.array(box, np.float32)))
