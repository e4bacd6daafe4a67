"""The name of a file changes nothing: not a byte of a record, not a hash."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from boardwright.dsl.declare.ruleset import begins_scenario
from boardwright.files.locate_ruleset import shipped
from boardwright.interpreter.records.game_record import Recorder
from boardwright.loading.load import read
from boardwright.loading.rules import Rules
from folders import SMALL_GAMES

OWN = sorted(path.parent for path in SMALL_GAMES.glob("*/game.yaml"))
EVERY = [
    *((folder,) for folder in OWN),
    (shipped()["rattus"],),
    (shipped()["notre_dame"],),
    (shipped()["rattus"], shipped()["mercatus"]),
]
# Letters, digits and capitals, so that neither kind of sorting finds the old order by chance.
_LETTERS = "abcXYZ0129"


def _shuffled(folder: Path, to: Path, chance: random.Random) -> Path:
    """A copy of a ruleset whose files have other names, in other folders; scenarios are left out."""
    rules = [
        path for path in sorted(folder.rglob("*.yaml")) if not begins_scenario(path.read_text())
    ]
    chance.shuffle(rules)
    for number, path in enumerate(rules):
        name = f"{''.join(chance.choices(_LETTERS, k=6))}_{number}.yaml"
        where = to / chance.choice(["", "a", "Z", "a/b"])
        where.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, where / name)
    return to


def _record(rules: Rules, seed: int) -> str:
    """One game, played at random, as it is written down."""
    table = rules.at_table(rules.players[seed % len(rules.players)])
    recorder, chance = Recorder(table.program, seed), random.Random(seed)
    while (decision := recorder.state.decision) is not None:
        recorder.apply(chance.randrange(len(decision)))
    return recorder.text()


@pytest.mark.one_in(3)
@pytest.mark.parametrize("folders", EVERY, ids=lambda folders: "+".join(f.name for f in folders))
@pytest.mark.parametrize("seed", [1, 2])
def test_names_of_files_change_no_byte(
    folders: tuple[Path, ...], seed: int, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    game, *more = folders
    other, *others = [_shuffled(folder, tmp_path / folder.name, chance) for folder in folders]
    here, there = read(game, more), read(other, others)
    assert here.bound.rules_hash == there.bound.rules_hash
    assert _record(here, seed) == _record(there, seed)


def test_a_card_is_in_its_place_whatever_its_file_is_called(tmp_path: Path) -> None:
    """The order of cards is that of their ids, so the options of a game are, too."""
    copy = tmp_path / "rattus"
    shutil.copytree(shipped()["rattus"], copy)
    (copy / "cards/king.yaml").rename(copy / "cards/zzz.yaml")
    cards = [each.id for each in read(copy).bound.kinds["class_card"].definitions]
    assert cards == sorted(cards) and cards[0] == "king"


def test_facts_stand_where_their_part_does(tmp_path: Path) -> None:
    """One piece in two files: whichever is read first, its keys are in the same order."""
    manifest = (
        "game: orders\nlanguage: 2\nname: Orders\ntext: Nobody moves.\nplayers: 2\n"
        "kinds: {card: {attributes: {worth: number}, home: pile}}\n"
        "places: {pile: {holds: [card]}}\noutcome: {score: 0}\n"
    )
    pair = ("card: ace\nworth: 3\n", "card: ace\nvalues: {a: 1}\nname: Ace\n")
    found = []
    for names in ("xy", "yx"):
        folder = tmp_path / names
        folder.mkdir()
        (folder / "game.yaml").write_text(manifest)
        for name, text in zip(names, pair, strict=True):
            (folder / f"{name}.yaml").write_text(text)
        found.append(read(folder).bound.rules_hash)
    assert found[0] == found[1]
