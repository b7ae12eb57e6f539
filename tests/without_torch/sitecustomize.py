"""Hides torch from every process whose PYTHONPATH begins here: `make test TORCH=no`.

Python imports this module by itself when it starts. The finder of modules in folders is asked last
and does not find them: `import torch` fails as it does where torch is not installed, and
`find_spec` gives None.
"""

from __future__ import annotations

from importlib import machinery
from typing import Any

HIDDEN = ("torch", "torchdata", "torchvision")

_find = machinery.PathFinder.find_spec


@classmethod  # type: ignore[misc]
def _find_others(cls: type, fullname: str, path: Any = None, target: Any = None) -> Any:
    return None if fullname in HIDDEN else _find(fullname, path, target)


machinery.PathFinder.find_spec = _find_others  # type: ignore[method-assign, assignment]
