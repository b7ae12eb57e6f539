"""What both fronts need before the first call: errors of the native part, the cuda lane, an end."""

import atexit

from .. import _native
from . import errors as errors
from .gpu import lane as lane

atexit.register(_native.shutdown)
