"""Makes the native spec of a call from what its operator's body returned, for CPU or GPU."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from .. import _native
from ..core import errors
from ..core.device import Device
from ..core.dtype import DType
from ..core.meta import Meta
from .gpu import streams
from .gpu.transfer import Move
from .lowering import Entry, InputMeta, Lowered
from .params import Dyn

if TYPE_CHECKING:
    from .operator import Definition

_FRAME_ARGS = 1 << 63  # kFrameArgs in native/engine/kernel.h


def bind(
    d: Definition, low: Lowered, values: int, frame_inputs: int, where: Device | None
) -> Entry:
    """The cache entry of a structure: the native spec of its kernel, and where its operands go.

    values: number of values of a call.
    """
    names = _native.kernel_params(low.kernel)
    if names is None:
        raise errors.UnsupportedError(f"no native kernel {low.kernel!r}")
    if where is not None and low.facts:
        where = None  # facts about samples are known on the CPU, without their data
    elif where is not None and not _native.kernel_on_gpu(low.kernel):
        reason = f" ({d.cpu_only})" if d.cpu_only else ""
        raise errors.DeviceError(
            f"{d.name} does not run on the GPU{reason}: leave out device=, or call .cpu() on its "
            "inputs"
        )
    consts: dict[str, Any] = {}
    dyn: list[tuple[int, int, bool]] = []
    for name, value in low.params.items():
        if isinstance(value, Dyn):
            dyn.append((names.index(name), value.index, value.per_frame))
        elif isinstance(value, InputMeta):
            dyn.append((names.index(name), value.index, False))
        elif isinstance(value, DType):
            consts[name] = value.id
        else:
            consts[name] = value
    selected = tuple(x.index for x in low.inputs)
    mask = 0
    for position, index in enumerate(selected):
        if frame_inputs >> index & 1:
            mask |= 1 << position
    if not mask and d.sequences and any(per_frame for _, _, per_frame in dyn):
        mask = _FRAME_ARGS
    outs, metas = [], []
    for o in low.outs:
        ndim, lay = o.ndim, o.layout
        if mask:
            ndim += 1
            lay = "F" + lay if lay else None
        outs.append((o.dtype.id, ndim))
        single = Meta.get(o.dtype, ndim, lay, False, where or Device.CPU)
        metas.append((single, single.with_batch(True)))
    spec = _native.make_spec(
        low.kernel,
        d.name.lstrip("_"),
        consts,
        outs,
        mask,
        low.fill,
        callable=low.callable,
        varying=[(parameter, per_frame) for parameter, _, per_frame in dyn],
    )
    operands: tuple[int, ...] | None = (*selected, *[index for _, index, _ in dyn])
    if operands == tuple(range(values)):
        operands = None
    if where is None:
        return Entry(spec, operands, tuple(metas))
    choose = streams.decoding if _native.kernel_host_work(low.kernel) else streams.current
    stream = functools.partial(choose, where.device_id or 0)
    return Entry(spec, operands, tuple(metas), stream, _moves(low, where))


def _moves(low: Lowered, where: Device) -> tuple[tuple[int, Move], ...]:
    """Operands on the wrong device, by position.

    Data goes to the GPU; inputs that decide shapes and parameters stay on the host.
    """
    host = _native.kernel_host_inputs(low.kernel)
    moves: dict[int, Move] = {}
    for k, x in enumerate(low.inputs):
        if isinstance(x, Dyn):  # argument of a Python function
            continue
        to = Device.CPU if host >> k & 1 else where
        if x.device is not to:
            moves[x.index] = Move(x.dtype.id, x.ndim + x.frames, x.device, to)
    for v in (*low.params.values(), *(x for x in low.inputs if isinstance(x, Dyn))):
        if isinstance(v, Dyn) and v.meta.device is not Device.CPU:
            moves[v.index] = Move(v.meta.dtype.id, v.meta.ndim, v.meta.device, Device.CPU)
        elif isinstance(v, InputMeta) and v.device is not Device.CPU:
            moves[v.index] = Move(v.dtype.id, v.ndim + v.frames, v.device, Device.CPU)
    return tuple(moves.items())
