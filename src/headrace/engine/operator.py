"""How an operator is defined, and what happens when it is called.

    @operator(layouts=("HWC", "CHW"), sequences=True)
    def flip(x: Input, /, *, horizontal: PerSample[int] = 1):
        '''Mirror samples along their axes.'''
        return kernel("flip", x, horizontal=horizontal, axes=...)

The signature is the schema: positional-only parameters are inputs, keyword-only ones arguments
(a `params.Group` stands for several, which other operators share).
The body defines the call: it gets the metadata of the inputs (InputMeta) and the arguments (Python
values, or Dyn if given per sample), and returns the native kernel, its parameters and the metadata
of the outputs. It runs once per structure: calls with equal metadata and constants share a Spec.
With `sequences=True` sequences (leading axis F) are split before the body sees them: bodies and
kernels handle single frames.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from ..core import errors
from ..core import layout as _layout
from ..core.batch import Batch
from ..core.device import Device
from ..core.device import device as to_device
from ..core.dtype import DType, float32, int32
from ..core.interop import as_tensor
from ..core.meta import Meta
from ..core.site import caller_site
from ..core.tensor import Tensor
from ..core.value import Value
from . import random as _random
from .arguments import Arguments
from .binding import bind
from .invoke import invoke
from .lowering import Entry, Immediate, InputMeta, Lowered, Out, kernel
from .params import Dyn, Group, Param, Rng
from .state import local
from .wrapper import make_alias, make_wrapper

__all__ = [
    "Definition",
    "Lowered",
    "Out",
    "deprecated_names",
    "kernel",
    "operator",
    "reference",
    "registry",
]

registry: dict[str, Definition] = {}
deprecated_names: dict[str, Callable[..., Any]] = {}

_NUMBERS = frozenset({int, float, bool})
_LOW, _HIGH = -(2**31), 2**31  # Python ints are int32 operands
_BATCH_SIZE = Param("batch_size", int, None, False)
_MOST_SAMPLES = 2**31 - 1  # kMostSamples in native/base/checked.h


class Definition(Arguments):
    """An operator: schema, body, and a cache of the structures seen so far."""

    aliases: tuple[str, ...] = ()
    graph_aliases: tuple[str, ...] = ()
    class_name = ""

    def __init__(
        self,
        name: str,
        body: Callable[..., Any],
        *,
        layouts: Sequence[str] | None = None,
        sequences: bool = False,
        random: bool = False,
        immediates: bool = False,
        deprecated: dict[str, str | None] | None = None,
        unused: Sequence[str] = (),
        family: str = "",
        cpu_only: str = "",
        samples: Any = (),
        needs_batch: bool = False,
        sized: Sequence[str] = (),
        free: Sequence[str] = (),
        convert: Callable[[Any], Value] | None = None,
        measure: Callable[[Meta, Any], int] | None = None,
        outputs: int | Callable[[int, dict[str, Any]], int] = 1,
    ) -> None:
        self.name, self.body, self.layouts = name, body, tuple(layouts) if layouts else None
        self.sequences, self.random, self.deprecated = sequences, random, deprecated or {}
        self.immediates, self.needs_batch = immediates, needs_batch
        self.unused = frozenset(unused)
        self.family = family or body.__module__.split(".")[-2]
        self.cpu_only, self.samples = cpu_only, samples
        self.convert = convert or as_tensor
        self.measure = measure or _size_of
        self._outputs = outputs
        self.doc = inspect.getdoc(body) or ""
        self.reference: Callable[..., Any] | None = None
        self.cache: dict[Any, Entry] = {}
        self.inputs, self.optional_inputs, self.variadic = [], [], False
        self.params: list[Param] = []
        self.groups: dict[str, tuple[type[Group], list[str]]] = {}
        for p in inspect.signature(body, eval_str=True).parameters.values():
            if p.kind is p.VAR_POSITIONAL:
                self.variadic = True
                self.inputs.append(p.name)
            elif p.kind is p.KEYWORD_ONLY:
                if p.annotation is Rng:
                    continue
                if Group in getattr(p.annotation, "__mro__", ()):
                    found = p.annotation.params()
                    self.groups[p.name] = (p.annotation, [member.name for member in found])
                    self.params += found
                    continue
                required = p.default is p.empty
                default = None if required else p.default
                self.params.append(Param(p.name, p.annotation, default, required))
            else:
                (self.inputs if p.default is p.empty else self.optional_inputs).append(p.name)
        if self.groups:
            self.params.sort(key=lambda p: (not p.required, p.name))
        self.sized_inputs = tuple(i in sized for i in [*self.inputs, *self.optional_inputs])
        self.any_sized_input = any(self.sized_inputs)
        names = [*self.inputs, *self.optional_inputs]
        self.free_inputs = frozenset(names.index(name) for name in free)
        for param in self.params:
            param.sized = param.name in sized

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The public function."""
        return make_wrapper(self)

    # ---- the hot path -------------------------------------------------------------------------

    def call(
        self,
        inputs: tuple[Any, ...],
        args: tuple[Any, ...],
        batch_size: int | None,
        device: Any,
        rng: Any,
        site: int | None = None,
    ) -> Any:
        """One call: bind values to the cached structure, or lower a new one."""
        key: list[Any] = []
        values: list[Any] = []
        immediates: tuple[int | float, ...] = ()
        dtype: DType | None
        n = -1  # no batch seen yet
        for x in inputs:
            t = type(x)
            if t is Batch:
                size = x._v.n
                n = size if n < 0 else _same_size(self, n, size)
            elif t is not Tensor:
                if self.immediates:
                    if t is float:
                        dtype = float32
                    elif t is int and _LOW <= x < _HIGH:
                        dtype = int32
                    else:
                        dtype, x = self.operand(x, len(key), inputs)
                    if dtype is not None:
                        key.append(dtype)
                        immediates += (x,)
                        continue
                elif x is None:
                    key.append(None)
                    continue
                else:
                    x = self.as_value(x, len(key))
                if type(x) is Batch:
                    n = _same_size(self, n, x._v.n)
            key.append(x._m)
            values.append(x._v)
        if self.any_sized_input:
            self._add_sizes(key, values)
        for p, a in zip(self.params, args):
            if a is None:
                key.append(None)
                continue
            t = type(a)
            if t in p.plain:  # not converted here: _lower does, once per structure
                key.append(a)
                continue
            if p.listed and (t is list or t is tuple) and (not a or type(a[0]) in _NUMBERS):
                key.append(tuple(a))
                continue
            if t is Batch or t is Tensor or p.per_sample:
                a = self.dynamic(p, a)
                if isinstance(a, Value):
                    if type(a) is Batch:
                        n = _same_size(self, n, a._v.n)
                    key.append((a._m, _size_of(a._m, a._v)) if p.sized else a._m)
                    values.append(a._v)
                    continue
            else:
                a = self.constant(p, a)
            key.append(a)
        if batch_size is not None:
            if n < 0:
                n = _check_batch_size(self, batch_size)
        elif n < 0 and self.needs_batch:
            raise errors.ArgumentError(
                "needs batch_size=, or an input that is a Batch",
                operator=self.name,
                site=caller_site(),
            )
        if device is not None:
            key.append(to_device(device))
        structure = tuple(key)
        if site is None:
            site = caller_site(1)
        try:
            entry = self.cache.get(structure)
        except TypeError:  # unhashable element in a list
            self._reject_lists(args)
            raise
        if entry is None:
            if immediates and not values:
                inputs = (self.tensor_of(inputs[0]), *inputs[1:])
                return self.call(inputs, args, batch_size, device, rng, site)
            entry = self.lower(structure, len(inputs), site)
        stream = None
        if entry.stream is not None:
            stream = entry.stream()
            for at, move in entry.moves:
                values[at] = move(values[at])
        which = entry.operands
        operands = tuple(values) if which is None else tuple([values[i] for i in which])
        random = None
        if self.random:
            if rng is None:
                rng = _random.default_rng()
            elif not isinstance(rng, _random.RNG):
                raise errors.ArgumentTypeError(
                    f"rng= takes an RNG, got {type(rng).__name__}", operator=self.name, site=site
                )
            random = rng._take()
        samples = 1 if n < 0 else n
        result = invoke(
            entry.spec, operands, samples, site, local.caller, stream, random, immediates
        )
        metas = entry.metas
        if len(metas) == 1:
            if n < 0:
                return Tensor._of(result, metas[0][0])
            return Batch._of(result, metas[0][1])
        if n < 0:
            return tuple([Tensor._of(r, m[0]) for r, m in zip(result, metas)])
        return tuple([Batch._of(r, m[1]) for r, m in zip(result, metas)])

    def _reject_lists(self, args: tuple[Any, ...]) -> None:
        """Raise the error of the first list with an element that its argument does not accept."""
        for p, a in zip(self.params, args):
            if p.listed and isinstance(a, (list, tuple)):
                self.constant(p, a)

    def _add_sizes(self, key: list[Any], values: list[Any]) -> None:
        """Adds to the key the element counts that the body needs."""
        position = 0
        for i, m in enumerate(key):
            if m is None:
                continue
            if self.sized_inputs[i]:
                key[i] = (m, self.measure(m, values[position]))
            position += 1

    # ---- new structures -----------------------------------------------------------------------

    def lower(self, structure: tuple[Any, ...], inputs: int, site: int) -> Entry:
        """Run the body for a new structure and make its native spec."""
        try:
            entry = self._lower(structure, inputs)
        except errors.Error as e:
            raise e.locate(operator=self.name, site=site) from None
        if len(self.cache) > 4096:  # the program computes new constants for every call
            self.cache.clear()
        self.cache[structure] = entry
        return entry

    def _lower(self, structure: tuple[Any, ...], count: int) -> Entry:
        metas: list[InputMeta | Immediate | None] = []
        position = 0
        where = self._device(structure, count)
        frame_inputs = 0
        for m in structure[:count]:
            if m is None:
                self.check_none(len(metas))
                metas.append(None)
                continue
            if isinstance(m, DType):
                metas.append(Immediate(m))
                continue
            m, size = m if isinstance(m, tuple) else (m, None)
            lay = m.layout
            accepted = self.layouts if len(metas) not in self.free_inputs else None
            if accepted and self.sequences and not lay:  # it may be a sequence
                lay = _layout.match(None, m.ndim, accepted)
            frames = bool(self.sequences and lay and lay[0] == "F")
            info = InputMeta(m, position, lay, frames, size)
            if accepted:
                info.layout = _layout.match(info.layout, info.ndim, accepted)
            if frames:
                frame_inputs |= 1 << position
            metas.append(info)
            position += 1
        arguments: dict[str, Any] = {}
        for p, a in zip(self.params, structure[count:]):
            size = None
            if p.sized and isinstance(a, tuple) and a and isinstance(a[0], Meta):
                a, size = a
                if size < 0:
                    raise errors.ShapeError(
                        f"argument {p.name!r} needs as many elements for every "
                        "sample: they decide the number of output axes"
                    )
            if isinstance(a, Meta):
                per_frame = p.per_frame and (a.layout or "").startswith("F")
                arguments[p.name] = Dyn(position, a, per_frame, size)
                position += 1
            elif a is None:
                if p.required:
                    raise errors.ArgumentTypeError(f"needs the argument {p.name!r}")
                arguments[p.name] = p.default
            else:
                arguments[p.name] = self.constant(p, a)
        for name, (group, members) in self.groups.items():
            arguments[name] = group(**{member: arguments.pop(member) for member in members})
        low = self.body(*metas, **arguments)
        return bind(self, low, position, frame_inputs, where)

    def _device(self, structure: tuple[Any, ...], count: int) -> Device | None:
        """The GPU that a call runs on; None for the CPU."""
        found = None
        for m in structure[:count]:
            m = m[0] if isinstance(m, tuple) else m
            if isinstance(m, Meta) and m.device.device_type == "gpu":
                if found is not None and m.device is not found:
                    raise errors.DeviceError(
                        f"inputs on {found} and on {m.device}: move them to one GPU first"
                    )
                found = m.device
        asked = structure[-1] if structure and isinstance(structure[-1], Device) else None
        if asked is not None and asked.device_type == "gpu":
            if found is not None and asked is not found:
                raise errors.DeviceError(f"device={str(asked)!r} with an input on {found}")
            found = asked
        if found is not None and asked is not None and asked.device_type == "cpu":
            raise errors.DeviceError('device="cpu" with an input on the GPU: call .cpu() on it')
        return found

    def __repr__(self) -> str:
        return f"<operator {self.name}>"


def _size_of(meta: Meta, native: Any) -> int:
    """Elements per sample, inferred without running the value's work; -1 if samples differ."""
    if meta.ndim == 0:
        return 1
    counts = {math.prod(s) for s in native.shapes()}
    return -1 if len(counts) > 1 else counts.pop() if counts else 0


def _same_size(d: Definition, n: int, other: int) -> int:
    if n >= 0 and n != other:
        raise errors.ArgumentError(
            f"inconsistent batch sizes: {n} and {other}", operator=d.name, site=caller_site()
        )
    return other


def _check_batch_size(d: Definition, n: Any) -> int:
    if type(n) is int and 0 <= n <= _MOST_SAMPLES:
        return n
    count = d.constant(_BATCH_SIZE, n)
    if not 0 <= count <= _MOST_SAMPLES:
        raise errors.ArgumentError(
            f"batch_size must lie between 0 and {_MOST_SAMPLES}, got {count}",
            operator=d.name,
            site=caller_site(),
        )
    return int(count)


def operator(
    name: str | None = None,
    *,
    aliases: Sequence[str] = (),
    graph_aliases: Sequence[str] = (),
    class_name: str = "",
    **options: Any,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Define an operator; the decorated function is its signature, documentation and body.

    name: public dotted name ("reductions.mean"); the function's name by default.
    layouts: accepted sample layouts; a value without a layout gets the first one with its number
        of axes. None: any.
    sequences: a leading F axis is unfolded into frames.
    random: takes `rng=`; the kernel gets a key.
    immediates: numbers among the inputs stay numbers: the body gets an Immediate, and each call
        passes the number to the kernel. Arrays beside a value on a GPU move there.
    deprecated: old argument names and their replacements (None: no effect).
    unused: arguments accepted for compatibility, without effect.
    cpu_only: the reason why there is no GPU version.
    sized: arguments and inputs whose element count decides the number of output axes; the body
        finds it in `.size` (-1 for an input whose samples differ). This infers the value's shapes
        at the call. measure: computes another number from an input instead, for operators whose
        output types depend on data; it may wait for the input.
    convert: converts an input that is neither a Tensor nor a Batch; as_tensor by default.
    aliases: deprecated public names; they warn and call the operator. graph_aliases: the same, in
        `fn` and `ops` only. class_name: name in `ops`, if it is not the CamelCase of the name.
    free: inputs that `layouts` does not apply to, such as matrices.
    outputs: their number, or a function of the number of inputs and the arguments (None: not
        given) that returns it.
    samples: extra cases for the tests' harness.
    """

    def decorate(body: Callable[..., Any]) -> Callable[..., Any]:
        full = name or body.__name__.rstrip("_")
        if full in registry:
            raise RuntimeError(f"operator {full!r} is defined twice")
        registry[full] = d = Definition(full, body, **options)
        d.aliases, d.graph_aliases, d.class_name = tuple(aliases), tuple(graph_aliases), class_name
        for alias in aliases:
            deprecated_names[alias] = make_alias(d, alias)
        return d.function

    return decorate


def reference(function: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Attach the NumPy reference of an operator, which the tests compare with.

    It is called once per sample (or frame, for operators that unfold sequences) as
    `ref(*arrays, layout=<layout of input 0>, **arguments)` with all arguments filled in, and
    returns an array or a tuple of arrays.
    """

    def attach(implementation: Callable[..., Any]) -> Callable[..., Any]:
        function.definition.reference = implementation  # type: ignore[attr-defined]
        return implementation

    return attach
