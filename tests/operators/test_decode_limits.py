"""decoders.image: what a file may ask for, judged before anything is decoded."""

from __future__ import annotations

import contextlib
import os
import struct
import subprocess
import sys
import zlib

import numpy as np
import pytest
from PIL import Image

import headrace.dynamic as ndd
from headrace import _native, codecs
from headrace.codecs import jpeg2000, samples, tiff
from headrace.core import errors

from .pictures import encode, noise

LIMIT = 1 << 28


def refusal(data: bytes) -> str:
    with pytest.raises(errors.DecodeError) as e:
        ndd.decoders.image(np.frombuffer(data, np.uint8)).evaluate()
    return str(e.value)


SCRIPT = """
import sys, numpy as np, headrace.dynamic as ndd
from headrace.core import errors
for name in sys.argv[1:]:
    data = np.fromfile(name, np.uint8)
    for look in (ndd.decoders.image, ndd.peek_image_shape):
        try: print(look(data).evaluate() is not None)
        except errors.DecodeError as e: print(str(e).splitlines()[0])
"""


def under(folder, pixels: int, files: dict[str, bytes]) -> dict[str, list[str]]:
    """What decoding and peeking say with this limit, which a process reads once."""
    for name, data in files.items():
        (folder / name).write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *files], cwd=folder, capture_output=True, text=True,
        timeout=100, check=False, env={**os.environ, "HEADRACE_MAX_PIXELS": str(pixels)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    return {name: lines[2 * i : 2 * i + 2] for i, name in enumerate(files)}


# ---- the measure --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "height", "pixel_bytes", "pixels"),
    [
        (10, 20, 1, 200),
        (10, 20, 4, 200),
        (10, 20, 5, 400),
        (10, 20, 12, 600),
        (1, 65535, 3, 65535),
        (1, 65536, 3, 65536 * 16),
        (100, 65536, 6, 65536 * 200),
        (0, 0, 4, 0),
        (1 << 40, 1 << 40, 1, 2**63 - 1),
    ],
)
def test_what_a_picture_counts_as(width, height, pixel_bytes, pixels):
    assert _native.picture_weight(width, height, pixel_bytes) == pixels


def test_every_format_is_measured(tmp_path):
    """A picture of exactly the limit passes, one of a row more does not."""
    formats = ["JPEG", "PNG", "WEBP", "BMP", "PPM", "GIF", "JPEG2000", "TIFF"]
    if codecs.pillow.supported("AVIF"):
        formats.append("AVIF")
    files = {
        f"{format}{rows}": encode(Image.fromarray(noise("RGB", rows, 32)), format).tobytes()
        for format in formats
        for rows in (40, 41)
    }
    for name, said in under(tmp_path, 32 * 40, files).items():
        if name.endswith("40"):
            assert said == ["True", "True"], name
        else:
            assert all("HEADRACE_MAX_PIXELS" in line for line in said), name


def test_deep_pixels_count_more(tmp_path):
    def chunk(kind, body):
        check = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + check

    head = struct.pack(">IIBBBBB", 32, 40, 16, 2, 0, 0, 0)
    rows = zlib.compress(bytes(40 * (1 + 32 * 6)))
    rgb = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    gray = encode(Image.fromarray(np.zeros((40, 32), np.uint16)), "PNG").tobytes()
    said = under(tmp_path, 32 * 40, {"gray": gray, "rgb": rgb})
    assert said["gray"] == ["True", "True"]
    assert "32×40 of 6 bytes each" in said["rgb"][0]


# ---- TIFF ---------------------------------------------------------------------------------------


def tiff_of(*tags: tuple[int, int, int, int], data: bytes = b"") -> bytes:
    """A TIFF of these tags (number, type, count, value), `data` behind them."""
    head = struct.pack("<2sHIH", b"II", 42, 8, len(tags))
    return head + b"".join(struct.pack("<HHII", *tag) for tag in tags) + bytes(4) + data


def bomb(width=8, height=16711688, compression=1):
    """Deep, planar, of three strips, where two million would be needed."""
    end = 10 + 12 * 10 + 4
    tags = [
        (256, 4, 1, width), (257, 4, 1, height), (258, 3, 3, end), (259, 3, 1, compression),
        (262, 3, 1, 2), (273, 4, 3, end + 6), (277, 3, 1, 3), (278, 4, 1, 8),
        (279, 4, 3, end + 18), (284, 3, 1, 2),
    ]  # fmt: skip
    at = end + 30
    data = struct.pack("<3H3I3I", 16, 16, 16, at, at + 128, at + 256, 128, 128, 128)
    return tiff_of(*tags, data=data + bytes(384))


def test_a_small_tiff_that_asks_for_much():
    assert len(bomb()) < 700
    assert "more than the limit of" in refusal(bomb())


def test_strips_that_are_not_there():
    """What is missing is not made up."""
    assert "3 strips or tiles of 3000" in refusal(bomb(height=8000))
    ndd.decoders.image(np.frombuffer(bomb(height=8), np.uint8)).evaluate()


@pytest.mark.parametrize(("width", "height"), [(1 << 11, 1 << 11), (1 << 22, 1)])
def test_memory_for_deep_samples(width, height):
    """Conversions take pieces: at most a few times the picture, also where strips overlap."""
    bits = 12
    line = (width * bits + 7) // 8
    count = -(-line * height // (1 << 16))
    tags = [
        (256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, bits), (259, 3, 1, 1),
        (262, 3, 1, 0), (273, 4, count, 0), (277, 3, 1, 1), (279, 4, count, 0),
    ]  # fmt: skip
    end = 10 + 12 * len(tags) + 4
    tags[5] = (273, 4, count, end)
    tags[7] = (279, 4, count, end + 4 * count)
    data = struct.pack("<I", end + 8 * count) * count + struct.pack("<I", 1 << 16) * count
    file = tiff_of(*tags, data=data + bytes(1 << 16))
    script = (
        "import resource, sys, numpy as np, headrace.dynamic as ndd\n"
        "from headrace.codecs import tiff\n"
        "data = sys.stdin.buffer.read()\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "pixels = tiff.open_tiff(data).pixels()\n"
        "assert pixels.size == 1 << 22 and (pixels == pixels.reshape(-1)[0]).all()\n"
        "print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=file, capture_output=True, timeout=200, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    assert int(done.stdout) < 120  # MiB; the picture has 8


def plain_stretched(stored, bits, inverted):
    """All at once, in integers of any size."""
    top = 2**bits - 1
    dtype = np.dtype(samples.type_of(bits, False))
    values = [top - int(v) if inverted else int(v) for v in stored.reshape(-1)]
    if dtype == np.float32:
        found = [np.float32(v / top) for v in values]
    else:
        white = np.iinfo(dtype).max
        found = [(v * white + top // 2) // top for v in values]
    return np.array(found, dtype).reshape(stored.shape)


@pytest.mark.parametrize("bits", [1, 2, 4, 7, 8, 9, 12, 15, 16, 24, 32])
@pytest.mark.parametrize("inverted", [False, True])
@pytest.mark.parametrize("piece", [1, 7, 1 << 20])
def test_stretching_in_pieces(monkeypatch, bits, inverted, piece):
    monkeypatch.setattr(samples, "PIECE", piece)
    rng = np.random.default_rng(bits)
    kind = np.uint8 if bits <= 8 else np.uint16 if bits <= 16 else np.uint32
    for shape in ((5, 4), (1, 9), (9, 1), (3, 4, 5)):
        stored = rng.integers(0, 2**bits, shape, dtype=np.uint64).astype(kind)
        got = samples.stretched(stored, bits, False, inverted)
        want = plain_stretched(stored, bits, inverted)
        assert got.dtype == want.dtype
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("bits", [1, 3, 4, 6, 9, 10, 12, 14])
@pytest.mark.parametrize("piece", [1, 300, 1 << 20])
def test_unpacking_in_pieces(monkeypatch, bits, piece):
    monkeypatch.setattr(samples, "PIECE", piece)
    rng = np.random.default_rng(bits)
    for height, row in ((3, 5), (1, 40), (7, 8), (2, 17)):
        want = rng.integers(0, 2**bits, (height, row))
        text = ["".join(f"{v:0{bits}b}" for v in line) for line in want]
        line = (row * bits + 7) // 8
        packed = [int(t.ljust(8 * line, "0"), 2).to_bytes(line, "big") for t in text]
        lines = np.frombuffer(b"".join(packed), np.uint8).reshape(height, line)
        np.testing.assert_array_equal(samples.unpacked(lines, bits, row), want)


def test_rows_of_tiles_beyond_the_limit():
    """A picture of one column, whose tiles are wide: rows are read with all of their tiles."""
    tags = [
        (256, 4, 1, 1), (257, 4, 1, 1 << 20), (258, 3, 1, 32), (259, 3, 1, 8), (262, 3, 1, 1),
        (277, 3, 1, 1), (322, 4, 1, 4096), (323, 4, 1, 16), (324, 4, 1, 0), (325, 4, 1, 0),
    ]  # fmt: skip
    assert "4096×1048576" in refusal(tiff_of(*tags))


def test_tiles_beyond_the_limit():
    tags = tiff.Tags(
        tiff_of((256, 4, 1, 10), (257, 4, 1, 10), (322, 4, 1, 1 << 16), (323, 4, 1, 1 << 16))
    )
    with pytest.raises(ValueError, match="tiles have 4294967296 pixels"):
        tiff.check_parts(tags)


# ---- JPEG 2000 ----------------------------------------------------------------------------------


def codestream(size=(16, 16), tile=None, components=3, cod=None, tile_cod=None) -> bytes:
    tile = tile or size
    siz = struct.pack(">H8IH", 0, *size, 0, 0, *tile, 0, 0, components)
    siz += bytes([7, 1, 1]) * components
    cod = cod or bytes([0, 0, 0, 1, 0, 5, 4, 4, 0, 1])

    def segment(marker, body):
        return struct.pack(">HH", marker, len(body) + 2) + body

    data = b"\xff\x4f" + segment(0xFF51, siz) + segment(0xFF52, cod)
    inner = segment(0xFF52, tile_cod) if tile_cod else b""
    for i in range(2):
        length = 12 + len(inner) + 2
        data += segment(0xFF90, struct.pack(">HIBB", i, length, 0, 1)) + inner + b"\xff\x93"
    return data + b"\xff\xd9"


def boxed(stream: bytes, decoy: bytes = b"") -> bytes:
    """A JP2 file, whose own header speaks of a small picture."""

    def box(kind, body):
        return struct.pack(">I4s", 8 + len(body), kind) + body

    head = box(b"ihdr", struct.pack(">IIHBBBB", 16, 16, 3, 7, 7, 0, 0))
    head += box(b"colr", struct.pack(">BBBI", 1, 0, 0, 16))
    start = box(b"jP  ", b"\r\n\x87\n") + box(b"ftyp", b"jp2 \0\0\0\0jp2 ")
    return start + box(b"jp2h", head) + box(b"free", decoy) + box(b"jp2c", stream)


@pytest.mark.parametrize(
    "wrap", [lambda s: s, lambda s: boxed(s, codestream())], ids=["raw", "jp2"]
)
@pytest.mark.parametrize(
    ("stream", "message"),
    [
        (codestream((1 << 16, 1 << 16)), "more than the limit"),
        (codestream((1, 1 << 28)), "more than the limit"),
        (codestream((4096, 4096), (8, 8)), "262144 tiles"),
        (codestream(components=16384), "16384 components"),
        (codestream((8192, 8192), cod=bytes([0, 0, 0, 1, 0, 5, 0, 0, 0, 1])), "code blocks"),
        (codestream((8192, 8192), cod=bytes([1, 0, 0, 1, 0, 0, 4, 4, 0, 1, 0])), "code blocks"),
        (
            codestream((8192, 8192), tile_cod=bytes([1, 0, 0, 1, 0, 0, 4, 4, 0, 1, 0])),
            "code blocks",
        ),
        (codestream((0, 16)), "is 0"),
        (codestream()[:30], "ends inside|no header"),
    ],
)
def test_jpeg2000_that_asks_for_much(wrap, stream, message):
    data = wrap(stream)
    with pytest.raises(ValueError, match=message):
        jpeg2000.check(data)
    assert "JPEG 2000" in refusal(data)


def test_jpeg2000_as_usual():
    jpeg2000.check(codestream())
    jpeg2000.check(boxed(codestream()))
    jpeg2000.check(codestream((8192, 8192), (256, 256)))
    picture = Image.fromarray(noise("RGB", 200, 300))
    for options in (
        {}, {"tile_size": (64, 64)}, {"codeblock_size": (4, 4)}, {"precinct_size": (64, 64)},
        {"num_resolutions": 2, "irreversible": True}, {"no_jp2": True},
    ):  # fmt: skip
        jpeg2000.check(encode(picture, "JPEG2000", **options).tobytes())


def test_jpeg2000_in_pieces():
    """Cut anywhere: an error or none, nothing else."""
    for data in (codestream(), boxed(codestream())):
        for end in range(len(data)):
            with contextlib.suppress(ValueError):
                jpeg2000.check(data[:end])


# ---- in a process with little memory ------------------------------------------------------------


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="ASan needs all addresses")
def test_bombs_in_little_memory(tmp_path):
    """None of these files needs more than a little: they are refused before."""
    files = {
        "tiff": bomb(),
        "tiff2": bomb(compression=8),
        "j2k": codestream(components=16384),
        "j2k2": boxed(codestream((1 << 14, 1 << 14), (64, 64))),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    script = (
        "import resource, sys, numpy as np, headrace.dynamic as ndd\n"
        "from headrace.core import errors\n"
        "ndd.decoders.image(np.frombuffer(b'P5 1 1 255 x', np.uint8)).evaluate()\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "for name in sys.argv[1:]:\n"
        "    try: ndd.decoders.image(np.fromfile(name, np.uint8)).evaluate()\n"
        "    except errors.DecodeError as e: print('refused')\n"
        "print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)\n"
    )
    names = [str(tmp_path / name) for name in files]
    done = subprocess.run(
        [sys.executable, "-c", script, *names], capture_output=True, text=True, timeout=100,
        check=False,
    )  # fmt: skip
    *refused, grown = done.stdout.split()
    assert refused == ["refused"] * len(files), done.stderr
    assert int(grown) < 200


def test_scans_of_large_jpegs():
    """Every scan goes through the whole picture, however few bytes it has."""
    picture = Image.fromarray(np.zeros((2500, 2500), np.uint8))
    data = encode(picture, "JPEG", progressive=True).tobytes()
    last = data[data.rfind(b"\xff\xc4", 0, data.rfind(b"\xff\xda")) : -2]
    assert len(last) < 1000
    assert "more than 83 scans" in refusal(data[:-2] + last * 400 + b"\xff\xd9")
    ndd.decoders.image(np.frombuffer(data[:-2] + last * 5 + b"\xff\xd9", np.uint8)).evaluate()
