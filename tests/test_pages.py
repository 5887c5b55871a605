"""The site of the documentation: what is generated misses nothing, and commands shown in pages work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import analyzer
from docs.builder import face, offline, verbs
from docs.builder.outside import linked, rewritten

ROOT = Path(__file__).parent.parent


# The reference


@pytest.mark.parametrize("verb", verbs.verbs(), ids=lambda verb: verb.name)
def test_a_verb_has_its_page_with_every_option(verb: verbs.Verb) -> None:
    page = verbs.pages()[f"reference/verbs/{verb.name}.md"]
    assert page.startswith(f"# analyzer {verb.name}\n\n{verb.says}\n")
    for parameter in verb.parameters():
        is_option = parameter.param_type_name == "option"
        shown = re.escape(max(parameter.opts, key=len) if is_option else parameter.metavar or parameter.name)
        row = re.compile(rf"^\| `\[?(-\w, )?{shown}[] `].* \| \S.* \|$", re.MULTILINE | re.IGNORECASE)
        assert parameter.name == "help" or row.search(page), parameter.opts


def test_the_overview_lists_every_verb_of_the_command() -> None:
    listed = re.findall(r"^\| \[(\w+)\]\(\1\.md\) \| \S.*\|$", verbs.overview(), re.MULTILINE)
    assert listed == [verb.name for verb in verbs.verbs()]
    assert {"fly", "compare", "report"} < {*listed}


def test_every_public_name_is_in_the_reference() -> None:
    told = [name for page in face.pages().values() for name in re.findall(r"^::: analyzer\.(\w+)$", page, re.MULTILINE)]
    assert sorted(told) == sorted({*analyzer.__all__} - {"__version__"})


# Links


def test_links_out_of_docs_lead_to_the_same_file_in_the_site() -> None:
    text = "[tables](../analyzer/trucker/data/README.md#tables), [rulings](rulings.md), [web](https://example.org/a)"
    assert [*linked("index.md", text)] == [ROOT / "analyzer/trucker/data/README.md"]
    assert rewritten("index.md", text) == text.replace("../analyzer", "analyzer")
    back = "[editions](../../../docs/editions.md)"
    assert rewritten("analyzer/trucker/data/README.md", back) == "[editions](../../../editions.md)"


def test_a_site_that_needs_the_network_is_refused(tmp_path: Path) -> None:
    (tmp_path / "there.html").write_text('<h1 id="here">x</h1>')
    (tmp_path / "page.html").write_text(
        '<link rel="stylesheet" href="https://fonts.example.org/x.css"><script src="//cdn.example.org/x.js"></script>'
        '<img src="no.png"><a href="https://example.org">may be followed</a><a href="there.html#here">good</a>'
        '<a href="there.html#nowhere">bad</a><a href="gone.html">bad</a>'
    )
    assert offline.faults(tmp_path) == [
        "page.html: loads https://fonts.example.org/x.css from the network",
        "page.html: loads //cdn.example.org/x.js from the network",
        "page.html: loads no.png, which is not there",
        "page.html: leads to there.html#nowhere: no such place in that page",
        "page.html: leads to gone.html, which is not there",
    ]
