"""Kinds of operator arguments: what an annotation in an operator's signature accepts.

    def flip(x: Input, /, *, horizontal: PerSample[int] = 1): ...

`PerSample[int]` accepts a number, a Tensor or a Batch; `PerFrame[int]` also one value per frame of
a sequence; a bare `int` only a number. Lists are `list[int]` and `list[float]`; a single number is
a list of one. `Literal["same", "valid"]` accepts one of these words, in any case. A `Group` stands
for several arguments.
"""

from __future__ import annotations

import math
import operator as _operator
from collections.abc import Callable
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np

from ..core import enums, errors
from ..core.dtype import DType
from ..core.dtype import dtype as to_dtype
from ..core.meta import Meta

T = TypeVar("T")


# For a sample that fails: raise, or fill it in and report the error in `Batch.errors`.
OnError = Literal["raise", "fill"]


class Layout(str):
    """Annotation of arguments that name axes, such as "HWC"."""


class InterpType(int):
    """Annotation of arguments that name an interpolation."""


class ImageType(int):
    """Annotation of arguments that name a colour model."""


class Rng:
    """Annotation of an operator's random state; callers pass `rng=`."""


class Dyn:
    """An argument given as a Tensor or a Batch: its value is known only when the call runs."""

    __slots__ = ("index", "meta", "per_frame", "size")

    def __init__(self, index: int, meta: Meta, per_frame: bool, size: int | None = None) -> None:
        self.index, self.meta, self.per_frame = index, meta, per_frame
        self.size = size  # number of elements, for arguments listed in `sized`

    def __repr__(self) -> str:
        return f"Dyn({self.meta!r})"


if TYPE_CHECKING:
    Input = Any
    PerSample = Union[T, Any]
    PerFrame = Union[T, Any]
else:

    class Input:
        """Annotation of a positional input."""

    class PerSample(Generic[T]):
        """Annotation: one value for all samples, or one per sample."""

    class PerFrame(Generic[T]):
        """Annotation: like PerSample, also one value per frame of a sequence."""


def _number(v: Any) -> Any:
    """A Python number from a Python or NumPy scalar, 0-d array or one-element value."""
    if isinstance(v, (bool, int, float)):
        return v
    item = getattr(v, "item", None)
    size = getattr(v, "size", 1)
    if item is not None and (v.numel() if callable(size) else size) == 1:  # torch: size()
        return item()
    raise TypeError(f"needs a number, got {type(v).__name__}")


INT64 = range(-(2**63), 2**63)


def to_int(v: Any) -> int:
    """A signed 64-bit int, as in kernels; a float must be a whole number."""
    try:
        number = _operator.index(v)
    except TypeError:
        v = _number(v)
        if isinstance(v, float) and not math.isfinite(v):
            raise errors.ArgumentError(f"needs an integer, got {v!r}") from None
        number = int(v)
        if v != number:
            raise TypeError(f"needs an integer, got {v!r}") from None
    if number not in INT64:
        raise errors.RangeError(f"needs an integer from -2**63 to 2**63 - 1, got {_shown(number)}")
    return number


def _shown(number: int) -> str:
    """An integer for messages; Python refuses to print thousands of digits."""
    bits = number.bit_length()
    return str(number) if bits < 1000 else f"one of {bits} bits"


def to_float(v: Any) -> float:
    """A float from any number."""
    number = _number(v)
    try:
        return float(number)
    except OverflowError:
        raise errors.RangeError(
            f"needs a number that a float can hold, got {_shown(number)}"
        ) from None


def to_bool(v: Any) -> bool:
    """A bool from a bool or a number."""
    try:
        return bool(_number(v))
    except TypeError:
        raise TypeError(f"needs a bool, got {type(v).__name__}") from None


def to_str(v: Any) -> str:
    """Text; also from bytes."""
    if isinstance(v, bytes):
        return v.decode()
    if not isinstance(v, str):
        raise TypeError(f"needs a str, got {type(v).__name__}")
    return v


def _to_list(element: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    def convert(v: Any) -> tuple[Any, ...]:
        if isinstance(v, (str, bytes)):
            raise TypeError(f"needs a number or a list of numbers, got {type(v).__name__}")
        if isinstance(v, (list, tuple, range)):
            return tuple(element(e) for e in v)
        if isinstance(v, np.ndarray):
            return tuple(element(e) for e in v.ravel().tolist())
        return (element(v),)

    return convert


def _to_texts(v: Any) -> tuple[str, ...]:
    return (v,) if isinstance(v, str) else tuple(to_str(e) for e in v)


# Equal numbers of any of these types mean the same, so a structure's key may hold them
# unconverted.
_NUMBER: frozenset[type] = frozenset({int, float, bool})
_TEXT: frozenset[type] = frozenset({str})
_NOTHING: frozenset[type] = frozenset()

# annotation → name, conversion, types that enter a key unconverted
_KINDS: dict[Any, tuple[str, Callable[[Any], Any], frozenset[type]]] = {
    int: ("int", to_int, _NUMBER),
    float: ("float", to_float, _NUMBER),
    bool: ("bool", to_bool, _NUMBER),
    str: ("str", to_str, _TEXT),
    Layout: ("layout", to_str, _TEXT),
    list[int]: ("list of int", _to_list(to_int), _NUMBER),
    list[float]: ("list of float", _to_list(to_float), _NUMBER),
    list[str]: ("list of str", _to_texts, _TEXT),
    DType: ("dtype", to_dtype, frozenset({DType})),
    InterpType: ("interp_type", lambda v: int(enums.interp_type(v)), _NOTHING),
    ImageType: ("image_type", lambda v: int(enums.image_type(v)), _NOTHING),
    object: ("any", lambda v: v, _NOTHING),
}
_ENUMS = {InterpType: enums.DALIInterpType, ImageType: enums.DALIImageType}


def choices_of(annotation: Any) -> tuple[str, ...]:
    """The words that an argument accepts; empty for arguments of other kinds."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return tuple(_ENUMS[annotation].choices()) if annotation in _ENUMS else ()


class Param:
    """One argument of an operator."""

    __slots__ = (
        "annotation",
        "choices",
        "convert",
        "default",
        "kind",
        "listed",
        "name",
        "per_frame",
        "per_sample",
        "plain",
        "required",
        "sized",
    )

    def __init__(self, name: str, annotation: Any, default: Any, required: bool) -> None:
        self.name, self.default, self.required = name, default, required
        self.sized = False
        origin = getattr(annotation, "__origin__", None)
        self.per_frame = origin is PerFrame
        self.per_sample = origin is PerSample or self.per_frame
        self.annotation = annotation.__args__[0] if self.per_sample else annotation
        self.choices = choices_of(self.annotation)
        self.convert: Callable[[Any], Any]
        if get_origin(self.annotation) is Literal:
            self.kind, self.plain = "choice", _TEXT
            self.convert = lambda v: errors.choice(name, to_str(v), self.choices, any_case=True)
        elif self.annotation in _KINDS:
            self.kind, self.convert, self.plain = _KINDS[self.annotation]
        else:
            raise TypeError(f"argument {name!r}: no kind for annotation {annotation!r}")
        self.listed = self.annotation in (list[int], list[float])

    def __repr__(self) -> str:
        per = "per-frame " if self.per_frame else "per-sample " if self.per_sample else ""
        return f"{self.name}: {per}{self.kind}" + ("" if self.required else f" = {self.default!r}")


class Group:
    """Base of the arguments that several operators share.

        class Window(Group):
            crop: PerSample[list[float]] = None
            crop_pos_x: PerSample[float] = 0.5

    In an operator's signature, `window: Window` stands for all of them. Callers pass each under its
    own name; the body gets them as attributes of one object.
    """

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    @classmethod
    def params(cls) -> list[Param]:
        """The arguments of the group."""
        kinds = get_type_hints(cls)
        return [Param(n, k, getattr(cls, n, None), not hasattr(cls, n)) for n, k in kinds.items()]
