"""The programs that the documents print, as whole programs."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

from .dataset import write_images


@pytest.fixture
def root(tmp_path):
    return write_images(tmp_path / "images", 20)


@pytest.fixture
def threads():
    yield
    ndd.set_num_threads(None)


def classify(root, train_step, size: int, **more):
    ndd.set_num_threads(4)
    reader = ndd.readers.File(file_root=root, random_shuffle=True, **more)
    for _ in range(2):
        for jpegs, labels in reader.next_epoch(batch_size=size):
            images = ndd.decoders.image(jpegs)
            images = ndd.resize(images, size=[224, 224])
            images = ndd.crop_mirror_normalize(
                images,
                mean=[0.485 * 255, 0.456 * 255, 0.406 * 255],
                std=[0.229 * 255, 0.224 * 255, 0.225 * 255],
            )
            train_step(images.torch(), labels.torch())


def test_classification(root, threads):
    """The images of class folders, whole epochs, normalised, each with its label."""
    pytest.importorskip("torch")
    seen = []

    def train_step(images, labels):
        assert tuple(images.shape) == (5, 3, 224, 224)
        assert tuple(labels.shape) == (5, 1)
        red = images[:, 0] * 0.229 + 0.485  # from 0 to 1
        brightness = red.mean(dim=(1, 2)) * 255 / 8  # the number of the image
        seen.extend(zip(brightness.round().int().tolist(), labels.flatten().tolist()))

    classify(root, train_step, 5)
    expected = [(i, i % 3) for i in range(20)]
    assert sorted(seen[:20]) == sorted(seen[20:]) == expected
    assert seen[:20] != seen[20:] != expected


def test_classification_through_all_modes(root, threads):
    """The numbers do not depend on when things run, nor on a small prefetch queue."""
    pytest.importorskip("torch")
    results = []
    for mode in ndd.EvalMode:
        sums = []
        with mode:
            classify(root, lambda x, y, sums=sums: sums.append((x.sum().item(), y.tolist())), 8,
                     prefetch_queue_depth=1 + len(results))  # fmt: skip
        results.append(sums)
    assert all(r == results[0] for r in results)


def test_the_overview(root):
    """Read, decode, flip or not, and give both to a model."""
    flip_horizontal, flip_vertical, shapes = True, False, []
    dataset = ndd.readers.File(file_root=root)
    for jpegs, _ in dataset.next_epoch(batch_size=10):
        image = ndd.decoders.image(jpegs)
        flipped = ndd.flip(image, horizontal=flip_horizontal, vertical=flip_vertical)
        for a, b in zip(flipped, image):
            np.testing.assert_array_equal(a, np.asarray(b)[:, ::-1])
        shapes += image.shape
    assert shapes[0] == (20, 30, 3)
    assert len(shapes) == 20


def test_sharded_reading_with_a_checkpoint(root, tmp_path):
    """Two ranks; each draws, saves after its first batch, and goes on in another process."""
    pattern = str(tmp_path / "rank{rank}" / "ckpt_{{seq:04d}}.json")
    world_size = 2

    def make(rank):
        reader = ndd.readers.File(
            file_root=root, shard_id=rank, num_shards=world_size, stick_to_shard=True,
            pad_last_batch=True,
        )  # fmt: skip
        return reader, ndd.random.RNG(seed=42)

    def step(jpegs, rng):
        xy = ndd.random.uniform(batch_size=4, range=[0, 1], shape=2, rng=rng)
        crop_x, crop_y = xy.slice[0], xy.slice[1]
        images = ndd.crop(
            ndd.decoders.image(jpegs), crop=[8, 8], crop_pos_x=crop_x, crop_pos_y=crop_y
        )
        return np.asarray(ndd.as_tensor(images)).tobytes()

    whole, resumed, names = [], [], []
    for rank in range(world_size):
        reader, rng = make(rank)
        for jpegs, _ in reader.next_epoch(batch_size=4):
            whole.append(step(jpegs, rng))
            found = ndd.get_property(jpegs, key="source_info")
            names += [bytes(np.asarray(n)).decode() for n in found]

        reader, rng = make(rank)
        ckpt = ndd.checkpoint.Checkpoint()
        ckpt.register(reader, "my_reader")
        ckpt.register(rng, "rng")
        for jpegs, _ in reader.next_epoch(batch_size=4):
            resumed.append(step(jpegs, rng))
            break
        ckpt.collect()
        assert ckpt.save(pattern.format(rank=rank)).endswith("ckpt_0000.json")

        reader, rng = make(rank)[0], ndd.random.RNG()
        ckpt = ndd.checkpoint.Checkpoint()
        ckpt.load(pattern.format(rank=rank))
        ckpt.register(reader, "my_reader")
        ckpt.register(rng, "rng")
        for jpegs, _ in reader.next_epoch(batch_size=4):
            resumed.append(step(jpegs, rng))
    assert resumed == whole
    assert len(whole) == 6  # 10 images a rank, the last batch padded
    assert len(set(names)) == 20


def test_training_with_prefetch_and_augmentation(root):
    """Random augmentation in a generator that runs ahead: the same batches as in the plain loop."""

    def batches(seed: int):
        rng = ndd.random.RNG(seed)
        reader = ndd.readers.File(file_root=root, random_shuffle=True)
        for jpegs, labels in reader.next_epoch(batch_size=5):
            images = ndd.random_resized_crop(ndd.decoders.image(jpegs), size=[16, 16], rng=rng)
            angle = ndd.random.uniform(range=[-9, 9], batch_size=5, rng=rng)
            images = ndd.rotate(images, angle=angle, keep_size=True, fill_value=0)
            yield images, labels

    def content(pairs):
        return [(np.asarray(ndd.as_tensor(x)).tobytes(), [int(n) for n in y]) for x, y in pairs]

    assert content(ndd.prefetch(batches(7))) == content(batches(7))
    assert content(batches(7)) != content(batches(8))


def test_dynamic_mode_is_found_where_dali_keeps_it():
    import headrace.experimental.dynamic as again

    assert again is ndd
