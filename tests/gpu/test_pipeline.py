"""Pipelines on a GPU: moving, hybrid decoding, arguments of the CPU, branches."""

from __future__ import annotations

import io
import sys

import numpy as np
import pytest
from PIL import Image

import headrace.dynamic as ndd
from headrace import Pipeline, fn, pipeline_def, types
from headrace.tensors import TensorGPU, TensorListGPU

from .on_gpu import counted, spent


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    root = tmp_path_factory.mktemp("pictures")
    (root / "c").mkdir()
    rng = np.random.default_rng(3)
    for k in range(5):
        small = rng.integers(0, 255, (4, 5, 3), np.uint8)
        image = Image.fromarray(small).resize((40 + 3 * k, 30 + k), Image.Resampling.BICUBIC)
        f = io.BytesIO()
        image.save(f, "JPEG", quality=90)
        (root / "c" / f"{k}.jpg").write_bytes(f.getvalue())
    return str(root)


def test_moving_there_and_back():
    @pipeline_def(batch_size=3)
    def graph():
        x = fn.external_source(source=lambda i: np.full((3, 2), i, np.float32))
        y = x.gpu()
        assert (x.device, y.device, (y + 1).device, y.cpu().device) == ("cpu", "gpu", "gpu", "cpu")
        return y * 2.0, (y + x.gpu()).cpu(), y.shape(), x

    pipe = graph()
    for i in range(4):
        on_gpu, back, shapes, x = pipe.run()
        assert isinstance(on_gpu, TensorListGPU)
        np.testing.assert_array_equal(on_gpu.as_cpu().as_array(), np.full((3, 2), 2 * i))
        np.testing.assert_array_equal(back.as_array(), np.full((3, 2), 2 * i))
        assert shapes.as_array().tolist() == [[2]] * 3
        assert x.as_array().tolist() == [[i, i]] * 3


@pytest.mark.parametrize("device", ["mixed", "gpu"])
def test_the_train_pipeline_is_that_of_dynamic_mode(folder, device):
    @pipeline_def(batch_size=4)
    def graph():
        jpegs, labels = fn.readers.file(file_root=folder, random_shuffle=True, seed=3)
        images = fn.decoders.image(jpegs, device=device)
        images = fn.random_resized_crop(images, size=[16, 16], seed=5)
        images = fn.crop_mirror_normalize(
            images, mirror=fn.random.coin_flip(seed=6), mean=[1.0, 2, 3], dtype=types.FLOAT16
        )
        return images, labels.gpu()

    pipe = graph()
    reader = ndd.readers.File(file_root=folder, random_shuffle=True, seed=3)
    crop, coin = ndd.random.RNG(5), ndd.random.RNG(6)
    for _ in range(4):
        jpegs, labels = reader(batch_size=4)
        images = ndd.decoders.image(jpegs, device="gpu")
        images = ndd.random_resized_crop(images, size=[16, 16], rng=crop)
        mirror = ndd.random.coin_flip(batch_size=4, rng=coin)
        images = ndd.crop_mirror_normalize(
            images, mirror=mirror, mean=[1.0, 2, 3], dtype=ndd.float16
        )
        got, got_labels = pipe.run()
        want = ndd.as_tensor(images.cpu()).numpy()
        np.testing.assert_array_equal(got.as_cpu().as_array(), want)
        np.testing.assert_array_equal(got_labels.as_cpu().as_array(), ndd.as_tensor(labels).numpy())


def test_chains_are_composed_as_in_dynamic_mode(folder):
    """One launch for what becomes one kernel, however many operators."""

    def launches(count):
        @pipeline_def(batch_size=4, exec_pipelined=False)
        def graph():
            x = fn.external_source(source=lambda: np.ones((4, 8, 8, 3), np.float32), layout="HWC")
            x = x.gpu()
            for _ in range(count):
                x = x * 2.0
            return fn.flip(x)

        pipe = graph()
        pipe.run()
        before = counted()
        pipe.run()[0].as_cpu()
        return spent(before)["launches"]

    assert launches(1) == launches(6)


def test_devices_are_those_of_the_pipeline():
    pipe = Pipeline(batch_size=1, device_id=0)
    assert pipe.device_id == 0
    with pytest.raises((RuntimeError, ValueError)):
        Pipeline(batch_size=1, device_id=99)


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("synchronize", [False, True])
def test_functions_of_capsules(whole, synchronize):
    def same(*capsules):
        return capsules[0]

    def mirrored(capsule):
        made = ndd.flip(TensorGPU(capsule, layout="HWC"))  # ours reads the capsule
        return made.evaluate().__dlpack__()

    def batch(capsules):
        return [mirrored(c) for c in capsules]

    rng = np.random.default_rng(0)
    data = [rng.integers(0, 255, (4, 5 + k, 3), np.uint8) for k in range(3)]

    @pipeline_def(batch_size=3, device_id=0, prefetch_queue_depth=1)
    def graph():
        x = fn.external_source(lambda: data, layout="HWC").gpu()
        options = {"batch_processing": whole, "synchronize_stream": synchronize}
        y = fn.dl_tensor_python_function(x, function=same, **options)
        z = fn.dl_tensor_python_function(x, function=batch if whole else mirrored, **options)
        return y, z

    pipe = graph()
    for _ in range(2):
        before = counted()
        y, z = pipe.run()
        assert isinstance(y, TensorListGPU) and isinstance(z, TensorListGPU)
        if synchronize:
            assert spent(before)["synchronizations"] >= 1
        for k, x in enumerate(data):
            np.testing.assert_array_equal(np.asarray(y.as_cpu()[k]), x)
            np.testing.assert_array_equal(np.asarray(z.as_cpu()[k]), x[:, ::-1])


def test_functions_of_arrays_need_cupy(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", None)  # as if it were not installed

    @pipeline_def(batch_size=1, device_id=0)
    def graph():
        return fn.python_function(fn.zeros(shape=[2]).gpu(), function=lambda x: x)

    with pytest.raises(RuntimeError, match="CuPy is not installed"):
        graph().run()


def test_branches():
    @pipeline_def(batch_size=6, enable_conditionals=True, seed=2)
    def graph():
        x = fn.random.uniform(range=[0, 1])
        y = x.gpu()
        if x > 0.5:
            z = y * 10.0
        else:
            z = -y
        return x, z

    pipe = graph()
    for _ in range(3):
        x, z = pipe.run()
        a = x.as_array()
        np.testing.assert_array_equal(z.as_cpu().as_array(), np.where(a > 0.5, a * 10, -a))


def test_cpu_operators_refuse_data_of_the_gpu():
    @pipeline_def(batch_size=1)
    def graph():
        return fn.flip(fn.zeros(shape=[2, 2, 1]).gpu(), device="cpu")

    with pytest.raises(ValueError, match=r"\.cpu\(\)"):
        graph()
