"""Programs that augment automatically, with nothing left to chance."""

from __future__ import annotations

import importlib

import numpy as np

from .pipeline_programs import ALONE, program, take


def modules(dali):
    root = dali.__name__
    names = ("augmentations", "auto_augment", "rand_augment", "trivial_augment", "core")
    return [importlib.import_module(f"{root}.auto_aug.{name}") for name in names]


def images(dali, data):
    jpegs, _ = dali.fn.readers.file(file_root=data.images, name="Reader")
    return dali.fn.decoders.image(jpegs, device="cpu", output_type=dali.types.RGB)


@program(atol=3)
def chosen_augmentations(dali, data):
    """Suites and policies of one choice, by the functions that take one's own."""
    a, auto, rand, trivial, core = modules(dali)
    poster = a.posterize.augmentation(mag_range=(8, 4))

    @dali.pipeline_def(batch_size=4, enable_conditionals=True, **ALONE)
    def train():
        x = images(dali, data)
        policy = core.Policy("one", 11, [[(a.solarize, 1.0, 4), (a.invert, 1.0, None)]])
        return (
            rand.apply_rand_augment([poster], x, n=2, m=30),
            rand.apply_rand_augment([], x, n=0, m=3),
            trivial.apply_trivial_augment([a.equalize], x, seed=5),
            auto.apply_auto_augment(policy, x, seed=5),
        )

    pipe = train()
    pipe.build()
    return take(dali, pipe, 3)


@program(atol=3)
def functions_of_ones_own(dali, data):
    """Augmentations of the program's own, with arguments, in a suite of one and selected."""
    _, _, rand, _, core = modules(dali)
    fn, types = dali.fn, dali.types

    @core.augmentation(mag_range=(0, 64), mag_to_param=lambda m: np.array(m, np.uint8))
    def darker(data, by, *, times=1):
        for _ in range(times):
            data = fn.cast(data - by, dtype=types.UINT8)
        return data

    @core.augmentation
    def mirrored(data, _):
        return fn.flip(data, horizontal=1)

    @dali.pipeline_def(batch_size=4, enable_conditionals=True, **ALONE)
    def train():
        x = images(dali, data)
        which = fn.external_source(lambda i: np.array(i.idx_in_batch % 2, np.int32), batch=False)
        return (
            rand.apply_rand_augment([darker], x, n=1, m=10, num_magnitude_bins=11, times=2),
            core.select([darker, mirrored], which, data=x, magnitude_bin=3, num_magnitude_bins=5),
        )

    pipe = train()
    pipe.build()
    return take(dali, pipe, 3)


@program(atol=0)
def names_and_settings(dali, data):
    a, auto, rand, trivial, core = modules(dali)
    suite = rand.get_rand_augment_suite()
    renamed = a.rotate.augmentation(name="turn", mag_range=(0, 5))
    policy = core.Policy("p", 5, [[(a.rotate, 0.5, 1), (renamed, 0.25, 2)]])
    return (
        [x.name for x in suite],
        [x.name for x in trivial.get_trivial_augment_wide_suite(use_shape=True)],
        sorted(auto.get_svhn_policy().augmentations),
        (renamed.name, renamed.mag_range, renamed.randomly_negate, renamed.param_device),
        sorted(policy.augmentations),
        (policy.name, policy.num_magnitude_bins),
    )
