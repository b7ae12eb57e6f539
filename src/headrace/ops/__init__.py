"""Operators of pipeline mode as objects: `ops.Resize(size=[224, 224])(images)`.

import headrace.ops as ops
"""

from .. import fn as _fn  # loads the operators
from ..engine.namespaces import fill as _fill
from ..pipeline.classes import Compose, Operator
from ..pipeline.classes import classes as _classes

_fill(globals(), _classes())

__all__ = ["Compose", "Operator"]
