"""Functions compiled by Numba: run on worker threads in fused programs, without the GIL."""

from __future__ import annotations

import contextlib
import functools
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..core import errors
from .lowering import InputMeta, Lowered, Out, kernel
from .params import Dyn

_EXACT = 2**53  # constants travel as doubles, which are exact for smaller integers

# Source that Numba compiles. Arrays are passed as addresses, all extents concatenated.
_RUN = """
def run(arrays, extents, numbers):
    try:
{reads}
        made = function({arguments})
{writes}
    except Exception:
        return 1
    return 0
"""
_SHAPE = """
def run(extents, numbers, out):
    try:
        made = shape({arguments})
{writes}
    except Exception:
        return 1
    return 0
"""


def is_compiled(function: Any) -> bool:
    """Whether Numba compiles this function for the CPU."""
    dispatcher = sys.modules.get("numba.core.registry")
    return dispatcher is not None and isinstance(function, dispatcher.CPUDispatcher)


def lower(
    function: Any,
    shape: Callable[..., Any] | None,
    inputs: Sequence[InputMeta],
    arguments: dict[str, Any],
    outs: Sequence[Out],
) -> Lowered:
    """The kernel of a call of a compiled function, for one structure of inputs and arguments."""
    numbers: list[float] = []  # constants
    given: list[str] = []  # their names in the generated source
    varying = {k: v for k, v in arguments.items() if isinstance(v, Dyn)}
    for name, value in arguments.items():
        if name in varying:
            if varying[name].meta.ndim:
                raise errors.ShapeError(f"argument {name!r} of a compiled function is one number")
            continue
        if not isinstance(value, (bool, int, float)) or abs(value) > _EXACT:
            raise errors.ArgumentError(
                f"argument {name!r} of a compiled function is a number up to 2**53, got {value!r}"
            )
        given.append(f"{name}={type(value).__name__}(numbers[{len(numbers)}])")
        numbers.append(float(value))
    if shape is None and any(o.ndim != inputs[0].ndim for o in outs):
        raise errors.ArgumentError(
            "an output has another number of axes than the first input: say its shape (shape=)"
        )
    kinds = [(x.dtype, x.ndim) for x in inputs]
    kinds += [(v.meta.dtype, 0) for v in varying.values()]
    key = (function, tuple((o.dtype, o.ndim) for o in outs), tuple(kinds), tuple(varying))
    with _reported():
        run = _compile_run(*key, tuple(given))
    tells = None
    if shape is not None:
        if varying:
            raise errors.UnsupportedError(
                "shape= of a compiled function knows constant arguments alone, and "
                f"{next(iter(varying))!r} has one for each sample"
            )
        with _reported():
            tells = _compile_shape(
                shape, tuple(n for _, n in kinds), tuple(o.ndim for o in outs), tuple(given)
            )
    return kernel(
        "compiled_function", *inputs, *varying.values(), out=outs, run=run.address,
        shape=None if tells is None else tells.address, numbers=numbers,
        callable=(run, tells),  # keeps them alive as long as the spec
    )  # fmt: skip


@functools.lru_cache(maxsize=1024)
def _compile_run(
    function: Any, outs: tuple[Any, ...], ins: tuple[Any, ...], varying: tuple[str, ...],
    constants: tuple[str, ...],
) -> Any:  # fmt: skip
    import numba

    reads, writes, at = [], [], 0
    scope = {"function": function, "carray": numba.carray}
    for k, (dtype, ndim) in enumerate((*ins, *outs)):
        scope[f"t{k}"] = numba.from_dtype(dtype.numpy)
        extents = "".join(f"extents[{at + d}], " for d in range(ndim)) or "1,"
        reads.append(f"        x{k} = carray(arrays[{k}], ({extents}), t{k})")
        at += ndim
    for o in range(len(outs)):
        made = "made" if len(outs) == 1 else f"made[{o}]"
        out = f"x{len(ins) + o}"
        writes += [f"        if {made}.shape != {out}.shape:", "            return 2",
                   f"        {out}[:] = {made}"]  # fmt: skip
    plain = len(ins) - len(varying)
    arguments = [f"x{k}" for k in range(plain)]
    arguments += [f"{name}=x{plain + k}[0]" for k, name in enumerate(varying)]
    text = _RUN.format(
        reads="\n".join(reads), writes="\n".join(writes),
        arguments=", ".join([*arguments, *constants]),
    )  # fmt: skip
    t = numba.types
    signature = t.int64(t.CPointer(t.voidptr), t.CPointer(t.int64), t.CPointer(t.float64))
    return _compiled(text, scope, signature)


@functools.lru_cache(maxsize=1024)
def _compile_shape(
    shape: Callable[..., Any], ins: tuple[int, ...], outs: tuple[int, ...],
    constants: tuple[str, ...],
) -> Any:  # fmt: skip
    import numba

    arguments, at = [], 0
    for ndim in ins:
        arguments.append("(" + "".join(f"extents[{at + d}], " for d in range(ndim)) + ")")
        at += ndim
    writes, at = [], 0
    for o, ndim in enumerate(outs):
        made = "made" if len(outs) == 1 else f"made[{o}]"
        for d in range(ndim):
            writes.append(f"        out[{at}] = {made}[{d}]")
            at += 1
    text = _SHAPE.format(
        arguments=", ".join([*arguments, *constants]), writes="\n".join(writes) or "        pass"
    )
    t = numba.types
    numbers = t.CPointer(t.float64)
    compiled = shape if is_compiled(shape) else numba.njit(shape)
    signature = t.int64(t.CPointer(t.int64), numbers, t.CPointer(t.int64))
    return _compiled(text, {"shape": compiled}, signature)


def _compiled(text: str, scope: dict[str, Any], signature: Any) -> Any:
    import numba

    exec(compile(text, "<headrace>", "exec"), scope)
    return numba.cfunc(signature)(scope["run"])


@contextlib.contextmanager
def _reported() -> Iterator[None]:
    """Errors of Numba's compiler become ours."""
    import numba

    try:
        yield
    except (numba.core.errors.NumbaError, NotImplementedError) as e:  # the second: some types
        raise errors.ArgumentError(
            "Numba cannot compile the function for these inputs and arguments", detail=str(e)
        ) from None


def python_function(function: Any) -> Callable[..., Any]:
    """The Python function that provides signature and docstring."""
    written = function.py_func if is_compiled(function) else function
    return inspect.unwrap(written)  # type: ignore[no-any-return]
