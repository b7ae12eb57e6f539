"""element_extract, sequence_rearrange, per_frame, permute_batch, get_property."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

FRAMES = np.arange(24, dtype=np.int16).reshape(4, 3, 2)


def test_any_number_of_outputs() -> None:
    parts = ndd.element_extract(ndd.tensor(FRAMES) * 1, element_map=[i % 4 for i in range(20)])
    assert len(parts) == 20
    for i, part in enumerate(parts):
        np.testing.assert_array_equal(part, FRAMES[i % 4])


def test_one_output_of_many_is_enough() -> None:
    first, _ = ndd.element_extract(ndd.tensor(FRAMES, layout="FHW"), element_map=[3, 0])
    np.testing.assert_array_equal(ndd.flip(ndd.reshape(first, layout="HW")), FRAMES[3][:, ::-1])


def test_per_frame_marks_arguments() -> None:
    video = ndd.tensor(np.arange(6, dtype=np.uint8).reshape(3, 1, 2, 1), layout="FHWC")
    b = ndd.brightness(video, brightness_shift=ndd.per_frame(ndd.tensor([0.0, 0.5, 0.0])))
    assert np.asarray(b)[:, 0, 0, 0].tolist()[::2] == [0, 4]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: ndd.element_extract(x, element_map=[4]), r"element_map\[0\] is 4.* 4 frames"),
        (lambda x: ndd.element_extract(x, element_map=[-1]), "counts frames from 0, got -1"),
        (lambda x: ndd.element_extract(x, element_map=[]), "element_map is empty"),
        (lambda x: ndd.sequence_rearrange(x, new_order=[0, 9]), r"new_order\[1\] is 9"),
        (lambda x: ndd.sequence_rearrange(x, new_order=[]), "new_order is empty"),
        (lambda x: ndd.sequence_rearrange(ndd.reshape(x, layout="HWC"), new_order=[0]), '"HWC"'),
        (lambda x: ndd.per_frame(ndd.reshape(x, layout="HWC")), "replace=True"),
        (lambda x: ndd.per_frame(5), "no frames"),
    ],
)
def test_mistakes(call, message: str) -> None:
    x = ndd.tensor(FRAMES, layout="FHW")
    with pytest.raises((ValueError, IndexError), match=message):
        call(x).evaluate()


def test_permute_batch_copies_nothing() -> None:
    b = ndd.batch([[1], [2, 2], [3, 3, 3]])
    for indices in ([2, 0, 2], ndd.tensor([2, 0, 2]), ndd.batch([2, 0, 2]), np.array([2, 0, 2])):
        y = ndd.permute_batch(b, indices=indices)
        assert [t.tolist() for t in y.tensors] == [[3, 3, 3], [1], [3, 3, 3]]
        assert np.shares_memory(np.asarray(y.select(0)), np.asarray(b.select(2)))


def test_permute_batch_mistakes() -> None:
    b = ndd.batch([[1], [2, 2]])
    with pytest.raises(IndexError, match=r"indices\[1\] is 2, the batch has samples 0 to 1"):
        ndd.permute_batch(b, indices=[0, 2]).evaluate()
    with pytest.raises(ValueError, match="indices has 3 elements, the batch 2 samples"):
        ndd.permute_batch(b, indices=[0, 1, 1]).evaluate()


def test_source_info_follows_the_data() -> None:
    native = ndd.batch([[1, 2], [3]])
    named = ndd.Batch._of(native._v.with_sources(["a.jpg", "ö.png"]), native._m)
    y = ndd.permute_batch(ndd.expand_dims(named * 2, axes=[0]), indices=[1, 0])
    texts = ndd.get_property(y, key="source_info")
    assert [bytes(np.asarray(t)).decode() for t in texts.tensors] == ["ö.png", "a.jpg"]
    assert ndd.get_property(native, key="source_info").shape == [(0,), (0,)]


def test_layout_needs_no_data() -> None:
    with ndd.EvalMode.deferred:
        x = ndd.tensor(FRAMES, layout="FHW") * 2
        assert bytes(np.asarray(ndd.get_property(x, key="layout"))) == b"FHW"
        assert not x._v.ready()
    with pytest.raises(ValueError, match='Did you mean "layout"'):
        ndd.get_property(x, key="layuot")
