"""Images, train: decode → random_resized_crop → flip → crop_mirror_normalize, against DALI.

    python bench/images.py [--rounds 7] [--batch 64] [--threads 2]

Bytes in memory for both; a process each, rounds in turn; medians and ratios of CPU and wall time.
"""

from __future__ import annotations

import argparse

import numpy as np
from common import interleave, photos, serve, table

MEAN, STD = [123.675, 116.28, 103.53], [58.395, 57.12, 57.375]


def headrace_train(files: list[bytes], batch: int, threads: int):
    import headrace.dynamic as ndd

    ndd.set_num_threads(threads)
    arrays = [np.frombuffer(f, np.uint8) for f in files]
    batches = [arrays[i : i + batch] for i in range(0, len(arrays) - batch + 1, batch)]

    def submit(samples):
        n = len(samples)
        images = ndd.decoders.image(ndd.as_batch(samples))
        images = ndd.random_resized_crop(images, size=[224, 224])
        images = ndd.flip(images, horizontal=ndd.random.coin_flip(batch_size=n))
        return ndd.crop_mirror_normalize(images, mean=MEAN, std=STD)

    def run() -> int:
        done = 0
        pending = submit(batches[0])
        for samples in [*batches[1:], None]:  # the next batch is under way while this one is used
            current, pending = pending, submit(samples) if samples else None
            tensor = current.torch()
            assert tuple(tensor.shape[1:]) == (3, 224, 224)
            done += tensor.shape[0]
        return done

    return run


def dali_train(files: list[bytes], batch: int, threads: int):
    from nvidia.dali import fn, pipeline_def, types

    arrays = [np.frombuffer(f, np.uint8) for f in files]
    batches = [arrays[i : i + batch] for i in range(0, len(arrays) - batch + 1, batch)]

    def source():
        while True:
            yield from batches

    @pipeline_def(batch_size=batch, num_threads=threads, device_id=None, prefetch_queue_depth=2)
    def graph():
        encoded = fn.external_source(source, dtype=types.UINT8, no_copy=True)
        images = fn.decoders.image(encoded)
        images = fn.random_resized_crop(images, size=[224, 224])
        images = fn.flip(images, horizontal=fn.random.coin_flip())
        return fn.crop_mirror_normalize(images, mean=MEAN, std=STD)

    pipe = graph()
    pipe.build()

    def run() -> int:
        for _ in batches:
            (out,) = pipe.run()
            assert tuple(np.asarray(out.as_tensor()).shape[1:]) == (3, 224, 224)
        return len(batches) * batch

    return run


CANDIDATES = {"headrace": headrace_train, "dali pipeline": dali_train}


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--rounds", type=int, default=7)
    p.add_argument("--batch", type=int, default=64)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--repeat", type=int, default=3, help="passes over the photos in a round")
    p.add_argument("--candidate", help=argparse.SUPPRESS)
    a = p.parse_args()
    if a.candidate:
        files = photos() * a.repeat
        serve(lambda: CANDIDATES[a.candidate](files, a.batch, a.threads))
        return
    arguments = ["--batch", str(a.batch), "--threads", str(a.threads), "--repeat", str(a.repeat)]
    result = interleave(list(CANDIDATES), a.rounds, arguments)
    rows = []
    base = result["dali pipeline" if "dali pipeline" in result else "headrace"].median()
    for name, t in result.items():
        wall, cpu = t.median()
        rows.append(
            [
                name,
                f"{1 / wall:.0f}",
                f"{cpu * 1e3:.2f}",
                f"{wall / base[0]:.2f}",
                f"{cpu / base[1]:.2f}",
            ]
        )
    table(
        f"train, batch {a.batch}, {a.threads} threads",
        rows,
        ["", "img/s", "CPU ms/img", "wall ratio", "CPU ratio"],
    )


if __name__ == "__main__":
    main()
