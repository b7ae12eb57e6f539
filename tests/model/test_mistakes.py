"""The tables of common mistakes: the wrong way fails clearly, the right way works."""

from __future__ import annotations

import io

import numpy as np
import PIL.Image
import pytest

import headrace.dynamic as ndd

from .dataset import numbers, write_files


@pytest.fixture
def batch():
    return ndd.batch(
        [np.arange(12, dtype=np.uint8).reshape(2, 2, 3) + i for i in range(3)], layout="HWC"
    )


def test_device_mixed(batch):
    with pytest.raises(ValueError, match="mixed"):
        ndd.flip(batch, device="mixed")


def test_index_of_a_batch(batch):
    with pytest.raises(TypeError, match="select"):
        batch[0]
    assert batch.select(0).shape == (2, 2, 3)


def test_select_is_not_slice(batch):
    assert isinstance(batch.select(0), ndd.Tensor)
    assert batch.slice[0].batch_size == 3


def test_evaluate_after_every_operator_is_not_needed(batch):
    stepwise = ndd.cast(ndd.flip(batch).evaluate(), dtype=ndd.float32).evaluate()
    at_once = ndd.cast(ndd.flip(batch), dtype=ndd.float32)
    for a, b in zip(stepwise, at_once):
        np.testing.assert_array_equal(a, b)


def test_torch_needs_no_cpu_before_it(batch):
    pytest.importorskip("torch")
    assert batch.cpu() is batch
    assert tuple(batch.torch().shape) == (3, 2, 2, 3)


def test_random_operators_without_batch_size_make_one_sample(batch):
    """One number, which is then used for all samples: no pipeline knows a batch size."""
    alone = ndd.random.coin_flip()
    assert isinstance(alone, ndd.Tensor)
    assert ndd.flip(batch, horizontal=alone).batch_size == 3
    assert ndd.flip(batch, horizontal=ndd.random.coin_flip(batch_size=3)).batch_size == 3
    with pytest.raises(ValueError, match="batch size"):
        ndd.flip(batch, horizontal=ndd.random.coin_flip(batch_size=2))


def test_defaults_spelled_out_change_nothing(batch):
    short, long = ndd.flip(batch), ndd.flip(batch, horizontal=1, vertical=0, depthwise=0)
    for a, b in zip(short, long):
        np.testing.assert_array_equal(a, b)


def test_a_list_means_what_it_looks_like_however_it_is_written(batch):
    mean = [1.0, 2.0, 3.0]
    written = ndd.crop_mirror_normalize(batch, mean=[1.0, 2.0, 3.0])
    local = ndd.crop_mirror_normalize(batch, mean=mean)
    packed = ndd.crop_mirror_normalize(batch, mean=mean)
    array = ndd.crop_mirror_normalize(batch, mean=np.array(mean, np.float32))
    for others in (local, packed, array):
        for a, b in zip(written, others):
            np.testing.assert_array_equal(a, b)


def test_none_means_not_given(batch):
    np.testing.assert_array_equal(
        ndd.flip(batch, horizontal=None).select(0), ndd.flip(batch).select(0)
    )


def test_a_python_list_as_input_is_one_tensor():
    assert isinstance(ndd.cast([1, 2, 3], dtype=ndd.float32), ndd.Tensor)


def test_a_batch_as_argument_makes_a_tensor_a_batch():
    x = ndd.tensor(np.arange(3).reshape(1, 3, 1), layout="HWC")
    y = ndd.flip(x, horizontal=ndd.batch([0, 1]))
    assert [t[0, 0, 0].item() for t in y] == [0, 2]


def test_batch_size_is_ignored_where_there_is_a_batch(batch):
    assert ndd.flip(batch, batch_size=7).batch_size == 3


def test_readers_in_lower_case():
    with pytest.raises(AttributeError, match="'file'"):
        ndd.readers.file(files=["a"])


def test_a_reader_for_each_epoch_reads_the_same_order_again(tmp_path):
    """Merely wasteful without shuffling; with it, every epoch is the first one."""
    files = write_files(tmp_path, 12)
    kept = ndd.readers.File(files=files, random_shuffle=True)
    again, epochs = [], []
    for _ in range(3):
        again.append(list(order(ndd.readers.File(files=files, random_shuffle=True))))
        epochs.append(list(order(kept)))
    assert again[0] == again[1] == again[2] == epochs[0]
    assert epochs[0] != epochs[1] != epochs[2]


def order(reader):
    for contents, _ in reader.next_epoch(batch_size=4):
        yield from numbers(contents)


def test_leaving_a_loop_over_an_epoch(tmp_path):
    """The next loop goes on with the rest, and says so; a new reader or reset() begins anew."""
    reader = ndd.readers.File(files=write_files(tmp_path, 12))
    for _ in reader.next_epoch(batch_size=4):
        break
    with pytest.warns(UserWarning, match=r"reset\(\)"):
        rest = list(order(reader))
    assert rest == list(range(4, 12))


def test_two_loops_over_one_reader(tmp_path):
    """The first iterator ends; no sample comes twice."""
    reader = ndd.readers.File(files=write_files(tmp_path, 12))
    first = reader.next_epoch(batch_size=4)
    found = numbers(next(first)[0])
    with pytest.warns(UserWarning, match="1 of 3"):
        second = reader.next_epoch(batch_size=4)
    for contents, _ in second:
        found += numbers(contents)
    assert list(first) == []
    assert found == list(range(12))


def test_the_classification_example_without_its_reader():
    """Decode, crop, normalise; what comes out goes to the model."""
    pytest.importorskip("torch")
    file = io.BytesIO()
    PIL.Image.fromarray(np.full((40, 50, 3), 128, np.uint8)).save(file, "jpeg")
    jpegs = ndd.batch([np.frombuffer(file.getvalue(), np.uint8)] * 4)
    images = ndd.decoders.image(jpegs)
    images = ndd.crop_mirror_normalize(
        images,
        crop=[32, 32],
        mean=[0.485 * 255, 0.456 * 255, 0.406 * 255],
        std=[0.229 * 255, 0.224 * 255, 0.225 * 255],
    )
    x = images.torch()
    assert tuple(x.shape) == (4, 3, 32, 32)
    expected = (128 - np.array([0.485, 0.456, 0.406]) * 255) / (
        np.array([0.229, 0.224, 0.225]) * 255
    )
    np.testing.assert_allclose(x.mean(dim=(0, 2, 3)).numpy(), expected, atol=0.02)


def test_pipeline_words_have_their_counterparts(batch):
    assert batch.tensors[1].shape == batch.select(1).shape  # output.at(1)
    assert batch.cpu().batch_size == 3  # output.as_cpu()
    ndd.random.set_seed(42)  # seed=42
    assert not hasattr(ndd, "pipeline_def")  # calls in a loop instead
