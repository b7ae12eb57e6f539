"""random_crop_generator, roi_random_crop: coordinates of random windows, for `slice` and others."""

from __future__ import annotations

from ...core import errors
from ...core.dtype import DType, int32, int64
from ...engine import cases
from ...engine.operator import Out, kernel, operator
from ...engine.params import Input, PerSample
from ..geometry.window import RandomWindow

_SIZES = cases.Sample([(3,), (2,), (3,)], "int64", low=1, high=500)


@operator(
    random=True,
    outputs=2,
    samples=[
        cases.Case([_SIZES]),
        cases.Case(
            [cases.Sample([(2,), (2,)], "uint16", low=1, high=90)],
            {"random_area": [0.3, 0.5], "random_aspect_ratio": [0.5, 2.0], "num_attempts": 3},
        ),
    ],
    cpu_only="its results are arguments of other calls, which the host reads",
)
def random_crop_generator(input: Input, /, *, window: RandomWindow):
    """Draw a window of random area and aspect ratio for an image whose shape is the input.

    The input is (height, width) or (height, width, channels), as `peek_image_shape` returns it. The
    outputs are the anchor (top, left) and the shape (height, width) of the window, for `slice` or
    `decoders.image_slice`. Windows have the distribution of `random_resized_crop`.

    random_area: range of the window's area relative to the image, uniform. random_aspect_ratio:
        range of width / height, uniform in its logarithm. After num_attempts windows that do not
        fit, the largest window with an allowed ratio is taken.

    >>> import headrace.dynamic as ndd
    >>> anchor, shape = ndd.random_crop_generator(ndd.tensor([40, 60, 3]), random_area=[1, 1],
    ...                                           random_aspect_ratio=[1.5, 1.5])
    >>> anchor.tolist(), shape.tolist()
    ([0, 0], [40, 60])
    """
    if input.ndim != 1:
        raise errors.ShapeError(
            f"needs the shape of an image, an array of 1 axis, got {input.ndim} axes"
        )
    if input.dtype.kind not in (DType.Kind.signed, DType.Kind.unsigned):
        raise errors.DTypeError(f"needs a shape of integers, got {input.dtype.full_name}")
    return kernel(
        "random_crop_generator",
        input,
        out=[Out(int32, 1), Out(int32, 1)],
        **window.parameters(),
    )


@operator(
    random=True,
    samples=[
        cases.Case(
            [], {"crop_shape": [5, 9], "roi_start": [2, 7], "roi_end": [9, 9]}, batch_size=3
        ),
        cases.Case(
            [cases.images("uint8", low=0)],
            {
                "crop_shape": cases.PerSample([[5, 4], [9, 2], [1, 9]], "int32"),
                "roi_start": cases.PerSample([[2, 3], [1, 0], [0, 12]], "int32"),
                "roi_shape": cases.PerSample([[2, 6], [4, 3], [1, 2]], "int32"),
            },
        ),
        cases.Case(
            [],
            {"crop_shape": 12, "roi_start": [3], "roi_shape": [4], "in_shape": [20]},
            batch_size=2,
        ),
    ],
    cpu_only="its results are arguments of other calls, which the host reads",
)
def roi_random_crop(
    input: Input = None,
    /,
    *,
    crop_shape: PerSample[list[int]],
    in_shape: PerSample[list[int]] = None,
    roi_end: PerSample[list[int]] = None,
    roi_shape: PerSample[list[int]] = None,
    roi_start: PerSample[list[int]],
):
    """Draw the start of a window of `crop_shape` that covers as much as possible of a region (ROI).

    On each axis, a window larger than the region contains it, and a smaller one lies inside it; all
    such positions are equally likely. The output has one number per axis.

    roi_start: start of the region; it ends at roi_end, or at roi_start + roi_shape.
    in_shape: shape of the image, which must contain the window and the region. Or pass the image
        as the input: only its shape is used, without the axes after those of the window.

    >>> import headrace.dynamic as ndd
    >>> ndd.roi_random_crop(crop_shape=[4, 8], roi_start=[10, 20], roi_end=[14, 28]).tolist()
    [10, 20]
    """
    if (roi_end is None) == (roi_shape is None):
        raise errors.ArgumentError("needs roi_end= or roi_shape=, and not both")
    if input is not None and in_shape is not None:
        raise errors.ArgumentError("give an input or in_shape=, not both")
    return kernel(
        "roi_random_crop",
        *([] if input is None else [input]),
        out=Out(int64, 1),
        crop_shape=crop_shape,
        roi_start=roi_start,
        roi_end=roi_end,
        roi_shape=roi_shape,
        in_shape=in_shape,
    )
