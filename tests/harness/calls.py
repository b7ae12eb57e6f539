"""Cases made concrete: their arrays and arguments, and the calls that the invariants compare."""

from __future__ import annotations

import dataclasses
import importlib.resources
import io
import math
import os
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import numpy as np
import PIL.Image

import headrace.dynamic as ndd
from headrace.core.value import Value
from headrace.engine.cases import Case, PerSample, Sample, images
from headrace.engine.operator import Definition, registry

SEED = 1234


@dataclasses.dataclass(frozen=True)
class Fixed(Sample):
    """An input whose arrays are given rather than drawn, such as encoded pictures."""

    arrays: tuple[np.ndarray, ...] = ()

    @staticmethod
    def of(arrays: Sequence[np.ndarray], layout: str | None = None) -> Fixed:
        first = arrays[0]
        return Fixed([a.shape for a in arrays], first.dtype.name, layout, arrays=tuple(arrays))


DTYPES = ("bool", "uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64",
          "float16", "bfloat16", "float32", "float64")  # fmt: skip


def numpy_dtype(name: str) -> np.dtype[Any]:
    return np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)


def draw(sample: Sample, salt: int = 0) -> list[np.ndarray]:
    """The arrays of a Sample: the same in every run."""
    if isinstance(sample, Fixed):
        return list(sample.arrays)
    rng = np.random.default_rng([zlib.crc32(repr(sample).encode()), salt])
    dtype = numpy_dtype(sample.dtype)
    low, high = _range(sample, dtype)
    arrays = []
    for shape in sample.shapes:
        if dtype.kind in "iub":
            first = math.ceil(low)  # the integers of [low, high)
            drawn = rng.integers(first, max(math.ceil(high), first + 1), shape)
        else:
            drawn = rng.uniform(low, high, shape)
        arrays.append(np.asarray(drawn).astype(dtype))
    return arrays


def _range(sample: Sample, dtype: np.dtype[Any]) -> tuple[float, float]:
    if dtype.kind == "b":
        low, high = 0, 2
    elif dtype.kind in "iu" and dtype.itemsize == 1:
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max + 1
    else:
        low, high = (0, 100) if dtype.kind == "u" else (-100, 100)
    low = low if sample.low is None else sample.low
    high = high if sample.high is None else sample.high
    if dtype.kind in "iu":  # of cases made for another type
        low, high = max(low, np.iinfo(dtype).min), min(high, np.iinfo(dtype).max + 1)
    return (low, high) if low < high else (low, low + 1)


@dataclasses.dataclass
class Bound:
    """A case with its data: `arrays` holds, per input, the samples' arrays or a constant."""

    definition: Definition
    case: Case
    arrays: list[Any]
    name: str = ""

    @staticmethod
    def of(definition: Definition, case: Case, name: str = "") -> Bound:
        arrays = [draw(x, k) if isinstance(x, Sample) else x for k, x in enumerate(case.inputs)]
        return Bound(definition, case, arrays, name)

    @property
    def size(self) -> int | None:
        """Number of samples; None when the case has one sample and no batch."""
        for x, arrays in zip(self.case.inputs, self.arrays):
            if isinstance(x, Sample):
                return len(arrays)
        for a in self.case.args.values():
            if isinstance(a, PerSample):
                return len(a.values)
        return self.case.batch_size

    @property
    def layout(self) -> str | None:
        first = self.case.inputs[0] if self.case.inputs else None
        return first.layout if isinstance(first, Sample) else None

    def per_sample(self) -> list[str]:
        return [k for k, a in self.case.args.items() if isinstance(a, PerSample)]

    # ---- inputs and arguments in the forms they are given --------------------------------------

    def batch_inputs(self, make: Callable[[np.ndarray], Any] | None = None) -> list[Any]:
        """Inputs for a call on batches; `make` changes how arrays lie in memory (then shared)."""
        inputs = []
        for x, arrays in zip(self.case.inputs, self.arrays):
            if not isinstance(x, Sample):
                inputs.append(x)
            elif make is None:
                inputs.append(make_batch(arrays, x.layout, x))
            else:
                inputs.append(ndd.as_batch([make(a) for a in arrays], layout=x.layout))
        return inputs

    def sample_inputs(self, i: int) -> list[Any]:
        return [
            ndd.tensor(arrays[i], layout=x.layout) if isinstance(x, Sample) else x
            for x, arrays in zip(self.case.inputs, self.arrays)
        ]

    def batch_args(self) -> dict[str, Any]:
        return {
            k: as_batch(a) if isinstance(a, PerSample) else a for k, a in self.case.args.items()
        }

    def sample_args(self, i: int, form: Callable[..., Any] | None = None) -> dict[str, Any]:
        """Arguments for sample i: those given per sample as Tensors, or as `form` makes them."""
        return {
            k: (form or as_tensor)(a, i) if isinstance(a, PerSample) else a
            for k, a in self.case.args.items()
        }

    # ---- calls ---------------------------------------------------------------------------------

    def call(self, inputs: Sequence[Any], args: dict[str, Any], **more: Any) -> Any:
        return invoke(self.definition, inputs, {**args, **more})

    def whole(self, **more: Any) -> Any:
        """The case as written: a Batch where it has samples, else a Tensor."""
        n = self.size
        if self.case.batch_size is not None and not self.has_batch():
            more.setdefault("batch_size", n)
        return self.call(self.batch_inputs(), {**self.batch_args(), **more})

    def has_batch(self) -> bool:
        given = [*self.case.inputs, *self.case.args.values()]
        return any(isinstance(x, (Sample, PerSample)) for x in given)

    def single(self, i: int, form: Callable[..., Any] | None = None) -> Any:
        return self.call(self.sample_inputs(i), self.sample_args(i, form))

    def replace(self, **changes: Any) -> Bound:
        return Bound.of(self.definition, dataclasses.replace(self.case, **changes), self.name)

    def __str__(self) -> str:
        return self.name


def invoke(definition: Definition, inputs: Sequence[Any], args: dict[str, Any]) -> Any:
    """Call an operator; random ones with a generator that always begins the same way."""
    if definition.random and "rng" not in args:
        args = {**args, "rng": ndd.random.RNG(SEED)}
    if definition.name.startswith("_"):  # no public function: operators behind syntax
        params = tuple(args.get(p.name) for p in definition.params)
        return definition.call(tuple(inputs), params, args.get("batch_size"), None, None)
    return definition.function(*inputs, **args)


def make_batch(arrays: Sequence[np.ndarray], layout: str | None, like: Sample) -> ndd.Batch:
    if arrays:
        return ndd.batch(list(arrays), layout=layout)
    ndim = len(like.shapes[0])
    empty = np.zeros((0,) + (1,) * ndim, numpy_dtype(like.dtype))
    return ndd.batch(empty, layout=layout or "")


def _array(value: Any, dtype: str | None) -> np.ndarray:
    """A value of PerSample: Python's numbers are int32 and float32, as everywhere."""
    array = np.asarray(value)
    if dtype is not None:
        return array.astype(numpy_dtype(dtype))
    return array.astype({"i": np.int32, "f": np.float32}.get(array.dtype.kind, array.dtype))


def frame_layout(ndim: int) -> str:
    return "F" + "*" * (ndim - 1)


def as_batch(a: PerSample) -> ndd.Batch:
    arrays = [_array(v, a.dtype) for v in a.values]
    return ndd.batch(arrays, layout=frame_layout(arrays[0].ndim) if a.per_frame else None)


def as_tensor(a: PerSample, i: int) -> ndd.Tensor:
    array = _array(a.values[i], a.dtype)
    return ndd.tensor(array, layout=frame_layout(array.ndim) if a.per_frame else None)


def as_constant(a: PerSample, i: int) -> Any:
    if a.per_frame:
        return as_tensor(a, i)
    return _array(a.values[i], a.dtype).tolist()


# ---- results ---------------------------------------------------------------------------------


@dataclasses.dataclass
class Result:
    """One output, evaluated: an array per sample, and what was announced."""

    arrays: list[np.ndarray]
    dtype: Any
    ndim: int
    layout: str | None
    batch: bool


def outputs(returned: Any) -> tuple[Any, ...]:
    return returned if isinstance(returned, tuple) else (returned,)


def collect(returned: Any) -> list[Result]:
    """Evaluate what a call returned; the arrays are copies."""
    results = []
    for value in outputs(returned):
        assert isinstance(value, Value), f"an operator returned {type(value).__name__}"
        batch = isinstance(value, ndd.Batch)
        samples = list(value) if batch else [value]
        arrays = [np.array(np.asarray(s)) for s in samples]
        results.append(Result(arrays, value.dtype, value.ndim, value.layout, batch))
    return results


def describe(array: np.ndarray) -> str:
    return f"{array.dtype}{list(array.shape)}"


def assert_equal_arrays(got: np.ndarray, want: np.ndarray, what: str) -> None:
    """Byte for byte."""
    assert got.dtype == want.dtype, f"{what}: {describe(got)} is not {describe(want)}"
    assert got.shape == want.shape, f"{what}: {describe(got)} is not {describe(want)}"
    if got.tobytes() != want.tobytes():
        different = np.atleast_1d(got != want)
        at = tuple(int(k[0]) for k in np.nonzero(different)) if different.any() else "NaN bits"
        raise AssertionError(
            f"{what}: {int(different.sum())} of {got.size} elements differ, first at {at}:\n"
            f"{np.atleast_1d(got)[different][:5]} is not {np.atleast_1d(want)[different][:5]}"
        )


def assert_same(got: Any, want: Any, *, layouts: bool = True, samples: slice = slice(None)) -> None:
    """Two results are the same, byte for byte, with the same metadata."""
    got = got if isinstance(got, list) else collect(got)
    want = want if isinstance(want, list) else collect(want)
    assert len(got) == len(want)
    for k, (g, w) in enumerate(zip(got, want)):
        assert (g.dtype, g.ndim) == (w.dtype, w.ndim), f"output {k}"
        assert not layouts or g.layout == w.layout, f"output {k}: {g.layout} is not {w.layout}"
        one, other = g.arrays[samples], w.arrays[samples]
        assert len(one) == len(other), f"output {k}: {len(one)} samples, not {len(other)}"
        for i, (a, b) in enumerate(zip(one, other)):
            assert_equal_arrays(a, b, f"output {k}, sample {i}")


def assert_close(got: np.ndarray, want: np.ndarray, tolerance: float, what: str) -> None:
    """Against a reference: exact for integers, a few units in the last place for floats."""
    assert got.shape == want.shape, f"{what}: {describe(got)}, the reference {describe(want)}"
    assert got.dtype == want.dtype, f"{what}: {describe(got)}, the reference {describe(want)}"
    if got.dtype.kind in "iub" and not tolerance:
        assert_equal_arrays(got, want, what)
        return
    relative = {2: 2e-2 if got.dtype.name == "bfloat16" else 2e-3, 4: 2e-6, 8: 1e-12}
    rtol = relative.get(got.dtype.itemsize, 0) if got.dtype.kind not in "iub" else 0
    np.testing.assert_allclose(
        got.astype(np.float64), want.astype(np.float64), rtol=rtol, atol=tolerance, err_msg=what
    )


# ---- which cases there are -------------------------------------------------------------------


def given() -> list[Bound]:
    """The cases that operators bring along."""
    bounds = []
    for definition in registry.values():
        for k, case in enumerate(cases_of(definition)):
            bounds.append(Bound.of(definition, case, f"{definition.name}-{k}"))
    return bounds


def cases_of(definition: Definition) -> list[Case]:
    """The cases beside the operator, and those that need more than it can say there."""
    return [*(definition.samples or ()), *EXTRA.get(definition.name, ())]


def base_case(definition: Definition) -> Case | None:
    """The case that derived ones start from: the first whose first input is drawn."""
    for case in cases_of(definition):
        if case.inputs and type(case.inputs[0]) is Sample:
            return case
    return None


def _pictures(form: str) -> Fixed:
    """Encoded pictures of three sizes."""
    encoded = []
    for pixels in draw(Sample([(13, 17, 3), (8, 8, 3), (24, 9, 3)], "uint8")):
        file = io.BytesIO()
        PIL.Image.fromarray(pixels).save(file, form)
        encoded.append(np.frombuffer(file.getvalue(), np.uint8))
    return Fixed.of(encoded)


def _file_names() -> Fixed:
    """Names of three files that come with the package."""
    folder = importlib.resources.files("headrace.tools") / "demo_images"
    names = [str(folder / name) for name in ("aurora.jpg", "README.md", "balloons.jpg")]
    return Fixed.of([np.frombuffer(name.encode(), np.uint8) for name in names])


def _arrays() -> Fixed:
    """Three .npy files, one of them in Fortran order."""
    encoded = []
    for shape in ((3, 4), (2, 5), (1, 1)):
        file = io.BytesIO()
        values = np.linspace(-9.3, 70000.0, math.prod(shape), dtype=np.float32).reshape(shape)
        np.save(file, np.asfortranarray(values) if shape == (2, 5) else values)
        encoded.append(np.frombuffer(file.getvalue(), np.uint8))
    return Fixed.of(encoded)


_IMAGE = Sample([(7, 9, 3), (12, 5, 3), (2, 16, 3)], "uint8", "HWC")

# Cases that cannot stand beside their operators: files, and the numbers behind x[...].
EXTRA: dict[str, list[Case]] = {
    "decoders.image": [
        Case([_pictures("jpeg")]), Case([_pictures("jpeg")], {"dtype": "float32"}),
        Case([_pictures("png")]), Case([_pictures("gif")], {"output_type": "gray"}),
    ],
    "decoders.image_crop": [
        Case([_pictures("jpeg")], {"crop": [5, 4], "crop_pos_x": PerSample([0.0, 0.7, 1.0])}),
        Case([_pictures("jpeg")], {"crop_w": 3.0, "dtype": "float32", "rounding": "truncate"}),
    ],
    "decoders.image_slice": [
        Case([_pictures("jpeg")], {"start": [1, 2], "shape": PerSample([[3, 4], [7, 1], [8, 22]])}),
        Case([_pictures("jpeg")], {"rel_start": [0.25], "axis_names": "H", "output_type": "gray"}),
        Case([_pictures("jpeg"), Sample([(2,)] * 3, "float32", None, 0.0, 0.5),
              Sample([(2,)] * 3, "float32", None, 0.0, 0.5)]),
    ],
    "decoders.image_random_crop": [
        Case([_pictures("jpeg")]), Case([_pictures("jpeg")], {"random_area": [0.3, 0.3]}),
    ],
    "decoders.numpy": [Case([_arrays()]), Case([_arrays()], {"dtype": "int16"})],
    "peek_image_shape": [
        Case([_pictures("jpeg")]), Case([_pictures("jpeg")], {"dtype": "float32"}),
    ],
    "io.file.read": [Case([_file_names()]), Case([_file_names()], {"use_o_direct": True})],
    "crop_mirror_normalize": [
        Case([images("uint8", layout)], {"output_layout": target, "mean": [9.0], "mirror": 1}, 1e-3)
        for layout, target in (
            ("DHWC", "CDHW"), ("CDHW", "DHWC"), ("FDHWC", "CDHW"), ("HW", "WH"),
        )
    ],
    "_subscript": [
        Case([_IMAGE], {"axes": (1,)}),  # x[1]
        Case([_IMAGE], {"axes": ((None, None, None), (None, None, -2), -1)}),
        Case([_IMAGE, Sample([(), (), ()], "int32", None, 0, 2)],
             {"axes": ((..., None, None),)}),  # x[start:], start per sample
    ],
}  # fmt: skip

if os.environ.get("HEADRACE_TEST_OWN"):  # see own.py
    from . import own  # noqa: F401
