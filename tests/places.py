"""Where the repository begins, for tests at any depth."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
