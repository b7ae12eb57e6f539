"""Thread-local state of a caller: evaluation mode, context, random generator."""

from __future__ import annotations

import threading
from enum import IntEnum
from typing import Any

from .. import _native
from ..core.device import adopt_devices, entered_devices


class EvalMode(IntEnum):
    """When calls run. Also a context manager.

    deferred: when somebody looks at a result. eager: soon, in the background (the default).
    sync_cpu and sync_full: before the call returns; sync_full also waits for the GPU.

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
        self.caller = _native.Caller()  # mode and the context's native pool (None: the default)
        self.modes: list[Any] = []  # modes to restore, one per EvalMode entered
        self.rng: Any = None  # the thread's default RNG, made on first use
        self.contexts: list[Any] = []
        self.streams: dict[int, Any] = {}  # GPU → stream of set_current_stream
        self.context: Any = None  # the thread's default context
        self.owner: object = object()  # identifies the thread in contexts it enters
        self.producer: Any = None  # set in a thread that produces items ahead (prefetch.py)
        self.child: int = 0  # number of the process being forked


local = _Local()


class Carried:
    """A caller's state (mode, contexts, devices), for a thread that works on its behalf."""

    def __init__(self) -> None:
        self._mode, self._pool = local.caller.mode, local.caller.pool
        self._contexts, self._context = list(local.contexts), local.context
        self._owner, self._streams = local.owner, dict(local.streams)
        self._devices = entered_devices()

    def adopt(self) -> None:
        """Makes it the state of the calling thread."""
        adopt_devices(self._devices)
        local.caller.mode, local.caller.pool = self._mode, self._pool
        local.contexts, local.context = list(self._contexts), self._context
        local.owner, local.streams = self._owner, dict(self._streams)
