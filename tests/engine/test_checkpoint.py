"""ndd.checkpoint: what is registered, collected, loaded and restored, and what errors say."""

from __future__ import annotations

import json
import sys
import threading
import warnings

import pytest

import headrace.dynamic as ndd
from headrace.dynamic.checkpoint import Checkpoint, current

RNG = ndd.random.RNG


class Counter:
    """A class with a state of its own: the protocol, and nothing else."""

    class Mark:
        def __init__(self, n):
            self.n = n

        def __str__(self):
            return json.dumps({"n": self.n})

    def __init__(self, n=0):
        self.mark = Counter.Mark(n)

    def get_state(self):
        return self.mark

    def set_state(self, state):
        self.mark = Counter.Mark(json.loads(str(state))["n"])


def collected(**objects):
    ckpt = Checkpoint()
    for name, op in objects.items():
        ckpt.register(op, name)
    ckpt.collect()
    return ckpt


def loaded(**objects):
    """A checkpoint that was read from text, with the states of these objects."""
    ckpt = Checkpoint()
    ckpt.deserialize(collected(**objects).serialize())
    return ckpt


def at(rng):
    return str(rng.get_state())


# ---- keys ------------------------------------------------------------------------------------


def test_keys():
    ckpt, a, b, c = Checkpoint(), RNG(1), RNG(2), RNG(3)
    assert ckpt.register(a) == "__op_0"
    assert ckpt.register(b, "b") == "b"
    assert ckpt.register(c) == "__op_2"
    assert ckpt.names == ("__op_0", "b", "__op_2")
    assert len(ckpt) == 3
    assert "b" in ckpt and "__op_0" in ckpt
    assert "c" not in ckpt and 3 not in ckpt and a not in ckpt


def test_the_same_object_again():
    ckpt, a, b = Checkpoint(), RNG(1), RNG(2)
    ckpt.register(a)
    ckpt.register(b, "b")
    assert ckpt.register(a) == "__op_0"
    assert ckpt.register(b) == ckpt.register(b, "b") == "b"
    with pytest.raises(RuntimeError, match="registered as 'b' already, it cannot be 'c' too"):
        ckpt.register(b, "c")
    assert ckpt.names == ("__op_0", "b")


def test_another_object_takes_a_key():
    ckpt, a, b = Checkpoint(), RNG(1), RNG(2)
    ckpt.register(a, "x")
    assert ckpt.register(b, "x") == "x"
    ckpt.collect()
    assert ckpt.get_state("x") == b.get_state()
    with pytest.raises(TypeError, match="'x' is an object of type 'RNG': one of type 'Counter'"):
        ckpt.register(Counter(), "x")
    assert ckpt.register(a) == "__op_1"  # it is free again


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("", ValueError, "may not be empty"),
        ("__op_7", ValueError, "'__op_' belong to objects without a name; got '__op_7'"),
        (7, TypeError, "a name is text, got int"),
    ],
)
def test_names_that_cannot_be(name, error, message):
    ckpt = Checkpoint()
    with pytest.raises(error, match=message):
        ckpt.register(RNG(1), name)
    assert len(ckpt) == 0


@pytest.mark.parametrize("op", [None, 5, "rng", object(), ndd.flip])
def test_objects_without_a_state(op):
    with pytest.raises(TypeError, match=r"has no get_state\(\)"):
        Checkpoint().register(op)


def test_half_a_protocol():
    class Half:
        def get_state(self):
            return "x"

    with pytest.raises(TypeError, match=r"Half has no set_state\(\)"):
        Checkpoint().register(Half())


def test_a_class_is_not_an_object():
    with pytest.raises(TypeError, match="objects, not classes; got the class RNG"):
        Checkpoint().register(RNG)


# ---- collecting ------------------------------------------------------------------------------


def test_the_text():
    ckpt = collected(rng=RNG(255), counter=Counter(3))
    assert json.loads(ckpt.serialize()) == {
        "version": 2,
        "states": {
            "rng": {"state": str(RNG(255).get_state()), "type": "RNG"},
            "counter": {"state": '{"n": 3}', "type": "Counter"},
        },
    }


def test_collecting_again_and_again():
    rng = RNG(1)
    ckpt = Checkpoint()
    ckpt.register(rng, "rng")
    texts = []
    for _ in range(3):
        ckpt.collect()
        texts.append(ckpt.serialize())
        rng()
    assert len(set(texts)) == 3
    other = Checkpoint()
    other.deserialize(texts[1])
    again = RNG()
    other.register(again, "rng")
    again.advance(2)
    assert at(again) == at(rng)


def test_a_collected_state_is_a_snapshot():
    counter = Counter(1)
    ckpt = collected(c=counter)
    counter.mark.n = 5  # the very object that was collected
    assert json.loads(ckpt.serialize())["states"]["c"]["state"] == '{"n": 1}'
    ckpt.restore()
    assert counter.mark.n == 1


def test_flags():
    ckpt = Checkpoint()
    assert (ckpt.is_complete, ckpt.is_loaded) == (False, False)
    ckpt.register(RNG(1), "a")
    assert (ckpt.is_complete, ckpt.is_loaded) == (False, False)
    ckpt.collect()
    assert (ckpt.is_complete, ckpt.is_loaded) == (True, False)
    text = ckpt.serialize()
    ckpt.register(RNG(2), "b")
    assert (ckpt.is_complete, ckpt.is_loaded) == (False, False)
    ckpt.deserialize(text)
    assert (ckpt.is_complete, ckpt.is_loaded) == (False, True)
    ckpt.clear()
    assert (ckpt.is_complete, ckpt.is_loaded, len(ckpt), ckpt.names) == (False, False, 0, ())


def test_registering_after_collecting():
    ckpt = collected(a=RNG(1))
    assert ckpt.register(RNG(2), "b") == "b"
    with pytest.raises(RuntimeError, match=r"no states for 'b': call collect\(\) first"):
        ckpt.serialize()
    ckpt.collect()
    assert list(json.loads(ckpt.serialize())["states"]) == ["a", "b"]


def test_nothing_to_serialize():
    ckpt = Checkpoint()
    with pytest.raises(RuntimeError, match=r"empty: call collect\(\) first"):
        ckpt.serialize()
    ckpt.register(RNG(1))
    with pytest.raises(RuntimeError, match=r"empty: call collect\(\) first"):
        ckpt.serialize()


def test_one_failing_object_changes_nothing():
    class Moody(Counter):
        well = True

        def get_state(self):
            if not self.well:
                raise OSError("not today")
            return super().get_state()

    rng, moody = RNG(1), Moody()
    ckpt = collected(rng=rng, moody=moody)
    before = ckpt.serialize()
    rng()
    moody.well = False
    with pytest.raises(OSError, match="not today"):
        ckpt.collect()
    assert ckpt.serialize() == before and ckpt.is_complete


@pytest.mark.parametrize("state", [None, 5, {"a": 1}, [1], b"text", object()])
def test_states_without_a_text_form(state):
    class Odd:
        def get_state(self):
            return state

        def set_state(self, state):
            raise AssertionError

    ckpt = Checkpoint()
    ckpt.register(Odd(), "odd")
    with pytest.raises(TypeError, match=f"the state of 'odd'.*got {type(state).__name__}"):
        ckpt.collect()
    with pytest.raises(TypeError, match="the state of 'odd'"):
        ckpt.set_state("odd", state)


# ---- restoring -------------------------------------------------------------------------------


def test_registration_applies_a_loaded_state():
    rng = RNG(7)
    rng.advance(13)
    ckpt = loaded(rng=rng, n=Counter(4))
    assert len(ckpt) == 0 and "rng" not in ckpt
    other, counter = RNG(), Counter()
    ckpt.register(other, "rng")
    ckpt.register(counter, "n")
    assert at(other) == at(rng) and counter.mark.n == 4


def test_a_loaded_state_is_applied_once():
    ckpt, rng = loaded(rng=RNG(7)), RNG()
    ckpt.register(rng, "rng")
    rng()
    moved = at(rng)
    ckpt.register(rng, "rng")
    ckpt.restore()
    assert at(rng) == moved


def test_restore_applies_to_objects_registered_before():
    text = collected(a=RNG(1), b=RNG(2)).serialize()
    a, b = RNG(), RNG()
    ckpt = Checkpoint()
    ckpt.register(a, "a")
    ckpt.register(b, "b")
    before = at(a)
    ckpt.deserialize(text)
    assert at(a) == before
    ckpt.restore()
    assert (at(a), at(b)) == (at(RNG(1)), at(RNG(2)))


def test_restore_goes_back_to_what_was_collected():
    rng = RNG(3)
    ckpt = collected(rng=rng)
    drawn = [rng() for _ in range(5)]
    ckpt.restore()
    assert [rng() for _ in range(5)] == drawn


def test_restore_without_states_does_nothing():
    ckpt, rng = Checkpoint(), RNG(1)
    ckpt.register(rng)
    ckpt.restore()
    assert at(rng) == at(RNG(1))


def test_anonymous_objects_need_their_order():
    ckpt = Checkpoint()
    for seed, name in ((1, None), (2, "b"), (3, None)):
        ckpt.register(RNG(seed), name)
    ckpt.collect()
    text = ckpt.serialize()
    ckpt = Checkpoint()
    ckpt.deserialize(text)
    first, b, third = RNG(), RNG(), RNG()
    assert [ckpt.register(first), ckpt.register(b, "b"), ckpt.register(third)] == [
        "__op_0", "b", "__op_2",
    ]  # fmt: skip
    assert [at(r) for r in (first, b, third)] == [at(RNG(s)) for s in (1, 2, 3)]
    ckpt = Checkpoint()
    ckpt.deserialize(text)
    ckpt.register(RNG(), "b")
    with pytest.raises(
        KeyError, match="no state for '__op_1': .* in the order .* It has: '__op_0'"
    ):
        ckpt.register(RNG())


def test_an_unknown_key_after_loading():
    ckpt = loaded(a=RNG(1))
    with pytest.raises(KeyError, match=r"no state for 'b'\. It has: 'a'\. .* next collect\(\)"):
        ckpt.register(RNG(), "b")
    ckpt.register(RNG(), "a")
    ckpt.collect()
    assert ckpt.register(RNG(), "b") == "b"


@pytest.mark.parametrize("action", ["collect", "restore"])
def test_states_nobody_registered_for(action):
    ckpt = loaded(a=RNG(1), b=RNG(2), c=RNG(3))
    ckpt.register(RNG(), "a")
    with pytest.raises(RuntimeError, match=r"states for 'b', 'c', and no such objects"):
        getattr(ckpt, action)()
    assert list(json.loads(ckpt.serialize())["states"]) == ["a", "b", "c"]


def test_objects_without_a_loaded_state():
    a, b = RNG(5), RNG(6)
    ckpt = Checkpoint()
    ckpt.register(a, "a")
    ckpt.register(b, "b")
    ckpt.deserialize(collected(a=RNG(1)).serialize())
    with pytest.raises(RuntimeError, match="no states for 'b'"):
        ckpt.restore()
    assert at(a) == at(RNG(5))  # nothing was applied


def test_types_are_checked():
    ckpt = loaded(a=Counter(1))
    with pytest.raises(TypeError, match="'a': .* object of type 'Counter'.* is of type 'RNG'"):
        ckpt.register(RNG(1), "a")
    assert len(ckpt) == 0
    ckpt.register(Counter(), "a")
    first, second = Counter(8), RNG(9)
    ckpt = Checkpoint()
    ckpt.register(first, "a")
    ckpt.register(second, "b")
    ckpt.deserialize(collected(a=Counter(1), b=Counter(2)).serialize())
    with pytest.raises(TypeError, match="'b': .* object of type 'Counter'.* is of type 'RNG'"):
        ckpt.restore()
    assert first.mark.n == 8  # nothing was applied


def test_an_unknown_type_fits_all():
    ckpt = Checkpoint()
    state = str(RNG(3).get_state())
    ckpt.deserialize(json.dumps({"version": 2, "states": {"a": {"state": state, "type": None}}}))
    rng = RNG()
    ckpt.register(rng, "a")
    assert at(rng) == state


def test_a_state_the_object_refuses():
    ckpt = Checkpoint()
    ckpt.deserialize('{"version": 2, "states": {"a": {"state": "Philox_?", "type": "RNG"}}}')
    with pytest.raises(ValueError, match="not the state of an RNG: 'Philox_\\?'") as info:
        ckpt.register(RNG(1), "a")
    assert len(ckpt) == 0
    if sys.version_info >= (3, 11):
        assert any("'a'" in note for note in info.value.__notes__)


def test_a_loaded_state_that_collect_would_drop():
    ckpt = Checkpoint()
    ckpt.register(RNG(1), "a")
    ckpt.deserialize(collected(a=RNG(2)).serialize())
    with pytest.warns(RuntimeWarning, match=r"loaded for 'a' and not applied: call restore\(\)"):
        ckpt.collect()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ckpt.collect()


def test_clear_forgets_a_loaded_state():
    ckpt = loaded(a=RNG(1))
    ckpt.clear()
    rng = RNG(5)
    assert ckpt.register(rng, "b") == "b" and ckpt.register(RNG(6)) == "__op_1"
    assert at(rng) == at(RNG(5))


# ---- single states ---------------------------------------------------------------------------


def test_get_state():
    ckpt, rng = Checkpoint(), RNG(4)
    ckpt.register(rng, "rng")
    assert ckpt.get_state("rng") is None
    ckpt.collect()
    assert ckpt.get_state("rng") == rng.get_state()
    assert isinstance(ckpt.get_state("rng"), ndd.random.State)
    with pytest.raises(KeyError, match="nothing is registered as 'x'; there are: 'rng'"):
        ckpt.get_state("x")
    assert loaded(rng=rng).get_state("rng") == at(rng)


@pytest.mark.parametrize("op_type", [None, RNG, "RNG"])
@pytest.mark.parametrize("text", [True, False])
def test_set_state(op_type, text):
    state = at(RNG(8)) if text else RNG(8).get_state()
    ckpt, rng = Checkpoint(), RNG(1)
    ckpt.register(rng, "rng")
    ckpt.set_state("rng", state, op_type)
    assert at(rng) == at(RNG(1)) and ckpt.get_state("rng") == state
    assert (ckpt.is_complete, ckpt.is_loaded) == (False, False)
    entry = json.loads(ckpt.serialize())["states"]["rng"]
    assert entry == {"state": str(state), "type": None if op_type is None else "RNG"}
    ckpt.restore()
    assert at(rng) == str(state)


def test_a_state_set_before_registration():
    ckpt, rng = Checkpoint(), RNG(1)
    ckpt.set_state("rng", at(RNG(8)), Counter)
    with pytest.raises(TypeError, match="'Counter'"):
        ckpt.register(rng, "rng")
    ckpt.set_state("rng", at(RNG(8)), RNG)
    ckpt.register(rng, "rng")
    assert at(rng) == at(RNG(8))
    ckpt.register(RNG(), "other")  # nothing was loaded: new keys are welcome


def test_set_state_refuses():
    ckpt = collected(a=RNG(1))
    with pytest.raises(KeyError, match="nothing is registered as 'b'; there are: 'a'"):
        ckpt.set_state("b", "x")
    with pytest.raises(TypeError, match="op_type is a class or its name, got int"):
        ckpt.set_state("a", "x", 5)
    with pytest.raises(ValueError, match="may not be empty"):
        ckpt.set_state("", "x")


# ---- text that is no checkpoint --------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a checkpoint: Expecting value"),
        ("{", "not a checkpoint: Expecting property name"),
        (b"\xff\xfe\xff", "not a checkpoint"),
        ("[" * 100_000, "not a checkpoint"),
        ('{"version": ' + "9" * 10_000 + "}", "not a checkpoint"),
        ("[]", 'it has no "states"'),
        ("null", 'it has no "states"'),
        ("{}", 'it has no "states"'),
        ('{"version": 2}', 'it has no "states"'),
        ('{"version": 2, "states": []}', 'it has no "states"'),
        ('{"states": {}}', "of version None; only version 2 can be read"),
        ('{"version": 1, "states": {}}', "of version 1; only version 2 can be read"),
        ('{"version": 3, "states": {}}', "of version 3; only version 2 can be read"),
        ('{"version": "2", "states": {}}', "of version '2'; only version 2"),
        ('{"version": 2, "states": {"a": "x"}}', "the entry of 'a' is not a state"),
        ('{"version": 2, "states": {"a": {}}}', "the entry of 'a' is not a state"),
        ('{"version": 2, "states": {"a": {"state": 5}}}', "the entry of 'a' is not a state"),
        ('{"version": 2, "states": {"a": {"state": "", "type": 5}}}', "the entry of 'a'"),
    ],
)
def test_text_that_is_no_checkpoint(text, message):
    ckpt = collected(a=RNG(1))
    before = ckpt.serialize()
    with pytest.raises(ValueError, match=message):
        ckpt.deserialize(text)
    assert ckpt.serialize() == before and not ckpt.is_loaded


def test_text_of_a_later_minor_form():
    """Fields that are not known are passed over, a missing type is unknown; bytes are text."""
    ckpt = Checkpoint()
    ckpt.deserialize(b'{"version": 2, "by": "x", "states": {"a": {"state": "x", "more": 1}}}')
    assert ckpt.get_state("a") == "x"
    with pytest.raises(TypeError, match="a checkpoint is text, got dict"):
        ckpt.deserialize({})


# ---- contexts --------------------------------------------------------------------------------


def test_every_context_has_one():
    default = current()
    assert default is current() is ndd.EvalContext.default().checkpoint
    with ndd.EvalContext() as context:
        assert current() is context.checkpoint is not default
        assert ndd.checkpoint.current() is current()
    assert current() is default
    with pytest.raises(AttributeError):
        context.checkpoint = Checkpoint()


def test_every_thread_has_one():
    found = []
    thread = threading.Thread(target=lambda: found.append(current()))
    thread.start()
    thread.join()
    assert isinstance(found[0], Checkpoint) and found[0] is not current()


def test_a_prefetching_thread_has_its_callers():
    assert list(ndd.prefetch(current() for _ in range(2))) == [current()] * 2


def test_repr():
    ckpt = Checkpoint()
    assert repr(ckpt) == "<Checkpoint of nothing: not collected>"
    assert repr(collected(a=RNG(1), b=RNG(2))) == "<Checkpoint of a, b: collected>"
    assert repr(loaded(a=RNG(1))) == "<Checkpoint of nothing: loaded>"
