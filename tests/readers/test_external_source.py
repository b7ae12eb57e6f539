"""ndd.ExternalSource: what a call gives, and loops whose source runs ahead."""

from __future__ import annotations

import gc
import queue
import threading
import time
import weakref

import numpy as np
import pytest

import headrace.dynamic as ndd


def plain(value):
    """A result as nested lists."""
    if isinstance(value, tuple):
        return tuple(plain(v) for v in value)
    if isinstance(value, ndd.Batch):
        return [t.tolist() for t in value]
    return value.tolist()


def calls(source: ndd.ExternalSource, count: int, **more) -> list:
    """Results of so many calls; exceptions by their class."""
    found = []
    for _ in range(count):
        try:
            found.append(plain(source(**more)))
        except Exception as e:
            found.append(type(e))
    return found


def numbers():
    yield 1
    yield 2


class Restarting:
    """An iterator that begins again at iter(), as many hand-written data sets do."""

    def __iter__(self):
        self.at = 0
        return self

    def __next__(self):
        self.at += 1
        if self.at > 2:
            raise StopIteration
        return self.at


# ---- arguments -------------------------------------------------------------------------------


@pytest.mark.parametrize("source", [
    5, None, "text", lambda index: 1, lambda *, key: 1, [3].index,
], ids=["number", "None", "text", "parameter", "keyword", "builtin"])  # fmt: skip
def test_what_is_no_source(source):
    with pytest.raises((TypeError, ValueError), match="source"):
        ndd.ExternalSource(source)


def test_optional_parameters_are_left_out():
    waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
    waiting.put(7)
    assert ndd.ExternalSource(waiting.get)().item() == 7
    assert ndd.ExternalSource(lambda x=3, *rest, **more: x)().item() == 3


@pytest.mark.parametrize(("arguments", "error"), [
    ({"num_outputs": 0}, ValueError),
    ({"num_outputs": 1.5}, TypeError),
    ({"cycle": "twice"}, ValueError),
    ({"cycle": 1}, ValueError),
    ({"layout": ["HW", "HW"]}, ValueError),
    ({"dtype": [ndd.uint8] * 2}, ValueError),
    ({"dtype": "number"}, ValueError),
    ({"layout": 5}, ValueError),
    ({"device": "mixed"}, ValueError),
    ({"source": numbers(), "cycle": "quiet"}, TypeError),
    ({"source": int, "cycle": "no"}, ValueError),
])  # fmt: skip
def test_wrong_arguments_raise_at_once(arguments, error):
    with pytest.raises(error):
        ndd.ExternalSource(**{"source": [1, 2], **arguments})


@pytest.mark.parametrize(("size", "error"), [(-1, ValueError), ("2", TypeError), (2.0, TypeError)])
def test_wrong_batch_sizes(size, error):
    source = ndd.ExternalSource([1, 2])
    for call in (lambda: source(batch_size=size), lambda: source.captured(size)):
        with pytest.raises(error, match="batch_size"):
            call()
    assert source().item() == 1  # nothing was taken


# ---- items -----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", list(ndd.EvalMode))
def test_every_mode(mode):
    with mode:
        source = ndd.ExternalSource(lambda: ndd.tensor([1, 2]) * 2, dtype=ndd.float32)
        assert source().tolist() == [2.0, 4.0]


def test_wrong_items_do_not_end_it():
    items = [(1, 2), (1, 2, 3), 4, (ndd.batch([5]), 6), (7, "text"), (8, 9)]
    source = ndd.ExternalSource(items, num_outputs=2)
    wrong = [ValueError, ValueError, TypeError, TypeError]
    found = calls(source, 6)
    assert found[0] == (1, 2)
    assert found[5] == (8, 9)
    assert all(issubclass(f, w) for f, w in zip(found[1:5], wrong, strict=True))


def test_errors_say_where_and_what():
    source = ndd.ExternalSource([1, (1, 2, 3)], num_outputs=2)
    with pytest.raises(ValueError, match="tuple of 2 outputs, got 1 ") as caught:
        source()
    assert "test_external_source.py" in str(caught.value)
    with pytest.raises(ValueError, match="got 3") as caught:
        next(source.captured(2))
    assert "test_external_source.py" in str(caught.value)


def test_exceptions_of_the_source_are_unchanged():
    error = KeyError("mine")

    def fail():
        raise error

    for ask in (ndd.ExternalSource(fail), ndd.ExternalSource(fail).captured(1).__next__):
        with pytest.raises(KeyError) as caught:
            ask()
        assert caught.value is error
        assert caught.traceback[-1].name == "fail"


def test_a_function_is_asked_again_after_its_exception():
    count = iter(range(10))

    def sometimes():
        i = next(count)
        if i == 1:
            raise OSError
        return i

    assert calls(ndd.ExternalSource(sometimes), 4) == [0, OSError, 2, 3]


def test_an_iterator_that_begins_again():
    assert calls(ndd.ExternalSource(Restarting()), 4) == [1, 2, StopIteration, StopIteration]
    assert calls(ndd.ExternalSource(Restarting(), cycle=True), 5) == [1, 2, 1, 2, 1]


def test_arrays_are_shared():
    a = np.zeros(3, np.float32)
    x = ndd.ExternalSource(lambda: a)()
    a[0] = 5
    assert x.tolist() == [5, 0, 0]


def test_it_is_not_iterable_itself():
    with pytest.raises(TypeError):
        iter(ndd.ExternalSource([1]))


def test_threads_may_share_one():
    source = ndd.ExternalSource(iter(range(400)))
    found = []

    def work():
        found.extend(calls(source, 100))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert sorted(found) == list(range(400))


# ---- captured --------------------------------------------------------------------------------


def drawing():
    """A source that draws from the thread's generator and writes into one array again and again."""
    memory = np.zeros(4, np.float32)
    for i in range(8):
        memory[:] = i
        noise = ndd.random.uniform(shape=4, range=[0, 1]) if i % 3 else 0.0
        yield memory, noise


def step(image, noise):
    return plain(image * 2 + noise + ndd.random.coin_flip(batch_size=3, rng=step.rng))


def run(loop) -> list:
    ndd.random.set_seed(9)
    step.rng = ndd.random.RNG(4)
    source = ndd.ExternalSource(drawing, num_outputs=2, cycle="raise", layout=["X", None])
    found = loop(source)
    states = [str(ndd.random.get_default_rng().state), str(step.rng.state)]
    return [*found, *states, float(ndd.random.uniform())]


def by_calls(source, stop=None):
    found = []
    while stop is None or len(found) < stop:
        try:
            image, noise = source(batch_size=3)
        except StopIteration:
            break
        found.append(step(image, noise))
    return found


def by_loop(source, stop=None):
    found = []
    for image, noise in source.captured(batch_size=3):
        found.append(step(image, noise))
        if len(found) == stop:
            break
    return found


def test_a_captured_loop_is_the_plain_one():
    assert run(by_loop) == run(by_calls)


@pytest.mark.parametrize("stop", range(1, 8))
def test_only_what_was_taken_counts(stop):
    def once(loop):
        return lambda source: [*loop(source, stop)]

    def then_calls(loop):
        return lambda source: [*loop(source, stop), *by_calls(source), *by_calls(source)]

    def then_loops(loop):
        return lambda source: [*loop(source, stop), *by_loop(source), *by_loop(source)]

    expected = run(once(by_calls))
    assert run(once(by_loop)) == expected
    expected = run(then_calls(by_calls))
    assert run(then_calls(by_loop)) == expected
    assert run(then_loops(by_loop)) == expected


def test_readers_and_generators_in_the_source_go_along(tmp_path):
    for i in range(12):
        (tmp_path / f"{i:02}.bin").write_bytes(bytes([i]))
    files = sorted(tmp_path.iterdir())

    def program(loop) -> list:
        reader = ndd.readers.File(files=files, random_shuffle=True)
        rng, seeded = ndd.random.RNG(3), ndd.random.RNG(4)

        def items():
            for contents, _ in reader.next_epoch(batch_size=1):
                seeded.seed = 5  # stands where it stood for the item before
                noise = ndd.random.uniform(range=[0, 1], rng=rng)
                yield contents.select(0), noise + ndd.random.uniform(rng=seeded)

        source = ndd.ExternalSource(items, num_outputs=2)
        found = []
        for stop in (3, 1, 5):
            found += loop(source, stop)
            found += [str(reader.get_state()), str(rng.state), str(seeded.state)]
        return [*found, plain(source()), *(plain(x) for x in source.captured(1))]

    def calls(source, stop):
        return [plain(source(batch_size=2)) for _ in range(stop)]

    def loops(source, stop):
        found = []
        for x in source.captured(2):
            found.append(plain(x))
            if len(found) == stop:
                return found
        raise AssertionError("ended too early")

    assert program(loops) == program(calls)


def test_items_of_changing_kinds():
    """What the body called for one item says nothing of the next."""
    kinds = [1, [2, 3], 4.5, np.float16(6), [[7]], [8.5], ndd.tensor([[9]], layout="HW"), 10, 11]

    def use(items) -> list:
        return [(plain(x * 2 + 1), x.dtype, x.layout) for x in items]

    source = ndd.ExternalSource(kinds * 3)
    expected = use(source(batch_size=2) for _ in range(27))
    assert use(ndd.ExternalSource(kinds * 3).captured(batch_size=2)) == expected


def test_the_batch_size_may_vary():
    source = ndd.ExternalSource(range(9))
    sizes = []
    for size in (2, 5, 1):
        for x in source.captured(size):
            sizes.append((x.batch_size, x.select(0).item()))
            break
    assert sizes == [(2, 0), (5, 1), (1, 2)]
    assert source().item() == 3


def test_loops_on_one_source_take_turns():
    source = ndd.ExternalSource(range(8))
    a, b = source.captured(1), source.captured(2)
    found = [next(a), next(b), source(), next(a), next(b)]
    assert [np.asarray(ndd.as_tensor(x)).max() for x in found] == [0, 1, 2, 3, 4]


def test_an_error_comes_when_it_is_its_turn():
    def failing():
        yield 1
        yield 2
        raise OSError("third")

    source = ndd.ExternalSource(failing, cycle="quiet")
    loop = source.captured(1)
    assert plain(next(loop)) == [1]
    loop.close()  # by now the others may have been made
    assert calls(source, 3) == [2, OSError, 1]
    with pytest.raises(StopIteration):
        next(loop)


def test_the_end_comes_when_it_is_its_turn():
    source = ndd.ExternalSource(numbers, cycle="raise")
    for x in source.captured(1):
        assert plain(x) == [1]
        break
    assert calls(source, 5) == [2, StopIteration, 1, 2, StopIteration]


def test_an_exhausted_loop_stays_exhausted():
    source = ndd.ExternalSource(numbers, cycle="raise")
    loop = source.captured(1)
    assert [plain(x) for x in loop] == [[1], [2]]
    assert list(loop) == []
    assert [plain(x) for x in source.captured(1)] == [[1], [2]]


def test_the_source_runs_ahead_in_another_thread():
    made = threading.Event()
    seen = set()

    def items():
        for i in range(5):
            seen.add(threading.get_ident())
            if i == 2:
                made.set()
            yield i

    source = ndd.ExternalSource(items)
    for _ in source.captured(2):
        assert made.wait(20)  # made while the body of the first step is at work
        break
    assert threading.get_ident() not in seen


def test_the_context_of_the_source():
    seen = []

    def items():
        for _ in range(3):
            seen.append(ndd.EvalContext.current())
            yield 1

    context = ndd.EvalContext(num_threads=1)
    for _ in ndd.ExternalSource(items).captured(2, ctx=context):
        assert ndd.EvalContext.current() is not context
    assert seen == [context] * 3


def test_it_can_die_while_its_source_runs():
    def items():
        while True:
            yield np.zeros(3)

    generator = items()
    source = ndd.ExternalSource(generator)
    alive = weakref.ref(source)
    next(source.captured(2))
    del source
    gc.collect()
    assert alive() is None
    deadline = time.monotonic() + 20
    while any(t.name == "headrace-prefetch" for t in threading.enumerate()):
        assert time.monotonic() < deadline
        time.sleep(0.001)
