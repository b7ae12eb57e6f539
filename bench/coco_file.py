"""An annotation file of the size and shape of COCO's instances_train2017.json, and a measurement of
how long readers take to open it, and how much memory.

    python coco_file.py                     # writes the file, measures both libraries
    python coco_file.py --write coco.json   # only writes it
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

IMAGES, ANNOTATIONS, CATEGORIES = 118_287, 860_001, 80
IMAGE = (
    '{{"license": 4, "file_name": "{id:012d}.jpg", "coco_url": '
    '"http://images.cocodataset.org/train2017/{id:012d}.jpg", "height": {height}, '
    '"width": {width}, "date_captured": "2013-11-14 11:18:45", "flickr_url": '
    '"http://farm9.staticflickr.com/8186/{id:012d}_8a3ae6ed60_z.jpg", "id": {id}}}'
)
ANNOTATION = (
    '{{"segmentation": {outline}, "area": {area}, "iscrowd": {crowd}, "image_id": {image}, '
    '"bbox": [{x}, {y}, {w}, {h}], "category_id": {category}, "id": {id}}}'
)


def outlines(rng: random.Random, number: int) -> tuple[list[str], list[str]]:
    """Segmentations to draw from: polygons (about 20 vertices each, a few large), and runs."""
    polygons, runs = [], []
    for _ in range(number):
        parts = []
        for _ in range(1 if rng.random() < 0.9 else rng.randint(2, 5)):
            n = min(3 + int(rng.expovariate(1 / 15)), 300)
            parts.append([round(rng.uniform(0, 480), 2) for _ in range(2 * n)])
        polygons.append(json.dumps(parts))
        left, counts = 640 * 480, []
        while left > 0 and len(counts) < 800:
            counts.append(min(left, rng.randint(1, 700)))
            left -= counts[-1]
        runs.append(json.dumps({"counts": [*counts, left], "size": [480, 640]}))
    return polygons, runs


def write(
    path: str | os.PathLike[str], images: int = IMAGES, annotations: int = ANNOTATIONS
) -> None:
    """Write an annotation file; the images need not exist to open it."""
    rng = random.Random(7)
    ids = rng.sample(range(600_000), images)
    polygons, runs = outlines(rng, 3000)
    with open(path, "w") as f:
        f.write('{"info": {"description": "synthetic", "year": 2017}, "licenses": [], "images": [')
        for i, number in enumerate(ids):
            f.write((", " if i else "") + IMAGE.format(id=number, height=480, width=640))
        f.write('], "annotations": [')
        for i in range(annotations):
            crowd = rng.random() < 0.012
            f.write(", " if i else "")
            f.write(
                ANNOTATION.format(
                    outline=rng.choice(runs if crowd else polygons), crowd=int(crowd), id=i + 1,
                    area=round(rng.uniform(10, 90000), 4), image=rng.choice(ids),
                    x=round(rng.uniform(0, 500), 2), y=round(rng.uniform(0, 400), 2),
                    w=round(rng.uniform(1, 140), 2), h=round(rng.uniform(1, 80), 2),
                    category=rng.randint(1, CATEGORIES),
                )
            )  # fmt: skip
        names = [{"supercategory": "any", "id": i + 1, "name": f"c{i}"} for i in range(CATEGORIES)]
        f.write(f'], "categories": {json.dumps(names)}}}')


OPEN = {
    "headrace": """
import headrace.dynamic as ndd
def make(path, root, masks):
    return ndd.readers.COCO(file_root=root, annotations_file=path, polygon_masks=masks)
""",
    "DALI": """
from nvidia.dali import fn, pipeline_def
def make(path, root, masks):
    @pipeline_def(batch_size=1, num_threads=1, device_id=None)
    def p():
        return tuple(fn.readers.coco(file_root=root, annotations_file=path, polygon_masks=masks,
                                     name="r"))
    pipe = p()
    pipe.build()
    return pipe
""",
}
RUN = """
import sys, time
def peak():
    lines = open("/proc/self/status").read().splitlines()
    return int(next(l for l in lines if l.startswith("VmHWM")).split()[1]) / 1024
before, start, cpu = peak(), time.perf_counter(), time.process_time()
kept = make(sys.argv[1], sys.argv[2], sys.argv[3] == "masks")
print(time.perf_counter() - start, time.process_time() - cpu, peak() - before)
"""


def opened(library: str, path: str, masks: bool) -> list[float]:
    """Seconds, CPU seconds and MB of memory at most of a process of its own that opens the file."""
    command = [sys.executable, "-c", OPEN[library] + RUN, path, os.path.dirname(path)]
    out = subprocess.run(
        [*command, "masks" if masks else "boxes"], check=True, capture_output=True, text=True
    )
    return [float(x) for x in out.stdout.split()[-3:]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", metavar="PATH", help="only write the file")
    parser.add_argument("--file", metavar="PATH", help="measure with this file")
    parser.add_argument("--repeat", type=int, default=3)
    args = parser.parse_args()
    if args.write:
        write(args.write)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = args.file or str(Path(folder) / "coco.json")
        if not args.file:
            write(path)
        print(f"{os.path.getsize(path) / 1e6:.0f} MB, the best of {args.repeat}")
        for masks in (False, True):
            times: dict[str, list[list[float]]] = {name: [] for name in OPEN}
            for _ in range(args.repeat):
                for name in OPEN:
                    times[name].append(opened(name, path, masks))
            for name, found in times.items():
                seconds, cpu, memory = [min(column) for column in zip(*found)]
                kind = "boxes and polygons" if masks else "boxes"
                print(f"{name:9} {kind:19} {seconds:6.2f} s, CPU {cpu:6.2f} s {memory:6.0f} MB")


if __name__ == "__main__":
    main()
