"""What is special about erase and paste: odd regions, types, mistakes."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

X = np.arange(1, 61, dtype=np.uint8).reshape(4, 5, 3)
IMAGE = ndd.tensor(X, layout="HWC")


def test_erase_everything_and_nothing() -> None:
    assert not np.asarray(ndd.erase(IMAGE, anchor=[-9, -9], shape=[99, 99])).any()
    np.testing.assert_array_equal(np.asarray(ndd.erase(IMAGE, anchor=[1, 1], shape=[0, 3])), X)
    np.testing.assert_array_equal(np.asarray(ndd.erase(IMAGE)), X)
    empty = ndd.tensor(np.zeros((0, 5, 3), np.uint8), layout="HWC")
    assert ndd.erase(empty, anchor=[0, 0], shape=[2, 2]).evaluate().shape == (0, 5, 3)


def test_erase_colours_along_any_axis() -> None:
    for layout in ("HWC", "CHW", "HCW"):
        order = ["HWC".index(c) for c in layout]
        x = ndd.tensor(np.ascontiguousarray(X.transpose(order)), layout=layout)
        found = np.asarray(ndd.erase(x, anchor=[1, 2], shape=[2, 9], fill_value=[101, 102, 103]))
        expected = X.copy()
        expected[1:3, 2:] = 101, 102, 103
        np.testing.assert_array_equal(found, expected.transpose(order))


def test_erase_part_of_the_channels() -> None:
    found = ndd.erase(IMAGE, anchor=[1, 1], shape=[2, 2], axis_names="HC", fill_value=[7, 8, 9])
    expected = X.copy()
    expected[1:3, :, 1:3] = 8, 9
    np.testing.assert_array_equal(np.asarray(found), expected)


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int64", "float16", "float64"])
def test_erase_types(dtype: str) -> None:
    x = ndd.tensor(np.ones((3, 3), dtype), layout="HW")
    y = np.asarray(ndd.erase(x, anchor=[1, 1], shape=[1, 1]))
    assert y.dtype == dtype and y.sum() == 8


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"anchor": [1, 2], "shape": [1]}, "anchor has 2 numbers, shape 1"),
        ({"anchor": [1, 2, 3], "shape": [1, 2, 3]}, "3 numbers, needs a multiple of 2"),
        ({"anchor": [1], "shape": [1], "axes": [0, 0]}, "names an axis twice"),
        ({"anchor": [1], "shape": [1], "axis_names": "Q"}, 'no axis "Q"'),
        ({"shape": [1, 1], "fill_value": [1, 2]}, "needs one or one per channel, 3"),
    ],
)
def test_erase_mistakes(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ndd.erase(IMAGE, **arguments).evaluate()


def test_erase_needs_axes() -> None:
    with pytest.raises(ValueError, match="needs axes= or axis_names=: the 4 axes have no names"):
        ndd.erase(ndd.tensor(np.zeros((1, 1, 1, 1))))
    with pytest.raises(ValueError, match='layout "AB" has no axes H and W'):
        ndd.erase(ndd.tensor(np.zeros((1, 1)), layout="AB"))
    with pytest.raises(ValueError, match="the layout names no channel axis"):
        ndd.erase(ndd.tensor(np.zeros((1, 1)), layout="HW"), fill_value=[1, 2]).evaluate()


def test_paste_grows_from_nothing() -> None:
    empty = ndd.tensor(np.zeros((0, 0, 3), np.uint8), layout="HWC")
    y = ndd.paste(empty, ratio=2, fill_value=[1, 2, 3], min_canvas_size=2)
    assert y.tolist() == [[[1, 2, 3]] * 2] * 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"ratio": 0.9, "fill_value": 1}, "ratio must be at least 1"),
        ({"ratio": 1, "fill_value": [1, 2]}, "needs one or one per channel, 3"),
        ({"ratio": 1, "fill_value": []}, "fill_value is empty"),
        ({"ratio": 1, "fill_value": 1, "paste_x": 1.5}, r"paste_x must be in \[0, 1\]"),
        ({"ratio": float("nan"), "fill_value": 1}, "ratio must be at least 1"),
    ],
)
def test_paste_mistakes(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ndd.paste(IMAGE, **arguments).evaluate()


def test_paste_names_what_is_missing() -> None:
    with pytest.raises(TypeError, match="fill_value"):
        ndd.paste(IMAGE, ratio=2)
