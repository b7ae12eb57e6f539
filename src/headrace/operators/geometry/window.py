"""What the crop-like operators share: windows, and what happens outside the sample."""

from __future__ import annotations

from ...core import errors

# The order of native/src/kernels/crop_window.h.
_BOUNDS = {
    "error": 0,
    "constant": 1,
    "pad": 1,
    "trim_to_shape": 2,
    "edge": 3,
    "clamp": 3,
    "reflect": 5,
    "reflect_1001": 4,
    "reflect_101": 5,
    "wrap": 6,
}
CROP_BOUNDS = ("error", "constant", "pad", "trim_to_shape")


def bounds(policy: str, allowed: tuple[str, ...] = tuple(_BOUNDS)) -> int:
    """The native number of an out-of-bounds policy."""
    if policy not in allowed:
        raise errors.ArgumentError(
            f"out_of_bounds_policy={policy!r} is unknown. " + errors.hint(policy, allowed))
    return _BOUNDS[policy]


def truncates(rounding: str) -> int:
    """Whether window positions are truncated rather than rounded."""
    if rounding not in ("round", "truncate"):
        raise errors.ArgumentError(
            f"rounding={rounding!r} is unknown. " + errors.hint(rounding, ["round", "truncate"]))
    return int(rounding == "truncate")
