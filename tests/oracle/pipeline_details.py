"""Details of programs. Those with a `defect` differ, on purpose or because something is missing;
each says what."""

from __future__ import annotations

import numpy as np
import pytest

from .pipeline_graphs import images, rows
from .pipeline_programs import ALONE, attempt, each, graph, plain, program


@program
def padded_epoch_size(dali, data):
    @dali.pipeline_def(batch_size=4, **ALONE)
    def read():
        return dali.fn.readers.file(
            file_root=data.images, num_shards=3, pad_last_batch=True, name="r"
        )[1]

    return read().epoch_size("r"), read().epoch_size()


@program
def readers_that_are_not_there(dali, data):
    pipe = dali.pipeline_def(lambda: dali.fn.zeros(shape=[1]), batch_size=1, **ALONE)()
    pipe.build()
    assert (pipe.reader_meta(), pipe.epoch_size()) == ({}, {})
    return attempt(lambda: pipe.reader_meta("x")), attempt(lambda: pipe.epoch_size("x"))


@program(defect="readers are named after their functions, not __File_0")
def names_of_readers(dali, data):
    pipe = dali.pipeline_def(
        lambda: dali.fn.readers.file(file_root=data.images)[1], batch_size=1, **ALONE
    )()
    return list(pipe.reader_meta())


@program
def unknown_arguments_of_readers(dali, data):
    return each(dali, lambda: dali.fn.readers.file(file_root=data.images, foo=1)[0])


@program
def arrays_of_64_bits(dali, data):
    fn, types = dali.fn, dali.types

    def function():
        x = rows(dali, np.uint8)
        return (
            types.Constant(np.array([1, 2])), types.Constant(np.array([1, 2], np.uint64)),
            types.Constant(np.array([1.0, 2.0])), np.array([1, 2]), np.array([1.0, 2.0]),
            np.int64(3), x + np.array([1, 2, 3]), x * np.array([1.0, 2.0, 3.0]),
            fn.full(np.array([1, 2]), shape=[3, 2]), fn.copy(np.ones(2)),
        )  # fmt: skip

    return graph(dali, function)


@program
def numbers_of_64_bits(dali, data):
    """Arrays with axes become narrow, those without and numbers do not."""
    types = dali.types

    def function():
        x, y = rows(dali, np.int32), rows(dali, np.float32)
        return (
            x + np.int64(2), x * np.array(2), x * np.array(2.5), y * np.array(2.5),
            x + np.uint8(2), x + np.uint64(2), x + types.Constant(np.int64(3)),
            x + types.Constant(np.array(3)), x + types.Constant(np.float64(3)),
            y + types.Constant(np.array(3.5)), x * np.array([[2]]),
        )  # fmt: skip

    return graph(dali, function)


@program
def tensors_of_torch(dali, data):
    torch = pytest.importorskip("torch")

    def function():
        x = rows(dali, np.int32)
        return (
            x + torch.tensor([1, 2, 3]), x + torch.tensor(1.5), x + torch.tensor(2),
            x + dali.types.Constant(torch.tensor([1, 2, 3])),
        )  # fmt: skip

    return graph(dali, function)


@program
def outputs_that_are_lists_of_numbers(dali, data):
    return each(dali, lambda: [1, 2], lambda: (1, [2, 3]), lambda: ([1, 2], [3.5]))


@program
def constants_that_are_too_large(dali, data):
    types = dali.types
    large = lambda: types.Constant(300, dtype=types.UINT8)  # noqa: E731
    return each(dali, large, lambda: types.Constant(-1, dtype=types.UINT8))


@program
def indices_that_are_constants(dali, data):
    one = dali.types.Constant(1)
    return graph(dali, lambda: (images(dali)[one], images(dali)[one:, 0]))


@program(defect="None is no index, in DALI one that changes nothing")
def indices_that_are_none(dali, data):
    return graph(dali, lambda: images(dali)[None])


@program(defect="None beside a node is a ValueError, not a TypeError")
def arithmetic_with_none(dali, data):
    constant = lambda: dali.types.Constant(None)  # noqa: E731
    return each(dali, lambda: images(dali) + None, constant)


@program
def nodes_in_constructors(dali, data):
    ops = dali.ops

    def function():
        k = dali.fn.external_source(lambda: [np.array(i % 2, np.int32) for i in range(3)])
        return ops.Flip(horizontal=k)(images(dali))

    return graph(dali, function)


@program(defect="nodes are made inside of a pipeline only")
def nodes_before_their_pipeline(dali, data):
    jpegs, labels = dali.fn.readers.file(file_root=data.images)
    pipe = dali.Pipeline(batch_size=2, **ALONE)
    pipe.set_outputs(jpegs.source_info(), labels + 1)
    pipe.build()
    return plain(dali, pipe.run())


@program
def nodes_after_the_block(dali, data):
    """What is made of nodes belongs to their pipeline, wherever it is made."""
    fn = dali.fn
    pipe = dali.Pipeline(batch_size=2, **ALONE)
    with pipe:
        jpegs, labels = fn.readers.file(file_root=data.images)
        x = fn.decoders.image(jpegs)
    y = fn.cast(x, dtype=dali.types.FLOAT) * 2 + labels
    pipe.set_outputs(y[:4, 1:3], x.shape(), fn.flip(x, horizontal=labels % 2), -labels)
    pipe.build()
    return plain(dali, pipe.run())


@program
def sources_in_branches(dali, data):
    fn = dali.fn

    def both_read():
        if rows(dali, size=4)[0] > 2:
            y = fn.readers.file(file_root=data.images)[1]
        else:
            y = fn.readers.file(file_root=data.images)[1] + 10
        return y

    def one_source():
        i = rows(dali, size=4)
        if i[0] > 2:
            y = rows(dali, size=4) * 10
        else:
            y = i
        return y

    return each(dali, both_read, one_source, size=4, runs=2, enable_conditionals=True)


@program
def not_of_arrays(dali, data):
    return each(dali, lambda: not rows(dali), enable_conditionals=True)


@program
def parameters_with_names_of_settings(dali, data):
    @dali.pipeline_def(batch_size=2, **ALONE)
    def function(batch_size):
        return dali.fn.full(batch_size, shape=[1])

    return plain(dali, function(batch_size=7).run())


@program(defect="a tuple from a function with one output is an error; DALI takes its first element")
def functions_that_return_more(dali, data):
    return graph(dali, lambda: dali.fn.python_function(images(dali), function=lambda a: (a, a)))


@program
def required_types(dali, data):
    pipe = dali.pipeline_def(
        lambda: dali.fn.zeros(shape=[1]), batch_size=1, output_dtype=[dali.types.INT32], **ALONE
    )()
    pipe.build()
    return [int(t) for t in pipe.output_dtype()], repr(pipe.output_dtype())


@program
def types_of_samples(dali, data):
    def function():
        x = dali.fn.zeros(shape=[2, 3], dtype=dali.types.INT64)
        return x, dali.fn.cast(x, dtype=dali.types.UINT64), x.shape()

    outputs = dali.pipeline_def(function, batch_size=1, **ALONE)().run()
    return [o.at(0).dtype.type.__name__ for o in outputs]


@program(defect="pipelines cannot be serialized")
def serialized_pipelines(dali, data):
    def function():
        return dali.fn.full(3, shape=[2]) + 1

    text = dali.pipeline_def(function, batch_size=2, **ALONE)().serialize()
    again = dali.Pipeline.deserialize(text, batch_size=3)
    other = dali.Pipeline(batch_size=2, **ALONE)
    other.deserialize_and_build(text)
    return plain(dali, again.run()), plain(dali, other.run())


@program
def methods_for_looking_inside(dali, data):
    pipe = dali.pipeline_def(
        lambda: dali.fn.zeros(shape=[1]), batch_size=1, enable_memory_stats=True, **ALONE
    )()
    pipe.build()
    pipe.run()
    pipe.enable_api_check(False)
    pipe.save_graph_to_dot_file(str(data.folder / "graph.dot"))
    made = pipe.executor_statistics(), pipe.external_source_shm_statistics()
    return [type(m).__name__ for m in made], (data.folder / "graph.dot").exists()


@program
def names_of_modules(dali, data):
    inside = {"types": ["ScalarConstant", "ConstantNode"], "": ["StreamPolicy"]}
    inside[""].append("OperatorConcurrency")
    return {
        f"{module}.{name}": hasattr(getattr(dali, module) if module else dali, name)
        for module, names in inside.items()
        for name in names
    }
