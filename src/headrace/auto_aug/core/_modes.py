"""The two fronts: what numbers for each sample are, and how branches are taken.

In a graph such a number is a node. In dynamic mode it is drawn by the host at once, from the
generator's position, so that nothing has to be waited for: `Drawn`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ... import dynamic, fn, types
from ...core import errors
from ...core.batch import Batch
from ...core.site import caller_site
from ...core.slots import slots
from ...core.tensor import Tensor
from ...core.value import Value
from ...engine.random import RNG, default_rng
from ...pipeline.conditions import Conditions
from ...pipeline.node import DataNode
from ...pipeline.seeds import derive

Branch = Callable[..., Any]


class Mode(ABC):
    """What augmentations need of a front. `ops`: its operators."""

    ops: Any

    @abstractmethod
    def integers(self, count: int) -> Any:
        """A number below `count` for each sample."""

    @abstractmethod
    def uniform(self) -> Any:
        """A number of [0, 1) for each sample."""

    @abstractmethod
    def pick(self, table: np.ndarray, *index: Any) -> Any:
        """Those elements of a table whose numbers are given for each sample."""

    @abstractmethod
    def constant(self, array: np.ndarray) -> Any:
        """The same array for all samples."""

    @abstractmethod
    def value(self, x: Any) -> Any:
        """Numbers for samples as an operator takes them."""

    @abstractmethod
    def unless(self, index: Any, drawn: Any, least: Any) -> Any:
        """`index`, but 0 where what was drawn is not below `least`."""

    @abstractmethod
    def switch(
        self, index: Any, branches: Sequence[Branch], data: Any, arguments: dict[str, Any]
    ) -> Any:
        """What branch number `index` makes of each sample and its arguments."""


class Graphs(Mode):
    """Nodes of a graph."""

    def __init__(self, seed: int | None) -> None:
        self.ops = fn
        self._seed, self._draws = seed, 0

    def _next_seed(self) -> dict[str, Any]:
        """A seed for each draw: they are to be independent."""
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

    def switch(
        self, index: Any, branches: Sequence[Branch], data: Any, arguments: dict[str, Any]
    ) -> Any:
        """See Mode. As `if index < middle: … else: …`, halving the branches."""
        conditions = Conditions()

        def of(low: int, high: int) -> Any:
            if high - low == 1:
                return branches[low](data, **arguments)
            middle = (low + high) // 2
            condition = conditions.as_condition(index < middle)
            made = []
            for taken, part in ((True, (low, middle)), (False, (middle, high))):
                conditions.enter(condition, taken)
                try:
                    made.append(of(*part))
                finally:
                    conditions.leave()
            return conditions.merge(condition, *made)

        return of(0, len(branches))


class Drawn:
    """Numbers for the samples of a batch, known to the host."""

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
        """All numbers of a call come from one place of the generator."""
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

    def unless(self, index: Any, drawn: Any, least: Any) -> Any:
        """See Mode."""
        return Drawn(self._host(index) * (self._host(drawn) < self._host(least)))

    def switch(
        self, index: Any, branches: Sequence[Branch], data: Any, arguments: dict[str, Any]
    ) -> Any:
        """See Mode. Each branch gets its part of the batch; nothing is copied."""
        of = np.broadcast_to(self._host(index), (self._n,))
        if not self._batch:
            return branches[int(of[0])](data, **arguments)
        places: list[int] = []
        made: Batch | None = None
        for number in np.unique(of).tolist():
            here = np.flatnonzero(of == number).tolist()
            part = {name: _part(x, here) for name, x in arguments.items()}
            out = branches[number](slots.select(data, here), **part)
            if not isinstance(out, Batch) or out.batch_size != len(here):
                raise errors.ArgumentError(
                    f"an augmentation gives a Batch of the samples it got, not {errors.brief(out)}",
                    operator="auto_aug",
                    site=caller_site(),
                )
            made = out if made is None else _joined(made, out)
            places += here
        if made is None:
            return data
        return slots.select(made, np.argsort(places).tolist())

    def _host(self, x: Any) -> np.ndarray:
        """Numbers for all samples as an array."""
        if isinstance(x, Drawn):
            return x.array
        if isinstance(x, Batch):
            return np.stack([np.asarray(t) for t in x.cpu().tensors])
        if isinstance(x, Tensor):
            x = np.asarray(x.cpu())
        return np.broadcast_to(np.asarray(x), (self._n, *np.shape(x)))


def _part(x: Any, here: list[int]) -> Any:
    if isinstance(x, Drawn):
        return Drawn(x.array[here])
    return slots.select(x, here) if isinstance(x, Batch) else x


def _joined(a: Batch, b: Batch) -> Batch:
    """The samples of both, one after the other."""
    if (a.dtype, a.ndim, a.device) != (b.dtype, b.ndim, b.device):
        raise errors.ArgumentTypeError(
            f"one augmentation gives {a.dtype.full_name} of {a.ndim} axes on {a.device}, another "
            f"{b.dtype.full_name} of {b.ndim} on {b.device}: all have to give the same",
            operator="auto_aug",
            site=caller_site(),
        )
    meta = a._m if a.layout == b.layout else a._m.with_layout(a.layout or b.layout)
    order = list(range(a.batch_size + b.batch_size))
    return slots.merge(a, b, order, meta, "auto_aug")  # type: ignore[no-any-return]


def mode_of(data: Any, seed: int | None = None, rng: RNG | None = None) -> Mode:
    """The front that samples belong to, and where random numbers come from."""
    if isinstance(data, DataNode):
        if rng is not None:
            raise errors.ArgumentError(
                "a graph takes seed=, rng= is for dynamic mode",
                operator="auto_aug",
                site=caller_site(),
            )
        return Graphs(seed)
    if not isinstance(data, Value):
        raise errors.ArgumentTypeError(
            "augments a node of a graph, a Batch or a Tensor, got " + errors.brief(data),
            operator="auto_aug",
            site=caller_site(),
        )
    if seed is not None:
        raise errors.ArgumentError(
            "dynamic mode takes rng=headrace.dynamic.random.RNG(seed), which moves on with every "
            "call: a seed would give the same numbers each time",
            operator="auto_aug",
            site=caller_site(),
        )
    return Values(data, rng)
