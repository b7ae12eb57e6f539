"""What the documents say of devices, on a machine without a GPU and on any."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.core.device import gpu_count

no_gpu = pytest.mark.skipif(bool(gpu_count()), reason="for machines without a GPU")


def test_device_is_inferred_from_the_inputs():
    assert ndd.flip(ndd.tensor(np.zeros((1, 1, 1)))).device == "cpu"


def test_mixed_is_a_word_of_pipeline_mode():
    with pytest.raises(ValueError, match="mixed"):
        ndd.decoders.image(ndd.tensor(np.zeros(4, np.uint8)), device="mixed")


@no_gpu
@pytest.mark.parametrize("ask", [
    lambda: ndd.tensor([1]).gpu(),
    lambda: ndd.batch([1, 2]).gpu(),
    lambda: ndd.flip(ndd.tensor(np.zeros((1, 1, 1))), device="gpu"),
    lambda: ndd.tensor([1], device="gpu"),
    lambda: ndd.device("gpu"),
], ids=["Tensor.gpu", "Batch.gpu", "operator", "tensor", "device"])  # fmt: skip
def test_without_a_gpu_the_error_says_what_to_do(ask):
    with pytest.raises(RuntimeError, match=r"(?i)gpu|cuda") as caught:
        ask()
    assert isinstance(caught.value, ValueError)


def test_cpu_work_needs_no_gpu():
    assert ndd.flip(ndd.tensor(np.arange(3).reshape(1, 3, 1)), device="cpu")[0, 0, 0].item() == 2


@pytest.mark.parametrize("name", ["tpu", "GPU", "cpu:0", ""])
def test_unknown_devices(name):
    with pytest.raises(ValueError):
        ndd.device(name)


def test_cpu_brings_batches_to_the_host():
    b = ndd.batch([[1, 2], [3]])
    assert [t.tolist() for t in b.cpu()] == [[1, 2], [3]]
