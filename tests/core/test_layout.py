"""Layouts: checks, axes by name, what operators accept, broadcasting."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headrace.core import layout as lay
from headrace.core.errors import Error

LAYOUTS = st.text(string.ascii_letters, min_size=1, max_size=6)


def test_check() -> None:
    assert lay.check("HWC", 3) == "HWC"
    assert lay.check("**", 2) == "**"  # transforms carry it in DALI
    assert lay.check("", 3) is None
    assert lay.check(None, 3) is None


@pytest.mark.parametrize(
    ("layout", "ndim", "error", "message"),
    [
        ("HWC", 2, ValueError, 'layout "HWC" names 3 axes, but the data has 2 axes'),
        ("H", 0, ValueError, "names 1 axis, but the data has 0 axes"),
        (3, 3, TypeError, 'string such as "HWC", or None, not 3 .int.'),
        (["H"], 1, TypeError, "not"),
        (0, 1, TypeError, "not 0"),
        ([], 1, TypeError, "not"),
    ],
)
def test_check_refuses(layout: str, ndim: int, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        lay.check(layout, ndim)
    assert isinstance(caught.value, Error)


def test_permute() -> None:
    assert lay.permute("HWC", (2, 0, 1)) == "CHW"
    assert lay.permute(None, (1, 0)) is None
    for bad in [(0, 1), (0, 0, 1), (0, 1, 3), (0, 1, -1)]:
        with pytest.raises(ValueError, match="not a permutation"):
            lay.permute("HWC", bad)


@given(LAYOUTS.flatmap(lambda s: st.tuples(st.just(s), st.permutations(range(len(s))))))
def test_permute_and_back(case: tuple[str, list[int]]) -> None:
    layout, order = case
    inverse = sorted(range(len(order)), key=order.__getitem__)
    assert lay.permute(lay.permute(layout, order), inverse) == layout


def test_drop() -> None:
    assert lay.drop("HWC", [2]) == lay.drop("HWC", [-1]) == "HW"
    assert lay.drop("HWC", (0, -1)) == "W"
    assert lay.drop("HWC", []) == "HWC"
    assert lay.drop("HW", [0, 1]) is None
    assert lay.drop(None, [7]) is None
    for bad in (2, -3):
        with pytest.raises(IndexError, match=r"axis .* is not one of 2 axes \(-2 to 1\)"):
            lay.drop("HW", [bad])


@given(LAYOUTS, st.integers(-7, 6), st.sampled_from("NDF"))
def test_insert_then_drop(layout: str, axis: int, letter: str) -> None:
    ndim = len(layout) + 1
    if not -ndim <= axis < ndim:
        with pytest.raises(IndexError):
            lay.insert(layout, axis, letter)
        return
    longer = lay.insert(layout, axis, letter)
    assert longer is not None
    assert longer[axis] == letter
    assert lay.drop(longer, [axis]) == layout


def test_prepend_and_insert() -> None:
    assert lay.prepend("HWC", "N") == "NHWC"
    assert lay.prepend(None, "N") is lay.prepend("", "N") is None
    assert lay.insert(None, 0, "N") is None


def test_axes_by_name() -> None:
    assert (lay.axis("HWC", "H"), lay.axis("HWC", "C")) == (0, 2)
    assert lay.axes("DHWC", "WD") == (2, 0)
    assert lay.axes(None, "") == ()
    assert (lay.find("HWC", "W"), lay.find("HWC", "D"), lay.find(None, "W")) == (1, None, None)
    with pytest.raises(ValueError, match='layout "HWC" has no axis "D"'):
        lay.axis("HWC", "D")
    with pytest.raises(ValueError, match='"W" is asked for by name, but the data has no layout'):
        lay.axis(None, "W")
    with pytest.raises(ValueError, match='"HH" names an axis twice'):
        lay.axes("HW", "HH")


ACCEPTED = ("HWC", "CHW", "FHWC", "DHWC")


def test_match() -> None:
    assert lay.match(None, 3, ACCEPTED) == "HWC"
    assert lay.match("", 4, ACCEPTED) == "FHWC"
    assert lay.match("DHWC", 4, ACCEPTED) == "DHWC"
    assert lay.match("XY", 2, ()) == "XY"
    assert lay.match(None, 7, ()) is None


@pytest.mark.parametrize(
    ("layout", "ndim", "message"),
    [
        ("WHC", 3, 'layout "WHC" is not accepted. Valid: "HWC", "CHW", "FHWC", "DHWC". Transpose'),
        (None, 2, 'data with 2 axes is not accepted. Valid: "HWC"'),
        ("HWC", 4, "names 3 axes, but the data has 4 axes"),
        ("HW", 2, 'layout "HW" is not accepted'),
    ],
)
def test_match_refuses(layout: str | None, ndim: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        lay.match(layout, ndim, ACCEPTED)


def test_match_checks_where_nothing_is_accepted() -> None:
    with pytest.raises(ValueError, match="names 2 axes"):
        lay.match("XY", 3, ())


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("HWC", "HWC", "HWC"),
        ("HWC", "C", "HWC"),
        ("HWC", "WC", "HWC"),
        ("HWC", None, "HWC"),
        ("HWC", "", "HWC"),
        (None, None, None),
        ("", "", None),
    ],
)
def test_broadcast(a: str | None, b: str | None, expected: str | None) -> None:
    assert lay.broadcast(a, b) == lay.broadcast(b, a) == expected


@pytest.mark.parametrize(("a", "b"), [("HWC", "HW"), ("HWC", "CHW"), ("HW", "WH"), ("HWC", "H")])
def test_broadcast_refuses(a: str, b: str) -> None:
    for x, y in [(a, b), (b, a)]:
        with pytest.raises(ValueError, match=f'layouts "{x}" and "{y}" do not go together'):
            lay.broadcast(x, y)
        with pytest.raises(RuntimeError):  # what DALI raises
            lay.broadcast(x, y)
