"""The python lane: a user's function, called for each sample or for whole batches.

A call that runs here is a native call like others: it is queued, planned and waited for. Its kernel
takes the GIL once and calls a PythonCall, which turns values into arrays, calls the function and
turns what it returns into values.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .. import _native
from ..core import errors
from ..core.arrays import array_of, native_of
from ..core.batch import Batch
from ..core.device import Device
from ..core.dtype import DType, dtype
from ..core.interop import as_tensor
from ..core.interop import batch as make_batch
from ..core.meta import Meta
from .gpu.transfer import Move
from .lowering import Out

Failure = tuple[int, BaseException]  # a sample, and why it failed


class PythonCall:
    """What the native side calls: the function of an operator with the constants of one structure.

    varying: names of the arguments whose values come with the inputs, behind them.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        inputs: Sequence[Meta],
        constants: dict[str, Any],
        varying: Sequence[tuple[str, Meta, Callable[[Any], Any]]],
        outs: Sequence[Out],
        whole: bool,
        shape: Callable[..., Any] | None,
        library: str | None,
    ) -> None:
        self._function, self._constants, self._whole = function, constants, whole
        self._inputs, self._varying, self._outs = tuple(inputs), tuple(varying), tuple(outs)
        self._shape, self._library = shape, library

    # ---- called natively ------------------------------------------------------------------------

    def __call__(
        self, values: list[Any], n: int, gpu: int
    ) -> tuple[tuple[Any, ...], list[Failure]]:
        """The outputs, and the samples that failed; those have empty arrays in their places.

        gpu: the number of the GPU that the inputs are on; -1: the CPU. Arguments are on the CPU.
        """
        device = Device.CPU if gpu < 0 else Device("gpu", gpu)
        arguments = self._arguments(values, n)
        given = [self._arrays(v, m, n, device) for v, m in zip(values, self._inputs)]
        if self._whole:
            return self._call_whole(given, arguments, n, device), []
        rows: list[Any] = []  # None: it failed
        failures: list[Failure] = []
        for i, row in enumerate(zip(*given) if given else itertools.repeat((), n)):
            try:
                own = {k: v[i] for k, v in arguments.items()} if arguments else {}
                made = self._checked(self._function(*row, **self._constants, **own))
                if self._shape is not None:
                    self._check_shapes(row, own, made)
                rows.append(made)
            except Exception as e:
                rows.append(None)
                failures.append((i, e))
        if failures:
            nothing = tuple([np.empty((0,) * o.ndim, o.dtype.numpy) for o in self._outs])
            rows = [nothing if r is None else r for r in rows]
        columns = [list(column) for column in zip(*rows)]
        return self._values(columns or [[] for _ in self._outs], device), failures

    def shapes(self, inputs: list[list[tuple[int, ...]]], values: list[Any], n: int) -> Any:
        """Shapes of all outputs by sample; None where the operator does not tell them."""
        if self._shape is None:
            return None
        arguments = self._arguments(values, n)
        columns: list[list[tuple[int, ...]]] = [[] for _ in self._outs]
        for i in range(n):
            own = {k: v[i] for k, v in arguments.items()}
            own_shapes = [s[i if len(s) > 1 else 0] for s in inputs[: len(self._inputs)]]
            for column, shape in zip(columns, self._told(own_shapes, own)):
                column.append(shape)
        return columns

    def _told(
        self, shapes: Sequence[tuple[int, ...]], own: dict[str, Any]
    ) -> list[tuple[int, ...]]:
        """Shapes of the outputs of a sample, as the operator tells them."""
        assert self._shape is not None
        told = self._shape(*shapes, **self._constants, **own)
        return [tuple([int(e) for e in s]) for s in ((told,) if len(self._outs) == 1 else told)]

    @property
    def tells_shapes(self) -> bool:
        """Whether `shapes` has an answer."""
        return self._shape is not None

    # ---- in -------------------------------------------------------------------------------

    def _arguments(self, values: list[Any], n: int) -> dict[str, list[Any]]:
        """The arguments that vary, by name: one for each sample."""
        found = {}
        for (name, meta, convert), native in zip(self._varying, values[len(self._inputs) :]):
            arrays: list[Any]
            if meta.ndim == 0 and native.n > 1 and native.is_dense():
                arrays = array_of(native.stacked(), 0, meta.dtype, write=False).tolist()
            else:
                arrays = self._arrays(native, meta, n, Device.CPU)
                if meta.ndim == 0:
                    arrays = [a.item() for a in arrays]
            found[name] = [convert(a) for a in arrays]
        return found

    def _arrays(self, native: Any, meta: Meta, n: int, device: Device) -> list[Any]:
        """Arrays over the samples of an input, read-only; one that is no batch counts for all."""
        if device is not Device.CPU:
            on_gpu = Meta.get(meta.dtype, meta.ndim, meta.layout, True, device)
            arrays = [self._on_gpu(x) for x in Batch._of(native, on_gpu)]
            return arrays * n if len(arrays) == 1 else arrays
        if native.n == 1 and n != 1:
            return [array_of(native, 0, meta.dtype, write=False)] * n
        if meta.ndim > 0 and n > 1 and native.is_dense():
            return list(array_of(native.stacked(), 0, meta.dtype, write=False))
        return [array_of(native, i, meta.dtype, write=False) for i in range(native.n)]

    def _on_gpu(self, sample: Any) -> Any:
        if _native.gpu_emulated():  # no library knows it: arrays of the CPU take their places
            return sample.cpu().torch() if self._library == "torch" else np.asarray(sample.cpu())
        if self._library == "torch":
            return sample.torch()
        try:
            import cupy
        except ImportError:
            raise errors.DeviceError(
                "functions get samples on the GPU as CuPy arrays, and CuPy is not installed: "
                'pip install cupy-cuda13x (or 12x), say arrays="torch", or call .cpu() on inputs'
            ) from None
        return cupy.from_dlpack(sample)

    # ---- out ------------------------------------------------------------------------------

    def _checked(self, made: Any) -> tuple[Any, ...]:
        """What the function returned for a sample, as arrays of the kinds that were announced."""
        several = made if isinstance(made, tuple) else (made,)
        if len(several) != len(self._outs):
            raise errors.ArgumentError(
                f"the function returned {len(several)} outputs, {len(self._outs)} were announced"
            )
        return tuple([_as_announced(a, o) for a, o in zip(several, self._outs)])

    def _call_whole(
        self, given: list[list[Any]], arguments: dict[str, Any], n: int, device: Device
    ) -> tuple[Any, ...]:
        try:
            made = self._function(*given, **self._constants, **arguments)
        except errors.Error:
            raise
        except Exception as e:
            raise errors.ExecutionError(f"{type(e).__name__}: {e}") from e
        columns = made if isinstance(made, tuple) else (made,)
        if len(columns) != len(self._outs):
            raise errors.ArgumentError(
                f"the function returned {len(columns)} outputs, {len(self._outs)} were announced"
            )
        for column in columns:
            if len(column) != n:
                raise errors.ArgumentError(
                    f"the function returned {len(column)} samples for a batch of {n}"
                )
        checked = [_column(c, o) for c, o in zip(columns, self._outs)]
        if self._shape is not None:
            for i, row in enumerate(zip(*checked)):
                own = {k: v[i] for k, v in arguments.items()}
                try:
                    self._check_shapes([x[i] for x in given], own, row)
                except errors.Error as e:
                    raise e.locate(sample=i) from None
        return self._values(checked, device)

    def _check_shapes(self, row: Sequence[Any], own: dict[str, Any], made: Sequence[Any]) -> None:
        for a, shape in zip(made, self._told([tuple(x.shape) for x in row], own)):
            if tuple(a.shape) != shape:
                raise errors.ShapeError(
                    f"the function returned an array of shape {tuple(a.shape)}, {shape} was "
                    "announced (shape=)"
                )

    def _values(self, columns: list[list[Any]], device: Device) -> tuple[Any, ...]:
        made = []
        for column, out in zip(columns, self._outs):
            # Copied: the function, or somebody else, may write into what it returned.
            if device is Device.CPU:
                made.append(native_of(column, out.dtype, True, out.ndim))
            elif column:
                on_gpu = [as_tensor(a, dtype=out.dtype, device=device) for a in column]
                made.append(make_batch(on_gpu)._v)
            else:
                nothing = native_of(column, out.dtype, True, out.ndim)
                made.append(Move(out.dtype.id, out.ndim, Device.CPU, device)(nothing))
        return tuple(made)


def _column(arrays: Sequence[Any], out: Out) -> list[Any]:
    """The arrays that a function returned for an output of all samples."""
    checked = []
    for i, a in enumerate(arrays):
        try:
            checked.append(_as_announced(a, out))
        except errors.Error as e:
            raise e.locate(sample=i) from None
    return checked


def _as_announced(a: Any, out: Out) -> Any:
    if type(a) is np.ndarray and a.dtype == out.dtype.numpy and a.ndim == out.ndim:
        return a
    if not hasattr(a, "ndim") or not hasattr(a, "dtype"):
        a = np.asarray(a)
    if a.ndim != out.ndim:
        raise errors.ShapeError(
            f"the function returned an array of {a.ndim} axes, {out.ndim} were announced (out=)"
        )
    if a.dtype != out.dtype.numpy and dtype(a.dtype) is not out.dtype:
        raise errors.DTypeError(
            f"the function returned {dtype(a.dtype).full_name}, {out.dtype.full_name} was "
            "announced: convert it (.astype), or announce another type (out=)"
        )
    return a


def like(meta: Any) -> Out:
    """An output of the type, number of axes and layout of an input."""
    return Out(meta.dtype, meta.ndim, meta.layout)


def announced(out: Any, inputs: Sequence[Any], arguments: dict[str, Any]) -> tuple[Out, ...]:
    """The outputs that `out=` announces: types, Outs or functions that tell."""
    if out is None:
        if not inputs:
            raise errors.ArgumentError("an operator without inputs announces its output: out=")
        return (like(inputs[0]),)
    several = out if isinstance(out, (tuple, list)) else (out,)
    return tuple([_announced(o, inputs, arguments) for o in several])


def _announced(kind: Any, inputs: Sequence[Any], arguments: dict[str, Any]) -> Out:
    if callable(kind) and not isinstance(kind, (Out, DType, type)):
        kind = kind(*inputs, **arguments)
    if isinstance(kind, Out):
        return Out(dtype(kind.dtype), kind.ndim, kind.layout)
    if isinstance(kind, (tuple, list)):
        raise errors.ArgumentError(
            "a function for out= tells of one output: give a tuple of functions for several"
        )
    first = inputs[0] if inputs else None
    if first is None:
        raise errors.ArgumentError("say the number of axes of the output: out=headrace.Out(…)")
    return Out(dtype(kind), first.ndim, first.layout)
