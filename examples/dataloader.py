"""Train a small CNN for an epoch, through a loader that looks like PyTorch's.

    python dataloader.py [FOLDER]

FOLDER has a subfolder of images for each class; without one, images of stripes and checks are made.
In the middle of the epoch another loader takes over, from the state of the first.
"""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
from pathlib import Path

import numpy as np
import PIL.Image
import torch
from torch import nn

import headrace.dynamic as ndd

BATCH = 32
SIDE = 32
IMAGES = 960  # to be made


def make_images() -> Path:
    """A folder with three classes: stripes across, stripes down, and checks, of many sizes."""
    root = Path(tempfile.mkdtemp(prefix="headrace_example_"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    rng = np.random.default_rng(1)
    names = ["across", "down", "checks"]
    for name in names:
        (root / name).mkdir()
    for i in range(IMAGES):
        height, width = rng.integers(40, 90, 2)
        y, x = np.mgrid[:height, :width] // rng.integers(5, 10)
        pattern = [y % 2, x % 2, (x + y) % 2][i % 3]
        dark, light = rng.integers(0, 100, 3), rng.integers(120, 255, 3)
        pixels = np.where(pattern[..., None], light, dark) + rng.normal(0, 10, (height, width, 3))
        image = PIL.Image.fromarray(pixels.clip(0, 255).astype(np.uint8))
        image.save(root / names[i % 3] / f"{i:03d}.jpg", quality=90)
    return root


def transform(jpegs: ndd.Batch, labels: ndd.Batch) -> dict[str, ndd.Batch]:
    """What becomes of a batch, in dynamic mode: it runs ahead of the loop, in the background."""
    images = ndd.decoders.image(jpegs)
    images = ndd.random_resized_crop(images, size=[SIDE, SIDE], random_area=[0.5, 1.0])
    flip = ndd.random.coin_flip(batch_size=images.batch_size)  # the last batch may be smaller
    images = ndd.crop_mirror_normalize(images, mirror=flip, mean=[127.5] * 3, std=[64.0] * 3)
    return {"image": images, "label": labels}


def make_loader(root: Path) -> ndd.pytorch.DataLoader:
    """The reader decides about the order, the transform about the rest."""
    reader = ndd.readers.File(file_root=root, random_shuffle=True)
    return ndd.pytorch.DataLoader(reader, transform, batch_size=BATCH, seed=1)


def main() -> None:
    """One epoch, in two halves."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else make_images()
    classes = sum(1 for folder in root.iterdir() if folder.is_dir())
    torch.manual_seed(1)
    model = nn.Sequential(
        nn.Conv2d(3, 16, 5, stride=2), nn.ReLU(),
        nn.Conv2d(16, 32, 3, stride=2), nn.ReLU(),
        nn.AdaptiveAvgPool2d(3), nn.Flatten(), nn.Linear(32 * 9, classes),
    )  # fmt: skip
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    losses = []

    def train(batch: dict[str, torch.Tensor]) -> None:
        loss = nn.functional.cross_entropy(model(batch["image"]), batch["label"].flatten().long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())

    loader = make_loader(root)
    total = len(loader)
    print(f"{len(loader.reader)} images of {classes} classes, {total} batches")
    for batch in loader:
        train(batch)
        if len(losses) == total // 2:
            break
    state = loader.state_dict()  # a dict of numbers and texts, for torch.save

    other = make_loader(root)  # as after a restart
    other.load_state_dict(state)
    for batch in other:
        train(batch)
    print(f"{total // 2} + {len(losses) - total // 2} batches")
    part = max(1, total // 5)
    print(f"loss {np.mean(losses[:part]):.3f} at first, {np.mean(losses[-part:]):.3f} at last")


if __name__ == "__main__":
    main()
