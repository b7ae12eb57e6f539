"""decoders.image: damaged files, limits, warnings, and the bridge to Python's decoders."""

from __future__ import annotations

import importlib.util
import io
import os
import subprocess
import sys
import threading
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import headrace
import headrace.dynamic as ndd
from headrace import codecs
from headrace.core import errors

from .pictures import FOREIGN, decode, encode, noise, small


def mutate(data: bytes, draw: Any) -> np.ndarray:
    changed = bytearray(data)
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(changed) - 1))
        kind = draw(st.integers(0, 3))
        if kind == 0:
            del changed[at : at + draw(st.integers(1, 30))]
        elif kind == 1:
            changed[at:at] = draw(st.binary(min_size=1, max_size=8))
        else:
            changed[at] = draw(st.integers(0, 255))
        if len(changed) < 8:
            break
    return np.frombuffer(bytes(changed), np.uint8)


@pytest.mark.parametrize("format", FOREIGN)
@given(draw=st.data())
def test_damaged_files_of_the_bridge(format: str, draw: Any) -> None:
    """An error or a picture, nothing else."""
    seed = draw.draw(st.sampled_from(SEEDS[format]))
    data = mutate(seed, draw.draw)
    batch = ndd.decoders.image(ndd.batch([small("PNG"), data]), on_error="fill")
    for sample in batch.tensors:
        assert np.asarray(sample).ndim == 3


def _seeds(format: str) -> list[bytes]:
    rgb = Image.fromarray(noise("RGB", 12, 9))
    if format == "GIF":
        return [encode(rgb.convert("P"), format).tobytes()]
    if format != "TIFF":
        return [encode(rgb, format).tobytes(), encode(noise("RGBA", 9, 9), format).tobytes()]
    kinds = (None, "tiff_lzw", "jpeg", "tiff_adobe_deflate", "packbits")
    seeds = [encode(rgb, format, compression=kind).tobytes() for kind in kinds]
    seeds.append(encode(rgb.convert("P"), format).tobytes())
    if importlib.util.find_spec("tifffile"):
        import tifffile

        stream = io.BytesIO()
        deep = noise("RGB", 12, 9).astype(np.uint16)
        tifffile.imwrite(stream, deep, photometric="rgb", compression="zlib")
        seeds.append(stream.getvalue())
    return seeds


SEEDS = {format: _seeds(format) for format in FOREIGN}


@pytest.mark.parametrize("format", ["PNG", "WEBP", "BMP", "PPM", *FOREIGN])
def test_truncated(format: str, capfd: pytest.CaptureFixture[str]) -> None:
    data = small(format)
    for size in (len(data) // 10, len(data) // 2, len(data) * 9 // 10):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with pytest.raises(headrace.DecodeError, match="(?s)decoders.image.*sample 1"):
                ndd.decoders.image(ndd.batch([data, data[:size]])).evaluate()
    printed = capfd.readouterr()
    assert printed.out == printed.err == ""


def test_damaged_tiffs_print_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    """Neither does libtiff."""
    rng = np.random.default_rng(0)
    for seed in SEEDS["TIFF"]:
        files = []
        for _ in range(20):
            data = np.frombuffer(seed, np.uint8).copy()
            data[rng.integers(4, len(data), 3)] = rng.integers(0, 256, 3)
            files.append(data)
        ndd.decoders.image(ndd.batch(files), on_error="fill").evaluate()
    printed = capfd.readouterr()
    assert printed.out == printed.err == ""


def test_other_samples_go_on() -> None:
    good = small("GIF")
    filled = ndd.decoders.image(ndd.batch([good, good[:30], small("PNG")]), on_error="fill")
    assert list(filled.ok) == [0, 2]
    assert [s.shape for s in filled.tensors] == [(21, 17, 3), (1, 1, 3), (21, 17, 3)]
    assert "cannot decode this GIF" in str(filled.errors[1])


def test_names_of_files_are_in_errors(tmp_path: Any) -> None:
    path = tmp_path / "broken.tiff"
    path.write_bytes(small("TIFF")[:60].tobytes())
    with pytest.raises(headrace.DecodeError, match=r"(?s)TIFF.*broken\.tiff"):
        ndd.decoders.image(ndd.io.file.read(str(path))).evaluate()


def test_warnings_of_pillow_are_silent() -> None:
    """A tag longer than the file: some versions of Pillow warn and decode, others refuse."""
    text = {270: "a text that is long"}
    data = bytearray(encode(noise("RGB"), "TIFF", tiffinfo=text, compression="tiff_lzw").tobytes())
    at = data.index(b"\x0e\x01\x02\x00")  # the tag ImageDescription, a text
    data[at + 4 : at + 8] = (10**8).to_bytes(4, "little")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            Image.open(io.BytesIO(data)).load()
            shape = (21, 17, 3)
        except OSError:
            shape = None
        assert caught  # so there is something to silence
        caught.clear()
        encoded = np.frombuffer(bytes(data), np.uint8)
        if shape:
            assert decode(encoded).shape == shape
        else:
            with pytest.raises(headrace.DecodeError, match="TIFF"):
                decode(encoded)
        assert not caught
        warnings.warn("the user's own warnings remain", stacklevel=1)
        assert caught


def test_the_limit_on_pixels() -> None:
    script = """
import io, numpy as np, headrace, headrace.dynamic as ndd
from PIL import Image
stream = io.BytesIO()
Image.new("L", (11, 10)).save(stream, "GIF")
for data in (b"P5 11 10 255 ", stream.getvalue()):
    try:
        ndd.decoders.image(np.frombuffer(data + bytes(200), np.uint8)).evaluate()
    except headrace.DecodeError as e:
        assert "11×10 is more than the limit of 100 pixels" in str(e), e
        assert "HEADRACE_MAX_PIXELS" in str(e)
    else:
        raise SystemExit("no error")
assert np.asarray(ndd.decoders.image(np.frombuffer(b"P5 10 10 255 " + bytes(100), np.uint8))).size
"""
    run(script, HEADRACE_MAX_PIXELS="100")


def test_the_limit_of_pillow_is_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    data = [encode(noise("RGB"), f) for f in ("GIF", "JPEG2000")]
    data += [encode(noise("RGB"), "TIFF", compression=c) for c in ("tiff_lzw", "packbits")]
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 10)
    pictures = ndd.decoders.image(ndd.batch(data * 3))
    assert [s.shape for s in pictures.tensors] == [(21, 17, 3)] * 12
    assert Image.MAX_IMAGE_PIXELS == 10


def test_a_limit_that_is_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    codecs.max_pixels.cache_clear()
    monkeypatch.setenv("HEADRACE_MAX_PIXELS", "many")
    with pytest.raises(errors.ArgumentError, match="HEADRACE_MAX_PIXELS"):
        codecs.max_pixels()
    monkeypatch.setenv("HEADRACE_MAX_PIXELS", "1e6")
    assert codecs.max_pixels() == 1_000_000
    codecs.max_pixels.cache_clear()


def test_faults_that_were_repaired_are_counted() -> None:
    good = encode(noise("RGB", 64, 64), "JPEG")
    bad = np.concatenate([good[: len(good) // 2], good[-2:]])  # half of the data, and an end
    pictures = ndd.decoders.image(ndd.batch([good, bad, good]))
    counts = ndd.get_property(pictures, key="decode_warnings")
    assert counts.dtype == ndd.int32
    first, second, third = (int(np.asarray(t)) for t in counts.tensors)
    assert first == third == 0 < second
    with ndd.EvalMode.deferred:  # also behind a step that reads all of it
        flipped = ndd.flip(ndd.decoders.image(ndd.batch([bad, good])))
        passed = ndd.get_property(flipped, key="decode_warnings")
    assert [int(np.asarray(t)) for t in passed.tensors] == [second, 0]
    assert int(np.asarray(ndd.get_property(ndd.zeros(shape=[2]), key="decode_warnings"))) == 0


# ---- the bridge and the interpreter -------------------------------------------------------------


def run(script: str, **environment: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


SCRIPT = """
import io, os, sys, warnings
import numpy as np
from PIL import Image
import headrace.dynamic as ndd
stream = io.BytesIO()
Image.fromarray(np.arange(3000, dtype=np.uint8).reshape(10, 100, 3)).save(stream, "TIFF")
data = np.frombuffer(stream.getvalue(), np.uint8)
batch = ndd.batch([data] * 200)
"""


def test_exit_while_decoding() -> None:
    run(SCRIPT + "x = ndd.decoders.image(batch)\nsys.exit(0)")


def test_fork_and_decode() -> None:
    run(
        SCRIPT
        + """
ndd.decoders.image(batch).evaluate()
warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of threads at a fork
child = os.fork()
if child == 0:
    ok = np.asarray(ndd.decoders.image(data)).shape == (10, 100, 3)
    os._exit(0 if ok else 1)
assert os.waitpid(child, 0)[1] == 0
"""
    )


def test_many_threads_meet_at_the_bridge() -> None:
    data = ndd.batch([small(f) for f in FOREIGN] * 4)
    want = [np.array(t) for t in ndd.decoders.image(data).tensors]
    wrong: list[str] = []

    def work() -> None:
        for _ in range(3):
            got = ndd.decoders.image(data)
            if not all(np.array_equal(np.asarray(a), b) for a, b in zip(got.tensors, want)):
                wrong.append("pixels")

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_the_table_names_every_format() -> None:
    rows = {row.format: row for row in codecs.table()}
    assert list(rows)[:9] == [
        "JPEG",
        "PNG",
        "WebP",
        "BMP",
        "PNM",
        "TIFF",
        "JPEG 2000",
        "GIF",
        "AVIF",
    ]
    assert "libpng" in (rows["PNG"].engine or "")
    assert all(row.engine or row.hint for row in rows.values())
