"""`headrace demo`: decodes and augments bundled images, prints the speed, writes a contact sheet.

Uses only the public API, as an example.
"""

from __future__ import annotations

import argparse
import time
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import headrace.dynamic as ndd
from headrace.tools.contact_sheet import Row, contact_sheet
from headrace.tools.progress_bar import ProgressBar

MEAN = [0.485 * 255, 0.456 * 255, 0.406 * 255]
ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
STD = [0.229 * 255, 0.224 * 255, 0.225 * 255]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `headrace demo`."""
    parser.add_argument("--seconds", type=float, default=3.0, help="how long to measure (3)")
    parser.add_argument("--batch-size", type=int, default=64, help="images in a batch (64)")
    parser.add_argument("--size", type=int, default=224, help="side of the finished images (224)")
    parser.add_argument("--seed", type=int, default=1, help="of the augmentations (1)")
    parser.add_argument("--images", type=Path, help="a folder of pictures to use instead")
    parser.add_argument(
        "--out", type=Path, default=Path("contact_sheet.png"), help="where the sheet goes"
    )


def read_pictures(folder: Path | None = None) -> dict[str, bytes]:
    """Encoded images by name: the bundled ones, or those of `folder`."""
    root = folder or resources.files("headrace.tools") / "demo_images"
    files = sorted((f for f in root.iterdir() if f.name.endswith(ENDINGS)), key=lambda f: f.name)
    if not files:
        raise SystemExit(f"headrace demo: there is no picture ({', '.join(ENDINGS)}) in {root}")
    return {file.name.rpartition(".")[0]: file.read_bytes() for file in files}


def encoded_batch(files: list[bytes], size: int) -> ndd.Batch:
    """A batch of `size` encoded files, repeated as often as needed."""
    arrays = [np.frombuffer(data, np.uint8) for data in files]
    return ndd.batch([arrays[i % len(arrays)] for i in range(size)])


def augment(encoded: ndd.Batch, side: int) -> ndd.Batch:
    """Decode, crop a random part, scale it to `side` × `side`, mirror every other one."""
    images = ndd.decoders.image(encoded)
    images = ndd.random_resized_crop(images, size=[side, side])
    return ndd.flip(images, horizontal=ndd.random.coin_flip(batch_size=encoded.batch_size))


def training_batch(encoded: ndd.Batch, side: int) -> ndd.Batch:
    """Input for a classifier: augmented, normalized float32 in CHW."""
    return ndd.crop_mirror_normalize(
        augment(encoded, side), dtype=ndd.float32, output_layout="CHW", mean=MEAN, std=STD
    )


def measure(encoded: ndd.Batch, side: int, seconds: float) -> float:
    """Images per second over `seconds`, after two batches of warm-up."""
    for _ in range(2):
        training_batch(encoded, side).evaluate()
    count, start, now = 0, time.perf_counter(), -1.0
    with ProgressBar("decode → crop → flip → normalize") as bar:
        while now < seconds:  # at least one batch
            training_batch(encoded, side).evaluate()
            count += encoded.batch_size
            now = time.perf_counter() - start
            bar.show(now / max(seconds, now), f"{count / now:8,.0f} images/s")
    return count / now


def pixels(batch: ndd.Batch) -> list[NDArray[np.uint8]]:
    """The samples of a batch as NumPy arrays."""
    return [np.asarray(sample) for sample in batch.tensors]


def draw(low: float, high: float, count: int) -> ndd.Batch:
    """A random number for each image."""
    numbers: ndd.Batch = ndd.random.uniform(range=[low, high], batch_size=count)
    return numbers


def turn(images: ndd.Batch) -> ndd.Batch:
    """Rotate by up to 30°, with a wave distortion."""
    n = images.batch_size
    images = ndd.rotate(images, angle=draw(-30, 30, n), fill_value=255, keep_size=True)
    return ndd.water(images, ampl_x=4.0, ampl_y=4.0, freq_x=0.03, freq_y=0.03, fill_value=255)


def recolour(images: ndd.Batch) -> ndd.Batch:
    """Vary hue, saturation, contrast and brightness."""
    n = images.batch_size
    return ndd.color_twist(
        images,
        hue=draw(-60, 60, n),
        saturation=draw(0.3, 1.8, n),
        contrast=draw(0.7, 1.3, n),
        brightness=draw(0.8, 1.2, n),
    )


def spoil(images: ndd.Batch) -> ndd.Batch:
    """Blur, compress badly, erase parts."""
    n = images.batch_size
    images = ndd.gaussian_blur(images, sigma=draw(0.5, 2.5, n))
    quality = ndd.cast(draw(4, 30, n), dtype=ndd.int32)
    images = ndd.jpeg_compression_distortion(images, quality=quality)
    return ndd.grid_mask(images, tile=56, ratio=0.35, angle=draw(0, 1.5, n))


def draw_sheet(files: dict[str, bytes], side: int) -> list[Row]:
    """The rows of the contact sheet: the original images, then augmentations."""
    encoded = encoded_batch(list(files.values()), len(files))
    rows = [Row("original", pixels(ndd.decoders.image(encoded)), "as bundled")]
    for label, note, change in (
        ("cropped", "crop, resize, flip", lambda images: images),
        ("turned", "rotate, water", turn),
        ("recoloured", ndd.color_twist.__name__, recolour),
        ("spoiled", "blur, JPEG, mask", spoil),
    ):
        rows.append(Row(label, pixels(change(augment(encoded, side))), note))
    return rows


def run(options: argparse.Namespace) -> int:
    """Measure, draw, and print where the sheet is."""
    files = read_pictures(options.images)
    total = sum(map(len, files.values()))
    print(f"  {len(files)} pictures, {total / 1000:,.0f} kB")
    ndd.random.set_seed(options.seed)
    encoded = encoded_batch(list(files.values()), options.batch_size)
    rate = measure(encoded, options.size, options.seconds)
    threads = ndd.get_num_threads()
    print(
        f"  {rate:,.0f} images/s: decode, random crop, flip, normalize to {options.size}×"
        f"{options.size} float32,\n  batches of {options.batch_size} on {threads} "
        f"thread{'s' if threads != 1 else ''}, {options.batch_size / rate * 1000:.1f} ms a batch"
    )
    ndd.random.set_seed(options.seed)
    # Eight columns fit on a screen and in a README; a folder may hold any number of images.
    picked = np.unique(np.linspace(0, len(files) - 1, 8).round().astype(int))
    shown = {name: files[name] for name in np.array(list(files))[picked].tolist()}
    contact_sheet(draw_sheet(shown, options.size), list(shown)).save(options.out, optimize=True)
    print(f"  contact sheet: {options.out}")
    return 0
