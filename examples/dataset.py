"""The images that the examples read: a folder of yours, or a small one made of bundled pictures."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from importlib import resources
from pathlib import Path

import PIL.Image

COPIES = 8  # of each picture, each another part of it


def image_folder(given: str | None = None) -> Path:
    """A folder with a subfolder of images for each class; without one, 120 images in 15 classes."""
    if given is not None:
        return Path(given)
    root = Path(tempfile.mkdtemp(prefix="headrace_example_"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    pictures = resources.files("headrace.tools") / "demo_images"
    for picture in sorted(Path(str(pictures)).glob("*.jpg")):
        folder = root / picture.stem
        folder.mkdir()
        with PIL.Image.open(picture) as image:
            image.thumbnail((200, 200))
            for i in range(COPIES):
                x, y = i % 4 * image.width // 8, i // 4 * image.height // 4
                part = image.crop((x, y, x + image.width // 2, y + image.height // 2))
                part.save(folder / f"{i}.jpg", quality=90)
    return root
