"""random_resized_crop: a random part of each image, resized."""

from __future__ import annotations

from ...core import errors
from ...core.dtype import DType, float32
from ...core.enums import DALIInterpType
from ...engine import cases
from ...engine.operator import Out, kernel, operator
from ...engine.params import Input, InterpType

LINEAR = int(DALIInterpType.INTERP_LINEAR)

# native/include/headrace/resample.h: nearest, linear, triangular, cubic, gaussian, lanczos3
FILTERS = {
    int(DALIInterpType.INTERP_NN): 0,
    int(DALIInterpType.INTERP_LINEAR): 1,
    int(DALIInterpType.INTERP_TRIANGULAR): 2,
    int(DALIInterpType.INTERP_CUBIC): 3,
    int(DALIInterpType.INTERP_GAUSSIAN): 4,
    int(DALIInterpType.INTERP_LANCZOS3): 5,
}


@operator(
    layouts=("HWC", "CHW"),
    sequences=True,
    random=True,
    unused=("minibatch_size", "temp_buffer_hint"),
    samples=[cases.Case([cases.images()], {"size": [6, 5]})],
)
def random_resized_crop(
        input: Input, /, *, size: list[int], antialias: bool = True, dtype: DType = None,
        interp_type: InterpType = LINEAR, mag_filter: InterpType = None,
        min_filter: InterpType = None, minibatch_size: int = 32, num_attempts: int = 10,
        random_area: list[float] = (0.08, 1.0), random_aspect_ratio: list[float] = (0.75, 1.333333),
        temp_buffer_hint: int = 0):
    """Cut a window of random area and aspect ratio out of each image and resize it to `size`.

    The numbers come from `rng`, or from the thread's generator. All frames of a sequence get the
    same window. When the image comes straight from a decoder, only the window is decoded.
    """
    if len(size) not in (1, 2):
        raise errors.ArgumentError(f"size takes 1 or 2 numbers, got {len(size)}")
    if min(size) < 1:
        raise errors.ArgumentError(f"size must be positive, got {list(size)}")
    for name, pair in (("random_area", random_area), ("random_aspect_ratio", random_aspect_ratio)):
        if len(pair) != 2 or not 0 < pair[0] <= pair[1]:
            raise errors.ArgumentError(f"{name} is a range [low, high] with 0 < low <= high, got {list(pair)}")
    if dtype is not None and dtype is not input.dtype and dtype is not float32:
        raise errors.ArgumentError(f"dtype may be the input's ({input.dtype}) or float32, got {dtype}")
    shrink = interp_type if min_filter is None else min_filter
    enlarge = interp_type if mag_filter is None else mag_filter
    return kernel(
        "random_resized_crop", input, out=Out(dtype or input.dtype, input.ndim, input.layout),
        size=size, area=random_area, ratio=random_aspect_ratio, attempts=num_attempts,
        min_filter=FILTERS[shrink], mag_filter=FILTERS[enlarge], antialias=antialias,
        planar=input.layout == "CHW")
