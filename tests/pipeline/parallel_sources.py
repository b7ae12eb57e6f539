"""Sources for workers, how workers are started, and whether processes live."""

from __future__ import annotations

import random
import time
from pathlib import Path

import numpy as np

A = np.array
KINDS = ["fork", "thread"]  # what is the same for both; "spawn" takes a second to start


def limited(info):
    if info.idx_in_epoch >= 9:
        raise StopIteration
    return A([info.idx_in_epoch, info.idx_in_batch, info.iteration, info.epoch_idx])


def batches(i):
    if i >= 3:
        raise StopIteration
    return [A([i]), A([i, i])]


def infos(info):
    if info.iteration >= 3:
        raise StopIteration
    return A([[info.iteration], [info.epoch_idx]])


def numbers():
    for i in range(4):
        yield A([i, i + 10])


def singles():
    yield from range(5)


def slow(info):
    """Takes any time: answers come in any order."""
    time.sleep(random.Random(info.idx_in_epoch).random() * 0.004)
    return np.full(5, info.idx_in_epoch)


def pairs(info):
    return np.full((info.idx_in_batch + 1, 3), info.idx_in_epoch, np.uint8), info.idx_in_epoch / 2


def many(info):
    return np.full((300, 300, 3), info.idx_in_epoch % 200, np.uint8)


class Mine(Exception):
    pass


def alive(pid: int) -> bool:
    """Whether a process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_until(what, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)
