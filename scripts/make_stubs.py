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
from pathlib import Path
from types import ModuleType
from typing import Any

from nanobind.stubgen import StubGen

import headrace._native as native
import headrace.dynamic as ndd
from headrace.core.dtype import DType
from headrace.engine.operator import Definition
from headrace.engine.params import Param
from headrace.readers.reader import Reader

PACKAGE = Path(__file__).resolve().parent.parent / "src/headrace"
HEADER = '"""Type stubs of {name}, written by scripts/make_stubs.py: do not edit."""\n'
# Private aliases: ndd has names of its own such as bool, Batch and InterpType.
KINDS = {
    "int": "int", "float": "float", "bool": "_bool", "str": "str", "layout": "str",
    "list of int": "_Sequence[int] | int", "list of float": "_Sequence[float] | float",
    "list of str": "_Sequence[str] | str", "dtype": "_DTypeLike", "any": "_Any",
    "interp_type": "_InterpType | str | int", "image_type": "_ImageType | str | int",
}  # fmt: skip


READER_TYPES = {
    "os.PathLike": "_PathLike", "Sequence": "_Sequence", "Mapping": "_Mapping", "Any": "_Any",
    "bool": "_bool", "DType": "_DType", "Feature": "_Any", "Path": "str | _PathLike[str]",
    "paths.Name": "str | _PathLike[str]", "Name": "str | _PathLike[str]",
}  # fmt: skip
READER_KINDS = re.compile(r"\b(" + "|".join(map(re.escape, READER_TYPES)) + r")\b")


def argument(param: Param) -> str:
    """One keyword-only parameter with its type and, where it is short, its default."""
    kind = KINDS[param.kind]
    if param.per_sample:
        kind += " | _TensorLike"
    if param.required:
        return f"{param.name}: {kind}"
    plain = param.default is None or isinstance(param.default, (bool, int, float, str))
    if param.default is None:
        kind += " | None"
    return f"{param.name}: {kind} = {param.default!r}" if plain else f"{param.name}: {kind} = ..."


def operator_stub(name: str, definition: Definition, text: str) -> str:
    """An operator: a Batch among its inputs gives a Batch; otherwise its arguments decide."""
    keywords = ["*", *map(argument, definition.params)]
    if "batch_size" in inspect.signature(definition.function).parameters:
        keywords += ["batch_size: int | None = None", "device: _DeviceLike = None"]
    keywords += ["rng: _RNG | None = None"] if definition.random else []
    optional = [f"{item}: _TensorLike | None = None" for item in definition.optional_inputs]
    doc = f'    """{text.splitlines()[0]}"""' if text else "    ..."

    def one(kind: str, result: str) -> str:
        if definition.variadic:
            first, rest = [f"*{definition.inputs[-1]}: {kind}"], keywords[1:]
        else:
            # The first input decides, where there is one: that is how nearly every call is written.
            types = [kind] + ["_TensorLike"] * len(definition.inputs)
            named = [f"{i}: {t}" for i, t in zip(definition.inputs, types, strict=False)] + optional
            if len(keywords) == 1:  # the functions of ndd.math take operands alone, by name too
                first, rest = named, []
            else:
                first, rest = [*named, "/"] if named else [], keywords
        return f"def {name}({', '.join([*first, *rest])}) -> {result}:\n{doc}\n"

    if definition.inputs and not returns_several(definition):
        return f"@_overload\n{one('_Batch', '_Batch')}\n@_overload\n{one('_TensorLike', '_Any')}"
    return one("_TensorLike", "_Any")


def returns_several(definition: Definition) -> bool:
    """Whether an operator may have more than one output: its body's return annotation says so."""
    return "tuple" in str(inspect.signature(definition.body).return_annotation).lower()


def reader_stub(name: str, reader: type[Reader]) -> str:
    """A reader: its constructor; the rest is that of all readers."""
    parameters = []
    star = False
    for p in list(inspect.signature(reader.__init__).parameters.values())[1:]:
        if p.kind is p.KEYWORD_ONLY and not star:
            parameters.append("*")
            star = True
        kind = (
            p.annotation
            if isinstance(p.annotation, str)
            else inspect.formatannotation(p.annotation)
        )
        kind = READER_KINDS.sub(lambda m: READER_TYPES[m[0]], kind)
        plain = p.default is None or isinstance(p.default, (bool, int, float, str))
        default = "" if p.default is p.empty else f" = {p.default!r}" if plain else " = ..."
        parameters.append(f"{p.name}: {kind}{default}")
    doc = (inspect.getdoc(reader) or "").splitlines()[0]
    init = f"def __init__(self, {', '.join(parameters)}) -> None: ..."
    return f'class {name}(_Reader):\n    """{doc}"""\n    {init}\n'


def imported(name: str, value: Any) -> str | None:
    """The import that defines a class or function of the package, None for everything else."""
    home = getattr(value, "__module__", "") or ""
    if not home.startswith("headrace.") or not hasattr(value, "__qualname__"):
        return None
    return f"from {home} import {value.__name__} as {name}"


def is_reader(value: Any) -> bool:
    """Whether something is a reader's class."""
    return isinstance(value, type) and issubclass(value, Reader)


def holds_operators(module: ModuleType) -> bool:
    """Whether a module, or one below it, has operators or readers: its contents are no text."""
    return any(
        hasattr(v, "definition")
        or is_reader(v)
        or (
            isinstance(v, ModuleType)
            and v.__name__.startswith(f"{module.__name__}.")
            and holds_operators(v)
        )
        for v in vars(module).values()
    )


def module_stub(module: ModuleType) -> dict[str, str]:
    """'file: text' of the stubs of a module and of the operator modules below it."""
    files, lines, imports = {}, [], set()
    for name, value in sorted(vars(module).items()):
        definition = getattr(value, "definition", None)
        if name.startswith("_") or name == "annotations":
            continue
        if isinstance(definition, Definition):
            lines.append(operator_stub(name, definition, inspect.getdoc(value) or ""))
        elif isinstance(value, ModuleType) and value.__name__ == f"{module.__name__}.{name}":
            if name == "namespace":  # how ndd is put together, not a part of it
                continue
            imports.add(f"from . import {name} as {name}")
            if holds_operators(value):  # otherwise it is a file, and its own stub
                files.update(module_stub(value))
        elif is_reader(value):
            lines.append(reader_stub(name, value))
        elif isinstance(value, DType):
            lines.append(f"{name}: _DType\n")
        elif (found := imported(name, value)) is not None:
            imports.add(found)
    head = [
        HEADER.format(name=module.__name__),
        "from builtins import bool as _bool",
        "from collections.abc import Mapping as _Mapping, Sequence as _Sequence",
        "from os import PathLike as _PathLike",
        "from typing import Any as _Any, TypeAlias as _TypeAlias, overload as _overload",
        "import numpy as _np",
        "from headrace.core.batch import Batch as _Batch",
        "from headrace.core.device import Device as _Device",
        "from headrace.core.dtype import DType as _DType",
        "from headrace.core.enums import DALIImageType as _ImageType",
        "from headrace.core.enums import DALIInterpType as _InterpType",
        "from headrace.engine.random import RNG as _RNG",
        "from headrace.readers.reader import Reader as _Reader",
        *sorted(imports),
        "\n_TensorLike: _TypeAlias = _Any  # Tensor, Batch, any framework's array, list, number",
        "_DTypeLike: _TypeAlias = _DType | str | type | _np.dtype[_Any]",
        "_DeviceLike: _TypeAlias = _Device | str | None\n",
    ]
    below = module.__name__.removeprefix("headrace.").replace(".", "/")
    packaged = bool(files) or module is ndd
    files[f"{below}/__init__.pyi" if packaged else f"{below}.pyi"] = "\n".join([*head, *lines])
    return files


def native_stub() -> str:
    """The native module, as nanobind describes it."""
    generator = StubGen(native)
    generator.put(native)
    # nanobind writes "object" where it does not know: nothing could be done with that.
    text = re.sub(r"-> object\b", "-> Any", str(generator.get()))
    text = text.replace(f'"""{native.__doc__}"""', "", 1)  # the header says it
    for name, inside in {"tuple": "Any, ...", "list": "Any", "dict": "Any, Any"}.items():
        text = re.sub(rf"(?<=[:>|,\[] ){name}(?=[,):\n])", f"{name}[{inside}]", text)
    return HEADER.format(name=native.__name__) + "\nfrom typing import Any\n" + text


def formatted(files: dict[str, str]) -> dict[str, str]:
    """The same stubs in the project's style, without the imports that nothing uses."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            target = Path(folder) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        config = ["--config", str(PACKAGE.parent.parent / "pyproject.toml"), "--quiet"]
        fixed = ["ruff", "check", "--fix", "--exit-zero", "--select", "F401,I", *config, folder]
        subprocess.run(fixed, check=True)
        subprocess.run(["ruff", "format", *config, folder], check=True)
        return {name: (Path(folder) / name).read_text("utf-8") for name in files}


def main() -> int:
    parser = argparse.ArgumentParser(description="Write type stubs.")
    parser.add_argument("--check", action="store_true", help="only say whether they are current")
    check = parser.parse_args().check
    files = formatted({"_native.pyi": native_stub(), **module_stub(ndd)})
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
