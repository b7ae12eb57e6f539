"""What rewritten functions call while a graph is made: branches are opened, closed and merged."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from types import FunctionType, TracebackType
from typing import Any

from ...core import errors
from ...core.site import caller_site
from .journal import container_of, enact
from .logic import Compared, chosen, combined, not_, operand, otherwise, test, then
from .merging import Absent, capture, use
from .outcomes import Gone, Live, Outcome, Returned, combine
from .scopes import KEPT, SIDE, GraphHooks, Side, Tracing, building, current, depth

__all__ = [
    "GLOBALS", "LOCALS", "CallFrame", "Chain", "Compared", "GraphHooks", "Jump", "building",
    "chosen", "combined", "depth", "iterable", "leaving", "manager", "mark", "not_", "operand",
    "otherwise", "plain", "test", "then", "unwind", "use", "writes", "writes_cells",
    "writes_globals",
]  # fmt: skip

# Rewritten functions call them by these names: users may shadow the built-in ones.
LOCALS, GLOBALS = builtins.locals, builtins.globals


class Jump(BaseException):
    """A `return` in a branch: it ends the branch, not the function."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class CallFrame:
    """One call of a rewritten function that returns from inside of an `if`."""

    __slots__ = ("_generator", "gone")

    def __init__(self, generator: bool) -> None:
        self._generator = generator
        self.gone: list[Gone] = []  # groups of samples that returned; each has an open KEPT side

    @property
    def branched(self) -> bool:
        """Whether a branch on per-sample values is open."""
        tracing = current()
        if tracing is None:
            return False
        return any(side.kind is SIDE and side.frame is self for side in tracing.stack)

    def jump(self, value: Any) -> Jump:
        """The exception that stands for a `return` in a branch."""
        if self._generator:
            raise _refusal("return", "a generator cannot end for some samples only")
        return Jump(value)

    def end(self, value: Any) -> Any:
        """What the function returns, with what it returned for some samples before."""
        if not self.gone:
            return value
        tracing = current()
        assert tracing is not None
        outcome = self.close(tracing, Outcome(back=Returned(value)), 0)
        assert outcome.back is not None
        enact(outcome.back.world, tracing.journal)
        return outcome.back.value

    def close(self, tracing: Tracing, outcome: Outcome, count: int) -> Outcome:
        """Close the sides of all samples that returned but the first `count`."""
        while len(self.gone) > count:
            outcome = outcome.after(tracing.pop())
            gone = self.gone.pop()
            pair = gone.outcomes(outcome)
            outcome = combine(tracing, gone.condition, *pair, gone.site)
        return outcome

    def keep(self, tracing: Tracing, gone: Gone) -> None:
        """Go on with the samples that did not return."""
        self.gone.append(gone)
        tracing.push(Side(KEPT, gone.condition, not gone.taken, self))


class _Arm:
    __slots__ = ("before", "condition", "outcome", "site")

    def __init__(self, condition: Any) -> None:
        self.condition, self.site = condition, caller_site()
        self.before: dict[str, Any] = {}
        self.outcome: Outcome


class Chain:
    """One `if` with its `elif`s and its `else`."""

    __slots__ = (
        "_base", "_frame", "_jumped", "_more", "_names", "_tracing", "arms", "dead", "node",
        "open", "turn", "value",
    )  # fmt: skip

    def __init__(self, frame: CallFrame | None, names: tuple[str, ...]) -> None:
        self._frame, self._names = frame, names
        self._tracing: Tracing
        self._jumped: Jump | None = None  # a `return` ended the present branch
        self._base = 0
        self._more = False
        self.arms: list[_Arm] = []  # those whose conditions are nodes
        self.open = True  # the next arm may run
        self.node = False  # the condition of the last arm is a node
        self.turn = False  # a branch has to be closed
        self.dead = False  # every sample returned
        self.value: Any = None  # what they returned

    def arm(self, condition: Any) -> bool:
        """Whether the body of an arm runs."""
        tracing = current()
        self.node = tracing is not None and tracing.hooks.is_node(condition)
        if tracing is None or not self.node:
            taken = bool(condition)
            self.open = not taken
            return taken
        self._tracing = tracing
        self.arms.append(_Arm(tracing.hooks.as_condition(condition)))
        self._enter(True)
        self.turn = True
        return True

    def save(self, variables: dict[str, Any]) -> None:
        """Remember the variables for the other branch."""
        before = {n: variables[n] if n in variables else Absent(n) for n in self._names}
        self.arms[-1].before = before

    def restore(self, variables: dict[str, Any], more: bool) -> tuple[Any, ...]:
        """Close the branch and open the other one, if there is more to run: the variables of it."""
        arm = self.arms[-1]
        arm.outcome = self._leave(variables)
        self.turn, self._more = False, more
        if more:
            self._enter(False)
        return tuple([arm.before[n] for n in self._names])

    def merge(self, variables: dict[str, Any]) -> tuple[Any, ...]:
        """Close the last branch: the variables after all of them."""
        tracing = self._tracing
        if self._more:
            outcome = self._leave(variables)
        else:
            outcome = Outcome(Live(capture(self._names, variables)))
        for number, arm in reversed(list(enumerate(self.arms))):
            outcome = combine(tracing, arm.condition, arm.outcome, outcome, arm.site)
            if number > 0:
                outcome = outcome.after(tracing.pop())
        return self._finish(outcome)

    def _finish(self, outcome: Outcome) -> tuple[Any, ...]:
        if outcome.live is None:
            assert outcome.back is not None
            self.dead, self.value = True, outcome.back.value
            enact(outcome.back.world, self._tracing.journal)
            return tuple([_returned(n, self.arms[0].site) for n in self._names])
        for gone in outcome.gone:
            assert self._frame is not None
            self._frame.keep(self._tracing, gone)
        enact(outcome.live.world, self._tracing.journal)
        return tuple([outcome.live.variables[n].value for n in self._names])

    def _enter(self, taken: bool) -> None:
        self._jumped = None
        self._base = 0 if self._frame is None else len(self._frame.gone)
        side = Side(SIDE, self.arms[-1].condition, taken, self._frame)
        self._tracing.push(side)

    def _leave(self, variables: dict[str, Any]) -> Outcome:
        if self._jumped is not None:
            outcome = Outcome(back=Returned(self._jumped.value))
        else:
            outcome = Outcome(Live(capture(self._names, variables)))
        if self._frame is not None:
            outcome = self._frame.close(self._tracing, outcome, self._base)
        return outcome.after(self._tracing.pop())

    def __enter__(self) -> None:
        """Around bodies that return."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        if not isinstance(error, Jump) or not self.arms:
            return False
        self._jumped = error.with_traceback(None)
        return True


def _returned(name: str, site: int) -> Absent:
    """The value of a variable after every sample returned: only a `finally` can still use it."""
    return Absent(name, f"`{name}` is used in a `finally` behind an `if` that returns", site)


def leaving(word: str, chains: Sequence[Chain], value: Any = None) -> Any:
    """To be called where a statement leaves the bodies of chains."""
    if any(chain.arms for chain in chains):
        raise _refusal(word, "it cannot happen for some samples only")
    return value


def _refusal(word: str, why: str) -> errors.ArgumentTypeError:
    instead = {
        "return": "return a list of what all samples have",
        "yield": "yield after the `if`",
    }.get(word, "go through the whole loop, with an `if` around what is for some samples only")
    return errors.ArgumentTypeError(
        f"`{word}` stands in an `if` on a per-sample value: {why}. Instead, {instead}",
        site=caller_site(),
    )


# Conditions that decide what the graph is made of.

_HINTS = {
    "while": "a graph has no loop that is longer for some samples: use `for` with a number of "
    "rounds that is enough for all, and an `if` in it",
    "assert": "it is checked once, while the graph is made, and not for each sample",
    "comprehension": "the list would be longer for some samples: use `a if c else b` for elements",
    "case": "it is decided once, while the graph is made: use `if` and `elif`",
}


def plain(condition: Any, where: str) -> Any:
    """A condition that cannot be a per-sample value."""
    tracing = current()
    if tracing is not None and tracing.hooks.is_node(condition):
        word = "`if` of a comprehension" if where == "comprehension" else f"`{where}`"
        raise errors.ArgumentTypeError(
            f"the condition of {word} is a per-sample value: {_HINTS[where]}", site=caller_site()
        )
    return condition


def iterable(values: Any) -> Any:
    """What a loop goes through."""
    tracing = current()
    if tracing is not None and tracing.hooks.is_node(values):
        raise errors.ArgumentTypeError(
            "a loop cannot go through a per-sample value: how many parts it has is not known while "
            "the graph is made. Index it, x[0], or loop over range()",
            site=caller_site(),
        )
    return values


# Changes of objects, and errors that are caught.


def writes(owner: Any) -> Any:
    """An object whose attributes or items are about to change."""
    tracing = current()
    if tracing is not None and tracing.journal is not None and not tracing.hooks.is_node(owner):
        container = container_of(owner)
        if container is not None:
            tracing.journal.note(container)
    return owner


def writes_globals(variables: dict[str, Any], names: tuple[str, ...]) -> None:
    """Global variables that are about to change."""
    tracing = current()
    if tracing is not None and tracing.journal is not None:
        tracing.journal.note(variables, names)


def writes_cells(reader: FunctionType) -> None:
    """Variables of functions around that are about to change: those that `reader` reads."""
    tracing = current()
    if tracing is not None and tracing.journal is not None:
        for name, cell in zip(reader.__code__.co_freevars, reader.__closure__ or ()):
            tracing.journal.note(cell, (name,))


def mark() -> int:
    """How many branches are open where a `try` begins."""
    return depth()


def unwind(mark: int, frame: CallFrame | None, tracing: Tracing | None = None) -> None:
    """Leave the branches that an error ended; samples that returned stay returned."""
    tracing = tracing or current()
    if tracing is None:
        return
    stack = tracing.stack
    while mark < len(stack) and stack[mark].kind is KEPT and stack[mark].frame is frame:
        mark += 1
    tracing.drop(mark)
    if frame is not None:
        del frame.gone[sum(side.kind is KEPT and side.frame is frame for side in stack) :]


def manager(given: Any, frame: CallFrame | None) -> Any:
    """What a `with` statement enters."""
    tracing = current()
    kind = type(given)
    if tracing is None or not hasattr(kind, "__enter__") or not hasattr(kind, "__exit__"):
        return given
    return _Manager(given, frame, tracing)


class _Manager:
    """A context manager that sees a `return` in a branch as a `return`, not as an error."""

    def __init__(self, given: Any, frame: CallFrame | None, tracing: Tracing) -> None:
        self._given, self._frame, self._tracing = given, frame, tracing
        self._mark = len(tracing.stack)

    def __enter__(self) -> Any:
        return type(self._given).__enter__(self._given)

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> Any:
        leave = type(self._given).__exit__
        if isinstance(error, Jump):
            leave(self._given, None, None, None)
            return False
        swallowed = leave(self._given, kind, error, traceback)
        if error is not None and swallowed:
            unwind(self._mark, self._frame, self._tracing)
        return swallowed
