"""Choices and names of arguments: checked at once, in one way, in both modes."""

from __future__ import annotations

import inspect
import warnings
from typing import Literal, get_args

import pytest

import headrace
import headrace.dynamic as ndd
from headrace import fn, pipeline_def
from headrace.engine.arguments import present_names
from headrace.engine.operator import Definition, kernel, registry
from headrace.engine.params import Group, Input, Param, PerSample
from headrace.pipeline.functions import functions
from headrace.readers.registry import readers

CHOICES = [(d, p) for d in registry.values() for p in d.params if p.kind == "choice"]


def test_a_choice_is_a_kind():
    p = Param("mode", Literal["same", "valid"], "same", False)
    assert (p.kind, p.choices) == ("choice", ("same", "valid"))
    assert [p.convert(v) for v in ("same", "VALID", b"same")] == ["same", "valid", "same"]
    with pytest.raises(
        ValueError, match='^mode=.vald. is unknown. Did you mean "valid"\\? Valid: '
    ):
        p.convert("vald")
    with pytest.raises(TypeError, match="needs a str"):
        p.convert(1)


class Window(Group):
    size: PerSample[int]
    at: float = 0.5


def test_a_group_stands_for_its_arguments():
    seen = []

    def body(x: Input, /, *, window: Window, alpha: int = 2):
        seen.append((window, alpha))
        return kernel("cast", x)

    function = Definition("test.grouped", body).function
    shown = inspect.signature(function).parameters
    assert list(shown) == ["x", "size", "alpha", "at", "batch_size", "device"]
    assert function(ndd.tensor([7]), size=3, at=1).tolist() == [7]
    [(window, alpha)] = seen
    assert type(window) is Window
    assert (vars(window), alpha) == ({"size": 3, "at": 1.0}, 2)
    with pytest.raises(TypeError, match="size"):
        function(ndd.tensor([7]))


@pytest.mark.parametrize(("d", "p"), CHOICES, ids=[f"{d.name}-{p.name}" for d, p in CHOICES])
def test_signatures_show_choices(d, p):
    assert p.default is None or p.default in p.choices
    for function in (d.function, functions().get(d.name, d.function)):
        shown = inspect.signature(function).parameters[p.name].annotation
        assert get_args(shown) == p.choices


def test_signatures_of_readers_show_choices():
    for cls in readers.values():
        for show in (cls.__init__, functions()[cls._definition.graph_name]):
            shown = inspect.signature(show).parameters["on_error"].annotation
            assert get_args(shown) == ("raise", "fill")


def test_readers_check_choices_at_once():
    for arguments in ({"missing": "emty"}, {"on_error": "emty"}):
        with pytest.raises(ValueError, match="'emty' is unknown") as caught:
            ndd.readers.Parquet(path="nowhere", lazy_init=True, **arguments)
        assert caught.value.operator == "readers.Parquet"
        assert "test_arguments.py" in str(caught.value)


@pytest.mark.parametrize(
    ("call", "operator", "meant"),
    [
        (lambda: ndd.flip([[1]], horizontl=1), "flip", "horizontal"),
        (lambda: ndd.readers.File(file_rot="x"), "readers.File", "file_root"),
        (lambda: fn.flip(fn.constant(idata=[1]), horizontl=1), "flip", "horizontal"),
        (lambda: fn.readers.file(file_rot="x"), "readers.file", "file_root"),
        (lambda: pipeline_def(batch_siz=1)(lambda: 1), "pipeline_def", "batch_size"),
    ],
)
def test_unknown_names(call, operator, meant):
    pipe = headrace.Pipeline(batch_size=1)
    with pipe, pytest.raises(headrace.Error, match=f'Did you mean "{meant}"') as caught:
        call()
    assert isinstance(caught.value, (TypeError, KeyError))
    assert caught.value.operator == operator
    assert "test_arguments.py" in str(caught.value)


def test_present_names():
    assert present_names("x", {}, []) == {}
    assert present_names("x", {"a": 1}, ["a"]) == {"a": 1}
    renamed = {"b": "a", "c": None}
    for given, kept in (({"b": 1}, {"a": 1}), ({"c": 1}, {})):
        with pytest.warns(DeprecationWarning, match="^x: argument .* is deprecated, "):
            assert present_names("x", given, ["a"], renamed) == kept
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert present_names("x", {"a": 2}, ["a"], renamed) == {"a": 2}
