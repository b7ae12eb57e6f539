"""readers.Parquet: types of columns, row groups, nulls, files."""

from __future__ import annotations

import os
import signal

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace.readers import parquet

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
N = 25


def write(path, groups=7, **columns):
    pq.write_table(pa.table(columns), path, row_group_size=groups)
    return path


def read(path, columns=None, batch_size=4, **more):
    """One epoch: for each column its values."""
    reader = ndd.readers.Parquet(path=path, columns=columns, **more)
    found = []
    for batch in reader.next_epoch(batch_size=batch_size):
        outputs = batch.values() if columns is None else batch
        found.append([[np.array(x) for x in output] for output in outputs])
    return [[x for part in parts for x in part][: len(reader)] for parts in zip(*found)]


def numbers(path, **more):
    return [int(x) for x in read(path, ["i"], **more)[0]]


# ---- types --------------------------------------------------------------------------------------

NUMBERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16",
           "float32", "float64"]  # fmt: skip


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers(tmp_path, name):
    values = np.arange(N).astype(name)
    (found,) = read(write(tmp_path / "a", x=values), ["x"])
    assert found[0].dtype == values.dtype
    assert found[0].shape == ()
    np.testing.assert_array_equal(found, values)


def test_booleans(tmp_path):
    values = [i % 3 == 0 for i in range(N)]
    (found,) = read(write(tmp_path / "a", x=values), ["x"])
    assert [x.tolist() for x in found] == values
    assert found[0].dtype == np.bool_


@pytest.mark.parametrize(
    ("kind", "dtype"),
    [(pa.timestamp("ms"), np.int64), (pa.date32(), np.int32), (pa.duration("s"), np.int64)],
)
def test_times_are_what_is_stored(tmp_path, kind, dtype):
    values = np.arange(N).astype(dtype)
    column = pa.array(values).cast(kind) if kind != pa.duration("s") else pa.array(values, kind)
    (found,) = read(write(tmp_path / "a", x=column), ["x"])
    np.testing.assert_array_equal(np.array(found), values, strict=True)


TEXTS = ["é" * (i % 5) + str(i) for i in range(N)]


@pytest.mark.parametrize(
    "column",
    [
        pa.array(TEXTS),
        pa.array(TEXTS, pa.large_string()),
        pa.array([t.encode() for t in TEXTS]),
        pa.array([t.encode() for t in TEXTS], pa.large_binary()),
        pa.array(TEXTS).dictionary_encode(),
    ],
    ids=lambda c: str(c.type).split("<")[0],
)
def test_text_and_bytes(tmp_path, column):
    (found,) = read(write(tmp_path / "a", x=column), ["x"])
    assert [x.tobytes().decode() for x in found] == TEXTS
    assert (found[0].dtype, found[0].ndim) == (np.uint8, 1)


def test_bytes_of_fixed_length(tmp_path):
    column = pa.array([b"%04d" % i for i in range(N)], pa.binary(4))
    (found,) = read(write(tmp_path / "a", x=column), ["x"])
    assert [x.tobytes() for x in found] == [b"%04d" % i for i in range(N)]


@pytest.mark.parametrize("kind", [pa.float32(), pa.int64(), pa.bool_()])
@pytest.mark.parametrize("make", [pa.list_, pa.large_list])
def test_lists(tmp_path, kind, make):
    values = [[k % 2 == 0 for k in range(i % 6)] for i in range(N)]
    values = values if kind == pa.bool_() else [[int(v) for v in row] for row in values]
    (found,) = read(write(tmp_path / "a", x=pa.array(values, make(kind))), ["x"])
    assert [x.tolist() for x in found] == values
    assert found[0].dtype == kind.to_pandas_dtype()


def test_lists_of_fixed_length_are_axes(tmp_path):
    boxes = [[[i, k, 2.5, 3] for k in range(i % 3)] for i in range(N)]
    matrix = [[[i, 1, 2], [3, 4, 5]] for i in range(N)]
    path = write(
        tmp_path / "a",
        boxes=pa.array(boxes, pa.list_(pa.list_(pa.float32(), 4))),
        matrix=pa.array(matrix, pa.list_(pa.list_(pa.int16(), 3), 2)),
        row=pa.array([m[0] for m in matrix], pa.list_(pa.int64(), 3)),
    )
    found, matrices, rows = read(path, ["boxes", "matrix", "row"])
    assert [x.shape for x in found] == [(i % 3, 4) for i in range(N)]
    assert [x.tolist() for x in found] == boxes
    assert [x.tolist() for x in matrices] == matrix
    assert [x.tolist() for x in rows] == [m[0] for m in matrix]


def test_images_of_hugging_face(tmp_path):
    images = [{"bytes": bytes([i]) * i, "path": f"{i}.png"} for i in range(N)]
    path = write(tmp_path / "a", image=images, label=list(range(N)))
    batch = next(iter(ndd.readers.Parquet(path=path).next_epoch(batch_size=2)))
    assert list(batch) == ["image", "label"]
    found, names = read(path, ["image", "image.path"])
    assert [x.tobytes() for x in found] == [i["bytes"] for i in images]
    assert [x.tobytes().decode() for x in names] == [i["path"] for i in images]


def test_a_name_with_a_dot(tmp_path):
    path = write(tmp_path / "a", **{"a.b": [1, 2], "a": [{"b": 5}, {"b": 6}]})
    assert [x.tolist() for x in read(path, ["a.b"], batch_size=2)[0]] == [1, 2]


def test_only_the_columns_that_are_asked_for_are_read(tmp_path):
    """The file is damaged where another column lies."""
    path = write(tmp_path / "a", big=[os.urandom(1000) for _ in range(N)], i=list(range(N)))
    meta = pq.read_metadata(path).row_group(0).column(0)
    data = bytearray(path.read_bytes())
    at = meta.dictionary_page_offset or meta.data_page_offset
    data[at : at + meta.total_compressed_size] = bytes(meta.total_compressed_size)
    path.write_bytes(data)
    assert numbers(path) == list(range(N))
    with pytest.raises(headrace.Error, match=f'cannot read row group 0 of "{path}"'):
        read(path, ["big"])


# ---- order --------------------------------------------------------------------------------------


@pytest.mark.parametrize("batch_size", [1, 4, 7, 25])
def test_batches_cross_row_groups_and_files(tmp_path, batch_size):
    for k in range(3):
        write(tmp_path / f"{k}.parquet", groups=3 + k, i=list(range(10 * k, 10 * k + 10)))
    assert numbers(tmp_path, batch_size=batch_size) == list(range(30))


@pytest.mark.parametrize("memory", [1, 1000, 1 << 30])
def test_shuffling_gives_every_row_once(tmp_path, monkeypatch, memory):
    monkeypatch.setattr(parquet, "_MEMORY", memory)
    path = write(tmp_path / "a", groups=10, i=list(range(333)), t=[str(i) for i in range(333)])
    reader = ndd.readers.Parquet(path=path, columns=["i", "t"], random_shuffle=True, seed=3)
    assert reader._cursor.source.runs_mixed == (
        1 if memory == 1 else reader._cursor.source.runs_mixed
    )
    epochs = []
    for _ in range(2):
        seen = []
        for batch in reader.next_epoch(batch_size=9):
            for i, t in zip(*batch):
                assert bytes(np.array(t)) == b"%d" % int(np.array(i))
                seen.append(int(np.array(i)))
        epochs.append(seen[:333])
        kept = reader._cursor.source._kept.values()
        assert len(kept) <= 1 or sum(group.bytes for group in kept) <= memory
    assert sorted(epochs[0]) == list(range(333))
    assert epochs[0] != epochs[1] != list(range(333))


def test_neighbours_are_read_together(tmp_path):
    """A shuffled epoch decodes each row group about once."""
    path = write(tmp_path / "a", groups=10, i=list(range(1000)))
    reader = ndd.readers.Parquet(path=path, columns=["i"], random_shuffle=True)
    read = []
    original = reader._cursor.source._group
    reader._cursor.source._group = lambda g: (
        g in reader._cursor.source._kept or read.append(g),
        original(g),
    )[1]
    for _ in reader.next_epoch(batch_size=20):
        pass
    assert len(read) <= 120


def test_empty_row_groups_and_files(tmp_path):
    empty = pa.table({"i": pa.array([], pa.int64())})
    pq.write_table(empty, tmp_path / "0.parquet")
    with pq.ParquetWriter(tmp_path / "1.parquet", empty.schema) as writer:
        for rows in ([1, 2], [], [3]):
            writer.write_table(pa.table({"i": pa.array(rows, pa.int64())}))
    assert numbers(tmp_path) == [1, 2, 3]
    with pytest.raises(headrace.Error, match="the dataset is empty"):
        ndd.readers.Parquet(path=tmp_path / "0.parquet")


def test_state(tmp_path):
    path = write(tmp_path / "a", i=list(range(100)))
    whole = numbers(path, random_shuffle=True)
    reader = ndd.readers.Parquet(path=path, columns=["i"], random_shuffle=True)
    epoch = iter(reader.next_epoch(batch_size=4))
    first = [int(np.array(x)) for _ in range(5) for x in next(epoch)[0]]
    state = reader.get_state()
    again = ndd.readers.Parquet(path=path, columns=["i"], random_shuffle=True)
    again.set_state(state)
    rest = [int(np.array(x)) for (b,) in again.next_epoch(batch_size=4) for x in b]
    assert first + rest == whole


# ---- nulls --------------------------------------------------------------------------------------


FIXED_LISTS_WITH_NULLS = int(pa.__version__.split(".")[0]) >= 26


@pytest.fixture
def holes(tmp_path):
    return write(
        tmp_path / "holes",
        f=[1.5, None, 2.5],
        i=[1, 2, None],
        t=["a", None, "c"],
        l=pa.array([[1, None], [2], None], pa.list_(pa.float32())),
        n=pa.array([[1, None], [2], [3]], pa.list_(pa.int32())),
        p=pa.array([[1, 2], [None, 2], None], pa.list_(pa.float32(), 2)),
        image=[{"bytes": b"x"}, {"bytes": None}, None],
    )


@pytest.mark.parametrize(
    ("column", "row"),
    [("f", 1), ("i", 2), ("t", 1), ("l", 0), ("n", 0), ("p", 1), ("image", 1)],
)
def test_nulls_are_errors(holes, column, row):
    if column == "p" and not FIXED_LISTS_WITH_NULLS:
        pytest.skip("this pyarrow cannot read nulls in lists of fixed length")
    with pytest.raises(ValueError, match=f'column "{column}" is null in .*holes row {row}'):
        read(holes, [column])


def test_nulls_may_be_empty(holes):
    f, t, lists, image = read(holes, ["f", "t", "l", "image"], missing="empty")
    np.testing.assert_array_equal(f, [1.5, np.nan, 2.5])
    assert [x.tobytes() for x in t] == [b"a", b"", b"c"]
    np.testing.assert_array_equal(lists[0], [1, np.nan])
    assert lists[2].shape == (0,)
    assert [x.tobytes() for x in image] == [b"x", b"", b""]
    with pytest.raises(ValueError, match='column "i" is null'):
        read(holes, ["i"], missing="empty")
    with pytest.raises(ValueError, match='column "n" is null'):
        read(holes, ["n"], missing="empty")


@pytest.mark.skipif(not FIXED_LISTS_WITH_NULLS, reason="this pyarrow cannot read them")
def test_nulls_in_fixed_lists_may_be_empty(holes):
    (pairs,) = read(holes, ["p"], missing="empty")
    np.testing.assert_array_equal(pairs, [[1, 2], [np.nan, 2], [np.nan, np.nan]])


def test_nulls_with_on_error(holes):
    reader = ndd.readers.Parquet(path=holes, columns=["t", "i"], on_error="fill")
    ((texts, values),) = reader.next_epoch(batch_size=3)
    assert list(texts.errors) == list(values.errors) == [1, 2]
    assert 'column "t" is null' in str(texts.errors[1])
    assert [bytes(np.array(x)) for x in texts] == [b"a", b"", b""]
    assert [np.array(x).tolist() for x in values] == [1, 0, 0]


# ---- files --------------------------------------------------------------------------------------


def test_folders_patterns_and_lists(tmp_path):
    (tmp_path / "deep").mkdir()
    b = write(tmp_path / "b.parquet", i=[2])
    a = write(tmp_path / "a.parquet", i=[1])
    write(tmp_path / "deep" / "c.parquet", i=[3])
    (tmp_path / "notes.txt").write_text("x")
    assert numbers(tmp_path, batch_size=3) == [1, 2, 3]
    assert numbers(tmp_path / "?.parquet", batch_size=2) == [1, 2]
    assert numbers([b, tmp_path / "deep", a], batch_size=3) == [2, 3, 1]
    assert numbers(f"file://{b}", batch_size=1) == [2]
    brackets = write(tmp_path / "[x].parquet", i=[7])
    assert numbers(brackets, batch_size=1) == [7]


@pytest.mark.parametrize("pattern", ["", "**", "**/*.parquet", "**/**/*.parquet"])
def test_links_to_folders_already_seen(tmp_path, pattern):
    folder = tmp_path / "set"
    (folder / "a").mkdir(parents=True)
    write(folder / "b.parquet", i=[2])
    write(folder / "a" / "c.parquet", i=[1])
    write(tmp_path / "z.parquet", i=[9])  # not in this folder, wherever links lead
    for name, to in (("loop", "."), ("up", ".."), ("a/up", ".."), ("0", "a"), ("x", ".")):
        (folder / name).symlink_to(to)
        # One link is enough to repeat rows; with several, who follows them all never ends.
        reader = ndd.readers.Parquet(path=folder / pattern, columns=["i"])
        assert len(reader) == 2, name
    assert numbers(folder / pattern) == [1, 2]
    assert reader._cursor.source._files == [f"{folder}/a/c.parquet", f"{folder}/b.parquet"]


def test_links_to_other_places(tmp_path):
    folder, other = tmp_path / "set", tmp_path / "other"
    for name in ("set/deep", "other/deep", "other/.hidden"):
        (tmp_path / name).mkdir(parents=True)
    write(folder / "m.parquet", i=[5])
    write(other / "a.parquet", i=[1])
    write(other / "deep" / "b.parquet", i=[2])
    write(other / ".hidden" / "c.parquet", i=[3])
    (folder / "k").symlink_to(other)
    (folder / "l").symlink_to(other)
    (folder / "deep" / "n").symlink_to(other / "deep")
    (other / "back").symlink_to(folder)
    assert numbers(folder, batch_size=3) in ([1, 2, 5], [2, 1, 5])
    (folder / "0.parquet").symlink_to("m.parquet")  # a link to a file that is there already
    (folder / "1.parquet").symlink_to(other / ".hidden" / "c.parquet")
    assert len(numbers(folder)) == 4
    assert numbers(folder)[0] == 3


def test_patterns_of_folders(tmp_path, monkeypatch):
    for k, name in enumerate(("x/1/p", "x/2/p", "y/p/p", "y/3/q")):
        (tmp_path / name).mkdir(parents=True)
        write(tmp_path / name / "a.parquet", i=[k])
    (tmp_path / "x" / "folder.parquet").mkdir()
    for where in (tmp_path, tmp_path / "x" / ".."):
        assert numbers(where / "**" / "p" / "*.parquet") == [0, 1, 2]
        assert numbers(where / "x" / "**") == [0, 1]
        assert numbers(where / "?" / "**" / "p" / "**" / "a.*") == [0, 1, 2]
        assert numbers(where) == [0, 1, 3, 2]
    monkeypatch.chdir(tmp_path)
    reader = ndd.readers.Parquet(path="**/p/*.parquet", columns=["i"])
    assert reader._cursor.source._files == [
        f"{name}/a.parquet" for name in ("x/1/p", "x/2/p", "y/p/p")
    ]
    assert numbers(".") == numbers("**") == [0, 1, 3, 2]
    with pytest.raises(headrace.Error, match='no Parquet file in "x/../z'):
        numbers("x/../z/**/*.parquet")


def test_source_info(tmp_path):
    for k in range(2):
        write(tmp_path / f"{k}.parquet", groups=2, i=list(range(5)))
    (batch,) = next(
        iter(ndd.readers.Parquet(path=tmp_path, columns=["i"]).next_epoch(batch_size=9))
    )
    names = [bytes(np.array(x)).decode() for x in ndd.get_property(batch, key="source_info")]
    assert names[3] == f"{tmp_path}/0.parquet row 3"
    assert names[8] == f"{tmp_path}/1.parquet row 3"


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (["labels"], 'no column "labels". Did you mean "label"'),
        (["image.byts"], 'there is no "byts" in .*Did you mean "bytes"'),
        (["pairs"], "samples are made of numbers"),
        (["nested"], "samples are made of numbers"),
        ([], "empty list"),
        (None, 'column "pairs" is struct'),
    ],
)
def test_columns_that_cannot_be(tmp_path, columns, message):
    path = write(
        tmp_path / "a",
        label=[1],
        image=[{"bytes": b"x", "path": "a"}],
        pairs=[{"a": 1, "b": 2}],
        nested=[[[1], [2, 3]]],
    )
    with pytest.raises(headrace.Error, match=message):
        ndd.readers.Parquet(path=path, columns=columns)


def test_arguments(tmp_path):
    with pytest.raises(headrace.Error, match="missing='skip' is unknown"):
        ndd.readers.Parquet(path=write(tmp_path / "a", i=[1]), missing="skip")


def test_files_that_differ(tmp_path):
    write(tmp_path / "0.parquet", i=[1])
    write(tmp_path / "1.parquet", i=[1.5])
    with pytest.raises(headrace.Error, match='"i" is double in .*1.parquet.*but int64 in'):
        ndd.readers.Parquet(path=tmp_path, columns=["i"])
    write(tmp_path / "1.parquet", j=[1])
    with pytest.raises(headrace.Error, match='no column "i".*\n.*\n.*1.parquet'):
        ndd.readers.Parquet(path=tmp_path, columns=["i"])


def test_files_that_are_none(tmp_path):
    with pytest.raises(FileNotFoundError, match="nothing"):
        ndd.readers.Parquet(path=tmp_path / "nothing")
    (tmp_path / "text").write_text("this is no such file, but long enough")
    with pytest.raises(headrace.Error, match="text.*no Parquet file, or a damaged one"):
        ndd.readers.Parquet(path=tmp_path / "text")
    with pytest.raises(headrace.Error, match="no Parquet file in"):
        ndd.readers.Parquet(path=tmp_path)


def test_a_file_that_is_damaged_meanwhile(tmp_path):
    for k in range(4):
        write(tmp_path / f"{k}.parquet", i=[k] * 4)
    reader = ndd.readers.Parquet(path=tmp_path, columns=["i"])
    reader._cursor.source._open.clear()
    (tmp_path / "1.parquet").unlink()
    (tmp_path / "2.parquet").write_bytes(b"PAR1" + bytes(100))
    found, failed = [], []
    epoch = reader.next_epoch(batch_size=4)
    while True:
        try:
            found += [int(np.array(x)) for x in next(epoch)[0]]
        except StopIteration:
            break
        except headrace.Error as e:
            failed.append(str(e))
    assert found == [0] * 4 + [3] * 4
    assert "1.parquet" in failed[0] and "2.parquet" in failed[1]
    reader = ndd.readers.Parquet(
        path=[tmp_path / "0.parquet", tmp_path / "3.parquet"], on_error="fill"
    )
    reader._cursor.source._open.clear()
    (tmp_path / "3.parquet").unlink()
    (batch,) = reader.next_epoch(batch_size=8)
    assert list(batch["i"].errors) == [4, 5, 6, 7]
    assert isinstance(batch["i"].errors[4], FileNotFoundError)


def test_damage_is_an_error(tmp_path):
    """Bytes of a file changed at random: something readable or an error."""
    path = write(
        tmp_path / "a", i=list(range(200)), t=[str(i) * 5 for i in range(200)],
        l=[list(range(i % 9)) for i in range(200)],
    )  # fmt: skip
    intact = path.read_bytes()
    draw = np.random.default_rng(1)
    failed = 0
    for _ in range(60):
        data = bytearray(intact)
        for at in draw.integers(4, len(data), 5):
            data[at] = draw.integers(256)
        path.write_bytes(data)
        try:
            read(path, batch_size=50)
        except headrace.Error:
            failed += 1
    assert failed > 10


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
@pytest.mark.filterwarnings("ignore:.*fork")  # other libraries warn of their threads
def test_after_fork(tmp_path):
    path = write(tmp_path / "a", i=list(range(100)))
    reader = ndd.readers.Parquet(path=path, columns=["i"])
    epoch = reader.next_epoch(batch_size=10)
    next(epoch)
    child = os.fork()
    if child == 0:
        signal.alarm(30)
        (values,) = next(epoch)
        os._exit(0 if [int(np.array(x)) for x in values] == list(range(10, 20)) else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert [int(np.array(x)) for x in next(epoch)[0]] == list(range(10, 20))
