"""Checkpoint: the states of readers and random generators, collected, saved, restored."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from typing import Any

from . import checkpoint_files as _files
from . import checkpoint_text as _text

_ANONYMOUS = "__op_"


class Checkpoint:
    """Named states of several objects, to collect, save, load and restore together.

    An object is anything with `get_state()` and `set_state()`, such as a reader or an `RNG`. A
    state is a string, or an object whose `str()` is accepted by `set_state()`. Operators without
    state, such as decoders and `resize`, are not registered.

    Saving: register, then `collect` and `save` as often as needed. Restoring: `load`, then register
    new objects; each gets its state on registration. Objects registered before `load` get
    theirs by `restore`.

    A Checkpoint keeps its objects alive until `clear`. It is not thread-safe. Files are: any number
    of threads and processes may save under one pattern, each with its own Checkpoint.

    >>> import tempfile
    >>> import headrace.dynamic as ndd
    >>> folder = tempfile.TemporaryDirectory()
    >>> pattern = folder.name + "/ckpt_{seq:04d}.json"
    >>> rng = ndd.random.RNG(seed=42)
    >>> ckpt = ndd.checkpoint.Checkpoint()
    >>> ckpt.register(rng, "rng")
    'rng'
    >>> ckpt.collect()
    >>> ckpt.save(pattern)[-14:]
    'ckpt_0000.json'
    >>> expected = rng()

    In the next run:

    >>> rng = ndd.random.RNG()
    >>> ckpt = ndd.checkpoint.Checkpoint()
    >>> ckpt.load(pattern)[-14:]
    'ckpt_0000.json'
    >>> ckpt.register(rng, "rng")
    'rng'
    >>> rng() == expected
    True
    >>> folder.cleanup()
    """

    __slots__ = ("_complete", "_entries", "_loaded", "_number", "_objects", "_pending")

    def __init__(self) -> None:
        self._number = -1  # of the last file saved or loaded
        self.clear()

    # ---- what is in it ---------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """The keys of the registered objects, in the order of registration."""
        return tuple(self._objects)

    def __len__(self) -> int:
        """How many objects are registered."""
        return len(self._objects)

    def __contains__(self, name: object) -> bool:
        """Whether an object is registered under this key."""
        return isinstance(name, str) and name in self._objects

    @property
    def is_complete(self) -> bool:
        """Whether `collect` took the states of all registered objects."""
        return self._complete

    @property
    def is_loaded(self) -> bool:
        """Whether the states come from `load` or `deserialize`, with no `collect` since."""
        return self._loaded

    def __repr__(self) -> str:
        kind = "collected" if self._complete else "loaded" if self._loaded else "not collected"
        return f"<Checkpoint of {', '.join(self._objects) or 'nothing'}: {kind}>"

    # ---- objects ---------------------------------------------------------------------------------

    def register(self, op: Any, name: str | None = None) -> str:
        """Add an object; returns its key.

        Without a name the key is `__op_0`, `__op_1`, … in order of registration: a program that
        restores has to register in the same order. Registering an object again does nothing;
        another object of the same class under a known key replaces the old one.

        A loaded state of the key is applied now, once. If the loaded checkpoint has no state for
        the key, that is a KeyError; new objects may be registered after the next `collect`.

        >>> import headrace.dynamic as ndd
        >>> ckpt, rng = ndd.checkpoint.Checkpoint(), ndd.random.RNG(1)
        >>> ckpt.register(rng), ckpt.register(rng)
        ('__op_0', '__op_0')
        """
        _check_protocol(op)
        if name is not None:
            _check_name(name)
            if name.startswith(_ANONYMOUS):
                raise ValueError(
                    f"names that start with {_ANONYMOUS!r} belong to objects without a name; "
                    f"got {name!r}"
                )
        key = self._key(op, name)
        known = self._objects.get(key)
        if known is not None and _tag(known) != _tag(op):
            raise TypeError(
                f"{key!r} is an object of type {_tag(known)!r}: one of type {_tag(op)!r} cannot "
                f"take its place"
            )
        if known is None and self._loaded and key not in self._entries:
            raise KeyError(self._no_state(key, anonymous=name is None))
        if key in self._pending:
            self._check_type(key, op)
            self._apply(key, op)
        if known is None:
            self._complete = False
        self._objects[key] = op
        return key

    def _key(self, op: Any, name: str | None) -> str:
        for key, known in self._objects.items():
            if known is op:
                if name is not None and name != key:
                    raise RuntimeError(
                        f"the object is registered as {key!r} already, it cannot be {name!r} too"
                    )
                return key
        return f"{_ANONYMOUS}{len(self._objects)}" if name is None else name

    def _no_state(self, key: str, anonymous: bool) -> str:
        order = (
            ": objects without a name have to be registered in the order in which they were when "
            "it was saved, or give them names"
            if anonymous
            else ""
        )
        return (
            f"the loaded checkpoint has no state for {key!r}{order}. It has: "
            f"{_listed(self._entries)}. What is new may be registered after the next collect()"
        )

    def clear(self) -> None:
        """Forget all objects and states. File numbers continue from the last one."""
        self._objects: dict[str, Any] = {}
        self._entries: dict[str, _text.SavedState] = {}
        self._pending: set[str] = set()  # loaded or set, not applied yet
        self._complete = self._loaded = False

    # ---- states ----------------------------------------------------------------------------------

    def collect(self) -> None:
        """Replace all states by those of the registered objects.

        May be called at any time, any number of times. If one object fails, nothing changes.
        """
        self._check_unregistered()
        if self._loaded and self._pending:
            warnings.warn(
                f"states were loaded for {_listed(sorted(self._pending))} and not applied: call "
                f"restore() after load(), or register objects after it",
                RuntimeWarning,
                stacklevel=2,
            )
        self._entries = {
            key: _text.entry(key, op.get_state(), _tag(op)) for key, op in self._objects.items()
        }
        self._pending = set()
        self._complete, self._loaded = True, False

    def restore(self) -> None:
        """Apply the states to the registered objects.

        After `load` or `set_state`: the states not yet applied by registration. After `collect`:
        all of them. If the keys of states and objects differ, that is a RuntimeError, and nothing
        is applied. Without any state this does nothing.

        >>> import headrace.dynamic as ndd
        >>> ckpt, rng = ndd.checkpoint.Checkpoint(), ndd.random.RNG(1)
        >>> key = ckpt.register(rng)
        >>> ckpt.collect()
        >>> drawn = rng()
        >>> ckpt.restore()
        >>> rng() == drawn
        True
        """
        if not self._entries:
            return
        self._check_unregistered()
        missing = [key for key in self._objects if key not in self._entries]
        if missing:
            raise RuntimeError(f"the checkpoint has no states for {_listed(missing)}")
        chosen = [k for k in self._objects if self._complete or k in self._pending]
        for key in chosen:
            self._check_type(key, self._objects[key])
        for key in chosen:
            self._apply(key, self._objects[key])

    def get_state(self, name: str) -> Any:
        """The state under a key as collected, loaded or set; None if there is none yet."""
        if name not in self._entries and name not in self._objects:
            raise KeyError(_unknown(name, {**self._objects, **self._entries}))
        entry = self._entries.get(name)
        return None if entry is None else entry.state

    def set_state(self, name: str, value: Any, op_type: type | str | None = None) -> None:
        """Store a state under a key, for `register` or `restore` to apply.

        op_type: the class that the state belongs to, or its name; checked when it is applied.
        """
        _check_name(name)
        if self._complete and name not in self._objects:
            raise KeyError(
                f"nothing is registered as {name!r}; there are: {_listed(self._objects)}"
            )
        if not (op_type is None or isinstance(op_type, (type, str))):
            raise TypeError(f"op_type is a class or its name, got {type(op_type).__name__}")
        tag = op_type.__qualname__ if isinstance(op_type, type) else op_type
        self._entries[name] = _text.entry(name, value, tag)
        self._pending.add(name)

    def _check_unregistered(self) -> None:
        extra = [key for key in self._entries if key not in self._objects]
        if extra:
            raise RuntimeError(
                f"the checkpoint has states for {_listed(extra)}, and no such objects are "
                f"registered: register them, or clear() it"
            )

    def _check_type(self, key: str, op: Any) -> None:
        expected = self._entries[key].type
        if expected is not None and expected != _tag(op):
            raise TypeError(
                f"{key!r}: the checkpoint has the state of an object of type {expected!r}, the "
                f"registered object is of type {_tag(op)!r}"
            )

    def _apply(self, key: str, op: Any) -> None:
        try:
            op.set_state(self._entries[key].text)
        except Exception as e:
            if hasattr(e, "add_note"):  # Python 3.11
                e.add_note(f"while applying the state of {key!r} from a checkpoint")
            raise
        self._pending.discard(key)

    # ---- text and files --------------------------------------------------------------------------

    def serialize(self) -> str:
        """The states as JSON text."""
        if not self._entries:
            raise RuntimeError("the checkpoint is empty: call collect() first")
        missing = [key for key in self._objects if key not in self._entries]
        if missing:
            raise RuntimeError(
                f"the checkpoint has no states for {_listed(missing)}: call collect() first"
            )
        return _text.dump(self._entries)

    def deserialize(self, data: str | bytes) -> None:
        """Replace all states by those of a text made by `serialize`.

        They are applied when objects are registered, or by `restore`.
        """
        self._take(_text.parse(data))

    def _take(self, entries: dict[str, _text.SavedState]) -> None:
        self._entries, self._pending = entries, set(entries)
        self._complete, self._loaded = False, True

    def save(self, filename: str | os.PathLike[str]) -> str:
        """Write the states to a new file; returns its name.

        filename is a pattern with `{seq}`, `{seq:d}` or `{seq:04d}` for the file number, which
        follows the highest existing one and the last this Checkpoint saved or loaded. Missing
        folders are created and existing files never overwritten. A file under its final name is
        always complete, even after a crash or a power failure.
        """
        pattern = _files.parse(filename)
        self._number, path = _files.write_new(pattern, self.serialize(), self._number + 1)
        return path

    def load(self, filename: str | os.PathLike[str]) -> str:
        """Read the states of the file with the highest number, or of one file; returns its name.

        filename is a pattern as for `save`, or a file name. If there is no such file, that is a
        FileNotFoundError.
        """
        name = _files.file_name(filename)
        try:
            pattern = _files.parse(name)
        except ValueError:
            # A name without a number is a plain file, even with braces in it.
            if not os.path.isfile(name) and "{" in name:
                raise
            self._read(name)
            return name
        for number, path in _files.newest_first(pattern):
            try:
                self._read(path)
            except FileNotFoundError:  # removed by someone else
                continue
            self._number = number
            return path
        raise FileNotFoundError(f"no checkpoint file matches {name!r}")

    def _read(self, path: str) -> None:
        with open(path, "rb") as file:
            data = file.read(_text.MOST_BYTES + 1)  # longer files are refused
        self._take(_text.parse(data, f"{path}: "))


def _check_protocol(op: Any) -> None:
    if isinstance(op, type):
        raise TypeError(f"a checkpoint holds objects, not classes; got the class {op.__qualname__}")
    for method in ("get_state", "set_state"):
        if not callable(getattr(op, method, None)):
            raise TypeError(
                f"a checkpoint holds objects with a state, such as readers and RNGs: "
                f"{type(op).__name__} has no {method}()"
            )


def _check_name(name: Any) -> None:
    if not isinstance(name, str):
        raise TypeError(f"a name is text, got {type(name).__name__}")
    if not name:
        raise ValueError("a name may not be empty")


def _tag(op: Any) -> str:
    return type(op).__qualname__


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names)) or "nothing"


def _unknown(name: object, known: Iterable[str]) -> str:
    return f"nothing is registered as {name!r}; there are: {_listed(known)}"
