"""DALI's location of dynamic mode: `import headrace.experimental.dynamic as ndd`."""

import sys as _sys

from .. import dynamic

_sys.modules[f"{__name__}.dynamic"] = dynamic

__all__ = ["dynamic"]
