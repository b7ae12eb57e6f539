"""random_resized_crop: windows of the area and ratio asked for, inside the image, well spread."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

HEIGHT, WIDTH = 60, 90


def windows(n: int = 200, **more) -> np.ndarray:
    """Top, left, height, width of the windows drawn, read from an image of positions."""
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    image = np.stack([y, x, 0 * x], axis=2).astype(np.uint8)
    batch = ndd.Batch.broadcast(ndd.tensor(image, layout="HWC"), n)
    found = ndd.random_resized_crop(
        batch, size=[400, 400], interp_type="nn", rng=ndd.random.RNG(3), **more
    )
    arrays = [np.asarray(t) for t in found]
    top_left = np.array([a[0, 0, :2] for a in arrays], int)
    bottom_right = np.array([a[-1, -1, :2] for a in arrays], int)
    return np.concatenate([top_left, bottom_right - top_left + 1], axis=1)


def test_windows_have_the_area_and_ratio_asked_for():
    found = windows(random_area=[0.2, 0.5], random_aspect_ratio=[0.5, 2.0])
    area = found[:, 2] * found[:, 3] / (HEIGHT * WIDTH)
    ratio = found[:, 3] / found[:, 2]
    assert ((area > 0.18) & (area < 0.52)).all()
    assert ((ratio > 0.47) & (ratio < 2.15)).all()
    assert area.std() > 0.05
    assert ratio.std() > 0.2


def test_windows_lie_anywhere_inside():
    found = windows(random_area=[0.1, 0.2])
    assert (found[:, :2] >= 0).all()
    assert (found[:, 0] + found[:, 2] <= HEIGHT).all()
    assert (found[:, 1] + found[:, 3] <= WIDTH).all()
    assert found[:, 0].min() < 5
    assert (found[:, 0] + found[:, 2]).max() > HEIGHT - 5


def test_the_whole_image_in_its_own_size_is_the_image():
    image = np.random.default_rng(0).integers(0, 255, (HEIGHT, WIDTH, 3), np.uint8)
    whole = ndd.random_resized_crop(
        ndd.tensor(image, layout="HWC"),
        size=[HEIGHT, WIDTH],
        random_area=[1.0, 1.0],
        random_aspect_ratio=[WIDTH / HEIGHT, WIDTH / HEIGHT],
    )
    np.testing.assert_array_equal(whole, image)


@pytest.mark.parametrize("interp_type", ["nn", "linear", "triangular", "cubic", "lanczos3"])
def test_one_colour_stays(interp_type):
    image = ndd.tensor(np.full((31, 17, 3), 77, np.uint8), layout="HWC")
    result = ndd.random_resized_crop(image, size=[20, 9], interp_type=interp_type)
    assert set(np.asarray(result).ravel().tolist()) == {77}


def test_frames_share_a_window():
    frame = np.random.default_rng(0).integers(0, 255, (20, 30, 3), np.uint8)
    video = ndd.tensor(np.stack([frame, frame, frame]), layout="FHWC")
    result = np.asarray(ndd.random_resized_crop(video, size=[8, 8]))
    np.testing.assert_array_equal(result[0], result[1])
    np.testing.assert_array_equal(result[0], result[2])


X = np.random.default_rng(0).integers(0, 256, (40, 60, 3)).astype(np.uint8)


def crop(x: object, **arguments: object) -> list[np.ndarray]:
    y = ndd.random_resized_crop(x, size=[7, 9], rng=ndd.random.RNG(3), **arguments)
    return [np.array(t) for t in (y.tensors if isinstance(y, ndd.Batch) else [y])]


def test_prefix_and_single_sample() -> None:
    many = crop(ndd.batch([X] * 5, layout="HWC"))
    for a, b in zip(crop(ndd.batch([X] * 3, layout="HWC")), many):
        np.testing.assert_array_equal(a, b)
    np.testing.assert_array_equal(crop(ndd.tensor(X, layout="HWC"))[0], many[0])
    assert any((many[0] != m).any() for m in many[1:])


def test_planes_are_pixels_apart() -> None:
    pixels = crop(ndd.tensor(X.astype(np.float32), layout="HWC"))[0]
    planes = crop(ndd.tensor(planes_of(X), layout="CHW"))[0]
    np.testing.assert_array_equal(planes.transpose(1, 2, 0), pixels)
    both = crop(ndd.tensor(np.stack([planes_of(X)] * 2, 1), layout="CFHW"))[0]
    np.testing.assert_array_equal(both[:, 1].transpose(1, 2, 0), pixels)


def planes_of(x: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(x.transpose(2, 0, 1)).astype(np.float32)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": [1, 2, 3]}, "1 or 2 numbers, got 3"),
        ({"size": [0, 4]}, "must be positive"),
        ({"size": 4, "random_area": [0.5, 0.1]}, "random_area is a range"),
        ({"size": 4, "random_aspect_ratio": [0.0, 1.0]}, "random_aspect_ratio is a range"),
        ({"size": 4, "num_attempts": 0}, "num_attempts"),
        ({"size": 4, "interp_type": "sinc"}, "interp_type"),
        ({"size": 4, "min_filter": ndd.tensor(9)}, "'min_filter' is 9, its choices are 0 to 5"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        ndd.random_resized_crop(ndd.tensor(X, layout="HWC"), **arguments).evaluate()
    with pytest.raises(ValueError, match="empty image"):
        ndd.random_resized_crop(ndd.zeros(shape=[0, 4, 3], layout="HWC"), size=4).evaluate()
