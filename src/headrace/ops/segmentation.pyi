"""Type stubs of headrace.ops.segmentation, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import Literal as _Literal
from typing import TypeAlias as _TypeAlias

from headrace.pipeline.classes import Operator as _Operator
from headrace.pipeline.node import DataNode as _DataNode

_NodeLike: _TypeAlias = _DataNode | _Any  # a node; arrays, lists and numbers are constants

class RandomMaskPixel(_Operator):
    """Draw the place of a pixel in a mask of any number of axes: one coordinate an axis."""
    def __init__(
        self,
        *,
        foreground: int | _Any = 0,
        threshold: float | _Any = 0.0,
        value: int | _Any | None = None,
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
        foreground: int | _NodeLike = 0,
        threshold: float | _NodeLike = 0.0,
        value: int | _NodeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> _DataNode: ...

class RandomObjectBBox(_Operator):
    """Draw an object of a mask of labels and give the box around it."""
    def __init__(
        self,
        *,
        background: int | _Any = 0,
        cache_objects: _bool = False,
        class_weights: _Sequence[float] | float | _Any | None = None,
        classes: _Sequence[int] | int | _Any | None = None,
        foreground_prob: float | _Any = 1.0,
        format: _Literal["anchor_shape", "start_end", "box"] = "anchor_shape",
        ignore_class: _bool = False,
        k_largest: int | None = None,
        output_class: _bool = False,
        threshold: _Sequence[int] | int | _Any | None = None,
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
        background: int | _NodeLike = 0,
        cache_objects: _bool = False,
        class_weights: _Sequence[float] | float | _NodeLike | None = None,
        classes: _Sequence[int] | int | _NodeLike | None = None,
        foreground_prob: float | _NodeLike = 1.0,
        format: _Literal["anchor_shape", "start_end", "box"] = "anchor_shape",
        ignore_class: _bool = False,
        k_largest: int | None = None,
        output_class: _bool = False,
        threshold: _Sequence[int] | int | _NodeLike | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> _Any: ...

class SelectMasks(_Operator):
    """Keep the polygons of some masks, in the order of `mask_ids`, and the vertices they use."""
    def __init__(
        self,
        *,
        reindex_masks: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        mask_ids: _NodeLike,
        polygons: _NodeLike,
        vertices: _NodeLike,
        /,
        *,
        reindex_masks: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> list[_DataNode]: ...
