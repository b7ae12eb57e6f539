"""Signals: the same calls through DALI."""

from __future__ import annotations

import numpy as np
import pytest

from .both import agree, batch, both_fail, tensor

RNG = np.random.default_rng(4)
SIGNAL = RNG.standard_normal(1000).astype(np.float32)
SIGNALS = batch(SIGNAL, SIGNAL[:300], SIGNAL[:777])
POWERS = batch(
    *[np.abs(RNG.standard_normal((257, n))).astype(np.float32) for n in (7, 1)], layout="ft"
)


@pytest.mark.parametrize("border", ["zero", "clamp", "reflect"])
def test_preemphasis(border):
    agree(f"ndd.preemphasis_filter(x, border={border!r})", x=SIGNALS, atol=1e-6)
    agree(f"ndd.preemphasis_filter(x, border={border!r}, preemph_coeff=0.3)", x=SIGNALS, atol=1e-6)


def test_preemphasis_types():
    x = batch(np.int16([100, 200, 301, -5]), np.int16([[3, 4], [32000, -32000]]).reshape(-1))
    agree("ndd.preemphasis_filter(x, dtype=ndd.int16)", x=x)
    agree("ndd.preemphasis_filter(x, preemph_coeff=b(0.1, 0.9))", x=x, atol=1e-2)
    agree("ndd.preemphasis_filter(x)", x=tensor(SIGNAL.reshape(-1, 2), layout="tc"), atol=1e-6)


@pytest.mark.parametrize(
    "args",
    ["", "reference=1.0", "multiplier=20.0", "cutoff_db=-20.0", "reference=10.0, cutoff_db=-10.0"],
)
def test_decibels(args):
    agree(f"ndd.to_decibels(x, {args})", x=POWERS, atol=1e-4)
    agree(f"ndd.to_decibels(x, {args})", x=tensor(np.float32([0, 1, np.nan, -3])), atol=1e-4)
    agree(f"ndd.to_decibels(x, {args})", x=tensor(np.zeros((2, 2), np.float32)), atol=1e-4)


@pytest.mark.parametrize(
    "args",
    [
        "",
        "nfft=600",
        "nfft=400, window_length=400, window_step=160",
        "nfft=1024, window_length=400, window_step=160",
        "nfft=401, window_length=401, window_step=100",
        "window_length=301, nfft=511, layout='tf'",
        "center_windows=False, window_length=64, window_step=10",
        "reflect_padding=False",
        "power=1",
        "window_length=100, window_fn=[0.01 * i for i in range(100)]",
        "center_windows=False, reflect_padding=False, window_length=310",
        "center_windows=False, window_length=310",
    ],
)
def test_spectrogram(args):
    agree(f"ndd.spectrogram(x, {args})", x=SIGNALS, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("length", [1, 2, 10, 255, 256, 257, 512])
def test_short_signals(length):
    agree("ndd.spectrogram(x)", x=tensor(SIGNAL[:length]), rtol=1e-4, atol=1e-3)


def test_axes_of_one_element():
    for shape in ((1, 300), (300, 1, 1)):
        agree(
            "ndd.spectrogram(x, window_length=64)",
            x=tensor(SIGNAL[:300].reshape(shape)),
            rtol=1e-4,
            atol=1e-3,
        )


@pytest.mark.parametrize("args", ["", "nfft=20", "nfft=64", "nfft=101", "nfft=10", "power=1"])
@pytest.mark.parametrize("shape", [(20,), (4, 23), (6, 3, 37), (1009,)])
def test_power_spectrum(args, shape):
    x = RNG.standard_normal(shape).astype(np.float32)
    agree(f"ndd.power_spectrum(x, {args})", x=tensor(x), rtol=1e-4, atol=1e-3)
    agree(f"ndd.power_spectrum(x, axis=0, {args})", x=tensor(x), rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize(
    "args",
    [
        "",
        "nfilter=40, sample_rate=16000.0",
        "nfilter=40, sample_rate=16000.0, normalize=False",
        "nfilter=40, sample_rate=16000.0, mel_formula='htk'",
        "nfilter=40, sample_rate=16000.0, freq_low=100.0, freq_high=4000.0",
        "nfilter=10, freq_high=30000.0",
    ],
)
def test_mel(args):
    agree(f"ndd.mel_filter_bank(x, {args})", x=POWERS, rtol=1e-4, atol=1e-5)
    turned = batch(*[a.T for a in POWERS.arrays], layout="tf")
    agree(f"ndd.mel_filter_bank(x, {args})", x=turned, rtol=1e-4, atol=1e-5)
    agree(f"ndd.mel_filter_bank(x, {args})", x=batch(*POWERS.arrays), rtol=1e-4, atol=1e-5)
    agree(f"ndd.mel_filter_bank(x, {args})", x=tensor(POWERS.arrays[0][:, 0]), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    "args",
    [
        *(f"dct_type={t}" for t in (1, 2, 3, 4)),
        *(f"dct_type={t}, normalize=True, lifter=22.0" for t in (2, 3, 4)),
        "n_mfcc=300",
    ],
)
def test_mfcc(args):
    agree(f"ndd.mfcc(x, {args})", x=POWERS, rtol=1e-4, atol=2e-3)
    turned = batch(*[a.T for a in POWERS.arrays])
    agree(f"ndd.mfcc(x, axis=1, {args})", x=turned, rtol=1e-4, atol=2e-3)


@pytest.mark.parametrize(
    "args", ["", "window_length=256", "cutoff_db=-20.0, window_length=64", "window_length=1"]
)
@pytest.mark.parametrize("dtype", ["float32", "int16", "uint8"])
def test_nonsilent(args, dtype):
    """With a reference, so that DALI's sums, which drift, decide nothing."""
    x = np.zeros(20000)
    x[5000:9000] = 90 + 9 * np.sin(np.arange(4000) * 0.3)
    x[12000:12010] = 20
    args += ", " if args else ""
    agree(
        f"ndd.nonsilent_region(x, {args}reference_power=8000.0)",
        x=batch(x.astype(dtype), x[::-1][:9000].astype(dtype)),
    )


def test_silence():
    agree("ndd.nonsilent_region(x)", x=tensor(np.zeros(5000, np.float32)))
    agree("ndd.nonsilent_region(x)", x=tensor(SIGNAL[:100]))


@pytest.mark.parametrize(
    "args",
    [
        "scale=2.5",
        "scale=0.37",
        "scale=1.0",
        "in_rate=44100.0, out_rate=16000.0",
        "in_rate=16000.0, out_rate=44100.0",
        "out_length=333",
        "scale=b(0.5, 1.7, 3.0)",
        "scale=1.3, quality=0.0",
        "scale=1.3, quality=100.0",
    ],
)
def test_resample(args):
    """DALI's table of the sinc is coarse."""
    agree(
        f"ndd.audio_resample(x, {args})",
        x=SIGNALS,
        atol=2e-2 if "=0.0" in args or "length" in args else 5e-3,
    )


def test_resample_channels_and_types():
    agree("ndd.audio_resample(x, scale=2.0)", x=tensor(SIGNAL.reshape(-1, 2)), atol=5e-3)
    loud = tensor((SIGNAL * 3000).astype(np.int16))
    agree("ndd.audio_resample(x, scale=2.0, dtype=ndd.float32)", x=loud, atol=5e-3)
    for unsigned in (np.uint8, np.uint16):
        top = np.iinfo(unsigned).max
        x = tensor(((SIGNAL / 8 + 0.5) * top).clip(0, top).astype(unsigned))
        agree("ndd.audio_resample(x, scale=1.5, dtype=ndd.float32)", x=x, atol=5e-3)
    # Beyond the ends there is silence; for DALI, the lowest of the unsigned numbers.
    call = "ndd.cast(ndd.audio_resample(x, scale=1.5, dtype=ndd.uint8), dtype=ndd.float32)[30:-30]"
    agree(call, x=tensor(SIGNAL / 5), atol=1.1)
    quiet = tensor(SIGNAL / 5)
    agree(
        "ndd.cast(ndd.audio_resample(x, scale=2.0, dtype=ndd.int16), dtype=ndd.float32)",
        x=quiet,
        atol=40,
    )
    agree("ndd.cast(ndd.audio_resample(x, scale=2.0), dtype=ndd.float32)", x=loud, atol=16)


@pytest.mark.parametrize(
    "call",
    [
        "ndd.audio_resample(x)",
        "ndd.audio_resample(x, scale=2.0, out_length=3)",
        "ndd.audio_resample(x, in_rate=2.0)",
        "ndd.audio_resample(x, scale=-1.0)",
        "ndd.audio_resample(x, scale=2.0, quality=101.0)",
        "ndd.spectrogram(x, layout='xy')",
        "ndd.spectrogram(x, nfft=100)",
        "ndd.spectrogram(x, window_fn=[1.0] * 100)",
        "ndd.spectrogram(x, window_step=0)",
        "ndd.power_spectrum(x, power=3)",
        "ndd.mel_filter_bank(x, nfilter=0)",
        "ndd.mel_filter_bank(x, mel_formula='mel')",
        "ndd.mel_filter_bank(x, freq_low=3000.0, freq_high=2000.0)",
        "ndd.mfcc(x, dct_type=5)",
        "ndd.mfcc(x, dct_type=1, normalize=True)",
        "ndd.mfcc(x, n_mfcc=0)",
        "ndd.preemphasis_filter(x, border='mirror')",
    ],
)
def test_both_refuse(call):
    both_fail(call, x=tensor(SIGNAL))
