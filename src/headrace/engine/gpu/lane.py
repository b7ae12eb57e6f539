"""The Python side of the cuda lane: finding GPUs, compiling kernels, moving values.

Everything else is native (native/gpu): calls on GPU values are planned, composed and launched
without Python.
"""

from __future__ import annotations

import importlib.util
import os
from typing import Any

from ... import _native
from ...core import errors
from ...core.device import Device, register_gpu
from ...core.meta import Meta
from ...core.slots import slots
from . import cache, emulator, nvrtc, streams
from .transfer import Move

_wanted = os.environ.get("HEADRACE_GPU", "")
if _wanted in ("emulated", "recording"):
    _native.use_emulated_gpu(_wanted == "emulated")
elif _wanted:
    raise errors.ArgumentError(
        f'HEADRACE_GPU is "emulated" or "recording", or not set: {errors.brief(_wanted)}'
    )


def _compile(text: str, device: int) -> bytes:
    if _native.gpu_emulated():
        return os.fsencode(emulator.compile(text))
    return cache.image(text, _native.gpu_architecture(device))


def _count() -> int:
    return int(_native.gpu_count()) if _native.gpu_emulated() or _compiler_missing() is None else 0


def _compiler_missing() -> str | None:
    """Why kernels cannot be compiled; None if they can."""
    try:
        nvrtc.version()
    except errors.DeviceError as e:
        return str(e)
    return None


def _why_none() -> str:
    why = str(_native.gpu_why_none())
    return why or _compiler_missing() or "no GPU was found"


def _image_library() -> str:
    """The folder of nvImageCodec's library; empty if it is not installed."""
    found = importlib.util.find_spec("nvidia")
    for base in found.submodule_search_locations or () if found else ():
        folder = os.path.join(base, "nvimgcodec")
        if os.path.isdir(folder):
            return folder
    return ""


def _split() -> float:
    """The share of JPEGs that the CPU decodes while the hardware decoder does the rest."""
    text = os.environ.get("HEADRACE_DECODER_SPLIT", "0")
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise errors.ArgumentError(
            f"HEADRACE_DECODER_SPLIT is a share from 0 to 1, not {errors.brief(text)}"
        )
    return share


_native.set_gpu_compiler(_compile)
_native.set_gpu_decoder(_image_library())
_native.set_decoder_split(_split())
register_gpu(_count, why_none=_why_none)


def _moved(value: Any, to: Device) -> Any:
    m = value._m
    native = Move(m.dtype.id, m.ndim, m.device, to)(value._v)
    return type(value)._of(native, Meta.get(m.dtype, m.ndim, m.layout, m.batch, to))


def to_device(value: Any, where: Device, force_copy: bool = False) -> Any:
    """The value on a device; itself if it is already there."""
    here = value.device
    if where is here or (where.device_type == "cpu" and here.device_type == "cpu"):
        return slots.copy(value) if force_copy else value
    if here.device_type == "gpu" and where.device_type == "gpu":
        value = _moved(value, Device.CPU)
    return _moved(value, where)


slots.fill("to_device", to_device)
slots.fill("stream", streams.current)
