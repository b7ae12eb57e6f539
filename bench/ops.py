"""Every operator on 64 arrays of 500×375×3, against DALI's dynamic mode.

python bench/ops.py [--rounds 5] [--only NAME]
"""

from __future__ import annotations

import argparse

import numpy as np
from common import interleave_task, serve, start, table

MODULES = {"headrace": "headrace.dynamic", "dali": "nvidia.dali.experimental.dynamic"}

# name → call(ndd, images uint8, images float32, small float arrays)
CASES = {
    "flip": lambda n, u, f: n.flip(u),
    "flip vertical": lambda n, u, f: n.flip(u, horizontal=0, vertical=1),
    "cast u8→f32": lambda n, u, f: n.cast(u, dtype=n.float32),
    "cast f32→u8": lambda n, u, f: n.cast(f, dtype=n.uint8),
    "copy": lambda n, u, f: n.copy(u),
    "transpose HWC→CHW": lambda n, u, f: n.transpose(u, perm=[2, 0, 1]),
    "transpose f32": lambda n, u, f: n.transpose(f, perm=[1, 0, 2]),
    "reshape": lambda n, u, f: n.reshape(u, shape=[-1]),
    "squeeze": lambda n, u, f: n.squeeze(n.expand_dims(u, axes=[0]), axes=[0]),
    "stack": lambda n, u, f: n.stack(u, u),
    "cat": lambda n, u, f: n.cat(u, u, axis=1),
    "pad": lambda n, u, f: n.pad(u, axes=[0, 1], shape=[512, 512]),
    "slice": lambda n, u, f: n.slice(
        u, (50, 40), (300, 200), normalized_anchor=False, normalized_shape=False, axes=[1, 0]
    ),
    "crop": lambda n, u, f: n.crop(u, crop=[224, 224]),
    "crop_mirror_normalize": lambda n, u, f: n.crop_mirror_normalize(
        u, crop=[224, 224], mean=[1.0, 2.0, 3.0], std=[2.0, 3.0, 4.0], mirror=1
    ),
    "zeros_like": lambda n, u, f: n.zeros_like(u),
    "full_like": lambda n, u, f: n.full_like(u, 3),
    "lookup_table": lambda n, u, f: n.lookup_table(
        u, keys=[1, 2], values=[5.0, 6.0], dtype=n.uint8
    ),
    "reductions.sum": lambda n, u, f: n.reductions.sum(u, axes=[0, 1]),
    "reductions.mean": lambda n, u, f: n.reductions.mean(u, axes=[0, 1]),
    "reductions.max": lambda n, u, f: n.reductions.max(u, axes=[0, 1]),
    "reductions.min f32": lambda n, u, f: n.reductions.min(f, axes=[0, 1]),
    "reductions.std_dev": lambda n, u, f: n.reductions.std_dev(
        f, n.reductions.mean(f, axes=[0, 1]), axes=[0, 1]
    ),
    "reductions.mean_square": lambda n, u, f: n.reductions.mean_square(f),
    "reductions.rms": lambda n, u, f: n.reductions.rms(f, axes=[2]),
    "reductions.variance": lambda n, u, f: n.reductions.variance(
        u, n.reductions.mean(u, axes=[0]), axes=[0]
    ),
    "normalize": lambda n, u, f: n.normalize(u, axes=[0, 1]),
    "brightness": lambda n, u, f: n.brightness(u, brightness=1.2),
    "contrast": lambda n, u, f: n.contrast(u, contrast=1.2),
    "brightness_contrast": lambda n, u, f: n.brightness_contrast(u, brightness=1.2, contrast=0.8),
    "erase": lambda n, u, f: n.erase(u, anchor=[10.0, 20.0], shape=[100.0, 80.0], axes=[0, 1]),
    "paste": lambda n, u, f: n.paste(u, fill_value=[1, 2, 3], ratio=1.5),
    "add": lambda n, u, f: u + u,
    "multiply const": lambda n, u, f: u * 1.5,
    "f32 * f32": lambda n, u, f: f * f,
    "less": lambda n, u, f: u < 100,
    "and": lambda n, u, f: u & u,
    "sqrt": lambda n, u, f: n.math.sqrt(f),
    "exp": lambda n, u, f: n.math.exp(f),
    "clamp": lambda n, u, f: n.math.clamp(f, 0.1, 0.9),
    "random.uniform": lambda n, u, f: n.random.uniform(shape=[100000], batch_size=64),
    "random.normal": lambda n, u, f: n.random.normal(shape=[100000], batch_size=64),
    "random.coin_flip": lambda n, u, f: n.random.coin_flip(shape=[100000], batch_size=64),
    "coord_transform": lambda n, u, f: n.coord_transform(f, M=[1.0, 0, 0, 0, 1, 0, 0, 0, 1]),
    "coord_flip": lambda n, u, f: n.coord_flip(n.reshape(f, shape=[-1, 2], layout="")),
    "one_hot": lambda n, u, f: n.one_hot(u.slice[:, :64, 0], num_classes=16),
}


def make(library: str):
    ndd = __import__(MODULES[library], fromlist=["x"])
    ndd.set_num_threads(2)
    rng = np.random.default_rng(0)
    bytes_ = [rng.integers(0, 255, (375, 500, 3), np.uint8) for _ in range(64)]
    u = ndd.batch(bytes_, layout="HWC").evaluate()
    f = ndd.batch(
        [rng.random((375, 500, 3), np.float32) for _ in range(64)], layout="HWC"
    ).evaluate()

    def run(task: str) -> int:
        call = CASES[task]
        try:
            for _ in range(3):
                call(ndd, u, f).evaluate()
        except Exception as e:
            print(f"{library}: {task}: {str(e.__cause__ or e)[:200]}")
            return 0
        return 3

    return run


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--only", default="")
    p.add_argument("--candidate", help=argparse.SUPPRESS)
    a = p.parse_args()
    if a.candidate:
        serve(lambda: make(a.candidate), tasks=True)
        return
    peers = start(list(MODULES), [])
    rows, slower = [], []
    for case in CASES:
        if a.only and a.only not in case:
            continue
        wall = interleave_task(peers, case, a.rounds)
        ours, theirs = wall.get("headrace", float("nan")), wall.get("dali", float("nan"))
        rows.append([case, f"{ours * 1e3:.2f}", f"{theirs * 1e3:.2f}", f"{ours / theirs:.2f}"])
        if ours > theirs:
            slower.append(case)
    for peer in peers.values():
        peer.close()
    table(
        "milliseconds for 64 arrays of 500×375×3, 2 threads (bar: 1.0)",
        rows,
        ["", "headrace", "DALI dynamic", "ratio"],
    )
    print("\n  slower than DALI: " + (", ".join(slower) or "none"))


if __name__ == "__main__":
    main()
