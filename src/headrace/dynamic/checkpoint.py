"""ndd.checkpoint: save and restore the states of readers and random generators."""

from ..engine.checkpoint import Checkpoint
from ..engine.context import EvalContext

__all__ = ["Checkpoint", "current"]


def current() -> Checkpoint:
    """The checkpoint of the current EvalContext.

    The checkpoint of a thread's default context lives as long as the thread: `clear()` it between
    runs.

    >>> import headrace.dynamic as ndd
    >>> ndd.checkpoint.current() is ndd.EvalContext.current().checkpoint
    True
    """
    return EvalContext.current().checkpoint
