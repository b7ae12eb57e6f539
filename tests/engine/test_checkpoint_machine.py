"""Checkpoints under random sequences of calls, beside a model of dictionaries."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import warnings

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import headrace.dynamic as ndd
from headrace.dynamic.checkpoint import Checkpoint

RNG = ndd.random.RNG
NAMES = st.sampled_from([None, "a", "b", "c"])
PICK = st.integers(0, 3)
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # thousands of syncs take long


class Checkpoints(RuleBasedStateMachine):
    """Four generators, one checkpoint, a folder; `place` is where each generator has to stand."""

    @initialize()
    def start(self):
        self.folder = tempfile.mkdtemp(dir=MEMORY)
        self.pattern = os.path.join(self.folder, "c_{seq:03d}.json")
        self.files: list[dict[str, str]] = []
        self.rngs = [RNG(i) for i in range(4)]
        self.place = [str(r.get_state()) for r in self.rngs]
        self.ckpt = Checkpoint()
        self.forget()

    def forget(self):
        self.keys: dict[str, int] = {}  # which generator is registered as what
        self.states: dict[str, str] = {}
        self.pending: set[str] = set()
        self.complete = self.loaded = False

    def teardown(self):
        shutil.rmtree(self.folder)

    # ---- the program goes on -----------------------------------------------------------------

    @rule(which=PICK, n=st.integers(1, 5))
    def draw(self, which, n):
        rng = self.rngs[which]
        for _ in range(n):
            rng()
        self.place[which] = str(rng.get_state())

    @rule(which=PICK)
    def make_anew(self, which):
        """Another generator instead of one: the checkpoint, if it has the old one, keeps that."""
        self.rngs.append(self.rngs[which])
        self.place.append(self.place[which])
        self.keys = {k: len(self.rngs) - 1 if i == which else i for k, i in self.keys.items()}
        self.rngs[which] = RNG(100 + len(self.rngs))
        self.place[which] = str(self.rngs[which].get_state())

    @precondition(lambda self: self.files)
    @rule()
    def run_anew(self):
        """A new process: a new checkpoint, unregistered generators, the same folder."""
        self.ckpt = Checkpoint()
        self.forget()

    @rule(n=st.integers(1, 3))
    def train(self, n):
        """What programs do: all is registered, then drawing, collecting and saving in turns."""
        for which, name in enumerate(["a", "b", None, "c"]):
            self.register(which, name)
        for which in range(n):
            self.collect()
            self.save()
            self.draw(which, 1)

    # ---- calls -------------------------------------------------------------------------------

    @rule(which=PICK, name=NAMES)
    def register(self, which, name):
        known = next((k for k, i in self.keys.items() if i == which), None)
        key = known or name or f"__op_{len(self.keys)}"
        if known and name not in (None, known):
            with pytest.raises(RuntimeError, match=known):
                self.ckpt.register(self.rngs[which], name)
            return
        if key not in self.keys and self.loaded and key not in self.states:
            with pytest.raises(KeyError, match=key):
                self.ckpt.register(self.rngs[which], name)
            return
        assert self.ckpt.register(self.rngs[which], name) == key
        self.complete = self.complete and key in self.keys
        self.keys[key] = which
        self.apply([key])

    def apply(self, keys):
        for key in keys:
            if key in self.pending:
                self.place[self.keys[key]] = self.states[key]
        self.pending -= set(keys)

    @rule()
    def collect(self):
        if set(self.states) - set(self.keys):
            with pytest.raises(RuntimeError, match="no such objects"):
                self.ckpt.collect()
            return
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            self.ckpt.collect()
        assert bool(caught) == bool(self.loaded and self.pending)
        self.states = {key: self.place[i] for key, i in self.keys.items()}
        self.pending = set()
        self.complete, self.loaded = True, False

    @rule()
    def save(self):
        if not self.states or set(self.keys) - set(self.states):
            with pytest.raises(RuntimeError, match="collect"):
                self.ckpt.save(self.pattern)
            return
        assert self.ckpt.save(self.pattern) == self.pattern.format(seq=len(self.files))
        self.files.append(dict(self.states))

    @rule()
    def load(self):
        if not self.files:
            with pytest.raises(FileNotFoundError):
                self.ckpt.load(self.pattern)
            return
        assert self.ckpt.load(self.pattern) == self.pattern.format(seq=len(self.files) - 1)
        self.take(self.files[-1])

    @rule(data=st.data())
    def load_an_older_one(self, data):
        if self.files:
            number = data.draw(st.integers(0, len(self.files) - 1))
            self.ckpt.load(self.pattern.format(seq=number))
            self.take(self.files[number])

    def take(self, states):
        self.states, self.pending = dict(states), set(states)
        self.complete, self.loaded = False, True

    @rule(n=st.integers(0, 99), pick=PICK)
    def set_state(self, n, pick):
        known = list(self.keys) or ["a", "b", "__op_0"]
        key = known[pick] if pick < len(known) else "c"
        state = RNG(1000 + n).get_state()
        if self.complete and key not in self.keys:
            with pytest.raises(KeyError, match=key):
                self.ckpt.set_state(key, state)
            return
        self.ckpt.set_state(key, state)
        self.states[key] = str(state)
        self.pending.add(key)

    @rule()
    def restore(self):
        if self.states and set(self.states) != set(self.keys):
            odd = sorted(set(self.states) ^ set(self.keys))
            with pytest.raises(RuntimeError) as info:
                self.ckpt.restore()
            assert any(repr(key) in str(info.value) for key in odd)
            return
        self.ckpt.restore()
        if self.complete:
            self.pending = set(self.keys)
        self.apply(list(self.states))

    @precondition(lambda self: self.complete or self.loaded)
    @rule()
    def clear(self):
        self.ckpt.clear()
        self.forget()

    # ---- what has to hold --------------------------------------------------------------------

    @invariant()
    def everything_stands_where_it_should(self):
        assert [str(r.get_state()) for r in self.rngs] == self.place

    @invariant()
    def the_checkpoint_says_so(self):
        ckpt = self.ckpt
        assert (ckpt.is_complete, ckpt.is_loaded) == (self.complete, self.loaded)
        assert ckpt.names == tuple(self.keys) and len(ckpt) == len(self.keys)
        for key in {*self.keys, *self.states}:
            assert (key in ckpt) == (key in self.keys)
            assert ckpt.get_state(key) == self.states.get(key)

    @invariant()
    def files_stay(self):
        expected = [f"c_{i:03d}.json" for i in range(len(self.files))]
        assert sorted(os.listdir(self.folder)) == expected
        for name, states in list(zip(expected, self.files))[-2:]:
            with open(os.path.join(self.folder, name)) as file:
                found = json.load(file)["states"]
            assert {key: item["state"] for key, item in found.items()} == states


TestCheckpoints = Checkpoints.TestCase
TestCheckpoints.settings = settings(
    max_examples=max(200, settings.default.max_examples // 2), stateful_step_count=40
)
