"""noise.salt_and_pepper: replaces random pixels by extreme values."""

from __future__ import annotations

from ...core import errors
from ...engine import cases
from ...engine.operator import kernel, operator
from ...engine.params import Dyn, Input, PerSample


@operator(
    "noise.salt_and_pepper",
    random=True,
    samples=[
        cases.Case([cases.images()], {"prob": 0.3}),
        cases.Case([cases.images("int16", "CHW")], {"prob": cases.PerSample([0.1, 1.0, 0.0])}),
        cases.Case([cases.images("float32", "FCHW")], {"prob": 0.5, "salt_vs_pepper": 0.9}),
        cases.Case(
            [cases.images("uint16")],
            {"prob": 0.5, "per_channel": True, "salt_val": 9.7, "pepper_val": 3.0},
        ),
        cases.Case([cases.Sample([(7, 9), (1, 5), (3, 2)], "bool")], {"prob": 0.5}),
    ],
)
def salt_and_pepper(
    input: Input,
    /,
    *,
    pepper_val: PerSample[float] = None,
    per_channel: bool = False,
    prob: PerSample[float] = 0.05,
    salt_val: PerSample[float] = None,
    salt_vs_pepper: PerSample[float] = 0.5,
):
    """Replace random pixels by salt (the largest value) or pepper (the smallest).

    prob: probability that a pixel is replaced. salt_vs_pepper: probability of salt then.
    salt_val, pepper_val: other values; by default the limits of the type, or 1 and -1 for floats.
        Integer types truncate them.
    per_channel: draw for each element. Otherwise all channels of a pixel are replaced together;
        channels are the axis C, or the last axis of an input without a layout. If the layout has no
        C, each element is a pixel.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.full(ndd.uint8(128), shape=[50, 50, 3])
    >>> sorted(set(ndd.reshape(ndd.noise.salt_and_pepper(x, prob=0.5), shape=[-1]).tolist()))
    [0, 128, 255]
    """
    for name, value in (("prob", prob), ("salt_vs_pepper", salt_vs_pepper)):
        if not isinstance(value, Dyn) and not 0 <= value <= 1:
            raise errors.ArgumentError(f"{name} must lie in [0, 1], got {value}")
    if per_channel or input.ndim == 0:
        channel = -1
    else:
        channel = input.layout.find("C") if input.layout else input.ndim - 1
    return kernel(
        "noise_salt_and_pepper",
        input,
        prob=prob,
        salt_vs_pepper=salt_vs_pepper,
        salt_val=salt_val,
        pepper_val=pepper_val,
        channel=channel,
    )
