"""Writers of small annotation files of COCO, and of the files they speak of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np


def image(id: int, name: str | None = None, width: int = 20, height: int = 10) -> dict[str, Any]:
    return {"id": id, "file_name": name or f"{id}.jpg", "width": width, "height": height}


def annotation(image_id: int, category_id: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "id": 1, "image_id": image_id, "category_id": category_id, "bbox": [1, 2, 3, 4],
        "area": 12, "iscrowd": 0, **more,
    }  # fmt: skip


def write(
    folder: Path, images: list[Any], annotations: list[Any], categories: list[int] | None = None
) -> dict[str, str]:
    """An annotation file and its images (their ids as text); the arguments that read them."""
    if categories is None:
        categories = sorted({a["category_id"] for a in annotations})
    sections = {"images": images, "annotations": annotations}
    text = json.dumps({**sections, "categories": [{"id": c, "name": f"c{c}"} for c in categories]})
    return write_text(folder, text, [i["file_name"] for i in images])


def write_text(folder: Path, text: str | bytes, names: list[str]) -> dict[str, str]:
    for name in names:
        (folder / name).write_bytes(b"contents of " + name.encode())
    path = folder / "a.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return {"file_root": str(folder), "annotations_file": str(path)}


def counts(mask: np.ndarray) -> list[int]:
    """Runs of a mask, down one column after the other, off and on in turn."""
    flat = np.concatenate([[0], mask.ravel("F").astype(np.int8), [2]])
    return np.diff(np.concatenate([[0], np.flatnonzero(np.diff(flat))])).tolist()


def polygon(rng: np.random.Generator, width: int, height: int) -> list[float]:
    """One that may leave the image, cross itself, have vertices twice or lie on whole pixels."""
    n, kind = int(rng.integers(3, 25)), rng.integers(0, 4)
    if kind == 0:
        points = rng.uniform(-10, max(width, height) + 10, (n, 2))
    elif kind == 1:
        angle = np.sort(rng.uniform(0, 2 * np.pi, n))
        size = rng.uniform(0.1, 0.5) * np.array([width, height])
        points = np.stack([np.cos(angle), np.sin(angle)], 1) * size
        points += rng.uniform(size=2) * [width, height]
    else:
        points = rng.uniform(size=(n, 2)) * [width, height]
    points = np.round(points, [9, 2, 2, 0][kind])
    if rng.integers(0, 2):
        points = np.concatenate([points, points[:1]])
    return points.ravel().tolist()


def mask(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    if rng.integers(0, 2):
        return rng.uniform(size=(height, width)) < rng.uniform()
    blocks = rng.integers(0, 2, (height // 7 + 1, width // 7 + 1))
    return np.kron(blocks, np.ones((7, 7)))[:height, :width] > 0


def random_dataset(
    folder: Path, seed: int, images: int = 25, plain: bool = False
) -> dict[str, str]:
    """Objects outlined by polygons, by runs, or not at all. plain: what is the same in DALI: an
    object a category in each image, all of them outlined, none in the last column of pixels."""
    rng = np.random.default_rng(seed)
    categories = [int(c) for c in rng.permutation(90)[:12]]
    listed, annotations = [], []
    for id in rng.permutation(images * 3)[:images].tolist():
        width, height = int(rng.integers(1, 90)), int(rng.integers(1, 70))
        listed.append(image(id, width=width, height=height))
        right = width - 1 if plain else width
        for category in rng.choice(categories, rng.integers(0, 6), replace=not plain).tolist():
            box = np.round(rng.uniform(size=4) * [width, height, width, height], 2).tolist()
            kind = int(rng.integers(0, 3))
            if kind == 0:
                found = mask(rng, width, height)
                found[:, right:] = False
                outline: Any = {"size": [height, width], "counts": counts(found)}
            elif kind == 1 and not plain:
                outline = []
            else:
                outline = [polygon(rng, width, height) for _ in range(int(rng.integers(1, 4)))]
                for points in outline if plain else []:
                    points[::2] = [min(x, width - 1.5) for x in points[::2]]
            annotations.append(
                annotation(id, category, bbox=box, segmentation=outline, iscrowd=int(kind == 0))
            )
    order = rng.permutation(len(annotations))
    return write(folder, listed, [annotations[i] for i in order], categories)
