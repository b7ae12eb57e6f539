"""HTTP responses with limits on size, idle time and speed, for fsspec's HTTP file system.

fsspec's client is given a response class of ours, so that every read of a body passes through here.
"""

from __future__ import annotations

import functools
import importlib
import os
import time
from typing import Any

from ..core import errors

MAX_BYTES = 4 << 30
UNTOLD = 16  # responses that are compressed, or have no length, may have 1/16 of the limit
MAX_PAGE = 64 << 20  # bytes of a page that lists files
TIMEOUT = 60.0  # seconds without a byte
SLOWEST = 64 << 10  # bytes in a second, after the first minute
LISTING = 10  # a listing of a whole folder may take so many times the time-out


def _setting(name: str, default: float) -> float:
    text = os.environ.get(name)
    if not text:
        return default
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not value > 0:
        raise errors.ArgumentError(f"{name} is a number above 0, got {errors.brief(text)}")
    return value


def max_bytes() -> int:
    """The most bytes that one read of a URL may bring: a file, or a part of it.

    2**32, or what HEADRACE_MAX_FILE_BYTES says.

    >>> max_bytes() > 0
    True
    """
    return int(min(_setting("HEADRACE_MAX_FILE_BYTES", MAX_BYTES), 2.0**62))


def timeout() -> float:
    """After how many seconds without a byte a server is given up.

    60, or what HEADRACE_REMOTE_TIMEOUT says.
    """
    return min(_setting("HEADRACE_REMOTE_TIMEOUT", TIMEOUT), 1e6)


def deadline(size: int) -> float:
    """Seconds that so many bytes may take."""
    return timeout() + size / SLOWEST


def check_size(size: int, what: str = "it has") -> None:
    """One read is within the limit."""
    if size > max_bytes():
        raise OSError(
            f"{what} {size} bytes, more than the limit of {max_bytes()}, which "
            "HEADRACE_MAX_FILE_BYTES can raise"
        )


@functools.cache
def _answer_class() -> type[Any]:
    aiohttp = importlib.import_module("aiohttp")

    class Answer(aiohttp.ClientResponse):  # type: ignore[misc,name-defined]
        """An answer whose body is read within limits."""

        _body: Any

        async def read(self) -> bytes:
            if self._body is None:
                told = self.content_length
                if told is not None and "Content-Encoding" not in self.headers:
                    check_size(told)
                    most = max_bytes()
                else:
                    most = max_bytes() // UNTOLD
                self._body = await self._bounded(most)
            return self._body  # type: ignore[no-any-return]

        async def text(self, *args: Any, **kwargs: Any) -> str:
            if self._body is None:
                self._body = await self._bounded(min(MAX_PAGE, max_bytes()))
            return str(await super().text(*args, **kwargs))

        async def _bounded(self, most: int) -> bytearray:
            """The body. It is received in pieces: what comes after the limit is never held."""
            body, begin = bytearray(), time.monotonic()
            try:
                async for piece in self.content.iter_any():
                    body += piece
                    if len(body) > most:
                        raise OSError(
                            f"its answer does not end after {len(body)} bytes; without a length "
                            f"or compressed, it may have 1/{UNTOLD} of the limit of {max_bytes()}, "
                            "which HEADRACE_MAX_FILE_BYTES can raise"
                        )
                    if time.monotonic() - begin > deadline(len(body)):
                        raise OSError(
                            f"its answer is too slow: {len(body)} bytes in "
                            f"{time.monotonic() - begin:.0f} s"
                        )
            except BaseException:
                self.close()
                raise
            await self.release()
            return body

    return Answer


def client_options(given: dict[str, Any]) -> dict[str, Any]:
    """Options of aiohttp's client: what the user's configuration gives, within the limits."""
    aiohttp = importlib.import_module("aiohttp")
    quiet = timeout()
    waits = aiohttp.ClientTimeout(total=None, connect=quiet, sock_connect=quiet, sock_read=quiet)
    return {"timeout": waits, **given, "response_class": _answer_class()}
