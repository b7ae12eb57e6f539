"""Iterators with `peek`, as the CLU library expects."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jax
import numpy as np
from jax.sharding import Sharding

from headrace.core.errors import ShapeError
from headrace.core.locks import ForkLock
from headrace.plugin.base_iterator import LastBatchPolicy

from .iterator import DALIGenericIterator, make_iterator

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = [
    "ArraySpec",
    "DALIGenericPeekableIterator",
    "get_spec_for_array",
    "peekable_data_iterator",
]

try:
    from clu.data.dataset_iterator import ArraySpec  # type: ignore[import-not-found]
except ImportError:

    @dataclass(frozen=True)
    class ArraySpec:  # type: ignore[no-redef]
        """Dtype and shape of an array; CLU's own class is used if it is installed."""

        dtype: Any
        shape: tuple[int, ...]


def get_spec_for_array(jax_array: jax.Array) -> ArraySpec:
    """Dtype and shape of an array."""
    return ArraySpec(dtype=jax_array.dtype, shape=jax_array.shape)


class DALIGenericPeekableIterator(DALIGenericIterator):
    """A `DALIGenericIterator` that can show the next batch before it is taken.

    Dtypes and shapes must stay those of the first batch. Thread-safe.
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
        sharding: Sharding | None = None,
        pmap_compatible: bool | None = None,
        *,
        devices: Sequence[Any] | None = None,
    ) -> None:
        self._lock = ForkLock()
        self._thread: ThreadPoolExecutor | None = None
        self._spec: dict[str, Any] | None = None
        self._real: np.ndarray[Any, Any] | None = None
        super().__init__(
            pipelines,
            output_map,
            size,
            reader_name,
            auto_reset,
            last_batch_padded,
            last_batch_policy,
            prepare_first_batch,
            sharding,
            pmap_compatible,
            devices=devices,
        )

    @property
    def element_spec(self) -> dict[str, Any]:
        """Dtypes and shapes of a batch, by the names of the outputs."""
        with self._lock:
            if self._spec is None:
                self._hold()
            assert self._spec is not None
            return self._spec

    @property
    def is_nonpadding(self) -> np.ndarray[Any, Any]:
        """Which samples of the last batch belong to its epoch."""
        with self._lock:
            return self._mask() if self._real is None else self._real

    def __iter__(self) -> Self:
        with self._lock:
            return super().__iter__()

    def __next__(self) -> Any:
        with self._lock:
            mask = self._mask()
            value = super().__next__()
            self._real = mask
            return value

    def reset(self) -> None:
        """Start a new epoch, after the end of one."""
        with self._lock:
            super().reset()

    def peek(self) -> Any:
        """The batch that `next()` will return; StopIteration at the end of an epoch."""
        with self._lock:
            return self._hold()

    def peek_async(self) -> Future[Any]:
        """`peek` in the background."""
        with self._lock:
            if self._thread is None:
                self._thread = ThreadPoolExecutor(1, "headrace-peek")
            return self._thread.submit(self.peek)

    def checkpoints(self) -> list[bytes]:
        """The states of the pipelines; a batch that was only peeked at counts as not taken."""
        with self._lock:
            return super().checkpoints()

    def _build(self, outputs: list[list[Any]], counts: list[int] | None) -> dict[str, jax.Array]:
        made = super()._build(outputs, counts)
        spec = {name: get_spec_for_array(array) for name, array in made.items()}
        if self._spec is None:
            self._spec = spec
        for name, first in self._spec.items():
            if spec[name] != first:
                raise ShapeError(
                    f"output {name!r} changed: its batches were {first}, and one is {spec[name]}. "
                    "Iterators with peek() need batches of one type and shape"
                )
        return made

    def _mask(self) -> np.ndarray[Any, Any]:
        """Which samples of the next batch belong to the epoch."""
        each = self._epochs.counts(self._number, self._done)
        size, number = self.batch_size, len(self._pipelines)
        real = np.arange(size) < np.array([size] * number if each is None else each)[:, None]
        return real if self._sharding is None and (self._pmap or number > 1) else real.ravel()


def peekable_data_iterator(
    pipeline_fn: Callable[..., Any] | None = None,
    output_map: Sequence[str] = (),
    size: int = -1,
    reader_name: str | None = None,
    auto_reset: str | bool | None = False,
    last_batch_padded: bool = False,
    last_batch_policy: Any = LastBatchPolicy.FILL,
    prepare_first_batch: bool = True,
    sharding: Sharding | None = None,
    devices: Sequence[Any] | None = None,
    pmap_compatible: bool | None = None,
) -> Any:
    """Like `data_iterator`, but makes a `DALIGenericPeekableIterator`."""
    make = functools.partial(
        make_iterator,
        DALIGenericPeekableIterator,
        output_map=output_map,
        size=size,
        reader_name=reader_name,
        auto_reset=auto_reset,
        last_batch_padded=last_batch_padded,
        last_batch_policy=last_batch_policy,
        prepare_first_batch=prepare_first_batch,
        sharding=sharding,
        devices=devices,
        pmap_compatible=pmap_compatible,
    )
    return make if pipeline_fn is None else make(pipeline_fn)
