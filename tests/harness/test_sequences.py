"""Every operator that takes sequences: frame by frame, with arguments per frame."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace.engine.cases import Case, PerSample, Sample, images
from headrace.engine.operator import Definition, registry

from . import calls
from .calls import Bound, collect
from .exclusions import LAYOUTS_NEED_ARGUMENTS
from .invariants import GIVEN, comparable, each, required_args


def frame_layout(d: Definition) -> str | None:
    """A layout of sequences that it takes, unfolded by the engine or by itself."""
    for layout in d.layouts or ():
        if layout[0] == "F":
            return layout
    return "F" + d.layouts[0] if d.sequences and d.layouts else None


def _sequences() -> list[Bound]:
    found = [b for b in GIVEN if frame_layout(b.definition) and (b.layout or "").startswith("F")]
    for d in registry.values():
        base, layout = calls.base_case(d), frame_layout(d)
        if (d.name, layout) in LAYOUTS_NEED_ARGUMENTS:
            continue
        if base is not None and layout is not None:
            inputs = [images("uint8", layout), *base.inputs[1:]]
            case = Case(inputs, required_args(d, base), 1e-3)
            found.append(Bound.of(d, case, f"{d.name}-{layout}"))
    return found


def frame_args(bound: Bound, i: int, frame: int) -> dict[str, Any]:
    args = {}
    for k, a in bound.case.args.items():
        if isinstance(a, PerSample):
            value = np.asarray(a.values[i])
            a = (value[min(frame, len(value) - 1)] if a.per_frame else value).tolist()
        args[k] = a
    return args


def frame_inputs(bound: Bound, i: int, frame: int) -> list[Any]:
    """Inputs for one frame; those that are no sequences are the same for all."""
    inputs = bound.sample_inputs(i)
    for k, x in enumerate(bound.case.inputs):
        if k == 0 or (isinstance(x, Sample) and (x.layout or "").startswith("F")):
            layout = bound.layout if k == 0 else x.layout
            inputs[k] = ndd.tensor(bound.arrays[k][i][frame], layout=layout[1:])
    return inputs


def check_frames(bound: Bound) -> None:
    whole = collect(bound.whole())
    for i in comparable(bound):
        frames = []
        for k in range(len(bound.arrays[0][i])):
            frames.append(collect(bound.call(frame_inputs(bound, i, k), frame_args(bound, i, k))))
        for k, r in enumerate(whole):
            want = np.stack([f[k].arrays[0] for f in frames])
            calls.assert_equal_arrays(r.arrays[i], want, f"output {k}, sample {i}")
            inner = frames[0][k].layout
            assert r.layout == ("F" + inner if inner else None)


@each(_sequences())
def test_sequences_equal_frames(bound):
    check_frames(bound)


@each([b for b in _sequences() if any(p.per_frame for p in b.definition.params)])
def test_arguments_per_frame(bound):
    """One value a frame, for every sample of another number of frames; also one for all frames."""
    rng = np.random.default_rng(5)
    counts = [len(a) for a in bound.arrays[0]]
    for p in bound.definition.params:
        if not p.per_frame or p.kind not in ("float", "int"):
            continue
        for lengths in (counts, [1] * len(counts)):
            values = [rng.uniform(0.25, 1.5, n).astype(np.float32) if p.kind == "float"
                      else rng.integers(0, 2, n).astype(np.int32) for n in lengths]  # fmt: skip
            dtype = "float32" if p.kind == "float" else "int32"
            args = {**bound.case.args, p.name: PerSample(values, dtype, per_frame=True)}
            check_frames(bound.replace(args=args))


@each([b for b in _sequences() if any(p.per_frame for p in b.definition.params)])
@pytest.mark.parametrize("count", [2, 4])
def test_arguments_for_another_number_of_frames(bound, count):
    """As many values as frames, or one: everything else is an error."""
    first = bound.case.inputs[0]
    three = Sample(
        [(3, *s[1:]) for s in first.shapes], first.dtype, first.layout, first.low, first.high
    )
    values = PerSample([np.ones(count, np.float32)] * len(first.shapes), "float32", per_frame=True)
    for p in bound.definition.params:
        if p.per_frame and p.kind == "float":
            bad = bound.replace(inputs=[three], args={p.name: values})
            with pytest.raises(headrace.Error, match=p.name):
                collect(bad.whole())
