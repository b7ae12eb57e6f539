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

Which one: `bench/external_source.py` asks for samples one by one, with two workers. CPU time of a
sample in µs, workers included; in the last column DALI 2.4.0 with forked workers:

source                         no workers   fork  spawn  thread   DALI
a loop in plain Python                610    558    570     573    616
NumPy on 224×224×3 floats           3,395  3,510  3,701   3,458  3,663
zlib, 150 kB                          720    759    889     767    893
2 ms of sleep                          56     68     78      47     84
1080×1920×3 bytes, handed over      1,107  1,806  1,897     642  2,667

Workers cost little compared with the source itself, unless it returns many bytes: then threads do
best, because nothing is copied. A source that waits gives twice as many samples with two workers,
466 → 929 (fork) and 935 (thread) a second. A source that computes gains from free cores: in
processes always, in threads while it is in NumPy, in a decoder or in other code that releases the
GIL. Hence the default is "fork", and "thread" where Python has no GIL.
"""

from __future__ import annotations

import sys
from typing import Any

from ...core import errors
from ...core.site import caller_site
from .deadline import read_timeout
from .pool import WorkerPool
from .task_queue import Pool
from .threads import ThreadWorkers

METHODS = ("fork", "spawn", "thread")


def worker_pool(
    workers: int = 1,
    start_method: str | None = None,
    pickler: Any = None,
    timeout: Any = None,
) -> Pool:
    """A pool of so many workers; nothing is started yet.

    start_method: "fork", "spawn" or "thread"; None: threads if Python has no global lock, else
        "fork".
    pickler: pickles sources for spawned processes.
    timeout: seconds that one call of a source may take; None: what HEADRACE_WORKER_TIMEOUT says.
    """
    seconds = read_timeout(timeout)
    if workers < 1:
        raise errors.ArgumentError(
            "an external_source with parallel=True needs workers: py_num_workers is "
            f"{workers}. Make it positive, or leave parallel out",
            site=caller_site(),
        )
    given = default_start_method() if start_method is None else start_method
    method = errors.choice("py_start_method", given, METHODS)
    if method == "thread":
        return ThreadWorkers(workers, seconds)
    return WorkerPool(workers, method, pickler, seconds)


def default_start_method() -> str:
    """The start method where none is given."""
    locked = getattr(sys, "_is_gil_enabled", lambda: True)()
    return "fork" if locked else "thread"
