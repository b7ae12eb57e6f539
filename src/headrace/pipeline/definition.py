"""pipeline_def: a function becomes the definition of pipelines."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, overload

from ..core import errors
from ..core.site import caller_site
from ..engine.arguments import present_names
from .conditionals import convert
from .pipeline import Pipeline
from .settings import Settings

_ARGUMENTS = frozenset(inspect.signature(Settings.__init__).parameters) - {"self"}
_OPTIONS = frozenset({"enable_conditionals", "debug"})  # of pipeline_def itself


@overload
def pipeline_def(
    fn: Callable[..., Any],
    *,
    enable_conditionals: bool = False,
    debug: bool = False,
    **pipeline_kwargs: Any,
) -> Callable[..., Pipeline]: ...
@overload
def pipeline_def(
    fn: None = None,
    *,
    enable_conditionals: bool = False,
    debug: bool = False,
    **pipeline_kwargs: Any,
) -> Callable[[Callable[..., Any]], Callable[..., Pipeline]]: ...
def pipeline_def(
    fn: Callable[..., Any] | None = None,
    *,
    enable_conditionals: bool = False,
    debug: bool = False,
    **pipeline_kwargs: Any,
) -> Any:
    """A decorator: calling the function then makes a Pipeline, with the function's graph.

    These arguments and those of `Pipeline` may be given here or in the call, which wins; all other
    arguments of the call go to the function. It runs once for each pipeline, and returns the
    outputs: nodes, arrays or numbers, one or a tuple, a list or a dict of them.

    enable_conditionals: `if`, `and`, `or` and `not` on nodes decide for each sample.
    debug: False. In `headrace.dynamic` the same operators run at once.

    >>> from headrace import fn, pipeline_def
    >>> @pipeline_def(batch_size=3, seed=1)
    ... def numbers(low):
    ...     return fn.random.uniform(range=[low, low + 1])
    >>> pipe = numbers(5)
    >>> [out] = pipe.run()
    >>> len(out), bool(out.at(0) >= 5)
    (3, True)
    """
    if fn is None:
        options = {"enable_conditionals": enable_conditionals, "debug": debug}
        return functools.partial(pipeline_def, **options, **pipeline_kwargs)
    if not callable(fn):
        raise errors.ArgumentTypeError(
            f"pipeline_def decorates functions, got {errors.brief(fn)}; its own arguments are "
            "given by name",
            site=caller_site(),
        )
    present_names("pipeline_def", pipeline_kwargs, sorted(_ARGUMENTS))
    function = fn
    own = _parameters(function)

    @functools.wraps(function)
    def create(*args: Any, **kwargs: Any) -> Pipeline:
        mine = {k: v for k, v in kwargs.items() if k in _ARGUMENTS | _OPTIONS and k not in own}
        theirs = {k: v for k, v in kwargs.items() if k not in mine}
        conditional = mine.pop("enable_conditionals", enable_conditionals)
        if mine.pop("debug", debug):
            raise errors.ArgumentError(
                "debug=True, operators that run at once, is missing here: headrace.dynamic runs "
                "the same operators at once, and its values can be printed",
                site=caller_site(),
            )
        pipe = Pipeline(**{**pipeline_kwargs, **mine})
        body = convert(function) if conditional else function
        with pipe:
            made = body(*args, **theirs)
        pipe.set_outputs(*made if isinstance(made, tuple) else (made,))
        return pipe

    create._is_pipeline_def = True  # type: ignore[attr-defined]
    return create


def _parameters(function: Callable[..., Any]) -> frozenset[str]:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # a builtin that does not tell
        return frozenset()
    return frozenset(p.name for p in parameters if p.kind is not p.VAR_KEYWORD)
