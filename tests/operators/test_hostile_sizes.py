"""Arguments that become sizes and places: no numbers, infinite ones, axes that float32 cannot
count, arrays without elements but with axes of 2**32. Refused, or exact; never memory beside an
array."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import Error

LONG = 2**24 + 3  # float32 has no such number
HUGE = [float("nan"), float("inf"), 1e38, 1e300]


def run_alone(program: str, gigabytes: int = 6) -> str:
    """What a program prints that may crash, hang or take all memory without the mends."""
    head = f"""
import resource
resource.setrlimit(resource.RLIMIT_AS, ({gigabytes} << 30, {gigabytes} << 30))
import numpy as np
import headrace.dynamic as ndd
from headrace import Error
"""
    done = subprocess.run(
        [sys.executable, "-c", head + textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "HEADRACE_NUM_THREADS": "2"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def image(*shape: int, layout: str = "HWC") -> ndd.Tensor:
    return ndd.tensor(np.ones(shape, np.uint8), layout=layout)


@pytest.mark.parametrize("value", HUGE)
@pytest.mark.parametrize(
    "call",
    [
        lambda v: ndd.paste(image(4, 5, 3), ratio=v, fill_value=0),
        lambda v: ndd.paste(image(4, 5, 3), ratio=2.0, fill_value=0, min_canvas_size=v),
        lambda v: ndd.crop(image(4, 5, 3), crop=[v, 2.0], out_of_bounds_policy="pad"),
        lambda v: ndd.slice(image(4, 5, 3), rel_start=[0.0], rel_end=[v], axes=[0]),
        lambda v: ndd.resize(image(4, 5, 3), size=[v, 3.0]),
        lambda v: ndd.resize(image(4, 5, 3), roi_start=[0.0, 0.0], roi_end=[v, 0.0], size=[2, 2]),
        lambda v: ndd.reshape(image(4, 5, 3), rel_shape=[v, 1.0, 1.0]),
        lambda v: ndd.warp_affine(image(4, 5, 3), matrix=[1, 0, 0, 0, 1, 0], size=[v, 3.0]),
        lambda v: ndd.rotate(image(4, 5, 3), angle=10.0, size=[3.0, v], fill_value=0),
        lambda v: ndd.audio_resample(ndd.tensor(np.ones(9, np.float32)), scale=v),
    ],
    ids=[
        "paste",
        "canvas",
        "crop",
        "slice",
        "resize",
        "region",
        "reshape",
        "warp",
        "rotate",
        "audio",
    ],
)
def test_numbers_that_are_no_sizes(call, value):  # type: ignore[no-untyped-def]
    with pytest.raises(Error):
        call(value).evaluate()


def test_paste_keeps_every_column() -> None:
    x = np.ones((1, LONG, 1), np.uint8)
    y = np.asarray(ndd.paste(ndd.tensor(x, layout="HWC"), ratio=1.0, fill_value=0))
    assert y.shape == x.shape
    assert y.min() == 1


def test_erase_stays_in_its_row() -> None:
    x = ndd.tensor(np.ones((2, LONG), np.uint8))
    y = np.asarray(ndd.erase(x, anchor=[0.0, LONG - 19.0], shape=[1.0, 1000.0], axes=[0, 1]))
    assert y[1].all()
    assert y[0, : LONG - 19].all()
    assert not y[0, LONG - 19 :].any()
    last = np.asarray(ndd.erase(x, anchor=[0.0, LONG - 2.0], shape=[1.0, 1.0], axes=[0, 1]))
    assert np.flatnonzero(last[0] == 0).tolist() == [LONG - 2]


def test_relative_ends_reach_the_last_element() -> None:
    x = ndd.tensor(np.ones(LONG, np.uint8))
    assert ndd.slice(x, rel_start=[0.0], rel_end=[1.0], axes=[0]).shape == (LONG,)
    assert ndd.slice(x, rel_start=[0.0], rel_shape=[1.0], axes=[0]).shape == (LONG,)
    assert ndd.reshape(x, rel_shape=[1.0]).shape == (LONG,)


def test_sizes_that_floats_cannot_count() -> None:
    x = ndd.tensor(np.ones((1, 4, 1), np.uint8), layout="HWC")
    assert ndd.resize(x, size=[1.0, float(LONG)]).shape == (1, LONG, 1)
    y = ndd.tensor(np.ones((1, LONG, 1), np.uint8), layout="HWC")
    assert ndd.resize(y, resize_y=1).shape == (1, LONG, 1)
    assert ndd.tensor_resize(y, scales=[1.0, 1.0, 1.0]).shape == (1, LONG, 1)


def test_a_size_that_does_not_count_leaves_others_as_they_were() -> None:
    x = ndd.tensor(np.ones((150, 200, 1), np.uint8), layout="HWC")
    small = ndd.resize(x, size=[1e6, 106.0], mode="not_larger").shape
    assert ndd.resize(x, size=[1e9, 106.0], mode="not_larger").shape == small


def test_multiples_beyond_all_integers() -> None:
    x = ndd.batch([np.ones((300, 50), np.uint8)] * 2)
    for align in (2**63 - 1, 2**62, 2**47):
        with pytest.raises(Error, match="large"):
            ndd.pad(x, align=[align], axes=[0]).evaluate()
    with pytest.raises(Error, match="large"):
        ndd.pad(x, shape=[2**63 - 1], axes=[0]).evaluate()


def test_a_table_that_does_not_fit_is_not_used_again() -> None:
    said = run_alone("""
        for round in range(3):
            for batch in (1, 4):
                x = ndd.batch([np.zeros((2**24, 1), np.uint8)] * batch)
                try:
                    ndd.mfcc(x, axis=0, n_mfcc=2**24).evaluate()
                except MemoryError:
                    print("refused")
    """)
    assert said.split() == ["refused"] * 6


def test_arrays_without_elements_take_no_time() -> None:
    said = run_alone("""
        far = 2**32
        empty = lambda *shape, **more: ndd.batch([np.zeros(shape, np.float32)], **more)
        print(ndd.mel_filter_bank(empty(far, 0), nfilter=4).evaluate().shape)
        print(ndd.mfcc(empty(far + 1, 0, 1), axis=0).evaluate().shape)
        print(ndd.normalize(empty(far, 0), axes=[1]).evaluate().shape)
        print(ndd.warp_affine(empty(0, 5, far, layout="HWC"),
                              matrix=[1, 0, 0, 0, 1, 0]).evaluate().shape)
        print(ndd.experimental.dilate(empty(far, 0, 3, layout="HWC"), mask_size=[2**31 - 1, 3],
                                      iterations=2**31 - 1).evaluate().shape)
        print(ndd.power_spectrum(empty(0, 64), axis=1).evaluate().shape)
    """)
    assert said.count("\n") == 6


def test_class_numbers_that_are_not_one() -> None:
    """A call that was made for samples of one element meets others in a pipeline."""
    from headrace import fn, pipeline_def

    sizes = iter([1, 5])

    def source() -> list[np.ndarray]:  # type: ignore[type-arg]
        return [np.zeros(next(sizes), np.int32)]

    @pipeline_def(batch_size=1, num_threads=1, device_id=None)
    def pipeline():  # type: ignore[no-untyped-def]
        return fn.one_hot(fn.external_source(source, ndim=1, dtype=ndd.int32), num_classes=3)

    made = pipeline()
    first = np.asarray(made.run()[0][0])
    try:
        second = np.asarray(made.run()[0][0])
    except Error:
        return
    assert first.size == 3
    assert second.shape == (5, 3)


def test_attempts_have_a_limit() -> None:
    with pytest.raises(Error, match="num_attempts must be between 1 and"):
        ndd.random_resized_crop(
            image(9, 9, 3), size=[4], random_area=[0.9, 1.0], num_attempts=2**40
        ).evaluate()
    boxes = ndd.tensor(np.array([[0.1, 0.1, 0.2, 0.2]], np.float32))
    with pytest.raises(Error, match="total_num_attempts must be between 1 and"):
        ndd.random_bbox_crop(boxes, thresholds=[1.0], total_num_attempts=2**40)[0].evaluate()
