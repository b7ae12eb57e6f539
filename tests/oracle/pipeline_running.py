"""Programs about running: feeding, prefetching, threads, random numbers, state."""

from __future__ import annotations

import threading

import numpy as np

from .pipeline_programs import (
    ALONE,
    attempt,
    graph,
    numbers,
    plain,
    program,
    refused,
    take,
    through_ends,
)

# ---- feeding -------------------------------------------------------------------------------------


@program
def feeding_batches_of_any_size(dali, data):
    fn = dali.fn

    @dali.pipeline_def(batch_size=4, exec_pipelined=False, exec_async=False, **ALONE)
    def fed():
        return fn.external_source(name="x", layout="HW") * 2, fn.external_source(name="y")

    pipe, seen = fed(), []
    pipe.build()
    for n in (1, 4, 2, 3):
        pipe.feed_input("x", [np.full((2, n), k, np.uint8) for k in range(n)])
        pipe.feed_input("y", np.arange(3 * n, dtype=np.float32).reshape(n, 3))
        seen.append(plain(dali, pipe.run()))
    return seen


@program
def feeding_ahead(dali, data):
    @dali.pipeline_def(batch_size=4, prefetch_queue_depth=2, **ALONE)
    def fed():
        return dali.fn.external_source(name="x") + 1

    pipe, seen = fed(), []
    pipe.build()
    ahead = pipe.input_feed_count("x")
    for i in range(ahead):
        pipe.feed_input("x", np.array([i, i]))
    for i in range(3):
        pipe.feed_input("x", np.array([10 + i]))
        seen.append(plain(dali, pipe.run()))
    return ahead, seen


@program
def feeding_a_node(dali, data):
    pipe = dali.Pipeline(batch_size=2, prefetch_queue_depth=1, **ALONE)
    with pipe:
        x = dali.fn.external_source()
        pipe.set_outputs(x, x + 1)
    pipe.build()
    pipe.feed_input(x, [np.array([1, 2]), np.array([3])])
    return plain(dali, pipe.run())


@program
def inputs_of_runs(dali, data):
    fn = dali.fn
    seen = []
    for how in ({"prefetch_queue_depth": 1}, {"exec_pipelined": False, "exec_async": False}):

        @dali.pipeline_def(batch_size=4, **ALONE, **how)
        def fed():
            b = fn.external_source(name="b", dtype=dali.types.INT32)
            return fn.external_source(name="a") + b

        pipe = fed()
        for n in (2, 1, 4):
            a, b = np.arange(2 * n).reshape(n, 2), np.ones((n, 2), np.int32)
            seen.append(plain(dali, pipe.run(a=a, b=b)))
    return seen


@program
def forms_of_fed_data(dali, data):
    TensorListCPU, TensorCPU = dali.tensors.TensorListCPU, dali.tensors.TensorCPU
    a = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)

    def feed(given, layout=None, **arguments):
        def go():
            pipe = dali.pipeline_def(
                lambda: dali.fn.external_source(name="x", **arguments), batch_size=3,
                prefetch_queue_depth=1, **ALONE,
            )()  # fmt: skip
            pipe.build()
            pipe.feed_input("x", given, **({} if layout is None else {"layout": layout}))
            return plain(dali, pipe.run())

        return attempt(go)

    return [
        feed(a), feed([a, a]), feed((a, a)), feed(a, "HW"), feed([a], "HWC"), feed(a, layout="HW"),
        feed(TensorListCPU(a)), feed(TensorListCPU([TensorCPU(a), TensorCPU(a)])),
        feed([TensorCPU(a, layout="HWC")]), feed(a, dtype=dali.types.FLOAT), feed(a, ndim=3),
        feed([a, a[:1]]), feed([a, a.astype(np.int32)]),
        feed(a, no_copy=True), feed(a, blocking=False), feed("abc"), feed(5),
    ]  # fmt: skip


@program
def feeding_what_does_not_fit(dali, data):
    def graph_():
        return dali.fn.external_source(name="x"), dali.fn.zeros(shape=[1], name="z")

    pipe = dali.pipeline_def(graph_, batch_size=2, prefetch_queue_depth=1, **ALONE)()
    pipe.build()
    fresh = dali.pipeline_def(graph_, batch_size=2, prefetch_queue_depth=1, **ALONE)
    return [
        attempt(lambda: pipe.feed_input("y", np.arange(2))),
        refused(lambda: pipe.feed_input("z", np.arange(2))),
        attempt(lambda: fresh().run()),
        attempt(lambda: fresh().run(x=np.arange(3))),
        attempt(lambda: fresh().run(y=np.arange(2))),
    ]


@program
def feeding_in_iter_setup(dali, data):
    ops = dali.ops

    class Fed(dali.Pipeline):
        def __init__(self, depth):
            super().__init__(2, 1, None, prefetch_queue_depth=depth)
            self.source, self.labels = ops.ExternalSource(), ops.ExternalSource()
            self.cast, self.i = ops.Cast(dtype=dali.types.FLOAT), 0

        def define_graph(self):
            self.data, self.label = self.source(name="data"), self.labels()
            return self.cast(self.data), self.label

        def iter_setup(self):
            if self.i == 4:
                self.i = 0
                raise StopIteration
            self.feed_input(self.data, np.full((2, 1), self.i, np.uint8))
            self.feed_input(self.label, np.array([[self.i], [7]], np.int32))
            self.i += 1

    pipes = [Fed(depth) for depth in (1, 2, 3)]
    for pipe in pipes:
        pipe.build()
    return [through_ends(pipe, 11) for pipe in pipes]


# ---- running -------------------------------------------------------------------------------------


def counting(dali, **settings):
    source = lambda i: np.full((2, 1), i)  # noqa: E731
    function = lambda: dali.fn.external_source(source)  # noqa: E731
    return dali.pipeline_def(function, batch_size=2, **ALONE, **settings)()


@program
def scheduling_by_hand(dali, data):
    pipe, seen = counting(dali, prefetch_queue_depth=3), []
    pipe.build()
    pipe.schedule_run()
    for _ in range(4):
        pipe.schedule_run()
        seen.append(numbers(pipe.share_outputs()))
        pipe.release_outputs()
    seen.append(numbers(pipe.outputs()))
    return seen, pipe.empty()


@program
def prefetching_changes_nothing(dali, data):
    def both():
        labels = dali.fn.readers.file(file_root=data.images)[1]
        return labels, dali.fn.external_source(lambda i: [np.array([i])] * 3)

    return [graph(dali, both, runs=5, prefetch_queue_depth=depth) for depth in (1, 2, 5)]


@program
def several_pipelines_in_turn(dali, data):
    pipes = [counting(dali), counting(dali, prefetch_queue_depth=1), counting(dali)]
    return [[numbers(pipe.run()) for pipe in pipes] for _ in range(3)]


@program
def pipelines_in_threads(dali, data):
    results = {}

    def work(k):
        def function():
            return dali.fn.full(10 * k, shape=[1]) + dali.fn.external_source(
                lambda i: [np.array([i])] * 2
            )

        results[k] = graph(dali, function, size=2, runs=3)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(3)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return [results[k] for k in range(3)]


@program
def random_numbers_and_seeds(dali, data):
    """Which numbers are equal, not which they are."""
    fn = dali.fn

    def draw(seed):
        function = lambda: (  # noqa: E731
            fn.random.uniform(seed=5), fn.random.uniform(seed=5), fn.random.uniform(),
            fn.random.uniform(),
        )  # fmt: skip
        pipe = dali.pipeline_def(function, batch_size=4, seed=seed, **ALONE)()
        return [[o.as_array().tolist() for o in pipe.run()] for _ in range(2)]

    a, again, other, without = draw(7), draw(7), draw(8), draw(None)
    return [
        a == again, a[0] == a[1], a[0][0] == a[0][1], a[0][2] == a[0][3], a[0][0] == other[0][0],
        a[0][2] == other[0][2], without[0][2] == draw(None)[0][2], without[0][0] == a[0][0],
    ]  # fmt: skip


@program
def random_distributions(dali, data):
    fn, types = dali.fn, dali.types

    def draw():
        shape = {"shape": [20000]}
        return (
            fn.random.uniform(range=[2, 5], **shape), fn.random.uniform(values=[1.0, 9.0], **shape),
            fn.random.normal(mean=3, stddev=2, **shape),
            fn.random.coin_flip(probability=0.25, **shape),
            fn.random.choice([1, 2, 3], p=[0.25, 0.25, 0.5], **shape),
            fn.random.beta(alpha=2.0, beta=2.0, **shape),
            fn.random.uniform(range=[0, 10], dtype=types.INT32, **shape),
        )  # fmt: skip

    drawn = [x.at(0) for x in dali.pipeline_def(draw, batch_size=1, seed=7, **ALONE)().run()]
    assert all(len(np.unique(x)) > 1 for x in drawn)
    # A tenth of the spread is twenty times the error of such a mean.
    means, spreads = [2.5 + 1, 5, 3, 0.25, 2.25, 0.5, 5], [0.866, 4, 2, 0.433, 0.829, 0.224, 2.89]
    fine = [abs(x.mean() - m) < s / 10 for x, m, s in zip(drawn, means, spreads)]
    return fine, [x.dtype.name for x in drawn], [x.shape for x in drawn]


# ---- state ---------------------------------------------------------------------------------------


@program
def checkpoints(dali, data):
    fn = dali.fn

    def make(saved=None):
        @dali.pipeline_def(
            batch_size=3, enable_checkpointing=True, seed=1, checkpoint=saved, **ALONE
        )
        def function():
            jpegs, labels = fn.readers.file(file_root=data.images, random_shuffle=True, name="r")
            return jpegs.source_info(), labels, fn.random.uniform(shape=[2]), fn.random.normal()

        pipe = function()
        pipe.build()
        return pipe

    def take_plain(pipe, count):
        runs = [pipe.run() for _ in range(count)]
        return [[np.array(o.at(i)).tolist() for o in run for i in range(3)] for run in runs]

    seen = []
    for taken in (0, 1, 3, 5):
        pipe = make()
        take_plain(pipe, taken)
        saved = pipe.checkpoint()
        restored = make(saved)
        seen.append((take_plain(pipe, 4) == take_plain(restored, 4), type(saved).__name__,
                     pipe.is_restored_from_checkpoint,
                     restored.is_restored_from_checkpoint))  # fmt: skip
    file = data.folder / f"checkpoint of {dali.__name__}"
    seen.append(make().checkpoint(str(file)) == file.read_bytes())
    return seen


@program
def checkpoints_of_sources(dali, data):
    """A function that is told the number of the sample goes on where it was."""

    def make(saved=None):
        pipe = dali.pipeline_def(
            lambda: dali.fn.external_source(
                lambda info: np.array([info.idx_in_epoch, info.iteration]), batch=False
            ),
            batch_size=2, enable_checkpointing=True, checkpoint=saved, **ALONE,
        )()  # fmt: skip
        pipe.build()
        return pipe

    pipe = make()
    take(dali, pipe, 3)
    return take(dali, make(pipe.checkpoint()), 2)


@program
def checkpoints_that_are_none(dali, data):
    def make(saved):
        return dali.pipeline_def(
            lambda: dali.fn.random.uniform(), batch_size=2, checkpoint=saved,
            enable_checkpointing=True, **ALONE,
        )().build()  # fmt: skip

    return refused(lambda: make("garbage")), refused(lambda: make(b"garbage"))


@program
def errors_in_iterations(dali, data):
    """The iteration that fails does so in its turn, after those before it."""

    def source(i):
        return [np.zeros(2 if i == 1 else 3, np.int32)] * 2

    def function():
        return dali.fn.external_source(source) + dali.fn.full(1, shape=[3])

    pipe = dali.pipeline_def(function, batch_size=2, **ALONE)()
    return plain(dali, pipe.run()), attempt(lambda: plain(dali, pipe.run()))
