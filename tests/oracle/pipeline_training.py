"""Programs that read data sets and prepare them for training: classification, detection,
segmentation."""

from __future__ import annotations

import numpy as np

from .pipeline_programs import ALONE, each, graph, numbers, program, take

MEAN, STD = [0.485 * 255, 0.456 * 255, 0.406 * 255], [0.229 * 255, 0.224 * 255, 0.225 * 255]
LEVELS = 2.1 / 57  # two levels of a picture, normalised

# ---- classification ------------------------------------------------------------------------------


@program(atol=2)
def validation(dali, data):
    fn, types = dali.fn, dali.types

    @dali.pipeline_def(batch_size=4, num_threads=2, device_id=None, seed=12)
    def val(root, size, crop):
        jpegs, labels = fn.readers.file(file_root=root, name="Reader", pad_last_batch=True)
        images = fn.decoders.image(jpegs, device="cpu", output_type=types.RGB)
        images = fn.resize(images, resize_shorter=size, interp_type=types.INTERP_TRIANGULAR)
        images = fn.crop_mirror_normalize(
            images, dtype=types.UINT8, output_layout="CHW", crop=(crop, crop)
        )
        return images, labels

    pipe = val(data.images, 20, crop=16)
    pipe.build()
    sizes = pipe.epoch_size("Reader"), pipe.epoch_size()
    return take(dali, pipe, 4), sizes, pipe.reader_meta("Reader"), pipe.reader_meta()


@program(atol=LEVELS)
def training_with_every_argument(dali, data):
    """Arguments of a training recipe, also those that change nothing on a CPU."""
    fn, types = dali.fn, dali.types

    @dali.pipeline_def(batch_size=5, num_threads=2, device_id=None, set_affinity=True)
    def train():
        jpegs, labels = fn.readers.file(
            file_root=data.images, shard_id=0, num_shards=1, random_shuffle=False, name="Reader",
            pad_last_batch=True, read_ahead=True, prefetch_queue_depth=2, skip_cached_images=False,
            lazy_init=True, dont_use_mmap=True, tensor_init_bytes=1000, initial_fill=10,
            bytes_per_sample_hint=10000, preserve=False,
        )  # fmt: skip
        images = fn.decoders.image(
            jpegs, device="cpu", output_type=types.RGB, device_memory_padding=211025920,
            host_memory_padding=140544512, preallocate_width_hint=5980, hw_decoder_load=0.65,
            preallocate_height_hint=6430, use_fast_idct=False, jpeg_fancy_upsampling=False,
            affine=True, memory_stats=False, hybrid_huffman_threshold=1000000,
            adjust_orientation=True,
        )  # fmt: skip
        images = fn.resize(
            images, device="cpu", size=20, mode="not_smaller", max_size=[40, 40], antialias=False,
            interp_type=types.INTERP_TRIANGULAR, dtype=types.UINT8, minibatch_size=32,
            temp_buffer_hint=0, subpixel_scale=True,
        )  # fmt: skip
        images = fn.crop_mirror_normalize(
            images, device="cpu", dtype=types.FLOAT, output_layout="CHW", crop=(16, 16), mean=MEAN,
            std=STD, crop_pos_x=0.5, crop_pos_y=0.5, mirror=False, pad_output=False, shift=0.0,
            scale=1.0, rounding="round", fill_values=0.0, out_of_bounds_policy="error",
        )  # fmt: skip
        return images, labels

    return take(dali, train(), 2)


@program
def training_with_random_crops(dali, data):
    """What does not depend on the random numbers."""
    fn, types = dali.fn, dali.types

    @dali.pipeline_def(batch_size=5, num_threads=2, device_id=None, seed=3)
    def train():
        jpegs, labels = fn.readers.file(file_root=data.images, random_shuffle=True, name="r")
        images = fn.decoders.image_random_crop(
            jpegs, random_area=[0.1, 1.0], random_aspect_ratio=[0.8, 1.25], num_attempts=100
        )
        mirror = fn.random.coin_flip(probability=0.5)
        images = fn.crop_mirror_normalize(
            fn.resize(images, size=(12, 12)), dtype=types.FLOAT16, mean=MEAN, std=STD, mirror=mirror
        )
        return images, labels, mirror

    pipe, seen, labels = train(), [], []
    for _ in range(4):
        outputs = pipe.run()
        seen.append([(o.shape(), o.layout(), o.at(0).dtype.name) for o in outputs])
        labels += numbers(outputs[1:])
        assert set(numbers(outputs[2:])) <= {0, 1}
    return seen, sorted(labels), pipe.epoch_size()  # two epochs: every label as often as it is


@program(atol=2)
def names_of_old_programs(dali, data):
    fn, types = dali.fn, dali.types

    @dali.pipeline_def(batch_size=4, **ALONE)
    def old():
        jpegs, labels = fn.file_reader(file_root=data.images)
        images = fn.resize(
            fn.image_decoder(jpegs), resize_x=20.0, resize_y=20.0, image_type=types.RGB
        )
        out = fn.crop_mirror_normalize(
            images, output_dtype=types.FLOAT, image_type=types.RGB, crop=[10, 10], mean=[1.0] * 3,
            std=[2.0] * 3, mirror=fn.coin_flip(probability=1.0),
        )  # fmt: skip
        number = fn.cast(fn.uniform(range=[3.0, 3.0001]), dtype=types.INT32)
        return out, labels, number, fn.experimental.peek_image_shape(jpegs)

    return take(dali, old(), 2)


@program(atol=LEVELS)
def subclass_with_operators(dali, data):
    """As programs were written first: operators in __init__, calls in define_graph."""
    ops, types = dali.ops, dali.types

    class Train(dali.Pipeline):
        def __init__(self, batch_size, num_threads, device_id, root, crop):
            super().__init__(batch_size, num_threads, device_id, seed=12)
            self.input = ops.FileReader(file_root=root, shard_id=0, num_shards=1)
            self.decode = ops.ImageDecoder(device="cpu", output_type=types.RGB)
            self.resize = ops.Resize(resize_x=crop, resize_y=crop)
            self.normalize = ops.CropMirrorNormalize(
                device="cpu", dtype=types.FLOAT, output_layout=types.NCHW, crop=(crop, crop),
                mean=MEAN, std=STD,
            )  # fmt: skip
            self.coin = ops.random.CoinFlip(probability=1.0)

        def define_graph(self):
            mirror = self.coin()
            self.jpegs, self.labels = self.input(name="Reader")
            images = self.resize(self.decode(self.jpegs))
            return [self.normalize(images, mirror=mirror), self.labels]

    pipe = Train(batch_size=4, num_threads=2, device_id=None, root=data.images, crop=14)
    pipe.build()
    return take(dali, pipe, 2), pipe.epoch_size("Reader")


@program
def labels_of_all_kinds(dali, data):
    fn, types = dali.fn, dali.types

    def labels():
        x = fn.readers.file(file_root=data.images)[1]
        smooth = fn.one_hot(fn.squeeze(x, axes=0), num_classes=3, on_value=0.9, off_value=0.05)
        return (fn.squeeze(x, axes=[0]), fn.cast(x, dtype=types.INT64), x[0], smooth,
                fn.one_hot(x, num_classes=4), fn.reshape(x, shape=[]))  # fmt: skip

    return graph(dali, labels, runs=2)


@program(rtol=1e-6)
def mixing_images_up(dali, data):
    fn = dali.fn

    def mixup():
        images = fn.external_source(lambda: [np.full((2, 2), k, np.float32) for k in range(3)])
        label = fn.external_source(lambda: [np.array([k], np.int32) for k in range(3)])
        share = fn.external_source(lambda: [np.array(0.25 * k, np.float32) for k in range(3)])
        other = fn.external_source(lambda: [np.array(k, np.int32) for k in (2, 0, 1)])
        label = fn.one_hot(label, num_classes=3)
        mixed = share * images + (1 - share) * fn.permute_batch(images, indices=other)
        return mixed, share * label + (1.0 - share) * fn.permute_batch(label, indices=other)

    return graph(dali, mixup)


# ---- detection -----------------------------------------------------------------------------------


@program(atol=2)
def detection_with_boxes(dali, data):
    fn, types = dali.fn, dali.types

    @dali.pipeline_def(batch_size=3, num_threads=2, device_id=None, seed=3)
    def detect():
        images, boxes, labels, ids = fn.readers.coco(
            **data.coco, ratio=True, ltrb=True, skip_empty=False, image_ids=True, name="Reader"
        )
        boxes = fn.bb_flip(boxes, ltrb=True, horizontal=1)
        images = fn.resize(
            fn.decoders.image(images), resize_x=24, resize_y=24,
            min_filter=types.DALIInterpType.INTERP_TRIANGULAR,
        )  # fmt: skip
        images = fn.crop_mirror_normalize(
            fn.flip(images, horizontal=1), dtype=types.FLOAT, mean=[104.0, 117.0, 123.0],
            std=[1.0] * 3, output_layout="CHW",
        )  # fmt: skip
        return images, fn.pad(boxes, fill_value=-1, axes=(0,)), fn.pad(labels, fill_value=-1), ids

    pipe = detect()
    return take(dali, pipe, 4), pipe.reader_meta("Reader")


@program
def detection_with_anchors(dali, data):
    fn = dali.fn
    anchors = [0.1, 0.1, 0.4, 0.4, 0.3, 0.3, 0.9, 0.9, 0.0, 0.0, 1.0, 1.0]

    def encode():
        _, boxes, labels = fn.readers.coco(**data.coco, ratio=True, ltrb=True)
        return tuple(fn.box_encoder(boxes, labels, criteria=0.5, anchors=anchors))

    return graph(dali, encode, runs=3)


@program
def detection_with_random_crops(dali, data):
    """The shapes of a whole recipe with random crops, colours and mirroring."""
    fn, types = dali.fn, dali.types

    @dali.pipeline_def(batch_size=3, num_threads=2, device_id=None)
    def train():
        images, boxes, labels = fn.readers.coco(
            **data.coco, ratio=True, ltrb=True, random_shuffle=True
        )
        start, size, boxes, labels = fn.random_bbox_crop(
            boxes, labels, device="cpu", aspect_ratio=[0.5, 2.0], scaling=[0.3, 1.0],
            thresholds=[0, 0.1, 0.3, 0.5, 0.7, 0.9], bbox_layout="xyXY", allow_no_crop=True,
            num_attempts=50,
        )  # fmt: skip
        images = fn.decoders.image_slice(images, start, size, output_type=types.RGB)
        images = fn.resize(images, resize_x=30, resize_y=30)
        images = fn.hsv(
            images, dtype=types.FLOAT, hue=fn.random.uniform(range=[-0.5, 0.5]),
            saturation=fn.random.uniform(range=[0.5, 1.5]),
        )  # fmt: skip
        images = fn.brightness_contrast(
            images, contrast_center=128, dtype=types.UINT8,
            brightness=fn.random.uniform(range=[0.875, 1.125]),
            contrast=fn.random.uniform(range=[0.5, 1.5]),
        )  # fmt: skip
        coin = fn.random.coin_flip(probability=0.5)
        boxes = fn.bb_flip(boxes, ltrb=True, horizontal=coin)
        images = fn.crop_mirror_normalize(
            images, crop=(30, 30), mean=MEAN, std=STD, mirror=coin, dtype=types.FLOAT
        )
        return images, boxes, labels

    pipe, seen = train(), []
    for _ in range(4):
        images, boxes, labels = pipe.run()
        assert all(np.isfinite(images.at(i)).all() for i in range(3))
        assert [s[0] for s in boxes.shape()] == [s[0] for s in labels.shape()]
        seen.append((images.shape(), [s[1] for s in boxes.shape()], boxes.dtype == types.FLOAT))
    return seen


@program(atol=1e-6)
def arithmetic_of_boxes(dali, data):
    fn, math = dali.fn, dali.math
    rows = np.array([[0.1, 0.2, 0.5, 0.6], [0.3, 0.3, 0.9, 0.8]], np.float32)

    def boxes():
        return fn.external_source(lambda: [rows[: k + 1] for k in range(2)])

    def sizes():
        x = boxes()
        w, h = x[:, 2] - x[:, 0], x[:, 3] - x[:, 1]
        as_xywh = fn.cat(x[:, :2], x[:, 2:] - x[:, :2], axis=1)
        centers = (x[:, :2] + x[:, 2:]) / 2
        return w * h, centers, fn.stack(w, h, axis=1), as_xywh, math.max(w, h)

    def moved():
        flip = fn.external_source(lambda: [np.array(k, np.int32) for k in range(2)])
        points = fn.reshape(boxes(), shape=[-1, 2])
        return (
            fn.bbox_paste(boxes(), ltrb=True, ratio=2.0, paste_x=0.5, paste_y=0.25),
            fn.bb_flip(boxes(), ltrb=True, horizontal=flip),
            fn.coord_flip(boxes()[:, :2], flip_x=1),
            fn.coord_transform(points, M=fn.transforms.scale(scale=[2.0, 3.0])),
        )

    def counted():
        x = boxes()
        return x.shape()[0], fn.pad(x, axes=[0], shape=[4], fill_value=-1), fn.reductions.max(x)

    return each(dali, sizes, moved, counted, size=2)


# ---- segmentation --------------------------------------------------------------------------------


@program(rtol=1e-6)
def volumes_and_masks(dali, data):
    """Arrays on disk; augmentations that are chosen by arithmetic with truth values."""
    fn, types, math = dali.fn, dali.types, dali.math
    rng = np.random.default_rng(0)
    files = {"x": [], "y": []}
    for i in range(2):
        np.save(data.folder / f"x{i}.npy", rng.normal(size=(2, 6, 7, 8)).astype(np.float32))
        np.save(data.folder / f"y{i}.npy", rng.integers(0, 3, (1, 6, 7, 8)).astype(np.uint8))
        for name, found in files.items():
            found.append(str(data.folder / f"{name}{i}.npy"))

    def choose(condition, augmented, original):
        condition = fn.cast(condition, dtype=types.BOOL)
        return condition * augmented + (condition ^ True) * original

    @dali.pipeline_def(batch_size=2, **ALONE)
    def segment():
        image = fn.readers.numpy(files=files["x"], seed=1, read_ahead=True, name="X")
        mask = fn.readers.numpy(files=files["y"], name="Y")
        window = {"crop": (4, 4, 4), "crop_pos_x": 0.5, "crop_pos_y": 0.25, "crop_pos_z": 1.0}
        image = fn.crop(fn.reshape(image, layout="CDHW"), **window, out_of_bounds_policy="pad")
        mask = fn.crop(fn.reshape(mask, layout="CDHW"), **window, out_of_bounds_policy="pad")
        coin = fn.external_source(lambda: [np.array(i, np.int32) for i in range(2)])
        image = choose(coin, image * 2.0, image)
        low, high = fn.reductions.min(image), fn.reductions.max(image)
        image = math.clamp(image * 1.1, low, high)
        turned = {"horizontal": coin, "vertical": 1 - coin, "depthwise": coin}
        return fn.flip(image, **turned), fn.cast(fn.flip(mask, **turned), dtype=types.INT64)

    pipe = segment()
    return take(dali, pipe, 2), pipe.epoch_size()
