"""Order, shards, padding and batch counts of unshuffled readers: the same samples as DALI's."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

dali = pytest.importorskip("nvidia.dali.experimental.dynamic")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("numbers")
    for i in range(12):
        (folder / f"{i:02d}").write_bytes(bytes([i]))
    return sorted(str(p) for p in folder.iterdir())


def epochs(module, files, batch_size, count=4, **arguments):
    reader = module.readers.File(files=files, **arguments)
    return [
        [
            [int(np.asarray(x)[0]) for x in data]
            for data, _ in reader.next_epoch(batch_size=batch_size)
        ]
        for _ in range(count)
    ]


@pytest.mark.parametrize("pad", [False, True])
@pytest.mark.parametrize("stick", [False, True])
@pytest.mark.parametrize("shards", [1, 2, 3, 4])
@pytest.mark.parametrize("length", [4, 7, 10, 12])
def test_same_samples(files, length, shards, stick, pad):
    for shard in range(shards):
        for batch_size in (1, 3, 4):
            arguments = dict(
                num_shards=shards, shard_id=shard, stick_to_shard=stick, pad_last_batch=pad
            )
            ours = epochs(ndd, files[:length], batch_size, **arguments)
            assert ours == epochs(dali, files[:length], batch_size, **arguments)


@pytest.mark.parametrize("pad", [False, True])
def test_metadata(files, pad):
    arguments = dict(num_shards=3, shard_id=1, pad_last_batch=pad, stick_to_shard=True)
    ours = ndd.readers.File(files=files[:10], **arguments).get_metadata()
    assert ours == dali.readers.File(files=files[:10], **arguments).get_metadata()


@pytest.mark.parametrize("shuffle", ["random_shuffle", "shuffle_after_epoch"])
def test_both_shuffle_whole_epochs(files, shuffle):
    for module in (ndd, dali):
        got = epochs(module, files, 4, **{shuffle: True})
        for epoch in got:
            assert sorted(sum(epoch, [])) == list(range(12))
        assert got[0] != got[1]
