"""Type stubs of headrace.dynamic.segmentation, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t

@_t.overload
def random_mask_pixel(
    input: _t.Batch,
    /,
    *,
    foreground: int | _t.TensorLike = 0,
    threshold: float | _t.TensorLike = 0.0,
    value: int | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Batch:
    """Draw the position of a pixel of a mask with any number of axes: one coordinate per axis."""

@_t.overload
def random_mask_pixel(
    input: _t.TensorLike,
    /,
    *,
    foreground: int | _t.TensorLike = 0,
    threshold: float | _t.TensorLike = 0.0,
    value: int | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Any:
    """Draw the position of a pixel of a mask with any number of axes: one coordinate per axis."""

def random_object_bbox(
    input: _t.TensorLike,
    /,
    *,
    background: int | _t.TensorLike = 0,
    cache_objects: _t.bool = False,
    class_weights: _t.Floats | _t.TensorLike | None = None,
    classes: _t.Ints | _t.TensorLike | None = None,
    foreground_prob: float | _t.TensorLike = 1.0,
    format: _t.Literal["anchor_shape", "start_end", "box"] = "anchor_shape",
    ignore_class: _t.bool = False,
    k_largest: int | None = None,
    output_class: _t.bool = False,
    threshold: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Any:
    """Draw an object of a label mask and return its bounding box."""

@_t.overload
def select_masks(
    mask_ids: _t.Batch,
    polygons: _t.TensorLike,
    vertices: _t.TensorLike,
    /,
    *,
    reindex_masks: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> tuple[_t.Batch, ...]:
    """Keep the polygons of some masks, in the order of `mask_ids`, and the vertices they use."""

@_t.overload
def select_masks(
    mask_ids: _t.TensorLike,
    polygons: _t.TensorLike,
    vertices: _t.TensorLike,
    /,
    *,
    reindex_masks: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Keep the polygons of some masks, in the order of `mask_ids`, and the vertices they use."""
