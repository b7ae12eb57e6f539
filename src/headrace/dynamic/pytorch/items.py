"""Items: the epochs of a DataLoader over an ExternalSource, each until the source ends."""

from __future__ import annotations

import warnings
from collections import deque
from typing import Any, NamedTuple

from ...core import errors
from ...core.batch import Batch
from ...core.interop import as_batch
from ...core.site import caller_site
from ...engine import following
from ...engine.ahead import without_frame
from ...engine.random import RNG, default_rng
from ...readers.external_source import ExternalSource
from ...readers.feed import Values, sized
from .numbers import drawing_from

_MOST_SKIPPED = 1 << 24


class Pulled(NamedTuple):
    """What the source returned or raised for one batch, and the random state around it."""

    outputs: Values
    error: BaseException | None
    before: tuple[int, int]  # the random state
    after: tuple[int, int]

    def over(self) -> bool:
        """Whether the source has ended."""
        return isinstance(self.error, StopIteration)


class Items:
    """An ExternalSource as used by a DataLoader. A source cannot go back, so batches that were
    taken from it but not handed over are kept for the next loop."""

    kind = "source"

    def __init__(self, source: ExternalSource, batch_size: int | None, drop_last: bool) -> None:
        self._source, self._size, self._drop_last = source, batch_size, drop_last
        self._made: deque[Pulled] = deque()  # taken but not handed over, in order
        self._samples: list[Values] = []  # of the batch being collected
        self._at_end = False  # the source has ended, and its last batch is made
        self.batches = 0  # handed over in this epoch

    def count_outputs(self) -> int | None:
        """The number of arguments of the transform."""
        return len(self._source._feed._outputs)

    def length(self) -> int:
        """Raises: the length of an ExternalSource is unknown."""
        raise errors.ArgumentTypeError(
            "the length of a DataLoader over an ExternalSource is not known: the source ends when "
            "it ends",
            operator="pytorch.DataLoader",
            site=caller_site(),
        )

    def begin(self, resume: bool) -> ItemEpoch:
        """The batches until the source ends."""
        return ItemEpoch(self, caller_site())

    def taken(self, last: bool) -> None:
        """Records that a batch, or the end, was handed over."""
        if self._made:
            self._made.popleft()
        if last and not self.batches:
            warnings.warn(
                'the source of the DataLoader gave no batch: ExternalSource(..., cycle="raise") '
                "begins again in every epoch",
                stacklevel=4,
            )
        self.batches = 0 if last else self.batches + 1

    def state(self) -> None:
        """No state besides the number of batches."""

    def restore(self, state: None, batches: int) -> None:
        """Continue after `batches` batches: those before are taken from the source and dropped."""
        missing = batches - self.batches
        if missing > _MOST_SKIPPED:
            raise errors.ArgumentError(
                f"the state was saved after {batches} batches: a source is asked for at most "
                f"{_MOST_SKIPPED} of them again"
            )
        if missing < 0:
            raise errors.ArgumentError(
                f"the source has given {self.batches} batches of this epoch, it cannot go back to "
                f"{batches}: make the ExternalSource anew"
            )
        skipped = self.begin(True)
        with drawing_from(RNG(0)):
            for k in range(missing):
                try:
                    next(skipped)
                    self._made.popleft()
                except StopIteration:
                    raise errors.ArgumentError(
                        f"the source ended after {self.batches + k} batches, the state was saved "
                        f"after {batches}"
                    ) from None
                except Exception:
                    self._made.popleft()  # it failed the first time too, and was skipped
        self.batches = batches

    # ---- the producer's side -------------------------------------------------------------------

    def pull(self, site: int) -> Pulled:
        """Take the next batch from the source."""
        before = following.mark(default_rng())
        outputs: Values = ()
        error = None
        try:
            outputs = self._gather(site)
        except BaseException as e:
            error = without_frame(e)
        pulled = Pulled(outputs, error, before, following.mark(default_rng()))
        del error  # its traceback refers to this frame
        self._made.append(pulled)
        return pulled

    def _gather(self, site: int) -> Values:
        if self._at_end:
            self._at_end = False
            raise StopIteration
        while True:
            try:
                values = self._take(site)
            except StopIteration:
                samples, self._samples = self._samples, []
                if not samples or self._drop_last:
                    raise
                self._at_end = True
                return _batches(samples)
            if self._size is None:
                return values
            if any(isinstance(v, Batch) for v in values):
                if self._whole(values, site):
                    return values
                continue
            self._samples.append(values)
            if len(self._samples) == self._size:
                samples, self._samples = self._samples, []
                return _batches(samples)

    def _take(self, site: int) -> Values:
        """The next item of the source, copied: the source may reuse its memory before the batch is
        used."""
        source = self._source
        with source._lock:
            source._rest()
            return sized(source._feed.left() or source._feed.make(site, ahead=True), None)

    def _whole(self, values: Values, site: int) -> bool:
        """Whether to deliver a batch that the source made itself."""
        sizes = {v.batch_size for v in values if isinstance(v, Batch)}
        if self._samples or len(sizes) > 1 or not all(isinstance(v, Batch) for v in values):
            text = "the source gives samples and batches, or batches of different sizes"
            raise errors.ArgumentError(text, operator="ExternalSource", site=site)
        (size,) = sizes
        assert self._size is not None
        if size > self._size:
            raise errors.ArgumentError(
                f"batch_size is {self._size}, the source gave a Batch of {size}: batch_size=None "
                "takes batches as they come",
                operator="ExternalSource",
                site=site,
            )
        return size == self._size or not self._drop_last


class ItemEpoch:
    """The batches until the source ends, starting with those left by an earlier loop."""

    def __init__(self, items: Items, site: int) -> None:
        self._items, self._site, self._left = items, site, deque(items._made)
        self._over = False

    def __next__(self) -> Any:
        if self._over:
            raise StopIteration
        if self._left:
            pulled = self._left.popleft()
            if following.mark(default_rng()) == pulled.before:
                following.rewind(default_rng(), pulled.after)
        else:
            pulled = self._items.pull(self._site)
        self._over = pulled.over()
        if pulled.error is not None:
            try:
                raise pulled.error
            finally:
                del pulled  # the traceback refers to this frame
        return pulled.outputs if len(pulled.outputs) > 1 else pulled.outputs[0]

    def close(self) -> None:
        """Leave the epoch."""


def _batches(samples: list[Values]) -> Values:
    return tuple([as_batch(list(output)) for output in zip(*samples)])
