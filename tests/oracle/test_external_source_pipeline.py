"""fn.external_source through both libraries: the same sources, the same sequences of batches."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import numpy as np
import pytest

import headrace
import headrace.fn
import headrace.tensors
import headrace.types

dali = pytest.importorskip("nvidia.dali")
for name in ("fn", "tensors", "types"):
    pytest.importorskip(f"nvidia.dali.{name}")

A = np.array
pytestmark = pytest.mark.filterwarnings("ignore:.*fork")  # other libraries warn of their threads


def build(
    lib: Any, size: int = 2, several: bool = False, more: Any = None, **arguments: Any
) -> Any:
    """A pipeline of one external source."""

    @lib.pipeline_def(batch_size=size, num_threads=1, device_id=None, **(more or {}))
    def graph():
        made = lib.fn.external_source(**arguments)
        return tuple(made) if several else made

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pipe = graph()
        pipe.build()
    return pipe


def plain(out: Any) -> Any:
    samples = [np.asarray(x) for x in out]
    kind = str(samples[0].dtype) if samples else None
    return kind, out.layout() or None, [s.tolist() for s in samples]


def runs(pipe: Any, count: int, resets: bool = True) -> list[Any]:
    """Outputs of so many runs; "end" where there were none."""
    found: list[Any] = []
    for _ in range(count):
        try:
            outputs = pipe.run()
        except StopIteration:
            found.append("end")
            if resets:
                pipe.reset()
            continue
        found.append([plain(x) for x in outputs])
    return found


def agree(count: int = 10, resets: bool = True, **arguments: Any) -> None:
    """Both give the same; `source` is made anew for each."""
    make = arguments.pop("source")
    found = [
        runs(build(lib, source=make(), **arguments), count, resets) for lib in (headrace, dali)
    ]
    assert found[0] == found[1]


def both_fail(count: int = 3, **arguments: Any) -> None:
    """Both refuse, when building or when running."""
    make = arguments.pop("source")
    for lib in (headrace, dali):
        with pytest.raises(Exception):  # noqa: B017  # theirs: Index-, Type-, ValueError …
            runs(build(lib, source=make(), **arguments), count)


# ---- sources ---------------------------------------------------------------------------------


def limited(i):
    if i >= 3:
        raise StopIteration
    return [A([i, 2]), A([i, 3])]


def infos(info):
    if info.iteration >= 3:
        raise StopIteration
    return [A([info.iteration, info.epoch_idx])] * 2


def samples(info):
    if info.idx_in_epoch >= 7:
        raise StopIteration
    return A([info.idx_in_epoch, info.idx_in_batch, info.iteration, info.epoch_idx])


def numbers():
    for i in range(3):
        yield [A([i]), A([i + 10, i])]


def singles():
    for i in range(5):
        yield A([i, i])


class Restarting:
    def __iter__(self):
        self.at = 0
        return self

    def __next__(self):
        self.at += 1
        if self.at > 2:
            raise StopIteration
        return [A([self.at])] * 2


class Indexed:
    def __getitem__(self, i):
        if i > 1:
            raise IndexError
        return A([i, i])


class Both:
    def __call__(self, i):
        return A([i, i])

    def __iter__(self):
        return iter([A([7, 7])])


class Callable:
    def __call__(self, i):
        return A([i, i])


def varying(i):
    return [A([1, 2]), A([1]), A([3, 4])][i % 3] if i < 6 else stop()


def stop():
    raise StopIteration


CALLABLES: dict[str, dict[str, Any]] = {
    "nothing": {"source": lambda: lambda: A([1, 2])},
    "number": {"source": lambda: limited},
    "default": {"source": lambda: lambda i=5: A([i, i])},
    "object": {"source": Callable},
    "info": {"source": lambda: infos, "batch_info": True},
    "samples": {"source": lambda: samples, "batch": False},
    "samples, four": {"source": lambda: samples, "batch": False, "size": 4},
    "samples of nothing": {"source": lambda: lambda: A([1, 2]), "batch": False},
    "batch=None": {"source": lambda: limited, "batch": None},
    "other sizes": {"source": lambda: varying},
}


@pytest.mark.parametrize("resets", [True, False])
@pytest.mark.parametrize("name", CALLABLES)
def test_functions(name, resets):
    agree(resets=resets, **CALLABLES[name])


ITERABLES = {
    "function": lambda: numbers,
    "generator": numbers,
    "list": lambda: [A([0, 1]), A([1, 2])],
    "array": lambda: np.arange(6).reshape(3, 2),
    "iterator": lambda: iter([A([0, 1]), A([1, 2])]),
    "restarting": Restarting,
    "indexed": Indexed,
    "callable and iterable": Both,
}


@pytest.mark.parametrize("resets", [True, False])
@pytest.mark.parametrize("cycle", [None, "no", False, "quiet", True, "raise"])
@pytest.mark.parametrize("name", ITERABLES)
def test_iterables(name, cycle, resets):
    if name == "generator" and cycle in ("quiet", True, "raise"):
        both_fail(source=ITERABLES[name], cycle=cycle)
        return
    agree(source=ITERABLES[name], cycle=cycle, resets=resets)


@pytest.mark.parametrize("cycle", [None, "quiet", "raise"])
@pytest.mark.parametrize("source", [lambda: singles, lambda: [*singles()]], ids=["gen", "list"])
def test_iterables_of_samples(source, cycle):
    agree(source=source, cycle=cycle, batch=False)


@pytest.mark.parametrize("depth", [1, 2])  # at 4 the end was seen: DALI then leaves it out
def test_a_reset_in_the_midst_of_an_epoch(depth):
    def use(lib, source, **arguments):
        pipe = build(lib, source=source, more={"prefetch_queue_depth": depth}, **arguments)
        first = runs(pipe, 1)
        pipe.reset()
        return first + runs(pipe, 8)

    for source, arguments in (
        (limited, {}), (samples, {"batch": False}), ([*numbers()], {"cycle": "raise"}),
    ):  # fmt: skip
        assert use(headrace, source, **arguments) == use(dali, source, **arguments)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_sources(order):
    def use(lib):
        short = {"source": [A([i, i]) for i in range(2)], "cycle": "raise"}
        long = {"source": [A([i, i]) for i in range(5)], "cycle": "raise"}
        both = [(short, long)[k] for k in order]

        @lib.pipeline_def(batch_size=2, num_threads=1, device_id=None)
        def graph():
            return tuple(lib.fn.external_source(**x) for x in both)

        return runs(graph(), 12)

    assert use(headrace) == use(dali)


# ---- workers ---------------------------------------------------------------------------------

PARALLEL: dict[str, dict[str, Any]] = {
    "number": {"source": lambda: limited},
    "info": {"source": lambda: infos, "batch_info": True},
    "samples": {"source": lambda: samples, "batch": False},
    "samples, four": {"source": lambda: samples, "batch": False, "size": 4},
    "function": {"source": lambda: numbers},
    "function, quiet": {"source": lambda: numbers, "cycle": "quiet"},
    "function, raise": {"source": lambda: numbers, "cycle": "raise"},
    "list": {"source": lambda: [[A([0]), A([1])], [A([2]), A([3])]], "cycle": "raise"},
    "restarting": {"source": Restarting, "cycle": "raise"},
    "depth": {"source": lambda: samples, "batch": False, "prefetch_queue_depth": 4},
}


@pytest.mark.parametrize("resets", [True, False])
@pytest.mark.parametrize("name", PARALLEL)
def test_workers(name, resets):
    more = {"py_num_workers": 2, "py_start_method": "fork"}
    agree(resets=resets, parallel=True, more=more, **PARALLEL[name])


def test_workers_are_what_sources_without_them_are():
    for arguments in PARALLEL.values():
        alone = {k: v for k, v in arguments.items() if k != "prefetch_queue_depth"}
        agree(**alone)


# ---- data ------------------------------------------------------------------------------------

IMAGES = [np.arange(12, dtype=np.uint8).reshape(2, 2, 3), np.ones((1, 2, 3), np.uint8)]
BATCHES = {
    "array": lambda lib: np.arange(6.0).reshape(2, 3),
    "list": lambda lib: [A([1.5, 2]), A([3.0, 4, 5])],
    "tuple": lambda lib: (A([1.5, 2]), A([3.0, 4, 5])),
    "numbers": lambda lib: [np.float32(1), np.float32(2)],
    "images": lambda lib: IMAGES,
    "float16": lambda lib: np.ones((2, 2), np.float16),
    "bool": lambda lib: A([[True], [False]]),
    "one": lambda lib: np.zeros((1, 2)),
    "TensorList": lambda lib: lib.tensors.TensorListCPU(np.arange(6).reshape(2, 3), layout="X"),
    "Tensor": lambda lib: lib.tensors.TensorCPU(np.arange(6).reshape(2, 3)),
    "Tensors": lambda lib: [lib.tensors.TensorCPU(np.arange(3), layout="X")] * 2,
}


def datum(lib: Any, kind: str, **arguments: Any) -> Any:
    give = BATCHES[kind](lib)
    return runs(build(lib, source=lambda: give, **arguments), 1)


@pytest.mark.parametrize("kind", BATCHES)
def test_batches(kind):
    assert datum(headrace, kind) == datum(dali, kind)


SAMPLES = {
    "array": lambda: A([1, 2]),
    "number": lambda: np.int64(4),
    "0-d": lambda: A(3.5),
    "empty": lambda: np.zeros((0, 2)),
    "buffer": lambda: memoryview(b"ab"),
}


@pytest.mark.parametrize("kind", SAMPLES)
def test_samples(kind):
    agree(source=lambda: lambda i: SAMPLES[kind](), batch=False, count=1)


@pytest.mark.parametrize("give", [
    5, "text", None, {"a": 1}, A(3), [A([1]), A([1.5])], [A([1]), A([[1]])], np.zeros((3, 1)),
    [None, None],
], ids=repr)  # fmt: skip
def test_what_is_no_batch(give):
    both_fail(source=lambda: lambda: give)


@pytest.mark.parametrize(("good", "arguments"), [
    (True, {"dtype": "UINT8"}), (True, {"ndim": 3}), (True, {"layout": "HWC"}),
    (True, {"dtype": "UINT8", "ndim": 3, "layout": "HWC"}), (True, {"layout": ""}),
    (False, {"dtype": "FLOAT"}), (False, {"ndim": 2}), (False, {"layout": "HW"}),
    (False, {"ndim": 2, "layout": "HWC"}), (False, {"ndim": -1}),
], ids=str)  # fmt: skip
def test_promises(good, arguments):
    def given(lib):
        if "dtype" not in arguments:
            return arguments
        return {**arguments, "dtype": getattr(lib.types, arguments["dtype"])}

    if good:
        assert datum(headrace, "images", **given(headrace)) == datum(dali, "images", **given(dali))
        return
    for lib in (headrace, dali):
        with pytest.raises(Exception):  # noqa: B017
            datum(lib, "images", **given(lib))


@pytest.mark.parametrize("arguments", [
    {}, {"layout": ["", "X"]}, {"layout": ["", "X"], "ndim": [0, 1]}, {"ndim": [0]},
], ids=str)  # fmt: skip
def test_two_outputs(arguments):
    def pair():
        return A([1, 2]), [A([1.5]), A([2.5])]

    agree(source=lambda: pair, num_outputs=2, several=True, **arguments)
    agree(source=lambda: lambda: [*pair()], num_outputs=2, several=True, **arguments)
    agree(
        source=lambda: lambda i: (A(1), A([2.5])), batch=False, num_outputs=2, several=True,
        **arguments,
    )  # fmt: skip


@pytest.mark.parametrize("give", [(A([1, 2]),), A([1, 2]), (A([1, 2]), A([1]))], ids=str)
def test_wrong_outputs(give):
    if isinstance(give, tuple) and len(give) == 1:
        agree(source=lambda: lambda: give, num_outputs=1, several=True)
    both_fail(source=lambda: lambda: give, num_outputs=2, several=True)


@pytest.mark.parametrize("arguments", [
    {"source": lambda: lambda a, b: 1},
    {"source": lambda: lambda *, k: 1},
    {"source": lambda: 5},
    {"source": lambda: limited, "cycle": "quiet"},
    {"source": lambda: limited, "cycle": "no"},
    {"source": lambda: numbers, "cycle": "twice"},
    {"source": lambda: numbers, "cycle": 1},
    {"source": lambda: numbers, "prefetch_queue_depth": 2},
    {"source": lambda: lambda: 1, "parallel": True},
    {"source": lambda: None, "num_outputs": 2, "several": True},
    {"source": lambda: None, "cycle": "quiet"},
], ids=str)  # fmt: skip
def test_wrong_arguments(arguments):
    both_fail(**arguments)


# ---- feeding ---------------------------------------------------------------------------------


def test_feeding():
    def use(lib):
        pipe = build(lib, name="data")
        memory = A([1, 2])
        pipe.feed_input("data", memory)
        memory[:] = 9
        pipe.feed_input("data", [A(3)])
        pipe.feed_input("data", A([4, 5]))
        found = runs(pipe, 2)
        pipe.reset()
        pipe.feed_input("data", A([6, 7]))
        found += runs(pipe, 2)
        with pytest.raises(IndexError):
            pipe.run()
        return found

    assert use(headrace) == use(dali)


@pytest.mark.parametrize(("arguments", "given"), [
    ({}, {"layout": "X"}), ({"layout": "Y"}, {}), ({"layout": "Y"}, {"layout": "Y"}),
], ids=str)  # fmt: skip
def test_layouts_of_feeds(arguments, given):
    def use(lib):
        pipe = build(lib, name="data", more={"prefetch_queue_depth": 1}, **arguments)
        pipe.feed_input("data", np.zeros((2, 2)), **given)
        return runs(pipe, 1)

    assert use(headrace) == use(dali)


@pytest.mark.parametrize(("arguments", "data", "given"), [
    ({"layout": "Y"}, np.zeros((2, 2)), {"layout": "Z"}),
    ({"dtype": "FLOAT"}, np.zeros((2, 2)), {}),
    ({"ndim": 3}, np.zeros((2, 2)), {}),
    ({}, np.zeros((5, 2)), {}),
    ({}, 5, {}),
], ids=str)  # fmt: skip
def test_wrong_feeds(arguments, data, given):
    for lib in (headrace, dali):
        more = dict(arguments)
        if "dtype" in more:
            more["dtype"] = getattr(lib.types, more["dtype"])
        pipe = build(lib, name="data", more={"prefetch_queue_depth": 1}, **more)
        with pytest.raises(RuntimeError):
            feed_and_run(pipe, data, given)


def feed_and_run(pipe: Any, data: Any, given: dict[str, Any]) -> None:
    pipe.feed_input("data", data, **given)
    pipe.run()


# ---- deliberate differences ------------------------------------------------------------------


def differ(expected: Any, **arguments: Any) -> None:
    """Headrace gives this; DALI refuses."""
    make = arguments.pop("source")
    assert [x[0][2] for x in runs(build(headrace, source=make(), **arguments), 1)] == [expected]
    with pytest.raises(Exception):  # noqa: B017
        runs(build(dali, source=make(), **arguments), 1)


def test_python_numbers_are_samples():
    differ([1, 2], source=lambda: [[1, 2]])
    differ([3, 3], source=lambda: lambda i: 3, batch=False)
    differ([[97], [98]], source=lambda: [[b"a", b"b"]])


def test_strides_may_be_any():
    differ([[0, 2, 4], [6, 8, 10]], source=lambda: [np.arange(12).reshape(2, 6)[:, ::2]])


def test_parameters_with_defaults_are_left_out():
    differ([0, 5], source=lambda: lambda i, more=5: A([i, more]))
    differ([5, 0], source=lambda: functools.partial(lambda a, b: A([a, b]), 5))


def test_workers_take_any_batch():
    more = {"py_num_workers": 1, "py_start_method": "fork"}
    differ([[0, 0], [1, 1]], source=lambda: singles, batch=False, parallel=True, more=more)
    differ([0, 0], source=lambda: lambda i: A([i, i]), parallel=True, more=more)


def test_too_many_outputs_are_an_error():
    three = dict(source=lambda: (A([1]),) * 3, num_outputs=2, several=True)
    with pytest.raises(ValueError, match="2 outputs, got 3"):
        runs(build(headrace, **three), 1)
    assert len(runs(build(dali, **three), 1)[0]) == 2


def test_text_is_no_source():
    with pytest.raises(TypeError):
        build(headrace, source="text")


def test_a_pipeline_goes_on_after_an_exception_in_a_worker():
    def source(i):
        if i == 1:
            raise KeyError("mine")
        return [A([i])]

    more = {"py_num_workers": 1, "py_start_method": "fork", "prefetch_queue_depth": 1}
    for lib in (headrace, dali):
        pipe = build(lib, source=source, parallel=True, more=more)
        assert runs(pipe, 1)[0][0][2] == [[0]]
        with pytest.raises(Exception, match="KeyError: 'mine'"):
            pipe.run()
        if lib is headrace:
            assert runs(pipe, 1)[0][0][2] == [[2]]
            continue
        with pytest.raises(Exception):  # noqa: B017
            pipe.run()
