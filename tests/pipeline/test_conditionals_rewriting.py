"""Functions are rewritten: which ones, and what stays Python's."""

from __future__ import annotations

import bisect
import functools
import gc
import inspect
import textwrap
import traceback
import weakref
from typing import Any

import numpy as np
import pytest

from headrace.core import errors
from headrace.pipeline.conditionals import convert, do_not_convert
from headrace.pipeline.conditionals.branches import building

from .fake_graph import FakeGraph, line_of, run
from .random_programs import define

# What stays Python's


def test_tracebacks_name_the_users_lines():
    def program(x):
        return (
            helper(x)
            .bit_length()
        )  # fmt: skip

    def helper(x):
        return None if x else x

    with building(FakeGraph(1)), pytest.raises(AttributeError) as caught:
        convert(program)(1)
    (frame,) = [f for f in traceback.extract_tb(caught.value.__traceback__) if f.name == "program"]
    assert frame.filename == __file__
    assert frame.lineno in (line_of(program, "helper(x)"), line_of(program, ".bit_length"))


def test_functions_keep_what_they_have():
    scale = 10

    def program(x, /, a: int = 2, *rest: int, b=3, **more) -> int:
        """Documented."""
        return x * scale + a + b + len(rest) + len(more)

    program.note = "mine"
    made = convert(program)
    assert made is not program
    assert (made.__name__, made.__qualname__) == (program.__name__, program.__qualname__)
    assert (made.__doc__, made.note, made.__module__) == ("Documented.", "mine", __name__)
    assert made.__annotations__ == program.__annotations__
    assert inspect.signature(made) == inspect.signature(program)
    assert made(1) == 15
    assert made(1, 1, 1, 1, b=1, c=1) == 15
    scale = 100  # the variable is shared
    assert made(1) == 105
    assert made.__code__.co_filename == __file__
    assert getattr(made.__code__, "co_qualname", program.__qualname__) == program.__qualname__


class Base:
    def value(self):
        return 5


class Private(Base):
    __hidden = 7

    def value(self):
        self.__mine = super().value()
        inner = lambda: self.__mine + self.__hidden  # noqa: E731
        return inner() if self.__hidden else __class__  # type: ignore[name-defined]

    def local(self, x):
        __y = 0

        class Inner_:
            def value(self, __z=1):
                if x > 1:
                    __z = x
                return __z

        if x > 1:
            __y = x
        return __y + Inner_().value()

    @classmethod
    def made(cls, x):
        return cls.__hidden if x > 1 else 0

    @staticmethod
    def plain(x):
        return 1 if x > 1 else 0

    def __call__(self, x):
        return 2 if x > 1 else 0


def test_methods_private_names_and_super():
    def program(x, obj):
        return obj.value(), obj.made(x), obj.plain(x), obj(x), functools.partial(obj, x)()

    assert run(program, [1, 2], Private()) == [(12, 0, 0, 0, 0), (12, 7, 1, 2, 2)]
    assert run(Private().__call__, [1, 2]) == [0, 2]
    assert run(Private().local, [1, 2]) == [1, 4]
    assert run(functools.partial(Private()), [1, 2]) == [0, 2]


def test_decorated_functions():
    calls = []

    def counted(function):
        @functools.wraps(function)
        def wrapper(*args):
            calls.append(args)
            return function(*args) if len(args) else None

        return wrapper

    @counted
    def outer(x):
        @counted
        def inner(v):
            return 1 if v > 1 else 0

        return inner(x)

    assert run(outer, [1, 2]) == [0, 1]
    assert len(calls) == 2


def test_lambdas_in_one_line():
    first, second = lambda x: 1 if x > 1 else 0, lambda x: 2 if x > 1 else 0
    third, fourth = (
        (lambda x: (lambda x: 3 if x > 1 else 0)(x)),
        lambda x: np.abs(4) if x > 1 else 0,
    )
    same = [lambda x: not x, lambda x: not x]
    assert run(third, [1, 2]) == [0, 3]
    assert run(fourth, [0, 2]) == [0, 4]
    assert run(first, [1, 2]) == [0, 1]
    assert run(second, [1, 2]) == [0, 2]
    assert [run(f, [0, 2]) for f in same] == [[True, False]] * 2


def test_long_and_deep_chains():
    arms = "".join(f"    elif x == {k}:\n        return {k * k}\n" for k in range(1, 60))
    program, _ = define(f"def program(x):\n    if x == 0:\n        return 0\n{arms}    return -1\n")
    assert run(program, [0, 7, 59, 60]) == [0, 49, 59 * 59, -1]
    deep = "".join("    " * k + f"if x > {k}:\n" for k in range(1, 16))
    deep += "    " * 16 + "return 1\n"
    program, _ = define(f"def program(x):\n{deep}    return 0\n")
    assert run(program, [0, 15, 16]) == [0, 0, 1]


def test_generators_classes_and_async_functions_inside():
    def program(x):
        class Inner:
            flag = 1 if __name__ else 0

            def pick(self):
                return x if x > self.flag else 0

        async def later():
            return 1 if x else 0

        def numbers():
            yield 1
            for k in range(2):
                if k and x is not None:
                    yield k + 4

        return Inner().pick(), list(numbers()), [v or 3 for v in (0, 1)]

    assert run(program, [1, 2]) == [(0, [1, 5], [3, 1]), (2, [1, 5], [3, 1])]


def test_functions_that_are_called_later():
    def program(x, keep):
        def callback(n):
            items = []
            items.append(n if n and n < 3 else 0)
            if n == 1:
                return items, "one"
            items[0] += 1
            return items

        keep.append(callback)
        return x

    keep: list[Any] = []
    run(program, [1], keep)
    assert [keep[0](n) for n in range(4)] == [[1], ([1], "one"), [3], [1]]


def test_what_functions_see_of_themselves():
    def program(x, y=2):
        if x > 1:
            z = 1
        if y:
            return sorted(locals()), sorted(vars()), dir(), sorted(globals())[:0], vars(Base) != {}
        return z

    names = ["x", "y"]
    assert run(program, [1]) == [(names, names, names, [], True)]


# Which functions are rewritten


def test_recursion():
    def power(x, n):
        if n == 0:
            return 1
        return x * power(x, n - 1) if x > 1 else x

    assert run(power, [0, 2, 3], 3) == [0, 8, 27]


def early(x):
    if x == 0:
        return 7
    return x + 10


def test_functions_given_to_map():
    def program(x):
        return next(map(early, [x]))

    assert run(program, [0, 1]) == [7, 11]


@do_not_convert
def as_it_is(x):
    return 1 if x > 1 else 0


def test_do_not_convert():
    def program(x):
        @do_not_convert
        def inner(v):
            return 1 if v > 1 else 0

        return as_it_is(3), as_it_is(x) if x is None else inner(2), do_not_convert(early)(x)

    with building(FakeGraph(1)):
        assert convert(as_it_is) is as_it_is
    with pytest.raises(TypeError, match="a node is neither true nor false"):
        run(program, [1])
    with pytest.raises(errors.ArgumentTypeError, match="marks functions"):
        do_not_convert(3)


def test_libraries_are_called_as_they_are():
    def program(x):
        return textwrap.dedent("  a" if x is None else " b"), np.ndim(1), functools.reduce(max, [1])

    assert run(program, [1]) == [("b", 0, 1)]

    with pytest.raises(TypeError, match="a node is neither"):
        run(lambda x: bisect.insort([3, 4], x), [1])


def test_functions_without_a_source():
    variables: dict[str, Any] = {}
    exec("def program(x):\n    return 1 if x > 1 else 0", variables)
    with pytest.raises(errors.ArgumentError, match="the source of program cannot be read"):
        convert(variables["program"])

    def program(x, function):
        return function(2), x

    assert run(program, [1], variables["program"]) == [(1, 1)]


def test_sources_that_changed():
    program, _ = define("def program(x):\n    return x\n")
    import linecache

    linecache.cache[program.__code__.co_filename] = (9, None, ["y = 1\n"], "")
    with pytest.raises(errors.ArgumentError, match="line 1 of .* was something else"):
        convert(program)


def test_code_is_not_kept():
    program, _ = define("def program(x):\n    return 1 if x > 1 else 0\n")
    code = weakref.ref(program.__code__)
    made = weakref.ref(convert(program).__code__)
    assert convert(program).__code__ is made()
    del program, _
    gc.collect()
    assert code() is None
    assert made() is None
