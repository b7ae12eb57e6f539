"""decoders.image_crop, image_slice, image_random_crop: the pixels of decoding all and cutting."""

from __future__ import annotations

import io
import itertools

import numpy as np
import PIL.Image
import pytest

import headrace
import headrace.dynamic as ndd

from .pictures import jpegs

SAMPLINGS = {"4:4:4": 0, "4:2:2": 1, "4:2:0": 2}


def picture(height: int, width: int, seed: int = 0) -> np.ndarray:
    y, x = np.mgrid[:height, :width]
    noise = np.random.default_rng(seed).integers(0, 50, (height, width))
    return np.stack([y * 5 + noise, x * 7, (x + y) * 3 + noise], 2).clip(0, 255).astype(np.uint8)


def encoded(pixels: np.ndarray, form: str = "jpeg", mode: str = "RGB", **options) -> ndd.Tensor:
    file = io.BytesIO()
    PIL.Image.fromarray(pixels).convert(mode).save(file, form, **options)
    return ndd.tensor(file.getvalue())


def turned(pixels: np.ndarray, orientation: int) -> ndd.Tensor:
    exif = PIL.Image.Exif()
    exif[0x0112] = orientation
    return encoded(pixels, subsampling=2, exif=exif)


def slice_of(data, y0: int, x0: int, y1: int, x1: int, **arguments) -> np.ndarray:
    window = {"start": [y0, x0], "end": [y1, x1], "axis_names": "HW"}
    return np.asarray(ndd.decoders.image_slice(data, **window, **arguments))


# ---- pixels ----------------------------------------------------------------------------------


@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("sampling", SAMPLINGS)
@pytest.mark.parametrize("size", [(33, 47), (16, 16), (1, 40), (40, 1)])
def test_every_sampling_and_every_edge(size, sampling, progressive):
    """All windows with ends near the edges of the picture and of the blocks in it."""
    data = encoded(picture(*size), subsampling=SAMPLINGS[sampling], progressive=progressive)
    whole = np.asarray(ndd.decoders.image(data))

    def ends(n: int) -> list[tuple[int, int]]:
        near = sorted({k for k in (0, 1, 7, 8, 15, 16, 17, n - 17, n - 1, n) if 0 <= k <= n})
        return [(a, b) for a, b in itertools.combinations(near, 2)][::2]

    for (y0, y1), (x0, x1) in itertools.product(ends(size[0]), ends(size[1])):
        found = slice_of(data, y0, x0, y1, x1)
        np.testing.assert_array_equal(found, whole[y0:y1, x0:x1], f"{y0}:{y1}, {x0}:{x1}")


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("adjust", [True, False])
def test_orientations(orientation, adjust):
    data = turned(picture(37, 50), orientation)
    whole = np.asarray(ndd.decoders.image(data, adjust_orientation=adjust))
    for y0, x0, y1, x1 in [(0, 0, 9, 20), (3, 17, 30, 18), (20, 1, 37, 37), (0, 0, 37, 37)]:
        found = slice_of(data, y0, x0, y1, x1, adjust_orientation=adjust)
        np.testing.assert_array_equal(found, whole[y0:y1, x0:x1])


@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
@pytest.mark.parametrize("output_type", ["rgb", "bgr", "gray", "ycbcr", "any_data"])
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32", "float16", "int32"])
def test_colours_and_types(mode, output_type, dtype):
    data = encoded(picture(40, 30), mode=mode)
    arguments = {"output_type": output_type, "dtype": dtype}
    whole = np.asarray(ndd.decoders.image(data, **arguments))
    np.testing.assert_array_equal(slice_of(data, 5, 3, 29, 30, **arguments), whole[5:29, 3:30])
    found = ndd.decoders.image_crop(data, crop=[8, 10], **arguments)
    np.testing.assert_array_equal(found, whole[16:24, 10:20])
    assert found.dtype == dtype


@pytest.mark.parametrize("form", ["png", "webp", "bmp", "ppm", "tiff", "gif", "jpeg2000"])
@pytest.mark.parametrize("mode", ["RGB", "L", "RGBA"])
@pytest.mark.parametrize("output_type", ["rgb", "gray", "any_data"])
def test_formats(form, mode, output_type):
    if form in ("bmp", "ppm") and mode == "RGBA":
        pytest.skip("has no alpha")
    data = encoded(picture(40, 30), form, mode)
    whole = np.asarray(ndd.decoders.image(data, output_type=output_type))
    found = slice_of(data, 5, 3, 29, 30, output_type=output_type)
    np.testing.assert_array_equal(found, whole[5:29, 3:30])
    peeked = ndd.peek_image_shape(data, image_type=output_type)
    assert tuple(np.asarray(peeked)) == whole.shape


@pytest.mark.parametrize("arguments", [{"use_fast_idct": True}, {"jpeg_fancy_upsampling": True}])
def test_quality(arguments):
    data = encoded(picture(40, 30), quality=60)
    whole = np.asarray(ndd.decoders.image(data, **arguments))
    np.testing.assert_array_equal(slice_of(data, 5, 3, 29, 30, **arguments), whole[5:29, 3:30])


# ---- windows ---------------------------------------------------------------------------------


def batch() -> ndd.Batch:
    return ndd.batch([j for j in jpegs() if j is not jpegs()[3] and j is not jpegs()[4]])


@pytest.mark.parametrize("arguments", [
    {}, {"crop": [20, 10]}, {"crop": [20, 10], "crop_pos_x": 0.3, "crop_pos_y": 1.0},
    {"crop_h": 11.0}, {"crop_w": 9.9, "crop_pos_x": 0.77}, {"crop": [0, 5]}, {"crop": [-3, 5]},
    {"crop": [1, 30, 20]}, {"crop": [13, 13], "crop_pos_x": 0.5, "rounding": "truncate"},
], ids=str)  # fmt: skip
def test_crop_as_crop(arguments):
    found = ndd.decoders.image_crop(batch(), **arguments)
    expected = ndd.crop(ndd.decoders.image(batch()), **arguments)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a, b)


def test_depth_has_no_effect():
    arguments = {"crop_h": 3.0, "crop_w": 4.0}
    found = ndd.decoders.image_crop(batch(), crop_d=7.0, crop_pos_z=0.9, **arguments)
    expected = ndd.decoders.image_crop(batch(), **arguments)
    np.testing.assert_array_equal(found.tensors[1], expected.tensors[1])


@pytest.mark.parametrize("arguments", [
    {"start": [3, 4], "end": [20, 21]}, {"start": [3, 4], "shape": [17, 2]},
    {"rel_start": [0.1, 0.2], "rel_end": [0.9, 0.81]}, {"rel_start": [0.5, 0.0]},
    {"rel_start": [0.11, 0.33], "rel_shape": [0.4, 0.39]}, {"end": [9, 8]},
    {"start": [2], "shape": [5], "axes": [0]}, {"start": [2], "shape": [5], "axes": [-1]},
    {"start": [2, 1], "shape": [5, 9], "axis_names": "HW"}, {"end": [30]},
], ids=str)  # fmt: skip
def test_slice_as_slice(arguments):
    found = ndd.decoders.image_slice(batch(), **arguments)
    if arguments.get("axes") == [-1]:  # counted among H and W
        arguments = {**arguments, "axes": [1]}
    expected = ndd.slice(ndd.decoders.image(batch()), **arguments)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize(("anchor", "shape", "arguments"), [
    ([0.1, 0.25], [0.5, 0.6], {}), ([3, 4], [10, 11], {}),
    ([3.0, 4.0], [10.0, 11.0], {"normalized_anchor": False, "normalized_shape": False}),
    ([3.0, 4.0], [0.5, 0.5], {"normalized_anchor": False}),
], ids=str)  # fmt: skip
def test_slice_with_inputs(anchor, shape, arguments):
    found = ndd.decoders.image_slice(batch(), anchor, shape, **arguments)
    expected = ndd.slice(ndd.decoders.image(batch()), anchor, shape, **arguments)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a, b)


def test_an_empty_window():
    assert ndd.decoders.image_slice(batch(), start=[1, 1], shape=[0, 5]).shape[0] == (5, 0, 3)


def test_windows_per_sample():
    n = batch().batch_size
    starts = ndd.batch([np.array([i, 2 * i], np.int32) for i in range(n)])
    found = ndd.decoders.image_slice(batch(), start=starts, shape=[5, 6])
    for i, (part, whole) in enumerate(zip(found, ndd.decoders.image(batch()), strict=True)):
        np.testing.assert_array_equal(part, np.asarray(whole)[2 * i : 2 * i + 6, i : i + 5])


def test_random_windows_are_those_of_random_resized_crop():
    """Resized, the window gives what random_resized_crop makes of the whole picture."""
    arguments = {"random_area": [0.2, 0.5], "random_aspect_ratio": [0.5, 2.0], "num_attempts": 3}
    data = ndd.batch([encoded(picture(60, 90, i), quality=90) for i in range(20)])
    part = ndd.decoders.image_random_crop(data, rng=ndd.random.RNG(4), **arguments)
    coordinates = np.stack(np.mgrid[:60, :90], -1).astype(np.float32)
    where = ndd.random_resized_crop(
        ndd.batch([coordinates] * 20, layout="HWC"), size=[1, 1], interp_type="nn",
        antialias=False, rng=ndd.random.RNG(4), **arguments,
    )  # fmt: skip
    for got, whole, centre in zip(part, ndd.decoders.image(data), where, strict=True):
        found, (y, x) = np.asarray(got), np.asarray(centre).ravel().astype(int)
        h, w = found.shape[:2]
        top, left = y - h // 2, x - w // 2
        np.testing.assert_array_equal(found, np.asarray(whole)[top : top + h, left : left + w])


def test_random_windows_obey_their_limits():
    data = ndd.batch([encoded(picture(100, 100))] * 200)
    sizes = np.array(
        ndd.decoders.image_random_crop(
            data, random_area=[0.25, 0.36], random_aspect_ratio=[1.0, 1.0]
        ).shape
    )
    assert (sizes[:, 0] == sizes[:, 1]).all()
    assert sizes[:, 0].min() >= 50 and sizes[:, 0].max() <= 60
    assert len(set(sizes[:, 0].tolist())) > 5
    same = [ndd.decoders.image_random_crop(data, rng=ndd.random.RNG(7)).shape for _ in range(2)]
    assert same[0] == same[1]


def test_a_window_that_never_fits():
    """The largest with an allowed ratio, in the middle of nothing: a picture of one row."""
    data = encoded(picture(1, 40))
    found = ndd.decoders.image_random_crop(data, random_area=[1.0, 1.0])
    assert found.shape[0] == 1 and 1 <= found.shape[1] <= 2


# ---- fusion ----------------------------------------------------------------------------------


def decoders():
    return {
        "crop": lambda x: ndd.decoders.image_crop(x, crop=[30, 24]),
        "slice": lambda x: ndd.decoders.image_slice(x, start=[1, 2], shape=[24, 29]),
        "random": lambda x: ndd.decoders.image_random_crop(
            x, rng=ndd.random.RNG(2), random_area=[0.5, 0.9]
        ),
    }


@pytest.mark.parametrize("name", list(decoders()))
def test_a_part_of_a_window(name, unfused):
    """A crop behind it narrows the part that is decoded; the pixels stay the same."""

    def chain(data):
        x = decoders()[name](data)
        x = ndd.crop(x, crop=[9, 11], crop_pos_x=0.2, crop_pos_y=0.9)
        return ndd.random_resized_crop(x, size=[5, 6], rng=ndd.random.RNG(3))

    data = ndd.batch([encoded(picture(50, 44, i), subsampling=i) for i in range(3)])
    with ndd.EvalMode.deferred:
        fused = chain(data)
    fused.evaluate()
    with unfused():
        apart = chain(data).evaluate()
    for a, b in zip(fused, apart, strict=True):
        np.testing.assert_array_equal(a, b)


def test_one_stage():
    with ndd.EvalMode.deferred:
        x = ndd.decoders.image_crop(batch(), crop=[20, 20])
        x = ndd.random_resized_crop(x, size=[8, 8])
        plan = str(ndd.explain(ndd.flip(x)))
    assert "3 calls fused into one program" in plan


# ---- errors ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("call", "message"), [
    (lambda d: ndd.decoders.image_crop(d, crop=[65, 10]), r"rows \[-1, 64\).*leaves.*64x48"),
    (lambda d: ndd.decoders.image_crop(d, crop=[10, 1e9]), r"leaves the picture of 64x48"),
    (lambda d: ndd.decoders.image_slice(d, start=[-1, 0], shape=[5, 5]), r"columns \[-1, 4\)"),
    (lambda d: ndd.decoders.image_slice(d, [0.6, 0.0], [0.5, 1.0]), r"leaves the picture"),
], ids=["high", "huge", "negative", "relative"])  # fmt: skip
def test_windows_that_leave_the_picture(call, message):
    with pytest.raises(IndexError, match=message) as caught:
        call(ndd.tensor(jpegs()[0])).evaluate()
    assert isinstance(caught.value, headrace.Error) and caught.value.sample == 0
    assert "out_of_bounds_policy" not in str(caught.value), "decoders have no such argument"


@pytest.mark.parametrize(("call", "message"), [
    (lambda d: ndd.decoders.image_crop(d, crop=[5]), "2 or 3 sizes"),
    (lambda d: ndd.decoders.image_crop(d, crop=[5, 5], crop_h=4.0), "not both"),
    (lambda d: ndd.decoders.image_crop(d, crop=[5, 5], crop_pos_x=1.5), "crop_pos_x"),
    (lambda d: ndd.decoders.image_crop(d, crop=[5, 5], rounding="up"), "rounding"),
    (lambda d: ndd.decoders.image_crop(d, crop=[float("nan"), 5]), "makes no sense"),
    (lambda d: ndd.decoders.image_crop(d, crop=[1e30, 5]), "makes no sense"),
    (lambda d: ndd.decoders.image_slice(d), "where to cut"),
    (lambda d: ndd.decoders.image_slice(d, [0.1, 0.1]), "needs a shape"),
    (lambda d: ndd.decoders.image_slice(d, start=[9, 9], end=[3, 3]), "lies before the start"),
    (lambda d: ndd.decoders.image_slice(d, start=[0], shape=[2], axes=[2]), "axis 2"),
    (lambda d: ndd.decoders.image_slice(d, start=[0], shape=[2], axis_names="C"), "C"),
    (lambda d: ndd.decoders.image_slice(d, start=[0, 0], shape=[-1, 2]), "negative"),
    (lambda d: ndd.decoders.image_slice(d, start=[2**62, 0], shape=[2**62, 2]), "makes no sense"),
    (lambda d: ndd.decoders.image_random_crop(d, random_area=[0.0, 1.0]), "random_area"),
    (lambda d: ndd.decoders.image_random_crop(d, random_aspect_ratio=[2.0, 1.0]), "random_aspect"),
    (lambda d: ndd.decoders.image_random_crop(d, num_attempts=0), "num_attempts"),
    (lambda d: ndd.decoders.image_crop(d, output_type="puce"), "output_type"),
    (lambda d: ndd.decoders.image_crop(d, on_error="ignore"), "on_error"),
    (lambda d: ndd.peek_image_shape(d, dtype=ndd.uint8), "dtype may be"),
    (lambda d: ndd.peek_image_shape(d, image_type="puce"), "image_type"),
])  # fmt: skip
def test_bad_arguments(call, message):
    with pytest.raises((ValueError, IndexError), match=message):
        call(ndd.tensor(jpegs()[0])).evaluate()


OPERATORS = [
    lambda x, **a: ndd.decoders.image_crop(x, crop=[4, 4], **a),
    lambda x, **a: ndd.decoders.image_slice(x, start=[0, 0], shape=[4, 4], **a),
    lambda x, **a: ndd.decoders.image_random_crop(x, **a),
]


@pytest.mark.parametrize("decode", OPERATORS)
@pytest.mark.parametrize(
    "data", [b"", b"\xff\xd8\xff", b"nonsense" * 9, jpegs()[0].tobytes()[:300]]
)
def test_broken_files(decode, data):
    with pytest.raises(headrace.DecodeError, match=r"decoders\.image_"):
        decode(ndd.tensor(data)).evaluate()
    found = decode(ndd.batch([jpegs()[0], np.frombuffer(data, np.uint8)]), on_error="fill")
    assert found.ok == [0] and list(found.errors) == [1]
    filled = np.asarray(found.tensors[1])  # one pixel, or what the header promised
    assert filled.size and not filled.any()


@pytest.mark.parametrize("decode", [*OPERATORS, ndd.decoders.image])
def test_pictures_do_not_lend_each_other_tables(decode):
    """A file without its quantization tables fails, whatever the same thread decoded before."""
    good = jpegs()[0].tobytes()
    bare = good
    while (at := bare.find(b"\xff\xdb")) >= 0:
        bare = bare[:at] + bare[at + 2 + int.from_bytes(bare[at + 2 : at + 4], "big") :]
    with ndd.EvalContext(num_threads=1):
        found = decode(ndd.batch([np.frombuffer(x, np.uint8) for x in (good, bare, good)]),
                       on_error="fill")  # fmt: skip
        assert found.ok == [0, 2]
    assert "uantization table" in str(found.errors[1])


@pytest.mark.parametrize("decode", [*OPERATORS, ndd.peek_image_shape])
def test_input_that_is_not_bytes(decode):
    pixels = ndd.tensor(np.zeros((8, 8), np.uint8), layout="HW")
    for wrong in (np.zeros(8, np.float32), np.uint8(8), pixels):
        with pytest.raises(headrace.DecodeError, match="1-D uint8"):
            decode(ndd.tensor(wrong))
    with pytest.raises(headrace.DecodeError, match="pixels already"):
        decode(pixels)
    with pytest.raises(headrace.DecodeError, match="no known format"):
        decode(ndd.tensor(np.zeros((8, 8), np.uint8))).evaluate()


@pytest.mark.parametrize("decode", [ndd.decoders.image, *OPERATORS, ndd.peek_image_shape])
def test_axes_around_the_bytes(decode):
    file = jpegs()[0]
    ndd.random.set_seed(5)
    expected = decode(ndd.batch([file])).numpy()
    for shape in ((1, -1), (-1, 1), (1, 1, -1)):
        ndd.random.set_seed(5)
        found = decode(ndd.batch([file.reshape(shape)]))
        np.testing.assert_array_equal(found, expected)


# ---- peek_image_shape ------------------------------------------------------------------------


def test_peek():
    assert [np.asarray(s).tolist() for s in ndd.peek_image_shape(ndd.batch(jpegs()))] == [
        list(s) for s in ndd.decoders.image(ndd.batch(jpegs())).shape
    ]


@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64", "float32", "float64"])
def test_peek_types(dtype):
    found = ndd.peek_image_shape(ndd.tensor(jpegs()[0]), dtype=dtype)
    assert found.dtype == dtype and np.asarray(found).tolist() == [64, 48, 3]


@pytest.mark.parametrize("mode", ["RGB", "L"])
@pytest.mark.parametrize("image_type", ["rgb", "bgr", "gray", "ycbcr", "any_data"])
def test_peek_channels(mode, image_type):
    data = encoded(picture(9, 8), mode=mode)
    expected = ndd.decoders.image(data, output_type=image_type).shape
    assert tuple(np.asarray(ndd.peek_image_shape(data, image_type=image_type))) == expected


def test_peek_turned():
    data = turned(picture(9, 8), 6)
    assert np.asarray(ndd.peek_image_shape(data)).tolist() == [8, 9, 3]
    assert np.asarray(ndd.peek_image_shape(data, adjust_orientation=False)).tolist() == [9, 8, 3]


def test_peek_reads_headers_alone():
    data = jpegs()[0].tobytes()
    start_of_scan = data.index(b"\xff\xda")
    cut = ndd.tensor(data[: start_of_scan + 20])
    assert np.asarray(ndd.peek_image_shape(cut)).tolist() == [64, 48, 3]
    for broken in (b"", b"nonsense", data[:30]):
        with pytest.raises(headrace.DecodeError, match="peek_image_shape"):
            ndd.peek_image_shape(ndd.tensor(broken)).evaluate()
