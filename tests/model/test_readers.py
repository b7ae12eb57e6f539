"""What the documents say of readers."""

from __future__ import annotations

import inspect
import warnings

import numpy as np
import pytest

import headrace.dynamic as ndd

from .dataset import CLASSES, numbers, write_files, write_images


@pytest.fixture
def files(tmp_path):
    return write_files(tmp_path / "files", 10)


def epoch(reader, size: int) -> list[list[int]]:
    return [numbers(contents) for contents, _ in reader.next_epoch(batch_size=size)]


def flat(parts: list[list]) -> list:
    return [x for part in parts for x in part]


# ---- stateful objects ------------------------------------------------------------------------


def test_a_reader_serves_all_epochs(tmp_path):
    reader = ndd.readers.File(file_root=write_images(tmp_path, 9), random_shuffle=True)
    seen = []
    for _ in range(3):
        count = 0
        for jpegs, labels in reader.next_epoch(batch_size=3):
            assert isinstance(jpegs, ndd.Batch)
            assert isinstance(labels, ndd.Batch)
            count += jpegs.batch_size
        seen.append(count)
    assert seen == [9, 9, 9]


def test_shuffling_goes_on_from_epoch_to_epoch(files):
    reader = ndd.readers.File(files=files, random_shuffle=True, seed=3)
    first, second = (flat(epoch(reader, 5)) for _ in range(2))
    assert first != second
    assert sorted(first) == sorted(second) == list(range(10))
    again = ndd.readers.File(files=files, random_shuffle=True, seed=3)
    assert flat(epoch(again, 5)) == first  # a new reader begins anew


def test_without_shuffling_files_come_in_their_order(files):
    assert epoch(ndd.readers.File(files=files), 5) == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]


def test_a_last_batch_is_filled_from_the_next_epoch(files):
    reader = ndd.readers.File(files=files)
    assert epoch(reader, 4) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1]]
    assert epoch(reader, 4)[0] == [2, 3, 4, 5]


def test_labels_count_the_class_folders(tmp_path):
    reader = ndd.readers.File(file_root=write_images(tmp_path, 6))
    for jpegs, labels in reader.next_epoch(batch_size=6):
        names = [ndd.get_property(jpegs, key="source_info").select(i) for i in range(6)]
        folders = [bytes(np.asarray(n)).decode().split("/")[0] for n in names]
        assert folders == [CLASSES[int(label[0])] for label in labels]
        assert labels.dtype == ndd.int32
        assert labels.shape == [(1,)] * 6


def test_outputs_are_on_the_cpu(files):
    for contents, labels in ndd.readers.File(files=files).next_epoch(batch_size=5):
        assert contents.device == labels.device == "cpu"
        assert contents.dtype == ndd.uint8


def test_labels_become_torch_tensors(files):
    pytest.importorskip("torch")
    for _, labels in ndd.readers.File(files=files).next_epoch(batch_size=5):
        assert tuple(labels.torch().shape) == (5, 1)


# ---- names and arguments ---------------------------------------------------------------------


def test_reader_classes_are_in_pascal_case():
    for name in ("File", "COCO", "TFRecord"):
        assert inspect.isclass(getattr(ndd.readers, name))


def test_the_batch_size_belongs_to_next_epoch(files):
    with pytest.raises(TypeError, match="batch_size"):
        ndd.readers.File(files=files, batch_size=4)


def test_without_batch_size_there_are_single_samples(files):
    reader = ndd.readers.File(files=files)
    found = [(contents, label) for contents, label in reader.next_epoch()]
    assert all(isinstance(x, ndd.Tensor) for pair in found for x in pair)
    assert [int(contents[0]) for contents, _ in found] == list(range(10))


def test_the_batch_size_stays(files):
    reader = ndd.readers.File(files=files)
    epoch(reader, 5)
    with pytest.raises(ValueError, match=r"batch_size.*5.*2"):
        reader.next_epoch(batch_size=2)
    assert len(epoch(reader, 5)) == 2  # and the reader can be used as before


def test_batches_and_samples_do_not_mix(files):
    batches, samples = ndd.readers.File(files=files), ndd.readers.File(files=files)
    epoch(batches, 5)
    with pytest.raises(RuntimeError, match="samples"):
        batches.next_epoch()
    assert len(list(samples.next_epoch())) == 10
    with pytest.raises(RuntimeError, match="batches"):
        samples.next_epoch(batch_size=5)


def test_mistakes_show_at_next_epoch_already(files):
    with pytest.raises(ValueError):
        ndd.readers.File(files=files).next_epoch(batch_size=0)


# ---- the iterator ----------------------------------------------------------------------------


def test_lengths(files):
    reader = ndd.readers.File(files=files)
    assert len(reader) == 10
    assert len(reader.next_epoch(batch_size=4)) == 3


def test_an_epoch_that_was_left_goes_on(files):
    """Nothing is lost, and nothing comes twice; a warning says so, once."""
    reader = ndd.readers.File(files=files, random_shuffle=True)
    whole = epoch(ndd.readers.File(files=files, random_shuffle=True), 2)
    for contents, _ in reader.next_epoch(batch_size=2):
        assert numbers(contents) == whole[0]
        break
    with pytest.warns(UserWarning, match="1 of 5 batches"):
        rest = reader.next_epoch(batch_size=2)
    assert len(rest) == 4
    assert [numbers(contents) for contents, _ in rest] == whole[1:]
    for _ in reader.next_epoch(batch_size=2):
        break
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(epoch(reader, 2)) == 4


def test_reset_leaves_an_epoch_for_good(files):
    reader = ndd.readers.File(files=files)
    for _ in reader.next_epoch(batch_size=2):
        break
    reader.reset()
    assert len(epoch(reader, 2)) == 5


def test_an_exhausted_iterator_stays_exhausted(files):
    one = ndd.readers.File(files=files).next_epoch(batch_size=5)
    assert len(list(one)) == 2
    assert list(one) == []


# ---- shards ----------------------------------------------------------------------------------


def shards(files, count: int, size: int, **more) -> list[list[list[int]]]:
    return [
        epoch(ndd.readers.File(files=files, shard_id=i, num_shards=count, **more), size)
        for i in range(count)
    ]


@pytest.mark.parametrize("shuffle", [False, True])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_shards_are_disjoint_and_complete(files, count, shuffle):
    parts = shards(files, count, 1, random_shuffle=shuffle)
    assert sorted(flat(flat(parts))) == list(range(10))


def test_padded_shards_have_as_many_batches(files):
    parts = shards(files, 3, 2, stick_to_shard=True, pad_last_batch=True)
    assert parts == [[[0, 1], [2, 2]], [[3, 4], [5, 5]], [[6, 7], [8, 9]]]


def test_stick_to_shard(files):
    stays = ndd.readers.File(files=files, shard_id=0, num_shards=2, stick_to_shard=True)
    moves = ndd.readers.File(files=files, shard_id=0, num_shards=2)
    first = [[0, 1, 2, 3, 4]]
    assert epoch(stays, 5) == epoch(stays, 5) == first
    assert epoch(moves, 5) == first
    assert epoch(moves, 5) == [[5, 6, 7, 8, 9]]


def test_metadata(files):
    reader = ndd.readers.File(
        files=files, shard_id=1, num_shards=3, stick_to_shard=True, pad_last_batch=True
    )
    assert reader.get_metadata() == {
        "epoch_size": 10,
        "epoch_size_padded": 12,
        "number_of_shards": 3,
        "shard_id": 1,
        "pad_last_batch": 1,
        "stick_to_shard": 1,
    }


# ---- what goes through operators -------------------------------------------------------------


def test_the_name_of_a_file_goes_through_decode_and_resize(tmp_path):
    reader = ndd.readers.File(file_root=write_images(tmp_path, 3))
    for jpegs, _ in reader.next_epoch(batch_size=3):
        images = ndd.resize(ndd.decoders.image(jpegs), size=[8, 8])
        names = ndd.get_property(images, key="source_info")
        assert [bytes(np.asarray(n)).decode() for n in names] == [
            f"{c}/{i:03}.jpg" for i, c in enumerate(CLASSES)
        ]


def test_capture_is_the_plain_loop(tmp_path):
    root = write_images(tmp_path, 12)

    def program(**more) -> list:
        reader = ndd.readers.File(file_root=root, random_shuffle=True)
        rng, found = ndd.random.RNG(5), []
        for _ in range(2):
            for jpegs, labels in reader.next_epoch(batch_size=4, **more):
                size = ndd.capture.invariant([6, 6])
                images = ndd.resize(ndd.decoders.image(jpegs), size=size)
                images = ndd.flip(images, horizontal=ndd.random.coin_flip(batch_size=4, rng=rng))
                found.append((np.asarray(ndd.as_tensor(images)).tolist(), plain(labels + 1)))
        return [*found, str(rng.state)]

    assert program(capture=True) == program()


def plain(batch) -> list:
    return [t.tolist() for t in batch]


def test_a_source_of_ones_own():
    source = ndd.ExternalSource(lambda: np.ones((2, 2, 3), np.uint8), layout="HWC")
    assert ndd.flip(source()).layout == "HWC"
    assert ndd.flip(source(batch_size=4)).batch_size == 4


def test_imread_of_a_list_is_a_batch(tmp_path):
    names = sorted(write_images(tmp_path, 4).glob("*/*.jpg"))
    images = ndd.imread([str(n) for n in names])
    halves = images.slice[3 : ndd.batch(images.shape).slice[0] // 2]
    assert [s[0] for s in halves.shape] == [s[0] // 2 - 3 for s in images.shape]
