"""Type stubs of headrace.fn.noise, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t

def gaussian(
    input: _t.NodeLike,
    /,
    *,
    mean: float | _t.NodeLike = 0.0,
    stddev: float | _t.NodeLike = 1.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
    seed: int | None = None,
) -> _t.DataNode:
    """Add normally distributed noise to every element, rounding and saturating as `cast` does."""

def salt_and_pepper(
    input: _t.NodeLike,
    /,
    *,
    pepper_val: float | _t.NodeLike | None = None,
    per_channel: _t.bool = False,
    prob: float | _t.NodeLike = 0.05,
    salt_val: float | _t.NodeLike | None = None,
    salt_vs_pepper: float | _t.NodeLike = 0.5,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
    seed: int | None = None,
) -> _t.DataNode:
    """Replace random pixels by salt (the largest value) or pepper (the smallest)."""

def shot(
    input: _t.NodeLike,
    /,
    *,
    factor: float | _t.NodeLike = 20.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
    seed: int | None = None,
) -> _t.DataNode:
    """Replace every element by a Poisson random number with the element as its mean."""
