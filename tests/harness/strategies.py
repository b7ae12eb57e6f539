"""Random values, operators and arguments for chains.

An operator is a link of a chain through an entry of LINKS, which draws arguments that fit a value,
or, without one, through the arguments of one of its own cases.
"""

from __future__ import annotations

import dataclasses
import operator as _operator
from collections.abc import Callable, Sequence
from typing import Any

import hypothesis.strategies as st
import numpy as np

import headrace.dynamic as ndd
from headrace.engine.cases import PerSample, Sample
from headrace.engine.operator import Definition, registry
from headrace.engine.params import Param

from . import calls
from .exclusions import NOT_CHAINED

Draw = Callable[[st.SearchStrategy[Any]], Any]
DTYPES = ("uint8", "int8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "bool",
          "float16", "bfloat16", "float32", "float64")  # fmt: skip
_LARGEST = 20_000  # elements of a sample


class UnfitError(Exception):
    """The operator, or these arguments, do not go with the value."""


@dataclasses.dataclass
class Step:
    """One call: inputs are positions in the list of values made so far, or constants."""

    name: str
    function: Callable[..., Any]
    inputs: list[Any]  # ("value", position) or a constant
    args: dict[str, Any]
    late: bool = False  # arguments per sample are themselves results of queued calls

    def __str__(self) -> str:
        inputs = [f"%{x[1]}" if is_value(x) else repr(x) for x in self.inputs]
        return f"{self.name}({', '.join([*inputs, *(f'{k}={v!r}' for k, v in self.args.items())])})"


def is_value(x: Any) -> bool:
    return isinstance(x, tuple) and len(x) == 2 and x[0] == "value"


def unfit_unless(condition: Any) -> None:
    if not condition:
        raise UnfitError


# ---- kinds of arguments ----------------------------------------------------------------------


def of_kind(p: Param) -> st.SearchStrategy[Any]:
    """Values for an argument of which nothing but its kind is known."""
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "bool": st.booleans(),
        "int": st.integers(0, 3),
        "float": st.sampled_from([0.0, 0.25, 0.5, 1.0, 1.5, -0.75, 3.0]),
        "list of float": st.lists(st.sampled_from([0.5, 1.0, 2.5]), min_size=1, max_size=1),
        "dtype": st.sampled_from(DTYPES),
        "interp_type": st.sampled_from(["nn", "linear", "cubic", "triangular"]),
    }
    return kinds.get(p.kind, st.none())


def scalar_or_each(draw: Draw, n: int, values: st.SearchStrategy[Any], dtype: str) -> Any:
    """A number for all samples, or one for each."""
    if n and draw(st.booleans()):
        return PerSample([draw(values) for _ in range(n)], dtype)
    return draw(values)


def from_kinds(draw: Draw, definition: Definition, v: Any, names: Sequence[str]) -> dict[str, Any]:
    """Some of the named arguments, drawn by their kinds."""
    args = {}
    for p in definition.params:
        if p.name not in names or draw(st.integers(0, 2)) == 0:
            continue
        if p.per_sample and p.kind in ("int", "float"):
            dtype = "int32" if p.kind == "int" else "float32"
            args[p.name] = scalar_or_each(draw, v.batch_size, of_kind(p), dtype)
        else:
            args[p.name] = draw(of_kind(p))
    return args


def least(v: Any) -> list[int]:
    """The smallest extent of each axis over the samples."""
    unfit_unless(v.batch_size)
    return [min(sizes) for sizes in zip(*v.shape)] if v.ndim else []


def integral(v: Any) -> bool:
    return v.dtype.numpy.kind in "iu"


# ---- links -----------------------------------------------------------------------------------
# Each takes (draw, value, definition), returns (further inputs, arguments), may raise UnfitError.


def kinds(
    *names: str, axes: Sequence[int] = (3, 4), layouts: Sequence[str | None] = (None, "HWC", "FHWC")
) -> Any:
    def link(draw: Draw, v: Any, d: Definition) -> Any:
        unfit_unless(v.ndim in axes and v.layout in layouts)
        return [], from_kinds(draw, d, v, names)

    return link


def some_axes(draw: Draw, v: Any, least_count: int = 1) -> list[int]:
    unfit_unless(v.ndim >= least_count)
    return draw(
        st.lists(st.integers(0, v.ndim - 1), min_size=least_count, max_size=v.ndim, unique=True)
    )


def nothing(draw: Draw, v: Any, d: Definition) -> Any:
    return [], {}


def cast(draw: Draw, v: Any, d: Definition) -> Any:
    return [], {"dtype": draw(st.sampled_from(DTYPES))}


def crop_mirror_normalize(draw: Draw, v: Any, d: Definition) -> Any:
    layout = v.layout or "HWC"
    unfit_unless(v.ndim == 3 and layout in ("HWC", "CHW"))
    sizes = dict(zip(layout, least(v)))
    unfit_unless(sizes["H"] > 0 and sizes["W"] > 0)
    args: dict[str, Any] = {"output_layout": draw(st.sampled_from(["HWC", "CHW"]))}
    if draw(st.booleans()):
        args["crop"] = [draw(st.integers(1, sizes["H"])), draw(st.integers(1, sizes["W"]))]
        args["crop_pos_x"] = scalar_or_each(
            draw, v.batch_size, st.sampled_from([0.0, 0.3, 1.0]), "float32"
        )
    args["mirror"] = scalar_or_each(draw, v.batch_size, st.integers(0, 1), "int32")
    if draw(st.booleans()):
        args["mean"] = [draw(st.sampled_from([0.0, 10.5, 127.0]))]
        args["std"] = [draw(st.sampled_from([0.5, 1.0, 60.0]))]
    args["dtype"] = draw(st.sampled_from(["float32", "uint8", "float16", "int8"]))
    return [], args


def crop(draw: Draw, v: Any, d: Definition) -> Any:
    layout = v.layout or "HWC"
    unfit_unless(v.ndim == 3 and layout in ("HWC", "CHW"))
    sizes = dict(zip(layout, least(v)))
    unfit_unless(sizes["H"] > 0 and sizes["W"] > 0)
    return [], {
        "crop": [draw(st.integers(1, sizes["H"])), draw(st.integers(1, sizes["W"]))],
        "crop_pos_x": scalar_or_each(
            draw, v.batch_size, st.sampled_from([0.0, 0.4, 1.0]), "float32"
        ),
        "crop_pos_y": draw(st.sampled_from([0.0, 0.5, 1.0])),
    }


def slice_(draw: Draw, v: Any, d: Definition) -> Any:
    sizes = least(v)
    axis = draw(st.integers(0, v.ndim - 1)) if v.ndim else 0
    unfit_unless(v.ndim and sizes[axis] > 0)
    start = draw(st.integers(0, sizes[axis] - 1))
    length = draw(st.integers(1, sizes[axis] - start))
    return [], {"start": [start], "shape": [length], "axes": [axis]}


def random_resized_crop(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(
        v.ndim == 3 and v.layout in (None, "HWC", "CHW") and all(0 not in s for s in v.shape)
    )
    size = [draw(st.integers(1, 20)), draw(st.integers(1, 20))]
    return [], {"size": size, "antialias": draw(st.booleans()),
                **({"dtype": "float32"} if draw(st.booleans()) else {})}  # fmt: skip


def resize(draw: Draw, v: Any, d: Definition) -> Any:
    """Of resize and resize_crop_mirror."""
    layouts = (None, "HWC", "CHW", "FHWC", "HW")
    unfit_unless(v.ndim in (2, 3, 4) and v.layout in layouts and all(0 not in s for s in v.shape))
    sizes = st.sampled_from([1.0, 4.0, 7.5, 13.0, 16.0])
    way = draw(st.sampled_from(["size", "resize_shorter", "resize_longer", "resize_x"]))
    args: dict[str, Any] = {"antialias": draw(st.booleans()), **from_kinds(draw, d, v, ["dtype"])}
    if way == "size":
        args["size"] = [draw(sizes), draw(sizes) * draw(st.sampled_from([1, -1]))]
    else:
        args[way] = scalar_or_each(draw, v.batch_size, sizes, "float32")
        args["max_size"] = 40.0
    filters = st.integers(0, 5)
    args["interp_type"] = scalar_or_each(draw, v.batch_size, filters, "int32")
    if draw(st.integers(0, 2)) == 0:
        ends = st.sampled_from([0.0, 0.3, 0.62, 1.0])
        args |= {"roi_relative": True, "roi_start": [draw(ends), draw(ends)]}
        args["roi_end"] = [draw(st.sampled_from([0.4, 0.95])), draw(st.sampled_from([0.5, 0.7]))]
    if d.name == "resize_crop_mirror":
        args["crop"] = [draw(st.integers(1, 9)), draw(st.integers(1, 9))]
        args["crop_pos_x"] = draw(st.sampled_from([0.0, 0.4, 1.0]))
        args["mirror"] = scalar_or_each(draw, v.batch_size, st.integers(0, 3), "int32")
    return [], args


def tensor_resize(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.ndim and all(0 not in s for s in v.shape))
    axes = some_axes(draw, v)
    scales = st.sampled_from([0.3, 0.7, 1.0, 1.6, -1.3])
    return [], {"axes": axes, "scales": [draw(scales) for _ in axes],
                "interp_type": draw(st.integers(0, 5)),
                "antialias": draw(st.booleans())}  # fmt: skip


def colors(*names: str) -> Any:
    def link(draw: Draw, v: Any, d: Definition) -> Any:
        unfit_unless(v.ndim in (3, 4) and v.layout in (None, "HWC", "FHWC", "DHWC"))
        unfit_unless(all(s[-1] == 3 for s in v.shape) and v.dtype.numpy.kind != "b")
        args = from_kinds(draw, d, v, names)
        if draw(st.booleans()):
            args["dtype"] = draw(st.sampled_from(["uint8", "int16", "float16", "float32"]))
        return [], args

    return link


def color_space_conversion(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.ndim in (3, 4) and v.layout in (None, "HWC", "FHWC", "DHWC"))
    channels = {s[-1] for s in v.shape}
    unfit_unless(channels in ({1}, {3}) and v.dtype.numpy.kind != "b")
    spaces = ["RGB", "BGR", "YCbCr"] if channels == {3} else ["GRAY"]
    return [], {"image_type": draw(st.sampled_from(spaces)),
                "output_type": draw(st.sampled_from(["RGB", "BGR", "GRAY", "YCbCr"]))}  # fmt: skip


def equalize(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.dtype is ndd.uint8 and v.ndim in (2, 3, 4))
    unfit_unless(v.layout in (None, "HW", "HWC", "CHW", "FHWC"))
    return [], {}


def clahe(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.dtype is ndd.uint8 and v.ndim == 3 and v.layout in (None, "HWC"))
    unfit_unless(all(s[-1] in (1, 3) for s in v.shape))
    return [], {"tiles_x": draw(st.integers(1, 9)), "tiles_y": draw(st.integers(1, 9)),
                "clip_limit": draw(st.sampled_from([0.0, 1.0, 3.5])),
                "luma_only": draw(st.booleans())}  # fmt: skip


def grid_mask(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.ndim in (2, 3, 4) and v.layout in (None, "HW", "HWC", "CHW", "FHWC"))
    args = from_kinds(draw, d, v, ("ratio", "angle", "shift_x", "shift_y"))
    return [], {"tile": scalar_or_each(draw, v.batch_size, st.integers(1, 9), "int32"), **args}


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


def math(draw: Draw, v: Any, d: Definition) -> Any:
    count = len(d.inputs)
    others = [draw(st.sampled_from([2, 1.5, ("value", None)])) for _ in range(count - 1)]
    return others, {}


def filters(draw: Draw, v: Any, d: Definition) -> Any:
    """Filters of neighbourhoods: windows of random sizes, per sample or for all."""
    unfit_unless(v.ndim in (2, 3) and v.layout in (None, "HWC", "CHW", "HW"))
    odd = st.sampled_from([1, 3, 5, 7, 13])

    def pair(values: st.SearchStrategy[int]) -> list[int]:
        return [draw(values), draw(values)]

    if d.name == "filter":
        unfit_unless(v.ndim == 2 or v.layout)
        weights = np.arange(1, 13, dtype=np.float32)[: 2 * draw(st.integers(1, 6))] * 0.05
        return [weights.reshape(2, -1)], {
            "anchor": [draw(st.integers(-1, 1)), 0],
            "border": draw(st.sampled_from(["reflect_101", "wrap", "clamp", "constant"])),
        }
    if d.name == "gaussian_blur":
        sigma = scalar_or_each(draw, v.batch_size, st.sampled_from([0.5, 1.0, 4.0]), "float32")
        return [], {"sigma": sigma, "dtype": draw(st.sampled_from([None, "float32", "uint8"]))}
    if d.name == "laplacian":
        size = scalar_or_each(draw, v.batch_size, st.sampled_from([3, 5, 9]), "int32")
        return [], {"window_size": size, "smoothing_size": draw(odd)}
    if d.name == "experimental.median_blur":
        return [], {"window_size": pair(odd)}
    return [], {
        "mask_size": pair(st.integers(1, 6)),
        "border_mode": draw(st.sampled_from(["constant", "replicate", "reflect", "wrap"])),
        "iterations": draw(st.integers(0, 3)),
    }


def jpeg_compression_distortion(draw: Draw, v: Any, d: Definition) -> Any:
    channels = "HWC" if v.ndim == 3 else "FHWC"
    unfit_unless(v.dtype == "uint8" and v.ndim in (3, 4) and v.layout in (None, channels))
    unfit_unless(all(s[-1] == 3 for s in v.shape))
    return [], {"quality": scalar_or_each(draw, v.batch_size, st.integers(1, 100), "int32")}


def multi_paste(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.ndim == 3 and v.layout in (None, "HWC"))
    sizes = least(v)
    more = draw(st.integers(0, 2))
    ids = [draw(st.integers(0, v.batch_size - 1)) for _ in range(draw(st.integers(1, 3)))]
    by_number = draw(st.booleans()) and len({s[2] for s in v.shape}) == 1
    count = len(ids) if by_number else more + 1
    places = {
        "shapes": [[draw(st.integers(0, min(n, 12))) for n in sizes[:2]] for _ in range(count)],
        "out_anchors": [[draw(st.integers(0, 8)), draw(st.integers(0, 8))] for _ in range(count)],
    }
    args = {k: PerSample([p] * v.batch_size, "int32") for k, p in places.items()}
    args |= {"output_size": [20, 20], **({"in_ids": ids} if by_number else {})}
    if draw(st.booleans()):
        args["dtype"] = draw(st.sampled_from(["uint8", "float32", "int16"]))
    return [] if by_number else [("value", None)] * more, args


def debayer(draw: Draw, v: Any, d: Definition) -> Any:
    mosaic = v.ndim == 2 or (v.ndim == 3 and all(s[2] == 1 for s in v.shape))
    unfit_unless(mosaic and v.dtype in ("uint8", "uint16"))
    unfit_unless(v.layout in (None, "HW" if v.ndim == 2 else "HWC"))
    unfit_unless(all(s[0] % 2 == 0 and s[1] % 2 == 0 for s in v.shape))
    names = ["bilinear_ocv", "edgeaware_ocv", "gray_ocv"]
    return [], {"blue_position": [draw(st.integers(0, 1)), draw(st.integers(0, 1))],
                "algorithm": draw(st.sampled_from(names))}  # fmt: skip


_MATRICES = ([0.8, -0.5, 2.0, 0.6, 0.75, -1.0], [-1.0, 0.0, 5.0, 0.0, 1.5, 0.25])


def sampled(draw: Draw, v: Any, **more: Any) -> dict[str, Any]:
    """Arguments of operators that fetch pixels at computed places."""
    unfit_unless(v.ndim == 3 and v.layout in (None, "HWC") and all(0 not in s for s in v.shape))
    return {"interp_type": draw(st.sampled_from(["nn", "linear"])),
            **({"fill_value": draw(st.sampled_from([0.0, 7.5]))} if draw(st.booleans()) else {}),
            **more}  # fmt: skip


def rotate(draw: Draw, v: Any, d: Definition) -> Any:
    angles = st.sampled_from([0.0, 30.0, 90.0, -140.5])
    return [], sampled(draw, v, angle=scalar_or_each(draw, v.batch_size, angles, "float32"),
                       keep_size=draw(st.booleans()))  # fmt: skip


def warp_affine(draw: Draw, v: Any, d: Definition) -> Any:
    size = {"size": [draw(st.integers(1, 20)) for _ in "hw"]} if draw(st.booleans()) else {}
    return [], sampled(draw, v, matrix=draw(st.sampled_from(_MATRICES)), **size)


def warp_perspective(draw: Draw, v: Any, d: Definition) -> Any:
    args = sampled(draw, v, matrix=[*draw(st.sampled_from(_MATRICES)), 0.01, 0.02, 1.0],
                   border_mode=draw(st.sampled_from(["constant", "wrap", "reflect"])))  # fmt: skip
    return [], args


def displaced(draw: Draw, v: Any, d: Definition) -> Any:
    mask = scalar_or_each(draw, v.batch_size, st.integers(0, 1), "int32")
    return [], sampled(draw, v, mask=mask)


LINKS: dict[str, Any] = {
    "rotate": rotate, "warp_affine": warp_affine, "sphere": displaced, "water": displaced,
    "experimental.warp_perspective": warp_perspective, "jitter": displaced,
    "jpeg_compression_distortion": jpeg_compression_distortion,
    "multi_paste": multi_paste,
    "debayer": debayer,
    "flip": kinds("horizontal", "vertical", axes=(2, 3, 4),
                  layouts=(None, "HWC", "CHW", "FHWC", "HW")),
    "brightness": kinds("brightness", "brightness_shift", "dtype"),
    "contrast": kinds("contrast", "contrast_center", "dtype"),
    "brightness_contrast": kinds("brightness", "brightness_shift", "contrast", "contrast_center"),
    "hsv": colors("hue", "saturation", "value"), "hue": colors("hue"),
    "saturation": colors("saturation"),
    "color_twist": colors("hue", "saturation", "brightness", "contrast"),
    "color_space_conversion": color_space_conversion, "equalize": equalize, "clahe": clahe,
    "grid_mask": grid_mask,
    "cast": cast, "cast_like": like_another, "copy": nothing, "crop": crop, "slice": slice_,
    "crop_mirror_normalize": crop_mirror_normalize, "random_resized_crop": random_resized_crop,
    "resize": resize, "resize_crop_mirror": resize, "tensor_resize": tensor_resize,
    "transpose": transpose, "reshape": reshape, "expand_dims": expand_dims, "squeeze": squeeze,
    "pad": pad, "cat": join, "stack": join, "normalize": normalize, "lookup_table": lookup_table,
    "one_hot": one_hot, "reinterpret": reinterpret, "element_extract": element_extract,
    "sequence_rearrange": sequence_rearrange, "full_like": fill_like, "ones_like": nothing,
    "zeros_like": nothing, "full": full, "permute_batch": permute_batch,
    "get_property": get_property, "per_frame": per_frame, "random.uniform": drawn_like,
    "random.normal": drawn_like, "random.coin_flip": drawn_like,
    **{name: filters for name, d in registry.items() if d.family == "filters"},
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
              "random.normal", "random.coin_flip")  # fmt: skip


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
