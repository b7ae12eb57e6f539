"""Definitions, settings, and what is wrong with them."""

from __future__ import annotations

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace import fn, pipeline_def
from headrace.auto_aug import augmentations as a
from headrace.auto_aug import auto_augment, rand_augment, trivial_augment
from headrace.auto_aug.core import Augmentation, Policy, augmentation, select, signed_bin

IMAGES = ndd.batch([np.full((6, 8, 3), 7, np.uint8)] * 3, layout="HWC")


def test_module_is_found_from_the_package():
    assert headrace.auto_aug.rand_augment is rand_augment


def test_settings():
    assert (a.rotate.name, a.rotate.mag_range, a.rotate.randomly_negate) == (
        "rotate",
        (0, 30),
        True,
    )
    assert (a.invert.mag_range, a.invert.randomly_negate, a.invert.param_device) == (
        None, False, "cpu",
    )  # fmt: skip
    turn = a.rotate.augmentation(mag_range=(5, 10), name="turn")
    assert (turn.name, turn.mag_range, turn.randomly_negate) == ("turn", (5, 10), True)
    assert turn.op is a.rotate.op and "turn" in repr(turn) and "(5, 10)" in repr(turn)
    assert a.rotate.augmentation(randomly_negate=None).randomly_negate is False


def test_class_of_ones_own():
    class Noted(Augmentation):
        pass

    @augmentation(augmentation_cls=Noted)
    def one(data, _):
        return data

    assert type(one) is type(one.augmentation(name="two")) is Noted


def test_policy_text_and_names():
    quarter = a.rotate.augmentation(mag_range=(0, 90))
    policy = Policy("mine", 5, [[(a.rotate, 0.5, 1), (quarter, 1, 4)], [(a.invert, 0.1, None)]])
    assert list(policy.augmentations) == ["0__rotate", "1__rotate", "invert"]
    assert "('1__rotate', 1.0, 4)" in repr(policy)


def test_arguments_of_augmentations():
    """Only those that have one get it; all get those of any name."""
    seen = []

    @augmentation
    def plain(data, _):
        return data

    @augmentation
    def other(data, _, *, value=1):
        seen.append(value)
        return data

    @augmentation
    def anything(data, _, **kwargs):
        seen.append(kwargs)
        return data

    rand_augment.apply_rand_augment([plain, other], IMAGES, 8, 0, value=5)
    assert set(seen) == {5}
    seen.clear()
    anything(IMAGES, color="red")
    assert seen == [{"color": "red"}]
    plain(IMAGES, unknown=3)  # of a single call, others' arguments are ignored


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: rand_augment.rand_augment(IMAGES, 2, 31), ValueError, "m is .* from 0 to 30"),
        (lambda: rand_augment.rand_augment(IMAGES, -1, 3), ValueError, "n is an integer of 0"),
        (lambda: rand_augment.rand_augment(IMAGES, 2, 3.5), TypeError, "m is an integer"),
        (lambda: rand_augment.rand_augment(IMAGES, 2, 3, 0), ValueError, "num_magnitude_bins"),
        (
            lambda: rand_augment.rand_augment(IMAGES, 2, 3, excluded=["sheer_x"]),
            ValueError, "shear_x",
        ),
        (lambda: rand_augment.apply_rand_augment([], IMAGES, 1, 3), ValueError, "unless n=0"),
        (lambda: trivial_augment.apply_trivial_augment([], IMAGES), ValueError, "augmentations"),
        (
            lambda: rand_augment.apply_rand_augment([a.rotate], IMAGES, 1, 3, fil_value=3),
            TypeError, "fill_value",
        ),
        (lambda: auto_augment.auto_augment(IMAGES, "imagenet"), ValueError, "image_net"),
        (lambda: auto_augment.auto_augment(IMAGES, max_translate_rel=0.3), ValueError, "shape="),
        (
            lambda: auto_augment.auto_augment(IMAGES, shape=(6, 8), max_translate_abs=9),
            ValueError, "max_translate_rel",
        ),
        (
            lambda: rand_augment.rand_augment(IMAGES, 1, 1, max_translate_abs=(1, 2, 3)),
            ValueError, "pair",
        ),
        (lambda: auto_augment.auto_augment(np.zeros((3, 3, 3))), TypeError, "node of a graph"),
        (lambda: auto_augment.auto_augment(IMAGES, seed=3), ValueError, "rng="),
        (lambda: auto_augment.auto_augment(IMAGES, rng=5), TypeError, "takes an RNG"),
        (lambda: auto_augment.auto_augment(IMAGES, ["svhn"]), ValueError, "policy_name"),
        (
            lambda: auto_augment.auto_augment(IMAGES, "reduced_image_net", shape=(6, 8)),
            ValueError, "moves nothing",
        ),
        (
            lambda: rand_augment.apply_rand_augment([a.identity, a.translate_x], IMAGES, 1, 1),
            TypeError, "'shape'",
        ),
        (
            lambda: rand_augment.apply_rand_augment([a.invert], IMAGES, 1, 1, value=3),
            TypeError, "have none",
        ),
        (lambda: augmentation(mag_range=3)(lambda x, p: x), ValueError, "mag_range"),
        (
            lambda: a.translate_x(IMAGES, magnitude_bin=0, num_magnitude_bins=2),
            TypeError, "'shape'",
        ),
        (lambda: a.rotate(IMAGES), ValueError, "num_magnitude_bins="),
        (lambda: select([a.invert], 0), ValueError, "needs samples"),
        (lambda: a.rotate(IMAGES, num_magnitude_bins=3), ValueError, "magnitude_bin="),
        (
            lambda: a.rotate(IMAGES, magnitude_bin=3, num_magnitude_bins=3),
            ValueError, "magnitude_bin is an integer from 0 to 2",
        ),
        (lambda: signed_bin(3, shape=(2,)), ValueError, "one sign"),
        (lambda: select([], 0, IMAGES), ValueError, "select from"),
        (lambda: augmentation(lambda x: x), TypeError, "two positional"),
        (lambda: augmentation(a.rotate), TypeError, "is an augmentation"),
        (lambda: augmentation(param_device="tpu")(lambda x, p: x), ValueError, "param_device"),
        (lambda: augmentation(mag_range=(1, 2, 3))(lambda x, p: x), ValueError, "mag_range"),
        (lambda: Policy("p", 0, []), ValueError, "num_magnitude_bins"),
        (lambda: Policy("p", 5, [(a.rotate, 0.5, 3)]), TypeError, "operation is"),
        (lambda: Policy("p", 5, 3), TypeError, "sequence of sequences"),
        (lambda: Policy("p", 5, [[(a.rotate, 1.5, 3)]]), ValueError, r"\[0, 1\]"),
        (lambda: Policy("p", 5, [[(a.rotate, 0.5, 5)]]), ValueError, "strength of rotate"),
        (lambda: Policy("p", 5, [[(a.rotate, 0.5, None)]]), ValueError, "rotate has a range"),
        (lambda: Policy("p", 5, [[(3, 0.5, None)]]), TypeError, "@augmentation"),
        (lambda: auto_augment.apply_auto_augment(Policy("p", 5, []), IMAGES), ValueError, "'p'"),
    ],
)  # fmt: skip
def test_errors_say_what_is_wrong(call, kind, text):
    with pytest.raises(kind, match=text) as e:
        call()
    assert isinstance(e.value, headrace.Error) and "test_arguments.py" in str(e.value)


def test_arrays_of_magnitudes():
    @augmentation(mag_range=np.array([5, 3, 1]))
    def one(data, by):
        return data + by

    assert one(ndd.tensor([10]), magnitude_bin=1).tolist() == [13]
    with pytest.raises(ValueError, match="3 magnitudes"):
        one(ndd.tensor([10]), magnitude_bin=1, num_magnitude_bins=4)


def test_results_of_different_types():
    @augmentation
    def floats(data, _):
        return ndd.cast(data, dtype=ndd.float32)

    @augmentation
    def lost(data, _):
        return None

    which = ndd.batch([0, 1, 0])
    with pytest.raises(TypeError, match=r"float32.*the same|uint8.*the same"):
        select([a.identity, floats], which, IMAGES)
    with pytest.raises(ValueError, match="gives a Batch"):
        select([a.identity, lost], which, IMAGES)


def test_graphs_take_seeds():
    @pipeline_def(batch_size=2)
    def pipe():
        x = fn.external_source(lambda: [np.zeros((4, 4, 3), np.uint8)] * 2, layout="HWC")
        return auto_augment.auto_augment(x, rng=ndd.random.RNG(seed=1))

    with pytest.raises(ValueError, match="takes seed="):
        pipe().build()
