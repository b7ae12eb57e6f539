"""What the tests of all operators share: which cases, which samples, the reference."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace.engine.cases import Case, PerSample, Sample
from headrace.engine.operator import Definition

from . import calls
from .calls import Bound, assert_close, collect, outputs
from .exclusions import NEEDED, looks_at_batch

GIVEN = calls.given()
MODES = ("deferred", "sync_cpu", "sync_full")


def each(bounds: list[Bound]) -> Callable[[Any], Any]:
    return pytest.mark.parametrize("bound", bounds, ids=[b.name for b in bounds])


def drawn(bound: Bound) -> bool:
    return bool(bound.case.inputs) and isinstance(bound.case.inputs[0], Sample)


def comparable(bound: Bound) -> range:
    """Samples that a call on one of them alone can reproduce."""
    n = bound.size or 0
    if looks_at_batch(bound.definition.name, bound.case.args):
        return range(0)
    return range(min(n, 1)) if bound.definition.random else range(n)


def runs(make: Callable[[], Any]) -> list[calls.Result] | None:
    """The results of a call that may be refused: an Error of ours, and nothing else."""
    try:
        return collect(make())
    except headrace.Error:
        return None


def public(definition: Definition) -> str | None:
    """The last part of its name; None for what stands behind syntax."""
    return None if definition.name.startswith("_") else definition.name.rsplit(".", 1)[-1]


def required_args(definition: Definition, case: Case) -> dict[str, Any]:
    needed = NEEDED.get(definition.name, ())
    return {
        p.name: case.args[p.name]
        for p in definition.params
        if (p.required or p.name in needed) and p.name in case.args
    }


def chained(bound: Bound) -> Any:
    """The call between two others, so that there is something to fuse with."""
    with ndd.EvalMode.deferred:
        inputs = [ndd.copy(x) if isinstance(x, ndd.Batch) else x for x in bound.batch_inputs()]
        more = {}
        if bound.case.batch_size is not None and not bound.has_batch():
            more["batch_size"] = bound.size
        return tuple(ndd.copy(y) for y in outputs(bound.call(inputs, bound.batch_args(), **more)))


# ---- the reference ---------------------------------------------------------------------------


def reference_args(bound: Bound, i: int, frame: int | None = None) -> dict[str, Any]:
    """All arguments of a sample (or frame), in the form that a body would get them."""
    args: dict[str, Any] = {}
    for p in bound.definition.params:
        a = bound.case.args.get(p.name)
        if isinstance(a, PerSample):
            value = np.asarray(a.values[i])
            if a.per_frame and frame is not None:
                value = value[min(frame, len(value) - 1)]
            a = value.tolist()
            args[p.name] = list(np.ravel(a)) if p.kind.startswith("list") else a
        elif a is None:
            args[p.name] = p.default
        elif p.kind == "dtype" or not isinstance(a, (ndd.Tensor, np.ndarray)):
            args[p.name] = p.convert(a)
        else:
            args[p.name] = np.asarray(a).tolist()
    return args


def by_reference(bound: Bound, i: int) -> list[np.ndarray]:
    """What the NumPy reference says of sample i; frame by frame where the operator unfolds them."""
    d = bound.definition
    arrays = [np.asarray(a[i] if isinstance(x, Sample) else a)
              for x, a in zip(bound.case.inputs, bound.arrays)]  # fmt: skip
    layout = bound.layout
    unfold = d.sequences and layout is not None and layout[0] == "F"
    if unfold:
        layout = layout[1:] or None
    if d.layouts and arrays:
        ndim = arrays[0].ndim - unfold
        layout = layout or next(known for known in d.layouts if len(known) == ndim)
    one = functools.partial(d.reference, layout=layout)
    if not unfold:
        made = one(*arrays, **reference_args(bound, i))
        return [np.asarray(m) for m in (made if isinstance(made, tuple) else (made,))]
    frames = [
        one(*[a[f] if isinstance(x, Sample) and x.layout and x.layout[0] == "F" else a
              for x, a in zip(bound.case.inputs, arrays)], **reference_args(bound, i, f))
        for f in range(len(arrays[0]))
    ]  # fmt: skip
    return [np.stack(frames)]


def check_reference(bound: Bound, results: list[calls.Result]) -> None:
    for i in range(len(results[0].arrays)):
        expected = by_reference(bound, i)
        assert len(expected) == len(results)
        for k, (r, want) in enumerate(zip(results, expected)):
            assert_close(r.arrays[i], want, bound.case.tolerance, f"output {k}, sample {i}")
