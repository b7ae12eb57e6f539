"""Transform: draws parameters, then applies them; and what puts transforms together."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core import errors
from ...core.value import Value
from ...engine.state import EvalMode
from ..tv_tensors import TVTensor
from . import draws
from .items import Items, flatten
from .options import probability

Params = dict[str, Any]


class Transform:
    """A transform of images, masks, boxes and points. Calls take them in any nesting.

    A call draws one set of parameters for each image: for all images of a batch it is another.

    Those of Headrace define `draw` and `apply`. Yours may define `make_params` and `transform`, as
    with torchvision: the first gets all leaves of a call, the second each of them.
    """

    def draw(self, items: Items) -> Params:
        """Random parameters: arrays with a row for each sample."""
        return {}

    def apply(self, items: Items, params: Params) -> None:
        """Change the values."""
        raise NotImplementedError(f"{type(self).__name__} defines neither apply nor transform")

    _by_leaf = False  # whether a subclass has its own make_params or transform

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        own = [getattr(cls, n) is not getattr(Transform, n) for n in ("make_params", "transform")]
        cls._by_leaf = any(own)

    def run(self, items: Items) -> None:
        """Draw, then apply."""
        if self._by_leaf:
            call_foreign(self._foreign, items)
        elif not items.empty:
            self.apply(items, self.draw(items))

    def _foreign(self, leaves: list[Any]) -> list[Any]:
        """The leaves through make_params and transform of a subclass."""
        params = self.make_params(leaves)
        chosen = set(Items(leaves).pictures) | set(Items(leaves).outlines)
        return [self.transform(x, params) if k in chosen else x for k, x in enumerate(leaves)]

    def make_params(self, flat_inputs: list[Any]) -> Params:
        """The parameters that a call on these values would draw.

        >>> import numpy as np
        >>> from headrace.torchvision import v2
        >>> import headrace.dynamic as ndd
        >>> images = ndd.batch([np.zeros((8, 9, 3), np.uint8)] * 2, layout="HWC")
        >>> v2.RandomCrop(8).make_params([images])["start"].shape
        (2, 2)
        """
        return self.draw(Items(flat_inputs))

    def transform(self, inpt: Any, params: Params) -> Any:
        """One value, transformed with parameters of make_params."""
        items = Items([inpt])
        self.apply(items, params)
        return items.results()[0]

    def __call__(self, *inputs: Any) -> Any:
        """The values, transformed."""
        return self.forward(*inputs)

    def forward(self, *inputs: Any) -> Any:
        """The values, transformed."""
        leaves, restore = flatten(inputs)
        # Results that are waited for here are computed here, as one program.
        lazy = any(isinstance(x, (Value, TVTensor)) for x in leaves)
        with contextlib.nullcontext() if lazy else EvalMode.deferred:
            items = Items(leaves, restore)
            self.run(items)
            made = items.restore(items.results())
        return made if len(inputs) > 1 else made[0]

    def extra_repr(self) -> str:
        """The arguments, as text."""
        shown = {k: v for k, v in vars(self).items() if not k.startswith("_")}
        return ", ".join(f"{k}={v!r}" for k, v in shown.items())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.extra_repr()})"


def call_foreign(function: Callable[[list[Any]], list[Any]], items: Items) -> None:
    """Calls a function of the leaves in the middle of a chain."""
    items.__init__(function(items.results()), items.restore)  # type: ignore[misc]


def run(transform: Any, items: Items) -> None:
    """Runs one of our transforms, or any other callable, on the values of a call."""
    if isinstance(transform, Transform) and type(transform).forward is Transform.forward:
        transform.run(items)
        return
    inputs = items.restore(items.results())
    made = transform(*inputs)
    leaves, restore = flatten(made if len(inputs) > 1 else (made,))
    items.__init__(leaves, restore)  # type: ignore[misc]


class Chance(Transform):
    """A transform that is applied to each image with probability p."""

    def __init__(self, p: float = 0.5) -> None:
        self.p = probability(p)

    def draw(self, items: Items) -> Params:
        """See Transform."""
        return {"on": draws.chance(items.n, self.p)}

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        items.only(params["on"], lambda part, here: self.change(part, _rows(params, here)))

    def change(self, items: Items, params: Params) -> None:
        """What happens to the images it is applied to."""
        raise NotImplementedError


def _rows(params: Params, here: Any) -> Params:
    return {k: v[here] if isinstance(v, np.ndarray) else v for k, v in params.items()}


class _Container(Transform):
    """Several transforms."""

    def __init__(self, transforms: Sequence[Callable[..., Any]]) -> None:
        if isinstance(transforms, (str, bytes)) or not hasattr(transforms, "__iter__"):
            raise errors.ArgumentTypeError(
                f"{type(self).__name__} takes a list of transforms, not {errors.brief(transforms)}"
            )
        self.transforms = list(transforms)
        for one in self.transforms:
            if not callable(one):
                raise errors.ArgumentTypeError(f"{errors.brief(one)} is no transform")

    def _branches(self) -> list[Callable[[Items, Any], None]]:
        return [lambda part, here, t=t: run(t, part) for t in self.transforms]  # type: ignore[misc]


class Compose(_Container):
    """Transforms one after the other, computed as one program per image.

    >>> import numpy as np, headrace.dynamic as ndd
    >>> from headrace.torchvision import v2
    >>> images = ndd.batch([np.zeros((300, 400, 3), np.uint8)] * 2, layout="HWC")
    >>> train = v2.Compose([v2.RandomResizedCrop(224), v2.RandomHorizontalFlip(), v2.ToImage()])
    >>> train(images).shape
    [(3, 224, 224), (3, 224, 224)]
    """

    def run(self, items: Items) -> None:
        """See Transform."""
        for transform in self.transforms:
            run(transform, items)


class RandomApply(_Container):
    """All of the transforms, with probability p."""

    def __init__(self, transforms: Sequence[Callable[..., Any]], p: float = 0.5) -> None:
        super().__init__(transforms)
        self.p = probability(p)

    def draw(self, items: Items) -> Params:
        """See Transform."""
        return {"on": draws.chance(items.n, self.p)}

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        items.only(params["on"], lambda part, here: Compose(self.transforms).run(part))


class RandomChoice(_Container):
    """One of the transforms for each image. p: how likely each is, by default all alike."""

    def __init__(
        self, transforms: Sequence[Callable[..., Any]], p: Sequence[float] | None = None
    ) -> None:
        super().__init__(transforms)
        given = [1.0] * len(self.transforms) if p is None else [float(x) for x in p]
        if len(given) != len(self.transforms) or min(given) < 0 or not sum(given) > 0:
            raise errors.ArgumentError(f"p has a probability for each transform, got {p}")
        self.p = [x / sum(given) for x in given]

    def draw(self, items: Items) -> Params:
        """See Transform."""
        ends = np.cumsum(self.p)
        drawn = np.searchsorted(ends, draws.uniform(items.n), side="right")
        return {"index": np.minimum(drawn, len(ends) - 1)}

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        items.switch(params["index"], self._branches())


class RandomOrder(_Container):
    """All of the transforms, in an order that is drawn for each image."""

    def draw(self, items: Items) -> Params:
        """See Transform."""
        return {"order": draws.order(items.n, len(self.transforms))}

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        in_order(items, params["order"], self._branches())


def in_order(items: Items, orders: Any, branches: list[Callable[[Items, Any], None]]) -> None:
    """Applies all branches to each sample, in the order of its row."""
    kinds, index = np.unique(orders, axis=0, return_inverse=True)

    def chain(row: Any) -> Callable[[Items, Any], None]:
        def each(part: Items, here: Any) -> None:
            for number in row:
                branches[int(number)](part, here)

        return each

    items.switch(index.reshape(-1), [chain(row) for row in kinds])


class Lambda(Transform):
    """A function of yours, called with every value, or with those of some types."""

    def __init__(self, lambd: Callable[[Any], Any], *types: type) -> None:
        self.lambd = lambd
        self.types = types or (object,)

    def run(self, items: Items) -> None:
        """See Transform."""
        call_foreign(
            lambda xs: [self.lambd(x) if isinstance(x, self.types) else x for x in xs], items
        )


class Identity(Transform):
    """Changes nothing."""

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
