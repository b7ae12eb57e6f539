"""Train a linear classifier with JAX from a pipeline, and go on from a checkpoint.

    python pipeline_jax.py [FOLDER]

FOLDER has a subfolder of images for each class; without one the bundled pictures serve.
"""

from __future__ import annotations

import sys
from typing import Any

import jax
import jax.numpy as jnp
from dataset import image_folder

import headrace.fn as fn
from headrace import types
from headrace.plugin.base_iterator import LastBatchPolicy
from headrace.plugin.jax import data_iterator

EPOCHS = 6
BATCH = 16
SIDE = 16


@data_iterator(
    output_map=["images", "labels"],
    reader_name="reader",
    last_batch_policy=LastBatchPolicy.DROP,  # all batches have one shape: nothing compiles twice
    auto_reset=True,
)
def training(root: str) -> Any:
    """Says what is done with every image; a call makes an iterator over a pipeline."""
    jpegs, labels = fn.readers.file(file_root=root, random_shuffle=True, name="reader")
    images = fn.decoders.image(jpegs)
    images = fn.resize(images, size=[SIDE, SIDE])
    images = fn.flip(images, horizontal=fn.random.coin_flip())
    return fn.cast(images, dtype=types.FLOAT) / 127.5 - 1, labels[0]


def loss_of(weights: jax.Array, images: jax.Array, labels: jax.Array) -> jax.Array:
    """Cross entropy of a linear classifier."""
    flat = images.reshape(len(images), -1)
    scores = jax.nn.log_softmax(flat @ weights[:-1] + weights[-1])
    return -jnp.take_along_axis(scores, labels[:, None], axis=1).mean()


@jax.jit
def step(weights: jax.Array, images: jax.Array, labels: jax.Array) -> tuple[jax.Array, jax.Array]:
    """One step of gradient descent."""
    loss, gradient = jax.value_and_grad(loss_of)(weights, images, labels)
    return weights - 0.02 * gradient, loss


def main() -> None:
    """Train; then show that a second iterator goes on where the first one is."""
    root = image_folder(*sys.argv[1:2])
    classes = sum(1 for folder in root.iterdir() if folder.is_dir())
    weights = jnp.zeros((SIDE * SIDE * 3 + 1, classes))

    batches = training(str(root), batch_size=BATCH, num_threads=2, seed=1)
    print(f"{len(batches)} batches of {BATCH} images of {classes} classes")
    for epoch in range(EPOCHS):
        losses = []
        for batch in batches:  # a dict of arrays over the memory of the pipeline's outputs
            weights, loss = step(weights, **batch)
            losses.append(loss)
        print(f"epoch {epoch}: loss {jnp.stack(losses).mean():.3f}")

    next(batches)
    again = training(str(root), batch_size=BATCH, checkpoints=batches.checkpoints())
    same = jax.tree.map(lambda a, b: bool((a == b).all()), next(batches), next(again))
    print(f"the same batch after a restart: {all(same.values())}")


if __name__ == "__main__":
    main()
