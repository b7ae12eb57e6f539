"""DataLoader: epochs, what comes out, the last batch, arguments, errors."""

from __future__ import annotations

import collections
import gc
import threading
import traceback
import warnings

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import tfrecord

from ..readers.orders import orders
from ..readers.record_writers import bytes_list, example, int64_list, write_tfrecord

torch = pytest.importorskip("torch")
DataLoader = ndd.pytorch.DataLoader


def label(data, number):
    return number


def numbers(batch):
    return batch.flatten().tolist()


def epoch(loader):
    return [numbers(batch) for batch in loader]


def decode(jpegs, labels):
    return ndd.resize(ndd.decoders.image(jpegs), size=[8, 8]), labels


# ---- epochs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("ahead", [0, 1, 3])
def test_epochs(files, ahead):
    reader = ndd.readers.File(files=files)
    loader = DataLoader(reader, label, batch_size=4, prefetch_factor=ahead)
    for _ in range(3):
        assert len(loader) == 3
        assert epoch(loader) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10]]


def test_drop_last(files):
    loader = DataLoader(ndd.readers.File(files=files), label, batch_size=4, drop_last=True)
    for _ in range(3):
        assert epoch(loader) == [[0, 1, 2, 3], [4, 5, 6, 7]]
        assert len(loader) == 2


def test_padded(files):
    reader = ndd.readers.File(files=files, pad_last_batch=True)
    loader = DataLoader(reader, label, batch_size=4)
    for _ in range(2):
        assert epoch(loader) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 10]]
    dropping = DataLoader(
        ndd.readers.File(files=files, pad_last_batch=True), label, batch_size=4, drop_last=True
    )
    assert [epoch(dropping), len(dropping)] == [[[0, 1, 2, 3], [4, 5, 6, 7]], 2]


@pytest.mark.parametrize("stick", [False, True])
@pytest.mark.parametrize("batch_size", [1, 3, 4, 11])
def test_every_sample_once_an_epoch(files, stick, batch_size):
    """Over all ranks, also when shards are of different sizes and batches do not fit."""
    loaders = [
        DataLoader(
            ndd.readers.File(
                files=files, random_shuffle=True, num_shards=3, shard_id=k, stick_to_shard=stick
            ),
            label,
            batch_size=batch_size,
        )
        for k in range(3)
    ]
    parts = []
    for _ in range(4):
        lengths = [len(loader) for loader in loaders]
        epochs = [epoch(loader) for loader in loaders]
        assert [len(e) for e in epochs] == lengths
        parts.append([sorted(sum(e, [])) for e in epochs])
        assert sorted(sum(parts[-1], [])) == list(range(11))
    assert len({str(p[0]) for p in parts}) == (1 if stick else 4)


@pytest.mark.parametrize("arguments", orders(1, 3), ids=lambda a: "-".join(map(str, a.values())))
def test_len_is_the_number_of_batches(files, arguments):
    for drop_last in (False, True):
        reader = ndd.readers.File(files=files, **arguments)
        loader = DataLoader(reader, label, batch_size=2, drop_last=drop_last)
        for _ in range(3):
            length = len(loader)
            assert len(epoch(loader)) == length


def test_single_samples(files):
    loader = DataLoader(ndd.readers.File(files=files), batch_size=None)
    samples = list(loader)
    assert len(samples) == len(loader) == 11
    data, number = samples[3]
    assert data.tolist() == [3] * 4 and number.tolist() == [3]


def test_the_readers_own_batch_size(files):
    loader = DataLoader(ndd.readers.File(files=files, max_batch_size=5), label, batch_size=None)
    assert [len(b) for b in loader] == [5, 5, 1]


def test_lazy_readers(files):
    loader = DataLoader(ndd.readers.File(files=files, lazy_init=True), label, batch_size=6)
    assert len(loader) == 2 and len(epoch(loader)) == 2


def test_a_reader_that_was_used_by_hand(files):
    reader = ndd.readers.File(files=files)
    for _ in range(2):
        list(reader.next_epoch(batch_size=4))
    next(reader.next_epoch(batch_size=4))
    loader = DataLoader(reader, label, batch_size=4)
    assert epoch(loader) == epoch(loader) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10]]
    reader.reset()
    assert epoch(loader) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10]]


# ---- leaving -----------------------------------------------------------------------------------


@pytest.mark.parametrize("ahead", [0, 2])
@pytest.mark.parametrize("after", [1, 2, 3])
def test_every_loop_is_a_new_epoch(files, ahead, after):
    """Also after a break, right after the last batch, or a look at the first one."""

    def make():
        reader = ndd.readers.File(files=files, random_shuffle=True)
        return DataLoader(reader, label, batch_size=4, prefetch_factor=ahead)

    loader = make()
    whole = [epoch(loader) for _ in range(3)]
    loader = make()
    for k, batch in enumerate(loader, 1):
        assert numbers(batch) == whole[0][k - 1]
        if k == after:
            break
    assert epoch(loader) == whole[1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert numbers(next(iter(loader))) == whole[2][0]
    assert len(epoch(loader)) == 3


def test_a_loop_that_took_nothing_was_none(files):
    loader = DataLoader(ndd.readers.File(files=files, random_shuffle=True), label, batch_size=4)
    iter(loader), iter(loader)
    first = epoch(loader)
    other = DataLoader(ndd.readers.File(files=files, random_shuffle=True), label, batch_size=4)
    assert epoch(other) == first


def test_one_loop_at_a_time(files):
    loader = DataLoader(ndd.readers.File(files=files), label, batch_size=4)
    first, second = iter(loader), iter(loader)
    next(first), next(second)
    with pytest.raises(RuntimeError, match="another loop over the DataLoader has begun"):
        next(first)
    assert [numbers(b) for b in second] == [[4, 5, 6, 7], [8, 9, 10]]
    assert list(second) == []


def test_nothing_is_left_behind(files):
    def alive():
        return [t for t in threading.enumerate() if t.name == "headrace-prefetch"]

    before = alive()
    loader = DataLoader(ndd.readers.File(files=files), label, batch_size=2)
    for _ in loader:
        break
    del loader
    gc.collect()
    for thread in set(alive()) - set(before):
        thread.join(60)
    assert set(alive()) <= set(before)


# ---- what comes out ----------------------------------------------------------------------------


def test_images(images):
    reader = ndd.readers.File(file_root=images)
    loader = DataLoader(reader, decode, batch_size=4)
    shapes = [(tuple(x.shape), x.dtype, tuple(y.shape), y.dtype) for x, y in loader]
    assert shapes[0] == ((4, 8, 8, 3), torch.uint8, (4, 1), torch.int32)
    assert [s[0][0] for s in shapes] == [4, 4, 2]
    by_hand = ndd.readers.File(file_root=images)
    for (x, y), outputs in zip(loader, by_hand.next_epoch(batch_size=4)):
        pixels, labels = decode(*outputs)
        count = len(x)
        assert torch.equal(x, pixels.torch()[:count]) and torch.equal(y, labels.torch()[:count])


def test_without_a_transform(files):
    (x, y), *_ = DataLoader(ndd.readers.File(files=files), batch_size=1)
    assert x.tolist() == [[0]] and y.tolist() == [[0]]


Pair = collections.namedtuple("Pair", "left right")


def test_structure(files):
    marker = object()

    def transform(data, number):
        return {
            "one": number,
            "pair": Pair(number * 2, [number, "text", None]),
            "ordered": collections.OrderedDict(b=number, a=marker),
            "tensor": ndd.tensor([1, 2]),
            "array": np.arange(3),
            "torch": torch.ones(2),
        }

    for out in DataLoader(ndd.readers.File(files=files), transform, batch_size=5, drop_last=True):
        assert list(out) == ["one", "pair", "ordered", "tensor", "array", "torch"]
        assert isinstance(out["one"], torch.Tensor) and out["one"].shape == (5, 1)
        pair = out["pair"]
        assert type(pair) is Pair and torch.equal(pair.left, out["one"] * 2)
        assert type(pair.right) is list and pair.right[1:] == ["text", None]
        assert type(out["ordered"]) is collections.OrderedDict and out["ordered"]["a"] is marker
        assert list(out["ordered"]) == ["b", "a"] and torch.equal(out["ordered"]["b"], out["one"])
        assert out["tensor"].tolist() == [1, 2]
        assert isinstance(out["array"], np.ndarray) and out["torch"].tolist() == [1, 1]


def test_no_copies(files):
    kept = []

    def transform(data, number):
        value = number + 1
        kept.append(value)
        return value

    loader = DataLoader(ndd.readers.File(files=files), transform, batch_size=4, prefetch_factor=0)
    for out in loader:
        assert out.data_ptr() == kept[-1].torch().data_ptr()


def test_named_outputs(tmp_path):
    records = [example(a=bytes_list(bytes([i])), n=int64_list(i)) for i in range(5)]
    path = tmp_path / "a.tfrecord"
    write_tfrecord(path, records)
    features = {
        "a": tfrecord.FixedLenFeature((), tfrecord.string, ""),
        "n": tfrecord.FixedLenFeature([1], tfrecord.int64, -1),
    }

    def make():
        return ndd.readers.TFRecord(path=path, features=features)

    got = [b["n"].flatten().tolist() for b in DataLoader(make(), batch_size=2)]
    assert got == [[0, 1], [2, 3], [4]]
    loader = DataLoader(make(), lambda record: record["n"] * 10, batch_size=2)
    assert epoch(loader) == [[0, 10], [20, 30], [40]]


def test_pad(files):
    def data(x, number):
        return {"x": x}

    padded = DataLoader(ndd.readers.File(files=files), data, batch_size=4, pad=True)
    first = next(iter(padded))["x"]
    assert first.tolist() == [[0, 0, 0, 0], [1, 1, 0, 0], [2, 2, 2, 0], [3, 3, 3, 3]]
    assert [tuple(b["x"].shape) for b in padded] == [(4, 4), (4, 8), (3, 11)]
    ragged = DataLoader(ndd.readers.File(files=files), data, batch_size=4)
    with pytest.raises(ValueError, match=r"different shapes(.|\n)*pad=True(.|\n)*\['x'\]") as e:
        next(iter(ragged))
    assert "test_loader.py" in str(e.value)


def test_pin_memory_and_device(files):
    loader = DataLoader(
        ndd.readers.File(files=files), label, batch_size=4, pin_memory=True, device="cpu"
    )
    assert epoch(loader)[0] == [0, 1, 2, 3]
    if not torch.cuda.is_available():
        assert not next(iter(loader)).is_pinned()
    for device in (torch.device("cpu"), ndd.Device("cpu")):
        made = DataLoader(ndd.readers.File(files=files), label, batch_size=4, device=device)
        assert next(iter(made)).device.type == "cpu"


def test_num_workers(files):
    seen = []

    def transform(data, number):
        seen.append(ndd.EvalContext.current().num_threads)
        return number + 0

    loader = DataLoader(ndd.readers.File(files=files), transform, batch_size=4, num_workers=3)
    assert epoch(loader)[0] == [0, 1, 2, 3] and set(seen) == {3}
    seen.clear()
    with ndd.EvalContext(num_threads=1):
        epoch(DataLoader(ndd.readers.File(files=files), transform, batch_size=4))
    assert set(seen) == {1}


# ---- random numbers ----------------------------------------------------------------------------


def draw(data, number):
    return ndd.random.uniform(range=[0, 1], batch_size=number.batch_size)


@pytest.mark.parametrize("ahead", [0, 2])
def test_seeds(files, ahead):
    def run(**arguments):
        reader = ndd.readers.File(files=files)
        loader = DataLoader(reader, draw, batch_size=4, prefetch_factor=ahead, **arguments)
        return [epoch(loader), epoch(loader)]

    one = run(seed=1)
    assert one[0] != one[1]
    assert run(seed=1) == one == run(generator=ndd.random.RNG(1))
    assert run(seed=2) != one != run()
    first, second = (run(generator=torch.Generator().manual_seed(k)) for k in (1, 2))
    assert first != second and run(generator=torch.Generator().manual_seed(1)) == first
    ndd.random.set_seed(5)
    five = run()
    ndd.random.set_seed(5)
    assert run() == five


def test_the_threads_generator_is_left_alone(files):
    ndd.random.set_seed(3)
    expected = ndd.random.get_default_rng().clone()()
    epoch(DataLoader(ndd.readers.File(files=files), draw, batch_size=4, seed=1))
    assert ndd.random.get_default_rng()() == expected


# ---- errors ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "kind", "text"),
    [
        (dict(batch_size=0), ValueError, "batch_size is at least 1, got 0"),
        (dict(batch_size="4"), TypeError, "batch_size is an integer"),
        (dict(drop_last=1), TypeError, "drop_last is True or False"),
        (dict(pad="x"), TypeError, "pad is True or False"),
        (dict(pin_memory=None), TypeError, "pin_memory is True or False"),
        (dict(prefetch_factor=-1), ValueError, "prefetch_factor is at least 0"),
        (dict(prefetch_factor=1.5), TypeError, "prefetch_factor is an integer"),
        (dict(num_workers=-1), ValueError, "num_workers is at least 0"),
        (dict(num_workers=10**9), ValueError, "num_workers: the number of threads"),
        (dict(device="tpu"), ValueError, "tpu"),
        (dict(seed="x"), TypeError, "seed is an integer"),
        (dict(generator=5), TypeError, "torch.Generator or an ndd.random.RNG"),
        (dict(seed=1, generator=ndd.random.RNG(1)), ValueError, "not both"),
        (dict(transform=5), TypeError, "transform is a function"),
        (dict(transform=lambda x: x), TypeError, "called with 2 arguments"),
        (dict(shuffle=True), TypeError, "random_shuffle=True"),
        (dict(collate_fn=list), TypeError, "whole batches"),
        (dict(persistent_workers=True), TypeError, "no worker processes"),
        (dict(prefetch_facto=3), TypeError, 'Did you mean "prefetch_factor"'),
    ],
)
def test_wrong_arguments(files, arguments, kind, text):
    with pytest.raises(kind, match=text):
        DataLoader(ndd.readers.File(files=files), **arguments)


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (ndd.readers.File, r"call it, File\(...\)"),
        ([1, 2], "a reader, such as"),
        (None, "a reader, such as"),
    ],
)
def test_no_reader(reader, text):
    with pytest.raises(TypeError, match=text) as e:
        DataLoader(reader)
    assert "pytorch.DataLoader" in str(e.value) and "test_loader.py" in str(e.value)


@pytest.mark.parametrize("ahead", [0, 2])
def test_errors_in_the_transform(files, ahead):
    """They come with the transform's line, when it is their turn; the next batch follows."""

    def transform(data, number):
        if 4 in numbers(number.torch()):
            raise KeyError("mine")
        return number

    reader = ndd.readers.File(files=files)
    loop = iter(DataLoader(reader, transform, batch_size=4, prefetch_factor=ahead))
    assert numbers(next(loop)) == [0, 1, 2, 3]
    with pytest.raises(KeyError, match="mine") as e:
        next(loop)
    last = traceback.extract_tb(e.value.__traceback__)[-1]
    assert last.name == "transform" and last.line == 'raise KeyError("mine")'
    assert numbers(next(loop)) == [8, 9, 10]
    assert list(loop) == []


@pytest.mark.parametrize("ahead", [0, 2])
def test_errors_of_operators(files, ahead):
    def transform(data, number):
        return ndd.resize(ndd.decoders.image(data), size=[4, 4])

    loader = DataLoader(
        ndd.readers.File(files=files), transform, batch_size=4, prefetch_factor=ahead
    )
    loop = iter(loader)
    for _ in range(3):
        with pytest.raises(ValueError, match="decoders.image") as e:
            next(loop)
        assert "in test_errors_of_operators.<locals>.transform" in str(e.value)
    assert list(loop) == []


def test_stop_iteration_in_the_transform(files):
    def transform(data, number):
        return next(iter([]))

    with pytest.raises(RuntimeError, match="the transform raised StopIteration"):
        epoch(DataLoader(ndd.readers.File(files=files), transform, batch_size=4))


@pytest.mark.parametrize("ahead", [0, 2])
def test_files_that_disappear(tmp_path, ahead):
    names = []
    for i in range(6):
        (tmp_path / str(i)).write_bytes(b"x")
        names.append(str(tmp_path / str(i)))
    reader = ndd.readers.File(files=names)
    loader = DataLoader(reader, lambda data, n: (data, n), batch_size=2, prefetch_factor=ahead)
    (tmp_path / "3").unlink()
    loop = iter(loader)
    assert numbers(next(loop)[1]) == [0, 1]
    with pytest.raises(FileNotFoundError) as e:
        next(loop)
    assert str(tmp_path / "3") in str(e.value) and "test_loader.py" in str(e.value)
    assert [numbers(b[1]) for b in loop] == [[4, 5]]


def test_a_reader_serves_one_batch_size(files):
    reader = ndd.readers.File(files=files)
    epoch(DataLoader(reader, label, batch_size=4))
    with pytest.raises(ValueError, match="batch_size was 4, it cannot change to 3"):
        epoch(DataLoader(reader, label, batch_size=3))
