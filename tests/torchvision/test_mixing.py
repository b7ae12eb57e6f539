"""MixUp and CutMix mix images and labels of a batch alike."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.torchvision import v2

torch = pytest.importorskip("torch")


def batch(n=6):
    """Images of one value each: n, C, H, W; and their labels."""
    values = torch.arange(n, dtype=torch.float32)
    return values[:, None, None, None].expand(n, 3, 20, 30).clone(), torch.arange(n)


@pytest.mark.parametrize("kind", [v2.MixUp, v2.CutMix])
def test_labels_say_what_images_show(kind):
    images, labels = batch()
    seen = set()
    for _ in range(20):
        made, shares = kind(num_classes=6)(images, labels)
        assert made.shape == images.shape and shares.shape == (6, 6)
        np.testing.assert_allclose(shares.sum(1), 1, atol=1e-6)
        expected = shares @ torch.arange(6.0)
        np.testing.assert_allclose(made.mean((1, 2, 3)), expected, atol=1e-4)
        seen.add(round(float(shares[1, 1]), 6))
    assert len(seen) > 10  # drawn anew for each call


@pytest.mark.parametrize("kind", [v2.MixUp, v2.CutMix])
def test_batches_of_ours(kind):
    images, labels = batch()
    values = ndd.as_batch(images.numpy(), layout="CHW")
    classes = ndd.as_batch(labels.numpy().astype(np.int32)[:, None])
    made, shares = kind(num_classes=6)(values, classes)
    assert isinstance(made, ndd.Batch) and made.shape == values.shape and made.layout == "CHW"
    expected = shares.torch() @ torch.arange(6.0)
    np.testing.assert_allclose(made.torch().mean((1, 2, 3)), expected, atol=1e-4)


def test_parameters(theirs):
    """The part that stays has the distribution of torchvision's."""
    images, labels = batch()
    for name in ("MixUp", "CutMix"):
        ours = [getattr(v2, name)(alpha=0.5).make_params([images])["lam"] for _ in range(600)]
        other = getattr(theirs, name)(alpha=0.5, num_classes=6)
        wanted = [float(other(images, labels)[1][1, 1]) for _ in range(600)]
        for moment in (1, 2):
            a, b = np.power(ours, moment), np.power(wanted, moment)
            assert abs(a.mean() - b.mean()) < 5 * np.sqrt((a.var() + b.var()) / 600)


def test_probabilities_as_labels():
    images, labels = batch()
    probabilities = torch.nn.functional.one_hot(labels, 6).to(torch.float32)
    made = v2.MixUp()({"x": images, "labels": probabilities})
    np.testing.assert_allclose(made["labels"].sum(1), 1, atol=1e-6)


def test_errors():
    images, labels = batch()
    with pytest.raises(ValueError, match="num_classes= is missing"):
        v2.MixUp()(images, labels)
    with pytest.raises(ValueError, match="takes a batch of images"):
        v2.MixUp(num_classes=6)(images[0], labels)
    with pytest.raises(ValueError, match="alpha must be positive"):
        v2.CutMix(alpha=0)
    with pytest.raises(ValueError, match="outside of 3 classes"):
        v2.MixUp(num_classes=3)(images, labels)
