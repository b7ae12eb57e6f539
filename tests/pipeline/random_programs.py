"""Random functions with conditions: their text, and the function that it defines."""

from __future__ import annotations

import itertools
import linecache
from typing import Any

from hypothesis import strategies as st

# x, y: numbers, or per-sample values; p, q: plain numbers. Everything it has, it returns.
_HEAD = """\
class Box:
    def __init__(self, v):
        self.v = v
    def grow(self, by):
        if by > 1:
            self.v = self.v + by
        return self.v

class Guard:
    def __enter__(self):
        log.append("enter")
        return 1
    def __exit__(self, kind, error, traceback):
        log.append(("exit", kind))

def early(u, v):
    if u > v:
        return u
    elif v == 2:
        return v + 1
    return u + v

def late(u, v):
    if u > v:
        if v > 1:
            return u
        w = u + 1
    else:
        w = v
    return w + 2

def program(x, y, p, q):
    a, b, c = x, y, 1
    t, d, o = [a, 2], {"k": 0}, Box(3)
    def bump():
        nonlocal c
        c = c + 1
        return c
"""
_TAIL = "    return (a, b, c, t[0], t[1], d['k'], o.v)\n"
_RETURNS = "return (a, b, c, t[0], t[1], d['k'], o.v)"

_numbers = st.recursive(
    st.sampled_from(["a", "b", "c", "x", "y", "p", "q", "0", "1", "2", "t[0]", "o.v", "d['k']"]),
    lambda inner: st.one_of(
        st.builds("({} + {})".format, inner, inner),
        st.builds("({} - {})".format, inner, inner),
        st.builds("early({}, {})".format, inner, inner),
        st.builds("late({}, {})".format, inner, inner),
        st.builds("o.grow({})".format, inner),
        st.just("bump()"),
        st.builds("({} if {} > {} else {})".format, inner, inner, inner, inner),
        st.builds("(lambda v: v if v < {} else 1)({})".format, inner, inner),
        st.builds("sum([v if v > {} else 2 for v in [a, {}]])".format, inner, inner),
    ),
    max_leaves=3,
)
_comparisons = st.one_of(
    st.builds("({} {} {})".format, _numbers, st.sampled_from(["<", ">=", "==", "!="]), _numbers),
    st.builds("({} < {} <= {})".format, _numbers, _numbers, _numbers),
)
_truths = st.recursive(
    _comparisons,
    lambda inner: st.one_of(
        st.builds("({} and {})".format, inner, inner),
        st.builds("({} or {} or {})".format, inner, inner, inner),
        st.builds("(not {})".format, inner),
        st.builds("({} if {} else {})".format, inner, inner, inner),
    ),
    max_leaves=2,
)
_plain_truths = st.sampled_from(["p > 1", "q == 0", "p < q", "not p", "p and q", "p or q > 1"])
_simple = st.one_of(
    st.builds("{} = {}".format, st.sampled_from(["a", "b", "c", "t[0]", "o.v"]), _numbers),
    st.builds("{} += {}".format, st.sampled_from(["a", "t[1]", "o.v", "d['k']"]), _numbers),
    st.builds("a, t[1] = {}, {}".format, _numbers, _numbers),
    st.builds("d.update(k={})".format, _numbers),
    st.just("t.append(t.pop())"),
    st.just(_RETURNS),
)
_PLAIN_ONLY = [
    "log.append(a)",
    "log.append((z := a) and z)",
    "log.append([u for u in range(p) if u and q])",
    "c = next(u for u in [c, 1] if u or True)",
    "a, *_ = [u or 3 for u in (b, c)]",
    "del t[1]; t.append(b)",
    "raise KeyError(q)",
    "assert p or q",
    "missing and 1",
    "log.append({**d, 'k': p and q}['k'])",
    "e = 3 if p else e",
    "log.append(f'{a if p else b!r:>{q or 1}}')",
]


@st.composite
def bodies(draw: Any, depth: int, plain: bool, loop: bool) -> list[str]:
    """Lines of a body. plain: conditions are; loop: it is in a loop, and not in a data-dependent
    branch of it."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 2 + (depth > 1)))):
        lines += draw(_statements(depth, plain, loop))
    return lines


@st.composite
def _statements(draw: Any, depth: int, plain: bool, loop: bool) -> list[str]:
    kinds = ["simple"] * 2 + (["if", "if", "if", "plain if", "for", "try", "with"] if depth else [])
    kinds += ["plain only", "jump"] if plain else []
    kinds += ["while", "except", "match"] if plain and depth else []
    kind = draw(st.sampled_from(kinds))

    def body(inside_loop: bool = loop) -> list[str]:
        return ["    " + line for line in draw(bodies(depth - 1, plain, inside_loop))]

    if kind in ("if", "plain if"):
        truths, inside = (_truths, plain and loop) if kind == "if" else (_plain_truths, loop)
        lines = [f"if {draw(truths)}:", *body(inside)]
        for _ in range(draw(st.integers(0, 1))):
            test = draw(st.one_of(truths, _plain_truths))
            lines += [f"elif {test}:", *body(inside)]
        return lines + (["else:", *body(inside)] if draw(st.booleans()) else [])
    if kind == "for":
        lines = ["for i in range(2):", *body(True)]
        return lines + (["else:", *body()] if draw(st.booleans()) else [])
    if kind == "try":
        return ["try:", *body(), "finally:", "    done = p"]
    if kind == "with":
        return ["with Guard() as g:", *body()]
    if kind == "while":
        n = f"n{depth}"  # each of nested loops counts for itself, or it may never end
        return [f"{n} = 0", f"while {n} < 3 and {draw(_truths)}:", f"    {n} += 1", *body(True)]
    if kind == "except":
        lines = ["try:", *body(), "except (KeyError, NameError) as error:", *body()]
        return lines + (["else:", *body()] if draw(st.booleans()) else [])
    if kind == "match":
        return ["match p:", "    case 0 if q or b:", *("    " + s for s in body()), "    case k:",
                "        log.append(k)"]  # fmt: skip
    if kind == "jump":
        return [draw(st.sampled_from(["break", "continue"])) if loop else "pass"]
    if kind == "plain only":
        return [draw(st.sampled_from(_PLAIN_ONLY))]
    lines = [draw(_simple)]
    # A jump for all samples is one of the loop's; it cannot be for some.
    jumps = st.sampled_from(["break", "continue"])
    return [*lines, "if p > q:", f"    {draw(jumps)}"] if loop and draw(st.booleans()) else lines


def programs(*, plain: bool) -> Any:
    """Texts of modules with a function `program(x, y, p, q)`."""
    return bodies(2, plain, False).map(
        lambda lines: _HEAD + "".join(f"    {line}\n" for line in lines) + _TAIL
    )


_numbering = itertools.count()


def define(source: str, name: str = "program") -> tuple[Any, list[Any]]:
    """A function of a text, which is kept where the source of functions is looked for; and the
    list `log` that it writes to."""
    filename = f"<random program {next(_numbering)}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    log: list[Any] = []
    variables: dict[str, Any] = {"__name__": "random_program", "log": log}
    exec(compile(source, filename, "exec"), variables)
    return variables[name], log
