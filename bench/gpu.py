"""The GPU: training and evaluation loops, operators on a batch that is there, what a call costs.

    python bench/gpu.py [--json FILE] [--only train,eval,ops,transfers,tiny,compile] [--batches 40]

Rates are of 256 photos a batch (HEADRACE_TEST_DATA). An operator's GB/s count the bytes that it has
to read and write once. DALI 2.4.0's figures beside ours were measured once on an H200 with the same
photos; torchvision runs here, in the same process.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from common import photos

import headrace.dynamic as ndd
from headrace import _native

BATCH = 256
MEAN = [0.485 * 255, 0.456 * 255, 0.406 * 255]
STD = [0.229 * 255, 0.224 * 255, 0.225 * 255]

# DALI 2.4.0 on one H200 with 16 cores: images a second, microseconds a batch of 256.
DALI: dict[str, float] = {
    "train": 28_400, "gaussian_blur": 5_379, "warp_affine": 622, "resize+mirror+normalize": 1_675,
    "tiny": 150,
}  # fmt: skip

results: dict[str, Any] = {}


def note(name: str, **figures: float) -> None:
    results[name] = figures
    shown = "  ".join(f"{k} {v:,.1f}" for k, v in figures.items())
    print(f"{name:34} {shown}", flush=True)


# ---- loops -------------------------------------------------------------------------------------


def tree(count: int) -> str:
    """A folder with the photos, repeated, as one class."""
    root = Path(tempfile.mkdtemp(prefix="headrace-bench-"))
    (root / "0").mkdir()
    files = photos()
    for i, data in enumerate(files):
        (root / f"{i}.bin").write_bytes(data)
    for i in range(count):
        os.link(root / f"{i % len(files)}.bin", root / "0" / f"{i:06}.jpg")
    return str(root)


def augment(jpegs: Any) -> Any:
    images = ndd.decoders.image(jpegs, device="gpu")
    images = ndd.random_resized_crop(images, size=[224, 224])
    mirror = ndd.random.coin_flip(batch_size=jpegs.batch_size)
    return ndd.crop_mirror_normalize(
        images, mean=MEAN, std=STD, mirror=mirror, dtype=ndd.float16, output_layout="CHW"
    )


def evaluate(jpegs: Any) -> Any:
    images = ndd.decoders.image(jpegs, device="gpu")
    images = ndd.resize(images, resize_shorter=256)
    return ndd.crop_mirror_normalize(
        images, crop=(224, 224), mean=MEAN, std=STD, dtype=ndd.float16, output_layout="CHW"
    )


def plain(root: str, work: Callable[[Any], Any]) -> Iterator[Any]:
    reader = ndd.readers.File(file_root=root, random_shuffle=True, pad_last_batch=True)
    while True:
        for jpegs, labels in reader.next_epoch(batch_size=BATCH):
            yield work(jpegs).torch(), labels


def ahead(root: str, work: Callable[[Any], Any]) -> Iterator[Any]:
    reader = ndd.readers.File(file_root=root, random_shuffle=True, pad_last_batch=True)
    while True:
        items = ((work(jpegs), labels) for jpegs, labels in reader.next_epoch(batch_size=BATCH))
        for images, labels in ndd.prefetch(items, 3):
            yield images.torch(), labels


def torchvision_loop(root: str) -> Iterator[Any]:
    """torchvision on the GPU: nvJPEG for a list, then transforms image by image."""
    import torch
    from torchvision.io import ImageReadMode, decode_jpeg
    from torchvision.transforms import v2

    transform = v2.Compose(
        [
            v2.RandomResizedCrop(224, antialias=True),
            v2.RandomHorizontalFlip(),
            v2.ToDtype(torch.float16, scale=False),
            v2.Normalize(MEAN, STD),
        ]
    )
    data = [torch.frombuffer(bytearray(b), dtype=torch.uint8) for b in photos()]
    while True:
        chosen = [data[i] for i in torch.randint(0, len(data), (BATCH,)).tolist()]
        images = decode_jpeg(chosen, mode=ImageReadMode.RGB, device="cuda")
        yield torch.stack([transform(x) for x in images]), None


def rate(loop: Iterator[Any], batches: int, warm: int = 6) -> float:
    import torch

    for _ in range(warm):
        images, _ = next(loop)
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(batches):
        images, _ = next(loop)
    torch.cuda.synchronize()
    seconds = time.perf_counter() - start
    assert tuple(images.shape) == (BATCH, 3, 224, 224)
    return BATCH * batches / seconds


def loops(batches: int, which: set[str]) -> None:
    root = tree(BATCH * 20)
    try:
        # A decoder's first batch is small: that must not decide who decodes the pictures of others.
        reader = ndd.readers.File(file_root=root)
        decoded(next(iter(reader.next_epoch(batch_size=16)))[0]).evaluate()
        for name, work in (("train", augment), ("eval", evaluate)):
            if name not in which:
                continue
            for form, make in (("plain loop", plain), ("prefetch", ahead)):
                runs = [rate(make(root, work), batches) for _ in range(3)]
                note(f"{name}, {form}", images_per_s=max(runs), least=min(runs))
        if "train" in which and _native.gpu_decoder(0)[0]:
            split(root, batches)
        if "decode" in which or "train" in which:
            for name, work in (
                ("decode alone", decoded),
                ("decode random crops", decoded_crops),
                ("decode by the CPU", decoded_by_cpu),
                ("decode by the CPU, to the GPU", uploaded),
            ):
                runs = [rate_decode(root, batches, work) for _ in range(2)]
                note(name, images_per_s=max(runs), least=min(runs))
        if "train" in which:
            try:
                note("train, torchvision", images_per_s=rate(torchvision_loop(root), 4, 2))
            except (ImportError, RuntimeError) as e:
                print(f"torchvision: {e}")
    finally:
        shutil.rmtree(root)


def split(root: str, batches: int) -> None:
    """The train loop with some pictures of every batch decoded by the CPU, in turns."""
    rates: dict[float, list[float]] = {0.0: [], 0.05: [], 0.1: [], 0.2: []}
    for _ in range(3):
        for share, found in rates.items():
            _native.set_decoder_split(share)
            found.append(rate(ahead(root, augment), batches))
    _native.set_decoder_split(0.0)
    for share, found in rates.items():
        note(
            f"train, {share:.0%} by the CPU",
            images_per_s=statistics.median(found),
            times=statistics.median(found) / statistics.median(rates[0.0]),
        )


def decoded(jpegs: Any) -> Any:
    return ndd.decoders.image(jpegs, device="gpu")


def decoded_crops(jpegs: Any) -> Any:
    return ndd.decoders.image_random_crop(jpegs, device="gpu")


def decoded_by_cpu(jpegs: Any) -> Any:
    return ndd.decoders.image(jpegs)


def uploaded(jpegs: Any) -> Any:
    return ndd.decoders.image(jpegs).gpu()


def rate_decode(root: str, batches: int, work: Callable[[Any], Any]) -> float:
    reader = ndd.readers.File(file_root=root, pad_last_batch=True)
    done = 0
    start = time.perf_counter()
    while done < batches + 6:
        for jpegs, _ in reader.next_epoch(batch_size=BATCH):
            work(jpegs).evaluate()
            done += 1
            if done == 6:
                start = time.perf_counter()
            if done == batches + 6:
                break
    ndd.get_default_stream().synchronize()
    return BATCH * batches / (time.perf_counter() - start)


# ---- operators ---------------------------------------------------------------------------------


def timed(call: Callable[[], Any], rounds: int = 10) -> tuple[float, float]:
    """Microseconds a call, of the GPU and of the host.

    The GPU is held up until the host has enqueued all calls: gaps between launches do not count.
    """
    import torch

    stream = torch.cuda.ExternalStream(ndd.get_default_stream().handle)
    for _ in range(3):
        call().evaluate()
    stream.synchronize()
    device, host = [], []
    for _ in range(5):
        first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        with torch.cuda.stream(stream):
            torch.cuda._sleep(40_000_000)  # about 20 ms
            first.record()
        start = time.perf_counter()
        for _ in range(rounds):
            call().evaluate()
        host.append((time.perf_counter() - start) / rounds * 1e6)
        with torch.cuda.stream(stream):
            last.record()
        stream.synchronize()
        device.append(first.elapsed_time(last) / rounds * 1000)
    return statistics.median(device), statistics.median(host)


def operators() -> None:
    rng = np.random.default_rng(0)
    arrays = [rng.integers(0, 256, (375, 500, 3), np.uint8) for _ in range(BATCH)]
    x = ndd.batch(arrays, layout="HWC").gpu().evaluate()
    size = sum(a.nbytes for a in arrays)
    f = ndd.cast(x, dtype=ndd.float32).evaluate()
    coin = ndd.batch([i % 2 for i in range(BATCH)]).evaluate()
    matrix = [[0.9, 0.2, 3.0], [-0.1, 1.1, 5.0]]

    def bandwidth(name: str, touched: float, call: Callable[[], Any]) -> None:
        us, host = timed(call)
        note(name, us=us, gb_per_s=touched / us / 1000, host_us=host)

    half = 2 * size * (187 * 250) / (375 * 500)
    bandwidth("flip", 2 * size, lambda: ndd.flip(x, horizontal=1))
    bandwidth("flip, half of them", 2 * size, lambda: ndd.flip(x, horizontal=coin))
    bandwidth("flip vertical", 2 * size, lambda: ndd.flip(x, horizontal=0, vertical=1))
    bandwidth("crop", half, lambda: ndd.crop(x, crop=(187, 250), crop_pos_x=0.37))
    bandwidth("slice", half, lambda: ndd.slice(x, [0.2, 0.3], [0.5, 0.5], axes=[0, 1]))
    bandwidth("cast u8 → f32", 5 * size, lambda: ndd.cast(x, dtype=ndd.float32))
    bandwidth("cast f32 → f16", 6 * size, lambda: ndd.cast(f, dtype=ndd.float16))
    bandwidth("x * 2 + 1 (f32)", 8 * size, lambda: f * 2.0 + 1.0)
    bandwidth("x + y (u8)", 3 * size, lambda: x + x)
    bandwidth("brightness_contrast", 2 * size, lambda: ndd.brightness_contrast(x, brightness=1.2))
    bandwidth("hsv", 2 * size, lambda: ndd.hsv(x, hue=20.0, saturation=1.2))
    bandwidth(
        "normalize u8 → f16 CHW",
        3 * size,
        lambda: ndd.crop_mirror_normalize(
            x, mean=MEAN, std=STD, dtype=ndd.float16, output_layout="CHW"
        ),
    )
    bandwidth("transpose HWC → CHW", 2 * size, lambda: ndd.transpose(x, perm=[2, 0, 1]))
    bandwidth("copy", 2 * size, lambda: ndd.copy(x))
    bandwidth("reductions.mean", size, lambda: ndd.reductions.mean(x))

    def separate() -> Any:
        y = ndd.resize(x, size=[224, 224])
        return ndd.crop_mirror_normalize(
            y, mean=MEAN, std=STD, mirror=coin, dtype=ndd.float16, output_layout="CHW"
        )

    for name, call in (
        ("resize+mirror+normalize", separate),
        ("resize", lambda: ndd.resize(x, size=[224, 224])),
        ("gaussian_blur", lambda: ndd.gaussian_blur(x, sigma=1.5)),
        ("gaussian_blur 5", lambda: ndd.gaussian_blur(x, sigma=5.0)),
        ("warp_affine", lambda: ndd.warp_affine(x, matrix=matrix)),
        ("rotate", lambda: ndd.rotate(x, angle=17.0)),
        ("median_blur", lambda: ndd.experimental.median_blur(x)),
        ("equalize", lambda: ndd.equalize(x)),
        ("noise.gaussian", lambda: ndd.noise.gaussian(x, stddev=10.0)),
    ):
        us, host = timed(call)
        more = {"dali_us": DALI[name], "times": DALI[name] / us} if name in DALI else {}
        note(name, us=us, host_us=host, **more)


def transfers() -> None:
    """GB/s of a batch on its way: one that the engine has made, and arrays of somebody else."""
    rng = np.random.default_rng(0)
    arrays = [rng.integers(0, 255, (375, 500, 3), np.uint8) for _ in range(BATCH)]
    size = sum(a.nbytes for a in arrays)
    ndd.tensor(np.zeros(1)).gpu().evaluate()  # batches are pinned from here on
    ours = (ndd.batch(arrays) + ndd.uint8(1)).evaluate()
    there = ours.gpu().evaluate()
    stream = ndd.get_default_stream()
    for name, call in (
        ("to the GPU", lambda: ours.gpu()),
        ("to the GPU, arrays of others", lambda: ndd.as_batch(arrays).gpu()),
        ("from the GPU", lambda: there.cpu()),
    ):
        whole, caller = [], []
        for _ in range(9):
            start = time.perf_counter()
            made = call().evaluate()
            caller.append(time.perf_counter() - start)
            stream.synchronize()
            whole.append(time.perf_counter() - start)
            del made
        best = statistics.median(whole)
        note(name, gb_per_s=size / best / 1e9, host_us=statistics.median(caller) * 1e6)


def tiny() -> None:
    """Microseconds of the caller's time for a call on a tiny batch, its result evaluated."""
    x = ndd.batch([np.zeros((8, 8, 3), np.uint8)] * 2, layout="HWC").gpu().evaluate()
    stream = ndd.get_default_stream()
    for name, call in (
        ("tiny call: flip", lambda: ndd.flip(x).evaluate()),
        ("tiny call: resize", lambda: ndd.resize(x, size=[4, 4]).evaluate()),
        ("tiny call: x * 2", lambda: (x * 2).evaluate()),
    ):
        times = []
        for _ in range(7):
            stream.synchronize()
            start = time.perf_counter()
            for _ in range(300):
                call()
            stream.synchronize()
            times.append((time.perf_counter() - start) / 300 * 1e6)
        note(name, us=statistics.median(times), dali_us=DALI["tiny"])


FIRST = """
import time, numpy as np, headrace.dynamic as ndd
x = ndd.batch([np.zeros((30, 40, 3), np.uint8)] * 4, layout="HWC")
start = time.perf_counter()
y = ndd.random_resized_crop(x.gpu(), size=[224, 224])
y = ndd.crop_mirror_normalize(y, mean=[1, 2, 3], std=[4, 5, 6], mirror=1, dtype=ndd.float16,
                              output_layout="CHW")
y.evaluate(); ndd.get_default_stream().synchronize()
print(time.perf_counter() - start)
"""


def first_call() -> None:
    """Seconds of the train path's first call: compiled, and from the disk cache."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "HEADRACE_CACHE_DIR": folder}
        seconds = []
        for _ in range(3):
            run = subprocess.run(
                [sys.executable, "-c", FIRST], env=env, capture_output=True, text=True, check=True
            )
            seconds.append(float(run.stdout))
    note("first call (s)", cold=seconds[0], from_disk=min(seconds[1:]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json")
    parser.add_argument("--only", default="train,eval,decode,ops,transfers,tiny,compile")
    parser.add_argument("--batches", type=int, default=40)
    options = parser.parse_args()
    which = set(options.only.split(","))
    print(f"{_native.gpu_name(0)}, {os.cpu_count()} cores")
    print("decoder:", " ".join(_native.gpu_decoder(0)))
    steps: list[tuple[str, Callable[[], None]]] = [
        ("compile", first_call),
        ("ops", operators),
        ("transfers", transfers),
        ("tiny", tiny),
        ("train", lambda: loops(options.batches, which)),
    ]
    for name, run in steps:
        if name not in which and not (name == "train" and which & {"eval", "decode"}):
            continue
        run()
        if options.json:  # after every part: an interrupted run loses nothing
            facts = {"device": _native.gpu_name(0), "cores": os.cpu_count(), "results": results}
            Path(options.json).write_text(json.dumps(facts, indent=1) + "\n")


if __name__ == "__main__":
    main()
