"""multi_paste: sequences, whole batches, overlaps, hostile places."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import headrace
import headrace.dynamic as ndd

A = np.arange(1, 25, dtype=np.uint8).reshape(4, 6, 1)
IMAGE = ndd.tensor(A, layout="HWC")


def pasted(parts: list[tuple[np.ndarray, tuple[int, ...]]], height: int, width: int) -> np.ndarray:
    """The same by slices: (image, (y, x, h, w, top, left)), in order."""
    out = np.zeros((height, width, parts[0][0].shape[-1]), parts[0][0].dtype)
    for image, (y, x, h, w, top, left) in parts:
        out[top : top + h, left : left + w] = image[y : y + h, x : x + w]
    return out


REGION = st.tuples(
    st.integers(0, 4), st.integers(0, 6), st.integers(0, 4), st.integers(0, 6),
    st.integers(0, 10), st.integers(0, 12),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(REGION, max_size=20), min_size=1, max_size=4), st.data())
def test_random_regions(samples: list[list[tuple[int, ...]]], data: Any) -> None:
    images = [A + np.uint8(30 * k) for k in range(len(samples))]
    ids, fitting = [], []
    for regions in samples:
        ids.append([data.draw(st.integers(0, len(images) - 1)) for _ in regions])
        fitting.append(
            [(y, x, min(h, 4 - y), min(w, 6 - x), top, left) for y, x, h, w, top, left in regions]
        )

    def part(first: int) -> ndd.Batch:
        return ndd.batch(
            [np.array([r[first : first + 2] for r in s], np.int32).reshape(-1, 2) for s in fitting]
        )

    got = ndd.multi_paste(
        ndd.batch(images, layout="HWC"),
        in_ids=ndd.batch([np.array(i, np.int32) for i in ids]),
        in_anchors=part(0),
        shapes=part(2),
        out_anchors=part(4),
        output_size=[14, 18],
    )
    for k, y in enumerate(got.tensors):
        parts = [(images[i], r) for i, r in zip(ids[k], fitting[k])]
        expected = pasted(parts, 14, 18) if parts else np.zeros((14, 18, 1), np.uint8)
        np.testing.assert_array_equal(np.asarray(y), expected)


ANY = st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 12)


@settings(max_examples=150, deadline=None)
@given(st.tuples(ANY, ANY), st.tuples(ANY, ANY), st.tuples(ANY, ANY), st.tuples(ANY, ANY))
def test_hostile_numbers(
    anchor: tuple[int, int], shape: tuple[int, int], to: tuple[int, int], size: tuple[int, int]
) -> None:
    """A result that slices confirm, or an error; never memory beyond the image."""
    size = tuple(min(v, 4096) for v in size)
    fits = min(*anchor, *shape, *to, *size) >= 0 and all(
        a + s <= n and t + s <= m for a, s, n, t, m in zip(anchor, shape, A.shape, to, size)
    )
    for more in ({}, {"in_ids": [0]}):
        call = {
            "in_anchors": ndd.tensor(np.array([anchor])),
            "shapes": ndd.tensor(np.array([shape])),
            "out_anchors": ndd.tensor(np.array([to])),
            "output_size": ndd.tensor(np.array(size)),
            **more,
        }
        if fits:
            got = np.asarray(ndd.multi_paste(IMAGE, **call))
            np.testing.assert_array_equal(got, pasted([(A, (*anchor, *shape, *to))], *size))
        else:
            with pytest.raises(headrace.Error):
                ndd.multi_paste(IMAGE, **call).evaluate()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(width=32), min_size=2, max_size=2), st.sampled_from(
    ["in_anchors_rel", "shapes_rel", "out_anchors_rel"]))  # fmt: skip
def test_hostile_parts(parts: list[float], name: str) -> None:
    call = {name: ndd.tensor(np.float32([parts])), "output_size": [30, 30]}
    message = None
    if not all(0 <= p <= 1 for p in parts):
        message = r"must be in \[0, 1\]"
    elif name == "out_anchors_rel" and any(
        np.floor(np.float32(p) * 30) + n > 30 for p, n in zip(parts, A.shape)
    ):
        message = "leaves the output"
    if message is None:
        assert np.asarray(ndd.multi_paste(IMAGE, **call)).shape == (30, 30, 1)
    else:
        with pytest.raises(ValueError, match=message):
            ndd.multi_paste(IMAGE, **call).evaluate()


@pytest.mark.parametrize("size", [[2**31, 1], [2**31 - 1, 2**31 - 1], [2**62, 2**62]])
def test_absurd_sizes(size: list[int]) -> None:
    for more in ({}, {"in_ids": [0]}, {"in_ids": []}):
        with pytest.raises(ValueError, match="output"):
            ndd.multi_paste(IMAGE, output_size=size, **more).evaluate()


def test_sequences_by_number() -> None:
    """in_ids counts samples, whole sequences; places may be given per frame."""
    two = [np.stack([A, A + 50]), np.stack([A + 100, A + 150])]
    x = ndd.batch(two, layout="FHWC")
    ids = ndd.batch([np.int32([1, 0]), np.int32([0])])
    places = ndd.batch(
        [
            np.int32([[[0, 0], [2, 3]], [[1, 1], [5, 2]]]),
            np.int32([[[3, 3]]]),  # one for all frames
        ],
        layout="FXY",
    )
    y = ndd.multi_paste(x, in_ids=ids, out_anchors=places, output_size=[9, 9])
    assert y.layout == "FHWC" and y.shape == [(2, 9, 9, 1), (2, 9, 9, 1)]
    whole = (0, 0, 4, 6)
    first, second = (np.asarray(t) for t in y.tensors)
    for f, (a, b) in enumerate((((0, 0), (2, 3)), ((1, 1), (5, 2)))):
        parts = [(two[1][f], (*whole, *a)), (two[0][f], (*whole, *b))]
        np.testing.assert_array_equal(first[f], pasted(parts, 9, 9))
        np.testing.assert_array_equal(second[f], pasted([(two[0][f], (*whole, 3, 3))], 9, 9))


def test_images_in_sequences() -> None:
    """An image that meets a sequence is in all of its frames."""
    sequence = ndd.tensor(np.stack([A, A + 50, A + 100]), layout="FHWC")
    y = np.asarray(
        ndd.multi_paste(sequence, IMAGE, out_anchors=[[0, 0], [3, 0]], output_size=[7, 6])
    )
    for f in range(3):
        parts = [(A + np.uint8(50 * f), (0, 0, 4, 6, 0, 0)), (A, (0, 0, 4, 6, 3, 0))]
        np.testing.assert_array_equal(y[f], pasted(parts, 7, 6))


def test_mistakes_in_sequences() -> None:
    short, long = (np.zeros((n, 2, 2, 1), np.uint8) for n in (2, 3))
    x = ndd.batch([short, long], layout="FHWC")
    with pytest.raises(ValueError, match="different lengths"):
        ndd.multi_paste(x, in_ids=[0, 1]).evaluate()
    three = ndd.tensor(np.zeros((3, 1, 2), np.int32), layout="FXY")
    with pytest.raises(ValueError, match="has values for 3 frames, the sequence has 2"):
        ndd.multi_paste(x, in_ids=[0], out_anchors=three).evaluate()
    with pytest.raises(ValueError, match="has to be a sequence"):
        ndd.multi_paste(IMAGE, in_ids=[0], out_anchors=three)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"in_ids": [0, 1]}, r"in_ids\[1\] is 1, the batch has samples 0 to 0"),
        ({"in_ids": [-1]}, r"in_ids\[0\] is -1"),
        ({"out_anchors": [0, 0, 1]}, "out_anchors has 3 numbers"),
        ({"shapes": [[1, 1], [2, 2]]}, "each of the 1 regions"),
        ({"out_anchors": [1, 0]}, "region 0 leaves the output"),
        ({"in_anchors": [0, 7]}, "region 0 leaves its image"),
        ({"in_anchors": [0, 0], "in_anchors_rel": [0.0, 0.0]}, "not both"),
        ({"output_size": [4]}, "two numbers"),
    ],
)
def test_mistakes(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, IndexError), match=message):
        ndd.multi_paste(IMAGE, **arguments).evaluate()


def test_many_inputs() -> None:
    images = [ndd.tensor(np.full((1, 1, 1), k, np.uint8), layout="HWC") for k in range(63)]
    places = np.array([[0, k] for k in range(63)], np.int32)
    y = ndd.multi_paste(*images, out_anchors=ndd.tensor(places), output_size=[1, 64])
    np.testing.assert_array_equal(np.asarray(y)[0, :, 0], [*range(63), 0])
    with pytest.raises(TypeError, match="up to 63 inputs"):
        ndd.multi_paste(*images, images[0])


def test_a_whole_batch_on_any_number_of_threads() -> None:
    rng = np.random.default_rng(0)
    images = [rng.integers(0, 256, (20, 30, 3)).astype(np.uint8) for _ in range(17)]
    x = ndd.batch(images, layout="HWC")
    ids = ndd.batch([rng.integers(0, 17, 4).astype(np.int32) for _ in images])
    places = [[0, 0], [20, 0], [0, 30], [20, 30]]
    found = []
    for threads in (1, 3):
        with ndd.EvalContext(num_threads=threads):
            y = ndd.multi_paste(x, in_ids=ids, out_anchors=places, output_size=[40, 60])
            found.append([np.asarray(t) for t in y.tensors])
    for a, b, i in zip(*found, (np.asarray(t) for t in ids.tensors)):
        np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(
            a, pasted([(images[j], (0, 0, 20, 30, *p)) for j, p in zip(i, places)], 40, 60)
        )
