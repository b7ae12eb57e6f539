"""The exception tree: bases, messages, fields, pickling."""

from __future__ import annotations

import copy
import pickle

import pytest

from headrace.core import errors
from headrace.core.errors import Error
from headrace.core.site import Site, caller_site

# What each class can be caught as, apart from Error.
BASES: dict[str, tuple[type[Exception], ...]] = {
    "ExecutionError": (RuntimeError,),
    "ArgumentError": (ValueError, RuntimeError),
    "ArgumentTypeError": (TypeError,),
    "MissingArgumentError": (TypeError, RuntimeError),
    "UnknownArgumentError": (TypeError, KeyError),
    "UnknownNameError": (KeyError, RuntimeError),
    "DTypeError": (TypeError, RuntimeError),
    "RangeError": (OverflowError,),
    "LayoutError": (ValueError, RuntimeError),
    "ShapeError": (ValueError, RuntimeError),
    "IndexError_": (IndexError, RuntimeError),
    "DeviceError": (ValueError, RuntimeError),
    "DecodeError": (ValueError, RuntimeError),
    "FileError": (OSError, RuntimeError),
    "MissingFileError": (FileNotFoundError, OSError, RuntimeError),
    "DeadlineError": (TimeoutError, OSError, RuntimeError),
    "OutOfMemoryError": (MemoryError, RuntimeError),
    "UnsupportedError": (NotImplementedError, RuntimeError),
}
CLASSES = [getattr(errors, name) for name in BASES]


def test_the_tree_is_complete() -> None:
    tree = {n for n, c in vars(errors).items() if isinstance(c, type) and issubclass(c, Error)}
    assert tree == {"Error", *BASES}
    assert issubclass(errors.UnobservedErrorWarning, Warning)
    assert not issubclass(errors.UnobservedErrorWarning, Error)


@pytest.mark.parametrize("name", BASES)
def test_bases(name: str) -> None:
    bases: tuple[type[Exception], ...] = (Error, *BASES[name])
    for base in bases:
        with pytest.raises(base):
            raise getattr(errors, name)("x")


def test_native_kinds() -> None:
    # The names of ErrorKind in native/base/error.h.
    kinds = "runtime value type index decode io memory notimplemented missing_file device"
    expected = (RuntimeError, ValueError, TypeError, IndexError, ValueError, OSError, MemoryError)
    assert list(errors.NATIVE_KINDS) == kinds.split()
    bases = (*expected, NotImplementedError, FileNotFoundError, ValueError)
    for kind, base in zip(errors.NATIVE_KINDS.values(), bases):
        assert issubclass(kind, base)


@pytest.mark.parametrize("cls", CLASSES)
def test_message(cls: type[Error]) -> None:
    error = cls(
        "window 300x300 does not fit",
        operator="crop",
        site=Site("train.py", 31, "load"),
        sample=7,
        source="/data/cat.jpg",
        detail='input: uint8 (200, 200, 3) "HWC"\ncrop: 300x300',
    )
    assert str(error) == (
        "window 300x300 does not fit\n"
        "  operator crop, called at train.py:31, in load\n"
        "  sample 7, from /data/cat.jpg\n"
        '  input: uint8 (200, 200, 3) "HWC"\n'
        "  crop: 300x300"
    )
    assert error.args == ("window 300x300 does not fit",)


@pytest.mark.parametrize("cls", CLASSES)
def test_what_is_unknown_is_not_said(cls: type[Error]) -> None:
    assert str(cls("broken")) == "broken"
    assert str(cls("broken", sample=0)) == "broken\n  sample 0"
    assert str(cls("broken", source="a.jpg")) == "broken\n  from a.jpg"
    assert str(cls("broken", site=Site("a.py", 1, "f"))) == "broken\n  called at a.py:1, in f"
    assert str(cls("broken", site=-1, operator="flip")) == "broken\n  operator flip"


@pytest.mark.parametrize("cls", CLASSES)
def test_pickle(cls: type[Error]) -> None:
    error = cls("w", operator="crop", site=caller_site(), sample=7, source="s", detail="d")
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is cls
        assert str(twin) == str(error)
        assert (twin.operator, twin.sample, twin.source, twin.detail) == ("crop", 7, "s", "d")
        assert isinstance(twin.site, Site)  # a number would mean another line over there
        assert twin.where == error.where
        assert twin.args == ("w",)


def test_site_by_number() -> None:
    error = Error("w", site=caller_site())
    assert error.where is not None
    assert error.where.filename == __file__
    assert f"called at {__file__}:" in str(error)
    assert "in test_site_by_number" in str(error)


def test_locate_adds_only_what_is_missing() -> None:
    error = Error("w", sample=3)
    assert error.locate(operator="flip", sample=9) is error
    assert error.locate(operator="rotate", site=-1, source="a.jpg") is error
    assert error.locate(site=Site("a.py", 1, "f"), detail="d") is error
    assert str(error) == "w\n  operator flip, called at a.py:1, in f\n  sample 3, from a.jpg\n  d"


def test_nearest() -> None:
    choices = ["linear", "cubic", "lanczos3", "INTERP_NN"]
    assert errors.nearest("cubik", choices) == ["cubic"]
    assert errors.nearest("LANCZOS", choices) == ["lanczos3"]
    assert errors.nearest("interp_n", choices) == ["INTERP_NN"]
    assert errors.nearest("zzz", choices) == []
    assert errors.nearest(3, choices) == []
    assert errors.nearest("flip", ["flap", "flop", "crop"], limit=3) == ["flop", "flap"]


def test_brief() -> None:
    assert errors.brief(3) == "3 (int)"
    assert len(errors.brief("x" * 10**6)) < 60


def test_hint() -> None:
    assert errors.hint("cubik", iter(["cubic"])) == 'Did you mean "cubic"? Valid: cubic.'
    assert errors.hint("zzz", ["a", "b"]) == "Valid: a, b."
