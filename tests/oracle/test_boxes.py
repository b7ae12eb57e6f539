"""bb_flip, bbox_paste, bbox_rotate, box_encoder, select_masks against DALI."""

from __future__ import annotations

import numpy as np
import pytest

from .both import agree, batch, both_fail, tensor

RNG = np.random.default_rng(0)
BOXES = np.sort(RNG.uniform(0, 1, (9, 2, 2)), axis=1).reshape(9, 4).astype(np.float32)
MORE = batch(BOXES, BOXES[:1] * 0.5, np.zeros((0, 4), np.float32))
LABELS = batch(np.arange(1, 10, dtype=np.int32), np.int32([5]), np.zeros(0, np.int32))


@pytest.mark.parametrize(
    "arguments",
    ["", "ltrb=True", "vertical=1", "horizontal=0, vertical=1, ltrb=True", "horizontal=0",
     "horizontal=b(0, 1, 2), vertical=b(1, 0, -1)"],
)  # fmt: skip
def test_flip(arguments: str) -> None:
    agree(f"ndd.bb_flip(x, {arguments})", x=MORE, atol=1e-7)
    agree(f"ndd.bb_flip(x, {arguments.split('=b')[0] if 'b(' not in arguments else ''})",
          x=tensor(BOXES[0]), atol=1e-7)  # fmt: skip


@pytest.mark.parametrize(
    "arguments",
    ["ratio=2.0", "ratio=3.0, ltrb=True", "ratio=1.5, paste_x=0.0, paste_y=1.0", "ratio=1.0",
     "ratio=b(np.float32(1.5), np.float32(2), np.float32(3)), paste_x=0.25, ltrb=True"],
)  # fmt: skip
def test_paste(arguments: str) -> None:
    agree(f"ndd.bbox_paste(x, {arguments})", x=MORE, atol=1e-6)


def test_paste_refused() -> None:
    both_fail("ndd.bbox_paste(x, ratio=2.0)", x=tensor(np.zeros((1, 3), np.float32)))
    both_fail("ndd.bbox_paste(x, ratio=2.0)", x=tensor(np.zeros((1, 4), np.int32)))


@pytest.mark.parametrize("angle", [0.0, 30.0, -75.0, 90.0, 180.0, 400.0])
@pytest.mark.parametrize("shape", [[100, 200], [101, 200], [33, 41]])
@pytest.mark.parametrize("arguments", ["", "keep_size=True", "mode='fixed'", "mode='halfway'",
                                       "size=[50.0, 300.0]"])  # fmt: skip
def test_rotate(angle: float, shape: list[int], arguments: str) -> None:
    agree(f"ndd.bbox_rotate(x, angle={angle}, input_shape={shape}, {arguments})", x=MORE, atol=2e-6)


@pytest.mark.parametrize(
    "arguments",
    ["remove_threshold=0.0", "remove_threshold=0.9", "bbox_layout='xyWH'", "shape_layout='WH'"],
)
def test_rotate_with_labels(arguments: str) -> None:
    call = f"ndd.bbox_rotate(x, y, angle=50.0, input_shape=[100, 200], keep_size=True, {arguments})"
    agree(call, x=MORE, y=LABELS, atol=2e-6)


def test_rotate_in_pixels_and_per_sample() -> None:
    pixels = batch(BOXES * 100, BOXES * 50)
    agree("ndd.bbox_rotate(x, angle=b(np.float32(10), np.float32(20)), bbox_normalized=False, "
          "input_shape=b(np.int32([3, 100, 120]), np.int32([1, 70, 50])), shape_layout='CHW')",
          x=pixels, atol=1e-4)  # fmt: skip


@pytest.mark.parametrize(
    "arguments",
    ["mode='x'", "bbox_layout='yxYX'", "shape_layout='W'", "remove_threshold=1.0",
     "size=[5.0, 5.0], keep_size=True", "size=[5.0]"],
)  # fmt: skip
def test_rotate_refused(arguments: str) -> None:
    both_fail(f"ndd.bbox_rotate(x, angle=30.0, input_shape=[10, 10], {arguments})", x=MORE)


ANCHORS = np.sort(RNG.uniform(0, 1, (60, 2, 2)), axis=1).round(3).reshape(-1).tolist()


@pytest.mark.parametrize(
    "arguments",
    ["", "criteria=0.2", "criteria=1.0", "criteria=0.0", "offset=True", "offset=True, scale=300.0",
     "offset=True, means=[0.1, 0.2, 0.3, 0.4], stds=[0.1, 0.1, 0.2, 0.2]", "scale=2.0"],
)  # fmt: skip
def test_encoder(arguments: str) -> None:
    call = f"ndd.box_encoder(x, y, anchors={ANCHORS}, {arguments})"
    agree(call, x=MORE, y=LABELS, atol=2e-5)


def test_encoder_with_equals() -> None:
    call = "ndd.box_encoder(x, y, anchors=[0, 0, 0.5, 0.5, 0, 0, 0.5, 0.45, 0.6, 0.6, 1, 1])"
    same = np.float32([[0, 0, 0.5, 0.45], [0, 0, 0.5, 0.45]])
    agree(call, x=batch(same, same * 0.2, np.float32([[0.5, 0, 0.6, 0.1], [0.2] * 4])),
          y=batch(*[np.int32([3, 7])] * 3))  # fmt: skip


@pytest.mark.parametrize(
    "arguments",
    ["anchors=[0, 0, 1]", "anchors=[0, 0, 1, 1], criteria=2.0", "anchors=[0, 0, 1, 1], means=[1.0]",
     "anchors=[0, 0, 1, 1], stds=[0, 1, 1, 1], offset=True"],
)  # fmt: skip
def test_encoder_refused(arguments: str) -> None:
    both_fail(f"ndd.box_encoder(x, y, {arguments})", x=MORE, y=LABELS)


POLYGONS = np.int32([[0, 0, 3], [4, 3, 6], [2, 6, 6], [9, 5, 12]])


@pytest.mark.parametrize("ids", [[4], [9, 0], [0, 4, 2, 9], []])
@pytest.mark.parametrize("dtype", ["float32", "int64", "uint8", "float16"])
@pytest.mark.parametrize("arguments", ["", "reindex_masks=True"])
def test_select(ids: list[int], dtype: str, arguments: str) -> None:
    agree(f"ndd.segmentation.select_masks(x, y, z, {arguments})", x=batch(np.array(ids, np.int32)),
          y=batch(POLYGONS), z=batch(np.arange(24).reshape(12, 2).astype(dtype)))  # fmt: skip


@pytest.mark.parametrize(
    ("ids", "polygons"),
    [([4, 4], POLYGONS), ([5], POLYGONS), ([1], [[1, 5, 99]]), ([1], [[1, -5, 3]]),
     ([1], [[1, 5, 3]]), ([1], [[1, 5]]), ([[4]], POLYGONS)],
)  # fmt: skip
def test_select_refused(ids: list[int], polygons: list[list[int]]) -> None:
    both_fail("ndd.segmentation.select_masks(x, y, z)", x=batch(np.array(ids, np.int32)),
              y=batch(np.array(polygons, np.int32)), z=batch(np.zeros((12, 2))))  # fmt: skip
