"""One call through DALI's dynamic mode and through Headrace's: the results have to be the same.

Calls are text, so that each has source code: DALI reads it to decide what an argument means.
In the text `ndd` is the library, `t(...)` makes a Tensor and `b(a, b, ...)` a Batch of arrays.
"""

from __future__ import annotations

import itertools
import linecache
import warnings
from typing import Any

import numpy as np
import pytest

import headrace.dynamic as ours

dali = pytest.importorskip("nvidia.dali.experimental.dynamic")

_numbers = itertools.count()


def _compile(call: str, names: list[str]) -> Any:
    source = f"def f({', '.join(['ndd', 't', 'b', 'np', *names])}):\n    return {call}\n"
    file = f"<oracle {next(_numbers)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    scope: dict[str, Any] = {}
    exec(compile(source, file, "exec"), scope)
    return scope["f"]


class Value:
    """An input: arrays and a layout, from which each library makes its own Tensor or Batch."""

    def __init__(self, *arrays: Any, layout: str | None = None, batch: bool = True) -> None:
        self.arrays = [np.array(a, order="C") for a in arrays]
        self.layout, self.batch = layout, batch

    def make(self, ndd: Any) -> Any:
        if self.batch:
            return ndd.batch(self.arrays, layout=self.layout)
        return ndd.tensor(self.arrays[0], layout=self.layout)


def batch(*arrays: Any, layout: str | None = None) -> Value:
    """A Batch input."""
    return Value(*arrays, layout=layout)


def tensor(array: Any, layout: str | None = None) -> Value:
    """A Tensor input."""
    return Value(array, layout=layout, batch=False)


def run(ndd: Any, call: str, **values: Value) -> list[dict[str, Any]]:
    """The call through one library, as plain data: one entry per output."""

    def t(array: Any, layout: str | None = None) -> Any:
        return ndd.tensor(np.asarray(array), layout=layout)

    def b(*arrays: Any, layout: str | None = None) -> Any:
        return ndd.batch([np.asarray(a) for a in arrays], layout=layout)

    function = _compile(call, list(values))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with ndd.EvalMode.sync_full:
            result = function(ndd, t, b, np, **{k: v.make(ndd) for k, v in values.items()})
            outputs = result if isinstance(result, (tuple, list)) else [result]
            return [_plain(ndd, r) for r in outputs]


def _plain(ndd: Any, r: Any) -> dict[str, Any]:
    is_batch = isinstance(r, ndd.Batch)
    samples = [np.array(s) for s in (r.tensors if is_batch else [r])]
    return {
        "batch": is_batch,
        "dtype": r.dtype.name,
        "layout": r.layout or None,
        "ndim": r.ndim,
        "shape": [tuple(s) for s in (r.shape if is_batch else [r.shape])],
        "samples": samples,
    }


def agree(call: str, *, rtol: float = 0.0, atol: float = 0.0, **values: Value) -> None:
    """Both libraries give the same kind, dtype, layout, shapes and elements.

    Integers are equal bit for bit; so are floats, unless a tolerance is given.
    """
    theirs = run(dali, call, **values)
    mine = run(ours, call, **values)
    assert len(theirs) == len(mine)
    for a, b in zip(theirs, mine, strict=True):
        for key in ("batch", "dtype", "layout", "ndim", "shape"):
            assert b[key] == a[key], f"{call}: {key}"
        for i, (x, y) in enumerate(zip(a["samples"], b["samples"], strict=True)):
            assert y.dtype == x.dtype, f"{call}: sample {i}"
            if x.dtype.kind == "f" and (rtol or atol):
                np.testing.assert_allclose(
                    y, x, rtol=rtol, atol=atol, err_msg=f"{call}: sample {i}"
                )
            else:
                np.testing.assert_array_equal(y, x, err_msg=f"{call}: sample {i}")


def both_fail(call: str, **values: Value) -> Exception:
    """Both libraries refuse the call; returns our error."""
    with pytest.raises(Exception):  # noqa: B017  # theirs: RuntimeError, ValueError, TypeError …
        run(dali, call, **values)
    with pytest.raises((ValueError, TypeError, IndexError)) as caught:
        run(ours, call, **values)
    return caught.value
