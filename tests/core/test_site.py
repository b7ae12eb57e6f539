"""Call sites: the right line, one number per place, and nothing kept alive."""

from __future__ import annotations

import _thread
import gc
import inspect
import sys
import threading
import weakref
from typing import Any

import pytest

from headrace.core import site as sites
from headrace.core.site import UNKNOWN, Site, caller_site, resolve


def inside(text: str, **names: Any) -> dict[str, Any]:
    """Runs code as if it were part of Headrace."""
    scope: dict[str, Any] = {"__name__": "headrace.fake", "caller_site": caller_site, **names}
    exec(text, scope)
    return scope


def this_line() -> int:
    frame = inspect.currentframe()
    assert frame is not None
    assert frame.f_back is not None
    return frame.f_back.f_lineno


def test_warnings_point_to_the_user() -> None:
    ours = inside("def one(): warn('old', DeprecationWarning)\ndef two(): one()", warn=sites.warn)
    with pytest.warns(DeprecationWarning, match="old") as caught:
        ours["two"]()
    assert (caught[0].filename, caught[0].lineno) == (__file__, this_line() - 1)


OURS = inside(
    "def one(): return caller_site()\n"
    "def two(): return one()\n"
    "def three(): return two()\n"
    "def call(f): return f()\n"
    "def skipping(): return skipped()\n"
    "def skipped(): return caller_site(1)\n"
)


def test_line_and_function() -> None:
    site, line = caller_site(), this_line()
    assert resolve(site) == Site(__file__, line, "test_line_and_function")


def test_frames_of_ours_are_passed_over() -> None:
    for name in ("one", "two", "three", "skipping"):
        site, line = OURS[name](), this_line()
        found = resolve(site)
        assert found is not None
        assert (found.filename, found.line) == (__file__, line)


def test_a_call_over_several_lines() -> None:
    first = this_line()
    site = max(
        OURS["three"](),
        UNKNOWN,
    )
    found = resolve(site)
    assert found is not None
    assert first < found.line <= first + 3


def test_the_innermost_line_of_the_user_counts() -> None:
    # user → ours → user → ours: the second user function made the call.
    def made_the_call() -> int:
        return int(OURS["two"]())

    found = resolve(OURS["call"](made_the_call))
    assert found is not None
    assert found.function.endswith("made_the_call")


def test_same_place_same_number() -> None:
    first = [OURS["three"]() for _ in range(5)]
    assert len(set(first)) == 1
    assert OURS["three"]() != first[0]


def test_two_calls_in_one_line_differ() -> None:
    a, b = OURS["one"](), OURS["one"]()
    assert a != b
    assert resolve(a) == resolve(b)


def test_numbers_are_small() -> None:
    assert 0 <= caller_site() <= len(sites._sites)


def test_unknown() -> None:
    assert resolve(UNKNOWN) is resolve(10**9) is None
    # A thread whose every frame is ours, as a worker of the engine would be.
    seen: list[int] = []
    done = threading.Event()
    scope = inside("def run():\n  seen.append(caller_site())\n  done.set()", seen=seen, done=done)
    _thread.start_new_thread(scope["run"], ())
    assert done.wait(10)
    assert seen == [UNKNOWN]


def test_no_frame_and_no_value_is_kept() -> None:
    class Value:
        pass

    def user() -> weakref.ref[Value]:
        value = Value()
        OURS["three"]()
        caller_site()
        return weakref.ref(value)

    gc.disable()
    try:
        assert user()() is None  # gone without the help of the collector
    finally:
        gc.enable()


def test_code_that_dies_is_forgotten() -> None:
    def run(text: str) -> int:
        scope: dict[str, Any] = {"__name__": "user", "ours": OURS["two"]}
        exec(compile(text, "<cell 1>", "exec"), scope)
        return int(scope["site"])

    run("site = ours()")
    gc.collect()
    codes, known = len(sites._by_code), len(sites._sites)
    same = {run("site = ours()") for _ in range(50)}
    moved = run("\n\nsite = ours()")
    gc.collect()
    assert len(same) == 1  # the same text compiled again is the same place
    assert moved not in same
    assert resolve(moved) == Site("<cell 1>", 3, "<module>")
    assert (len(sites._by_code), len(sites._refs)) == (codes, codes)
    assert len(sites._sites) == known + 1


def test_intern_without_a_frame() -> None:
    def user() -> int:
        return sites.intern(sys._getframe().f_code, sys._getframe().f_lasti)

    found = resolve(user())
    assert found is not None
    assert found.filename == __file__
    assert found.line == user.__code__.co_firstlineno + 1


def test_doctests_are_users() -> None:
    scope: dict[str, Any] = {"__name__": "headrace.core.dtype", "ours": OURS["two"]}
    exec(compile("site = ours()", "<doctest headrace.core.dtype[0]>", "exec"), scope)
    found = resolve(scope["site"])
    assert found is not None
    assert found.filename.startswith("<doctest")


def test_a_name_that_only_begins_like_ours_is_a_user() -> None:
    scope: dict[str, Any] = {"__name__": "headrace_extras", "ours": OURS["two"]}
    exec(compile("site = ours()", "extras.py", "exec"), scope)
    assert resolve(scope["site"]) == Site("extras.py", 1, "<module>")


def test_threads_agree() -> None:
    numbers: list[int] = []
    start = threading.Barrier(8)

    def user() -> None:
        start.wait()
        numbers.extend([OURS["three"]() for _ in range(200)])

    threads = [threading.Thread(target=user) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(numbers) == 1600
    assert len(set(numbers)) == 1
