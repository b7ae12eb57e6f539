"""Regions: rectangles that are overwritten."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import dynamic as ndd
from ...core import errors
from ...core.batch import Batch
from . import moves, pixel_ops
from .items import Items
from .pictures import Picture, argument


def erase(items: Items, start: Any, shape: Any, value: Any) -> None:
    """Overwrite rectangles by a number, one per channel, or "random" normal noise."""
    where = {
        "anchor": argument(moves.rows(start, items.n, 2).astype(np.float64)),
        "shape": argument(moves.rows(shape, items.n, 2).astype(np.float64)),
    }

    def pixels(picture: Picture, x: Batch) -> Any:
        if value == "random":
            keep = ndd.erase(ndd.ones_like(x), **where, axis_names="HW")
            noise = ndd.cast(ndd.random.normal(x), dtype=x.dtype)
            return x * keep + noise * (x.dtype.numpy.type(1) - keep)
        fill = [float(v) for v in np.atleast_1d(np.asarray(value)).ravel()]
        if len(fill) not in (1, picture.channels):
            raise errors.ArgumentError(f"{len(fill)} values for {picture.channels} channels")
        return ndd.erase(x, **where, fill_value=fill, axis_names="HW")

    value = value if isinstance(value, str) else np.asarray(value).tolist()
    pixel_ops.change(items, pixels, None)
