"""Pages of the notebooks with their stored outputs, and thumbnails for the page that lists them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from docs.builder.outside import rewritten
from docs.builder.paths import ROOT, address

FOLDER = "notebooks"
LINK = re.compile(r"\[([^]]+)\]\((\S+)\.md\)")


@cache
def pages() -> dict[str, str | bytes]:
    """Return the page of each notebook by address in the site, and the pictures that pages show."""
    found: dict[str, str | bytes] = {}
    for path in sorted((ROOT / FOLDER).rglob("*.ipynb")):
        text, pictures = _in_markdown(path)
        found[address(path)] = rewritten(address(path), text)
        found |= {f"{FOLDER}/{path.relative_to(ROOT / FOLDER).parent / name}": png for name, png in pictures.items()}
    return found


def with_thumbnails(markdown: str) -> str:
    """Return the page that lists the notebooks, with the first picture of each notebook in front of its link."""
    shown: dict[str, str] = {}
    for uri in pages():
        inside = uri.removeprefix(f"{FOLDER}/")
        if inside.endswith(".png"):
            shown.setdefault(inside.rpartition("/")[0], inside)
    return LINK.sub(lambda link: _with_picture(link[0], link[1], link[2], shown), markdown)


def _with_picture(link: str, title: str, notebook: str, shown: dict[str, str]) -> str:
    if notebook not in shown:
        return link
    return f"[![]({shown[notebook]}){{ .thumbnail loading=lazy }}{title}]({notebook}.md)"


def _in_markdown(path: Path) -> tuple[str, dict[str, bytes]]:
    """Return a notebook in Markdown, and its pictures by their path beside it."""
    from nbconvert import MarkdownExporter
    from nbformat import read

    notebook = read(path, as_version=4)
    # The language of code fences; `make notebooks` keeps nothing but the kernel's name.
    notebook.metadata["language_info"] = {"name": "python"}
    text, resources = MarkdownExporter().from_notebook_node(notebook, {"output_files_dir": path.stem})
    return text, resources["outputs"]
