"""DataLoader over an ExternalSource: gathering, epochs, what is left, state."""

from __future__ import annotations

import traceback

import numpy as np
import pytest

import headrace.dynamic as ndd

torch = pytest.importorskip("torch")
DataLoader = ndd.pytorch.DataLoader


def count(n=7):
    def source():
        for i in range(n):
            yield np.full(2, i, np.int32)

    return ndd.ExternalSource(source, cycle="raise")


def firsts(loader):
    return [batch[:, 0].tolist() for batch in loader]


@pytest.mark.parametrize("ahead", [0, 1, 3])
def test_samples_are_gathered(ahead):
    loader = DataLoader(count(), batch_size=3, prefetch_factor=ahead)
    for _ in range(3):
        assert firsts(loader) == [[0, 1, 2], [3, 4, 5], [6]]
    dropping = DataLoader(count(), batch_size=3, drop_last=True, prefetch_factor=ahead)
    for _ in range(2):
        assert firsts(dropping) == [[0, 1, 2], [3, 4, 5]]


def test_items_as_they_come():
    assert [b.tolist() for b in DataLoader(count(2), batch_size=None)] == [[0, 0], [1, 1]]
    sizes = ndd.ExternalSource([ndd.batch([[i]] * (i + 1)) for i in range(3)])
    assert [b.flatten().tolist() for b in DataLoader(sizes, batch_size=None)] == [
        [0], [1, 1], [2, 2, 2],
    ]  # fmt: skip


def test_whole_batches():
    def source():
        return ndd.ExternalSource([ndd.batch([[i]] * n) for i, n in enumerate((2, 2, 1))])

    assert firsts(DataLoader(source(), batch_size=2)) == [[0, 0], [1, 1], [2]]
    assert firsts(DataLoader(source(), batch_size=2, drop_last=True)) == [[0, 0], [1, 1]]
    with pytest.raises(ValueError, match="batch_size=None takes batches as they come"):
        firsts(DataLoader(source(), batch_size=1))


def test_several_outputs():
    pairs = [(np.full((i + 1, 2), i, np.uint8), i) for i in range(4)]
    source = ndd.ExternalSource(pairs, num_outputs=2, layout=["HW", None])
    seen = []

    def transform(x, n):
        seen.append((x.layout, x.batch_size))
        return {"x": x, "n": n * 2}

    batches = list(DataLoader(source, transform, batch_size=2, pad=True))
    assert [b["n"].tolist() for b in batches] == [[0, 2], [4, 6]]
    assert [tuple(b["x"].shape) for b in batches] == [(2, 2, 2), (2, 4, 2)]
    assert seen == [("HW", 2)] * 2
    with pytest.raises(TypeError, match="called with 2 arguments"):
        DataLoader(source, lambda x: x)


def test_memory_that_is_used_again():
    """The source writes the next sample where the last one was."""
    memory = np.zeros(2, np.float32)

    def source():
        for i in range(12):
            memory[:] = i
            yield memory

    loader = DataLoader(ndd.ExternalSource(source), lambda x: x + 0, batch_size=4)
    assert firsts(loader) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]


def test_the_length_is_not_known():
    with pytest.raises(TypeError, match="not known"):
        len(DataLoader(count()))


def test_a_source_that_does_not_begin_again():
    loader = DataLoader(ndd.ExternalSource([1, 2]), batch_size=2)
    assert [b.tolist() for b in loader] == [[1, 2]]
    with pytest.warns(UserWarning, match='cycle="raise"') as caught:
        assert list(loader) == []
    assert caught[0].filename == __file__


@pytest.mark.parametrize("ahead", [0, 1, 4])
@pytest.mark.parametrize("after", [1, 2, 3])
def test_nothing_is_lost_by_leaving(ahead, after):
    loader = DataLoader(count(), batch_size=3, prefetch_factor=ahead)
    got = []
    for batch in loader:
        got.append(batch[:, 0].tolist())
        if len(got) == after:
            break
    got += firsts(loader)
    assert got == [[0, 1, 2], [3, 4, 5], [6]]
    assert firsts(loader) == [[0, 1, 2], [3, 4, 5], [6]]


@pytest.mark.parametrize("ahead", [0, 2])
def test_random_numbers_of_the_source(ahead):
    """They are the loader's, and the same whether the loop is left or not."""

    def source():
        for _ in range(6):
            yield ndd.random.uniform(range=[0, 1], shape=[1])

    def make():
        return DataLoader(
            ndd.ExternalSource(source, cycle="raise"),
            lambda x: x + ndd.random.uniform(range=[1, 2], batch_size=x.batch_size),
            batch_size=2,
            seed=3,
            prefetch_factor=ahead,
        )

    whole = firsts(make())
    loader = make()
    left = []
    for batch in loader:
        left.append(batch[:, 0].tolist())
        break
    left += firsts(loader)
    assert left == whole


@pytest.mark.parametrize("ahead", [0, 2])
def test_errors_of_the_source(ahead):
    def source():
        for i in range(6):
            if i == 2:
                raise KeyError("mine")
            yield np.int32(i)

    loop = iter(DataLoader(ndd.ExternalSource(source), batch_size=2, prefetch_factor=ahead))
    assert next(loop).tolist() == [0, 1]
    with pytest.raises(KeyError, match="mine") as e:
        next(loop)
    assert traceback.extract_tb(e.value.__traceback__)[-1].name == "source"
    assert list(loop) == []  # a generator that has failed is over


def test_what_a_source_may_not_give():
    mixed = ndd.ExternalSource([np.int32(1), ndd.batch([1, 2])])
    with pytest.raises(ValueError, match="samples and batches"):
        list(DataLoader(mixed, batch_size=2))
    wrong = ndd.ExternalSource([1], num_outputs=2)
    with pytest.raises(ValueError, match="a tuple of 2 outputs") as e:
        list(DataLoader(wrong))
    assert "test_source.py" in str(e.value)


# ---- state -------------------------------------------------------------------------------------


def noisy(x):
    return x + ndd.random.uniform(range=[0, 0.5], batch_size=x.batch_size)


@pytest.mark.parametrize("ahead", [0, 2])
def test_resume(ahead):
    def make():
        return DataLoader(count(), noisy, batch_size=3, seed=1, prefetch_factor=ahead)

    loader = make()
    whole, states = [], [loader.state_dict()]
    for batch in loader:
        whole.append(batch.tolist())
        states.append(loader.state_dict())
    second = [b.tolist() for b in loader]
    for k, state in enumerate(states):
        again = make()
        again.load_state_dict(state)
        assert [b.tolist() for b in again] == whole[k:]
        assert [b.tolist() for b in again] == second
    loader = make()
    next(iter(loader))
    loader.load_state_dict(loader.state_dict())  # the same one goes on
    assert [b.tolist() for b in loader] == whole[1:]


def test_states_that_a_source_cannot_reach():
    loader = DataLoader(count(), batch_size=3)
    start = loader.state_dict()
    next(iter(loader))
    with pytest.raises(ValueError, match="it cannot go back"):
        loader.load_state_dict(start)
    far = dict(start, batches=9)
    with pytest.raises(ValueError, match="the source ended after 3 batches"):
        DataLoader(count(), batch_size=3).load_state_dict(far)
