"""Which engine decodes what: the codecs that are not native, and a table of all of them."""

from __future__ import annotations

import functools
import os

from .. import _native
from ..core import errors
from . import bridge
from .table import Codec, table

__all__ = ["Codec", "max_pixels", "table"]

MAX_PIXELS = 1 << 28  # of one picture: beyond it a header is taken for hostile


@functools.cache
def max_pixels() -> int:
    """The most pixels that a picture may have: 2**28, or what HEADRACE_MAX_PIXELS says.

    The variable is read once, when the first picture is decoded.
    """
    text = os.environ.get("HEADRACE_MAX_PIXELS")
    if not text:
        return MAX_PIXELS
    try:
        return max(0, min(int(float(text)), 2**62))
    except (ValueError, OverflowError):
        raise errors.ArgumentError(
            f"HEADRACE_MAX_PIXELS is not a number: {errors.brief(text)}"
        ) from None


_native.set_image_decoders(bridge.peek, bridge.decode)
