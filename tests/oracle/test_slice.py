"""slice: the same calls through DALI and Headrace."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import Value, agree, both_fail, dali, ours, run, tensor
from .differences import DIFFERENCES
from .window_data import DTYPES, FRACTIONS, B, Different, X, of, only_ours

V = tensor(np.arange(10, dtype=np.int32))


@pytest.mark.parametrize(
    "arguments",
    [
        "[0.2, 0.25], [0.4, 0.5]",
        "t([1, 2]), t([2, 1])",
        "[1, 2], [2, 1]",
        "[.3, .3], [.3, .3]",
        "[1., 2.], [2., 1.], normalized_anchor=False, normalized_shape=False",
        "[1., 2.], [.4, .25], normalized_anchor=False",
        "[.3, .3], [1., 2.], normalized_shape=False",
        "t([1, 1]), t([1, 1]), normalized_anchor=True",
        "start=[1, 1], end=[2, 3]",
        "start=[1, 1], shape=[2, 2], axes=[0, 1]",
        "start=[1], axes=[0]",
        "rel_start=[0.25], rel_end=[0.9], axes=[0]",
        "end=[2], axes=[0]",
        "start=1, end=2, axes=[0, 1]",
        "start=[1], end=[2], axes=[0, 1]",
        "rel_shape=[0.5, 0.5]",
        "start=[1, 1], rel_shape=[0.5, 0.5]",
        "start=[1, 1], rel_end=[0.5, 0.5]",
        "start=[3, 1], end=[3, 2]",
        "start=[], end=[], axes=[]",
        "start=[1, 1], end=[2, 2], axis_names='CH'",
        "start=[1, 1], end=[2, 2], axes=[-1, 0]",
        "start=[1, 1, 1], end=[2, 2, 2], axes=[]",
        "start=[1, 1], end=[2, 2], axes=t([0, 2])",
        "start=[1, 1], end=[2, 2], axes=b([0, 2])",
        "start=t([1.5, 1]), end=[2, 2]",
        "start=[1, 1], end=[2, 2], fill_values=[1, 2, 3]",
        "start=b([1, 1], [0, 0]), end=[2, 2]",
        "start=[1, 1], end=[2, 2], output_dtype=ndd.float32",
    ],
)
def test_slice(arguments: str) -> None:
    agree(f"ndd.slice(x, {arguments})", x=X)


@pytest.mark.parametrize(
    "policy",
    [
        "pad",
        "constant",
        "trim_to_shape",
        "edge",
        "clamp",
        "reflect",
        "reflect_1001",
        "reflect_101",
        "wrap",
    ],
)
@pytest.mark.parametrize(
    "arguments",
    [
        "start=[-1, -1], end=[2, 2]",
        "start=[-11, 3], shape=[27, 19]",
        "start=[1, 9], shape=[2, 3]",
        "start=[-1, -1, -2], end=[2, 2, 9], axes=[0, 1, 2]",
        "start=[-3], shape=[9], axes=[0], fill_values=7.9",
        "start=[-9], shape=[2], axes=[2]",
    ],
)
def test_slice_outside(policy: str, arguments: str) -> None:
    agree(f"ndd.slice(x, {arguments}, out_of_bounds_policy='{policy}')", x=X)


@pytest.mark.parametrize("fill", ["[1, 2, 3]", "1.5", "300", "-1"])
def test_slice_fill(fill: str) -> None:
    call = (
        f"ndd.slice(x, start=[-1, -1], end=[7, 2], out_of_bounds_policy='pad', fill_values={fill})"
    )
    for x in (X, B, of("CHW"), of(None), of("FHWC", (2, 4, 5, 3)), of(None, (2, 4, 5, 3))):
        agree(call, x=x)
    agree(
        call.replace("[-1, -1]", "[-1, -1, 0]").replace("[7, 2]", "[2, 2, 3], axes=[0, 1, 2]"), x=X
    )


@pytest.mark.parametrize(
    "arguments",
    [
        "2, 3, axes=[0]",
        "0.2, 0.3, axes=[0]",
        "start=2, shape=3, axes=0",
        "t(2), t(3), axes=[0]",
        "t([[2]]), t([[3]]), axes=[0]",
        "t(np.array([2], np.int32)), t(np.array([3], np.int32)), axes=[0]",
        "start=[20], shape=[0], axes=[0], out_of_bounds_policy='pad'",
        "start=[10], shape=[0], axes=[0]",
        "end=[12], axes=[0], out_of_bounds_policy='pad'",
        "start=[-2], axes=[0], out_of_bounds_policy='pad'",
        "rel_start=[.25], shape=[3], axes=[0]",
        "rel_start=[.24], end=[6], axes=[0]",
    ],
)
def test_slice_one_axis(arguments: str) -> None:
    agree(f"ndd.slice(x, {arguments})", x=V)


@pytest.mark.parametrize(
    "arguments",
    [
        "start=b([1, 1], [0, 0]), end=[2, 2]",
        "start=[1, 1], end=[2, 2], axes=b([0, 1], [1, 0])",
        "start=b([1], [0]), end=b([2], [1]), axes=b([0], [1])",
        "b([1, 1], [0, 0]), b([1, 1], [2, 2])",
        "start=b(1, 0), end=[2, 2]",
        "start=[1], end=[2, 2]",
        "start=[1], axes=b([1], [1, 0])",
    ],
)
def test_slice_per_sample(arguments: str) -> None:
    agree(f"ndd.slice(x, {arguments})", x=B)


@pytest.mark.parametrize(
    "x",
    [
        of("HW", (4, 5)),
        of(None, (4, 5), "int16"),
        of("FHWC"),
        of("DHWC"),
        of(None, (2, 4, 5, 3)),
        of("CHW"),
        of("XYWH", (2, 3, 4, 5)),
    ],
)
def test_slice_layouts(x: Value) -> None:
    agree("ndd.slice(x, start=[1, 1], end=[2, 2])", x=x)


@pytest.mark.parametrize("dtype", DTYPES)
def test_slice_types(dtype: str) -> None:
    call = (
        "ndd.slice(x, start=[-1], end=[3], axes=[0], out_of_bounds_policy='pad', fill_values=[-3.7]"
    )
    agree(call + ")", x=tensor(np.array([1, 0, 1]).astype(dtype)))
    for to in ("uint8", "float32", "float16"):
        agree(call + f", dtype=ndd.{to})", x=tensor(np.array([1, 0, 100]).astype(dtype)))
    for to in ("uint8", "float32", "float16"):
        agree(
            f"ndd.slice(x, start=[0], axes=[0], dtype=ndd.{to})",
            x=tensor(np.clip(FRACTIONS.ravel(), -100, 120).astype(dtype)),
        )


@pytest.mark.parametrize(
    "how",
    [
        "rel_start={a}, rel_shape={s}",
        "{a}, {s}",
        "start={i}, rel_shape={s}",
        "rel_end={s}",
        "rel_shape={s}",
        "rel_start={a}, shape={i}",
    ],
)
def test_slice_rounding(how: str) -> None:
    """Halves, just above and just below, in the precision that DALI computes with."""
    rng = np.random.default_rng(1)
    for _ in range(40):
        n = int(rng.choice([7, 10, 20, 40, 100]))
        a, s = ((rng.integers(k * -n, 2 * n) + rng.choice([0, 0.5])) / n for k in (1, 0))
        text = how.format(
            a=f"t(np.array([{a}], np.float32))",
            s=f"t(np.array([{s + 0.01}], np.float32))",
            i=f"t([{int(rng.integers(0, 5))}])",
        )
        agree(
            f"ndd.slice(x, {text}, axes=[0], out_of_bounds_policy='pad')",
            x=tensor(np.arange(1, n + 1)),
        )


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "t([1, 1]), end=[3, 3]",
        "t([1, 1]), shape=[2, 2]",
        "t([1, 1])",
        "t([1, 1]), t([2, 2]), start=[1, 1]",
        "start=[1, 1], end=[2, 2], shape=[1, 1]",
        "start=[1, 1], rel_start=[.1, .1]",
        "end=[1, 1], rel_end=[.1, .1]",
        "start=[-1, -1], end=[2, 2]",
        "start=[3, 1], end=[2, 2]",
        "start=[1, 1], end=[2, 2], axis_names='HQ'",
        "start=[1, 1], end=[2, 2], axis_names='HW', axes=[0, 2]",
        "start=[1, 1], end=[2, 2], axes=[0, 0]",
        "start=[1, 1], end=[2, 2], axes=[3, 0]",
        "start=[1, 1, 1], end=[2, 2, 2]",
        "start=[1, 1], end=[2, 2, 3]",
        "start=[1, 1], end=[2, 2], axes=[]",
        "start=[1, 1], end=[2, 2], out_of_bounds_policy='foo'",
        "start=[-1, -1], end=[2, 2], out_of_bounds_policy='pad', fill_values=[1, 2]",
        "start=[1, 1], shape=[-1, 2]",
        "rel_start=[.5, .5], rel_shape=[-.1, 1]",
        "start=[9, 0], axes=[0, 1]",
        "t([1, 1, 1]), t([1, 1, 1])",
        "[.25, .25], [.9, .5]",
    ],
)
def test_bad_slice(arguments: str) -> None:
    both_fail(f"ndd.slice(x, {arguments})", x=X)


def test_bad_slice_axes() -> None:
    both_fail("ndd.slice(x, start=[2], end=[4])", x=V)
    both_fail(
        "ndd.slice(x, end=[14], out_of_bounds_policy='pad', axes=[0], fill_values=[1, 2])",
        x=V,
    )
    both_fail("ndd.slice(x, start=b([1, 1], [0, 0, 0]), end=[2, 2])", x=B)


# ---- deliberate differences -------------------------------------------------------------------

DIFFERENT: list[Different] = [
    ("slice.one_for_all", "ndd.slice(x, start=t([1]), end=[2, 2])", X, (1, 1, 3)),
    ("slice.types", "ndd.slice(x, start=[1, 1], dtype=ndd.int16)", X, (3, 4, 3)),
    ("slice.inputs", "ndd.slice(x, t([0.2, 0.25]), t([1, 2]))", X, (2, 1, 3)),
    (
        "slice.axes",
        "ndd.slice(x, start=[1, 1], shape=[1, 1])",
        of("FDHWC", (2, 3, 4, 5, 2)),
        (2, 3, 1, 1, 2),
    ),
]


@pytest.mark.parametrize("different", DIFFERENT, ids=[d[0] for d in DIFFERENT])
def test_differences(different: Different) -> None:
    only_ours(*different)


def test_fractions_are_refused() -> None:
    assert "slice.fractions" in DIFFERENCES
    call = "ndd.slice(x, start=[1.5, 1], end=[2, 2])"
    run(dali, call, x=X)
    with pytest.raises(TypeError, match="integer"):
        run(ours, call, x=X)
