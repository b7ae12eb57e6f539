"""Layouts: a letter per axis ("HWC"), or None; checks, and layouts of results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from headrace.core.errors import ArgumentTypeError, IndexError_, LayoutError, brief

Layout = str | None  # the empty string is read as None


def check(layout: Layout, ndim: int) -> Layout:
    """Checks that the layout has one letter per axis; an empty one becomes None.

    >>> check("HWC", 3), check("", 3)
    ('HWC', None)
    """
    if layout is None or layout == "":
        return None
    if not isinstance(layout, str):
        raise ArgumentTypeError(f'a layout is a string such as "HWC", or None, not {brief(layout)}')
    if len(layout) != ndim:
        raise LayoutError(
            f'layout "{layout}" names {_axes(len(layout))}, but the data has {_axes(ndim)}'
        )
    return layout


def permute(layout: Layout, order: Sequence[int]) -> Layout:
    """The layout after a transposition: axis i of the result is axis order[i] of the input.

    >>> permute("HWC", (2, 0, 1))
    'CHW'
    """
    if not layout:
        return None
    if sorted(order) != list(range(len(layout))):
        raise LayoutError(f'{tuple(order)} is not a permutation of the axes of "{layout}"')
    return "".join([layout[i] for i in order])


def drop(layout: Layout, axes: Iterable[int]) -> Layout:
    """The layout without some axes; None when no axis is left.

    >>> drop("HWC", [-1]), drop("HWC", [0, 1, 2])
    ('HW', None)
    """
    if not layout:
        return None
    gone = {normalize_axis(axis, len(layout)) for axis in axes}
    return "".join([letter for i, letter in enumerate(layout) if i not in gone]) or None


def prepend(layout: Layout, letter: str) -> Layout:
    """The layout with a new outermost axis; None stays None.

    >>> prepend("HWC", "N")
    'NHWC'
    """
    return letter + layout if layout else None


def insert(layout: Layout, axis: int, letter: str) -> Layout:
    """The layout with a new axis at this position of the result.

    >>> insert("HW", -1, "C"), insert("HW", 0, "C")
    ('HWC', 'CHW')
    """
    if not layout:
        return None
    at = normalize_axis(axis, len(layout) + 1)
    return layout[:at] + letter + layout[at:]


def find(layout: Layout, letter: str) -> int | None:
    """The position of an axis, or None."""
    at = layout.find(letter) if layout else -1
    return at if at >= 0 else None


def axis(layout: Layout, letter: str) -> int:
    """The position of an axis that must exist.

    >>> axis("HWC", "C")
    2
    """
    at = find(layout, letter)
    if at is not None:
        return at
    if not layout:
        raise LayoutError(f'axis "{letter}" is asked for by name, but the data has no layout')
    raise LayoutError(f'layout "{layout}" has no axis "{letter}"')


def axes(layout: Layout, letters: str) -> tuple[int, ...]:
    """The positions of several axes, in the order of the letters.

    >>> axes("HWC", "CH")
    (2, 0)
    """
    if len(set(letters)) != len(letters):
        raise LayoutError(f'"{letters}" names an axis twice')
    return tuple([axis(layout, letter) for letter in letters])


def match(layout: Layout, ndim: int, accepted: Sequence[str]) -> Layout:
    """The layout an operator uses: the data's own, or the first accepted one with `ndim` axes.

    >>> match(None, 3, ("HWC", "CHW")), match("CHW", 3, ("HWC", "CHW"))
    ('HWC', 'CHW')
    """
    if layout in accepted and len(layout or "") == ndim:
        return layout
    if not accepted:  # the operator ignores layouts
        return check(layout, ndim)
    if not layout:
        for known in accepted:
            if len(known) == ndim:
                return known
    check(layout, ndim)
    wrong, advice = f"data with {_axes(ndim)} is", ""
    if layout:
        wrong = f'layout "{layout}" is'
        advice = '. Transpose the data, or clear a layout that is wrong (layout="")'
    choices = ", ".join(f'"{known}"' for known in accepted)
    raise LayoutError(f"{wrong} not accepted. Valid: {choices}{advice}")


def broadcast(a: Layout, b: Layout) -> Layout:
    """The layout of ``x + y``: the longer one; the shorter one must be its suffix.

    >>> broadcast("HWC", "C"), broadcast(None, "HW"), broadcast("HWC", "HWC")
    ('HWC', 'HW', 'HWC')
    """
    if a == b or not b:
        return a or None
    if not a:
        return b
    longer, shorter = (a, b) if len(a) >= len(b) else (b, a)
    if longer.endswith(shorter):
        return longer
    raise LayoutError(
        f'layouts "{a}" and "{b}" do not go together: axes are matched from the last one, so they '
        f'have to be equal, or one the end of the other ("HWC" and "C")'
    )


def normalize_axis(axis: int, ndim: int) -> int:
    """An axis as a non-negative number; negative ones count from the back, as in NumPy.

    >>> normalize_axis(-1, 3)
    2
    """
    if not -ndim <= axis < ndim:
        raise IndexError_(f"axis {axis} is not one of {_axes(ndim)} ({-ndim} to {ndim - 1})")
    return axis % ndim


def _axes(n: int) -> str:
    return "1 axis" if n == 1 else f"{n} axes"
