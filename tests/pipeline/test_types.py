"""What headrace.types has for pipelines: infos, layouts, streams."""

from __future__ import annotations

import inspect
import pickle

import pytest

import headrace.dynamic as ndd
from headrace import types
from headrace.types import BatchInfo, CUDAStream, PipelineAPIType, SampleInfo, TensorLayout


def test_sample_info():
    info = SampleInfo(9, 1, 2, 0)
    assert (info.idx_in_epoch, info.idx_in_batch, info.iteration, info.epoch_idx) == (9, 1, 2, 0)
    assert list(inspect.signature(SampleInfo).parameters) == [
        "idx_in_epoch",
        "idx_in_batch",
        "iteration",
        "epoch_idx",
    ]
    assert info == SampleInfo(9, 1, 2, 0) != SampleInfo(9, 1, 2, 1)
    assert {info: 1}[SampleInfo(9, 1, 2, 0)] == 1
    assert pickle.loads(pickle.dumps(info)) == info
    assert repr(info) == "SampleInfo(idx_in_epoch=9, idx_in_batch=1, iteration=2, epoch_idx=0)"


def test_batch_info():
    info = BatchInfo(2, 3)
    assert (info.iteration, info.epoch_idx) == (2, 3)
    assert list(inspect.signature(BatchInfo).parameters) == ["iteration", "epoch_idx"]
    assert info == BatchInfo(2, 3) != BatchInfo(3, 2)
    assert pickle.loads(pickle.dumps(info)) == info
    assert repr(info) == "BatchInfo(iteration=2, epoch_idx=3)"


def test_tensor_layout():
    layout = TensorLayout("HWC")
    assert layout == "HWC" == str(layout) and len(layout) == 3 and {layout: 1}["HWC"] == 1
    assert repr(layout) == "TensorLayout('HWC')" and TensorLayout("") == ""
    assert ndd.tensor([[[1]]], layout=layout).layout == "HWC"
    assert pickle.loads(pickle.dumps(layout)) == layout
    for wrong in (None, 5):
        with pytest.raises(TypeError, match="HWC"):
            TensorLayout(wrong)


def test_cuda_stream():
    assert CUDAStream().ptr == 0 and CUDAStream(ptr=5).ptr == 5
    assert CUDAStream(5) == CUDAStream(5) != CUDAStream(6)
    assert len({CUDAStream(5), CUDAStream(5)}) == 1 and "0x5" in repr(CUDAStream(5))


def test_pipeline_api_type():
    assert [(m.name, m.value) for m in PipelineAPIType] == [
        ("BASIC", 0),
        ("ITERATOR", 1),
        ("SCHEDULED", 2),
    ]


def test_exports():
    assert set(types.__all__) <= set(dir(types))
    assert {"SampleInfo", "BatchInfo", "TensorLayout", "CUDAStream"} <= set(types.__all__)
