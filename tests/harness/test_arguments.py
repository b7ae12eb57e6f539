"""Every operator's arguments: in every form, spelled out, for one sample and for all, wrong."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace.core import errors
from headrace.core.interop import as_tensor
from headrace.engine.cases import Sample
from headrace.engine.operator import Definition

from . import calls
from .calls import Bound, assert_same, collect
from .exclusions import CONFLICTS, looks_at_batch
from .graph import as_pipeline
from .invariants import GIVEN, comparable, drawn, each, public

# ---- forms of arguments ----------------------------------------------------------------------


def _torch(value: Any) -> Any:
    return pytest.importorskip("torch").tensor(value)


FORMS: dict[str, Callable[[Any], Any]] = {
    "numpy": np.asarray,
    "torch": _torch,
    "Tensor": ndd.tensor,
    "tuple": lambda v: tuple(v) if isinstance(v, list) else v,
}


@each([b for b in GIVEN if b.per_sample() and comparable(b)])
def test_arguments_per_sample_equal_constants(bound):
    """Sample i of a call with batches of arguments is the call with the i-th values."""
    whole = collect(bound.whole())
    for i in comparable(bound):
        one = [calls.Result([r.arrays[i]], r.dtype, r.ndim, r.layout, False) for r in whole]
        assert_same(bound.single(i, calls.as_constant), one, layouts=False)
        for form in FORMS.values():

            def written(a, i, form=form):
                value = calls.as_constant(a, i)
                return value if a.per_frame else form(value)

            assert_same(bound.single(i, written), one, layouts=False)


def plain(value: Any) -> bool:
    """A number or a list of numbers."""
    if isinstance(value, (list, tuple)):
        return bool(value) and all(plain(v) and not isinstance(v, (list, tuple)) for v in value)
    return isinstance(value, (int, float))


def _without_conflicts(bound: Bound, more: dict[str, Any]) -> dict[str, Any]:
    """Not both of axis and axis_name, even where one is the default."""
    return {k: v for k, v in more.items() if not CONFLICTS.get(k, set()) & set(bound.case.args)}


def constants(bound: Bound) -> dict[str, Any]:
    """Numbers given for arguments that could be given per sample; defaults included."""
    found = {}
    for p in bound.definition.params:
        value = bound.case.args.get(p.name, p.default)
        if p.per_sample and plain(value):
            found[p.name] = list(value) if isinstance(value, tuple) else value
    return _without_conflicts(bound, found)


@each([b for b in GIVEN if constants(b)])
def test_constants_in_every_form(bound):
    """A number for all samples: plain, as array, as Tensor, as a Batch that repeats it."""
    expected = collect(bound.whole())
    for name, value in constants(bound).items():
        for form in FORMS.values():
            assert_same(bound.whole(**{name: form(value)}), expected, layouts=False)
        n = bound.size
        if n is not None:
            repeated = ndd.batch(
                [np.asarray(value, np.float32 if _has_float(value) else np.int32)] * n
            )
            assert_same(bound.whole(**{name: repeated}), expected, layouts=False)
            with ndd.EvalMode.deferred:  # not evaluated yet
                later = bound.whole(**{name: ndd.copy(repeated)})
            assert_same(later, expected, layouts=False)


def _has_float(value: Any) -> bool:
    return any(isinstance(v, float) for v in (value if isinstance(value, list) else [value]))


@each(GIVEN)
def test_defaults_may_be_spelled_out(bound):
    expected = collect(bound.whole())
    spelled = {p.name: p.default for p in bound.definition.params
               if p.default is not None and p.name not in bound.case.args}  # fmt: skip
    nothing = {p.name: None for p in bound.definition.params
               if not p.required and p.name not in bound.case.args}  # fmt: skip
    for more in (spelled, nothing):
        assert_same(bound.whole(**_without_conflicts(bound, more)), expected)


def takes_batch_size(definition: Definition) -> bool:
    """The functions of ndd.math do not, and neither does syntax."""
    return "batch_size" in inspect.signature(definition.function).parameters


@each([b for b in GIVEN if drawn(b) and takes_batch_size(b.definition)])
def test_batch_size_repeats_a_tensor(bound):
    if looks_at_batch(bound.definition.name, bound.case.args):
        one = None
    else:
        one = collect(bound.single(0))
    many = collect(bound.call(bound.sample_inputs(0), bound.sample_args(0), batch_size=2))
    for k, r in enumerate(many):
        assert r.batch
        assert len(r.arrays) == 2
        if one is not None:
            for a in r.arrays[: 1 if bound.definition.random else 2]:
                calls.assert_equal_arrays(a, one[k].arrays[0], f"output {k}")


# ---- bad arguments ---------------------------------------------------------------------------


@each([b for b in GIVEN if b.name.endswith("-0") and public(b.definition)])
def test_bad_arguments_are_named(bound):
    d = bound.definition
    if d.params:
        with pytest.raises(TypeError, match=public(d)):
            bound.whole(no_such_argument=1)
        nearly = d.params[0].name + "x"
        with pytest.raises(TypeError, match=d.params[0].name):
            bound.whole(**{nearly: 1})
    for p in d.params:
        for wrong in (object(), "no such thing"):
            if p.kind == "any" or (
                p.kind in ("str", "layout", "list of str") and isinstance(wrong, str)
            ):
                continue
            with pytest.raises((TypeError, ValueError)) as caught:
                collect(bound.whole(**{p.name: wrong}))
            assert p.name in str(caught.value), f"{p.name}={wrong!r}: {caught.value}"
        if p.per_sample and bound.has_batch():
            other = ndd.batch([np.int32(0)] * (bound.size + 2))
            with pytest.raises(ValueError, match="batch size"):
                collect(bound.whole(**{p.name: other}))
        elif not p.per_sample and bound.size and p.kind != "any":
            with pytest.raises(TypeError, match=p.name):
                collect(bound.whole(**{p.name: ndd.batch([1] * bound.size)}))


@each(
    [
        b
        for b in GIVEN
        if b.name.endswith("-0")
        and len(b.case.inputs) > 1
        and all(isinstance(x, Sample) for x in b.case.inputs)
    ]
)
def test_batches_of_different_sizes_are_refused(bound):
    first, *others = bound.batch_inputs()
    with pytest.raises(ValueError, match="size"):
        bound.call([first.select([0]), *others], bound.batch_args())


WRONG_INPUTS = {"None": None, "string": "text", "object": object(), "dict": {"a": 1}}


@pytest.mark.parametrize("wrong", WRONG_INPUTS.values(), ids=WRONG_INPUTS.keys())
@each([b for b in GIVEN if b.case.inputs])
def test_inputs_that_are_no_data_are_refused(bound, wrong):
    """Each input in turn, in every mode: the error names operator, position and line."""
    d = bound.definition

    def in_a_graph(at: int) -> None:
        inputs = bound.batch_inputs()
        inputs[at] = wrong
        as_pipeline(d, inputs, bound.batch_args(), bound.size or 1, True, 1)

    def with_batches(at: int) -> None:
        inputs = bound.batch_inputs()
        inputs[at] = wrong
        collect(bound.call(inputs, bound.batch_args()))

    def with_one_sample(at: int) -> None:
        inputs = bound.sample_inputs(0) if bound.size else bound.batch_inputs()
        inputs[at] = wrong
        collect(bound.call(inputs, bound.sample_args(0)))

    for at in range(len(bound.case.inputs)):
        optional = not d.variadic and at >= len(d.inputs)
        for run in (with_batches, with_one_sample, in_a_graph):
            if wrong is None and optional:
                with contextlib.suppress(headrace.Error):
                    run(at)
                continue
            if isinstance(wrong, str) and d.convert is not as_tensor:
                continue  # names of files
            kinds = (errors.ArgumentTypeError, errors.ArgumentError)  # None + x is a ValueError
            with pytest.raises(kinds, match=rf"\binput {at}\b") as caught:
                run(at)
            assert public(d) is None or public(d) in str(caught.value)
            assert "called at" in str(caught.value)
            assert "None" in str(caught.value) or wrong is not None
