"""Checks that a built site works from disk: its pages load only files of the site, and its links lead somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "object": "data"}
RELATIONS = {"stylesheet", "icon", "preconnect", "preload", "prefetch", "dns-prefetch", "manifest"}


@dataclass
class Found(HTMLParser):
    """Parser that collects the files a page loads, its links and its anchors.

    Attributes:
        loads: addresses of scripts, pictures, style sheets and other files that it loads.
        leads: targets of its links.
        places: names and identifiers that links can lead to.
    """

    loads: list[str] = field(default_factory=list)
    leads: list[str] = field(default_factory=list)
    places: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what one element loads, links to or is called."""
        given = {name: value or "" for name, value in attrs}
        self.places |= {given[name] for name in ("id", "name") if name in given}
        if tag in LOADED and LOADED[tag] in given:
            self.loads.append(given[LOADED[tag]])
        if tag == "link" and RELATIONS & {*given.get("rel", "").split()}:
            self.loads.append(given.get("href", ""))
        if tag == "a" and "href" in given:
            self.leads.append(given["href"])


def faults(site: Path) -> list[str]:
    """Return every fault of every page of a built site."""
    return [f"{page.relative_to(site)}: {fault}" for page in sorted(site.rglob("*.html")) for fault in _of(page)]


def _of(page: Path) -> Iterator[str]:
    found = read(page)
    for link in dict.fromkeys(found.loads):
        parts = urlsplit(link)
        # Data lies in the page itself.
        if parts.scheme == "data":
            continue
        if parts.scheme or parts.netloc:
            yield f"loads {link} from the network"
        elif parts.path and not _target(page, parts.path).exists():
            yield f"loads {link}, which is not there"
    for link in dict.fromkeys(found.leads):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = _target(page, parts.path) if parts.path else page
        if not target.is_file():
            yield f"leads to {link}, which is not there"
        elif parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in read(target).places:
            yield f"leads to {link}: no such place in that page"


@cache
def read(page: Path) -> Found:
    """Return the parsed page of a file."""
    found = Found()
    found.feed(page.read_text(encoding="utf-8"))
    return found


def _target(page: Path, link: str) -> Path:
    return (page.parent / unquote(link)).resolve()
