"""What editors make of the schemas, asked of the language server that most of them use for YAML.

It is a program for Node: `npm ci` in this folder installs the version that `package.json` names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from boardwright import cli
from boardwright.commands.options import terminal_of
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.yaml_tree import Mapping as MappingNode
from boardwright.validators.schema_writer.files import name_for, written
from boardwright.validators.schema_writer.files import schema as schema_of
from boardwright.validators.schema_writer.snippets import HOOKS, OF_FILES, OF_RECORDS
from folders import SMALL_GAMES, TESTS
from key_examples import PLACES, read_alone
from language_server import Editor
from node_packages import node, node_package
from ruleset_texts import documents_of

HERE = TESTS / "editor"
ROOT = HERE.parents[1]
WRONG = sorted((HERE / "wrong").rglob("*.yaml"))
SHIPPED = sorted((ROOT / "rulesets").rglob("*.yaml"))
GAMES = sorted(SMALL_GAMES.rglob("*.yaml"))

# Nothing is fetched from anywhere.
OFF = {"enable": False}
SETTINGS = {"yaml": {"schemaStore": OFF, "kubernetesCRDStore": OFF}, "http": {}}


@pytest.fixture(scope="session")
def server() -> Path:
    """The server's program, installed if it is not there."""
    return node_package("yaml-language-server") / "bin" / "yaml-language-server"


@dataclass(frozen=True)
class Fault:
    """What an editor marks: at which line, counted from 1, and why."""

    line: int
    message: str


class YamlEditor:
    """An editor that knows what the schemas say of files."""

    def __init__(self, server: Path, home: Path) -> None:
        self.home = home
        self._numbers = count()
        self._editor = Editor([node(), str(server), "--stdio"], home, self._configuration)
        documentation = {"snippetSupport": True, "documentationFormat": ["markdown"]}
        about = {
            "completion": {"completionItem": documentation},
            "hover": {"contentFormat": ["markdown"]},
        }
        capabilities = {"workspace": {"configuration": True}, "textDocument": about}
        start = {"processId": None, "rootUri": home.as_uri(), "capabilities": capabilities}
        self._editor.ask("initialize", start)
        self._editor.tell("initialized", {})

    def _configuration(self, method: str, asked: Any) -> Any:
        if method != "workspace/configuration":
            return None
        return [SETTINGS.get(item["section"]) for item in asked["items"]]

    def faults(self, texts: Mapping[Path, str]) -> dict[Path, list[Fault]]:
        """What is marked in files with these texts."""
        opened = {path: self._open(path, text) for path, text in texts.items()}
        return {path: self._marked(uri) for path, uri in opened.items()}

    def _open(self, path: Path, text: str) -> str:
        # Under a name that was never told of before, so that what is told of it is of this text.
        uri = path.with_name(f"{path.stem}_{next(self._numbers)}.yaml").as_uri()
        file = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self._editor.tell("textDocument/didOpen", {"textDocument": file})
        return uri

    def _marked(self, uri: str) -> list[Fault]:
        told = self._editor.await_told(
            "textDocument/publishDiagnostics", lambda told: told["uri"] == uri
        )
        found = (
            Fault(each["range"]["start"]["line"] + 1, each["message"])
            for each in told["diagnostics"]
        )
        return sorted(found, key=lambda fault: (fault.line, fault.message))

    def offered(self, kind: str, text: str) -> dict[str, dict[str, Any]]:
        """What may be inserted at the `|` of a text that is a file of this kind, by label."""
        answer = self._at("completion", kind, text)
        return {item["label"]: item for item in answer["items"]}

    def told(self, kind: str, text: str) -> str:
        """What is shown about the place of the `|`."""
        told: str = self._at("hover", kind, text)["contents"]["value"]
        return told

    def schema(self, kind: str) -> str:
        """The name of a schema in the folder of this editor."""
        file = self.home / f"{kind}.json"
        if not file.exists():
            file.write_text(written(schema_of(kind)), "utf-8")
        return file.name

    def _at(self, what: str, kind: str, text: str) -> Any:
        before, after = f"# $schema: {self.schema(kind)}\n{text}".split("|", 1)
        uri = self._open(self.home / "file.yaml", before + after)
        place = {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}
        where = {"textDocument": {"uri": uri}, "position": place}
        return self._editor.ask(f"textDocument/{what}", where)

    def close(self) -> None:
        self._editor.close()


@pytest.fixture(scope="module")
def editor(server: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[YamlEditor]:
    editor = YamlEditor(server, tmp_path_factory.mktemp("editor"))
    yield editor
    editor.close()


# ---- what is marked


def text_of(path: Path) -> str:
    return path.read_text("utf-8")


def test_nothing_is_marked_in_what_is_shipped(editor: YamlEditor) -> None:
    found = editor.faults({path: text_of(path) for path in SHIPPED})
    assert {path: faults for path, faults in found.items() if faults} == {}


@pytest.mark.parametrize("whole", [True, False], ids=["ruleset", "each"])
def test_nothing_is_marked_in_games_that_are_right(editor: YamlEditor, whole: bool) -> None:
    texts = {}
    for path in GAMES:
        ((_, node),) = documents_of(text_of(path), Bag())
        assert isinstance(node, MappingNode)
        kind = "ruleset" if whole else name_for(node.entries[0].key.text)
        texts[path] = f"# $schema: {(editor.home / editor.schema(kind)).as_uri()}\n{text_of(path)}"
    found = editor.faults(texts)
    assert {path: faults for path, faults in found.items() if faults} == {}


def meant(path: Path) -> set[tuple[int, str]]:
    """The faults of a file as its comments say: lines and codes."""
    lines = enumerate(text_of(path).splitlines(), 1)
    return {(n, found[1]) for n, line in lines if (found := re.search(r"# (E\d+)$", line))}


def test_the_same_lines_are_marked_as_by_validate(editor: YamlEditor) -> None:
    found = editor.faults({path: text_of(path) for path in WRONG})
    marked = {path: {fault.line for fault in faults} for path, faults in found.items()}
    assert marked == {path: {line for line, _ in meant(path)} for path in WRONG}


@pytest.mark.parametrize("ruleset", ["base", "more"])
def test_validate_finds_what_is_meant(
    ruleset: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(HERE / "wrong")
    assert cli.main(["validate", ruleset, "--format", "json", "--select", "E2,E3"]) == 1
    found: dict[Path, set[tuple[int, str]]] = {}
    for item in json.loads(capsys.readouterr().out):
        file = HERE / "wrong" / item["filename"]
        found.setdefault(file, set()).add((item["location"]["row"], item["code"]))
    assert found == {path: meant(path) for path in WRONG if ruleset in path.parts}


def test_a_fault_is_told_in_the_words_of_the_table(editor: YamlEditor) -> None:
    text = "# $schema: part.json\npart: a\noptions:\n  b: {set_of: The King}\n  c: {}\nkind: x\n"
    editor.schema("part")
    file = editor.home / "part.yaml"
    assert editor.faults({file: text})[file] == [
        Fault(4, "expected the name of a kind of piece"),
        Fault(5, "an option needs `default` or `set_of`"),
        Fault(6, "Property kind is not allowed."),
    ]


def test_where_the_kinds_are_known_unknown_keys_of_cards_are_marked(
    editor: YamlEditor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = tmp_path / "mycards"
    cards.mkdir()
    (cards / "expansion.yaml").write_text("expansion: mycards\nof: rattus\nlanguage: 2\n")
    card = cards / "ferryman.yaml"
    card.write_text("class_card: ferryman\nclass: sailors\nabilty: |\n  nothing\nname: Ferryman\n")
    write = ["schema", "--out", str(cards / "schemas"), "--for", str(cards), "--mark"]
    assert cli.main([*write, "--quiet"]) == 0
    terminal_of().quiet = False
    assert capsys.readouterr() == ("", "")
    assert [fault.line for fault in editor.faults({card: text_of(card)})[card]] == [3, 4]
    right = text_of(card).replace("abilty", "ability").replace("sailors", "magic")
    assert editor.faults({card: right})[card] == []


# ---- what is offered


def documentation(item: Mapping[str, Any]) -> str:
    told = item["documentation"]
    return str(told["value"] if isinstance(told, dict) else told)


def test_keys_are_offered_with_what_they_are_for(editor: YamlEditor) -> None:
    offered = editor.offered("game", "game: a\noptions:\n  b:\n    |\n")
    assert set(offered) == {
        *("values", "range", "set_of", "default", "name", "text", "ref", "assumed")
    }
    assert documentation(offered["set_of"]) == (
        "Players may choose any pieces of this kind; by default, none.\n\n"
        "Expected: the name of a kind of piece."
    )


def test_keys_that_are_there_are_not_offered_again(editor: YamlEditor) -> None:
    offered = editor.offered("card", "card: a\ncopies: 2\n|\n")
    assert "copies" not in offered and "traits" in offered


@pytest.mark.parametrize(
    ("place", "values"),
    [
        ("places:\n  b:\n    ordered: |\n", ['"yes"', '"no"']),
        ("places:\n  b:\n    visible_to: |\n", ["everyone", "owner", "nobody"]),
        ("kinds:\n  b:\n    pieces: |\n", ["one", "one per player"]),
        ("stocks:\n  b:\n    total: |\n", ["unlimited"]),
        ("notes:\n  b:\n    is: |\n", ["number", "yes_no"]),
        ("course:\n  - phase: b\n    direction: |\n", ["clockwise", "counter_clockwise"]),
    ],
)
def test_values_are_offered(editor: YamlEditor, place: str, values: list[str]) -> None:
    offered = editor.offered("part", f"part: a\n{place}")
    assert list(offered) == values
    assert [item["insertText"] for item in offered.values()] == [each.strip('"') for each in values]


def test_an_effect_begins_with_a_bar(editor: YamlEditor) -> None:
    item = editor.offered("card", "card: a\nability:\n  |\n")["effect"]
    assert item["insertText"] == "effect: |\n  ${1:nothing}"


def test_a_new_file_begins_with_all_it_needs(editor: YamlEditor) -> None:
    assert "a new card" in editor.offered("card", "|")
    assert "a new card" not in editor.offered("card", "card: a\nname: b\n|\n")
    every = {snippet.label for snippets in OF_FILES.values() for snippet in snippets}
    offered = editor.offered("ruleset", "|")
    assert every <= set(offered) and {"game", "expansion", "part", "scenario"} <= set(offered)


# Where a snippet is offered, as the keys that lead there.
SPOTS = {
    **dict.fromkeys(OF_FILES, ""),
    "hook": "part: a\n",
    "change": "part: a\nmodify:\n  ",
    "entry": "part: a\noffers:\n  b:\n    entries:\n      ",
    "piece_entry": "part: a\ntraits:\n  b:\n    entries:\n      ",
    "phase": "part: a\ncourse:\n  - ",
    "condition": "part: a\ntable:\n  - ",
    "invariant": "part: a\nalways:\n  - ",
    "step": "scenario: a\nplayers: 2\nsteps:\n  - ",
}
SNIPPETS = [
    (name, snippet)
    for name, snippets in [*OF_FILES.items(), *OF_RECORDS.items(), ("hook", HOOKS)]
    for snippet in snippets
]


@pytest.mark.parametrize(
    ("name", "snippet"), SNIPPETS, ids=[f"{name}-{each.label}" for name, each in SNIPPETS]
)
def test_a_beginning_that_is_offered_fits_where_it_is_offered(
    editor: YamlEditor, name: str, snippet: Any
) -> None:
    section = PLACES.get(name, "").partition(":")[0]
    before = SPOTS.get(name, f"part: a\n{section}:\n  ")
    kind = name if name in OF_FILES else "scenario" if name == "step" else "part"
    item = editor.offered(kind, f"{before}|\n")[snippet.label]
    assert documentation(item) == snippet.told

    inserted = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", item["insertText"])
    assert "$" not in inserted
    indent = " " * len(re.sub(r"[^\n]*\n", "", before).replace("- ", "")) if before else ""
    text = before + inserted.replace("\n", f"\n{indent}") + "\n"
    file = editor.home / "file.yaml"
    assert editor.faults({file: f"# $schema: {editor.schema(kind)}\n{text}"})[file] == []
    assert not read_alone(text).failed


# ---- what is shown


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        ("part", "part: a\nplac|es: {}\n", "Where components can be, apart from the board."),
        ("part", "part: a\nplaces:\n  b: {ordered|: yes}\n", "Whether it has a top and a bottom."),
        ("part", "part: a\nrules:\n  g|o: nothing\n", "#### a rule\n\nSomething that happens."),
        ("part", "part: a\nbefore g|o: nothing\n", "#### a hook\n\nWhat happens before, after"),
        ("card", "card: a\nnam|e: B\n", "What players see instead of the id."),
        ("ruleset", "scenario: a\nexp|ect: 1 = 1\n", "What must be true at the end"),
    ],
)
def test_what_a_key_is_for_is_shown(editor: YamlEditor, kind: str, text: str, told: str) -> None:
    assert told in editor.told(kind, text)


def test_what_is_shown_is_the_markdown_of_the_schema(editor: YamlEditor) -> None:
    key = schema_of("part")["definitions"]["condition"]["properties"]["must"]
    shown = editor.told("part", "part: a\ntable:\n  - mus|t: 1 = 1\n")
    assert f"#### a condition on the table\n\n{key['markdownDescription']}\n" in shown
