"""Pages made from the operator registry: an overview with a support matrix, one page a family."""

from __future__ import annotations

import inspect
import re
from collections import defaultdict
from collections.abc import Sequence

import headrace.dynamic as ndd
from headrace.engine.operator import Definition, registry
from headrace.engine.params import Param, choices_of
from headrace.pipeline.classes import class_name
from headrace.pipeline.functions import functions
from headrace.readers.reader import Reader
from headrace.readers.registry import readers

assert ndd  # importing the front fills the registry
IN_GRAPHS = functions()


def first_sentence(definition: Definition) -> str:
    """What an operator does, in a line."""
    return definition.doc.split("\n\n")[0].replace("\n", " ") or "—"


def anchor(name: str) -> str:
    """The id of an operator's heading."""
    return name.replace(".", "-")


def plain(text: str) -> str:
    """Defaults as people type them: `float32`, not `DType(float32)`."""
    return re.sub(r"DType\((\w+)\)", r"\1", text)


def signature(definition: Definition) -> str:
    """The call as one types it, with its defaults, broken into lines when it is long."""
    defaults = {param.name: param.default for param in definition.params if not param.required}
    full = inspect.signature(definition.function)
    shown = full.replace(
        parameters=[
            part.replace(default=defaults.get(part.name, part.default))
            for part in full.parameters.values()
        ]
    )
    words = plain(str(shown)[1:-1])
    if len(definition.name) + len(words) < 82:
        return f"ndd.{definition.name}({words})"
    # Commas inside brackets belong to a default.
    lines = re.split(r", (?![^(\[]*[)\]])", words)
    return f"ndd.{definition.name}(\n    " + ",\n    ".join(lines) + ",\n)"


def with_examples_fenced(doc: str) -> str:
    """A docstring as Markdown: doctests are code blocks, explained arguments are lists."""
    blocks = re.split(r"\n\s*\n", doc)
    return "\n\n".join(
        f"```pycon\n{b}\n```" if b.startswith(">>>") else explained(b) for b in blocks
    )


ARGUMENTS = re.compile(r"([a-z_]\w*(?:, [a-z_]\w*)*): ")


def explained(block: str) -> str:
    """A paragraph; one that explains arguments ("name: what it is", indented where it goes on)
    becomes a list."""
    lines = block.splitlines()
    if not all(line.startswith(" ") or ARGUMENTS.match(line) for line in lines):
        return block
    return "\n".join(
        line.strip() if line.startswith(" ") else ARGUMENTS.sub(_item, line, count=1)
        for line in lines
    )


def _item(found: re.Match[str]) -> str:
    names = ", ".join(f"`{name}`" for name in found[1].split(", "))
    return f"- {names}: "


def words(choices: Sequence[str]) -> str:
    """The choices of an argument."""
    return ", ".join(f'`"{word}"`' for word in choices if word)


def argument_row(param: Param, definition: Definition) -> str:
    """One line of the table of arguments."""
    varies = "per frame" if param.per_frame else "per sample" if param.per_sample else "one value"
    default = "required" if param.required else f"`{plain(repr(param.default))}`"
    note = "accepted, without effect" if param.name in definition.unused else ""
    kind = "" if param.kind == "choice" else param.kind
    kind += f"{': ' if kind else ''}{words(param.choices)}"
    return f"| `{param.name}` | {kind} | {default} | {varies} | {note} |"


def section(definition: Definition) -> str:
    """One operator: signature, words, arguments, what it accepts."""
    lines = [
        f'<a id="{anchor(definition.name)}"></a>',
        "",
        f"## {definition.name}",
        "",
        f"```python\n{signature(definition)}\n```",
        "",
        with_examples_fenced(definition.doc),
        "",
    ]
    if definition.params:
        lines += ["| argument | type | default | varies | |", "|---|---|---|---|---|"]
        lines += [argument_row(param, definition) for param in definition.params]
        lines.append("")
    facts = [f"devices: {', '.join(devices(definition))}"]
    facts += in_pipelines(definition.name, definition.random)
    if definition.layouts:
        facts.append("layouts: " + ", ".join(f"`{layout}`" for layout in definition.layouts))
    if definition.sequences:
        facts.append("sequences: frame by frame")
    for old, new in definition.deprecated.items():
        facts.append(f"deprecated: `{old}`" + (f", now `{new}`" if new else ", without effect"))
    return "\n".join([*lines, *(f"- {fact}" for fact in facts), ""])


def in_pipelines(name: str, random: bool = False) -> list[str]:
    """The names of an operator in pipeline mode, where it has any."""
    if name.startswith("math."):
        names = f"`headrace.{name}`"
    elif name in IN_GRAPHS:
        names = f"`fn.{name}`, `ops.{class_name(name, IN_GRAPHS[name])}`"
    elif name.startswith("_"):
        names = "the same, on nodes"  # what has a sign instead of a name
    else:
        return []
    seed = ", with `seed=` in the place of `rng=`" if random else ""
    return [f"in [pipelines](../pipeline.md): {names}{seed}"]


def devices(definition: Definition) -> list[str]:
    """Where an operator runs."""
    return ["CPU", "GPU"] if not definition.cpu_only else ["CPU"]


def operator_pages() -> dict[str, str]:
    """All generated pages by their path below docs/."""
    families: dict[str, list[Definition]] = defaultdict(list)
    for definition in registry.values():
        families[definition.family].append(definition)
    on_gpu = sum(not definition.cpu_only for definition in registry.values())
    overview = [
        "# Operators",
        "",
        f"{len(registry)} operators, {on_gpu} of them also on the GPU: `ndd.*` in dynamic mode, "
        "`fn.*` and `ops.*` in [pipelines](../pipeline.md). This page is made from the registry; "
        "an operator that is not here does not exist yet.",
        "",
    ]
    pages = {}
    for family in sorted(families):
        members = sorted(families[family], key=lambda d: d.name)
        overview += [
            f"## [{family}]({family}.md)",
            "",
            "| operator | CPU | GPU | |",
            "|---|---|---|---|",
        ]
        for member in members:
            gpu = "" if member.cpu_only else "✓"
            link = f"[`{member.name}`]({family}.md#{anchor(member.name)})"
            overview.append(f"| {link} | ✓ | {gpu} | {first_sentence(member)} |")
        overview.append("")
        body = "\n".join(section(member) for member in members)
        pages[f"operators/{family}.md"] = f"# Operators: {family}\n\n{body}"
    overview += reader_overview()
    pages["operators/readers.md"] = reader_page()
    return {"operators/index.md": "\n".join(overview), **pages}


# ---- readers ---------------------------------------------------------------------------------


def reader_overview() -> list[str]:
    """The readers' part of the overview."""
    lines = ["## [readers](readers.md)", "", "| reader | |", "|---|---|"]
    for name in sorted(readers):
        first = (inspect.getdoc(readers[name]) or "").split("\n\n")[0].replace("\n", " ")
        lines.append(f"| [`{name}`](readers.md#{anchor(name)}) | {first} |")
    return [*lines, ""]


def reader_page() -> str:
    """All readers: what they have in common, then each with its own arguments."""
    lines = ["# Operators: readers", "", "[Readers](../readers.md) tells how to use them.", ""]
    shared = with_examples_fenced(inspect.getdoc(Reader) or "")
    lines += ["## What all readers have", "", shared, ""]
    common = inspect.signature(Reader.__init__).parameters
    for name in sorted(readers):
        reader, definition = readers[name], readers[name]._definition
        full = inspect.signature(reader.__init__).parameters
        own = [p for n, p in full.items() if n not in common]
        lines += [f'<a id="{anchor(name)}"></a>', "", f"## {name}", ""]
        lines += [with_examples_fenced(inspect.getdoc(reader) or ""), ""]
        lines += ["| argument | default | |", "|---|---|---|"]
        for p in own:
            default = "required" if p.default is p.empty else f"`{plain(repr(p.default))}`"
            note = "accepted, without effect" if p.name in definition.without_effect else ""
            note = note or words(choices_of(p.annotation))
            lines.append(f"| `{p.name}` | {default} | {note} |")
        lines.append("")
        lines += [f"- {fact}" for fact in in_pipelines(definition.graph_name)]
        lines += [
            f"- deprecated: `{old}`, now `{new}`" for old, new in definition.deprecated.items()
        ]
        lines.append("")
    return "\n".join(lines)
