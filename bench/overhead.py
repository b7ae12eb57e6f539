"""What a call costs: a chain of ten cheap operators on 8 samples of 4×4×3, in every mode.

    python bench/overhead.py [--rounds 7]

Headrace against DALI (a process each, rounds in turn) in dynamic mode, and as a graph in pipeline
mode; the cost of spelling out defaults, import time and memory after import; what a call of an
operator of one's own costs above its function.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys

import numpy as np
from common import interleave, serve, table

MODES = ["deferred", "eager", "sync_cpu", "sync_full"]
BARS = {"pipeline": 0.5}  # of the others: 0.1
MODULES = {"headrace": "headrace.dynamic", "dali": "nvidia.dali.experimental.dynamic"}


def chain(ndd, x):
    x = ndd.flip(x)
    x = ndd.flip(x, vertical=1)
    x = ndd.cast(x, dtype=ndd.float32)
    x = x * 2.0
    x = x + 1.0
    x = ndd.cast(x, dtype=ndd.uint8)
    x = ndd.brightness(x, brightness=1.5)
    x = ndd.crop(x, crop=[2, 2])
    x = ndd.transpose(x, perm=[1, 0, 2])
    return ndd.reshape(x, shape=[12])


def make_chain(library: str, mode: str):
    ndd = __import__(MODULES[library], fromlist=["x"])
    x = ndd.batch([np.zeros((4, 4, 3), np.uint8) for _ in range(8)], layout="HWC").evaluate()
    repeat = 40 if library == "headrace" else 4

    def run() -> int:
        with ndd.EvalMode[mode]:
            for _ in range(repeat):
                chain(ndd, x).evaluate()
        return 10 * repeat

    return run


def make_graph(library: str):
    """The same chain in pipeline mode: an iteration of ten operators."""
    dali = __import__({"headrace": "headrace", "dali": "nvidia.dali"}[library], fromlist=["fn"])

    class Front:
        float32, uint8 = dali.types.FLOAT, dali.types.UINT8

        def __getattr__(self, name: str):
            return getattr(dali.fn, name)

    data = [np.zeros((4, 4, 3), np.uint8) for _ in range(8)]

    @dali.pipeline_def(batch_size=8, num_threads=2, device_id=None)
    def graph():
        return chain(Front(), dali.fn.external_source(source=lambda: data, layout="HWC"))

    pipe = graph()
    pipe.build()

    def run() -> int:
        for _ in range(40):
            pipe.run()
        return 400

    return run


def make_spelled(which: str):
    import headrace.dynamic as ndd

    x = ndd.batch([np.zeros((4, 4, 3), np.uint8) for _ in range(8)], layout="HWC").evaluate()
    calls = {
        "short": lambda: ndd.crop_mirror_normalize(ndd.brightness_contrast(ndd.flip(x))),
        "spelled": lambda: ndd.crop_mirror_normalize(
            ndd.brightness_contrast(
                ndd.flip(x, horizontal=1, vertical=0, depthwise=0),
                brightness=1.0,
                brightness_shift=0.0,
                contrast=1.0,
                contrast_center=128.0,
            ),
            crop_pos_x=0.5,
            crop_pos_y=0.5,
            crop_pos_z=0.5,
            crop_w=0.0,
            crop_h=0.0,
            crop_d=0.0,
            dtype=ndd.float32,
            fill_values=[0.0],
            mean=[0.0],
            mirror=0,
            out_of_bounds_policy="error",
            output_layout="CHW",
            pad_output=False,
            rounding="round",
            scale=1.0,
            shift=0.0,
            std=[1.0],
        ),
    }
    call = calls[which]

    def run() -> int:
        for _ in range(100):
            call().evaluate()
        return 300

    return run


# Operators of one's own: what is counted, samples of a batch, largest cost in microseconds.
OWN = {
    "per batch": ("call", 8, 30.0),
    "per sample": ("sample", 64, 3.0),
    "per sample, ragged, argument": ("sample", 64, 3.0),
    "Numba, per sample": ("sample", 64, 0.0),  # no bar: it saves the call of the function
}


def make_own(kind: str, plain: bool):
    """An operator of one's own; plain: its function called by itself."""
    import headrace
    import headrace.dynamic as ndd

    def brighter(x, *, by=3):
        return x + np.uint8(by)

    brighter.__annotations__["by"] = headrace.PerSample[int]
    counted, n, _ = OWN[kind]
    ragged = "ragged" in kind
    arrays = [np.zeros((4, 4 + ragged * (i % 3), 3), np.uint8) for i in range(n)]
    values = [3] * n
    x, given = ndd.batch(arrays, layout="HWC").evaluate(), ndd.batch(values).evaluate()
    if kind == "per batch":

        @headrace.operator(batch=True)
        def own(images):
            return [brighter(image) for image in images]

        def function():
            return [brighter(image) for image in arrays]
    elif kind == "Numba, per sample":
        import numba

        compiled = numba.njit(lambda x: x + np.uint8(3))
        own = headrace.operator(name="own")(compiled)

        def function():
            return [compiled(image) for image in arrays]
    else:
        own = headrace.operator(name="own")(brighter)

        def function():
            return [brighter(image, by=by) for image, by in zip(arrays, values)]

    arguments = {"by": given} if ragged else {}
    call = function if plain else lambda: own(x, **arguments).evaluate()

    def run() -> int:
        for _ in range(100):
            call()
        return 100 * (n if counted == "sample" else 1)

    return run


def at_import(module: str) -> tuple[float, float]:
    """Seconds of CPU and MB of memory that importing a module (after NumPy) takes."""
    code = (
        "import numpy, resource, time\n"
        "def rss(): return int(open('/proc/self/statm').read().split()[1]) * 4096 / 1e6\n"
        "r, t = rss(), time.process_time()\n"
        f"import {module}\n"
        "print(time.process_time() - t, rss() - r)\n"
    )
    got = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        for _ in range(5)
    ]
    pairs = [tuple(map(float, g.stdout.split())) for g in got if g.returncode == 0]
    if not pairs:
        return float("nan"), float("nan")
    return min(p[0] for p in pairs), statistics.median(p[1] for p in pairs)


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--rounds", type=int, default=7)
    p.add_argument("--candidate", help=argparse.SUPPRESS)
    a = p.parse_args()
    if a.candidate:
        library, what = a.candidate.split("/")
        if what == "pipeline":
            serve(lambda: make_graph(library))
        elif what in ("short", "spelled"):
            serve(lambda: make_spelled(what))
        elif what in OWN:
            serve(lambda: make_own(what, library == "plain"))
        else:
            serve(lambda: make_chain(library, what))
        return
    names = [f"{library}/{mode}" for mode in [*MODES, "pipeline"] for library in MODULES]
    names += [f"{how}/{kind}" for kind in OWN for how in ("headrace", "plain")]
    result = interleave([*names, "headrace/short", "headrace/spelled"], a.rounds, [])
    us = {name: t.median()[0] * 1e6 for name, t in result.items()}
    cpu = {name: t.median()[1] * 1e6 for name, t in result.items()}
    rows = []
    for mode in [*MODES, "pipeline"]:
        ours, theirs = us[f"headrace/{mode}"], us.get(f"dali/{mode}", float("nan"))
        bar = f"{BARS.get(mode, 0.1)}"
        rows.append([mode, f"{ours:.1f}", f"{theirs:.1f}", f"{ours / theirs:.3f}", bar])
    table("microseconds a call", rows, ["mode", "headrace", "DALI", "ratio", "bar"])
    spelled = us["headrace/spelled"] / us["headrace/short"]
    print(f"\n  all defaults spelled out: {spelled:.2f} times the short call (bar: 1.2)")
    rows = []
    for kind, (counted, _, bar) in OWN.items():
        ours, theirs = us[f"headrace/{kind}"], us[f"plain/{kind}"]
        used = cpu[f"headrace/{kind}"] - cpu[f"plain/{kind}"]
        cost = [f"{x:.2f}" for x in (ours, theirs, ours - theirs, used)]
        rows.append([kind, counted, *cost, f"{bar:.0f}" if bar else ""])
    headers = ["operator of one's own", "a", "call", "function", "above it", "CPU", "bar"]
    table("microseconds", rows, headers)
    rows = []
    (t0, m0), (t1, m1) = (at_import(m) for m in MODULES.values())
    rows.append(["CPU seconds", f"{t0:.3f}", f"{t1:.3f}", f"{t0 / t1:.3f}"])
    rows.append(["MB", f"{m0:.1f}", f"{m1:.1f}", f"{m0 / m1:.3f}"])
    table("import, after NumPy (bar: 0.333)", rows, ["", "headrace", "DALI dynamic", "ratio"])


if __name__ == "__main__":
    main()
