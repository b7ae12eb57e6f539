"""The contact sheet puts each picture into its cell, whole and centred."""

from __future__ import annotations

import numpy as np

from headrace.tools.contact_sheet import (
    CELL,
    GAP,
    HEADER,
    LABEL_WIDTH,
    MARGIN,
    Row,
    contact_sheet,
    fit,
)


def solid(height: int, width: int, colour: tuple[int, int, int]) -> np.ndarray:
    return np.full((height, width, 3), colour, np.uint8)


def test_cells() -> None:
    red, green, blue, black = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0)
    rows = [
        Row("first", [solid(8, 8, red), solid(8, 8, green)]),
        Row("second", [solid(8, 8, blue), solid(8, 8, black)], "a note"),
    ]
    sheet = contact_sheet(rows, ["left", "right"])
    left, top = MARGIN + LABEL_WIDTH + CELL // 2, MARGIN + HEADER + CELL // 2
    right, below = left + CELL + GAP, top + CELL + 2 * GAP
    centres = [(left, top), (right, top), (left, below), (right, below)]
    assert [sheet.getpixel(place) for place in centres] == [red, green, blue, black]


def test_a_wide_picture_is_not_cut() -> None:
    picture = solid(10, 40, (0, 0, 255))
    picture[:, :10] = (255, 0, 0)
    cell = np.asarray(fit(picture))
    middle = cell[CELL // 2]
    assert tuple(middle[0]) == (255, 0, 0)
    assert tuple(middle[-1]) == (0, 0, 255)
    assert tuple(cell[0, 0]) == tuple(cell[-1, -1]) != (255, 0, 0)
