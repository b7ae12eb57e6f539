"""No operator escapes: each has a case that runs, a link in the chains, documentation."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil

import pytest

import headrace
import headrace.dynamic as ndd
from headrace import _native
from headrace.engine.operator import registry

from . import calls, exclusions, strategies

GIVEN = calls.given()
PUBLIC = [d for name, d in registry.items() if not name.startswith("_")]


def named(definitions):
    return pytest.mark.parametrize("definition", definitions, ids=[d.name for d in definitions])


# ---- operators -------------------------------------------------------------------------------


@named(registry.values())
def test_has_a_case_that_runs(definition):
    cases = [b for b in GIVEN if b.definition is definition]
    assert cases, f"{definition.name} needs samples=[Case(...)]: the harness runs nothing of it"
    for bound in cases:
        calls.collect(bound.whole())


@named(registry.values())
def test_is_compared_with_something(definition):
    if definition.name in exclusions.NO_REFERENCE:
        assert definition.reference is None, "has a reference now: take it off the list"
    else:
        assert definition.reference, f"{definition.name} needs an @reference in NumPy"


@named(registry.values())
def test_is_a_link_of_random_chains(definition):
    name = definition.name
    if name in exclusions.NOT_CHAINED:
        return
    drawn = {n for names in strategies.GROUPS.values() for n in names}
    assert name in drawn, f"{name} has no input: say why it is not chained in exclusions.py"
    if name in strategies.LINKS or name in strategies.SYNTAX:
        return
    assert calls.base_case(definition), f"{name} needs a link in strategies.py, or a case to chain"


def test_tables_name_operators_that_exist():
    """An entry for an operator that is gone, or that needs none, misleads."""
    for table in (exclusions.NO_REFERENCE, exclusions.NOT_CHAINED, exclusions.PYTHON_LANE):
        assert all(reason for reason in table.values())
        assert set(table) <= set(registry)
    for name, layout in exclusions.LAYOUTS_NEED_ARGUMENTS:
        claimed = registry[name].layouts
        assert layout in claimed or layout[1:] in claimed
    assert not set(exclusions.NOT_CHAINED) & set(strategies.LINKS)


def test_every_layout_is_reached_by_some_case():
    """Layouts that only other arguments allow have a case of their own."""
    reached = {(b.definition.name, b.layout) for b in GIVEN}
    excused = set(exclusions.LAYOUTS_NEED_ARGUMENTS)
    missing = {(n, x) for n, x in excused - reached if not x.startswith("F")}
    assert not missing, f"no case for {sorted(missing)}"


def lanes() -> dict[str, set[str]]:
    """Operator → kernels that its cases run."""
    kernels: dict[str, set[str]] = {}
    for bound in GIVEN:
        with ndd.EvalMode.deferred:
            made = calls.outputs(bound.whole())
        for stage in _native.describe((made[0]._v,)):
            for step in stage["steps"]:
                if step["op"].split(".")[-1] == bound.definition.name.split(".")[-1]:
                    kernels.setdefault(bound.definition.name, set()).add(step["kernel"])
    return kernels


def test_operators_run_natively():
    """At most eight are left to Python, each with a reason."""
    python = sorted(name for name, kernels in lanes().items() if "python" in kernels)
    print(f"python lane: {', '.join(python) or 'none'}")
    assert python == sorted(exclusions.PYTHON_LANE)
    assert len(python) <= 8


# ---- documentation ---------------------------------------------------------------------------


@named(PUBLIC)
def test_operator_is_documented(definition):
    first = definition.doc.strip().split("\n\n")[0]
    assert len(first.split()) >= 2, f"{definition.name} needs a sentence that says what it does"
    assert first.rstrip().endswith((".", ":")), f"{definition.name}: {first!r} is no sentence"
    assert definition.function.__doc__ == definition.doc or definition.function.__doc__
    signature = inspect.signature(definition.function)
    assert set(signature.parameters) >= {p.name for p in definition.params}


# Importing them says what to use instead (tests/plugin/test_other.py).
NOT_BUILT = {f"headrace.plugin.{name}" for name in ("paddle", "tf", "triton")}


def modules():
    names = ["headrace"]
    names += [m.name for m in pkgutil.walk_packages(headrace.__path__, "headrace.")]
    left_out = NOT_BUILT | {"headrace._native"}
    return [n for n in names if not n.endswith("__main__") and n not in left_out]


# What modules for a framework may miss; everything else must be there.
FRAMEWORKS = {"torch", "torchdata", "jax", "numba"}


def imported(name):
    """A module, or the name of the framework that it is for and that is not installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as e:
        missing = (e.name or "").split(".")[0]
        if missing not in FRAMEWORKS:
            raise
        return missing


@pytest.mark.parametrize("name", modules())
def test_modules_say_what_they_are(name):
    module = imported(name)
    if isinstance(module, str):
        pytest.skip(f"needs {module}, which is not installed")
    if name.startswith("headrace.operators.") and hasattr(module, "__path__"):
        return  # a family's folder; its README says what it is
    assert module.__doc__, f"the first line of {name} says what it is"


def exports():
    found = {}
    for module in (headrace, ndd, ndd.random):
        for name, thing in vars(module).items():
            if name.startswith("_") or inspect.ismodule(thing):
                continue
            if inspect.isclass(thing) or inspect.isroutine(thing):
                found[f"{module.__name__}.{name}"] = thing
    return sorted(found.items())


@pytest.mark.parametrize(("name", "thing"), exports(), ids=[n for n, _ in exports()])
def test_exports_are_documented(name, thing):
    assert inspect.getdoc(thing), f"{name} needs a docstring"
    if inspect.isclass(thing) and thing.__module__.startswith("headrace"):
        for member, value in vars(thing).items():
            if member.startswith("_") or not (
                inspect.isfunction(value) or isinstance(value, property)
            ):
                continue
            assert inspect.getdoc(getattr(thing, member)), f"{name}.{member} needs a docstring"


# ---- examples in the documentation run -------------------------------------------------------


def doctests():
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = []
    for name in modules():
        module = imported(name)
        if not isinstance(module, str):
            found += [t for t in finder.find(module) if t.examples]
    parser = doctest.DocTestParser()
    for name, d in registry.items():  # generated functions, which the finder passes over
        if ">>>" in d.doc and not any(t.docstring == d.function.__doc__ for t in found):
            found.append(parser.get_doctest(d.doc, {}, f"operator {name}", None, 0))
    return found


@pytest.mark.parametrize("example", doctests(), ids=lambda t: t.name)
def test_examples_run(example):
    if "ndd.pytorch." in example.docstring:
        pytest.importorskip("torch")
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
    text: list[str] = []
    example.globs.setdefault("__name__", "__main__")
    runner.run(example, out=text.append, clear_globs=False)
    assert not runner.failures, "".join(text)
