"""Memory that worker processes and their pool share: samples go through it without a copy.

Segments are anonymous files (memfd): they have no name that could be left behind, and do not count
against the size of /dev/shm. A worker writes the samples of a task into one of its segments. The
pool maps it, and the arrays of the batch are views of it; when the last of them is gone the segment
is free, which the worker sees in its first byte.
"""

from __future__ import annotations

import ctypes
import marshal
import mmap
import os
import socket
import weakref
from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.arrays import Array
from ...core.dtype import dtype as read_dtype
from ...readers.user_data import Arrays, samples
from .messages import Answer

HEADER = 64  # its first byte: FREE, LENT or GONE
FREE, LENT, GONE = 0, 1, 2
ALIGNMENT = 64
LEAST = 1 << 16  # bytes of a new segment
SPARE = 4  # free segments that a worker keeps
MOST = 128  # segments in use that a pool maps (each is an open file); further ones are copied

# ---- the worker's side ---------------------------------------------------------------------------


class Segment:
    """A piece of memory that a worker made."""

    def __init__(self, number: int, size: int) -> None:
        self.number = number
        self.file = os.memfd_create("headrace", os.MFD_CLOEXEC)
        os.ftruncate(self.file, size)
        self.memory = mmap.mmap(self.file, size)

    @property
    def size(self) -> int:
        """Bytes, with the header."""
        return len(self.memory)

    def close(self) -> None:
        """Unmap it, and mark it as gone for the pool."""
        self.memory[0] = GONE
        self.memory.close()
        os.close(self.file)


class Store:
    """The segments of a worker.

    sender: where their files go, so that the memory outlives the worker.
    """

    def __init__(self, sender: socket.socket) -> None:
        self._segments: list[Segment] = []
        self._sender = sender
        self._made = 0

    def free(self) -> Segment:
        """The largest segment that nobody reads; a new one if there is none."""
        unused = [s for s in self._segments if s.memory[0] == FREE]
        unused.sort(key=lambda s: s.size)
        while len(unused) > SPARE:
            small = unused.pop(0)
            self._segments.remove(small)
            small.close()
        if unused:
            return unused[-1]
        self._made += 1
        segment = Segment(self._made, LEAST)
        socket.send_fds(self._sender, [self._made.to_bytes(8, "little")], [segment.file])
        self._segments.append(segment)
        return segment


class Rows:
    """Where the samples of an output are: runs of samples of one type and shape, evenly spaced."""

    def __init__(self, layout: str | None = None) -> None:
        self.layout = layout
        self._runs: list[list[Any]] = []  # name of the dtype, shape, first offset, stride, count
        self._last: tuple[Any, tuple[int, ...]] | None = None
        self._end = 0

    def may_continue(self, array: Array, at: int) -> bool:
        """Whether an array at this offset would be contiguous with the previous one."""
        return self._end == at and self._last == (array.dtype, array.shape)

    def add(self, array: Array, at: int) -> None:
        """One more sample."""
        self._end = at + array.nbytes
        if self._last == (array.dtype, array.shape):
            run = self._runs[-1]
            if run[4] == 1:
                run[3] = at - run[2]
            if run[2] + run[3] * run[4] == at:
                run[4] += 1
                return
        self._last = (array.dtype, array.shape)
        self._runs.append([array.dtype.name, array.shape, at, 0, 1])

    def describe(self) -> Any:
        """What `read_arrays` reads."""
        return (False, self.layout, self._runs)


class Writer:
    """Puts the samples of one task into a segment, one after the other."""

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        self._at = HEADER

    def put(self, array: Array, align: bool = True) -> int:
        """Copy an array; returns where it is."""
        at = -(-self._at // ALIGNMENT) * ALIGNMENT if align else self._at
        self._room(at + array.nbytes)
        if array.nbytes:
            place: Array = np.ndarray(array.shape, array.dtype, self.segment.memory, at)
            place[...] = array
        self._at = at + array.nbytes
        return at

    def add(self, array: Array, rows: Rows) -> None:
        """Copy a sample of an output; equal ones that follow each other form one block."""
        rows.add(array, self.put(array, align=not rows.may_continue(array, self._at)))

    def put_arrays(self, given: Arrays) -> Any:
        """Copy an output of a batch; returns its description."""
        if given.whole:
            (array,) = given.arrays
            return (True, given.layout, [[array.dtype.name, array.shape, self.put(array), 0, 1]])
        rows = Rows(given.layout)
        for array in given.arrays:
            self.add(array, rows)
        return rows.describe()

    def finish(self, description: bytes) -> tuple[int, int]:
        """Hand the segment over; returns where the description is, and its length."""
        at = self.put(np.frombuffer(description, np.uint8))
        self.segment.memory[0] = LENT
        return at, len(description)

    def _room(self, end: int) -> None:
        if end > self.segment.size:
            size = 1 << (end - 1).bit_length()  # pages that nobody touches take no memory
            self.segment.memory.resize(size)


# ---- the pool's side -----------------------------------------------------------------------------


class Mapping:
    """A worker's segment, in the pool's process."""

    def __init__(self, file: int, size: int) -> None:
        try:
            self.memory = mmap.mmap(file, size)
        finally:
            os.close(file)
        self.lease: weakref.ref[Any] | None = (
            None  # the block that arrays are views of, while it is lent
        )

    def block(self) -> Any:
        """An object over the memory, of which arrays can be views."""
        return (ctypes.c_ubyte * len(self.memory)).from_buffer(self.memory)


class Memory:
    """The segments of all workers of a pool, by process and number.

    Arrays may be freed at any point, even in a signal handler: the callback only records it, and
    `collect` gives the segments back.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], Mapping] = {}
        self._sockets: dict[
            int, socket.socket
        ] = {}  # by process id: receive the segments' file descriptors
        self._lent: dict[int, Mapping] = {}  # by id() of the lease
        self._over: deque[weakref.ref[Any]] = deque()  # leases that ended
        self._held: list[Any] = []  # blocks of answers that are being filed

    def expect(self, process: int, sender: socket.socket) -> None:
        """Receive the file descriptors of a process from this socket."""
        self._sockets[process] = sender

    def read(self, process: int, answer: Answer) -> tuple[memoryview, bytes]:
        """The memory of an answer, and the description in it. The segment is lent until all arrays
        over it are freed. Reading an answer again, after an interrupt, returns the same block.
        Raises OSError if the process, and its memory, is gone."""
        mapping = self._find(process, answer)
        block = None if mapping.lease is None else mapping.lease()
        if block is None:
            block = mapping.block()
            self._held.append(block)
            mapping.lease = weakref.ref(block, self._over.append)
            self._lent[id(mapping.lease)] = mapping
        view = memoryview(block).toreadonly()
        if len(self._known) > MOST:
            view = memoryview(bytes(view))
        return view, bytes(view[answer.at : answer.at + answer.length])

    def filed(self) -> None:
        """All answers are stored: from now on only arrays keep their blocks alive."""
        self._held.clear()

    def collect(self) -> None:
        """Return segments that nobody reads any more to their workers."""
        while self._over:
            mapping = self._lent.pop(id(self._over.popleft()), None)
            if mapping is not None:
                mapping.lease = None
                mapping.memory[0] = FREE

    def _find(self, process: int, answer: Answer) -> Mapping:
        key = (process, answer.segment)
        mapping = self._known.get(key)
        if mapping is None:
            self._sweep()
            file = self._receive(process, answer)
            mapping = self._known[key] = Mapping(file, answer.bytes)
        elif len(mapping.memory) < answer.bytes:
            mapping.memory.resize(answer.bytes)
        return mapping

    def _receive(self, process: int, answer: Answer) -> int:
        """The file descriptor of a segment. The process sent it when it made the segment; if an
        interrupt lost it, it is opened again through /proc."""
        while True:
            try:
                number, files, _, _ = socket.recv_fds(self._sockets[process], 8, 1)
            except BlockingIOError:
                number, files = b"", []
            if not files:
                return os.open(f"/proc/{process}/fd/{answer.file}", os.O_RDWR | os.O_CLOEXEC)
            if int.from_bytes(number, "little") == answer.segment:
                return files[0]
            os.close(files[0])

    def _sweep(self) -> None:
        """Forget segments that their workers gave up."""
        for key, mapping in list(self._known.items()):
            if mapping.memory[0] == GONE and mapping.lease is None:
                del self._known[key]

    def forget(self, process: int) -> None:
        """Forget the segments of a worker that is gone; those in use live on in their arrays."""
        for key in [k for k in self._known if k[0] == process]:
            del self._known[key]
        sender = self._sockets.pop(process, None)
        if sender is not None:
            sender.close()

    def sizes(self) -> list[int]:
        """Bytes of every segment."""
        return [len(m.memory) for m in self._known.values()]


def read_arrays(view: memoryview, description: Sequence[Any]) -> list[Arrays]:
    """The outputs of an answer, as read-only arrays over the memory."""
    outputs = []
    for whole, layout, runs in description:
        blocks = [_block(view, *run) for run in runs]
        if whole:
            outputs.append(Arrays([blocks[0][0]], True, layout))
        elif len(blocks) == 1 and blocks[0].flags.c_contiguous:
            outputs.append(Arrays(blocks, True, layout))
        else:
            outputs.append(Arrays([a for block in blocks for a in samples(block)], layout=layout))
    return outputs


def _block(
    view: memoryview, name: str, shape: tuple[int, ...], at: int, distance: int, count: int
) -> Array:
    """A run of samples, as one array with an outer axis."""
    dtype = read_dtype(name).numpy
    if 0 in shape:
        return np.empty((count, *shape), dtype)
    one: Array = np.ndarray(shape, dtype, view, at)
    strides = (distance or one.nbytes, *one.strides)
    block: Array = np.ndarray((count, *shape), dtype, view, at, strides)
    return block


def pack_description(outputs: list[Any]) -> bytes:
    """Descriptions of outputs as bytes."""
    return marshal.dumps(outputs)


def unpack_description(data: bytes) -> list[Any]:
    """Reverse `pack_description`."""
    return marshal.loads(data)  # type: ignore[no-any-return]
