"""segmentation.random_mask_pixel: the position of a random pixel."""

from __future__ import annotations

from ...core import errors
from ...core.dtype import int64
from ...engine import cases
from ...engine.operator import Out, kernel, operator
from ...engine.params import Dyn, Input, PerSample

_MASKS = cases.Sample([(7, 9), (3, 4), (1, 1)], "uint8", low=0, high=3)


@operator(
    "segmentation.random_mask_pixel",
    random=True,
    samples=[
        cases.Case([_MASKS]),
        cases.Case([_MASKS], {"foreground": cases.PerSample([1, 0, 1], "int32"), "value": 2}),
        cases.Case(
            [cases.Sample([(4, 5, 6), (1, 2, 3)], "float32")],
            {"foreground": 1, "threshold": cases.PerSample([60.5, -3.0], "float32")},
        ),
    ],
    cpu_only="its results are arguments of other calls, which the host reads",
)
def random_mask_pixel(
    input: Input,
    /,
    *,
    foreground: PerSample[int] = 0,
    threshold: PerSample[float] = 0.0,
    value: PerSample[int] = None,
):
    """Draw the position of a pixel of a mask with any number of axes: one coordinate per axis.

    All pixels are equally likely. With foreground=1, only pixels above `threshold`, or equal to
    `value`, are drawn; if there are none, all pixels.

    >>> import headrace.dynamic as ndd
    >>> mask = ndd.tensor([[0, 0, 0], [0, 0, 5]])
    >>> ndd.segmentation.random_mask_pixel(mask, foreground=1).tolist()
    [1, 2]
    """
    if input.ndim < 1:
        raise errors.ShapeError("needs a mask of at least one axis, got a single number")
    if value is not None and (isinstance(threshold, Dyn) or threshold != 0):
        raise errors.ArgumentError("give value= or threshold=, not both")
    return kernel(
        "random_mask_pixel",
        input,
        out=Out(int64, 1),
        foreground=foreground,
        value=value,
        threshold=threshold,
    )
