"""Settings of the user: files of rules that every command runs, so that `--rules` need not be typed."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, StrictStr

from analyzer.errors import AnalyzerError, Fault
from analyzer.files.yamlfile import FileKind, as_schema, load

VARIABLE = "ANALYZER_SETTINGS"
"""Environment variable that names another settings file."""


class Settings(BaseModel):
    """Schema of the user's settings file for Galaxy Trucker."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    rules: list[StrictStr] = Field(default_factory=list)
    """Files of rules that commands of Galaxy Trucker run."""


def settings_file() -> Path:
    """Return the path of the user's settings, which need not exist."""
    if VARIABLE in os.environ:
        return Path(os.environ[VARIABLE])
    folder = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(folder, "analyzer", "settings.yaml")


def rules_in_settings() -> list[Path]:
    """Return the files of rules named in the user's settings; relative paths start from the folder of the settings.

    Raises:
        AnalyzerError: the settings cannot be read, or name a file that is missing.
    """
    path = settings_file()
    if not path.is_file():
        return []
    settings = load(Settings, path, FileKind("settings file"), as_schema(Settings))
    files = [path.parent / Path(name).expanduser() for name in settings.rules]
    missing = [
        Fault(f"rules: {file}: no such file: correct its path", str(path)) for file in files if not file.is_file()
    ]
    if missing:
        raise AnalyzerError(missing)
    return files
