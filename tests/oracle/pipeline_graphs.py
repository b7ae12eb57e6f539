"""Programs about what graphs are made of: constants, arithmetic, indexing, arguments, operators as
objects, Python functions, conditions."""

from __future__ import annotations

import operator

import numpy as np

from .pipeline_programs import each, each_refused, graph, program


def images(dali, size=3):
    arrays = [np.arange(60, dtype=np.uint8).reshape(4, 5, 3) + k for k in range(size)]
    return dali.fn.external_source(lambda: arrays, layout="HWC")


def rows(dali, dtype=np.int32, size=3):
    arrays = [np.array([1, 5, 7], dtype) + np.dtype(dtype).type(k) for k in range(size)]
    return dali.fn.external_source(lambda: arrays)


def count(dali, size=3):
    return dali.fn.external_source(lambda: [np.array(k, np.int32) for k in range(size)])


# ---- constants and arithmetic --------------------------------------------------------------------


@program
def constants(dali, data):
    types = dali.types
    kinds = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.float16, np.float32,
             np.bool_)  # fmt: skip
    arrays = [lambda t=t: types.Constant(np.array([1, 2], t)) for t in kinds]
    return each(
        dali, *arrays,
        lambda: types.Constant(3), lambda: types.Constant(2.5), lambda: types.Constant(True),
        lambda: types.Constant([1, 2, 3]), lambda: types.Constant([1.5, 2]),
        lambda: types.Constant((1, 2)), lambda: types.Constant(np.float32(3)),
        lambda: types.Constant(np.uint8(3)), lambda: types.Constant(3, dtype=types.UINT8),
        lambda: types.Constant(2.7, dtype=types.INT32),
        lambda: types.Constant([1, 2], dtype=types.FLOAT), lambda: types.Constant(3, shape=[2, 2]),
        lambda: types.Constant([1, 2, 3, 4], shape=(2, 2), layout="HW"),
        lambda: types.Constant([1, 2], layout="C"), lambda: types.Constant(5, device="cpu"),
        lambda: types.Constant(np.ones((2, 2), np.uint8), layout="HW", dtype=types.FLOAT16),
        lambda: dali.fn.constant(idata=[1, 2, 3], dtype=types.UINT8, layout="C", shape=[3]),
        lambda: dali.fn.constant(fdata=[1.5, 2], shape=[2, 1]),
        lambda: dali.fn.constant(idata=7, shape=[2, 2]), lambda: types.Constant("abc"),
        lambda: dali.fn.constant(idata=1, fdata=1.0), lambda: dali.fn.constant(),
        size=2,
    )  # fmt: skip


@program
def outputs_that_are_constants(dali, data):
    three = lambda: (dali.types.Constant(3).uint8(),)  # noqa: E731
    array = lambda: (np.arange(3, dtype=np.uint8), 3)  # noqa: E731
    return each(dali, lambda: (1, 2.5, True), lambda: np.float32(3), three, array)


@program
def numbers_beside_every_type(dali, data):
    types = dali.types
    operands = (
        lambda: 2, lambda: 2.5, lambda: True, lambda: types.Constant(2), lambda: np.float32(2),
        lambda: types.Constant(2).uint8(), lambda: types.Constant(2).int8(),
        lambda: types.Constant(2.5).float64(), lambda: types.Constant(2, dtype=types.INT64),
        lambda: types.Constant(1).bool(), lambda: types.Constant([1, 2, 3]),
    )  # fmt: skip
    kinds = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64,
             np.float32, np.float64)  # fmt: skip

    def function():
        made = []
        for kind in kinds:
            x = rows(dali, kind)
            made += [x + c() for c in operands] + [c() * x for c in operands if c() is not None]
        return tuple(made)

    return graph(dali, function)


@program(rtol=1e-6)
def arithmetic(dali, data):
    binary = (operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv,
              operator.mod, operator.pow, operator.lt, operator.le, operator.gt, operator.ge,
              operator.eq, operator.ne)  # fmt: skip
    bits = (operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift)

    def function():
        made = []
        for kind in (np.uint8, np.int16, np.int32, np.float32):
            x, y = rows(dali, kind), rows(dali)
            made += [op(a, b) for op in binary for a, b in ((x, x), (x, y), (3, x))] + [-x, +x]
        for kind in (np.uint8, np.int16, np.int32):
            x, y = rows(dali, kind), rows(dali)
            made += [op(a, b) for op in bits for a, b in ((x, x), (x, y), (3, x))] + [abs(x)]
        return tuple(made)

    return graph(dali, function)


@program(rtol=1e-6, atol=1e-6)
def mathematics(dali, data):
    math = dali.math
    unary = (math.sqrt, math.rsqrt, math.cbrt, math.exp, math.log, math.log2, math.log10, math.abs,
             math.fabs, math.floor, math.ceil, math.sin, math.cos, math.tan, math.atan, math.sinh,
             math.cosh, math.tanh, math.asinh, math.acosh)  # fmt: skip

    def function():
        made = []
        for kind in (np.int32, np.float32, np.float64, np.uint8):
            made += [f(rows(dali, kind)) for f in unary]
        part = rows(dali, np.float32) / 16
        made += [math.asin(part), math.acos(part), math.atanh(part)]
        x = rows(dali)
        for f in (math.pow, math.fpow, math.min, math.max, math.atan2):
            made += [f(x, 3), f(2.5, x), f(rows(dali, np.uint8), rows(dali, np.float32))]
        return (*made, math.clamp(x, 2, 6), math.clamp(x, 2.5, 6), math.clamp(x, x - 1, 6))

    return graph(dali, function)


@program
def broadcasting(dali, data):
    fn = dali.fn

    def function():
        x = images(dali)
        c = fn.external_source(
            lambda: [np.arange(3, dtype=np.float32) + k for k in range(3)], layout="C"
        )
        plane = fn.external_source(lambda: [np.ones((4, 5, 1), np.int16)] * 3)
        mask = (x > 5) & (x < 30)
        return (
            x + c, c - x, x * plane, x / np.array([1.0, 2.0, 4.0], np.float32), mask, mask * x,
            x + dali.types.Constant([1, 2, 3]), mask ^ True, mask | (x == 40),
        )  # fmt: skip

    return graph(dali, function)


@program
def wrong_arithmetic(dali, data):
    x = lambda: rows(dali)  # noqa: E731
    one = dali.types.Constant(1)
    return each(
        dali,
        lambda: one + 2, lambda: one + dali.types.Constant(2), lambda: x() + "a", lambda: x() @ x(),
        lambda: x() + x()[:2], lambda: rows(dali, np.float32) & 1, lambda: x() + 2**40,
        lambda: rows(dali, np.bool_) + rows(dali, np.bool_), lambda: x() + {}, lambda: len(x()),
        lambda: list(x()), lambda: 1 if x() else 2, lambda: not x(), lambda: x() and 1,
        lambda: 1 < x() < 3, lambda: int(x()), lambda: max(x(), 2),
    )  # fmt: skip


# ---- indexing, shapes, properties ----------------------------------------------------------------


@program
def indexing(dali, data):
    new = dali.newaxis

    def function():
        x, i = images(dali), count(dali)
        return (
            x[0], x[-1], x[1:3], x[:, 2], x[:, :, 0], x[1:, -2:, 1], x[0, 0, 0], x[10:20], x[3:1],
            x[-100:2], x[::2, ::-1], x[i], x[i:], x[: i + 1, 1], x[:: i + 1], x[np.int64(1)],
            x[new], x[:, new], x[new("N"), 0], x[:, :, new("X"), 1], x[new, new],
        )  # fmt: skip

    return graph(dali, function)


@program
def wrong_indexing(dali, data):
    x = lambda: images(dali)  # noqa: E731
    return each(
        dali,
        lambda: x()["a"], lambda: x()[[1]], lambda: x()[0.5], lambda: x()[0, 0, 0, 0],
        lambda: x()[7], lambda: x()[-5], lambda: x()[:, :, :, :], lambda: x()[::0],
        lambda: x()[count(dali) + 100], lambda: x()[dali.newaxis("CD")],
    )  # fmt: skip


@program
def shapes_and_properties(dali, data):
    fn, types = dali.fn, dali.types

    def function():
        x = fn.external_source(lambda: [np.zeros((4 + k, 5, 3), np.uint8) for k in range(3)],
                               layout="HWC")  # fmt: skip
        jpegs, _ = fn.readers.file(file_root=data.images)
        return (
            x.shape(), x.shape(dtype=types.INT32), x.shape(dtype=types.FLOAT), x.shape()[0],
            x.shape(device="cpu"), fn.shapes(x), fn.cast(x.shape()[:2], dtype=types.FLOAT) / 2,
            fn.get_property(x, key="layout"), x.property("layout"), x.source_info(),
            jpegs.source_info(), jpegs.property("source_info"), fn.peek_image_shape(jpegs),
        )  # fmt: skip

    return graph(dali, function), each(dali, lambda: images(dali).property("nothing"))


# ---- operators -----------------------------------------------------------------------------------


@program
def arguments_for_each_sample(dali, data):
    fn, types = dali.fn, dali.types

    def function():
        x, k, kf = images(dali), count(dali), fn.cast(count(dali), dtype=types.FLOAT)
        pair = fn.external_source(lambda: [np.array([i + 1.0, 2.0], np.float32) for i in range(3)])
        near = {"interp_type": types.INTERP_NN}
        return (
            fn.flip(x, horizontal=k % 2, vertical=k // 2), fn.crop(x, crop=pair),
            fn.crop(x, crop=(2, 2), crop_pos_x=kf / 2), fn.brightness(x, brightness=kf),
            fn.crop_mirror_normalize(x, mirror=1 - k % 2), fn.full(k, shape=[2]),
            fn.resize(x, size=pair * 2, **near), fn.resize(x, resize_x=kf + 2, **near),
            fn.zeros(shape=fn.cast(pair, dtype=types.INT32)), fn.slice(x, k, k * 0 + 1, axes=[0]),
            fn.slice(x, start=fn.stack(k, k), end=[4, 4], axes=[0, 1]),
            fn.one_hot(k, num_classes=3),
            fn.erase(x, anchor=pair - 1, shape=pair), fn.permute_batch(x, indices=(k + 1) % 3),
            fn.transforms.scale(scale=pair), fn.random.coin_flip(probability=kf * 0 + 1),
            fn.flip(x, horizontal=np.int32(0), vertical=np.array(1)),
            fn.reshape(rows(dali), shape=types.Constant([3, 1])),
            fn.flip(x, horizontal=types.Constant(0)),
        )  # fmt: skip

    return graph(dali, function)


@program
def inputs_that_are_no_nodes(dali, data):
    fn, types = dali.fn, dali.types
    a = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
    return each(
        dali,
        lambda: fn.flip(a), lambda: fn.cast(3, dtype=types.FLOAT), lambda: fn.cat(a, a, axis=0),
        lambda: fn.cast([1, 2], dtype=types.FLOAT), lambda: fn.one_hot(2, num_classes=4),
        lambda: fn.cast(np.float32(3), dtype=types.INT32), lambda: fn.slice(a, 0, 1, axes=[0]),
        lambda: fn.transpose(a, perm=[2, 0, 1]), lambda: fn.reductions.mean(a, axes=[0, 1]),
        lambda: fn.zeros(shape=3), lambda: fn.zeros(shape=[]), lambda: fn.ones_like(a),
        lambda: fn.reshape(a, shape=np.array([4, 3])), lambda: fn.stack(a, a, axis_name="F"),
        lambda: fn.lookup_table(a, keys=[1, 2], values=[5.0, 6.0]),
        lambda: fn.expand_dims(a, axes=0), lambda: fn.reinterpret(a, layout="XYZ"),
        lambda: fn.pad(a, fill_value=3, shape=[3, 3, 3]), lambda: fn.cast("a", dtype=types.INT32),
        lambda: fn.coord_flip(np.array([[0.1, 0.2]], np.float32)),
    )  # fmt: skip


@program
def several_sets_of_inputs(dali, data):
    fn, ops = dali.fn, dali.ops

    def function():
        a, b = images(dali), images(dali) + dali.types.Constant(1).uint8()
        both = [a, b]
        sizes = fn.resize(both, size=[2, 2], interp_type=dali.types.INTERP_NN, save_attrs=True)
        return (
            *fn.flip(both), *ops.Flip(vertical=1)(both), *fn.cat(both, [b, a], axis=1),
            *fn.cat(both, a, axis=1), *sizes[0], *sizes[1], fn.stack(*both),
        )  # fmt: skip

    def uneven():
        return tuple(dali.fn.cat([images(dali)] * 2, [images(dali)], axis=1))

    return graph(dali, function), each_refused(dali, uneven)


@program
def operators_as_objects(dali, data):
    fn, ops, types = dali.fn, dali.ops, dali.types

    def function():
        a = images(dali)
        crop = ops.Crop(device="cpu", crop=(2, 2))
        flipped = ops.Compose([ops.Flip(horizontal=1), ops.Cast(dtype=types.FLOAT)])(a)
        two = ops.PythonFunction(function=lambda x: (x + 1, x), num_outputs=2)(a)
        normalize = ops.CropMirrorNormalize(dtype=types.FLOAT, mean=[1.0, 2.0, 3.0], mirror=1)
        boxes = fn.full(np.array([[0.1, 0.2, 0.3, 0.4]], np.float32), shape=[1, 4])
        return (
            crop(a), crop(a, crop_pos_x=fn.full(0.0, shape=[])), flipped, normalize(a), *two,
            ops.PythonFunction(lambda x: x + 1)(a), ops.Constant(idata=[1, 2])(),
            ops.random.CoinFlip(probability=1.0)(), ops.CoinFlip(probability=1.0)(),
            ops.ExternalSource(lambda: [np.zeros(1)] * 3)(), ops.reductions.Mean(axes=[0, 1])(a),
            ops.Stack(axis=0)(a, a), ops.Cat(axis=1)(a, a), ops.Reshape(shape=[-1])(a),
            ops.Reinterpret(dtype=types.INT8)(a), ops.Shapes()(a), ops.Pad(fill_value=0)(a),
            ops.OneHot(num_classes=3)(fn.full(1, shape=[])), ops.BbFlip(ltrb=True)(boxes),
            ops.Resize(size=[2, 2], interp_type=types.INTERP_NN)(a), fn.copy(a),
        )  # fmt: skip

    wrong = (lambda: ops.Flip(foo=1)(images(dali)), lambda: ops.Flip()("a"))
    return graph(dali, function), each_refused(dali, *wrong)


@program
def helpers_and_closures(dali, data):
    fn = dali.fn

    def augment(x, *steps):
        for step in steps:
            x = step(x)
        return x

    def function():
        x = images(dali)
        made = augment(x, fn.flip, lambda y: fn.cast(y, dtype=dali.types.FLOAT), lambda y: y * 2)
        return made, *[x + k for k in range(3)], x, x

    return graph(dali, function)


@program
def sequences(dali, data):
    fn, types = dali.fn, dali.types

    def function():
        x = fn.external_source(
            lambda: [np.arange(72, dtype=np.uint8).reshape(4, 2, 3, 3) + k for k in range(3)],
            layout="FHWC",
        )
        turns = fn.per_frame(np.array([0.0, 1, 0, 1], np.float32))
        return (
            fn.flip(x), fn.crop(x, crop=(2, 2)), fn.sequence_rearrange(x, new_order=[3, 2, 1, 0]),
            *fn.element_extract(x, element_map=[0, 2]), x[1:3], fn.transpose(x, perm=[3, 0, 1, 2]),
            fn.resize(x, size=[4, 4], interp_type=types.INTERP_NN),
            fn.brightness(x, brightness=turns),
            fn.crop_mirror_normalize(x, dtype=types.FLOAT, output_layout="FCHW"),
            fn.reductions.max(x, axis_names="F"),
        )  # fmt: skip

    return graph(dali, function)


@program(atol=3)
def augmentations(dali, data):
    """With fixed numbers; the families of operators have tests of their own beside this one."""
    fn, types = dali.fn, dali.types

    def function():
        x = fn.decoders.image(fn.readers.file(file_root=data.pngs)[0])
        shift = fn.transforms.translation(offset=[2.0, 1.0])
        return (
            fn.rotate(x, angle=30.0, fill_value=0), fn.gaussian_blur(x, window_size=5),
            fn.warp_affine(x, matrix=[1.0, 0.1, 0, 0, 1.0, 2.0], fill_value=0),
            fn.warp_affine(x, matrix=shift, size=(10, 10), interp_type=types.INTERP_NN),
            fn.color_twist(x, brightness=1.2, contrast=0.8, hue=10.0, saturation=1.4),
            fn.color_space_conversion(x, image_type=types.RGB, output_type=types.GRAY),
            fn.erase(x, anchor=[2, 3], shape=[5, 6], fill_value=7), fn.resize(x, resize_longer=12),
            fn.paste(x, ratio=2, fill_value=(1, 2, 3), paste_x=0.1, paste_y=0.9), fn.equalize(x),
            fn.slice(x, [0.2, 0.1], [0.5, 0.5], axis_names="WH"), fn.cast(x, dtype=types.FLOAT16),
            fn.slice(x, rel_start=[0.1, 0.2], rel_end=[0.9, 0.8], axis_names="HW"),
            fn.pad(x, axis_names="HW", shape=[40, 40], fill_value=9), fn.normalize(x, axes=[0, 1]),
            fn.resize_crop_mirror(x, resize_shorter=16, crop=(8, 8), mirror=1),
            fn.cast(x, dtype=types.FLOAT) / 255.0, fn.transpose(x, perm=[2, 0, 1]),
        )  # fmt: skip

    return graph(dali, function, runs=2)
