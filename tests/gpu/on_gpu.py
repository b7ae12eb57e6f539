"""Calls of the harness with their inputs on the GPU."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
from tests.harness.calls import Bound, collect

from headrace import _native
from headrace.core.value import Value

# Largest difference between the CPU and the GPU, by element type: uint8 rounds after float
# arithmetic in another order, floats are that arithmetic.
TOLERANCE = {"uint8": 1, "int8": 1, "uint16": 1, "int16": 1}
RELATIVE = {"float16": 2e-3, "bfloat16": 1.6e-2, "float32": 2e-5, "float64": 1e-9}


# Inputs that the host reads, because shapes or windows depend on them: operator → positions.
HOST_INPUTS = {
    "slice": (1, 2),
    "_subscript": tuple(range(1, 20)),
    "warp_affine": (1,),
    "experimental.warp_perspective": (1,),
}


def device_inputs(bound: Bound) -> list[Any]:
    return [x.gpu() if isinstance(x, Value) else x for x in bound.batch_inputs()]


def call(bound: Bound, **more: Any) -> Any:
    """The case on the GPU: by its inputs, or asked for where it has none."""
    inputs = device_inputs(bound)
    if bound.case.batch_size is not None and not bound.has_batch():
        more.setdefault("batch_size", bound.size)
    if not any(isinstance(x, Value) for x in inputs):
        more.setdefault("device", "gpu")
    return bound.call(inputs, {**bound.batch_args(), **more})


def outputs(result: Any) -> list[Value]:
    return list(result) if isinstance(result, tuple) else [result]


def downloaded(result: Any) -> Any:
    if isinstance(result, tuple):
        return tuple(x.cpu() for x in result)
    return result.cpu()


def assert_alike(got: Any, want: Any, exact: bool = False) -> None:
    """The GPU's results are the CPU's, within what is said above."""
    for k, (g, w) in enumerate(zip(collect(downloaded(got)), collect(want), strict=True)):
        assert g.dtype is w.dtype and g.layout == w.layout and g.batch == w.batch
        for i, (a, b) in enumerate(zip(g.arrays, w.arrays, strict=True)):
            assert_array(a, b, exact, f"output {k}, sample {i}")


def assert_array(a: np.ndarray, b: np.ndarray, exact: bool, where: str) -> None:
    assert a.shape == b.shape and a.dtype == b.dtype, where
    name = b.dtype.name
    if exact or (name not in TOLERANCE and name not in RELATIVE):
        np.testing.assert_array_equal(a, b, err_msg=where)
        return
    x, y = a.astype(np.float64), b.astype(np.float64)
    if name in TOLERANCE:
        assert np.abs(x - y).max(initial=0) <= TOLERANCE[name], where
        return
    finite = y[np.isfinite(y)]
    scale = np.abs(finite).max(initial=0)
    np.testing.assert_allclose(
        x, y, rtol=RELATIVE[name], atol=RELATIVE[name] * max(scale, 1e-30), err_msg=where
    )


def counted() -> dict[str, int]:
    return dict(_native.gpu_counters())


def spent(before: dict[str, int]) -> dict[str, int]:
    return {k: v - before[k] for k, v in counted().items()}


def failed_import(**environment: str) -> str:
    """What `import headrace.dynamic` says, which has to fail."""
    run = subprocess.run(
        [sys.executable, "-c", "import headrace.dynamic"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode
    return run.stderr


class Interface:
    """An array that has __cuda_array_interface__ alone: of a Tensor, or of no memory at all."""

    def __init__(self, tensor: Any = None, **facts: Any) -> None:
        self._tensor, self._facts = tensor, facts

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        nothing = {"version": 3, "data": (0x1000, False), "strides": None}
        found = nothing if self._tensor is None else self._tensor.__cuda_array_interface__
        return {**found, **self._facts}


class Exchange:
    """An array that has DLPack alone."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._array.__dlpack_device__()  # type: ignore[no-any-return]

    def __dlpack__(self, **options: Any) -> Any:
        return self._array.__dlpack__(**options)
