"""permute_batch, get_property: order and metadata of samples."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ...core import errors
from ...core.dtype import int32, uint8
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, PerSample


@operator(
    samples=[
        cases.Case([cases.images()], {"indices": cases.PerSample([0, 1, 2])}),
    ],
)
def permute_batch(input: Input, /, *, indices: PerSample[list[int]]):
    """Reorder the samples of a batch; samples may be repeated or omitted. No data is copied.

    indices: one index per sample of the result: a list, or a batch of numbers.

    >>> import headrace.dynamic as ndd
    >>> b = ndd.batch([[1], [2, 2], [3, 3, 3]])
    >>> ndd.permute_batch(b, indices=[2, 0, 0]).shape
    [(3,), (1,), (1,)]
    """
    if isinstance(indices, tuple) and indices and min(indices) < 0:
        raise errors.IndexError_(f"indices count samples from 0, got {min(indices)}")
    return kernel("permute_batch", input, indices=indices)


@reference(permute_batch)
def _permute_batch(x, *, layout, indices):
    """The identity: a single sample has no other permutation."""
    return x


@operator(
    samples=[
        cases.Case([cases.images()], {"key": "layout"}),
        cases.Case([cases.images()], {"key": "source_info"}),
        cases.Case([cases.images()], {"key": "decode_warnings"}),
    ],
)
def get_property(input: Input, /, *, key: Literal["source_info", "layout", "decode_warnings"]):
    """Return a property of each sample.

    key: "source_info" (the file of the sample, empty if unknown) or "layout", as uint8 arrays;
        "decode_warnings", the number of errors in its data that the image decoder corrected.

    >>> import headrace.dynamic as ndd
    >>> t = ndd.get_property(ndd.zeros(shape=[2, 3], layout="HW"), key="layout")
    >>> bytes(t.numpy())
    b'HW'
    """
    out = Out(uint8, 1)
    if key == "layout":
        return kernel("text", out=out, facts=True, text=input.layout or "")
    if key == "source_info":
        return kernel("source_info", input, out=out, facts=True)
    return kernel("decode_warnings", input, out=Out(int32, 0), facts=True)


@reference(get_property)
def _get_property(x, *, layout, key):
    if key == "decode_warnings":
        return np.zeros((), np.int32)
    return np.frombuffer((layout or "").encode() if key == "layout" else b"", np.uint8)
