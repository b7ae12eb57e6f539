"""Draw where pixels differ from DALI's: the pictures of docs/differences.md. Needs `make oracle`.

python scripts/draw_differences.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).parent.parent
DEMO = ROOT / "src" / "headrace" / "tools" / "demo_images"
SIDE, GAP, TITLE = 300, 10, 22


def picture(name: str, size: tuple[int, int]) -> np.ndarray[Any, Any]:
    """A demo picture at a given width and height."""
    with Image.open(DEMO / f"{name}.jpg") as image:
        return np.asarray(image.convert("RGB").resize(size, Image.Resampling.LANCZOS))


def turn_by_45(ndd: Any, x: Any) -> Any:
    """Nearest pixels: some places lie on the edge of two."""
    return ndd.rotate(x, angle=45.0, interp_type=0, keep_size=True, fill_value=0)


def turn_by_90(ndd: Any, x: Any) -> Any:
    """Nearest pixels: width and height differ in parity, all places lie between two."""
    return ndd.rotate(x, angle=90.0, interp_type=0, keep_size=True, fill_value=0)


def look_far(ndd: Any, x: Any) -> Any:
    """Cubic, wrapped around, with places far beyond the image."""
    matrix = np.array([[0.9, -0.2, -3], [0.2, 0.85, -27], [-0.0023, -0.0072, 0.6]], np.float32)
    return ndd.experimental.warp_perspective(
        x, matrix=ndd.tensor(matrix), border_mode="wrap", interp_type=2
    )


CASES = {
    "rotate_45": (turn_by_45, "julia_lace", (400, 300)),
    "rotate_90": (turn_by_90, "julia_lace", (201, 150)),
    "perspective": (look_far, "balloons", (200, 150)),
}


def crop_to(picture: np.ndarray[Any, Any]) -> Image.Image:
    """A picture as large as a cell, pixels kept sharp."""
    image = Image.fromarray(picture)
    scale = SIDE / image.width
    return image.resize((SIDE, round(image.height * scale)), Image.Resampling.NEAREST)


def draw(name: str, ours: np.ndarray[Any, Any], theirs: np.ndarray[Any, Any]) -> float:
    """Headrace, DALI, and where they differ by more than 3; returns the share that does."""
    far = np.abs(ours.astype(int) - theirs).max(axis=2) > 3
    marks = np.where(far[..., None], np.array([220, 0, 60]), ours // 4 + 190).astype(np.uint8)
    cells = [crop_to(p) for p in (ours, theirs, marks)]
    height = cells[0].height + TITLE
    sheet = Image.new("RGB", (3 * SIDE + 2 * GAP, height), "white")
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(14)
    share = float(far.mean())
    titles = ("Headrace", "DALI 2.4.0", f"differ by more than 3: {share:.2%} of pixels")
    for k, (cell, title) in enumerate(zip(cells, titles, strict=True)):
        pen.text((k * (SIDE + GAP), 2), title, "#222222", font)
        sheet.paste(cell, (k * (SIDE + GAP), TITLE))
    sheet.save(ROOT / "docs" / "images" / f"difference_{name}.png", optimize=True)
    return share


def main() -> None:
    import nvidia.dali.experimental.dynamic as dali

    import headrace.dynamic as headrace

    for name, (call, source, size) in CASES.items():
        x = picture(source, size)
        ours, theirs = (
            np.asarray(call(ndd, ndd.tensor(x, layout="HWC")).evaluate())
            for ndd in (headrace, dali)
        )
        print(f"{name}: {draw(name, ours, theirs):.3%} of pixels differ by more than 3")


if __name__ == "__main__":
    main()
