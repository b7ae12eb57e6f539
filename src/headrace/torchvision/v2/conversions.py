"""Conversions: element types, kinds of values, boxes between formats."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import dynamic as ndd
from ...core import errors
from ...core.dtype import DType, uint8
from . import leaves
from .items import Items
from .options import element_type
from .outlines import check_format
from .pictures import Picture
from .pixel_ops import most


def to_dtype(items: Items, dtype: Any, scale: bool = False, masks: Any = None) -> None:
    """Images in another element type; scale: white stays white. Pillow images stay as they are."""
    wanted = None if dtype is None else element_type(dtype)
    for picture in items.pictures.values():
        if picture.kind == "pillow":
            continue
        if picture.mask:
            if masks is not None:
                to = element_type(masks)
                picture.change(lambda x, to=to: ndd.cast(x, dtype=to))  # type: ignore[misc]
        elif wanted is not None:
            _convert(picture, wanted, scale)


def _convert(picture: Picture, wanted: DType, scale: bool) -> None:
    have = picture.dtype
    if have is wanted:
        return
    real = DType.Kind.float
    if not scale or (have.kind is real and wanted.kind is real):
        picture.change(lambda x: ndd.cast(x, dtype=wanted))
    elif wanted.kind is real:
        picture.normalize(0.0, most(have), wanted)
    elif have.kind is real:
        top = most(wanted) + 1 - 1e-3  # fractions are dropped: each level gets an equal share
        layout = str(picture.pixels().layout)
        picture.change(
            lambda x: ndd.crop_mirror_normalize(
                x, scale=top, shift=-0.5, dtype=wanted, output_layout=layout
            )
        )
    else:
        bits = int(np.log2(most(wanted) + 1)) - int(np.log2(most(have) + 1))
        if bits >= 0:
            picture.change(lambda x: ndd.cast(x, dtype=wanted) << np.uint8(bits))
        else:
            picture.change(lambda x: ndd.cast(x >> np.uint8(-bits), dtype=wanted))


def normalize(items: Items, mean: Any, std: Any) -> None:
    """(x - mean) / std of each channel."""
    spread = np.atleast_1d(np.asarray(std, np.float64))
    if (spread == 0).any():
        raise errors.ArgumentError("std must not be 0")
    for picture in items.images:
        if picture.kind == "pillow":
            raise errors.ArgumentTypeError(
                "Normalize takes tensors, not Pillow images: put ToImage() and "
                "ToDtype(torch.float32, scale=True) in front of it"
            )
        if picture.dtype.kind is not DType.Kind.float:
            raise errors.DTypeError(
                f"Normalize takes floats, got {picture.dtype.full_name}: put "
                "ToDtype(torch.float32, scale=True) in front of it"
            )
        count = picture.channels
        if len(spread) not in (1, count) or np.size(mean) not in (1, count):
            raise errors.ArgumentError(
                f"mean and std have {np.size(mean)} and {len(spread)} numbers, "
                f"the image {count} channels"
            )
        picture.normalize(mean, spread, picture.dtype)


def to_image(items: Items, marked: bool = True, scale: bool = False) -> None:
    """Pillow images and NumPy arrays (H, W, C) as tensors (C, H, W); Batches in layout CHW."""
    for at, leaf in enumerate(items.leaves):
        if at not in items.pictures and isinstance(leaf, np.ndarray) and leaf.ndim in (2, 3):
            array = leaf[..., None] if leaf.ndim == 2 else leaf
            x = ndd.as_batch([np.ascontiguousarray(array)], layout="HWC")
            items.pictures[at] = Picture(x, kind="tensor", finish=leaves.to_tensor)
    for picture in items.images:
        if picture.kind == "pillow":
            picture.kind = "tensor"
            picture.finish = leaves.to_image if marked else leaves.to_tensor
        elif isinstance(picture.finish, leaves.ToValue):
            to = picture.finish
            picture.finish = leaves.ToValue(to.many, "CHW", to.leaf)
        if scale and picture.dtype is uint8:
            _convert(picture, element_type("float32"), True)


def to_pil(items: Items, mode: str | None = None) -> None:
    """Tensors as Pillow images, floats by way of bytes."""
    for picture in items.images:
        if picture.count != 1:
            raise errors.ShapeError(f"one Pillow image cannot hold {picture.count} images")
        if picture.dtype.kind is DType.Kind.float:
            picture.change(lambda x: ndd.cast(ndd.math.floor(x * 255.0), dtype=uint8))
        picture.kind, picture.finish = "pillow", leaves.to_pillow
    del mode


def convert_boxes(items: Items, format: Any) -> None:
    """Boxes in another format."""
    wanted = check_format(str(getattr(format, "value", format)).upper())
    for outline in items.outlines.values():
        if outline.boxes:
            outline.format = wanted


def clamp(items: Items, boxes: bool) -> None:
    """Boxes, or key points, cut to their canvas."""
    for at, outline in items.outlines.items():
        if outline.boxes == boxes:
            items.outlines[at] = outline.clamped()
