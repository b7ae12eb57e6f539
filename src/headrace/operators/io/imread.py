"""imread: reads and decodes image files."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from ...core import errors
from ...core.interop import as_batch, as_tensor
from ...core.site import caller_site
from ...core.value import Value
from ..decode.image import image
from .read import is_name, read


def imread(filepaths: Any, /, *, device: Any = "cpu", **arguments: Any) -> Any:
    """Read and decode images: returns a Tensor, or a Batch for a list.

    filepaths: the name of a file, a str or a Path, or a list of names; or encoded images in memory:
        the bytes of a file, a list of them, a Tensor or a Batch.
    The other arguments: as in `decoders.image`. Errors name the file.

    >>> import importlib.resources, headrace.dynamic as ndd
    >>> files = importlib.resources.files("headrace.tools") / "demo_images"
    >>> x = ndd.imread([files / "aurora.jpg", files / "balloons.jpg"], output_type="gray")
    >>> x.batch_size, x.layout, x.tensors[0].shape[-1]
    (2, 'HWC', 1)
    """
    return image(_encoded(filepaths), device=device, **arguments)


def _encoded(given: Any) -> Any:
    """The input of the decoder: encoded images, read from files if names are given."""
    if isinstance(given, Value):
        return given
    if isinstance(given, np.ndarray) and given.dtype.kind in "US":
        given = given.tolist()
    if is_name(given):
        return read(given)
    if isinstance(given, (list, tuple)):
        if all(is_name(x) for x in given):
            return read(given)
        if not any(is_name(x) for x in given):
            return as_batch([as_tensor(x) for x in given])
        raise errors.ArgumentTypeError(
            "give names or encoded data, not both in one list",
            operator="imread",
            site=caller_site(),
        )
    return as_tensor(given)


def _signature() -> inspect.Signature:
    """The signature of the decoder, with `filepaths` as its input."""
    own = list(inspect.signature(imread).parameters.values())[:2]
    decoder = inspect.signature(image).parameters.values()
    passed = [
        p for p in decoder if p.kind is p.KEYWORD_ONLY and p.name not in ("batch_size", "device")
    ]
    return inspect.Signature([*own, *passed])


imread.__signature__ = _signature()  # type: ignore[attr-defined]
