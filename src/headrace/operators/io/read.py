"""io.file.read: reads files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from ...core import errors
from ...core.dtype import int8, uint8
from ...core.interop import as_batch, as_tensor
from ...core.value import Value
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input


def is_name(x: Any) -> bool:
    """Whether a value is a file name: a str or a Path."""
    return isinstance(x, (str, os.PathLike))


def file_names(names: Any) -> Value:
    """File names as an input of the operator: one uint8 sample each."""
    if isinstance(names, np.ndarray) and names.dtype.kind in "US":
        names = names.tolist()
    if is_name(names):
        return as_tensor(_text(names))
    if not isinstance(names, (list, tuple)) or not all(
        is_name(n) or isinstance(n, bytes) for n in names
    ):
        return as_tensor(names)
    if not names:
        raise errors.ArgumentError("the list of file names is empty")
    return as_batch([_text(name) for name in names])


def _text(name: Any) -> np.ndarray:
    return np.frombuffer(os.fsencode(name), np.uint8)


@operator(
    "io.file.read",
    convert=file_names,
    unused=["dont_use_mmap"],
    cpu_only="it reads files",
)
def read(
    filepaths: Input,
    /,
    *,
    dont_use_mmap: bool = False,
    use_o_direct: bool = False,
):
    """Read whole files, each as a 1-D uint8 array.

    Names are str or Path, a list of them for a batch, or 1-D uint8 values with their bytes. They
    are kept as `get_property(x, "source_info")`, so that errors of a decoder can name the file.
    Files are read on the worker threads.

    use_o_direct: bypass the page cache, where the file system supports it.
    dont_use_mmap: no effect: files are never mapped, so a file that shrinks while it is read raises
        an error instead of a SIGBUS.

    >>> import pathlib, tempfile, headrace.dynamic as ndd
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "a").write_bytes(b"abc"), (folder / "b").write_bytes(b"hello")
    >>> ndd.io.file.read(folder / "a")
    Tensor([97 98 99], dtype=u8, device="cpu")
    >>> ndd.io.file.read([folder / "a", folder / "b"]).shape
    [(3,), (5,)]
    """
    if filepaths.dtype not in (uint8, int8) or filepaths.ndim != 1:
        raise errors.ArgumentTypeError(
            "a file name is text, or its bytes as a 1-D uint8 value, "
            f"got {filepaths.dtype} with {filepaths.ndim} dimensions"
        )
    return kernel("read_file", filepaths, out=Out(uint8, 1), direct=use_o_direct)


@reference(read)
def _read(name, *, layout, dont_use_mmap, use_o_direct):
    return np.frombuffer(Path(os.fsdecode(name.tobytes())).read_bytes(), np.uint8)
