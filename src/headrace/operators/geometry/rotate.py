"""rotate: rotates images about their centre, volumes about an axis."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...core import errors
from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Dyn, Input, InterpType, PerFrame, PerSample
from .sampling import LINEAR, NN, channels_last, interp, reference_sample, spatial
from .warp import affine_places


@operator(
    layouts=("HWC", "FHWC", "DHWC", "FDHWC", "CHW", "FCHW", "HW"),
    deprecated={"output_dtype": "dtype"},
    samples=[
        cases.Case(
            [cases.images()],
            {"angle": cases.PerSample([30.0, -75.0, 180.0], "float32"), "fill_value": 9.0},
            1.0,
        ),
        cases.Case([cases.images("float32")], {"angle": 10.0, "keep_size": True}, 1e-3),
        cases.Case(
            [cases.images()],
            {"angle": 40.0, "interp_type": "nn", "dtype": "float32", "size": [8, 5]},
        ),
        cases.Case(
            [cases.images("int16", "DHWC")],
            {"angle": 20.0, "axis": cases.PerSample([[1, 2, 3], [0, 0, 1], [1, 0, 0]], "float32")},
            1.0,
        ),
        cases.Case(
            [cases.images("uint8", "FHWC")],
            {
                "angle": cases.PerSample([[1.0, 1.5], [1.0, 1.2, 1.4], [1.5]], "float32", True),
                "keep_size": True,
            },
            1.0,
        ),
        cases.Case([cases.images("uint8", "FDHWC")], {"angle": 90.0, "axis": [0, 1, 0]}, 1.0),
    ],
)
def rotate(
    input: Input,
    /,
    *,
    angle: PerFrame[float],
    axis: PerFrame[list[float]] = None,
    dtype: DType = None,
    fill_value: float = None,
    interp_type: InterpType = LINEAR,
    keep_size: bool = False,
    size: PerSample[list[float]] = (),
):
    """Rotate images by `angle` degrees, counter-clockwise, about their centre.

    Volumes rotate about `axis`, a vector (x, y, z) of any length through their centre. The output
    is large enough for the rotated input, with one size for all frames of a sequence. Each side has
    the parity of the input side that contributes most to it.

    keep_size: the output has the size of the input.
    size: (depth,) height and width of the output; takes precedence over keep_size.
    fill_value: value outside of the input; by default the edge is repeated.
    interp_type: "linear" or "nn".

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[1], [2], [3]]], dtype=ndd.uint8, layout="HWC")
    >>> ndd.rotate(x, angle=90)[:, 0, 0].tolist()
    [3, 2, 1]
    """
    name, axes = spatial("rotate", input.layout)
    if axes["spatial"] == 3 and axis is None:
        raise errors.ArgumentError(
            "an angle alone does not say how a volume turns: give axis=, a vector (x, y, z)"
        )
    frames = input.layout[0] == "F"
    for argument, value in (("angle", angle), ("axis", axis)):
        if isinstance(value, Dyn) and value.per_frame and not frames:
            raise errors.ArgumentError(
                f"{argument} has a value for each frame, the input no frames"
            )
    return kernel(
        name,
        input,
        out=Out(dtype or input.dtype, input.ndim, input.layout),
        angle=_whole(angle),
        axis=_whole(axis) if axes["spatial"] == 3 else (),
        size=size,
        keep_size=keep_size,
        fill_value=fill_value,
        interp=interp(interp_type, (NN, LINEAR)),
        frames=frames,
        angles=isinstance(angle, Dyn) and angle.per_frame,
        axes=isinstance(axis, Dyn) and axis.per_frame,
        **axes,
    )


def _whole(value: Any) -> Any:
    """Values of all frames: the frames share one output size, which depends on all of them."""
    return Dyn(value.index, value.meta, False) if isinstance(value, Dyn) else value


def _turn(degrees: float, axis: Any) -> Any:
    """The rotation matrix from output to input coordinates."""
    angle = float(np.float32(math.radians(degrees)))
    c, s = math.cos(angle), math.sin(angle)
    if degrees % 90 == 0:
        c, s = round(c), round(s)
    if axis is None:
        return np.array([[c, -s], [s, c]])
    x, y, z = np.asarray(axis, np.float64) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return c * np.eye(3) - s * cross + (1 - c) * np.outer([x, y, z], [x, y, z])


def _canvas(turns: list[Any], sides: Any) -> list[int]:
    """Sides of the output, in the order x, y, z."""
    weights = [np.abs(t).T.astype(np.float32 if len(t) == 3 else np.float64) for t in turns]
    found = []
    for i in range(len(sides)):
        raw = max(math.ceil(float(w[i].astype(np.float64) @ sides) - 0.01) for w in weights)
        odd = sum(sides[i if w[i, i] >= w[i].max() else w[i].argmax()] % 2 for w in weights)
        found.append(raw + (raw % 2 != (2 * odd > len(turns))))
    return found


@reference(rotate)
def _rotate(x, *, layout, angle, axis, dtype, fill_value, interp_type, keep_size, size):
    n = 3 if "D" in layout else 2
    frames = x if layout[0] == "F" else x[None]
    inner = layout.removeprefix("F")
    angles = np.broadcast_to(np.asarray(angle, np.float64).ravel(), len(frames))
    axes = np.broadcast_to(axis, (len(frames), 3)) if n == 3 else [None] * len(frames)
    turns = [_turn(float(np.float32(a)), v) for a, v in zip(angles, axes, strict=True)]
    first = min(inner.index(letter) for letter in "DHW" if letter in inner)
    sides = np.array(frames.shape[1 + first : 1 + first + n])[::-1]  # x, y, z
    if len(size):
        target = list(np.floor(size).astype(int))[::-1]
    else:
        target = list(sides) if keep_size else _canvas(turns, sides)
    border = "replicate" if fill_value is None else "constant"
    done = []
    for frame, turn in zip(frames, turns, strict=True):
        planes, restore = channels_last(frame, inner)
        m = np.hstack([turn, (sides / 2 - turn @ (np.array(target) / 2))[:, None]])
        places = affine_places(m, tuple(target[::-1]))
        made = [
            reference_sample(p, places, interp_type, border, fill_value or 0.0, dtype)
            for p in planes
        ]
        done.append(restore(np.stack(made)))
    return np.stack(done) if layout[0] == "F" else done[0]
