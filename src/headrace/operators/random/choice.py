"""random.choice: random elements of an array, with replacement."""

from __future__ import annotations

from ...core import errors
from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import Out, kernel, operator
from ...engine.params import Dyn, Input, PerSample


@operator(
    "random.choice",
    random=True,
    sized=("shape",),
    samples=[
        cases.Case([cases.Sample([(5,), (1,), (3,)], "int16")], {"shape": [4, 2]}),
        cases.Case([cases.Sample([(5, 2), (1, 3), (3, 0)], "float32", "XY")]),
        cases.Case([cases.Sample([(), (), ()], "uint8", low=1)], {"shape": [6]}),
        cases.Case(
            [cases.Sample([(3,), (3,), (3,)], "float16", "X")],
            {"p": cases.PerSample([[0.2, 0.0, 0.8], [1.0, 0.0, 0.0], [0.0, 0.5, 0.5]]), "shape": 5},
        ),
        cases.Case([cases.Sample([(5,)] * 3), cases.Sample([(2, 3), (1, 1), (0, 4)])]),
    ],
)
def choice(
    a: Input,
    shape_like: Input = None,
    /,
    *,
    p: PerSample[list[float]] = None,
    shape: PerSample[list[int]] = None,
):
    """Draw elements of `a` with replacement; of 0 … a - 1 if `a` is a single integer.

    Elements are taken along the first axis: a 2-D `a` gives rows. The shape is `shape`, or that of
    the input; without both, each sample is one element.

    p: probability of each element of `a`; the sum is 1. Uniform by default.

    >>> import headrace.dynamic as ndd
    >>> ndd.random.choice([3, 5, 7], p=[0, 1, 0], shape=4).tolist()
    [5, 5, 5, 5]
    >>> ndd.random.choice(1000, shape=[2, 3], batch_size=2).shape
    [(2, 3), (2, 3)]
    """
    if shape_like is not None and shape is not None:
        raise errors.ArgumentError("give shape= or an input to take the shape from, not both")
    if a.ndim == 0 and a.dtype.kind not in (DType.Kind.signed, DType.Kind.unsigned):
        raise errors.ArgumentTypeError(
            f"a single number to choose below is an integer, got {a.dtype}"
        )
    if shape_like is not None:
        ndim = shape_like.ndim
    else:
        ndim = 0 if shape is None else shape.size if isinstance(shape, Dyn) else len(shape)
    rest = max(a.ndim - 1, 0)
    layout = a.layout if a.layout and ndim + rest == a.ndim else None
    if a.layout and ndim == 0:
        layout = a.layout[1:] or None
    inputs = (a,) if shape_like is None else (a, shape_like)
    out = Out(a.dtype, ndim + rest, layout)
    return kernel("random_choice", *inputs, out=out, p=p, shape=shape)
