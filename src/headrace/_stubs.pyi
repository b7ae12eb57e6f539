"""What the generated stubs name as `_t`: types, and signatures taken from functions. For type checkers only."""

from builtins import bool as bool
from collections.abc import Callable
from collections.abc import Mapping as Mapping
from collections.abc import Sequence as Sequence
from os import PathLike
from typing import Any as Any
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar
from typing import Literal as Literal
from typing import overload as overload

import numpy as np
from typing_extensions import deprecated as deprecated

from headrace.core.batch import Batch as Batch
from headrace.core.device import Device
from headrace.core.dtype import DType as DType
from headrace.core.enums import DALIDataType, DALIImageType, DALIInterpType
from headrace.engine.random import RNG as RNG
from headrace.operators.filters.filter import Border
from headrace.operators.geometry.window import Bounds as Bounds
from headrace.pipeline.classes import Operator as Operator
from headrace.pipeline.node import DataNode as DataNode
from headrace.readers.reader import Reader as Reader

TensorLike: TypeAlias = Any  # Tensor, Batch, any framework's array, list, number
NodeLike: TypeAlias = DataNode | Any  # a node; arrays, lists and numbers are constants
DTypeLike: TypeAlias = DType | DALIDataType | str | type | np.dtype[Any]
DeviceLike: TypeAlias = Device | str | None
ImageType: TypeAlias = DALIImageType | str | int
InterpType: TypeAlias = DALIInterpType | str | int
Ints: TypeAlias = Sequence[int] | int
Floats: TypeAlias = Sequence[float] | float
Strings: TypeAlias = Sequence[str] | str
Path: TypeAlias = str | PathLike[str]
FilterBorder: TypeAlias = Border

_P = ParamSpec("_P")
_R = TypeVar("_R")
_S = TypeVar("_S")

def like(function: Callable[_P, _R], /) -> Callable[[Callable[..., Any]], Callable[_P, _R]]:
    """A decorator: the signature of `function`, which has no overloads."""

def method(
    function: Callable[_P, _R], /
) -> Callable[[Callable[[_S], Any]], Callable[Concatenate[_S, _P], _R]]:
    """A decorator: the signature of `function` as a method."""

def init(
    function: Callable[_P, Any], /
) -> Callable[[Callable[[_S], None]], Callable[Concatenate[_S, _P], None]]:
    """A decorator: the arguments of `function` as those of a constructor."""
