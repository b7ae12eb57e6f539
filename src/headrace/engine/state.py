"""Thread-local state of a caller: evaluation mode, context, random numbers."""

from __future__ import annotations

import threading
from enum import IntEnum
from typing import Any

from .. import _native
from ..core.device import adopt_devices, entered_devices


class EvalMode(IntEnum):
    """When calls run: the answer to "when is the plan cut?". Also a context manager.

    deferred: when somebody looks. eager: soon, in the background (the default). sync_cpu and
    sync_full: before the call returns; sync_full also waits for the GPU.

    >>> import headrace.dynamic as ndd
    >>> with ndd.EvalMode.deferred:
    ...     y = ndd.tensor([1, 2, 3]) * 2
    >>> [int(v) for v in y]
    [2, 4, 6]
    """

    deferred = _native.EvalMode.deferred
    eager = _native.EvalMode.eager
    default = eager
    sync_cpu = _native.EvalMode.sync_cpu
    sync_full = _native.EvalMode.sync_full

    @staticmethod
    def current() -> EvalMode:
        """The mode of the calling thread."""
        return EvalMode(local.caller.mode)

    def __enter__(self) -> None:
        local.modes.append(local.caller.mode)
        local.caller.mode = _native.EvalMode(self)

    def __exit__(self, *_: object) -> None:
        local.caller.mode = local.modes.pop()


class _Local(threading.local):
    def __init__(self) -> None:
        self.caller = _native.Caller()  # mode, and the context's native pool (None: the default)
        self.modes: list[Any] = []  # outside of the EvalModes that were entered
        self.rng: Any = None  # the thread's default RNG, made when first needed
        self.contexts: list[Any] = []
        self.streams: dict[int, Any] = {}  # chosen by set_current_stream, by GPU
        self.context: Any = None  # the thread's default context
        self.owner: object = object()  # of the contexts it enters
        self.producer: Any = None  # of the items it makes ahead for another thread (prefetch.py)
        self.child: int = 0  # the number of the process that it forks


local = _Local()


class Carried:
    """A caller's state, for a thread that works in its place: mode, contexts, threads, devices."""

    def __init__(self) -> None:
        self._mode, self._pool = local.caller.mode, local.caller.pool
        self._contexts, self._context = list(local.contexts), local.context
        self._owner, self._streams = local.owner, dict(local.streams)
        self._devices = entered_devices()

    def adopt(self) -> None:
        """The calling thread goes on as the one that was left."""
        adopt_devices(self._devices)
        local.caller.mode, local.caller.pool = self._mode, self._pool
        local.contexts, local.context = list(self._contexts), self._context
        local.owner, local.streams = self._owner, dict(self._streams)
