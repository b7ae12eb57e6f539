"""The doctor reports what is there, says how to get what is not, and survives broken parts."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

import headrace
from headrace.codecs import Codec
from headrace.core.errors import DeviceError, ExecutionError
from headrace.tools import cli, doctor


def lines(section: doctor.Section) -> dict[str, doctor.Line]:
    return {line.name: line for line in section.lines}


def test_a_healthy_installation(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor"]) == 0
    printed = capsys.readouterr().out
    assert headrace.__version__ in printed
    assert re.search(r"✓ JPEG +libjpeg-turbo \d", printed)
    assert re.search(r"✓ PNM +headrace", printed)
    assert re.search(r"✓ GIF +Pillow \d", printed)
    assert re.search(r"✓ threads +\d+ \(", printed)


def test_json_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--json"]) == 0
    sections = json.loads(capsys.readouterr().out)
    assert [s["title"] for s in sections][:3] == ["Installation", "CPU", "Image codecs"]
    assert sections[0]["lines"][0] == {
        "name": "headrace", "there": True, "text": headrace.__version__, "hint": "",
    }  # fmt: skip


def test_threads_name_the_variable_that_set_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DALI_NUM_THREADS", "3")
    assert "set by DALI_NUM_THREADS" in lines(doctor.processor())["threads"].text


def test_extras_come_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    requires = [
        "numpy>=1",
        'cupy-cuda12x[ctk]>=14; extra == "cuda12"',
        'pytest; extra == "test"',
        'torch; extra == "test-torch"',
    ]
    monkeypatch.setattr(doctor.importlib.metadata, "requires", lambda name: requires)
    monkeypatch.setattr(doctor, "version_of", lambda name: None)
    found = lines(doctor.extras())
    assert list(found) == ["cuda12"]
    assert found["cuda12"].there is None
    assert found["cuda12"].hint == 'pip install "headrace[cuda12]"'


def test_a_missing_codec_comes_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Codec("AVIF", None, "pip install 'pillow>=11.3'"), Codec("PNG", "libpng 1.6")]
    monkeypatch.setattr(doctor, "codec_table", lambda: rows)
    found = lines(doctor.codecs())
    assert (found["AVIF"].there, found["PNG"].there) == (None, True)
    assert "pillow>=11.3" in found["AVIF"].hint


def test_a_codec_that_gives_wrong_pixels_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    import headrace.dynamic as ndd

    monkeypatch.setattr(ndd.decoders, "image", lambda x: np.zeros((32, 32, 3), np.uint8))
    assert lines(doctor.codecs())["PNG"].there is False


@pytest.mark.parametrize(
    ("driver", "name", "there", "words"),
    [
        (None, "driver", None, "no NVIDIA driver"),
        (((11, 4), ["Some GPU"]), "support", False, "update the NVIDIA driver"),
        (((12, 8), ["Some GPU"]), "kernels", False, "headrace[cuda12]"),
        (((13, 1), ["Some GPU"]), "nvimgcodec", None, "headrace[cuda13]"),
        (((14, 0), ["Some GPU"]), "kernels", False, "headrace[cuda13]"),
    ],
)
def test_gpu_advice(
    driver: object, name: str, there: bool | None, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HEADRACE_GPU", raising=False)
    monkeypatch.setattr(doctor, "cuda_devices", lambda: driver)
    monkeypatch.setattr(doctor, "version_of", lambda name: None)

    def missing() -> None:
        raise DeviceError("no NVRTC")

    monkeypatch.setattr(doctor.nvrtc, "version", missing)
    line = lines(doctor.gpu())[name]
    assert line.there is there
    assert words in line.text + line.hint


def test_a_compiler_that_does_not_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str, arch: int) -> bytes:
        raise ExecutionError(
            "a kernel", detail="error: failed to open\n  libnvrtc-builtins.so.13.0"
        )

    monkeypatch.setattr(doctor.nvrtc, "version", lambda: (13, 0))
    monkeypatch.setattr(doctor.nvrtc, "architectures", lambda: (75, 90))
    monkeypatch.setattr(doctor.nvrtc, "compile", fail)
    there, text = doctor.try_compiler()
    assert not there
    assert text == "NVRTC 13.0 does not work: error: failed to open libnvrtc-builtins.so.13.0"
    monkeypatch.setattr(doctor.nvrtc, "compile", lambda text, arch: b"\x7fELF")
    assert doctor.try_compiler() == (True, "NVRTC 13.0")


@pytest.mark.parametrize(
    ("decoder", "there", "words"),
    [
        (("engine", ""), True, "hardware engine"),
        (("kernels", ""), True, "no engine"),
        (("", "a library is missing"), False, "a library is missing"),
    ],
)
def test_who_decodes_on_the_gpu(
    decoder: tuple[str, str], there: bool, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HEADRACE_GPU", raising=False)
    monkeypatch.setattr(doctor, "cuda_devices", lambda: ((13, 1), ["Some GPU"]))
    monkeypatch.setattr(doctor, "version_of", lambda name: "0.9")
    monkeypatch.setattr(doctor, "gpu_decoder", lambda: decoder)
    line = lines(doctor.gpu())["JPEG"]
    assert line.there is there
    assert words in line.text
    assert bool(line.hint) is not there


def test_an_emulated_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADRACE_GPU", "emulated")
    line = lines(doctor.gpu())["emulation"]
    assert line.there is None and "HEADRACE_GPU=emulated" in line.text


def test_a_check_that_breaks_is_a_finding(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def codecs() -> doctor.Section:
        raise RuntimeError("no such luck")

    monkeypatch.setattr(doctor, "codecs", codecs)
    assert cli.main(["doctor"]) == 1
    printed = capsys.readouterr().out
    assert "✗ codecs         RuntimeError: no such luck" in printed
    assert "GPU" in printed
