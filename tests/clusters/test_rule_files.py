import json
import zlib
from pathlib import Path

import pytest

from boardwright.clusters.rule_files import name_of, packed, unpacked
from boardwright.interpreter.records.game_record import header_of
from boardwright.loading.load import load, read
from boardwright.runs.plan import Order
from folders import SMALL_GAMES
from run_samples import SMALL, order


def asked(ruleset: str, *expansions: str) -> Order:
    return Order(
        ruleset=ruleset, expansions=expansions, players=None, options=(), agents=("random",)
    )


@pytest.mark.parametrize(
    ("ruleset", "expansions"),
    [(SMALL, ()), ("rattus", ("mercatus",)), (str(SMALL_GAMES / "pig" / "game.yaml"), ())],
)
def test_rules_are_the_same_elsewhere(
    tmp_path: Path, ruleset: str, expansions: tuple[str, ...]
) -> None:
    game, *others = unpacked(packed(asked(ruleset, *expansions)), tmp_path)
    here, there = load(ruleset, expansions=expansions), load(game, expansions=others)
    assert header_of(there.program, 0).rules == header_of(here.program, 0).rules


def test_where_the_files_are_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = packed(order())
    monkeypatch.chdir(Path(SMALL))
    assert packed(asked(".")) == before
    assert packed(asked(f"../{Path(SMALL).name}")) == before
    monkeypatch.chdir(tmp_path)
    assert packed(order()) == before
    assert str(SMALL_GAMES).encode() not in zlib.decompress(before)


def test_one_letter_gives_another_name(tmp_path: Path) -> None:
    (game,) = unpacked(packed(order()), tmp_path)
    before = packed(asked(str(game)))
    file = next(game.rglob("*.yaml"))
    file.write_text(file.read_text() + "# more\n")
    assert name_of(packed(asked(str(game)))) != name_of(before)


def test_rules_that_are_not_there_are_reported() -> None:
    from boardwright.dsl.source.diagnostics import RulesetError

    with pytest.raises(RulesetError):
        packed(asked("./nowhere"))


@pytest.mark.parametrize("name", ["../x.yaml", "a/../../x.yaml", "/x.yaml"])
def test_no_file_is_written_outside(tmp_path: Path, name: str) -> None:
    rules = json.dumps([{"name": "x", "folder": True, "files": {name: ""}}]).encode()
    with pytest.raises(ValueError, match="is not a path inside"):
        unpacked(zlib.compress(rules), tmp_path / "into")


def test_a_ruleset_that_is_one_file_stays_one(tmp_path: Path) -> None:
    (game,) = unpacked(packed(order()), tmp_path / "a")
    manifest = game / "game.yaml"
    if len(list(game.rglob("*.yaml"))) == 1:
        alone = tmp_path / "alone.yaml"
        alone.write_bytes(manifest.read_bytes())
        (file,) = unpacked(packed(asked(str(alone))), tmp_path / "b")
        assert file.name == "alone.yaml" and read(file).id == read(alone).id
