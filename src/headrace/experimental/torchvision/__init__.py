"""DALI's location of the torchvision transforms: `headrace.experimental.torchvision.v2`."""

import sys as _sys

from ...torchvision import tv_tensors, v2

for _name, _module in (("v2", v2), ("v2.functional", v2.functional), ("tv_tensors", tv_tensors)):
    _sys.modules[f"{__name__}.{_name}"] = _module

__all__ = ["tv_tensors", "v2"]
