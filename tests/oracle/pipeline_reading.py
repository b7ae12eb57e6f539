"""Programs that read data sets: every reader that the tests can write files for, shards, epochs."""

from __future__ import annotations

import glob
import io
import os

import numpy as np
import PIL.Image

from .pipeline_programs import ALONE, each, plain, program, take


@program
def files_by_lists_and_shards(dali, data):
    fn = dali.fn
    files = sorted(glob.glob(data.images + "/*/*.jpg"))
    lines = [f"{os.path.relpath(f, data.images)} {2 * i}\n" for i, f in enumerate(files)]
    (data.folder / "list.txt").write_text("".join(lines))

    @dali.pipeline_def(batch_size=4, **ALONE)
    def several():
        a, _ = fn.readers.file(files=files, name="a")
        b, labels = fn.readers.file(
            files=files, labels=list(range(10, 20)), name="b", shard_id=1, num_shards=3
        )
        _, listed = fn.readers.file(
            file_root=data.images, file_list=str(data.folder / "list.txt"), name="c",
            pad_last_batch=True, num_shards=3,
        )  # fmt: skip
        d, _ = fn.readers.file(file_root=data.images, dir_filters=["class[12]"], name="d")
        return (a.source_info(), fn.get_property(b, key="source_info"), labels, listed,
                d.source_info())  # fmt: skip

    pipe = several()
    return take(dali, pipe, 6), pipe.reader_meta()


@program
def shards_over_epochs(dali, data):
    """Each rank's pipeline, padded or not, on its own shard or on all in turn."""
    seen = []
    for padded in (False, True):
        for stays in (False, True):

            @dali.pipeline_def(batch_size=2, **ALONE)
            def read(rank, padded=padded, stays=stays):
                data_, _ = dali.fn.readers.file(
                    file_root=data.images, shard_id=rank, num_shards=3, name="r",
                    pad_last_batch=padded, stick_to_shard=stays,
                )  # fmt: skip
                return data_.source_info()

            for rank in range(3):
                pipe = read(rank)
                seen.append((take(dali, pipe, 7), pipe.reader_meta("r")))
    return seen


@program
def arrays(dali, data):
    fn = dali.fn
    files = sorted(glob.glob(data.arrays + "/*.npy"))

    @dali.pipeline_def(batch_size=4, **ALONE)
    def read():
        x = fn.readers.numpy(file_root=data.arrays, file_filter="*.npy", name="n")
        part = fn.readers.numpy(files=files, roi_start=[0, 1], roi_shape=[2, 2])
        return x, part, fn.pad(x, axes=[0], fill_value=-1)

    pipe = read()
    return take(dali, pipe, 3), pipe.epoch_size("n")


@program(atol=1)
def records(dali, data):
    fn, tfrec = dali.fn, dali.tfrecord

    @dali.pipeline_def(batch_size=4, **ALONE)
    def read():
        inputs = fn.readers.tfrecord(path=data.record, index_path=data.index, features={
            "image": tfrec.FixedLenFeature((), tfrec.string, ""),
            "label": tfrec.FixedLenFeature([1], tfrec.int64, -1),
            "box": tfrec.VarLenFeature(tfrec.float32, 0.0),
        })  # fmt: skip
        return fn.decoders.image(inputs["image"]), inputs["label"], inputs["box"]

    return take(dali, read(), 3)


@program(atol=1)
def records_of_a_subclass(dali, data):
    ops, tfrec = dali.ops, dali.tfrecord

    class Records(dali.pipeline.Pipeline):
        def __init__(self, batch_size, num_threads, device_id):
            super().__init__(batch_size, num_threads, device_id)
            features = {
                "image": tfrec.FixedLenFeature((), tfrec.string, ""),
                "label": tfrec.FixedLenFeature([1], tfrec.int64, -1),
            }
            self.input = ops.readers.TFRecord(
                path=data.record, index_path=data.index, features=features
            )
            self.decode = ops.decoders.Image(device="cpu")

        def define_graph(self):
            inputs = self.input()
            return self.decode(inputs["image"]), inputs["label"]

    pipe = Records(4, 1, None)
    pipe.build()
    return take(dali, pipe, 3)


@program(atol=1)
def archives(dali, data):
    fn, types = dali.fn, dali.types

    @dali.pipeline_def(batch_size=4, **ALONE)
    def read():
        image, label = fn.readers.webdataset(
            paths=[data.archive], ext=["jpg", "cls"], dtypes=[types.UINT8, types.UINT8], name="w",
            missing_component_behavior="error",
        )  # fmt: skip
        return fn.decoders.image(image), fn.cast(label, dtype=types.INT32)

    pipe = read()
    return take(dali, pipe, 3), pipe.epoch_size("w")


@program
def readers_and_sources_together(dali, data):
    fn = dali.fn

    @dali.pipeline_def(batch_size=4, **ALONE)
    def read():
        names = fn.readers.file(file_root=data.images, name="A")[0].source_info()
        rows = fn.readers.numpy(file_root=data.arrays, name="B", pad_last_batch=True)
        return names, rows, fn.external_source(lambda i: [np.array([i, 2])] * 4)

    pipe = read()
    pipe.build()
    return take(dali, pipe, 3), pipe.reader_meta(), pipe.epoch_size(), len(pipe.reader_meta())


@program
def python_reads_the_files(dali, data):
    fn = dali.fn
    files = sorted(glob.glob(data.arrays + "/*.npy"))

    def load(path):
        return np.load(path.tobytes().decode())

    def own_reader():
        name = fn.external_source(
            lambda info: np.frombuffer(files[info.idx_in_epoch % len(files)].encode(), np.uint8),
            batch=False,
        )
        return fn.python_function(name, function=load)

    def own_decoder():
        jpegs, labels = fn.readers.file(file_root=data.images)
        decode = lambda a: np.array(PIL.Image.open(io.BytesIO(a.tobytes())))  # noqa: E731
        return fn.python_function(jpegs, function=decode), labels

    return each(dali, own_reader, own_decoder, runs=4)


@program
def readers_that_nobody_needs(dali, data):
    def read():
        dali.fn.readers.file(file_root=data.images, name="A")
        return dali.fn.zeros(shape=[1])

    pipe = dali.pipeline_def(read, batch_size=2, **ALONE)()
    pipe.build()
    return pipe.reader_meta(), pipe.epoch_size(), plain(dali, pipe.run())
