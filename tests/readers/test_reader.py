"""What all readers have in common: epochs, batches, lengths, misuse, broken files."""

from __future__ import annotations

import gc
import os
import threading
import warnings
from pathlib import Path

import numpy as np
import pytest
from tests.dense import dense, views

import headrace.dynamic as ndd


def write(folder, count, start=0):
    names = []
    for i in range(start, start + count):
        path = folder / f"{i:03d}.bin"
        path.write_bytes(bytes([i]) * (i + 1))
        names.append(str(path))
    return names


@pytest.fixture
def files(tmp_path):
    return write(tmp_path, 10)


def labels(batch):
    return dense(batch[1]).flatten().tolist()


def test_batches(files):
    reader = ndd.readers.File(files=files)
    epoch = reader.next_epoch(batch_size=4)
    assert len(epoch) == 3 and len(reader) == 10
    data, numbers = next(epoch)
    assert (
        isinstance(data, ndd.Batch)
        and data.dtype == ndd.uint8
        and data.shape == [(1,), (2,), (3,), (4,)]
    )
    assert numbers.dtype == ndd.int32 and numbers.shape == [(1,)] * 4
    assert [np.asarray(x).tolist() for x in data] == [[0], [1] * 2, [2] * 3, [3] * 4]
    assert [labels(b) for b in epoch] == [[4, 5, 6, 7], [8, 9, 0, 1]]
    assert [labels(b) for b in reader.next_epoch(batch_size=4)] == [
        [2, 3, 4, 5], [6, 7, 8, 9], [0, 1, 2, 3],
    ]  # fmt: skip


def test_samples(files):
    reader = ndd.readers.File(files=files)
    epoch = reader.next_epoch()
    assert len(epoch) == 10
    got = list(epoch)
    assert all(isinstance(x, ndd.Tensor) and isinstance(y, ndd.Tensor) for x, y in got)
    assert [x.shape for x, _ in got] == [(i + 1,) for i in range(10)]
    assert [int(np.asarray(y)[0]) for _, y in got] == list(range(10))


def test_max_batch_size_is_the_batch_size(files):
    reader = ndd.readers.File(files=files, max_batch_size=5)
    assert [labels(b) for b in reader.next_epoch()] == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]
    with pytest.raises(ValueError, match="larger than max_batch_size=5"):
        ndd.readers.File(files=files, max_batch_size=5).next_epoch(batch_size=6)


def test_what_users_write_into_stays_theirs(files):
    reader = ndd.readers.File(files=files, pad_last_batch=True)
    for _, numbers in reader.next_epoch(batch_size=10):
        for array in views(numbers):
            array.fill(77)
    assert labels(next(reader.next_epoch(batch_size=10))) == list(range(10))


def test_calls(files):
    reader = ndd.readers.File(files=files, max_batch_size=4)
    assert labels(reader(batch_size=4)) == [0, 1, 2, 3]
    assert labels(reader(batch_size=4)) == [4, 5, 6, 7]
    assert labels(reader(batch_size=4)) == [8, 9, 0, 1]
    with pytest.raises(RuntimeError, match="used for calls, it cannot change to batches"):
        reader.next_epoch(batch_size=4)


@pytest.mark.parametrize("bad", [0, -3])
def test_batch_sizes_are_checked_at_once(files, bad):
    with pytest.raises(ValueError, match=f"batch_size is at least 1, got {bad}"):
        ndd.readers.File(files=files).next_epoch(batch_size=bad)


def test_batch_size_is_an_integer(files):
    with pytest.raises(TypeError, match="batch_size is an integer, got 2.5"):
        ndd.readers.File(files=files).next_epoch(batch_size=2.5)


def test_ways_of_use_do_not_mix(files):
    reader = ndd.readers.File(files=files)
    list(reader.next_epoch(batch_size=4))
    with pytest.raises(ValueError, match="batch_size was 4, it cannot change to 5"):
        reader.next_epoch(batch_size=5)
    with pytest.raises(RuntimeError, match="used for batches, it cannot change to samples"):
        reader.next_epoch()
    assert labels(next(reader.next_epoch(batch_size=4))) == [2, 3, 4, 5]
    reader.reset()
    assert len(next(reader.next_epoch())) == 2


def test_constructor_arguments_are_checked_at_once(files):
    with pytest.raises(ValueError, match="shard_id=2 is not below num_shards=2"):
        ndd.readers.File(files=files, shard_id=2, num_shards=2)
    with pytest.raises(ValueError, match="num_shards is at least 1"):
        ndd.readers.File(files=files, num_shards=0)
    with pytest.raises(TypeError, match='Did you mean "random_shuffle"'):
        ndd.readers.File(files=files, random_shufle=True)
    with pytest.raises(TypeError, match="batch_size"):
        ndd.readers.File(files=files, batch_size=4)
    with pytest.raises(ValueError, match="on_error='skip' is unknown"):
        ndd.readers.File(files=files, on_error="skip")
    with pytest.raises(ValueError, match="shuffle_after_epoch excludes stick_to_shard"):
        ndd.readers.File(files=files, shuffle_after_epoch=True, stick_to_shard=True)
    with pytest.raises(ValueError, match="11 shards of 10 samples"):
        ndd.readers.File(files=files, num_shards=11)


def test_arguments_that_mean_nothing_here_are_taken(files):
    reader = ndd.readers.File(
        files=files, initial_fill=0, random_shuffle=True, read_ahead=True, dont_use_mmap=True,
        skip_cached_images=True, tensor_init_bytes=1, prefetch_queue_depth=3, name="train",
        enable_checkpointing=True,
    )  # fmt: skip
    assert sorted(sum((labels(b) for b in reader.next_epoch(batch_size=5)), [])) == list(range(10))
    assert reader.name == "train"


def test_seeds(files):
    def order(**arguments):
        reader = ndd.readers.File(files=files, pad_last_batch=True, **arguments)
        return [[labels(b) for b in reader.next_epoch(batch_size=10)] for _ in range(3)]

    assert order(random_shuffle=True) == order(random_shuffle=True)
    assert order(random_shuffle=True, seed=1) != order(random_shuffle=True, seed=2)
    assert len({str(e) for e in order(random_shuffle=True)}) == 3
    assert order(shuffle_after_epoch=True, seed=1) == order(shuffle_after_epoch=True, seed=2)
    assert order(shuffle_after_epoch=True, shuffle_after_epoch_seed=1) != order(
        shuffle_after_epoch=True, shuffle_after_epoch_seed=2
    )
    ndd.random.set_seed(1)
    first = order(random_shuffle=True)
    ndd.random.set_seed(2)
    assert first == order(random_shuffle=True)


# ---- leaving epochs ------------------------------------------------------------------------------


def test_break_continues_with_the_rest_and_warns_once(files):
    reader = ndd.readers.File(files=files, pad_last_batch=True)
    for batch in reader.next_epoch(batch_size=4):
        assert labels(batch) == [0, 1, 2, 3]
        break
    with pytest.warns(UserWarning, match="left after 1 of 3 batches"):
        rest = reader.next_epoch(batch_size=4)
    assert len(rest) == 2
    assert labels(next(rest)) == [4, 5, 6, 7]
    del rest
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [labels(b) for b in reader.next_epoch(batch_size=4)] == [[8, 9, 9, 9]]
        assert len(list(reader.next_epoch(batch_size=4))) == 3


def test_break_at_the_last_batch_is_the_end(files):
    reader = ndd.readers.File(files=files, pad_last_batch=True)
    for i, _ in enumerate(reader.next_epoch(batch_size=4)):
        if i == 2:
            break
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [labels(b)[0] for b in reader.next_epoch(batch_size=4)] == [0, 4, 8]


def test_reset(files):
    reader = ndd.readers.File(files=files)
    next(reader.next_epoch(batch_size=4))
    reader.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert labels(next(reader.next_epoch(batch_size=4))) == [0, 1, 2, 3]


def test_two_iterators_share_one_stream(files):
    reader = ndd.readers.File(files=files, pad_last_batch=True)
    a = reader.next_epoch(batch_size=4)
    first = labels(next(a))
    with pytest.warns(UserWarning, match="left after 1"):
        b = reader.next_epoch(batch_size=4)
    assert [first, labels(next(b)), labels(next(a))] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 9, 9]]
    assert list(a) == [] and list(b) == []


def test_threads_share_an_epoch(files):
    reader = ndd.readers.File(files=files, pad_last_batch=True)
    epoch = reader.next_epoch(batch_size=1)
    got: list[int] = []

    def work():
        for batch in epoch:
            got.extend(labels(batch))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert sorted(got) == list(range(10))


def test_readers_die_with_their_last_reference(files):
    reader = ndd.readers.File(files=files)
    epoch = reader.next_epoch(batch_size=4)
    next(epoch)
    import weakref

    gone = weakref.ref(reader)
    del reader, epoch
    gc.collect()
    assert gone() is None


@pytest.mark.filterwarnings("ignore:.*fork")  # other libraries warn of their threads
def test_after_a_fork_both_go_on(files):
    reader = ndd.readers.File(files=files, pad_last_batch=True)
    epoch = reader.next_epoch(batch_size=4)
    next(epoch)
    pid = os.fork()
    if pid == 0:
        try:
            os._exit(0 if [labels(b) for b in epoch] == [[4, 5, 6, 7], [8, 9, 9, 9]] else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert [labels(b) for b in epoch] == [[4, 5, 6, 7], [8, 9, 9, 9]]


# ---- data that is not there ----------------------------------------------------------------------


def test_missing_folder(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere") as e:
        ndd.readers.File(file_root=tmp_path / "nowhere")
    assert "test_reader.py" in str(e.value) and "readers.File" in str(e.value)


def test_lazy_init_looks_later(tmp_path):
    reader = ndd.readers.File(file_root=tmp_path / "later", lazy_init=True)
    with pytest.raises(FileNotFoundError):
        reader.next_epoch(batch_size=1)
    (tmp_path / "later" / "a").mkdir(parents=True)
    (tmp_path / "later" / "a" / "x.jpg").write_bytes(b"x")
    assert labels(next(reader.next_epoch(batch_size=1))) == [0]


def test_a_file_deleted_in_mid_epoch(files):
    reader = ndd.readers.File(files=files, pad_last_batch=True, prefetch_queue_depth=1)
    os.remove(files[5])
    seen, failures = [], []
    for data, numbers in reader.next_epoch(batch_size=2):
        try:
            data.evaluate()
            seen += dense(numbers).flatten().tolist()
        except FileNotFoundError as e:
            failures.append((e.sample, str(e)))
    ((sample, text),) = failures
    assert sample == 1 and "005.bin" in text and "readers.File" in text
    assert seen == [0, 1, 2, 3, 6, 7, 8, 9]
    Path(files[5]).write_bytes(b"back again")
    assert [labels(b) for b in reader.next_epoch(batch_size=2)][2] == [4, 5]


def test_sync_modes_raise_at_the_loop(files):
    reader = ndd.readers.File(files=files, pad_last_batch=True)
    os.remove(files[0])
    with ndd.EvalMode.sync_cpu:
        epoch = reader.next_epoch(batch_size=5)
        with pytest.raises(FileNotFoundError):
            next(epoch)
        assert labels(next(epoch)) == [5, 6, 7, 8, 9]


def test_on_error_fill(files):
    os.remove(files[5])
    reader = ndd.readers.File(files=files, pad_last_batch=True, on_error="fill")
    data, numbers = next(reader.next_epoch(batch_size=10))
    assert list(data.errors) == [5] and isinstance(data.errors[5], FileNotFoundError)
    assert data.ok == [0, 1, 2, 3, 4, 6, 7, 8, 9] and data.shape[5] == (0,)
    assert dense(numbers.select(data.ok)).flatten().tolist() == data.ok


def test_on_error_fill_through_a_decoder(tmp_path, files):
    from importlib.resources import files as resources

    picture = (resources("headrace.tools") / "demo_images" / "aurora.jpg").read_bytes()
    (tmp_path / "a.jpg").write_bytes(picture)
    names = [str(tmp_path / "a.jpg"), files[0], str(tmp_path / "gone.jpg")]
    reader = ndd.readers.File(files=names, on_error="fill")
    data, _ = next(reader.next_epoch(batch_size=3))
    images = ndd.resize(ndd.decoders.image(data, on_error="fill"), size=[8, 8])
    assert images.ok == [0] and sorted(images.errors) == [1, 2]
    assert isinstance(images.errors[2], FileNotFoundError)


def test_source_info_through_decode_and_resize(tmp_path):
    from importlib.resources import files as resources

    (tmp_path / "cls").mkdir()
    picture = (resources("headrace.tools") / "demo_images" / "aurora.jpg").read_bytes()
    (tmp_path / "cls" / "a.jpg").write_bytes(picture)
    data, _ = next(ndd.readers.File(file_root=tmp_path).next_epoch(batch_size=1))
    images = ndd.resize(ndd.decoders.image(data), size=[8, 8])
    name = ndd.get_property(images, key="source_info").select(0)
    assert bytes(np.asarray(name)) == b"cls/a.jpg"
