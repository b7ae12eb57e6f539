"""multi_paste against DALI, exactly."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import agree, batch, both_fail, dali, ours, run, tensor
from .differences import DIFFERENCES


def ramp(h: int, w: int, c: int, start: int = 1, dtype: str = "uint8") -> np.ndarray:
    return (np.arange(h * w * c).reshape(h, w, c) + start).astype(dtype)


A, B, C = ramp(4, 6, 1), ramp(5, 3, 1, 100), ramp(4, 6, 1, 200)
X = batch(A, B, layout="HWC")
SAME = batch(A, C, layout="HWC")
TEN = tensor(ramp(10, 10, 1), "HWC")


def pairs(*numbers: float, dtype: str = "int32") -> str:
    """A tensor with a row and a column for each region."""
    return f"t(np.array({list(numbers)}, np.{dtype}).reshape(-1, 2))"


@pytest.mark.parametrize(
    "arguments",
    [
        "output_size=[6, 7]",
        "output_size=b(np.int32([5, 7]), np.int32([9, 9]))",
        f"output_size=[9, 9], in_anchors={pairs(1, 1)}",
        f"output_size=[9, 9], in_anchors={pairs(4, 3)}",
        f"output_size=[9, 9], shapes={pairs(2, 2)}",
        f"output_size=[9, 9], shapes={pairs(0, 0)}",
        f"output_size=[9, 9], out_anchors={pairs(3, 2)}",
        f"output_size=[9, 9], in_anchors={pairs(1, 0)}, shapes={pairs(2, 2)}, "
        f"out_anchors={pairs(7, 7)}",
        "output_size=[9, 9], out_anchors=b(np.int32([[0, 1]]), np.int32([[2, 2]]))",
    ],
)
def test_one_input(arguments: str) -> None:
    agree(f"ndd.multi_paste(x, {arguments})", x=X)


def test_without_a_size() -> None:
    agree("ndd.multi_paste(x)", x=SAME)
    agree("ndd.multi_paste(x)", x=tensor(A, "HWC"))
    agree("ndd.multi_paste(x)", x=tensor(A))
    agree("ndd.multi_paste(x, y)", x=SAME, y=SAME)
    agree(f"ndd.multi_paste(x, shapes={pairs(2, 3)})", x=SAME)
    agree("ndd.multi_paste(x, in_ids=[0, 1])", x=SAME)
    agree("ndd.multi_paste(x)", x=tensor(A[:0], "HWC"))


def test_parts() -> None:
    """Anchors are rounded down and shapes up, whatever is near."""
    for v in np.float32([0, 0.04, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.55, 0.7, 0.99, 1]).tolist():
        for name in ("in_anchors_rel", "shapes_rel"):
            places = f"{name}={pairs(v, 0.5, dtype='float32')}"
            agree(f"ndd.multi_paste(x, output_size=[10, 10], {places})", x=TEN)
        agree(f"ndd.multi_paste(x, output_size=[20, 30], shapes={pairs(0, 1)}, "
              f"out_anchors_rel={pairs(v, v / 2, dtype='float32')})", x=TEN)  # fmt: skip
        agree(f"ndd.multi_paste(x, output_size=[10, 10], in_anchors={pairs(3, 2)}, "
              f"shapes_rel={pairs(min(v, 0.7), 0.3, dtype='float32')})", x=TEN)  # fmt: skip


def test_several_inputs() -> None:
    other = batch(C, C, layout="HWC")
    agree("ndd.multi_paste(x, y, output_size=[8, 8])", x=X, y=other)
    agree("ndd.multi_paste(y, x, output_size=[8, 8])", x=X, y=other)
    agree("ndd.multi_paste(x, y, output_size=[5, 7])", x=X, y=tensor(A, "HWC"))
    agree(f"ndd.multi_paste(x, y, x, output_size=[9, 9], out_anchors={pairs(0, 0, 1, 1, 4, 3)})",
          x=X, y=other)  # fmt: skip
    agree("ndd.multi_paste(x, y, output_size=[9, 9], out_anchors=b(np.int32([[0, 0], [1, 1]]), "
          "np.int32([[3, 3], [2, 0]])))", x=X, y=other)  # fmt: skip


def test_many_overlapping_regions() -> None:
    """More than the few for which only free pixels are cleared."""
    rng = np.random.default_rng(0)
    for count in (1, 2, 5, 15, 16, 17, 40):
        shapes = rng.integers(0, 8, (count, 2))
        anchors = rng.integers(0, 13, (count, 2))
        agree(
            f"ndd.multi_paste(x, in_ids={[0] * count}, shapes={pairs(*shapes.ravel().tolist())}, "
            f"out_anchors={pairs(*anchors.ravel().tolist())}, output_size=[20, 20])",
            x=TEN,
        )


@pytest.mark.parametrize(
    "arguments",
    [
        "in_ids=[0, 1]",
        "in_ids=0",
        "in_ids=b(0, 1)",
        "in_ids=b(np.int32([1, 0]), np.int32([1]))",
        "in_ids=b(np.int32([]), np.int32([0]))",
        "in_ids=b(np.int32([]), np.int32([]))",
        "in_ids=b(np.int32([0, 1]), np.int32([1])), "
        "out_anchors=b(np.int32([[0, 0], [1, 1]]), np.int32([[2, 2]]))",
        f"in_ids=[1, 1, 0], out_anchors={pairs(0, 0, 2, 2, 5, 3)}, "
        f"shapes={pairs(2, 2, 1, 3, 4, 1)}",
    ],
)
def test_samples_by_number(arguments: str) -> None:
    agree(f"ndd.multi_paste(x, output_size=[9, 9], {arguments})", x=X)
    agree(f"ndd.multi_paste(x, output_size=[9, 9], dtype=ndd.int32, {arguments})", x=X)


def test_channels_of_the_sources() -> None:
    x = batch(A, ramp(2, 2, 3, 50), layout="HWC")
    agree("ndd.multi_paste(x, output_size=[9, 9], in_ids=b(np.int32([1]), np.int32([0])))", x=x)
    agree("ndd.multi_paste(x, output_size=[9, 9], in_ids=b(np.int32([0]), np.int32([])))", x=x)
    both_fail("ndd.multi_paste(x, output_size=[9, 9], in_ids=b(np.int32([1, 0]), np.int32([0])))",
              x=x)  # fmt: skip


@pytest.mark.parametrize("dtype", ["uint8", "int16", "int32", "float32"])
@pytest.mark.parametrize("to", ["uint8", "int16", "int32", "float32"])
def test_types(dtype: str, to: str) -> None:
    values = [-3, 0, 0.5, 1.5, 2.5, -2.5, 300, 70000, 1.4]
    x = np.array(values).astype(dtype).reshape(3, 3, 1)
    agree(f"ndd.multi_paste(x, output_size=[4, 3], dtype=ndd.{to})", x=tensor(x, "HWC"))


@pytest.mark.parametrize(
    "arguments",
    [
        "output_size=[2, 2]",
        "output_size=[0, 2]",
        "output_size=[-1, 2]",
        "output_size=[8]",
        "output_size=[9, 9], in_ids=[0, 2]",
        "output_size=[9, 9], in_ids=[0, -1]",
        f"output_size=[9, 9], in_anchors={pairs(5, 0)}",
        f"output_size=[9, 9], in_anchors={pairs(-1, 0)}",
        f"output_size=[9, 9], shapes={pairs(5, 5)}",
        f"output_size=[9, 9], shapes={pairs(-1, 1)}",
        f"output_size=[9, 9], out_anchors={pairs(-1, 0)}",
        f"output_size=[9, 9], out_anchors={pairs(6, 0)}",
        f"output_size=[9, 9], out_anchors={pairs(0, 0, 1, 1)}",
        f"output_size=[9, 9], in_anchors_rel={pairs(-0.04, 0, dtype='float32')}",
        f"output_size=[9, 9], shapes_rel={pairs(1.5, 0, dtype='float32')}",
        "output_size=[9, 9], out_anchors_rel=t(np.float32([[np.nan, 0]]))",
        f"output_size=[9, 9], shapes={pairs(1, 1)}, shapes_rel={pairs(1, 1, dtype='float32')}",
        f"output_size=[9, 9], in_anchors={pairs(1, 1)}, "
        f"in_anchors_rel={pairs(0, 0, dtype='float32')}",
        f"output_size=[9, 9], out_anchors={pairs(1, 1)}, "
        f"out_anchors_rel={pairs(0, 0, dtype='float32')}",
    ],
)  # fmt: skip
def test_refused(arguments: str) -> None:
    both_fail(f"ndd.multi_paste(x, {arguments})", x=X)


def test_refused_inputs() -> None:
    other = batch(C, C, layout="HWC")
    both_fail("ndd.multi_paste(x, y, in_ids=[0, 1], output_size=[9, 9])", x=X, y=other)
    both_fail("ndd.multi_paste(x, y, output_size=[9, 9])", x=X, y=tensor(ramp(3, 3, 3), "HWC"))
    both_fail("ndd.multi_paste(x, y, output_size=[9, 9])",
              x=X, y=tensor(ramp(3, 3, 1, dtype="float32"), "HWC"))  # fmt: skip
    both_fail("ndd.multi_paste(x, output_size=[9, 9])", x=tensor(A[..., 0], "HW"))
    both_fail("ndd.multi_paste(x, output_size=[9, 9])", x=tensor(A, "CHW"))
    both_fail("ndd.multi_paste(output_size=[9, 9])")


def test_sequences() -> None:
    """DALI fails on sequences in dynamic mode: its single images show what is meant."""
    assert "multi_paste.sequences" in DIFFERENCES
    frames = [A, A + 50, C]
    call = "ndd.multi_paste(x, y, output_size=[9, 9], out_anchors={})"
    places = [[[0, 0], [1, 1]], [[4, 3], [2, 2]], [[0, 2], [5, 0]]]
    x, y = tensor(np.stack(frames), "FHWC"), tensor(np.stack(frames[::-1]), "FHWC")
    got = run(ours, call.format(f"t(np.int32({places}), 'FXY')"), x=x, y=y)[0]
    assert got["layout"] == "FHWC"
    for k, place in enumerate(places):
        single = call.format(pairs(*np.ravel(place).tolist()))
        x, y = tensor(frames[k], "HWC"), tensor(frames[2 - k], "HWC")
        np.testing.assert_array_equal(
            got["samples"][0][k], run(dali, single, x=x, y=y)[0]["samples"][0]
        )


def test_differences() -> None:
    assert {"multi_paste.types", "multi_paste.sizes", "multi_paste.places"} <= set(DIFFERENCES)
    for dtype in ("bool", "int8", "uint16", "uint64", "float16", "float64"):
        x = tensor(np.ones((2, 2, 1), dtype), "HWC")
        got = run(ours, "ndd.multi_paste(x, output_size=[2, 3])", x=x)[0]["samples"][0]
        assert got.dtype == dtype and got.sum() == 4
    assert run(ours, "ndd.multi_paste(x)", x=X)[0]["shape"] == [A.shape, B.shape]
    flat = run(ours, "ndd.multi_paste(x, output_size=[12, 12], out_anchors=[3, 4])", x=X)
    call = f"ndd.multi_paste(x, output_size=[12, 12], out_anchors={pairs(3, 4)})"
    theirs = run(dali, call, x=X)
    np.testing.assert_array_equal(flat[0]["samples"][1], theirs[0]["samples"][1])
    with pytest.raises(ValueError, match="two numbers"):
        run(ours, "ndd.multi_paste(x, output_size=[9, 9, 9])", x=X)
