"""Intact files for the fuzzers: python -m tests.attack.seeds FOLDER fills FOLDER/<target>/."""

from __future__ import annotations

import io
import json
import struct
import sys
import tarfile
import tempfile
from pathlib import Path

import numpy as np

from ..readers import coco_writers
from ..readers.lmdb_writers import datum, tensor, tensors
from ..readers.record_writers import bytes_list, example, float_list, int64_list
from . import datasets, pictures
from .supervisor import ROOT

FUZZERS = ROOT / "native" / "fuzz"
# target → the datasets whose files it reads
READ_BY = {
    "tar": ["readers.Webdataset"], "records": ["readers.TFRecord", "readers.MXNet"],
    "lmdb": ["readers.Caffe"], "npy": ["readers.Numpy"], "fits": ["experimental.readers.Fits"],
    "coco": ["readers.COCO"], "json": ["readers.COCO"],
}  # fmt: skip
TEXTS = {
    "webdataset": [
        "v1.2 2\njpg 512 5 a/0.jpg cls 1536 1 a/0.cls\njpg 512 5 x cls 1536 1 y\n",
        "v1.1 1\njpg 512 5 cls 1536 8\n", "v1.0 1\njpg 512 5\n", "v1.2 0\n",
    ],
    "records": ["0 100\n100 120\n220 7\n", "0\t0\n1\t64\n2\t128\n", "5\n", " 7 8 \r\n\r\n9 10"],
    "json": [
        '{"a": [1, -2.5e-3, true, false, null, "x\\u00e9\\ud83d\\ude00\\n\\\\"], "b": {"c": []}}',
        '[1e5, 0, -0, 123456789012345, 9007199254740993, 0.000001, "\\/\\b\\f\\r\\t\\"", [[[]]]]',
        '"\xe9\u20ac\U0001f600"', "[9223372036854775807, -9223372036854775808, 7.0, 7e0]",
        '{"long": "' + "y" * 5000 + '", "n": [' + ", ".join(["1.5"] * 900) + "]}",
    ],
    "coco": [
        '{"annotations": [{"segmentation": {"counts": [5, 6, 13], "size": [4, 6]}, "bbox": [1, 2, '
        '3, 4], "image_id": 7, "category_id": 9, "iscrowd": true}, {"image_id": 8, "bbox": '
        '[1e1, 2.25, 3, 4], "category_id": 2.0, "segmentation": {"size": [4, 6], "counts": '
        '"5220007"}}], "images": [{"id": 8, "file_name": "a\\/\\u00e9.jpg", "width": 6, '
        '"height": 4}, '
        '{"file_name": "b.jpg", "id": 7}], "categories": [{"id": 9, "name": "x"}, {"id": 2}]}',
        "5220007", "PPYo1",
    ],
}  # fmt: skip


def codec(known: dict[str, bytes]) -> list[bytes]:
    """A picture of each format; first bytes alone with what a decoder elsewhere would claim."""
    signs = [
        b"II*\0", b"MM\0*", b"II+\0", b"MM\0+", b"GIF89a", b"\0\0\0\x0cjP  ", b"\xff\x4f\xff\x51",
        b"\0\0\0\x18ftypavif", b"\0\0\0\x18ftypmif1\0\0\0\0miafavis", b"\0\0\0\x18ftypheic",
        b"?",
    ]  # fmt: skip
    made = list({name.split("-")[0]: data for name, data in known.items()}.values())
    for k, sign in enumerate(signs):
        width, height = [(5, 3), (7, 9), (1, 70000), (0, 4), (2**31 - 1, 2**31 - 1)][k % 5]
        kind = [0, 1, 9, 10][k % 4]  # uint8, uint16, float32; float64 is refused
        claim = struct.pack("<iiibB", width, height, k % 5 + 1, k % 8 + 1, kind)
        made += [sign + claim, sign + struct.pack("<iiibB", 6, 4, 3, 6, kind)]
    return made


def tar() -> list[bytes]:
    """Archives of every kind: long names, records for one file and for all, links, sizes."""
    made = []
    for form in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        file = io.BytesIO()
        with tarfile.open(
            fileobj=file, mode="w", format=form, pax_headers={"comment": "x"}
        ) as archive:
            for name in ("a/0.jpg", "a/0.cls", "folder/" * 12 + "long.jpg", "\xe9.cls"):
                info = tarfile.TarInfo(name)
                info.size = 5
                if form == tarfile.PAX_FORMAT:
                    info.pax_headers = {"size": "5", "path": name, "mtime": "1.5"}
                archive.addfile(info, io.BytesIO(b"first"))
            if form != tarfile.USTAR_FORMAT:
                info = tarfile.TarInfo("n" * 300)
                info.type, info.linkname = tarfile.SYMTYPE, "l" * 200
                archive.addfile(info)
            folder = tarfile.TarInfo("folder")
            folder.type = tarfile.DIRTYPE
            archive.addfile(folder)
        made += [file.getvalue(), file.getvalue()[:3072], file.getvalue() + file.getvalue()]
    wide = bytearray(made[3])  # a size in base 256
    wide[124:136] = b"\x80" + (5).to_bytes(11, "big")
    return [*made, bytes(wide)]


def npy(folder: Path) -> list[bytes]:
    made = []
    kinds = ("<u1C", ">i2F", "<f4F", ">f8C", "?C", "<f2F", ">u8F", "<i4C")
    for k, kind in enumerate(kinds):
        dtype, order = kind[:-1], kind[-1]
        path = folder / f"{k}.npy"
        shape = [(), (7,), (3, 4), (2, 3, 4), (2, 1, 0, 3), (3, 5), (4, 3), (2, 2, 2, 2)][k]
        np.save(path, np.asarray(np.zeros(shape, dtype), order=order))  # type: ignore[call-overload]
        made.append(path.read_bytes())
    made.append(b"\x93NUMPY\x02\x00" + made[2][8:10] + b"\0\0" + made[2][10:])
    made.append(b"\x93NUMPY\x03\x00" + made[2][8:10] + b"\0\0" + made[2][10:])
    return made


def fits() -> list[bytes]:
    def card(key: str, value: object) -> bytes:
        return f"{key:<8}= {value:>20} / comment".ljust(80).encode()

    def unit(first: bytes, bitpix: int, axes: list[int], **more: object) -> bytes:
        header = first + card("BITPIX", bitpix) + card("NAXIS", len(axes))
        header += b"".join(card(f"NAXIS{k + 1}", n) for k, n in enumerate(axes))
        header += b"".join(card(k, v) for k, v in more.items()) + b"END"
        size = abs(bitpix) // 8 * int(np.prod(axes)) if axes else 0
        data = bytes((k * 29) % 256 for k in range(size))
        return header.ljust(-(-len(header) // 2880) * 2880) + data.ljust(
            -(-size // 2880) * 2880, b"\0"
        )

    simple, image = card("SIMPLE", "T"), card("XTENSION", "'IMAGE   '")
    table = card("XTENSION", "'BINTABLE'")
    made = [unit(simple, b, [3, 2]) for b in (8, 16, 32, 64, -32, -64)]
    made.append(unit(simple, 16, [3, 2], BZERO=32768))
    made.append(unit(simple, 8, [3], BZERO=-128))
    made.append(unit(simple, 32, [2, 2], BZERO=2147483648, BLANK=-1))
    made.append(unit(simple, 64, [2], BZERO="9223372036854775808"))
    made.append(unit(simple, 16, [2, 2], BSCALE="1.5D0", BLANK=3))
    made.append(unit(simple, 8, []) + unit(image, -32, [2, 3, 2], BSCALE="2.5E-1"))
    tiles = dict(PCOUNT=6, GCOUNT=1, TFIELDS=1, ZIMAGE="T", ZBITPIX=16, ZNAXIS=1, ZNAXIS1=4)
    made.append(unit(simple, 8, [2]) + unit(table, 8, [8, 2], **tiles))
    return made


def messages() -> dict[str, list[bytes]]:
    caffe = [datum(b"abcdefghijkl", label=3), datum(b"x", label=-1)]
    caffe += [
        tensors(tensor(4, [b"picture"]), tensor(2, [7])),
        tensors(tensor(3, b"abcdefghijkl", [2, 2, 3]), tensor(2, [1, 3, 4], [3]),
                tensor(1, [0.5, 2.0])),
        tensors(tensor(4, [b"p"]), tensor(2, [1, 2]), tensor(1, [0.5, 1.5]), tensor(10, [5, 6]),
                tensor(1, [1.0, 2.0, 3.0, 4.0])),
    ]  # fmt: skip
    names = dict(bytes=bytes_list(b"one", b"two"), ints=int64_list(1, -2, 2**62),
                 floats=float_list(0.5, -1.0), other=int64_list(7))  # fmt: skip
    return {
        "caffe": caffe,
        "example": [
            example(**names), example(x=bytes_list(b"abc"), y=int64_list(5)), example(),
            example(ints=int64_list(1, 300, packed=False), floats=float_list(0.5, packed=False)),
        ],
    }  # fmt: skip


def main(folder: Path) -> None:
    found: dict[str, list[bytes]] = {
        name: [t.encode() for t in texts] for name, texts in TEXTS.items()
    }
    with tempfile.TemporaryDirectory() as place:
        available = datasets.available(place)
        for target, names in READ_BY.items():
            for name in names:
                if name in available:
                    found.setdefault(target, []).extend(
                        data for _, data in datasets.files(name, place)
                    )
        found.setdefault("npy", []).extend(npy(Path(place)))
    for name, data in pictures.pictures().items():
        found.setdefault(name.split("-")[0], []).append(data)
    found["codec"] = codec(pictures.pictures())
    found.setdefault("fits", []).extend(fits())
    found.setdefault("tar", []).extend(tar())
    found["webdataset"] += tar()
    for target, more in messages().items():
        found.setdefault(target, []).extend(more)
    coco = {"images": [coco_writers.image(1)], "annotations": [coco_writers.annotation(1)]}
    found["coco"].append(json.dumps(coco).encode())
    for target in set(found) - {t.stem[5:] for t in FUZZERS.glob("fuzz_*.cc")}:
        del found[target]  # decoded by Pillow
    for target, files in found.items():
        (folder / target).mkdir(parents=True, exist_ok=True)
        for k, data in enumerate(files):
            for choices in range(
                8
            ):  # the last four bytes say how a file is read: see native/fuzz/fuzz.h
                number = (choices * 0x9E3779B1 + choices) % 2**32
                (folder / target / f"seed-{k}-{choices}").write_bytes(
                    data + number.to_bytes(4, "little")
                )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
