"""`boardwright schema`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardwright.validators.schema_writer.files import FILES, schema, schemas, written
from cli_runs import Run


@pytest.fixture(autouse=True)
def elsewhere(surroundings: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_schema_is_printed(run: Run) -> None:
    done = run("schema", "card")
    assert (done.code, done.out, done.err) == (0, written(schema("card")), "")


def test_without_a_kind_all_are_listed(run: Run) -> None:
    done = run("schema")
    assert done.code == 0
    assert [line.split()[0] for line in done.out.splitlines()] == list(FILES)


def test_with_a_ruleset_its_kinds_are_listed_too(run: Run) -> None:
    done = run("schema", "--for", "mercatus")
    names = [line.split()[0] for line in done.out.splitlines()]
    assert names == [*FILES, "rat", "pawn", "class_card", "region"]
    card = json.loads(run("schema", "class_card", "--for", "mercatus").out)
    assert card["required"] == ["class_card"] and "ability" in card["properties"]


def test_all_are_written_into_a_folder(run: Run) -> None:
    done = run("schema", "--out", "a/b")
    assert (done.code, done.out, done.err) == (0, "", "6 schemas in a/b\n")
    found = {path.name: path.read_text("utf-8") for path in Path("a/b").iterdir()}
    assert found == {f"{name}.json": written(each) for name, each in schemas().items()}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["crad"], "error: there is no schema for `crad`\n  = help: did you mean `card`?\n"),
        (["--mark"], "error: --mark needs --for and --out\n"),
        (["--with", "mercatus"], "error: --with needs --for\n"),
        (["card", "--out", "x"], "error: --out writes all kinds: leave out KIND"),
        (["--for", "nowhere"], "error[E127]: there is no ruleset `nowhere`\n"),
        (["--for", "rattus", "--out", "x", "--mark"], "error: --mark cannot change the files"),
    ],
)
def test_what_makes_no_sense_is_refused(run: Run, arguments: list[str], told: str) -> None:
    done = run("schema", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(told)
    assert not Path("x").exists()


def test_files_are_marked_with_the_way_to_their_schema(run: Run) -> None:
    texts = {
        "expansion.yaml": "expansion: mine\nof: rattus\nlanguage: 2\n",
        "cards/ferryman.yaml": "# $schema: gone.json\nclass_card: ferryman\nclass: magic\n",
        "cards/broken.yaml": "class_card: [\n",
        "scenarios/one.yaml": "scenario: one\nplayers: 2\nexpect: 1 = 1\n",
    }
    for name, text in texts.items():
        file = Path("mine", name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    done = run("schema", "--for", "mine", "--out", "mine/schemas", "--mark")
    assert done.code == 0
    assert done.err == (
        "there are errors in these rules; `boardwright validate` shows them\n"
        "10 schemas in mine/schemas\n3 files marked\n"
    )
    first = {name: Path("mine", name).read_text().splitlines()[0] for name in texts}
    assert first == {
        "expansion.yaml": "# $schema: schemas/expansion.json",
        "cards/ferryman.yaml": "# $schema: ../schemas/class_card.json",
        "cards/broken.yaml": "class_card: [",
        "scenarios/one.yaml": "# $schema: ../schemas/scenario.json",
    }
    again = run("schema", "--for", "mine", "--out", "mine/schemas", "--mark")
    assert again.err.endswith("0 files marked\n")
