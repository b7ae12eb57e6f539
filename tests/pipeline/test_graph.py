"""Graphs: how they are made, what is known of nodes, mistakes at the line that made them."""

from __future__ import annotations

import collections.abc

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace import Pipeline, _native, fn, math, ops, pipeline_def, types


def run(graph, **arguments):
    pipe = pipeline_def(graph, **{"batch_size": 3, "seed": 5, **arguments})()
    return pipe.run()


def arrays(outputs):
    return [np.stack([np.asarray(x) for x in out]) for out in outputs]


# ---- nodes -------------------------------------------------------------------------------------


def test_nodes_know_what_they_will_be():
    @pipeline_def(batch_size=2)
    def graph():
        x = fn.zeros(shape=[4, 6, 3], dtype=types.UINT8, layout="HWC")
        y = fn.crop_mirror_normalize(x, crop=[2, 2])
        assert (x.dtype, x.ndim, x.layout) == (ndd.uint8, 3, "HWC")
        assert (y.dtype, y.ndim, y.layout, y.device) == (ndd.float32, 3, "CHW", "cpu")
        assert "crop_mirror_normalize" in repr(y)
        return y

    assert graph().run()[0].shape() == [(3, 2, 2)] * 2


@pytest.mark.parametrize(
    "f",
    [
        lambda x, y: x + y,
        lambda x, y: 3 - x * 2,
        lambda x, y: x / y + x // 2 + 7 % (y + 1) ** 2,
        lambda x, y: (x < y) | (x >= 2) & ~(y == 1) ^ (x != y),
        lambda x, y: -x + abs(y) + (+x),
        lambda x, y: (x << 1) + (y >> 1) + (2 << x),
        lambda x, y: np.array([10, 20, 30], np.int32) - x,
        lambda x, y: x * np.int16(3),
    ],
)
def test_arithmetic_is_that_of_dynamic_mode(f):
    a, b = np.arange(9).reshape(3, 3).astype(np.int32), np.ones((3, 3), np.int32) * 3

    @pipeline_def(batch_size=3)
    def graph():
        return f(
            fn.external_source(source=lambda: a, name="a"),
            fn.external_source(source=lambda: b, name="b"),
        )

    want = f(ndd.batch(a), ndd.batch(b))
    [out] = graph().run()
    assert out.dtype == want.dtype
    np.testing.assert_array_equal(out.as_array(), ndd.as_tensor(want).numpy())


def test_math_functions():
    x = np.linspace(0.1, 0.9, 6, dtype=np.float32).reshape(2, 3)

    @pipeline_def(batch_size=2)
    def graph():
        node = fn.external_source(source=lambda: x)
        return math.sqrt(node), math.atan2(node, 2.0), math.clamp(node, 0.3, 0.5)

    got = arrays(graph().run())
    b = ndd.batch(x)
    want = [ndd.math.sqrt(b), ndd.math.atan2(b, 2.0), ndd.math.clamp(b, 0.3, 0.5)]
    for g, w in zip(got, want):
        np.testing.assert_array_equal(g, ndd.as_tensor(w).numpy())


def test_indexing():
    x = np.arange(48).reshape(2, 4, 6)

    @pipeline_def(batch_size=2)
    def graph():
        node = fn.external_source(source=lambda: x, layout="AB")
        first = fn.external_source(source=lambda: np.array([1, 2]))
        return (
            node[0], node[-1, 2], node[1:3, ::-1], node[..., 0], node[first], node[first:, 1],
            node[headrace.newaxis("C")], node[:, headrace.newaxis],
        )  # fmt: skip

    outs = graph().run()
    for i in range(2):
        k = i + 1
        want = [
            x[i, 0], x[i, -1, 2], x[i, 1:3, ::-1], x[i, ..., 0], x[i, k], x[i, k:, 1],
            x[i][None], x[i][:, None],
        ]  # fmt: skip
        for out, w in zip(outs, want):
            np.testing.assert_array_equal(out.at(i), w)
    assert outs[6].layout() == "CAB"


def test_shapes_and_properties(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x.jpg").write_bytes(b"12345")

    @pipeline_def(batch_size=1)
    def graph():
        data, _ = fn.readers.file(file_root=str(tmp_path))
        short = data.shape(dtype=types.INT32)
        return data.shape(), short, data.source_info(), data.property("layout")

    long, short, name, layout = graph().run()
    assert (long.at(0).tolist(), long.dtype) == ([5], ndd.int64)
    assert (short.at(0).tolist(), short.dtype) == ([5], ndd.int32)
    assert bytes(name.at(0)).endswith(b"x.jpg")
    assert bytes(layout.at(0)) == b""


def test_constants():
    @pipeline_def(batch_size=2)
    def graph():
        x = fn.zeros(shape=[2], dtype=types.INT32)
        c = types.Constant(np.array([1, 2], np.uint8))
        s = types.Constant(3).uint8()
        return x + c, c, x + s, c + s, 7, np.ones((2, 2), np.float32), fn.constant(fdata=1.5)

    outs = graph().run()
    want = [[1, 2], [1, 2], [3, 3], [4, 5], 7, [[1, 1]] * 2, [1.5]]
    assert [o.at(1).tolist() for o in outs] == want
    kinds = [ndd.int32, ndd.uint8, ndd.int32, ndd.uint8, ndd.int32, ndd.float32, ndd.float32]
    assert [o.dtype for o in outs] == kinds
    with pytest.raises(TypeError, match="DataNodes"):
        types.Constant(3) + 1


def test_constants_are_copies():
    data = np.zeros(3, np.float32)

    @pipeline_def(batch_size=1)
    def graph():
        return fn.cast(data, dtype=types.INT32), fn.zeros(shape=[3]) + data

    pipe = graph()
    data[:] = 9
    assert [o.at(0).tolist() for o in pipe.run()] == [[0, 0, 0], [0, 0, 0]]


# ---- definitions ---------------------------------------------------------------------------------


def test_the_function_runs_once():
    runs = []

    @pipeline_def(batch_size=2, num_threads=1)
    def graph(low, *, high=1.0):
        runs.append((low, high))
        return fn.random.uniform(range=[low, high])

    pipe = graph(0.5, high=2.0)
    for _ in range(5):
        pipe.run()
    assert runs == [(0.5, 2.0)]


def test_decorator_forms():
    def graph():
        return fn.ones(shape=[1])

    assert len(pipeline_def(graph)(batch_size=4).run()[0]) == 4
    assert len(pipeline_def(batch_size=2)(graph)(batch_size=3).run()[0]) == 3
    pipe = pipeline_def(batch_size=2)(graph)(num_threads=3, seed=9, prefetch_queue_depth=5)
    assert (pipe.max_batch_size, pipe.num_threads, pipe.seed) == (2, 3, 9)
    assert pipe.prefetch_queue_depth == 5
    with pytest.raises(TypeError, match="batch_size"):
        pipeline_def(batch_siz=2)(graph)
    with pytest.raises(ValueError, match="needs a batch_size"):
        pipeline_def(graph)().run()


def test_with_and_set_outputs():
    pipe = Pipeline(batch_size=2, num_threads=1, device_id=None)
    assert Pipeline.current() is None
    with pipe:
        assert Pipeline.current() is pipe
        x = fn.full(3, shape=[2])
        pipe.set_outputs(x, x + 1)
    pipe.build()
    assert [o.at(0).tolist() for o in pipe.run()] == [[3, 3], [4, 4]]
    with pytest.raises(RuntimeError, match="built already"):
        pipe.set_outputs(x)


def test_subclass_with_define_graph():
    class Doubled(Pipeline):
        def __init__(self):
            super().__init__(2, 1, None, seed=3)
            self.draw = ops.random.Uniform(range=[0, 1])
            self.cast = ops.Cast(dtype=types.FLOAT64)

        def define_graph(self):
            x = self.draw()
            return x, self.cast(x) * 2

    pipe = Doubled()
    pipe.build()
    x, y = arrays(pipe.run())
    np.testing.assert_array_equal(x.astype(np.float64) * 2, y)


def test_outputs_in_lists_and_dicts():
    one = fn.ones

    def graph_list():
        return [one(shape=[1]), one(shape=[2])]

    def graph_dict():
        return {"a": one(shape=[1]), "b": [one(shape=[2]), 5]}

    assert [o.shape() for o in run(graph_list)] == [[(1,)] * 3, [(2,)] * 3]
    outs = run(graph_dict)
    assert outs["a"].shape() == [(1,)] * 3
    assert outs["b"][1].at(0) == 5


def test_several_sets_of_inputs():
    def graph():
        a, b = fn.zeros(shape=[2, 2, 1]), fn.ones(shape=[3, 1, 1])
        return tuple(fn.flip([a, b]))

    assert [o.shape()[0] for o in run(graph)] == [(2, 2, 1), (3, 1, 1)]


def test_pipelines_inside_of_each_other_and_side_by_side():
    inner = pipeline_def(lambda: fn.ones(shape=[1]), batch_size=1)

    def graph():
        x = fn.zeros(shape=[1])
        other = inner()
        return x + other.run()[0].at(0)

    assert run(graph)[0].at(0).tolist() == [1]


def test_nodes_of_another_pipeline():
    stray = []
    pipeline_def(lambda: stray.append(fn.zeros(shape=[1])) or stray[0], batch_size=1)()
    with pytest.raises(ValueError, match="another pipeline"):
        run(lambda: fn.ones(shape=[1]) + stray[0])


# ---- mistakes ------------------------------------------------------------------------------------


def line_of(error):
    return error.value.where.line, error.value.where.function


@pytest.mark.parametrize(
    ("mistake", "kind", "text"),
    [
        (lambda x: fn.resize(x, sizes=[2, 2]), KeyError, "size"),
        (lambda x: fn.resize(x, size="big"), TypeError, "size"),
        (lambda x: fn.cast(x), RuntimeError, "dtype"),
        (lambda x: fn.flip(fn.reductions.sum(x)), ValueError, "layout|axes"),
        (lambda x: fn.resize(x, size=[2, 2], device="tpu"), ValueError, "mixed"),
        (lambda x: x[0, 0, 0, 0], ValueError, "too many"),
        (lambda x: fn.random.uniform(seed="x"), TypeError, "seed"),
        (lambda x: ndd.flip(x), TypeError, "fn"),
        (lambda x: np.asarray(x), TypeError, "python_function"),
        (lambda x: 1 if x else 2, TypeError, "enable_conditionals"),
    ],
)
def test_mistakes_are_told_at_their_line(mistake, kind, text):
    def graph():
        return mistake(fn.zeros(shape=[4, 4, 3], layout="HWC"))

    with pytest.raises(kind, match=text) as error:
        run(graph)
    where = error.value.where
    assert where is not None
    assert (where.filename, where.function.rsplit(".", 1)[-1]) == (__file__, "<lambda>")


def test_mistakes_behind_unknown_data_are_told_at_their_line_too():
    @pipeline_def(batch_size=2)
    def graph():
        x = fn.external_source(source=lambda: np.zeros((2, 3), np.float32))
        y = fn.flip(x)  # one axis
        return y + 1

    pipe = graph()
    with pytest.raises(ValueError, match="flip") as error:
        pipe.run()
    assert error.value.where.function.endswith("graph")


def test_operators_outside_of_a_graph():
    with pytest.raises(RuntimeError, match=r"headrace\.dynamic"):
        fn.zeros(shape=[1])


def test_two_operators_of_one_name():
    def graph():
        return fn.zeros(shape=[1], name="z") + fn.ones(shape=[1], name="z")

    with pytest.raises(RuntimeError, match="named 'z'"):
        run(graph)


def test_old_names_still_work():
    def graph():
        with pytest.warns(DeprecationWarning, match="random.uniform"):
            return fn.uniform(range=[2.0, 3.0])

    assert 2 <= run(graph)[0].at(0) < 3


def test_signatures_are_those_of_the_operators():
    import inspect

    signature = inspect.signature(fn.resize)
    assert {"size", "device", "name", "preserve"} <= set(signature.parameters)
    assert "seed" in inspect.signature(fn.random.uniform).parameters
    assert "file_root" in inspect.signature(fn.readers.file).parameters
    assert fn.resize.__doc__ == ndd.resize.__doc__


# ---- what runs -----------------------------------------------------------------------------------


def test_calls_that_are_to_run_although_nobody_looks():
    """preserve=True: that they failed shows that they ran."""

    @pipeline_def(batch_size=2, prefetch_queue_depth=1)
    def graph(**keep):
        x = fn.external_source(source=lambda i: [np.frombuffer(b"no picture", np.uint8)] * 2)
        fn.decoders.image(x, **keep)
        return fn.ones(shape=[1])

    def run_and_wait(**keep):
        assert graph(**keep).run()[0].as_array().tolist() == [[1], [1]]
        assert _native.settle(10)
        _native.report_unobserved()

    run_and_wait()
    with pytest.warns(headrace.UnobservedErrorWarning, match="not an image"):
        run_and_wait(preserve=True)


def test_a_definition_that_failed_may_be_tried_again():
    class Sometimes(Pipeline):
        ready = False

        def define_graph(self):
            x = fn.ones(shape=[1], name="one")
            if not self.ready:
                raise KeyError("not yet")
            return x

    pipe = Sometimes(batch_size=1)
    with pytest.raises(KeyError, match="not yet"):
        pipe.build()
    pipe.ready = True
    assert pipe.run()[0].as_array().tolist() == [[1]]


def test_inputs_of_a_run_are_taken_all_or_none():
    @pipeline_def(batch_size=2)
    def graph():
        return fn.external_source(name="x"), fn.external_source(name="y")

    pipe = graph()
    assert sorted(pipe.input_names) == ["x", "y"]
    for wrong in (np.arange(5), "no array"):
        with pytest.raises((ValueError, TypeError)):
            pipe.run(x=np.array([1]), y=wrong)
    with pytest.raises(KeyError, match="Valid: "):
        pipe.run(x=np.array([1]), z=np.array([1]))
    x, y = pipe.run(x=np.array([3]), y=np.array([4]))
    assert (x.as_array().tolist(), y.as_array().tolist()) == ([3], [4])


def test_nodes_are_not_iterable():
    """Programs see by this that an operator has one output."""

    def graph():
        x = fn.ones(shape=[2])
        several = fn.readers.file(files=[__file__])
        assert not isinstance(x, collections.abc.Iterable)
        assert isinstance(several, collections.abc.Iterable)
        with pytest.raises(TypeError, match="not iterable"):
            list(x)
        return x[0]

    assert run(graph)[0].as_array().tolist() == [1, 1, 1]


def test_options_of_pipeline_def_in_the_call():
    @pipeline_def(batch_size=2, debug=False)
    def graph(x):
        if fn.constant(idata=x)[0] > 2:
            y = fn.constant(idata=1)
        else:
            y = fn.constant(idata=0)
        return y[0]

    made = [graph(x, enable_conditionals=True, debug=False).run()[0] for x in (1, 3)]
    assert [m.as_array().tolist() for m in made] == [[0, 0], [1, 1]]
    with pytest.raises(TypeError, match="enable_conditionals"):
        graph(1)
    with pytest.raises(headrace.Error, match="headrace.dynamic"):
        graph(1, debug=True)

    @pipeline_def(batch_size=2)
    def named(debug):
        return fn.constant(idata=debug)[0]

    assert named(debug=7).run()[0].as_array().tolist() == [7, 7]  # the function's own argument
