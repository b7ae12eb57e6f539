"""Arguments of a DataLoader, checked when it is made."""

from __future__ import annotations

import inspect
import operator as _operator
import sys
from collections.abc import Callable, Iterable
from typing import Any

from ...core import errors
from ...core.site import caller_site
from ...engine.arguments import present_names
from ...engine.random import RNG

NAME = "pytorch.DataLoader"

_NO_PROCESSES = "there are no worker processes: batches are made by threads of this one"
_ELSEWHERE = {
    "dataset": "give a reader, such as ndd.readers.File(...), as the first argument",
    "shuffle": "the reader shuffles: ndd.readers.File(..., random_shuffle=True)",
    "sampler": "the order is the reader's: random_shuffle, num_shards, shard_id",
    "batch_sampler": "the order is the reader's: random_shuffle, num_shards, shard_id",
    "collate_fn": "the reader makes batches; the transform gets whole batches and returns them",
    "in_order": "batches always come in the reader's order",
    "pin_memory_device": "pin_memory=True is for CUDA",
    "worker_init_fn": _NO_PROCESSES,
    "multiprocessing_context": _NO_PROCESSES,
    "persistent_workers": _NO_PROCESSES,
    "timeout": _NO_PROCESSES,
}


def wrong(text: str) -> errors.ArgumentError:
    """An error for an argument's value."""
    return errors.ArgumentError(text, operator=NAME, site=caller_site())


def wrong_type(text: str) -> errors.ArgumentTypeError:
    """An error for an argument's type."""
    return errors.ArgumentTypeError(text, operator=NAME, site=caller_site())


def refuse(unknown: Iterable[str], known: Iterable[str]) -> None:
    """Raises for unknown arguments; those of torch's DataLoader get an explanation."""
    for name in _ELSEWHERE.keys() & unknown:
        raise wrong_type(f"there is no argument {name!r}: {_ELSEWHERE[name]}")
    present_names(NAME, dict.fromkeys(unknown), known)


def read_count(name: str, value: Any, least: int) -> int:
    """An integer of at least `least`."""
    return errors.integer(name, value, least, operator=NAME)


def read_bool(name: str, value: Any) -> bool:
    """A bool; values that are merely truthy are refused."""
    if not isinstance(value, bool):
        raise wrong_type(f"{name} is True or False, got {errors.brief(value)}")
    return value


def read_rng(seed: Any, generator: Any) -> RNG | None:
    """The loader's generator; None: to be seeded by the thread's own when the loader starts."""
    if seed is not None and generator is not None:
        raise wrong("give a seed or a generator, not both")
    if seed is not None:
        try:
            return RNG(_operator.index(seed))
        except TypeError:
            raise wrong_type(f"seed is an integer, got {errors.brief(seed)}") from None
    if generator is None:
        return None
    if isinstance(generator, RNG):
        return generator.clone()
    torch = sys.modules["torch"]
    if isinstance(generator, torch.Generator):
        numbers = torch.empty((), dtype=torch.int64, device=generator.device)
        return RNG(int(numbers.random_(generator=generator)))
    raise wrong_type(
        "generator is a torch.Generator or an ndd.random.RNG, got " + errors.brief(generator)
    )


def check_transform(transform: Any, outputs: int | None) -> Callable[..., Any] | None:
    """A function that accepts `outputs` arguments (None: unknown)."""
    if transform is None:
        return None
    if not callable(transform):
        raise wrong_type(
            f"transform is a function of the reader's outputs, got {errors.brief(transform)}"
        )
    if outputs is not None:
        try:
            signature = inspect.signature(transform)
        except (TypeError, ValueError):  # a builtin without a signature
            return transform  # type: ignore[no-any-return]
        try:
            signature.bind(*[None] * outputs)
        except TypeError as e:
            raise wrong_type(
                f"the transform is called with {outputs} argument{'s' * (outputs != 1)}, the "
                f"outputs of the reader, and does not take them: {e}"
            ) from None
    return transform  # type: ignore[no-any-return]
