"""Programs with data of the user's own: what sources give, how they end, who runs them."""

from __future__ import annotations

import numpy as np

from .pipeline_programs import ALONE, attempt, each, each_refused, plain, program, through_ends


def ends(dali, source, count=9, size=2, depth=2, **arguments):
    """Runs over the ends of a source."""
    pipe = dali.pipeline_def(
        lambda: dali.fn.external_source(source, **arguments), batch_size=size,
        prefetch_queue_depth=depth, **ALONE,
    )()  # fmt: skip
    return through_ends(pipe, count)


def batches(count):
    return [[np.array([10 * k + i]) for i in range(2)] for k in range(count)]


@program
def lists_in_cycles(dali, data):
    cycles = (None, "no", "quiet", "raise", True, False)
    return [ends(dali, batches(3), cycle=c, depth=d) for c in cycles for d in (1, 2, 3)]


@program
def generators_in_cycles(dali, data):
    def generator():
        yield from batches(3)

    return [ends(dali, generator, cycle=c) for c in (None, "quiet", "raise")], ends(
        dali, generator(), 4
    )


@program
def ends_without_reset(dali, data):
    pipe = dali.pipeline_def(
        lambda: dali.fn.external_source(batches(2), cycle="raise"), batch_size=2, **ALONE
    )()
    seen = [attempt(lambda: plain(dali, pipe.run())) for _ in range(5)]
    pipe.reset()
    return seen, plain(dali, pipe.run())


@program
def functions_that_end(dali, data):
    class Counter:
        def __init__(self):
            self.i = 0

        def __call__(self):
            self.i += 1
            if self.i % 4 == 0:
                raise StopIteration
            return [np.array([self.i])] * 2

    def by_number(i):
        if i == 3:
            raise StopIteration
        return np.full((2, 2), i)

    return ends(dali, Counter()), ends(dali, by_number)


@program
def functions_of_samples(dali, data):
    def source(info):
        if info.idx_in_epoch >= 7:  # in the middle of a batch
            raise StopIteration
        numbers = [info.idx_in_epoch, info.idx_in_batch, info.iteration, info.epoch_idx]
        return np.array(numbers), np.float32(info.idx_in_batch)

    types = dali.types
    arguments = {"dtype": [types.INT64, types.FLOAT], "layout": ["A", ""], "ndim": [1, 0]}

    def function():
        return tuple(dali.fn.external_source(source, num_outputs=2, batch=False, **arguments))

    pipe = dali.pipeline_def(function, batch_size=3, **ALONE)()
    seen = []
    for _ in range(8):
        try:
            seen.append(plain(dali, pipe.run()))
        except StopIteration:
            seen.append("end")
            pipe.reset()
    return seen


@program
def functions_of_batches(dali, data):
    def source(info):
        if info.iteration == 2:
            raise StopIteration
        return [np.array([100 * info.epoch_idx + info.iteration])] * 2

    return ends(dali, source, batch_info=True)


@program
def iterators_as_classes(dali, data):
    """The class that everybody writes: shuffles, yields lists of arrays and labels, ends."""

    class Pictures:
        def __iter__(self):
            self.i = 0
            return self

        def __next__(self):
            if self.i == 5:
                self.__iter__()
                raise StopIteration
            self.i += 1
            pictures = [np.full((self.i, 2), self.i, np.uint8), np.zeros((1, 2), np.uint8)]
            return pictures, np.array([[self.i], [0]], np.int32)

        def __len__(self):
            return 5

    @dali.pipeline_def(batch_size=2, num_threads=2, device_id=None)
    def function():
        pictures, labels = dali.fn.external_source(
            source=Pictures(), num_outputs=2, dtype=[dali.types.UINT8, dali.types.INT32]
        )
        return pictures, labels

    pipe, seen = function(), []
    for _ in range(12):
        try:
            seen.append(plain(dali, pipe.run()))
        except StopIteration:
            seen.append("end")
            pipe.reset()
    return seen


@program
def batches_of_all_sizes(dali, data):
    fn = dali.fn

    def source():
        for n in (3, 1, 4, 2):
            yield [np.full((k + 1,), n, np.int16) for k in range(n)]

    def function():
        x = fn.external_source(source=source())
        constant = dali.types.Constant(np.array([1, 2], np.int32))
        return x, x + fn.random.uniform(range=[0, 1]) * 0, fn.zeros(shape=[2]), constant

    pipe = dali.pipeline_def(function, batch_size=4, **ALONE)()
    return [plain(dali, pipe.run()) for _ in range(4)], attempt(pipe.run)


@program
def what_sources_give(dali, data):
    fn, types, tensors = dali.fn, dali.types, dali.tensors
    pair = lambda: ([np.zeros((2, 2, 3), np.uint8)] * 2, np.ones((2, 1), np.float32))  # noqa: E731

    def two(**arguments):
        return lambda: tuple(fn.external_source(pair, num_outputs=2, **arguments))

    def one(make, **arguments):
        return lambda: fn.external_source(make, **arguments)

    return each(
        dali,
        two(layout=["HWC", "X"]), two(layout=["HWC"]), two(layout="HWC"), two(dtype=types.UINT8),
        two(dtype=[types.UINT8, types.FLOAT], ndim=[3, 1]), two(ndim=[3]),
        one(lambda: np.zeros((2, 2, 3), np.uint8), layout="HWC"),
        one(lambda: [np.float32(1), np.float32(2)]), one(lambda: (np.zeros(2), np.zeros(3))),
        one(lambda: tensors.TensorListCPU(np.ones((2, 3), np.int16), layout="W")),
        one(lambda: [tensors.TensorCPU(np.ones((2, 2), np.uint8), layout="HW")] * 2),
        lambda: tuple(fn.external_source(lambda: (np.zeros((2, 1)),), num_outputs=1)),
        size=2,
    )  # fmt: skip


@program
def what_sources_must_not_give(dali, data):
    fn, types = dali.fn, dali.types
    rows = lambda: np.zeros((3, 2), np.float32)  # noqa: E731

    def one(make, **arguments):
        return lambda: fn.external_source(make, **arguments)

    def raises():
        raise ZeroDivisionError("mine")

    told_alike = each(
        dali,
        one(lambda: 5), one(lambda: [np.zeros(2), np.zeros((2, 2))]), one(rows, layout="HW"),
        one(lambda: [np.zeros(2), np.zeros(2, np.int32)]), one(rows, dtype=types.INT32),
        one(rows, ndim=2), one(7), one(lambda a, b: 7), one(lambda: np.zeros((5, 2))),
        one(raises), one(lambda i: 1, cycle="quiet"), one(iter([1]), cycle="bla"),
        one((x for x in [1]), cycle="quiet"), one(lambda: None),
    )  # fmt: skip
    told_differently = each_refused(
        dali,
        lambda: tuple(fn.external_source(lambda: [rows()], num_outputs=2)),
        one(list), one(lambda: ["a", "b", "c"]), one(lambda: {"a": 1}),
    )  # fmt: skip
    return told_alike, told_differently


class Numbers:
    """A source that other processes can be given."""

    def __call__(self, info):
        if info.iteration == 2:
            raise StopIteration
        return np.array([info.idx_in_epoch, info.epoch_idx]), np.array(info.idx_in_batch)


@program
def sources_in_processes(dali, data):
    def function():
        return tuple(
            dali.fn.external_source(source=Numbers(), num_outputs=2, batch=False, parallel=True)
        )

    pipe = dali.pipeline_def(
        function, batch_size=3, py_num_workers=1, py_start_method="fork", **ALONE
    )()
    pipe.start_py_workers()
    return through_ends(pipe, 7)
