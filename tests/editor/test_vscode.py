"""The extension for VS Code: its grammars, what it starts and says, and the package that is made of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from boardwright.dsl.colours.effect_parts import Part
from boardwright.dsl.colours.rule_file import texts_in
from boardwright.version import __version__
from folders import ROOT, TESTS
from golden import Golden
from pages.editor_colours import IN_YAML, MARK, SCOPES, grammars

HERE = TESTS / "editor"
EXTENSION = ROOT / "editors" / "vscode"
ABOUT = json.loads((EXTENSION / "package.json").read_text("utf-8"))
OURS = {f"{scope}.boardwright" for scope in SCOPES.values()}
RULES = sorted((ROOT / "rulesets").rglob("*.yaml"))


@pytest.fixture(scope="module")
def npm() -> str:
    """The program npm. The packages of the extension are there, in the versions of its lock file."""
    found = shutil.which("npm")
    assert found is not None, "these tests need Node 20 or later, with npm"
    wanted = {**ABOUT["dependencies"], **ABOUT["devDependencies"]}
    if any(version_of(name) != version for name, version in wanted.items()):
        install = [found, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        subprocess.run(install, cwd=EXTENSION, check=True)
    return found


def version_of(package: str) -> str | None:
    about = EXTENSION / "node_modules" / package / "package.json"
    return json.loads(about.read_text("utf-8"))["version"] if about.exists() else None


def node(script: Path, asked: object, **more: str) -> Any:
    """What a script of Node answers, as JSON."""
    program = shutil.which("node")
    assert program is not None, "these tests need Node 20 or later"
    done = subprocess.run(
        [program, str(script)],
        input=json.dumps(asked).encode(),
        env={**os.environ, **more},
        capture_output=True,
        timeout=300,
    )
    assert done.returncode == 0 and done.stdout, done.stderr.decode()
    return json.loads(done.stdout)


# ---- colours


@pytest.mark.parametrize("path", grammars(), ids=lambda path: path.name)
def test_grammars_are_those_of_the_language(path: Path, golden: Golden) -> None:
    """`pytest --update-golden tests/editor` writes them."""
    golden(path, grammars()[path])


def tokens(texts: list[str]) -> list[dict[tuple[int, int], str]]:
    """The scopes of our grammars in texts that VS Code colours as YAML, by row (from 1) and column (from 0)."""
    files = {json.loads(text)["scopeName"]: str(path) for path, text in grammars().items()}
    asked = {
        "extension": str(EXTENSION),
        "grammars": files,
        "injected": [MARK, IN_YAML],
        "texts": texts,
    }
    return [
        {
            (row, start): scopes[-1].removesuffix(".boardwright")
            for row, line in enumerate(lines, 1)
            for start, _, scopes in line
            if scopes[-1] in OURS
        }
        for lines in node(HERE / "tokens.js", asked)
    ]


def test_shipped_rules_have_the_colours_of_the_language(npm: str) -> None:
    """Of all words, numbers and signs in effects 99.8% have theirs; the grammars go by lines, and do not know all forms of
    YAML. Text for players has none.
    """
    texts = [path.read_text("utf-8") for path in RULES]
    right, wrong = 0, []
    for path, text, found in zip(RULES, texts, tokens(texts), strict=True):
        for _, parts in texts_in(text):
            for start, _, part in parts:
                row = text.count("\n", 0, start) + 1
                place = (row, start - text.rfind("\n", 0, start) - 1)
                if part is Part.NAME or found.get(place) == SCOPES[part]:
                    right += 1
                else:
                    wrong.append(f"{path.name}:{row}: {text.splitlines()[row - 1]}")
    assert right > 20_000 and len(wrong) < 0.002 * right, wrong


def test_a_card_with_an_effect_that_its_game_declares(npm: str) -> None:
    text = (
        "# $schema: schemas/card.json\ncard: a\ntext:\n  en: |\n    move on\nname: To move\n"
        "ability: |\n  # far\n  move pawn to quay\n\n  stop\ncost: 3 of it\n"
    )
    (found,) = tokens([text])
    assert found == {
        (8, 2): "comment.line.number-sign",
        (9, 2): "keyword.control",
        (9, 7): "variable.other",
        (9, 12): "keyword.other",
        (9, 15): "variable.other",
        (11, 2): "keyword.control",
    }


def test_other_files_look_as_before(npm: str) -> None:
    workflow = "on: push\njobs:\n  test:\n    steps:\n      - run: |\n          move a to b\n        if: x > 1\n"
    assert tokens([workflow, "# a comment\n" + workflow]) == [{}, {}]


# ---- what it does


def run_extension(folder: Path, **asked: Any) -> Any:
    asked = {
        "settings": {},
        **asked,
        "folder": str(folder),
        "extension": str(EXTENSION / "extension.js"),
    }
    return node(HERE / "extension.js", asked, PATH=str(Path(shutil.which("node") or "").parent))


def program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{sys.executable}\nimport sys\n{text}\n")
    path.chmod(0o755)
    return path


def test_it_starts_the_program_of_the_environment_in_the_folder(tmp_path: Path) -> None:
    own = program(tmp_path / ".venv" / "bin" / "boardwright", "sys.stdin.read()")
    told = run_extension(tmp_path)
    assert told["started"] == [[str(own), "lsp"]] and told["messages"] == []
    assert told["options"]["documentSelector"] == [{"scheme": "file", "language": "yaml"}]
    assert told["options"]["initializationOptions"] == {"profile": "basic", "scenarios": "on save"}


def test_it_starts_the_program_of_the_settings(tmp_path: Path) -> None:
    program(tmp_path / ".venv" / "bin" / "boardwright", "")
    other = program(tmp_path / "other", "sys.stdin.read()")
    told = run_extension(tmp_path, settings={"command": str(other), "profile": "shared"})
    assert told["started"] == [[str(other), "lsp"]]
    assert told["options"]["initializationOptions"]["profile"] == "shared"


def test_without_the_program_it_says_what_to_do(tmp_path: Path) -> None:
    told = run_extension(tmp_path, choose="Open the setting")
    assert told["started"] == []
    assert told["messages"] == [
        "There is no program `boardwright`. Install Boardwright, or write its path in the "
        "setting `boardwright.command`."
    ]
    assert ["workbench.action.openSettings", "boardwright.command"] in told["commands"]


def test_without_the_extra_it_says_what_the_program_says(tmp_path: Path) -> None:
    needs = 'the language server needs: pip install "pygls>=2.1"'
    program(tmp_path / ".venv" / "bin" / "boardwright", f"sys.exit('wait\\n' + {needs!r})")
    assert run_extension(tmp_path)["messages"] == [f"The language server ended: {needs}"]


def test_a_lens_shows_where_a_declaration_is_named(tmp_path: Path) -> None:
    program(tmp_path / ".venv" / "bin" / "boardwright", "sys.stdin.read()")
    at = {"line": 4, "character": 2}
    where = {"uri": "file:///b.yaml", "range": {"start": at, "end": {"line": 4, "character": 9}}}
    run = ["boardwright.runScenario", ["file:///a.yaml", "a_day"]]
    told = run_extension(
        tmp_path,
        execute=[
            ["boardwright.uses", ["file:///a.yaml", at, [where]]],
            ["boardwright.uses", ["file:///a.yaml", at, []]],
            run,
        ],
    )
    place = {"values": [4, 2]}
    location = {"values": ["file:///b.yaml", {"values": [place, {"values": [4, 9]}]}]}
    shown = ["editor.action.showReferences", "file:///a.yaml", place, [location]]
    assert shown in told["commands"] and ["server", *run] in told["commands"]
    assert told["messages"] == ["Nothing else names this."]


# ---- the package


def test_the_package_has_all_it_needs(npm: str, tmp_path: Path) -> None:
    made = tmp_path / "boardwright.vsix"
    command = [npm, "run", "package", "--", "--out", str(made)]
    done = subprocess.run(command, cwd=EXTENSION, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(made) as package:
        names = {each.removeprefix("extension/") for each in package.namelist()}
        about = json.loads(package.read("extension/package.json"))
    needed = {about["main"], *(each["path"] for each in about["contributes"]["grammars"])}
    needed = {each.removeprefix("./") for each in needed}
    needed |= {"readme.md", "LICENSE.txt", "node_modules/vscode-languageclient/License.txt"}
    assert needed - names == set()
    others = {name.split("/")[0] for name in names - needed}
    assert others == {
        "extension.vsixmanifest",
        "[Content_Types].xml",
        "package.json",
        "node_modules",
    }
    assert not any("vsce" in name for name in names)


def test_what_is_said_twice_is_the_same() -> None:
    assert ABOUT["version"] == __version__
    assert (EXTENSION / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert {each["path"] for each in ABOUT["contributes"]["grammars"]} == {
        f"./{path.relative_to(EXTENSION)}" for path in grammars()
    }
    from boardwright.lsp.semantic_tokens import LEGEND

    (scopes,) = (each["scopes"] for each in ABOUT["contributes"]["semanticTokenScopes"])
    for part in (Part.JOINING, Part.CONSTANT):
        assert part.value in LEGEND.token_modifiers
        assert scopes[f"keyword.{part.value}"] == [f"{SCOPES[part]}.boardwright"]


def test_the_lock_file_names_no_host() -> None:
    lock = json.loads((EXTENSION / "package-lock.json").read_text("utf-8"))
    assert [name for name, each in lock["packages"].items() if "resolved" in each] == []
