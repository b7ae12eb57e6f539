"""Evaluation contexts and thread pools."""

from __future__ import annotations

import operator as _operator
import os
from typing import Any

from .. import _native
from ..core.device import Device, gpu_count
from ..core.locks import ForkLock
from .checkpoint import Checkpoint
from .gpu.streams import Stream
from .gpu.streams import current as _current_stream
from .gpu.streams import stream as _stream
from .state import local

_MOST_PER_CORE = 100


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not available on every system
        return os.cpu_count() or 1


def get_num_threads() -> int:
    """The number of worker threads of contexts without a pool of their own.

    Set by `set_num_threads`, else by HEADRACE_NUM_THREADS or DALI_NUM_THREADS, else the number of
    CPUs this process may use.
    """
    return int(_native.default_threads())


def set_num_threads(n: int | None) -> None:
    """Set the number of worker threads; None returns to the default.

    >>> import headrace.dynamic as ndd
    >>> ndd.set_num_threads(3); ndd.get_num_threads()
    3
    >>> ndd.set_num_threads(None)
    """
    _native.set_default_threads(0 if n is None else _check_threads(n, least=1))


def _check_threads(n: Any, least: int) -> int:
    try:
        count = _operator.index(n)
    except TypeError:
        raise TypeError(f"the number of threads is an integer, got {type(n).__name__}") from None
    most = _MOST_PER_CORE * _cores()
    if not least <= count <= most:
        raise ValueError(f"the number of threads must lie between {least} and {most}, got {count}")
    return count


class ThreadPool:
    """Worker threads that an EvalContext uses instead of the shared ones."""

    def __init__(self, num_threads: int | None = None, *, device_id: int | None = -1) -> None:
        n = get_num_threads() if num_threads is None else _check_threads(num_threads, least=0)
        self._num_threads: int | None = n
        self._device_id = None if device_id == -1 else device_id
        self._native: Any = _native.Pool(n)

    @staticmethod
    def _shared() -> ThreadPool:
        """The threads of contexts without a pool of their own."""
        self = object.__new__(ThreadPool)
        self._num_threads = self._device_id = self._native = None
        return self

    @property
    def num_threads(self) -> int:
        """The number of threads."""
        return get_num_threads() if self._num_threads is None else self._num_threads

    @property
    def device_id(self) -> int | None:
        """The GPU it serves; None for the CPU."""
        return self._device_id

    def __repr__(self) -> str:
        return f"ThreadPool(num_threads={self.num_threads})"


_shared_pool = ThreadPool._shared()


class EvalContext:
    """The threads, device and stream that calls use. A context manager.

    device_id: the GPU that "gpu" means inside; by default that of the stream, else the current one.
    cuda_stream: the stream for GPU work, in any form that `stream` accepts.

    A context can be entered again by the same thread, but not by two threads at once.
    """

    def __init__(
        self,
        *,
        num_threads: int | None = None,
        device_id: int | None = None,
        cuda_stream: Any = None,
        thread_pool: ThreadPool | None = None,
    ) -> None:
        if num_threads is not None and thread_pool is not None:
            raise ValueError("give num_threads or thread_pool, not both")
        if thread_pool is not None and not isinstance(thread_pool, ThreadPool):
            raise TypeError(f"thread_pool is a ThreadPool, got {type(thread_pool).__name__}")
        self._pool = thread_pool or _shared_pool
        if num_threads is not None:
            self._pool = ThreadPool(num_threads)
        self._stream = _stream(stream=cuda_stream, device_id=device_id)
        if device_id is None and self._stream is not None:
            device_id = self._stream.device_id
        self._device = None if device_id is None else Device("gpu", device_id)
        self._owner: object = None
        self._depth = 0
        self._lock = ForkLock(whole=True)
        self._checkpoint: Checkpoint | None = None

    @staticmethod
    def current() -> EvalContext:
        """The context in which this thread's calls run."""
        return local.contexts[-1] if local.contexts else EvalContext.default()

    @staticmethod
    def default() -> EvalContext:
        """The thread's own context, used outside every `with`."""
        context: EvalContext | None = local.context
        if context is None:
            context = local.context = EvalContext()
        return context

    @property
    def num_threads(self) -> int:
        """The number of worker threads for calls in this context.

        >>> import headrace.dynamic as ndd
        >>> ndd.EvalContext(num_threads=2).num_threads
        2
        """
        return self._pool.num_threads

    @property
    def thread_pool(self) -> ThreadPool:
        """Its worker threads: a pool of its own, or the one that contexts share."""
        return self._pool

    @property
    def device_id(self) -> int | None:
        """Its GPU, or else the current one; None if there is no GPU."""
        if self._device is not None:
            return self._device.device_id
        return Device.default_device_id("gpu") if gpu_count() else None

    @property
    def cuda_stream(self) -> Stream | None:
        """The stream for GPU work; None without a GPU."""
        number = self.device_id
        if self._stream is not None or number is None:
            return self._stream
        return Stream._of(_current_stream(number))

    @property
    def checkpoint(self) -> Checkpoint:
        """Its checkpoint, empty until something is registered."""
        if self._checkpoint is None:
            self._checkpoint = Checkpoint()
        return self._checkpoint

    def evaluate_all(self) -> None:
        """Finish everything that is queued or running."""
        while not _native.settle(0.1):
            pass

    def __enter__(self) -> EvalContext:
        me = local.owner
        with self._lock:
            if self._owner is not None and self._owner is not me:
                raise RuntimeError("the EvalContext is in use by another thread")
            self._owner, self._depth = me, self._depth + 1
        if self._device is not None:
            self._device.__enter__()
        local.contexts.append(self)
        local.caller.pool = self._pool._native
        return self

    def __exit__(self, *_: object) -> None:
        local.contexts.pop()
        outer = local.contexts[-1] if local.contexts else None
        local.caller.pool = None if outer is None else outer._pool._native
        with self._lock:
            self._depth -= 1
            if self._depth == 0:
                self._owner = None
        if self._device is not None:
            self._device.__exit__()
