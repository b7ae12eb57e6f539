"""The chain that most users write: one program for each sample, parts passed on, the same bits."""

from __future__ import annotations

import numpy as np
import pytest
from tests.dense import dense

import headrace.dynamic as ndd
from headrace import _native

from .pictures import encode, photo


def chain(encoded, mirror, twist):
    x = ndd.decoders.image(encoded)
    x = ndd.crop(x, crop=[60, 80], crop_pos_x=0.3, crop_pos_y=0.8)
    x = ndd.resize(x, size=[48, 50])
    x = ndd.flip(x, horizontal=mirror)
    x = ndd.color_twist(x, hue=twist, saturation=1.3, contrast=0.9)
    return ndd.crop_mirror_normalize(x, crop=[32, 36], mean=[100.0], std=[50.0], dtype=ndd.float16)


@pytest.fixture
def arguments():
    encoded = ndd.as_batch([encode(photo(90 + 7 * k, 120 + k, k), "JPEG") for k in range(3)])
    mirror = ndd.batch([1, 0, 1]).evaluate()
    twist = ndd.batch([np.float32(v) for v in (10, -40, 0)]).evaluate()
    return encoded, mirror, twist


def test_one_program(arguments):
    with ndd.EvalMode.deferred:
        plan = ndd.explain(chain(*arguments))
    (stage,) = plan.stages
    ops = [step["op"] for step in stage["steps"]]
    assert ops == [
        "decoders.image", "crop", "resize", "flip", "color_twist", "crop_mirror_normalize"
    ]  # fmt: skip
    assert [step["region_for"] for step in stage["steps"]] == [*ops[1:], None]
    assert [step["outputs"][0][2] for step in stage["steps"]] == [False] * 5 + [True]  # stored
    assert "6 calls fused into one program" in str(plan)
    assert "only the region that crop reads" in str(plan)


def test_the_same_bits(arguments):
    results = []
    for fuse in (True, False):
        before = _native.set_fuse(fuse)
        try:
            with ndd.EvalMode.deferred:
                results.append(dense(chain(*arguments)).tobytes())
        finally:
            _native.set_fuse(before)
    assert results[0] == results[1]


def test_a_value_that_somebody_holds_is_whole(arguments):
    encoded, mirror, _ = arguments
    with ndd.EvalMode.deferred:
        whole = ndd.resize(ndd.decoders.image(encoded), size=[48, 50])
        part = ndd.crop(ndd.flip(whole, horizontal=mirror), crop=[8, 10])
        plan = ndd.explain(part)
    regions = {step["op"]: step["region_for"] for step in plan.stages[0]["steps"]}
    assert regions == {"decoders.image": "resize", "resize": None, "flip": "crop", "crop": None}
    assert whole.shape == [(48, 50, 3)] * 3
    flipped = ndd.flip(ndd.copy(whole), horizontal=mirror)
    np.testing.assert_array_equal(
        np.stack([np.asarray(t) for t in part.tensors]),
        np.stack([np.asarray(t)[20:28, 20:30] for t in flipped.tensors]),
    )
