"""Iterators whose batches are torch tensors that share the outputs' memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from headrace.core.errors import ArgumentError, hint
from headrace.plugin.base_iterator import (
    IteratorError,
    LastBatchPolicy,
    ListIterator,
    need_uniform,
    policy_of,
)

from .torch_utils import sparse_coo


class DALIGenericIterator(ListIterator):
    """Runs pipelines, and yields lists with one dict of torch tensors per pipeline.

    The tensors share the memory of the outputs, on the CPU or a GPU, without copies; nothing else
    uses that memory.

    pipelines: one or several Pipelines, with batches of one size.
    output_map: names of the outputs, the keys of the dicts.
    size: samples per epoch, summed over pipelines; -1: a source ends the epoch by StopIteration.
    reader_name: the reader whose epochs the iterator follows, instead of `size`.
    auto_reset: True ("yes"): the next epoch starts by itself. False ("no", None): `reset()` or a
        new loop starts it.
    fill_last_batch: deprecated: True is FILL, False PARTIAL.
    dynamic_shape: no effect: shapes may always change from batch to batch.
    last_batch_padded: with `size`: the source pads the last batch of an epoch itself, and the next
        epoch starts with a new batch.
    last_batch_policy: what happens to an incomplete last batch: FILL, DROP or PARTIAL.
    prepare_first_batch: make the first batch at once, so that errors show early.
    """

    def __init__(
        self,
        pipelines: Any,
        output_map: Sequence[str],
        size: int = -1,
        reader_name: str | None = None,
        auto_reset: str | bool | None = False,
        fill_last_batch: bool | None = None,
        dynamic_shape: bool | None = False,
        last_batch_padded: bool = False,
        last_batch_policy: Any = LastBatchPolicy.FILL,
        prepare_first_batch: bool = True,
    ) -> None:
        if fill_last_batch is not None:
            last_batch_policy = policy_of(fill_last_batch)
        super().__init__(
            pipelines,
            output_map,
            size,
            reader_name,
            auto_reset,
            last_batch_padded,
            last_batch_policy,
            prepare_first_batch,
        )

    def _array(self, name: str, output: Any, count: int | None) -> Any:
        need_uniform(name, output, ', or use DALIRaggedIterator with "sparse_list" for it')
        tensor = output.batch.torch()
        return tensor if count is None else tensor[:count]


class DALIClassificationIterator(DALIGenericIterator):
    """An iterator for pipelines with two outputs, "data" and "label"."""

    def __init__(
        self,
        pipelines: Any,
        size: int = -1,
        reader_name: str | None = None,
        auto_reset: str | bool | None = False,
        fill_last_batch: bool | None = None,
        dynamic_shape: bool | None = False,
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
            fill_last_batch,
            dynamic_shape,
            last_batch_padded,
            last_batch_policy,
            prepare_first_batch,
        )


class DALIRaggedIterator(DALIGenericIterator):
    """An iterator for outputs whose samples may differ in shape.

    output_types: the form of each output. "dense" (the default): one tensor. "sparse_list": a list
        of tensors, one per sample. "sparse_coo": one sparse tensor with all elements, whose axes
        are as long as those of the longest sample.
    """

    DENSE_TAG = "dense"
    SPARSE_LIST_TAG = "sparse_list"
    SPARSE_COO_TAG = "sparse_coo"

    def __init__(
        self,
        pipelines: Any,
        output_map: Sequence[str],
        size: int = -1,
        reader_name: str | None = None,
        output_types: Sequence[str] | None = None,
        auto_reset: str | bool | None = False,
        fill_last_batch: bool | None = None,
        dynamic_shape: bool | None = False,
        last_batch_padded: bool = False,
        last_batch_policy: Any = LastBatchPolicy.FILL,
        prepare_first_batch: bool = True,
    ) -> None:
        names = list(output_map)
        self._kinds = dict(zip(names, self._read_types(names, output_types)))
        super().__init__(
            pipelines,
            names,
            size,
            reader_name,
            auto_reset,
            fill_last_batch,
            dynamic_shape,
            last_batch_padded,
            last_batch_policy,
            prepare_first_batch,
        )

    @classmethod
    def _read_types(cls, names: list[str], given: Sequence[str] | None) -> list[str]:
        valid = [cls.DENSE_TAG, cls.SPARSE_LIST_TAG, cls.SPARSE_COO_TAG]
        types = [cls.DENSE_TAG] * len(names) if given is None else list(given)
        for kind in types:
            if kind not in valid:
                raise IteratorError(f"output_types has {kind!r}. {hint(kind, valid)}")
        if len(types) != len(names):
            raise ArgumentError(
                f"output_types has {len(types)} entries for {len(names)} outputs: one for each"
            )
        return types

    def _array(self, name: str, output: Any, count: int | None) -> Any:
        kind = self._kinds[name]
        if kind == self.DENSE_TAG:
            return super()._array(name, output, count)
        samples = [sample.torch() for sample in output.batch][:count]
        return samples if kind == self.SPARSE_LIST_TAG else sparse_coo(samples, output.batch)
