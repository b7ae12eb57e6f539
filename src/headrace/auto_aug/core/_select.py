"""select: applies to each sample the function with its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...engine.random import RNG
from ...pipeline.conditionals import converting
from ._augmentation import Augmentation, SignedMagnitudeBin
from ._checks import fail
from ._modes import Branch, Mode, mode_of


def select(
    ops: Sequence[Callable[..., Any]], selected_op_idx: Any, *op_args: Any, **op_kwargs: Any
) -> Any:
    """Call for each sample the function in `ops` that its number selects.

    ops: augmentations or other functions, all with the same number and types of outputs.
    selected_op_idx: numbers from 0 to len(ops) - 1, one for each sample: a node, or a Batch.
    Other arguments are passed on; the first one is the samples (also as `data=`). Per-sample
    arguments are split like the samples.
    """
    if not ops:
        raise fail("select", "needs functions to select from")
    if not op_args and "data" in op_kwargs:
        op_args = (op_kwargs.pop("data"),)
    if not op_args:
        raise fail("select", "needs samples")
    bin = op_kwargs.get("magnitude_bin")
    seed = bin.seed if isinstance(bin, SignedMagnitudeBin) else None
    rng = op_kwargs.get("rng")
    mode = mode_of(op_args[0], seed, rng)
    if "magnitude_bin" in op_kwargs:
        signed = any(isinstance(op, Augmentation) and op.randomly_negate for op in ops)
        bins = op_kwargs.get("num_magnitude_bins")
        op_kwargs["magnitude_bin"] = of_samples(mode, bin, bins, signed)
    return apply(mode, ops, selected_op_idx, op_args, op_kwargs)


def augment(
    mode: Mode,
    ops: Sequence[Augmentation | None],
    index: Any,
    data: Any,
    bin: Any,
    bins: int,
    rng: RNG | None,
    kwargs: dict[str, Any],
) -> Any:
    """Augment each sample by the augmentation with its number; None means no change."""
    signed = any(op is not None and op.randomly_negate for op in ops)
    more = {"magnitude_bin": of_samples(mode, bin, bins, signed), "num_magnitude_bins": bins}
    if rng is not None:
        more["rng"] = rng
    return apply(mode, [op or _nothing for op in ops], index, (data,), {**kwargs, **more})


def _nothing(data: Any, **_: Any) -> Any:
    return data


def of_samples(mode: Mode, bin: Any, bins: int | None, signed: bool) -> Any:
    """A magnitude bin whose signs are drawn once, for all branches."""
    given = bin if isinstance(bin, SignedMagnitudeBin) else SignedMagnitudeBin(bin)
    sign = given.sign(mode) if signed else None
    return SignedMagnitudeBin(mode.per_sample("magnitude_bin", given.bin, bins), sign)


def apply(
    mode: Mode,
    ops: Sequence[Callable[..., Any]],
    index: Any,
    args: Sequence[Any],
    kwargs: dict[str, Any],
) -> Any:
    """Call each function on the samples with its number."""
    index = mode.per_sample("selected_op_idx", index, len(ops))
    return mode.switch(index, [_branch(op) for op in ops], args, kwargs)


def _branch(op: Callable[..., Any]) -> Branch:
    return op if isinstance(op, Augmentation) else converting.call(op)
