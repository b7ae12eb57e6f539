"""Random numbers of the transforms: torch's generator where torch is imported, else Headrace's.

With torch, `torch.manual_seed` decides, and workers of a DataLoader draw different numbers. Without
it the numbers come from `headrace.dynamic.random`.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ...engine.random import default_rng

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]


def _torch() -> Any:
    torch = sys.modules.get("torch")
    return torch if hasattr(torch, "rand") else None


def uniform(shape: int | tuple[int, ...], low: Any = 0.0, high: Any = 1.0) -> Floats:
    """Numbers in [low, high)."""
    shape = (shape,) if isinstance(shape, int) else shape
    torch = _torch()
    if torch is not None:
        drawn = torch.rand(shape, dtype=torch.float64).numpy()
    else:
        drawn = _generator().random(shape)
    return low + (np.asarray(high) - low) * drawn  # type: ignore[no-any-return]


def integers(n: int, low: Any, high: Any) -> Ints:
    """Whole numbers in [low, high): bounds may be one per number."""
    found = np.floor(uniform(n, low, high)).astype(np.int64)
    return np.asarray(np.minimum(found, np.asarray(high) - 1))


def chance(n: int, p: float) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """True with probability p."""
    return uniform(n) < p


def order(n: int, count: int) -> Ints:
    """n permutations of 0 … count - 1."""
    return np.argsort(uniform((n, count)), axis=1)


def beta(n: int, a: float, b: float) -> Floats:
    """Numbers of a beta distribution."""
    return _seeded().beta(a, b, n)


def normal(shape: tuple[int, ...]) -> Floats:
    """Numbers of the standard normal distribution."""
    return _seeded().standard_normal(shape)


def dirichlet(alphas: list[float], n: int) -> Floats:
    """n rows of numbers that add up to one."""
    return _seeded().dirichlet(alphas, n)


def _seeded() -> np.random.Generator:
    """A generator whose seed is the next random number."""
    return np.random.default_rng(int(uniform(1)[0] * 2**53))


def _generator() -> np.random.Generator:
    rng = default_rng()
    words = [rng() for _ in range(4)]
    key = words[0] | words[1] << 32 | words[2] << 64 | words[3] << 96
    return np.random.Generator(np.random.Philox(key=key))
