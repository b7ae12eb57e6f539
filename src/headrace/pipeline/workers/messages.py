"""What a pool and its worker processes tell each other: records in pipes, numbers in a page.

Records have one size and are written and read whole, so that any worker may take the next task from
the pipe they share, and nothing is half written by a worker that dies.
"""

from __future__ import annotations

import marshal
import mmap
import os
import pickle
import struct
import traceback
from typing import Any, NamedTuple

import numpy as np

from ...readers.user_data import Arrays

RECORD = struct.Struct("<8q")  # its size divides that of a page, so pipes never split one
POLL_SECONDS = 1.0  # how often a waiting process checks that the other one is alive


class Task(NamedTuple):
    """Samples or a batch to be made."""

    ticket: int  # names the answer
    source: int  # number of the source in the pool
    iteration: int = 0
    epoch: int = 0
    first: int = 0  # its first sample, and how many
    samples: int = 0
    size: int = 0  # samples of the whole batch
    generation: int = 0  # of an iterable: how often it had ended before


END = Task(-1, -1)  # no more tasks
DONE, STOP, FAILED = 1, 2, 3  # the answers: data, the end of the source, an exception


class Answer(NamedTuple):
    """What became of a task; the rest is in a segment of shared memory."""

    state: int  # never 0: an empty record is all zeros
    ticket: int
    worker: int
    segment: int  # number of the segment in the worker
    file: int  # its file descriptor there
    bytes: int  # its size
    at: int  # where the description is
    length: int


class Failure(NamedTuple):
    """An exception of the source."""

    what: str  # "KeyError: 'x'"
    text: str  # the traceback
    sample: int  # in the batch; -1: a whole batch
    error: BaseException | None  # the exception itself, if it can be pickled


class Died(Exception):
    """A worker process ended by itself. The message says how, and what it was doing."""

    def again(self) -> Died:
        """A copy without traceback, to be raised again."""
        return type(self)(*self.args)


class Late(Died):
    """A worker was given up, because its source did not return in time."""


class Result(NamedTuple):
    """What became of a task, in the pool's process."""

    outputs: list[Arrays] | None = None  # None: the end of the source, or one of these:
    failure: Failure | None = None
    death: Died | None = None  # of the worker
    lost: bool = False  # perhaps no answer will come: submit it again


def describe(error: BaseException, sample: int) -> Failure:
    """An exception as text, without the frames of ours that called the source."""
    trace = error.__traceback__
    while trace is not None and _ours(trace):
        trace = trace.tb_next
    lines = traceback.format_exception(type(error), error, trace)
    what = "".join(traceback.format_exception_only(type(error), error)).strip()
    return Failure(what, "".join(lines), sample, error)


def _ours(trace: Any) -> bool:
    return str(trace.tb_frame.f_globals.get("__name__", "")).startswith("headrace.")


def pack_failure(f: Failure) -> bytes:
    """A failure as bytes, with the exception if it can be rebuilt."""
    try:
        kept = pickle.dumps(f.error)
        pickle.loads(kept)
    except Exception:  # whatever a user's class raises here, the text is enough
        kept = b""
    return marshal.dumps((f.what, f.text, f.sample, kept))


def unpack_failure(data: bytes) -> Failure:
    """Reverse `pack_failure`."""
    what, text, sample, kept = marshal.loads(data)
    error = None
    try:
        error = pickle.loads(kept) if kept else None
    except Exception as e:  # its class is not known here
        text += f"\n(the exception cannot be rebuilt here: {e})"
    return Failure(what, text, sample, error)


class Page:
    """Shared numbers of a pool's processes: whether the pool closes, which results are no longer
    wanted, and what every worker is doing."""

    FIELDS = 6  # of a worker: state, ticket, source, iteration, sample, since when (monotonic ns)
    NEVER = (1 << 63) - 1  # time of a worker that waits for the pool, not for a source
    # States. BEGINNING: loads the sources; TAKING: may have read a task from the pipe.
    IDLE, TAKING, BUSY, BEGINNING = range(4)

    def __init__(self, file: int, workers: int, sources: int) -> None:
        words = 1 + sources + Page.FIELDS * workers
        os.ftruncate(file, max(os.fstat(file).st_size, 8 * words))
        numbers = np.frombuffer(mmap.mmap(file, 8 * words), np.int64)
        self.closing = numbers[:1]
        self.unwanted = numbers[1 : 1 + sources]  # by source: results of tickets up to this one
        self.doing = numbers[1 + sources :].reshape(workers, Page.FIELDS)
