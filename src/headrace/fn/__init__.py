"""Operators of pipeline mode: functions that add a call to the graph being defined.

import headrace.fn as fn
"""

from ..engine.namespaces import fill as _fill
from ..operators import load as _load
from ..pipeline.functions import functions as _functions
from ..readers import load as _load_readers

_load()
_load_readers()
_fill(globals(), _functions())
