"""Element types: the DType objects, and dtype(), which parses any spelling of one."""

from __future__ import annotations

import builtins
import enum
import sys
from collections.abc import Callable
from typing import Any, ClassVar, NoReturn, final

import numpy as np

from headrace.core.enums import DALIDataType, DALIImageType, DALIInterpType
from headrace.core.errors import ArgumentError, ArgumentTypeError, DTypeError, Error, brief, hint


@final
class DType:
    """An element type. There is one object per type, so ``is`` and ``==`` agree.

    Compares equal to every spelling that ``dtype`` accepts; do not mix spellings as dict keys.

    >>> float16.kind, float16.bits, float16.exponent_bits, float16.significand_bits, float16.name
    (<Kind.float: 3>, 16, 5, 10, 'f16')
    >>> float32 == np.float32, float32 == "float32", float32 == float64
    (True, True, False)
    """

    class Kind(enum.Enum):
        """What the bits mean."""

        signed = 1
        unsigned = 2
        float = 3
        bool = 4
        enum = 5

    kind: Kind
    bits: int
    exponent_bits: int | None
    significand_bits: int | None
    bytes: int
    type_id: DALIDataType | None  # None: DALI has no number for it (bfloat16)
    name: str  # short, DALI's: "f32"
    full_name: str  # "float32"
    id: int  # number in native code; enums are int32 there
    numpy: np.dtype[Any]

    __slots__ = (
        *("kind", "bits", "exponent_bits", "significand_bits", "bytes"),
        *("type_id", "name", "full_name", "id", "numpy"),
    )

    # Filled by the value layer: (data, *, dtype, ...) → Tensor.
    _construct: ClassVar[Callable[..., Any] | None] = None

    def __new__(
        cls,
        kind: DType.Kind,
        bits: int,
        exponent_bits: int | None = None,
        significand_bits: int | None = None,
        bytes: int | None = None,
        type_id: DALIDataType | None = None,
        name: str | None = None,
        docs: str | None = None,
    ) -> DType:
        """Finds the type with these properties; new types cannot be made."""
        asked = (exponent_bits, significand_bits, bytes, type_id, name)
        found = [
            t
            for t in ALL
            if t.kind is kind
            and t.bits == bits
            # Omitted properties match anything, except that a float16 never becomes a bfloat16.
            and all(a is None or a == has for a, has in zip(asked, t._details(), strict=True))
        ]
        if not found or (kind is DType.Kind.enum and len(found) > 1):
            raise ArgumentError(
                f"no element type is {bits} bits of {kind}, {exponent_bits=}, {significand_bits=}, "
                f"{bytes=}, {type_id=}, {name=}. Valid: {', '.join(t.full_name for t in ALL)}."
            )
        return found[0]

    def _details(self) -> tuple[object, ...]:
        return self.exponent_bits, self.significand_bits, self.bytes, self.type_id, self.name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Makes a tensor of this type: ``ndd.float32([1, 2])``."""
        if DType._construct is None:
            raise NotImplementedError("the value layer (headrace.core.tensor) is not loaded")
        return DType._construct(*args, dtype=self, **kwargs)

    @staticmethod
    def from_fw_type(numpy_type: object) -> DType:
        """Parses a type of Python, NumPy, ml_dtypes, PyTorch or JAX."""
        return dtype(numpy_type)

    @staticmethod
    def from_type_id(type_id: DALIDataType | int) -> DType:
        """The type with this DALIDataType number."""
        number = DALIDataType.parse(type_id)
        try:
            return _BY_NUMBER[number._value_]
        except KeyError:
            raise _no_dtype(number) from None

    @staticmethod
    def from_native(id: int) -> DType:
        """The type with this number in native code.

        >>> DType.from_native(9)
        DType(float32)
        """
        return _BY_NATIVE_ID[id]

    @staticmethod
    def parse(name: str) -> DType:
        """The type with this name, short ("f32") or long ("float32")."""
        found = _KNOWN.get(name)
        if found is None or not isinstance(name, str):
            raise _no_dtype(name)
        return found

    @property
    def dtype(self) -> np.dtype[Any]:
        """For NumPy: ``np.zeros(3, dtype=ndd.float32)``."""
        return self.numpy

    def __getattr__(self, name: str) -> Any:
        # Called only while the slot is empty: importing ml_dtypes takes 7 ms.
        if name == "numpy" and self.full_name == "bfloat16":
            import ml_dtypes

            found = np.dtype(ml_dtypes.bfloat16)
            object.__setattr__(self, "numpy", found)
            return found
        raise AttributeError(f"'DType' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"element types are constants: cannot set {self}.{name}")

    def __eq__(self, other: object) -> builtins.bool:
        if self is other:
            return True
        return other is not None and other.__class__ is not DType and _find(other) is self

    __hash__ = object.__hash__  # one object per type; runs in C: promotion looks types up

    def __repr__(self) -> str:
        return f"DType({self.full_name})"

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return DType.parse, (self.name,)


def _make(
    full_name: str,
    name: str,
    kind: DType.Kind,
    bits: int,
    native_id: int,
    type_id: DALIDataType | None,
    exponent_bits: int | None = None,
) -> DType:
    fields: dict[str, Any] = {
        "full_name": full_name,
        "name": name,
        "kind": kind,
        "bits": bits,
        "bytes": bits // 8,
        "id": native_id,
        "type_id": type_id,
        "exponent_bits": exponent_bits,
        "significand_bits": None if exponent_bits is None else bits - 1 - exponent_bits,
    }
    if kind is DType.Kind.enum:
        fields["numpy"] = np.dtype(np.int32)
    elif full_name != "bfloat16":
        fields["numpy"] = np.dtype(full_name)
    made = object.__new__(DType)
    for field, value in fields.items():
        object.__setattr__(made, field, value)
    return made


_K, _T = DType.Kind, DALIDataType

# The numbers in the fifth column are shared with native/base/dtype.h.
# fmt: off
int8       = _make("int8",       "i8",         _K.signed,   8,  4,  _T.INT8)
int16      = _make("int16",      "i16",        _K.signed,   16, 5,  _T.INT16)
int32      = _make("int32",      "i32",        _K.signed,   32, 6,  _T.INT32)
int64      = _make("int64",      "i64",        _K.signed,   64, 7,  _T.INT64)
uint8      = _make("uint8",      "u8",         _K.unsigned, 8,  0,  _T.UINT8)
uint16     = _make("uint16",     "u16",        _K.unsigned, 16, 1,  _T.UINT16)
uint32     = _make("uint32",     "u32",        _K.unsigned, 32, 2,  _T.UINT32)
uint64     = _make("uint64",     "u64",        _K.unsigned, 64, 3,  _T.UINT64)
float16    = _make("float16",    "f16",        _K.float,    16, 8,  _T.FLOAT16, 5)
bfloat16   = _make("bfloat16",   "bfloat16",   _K.float,    16, 12, None,       8)
float32    = _make("float32",    "f32",        _K.float,    32, 9,  _T.FLOAT,   8)
float64    = _make("float64",    "f64",        _K.float,    64, 10, _T.FLOAT64, 11)
bool_      = _make("bool",       "bool",       _K.bool,     8,  11, _T.BOOL)
DataType   = _make("DataType",   "DataType",   _K.enum,     32, 6,  _T.DATA_TYPE)
ImageType  = _make("ImageType",  "ImageType",  _K.enum,     32, 6,  _T.IMAGE_TYPE)
InterpType = _make("InterpType", "InterpType", _K.enum,     32, 6,  _T.INTERP_TYPE)
# fmt: on

NUMERIC = (
    *(int8, int16, int32, int64, uint8, uint16, uint32, uint64),
    *(float16, bfloat16, float32, float64, bool_),
)
ENUMS = (DataType, ImageType, InterpType)
ALL = NUMERIC + ENUMS

_BY_NATIVE_ID = {t.id: t for t in NUMERIC}
_BY_NUMBER = {t.type_id.value: t for t in ALL if t.type_id is not None}
_BY_FULL_NAME: dict[str | None, DType] = {t.full_name: t for t in NUMERIC}
_ALIASES: dict[object, DType] = {
    "bf16": bfloat16,
    "half": float16,
    "float": float32,
    "single": float32,
    "double": float64,
    "short": int16,
    "int": int32,
    "long": int64,
    "byte": uint8,
    "boolean": bool_,
}
# Cache of spellings. NumPy's type codes are absent on purpose: its "i8" has eight bytes, DALI's
# eight bits.
_KNOWN: dict[object, DType] = {
    **{t.full_name: t for t in ALL},
    **{t.name: t for t in ALL},
    **{DALIDataType(number).name: t for number, t in _BY_NUMBER.items()},
    **_ALIASES,
    builtins.bool: bool_,
    builtins.int: int32,
    builtins.float: float32,
    DALIDataType: DataType,
    DALIImageType: ImageType,
    DALIInterpType: InterpType,
}


def dtype(x: object, *more: Any) -> DType:
    """Parses an element type from any of its spellings.

    >>> import numpy as np
    >>> dtype("f32") is dtype("float32") is dtype(np.float32) is dtype(float) is float32
    True
    """
    if x.__class__ is DType:
        return x
    if more:
        return DType(x, *more)  # type: ignore[arg-type]
    found = _find(x)
    if found is None:
        raise _no_dtype(x)
    return found


def type_id(dtype: object) -> DALIDataType | None:
    """The DALIDataType of an element type; None for bfloat16, which has none.

    >>> type_id("u8")
    <DALIDataType.UINT8: 0>
    """
    return dtype if isinstance(dtype, DALIDataType) else _read(dtype).type_id


_read = dtype


def _find(x: object) -> DType | None:
    if x.__class__ is DALIDataType:  # first: it equals plain numbers, which are not types
        return _BY_NUMBER.get(x._value_)
    try:
        return _KNOWN[x]
    except KeyError:
        pass
    except TypeError:  # unhashable
        return None
    found = _BY_FULL_NAME.get(_framework_name(x))
    if found is not None:
        _KNOWN[x] = found
    return found


def _framework_name(x: object) -> str | None:
    """The name of an element type of NumPy or another framework; None for anything else."""
    torch_dtype = getattr(sys.modules.get("torch"), "dtype", None)
    if torch_dtype is not None and isinstance(x, torch_dtype):
        return str(x).removeprefix("torch.")
    if isinstance(x, type):
        if issubclass(x, np.generic):  # scalar types of NumPy and ml_dtypes
            x = np.dtype(x)
        else:  # jax.numpy.float32 and the like
            x = getattr(x, "dtype", None)
    return str(x.name if x.isnative else x) if isinstance(x, np.dtype) else None


def _no_dtype(x: object) -> Error:
    valid = [t.full_name for t in ALL]
    if isinstance(x, str):
        return ArgumentError(f'no element type is called "{x}". {hint(x, valid)}')
    if isinstance(x, np.dtype) and not x.isnative:
        return DTypeError(f"{x!r} has the other byte order; convert with array.astype({x.name!r})")
    name = _framework_name(x)
    if name is not None or isinstance(x, DALIDataType):
        return DTypeError(f"{x!r} is not an element type here. {hint(name, valid)}")
    more = " Pass its .dtype." if hasattr(x, "dtype") else ""
    return ArgumentTypeError(f"cannot read {brief(x)} as an element type.{more} {hint(x, valid)}")


bool = bool_  # last, so that the name means Python's bool above
