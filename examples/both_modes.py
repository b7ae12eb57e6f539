"""The same program in dynamic mode and in pipeline mode: equal seeds give equal batches.

    python both_modes.py [FOLDER]

FOLDER has a subfolder of images for each class; without one the bundled pictures serve.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from dataset import image_folder

import headrace.dynamic as ndd
from headrace import fn, pipeline_def, types

EPOCHS = 2
BATCH = 16
SIDE = 64
MEAN = [0.485 * 255, 0.456 * 255, 0.406 * 255]
STD = [0.229 * 255, 0.224 * 255, 0.225 * 255]
ORDER, CROP, FLIP = 1, 2, 3  # seeds

Arrays = tuple["np.ndarray[Any, Any]", ...]


def dynamic_mode(root: Path) -> Iterator[Arrays]:
    """Operators are called in the loop, and run ahead of it by themselves."""
    reader = ndd.readers.File(file_root=root, random_shuffle=True, seed=ORDER, pad_last_batch=True)
    crop, flip = ndd.random.RNG(CROP), ndd.random.RNG(FLIP)
    for _ in range(EPOCHS):
        for jpegs, labels in reader.next_epoch(batch_size=BATCH):
            images = ndd.decoders.image(jpegs)
            images = ndd.random_resized_crop(images, size=[SIDE, SIDE], rng=crop)
            images = ndd.crop_mirror_normalize(
                images,
                mirror=ndd.random.coin_flip(batch_size=BATCH, rng=flip),
                dtype=ndd.float32,
                mean=MEAN,
                std=STD,
            )
            yield ndd.as_tensor(images).numpy(), ndd.as_tensor(labels).numpy()


@pipeline_def(batch_size=BATCH)
def graph(root: Path) -> Any:
    """Operators are called once, on nodes of a graph, which then runs by itself."""
    jpegs, labels = fn.readers.file(
        file_root=root, random_shuffle=True, seed=ORDER, pad_last_batch=True, name="reader"
    )
    images = fn.decoders.image(jpegs)
    images = fn.random_resized_crop(images, size=[SIDE, SIDE], seed=CROP)
    images = fn.crop_mirror_normalize(
        images,
        mirror=fn.random.coin_flip(seed=FLIP),
        dtype=types.FLOAT,
        mean=MEAN,
        std=STD,
    )
    return images, labels


def pipeline_mode(root: Path) -> Iterator[Arrays]:
    """The graph is built and run."""
    pipe = graph(root)
    batches = -(-pipe.reader_meta("reader")["epoch_size_padded"] // BATCH)
    for _ in range(EPOCHS * batches):
        images, labels = pipe.run()
        yield images.as_array(), labels.as_array()


def described(batches: list[Arrays]) -> str:
    """What a mode made, in a line."""
    images, labels = batches[0]
    return f"{len(batches)} batches, images {images.shape}, labels {labels.shape}"


def main() -> None:
    """Run both and compare."""
    root = image_folder(*sys.argv[1:2])
    dynamic, pipeline = list(dynamic_mode(root)), list(pipeline_mode(root))
    print("dynamic mode: ", described(dynamic))
    print("pipeline mode:", described(pipeline))
    same = all(
        np.array_equal(x, y)
        for one, other in zip(dynamic, pipeline, strict=True)
        for x, y in zip(one, other, strict=True)
    )
    print(f"equal bit for bit: {same}")


if __name__ == "__main__":
    main()
