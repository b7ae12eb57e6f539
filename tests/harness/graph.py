"""Calls as graphs: an operator's case in a pipeline, with fed inputs."""

from __future__ import annotations

from typing import Any

import headrace.dynamic as ndd
from headrace import Pipeline, fn
from headrace.engine.operator import Definition
from headrace.pipeline.calls import call


def as_pipeline(
    definition: Definition,
    inputs: list[Any],
    args: dict[str, Any],
    size: int,
    known: bool,
    seed: int,
) -> tuple[Pipeline, dict[str, ndd.Batch]]:
    """A pipeline that makes one call, between two copies, and what is to be fed to it.

    known: the graph is told what the inputs will be; otherwise it finds out when it runs.
    """
    fed: dict[str, ndd.Batch] = {}

    def node(value: Any) -> Any:
        if not isinstance(value, ndd.Batch):
            return value
        name = f"in_{len(fed)}"
        fed[name] = value
        facts = {"dtype": value.dtype, "ndim": value.ndim, "layout": value.layout or ""}
        return fn.external_source(name=name, **(facts if known else {"layout": value.layout or ""}))

    pipe = Pipeline(batch_size=size, exec_pipelined=False)
    with pipe:
        given = [fn.copy(node(x)) if isinstance(x, ndd.Batch) else x for x in inputs]
        arguments = {k: node(a) for k, a in args.items()}
        if definition.random:
            arguments["seed"] = seed
        made = call(definition, given, arguments)
        pipe.set_outputs(*made if isinstance(made, list) else [made])
    return pipe, fed
