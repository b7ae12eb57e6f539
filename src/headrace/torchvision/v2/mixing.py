"""MixUp and CutMix: images of a batch mixed with each other, and their labels."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from ... import dynamic as ndd
from ...core import errors
from ...core.batch import Batch
from . import draws, leaves
from .items import flatten
from .transform import Params, Transform


class MixUp(Transform):
    """Images of a batch blended with their neighbours, and labels as probabilities.

    Takes a batch (N, C, H, W), a torch.Tensor or a Batch, and N labels: class numbers, with
    num_classes, or probabilities (N, classes). alpha: of the Beta distribution of what stays.
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        num_classes: int | None = None,
        labels_getter: Callable[[Any], Any] | str = "default",
    ) -> None:
        if alpha <= 0:
            raise errors.ArgumentError(f"alpha must be positive, got {alpha}")
        self.alpha = float(alpha)
        self.num_classes = num_classes
        self.labels_getter = labels_getter

    def make_params(self, flat_inputs: list[Any]) -> Params:
        """The part that stays, and the region (CutMix)."""
        return {"lam": float(draws.beta(1, self.alpha, self.alpha)[0])}

    def _mixed(self, images: Any, other: Any, params: Params) -> Any:
        return images * params["lam"] + other * (1 - params["lam"])

    def forward(self, *inputs: Any) -> Any:
        """Images and labels, mixed."""
        given = inputs if len(inputs) > 1 else inputs[0]
        values, restore = flatten(given)
        labels = self._labels(given, values)
        images = [v for v in values if v is not labels and _is_batch(v)]
        if not images:
            raise errors.ShapeError(
                f"{type(self).__name__} takes a batch of images (N, C, H, W) and their labels: "
                "put it behind the batches, not in front"
            )
        params = self.make_params(images)
        made = []
        for value in values:
            if value is labels:
                made.append(self._mixed_labels(value, params["lam"]))
            elif any(value is image for image in images):
                made.append(self._mixed_images(value, params))
            else:
                made.append(value)
        return restore(made)

    def _labels(self, inputs: Any, values: list[Any]) -> Any:
        if self.labels_getter != "default" and callable(self.labels_getter):
            return self.labels_getter(inputs)
        for one in inputs if isinstance(inputs, (tuple, list)) else (inputs,):
            if isinstance(one, dict) and "labels" in one:
                return one["labels"]
        found = [v for v in values if not _is_batch(v) and _sized(v) is not None]
        if not found:
            raise errors.ArgumentError("found no labels: give them too, or a labels_getter")
        return found[0]

    def _mixed_labels(self, labels: Any, part: float) -> Any:
        torch = sys.modules.get("torch")
        is_torch = leaves.is_torch(labels)
        if isinstance(labels, Batch):
            array = np.stack([np.asarray(t) for t in labels])
            array = array.reshape(len(array), -1) if array.ndim > 1 else array
            array = array[:, 0] if array.ndim == 2 and array.shape[1] == 1 else array
        else:
            array = labels.numpy() if is_torch else np.asarray(labels)
        if array.ndim == 1:
            if self.num_classes is None:
                raise errors.ArgumentError("labels are class numbers: num_classes= is missing")
            if array.size and not 0 <= array.min() <= array.max() < self.num_classes:
                raise errors.ArgumentError(f"a label lies outside of {self.num_classes} classes")
            array = np.eye(self.num_classes, dtype=np.float32)[array]
        array = array.astype(np.float32, copy=False)
        made = array * np.float32(part) + np.roll(array, 1, 0) * np.float32(1 - part)
        if is_torch and torch is not None:
            return torch.from_numpy(made)
        return ndd.as_batch(made) if isinstance(labels, Batch) else made

    def _mixed_images(self, images: Any, params: Params) -> Any:
        if isinstance(images, Batch):
            n = images.batch_size
            other = images.select([(k - 1) % n for k in range(n)])
            return ndd.cast(self._mixed(images, other, params), dtype=images.dtype)
        return self._mixed(images, images.roll(1, 0), params).to(images.dtype)


class CutMix(MixUp):
    """A random rectangle of each image replaced by that of its neighbour, labels by its area."""

    def make_params(self, flat_inputs: list[Any]) -> Params:
        """The part that stays, and the region: top, left, bottom, right."""
        part = float(draws.beta(1, self.alpha, self.alpha)[0])
        height, width = _sides(flat_inputs[0])
        half = 0.5 * np.sqrt(1 - part)
        y, x = draws.uniform(2) * [height, width]
        y, x = int(y), int(x)
        top, bottom = max(y - int(half * height), 0), min(y + int(half * height), height)
        left, right = max(x - int(half * width), 0), min(x + int(half * width), width)
        kept = 1 - (bottom - top) * (right - left) / (height * width)
        return {"lam": float(kept), "box": (top, left, bottom, right)}

    def _mixed_images(self, images: Any, params: Params) -> Any:
        top, left, bottom, right = params["box"]
        if not isinstance(images, Batch):
            made = images.clone()
            made[..., top:bottom, left:right] = images.roll(1, 0)[..., top:bottom, left:right]
            return made
        n = images.batch_size
        other = images.select([(k - 1) % n for k in range(n)])
        where: dict[str, Any] = {
            "anchor": [float(top), float(left)],
            "shape": [float(bottom - top), float(right - left)],
            "axis_names": "HW",
        }
        inside = ndd.erase(ndd.ones_like(images), **where)
        return ndd.erase(images, **where) + other * (images.dtype.numpy.type(1) - inside)


def _sized(value: Any) -> int | None:
    if isinstance(value, Batch):
        return value.batch_size
    return len(value) if hasattr(value, "ndim") and value.ndim else None


def _is_batch(value: Any) -> bool:
    if isinstance(value, Batch):
        return value.ndim == 3
    return leaves.is_torch(value) and value.ndim >= 4


def _sides(value: Any) -> tuple[int, int]:
    """Height and width of a batch whose images have equal sizes."""
    if not isinstance(value, Batch):
        return tuple(value.shape[-2:])
    shapes = set(value.shape)
    if len(shapes) > 1:
        raise errors.ShapeError(f"images of one size are mixed, got {sorted(shapes)}")
    shape, layout = shapes.pop(), value.layout or "CHW"
    return shape[layout.index("H")], shape[layout.index("W")]
