"""Device objects, each thread's stack of entered devices, and device(), which parses one."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Union, final, overload

from headrace.core.errors import (
    ArgumentError,
    ArgumentTypeError,
    DeviceError,
    ExecutionError,
    brief,
    hint,
)

if TYPE_CHECKING:
    import torch

_TYPES = {"cpu": "cpu", "gpu": "gpu", "cuda": "gpu"}
# DLPack device types: CPU, CUDA, pinned host memory (the CPU reads it), managed CUDA memory.
_FROM_DLPACK = {1: "cpu", 2: "gpu", 3: "cpu", 13: "gpu"}


class _Stack(threading.local):
    def __init__(self) -> None:
        self.devices: list[Device] = []


_entered = _Stack()


@final
class Device:
    """The CPU, or one GPU. There is one object per device, so ``is`` and ``==`` agree.

    Compares equal to strings as well: a GPU equals "gpu:0" (its own number) and "gpu" (any).
    As a context manager, a GPU becomes what "gpu" means in this thread; no data moves.

    >>> Device("cpu"), Device("cpu") == "cpu", Device("cpu").device_id
    (Device("cpu"), True, None)
    """

    device_type: str
    device_id: int | None
    CPU: ClassVar[Device]

    __slots__ = ("device_id", "device_type")

    def __new__(cls, name: str, device_id: int | None = None) -> Device:
        """Parses "cpu", "gpu", "gpu:1", "cuda:1"; a GPU without a number is the current one."""
        if device_id is None and name.__class__ is str and name in _known:
            return _known[name]
        kind, number = _parse(name, device_id)
        if kind == "cpu":
            return Device.CPU
        if number is None:
            number = Device.default_device_id("gpu")
        else:
            _check_gpu(number)
        return _intern(kind, number)

    @staticmethod
    def current() -> Device:
        """The innermost device entered by this thread, else the GPU if there is one."""
        if _entered.devices:
            return _entered.devices[-1]
        return Device("gpu") if gpu_count() else Device.CPU

    @staticmethod
    def default_device_id(device_type: str) -> int | None:
        """The device number used where none was given."""
        if _parse(device_type, None)[0] == "cpu":
            return None
        for entered in reversed(_entered.devices):
            if entered.device_id is not None:
                return entered.device_id
        _check_gpu(None)
        return _probe.current()

    @staticmethod
    def from_dlpack(dlpack_device: object) -> Device:
        """The device of an array, or of a DLPack pair (device type, number)."""
        ask = getattr(dlpack_device, "__dlpack_device__", None)
        pair: Any = ask() if ask is not None else dlpack_device
        if not (isinstance(pair, tuple) and len(pair) == 2):
            raise ArgumentTypeError(
                f"{brief(dlpack_device)} is neither an array with __dlpack_device__ nor a pair"
            )
        kind = Device.type_from_dlpack(pair[0])
        return Device.CPU if kind == "cpu" else Device(kind, int(pair[1]))

    @staticmethod
    def type_from_dlpack(dev_type: Any) -> str:
        """ "cpu" or "gpu" for a DLPack device type."""
        try:
            return _FROM_DLPACK[int(dev_type)]
        except KeyError:
            raise ArgumentError(
                f"DLPack device type {int(dev_type)} is neither a CPU nor a CUDA device"
            ) from None

    def __enter__(self) -> Device:
        _entered.devices.append(self)
        return self

    def __exit__(self, *exc: object) -> None:
        if not _entered.devices or _entered.devices[-1] is not self:
            raise ExecutionError(f"{self} is left in another order, or thread, than entered")
        _entered.devices.pop()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"devices are constants: cannot set {name} of {self}")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            kind, _, number = other.partition(":")
            same_id = not number or number == str(self.device_id)
            return _TYPES.get(kind) == self.device_type and same_id
        return self is other if isinstance(other, Device) else NotImplemented

    __hash__ = object.__hash__  # one object per device

    def __repr__(self) -> str:
        return f'Device("{self}")'

    def __str__(self) -> str:
        return "cpu" if self.device_id is None else f"gpu:{self.device_id}"

    def __reduce__(self) -> tuple[Any, ...]:
        # Does not probe the hardware: a value may be unpickled where there is no such GPU.
        return _intern, (self.device_type, self.device_id)


def entered_devices() -> list[Device]:
    """The devices this thread has entered, innermost last."""
    return list(_entered.devices)


def adopt_devices(devices: list[Device]) -> None:
    """Replace this thread's stack of entered devices."""
    _entered.devices = list(devices)


_known: dict[str, Device] = {}  # by name; a GPU enters once it is known to exist


def _intern(kind: str, number: int | None) -> Device:
    name = kind if number is None else f"{kind}:{number}"
    found = _known.get(name)
    if found is None:
        found = object.__new__(Device)
        object.__setattr__(found, "device_type", kind)
        object.__setattr__(found, "device_id", number)
        found = _known.setdefault(name, found)
    return found


Device.CPU = _intern("cpu", None)
DeviceLike = Union[Device, str, "torch.device"]  # what device() reads


@overload
def device(obj: None, id: int | None = None) -> None: ...
@overload
def device(obj: object, id: int | None = None) -> Device: ...
def device(obj: object, id: int | None = None) -> Device | None:
    """Parses a device: a Device, "cpu", "gpu", "gpu:1", "cuda:1" or a torch.device; None is None.

    >>> device("cpu") is Device.CPU
    True
    """
    if obj.__class__ is Device:
        if id is not None:
            raise ArgumentError(f"{obj} already has a number: id={id} cannot be given as well")
        return obj
    if isinstance(obj, str):
        return Device(obj, id)
    if obj is None:
        return None
    torch_device = getattr(sys.modules.get("torch"), "device", None)
    if torch_device is not None and isinstance(obj, torch_device):
        return Device(obj.type, obj.index if id is None else id)
    raise ArgumentTypeError(f"cannot read {brief(obj)} as a device. {_valid(obj)}")


class _Probe:
    """GPU queries, registered by the cuda lane."""

    count: Callable[[], int] = staticmethod(lambda: 0)
    current: Callable[[], int] = staticmethod(lambda: 0)
    why_none: Callable[[], str] = staticmethod(
        lambda: 'install the part for your driver: pip install "headrace[cuda13]" (or [cuda12])'
    )


_probe = _Probe()


def register_gpu(
    count: Callable[[], int],
    *,
    current: Callable[[], int] | None = None,
    why_none: Callable[[], str] | None = None,
) -> None:
    """Called by the cuda lane: how to count GPUs, find the current one, explain why there is none.

    The callbacks run only when somebody asks for a GPU, so they may import what they need.
    """
    _probe.count = count
    if current is not None:
        _probe.current = current
    if why_none is not None:
        _probe.why_none = why_none


def gpu_count() -> int:
    """How many GPUs this process can use; 0 where the cuda lane is not installed."""
    return _probe.count()


def _check_gpu(number: int | None) -> None:
    count = gpu_count()
    if count == 0:
        raise DeviceError(
            f'no GPU can be used here: {_probe.why_none()}. device="cpu" always works'
        )
    if number is not None and not 0 <= number < count:
        there = "gpu:0" if count == 1 else f"gpu:0 to gpu:{count - 1}"
        raise DeviceError(f"there is no gpu:{number}: this machine has {there}")


def _parse(name: object, number: int | None) -> tuple[str, int | None]:
    if not isinstance(name, str):
        raise ArgumentTypeError(f"a device is named by a string, not {brief(name)}. {_valid(name)}")
    kind, colon, text = name.partition(":")
    if kind == "mixed":
        raise ArgumentError(
            '"mixed" is a word of pipeline mode (CPU input, GPU output); '
            'dynamic mode says device="gpu" for it'
        )
    if kind not in _TYPES:
        raise ArgumentError(f'there is no device "{name}". {_valid(name)}')
    if colon:
        if number is not None:
            raise ArgumentError(f'"{name}" already has a number: {number} cannot be given as well')
        try:
            number = int(text)
        except ValueError:
            raise ArgumentError(f'"{text}" in device "{name}" is not a number') from None
    if number is not None and (_TYPES[kind] == "cpu" or number < 0):
        rule = "the CPU has no number" if kind == "cpu" else "GPUs are numbered from 0"
        raise ArgumentError(f'there is no device {number} of type "{kind}": {rule}')
    return _TYPES[kind], number


def _valid(name: object) -> str:
    return hint(name, ("cpu", "gpu", "gpu:N", "cuda", "cuda:N"))
