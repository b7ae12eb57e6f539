"""What branches write into lists, dicts and objects: noted, undone for the other branch, merged."""

from __future__ import annotations

from types import CellType
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from .merging import Kept, freeze, merge_variable

if TYPE_CHECKING:
    from .branches import GraphHooks

# Note [Worlds]
# Both branches of an `if` on per-sample values run, one after the other. What the first one writes
# into an object that was there before must not be seen by the second, and afterwards the object
# holds what both wrote, merged. So before code of a branch changes a container its contents are
# noted. At the end of the branch they are put back; what was there then is the branch's world.

Contents = Union[list[Any], dict[Any, Any]]
Container = Union[Contents, CellType]  # a cell: a closure variable


class Change(NamedTuple):
    """A container before a branch and at its end."""

    container: Container
    keys: tuple[str, ...] | None  # of a dict, where only some of them are looked at; of a cell
    before: Contents
    after: Contents
    frozen: Contents  # `after`, and its lists and dicts with what they held then


World = dict[int, Change]

_MUTATORS = {
    list: frozenset(["append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"]),
    dict: frozenset(["clear", "pop", "popitem", "setdefault", "update"]),
}


def container_of(owner: Any) -> Contents | None:
    """The container of an object's attributes or items."""
    if isinstance(owner, (list, dict)):
        return owner
    found = getattr(owner, "__dict__", None)
    return found if isinstance(found, dict) else None


def container_changed_by(method: Any) -> Contents | None:
    """The list or dict that calling a built-in method would change."""
    owner = getattr(method, "__self__", None)
    for kind, names in _MUTATORS.items():
        if isinstance(owner, kind) and method.__name__ in names:
            return owner
    return None


class Journal:
    """The containers that a branch is about to change, as they were before."""

    def __init__(self) -> None:
        self._noted: dict[int, tuple[Container, tuple[str, ...] | None, Contents]] = {}
        self._new: dict[int, Any] = {}  # objects that the branch made itself

    def note(self, container: Container, keys: tuple[str, ...] | None = None) -> None:
        """To be called before a container changes. keys: only these are going to."""
        known = self._noted.get(id(container))
        if id(container) in self._new or (known is not None and known[1] is None):
            return
        before = _contents(container, keys)
        if known is not None:
            _, noted, earlier = known
            keys = None if keys is None or noted is None else tuple({*keys, *noted})
            before = {**dict(before), **dict(earlier)}
        self._noted[id(container)] = container, keys, before

    def created(self, owner: Any) -> None:
        """Record an object that the branch created: its changes need no merging."""
        container = container_of(owner)
        if container is not None:
            self._new[id(container)] = container

    def close(self, outer: Journal | None) -> World:
        """The changes of the branch; they are undone."""
        world = {}
        for key, (container, keys, before) in self._noted.items():
            after = _contents(container, keys)
            world[key] = Change(container, keys, before, after, freeze(after))
        for change in world.values():
            _put(change.container, change.keys, change.before)
        if outer is not None:
            outer._new.update(self._new)
        return world


def follow(first: World, second: World) -> World:
    """Join the changes of two pieces of code that ran one after the other."""
    world = dict(first)
    for key, change in second.items():
        known = first.get(key)
        world[key] = change if known is None else change._replace(before=known.before)
    return world


def enact(world: World, journal: Journal | None) -> None:
    """Apply changes again; an enclosing branch records them."""
    for change in world.values():
        if journal is not None:
            journal.note(change.container, change.keys)
        _put(change.container, change.keys, change.after)


def merge_worlds(hooks: GraphHooks, condition: Any, a: World, b: World, site: int) -> World:
    """The changes of two branches, as changes that depend on the condition."""
    world = {}
    for key in {**a, **b}:
        known = a.get(key) or b[key]
        one, other = [
            (w[key].after, w[key].frozen) if key in w else (known.before, freeze(known.before))
            for w in (a, b)
        ]
        after = _merge(hooks, condition, one, other, site)
        world[key] = known._replace(after=after, frozen=freeze(after))
    return world


def _merge(hooks: GraphHooks, condition: Any, a: Any, b: Any, site: int) -> Contents:
    (here, here_frozen), (there, there_frozen) = a, b

    def part(key: Any) -> Any:
        one, other = Kept(here[key], here_frozen[key]), Kept(there[key], there_frozen[key])
        name = key if isinstance(key, str) else f"[{key!r}]"
        return merge_variable(hooks, condition, name, one, other, site).value

    if isinstance(here, dict):
        single = {**there, **here}
        return {k: part(k) if k in here and k in there else v for k, v in single.items()}
    common: list[Any] = [part(i) for i in range(min(len(here), len(there)))]
    return [*common, *(here if len(here) > len(there) else there)[len(common) :]]


def _contents(container: Container, keys: tuple[str, ...] | None) -> Contents:
    if isinstance(container, list):
        return list(container)
    if isinstance(container, CellType):
        (name,) = keys or ("",)
        try:
            return {name: container.cell_contents}
        except ValueError:  # the variable has no value
            return {}
    return {k: v for k, v in container.items() if keys is None or k in keys}


def _put(container: Container, keys: tuple[str, ...] | None, contents: Any) -> None:
    if isinstance(container, list):
        container[:] = contents
        return
    if isinstance(container, CellType):
        del container.cell_contents
        for value in contents.values():
            container.cell_contents = value
        return
    for key in [k for k in container if k not in contents and (keys is None or k in keys)]:
        del container[key]
    for key, value in contents.items():
        if key not in container or container[key] is not value:
            container[key] = value
