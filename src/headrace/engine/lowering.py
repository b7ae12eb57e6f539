"""What an operator's body gets and returns: input metadata; outputs and the native kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..core.dtype import DType
from ..core.meta import Meta
from .params import OnError


class Out:
    """Metadata of one output, as declared by a body."""

    __slots__ = ("dtype", "layout", "ndim")

    def __init__(self, dtype: DType, ndim: int, layout: str | None = None) -> None:
        self.dtype, self.ndim, self.layout = dtype, ndim, layout


class Lowered:
    """What a body returns: kernel, inputs, outputs, parameters."""

    __slots__ = ("callable", "facts", "fill", "inputs", "kernel", "outs", "params")

    def __init__(
        self,
        kernel: str,
        inputs: Sequence[InputMeta],
        outs: Sequence[Out],
        params: dict[str, Any],
        fill: bool,
        facts: bool,
        callable: Any,
    ) -> None:
        self.fill, self.facts, self.callable = fill, facts, callable
        self.kernel, self.inputs, self.outs, self.params = kernel, inputs, outs, params


def kernel(
    name: str,
    *inputs: Any,
    out: Out | Sequence[Out] | None = None,
    on_error: OnError = "raise",
    facts: bool = False,
    callable: Any = None,
    **params: Any,
) -> Lowered:
    """The native kernel of a call. `out` defaults to an output like the first input.

    Parameters that are None are omitted. A Dyn argument or an input may be a parameter too; the
    kernel reads its value before it infers shapes. facts: the kernel reads only metadata of the
    samples, and its results are always on the CPU. callable: the function that a kernel of the
    python lane calls.
    """
    if out is None:
        out = Out(inputs[0].dtype, inputs[0].ndim, inputs[0].layout)
    outs = (out,) if isinstance(out, Out) else tuple(out)
    given = {k: v for k, v in params.items() if v is not None}
    return Lowered(name, inputs, outs, given, on_error == "fill", facts, callable)


class Entry:
    """A cached structure: the native spec, and how to bind a call's values to it."""

    __slots__ = ("metas", "moves", "operands", "spec", "stream")

    def __init__(
        self,
        spec: Any,
        operands: tuple[int, ...] | None,
        metas: tuple[tuple[Meta, Meta], ...],
        stream: Callable[[], Any] | None = None,
        moves: tuple[tuple[int, Any], ...] = (),
    ):
        self.spec, self.metas = spec, metas
        self.operands = operands  # positions among the call's values; None: all, in order
        self.stream = stream  # for calls on a GPU; None: the CPU
        self.moves = moves  # operands on the wrong device: (position, transfer)


class Immediate:
    """A number given as an input: the body sees its dtype, each call passes its value."""

    __slots__ = ("dtype",)

    def __init__(self, dtype: DType) -> None:
        self.dtype = dtype


class InputMeta:
    """An input as a body sees it: its position and metadata (of one frame, for sequences)."""

    __slots__ = ("batch", "device", "dtype", "frames", "index", "layout", "meta", "ndim", "size")

    def __init__(
        self, meta: Meta, index: int, layout: str | None, frames: bool, size: int | None
    ) -> None:
        self.size, self.meta = size, meta
        self.dtype, self.device, self.batch = meta.dtype, meta.device, meta.batch
        self.ndim = meta.ndim - 1 if frames else meta.ndim
        self.layout = (layout[1:] or None) if frames and layout else layout
        self.index, self.frames = index, frames
