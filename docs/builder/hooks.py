"""Hooks of mkdocs (mkdocs.yml): generated pages, output of commands, and files taken along."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from analyzer.world import WORLDS, world
from docs.builder import face, notebooks, offline, verbs
from docs.builder.commands import Failed, commands, run_page, with_output
from docs.builder.outside import linked, rewritten
from docs.builder.paths import DOCS, ROOT, address, origin

GENERATED = {part.FOLDER: part.pages() for part in (notebooks, verbs, face)}
OVERVIEWS = {f"{part.FOLDER}/index.md": part.overview() for part in (verbs, face)}
"""Text added to pages of docs/ that lead to generated pages, by address."""
TO_LOOK_UP = ("reference/", "architecture", "contributing.md", "changelog.md", "accuracy.md", "lorry-accuracy.md")
RULINGS = ("rulings.md", "starship-rulings.md", "lorry-rulings.md")
LATER = (*TO_LOOK_UP, *RULINGS, "metrics.md", f"{notebooks.FOLDER}/")
"""Starts of addresses of pages that the search shows after those that answer a question in short."""
printed: dict[str, list[str]] = {}
"""Output of the commands of each page."""
places = TemporaryDirectory(prefix="analyzer-docs-")
"""Folder in which commands of pages are run, in a folder for each page."""


def on_config(config: MkDocsConfig) -> None:
    """Put generated pages into the navigation, and drop the 404 page, because no server shows the site."""
    config.nav = with_all(_navigation(config.nav))
    config.theme.static_templates.discard("404.html")


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add generated pages, files that commands of pages write, and files that pages link to."""
    for pages in GENERATED.values():
        for uri, text in pages.items():
            files.append(File.generated(config, uri, content=text))
    written = {file.src_uri: file.content_string for file in files.documentation_pages() if file.generated_by is None}
    printed.update(_run({page: text for page, text in written.items() if commands(text)}))
    _take_along(written | _texts(notebooks.pages()), files, config)


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Add the output of commands to a page, and rewrite its links for the site."""
    uri = page.file.src_uri
    if uri in printed:
        markdown = with_output(markdown, printed[uri])
    if origin(uri).exists():
        markdown = rewritten(uri, markdown)
    if uri == f"{notebooks.FOLDER}/README.md":
        markdown = notebooks.with_thumbnails(markdown)
    page.meta["search"] = {"boost": 0.4 if uri.startswith(LATER) else 1}
    return markdown + OVERVIEWS.get(uri, "")


def on_post_build(config: MkDocsConfig) -> None:
    """Refuse a site that needs the network, or whose links lead nowhere."""
    faults = offline.faults(Path(config.site_dir))
    if faults:
        raise PluginError("\n".join(faults))


def _run(pages: dict[str, str]) -> dict[str, list[str]]:
    """Return the output of the commands of each page; pages are run side by side."""
    with ProcessPoolExecutor() as side_by_side:
        told = side_by_side.map(run_page, pages.values(), map(Path(places.name).joinpath, pages))
        try:
            return dict(zip(pages, told, strict=True))
        except Failed as failed:
            raise PluginError(str(failed)) from None


def _take_along(pages: dict[str, str], files: Files, config: MkDocsConfig) -> None:
    """Add the files outside docs/ that pages link to, and those their commands wrote.

    Pages among these files may link on to others.
    """
    ahead = list(pages.items())
    for page, text in ahead:
        for path in linked(page, text):
            uri = address(path)
            found = path if path.is_file() else Path(places.name, page, path.relative_to(ROOT))
            if files.get_file_from_path(uri) is None and found.is_file():
                files.append(File.generated(config, uri, abs_src_path=str(found)))
                if found.suffix == ".md":
                    ahead.append((uri, found.read_text(encoding="utf-8")))


def with_all(nav: list[Any]) -> list[Any]:
    """Return the navigation with all pages of docs/; those not named are added to the reference."""
    named = set(_pages(nav))
    others = [page for path in sorted(DOCS.rglob("*.md")) if (page := address(path)) not in named]
    for entry in nav:
        if "Reference" in entry:
            entry["Reference"] += others
    return nav


def _pages(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    else:
        for one in entry.values() if isinstance(entry, dict) else entry:
            yield from _pages(one)


def _navigation(entry: Any) -> Any:
    if isinstance(entry, list):
        return [_navigation(one) for one in entry]
    if isinstance(entry, dict):
        return {title: _navigation(one) for title, one in entry.items()}
    return _with_games(entry) if entry in GENERATED else entry


def _texts(generated: Mapping[str, str | bytes]) -> dict[str, str]:
    """Return the pages among generated files, without pictures."""
    return {uri: text for uri, text in generated.items() if isinstance(text, str)}


def _with_games(folder: str) -> list[Any]:
    """Return the pages of a folder of generated pages, those of each game under its name."""
    pages: list[Any] = [f"{folder}/{'README' if folder == notebooks.FOLDER else 'index'}.md"]
    games: dict[str, list[str]] = {}
    for page in _texts(GENERATED[folder]):
        game = PurePosixPath(page).relative_to(folder).with_suffix("").parts[0]
        (games.setdefault(game, []) if game in WORLDS else pages).append(page)
    return [*pages, *({world(game).GAME: games[game]} for game in WORLDS if game in games)]
