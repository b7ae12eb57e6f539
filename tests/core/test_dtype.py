"""DType objects, dtype() with every spelling, and the enums that go with them."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest

from headrace.core import dtype as dt
from headrace.core import enums
from headrace.core.dtype import DType, dtype, type_id
from headrace.core.enums import DALIDataType, DALIImageType, DALIInterpType
from headrace.core.errors import Error

KIND = DType.Kind

# What DALI 2.4.0 says of its own: name, kind, bits, exponent, significand, DALIDataType; and the
# native code's number (native/base/dtype.h).
FACTS = {
    "int8": ("i8", "signed", 8, None, None, "INT8", 4),
    "int16": ("i16", "signed", 16, None, None, "INT16", 5),
    "int32": ("i32", "signed", 32, None, None, "INT32", 6),
    "int64": ("i64", "signed", 64, None, None, "INT64", 7),
    "uint8": ("u8", "unsigned", 8, None, None, "UINT8", 0),
    "uint16": ("u16", "unsigned", 16, None, None, "UINT16", 1),
    "uint32": ("u32", "unsigned", 32, None, None, "UINT32", 2),
    "uint64": ("u64", "unsigned", 64, None, None, "UINT64", 3),
    "float16": ("f16", "float", 16, 5, 10, "FLOAT16", 8),
    "float32": ("f32", "float", 32, 8, 23, "FLOAT", 9),
    "float64": ("f64", "float", 64, 11, 52, "FLOAT64", 10),
    "bfloat16": ("bfloat16", "float", 16, 8, 7, None, 12),
    "bool": ("bool", "bool", 8, None, None, "BOOL", 11),
    "DataType": ("DataType", "enum", 32, None, None, "DATA_TYPE", 6),
    "ImageType": ("ImageType", "enum", 32, None, None, "IMAGE_TYPE", 6),
    "InterpType": ("InterpType", "enum", 32, None, None, "INTERP_TYPE", 6),
}


class WithDType:
    """Looks like a type of a framework to a careless reader, as the class of our tensors does."""

    dtype = property(lambda self: np.float32)


@pytest.mark.parametrize("full_name", FACTS)
def test_facts(full_name: str) -> None:
    t = getattr(dt, full_name)
    name, kind, bits, exponent, significand, number, native = FACTS[full_name]
    assert (t.name, t.full_name, str(t), repr(t)) == (name, full_name, name, f"DType({full_name})")
    assert (t.kind, t.bits, t.bytes) == (getattr(KIND, kind), bits, bits // 8)
    assert (t.exponent_bits, t.significand_bits, t.id) == (exponent, significand, native)
    assert t.type_id is (None if number is None else DALIDataType[number])
    assert t.numpy.itemsize == t.bytes
    assert hash(t) == hash(dtype(name))


def test_there_are_no_others() -> None:
    assert {t.full_name for t in dt.ALL} == set(FACTS)
    assert [DType.from_native(i).id for i in range(13)] == list(range(13))
    assert DType.from_native(6) is dt.int32
    with pytest.raises(KeyError):
        DType.from_native(13)


@pytest.mark.parametrize("t", dt.NUMERIC, ids=str)
def test_numpy_round_trip(t: DType) -> None:
    assert dtype(t.numpy) is dtype(t.numpy.type) is t
    assert np.zeros(2, dtype=t).dtype == t.numpy
    assert t == t.numpy
    assert t.numpy == t
    assert t == t.numpy.type


@pytest.mark.parametrize("t", dt.ALL, ids=str)
def test_spellings(t: DType) -> None:
    assert dtype(t) is dtype(t.name) is dtype(t.full_name) is DType.parse(t.full_name) is t
    if t.type_id is not None:
        assert dtype(t.type_id) is dtype(t.type_id.name) is t
        assert DType.from_type_id(t.type_id) is DType.from_type_id(int(t.type_id)) is t
        assert t == t.type_id
        assert t.type_id == t


@pytest.mark.parametrize(
    ("spelling", "expected"),
    [
        ("half", dt.float16),
        ("double", dt.float64),
        ("float", dt.float32),
        ("int", dt.int32),
        ("long", dt.int64),
        ("bf16", dt.bfloat16),
        ("FLOAT", dt.float32),
        (bool, dt.bool),
        (int, dt.int32),
        (float, dt.float32),
        (ml_dtypes.bfloat16, dt.bfloat16),
        (np.dtype(ml_dtypes.bfloat16), dt.bfloat16),
        (np.longlong, dt.int64),
        (np.intc, dt.int32),
        (np.bool_, dt.bool),
        (DALIInterpType, dt.InterpType),
        (DALIImageType, dt.ImageType),
        (DALIDataType, dt.DataType),
    ],
    ids=str,
)
def test_more_spellings(spelling: object, expected: DType) -> None:
    assert dtype(spelling) is expected
    assert expected == spelling


def test_torch() -> None:
    torch = pytest.importorskip("torch")
    for t in dt.NUMERIC:
        assert dtype(getattr(torch, t.full_name)) is t
        assert DType.from_fw_type(getattr(torch, t.full_name)) is t
    with pytest.raises(TypeError, match="not an element type"):
        dtype(torch.complex64)
    assert dt.float32 != torch.complex64


def test_jax() -> None:
    jnp = pytest.importorskip("jax.numpy")
    for t in dt.NUMERIC:
        name = "bool_" if t is dt.bool else t.full_name
        assert dtype(getattr(jnp, name)) is t
    assert dtype(jnp.zeros(2, jnp.bfloat16).dtype) is dt.bfloat16


def test_frameworks_are_not_imported() -> None:
    code = (
        "import sys\n"
        "from headrace.core import dtype, promotion, layout, device\n"
        "dtype.dtype('bfloat16'), dtype.dtype('float32')\n"
        "print([m for m in ('torch', 'jax', 'ml_dtypes', 'difflib') if m in sys.modules])\n"
        "print(dtype.bfloat16.numpy)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\nbfloat16\n"


@pytest.mark.parametrize(
    ("spelling", "error", "message"),
    [
        ("flaot32", ValueError, 'no element type is called "flaot32". Did you mean "float32"?'),
        ("uint", ValueError, 'Did you mean "uint'),
        ("i128", ValueError, "Valid: int8, int16, .*bool, DataType, ImageType, InterpType"),
        ("", ValueError, 'called ""'),
        ("f4", ValueError, "f4"),
        (np.complex64, TypeError, "complex64'> is not an element type"),
        (np.dtype("S3"), TypeError, "not an element type"),
        (np.dtype("f4").newbyteorder(), TypeError, "byte order"),
        (str, TypeError, r"cannot read <class 'str'> \(type\)"),
        (object, TypeError, "cannot read <class 'object'>"),
        (WithDType, TypeError, "cannot read <class '.*WithDType'>"),
        (None, TypeError, r"cannot read None \(NoneType\)"),
        (9, TypeError, "cannot read 9"),
        (True, TypeError, "cannot read True"),
        (np.float32(1), TypeError, r"Pass its \.dtype"),
        ([], TypeError, r"cannot read \[\]"),
        (DALIDataType.STRING, TypeError, "STRING: 12> is not an element type"),
        (DALIDataType.NO_TYPE, TypeError, "NO_TYPE"),
    ],
    ids=repr,
)
def test_bad_spellings(spelling: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        dtype(spelling)
    assert isinstance(caught.value, Error)
    assert dt.float32 != spelling


def test_parse_and_from_type_id_refuse() -> None:
    with pytest.raises(TypeError):
        DType.parse(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        DType.parse(np.float32)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="numbers -1 to 27"):
        DType.from_type_id(99)


def test_constructor_finds() -> None:
    assert DType(KIND.signed, 32) is dtype(KIND.signed, 32) is dt.int32
    assert DType(KIND.float, 16) is dt.float16
    assert DType(KIND.float, 16, exponent_bits=8) is dt.bfloat16
    assert DType(KIND.enum, 32, name="ImageType") is dt.ImageType
    with pytest.raises(ValueError, match="12 bits"):
        DType(KIND.signed, 12)
    with pytest.raises(ValueError):
        DType(KIND.enum, 32)  # which one?


@pytest.mark.parametrize("t", dt.ALL, ids=str)
def test_one_object_per_type(t: DType) -> None:
    assert pickle.loads(pickle.dumps(t)) is copy.deepcopy(t) is copy.copy(t) is t
    assert [u for u in dt.ALL if u == t] == [t]
    with pytest.raises(AttributeError, match="constants"):
        t.bits = 3


def test_unknown_attribute() -> None:
    with pytest.raises(AttributeError, match="itemsize"):
        _ = dt.float32.itemsize


def test_call_goes_to_the_value_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DType, "_construct", lambda data, *, dtype, **kw: (data, dtype, kw))
    assert dt.float32([1], layout="X") == ([1], dt.float32, {"layout": "X"})


def test_type_id() -> None:
    assert type_id("u8") is type_id(DALIDataType.UINT8) is type_id(np.uint8) is DALIDataType.UINT8
    assert type_id(DALIDataType.STRING) is DALIDataType.STRING
    assert type_id(dt.bfloat16) is None


class TestEnums:
    def test_numbers(self) -> None:
        assert [int(t) for t in DALIDataType] == list(range(-1, 28))
        assert [t.name for t in DALIImageType] == ["RGB", "BGR", "GRAY", "YCbCr", "ANY_DATA"]
        assert [int(t) for t in DALIInterpType] == list(range(6))
        assert enums.FLOAT is DALIDataType.FLOAT
        assert int(enums.FLOAT) == 9
        assert enums.NFCHW == "FCHW"

    def test_behaves_like_dalis(self) -> None:
        cubic = DALIInterpType.INTERP_CUBIC
        assert (int(cubic), cubic.value, cubic.name) == (2, 2, "INTERP_CUBIC")
        assert repr(cubic) == "<DALIInterpType.INTERP_CUBIC: 2>"
        assert str(cubic) == f"{cubic}" == "DALIInterpType.INTERP_CUBIC"
        assert ["a", "b", "c"][cubic] == "c"
        assert cubic == 2
        assert cubic != 3
        assert hash(cubic) == hash(2)
        assert cubic != DALIImageType.GRAY
        assert not isinstance(cubic, int)
        assert pickle.loads(pickle.dumps(cubic)) is copy.deepcopy(cubic) is cubic

    @pytest.mark.parametrize(
        "value", ["cubic", "Cubic", "INTERP_CUBIC", "interp_cubic", "bicubic", 2, np.int64(2)]
    )
    def test_spellings(self, value: object) -> None:
        for _ in range(2):  # the second time from memory
            assert enums.interp_type(value) is DALIInterpType.INTERP_CUBIC
            assert DALIInterpType(value) is DALIInterpType.INTERP_CUBIC

    def test_other_enums(self) -> None:
        assert enums.image_type("Gray") is enums.GRAY
        assert enums.image_type(enums.YCbCr) is enums.image_type("YCBCR") is enums.YCbCr
        assert enums.data_type("float32") is enums.data_type("FLOAT") is enums.FLOAT

    @pytest.mark.parametrize(
        ("value", "error", "message"),
        [
            ("cubik", ValueError, 'Did you mean "cubic"[?] Valid: nn, linear, cubic, lanczos3'),
            (77, ValueError, "77 is no DALIInterpType.*numbers 0 to 5"),
            (2.0, TypeError, r"cannot read 2.0 \(float\)"),
            (True, TypeError, "bool"),
            (None, TypeError, "None"),
            (DALIImageType.RGB, TypeError, "DALIImageType.RGB"),
        ],
    )
    def test_bad(self, value: object, error: type[Exception], message: str) -> None:
        with pytest.raises(error, match=message):
            enums.interp_type(value)

    def test_hidden_members_are_not_offered(self) -> None:
        assert "uint8" in DALIDataType.choices()
        assert not [name for name in DALIDataType.choices() if name.startswith("_")]
