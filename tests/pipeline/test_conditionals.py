"""Branches on data, in pipelines."""

from __future__ import annotations

import functools
import inspect
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headrace import fn, pipeline_def, types
from headrace.core import errors
from headrace.pipeline import do_not_convert

from .random_programs import define, programs

conditional = functools.partial(pipeline_def, enable_conditionals=True, num_threads=1)


def source(values: list[Any], dtype: Any = np.int32) -> Any:
    """A node with these samples, in every iteration."""
    batch = [np.array(value, dtype=dtype) for value in values]
    return fn.external_source(source=lambda: batch, batch=True)


def outputs(pipe: Any) -> list[list[Any]]:
    return [[np.asarray(out.at(i)).tolist() for i in range(len(out))] for out in pipe.run()]


def run(function: Any, values: list[Any], *args: Any) -> list[list[Any]]:
    """The outputs of a pipeline with this graph function of one node, for each sample."""

    @conditional(batch_size=len(values))
    def pipe():
        return function(source(values), *args)

    return outputs(pipe())


def line_of(function: Any, text: str) -> int:
    lines, first = inspect.getsourcelines(function)
    return first + next(i for i, line in enumerate(lines) if text in line)


def test_if_and_else():
    def graph(x):
        if x > 1:
            y = x * 10
        elif x == 1:
            y = x - 5
        else:
            y = 7
        return y

    assert run(graph, [0, 1, 2, 3]) == [[7, -4, 20, 30]]
    assert run(graph, [2, 2]) == [[20, 20]]
    assert run(graph, [0, 0]) == [[7, 7]]


def test_every_iteration_decides_anew():
    @conditional(batch_size=2)
    def pipe():
        x = fn.external_source(source=iter([[np.int32(i), np.int32(5 - i)] for i in range(6)]))
        if x > 2:
            x = x + 100
        return x

    p = pipe()
    assert [outputs(p)[0] for _ in range(6)] == [
        [0, 105], [1, 104], [2, 103], [103, 2], [104, 1], [105, 0],
    ]  # fmt: skip


def test_numbers_are_conditions():
    def graph(x, dtype):
        if fn.cast(x, dtype=dtype):
            x = x + 10
        return x, not x

    for dtype in (types.INT32, types.UINT8, types.FLOAT, types.BOOL):
        assert run(graph, [0, 1, 2], dtype) == [[0, 11, 12], [True, False, False]]


def test_logic():
    def graph(x):
        return (
            x > 0 and x < 3,
            x < 1 or x > 2,
            not x > 1,
            0 < x < 3,
            x > 1 and True,
            x if x > 1 else -x,
            (1 if x > 2 else 2) if x > 1 else 3,
        )

    columns = [list(column) for column in zip(*(graph(x) for x in range(4)))]
    assert run(graph, [0, 1, 2, 3]) == columns


def test_operands_of_and_are_truth_values():
    for graph in (lambda x: fn.random.coin_flip() and x > 1, lambda x: x > 1 or 5):
        with pytest.raises(errors.DTypeError, match="truth values"):
            run(graph, [1])


def test_returns():
    def graph(x):
        for k in range(2):
            if x == k:
                return x + 10 * k, k
        if x > 5:
            y = x
        elif x == 4:
            return x, 4
        else:
            y = x - 1
        return y, 5

    values = list(range(8))
    expected = [list(column) for column in zip(*(graph(x) for x in values))]
    assert run(graph, values) == expected


def test_samples_of_different_shapes():
    @conditional(batch_size=3)
    def pipe():
        image = fn.external_source(
            source=lambda: [np.full((k + 2, 3, 1), k, np.uint8) for k in range(3)], layout="HWC"
        )
        rows = image.shape()[0]
        if rows > 3:
            image = fn.resize(image, resize_x=6, resize_y=8)
        elif rows == 3:
            image = fn.flip(image)
        return image

    (out,) = pipe().run()
    assert [out.at(i).shape for i in range(3)] == [(2, 3, 1), (3, 3, 1), (8, 6, 1)]
    assert [out.at(i).flat[0] for i in range(3)] == [0, 1, 2]
    assert out.layout() == "HWC"


def test_random_operators_in_branches():
    @conditional(batch_size=64, seed=3)
    def pipe():
        if fn.random.coin_flip() == 1:
            x = fn.random.uniform(range=[1.0, 2.0])
        else:
            x = fn.random.uniform(range=[-2.0, -1.0])
        return x

    first, again = outputs(pipe())[0], outputs(pipe())[0]
    assert first == again
    assert {x > 0 for x in first} == {True, False}
    assert all(1 <= abs(x) < 2 for x in first)
    assert len(set(first)) == 64


def test_structures():
    def graph(x):
        images = {"one": x, "two": [x, 1]}
        if x > 1:
            images = {"one": x + 1, "two": [2, x]}
            images["one"] += 1
        return images["one"], images["two"][0], images["two"][1]

    assert run(graph, [1, 2]) == [[1, 4], [1, 2], [1, 2]]


def test_arrays_and_numbers():
    def graph(x):
        if x > 1:
            a, b = np.array([1, 2], np.int32), 1
        else:
            a, b = np.array([3, 4, 5], np.int32), 2
        return a, b

    assert run(graph, [1, 2]) == [[[3, 4, 5], [1, 2]], [2, 1]]


class Augmentation:
    """A method, an attribute that a branch changes, a helper that is called as it is."""

    def __init__(self, low):
        self.low = low
        self.last = 0

    def __call__(self, x):
        if x > self.low:
            self.last = x
            return self.scaled(x)
        return x

    @staticmethod
    @do_not_convert
    def scaled(x):
        return x * 2


def test_functions_methods_and_closures():
    augmentation = Augmentation(1)

    def graph(x):
        y = augmentation(x)
        return y, augmentation.last

    assert run(graph, [0, 1, 2, 3]) == [[0, 1, 4, 6], [0, 0, 2, 3]]


def test_operators_in_branches_get_their_part_of_the_batch():
    sizes = []

    def look(x):
        sizes.append(len(x) if isinstance(x, list) else 1)
        return x

    def graph(x):
        if x > 1:
            x = fn.python_function(x, function=look)
        return x

    assert run(graph, [0, 1, 2, 3, 4]) == [[0, 1, 2, 3, 4]]
    assert sum(sizes[:3]) == 3


def test_errors_name_the_users_line():
    def graph(x):
        if x > 1:
            y = fn.crop(x, crop=[1, 1])  # samples without axes
        else:
            y = x
        return y

    with pytest.raises(errors.Error) as caught:
        run(graph, [1, 2])
    assert f"{__file__}:{line_of(graph, 'fn.crop')}" in str(caught.value)


def test_types_that_differ():
    def graph(x):
        if x > 1:
            y = fn.cast(x, dtype=types.FLOAT)
        else:
            y = fn.cast(x, dtype=types.INT16)
        return y

    with pytest.raises((TypeError, RuntimeError), match="float32 .* int16") as caught:
        run(graph, [1, 2])
    assert f":{line_of(graph, 'if x > 1')}, in" in str(caught.value)


def test_types_that_differ_and_are_not_used():
    def graph(x):
        if x > 1:
            y = fn.cast(x, dtype=types.FLOAT)
        else:
            y = fn.stack(x, x)
        del y
        return x

    assert run(graph, [1, 2]) == [[1, 2]]


def test_conditions_are_scalars():
    def graph(x):
        if fn.reshape(x, shape=[1]):
            x = x + 1
        return x

    with pytest.raises((ValueError, RuntimeError)):
        run(graph, [1, 2])


def test_without_enable_conditionals():
    @pipeline_def(batch_size=1, num_threads=1)
    def pipe():
        return 1 if source([1]) > 0 else 2

    with pytest.raises(TypeError, match="enable_conditionals"):
        pipe()


def test_nodes_of_a_branch_outside_of_it():
    def graph(x):
        kept = []
        if x > 1:
            kept.append(x + 1)
        return kept[0] + 1

    with pytest.raises(errors.ExecutionError, match="branch"):
        run(graph, [1, 2])


def test_pipelines_after_a_failed_one():
    def graph(x, fail):
        if x > 1:
            if fail:
                raise KeyError("here")
            x = x + 1
        return x

    with pytest.raises(KeyError):
        run(graph, [1, 2], True)
    assert run(graph, [1, 2], False) == [[1, 3]]


numbers = st.integers(0, 3)


@settings(max_examples=30)
@given(programs(plain=False), st.lists(st.tuples(numbers, numbers), min_size=1), numbers, numbers)
def test_random_graphs(text: str, rows: Any, p: int, q: int):
    """Random programs give for each sample what Python gives for it."""
    program, _ = define(text)

    @conditional(batch_size=len(rows))
    def pipe():
        x, y = (source(list(column)) for column in zip(*rows))
        return program(x, y, p, q)

    expected = [list(column) for column in zip(*(program(x, y, p, q) for x, y in rows))]
    assert outputs(pipe()) == expected, text


def test_sources_in_a_branch_give_it_its_part():
    @pipeline_def(batch_size=4, enable_conditionals=True)
    def graph():
        c = fn.external_source(source=lambda i: np.array([True, False, i % 2 == 0, True]))
        if c:
            y = fn.external_source(source=lambda i: np.arange(4) + 10 * i)
        else:
            y = fn.external_source(source=lambda i: -np.arange(4))
        return y

    pipe = graph()
    got = [pipe.run()[0].as_array().tolist() for _ in range(2)]
    assert got == [[0, -1, 2, 3], [10, -1, -2, 13]]


def test_branches_of_different_layouts_are_not_merged():
    @pipeline_def(batch_size=2, enable_conditionals=True)
    def graph():
        x = fn.zeros(shape=[2, 2, 2], layout="HWC")
        if fn.random.coin_flip() == 1:
            x = fn.transpose(x, perm=[2, 0, 1])
        return x

    with pytest.raises(ValueError, match="layout"):
        graph()
