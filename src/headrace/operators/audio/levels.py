"""to_decibels, nonsilent_region: levels of signals."""

from __future__ import annotations

import math

import numpy as np

from ...core import errors
from ...core.dtype import float32, int32
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input

_POWERS = cases.Sample([(9, 5), (1, 3), (0, 2)], "float32", "ft", low=0.0, high=3.0)
_LOUD = np.concatenate([np.zeros(40), np.sin(np.arange(60)), np.zeros(30)]).astype(np.float32)


@operator(
    samples=[
        cases.Case([_POWERS], tolerance=1e-4),
        cases.Case([_POWERS], {"multiplier": 20.0, "reference": 2.0}, tolerance=1e-4),
        cases.Case([_POWERS], {"cutoff_db": -10.0}, tolerance=1e-4),
        cases.Case([cases.Sample([(7,)], "int32", low=0, high=90)], tolerance=1e-4),
    ],
    cpu_only="it has no GPU version yet",
)
def to_decibels(
    input: Input,
    /,
    *,
    cutoff_db: float = -200.0,
    multiplier: float = 10.0,
    reference: float = 0.0,
):
    """Convert ratios to decibels: multiplier * log10(input / reference), at least `cutoff_db`.

    multiplier: 10 for powers, 20 for magnitudes.
    reference: the value of 0 dB; 0: the largest element of each sample.

    >>> import headrace.dynamic as ndd
    >>> ndd.to_decibels(ndd.tensor([1.0, 10.0, 100.0, 0.0]), cutoff_db=-80.0).tolist()
    [-20.0, -10.0, 0.0, -80.0]
    """
    if not 0 < multiplier < math.inf:
        raise errors.ArgumentError(f"multiplier is positive, got {multiplier}")
    if not 0 <= reference < math.inf:
        raise errors.ArgumentError(f"reference must not be negative, got {reference}")
    if math.isnan(cutoff_db):
        raise errors.ArgumentError("cutoff_db is a number, got NaN")
    out = Out(float32, input.ndim, input.layout)
    return kernel(
        "to_decibels", input, out=out, multiplier=multiplier, reference=reference,
        cutoff_db=cutoff_db,
    )  # fmt: skip


@reference(to_decibels)
def _to_decibels(x, *, layout, cutoff_db, multiplier, reference):
    x = x.astype(np.float64)
    of = reference or x.max(initial=0) or 1
    with np.errstate(divide="ignore"):
        return np.maximum(multiplier * np.log10(x / of), cutoff_db).astype(np.float32)


@operator(
    outputs=2,
    samples=[
        cases.Case([_LOUD], {"window_length": 8}),
        cases.Case([_LOUD[::-1]], {"window_length": 1, "cutoff_db": -20.0, "reference_power": 0.5}),
        cases.Case([cases.Sample([(50,), (1,), (9,)], "int16")], {"window_length": 4}),
    ],
    unused=("reset_interval",),
    cpu_only="its results are arguments of other calls, which the host reads",
)
def nonsilent_region(
    input: Input,
    /,
    *,
    cutoff_db: float = -60.0,
    reference_power: float = 0.0,
    reset_interval: int = 8192,
    window_length: int = 2048,
):
    """Find the part of a signal that is not silent: its start and its length.

    It spans the first to the last window whose mean power is at least `cutoff_db`.

    window_length: elements per window.
    reference_power: the power of 0 dB; 0: the power of the loudest window.
    reset_interval: no effect: the sums of windows do not accumulate rounding errors.

    >>> import numpy as np
    >>> import headrace.dynamic as ndd
    >>> signal = np.zeros(1000, np.float32)
    >>> signal[300:400] = 1
    >>> begin, length = ndd.nonsilent_region(ndd.tensor(signal), window_length=1)
    >>> begin.item(), length.item()
    (300, 100)
    """
    if input.ndim < 1:
        raise errors.ShapeError("needs signals: an input with at least one axis")
    if window_length < 1:
        raise errors.ArgumentError(f"window_length is 1 at least, got {window_length}")
    if not 0 <= reference_power < math.inf:
        raise errors.ArgumentError(f"reference_power must not be negative, got {reference_power}")
    if math.isnan(cutoff_db):
        raise errors.ArgumentError("cutoff_db is a number, got NaN")
    return kernel(
        "nonsilent_region", input, out=[Out(int32, 0), Out(int32, 0)], cutoff_db=cutoff_db,
        reference_power=reference_power, window_length=window_length,
    )  # fmt: skip


@reference(nonsilent_region)
def _nonsilent_region(x, *, layout, cutoff_db, reference_power, window_length, **_):
    squares = x.astype(np.float64).reshape(-1) ** 2
    n, window = len(squares), min(window_length, max(len(squares), 1))
    power = np.array([squares[max(0, i - window + 1) : i + 1].sum() / window for i in range(n)])
    of = reference_power or power.max(initial=0)
    loud = np.flatnonzero(power >= of * 10 ** (cutoff_db / 10))
    if not len(loud):
        return np.int32(0), np.int32(0)
    begin = max(0, loud[0] - window + 1)
    return np.int32(begin), np.int32(loud[-1] + 1 - begin)
