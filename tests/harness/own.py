"""Operators of one's own, one of each kind, for the harness to run like built-in ones.

They are defined in processes in which HEADRACE_TEST_OWN names the library of examples/cpp_operator:
tests/operators/test_own_harness.py starts one.
"""

from __future__ import annotations

import os
from typing import Any, Literal

import numba
import numpy as np

import headrace
import headrace.dynamic as ndd
from headrace import plugin_manager
from headrace.engine.cases import Case, PerSample, Sample, images
from headrace.engine.operator import reference, registry

IMAGES = [Case([images()]), Case([images("float32", "CHW")])]


# ---- Python, for each sample -------------------------------------------------------------------


@headrace.operator(
    name="own.posterize",
    samples=[*IMAGES, Case([images()], {"step": PerSample([3, 1, 7]), "way": "up"})],
)
def posterize(image, *, step: headrace.PerSample[int] = 4, way: Literal["down", "up"] = "down"):
    """Keep multiples of a number."""
    least = image - image % image.dtype.type(step)
    return (least + image.dtype.type(step) if way == "up" else least).astype(image.dtype)


@reference(posterize)
def _posterize(x: Any, *, step: int, way: str, layout: str | None) -> Any:
    low = (x - np.mod(x, x.dtype.type(step))).astype(x.dtype)
    return (low + x.dtype.type(step)).astype(x.dtype) if way == "up" else low


@headrace.operator(
    name="own.stutter", shape=lambda x, *, times: (x[0] * times, *x[1:]),
    samples=[*IMAGES, Case([images()], {"times": PerSample([1, 0, 3])})],
)  # fmt: skip
def stutter(x, *, times: headrace.PerSample[int] = 2):
    """Repeat rows; shapes are known before it runs."""
    return np.repeat(x, times, axis=0)


@reference(stutter)
def _stutter(x: Any, *, times: int, layout: str | None) -> Any:
    return x[[row for row in range(len(x)) for _ in range(times)]]


@headrace.operator(
    name="own.extremes", out=(lambda x: headrace.Out(x.dtype, 0), headrace.Out("int64", 1)),
    layouts=("HWC", "HW"), samples=[Case([images()]), Case([images("int16", "HW")])],
)  # fmt: skip
def extremes(x):
    """The largest value, and the shape: two outputs."""
    return x.max(initial=x.dtype.type(0)), np.array(x.shape)


@reference(extremes)
def _extremes(x: Any, *, layout: str | None) -> Any:
    return np.maximum(x.max(initial=x.dtype.type(0)), x.dtype.type(0)), np.array(x.shape)


# ---- Python, for whole batches -----------------------------------------------------------------


@headrace.operator(
    name="own.mixed", batch=True,
    samples=[
        Case([Sample([(3, 4), (2, 2), (5, 1)], "float32")] * 2),
        Case([Sample([(3, 4), (2, 2)], "uint8")] * 2, {"share": PerSample([0.25, 1.0])}),
    ],
)  # fmt: skip
def mixed(one, other, *, share: headrace.PerSample[float] = 0.5):
    """A weighted sum of two batches."""
    shares = share if isinstance(share, list) else [share] * len(one)
    return [
        (a * (1 - s) + b * s).astype(a.dtype) for a, b, s in zip(one, other, shares, strict=True)
    ]


@reference(mixed)
def _mixed(one: Any, other: Any, *, share: float, layout: str | None) -> Any:
    share = np.float32(share).item()
    return (one * (1 - share) + other * share).astype(one.dtype)


# ---- Numba -------------------------------------------------------------------------------------


@headrace.operator(
    name="own.solarize",
    samples=[IMAGES[0], Case([images()], {"threshold": PerSample([10, 200, 255])})],
)
@numba.njit
def solarize(image, *, threshold: headrace.PerSample[int] = 128):
    """Keep values below a threshold, and mirror the others."""
    made = np.empty_like(image)
    for at, x in np.ndenumerate(image):
        made[at] = x if x < threshold else threshold - x
    return made


@reference(solarize)
def _solarize(x: Any, *, threshold: int, layout: str | None) -> Any:
    with np.errstate(over="ignore"):
        mirrored = threshold - x.astype(np.float64 if x.dtype.kind == "f" else np.int64)
        return np.where(x < threshold, x, mirrored.astype(x.dtype))


@headrace.operator(
    name="own.doubled", shape=lambda x, times: (x[0] * times, *x[1:]),
    samples=[Case([Sample([(3, 2), (1, 4)], "int32")], {"times": 3})],
)  # fmt: skip
@numba.njit
def doubled(x, *, times: int = 2):
    """Rows one after the other, several times; another shape."""
    made = np.empty((x.shape[0] * times, x.shape[1]), x.dtype)
    for k in range(times):
        made[k * x.shape[0] : (k + 1) * x.shape[0]] = x
    return made


@reference(doubled)
def _doubled(x: Any, *, times: int, layout: str | None) -> Any:
    return np.concatenate([x] * times)


# ---- C++ ---------------------------------------------------------------------------------------

plugin_manager.load_library(os.environ["HEADRACE_TEST_OWN"])
registry["tint"].samples = [
    Case([images()], {"color": [200.0, 10.0, 99.5], "amount": 0.4}),
    Case([images("float32")], {"color": [0.0] * 3, "amount": PerSample([0.0, 0.7, 1.0])}),
    Case([images()], {"color": [90.0] * 3, "amount": 0.5, "way": "darken"}),
    Case([Sample([(4, 3, 5), (1, 9, 5), (2, 2, 5)], "int16", "HWC")],
         {"color": [1.0, 2.0, 3.0, 4.0, 5.0], "amount": 0.25}),
]  # fmt: skip


@reference(ndd.tint)
def _tint(x: Any, *, color: Any, amount: float, way: str | None, layout: str | None) -> Any:
    old = x.astype(np.float64)
    made = old + amount * (np.asarray(color) - old)
    made = np.minimum(made, old) if way == "darken" else made
    if x.dtype.kind == "b":
        return made != 0
    if x.dtype.kind not in "iu":
        return made.astype(x.dtype)
    limits = np.iinfo(x.dtype)
    rounded = np.trunc(made + np.copysign(0.5, made))
    return np.clip(rounded, limits.min, limits.max).astype(x.dtype)


OPERATORS = [name for name, d in registry.items() if d.family == "user"]
