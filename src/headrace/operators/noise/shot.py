"""noise.shot: Poisson noise."""

from __future__ import annotations

import math

from ...core import errors
from ...engine import cases
from ...engine.operator import kernel, operator
from ...engine.params import Dyn, Input, PerSample
from .elements import numbers


@operator(
    "noise.shot",
    random=True,
    samples=[
        cases.Case([cases.images()]),
        cases.Case([cases.images("float32", "CHW")], {"factor": cases.PerSample([0.5, 20.0, 0.0])}),
        cases.Case([cases.Sample([(70,), (200,), (3,)], "int64")], {"factor": 0.25}),
    ],
)
def shot(input: Input, /, *, factor: PerSample[float] = 20.0):
    """Replace every element by a Poisson random number with the element as its mean.

    An element x becomes factor * Poisson(max(0, x / factor)), as if a sensor counted events of
    value `factor`. The variance is x * factor; a factor of 0 changes nothing.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.full(100.0, shape=[1000])
    >>> set((ndd.noise.shot(x, factor=20.0) % 20.0).tolist())
    {0.0}
    """
    if not isinstance(factor, Dyn) and not math.isfinite(factor):
        raise errors.ArgumentError(f"factor must be finite, got {factor}")
    return kernel("noise_shot", numbers(input), factor=factor)
