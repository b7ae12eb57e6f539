"""readers.COCO: the same annotation files through DALI."""

from __future__ import annotations

import itertools
import json
import os
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from headrace.core.errors import FileError

from ..readers.coco_writers import annotation, image, random_dataset, write
from .both import dali, ours
from .differences import DIFFERENCES
from .epochs import both_refuse, read, same

COCO = "readers.COCO"
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

# Every argument that changes what is read; the values of one exclude one another.
CHOICES = {
    "ltrb": True, "ratio": True, "include_iscrowd": False, "skip_empty": True,
    "size_threshold": 9.5, "avoid_class_remapping": True, "image_ids": True,
    "polygon_masks": True, "masks": True, "pixelwise_masks": True,
}  # fmt: skip
PAIRS = [
    pair
    for n in (0, 1, 2)
    for pair in itertools.combinations(CHOICES, n)
    if not ("pixelwise_masks" in pair and {"polygon_masks", "masks", "ratio"} & set(pair))
]


@pytest.fixture(scope="module")
def photos() -> dict[str, str]:
    data = os.environ.get("HEADRACE_TEST_DATA")
    if not data or not (Path(data) / "coco" / "instances.json").exists():
        pytest.skip("needs HEADRACE_TEST_DATA with coco/")
    folder = Path(data) / "coco"
    return {
        "file_root": str(folder / "images"), "annotations_file": str(folder / "instances.json")
    }  # fmt: skip


@pytest.fixture(scope="module")
def random_files(tmp_path_factory) -> dict[str, str]:
    return random_dataset(tmp_path_factory.mktemp("random"), seed=1, plain=True)


@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_arguments(random_files, pair):
    same(COCO, **random_files, **{name: CHOICES[name] for name in pair})


@pytest.mark.parametrize("names", [(), ("polygon_masks", "image_ids"), ("pixelwise_masks",)])
def test_photos(photos, names):
    mine = same(COCO, **photos, **dict.fromkeys(names, True))
    assert len(mine) == 64


@pytest.mark.parametrize("seed", range(2, 8))
def test_random_outlines(tmp_path, seed):
    files = random_dataset(tmp_path, seed, plain=True)
    same(COCO, **files, pixelwise_masks=True)
    same(COCO, **files, polygon_masks=True, ratio=True, ltrb=True, image_ids=True)


IMAGES = [image(7, "a.jpg"), image(3, "z.jpg"), image(9, "B.jpg"), image(12, "5.jpg")]
ANNOTATIONS = [
    annotation(9, 5, bbox=[0, 0, 0.1, 5]), annotation(7, 2, bbox=[1.5, 2.5, 3.25, 4.125]),
    annotation(7, 9, bbox=[0, 0, 5, 0]), annotation(7, 5, iscrowd=1),
    annotation(3, 9, bbox=[-1] * 4),
]  # fmt: skip


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"images": ["B.jpg", "5.jpg", "B.jpg", "z.jpg"]},
        {"images": ["5.jpg", "a.jpg"], "skip_empty": True},
        {"images": []},
        *[{"size_threshold": t} for t in (0.0, -1.0, -5.0, 0.1, 3.0, 4.0)],
        {"size_threshold": 0.0, "ratio": True},
        {"save_img_ids": True},
    ],
    ids=str,
)
def test_order_and_choice(tmp_path, arguments):
    same(COCO, **write(tmp_path, IMAGES, ANNOTATIONS, [9, 2, 5]), **arguments)


def test_names_that_are_not_there_are_left_out(tmp_path):
    files = write(tmp_path, IMAGES, ANNOTATIONS)
    with pytest.warns(UserWarning, match=r"no image 'nope.jpg'"):
        mine = same(COCO, **files, images=["B.jpg", "nope.jpg", "a.jpg"])
    assert len(mine) == 2


def test_annotations_of_other_images_are_left_out(tmp_path):
    files = write(tmp_path, IMAGES, [*ANNOTATIONS, annotation(70), annotation(-1)])
    with pytest.warns(UserWarning, match="2 annotations of images that it does not list"):
        same(COCO, **files)


def test_sections_and_keys_in_any_order(tmp_path):
    files = write(tmp_path, IMAGES, ANNOTATIONS)
    path = Path(files["annotations_file"])
    whole = json.loads(path.read_text())
    backwards = {"info": {"images": [1, {"id": 3}]}}
    for key in reversed(whole):
        backwards[key] = [dict(reversed(list(item.items()))) for item in whole[key]]
    path.write_text(json.dumps(backwards, indent=1))
    same(COCO, **files, image_ids=True)


@pytest.mark.parametrize(
    "outline",
    [[], [[]], [[1, 1]], [[1, 1, 4, 3]], [[], [1, 1, 5, 1, 5, 5], []], None],
    ids=str,
)
@pytest.mark.parametrize("kind", ["polygon_masks", "pixelwise_masks"])
def test_odd_outlines(tmp_path, outline, kind):
    first = annotation(7, 2, segmentation=[[1, 2, 3, 4, 8, 6]])
    files = write(tmp_path, IMAGES, [first, annotation(7, 3, segmentation=outline)])
    same(COCO, **files, **{kind: True})


# ---- saved annotations --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names",
    [
        (), ("polygon_masks",), ("pixelwise_masks",), ("image_ids", "pixelwise_masks"),
        ("polygon_masks", "ratio", "ltrb", "image_ids"), ("include_iscrowd", "skip_empty"),
    ],
    ids="+".join,
)  # fmt: skip
def test_saved_annotations(tmp_path, random_files, names):
    """Each library writes the same files, and reads those of the other."""
    arguments = {name: CHOICES[name] for name in names}
    folders = {}
    for name, ndd in (("dali", dali), ("ours", ours)):
        folder = folders[name] = tmp_path / name
        folder.mkdir()
        saving = {
            "save_preprocessed_annotations": True,
            "save_preprocessed_annotations_dir": str(folder),
        }
        read(ndd, COCO, **random_files, **arguments, **saving)
    files = {name: {p.name: p.read_bytes() for p in f.iterdir()} for name, f in folders.items()}
    assert files["ours"] == files["dali"]
    for name in ("ltrb", "ratio", "skip_empty", "include_iscrowd"):
        arguments.pop(name, None)
    for folder in folders.values():
        same(
            COCO, file_root=random_files["file_root"], preprocessed_annotations=str(folder),
            **arguments,
        )  # fmt: skip


@pytest.mark.parametrize("name", ["ltrb", "ratio", "skip_empty", "size_threshold", "images"])
def test_saved_annotations_are_as_they_are(tmp_path, random_files, name):
    saving = {"save_preprocessed_annotations": True}
    read(ours, COCO, **random_files, **saving, save_preprocessed_annotations_dir=str(tmp_path))
    value = ["1.jpg"] if name == "images" else CHOICES[name]
    error = both_refuse(
        COCO, file_root=random_files["file_root"], preprocessed_annotations=str(tmp_path),
        **{name: value},
    )  # fmt: skip
    assert name in str(error)


# ---- refused by both ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"annotations_file": "/nowhere.json"},
        {"annotations_file": None},
        {"save_preprocessed_annotations": True},
        {"save_preprocessed_annotations_dir": "/tmp"},
        {"file_root": "/nowhere"},
    ],
    ids=str,
)
def test_refused(tmp_path, change):
    both_refuse(COCO, **{**write(tmp_path, IMAGES, ANNOTATIONS), **change})


@pytest.mark.parametrize(
    "annotation_",
    [annotation(7, bbox=b) for b in ([1, 2, 3], [1, 2, 3, 4, 5], None, ["1", 2, 3, 4])],
    ids=lambda a: str(a["bbox"]),
)
def test_refused_boxes(tmp_path, annotation_):
    both_refuse(COCO, **write(tmp_path, IMAGES, [annotation_]))


@pytest.mark.parametrize("images", [[], [{**image(7), "id": "7"}], [{**image(7), "width": 1.5}]])
def test_refused_images(tmp_path, images):
    both_refuse(COCO, **write(tmp_path, images, []))


# ---- differences --------------------------------------------------------------------------------


def masks_of(ndd, files, **arguments) -> list[np.ndarray]:
    return [
        np.frombuffer(s["values"][3], np.int32).reshape(s["shapes"][3])
        for s in read(ndd, COCO, **files, **arguments, pixelwise_masks=True)
    ]


def test_ratio_leaves_masks_as_they_are(random_files):
    assert "readers.COCO.ratio_masks" in DIFFERENCES
    plain, mine = masks_of(ours, random_files), masks_of(ours, random_files, ratio=True)
    theirs = masks_of(dali, random_files, ratio=True)
    different = 0
    for a, b, c in zip(plain, mine, theirs, strict=True):
        assert np.array_equal(a, b)
        different += np.count_nonzero(a != c)
    assert 0 < different < sum(a.size for a in plain) / 1000


def test_last_run(tmp_path):
    """Labels of objects that all cover the last pixel."""
    assert "readers.COCO.last_pixels" in DIFFERENCES
    whole = {"size": [4, 6], "counts": [0, 24]}
    corner = [[2, 2, 6, 2, 6, 4, 2, 4]]
    files = write(
        tmp_path, [image(7, width=6, height=4)],
        [annotation(7, 1, segmentation=whole), annotation(7, 2, segmentation=corner)],
    )  # fmt: skip
    expected = np.ones((4, 6, 1), np.int32)
    expected[2:, 2:] = 2
    [mine], [theirs] = masks_of(ours, files), masks_of(dali, files)
    assert np.array_equal(mine, expected)
    assert np.array_equal(theirs[:, :5], expected[:, :5])
    assert not np.array_equal(theirs, expected)


def test_runs_of_one_category(tmp_path):
    """Objects of one category: all of them are seen, whatever they are outlined by."""
    assert "readers.COCO.same_category" in DIFFERENCES
    runs = [{"size": [4, 6], "counts": c} for c in ([0, 3, 21], [8, 3, 13])]
    outlines = [*runs, [[4, 0, 5, 0, 5, 2, 4, 2]]]
    files = write(
        tmp_path, [image(7, width=6, height=4)],
        [annotation(7, 1, segmentation=o) for o in outlines],
    )  # fmt: skip
    expected = np.zeros((4, 6, 1), np.int32)
    expected[:3, 0] = expected[:3, 2] = expected[:2, 4] = 1
    [mine], [theirs] = masks_of(ours, files), masks_of(dali, files)
    assert np.array_equal(mine, expected)
    assert not np.array_equal(theirs, expected)


def test_objects_without_an_outline(tmp_path):
    """They take nothing from the others."""
    assert "readers.COCO.no_outline" in DIFFERENCES
    outlined = annotation(7, 2, segmentation=[[0, 0, 3, 0, 3, 3, 0, 3]])
    files = write(tmp_path, [image(7, width=6, height=4)], [annotation(7, 1), outlined])
    [mine], [theirs] = masks_of(ours, files), masks_of(dali, files)
    assert mine[:3, :3].min() == 2
    assert theirs.max() == 0


def test_polygons_and_pixels(tmp_path):
    assert "readers.COCO.both_masks" in DIFFERENCES
    outline = [[1, 1, 5, 1, 5, 5]]
    files = write(tmp_path, [image(7)], [annotation(7, segmentation=outline)])
    both = {"polygon_masks": True, "pixelwise_masks": True, "ratio": True}
    with pytest.raises(RuntimeError, match="mutually exclusive"):
        read(dali, COCO, **files, **both)
    [sample] = read(ours, COCO, **files, **both)
    assert sample["shapes"][3:] == [(1, 3), (3, 2), (10, 20, 1)]
    assert np.frombuffer(sample["values"][5], np.int32).sum() > 0


@pytest.mark.parametrize(
    ("images", "annotations", "categories"),
    [
        ([image(7)], [annotation(7, 5)], [1]),
        ([image(7), image(7, "b.jpg")], [annotation(7)], [1]),
        ([image(7)], [annotation(7)], [1, 1]),
    ],
    ids=["no such category", "two images", "two categories"],
)
def test_ids_that_say_nothing(tmp_path, images, annotations, categories):
    assert "readers.COCO.ids" in DIFFERENCES
    files = write(tmp_path, images, annotations, categories)
    assert read(dali, COCO, **files)
    with pytest.raises(FileError, match=r"a\.json"):
        read(ours, COCO, **files)
