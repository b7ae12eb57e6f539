"""BaseIterator: what all frameworks' iterators share: epochs, resets, checkpoints."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from headrace.core.errors import (
    ArgumentError,
    ArgumentTypeError,
    ExecutionError,
    ShapeError,
    brief,
    hint,
)
from headrace.core.site import warn
from headrace.pipeline.checkpoint import check_counts

from .epochs import Epochs, LastBatchPolicy, ReaderEpochs, SizedEpochs

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["BaseIterator", "IteratorError", "LastBatchPolicy", "ListIterator", "need_uniform"]


class IteratorError(ArgumentError, AssertionError):
    """Arguments or pipelines of an iterator that are inconsistent."""


class BaseIterator:
    """Runs pipelines through epochs; subclasses convert batches for a framework.

    A subclass defines `_build(outputs, counts)`: `outputs` has the outputs of each pipeline in the
    order of `output_map`; `counts`, if not None, says how many samples of each to keep.
    """

    def __init__(
        self,
        pipelines: Any,
        output_map: Sequence[str],
        size: int = -1,
        reader_name: str | None = None,
        auto_reset: str | bool | None = False,
        last_batch_padded: bool = False,
        last_batch_policy: Any = LastBatchPolicy.FILL,
        prepare_first_batch: bool = True,
    ) -> None:
        self.output_map = _names(output_map)
        self._auto_reset = _read_auto_reset(auto_reset)
        self._policy = _read_policy(last_batch_policy)
        self._pipelines = _read_pipelines(pipelines)
        self.batch_size: int = _same(self._pipelines, "batch size", lambda p: p.max_batch_size)
        self._epochs = self._find_epochs(size, reader_name, bool(last_batch_padded))
        self._number = 0  # of the epoch
        self._done = 0  # batches of the epoch delivered
        self._ended = False  # a pipeline ended the epoch, maybe early
        self._held: list[Any] = []  # a batch made before it was asked for …
        self._held_states: list[bytes] | None = None  # … and the pipelines' states before it
        self._restore()
        self._epoch = self._epochs.epoch(self._number)
        if prepare_first_batch:
            self._prepare_first()

    # ---- what it is ------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Samples per epoch, with a filled last batch counted as full; -1: unknown."""
        return self._epoch.size

    def __len__(self) -> int:
        """Batches of the epoch; 0: unknown."""
        return self._epoch.batches or 0

    def __bool__(self) -> bool:
        return True

    # DALI's names for these; not public, but programs use them.

    @property
    def _size(self) -> int:
        return self.size

    @property
    def _pipes(self) -> list[Any]:
        return self._pipelines

    @property
    def _num_gpus(self) -> int:
        return len(self._pipelines)

    @property
    def _counter(self) -> int:
        return self._done * self.batch_size * self._num_gpus

    # ---- batches ---------------------------------------------------------------------------------

    def __iter__(self) -> Self:
        """Returns itself. A loop continues an unfinished epoch, else starts the next one."""
        if self._finished:
            self._begin()
        elif self._done:
            self._warn_unfinished("a new loop goes on in the middle of an epoch")
        return self

    def __next__(self) -> Any:
        try:
            value = self._held.pop() if self._held else self._advance()
        except StopIteration:
            if self._auto_reset:
                self._begin()
            raise
        self._held_states = None
        self._done += 1
        return value

    def next(self) -> Any:
        """The next batch, as `next(iterator)`."""
        return next(self)

    def reset(self) -> None:
        """Start a new epoch after the end of one; within an epoch it does nothing."""
        if self._finished:
            self._begin()
        elif self._done:
            self._warn_unfinished("reset() does nothing in the middle of an epoch")

    def _build(self, outputs: list[list[Any]], counts: list[int] | None) -> Any:
        """A batch for the framework, from the outputs of all pipelines."""
        raise NotImplementedError

    @property
    def _finished(self) -> bool:
        batches = self._epoch.batches
        return self._ended or (batches is not None and self._done >= batches)

    def _advance(self) -> Any:
        """Makes the next batch; StopIteration at the end of the epoch."""
        if self._finished:
            raise StopIteration
        try:
            outputs = self._run()
            if outputs is not None:
                made = [self._in_order(output) for output in outputs]
                return self._build(made, self._counts())
        except Exception:
            self._done += 1  # a failed batch belongs to the epoch too
            raise
        self._ended = True
        raise StopIteration

    def _counts(self) -> list[int] | None:
        """How many samples of the next batch to keep, by pipeline; None: all."""
        if self._policy is not LastBatchPolicy.PARTIAL:
            return None
        counts = self._epochs.counts(self._number, self._done)
        whole = [self.batch_size] * len(self._pipelines)
        return None if counts == whole else counts

    def _run(self) -> list[Any] | None:
        """One iteration of all pipelines; None if one has ended."""
        for pipeline in self._pipelines:
            pipeline.schedule_run()
        outputs, failed = [], None
        for pipeline in self._pipelines:
            try:
                outputs.append(self._take(pipeline))
            except Exception as error:  # run the others, so that all stay in step
                failed = failed or error
        if failed is not None:
            try:
                raise failed
            finally:
                del failed  # the traceback refers to this frame
        return None if any(made is None for made in outputs) else outputs

    def _take(self, pipeline: Any) -> Any:
        try:
            return pipeline.share_outputs()
        except StopIteration:
            if self._epoch.batches is None or self._done or not self._number:
                return None
        # The previous epoch ended exactly at the end of the sources: restart them.
        pipeline.reset()
        try:
            return pipeline.run()
        except StopIteration:
            return None

    def _in_order(self, made: Any) -> list[Any]:
        """The outputs of a pipeline in the order of output_map, checked."""
        names = self.output_map
        if isinstance(made, dict):
            missing = [name for name in names if name not in made]
            if missing:
                raise ArgumentError(
                    f"the pipeline has no output {missing[0]!r}. {hint(missing[0], made)}"
                )
            made = [made[name] for name in names]
        if len(made) != len(names):
            raise ArgumentError(
                f"the pipeline has {len(made)} outputs, and output_map has {len(names)} names for "
                f"them: {', '.join(names)}"
            )
        if self._epoch.batches is not None:
            self._check_full(made)
        return list(made)

    def _check_full(self, made: Sequence[Any]) -> None:
        for name, output in zip(self.output_map, made):
            if len(output) != self.batch_size:
                raise IteratorError(
                    f"output {name!r} has {len(output)} samples in a pipeline with batches of "
                    f"{self.batch_size}: with reader_name or size, every batch has to be full. "
                    "Without both, a source may give any number, and ends an epoch by StopIteration"
                )

    def _begin(self) -> None:
        """Goes on to the next epoch."""
        if self._ended:
            for pipeline in self._pipelines:
                pipeline.reset()
        else:
            for _ in range(self._epoch.dropped):
                self._run()
        self._number = self._epochs.after(self._number)
        self._epoch = self._epochs.epoch(self._number)
        self._done = 0
        self._ended = False

    # ---- ahead of time ---------------------------------------------------------------------------

    def _hold(self) -> Any:
        """Makes the next batch, and keeps it for `next`."""
        if not self._held:
            if self._finished:
                raise StopIteration
            before = self._states()
            self._held.append(self._advance())
            self._held_states = before
        return self._held[0]

    def _prepare_first(self) -> None:
        if self._finished and self._done:
            return  # restored at the end of an epoch
        try:
            self._hold()
        except StopIteration:
            raise self._no_data() from None

    def _no_data(self) -> ExecutionError:
        if self._epoch.batches == 0:
            return ExecutionError(
                f"an epoch has no full batch of {self.batch_size} samples, and last_batch_policy "
                f"is DROP: there are {self._epoch.size} samples. Use smaller batches, or FILL"
            )
        return ExecutionError("the pipeline gives no batch: a source is empty")

    def _warn_unfinished(self, what: str) -> None:
        of = "" if self._epoch.batches is None else f" of {self._epoch.batches}"
        warn(f"{what}: {self._done}{of} batches were taken. An epoch ends with its last batch")

    # ---- checkpoints -----------------------------------------------------------------------------

    def checkpoints(self) -> list[bytes]:
        """The states of the pipelines, each for the `checkpoint` argument of a new one.

        They include the iterator's position: an iterator over the new pipelines continues there.
        """
        return list(self._held_states) if self._held_states is not None else self._states()

    def _states(self) -> list[bytes]:
        here = {"epoch": self._number, "batches": self._done, "ended": self._ended}
        saved = [json.loads(pipeline.checkpoint()) for pipeline in self._pipelines]
        return [json.dumps({**state, "iterator": here}).encode() for state in saved]

    def _restore(self) -> None:
        """Continues where the iterator was when it saved the pipelines' states."""
        state = _same(
            self._pipelines,
            "moment of their checkpoints",
            lambda pipeline: (pipeline._saved or {}).get("iterator"),
        )
        if state is None:
            return
        if not isinstance(state, dict) or not isinstance(state.get("ended"), bool):
            raise ArgumentError(f"the checkpoint cannot be used: its iterator is {brief(state)}")
        check_counts(state, ("epoch", "batches"))
        self._number, self._done = state["epoch"], state["batches"]
        self._ended = state["ended"]

    # ---- sizes -----------------------------------------------------------------------------------

    def _find_epochs(self, size: int, reader_name: str | None, padded: bool) -> Epochs:
        count = len(self._pipelines)
        if reader_name:
            if size != -1 or padded:
                raise IteratorError(
                    f"{'last_batch_padded' if size == -1 else 'size'} is known from the reader "
                    f"{reader_name!r}: leave it out, or leave reader_name out"
                )
            return self._reader_epochs(reader_name)
        if size == -1:
            if count > 1:
                raise IteratorError(
                    f"{count} pipelines need reader_name or size: only a single one may end an "
                    "epoch by itself"
                )
            return Epochs()
        if size < 1:
            raise IteratorError(f"size is {size}: an epoch has at least one sample")
        return SizedEpochs(size, self.batch_size, count, self._policy, padded)

    def _reader_epochs(self, name: str) -> ReaderEpochs:
        metas = [_reader_meta(pipeline, name) for pipeline in self._pipelines]
        for key in ("epoch_size", "number_of_shards", "pad_last_batch", "stick_to_shard"):
            _same(metas, f"{key} of the reader {name!r}", itemgetter(key))
        shards = [int(meta["shard_id"]) for meta in metas]
        return ReaderEpochs(metas[0], shards, self.batch_size, self._policy)


class ListIterator(BaseIterator):
    """Delivers lists of dicts: a dict for each pipeline, with an array for each output.

    A subclass defines `_array(name, output, count)`: `count`, if not None, is the number of samples
    to keep.
    """

    def _build(self, outputs: list[list[Any]], counts: list[int] | None) -> list[dict[str, Any]]:
        kept = [None] * len(outputs) if counts is None else counts  # 0 omits a pipeline
        names = self.output_map
        return [
            {name: self._array(name, output, count) for name, output in zip(names, made)}
            for made, count in zip(outputs, kept)
        ]

    def _array(self, name: str, output: Any, count: int | None) -> Any:
        """Converts an output."""
        raise NotImplementedError


def need_uniform(name: str, output: Any, otherwise: str = "") -> None:
    """Raises unless the samples of an output have one shape."""
    if output.is_dense_tensor():
        return
    shapes = output.shape()
    other = next(i for i, shape in enumerate(shapes) if shape != shapes[0])
    raise ShapeError(
        f"output {name!r} has samples of different shapes, which cannot be one array: sample 0 has "
        f"{shapes[0]}, sample {other} has {shapes[other]}. Make them alike with fn.pad, fn.crop or "
        f"fn.resize{otherwise}"
    )


# ---- arguments -----------------------------------------------------------------------------------


def _read_pipelines(pipelines: Any) -> list[Any]:
    many = list(pipelines) if isinstance(pipelines, (list, tuple)) else [pipelines]
    if not many or many[0] is None:
        raise IteratorError("an iterator needs at least one pipeline")
    for pipeline in many:
        pipeline.build()
    return many


def _names(output_map: Any) -> list[str]:
    names = list(output_map)
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise IteratorError(f"output_map has {twice!r} twice: names of outputs have to differ")
    return names


def _same(things: Iterable[Any], what: str, read: Callable[[Any], Any]) -> Any:
    """The value that all pipelines share; an error that shows the difference if they do not."""
    found = [read(thing) for thing in things]
    for i, value in enumerate(found):
        if value != found[0]:
            raise IteratorError(
                f"the pipelines of an iterator need the same {what}: pipeline 0 has {found[0]}, "
                f"pipeline {i} has {value}"
            )
    return found[0]


def _read_auto_reset(value: Any) -> bool:
    if value is None or value is False or value == "no":
        return False
    if value is True or value == "yes":
        return True
    raise ArgumentError(f'auto_reset is True ("yes") or False ("no", None), not {brief(value)}')


def policy_of(fill_last_batch: bool) -> LastBatchPolicy:
    """The policy that a deprecated argument means."""
    now = LastBatchPolicy.FILL if fill_last_batch else LastBatchPolicy.PARTIAL
    warn(f"fill_last_batch is deprecated, use last_batch_policy={now}", DeprecationWarning)
    return now


def _read_policy(policy: Any) -> LastBatchPolicy:
    try:
        return LastBatchPolicy.parse(policy)
    except ArgumentTypeError as error:
        raise ArgumentError(f"last_batch_policy: {error}") from None


def _reader_meta(pipeline: Any, name: str) -> dict[str, Any]:
    known: dict[str, dict[str, Any]] = pipeline.reader_meta()
    if name not in known:
        there = hint(name, known) if known else "It has no reader."
        raise ArgumentError(f"the pipeline has no reader named {name!r}. {there}")
    return known[name]
