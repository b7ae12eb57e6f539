"""GPU streams, and which one a thread's calls use."""

from __future__ import annotations

import itertools
import sys
from typing import Any, final

from ... import _native
from ...core import errors
from ...core.device import Device
from ..state import local


class _New:
    def __repr__(self) -> str:
        return "Stream.create_new"


_NEW: Any = _New()

# CUDA's handles of the legacy default stream (also 0) and of the per-thread one.
_LEGACY, _PER_THREAD = 1, 2


@final
class Stream:
    """A queue of GPU work, executed in order.

    stream: a stream of another library to use (a torch.cuda.Stream, an object with
        `__cuda_stream__`, a CuPy stream, a raw handle); by default a new one is made.
    device_id: the GPU; by default the current one.

    Two Stream objects are equal if they are the same queue.
    """

    __slots__ = ("_native",)

    create_new = _NEW

    def __init__(self, *, stream: Any = _NEW, device_id: int | None = None) -> None:
        self._native = _native_of(stream, device_id)

    @classmethod
    def _of(cls, native: Any) -> Stream:
        self = object.__new__(cls)
        self._native = native
        return self

    @property
    def device_id(self) -> int:
        """The GPU it belongs to."""
        return int(self._native.device)

    @property
    def handle(self) -> int:
        """The CUstream, as a number."""
        return int(self._native.handle)

    def synchronize(self) -> None:
        """Waits until all work queued so far is done."""
        self._native.synchronize()

    def __cuda_stream__(self) -> tuple[int, int]:
        return (0, self.handle)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stream):
            return NotImplemented
        return (self.handle, self.device_id) == (other.handle, other.device_id)

    def __hash__(self) -> int:
        return hash((self.handle, self.device_id))

    def __repr__(self) -> str:
        return f"Stream(handle={self.handle:#x}, device_id={self.device_id})"


def stream(*, stream: Any = _NEW, device_id: int | None = None) -> Stream | None:
    """A new Stream, or one that wraps another library's; None for None."""
    return None if stream is None else Stream(stream=stream, device_id=device_id)


def _native_of(given: Any, device_id: int | None) -> Any:
    if isinstance(given, Stream):
        if device_id is not None and device_id != given.device_id:
            raise errors.ArgumentError(f"{given} is not a stream of gpu:{device_id}")
        return given._native
    number = Device("gpu", device_id).device_id or 0
    if given is _NEW:
        return _native.make_stream(number)
    torch = sys.modules.get("torch")
    kind = getattr(getattr(torch, "cuda", None), "Stream", None)
    if kind is not None and isinstance(given, kind):
        number = given.device_index if device_id is None else number
        return _wrapped(number, given.cuda_stream, given)
    protocol = getattr(given, "__cuda_stream__", None)
    if protocol is not None:
        _version, handle = protocol() if callable(protocol) else protocol
        return _wrapped(number, int(handle), given)
    if isinstance(given, int) and not isinstance(given, bool):
        return _wrapped(number, given, None)
    handle = getattr(given, "ptr", getattr(given, "handle", None))
    if isinstance(handle, int):
        return _wrapped(number, handle, given)
    raise errors.ArgumentTypeError(
        f"{errors.brief(given)} is no stream: give a torch.cuda.Stream, a CuPy stream, an object "
        "with __cuda_stream__ or a raw handle"
    )


def _wrapped(device_id: int, handle: int, owner: Any) -> Any:
    if handle < 0 or handle == _PER_THREAD:
        what = "is another stream in each thread" if handle > 0 else "is no stream"
        raise errors.ArgumentError(f"the handle {handle} {what}: give one that was made")
    return _native.wrap_stream(device_id, handle or _LEGACY, owner)


def current(device_id: int) -> Any:
    """The native stream of this thread's calls on this GPU.

    That of the evaluation context, else the thread's current one, else the device's default.
    """
    for context in reversed(local.contexts):
        if context._stream is not None and context._stream.device_id == device_id:
            return context._stream._native
    chosen = local.streams.get(device_id)
    return _native.default_stream(device_id) if chosen is None else chosen._native


_decoding: dict[int, itertools.cycle[Any]] = {}


def decoding(device_id: int) -> Any:
    """The native stream of a call that decodes.

    Decoders do not wait for earlier work of their stream, so they get streams of their own; two of
    them keep the hardware busy.
    """
    turns = _decoding.get(device_id)
    if turns is None:
        made = itertools.cycle([_native.make_stream(device_id), _native.make_stream(device_id)])
        turns = _decoding.setdefault(device_id, made)
    return next(turns)


def get_current_stream() -> Stream | None:
    """The stream of this thread's calls on the current GPU; None without a GPU."""
    if not _native.gpu_count():
        return None
    return Stream._of(current(Device("gpu").device_id or 0))


def set_current_stream(cuda_stream: Any, /) -> None:
    """Sets the stream of this thread's calls on the stream's GPU; None: the device's default.

    Does not wait: work on another stream is waited for where its results are used.
    """
    if cuda_stream is None:
        local.streams.clear()
        return
    chosen = stream(stream=cuda_stream)
    assert chosen is not None
    local.streams[chosen.device_id] = chosen


def get_default_stream(device_id: int | None = None) -> Stream | None:
    """The stream of all threads that have not chosen one; None without a GPU."""
    if not _native.gpu_count():
        return None
    return Stream._of(_native.default_stream(Device("gpu", device_id).device_id or 0))


def set_default_stream(cuda_stream: Any, /, device_id: int | None = None) -> None:
    """Sets the stream of all threads that have not chosen one; None: a new one."""
    given = _NEW if cuda_stream is None else cuda_stream
    _native.set_default_stream(_native_of(given, device_id))
