"""GIF, JPEG 2000, AVIF and compressed TIFF by Pillow; PNG and WebP if they are not built in.

Calls Pillow's plugins directly: `PIL.Image.open` would also try other formats, and apply Pillow's
limit on pixels instead of ours.
"""

from __future__ import annotations

import importlib
import io
import math
from typing import Any

import numpy as np

from ..core.locks import ForkLock
from . import jpeg2000

PLUGINS = {
    "GIF": ("GifImagePlugin", "GifImageFile"),
    "JPEG 2000": ("Jpeg2KImagePlugin", "Jpeg2KImageFile"),
    "AVIF": ("AvifImagePlugin", "AvifImageFile"),
    "TIFF": ("TiffImagePlugin", "TiffImageFile"),
    "PNG": ("PngImagePlugin", "PngImageFile"),
    "WebP": ("WebPImagePlugin", "WebPImageFile"),
}
FEATURES = {"JPEG 2000": "jpg_2000", "AVIF": "avif", "TIFF": "libtiff", "WebP": "webp"}
TURNED = ("AVIF", "PNG", "WebP")  # formats whose Exif data may hold an orientation
ORIENTATION = 0x0112
_HUGE = ForkLock(whole=True)

# Pillow's mode → the mode to convert to, its channels, its element type.
MODES: dict[str, tuple[str, int, str]] = {
    "1": ("L", 1, "uint8"),
    "L": ("L", 1, "uint8"),
    "LA": ("LA", 2, "uint8"),
    "La": ("LA", 2, "uint8"),
    "RGB": ("RGB", 3, "uint8"),
    "RGBX": ("RGB", 3, "uint8"),
    "RGBA": ("RGBA", 4, "uint8"),
    "RGBa": ("RGBA", 4, "uint8"),
    "PA": ("RGBA", 4, "uint8"),
    "CMYK": ("RGBA", 4, "uint8"),
    "YCbCr": ("RGB", 3, "uint8"),
    "LAB": ("RGB", 3, "uint8"),
    "I;16": ("I;16", 1, "uint16"),
    "I;16L": ("I;16L", 1, "uint16"),
    "I;16B": ("I;16B", 1, "uint16"),
    "F": ("F", 1, "float32"),
}


class PillowPicture:
    """A file opened by a Pillow plugin."""

    def __init__(self, image: Any, orientation: int) -> None:
        mode = image.mode
        if mode == "P":
            mode = "PA" if "transparency" in image.info else "RGB"
        if mode not in MODES:
            raise ValueError(f"pixels of the kind {image.mode} are not supported")
        self.image = image
        self.mode, self.channels, self.dtype = MODES[mode]
        self.width, self.height = image.size
        self.orientation = orientation

    def load(self) -> None:
        """Decodes. Disables Pillow's limit on pixels, as ours has been checked already."""
        from PIL import Image

        if self.width * self.height <= (Image.MAX_IMAGE_PIXELS or math.inf):
            self.image.load()
            return
        with _HUGE:  # the limit is global: one thread at a time, then restore it
            limit, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
            try:
                self.image.load()
            finally:
                Image.MAX_IMAGE_PIXELS = limit

    def pixels(self) -> np.ndarray[Any, Any]:
        self.load()
        image = self.image if self.image.mode == self.mode else self.image.convert(self.mode)
        return np.asarray(image)


def supported(format: str) -> bool:
    """Whether this Pillow was built with support for the format."""
    from PIL import features

    name = FEATURES.get(format)
    try:
        return name is None or bool(features.check(name))
    except ValueError:  # an older Pillow does not know this feature
        return False


def open_image(format: str, data: bytes) -> Any:
    """The image object of the format's plugin."""
    if not supported(format):
        need = "pip install 'pillow>=11.3'" if format == "AVIF" else "pip install --upgrade pillow"
        raise ValueError(f"this Pillow was built without it ({need})")
    if format == "JPEG 2000":
        jpeg2000.check(data)
    module, name = PLUGINS[format]
    plugin = getattr(importlib.import_module(f"PIL.{module}"), name)
    return plugin(io.BytesIO(data))


def open_picture(format: str, data: bytes) -> PillowPicture:
    """The first frame of a file."""
    image = open_image(format, data)
    orientation = image.getexif().get(ORIENTATION, 1) if format in TURNED else 1
    return PillowPicture(image, orientation if orientation in range(1, 9) else 1)
