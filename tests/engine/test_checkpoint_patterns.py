"""Patterns of file names with a number: what they mean, what matches, which number is next."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import headrace.dynamic as ndd
from headrace.engine import checkpoint_files as files
from headrace.engine.checkpoint_files import Pattern, matching, next_number, parse


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The test's own folder, to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def touch(*names: str) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("")


def collected() -> ndd.checkpoint.Checkpoint:
    ckpt = ndd.checkpoint.Checkpoint()
    ckpt.register(ndd.random.RNG(1), "rng")
    ckpt.collect()
    return ckpt


@pytest.mark.parametrize(
    ("text", "pattern", "seventh"),
    [
        ("{seq}", Pattern("", "", ""), "7"),
        ("c_{seq:d}.json", Pattern("c_", "d", ".json"), "c_7.json"),
        ("c_{seq:04d}.json", Pattern("c_", "04d", ".json"), "c_0007.json"),
        ("c_{seq:04}", Pattern("c_", "04", ""), "c_0007"),
        ("a/b.c/{seq:02d}", Pattern("a/b.c/", "02d", ""), "a/b.c/07"),
        ("run_{seq}/c.json", Pattern("run_", "", "/c.json"), "run_7/c.json"),
        ("[a]*?+(b)|^${seq}\\.d", Pattern("[a]*?+(b)|^$", "", "\\.d"), "[a]*?+(b)|^$7\\.d"),
        ("{{x}}{seq}{{{{", Pattern("{x}", "", "{{"), "{x}7{{"),
    ],
)
def test_patterns(text, pattern, seventh):
    assert parse(text) == parse(Path(text)) == pattern
    assert pattern.name(7) == seventh


def test_numbers_that_outgrow_their_zeros():
    assert parse("{seq:02d}").name(1234) == "1234"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("c.json", r"no {seq}, .*: write for example \"c_{seq:04d}\.json\""),
        ("a.b/c", r"write for example \"a\.b/c_{seq:04d}\""),
        ("", r"write for example \"checkpoint_{seq:04d}\""),
        ("{{seq}}", "no {seq}"),
        ("{seq}{seq}", "once only"),
        ("{}", "only field is {seq}, .*; found {}"),
        ("{0}", "found {0}"),
        ("{epoch}_{seq}", "found {epoch}"),
        ("{seq.real}", "found {seq.real}"),
        ("{seq", "is no pattern of file names: .* brace is written twice"),
        ("seq}", "is no pattern of file names: .* brace is written twice"),
        ("{seq:4d}", "zeros in front, {seq:04d}; found {seq:4d}"),
        ("{seq:x}", "found {seq:x}"),
        ("{seq:,}", "found {seq:,}"),
        ("{seq:+d}", "found {seq:\\+d}"),
        ("{seq:s}", "found {seq:s}"),
        ("{seq:0999d}", "found {seq:0999d}"),
        ("{seq:{seq}}", "found {seq:{seq}}"),
        ("{seq!r}", "found {seq!r}"),
        ("{seq!r:04d}", "found {seq!r:04d}"),
        ("c_{seq}/", "names folders, not files"),
        ("c_{seq}/..", "names folders, not files"),
    ],
)
def test_no_patterns(here, text, message):
    with pytest.raises(ValueError, match=message):
        parse(text)
    with pytest.raises(ValueError, match=message):
        collected().save(text)
    assert os.listdir() == []


@pytest.mark.parametrize("name", [b"c_{seq}", 5, None])
def test_file_names_are_text(name):
    for function in (parse, collected().save, ndd.checkpoint.Checkpoint().load):
        with pytest.raises(TypeError, match=f"text or a path, got {type(name).__name__}"):
            function(name)


def test_what_matches(here):
    touch("c_3.json", "c_0003.json", "c_12.json", "c_00007.json")
    touch("c_.json", "c_x.json", "c_-1.json", "c_1.json.tmp", "xc_1.json", "c_٣.json", "c_1 .json")
    touch("c_1_2.json", "c_json", "c_1.JSON")
    Path("c_9.json").mkdir()
    expected = [(3, "c_3.json"), (3, "c_0003.json"), (7, "c_00007.json"), (9, "c_9.json")]
    assert matching(parse("c_{seq:04d}.json")) == [*expected, (12, "c_12.json")]
    assert next_number(parse("c_{seq:04d}.json")) == 13
    assert next_number(parse("c_{seq:04d}.json"), 20) == 20
    assert files.newest_first(parse("c_{seq}.json")) == [
        (12, "c_12.json"), (7, "c_00007.json"), (3, "c_3.json"), (3, "c_0003.json"),
    ]  # fmt: skip


def test_what_matches_in_folders(here):
    touch("a/c_1", "a/c_2", "b/c_3", "run_4/c", "run_5/d", "run_6/c", "run_x/c", "run_7", "+1", "1")
    assert matching(parse("a/c_{seq}")) == [(1, "a/c_1"), (2, "a/c_2")]
    assert matching(parse("./b//c_{seq}")) == [(3, "./b//c_3")]
    assert matching(parse("run_{seq}/c")) == [(4, "run_4/c"), (6, "run_6/c")]
    assert matching(parse(f"{here}/a/c_{{seq}}"))[-1] == (2, f"{here}/a/c_2")
    assert matching(parse("+{seq}")) == [(1, "+1")]
    assert matching(parse("nowhere/{seq}")) == []
    assert next_number(parse("nowhere/{seq}")) == 0


def test_digits_around_the_number(here):
    touch("v21.0", "v2.0", "v20", "v211.0")
    assert matching(parse("v2{seq}.0")) == [(1, "v21.0"), (11, "v211.0")]
    assert matching(parse("v2{seq}1.0")) == [(1, "v211.0")]
