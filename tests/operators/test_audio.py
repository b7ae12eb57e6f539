"""Signals: lengths, borders, chains, and what is wrong with arguments."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import headrace.dynamic as ndd

RNG = np.random.default_rng(8)
TONE = np.sin(np.arange(4000) * 0.3).astype(np.float32)


def values(x):
    return np.asarray(x)


@given(st.integers(1, 700), st.integers(1, 40), st.booleans())
def test_any_length(nfft, lines, first):
    """One signal, a few, and more than are transformed at a time; any factors of the length."""
    x = RNG.standard_normal((nfft, lines) if first else (lines, nfft)).astype(np.float32)
    axis = 0 if first else 1
    got = values(ndd.power_spectrum(ndd.tensor(x), axis=axis, power=1))
    want = np.abs(np.fft.rfft(x.astype(np.float64), axis=axis))
    np.testing.assert_allclose(got, want, atol=1e-5 * np.sqrt(nfft) * 8)


def test_long_signals():
    """Lengths with a large prime factor are convolutions, of any length."""
    for n in (65_537, 100_003):
        x = RNG.standard_normal(n).astype(np.float32)
        got = values(ndd.power_spectrum(ndd.tensor(x), power=1))
        want = np.abs(np.fft.rfft(x.astype(np.float64)))
        assert np.abs(got - want).max() < 2e-5 * want.max()


def test_tones_are_where_they_belong():
    rate, hz = 16000.0, 1234.0
    x = np.sin(2 * np.pi * hz / rate * np.arange(16000)).astype(np.float32)
    spectrum = ndd.spectrogram(ndd.tensor(x), nfft=512, window_length=400, window_step=160)
    assert spectrum.shape == (257, 101) and spectrum.layout == "ft"
    peak = values(spectrum)[:, 50].argmax() * rate / 512
    assert abs(peak - hz) < rate / 512
    mel = ndd.mel_filter_bank(spectrum, nfilter=80, sample_rate=rate)
    edges = 700 * (10 ** (np.linspace(0, 2595 * np.log10(1 + 8000 / 700), 82) / 2595) - 1)
    htk = ndd.mel_filter_bank(spectrum, nfilter=80, sample_rate=rate, mel_formula="htk")
    band = values(htk)[:, 50].argmax()
    assert edges[band] < hz < edges[band + 2]
    assert values(mel).shape == (80, 101)


def test_speech_features_in_one_chain():
    """Ragged batches through all of it, the same as one by one."""
    signals = [TONE[: 4000 - 700 * k] + 0.1 * k for k in range(4)]

    def features(x):
        x = ndd.preemphasis_filter(x)
        x = ndd.spectrogram(x, nfft=512, window_length=320, window_step=160)
        x = ndd.mel_filter_bank(x, nfilter=40, sample_rate=16000.0)
        return ndd.mfcc(ndd.to_decibels(x, cutoff_db=-80.0), n_mfcc=13, lifter=22.0)

    together = features(ndd.batch(signals))
    for t, signal in zip(together.tensors, signals, strict=True):
        np.testing.assert_array_equal(values(t), values(features(ndd.tensor(signal))))
        assert t.layout == "ft" and t.shape == (13, len(signal) // 160 + 1)


@pytest.mark.parametrize("dtype", ["int16", "uint8", "float16", "bfloat16", "float64", "int32"])
def test_types(dtype):
    """Whatever holds the samples, they are the numbers that they are."""
    x = ndd.cast(ndd.tensor(TONE[:900] * 50 + 60), dtype=ndd.dtype(dtype))
    f = ndd.cast(x, dtype=ndd.float32)
    for call in (
        lambda x: ndd.spectrogram(x, window_length=64, window_step=32),
        lambda x: ndd.power_spectrum(x),
        lambda x: ndd.to_decibels(x),
        lambda x: ndd.mfcc(x, n_mfcc=5),
        lambda x: ndd.mel_filter_bank(x, nfilter=4),
        lambda x: ndd.preemphasis_filter(x),
    ):
        got, want = call(x), call(f)
        assert got.dtype == ndd.float32
        np.testing.assert_allclose(values(got), values(want), rtol=1e-5)


def test_slices_that_are_not_silent():
    """The region as an argument of `slice`."""
    x = np.zeros(9000, np.float32)
    x[3000:5000] = TONE[:2000] + 2
    signals = ndd.batch([x, x[::-1].copy()])
    begin, length = ndd.nonsilent_region(signals, window_length=1)
    kept = ndd.slice(signals, begin, length, axes=[0])
    np.testing.assert_array_equal(values(kept.tensors[0]), x[3000:5000])
    np.testing.assert_array_equal(values(kept.tensors[1]), x[3000:5000][::-1])


def test_quiet_tails_do_not_drift():
    """Sums of a loud part leave nothing behind."""
    x = np.zeros(100_000, np.float32)
    x[:50_000] = 1e4 * RNG.standard_normal(50_000).astype(np.float32)
    _, length = ndd.nonsilent_region(ndd.tensor(x), cutoff_db=-80.0, window_length=2048)
    assert length.item() == 50_000 + 2047


def test_no_range_of_loudness_leaves_a_residue():
    x = np.zeros(3000, np.float32)
    x[:50] = RNG.random(50, dtype=np.float32) * 1e5
    found = ndd.nonsilent_region(ndd.tensor(x), window_length=16, reference_power=1e-3)
    assert [v.item() for v in found] == [0, 65]
    x[:50] = 0
    x[100:200], x[1000] = 1, np.nan  # which is silent
    found = ndd.nonsilent_region(ndd.tensor(x), window_length=16)
    assert [v.item() for v in found] == [85, 130]


def test_cutoffs_of_any_size():
    x = ndd.tensor([0.0, 1.0, 2.0])
    for args in ({"multiplier": 1.0}, {"multiplier": 4.4}, {"cutoff_db": -500.0}):
        assert ndd.to_decibels(x, **args).tolist()[0] == args.get("cutoff_db", -200.0)


@pytest.mark.parametrize("reflect", [True, False])
def test_empty_samples_of_a_batch(reflect):
    loud = np.full(64, 1000, np.float32)
    x = ndd.preemphasis_filter(ndd.batch([loud, loud[:0], loud]))
    args = {"window_length": 50, "window_step": 100, "center_windows": False}
    with pytest.raises(ValueError, match=r"(?s)0 samples has no window of 50.*sample 1"):
        ndd.spectrogram(x, **args, reflect_padding=reflect).evaluate()


@pytest.mark.parametrize("scale", [0.25, 0.5, 1.0, 1.7, 3.0])
def test_resampled_tones(scale):
    x = np.sin(np.arange(3000) * 0.05).astype(np.float32)
    got = values(ndd.audio_resample(ndd.tensor(x), scale=scale))
    want = np.sin(np.arange(len(got)) / np.float32(scale) * 0.05)
    inside = slice(int(40 * scale) + 40, len(got) - int(40 * scale) - 40)
    assert np.abs(got - want)[inside].max() < 2e-3
    assert len(got) == int(np.ceil(3000 * float(np.float32(scale))))


def test_resampling_edges():
    empty = ndd.tensor(np.zeros(0, np.float32))
    assert ndd.audio_resample(empty, scale=2.0).shape == (0,)
    assert ndd.audio_resample(ndd.tensor(TONE), out_length=0).shape == (0,)
    assert ndd.audio_resample(ndd.tensor(TONE[:1]), scale=5.0).shape == (5,)
    same = ndd.audio_resample(ndd.tensor(TONE), scale=1.0)
    np.testing.assert_allclose(values(same), TONE, atol=1e-6)
    with pytest.raises(ValueError, match="no samples"):
        ndd.audio_resample(empty, out_length=3).evaluate()


def test_nothing_to_hear():
    """Empty signals, one sample, zeros, NaN and infinity."""
    empty = ndd.tensor(np.zeros(0, np.float32))
    assert ndd.preemphasis_filter(empty).shape == (0,)
    assert ndd.to_decibels(empty).shape == (0,)
    begin, length = ndd.nonsilent_region(empty)
    assert (begin.item(), length.item()) == (0, 0)
    assert ndd.preemphasis_filter(ndd.tensor([2.0]), border="reflect").tolist() == pytest.approx(
        [0.06]
    )
    assert values(ndd.spectrogram(ndd.tensor(np.float32([1.0])), window_length=8)).shape == (5, 1)
    odd = ndd.to_decibels(ndd.tensor(np.float32([np.inf, np.nan, -1, 1])), reference=1.0)
    assert odd.tolist() == [np.inf, pytest.approx(-200, abs=1e-3), pytest.approx(-200, abs=1e-3), 0]
    for call in (ndd.spectrogram, ndd.power_spectrum):
        with pytest.raises(ValueError, match="samples"):
            call(empty).evaluate()


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda x: ndd.spectrogram(x, layout="xy"), ValueError, '"ft" or "tf"'),
        (lambda x: ndd.spectrogram(x, nfft=100), ValueError, "shorter than window_length=512"),
        (lambda x: ndd.spectrogram(x, nfft=1 << 40), ValueError, "nfft is a number from 1"),
        (lambda x: ndd.spectrogram(x, window_length=0), ValueError, "window_length"),
        (lambda x: ndd.spectrogram(x, window_step=-3), ValueError, "window_step"),
        (lambda x: ndd.spectrogram(x, window_fn=[1.0] * 9), ValueError, "window_fn has 9"),
        (lambda x: ndd.spectrogram(x, power=3), ValueError, "power is 1"),
        (
            lambda x: ndd.spectrogram(x, center_windows=False, window_length=4400),
            ValueError, "has no window of 4400",
        ),
        (
            lambda x: ndd.spectrogram(ndd.tensor(np.zeros((9, 2), np.float32))),
            ValueError, "one channel",
        ),
        (lambda x: ndd.power_spectrum(x, axis=1), IndexError, "axis"),
        (lambda x: ndd.power_spectrum(x, nfft=0), ValueError, "nfft"),
        (lambda x: ndd.mel_filter_bank(x, nfilter=0), ValueError, "nfilter"),
        (lambda x: ndd.mel_filter_bank(x, mel_formula="slany"), ValueError, "slaney"),
        (lambda x: ndd.mel_filter_bank(x, freq_low=9.0, freq_high=8.0), ValueError, "freq_low"),
        (lambda x: ndd.mel_filter_bank(x, sample_rate=0.0), ValueError, "sample_rate"),
        (lambda x: ndd.mel_filter_bank(x, sample_rate=np.inf), ValueError, "sample_rate"),
        (lambda x: ndd.mel_filter_bank(x, nfilter=2**40), ValueError, "nfilter"),
        (lambda x: ndd.mel_filter_bank(x, freq_high=50000.0), ValueError, "above sample_rate"),
        (lambda x: ndd.mfcc(x, lifter=np.nan), ValueError, "lifter"),
        (lambda x: ndd.to_decibels(x, reference=np.nan), ValueError, "reference"),
        (lambda x: ndd.to_decibels(x, multiplier=np.nan), ValueError, "multiplier"),
        (lambda x: ndd.audio_resample(x > 0, scale=2.0), TypeError, "truth values"),
        (
            lambda x: ndd.audio_resample(x, scale=2.0, dtype=ndd.bool),
            TypeError, "truth values",
        ),
        (lambda x: ndd.nonsilent_region(x, reference_power=np.nan), ValueError, "reference_power"),
        (lambda x: ndd.nonsilent_region(x, cutoff_db=np.nan), ValueError, "cutoff_db"),
        (
            lambda x: ndd.mel_filter_bank(ndd.tensor(np.zeros((3, 3), np.float32), layout="HW")),
            ValueError, '"f"',
        ),
        (lambda x: ndd.mfcc(x, dct_type=5), ValueError, "dct_type"),
        (lambda x: ndd.mfcc(x, dct_type=1, normalize=True), ValueError, "normalize"),
        (lambda x: ndd.mfcc(x, n_mfcc=0), ValueError, "n_mfcc"),
        (lambda x: ndd.mfcc(x, axis=3), IndexError, "axis"),
        (lambda x: ndd.to_decibels(x, multiplier=0.0), ValueError, "multiplier"),
        (lambda x: ndd.to_decibels(x, reference=-1.0), ValueError, "reference"),
        (lambda x: ndd.preemphasis_filter(x, border="mirror"), ValueError, "reflect"),
        (lambda x: ndd.nonsilent_region(x, window_length=0), ValueError, "window_length"),
        (lambda x: ndd.audio_resample(x), ValueError, "scale="),
        (lambda x: ndd.audio_resample(x, scale=2.0, out_length=9), ValueError, "scale="),
        (lambda x: ndd.audio_resample(x, in_rate=2.0), ValueError, "out_rate"),
        (lambda x: ndd.audio_resample(x, scale=0.0), ValueError, "positive"),
        (lambda x: ndd.audio_resample(x, scale=1e30), ValueError, "would have"),
        (lambda x: ndd.audio_resample(x, scale=2.0, quality=-1.0), ValueError, "quality"),
    ],
)  # fmt: skip
def test_errors(call, kind, text):
    def evaluated():
        out = call(ndd.tensor(TONE))
        (out[0] if isinstance(out, tuple) else out).evaluate()

    with pytest.raises(kind, match=text):
        evaluated()
