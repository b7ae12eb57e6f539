"""Workers of a pipeline: processes or threads that run sources with `parallel=True`.

    pool = worker_pool(py_num_workers, py_start_method, py_callback_pickler)
    for feeder in feeders: feeder.start(pool)
    pool.start()        # now rather than at the first task: a fork is best made early
    …                   # feeder.next(…), as ever
    pool.close()        # also done when the pool is dropped, and at the end of the program

Start methods:

"fork"    processes with everything that this one has in memory; nothing is pickled. The default.
"spawn"   fresh processes; sources are pickled (see pickling.py), and the main module is imported
          again, so it needs `if __name__ == "__main__":`.
"thread"  threads of this process.

Which one: what `bench/external_source.py` measures on two cores, in samples a second, for batches
of 64 and two workers:

FIGURES

So: threads for sources that wait or that spend their time in NumPy, decoders and other code that
lets go of the interpreter; processes for sources in plain Python.
"""

from __future__ import annotations

import sys
from typing import Any

from ...core import errors
from ...core.site import caller_site
from .pool import WorkerPool
from .threads import ThreadWorkers

METHODS = ("fork", "spawn", "thread")


def worker_pool(
    workers: int = 1, start_method: str | None = None, pickler: Any = None
) -> WorkerPool | ThreadWorkers:
    """A pool of so many workers; nothing is started yet.

    start_method: "fork", "spawn" or "thread"; None: threads where they run side by side (Python
        without a global lock), else "fork".
    pickler: pickles sources for spawned processes.
    """
    if workers < 1:
        raise errors.ArgumentError(
            "an external_source with parallel=True needs workers: py_num_workers is "
            f"{workers}. Make it positive, or leave parallel out",
            site=caller_site(),
        )
    method = default_start_method() if start_method is None else start_method
    if method not in METHODS:
        raise errors.ArgumentError(
            f"there is no py_start_method {start_method!r}. {errors.hint(method, METHODS)}",
            site=caller_site(),
        )
    if method == "thread":
        return ThreadWorkers(workers)
    return WorkerPool(workers, method, pickler)


def default_start_method() -> str:
    """What is used where nobody says."""
    locked = getattr(sys, "_is_gil_enabled", lambda: True)()
    return "fork" if locked else "thread"
