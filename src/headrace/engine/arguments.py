"""Reads the arguments of a call: values, constants of the declared kinds, current names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from ..core import errors, promotion
from ..core.batch import Batch
from ..core.device import Device
from ..core.dtype import DType
from ..core.interop import as_tensor
from ..core.site import caller_site, warn
from ..core.slots import slots
from ..core.tensor import Tensor
from ..core.value import Value
from .params import Param

_SCALARS = (bool, int, float, np.generic)


def present_names(
    operator: str,
    given: Mapping[str, Any],
    known: Iterable[str],
    deprecated: Mapping[str, str | None] | None = None,
) -> dict[str, Any]:
    """Arguments by their current names; warns about deprecated names, raises for unknown ones."""
    names = list(known)
    renamed: dict[str, Any] = {}
    for name, value in given.items():
        if deprecated and name in deprecated:
            new = deprecated[name]
            instead = f"use {new!r}" if new else "it has no effect"
            warn(f"{operator}: argument {name!r} is deprecated, {instead}", DeprecationWarning)
            if new:
                renamed[new] = value
        elif name in names:
            renamed[name] = value
        else:
            raise errors.UnknownArgumentError(
                f"got an unexpected argument {name!r}. {errors.hint(name, names)}",
                operator=operator,
                site=caller_site(),
            )
    return renamed


class Arguments:
    """Base of an operator's Definition: reads the arguments of its calls."""

    name: str
    convert: Callable[[Any], Value]
    inputs: list[str]
    optional_inputs: list[str]
    variadic: bool
    _outputs: int | Callable[[int, dict[str, Any]], int]

    def output_count(self, inputs: int, arguments: dict[str, Any]) -> int:
        """The number of outputs of a call; `arguments` that were not given are None."""
        count = self._outputs
        return count if isinstance(count, int) else count(inputs, arguments)

    def input_name(self, at: int) -> str:
        """An input as errors name it: its position, and its name in the signature if it has one."""
        names = [] if self.variadic else [*self.inputs, *self.optional_inputs]
        return f"input {at} ({names[at]})" if at < len(names) else f"input {at}"

    def check_none(self, at: int, site: int | None = None) -> None:
        """Rejects None as the input at a position, unless that input is optional."""
        if self.variadic or at < len(self.inputs):
            raise errors.ArgumentTypeError(
                f"{self.input_name(at)} is needed, got None", operator=self.name, site=site
            )

    def as_value(self, x: Any, at: int) -> Value:
        """Converts the input at a position, given as an array, a list or a number."""
        unwrapped = getattr(x, "__headrace_value__", None)
        if unwrapped is not None:
            return cast(Value, unwrapped())
        try:
            return self.convert(x)
        except (errors.Error, TypeError, ValueError) as e:
            raise self._refusal(e, self.input_name(at)) from None

    def operand(self, x: Any, at: int, inputs: Sequence[Any]) -> tuple[DType | None, Any]:
        """An input of an operator with immediates: (dtype, number), or (None, value)."""
        if isinstance(x, _SCALARS):
            try:
                dtype = promotion.scalar(x)
            except errors.Error as e:
                raise self._refusal(e, self.input_name(at)) from None
            return dtype, float(x) if dtype.kind is DType.Kind.float else int(x)
        if isinstance(x, Value):  # a subclass of Tensor or Batch
            return None, (Batch if isinstance(x, Batch) else Tensor)._of(x._v, x._m)
        value = self.as_value(x, at)
        for other in inputs:
            if isinstance(other, Value) and other._m.device is not Device.CPU:
                return None, slots.to_device(value, other._m.device, False)
        return None, value

    def tensor_of(self, number: Any) -> Tensor:
        """A number as a Tensor of its operand dtype."""
        dtype, _ = self.operand(number, 0, ())
        return as_tensor(number, dtype)

    def dynamic(self, p: Param, a: Any) -> Any:
        """A per-sample argument: a Value stays one; an array with two or more axes becomes one."""
        if isinstance(a, Value):
            if p.per_sample:
                return a
            if isinstance(a, Batch):
                raise errors.ArgumentTypeError(
                    f"argument {p.name!r} has one value for the whole batch, got a Batch",
                    operator=self.name,
                    site=caller_site(),
                )
            return self.constant(p, np.asarray(a))
        ndim = getattr(a, "ndim", None)
        if (
            ndim is None
            and isinstance(a, (list, tuple))
            and a
            and isinstance(a[0], (list, tuple, Value))
        ):
            ndim = 2
        if ndim is not None and ndim >= 2:
            return as_tensor(a)
        if ndim is not None and hasattr(a, "__array__") and not hasattr(a, "tolist"):
            a = a.__array__()
        if ndim is not None and hasattr(a, "tolist"):
            a = a.tolist()
        return self.constant(p, a)

    def constant(self, p: Param, a: Any) -> Any:
        """Converts a constant argument to its declared kind; errors name the argument."""
        try:
            return p.convert(a)
        except (errors.Error, TypeError, ValueError) as e:
            raise self._refusal(e, f"argument {p.name!r}", p.kind != "choice") from None

    def _refusal(self, e: Exception, what: str, detailed: bool = True) -> errors.Error:
        """The error for a value that could not be converted; it names the argument or input."""
        if isinstance(e, errors.Error):
            detail = what if detailed else None
            return e.locate(operator=self.name, site=caller_site(), detail=detail)
        cls = errors.ArgumentTypeError if isinstance(e, TypeError) else errors.ArgumentError
        return cls(f"{what}: {e}", operator=self.name, site=caller_site())
