"""Programs with Python inside of the graph: functions of the user's own, conditions on data."""

from __future__ import annotations

import numpy as np

from .pipeline_graphs import count, images
from .pipeline_programs import ALONE, each, each_refused, graph, numbers, program


def floats(dali, size=4):
    arrays = [np.arange(3, dtype=np.float32) + i for i in range(size)]
    return dali.fn.external_source(lambda: arrays)


# ---- functions -----------------------------------------------------------------------------------


@program
def functions_of_samples_and_batches(dali, data):
    fn = dali.fn
    seen = []

    def function():
        x = images(dali)
        call = fn.python_function
        fn.python_function(x, function=lambda a: seen.append(a.shape), num_outputs=0)
        return (
            call(x, function=lambda a: a * 2), call(x, x, function=lambda a, b: a + b),
            *call(x, function=lambda a: (a, a[0]), num_outputs=2),
            call(x, function=lambda b: [a + 1 for a in b], batch_processing=True),
            *call(x, x, function=lambda a, b: (a, [q[:1] for q in b]), num_outputs=2,
                  batch_processing=True),
            call(x, function=lambda a: a, output_layouts="ABC"),
            *call(x, function=lambda a: (a, a), num_outputs=2, output_layouts=["ABC", "DEF"]),
            call(x, function=lambda a: a[:, ::2]), call(x, function=lambda a: a.T),
            call(function=lambda: np.ones(2)), call(x, function=lambda a: np.array(a.sum())),
            call(np.ones(2, np.float32), function=lambda a: a + 1),
            call(x, function=lambda a: np.zeros((0, 3))), call(x, function=lambda a: a) + 1,
        )  # fmt: skip

    return graph(dali, function), seen[:3]


@program
def what_functions_get_by_default(dali, data):
    """One sample, or a list of all samples."""
    seen = []

    def note(first):
        seen.append(type(first).__name__)
        return first

    def function():
        x, fn, ops = floats(dali, 3), dali.fn, dali.ops
        return (
            fn.python_function(x, function=note), ops.PythonFunction(note)(x),
            fn.dl_tensor_python_function(x, function=note), ops.DLTensorPythonFunction(note)(x),
        )  # fmt: skip

    return graph(dali, function), sorted(set(seen))


@program
def functions_that_write(dali, data):
    """Into a copy of what they got."""

    def edit(a):
        a = a.copy()
        a[0] = 99
        return a

    def function():
        x = images(dali) + 1
        return dali.fn.python_function(x, function=edit), x

    return graph(dali, function, runs=2)


@program
def wrong_functions(dali, data):
    fn = dali.fn
    x = lambda: images(dali)  # noqa: E731
    return each_refused(
        dali,
        lambda: tuple(fn.python_function(x(), function=lambda a: a, num_outputs=2)),
        lambda: fn.python_function(x(), function=lambda a: 1 / 0),
        lambda: fn.python_function(x(), function=5),
        lambda: fn.python_function(x(), function=lambda a, b: a),
        lambda: fn.python_function(x(), lambda a: a),
        lambda: fn.python_function(x(), function=lambda a: None),
        lambda: fn.python_function(x(), function=lambda b: b[:2], batch_processing=True),
    )


# ---- conditions ----------------------------------------------------------------------------------


def choose(dali, *functions):
    return each(dali, *functions, size=4, enable_conditionals=True)


@program
def if_and_else(dali, data):
    fn = dali.fn

    def plain_if():
        i, x = count(dali, 4), floats(dali)
        if i > 1:
            x = x * 2
        else:
            x = -x
        return x

    def chain():
        i, x = count(dali, 4), floats(dali)
        if i == 0:
            y = x
        elif i == 1:
            y = x + 10.0
        elif i == 2:
            y = x + 20.0
        else:
            y = fn.cat(x, x)
        return y

    def nested():
        i, x = count(dali, 4), floats(dali)
        if i > 0:
            if i > 1:
                x = x + 100.0
            else:
                x = x + 50.0
            y = x * 2
        else:
            y = x
        return x, y

    def alone():
        i, x = count(dali, 4), floats(dali)
        if i > 100:
            x = x + 1
        else:
            pass
        if i:  # numbers are conditions too
            x = x + 5
        return x

    def loops():
        i, x = count(dali, 4), floats(dali)
        for j in range(3):
            if i == j:
                x = x + 100 * (j + 1)
        return x

    def helper(i, x):
        if i > 1:
            return x + 1
        return x - 1

    def returns():
        return helper(count(dali, 4), floats(dali))

    def python_conditions():
        x = floats(dali)
        if True:
            x = x + 1
        if None:
            x = x + 100
        return x

    return choose(dali, plain_if, chain, nested, alone, loops, returns, python_conditions)


@program
def and_or_not(dali, data):
    def values():
        i = count(dali, 4)
        return (i > 1 or i == 0, not (i > 1), (i > 0) and (i < 2), not (i > 1 and i < 3),
                (i > 1) and (i > 5), 0 or (i > 2), not False)  # fmt: skip

    def conditions():
        i, x = count(dali, 4), floats(dali)
        if i > 0 and i < 3:
            x = x * 0
        if not i or i == 3:
            x = x + 7
        return x

    def kinds():
        x = floats(dali)
        truth = dali.fn.external_source(lambda: [np.array(bool(j % 2)) for j in range(4)])
        number = dali.fn.external_source(lambda: [np.array(j / 2, np.float32) for j in range(4)])
        if truth:
            x = x * 0
        if number:
            x = x + 1
        return x, truth

    return choose(dali, values, conditions, kinds)


@program
def merging(dali, data):
    fn, types = dali.fn, dali.types

    def tuples():
        i, x = count(dali, 4), floats(dali)
        if i % 2 == 0:
            out = (x, x + 1)
        else:
            out = (x * 2, x)
        return out

    def dicts():
        i, x = count(dali, 4), floats(dali)
        if i % 2 == 0:
            out = {"u": x, "v": [x, i]}
        else:
            out = {"u": x * 2, "v": [x + 1, i + 1]}
        return out["u"], out["v"][0], out["v"][1]

    def constants():
        i, x = count(dali, 4), floats(dali)
        if i > 1:
            y, z = 1, np.array([1.0, 2.0, 3.0], np.float32)
        else:
            y, z = 2, x
        return y, z

    def shapes():
        i, x = count(dali, 4), floats(dali)
        if i > 1:
            y = fn.stack(x, x)
        else:
            y = fn.reshape(x, shape=[1, 3])
        return y, y.shape()

    def random():
        if count(dali, 4) > 1:
            y = fn.random.uniform(range=[5.0, 5.00001])
        else:
            y = fn.random.uniform(range=[6.0, 6.00001])
        return fn.cast(y, dtype=types.INT32)

    def functions():
        i, x = count(dali, 4), floats(dali)
        if i > 1:
            x = fn.python_function(x, function=lambda q: q + 7)
        return x

    return choose(dali, tuples, dicts, constants, shapes, random, functions)


@program
def random_augmentations(dali, data):
    """Every sample is what its own coin says."""
    fn, types = dali.fn, dali.types

    @dali.pipeline_def(batch_size=6, enable_conditionals=True, seed=42, **ALONE)
    def augment():
        x = fn.decoders.image(fn.readers.file(file_root=data.images)[0])
        coin = fn.random.coin_flip(probability=0.5, dtype=types.BOOL)
        if coin:
            y = fn.flip(x)
        else:
            y = x
        return coin, y, x, fn.flip(x)

    pipe, seen = augment(), []
    for _ in range(4):
        coin, y, x, flipped = pipe.run()
        for k, heads in enumerate(numbers((coin,))):
            seen.append(np.array_equal(y.at(k), (flipped if heads else x).at(k)))
    return seen


@program
def functions_that_are_not_converted(dali, data):
    skip = dali.pipeline.do_not_convert

    @skip
    def helper(x):
        return x if isinstance(x, int) else x + 1

    def function():
        i = count(dali, 4)
        if i > 1:
            i = helper(i)
        keep = skip(lambda q: q if q > 1 else np.zeros_like(q))
        return i, dali.fn.python_function(i, function=keep)

    return choose(dali, function)


@program
def wrong_conditions(dali, data):
    fn, types = dali.fn, dali.types

    def one_branch():
        if count(dali, 4) > 1:
            y = 1
        return y

    def several_elements():
        x = floats(dali)
        if x > 1:
            y = 1
        else:
            y = 2
        return y

    def structures():
        i, x = count(dali, 4), floats(dali)
        if i > 1:
            y = (x, x)
        else:
            y = x
        return y

    def dtypes():
        i, x = count(dali, 4), floats(dali)
        if i > 1:
            y = x
        else:
            y = fn.cast(x, dtype=types.INT32)
        return y

    def axes():
        i, x = count(dali, 4), floats(dali)
        if i > 1:
            y = x
        else:
            y = fn.stack(x, x)
        return y

    def one_return():  # noqa: RET503
        i, x = count(dali, 4), floats(dali)
        if i > 1:
            return x

    def keys():
        i = count(dali, 4)
        if i > 1:
            y = {"a": i}
        else:
            y = {"b": i}
        return y["a"]

    def while_loop():
        i = count(dali, 4)
        while i > 1:
            i = i - 1
        return i

    def and_of_arrays():
        return floats(dali) and count(dali, 4)

    functions = (one_branch, several_elements, structures, dtypes, axes, one_return, keys,
                 while_loop, and_of_arrays)  # fmt: skip
    settings = {"size": 4, "enable_conditionals": True}
    return each_refused(dali, *functions, **settings), each(dali, while_loop, and_of_arrays)
