"""segmentation.random_object_bbox: the bounding box of a random object of a mask."""

from __future__ import annotations

from typing import Literal

from ...core import errors
from ...core.dtype import DType, int32, int64
from ...engine import cases
from ...engine.operator import Out, kernel, operator
from ...engine.params import Dyn, Input, PerSample

_MASKS = cases.Sample([(7, 9), (6, 5), (1, 4)], "uint8", low=0, high=3)


@operator(
    "segmentation.random_object_bbox",
    random=True,
    outputs=lambda _, arguments: (
        (1 if arguments["format"] == "box" else 2) + bool(arguments["output_class"])
    ),
    unused=("cache_objects",),
    samples=[
        cases.Case([_MASKS], {"output_class": True}),
        cases.Case(
            [cases.Sample([(3, 4, 5), (2, 2, 9)], "int32", low=-1, high=3)],
            {
                "format": "box",
                "output_class": True,
                "classes": cases.PerSample([[1, 2], [-1]], "int32"),
                "foreground_prob": 0.5,
                "threshold": [1, 2, 1],
            },
        ),
        cases.Case(
            [_MASKS],
            {
                "format": "start_end",
                "class_weights": [0.25, 4.0],
                "k_largest": 2,
                "background": cases.PerSample([0, 1, 2], "int32"),
                "output_class": True,
            },
        ),
        cases.Case(
            [cases.Sample([(40,), (3,)], "bool")],
            {"format": "box", "ignore_class": True, "threshold": 2},
        ),
    ],
    cpu_only="its results are arguments of other calls, which the host reads",
)
def random_object_bbox(
    input: Input,
    /,
    *,
    background: PerSample[int] = 0,
    cache_objects: bool = False,
    class_weights: PerSample[list[float]] = None,
    classes: PerSample[list[int]] = None,
    foreground_prob: PerSample[float] = 1.0,
    format: Literal["anchor_shape", "start_end", "box"] = "anchor_shape",
    ignore_class: bool = False,
    k_largest: int = None,
    output_class: bool = False,
    threshold: PerSample[list[int]] = None,
):
    """Draw an object of a label mask and return its bounding box.

    An object is a connected component of elements with one label; neighbours share a face. The mask
    may have any number of axes. A label is drawn first, then one of its objects, all equally
    likely; with ignore_class, any object of the mask. If there is no object, and with probability
    1 - foreground_prob, the box is the whole mask, with the background as its class.

    format: "anchor_shape" and "start_end" give two outputs, "box" one: starts, then ends.
        output_class adds the label.
    classes: the labels to draw from; by default all but the background. class_weights: their
        probabilities; without classes, those of the labels 0, 1, 2 … except the background.
    background: the background label. If it is not given and 0 is one of the classes, it is a number
        below all classes.
    threshold: minimum extent of an object, one number or one per axis.
    k_largest: draw only from the k objects with the largest boxes.

    >>> import headrace.dynamic as ndd
    >>> mask = ndd.tensor([[0, 3, 3], [0, 0, 3], [0, 0, 0]])
    >>> box, label = ndd.segmentation.random_object_bbox(mask, format="box", output_class=True)
    >>> box.tolist(), label.item()
    ([0, 1, 2, 3], 3)
    """
    if input.ndim < 1:
        raise errors.ShapeError("needs a mask of at least one axis, got a single number")
    if input.dtype.kind is DType.Kind.float:
        raise errors.DTypeError(f"needs a mask of integers, got {input.dtype.full_name}")
    if ignore_class and (classes is not None or class_weights is not None or output_class):
        raise errors.ArgumentError(
            "ignore_class=True leaves no use for classes=, class_weights= and output_class="
        )
    if k_largest is not None and k_largest < 1:
        raise errors.ArgumentError(f"k_largest must be positive, got {k_largest}")
    if not isinstance(foreground_prob, Dyn) and not 0 <= foreground_prob <= 1:
        raise errors.ArgumentError(f"foreground_prob must lie in [0, 1], got {foreground_prob}")
    outs = [Out(int32, 1)] * (1 if format == "box" else 2)
    if output_class:
        outs.append(Out(int64 if input.dtype.bits == 64 else int32, 0))
    return kernel(
        "random_object_bbox",
        input,
        out=outs,
        background=background,
        classes=classes,
        class_weights=class_weights,
        foreground_prob=foreground_prob,
        format=format,
        ignore_class=ignore_class,
        k_largest=k_largest,
        threshold=threshold,
        output_class=output_class,
    )
