"""Links of chains that are operators on images: arguments that fit a value.

Each takes (draw, value, definition), returns (further inputs, arguments), may raise UnfitError.
"""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import numpy as np

import headrace.dynamic as ndd
from headrace.engine.cases import PerSample
from headrace.engine.operator import Definition, registry

from .drawing import (
    Draw,
    from_kinds,
    kinds,
    least,
    scalar_or_each,
    some_axes,
    unfit_unless,
)


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


def gaussian(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.dtype.numpy.kind != "b")
    return [], from_kinds(draw, d, v, ("mean", "stddev"))


def shot(draw: Draw, v: Any, d: Definition) -> Any:
    unfit_unless(v.dtype.numpy.kind != "b")
    factors = st.sampled_from([0.0, 0.5, 20.0, -3.0])
    return [], {"factor": scalar_or_each(draw, v.batch_size, factors, "float32")}


def salt_and_pepper(draw: Draw, v: Any, d: Definition) -> Any:
    probabilities = st.sampled_from([0.0, 0.05, 0.5, 1.0])
    return [], {
        "prob": scalar_or_each(draw, v.batch_size, probabilities, "float32"),
        "per_channel": draw(st.booleans()),
        "salt_vs_pepper": draw(probabilities),
    }


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
    "noise.gaussian": gaussian, "noise.shot": shot, "noise.salt_and_pepper": salt_and_pepper,
    "crop": crop, "slice": slice_,
    "crop_mirror_normalize": crop_mirror_normalize, "random_resized_crop": random_resized_crop,
    "resize": resize, "resize_crop_mirror": resize, "tensor_resize": tensor_resize,
    **{name: filters for name, d in registry.items() if d.family == "filters"},
}  # fmt: skip
