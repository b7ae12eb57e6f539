"""Sources of a pipeline: readers and the user's own data, as steps that begin each iteration."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core import errors
from ..core.arrays import array_of, native_of
from ..core.batch import Batch
from ..core.device import Device
from ..core.meta import Meta
from ..core.site import caller_site
from ..core.slots import slots
from ..core.value import Value
from ..engine.arguments import present_names
from ..readers.reader import Reader
from .feeder import Feeder
from .graph import Graph, empty
from .node import DataNode
from .seeds import derive
from .step import GraphStep


class SourceStep(GraphStep):
    """A step without operands that gives the batches of an iteration: always whole batches. In a
    branch, the branch takes its part of them."""

    __slots__ = ()

    def __init__(self, operator: str) -> None:
        super().__init__(operator, None, (), caller_site())

    def next(self, size: int, iteration: int, epoch: int, ahead: int) -> tuple[Batch, ...]:
        """The batches of an iteration, which has this number in its epoch."""
        raise NotImplementedError


class ReaderStep(SourceStep):
    """A reader of dynamic mode. Its batches go on across the ends of epochs."""

    __slots__ = ("cursor", "named", "reader")

    def __init__(self, operator: str, reader: Reader, named: bool) -> None:
        super().__init__(operator)
        self.reader, self.cursor = reader, reader._cursor
        self.named = named  # by the user

    def next(self, size: int, iteration: int, epoch: int, ahead: int) -> tuple[Batch, ...]:
        """The batches of an iteration."""
        # On a GPU, later steps of the graph report errors.
        quiet = self.cursor.device is not Device.CPU
        batch = self.cursor.read(size, self.site, quiet=quiet)
        return tuple(batch.values()) if isinstance(batch, dict) else batch


class FeederStep(SourceStep):
    """Data of the user's own."""

    __slots__ = ("feeder", "repeats")

    def __init__(self, feeder: Feeder, repeats: bool) -> None:
        super().__init__("external_source")
        self.feeder = feeder
        self.repeats = repeats  # one batch may come several times

    def next(self, size: int, iteration: int, epoch: int, ahead: int) -> tuple[Batch, ...]:
        """The batches of an iteration; StopIteration where there are no more."""
        batches = self.feeder.next(size, iteration, epoch, ahead)
        if not self.repeats:
            return batches
        return tuple([slots.copy(b) for b in batches])  # users may write into their outputs


# Arguments of readers that only dynamic mode has.
DYNAMIC_ONLY = {"self", "max_batch_size", "num_inputs", "enable_checkpointing"}


def read(cls: type[Reader], given: dict[str, Any]) -> Any:
    """A reader as a step of the graph: a DataNode, a list, or a dict of them."""
    definition = cls._definition
    operator = definition.graph_name
    graph = Graph.current(operator)
    arguments = dict(given)
    arguments.pop("bytes_per_sample_hint", None)
    keep = bool(arguments.pop("preserve", False))
    given_name = arguments.get("name")
    seed = arguments.get("seed")
    if (seed is None or seed < 0) and graph.seeded:
        arguments["seed"] = derive(graph.seed, len(graph.steps))
    known = sorted(set(inspect.signature(cls.__init__).parameters) - DYNAMIC_ONLY)
    arguments = present_names(operator, arguments, known, definition.deprecated)
    arguments["device"] = graph.device(arguments.get("device"), operator)
    try:
        reader = cls(**arguments)
    except errors.Error as e:
        raise e.locate(operator=operator, site=caller_site()) from None
    outs, names = reader._cursor.outputs()
    step = ReaderStep(operator, reader, given_name is not None)
    step.keep = keep
    metas = [Meta.get(o.dtype, o.ndim, o.layout, True) for o in outs]
    graph.take(step, _probes(metas, reader.device), given_name, "cpu")
    if names is not None:
        return dict(zip(names, step.outputs))
    return step.outputs[0] if len(step.outputs) == 1 else list(step.outputs)


def _probes(metas: Sequence[Meta | None], where: Device) -> list[Value | None]:
    """What is known of outputs, on the device they are on."""
    return [None if m is None else empty(m).to_device(where) for m in metas]


def external_source(
    source: Any = None,
    num_outputs: int | None = None,
    *,
    cycle: Any = None,
    name: str | None = None,
    device: str = "cpu",
    layout: Any = None,
    dtype: Any = None,
    ndim: Any = None,
    cuda_stream: Any = None,
    use_copy_kernel: Any = None,
    blocking: Any = None,
    batch: bool | None = None,
    repeat_last: bool = False,
    parallel: Any = None,
    no_copy: Any = None,
    prefetch_queue_depth: int | None = None,
    bytes_per_sample_hint: Any = None,
    batch_info: bool | None = None,
) -> Any:
    """Batches that the user's own code provides.

    source: a function, an iterable or a generator function; None: `Pipeline.feed_input` and
        `run(name=data)` provide them.
    num_outputs: the source gives a tuple of so many, and so does this.
    batch: the source gives whole batches (the default), or single samples.
    cycle: what happens at the end of an iterable: "no", "quiet" or "raise".
    parallel: the source runs in processes or threads of its own (`py_num_workers`).
    """
    graph = Graph.current("external_source")
    where = graph.device(device, "external_source")
    feeder = Feeder(
        source=source, num_outputs=num_outputs, cycle=cycle, name=name, device=where,
        layout=layout, dtype=dtype, ndim=ndim, batch=batch, batch_info=batch_info,
        repeat_last=repeat_last, blocking=blocking, no_copy=no_copy, parallel=parallel,
        prefetch_queue_depth=prefetch_queue_depth, site=caller_site(),
    )  # fmt: skip
    step = FeederStep(feeder, repeat_last)
    graph.take(step, _probes(feeder.metas, where), name, where.device_type)
    return step.outputs[0] if num_outputs is None else list(step.outputs)


def constant(given: Value, name: str | None = None) -> DataNode:
    """A node that is the same sample everywhere."""
    graph = Graph.current("Constant")
    value = frozen(given)
    step = GraphStep("constant", lambda values, n, rng: value, (), caller_site())
    graph.take(step, (value,), name, value.device.device_type)
    return step.outputs[0]


def frozen(value: Value) -> Value:
    """A read-only copy: outputs that are views of it cannot be written into either."""
    if value.device is not Device.CPU:
        return slots.copy(value)  # type: ignore[no-any-return]
    native, dtype = value._v, value.dtype
    arrays = [np.array(array_of(native, i, dtype, write=False)) for i in range(native.n)]
    for array in arrays:
        array.setflags(write=False)
    return type(value)._of(native_of(arrays, dtype, False, value.ndim), value._m)  # type: ignore[no-any-return]
