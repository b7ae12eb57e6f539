"""readers.COCO: what it reads, what it says of annotation files that are not right."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.core.errors import ArgumentError, Error, FileError

from .coco_writers import (
    annotation,
    counts,
    image,
    mask,
    polygon,
    random_dataset,
    write,
    write_text,
)

pytestmark = pytest.mark.filterwarnings(
    "ignore::headrace.UnobservedErrorWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)


def read(**arguments) -> list[list[np.ndarray]]:
    """The outputs of all samples."""
    samples = []
    for batch in ndd.readers.COCO(**arguments).next_epoch(batch_size=3):
        samples += [[np.asarray(x) for x in row] for row in zip(*[o.tensors for o in batch])]
    return samples[: ndd.readers.COCO(**arguments).get_metadata()["epoch_size"]]


IMAGES = [image(7), image(3), image(5)]
ANNOTATIONS = [annotation(7, 9), annotation(3, 4, bbox=[1.5, 2, 4, 8], iscrowd=1), annotation(7, 4)]


def test_samples(tmp_path):
    files = write(tmp_path, IMAGES, ANNOTATIONS, [9, 4])
    three, five, seven = read(**files, image_ids=True)
    assert bytes(three[0]) == b"contents of 3.jpg"
    assert three[1].tolist() == [[1.5, 2, 4, 8]]
    assert [seven[2].tolist(), seven[3].tolist(), five[3].tolist()] == [[1, 2], [7], [5]]
    assert [five[1].shape, five[2].shape] == [(0, 4), (0,)]
    assert [o.dtype.name for o in three] == ["uint8", "float32", "int32", "int32"]
    [box] = read(**files, images=["3.jpg"], ltrb=True, ratio=True)[0][1]
    assert np.array_equal(box, np.float32([1.5 / 20, 0.2, 5.5 / 20, 1]))
    assert len(read(**files, skip_empty=True, include_iscrowd=False)) == 1
    assert read(**files, avoid_class_remapping=True)[2][2].tolist() == [9, 4]


def test_source_info(tmp_path):
    reader = ndd.readers.COCO(**write(tmp_path, IMAGES, ANNOTATIONS))
    contents, *_ = next(iter(reader.next_epoch(batch_size=3)))
    names = ndd.get_property(contents, key="source_info")
    assert [bytes(np.asarray(n)) for n in names.tensors] == [b"3.jpg", b"5.jpg", b"7.jpg"]


def test_old_names(tmp_path):
    files = write(tmp_path, [image(7)], [annotation(7, segmentation=[[1, 1, 5, 1, 5, 5]])])
    with pytest.warns(DeprecationWarning, match="use 'image_ids'"):
        assert read(**files, save_img_ids=True)[0][3].tolist() == [7]
    with pytest.warns(DeprecationWarning, match="use 'polygon_masks'"):
        assert read(**files, masks=True)[0][3].tolist() == [[0, 0, 6]]


def test_saved(tmp_path):
    files = random_dataset(tmp_path, 11)
    (tmp_path / "saved").mkdir()
    wanted = {"polygon_masks": True, "pixelwise_masks": True, "image_ids": True}
    saving = {
        "save_preprocessed_annotations": True,
        "save_preprocessed_annotations_dir": tmp_path / "saved",
    }
    first = read(**files, **wanted, **saving)
    again = read(file_root=tmp_path, preprocessed_annotations=tmp_path / "saved", **wanted)
    for a, b in zip(first, again, strict=True):
        assert all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))
    for path in sorted((tmp_path / "saved").iterdir()):
        whole = path.read_bytes()
        path.write_bytes(whole[:-1])
        with pytest.raises(Error, match=r"\.dat|number of files|truncated"):
            read(file_root=tmp_path, preprocessed_annotations=tmp_path / "saved", **wanted)
        path.write_bytes(whole)


# ---- outlines -----------------------------------------------------------------------------------


def painted(tmp_path, width, height, outlines, **more) -> np.ndarray:
    annotations = [annotation(7, i + 1, segmentation=o) for i, o in enumerate(outlines)]
    files = write(tmp_path, [image(7, width=width, height=height)], annotations)
    return read(**files, pixelwise_masks=True, **more)[0][3]


def test_pixels(tmp_path):
    runs = {"size": [4, 6], "counts": [5, 6, 13]}
    pixels = painted(tmp_path, 6, 4, [[[0, 0, 3, 0, 3, 3, 0, 3]], runs])
    assert pixels.dtype == np.int32
    assert pixels[..., 0].tolist() == [
        [1, 1, 2, 0, 0, 0], [1, 2, 2, 0, 0, 0], [1, 2, 2, 0, 0, 0], [0, 2, 0, 0, 0, 0]
    ]  # fmt: skip


def test_polygons_with_their_pixels(tmp_path):
    files = write(tmp_path, [image(7)], [annotation(7, segmentation=[[1, 1, 5, 1, 5, 5]])])
    _, _, _, polygons, vertices, pixels = read(
        **files, polygon_masks=True, pixelwise_masks=True, ratio=True
    )[0]
    assert polygons.tolist() == [[0, 0, 3]]
    assert np.array_equal(vertices, np.float32([[0.05, 0.1], [0.25, 0.1], [0.25, 0.5]]))
    assert np.array_equal(pixels, painted(tmp_path, 20, 10, [[[1, 1, 5, 1, 5, 5]]]))


@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")  # of pycocotools
@pytest.mark.parametrize("seed", range(4))
def test_pixels_are_those_of_pycocotools(tmp_path, seed):
    tools = pytest.importorskip("pycocotools.mask")
    rng = np.random.default_rng(seed)
    for _ in range(15):
        width, height = int(rng.integers(1, 120)), int(rng.integers(1, 90))
        outlines, expected = [], np.zeros((height, width), np.int32)
        for label in range(1, 6):
            if rng.integers(0, 2):
                drawn = [polygon(rng, width, height) for _ in range(int(rng.integers(1, 4)))]
                polygons = [np.float32(p).astype(float).tolist() for p in drawn]
                outlines.append(polygons)
                filled = tools.decode(tools.merge(tools.frPyObjects(polygons, height, width)))
            else:
                filled = mask(rng, width, height)
                runs = {"size": [height, width], "counts": counts(filled)}
                if rng.integers(0, 2):
                    packed = tools.encode(np.asfortranarray(filled.astype(np.uint8)))
                    runs["counts"] = packed["counts"].decode()
                outlines.append(runs)
            expected[filled > 0] = label
        assert np.array_equal(painted(tmp_path, width, height, outlines)[..., 0], expected)


@pytest.mark.parametrize(
    ("outline", "message"),
    [
        ({"size": [4, 5], "counts": [20]}, "a mask of 4 by 5 pixels for an image of 10 by 20"),
        ({"size": [10, 20], "counts": [0, 201]}, "a mask of more than 200 pixels"),
    ],
)
def test_masks_that_do_not_fit_fail_with_their_sample(tmp_path, outline, message):
    files = write(tmp_path, [image(1), image(2)], [annotation(2, segmentation=outline)])
    reader = ndd.readers.COCO(**files, pixelwise_masks=True)
    *_, pixels = next(iter(reader.next_epoch(batch_size=2)))
    with pytest.raises(Error, match=message):
        pixels.evaluate()
    reader = ndd.readers.COCO(**files, pixelwise_masks=True, on_error="fill")
    *_, pixels = next(iter(reader.next_epoch(batch_size=2)))
    assert np.asarray(pixels.tensors[0]).shape == (10, 20, 1)
    assert list(pixels.errors) == [1]


# ---- files that are not right -------------------------------------------------------------------

TEXT = json.dumps(
    {
        "images": [image(7)],
        "annotations": [annotation(7, segmentation=[[1, 1, 5, 1, 5, 5.5]])],
        "categories": [{"id": 1}],
    }
)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"id": 7, ', "", 'byte 12: image number 0 has no "id"'),
        ('"file_name": "7.jpg", ', "", 'has no "file_name"'),
        ('"7.jpg"', '""', 'has no "file_name"'),
        ('"7.jpg"', '"7\\u0000.jpg"', "zero byte"),
        ('"7.jpg"', '"7\\ud800.jpg"', "surrogate"),
        ('"7.jpg"', "7", "byte 35: expected text, found a number"),
        ('"image_id": 7, ', "", 'annotation number 0 has no "image_id"'),
        ('"category_id": 1, ', "", 'has no "category_id"'),
        ('"bbox": [1, 2, 3, 4], ', "", 'has no "bbox"'),
        ("[1, 2, 3, 4]", "[1, 2, 3]", '"bbox" has 3 numbers instead of 4'),
        ("[1, 2, 3, 4]", "[1, 2, 3, 4, 5]", "more than 4 numbers"),
        ("[1, 2, 3, 4]", "[NaN, 2, 3, 4]", "expected a number, found N"),
        ("[1, 2, 3, 4]", "[1e39, 2, 3, 4]", "beyond float32"),
        ("[1, 2, 3, 4]", "[1e999, 2, 3, 4]", "too large"),
        ("[1, 2, 3, 4]", "[1, 2, 3, 4", "more than 4 numbers"),
        ('"width": 20', '"width": 99999999999', '"width" is beyond 32 bits'),
        ('"width": 20', '"width": -20', '"width" is negative'),
        ('"width": 20', '"width": 20.5', "whole number"),
        ('"image_id": 7', '"image_id": 1e30', "whole number"),
        ('"image_id": 7', '"image_id": 99999999999999999999', "too large"),
        ("5.5]", "5.5, 1]", "7 numbers: they come in pairs"),
        ("[[1, 1, 5, 1, 5, 5.5]]", "[1, 1, 5, 1]", "expected an array, found a number"),
        ("[[1, 1, 5, 1, 5, 5.5]]", '"x"', "expected an array, found text"),
        ("[[1, 1, 5, 1, 5, 5.5]]", '{"counts": [1]}', '"counts" without "size"'),
        ("[[1, 1, 5, 1, 5, 5.5]]", '{"size": [1, 1], "counts": [-1]}', "a run of -1 pixels"),
        ("[[1, 1, 5, 1, 5, 5.5]]", '{"size": [1, 1], "counts": "\\n"}', "unknown character"),
        ("[[1, 1, 5, 1, 5, 5.5]]", '{"size": [1, 1], "counts": "o"}', "within a number"),
        ('"area": 12', f'"area": {"[" * 5000}', "nested more than 1024 times"),
        ('{"images"', '{"images": [], "images"', 'a second "images"'),
        ('{"images"', '["images"', "expected an object, found an array"),
        ("}]}", "}]} x", "something after the end"),
        ("}]}", "}]", "the file ends where"),
        ('{"id": 1}', '{"id": 1}, {"name": "x"}', 'category number 1 has no "id"'),
    ],
)  # fmt: skip
def test_malformed(tmp_path, old, new, message):
    assert TEXT.count(old) >= 1
    files = write_text(tmp_path, TEXT.replace(old, new, 1), ["7.jpg"])
    with pytest.raises(FileError) as caught:
        read(**files, polygon_masks=True)
    assert message in str(caught.value)
    assert f'{files["annotations_file"]}": line 1, byte ' in str(caught.value)


def test_lines_are_counted(tmp_path):
    text = json.dumps(json.loads(TEXT), indent=1).replace('"7.jpg"', "tru")
    line = text[: text.index("tru")].count("\n") + 1
    with pytest.raises(FileError, match=f"line {line}, byte {text.index('tru')}: "):
        read(**write_text(tmp_path, text, []))


def test_invalid_utf8(tmp_path):
    files = write_text(tmp_path, TEXT.encode().replace(b"7.jpg", b"\xff.jpg"), [])
    with pytest.raises(FileError, match="not UTF-8"):
        read(**files)


def test_a_byte_order_mark_is_no_matter(tmp_path):
    assert len(read(**write_text(tmp_path, b"\xef\xbb\xbf" + TEXT.encode(), ["7.jpg"]))) == 1


@pytest.mark.parametrize("text", ["", "{", "hello", "[]", "{}", '{"images": []}'])
def test_nothing_to_read(tmp_path, text):
    with pytest.raises(Error, match=r"a\.json"):
        read(**write_text(tmp_path, text, []))


def test_every_beginning_of_a_file_is_refused(tmp_path):
    for end in range(0, len(TEXT), 3):
        with pytest.raises(FileError):
            read(**write_text(tmp_path, TEXT[:end], ["7.jpg"]), polygon_masks=True)


@pytest.mark.filterwarnings("ignore:readers.COCO")  # annotations of no image
def test_damaged_files_are_read_or_refused(tmp_path):
    draw = random.Random(5)
    files = random_dataset(tmp_path, 3, images=4)
    path = Path(files["annotations_file"])
    whole = path.read_bytes()
    refused = 0
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(draw.randint(1, 3)):
            at = draw.randrange(len(data))
            data[at : at + draw.randint(0, 3)] = draw.choice(
                [
                    b"",
                    b"0",
                    b"9" * 9,
                    b"]",
                    b"{",
                    b'"',
                    b"-",
                    b",",
                    b"\xff",
                    bytes([draw.randrange(256)]),
                ]
            )
        path.write_bytes(data)
        try:
            read(**files, pixelwise_masks=True, polygon_masks=True)
        except Error:
            refused += 1
    assert 20 < refused < 300


def test_ids(tmp_path):
    with pytest.raises(FileError, match="two images with the id 7"):
        read(**write(tmp_path, [image(7), image(7, "b.jpg")], []))
    with pytest.raises(FileError, match="two categories with the id 1"):
        read(**write(tmp_path, [image(7)], [annotation(7)], [1, 2, 1]))
    files = write(tmp_path, [image(7)], [annotation(7), annotation(7, 5)], [1])
    with pytest.raises(FileError, match=r"byte \d+: the category 5 of an annotation is not among"):
        read(**files)
    assert read(**files, avoid_class_remapping=True)[0][2].tolist() == [1, 5]
    far = 5_000_000_000
    files = write(tmp_path, [image(far)], [annotation(far)])
    assert len(read(**files)[0][1]) == 1
    with pytest.raises(ArgumentError, match="the image id 5000000000 does not fit"):
        read(**files, image_ids=True)


@pytest.mark.parametrize("size", [{"width": 0}, {"height": None}])
def test_sizes(tmp_path, size):
    files = write(tmp_path, [{**image(7), **size}], [annotation(7)])
    assert len(read(**files)) == 1
    for argument in ("ratio", "pixelwise_masks"):
        with pytest.raises(FileError, match=r"no width and height of the image '7.jpg'"):
            read(**files, **{argument: True})


def test_arguments(tmp_path):
    files = write(tmp_path, IMAGES, ANNOTATIONS)
    for arguments, message in [
        ({"annotations_file": None}, "needs annotations_file or preprocessed_annotations"),
        ({"size_threshold": float("nan")}, "size_threshold is a number"),
        ({"save_preprocessed_annotations": True}, "go together"),
        ({"preprocessed_annotations": tmp_path}, "annotations_file does not go with"),
        ({"images": [7]}, "names of files"),
    ]:
        with pytest.raises((ArgumentError, TypeError), match=message):
            read(**{**files, **arguments})
    with pytest.raises(FileNotFoundError, match="nowhere"):
        read(**{**files, "annotations_file": tmp_path / "nowhere.json"})
    with pytest.raises(ArgumentError, match="no image that is wanted"):
        read(**files, skip_empty=True, size_threshold=100)


def test_an_image_that_is_gone_fails_alone(tmp_path):
    files = write(tmp_path, IMAGES, ANNOTATIONS)
    (tmp_path / "5.jpg").unlink()
    reader = ndd.readers.COCO(**files, on_error="fill")
    contents, boxes, _ = next(iter(reader.next_epoch(batch_size=3)))
    assert [len(np.asarray(t)) for t in contents.tensors] == [17, 0, 17]
    assert len(np.asarray(boxes.tensors[0])) == 1
