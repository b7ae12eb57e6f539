"""Servers that send too much, too little or nothing: every read of a URL ends, with an error."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import zlib

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace.readers import http_limits, paths, remote

pytest.importorskip("fsspec")
pytest.importorskip("aiohttp")

OK = b"HTTP/1.1 200 OK\r\n"
MEGABYTE = 1 << 20


class Server:
    """Answers every connection by a function of (connection, request) that may do anything."""

    def __init__(self, answer):
        self.answer, self.closing, self.requests = answer, threading.Event(), []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.threads = [threading.Thread(target=self.accept)]
        self.threads[0].start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.socket.getsockname()[1]}"

    def accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            thread = threading.Thread(target=self.serve, args=(connection,))
            self.threads.append(thread)
            thread.start()

    def serve(self, connection):
        with connection, contextlib.suppress(OSError):
            connection.settimeout(20)
            request = b""
            while b"\r\n\r\n" not in request:
                more = connection.recv(4096)
                if not more:
                    return
                request += more
            self.requests.append(request)
            self.answer(self, connection, request)

    def close(self):
        self.closing.set()
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        for thread in self.threads:
            thread.join(30)


@pytest.fixture
def serve():
    servers = []

    def start(answer):
        servers.append(Server(answer))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


@pytest.fixture(autouse=True)
def limits(monkeypatch):
    monkeypatch.setenv("HEADRACE_MAX_FILE_BYTES", str(16 * MEGABYTE))
    monkeypatch.setenv("HEADRACE_REMOTE_TIMEOUT", "30")


def silent(server, connection, request):
    server.closing.wait(60)


def endless(server, connection, request):
    connection.sendall(OK + b"Transfer-Encoding: chunked\r\n\r\n")
    while not server.closing.is_set():
        connection.sendall(b"10000\r\n" + bytes(0x10000) + b"\r\n")


def endless_without_length(server, connection, request):
    connection.sendall(OK + b"Connection: close\r\n\r\n")
    while not server.closing.is_set():
        connection.sendall(bytes(0x10000))


@functools.cache
def packed_zeros():
    packed = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join(packed.compress(bytes(MEGABYTE)) for _ in range(64)) + packed.flush()


def bomb(server, connection, request):
    """64 MiB in 64 KiB."""
    data = packed_zeros()
    head = b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(data)
    connection.sendall(OK + head + data)


def too_long(server, connection, request):
    connection.sendall(OK + b"Content-Length: %d\r\n\r\n" % (1 << 50) + bytes(1000))
    server.closing.wait(60)


def stalls(server, connection, request):
    connection.sendall(OK + b"Content-Length: 1000\r\n\r\n" + bytes(10))
    server.closing.wait(60)


def drips(server, connection, request):
    """A byte at a time: never silent, never done."""
    connection.sendall(OK + b"Content-Length: 1000000\r\n\r\n")
    while not server.closing.wait(0.2):
        connection.sendall(b"x")


def headers_without_end(server, connection, request):
    connection.sendall(OK)
    while not server.closing.is_set():
        connection.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")


ATTACKS = {
    silent: "did not answer in time.*HEADRACE_REMOTE_TIMEOUT",
    endless: "does not end.*HEADRACE_MAX_FILE_BYTES",
    endless_without_length: "does not end.*HEADRACE_MAX_FILE_BYTES",
    bomb: "does not end.*HEADRACE_MAX_FILE_BYTES",
    too_long: "1125899906842624 bytes, more than the limit.*HEADRACE_MAX_FILE_BYTES",
    stalls: "did not answer in time.*HEADRACE_REMOTE_TIMEOUT",
    drips: "too slow",
    headers_without_end: "cannot read",
}
QUIET = (silent, stalls, drips)


@pytest.fixture
def url(serve, attack, monkeypatch):
    """A server's; those that wait for nothing are given up soon."""
    if attack in QUIET:
        monkeypatch.setenv("HEADRACE_REMOTE_TIMEOUT", "1.5")
    return serve(attack).url


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda f: f.__name__)
def test_whole_files(url, attack):
    url += "/a.jpg"
    contents, _ = next(ndd.readers.File(files=[url]).next_epoch(batch_size=1))
    with pytest.raises(headrace.Error, match=ATTACKS[attack]) as e:
        contents.evaluate()
    assert isinstance(e.value, OSError) and url in str(e.value)


@pytest.mark.parametrize("attack", [silent, endless, bomb, stalls], ids=lambda f: f.__name__)
def test_lists_and_indices(url, attack):
    """Files that readers look into when they are made."""
    url += "/list.txt"
    with pytest.raises(headrace.Error, match=url):
        ndd.readers.File(file_list=url)
    with pytest.raises(headrace.Error, match=url):
        ndd.readers.Webdataset(paths=[url], ext=["jpg"])


@pytest.mark.parametrize("attack", [silent, endless, bomb, stalls], ids=lambda f: f.__name__)
def test_folders(url, attack):
    with pytest.raises(headrace.Error, match="cannot read|no file"):
        ndd.readers.File(file_root=f"{url}/data/")


def test_pages_that_lead_deeper_and_deeper(serve):
    def answer(server, connection, request):
        where = request.split(b" ")[1].rstrip(b"/")
        page = b'<a href="%s/x/">x</a><a href="%s/a.jpg">a</a>' % (where, where)
        head = b"Content-Type: text/html\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
        connection.sendall(OK + head % len(page) + page)

    server = serve(answer)
    with contextlib.suppress(headrace.Error):
        remote.find(f"{server.url}/data/")
    assert len(server.requests) < 200


def test_an_answer_within_the_limits(serve):
    """Compressed, without a length, in parts: all as before."""
    data = os.urandom(100_000)

    def answer(server, connection, request):
        path = request.split(b" ")[1]
        close = b"Connection: close\r\n"
        if path == b"/gzip":
            packed = zlib.compressobj(9, zlib.DEFLATED, 31)
            body = packed.compress(data) + packed.flush()
            head = b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(body)
            connection.sendall(OK + close + head + body)
        elif path == b"/chunked":
            connection.sendall(OK + close + b"Transfer-Encoding: chunked\r\n\r\n")
            for at in range(0, len(data), 1000):
                connection.sendall(b"3e8\r\n" + data[at : at + 1000] + b"\r\n")
            connection.sendall(b"0\r\n\r\n")
        else:
            connection.sendall(OK + close + b"Content-Length: %d\r\n\r\n" % len(data))
            if not request.startswith(b"HEAD"):
                connection.sendall(data)

    url = serve(answer).url
    files = [f"{url}/{name}" for name in ("gzip", "chunked", "plain")]
    contents, _ = next(ndd.readers.File(files=files).next_epoch(batch_size=3))
    assert [bytes(np.asarray(x)) for x in contents] == [data] * 3
    assert paths.read_bytes(files[2]) == data
    with paths.open_file(files[2]) as file:
        assert file.read(10) == data[:10]
        assert file.seek(-10, 2) == len(data) - 10
        assert file.read() == data[-10:]
        assert file.read() == b""


def test_parts_beyond_the_limit():
    parts = remote._Parts(None, "a", 1 << 40)
    with pytest.raises(OSError, match="a part of it has 67108864 bytes, more than the limit"):
        parts.read(0, 64 * MEGABYTE)


def test_a_missing_file_is_still_one(serve):
    def answer(server, connection, request):
        head = b"HTTP/1.1 404 Not Found\r\n"
        connection.sendall(head + b"Content-Length: 0\r\nConnection: close\r\n\r\n")

    with pytest.raises(FileNotFoundError):
        paths.read_bytes(f"{serve(answer).url}/a")


@pytest.mark.parametrize("name", ["HEADRACE_MAX_FILE_BYTES", "HEADRACE_REMOTE_TIMEOUT"])
@pytest.mark.parametrize("value", ["many", "0", "-1", "nan"])
def test_settings_that_are_no_numbers(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(headrace.Error, match=f"{name} is a number above 0"):
        http_limits.max_bytes(), http_limits.timeout()


INTERRUPT = """
import signal, socket, sys, threading, time
import headrace.dynamic as ndd
signal.signal(signal.SIGINT, signal.default_int_handler)  # a parent may have it ignored
s = socket.create_server(("127.0.0.1", 0))
def accept():
    kept = []
    while True:
        kept.append(s.accept())
        print("asked", flush=True)
threading.Thread(target=accept, daemon=True).start()
url = f"http://127.0.0.1:{s.getsockname()[1]}/a.jpg"
try:
    if sys.argv[1] == "sample":
        for batch in ndd.readers.File(files=[url]).next_epoch(batch_size=1): batch[0].evaluate()
    else:
        ndd.readers.File(file_list=url)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("what", ["sample", "list"])
def test_ctrl_c_while_a_server_is_silent(what):
    environment = {**os.environ, "HEADRACE_REMOTE_TIMEOUT": "10000"}  # longer than tests may take
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPT, what], stdout=subprocess.PIPE, env=environment, text=True
    ) as process:
        try:
            assert process.stdout.readline() == "asked\n"
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            while (line := process.stdout.readline()) == "asked\n":
                pass
            assert line == "interrupted\n"
        finally:
            process.kill()
