"""Transforms: one draw an image, joint geometry, containers, distributions."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.torchvision import tv_tensors, v2
from headrace.torchvision.v2 import functional as F

from .conftest import photo


def images(n=6, **size):
    return ndd.batch([photo(seed=k, **size) for k in range(n)], layout="HWC")


def arrays(batch):
    return [np.asarray(x) for x in batch]


# Transforms that keep the size, and take bytes and colours.
RANDOM = [
    v2.RandomHorizontalFlip(),
    v2.RandomVerticalFlip(),
    v2.RandomCrop(40, padding=5),
    v2.RandomResizedCrop(32),
    v2.RandomRotation(30),
    v2.RandomAffine(20, (0.1, 0.2), (0.8, 1.2), 10, "bilinear"),
    v2.RandomPerspective(p=0.5),
    v2.RandomZoomOut(),
    v2.RandomErasing(),
    v2.RandomResize(20, 60),
    v2.RandomShortestSize([20, 30], 50),
    v2.ScaleJitter((60, 60)),
    v2.ColorJitter(0.4, 0.4, 0.4, 0.1),
    v2.RandomPhotometricDistort(),
    v2.RandomGrayscale(0.5),
    v2.RandomInvert(),
    v2.RandomPosterize(3),
    v2.RandomSolarize(100),
    v2.RandomAdjustSharpness(2),
    v2.RandomAutocontrast(),
    v2.RandomEqualize(),
    v2.GaussianBlur(5),
    v2.RandomChannelPermutation(),
    v2.JPEG((20, 80)),
    v2.RandAugment(),
    v2.TrivialAugmentWide(),
    v2.AutoAugment("imagenet"),
    v2.AutoAugment("cifar10"),
    v2.AutoAugment("svhn"),
    v2.AugMix(),
    v2.RandomApply([v2.Resize(20), v2.RandomInvert(1.0)]),
    v2.RandomChoice([v2.Resize(20), v2.CenterCrop(30)]),
    v2.RandomOrder([v2.RandomInvert(1.0), v2.RandomPosterize(2, 1.0), v2.CenterCrop(30)]),
]
IDS = [type(t).__name__ for t in RANDOM]


@pytest.mark.parametrize("transform", RANDOM, ids=IDS)
def test_a_batch_is_its_images_one_by_one(transform):
    """With the parameters of the batch, every single image becomes what it became in the batch."""
    batch = images()
    params = transform.make_params([batch])
    made = arrays(transform.transform(batch, params))
    for k, want in enumerate(made):
        row = {n: v[k : k + 1] if isinstance(v, np.ndarray) else v for n, v in params.items()}
        one = transform.transform(batch.select([k]), row)
        np.testing.assert_array_equal(arrays(one)[0], want)


@pytest.mark.parametrize("transform", RANDOM, ids=IDS)
def test_images_of_a_batch_differ(transform):
    same = ndd.batch([photo()] * 24, layout="HWC")
    made = arrays(transform(same))
    assert len({x.shape for x in made}) > 1 or len({x.tobytes() for x in made}) > 1


@pytest.mark.parametrize("transform", RANDOM, ids=IDS)
def test_repr_and_pickle(transform):
    import pickle

    assert type(transform).__name__ in repr(transform)
    again = pickle.loads(pickle.dumps(transform))
    assert again(images(2)).batch_size == 2


def test_probabilities():
    n = 2000
    tiny = ndd.batch([np.arange(12, dtype=np.uint8).reshape(2, 2, 3)] * n, layout="HWC")
    for p in (0.0, 0.25, 1.0):
        made = np.stack(arrays(v2.RandomHorizontalFlip(p)(tiny)))
        share = (made[:, 0, 0, 0] == 3).mean()
        assert abs(share - p) <= 4 * np.sqrt(p * (1 - p) / n)
    chosen = v2.RandomChoice([v2.Identity(), v2.RandomInvert(1.0)], p=[3, 1])
    made = np.stack(arrays(chosen(tiny)))
    assert abs((made[:, 0, 0, 0] == 255).mean() - 0.25) < 0.04


def test_distribution_of_crops(theirs):
    """Areas, proportions and places of RandomResizedCrop are those of torchvision."""
    torch = pytest.importorskip("torch")
    x = torch.zeros(3, 75, 100, dtype=torch.uint8)
    n = 1500
    wanted = [theirs.RandomResizedCrop(8).make_params([x]) for _ in range(n)]
    wanted = np.array([[p["top"], p["left"], p["height"], p["width"]] for p in wanted])
    params = v2.RandomResizedCrop(8).make_params(
        [ndd.batch([np.zeros((75, 100, 3))] * n, layout="HWC")]
    )
    made = np.concatenate([params["start"], params["shape"]], 1)
    for a, b in zip(made.T, wanted.T):
        assert abs(a.mean() - b.mean()) < 5 * np.sqrt((a.var() + b.var()) / n)
        assert abs(a.std() / b.std() - 1) < 0.12
    assert (made[:, :2] >= 0).all() and (made[:, :2] + made[:, 2:] <= [75, 100]).all()


def test_distribution_of_affine_maps(theirs):
    torch = pytest.importorskip("torch")
    x, n = torch.zeros(3, 75, 100, dtype=torch.uint8), 1500
    given = {"degrees": (-10, 30), "translate": (0.1, 0.3), "scale": (0.5, 2), "shear": (-5, 9)}
    wanted = [theirs.RandomAffine(**given).make_params([x]) for _ in range(n)]
    made = v2.RandomAffine(**given).make_params(
        [ndd.batch([np.zeros((75, 100, 3))] * n, layout="HWC")]
    )
    for name in ("angle", "translate", "scale", "shear"):
        a, b = made[name].reshape(n, -1), np.array([p[name] for p in wanted]).reshape(n, -1)
        close = 5 * np.sqrt((a.var(0) + b.var(0)) / n)
        assert (np.abs(a.mean(0) - b.mean(0)) <= close + 1e-12).all(), name


def test_torch_seed_decides(tensor):
    torch = pytest.importorskip("torch")
    transform = v2.Compose([v2.RandomResizedCrop(20), v2.ColorJitter(0.5, 0.5, 0.5, 0.2)])
    torch.manual_seed(3)
    first = [transform(tensor) for _ in range(3)]
    torch.manual_seed(3)
    again = [transform(tensor) for _ in range(3)]
    assert all(torch.equal(a, b) for a, b in zip(first, again))
    assert not torch.equal(first[0], first[1])


JOINT = [t for t in RANDOM[:12] if not isinstance(t, v2.RandomErasing)]


@pytest.mark.parametrize("transform", JOINT, ids=[type(t).__name__ for t in JOINT])
def test_masks_and_boxes_follow_their_image(transform):
    """An image that is its own mask: what the mask shows is what the image shows."""
    n = 5
    masks = [np.zeros((75, 100, 1), np.uint8) for _ in range(n)]
    for k, m in enumerate(masks):
        m[20 : 50 + k, 30:80] = 255
    batch = ndd.batch([np.repeat(m, 3, 2) for m in masks], layout="HWC")
    mask = tv_tensors.Mask(ndd.batch(masks, layout="HWC"))
    boxes = tv_tensors.BoundingBoxes(
        ndd.batch([np.float32([[30, 20, 80, 50 + k]]) for k in range(n)]),
        format="XYXY",
        canvas_size=(75, 100),
    )
    shown, marked, moved = transform(batch, mask, boxes)
    for picture, m, box in zip(arrays(shown), arrays(marked.data), arrays(moved.data)):
        assert picture.shape[:2] == m.shape[:2]
        unlike = (picture[..., 0] > 127) != (m[..., 0] > 127)
        assert unlike.sum() <= sum(m.shape[:2])  # along the edge, where one is interpolated
        rows, columns = np.nonzero(m[..., 0])
        left, top, right, bottom = box[0]
        if len(rows):
            assert columns.min() >= left - 1.5 and columns.max() < right + 1.5
            assert rows.min() >= top - 1.5 and rows.max() < bottom + 1.5


def test_a_tensor_with_boxes_shares_one_draw(markers, tensor):
    torch = pytest.importorskip("torch")
    stack = torch.stack([tensor] * 4)
    boxes = markers.BoundingBoxes(
        torch.tensor([[1.0, 2, 30, 40]]), format="XYXY", canvas_size=(75, 100)
    )
    made, moved = v2.RandomAffine(30, (0.2, 0.2))(stack, boxes)
    assert all(torch.equal(x, made[0]) for x in made)
    assert isinstance(moved, markers.BoundingBoxes) and not torch.equal(moved, boxes)
    alone = v2.RandomAffine(30, (0.2, 0.2))(stack)
    assert not all(torch.equal(x, alone[0]) for x in alone)


def test_compose_is_one_program():
    """The steps of a chain are fused, also where every image has parameters of its own."""
    colours = [v2.ToImage(), v2.ToDtype("float32", scale=True), v2.Normalize([0.5], [0.5])]
    fixed = [v2.Resize((40, 50)), v2.CenterCrop(32), v2.RandomHorizontalFlip(1.0)]
    drawn = [v2.RandomCrop(60), v2.RandomRotation(30), v2.RandomResizedCrop(32)]
    for geometry, count in ((fixed, 4), (drawn, 5)):
        with ndd.EvalMode.deferred:
            text = str(ndd.explain(v2.Compose([*geometry, *colours])(images(8))))
        assert f"{count} calls fused into one program" in text.splitlines()[0]
        assert "stage 1" not in text


def test_normalize_is_what_it_says(tensor, theirs):
    torch = pytest.importorskip("torch")
    mean, std = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]

    def chain(v):
        return v.Compose([v.ToDtype(torch.float32, scale=True), v.Normalize(mean, std)])

    assert (chain(v2)(tensor) - chain(theirs)(tensor)).abs().max() < 1e-5


def test_functions_of_others(tensor):
    """Any callable may stand in a chain: it gets what Compose was called with."""
    seen = []

    def look(image, label):
        seen.append((type(image), label))
        return image, label + 1

    torch = pytest.importorskip("torch")
    image, label = v2.Compose([v2.Resize(20), look, v2.CenterCrop(10)])(tensor, 4)
    assert image.shape == (3, 10, 10) and label == 5 and seen == [(torch.Tensor, 4)]
    doubled = v2.Compose([v2.Lambda(lambda x: x * 2, torch.Tensor), v2.CenterCrop(10)])(tensor)
    assert torch.equal(doubled, F.center_crop(tensor * 2, 10))


def test_a_forward_of_ones_own(tensor):
    class Twice(v2.Transform):
        def forward(self, image, label):
            return image, (label, label)

    torch = pytest.importorskip("torch")
    image, labels = v2.Compose([v2.Resize(20), Twice(), v2.CenterCrop(10)])(tensor, 1)
    assert image.shape == (3, 10, 10) and labels == (1, 1)
    crops = v2.Compose([v2.FiveCrop(20), v2.ToDtype(torch.float32, scale=True)])(tensor)
    assert len(crops) == 5
    stack = torch.stack([tensor] * 2).to(torch.float32)
    mixed, shares = v2.Compose([v2.Resize(8), v2.MixUp(num_classes=2)])(stack, torch.tensor([0, 1]))
    assert mixed.shape == (2, 3, 8, 10) and shares.shape == (2, 2)


def test_a_transform_of_ones_own(tensor):
    class Shift(v2.Transform):
        def make_params(self, flat_inputs):
            return {"by": 3}

        def transform(self, inpt, params):
            return inpt + params["by"]

    torch = pytest.importorskip("torch")
    image, label = v2.Compose([Shift(), v2.CenterCrop(10)])(tensor, 1)
    assert torch.equal(image, F.center_crop(tensor + 3, 10)) and label == 1


def test_erasing_with_noise():
    x = ndd.batch([np.full((40, 50, 3), 7, np.float32)] * 8, layout="HWC")
    made = np.stack(arrays(v2.RandomErasing(1.0, value="random")(x)))
    changed = (made != 7).any(-1).mean((1, 2))
    assert ((changed > 0.015) & (changed < 0.35)).all()
    noise = made[(made != 7).any(-1)]
    assert abs(noise.mean()) < 0.1 and abs(noise.std() - 1) < 0.1
    with pytest.raises(ValueError, match='numbers or "random"'):
        v2.RandomErasing(value="noise")


def test_noise():
    x = ndd.batch([np.full((40, 50, 3), 0.5, np.float32)] * 2, layout="HWC")
    made = np.stack(arrays(v2.GaussianNoise(0.1, 0.05)(x)))
    assert abs(made.mean() - 0.6) < 0.005 and abs(made.std() - 0.05) < 0.005
