"""preemphasis_filter: amplifies high frequencies."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ...core.dtype import DType, float32
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, PerSample

_SIGNALS = cases.Sample([(40,), (1,), (17,)], "float32", low=-1.0, high=1.0)


@operator(
    samples=[
        cases.Case([_SIGNALS]),
        cases.Case(
            [_SIGNALS],
            {"preemph_coeff": cases.PerSample([0.0, 0.5, -0.9], "float32"), "border": "reflect"},
        ),
        cases.Case([cases.Sample([(9, 2), (4, 2)], "int16")], {"border": "zero", "dtype": "int16"}),
        cases.Case(
            [cases.Sample([(9,)], "float64", low=-1.0, high=1.0)],
            {"dtype": "float64"},
        ),
    ],
    cpu_only="it has no GPU version yet",
)
def preemphasis_filter(
    input: Input,
    /,
    *,
    border: Literal["clamp", "zero", "reflect"] = "clamp",
    dtype: DType = float32,
    preemph_coeff: PerSample[float] = 0.97,
):
    """Amplify high frequencies: out[i] = in[i] - preemph_coeff * in[i - 1].

    border: the element before the first: "clamp", the first again; "zero"; "reflect", the second.
    dtype: element type of the output. Integers are rounded and saturated.

    >>> import headrace.dynamic as ndd
    >>> ndd.preemphasis_filter(ndd.tensor([1.0, 2.0, 4.0]), preemph_coeff=0.5).tolist()
    [0.5, 1.5, 3.0]
    """
    out = Out(dtype, input.ndim, input.layout)
    return kernel("preemphasis_filter", input, out=out, preemph_coeff=preemph_coeff, border=border)


@reference(preemphasis_filter)
def _preemphasis_filter(x, *, layout, border, dtype, preemph_coeff):
    real = np.float64 if np.float64 in (x.dtype, dtype.numpy) else np.float32
    flat = x.astype(real).reshape(-1)
    if not len(flat):
        return x.astype(dtype.numpy)
    first = {"zero": 0, "clamp": flat[0], "reflect": flat[min(1, len(flat) - 1)]}[border]
    before = np.concatenate([[first], flat[:-1]]).astype(real)
    made = (flat - real(np.float32(preemph_coeff)) * before).reshape(x.shape)
    if dtype.kind is not DType.Kind.float:
        info = np.iinfo(dtype.numpy)
        made = np.clip(np.rint(made), info.min, info.max)
    return made.astype(dtype.numpy)
