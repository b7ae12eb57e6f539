"""What both fronts need before the first call: errors of the native part, the cuda lane, an end."""

import atexit

from .. import _native
from . import ending
from . import errors as errors
from .gpu import lane as lane

_MOST_SECONDS = 60.0  # for calls that were made to finish


@atexit.register
def _end() -> None:
    _native.shutdown(ending.seconds(_MOST_SECONDS))
