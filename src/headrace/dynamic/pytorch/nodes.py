"""Nodes for torchdata: a reader, functions of dynamic mode, and conversion to torch tensors.

import torchdata.nodes as tn
nodes = ndd.pytorch.nodes
node = nodes.Reader(ndd.readers.File, batch_size=32, file_root="photos", random_shuffle=True)
node = nodes.DictMapper(node, ndd.decoders.image)
loader = tn.Loader(tn.Prefetcher(nodes.ToTorch(node), prefetch_factor=2))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from typing import Any

from ...core import errors
from ...core.site import caller_site
from ...core.value import Value
from ...engine.gpu.streams import Stream
from ...engine.random import RNG
from ...readers import reader as _readers
from .node_base import BaseNode
from .numbers import drawing_from, fork
from .outputs import to_torch

__all__ = ["DictMapper", "Reader", "ToTorch"]


class Reader(BaseNode):  # type: ignore[misc]
    """The batches of a reader, as dicts of Batches; each `reset()` starts an epoch.

    reader_type: the reader's class, such as `ndd.readers.File`; the node makes an instance.
    batch_size: samples per batch; None: single samples, as dicts of Tensors.
    output_names: keys of the dict, one per output. By default the reader's own names; "data" and
        "label" for readers of labelled images; "data" for readers with one output.
    kwargs: arguments of the reader.

    The state is exact after every batch. `reset(state)` continues the epoch in which it was taken,
    `reset()` starts a new one.
    """

    def __init__(
        self,
        reader_type: type[_readers.Reader],
        *,
        batch_size: int | None,
        output_names: Iterable[str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        if not (isinstance(reader_type, type) and issubclass(reader_type, _readers.Reader)):
            raise _wrong_type(
                "reader_type is the class of a reader, such as ndd.readers.File, got "
                + errors.brief(reader_type),
                "Reader",
            )
        if batch_size is not None:
            kwargs.setdefault("max_batch_size", batch_size)
        self._reader = reader_type(**kwargs)
        self._batch_size = batch_size
        self._given = None if output_names is None else _read_names(output_names)
        self._names: list[str] | None = None
        if not kwargs.get("lazy_init"):
            self._names = self._find_names()
        self._epoch: Any = None
        self._inside = False  # in an epoch: a batch was taken or a state set

    def next(self) -> dict[str, Any]:
        """The next batch of the epoch."""
        if self._names is None:
            self._names = self._find_names()
        try:
            outputs = next(self._epoch)
        except StopIteration:
            self._inside = False
            raise
        self._inside = True
        values = outputs.values() if isinstance(outputs, dict) else outputs
        return dict(zip(self._names, values))

    def reset(self, initial_state: dict[str, Any] | None = None) -> None:
        """Start a new epoch, or continue from a state."""
        super().reset(initial_state)
        if initial_state is not None:
            self._reader.set_state(_entry(initial_state, "reader", "Reader"))
        elif self._inside:
            self._reader.reset()
        self._inside = initial_state is not None
        self._epoch = self._reader.next_epoch(self._batch_size)

    def get_state(self) -> dict[str, Any]:
        """The state of the reader."""
        return {"reader": str(self._reader.get_state())}

    def get_metadata(self) -> _readers.ReaderMeta:
        """Sizes and shards of the dataset."""
        return self._reader.get_metadata()

    def _find_names(self) -> list[str]:
        definition = self._reader._definition
        outputs, names = self._reader._cursor.outputs()
        count = len(outputs)
        if self._given is not None:
            if len(self._given) != count:
                raise _wrong(
                    f"output_names has {len(self._given)} names for {count} outputs of "
                    f"{definition.name}",
                    "Reader",
                )
            return self._given
        if names is not None:
            return list(names)
        if count == 1:
            return ["data"]
        if count == len(definition.parts):
            return list(definition.parts)
        raise _wrong(
            f"the {count} outputs of {definition.name} have no names: give output_names, one "
            "for each",
            "Reader",
        )


class DictMapper(BaseNode):  # type: ignore[misc]
    """Applies a function of dynamic mode to one entry of every dict.

    source: a node that yields dicts, such as `Reader`.
    map_fn: gets the value under the key; its result replaces the value.
    key: the entry.

    Random operators in map_fn without `rng=` draw from a stream of the node's own. It is seeded by
    the thread's generator (`ndd.random.set_seed`) when the node is first reset, does not depend on
    which thread runs the node, and is part of its state.
    """

    def __init__(self, source: BaseNode, map_fn: Callable[[Any], Any], key: str = "data") -> None:
        super().__init__()
        _check_node(source, "DictMapper")
        if not callable(map_fn):
            raise _wrong_type(f"map_fn is a function, got {errors.brief(map_fn)}", "DictMapper")
        self._source, self._map, self._key = source, map_fn, key
        self._rng: RNG | None = None

    def next(self) -> dict[str, Any]:
        """The next dict."""
        given = next(self._source)
        if self._key not in given:
            raise KeyError(
                f'DictMapper: there is no "{self._key}" in the dict. '
                + errors.hint(self._key, map(str, given))
            )
        assert self._rng is not None
        with drawing_from(self._rng):
            return {**given, self._key: self._map(given[self._key])}

    def reset(self, initial_state: dict[str, Any] | None = None) -> None:
        """Start a new epoch, or continue from a state."""
        super().reset(initial_state)
        if self._rng is None:
            self._rng = fork()
        if initial_state is None:
            self._source.reset()
            return
        self._rng.set_state(_entry(initial_state, "random", "DictMapper"))
        self._source.reset(_entry(initial_state, "source", "DictMapper"))

    def get_state(self) -> dict[str, Any]:
        """The states of the source and of the random numbers."""
        assert self._rng is not None
        return {"source": self._source.state_dict(), "random": str(self._rng.get_state())}


class ToTorch(BaseNode):  # type: ignore[misc]
    """The values of every dict as a tuple of torch tensors, over the same memory.

    source: a node that yields dicts of Tensors and Batches.
    output_stream: the stream on which tensors on a GPU will be used: a torch.cuda.Stream, an
        `ndd.Stream` or a handle. By default torch's current stream of the thread that resets the
        node.
    pad: fill smaller samples of a batch with zeros.
    """

    def __init__(
        self, source: BaseNode, output_stream: Any | None = None, *, pad: bool = False
    ) -> None:
        super().__init__()
        _check_node(source, "ToTorch")
        self._source, self._pad = source, pad
        self._given = None if output_stream is None else _read_stream(output_stream)
        self._stream: Any = None

    def next(self) -> tuple[Any, ...]:
        """The next tuple."""
        given = next(self._source)
        with self._on_stream():
            return tuple([self._convert(key, value) for key, value in given.items()])

    def reset(self, initial_state: dict[str, Any] | None = None) -> None:
        """Start a new epoch, or continue from a state."""
        super().reset(initial_state)
        self._stream = self._given or _current_stream()
        if initial_state is None:
            self._source.reset()
        else:
            self._source.reset(_entry(initial_state, "source", "ToTorch"))

    def get_state(self) -> dict[str, Any]:
        """The state of the source."""
        return {"source": self._source.state_dict()}

    def _convert(self, key: str, value: Any) -> Any:
        import torch

        if isinstance(value, torch.Tensor):
            return value
        if not isinstance(value, Value):
            raise _wrong_type(
                f"{key!r} is neither a Tensor nor a Batch, but {errors.brief(value)}", "ToTorch"
            )
        return to_torch(value, f"{key!r}", _operator("ToTorch"), pad=self._pad)

    def _on_stream(self) -> Any:
        if self._stream is None:
            return nullcontext()
        import torch

        return torch.cuda.stream(self._stream)


def _current_stream() -> Any:
    """torch's current stream in this thread; None if it has not used a GPU."""
    import torch

    return torch.cuda.current_stream() if torch.cuda.is_initialized() else None


def _read_stream(given: Any) -> Any:
    import torch

    if isinstance(given, torch.cuda.Stream):
        return given
    if isinstance(given, Stream):
        return torch.cuda.ExternalStream(given.handle, device=given.device_id)
    if not isinstance(given, int):
        raise _wrong_type(f"output_stream is a stream, got {errors.brief(given)}", "ToTorch")
    return torch.cuda.ExternalStream(given)


def _read_names(given: Iterable[str]) -> list[str]:
    names = list(given)
    wrong = next((n for n in names if not isinstance(n, str)), None)
    if wrong is not None:
        raise _wrong_type(f"output_names are texts, got {errors.brief(wrong)}", "Reader")
    if len(set(names)) < len(names):
        raise _wrong(f"output_names has a name twice: {names}", "Reader")
    return names


def _entry(state: Any, key: str, node: str) -> Any:
    if not isinstance(state, dict) or key not in state:
        raise _wrong(f"not the state of a {node}: {errors.brief(state)}", node)
    return state[key]


def _check_node(source: Any, node: str) -> None:
    if not isinstance(source, BaseNode):
        raise _wrong_type(f"source is a node of torchdata, got {errors.brief(source)}", node)


def _operator(node: str) -> str:
    return f"pytorch.nodes.{node}"


def _wrong(text: str, node: str) -> errors.ArgumentError:
    return errors.ArgumentError(text, operator=_operator(node), site=caller_site())


def _wrong_type(text: str, node: str) -> errors.ArgumentTypeError:
    return errors.ArgumentTypeError(text, operator=_operator(node), site=caller_site())
