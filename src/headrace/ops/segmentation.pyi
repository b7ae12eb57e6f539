"""Type stubs of headrace.ops.segmentation, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t
from headrace import fn as _fn

class RandomMaskPixel(_t.Operator):
    """Draw the position of a pixel of a mask with any number of axes: one coordinate per axis."""
    def __init__(
        self,
        *,
        foreground: int | _t.Any = 0,
        threshold: float | _t.Any = 0.0,
        value: int | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    @_t.method(_fn.segmentation.random_mask_pixel)
    def __call__(self) -> _t.Any: ...

class RandomObjectBBox(_t.Operator):
    """Draw an object of a label mask and return its bounding box."""
    def __init__(
        self,
        *,
        background: int | _t.Any = 0,
        cache_objects: _t.bool = False,
        class_weights: _t.Floats | _t.Any | None = None,
        classes: _t.Ints | _t.Any | None = None,
        foreground_prob: float | _t.Any = 1.0,
        format: _t.Literal["anchor_shape", "start_end", "box"] = "anchor_shape",
        ignore_class: _t.bool = False,
        k_largest: int | None = None,
        output_class: _t.bool = False,
        threshold: _t.Ints | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    @_t.method(_fn.segmentation.random_object_bbox)
    def __call__(self) -> _t.Any: ...

class SelectMasks(_t.Operator):
    """Keep the polygons of some masks, in the order of `mask_ids`, and the vertices they use."""
    def __init__(
        self,
        *,
        reindex_masks: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.segmentation.select_masks)
    def __call__(self) -> _t.Any: ...
