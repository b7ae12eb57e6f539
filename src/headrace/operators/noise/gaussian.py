"""noise.gaussian: adds Gaussian noise."""

from __future__ import annotations

import math

from ...core import errors
from ...engine import cases
from ...engine.operator import kernel, operator
from ...engine.params import Dyn, Input, PerSample
from .elements import numbers


@operator(
    "noise.gaussian",
    random=True,
    samples=[
        cases.Case([cases.images()], {"mean": -3.0, "stddev": 20.0}),
        cases.Case([cases.images("float16", "CHW")], {"stddev": cases.PerSample([0.5, 2.0, 0.0])}),
        cases.Case([cases.Sample([(70,), (200,), (3,)], "int32")], {"mean": 10.5}),
    ],
)
def gaussian(input: Input, /, *, mean: PerSample[float] = 0.0, stddev: PerSample[float] = 1.0):
    """Add normally distributed noise to every element, rounding and saturating as `cast` does.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.full(ndd.uint8(128), shape=[100, 100, 3])
    >>> noisy = ndd.noise.gaussian(x, stddev=10.0, rng=ndd.random.RNG(1))
    >>> noisy.dtype.name, bool(ndd.reductions.mean(noisy).item() > 127)
    ('u8', True)
    """
    for name, value in (("mean", mean), ("stddev", stddev)):
        if not isinstance(value, Dyn) and not math.isfinite(value):
            raise errors.ArgumentError(f"{name} must be finite, got {value}")
    return kernel("noise_gaussian", numbers(input), mean=mean, stddev=stddev)
