"""Operators that exist are what the facts say; what is missing is printed, not failed."""

from __future__ import annotations

import pytest

from headrace.engine.operator import deprecated_names, registry
from headrace.readers.registry import readers

from .compare import FACTS, OPS, compare, compare_reader, table, unimplemented
from .differences import DIFFERENCES

SHARED = [d for name, d in registry.items() if name in OPS]


@pytest.mark.parametrize("definition", SHARED, ids=[d.name for d in SHARED])
def test_operator_is_what_the_facts_say(definition):
    found = [f for f in compare(definition) if (f.operator, f.argument) not in DIFFERENCES]
    assert not found, "\n".join(map(str, found))


SHARED_READERS = [name for name in readers if name in OPS]


@pytest.mark.parametrize("name", SHARED_READERS)
def test_reader_is_what_the_facts_say(name):
    found = [
        f
        for f in compare_reader(name, readers[name])
        if (f.operator, f.argument) not in DIFFERENCES
    ]
    assert not found, "\n".join(map(str, found))


def test_readers_of_our_own():
    assert set(readers) - set(OPS) == {"readers.Parquet"}


def test_differences_are_still_there():
    found = {(f.operator, f.argument) for d in SHARED for f in compare(d)}
    found |= {
        (f.operator, f.argument) for n in SHARED_READERS for f in compare_reader(n, readers[n])
    }
    stale = {key for key in DIFFERENCES if key[0] in registry or key[0] in readers} - found
    assert not stale, f"no longer different: {sorted(stale)}"
    assert all(DIFFERENCES.values())


@pytest.mark.parametrize("name", deprecated_names)
def test_deprecated_names_have_the_arguments_of_the_new_ones(name):
    new = deprecated_names[name].definition.name
    for what in ("args", "inputs", "random"):
        assert OPS[name][what] == OPS[new][what]


def test_every_operator_is_known_to_the_facts():
    """Names that DALI does not have are ours alone: none so far but those behind syntax."""
    functions = {f"math.{name}" for name in FACTS["math"]}
    built_in = {n for n, d in registry.items() if d.family != "user"}
    own = {n for n in built_in if n not in OPS and n not in functions and not n.startswith("_")}
    assert own == set()


def test_arguments_in_name_only_are_few():
    """An argument that raises NotImplementedError is missing, whatever its signature says."""
    missing = {d.name: found for d in SHARED if (found := unimplemented(d))}
    print("not implemented:", missing or "none")
    assert all(
        len(found) < max(len(registry[name].params), 1) for name, found in missing.items()
    ), missing


def test_coverage_table():
    text = table()
    print(text)
    last = text.splitlines()[-1]
    assert last.startswith("all")
