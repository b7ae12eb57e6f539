"""DataNode: a value of a pipeline's graph, which stands for a batch in every iteration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ..core import errors
from ..core.site import caller_site
from ..core.value import Operators, Value

if TYPE_CHECKING:
    from .step import GraphStep, Scope


class NewAxis:
    """An index that adds an axis: `x[headrace.newaxis]`, `x[headrace.newaxis("C")]`."""

    def __init__(self, name: str | None = None) -> None:
        self.name = name

    def __call__(self, name: str | None = None) -> NewAxis:
        """The same with a name for the axis."""
        if name is not None and not isinstance(name, str):
            raise errors.ArgumentTypeError(f"the name of an axis is text, got {errors.brief(name)}")
        return NewAxis(name)

    def __repr__(self) -> str:
        return "newaxis" if self.name is None else f"newaxis({self.name!r})"


newaxis = NewAxis()


class DataNode(Operators):
    """What an operator of a graph gives. Made by `fn.*`, by operators such as + and by indexing."""

    __slots__ = {
        "__weakref__": "",
        "_probe": "What is known of the batches: one of no samples; None: not before it runs.",
        "_scope": "The branch it was made in.",
        "device": '"cpu" or "gpu".',
        "name": "The operator's name, with a number if it has several outputs.",
        "source": "The step of the graph that it is an output of.",
    }

    def __init__(
        self,
        name: str,
        device: str = "cpu",
        source: GraphStep | None = None,
        *,
        probe: Value | None = None,
        scope: Scope | None = None,
    ) -> None:
        self.name, self.device, self.source = name, device, source
        self._probe, self._scope = probe, scope

    __hash__ = object.__hash__  # type: ignore[assignment]  # == makes another node

    # ---- what is known of it --------------------------------------------------------------------

    @property
    def dtype(self) -> Any:
        """Element type, None where it is not known before the pipeline runs."""
        return None if self._probe is None else self._probe.dtype

    @property
    def ndim(self) -> int | None:
        """Number of axes of a sample, None where it is not known before the pipeline runs."""
        return None if self._probe is None else self._probe.ndim

    @property
    def layout(self) -> str | None:
        """Names of a sample's axes, if they are known and have any."""
        return None if self._probe is None else self._probe.layout

    # ---- other nodes of it ----------------------------------------------------------------------

    def gpu(self) -> DataNode:
        """The same data on the pipeline's GPU."""
        return self._to("gpu")

    def cpu(self) -> DataNode:
        """The same data in CPU memory."""
        return self._to("cpu")

    def _to(self, device: str) -> DataNode:
        if self.device == device:
            return self
        from .graph import Graph

        graph = Graph.current("." + device, (self,))
        where = graph.device(device, ".gpu()")
        return graph.add_call(f"_to_{device}", lambda x: x.to_device(where), (self,), device=device)  # type: ignore[no-any-return]

    def shape(self, *, dtype: Any = None, device: str = "cpu") -> DataNode:
        """The shapes of the samples: int64 numbers, or of another type."""
        from .calls import shapes

        return shapes(self, dtype, device)

    def property(self, key: str, *, device: str = "cpu") -> DataNode:
        """A fact about each sample, such as "source_info"."""
        from ..operators.tensor.batch import get_property
        from .calls import operator_call

        found = operator_call(get_property, self, key=key)
        return found if device == "cpu" else found.gpu()  # type: ignore[no-any-return]

    def source_info(self, *, device: str = "cpu") -> DataNode:
        """The names of the files that the samples came from."""
        return self.property("source_info", device=device)

    def __getitem__(self, index: Any) -> DataNode:
        from .calls import subscript

        return subscript(self, index)

    def _combine(self, op: str, *operands: Any) -> Any:
        from .calls import arithmetic

        return arithmetic(op, *operands)

    # ---- what it is not -------------------------------------------------------------------------

    def __bool__(self) -> bool:
        raise errors.ArgumentTypeError(
            "a DataNode is neither true nor false while the graph is made: it stands for one value "
            "per sample. pipeline_def(enable_conditionals=True) allows `if`, `and`, `or` and `not` "
            "on it",
            site=caller_site(),
        )

    # Not iterable, although it has __getitem__: programs ask isinstance(x, Iterable) to see whether
    # an operator has several outputs.
    __iter__: ClassVar[None] = None

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise errors.ArgumentTypeError(
            f"{self!r} has no data while the graph is made: NumPy cannot use it. "
            "fn.python_function runs Python code in the pipeline",
            site=caller_site(),
        )

    def __copy__(self) -> DataNode:
        return self

    def __deepcopy__(self, memo: Any) -> DataNode:
        return self

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise errors.ArgumentTypeError(
            f"{self!r} belongs to a graph, and cannot leave it: pickle what the pipeline returns"
        )

    def __headrace_value__(self) -> Value:
        raise errors.ArgumentTypeError(
            f"{self!r} belongs to a graph: use fn.* instead of ndd.*", site=caller_site()
        )

    def __repr__(self) -> str:
        known = "" if self._probe is None else f", {self.dtype}[{self.ndim}d]"
        layout = f" {self.layout!r}" if self.layout else ""
        return f"DataNode({self.name!r}, {self.device}{known}{layout})"

    __str__ = __repr__
