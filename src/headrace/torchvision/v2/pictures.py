"""Images and masks on their way through transforms, as Batches of the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import dynamic as ndd
from ...core import errors
from ...core.batch import Batch
from ...core.dtype import DType
from ...core.slots import slots

Array = np.ndarray[Any, np.dtype[Any]]


def argument(values: Any) -> Any:
    """A row for each sample, as operators take it: one constant where all rows are equal."""
    values = np.asarray(values)
    if len(values) == 1:
        return values[0].tolist()
    kind = {"f": np.float32, "b": np.int32, "i": np.int32}.get(values.dtype.kind)
    values = values if kind is None else values.astype(kind)
    if (values == values[:1]).all():
        return values[0].tolist()
    return constant(values)


def constant(values: Array) -> Batch:
    """A Batch of rows that never change: calls on writable memory of others would run at once."""
    own = np.array(values)
    own.flags.writeable = False
    return ndd.as_batch(own)


def operand(values: Any, x: Batch) -> Any:
    """The same for arithmetic with `x`, where both have to be on one device."""
    made = argument(values)
    return made.to_device(x.device) if isinstance(made, Batch) else made


class Picture:
    """Samples as a Batch of layout HWC or CHW.

    Note [Pending scale]
    ToDtype(scale=True) and Normalize are one linear function per channel together. They only change
    `scale`; the next transform that needs pixels, or the end, computes them in one step, which also
    changes the order of the axes.
    """

    def __init__(
        self,
        x: Batch,
        *,
        kind: str,
        finish: Callable[[Picture], Any],
        mask: bool = False,
        name: str = "Image",
        sizes: Array | None = None,
    ) -> None:
        if x.layout not in ("HWC", "CHW"):
            raise errors.LayoutError(
                f"images have the layout HWC or CHW, got {x.layout} with {x.ndim} axes: "
                'say what the axes are with layout="HWC" or layout="CHW"'
            )
        self._x = x
        self.kind = kind  # what it came as: "pillow", "tensor", "batch"
        self.finish = finish
        self.mask = mask
        self.name = name  # class name, for fill values by type
        self.scale: tuple[Array, Array, DType] | None = None  # mean, std, element type
        self._sizes = sizes
        self._channels: int | None = None

    @property
    def count(self) -> int:
        """Number of samples."""
        return self._x.batch_size

    @property
    def dtype(self) -> DType:
        """Element type."""
        return self.scale[2] if self.scale else self._x.dtype

    @property
    def sizes(self) -> Array:
        """Height and width of each sample."""
        if self._sizes is None:
            self._read_shapes()
        return self._sizes  # type: ignore[return-value]

    def _read_shapes(self) -> None:
        """Sizes and channels, read once: transforms tell what becomes of them."""
        last = self._x.layout == "HWC"
        shapes = np.array(self._x.shape).reshape(-1, 3)
        self._sizes = shapes[:, :2] if last else shapes[:, 1:]
        self._channels = int(shapes[0, 2 if last else 0]) if len(shapes) else 1

    @property
    def axes(self) -> tuple[int, int]:
        """The places of height and width."""
        return (0, 1) if self._x.layout == "HWC" else (1, 2)

    @property
    def channels(self) -> int:
        """Number of channels."""
        if self._channels is None:
            self._read_shapes()
        return self._channels  # type: ignore[return-value]

    # ---- pixels --------------------------------------------------------------------------------

    def pixels(self, layout: str | None = None) -> Batch:
        """The Batch, in this order of axes (by default in that it has)."""
        wanted = layout or str(self._x.layout)
        if self.scale is not None:
            mean, std, dtype = self.scale
            self.scale = None
            self._x = ndd.crop_mirror_normalize(
                self._x, mean=mean.tolist(), std=std.tolist(), dtype=dtype, output_layout=wanted
            )
        elif self._x.layout != wanted:
            perm = [1, 2, 0] if wanted == "HWC" else [2, 0, 1]
            self._x = ndd.transpose(self._x, perm=perm)
        return self._x

    def put(self, x: Batch, sizes: Array | None = None, channels: int | None = None) -> None:
        """Replace the pixels; sizes and channels where they have changed."""
        self._x = x
        self._channels = channels or self._channels
        if sizes is not None:
            self._sizes = np.broadcast_to(sizes, (self.count, 2))

    def change(self, function: Callable[[Batch], Batch], layout: str | None = None) -> None:
        """Put a function of the pixels in their place; sizes stay."""
        self._x = function(self.pixels(layout))

    def normalize(self, mean: Any, std: Any, dtype: DType) -> None:
        """(x - mean) / std, later: Note [Pending scale]."""
        mean, std = np.asarray(mean, np.float64), np.asarray(std, np.float64)
        if self.scale is not None and self.scale[2] is dtype:
            before, unit, _ = self.scale
            mean, std = before + mean * unit, unit * std
        else:
            self.pixels()
        self.scale = (np.atleast_1d(mean), np.atleast_1d(std), dtype)

    # ---- parts ---------------------------------------------------------------------------------

    def like(self, x: Batch, sizes: Array | None) -> Picture:
        """Another picture of the same origin."""
        made = Picture.__new__(Picture)
        made.__dict__.update(self.__dict__)
        made._x, made._sizes = x, sizes
        return made

    def part(self, here: list[int]) -> Picture:
        """Some of the samples."""
        sizes = None if self._sizes is None else self._sizes[here]
        return self.like(slots.select(self._x, here), sizes)

    def joined(self, parts: list[Picture], order: list[int]) -> Picture:
        """The samples of all parts, in an order: `order[k]` is the place of result k in them."""
        first = parts[0]
        alike = len({p._x.layout for p in parts}) == 1 and not any(p.scale for p in parts)
        batches = [p.pixels(None if alike else "HWC") for p in parts]
        made = batches[0]
        for other in batches[1:]:
            if made.dtype is not other.dtype:
                raise errors.DTypeError(
                    f"some images of a batch became {made.dtype.full_name}, others "
                    f"{other.dtype.full_name}: convert all of them before or after the random step"
                )
            both = list(range(made.batch_size + other.batch_size))
            made = slots.merge(made, other, both, made._m, "torchvision")
        known = all(p._sizes is not None for p in parts)
        sizes = np.concatenate([p.sizes for p in parts])[order] if known else None
        done = first.like(slots.select(made, order), sizes)
        done.scale = None
        done._channels = None
        return done
