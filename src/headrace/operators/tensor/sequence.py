"""element_extract, sequence_rearrange, per_frame: arrays whose first axis is frames."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core import errors
from ...engine import cases
from ...engine.operator import Lowered, Out, kernel, operator, reference
from ...engine.params import Input, PerSample


def _length(element_map: Any) -> int:
    return len(element_map) if isinstance(element_map, (list, tuple)) else 1


def _check_sequence(input: Any) -> None:
    if input.ndim == 0:
        raise errors.ShapeError("a single number is no sequence: needs at least one axis")
    if input.layout and input.layout[0] != "F":
        raise errors.LayoutError(
            f'a sequence has F as its first axis, the layout is "{input.layout}"'
        )


@operator(
    outputs=lambda _, arguments: _length(arguments["element_map"]),
    samples=[
        cases.Case(
            [cases.Sample([(4, 3, 2), (5, 3, 2)], "int16", "FHW")], {"element_map": [2, 0, 3]}
        ),
        cases.Case([cases.Sample([(4, 3, 2), (5, 1, 7)], "uint8")], {"element_map": [1]}),
    ],
)
def element_extract(input: Input, /, *, element_map: list[int]) -> Lowered | tuple[Lowered, ...]:
    """Extract frames of sequences, one output per element of `element_map`.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[1, 2], [3, 4], [5, 6]], layout="FX")
    >>> last, first = ndd.element_extract(x, element_map=[2, 0])
    >>> last.tolist(), last.layout
    ([5, 6], 'X')
    """
    _check_sequence(input)
    if not element_map:
        raise errors.ArgumentError("element_map is empty: it has an element for each output")
    if min(element_map) < 0:
        raise errors.IndexError_(f"element_map counts frames from 0, got {min(element_map)}")
    out = Out(input.dtype, input.ndim - 1, (input.layout or "")[1:] or None)
    return kernel("element_extract", input, out=[out] * len(element_map), element_map=element_map)


@reference(element_extract)
def _element_extract(x, *, layout, element_map):
    frames = tuple(x[i] for i in element_map)
    return frames[0] if len(frames) == 1 else frames


@operator(
    samples=[
        cases.Case(
            [cases.Sample([(4, 3, 2), (5, 3, 2)], "int16", "FHW")], {"new_order": [2, 0, 1, 2]}
        ),
        cases.Case(
            [cases.Sample([(4, 3), (2, 3)], "float32")],
            {"new_order": cases.PerSample([[3, 3], [0, 1]])},
        ),
    ],
)
def sequence_rearrange(input: Input, /, *, new_order: PerSample[list[int]]):
    """Reorder the frames of sequences; frames may be repeated or omitted.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[1, 2], [3, 4], [5, 6]], layout="FX")
    >>> ndd.sequence_rearrange(x, new_order=[2, 0]).tolist()
    [[5, 6], [1, 2]]
    """
    _check_sequence(input)
    if isinstance(new_order, tuple) and not new_order:
        raise errors.ArgumentError("new_order is empty: a sequence has at least one frame")
    if isinstance(new_order, tuple) and min(new_order) < 0:
        raise errors.IndexError_(f"new_order counts frames from 0, got {min(new_order)}")
    return kernel("sequence_rearrange", input, new_order=new_order)


@reference(sequence_rearrange)
def _sequence_rearrange(x, *, layout, new_order):
    return x[np.asarray(new_order, np.int64)]


@operator(
    samples=[
        cases.Case([cases.Sample([(4, 3), (2, 3)], "float32")]),
        cases.Case([cases.Sample([(4, 3), (2, 3)], "float32", "HW")], {"replace": True}),
    ],
)
def per_frame(input: Input, /, *, replace: bool = False):
    """Mark the first axis of an array as frames, for arguments with one value per frame.

    Only the layout changes: its first letter becomes F. To replace another letter, pass `replace`.

    >>> import headrace.dynamic as ndd
    >>> ndd.per_frame(ndd.tensor([[0.5, 1.0], [1.0, 2.0]])).layout
    'F*'
    """
    if input.ndim == 0:
        raise errors.ShapeError("a single number has no frames: needs at least one axis")
    if input.layout and input.layout[0] != "F" and not replace:
        raise errors.LayoutError(
            f'layout "{input.layout}" does not begin with F: replace=True changes it'
        )
    rest = input.layout[1:] if input.layout else "*" * (input.ndim - 1)
    return kernel("reshape", input, out=Out(input.dtype, input.ndim, "F" + rest))


@reference(per_frame)
def _per_frame(x, *, layout, replace):
    return x
