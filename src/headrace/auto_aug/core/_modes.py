"""Graphs and dynamic mode: per-sample numbers and per-sample branches for both.

In a graph a per-sample number is a node. In dynamic mode it is drawn on the host at the call, from
the generator's position, so that nothing has to wait: `Drawn`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ... import dynamic, fn, types
from ...core import errors
from ...core.batch import Batch
from ...core.slots import slots
from ...core.tensor import Tensor
from ...core.value import Value
from ...engine.random import RNG, default_rng
from ...pipeline.graph_hooks import NodeHooks
from ...pipeline.node import DataNode
from ...pipeline.seeds import derive
from ._checks import fail, integer

Branch = Callable[..., Any]
_TYPE = errors.ArgumentTypeError


class Mode(ABC):
    """What augmentations need of a mode. `ops`: its operators."""

    ops: Any

    @abstractmethod
    def integers(self, count: int) -> Any:
        """A random integer below `count` for each sample."""

    @abstractmethod
    def uniform(self) -> Any:
        """A random number in [0, 1) for each sample."""

    @abstractmethod
    def pick(self, table: np.ndarray, *index: Any) -> Any:
        """Elements of a table at a per-sample index."""

    @abstractmethod
    def constant(self, array: np.ndarray) -> Any:
        """The same array for all samples."""

    @abstractmethod
    def value(self, x: Any) -> Any:
        """Per-sample numbers as an operator accepts them."""

    @abstractmethod
    def unless(self, index: Any, drawn: Any, least: Any) -> Any:
        """`index` where `drawn < least`, else 0."""

    @abstractmethod
    def per_sample(self, what: str, x: Any, below: int | None = None) -> Any:
        """Checks per-sample numbers given by the user; if known, they must be below a bound."""

    @abstractmethod
    def switch(
        self, index: Any, branches: Sequence[Branch], args: Sequence[Any], kwargs: dict[str, Any]
    ) -> Any:
        """Applies branch number `index` to each sample and its arguments."""


class Graphs(Mode):
    """Nodes of a graph."""

    def __init__(self, seed: int | None) -> None:
        self.ops = fn
        self._seed, self._draws = seed, 0

    def _next_seed(self) -> dict[str, Any]:
        """A new seed for each draw, to keep draws independent."""
        self._draws += 1
        return {} if self._seed is None else {"seed": derive(self._seed, self._draws)}

    def integers(self, count: int) -> Any:
        """See Mode."""
        values = [float(i) for i in range(count)]
        return fn.random.uniform(values=values, dtype=types.INT32, **self._next_seed())

    def uniform(self) -> Any:
        """See Mode."""
        return fn.random.uniform(range=[0.0, 1.0], **self._next_seed())

    def pick(self, table: np.ndarray, *index: Any) -> Any:
        """See Mode."""
        return self.constant(table)[index if len(index) > 1 else index[0]]

    def constant(self, array: np.ndarray) -> Any:
        """See Mode."""
        return types.Constant(array, device="cpu")

    def value(self, x: Any) -> Any:
        """See Mode."""
        return x

    def unless(self, index: Any, drawn: Any, least: Any) -> Any:
        """See Mode."""
        return index * (drawn < least)

    def per_sample(self, what: str, x: Any, below: int | None = None) -> Any:
        """See Mode."""
        if below is not None and isinstance(x, (int, np.integer)):
            return integer("auto_aug", what, x, 0, below - 1)
        return x

    def switch(
        self, index: Any, branches: Sequence[Branch], args: Sequence[Any], kwargs: dict[str, Any]
    ) -> Any:
        """See Mode. As `if index < middle: … else: …`, halving the branches."""
        conditions = NodeHooks()
        if isinstance(index, int):
            return branches[index](*args, **kwargs)

        def of(low: int, high: int) -> Any:
            if high - low == 1:
                return branches[low](*args, **kwargs)
            middle = (low + high) // 2
            condition = conditions.as_condition(index < middle)
            made = []
            for taken, part in ((True, (low, middle)), (False, (middle, high))):
                conditions.enter(condition, taken)
                try:
                    made.append(of(*part))
                finally:
                    conditions.leave()
            many = [isinstance(x, (tuple, list)) for x in made]
            if any(many):
                if not all(many) or len(made[0]) != len(made[1]):
                    raise fail("auto_aug", "all have to give as many outputs")
                return tuple([conditions.merge(condition, p, q) for p, q in zip(*made)])
            return conditions.merge(condition, *made)

        return of(0, len(branches))


class Drawn:
    """Per-sample numbers of a batch, known on the host."""

    __slots__ = ("array",)

    def __init__(self, array: np.ndarray) -> None:
        self.array = array


class Values(Mode):
    """Batches and Tensors."""

    def __init__(self, data: Value, rng: RNG | None) -> None:
        self.ops = dynamic
        self._batch = isinstance(data, Batch)
        self._n = data.batch_size if isinstance(data, Batch) else 1
        self._rng = rng
        self._numbers: np.random.Generator | None = None

    def _generator(self) -> np.random.Generator:
        """All numbers of a call come from one position of the generator."""
        if self._numbers is None:
            rng = default_rng() if self._rng is None else self._rng
            words = [rng() for _ in range(4)]
            key = words[0] | words[1] << 32 | words[2] << 64 | words[3] << 96
            self._numbers = np.random.Generator(np.random.Philox(key=key))
        return self._numbers

    def integers(self, count: int) -> Any:
        """See Mode."""
        return Drawn(self._generator().integers(0, count, self._n))

    def uniform(self) -> Any:
        """See Mode."""
        return Drawn(self._generator().random(self._n))

    def pick(self, table: np.ndarray, *index: Any) -> Any:
        """See Mode."""
        return Drawn(table[tuple([self._host(i) for i in index])])

    def constant(self, array: np.ndarray) -> Any:
        """See Mode."""
        return dynamic.as_tensor(array)

    def value(self, x: Any) -> Any:
        """See Mode."""
        if not isinstance(x, Drawn):
            return x
        return dynamic.batch(list(x.array)) if self._batch else dynamic.as_tensor(x.array[0])

    @property
    def empty(self) -> bool:
        """Whether there are no samples."""
        return self._n == 0

    def unless(self, index: Any, drawn: Any, least: Any) -> Any:
        """See Mode."""
        return Drawn(self._host(index) * (self._host(drawn) < self._host(least)))

    def per_sample(self, what: str, x: Any, below: int | None = None) -> Any:
        """See Mode. Anything with a number for each sample becomes `Drawn`."""
        if x is None:
            return None
        if isinstance(x, (int, np.integer)):
            return int(x) if below is None else integer("auto_aug", what, x, 0, below - 1)
        found = self._host(x, what)
        if below is not None:
            if found.dtype.kind not in "iub" or found.ndim != 1:
                raise fail("auto_aug", f"{what} is an integer for each sample", _TYPE)
            if found.size and not 0 <= found.min() <= found.max() < below:
                at = int(np.flatnonzero((found < 0) | (found >= below))[0])
                text = f"{what} lies in 0 … {below - 1}, sample {at} has {found[at]}"
                raise fail("auto_aug", text)
        return Drawn(found)

    def switch(
        self, index: Any, branches: Sequence[Branch], args: Sequence[Any], kwargs: dict[str, Any]
    ) -> Any:
        """See Mode. Each branch gets its part of the batch, without copies."""
        of = self._host(index)
        if not self._batch:
            return branches[int(of[0])](*args, **kwargs)
        if not self._n:
            return args[0] if len(args) == 1 else tuple(args)
        args = [self._argument(x) for x in args]
        kwargs = {name: self._argument(x) for name, x in kwargs.items()}
        places: list[int] = []
        made: list[Batch] = []
        several = False
        for number in np.unique(of).tolist():
            here = np.flatnonzero(of == number).tolist()
            part = {name: _part(x, here) for name, x in kwargs.items()}
            out = branches[number](*[_part(x, here) for x in args], **part)
            outs = list(out) if isinstance(out, (tuple, list)) else [out]
            for one in outs:
                if not isinstance(one, Batch) or one.batch_size != len(here):
                    text = "an augmentation gives a Batch of the samples it got, not "
                    raise fail("auto_aug", text + errors.brief(one))
            if made and (len(outs) != len(made) or several != isinstance(out, (tuple, list))):
                raise fail("auto_aug", "all have to give as many outputs")
            several = isinstance(out, (tuple, list))
            made = [_joined(a, b) for a, b in zip(made, outs)] if made else outs
            places += here
        order = np.argsort(places).tolist()
        back = [slots.select(one, order) for one in made]
        return tuple(back) if several else back[0]

    def _host(self, x: Any, what: str = "") -> np.ndarray:
        """Per-sample numbers as an array."""
        if isinstance(x, Drawn):
            return x.array
        if isinstance(x, Batch):
            found = [np.asarray(t) for t in x.cpu().tensors]
            array = np.stack(found) if found else np.zeros(0, np.int32)
        else:
            array = np.asarray(x.cpu() if isinstance(x, Tensor) else x)
            if array.ndim == 0:
                return np.broadcast_to(array, (self._n,))
        if len(array) != self._n:
            text = f"{what or 'an argument'} has {len(array)} numbers for {self._n} samples"
            raise fail("auto_aug", text)
        return array

    def _argument(self, x: Any) -> Any:
        """An argument that may have one entry per sample, such as shapes in a list."""
        if isinstance(x, list) and len(x) == self._n and all(isinstance(s, tuple) for s in x):
            return dynamic.batch([np.asarray(s) for s in x])
        if isinstance(x, Batch) and x.batch_size != self._n:
            text = f"a Batch of {x.batch_size} values for {self._n} samples"
            raise fail("auto_aug", text)
        return x


def _part(x: Any, here: list[int]) -> Any:
    if isinstance(x, Drawn):
        return Drawn(x.array[here])
    if isinstance(x, Sliced):
        return x.part(lambda each: _part(each, here))
    return slots.select(x, here) if isinstance(x, Batch) else x


class Sliced(ABC):
    """An argument with per-sample values."""

    @abstractmethod
    def part(self, of: Callable[[Any], Any]) -> Any:
        """A copy with `of` applied to its values."""


def _joined(a: Batch, b: Batch) -> Batch:
    """The samples of both batches, concatenated."""
    unlike = bool(a.layout and b.layout and a.layout != b.layout)
    if (a.dtype, a.ndim, a.device) != (b.dtype, b.ndim, b.device) or unlike:
        raise fail(
            "auto_aug",
            f"one augmentation gives {_said(a)}, another {_said(b)}: all have to give the same",
            _TYPE,
        )
    meta = a._m if a.layout == b.layout else a._m.with_layout(a.layout or b.layout)
    order = list(range(a.batch_size + b.batch_size))
    return slots.merge(a, b, order, meta, "auto_aug")  # type: ignore[no-any-return]


def _said(x: Batch) -> str:
    layout = f" ({x.layout})" if x.layout else ""
    return f"{x.dtype.full_name} of {x.ndim} axes{layout} on {x.device}"


def mode_of(data: Any, seed: int | None = None, rng: RNG | None = None) -> Mode:
    """The mode that samples belong to, with its source of random numbers."""
    if isinstance(data, DataNode):
        if rng is not None:
            raise fail("auto_aug", "a graph takes seed=, rng= is for dynamic mode")
        return Graphs(seed)
    if not isinstance(data, Value):
        text = "augments a node of a graph, a Batch or a Tensor, got " + errors.brief(data)
        raise fail("auto_aug", text, _TYPE)
    if seed is not None:
        raise fail(
            "auto_aug",
            "dynamic mode takes rng=headrace.dynamic.random.RNG(seed), which moves on with every "
            "call: a seed would give the same numbers each time",
        )
    if rng is not None and not isinstance(rng, RNG):
        raise fail("auto_aug", f"rng= takes an RNG, got {errors.brief(rng)}", _TYPE)
    return Values(data, rng)
