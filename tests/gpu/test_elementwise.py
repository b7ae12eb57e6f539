"""Arithmetic, random numbers, noise, tables, fills: the CPU's values, alone and in chains."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

from .on_gpu import assert_alike, counted, spent

MATH = ndd.math


def numbers(dtype, shapes, low=-100, high=100, layout=None, seed=0):
    rng = np.random.default_rng(seed)
    arrays = [rng.integers(low, high, s).astype(np.float64) for s in shapes]
    return ndd.cast(ndd.batch(arrays, layout=layout), dtype=ndd.dtype(dtype)).evaluate()


def images(dtype="uint8", layout="HWC", channels=3, seed=0):
    sizes = [{"F": f, "H": h, "W": w, "C": channels} for f, h, w in ((2, 5, 70), (3, 9, 4))]
    shapes = [tuple(s[k] for k in layout) for s in sizes]
    return numbers(dtype, shapes, 0, 250, layout, seed)


def check(function, *values, exact=True, modes=(ndd.EvalMode.deferred,)):
    """The function of the values is the same on both sides; deferred: in one plan."""
    want = function(*values)
    moved = [v.gpu() for v in values]
    for mode in modes:
        with mode:
            got = function(*moved)
            assert got.device.device_type == "gpu"
            assert_alike(got, want, exact=exact)


def launches(function, *values):
    """How many kernels one plan needs."""
    moved = [v.gpu().evaluate() for v in values]
    before = counted()
    with ndd.EvalMode.deferred:
        function(*moved).evaluate()
    return spent(before)["launches"]


BOTH = (ndd.EvalMode.eager, ndd.EvalMode.deferred)

# ---- arithmetic ---------------------------------------------------------------------------------

SHAPES = [(3, 40), (1, 7)]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("uint8", "uint8"), ("int8", "int8"), ("int16", "uint8"), ("uint32", "int32"),
        ("uint64", "int64"), ("int64", "int8"), ("float16", "uint8"), ("bfloat16", "float32"),
        ("float64", "int32"), ("bool", "uint8"),
    ],
)  # fmt: skip
def test_types(left, right):
    x, y = numbers(left, SHAPES), numbers(right, SHAPES, seed=1)
    check(lambda x, y: x * y + MATH.max(x, y), x, y)
    check(lambda x, y: x <= y, x, y)


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int32", "int64", "uint64"])
def test_integer_division_and_powers(dtype):
    info = np.iinfo(dtype)
    x = ndd.batch([np.array([info.min, info.max, 7, 0, info.min + 1], dtype)])
    y = ndd.batch([np.array([-1 if info.min else 1, 2, 3, 5, info.max], dtype)])
    check(lambda x, y: (x // y) ^ (x % y) ^ (x ** (y & 15)), x, y)
    check(lambda x, y: (x >> (y & 31)) ^ (x << 1), x, y)


def test_integers_divided_by_zero_are_zero():
    x = ndd.tensor([5, -3, 0]).gpu()
    assert (x // 0).cpu().tolist() == (x % ndd.tensor(0).gpu()).cpu().tolist() == [0, 0, 0]
    assert np.isinf((x / 0).cpu().tolist()[:2]).all()


def test_bools():
    x, y = numbers("bool", SHAPES, 0, 2), numbers("bool", SHAPES, 0, 2, seed=1)
    check(lambda x, y: (x & y) | (x ^ ~y), x, y)
    check(lambda x, y: (x >> y) == (x << y), x, y)


def test_constants_travel_with_the_call():
    """Another number is no other kernel, and is not uploaded apart."""
    x = images()
    check(lambda x: 2 - x * 0.3, x)
    check(lambda x: MATH.clamp(x, 10, 99.5), x)
    check(lambda x: x < np.uint8(77), x)
    g = x.gpu().evaluate()
    (g * 0.5).evaluate()
    before = counted()
    (g * 0.25).evaluate()
    used = spent(before)
    assert (used["compilations"], used["launches"], used["uploads"]) == (0, 1, 1)


def test_operands_of_all_kinds():
    x = images()
    check(lambda x: x + np.array([1.0, 2.0, 3.0], np.float32), x)
    check(lambda x: [[[2]], [[3]]] * MATH.abs(x - 99), numbers("int8", [(2, 3, 5), (2, 1, 4)]))
    check(lambda x, t: t - x, x, ndd.tensor([1, 2, 3], dtype="i16"))
    check(lambda t: t * 3 - t, ndd.tensor(5))
    check(lambda x, lo, hi: MATH.clamp(x, lo, hi), x, x // 2, numbers("int16", [(70, 1), (1, 3)]))
    with pytest.raises(ValueError, match="different devices"):
        x.gpu() + x


def test_repeated_operands_are_made_in_their_own_shape():
    x, row = images(), numbers("float32", [(1, 70, 1), (9, 1, 1)])
    check(lambda x, row: x + row * 2, x, row)
    check(lambda x, row: ndd.flip(x) + row * 2, x, row)
    check(lambda x, row: ndd.flip(ndd.flip(x) * 2 + row) - x, x, row, modes=BOTH)


@pytest.mark.parametrize(("layout", "channels"), [("CHW", 3), ("HWC", 5), ("FHWC", 2), ("HW", 1)])
def test_arithmetic_in_chains(layout, channels):
    x = images("uint8", layout, channels)
    check(lambda x: ndd.cast(ndd.flip(x * 2) - 7, dtype="i16"), x, modes=BOTH)


def test_functions_of_all_floats():
    x = ndd.batch([np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-40, 3e38], "f4")])
    for name in ("sqrt", "rsqrt", "exp", "log", "sin", "tanh", "cbrt", "floor"):
        check(getattr(MATH, name), x, exact=name in ("sqrt", "rsqrt", "floor"))


# ---- random numbers -----------------------------------------------------------------------------


def check_random(function, *values, exact=True, **more):
    def drawn(**where):
        return function(*values, rng=ndd.random.RNG(7), batch_size=2, **more, **where)

    assert_alike(drawn(device="gpu"), drawn(), exact=exact)


@pytest.mark.parametrize("dtype", ["float32", "float64", "uint8", "bfloat16", "int64"])
def test_random(dtype):
    check_random(ndd.random.uniform, range=[-3.0, 200.0], shape=[3, 77], dtype=dtype)
    check_random(ndd.random.uniform, values=[1.0, 7.5, -3.0], shape=[200], dtype=dtype)
    check_random(ndd.random.coin_flip, probability=0.3, shape=[200], dtype=dtype)
    precise = dtype != "float64"
    check_random(
        ndd.random.normal, mean=100.0, stddev=30.0, shape=[201], dtype=dtype, exact=precise
    )
    check_random(ndd.random.beta, alpha=0.3, beta=2.0, shape=[300], dtype=dtype)


def test_random_with_arguments_by_sample():
    check_random(ndd.random.normal, mean=ndd.batch([1.0, -5.0]), stddev=2.0)
    check_random(
        ndd.random.uniform, shape=ndd.batch([[3], [100_000]]), range=ndd.batch([[0, 1], [5, 5]])
    )
    check_random(ndd.random.uniform, values=ndd.batch([[1.0, 2.0], [3.0, 4.0]]), shape=[9])
    with pytest.raises(ValueError, match="probability"):
        ndd.random.coin_flip(probability=ndd.batch([0.5, 2.0]), device="gpu").evaluate()


def test_random_like_an_input_and_used():
    x = images("float32")

    def noisy(x):
        rng = ndd.random.RNG(3)
        return x * ndd.random.uniform(x, rng=rng) + ndd.random.normal(x, rng=rng)

    check(noisy, x, modes=BOTH)


def test_choice():
    def rows(a, **more):
        return ndd.random.choice(a, shape=[6], rng=ndd.random.RNG(3), **more)

    check(rows, numbers("float32", [(5, 40), (3, 2)]))
    check(lambda a: rows(a, p=[0.1, 0.0, 0.7, 0.2]), numbers("int16", [(4,), (4,)]))
    check(rows, ndd.batch([5, 1000]))


# ---- noise --------------------------------------------------------------------------------------

NOISES = {
    "gaussian": lambda x: ndd.noise.gaussian(x, stddev=20.0, rng=ndd.random.RNG(5)),
    "shot": lambda x: ndd.noise.shot(x, factor=5.0, rng=ndd.random.RNG(5)),
    "salt_and_pepper": lambda x: ndd.noise.salt_and_pepper(x, prob=0.4, rng=ndd.random.RNG(5)),
}
noises = pytest.mark.parametrize("noise", NOISES.values(), ids=NOISES)


@noises
@pytest.mark.parametrize("dtype", ["int8", "uint32", "float16"])
def test_noise_of_types(noise, dtype):
    check(noise, images(dtype))


@pytest.mark.parametrize(
    ("layout", "channels"),
    [("HWC", 3), ("CHW", 3), ("HWC", 5), ("FHWC", 3), ("FCHW", 2), ("HW", 1)],
)
def test_noise_in_chains(layout, channels):
    """Its numbers belong to the places of its own output, whatever happens around it."""

    def all_of_them(x):
        for noise in NOISES.values():
            x = ndd.flip(noise(x))
        return ndd.flip(x, vertical=1) * 0.5

    check(all_of_them, images("uint8", layout, channels))


def test_noise_before_frames():
    """Whole sequences have one noise, also within a kernel that goes frame by frame."""

    def function(x):
        return ndd.hue(NOISES["salt_and_pepper"](NOISES["gaussian"](x)), hue=30.0)

    x = images("uint8", "FHWC")
    check(function, x, exact=False)
    assert launches(function, x) == 1


def test_chains_are_one_kernel():
    x = images()
    noise, keys = NOISES["gaussian"], [1, 2]
    assert launches(lambda x: ndd.flip(noise(x * 2)) - 1, x) == 1
    assert launches(lambda x: MATH.clamp(x, x // 2, x * 0.25) + ndd.ones_like(x), x) == 1
    assert launches(lambda x: ndd.lookup_table(ndd.flip(x), keys=keys, values=keys) > 1, x) == 1
    assert launches(lambda x, t: x + t * 2, x, ndd.tensor([1, 2, 3])) == 2


@noises
def test_noise_that_is_repeated(noise):
    x, row = images("float32"), numbers("float32", [(70, 1), (4, 3)])
    check(lambda x, row: x + noise(row), x, row)
    check(lambda x, row: noise(x) + row, x, row)


# ---- tables, fills ------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint64", "int32"])
def test_lookup_table(dtype):
    x = numbers(dtype, [(9, 33), (2, 2)], -200, 200)
    check(lambda x: ndd.lookup_table(x, keys=[3, 200], values=[1.5, -2], default_value=9), x)


def test_lookup_table_in_chains():
    keys, values = list(range(256)), [255.0 - i for i in range(256)]
    g = ndd.cast(images(), dtype="u8")
    check(lambda x: ndd.flip(ndd.lookup_table(ndd.flip(x), keys=keys, values=values)) * 2, g)
    x = numbers("uint16", [(40, 30), (5,) * 2], 0, 65535)
    check(lambda x: ndd.lookup_table(x * 1, keys=[9, 60000, 65535], values=[1, 2, 3]), x)


def test_a_table_is_uploaded_once():
    x = ndd.batch([np.zeros((8, 8), np.uint8)] * 64).gpu().evaluate()
    before = counted()
    ndd.lookup_table(x, keys=[1], values=[2]).evaluate()
    assert spent(before)["uploaded"] < 64 * 1024


def test_fills():
    x = images("int16")
    check(lambda x: ndd.full_like(x, np.float32(2.5)) + ndd.ones_like(x, dtype="f16"), x)
    check(lambda x: ndd.flip(ndd.zeros_like(x) - x), x)
    check(lambda v: ndd.full(v, shape=[4, 70, 3]), numbers("uint8", [(70, 1), (1, 3)]))
    got = ndd.ones(shape=[2, 3], dtype="f64", batch_size=2, device="gpu") * 3
    assert_alike(got, ndd.ones(shape=[2, 3], dtype="f64", batch_size=2) * 3)


@pytest.mark.parametrize("dtype", ["uint8", "int64", "float64", "float16"])
def test_one_hot(dtype):
    x = numbers(dtype, [(3, 40), (2, 5)], -3, 9)
    for axis in (0, 1, 2):
        check(lambda x, axis=axis: ndd.one_hot(x, num_classes=6, axis=axis, on_value=7), x)
