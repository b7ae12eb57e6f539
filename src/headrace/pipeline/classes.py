"""ops.*: operators as objects, made with constant arguments and called with nodes."""

from __future__ import annotations

import copy
import inspect
from typing import Any

import numpy as np

from .functions import Function, functions

_ACRONYMS = {"bbox": "BBox", "dl": "DL", "roi": "ROI"}


def class_name(name: str, function: Function) -> str:
    """The name of the class for a function: "crop_mirror" → "CropMirror", unless the definition has
    another spelling."""
    *path, last = name.split(".")
    spelled = getattr(function, "class_name", "")
    words = [_ACRONYMS.get(w, w[:1].upper() + w[1:]) for w in last.split("_")]
    return ".".join([*path, spelled or "".join(words)])


class Operator:
    """An operator with its arguments. Calling it adds a step to the graph that is being made.

    Arguments of the call are added to those of the constructor.
    """

    _function: Function
    _name: str

    def __init__(self, **kwargs: Any) -> None:
        self._arguments = {
            k: copy.deepcopy(v) if isinstance(v, (list, tuple, np.ndarray)) else v
            for k, v in kwargs.items()
            if v is not None
        }

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        """The step's outputs."""
        return type(self)._function(*inputs, **{**self._arguments, **kwargs})

    @property
    def device(self) -> str:
        """The device it was asked to run on."""
        return str(self._arguments.get("device", "cpu"))

    def __repr__(self) -> str:
        given = ", ".join(f"{k}={v!r}" for k, v in self._arguments.items())
        return f"ops.{self._name}({given})"


class ExternalSource(Operator):
    """fn.external_source as an object; `feed_input` finds it by its name."""

    def __init__(self, source: Any = None, num_outputs: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._positional = (source, num_outputs)

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        """The step's outputs."""
        source, outputs = self._positional
        given = {"source": source, "num_outputs": outputs, **self._arguments, **kwargs}
        return type(self)._function(**given)


class PythonFunction(Operator):
    """fn.python_function as an object."""

    def __init__(self, function: Any, num_outputs: int = 1, **kwargs: Any) -> None:
        super().__init__(function=function, num_outputs=num_outputs, **kwargs)


class Compose:
    """Several operators, or functions of nodes, one after the other.

    >>> from headrace import fn, ops, pipeline_def
    >>> more = ops.Compose([lambda x: x + 0.5, ops.Cast(dtype="int32")])
    >>> @pipeline_def(batch_size=2)
    ... def graph():
    ...     return more(fn.full(2.75, shape=[1]))
    >>> graph().run()[0].at(0)
    array([3], dtype=int32)
    """

    def __init__(self, op_list: Any) -> None:
        self._operators = list(op_list)

    def __call__(self, *inputs: Any) -> Any:
        """The last one's outputs."""
        for op in self._operators:
            made = op(*inputs)
            inputs = tuple(made) if isinstance(made, (list, tuple)) else (made,)
        return inputs[0] if len(inputs) == 1 else list(inputs)


_SPECIAL = {
    "external_source": ExternalSource,
    "python_function": PythonFunction,
    "dl_tensor_python_function": PythonFunction,
}


def classes() -> dict[str, type]:
    """All members of `headrace.ops` by their names with dots."""
    found: dict[str, type] = {}
    for name, function in functions().items():
        base = _SPECIAL.get(name, Operator)
        full = class_name(name, function)
        found[full] = type(
            full.rsplit(".", 1)[-1],
            (base,),
            {
                "__doc__": inspect.getdoc(function),
                "__module__": "headrace.ops",
                "_function": staticmethod(function),
                "_name": full,
            },
        )
    return found
