"""Type stubs of headrace.fn.segmentation, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t

def random_mask_pixel(
    input: _t.NodeLike,
    /,
    *,
    foreground: int | _t.NodeLike = 0,
    threshold: float | _t.NodeLike = 0.0,
    value: int | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
    seed: int | None = None,
) -> _t.DataNode:
    """Draw the position of a pixel of a mask with any number of axes: one coordinate per axis."""

def random_object_bbox(
    input: _t.NodeLike,
    /,
    *,
    background: int | _t.NodeLike = 0,
    cache_objects: _t.bool = False,
    class_weights: _t.Floats | _t.NodeLike | None = None,
    classes: _t.Ints | _t.NodeLike | None = None,
    foreground_prob: float | _t.NodeLike = 1.0,
    format: _t.Literal["anchor_shape", "start_end", "box"] = "anchor_shape",
    ignore_class: _t.bool = False,
    k_largest: int | None = None,
    output_class: _t.bool = False,
    threshold: _t.Ints | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
    seed: int | None = None,
) -> _t.Any:
    """Draw an object of a label mask and return its bounding box."""

def select_masks(
    mask_ids: _t.NodeLike,
    polygons: _t.NodeLike,
    vertices: _t.NodeLike,
    /,
    *,
    reindex_masks: _t.bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> list[_t.DataNode]:
    """Keep the polygons of some masks, in the order of `mask_ids`, and the vertices they use."""
