"""Train the classifier of classification.py from a pipeline, through an iterator.

    python pipeline_pytorch.py [FOLDER]

FOLDER has a subfolder of images for each class; without one the bundled pictures serve. A program
for DALI looks the same, with `nvidia.dali` in the place of `headrace`.
"""

from __future__ import annotations

import sys
from typing import Any

import torch
from classification import BATCH, EPOCHS, MEAN, SIDE, STD, make_model
from dataset import image_folder
from torch import nn

import headrace.fn as fn
from headrace import pipeline_def
from headrace.plugin.pytorch import DALIClassificationIterator, LastBatchPolicy


@pipeline_def(batch_size=BATCH, num_threads=2, device_id=None, seed=1)
def training(root: str) -> Any:
    """Runs once, to say what is done with every image; `root` is where they are."""
    jpegs, labels = fn.readers.file(
        file_root=root, random_shuffle=True, pad_last_batch=True, name="images"
    )
    images = fn.decoders.image(jpegs)
    images = fn.resize(images, size=[SIDE, SIDE])
    images = fn.crop_mirror_normalize(images, mirror=fn.random.coin_flip(), mean=MEAN, std=STD)
    return images, labels


def main() -> None:
    """Read, decode, augment, train."""
    root = image_folder(*sys.argv[1:2])
    classes = sum(1 for folder in root.iterdir() if folder.is_dir())
    torch.manual_seed(1)
    model = make_model(classes)
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)

    # The iterator knows from the reader when an epoch ends. PARTIAL: the last batch is as small as
    # it has to be, without the padding of the reader.
    loader = DALIClassificationIterator(
        training(str(root)), reader_name="images", last_batch_policy=LastBatchPolicy.PARTIAL
    )
    print(f"{len(loader)} batches of {BATCH} images of {classes} classes")

    for epoch in range(EPOCHS):
        total, right, count = 0.0, 0, 0
        for batch in loader:
            # One entry for each pipeline. Its tensors are over the memory that the pipeline wrote
            # into; while the model trains on them, the next batches are being made.
            x, y = batch[0]["data"], batch[0]["label"].flatten().long()

            scores = model(x)
            loss = nn.functional.cross_entropy(scores, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

            total += loss.item() * len(y)
            right += int((scores.argmax(1) == y).sum())
            count += len(y)
        print(f"epoch {epoch}: {count} images, loss {total / count:.3f}, {right / count:.0%} right")


if __name__ == "__main__":
    main()
