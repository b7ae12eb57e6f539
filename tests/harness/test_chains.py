"""Random chains of operators: fused ≡ unfused, byte for byte, whatever is kept in between."""

from __future__ import annotations

import contextlib
from typing import Any

import hypothesis
import hypothesis.strategies as st
import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace import _native
from headrace.engine.cases import PerSample

from . import calls, strategies
from .drawing import Step, UnfitError, is_value

MODES = ("deferred", "deferred", "eager", "sync_cpu")


@contextlib.contextmanager
def fusion(on: bool):
    before = _native.set_fuse(on)
    try:
        yield
    finally:
        _native.set_fuse(before)


def perform(step: Step, values: list[Any]) -> tuple[Any, ...]:
    """Make the call of a step."""
    inputs = [values[x[1]] if is_value(x) else x for x in step.inputs]
    args = {}
    for k, a in step.args.items():
        if isinstance(a, PerSample):
            a = calls.as_batch(a)
            a = ndd.copy(a) if step.late else a
        args[k] = a
    return calls.outputs(step.function(*inputs, **args))


def error_of(e: Exception) -> tuple[Any, ...]:
    return type(e), e.what, e.operator, e.sample


class Chain:
    """Steps that work one after the other, and what each makes when nothing is fused."""

    def __init__(self, draw: Any, on_images: bool = False) -> None:
        self.steps: list[Step] = []
        self.failing: Step | None = None
        self.on_images = on_images
        files = draw(st.integers(0, 1 if on_images else 5)) == 0
        begin = strategies.images if on_images else strategies.start
        self.first, self.origin = strategies.encoded(draw) if files else begin(draw)
        self.values: list[Any] = [self.first]
        if files:
            self._add(strategies.decoder(draw))
        wanted = draw(st.integers(2, 8))
        for _ in range(3 * wanted):
            if len(self.steps) >= wanted:
                break
            self._draw_step(draw)

    def _draw_step(self, draw: Any) -> None:
        last = len(self.values) - 1
        branches = draw(st.integers(0, 15 if self.on_images else 3)) == 0
        at = draw(st.integers(0, last)) if branches else last
        names = strategies.ON_IMAGES if self.on_images else ()
        try:
            step = strategies.draw_step(draw, self.values[at], names)
        except UnfitError:
            return
        step.inputs = [self._position(draw, x, at) for x in step.inputs]
        self._add(step)

    def _position(self, draw: Any, x: Any, at: int) -> Any:
        if not is_value(x):
            return x
        if x[1] == 0:
            return ("value", at)
        mine = self.values[at]  # another operand: a value that looks alike
        alike = [k for k, v in enumerate(self.values)
                 if (v.ndim, v.dtype, v.shape) == (mine.ndim, mine.dtype, mine.shape)]  # fmt: skip
        return ("value", draw(st.sampled_from(alike)))

    def _add(self, step: Step) -> None:
        try:
            with ndd.EvalMode.sync_cpu:
                made = perform(step, self.values)
                for value in made:
                    value.evaluate()
        except headrace.Error:
            self.failing = step
            return
        if all(strategies.small(v) for v in made):
            self.steps.append(step)
            self.values.extend(made)

    def __str__(self) -> str:
        lines = [f"%0 = {self.origin}"]
        at = 1
        for step in self.steps:
            lines.append(f"%{at} = {step}")
            at += len(perform(step, self.values))
        return "\n".join(lines)


def last_uses(chain: Chain) -> dict[int, int]:
    """Value → the last step that reads it."""
    last = {}
    for at, step in enumerate(chain.steps):
        for x in step.inputs:
            if is_value(x):
                last[x[1]] = at
    return last


@pytest.mark.timeout(3600)  # thousands of chains in `make test-long`
@pytest.mark.parametrize("on_images", [False, True], ids=["anything", "images"])
@hypothesis.given(data=st.data())
def test_fused_equals_unfused(on_images, data):
    """Chains of any operators; and of image operators, in which parts of images are passed on."""
    with fusion(False):
        chain = Chain(data.draw, on_images)
    hypothesis.assume(len(chain.steps) >= 2)
    hypothesis.note(str(chain))
    total = len(chain.values)
    seldom = 9 if on_images else 3
    kept = {k for k in range(1, total) if data.draw(st.integers(0, seldom)) == 0} | {total - 1}
    mode = data.draw(st.sampled_from(MODES))
    peeked = data.draw(st.integers(0, 3 * total))  # a value whose shape somebody asks for
    hypothesis.note(f"mode {mode}, kept {sorted(kept)}, shape of %{peeked}")

    values: list[Any] = [chain.first]
    last = last_uses(chain)
    with fusion(True), ndd.EvalMode[mode]:
        for at, step in enumerate(chain.steps):
            made = perform(step, values)
            values.extend(made)
            del made
            for k in range(1, len(values)):
                if last.get(k, -1) <= at and k not in kept and values[k] is not None:
                    if k == peeked:
                        assert values[k].shape == chain.values[k].shape
                    values[k] = None
    assert len(values) == total
    for k in data.draw(st.permutations(sorted(kept))):
        got, want = values[k], chain.values[k]
        calls.assert_same(calls.collect(got), calls.collect(want))


def _beyond(x: Any, *, at: Any) -> Any:
    return x.slice[at]


def failing_step(draw: Any, chain: Chain) -> Step | None:
    """A call that fails when it runs: one that came up by itself, or one made to fail."""
    if chain.failing is not None:
        return chain.failing
    k = len(chain.values) - 1
    value = chain.values[k]
    if not value.ndim or not value.batch_size:
        return None
    bad = draw(st.integers(0, value.batch_size - 1))  # all samples run; the first error counts
    far = PerSample([999_999 if i >= bad else 0 for i in range(value.batch_size)], "int32")
    return draw(st.sampled_from([
        Step("_subscript", _beyond, [("value", k)], {"at": far}, late=draw(st.booleans())),
        Step("reshape", ndd.reshape, [("value", k)], {"shape": [999_983]}),
    ]))  # fmt: skip


@pytest.mark.timeout(3600)  # thousands of chains in `make test-long`
@hypothesis.given(st.data())
def test_failures_are_the_same(data):
    """A chain with an error in it raises the same one, fused or not, in every mode."""
    with fusion(False):
        chain = Chain(data.draw)
        step = failing_step(data.draw, chain)
        hypothesis.assume(step is not None)
        hypothesis.note(f"{chain}\n{step}")
        expected = failure(step, chain.values, "sync_cpu", 0)
    mode = data.draw(st.sampled_from(MODES))
    after = data.draw(st.integers(0, 2))
    needed = max([x[1] for x in step.inputs if is_value(x)])
    values: list[Any] = [chain.first]
    with fusion(True):
        with ndd.EvalMode[mode]:
            for good in chain.steps:
                if len(values) <= needed:
                    values.extend(perform(good, values))
        assert expected is not None
        assert failure(step, values, mode, after) == expected


def failure(step: Step, values: list[Any], mode: str, after: int) -> tuple[Any, ...] | None:
    """The error of a step as the user meets it, `after` calls later."""
    try:
        with ndd.EvalMode[mode]:
            made = list(perform(step, values))
            for _ in range(after):
                made = [ndd.copy(value) for value in made]
        for value in made:
            value.evaluate()
    except headrace.Error as e:
        return error_of(e)
    return None


def test_strides_and_views_survive_a_chain():
    """A chain of views on top of views, then work: what hand-written tests forget."""
    x = ndd.batch([np.arange(60, dtype=np.uint8).reshape(4, 5, 3)], layout="HWC")
    results = []
    for on in (True, False):
        with fusion(on), ndd.EvalMode.deferred:
            y = ndd.transpose(x.slice[1:, ::-1], perm=[1, 0, 2])
            z = ndd.cast(ndd.reshape(y, shape=[-1, 3]).slice[::2], dtype=ndd.int16) * 2
            results.append(calls.collect((y, z)))
    calls.assert_same(results[0], results[1])
    a = np.arange(60, dtype=np.uint8).reshape(4, 5, 3)[1:, ::-1].transpose(1, 0, 2)
    np.testing.assert_array_equal(results[0][1].arrays[0], a.reshape(-1, 3)[::2].astype(int) * 2)
