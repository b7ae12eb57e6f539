"""Render the documentation: pages written in docs/*.md and pages made from the operator registry.

Writes Markdown and HTML side by side into build/docs. A link that leads nowhere is an error.

    python docs/build.py [--out build/docs]
"""

from __future__ import annotations

import argparse
import html
import posixpath
import re
import shutil
import sys
from pathlib import Path

from markdown_it import MarkdownIt
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

HERE = Path(__file__).parent
ROOT = HERE.parent
# The order of the navigation; a page that is not named here follows at the end.
ORDER = ["index.md", "getting_started.md", "images.md", "auto_aug.md", "audio.md", "readers.md",
         "random.md", "concurrency.md", "pytorch.md", "torchvision.md", "pipeline.md",
         "own_operators.md", "gpu.md", "coming_from_dali.md", "differences.md", "how_it_works.md",
         "environment.md", "objects.md", "changelog.md"]  # fmt: skip


def highlighted(code: str, language: str, _attributes: object) -> str:
    """A code block in colours; left as it is when the language is unknown."""
    try:
        lexer = get_lexer_by_name(language)
    except ClassNotFound:
        return ""
    return str(highlight(code, lexer, HtmlFormatter(nowrap=True)))


def written_pages() -> dict[str, str]:
    """The pages people wrote: docs/*.md without this folder's README, and the changelog."""
    pages = {f.name: f.read_text("utf-8") for f in sorted(HERE.glob("*.md")) if f.stem != "README"}
    pages["changelog.md"] = (ROOT / "CHANGELOG.md").read_text("utf-8")
    return pages


def title_of(page: str, name: str) -> str:
    """The text of a page's first heading."""
    found = re.search(r"^# (.+)$", page, re.MULTILINE)
    if found is None:
        raise SystemExit(f"docs: {name} has no title")
    return found[1].replace("`", "")


def broken_links(pages: dict[str, str]) -> list[str]:
    """'page: target' for every relative link without a page or file behind it."""
    problems = []
    for name, page in pages.items():
        text = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            path = target.split("#")[0]
            if not path or re.match(r"[a-z]+:", path):
                continue
            there = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            if there not in pages and not (HERE / there).is_file():
                problems.append(f"{name}: {target}")
    return problems


def navigation(pages: dict[str, str], current: str) -> str:
    """The list of pages at the side, relative to the current one."""
    up = "../" * current.count("/")
    known = [name for name in ORDER if name in pages]
    names = known + [name for name in pages if name not in known]
    items = []
    for name in names:
        here = ' aria-current="page"' if name == current else ""
        label = html.escape(title_of(pages[name], name))
        depth = ' class="deep"' if "/" in name else ""
        items.append(f'<li{depth}><a href="{up}{as_html(name)}"{here}>{label}</a></li>')
    return "\n".join(items)


def as_html(name: str) -> str:
    """The HTML file of a Markdown page."""
    return name.removesuffix(".md") + ".html"


def render(pages: dict[str, str], out: Path) -> None:
    """Write all pages as Markdown and as HTML."""
    template = (HERE / "theme/page.html").read_text("utf-8")
    markdown = MarkdownIt("commonmark", {"highlight": highlighted}).enable("table")
    for name, page in pages.items():
        body = markdown.render(page)
        body = re.sub(r'href="([^":]+)\.md(#[^"]*)?"', r'href="\1.html\2"', body)
        values = {
            "title": html.escape(title_of(page, name)),
            "root": "../" * name.count("/"),
            "navigation": navigation(pages, name),
            "body": body,
        }
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page, encoding="utf-8")
        text = re.sub(r"\{\{(\w+)\}\}", lambda m, v=values: v[m[1]], template)  # type: ignore[misc]
        target.with_suffix(".html").write_text(text, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Render the documentation.")
    parser.add_argument("--out", type=Path, default=ROOT / "build/docs")
    out: Path = parser.parse_args().out
    sys.path.insert(0, str(HERE))
    from class_pages import class_page
    from operator_pages import operator_pages

    pages = {**written_pages(), "objects.md": class_page(), **operator_pages()}
    if problems := broken_links(pages):
        print("docs: links that lead nowhere:", *problems, sep="\n  ", file=sys.stderr)
        return 1
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    render(pages, out)
    shutil.copytree(HERE / "images", out / "images", dirs_exist_ok=True)
    light = HtmlFormatter(style="default").get_style_defs("pre")
    shutil.copy(HERE / "theme/style.css", out / "style.css")
    (out / "code.css").write_text(light, encoding="utf-8")
    print(f"{len(pages)} pages: {out / 'index.html'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
