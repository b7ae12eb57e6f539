"""DALI's plain enums, with its names and numbers; strings are accepted wherever an enum is."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from headrace.core.errors import ArgumentError, ArgumentTypeError, brief, hint

if TYPE_CHECKING:
    from typing_extensions import Self


class Choice(Enum):
    """An enum that converts to int, equals its number, and can be given as a string.

    Like DALI's enums it is not a subclass of int: members of different enums never compare equal,
    and an enum can be told from a plain number.

    >>> DALIInterpType("cubic"), int(DALIInterpType.INTERP_CUBIC), DALIInterpType.INTERP_CUBIC == 2
    (<DALIInterpType.INTERP_CUBIC: 2>, 2, True)
    """

    @classmethod
    def parse(cls, value: object) -> Self:
        """Parses a member, its name (any case, with or without the common prefix) or its number."""
        if value.__class__ is cls:
            return value
        if isinstance(value, str):
            found = _read.get((cls, value))
            return found if found is not None else cls(value)  # type: ignore[return-value]
        if hasattr(value, "__index__") and not isinstance(value, (bool, Choice)):
            return cls(value)
        raise ArgumentTypeError(
            f"cannot read {brief(value)} as {cls.__name__}. {hint(value, cls.choices())}"
        )

    @classmethod
    def choices(cls) -> list[str]:
        """The accepted names, without the common prefix."""
        prefix = _PREFIX.get(cls.__name__, "")
        names = (name for name in cls.__members__ if not name.startswith("_"))
        return [name.removeprefix(prefix).lower() for name in names]

    @classmethod
    def _missing_(cls, value: object) -> Self:
        if isinstance(value, str):
            prefix = _PREFIX.get(cls.__name__, "").lower()
            key = value.lower().removeprefix(prefix)
            key = _ALIASES.get(cls.__name__, {}).get(key, key)
            for name, member in cls.__members__.items():
                if name.lower().removeprefix(prefix) == key:
                    _read[cls, value] = member
                    return member
        numbers = "" if isinstance(value, str) else f" (numbers {_span(cls)})"
        raise ArgumentError(
            f"{value!r} is no {cls.__name__}. {hint(value, cls.choices())}{numbers}"
        )

    def __int__(self) -> int:
        return int(self._value_)

    __index__ = __int__

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return bool(self._value_ == other)
        return self is other if isinstance(other, Choice) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value_)


_read: dict[tuple[type[Choice], str], Choice] = {}  # cache of parsed spellings


def _span(cls: type[Choice]) -> str:
    numbers = [int(member) for member in cls]
    return f"{min(numbers)} to {max(numbers)}"


class DALIDataType(Choice):
    """Element types, and the types of arguments."""

    NO_TYPE = -1
    UINT8 = 0
    UINT16 = 1
    UINT32 = 2
    UINT64 = 3
    INT8 = 4
    INT16 = 5
    INT32 = 6
    INT64 = 7
    FLOAT16 = 8
    FLOAT = 9
    FLOAT64 = 10
    BOOL = 11
    STRING = 12
    _BOOL_VEC = 13
    _INT32_VEC = 14
    _STRING_VEC = 15
    _FLOAT_VEC = 16
    FEATURE = 17
    _FEATURE_VEC = 18
    _FEATURE_DICT = 19
    IMAGE_TYPE = 20
    DATA_TYPE = 21
    INTERP_TYPE = 22
    TENSOR_LAYOUT = 23
    PYTHON_OBJECT = 24
    _TENSOR_LAYOUT_VEC = 25
    _DATA_TYPE_VEC = 26
    _INT64_VEC = 27


class DALIImageType(Choice):
    """Colour spaces of images."""

    RGB = 0
    BGR = 1
    GRAY = 2
    YCbCr = 3
    ANY_DATA = 4


class DALIInterpType(Choice):
    """Interpolation of samplers."""

    INTERP_NN = 0
    INTERP_LINEAR = 1
    INTERP_CUBIC = 2
    INTERP_LANCZOS3 = 3
    INTERP_TRIANGULAR = 4
    INTERP_GAUSSIAN = 5


class PipelineAPIType(Choice):
    """How a pipeline is being driven."""

    BASIC = 0
    ITERATOR = 1
    SCHEDULED = 2


_PREFIX = {"DALIInterpType": "INTERP_"}
_ALIASES = {
    "DALIInterpType": {
        "nearest": "nn",
        "bilinear": "linear",
        "bicubic": "cubic",
        "lanczos": "lanczos3",
    },
    "DALIImageType": {"grayscale": "gray", "grey": "gray", "any": "any_data"},
    "DALIDataType": {"float32": "float", "double": "float64", "half": "float16"},
}


def interp_type(value: object) -> DALIInterpType:
    """Parses an interpolation: a member, "cubic", "INTERP_CUBIC", 2.

    >>> interp_type("Linear")
    <DALIInterpType.INTERP_LINEAR: 1>
    """
    return DALIInterpType.parse(value)


def image_type(value: object) -> DALIImageType:
    """Parses a colour space: a member, "gray", 2.

    >>> image_type("ycbcr")
    <DALIImageType.YCbCr: 3>
    """
    return DALIImageType.parse(value)


def data_type(value: object) -> DALIDataType:
    """Parses a type number: a member, "UINT8", 0. ``dtype`` accepts more spellings.

    >>> data_type("uint8")
    <DALIDataType.UINT8: 0>
    """
    return DALIDataType.parse(value)


# The members as module names: ``types.FLOAT`` and so on.
NO_TYPE = DALIDataType.NO_TYPE
UINT8 = DALIDataType.UINT8
UINT16 = DALIDataType.UINT16
UINT32 = DALIDataType.UINT32
UINT64 = DALIDataType.UINT64
INT8 = DALIDataType.INT8
INT16 = DALIDataType.INT16
INT32 = DALIDataType.INT32
INT64 = DALIDataType.INT64
FLOAT16 = DALIDataType.FLOAT16
FLOAT = DALIDataType.FLOAT
FLOAT64 = DALIDataType.FLOAT64
BOOL = DALIDataType.BOOL
STRING = DALIDataType.STRING
FEATURE = DALIDataType.FEATURE
IMAGE_TYPE = DALIDataType.IMAGE_TYPE
DATA_TYPE = DALIDataType.DATA_TYPE
INTERP_TYPE = DALIDataType.INTERP_TYPE
TENSOR_LAYOUT = DALIDataType.TENSOR_LAYOUT
PYTHON_OBJECT = DALIDataType.PYTHON_OBJECT
RGB = DALIImageType.RGB
BGR = DALIImageType.BGR
GRAY = DALIImageType.GRAY
YCbCr = DALIImageType.YCbCr
ANY_DATA = DALIImageType.ANY_DATA
INTERP_NN = DALIInterpType.INTERP_NN
INTERP_LINEAR = DALIInterpType.INTERP_LINEAR
INTERP_CUBIC = DALIInterpType.INTERP_CUBIC
INTERP_LANCZOS3 = DALIInterpType.INTERP_LANCZOS3
INTERP_TRIANGULAR = DALIInterpType.INTERP_TRIANGULAR
INTERP_GAUSSIAN = DALIInterpType.INTERP_GAUSSIAN
NHWC = "HWC"
NCHW = "CHW"
NFHWC = "FHWC"
NFCHW = "FCHW"
SAME = ""
CPU_ONLY_DEVICE_ID = -99999
