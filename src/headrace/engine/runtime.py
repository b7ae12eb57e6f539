"""What both fronts need before the first call: errors, the memory limit, the cuda lane, an end."""

import atexit

from .. import _native
from . import errors as errors
from . import memory as memory
from .gpu import lane as lane

atexit.register(_native.shutdown)
