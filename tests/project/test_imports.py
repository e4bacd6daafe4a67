"""Who may import whom: the contracts stand in `pyproject.toml`."""

import subprocess
import sys
import tomllib
from collections import Counter

from boardwright import cli
from cli_runs import run_python
from folders import ROOT

SETTINGS = ROOT / "pyproject.toml"

FOLDERS = ("dsl", "interpreter", "validators", "src/boardwright")
MOST_MODULES = 24
"""More in one folder nobody takes in; then it is time for a folder inside it. But commands are as easy to find as in the
help, so their folder may have one for each, and a few that they share.
"""
COMMANDS, SHARED_BY_COMMANDS = "src/boardwright/commands", 4

# What a bare `import boardwright` may not cost.
HEAVY = [
    "dask",
    "jsonschema",
    "llvmlite",
    "matplotlib",
    "networkx",
    "numpy",
    "platformdirs",
    "pygls",
    "rich",
    "typst",
]


def test_every_stage_imports_only_earlier_ones() -> None:
    # By itself, since it sets up logging and the path of whoever runs it.
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = run_python("-c", code, "--config", SETTINGS, "--no-cache", "--no-logo")
    assert done.code == 0, done.text()


def test_every_folder_of_stages_has_its_contract() -> None:
    contracts = tomllib.loads(SETTINGS.read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = [each for each in contracts if each["type"] == "layers"]
    # Those that are exhaustive name each folder: a new one is refused until it has its place.
    named = {name for each in layers if each["exhaustive"] for name in each["containers"]}
    stages = {"boardwright", *(f"boardwright.{name}" for name in FOLDERS[:3])}
    inside = {
        "boardwright.dsl.bind",
        "boardwright.interpreter.lower",
        "boardwright.interpreter.native",
    }
    assert named == stages | inside


def test_no_folder_holds_more_than_can_be_taken_in() -> None:
    modules = Counter(
        path.parent.relative_to(ROOT).as_posix()
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        if path.name != "__init__.py"
    )
    assert modules.pop(COMMANDS) <= len(cli.COMMANDS) + SHARED_BY_COMMANDS
    assert {folder: n for folder, n in modules.items() if n > MOST_MODULES} == {}


def test_rulesets_are_data() -> None:
    found = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "rulesets").rglob("*.py"))
    assert found == ["rulesets/__init__.py"]


def test_importing_the_package_is_light() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); import boardwright; "
        f"sys.stdout.write(' '.join(m for m in {HEAVY!r} if m in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], check=True, capture_output=True, text=True
    )
    assert done.stdout == ""
