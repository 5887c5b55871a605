"""Tests of a few minutes on every Python of pyproject.toml, with the oldest libraries, and of the wheel: `make span`.

Pythons that this machine lacks are skipped, and named at the end.
"""

import sys
from glob import glob
from pathlib import Path

import nox

nox.options.default_venv_backend = "uv"
nox.options.download_python = "never"
nox.options.envdir = ".venv/span"

PYTHONS = nox.project.python_versions(nox.project.load_toml("pyproject.toml"), max_version="3.14")
TESTED = f"{sys.version_info.major}.{sys.version_info.minor}"
"""The Python of `make test`, which ran everything with the newest libraries."""
TESTS = [
    *glob("tests/*/rules"),
    *glob("tests/*/engine"),
    "tests/lorry/questions/test_brute_force.py",
    "tests/montecarlo",
    "tests/statistics",
    "tests/trucker/verbs/test_fly_and_race.py",
    "tests/starship/verbs",
    "tests/lorry/verbs",
]
"""Rules, engines against twins, exact answers, verbs of each game."""
SHOWN = ("numpy", "pandas", "scipy", "matplotlib", "pydantic", "typer")


def run_tests(session: nox.Session, libraries: str) -> None:
    """Run the tests, or those that were named after `--`, with the libraries that uv resolves to."""
    session.install("--resolution", libraries, "--editable", ".[test]")
    versions = "import sys, importlib.metadata as m; print(*(f'{name} {m.version(name)}' for name in sys.argv[1:]))"
    session.run("python", "-c", versions, *SHOWN)
    session.run("python", "-m", "pytest", "-n", "auto", "-p", "no:cacheprovider", *(session.posargs or TESTS))


@nox.session(python=[version for version in PYTHONS if version != TESTED])
def newest(session: nox.Session) -> None:
    """Test with the newest libraries."""
    run_tests(session, "highest")


@nox.session(python=PYTHONS[0])
def oldest(session: nox.Session) -> None:
    """Test with the oldest libraries that pyproject.toml allows."""
    run_tests(session, "lowest-direct")


@nox.session(python=PYTHONS)
def wheel(session: nox.Session) -> None:
    """Install nothing but the wheel, as pipx and uv do, and use the command in an empty folder."""
    ship, folder = Path("ships/2007/I/first-mile.yaml").absolute(), session.create_tmp()
    session.run(
        sys.executable, "-m", "uv", "build", "--quiet", "--wheel", "--clear", "--out-dir", folder, external=True
    )
    session.install(*map(str, Path(folder).glob("*.whl")))
    session.chdir(folder)
    session.run("analyzer", "--version")
    session.run("analyzer", "fly", str(ship), "--flights", "1e3", "--workers", "2", "--export", "fly.csv", silent=True)
    session.run("python", "-c", "import analyzer; print(analyzer.read('fly.csv').shape)")
