"""repr, and pictures in notebooks."""

import base64
import io
import re

import numpy as np
import pytest
from PIL import Image

import headrace.dynamic as ndd


def test_short_tensors_take_one_line():
    assert repr(ndd.tensor(5)) == 'Tensor(5, dtype=i32, device="cpu")'
    assert repr(ndd.tensor([1.5, 2], layout="W")) == (
        'Tensor([1.5 2. ], dtype=f32, layout="W", device="cpu")'
    )
    assert repr(ndd.tensor(np.zeros((0, 3)))) == (
        'Tensor([], dtype=f64, device="cpu", shape=(0, 3))'
    )
    assert repr(ndd.bfloat16([1.5])) == 'Tensor([1.5], dtype=bfloat16, device="cpu")'


def test_larger_tensors_show_their_shape():
    text = repr(ndd.tensor([[1, 2], [3, 4]], layout="HW"))
    assert text == (
        'Tensor(\n    [[1 2]\n     [3 4]],\n    dtype=i32, layout="HW", device="cpu", shape=(2, 2))'
    )
    text = repr(ndd.tensor(np.zeros((100, 100, 3), np.uint8)))
    assert "shape=(100, 100, 3)" in text
    assert "..." in text
    assert not any(line != line.rstrip() for line in text.splitlines())


def test_batches():
    assert repr(ndd.batch([1, 2])) == (
        'Batch([1, 2], dtype=i32, device="cpu", num_samples=2, shape=[(), ()])'
    )
    assert repr(ndd.batch([], dtype=ndd.uint8)) == (
        'Batch([], dtype=u8, device="cpu", num_samples=0, shape=[])'
    )
    text = repr(ndd.batch([np.zeros((50, 50)), np.zeros((2, 2))], layout="HW"))
    assert 'layout="HW"' in text
    assert "shape=[(50, 50), (2, 2)]" in text
    small = repr(ndd.batch([[i, i + 1] for i in range(10)]))
    assert "..." not in small
    assert small.count("(2,)") == 10
    assert "[ 9 10]]" in small
    assert "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]" in repr(ndd.batch(list(range(12))))
    assert "..." in repr(ndd.batch([np.zeros(50)] * 10))
    many = repr(ndd.batch(list(range(1000))))
    assert len(many) < 300
    assert "num_samples=1000" in many


def test_repr_of_a_failure_is_the_failure():
    x = ndd.tensor([1])[5]
    with pytest.raises(IndexError):
        repr(x)


def pictures(page):
    data = re.findall(r"data:image/png;base64,([A-Za-z0-9+/=]+)", page)
    return [Image.open(io.BytesIO(base64.b64decode(d))) for d in data]


@pytest.mark.parametrize(
    ("layout", "shape", "mode"),
    [
        ("HWC", (20, 30, 3), "RGB"),
        ("CHW", (3, 20, 30), "RGB"),
        ("HWC", (20, 30, 1), "L"),
        ("HWC", (20, 30, 4), "RGBA"),
        ("HW", (20, 30), "L"),
        ("FHWC", (2, 20, 30, 3), "RGB"),
        (None, (20, 30, 3), "RGB"),
    ],
)
def test_pictures(layout, shape, mode):
    a = np.arange(np.prod(shape), dtype=np.uint8).reshape(shape)
    (image,) = pictures(ndd.tensor(a, layout=layout)._repr_html_())
    assert (image.size, image.mode) == ((30, 20), mode)
    if layout == "HWC":
        np.testing.assert_array_equal(np.asarray(image).reshape(shape), a)
    elif layout == "CHW":
        np.testing.assert_array_equal(np.asarray(image), a.transpose(1, 2, 0))


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([0.0, 0.5, 1.0], [0, 128, 255]),
        ([0.0, 100.0, 255.0], [0, 100, 255]),
        ([-2.0, 0.0, 2.0], [0, 128, 255]),
        ([3.0, 3.0, float("nan")], [3, 3, 0]),
        ([1000.0, 1000.0, 1000.0], [0, 0, 0]),
    ],
)
def test_numbers_as_brightness(values, expected):
    (image,) = pictures(ndd.tensor([values], layout="HW")._repr_html_())
    assert np.asarray(image).ravel().tolist() == expected


def test_large_pictures_are_made_smaller():
    (image,) = pictures(ndd.tensor(np.zeros((600, 300), np.uint8), layout="HW")._repr_html_())
    assert image.size == (128, 256)


def test_batches_of_pictures():
    b = ndd.batch([np.zeros((4, w, 3), np.uint8) for w in range(1, 21)], layout="HWC")
    page = b._repr_html_()
    assert len(pictures(page)) == 16
    assert "4 more" in page
    assert "num_samples=20" in page


@pytest.mark.parametrize("data", [5, [1, 2, 3], np.zeros((2, 2, 2)), np.zeros((0, 3, 3), np.uint8)])
def test_others_are_text(data):
    assert "<pre>Tensor(" in ndd.tensor(data)._repr_html_()
    assert "<pre>Batch(" in ndd.batch([data])._repr_html_()
    assert "<pre>Batch(" in ndd.batch([], dtype=ndd.uint8)._repr_html_()
