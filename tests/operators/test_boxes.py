"""bb_flip, bbox_paste, bbox_rotate, box_encoder: boxes go where their images go."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

HEIGHT, WIDTH = 60, 80
BOX = np.float32([[20 / WIDTH, 12 / HEIGHT, 52 / WIDTH, 24 / HEIGHT]])


def picture() -> ndd.Tensor:
    """White where BOX is."""
    image = np.zeros((HEIGHT, WIDTH, 1), np.uint8)
    image[12:24, 20:52] = 255
    return ndd.tensor(image, layout="HWC")


def box_of(image) -> np.ndarray:
    """The box around what is white, relative."""
    a = np.asarray(image)[..., 0] > 127
    y, x = np.flatnonzero(a.any(1)), np.flatnonzero(a.any(0))
    h, w = a.shape
    return np.array([[x[0] / w, y[0] / h, (x[-1] + 1) / w, (y[-1] + 1) / h]])


@pytest.mark.parametrize(("horizontal", "vertical"), [(1, 0), (0, 1), (1, 1)])
def test_flipped_like_the_image(horizontal, vertical):
    how = {"horizontal": horizontal, "vertical": vertical}
    expected = box_of(ndd.flip(picture(), **how))
    np.testing.assert_allclose(ndd.bb_flip(ndd.tensor(BOX), ltrb=True, **how), expected, atol=1e-6)


def test_pasted_like_the_image():
    how = {"ratio": 2.0, "paste_x": 0.25, "paste_y": 1.0}
    expected = box_of(ndd.paste(picture(), fill_value=[0], **how))
    found = ndd.bbox_paste(ndd.tensor(BOX), ltrb=True, **how)
    np.testing.assert_allclose(found, expected, atol=1e-6)


@pytest.mark.parametrize("angle", [90.0, 180.0, 30.0, -50.0])
@pytest.mark.parametrize("keep_size", [False, True])
def test_rotated_like_the_image(angle, keep_size):
    turned = ndd.rotate(picture(), angle=angle, keep_size=keep_size, fill_value=0)
    found = ndd.bbox_rotate(
        ndd.tensor(BOX), angle=angle, keep_size=keep_size, input_shape=[HEIGHT, WIDTH]
    )
    np.testing.assert_allclose(found, box_of(turned), atol=0.02)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: ndd.bb_flip(ndd.zeros(shape=[1, 3], dtype=ndd.float32)), "boxes have 4 numbers"),
        (lambda x: ndd.bb_flip(ndd.tensor([1, 2, 3, 4])), "needs boxes of a float type"),
        (lambda x: ndd.bb_flip(ndd.tensor(1.0)), "got a single number"),
        (lambda x: ndd.bbox_paste(x, ratio=0.0), "ratio must be positive, got 0"),
        (lambda x: ndd.bbox_paste(x, ratio=ndd.tensor(np.nan)), "ratio must be positive, got nan"),
        (lambda x: ndd.bbox_rotate(x, angle=np.nan, input_shape=[5, 5]), "angle.* nan"),
        (lambda x: ndd.bbox_rotate(x, angle=1, input_shape=[0, 5]), "input_shape must be positive"),
        (lambda x: ndd.bbox_rotate(x, angle=1, input_shape=[5]), "fewer than shape_layout"),
        (lambda x: ndd.bbox_rotate(x, angle=1, input_shape=[5, 5], size=[0, 5]), "size must be"),
        (lambda x: ndd.bbox_rotate(x, ndd.tensor([1, 2]), angle=1, input_shape=[5, 5])[0],
         "2 labels for 1 boxes"),
        (lambda x: ndd.box_encoder(x, ndd.tensor([1]), anchors=[])[0], "needs 4 for each anchor"),
        (lambda x: ndd.box_encoder(x, ndd.tensor([1, 2]), anchors=[0, 0, 1, 1])[0],
         "2 labels for 1 boxes"),
        (lambda x: ndd.box_encoder(x, ndd.tensor([1]), anchors=[0, 0, 1, 1], criteria=2)[0],
         "criteria must lie in"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(call, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call(ndd.tensor(BOX)).evaluate()


def test_boxes_that_are_no_numbers_get_an_anchor_and_harm_nobody():
    boxes = np.float32([[np.nan, 0, 1, 1], [0, 0, 0.5, 0.5]])
    found, labels = ndd.box_encoder(
        ndd.tensor(boxes), ndd.tensor([3, 4]), anchors=[0, 0, 0.5, 0.5, 0.5, 0.5, 1, 1]
    )
    assert labels.tolist() == [4, 3]
    np.testing.assert_array_equal(np.asarray(found)[0], [0.25, 0.25, 0.5, 0.5])


def test_rotated_boxes_that_are_no_numbers_are_taken_out():
    boxes = ndd.tensor(np.float32([[np.nan, 0, 1, 1], [0.4, 0.4, 0.4, 0.4], [0.4, 0.4, 0.6, 0.6]]))
    assert ndd.bbox_rotate(boxes, angle=20, input_shape=[9, 9]).shape == (1, 4)
