"""A short, repeatable part of every campaign, and that the campaigns find what they look for."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace.engine.operator import registry

from . import datasets, operators, pictures, readers, supervisor
from .__main__ import settings
from .values import Chance


def clean(campaign: str, seed: int, cases: int) -> None:
    tally = supervisor.run(campaign, seed, settings(campaign), numbers=range(cases))
    assert tally.cases == cases
    texts = [f.text() for f in tally.findings]
    assert not texts, f"{len(texts)} findings:\n" + "\n\n".join(texts[:20])


# ---- the campaigns, for a moment ---------------------------------------------------------------


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("campaign", "cases"),
    [("operators", 3 * len(registry)), ("readers", 200), ("formats", 1000), ("states", 200),
     ("mixed", 40), ("saves", 20), ("workers", 12)],
)  # fmt: skip
def test_campaign(campaign, cases):
    clean(campaign, 1, cases)


# ---- the campaigns themselves ------------------------------------------------------------------


def test_every_operator_is_attacked():
    built_in = {n for n, d in registry.items() if d.family != "user"}
    assert built_in and built_in <= set(operators.NAMES)


def test_a_case_is_the_same_in_every_process():
    number = operators.NAMES.index("crop")
    calls = [str(operators.Call(Chance(3, "crop", number), registry["crop"])) for _ in range(2)]
    assert calls[0] == calls[1]


def test_intact_pictures_are_decoded():
    """As above."""
    for name, data in pictures.pictures().items():
        if name.split("-")[0] in ("jpeg", "png", "bmp", "webp", "gif"):
            try:
                ndd.decoders.image(ndd.tensor(np.frombuffer(data, np.uint8))).evaluate()
            except headrace.Error as e:
                raise AssertionError(name) from e


@pytest.mark.parametrize("path", sorted(pictures.CORPUS.glob("*-*")), ids=lambda p: p.name)
def test_parts_of_pictures_in_the_corpus(path):
    data = ndd.tensor(np.fromfile(path, np.uint8))
    whole = np.asarray(ndd.decoders.image(data, output_type="any"))
    for y in range(len(whole)):
        part = ndd.decoders.image_slice(
            data, start=[y], end=[len(whole)], axis_names="H", output_type="any"
        )
        assert (np.asarray(part) == whole[y:]).all(), y


def test_intact_data_is_read(tmp_path):
    """Or the campaigns would damage what nobody could read before."""
    names = datasets.available(str(tmp_path))
    assert "readers.File" in names and "readers.Webdataset" in names
    for name in names:
        made = datasets.make(name, str(tmp_path))
        assert made is not None
        assert readers.read(Chance(1), *made, 4) > 0
    assert len(pictures.pictures()) > 40


def test_faults_are_found():
    """Wrong exceptions, crashes, hangs, what depends on old memory: each is found and named."""
    limits = supervisor.Settings(deadline=20, patterns=True)
    tally = supervisor.run("faulty", 1, limits, numbers=range(8))
    assert tally.cases == 8
    found = {f.number: f.what for f in tally.findings}
    assert sorted(found) == [1, 2, 3, 4, 5]
    assert found[1].startswith("AssertionError") and "SIGSEGV" in found[2] and "hang" in found[3]
    assert found[4] == "said by the campaign" and "memory" in found[5]
    assert tally.outcomes == {"fine": 2, "ValueError": 1, "finding": 4, "pattern": 1}
    assert "faulty --seed 1 --number 3" in tally.findings[2].replay


def test_fresh_memory_is_filled():
    """Or a result that was never written would look like zeros."""
    code = "import numpy as np; print(np.empty(3000, np.uint8)[100:2000].tolist())"
    for pattern in supervisor.PATTERNS:
        environment = supervisor.environment(pattern, supervisor.SANITIZED)
        done = subprocess.run([sys.executable, "-c", code], env=environment,
                              capture_output=True, text=True, check=True)  # fmt: skip
        values = np.array(eval(done.stdout))
        assert np.unique(values).size <= 20  # glibc fills with the complement
