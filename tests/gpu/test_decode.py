"""Pictures decoded onto the GPU: by the engine or by the CPU's workers, with the CPU's pixels."""

from __future__ import annotations

import io

import numpy as np
import PIL.Image
import pytest
from tests.harness.calls import collect

import headrace
import headrace.dynamic as ndd
from headrace import _native
from headrace.core.errors import DecodeError
from headrace.tools import doctor

from .on_gpu import assert_alike, counted, failed_import, spent


def picture(seed=0, h=61, w=83, mode="RGB"):
    rng = np.random.default_rng(seed)
    small = rng.integers(0, 256, (6, 8, len(mode) if mode != "L" else 1), np.uint8)
    image = PIL.Image.fromarray(small.squeeze(), mode)
    return image.resize((w, h), PIL.Image.Resampling.BICUBIC)


def encoded(kind="JPEG", **options):
    mode = options.pop("mode", "RGB")
    buffer = io.BytesIO()
    picture(mode=mode, **{k: options.pop(k) for k in ("seed", "h", "w") if k in options}).save(
        buffer, kind, **options
    )
    return np.frombuffer(buffer.getvalue(), np.uint8)


def files():
    """What a folder of pictures may hold: most suit the hardware engine, others do not."""
    exif = PIL.Image.Exif()
    exif[274] = 6
    return [
        encoded(quality=90),
        encoded(seed=1, h=200, w=311, quality=75),
        encoded(seed=2, subsampling=0, quality=95),
        encoded(seed=3, mode="L"),
        encoded(seed=4, progressive=True),
        encoded(seed=5, exif=exif.tobytes()),
        encoded("PNG", seed=6),
        encoded("PNG", seed=7, mode="L"),
        encoded("WEBP", seed=8, lossless=True),
        encoded("BMP", seed=9),
        encoded(seed=10, h=1, w=1),
    ]


def test_who_decodes():
    by, why_not = doctor.gpu_decoder()
    if by:
        assert by in doctor.DECODED_BY and not why_not
    else:  # the CPU's workers: the GPU is emulated, or a library is missing
        assert why_not
        installed = doctor.first_installed("nvidia-nvimgcodec-cu13", "nvidia-nvimgcodec-cu12")
        assert "emulated" in why_not or "nvJPEG" in why_not or not installed


@pytest.mark.parametrize("output", ["RGB", "BGR", "GRAY", "YCbCr"])
def test_all_kinds(output):
    kind = getattr(headrace.types, output)
    b = ndd.batch(files())
    on_gpu = ndd.decoders.image(b, device="gpu", output_type=kind)
    assert on_gpu.device == "gpu" and on_gpu.layout == "HWC"
    assert_alike(on_gpu, ndd.decoders.image(b, output_type=kind))


def many(count):
    """So many that several decoders share them, each of another size."""
    made = [encoded(seed=i, h=40 + i, w=90 - i, quality=90) for i in range(30)]
    return [made[i % 30] for i in range(count)]


@pytest.mark.parametrize("count", [127, 128, 201])
def test_large_batches(count):
    ndd.decoders.image(ndd.batch(many(3)), device="gpu").evaluate()  # a small one before it
    b = ndd.batch(many(count))
    got = ndd.decoders.image(b, device="gpu")
    assert_alike(got, ndd.decoders.image(b))
    alone = [ndd.decoders.image(ndd.tensor(data), device="gpu").cpu() for data in many(30)]
    for i, image in enumerate(got.cpu()):  # the neighbours make no difference
        np.testing.assert_array_equal(np.asarray(image), np.asarray(alone[i % 30]))


def test_faults_in_large_batches():
    data = many(150)
    for i in (3, 149):
        data[i] = data[i].copy()
        data[i][2:40] = 0  # no JPEG any more, but it ends like one
    b = ndd.batch(data)
    with pytest.raises(DecodeError, match="sample 3"):
        ndd.decoders.image(b, device="gpu").evaluate()
    filled = ndd.decoders.image(b, device="gpu", on_error="fill")
    assert sorted(filled.errors) == [3, 149]
    for i in (2, 148):
        np.testing.assert_array_equal(
            np.asarray(filled.select(i).cpu()),
            np.asarray(ndd.decoders.image(ndd.tensor(data[i]), device="gpu").cpu()),
        )


def test_neighbours_of_damaged_files():
    data = many(40)
    for i, damage in ((7, 0x00), (21, 0xFF), (38, 0xD8)):
        data[i] = data[i].copy()
        data[i][len(data[i]) * 2 // 3 : -2] = damage  # the header and the end are whole
    got = ndd.decoders.image(ndd.batch(data), device="gpu", on_error="fill")
    images = list(got.cpu())
    for i in set(range(40)) - {7, 21, 38}:
        alone = ndd.decoders.image(ndd.tensor(data[i]), device="gpu")
        np.testing.assert_array_equal(np.asarray(images[i]), np.asarray(alone.cpu()))


def test_a_share_for_the_cpu():
    """The same places of every batch, whatever else happens."""
    b = ndd.batch(many(64))
    whole = [np.asarray(t) for t in ndd.decoders.image(b, device="gpu").cpu()]
    cpu = [np.asarray(t) for t in ndd.decoders.image(b)]
    _native.set_decoder_split(0.25)
    try:
        first, again = (
            [np.asarray(t) for t in ndd.decoders.image(b, device="gpu").cpu()] for _ in range(2)
        )
    finally:
        _native.set_decoder_split(0.0)
    for i in range(64):
        np.testing.assert_array_equal(first[i], again[i])
        np.testing.assert_array_equal(first[i], cpu[i] if i % 4 == 3 else whole[i])


@pytest.mark.parametrize("share", ["2", "-0.1", "half", "nan"])
def test_shares_that_cannot_be(share):
    said = failed_import(HEADRACE_DECODER_SPLIT=share)
    assert "HEADRACE_DECODER_SPLIT is a share from 0 to 1" in said


def test_regions():
    b = ndd.batch([encoded(seed=i, h=100 + i, w=120 - i) for i in range(5)])
    for make in (
        lambda **d: ndd.decoders.image_crop(b, crop=(40, 50), crop_pos_x=0.3, **d),
        lambda **d: ndd.decoders.image_slice(b, [0.2, 0.1], [0.5, 0.6], **d),
        lambda **d: ndd.decoders.image_random_crop(b, rng=ndd.random.RNG(3), **d),
    ):
        assert_alike(make(device="gpu"), make())


def test_chain_is_the_same():
    b = ndd.batch([encoded(seed=i, h=100 + i, w=120 - i) for i in range(4)])

    def chain(**d):
        x = ndd.decoders.image(b, **d)
        x = ndd.resize(x, size=[32, 40])
        return ndd.crop_mirror_normalize(x, mean=[100.0], std=[50.0], output_layout="CHW")

    got, want = collect(chain(device="gpu").cpu()), collect(chain())
    for g, w in zip(got[0].arrays, want[0].arrays):
        assert np.abs(g - w).max() <= 1.01 / 50  # a level of the picture between them


def test_faults():
    good, bad = encoded(), encoded()[:600]
    b = ndd.batch([good, bad, np.zeros(20, np.uint8)])
    with pytest.raises(DecodeError, match="sample 1"):
        ndd.decoders.image(b, device="gpu").evaluate()
    filled = ndd.decoders.image(b, device="gpu", on_error="fill")
    assert sorted(filled.errors) == [1, 2] and filled.ok == [0]
    later = ndd.flip(filled)
    assert sorted(later.errors) == [1, 2]
    assert not np.asarray(later.select(1).cpu()).any()
    np.testing.assert_array_equal(
        np.asarray(later.select(0).cpu()),
        np.asarray(ndd.flip(ndd.decoders.image(ndd.tensor(good), device="gpu")).cpu()),
    )


def test_nothing():
    none = ndd.batch(np.zeros((0, 5), np.uint8))
    assert ndd.decoders.image(none, device="gpu").evaluate().batch_size == 0


def test_file_names_follow():
    b = ndd.batch([encoded(), encoded(seed=1)])
    x = ndd.decoders.image(b, device="gpu")
    assert ndd.get_property(ndd.flip(x), key="source_info").device == "cpu"


def test_pinned_memory_is_used_again():
    """By batches of about the same size, each a little larger than all before."""
    before = counted()
    for k in range(12):
        pictures = [encoded("PNG", h=900 + 5 * k, w=800)] * 4
        ndd.decoders.image(ndd.batch(pictures), device="gpu").evaluate()
        if k == 1:
            before = counted()
    assert spent(before)["pinned"] <= 2


def test_one_upload_for_all_that_the_engine_leaves():
    few = ndd.batch([encoded("PNG", seed=i) for i in range(2)])
    many = ndd.batch([encoded("PNG", seed=i) for i in range(9)])
    counts = []
    for b in (few, many):
        ndd.decoders.image(b, device="gpu").evaluate()
        before = counted()
        ndd.decoders.image(b, device="gpu").evaluate()
        counts.append(spent(before))
    assert counts[0]["launches"] == counts[1]["launches"]
    assert counts[0]["uploads"] == counts[1]["uploads"]
    assert counts[1]["downloaded"] == 0
