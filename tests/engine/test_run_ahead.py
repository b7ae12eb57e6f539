"""Run-ahead: loops over a reader give what they give without it, and find their work done."""

from __future__ import annotations

import importlib.resources
import threading

import numpy as np
import pytest
from tests.dense import dense

import headrace.dynamic as ndd

PICTURES = importlib.resources.files("headrace.tools") / "demo_images"


class NoLoop:
    """In the place of a Loop: nothing is called ahead."""

    adopted = ahead = 0

    def step(self, now, next):
        pass

    def leave(self):
        pass


@pytest.fixture
def files():
    return sorted(str(p) for p in PICTURES.iterdir() if p.name.endswith(".jpg"))


def reader(files, ahead=True, **arguments):
    r = ndd.readers.File(files=files * 3, random_shuffle=True, **arguments)
    if not ahead:
        r._cursor.queue._loop = NoLoop()
    return r


def both(files, body, epochs=2, batch_size=4, **arguments):
    """What a body gives with and without run-ahead, and how many calls were adopted."""
    results = []
    for ahead in (True, False):
        ndd.random.set_seed(5)
        rng = ndd.random.RNG(9)
        r = reader(files, ahead, **arguments)
        got = []
        for _ in range(epochs):
            for batch in r.next_epoch(batch_size=batch_size):
                got.append(body(batch, rng))
        state = str(ndd.random.get_default_rng().state), str(rng.state), str(r.get_state())
        results.append((got, state))
        if ahead:
            adopted = r._cursor.queue._loop.adopted
    (a, state_a), (b, state_b) = results
    assert state_a == state_b
    assert len(a) == len(b)
    for x, y in zip(a, b):
        np.testing.assert_array_equal(x, y)
    return adopted, len(a)


def test_a_plain_loop(files):
    def body(batch, rng):
        images = ndd.decoders.image(batch[0])
        images = ndd.resize(images, size=[32, 32])
        return dense(images)

    adopted, steps = both(files, body)
    assert adopted >= 2 * (steps - 2)


def test_numbers_of_calls(files):
    """Equal numbers are called ahead; numbers that change are not guessed."""
    runs = []

    def body(batch, rng, change):
        if not runs or runs[-1][0] is not rng:
            runs.append([rng, 0])
        runs[-1][1] += change
        step = runs[-1][1]
        images = ndd.resize(ndd.decoders.image(batch[0]), size=[8, 8])
        return dense(ndd.math.clamp(images * 0.5 - 3, 10, 20 + step) + step)

    adopted, steps = both(files, lambda batch, rng: body(batch, rng, 0))
    assert adopted >= 6 * (steps - 3)
    adopted, steps = both(files, lambda batch, rng: body(batch, rng, 1))
    assert 4 * (steps - 3) <= adopted <= 4 * steps


def test_random_numbers_arithmetic_and_slices(files):
    def body(batch, rng):
        n = batch[0].batch_size
        images = ndd.decoders.image(batch[0])
        images = ndd.resize(images, size=[32, 32])
        xy = ndd.random.uniform(batch_size=n, range=[0, 1], shape=2, rng=rng)
        images = ndd.crop(images, crop=[16, 16], crop_pos_x=xy.slice[0], crop_pos_y=xy.slice[1])
        images = ndd.flip(images, horizontal=ndd.random.coin_flip(batch_size=n))
        images = images * 2 + 1
        return dense(images)

    adopted, steps = both(files, body)
    assert adopted >= 8 * (steps - 4)


def test_values_made_before_the_loop_take_part(files):
    scale = ndd.as_tensor(np.float32([1, 2, 3])) + 0  # nobody else can write into it

    def body(batch, rng):
        images = ndd.resize(ndd.decoders.image(batch[0]), size=[8, 8])
        return dense(images * scale)

    adopted, steps = both(files, body)
    assert adopted >= 3 * (steps - 4)


def test_values_that_change_do_not(files):
    scale = np.float32([1, 2, 3])

    def body(batch, rng):
        images = ndd.resize(ndd.decoders.image(batch[0]), size=[8, 8])
        result = dense(images * ndd.as_tensor(scale))
        scale[0] += 1
        return result

    a, b = [], []
    for ahead, out in ((True, a), (False, b)):
        scale[:] = [1, 2, 3]
        out += [body(batch, None) for batch in reader(files, ahead).next_epoch(batch_size=4)]
    np.testing.assert_array_equal(np.stack(a), np.stack(b))


def test_control_flow_that_changes(files):
    count = [0]

    def body(batch, rng):
        count[0] += 1
        images = ndd.decoders.image(batch[0])
        if count[0] % 3 == 0:
            images = ndd.flip(images)
        if count[0] % 4 == 0:
            ndd.random.uniform(rng=rng)
        images = ndd.resize(images, size=[16 + count[0] % 2, 16])
        noise = ndd.random.uniform(range=[0, 1], batch_size=batch[0].batch_size, rng=rng)
        return dense(images + noise)

    def fresh(batch, rng, seen=[None]):  # noqa: B006
        if seen[0] is not rng:
            count[0], seen[0] = 0, rng
        return body(batch, rng)

    adopted, _ = both(files, fresh)
    assert adopted > 0


def test_results_that_were_not_kept_can_be_asked_for(files):
    """The body looks at an intermediate result now and then: the others were never stored."""
    count = [0]

    def body(batch, rng):
        count[0] += 1
        images = ndd.decoders.image(batch[0])
        small = ndd.resize(images, size=[16, 16])
        flipped = ndd.flip(small)
        result = dense(flipped)
        if count[0] in (5, 6, 9):
            result = np.concatenate([result, dense(small)])
        if count[0] in (7, 9):
            sums = [int(np.asarray(x).sum()) for x in images]
            result = np.concatenate([result.reshape(-1), np.array(sums)])
        if count[0] == 8:  # another call on one
            result = dense(ndd.resize(images, size=[4, 4]))
        return result

    def fresh(batch, rng, seen=[None]):  # noqa: B006
        if seen[0] is not rng:
            count[0], seen[0] = 0, rng
        return body(batch, rng)

    adopted, _ = both(files, fresh)
    assert adopted > 10


def test_writing_into_a_batch_before_it_is_used(files):
    """The body changes the encoded bytes: what was decoded ahead does not count."""

    def body(batch, rng):
        data, _ = batch
        views = [np.asarray(x) for x in data]
        views[0][:] = views[1][: len(views[0])] if len(views[1]) >= len(views[0]) else views[0]
        del views
        images = ndd.resize(ndd.decoders.image(data, on_error="fill"), size=[8, 8])
        return dense(images)

    both(files, body)


def test_sample_mode_and_sync_modes(files):
    def body(batch, rng):
        return dense(ndd.resize(ndd.decoders.image(batch[0]), size=[8, 8]))

    both(files, body, batch_size=None)
    with ndd.EvalMode.sync_cpu:
        adopted, _ = both(files, body)
        assert adopted == 0
    with ndd.EvalMode.deferred:
        adopted, steps = both(files, body)
        assert adopted >= 2 * (steps - 2)


def test_breaking_out_and_coming_back(files):
    r, plain = reader(files), reader(files, ahead=False)
    got, expected = [], []

    def run(which, out):
        for stop in (3, 2, 100):
            for i, (data, _) in enumerate(which.next_epoch(batch_size=4)):
                out.append(dense(ndd.resize(ndd.decoders.image(data), size=[8, 8])))
                if i == stop:
                    break

    for which, out in ((r, got), (plain, expected)):
        with pytest.warns(UserWarning, match="goes on with the rest"):
            run(which, out)
    np.testing.assert_array_equal(np.stack(got), np.stack(expected))


def test_errors_ahead_are_seen_by_who_meets_them(files, tmp_path):
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"no picture")
    names = [*files[:4], str(bad), *files[4:8], *files[:8]]
    r = ndd.readers.File(files=names, pad_last_batch=True)
    outcomes = []
    for data, _ in r.next_epoch(batch_size=1):
        image = ndd.resize(ndd.decoders.image(data), size=[8, 8])
        try:
            image.evaluate()
            outcomes.append("")
        except ValueError as e:
            outcomes.append(str(e))
    assert [bool(text) for text in outcomes] == [n == str(bad) for n in names]
    (text,) = [text for text in outcomes if text]
    assert "bad.jpg" in text and "test_run_ahead.py" in text


def test_errors_ahead_that_nobody_meets_are_silent(files, tmp_path):
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"no picture")
    r = ndd.readers.File(files=[*files[:4], str(bad)], pad_last_batch=True)
    for i, (data, _) in enumerate(r.next_epoch(batch_size=1)):
        ndd.resize(ndd.decoders.image(data), size=[8, 8]).evaluate()
        if i == 3:
            break
    del r, data  # warnings are errors here


def test_two_readers_in_one_loop(files):
    def run(ahead):
        a, b = reader(files, ahead), reader(files[::-1], ahead)
        out = []
        for (x, _), (y, _) in zip(a.next_epoch(batch_size=4), b.next_epoch(batch_size=4)):
            u = ndd.resize(ndd.decoders.image(x), size=[8, 8])
            v = ndd.resize(ndd.decoders.image(y), size=[8, 8])
            out.append(dense(u + v))
        return np.stack(out)

    np.testing.assert_array_equal(run(True), run(False))


def test_a_loop_in_a_loop(files):
    def run(ahead):
        outer, inner = reader(files, ahead), reader(files, ahead)
        out = []
        for x, _ in outer.next_epoch(batch_size=12):
            out.append(dense(ndd.resize(ndd.decoders.image(x), size=[8, 8])))
            for y, _ in inner.next_epoch(batch_size=12):
                out.append(dense(ndd.flip(ndd.resize(ndd.decoders.image(y), size=[8, 8]))))
        return np.stack(out)

    np.testing.assert_array_equal(run(True), run(False))


def test_another_thread_continues_a_loop(files):
    r, plain = reader(files), reader(files, ahead=False)
    expected = [
        dense(ndd.resize(ndd.decoders.image(x), size=[8, 8]))
        for x, _ in plain.next_epoch(batch_size=4)
    ]
    epoch, got = r.next_epoch(batch_size=4), []

    def one():
        x, _ = next(epoch)
        got.append(dense(ndd.resize(ndd.decoders.image(x), size=[8, 8])))

    for i in range(len(epoch)):
        if i % 2:
            one()
        else:
            t = threading.Thread(target=one)
            t.start()
            t.join()
    np.testing.assert_array_equal(np.stack(got), np.stack(expected))


def test_endless_bodies_are_not_written_down(files):
    r = reader(files)
    epoch = r.next_epoch(batch_size=4)
    next(epoch)
    x = ndd.tensor([1.0])
    for _ in range(5000):
        x = x + 1
    next(epoch)
    assert x.item() == 5001 and r._cursor.queue._loop.ahead == 0


def test_memory_is_flat(files):
    from headrace import _native

    r = reader(files, seed=1)

    def epoch():
        for x, _ in r.next_epoch(batch_size=4):
            ndd.resize(ndd.decoders.image(x), size=[64, 64]).evaluate()

    epoch()
    epoch()
    _native.settle(10)
    before = _native.memory()[0]
    for _ in range(5):
        epoch()
    _native.settle(10)
    assert _native.memory()[0] <= before * 1.5


def test_capture_is_accepted(files):
    r = reader(files)
    for x, _ in r.next_epoch(batch_size=4, capture=True):
        ndd.decoders.image(x).evaluate()
    assert r._cursor.queue._loop.adopted > 0


def test_kept_results_do_not_hold_their_inputs(files):
    from headrace import _native

    before = _native.memory()[0]  # of other tests
    r = reader(files)
    kept = []
    for _ in range(6):
        for x, _ in r.next_epoch(batch_size=4):
            image = ndd.resize(ndd.decoders.image(x), size=[256, 256])
            kept.append(ndd.reductions.mean(image))
            kept[-1].evaluate()
    del x, image
    _native.settle(10)
    assert _native.memory()[0] - before < 16 << 20  # not 6 × 24 images


def test_errors_name_the_line_of_the_step(tmp_path):
    for i in range(8):
        (tmp_path / f"{i}.jpg").write_bytes(b"no picture")
    r = ndd.readers.File(files=sorted(tmp_path.iterdir()), pad_last_batch=True)

    def first(x):
        return ndd.decoders.image(x)

    def second(x):
        return ndd.decoders.image(x)

    for i, (data, _) in enumerate(r.next_epoch(batch_size=1)):
        with pytest.raises(ValueError, match="not an image") as e:
            (first if i < 4 else second)(data).evaluate()
        assert e.value.where.function.endswith("first" if i < 4 else "second")


def test_both_of_two_zipped_readers_run_ahead(files):
    a, b = reader(files), reader(files[::-1])
    for (x, _), (y, _) in zip(a.next_epoch(batch_size=4), b.next_epoch(batch_size=4)):
        for z in (x, y):
            ndd.resize(ndd.decoders.image(z), size=[8, 8]).evaluate()
    assert a._cursor.queue._loop.adopted > 0 and b._cursor.queue._loop.adopted > 0
