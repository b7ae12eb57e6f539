"""Items: the pictures and outlines of one call, which transforms change step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core import errors
from . import leaves as _leaves
from .outlines import Outline
from .pictures import Picture

Array = np.ndarray[Any, np.dtype[Any]]


def flatten(value: Any) -> tuple[list[Any], Callable[[list[Any]], Any]]:
    """The leaves of nested dicts, lists and tuples, and what puts new leaves in their places."""
    if isinstance(value, dict):
        parts = [flatten(v) for v in value.values()]
        keys = list(value)
        return _joined(parts, lambda made: dict(zip(keys, made)))
    if type(value) is list:
        return _joined([flatten(v) for v in value], list)
    if isinstance(value, tuple):
        kind = type(value)
        build = kind._make if hasattr(kind, "_make") else kind
        return _joined([flatten(v) for v in value], build)
    return [value], lambda leaves: leaves[0]


def _joined(
    parts: list[tuple[list[Any], Callable[[list[Any]], Any]]], build: Callable[[Any], Any]
) -> tuple[list[Any], Callable[[list[Any]], Any]]:
    counts = [len(leaves) for leaves, _ in parts]

    def restore(leaves: list[Any]) -> Any:
        made, at = [], 0
        for count, (_, inner) in zip(counts, parts):
            made.append(inner(leaves[at : at + count]))
            at += count
        return build(made)

    return [leaf for leaves, _ in parts for leaf in leaves], restore


class Items:
    """What transforms work on: leaves by their place, and how many draws of random numbers.

    n: one draw for each sample where all values have as many samples, else one for all.
    """

    def __init__(
        self, leaves: list[Any], restore: Callable[[list[Any]], Any] | None = None
    ) -> None:
        self.leaves = leaves
        self.restore = restore or list
        self.pure = False  # whether markers are taken off the results
        self.pictures: dict[int, Picture] = {}
        self.outlines: dict[int, Outline] = {}
        tensors = not any(_leaves.is_image(leaf) for leaf in leaves)
        samples = max([_samples(leaf) for leaf in leaves], default=1)
        shared = False
        for at, leaf in enumerate(leaves):
            name = _leaves.marked(leaf)
            if name in ("BoundingBoxes", "KeyPoints"):
                self.outlines[at] = _leaves.outline_of(leaf)
            elif name == "Mask":
                self.pictures[at] = _leaves.picture_of(leaf, True, samples)
            elif _leaves.is_image(leaf) or (tensors and _leaves.may_be_image(leaf)):
                tensors = False
                self.pictures[at] = _leaves.picture_of(leaf)
                shared = shared or name == "Video" or getattr(leaf, "ndim", 0) > 4
        counts = {v.count for v in self}
        self.n = 1 if shared or len(counts) != 1 else counts.pop()

    def __iter__(self) -> Any:
        return iter((*self.pictures.values(), *self.outlines.values()))

    @property
    def empty(self) -> bool:
        """Whether there is nothing that a transform changes; an array may become an image."""
        some = self.pictures or self.outlines
        return not some and not any(isinstance(leaf, np.ndarray) for leaf in self.leaves)

    @property
    def images(self) -> list[Picture]:
        """The pictures that are no masks."""
        return [p for p in self.pictures.values() if not p.mask]

    @property
    def sizes(self) -> Array:
        """Height and width for each draw."""
        found: Array | None = None
        for value in self:
            sizes = value.sizes
            if self.n == 1:
                if len(sizes) > 1 and (sizes != sizes[:1]).any():
                    raise errors.ShapeError(
                        "samples of different sizes cannot share one random draw: give as many "
                        "boxes and masks as there are images"
                    )
                sizes = sizes[:1]
            if found is not None and (found != sizes).any():
                raise errors.ShapeError(
                    f"the images, masks and boxes of one call differ in height and width: "
                    f"{found[0].tolist()} and {sizes[0].tolist()}"
                )
            found = sizes
        return np.zeros((self.n, 2), np.int64) if found is None else found

    def results(self) -> list[Any]:
        """The leaves, with the results in the place of what came."""
        made = list(self.leaves)
        for at, picture in self.pictures.items():
            made[at] = picture.finish(picture)
        for at, outline in self.outlines.items():
            made[at] = outline.rebuild(outline)
        return [_leaves.unmarked(leaf) for leaf in made] if self.pure else made

    # ---- parts ---------------------------------------------------------------------------------

    def _with(self, pictures: dict[int, Picture], outlines: dict[int, Outline], n: int) -> Items:
        made = Items.__new__(Items)
        made.leaves, made.restore, made.pure, made.n = self.leaves, self.restore, self.pure, n
        made.pictures, made.outlines = pictures, outlines
        return made

    def copy(self) -> Items:
        """The same values; changing the copy leaves this one alone."""
        pictures = {at: p.like(p.pixels(), p.sizes) for at, p in self.pictures.items()}
        return self._with(pictures, dict(self.outlines), self.n)

    def switch(self, index: Any, branches: Sequence[Callable[[Items, Array], None]]) -> None:
        """Applies branch number index[k] to sample k; each gets its samples and their places.

        A number outside of the branches changes nothing.
        """
        index = np.asarray(index)
        if (index == index[:1]).all():
            if len(index) and 0 <= index[0] < len(branches):
                branches[int(index[0])](self, np.arange(self.n))
            return
        parts, places = [], []
        for number in np.unique(index).tolist():
            here = np.flatnonzero(index == number)
            part = self._with(
                {at: p.part(here.tolist()) for at, p in self.pictures.items()},
                {at: o.part(here.tolist()) for at, o in self.outlines.items()},
                len(here),
            )
            if 0 <= number < len(branches):
                branches[number](part, here)
            parts.append(part)
            places.append(here)
        order = np.argsort(np.concatenate(places)).tolist()
        for at, picture in self.pictures.items():
            self.pictures[at] = picture.joined([p.pictures[at] for p in parts], order)
        for at in self.outlines:
            points = [x for p in parts for x in p.outlines[at].points]
            sizes = np.concatenate([p.outlines[at].sizes for p in parts])
            first = parts[0].outlines[at]
            self.outlines[at] = first.like([points[k] for k in order], sizes[order])

    def only(self, on: Any, change: Callable[[Items, Array], None]) -> None:
        """Applies a change to the samples where `on` is true."""
        self.switch(np.where(np.asarray(on), 0, -1), [change])


def _samples(leaf: Any) -> int:
    """How many images the outer axis of a tensor counts."""
    if _leaves.marked(leaf) in ("Mask", "BoundingBoxes", "KeyPoints"):
        return 1
    return int(leaf.shape[0]) if _leaves.is_torch(leaf) and leaf.ndim == 4 else 1
