"""Deliveries: batches of a loop, read, transformed and made ready ahead of it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import nullcontext
from typing import Any, NamedTuple, Protocol

from ...core import errors
from ...engine import following
from ...engine.context import EvalContext
from ...engine.random import RNG
from .numbers import drawing_from
from .outputs import Outputs


class Batches(Protocol):
    """The batches of an epoch, as read."""

    def __next__(self) -> Any: ...

    def close(self) -> None:
        """Leave the epoch."""


class Delivery(NamedTuple):
    """A batch or an error, and the random state after it."""

    value: Any = None
    error: Exception | None = None
    numbers: tuple[int, int] = (0, 0)


def deliveries(
    batches: Batches,
    transform: Callable[..., Any] | None,
    outputs: Outputs,
    rng: RNG,
    context: EvalContext | None,
) -> Generator[Delivery, None, None]:
    """The batches until the end of the epoch. A batch that fails is skipped after its error."""
    try:
        while True:
            with context or nullcontext(), drawing_from(rng):
                made = _delivery(batches, transform, outputs)
            if made is None:
                return
            handed_over = [made._replace(numbers=following.mark(rng))]
            del made
            yield handed_over.pop()  # hold no reference while the loop uses it
    finally:
        batches.close()


def _delivery(
    batches: Batches, transform: Callable[..., Any] | None, outputs: Outputs
) -> Delivery | None:
    """The next batch; None at the end."""
    try:
        given = next(batches)
    except StopIteration:
        return None
    except Exception as e:
        return Delivery(error=_without_our_frame(e))
    try:
        return Delivery(outputs.prepare(_apply(transform, given)))
    except Exception as e:
        return Delivery(error=_without_our_frame(e))


def _apply(transform: Callable[..., Any] | None, given: Any) -> Any:
    """Applies the transform: a tuple becomes its arguments, anything else its only one."""
    if transform is None:
        return given
    try:
        return transform(*given) if isinstance(given, tuple) else transform(given)
    except StopIteration as e:  # would end the epoch
        raise errors.ExecutionError("the transform raised StopIteration") from e


def _without_our_frame(error: Exception) -> Exception:
    """The error without the frame that caught it, which would form a reference cycle."""
    return error.with_traceback(error.__traceback__ and error.__traceback__.tb_next)
