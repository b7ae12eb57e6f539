"""TensorCPU and TensorListCPU beside DALI's: the same questions about the same data."""

from __future__ import annotations

import ctypes
import inspect
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import headrace.tensors
import headrace.types

dali = pytest.importorskip("nvidia.dali")

import nvidia.dali.tensors  # noqa: E402
import nvidia.dali.types  # noqa: E402

THEIRS = SimpleNamespace(tensors=nvidia.dali.tensors, types=nvidia.dali.types)
OURS = SimpleNamespace(tensors=headrace.tensors, types=headrace.types)


def samples() -> dict[str, tuple[list[np.ndarray], str]]:
    rng = np.random.default_rng(0)
    image = rng.integers(0, 256, (3, 4, 5, 3), np.uint8)
    return {
        "images": (list(image), "HWC"),
        "ragged": ([np.full((k + 1, 2), k, np.float32) for k in range(3)], ""),
        "scalars": ([np.array(k, np.int32) for k in range(3)], ""),
        "labels": ([np.array([k], np.int64) for k in range(3)], ""),
        "halves": ([np.arange(4, dtype=np.float16)] * 2, "W"),
        "flags": ([np.array([True, False])] * 2, ""),
        "one": ([np.arange(6, dtype=np.float64).reshape(1, 6, 1)], "HWC"),
        "empty_samples": ([np.zeros((0, 3), np.float32)] * 2, ""),
    }


class Side:
    """One library, with the data as its lists."""

    def __init__(self, library: Any) -> None:
        self.T, self.types = library.tensors, library.types
        self.lists = {
            name: self.T.TensorListCPU([np.array(a) for a in arrays], layout)
            for name, (arrays, layout) in samples().items()
        }

    def ask(self, text: str, **names: Any) -> Any:
        scope = {"T": self.T, "types": self.types, "np": np, **globals(), **names}
        try:
            return plain(eval(text, scope))
        except Exception as e:
            return e


def plain(x: Any) -> Any:
    """An answer as data that two libraries can have in common."""
    kind = type(x).__name__
    if kind == "TensorCPU":
        return kind, x.shape(), x.layout(), str(x.dtype), plain(np.array(x))
    if kind == "TensorListCPU":
        return kind, x.layout(), str(x.dtype), [plain(t) for t in x]
    if isinstance(x, np.ndarray):
        return kind, str(x.dtype), x.shape, x.tolist()
    if isinstance(x, (tuple, list)):
        return type(x)(plain(y) for y in x)
    return str(x) if kind.endswith("DALIDataType") else x


def agree(theirs: Any, ours: Any, *also: type[Exception]) -> None:
    """Equal answers; or an error that is caught where DALI's is (or one of those named)."""
    if isinstance(theirs, Exception):
        assert isinstance(ours, (type(theirs), *also)), f"{theirs!r} and {ours!r}"
    else:
        assert ours == theirs


def changed(x: Any, method: str, *arguments: Any) -> Any:
    """What a method that changes its object returns, and what it leaves."""
    return getattr(x, method)(*arguments), x


def copied(x: Any, elements: int, dtype: str) -> np.ndarray:
    out = np.zeros(elements, dtype)
    x.copy_to_external(ctypes.c_void_p(out.ctypes.data))
    return out


def views(x: Any) -> Any:
    """Names that are given to views and to the list."""
    sample = x[0]
    sample.set_layout("ABC")
    seen = [x.layout(), x[0].layout()]
    x.set_layout("XYZ")
    return [*seen, sample.layout(), x[0].layout(), x.as_tensor().layout()]


ABOUT_LISTS = """
x
x.shape()
x.layout()
x.dtype
x.ndim()
len(x)
bool(x)
x.is_dense_tensor()
x.as_array()
x.as_tensor()
x.as_cpu() is x
x.at(0)
x.at(len(x))
x[0]
x[-1]
x[len(x)]
x[-len(x) - 1]
x[np.int64(0)]
list(x)
[t.shape() for t in x]
np.array([np.asarray(t) for t in x] if x.is_dense_tensor() else 0)
[np.from_dlpack(t) for t in x]
x.as_reshaped_tensor([7])
x.as_reshaped_tensor([sum(int(np.prod(s)) for s in x.shape())])
x.as_reshaped_tensor((1, sum(int(np.prod(s)) for s in x.shape()), 1))
x.as_reshaped_tensor([len(x), *x.shape()[0]])
x[0].ndim(), x[0].layout(), x[0].dtype
x[0].get_property("layout"), x[0].get_property("source_info"), x[0].get_property("more")
x[0].source_info()
int(x[0].__dlpack_device__()[0]), x[0].__dlpack_device__()[1]
x[0].__array_interface__["shape"], x[0].__array_interface__["version"]
x[0].__array_interface__["data"][0] == x[0].data_ptr() or not x[0].data_ptr()
x.data_ptr() == x[0].data_ptr() if x.is_dense_tensor() else 0
changed(x[0], "squeeze")
changed(x[0], "squeeze", 0)
changed(x[0], "squeeze", -1)
changed(x[0], "squeeze", 9)
changed(x[0], "set_layout", "AB")
changed(x[0], "set_layout", "")
changed(x[0], "set_layout", None)
changed(x[0], "reinterpret", types.INT32)
changed(x[0], "reinterpret", types.UINT8)
changed(x[0], "reinterpret", types.STRING)
changed(T.TensorListCPU(x), "set_layout", "ABC")
changed(T.TensorListCPU(x), "set_layout", None)
changed(T.TensorListCPU(x), "reinterpret", types.INT8)
changed(T.TensorListCPU(x), "reset")
T.TensorListCPU(x, "ABC")
T.TensorListCPU(x, "")
T.TensorListCPU.broadcast(x[0], 3)
T.TensorListCPU.from_dlpack_list([np.asarray(t) for t in x])
T.TensorListCPU(list(x), contiguous=False)
copied(x, 400, "uint8")
copied(x[len(x) - 1], 400, "uint8")
hasattr(x, "device_id"), hasattr(x, "__cuda_array_interface__")
""".strip().splitlines()

MAKING = """
T.TensorCPU(a)
T.TensorCPU(a, "HW")
T.TensorCPU(a, layout="HWC")
T.TensorCPU(a, layout=None, is_pinned=False)
T.TensorCPU(b"abc")
T.TensorCPU(np.float32(3))
T.TensorCPU(T.TensorCPU(a))
T.TensorCPU(np.zeros((0, 3)))
T.TensorCPU(np.array(["a"]))
T.TensorCPU(None)
T.TensorCPU("abc")
T.TensorCPU(T.TensorCPU(a).__dlpack__(), "HW")
T.TensorListCPU(a)
T.TensorListCPU(a, "W")
T.TensorListCPU(a, "HW")
T.TensorListCPU(np.array(3))
T.TensorListCPU(5)
T.TensorListCPU(T.TensorCPU(a))
T.TensorListCPU(T.TensorCPU(a, "HW"))
T.TensorListCPU(T.TensorCPU(a).__dlpack__(), "W")
T.TensorListCPU([])
T.TensorListCPU([]).is_dense_tensor()
T.TensorListCPU([]).shape(), T.TensorListCPU([]).layout(), T.TensorListCPU([]).ndim()
T.TensorListCPU([a, a])
T.TensorListCPU([a, a], "HW")
T.TensorListCPU([a, a], "HWC")
T.TensorListCPU([T.TensorCPU(a, "HW"), T.TensorCPU(a)])
T.TensorListCPU([T.TensorCPU(a), T.TensorCPU(a, "HW")])
T.TensorListCPU([T.TensorCPU(a, "HW"), T.TensorCPU(a, "AB")])
T.TensorListCPU([a, a.astype(np.int32)])
T.TensorListCPU([a, a[0]])
T.TensorListCPU([None])
T.TensorListCPU.from_dlpack_list([a, a[:1]], layout="HW")
T.TensorListCPU.from_dlpack_list([[1, 2]])
T.TensorListCPU.from_dlpack_list([])
T.TensorListCPU.broadcast(a, 2)
T.TensorListCPU.broadcast(a, -1)
T.TensorListCPU.broadcast(a, 0)
T.TensorCPU(a).data_ptr() == a.ctypes.data
T.TensorListCPU(a)[0].data_ptr() == a.ctypes.data
T.TensorListCPU([a], contiguous=False)[0].data_ptr() == a.ctypes.data
T.TensorListCPU([a])[0].data_ptr() == a.ctypes.data
np.asarray(T.TensorCPU(a)).ctypes.data == a.ctypes.data
""".strip().splitlines()


@pytest.fixture(scope="module")
def sides() -> tuple[Side, Side]:
    return Side(THEIRS), Side(OURS)


@pytest.mark.parametrize("name", samples())
@pytest.mark.parametrize("text", ABOUT_LISTS)
def test_about_lists(sides: tuple[Side, Side], name: str, text: str) -> None:
    theirs, ours = (side.ask(text, x=side.lists[name]) for side in sides)
    agree(theirs, ours)


@pytest.mark.parametrize("text", MAKING)
def test_making(sides: tuple[Side, Side], text: str) -> None:
    a = np.arange(6, dtype=np.float32).reshape(2, 3)
    theirs, ours = (side.ask(text, a=a) for side in sides)
    agree(theirs, ours, ValueError)  # samples that do not fit are TypeErrors in DALI


def test_names_of_views() -> None:
    theirs, ours = (views(Side(x).lists["images"]) for x in (THEIRS, OURS))
    assert ours == theirs == ["HWC", "HWC", "ABC", "XYZ", "NXYZ"]


def test_what_is_shared_and_what_is_copied() -> None:
    """Tensors are views, `at` and `as_array` are copies."""
    for library in (THEIRS, OURS):
        x = Side(library).lists["images"]
        before = x.as_array()
        x.at(0)[:] = 1
        x.as_array()[:] = 2
        np.testing.assert_array_equal(x.as_array(), before)
        np.asarray(x[0])[:] = 3
        np.asarray(x.as_tensor())[1] = 4
        assert (x.at(0) == 3).all() and (x.at(1) == 4).all()
        np.testing.assert_array_equal(x.at(2), before[2])


def test_names_of_the_classes() -> None:
    """Everything public of DALI's classes is there."""
    for name in ("TensorCPU", "TensorGPU", "TensorListCPU", "TensorListGPU"):
        theirs, ours = getattr(THEIRS.tensors, name), getattr(OURS.tensors, name)
        public = {n for n in dir(theirs) if not n.startswith("_")}
        protocols = {
            n for n in dir(theirs) if n.startswith("__") and ("array" in n or "dlpack" in n)
        }
        assert public | protocols <= set(dir(ours)), name


def test_names_of_types() -> None:
    """Everything public of DALI's module `types` is there, but for what it imports itself."""
    imported = {"Enum", "backend_impl", "ctypes", "dali_type_converters", "re", "tfrec", "unique"}
    elsewhere = {"Constant", "ConstantNode", "ScalarConstant"}  # nodes of a graph
    public = {n for n in dir(THEIRS.types) if not n.startswith("_")} - imported - elsewhere
    assert public <= set(dir(OURS.types)) and public <= set(OURS.types.__all__)
    for name in ("SampleInfo", "BatchInfo", "CUDAStream", "to_numpy_type", "to_dali_type"):
        theirs, ours = getattr(THEIRS.types, name), getattr(OURS.types, name)
        assert list(inspect.signature(ours).parameters) == list(
            inspect.signature(theirs).parameters
        )


# Where Headrace does more on purpose: (question, DALI's answer or None for an error, ours).
MORE = [
    ("T.TensorListCPU([a, a], contiguous=False).is_dense_tensor()", False, True),
    ("T.TensorListCPU([a, a], contiguous=False).as_array().shape", None, (2, 2, 3)),
    ("T.TensorListCPU([a, a], contiguous=False).as_tensor().shape()", None, [2, 2, 3]),
    ("T.TensorListCPU.broadcast(a, 2).is_dense_tensor()", False, True),
    ("T.TensorListCPU([a, a]).as_reshaped_tensor([-1]).shape()", None, [12]),
    ("T.TensorListCPU([a, a]).at(-1).shape", None, (2, 3)),
    ("T.TensorCPU(a.T).shape()", None, [3, 2]),
    ("T.TensorCPU([1, 2]).shape()", None, [2]),
    ("T.TensorCPU(T.TensorCPU(a, 'HW')).layout()", "", "HW"),
    ("T.TensorListCPU(T.TensorCPU(a, 'NW')).layout()", "", "W"),
    ("T.TensorListCPU.from_dlpack_list([T.TensorCPU(a, 'HW')]).layout()", "", "HW"),
    ("len(T.TensorListCPU((a, a)))", None, 2),
    ("T.TensorListCPU([a, a]).__dlpack_device__()", None, (1, 0)),
    ("T.TensorListCPU(np.zeros((0, 2, 3))).as_tensor().ndim()", 2, 3),
    ("changed(T.TensorCPU(a), 'reinterpret', np.int32)[1].dtype", None, "DALIDataType.INT32"),
]


@pytest.mark.parametrize(("text", "theirs", "ours"), MORE)
def test_where_we_do_more(sides: tuple[Side, Side], text: str, theirs: Any, ours: Any) -> None:
    a = np.arange(6, dtype=np.float32).reshape(2, 3)
    found = sides[0].ask(text, a=a)
    assert (None if isinstance(found, Exception) else found) == theirs
    assert sides[1].ask(text, a=a) == ours
