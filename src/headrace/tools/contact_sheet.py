"""Draws labelled rows of images on one sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

CELL, GAP, MARGIN = 148, 8, 20
LABEL_WIDTH, HEADER = 112, 26
PAPER, INK, FAINT, LINE = "#fbfaf7", "#22223b", "#8a8a99", "#dcd9d0"


@dataclass(frozen=True)
class Row:
    """A row of the sheet: its label, and an HWC array for each column."""

    label: str
    pictures: Sequence[NDArray[np.uint8]]
    note: str = ""


def fit(picture: NDArray[np.uint8], side: int = CELL) -> Image.Image:
    """The whole image scaled into a square cell, centred."""
    image = Image.fromarray(np.ascontiguousarray(picture))
    scale = side / max(image.size)
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    cell = Image.new("RGB", (side, side), PAPER)
    scaled = image.resize(size, Image.Resampling.LANCZOS)
    cell.paste(scaled, ((side - size[0]) // 2, (side - size[1]) // 2))
    return cell


def contact_sheet(rows: Sequence[Row], names: Sequence[str]) -> Image.Image:
    """One image of all rows, with names above the columns and labels at the left."""
    columns = max(len(row.pictures) for row in rows)
    width = 2 * MARGIN + LABEL_WIDTH + columns * (CELL + GAP) - GAP
    # A line separates the first row, the inputs, from the outputs.
    height = 2 * MARGIN + HEADER + len(rows) * (CELL + GAP) + GAP
    sheet = Image.new("RGB", (width, height), PAPER)
    draw = ImageDraw.Draw(sheet)
    small, large = ImageFont.load_default(12), ImageFont.load_default(15)
    left = MARGIN + LABEL_WIDTH
    for column, name in enumerate(names):
        place = (left + column * (CELL + GAP) + CELL / 2, MARGIN + HEADER / 2)
        draw.text(place, name.replace("_", " "), FAINT, small, anchor="mm")
    top = MARGIN + HEADER
    for index, row in enumerate(rows):
        middle = top + CELL / 2
        draw.text((MARGIN, middle - (8 if row.note else 0)), row.label, INK, large, anchor="lm")
        draw.text((MARGIN, middle + 11), row.note, FAINT, small, anchor="lm")
        for column, picture in enumerate(row.pictures):
            sheet.paste(fit(picture), (left + column * (CELL + GAP), top))
        top += CELL + GAP
        if index == 0:
            draw.line((MARGIN, top, width - MARGIN, top), LINE, 1)
            top += GAP
    return sheet
