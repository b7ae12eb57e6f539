"""sphere, water, jitter: displacements of pixels."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...core import errors
from ...engine import cases
from ...engine.operator import Lowered, kernel, operator, reference
from ...engine.params import Group, Input, InterpType, PerSample
from .sampling import LINEAR, NN, interp, reference_sample

_LAYOUTS = ("HWC", "HW")
_WAVE = math.pi / 64  # a period of 128 pixels
_MASKS = cases.PerSample([1, 0, 1], "int32")


class Displacement(Group):
    """Arguments of every operator here."""

    fill_value: float = 0.0
    interp_type: InterpType = NN
    mask: PerSample[int] = 1

    def lower(self, name: str, input: Any, **more: Any) -> Lowered:
        """The call of a kernel, with its own parameters."""
        filter = interp(self.interp_type, (NN, LINEAR))
        return kernel(
            name, input, mask=self.mask, fill_value=self.fill_value, interp=filter, **more
        )


class Waves(Group):
    """Arguments of water."""

    ampl_x: float = 10.0
    ampl_y: float = 10.0
    freq_x: float = _WAVE
    freq_y: float = _WAVE
    phase_x: float = 0.0
    phase_y: float = 0.0


@operator(
    layouts=_LAYOUTS,
    sequences=True,
    samples=[
        cases.Case([cases.images()], {"mask": _MASKS, "fill_value": 9.0}),
        cases.Case([cases.images("float32", "HW")], {"interp_type": "linear"}, 1e-2),
    ],
)
def sphere(input: Input, /, *, displacement: Displacement):
    """Distort an image as if it were on a sphere: its centre is enlarged.

    A pixel at distance r from the centre is read at distance r² / (half of the longer side).

    mask: 0 leaves a sample unchanged.
    fill_value: value of pixels that are read outside the input. interp_type: "nn" or "linear".

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[1], [2], [3], [4], [5], [6]]], dtype=ndd.uint8, layout="HWC")
    >>> ndd.sphere(x)[0, :, 0].tolist()
    [1, 3, 3, 4, 4, 6]
    """
    return displacement.lower("sphere", input)


@reference(sphere)
def _sphere(x, *, layout, fill_value, interp_type, mask):
    if not mask:
        return x
    h, w = x.shape[:2]
    dy = (np.arange(h, dtype=np.float32) + np.float32(0.5) - np.float32(h / 2))[:, None]
    dx = (np.arange(w, dtype=np.float32) + np.float32(0.5) - np.float32(w / 2))[None, :]
    scale = np.sqrt(dx * dx + dy * dy) / np.float32(max(max(h, w) // 2, 1))
    places = [np.float32(h / 2) + dy * scale, np.float32(w / 2) + dx * scale]
    return reference_sample(x, places, interp_type, "constant", fill_value)


@operator(
    layouts=_LAYOUTS,
    sequences=True,
    samples=[
        cases.Case([cases.images()], {"mask": _MASKS, "ampl_x": 2.0, "freq_y": 0.7}),
        cases.Case(
            [cases.images("float32")],
            {"ampl_x": 1.5, "ampl_y": 1.0, "interp_type": "linear", "phase_x": 0.3, "phase_y": 1.0},
            1e-2,
        ),
    ],
)
def water(input: Input, /, *, displacement: Displacement, waves: Waves):
    """Distort an image as if seen through water: rows and columns are displaced by waves.

    The pixel (x, y) is read at x + ampl_x sin(freq_x y + phase_x), y + ampl_y cos(freq_y x +
    phase_y), where pixel 0 covers [0, 1].

    mask: 0 leaves a sample unchanged.
    fill_value: value of pixels that are read outside the input. interp_type: "nn" or "linear".

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[1], [2], [3], [4], [5], [6]]], dtype=ndd.uint8, layout="HWC")
    >>> ndd.water(x, ampl_x=2.0, phase_x=1.0, ampl_y=0.0)[0, :, 0].tolist()
    [2, 3, 4, 5, 6, 0]
    """
    return displacement.lower("water", input, **vars(waves))


@reference(water)
def _water(x, *, layout, fill_value, interp_type, mask, **waves):
    if not mask:
        return x
    f = {k: np.float32(v) for k, v in waves.items()}
    rows = np.arange(x.shape[0], dtype=np.float32)[:, None]
    columns = np.arange(x.shape[1], dtype=np.float32)[None, :]
    places = [
        rows + f["ampl_y"] * np.cos(f["freq_y"] * columns + f["phase_y"]),
        columns + f["ampl_x"] * np.sin(f["freq_x"] * rows + f["phase_x"]),
    ]
    return reference_sample(x, places, interp_type, "constant", fill_value)


@operator(
    layouts=_LAYOUTS,
    sequences=True,
    random=True,
    samples=[
        cases.Case([cases.images()], {"mask": _MASKS, "nDegree": 4}),
        cases.Case([cases.images("float32")], {"interp_type": "linear", "fill_value": -1.0}),
    ],
)
def jitter(input: Input, /, *, displacement: Displacement, nDegree: int = 2):
    """Read each pixel from a random position near it.

    The displacements in x and y are uniform between -nDegree / 2 and nDegree / 2 pixels. Random
    numbers come from `rng`, or from the thread's generator; all frames of a sequence share them.

    mask: 0 leaves a sample unchanged.
    fill_value: value of pixels that are read outside the input. interp_type: "nn" or "linear".

    >>> import headrace.dynamic as ndd
    >>> x = ndd.zeros(shape=[40, 60, 3], layout="HWC")
    >>> ndd.jitter(x).shape
    (40, 60, 3)
    """
    if not 0 <= nDegree <= 1 << 20:
        raise errors.ArgumentError(f"nDegree must be between 0 and {1 << 20}, got {nDegree}")
    return displacement.lower("jitter", input, degree=nDegree)
