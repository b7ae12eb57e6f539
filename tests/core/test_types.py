"""headrace.types: the names of DALI's module, and conversions."""

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace import types


def test_members_are_the_enums():
    assert types.FLOAT == 9
    assert types.INTERP_LANCZOS3 is types.DALIInterpType.INTERP_LANCZOS3
    assert types.GRAY is types.DALIImageType("gray")
    assert set(types.__all__) <= set(dir(types))
    assert headrace.types is types


def test_operators_take_them():
    x = ndd.cast(ndd.tensor([1, 2]), dtype=types.FLOAT16)
    assert x.dtype is ndd.float16


def test_types_and_numpy():
    for name in ("uint8", "int64", "float16", "float32", "float64", "bool"):
        number = types.to_dali_type(np.dtype(name))
        assert np.dtype(types.to_numpy_type(number)) == np.dtype(name)
    assert types.to_dali_type(np.float32) is types.FLOAT


def test_types_without_a_number():
    with pytest.raises(TypeError, match="bf16|bfloat16"):
        types.to_dali_type("bfloat16")
    with pytest.raises(TypeError):
        types.to_numpy_type(types.STRING)
