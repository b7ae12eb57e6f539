"""Write the type stubs of what does not exist as text: operators made from the registry, and the
native module. `--check` compares instead, and fails when they are out of date.

    python scripts/make_stubs.py [--check]
"""

from __future__ import annotations

import argparse
import inspect
import re
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from nanobind.stubgen import StubGen

import headrace._native as native
import headrace.dynamic as ndd
from headrace import fn, math, ops
from headrace.core.dtype import DType
from headrace.engine.operator import Definition, registry
from headrace.engine.params import Param
from headrace.operators.filters.filter import Border
from headrace.operators.geometry.window import Bounds
from headrace.pipeline import classes, functions
from headrace.readers.reader import Reader

PACKAGE = Path(__file__).resolve().parent.parent / "src/headrace"
HEADER = '"""Type stubs of {name}, written by scripts/make_stubs.py: do not edit."""\n'
# `_t` is src/headrace/_stubs.pyi. Types are named through it: ndd has names of its own such as
# bool, Batch and InterpType.
KINDS = {
    "int": "int", "float": "float", "bool": "_t.bool", "str": "str", "layout": "str",
    "list of int": "_t.Ints", "list of float": "_t.Floats", "list of str": "_t.Strings",
    "dtype": "_t.DTypeLike", "any": "_t.Any", "interp_type": "_t.InterpType",
    "image_type": "_t.ImageType",
}  # fmt: skip
LONG_CHOICES = {Bounds: "_t.Bounds", Border: "_t.FilterBorder"}
READER_TYPES = {
    "str | os.PathLike[str]": "_t.Path", "paths.Name": "_t.Path", "Name": "_t.Path",
    "Path": "_t.Path", "Sequence": "_t.Sequence", "Mapping": "_t.Mapping", "Any": "_t.Any",
    "bool": "_t.bool", "DType": "_t.DType", "Feature": "_t.Any", "Literal": "_t.Literal",
}  # fmt: skip
READER_KINDS = re.compile(r"\b(" + "|".join(map(re.escape, READER_TYPES)) + r")(?!\w)")
NODE, NODES = "_t.DataNode", "list[_t.DataNode]"
RESULTS = {"node": NODE, "list": NODES, "dict": "dict[str, _t.DataNode]", None: "_t.Any"}
IN_GRAPHS = {
    "device": "str | None", "name": "str | None", "preserve": "_t.bool | None",
    "bytes_per_sample_hint": "_t.Any", "seed": "int | None",
}  # fmt: skip
HEAD = [
    "from headrace import _stubs as _t",
    "from headrace import fn as _fn",
    "from headrace import ops as _ops",
]
FUNCTIONS = functions.functions()
RUFF = [sys.executable, "-m", "ruff"]


# ---- parameters ----------------------------------------------------------------------------------


def argument(param: Param, data: str, *, optional: bool = False) -> str:
    """One keyword-only parameter with its type and, where it is short, its default. `data` is what
    may be given for each sample."""
    kind = KINDS.get(param.kind) or LONG_CHOICES.get(param.annotation)
    kind = kind or f"_t.Literal[{', '.join(map(repr, param.choices))}]"
    if param.per_sample:
        kind += f" | {data}"
    if param.required and not optional:
        return f"{param.name}: {kind}"
    if param.default is None:
        kind += " | None"
    return f"{param.name}: {kind} = {default(param.default)}"


def default(value: Any) -> str:
    """A default where it is short."""
    plain = value is None or isinstance(value, (bool, int, float, str))
    return repr(value) if plain else "..."


def reader_arguments(reader: type[Reader]) -> dict[str, tuple[bool, str]]:
    """A reader's parameters: whether they are keyword-only, and their text."""
    found = {}
    for p in list(inspect.signature(reader.__init__).parameters.values())[1:]:
        known = isinstance(p.annotation, str)
        kind = p.annotation if known else inspect.formatannotation(p.annotation)
        kind = READER_KINDS.sub(lambda m: READER_TYPES[m[0]], kind)
        end = "" if p.default is p.empty else f" = {default(p.default)}"
        found[p.name] = (p.kind is p.KEYWORD_ONLY, f"{p.name}: {kind}{end}")
    return found


def in_graphs(function: Callable[..., Any], known: Collection[str] = ()) -> list[str]:
    """The arguments that all operators of graphs have, as far as the function's signature does."""
    shown = inspect.signature(function).parameters
    return [f"{n}: {t} = None" for n, t in IN_GRAPHS.items() if n in shown and n not in known]


# ---- results -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Form:
    """A way to call an operator whose number of outputs is known: with so many of its optional
    inputs (None: any) and this value of a switch."""

    outputs: int | None  # None: not known
    optional: int | None = None
    switch: str | None = None
    value: str = ""


class Noted(dict[str, Any]):
    """Arguments of a call that notes which of them were asked for."""

    def __init__(self, **given: Any) -> None:
        super().__init__(given)
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.asked.add(name)
        return self.get(name)


def forms(definition: Definition) -> list[Form]:
    """The ways to call an operator that differ in whether there is one output or several."""
    noted = Noted()
    least, optional = len(definition.inputs), len(definition.optional_inputs)
    counts = [definition.output_count(least + k, noted) for k in range(optional + 1)]
    if noted.asked:
        name = noted.asked.pop()
        param = next(p for p in definition.params if p.name == name)
        if noted.asked or param.kind != "bool" or param.per_sample:
            return [Form(None)]
        most = definition.output_count(least, Noted(**{name: True}))
        if (counts[0] > 1) != (most > 1):
            return [
                Form(counts[0], None, name, "_t.Literal[False] = False"),
                Form(most, None, name, "_t.Literal[True]"),
                Form(None, None, name, "_t.bool"),
            ]
    if len({count > 1 for count in counts}) == 1:
        return [Form(counts[0])]
    return [Form(count, k) for k, count in enumerate(counts)]


# ---- operators -----------------------------------------------------------------------------------


def positional(definition: Definition, first: str, rest: str, optional: int | None) -> list[str]:
    """The inputs of an operator; the first one decides about the result in dynamic mode."""
    if definition.variadic:
        return [f"*{definition.inputs[-1]}: {first}"]
    names = [*definition.inputs, *definition.optional_inputs[:optional]]
    types = [first, *[rest] * len(names)]
    given = len(definition.inputs) + (optional or 0)
    return [
        f"{name}: {kind}" if i < given else f"{name}: {rest} | None = None"
        for i, (name, kind) in enumerate(zip(names, types, strict=False))
    ]


def arguments(
    definition: Definition, form: Form, data: str, *, optional: bool = False
) -> list[str]:
    """The arguments of an operator, with a value of its switch."""
    return [
        f"{p.name}: {form.value}" if p.name == form.switch else argument(p, data, optional=optional)
        for p in definition.params
    ]


def signature(name: str, before: Sequence[str], keywords: Sequence[str], result: str) -> str:
    """The line of a function: inputs by position, arguments by name."""
    starred = any(text.startswith("*") for text in before)
    star = ["*"] if keywords and not starred else []
    slash = ["/"] if before and before != ["self"] and not starred else []
    return f"def {name}({', '.join([*before, *slash, *star, *keywords])}) -> {result}:"


def overloaded(lines: Sequence[str], doc: str, decorators: Sequence[str] = ()) -> str:
    """A function with one or several signatures."""
    body = f'    """{doc}"""\n' if doc else "    ...\n"
    above = [*(["@_t.overload"] if len(lines) > 1 else []), *decorators]
    return "\n".join("\n".join([*above, line, body]) for line in lines)


def dynamic_function(name: str, value: Any, definition: Definition) -> str:
    """A member of ndd: a Batch among its inputs gives a Batch; otherwise its arguments decide."""
    extra = []
    if "batch_size" in inspect.signature(definition.function).parameters:
        extra = ["batch_size: int | None = None", "device: _t.DeviceLike = None"]
    extra += ["rng: _t.RNG | None = None"] if definition.random else []

    def line(form: Form, kind: str, result: str) -> str:
        before = positional(definition, kind, "_t.TensorLike", form.optional)
        keywords = [*arguments(definition, form, "_t.TensorLike"), *extra]
        if keywords or definition.variadic:
            return signature(name, before, keywords, result)
        return f"def {name}({', '.join(before)}) -> {result}:"  # ndd.math: operands by name too

    known = forms(definition)
    lines = [
        line(form, "_t.Batch", "_t.Batch" if form.outputs == 1 else "tuple[_t.Batch, ...]")
        for form in known
        if form.outputs is not None and definition.inputs
    ]
    lines.append(line(Form(None), "_t.TensorLike", "_t.Any"))
    return overloaded(lines, summary(value), deprecation(value, "ndd"))


def result_in_graph(form: Form) -> str:
    """What an operator of a graph returns."""
    return "_t.Any" if form.outputs is None else NODE if form.outputs == 1 else NODES


def graph_function(name: str, value: Any, made: Any) -> str:
    """A member of fn: a function of nodes."""
    lines = graph_signatures(name, value, made)
    above, doc = deprecation(value, "fn"), summary(value)
    if above and len(lines) == 1:
        above = [*above, f"@_t.like(_fn.{present_name(value)})"]
        return "\n".join([*above, f"def {name}() -> _t.Any:", f'    """{doc}"""', ""])
    return overloaded(lines, doc, above)


def graph_signatures(name: str, value: Any, made: Any) -> list[str]:
    """The ways to call a member of fn."""
    if isinstance(made, Definition):
        extra = in_graphs(value)
        return [
            signature(
                name,
                positional(made, "_t.NodeLike", "_t.NodeLike", form.optional),
                [*arguments(made, form, "_t.NodeLike"), *extra],
                result_in_graph(form),
            )
            for form in forms(made)
        ]
    return [signature(name, [], *reader_call(value, made))]


def graph_class(name: str, value: Any, made: Any) -> str:
    """A member of ops: made with constant arguments, called with nodes and with arguments too."""
    above, doc = deprecation(value._function, "ops"), f'    """{summary(value)}"""'
    if above:  # a subclass for type checkers only: it has the same constructor and call
        base = class_name(present_name(value) or "")
        return "\n".join([*above, f"class {name}(_ops.{base}):", doc, ""])
    if isinstance(made, Definition):
        extra = in_graphs(value._function)
        given = [*arguments(made, Form(None), "_t.Any", optional=True), *extra]
        keywords = [*arguments(made, Form(None), "_t.NodeLike", optional=True), *extra]
        known = forms(made)
        calls = [
            signature(
                "__call__",
                ["self", *positional(made, "_t.NodeLike", "_t.NodeLike", form.optional)],
                keywords,
                result_in_graph(form),
            )
            for form in (known if known[0].switch is None else [Form(None)])
        ]
        methods = overloaded([signature("__init__", ["self"], given, "None")], "")
        if len(known) == 1 and not any(p.required for p in made.params):
            methods += f"@_t.method(_fn.{made.name})\ndef __call__(self) -> _t.Any: ...\n"
        else:
            methods += overloaded(calls, "")
    else:
        calls = [
            signature(
                "__call__", ["self"], ["name: str | None = None"], RESULTS[made._definition.result]
            )
        ]
        methods = f"@_t.init(_fn.{made._definition.graph_name})\ndef __init__(self) -> None: ...\n"
        methods += overloaded(calls, "")
    return "\n".join([f"class {name}(_t.Operator):", doc, textwrap.indent(methods, "    ")])


def math_function(name: str, definition: Definition) -> str:
    """A member of headrace.math: a function of nodes and numbers."""
    line = signature(name, positional(definition, "_t.NodeLike", "_t.NodeLike", None), [], NODE)
    return overloaded([line], summary(definition.body))


def reader_call(function: Callable[..., Any], reader: type[Reader]) -> tuple[list[str], str]:
    """The keyword-only arguments of a reader in a graph, and what it returns."""
    shown = inspect.signature(function).parameters
    own = {name: text for name, (_, text) in reader_arguments(reader).items() if name in shown}
    return [*own.values(), *in_graphs(function, own)], RESULTS[reader._definition.result]


def reader_class(name: str, reader: type[Reader]) -> str:
    """A reader of ndd: its constructor; the rest is that of all readers."""
    given = reader_arguments(reader).values()
    before = [text for keyword, text in given if not keyword]
    keywords = [text for keyword, text in given if keyword]
    init = f"def __init__({', '.join(['self', *before, '*', *keywords])}) -> None: ..."
    return f'class {name}(_t.Reader):\n    """{summary(reader)}"""\n    {init}\n'


def summary(value: Any) -> str:
    """The first line of a docstring."""
    return (inspect.getdoc(value) or "").split("\n")[0]


def present_name(value: Any) -> str | None:
    """The name that took the place of a deprecated one."""
    found = re.fullmatch(r"The deprecated name of `(?:fn\.)?([\w.]+)`\.", summary(value))
    return None if found is None else found[1]


def deprecation(value: Any, where: str) -> list[str]:
    """The decorator of what has a deprecated name."""
    new = present_name(value)
    if new is None:
        return []
    if where == "ops":
        new = class_name(new)
    return [f'@_t.deprecated("use {where}.{new}")']


def class_name(function: str) -> str:
    """The name in ops of a function of fn."""
    return classes.class_name(function, FUNCTIONS[function]) if function in FUNCTIONS else function


# ---- modules -------------------------------------------------------------------------------------


def made_of(value: Any) -> Any:
    """What a member of ndd, fn or ops is made of: a Definition, a reader, or None."""
    if isinstance(value, type) and issubclass(value, Reader):
        return value
    if isinstance(value, type) and issubclass(value, classes.Operator):
        value = getattr(value, "_function", None)
    if not hasattr(value, "definition") and callable(value):
        value = FUNCTIONS.get(present_name(value) or "")
    return getattr(value, "definition", None)


def member(name: str, value: Any, module: ModuleType) -> str | None:
    """The stub of an operator or reader, None for everything else."""
    if module is math:
        found = registry.get(f"math.{name}")
        return None if found is None else math_function(name, found)
    made = made_of(value)
    if made is None:
        if isinstance(value, DType):
            return f"{name}: _t.DType\n"
        plain = isinstance(value, type) and value.__bases__ == (classes.Operator,)
        return f'class {name}(_t.Operator):\n    """{summary(value)}"""\n' if plain else None
    if value is made:
        return reader_class(name, value)
    if isinstance(value, type):
        return graph_class(name, value, made)
    text = dynamic_function if module.__name__.startswith(ndd.__name__) else graph_function
    return text(name, value, made)


def imported(name: str, value: Any) -> tuple[str, str] | None:
    """The import that defines a class or function of the package, and the line that gives it
    another name; None for everything else."""
    if isinstance(value, type) and value.__module__ == ops.__name__:
        value = value.__base__  # such as PythonFunction
    if value is ndd.DeviceLike:  # a type alias knows neither its name nor its module
        return f"from headrace.core.device import {name} as {name}", ""
    home = getattr(value, "__module__", "") or ""
    if not home.startswith("headrace.") or not hasattr(value, "__qualname__"):
        return None
    own = value.__name__
    if own == name:
        return f"from {home} import {own} as {own}", ""
    return f"from {home} import {own} as _{own}", f"{name} = _{own}\n"


def needs_stub(module: ModuleType) -> bool:
    """Whether a module is no file, or has members that are not in its file."""
    inside = f"{module.__name__}."
    return module.__spec__ is None or any(
        needs_stub(value)
        if isinstance(value, ModuleType) and value.__name__.startswith(inside)
        else made_of(value) is not None
        for value in vars(module).values()
    )


def module_stub(module: ModuleType) -> dict[str, str]:
    """'file: text' of the stubs of a module and of the modules of operators below it."""
    files, lines, imports = {}, [], set()
    for name, value in sorted(vars(module).items()):
        if name.startswith("_") or name == "annotations":
            continue
        if isinstance(value, ModuleType):
            if value.__name__ != f"{module.__name__}.{name}":
                continue
            imports.add(f"from . import {name} as {name}")
            if needs_stub(value):  # otherwise it is a file, and its own stub
                files.update(module_stub(value))
        elif (text := member(name, value, module)) is not None:
            lines.append(text)
        elif (found := imported(name, value)) is not None:
            imports.add(found[0])
            lines.append(found[1])
    body = "\n".join(line for line in lines if line)
    head = [HEADER.format(name=module.__name__), *HEAD, *sorted(imports), "", body]
    below = module.__name__.removeprefix("headrace.").replace(".", "/")
    packaged = bool(files) or hasattr(module, "__path__")
    files[f"{below}/__init__.pyi" if packaged else f"{below}.pyi"] = "\n".join(head)
    return files


def native_stub() -> str:
    """The native module, as nanobind describes it."""
    generator = StubGen(native)
    generator.put(native)
    # nanobind writes "object" where it does not know: nothing could be done with that.
    text = re.sub(r"-> object\b", "-> Any", str(generator.get()))
    text = text.replace(f'"""{native.__doc__}"""', "", 1)  # the header says it
    for name, inside in {"tuple": "Any, ...", "list": "Any", "dict": "Any, Any"}.items():
        text = re.sub(rf"(?<=[:>|,\[] ){name}(?=[,):\n]| =)", f"{name}[{inside}]", text)
    return HEADER.format(name=native.__name__) + "\nfrom typing import Any\n" + text


def formatted(files: dict[str, str]) -> dict[str, str]:
    """The same stubs in the project's style, without the imports that nothing uses."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            target = Path(folder) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        config = ["--config", str(PACKAGE.parent.parent / "pyproject.toml"), "--quiet"]
        fixed = [*RUFF, "check", "--fix", "--exit-zero", "--select", "F401,I", *config, folder]
        subprocess.run(fixed, check=True)
        subprocess.run([*RUFF, "format", *config, folder], check=True)
        return {name: (Path(folder) / name).read_text("utf-8") for name in files}


def main() -> int:
    parser = argparse.ArgumentParser(description="Write type stubs.")
    parser.add_argument("--check", action="store_true", help="only say whether they are current")
    check = parser.parse_args().check
    files = {"_native.pyi": native_stub()}
    for module in (ndd, fn, ops, math):
        files.update(module_stub(module))
    files = formatted(files)
    stale = [
        name
        for name, text in files.items()
        if not (PACKAGE / name).exists() or (PACKAGE / name).read_text("utf-8") != text
    ]
    if check:
        if stale:
            print("out of date, `make format` writes them:", *stale, file=sys.stderr)
        return 1 if stale else 0
    for name in stale:
        (PACKAGE / name).parent.mkdir(parents=True, exist_ok=True)
        (PACKAGE / name).write_text(files[name], encoding="utf-8")
        print(f"wrote src/headrace/{name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
