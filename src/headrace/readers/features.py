"""What to take out of the records of a TFRecord file: `headrace.tfrecord` in DALI's words."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from typing import Any

from ..core import errors
from ..core.dtype import DType, float32, uint8
from ..core.dtype import int64 as int64_
from ..engine.lowering import Out

# In DALI's order, with what comes out.
_TYPES: tuple[tuple[str, DType], ...] = (("int64", int64_), ("string", uint8), ("float32", float32))
_MOST = 1 << 40  # values of a shape


class Feature:
    """A feature of the records: FixedLenFeature and VarLenFeature make them."""

    __slots__ = ("_type", "any", "default", "shape")

    def __init__(self, shape: Any, dtype: int | str, default: Any, any_rows: bool) -> None:
        self._type = _TYPES[_type_number(dtype)]
        self.shape = _read_shape(shape)
        self.any = any_rows  # any number of values, or of rows of `shape`
        self.default = _read_default(default, self.dtype)
        if self.dtype == "string" and (any_rows or math.prod(self.shape) > 1):
            raise errors.ArgumentError(
                "a string feature is one value: FixedLenFeature([], string, '')"
            )
        if any_rows and math.prod(self.shape) < 1:
            raise errors.ArgumentError(f"rows of shape {self.shape} hold nothing")

    @property
    def dtype(self) -> str:
        """The type of its values in the file: "int64", "float32" or "string"."""
        return self._type[0]

    @property
    def output(self) -> Out:
        """What the reader makes of it: strings are bytes."""
        if self.dtype == "string":
            return Out(uint8, 1)
        return Out(self._type[1], len(self.shape) + self.any)

    def __repr__(self) -> str:
        if not self.any:
            return f"FixedLenFeature({list(self.shape)}, {self.dtype}, {self.default!r})"
        shape = f"{list(self.shape)}, " if self.shape else ""
        return f"VarLenFeature({shape}{self.dtype}, {self.default!r})"


def fixed_len_feature(
    shape: Sequence[int] | int, dtype: int | str, default_value: Any = None
) -> Feature:
    """A feature with as many values as its shape has; strings have one, and shape [] or [1].

    default_value: where a record has none; without a default that is an error.

    >>> import headrace.tfrecord as tfrec
    >>> tfrec.FixedLenFeature([2], tfrec.float32, 0.0)
    FixedLenFeature([2], float32, 0.0)
    """
    return Feature(shape, dtype, default_value, False)


def var_len_feature(*args: Any) -> Feature:
    """A feature with any number of numbers: VarLenFeature(dtype, default_value), or
    VarLenFeature(partial_shape, dtype, default_value) for any number of rows of that shape. Where a
    record has none, the array is empty; the default is not used.

    >>> import headrace.tfrecord as tfrec
    >>> tfrec.VarLenFeature([4], tfrec.float32, 0.0)
    VarLenFeature([4], float32, 0.0)
    """
    has_shape = bool(args) and isinstance(args[0], Iterable) and not isinstance(args[0], str)
    shape, rest = (args[0], args[1:]) if has_shape else ((), args)
    if not 1 <= len(rest) <= 2:
        raise errors.ArgumentTypeError(
            "VarLenFeature takes (dtype, default) or (shape, dtype, default), got "
            f"{len(args)} values"
        )
    return Feature(shape, rest[0], rest[1] if len(rest) > 1 else None, True)


def parameters(features: dict[str, Feature]) -> dict[str, Any]:
    """The features as lists of numbers, for the native reader."""
    params: dict[str, Any] = {
        key: [] for key in ("names", "name_ends", "shapes", "shape_ends", "texts", "text_ends")
    }

    def add(key: str, values: Iterable[int]) -> None:
        params[key + "s"] += values
        params[key + "_ends"].append(len(params[key + "s"]))

    for name, feature in features.items():
        add("name", name.encode())
        add("shape", () if feature.dtype == "string" else feature.shape)
        add("text", feature.default if isinstance(feature.default, bytes) else b"")
    defaults = [f.default for f in features.values()]
    params["any"] = [f.any for f in features.values()]
    params["has_default"] = [d is not None for d in defaults]
    params["int_defaults"] = [d if isinstance(d, int) else 0 for d in defaults]
    params["float_defaults"] = [d if isinstance(d, float) else 0 for d in defaults]
    return params


def _type_number(given: int | str) -> int:
    names = [name for name, _ in _TYPES]
    if isinstance(given, str):
        if given in names:
            return names.index(given)
    elif not isinstance(given, bool):
        try:
            if 0 <= operator.index(given) < len(names):
                return operator.index(given)
        except TypeError:
            pass
    raise errors.ArgumentError(
        "features are of type int64, float32 or string of headrace.tfrecord, got "
        + errors.brief(given)
    )


def _read_shape(given: Any) -> tuple[int, ...]:
    try:
        shape = tuple(
            [operator.index(d) for d in (given if isinstance(given, Iterable) else [given])]
        )
    except TypeError as e:
        raise errors.ArgumentTypeError(f"a shape is a list of integers, got {given!r}") from e
    if any(d < 0 for d in shape) or math.prod(shape) > _MOST:
        raise errors.ArgumentError(f"no feature has the shape {list(shape)}")
    return shape


def _read_default(given: Any, dtype: str) -> Any:
    try:
        if given is None:
            return None
        if dtype == "int64" and -(1 << 63) <= operator.index(given) < 1 << 63:
            return operator.index(given)
        if dtype == "float32" and not isinstance(given, str):
            return float(given)
        if dtype == "string" and isinstance(given, (str, bytes)):
            return given.encode() if isinstance(given, str) else given
    except (TypeError, ValueError):
        pass
    raise errors.ArgumentTypeError(
        f"{errors.brief(given)} is no default for a feature of type {dtype}"
    )
