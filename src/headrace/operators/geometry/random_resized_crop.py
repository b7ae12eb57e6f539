"""random_resized_crop: a random part of each image, resized."""

from __future__ import annotations

from ...core import errors
from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import Out, kernel, operator
from ...engine.params import Input, InterpType, PerSample
from .resampling import LINEAR, filters
from .window import random_window


@operator(
    # A value of four axes and no layout is taken for a sequence; frames need no unfolding.
    layouts=("HWC", "CHW", "FHWC", "FCHW", "CFHW", "HW"),
    random=True,
    unused=("minibatch_size", "temp_buffer_hint"),
    samples=[
        cases.Case([cases.images()], {"size": [6, 5]}),
        cases.Case([cases.images("float32", "CHW")], {"size": 4, "random_area": [0.5, 1.0]}),
        cases.Case(
            [cases.images("uint8", "FHWC")],
            {"size": [3, 7], "dtype": "float32", "antialias": False},
        ),
        cases.Case(
            [cases.images("int16")],
            {
                "size": [20, 2],
                "min_filter": cases.PerSample([0, 3, 4], "int32"),
                "interp_type": "cubic",
            },
        ),
    ],
)
def random_resized_crop(
    input: Input,
    /,
    *,
    size: list[int],
    antialias: bool = True,
    dtype: DType = None,
    interp_type: PerSample[InterpType] = LINEAR,
    mag_filter: PerSample[InterpType] = None,
    min_filter: PerSample[InterpType] = None,
    minibatch_size: int = 32,
    num_attempts: int = 10,
    random_area: list[float] = (0.08, 1.0),
    random_aspect_ratio: list[float] = (0.75, 1.333333),
    temp_buffer_hint: int = 0,
):
    """Cut a window of random area and aspect ratio out of each image and resize it to `size`.

    The numbers come from `rng`, or from the thread's generator. All frames of a sequence get the
    same window. When the image comes straight from a decoder, only the window is decoded.

    random_area: part of the image's area, from a uniform distribution. random_aspect_ratio: width
        by height; its logarithm is uniform. After num_attempts windows that do not fit, one of the
        largest with an allowed ratio is taken.
    interp_type: the filter; min_filter and mag_filter are those for shrinking and enlarging axes.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.zeros(shape=[40, 60, 3], layout="HWC")
    >>> ndd.random_resized_crop(x, size=[8, 9]).shape
    (8, 9, 3)
    """
    if len(size) not in (1, 2):
        raise errors.ArgumentError(f"size takes 1 or 2 numbers, got {len(size)}")
    if min(size) < 1:
        raise errors.ArgumentError(f"size must be positive, got {list(size)}")
    height = input.layout.index("H")
    return kernel(
        "random_resized_crop",
        input,
        out=Out(dtype or input.dtype, input.ndim, input.layout),
        size=size,
        **random_window(random_area, random_aspect_ratio, num_attempts),
        **filters(interp_type, min_filter, mag_filter),
        antialias=antialias,
        dims=[height, height + 1],
    )
