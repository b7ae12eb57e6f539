"""Every operator against its reference; the same in samples, modes, graphs, threads, memory."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.engine.cases import PerSample, Sample

from . import calls
from .calls import assert_same, collect
from .exclusions import looks_at_batch
from .graph import as_pipeline
from .invariants import GIVEN, MODES, chained, check_reference, comparable, drawn, each

# ---- the reference ---------------------------------------------------------------------------


@each(
    [
        b
        for b in GIVEN
        if b.definition.reference
        and not (
            b.definition.name != "permute_batch" and looks_at_batch(b.definition.name, b.case.args)
        )
    ]
)
def test_reference(bound):
    check_reference(bound, collect(bound.whole()))


# ---- samples, modes, fusion, threads ---------------------------------------------------------


@each([b for b in GIVEN if comparable(b)])
def test_batch_equals_single_samples(bound):
    whole = collect(bound.whole())
    for i in comparable(bound):
        one = collect(bound.single(i))
        assert not one[0].batch
        assert_same(
            [calls.Result([r.arrays[i]], r.dtype, r.ndim, r.layout, False) for r in whole], one
        )


@each([b for b in GIVEN if drawn(b) and b.size])
def test_samples_of_one_shape(bound):
    """Such a batch is one block of memory."""
    same = [Sample([x.shapes[0]] * len(x.shapes), x.dtype, x.layout, x.low, x.high)
            if type(x) is Sample else x for x in bound.case.inputs]  # fmt: skip
    same = bound.replace(inputs=same, args={
        k: PerSample([a.values[0]] * len(a.values), a.dtype, a.per_frame)
        if isinstance(a, PerSample) else a for k, a in bound.case.args.items()})  # fmt: skip
    whole = collect(same.whole())
    for i in comparable(same):
        one = collect(same.single(i))
        assert_same(
            [calls.Result([r.arrays[i]], r.dtype, r.ndim, r.layout, False) for r in whole], one
        )


@each(GIVEN)
def test_modes(bound):
    eager = collect(bound.whole())
    for mode in MODES:
        with ndd.EvalMode[mode]:
            made = bound.whole()
        assert_same(made, eager)


@each(GIVEN)
def test_fused_equals_unfused(bound, unfused):
    fused = collect(chained(bound))
    with unfused():
        apart = collect(chained(bound))
    assert_same(fused, apart)
    assert_same(fused, bound.whole())


@each([b for b in GIVEN if (b.size or 0) > 1])
def test_number_of_threads(bound):
    expected = collect(bound.whole())
    for threads in (1, 5):
        with ndd.EvalContext(num_threads=threads):
            assert_same(bound.whole(), expected)


@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
@each(GIVEN)
def test_graph(bound, known):
    """The same call in a pipeline, where inputs are known beforehand and where not."""
    eager = collect(bound.whole())
    pipe, fed = as_pipeline(
        bound.definition,
        bound.batch_inputs(),
        bound.batch_args(),
        bound.size or 1,
        known,
        calls.SEED,
    )
    for _ in range(1 if bound.definition.random else 2):
        made = pipe.run(**fed)
        assert len(made) == len(eager)
        assert_same(collect(tuple(out.batch for out in made)), eager)


# ---- how the inputs lie in memory ------------------------------------------------------------


def every_other(a: np.ndarray) -> np.ndarray:
    if a.ndim == 0:
        return a
    wide = np.zeros((*a.shape[:-1], a.shape[-1] * 2), a.dtype)
    wide[..., ::2] = a
    return wide[..., ::2]


def transposed(a: np.ndarray) -> np.ndarray:
    return np.array(a, order="F")


def backwards(a: np.ndarray) -> np.ndarray:
    return np.array(np.flip(a), order="C")[(..., *(slice(None, None, -1),) * a.ndim)]


def read_only(a: np.ndarray) -> np.ndarray:
    a = a.copy()
    a.setflags(write=False)
    return a


@each([b for b in GIVEN if drawn(b)])
@pytest.mark.parametrize("form", [every_other, transposed, backwards, read_only])
def test_memory_of_inputs(bound, form):
    expected = collect(bound.whole())
    inputs = bound.batch_inputs(form)
    before = [[np.array(s) for s in x] for x in inputs if isinstance(x, ndd.Batch)]
    assert_same(bound.call(inputs, bound.batch_args()), expected)
    after = [[np.array(s) for s in x] for x in inputs if isinstance(x, ndd.Batch)]
    for b, a in zip(before, after):  # inputs are never written to
        assert all(np.array_equal(p.view(np.uint8), q.view(np.uint8))
                   for p, q in zip(map(np.atleast_1d, b), map(np.atleast_1d, a)))  # fmt: skip
