"""Random graphs, to be run in both modes.

A graph is drawn as a list of items on numbered values, and made twice: of nodes, and of batches for
each iteration. Samples of iterations are those of one pool, so that arguments fit all of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import hypothesis
import hypothesis.strategies as st
import numpy as np
from tests.harness import calls, strategies
from tests.harness.drawing import Step, UnfitError, is_value

import headrace
import headrace.dynamic as ndd
from headrace import Pipeline, fn, types
from headrace.core.slots import slots
from headrace.engine.cases import PerSample
from headrace.engine.operator import registry
from headrace.pipeline.calls import call as graph_call
from headrace.pipeline.graph_hooks import NodeHooks

# What a sample becomes depends on the others, and their number changes.
_WHOLE_BATCH = ("permute_batch", "batch_permutation")


# ---- items of a graph ------------------------------------------------------------------------


@dataclasses.dataclass(eq=False)
class Call:
    """A call of an operator, or of what stands behind syntax."""

    step: Step
    seed: int = 0
    count: int = 1  # of its outputs

    def __str__(self) -> str:
        return f"{self.step}, seed {self.seed}"


@dataclasses.dataclass(eq=False)
class Constant:
    """A constant beside a value: an array, or the constant itself."""

    at: int | None
    array: np.ndarray

    def __str__(self) -> str:
        return f"{'' if self.at is None else f'%{self.at} + '}{self.array!r}"


@dataclasses.dataclass(eq=False)
class Python:
    """A function of the user's."""

    at: int
    name: str
    function: Callable[..., Any]
    outputs: int
    whole: bool

    def __str__(self) -> str:
        return f"python_function(%{self.at}, {self.name}, batch_processing={self.whole})"


@dataclasses.dataclass(eq=False)
class If:
    """Two branches, each with a result."""

    condition: int
    branches: tuple[list[Any], list[Any]]
    results: tuple[int, int]

    def __str__(self) -> str:
        yes, no = (" ; ".join(map(str, b)) for b in self.branches)
        return f"if %{self.condition}: [{yes}] else: [{no}] → merge of %{self.results}"


@dataclasses.dataclass(frozen=True)
class Failing(PerSample):
    """An index that is far too large for some samples in one iteration, and 0 otherwise."""

    iteration: int = 0

    def at(self, iteration: int) -> PerSample:
        if iteration == self.iteration:
            return PerSample(self.values, self.dtype)
        return PerSample([0 for _ in self.values], self.dtype)


def per_sample(a: PerSample, iteration: int) -> ndd.Batch:
    """An argument for all samples of the pool."""
    return calls.as_batch(a.at(iteration) if isinstance(a, Failing) else a)


@np.errstate(all="ignore")
def doubled(a: Any) -> Any:
    return (a * 2).astype(a.dtype)


@np.errstate(all="ignore")
def plus_one_in_place(a: Any) -> Any:
    return np.add(a, 1, out=a, casting="unsafe")


_buffers: dict[Any, Any] = {}


def in_a_buffer(a: Any) -> Any:
    """What the next call, with a sample of the same kind, overwrites."""
    buffer = _buffers.setdefault((a.shape, a.dtype), np.empty_like(a))
    buffer[...] = a
    return buffer


FUNCTIONS: list[tuple[str, Callable[[Any], Any], int]] = [
    ("the same", lambda a: a, 1),
    ("doubled", doubled, 1),
    ("reversed", lambda a: a[::-1] if a.ndim else a, 1),
    ("and its size", lambda a: (a, np.float32(a.size)), 2),
    ("plus one in place", plus_one_in_place, 1),
    ("in a buffer", in_a_buffer, 1),
]


# ---- made of batches -------------------------------------------------------------------------


class Failed:
    """In the place of a value: why there is none."""

    def __init__(self, error: Exception) -> None:
        self.error = error


class Dynamic:
    """The items as calls of dynamic mode on some samples of the pool."""

    def __init__(self, iteration: int, chosen: Sequence[int], rngs: dict[Any, Any]) -> None:
        self.iteration, self.chosen, self.rngs = iteration, list(chosen), rngs

    def run(self, items: Sequence[Any], values: list[Any]) -> list[Any]:
        for item in items:
            values.extend(self.one(item, values))
        return values

    def one(self, item: Any, values: list[Any]) -> Sequence[Any]:
        """The outputs of an item. None: of no samples, so nobody knows what they are."""
        if isinstance(item, If):
            return [self.branches(item, values)]
        at = _operands(item)
        bad = [values[k] for k in at if values[k] is None or isinstance(values[k], Failed)]
        if bad:
            if isinstance(item, Call):
                self.rng(item)
            return [next((x for x in bad if x is not None), None)] * _count(item)
        try:
            with ndd.EvalMode.sync_cpu:
                made = {Call: self.call, Python: self.python, Constant: self.constant}[type(item)](
                    item, values
                )
                for value in made:
                    if value is not None:
                        value.evaluate()
        except headrace.Error as e:
            return [Failed(e)] * _count(item)
        return made

    def rng(self, item: Call) -> Any:
        """The generator of a call, where its numbers of this iteration are."""
        rng = self.rngs.setdefault(item, ndd.random.RNG(item.seed))
        here = rng.clone()
        rng.advance(7)
        return here

    def call(self, item: Call, values: list[Any]) -> Sequence[Any]:
        step = item.step
        inputs = [values[x[1]] if is_value(x) else x for x in step.inputs]
        args = {k: self.argument(a) for k, a in step.args.items()}
        if step.name in registry and registry[step.name].random:
            args["rng"] = self.rng(item)
        function = registry[step.name].function if step.name in registry else step.function
        return calls.outputs(function(*inputs, **args))

    def argument(self, a: Any) -> Any:
        if not isinstance(a, PerSample):
            return a
        return slots.select(per_sample(a, self.iteration), self.chosen)

    def constant(self, item: Constant, values: list[Any]) -> Sequence[Any]:
        if item.at is None:
            return [ndd.copy(ndd.Batch.broadcast(item.array, len(self.chosen)))]
        return [values[item.at] + item.array]

    def python(self, item: Python, values: list[Any]) -> Sequence[Any]:
        if not self.chosen:
            return [None] * item.outputs
        arrays = [np.array(np.asarray(t)) for t in values[item.at]]
        made = [calls.outputs(item.function(a)) for a in arrays]
        return [ndd.batch([np.asarray(m[k]) for m in made]) for k in range(item.outputs)]

    def branches(self, item: If, values: list[Any]) -> Any:
        condition = values[item.condition]
        if isinstance(condition, Failed) or condition is None:
            for branch in item.branches:  # random numbers go on
                Dynamic(self.iteration, [], self.rngs).run(branch, [condition] * len(values))
            return condition
        flags = [bool(np.asarray(t)) for t in condition]
        sides, places = [], []
        for branch, result, taken in zip(item.branches, item.results, (True, False)):
            at = [i for i, flag in enumerate(flags) if flag is taken]
            inner = Dynamic(self.iteration, [self.chosen[i] for i in at], self.rngs)
            parts = [slots.select(v, at) if isinstance(v, ndd.Batch) else v for v in values]
            sides.append(inner.run(branch, parts)[result])
            places.append(at)
        return merged(sides, places)


def _operands(item: Any) -> list[int]:
    if isinstance(item, Call):
        return [x[1] for x in item.step.inputs if is_value(x)]
    return [] if item.at is None else [item.at]


def _count(item: Any) -> int:
    return item.outputs if isinstance(item, Python) else getattr(item, "count", 1)


def merged(sides: list[Any], places: list[list[int]]) -> Any:
    """The samples of two branches, in their places."""
    for side in sides:
        if isinstance(side, Failed):
            return side
    known = [s for s in sides if s is not None]
    if not known:
        return None
    layout = next((s.layout for s in known if s.layout), None)
    samples: dict[int, Any] = {}
    for side, at in zip(sides, places):
        samples.update(zip(at, () if side is None else side))
    if not samples:
        whole = slots.select(known[0], [])
        return type(whole)._of(whole._v, whole._m.with_layout(layout))
    return ndd.as_batch([samples[i] for i in range(len(samples))], layout=layout or "")


# ---- made of nodes ---------------------------------------------------------------------------


class Sliced:
    """A node in the place of a batch, of which `.slice[...]` takes parts."""

    def __init__(self, node: Any) -> None:
        self.slice = node


class Nodes:
    """The items as steps of a graph."""

    def __init__(self, drawn: Drawn, known: bool) -> None:
        self.drawn, self.known = drawn, known
        self.arguments = {id(a): self.source(a) for a in drawn.arguments()}

    def source(self, a: Any) -> Any:
        """A node whose batches are samples of the pool, or of an argument."""
        drawn = self.drawn

        def batch(i: int) -> Any:
            if i >= len(drawn.iterations):
                raise StopIteration
            whole = per_sample(a, i) if isinstance(a, PerSample) else a
            return slots.select(whole, drawn.iterations[i])

        like = per_sample(a, 0) if isinstance(a, PerSample) else a
        facts = {"dtype": like.dtype, "ndim": like.ndim} if self.known else {}
        return fn.external_source(source=batch, layout=like.layout or "", **facts)

    def run(self, items: Sequence[Any], values: list[Any]) -> list[Any]:
        for item in items:
            made = getattr(self, type(item).__name__.lower())(item, values)
            values.extend(made if isinstance(made, list) else [made])
        return values

    def call(self, item: Call, values: list[Any]) -> Any:
        step = item.step
        inputs = [values[x[1]] if is_value(x) else x for x in step.inputs]
        args = {}
        for k, a in step.args.items():
            node = self.arguments.get(id(a), a)
            args[k] = fn.copy(node) if step.late and node is not a else node
        if step.name in registry:
            d = registry[step.name]
            return graph_call(d, inputs, {**args, **({"seed": item.seed} if d.random else {})})
        if step.name.startswith("_subscript"):
            inputs = [Sliced(x) for x in inputs]
        return step.function(*inputs, **args)

    def constant(self, item: Constant, values: list[Any]) -> Any:
        node = types.Constant(item.array, device="cpu")
        return node if item.at is None else values[item.at] + node

    def python(self, item: Python, values: list[Any]) -> Any:
        function = item.function
        if item.whole:

            def whole(arrays: Any) -> Any:
                made = [calls.outputs(item.function(a)) for a in arrays]
                columns = tuple([m[k] for m in made] for k in range(item.outputs))
                return columns if item.outputs > 1 else columns[0]

            function = whole
        return fn.python_function(
            # In place: what the function gets is its own here.
            fn.copy(values[item.at]), function=function, num_outputs=item.outputs,
            batch_processing=item.whole,
        )  # fmt: skip

    def if_(self, item: If, values: list[Any]) -> Any:
        conditions = NodeHooks()
        condition = conditions.as_condition(values[item.condition])
        sides = []
        for branch, result, taken in zip(item.branches, item.results, (True, False)):
            conditions.enter(condition, taken)
            sides.append(self.run(branch, list(values))[result])
            conditions.leave()
        return conditions.merge(condition, *sides)


setattr(Nodes, "if", Nodes.if_)


# ---- drawing ---------------------------------------------------------------------------------


class Drawn:
    """A random graph, the samples of its iterations, and its outputs."""

    def __init__(self, draw: Any, *, fails: bool = False) -> None:
        self.draw = draw
        files = draw(st.integers(0, 5)) == 0
        start = strategies.encoded if files else strategies.start
        self.pool, self.origin = start(draw)
        hypothesis.assume(self.pool.batch_size)
        size = self.pool.batch_size
        self.flags = ndd.batch(np.array([draw(st.integers(0, 1)) for _ in range(size)], np.uint8))
        self.items: list[Any] = []
        self.values: list[Any] = [self.pool, self.flags]  # of all samples of the pool
        if files:
            self.add(Call(strategies.decoder(draw), draw(st.integers(0, 2**32))))
        wanted = draw(st.integers(2, 10))
        for _ in range(3 * wanted):
            if len(self.items) < wanted:
                self.add(self.item(self.values, depth=0))
        hypothesis.assume(len(self.items) >= 2)
        some = st.lists(st.integers(0, size - 1), max_size=4)
        self.iterations = draw(st.lists(some, min_size=3, max_size=5))
        if fails:
            self.add_failure()
        last = len(self.values) - 1
        more = draw(st.lists(st.integers(0, last), max_size=3, unique=True))
        self.outputs = list(dict.fromkeys([0, *more, last]))  # 0: it decides how many samples

    def add(self, item: Any) -> None:
        self._take(item, self.items, self.values)

    def _take(self, item: Any, items: list[Any], values: list[Any]) -> None:
        """Into the graph, if there is one, and if it works on the whole pool."""
        if item is None:
            return
        made = Dynamic(-1, range(self.pool.batch_size), {}).one(item, values)
        if any(isinstance(v, Failed) or not strategies.small(v) for v in made):
            return
        if isinstance(item, Call):
            item.count = len(made)
        items.append(item)
        values.extend(made)

    def item(self, values: list[Any], depth: int) -> Any:
        draw = self.draw
        at = draw(st.integers(0, len(values) - 1)) if draw(st.integers(0, 3)) == 0 else -1
        at %= len(values)
        kind = draw(st.sampled_from(["call"] * 8 + ["python", "constant", "if", "if"]))
        if kind == "if" and depth < 2:
            return self.branches(values, depth)
        if kind == "python":
            name, function, outputs = draw(st.sampled_from(FUNCTIONS))
            return Python(at, name, function, outputs, draw(st.booleans()))
        if kind == "constant":
            beside = draw(st.sampled_from([at, at, None]))
            return Constant(beside, np.array(draw(st.integers(0, 3)), np.int16).reshape(()))
        try:
            step = strategies.draw_step(draw, values[at])
        except UnfitError:
            return None
        if step.name in _WHOLE_BATCH or "in_ids" in step.args:
            return None
        step.inputs = [self._position(x, at, values) for x in step.inputs]
        return Call(step, draw(st.integers(0, 2**32)))

    def _position(self, x: Any, at: int, values: list[Any]) -> Any:
        if not is_value(x):
            return x
        if x[1] == 0:
            return ("value", at)
        mine = values[at]  # another operand: a value that looks alike
        alike = [k for k, v in enumerate(values)
                 if (v.ndim, v.dtype, v.shape) == (mine.ndim, mine.dtype, mine.shape)]  # fmt: skip
        return ("value", self.draw(st.sampled_from(alike)))

    def branches(self, values: list[Any], depth: int) -> If | None:
        """An `if` whose branches give the same type, or None."""
        draw = self.draw
        scalars = [k for k, v in enumerate(values) if v.ndim == 0]
        condition = draw(st.sampled_from(scalars))
        both: list[tuple[list[Any], list[Any]]] = []
        for _ in range(2):
            items: list[Any] = []
            inner = list(values)
            for _ in range(draw(st.integers(0, 3))):
                self._take(self.item(inner, depth + 1), items, inner)
            both.append((items, inner))
        (yes, a), (no, b) = both
        pairs = [(i, j) for i in range(len(a) - 1, -1, -1) for j in range(len(b) - 1, -1, -1)
                 if i != j and _alike(a[i], b[j])]  # fmt: skip
        if not pairs:
            return None
        return If(condition, (yes, no), pairs[draw(st.integers(0, min(len(pairs) - 1, 3)))])

    def add_failure(self) -> None:
        """An index beyond the end, for some samples in one iteration."""
        draw = self.draw
        at = [k for k, v in enumerate(self.values) if v.ndim and all(0 not in s for s in v.shape)]
        hypothesis.assume(at)
        k = at[-1] if draw(st.booleans()) else draw(st.sampled_from(at))
        bad = draw(st.integers(0, self.pool.batch_size - 1))
        far = [999_999 if i >= bad else 0 for i in range(self.pool.batch_size)]
        index = Failing(far, "int32", iteration=draw(st.integers(0, len(self.iterations) - 1)))
        late = draw(st.booleans())
        self.add(Call(Step("_subscript at", _beyond, [("value", k)], {"at": index}, late=late)))
        for _ in range(draw(st.integers(0, 2))):
            self.add(self.item(self.values, depth=1))

    def arguments(self) -> Iterator[PerSample]:
        """The arguments that are given per sample."""

        def of(items: Sequence[Any]) -> Iterator[PerSample]:
            for item in items:
                if isinstance(item, If):
                    yield from of([*item.branches[0], *item.branches[1]])
                elif isinstance(item, Call):
                    yield from (a for a in item.step.args.values() if isinstance(a, PerSample))

        return of(self.items)

    # ---- both modes ----------------------------------------------------------------------------

    def expected(self) -> list[list[Any]]:
        """The values of each iteration, in dynamic mode."""
        rngs: dict[Any, Any] = {}
        made = []
        for i, chosen in enumerate(self.iterations):
            values = [slots.select(v, chosen) for v in (self.pool, self.flags)]
            made.append(Dynamic(i, chosen, rngs).run(self.items, values))
        return made

    def pipeline(self, depth: int, known: bool, **more: Any) -> Pipeline:
        pipe = Pipeline(batch_size=4, prefetch_queue_depth=depth, **more)
        with pipe:
            nodes = Nodes(self, known)
            values = nodes.run(self.items, [nodes.source(self.pool), nodes.source(self.flags)])
            pipe.set_outputs(*[values[k] for k in self.outputs])
        return pipe

    def __str__(self) -> str:
        ends = f"iterations {self.iterations}", f"outputs {self.outputs}"
        return "\n".join([f"%0 = {self.origin}", "%1 = flags", *map(str, self.items), *ends])


def _alike(a: Any, b: Any) -> bool:
    """Whether both may come out of an `if`."""
    same = a.layout == b.layout or not (a.layout and b.layout)
    return same and (a.dtype, a.ndim) == (b.dtype, b.ndim)


def _beyond(x: Any, *, at: Any) -> Any:
    return x.slice[at]
