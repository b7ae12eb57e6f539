"""readers.TFRecord: features, their types, shapes and defaults."""

from __future__ import annotations

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
import headrace.tfrecord as tfrec

from .record_writers import (
    bytes_list,
    entry,
    example,
    field,
    float_list,
    int64_list,
    varint,
    write_tfrecord,
)

FIXED, VAR = tfrec.FixedLenFeature, tfrec.VarLenFeature


def read(path, features, batch_size=None, **more):
    """One epoch: for each feature a list of arrays."""
    reader = ndd.readers.TFRecord(path=path, features=features, **more)
    found = {name: [] for name in features}
    for batch in reader.next_epoch(batch_size=batch_size or len(reader)):
        assert list(batch) == list(features)
        for name, values in batch.items():
            found[name] += [np.array(t) for t in values.tensors]
    return found


def one(tmp_path, message: bytes, feature) -> np.ndarray:
    """The feature "a" of a file with this message alone."""
    write_tfrecord(tmp_path / "one", [message])
    (value,) = read(tmp_path / "one", {"a": feature})["a"]
    return value


def same(got: np.ndarray, wanted: object, dtype: str) -> None:
    assert got.dtype == dtype
    np.testing.assert_array_equal(got, np.array(wanted, dtype), strict=True)


# ---- features ------------------------------------------------------------------------------------


def test_types_and_shapes(tmp_path):
    write_tfrecord(
        tmp_path / "f",
        [
            example(s=bytes_list(b"one"), i=int64_list(i, -i), x=float_list(*[0.5] * i))
            for i in range(1, 4)
        ],
    )
    got = read(
        tmp_path / "f",
        {
            "x": VAR(tfrec.float32, 0.0),
            "s": FIXED([], tfrec.string, ""),
            "i": FIXED([2, 1], tfrec.int64, 0),
        },
    )
    for i in range(3):
        same(got["x"][i], [0.5] * (i + 1), "float32")
        same(got["s"][i], list(b"one"), "uint8")
        same(got["i"][i], [[i + 1], [-i - 1]], "int64")


@pytest.mark.parametrize("packed", [True, False])
def test_integers_of_every_size(tmp_path, packed):
    values = [0, 1, 127, 128, -1, 2**62 + 1, -(2**63), 2**63 - 1]
    message = example(a=int64_list(*values, packed=packed))
    same(one(tmp_path, message, VAR(tfrec.int64, 0)), values, "int64")


def test_rows(tmp_path):
    message = example(a=float_list(*range(12)))
    same(
        one(tmp_path, message, VAR([2, 3], tfrec.float32, 0.0)),
        np.arange(12).reshape(2, 2, 3),
        "f4",
    )
    with pytest.raises(
        headrace.Error, match='feature "a" has 12 values, which are no whole rows of 5'
    ):
        one(tmp_path, message, VAR([5], tfrec.float32, 0.0))


@pytest.mark.parametrize(
    ("feature", "expected", "dtype"),
    [
        (FIXED([], tfrec.int64, -7), -7, "int64"),
        (FIXED([2, 2], tfrec.int64, 2**62 + 1), [[2**62 + 1] * 2] * 2, "int64"),
        (FIXED([3], tfrec.float32, 2.5), [2.5] * 3, "float32"),
        (FIXED([1], tfrec.float32, 3), [3.0], "float32"),
        (FIXED([0], tfrec.float32), [], "float32"),
        (FIXED([], tfrec.string, "äx"), list("äx".encode()), "uint8"),
        (FIXED([1], tfrec.string, b"\xff"), [255], "uint8"),
        (FIXED([], tfrec.string, ""), [], "uint8"),
        (VAR(tfrec.int64, -7), [], "int64"),
        (VAR([4], tfrec.float32, 1.0), np.empty((0, 4)), "float32"),
    ],
)
@pytest.mark.parametrize(
    "message",
    [example(b=int64_list(1)), b"", example(a=b"")],
    ids=["another", "no message", "no list"],
)
def test_what_is_missing_has_the_default(tmp_path, message, feature, expected, dtype):
    same(one(tmp_path, message, feature), expected, dtype)


def test_an_empty_list_is_missing(tmp_path):
    same(one(tmp_path, example(a=int64_list()), FIXED([2], tfrec.int64, 5)), [5, 5], "int64")
    same(one(tmp_path, example(a=bytes_list()), FIXED([], tfrec.string, "x")), [120], "uint8")


def test_missing_without_a_default(tmp_path):
    with pytest.raises(headrace.Error, match='"a" is missing, and there is no default') as caught:
        one(tmp_path, example(b=int64_list(1)), FIXED([1], tfrec.int64))
    assert str(tmp_path / "one") in str(caught.value)


@pytest.mark.parametrize(
    ("feature", "message"),
    [
        (FIXED([2], tfrec.int64, 0), "has 3 values, its shape wants 2"),
        (FIXED([4], tfrec.int64, 0), "has 3 values, its shape wants 4"),
        (FIXED([], tfrec.int64, 0), "has 3 values, its shape wants 1"),
        (FIXED([3], tfrec.float32, 0.0), "holds int64 values, not float32"),
        (FIXED([], tfrec.string, ""), "holds int64 values, not string"),
    ],
)
def test_features_that_do_not_fit(tmp_path, feature, message):
    with pytest.raises(headrace.Error, match=message):
        one(tmp_path, example(a=int64_list(1, 2, 3)), feature)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (field(1, entry("a", int64_list(1)) + entry("a", int64_list(2, 3))), [2, 3]),
        (example(a=int64_list(1) + int64_list(2)), [1, 2]),
        (example(a=float_list(9) + int64_list(2)), [2]),
        (example(a=int64_list(9) + float_list(9) + int64_list(2)), [2]),
        (example(a=int64_list(1)) + example(b=int64_list(2)), [1]),
        (field(1, field(1, field(2, int64_list(4)) + field(1, b"a"))), [4]),
        (field(1, field(1, field(1, b"a") + field(2, int64_list(4)) * 2)), [4, 4]),
        (example(a=field(3, varint(8) + varint(4) + field(1, varint(5)))), [4, 5]),
        (varint(9 << 3) + varint(5) + example(a=int64_list(6)) + varint(9 << 3 | 5) + b"1234", [6]),
        (varint(75) + varint(8) + varint(1) + varint(76) + example(a=int64_list(7)), [7]),
    ],
    ids=["last key", "joined", "kind replaced", "kind twice replaced", "two maps", "value first",
         "two values", "packed and not", "unknown fields", "group"],
)  # fmt: skip
def test_messages_as_protobuf_reads_them(tmp_path, message, expected):
    same(one(tmp_path, message, VAR(tfrec.int64, 0)), expected, "int64")


@pytest.mark.parametrize(
    "message",
    [b"\xff\xff\xff", field(1, b"\x0a\x05abc"), example(a=field(3, field(1, b"\x80" * 11))),
     example(a=field(3, field(1, b"\x80"))), example(a=field(2, field(1, b"12345"))),
     b"\x0b" * 10_000],
    ids=["no field", "cut", "long number", "cut number", "no floats", "groups"],
)  # fmt: skip
def test_bytes_that_are_no_message(tmp_path, message):
    feature = VAR(tfrec.float32 if b"12345" in message else tfrec.int64, 0)
    with pytest.raises(headrace.Error, match="the record at byte 0") as caught:
        one(tmp_path, message, feature)
    assert str(tmp_path / "one") in str(caught.value)


def test_values_are_views_that_users_may_write_to(tmp_path):
    write_tfrecord(tmp_path / "f", [example(a=bytes_list(b"abc"))] * 2 + [example()])
    reader = ndd.readers.TFRecord(path=tmp_path / "f", features={"a": FIXED([], tfrec.string, "x")})
    (batch,) = reader.next_epoch(batch_size=3)
    arrays = [np.from_dlpack(t) for t in batch["a"].tensors]
    arrays[0][:] = 0
    assert [a.tobytes() for a in arrays] == [b"\0\0\0", b"abc", b"x"]


# ---- arguments -----------------------------------------------------------------------------------


def test_features_are_checked_when_they_are_made():
    for make in (
        lambda: FIXED([2], tfrec.string, ""),
        lambda: VAR(tfrec.string, ""),
        lambda: FIXED([1], 7, 0),
        lambda: FIXED([1], "int32", 0),
        lambda: FIXED([1], True, 0),
        lambda: FIXED([-1], tfrec.int64, 0),
        lambda: FIXED([1 << 30, 1 << 30], tfrec.int64, 0),
        lambda: VAR([0], tfrec.int64, 0),
        lambda: FIXED(["a"], tfrec.int64, 0),
        lambda: FIXED([1], tfrec.int64, 1.5),
        lambda: FIXED([1], tfrec.int64, 1 << 63),
        lambda: FIXED([1], tfrec.float32, "1"),
        lambda: FIXED([], tfrec.string, 3),
        lambda: VAR(),
        lambda: VAR([2]),
        lambda: VAR(tfrec.int64, 0, 0),
        lambda: VAR([2], tfrec.int64, 0, 0),
    ):
        with pytest.raises((ValueError, TypeError)):
            make()


def test_what_features_say_of_themselves():
    assert repr(FIXED(2, "int64", -1)) == "FixedLenFeature([2], int64, -1)"
    assert repr(VAR(tfrec.float32)) == "VarLenFeature(float32, None)"
    assert isinstance(VAR([2], tfrec.int64, 0), tfrec.Feature)


def test_bad_arguments(tmp_path):
    write_tfrecord(tmp_path / "f", [example()])
    make = ndd.readers.TFRecord
    with pytest.raises(TypeError, match="'features'"):
        make(path=tmp_path / "f")
    with pytest.raises(ValueError, match="names no feature"):
        make(path=tmp_path / "f", features={})
    with pytest.raises(TypeError, match=r"got 'a' \(str\): 3 \(int\)"):
        make(path=tmp_path / "f", features={"a": 3})
    with pytest.raises(TypeError, match="features is a dict"):
        make(path=tmp_path / "f", features=["a"])
    with pytest.raises(ValueError, match="cannot be the name of a feature"):
        make(path=tmp_path / "f", features={"\udc80": VAR(tfrec.int64, 0)})
    with pytest.raises(ValueError, match="2 index files for 1 files"):
        make(path=tmp_path / "f", index_path=["a", "b"], features={"a": VAR(tfrec.int64, 0)})
