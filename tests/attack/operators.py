"""Campaign: every operator with hostile inputs and arguments, derived from its signature.

A case starts from one that the operator brings along, so that most of the call is right, and
changes one to three of its inputs and arguments. Then it runs: as it is, unfused, between other
operators, on sequences, with errors filled.
"""

from __future__ import annotations

import hashlib
import itertools
import sys
from typing import Any

import numpy as np

import headrace.dynamic as ndd
from headrace import _native
from headrace.engine.cases import Case, Sample
from headrace.engine.operator import Definition, registry

from ..harness import calls
from ..harness.calls import Bound
from . import values
from .supervisor import ALLOWED, Fault, Settings
from .values import Chance

LIMITS = Settings(patterns=True)
NAMES = sorted(registry)
MOST_ELEMENTS = 1 << 24  # of a result that is looked at


def attempt(seed: int, number: int, folder: str) -> str:
    d = registry[NAMES[number % len(NAMES)]]
    chance = Chance(seed, d.name, number)
    call = Call(chance, d)
    print(f"case {number}: {call}", file=sys.stderr, flush=True)  # of a crash, all that remains
    try:
        return f"{d.name} {digest(call.run())}"
    except BaseException as e:
        if not isinstance(e, ALLOWED):
            raise Fault(f"{type(e).__name__}: {e}\n{call}") from e
        raise
    finally:
        _native.trim_memory()  # the next call gets fresh memory, which shows what is not written


class Call:
    """One hostile call, drawn; nothing has run yet."""

    def __init__(self, chance: Chance, d: Definition) -> None:
        self.chance, self.d = chance, d
        cases = calls.cases_of(d) or [Case()]
        self.bound = Bound.of(d, chance.choice(cases), d.name)
        self.form = chance.choice(("plain", "plain", "tensor", "unfused", "chain", "chain", "sync"))
        if self.form == "tensor" and not self.bound.size:
            self.form = "plain"
        self.count = None if self.form == "tensor" else self.bound.size
        self.inputs = self.usual_inputs()
        self.args = self.usual_args()
        # Operators behind syntax get arguments from the front, which nobody else can call.
        params = [] if d.name.startswith("_") else d.params
        targets = [*range(len(self.inputs)), *params]
        for target in chance.sample(targets, min(len(targets), chance.choice((1, 1, 2, 3)))):
            if isinstance(target, int):
                self.inputs[target] = self.hostile_input(target)
            else:
                usual = self.args.get(target.name)
                self.args[target.name] = values.argument(chance, target, self.count, usual)
        if params and chance.often(8):
            self.args["batch_size"] = chance.choice((*values.INTS, 1.5, None, "3"))
        if any(p.name == "on_error" for p in d.params) and chance.often(50):
            self.args["on_error"] = "fill"

    def usual_inputs(self) -> list[Any]:
        if self.form == "tensor":
            return self.bound.sample_inputs(0)
        return self.bound.batch_inputs()

    def usual_args(self) -> dict[str, Any]:
        bound = self.bound
        if self.form == "tensor":
            return bound.sample_args(0)
        args = bound.batch_args()
        if bound.case.batch_size is not None and not bound.has_batch():
            args["batch_size"] = bound.size
        return args

    def hostile_input(self, at: int) -> Any:
        """Another value, or the usual one: hostile elements, an axis emptied, a frame axis."""
        chance, like = self.chance, self.bound.case.inputs[at]
        behind_syntax = self.d.name.startswith("_")  # the front made arguments that fit its axes
        if not behind_syntax and (chance.often(35) or not isinstance(like, Sample)):
            return values.value(chance, self.count)
        if not isinstance(like, Sample):
            return self.inputs[at]
        arrays = [np.array(a) for a in self.bound.arrays[at]]
        layout = like.layout
        how = chance.choice((0, 1, 2) if behind_syntax else (0, 1, 2, 3, 4))
        for k, a in enumerate(arrays):
            if how == 0:
                arrays[k] = values.array(chance, a.shape, a.dtype)
            elif how == 1 and a.ndim:
                axis, n = chance.randrange(a.ndim), chance.choice((0, 1))
                arrays[k] = a[(slice(None),) * axis + (slice(0, n),)]
            elif how == 2:
                arrays[k] = a.astype(calls.numpy_dtype(chance.choice(calls.DTYPES)))
            elif how == 3:
                arrays[k] = np.stack([a] * chance.choice((0, 1, 2)) or [a[None][0]])
            elif a.size:
                flat = a.ravel().copy()  # of encoded data: damage
                for _ in range(chance.choice((1, 3, 20))):
                    flat[chance.randrange(flat.size)] = chance.choice(flat.tolist())
                arrays[k] = (
                    flat[: chance.randrange(flat.size) + 1]
                    if a.ndim == 1
                    else flat.reshape(a.shape)
                )
        if how == 2:  # one type for all
            arrays = [a.astype(arrays[0].dtype) for a in arrays]
        if how == 3:
            layout = "F" + layout if layout else None
        if self.form == "tensor":
            return ndd.tensor(arrays[0], layout=layout)
        return ndd.batch(arrays, layout=layout)

    def run(self) -> Any:
        if self.form == "sync":
            with ndd.EvalMode.sync_full:
                return self.call(self.inputs)
        if self.form == "unfused":
            before = _native.set_fuse(False)
            try:
                return evaluated(self.call(self.inputs))
            finally:
                _native.set_fuse(before)
        if self.form == "chain":
            with ndd.EvalMode.deferred:
                inputs = [
                    self.link(x) if isinstance(x, (ndd.Batch, ndd.Tensor)) else x
                    for x in self.inputs
                ]
                return tuple(self.link(y) for y in calls.outputs(self.call(inputs)))
        return self.call(self.inputs)

    def call(self, inputs: list[Any]) -> Any:
        return calls.invoke(self.d, inputs, self.args)

    def link(self, x: Any) -> Any:
        """An operator that takes nearly everything, to fuse with."""
        how = self.chance.randrange(6)
        if how == 0:
            return ndd.cast(x, dtype=self.chance.choice(("float32", "uint8", "int64")))
        if how == 1 and x.dtype.name != "bool":
            return x + 1
        if how == 2 and x.layout and "H" in x.layout and "W" in x.layout:
            return ndd.flip(x, horizontal=1)
        if how == 3 and x.ndim:
            return ndd.pad(x)
        return ndd.copy(x)

    def __str__(self) -> str:
        given = [values.show(x) for x in self.inputs]
        given += [f"{k}={values.show(a)}" for k, a in self.args.items()]
        return f"{self.d.name}({', '.join(given)}) [{self.form}]"


def evaluated(returned: Any) -> Any:
    for value in calls.outputs(returned):
        value.evaluate()
    return returned


def digest(returned: Any) -> str:
    """A hash of all results: bytes, types, shapes."""
    total = hashlib.blake2b(digest_size=8)
    for value in calls.outputs(returned):
        value.evaluate()
        batch = isinstance(value, ndd.Batch)
        samples = value if batch else [value]
        count = value.batch_size if batch else 1
        total.update(f"{value.dtype} {value.ndim} {value.layout} {count}".encode())
        for s in itertools.islice(samples, 1000):
            a = np.asarray(s)
            total.update(str(a.shape).encode())
            if a.size <= MOST_ELEMENTS:
                total.update(np.ascontiguousarray(a).view(np.uint8) if a.ndim else a.tobytes())
            else:  # a page here and there
                total.update(a.reshape(-1)[:: max(1, a.size // 4096)].tobytes())
    return total.hexdigest()
