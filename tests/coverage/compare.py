"""The registry beside the facts of DALI's operators: what is there, missing, or different."""

from __future__ import annotations

import dataclasses
import inspect
import json
from pathlib import Path
from typing import Any

import headrace.dynamic as ndd
from headrace.core import enums
from headrace.core.dtype import DType
from headrace.engine.cases import PerSample, Sample
from headrace.engine.operator import Definition, deprecated_names, registry
from headrace.engine.params import Param
from headrace.readers.reader import Reader
from headrace.readers.registry import readers

FACTS: dict[str, Any] = json.loads((Path(__file__).parent / "ops.json").read_text())
OPS: dict[str, dict[str, Any]] = {op["name"]: op for op in FACTS["ops"]}

# DALI's types as kinds of arguments.
KINDS = {
    "int32": "int", "int64": "int", "uint32": "int", "float": "float", "bool": "bool", "str": "str",
    "layout": "layout", "DALIDataType": "dtype", "DALIInterpType": "interp_type",
    "DALIImageType": "image_type", "int32[]": "list of int", "float[]": "list of float",
    "str[]": "list of str", "object": "any",
}  # fmt: skip
_DTYPES = {"FLOAT": "float32", "UINT8": "uint8", "INT32": "int32", "INT64": "int64"}


@dataclasses.dataclass(frozen=True)
class Finding:
    """One way in which an operator is not what the facts say."""

    operator: str
    argument: str  # "" for the operator itself
    text: str

    def __str__(self) -> str:
        return f"{self.operator}({self.argument}): {self.text}"


def expected_default(a: dict[str, Any]) -> Any:
    value = a["default"]
    if value is None:
        return None
    if a["type"] == "DALIDataType":
        return DType.parse(_DTYPES[value])
    if a["type"] == "DALIInterpType":
        return int(enums.interp_type(value))
    if a["type"] == "DALIImageType":
        return int(enums.image_type(value))
    return tuple(value) if isinstance(value, list) else value


def same(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, (tuple, list)) and isinstance(theirs, tuple):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(ours, float) and isinstance(theirs, (int, float)):
        return abs(ours - theirs) <= 1e-6 * max(1.0, abs(theirs))
    return type(ours) is type(theirs) and ours == theirs


def compare_argument(p: Param, a: dict[str, Any]) -> list[str]:
    found = []
    if p.kind == "choice" and not {*choices(a)} <= {*p.choices}:
        found.append(f"has the choices {p.choices}, should have {choices(a)}")
    if p.kind != KINDS.get(a["type"]) and (p.kind, a["type"]) != ("choice", "str"):
        found.append(f"is {p.kind}, should be {KINDS.get(a['type'])}")
    if p.required != a.get("required", False):
        found.append("is required" if p.required else "should be required")
    if not p.required and not same(p.default, expected_default(a)):
        found.append(f"default is {p.default!r}, should be {expected_default(a)!r}")
    if p.per_sample != a.get("accepts_tensor", False):
        found.append("is per sample" if p.per_sample else "should be per sample")
    if p.per_frame != a.get("per_frame", False):
        found.append("is per frame" if p.per_frame else "should be per frame")
    return found


def compare(d: Definition) -> list[Finding]:
    """All differences between an operator and the facts about it."""
    op = OPS[d.name]
    ours = {p.name: p for p in d.params}
    found = []
    for a in op["args"]:
        name = a["name"]
        if "renamed_to" in a:
            if name not in d.deprecated:
                found.append((name, "deprecated name is not accepted"))
            elif d.deprecated[name] != a["renamed_to"]:
                found.append(
                    (name, f"stands for {d.deprecated[name]}, should for {a['renamed_to']}")
                )
        elif name not in ours:
            found.append((name, "is missing"))
        else:
            found += [(name, text) for text in compare_argument(ours[name], a)]
    known = {a["name"] for a in op["args"]}
    found += [(name, "is not an argument of DALI's") for name in ours if name not in known]
    if d.random != op["random"]:
        found.append(("rng", "is taken" if d.random else "should be taken"))
    least, most = len(d.inputs), len(d.inputs) + len(d.optional_inputs)
    if not d.variadic and [least, most] != op["inputs"]:
        found.append(("", f"takes {least} to {most} inputs, should take {op['inputs']}"))
    return [Finding(d.name, *f) for f in found]


# ---- readers ---------------------------------------------------------------------------------


def reader_arguments(reader: type[Reader]) -> dict[str, inspect.Parameter]:
    """The arguments of a reader's constructor."""
    return dict(list(inspect.signature(reader.__init__).parameters.items())[1:])


def compare_reader(name: str, reader: type[Reader]) -> list[Finding]:
    """All differences between a reader and the facts about it."""
    ours = reader_arguments(reader)
    found = []
    for a in OPS[name]["args"]:
        if "renamed_to" in a:
            if (
                reader._definition.deprecated.get(a["name"]) != a["renamed_to"]
                and a["name"] not in ours
            ):
                found.append((a["name"], "deprecated name is not accepted"))
            continue
        if a["name"] not in ours:
            found.append((a["name"], "is missing"))
            continue
        p = ours[a["name"]]
        if (p.default is p.empty) != a.get("required", False):
            found.append(
                (a["name"], "should be required" if p.default is not p.empty else "is required")
            )
        elif p.default is not p.empty and not same_default(p.default, a):
            found.append((a["name"], f"default is {p.default!r}, should be {a['default']!r}"))
    known = {a["name"] for a in OPS[name]["args"]} | set(READER_EXTRAS)
    found += [(n, "is not an argument of DALI's") for n in ours if n not in known]
    return [Finding(name, *f) for f in found]


# What DALI's readers have in dynamic mode only, and what is ours.
READER_EXTRAS = (
    "max_batch_size", "name", "device", "num_inputs", "enable_checkpointing", "on_error",
    "trust_paths",
    # Some of DALI's readers cannot do this.
    "shuffle_after_epoch", "shuffle_after_epoch_seed", "stick_to_shard",
)  # fmt: skip


def same_default(ours: Any, a: dict[str, Any]) -> bool:
    theirs = a["default"]
    if isinstance(ours, (tuple, list)) or isinstance(theirs, list):
        return list(ours or ()) == list(theirs or ())
    if theirs in ("", None) and ours in ("", None):
        return True
    return ours == theirs


# ---- arguments that are there in name only ---------------------------------------------------


def another_value(p: Param, a: dict[str, Any]) -> Any:
    """A value that is not the default, so that the operator has to look at it."""
    others = {
        "bool": not p.default, "int": 1, "float": 0.5, "dtype": ndd.float32, "list of int": [1],
        "list of float": [0.5], "interp_type": "cubic", "image_type": "gray", "str": "x",
        "layout": "HW",
    }  # fmt: skip
    words = [c for c in choices(a) or p.choices if c != p.default]
    return words[0] if words else others.get(p.kind)


def choices(a: dict[str, Any]) -> list[str]:
    """The words that an argument may be; DALI has others on a GPU for some."""
    given = a.get("choices", [])
    return [*given] if isinstance(given, list) else [c for words in given.values() for c in words]


def unimplemented(d: Definition) -> list[str]:
    """Arguments that raise NotImplementedError when they are given."""
    case = next(
        (c for c in d.samples or () if all(not isinstance(x, PerSample) for x in c.inputs)), None
    )
    if case is None:
        return []
    facts = {a["name"]: a for a in OPS.get(d.name, {"args": []})["args"]}
    found = []
    for p in d.params:
        value = another_value(p, facts.get(p.name, {}))
        if value is None:
            continue
        inputs = [_input(x) for x in case.inputs]
        args = {k: v for k, v in case.args.items() if not isinstance(v, PerSample)}
        try:
            with ndd.EvalMode.deferred:
                d.function(*inputs, **{**args, p.name: value})
        except NotImplementedError:
            found.append(p.name)
        except (TypeError, ValueError, RuntimeError):
            pass  # it was looked at
    return found


def _input(x: Any) -> Any:
    if not isinstance(x, Sample):
        return x
    return ndd.zeros(shape=list(x.shapes[0]), dtype=x.dtype, layout=x.layout or "")


# ---- the table -------------------------------------------------------------------------------


@dataclasses.dataclass
class Row:
    """Coverage of a family."""

    family: str
    operators: int = 0
    operators_here: int = 0
    on_gpu: int = 0
    arguments: int = 0
    arguments_here: int = 0
    without_effect: int = 0


def coverage() -> list[Row]:
    """A row a family, and one for all."""
    rows: dict[str, Row] = {}
    for op in FACTS["ops"]:
        row = rows.setdefault(op["family"], Row(op["family"]))
        row.operators += 1
        row.arguments += len(op["args"])
        if op["name"] in readers:
            reader = readers[op["name"]]
            row.operators_here += 1
            named = set(reader_arguments(reader)) | set(reader._definition.deprecated)
            here = {a["name"] for a in op["args"]} & named
            row.arguments_here += len(here)
            row.without_effect += len(here & reader._definition.without_effect)
            continue
        d = registry.get(op["name"]) or getattr(
            deprecated_names.get(op["name"]), "definition", None
        )
        if d is None:
            continue
        row.operators_here += 1
        row.on_gpu += not d.cpu_only
        missing = set(unimplemented(d))
        named = {p.name for p in d.params} | set(d.deprecated)
        here = {a["name"] for a in op["args"]} & named - missing
        row.arguments_here += len(here)
        row.without_effect += len(here & d.unused)
    here = [m for m in FACTS["math"] if f"math.{m}" in registry]
    on_gpu = sum(not registry[f"math.{m}"].cpu_only for m in here)
    maths = Row("math", len(FACTS["math"]), len(here), on_gpu)
    ordered = [rows[f] for f in sorted(rows)] + [maths]
    total = Row("all")
    for row in ordered:
        for field in dataclasses.fields(Row)[1:]:
            setattr(total, field.name, getattr(total, field.name) + getattr(row, field.name))
    return [*ordered, total]


def table() -> str:
    """The coverage as text."""
    lines = [f"{'family':<26}{'operators':>12}{'on GPU':>8}{'arguments':>13}{'no effect':>11}"]
    for r in coverage():
        operators = f"{r.operators_here}/{r.operators}"
        arguments = f"{r.arguments_here}/{r.arguments}"
        lines.append(
            f"{r.family:<26}{operators:>12}{r.on_gpu:>8}{arguments:>13}{r.without_effect:>11}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
