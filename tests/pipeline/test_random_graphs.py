"""Random graphs: a pipeline gives what the same calls in dynamic mode give, byte for byte."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import hypothesis
import hypothesis.strategies as st
import pytest
from tests.harness import calls

import headrace
from headrace import _native

from .random_graphs import Drawn, Failed, If


@contextlib.contextmanager
def fusion(on: bool) -> Iterator[None]:
    before = _native.set_fuse(on)
    try:
        yield
    finally:
        _native.set_fuse(before)


def check(draw: Any, drawn: Drawn) -> None:
    """Every iteration of a pipeline is what dynamic mode says; so are errors."""
    hypothesis.note(str(drawn))
    with fusion(False):
        expected = drawn.expected()
    depth, known = draw(st.integers(1, 3)), draw(st.booleans())
    fused, threads = draw(st.booleans()), draw(st.sampled_from([None, None, 2]))
    background = draw(st.booleans())
    hypothesis.note(f"depth {depth}, known {known}, fused {fused}, threads {threads}, {background}")
    with fusion(fused):
        pipe = drawn.pipeline(depth, known, num_threads=threads, exec_async=background)
        got = []
        for _ in drawn.iterations:
            try:
                got.append(pipe.run())
            except headrace.Error as e:
                got.append(_facts(e))
        with pytest.raises(StopIteration):
            pipe.run()
    for outputs, values in zip(got, expected):  # late: they are still what they were
        failed = any(isinstance(values[k], Failed) for k in drawn.outputs)
        if isinstance(outputs, tuple) and isinstance(outputs[0], type):
            reasons = [_facts(v.error) for v in values if isinstance(v, Failed)]
            assert failed, f"an error in the pipeline alone: {outputs}"
            if any(isinstance(item, If) for item in drawn.items):  # numbers are of the whole batch
                outputs, reasons = outputs[:-1], [r[:-1] for r in reasons]
            assert outputs in reasons
            continue
        assert not failed, "no error in the pipeline"
        unknown = any(v is None for v in values)
        for output, k in zip(outputs, drawn.outputs):
            if unknown and len(output) == 0:
                assert values[k] is None or values[k].batch_size == 0
            else:
                calls.assert_same(calls.collect(output.batch), calls.collect(values[k]),
                                  layouts=not unknown)  # fmt: skip


def _facts(e: Exception) -> tuple[Any, ...]:
    return type(e), e.what, e.operator, e.sample  # type: ignore[attr-defined]


@pytest.mark.timeout(3600)  # thousands of graphs in `make test-long`
@hypothesis.given(st.data())
def test_pipelines_equal_dynamic_mode(data):
    check(data.draw, Drawn(data.draw))


@pytest.mark.timeout(3600)
@hypothesis.given(st.data())
def test_errors_are_those_of_dynamic_mode(data):
    """The same class, text and sample; the next iteration knows nothing of it."""
    check(data.draw, Drawn(data.draw, fails=True))
