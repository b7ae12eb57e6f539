"""select, merge, stack_batch: samples of one or two batches, or all as one tensor; no copies."""

from __future__ import annotations

from typing import Any

from ... import _native
from ...core import layout as _layout
from ...core.batch import Batch
from ...core.meta import Meta
from ...core.site import caller_site
from ...core.slots import slots
from ...core.tensor import Tensor
from ...engine.invoke import invoke
from ...engine.state import local


def select(value: Any, which: int | list[int]) -> Any:
    """Samples of a Batch (a Tensor is its own sample 0): a Tensor for an int, else a Batch.

    The indices are non-negative and in range.
    """
    positions = [which] if isinstance(which, int) else which
    native = value._v
    if native.ready():
        picked = native.pick(positions)
    else:
        outs = [(value.dtype.id, value.ndim)]
        spec = _native.make_spec("select", "select", {"indices": positions}, outs)
        picked = _run(spec, (native,), len(positions))
    kind = Tensor if isinstance(which, int) else Batch
    return kind._of(picked, value._m.with_batch(kind is Batch))


def merge(
    a: Batch, b: Batch, order: list[int], meta: Meta, operator: str, site: int | None = None
) -> Batch:
    """Samples of two batches: sample k of the result is number order[k] of the two concatenated.

    The caller has checked that they are compatible; `meta` is the metadata of the result.
    """
    spec = _native.make_spec("merge", operator, {"indices": order}, [(meta.dtype.id, meta.ndim)])
    return Batch._of(_run(spec, (a._v, b._v), len(order), site), meta)  # type: ignore[no-any-return]


def stack_batch(batch: Batch) -> Tensor:
    """All samples of a Batch, of equal shapes, as one Tensor with an outer axis "N"."""
    native = batch._v
    layout = _layout.prepend(batch.layout, "N")
    if native.ready() and native.uniform():
        stacked = native.stacked()
    else:
        outs = [(batch.dtype.id, batch.ndim + 1)]
        stacked = _run(_native.make_spec("stack_batch", "as_tensor", {}, outs), (native,), 1)
    meta = Meta.get(batch.dtype, batch.ndim + 1, layout, False, batch.device)
    return Tensor._of(stacked, meta)  # type: ignore[no-any-return]


def _run(spec: Any, natives: tuple[Any, ...], n: int, site: int | None = None) -> Any:
    site = caller_site() if site is None else site
    return invoke(spec, natives, n, site, local.caller)


slots.fill("select", select)
slots.fill("merge", merge)
slots.fill("stack_batch", stack_batch)
