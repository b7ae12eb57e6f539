"""What the documents say about GPUs. With a GPU, or the emulated one (HEADRACE_GPU=emulated)."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import _native
from headrace.core.device import gpu_count
from headrace.core.errors import Error

from .dataset import write_images

pytestmark = pytest.mark.skipif(gpu_count() == 0, reason="no GPU, and none is emulated")
real = pytest.mark.skipif(
    not gpu_count() or _native.gpu_emulated(), reason="torch needs a real GPU"
)


@pytest.fixture
def images():
    rng = np.random.default_rng(0)
    return ndd.batch([rng.integers(0, 256, (9, 7, 3), np.uint8) for _ in range(3)], layout="HWC")


@pytest.fixture
def reader(tmp_path):
    return ndd.readers.File(file_root=str(write_images(tmp_path, 11)), random_shuffle=True)


def same(a, b, within=1):
    for x, y in zip(a.cpu().tensors, b.cpu().tensors, strict=True):
        difference = np.asarray(x).astype(np.float64) - np.asarray(y).astype(np.float64)
        assert np.abs(difference).max(initial=0) <= within


def test_device_is_inferred_from_inputs(images):
    assert ndd.flip(images).device == "cpu"
    on_gpu = ndd.flip(images.gpu())
    assert on_gpu.device == "gpu" and ndd.resize(on_gpu, size=[4, 4]).device == "gpu"


def test_one_gpu_input_takes_the_others_along(images):
    maps = [np.full((9, 7), k, np.float32) for k in (3, 2)]
    x, y = (ndd.batch([m] * 3, layout="HW") for m in maps)
    got = ndd.experimental.remap(images.gpu(), x, y)
    assert got.device == "gpu"
    same(got, ndd.experimental.remap(images, x, y))


def test_arguments_may_be_anywhere(images):
    angle = ndd.batch([10.0, 20.0, 30.0])
    same(ndd.rotate(images.gpu(), angle=angle.gpu()), ndd.rotate(images, angle=angle))


def test_values_of_both_sides_do_not_mix_in_arithmetic(images):
    with pytest.raises(ValueError, match=r"cpu.*gpu|gpu.*cpu"):
        images + images.gpu()
    same((images.gpu() * 2 + 1), images * 2 + 1)


def test_hybrid_decoding(reader):
    for jpegs, labels in reader.next_epoch(batch_size=4):
        assert jpegs.device == "cpu" and labels.device == "cpu"
        on_gpu = ndd.decoders.image(jpegs, device="gpu")
        assert on_gpu.device == "gpu"
        same(on_gpu, ndd.decoders.image(jpegs))


def test_mixed_is_a_word_of_pipeline_mode(reader):
    jpegs, _ = next(iter(reader.next_epoch(batch_size=2)))
    with pytest.raises(ValueError, match='device="gpu"'):
        ndd.decoders.image(jpegs, device="mixed")


def test_cpu_is_for_consumers_of_host_memory(images):
    x = ndd.flip(images.gpu()).select(0)
    with pytest.raises(TypeError, match=r"\.cpu\(\)"):
        np.asarray(x)
    np.testing.assert_array_equal(np.asarray(x.cpu()), np.asarray(images.select(0))[:, ::-1])
    assert x.__cuda_array_interface__["shape"] == (9, 7, 3)


def test_looking_at_shapes_needs_no_evaluation(images):
    with ndd.EvalMode.deferred:
        y = ndd.resize(images.gpu(), size=[5, 6])
        assert y.shape == [(5, 6, 3)] * 3 and y.dtype is ndd.uint8


def test_errors_surface_at_the_call_in_sync_full(images):
    broken = ndd.batch([np.zeros(10, np.uint8)])
    with ndd.EvalMode.sync_full, pytest.raises(Error, match="sample 0"):
        ndd.decoders.image(broken, device="gpu")


def test_errors_surface_at_the_call_in_sync_cpu():
    broken = ndd.batch([np.zeros(10, np.uint8)])
    with ndd.EvalMode.sync_cpu, pytest.raises(Error, match="sample 0"):
        ndd.decoders.image(broken, device="gpu")
    late = ndd.flip(ndd.decoders.image(broken, device="gpu"))  # nobody has looked
    with pytest.raises(Error, match=r"operator decoders\.image.*test_gpu\.py"):
        late.evaluate()


def test_sync_full_waits_for_the_gpu_and_sync_cpu_does_not(images):
    on_gpu = images.gpu().evaluate()
    waited = {}
    for mode in (ndd.EvalMode.sync_cpu, ndd.EvalMode.sync_full):
        with mode:
            before = _native.gpu_counters()["synchronizations"]
            ndd.flip(on_gpu)
            waited[mode] = _native.gpu_counters()["synchronizations"] - before
    assert waited[ndd.EvalMode.sync_cpu] == 0 and waited[ndd.EvalMode.sync_full] >= 1


def test_samples_one_by_one(reader):
    for jpeg, label in reader.next_epoch():
        image = ndd.decoders.image(jpeg, device="gpu")
        assert isinstance(image, ndd.Tensor) and image.device == "gpu" and label.device == "cpu"
        want = np.asarray(ndd.decoders.image(jpeg)).astype(int)
        assert np.abs(np.asarray(image.cpu()).astype(int) - want).max() <= 1


def test_the_overview_program(reader):
    for jpegs, _ in reader.next_epoch(batch_size=4):
        img = ndd.decoders.image(jpegs, device="gpu")
        flipped = ndd.flip(img, horizontal=1)
        same(flipped, ndd.flip(ndd.decoders.image(jpegs), horizontal=1))


def test_parts_of_a_batch_stay_on_the_gpu(images):
    g = images.gpu()
    for part in (g.tensors[1], g.select(1), next(iter(g.tensors))):
        assert isinstance(part, ndd.Tensor) and part.device == "gpu"
    np.testing.assert_array_equal(
        np.asarray(g.select(1)[1:3].cpu()), np.asarray(images.select(1))[1:3]
    )
    cut = ndd.batch([2, 3, 4])
    same(g.slice[cut:], images.slice[cut:], within=0)


def test_ragged_batches_become_one_tensor_by_padding():
    ragged = ndd.batch([np.ones((2, 3), np.float32), np.ones((4, 1), np.float32)]).gpu()
    with pytest.raises(ValueError, match="pad"):
        ndd.as_tensor(ragged)
    padded = ndd.as_tensor(ragged, pad=True)
    assert padded.device == "gpu" and padded.shape == (2, 4, 3)
    assert np.asarray(padded.cpu()).sum() == 10


def test_entering_a_gpu_moves_nothing(images):
    with ndd.Device("gpu"):
        assert ndd.flip(images).device == "cpu"
        assert ndd.tensor([1, 2]).device == "cpu"
        assert ndd.random.uniform(batch_size=2).device == "cpu"


@pytest.mark.parametrize("place", [0, 1, 2])
def test_any_input_on_the_gpu_takes_the_others_along(images, place):
    inputs = [images, images + ndd.uint8(1), images]
    inputs[place] = inputs[place].gpu()
    joined = ndd.cat(*inputs, axis=0)
    assert joined.device == "gpu"
    same(joined, ndd.cat(*[x.cpu() for x in inputs], axis=0), within=0)


def test_prefetched_gpu_batches_are_the_same(tmp_path):
    root = str(write_images(tmp_path, 11))

    def made(reader):
        for jpegs, _ in reader.next_epoch(batch_size=4):
            images = ndd.decoders.image(jpegs, device="gpu")
            yield ndd.resize(images, size=[8, 9])

    plain = made(ndd.readers.File(file_root=root, random_shuffle=True, seed=3))
    ahead = made(ndd.readers.File(file_root=root, random_shuffle=True, seed=3))
    for a, b in zip(plain, ndd.prefetch(ahead, 2), strict=True):
        same(a, b, within=0)


def test_random_numbers_are_the_cpus(images):
    on_cpu = ndd.random.uniform(batch_size=4, shape=5, rng=ndd.random.RNG(7))
    on_gpu = ndd.random.uniform(batch_size=4, shape=5, rng=ndd.random.RNG(7), device="gpu")
    assert on_gpu.device == "gpu"
    same(on_gpu, on_cpu, within=0)


def train(reader, device, finish):
    made = []
    for _ in range(2):
        for jpegs, labels in reader.next_epoch(batch_size=4):
            images = ndd.decoders.image(jpegs, device=device)
            images = ndd.resize(images, size=[24, 24])
            images = ndd.crop_mirror_normalize(
                images,
                mean=[0.485 * 255, 0.456 * 255, 0.406 * 255],
                std=[0.229 * 255, 0.224 * 255, 0.225 * 255],
            )
            made.append((finish(images), [int(v) for v in labels.tensors]))
    return made


def test_the_classification_program(tmp_path):
    root = str(write_images(tmp_path, 11))
    runs = []
    for device in ("cpu", "gpu"):
        reader = ndd.readers.File(file_root=root, random_shuffle=True, seed=3)
        runs.append(train(reader, device, lambda x: [np.asarray(t) for t in x.cpu().tensors]))
    assert len(runs[0]) == len(runs[1]) > 2
    for (a, la), (b, lb) in zip(*runs):
        assert la == lb
        for x, y in zip(a, b):
            assert np.abs(x - y).max() <= 2.1 / 57  # two levels of a picture


@real
def test_torch_gets_a_gpu_tensor_directly(tmp_path):
    torch = pytest.importorskip("torch")
    reader = ndd.readers.File(file_root=str(write_images(tmp_path, 11)))
    for x, _ in train(reader, "gpu", lambda images: images.torch()):
        assert x.is_cuda and x.dtype == torch.float32 and x.shape[1:] == (3, 24, 24)
        assert torch.isfinite(x).all()  # on torch's stream, without a word about streams
