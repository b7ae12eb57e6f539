"""grid_mask: what is covered, layouts, mistakes."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd


def mask(height: int, width: int, **arguments: float) -> np.ndarray:
    return np.asarray(ndd.grid_mask(ndd.ones(shape=[height, width], layout="HW"), **arguments))


def test_covered_part() -> None:
    for ratio in (0.2, 0.5, 0.9):
        for angle in (0.0, 0.7):
            covered = 1 - mask(600, 600, tile=100, ratio=ratio, angle=angle).mean()
            assert covered == pytest.approx(ratio**2, abs=0.03)


def test_shift_moves_the_grid() -> None:
    still, moved = mask(40, 60, tile=10), mask(40, 60, tile=10, shift_x=3, shift_y=4)
    np.testing.assert_array_equal(moved[4:, 3:], still[:-4, :-3])


def test_every_plane_has_the_same_grid() -> None:
    want = mask(11, 13, tile=4, angle=0.4)
    for layout, shape in (("HWC", (11, 13, 5)), ("CHW", (5, 11, 13)), ("FHWC", (2, 11, 13, 3)),
                          ("FCHW", (2, 3, 11, 13)), ("DHW", (4, 11, 13)), (None, (11, 13, 2)),
                          (None, (2, 11, 13, 1))):  # fmt: skip
        x = ndd.tensor(np.ones(shape, np.float64), layout=layout)
        y = np.asarray(ndd.grid_mask(x, tile=4, angle=0.4))
        at = (layout or "FHWC"[-len(shape) :]).index("H")
        planes = np.moveaxis(y, (at, at + 1), (-2, -1))
        np.testing.assert_array_equal(planes, np.broadcast_to(want, planes.shape))


def test_not_a_number_is_masked() -> None:
    x = ndd.tensor(np.full((4, 4, 1), np.nan, np.float32), layout="HWC")
    y = np.asarray(ndd.grid_mask(x, tile=4))
    assert (y[:2, :2] == 0).all() and np.isnan(y[2:]).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mask(4, 4, tile=0), "tile must be positive, got 0"),
        (
            lambda: ndd.grid_mask(
                ndd.batch([np.ones((4, 4, 1))] * 2, layout="HWC"), tile=ndd.batch([3, -2])
            ),
            "tile must be positive, got -2",
        ),
        (lambda: ndd.grid_mask(ndd.tensor(np.ones((2, 2, 2)), layout="WCH")), '"HW"'),
        (lambda: ndd.grid_mask(ndd.tensor(np.ones(4))), "1 axes and no layout"),
    ],
)
def test_mistakes(call, message) -> None:
    with pytest.raises(ValueError, match=message):
        np.asarray(call().evaluate())
