"""Every operator on 64 arrays of 500×375×3, against DALI's dynamic mode.

python bench/ops.py [--rounds 5] [--only NAME]
"""

from __future__ import annotations

import argparse
import atexit
import functools
import itertools
import shutil
import statistics
import tempfile
from pathlib import Path

import numpy as np
from common import interleave_task, photos, serve, start, table

COUNT = 64  # arrays in a batch
RGB, BGR, GRAY, YCBCR = range(4)  # image types, in both libraries
MODULES = {"headrace": "headrace.dynamic", "dali": "nvidia.dali.experimental.dynamic"}


@functools.cache
def files(ndd):
    """The test photos, encoded."""
    several = itertools.islice(itertools.cycle(photos()), COUNT)
    return ndd.batch([np.frombuffer(data, np.uint8) for data in several]).evaluate()


@functools.cache
def pictures(ndd):
    """The test photos, decoded."""
    return ndd.decoders.image(files(ndd)).evaluate()


@functools.cache
def mosaics(ndd, dtype=np.uint8):
    """Arrays for debayer: even sizes, one channel."""
    rng = np.random.default_rng(0)
    return ndd.batch(
        [rng.integers(0, 255, (374, 500)).astype(dtype) for _ in range(COUNT)], layout="HW"
    ).evaluate()


@functools.cache
def masks(ndd, noise=False, dtype=np.int32):
    """Masks of labels: discs of 8 classes, or every pixel by itself."""
    rng = np.random.default_rng(0)
    y, x = np.mgrid[:375, :500]
    made = []
    for _ in range(COUNT):
        mask = rng.integers(0, 9, (375, 500)).astype(dtype) if noise else np.zeros_like(x, dtype)
        for label in range(0 if noise else 24):
            cy, cx, radius = rng.integers(0, 375), rng.integers(0, 500), rng.integers(5, 60)
            mask[(y - cy) ** 2 + (x - cx) ** 2 < radius**2] = 1 + label % 8
        made.append(mask)
    return ndd.batch(made, layout="HW").evaluate()


@functools.cache
def boxes(ndd, count=20):
    """Boxes for detection: left, top, right, bottom."""
    rng = np.random.default_rng(0)
    corners = [np.sort(rng.random((count, 2, 2), np.float32), axis=1) for _ in range(COUNT)]
    return ndd.batch([c.reshape(count, 4) for c in corners]).evaluate()


@functools.cache
def labels(ndd, count=20):
    """Labels of boxes."""
    return ndd.batch([np.arange(1, count + 1, dtype=np.int32)] * COUNT).evaluate()


@functools.cache
def polygons(ndd, count=40, corners=50):
    """Masks chosen, polygons and vertices."""
    rows = [[k, k * corners, (k + 1) * corners] for k in range(count)]
    points = np.random.default_rng(0).random((count * corners, 2), np.float32)
    chosen = np.arange(0, count, 2, dtype=np.int32)
    return tuple(ndd.batch([a] * COUNT).evaluate() for a in (chosen, np.int32(rows), points))


@functools.cache
def sizes(ndd):
    """Shapes of images."""
    return ndd.batch([np.int64([375, 500, 3])] * COUNT).evaluate()


def regions(ndd, places):
    """Places for multi_paste: rows and columns."""
    return ndd.tensor(np.array(places, np.int32))


@functools.cache
def names(ndd):
    """Names of files with the test photos in them, as DALI takes them."""
    folder = Path(tempfile.mkdtemp(prefix="bench"))
    atexit.register(shutil.rmtree, folder)
    texts = []
    for i, data in enumerate(itertools.islice(itertools.cycle(photos()), COUNT)):
        (folder / str(i)).write_bytes(data)
        texts.append(np.frombuffer(str(folder / str(i)).encode(), np.uint8))
    return ndd.batch(texts).evaluate()


SHARPEN = np.float32([[0, -1, 0], [-1, 5, -1], [0, -1, 0]])
WEIGHTS = np.random.default_rng(1).normal(0, 0.02, (15, 15)).astype(np.float32)

_GRID = np.stack(np.mgrid[:38, :38], axis=-1).reshape(-1, 1, 2) / 38
_EXTENTS = np.array(
    [[0.07, 0.07], [0.15, 0.15], [0.07, 0.14], [0.14, 0.07], [0.3, 0.3], [0.5, 0.2]]
)
ANCHORS = np.clip(np.concatenate([_GRID - _EXTENTS, _GRID + _EXTENTS], -1), 0, 1).ravel().tolist()

# name → call(ndd, images uint8, images float32, small float arrays)
CASES = {
    "flip": lambda n, u, f: n.flip(u),
    "flip vertical": lambda n, u, f: n.flip(u, horizontal=0, vertical=1),
    "cast u8→f32": lambda n, u, f: n.cast(u, dtype=n.float32),
    "cast f32→u8": lambda n, u, f: n.cast(f, dtype=n.uint8),
    "copy": lambda n, u, f: n.copy(u),
    "transpose HWC→CHW": lambda n, u, f: n.transpose(u, perm=[2, 0, 1]),
    "transpose f32": lambda n, u, f: n.transpose(f, perm=[1, 0, 2]),
    "reshape": lambda n, u, f: n.reshape(u, shape=[-1]),
    "squeeze": lambda n, u, f: n.squeeze(n.expand_dims(u, axes=[0]), axes=[0]),
    "stack": lambda n, u, f: n.stack(u, u),
    "cat": lambda n, u, f: n.cat(u, u, axis=1),
    "pad": lambda n, u, f: n.pad(u, axes=[0, 1], shape=[512, 512]),
    "slice": lambda n, u, f: n.slice(
        u, (50, 40), (300, 200), normalized_anchor=False, normalized_shape=False, axes=[1, 0]
    ),
    "crop": lambda n, u, f: n.crop(u, crop=[224, 224]),
    "crop_mirror_normalize": lambda n, u, f: n.crop_mirror_normalize(
        u, crop=[224, 224], mean=[1.0, 2.0, 3.0], std=[2.0, 3.0, 4.0], mirror=1
    ),
    "zeros_like": lambda n, u, f: n.zeros_like(u),
    "full_like": lambda n, u, f: n.full_like(u, 3),
    "lookup_table": lambda n, u, f: n.lookup_table(
        u, keys=[1, 2], values=[5.0, 6.0], dtype=n.uint8
    ),
    "reductions.sum": lambda n, u, f: n.reductions.sum(u, axes=[0, 1]),
    "reductions.mean": lambda n, u, f: n.reductions.mean(u, axes=[0, 1]),
    "reductions.max": lambda n, u, f: n.reductions.max(u, axes=[0, 1]),
    "reductions.min f32": lambda n, u, f: n.reductions.min(f, axes=[0, 1]),
    "reductions.std_dev": lambda n, u, f: n.reductions.std_dev(
        f, n.reductions.mean(f, axes=[0, 1]), axes=[0, 1]
    ),
    "reductions.mean_square": lambda n, u, f: n.reductions.mean_square(f),
    "reductions.rms": lambda n, u, f: n.reductions.rms(f, axes=[2]),
    "reductions.variance": lambda n, u, f: n.reductions.variance(
        u, n.reductions.mean(u, axes=[0]), axes=[0]
    ),
    "normalize": lambda n, u, f: n.normalize(u, axes=[0, 1]),
    "brightness": lambda n, u, f: n.brightness(u, brightness=1.2),
    "contrast": lambda n, u, f: n.contrast(u, contrast=1.2),
    "brightness_contrast": lambda n, u, f: n.brightness_contrast(u, brightness=1.2, contrast=0.8),
    "hsv": lambda n, u, f: n.hsv(u, hue=20.0, saturation=1.2, value=0.9),
    "hue": lambda n, u, f: n.hue(u, hue=20.0),
    "saturation": lambda n, u, f: n.saturation(u, saturation=1.2),
    "color_twist": lambda n, u, f: n.color_twist(
        u, hue=20.0, saturation=1.2, brightness=0.9, contrast=1.1
    ),
    "color_twist f32": lambda n, u, f: n.color_twist(f, hue=20.0, contrast=1.1),
    "color_space RGB→YCbCr": lambda n, u, f: n.color_space_conversion(
        u, image_type=RGB, output_type=YCBCR
    ),
    "color_space YCbCr→RGB": lambda n, u, f: n.color_space_conversion(
        u, image_type=YCBCR, output_type=RGB
    ),
    "color_space RGB→GRAY": lambda n, u, f: n.color_space_conversion(
        u, image_type=RGB, output_type=GRAY
    ),
    "color_space RGB→BGR": lambda n, u, f: n.color_space_conversion(
        u, image_type=RGB, output_type=BGR
    ),
    "equalize": lambda n, u, f: n.equalize(u),
    "clahe": lambda n, u, f: n.clahe(u, tiles_x=8, tiles_y=8, clip_limit=2.0),
    "clahe channels": lambda n, u, f: n.clahe(
        u, tiles_x=8, tiles_y=8, clip_limit=2.0, luma_only=False
    ),
    "grid_mask": lambda n, u, f: n.grid_mask(u, tile=100),
    "grid_mask turned": lambda n, u, f: n.grid_mask(u, tile=50, angle=0.3),
    "gaussian_blur 5": lambda n, u, f: n.gaussian_blur(u, window_size=5),
    "gaussian_blur σ=2": lambda n, u, f: n.gaussian_blur(u, sigma=2.0),
    "gaussian_blur σ=10": lambda n, u, f: n.gaussian_blur(u, sigma=10.0),
    "gaussian_blur f32": lambda n, u, f: n.gaussian_blur(f, sigma=1.0),
    "laplacian": lambda n, u, f: n.laplacian(u),
    "laplacian 5 → f32": lambda n, u, f: n.laplacian(u, window_size=5, dtype=n.float32),
    "filter 3×3": lambda n, u, f: n.filter(u, SHARPEN),
    "filter 7×7": lambda n, u, f: n.filter(u, np.ascontiguousarray(WEIGHTS[:7, :7])),
    "filter 15×15": lambda n, u, f: n.filter(u, WEIGHTS),
    "filter box 7×7": lambda n, u, f: n.filter(u, np.full((7, 7), 1 / 49, np.float32)),
    "experimental.median_blur 3": lambda n, u, f: n.experimental.median_blur(u),
    "experimental.median_blur 15": lambda n, u, f: n.experimental.median_blur(u, window_size=15),
    "experimental.dilate": lambda n, u, f: n.experimental.dilate(u),
    "experimental.erode 15": lambda n, u, f: n.experimental.erode(u, mask_size=15),
    "erase": lambda n, u, f: n.erase(u, anchor=[10.0, 20.0], shape=[100.0, 80.0], axes=[0, 1]),
    "paste": lambda n, u, f: n.paste(u, fill_value=[1, 2, 3], ratio=1.5),
    "resize linear 224": lambda n, u, f: n.resize(u, size=[224, 224], antialias=False),
    "resize antialiased 224": lambda n, u, f: n.resize(u, size=[224, 224]),
    "resize shorter 256": lambda n, u, f: n.resize(u, resize_shorter=256),
    "resize NN 224": lambda n, u, f: n.resize(u, size=[224, 224], interp_type=0),
    "resize cubic 224": lambda n, u, f: n.resize(u, size=[224, 224], interp_type=2),
    "resize lanczos 224": lambda n, u, f: n.resize(u, size=[224, 224], interp_type=3),
    "resize gaussian 224": lambda n, u, f: n.resize(u, size=[224, 224], interp_type=5),
    "resize up ×2": lambda n, u, f: n.resize(u, size=[750, 1000]),
    "resize up ×2 cubic": lambda n, u, f: n.resize(u, size=[750, 1000], interp_type=2),
    "resize up ×2 NN": lambda n, u, f: n.resize(u, size=[750, 1000], interp_type=0),
    "resize thumbnail": lambda n, u, f: n.resize(u, resize_shorter=32),
    "resize f32 224": lambda n, u, f: n.resize(f, size=[224, 224]),
    "resize CHW 224": lambda n, u, f: n.resize(
        n.reshape(u, shape=[3, 375, 500], layout="CHW"), size=[224, 224]
    ),
    "resize volume": lambda n, u, f: n.resize(
        n.reshape(u, shape=[25, 60, 125, 3], layout="DHWC"), size=[16, 80, 80]
    ),
    "tensor_resize": lambda n, u, f: n.tensor_resize(u, scales=[0.6, 0.6], axes=[0, 1]),
    "resize_crop_mirror": lambda n, u, f: n.resize_crop_mirror(
        u, resize_shorter=256, crop=[224, 224], mirror=1
    ),
    "random_resized_crop": lambda n, u, f: n.random_resized_crop(u, size=[224, 224]),
    "rotate": lambda n, u, f: n.rotate(u, angle=30.0, fill_value=0.0),
    "rotate keep_size": lambda n, u, f: n.rotate(u, angle=10.0, keep_size=True),
    "warp_affine": lambda n, u, f: n.warp_affine(u, matrix=[0.9, 0.2, 10.0, -0.2, 0.9, 30.0]),
    "warp_affine f32": lambda n, u, f: n.warp_affine(f, matrix=[0.9, 0.2, 10.0, -0.2, 0.9, 30.0]),
    "warp_affine nn": lambda n, u, f: n.warp_affine(
        u, matrix=[0.9, 0.2, 10.0, -0.2, 0.9, 30.0], interp_type=0
    ),
    "warp_perspective": lambda n, u, f: n.experimental.warp_perspective(
        u, matrix=[0.9, 0.2, 10.0, -0.2, 0.9, 30.0, 0.0002, 0.0001, 1.0]
    ),
    "warp_perspective cubic": lambda n, u, f: n.experimental.warp_perspective(
        u, matrix=[0.9, 0.2, 10.0, -0.2, 0.9, 30.0, 0.0002, 0.0001, 1.0], interp_type=2
    ),
    "sphere": lambda n, u, f: n.sphere(u),
    "water": lambda n, u, f: n.water(u),
    "add": lambda n, u, f: u + u,
    "multiply const": lambda n, u, f: u * 1.5,
    "f32 * f32": lambda n, u, f: f * f,
    "less": lambda n, u, f: u < 100,
    "and": lambda n, u, f: u & u,
    "sqrt": lambda n, u, f: n.math.sqrt(f),
    "exp": lambda n, u, f: n.math.exp(f),
    "clamp": lambda n, u, f: n.math.clamp(f, 0.1, 0.9),
    "random.uniform": lambda n, u, f: n.random.uniform(shape=[100000], batch_size=64),
    "random.normal": lambda n, u, f: n.random.normal(shape=[100000], batch_size=64),
    "random.coin_flip": lambda n, u, f: n.random.coin_flip(shape=[100000], batch_size=64),
    "random.beta": lambda n, u, f: n.random.beta(
        alpha=0.4, beta=0.4, shape=[100000], batch_size=64
    ),
    "random.choice": lambda n, u, f: n.random.choice(10, shape=[100000], batch_size=64),
    "random.choice p": lambda n, u, f: n.random.choice(
        4, p=[0.1, 0.2, 0.3, 0.4], shape=[100000], batch_size=64
    ),
    "batch_permutation": lambda n, u, f: n.batch_permutation(batch_size=4096),
    "noise.gaussian": lambda n, u, f: n.noise.gaussian(u, stddev=10.0),
    "noise.gaussian f32": lambda n, u, f: n.noise.gaussian(f, stddev=0.1),
    "noise.salt_and_pepper": lambda n, u, f: n.noise.salt_and_pepper(u),
    "noise.salt_and_pepper channels": lambda n, u, f: n.noise.salt_and_pepper(u, per_channel=True),
    "noise.shot": lambda n, u, f: n.noise.shot(u, factor=20.0),
    "noise.shot f32": lambda n, u, f: n.noise.shot(f, factor=0.1),
    "coord_transform": lambda n, u, f: n.coord_transform(f, M=[1.0, 0, 0, 0, 1, 0, 0, 0, 1]),
    "coord_flip": lambda n, u, f: n.coord_flip(n.reshape(f, shape=[-1, 2], layout="")),
    "jpeg_compression_distortion": lambda n, u, f: n.jpeg_compression_distortion(u, quality=50),
    "jpeg_compression_distortion photos": lambda n, u, f: n.jpeg_compression_distortion(
        pictures(n), quality=50
    ),
    "multi_paste": lambda n, u, f: n.multi_paste(
        u, u, out_anchors=regions(n, [[0, 0], [200, 300]]), output_size=[600, 800]
    ),
    "multi_paste in_ids": lambda n, u, f: n.multi_paste(
        u,
        in_ids=[0, 5, 9, 3],
        shapes=regions(n, [[300, 400]] * 4),
        out_anchors=regions(n, [[0, 0], [300, 0], [0, 400], [300, 400]]),
        output_size=[600, 800],
    ),
    "multi_paste u8→f32": lambda n, u, f: n.multi_paste(u, dtype=n.float32),
    "debayer": lambda n, u, f: n.debayer(mosaics(n), blue_position=[0, 0]),
    "debayer edgeaware": lambda n, u, f: n.debayer(
        mosaics(n), blue_position=[0, 0], algorithm="edgeaware_ocv"
    ),
    "debayer vng": lambda n, u, f: n.debayer(mosaics(n), blue_position=[0, 0], algorithm="vng_ocv"),
    "debayer gray": lambda n, u, f: n.debayer(
        mosaics(n), blue_position=[0, 0], algorithm="gray_ocv"
    ),
    "debayer u16": lambda n, u, f: n.debayer(mosaics(n, np.uint16), blue_position=[0, 0]),
    "decoders.image": lambda n, u, f: n.decoders.image(files(n)),
    "decoders.image_crop": lambda n, u, f: n.decoders.image_crop(files(n), crop=[224, 224]),
    "decoders.image_slice": lambda n, u, f: n.decoders.image_slice(
        files(n), rel_start=[0.3, 0.2], rel_shape=[0.5, 0.5]
    ),
    "decoders.image_random_crop": lambda n, u, f: n.decoders.image_random_crop(files(n)),
    "peek_image_shape": lambda n, u, f: n.peek_image_shape(files(n)),
    "io.file.read": lambda n, u, f: n.io.file.read(names(n)),
    "random_crop_generator": lambda n, u, f: n.random_crop_generator(sizes(n))[0],
    "roi_random_crop": lambda n, u, f: n.roi_random_crop(
        u, crop_shape=[224, 224], roi_start=[50, 60], roi_shape=[100, 300]
    ),
    "random_bbox_crop": lambda n, u, f: n.random_bbox_crop(
        boxes(n),
        scaling=[0.3, 1.0],
        aspect_ratio=[0.5, 2.0],
        thresholds=[0.0, 0.1, 0.3],
        all_boxes_above_threshold=False,
        num_attempts=20,
    )[2],
    "random_bbox_crop all boxes": lambda n, u, f: n.random_bbox_crop(
        boxes(n),
        scaling=[0.3, 1.0],
        aspect_ratio=[0.5, 2.0],
        thresholds=[0.0, 0.9],
        total_num_attempts=200,
        allow_no_crop=False,
        quiet=True,
    )[2],
    "segmentation.random_mask_pixel": lambda n, u, f: n.segmentation.random_mask_pixel(
        masks(n), foreground=1
    ),
    "segmentation.random_mask_pixel u8": lambda n, u, f: n.segmentation.random_mask_pixel(
        masks(n, dtype=np.uint8), foreground=1, value=3
    ),
    "segmentation.random_object_bbox": lambda n, u, f: n.segmentation.random_object_bbox(masks(n))[
        0
    ],
    "segmentation.random_object_bbox u8": lambda n, u, f: n.segmentation.random_object_bbox(
        masks(n, dtype=np.uint8), k_largest=3, threshold=[4, 4]
    )[0],
    "segmentation.random_object_bbox any": lambda n, u, f: n.segmentation.random_object_bbox(
        masks(n), ignore_class=True
    )[0],
    "segmentation.random_object_bbox cache": lambda n, u, f: n.segmentation.random_object_bbox(
        masks(n), cache_objects=True
    )[0],
    "segmentation.random_object_bbox noise": lambda n, u, f: n.segmentation.random_object_bbox(
        masks(n, noise=True), threshold=[2, 2]
    )[0],
    "bb_flip": lambda n, u, f: n.bb_flip(boxes(n, 1000), ltrb=True),
    "bbox_paste": lambda n, u, f: n.bbox_paste(boxes(n, 1000), ratio=1.5, ltrb=True),
    "bbox_rotate": lambda n, u, f: n.bbox_rotate(boxes(n, 200), angle=30.0, input_shape=[375, 500]),
    "box_encoder": lambda n, u, f: n.box_encoder(boxes(n), labels(n), anchors=ANCHORS)[0],
    "box_encoder offset": lambda n, u, f: n.box_encoder(
        boxes(n), labels(n), anchors=ANCHORS, offset=True, stds=[0.1, 0.1, 0.2, 0.2]
    )[0],
    "segmentation.select_masks": lambda n, u, f: n.segmentation.select_masks(*polygons(n))[1],
    "one_hot": lambda n, u, f: n.one_hot(u.slice[:, :64, 0], num_classes=16),
}


def make(library: str):
    ndd = __import__(MODULES[library], fromlist=["x"])
    ndd.set_num_threads(2)
    rng = np.random.default_rng(0)
    bytes_ = [rng.integers(0, 255, (375, 500, 3), np.uint8) for _ in range(COUNT)]
    u = ndd.batch(bytes_, layout="HWC").evaluate()
    f = ndd.batch(
        [rng.random((375, 500, 3), np.float32) for _ in range(COUNT)], layout="HWC"
    ).evaluate()

    def run(task: str) -> int:
        call = CASES[task]
        try:
            for _ in range(3):
                call(ndd, u, f).evaluate()
        except Exception as e:
            print(f"{library}: {task}: {str(e.__cause__ or e)[:200]}")
            return 0
        return 3

    return run


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--only", default="")
    p.add_argument("--candidate", help=argparse.SUPPRESS)
    a = p.parse_args()
    if a.candidate:
        serve(lambda: make(a.candidate), tasks=True)
        return
    peers = start(list(MODULES), [])
    rows, slower, ratios = [], [], []
    for case in CASES:
        if a.only and a.only not in case:
            continue
        timing = interleave_task(peers, case, a.rounds)
        if "headrace" not in timing:
            continue
        wall, cpu = timing["headrace"].median()
        row = [case, f"{wall * 1e3:.2f}", f"{cpu / COUNT * 1e3:.3f}"]
        if "dali" in timing:
            their_wall, their_cpu = timing["dali"].median()
            ratios.append(cpu / their_cpu)
            row += [f"{their_cpu / COUNT * 1e3:.3f}", f"{wall / their_wall:.2f}"]
            row += [f"{cpu / their_cpu:.2f}"]
            if cpu > their_cpu:
                slower.append(case)
        rows.append(row + ["–"] * (6 - len(row)))
    for peer in peers.values():
        peer.close()
    table(
        f"{COUNT} arrays of 500×375×3, 2 threads",
        rows,
        ["", "ms a batch", "CPU ms", "DALI's CPU ms", "wall ratio", "CPU ratio"],
    )
    print("\n  slower than DALI: " + (", ".join(slower) or "none"))
    if ratios:
        print(f"  geometric mean of the CPU ratios: {statistics.geometric_mean(ratios):.3f}")


if __name__ == "__main__":
    main()
