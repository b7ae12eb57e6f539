"""Random values, operators and arguments for chains.

An operator is a link of a chain through an entry of LINKS, which draws arguments that fit a value,
or, without one, through the arguments of one of its own cases.
"""

from __future__ import annotations

import operator as _operator
from collections.abc import Callable, Sequence
from typing import Any

import hypothesis.strategies as st
import numpy as np

import headrace.dynamic as ndd
from headrace.engine.cases import PerSample, Sample
from headrace.engine.operator import Definition, registry

from . import calls, image_links
from .drawing import (
    DTYPES,
    Draw,
    Step,
    from_kinds,
    integral,
    least,
    scalar_or_each,
    some_axes,
    unfit_unless,
)
from .exclusions import NOT_CHAINED

_LARGEST = 20_000  # elements of a sample


# ---- links -----------------------------------------------------------------------------------
# Each takes (draw, value, definition), returns (further inputs, arguments), may raise UnfitError.


def nothing(draw: Draw, v: Any, d: Definition) -> Any:
    return [], {}


def cast(draw: Draw, v: Any, d: Definition) -> Any:
    return [], {"dtype": draw(st.sampled_from(DTYPES))}


def transpose(draw: Draw, v: Any, d: Definition) -> Any:
    return [], {"perm": list(draw(st.permutations(range(v.ndim))))}


def reshape(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.ndim and all(0 not in s for s in v.shape))
    if draw(st.booleans()):
        return [], {"shape": [-1]}
    return [], {"src_dims": list(draw(st.permutations([*range(v.ndim), -1])))}


def expand_dims(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.ndim < 6)
    return [], {"axes": [draw(st.integers(0, v.ndim))]}


def squeeze(draw: Draw, v: Any, d: Definition) -> Any:
    ones = [a for a in range(v.ndim) if all(s[a] == 1 for s in v.shape)]
    unfit_unless(ones)
    return [], {"axes": [draw(st.sampled_from(ones))]}


def pad(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.ndim)
    args: dict[str, Any] = {
        "fill_value": scalar_or_each(
            draw, v.batch_size, st.sampled_from([0.0, 7.0, 1.5]), "float32"
        )
    }
    if draw(st.booleans()):
        args["axes"] = [draw(st.integers(0, v.ndim - 1))]
        args["shape"] = [draw(st.integers(-1, 20))]
    if draw(st.booleans()):
        args["align"] = [draw(st.integers(1, 5))]
    return [], args


def join(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.ndim and v.ndim < 6)
    return [("value", None)] * draw(st.integers(0, 2)), {"axis": draw(st.integers(0, v.ndim - 1))}


def reduction(draw: Draw, v: Any, d: Definition) -> Any:
    more = [np.float32(3.0)] if len(d.inputs) > 1 else []
    return more, {"axes": some_axes(draw, v), "keep_dims": draw(st.booleans())}


def normalize(draw: Draw, v: Any, d: Definition) -> Any:
    return [], {"axes": some_axes(draw, v), "epsilon": 1.0, "batch": False,
                "dtype": draw(st.sampled_from(["float32", "uint8", "int16"]))}  # fmt: skip


def lookup_table(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(integral(v))
    keys = draw(st.lists(st.integers(0, 300), min_size=1, max_size=5, unique=True))
    return [], {"keys": keys, "values": [draw(st.sampled_from([-1.0, 2.5, 99.0])) for _ in keys],
                "dtype": draw(st.sampled_from(["float32", "uint8", "int16"]))}  # fmt: skip


def one_hot(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(integral(v) and v.ndim < 5)
    return [], {
        "num_classes": draw(st.integers(1, 6)),
        "dtype": draw(st.sampled_from(["uint8", "float32"])),
    }


def reinterpret(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.ndim)
    same = [t for t in DTYPES if calls.numpy_dtype(t).itemsize == v.dtype.bytes and t != "bool"]
    return [], {"dtype": draw(st.sampled_from(same))}


def element_extract(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.ndim and (v.layout or "F")[0] == "F")
    frames = least(v)[0]
    unfit_unless(frames)
    return [], {"element_map": draw(st.lists(st.integers(0, frames - 1), min_size=1, max_size=3))}


def sequence_rearrange(draw: Draw, v: Any, d: Definition) -> Any:
    _, args = element_extract(draw, v, d)
    return [], {"new_order": args["element_map"]}


def fill_like(draw: Draw, v: Any, d: Definition) -> Any:
    return [draw(st.sampled_from([np.float32(2.5), np.int32(7)]))], {}


def full(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.ndim == 0)
    return [], {"shape": [draw(st.integers(0, 4)), 3]}


def like_another(draw: Draw, v: Any, d: Definition) -> Any:
    return [draw(st.sampled_from([np.zeros(1, np.uint8), np.zeros(1, np.float32)]))], {}


def permute_batch(draw: Draw, v: Any, d: Definition) -> Any:
    n = v.batch_size
    unfit_unless(n)
    return [], {"indices": [draw(st.integers(0, n - 1)) for _ in range(n)]}


def per_frame(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.ndim)
    return [], {"replace": True}


def get_property(draw: Draw, v: Any, d: Definition) -> Any:
    return [], {"key": draw(st.sampled_from(["layout", "source_info"]))}


def drawn_like(draw: Draw, v: Any, d: Definition) -> Any:
    return [], from_kinds(draw, d, v, ("mean", "stddev"))


def choice(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.ndim and least(v)[0] > 0)
    return [], {"shape": draw(st.sampled_from([[], [3], [2, 2]]))}


def math(draw: Draw, v: Any, d: Definition) -> Any:
    count = len(d.inputs)
    others = [draw(st.sampled_from([2, 1.5, ("value", None)])) for _ in range(count - 1)]
    return others, {}


LINKS: dict[str, Any] = {
    **image_links.LINKS,
    "cast": cast, "cast_like": like_another, "copy": nothing,
    "transpose": transpose, "reshape": reshape, "expand_dims": expand_dims, "squeeze": squeeze,
    "pad": pad, "cat": join, "stack": join, "normalize": normalize, "lookup_table": lookup_table,
    "one_hot": one_hot, "reinterpret": reinterpret, "element_extract": element_extract,
    "sequence_rearrange": sequence_rearrange, "full_like": fill_like, "ones_like": nothing,
    "zeros_like": nothing, "full": full, "permute_batch": permute_batch,
    "get_property": get_property, "per_frame": per_frame, "random.uniform": drawn_like,
    "random.normal": drawn_like, "random.coin_flip": drawn_like, "random.beta": nothing,
    "random.choice": choice,
    **{name: reduction for name in registry if name.startswith("reductions.")},
    **{name: math for name in registry if name.startswith("math.")},
}  # fmt: skip


def from_cases(draw: Draw, v: Any, d: Definition) -> Any:
    """The link of an operator that has no entry: the arguments of one of its cases."""
    fitting = [
        c for c in calls.cases_of(d)
        if c.inputs and type(c.inputs[0]) is Sample and len(c.inputs[0].shapes[0]) == v.ndim
        and (v.layout is None or c.inputs[0].layout in (None, v.layout))
        and all(not isinstance(x, Sample) or x.shapes == c.inputs[0].shapes for x in c.inputs[1:])
    ]  # fmt: skip
    unfit_unless(fitting and v.batch_size)
    case = draw(st.sampled_from(fitting))
    args = {}
    for k, a in case.args.items():
        if isinstance(a, PerSample):
            values = [a.values[i % len(a.values)] for i in range(v.batch_size)]
            a = PerSample(values, a.dtype, a.per_frame)
        args[k] = a
    return [("value", None) if isinstance(x, Sample) else x for x in case.inputs[1:]], args


# ---- syntax: operators that have no public function ------------------------------------------

_BINARY: dict[str, tuple[Callable[..., Any], bool]] = {  # symbol → function, also for floats
    "+": (_operator.add, True), "-": (_operator.sub, True), "*": (_operator.mul, True),
    "/": (_operator.truediv, True), "//": (_operator.floordiv, True), "%": (_operator.mod, True),
    "<": (_operator.lt, True), ">=": (_operator.ge, True), "==": (_operator.eq, True),
    "&": (_operator.and_, False), "|": (_operator.or_, False), "<<": (_operator.lshift, False),
}  # fmt: skip


def arithmetic(draw: Draw, v: Any) -> Step:
    symbol = draw(st.sampled_from(sorted(_BINARY)))
    function, floats = _BINARY[symbol]
    unfit_unless(floats or integral(v))
    other = draw(st.sampled_from([("value", None), 2, 3, *([1.5, -0.25] if floats else [])]))
    inputs = [("value", 0), other]
    if draw(st.booleans()) and other != ("value", None):
        inputs.reverse()
    return Step(f"_arithmetic {symbol}", function, inputs, {})


def subscript(draw: Draw, v: Any) -> Step:
    unfit_unless(v.ndim)
    sizes = least(v)
    index: list[Any] = []
    for size in sizes[: draw(st.integers(1, v.ndim))]:
        bounds = st.one_of(st.none(), st.integers(-3, max(size, 1)))
        part = st.slices(max(size, 1)) | st.builds(
            slice, bounds, bounds, st.sampled_from([None, 1, -1, 2])
        )
        index.append(draw(part | st.integers(0, size - 1) if size else part))
    return Step(f"_subscript {index}", lambda x: x.slice[tuple(index)], [("value", 0)], {})


SYNTAX = {"_arithmetic": arithmetic, "_subscript": subscript}


# Their results know nothing of the data.
_FORGETFUL = ("full", "full_like", "ones_like", "zeros_like", "get_property", "random.uniform",
              "random.normal", "random.coin_flip", "random.beta")  # fmt: skip


def chainable() -> dict[str, list[str]]:
    """Names by group, so that thirty functions of one kind do not crowd out the others."""
    groups: dict[str, list[str]] = {}
    for name, d in registry.items():
        if name in NOT_CHAINED or not (d.inputs or d.optional_inputs):
            continue
        group = "forgetful" if name in _FORGETFUL else name.split(".")[0]
        groups.setdefault(group, []).append(name)
    return groups


GROUPS = chainable()
_ON_POINTS = [g for g in ("coord_flip", "coord_transform", "transforms") if g in GROUPS]


# What is done to images, each as likely as the others.
ON_IMAGES = sorted(
    name
    for names in GROUPS.values()
    for name in names
    if name in registry and registry[name].family in ("geometry", "color", "filters", "distortion")
)


def draw_step(draw: Draw, v: Any, names: Sequence[str] = ()) -> Step:
    """A call that fits the value; raises UnfitError when the operator drawn does not."""
    if not names:
        points_like = v.ndim == 2 and v.dtype == "float32" and draw(st.booleans())
        names = GROUPS[draw(st.sampled_from(_ON_POINTS if points_like else sorted(GROUPS)))]
    name = draw(st.sampled_from(names))
    if name in SYNTAX:
        return SYNTAX[name](draw, v)
    d = registry[name]
    more, args = LINKS.get(name, from_cases)(draw, v, d)
    if d.random:
        seed = draw(st.integers(0, 2**32))

        def function(*x: Any, **a: Any) -> Any:
            return d.function(*x, rng=ndd.random.RNG(seed), **a)
    else:
        function = d.function
    return Step(name, function, [("value", 0), *more], args, late=draw(st.booleans()))


# ---- where a chain begins --------------------------------------------------------------------


def images(draw: Draw) -> tuple[ndd.Batch, str]:
    """A batch of small colour images."""
    sizes = st.tuples(st.integers(1, 24), st.integers(1, 24), st.just(3))
    shapes = draw(st.lists(sizes, min_size=1, max_size=4))
    dtype = draw(st.sampled_from(["uint8", "uint8", "uint8", "float32", "int16"]))
    sample = Sample(shapes, dtype, "HWC")
    arrays = calls.draw(sample, draw(st.integers(0, 3)))
    return calls.make_batch(arrays, "HWC", sample), f"batch({shapes}, {dtype}, HWC)"


def start(draw: Draw) -> tuple[ndd.Batch, str]:
    """A batch of small images of random sizes, or of points or matrices."""
    if draw(st.integers(0, 7)) == 0:
        return points(draw)
    layout = draw(st.sampled_from(["HWC", "HWC", "CHW", "FHWC", None]))
    dtype = draw(st.sampled_from(["uint8", "uint8", "float32", "int16", "float16", "bool"]))
    n = draw(st.integers(1, 4)) if draw(st.integers(0, 15)) else 0
    letters = layout or "HWC"
    ranges = {"H": (1, 12), "W": (1, 12), "C": (3, 3), "F": (1, 3)}
    shapes = [
        tuple(draw(st.integers(*ranges[letter])) for letter in letters) for _ in range(max(n, 1))
    ]
    sample = Sample(shapes, dtype, layout)
    arrays = calls.draw(sample, draw(st.integers(0, 3)))[:n]
    return calls.make_batch(arrays, layout, sample), f"batch({shapes[:n]}, {dtype}, {layout})"


def points(draw: Draw) -> tuple[ndd.Batch, str]:
    """Points in two or three dimensions, or 2×3 matrices."""
    n = draw(st.integers(1, 4))
    columns = draw(st.integers(2, 3))
    rows = [2 if columns == 3 else draw(st.integers(0, 5)) for _ in range(n)]
    sample = Sample([(r, columns) for r in rows], "float32", None, -1, 1)
    return ndd.batch(calls.draw(sample)), f"batch({sample.shapes}, points)"


def encoded(draw: Draw) -> tuple[ndd.Batch, str]:
    """Pictures as files: the chain begins with a decoder."""
    arrays = [a for case in calls.EXTRA["decoders.image"] for a in case.inputs[0].arrays]
    chosen = draw(st.lists(st.integers(0, len(arrays) - 1), min_size=1, max_size=4))
    return ndd.batch([arrays[i] for i in chosen]), f"pictures {chosen}"


def decoder(draw: Draw) -> Step:
    """The decoder a chain of pictures begins with: all of each, or a window of at most 8 pixels."""
    name = draw(
        st.sampled_from(["image", "image", "image_crop", "image_slice", "image_random_crop"])
    )
    size = [draw(st.integers(1, 8)), draw(st.integers(1, 8))]
    args: dict[str, Any] = {"dtype": draw(st.sampled_from(["uint8", "uint8", "float32"]))}
    if name == "image_crop":
        args |= {"crop": size, "crop_pos_x": draw(st.floats(0, 1, width=32))}
    elif name == "image_slice":
        args |= {"start": [0, 0], "shape": size, "axis_names": draw(st.sampled_from(["HW", "WH"]))}
    elif name == "image_random_crop":
        args |= {"random_area": [0.1, 0.6]}
    seed = draw(st.integers(0, 2**32))

    def function(*x: Any, **a: Any) -> Any:
        more = {"rng": ndd.random.RNG(seed)} if name == "image_random_crop" else {}
        return getattr(ndd.decoders, name)(*x, **a, **more)

    return Step(f"decoders.{name}", function, [("value", 0)], args)


def small(value: Any) -> bool:
    return all(int(np.prod(s)) <= _LARGEST for s in value.shape)
