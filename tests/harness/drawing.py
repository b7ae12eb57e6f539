"""What links of chains draw with: steps, arguments of a kind, axes of a value."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import hypothesis.strategies as st

from headrace.engine.cases import PerSample
from headrace.engine.operator import Definition
from headrace.engine.params import Param

Draw = Callable[[st.SearchStrategy[Any]], Any]
DTYPES = ("uint8", "int8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "bool",
          "float16", "bfloat16", "float32", "float64")  # fmt: skip


class UnfitError(Exception):
    """The operator, or these arguments, do not go with the value."""


@dataclasses.dataclass
class Step:
    """One call: inputs are positions in the list of values made so far, or constants."""

    name: str
    function: Callable[..., Any]
    inputs: list[Any]  # ("value", position) or a constant
    args: dict[str, Any]
    late: bool = False  # arguments per sample are themselves results of queued calls

    def __str__(self) -> str:
        inputs = [f"%{x[1]}" if is_value(x) else repr(x) for x in self.inputs]
        return f"{self.name}({', '.join([*inputs, *(f'{k}={v!r}' for k, v in self.args.items())])})"


def is_value(x: Any) -> bool:
    return isinstance(x, tuple) and len(x) == 2 and x[0] == "value"


def unfit_unless(condition: Any) -> None:
    if not condition:
        raise UnfitError


def of_kind(p: Param) -> st.SearchStrategy[Any]:
    """Values for an argument of which nothing but its kind is known."""
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "bool": st.booleans(),
        "int": st.integers(0, 3),
        "float": st.sampled_from([0.0, 0.25, 0.5, 1.0, 1.5, -0.75, 3.0]),
        "list of float": st.lists(st.sampled_from([0.5, 1.0, 2.5]), min_size=1, max_size=1),
        "dtype": st.sampled_from(DTYPES),
        "interp_type": st.sampled_from(["nn", "linear", "cubic", "triangular"]),
    }
    return kinds.get(p.kind, st.none())


def scalar_or_each(draw: Draw, n: int, values: st.SearchStrategy[Any], dtype: str) -> Any:
    """A number for all samples, or one for each."""
    if n and draw(st.booleans()):
        return PerSample([draw(values) for _ in range(n)], dtype)
    return draw(values)


def from_kinds(draw: Draw, definition: Definition, v: Any, names: Sequence[str]) -> dict[str, Any]:
    """Some of the named arguments, drawn by their kinds."""
    args = {}
    for p in definition.params:
        if p.name not in names or draw(st.integers(0, 2)) == 0:
            continue
        if p.per_sample and p.kind in ("int", "float"):
            dtype = "int32" if p.kind == "int" else "float32"
            args[p.name] = scalar_or_each(draw, v.batch_size, of_kind(p), dtype)
        else:
            args[p.name] = draw(of_kind(p))
    return args


def least(v: Any) -> list[int]:
    """The smallest extent of each axis over the samples."""
    unfit_unless(v.batch_size)
    return [min(sizes) for sizes in zip(*v.shape)] if v.ndim else []


def integral(v: Any) -> bool:
    return v.dtype.numpy.kind in "iu"


def kinds(
    *names: str, axes: Sequence[int] = (3, 4), layouts: Sequence[str | None] = (None, "HWC", "FHWC")
) -> Any:
    def link(draw: Draw, v: Any, d: Definition) -> Any:
        unfit_unless(v.ndim in axes and v.layout in layouts)
        return [], from_kinds(draw, d, v, names)

    return link


def some_axes(draw: Draw, v: Any, least_count: int = 1) -> list[int]:
    unfit_unless(v.ndim >= least_count)
    return draw(
        st.lists(st.integers(0, v.ndim - 1), min_size=least_count, max_size=v.ndim, unique=True)
    )
