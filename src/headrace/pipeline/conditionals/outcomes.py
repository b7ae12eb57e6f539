"""What a branch leaves behind: variables, changes, and samples that returned from the function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...core import errors
from ...core.site import caller_site
from .journal import World, follow, merge_worlds
from .merging import Kept, Mismatch, merge_values, merge_variable, mismatch
from .scopes import GraphHooks, Tracing

# Note [Samples that returned]
# `if c: return x` ends the function for some samples. The rest of the function then runs inside
# the branch of the others, which stays open (KEPT) until the function ends; there the values are
# merged. Where only a part of the samples of a branch returned, and the other branch goes on as
# well, the samples that go on are not those of one branch: a flag says which they are, and nodes
# of both branches are regrouped.


@dataclass
class Returned:
    """Samples for which the function is over."""

    value: Any
    world: World = field(default_factory=dict)

    def after(self, world: World) -> Returned:
        return Returned(self.value, follow(world, self.world))


@dataclass
class Live:
    """Samples that go on."""

    variables: dict[str, Kept]
    world: World = field(default_factory=dict)


@dataclass
class Gone:
    """The samples for which a condition is `taken` returned."""

    condition: Any
    taken: bool
    returned: Returned
    site: int

    def outcomes(self, others: Outcome) -> tuple[Outcome, Outcome]:
        """Those where the condition is true, and those where it is not."""
        mine = Outcome(back=self.returned)
        return (mine, others) if self.taken else (others, mine)


@dataclass
class Outcome:
    """The end of a branch: either some samples are live, or all are back in the caller.

    gone: those that returned earlier, each inside of what the ones before it left.
    """

    live: Live | None = None
    back: Returned | None = None
    gone: list[Gone] = field(default_factory=list)

    def after(self, world: World) -> Outcome:
        """The same, with changes that were made before."""
        live = self.live and Live(self.live.variables, follow(world, self.live.world))
        gone = [Gone(g.condition, g.taken, g.returned.after(world), g.site) for g in self.gone]
        return Outcome(live, self.back and self.back.after(world), gone)


def combine(t: Tracing, condition: Any, then: Outcome, other: Outcome, site: int) -> Outcome:
    """The outcome of both branches of a condition."""
    if then.live is None and other.live is None:
        assert then.back is not None
        assert other.back is not None
        return Outcome(back=_merge_back(t.hooks, condition, then.back, other.back, site))
    if then.live is None:
        assert then.back is not None
        return Outcome(other.live, gone=[Gone(condition, True, then.back, site), *other.gone])
    if other.live is None:
        assert other.back is not None
        return Outcome(then.live, gone=[Gone(condition, False, other.back, site), *then.gone])
    if not then.gone and not other.gone:
        return Outcome(_merge_live(t.hooks, condition, then.live, other.live, site))
    return _combine_parts(t, condition, then, other, site)


def _combine_parts(t: Tracing, condition: Any, then: Outcome, other: Outcome, site: int) -> Outcome:
    """The outcome where some samples of the branches returned, and some of both go on."""
    _need_regroup(t.hooks, then.gone + other.gone)
    assert then.live is not None
    assert other.live is not None
    with t.inside(condition, True):
        here, back_here = _flag(t, then.gone, site)
    with t.inside(condition, False):
        there, back_there = _flag(t, other.gone, site)
    flag, moved = t.hooks.merge(condition, here, there), _Regrouping(t)
    with t.inside(flag, False):
        live = _merge_live(moved, condition, then.live, other.live, site)
    with t.inside(flag, True):
        if back_here is not None and back_there is not None:
            back = _merge_back(moved, condition, back_here, back_there, site)
        else:
            back = _regrouped(t.hooks, back_here or back_there)
    return Outcome(live, gone=[Gone(flag, True, back, site)])


def _flag(t: Tracing, gone: list[Gone], site: int) -> tuple[Any, Returned | None]:
    """Which samples returned, as a node or a constant, and what."""
    if not gone:
        return False, None
    first = gone[0]
    with t.inside(first.condition, not first.taken):
        rest, back = _flag(t, gone[1:], site)
    pair = (True, rest) if first.taken else (rest, True)
    flag = t.hooks.merge(first.condition, *pair)
    if back is None:
        return flag, first.returned
    one, other = (first.returned, back) if first.taken else (back, first.returned)
    with t.inside(flag, True):
        return flag, _merge_back(_Regrouping(t), first.condition, one, other, site)


def _merge_live(hooks: GraphHooks, condition: Any, a: Live, b: Live, site: int) -> Live:
    variables = {
        name: merge_variable(hooks, condition, name, a.variables[name], b.variables[name], site)
        for name in a.variables
    }
    return Live(variables, merge_worlds(hooks, condition, a.world, b.world, site))


def _merge_back(hooks: GraphHooks, condition: Any, a: Returned, b: Returned, site: int) -> Returned:
    try:
        value = merge_values(hooks, condition, a.value, b.value, "the returned value")
    except Mismatch as e:
        raise mismatch(str(e), site, caller_site()) from e.__cause__
    return Returned(value, merge_worlds(hooks, condition, a.world, b.world, site))


class _Regrouping:
    """A graph that merges nodes of branches which are not those of the condition."""

    def __init__(self, tracing: Tracing) -> None:
        self._tracing = tracing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tracing.hooks, name)

    def merge(self, condition: Any, a: Any, b: Any) -> Any:
        sides = []
        for x, taken in ((a, True), (b, False)):
            with self._tracing.inside(condition, taken):
                sides.append(_move(self._tracing.hooks, x))
        return self._tracing.hooks.merge(condition, *sides)


def _move(hooks: GraphHooks, x: Any) -> Any:
    return hooks.regroup(x) if hooks.is_node(x) else x


def _regrouped(hooks: GraphHooks, back: Returned | None) -> Returned:
    assert back is not None

    def moved(value: Any) -> Any:
        return _each(value, lambda x: _move(hooks, x))

    world = {
        key: change._replace(after=moved(change.after), frozen=moved(change.frozen))
        for key, change in back.world.items()
    }
    return Returned(moved(back.value), world)


def _each(value: Any, function: Callable[[Any], Any]) -> Any:
    """A function of everything in nested tuples, lists and dicts."""
    if isinstance(value, dict):
        return {k: _each(x, function) for k, x in value.items()}
    if isinstance(value, (list, tuple)):
        made = [_each(x, function) for x in value]
        return type(value)(*made) if hasattr(value, "_fields") else type(value)(made)
    return function(value)


def _need_regroup(hooks: GraphHooks, gone: list[Gone]) -> None:
    if not hasattr(hooks, "regroup"):
        raise errors.UnsupportedError(
            "a `return` ends the function for some samples of this branch, while others of it go "
            "on behind the `if` together with those of the other branch: let all samples of the "
            "branch return, or move what follows into it",
            site=gone[0].site,
        )
