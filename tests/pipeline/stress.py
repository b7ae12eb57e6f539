"""Pipelines to put under stress, tests in processes of their own, waiting for ends."""

from __future__ import annotations

import functools
import gc
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np

from headrace import fn, pipeline_def, types
from headrace.pipeline.graph_hooks import NodeHooks


def arrays(outputs):
    return [np.stack([np.asarray(x) for x in out]) for out in outputs]


def counting(**settings):
    """Iteration k gives k, through a function of Python."""

    @pipeline_def(**{"batch_size": 2, **settings})
    def graph():
        x = fn.external_source(source=lambda i: np.full((2, 3), i))
        return fn.python_function(x + 0, function=lambda a: a) + 0

    return graph()


def everything(folder, **settings):
    """A graph of everything: readers, sources, functions, branches, random numbers, constants."""

    @pipeline_def(**{"batch_size": 4, "seed": 3, **settings})
    def graph():
        data, label = fn.readers.file(file_root=folder, random_shuffle=True)
        x = fn.external_source(source=lambda i: [np.full((2 + k, 3), i) for k in range(4)])
        y = fn.python_function(x, function=lambda a: a * 2)
        z = fn.cast(y, dtype=types.FLOAT) * fn.random.uniform(range=[0, 1])
        branch = NodeHooks()
        flag = fn.random.coin_flip(dtype=types.BOOL)
        branch.enter(flag, True)
        a = fn.cast(data, dtype=types.FLOAT) + fn.random.normal(shape=[3])
        branch.leave()
        branch.enter(flag, False)
        b = fn.cast(data, dtype=types.FLOAT) - types.Constant(np.arange(3, dtype=np.float32))
        branch.leave()
        return x, z, label, branch.merge(flag, a, b), types.Constant(np.arange(5), device="cpu")

    return graph()


def eventually(condition, collect=True):
    """Whether it holds soon: threads and processes end when they get round to it."""
    for k in range(400):
        if condition():
            return True
        if collect and k % 50 == 0:
            gc.collect()
        time.sleep(0.02)
    return False


def alone(test):
    """Run a test in a process of its own: it counts what belongs to the whole process."""

    @functools.wraps(test)
    def run(*args, **kwargs):
        if os.environ.get("HEADRACE_TEST_ALONE"):
            test(*args, **kwargs)
            return
        node = os.environ["PYTEST_CURRENT_TEST"].rsplit(" ", 1)[0]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", node],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "HEADRACE_TEST_ALONE": "1"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    return run


def backgrounds():
    """Threads of pipelines."""
    return sum(t.name == "headrace-pipeline" for t in threading.enumerate())
