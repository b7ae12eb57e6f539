"""The limit on the size of images; native decoders apply the same one."""

from __future__ import annotations

import functools
import os

from .. import _native
from ..core import errors

MAX_PIXELS = 1 << 28  # a header that declares more is considered hostile


@functools.cache
def max_pixels() -> int:
    """The most pixels of an image: 2**28, or HEADRACE_MAX_PIXELS.

    The variable is read once, when the first image is decoded.
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


def check_picture(width: int, height: int, pixel_bytes: int = 4, what: str = "picture") -> None:
    """Raises ValueError for an image, or a part of one, that exceeds the limit.

    A pixel of more than four bytes counts several times. A row counts as at least 16 pixels.

    >>> check_picture(1 << 13, 1 << 13)
    >>> check_picture(1 << 40, 1 << 15)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: a picture of 1099511627776×32768 is more than the limit of ...
    """
    most = 2**62
    sizes = [max(0, min(int(n), most)) for n in (width, height, pixel_bytes)]
    if _native.picture_weight(*sizes) > max_pixels():
        each = f" of {pixel_bytes} bytes each" if pixel_bytes > 4 else ""
        raise ValueError(
            f"a {what} of {width}×{height}{each} is more than the limit of {max_pixels()} pixels, "
            "which HEADRACE_MAX_PIXELS can raise"
        )
