"""Operators of one's own: Python functions in both fronts, their results, shapes and errors."""

from __future__ import annotations

import inspect
from typing import Literal

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace import fn, ops, pipeline_def
from headrace.engine.operator import registry


@pytest.fixture
def define(monkeypatch):
    """`headrace.operator`; what it defines is forgotten after the test."""
    made = []

    def define(*args, **options):
        def note(function):
            made.append(function.definition.name)
            return function

        result = headrace.operator(*args, **options)
        return note(result) if args else lambda f: note(result(f))

    yield define
    for name in made:
        del registry[name]
        for module in (ndd, fn):
            vars(module).pop(name, None)
        vars(ops).pop("".join(part.title() for part in name.split("_")), None)


def ragged():
    return [np.arange(12, dtype=np.uint8).reshape(2, 2, 3), np.full((1, 4, 3), 200, np.uint8)]


def test_a_function_of_samples(define):
    @define
    def own_shift(image, *, bits: headrace.PerSample[int] = 4):
        """Drop low bits."""
        return image >> bits

    for mode in ndd.EvalMode:
        with mode:
            made = ndd.own_shift(ndd.batch(ragged(), layout="HWC"), bits=1)
            assert made.layout == "HWC" and made.dtype == ndd.uint8
            for got, x in zip(made, ragged()):
                np.testing.assert_array_equal(got, x >> 1)
    each = own_shift(ndd.batch(ragged()), bits=ndd.as_batch([np.int32(0), np.int32(3)]))
    for got, x, bits in zip(each, ragged(), (0, 3)):
        np.testing.assert_array_equal(got, x >> bits)
    np.testing.assert_array_equal(own_shift(ndd.tensor([255], dtype=ndd.uint8)), [15])
    assert "Drop low bits" in own_shift.__doc__
    assert "bits" in str(inspect.signature(own_shift))


def test_an_argument_that_is_a_choice(define):
    @define
    def own_turn(image, *, way: Literal["left", "right"] = "left"):
        return np.rot90(image, 1 if way == "left" else -1)

    x = np.arange(4, dtype=np.uint8).reshape(2, 2)
    np.testing.assert_array_equal(own_turn(x, way="Right"), np.rot90(x, -1))
    with pytest.raises(ValueError, match="way='rigth' is unknown. Did you mean .right."):
        own_turn(x, way="rigth")
    assert "Literal['left', 'right']" in str(inspect.signature(fn.own_turn))


def test_it_joins_other_operators(define):
    @define(out=lambda x, **_: headrace.Out(ndd.float32, x.ndim, x.layout))
    def own_halve(image):
        return image.astype(np.float32) / 2

    images = ndd.batch(ragged(), layout="HWC")
    chain = ndd.flip(own_halve(ndd.flip(images)))
    for got, x in zip(chain, ragged()):
        np.testing.assert_array_equal(got, x.astype(np.float32) / 2)
    with ndd.EvalMode.deferred:
        assert "own_halve" in str(ndd.explain(ndd.flip(own_halve(images))))


def test_several_outputs_and_whole_batches(define):
    @define(out=(ndd.uint8, headrace.Out(ndd.int64, 0)), batch=True)
    def own_sizes(images, *, plus: headrace.PerSample[int] = 0):
        assert isinstance(images, list)
        plus = plus if isinstance(plus, list) else [plus] * len(images)
        return [x + 1 for x in images], [np.int64(x.size + p) for x, p in zip(images, plus)]

    images = ndd.batch(ragged())
    more, sizes = own_sizes(images, plus=ndd.as_batch([np.int32(5), np.int32(7)]))
    assert [int(s) for s in sizes] == [17, 19]
    np.testing.assert_array_equal(more.tensors[1], ragged()[1] + 1)


def test_shapes_are_known_before_it_runs(define):
    ran = []

    @define(shape=lambda x, *, times: (x[0] * times, *x[1:]))
    def own_repeat(x, *, times: headrace.PerSample[int] = 2):
        ran.append(1)
        return np.repeat(x, times, axis=0)

    with ndd.EvalMode.deferred:
        made = own_repeat(ndd.batch(ragged()), times=ndd.as_batch([np.int32(1), np.int32(3)]))
        assert made.shape == [(2, 2, 3), (3, 4, 3)] and not ran
        np.testing.assert_array_equal(made.tensors[1], np.repeat(ragged()[1], 3, axis=0))
    assert len(ran) == 2


def test_errors_name_operator_line_and_sample(define):
    @define
    def own_picky(x):
        if x.shape[0] == 1:
            raise ValueError("too flat")
        return x

    with pytest.raises(headrace.Error, match="too flat") as caught:
        own_picky(ndd.batch(ragged())).evaluate()
    assert "own_picky" in str(caught.value) and "sample 1" in str(caught.value)
    assert "test_own_operators.py" in str(caught.value)
    assert isinstance(caught.value.__cause__, ValueError)

    @define
    def own_float(x):
        return x * 0.5

    with pytest.raises(headrace.Error, match=r"returned float64, uint8 was announced"):
        own_float(ndd.batch(ragged())).evaluate()

    @define
    def own_axes(x):
        return x[0]

    with pytest.raises(headrace.Error, match=r"2 axes, 3 were announced"):
        own_axes(ndd.batch(ragged())).evaluate()
    with pytest.raises(TypeError, match="Did you mean|nothing"):
        own_axes(ndd.batch(ragged()), nothing=1)


def test_errors_of_whole_batches_name_the_sample(define):
    @define(batch=True)
    def own_halves(images):
        return [x if len(x) == 2 else x * 0.5 for x in images]

    with pytest.raises(headrace.Error, match="returned float64, uint8 was announced") as caught:
        own_halves(ndd.batch(ragged())).evaluate()
    assert "operator own_halves, called at" in str(caught.value) and caught.value.sample == 1

    @define(batch=True)
    def own_nothing(images):
        raise KeyError("who")

    with pytest.raises(headrace.Error, match="KeyError: 'who'") as caught:
        own_nothing(ndd.batch(ragged())).evaluate()
    assert "own_nothing" in str(caught.value) and "test_own_operators.py" in str(caught.value)

    @define(batch=True)
    def own_fewer(images):
        return images[:1]

    with pytest.raises(headrace.Error, match="returned 1 samples for a batch of 2"):
        own_fewer(ndd.batch(ragged())).evaluate()


@pytest.mark.parametrize("batch", [False, True])
def test_shapes_that_were_announced_wrongly(define, batch):
    @define(batch=batch, shape=lambda x: (2, *x[1:]))
    def own_same(x):
        return x

    with pytest.raises(headrace.Error, match=r"shape \(1, 4, 3\), \(2, 4, 3\) was an") as caught:
        own_same(ndd.batch(ragged())).evaluate()
    assert "own_same" in str(caught.value) and caught.value.sample == 1


def test_errors_of_compiled_functions(define):
    numba = pytest.importorskip("numba")

    @define
    @numba.njit
    def own_strict(x):
        if x.shape[0] == 1:
            raise ValueError("too flat")
        return x

    with pytest.raises(headrace.Error, match="raised an exception") as caught:
        own_strict(ndd.batch(ragged())).evaluate()
    assert "operator own_strict, called at" in str(caught.value) and caught.value.sample == 1
    with pytest.raises(headrace.Error, match="Numba cannot compile") as caught:
        own_strict(ndd.batch(ragged(), dtype=ndd.bfloat16))
    assert "own_strict" in str(caught.value)


def test_functions_that_tell_of_outputs(define):
    @define(out=(lambda x: headrace.Out(x.dtype, 0), "int32"))
    def own_largest(x):
        return x.max(), x.astype(np.int32)

    largest, same = own_largest(ndd.batch(ragged(), layout="HWC"))
    assert largest.dtype == ndd.uint8 and largest.ndim == 0 and same.dtype == ndd.int32
    assert same.layout == "HWC" and [int(x) for x in largest] == [11, 200]

    @define(out=lambda x: (x.dtype, x.dtype))
    def own_two(x):
        return x, x

    with pytest.raises(headrace.Error, match="tuple of functions for several"):
        own_two(ndd.batch(ragged()))


def test_annotations_that_are_unknown(define):
    def own_late(x, *, how: Absent = 1):  # noqa: F821
        return x

    with pytest.raises(headrace.Error, match=r"own_late: an annotation.*'Absent' is not defined"):
        define(own_late)


def test_definitions_that_are_wrong(define):
    with pytest.raises(headrace.Error, match="needs an annotation"):

        @define
        def own_unknown(x, *, how=None):
            return x

    with pytest.raises(headrace.Error, match=r"not \*\*more"):

        @define
        def own_more(x, **more):
            return x

    with pytest.raises(RuntimeError, match="defined twice"):

        @headrace.operator
        def flip(x):
            return x


def test_in_a_pipeline(define):
    @define
    def own_invert(image, *, least: headrace.PerSample[int] = 0):
        return np.maximum(255 - image, least).astype(np.uint8)

    @pipeline_def(batch_size=2, num_threads=2)
    def graph():
        images = fn.external_source(source=lambda: ragged(), batch=True)
        return fn.own_invert(images, least=fn.random.uniform(values=[3.0])), ops.OwnInvert()(images)

    pipe = graph()
    pipe.build()
    for _ in range(2):
        bounded, plain = pipe.run()
        for i, x in enumerate(ragged()):
            np.testing.assert_array_equal(plain.at(i), 255 - x)
            np.testing.assert_array_equal(bounded.at(i), np.maximum(255 - x, 3))


def test_inputs_are_read_only(define):
    @define
    def own_writer(x):
        x += 1
        return x

    with pytest.raises(headrace.Error, match="read-only"):
        own_writer(ndd.batch(ragged())).evaluate()
