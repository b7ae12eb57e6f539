"""Plans as text: what runs where, what is fused, and why the rest is not."""

from __future__ import annotations

from typing import Any

from .. import _native
from ..core import site as _site
from ..core.dtype import DType
from ..core.value import Value


class Plan:
    """The pending work of a value: stages in order, each with its steps. `print` it."""

    def __init__(self, stages: list[dict[str, Any]]) -> None:
        self.stages = stages

    def __str__(self) -> str:
        if not self.stages:
            return "finished: nothing left to run"
        lines: list[str] = []
        for number, stage in enumerate(self.stages):
            lines += _stage(number, stage)
        return "\n".join(lines)

    __repr__ = __str__


def explain(value: Value) -> Plan:
    """The plan that evaluating a value would run now; runs nothing.

    >>> import headrace.dynamic as ndd
    >>> with ndd.EvalMode.deferred:
    ...     y = ndd.cast(ndd.flip(ndd.tensor([[[1], [2]]])), dtype=ndd.float32)
    >>> print(ndd.explain(y).stages[0]["n"])
    1
    """
    if not isinstance(value, Value):
        raise TypeError(f"explains Tensors and Batches, not {type(value).__name__}")
    return Plan(_native.describe((value._v,)))


def _stage(number: int, stage: dict[str, Any]) -> list[str]:
    steps = stage["steps"]
    samples = f"{stage['n']} sample{'s' if stage['n'] != 1 else ''}"
    if stage["whole_batch"]:
        kind = "whole batch at once"
    elif stage["gpu"] is not None:
        kind = "one call" if len(steps) == 1 else f"{len(steps)} calls"
        kernels = len(stage["kernels"])
        kind += f" on gpu:{stage['gpu']} in {kernels} kernel{'s' if kernels != 1 else ''}"
        kind += ", all samples at once"
    elif len(steps) > 1:
        kind = f"{len(steps)} calls fused into one program, sample by sample"
    else:
        kind = "one call, sample by sample"
    lines = [f"stage {number} (level {stage['level']}): {kind}; {samples}"]
    lines += _kernels(stage) if stage["kernels"] else [_step(step) for step in steps]
    reason = _reason(stage)
    if reason:
        lines.append(f"  starts here because {reason}")
    return lines


def _kernels(stage: dict[str, Any]) -> list[str]:
    """The GPU kernels, the calls fused into each, and why the next call was not."""
    steps = stage["steps"]
    lines: dict[int, list[str]] = {}  # by the position of a kernel's last call
    for number, kernel in enumerate(stage["kernels"]):
        own = lines[kernel["steps"][-1]] = [
            f"  kernel {number}: " + " + ".join(steps[k]["op"] for k in kernel["steps"])
        ]
        own += [_step(steps[k], "    ") for k in kernel["steps"]]
        own += [
            f"    {steps[a]['op']} is joined with {steps[b]['op']} given {needs}"
            for a, b, needs in kernel["joins"]
            if needs
        ]
        own += [f"    {steps[k]['op']} is not joined: {why}" for k, why in kernel["refusals"]]
    inside = {k for kernel in stage["kernels"] for k in kernel["steps"]}
    lines |= {k: [_step(step)] for k, step in enumerate(steps) if k not in inside}  # views
    return [line for k in sorted(lines) for line in lines[k]]


def _step(step: dict[str, Any], margin: str = "  ") -> str:
    inputs = ", ".join(_name(i) for i in step["inputs"])
    args = "".join(f", {name}={_name(v)}" for name, v in step["args"])
    outs = ", ".join(_output(o) for o in step["outputs"])
    notes = []
    if step["region_for"]:
        notes.append(f"only the region that {step['region_for']} reads")
    if step["chain"] > 1:
        notes.append(f"in chunks with the next {step['chain'] - 1}")
    if step["frames"]:
        notes.append("frame by frame")
    tail = f"  [{'; '.join(notes)}]" if notes else ""
    where = _site.resolve(step["site"])
    line = f"\n{margin}    {where}" if where is not None else ""
    return f"{margin}%{step['seq']} = {step['op']}({inputs}{args}) → {outs}{tail}{line}"


def _name(source: Any) -> str:
    if isinstance(source, dict):
        return f"%{source['seq']}" + (" (ready)" if source["finished"] else "")
    return f"%{source}"


def _output(out: tuple[int, int, bool, bool]) -> str:
    dtype, ndim, stored, view = out
    kept = "view" if view else "stored" if stored else "temporary"
    return f"{DType.from_native(dtype)}[{ndim}d] {kept}"


def _reason(stage: dict[str, Any]) -> str:
    """Why a stage could not be fused with the one before it."""
    if stage["level"] == 0:
        return ""
    reasons: list[str] = []
    for step in stage["steps"]:
        if step["args"] and any(isinstance(v, dict) and not v["finished"] for _, v in step["args"]):
            names = ", ".join(name for name, _ in step["args"])
            reasons.append(f"{step['op']} needs the values of {names} before shapes are known")
        for k, source in enumerate(step["inputs"]):
            if isinstance(source, dict) and not source["finished"]:
                if stage["whole_batch"]:
                    reasons.append(f"{step['op']} looks at the whole batch")
                elif step["data_inputs"] >> k & 1:
                    reasons.append(f"{step['op']} reads its input's data to know its shape")
                elif stage["gpu"] is not None:
                    reasons.append(f"{step['op']} takes a value of another stream or of the CPU")
                else:
                    reasons.append(f"{step['op']} has another batch size, or fusion is off")
    return "; ".join(dict.fromkeys(reasons))
