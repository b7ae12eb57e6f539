"""Operators of one's own: `@headrace.operator` on a Python function."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from typing import Any, Literal, overload

from .core import errors
from .core.dtype import DType
from .engine import compiled_lane
from .engine import operator as _engine
from .engine.lowering import InputMeta, Lowered, Out, kernel
from .engine.namespaces import fill
from .engine.params import Dyn, Input, Param, PerSample
from .engine.python_lane import PythonCall, announced

__all__ = ["Out", "PerSample", "operator", "publish"]

_LIBRARIES = ("cupy", "torch")


@overload
def operator(function: Callable[..., Any], /) -> Callable[..., Any]: ...
@overload
def operator(
    *,
    name: str | None = ...,
    batch: bool = ...,
    out: Any = ...,
    shape: Callable[..., Any] | None = ...,
    layouts: Sequence[str] | None = ...,
    arrays: str | None = ...,
    samples: Any = ...,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]: ...
def operator(
    function: Callable[..., Any] | None = None,
    /,
    *,
    name: str | None = None,
    batch: bool = False,
    out: Any = None,
    shape: Callable[..., Any] | None = None,
    layouts: Sequence[str] | None = None,
    arrays: str | None = None,
    samples: Any = (),
) -> Any:
    """Make an operator of a Python function: in `ndd`, `fn` and `ops`, as the built-in ones are.

    The function's positional parameters are inputs, which it gets as read-only arrays; its
    keyword-only parameters are arguments, whose annotations say what they take (`int`, `float`,
    `bool`, `str`, `list[int]`, `list[float]`; `PerSample[int]`: also one for each sample). It
    returns an array, or a tuple of them.

    name: public name, with dots if it is to live in a namespace; the function's name by default.
    batch: the function is called once for all samples: inputs and arguments that vary are lists
        of as many elements, and so is what it returns.
    out: what comes out, where that is not like the first input: a dtype, an `Out(dtype, ndim,
        layout)`, or a function of the inputs' metadata (they have `dtype`, `ndim`, `layout`) and
        the constant arguments that returns one of these; a tuple for several outputs.
    shape: a function of the inputs' shapes and the arguments that returns the shape of the output
        (a tuple of shapes for several): then `.shape` of a result runs nothing.
    layouts: accepted layouts, such as "HWC"; None: any.
    arrays: what the function gets for inputs on the GPU: "cupy" (the default) or "torch".
    samples: cases for the tests' harness.

    A function compiled by Numba (`@numba.njit` below `@headrace.operator`) runs on the worker
    threads without the GIL, fused with the calls around it. Its arguments are numbers, and
    outputs have the shape of the first input, or the one that `shape` tells.

    >>> import headrace, headrace.dynamic as ndd
    >>> @headrace.operator
    ... def doc_posterize(image, *, bits: headrace.PerSample[int] = 4):
    ...     return image >> (8 - bits) << (8 - bits)
    >>> ndd.doc_posterize(ndd.tensor([7, 100, 255], dtype=ndd.uint8), bits=2)
    Tensor([  0  64 192], dtype=u8, device="cpu")
    """
    if arrays is not None:
        arrays = errors.choice("arrays", arrays, _LIBRARIES)

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        body = _body(function, out, batch, shape, arrays)
        cpu_only = "Numba compiles it for the CPU" if compiled_lane.is_compiled(function) else ""
        made = _engine.operator(name, family="user", layouts=layouts, samples=samples,
                                cpu_only=cpu_only, outputs=_count(out))(body)  # fmt: skip
        publish([made.definition.name])  # type: ignore[attr-defined]
        return made

    return decorate if function is None else decorate(function)


def _count(out: Any) -> int:
    return len(out) if isinstance(out, (tuple, list)) else 1


def _body(
    function: Callable[..., Any],
    out: Any,
    whole: bool,
    shape: Callable[..., Any] | None,
    library: str | None,
) -> Callable[..., Any]:
    """The definition of an operator whose kernel calls `function`."""
    compiled, written = function, compiled_lane.python_function(function)
    signature = _schema(written)
    names = [p.name for p in signature.parameters.values() if p.kind is not p.KEYWORD_ONLY]
    params = {
        p.name: Param(p.name, p.annotation, p.default, False)
        for p in signature.parameters.values()
        if p.kind is p.KEYWORD_ONLY
    }

    def body(*inputs: InputMeta | None, **arguments: Any) -> Lowered:
        given = [x for x in inputs if x is not None]
        if len(given) < len(inputs):
            missing = names[[x is None for x in inputs].index(True)]
            raise errors.ArgumentTypeError(f"input {missing!r} is needed, got None")
        varying = {k: v for k, v in arguments.items() if isinstance(v, Dyn)}
        constants = {k: v for k, v in arguments.items() if k not in varying}
        outs = announced(out, given, constants)
        if compiled_lane.is_compiled(compiled):
            return compiled_lane.lower(compiled, shape, given, arguments, outs)
        call = PythonCall(
            function,
            [x.meta for x in given],
            constants,
            [(k, v.meta, params[k].convert) for k, v in varying.items()],
            outs,
            whole,
            shape,
            library,
        )
        return kernel("python", *given, *varying.values(), out=outs, callable=call)

    body.__signature__ = signature  # type: ignore[attr-defined]
    body.__name__ = body.__qualname__ = written.__name__
    body.__doc__, body.__module__ = written.__doc__, written.__module__
    return body


def _schema(function: Callable[..., Any]) -> inspect.Signature:
    """The signature of a function, as the definition of an operator has it."""
    parameters = []
    try:
        written = inspect.signature(function, eval_str=True)
    except NameError as e:
        raise errors.ArgumentError(
            f"{function.__name__}: an annotation is not known where the module is read: {e}"
        ) from None
    for p in written.parameters.values():
        if p.kind is p.VAR_KEYWORD:
            raise errors.ArgumentError(
                f"{function.__name__}: an operator has arguments with names, not **{p.name}"
            )
        if p.kind is not p.KEYWORD_ONLY:
            parameters.append(p.replace(annotation=Input))
            continue
        kind = p.annotation
        if kind is p.empty:
            kind = type(p.default)
            if kind not in (bool, int, float, str):
                raise errors.ArgumentError(
                    f"{function.__name__}: argument {p.name!r} needs an annotation: int, float, "
                    "bool, str, list[int], list[float], or PerSample[…] of one of them"
                )
        parameters.append(p.replace(annotation=kind))
    return inspect.Signature(parameters)


_KINDS: dict[str, Any] = {
    "bool": bool, "int": int, "float": float, "text": str, "dtype": DType,
}  # fmt: skip


def define_native(name: str, inputs: int, doc: str, arguments: Sequence[Any], on_gpu: bool) -> None:
    """Define the operator of a kernel from a shared library. Outputs are like the first input."""
    names = ["input", *(f"input_{k}" for k in range(1, inputs))]
    parameters = [inspect.Parameter(n, inspect.Parameter.POSITIONAL_ONLY, annotation=Input)
                  for n in names[:inputs]]  # fmt: skip
    for argument, kind, several, optional, choices in arguments:
        plain: Any = list[int] if kind == "int" else list[float]
        if not several:
            plain = Literal[choices] if kind == "enum" else _KINDS[kind]
        varies = kind in ("bool", "int", "float")
        parameters.append(
            inspect.Parameter(
                argument,
                inspect.Parameter.KEYWORD_ONLY,
                default=None if optional else inspect.Parameter.empty,
                annotation=PerSample[plain] if varies else plain,  # type: ignore[misc]
            )
        )

    def body(*given: Any, **values: Any) -> Lowered:
        return kernel(name, *given, **values)

    body.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    body.__name__, body.__doc__ = name.rsplit(".", 1)[-1], doc
    missing = "" if on_gpu else "its library has no GPU version"
    _engine.operator(name, family="user", cpu_only=missing)(body)


def publish(names: Sequence[str]) -> None:
    """Put operators into the namespaces that are there already; those to come find them."""
    made: dict[str, Any] = {n: _engine.registry[n].function for n in names}
    package = __name__.rsplit(".", 1)[0]
    if dynamic := sys.modules.get(f"{package}.dynamic"):
        fill(dynamic.__dict__, made)
    if fn := sys.modules.get(f"{package}.fn"):
        from .pipeline.functions import functions

        fill(fn.__dict__, {n: f for n, f in functions().items() if n in made})
    if ops := sys.modules.get(f"{package}.ops"):
        from .pipeline.classes import classes

        known = {n.lower().replace("_", "") for n in made}
        fill(ops.__dict__, {n: c for n, c in classes().items() if n.lower() in known})
