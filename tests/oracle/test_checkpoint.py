"""ndd.checkpoint: the same programs through DALI and Headrace; files of one, read by the other."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("nvidia.dali")

from .both import dali, ours
from .differences import DIFFERENCES

PATTERN = "c_{seq:04d}.json"


def text(version: Any = 2, **states: Any) -> str:
    """A checkpoint: each state is the seed of an RNG, or a tuple of text and type."""
    plain = {
        key: s if isinstance(s, tuple) else (f"Philox_{s:016X}_{0:016X}:{3:016X}_1", "RNG")
        for key, s in states.items()
    }
    items = {key: {"state": state, "type": kind} for key, (state, kind) in plain.items()}
    return json.dumps({"version": version, "states": items})


class Run:
    """One library under observation: what calls return, which errors they raise."""

    def __init__(self, ndd: Any) -> None:
        self.ndd, self.seen = ndd, []
        self.new()

    def new(self) -> None:
        self.ckpt = self.ndd.checkpoint.Checkpoint()

    def rng(self, seed: int) -> Any:
        return self.ndd.random.RNG(seed)

    def __call__(self, method: str, *arguments: Any) -> None:
        """A call of a method, and what the checkpoint says of itself afterwards."""
        try:
            result = getattr(self.ckpt, method)(*arguments)
        except Exception as e:
            result = type(e)
        self.see(result if isinstance(result, (str, type)) else str(result))
        c = self.ckpt
        self.see((c.names, len(c), c.is_complete, c.is_loaded))

    def see(self, value: Any) -> None:
        self.seen.append(value)


def register_collect_serialize(run: Run) -> None:
    a, b, c = run.rng(1), run.rng(2), run.rng(3)
    run("serialize")
    run("restore")
    for op, name in ((a, None), (a, None), (a, "a"), (b, "b"), (b, None), (b, "b"), (c, None)):
        run("register", op, name)
    run("get_state", "b")
    run("serialize")
    run("get_state", "unknown")
    run("collect")
    run("serialize")
    run("get_state", "b")
    run.see(["b" in run.ckpt, "__op_0" in run.ckpt, "x" in run.ckpt, 3 in run.ckpt])
    b()
    run("register", b)
    run("register", run.rng(9), "b")
    run("collect")
    run("serialize")
    run("clear")
    run("register", c)


def names_and_types(run: Run) -> None:
    class Other:
        def get_state(self, cuda_stream: Any = None) -> str:
            return "x"

        def set_state(self, state: Any) -> None:
            pass

    run("register", run.rng(1), "")
    run("register", run.rng(1), "__op_0")
    run("register", run.rng(1), "__op_x")
    run("register", run.rng(1), "x")
    run("register", Other(), "x")
    run("register", Other(), "y")
    run("collect")
    run("serialize")


def load_then_register(run: Run) -> None:
    a, b = run.rng(9), run.rng(9)
    run("deserialize", text(a=1, b=0xABCDEF))
    run("register", a, "a")
    run("register", b, "unknown")
    run("register", b)
    run("restore")
    run("collect")
    run("register", b, "b")
    run("serialize")
    run.see([str(a.get_state()), str(b.get_state())])
    a()
    run("register", a, "a")
    run("restore")
    run.see(str(a.get_state()))
    other = run.rng(77)
    run("register", other, "a")
    run.see(str(other.get_state()))
    run("collect")
    run("serialize")


def anonymous_order(run: Run) -> None:
    saved = text(__op_0=1, b=2, __op_2=3)
    run("deserialize", saved)
    for name in (None, "b", None, None):
        run("register", run.rng(0), name)
    run.new()
    run("deserialize", saved)
    run("register", run.rng(0), "b")
    run("register", run.rng(0))


def register_then_load(run: Run) -> None:
    a, b = run.rng(1), run.rng(2)
    run("register", a, "a")
    run("register", b, "b")
    for saved in (text(a=5), text(a=5, b=6, c=7), text(a=5, b=6)):
        run("deserialize", saved)
        run.see([str(a.get_state()), str(b.get_state())])
        run("restore")
        run.see([str(a.get_state()), str(b.get_state())])
    run("deserialize", text(a=7, b=8))
    run("register", a)  # again: applies too
    run.see([str(a.get_state()), str(b.get_state())])


def single_states(run: Run) -> None:
    rng, state = run.rng(1), "Philox_0000000000000004_0000000000000000:0000000000000003_1"
    run("set_state", "rng", state)
    run("serialize")
    run("collect")
    run("register", rng, "rng")
    run.see(str(rng.get_state()))
    run("register", run.rng(2), "new")
    run("collect")
    run("set_state", "unknown", state)
    run("set_state", "rng", state, run.ndd.random.RNG)
    run("serialize")
    run("set_state", "rng", state, "RNG")
    run("serialize")
    run.new()
    run("register", rng, "rng")
    run("set_state", "rng", run.rng(5).get_state(), "Other")
    run("get_state", "rng")
    run("restore")


def texts(run: Run) -> None:
    for saved in (
        "", "{", "[]", "3", "null", "{}", '{"version": 2}', '{"states": {}}',
        '{"version": 2, "states": []}', '{"version": 2, "states": {"a": "x"}}',
        '{"version": 2, "states": {"a": {}}}',
        '{"version": 2, "states": {"a": {"state": "x", "type": 5}}}',
        '{"version": 2, "states": {}}', '{"version": 2, "states": {"a": {"state": "x"}}}',
        text(1, a=1), text(3, a=1), text("2", a=1), text(a=("x", None)),
    ):  # fmt: skip
        run("deserialize", saved)
    run.new()
    run("register", run.rng(1), "a")
    run("deserialize", text(a=("Philox_", "RNG")))
    run("restore")


def files(run: Run) -> None:
    rng = run.rng(1)
    run("load", PATTERN)
    run("save", PATTERN)
    run("register", rng, "rng")
    for _ in range(3):
        run("collect")
        run("save", PATTERN)
        rng()
    os.remove("c_0001.json")
    run("save", PATTERN)
    run("save", "other_{seq}.json")
    run("clear")
    run("load", PATTERN)
    run("register", rng, "rng")
    run.see(str(rng.get_state()))
    run("save", PATTERN)
    run.new()
    run("load", PATTERN)
    run("save", "deep/er/{seq:d}")
    run("save", "in_{seq}/c")
    run("load", "in_{seq}/c")
    run("load", "nowhere_{seq}")
    run("load", "nowhere/{seq}")
    run.see(sorted(os.listdir()))
    run.see(
        {n: json.loads(Path(n).read_text()) for n in sorted(os.listdir()) if n.endswith(".json")}
    )


def patterns(run: Run) -> None:
    run.ckpt.register(run.rng(1), "rng")
    run.ckpt.collect()
    for pattern in (
        "plain.json", "", "{{seq}}", "{}", "{0}", "{x}", "{seq}{x}", "{seq}{seq}", "{seq",
        "{seq.real}", "{seq:s}", b"{seq}",
    ):  # fmt: skip
        run("save", pattern)
    for pattern in ("{}", "{x}", "{seq}{seq}", "{seq"):
        run("load", pattern)
    for pattern in ("[a]*?(b)_{seq}", "a.b+{seq}", "a{{b}}{seq:03d}"):
        run("save", pattern)
        run("save", pattern)
        run("load", pattern)


PROGRAMS = [
    register_collect_serialize, names_and_types, load_then_register, anonymous_order,
    register_then_load, single_states, texts, files, patterns,
]  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs(program: Callable[[Run], None], tmp_path: Any, monkeypatch: Any) -> None:
    seen = []
    for ndd in (dali, ours):
        folder = tmp_path / ndd.__name__
        folder.mkdir()
        monkeypatch.chdir(folder)
        run = Run(ndd)
        program(run)
        seen.append(run.seen)
    for step, (theirs, mine) in enumerate(zip(*seen)):
        assert mine == theirs, f"at step {step}"
    assert len(seen[0]) == len(seen[1])


@pytest.mark.parametrize(("writer", "reader"), [(dali, ours), (ours, dali)], ids=["in", "out"])
def test_files_are_exchanged(writer: Any, reader: Any, tmp_path: Any) -> None:
    """Structure and states, not the numbers that follow."""
    pattern = str(tmp_path / PATTERN)
    rngs = [writer.random.RNG(0xFEDCBA9876543210), writer.random.RNG(-1)]
    ckpt = writer.checkpoint.Checkpoint()
    for rng in rngs:
        for _ in range(7):
            rng()
        ckpt.register(rng)
    ckpt.collect()
    ckpt.save(pattern)
    others = [reader.random.RNG(), reader.random.RNG()]
    ckpt = reader.checkpoint.Checkpoint()
    ckpt.load(pattern)
    for rng, other in zip(rngs, others):
        ckpt.register(other)
        assert str(other.get_state()) == str(rng.get_state())


def test_contexts() -> None:
    for ndd in (dali, ours):
        assert ndd.checkpoint.current() is ndd.EvalContext.current().checkpoint
        context = ndd.EvalContext()
        assert context.checkpoint is context.checkpoint
        assert context.checkpoint is not ndd.checkpoint.current()
        with context:
            assert context.checkpoint is ndd.checkpoint.current()


# ---- deliberate differences ------------------------------------------------------------------


def outcome(call: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return call(*arguments)
    except Exception as e:
        return type(e)


def collected(ndd: Any) -> tuple[Any, Any]:
    ckpt, rng = ndd.checkpoint.Checkpoint(), ndd.random.RNG(1)
    ckpt.register(rng, "rng")
    ckpt.collect()
    return ckpt, rng


def registering_late(ndd: Any) -> Any:
    ckpt, _ = collected(ndd)
    return outcome(ckpt.register, ndd.random.RNG(2), "late")


def rolling_back(ndd: Any) -> Any:
    ckpt, rng = collected(ndd)
    before = str(rng.get_state())
    rng()
    ckpt.restore()
    return str(rng.get_state()) == before


def plain_names(ndd: Any) -> Any:
    ckpt, _ = collected(ndd)
    name = ckpt.save("x_{seq}")
    return outcome(ckpt.load, name), outcome(ckpt.save, "plain.json")


def numbers(ndd: Any) -> Any:
    ckpt, _ = collected(ndd)
    ckpt.save("y_{seq}")
    Path("z_7").touch()
    return ckpt.save("z_{seq}")


def formats(ndd: Any) -> Any:
    return [outcome(collected(ndd)[0].save, f"w_{p}") for p in ("{seq:4d}", "{seq:x}", "{seq!r}")]


def objects(ndd: Any) -> Any:
    return outcome(ndd.checkpoint.Checkpoint().register, 5)


def states(ndd: Any) -> Any:
    ckpt, _ = collected(ndd)
    text = '{"version": 2, "states": {"rng": {"state": 5, "type": null}}}'
    return outcome(ckpt.set_state, "rng", 5), outcome(ckpt.deserialize, text)


def failed_registration(ndd: Any) -> Any:
    ckpt = ndd.checkpoint.Checkpoint()
    ckpt.deserialize(text(a=("x", "Other")))
    outcome(ckpt.register, ndd.random.RNG(1), "a")
    return ckpt.names


def unregistered(ndd: Any) -> Any:
    ckpt = ndd.checkpoint.Checkpoint()
    ckpt.deserialize(text(a=("x", None)))
    return outcome(ckpt.get_state, "a")


def incomplete(ndd: Any) -> Any:
    ckpt = ndd.checkpoint.Checkpoint()
    ckpt.register(ndd.random.RNG(1), "a")
    ckpt.register(ndd.random.RNG(2), "b")
    ckpt.set_state("a", "x")
    found = outcome(ckpt.serialize)
    return found if isinstance(found, type) else "a text"


@pytest.mark.parametrize(
    ("what", "program", "theirs", "mine"),
    [
        ("registering_late", registering_late, RuntimeError, "late"),
        ("rolling_back", rolling_back, False, True),
        ("plain_names", plain_names, (ValueError, "plain.json"), ("x_0", ValueError)),
        ("numbers", numbers, "z_1", "z_8"),
        ("formats", formats, ["w_   0", "w_0", "w_1"], [ValueError] * 3),
        ("objects", objects, "__op_0", TypeError),
        ("states", states, (None, None), (TypeError, ValueError)),
        ("failed_registration", failed_registration, ("a",), ()),
        ("unregistered", unregistered, KeyError, "x"),
        ("incomplete", incomplete, "a text", RuntimeError),
    ],
)
def test_differences(
    what: str, program: Any, theirs: Any, mine: Any, tmp_path: Any, monkeypatch: Any
) -> None:
    assert f"checkpoint.{what}" in DIFFERENCES
    for ndd, expected in ((dali, theirs), (ours, mine)):
        (tmp_path / ndd.__name__).mkdir()
        monkeypatch.chdir(tmp_path / ndd.__name__)
        assert program(ndd) == expected, ndd.__name__
