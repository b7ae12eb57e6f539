"""Every operator on every layout and type it may get, on nothing, and what it announces."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace.core import errors
from headrace.engine.cases import Case, Sample, images
from headrace.engine.operator import Definition, registry

from . import calls
from .calls import Bound, assert_same, collect, outputs
from .exclusions import LAYOUTS_NEED_ARGUMENTS, looks_at_batch
from .invariants import (
    GIVEN,
    MODES,
    chained,
    check_reference,
    comparable,
    drawn,
    each,
    public,
    required_args,
    runs,
)

# ---- metadata --------------------------------------------------------------------------------


def check_metadata(make: Callable[[], Any]) -> None:
    with ndd.EvalMode.deferred:
        made = outputs(make())
    announced = [(v.dtype, v.ndim, v.layout, v.device) for v in made]
    shapes = [v.shape for v in made]
    for value, before, shape in zip(made, announced, shapes):
        value.evaluate()
        assert (value.dtype, value.ndim, value.layout, value.device) == before
        assert value.shape == shape
        arrays = (
            [np.asarray(s) for s in value] if isinstance(value, ndd.Batch) else [np.asarray(value)]
        )
        real = [a.shape for a in arrays]
        assert real == (shape if isinstance(value, ndd.Batch) else [shape])
        for a in arrays:
            assert a.dtype == value.dtype.numpy
            assert a.ndim == value.ndim
        assert value.layout is None or len(value.layout) == value.ndim


@each(GIVEN)
def test_announced_metadata_is_true(bound):
    check_metadata(bound.whole)


# ---- derived cases: layouts and dtypes -------------------------------------------------------


def check_all(bound: Bound, unfused: Any, results: list[calls.Result]) -> None:
    """The invariants in one go, for a derived case."""
    for i in comparable(bound):
        one = [calls.Result([r.arrays[i]], r.dtype, r.ndim, r.layout, False) for r in results]
        assert_same(one, bound.single(i))
    fused = collect(chained(bound))
    assert_same(fused, results)
    with unfused():
        assert_same(chained(bound), results)
    check_metadata(bound.whole)


def _layouts() -> list[tuple[Definition, str]]:
    pairs = []
    for d in registry.values():
        if calls.base_case(d) is None:
            continue
        for layout in d.layouts or ():
            pairs.append((d, layout))
            if d.sequences and layout[0] != "F":
                pairs.append((d, "F" + layout))
    return pairs


@pytest.mark.parametrize(("definition", "layout"), _layouts(), ids=lambda x: getattr(x, "name", x))
def test_layouts_it_claims(definition, layout, unfused):
    base = calls.base_case(definition)
    args = required_args(definition, base)
    for dtype in ("uint8", "float32"):
        case = Case([images(dtype, layout), *base.inputs[1:]], args, max(base.tolerance, 1e-3))
        bound = Bound.of(definition, case)
        if (definition.name, layout) in LAYOUTS_NEED_ARGUMENTS:
            with pytest.raises(headrace.Error):
                bound.whole().evaluate()
            continue
        try:
            results = collect(bound.whole())
        except errors.DTypeError:  # test_dtypes is about types
            assert dtype != base.inputs[0].dtype
            continue
        if definition.reference and not looks_at_batch(definition.name, args):
            check_reference(bound, results)
        check_all(bound, unfused, results)


def _dtypes() -> list[tuple[Definition, str]]:
    found = [d for d in registry.values() if calls.base_case(d) is not None]
    return [(d, dtype) for d in found for dtype in calls.DTYPES]


@pytest.mark.parametrize(("definition", "dtype"), _dtypes(), ids=lambda x: getattr(x, "name", x))
def test_dtypes(definition, dtype, unfused):
    """Every type is taken, with the right result, or refused by an error that says so."""
    base = calls.base_case(definition)
    first = base.inputs[0]
    changed = [
        dataclasses.replace(x, dtype=dtype) if type(x) is Sample and x.dtype == first.dtype else x
        for x in base.inputs
    ]
    bound = Bound.of(definition, Case(changed, base.args, base.tolerance))
    results = runs(bound.whole)
    if results is None:
        with pytest.raises(headrace.Error) as caught:
            bound.whole().evaluate()
        assert public(definition) is None or public(definition) in str(caught.value)
        return
    if definition.reference and not looks_at_batch(definition.name, base.args):
        check_reference(bound, results)
    check_all(bound, unfused, results)


# ---- nothing there ---------------------------------------------------------------------------


def counts_elements(bound: Bound) -> bool:
    """Whether the number of axes follows from samples, of which there are none."""
    d = bound.definition
    sized = {p.name for p in d.params if p.sized} & set(bound.per_sample())
    return bool(sized) or d.any_sized_input


@each([b for b in GIVEN if b.has_batch()])
def test_batch_without_samples(bound):
    inputs = [
        calls.make_batch([], x.layout, x) if isinstance(x, Sample) else x for x in bound.case.inputs
    ]
    args = {k: ndd.as_batch(a).select([]) if isinstance(a, ndd.Batch) else a
            for k, a in bound.batch_args().items()}  # fmt: skip
    usual = collect(bound.whole())
    results = runs(lambda: bound.call(inputs, args))
    if results is not None:
        for r, u in zip(results, usual):
            assert r.arrays == []
            assert (r.dtype, r.batch) == (u.dtype, True)
            if not counts_elements(bound):
                assert (r.ndim, r.layout) == (u.ndim, u.layout)
    for mode in MODES:
        with ndd.EvalMode[mode]:
            again = runs(lambda: bound.call(inputs, args))
        assert (again is None) == (results is None)


@each(
    [
        b
        for b in GIVEN
        if drawn(b) and type(b.case.inputs[0]) is Sample and len(b.case.inputs[0].shapes[0])
    ]
)
def test_samples_without_elements(bound):
    first = bound.case.inputs[0]
    for axis in range(len(first.shapes[0])):
        shapes = [
            tuple(0 if d == axis else s for d, s in enumerate(shape)) for shape in first.shapes
        ]
        none = dataclasses.replace(first, shapes=shapes)
        empty = bound.replace(inputs=[none, *bound.case.inputs[1:]])
        results = runs(empty.whole)
        if results is None:
            continue
        with ndd.EvalMode.deferred:
            assert_same(empty.whole(), results)
        check_metadata(empty.whole)


@each([b for b in GIVEN if drawn(b) and public(b.definition)])
def test_inputs_of_another_kind(bound):
    """Inputs of the wrong number of axes or of the wrong kind are refused, or computed."""
    for shape, dtype in (((), "uint8"), ((2,), "float64"), ((1, 1, 1, 1, 1, 1), "int32")):
        wrong = bound.replace(
            inputs=[Sample([shape] * (bound.size or 1), dtype), *bound.case.inputs[1:]]
        )
        runs(wrong.whole)
