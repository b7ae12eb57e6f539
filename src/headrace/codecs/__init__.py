"""Decoders that are not native, and a table of all codecs."""

from __future__ import annotations

from .. import _native
from . import bridge
from .limits import check_picture, max_pixels
from .table import Codec, table

__all__ = ["Codec", "check_picture", "max_pixels", "table"]


_native.set_image_decoders(bridge.peek, bridge.decode)
