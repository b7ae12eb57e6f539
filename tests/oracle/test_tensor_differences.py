"""Where the tensor family differs from DALI: each listed difference exists."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import dali, ours, run, tensor
from .differences import DIFFERENCES
from .tensor_data import HW, ONES, X

# The tables of arguments read better packed.
# fmt: off

# ---- deliberate differences -------------------------------------------------------------------

# (what, call, input, our shape). DALI gives another result or fails; two calls would kill it.
DIFFERENT = [
    ("cat.empty", "ndd.cat(x, t(np.zeros((0, 5), np.int64)), axis=1)",
     tensor(np.zeros((0, 7), int)), (0, 12)),
    ("cat.axis_name", "ndd.cat(t(np.zeros((2, 3), np.int32)), x, axis_name='W')", HW, (2, 6)),
    ("expand_dims.negative", "ndd.expand_dims(x, axes=[-1])", X, (2, 3, 4, 1)),
    ("full.broadcast", "ndd.full([1, 2], shape=[2, 1])", None, None),
    ("full.default_shape", "ndd.full([1, 2])", None, (2,)),
    ("full.layout", "ndd.full(t([1, 2], layout='X'), shape=[2])", None, (2,)),
    ("one_hot.negative_axis", "ndd.one_hot(x, num_classes=5, axis=-2)", HW, (2, 5, 3)),
    ("one_hot.types", "ndd.one_hot(t([True, False]), num_classes=2, dtype=ndd.float16)", None,
     (2, 2)),
    ("pad.float64", "ndd.pad(x, shape=[4])", tensor([1.0, 2.0]), (4,)),
    ("pad.scalar", "ndd.pad(x)", tensor(5), ()),
    ("pad.one_for_all", "ndd.pad(x, shape=t([4]))", HW, (4, 4)),
    ("permute_batch.tensor", "ndd.permute_batch(b(x, x), indices=t([1, 0]))", tensor([1, 2]), (2,)),
    ("reshape.zero", "ndd.reshape(x, shape=[0, 5])", tensor(np.zeros((3, 0), int)), (0, 5)),
    ("reshape.rank_from_src_dims", "ndd.reshape(x, src_dims=[-1, 0, 1, 2])", X, (1, 2, 3, 4)),
    ("reshape.src_dims_per_sample", "ndd.reshape(x, src_dims=b([2, 1, 0]))", X, (4, 3, 2)),
    ("reshape.scalar_shape", "ndd.reshape(x, shape=t(24))", X, (24,)),
    ("sequence_rearrange.one_axis", "ndd.sequence_rearrange(t([1, 2]), new_order=[1])", None, (1,)),
    ("element_extract.one_axis", "ndd.element_extract(t([1, 2]), element_map=[1])", None, ()),
    ("squeeze.negative", "ndd.squeeze(x, axes=[-2])", ONES, (1, 2, 12)),
    ("squeeze.per_sample", "ndd.squeeze(x, axes=b([0]))", ONES, (2, 1, 12)),
    ("stack.negative_axis", "ndd.stack(x, x, axis=-3)", HW, (2, 2, 3)),
    ("transpose.negative", "ndd.transpose(x, perm=[-1, 0, 1])", X, (4, 2, 3)),
    ("transpose.no_layout", "ndd.transpose(x, output_layout='')", X, (4, 3, 2)),
]
FATAL = {
    "lookup_table.empty": ("ndd.lookup_table(x, keys=[], values=[], default_value=3)", HW, (2, 3)),
    "reinterpret.scalar": ("ndd.reinterpret(x, dtype=ndd.uint16)", tensor(np.int16(3)), ()),
}


@pytest.mark.parametrize(("what", "call", "x", "shape"), DIFFERENT, ids=[d[0] for d in DIFFERENT])
def test_differences(what: str, call: str, x: object, shape: tuple[int, ...] | None) -> None:
    values = {} if x is None else {"x": x}
    assert what in DIFFERENCES
    try:
        theirs = [s for r in run(dali, call, **values) for s in r["shape"]]
    except Exception:
        theirs = None
    if shape is None:
        with pytest.raises(ValueError):
            run(ours, call, **values)
        assert theirs is not None
    else:
        mine = [s for r in run(ours, call, **values) for s in r["shape"]]
        assert mine[0] == shape
        assert theirs is None or theirs[0] != shape, f"{what} is no difference any more"


@pytest.mark.parametrize("what", FATAL)
def test_differences_that_kill_dali(what: str) -> None:
    call, x, shape = FATAL[what]
    assert what in DIFFERENCES
    assert run(ours, call, x=x)[0]["shape"] == [shape]


def test_any_number_but_zero_is_true() -> None:
    call = "ndd.cast(t(np.array([0.25, -0.25, 0])), dtype=ndd.bool)"
    assert "cast.bool" in DIFFERENCES
    assert run(ours, call)[0]["samples"][0].tolist() == [True, True, False]
    assert run(dali, call)[0]["samples"][0].tolist() == [False, False, False]


def test_all_differences_are_shown() -> None:
    family = {"reshape", "reinterpret", "squeeze", "expand_dims", "transpose", "stack", "cat",
              "pad", "full", "one_hot", "lookup_table", "element_extract", "permute_batch",
              "sequence_rearrange", "cast"}
    listed = {key for key in DIFFERENCES if key.split(".")[0] in family}
    assert listed == {d[0] for d in DIFFERENT} | set(FATAL) | {"cast.bool"}
