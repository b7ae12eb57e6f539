"""flip on the GPU: one launch for a ragged batch; GB/s read plus written.

python bench/gpu_flip.py
"""

from __future__ import annotations

import statistics
import time

import numpy as np

import headrace.dynamic as ndd


def main() -> None:
    import cupy

    rng = np.random.default_rng(0)
    arrays = [rng.integers(0, 255, (375 + i % 7, 500 + i % 11, 3), np.uint8) for i in range(256)]
    batch = ndd.batch(arrays, layout="HWC").gpu()
    moved = 2 * sum(a.nbytes for a in arrays)
    stream = cupy.cuda.get_current_stream()
    times, host = [], []
    for _ in range(30):
        start, end = cupy.cuda.Event(), cupy.cuda.Event()
        t = time.perf_counter()
        start.record(stream)
        y = ndd.flip(batch).evaluate()
        end.record(stream)
        host.append(time.perf_counter() - t)
        end.synchronize()
        times.append(cupy.cuda.get_elapsed_time(start, end) / 1e3)
        del y
    best = statistics.median(times[5:])
    print(
        f"flip of 256 images: {best * 1e6:.0f} us on the stream, {moved / best / 1e9:.0f} GB/s, "
        f"caller {statistics.median(host[5:]) * 1e6:.0f} us"
    )


if __name__ == "__main__":
    main()
