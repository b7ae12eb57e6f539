"""Markers of what an array holds: an image, a mask, boxes or key points.

torchvision's own classes are understood as well; these are for programs without torchvision, and
for values that are no torch tensors, such as a Batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

from ..core import errors

__all__ = ["BoundingBoxFormat", "BoundingBoxes", "Image", "KeyPoints", "Mask", "TVTensor", "wrap"]


class BoundingBoxFormat(Enum):
    """What the four numbers of a box are."""

    XYXY = "XYXY"  # left, top, right, bottom
    XYWH = "XYWH"  # left, top, width, height
    CXCYWH = "CXCYWH"  # centre, width, height


class TVTensor:
    """An array (torch.Tensor, NumPy array, Batch) that says what it is."""

    def __init__(self, data: Any) -> None:
        self.data = data

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.data!r})"


class Image(TVTensor):
    """An image: (…, C, H, W)."""


class Mask(TVTensor):
    """Masks or segmentation maps: (…, H, W). Interpolated by nearest neighbours only."""


class KeyPoints(TVTensor):
    """Points (…, 2): x and y in pixels of a canvas of this height and width."""

    def __init__(self, data: Any, *, canvas_size: Sequence[int]) -> None:
        super().__init__(data)
        self.canvas_size = _pair(canvas_size)


class BoundingBoxes(TVTensor):
    """Boxes (N, 4) in pixels of a canvas of this height and width.

    clamping_mode: None leaves boxes that reach out of the canvas as they are.

    >>> BoundingBoxes([[1, 2, 3, 4]], format="XYXY", canvas_size=(10, 10)).canvas_size
    (10, 10)
    """

    def __init__(
        self,
        data: Any,
        *,
        format: BoundingBoxFormat | str,
        canvas_size: Sequence[int],
        clamping_mode: str | None = "soft",
    ) -> None:
        super().__init__(data)
        chosen = getattr(format, "value", format)
        self.format = BoundingBoxFormat(
            errors.choice("format", str(chosen).upper(), list(BoundingBoxFormat.__members__))
        )
        self.canvas_size = _pair(canvas_size)
        self.clamping_mode = clamping_mode


def wrap(wrappee: Any, *, like: TVTensor, **more: Any) -> Any:
    """Mark data as `like` is marked; `more` replaces its format or canvas_size.

    >>> wrap([1], like=Mask([2]))
    Mask([1])
    """
    kept = {k: v for k, v in vars(like).items() if k != "data"}
    return type(like)(wrappee, **{**kept, **more})


def _pair(size: Sequence[int]) -> tuple[int, int]:
    height, width = size
    return int(height), int(width)
