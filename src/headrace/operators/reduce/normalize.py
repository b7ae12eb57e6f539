"""normalize: normalizes samples, or a whole batch, to a mean and a standard deviation."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...core.dtype import DType, float32
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Dyn, Input, Layout, PerSample
from .axes import chosen


@operator(
    samples=[
        cases.Case([cases.images()], {}, 1e-4),
        cases.Case(
            [cases.images()], {"axes": [0, 1], "scale": 50.0, "shift": 100.0, "epsilon": 2.0}, 1e-3
        ),
        cases.Case([cases.images("float32")], {"axis_names": "C", "ddof": 1}, 1e-4),
        cases.Case([cases.images("int16", "CHW")], {"axes": [1, 2], "mean": [1.0, 2.0, 3.0]}, 1e-4),
        cases.Case(
            [cases.images()],
            {
                "mean": cases.PerSample([1.0, 20.0, 100.0], "float32"),
                "stddev": 2.0,
                "dtype": "uint8",
            },
            1.0,
        ),
    ],
)
def normalize(
    input: Input,
    /,
    *,
    axes: list[int] = None,
    axis_names: Layout = None,
    batch: bool = False,
    ddof: int = 0,
    dtype: DType = float32,
    epsilon: float = 0.0,
    mean: PerSample[list[float]] = None,
    scale: float = 1.0,
    shift: float = 0.0,
    stddev: PerSample[list[float]] = None,
):
    """Subtract the mean and divide by the standard deviation: (x - mean) / stddev * scale + shift.

    Unless given, both are computed over `axes` (or `axis_names`; by default all axes). A given mean
    or stddev is one number, or one per element that the reduction leaves: as a list, or in the
    shape of the sample with size 1 on the reduced axes (which then implies `axes`).

    epsilon: added to the variance. ddof: subtracted from the number of elements that the variance
        is divided by. If the variance is 0, the result is `shift`.
    batch: compute one mean and one standard deviation for all samples.

    >>> import headrace.dynamic as ndd
    >>> ndd.normalize(ndd.tensor([[1.0, 10.0], [3.0, 30.0]]), axes=[0]).tolist()
    [[-1.0, -1.0], [1.0, 1.0]]
    >>> ndd.normalize(ndd.tensor([1.0, 2.0, 3.0]), mean=2.0, stddev=0.5).tolist()
    [-2.0, 0.0, 2.0]
    """
    where = None
    if axes is not None or axis_names is not None or (mean is None and stddev is None):
        where = chosen(input, axes, axis_names)
        if not where and input.ndim:
            raise errors.ArgumentError("needs at least one axis to normalise over")
    if batch:
        for name, value in (("mean", mean), ("stddev", stddev)):
            if isinstance(value, Dyn) and value.meta.batch:
                raise errors.ArgumentError(
                    f"batch=True has one {name} for all samples, but {name} is given for each: "
                    "give a number or a Tensor"
                )
    return kernel(
        "normalize_batch" if batch else "normalize",
        input,
        out=Out(dtype, input.ndim, input.layout),
        axes=where,
        mean=mean,
        stddev=stddev,
        scale=scale,
        shift=shift,
        epsilon=epsilon,
        ddof=ddof,
    )


@reference(normalize)
def _normalize(
    x, *, layout, axes, axis_names, batch, ddof, dtype, epsilon, mean, scale, shift, stddev
):
    where = tuple(range(x.ndim)) if axes is None else tuple(axes)
    if axis_names is not None:
        where = tuple(layout.index(letter) for letter in axis_names)
    v = x.astype(np.float64)
    shape = [1 if d in where else s for d, s in enumerate(x.shape)]

    def given(p):
        p = np.asarray(p, np.float64)
        return p.reshape(()) if p.size == 1 else p.reshape(shape)

    m = v.mean(where, keepdims=True) if mean is None else given(mean)
    if stddev is None:
        count = np.prod([x.shape[d] for d in where]) - ddof
        with np.errstate(all="ignore"):
            s = ((v - m) ** 2).sum(where, keepdims=True) / count + epsilon
            factor = np.where((s > 0) & (count > 0), scale / np.sqrt(s), 0.0)
    else:
        factor = scale / np.sqrt(given(stddev) ** 2 + epsilon)
    y = (v - m) * factor + shift
    if dtype.kind is not DType.Kind.float:
        info = np.iinfo(dtype.numpy)
        y = np.clip(np.trunc(y + np.copysign(0.5, y)), info.min, info.max)
    return y.astype(dtype.numpy)
