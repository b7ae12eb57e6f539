"""Hostile values: extremes, nonsense and wrong kinds, drawn for what a signature asks for."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

import headrace.dynamic as ndd
from headrace.engine.params import Param

from ..harness.calls import DTYPES, numpy_dtype

INTS = (
    0, 1, -1, 2, 3, 7, 100, 255, 2**15, 2**16, 2**24 + 1, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1,
    2**32, 2**53, -(2**53), 2**53 + 1, 2**62, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 2**64 - 1,
    2**64, 2**70, -(10**30),
)  # fmt: skip
FLOATS = (
    float("nan"), float("inf"), float("-inf"), 1e38, -1e38, 3.5e38, 1e308, -1e308, 5e-324, 1e-45,
    1e-38, -0.0, 0.0, 0.5, -0.5, 1.0, -1.0, 1.5, 255.5, 1e9, -1e9, 2.0**24 + 1, 2.0**31, -(2.0**31),
    2.0**63, 1e-9, 1e19, -1e19,
)  # fmt: skip
TEXTS = (
    "", "HWC", "CHW", "FHWC", "HW", "x", "*", "?", "\0", "a\0b", "é", "\ud800", "HWC" * 5, "HH",
    "x" * 100_000, "../..", "%s%n", "WHC", "DHWC", "FDHWC", "F", "FF", "0", "linear", "raise",
)  # fmt: skip
DTYPE_LIKE = (
    *DTYPES, "float128", "complex64", "object", "O", "", "uint9", 99, -1, 2**40, np.dtype("O"),
    np.dtype("M8[s]"), np.dtype([("a", "u1")]), complex, object, np.float16, 1.5, [], "S3",
)  # fmt: skip
SHAPES = (
    (), (0,), (1,), (2,), (3,), (16,), (5000,), (0, 3), (3, 0), (1, 1), (2, 3), (7, 9), (1, 4000),
    (4000, 1), (1, 1, 1), (5, 4, 3), (5, 4, 1), (0, 4, 3), (5, 0, 3), (5, 4, 0), (3, 5, 4),
    (2, 5, 4, 3), (0, 5, 4, 3), (2, 0, 4, 3), (1, 2, 3, 4, 3), (1,) * 8, (1,) * 9, (1,) * 33,
    (2**32, 0), (0, 2**32), (2**31, 0, 3), (0, 2**31, 3), (2**32 + 1, 0, 1), (2**62, 0), (0, 2**62),
    (3, 2**40, 0), (2, 2**33, 0, 3), (300, 200, 3), (1, 70000, 1), (64, 64, 65), (2, 2, 600),
)  # fmt: skip
LAYOUTS = ("HWC", "CHW", "FHWC", "HW", "F", "FHW", "DHWC", "FDHWC", "X", "XY", "", "C", "WHC")


class Chance(random.Random):
    """Random numbers of one case: the same for the same seed, in every process."""

    def __init__(self, *key: Any) -> None:
        super().__init__("/".join(map(str, key)))

    def often(self, percent: float) -> bool:
        return self.random() * 100 < percent


def number(chance: Chance, kind: str) -> Any:
    """A number for an argument of this kind; now and then of another one."""
    if kind == "int":
        return chance.choice(INTS if chance.often(85) else FLOATS)
    if kind == "float":
        return chance.choice(FLOATS if chance.often(75) else INTS)
    return chance.choice((True, False, 0, 1, 2, -1, 2**70, float("nan"), np.bool_(True)))


def numpy_scalar(chance: Chance) -> Any:
    dtype = numpy_dtype(chance.choice(DTYPES))
    return array(chance, (), dtype)[()]


def nothing_of_the_kind(chance: Chance) -> Any:
    """Objects that no argument takes."""
    itself: list[Any] = []
    itself.append(itself)
    make: list[Callable[[], Any]] = [
        lambda: None, lambda: object(), dict, lambda: {1: 2}, lambda: [[]], lambda: [None],
        lambda: "nonsense", lambda: b"\xff", lambda: 1j, lambda: ..., lambda: slice(None),
        lambda: int, lambda: (lambda: 1), lambda: [[1, 2], [3]], lambda: [1, "a"], lambda: set(),
        lambda: range(5), lambda: range(2**40), lambda: np.array(["a"]), lambda: np.array([None]),
        lambda: np.zeros((), "M8[s]"), lambda: np.zeros(2, [("a", "u1")]), lambda: memoryview(b"a"),
        lambda: itself, lambda: NotImplemented, lambda: np.ma.masked, lambda: chance.choice(TEXTS),
        lambda: np.complex64(1j), lambda: bytearray(3), lambda: ndd.random.RNG(1),
    ]  # fmt: skip
    return chance.choice(make)()


def array(chance: Chance, shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray:
    """Small numbers, extremes, or both."""
    count = int(np.prod([min(n, 2**20) for n in shape])) if 0 not in shape else 0
    noise = np.random.default_rng(chance.getrandbits(32))
    if dtype.kind == "b":
        return noise.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        flat = noise.integers(0, 5, count).astype(dtype)
        special = np.array([info.min, info.max, info.max - 1, 0, 1], dtype)
    else:
        flat = noise.uniform(-1, 2, count).astype(dtype)
        with np.errstate(over="ignore", under="ignore"):
            special = np.array(FLOATS).astype(dtype)
    if count and chance.often(60):
        hit = noise.random(count) < chance.choice((0.02, 0.5, 1.0))
        flat[hit] = noise.choice(special, int(hit.sum()))
    return flat.reshape(shape)


def odd_memory(chance: Chance, a: np.ndarray) -> np.ndarray:
    """The same array elsewhere: reversed, strided, read-only, broadcast, of another byte order."""
    how = chance.randrange(6)
    if how == 0 and a.ndim:
        return a[::-1]
    if how == 1 and a.ndim and a.size:
        wide = np.repeat(a, 2, axis=a.ndim - 1)
        return wide[..., ::2]
    if how == 2:
        a = a.copy()
        a.flags.writeable = False
        return a
    if how == 3 and a.ndim >= 2:
        return a.T
    if how == 4 and a.size:
        return np.broadcast_to(a.ravel()[0], chance.choice(((4, 5, 3), (2**33,), (2**62,), (7,))))
    if how == 5 and a.dtype.name != "bfloat16":
        return a.astype(a.dtype.newbyteorder())
    return a


def value(chance: Chance, count: int | None) -> Any:
    """An input of any shape, type and layout: a Batch of `count` samples, a Tensor, or neither."""
    if chance.often(6):
        return nothing_of_the_kind(chance)
    dtype = numpy_dtype(chance.choice(DTYPES))
    shape = chance.choice(SHAPES)
    layout: Any = chance.choice(LAYOUTS) if chance.often(30) else None
    if layout is None and chance.often(60):
        layout = {2: "HW", 3: "HWC", 4: "FHWC"}.get(len(shape))
    a = array(chance, shape, dtype)
    if chance.often(15):
        a = odd_memory(chance, a)
    if chance.often(10):
        return a
    if count is None or chance.often(10):
        return ndd.as_tensor(a, layout=layout)
    if chance.often(5):
        count = chance.choice((0, 1, 2, 5, 1000))
    if chance.often(60):
        return ndd.batch([a] * count, layout=layout)
    same_rank = [s for s in SHAPES if len(s) == a.ndim]
    more = [array(chance, chance.choice(same_rank), dtype) for _ in range(max(count - 1, 0))]
    return ndd.batch([a, *more], layout=layout)


def argument(chance: Chance, p: Param, count: int | None, usual: Any = None) -> Any:
    """A value for an argument; `usual` is what a case gives it."""
    if chance.often(8):
        return nothing_of_the_kind(chance)
    if (p.per_sample and chance.often(35)) or chance.often(3):
        return dynamic_argument(chance, p, count)
    if p.kind.startswith("list of "):
        return listed(chance, p.kind.removeprefix("list of "), usual)
    if p.kind in ("int", "float", "bool"):
        n = number(chance, p.kind)
        return as_other_object(chance, n) if chance.often(15) else n
    if p.kind == "dtype":
        return chance.choice(DTYPE_LIKE)
    if p.kind in ("interp_type", "image_type"):
        return chance.choice(
            (*range(-1, 9), 99, 2**31, 2**63, 2**70, "cubic", "gray", "", 1.5, "\0")
        )
    if p.kind in ("str", "layout"):
        return chance.choice(TEXTS)
    return chance.choice((*INTS, *FLOATS, *TEXTS))


def listed(chance: Chance, kind: str, usual: Any) -> Any:
    if kind == "str":
        return [chance.choice(TEXTS) for _ in range(chance.randrange(4))]
    if isinstance(usual, (list, tuple)) and usual and chance.often(50):
        changed = list(usual)  # one number of a list that fits
        changed[chance.randrange(len(changed))] = number(chance, kind)
        return changed
    length = chance.choice((0, 1, 1, 2, 2, 2, 3, 3, 4, 6, 7, 100, 10_000))
    numbers = [number(chance, kind) for _ in range(min(length, 8))] * (
        1 if length < 9 else length // 8
    )
    if chance.often(10):
        return as_other_object(chance, numbers)
    return numbers if chance.often(80) else tuple(numbers)


def as_other_object(chance: Chance, given: Any) -> Any:
    """The same numbers as NumPy's, in every type that takes them."""
    dtype = numpy_dtype(chance.choice(DTYPES))
    try:
        with np.errstate(all="ignore"):
            made = np.array(given).astype(dtype)
    except (OverflowError, TypeError, ValueError):
        return given
    return made if chance.often(50) or made.ndim else made[()]


def dynamic_argument(chance: Chance, p: Param, count: int | None) -> Any:
    """One value a sample, or a Tensor: sizes, ranks and types that may not fit."""
    kind = p.kind.removeprefix("list of ")
    names = ("int32", "int64", "uint64", "uint8", "int16") if kind == "int" else (
        "float32", "float64", "float16", "bfloat16", "int32")  # fmt: skip
    dtype = numpy_dtype(chance.choice(names if chance.often(85) else DTYPES))
    if p.kind.startswith("list"):
        shape: tuple[int, ...] = chance.choice(
            ((1,), (2,), (3,), (4,), (0,), (6,), (2, 3), (3, 4), ())
        )
    else:
        shape = () if chance.often(75) else chance.choice(((1,), (2,), (0,), (1, 1)))
    layout = None
    if p.per_frame and chance.often(40):
        shape = (chance.choice((0, 1, 2, 3, 100)), *shape)
        layout = "F" + "*" * (len(shape) - 1)
    if count is None or chance.often(15):
        return ndd.tensor(array(chance, shape, dtype), layout=layout)
    if chance.often(8):
        count = chance.choice((0, 1, 2, 5))
    return ndd.batch([array(chance, shape, dtype) for _ in range(count)], layout=layout)


def show(v: Any) -> str:
    """A value in a line: what a person needs to build it again."""
    if isinstance(v, (ndd.Tensor, ndd.Batch)):
        try:
            shape: Any = v.shape
            if isinstance(shape, list) and len(shape) > 3:
                shape = [*shape[:3], f"… {len(shape)} samples"]
            return f"{type(v).__name__}({v.dtype}, {shape}, layout={v.layout!r})"
        except Exception as e:  # a pending error: shown where it is raised
            return f"{type(v).__name__}(fails: {type(e).__name__})"
    if isinstance(v, np.ndarray):
        values = f", {v.tolist()!r}" if 0 < v.size <= 8 and v.dtype.kind in "biuf" else ""
        return f"array({v.dtype}, {v.shape}, strides={v.strides}{values})"
    text = repr(v)
    return text if len(text) < 200 else f"{text[:200]}… ({len(text)} characters)"
