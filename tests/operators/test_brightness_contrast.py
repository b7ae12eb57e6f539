"""What is special about brightness and contrast: ranges of types, chains, mistakes."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

X = np.random.default_rng(0).integers(0, 256, (100, 120, 3)).astype(np.uint8)


@pytest.mark.parametrize(
    ("dtype", "middle", "most"),
    [("uint8", 128, 255), ("int8", 64, 127), ("uint16", 32768, 65535), ("int16", 16384, 32767),
     ("float32", 0.5, 1), ("float16", 0.5, 1), ("float64", 0.5, 1)],
)  # fmt: skip
def test_the_range_of_a_type(dtype: str, middle: float, most: float) -> None:
    x = ndd.tensor(np.zeros((1, 1, 1), dtype), layout="HWC")
    assert float(ndd.contrast(x, contrast=0.0)) == middle
    assert float(ndd.brightness(x, brightness_shift=1.0)) == most


def test_steps_of_a_chain_round_as_single_calls_do() -> None:
    x = ndd.tensor(X, layout="HWC")
    with ndd.EvalMode.deferred:
        chained = ndd.contrast(ndd.brightness(ndd.brightness(x, brightness=1.3), brightness=0.6))
        chained = ndd.cast(chained, dtype=ndd.float32) * 0.5
        chained = ndd.brightness(chained, brightness=1.7, dtype=ndd.uint8)
        found = np.asarray(chained)
    with ndd.EvalMode.sync_cpu:
        y = ndd.contrast(ndd.brightness(ndd.brightness(x, brightness=1.3), brightness=0.6))
        y = ndd.brightness(ndd.cast(y, dtype=ndd.float32) * 0.5, brightness=1.7, dtype=ndd.uint8)
        np.testing.assert_array_equal(found, np.asarray(y))


def test_frames_of_a_single_image() -> None:
    y = ndd.brightness(
        ndd.tensor(X, layout="HWC"), brightness=ndd.per_frame(ndd.tensor([0.0, 1.0]))
    )
    assert y.layout == "FHWC" and y.shape == (2, *X.shape)
    np.testing.assert_array_equal(np.asarray(y), [np.zeros_like(X), X])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"brightness": ndd.per_frame(ndd.tensor([1.0, 2.0]))}, "values for 2 frames.* has 3"),
        ({"brightness": ndd.batch([1.0, 2.0])}, "inconsistent batch sizes"),
    ],
)
def test_mistakes(arguments: dict[str, object], message: str) -> None:
    sequences = ndd.batch([np.zeros((3, 2, 2, 1), np.uint8)], layout="FHWC")
    with pytest.raises(ValueError, match=message):
        ndd.brightness(sequences, **arguments).evaluate()


def test_layouts_are_named() -> None:
    with pytest.raises(ValueError, match='layout "CHW" is not accepted.*"HWC"'):
        ndd.brightness(ndd.tensor(np.zeros((3, 2, 2), np.uint8), layout="CHW"))
    with pytest.raises(TypeError, match="brightness"):
        ndd.brightness(ndd.tensor(X), britness=2.0)
