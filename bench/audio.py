"""Speech features of signals, beside DALI's pipeline mode: in turns, in one process.

    python bench/audio.py [--json FILE] [--rounds 15] [--threads 2]

32 signals of 3 to 12 seconds at 16 kHz: spectrogram (400 samples every 160, transforms of 512), mel
filters (80), decibels; and the same calls alone.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import headrace.dynamic as ndd

RATE = 16000.0
WINDOW = {"nfft": 512, "window_length": 400, "window_step": 160}
MEL = {"nfilter": 80, "sample_rate": RATE}


def signals() -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    lengths = (rng.uniform(3, 12, 32) * RATE).astype(int)
    return [rng.standard_normal(n).astype(np.float32) for n in lengths]


# What is called: on any library's operators.
JOBS: dict[str, Callable[[Any, Any], Any]] = {
    "spectrogram": lambda ops, x: ops.spectrogram(x, **WINDOW),
    "features": lambda ops, x: ops.to_decibels(
        ops.mel_filter_bank(ops.spectrogram(x, **WINDOW), **MEL)
    ),
    "features, nfft 400": lambda ops, x: ops.mel_filter_bank(
        ops.spectrogram(x, nfft=400, window_length=400, window_step=160), **MEL
    ),
    "preemphasis_filter": lambda ops, x: ops.preemphasis_filter(x),
    "audio_resample": lambda ops, x: ops.audio_resample(x, scale=1.5),
    "nonsilent_region": lambda ops, x: ops.nonsilent_region(x),
}


def dali_pipeline(work: Callable[[Any, Any], Any], data: list[np.ndarray], threads: int) -> Any:
    from nvidia.dali import Pipeline, fn

    # Nothing ahead: its work would be done while the other one is measured.
    pipe = Pipeline(
        batch_size=len(data), num_threads=threads, device_id=None,
        exec_async=False, exec_pipelined=False, prefetch_queue_depth=1,
    )  # fmt: skip
    with pipe:
        x = fn.external_source(lambda: data)
        out = work(fn, x)
        pipe.set_outputs(*(out if isinstance(out, (tuple, list)) else [out]))
    pipe.build()
    return pipe


def evaluated(out: Any) -> None:
    for one in out if isinstance(out, tuple) else (out,):
        one.evaluate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    ndd.set_num_threads(options.threads)
    data = signals()
    seconds = sum(map(len, data)) / RATE
    batch = ndd.batch(data)
    results = {}
    for name, work in JOBS.items():
        runs: dict[str, Callable[[], Any]] = {"headrace": lambda w=work: evaluated(w(ndd, batch))}  # type: ignore[misc]
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                runs["DALI pipeline"] = dali_pipeline(work, data, options.threads).run
        except ImportError:
            print("DALI is not installed: Headrace alone")
        times: dict[str, list[float]] = {who: [] for who in runs}
        for run in runs.values():
            run()
        for _ in range(options.rounds):
            for who, run in runs.items():
                start = time.perf_counter()
                run()
                times[who].append(time.perf_counter() - start)
        medians = {who: statistics.median(t) for who, t in times.items()}
        results[name] = {
            who: {"ms": t * 1e3, "times_real": seconds / t} for who, t in medians.items()
        }
        said = "  ".join(f"{who} {t * 1e3:8.2f} ms" for who, t in medians.items())
        ratio = medians.get("DALI pipeline", float("nan")) / medians["headrace"]
        print(f"{name:22} {said}  {ratio:5.1f} ×", flush=True)
    if options.json:
        options.json.write_text(json.dumps({"threads": options.threads, "jobs": results}, indent=1))


if __name__ == "__main__":
    main()
