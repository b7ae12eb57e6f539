"""Boxes, polygons and masks of a dataset in the format of COCO, drawn over its images.

    python coco_masks.py                      # a few images made for it
    python coco_masks.py IMAGES ANNOTATIONS [--out sheet.png] [--count 12]

Reads, decodes, shrinks; masks are tinted by label, polygons outlined, boxes framed. Saves one
picture with all of them and prints how many objects it shows.
"""

from __future__ import annotations

import argparse
import atexit
import json
import math
import shutil
import tempfile
from pathlib import Path

import numpy as np
import PIL.Image
import PIL.ImageDraw

import headrace.dynamic as ndd

CELL = 240  # pixels of the sheet for an image, in both directions


def made_up() -> tuple[Path, Path]:
    """Six images of discs, stars and a crowd of dots, and their annotations."""
    folder = Path(tempfile.mkdtemp(prefix="headrace_example_"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    rng = np.random.default_rng(3)
    images, annotations = [], []
    for id in range(6):
        width, height = int(rng.integers(260, 420)), int(rng.integers(200, 340))
        picture = PIL.Image.linear_gradient("L").resize((width, height)).convert("RGB")
        draw = PIL.ImageDraw.Draw(picture)
        for category, corners, color in ((1, 40, "steelblue"), (2, 10, "darkorange")):
            x, y = rng.uniform(60, width - 60), rng.uniform(60, height - 60)
            points = []
            for i in range(corners):
                radius = 50 if category == 1 or i % 2 else 22
                angle = 2 * math.pi * i / corners
                points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
            draw.polygon(points, fill=color)
            annotations.append((id, category, [[c for p in points for c in p]], points))
        dots = np.zeros((height, width), bool)
        for x, y in rng.integers(5, (width // 3, height // 3), (12, 2)):
            draw.ellipse((x - 4, y - 4, x + 4, y + 4), fill="crimson")
            dots |= np.hypot(*np.ogrid[-y : height - y, -x : width - x]) < 4.5
        edges = np.flatnonzero(np.diff(np.concatenate([[0], dots.ravel("F"), [2]]).astype(np.int8)))
        runs = {"size": [height, width], "counts": np.diff(edges, prepend=0).tolist()}
        annotations.append((id, 3, runs, np.argwhere(dots)[:, ::-1].tolist()))
        picture.save(folder / f"{id}.jpg", quality=95)
        images.append({"id": id, "file_name": f"{id}.jpg", "width": width, "height": height})
    listed = []
    for number, (image, category, outline, points) in enumerate(annotations):
        low, high = np.min(points, 0), np.max(points, 0)
        listed.append(
            {
                "id": number, "image_id": image, "category_id": category,
                "segmentation": outline, "iscrowd": int(isinstance(outline, dict)),
                "bbox": [*low.tolist(), *(high - low).tolist()],
            }
        )  # fmt: skip
    categories = [{"id": i + 1, "name": n} for i, n in enumerate(("disc", "star", "dots"))]
    path = folder / "annotations.json"
    path.write_text(json.dumps({"images": images, "annotations": listed, "categories": categories}))
    return folder, path


def color_of(label: int) -> tuple[int, int, int]:
    """Colours far apart for labels that follow one another."""
    turn = label * 0.618034 % 1
    wave = [0.5 + 0.5 * math.cos(2 * math.pi * (turn + shift)) for shift in (0, 1 / 3, 2 / 3)]
    return tuple(int(60 + 195 * w) for w in wave)


def drawn(image, boxes, labels, polygons, vertices, pixels) -> PIL.Image.Image:
    """One image with its annotations, all of them in parts of the image's size."""
    height, width = image.shape[:2]
    rows = np.arange(height) * pixels.shape[0] // height
    columns = np.arange(width) * pixels.shape[1] // width
    shown = pixels[rows][:, columns, 0]
    tinted = image.astype(np.float32)
    for label in np.unique(shown[shown > 0]):
        tinted[shown == label] = 0.5 * tinted[shown == label] + 0.5 * np.array(color_of(int(label)))
    picture = PIL.Image.fromarray(tinted.astype(np.uint8))
    draw = PIL.ImageDraw.Draw(picture)
    size = np.array([width, height])
    for number, first, end in polygons:
        corners = [tuple(v) for v in (vertices[first:end] * size).tolist()]
        if len(corners) > 1:
            draw.line([*corners, corners[0]], fill=color_of(int(labels[number])), width=1)
    for box, label in zip(boxes, labels, strict=True):
        corners = (box * np.tile(size, 2)).tolist()
        draw.rectangle(corners, outline=color_of(int(label)), width=2)
        draw.text((corners[0] + 4, corners[1] + 2), str(label), fill="white", stroke_width=1,
                  stroke_fill="black")  # fmt: skip
    return picture


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("images", nargs="?", help="folder of the images")
    parser.add_argument("annotations", nargs="?", help="the JSON file")
    parser.add_argument("--out", default="coco_masks.png")
    parser.add_argument("--count", type=int, default=12)
    args = parser.parse_args()
    if args.images and not args.annotations:
        parser.error("a folder of images needs its annotations")
    root, path = (args.images, args.annotations) if args.images else made_up()

    reader = ndd.readers.COCO(
        file_root=root, annotations_file=path, ltrb=True, ratio=True, skip_empty=True,
        polygon_masks=True, pixelwise_masks=True,
    )  # fmt: skip
    pictures, objects, outlined = [], 0, 0
    count = min(args.count, len(reader))
    for files, *rest in reader.next_epoch(batch_size=min(4, count)):
        images = ndd.resize(ndd.decoders.image(files), size=[CELL, CELL], mode="not_larger")
        for sample in zip(images.tensors, *[output.tensors for output in rest], strict=True):
            arrays = [np.asarray(value) for value in sample]
            pictures.append(drawn(*arrays))
            objects += len(arrays[1])
            outlined += len(np.unique(arrays[3][:, 0])) if len(arrays[3]) else 0
            if len(pictures) == count:
                break
        if len(pictures) == count:
            break

    columns = math.ceil(math.sqrt(count))
    sheet = PIL.Image.new("RGB", (columns * CELL, math.ceil(count / columns) * CELL), "white")
    for i, picture in enumerate(pictures):
        sheet.paste(picture, (i % columns * CELL, i // columns * CELL))
    sheet.save(args.out)
    print(f"{args.out}: {count} images, {objects} objects, {outlined} of them with polygons")


if __name__ == "__main__":
    main()
