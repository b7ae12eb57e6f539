"""Every operator on the GPU gives what it gives on the CPU."""

from __future__ import annotations

import numpy as np
import pytest
from tests.harness import calls
from tests.harness.calls import Bound

import headrace.dynamic as ndd
from headrace import _native
from headrace.core.errors import DeviceError
from headrace.core.value import Value
from headrace.engine.cases import Case, Sample
from headrace.engine.operator import registry

from .on_gpu import HOST_INPUTS, assert_alike, call, counted, device_inputs, outputs, spent

FACTS = {"get_property"}  # what is known of samples without their data is known on the CPU
GIVEN = [b for b in calls.given() if not b.definition.cpu_only]


def each(bounds):
    return pytest.mark.parametrize("bound", bounds, ids=[b.name for b in bounds])


@each(GIVEN)
def test_same_as_cpu(bound):
    got = call(bound)
    where = "cpu" if bound.definition.name in FACTS else "gpu"
    assert all(x.device == where for x in outputs(got))
    assert_alike(got, bound.whole())


def wider(bound: Bound) -> Bound:
    """The same call on five times the samples."""
    inputs = [
        Sample([*x.shapes] * 5, x.dtype, x.layout, x.low, x.high) if type(x) is Sample else x
        for x in bound.case.inputs
    ]
    args = {
        k: type(a)([*a.values] * 5, a.dtype, a.per_frame) if isinstance(a, calls.PerSample) else a
        for k, a in bound.case.args.items()
    }
    return Bound.of(bound.definition, Case(inputs, args), bound.name)


def launches(bound: Bound) -> dict[str, int]:
    inputs = device_inputs(bound)
    for k in HOST_INPUTS.get(bound.definition.name, ()):
        if k < len(inputs) and isinstance(inputs[k], Value):
            inputs[k] = inputs[k].cpu()
    args = bound.batch_args()
    for x in [*inputs, *args.values()]:
        if isinstance(x, Value):
            x.evaluate()
    before = counted()
    result = bound.call(inputs, args)
    for x in outputs(result):
        x.evaluate()
    return spent(before)


BATCHES = [
    b
    for b in GIVEN
    if b.case.inputs and all(type(x) is Sample for x in b.case.inputs) and b.size == 3
    and b.definition.name not in ("permute_batch", "_select")
]  # fmt: skip


@each(BATCHES)
def test_launches_do_not_depend_on_the_batch_and_nothing_comes_back(bound):
    few, many = launches(bound), launches(wider(bound))
    assert few["launches"] == many["launches"]
    assert few["uploads"] == many["uploads"]
    assert few["downloaded"] == many["downloaded"] == 0


@pytest.mark.parametrize("name", sorted(registry))
def test_what_runs_on_the_cpu_alone(name):
    """What has no GPU version says so, and what says so has none."""
    bounds = [b for b in calls.given() if b.definition.name == name]
    if not bounds:
        pytest.skip("no case")
    reason = registry[name].cpu_only
    for bound in bounds:
        if not reason:
            call(bound)
            continue
        with pytest.raises(DeviceError, match="does not run on the GPU") as refused:
            call(bound)
        assert reason in str(refused.value)


def test_emulation_is_what_it_says():
    if not _native.gpu_emulated():
        pytest.skip("a real GPU")
    assert ndd.Device("gpu").device_id == 0
    with pytest.raises(DeviceError, match="no gpu:1"):
        ndd.Device("gpu", 1)


def test_empty_batches():
    x = ndd.batch(np.zeros((0, 4, 4, 3), np.uint8), layout="HWC").gpu()
    assert ndd.flip(x).cpu().batch_size == 0
