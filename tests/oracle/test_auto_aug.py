"""Automatic augmentations: the same pictures, suites and policies as DALI's."""

from __future__ import annotations

import warnings
from functools import cache

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("nvidia.dali", reason="DALI is not installed")

import nvidia.dali.fn as dali_fn
import nvidia.dali.types as dali_types
from nvidia.dali import pipeline_def as dali_pipeline
from nvidia.dali.auto_aug import augmentations as dali_augmentations
from nvidia.dali.auto_aug import auto_augment as dali_auto
from nvidia.dali.auto_aug import core as dali_core
from nvidia.dali.auto_aug import rand_augment as dali_rand
from nvidia.dali.auto_aug import trivial_augment as dali_trivial

import headrace.dynamic as ndd
from headrace.auto_aug import augmentations, auto_augment, core, rand_augment, trivial_augment

NAMES = sorted(n for n, a in vars(augmentations).items() if isinstance(a, core.Augmentation))
MODERATE = {"translate_x_no_shape": (0, 12), "translate_y_no_shape": (0, 12)}


def picture(height, width, seed):
    small = np.random.default_rng(seed).integers(0, 255, (6, 8, 3), np.uint8)
    return np.asarray(Image.fromarray(small).resize((width, height), Image.Resampling.BICUBIC))


IMAGES = [picture(30, 40, 0), picture(25, 33, 1), np.full((20, 21, 3), 77, np.uint8)]
IMAGES[2][:, :, 1] = np.arange(21)


@cache
def of_dali(name, bin, sign, bins):
    one = getattr(dali_augmentations, name)
    if name in MODERATE:
        one = one.augmentation(mag_range=MODERATE[name])
    kwargs = {"shape": True} if name in ("translate_x", "translate_y") else {}

    @dali_pipeline(batch_size=3, num_threads=1, device_id=None, enable_conditionals=True)
    def graph():
        x = dali_fn.external_source(lambda: IMAGES, batch=True, layout="HWC")
        if kwargs:
            kwargs["shape"] = x.shape()
        signs = dali_types.Constant(np.int32(sign), device="cpu")
        return one(
            x, magnitude_bin=dali_core.signed_bin(bin, signs), num_magnitude_bins=bins, **kwargs
        )

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # autograph, and old names inside DALI
        pipe = graph()
        pipe.build()
        (out,) = pipe.run()
    return [np.array(out.at(i)) for i in range(3)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("bin", "sign"), [(0, 0), (3, 1), (7, 0), (10, 0), (10, 1)])
def test_augmentation(name, bin, sign):
    one = getattr(augmentations, name)
    if name in MODERATE:
        one = one.augmentation(mag_range=MODERATE[name])
    shapes = ndd.batch([np.int64(i.shape) for i in IMAGES])
    signs = ndd.batch([np.int32(sign)] * 3)
    got = one(
        ndd.batch(IMAGES, layout="HWC"),
        magnitude_bin=core.signed_bin(bin, signs),
        num_magnitude_bins=11,
        shape=shapes,
    )
    for x, want in zip(got.tensors, of_dali(name, bin, sign, 11), strict=True):
        x = np.asarray(x)
        assert x.shape == want.shape and x.dtype == want.dtype
        assert np.abs(x.astype(int) - want.astype(int)).max() <= 1


def settings(one):
    """What an augmentation is, but for its function."""
    return one.name, one.mag_range, bool(one.randomly_negate), one.param_device, one.op.__name__


def params(one, of):
    to = one.mag_to_param
    return [] if of is None else [np.asarray(to(m)).tolist() for m in np.linspace(*of, 31)]


SUITES = [
    (rand_augment.get_rand_augment_suite, dali_rand.get_rand_augment_suite),
    (
        rand_augment.get_rand_augment_non_monotonic_suite,
        dali_rand.get_rand_augment_non_monotonic_suite,
    ),
    (
        trivial_augment.get_trivial_augment_wide_suite,
        dali_trivial.get_trivial_augment_wide_suite,
    ),
]
TRANSLATIONS = [
    {},
    {"use_shape": True},
    {"max_translate_abs": (30, 20)},
    {"use_shape": True, "max_translate_rel": (0.3, 0.2)},
    {"max_translate_abs": 7},
]


@pytest.mark.parametrize("kwargs", TRANSLATIONS)
@pytest.mark.parametrize(("ours", "dalis"), SUITES)
def test_suites(ours, dalis, kwargs):
    for a, b in zip(ours(**kwargs), dalis(**kwargs), strict=True):
        assert settings(a) == settings(b)
        np.testing.assert_allclose(
            np.array(params(a, a.mag_range)), np.array(params(b, b.mag_range)), rtol=1e-6
        )


POLICIES = ["image_net", "reduced_cifar10", "svhn", "reduced_image_net"]


@pytest.mark.parametrize("kwargs", TRANSLATIONS)
@pytest.mark.parametrize("name", POLICIES)
def test_policies(name, kwargs):
    if name == "reduced_image_net":
        kwargs = {}
    ours = getattr(auto_augment, f"get_{name}_policy")(**kwargs)
    dalis = getattr(dali_auto, f"get_{name}_policy")(**kwargs)
    assert (ours.name, ours.num_magnitude_bins) == (dalis.name, dalis.num_magnitude_bins)
    a, b = ours.augmentations, dalis.augmentations
    assert list(a) == list(b)
    for key in a:
        assert settings(a[key]) == settings(b[key])
    told = [[(x.name, p, bin) for x, p, bin in sub] for sub in ours.sub_policies]
    assert told == [[(x.name, p, bin) for x, p, bin in sub] for sub in dalis.sub_policies]


@pytest.mark.parametrize(
    ("given", "args"),
    [
        ("range", {"mag_range": (0, 10)}),
        ("signs", {"mag_range": (0, 10), "randomly_negate": True}),
        ("array", {"mag_range": np.array([5, 3, 1])}),
        ("pairs", {"mag_range": (1, 3), "mag_to_param": lambda m: [m, 2 * m]}),
        ("nothing", {}),
    ],
)
def test_what_a_function_gets(given, args):
    """Types and shapes of parameters."""
    bins = None if given == "array" else 11
    seen = []

    def dali_op(data, param):
        seen.append(param)
        return data if param is None else param

    @dali_pipeline(batch_size=2, num_threads=1, device_id=None, enable_conditionals=True)
    def graph():
        x = dali_fn.external_source(lambda: IMAGES[:2], batch=True, layout="HWC")
        one = dali_core.augmentation(**args)(dali_op)
        return one(x, magnitude_bin=2, num_magnitude_bins=bins)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pipe = graph()
        pipe.build()
        (want,) = pipe.run()

    def op(data, param):
        seen.append(param)
        return data if param is None else ndd.as_batch([param] * 2) if not_batch(param) else param

    got = core.augmentation(**args)(op)(
        ndd.batch(IMAGES[:2], layout="HWC"), magnitude_bin=2, num_magnitude_bins=bins
    )
    assert (seen[0] is None) == (seen[1] is None)
    for i, x in enumerate(got.tensors):
        wanted = np.array(want.at(i))
        x = np.asarray(x)
        assert x.dtype == wanted.dtype and x.shape == wanted.shape
        if given == "signs":
            x, wanted = abs(x), abs(wanted)
        np.testing.assert_array_equal(x, wanted)


def not_batch(x):
    return not isinstance(x, ndd.Batch)
