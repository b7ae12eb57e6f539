"""mel_filter_bank, mfcc: mel spectra and mel-frequency cepstral coefficients."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from ...core import errors
from ...core import layout as _layout
from ...core.dtype import float32
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input

_SPECTRA = cases.Sample([(65, 5), (33, 1), (65, 0)], "float32", "ft", low=0.0, high=9.0)

_MOST = 1 << 16  # maximum number of bands


def _frequencies(layout: str | None, ndim: int) -> int:
    """The frequency axis: "f", or the last but one."""
    if layout:
        if "f" not in layout:
            raise errors.LayoutError(f'needs an axis "f" of frequencies, the layout is "{layout}"')
        return layout.index("f")
    return max(0, ndim - 2)


@operator(
    samples=[
        cases.Case([_SPECTRA], {"nfilter": 20, "sample_rate": 16000.0}, tolerance=1e-5),
        cases.Case(
            [_SPECTRA],
            {"nfilter": 8, "mel_formula": "htk", "normalize": False, "freq_low": 200.0},
            tolerance=1e-3,
        ),
        cases.Case(
            [cases.Sample([(3, 33), (1, 65)], "float32", "tf", low=0.0, high=9.0)],
            {"nfilter": 10, "freq_high": 9000.0},
            tolerance=1e-4,
        ),
        cases.Case([cases.Sample([(33,), (65,)], "float32")], {"nfilter": 12}, tolerance=1e-4),
    ],
    cpu_only="it has no GPU version yet",
)
def mel_filter_bank(
    input: Input,
    /,
    *,
    freq_high: float = 0.0,
    freq_low: float = 0.0,
    mel_formula: Literal["slaney", "htk"] = "slaney",
    nfilter: int = 128,
    normalize: bool = True,
    sample_rate: float = 44100.0,
):
    """Sum the powers of a spectrum in triangular bands of equal width on the mel scale.

    The frequency axis is "f", or the last but one without a layout; it covers 0 to
    `sample_rate` / 2.

    nfilter: number of bands.
    freq_low, freq_high: range of the bands in hertz; a `freq_high` of 0 or less means
        `sample_rate` / 2.
    mel_formula: "slaney" (linear up to 1000 Hz, logarithmic above) or "htk".
    normalize: divide each band by its width.

    >>> import numpy as np
    >>> import headrace.dynamic as ndd
    >>> spectrum = ndd.tensor(np.ones((257, 10), np.float32), layout="ft")
    >>> ndd.mel_filter_bank(spectrum, nfilter=40, sample_rate=16000.0).shape
    (40, 10)
    """
    if input.ndim < 1:
        raise errors.ShapeError("needs spectra: an input with at least one axis")
    if not 1 <= nfilter <= _MOST:
        raise errors.ArgumentError(f"nfilter is a number from 1 to {_MOST}, got {nfilter}")
    if not 0 < sample_rate < math.inf:
        raise errors.ArgumentError(f"sample_rate is positive, got {sample_rate}")
    high = freq_high if freq_high > 0 else sample_rate / 2
    if not high <= sample_rate:
        raise errors.ArgumentError(f"freq_high={freq_high} is above sample_rate={sample_rate}")
    if not 0 <= freq_low < high:
        raise errors.ArgumentError(
            f"freq_low={freq_low} has to lie from 0 to below freq_high, which is {high}"
        )
    axis = _frequencies(input.layout, input.ndim)
    return kernel(
        "mel_filter_bank",
        input,
        out=Out(float32, input.ndim, input.layout),
        nfilter=nfilter,
        sample_rate=sample_rate,
        freq_low=freq_low,
        freq_high=high,
        mel_formula=mel_formula,
        normalize=normalize,
        axis=axis,
    )


@reference(mel_filter_bank)
def _mel_filter_bank(
    x, *, layout, freq_high, freq_low, mel_formula, nfilter, normalize, sample_rate
):
    axis = _frequencies(layout, x.ndim)
    step = np.log(6.4) / 27

    def mel(hz):
        if mel_formula == "htk":
            return 2595 * np.log10(1 + hz / 700)
        return hz * 3 / 200 if hz < 1000 else 15 + np.log(hz / 1000) / step

    def hertz(m):
        if mel_formula == "htk":
            return 700 * (10 ** (m / 2595) - 1)
        return np.where(m < 15, m * 200 / 3, 1000 * np.exp(step * (m - 15)))

    high = freq_high if freq_high > 0 else sample_rate / 2
    edges = hertz(np.linspace(mel(freq_low), mel(high), nfilter + 2))[:, None]
    hz = np.arange(x.shape[axis]) * sample_rate / 2 / (x.shape[axis] - 1)
    rise = (hz - edges[:-2]) / (edges[1:-1] - edges[:-2])
    fall = (edges[2:] - hz) / (edges[2:] - edges[1:-1])
    bands = np.clip(np.minimum(rise, fall), 0, None)
    if normalize:
        bands = bands * 2 / (edges[2:] - edges[:-2])
    made = np.moveaxis(np.tensordot(bands, x.astype(np.float64), (1, axis)), 0, axis)
    return made.astype(np.float32)


@operator(
    class_name="MFCC",
    samples=[
        cases.Case([_SPECTRA], {"n_mfcc": 13}, tolerance=1e-3),
        cases.Case([_SPECTRA], {"normalize": True, "lifter": 22.0}, tolerance=1e-3),
        cases.Case([_SPECTRA], {"dct_type": 1, "n_mfcc": 90}, tolerance=1e-3),
        cases.Case([_SPECTRA], {"dct_type": 3, "normalize": True}, tolerance=1e-3),
        cases.Case(
            [cases.Sample([(2, 30), (3, 40)], "float32")],
            {"dct_type": 4, "axis": 1},
            tolerance=1e-2,
        ),
    ],
    cpu_only="it has no GPU version yet",
)
def mfcc(
    input: Input,
    /,
    *,
    axis: int = 0,
    dct_type: int = 2,
    lifter: float = 0.0,
    n_mfcc: int = 20,
    normalize: bool = False,
):
    """Mel-frequency cepstral coefficients: the discrete cosine transform of a mel spectrum.

    The spectrum should be in decibels (`to_decibels`).

    axis: the axis of the mel bands.
    dct_type: 1, 2, 3 or 4. normalize: an orthonormal transform, for types 2 to 4.
    n_mfcc: number of coefficients to keep, at most the number of bands.
    lifter: unless 0, coefficient k is multiplied by 1 + lifter / 2 * sin(pi * (k + 1) / lifter).

    >>> import numpy as np
    >>> import headrace.dynamic as ndd
    >>> ndd.mfcc(ndd.tensor(np.ones((40, 9), np.float32)), n_mfcc=13).shape
    (13, 9)
    """
    if input.ndim < 1:
        raise errors.ShapeError("needs spectra: an input with at least one axis")
    if dct_type not in (1, 2, 3, 4):
        raise errors.ArgumentError(f"dct_type is 1, 2, 3 or 4, got {dct_type}")
    if normalize and dct_type == 1:
        raise errors.ArgumentError("normalize=True is for dct_type 2, 3 and 4")
    if n_mfcc < 1:
        raise errors.ArgumentError(f"n_mfcc is 1 at least, got {n_mfcc}")
    if not math.isfinite(lifter):
        raise errors.ArgumentError(f"lifter is a number, got {lifter}")
    at = _layout.normalize_axis(axis, input.ndim)
    out = Out(float32, input.ndim, input.layout)
    return kernel(
        "mfcc", input, out=out, dct_type=dct_type, normalize=normalize, n_mfcc=n_mfcc,
        lifter=lifter, axis=at,
    )  # fmt: skip


@reference(mfcc)
def _mfcc(x, *, layout, axis, dct_type, lifter, n_mfcc, normalize):
    n = x.shape[axis]
    k, i = np.arange(n)[:, None], np.arange(n)
    table = {
        1: lambda: np.cos(np.pi * i * k / (n - 1)) * np.where((i == 0) | (i == n - 1), 0.5, 1),
        2: lambda: np.cos(np.pi / n * (i + 0.5) * k),
        3: lambda: np.cos(np.pi / n * i * (k + 0.5)) * np.where(i == 0, 0.5, 1),
        4: lambda: np.cos(np.pi / n * (i + 0.5) * (k + 0.5)),
    }[dct_type]()
    if normalize:
        table = table * np.sqrt(2 / n)
        table = table * np.where(k == 0, np.sqrt(0.5), 1) if dct_type == 2 else table
        table = table * np.where(i == 0, np.sqrt(2), 1) if dct_type == 3 else table
    if lifter:
        table = table * (1 + lifter / 2 * np.sin(np.pi * (k + 1) / lifter))
    made = np.tensordot(table[:n_mfcc], x.astype(np.float64), (1, axis))
    return np.moveaxis(made, 0, axis).astype(np.float32)
