"""Train a small classifier on a folder of images.

    python classification.py [FOLDER]

FOLDER has a subfolder of images for each class; without one the bundled pictures serve.
"""

from __future__ import annotations

import sys

import torch
from dataset import image_folder
from torch import nn

import headrace.dynamic as ndd

EPOCHS = 4
BATCH = 16
SIDE = 64
MEAN = [0.485 * 255, 0.456 * 255, 0.406 * 255]
STD = [0.229 * 255, 0.224 * 255, 0.225 * 255]


def make_model(classes: int) -> nn.Module:
    """Three convolutions and a linear layer."""
    return nn.Sequential(
        nn.Conv2d(3, 16, 5, stride=2), nn.ReLU(),
        nn.Conv2d(16, 32, 3, stride=2), nn.ReLU(),
        nn.Conv2d(32, 64, 3, stride=2), nn.ReLU(),
        nn.AdaptiveAvgPool2d(4), nn.Flatten(), nn.Linear(64 * 16, classes),
    )  # fmt: skip


def main() -> None:
    """Read, decode, augment, train."""
    root = image_folder(*sys.argv[1:2])
    classes = sum(1 for folder in root.iterdir() if folder.is_dir())
    torch.manual_seed(1)
    ndd.random.set_seed(1)

    model = make_model(classes)
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)

    # Readers have a state: make one, and use it for all epochs.
    reader = ndd.readers.File(file_root=root, random_shuffle=True, pad_last_batch=True)
    print(f"{len(reader)} images of {classes} classes")

    for epoch in range(EPOCHS):
        total, right, count = 0.0, 0, 0
        for jpegs, labels in reader.next_epoch(batch_size=BATCH):
            # Each call returns at once. Decoding and all that follows run as one program per
            # image, in the background, and for the next batch while the model trains on this one.
            images = ndd.decoders.image(jpegs)
            images = ndd.resize(images, size=[SIDE, SIDE])
            images = ndd.crop_mirror_normalize(
                images, mirror=ndd.random.coin_flip(batch_size=BATCH), mean=MEAN, std=STD
            )
            x, y = images.torch(), labels.torch().flatten().long()

            scores = model(x)
            loss = nn.functional.cross_entropy(scores, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

            total += loss.item() * len(y)
            right += int((scores.argmax(1) == y).sum())
            count += len(y)
        print(f"epoch {epoch}: loss {total / count:.3f}, {right / count:.0%} right")


if __name__ == "__main__":
    main()
