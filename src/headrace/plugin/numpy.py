"""Iterators whose batches are NumPy arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from .base_iterator import LastBatchPolicy, ListIterator, need_uniform

__all__ = ["DALIClassificationIterator", "DALIGenericIterator", "LastBatchPolicy"]


class DALIGenericIterator(ListIterator):
    """Runs pipelines, and yields lists with one dict of NumPy arrays per pipeline.

    The arrays are views of the outputs, which nothing else uses; outputs on a GPU are copied to the
    CPU.

    pipelines: one or several Pipelines, with batches of one size.
    output_map: names of the outputs, the keys of the dicts.
    size: samples per epoch, summed over pipelines; -1: a source ends the epoch by StopIteration.
    reader_name: the reader whose epochs the iterator follows, instead of `size`.
    auto_reset: True ("yes"): the next epoch starts by itself. False ("no", None): `reset()` or a
        new loop starts it.
    last_batch_padded: with `size`: the source pads the last batch of an epoch itself, and the next
        epoch starts with a new batch.
    last_batch_policy: what happens to an incomplete last batch: FILL, DROP or PARTIAL.
    prepare_first_batch: make the first batch at once, so that errors show early.

    >>> import headrace.fn as fn
    >>> from headrace import pipeline_def
    >>> @pipeline_def(batch_size=2, num_threads=1, device_id=None)
    ... def numbers():
    ...     return fn.external_source(source=[[1, 2], [3, 4], [5]])
    >>> for batch in DALIGenericIterator(numbers(), ["x"]):
    ...     print(batch[0]["x"])
    [1 2]
    [3 4]
    [5]
    """

    def _array(self, name: str, output: Any, count: int | None) -> np.ndarray[Any, Any]:
        need_uniform(name, output)
        array = np.asarray(output.as_cpu())
        return array if count is None else array[:count]


class DALIClassificationIterator(DALIGenericIterator):
    """An iterator for pipelines with two outputs, "data" and "label"."""

    def __init__(
        self,
        pipelines: Any,
        size: int = -1,
        reader_name: str | None = None,
        auto_reset: str | bool | None = False,
        last_batch_padded: bool = False,
        last_batch_policy: Any = LastBatchPolicy.FILL,
        prepare_first_batch: bool = True,
    ) -> None:
        super().__init__(
            pipelines,
            ["data", "label"],
            size,
            reader_name,
            auto_reset,
            last_batch_padded,
            last_batch_policy,
            prepare_first_batch,
        )
