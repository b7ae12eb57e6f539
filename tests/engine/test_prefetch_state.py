"""ndd.prefetch: the caller's state in the generator's thread, random numbers, values."""

from __future__ import annotations

import contextvars
import time

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd


def eventually(condition, seconds: float = 20.0) -> bool:
    """Whether something becomes true, without saying when."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.001)
    return True


# ---- the caller's state ----------------------------------------------------------------------


def test_the_evaluation_mode_goes_along():
    def items():
        yield ndd.EvalMode.current()

    for mode in ndd.EvalMode:
        with mode:
            assert list(ndd.prefetch(items())) == [mode]


def test_the_context_goes_along():
    def items():
        yield ndd.EvalContext.current()
        yield ndd.EvalContext.default()
        with ndd.EvalContext.current() as again:  # as if on the caller's thread
            yield again
        with ndd.EvalContext(num_threads=1) as own:
            yield own.num_threads

    default = ndd.EvalContext.default()
    with ndd.EvalContext(num_threads=2) as context:
        assert list(ndd.prefetch(items())) == [context, default, context, 1]
        assert ndd.EvalContext.current() is context
    assert list(ndd.prefetch(items())) == [default, default, default, 1]


def test_a_mode_in_the_generator_stays_there():
    def items():
        with ndd.EvalMode.deferred:
            yield 1

    with ndd.EvalMode.sync_cpu:
        for _ in ndd.prefetch(items()):
            assert ndd.EvalMode.current() is ndd.EvalMode.sync_cpu


def test_context_variables_go_along():
    variable: contextvars.ContextVar[int] = contextvars.ContextVar("variable", default=0)
    variable.set(7)
    assert list(ndd.prefetch(variable.get() for _ in range(2))) == [7, 7]


def test_each_nested_generator_has_the_outer_ones_state():
    def inner():
        yield ndd.EvalMode.current()

    def outer():
        with ndd.EvalMode.sync_full:
            yield from ndd.prefetch(inner())
        yield from ndd.prefetch(inner())

    with ndd.EvalMode.deferred:
        found = list(ndd.prefetch(outer()))
    assert found == [ndd.EvalMode.sync_full, ndd.EvalMode.deferred]


# ---- random numbers --------------------------------------------------------------------------


def draw() -> float:
    return float(ndd.random.uniform(range=[0, 1]))


def same(iterable):
    return iterable


def after(run, wrap) -> list[object]:
    """What a program draws under one seed, and the state it leaves."""
    ndd.random.set_seed(11)
    return [run(wrap), str(ndd.random.get_default_rng().get_state()), draw()]


def drawing(count: int = 6):
    for i in range(count):
        yield [draw() for _ in range(i % 3)]


def only_the_generator_draws(wrap):
    return list(wrap(drawing()))


def only_the_body_draws(wrap):
    return [(i, draw()) for i in wrap(iter(range(6)))]


def the_loop_is_left(wrap):
    found = []
    for x in wrap(drawing()):
        found.append(x)
        if len(found) == 3:
            break
    return found


def the_generator_fails(wrap):
    def items():
        yield draw()
        draw()
        raise ValueError

    found = []
    try:
        for x in wrap(items()):
            found.append(x)
    except ValueError:
        pass
    return found


def the_generator_seeds(wrap):
    def items():
        ndd.random.set_seed(5)
        yield draw()

    return list(wrap(items()))


def one_after_the_other(wrap):
    return [*wrap(drawing()), draw(), *wrap(drawing())]


def one_in_the_other(wrap):
    def outer():
        yield draw()
        yield from wrap(drawing())
        yield draw()

    return list(wrap(outer()))


@pytest.mark.parametrize("run", [
    only_the_generator_draws, only_the_body_draws, the_loop_is_left, the_generator_fails,
    the_generator_seeds, one_after_the_other, one_in_the_other,
])  # fmt: skip
@pytest.mark.parametrize("depth", [1, 3])
def test_the_same_numbers_as_without(run, depth):
    assert after(run, lambda x: ndd.prefetch(x, depth)) == after(run, same)


def test_both_draw():
    """The generator's numbers are the same as if it drew alone, and no number comes twice."""

    def run(depth: int) -> list[tuple[float, float]]:
        ndd.random.set_seed(3)
        return [(g, draw()) for g in ndd.prefetch((draw() for _ in range(20)), depth)]

    found = run(1)
    assert run(2) == run(9) == found
    ndd.random.set_seed(3)
    assert [g for g, _ in found] == [draw() for _ in range(20)]
    assert len({x for pair in found for x in pair}) == 40


def both_draw(depth, slow, draws_for, state=None, first=0, rng=None):
    """What generator and body draw, and the states in the bodies. draws_for: for which items the
    generator does."""
    one = draw if rng is None else (lambda: float(ndd.random.uniform(range=[0, 1], rng=rng)))
    own = ndd.random.get_default_rng() if rng is None else rng
    if state is not None:
        own.set_state(state)
    body, generator = (0.004, 0) if slow else (0, 0.004)  # seconds that they take

    def items():
        for i in range(first, 12):
            time.sleep(generator)
            yield [one() for _ in range(draws_for(i))]

    found, states = [], []
    for item in ndd.prefetch(items(), depth):
        time.sleep(body)
        found.append((item, [one() for _ in range(len(found) % 2 + 1)]))
        states.append(str(own.get_state()))
    return found, states, one()


@pytest.mark.parametrize("draws_for", [
    lambda i: 2, lambda i: int(i >= 3), lambda i: i % 2, lambda i: int(i == 5),
], ids=["always", "late", "every other", "once"])  # fmt: skip
@pytest.mark.parametrize("explicit", [False, True])
def test_numbers_of_both_depend_on_the_seed_alone(draws_for, explicit):
    def run(depth, slow):
        ndd.random.set_seed(3)
        rng = ndd.random.RNG(4) if explicit else None
        return both_draw(depth, slow, draws_for, rng=rng)

    found, states, after = run(1, True)
    for depth, slow in ((1, False), (4, True), (4, False)):
        assert run(depth, slow) == (found, states, after)
    numbers = [after] + [x for pair in found for part in pair for x in part]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("draws_for", [lambda i: 2, lambda i: int(i >= 3), lambda i: i % 2],
                         ids=["always", "late", "every other"])  # fmt: skip
def test_a_loop_where_both_draw_is_resumed(draws_for):
    """From every body, with other speeds, to the same numbers."""
    ndd.random.set_seed(3)
    found, states, after = both_draw(2, True, draws_for)
    for k in range(1, 12, 2):  # the bodies after it draw 1, 2, 1, … as in a new loop
        rest, _, last = both_draw(3, k % 4 == 1, draws_for, state=states[k], first=k + 1)
        assert rest == found[k + 1 :] and last == after


def test_loops_side_by_side_that_draw():
    def run(depth, state=None, first=0):
        ndd.random.set_seed(3)
        if state is not None:
            ndd.random.get_default_rng().set_state(state)

        def items():
            for _ in range(first, 6):
                yield draw()

        found, states = [], []
        for a, b in zip(ndd.prefetch(items(), depth), ndd.prefetch(items(), depth)):
            found.append((a, b, draw()))
            states.append(ndd.random.get_default_rng().get_state())
        return found, states

    found, states = run(1)
    assert run(4) == (found, states)
    assert len({x for three in found for x in three}) == 18
    assert run(2, states[2], 3)[0] == found[3:]


def test_an_inner_loop_where_both_draw():
    """The generator's body, and the body of the loop over it."""

    def run(depth, state=None, first=0):
        ndd.random.set_seed(3)
        if state is not None:
            ndd.random.get_default_rng().set_state(state)

        def outer():
            for x in ndd.prefetch((draw() for _ in range(first, 6)), depth):
                yield x, draw()

        found, states = [], []
        for pair in ndd.prefetch(outer(), depth):
            found.append((*pair, draw()))
            states.append(ndd.random.get_default_rng().get_state())
        return found, states

    found, states = run(1)
    assert run(4) == (found, states)
    assert len({x for three in found for x in three}) == 18
    assert run(2, states[2], 3)[0] == found[3:]


def test_leaving_a_loop_whose_generator_waits_to_draw():
    def items():
        yield 1
        yield draw()

    ndd.random.set_seed(3)
    ahead = ndd.prefetch(items(), 2)
    assert next(ahead) == 1
    first = draw()
    ahead.close()
    ndd.random.set_seed(3)
    assert first == draw()


# ---- values ----------------------------------------------------------------------------------


def ready(value: ndd.Tensor) -> bool:
    return value._v.ready()


@pytest.mark.parametrize("mode", list(ndd.EvalMode))
def test_values_evaluate_ahead(mode):
    """In every mode, and wherever they are in the item."""

    def items():
        for i in range(3):
            x = ndd.batch(np.full((4, 50, 60, 3), i, np.uint8), layout="HWC")
            yield {"x": [ndd.flip(x), (x + 1, i)]}

    with mode:
        for i, item in enumerate(ndd.prefetch(items())):
            flipped, (more, index) = item["x"]
            assert eventually(lambda a=flipped, b=more: ready(a) and ready(b))
            assert index == i
            np.testing.assert_array_equal(np.asarray(more.tensors[0]), np.full((50, 60, 3), i + 1))
            assert int(np.asarray(flipped.tensors[3])[0, 0, 0]) == i


def test_an_item_that_contains_itself():
    item: list[object] = [ndd.tensor([1])]
    item.append(item)
    assert list(ndd.prefetch([item])) == [item]


def test_a_value_that_fails_is_an_item_like_any_other():
    def items():
        yield ndd.decoders.image(ndd.tensor(b"not a picture"))
        yield 2

    with ndd.EvalMode.deferred:
        first, second = ndd.prefetch(items())
    assert second == 2
    with pytest.raises(headrace.DecodeError, match=r"test_prefetch_state.py:\d+, in .*items"):
        first.evaluate()


# ---- what was made and not taken ---------------------------------------------------------------


@pytest.fixture
def numbered(tmp_path):
    for i in range(8):
        (tmp_path / f"{i}").write_bytes(bytes([i]))
    return lambda: ndd.readers.File(file_root=str(tmp_path), files=[str(i) for i in range(8)])


def batches(reader):
    for x, _ in reader.next_epoch(batch_size=2):
        yield [int(v[0]) for v in x.tensors]


@pytest.mark.filterwarnings("ignore:.*the epoch was left")
@pytest.mark.parametrize("taken", [1, 2, 3])
@pytest.mark.parametrize("closed", [True, False])
def test_leaving_when_the_generator_has_ended_already(numbered, taken, closed):
    reader = numbered()
    ahead = ndd.prefetch(batches(reader), 4)
    found = [next(ahead) for _ in range(taken)]
    time.sleep(0.05)  # all items are made
    state = reader.get_state()
    if closed:
        ahead.close()
    del ahead
    assert reader.get_state() == state
    found += list(batches(reader))
    assert found == [[0, 1], [2, 3], [4, 5], [6, 7]]
    assert reader.get_state() != state


def test_leaving_when_the_generator_has_failed_already():
    rng, alike = ndd.random.RNG(3), ndd.random.RNG(3)

    def items():
        for _ in range(3):
            yield rng()
        raise KeyError("later")

    ahead = ndd.prefetch(items(), 4)
    assert next(ahead) == alike()
    time.sleep(0.05)
    ahead.close()
    assert rng() == alike() and rng.get_state() == alike.get_state()


@pytest.mark.filterwarnings("ignore:.*the epoch was left")
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_nested_ones_count_what_the_outermost_delivers(numbered, depth):
    reader = numbered()

    def augmented():
        yield from ndd.prefetch(batches(reader), depth)

    found = []
    for x in ndd.prefetch(augmented(), depth):
        found.append(x)
        if len(found) == 2:
            time.sleep(0.05)
            resumed = numbered()
            resumed.set_state(reader.get_state())
            break
    rest = [[4, 5], [6, 7]]
    assert found == [[0, 1], [2, 3]] and list(batches(resumed)) == rest
    assert list(batches(reader)) == rest


def test_nested_ones_that_end(numbered):
    reader = numbered()

    def augmented():
        yield from ndd.prefetch(batches(reader), 2)

    assert len(list(ndd.prefetch(augmented(), 2))) == 4
    assert next(batches(reader)) == [0, 1]  # another epoch


def test_the_threads_generator_resumes_from_within_the_loop():
    def items():
        for _ in range(6):
            yield draw()

    ndd.random.set_seed(5)
    whole = [draw() for _ in range(6)]
    for wrap in (ndd.prefetch, lambda items: ndd.prefetch(x for x in ndd.prefetch(items))):
        ndd.random.set_seed(5)
        for i, x in enumerate(wrap(items())):
            assert x == whole[i]
            if i == 2:
                state = ndd.random.get_default_rng().get_state()
                copy = ndd.random.get_default_rng().clone()
                break
        ndd.random.get_default_rng().set_state(state)
        assert [draw() for _ in range(3)] == whole[3:]
        assert copy.get_state() == state
