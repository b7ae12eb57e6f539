"""Type stubs of headrace.dynamic.segmentation, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import Literal as _Literal
from typing import TypeAlias as _TypeAlias
from typing import overload as _overload

from headrace.core.batch import Batch as _Batch
from headrace.core.device import Device as _Device
from headrace.engine.random import RNG as _RNG

_TensorLike: _TypeAlias = _Any  # Tensor, Batch, any framework's array, list, number
_DeviceLike: _TypeAlias = _Device | str | None

@_overload
def random_mask_pixel(
    input: _Batch,
    /,
    *,
    foreground: int | _TensorLike = 0,
    threshold: float | _TensorLike = 0.0,
    value: int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Batch:
    """Draw the place of a pixel in a mask of any number of axes: one coordinate an axis."""

@_overload
def random_mask_pixel(
    input: _TensorLike,
    /,
    *,
    foreground: int | _TensorLike = 0,
    threshold: float | _TensorLike = 0.0,
    value: int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """Draw the place of a pixel in a mask of any number of axes: one coordinate an axis."""

def random_object_bbox(
    input: _TensorLike,
    /,
    *,
    background: int | _TensorLike = 0,
    cache_objects: _bool = False,
    class_weights: _Sequence[float] | float | _TensorLike | None = None,
    classes: _Sequence[int] | int | _TensorLike | None = None,
    foreground_prob: float | _TensorLike = 1.0,
    format: _Literal["anchor_shape", "start_end", "box"] = "anchor_shape",
    ignore_class: _bool = False,
    k_largest: int | None = None,
    output_class: _bool = False,
    threshold: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """Draw an object of a mask of labels and give the box around it."""

@_overload
def select_masks(
    mask_ids: _Batch,
    polygons: _TensorLike,
    vertices: _TensorLike,
    /,
    *,
    reindex_masks: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> tuple[_Batch, ...]:
    """Keep the polygons of some masks, in the order of `mask_ids`, and the vertices they use."""

@_overload
def select_masks(
    mask_ids: _TensorLike,
    polygons: _TensorLike,
    vertices: _TensorLike,
    /,
    *,
    reindex_masks: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Keep the polygons of some masks, in the order of `mask_ids`, and the vertices they use."""
