"""Settings of a pipeline: the arguments of its constructor, read and kept."""

from __future__ import annotations

import operator as _operator
from enum import Enum
from typing import Any

from ..core import errors
from ..core.device import Device
from ..core.enums import CPU_ONLY_DEVICE_ID
from ..core.site import caller_site
from ..readers.reader import MOST_AHEAD, MOST_SAMPLES
from .structure import Expected


class StreamPolicy(Enum):
    """How GPU streams are assigned to operators, in other libraries: accepted, and ignored."""

    UNSPECIFIED = 0
    SINGLE = 16
    PER_BACKEND = 32
    PER_OPERATOR = 48


class OperatorConcurrency(Enum):
    """Which operators may run at once, in other libraries: accepted, and ignored."""

    UNSPECIFIED = 0
    NONE = 2
    BACKEND = 4
    FULL = 6


class Settings:
    """The arguments of `Pipeline`, and properties for them."""

    def __init__(
        self,
        batch_size: int | None = None,
        num_threads: int | None = None,
        device_id: int | None = None,
        seed: int | None = None,
        exec_pipelined: bool = True,
        prefetch_queue_depth: Any = 2,
        exec_async: bool = True,
        bytes_per_sample: int = 0,
        set_affinity: bool = False,
        max_streams: int | None = None,
        default_cuda_stream_priority: int | None = None,
        *,
        enable_memory_stats: bool = False,
        enable_checkpointing: bool = False,
        checkpoint: Any = None,
        py_num_workers: int = 1,
        py_start_method: str = "fork",
        py_callback_pickler: Any = None,
        py_worker_timeout: float | None = None,
        output_dtype: Any = None,
        output_ndim: Any = None,
        output_layout: Any = None,
        exec_dynamic: bool | None = None,
        experimental_exec_dynamic: bool | None = None,
        stream_policy: Any = None,
        concurrency: Any = None,
        max_batch_size: int | None = None,
    ) -> None:
        size = batch_size if max_batch_size is None else max_batch_size
        self._size = _given("batch_size", size, MOST_SAMPLES)
        self._num_threads = _given("num_threads", num_threads)
        self._device_id = _read_device(device_id)
        self._seed = None if seed is None or seed == -1 else _seed(seed)
        self._depth = _read_depth(prefetch_queue_depth)
        self._kept = {
            "bytes_per_sample": bytes_per_sample,
            "set_affinity": set_affinity,
            "max_streams": max_streams,
            "default_cuda_stream_priority": default_cuda_stream_priority,
            "enable_memory_stats": enable_memory_stats,
            "exec_pipelined": bool(exec_pipelined),
            "exec_async": bool(exec_async),
            "prefetch_queue_depth": prefetch_queue_depth,
            "stream_policy": stream_policy,
            "concurrency": concurrency,
            "py_num_workers": errors.integer("py_num_workers", py_num_workers, 1),
            "py_start_method": py_start_method,
            "py_callback_pickler": py_callback_pickler,
            "py_worker_timeout": py_worker_timeout,
        }
        self._expected = Expected(output_dtype, output_ndim, output_layout)
        self._set_up(checkpoint)

    def _set_up(self, checkpoint: Any) -> None:
        """The rest of the constructor."""

    def __getattr__(self, name: str) -> Any:
        kept = self.__dict__.get("_kept", {})
        if name in kept:
            return kept[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def _ahead(self) -> int:
        """How many iterations may be under way, the one asked for included."""
        return self._depth if self._kept["exec_pipelined"] and self._kept["exec_async"] else 1

    @property
    def max_batch_size(self) -> int | None:
        """Samples of a batch, at most."""
        return self._size

    batch_size = max_batch_size

    @property
    def num_threads(self) -> int | None:
        """Worker threads of its own; None: it uses the shared ones."""
        return self._num_threads

    @property
    def device_id(self) -> int | None:
        """The GPU it uses; None: none was named."""
        return self._device_id

    @property
    def seed(self) -> int | None:
        """The seed that it was given."""
        return self._seed

    @property
    def cpu_queue_size(self) -> int:
        """How many iterations may be under way."""
        return self._depth

    gpu_queue_size = cpu_queue_size

    @property
    def exec_dynamic(self) -> bool:
        """Memory is always taken when it is needed."""
        return True

    @property
    def exec_separated(self) -> bool:
        """There is one queue for CPU and GPU."""
        return False


def _seed(seed: Any) -> int:
    try:
        return _operator.index(seed)
    except TypeError:
        raise errors.ArgumentTypeError(
            f"seed is an integer, got {errors.brief(seed)}", site=caller_site()
        ) from None


def _given(name: str, value: Any, most: int | None = None) -> int | None:
    """A positive integer, or None for None and -1."""
    return None if value is None or value == -1 else errors.integer(name, value, 1, most)


def _read_depth(given: Any) -> int:
    if isinstance(given, dict):
        given = max(given.get("cpu_size", 1), given.get("gpu_size", 1))
    return errors.integer("prefetch_queue_depth", given, 1, MOST_AHEAD)


def _read_device(given: Any) -> int | None:
    if given is None or given in (CPU_ONLY_DEVICE_ID, -1):
        return None
    number = _operator.index(given)
    try:
        Device("gpu", number)
    except errors.Error as e:
        raise e.locate(detail=f"device_id={number}", site=caller_site()) from None
    return number
