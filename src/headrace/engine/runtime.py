"""What both fronts need before the first call: errors, the memory limit, the cuda lane, an end."""

import atexit

from .. import _native
from . import ending
from . import errors as errors
from . import memory as memory
from .gpu import lane as lane

_MOST_SECONDS = 60.0  # for calls that were made to finish


@atexit.register
def _end() -> None:
    _native.shutdown(ending.seconds(_MOST_SECONDS))
