"""audio_resample: changes the sampling rate of signals."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, PerSample

_SIGNALS = cases.Sample([(90,), (1,), (37,)], "float32", low=-1.0, high=1.0)
_STEREO = cases.Sample([(40, 2), (3, 2)], "float32", low=-1.0, high=1.0)


@operator(
    graph_aliases=("experimental.audio_resample",),
    samples=[
        cases.Case([_SIGNALS], {"scale": 2.0}, tolerance=1e-4),
        cases.Case(
            [_SIGNALS],
            {"in_rate": cases.PerSample([44100.0, 16000.0, 8000.0]), "out_rate": 22050.0},
            tolerance=1e-4,
        ),
        cases.Case([_STEREO], {"out_length": 25, "quality": 0.0}, tolerance=1e-4),
        cases.Case([_STEREO], {"scale": 0.3, "quality": 100.0}, tolerance=1e-4),
        cases.Case(
            [cases.Sample([(30,)], "int16", low=-3000, high=3000)], {"scale": 1.3}, tolerance=1.0
        ),
        cases.Case([_SIGNALS], {"scale": 1.5, "dtype": "int16"}, tolerance=4.0),
        cases.Case(
            [cases.Sample([(30,)], "uint8", low=60, high=200)],
            {"scale": 1.5, "dtype": "float32"},
            tolerance=1e-4,
        ),
    ],
    cpu_only="it has no GPU version yet",
)
def audio_resample(
    input: Input,
    /,
    *,
    dtype: DType = None,
    in_rate: PerSample[float] = None,
    out_length: PerSample[int] = None,
    out_rate: PerSample[float] = None,
    quality: float = 50.0,
    scale: PerSample[float] = None,
):
    """Change the sampling rate of signals, by a sinc filter with a Hann window.

    The first axis is time; a second axis holds channels. Give `scale`, or `in_rate` and `out_rate`,
    or `out_length`.

    scale: output rate / input rate.
    quality: 0 to 100: 3, 16 (at 50) or 64 (at 100) lobes of the sinc on each side. There is no
        anti-aliasing when the rate decreases: apply a low-pass `filter` first if the signal has
        frequencies above half of the new rate.
    dtype: element type of the output, by default that of the input. Amplitudes are rescaled: the
        largest integer is 1.0, and the middle of an unsigned range is 0.

    >>> import headrace.dynamic as ndd
    >>> ndd.audio_resample(ndd.tensor([0.0, 1.0, 0.0, -1.0] * 4), scale=2.0).shape
    (32,)
    """
    if input.ndim not in (1, 2):
        raise errors.ShapeError(
            f"needs signals of one axis, or of time and channels, got {input.ndim}"
        )
    if DType.Kind.bool in (input.dtype.kind, (dtype or input.dtype).kind):
        raise errors.DTypeError("resamples numbers, not truth values")
    rates = in_rate is not None, out_rate is not None
    given = [scale is not None, any(rates), out_length is not None]
    if sum(given) != 1 or (any(rates) and not all(rates)):
        raise errors.ArgumentError("give scale=, or in_rate= and out_rate=, or out_length=")
    if not 0 <= quality <= 100:
        raise errors.ArgumentError(f"quality lies in [0, 100], got {quality}")
    out = Out(dtype or input.dtype, input.ndim, input.layout)
    return kernel(
        "audio_resample", input, out=out, quality=quality, scale=scale, in_rate=in_rate,
        out_rate=out_rate, out_length=out_length,
    )  # fmt: skip


@reference(audio_resample)
def _audio_resample(x, *, layout, dtype, in_rate, out_length, out_rate, quality, scale):
    to = x.dtype if dtype is None else dtype.numpy
    n = len(x)
    if out_length is not None:
        ratio, count = out_length / n, int(out_length)
    else:
        ratio = float(np.float32(scale)) if scale is not None else out_rate / in_rate
        count = int(np.ceil(n * ratio))
    lobes = round(0.007 * quality**2 - 0.09 * quality + 3)
    t = np.arange(count)[:, None] / ratio - np.arange(n)
    window = np.where(np.abs(t) < lobes, 0.5 * (1 + np.cos(np.pi * t / lobes)), 0)

    def range_of(kind):
        if np.dtype(kind).kind not in "iu" or np.dtype(kind) == x.dtype == to:
            return 1.0, 0.0
        most = float(np.iinfo(kind).max)
        return (2 / most, 1.0) if np.dtype(kind).kind == "u" else (1 / most, 0.0)

    gain, offset = range_of(x.dtype)
    made = np.tensordot(window * np.sinc(t), x.astype(np.float64) * gain - offset, 1)
    gain, offset = range_of(to)
    made = (made + offset) / gain
    if np.dtype(to).kind in "iu":
        made = np.clip(np.rint(made), np.iinfo(to).min, np.iinfo(to).max)
    return made.astype(to)
