"""Pipeline outputs as JAX arrays: views, stacked, or parts of a global array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax.sharding import Mesh, NamedSharding, PartitionSpec, Sharding

from headrace.core.batch import Batch
from headrace.core.interop import as_tensor
from headrace.plugin.base_iterator import IteratorError


def array_of(batch: Batch) -> jax.Array:
    """A batch as a JAX array, without a copy where JAX can use the memory."""
    return jax.dlpack.from_dlpack(as_tensor(batch))


def stacked(arrays: Sequence[jax.Array]) -> jax.Array:
    """Arrays stacked along a new first axis, for `jax.pmap`: each stays on its device."""
    devices = [_device(array) for array in arrays]
    if len(arrays) > 1 and len(set(devices)) < len(devices):
        return jnp.stack(arrays)
    sharding = NamedSharding(Mesh(devices, ("device",)), PartitionSpec("device"))
    shape = (len(arrays), *arrays[0].shape)
    return jax.make_array_from_single_device_arrays(shape, sharding, [a[None] for a in arrays])


def assembled(arrays: Sequence[jax.Array], sharding: Sharding) -> jax.Array:
    """A global array whose parts, along the first axis, are these arrays.

    An array on a device of the sharding becomes that device's part; the others go to the devices in
    order. A part that several devices hold is copied to them.
    """
    size, *rest = arrays[0].shape
    parts = parts_of(sharding)
    shape = (size * parts.count, *rest)
    if len(parts.here) != len(arrays):
        raise IteratorError(
            f"the sharding has {len(parts.here)} parts of a batch in this process, for "
            f"{len(arrays)} pipelines: there has to be one pipeline for each part"
        )
    by_device = {_device(array): array for array in arrays}
    where = sharding.addressable_devices_indices_map(shape)
    if set(by_device) == set(where):
        return jax.make_array_from_single_device_arrays(
            shape, sharding, [by_device[device] for device in where]
        )
    pieces = []
    for device, index in where.items():
        first = index[0].indices(shape[0])[0] // size if index else 0
        array = arrays[parts.here.index(first)]
        whole = (slice(None), *index[1:])
        piece = array[whole] if len(index) > 1 else array
        pieces.append(jax.device_put(piece, device))
    return jax.make_array_from_single_device_arrays(shape, sharding, pieces)


class Parts:
    """How a sharding divides the first axis of arrays.

    count: number of parts over all processes.
    here: parts on devices of this process.
    devices: a device of this process for each of those.
    """

    def __init__(self, count: int, here: dict[int, Any]) -> None:
        self.count = count
        self.here = sorted(here)
        self.devices = [here[part] for part in self.here]


def parts_of(sharding: Sharding) -> Parts:
    """How a sharding divides the first axis."""
    devices = len(sharding.device_set)
    axes = max(1, len(getattr(sharding, "spec", ())))
    trial = (devices,) * axes  # divisible by any partition among the devices
    size = sharding.shard_shape(trial)[0]
    here: dict[int, Any] = {}
    for device, index in sharding.addressable_devices_indices_map(trial).items():
        here.setdefault(index[0].indices(devices)[0] // size, device)
    return Parts(devices // size, here)


def _device(array: jax.Array) -> Any:
    return next(iter(array.devices()))
