"""Policy: sub-policies, each a sequence of augmentations with probabilities and magnitudes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core import errors
from ._augmentation import Augmentation
from ._checks import fail, integer

Operation = tuple[Augmentation, float, int | None]


class Policy:
    """A policy of AutoAugment: each sample gets one of the sub-policies.

    name: shown in messages.
    num_magnitude_bins: the number of magnitude bins.
    sub_policies: sequences of (augmentation, probability, magnitude bin). The bin is None for
        augmentations without magnitudes.

    >>> from headrace.auto_aug import augmentations as a
    >>> first = [(a.rotate, 0.5, 7), (a.invert, 0.2, None)]
    >>> sorted(Policy("mine", 11, [first, [(a.solarize, 1.0, 3)]]).augmentations)
    ['invert', 'rotate', 'solarize']
    """

    def __init__(
        self, name: str, num_magnitude_bins: int, sub_policies: Sequence[Sequence[Operation]]
    ) -> None:
        where = f"Policy {name!r}"
        self.name = name
        self.num_magnitude_bins = integer(where, "num_magnitude_bins", num_magnitude_bins, 1)
        self.sub_policies: tuple[tuple[Operation, ...], ...] = tuple(
            tuple(self._operation(where, given) for given in sub)
            for sub in _sequences(where, sub_policies)
        )

    def _operation(self, where: str, given: Any) -> Operation:
        if not isinstance(given, (tuple, list)) or len(given) != 3:
            raise fail(
                where,
                "an operation is (augmentation, probability, number of a strength), got "
                + errors.brief(given),
                errors.ArgumentTypeError,
            )
        what, probability, bin = given
        if not isinstance(what, Augmentation):
            raise fail(
                where,
                f"needs augmentations, got {errors.brief(what)}: is @augmentation missing?",
                errors.ArgumentTypeError,
            )
        if not isinstance(probability, (int, float)) or not 0 <= probability <= 1:
            raise fail(
                where, f"a probability lies in [0, 1], {what.name} has {errors.brief(probability)}"
            )
        if what.mag_range is not None and bin is None:
            raise fail(where, f"{what.name} has a range of strengths, so it needs one's number")
        if bin is not None:
            bin = integer(
                where, f"the strength of {what.name}", bin, 0, self.num_magnitude_bins - 1
            )
        return what, float(probability), bin

    @property
    def augmentations(self) -> dict[str, Augmentation]:
        """All augmentations by name; names used more than once get a number in front."""
        found: list[Augmentation] = []
        for sub in self.sub_policies:
            for what, _, _ in sub:
                if not any(what is other for other in found):
                    found.append(what)
        names = [a.name for a in found]
        same: dict[str, int] = {}
        named = {}
        for a in found:
            name = a.name
            if names.count(name) > 1:
                number = same[a.name] = same.get(a.name, -1) + 1
                name = f"{number}__{name}"
            named[name] = a
        return dict(sorted(named.items()))

    def __repr__(self) -> str:
        names = {id(a): name for name, a in self.augmentations.items()}
        rows = [[(names[id(a)], p, bin) for a, p, bin in sub] for sub in self.sub_policies]
        lines = ",\n    ".join(repr(row) for row in rows)
        named = ",\n    ".join(f"{name!r}: {a!r}" for name, a in self.augmentations.items())
        return (
            f"Policy(name={self.name!r}, num_magnitude_bins={self.num_magnitude_bins}, "
            f"sub_policies=[\n    {lines}], augmentations={{\n    {named}}})"
        )


def _sequences(where: str, given: Any) -> list[Any]:
    try:
        return [list(sub) for sub in given]
    except TypeError:
        raise fail(
            where, "sub_policies is a sequence of sequences of operations", errors.ArgumentTypeError
        ) from None
