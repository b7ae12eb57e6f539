"""Interrupts, forks, and the end of the program: nothing hangs, nothing is lost or printed."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest

pytestmark = pytest.mark.timeout(120)


_STRICT = ("-W", "error", "-W", "ignore::ResourceWarning")


def run_python(code, **more):
    return subprocess.run(
        [sys.executable, *_STRICT, "-c", textwrap.dedent(code)],
        capture_output=True, text=True, timeout=100, **more,
    )  # fmt: skip


HEAD = """
import atexit
atexit.register(lambda: last_words())  # runs after all that Headrace registers
last_words = lambda: None
import os, random, signal, sys, threading, time, warnings
import numpy as np
from headrace import fn, pipeline_def, types

def make(function=lambda a: a, **more):
    @pipeline_def(batch_size=2, **more)
    def graph():
        x = fn.external_source(source=lambda i: np.full((2, 3), i))
        y = fn.random.uniform(range=[0, 0.4], shape=[50, 50], seed=1) + x[0]
        return fn.python_function(x + 0, function=function), fn.cast(y, dtype=types.INT32)
    return graph()
"""


def test_interrupts_at_any_moment():
    """Signals whose handler raises, all the time: whole iterations come, in order."""
    done = run_python(
        HEAD
        + """
signal.signal(signal.SIGALRM, signal.default_int_handler)
pipes = [make(prefetch_queue_depth=3), make(exec_async=False)]
last, interrupts, end = [-1, -1], 0, time.monotonic() + 6
rng = random.Random(1)
while time.monotonic() < end or min(last) < 30:
    k = rng.randrange(2)
    try:
        longest = 3e-3 * (1 + interrupts / 500)  # also a slow machine gets on
        signal.setitimer(signal.ITIMER_REAL, rng.uniform(1e-5, longest))
        x, y = pipes[k].run()
        signal.setitimer(signal.ITIMER_REAL, 0)
        number = int(x.at(0)[0])
        assert number > last[k]
        assert (y.at(1) == number).all()
        last[k] = number
    except KeyboardInterrupt:
        interrupts += 1
signal.setitimer(signal.ITIMER_REAL, 0)
for k, pipe in enumerate(pipes):
    after = [int(pipe.run()[0].at(0)[0]) for _ in range(10)]
    assert after == list(range(after[0], after[0] + 10)) and after[0] > last[k]
assert interrupts > 20, interrupts
print("fine")
"""
    )
    assert (done.stdout, done.returncode) == ("fine\n", 0), done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_forks():
    """A child makes pipelines of its own; an inherited one says so. The parent's goes on."""
    done = run_python(
        HEAD
        + """
warnings.simplefilter("ignore")
slow = make(lambda a: (time.sleep(0.05), a)[1], prefetch_queue_depth=4)
quick = make()
defined = make()
for pipe in (slow, quick):
    pipe.run()
saved = quick.checkpoint()
child = os.fork()
if child == 0:
    signal.alarm(30)  # a child that hangs is killed
    for pipe in (slow, quick):
        for use in (pipe.run, pipe.schedule_run, pipe.share_outputs, pipe.reset):
            try:
                use()
                os._exit(2)
            except RuntimeError as e:
                if "fork" not in str(e):
                    os._exit(3)
    for pipe in (make(), defined):
        for k in range(5):
            if int(pipe.run()[0].at(0)[0]) != k:
                os._exit(4)
    del slow, quick, pipe
    sys.exit(0)  # with all that happens at the end of a program
_, status = os.waitpid(child, 0)
for k in range(1, 6):
    assert int(slow.run()[0].at(0)[0]) == int(quick.run()[0].at(0)[0]) == k
sys.exit(os.waitstatus_to_exitcode(status))
"""
    )
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize(
    "code",
    [
        "pipe = make(prefetch_queue_depth=5); pipe.run()",
        "pipe = make(lambda a: (time.sleep(0.02), a)[1], prefetch_queue_depth=5); pipe.run()",
        "pipe = make(); pipe.schedule_run()",
        "pipe = make(exec_async=False); out = pipe.run()",
        "pipe = make(); out = np.asarray(pipe.run()[0][0]); del pipe",
        "pipe = make(num_threads=3); pipe.run(); sys.exit(0)",
        "def f(a): raise ValueError\npipe = make(f); pipe.schedule_run()",
        "pipe = make(); out = pipe.run(); pipe.me = pipe, out",
        "p = make()\nt = threading.Thread(target=lambda: [p.run() for _ in range(200)]); t.start()",
        """
@pipeline_def(batch_size=2, py_num_workers=2)
def graph():
    return fn.external_source(source=lambda s: np.zeros(3), batch=False, parallel=True)
pipe = graph(); pipe.run()""",
        """
import atexit
pipe = make(lambda a: (time.sleep(0.02), a)[1], prefetch_queue_depth=4)
pipe.run()
atexit.register(pipe.run)
def last_words():
    rest = [int(pipe.run()[0].at(0)[0]) for _ in range(8)]
    if rest != list(range(2, 10)):
        print(rest)""",
    ],
)
def test_exits_with_iterations_under_way(code):
    done = run_python(HEAD + code)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
