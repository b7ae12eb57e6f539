"""Edges of pipelines: data that changes, branches without samples, errors, ends, odd arguments."""

from __future__ import annotations

import collections
import gc
import time

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import fn, ops, pipeline_def, types
from headrace.pipeline.graph_hooks import NodeHooks


def make(graph, **settings):
    return pipeline_def(graph, **{"batch_size": 3, **settings})()


def lists(outputs):
    return [out.as_array().tolist() for out in outputs]


def branch(condition, yes, no):
    """Both sides of an `if`, by hand."""
    conditions = NodeHooks()
    condition = conditions.as_condition(condition)
    sides = []
    for taken, side in ((True, yes), (False, no)):
        conditions.enter(condition, taken)
        sides.append(side())
        conditions.leave()
    return conditions.merge(condition, *sides)


# ---- the user's data -----------------------------------------------------------------------------


def test_arguments_are_what_they_were_when_they_were_given():
    size, mean = [2], np.array([1.0, 2.0, 3.0], np.float32)
    factor = np.array(30.0, np.float32)
    zeros = ops.Zeros(shape=size)
    size[0] = 1

    def graph():
        made = [zeros()]
        for k in (3, 4):
            size[0] = k
            made.append(fn.zeros(shape=size))
        image = fn.ones(shape=[1, 1, 3], dtype=types.UINT8, layout="HWC")
        return (
            *made,
            fn.crop_mirror_normalize(image, mean=mean),
            fn.brightness(image, brightness=ndd.as_tensor(factor)),
            fn.brightness(image, brightness=factor),
            image * ndd.as_tensor(mean),
            image + factor,
        )

    pipe = make(graph, batch_size=1)
    for _ in range(4):
        size[0], mean[:], factor[...] = 9, 77, 5
        outputs = pipe.run()
        assert [out.shape()[0] for out in outputs[:3]] == [(2,), (3,), (4,)]
        rest = [out.as_array().reshape(-1).tolist() for out in outputs[3:]]
        assert rest == [[0, -1, -2], [30] * 3, [30] * 3, [1, 2, 3], [31] * 3]


@pytest.mark.parametrize("whole", [True, False])
def test_functions_may_use_their_memory_again(whole):
    buffer = np.zeros(3)

    def function(a):
        buffer[:] = a[0] if whole else a
        return [buffer] * 2 if whole else buffer

    pipe = make(
        lambda: fn.python_function(
            fn.external_source(source=lambda i: np.full((2, 3), i)),
            function=function,
            batch_processing=whole,
        ),
        prefetch_queue_depth=3,
    )
    kept = [pipe.run() for _ in range(6)]
    assert [lists(out) for out in kept] == [[[[k] * 3] * 2] for k in range(6)]


def test_functions_that_use_dynamic_mode():
    def double(a):
        return ndd.flip(ndd.as_tensor(a, layout="HW")) * 2

    pipe = make(lambda: fn.python_function(np.arange(4).reshape(2, 2), function=double))
    assert lists(pipe.run()) == [[[[2, 0], [6, 4]]] * 3]


# ---- branches ------------------------------------------------------------------------------------


def test_functions_in_branches_without_samples():
    """Nobody can ask them what they would return; what follows them has no samples either."""
    called = []

    def double(a):
        called.append(float(a))
        return np.float64(a * 2)

    def graph():
        flag = fn.external_source(source=lambda i: np.array([i == 2, False, i >= 1]))
        x = fn.external_source(source=lambda i: np.arange(3.0) + i)
        inner = fn.external_source(source=lambda i: np.array([True] * 3))
        return branch(
            flag,
            lambda: branch(
                inner,
                lambda: fn.python_function(x, function=double) + fn.cast(x, dtype=types.FLOAT64),
                lambda: fn.python_function(x, function=double) - 1,
            ),
            lambda: -x,
        )

    pipe = make(graph)
    assert lists(pipe.run()) == [[-0.0, -1.0, -2.0]]
    assert lists(pipe.run()) == [[-1.0, -2.0, 9.0]]
    assert lists(pipe.run()) == [[6.0, -3.0, 12.0]]
    assert [a for a in called if a in (3.0, 2.0, 4.0)] == called[:3]


@pytest.mark.parametrize("flags", [[True, False, True], [False] * 3])
def test_functions_without_outputs_in_branches(flags):
    called = []

    def graph():
        condition = fn.external_source(source=lambda i: np.array(flags))
        conditions = NodeHooks()
        conditions.enter(condition, True)
        fn.python_function(function=lambda: called.append(1), num_outputs=0)
        conditions.leave()
        return fn.zeros(shape=[1])

    make(graph, exec_async=False).run()
    assert len(called) == sum(flags)


def test_conditions_with_axes_are_refused_also_when_they_are_met():
    def graph():
        x = fn.external_source(source=lambda i: np.ones((3, 2)))
        return branch(x, lambda: fn.copy(x), lambda: x + 0)

    with pytest.raises(ValueError, match="1 axes") as error:
        make(graph).run()
    assert error.value.where.filename == __file__


def test_constant_conditions():
    def graph():
        x = fn.external_source(source=lambda i: np.arange(3))
        yes, no = [types.Constant(np.array(v), device="cpu") for v in (True, False)]
        return branch(
            x > 0,
            lambda: branch(yes, lambda: x + 10, lambda: x + 20),
            lambda: branch(no, lambda: x + 30, lambda: x + 40),
        )

    assert lists(make(graph).run()) == [[40, 11, 12]]


def test_constants_that_were_merged_can_be_written_into():
    def graph():
        flag = fn.external_source(source=lambda i: np.array([True, False, True]))
        a, b = [types.Constant(np.full(2, k, np.int32)) for k in (1, 2)]
        return branch(flag, lambda: a, lambda: b)

    pipe = make(graph)
    for _ in range(3):
        [out] = pipe.run()
        assert lists([out]) == [[[1, 1], [2, 2], [1, 1]]]
        for k, sample in enumerate(out):
            np.asarray(sample)[:] = 90 + k
        assert lists([out]) == [[[90, 90], [91, 91], [92, 92]]]


# ---- errors --------------------------------------------------------------------------------------


def test_errors_name_the_line_that_failed():
    def before():
        x = fn.external_source(source=lambda i: np.arange(4.0).reshape(2, 2))
        y = fn.reshape(x, shape=[3])  # this one
        return fn.python_function(y, function=lambda a: a)

    def inside(a):
        return ndd.reshape(ndd.as_tensor(a), shape=[7])  # this one

    def sized():
        shape = fn.external_source(source=lambda i: np.full((2, 2), -4, np.int32))
        return fn.zeros(shape=shape)  # this one

    for graph in (before, lambda: fn.python_function(fn.zeros(shape=[2]), function=inside), sized):
        with pytest.raises(ValueError) as error:
            make(graph, batch_size=2).run()
        where = error.value.where
        with open(__file__) as f:
            assert f.readlines()[where.line - 1].endswith("# this one\n")


@pytest.mark.parametrize("how", ["operator", "function"])
def test_errors_in_branches_name_the_sample_of_the_batch(how):
    def graph():
        x = fn.external_source(source=lambda i: np.arange(5))
        bad = fn.external_source(source=lambda i: np.array([0, 0, 0, 9, 0]))

        def inner():
            if how == "function":
                return fn.python_function(x, bad, function=lambda a, b: a if b == 0 else "no")
            return fn.stack(x, x)[bad]

        return branch(x > 0, lambda: branch(x > 2, inner, lambda: x), lambda: x)

    with pytest.raises(Exception, match="sample 3") as error:
        make(graph, batch_size=5).run()
    assert error.value.sample == 3


def test_errors_of_iterations_that_nobody_takes_are_no_warnings():
    def graph():
        x = fn.external_source(source=lambda i: np.arange(6.0).reshape(3, 2))
        return fn.reshape(x, shape=[3]), fn.reshape(x, shape=[5])

    pipe = make(graph, prefetch_queue_depth=3)
    with pytest.raises(ValueError, match="3"):
        pipe.run()
    ndd.copy(ndd.tensor([1])).evaluate()
    del pipe
    gc.collect()
    ndd.copy(ndd.tensor([1])).evaluate()  # warnings, which are errors here, would come now


def test_outputs_of_functions_that_are_too_few():
    for returned in (3.5, (1, 2, 3), [1]):
        pipe = make(
            lambda r=returned: fn.python_function(
                fn.zeros(shape=[1]), function=lambda a: r, num_outputs=2
            )[0]
        )
        with pytest.raises(ValueError, match="num_outputs is 2"):
            pipe.run()


# ---- ends and states -----------------------------------------------------------------------------


def epochs(**settings):
    """Three iterations in an epoch; the second of each fails."""

    def source(info):
        if info.iteration == 3:
            raise StopIteration
        if info.iteration == 1:
            raise ValueError("mine")
        return np.full(1, 10 * info.epoch_idx + info.iteration)

    def graph(folder):
        x = fn.external_source(source=source, batch_info=True)
        return x, fn.readers.file(file_root=folder, name="r")[0][0], fn.random.uniform(seed=5)

    return pipeline_def(graph, batch_size=1, prefetch_queue_depth=2, **settings)


def take(pipe):
    try:
        return lists(pipe.run())
    except ValueError:
        return "error"
    except StopIteration:
        return "end"


@pytest.mark.parametrize("taken", range(9))
@pytest.mark.parametrize("reset", [True, False])
def test_checkpoints_between_errors_and_ends(folder, taken, reset):
    """At any moment: the other pipeline goes on like this one, and as if there had been none."""

    def run(pipe, count, last=True):
        results = []
        for k in range(count):
            results.append(take(pipe))
            if results[-1] == "end" and (last or k < count - 1):
                pipe.reset()
        return results

    want = run(epochs()(folder), 20)
    pipe = epochs()(folder)
    assert run(pipe, taken, last=reset) == want[:taken]
    saved = pipe.checkpoint()
    other = epochs(checkpoint=saved)(folder)
    after_end = taken and want[taken - 1] == "end" and not reset
    for p in (pipe, other):
        rest = run(p, 8)
        assert rest == (["end", *want[taken : taken + 7]] if after_end else want[taken:][:8])
    assert want[:4] == [[[0], [0], want[0][2]], "error", [[2], [2], want[2][2]], "end"]


def test_readers_beside_sources_of_another_size(folder):
    def graph():
        x = fn.external_source(source=lambda i: np.zeros((3 - i % 2, 1)))
        return x, fn.readers.file(file_root=folder)[0][0]

    pipe = make(graph)
    for k in range(4):
        if k % 2:
            with pytest.raises(ValueError, match="different sizes: 2 and 3"):
                pipe.run()
        else:
            assert lists(pipe.run())[1] == [(3 * k + j) % 10 for j in range(3)]


def test_inputs_that_nobody_needs():
    def graph():
        fn.external_source(name="x")
        return fn.external_source(name="y")

    pipe, other = make(graph), make(graph)
    with pytest.raises(KeyError, match="no output of this pipeline needs 'x'"):
        pipe.feed_input("x", np.zeros((1, 1)))
    node = other._outputs.nodes[0]
    with pytest.raises(KeyError, match="no output of this pipeline"):
        pipe.feed_input(node, np.zeros((1, 1)))


# ---- arguments -----------------------------------------------------------------------------------


def test_named_tuples_and_required_types():
    Pair = collections.namedtuple("Pair", "a b")
    pipe = make(lambda: (fn.zeros(shape=[1]), Pair(fn.ones(shape=[1]), 2)), batch_size=1)
    first, pair = pipe.run()
    assert isinstance(pair, Pair)
    assert lists([first, pair.a, pair.b]) == [[[0]], [[1]], [2]]
    for kind in (np.float32, "float32", types.FLOAT, types.NO_TYPE):
        make(lambda: fn.random.uniform(), output_dtype=kind).run()
    with pytest.raises(RuntimeError, match="output_dtype"):
        make(lambda: fn.random.uniform(), output_dtype=np.int16).run()


def test_mistakes_in_arguments():
    def shapes():
        with pytest.warns(DeprecationWarning, match="shape"):
            return fn.shapes(fn.zeros(shape=[1]), nonsense=1)

    with pytest.raises(TypeError, match="nonsense"):
        make(shapes)
    for wrong in (
        lambda b: fn.flip(b),
        lambda b: fn.brightness(fn.zeros(shape=[1, 1, 1], layout="HWC"), brightness=b),
    ):
        with pytest.raises(TypeError, match="external_source"):
            make(lambda w=wrong: w(ndd.batch(np.zeros((3, 1, 1, 1)), layout="HWC")))


def test_names_that_steps_would_have_got():
    def graph():
        first = fn.external_source(name="external_source_1")
        return first, fn.external_source(), fn.random.uniform(name="random.uniform_3")

    pipe = make(graph, batch_size=1)
    pipe.feed_input("external_source_1", np.array([1]))
    pipe.feed_input("external_source_1_", np.array([2]))
    assert lists(pipe.run())[:2] == [[1], [2]]


def test_a_pipeline_in_a_prefetched_generator(folder):
    """A loop that is left loses what was made ahead; sources stay in step."""

    def graph():
        x = fn.external_source(source=lambda i: np.full(1, i))
        return x, fn.readers.file(file_root=folder)[0][0]

    pipe = make(graph, batch_size=1)

    def iterations():
        for _ in range(9):
            made.append(1)
            yield lists(pipe.run())

    made, loop = [], iterations()
    with ndd.prefetch(loop) as items:  # its end waits for the iteration that is being made
        assert next(items) == [[0], [0]]
        while len(made) < 2:
            time.sleep(0.001)
    rest = [lists(pipe.run()) for _ in range(5)]
    assert [a for a, _ in rest] == [b for _, b in rest]
    assert sorted(a for [a], _ in rest) == list(range(rest[0][0][0], rest[0][0][0] + 5))
