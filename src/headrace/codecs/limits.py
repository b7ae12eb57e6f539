"""How large a picture may be, for every decoder: native ones have the same measure."""

from __future__ import annotations

import functools
import os

from .. import _native
from ..core import errors

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


def check_picture(width: int, height: int, pixel_bytes: int = 4, what: str = "picture") -> None:
    """Raises ValueError for a picture, or a part of one, that is beyond the limit.

    A pixel of more than four bytes counts several times, and a row of a very tall picture as 16
    pixels at least.

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
