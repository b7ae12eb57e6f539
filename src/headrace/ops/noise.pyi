"""Type stubs of headrace.ops.noise, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from typing import Any as _Any
from typing import TypeAlias as _TypeAlias

from headrace.pipeline.classes import Operator as _Operator
from headrace.pipeline.node import DataNode as _DataNode

_NodeLike: _TypeAlias = _DataNode | _Any  # a node; arrays, lists and numbers are constants

class Gaussian(_Operator):
    """Add normally distributed noise to every element, rounding and saturating as `cast` does."""
    def __init__(
        self,
        *,
        mean: float | _Any = 0.0,
        stddev: float | _Any = 1.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        mean: float | _NodeLike = 0.0,
        stddev: float | _NodeLike = 1.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> _DataNode: ...

class SaltAndPepper(_Operator):
    """Replace some pixels by salt, the largest value, or pepper, the smallest."""
    def __init__(
        self,
        *,
        pepper_val: float | _Any | None = None,
        per_channel: _bool = False,
        prob: float | _Any = 0.05,
        salt_val: float | _Any | None = None,
        salt_vs_pepper: float | _Any = 0.5,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        pepper_val: float | _NodeLike | None = None,
        per_channel: _bool = False,
        prob: float | _NodeLike = 0.05,
        salt_val: float | _NodeLike | None = None,
        salt_vs_pepper: float | _NodeLike = 0.5,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> _DataNode: ...

class Shot(_Operator):
    """Replace every element by a random number with a Poisson distribution around it."""
    def __init__(
        self,
        *,
        factor: float | _Any = 20.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        factor: float | _NodeLike = 20.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> _DataNode: ...
