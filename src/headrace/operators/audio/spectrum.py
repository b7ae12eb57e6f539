"""spectrogram, power_spectrum: Fourier spectra of signals."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...core import layout as _layout
from ...core.dtype import float32
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, Layout

_SIGNALS = cases.Sample([(700,), (130,), (513,)], "float32", low=-1.0, high=1.0)
_SMALL = {"window_length": 30, "window_step": 7}
_MOST = 1 << 22  # maximum length of a transform


def _check_power(power: int) -> None:
    if power not in (1, 2):
        raise errors.ArgumentError(f"power is 1 (magnitudes) or 2 (powers), got {power}")


def _check_length(name: str, value: int) -> None:
    if not 1 <= value <= _MOST:
        raise errors.ArgumentError(f"{name} is a number from 1 to {_MOST}, got {value}")


@operator(
    samples=[
        cases.Case([_SIGNALS], tolerance=1e-2),
        cases.Case([_SIGNALS], {**_SMALL, "nfft": 36, "layout": "tf"}, tolerance=1e-3),
        cases.Case([_SIGNALS], {**_SMALL, "power": 1, "center_windows": False}, tolerance=1e-3),
        cases.Case([_SIGNALS], {**_SMALL, "nfft": 37, "reflect_padding": False}, tolerance=1e-3),
        cases.Case(
            [_SIGNALS],
            {"window_length": 4, "window_step": 100, "window_fn": [0.5, 1.0, 1.0, 0.25]},
            tolerance=1e-3,
        ),
        cases.Case([cases.Sample([(90,), (31,)], "int16", low=-9, high=9)], _SMALL, tolerance=1e-2),
    ],
    cpu_only="it has no GPU version yet",
)
def spectrogram(
    input: Input,
    /,
    *,
    center_windows: bool = True,
    layout: Layout = "ft",
    nfft: int = None,
    power: int = 2,
    reflect_padding: bool = True,
    window_fn: list[float] = None,
    window_length: int = 512,
    window_step: int = 256,
):
    """Compute a spectrogram: the short-time Fourier transform of a 1-D signal.

    Further axes of the input must have size 1. The output has nfft / 2 + 1 frequencies.

    layout: "ft" (frequency, time) or "tf".
    nfft: length of the Fourier transform, any number; by default `window_length`. Shorter windows
        are centred and padded with zeros.
    window_length, window_step: elements per window, and between the starts of two windows.
    window_fn: factors for the elements of a window; by default a Hann window.
    center_windows: windows are centred at multiples of `window_step`. The signal is mirrored at its
        ends, or padded with zeros without reflect_padding.
    power: 2 for powers, 1 for magnitudes.

    >>> import numpy as np
    >>> import headrace.dynamic as ndd
    >>> tone = np.sin(np.arange(4000) * 2 * np.pi / 8).astype(np.float32)
    >>> spectrum = ndd.spectrogram(ndd.tensor(tone), nfft=64, window_length=64, window_step=32)
    >>> spectrum.shape, spectrum.layout, int(np.argmax(spectrum.numpy()[:, 60]))
    ((33, 126), 'ft', 8)
    """
    if input.ndim < 1:
        raise errors.ShapeError("needs signals: an input with at least one axis")
    if layout not in ("ft", "tf"):
        raise errors.LayoutError(f'layout is "ft" or "tf", got {layout!r}')
    _check_power(power)
    _check_length("window_length", window_length)
    _check_length("window_step", window_step)
    length = window_length if nfft is None else nfft
    _check_length("nfft", length)
    if length < window_length:
        raise errors.ArgumentError(f"nfft={nfft} is shorter than window_length={window_length}")
    if window_fn and len(window_fn) != window_length:
        raise errors.ArgumentError(
            f"window_fn has {len(window_fn)} numbers, window_length is {window_length}"
        )
    return kernel(
        "spectrogram",
        input,
        out=Out(float32, 2, layout),
        nfft=length,
        window_length=window_length,
        window_step=window_step,
        window=window_fn or (),
        center=center_windows,
        reflect=reflect_padding,
        power=power,
        time_first=layout == "tf",
    )


@reference(spectrogram)
def _spectrogram(
    x, *, layout, center_windows, nfft, power, reflect_padding, window_fn, window_length,
    window_step,
):  # fmt: skip
    x, w = x.astype(np.float64).reshape(-1), window_length
    window = np.sin(np.pi * (np.arange(w) + 0.5) / w) ** 2 if window_fn is None else window_fn
    n = len(x)
    count = n // window_step + 1 if center_windows else max(n - w, 0) // window_step + 1
    at = np.arange(w) + window_step * np.arange(count)[:, None] - center_windows * (w // 2)
    if reflect_padding and center_windows:
        period = max(1, 2 * (n - 1))
        mirrored = np.abs(at) % period
        frames = x[np.where(mirrored < n, mirrored, period - mirrored)]
    else:
        frames = np.where((at >= 0) & (at < n), x[np.clip(at, 0, n - 1)], 0)
    length = nfft or w
    before = (length - w) // 2
    padded = np.pad(frames * window, ((0, 0), (before, length - w - before)))
    made = np.abs(np.fft.rfft(padded)) ** power
    return (made if layout == "tf" else made.T).astype(np.float32)


@operator(
    samples=[
        cases.Case([cases.Sample([(20,), (7,), (1,)], "float32")], tolerance=1e-1),
        cases.Case(
            [cases.Sample([(3, 20), (2, 67)], "float32", "ct", -1.0, 1.0)],
            {"nfft": 32},
            tolerance=1e-3,
        ),
        cases.Case(
            [cases.Sample([(37, 3, 2)], "float32", None, -1.0, 1.0)],
            {"axis": 0, "power": 1},
            tolerance=1e-3,
        ),
    ],
    cpu_only="it has no GPU version yet",
)
def power_spectrum(input: Input, /, *, axis: int = -1, nfft: int = None, power: int = 2):
    """Compute the power spectrum along an axis: nfft / 2 + 1 frequencies.

    nfft: length of the Fourier transform, any number; by default the length of the axis. A shorter
        signal is padded with zeros, a longer one is truncated.
    power: 2 for powers, 1 for magnitudes.

    >>> import headrace.dynamic as ndd
    >>> ndd.power_spectrum(ndd.tensor([1.0, -1.0, 1.0, -1.0])).tolist()
    [0.0, 0.0, 16.0]
    """
    if input.ndim < 1:
        raise errors.ShapeError("needs signals: an input with at least one axis")
    _check_power(power)
    if nfft is not None:
        _check_length("nfft", nfft)
    at = _layout.normalize_axis(axis, input.ndim)
    out = Out(float32, input.ndim, input.layout)
    return kernel("power_spectrum", input, out=out, nfft=nfft, longest=_MOST, power=power, axis=at)


@reference(power_spectrum)
def _power_spectrum(x, *, layout, axis, nfft, power):
    return (np.abs(np.fft.rfft(x.astype(np.float64), nfft, axis)) ** power).astype(np.float32)
