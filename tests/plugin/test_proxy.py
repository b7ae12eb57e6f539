"""A torch DataLoader whose samples go through a pipeline in the main process."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import headrace.fn as fn
from headrace import pipeline_def, types

torch = pytest.importorskip("torch")

from headrace.plugin.pytorch.experimental import proxy  # noqa: E402

# Workers are forked from a process with threads: they run no code of Headrace but the proxy.
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:.*fork.*:RuntimeWarning"),
]


class Numbers(torch.utils.data.Dataset):
    """Ten samples with their numbers."""

    def __init__(self, transform, broken=None):
        self.transform, self.broken = transform, broken

    def __len__(self):
        return 10

    def __getitem__(self, i):
        if i == self.broken:
            raise KeyError("no such sample")
        return self.transform(np.full(2, i, np.int32)), i


def server(two=False):
    @pipeline_def(batch_size=4, num_threads=1, device_id=None)
    def graph():
        x = fn.external_source(name="numbers")
        y = fn.cast(x, dtype=types.FLOAT) + 100
        return (y, x) if two else y

    return proxy.DALIServer(graph())


@pytest.mark.parametrize("workers", [0, 2])
def test_batches_go_through_the_pipeline(workers):
    with server() as made:
        loader = proxy.DataLoader(made, Numbers(made.proxy), batch_size=4, num_workers=workers)
        assert len(loader) == 3
        for _ in range(2):
            found = [(x.tolist(), i.tolist()) for x, i in loader]
            assert [i for _, i in found] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]
            assert all(x == [[100 + n] * 2 for n in i] for x, i in found)


def test_several_outputs_come_of_one_run():
    made = server(two=True)
    runs = []
    run = made._run
    made._run = lambda r: (runs.append(len(r)), run(r))[1]
    loader = proxy.DataLoader(made, Numbers(made.proxy), batch_size=4, num_workers=2)
    for (y, x), i in loader:
        assert torch.equal(y, x + 100.0)
        assert x[:, 0].tolist() == i.tolist()
    assert runs == [4, 4, 2]


def test_a_collate_function_of_the_users():
    made = server()

    def collate(samples):
        return {"all": torch.utils.data.default_collate(samples), "count": len(samples)}

    loader = proxy.DataLoader(made, Numbers(made.proxy), batch_size=5, collate_fn=collate)
    with pytest.raises((ValueError, RuntimeError)):
        list(loader)  # more samples than the pipeline takes
    loader = proxy.DataLoader(made, Numbers(made.proxy), batch_size=2, collate_fn=collate)
    first = next(iter(loader))
    assert first["count"] == 2
    assert first["all"][0].tolist() == [[100, 100], [101, 101]]


def test_loops_that_are_left_end_their_thread():
    made = server()
    loader = proxy.DataLoader(made, Numbers(made.proxy), batch_size=2)
    for _ in loader:
        break
    assert not [t for t in threading.enumerate() if t.name == "headrace-proxy"]
    assert len(list(loader)) == 5


@pytest.mark.parametrize("workers", [0, 1])
def test_errors_of_the_data_set_arrive(workers):
    made = server()
    loader = proxy.DataLoader(made, Numbers(made.proxy, 5), batch_size=4, num_workers=workers)
    with pytest.raises(KeyError, match="no such sample"):
        list(loader)


def test_wrong_uses():
    made = server()
    with pytest.raises(TypeError, match="each has to be given once"):
        made.proxy()
    with pytest.raises(TypeError, match="each has to be given once"):
        made.proxy(1, numbers=2)
    with pytest.raises(TypeError, match="2 inputs for numbers"):
        made.proxy(1, 2)
    assert repr(made.proxy(numbers=3)) == "<output 0 of a <run on numbers>>"

    @pipeline_def(batch_size=4, num_threads=1, device_id=None)
    def closed():
        return fn.external_source(source=lambda: [np.zeros(1)] * 4)

    with pytest.raises(ValueError, match="has no input"):
        proxy.DALIServer(closed())


class Stuck(Numbers):
    """A data set whose sample 9 never comes."""

    def __getitem__(self, i):
        if i == 9:
            threading.Event().wait()
        return super().__getitem__(i)


def test_a_loop_over_a_worker_that_never_returns_can_be_left(monkeypatch):
    monkeypatch.setattr(proxy, "_LEAVE_SECONDS", 0.5)
    made = server()
    # The loader's own iterator is held by a thread that waits for it; its worker ends with us.
    loop = iter(proxy.DataLoader(made, Stuck(made.proxy), batch_size=4, num_workers=1))
    assert next(loop)[1].tolist() == [0, 1, 2, 3]
    assert next(loop)[1].tolist() == [4, 5, 6, 7]
    loop.close()
