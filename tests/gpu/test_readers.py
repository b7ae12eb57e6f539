"""Readers whose batches are on the GPU."""

from __future__ import annotations

import gc
import time
import warnings

import numpy as np
import pytest
from tests.readers.dataset_writers import fits as write_fits

import headrace
import headrace.dynamic as ndd
from headrace import Pipeline, UnobservedErrorWarning, fn


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    root = tmp_path_factory.mktemp("arrays")
    rng = np.random.default_rng(1)
    for k in range(7):
        np.save(root / f"{k}.npy", rng.random((300 + k, 400), np.float32))
    return root


def saved(folder, k):
    return np.load(folder / f"{k}.npy")


def test_loop(folder):
    """Twice over the data; calls in the loop's body are made ahead like others."""
    reader = ndd.readers.Numpy(file_root=folder, device="gpu", pad_last_batch=True)
    assert reader.device == "gpu"
    for _ in range(2):
        seen = 0
        for (x,) in reader.next_epoch(batch_size=2):
            assert x.device == "gpu" and x.dtype == ndd.float32
            y = (x * 2).cpu()
            for i, tensor in enumerate(y.tensors):
                want = saved(folder, min(seen + i, 6)) * 2
                np.testing.assert_array_equal(tensor, want)
            seen += 2
        assert seen == 8


def test_results_that_are_kept(folder):
    reader = ndd.readers.Numpy(file_root=folder, device="gpu")
    kept = [x for (x,) in reader.next_epoch(batch_size=3)][:2]
    for i, x in enumerate(kept):
        for k, tensor in enumerate(x.cpu().tensors):
            np.testing.assert_array_equal(tensor, saved(folder, 3 * i + k))


def test_single_samples_and_windows(folder):
    reader = ndd.readers.Numpy(file_root=folder, device="gpu", roi_start=[1, 2], roi_shape=[4, 5])
    for k, (x,) in enumerate(reader.next_epoch()):
        assert x.device == "gpu"
        np.testing.assert_array_equal(x.cpu(), saved(folder, k)[1:5, 2:7])


def test_resume(folder):
    first = ndd.readers.Numpy(file_root=folder, device="gpu", random_shuffle=True, seed=3)
    rest, state = [], None
    for k, (x,) in enumerate(first.next_epoch(batch_size=2)):
        if state is not None:
            rest.append(x.cpu().tensors[0].numpy())
        if k == 0:
            state = first.get_state()
    again = ndd.readers.Numpy(file_root=folder, device="cpu", random_shuffle=True, seed=3)
    again.set_state(state)
    for (x,), want in zip(again.next_epoch(batch_size=2), rest, strict=True):
        np.testing.assert_array_equal(x.tensors[0], want)


def test_damaged_files_are_filled(tmp_path, folder):
    for k in range(3):
        (tmp_path / f"{k}.npy").write_bytes((folder / f"{k}.npy").read_bytes())
    (tmp_path / "1.npy").write_bytes((folder / "1.npy").read_bytes()[:1000])
    reader = ndd.readers.Numpy(file_root=tmp_path, device="gpu", on_error="fill")
    ((x,),) = reader.next_epoch(batch_size=3)
    assert list(x.errors) == [1] and "1.npy" in str(x.errors[1])
    np.testing.assert_array_equal(x.cpu().tensors[2], saved(folder, 2))


def test_fits(tmp_path):
    write_fits(tmp_path)
    args = {"file_root": tmp_path, "hdu_indices": [1]}
    here = ndd.experimental.readers.Fits(**args)
    there = ndd.experimental.readers.Fits(**args, device="gpu")
    for (a,), (b,) in zip(
        here.next_epoch(batch_size=2), there.next_epoch(batch_size=2), strict=True
    ):
        assert b.device == "gpu"
        for x, y in zip(a.tensors, b.cpu().tensors, strict=True):
            np.testing.assert_array_equal(x, y)


def test_pipeline(folder):
    pipe = Pipeline(batch_size=2)
    with pipe:
        x = fn.readers.numpy(file_root=str(folder), device="gpu", name="Reader")
        assert x.device == "gpu" and (x + 1).device == "gpu"
        pipe.set_outputs(x, fn.flip(x, horizontal=1), x.cpu())
    for k in range(5):
        x, y, z = pipe.run()
        for i in range(2):
            want = saved(folder, (2 * k + i) % 7)
            np.testing.assert_array_equal(np.asarray(x.as_cpu().at(i)), want)
            np.testing.assert_array_equal(np.asarray(y.as_cpu().at(i)), want[:, ::-1])
            np.testing.assert_array_equal(z.at(i), want)
    assert pipe.epoch_size("Reader") == 7


def test_source_with_a_type(folder):
    """An external source on the GPU whose type is promised: its node is there, too."""
    pipe = Pipeline(batch_size=2)
    with pipe:
        x = fn.external_source(
            lambda: np.ones((2, 3), np.float32), device="gpu", dtype=np.float32, ndim=1
        )
        assert x.device == "gpu"
        pipe.set_outputs(x * 2.0)
    (out,) = pipe.run()
    np.testing.assert_array_equal(out.as_cpu().as_array(), np.full((2, 3), 2, np.float32))


def test_encoded_data_stay(tmp_path):
    (tmp_path / "a.jpg").write_bytes(b"x")
    with pytest.raises(ValueError, match=r"reads into CPU memory.*\.gpu\(\)"):
        ndd.readers.File(files=[tmp_path / "a.jpg"], device="gpu")


def truncated(folder, tmp_path):
    for k in range(4):
        data = (folder / f"{k}.npy").read_bytes()
        (tmp_path / f"{k}.npy").write_bytes(data if k == 0 else data[:130])
    return [str(tmp_path / f"{k}.npy") for k in range(4)]


def test_errors_are_told_once(folder, tmp_path):
    """Of a pipeline that is left after an error, nothing else is said of what was read ahead."""
    files = truncated(folder, tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UnobservedErrorWarning)
        for _ in range(20):
            pipe = Pipeline(batch_size=2, num_threads=2)
            with pipe:
                pipe.set_outputs(fn.readers.numpy(files=files, device="gpu"))
            with pytest.raises(headrace.Error):
                pipe.run()
            del pipe
        gc.collect()


def test_batches_that_nobody_looks_at(folder, tmp_path):
    files = truncated(folder, tmp_path)

    def ignored():
        reader = ndd.readers.Numpy(files=files, device="gpu")
        for batch in reader.next_epoch(batch_size=2):
            batch[0].device  # noqa: B018  known without reading
        time.sleep(0.2)
        del reader, batch
        gc.collect()
        ndd.zeros(shape=[1]).evaluate()  # a moment at which it can be told

    with pytest.warns(UnobservedErrorWarning):
        ignored()
