"""Campaign: random programs over many operators in threads, with forks, Ctrl-C and exceptions.

What a call gives is known from a quiet call of the same case before; whatever happens around it, it
gives the same.
"""

from __future__ import annotations

import functools
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import headrace.dynamic as ndd
from headrace.engine.cases import Sample

from ..harness import calls
from .operators import digest
from .supervisor import Fault, Settings
from .values import Chance

LIMITS = Settings(deadline=120, forks=True)
MODES = (None, "deferred", "sync_cpu", "sync_full", "eager")


@functools.cache
def bounds() -> list[calls.Bound]:
    return [b for b in calls.given() if b.case.inputs and isinstance(b.case.inputs[0], Sample)]


@functools.cache
def expected(at: int) -> str:
    return digest(bounds()[at].whole())


def some_calls(chance: Chance, count: int) -> None:
    """Calls in some mode, checked; between them what is refused, dropped or left pending."""
    mode = chance.choice(MODES)
    pending = []
    for _ in range(count):
        at = chance.randrange(len(bounds()))
        bound = bounds()[at]
        how = chance.randrange(8)
        if how == 0 and not bound.definition.name.startswith("_"):  # refused
            try:
                bound.whole(nonsense=1)
            except TypeError:
                continue
            raise Fault("an unknown argument was taken")
        made = bound.whole() if mode is None else in_mode(mode, bound.whole)
        if how == 1:
            continue  # nobody looks at it
        pending.append((at, made))
        if chance.often(50):
            chance.shuffle(pending)
            check(*pending.pop())
    for at, made in pending:
        check(at, made)


def in_mode(mode: str, f: Callable[[], Any]) -> Any:
    with getattr(ndd.EvalMode, mode):
        return f()


def check(at: int, made: Any) -> None:
    got, want = digest(made), expected(at)
    if got != want:
        raise Fault(f"{bounds()[at].name} gave another result beside other threads")


def attempt(seed: int, number: int, folder: str) -> str:
    chance = Chance(seed, "mixed", number)
    chosen = [Chance(seed, "mixed", number, k) for k in range(chance.choice((1, 2, 5)))]
    print(f"case {number}: {len(chosen)} threads", file=sys.stderr, flush=True)
    some_calls(Chance(seed, "mixed", number, "warm"), 2)
    errors: list[BaseException] = []

    def thread(c: Chance) -> None:
        try:
            some_calls(c, 8)
        except BaseException as e:
            errors.append(e)

    threads = [threading.Thread(target=thread, args=(c,)) for c in chosen]
    for t in threads:
        t.start()
    events = [chance.choice((forked, interrupted, threads_changed)) for _ in range(2)]
    for event in events:
        event(chance)
    for t in threads:
        t.join()
    if errors:
        raise Fault(f"{type(errors[0]).__name__} in a thread: {errors[0]}") from errors[0]
    return "mixed " + " ".join(event.__name__ for event in events)


def forked(chance: Chance) -> None:
    """A child makes calls of its own, whatever threads do at that moment; it may die."""
    dies = chance.often(30)
    key = chance.getrandbits(32)
    pid = os.fork()
    if pid == 0:
        try:
            some_calls(Chance(key), 4)
            if dies:
                os.kill(os.getpid(), signal.SIGKILL)
            os._exit(0)
        except BaseException as e:
            print(f"in a forked child: {type(e).__name__}: {e}", file=sys.stderr, flush=True)
            os._exit(1)
    until = time.monotonic() + LIMITS.deadline / 2
    while True:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            break
        if time.monotonic() > until:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            raise Fault("a forked child hangs")
        time.sleep(0.005)
    code = os.waitstatus_to_exitcode(status)
    if code != (-signal.SIGKILL if dies else 0):
        raise Fault(f"a forked child ended with {code}")


def interrupted(chance: Chance) -> None:
    """Ctrl-C while this thread calls and waits; then the same calls work."""
    delay = chance.random() * 0.02
    timer = threading.Timer(delay, os.kill, (os.getpid(), signal.SIGINT))
    try:
        timer.start()
        until = time.monotonic() + delay + 0.05
        while time.monotonic() < until:
            x = ndd.batch([np.full((64, 64, 3), 7, np.uint8)] * 4, layout="HWC")
            ndd.resize(ndd.flip(x), size=[50, 50]).evaluate()
        timer.join()
        time.sleep(0.01)
    except KeyboardInterrupt:
        pass
    timer.join()
    some_calls(Chance(chance.getrandbits(32)), 2)


def threads_changed(chance: Chance) -> None:
    """Another number of worker threads while there is work."""
    before = ndd.get_num_threads()
    ndd.set_num_threads(chance.choice((1, 2, 3, 7)))
    some_calls(Chance(chance.getrandbits(32)), 2)
    ndd.set_num_threads(before)
