"""Random operators: their numbers are a function of generator, sample and element, nothing else."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.engine.operator import registry

from .pictures import jpegs

RNG = ndd.random.RNG
MODES = ("deferred", "eager", "sync_cpu", "sync_full")


def image(i: int) -> np.ndarray:
    shape = (30 + 7 * i, 41 - 3 * i, 3)
    return np.random.default_rng(i).integers(0, 256, shape, np.uint8)


def images(n: int) -> ndd.Batch:
    return ndd.batch([image(i) for i in range(n)], layout="HWC")


def masks(n: int) -> ndd.Batch:
    return ndd.batch([(image(i)[..., 0] // 100).astype(np.int32) for i in range(n)])


def boxes(n: int) -> ndd.Batch:
    found = [np.random.default_rng(i).uniform(0, 0.45, (3 + i, 4)) for i in range(n)]
    return ndd.batch([np.concatenate([b[:, :2], b[:, :2] + b[:, 2:]], 1, dtype=np.float32)
                      for b in found])  # fmt: skip


def numbers(name: str, **arguments: Any) -> Callable[..., Any]:
    """A call that makes arrays of 200 numbers a sample."""
    return lambda n, **more: registry[name].function(shape=[200], batch_size=n, **arguments, **more)


# operator → a call for a batch of n samples; sample i has the same inputs whatever n is.
CALLS: dict[str, Callable[..., Any]] = {
    "random.uniform": numbers("random.uniform"),
    "random.normal": numbers("random.normal"),
    "random.coin_flip": numbers("random.coin_flip"),
    "random.beta": numbers("random.beta", alpha=0.7, beta=1.9),
    "random.choice": lambda n, **r: ndd.random.choice(1000, shape=[200], batch_size=n, **r),
    "noise.gaussian": lambda n, **r: ndd.noise.gaussian(images(n), stddev=30.0, **r),
    "noise.salt_and_pepper": lambda n, **r: ndd.noise.salt_and_pepper(images(n), **r),
    "noise.shot": lambda n, **r: ndd.noise.shot(images(n), **r),
    "random_resized_crop": lambda n, **r: ndd.random_resized_crop(images(n), size=[16, 16], **r),
    "jitter": lambda n, **r: ndd.jitter(images(n), nDegree=9, **r),
    "decoders.image_random_crop": lambda n, **r: ndd.decoders.image_random_crop(
        ndd.batch([jpegs()[0]] * n), **r
    ),
    "random_crop_generator": lambda n, **r: ndd.random_crop_generator(
        ndd.batch([[480 + i, 640] for i in range(n)]), **r
    ),
    "random_bbox_crop": lambda n, **r: ndd.random_bbox_crop(
        boxes(n), bbox_layout="xyXY", allow_no_crop=False, thresholds=[0.0], scaling=[0.3, 0.6], **r
    ),
    "roi_random_crop": lambda n, **r: ndd.roi_random_crop(
        images(n), crop_shape=[5, 5, 3], roi_start=[3, 3, 0], roi_shape=[20, 15, 3], **r
    ),
    "segmentation.random_mask_pixel": lambda n, **r: ndd.segmentation.random_mask_pixel(
        masks(n), **r
    ),
    "segmentation.random_object_bbox": lambda n, **r: ndd.segmentation.random_object_bbox(
        masks(n), **r
    ),
    "batch_permutation": lambda n, **r: ndd.batch_permutation(batch_size=n, **r),
}
WHOLE_BATCH = {"batch_permutation"}  # its results depend on the size of the batch

each_operator = pytest.mark.parametrize("name", CALLS)


def collect(result: Any) -> list[list[np.ndarray]]:
    """Per sample, the arrays of all outputs."""
    outputs = result if isinstance(result, tuple) else (result,)
    return [[np.array(t) for t in one] for one in zip(*(list(o) for o in outputs), strict=True)]


def same(a: list[list[np.ndarray]], b: list[list[np.ndarray]]) -> bool:
    return len(a) == len(b) and all(
        x.dtype == y.dtype and np.array_equal(x, y)
        for s, t in zip(a, b)
        for x, y in zip(s, t, strict=True)
    )


@contextmanager
def threads(n: int) -> Iterator[None]:
    before = ndd.get_num_threads()
    ndd.set_num_threads(n)
    try:
        yield
    finally:
        ndd.set_num_threads(before)


def test_no_random_operator_is_missing() -> None:
    assert {name for name, d in registry.items() if d.random} == set(CALLS)


# ---- where numbers come from ------------------------------------------------------------------


@each_operator
@pytest.mark.parametrize("count", [1, 2, 5])
def test_any_number_of_threads(name: str, count: int) -> None:
    expected = collect(CALLS[name](8, rng=RNG(3)))
    with threads(count):
        assert same(collect(CALLS[name](8, rng=RNG(3))), expected)
    with ndd.EvalContext(num_threads=count):
        assert same(collect(CALLS[name](8, rng=RNG(3))), expected)


@each_operator
@pytest.mark.parametrize("mode", MODES)
def test_any_mode(name: str, mode: str) -> None:
    rng = RNG(4)
    expected = [collect(CALLS[name](4, rng=rng)) for _ in range(2)]
    rng = RNG(4)
    with ndd.EvalMode[mode]:
        first, second = (CALLS[name](4, rng=rng) for _ in range(2))
    assert same(collect(second), expected[1])  # looked at the other way round
    assert same(collect(first), expected[0])
    assert not same(*expected)


@each_operator
def test_sample_i_of_any_batch(name: str) -> None:
    five, three = (collect(CALLS[name](n, rng=RNG(5))) for n in (5, 3))
    if name in WHOLE_BATCH:
        assert same(collect(CALLS[name](5, rng=RNG(5))), five)
    else:
        assert same(five[:3], three)
        assert same(five[:1], collect(CALLS[name](1, rng=RNG(5))))


@pytest.mark.parametrize("name", sorted(set(CALLS) - WHOLE_BATCH))
def test_samples_differ(name: str) -> None:
    """Equal inputs, other numbers: two samples of a batch rarely agree."""
    equal = {
        "noise.gaussian": lambda r: ndd.noise.gaussian(ndd.batch([image(0)] * 2), rng=r),
        "noise.salt_and_pepper": lambda r: ndd.noise.salt_and_pepper(
            ndd.batch([image(0)] * 2), rng=r
        ),
        "noise.shot": lambda r: ndd.noise.shot(ndd.batch([image(0)] * 2), rng=r),
        "jitter": lambda r: ndd.jitter(ndd.batch([image(0)] * 2), nDegree=9, rng=r),
    }
    make = equal.get(name, lambda r: CALLS[name](2, rng=r))
    assert any(not same(a[:1], a[1:]) for a in (collect(make(RNG(s))) for s in range(6)))


@each_operator
def test_other_seeds_other_numbers(name: str) -> None:
    first = collect(CALLS[name](4, rng=RNG(0)))
    assert any(not same(collect(CALLS[name](4, rng=RNG(seed))), first) for seed in range(1, 6))


@each_operator
def test_set_seed_is_a_generator_of_that_seed(name: str) -> None:
    ndd.random.set_seed(77)
    by_default = [collect(CALLS[name](3)) for _ in range(2)]
    rng = RNG(77)
    assert all(same(collect(CALLS[name](3, rng=rng)), one) for one in by_default)
    assert rng.state == ndd.random.get_default_rng().state


@each_operator
def test_a_given_generator_leaves_the_default_alone(name: str) -> None:
    ndd.random.set_seed(1)
    before = str(ndd.random.get_default_rng().state)
    collect(CALLS[name](2, rng=RNG(5)))
    assert str(ndd.random.get_default_rng().state) == before


@each_operator
@pytest.mark.parametrize("n", [1, 6])
def test_every_call_takes_seven_words(name: str, n: int) -> None:
    rng, expected = RNG(9), RNG(9)
    with ndd.EvalMode.deferred:
        result = CALLS[name](n, rng=rng)
    expected.advance(7)
    assert rng.state == expected.state  # taken at the call
    collect(result)
    assert rng.state == expected.state
    assert rng() == expected()


@each_operator
def test_state_text_and_clone_repeat_a_call(name: str) -> None:
    rng = RNG(10)
    rng.advance(5)
    text, copy = str(rng.state), rng.clone()
    expected = collect(CALLS[name](3, rng=rng))
    for again in (copy, RNG(state=text), RNG(state=ndd.random.State.parse(text))):
        assert same(collect(CALLS[name](3, rng=again)), expected)
        assert again.state == rng.state


@each_operator
def test_fused_or_not(name: str, unfused: Any) -> None:
    def chained() -> list[list[np.ndarray]]:
        with ndd.EvalMode.deferred:
            made = CALLS[name](4, rng=RNG(6))
            made = made if isinstance(made, tuple) else (made,)
            made = tuple(ndd.copy(m) for m in made)
        return collect(made)

    fused = chained()
    with unfused():
        assert same(chained(), fused)
    assert same(collect(CALLS[name](4, rng=RNG(6))), fused)


@each_operator
def test_python_threads_share_nothing(name: str) -> None:
    """Each with a generator of its own, at once."""
    expected = [collect(CALLS[name](2, rng=RNG(seed))) for seed in range(4)]
    found: dict[int, Any] = {}
    workers = [
        threading.Thread(
            target=lambda seed=seed: found.update({seed: collect(CALLS[name](2, rng=RNG(seed)))})
        )
        for seed in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert all(same(found[seed], expected[seed]) for seed in range(4))


# ---- elements ---------------------------------------------------------------------------------

_DISTRIBUTIONS: dict[str, Callable[..., Any]] = {
    "uniform": lambda **a: ndd.random.uniform(**a),
    "normal": lambda **a: ndd.random.normal(**a),
    "coin_flip": lambda **a: ndd.random.coin_flip(**a),
    "values": lambda **a: ndd.random.uniform(values=[1.0, 2.0, 3.0], **a),
    "beta": lambda **a: ndd.random.beta(alpha=0.5, beta=3.0, **a),
    "float64": lambda **a: ndd.random.normal(dtype=ndd.float64, **a),
    "choice": lambda **a: ndd.random.choice(50, **a),
}


@pytest.mark.parametrize("draw", _DISTRIBUTIONS.values(), ids=_DISTRIBUTIONS)
def test_element_e_of_any_array(draw: Callable[..., Any]) -> None:
    """Lengths around those of vectors, groups and chunks: each a prefix of the longest."""
    longest = np.array(draw(shape=[5000], rng=RNG(8)))
    for n in (0, 1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 127, 129, 255, 257, 1023, 1024, 1025, 3000):
        np.testing.assert_array_equal(np.array(draw(shape=[n], rng=RNG(8))), longest[:n])
    square = np.array(draw(shape=[50, 100], rng=RNG(8)))
    np.testing.assert_array_equal(square.ravel(), longest)


_NOISES: dict[str, Callable[..., Any]] = {
    "gaussian": lambda x: ndd.noise.gaussian(x, stddev=40.0, rng=RNG(2)),
    "shot": lambda x: ndd.noise.shot(x, factor=9.0, rng=RNG(2)),
    "salt_and_pepper": lambda x: ndd.noise.salt_and_pepper(x, prob=0.4, rng=RNG(2)),
    "per_channel": lambda x: ndd.noise.salt_and_pepper(x, prob=0.4, per_channel=True, rng=RNG(2)),
}


@pytest.mark.parametrize("layout", ["HWC", "CHW", "HW", "FHWC", "FCHW", "DHWC"])
@pytest.mark.parametrize("noise", _NOISES.values(), ids=_NOISES)
def test_noise_of_a_part(noise: Callable[..., Any], layout: str) -> None:
    """The part that is asked for gets the noise that it has in the whole."""
    sizes = {"H": 40, "W": 57, "C": 3, "F": 4, "D": 5}
    pixels = np.random.default_rng(0).integers(0, 256, [sizes[a] for a in layout], np.uint8)
    whole = np.array(noise(ndd.tensor(pixels, layout=layout)))
    cuts = {"H": slice(7, 31), "W": slice(11, 50), "C": slice(1, 3), "F": slice(1, 3)}
    for axes in ("HW", "W", "C", "F"):
        if not set(axes) <= set(layout):
            continue
        cut = {
            "axis_names": axes,
            "start": [cuts[a].start for a in axes],
            "end": [cuts[a].stop for a in axes],
        }
        with ndd.EvalMode.deferred:
            x = ndd.copy(ndd.tensor(pixels, layout=layout))
            part = ndd.slice(noise(x), **cut)
        index = tuple(cuts[a] if a in axes else slice(None) for a in layout)
        np.testing.assert_array_equal(np.array(part), whole[index])


@pytest.mark.parametrize("noise", _NOISES.values(), ids=_NOISES)
def test_noise_on_a_decoded_window(noise: Callable[..., Any]) -> None:
    files = ndd.batch([jpegs()[0], jpegs()[1]])
    window = {"crop": [20, 30], "crop_pos_x": 0.3, "crop_pos_y": 0.8}
    whole = noise(ndd.decoders.image(files)).evaluate()
    with ndd.EvalMode.deferred:
        part = ndd.crop(noise(ndd.decoders.image(files)), **window)
    assert same(collect(part), collect(ndd.crop(whole, **window)))


def test_every_instruction_set() -> None:
    """Asked of other processes: the level is chosen once."""
    import os
    import subprocess
    import sys

    program = """
import hashlib, numpy as np, headrace.dynamic as ndd
R, x = ndd.random.RNG, np.arange(4000, dtype=np.uint8).reshape(40, 100)
made = [ndd.random.uniform(shape=[999], rng=R(1)), ndd.random.normal(shape=[999], rng=R(1)),
        ndd.random.beta(alpha=.3, beta=2., shape=[999], rng=R(1)),
        ndd.random.choice(99, shape=[999], rng=R(1)),
        ndd.noise.gaussian(x, stddev=20., rng=R(1)), ndd.noise.shot(x, rng=R(1)),
        ndd.noise.shot(x.astype(np.float32), factor=.5, rng=R(1)),
        ndd.noise.salt_and_pepper(x, prob=.3, rng=R(1))]
print(hashlib.sha256(b"".join(np.array(m).tobytes() for m in made)).hexdigest())
"""
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "HEADRACE_ISA": level},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for level in ("base", "avx2", "avx512")
    }
    assert len(found) == 1


# ---- the generator ----------------------------------------------------------------------------


def test_advance_goes_both_ways_and_around() -> None:
    rng = RNG(6)
    start = str(rng.state)
    rng.advance(1000)
    rng.advance(-1000)
    assert str(rng.state) == start
    rng.advance(2**66)
    assert rng() == RNG(6)()


def test_state_is_a_value() -> None:
    rng = RNG(12)
    state = rng.state
    assert state == rng.get_state() == str(state) and hash(state) == hash(rng.get_state())
    assert repr(str(state)) in repr(state)
    rng()
    assert state != rng.state  # a snapshot
    rng.state = state
    assert rng.state == state
    for bad in ("", "Philox", str(state) + "0", str(state)[:-1] + "4", str(state).lower() + "x"):
        with pytest.raises(ValueError, match="not the state"):
            ndd.random.State.parse(bad)


def test_words_are_those_of_the_seed_and_the_position() -> None:
    rng = RNG(2**63 + 5)
    words = [rng() for _ in range(40)]
    assert len(set(words)) == 40
    for k in (1, 3, 4, 5, 17):
        other = RNG(2**63 + 5)
        other.advance(k)
        assert [other() for _ in range(40 - k)] == words[k:]


@pytest.mark.parametrize("rng", [5, "7", object()])
def test_what_is_no_generator_is_refused(rng: Any) -> None:
    with pytest.raises(TypeError, match="rng"):
        ndd.random.uniform(rng=rng)
