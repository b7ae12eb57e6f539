"""The jobs of bench/images.py: what is done to a batch of encoded photos, and by whom.

Every candidate is made by a function (job, files, options) → run; `run()` goes through all photos
once, looks at every batch and yields how many images it has. All get the same bytes, the same
batch size and the same number of threads.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

MEAN, STD = [123.675, 116.28, 103.53], [58.395, 57.12, 57.375]
SIDE = 224  # of the finished images
ANGLE, SIGMA, WINDOW = 30.0, (0.5, 2.0), 9

# job → type of the finished images, and what is done
JOBS = {
    "train": ("float32", "decode, random resized crop 224, mirror, normalise"),
    "train f16": ("float16", "the same, to float16"),
    "eval": ("float32", "decode, shorter side to 256, centre crop 224, normalise"),
    "large": ("float32", "train, on photos 3000 pixels wide"),
    "augment": ("float32", "train, with rotate, colour twist and blur after the crop"),
}


class Options:
    """What the candidates have in common."""

    def __init__(self, batch: int, threads: int) -> None:
        self.batch, self.threads = batch, threads


def chunks(files: list[bytes], size: int) -> list[list[np.ndarray]]:
    """Whole batches of encoded photos."""
    arrays = [np.frombuffer(f, np.uint8) for f in files]
    return [arrays[i : i + size] for i in range(0, len(arrays) - size + 1, size)]


def check(array: Any, dtype: str) -> int:
    """Look at a finished batch; how many images it has."""
    assert tuple(array.shape[1:]) == (3, SIDE, SIDE), array.shape
    assert str(array.dtype).endswith(dtype), array.dtype
    return int(array.shape[0])


# ---- dynamic mode: the same lines for Headrace and for DALI --------------------------------------


def dynamic_step(ndd: Any, job: str, encoded: Any, n: int) -> Any:
    """One batch of n in dynamic mode."""
    dtype = getattr(ndd, JOBS[job][0])
    images = ndd.decoders.image(ndd.as_batch(encoded))
    if job == "eval":
        images = ndd.resize(images, resize_shorter=256)
        return ndd.crop_mirror_normalize(images, crop=[SIDE, SIDE], mean=MEAN, std=STD, dtype=dtype)
    images = ndd.random_resized_crop(images, size=[SIDE, SIDE])
    if job == "augment":

        def draw(low: float, high: float) -> Any:
            return ndd.random.uniform(range=[low, high], batch_size=n)

        images = ndd.rotate(images, angle=draw(-ANGLE, ANGLE), keep_size=True, fill_value=0)
        images = ndd.color_twist(
            images,
            brightness=draw(0.8, 1.2),
            contrast=draw(0.8, 1.2),
            saturation=draw(0.8, 1.2),
            hue=draw(-20, 20),
        )
        images = ndd.gaussian_blur(images, window_size=WINDOW, sigma=draw(*SIGMA))
    images = ndd.flip(images, horizontal=ndd.random.coin_flip(batch_size=n))
    return ndd.crop_mirror_normalize(images, mean=MEAN, std=STD, dtype=dtype)


def _headrace(
    job: str, files: list[bytes], o: Options, loop: Callable[[Any, Iterator[Any]], Any]
) -> Any:
    import headrace.dynamic as ndd

    ndd.set_num_threads(o.threads)
    batches = chunks(files, o.batch)

    def run() -> Iterator[int]:
        steps = (dynamic_step(ndd, job, samples, o.batch) for samples in batches)
        for out in loop(ndd, steps):
            yield check(out.torch(), JOBS[job][0])

    return run


def headrace_eager(job: str, files: list[bytes], o: Options) -> Any:
    """A plain loop."""
    return _headrace(job, files, o, lambda ndd, steps: steps)


def headrace_deferred(job: str, files: list[bytes], o: Options) -> Any:
    """A plain loop in deferred mode: nothing runs before .torch()."""

    def loop(ndd: Any, steps: Iterator[Any]) -> Iterator[Any]:
        with ndd.EvalMode.deferred:
            yield from steps

    return _headrace(job, files, o, loop)


def headrace_prefetch(job: str, files: list[bytes], o: Options) -> Any:
    """The loop over ndd.prefetch: two batches ahead."""
    return _headrace(job, files, o, lambda ndd, steps: ndd.prefetch(steps, depth=2))


def headrace_ahead(job: str, files: list[bytes], o: Options) -> Any:
    """A plain loop that runs ahead, as loops over readers do."""
    import headrace.dynamic as ndd

    ndd.set_num_threads(o.threads)
    batches = chunks(files, o.batch)
    source = ndd.ExternalSource([ndd.as_batch(b) for b in batches], cycle="raise")

    def run() -> Iterator[int]:
        for encoded in source.captured(batch_size=o.batch):
            yield check(dynamic_step(ndd, job, encoded, o.batch).torch(), JOBS[job][0])

    return run


def dali_dynamic(job: str, files: list[bytes], o: Options) -> Any:
    """DALI's dynamic mode."""
    import nvidia.dali.experimental.dynamic as ndd

    ndd.set_num_threads(o.threads)
    batches = chunks(files, o.batch)

    def run() -> Iterator[int]:
        for samples in batches:
            yield check(dynamic_step(ndd, job, samples, o.batch).torch(), JOBS[job][0])

    return run


# ---- pipeline mode: likewise ---------------------------------------------------------------------


def dali_pipeline(job: str, files: list[bytes], o: Options) -> Any:
    """DALI's pipeline mode, two batches ahead."""
    import nvidia.dali

    return _pipeline(nvidia.dali, job, files, o)


def headrace_pipeline(job: str, files: list[bytes], o: Options) -> Any:
    """Headrace's pipeline mode, two batches ahead."""
    import headrace

    return _pipeline(headrace, job, files, o)


def _pipeline(library: Any, job: str, files: list[bytes], o: Options) -> Any:
    fn, types = library.fn, library.types
    batches = chunks(files, o.batch)
    dtype = getattr(types, {"float32": "FLOAT", "float16": "FLOAT16"}[JOBS[job][0]])

    def source() -> Iterator[list[np.ndarray]]:
        while True:
            yield from batches

    @library.pipeline_def(
        batch_size=o.batch, num_threads=o.threads, device_id=None, prefetch_queue_depth=2
    )
    def graph() -> Any:
        images = fn.decoders.image(fn.external_source(source, dtype=types.UINT8, no_copy=True))
        if job == "eval":
            images = fn.resize(images, resize_shorter=256)
            return fn.crop_mirror_normalize(
                images, crop=[SIDE, SIDE], mean=MEAN, std=STD, dtype=dtype
            )
        images = fn.random_resized_crop(images, size=[SIDE, SIDE])
        if job == "augment":

            def draw(low: float, high: float) -> Any:
                return fn.random.uniform(range=[low, high])

            images = fn.rotate(images, angle=draw(-ANGLE, ANGLE), keep_size=True, fill_value=0)
            images = fn.color_twist(
                images,
                brightness=draw(0.8, 1.2),
                contrast=draw(0.8, 1.2),
                saturation=draw(0.8, 1.2),
                hue=draw(-20, 20),
            )
            images = fn.gaussian_blur(images, window_size=WINDOW, sigma=draw(*SIGMA))
        images = fn.flip(images, horizontal=fn.random.coin_flip())
        return fn.crop_mirror_normalize(images, mean=MEAN, std=STD, dtype=dtype)

    pipe = graph()
    pipe.build()

    def run() -> Iterator[int]:
        for _ in batches:
            (out,) = pipe.run()
            yield check(np.asarray(out.as_tensor()), JOBS[job][0])

    return run


# ---- one image after another, in worker processes or threads -------------------------------------


def _window(rng: np.random.Generator, height: int, width: int) -> tuple[int, int, int, int]:
    """A random window as in random_resized_crop: y, x, h, w."""
    for _ in range(10):
        area = height * width * rng.uniform(0.08, 1.0)
        ratio = np.exp(rng.uniform(np.log(3 / 4), np.log(4 / 3)))
        h, w = round((area / ratio) ** 0.5), round((area * ratio) ** 0.5)
        if 0 < h <= height and 0 < w <= width:
            return int(rng.integers(height - h + 1)), int(rng.integers(width - w + 1)), h, w
    side = min(height, width)
    return (height - side) // 2, (width - side) // 2, side, side


def _normalise(image: np.ndarray, dtype: str) -> np.ndarray:
    planes = image.transpose(2, 0, 1).astype(np.float32)
    planes -= np.float32(MEAN)[:, None, None]
    planes /= np.float32(STD)[:, None, None]
    return planes.astype(dtype, copy=False)


def pil_image(job: str, data: bytes, rng: np.random.Generator) -> np.ndarray:
    """One photo with Pillow and NumPy, as most data sets do it."""
    from PIL import Image, ImageEnhance, ImageFilter

    image = Image.open(io.BytesIO(data)).convert("RGB")
    if job == "eval":
        scale = 256 / min(image.size)
        image = image.resize(
            (round(image.width * scale), round(image.height * scale)), Image.Resampling.BILINEAR
        )
        x, y = (image.width - SIDE) // 2, (image.height - SIDE) // 2
        return _normalise(np.asarray(image.crop((x, y, x + SIDE, y + SIDE))), JOBS[job][0])
    y, x, h, w = _window(rng, image.height, image.width)
    image = image.resize((SIDE, SIDE), Image.Resampling.BILINEAR, box=(x, y, x + w, y + h))
    if job == "augment":
        image = image.rotate(rng.uniform(-ANGLE, ANGLE), Image.Resampling.BILINEAR)
        for enhance in (ImageEnhance.Brightness, ImageEnhance.Contrast, ImageEnhance.Color):
            image = enhance(image).enhance(rng.uniform(0.8, 1.2))
        hsv = np.array(image.convert("HSV"))
        hsv[..., 0] += np.uint8(rng.integers(-14, 15) % 256)
        image = Image.fromarray(hsv, "HSV").convert("RGB")
        image = image.filter(ImageFilter.GaussianBlur(rng.uniform(*SIGMA)))
    if rng.integers(2):
        image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    return _normalise(np.asarray(image), JOBS[job][0])


def opencv_image(job: str, data: bytes, rng: np.random.Generator) -> np.ndarray:
    """One photo with OpenCV."""
    import cv2

    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR_RGB)
    height, width = image.shape[:2]
    if job == "eval":
        scale = 256 / min(height, width)
        size = (round(width * scale), round(height * scale))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        y, x = (image.shape[0] - SIDE) // 2, (image.shape[1] - SIDE) // 2
        return _normalise(image[y : y + SIDE, x : x + SIDE], JOBS[job][0])
    y, x, h, w = _window(rng, height, width)
    shrinks = h > SIDE and w > SIDE
    image = cv2.resize(
        image[y : y + h, x : x + w],
        (SIDE, SIDE),
        interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR,
    )
    if job == "augment":
        turn = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), rng.uniform(-ANGLE, ANGLE), 1.0)
        image = cv2.warpAffine(image, turn, (SIDE, SIDE))
        twist = rng.uniform(0.8, 1.2) * (np.eye(3) + rng.uniform(-0.1, 0.1, (3, 3)))
        image = cv2.transform(image, twist)
        image = cv2.GaussianBlur(image, (WINDOW, WINDOW), rng.uniform(*SIGMA))
    if rng.integers(2):
        image = cv2.flip(image, 1)
    return _normalise(image, JOBS[job][0])


class _Photos:
    """A data set for torch's DataLoader."""

    def __init__(self, job: str, files: list[bytes]) -> None:
        self.job, self.files = job, files

    def __len__(self) -> int:
        return len(self.files)

    def __getitem__(self, i: int) -> np.ndarray:
        return pil_image(self.job, self.files[i], np.random.default_rng())


def pil_dataloader(job: str, files: list[bytes], o: Options) -> Any:
    """Pillow in the worker processes of a torch DataLoader."""
    import torch

    loader = torch.utils.data.DataLoader(
        _Photos(job, files),
        batch_size=o.batch,
        num_workers=o.threads,
        drop_last=True,
        persistent_workers=True,
    )
    return lambda: (check(images, JOBS[job][0]) for images in loader)


def opencv_threads(job: str, files: list[bytes], o: Options) -> Any:
    """OpenCV in a pool of threads (OpenCV's own threads are off)."""
    from concurrent.futures import ThreadPoolExecutor

    import cv2

    cv2.setNumThreads(0)
    pool = ThreadPoolExecutor(o.threads)
    whole = files[: len(files) // o.batch * o.batch]

    def run() -> Iterator[int]:
        images = pool.map(lambda f: opencv_image(job, f, np.random.default_rng()), whole)
        for _ in range(len(whole) // o.batch):
            yield check(np.stack([next(images) for _ in range(o.batch)]), JOBS[job][0])

    return run


CANDIDATES = {
    "headrace eager": headrace_eager,
    "headrace deferred": headrace_deferred,
    "headrace prefetch": headrace_prefetch,
    "headrace run-ahead": headrace_ahead,
    "headrace pipeline": headrace_pipeline,
    "DALI pipeline": dali_pipeline,
    "DALI dynamic": dali_dynamic,
    "OpenCV threads": opencv_threads,
    "PIL DataLoader": pil_dataloader,
}


def large(files: list[bytes], width: int = 3000) -> list[bytes]:
    """The same photos, enlarged: what a camera delivers."""
    from PIL import Image

    result = []
    for f in files:
        image = Image.open(io.BytesIO(f)).convert("RGB")
        size = (width, max(1, round(image.height * width / image.width)))
        out = io.BytesIO()
        image.resize(size, Image.Resampling.BICUBIC).save(out, "JPEG", quality=90)
        result.append(out.getvalue())
    return result


def job_files(job: str, files: list[bytes], count: int, cache: str) -> list[bytes]:
    """The photos of a job; large ones are made once and kept in `cache`."""
    if job != "large":
        return (files * (count // len(files) + 1))[:count]
    some = files[:16]
    names = [os.path.join(cache, f"large-{i}.jpg") for i in range(len(some))]
    if not all(os.path.exists(n) for n in names):
        for name, data in zip(names, large(some), strict=True):
            with open(name, "wb") as f:
                f.write(data)
    made = [open(n, "rb").read() for n in names]  # noqa: SIM115
    return (made * (count // len(made) + 1))[: max(count // 5, len(made))]
