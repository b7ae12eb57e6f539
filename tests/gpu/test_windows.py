"""Windows on the GPU: arrangements that the operators' own cases leave out."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

from .on_gpu import assert_alike, counted, spent

POLICIES = ["pad", "trim_to_shape", "edge", "reflect_1001", "reflect_101", "wrap"]


def arrays(shapes, dtype="uint8", layout="HWC"):
    rng = np.random.default_rng(5)
    kind = np.dtype(dtype).kind
    made = [
        rng.integers(0, 250, s).astype(dtype)
        if kind in "iu"
        else (rng.random(s) * 600 - 200).astype(dtype)
        for s in shapes
    ]
    return ndd.batch(made, layout=layout)


IMAGES = [(37, 53, 3), (20, 41, 3), (64, 17, 3)]
DEEP = [(9, 35, 5), (12, 20, 5)]
RAGGED = [(9, 35, 3), (12, 20, 1), (7, 9, 4)]


def check(function, x, *more, launches=1, exact=True, **args):
    """The same on both sides, in so many launches."""
    want = function(x, *more, **args)
    on_gpu = [v.gpu() for v in (x, *more)]
    for v in on_gpu:
        v.evaluate()
    before = counted()
    with ndd.EvalMode.deferred:  # nothing runs before the whole chain is there
        got = function(*on_gpu, **args)
    got.evaluate()
    assert spent(before)["launches"] == launches
    assert_alike(got, want, exact)


NORMAL = {"mean": [100.0, 110.5, 120.0], "std": [50.0, 51.0, 52.5]}
OUTSIDE = {"crop": [45, 48], "out_of_bounds_policy": "pad", "fill_values": [1.0, -2.0, 3.5]}


class TestCropMirrorNormalize:
    @pytest.mark.parametrize("dtype", ["float32", "float16", "uint8"])
    @pytest.mark.parametrize("layout", ["CHW", "HWC"])
    def test_images(self, dtype, layout):
        mirror = ndd.batch([0, 1, 1])
        args = {"mirror": mirror, "dtype": dtype, "output_layout": layout, **NORMAL}
        check(ndd.crop_mirror_normalize, arrays(IMAGES), crop=[19, 15], **args)
        check(ndd.crop_mirror_normalize, arrays(IMAGES), **args, **OUTSIDE)

    @pytest.mark.parametrize("pixels", [1, 2, 4])
    def test_channels(self, pixels):
        x = arrays([(21, 37, pixels), (8, 40, pixels)])
        check(ndd.crop_mirror_normalize, x, mirror=1, mean=3.0, std=2.0, crop=[8, 33])

    def test_added_channels(self):
        args = {**NORMAL, "pad_output": True, "fill_values": [1.0, 2.0, 3.0, 4.0]}
        for layout in ("CHW", "HWC"):
            check(ndd.crop_mirror_normalize, arrays(IMAGES), output_layout=layout, **args)

    @pytest.mark.parametrize("dtype", ["int16", "float64", "float16", "uint64"])
    def test_types(self, dtype):
        x = arrays(IMAGES, dtype)
        check(ndd.crop_mirror_normalize, x, dtype="bfloat16", mirror=1, **NORMAL)
        check(ndd.crop_mirror_normalize, x, dtype="int64", **NORMAL, **OUTSIDE)

    def test_planes(self):
        x = arrays([(3, 21, 37), (3, 9, 64)], layout="CHW")
        check(ndd.crop_mirror_normalize, x, mirror=1, **NORMAL)
        check(ndd.crop_mirror_normalize, x, output_layout="HWC", **NORMAL, **OUTSIDE)

    @pytest.mark.parametrize("shapes", [DEEP, RAGGED], ids=["deep", "ragged"])
    @pytest.mark.parametrize("layout", ["CHW", "HWC"])
    def test_any_number_of_channels(self, shapes, layout):
        args = {"mirror": 1, "mean": 7.0, "pad_output": True, "output_layout": layout}
        check(ndd.crop_mirror_normalize, arrays(shapes), **args)
        args |= {"crop": [10, 12], "out_of_bounds_policy": "pad", "fill_values": 9.0}
        check(ndd.crop_mirror_normalize, arrays(shapes), **args)

    @pytest.mark.parametrize(
        ("layout", "output"),
        [("FHWC", "CHW"), ("DHWC", "CHW"), ("CFDHW", "FDHWC"), ("FDHWC", "CFDHW"), ("HW", "CHW")],
    )
    def test_layouts(self, layout, output):
        sizes = {"F": 2, "D": 3, "H": 9, "W": 21, "C": 3}
        x = arrays([tuple(sizes[c] for c in layout)] * 2, layout=layout)
        args = NORMAL if "C" in layout else {"mean": 2.0}
        check(ndd.crop_mirror_normalize, x, mirror=1, output_layout=output, crop=[5, 18], **args)


class TestCrop:
    @pytest.mark.parametrize("policy", POLICIES)
    @pytest.mark.parametrize("shapes", [IMAGES, DEEP, RAGGED], ids=["images", "deep", "ragged"])
    def test_policies(self, policy, shapes):
        for size in ([90, 170], [5, 90], [70, 6]):
            check(ndd.crop, arrays(shapes), crop=size, crop_pos_x=0.3, out_of_bounds_policy=policy)

    @pytest.mark.parametrize(
        ("source", "target"),
        [("float32", "uint8"), ("float64", "float16"), ("float16", "int32"), ("int32", "bool"),
         ("int64", "uint16"), ("uint8", "bfloat16")],
    )  # fmt: skip
    def test_types(self, source, target):
        check(ndd.crop, arrays(IMAGES, source), crop=[17, 16], dtype=target)

    def test_fill_by_channel(self):
        args = {"crop": [40, 90], "out_of_bounds_policy": "pad", "fill_values": [1.0, 2.0, 3.0]}
        check(ndd.crop, arrays(IMAGES), **args)
        check(ndd.crop, arrays([(3, 20, 31)] * 2, layout="CHW"), **args)
        check(ndd.crop, arrays([(3, 2, 2, 9, 14)], layout="CFDHW"), **args)
        args["fill_values"] = [1.0, 2.0, 3.0, 4.0, 5.0]
        check(ndd.crop, arrays(DEEP), **args)

    def test_not_a_number(self):
        x = ndd.batch([np.float32([[[np.nan], [np.inf], [-np.inf], [1e30]]])], layout="HWC")
        check(ndd.crop, x, dtype="uint8")
        check(ndd.crop, x, dtype="float16")

    def test_chains(self):
        """Windows, mirrors and the last step in one launch."""

        def chain(x):
            x = ndd.crop(x, crop=[18, 15], crop_pos_x=0.1)
            x = ndd.flip(x, horizontal=ndd.batch([1, 0, 1]), vertical=1)
            return ndd.crop_mirror_normalize(
                x, crop=[20, 13], out_of_bounds_policy="pad", dtype="float16", mirror=1
            )

        check(chain, arrays(IMAGES))

    def test_around_a_resize(self):
        def chain(x):
            x = ndd.resize(ndd.crop(x, crop=[19, 17], crop_pos_x=0.3), size=[24, 20])
            mirror = ndd.batch([1, 0, 1])
            return ndd.crop_mirror_normalize(x, crop=[16, 15], mirror=mirror, **NORMAL)

        check(chain, arrays(IMAGES), exact=False)

    def test_chain_of_deep_images(self):
        def chain(x):
            return ndd.flip(ndd.crop(x, crop=[12, 30], out_of_bounds_policy="reflect_101"))

        check(chain, arrays(DEEP))
        check(chain, arrays(RAGGED))


class TestInside:
    """Windows that lie inside are copied by rows, in pieces of 16 bytes."""

    @pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32", "float64"])
    def test_rows_begin_and_end_anywhere(self, dtype):
        rng = np.random.default_rng(8)
        for _ in range(25):
            channels = int(rng.integers(1, 5))
            sizes = rng.integers(5, 70, (int(rng.integers(1, 5)), 2))
            x = arrays([(*map(int, size), channels) for size in sizes], dtype)
            h, w = (int(rng.integers(1, n + 1)) for n in sizes.min(axis=0))
            top, left = rng.random(2)
            check(ndd.crop, x, crop=(h, w), crop_pos_x=left, crop_pos_y=top)

    def test_whole_rows_are_one(self):
        check(ndd.crop, arrays(IMAGES), crop=(11, 17))
        check(ndd.slice, arrays(IMAGES), rel_start=[0.25], rel_shape=[0.5], axes=[0])

    def test_frames(self):
        x = arrays([(3, 20, 31, 3), (2, 18, 40, 3)], layout="FHWC")
        check(ndd.crop, x, crop=(9, 25), crop_pos_x=0.3)


class TestSlice:
    @pytest.mark.parametrize("policy", POLICIES)
    def test_far_away(self, policy):
        args = {"axes": [0, 1], "shape": [7, 30], "out_of_bounds_policy": policy}
        for start in ([-(2**40), 5], [3, 2**40 + 1]):
            check(
                ndd.slice, arrays(IMAGES), start=start, launches=policy != "trim_to_shape", **args
            )

    @pytest.mark.parametrize("policy", ["pad", "reflect_1001"])
    def test_all_axes(self, policy):
        x = arrays([(5, 4, 3, 2, 6), (2, 3, 4, 5, 9)], "int16", layout=None)
        args = {"start": [-1] * 5, "shape": [4, 6, 5, 7, 12], "out_of_bounds_policy": policy}
        check(ndd.slice, x, axes=[0, 1, 2, 3, 4], **args)

    def test_channels(self):
        check(ndd.slice, arrays(IMAGES), start=[1, 2], end=[9, 3], axes=[0, 2])

    def test_frames(self):
        x = arrays([(4, 9, 20, 3), (6, 12, 11, 3)], layout="FHWC")
        check(ndd.slice, x, start=[2, 3], shape=[7, 5])
        check(ndd.slice, x, start=[1], shape=[3], axes=[0])


class TestSubscript:
    @pytest.mark.parametrize("dtype", ["uint8", "float16", "int32", "float64"])
    def test_steps(self, dtype):
        x = arrays(IMAGES, dtype)
        check(lambda v: v.slice[::2, ::-1], x)
        check(lambda v: v.slice[3:15, :, 1], x)
        check(lambda v: v.slice[2, 10:2:-3, ::-1], x)

    def test_many_axes(self):
        x = arrays([(3, 4, 3, 4, 3, 4, 3)], layout=None)
        check(lambda v: v.slice[::-1, ::2, 1:, ::3, ::-2, 1:3, ::2], x)


class TestPad:
    @pytest.mark.parametrize("dtype", ["uint8", "float32", "float16", "int64"])
    def test_to_the_largest(self, dtype):
        check(ndd.pad, arrays(IMAGES, dtype), fill_value=3)
        check(ndd.pad, arrays(RAGGED, dtype), fill_value=-1, axes=[2, 1], align=[4, 16])

    def test_many_axes(self):
        x = arrays([(3, 2, 5, 2, 4), (1, 4, 2, 3, 2)], layout=None)
        check(ndd.pad, x, axes=[0, 2, 4], fill_value=7)


class TestPaste:
    def test_channels(self):
        check(ndd.paste, arrays(DEEP), ratio=1.6, fill_value=[1, 2, 3, 4, 5], paste_x=0.2)
        check(ndd.paste, arrays(DEEP, "float32"), ratio=1.6, fill_value=9)
        check(ndd.paste, arrays(IMAGES, "float16"), ratio=2, fill_value=[1, 2, 3])


class TestErase:
    def test_many_regions(self):
        rng = np.random.default_rng(3)
        args = {
            "anchor": rng.random(200).astype(np.float32),
            "shape": rng.random(200).astype(np.float32) * 0.1,
            "normalized": True,
        }
        check(ndd.erase, arrays(IMAGES), fill_value=[200, 201, 202], **args)
        check(ndd.erase, arrays(DEEP), fill_value=[1, 2, 3, 4, 5], **args)
        check(ndd.erase, arrays(RAGGED, "float32"), fill_value=0.5, **args)

    @pytest.mark.parametrize("shape", [(3, 20, 31), (5, 20, 31)])
    def test_planes(self, shape):
        x = arrays([shape] * 2, "int32", "CHW")
        args = {"anchor": [3, 4], "shape": [9, 20]}
        check(ndd.erase, x, fill_value=4, **args)
        check(ndd.erase, x, fill_value=list(range(shape[0])), **args)

    def test_channels(self):
        for shapes in (IMAGES, DEEP):
            args = {"axes": [1, 2], "anchor": [3, 1], "shape": [9, 1], "fill_value": 9}
            check(ndd.erase, arrays(shapes), **args)

    def test_many_axes(self):
        x = arrays([(3, 4, 5, 6, 3)], layout="FDHWC")
        args = {"anchor": [1, 1, 2, 3], "shape": [1, 2, 2, 2], "axis_names": "FDHW"}
        check(ndd.erase, x, fill_value=[1, 2, 3], **args)


def test_grid_mask():
    args = {"tile": 7, "angle": 0.4, "shift_x": 2.5}
    check(ndd.grid_mask, arrays(IMAGES), **args)
    check(ndd.grid_mask, arrays(DEEP, "float32"), **args)
    check(ndd.grid_mask, arrays(RAGGED), **args)
    check(ndd.grid_mask, arrays([(5, 20, 31)] * 2, layout="CHW"), **args)


class TestMultiPaste:
    @pytest.mark.parametrize("dtype", ["uint8", "float32", "int16"])
    def test_many_regions(self, dtype):
        rng = np.random.default_rng(4)
        x = arrays([(30, 40, 3)] * 4, "float32" if dtype == "int16" else "uint8")
        count = 40
        shapes = rng.integers(0, 20, (count, 2))
        args = {
            "in_ids": rng.integers(0, 4, count),
            "in_anchors": rng.integers(0, 10, (count, 2)),
            "shapes": shapes,
            "out_anchors": rng.integers(0, 60 - shapes),
            "output_size": [60, 61],
            "dtype": dtype,
        }
        check(ndd.multi_paste, x, **args)

    def test_inputs(self):
        x, y = arrays([(30, 41, 5)] * 2), arrays([(8, 9, 5)] * 2)
        check(ndd.multi_paste, x, y, out_anchors=[[3, 4], [20, 31]], output_size=[40, 60])
        check(ndd.multi_paste, y, x, output_size=[30, 41])
