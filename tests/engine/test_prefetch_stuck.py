"""Generators and sources that never return: leaving the loop, Ctrl-C and the end of the program."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

pytestmark = pytest.mark.timeout(120)

HEAD = """
import os, signal, threading, time
import numpy as np
import headrace.dynamic as ndd
import headrace.engine.ahead

headrace.engine.ahead.EXIT_SECONDS = 0.5
signal.signal(signal.SIGINT, signal.default_int_handler)

def numbers():
    yield ndd.tensor([1, 2]) + 1
    yield ndd.tensor([3, 4]) + 1
    time.sleep(1000)

def arrays():
    for x in numbers():
        yield np.asarray(x)

def interrupt_soon():
    threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()

def interrupted(what):
    interrupt_soon()
    try:
        what()
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""
ENDS = {
    "exit in the loop": """
        for x in ndd.prefetch(numbers()):
            if x.tolist() == [4, 5]:
                break
        """,
    "exit with an item held": "p = ndd.prefetch(numbers()); next(p); next(p); time.sleep(0.2)",
    "interrupted": "interrupted(lambda: list(ndd.prefetch(numbers())))",
    "interrupted with": """
        def loop():
            with ndd.prefetch(numbers()) as items:
                for x in items:
                    pass
        interrupted(loop)
        """,
    "interrupted close": """
        p = ndd.prefetch(numbers(), depth=3)
        next(p); next(p); time.sleep(0.2)
        interrupted(p.close)
        """,
    "exit of a source": """
        source = ndd.ExternalSource(arrays)
        for x in source.captured(batch_size=2):
            if x.select(0).tolist() == [4, 5]:
                break
        """,
    "interrupted source": """
        source = ndd.ExternalSource(arrays)
        interrupted(lambda: list(source.captured(batch_size=2)))
        """,
    "interrupted call": "s = ndd.ExternalSource(arrays); s(); s(); interrupted(s)",
    "nested": """
        def outer():
            for x in ndd.prefetch(numbers()):
                yield x * 2
        interrupted(lambda: list(ndd.prefetch(outer())))
        """,
}


@pytest.mark.parametrize("how", ENDS)
def test_nothing_waits_for_a_generator_that_never_returns(how):
    done = subprocess.run(
        [sys.executable, "-c", HEAD + textwrap.dedent(ENDS[how])],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    said = "" if "exit" in how else "interrupted\n"
    assert (done.stdout, done.stderr, done.returncode) == (said, "", 0)


def test_a_function_in_a_pipeline_that_never_returns():
    done = subprocess.run(
        [sys.executable, "-c", HEAD + """
from headrace import fn, pipeline_def

@pipeline_def(batch_size=2)
def graph():
    x = fn.external_source(lambda i: np.full((2, 3), i))
    return fn.python_function(x, function=lambda a: time.sleep(1000) if a.any() else a)

pipe = graph()
pipe.run()
interrupted(pipe.run)
"""],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr, done.returncode) == ("interrupted\n", "", 0)
