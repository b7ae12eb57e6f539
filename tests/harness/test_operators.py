"""Every operator of the registry against the invariants that all operators share."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace.core import errors
from headrace.engine.cases import Case, PerSample, Sample, images
from headrace.engine.operator import Definition, registry

from . import calls
from .calls import Bound, assert_close, assert_same, collect, outputs
from .exclusions import CONFLICTS, LAYOUTS_NEED_ARGUMENTS, NEEDED, looks_at_batch
from .graph import as_pipeline

GIVEN = calls.given()
MODES = ("deferred", "sync_cpu", "sync_full")


def each(bounds: list[Bound]) -> Callable[[Any], Any]:
    return pytest.mark.parametrize("bound", bounds, ids=[b.name for b in bounds])


def operators(condition: Callable[[Definition], Any] = lambda d: True) -> Callable[[Any], Any]:
    chosen = [d for d in registry.values() if condition(d)]
    return pytest.mark.parametrize("definition", chosen, ids=[d.name for d in chosen])


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


def chained(bound: Bound) -> Any:
    """The call between two others, so that there is something to fuse with."""
    with ndd.EvalMode.deferred:
        inputs = [ndd.copy(x) if isinstance(x, ndd.Batch) else x for x in bound.batch_inputs()]
        more = {}
        if bound.case.batch_size is not None and not bound.has_batch():
            more["batch_size"] = bound.size
        return tuple(ndd.copy(y) for y in outputs(bound.call(inputs, bound.batch_args(), **more)))


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


def required_args(definition: Definition, case: Case) -> dict[str, Any]:
    needed = NEEDED.get(definition.name, ())
    return {
        p.name: case.args[p.name]
        for p in definition.params
        if (p.required or p.name in needed) and p.name in case.args
    }


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


# ---- arguments -------------------------------------------------------------------------------


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


# ---- sequences -------------------------------------------------------------------------------


def frame_layout(d: Definition) -> str | None:
    """A layout of sequences that it takes, unfolded by the engine or by itself."""
    for layout in d.layouts or ():
        if layout[0] == "F":
            return layout
    return "F" + d.layouts[0] if d.sequences and d.layouts else None


def _sequences() -> list[Bound]:
    found = [b for b in GIVEN if frame_layout(b.definition) and (b.layout or "").startswith("F")]
    for d in registry.values():
        base, layout = calls.base_case(d), frame_layout(d)
        if (d.name, layout) in LAYOUTS_NEED_ARGUMENTS:
            continue
        if base is not None and layout is not None:
            inputs = [images("uint8", layout), *base.inputs[1:]]
            case = Case(inputs, required_args(d, base), 1e-3)
            found.append(Bound.of(d, case, f"{d.name}-{layout}"))
    return found


def frame_args(bound: Bound, i: int, frame: int) -> dict[str, Any]:
    args = {}
    for k, a in bound.case.args.items():
        if isinstance(a, PerSample):
            value = np.asarray(a.values[i])
            a = (value[min(frame, len(value) - 1)] if a.per_frame else value).tolist()
        args[k] = a
    return args


def frame_inputs(bound: Bound, i: int, frame: int) -> list[Any]:
    """Inputs for one frame; those that are no sequences are the same for all."""
    inputs = bound.sample_inputs(i)
    for k, x in enumerate(bound.case.inputs):
        if k == 0 or (isinstance(x, Sample) and (x.layout or "").startswith("F")):
            layout = bound.layout if k == 0 else x.layout
            inputs[k] = ndd.tensor(bound.arrays[k][i][frame], layout=layout[1:])
    return inputs


def check_frames(bound: Bound) -> None:
    whole = collect(bound.whole())
    for i in comparable(bound):
        frames = []
        for k in range(len(bound.arrays[0][i])):
            frames.append(collect(bound.call(frame_inputs(bound, i, k), frame_args(bound, i, k))))
        for k, r in enumerate(whole):
            want = np.stack([f[k].arrays[0] for f in frames])
            calls.assert_equal_arrays(r.arrays[i], want, f"output {k}, sample {i}")
            inner = frames[0][k].layout
            assert r.layout == ("F" + inner if inner else None)


@each(_sequences())
def test_sequences_equal_frames(bound):
    check_frames(bound)


@each([b for b in _sequences() if any(p.per_frame for p in b.definition.params)])
def test_arguments_per_frame(bound):
    """One value a frame, for every sample of another number of frames; also one for all frames."""
    rng = np.random.default_rng(5)
    counts = [len(a) for a in bound.arrays[0]]
    for p in bound.definition.params:
        if not p.per_frame or p.kind not in ("float", "int"):
            continue
        for lengths in (counts, [1] * len(counts)):
            values = [rng.uniform(0.25, 1.5, n).astype(np.float32) if p.kind == "float"
                      else rng.integers(0, 2, n).astype(np.int32) for n in lengths]  # fmt: skip
            dtype = "float32" if p.kind == "float" else "int32"
            args = {**bound.case.args, p.name: PerSample(values, dtype, per_frame=True)}
            check_frames(bound.replace(args=args))


@each([b for b in _sequences() if any(p.per_frame for p in b.definition.params)])
@pytest.mark.parametrize("count", [2, 4])
def test_arguments_for_another_number_of_frames(bound, count):
    """As many values as frames, or one: everything else is an error."""
    first = bound.case.inputs[0]
    three = Sample(
        [(3, *s[1:]) for s in first.shapes], first.dtype, first.layout, first.low, first.high
    )
    values = PerSample([np.ones(count, np.float32)] * len(first.shapes), "float32", per_frame=True)
    for p in bound.definition.params:
        if p.per_frame and p.kind == "float":
            bad = bound.replace(inputs=[three], args={p.name: values})
            with pytest.raises(headrace.Error, match=p.name):
                collect(bad.whole())


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
