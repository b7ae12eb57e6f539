"""random.uniform, random.normal, random.coin_flip, random.beta: arrays of random numbers."""

from __future__ import annotations

import math
from typing import Any

from ...core import errors
from ...core.dtype import DType, float32, int32
from ...engine import cases
from ...engine.operator import Lowered, Out, kernel, operator
from ...engine.params import Dyn, Input, PerSample


def _draw(name: str, dtype: DType, like: Any, shape: Any, **params: Any) -> Lowered:
    if like is not None and shape is not None:
        raise errors.ArgumentError("give shape= or an input to take the shape from, not both")
    if like is not None:
        return kernel(name, like, out=Out(dtype, like.ndim), **params)
    ndim = 0 if shape is None else shape.size if isinstance(shape, Dyn) else len(shape)
    return kernel(name, out=Out(dtype, ndim), shape=shape, **params)


@operator(
    "random.uniform",
    graph_aliases=("uniform",),
    random=True,
    sized=("shape",),
    samples=[cases.Case([], {"range": [0.0, 1.0], "shape": [5, 3]}, batch_size=3)],
)
def uniform(
    shape_like: Input = None,
    /,
    *,
    dtype: DType = float32,
    range: PerSample[list[float]] = (-1.0, 1.0),
    shape: PerSample[list[int]] = None,
    values: PerSample[list[float]] = None,
):
    """Draw uniform numbers from [range[0], range[1]), or from a list of values.

    The shape is `shape`, or that of the input; without both, each sample is one number.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.random.uniform(range=[0, 1], shape=[4], batch_size=2, rng=ndd.random.RNG(5))
    >>> x.shape
    [(4,), (4,)]
    """
    if values is not None:
        return _draw("random_values", dtype, shape_like, shape, values=values)
    if not isinstance(range, Dyn) and (len(range) != 2 or range[0] > range[1]):
        raise errors.ArgumentError(f"range is [low, high], got {list(range)}")
    return _draw("random_uniform", dtype, shape_like, shape, range=range)


@operator(
    "random.normal",
    graph_aliases=("normal_distribution",),
    random=True,
    sized=("shape",),
    samples=[cases.Case([], {"mean": 2.0, "stddev": 3.0, "shape": [5]}, batch_size=3)],
)
def normal(
    shape_like: Input = None,
    /,
    *,
    dtype: DType = float32,
    mean: PerSample[float] = 0.0,
    shape: PerSample[list[int]] = None,
    stddev: PerSample[float] = 1.0,
):
    """Draw normally distributed numbers."""
    return _draw("random_normal", dtype, shape_like, shape, mean=mean, stddev=stddev)


@operator(
    "random.coin_flip",
    graph_aliases=("coin_flip",),
    random=True,
    sized=("shape",),
    samples=[cases.Case([], {"probability": 0.3, "shape": [7]}, batch_size=3)],
)
def coin_flip(
    shape_like: Input = None,
    /,
    *,
    dtype: DType = int32,
    probability: PerSample[float] = 0.5,
    shape: PerSample[list[int]] = None,
):
    """Draw ones with the given probability, else zeros.

    >>> import headrace.dynamic as ndd
    >>> ndd.random.coin_flip(probability=1.0).item()
    1
    """
    if not isinstance(probability, Dyn) and not 0 <= probability <= 1:
        raise errors.ArgumentError(f"probability must lie in [0, 1], got {probability}")
    return _draw("random_coin_flip", dtype, shape_like, shape, probability=probability)


@operator(
    "random.beta",
    random=True,
    sized=("shape",),
    samples=[
        cases.Case([], {"alpha": 0.4, "beta": 2.5, "shape": [7]}, batch_size=3),
        cases.Case([], {"alpha": cases.PerSample([0.1, 1.0, 50.0]), "dtype": "float64"}),
    ],
)
def beta(
    shape_like: Input = None,
    /,
    *,
    alpha: PerSample[float] = 1.0,
    beta: PerSample[float] = 1.0,
    dtype: DType = float32,
    shape: PerSample[list[int]] = None,
):
    """Draw numbers in [0, 1] with a beta distribution; the mean is alpha / (alpha + beta).

    The shape is `shape`, or that of the input; without both, each sample is one number, for example
    the weight of mixup.

    >>> import headrace.dynamic as ndd
    >>> weights = ndd.random.beta(alpha=0.2, beta=0.2, batch_size=3)
    >>> weights.shape, weights.dtype.name
    ([(), (), ()], 'f32')
    """
    for name, value in (("alpha", alpha), ("beta", beta)):
        if not isinstance(value, Dyn) and not 0 < value < math.inf:
            raise errors.ArgumentError(f"{name} must be positive and finite, got {value}")
    return _draw("random_beta", dtype, shape_like, shape, alpha=alpha, beta=beta)
