"""What the harness leaves out, and why. An entry without need fails a test (test_meta.py)."""

from __future__ import annotations

from typing import Any

# Operators that look at the whole batch: a sample alone, and NumPy for one sample, say nothing.
# (name → (whether a call with these arguments does, reason))
WHOLE_BATCH: dict[str, tuple[Any, str]] = {
    "pad": (
        lambda a: a.get("shape") is None or -1 in _flat(a["shape"]),
        "grows to the longest sample",
    ),
    "permute_batch": (lambda a: True, "the indices are about the batch"),
    "multi_paste": (lambda a: a.get("in_ids") is not None, "in_ids are about the batch"),
    "normalize": (lambda a: bool(a.get("batch")), "batch=True averages over all samples"),
    "batch_permutation": (lambda a: True, "a permutation of the batch"),
}

# Layouts an operator takes only with other arguments than the defaults, or images of another kind;
# each needs a case.
LAYOUTS_NEED_ARGUMENTS: dict[tuple[str, str], str] = {
    ("rotate", "DHWC"): "volumes need an axis",
    ("rotate", "FDHWC"): "volumes need an axis",
    ("warp_affine", "DHWC"): "volumes need a larger matrix",
    ("warp_affine", "FDHWC"): "volumes need a larger matrix",
    ("debayer", "HW"): "sizes are even",
    ("debayer", "HWC"): "sizes are even, and there is one channel",
    ("debayer", "FHW"): "sizes are even",
    ("debayer", "FHWC"): "sizes are even, and there is one channel",
}

# Arguments with a default that are needed where no input stands for them.
NEEDED: dict[str, tuple[str, ...]] = {
    "warp_affine": ("matrix",),
    "experimental.warp_perspective": ("matrix",),
    "resize": ("resize_shorter",),
    "resize_crop_mirror": ("resize_shorter",),
    "tensor_resize": ("sizes",),
}

# Arguments that are not given together, even where one is the default: argument → the others.
CONFLICTS: dict[str, set[str]] = {
    "axis": {"axis_name"}, "axes": {"axis_names"}, "axis_names": {"axes"}, "axis_name": {"axis"},
    "crop_d": {"crop"}, "crop_h": {"crop"}, "crop_w": {"crop"},
    "threshold": {"value"},
    "resize_x": {"size", "resize_shorter", "resize_longer"},
    "resize_y": {"size", "resize_shorter", "resize_longer"},
    "resize_z": {"size", "resize_shorter", "resize_longer"},
    "resize_shorter": {"size", "resize_longer", "resize_x", "resize_y"},
    "resize_longer": {"size", "resize_shorter", "resize_x", "resize_y"},
}  # fmt: skip

# Operators without a NumPy reference.
NO_REFERENCE: dict[str, str] = {
    "decoders.image": "the reference is another decoder: tests/operators",
    "decoders.image_random_crop": "windows are random: tests/operators checks them",
    "random.uniform": "numbers are a function of the key: tests/model checks moments and state",
    "random.normal": "numbers are a function of the key: tests/model checks moments and state",
    "random.coin_flip": "numbers are a function of the key: tests/model checks moments and state",
    "random.beta": "as random.normal: tests/operators",
    "random.choice": "as random.normal: tests/operators",
    "batch_permutation": "as random.normal: tests/operators",
    "noise.gaussian": "as random.normal: tests/operators",
    "noise.salt_and_pepper": "as random.normal: tests/operators",
    "noise.shot": "as random.normal: tests/operators",
    "random_resized_crop": "windows are random: tests/operators checks them",
    "jitter": "places are random: tests/operators checks them",
    "random_crop_generator": "windows are random: tests/operators checks them",
    "roi_random_crop": "windows are random: tests/operators checks them",
    "random_bbox_crop": "windows are random: tests/operators checks them",
    "segmentation.random_mask_pixel": "places are random: tests/operators checks them",
    "segmentation.random_object_bbox": "objects are random: tests/operators checks them",
}

# Operators that cannot be a link of a random chain.
NOT_CHAINED: dict[str, str] = {
    "decoders.image": "takes encoded bytes, which no operator makes: some chains begin with it",
    **dict.fromkeys(
        ("decoders.image_crop", "decoders.image_slice", "decoders.image_random_crop"),
        "as decoders.image",
    ),
    "decoders.numpy": "takes encoded bytes, which no operator makes",
    "io.file.read": "takes names of files, which no operator makes",
    "peek_image_shape": "takes encoded bytes, which no operator makes",
    "batch_permutation": "has no input",
    "segmentation.select_masks": "takes masks and polygons that refer to one another",
    "ones": "has no input",
    "zeros": "has no input",
}

# Operators that run in Python rather than natively, each with the reason (at most eight).
PYTHON_LANE: dict[str, str] = {}


def _flat(value: Any) -> list[Any]:
    if hasattr(value, "values"):  # cases.PerSample
        return [v for one in value.values for v in _flat(one)]
    return [v for one in value for v in _flat(one)] if isinstance(value, (list, tuple)) else [value]


def looks_at_batch(name: str, args: Any) -> bool:
    """Whether a call mixes samples."""
    rule = WHOLE_BATCH.get(name)
    return rule is not None and rule[0](args)
