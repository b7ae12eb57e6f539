"""numba_function: a Numba-compiled function as a pipeline operator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np

from headrace.core.dtype import DType
from headrace.core.dtype import dtype as read_dtype
from headrace.core.errors import ArgumentError, DTypeError, UnsupportedError
from headrace.pipeline.python_function import python_function

__all__ = ["numba_function"]

Arrays = list[np.ndarray[Any, Any]]


def numba_function(
    *inputs: Any,
    run_fn: Callable[..., Any],
    out_types: Sequence[Any],
    in_types: Sequence[Any],
    outs_ndim: Sequence[int],
    ins_ndim: Sequence[int],
    setup_fn: Callable[..., Any] | None = None,
    device: str | None = "cpu",
    batch_processing: bool = False,
    blocks: Any = None,
    threads_per_block: Any = None,
    name: str | None = None,
    preserve: bool = False,
    bytes_per_sample_hint: Any = None,
) -> Any:
    """Call a Numba-compiled function that writes its results into given arrays.

    run_fn: gets the outputs, then the inputs: arrays of one sample, or lists with the arrays of all
        samples (batch_processing).
    out_types, outs_ndim, in_types, ins_ndim: dtypes and numbers of axes.
    setup_fn: gets the shapes of the outputs, to fill in, and of the inputs: each a table with a row
        per sample. Without it, each output has the shape of the input at the same position.
    """
    if device == "gpu":
        raise UnsupportedError(
            'numba_function works on the CPU: device="cpu"', operator="numba_function"
        )
    outs = [read_dtype(kind) for kind in out_types]
    ins = [read_dtype(kind) for kind in in_types]
    if len(outs) != len(outs_ndim) or len(ins) != len(ins_ndim) or len(ins) != len(inputs):
        raise ArgumentError(
            f"{len(inputs)} inputs with {len(ins)} types and {len(ins_ndim)} numbers of axes, "
            f"{len(outs)} types of outputs and {len(outs_ndim)} numbers of axes: there has to be "
            "one of each for every input and output",
            operator="numba_function",
        )
    compiled = _Compiled(run_fn, setup_fn, outs, list(outs_ndim), ins, list(ins_ndim))
    return python_function(
        *inputs,
        function=compiled.whole if batch_processing else compiled.each,
        num_outputs=len(outs),
        batch_processing=True,
        name=name,
        preserve=preserve,
    )


class _Compiled:
    """A compiled function, with the dtypes and axes of its arrays."""

    def __init__(
        self,
        run: Callable[..., Any],
        setup: Callable[..., Any] | None,
        outs: list[DType],
        outs_ndim: list[int],
        ins: list[DType],
        ins_ndim: list[int],
    ) -> None:
        self._run = _jit(run)
        self._setup = None if setup is None else _jit(setup)
        self._outs, self._outs_ndim = outs, outs_ndim
        self._ins, self._ins_ndim = ins, ins_ndim

    def each(self, *columns: Arrays) -> tuple[Arrays, ...]:
        """One call per sample."""
        made = self._prepare(columns)
        for sample in zip(*made, *columns):
            self._run(*sample)
        return made

    def whole(self, *columns: Arrays) -> tuple[Arrays, ...]:
        """One call for all samples."""
        made = self._prepare(columns)
        self._run(*[numba.typed.List(column) for column in (*made, *columns)])
        return made

    def _prepare(self, columns: Sequence[Arrays]) -> tuple[Arrays, ...]:
        """Allocates the output arrays."""
        for i, (column, kind, ndim) in enumerate(zip(columns, self._ins, self._ins_ndim)):
            found = column[0]
            if found.dtype != kind.numpy or found.ndim != ndim:
                raise DTypeError(
                    f"input {i} is {found.dtype} with {found.ndim} axes, in_types and ins_ndim say "
                    f"{kind.numpy} with {ndim}"
                )
        shapes = [np.array([a.shape for a in column], np.int64) for column in columns]
        rows = self._shapes(shapes, len(columns[0]))
        return tuple(
            [np.empty(tuple(shape), kind.numpy) for shape in table]
            for table, kind in zip(rows, self._outs)
        )

    def _shapes(self, ins: list[Any], n: int) -> list[Any]:
        if self._setup is not None:
            outs = [np.zeros((n, ndim), np.int64) for ndim in self._outs_ndim]
            self._setup(tuple(outs), tuple(ins))
            return outs
        if self._outs_ndim != [table.shape[1] for table in ins[: len(self._outs)]]:
            raise ArgumentError(
                "outputs have other numbers of axes than the inputs in their places: setup_fn has "
                "to say what their shapes are"
            )
        return ins[: len(self._outs)]


def _jit(function: Callable[..., Any]) -> Any:
    return function if hasattr(function, "py_func") else numba.njit(function)
