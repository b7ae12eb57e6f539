"""ExternalSource through both libraries: the same sources, the same calls."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import headrace.dynamic as ours

from .differences import DIFFERENCES

dali = pytest.importorskip("nvidia.dali.experimental.dynamic")


def plain(ndd: Any, value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(plain(ndd, v) for v in value)
    several = isinstance(value, ndd.Batch)
    samples = [np.asarray(s).tolist() for s in (value if several else [value])]
    return several, samples, value.dtype.name, value.layout or None


def outcome(ndd: Any, call: Any) -> Any:
    """What a call gives, or the built-in class of what it raises."""
    try:
        return plain(ndd, call())
    except Exception as e:
        kinds = (StopIteration, KeyError, TypeError, OverflowError, ValueError)
        return next((k for k in kinds if isinstance(e, k)), RuntimeError)


def agree(use: Any) -> None:
    mine, theirs = use(ours), use(dali)
    assert mine == theirs


def image() -> np.ndarray:
    return np.arange(12, dtype=np.float32).reshape(2, 2, 3) + 0.6


# Each makes an item, given the library.
ITEMS = {
    "array": lambda ndd: image(),
    "list": lambda ndd: [1, 2, 3],
    "list of arrays": lambda ndd: [image(), image()],
    "tuple": lambda ndd: (1.5, 2.5),
    "nested": lambda ndd: [[1, 2], [3, 4]],
    "int": lambda ndd: 3,
    "float": lambda ndd: 2.7,
    "bool": lambda ndd: True,
    "numpy scalar": lambda ndd: np.int64(5),
    "Tensor": lambda ndd: ndd.tensor(image(), layout="HWC"),
    "Batch": lambda ndd: ndd.batch([image(), image()], layout="HWC"),
    "ragged Batch": lambda ndd: ndd.batch([[1, 2], [3]]),
    "None": lambda ndd: None,
    "dict": lambda ndd: {"a": 1},
    "ragged list": lambda ndd: [[1], [1, 2]],
}


@pytest.mark.parametrize("size", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("item", ITEMS)
def test_items(item, size):
    def use(ndd):
        source = ndd.ExternalSource(lambda: ITEMS[item](ndd))
        return outcome(ndd, lambda: source(batch_size=size))

    agree(use)


@pytest.mark.parametrize("arguments", [
    {"layout": "HWC"}, {"layout": "CHW"}, {"layout": "HW"}, {"layout": ["HWC"]},
    {"layout": [None]}, {"layout": ("ABC",)}, {"dtype": "u8"}, {"dtype": ["i32"]},
    {"dtype": [None]}, {"dtype": "f32", "layout": "HWC"},
    {"device": "cpu"}, {"device": None},
], ids=str)  # fmt: skip
@pytest.mark.parametrize("item", ["array", "list of arrays", "Tensor", "Batch", "float", "list"])
def test_layout_dtype_and_device(item, arguments):
    def use(ndd):
        given = with_dtypes(ndd, arguments)
        return outcome(ndd, ndd.ExternalSource(lambda: ITEMS[item](ndd), **given))

    if item == "Batch" and arguments == {"layout": "HW"}:
        assert use(ours) is ValueError  # and DALI's RuntimeError
        return
    agree(use)


def with_dtypes(ndd: Any, arguments: dict[str, Any]) -> dict[str, Any]:
    """Names of types as types: DALI takes names for Tensors alone."""
    given = arguments.get("dtype")
    if isinstance(given, str):
        return {**arguments, "dtype": ndd.dtype(given)}
    if isinstance(given, list):
        return {**arguments, "dtype": [None if x is None else ndd.dtype(x) for x in given]}
    return arguments


PAIRS = {
    "tuple": lambda ndd: (1, [2, 3]),
    "list": lambda ndd: [1, 2],
    "three": lambda ndd: (1, 2, 3),
    "one": lambda ndd: 1,
    "array": lambda ndd: np.zeros((2, 3)),
    "Batch": lambda ndd: ndd.batch([1, 2]),
    "None": lambda ndd: None,
    "Tensor and Batch": lambda ndd: (ndd.batch([1, 2]), 3),
    "Batches": lambda ndd: (ndd.batch([1, 2]), ndd.batch([3.5, 4.5])),
    "sizes": lambda ndd: (ndd.batch([1, 2]), ndd.batch([1, 2, 3])),
}


@pytest.mark.parametrize("size", [None, 2, 3])
@pytest.mark.parametrize("pair", PAIRS)
def test_two_outputs(pair, size):
    def use(ndd):
        source = ndd.ExternalSource(lambda: PAIRS[pair](ndd), 2)
        return outcome(ndd, lambda: source(batch_size=size))

    agree(use)


@pytest.mark.parametrize("arguments", [
    {"layout": ["HWC", "X"]}, {"layout": ["HWC", None]}, {"layout": ["HWC", ""]},
    {"layout": ["HWC"]}, {"layout": ["HWC", "X", "Y"]}, {"layout": "HWC"},
    {"dtype": ["u8", "i32"]}, {"dtype": ["u8", None]}, {"dtype": ["u8"]}, {"dtype": "f16"},
], ids=str)  # fmt: skip
def test_lists_for_two_outputs(arguments):
    def use(ndd):
        def call():
            given = with_dtypes(ndd, arguments)
            return ndd.ExternalSource(lambda: (image(), [1.5, 2.5]), 2, **given)()

        return outcome(ndd, call)

    agree(use)


# ---- sources ---------------------------------------------------------------------------------


class Restarting:
    def __iter__(self):
        self.at = 0
        return self

    def __next__(self):
        self.at += 1
        if self.at > 2:
            raise StopIteration
        return self.at


class Indexed:
    def __getitem__(self, i):
        if i > 1:
            raise IndexError
        return i


class Both:
    def __call__(self):
        return 1

    def __iter__(self):
        return iter([7, 8])


def numbers():
    yield 1
    yield 2


def failing():
    yield 1
    raise KeyError


def counting():
    seen = []

    def count():
        seen.append(1)
        if len(seen) == 3:
            raise StopIteration
        if len(seen) == 5:
            raise KeyError
        return len(seen)

    return count


SOURCES = {
    "list": lambda: [1, 2],
    "array": lambda: np.arange(6).reshape(2, 3),
    "range": lambda: range(2),
    "empty": list,
    "iterator": lambda: iter([1, 2]),
    "restarting": Restarting,
    "indexed": Indexed,
    "callable and iterable": Both,
    "generator function": lambda: numbers,
    "generator": numbers,
    "failing generator function": lambda: failing,
    "failing generator": failing,
    "function": lambda: lambda: 3,
    "function that stops": counting,
    "parameter": lambda: lambda x: x,
}


@pytest.mark.parametrize("cycle", [None, "no", False, "quiet", True, "raise", "twice", 0, 1])
@pytest.mark.parametrize("name", SOURCES)
def test_sources_and_cycles(name, cycle):
    def use(ndd):
        made = []

        def make():
            made.append(ndd.ExternalSource(SOURCES[name](), cycle=cycle))
            return ndd.tensor(0)

        return [outcome(ndd, make), *(outcome(ndd, made[0]) for _ in range(8) if made)]

    agree(use)


def test_no_source():
    agree(lambda ndd: outcome(ndd, lambda: ndd.ExternalSource(5)))


@pytest.mark.parametrize("count", [0, -1, "two", 2.0, None])
def test_wrong_num_outputs(count):
    agree(lambda ndd: outcome(ndd, lambda: ndd.ExternalSource([1, 2], count)))


# ---- captured --------------------------------------------------------------------------------


@pytest.mark.parametrize("cycle", [None, "raise", "quiet"])
@pytest.mark.parametrize("kind", ["tensors", "batches", "pairs"])
def test_captured_loops(kind, cycle):
    def items(ndd):
        for i in range(3):
            batch = ndd.batch([i, i + 10])
            yield {"tensors": i, "batches": batch, "pairs": (batch, i)}[kind]

    def use(ndd):
        count = 2 if kind == "pairs" else 1
        source = ndd.ExternalSource([*items(ndd)], count, cycle=cycle)
        found = []
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "nothing was captured"
            for _ in range(2):
                for i, x in enumerate(source.captured(batch_size=2)):
                    doubled = ndd.cast(x[0] if kind == "pairs" else x, dtype=ndd.float32)
                    found.append((plain(ndd, x), plain(ndd, doubled)))
                    if i == 6:
                        return found
        return found

    agree(use)


def test_invariants():
    def use(ndd):
        mark = ndd.capture.invariant
        x = ndd.tensor(image(), layout="HWC")
        return [
            isinstance(mark(5), int),
            mark(5) + 1 == 6 and hash(mark(5)) == hash(5) and not mark(0) and f"{mark(5):03}",
            [*mark([1, 2])] and mark({"a": 1})["a"],
            plain(ndd, ndd.flip(mark(x), horizontal=mark(1))),
            plain(ndd, ndd.crop_mirror_normalize(x, mean=mark([1.0]), std=[mark(2.0)])),
            plain(ndd, ndd.as_tensor(mark([1, 2])) + mark(2)),
            plain(ndd, ndd.batch([[1, 2, 3]]).slice[mark(1)]),
        ]

    agree(use)


# ---- deliberate differences ------------------------------------------------------------------


def test_optional_parameters():
    assert "ExternalSource.parameters" in DIFFERENCES
    with pytest.raises(ValueError):
        dali.ExternalSource(lambda x=1: x)
    assert ours.ExternalSource(lambda x=1: x)().item() == 1


def test_an_empty_layout():
    assert "ExternalSource.layout" in DIFFERENCES

    def layouts(ndd):
        given = [ndd.tensor([[1]], layout="HW"), ndd.batch([[[1]]], layout="HW")]
        return [ndd.ExternalSource([x], layout="")().layout for x in given]

    assert layouts(dali) == ["HW", None]
    assert layouts(ours) == [None, None]


def test_break_loses_nothing():
    assert "ExternalSource.captured" in DIFFERENCES
    source = ours.ExternalSource(range(5))
    for _ in source.captured(batch_size=1):
        break
    assert source().item() == 1
