"""Faults on purpose: a campaign of the tests, to see that each kind is found."""

from __future__ import annotations

import os
import signal
import time

from .supervisor import Fault


def attempt(seed: int, number: int, folder: str) -> str:
    """Each number is another fault; the rest is fine."""
    if number == 1:
        raise AssertionError("never")
    if number == 2:
        os.kill(os.getpid(), signal.SIGSEGV)
    if number == 3:
        time.sleep(1000)
    if number == 4:
        raise Fault("said by the campaign")
    if number == 5:
        return "pattern " + os.environ["MALLOC_PERTURB_"]
    if number == 6:
        raise ValueError("as it should be")
    return "fine"
