"""Campaign: workers that are slow, raise or die, and servers that do the same."""

from __future__ import annotations

import gc
import http.server
import importlib.util
import os
import signal
import sys
import threading
import time
from typing import Any

import numpy as np

import headrace
import headrace.dynamic as ndd
from headrace import fn, pipeline_def

from .supervisor import Fault, Settings
from .values import Chance

LIMITS = Settings(deadline=120, forks=True)
REMOTE = all(importlib.util.find_spec(name) for name in ("fsspec", "aiohttp"))
BODY = bytes(range(256)) * 20


def attempt(seed: int, number: int, folder: str) -> str:
    chance = Chance(seed, "workers", number)
    if number % 2 and REMOTE:
        return served(chance, number)
    return fed(chance, number)


# ---- workers of external sources ---------------------------------------------------------------


class Source:
    """Gives numbers, until its time comes."""

    def __init__(self, how: str, when: int) -> None:
        self.how, self.when = how, when

    def __call__(self, info: Any) -> Any:
        if info.idx_in_epoch == self.when:
            if self.how == "raise":
                raise ValueError("of the source")
            if self.how == "exit":
                os._exit(3)
            if self.how == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            if self.how == "nonsense":
                return object()
            if self.how == "end":
                raise StopIteration
            if self.how == "slow":
                time.sleep(0.3)
            if self.how == "huge":
                return np.zeros((3000, 3000), np.uint8)
        return np.full((3, 4), info.idx_in_epoch, np.int64)


def fed(chance: Chance, number: int) -> str:
    how = chance.choice(("raise", "exit", "kill", "nonsense", "end", "slow", "huge"))
    when, workers = chance.randrange(12), chance.choice((1, 2, 3))
    print(f"case {number}: {workers} workers, {how} at {when}", file=sys.stderr, flush=True)

    depth = chance.choice((1, 2, 3))

    @pipeline_def(batch_size=3, num_threads=2, device_id=None, py_num_workers=workers,
                  py_start_method="fork", prefetch_queue_depth=depth)  # fmt: skip
    def graph() -> Any:
        return fn.external_source(Source(how, when), batch=False, parallel=True)

    pipe = graph()
    pipe.build()
    runs = 0
    try:
        for _ in range(6):
            (out,) = pipe.run()
            if how != "huge":
                first = [int(np.asarray(x).flat[0]) for x in out]
                if first != list(range(3 * runs, 3 * runs + 3)):
                    raise Fault(f"run {runs} gave {first}")
            runs += 1
        if how in ("raise", "exit", "kill", "nonsense", "end"):
            raise Fault(f"a source that does {how!r} went unnoticed")
    except (headrace.Error, RuntimeError, StopIteration, TypeError):
        if runs > when // 3:
            raise Fault(f"an error of run {when // 3} came only after {runs}") from None
    del pipe
    gc.collect()
    return f"fed {how}"


# ---- servers -------------------------------------------------------------------------------------


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers rightly, or not at all, or with something else."""

    how = "right"

    def do_HEAD(self) -> None:
        self.answer(False)

    def do_GET(self) -> None:
        self.answer(True)

    def answer(self, body: bool) -> None:
        if self.how == "close":
            self.connection.close()
            return
        if self.how == "error":
            self.send_error(500)
            return
        if self.how == "loop":
            self.send_response(302)
            self.send_header("Location", self.path)
            self.end_headers()
            return
        data = BODY
        promised = {"short": len(data) + 50, "lies": 3, "huge": 1 << 62}.get(self.how, len(data))
        self.send_response(200)
        self.send_header("Content-Length", str(promised))
        self.end_headers()
        if body:
            try:
                for at in range(0, len(data), 1000):
                    if self.how == "slow":
                        time.sleep(0.02)
                    self.wfile.write(data[at : at + 1000])
                    if self.how == "dies" and at > 2000:
                        break
            except OSError:
                return  # the reader has gone
        self.close_connection = True

    def log_message(self, *args: Any) -> None:
        """Says nothing."""


def served(chance: Chance, number: int) -> str:
    how = chance.choice(
        ("right", "close", "error", "loop", "short", "lies", "huge", "slow", "dies")
    )
    print(f"case {number}: a server that does {how!r}", file=sys.stderr, flush=True)
    handler = type("H", (Handler,), {"how": how})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    url = f"http://127.0.0.1:{server.server_address[1]}/a.bin"
    try:
        for data, _ in ndd.readers.File(files=[url]).next_epoch(batch_size=1):
            got = np.asarray(data.select(0)).tobytes()
            if how in ("right", "slow") and got != BODY:
                raise Fault("other bytes than the server sent")
            if how in ("close", "error", "loop", "short", "huge", "dies"):
                raise Fault(f"an answer that does {how!r} was taken for data: {len(got)} bytes")
        return f"served {how}"
    except headrace.Error:
        if how in ("right", "slow"):
            raise Fault("a right answer was refused") from None
        return f"served {how}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
