"""multi_paste: pastes regions of several images on one canvas."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core import errors
from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Dyn, Input, PerFrame, PerSample

_SMALL = cases.Sample([(3, 4, 3), (2, 2, 3), (1, 3, 3)], "uint8", "HWC")


@operator(
    layouts=("HWC", "FHWC"),
    sequences=True,
    samples=[
        cases.Case([cases.images()]),
        cases.Case(
            [cases.images(), _SMALL],
            {
                "output_size": [14, 20],
                "out_anchors": cases.PerSample(
                    [[[0, 0], [1, 2]], [[2, 9], [0, 0]], [[5, 3], [5, 4]]], "int32"
                ),
            },
        ),
        cases.Case(
            [cases.images("float32")],
            {
                "in_anchors_rel": cases.PerSample([[[0.25, 0.5]]] * 3, "float32"),
                "shapes_rel": cases.PerSample([[[0.5, 0.3]]] * 3, "float32"),
                "out_anchors_rel": cases.PerSample([[[0.3, 0.6]]] * 3, "float32"),
                "output_size": cases.PerSample([[30, 20], [20, 30], [9, 40]], "int32"),
                "dtype": "int16",
            },
        ),
        cases.Case(
            [cases.images("uint8", "FHWC"), cases.images("uint8", "FHWC")],
            {
                "output_size": [15, 20],
                "in_anchors": cases.PerSample([[[0, 1], [0, 0]]] * 3, "int32"),
                "shapes": cases.PerSample([[[1, 2], [1, 5]]] * 3, "int32"),
                "out_anchors": cases.PerSample(
                    [
                        [[[0, 0], [1, 2]], [[2, 2], [3, 3]]],
                        [[[2, 9], [0, 0]]] * 3,
                        [[[5, 3], [5, 4]]],
                    ],
                    "int32",
                    per_frame=True,
                ),
            },
        ),
        cases.Case([cases.images()], {"in_ids": [0, 0], "output_size": [12, 16]}),
    ],
)
def multi_paste(
    *inputs: Input,
    dtype: DType = None,
    in_anchors: PerFrame[list[int]] = None,
    in_anchors_rel: PerFrame[list[float]] = None,
    in_ids: PerSample[list[int]] = None,
    out_anchors: PerFrame[list[int]] = None,
    out_anchors_rel: PerFrame[list[float]] = None,
    output_size: PerSample[list[int]] = None,
    shapes: PerFrame[list[int]] = None,
    shapes_rel: PerFrame[list[float]] = None,
):
    """Paste regions of images on a black canvas, one after the other.

    Each input provides one region. With `in_ids` there is a single input, and region k is taken
    from sample in_ids[k] of the batch. Coordinates are arrays of (y, x), one row per region.

    in_anchors: starts of the regions in their images; by default (0, 0).
    shapes: heights and widths; by default everything after the anchor.
    out_anchors: starts of the regions on the canvas; by default (0, 0).
    in_anchors_rel, shapes_rel: the same relative to the size of the image; out_anchors_rel:
        relative to the size of the output. Anchors are rounded down, shapes up.
    output_size: height and width of the output; by default those of the images, which must then be
        equal.
    dtype: type of the output; values are rounded and saturated.

    >>> import headrace.dynamic as ndd
    >>> b = ndd.batch([[[[1], [1]]], [[[2], [2]]]], layout="HWC")
    >>> y = ndd.multi_paste(b, in_ids=[0, 1], out_anchors=[[0, 0], [0, 1]], output_size=[1, 4])
    >>> [t.tolist() for t in y.slice[0, :, 0].tensors]
    [[1, 2, 2, 0], [1, 2, 2, 0]]
    """
    if not inputs:
        raise errors.ArgumentTypeError("needs at least one input")
    first = inputs[0]
    for i, x in enumerate(inputs):
        if x.dtype is not first.dtype:
            raise errors.DTypeError(
                f"inputs need one element type: input 0 is {first.dtype.full_name}, input {i} is "
                f"{x.dtype.full_name}"
            )
    if len(inputs) > 63:  # sequences are marked in a bit mask of 64 bits
        raise errors.ArgumentTypeError(f"takes up to 63 inputs, got {len(inputs)}")
    _one_of("in_anchors", in_anchors, in_anchors_rel)
    _one_of("shapes", shapes, shapes_rel)
    _one_of("out_anchors", out_anchors, out_anchors_rel)
    places = {
        "in_anchors": in_anchors,
        "in_anchors_rel": in_anchors_rel,
        "shapes": shapes,
        "shapes_rel": shapes_rel,
        "out_anchors": out_anchors,
        "out_anchors_rel": out_anchors_rel,
    }
    name = "multi_paste"
    if in_ids is not None:
        name = "multi_paste_ids"
        if len(inputs) != 1:
            raise errors.ArgumentError(f"in_ids goes with one input, got {len(inputs)}")
        for argument, value in places.items():
            if isinstance(value, Dyn) and value.per_frame and not first.frames:
                raise errors.ArgumentError(
                    f"{argument} is given per frame: with in_ids the input has to be a sequence"
                )
    return kernel(
        name,
        *inputs,
        out=Out(dtype or first.dtype, 3, "HWC"),
        output_size=output_size,
        in_ids=in_ids,
        **places,
    )


def _one_of(name: str, absolute: Any, relative: Any) -> None:
    if absolute is not None and relative is not None:
        raise errors.ArgumentError(f"give {name}= or {name}_rel=, not both")


@reference(multi_paste)
def _multi_paste(*arrays, layout, dtype, in_ids, output_size, **places):
    height, width = arrays[0].shape[:2] if output_size is None else output_size
    wide = np.zeros((height, width, arrays[0].shape[2]), arrays[0].dtype)

    def place(name, k, extent, rounded):
        if places[name] is not None:
            return [int(v) for v in np.reshape(places[name], (-1, 2))[k]]
        if places[name + "_rel"] is None:
            return None
        parts = np.float32(places[name + "_rel"]).reshape(-1, 2)[k]
        return [int(rounded(v)) for v in parts * np.float32(extent)]

    for k, x in enumerate(arrays):
        y0, x0 = place("in_anchors", k, x.shape[:2], np.floor) or (0, 0)
        h, w = place("shapes", k, x.shape[:2], np.ceil) or (x.shape[0] - y0, x.shape[1] - x0)
        top, left = place("out_anchors", k, (height, width), np.floor) or (0, 0)
        wide[top : top + h, left : left + w] = x[y0 : y0 + h, x0 : x0 + w]
    target = wide.dtype if dtype is None else dtype.numpy
    if target.kind in "iu" and wide.dtype.kind == "f":
        wide = np.trunc(wide + np.copysign(0.5, wide))
    return wide.astype(target)
