"""Programs about definitions: how graphs are made, what pipelines tell, mistakes."""

from __future__ import annotations

import numpy as np

from .pipeline_programs import (
    ALONE,
    attempt,
    each,
    each_refused,
    graph,
    plain,
    program,
    refused,
    take,
)


@program
def forms_of_definitions(dali, data):
    fn, pipeline_def = dali.fn, dali.pipeline_def
    sizes = {"batch_size": 2, **ALONE}

    @pipeline_def
    def bare(value, count=3):
        """Its documentation."""
        return fn.full(value, shape=[count])

    @pipeline_def()
    def called(value=1):
        return fn.full(value, shape=[1])

    @pipeline_def(**sizes)
    def keyword(*, value):
        return fn.full(value, shape=[1])

    @pipeline_def(**sizes)
    def current():
        pipe = dali.Pipeline.current()
        return fn.full(pipe.max_batch_size, shape=[pipe.num_threads])

    class Loader:
        value = 5

        @pipeline_def(**sizes)
        def method(self, more=1):
            return fn.full(self.value + more, shape=[1])

    makers = (
        lambda: bare(5, **sizes), lambda: bare(value=5, count=1, **sizes), lambda: called(**sizes),
        lambda: keyword(value=4), lambda: keyword(value=4, batch_size=3), lambda: current(),
        lambda: current(num_threads=3), lambda: Loader().method(more=2),
        lambda: bare(**sizes), lambda: bare(1, 2, 3, **sizes),
    )  # fmt: skip
    results = [attempt(lambda make=make: plain(dali, make().run())) for make in makers]
    return results, bare.__name__, bare.__doc__


@program
def pipelines_by_hand(dali, data):
    fn = dali.fn
    pipe = dali.Pipeline(batch_size=2, num_threads=1, device_id=None, seed=1)
    with pipe:
        jpegs, labels = fn.readers.file(file_root=data.images)
        pipe.set_outputs(jpegs.source_info(), labels, 3, np.array([1, 2], np.uint8))
    pipe.build()
    other = dali.Pipeline(2, 1, None)
    with other:
        inside = dali.Pipeline.current() is other
        other.set_outputs(fn.zeros(shape=[2]))
    outside = dali.Pipeline.current() is None
    return take(dali, pipe, 2), plain(dali, other.run()), inside, outside


@program
def graphs_of_subclasses(dali, data):
    fn = dali.fn

    class Several(dali.Pipeline):
        def __init__(self):
            super().__init__(batch_size=2, num_threads=1, device_id=None)

        def define_graph(self):
            x = fn.full(3, shape=[1])
            return [x, x + 1]

    class One(Several):
        def define_graph(self):
            return fn.full(3, shape=[1])

    assigned = dali.Pipeline(batch_size=2, num_threads=1, device_id=None)
    assigned.define_graph = lambda: fn.full(4, shape=[1])
    for pipe in (pipes := [Several(), One(), assigned]):
        pipe.build()
    return [plain(dali, pipe.run()) for pipe in pipes]


@program
def building_is_optional_and_may_be_repeated(dali, data):
    pipe = dali.pipeline_def(lambda: dali.fn.zeros(shape=[1]), batch_size=2, **ALONE)()
    first = plain(dali, pipe.run())
    pipe.build()
    pipe.reset()
    return first, plain(dali, pipe.run())


@program
def conditionals_of_the_experimental_module(dali, data):
    @dali.pipeline.experimental.pipeline_def(enable_conditionals=True, batch_size=2, **ALONE)
    def choose():
        x = dali.fn.external_source(lambda: [np.array(i) for i in range(2)])
        if x > 0:
            y = x + 10
        else:
            y = x - 10
        return y

    return plain(dali, choose().run())


@program
def what_a_pipeline_tells(dali, data):
    pipe = dali.pipeline_def(
        lambda: dali.fn.zeros(shape=[1], name="z"), batch_size=2, num_threads=3, device_id=None,
        seed=5, prefetch_queue_depth=3,
    )()  # fmt: skip
    pipe.build()
    names = ("max_batch_size", "batch_size", "num_threads", "device_id", "seed", "exec_async",
             "prefetch_queue_depth", "exec_pipelined", "set_affinity", "py_num_workers",
             "py_start_method", "is_restored_from_checkpoint", "num_outputs", "cpu_queue_size",
             "gpu_queue_size", "exec_dynamic", "exec_separated",
             "enable_memory_stats")  # fmt: skip
    return [getattr(pipe, n) for n in names], pipe.output_dtype(), pipe.output_ndim(), pipe.empty()


@program
def ways_to_execute(dali, data):
    settings = (
        {"exec_dynamic": True}, {"exec_dynamic": False}, {"experimental_exec_dynamic": True},
        {"exec_pipelined": False, "exec_async": False}, {"exec_pipelined": False},
        {"prefetch_queue_depth": 4}, {"max_streams": 1}, {"max_streams": -1},
        {"bytes_per_sample": 100}, {"set_affinity": True}, {"default_cuda_stream_priority": 0},
        {"enable_memory_stats": True},
        {"prefetch_queue_depth": {"cpu_size": 2, "gpu_size": 2}, "exec_dynamic": False},
    )  # fmt: skip

    def count():
        return dali.fn.external_source(lambda i: [np.array([i])]).cpu() + 1

    return [attempt(lambda s=s: graph(dali, count, size=1, runs=4, **s)) for s in settings]


@program
def wrong_pipelines(dali, data):
    fn, zeros = dali.fn, lambda: dali.fn.zeros(shape=[1])

    settings = ({"batch_size": 0}, {"batch_size": -2}, {"num_threads": 0}, {"foo": 3},
                {"device_id": 0}, {"batch_size": "a"}, {"seed": "a"}, {"prefetch_queue_depth": 0},
                {"prefetch_queue_depth": "a"}, {"batch_size": 2.5})  # fmt: skip

    def twice():
        return fn.zeros(shape=[1], name="a"), fn.ones(shape=[1], name="a")

    by_settings = [
        refused(lambda s=s: dali.pipeline_def(zeros, **{"batch_size": 2, **ALONE, **s})().run())
        for s in settings
    ]
    return by_settings, each(dali, twice), refused(dali.Pipeline(2, 1, None).build)


@program
def required_outputs(dali, data):
    fn, types = dali.fn, dali.types

    def outputs():
        return fn.zeros(shape=[2, 3], layout="HW"), fn.zeros(shape=[1], dtype=types.UINT8)

    fitting = ({}, {"output_dtype": [types.INT32, types.UINT8], "output_ndim": [2, 1]},
               {"output_dtype": [None, types.UINT8], "output_ndim": [None, 1]})  # fmt: skip
    others = ({"output_dtype": types.INT32}, {"output_ndim": [2, 2]}, {"output_ndim": -1},
              {"output_dtype": [types.INT32]}, {"output_ndim": [2, 1, 1]},
              {"output_dtype": ["a", "b"]}, {"output_dtype": [types.FLOAT, None]})  # fmt: skip
    return [graph(dali, outputs, **s) for s in fitting], [
        refused(lambda s=s: graph(dali, outputs, **s)) for s in others
    ]


@program
def wrong_operators(dali, data):
    fn, types = dali.fn, dali.types

    def z():
        return fn.zeros(shape=[4, 4, 3], layout="HWC")

    told_alike = each(
        dali,
        lambda: fn.flip(z(), foo=1), lambda: fn.cast(z()), lambda: fn.resize(z()),
        lambda: fn.nothing(z()), lambda: fn.crop(z(), crop=[9, 9]), lambda: fn.cat(z(), 1),
        lambda: fn.reshape(z(), shape=[7]), lambda: fn.transpose(z(), perm=[0, 0, 1]),
        lambda: fn.decoders.image(z()), lambda: fn.readers.file(file_root="/nonexistent")[0],
        lambda: fn.readers.file()[0], lambda: fn.zeros(shape=[1], device="tpu"),
        lambda: fn.zeros(shape=[1], device="gpu"), lambda: z().gpu(),
        lambda: fn.decoders.image(fn.readers.file(file_root=data.images)[0], device="mixed"),
        lambda: fn.slice(z(), 0, 9, axes=[0]), lambda: fn.stack(z(), fn.zeros(shape=[1])),
        lambda: fn.decoders.image(fn.external_source(lambda: [np.zeros(10, np.uint8)] * 3)),
        lambda: (z(), "abc"), lambda: object(),
    )  # fmt: skip
    told_differently = each_refused(
        dali,
        lambda: fn.flip(), lambda: fn.flip(z(), z()), lambda: fn.flip(z(), horizontal="a"),
        lambda: fn.random.uniform(seed="a"), lambda: fn.cast(z(), dtype=99),
        lambda: fn.readers.file(file_root=data.images, shard_id=3, num_shards=2)[0],
        lambda: fn.zeros(shape=[1], name=5), lambda: fn.cast(z(), dtype=types.STRING),
        lambda: fn.readers.file(file_root=data.images, foo=1)[0],
        lambda: fn.random.uniform(range=[3]), lambda: fn.permute_batch(z(), indices=[0, 1, 7]),
    )  # fmt: skip
    return told_alike, told_differently
