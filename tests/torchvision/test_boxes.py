"""Boxes, masks and key points move as torchvision moves them."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.torchvision import tv_tensors, v2
from headrace.torchvision.v2 import functional as ours

torch = pytest.importorskip("torch")

SIZE = (75, 100)
BOXES = [[10.0, 20, 60, 70], [50, 3, 99, 74], [0, 0, 5, 5]]
CASES = [
    ("resize", {"size": [32, 40]}),
    ("crop", {"top": -5, "left": 10, "height": 60, "width": 50}),
    ("center_crop", {"output_size": [31, 40]}),
    ("center_crop", {"output_size": [171, 290]}),
    ("resized_crop", {"top": 10, "left": 20, "height": 50, "width": 30, "size": [48, 48]}),
    ("horizontal_flip", {}),
    ("vertical_flip", {}),
    ("pad", {"padding": [3, 5, 7, 9]}),
    ("rotate", {"angle": 30.0}),
    ("rotate", {"angle": -20.0, "center": [10, 20]}),
    ("affine", {"angle": 15.0, "translate": [5, -7], "scale": 1.2, "shear": [10.0, -5.0]}),
    (
        "perspective",
        {
            "startpoints": [[0, 0], [99, 0], [99, 74], [0, 74]],
            "endpoints": [[10, 12], [80, 5], [95, 70], [5, 60]],
        },
    ),
]
IDS = [f"{name}-{k}" for k, (name, _) in enumerate(CASES)]


def boxes(markers, format="XYXY"):
    found = markers.BoundingBoxes(torch.tensor(BOXES), format="XYXY", canvas_size=SIZE)
    return v2.ConvertBoundingBoxFormat(format)(found)


@pytest.mark.parametrize("format", ["XYXY", "XYWH", "CXCYWH"])
@pytest.mark.parametrize(("name", "given"), CASES, ids=IDS)
def test_boxes(theirs, markers, name, given, format):
    x = boxes(markers, format)
    made = getattr(ours, name)(x, **given)
    wanted = getattr(theirs.functional, name)(x, **given)
    assert isinstance(made, markers.BoundingBoxes) and made.dtype == wanted.dtype
    assert made.canvas_size == wanted.canvas_size and made.format == wanted.format
    np.testing.assert_allclose(made.numpy(), wanted.numpy(), atol=1e-4)


@pytest.mark.parametrize(("name", "given"), CASES, ids=IDS)
def test_masks_and_points(theirs, markers, name, given):
    generator = torch.Generator().manual_seed(0)
    mask = markers.Mask(torch.randint(0, 9, (2, *SIZE), dtype=torch.uint8, generator=generator))
    made = getattr(ours, name)(mask, **given)
    wanted = getattr(theirs.functional, name)(mask, **given)
    assert isinstance(made, markers.Mask) and made.shape == wanted.shape
    assert (made != wanted).double().mean() < 1e-3  # ties between two pixels
    points = markers.KeyPoints(torch.tensor([[10.0, 20], [99, 74], [0, 0]]), canvas_size=SIZE)
    made = getattr(ours, name)(points, **given)
    wanted = getattr(theirs.functional, name)(points, **given)
    assert made.canvas_size == wanted.canvas_size
    np.testing.assert_allclose(made.numpy(), wanted.numpy(), atol=1e-4)


def test_formats(markers, theirs):
    x = boxes(markers)
    for format in ("XYWH", "CXCYWH"):
        made = v2.ConvertBoundingBoxFormat(format)(x)
        wanted = theirs.ConvertBoundingBoxFormat(format)(x)
        assert made.format == wanted.format
        np.testing.assert_allclose(made.numpy(), wanted.numpy())
    rotated = markers.BoundingBoxes(torch.zeros(1, 5), format="XYWHR", canvas_size=SIZE)
    with pytest.raises(NotImplementedError, match="XYWHR .*KeyPoints"):
        v2.Resize(9)(rotated)


def test_clamping(markers):
    out = markers.BoundingBoxes(torch.tensor([[-5.0, 2, 300, 4]]), format="XYXY", canvas_size=SIZE)
    assert v2.ClampBoundingBoxes()(out).tolist() == [[0, 2, 100, 4]]
    kept = v2.Compose([v2.SetClampingMode(None), v2.Pad(0), v2.CenterCrop((75, 50))])(out)
    assert kept.tolist() == [[-30, 2, 275, 4]]
    points = markers.KeyPoints(torch.tensor([[-3.0, 80.0]]), canvas_size=SIZE)
    assert v2.ClampKeyPoints()(points).tolist() == [[0, 74]]


def test_sanitizing(markers, tensor, theirs):
    found = markers.BoundingBoxes(
        torch.tensor([[1.0, 2, 30, 40], [5, 5, 5.5, 9], [50, 60, 120, 70], [3, 3, 9, 9]]),
        format="XYXY",
        canvas_size=SIZE,
    )
    masks = markers.Mask(torch.arange(4, dtype=torch.uint8)[:, None, None].expand(4, *SIZE))
    target = {"boxes": found, "labels": torch.arange(4), "masks": masks}
    image, made = v2.SanitizeBoundingBoxes()(tensor, target)
    _, wanted = theirs.SanitizeBoundingBoxes()(tensor, target)
    assert torch.equal(image, tensor)
    for name in target:
        assert type(made[name]) is type(wanted[name]) and torch.equal(made[name], wanted[name])
    kept, valid = ours.sanitize_bounding_boxes(found)
    assert kept.tolist() == made["boxes"].tolist() and valid.tolist() == [True, False, False, True]
    with pytest.raises(ValueError, match="labels_getter=None"):
        v2.SanitizeBoundingBoxes()(tensor, found)


def test_sanitizing_points(markers, theirs):
    found = markers.KeyPoints(
        torch.tensor([[1.0, 2], [100, 4], [99.5, 74], [-1, 3], [5, 75]]), canvas_size=SIZE
    )
    target = {"points": found, "labels": torch.arange(5)}
    for getter in (None, "default"):
        made = v2.SanitizeKeyPoints(getter)(target)
        wanted = theirs.SanitizeKeyPoints(getter)(target)
        for name in target:
            assert type(made[name]) is type(wanted[name]) and torch.equal(made[name], wanted[name])
    kept, valid = ours.sanitize_keypoints(found)
    assert len(kept) == 2 and valid.tolist() == [True, False, True, False, False]


def test_iou_crop(markers, tensor):
    for _ in range(20):
        image, found = v2.RandomIoUCrop()(markers.Image(tensor), boxes(markers))
        assert tuple(image.shape[-2:]) == found.canvas_size
        height, width = found.canvas_size
        corners = found.numpy()
        assert (corners >= 0).all() and (corners <= [width, height, width, height]).all()
        assert (corners[:, 2:] - corners[:, :2]).max() > 0  # at least one box is left
    with pytest.raises(TypeError, match="takes an image and its BoundingBoxes"):
        v2.RandomIoUCrop()(tensor)


def test_our_own_markers():
    """Without torchvision: plain markers, around tensors, arrays and Batches."""
    image = ndd.batch([np.zeros((*SIZE, 3), np.uint8)] * 2, layout="HWC")
    found = tv_tensors.BoundingBoxes(
        ndd.batch([np.float32(BOXES), np.float32(BOXES[:1])]), format="xyxy", canvas_size=SIZE
    )
    mask = tv_tensors.Mask(np.zeros(SIZE, np.uint8))
    moved, made = v2.RandomHorizontalFlip(1.0)(image, found)
    assert moved.batch_size == 2
    assert [np.asarray(x).tolist() for x in made.data][1] == [[40.0, 20.0, 90.0, 70.0]]
    assert v2.Resize((5, 6))(mask).data.shape == (5, 6)
    points = tv_tensors.KeyPoints([[1.0, 2.0]], canvas_size=SIZE)
    assert ours.horizontal_flip(points).data.tolist() == [[98.0, 2.0]]
    with pytest.raises(ValueError, match="format='XYYX'"):
        tv_tensors.BoundingBoxes([], format="XYYX", canvas_size=SIZE)
