"""Reads the arguments of a call: values, constants of the declared kinds, current names."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from ..core import errors, promotion
from ..core.batch import Batch
from ..core.device import Device
from ..core.dtype import DType
from ..core.interop import as_tensor
from ..core.site import caller_site
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
    stacklevel: int = 3,
) -> dict[str, Any]:
    """Arguments by their current names; warns about deprecated names, raises for unknown ones."""
    names = list(known)
    renamed: dict[str, Any] = {}
    for name, value in given.items():
        if deprecated and name in deprecated:
            new = deprecated[name]
            instead = f"use {new!r}" if new else "it has no effect"
            warnings.warn(
                f"{operator}: argument {name!r} is deprecated, {instead}",
                DeprecationWarning,
                stacklevel=stacklevel,
            )
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
    immediates: bool
    _outputs: int | Callable[[int, dict[str, Any]], int]

    def output_count(self, inputs: int, arguments: dict[str, Any]) -> int:
        """The number of outputs of a call; `arguments` that were not given are None."""
        count = self._outputs
        return count if isinstance(count, int) else count(inputs, arguments)

    def as_value(self, x: Any) -> Value:
        """Converts an input given as an array, a list or a number."""
        unwrapped = getattr(x, "__headrace_value__", None)
        if unwrapped is not None:
            return cast(Value, unwrapped())
        try:
            return self.convert(x)
        except errors.Error as e:
            raise e.locate(operator=self.name, site=caller_site()) from None
        except (TypeError, ValueError) as e:
            message = f"{self.name}: cannot use {type(x).__name__} as an input: {e}"
            raise type(e)(message) if type(e) in (TypeError, ValueError) else e from None

    def operand(self, x: Any, inputs: Sequence[Any]) -> tuple[DType | None, Any]:
        """An input of an operator with immediates: (dtype, number), or (None, value)."""
        if isinstance(x, _SCALARS):
            try:
                dtype = promotion.scalar(x)
            except errors.Error as e:
                raise e.locate(operator=self.name, site=caller_site()) from None
            return dtype, float(x) if dtype.kind is DType.Kind.float else int(x)
        if isinstance(x, Value):  # a subclass of Tensor or Batch
            return None, (Batch if isinstance(x, Batch) else Tensor)._of(x._v, x._m)
        value = self.as_value(x)
        for other in inputs:
            if isinstance(other, Value) and other._m.device is not Device.CPU:
                return None, slots.to_device(value, other._m.device, False)
        return None, value

    def tensor_of(self, number: Any) -> Tensor:
        """A number as a Tensor of its operand dtype."""
        dtype, _ = self.operand(number, ())
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
        except errors.Error as e:
            detail = None if p.kind == "choice" else f"argument {p.name!r}"
            raise e.locate(operator=self.name, site=caller_site(), detail=detail) from None
        except (TypeError, ValueError) as e:
            cls = errors.ArgumentTypeError if isinstance(e, TypeError) else errors.ArgumentError
            raise cls(f"argument {p.name!r}: {e}", operator=self.name, site=caller_site()) from None
