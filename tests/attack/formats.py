"""Campaign: damaged files of every format, through the readers and decoders that take them."""

from __future__ import annotations

import sys

import numpy as np

import headrace.dynamic as ndd

from . import datasets
from .mutation import mutate, repair_png, repair_tfrecord
from .pictures import pictures
from .readers import read
from .supervisor import ALLOWED, Fault, Settings
from .values import Chance

LIMITS = Settings()


def attempt(seed: int, number: int, folder: str) -> str:
    names = datasets.available(folder)
    chance = Chance(seed, "formats", number)
    try:
        if number % 2:
            return damaged_picture(chance, number)
        return damaged_dataset(chance, number, names[number // 2 % len(names)], folder)
    except BaseException as e:
        if not isinstance(e, ALLOWED):
            raise Fault(f"{type(e).__name__}: {e}") from e
        raise


def damaged_picture(chance: Chance, number: int) -> str:
    files = pictures()
    name = chance.choice(sorted(files))
    data = mutate(chance, files[name], chance.choice(list(files.values())))
    if name.startswith("png") and chance.often(80):
        data = repair_png(data)
    x = ndd.batch([np.frombuffer(data, np.uint8), np.frombuffer(files[name], np.uint8)])
    more = {"on_error": "fill"} if chance.often(30) else {}
    how = chance.choice(("image", "image", "crop", "slice", "random_crop", "peek"))
    kind = chance.choice(("rgb", "rgb", "gray", "any", "ycbcr", "bgr"))
    print(f"case {number}: {how} of {name}, {kind}: {data[:400]!r}", file=sys.stderr, flush=True)
    if how == "image":
        y = ndd.decoders.image(
            x, output_type=kind, dtype=chance.choice(("uint8", "float32")), **more
        )
    elif how == "crop":
        y = ndd.decoders.image_crop(x, crop=[chance.randrange(1, 30)] * 2, output_type=kind, **more)
    elif how == "slice":
        y = ndd.decoders.image_slice(x, rel_start=[chance.random()] * 2, output_type=kind, **more)
    elif how == "random_crop":
        y = ndd.decoders.image_random_crop(x, output_type=kind, rng=ndd.random.RNG(number), **more)
    else:
        y = ndd.peek_image_shape(x)
    for value in y:
        np.asarray(value)
    return f"{name.split('-')[0]} {how}"


def damaged_dataset(chance: Chance, number: int, name: str, folder: str) -> str:
    made = datasets.make(name, folder)
    assert made is not None
    cls, args = made
    path, whole = chance.choice(datasets.files(name, folder))
    data = mutate(chance, whole, whole)
    if path.suffix == ".tfrecord" and chance.often(70):
        data = repair_tfrecord(data)
    print(f"case {number}: {name}, {path.name} damaged", file=sys.stderr, flush=True)
    changed = {**args, **({"on_error": "fill"} if chance.often(15) else {})}
    path.write_bytes(data)
    try:
        return f"{name} {read(chance, cls, changed, chance.choice((1, 4)))}"
    finally:
        path.write_bytes(whole)
