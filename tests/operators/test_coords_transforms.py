"""What is special about points and transforms: forms of matrices, frames, mistakes."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

T = ndd.transforms
POINTS = ndd.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])


def test_matrices_come_in_every_form() -> None:
    matrix = np.float32([[0, 1], [1, 0], [1, 1]])
    expected = (np.asarray(POINTS) @ matrix.T).tolist()
    forms = [matrix, matrix.tolist(), matrix.ravel(), matrix.ravel().tolist(), ndd.tensor(matrix)]
    forms += [ndd.tensor(matrix.ravel()), matrix.astype(np.int64), matrix.astype(np.float64)]
    for m in forms:
        assert ndd.coord_transform(POINTS, M=m).tolist() == expected


def test_points_through_a_chain_of_transforms() -> None:
    x = T.translation(offset=[1, 2])
    x = T.scale(x, scale=[2, 3], center=[1, 1])
    x = T.rotation(x, angle=90, center=[5, 5])
    x = T.shear(x, shear=[0.5, 0])
    x = T.crop(x, from_start=[0, 0], from_end=[10, 10])
    y = np.asarray(POINTS) + np.float32([1, 2])
    y = (y - 1) * [2, 3] + 1 - 5
    y = np.stack([-y[:, 1], y[:, 0]], 1) + 5
    y = np.stack([y[:, 0] + 0.5 * y[:, 1], y[:, 1]], 1) / 10
    np.testing.assert_allclose(np.asarray(ndd.coord_transform(POINTS, MT=x)), y, rtol=1e-5)


def test_combine_is_one_after_the_other() -> None:
    a, b, c = T.rotation(angle=30), T.translation(offset=[1, 2]), T.scale(scale=[2, 3])
    one = T.combine(a, b, c)
    y = POINTS
    for m in (a, b, c):
        y = ndd.coord_transform(y, MT=m)
    np.testing.assert_allclose(
        np.asarray(ndd.coord_transform(POINTS, MT=one)), np.asarray(y), rtol=1e-5
    )
    back = T.combine(c, b, a, reverse_order=True)
    np.testing.assert_allclose(np.asarray(back), np.asarray(one), rtol=1e-6)


def test_combine_of_many() -> None:
    m = T.combine(*[T.translation(offset=[1, 2])] * 40)
    assert m.tolist() == [[1, 0, 40], [0, 1, 80]]


def test_frames_from_arguments_alone() -> None:
    offsets = ndd.per_frame(ndd.batch([np.float32([[1, 2], [3, 4]]), np.float32([[5, 6]])]))
    m = T.translation(offset=offsets)
    assert (m.layout, m.ndim, m.shape) == ("F**", 3, [(2, 2, 3), (1, 2, 3)])
    points = ndd.batch(
        [np.zeros((2, 4, 2), np.float32), np.zeros((1, 4, 2), np.float32)], layout="FNC"
    )
    moved = ndd.coord_transform(points, MT=m)
    assert [np.asarray(t)[:, 0].tolist() for t in moved.tensors] == [[[1, 2], [3, 4]], [[5, 6]]]


def test_dimensions_are_known_when_the_call_runs() -> None:
    offset = ndd.batch([np.float32([1, 2, 3])] * 2)
    with ndd.EvalMode.deferred:
        m = T.translation(offset=offset * 2)
        assert (m.ndim, m.layout, m.dtype) == (2, "**", ndd.float32)
    assert m.shape == [(3, 4)] * 2


def test_coord_flip_keeps_layout_type_and_axes() -> None:
    x = ndd.tensor(np.float64([[[0.25, 0.5]], [[1.0, 0.0]]]), layout="FNC")
    y = ndd.coord_flip(x, flip_y=1)
    assert (y.layout, y.dtype) == ("FNC", ndd.float64)
    assert y.tolist() == [[[0.75, 0.5]], [[0.0, 1.0]]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ndd.coord_flip(ndd.tensor([[1, 2]])), "needs coordinates of a float type"),
        (lambda: ndd.coord_flip(ndd.tensor(1.0)), "at least one axis"),
        (lambda: ndd.coord_flip(POINTS, layout="xyz"), "2 coordinates .* 3 letters"),
        (lambda: ndd.coord_flip(POINTS, layout="ab"), "letters x, y, z"),
        (lambda: ndd.coord_transform(POINTS, M=[1, 2, 3]), "3 numbers, which make no matrix of 2"),
        (lambda: ndd.coord_transform(POINTS, M=[[1, 2, 3]]), r"M has shape \(1, 3\).* 2 columns"),
        (lambda: ndd.coord_transform(POINTS, T=[1, 2, 3]), "T has 3 numbers, needs one or 2"),
        (lambda: ndd.coord_transform(POINTS, MT=[1, 2, 3], M=1), "MT holds both"),
        (lambda: T.rotation(angle=1, axis=[0, 0, 0]), "zero vector"),
        (lambda: T.rotation(angle=[1, 2]), "angle"),
        (lambda: T.shear(), "needs one of shear and angles"),
        (lambda: T.shear(angles=[91, 0]), r"angles must be in \[-90, 90\]"),
        (lambda: T.scale(scale=[1] * 10), "1 to 9 dimensions, got 10"),
        (lambda: T.combine(POINTS), "at least two"),
        (lambda: T.combine(POINTS, POINTS), r"n rows and n \+ 1 columns"),
        (lambda: T.translation(ndd.tensor([1.0]), offset=1), "n rows and n"),
        (lambda: T.translation(T.scale(scale=[1, 1]), offset=[1, 2, 3]), "2-D .* 3-D"),
    ],
)
def test_mistakes(call: object, message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        call().evaluate()  # type: ignore[operator]
