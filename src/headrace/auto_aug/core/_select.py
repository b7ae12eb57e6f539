"""select: for each sample the augmentation that its number says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...engine.random import RNG
from ._augmentation import Augmentation, SignedMagnitudeBin
from ._checks import fail
from ._modes import Branch, Mode, mode_of


def select(
    ops: Sequence[Augmentation],
    selected_op_idx: Any,
    data: Any,
    *,
    magnitude_bin: Any = None,
    num_magnitude_bins: int | None = None,
    rng: RNG | None = None,
    **kwargs: Any,
) -> Any:
    """Augment each sample by the one of `ops` whose number it has.

    selected_op_idx: numbers from 0 to len(ops) - 1, one for each sample: a node, or a Batch.
    The other arguments are those of the augmentations.
    """
    if not ops:
        raise fail("select", "needs augmentations to select from")
    seed = magnitude_bin.seed if isinstance(magnitude_bin, SignedMagnitudeBin) else None
    mode = mode_of(data, seed, rng)
    return apply(mode, ops, selected_op_idx, data, magnitude_bin, num_magnitude_bins, kwargs)


def apply(
    mode: Mode,
    ops: Sequence[Augmentation | None],
    index: Any,
    data: Any,
    bin: Any,
    bins: int | None,
    kwargs: dict[str, Any],
) -> Any:
    """The same in a mode that is there; None among the augmentations leaves samples as they are.

    Whatever has a value for each sample goes to the branches with its samples.
    """
    signed = isinstance(bin, SignedMagnitudeBin)
    sign = bin.random_sign if signed else None
    if sign is None and any(op is not None and op.randomly_negate for op in ops):
        sign = mode.integers(2)  # one for all branches
    own = {"_bin": bin.bin if signed else bin, "_sign": sign}

    def branch(op: Augmentation | None) -> Branch:
        def run(data: Any, *, _bin: Any, _sign: Any, **more: Any) -> Any:
            if op is None:
                return data
            return op.apply(mode, data, SignedMagnitudeBin(_bin, _sign), bins, more)

        return run

    return mode.switch(index, [branch(op) for op in ops], data, {**own, **kwargs})
