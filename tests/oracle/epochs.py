"""One epoch of a reader through DALI and through Headrace, as plain data to be compared."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from headrace import Error

from .both import dali, ours

types = pytest.importorskip("nvidia.dali.types")


def read(ndd: Any, reader: str, batch_size: int = 3, **arguments: Any) -> list[dict[str, Any]]:
    """The samples of the first epoch without what fills its last batch up: one entry a sample,
    with a list over the outputs for each fact."""
    cls = ndd
    for part in reader.split("."):
        cls = getattr(cls, part)
    if ndd is dali and "dtypes" in arguments:  # by their names: dynamic mode's own are refused
        arguments["dtypes"] = [getattr(types, name.upper()) for name in arguments["dtypes"]]
    made = cls(**arguments)
    samples: list[dict[str, Any]] = []
    for batch in made.next_epoch(batch_size=batch_size):
        outputs = list(batch)
        sources = [ndd.get_property(o, key="source_info") for o in outputs]
        for i in range(len(outputs[0].tensors)):
            arrays = [np.array(o.tensors[i]) for o in outputs]
            samples.append(
                {
                    "dtypes": [a.dtype.name for a in arrays],
                    "shapes": [a.shape for a in arrays],
                    "layouts": [o.layout or None for o in outputs],
                    "values": [a.tobytes() for a in arrays],
                    "sources": [bytes(np.array(s.tensors[i])) for s in sources],
                }
            )
    return samples[: made.get_metadata()["epoch_size"]]


def same(reader: str, *, batch_size: int = 3, **arguments: Any) -> list[dict[str, Any]]:
    """Both read the same; returns it."""
    theirs = read(dali, reader, batch_size, **arguments)
    mine = read(ours, reader, batch_size, **arguments)
    assert len(mine) == len(theirs)
    for i, (a, b) in enumerate(zip(theirs, mine, strict=True)):
        for key in a:
            assert b[key] == a[key], f"{reader}: sample {i}: {key}"
    return mine


def both_refuse(reader: str, **arguments: Any) -> Exception:
    """Both fail, here or when the first batch is looked at; returns our error."""
    errors = []
    for ndd in (dali, ours):
        try:
            read(ndd, reader, **arguments)
        except Exception as e:
            errors.append(e)
        else:
            raise AssertionError(f"{reader} took {arguments} in {ndd.__name__}")
    assert isinstance(errors[1], Error)
    return errors[1]
