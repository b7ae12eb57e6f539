"""DALIGenericIterator and data_iterator for JAX."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
from jax.sharding import Sharding

from headrace.core.errors import ArgumentError, ArgumentTypeError
from headrace.pipeline.definition import pipeline_def
from headrace.plugin.base_iterator import (
    BaseIterator,
    IteratorError,
    LastBatchPolicy,
    need_uniform,
)

from .arrays import array_of, assembled, parts_of, stacked

__all__ = ["DALIGenericIterator", "LastBatchPolicy", "data_iterator", "default_num_threads_value"]


class DALIGenericIterator(BaseIterator):
    """Runs pipelines, and yields dicts of JAX arrays.

    The arrays are views of the outputs where JAX can use their memory. Arrays of several pipelines
    are stacked along a new axis or, with a `sharding`, are parts of global arrays.

    pipelines: one or several Pipelines, with batches of one size.
    output_map: names of the outputs, the keys of the dicts.
    size: samples per epoch, summed over pipelines; -1: a source ends the epoch by StopIteration.
    reader_name: the reader whose epochs the iterator follows, instead of `size`.
    auto_reset: True ("yes"): the next epoch starts by itself. False ("no", None): `reset()` or a
        new loop starts it.
    last_batch_padded: with `size`: the source pads the last batch of an epoch itself, and the next
        epoch starts with a new batch.
    last_batch_policy: what happens to an incomplete last batch: FILL or DROP.
    prepare_first_batch: make the first batch at once, so that errors show early.
    sharding: outputs become global arrays with this `jax.sharding.Sharding`; each pipeline makes a
        part along the first axis.
    pmap_compatible: True: add a first axis of length 1 for a single pipeline, too.
    devices: where to put the arrays of each pipeline; by default they stay where they are.
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
        if sharding is not None and not isinstance(sharding, Sharding):
            raise IteratorError(f"sharding is a jax.sharding.Sharding, not {sharding!r}")
        self._sharding = sharding
        self._pmap = bool(pmap_compatible)
        self._devices = devices
        super().__init__(
            pipelines,
            output_map,
            size,
            reader_name,
            auto_reset,
            last_batch_padded,
            _full(last_batch_policy),
            prepare_first_batch,
        )

    def _build(self, outputs: list[list[Any]], counts: list[int] | None) -> dict[str, jax.Array]:
        columns = zip(*outputs)
        return {name: self._join(name, column) for name, column in zip(self.output_map, columns)}

    def _join(self, name: str, column: Sequence[Any]) -> jax.Array:
        for output in column:
            need_uniform(name, output)
        arrays = [array_of(output.batch) for output in column]
        if self._devices is not None:
            arrays = [jax.device_put(a, device) for a, device in zip(arrays, self._devices)]
        if self._sharding is not None:
            return assembled(arrays, self._sharding)
        return stacked(arrays) if self._pmap or len(arrays) > 1 else arrays[0]


def _full(policy: Any) -> Any:
    if policy in (LastBatchPolicy.PARTIAL, "PARTIAL", "partial"):
        raise IteratorError(
            "JAX's iterators have no last_batch_policy PARTIAL, as shapes are not to change: use "
            "FILL or DROP"
        )
    return policy


def default_num_threads_value() -> int:
    """Default number of threads of a pipeline made by `data_iterator`."""
    return 4


def data_iterator(
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
    """A decorator for a function that defines a graph: calling it makes an iterator over pipelines.

    The call takes the function's arguments, those of `Pipeline`, and `checkpoints`: the result of
    an iterator's `checkpoints()`. Other arguments are those of `DALIGenericIterator`.

    sharding, devices: make one pipeline for each part of the sharding, or for each device. The
        function gets `num_shards` and `shard_id` for its reader, and each pipeline its share of
        `batch_size`. The arrays are global, or stacked for `jax.pmap`.
    """
    make = functools.partial(
        make_iterator,
        DALIGenericIterator,
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


def make_iterator(
    kind: Callable[..., Any],
    function: Callable[..., Any],
    *,
    sharding: Sharding | None,
    devices: Sequence[Any] | None,
    **arguments: Any,
) -> Callable[..., Any]:
    """A function that makes iterators of this kind, as returned by the decorators."""
    if sharding is not None and devices is not None:
        raise ArgumentError("give sharding or devices, not both")
    if not callable(function):
        raise ArgumentTypeError(f"data_iterator decorates a function, not {function!r}")
    if devices is not None:
        arguments["pmap_compatible"] = True
    define = pipeline_def(function)

    @functools.wraps(function)
    def create(*args: Any, checkpoints: Sequence[bytes] | None = None, **kwargs: Any) -> Any:
        kwargs.setdefault("num_threads", default_num_threads_value())
        shares, targets = _shares(kwargs, sharding, devices)
        states = [None] * len(shares) if checkpoints is None else list(checkpoints)
        if len(states) != len(shares):
            raise ArgumentError(f"{len(states)} checkpoints for {len(shares)} pipelines")
        pipelines = [
            define(*args, **{**kwargs, **share, "checkpoint": state})
            for share, state in zip(shares, states)
        ]
        return kind(pipelines, sharding=sharding, devices=targets, **arguments)

    return create


def _shares(
    given: dict[str, Any], sharding: Sharding | None, devices: Sequence[Any] | None
) -> tuple[list[dict[str, Any]], Sequence[Any] | None]:
    """Additional arguments of each pipeline, and the devices."""
    if sharding is None and devices is None:
        return [{} if "device_id" in given else {"device_id": _gpu(jax.devices()[0])}], None
    if sharding is not None:
        parts = parts_of(sharding)
        count, numbers, targets = parts.count, parts.here, parts.devices
    else:
        targets = list(devices or ())
        count, numbers = len(targets), list(range(len(targets)))
    if not targets:
        raise ArgumentError("devices is empty: name at least one")
    batch = given.get("batch_size") or given.get("max_batch_size")
    if batch is None or batch % count:
        raise ArgumentError(f"batch_size is {batch}: it has to be a multiple of {count} parts")
    shares = [
        {"num_shards": count, "shard_id": number, "batch_size": batch // count}
        | ({} if "device_id" in given else {"device_id": _gpu(device)})
        for number, device in zip(numbers, targets)
    ]
    # With a sharding, arrays are placed by it.
    return shares, None if sharding is not None else targets


def _gpu(device: Any) -> int | None:
    """The number of a JAX device in Headrace's count of GPUs; None for a CPU."""
    if device.platform not in ("gpu", "cuda"):
        return None
    return int(device.local_hardware_id)
