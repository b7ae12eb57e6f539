"""batch_permutation: a random permutation of sample indices."""

from __future__ import annotations

from ...core.dtype import int32
from ...engine import cases
from ...engine.operator import Out, kernel, operator


@operator(
    random=True,
    needs_batch=True,
    samples=[
        cases.Case([], {}, batch_size=7),
        cases.Case([], {"allow_repetitions": True}, batch_size=5),
        cases.Case([], {"no_fixed_points": True}, batch_size=6),
    ],
    cpu_only="its results are arguments of other calls, which the host reads",
)
def batch_permutation(*, allow_repetitions: bool = False, no_fixed_points: bool = False):
    """Draw a random permutation of sample indices, one index per sample, for `permute_batch`.

    allow_repetitions: draw each index independently, with repetitions.
    no_fixed_points: no sample keeps its position; no effect on a batch of one.

    >>> import headrace.dynamic as ndd
    >>> order = ndd.batch_permutation(batch_size=4, rng=ndd.random.RNG(3))
    >>> sorted(int(i) for i in order)
    [0, 1, 2, 3]
    """
    return kernel(
        "batch_permutation",
        out=Out(int32, 0),
        allow_repetitions=allow_repetitions,
        no_fixed_points=no_fixed_points,
    )
