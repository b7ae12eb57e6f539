"""Every kernel is compiled by NVRTC for several generations of GPUs; no GPU is needed for that."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.harness import calls

from headrace.core import errors
from headrace.engine.gpu import nvrtc

from . import texts
from .on_gpu import call, outputs


def architectures() -> list[int]:
    try:
        known = nvrtc.architectures()
    except errors.DeviceError:
        pytest.skip("NVRTC is not installed")
    return [a for a in (75, 80, 86, 90, 100, 120) if a in known]


def one_case_each() -> None:
    done = set()
    for bound in calls.given():
        name = bound.definition.name
        if bound.definition.cpu_only or name in done:
            continue
        done.add(name)
        for x in outputs(call(bound)):
            x.evaluate()


def compile_all(jobs: list[tuple[str, int]]) -> None:
    """On all cores: the compiler runs without the GIL."""
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for (text, _), image in zip(jobs, threads.map(lambda job: nvrtc.compile(*job), jobs)):
            assert len(image) > 500, text


def spread(chosen: list[str], targets: list[int]) -> list[tuple[str, int]]:
    return [(text, targets[k % len(targets)]) for k, text in enumerate(chosen)]


@pytest.mark.timeout(900)
def test_one_of_each_kind():
    targets = architectures()
    if len(texts.one_of_each()) < 50:  # run alone
        one_case_each()
    chosen = texts.one_of_each()
    assert len(chosen) >= 50
    compile_all(spread(chosen, targets))


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_each_kind_for_all_and_every_kernel_for_one():
    targets = architectures()
    one_case_each()
    jobs = [(text, arch) for text in texts.one_of_each() for arch in targets]
    compile_all(list(dict.fromkeys(jobs + spread(list(texts.seen), targets))))
