"""Random numbers in forked and spawned processes: own streams, the same in every run."""

import json
import multiprocessing
import os
import pickle
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import fn, pipeline_def

pytestmark = pytest.mark.filterwarnings("ignore:.*fork")


def draws(count: int = 3) -> list[float]:
    return [float(ndd.random.uniform(range=[0, 1])) for _ in range(count)]


def forked(work):
    """What a function returns in a forked process."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.write(into, json.dumps(work()).encode())
            code = 0
        finally:
            os._exit(code)
    os.close(into)
    with os.fdopen(out) as answer:
        text = answer.read()
    assert os.waitpid(child, 0)[1] == 0
    return json.loads(text)


def all_different(*lists: list) -> bool:
    found = [x for numbers in lists for x in numbers]
    return len(set(found)) == len(found)


# ---- forks ---------------------------------------------------------------------------------------


def test_children_have_streams_of_their_own():
    def run():
        ndd.random.set_seed(7)
        first = draws(1)
        children = [forked(draws) for _ in range(3)]
        return first + draws(2), *children

    parent, *children = run()
    assert all_different(parent, *children)
    assert run() == (parent, *children)
    ndd.random.set_seed(7)
    assert draws(3) == parent  # as if it had not forked


def test_earlier_forks_do_not_count_after_seeding():
    ndd.random.set_seed(7)
    first = forked(draws)
    for _ in range(3):
        forked(lambda: 0)
    ndd.random.set_seed(7)
    assert forked(draws) == first


def test_children_of_children():
    def run():
        ndd.random.set_seed(7)

        def middle():
            return [draws(), forked(draws), forked(draws), draws()]

        return [*forked(middle), *forked(middle)]

    found = run()
    assert all_different(*found) and run() == found


def test_a_parent_without_a_seed():
    ndd.random.get_default_rng()
    assert all_different(draws(), forked(draws), forked(draws))


def test_rngs_made_before():
    """Also those of objects that the child uses; what held among them holds on."""
    rng = ndd.random.RNG(seed=3)
    copy = rng.clone()
    rng.advance(5)

    def child():
        copy.advance(5)
        return [rng() for _ in range(4)], [copy() for _ in range(4)]

    (first, copied), (second, _) = forked(child), forked(child)
    expected = ndd.random.RNG(seed=3)
    expected.advance(5)
    own = [rng() for _ in range(4)]
    assert own == [expected() for _ in range(4)]
    assert first == copied and all_different(first, second, own)


def test_what_a_child_seeds():
    state = ndd.random.RNG(seed=5).get_state()

    def child():
        rng.set_state(state)
        ndd.random.set_seed(9)
        return draws(), rng()

    rng = ndd.random.RNG(seed=3)
    ndd.random.set_seed(9)
    expected = [draws(), ndd.random.RNG(seed=5)()]
    assert forked(child) == expected == forked(child)


def test_a_state_counts_children():
    """What is resumed goes on with the children that would have followed."""
    ndd.random.set_seed(7)
    forked(draws)
    state = str(ndd.random.get_default_rng().get_state())
    second = forked(draws)
    ndd.random.get_default_rng().set_state(state)
    assert forked(draws) == second
    assert ndd.random.State.parse(state) == state
    ndd.random.get_default_rng().set_state(state)
    assert str(ndd.random.get_default_rng().get_state()) == state


def test_auto_aug_and_things_without_a_seed():
    from headrace.auto_aug import auto_augment

    picture = np.arange(64 * 64 * 3, dtype=np.uint8).reshape(64, 64, 3)

    @pipeline_def(batch_size=2, num_threads=1, device_id=None)
    def unseeded():
        return fn.random.uniform(range=[0, 1], shape=[2])

    def child():
        x = ndd.batch([picture] * 8, layout="HWC")
        made = auto_augment.auto_augment(x)
        sums = [float(np.asarray(t, np.float64).sum()) for t in made.cpu().tensors]
        (numbers,) = unseeded().run()
        return sums, np.asarray(numbers.as_array()).ravel().tolist(), ndd.random.RNG()()

    def run():
        ndd.random.set_seed(4)
        return forked(child), forked(child)

    (first, second), again = run(), run()
    assert again == (first, second)
    assert first[0] != second[0] and all_different(first[1], second[1])
    assert first[2] != second[2]


def test_readers_depend_on_their_seed_alone(tmp_path):
    """Shards in different processes have to agree on the order."""
    for i in range(12):
        (tmp_path / f"{i}").write_bytes(bytes([i]))

    def child(shard, **more):
        reader = ndd.readers.File(
            file_root=str(tmp_path), files=[str(i) for i in range(12)], random_shuffle=True,
            num_shards=2, shard_id=shard, **more,
        )  # fmt: skip
        return [int(x[0]) for batch, _ in reader.next_epoch(batch_size=3) for x in batch.tensors]

    ndd.random.set_seed(1)
    for more in ({}, {"seed": 5}):
        parts = [forked(lambda i=i, more=more: child(i, **more)) for i in range(2)]
        assert sorted(parts[0] + parts[1]) == list(range(12))


def test_a_fork_in_a_prefetch_loop():
    """How far the generator has run ahead does not matter."""
    rng = ndd.random.RNG(2)

    def items():
        for _ in range(8):
            yield draws(1)[0], rng()

    def run(depth):
        ndd.random.set_seed(6)
        rng.set_state(ndd.random.RNG(2).get_state())
        found = []
        for k, item in enumerate(ndd.prefetch(items(), depth)):
            found.append(item)
            if k % 3 == 1:
                found.append(tuple(forked(lambda: (draws(1)[0], rng()))))
        return found

    found = run(1)
    assert run(8) == found and len(set(found)) == len(found)


# ---- pickles -------------------------------------------------------------------------------------


def test_a_pickled_rng_is_an_exact_copy():
    rng = ndd.random.RNG(seed=8)
    rng.advance(3)
    other = pickle.loads(pickle.dumps(rng))
    assert other.get_state() == rng.get_state() and other() == rng()


def spawned(queue, rng):
    queue.put([rng() for _ in range(3)])


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_rngs_of_spawned_processes(method):
    context = multiprocessing.get_context(method)
    queue = context.SimpleQueue()

    def run():
        rng = ndd.random.RNG(seed=8)
        found = []
        for _ in range(2):
            process = context.Process(target=spawned, args=(queue, rng))
            process.start()
            found.append(queue.get())
            process.join()
        return [*found, [rng() for _ in range(3)]]

    found = run()
    assert all_different(*found) and run() == found
    expected = ndd.random.RNG(seed=8)
    assert found[-1] == [expected() for _ in range(3)]


# ---- parallel sources ----------------------------------------------------------------------------


def sample(info):
    return np.array([*draws(2), info.idx_in_epoch], np.float32)


def parallel(method: str, workers: int, seed: int) -> np.ndarray:
    @pipeline_def(
        batch_size=6, num_threads=1, device_id=None, py_num_workers=workers, seed=seed,
        py_start_method=method,
    )  # fmt: skip
    def both():
        one = fn.external_source(sample, parallel=True, batch=False)
        other = fn.external_source(sample, parallel=True, batch=False)
        return one, other

    made = both()
    return np.stack([np.stack([x.as_array() for x in made.run()]) for _ in range(2)])


def test_parallel_sources_draw_from_the_pipelines_seed():
    """Whichever worker makes a sample."""
    expected = parallel("thread", 1, seed=5)
    numbers = expected[..., :2].ravel()
    assert len(np.unique(numbers)) == numbers.size
    for method, workers in (("thread", 3), ("fork", 1), ("fork", 3), ("spawn", 2)):
        np.testing.assert_array_equal(parallel(method, workers, seed=5), expected)
    assert not np.isin(parallel("fork", 2, seed=6)[..., :2], numbers).any()


# ---- torch ---------------------------------------------------------------------------------------

LOADER = """
    import json, sys
    import torch
    import headrace.dynamic as ndd

    class Data(torch.utils.data.Dataset):
        def __init__(self):
            self.rng = ndd.random.RNG(seed=3)

        def __len__(self):
            return 4

        def __getitem__(self, i):
            return float(ndd.random.uniform(range=[0, 1])), self.rng()

    def epochs(method, persistent):
        loader = torch.utils.data.DataLoader(
            Data(), num_workers=2, batch_size=None, multiprocessing_context=method,
            persistent_workers=persistent,
        )
        return [list(loader), list(loader)]

    if __name__ == "__main__":
        seeded, *methods = sys.argv[1:]
        found = []
        for method in methods:
            for persistent in (False, True):
                if seeded == "headrace":
                    ndd.random.set_seed(7)
                else:
                    ndd.random.uniform(range=[0, 1])
                    torch.manual_seed(7)
                found.append(epochs(method, persistent))
        print(json.dumps(found))
"""


@pytest.mark.parametrize(("seeded", "methods"), [
    ("headrace", ["fork"]), ("torch", ["fork"]),
    pytest.param("torch", ["spawn", "forkserver"], marks=pytest.mark.long),
])  # fmt: skip
def test_torch_workers(tmp_path, seeded, methods):
    """Different in every worker and epoch; the same in each run of the program."""
    pytest.importorskip("torch")
    program = tmp_path / "program.py"
    program.write_text(textwrap.dedent(LOADER))

    def run():
        command = [sys.executable, "-W", "ignore", str(program), seeded, *methods]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
        return json.loads(done.stdout)

    found = run()
    assert run() == found
    for loop in found:
        pairs = [pair for epoch in loop for pair in epoch]
        assert len(pairs) == 8 and all_different(*pairs)
