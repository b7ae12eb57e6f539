"""Calls of operators as steps of a graph: what fn.*, ops.*, + and [] do."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

from .. import _native
from ..core import errors
from ..core.batch import Batch
from ..core.device import Device
from ..core.dtype import dtype as read_dtype
from ..core.dtype import int64
from ..core.interop import as_tensor, tensor
from ..core.meta import Meta
from ..core.site import caller_site
from ..core.slots import slots
from ..core.tensor import Tensor
from ..core.value import Value
from ..engine.arguments import present_names
from ..engine.invoke import invoke
from ..engine.operator import Definition
from ..engine.random import RNG
from ..engine.state import local
from ..operators.tensor.dims import expand_dims
from ..operators.tensor.subscript import SUBSCRIPT
from .constants import ScalarConstant, own
from .graph import Graph
from .node import DataNode, NewAxis
from .sources import frozen
from .step import GraphStep

IGNORED = ("bytes_per_sample_hint",)  # arguments of every operator that change nothing here


def operator_call(function: Any, *inputs: Any, **arguments: Any) -> Any:
    """A call of the operator with this public function."""
    return call(function.definition, inputs, arguments)


def call(d: Definition, inputs: Sequence[Any], arguments: dict[str, Any]) -> Any:
    """A call of an operator: a DataNode, or a list of them. Inputs that are lists of nodes are
    several sets of inputs: then the result is a list with an entry for each set."""
    sets = {len(x) for x in inputs if _is_set(x)}
    if not sets:
        return _call(d, inputs, arguments)
    if len(sets) > 1:
        raise errors.ArgumentError(
            f"lists of inputs of different lengths: {sorted(sets)}",
            operator=d.name,
            site=caller_site(),
        )
    each = [
        _call(d, [x[k] if _is_set(x) else x for x in inputs], arguments) for k in range(sets.pop())
    ]
    if each and isinstance(each[0], list):
        return [list(group) for group in zip(*each)]
    return each


def _is_set(x: Any) -> bool:
    return isinstance(x, (list, tuple)) and any(isinstance(e, DataNode) for e in x)


def _call(d: Definition, inputs: Sequence[Any], given: dict[str, Any]) -> Any:
    graph = Graph.current(d.name, (*inputs, *given.values()))
    site = caller_site()
    arguments = dict(given)
    name = arguments.pop("name", None)
    seed = arguments.pop("seed", None)
    keep = bool(arguments.pop("preserve", False))
    for unused in IGNORED:
        arguments.pop(unused, None)
    _check_inputs(d, inputs, site)
    _check_no_batch(d, [*inputs, *arguments.values()], site)
    nodes: list[DataNode] = []
    device = _device(d, arguments.pop("device", None), inputs, graph)
    places = [_place(x, at, nodes, d) for at, x in enumerate(inputs)]
    args = _read_arguments(d, arguments, site)
    argument_places = [_place_argument(a, nodes) for a in args]

    def run(values: Sequence[Value], n: int, rng: RNG | None) -> Any:
        return d.call(
            tuple([values[x] if type(x) is int else x for x in places]),
            tuple([values[x.at] if type(x) is _At else x for x in argument_places]),
            n,
            device,
            rng,
            site,
        )

    step = GraphStep(d.name, run, tuple(nodes), site)
    step.host = _sized(d, inputs, args)
    step.keep = keep
    kind = "gpu" if device is not None and device.device_type == "gpu" else "cpu"
    if any(isinstance(x, DataNode) and x.device == "gpu" for x in inputs):
        kind = "gpu"
    return graph.add(
        step,
        outputs=d.output_count(
            sum(x is not None for x in inputs), dict(zip([p.name for p in d.params], args))
        ),
        name=name,
        device=kind,
        seed=_seed(seed, d, site),
        random=d.random,
    )


def _check_inputs(d: Definition, inputs: Sequence[Any], site: int) -> None:
    least, most = len(d.inputs), len(d.inputs) + len(d.optional_inputs)
    if d.variadic:
        least, most = least - 1, len(inputs)
    if not least <= len(inputs) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise errors.MissingArgumentError(
            f"takes {wanted} input{'s' if most != 1 else ''}, got {len(inputs)}",
            operator=d.name,
            site=site,
        )


def _check_no_batch(d: Definition, given: Sequence[Any], site: int) -> None:
    if any(isinstance(x, Batch) for x in given):
        raise errors.ArgumentTypeError(
            "a Batch has the samples of one iteration: fn.external_source gives a pipeline those "
            "of all. A Tensor is the same for all samples",
            operator=d.name,
            site=site,
        )


class _At:
    """Stands for an argument that is a node: the index of its value."""

    __slots__ = ("at",)

    def __init__(self, at: int) -> None:
        self.at = at


def _place(x: Any, at: int, nodes: list[DataNode], d: Definition) -> Any:
    """An input: the position of a node's value, or a constant, which nobody can write into."""
    if isinstance(x, DataNode):
        nodes.append(x)
        return len(nodes) - 1
    if x is None:
        d.check_none(at, caller_site())
        return None
    if isinstance(x, ScalarConstant):
        return d.as_value(x.scalar(), at)
    value = d.as_value(x, at)
    if isinstance(value, Tensor) and not isinstance(x, Value):
        return own(value, x)
    return frozen(value)


def _place_argument(x: Any, nodes: list[DataNode]) -> Any:
    if isinstance(x, DataNode):
        nodes.append(x)
        return _At(len(nodes) - 1)
    return x


def _read_arguments(d: Definition, given: dict[str, Any], site: int) -> tuple[Any, ...]:
    """The arguments in the order of the definition; deprecated names, with a warning, as well."""
    names = [p.name for p in d.params]
    common = ["device", "name", *(["seed"] if d.random else [])]
    values = present_names(d.name, given, [*names, *common], d.deprecated)
    for p in d.params:
        if p.required and values.get(p.name) is None:
            raise errors.MissingArgumentError(
                f"needs the argument {p.name!r}", operator=d.name, site=site
            )
    return tuple([_constant(values.get(name)) for name in names])


def _constant(x: Any) -> Any:
    """A constant argument, also of types.Constant. Users' data is copied: they may change it before
    the pipeline runs, or meanwhile."""
    if isinstance(x, ScalarConstant):
        return x.value
    if isinstance(x, (list, tuple)):
        return copy.deepcopy(x)
    if hasattr(x, "__array__") and not isinstance(x, DataNode):
        return tensor(x) if getattr(x, "ndim", 0) >= 2 else copy.deepcopy(x)
    return x


def _sized(d: Definition, inputs: Sequence[Any], args: Sequence[Any]) -> bool:
    """Whether the number of axes of the outputs depends on the number of elements of an operand."""
    if any(s and isinstance(x, DataNode) for s, x in zip(d.sized_inputs, inputs)):
        return True
    return any(p.sized and isinstance(a, DataNode) for p, a in zip(d.params, args))


def _device(d: Definition, given: Any, inputs: Sequence[Any], graph: Graph) -> Device | None:
    """Where a call is to run; None: where its inputs are."""
    if given is None or (given == "cpu" and not _any_gpu(inputs)):
        return None
    return graph.device(given, d.name)


def _any_gpu(inputs: Sequence[Any]) -> bool:
    return any(isinstance(x, DataNode) and x.device == "gpu" for x in inputs)


def _seed(seed: Any, d: Definition, site: int) -> int | None:
    if seed is None:
        return None
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise errors.ArgumentTypeError(
            f"seed is an integer, got {errors.brief(seed)}", operator=d.name, site=site
        )
    return int(seed.__index__())


# ---- operators on nodes ------------------------------------------------------------------------


def arithmetic(op: str, *operands: Any) -> DataNode:
    """An operator (+, <, neg) or function (sqrt, clamp) of nodes, numbers and arrays."""
    nodes: list[DataNode] = []
    places: list[Any] = []
    for x in operands:
        if isinstance(x, DataNode):
            nodes.append(x)
            places.append(_At(len(nodes) - 1))
        else:
            places.append(_operand(x))

    def run(*values: Value) -> Any:
        return slots.arithmetic(op, *[values[x.at] if type(x) is _At else x for x in places])

    graph = Graph.current(op, nodes)
    return graph.add_call(_WORDS.get(op, op), run, nodes, device=_side(nodes))  # type: ignore[no-any-return]


def _operand(x: Any) -> Any:
    """A number or an array in arithmetic with nodes."""
    if isinstance(x, ScalarConstant):
        return x.scalar()
    if isinstance(x, Value):
        return frozen(x)
    if not hasattr(x, "__array__"):
        return x
    return own(as_tensor(x), x) if _axes(x) else ScalarConstant(x).scalar()


_WORDS = {
    "+": "add", "-": "sub", "*": "mul", "/": "div", "//": "floordiv", "%": "mod", "**": "pow",
    "&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift", "==": "eq", "!=": "ne",
    "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
}  # fmt: skip


def _axes(x: Any) -> bool:
    return getattr(x, "ndim", 1) > 0


def _side(nodes: Sequence[DataNode]) -> str:
    return "gpu" if any(x.device == "gpu" for x in nodes) else "cpu"


def subscript(node: DataNode, index: Any) -> DataNode:
    """A part of every sample: integers, slices, ..., newaxis; bounds may be nodes."""
    items = index if isinstance(index, tuple) else (index,)
    new = [(k, x) for k, x in enumerate(items) if isinstance(x, NewAxis)]
    nodes = [node]
    build = _index([x for x in items if not isinstance(x, NewAxis)], nodes)

    def run(*values: Value) -> Any:
        return slots.subscript(values[0], build(values))

    graph = Graph.current("[]", nodes)
    part = graph.add_call(SUBSCRIPT.name, run, nodes, device=node.device)
    if not new:
        return part  # type: ignore[no-any-return]
    return _with_new_axes(part, items)


def _with_new_axes(part: DataNode, items: Sequence[Any]) -> DataNode:
    """Add axes at the places of `newaxis`. (Axes with an integer index are gone by then.)"""
    if any(x is ... for x in items):
        raise errors.ArgumentError(
            "newaxis and ... cannot be combined: use fn.expand_dims", site=caller_site()
        )
    axes, names, at = [], "", 0
    for x in items:
        if isinstance(x, NewAxis):
            axes.append(at)
            names += x.name or ""
            at += 1
        elif isinstance(x, slice):
            at += 1
    named = {"new_axis_names": names} if names else {}
    return operator_call(expand_dims, part, axes=axes, **named)  # type: ignore[no-any-return]


def _index(items: Sequence[Any], nodes: list[DataNode]) -> Callable[[Sequence[Value]], Any]:
    """Builds the index, with the values of its nodes filled in."""

    def place(x: Any) -> Any:
        if isinstance(x, DataNode):
            nodes.append(x)
            return _At(len(nodes) - 1)
        return int(x) if isinstance(x, ScalarConstant) else x

    placed = [
        (place(x.start), place(x.stop), place(x.step)) if isinstance(x, slice) else place(x)
        for x in items
    ]

    def build(values: Sequence[Value]) -> Any:
        def value(x: Any) -> Any:
            return values[x.at] if type(x) is _At else x

        return tuple([slice(*map(value, x)) if isinstance(x, tuple) else value(x) for x in placed])

    return build


def shapes(node: DataNode, dtype: Any, device: str) -> DataNode:
    """The shapes of a node's samples."""
    kind = int64 if dtype is None else read_dtype(dtype)
    meta = Meta.get(kind, 1, None, True)
    spec = _native.make_spec("shapes", "shape", {}, [(kind.id, 1)])

    def run(values: Sequence[Value], n: int, rng: RNG | None) -> Any:
        made = invoke(spec, (values[0]._v,), n, site, local.caller)
        return Batch._of(made, meta)

    site = caller_site()
    found = Graph.current("shape", (node,)).add(GraphStep("shape", run, (node,), site))
    return found if device == "cpu" else found.gpu()  # type: ignore[no-any-return]
