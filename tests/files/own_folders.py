"""Small editions of somebody's own, written for a test."""

from __future__ import annotations

from pathlib import Path


def written(folder: Path, base: str = "standard", **tables: str) -> Path:
    """The folder with `from` and those tables, whose lines are parted by `;`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "edition.yaml").write_text(f"from: {base}\n", encoding="utf-8")
    for name, text in tables.items():
        lines = [line.strip() for line in text.split(";")]
        (folder / f"{name}.csv").write_text("\n".join([*lines, ""]), encoding="utf-8")
    return folder
