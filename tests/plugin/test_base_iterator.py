"""What the iterators of all frameworks share, through NumPy's."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import headrace.fn as fn
from headrace import pipeline_def
from headrace.plugin.base_iterator import IteratorError, LastBatchPolicy
from headrace.plugin.numpy import DALIClassificationIterator, DALIGenericIterator

from .graphs import arrays, epochs, numbered, reader, single, source, step

FILL, DROP, PARTIAL = LastBatchPolicy


def over(pipelines, **arguments):
    return DALIGenericIterator(pipelines, ["x"], **arguments)


def digits(text):
    return [[int(c) for c in batch] for batch in text.split("|")]


# ---- epochs of a reader -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "pad", "expected"),
    [
        (FILL, False, ["0123|4567|8901", "2345|6789", "0123|4567|8901"]),
        (FILL, True, ["0123|4567|8999"] * 3),
        (DROP, False, ["0123|4567", "2345|6789", "4567|8901"]),
        (DROP, True, ["0123|4567"] * 3),
        (PARTIAL, False, ["0123|4567|89", "2345|6789|01", "4567|8901|23"]),
        (PARTIAL, True, ["0123|4567|89"] * 3),
    ],
)
@pytest.mark.parametrize("auto_reset", [False, True])
@pytest.mark.parametrize("prepare", [False, True])
def test_last_batches(tmp_path, policy, pad, expected, auto_reset, prepare):
    it = over(
        reader(tmp_path, pad=pad), reader_name="R", last_batch_policy=policy,
        auto_reset=auto_reset, prepare_first_batch=prepare,
    )  # fmt: skip
    assert len(it) == len(digits(expected[0]))
    assert single(it, 3) == [digits(epoch) for epoch in expected]


def test_shards_of_different_sizes(tmp_path):
    pipelines = [reader(tmp_path, 7, 3, shard, 2) for shard in (0, 1)]
    it = over(pipelines, reader_name="R", last_batch_policy="partial")
    assert epochs(it, 2) == [
        [[[0, 1, 2], [3, 4, 5]], [[], [6]]],
        [[[6, 0, 1], [2, 3, 4]], [[2], []]],
    ]


def test_padding_never_begins_an_epoch(tmp_path):
    """The padded rest of a shard belongs to the epoch, also where DROP leaves it out."""
    it = over(reader(tmp_path, 7, 3, 0, 2, pad=True), reader_name="R", last_batch_policy=DROP)
    assert single(it, 3) == [[[0, 1, 2]], [[3, 4, 5]], [[0, 1, 2]]]


def test_len_and_size_follow_the_epoch(tmp_path):
    it = over(reader(tmp_path), reader_name="R", auto_reset=True)
    assert (len(it), it.size) == (3, 12)
    list(it)
    assert (len(it), it.size) == (2, 8)
    assert it._size == 8 and it._pipes == it._pipelines and it._num_gpus == 1
    assert it._counter == 0
    next(it)
    assert it._counter == it.batch_size


# ---- epochs of a given size ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "padded", "expected"),
    [
        (FILL, False, ["0123|4567|8901", "2345|6789"]),
        (FILL, True, ["0123|4567|8901", "2345|6789|0123"]),
        (DROP, False, ["0123|4567", "2345|6789"]),
        (PARTIAL, False, ["0123|4567|89", "2345|6789|01"]),
    ],
)
def test_size(tmp_path, policy, padded, expected):
    it = over(reader(tmp_path), size=10, last_batch_policy=policy, last_batch_padded=padded)
    assert it.size == 10
    assert single(it, 2) == [digits(epoch) for epoch in expected]


def test_size_is_of_all_pipelines_together(tmp_path):
    pipelines = [reader(tmp_path, shard=i, shards=2) for i in (0, 1)]
    it = over(pipelines, size=10, last_batch_policy=PARTIAL)
    assert epochs(it, 1) == [[[[0, 1, 2, 3], [5, 6, 7, 8]], [[4, 5]]]]


def test_source_that_ends_where_the_epoch_does():
    it = over(source([4, 4], cycle="raise"), size=8)
    assert single(it, 3) == [digits("0123|4567")] * 3


def test_source_that_ends_before_the_epoch_does():
    it = over(source([4, 4], cycle="raise"), size=12)
    assert single(it, 3) == [digits("0123|4567")] * 3


def test_source_that_goes_on_after_the_epoch():
    it = over(source([4, 4, 4], cycle="raise"), size=8)
    assert single(it, 4) == [
        digits("0123|4567"), [[8, 9, 10, 11]], digits("0123|4567"), [[8, 9, 10, 11]]
    ]  # fmt: skip


# ---- epochs that a source ends ------------------------------------------------------------------


@pytest.mark.parametrize("auto_reset", [False, None, "no", True, "yes"])
@pytest.mark.parametrize("depth", [1, 2, 5])
def test_source_without_a_size(auto_reset, depth):
    it = over(source([4, 4, 2], cycle="raise", prefetch_queue_depth=depth), auto_reset=auto_reset)
    assert (len(it), it.size) == (0, -1)
    assert it, "an iterator is true, also if nobody knows its length"
    assert single(it, 3) == [digits("0123|4567|89")] * 3


def test_source_that_does_not_begin_again():
    assert single(over(source([4, 2])), 3) == [digits("0123|45"), [], []]


# ---- loops, next() and reset() ------------------------------------------------------------------


def test_next_without_auto_reset(tmp_path):
    it = over(reader(tmp_path), reader_name="R", last_batch_policy=PARTIAL)
    assert [step(it) for _ in range(5)] == [*digits("0123|4567|89"), "end", "end"]
    it.reset()
    assert step(it) == [2, 3, 4, 5]


def test_next_with_auto_reset(tmp_path):
    it = over(reader(tmp_path), reader_name="R", last_batch_policy=PARTIAL, auto_reset=True)
    assert [step(it) for _ in range(5)] == [*digits("0123|4567|89"), "end", [2, 3, 4, 5]]


def test_reset_in_the_middle_does_nothing(tmp_path):
    it = over(reader(tmp_path), reader_name="R", last_batch_policy=PARTIAL)
    it.reset()
    it.reset()  # nothing was taken, nothing to say
    assert step(it) == [0, 1, 2, 3]
    with pytest.warns(UserWarning, match="middle of an epoch: 1 of 3 batches") as caught:
        it.reset()
    assert caught[0].filename == __file__
    assert [step(it) for _ in range(3)] == [*digits("4567|89"), "end"]


def test_loop_that_was_left_goes_on(tmp_path):
    it = over(reader(tmp_path), reader_name="R", last_batch_policy=PARTIAL)
    for _ in it:
        break
    with pytest.warns(UserWarning, match="goes on in the middle of an epoch"):
        assert single(it, 1) == [digits("4567|89")]


def test_an_epoch_that_overlaps_is_no_reason_to_warn(tmp_path):
    it = over(reader(tmp_path), reader_name="R", auto_reset=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        single(it, 4)


def test_method_next_and_attributes(tmp_path):
    it = over(reader(tmp_path), reader_name="R")
    assert it.next()[0]["x"].ravel().tolist() == [0, 1, 2, 3]
    assert (it.batch_size, it.output_map) == (4, ["x"])
    assert iter(over(source([4]))) is not it


# ---- arguments ----------------------------------------------------------------------------------


def test_fill_last_batch_is_deprecated(tmp_path):
    torch = pytest.importorskip("headrace.plugin.pytorch")
    for fill, expected in ((True, "0123|4567|8901"), (False, "0123|4567|89")):
        with pytest.warns(DeprecationWarning, match="last_batch_policy") as caught:
            it = torch.DALIGenericIterator(
                reader(tmp_path), ["x"], reader_name="R", fill_last_batch=fill
            )
        assert caught[0].filename == __file__
        assert single(it, 1) == [digits(expected)]


def test_wrong_arguments(tmp_path):
    def wrong(match, error=AssertionError, names=("x",), pipelines=None, **arguments):
        made = reader(tmp_path) if pipelines is None else pipelines
        with pytest.raises(error, match=match) as caught:
            DALIGenericIterator(made, names, **{"reader_name": "R", **arguments})
        assert isinstance(caught.value, (ValueError, RuntimeError))

    wrong("at least one pipeline", pipelines=[])
    wrong("size is known from the reader 'R'", size=10)
    wrong("last_batch_padded is known", last_batch_padded=True)
    wrong("'x' twice", names=["x", "x"])
    wrong("size is 0", size=0, reader_name=None)
    wrong("need reader_name or size", pipelines=[source([4])] * 2, reader_name=None)
    wrong("no reader named 'Q'", ValueError, reader_name="Q")
    wrong("auto_reset is True", ValueError, auto_reset="maybe")
    wrong("auto_reset is True", ValueError, auto_reset=1)
    wrong("Did you mean", ValueError, last_batch_policy="fil")
    wrong("last_batch_policy", ValueError, last_batch_policy=2.5)
    wrong("1 outputs, and output_map has 2 names", ValueError, names=["x", "y"])
    wrong(r"no full batch of 20 samples", RuntimeError, pipelines=reader(tmp_path, batch=20),
          last_batch_policy=DROP)  # fmt: skip
    wrong("source is empty", RuntimeError, pipelines=source([]), reader_name=None)


def test_pipelines_that_do_not_go_together(tmp_path):
    first = dict(n=10, batch=4, shard=0, shards=2)
    for other, match in (
        (dict(batch=2), "batch size: pipeline 0 has 4, pipeline 1 has 2"),
        (dict(n=12), "epoch_size"),
        (dict(shards=3), "number_of_shards"),
        (dict(pad=True), "pad_last_batch"),
        (dict(stick=True), "stick_to_shard"),
    ):
        pipelines = [reader(tmp_path, **first), reader(tmp_path, **{**first, "shard": 1, **other})]
        with pytest.raises(IteratorError, match=match):
            over(pipelines, reader_name="R")


def test_batches_that_are_not_full():
    with pytest.raises(AssertionError, match="output 'x' has 2 samples"):
        single(over(source([4, 2, 4]), size=12), 1)


def test_ragged_output_says_what_to_do():
    ragged = arrays(lambda: [np.zeros(i + 1) for i in range(4)])
    with pytest.raises(RuntimeError, match=r"'x' has samples of different shapes.*fn\.pad"):
        over(ragged)


def test_without_the_first_batch_errors_come_later(tmp_path):
    pipeline = reader(tmp_path, batch=20)
    it = over(pipeline, reader_name="R", last_batch_policy=DROP, prepare_first_batch=False)
    assert single(it, 2) == [[], []]


# ---- outputs ------------------------------------------------------------------------------------


def test_outputs_by_name(tmp_path):
    @pipeline_def(batch_size=2, num_threads=1, device_id=None)
    def graph():
        data, label = fn.readers.file(files=numbered(tmp_path, 4), name="R")
        return {"label": label, "data": data}

    it = DALIGenericIterator(graph(), ["data", "label"], reader_name="R")
    [made] = next(it)
    assert list(made) == ["data", "label"]
    assert made["data"].ravel().tolist() == [0, 1]
    with pytest.raises(ValueError, match="no output 'lable'.*Did you mean \"label\""):
        DALIGenericIterator(graph(), ["data", "lable"], reader_name="R")


def test_arrays_are_over_the_outputs_memory():
    it = DALIClassificationIterator(
        arrays(lambda: [np.ones((2, 2), "f4")] * 4, lambda: [np.int64(3)] * 4), size=8
    )
    [made] = next(it)
    assert made["data"].shape == (4, 2, 2) and made["data"].dtype == np.float32
    assert made["label"].tolist() == [3] * 4
    made["data"][:] = 5  # nobody else uses the memory
    [later] = next(it)
    assert (made["data"] == 5).all() and (later["data"] == 1).all()


def test_a_batch_that_fails_is_one_of_the_epoch(tmp_path):
    """Who goes on after an error gets the other batches, and all pipelines stay in step."""

    def check(number):
        if number == 5:
            raise KeyError("broken")
        return number

    def pipeline(shard):
        @pipeline_def(batch_size=2, num_threads=1, device_id=None)
        def graph():
            _, label = fn.readers.file(
                files=numbered(tmp_path, 12), name="R", shard_id=shard, num_shards=2,
                stick_to_shard=True,
            )  # fmt: skip
            return fn.python_function(label, function=check)

        return graph()

    it = over([pipeline(0), pipeline(1)], reader_name="R", auto_reset=True)
    for _ in range(2):
        found = []
        for _ in range(3):
            try:
                found.append([made["x"].ravel().tolist() for made in next(it)])
            except KeyError:
                found.append("broken")
        assert found == [[[0, 1], [6, 7]], [[2, 3], [8, 9]], "broken"]
        with pytest.raises(StopIteration):
            next(it)


# ---- checkpoints --------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", [FILL, DROP, PARTIAL])
@pytest.mark.parametrize("pad", [False, True])
@pytest.mark.parametrize("prepare", [(True, True), (False, False), (True, False), (False, True)])
def test_an_iterator_goes_on(tmp_path, policy, pad, prepare):
    def make(states, prepare):
        pipelines = [
            reader(tmp_path, 7, 2, i, 2, pad, checkpoint=state, enable_checkpointing=True)
            for i, state in zip((0, 1), states)
        ]
        return over(
            pipelines, reader_name="R", last_batch_policy=policy, auto_reset=True,
            prepare_first_batch=prepare,
        )  # fmt: skip

    def step(it):
        try:
            return [made["x"].ravel().tolist() for made in next(it)]
        except StopIteration:
            return "end"

    first = make([None, None], prepare[0])
    for _ in range(9):
        again = make(first.checkpoints(), prepare[1])
        rest = [step(again) for _ in range(8)]
        states = first.checkpoints()
        assert [step(make(states, prepare[1]))] == rest[:1]
        expected = step(first)
        assert rest[0] == expected
        assert len(again) == len(make(again.checkpoints(), False))


def test_a_loop_after_a_restore_at_the_end_is_the_next_epoch(tmp_path):
    it = over(reader(tmp_path), reader_name="R", last_batch_policy=PARTIAL)
    for _ in range(3):
        next(it)
    (state,) = it.checkpoints()
    again = over(reader(tmp_path, checkpoint=state), reader_name="R", last_batch_policy=PARTIAL)
    assert single(again, 1) == [digits("2345|6789|01")]


def test_checkpoints_of_different_moments(tmp_path):
    pipelines = [reader(tmp_path, shard=i, shards=2) for i in (0, 1)]
    it = over(pipelines, reader_name="R")
    early = it.checkpoints()
    next(it)
    late = it.checkpoints()
    mixed = [
        reader(tmp_path, shard=i, shards=2, checkpoint=state)
        for i, state in enumerate([early[0], late[1]])
    ]
    with pytest.raises(ValueError, match="same moment of their checkpoints"):
        over(mixed, reader_name="R")


def test_a_pipelines_own_checkpoint(tmp_path):
    pipeline = reader(tmp_path)
    pipeline.build()
    pipeline.run()
    again = over(reader(tmp_path, checkpoint=pipeline.checkpoint()), reader_name="R")
    assert step(again) == [4, 5, 6, 7]
