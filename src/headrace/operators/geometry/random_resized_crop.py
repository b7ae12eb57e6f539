"""random_resized_crop: crops a random window of each image and resizes it."""

from __future__ import annotations

from ...core import errors
from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import Out, kernel, operator
from ...engine.params import Input
from .resampling import Filters
from .window import RandomWindow


@operator(
    # An unnamed 4-D value is a sequence (FHWC comes first). Frames need no unfolding.
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
    filters: Filters,
    window: RandomWindow,
    dtype: DType = None,
):
    """Crop a window of random area and aspect ratio of each image and resize it to `size`.

    Random numbers come from `rng`, or from the thread's generator. All frames of a sequence share
    the window. If the image is the result of a decoder, only the window is decoded.

    random_area: range of the window's area relative to the image, uniform. random_aspect_ratio:
        range of width / height, uniform in its logarithm. After num_attempts windows that do not
        fit, the largest window with an allowed ratio is taken.
    interp_type: the interpolation; min_filter and mag_filter: for axes that shrink, or grow.

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
        **window.parameters(),
        **filters.filters(),
        dims=[height, height + 1],
    )
