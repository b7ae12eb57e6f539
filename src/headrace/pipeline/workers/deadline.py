"""The time limit of workers: how long a call of a source may take, and the error of a late one."""

from __future__ import annotations

import math
import os
from typing import Any

from ...core import errors
from ...core.site import caller_site
from ...readers.user_source import UserSource

VARIABLE = "HEADRACE_WORKER_TIMEOUT"


def read_timeout(given: Any) -> float:
    """Seconds; None: from the environment variable, or infinity if that is not set."""
    name = "py_worker_timeout"
    if given is None:
        given, name = os.environ.get(VARIABLE) or math.inf, VARIABLE
    try:
        seconds = float(given)
    except (TypeError, ValueError):
        seconds = math.nan
    if not seconds > 0:
        raise errors.ArgumentError(
            f"{name} is a positive number of seconds, got {errors.brief(given)}", site=caller_site()
        )
    return seconds


def doing(source: UserSource, iteration: int, sample: int) -> str:
    """What a worker is busy with."""
    which = "" if source.batch else f"sample {sample} of "
    return f"{which}iteration {iteration} of {source.label}"


def too_late(worker: str, source: UserSource, iteration: int, sample: int, timeout: float) -> str:
    """The message about a call that did not return in time."""
    return (
        f"{source.described} did not return within {timeout:g} s (py_worker_timeout or {VARIABLE}):"
        f" {worker} was given up while it made {doing(source, iteration, sample)}"
    )
