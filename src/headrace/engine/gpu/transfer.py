"""Uploads and downloads of native values; they are calls like any other."""

from __future__ import annotations

from typing import Any

from ... import _native
from ...core.device import Device
from ...core.site import caller_site
from ..invoke import invoke
from ..state import local
from . import streams

_specs: dict[tuple[str, int, int, int], Any] = {}


class Move:
    """A transfer of an operand before its call, from CPU to GPU or back."""

    __slots__ = ("_kernel", "_number", "_spec")

    def __init__(self, dtype: int, ndim: int, here: Device, to: Device) -> None:
        on_gpu = to.device_type == "gpu"
        self._kernel = "to_gpu" if on_gpu else "to_cpu"
        self._number = (to if on_gpu else here).device_id or 0
        key = (self._kernel, self._number, dtype, ndim)
        spec = _specs.get(key)
        if spec is None:
            spec = _native.make_spec(self._kernel, self._kernel, {}, [(dtype, ndim)])
            spec = _specs.setdefault(key, spec)
        self._spec = spec

    def __call__(self, native: Any) -> Any:
        """The value on the other device."""
        stream = streams.current(self._number)
        return invoke(self._spec, (native,), native.n, caller_site(), local.caller, stream)
