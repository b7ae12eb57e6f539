"""fn.python_function: the user's Python code as an operator of a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from ..core import errors
from ..core.batch import Batch
from ..core.device import Device
from ..core.interop import batch
from ..core.site import caller_site
from ..core.slots import slots
from ..core.value import Value
from ..engine.random import RNG
from .calls import _At
from .constants import as_node
from .graph import Graph
from .node import DataNode
from .step import GraphStep
from .step import as_batch as to_batch
from .tensors.foreign import is_capsule, read_capsule


def python_function(
    *inputs: Any,
    function: Callable[..., Any],
    num_outputs: int = 1,
    batch_processing: bool = False,
    output_layouts: str | Sequence[str] | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: bool = False,
    bytes_per_sample_hint: Any = None,
) -> Any:
    """Call a Python function on every sample, or (batch_processing) on lists of all samples.

    It gets NumPy arrays (CuPy arrays of GPU inputs) over the memory of the inputs and returns an
    array, or a tuple of num_outputs; nothing with num_outputs=0. Calls follow each other in order,
    in the background, ahead of `run()`.
    """
    return add_function(
        "python_function", _Arrays(), inputs, function, num_outputs, batch_processing,
        output_layouts, device, name, preserve,
    )  # fmt: skip


def dl_tensor_python_function(
    *inputs: Any,
    function: Callable[..., Any],
    num_outputs: int = 1,
    batch_processing: bool = True,
    output_layouts: str | Sequence[str] | None = None,
    synchronize_stream: bool = True,
    device: str | None = None,
    name: str | None = None,
    preserve: bool = False,
    bytes_per_sample_hint: Any = None,
) -> Any:
    """The same with DLPack capsules instead of arrays, in and out; by default in lists, for all
    samples at once.

    synchronize_stream: wait for the GPU before the function is called; False: what it gets is ready
        for later work of the current stream (`headrace.dynamic.get_current_stream`). What it
        returns is read after the work of the legacy default stream.
    """
    return add_function(
        "dl_tensor_python_function", _Capsules(synchronize_stream), inputs, function, num_outputs,
        batch_processing, output_layouts, device, name, preserve,
    )  # fmt: skip


class Form(Protocol):
    """How samples are passed to a function, and how its results are read."""

    def give(self, samples: Batch) -> list[Any]:
        """The samples of a batch, as the function gets them."""

    def take(self, made: Any) -> Any:
        """A result for a sample, as something that a Batch can be made of."""


class _Arrays:
    """Samples as NumPy or CuPy arrays."""

    def give(self, samples: Batch) -> list[Any]:
        if samples.device is Device.CPU:
            return [s.numpy() for s in samples]
        try:
            import cupy
        except ImportError:
            raise errors.DeviceError(
                "functions get samples on the GPU as CuPy arrays, and CuPy is not installed: "
                "pip install cupy-cuda13x (or 12x), give them x.cpu(), "
                "or use dl_tensor_python_function"
            ) from None
        return [cupy.asarray(s) for s in samples]

    def take(self, made: Any) -> Any:
        return made


class _Capsules:
    """Samples as DLPack capsules."""

    def __init__(self, synchronize: bool) -> None:
        self._synchronize = synchronize

    def give(self, samples: Batch) -> list[Any]:
        if samples.device is Device.CPU:
            return [s.__dlpack__() for s in samples]
        stream = slots.stream(samples.device.device_id)
        given = [s.__dlpack__(stream=stream.handle) for s in samples]
        if self._synchronize:
            stream.synchronize()
        return given

    def take(self, made: Any) -> Any:
        return read_capsule(made) if is_capsule(made) else made


def add_function(
    operator: str,
    form: Form,
    inputs: Sequence[Any],
    function: Callable[..., Any],
    num_outputs: int,
    batch_processing: bool,
    output_layouts: Any,
    device: str | None,
    name: str | None,
    preserve: bool,
) -> Any:
    graph = Graph.current(operator, inputs)
    site = caller_site()
    if not callable(function):
        raise errors.ArgumentTypeError(
            f"function is called: it cannot be {errors.brief(function)}",
            operator=operator,
            site=site,
        )
    nodes: list[DataNode] = []
    places = [_place(x, nodes) for x in inputs]
    layouts = _layouts(output_layouts, num_outputs, operator, site)

    def run(values: Sequence[Value], n: int, rng: RNG | None) -> tuple[Value | None, ...]:
        batches = [to_batch(values[p.at], n) for p in places]
        return _run(form, function, batches, n, num_outputs, batch_processing, layouts)

    step = GraphStep(operator, run, tuple(nodes), site)
    step.host, step.keep = True, bool(preserve) or num_outputs == 0
    kind = device or ("gpu" if any(x.device == "gpu" for x in nodes) else "cpu")
    made = graph.add(step, outputs=num_outputs, name=name, device=kind)
    return None if num_outputs == 0 else made


def _place(x: Any, nodes: list[DataNode]) -> _At:
    nodes.append(as_node(x))
    return _At(len(nodes) - 1)


def _layouts(given: Any, count: int, operator: str, site: int) -> list[str | None]:
    if given is None or isinstance(given, str):
        return [given] * count
    layouts = list(given)
    if len(layouts) > count:
        raise errors.ArgumentError(
            f"{len(layouts)} output_layouts for {count} outputs", operator=operator, site=site
        )
    return layouts + [None] * (count - len(layouts))


def _run(
    form: Form,
    function: Callable[..., Any],
    batches: list[Batch],
    n: int,
    count: int,
    whole: bool,
    layouts: list[str | None],
) -> tuple[Value | None, ...]:
    if n == 0:
        return (None,) * count  # without samples, the types of the results are unknown
    samples = [form.give(b) for b in batches]
    if whole:
        made = _tuple(function(*samples), count)
        columns = [[form.take(x) for x in column] for column in made]
        for column in columns:
            if len(column) != n:
                raise errors.ArgumentError(
                    f"the function returned {len(column)} samples for a batch of {n}"
                )
    else:
        rows = [_tuple(function(*[s[i] for s in samples]), count) for i in range(n)]
        columns = [[form.take(row[k]) for row in rows] for k in range(count)]
    # Copy: the function, or other code, may write into the returned memory later.
    return tuple([batch(c, layout=layout) for c, layout in zip(columns, layouts)])


def _tuple(made: Any, count: int) -> tuple[Any, ...]:
    if count == 0:
        return ()
    several = isinstance(made, tuple) or (count > 1 and isinstance(made, Iterable))
    outputs = tuple(made) if several else (made,)
    if len(outputs) != count:
        raise errors.ArgumentError(
            f"the function returned {len(outputs)} outputs, num_outputs is {count}"
        )
    return outputs
