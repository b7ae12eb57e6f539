"""Set-up shared by both modes: errors, the memory limit, the cuda lane, the end of the program."""

import atexit

from .. import _native
from . import ending
from . import errors as errors
from . import memory as memory
from .gpu import lane as lane

_MOST_SECONDS = 60.0  # longest wait at exit for calls to finish


@atexit.register
def _end() -> None:
    _native.shutdown(ending.seconds(_MOST_SECONDS))
