"""Names, parameters and defaults of DALI's dynamic mode: Headrace has them, or says why not.

What is not here stands in the second table of docs/differences.md, section "Values".
"""

from __future__ import annotations

import inspect
import re
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import pytest

import headrace.dynamic as ours
from headrace.engine.namespaces import MISSING

dali = pytest.importorskip("nvidia.dali.experimental.dynamic")

CLASSES = [
    *("Tensor", "Batch", "Device", "EvalMode", "EvalContext", "Stream", "ThreadPool"),
    *("ExternalSource", "DType", "DType.Kind", "random.RNG", "checkpoint.Checkpoint"),
    "readers.File",
]
# Classes without a public name, by how one comes by their objects.
PARTS = {
    "Batch.tensors": lambda ndd: ndd.batch([1, 2]).tensors,
    "Batch.slice": lambda ndd: ndd.batch([1, 2]).slice,
    "RNG.state": lambda ndd: ndd.random.RNG(1).get_state(),
}
# Made by Python's machinery of classes, or by a decorator.
NOISE = {
    *dir(object), "__annotations__", "__dict__", "__module__", "__weakref__", "__final__",
    "__slots__", "__slotnames__", "__abstractmethods__", "__static_attributes__", "__firstlineno__",
}  # fmt: skip


def _public(name: str) -> bool:
    return name not in NOISE and (not name.startswith("_") or name.startswith("__"))


def _parameters(function: Any) -> list[inspect.Parameter]:
    try:
        found = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # of C code
        return []
    return [p for p in found if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]


def _plain(default: Any) -> bool:
    return default is None or isinstance(default, (bool, int, float, str))


def _differing(name: str, theirs: Any, mine: Any) -> list[str]:
    """Parameters that are not here, elsewhere in the order, or have another default."""
    known = {p.name: p for p in _parameters(mine)}
    order = [p.name for p in known.values() if p.kind is not p.KEYWORD_ONLY]
    takes_any = any(p.kind is p.VAR_POSITIONAL for p in inspect.signature(mine).parameters.values())
    found, position = [], 0
    for p in _parameters(theirs):
        if p.name.startswith("_"):
            continue
        if p.kind is not p.KEYWORD_ONLY:
            here = takes_any or order[position : position + 1] == [p.name]
            position += here
        else:
            here = p.name in known
        if not here:
            found.append(f"{name}({p.name})")
        elif p.name in known and _plain(p.default) and known[p.name].default != p.default:
            found.append(f"{name}({p.name}={p.default!r})")
    return found


def _members(name: str, theirs: Any, mine: Any) -> list[str]:
    found = []
    for member in filter(_public, dir(theirs)):
        here = f"{name}.{member}"
        if inspect.getattr_static(mine, member, None) is None:
            found.append(here)
            continue
        a, b = inspect.getattr_static(theirs, member), inspect.getattr_static(mine, member)
        if isinstance(a, property):
            if isinstance(b, property) and bool(a.fset) != bool(b.fset):
                found.append(f"{here} (assignable)")
        elif callable(getattr(theirs, member)) and not member.startswith("__"):
            found += _differing(here, getattr(theirs, member), getattr(mine, member))
    return found


def _found() -> list[str]:
    found = []
    for name in CLASSES:
        theirs, mine = attrgetter(name)(dali), attrgetter(name)(ours)
        found += _members(name, theirs, mine)
        if name != "readers.File" and not hasattr(theirs, "__members__"):  # an enum
            found += _differing(name.rsplit(".", 1)[-1], theirs, mine)
    for name, part in PARTS.items():
        theirs, mine = (type(part(ndd)) for ndd in (dali, ours))
        found += _members(name, theirs, mine)
    for name, function in _names(dali).items():
        if inspect.isfunction(function) and name.split(".")[0] in FUNCTIONS:
            found += _differing(name, function, attrgetter(name)(ours))
    return sorted(set(found))


# Operators and readers are compared, argument by argument, in tests/coverage.
FUNCTIONS = {
    *("tensor", "as_tensor", "batch", "as_batch", "imread", "device", "type_id", "stream"),
    *("get_current_stream", "set_current_stream", "get_default_stream", "set_default_stream"),
    *("get_num_threads", "set_num_threads", "checkpoint", "capture"),
}


def _names(module: ModuleType, prefix: str = "") -> dict[str, Any]:
    """What DALI defines under public names, in submodules too."""
    found = {}
    for name, value in vars(module).items():
        if name.startswith("_"):
            continue
        home = getattr(value, "__module__", None) or ""
        if inspect.ismodule(value):
            if value.__name__.startswith(dali.__name__):
                found.update(_names(value, f"{prefix}{name}."))
        elif isinstance(value, TypeVar) or (prefix == "pytorch.nodes." and home != module.__name__):
            continue  # what the module needs itself
        elif home.startswith("nvidia.dali"):
            found[prefix + name] = value
    return found


def test_members_and_parameters() -> None:
    page = (Path(__file__).parents[2] / "docs" / "differences.md").read_text()
    table = page[page.index("are DALI's own machinery") :]
    listed = re.findall(r"`([^`]+)`", "".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)))
    assert _found() == sorted(listed)


def _has(module: ModuleType, name: str) -> bool:
    try:
        attrgetter(name)(module)
    except AttributeError:
        return False
    return True


def test_names() -> None:
    names = _names(dali)
    assert len(names) > 150
    missing = [name for name in names if not _has(ours, name)]
    assert set(missing) <= set(MISSING)
    for name in missing:
        with pytest.raises(AttributeError, match="is missing, unlike in DALI: "):
            attrgetter(name)(ours)


def test_dtypes_devices_and_modes() -> None:
    for name, theirs in _names(dali).items():
        if isinstance(theirs, dali.DType):
            mine = getattr(ours, name)
            for field in ("name", "bits", "bytes", "exponent_bits", "significand_bits"):
                assert getattr(mine, field) == getattr(theirs, field), (name, field)
            assert mine.kind.name == theirs.kind.name
    assert {m.name: m.value for m in dali.EvalMode} == {m.name: m.value for m in ours.EvalMode}


def test_contexts() -> None:
    for ndd in (dali, ours):
        context = ndd.EvalContext.current()
        assert context.thread_pool.num_threads == context.num_threads == ndd.get_num_threads()
        assert context.thread_pool is context.thread_pool
        assert context.thread_pool.device_id is None
        assert ndd.EvalContext(thread_pool=context.thread_pool).num_threads == context.num_threads
        mine = ndd.EvalContext(num_threads=3)
        assert mine.thread_pool.num_threads == mine.num_threads == 3


def test_truth_length_and_constants() -> None:
    import nvidia.dali.types as their_types

    from headrace import types as our_types

    for ndd, types in ((dali, their_types), (ours, our_types)):
        for b in (ndd.batch([[1], [2]]), ndd.batch([], dtype=ndd.uint8)):
            assert bool(b) is True
            assert not hasattr(b, "__len__")
            assert not hasattr(b, "__getitem__")
            with pytest.raises(TypeError):
                len(b)
            with pytest.raises(TypeError):
                b[0]
        small = repr(ndd.batch([[i, i + 1] for i in range(10)]))
        assert [line for line in small.splitlines() if "..." in line] == []
        texts = [
            (repr(c), str(c), c.value)
            for c in (
                *(types.Constant(x) for x in (3, 3.5, True)),
                *(types.Constant(3).uint8(), types.Constant(3).float16()),
                *(types.Constant(2.7).int32(), types.Constant(1).bool()),
                types.Constant(3, dtype=types.FLOAT),
            )
        ]
        assert texts == [
            ("3", "3:DALIDataType.INT32", 3),
            ("3.5", "3.5:DALIDataType.FLOAT", 3.5),
            ("True", "True:DALIDataType.BOOL", True),
            ("3", "3:DALIDataType.UINT8", 3),
            ("3.0", "3.0:DALIDataType.FLOAT16", 3.0),
            ("2", "2:DALIDataType.INT32", 2),
            ("True", "True:DALIDataType.BOOL", True),
            ("3.0", "3.0:DALIDataType.FLOAT", 3.0),
        ]
