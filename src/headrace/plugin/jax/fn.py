"""Operators of pipelines that call JAX."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
from jax.sharding import Sharding

from headrace.core.batch import Batch
from headrace.core.errors import ArgumentError, ArgumentTypeError, brief
from headrace.core.interop import as_batch
from headrace.core.site import caller_site
from headrace.core.value import Value
from headrace.pipeline.constants import as_node
from headrace.pipeline.graph import Graph
from headrace.pipeline.step import GraphStep
from headrace.plugin.jax.arrays import array_of, assembled

__all__ = ["jax_function"]


def jax_function(
    function: Callable[..., Any] | None = None,
    num_outputs: int = 1,
    output_layouts: str | Sequence[str | None] | None = None,
    sharding: Sharding | None = None,
    device: str | None = None,
    preserve: bool = True,
) -> Any:
    """A decorator: makes an operator of pipelines from a function of JAX arrays.

    The function gets whole batches, with an outer axis over the samples, and returns such arrays:
    one, or a tuple of num_outputs. It may be compiled with `jax.jit`.

    output_layouts: layout of a sample for each output; by default that of the input at the same
        position, if it has as many axes.
    sharding: the function gets and returns global arrays with this sharding.
    preserve: call it even if its outputs are not used.
    """
    if function is None:
        return functools.partial(
            jax_function,
            num_outputs=num_outputs,
            output_layouts=output_layouts,
            sharding=sharding,
            device=device,
            preserve=preserve,
        )
    if not callable(function):
        raise ArgumentTypeError(f"jax_function decorates a function, not {brief(function)}")
    layouts = _layouts(output_layouts, num_outputs)
    call = functools.partial(_call, function, layouts, sharding)

    def operator(*inputs: Any) -> Any:
        graph = Graph.current("jax_function")
        nodes = tuple(as_node(x) for x in inputs)

        def run(values: Sequence[Value], n: int, rng: Any) -> tuple[Value, ...]:
            return call([v if isinstance(v, Batch) else Batch.broadcast(v, n) for v in values], n)

        step = GraphStep("jax_function", run, nodes, caller_site())
        step.host, step.keep = True, preserve or num_outputs == 0
        where = device or ("gpu" if any(x.device == "gpu" for x in nodes) else "cpu")
        made = graph.add(step, outputs=num_outputs, device=where)
        return None if num_outputs == 0 else made

    return functools.wraps(function)(operator)


def _call(
    function: Callable[..., Any],
    layouts: list[str | None],
    sharding: Sharding | None,
    batches: list[Batch],
    n: int,
) -> tuple[Value, ...]:
    arrays = [array_of(batch) for batch in batches]
    if sharding is not None:
        arrays = [assembled([array], sharding) for array in arrays]
    made = function(*arrays)
    count = len(layouts)
    outputs = list(made) if isinstance(made, (tuple, list)) else [] if made is None else [made]
    if len(outputs) != count:
        raise ArgumentError(f"the function returned {len(outputs)} outputs, num_outputs is {count}")
    given = [*batches, *[None] * count]
    return tuple(
        [_batch(o, n, layout, x, sharding) for o, layout, x in zip(outputs, layouts, given)]
    )


def _batch(
    output: Any, n: int, layout: str | None, given: Batch | None, sharding: Sharding | None
) -> Batch:
    """An output as a batch."""
    if not isinstance(output, jax.Array):
        raise ArgumentTypeError(f"the function returned {brief(output)}, and not a jax.Array")
    if sharding is not None:
        output = _local_part(output)
    if output.ndim == 0 or output.shape[0] != n:
        size = "a number" if output.ndim == 0 else f"{output.shape[0]} samples"
        raise ArgumentError(f"the function returned {size} for a batch of {n}")
    if layout is None and given is not None and given.ndim == output.ndim - 1:
        layout = given.layout
    return as_batch(output, layout=layout)


def _local_part(output: jax.Array) -> jax.Array:
    parts = output.addressable_shards
    if len(parts) != 1:
        raise ArgumentError(
            f"the sharding has {len(parts)} devices in this process: jax_function works with one"
        )
    return parts[0].data


def _layouts(given: Any, count: int) -> list[str | None]:
    layouts = [given] if isinstance(given, str) else list(given or ())
    if len(layouts) > count:
        raise ArgumentError(f"{len(layouts)} output_layouts for {count} outputs")
    return layouts + [None] * (count - len(layouts))
