"""A save is read whole or refused with a reason: damaged, forged, or of other rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import boardwright
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.saves import load
from boardwright.interpreter.records.soundness import unsound
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import set_table
from folders import SMALL_GAMES
from forging import forged, sealed
from strategies import (
    GAMES,
    NOTRE_DAME,
    RATTUS,
    game_in,
    name_of,
    program_of,
    random_game,
    tables,
    tiny,
    turns,
)

each_table = pytest.mark.parametrize(("folder", "players"), list(tables()), ids=name_of)
CRAZY_EIGHTS = SMALL_GAMES / "crazy_eights"

Json = dict[str, Any]


def played(program: Program, decisions: int) -> State:
    state, chance = new(program, 1), Random(1)
    for _ in range(decisions):
        assert state.decision is not None
        state.apply(chance.randrange(len(state.decision)))
    return state


def why(program: Program, text: str) -> str:
    with pytest.raises(ValueError) as refused:
        load(program, text)
    return str(refused.value)


def changed(program: Program, change: Callable[[Json], object], decisions: int = 4) -> str:
    """Why a save is refused that somebody has changed, and whose sum was worked out anew."""
    document: Json = json.loads(played(program, decisions).save())
    change(document)
    return why(program, resealed(document))


def resealed(document: Json) -> str:
    document.pop("sum", None)
    return sealed(document)


# ---- what is written is read


@each_table
def test_every_word_of_a_state_says_what_may_stand_there(folder: Path, players: int) -> None:
    layout = program_of(folder, players).layout
    ends = [0, *(at + count for at, (count, _) in sorted(layout.holds.items()))]
    assert sorted(layout.holds) == ends[:-1] and ends[-1] == layout.size


@each_table
def test_every_state_of_every_game_is_sound(folder: Path, players: int) -> None:
    program = program_of(folder, players)
    for seed in (1, 2):
        for state in random_game(program, seed):
            assert unsound(program, state.v) is None


def test_a_save_is_one_line_that_says_which_game_it_is_of() -> None:
    state = played(program_of(RATTUS, 3), 20)
    found = json.loads(state.save())
    assert "\n" not in state.save() and state.save().isascii()
    assert (found["save"], found["version"], found["game"]) == ("boardwright", 2, "rattus")
    assert found["seats"] == ["red", "yellow", "green"] and len(found["words"]) == len(state.v)


# ---- what is of something else


def test_a_save_of_something_else_is_refused_and_says_of_what() -> None:
    save = played(program_of(RATTUS, 3), 5).save()
    assert why(program_of(NOTRE_DAME, 3), save).startswith(
        'this is a save of another game: "rattus"'
    )
    assert why(program_of(RATTUS, 2), save).startswith("this game was saved at another table: [")
    other = boardwright.load("rattus", players=3, options={"phase_order": "strict"})
    assert why(other.program, save).startswith("this game was saved with other options: {")
    more = boardwright.load("rattus", players=3, expansions=["mercatus"])
    assert why(more.program, save).startswith("this game was saved with other rules: ")


@pytest.mark.parametrize(
    "text",
    [
        *("", "{}", "[]", "null", "1", '"save"', "{", "\0", "\ufeff{}", "NaN", "[[[[" * 30_000),
        '{"boardwright": "save", "version": 1, "program": "0", "vector": [0]}',
        '{"save":"boardwright","version":NaN}',
        '{"save":"boardwright","version":1e999}',
        '{"save":"boardwright","version":' + "9" * 6000 + "}",
        " " * 10_000_000,
    ],
    ids=lambda text: text[:12],
)
def test_what_is_no_save_is_refused(text: str) -> None:
    assert why(program_of(CRAZY_EIGHTS, 2), text).startswith("this is not a saved game")


@pytest.mark.parametrize("version", [1, 3, "2", True, None, 10**30, [2]])
def test_another_version_is_refused(version: object) -> None:
    told = changed(program_of(CRAZY_EIGHTS, 2), lambda save: save.update(version=version))
    assert told.endswith("this boardwright reads version 2")


# ---- what was changed


@pytest.mark.parametrize("folder", [CRAZY_EIGHTS, RATTUS], ids=lambda folder: folder.name)
def test_every_accident_is_found(folder: Path) -> None:
    program, chance = program_of(folder, 2), Random(5)
    save = played(program, 4).save()

    def accidents() -> Iterator[str]:
        at = chance.randrange(len(save))
        yield save[:at]
        yield save[:at] + save[at + 1 :]
        yield save[:at] + chr(ord(save[at]) ^ 1 << chance.randrange(7)) + save[at + 1 :]
        yield save[:at] + save[at] + save[at:]
        yield save[:at] + " " + save[at:]
        yield save + chance.choice(("\n", "\0", " ", save))

    for _ in range(60):
        for damaged in accidents():
            if damaged != save:
                why(program, damaged)


def word(save: Json, at: int, value: object) -> None:
    save["words"][at] = value


def test_what_cannot_be_is_refused() -> None:
    program = program_of(CRAZY_EIGHTS, 2)
    layout = program.layout
    ((kind, first),) = layout.places.items()
    deck = next(place for place in layout.tops if played(program, 4).v[layout.tops[place]])
    top = layout.tops[deck]
    assert "have impossible values" in changed(program, lambda save: word(save, lay.ASKER, 2))
    assert "have impossible values" in changed(program, lambda save: word(save, first, 99))
    assert "do not match their own places" in changed(
        program, lambda save: word(save, first, save["words"][first] ^ 1)
    )
    faces = layout.faces[kind]
    assert "have impossible values" in changed(
        program, lambda save: word(save, faces, save["words"][faces + 1])
    )
    above = layout.above[kind]

    def ring(save: Json) -> None:
        words = save["words"]
        lowest = words[top + 1]
        words[above + words[top] - 1] = lowest

    assert "is broken" in changed(program, ring)
    chance_word = lay.RANDOM + 2
    assert "impossible values" in changed(program, lambda save: word(save, chance_word, 2**32))


@pytest.mark.parametrize("value", [1.5, "x", "0x5", None, True, [], {}, 2**60, "0x" + "f" * 20_000])
def test_a_word_is_a_whole_number_written_in_one_way(value: object) -> None:
    assert changed(program_of(CRAZY_EIGHTS, 2), lambda save: word(save, lay.ROUND, value))


def test_a_round_has_a_number_that_can_be_written_out() -> None:
    """Before, its hash failed: Python writes out no number of more than 4,300 digits."""
    program = program_of(RATTUS, 3)
    assert "impossible values" in changed(
        program, lambda save: word(save, lay.ROUND, hex(10**5000))
    )


def test_there_is_as_much_of_everything_as_at_first() -> None:
    program = program_of(RATTUS, 3)
    rows = next(rows for rows in program.layout.stocks.values())
    at = max(rows.at, key=lambda at: played(program, 9).v[at] if at >= 0 else -1)
    told = changed(program, lambda save: word(save, at, save["words"][at] - 1))
    assert told.startswith("this save is damaged: the amount of ")


def test_nobody_jumps_into_the_middle_of_another_rule() -> None:
    program = program_of(RATTUS, 3)
    state = played(program, 20)
    for block in {*range(-1, len(program.blocks) + 2)} - {state.v[lay.PC]}:
        document = json.loads(state.save())
        document["words"][lay.PC] = block
        assert why(program, resealed(document)).startswith("this save is damaged: ")


def test_a_rule_goes_back_to_where_it_was_entered_and_leaves_nothing() -> None:
    program = program_of(RATTUS, 3)
    state = played(program, 0)
    chance, found = Random(3), 0
    backs = [frame.back for frame in program.under_way.frames.values()]
    while state.decision is not None:
        inside = [at for at in backs if state.v[at]]
        if inside:
            found += 1
            document = json.loads(state.save())
            for value in (0, state.v[inside[0]] + 1):
                document["words"][inside[0]] = value
                assert "rule" in why(program, resealed(document))
        state.apply(chance.randrange(len(state.decision)))
    assert found > 5


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.stem)
def test_what_is_forged_is_refused_or_plays_on_as_a_game_does(folder: Path) -> None:
    program, chance = program_of(folder, game_in(folder).players[0]), Random(folder.stem)
    ended: list[str] = []
    for _ in range(12):
        save = played_at_most(program, chance).save()
        text, _ = forged(save, program, chance)
        try:
            state = load(program, text)
        except ValueError:
            continue
        assert load(program, state.save()).hash == state.hash
        try:
            while (decision := state.decision) is not None:
                state.apply(chance.randrange(len(decision)))
                assert unsound(program, state.v) is None
        except RuleError as fault:
            ended.append(fault.code)
    assert "E678" not in ended


def played_at_most(program: Program, chance: Random) -> State:
    state = new(program, chance.randrange(100))
    for _ in range(chance.randrange(40)):
        if state.decision is None:
            break
        state.apply(chance.randrange(len(state.decision)))
    return state


PAIRS = """places: {stall: {per: [field, good], holds: [ware], room: {ware: 2}}}
notes:
  height: {is: number, per: [player, field], range: 0 to 20}
  last: {is: player, per: [good, field], start: nobody}
  aim: {is: field, per: [good, player], start: nothing}
"""


def test_what_there_is_for_each_pair_is_saved_and_checked() -> None:
    lines = (
        "set height(me, c) to n + 3\nset last(wood, b) to me\nset aim(cloth, me) to d\n"
        "move 1 of wares of fish from box to stall(b, fish)\nlet kept be aim(fish, me)\n"
        "choose m from 1 to 2\nif kept is nothing:\n  set aim(fish, me) to b"
    )
    program = link(set_table(tiny(PAIRS + turns(f"choose n from 1 to 2\n{lines}")), 2))
    state = new(program, 1)
    state.apply("2")
    again = load(program, state.save())
    assert again.position() == state.position()
    notes = again.position()["notes"]
    assert notes["height"] == {"p1": {"c": 5}} and notes["last"] == {"wood": {"b": "p1"}}
    assert notes["aim"] == {"cloth": {"p1": "d"}}
    again.apply("1")
    assert again.position()["notes"]["aim"] == {"cloth": {"p1": "d"}, "fish": {"p1": "b"}}
    layout = program.layout
    for note, wrong in (("height", 21), ("last", 2), ("aim", 4), ("height", -1), ("aim", -2)):
        v = list(state.v)
        v[layout.notes[note] + 1] = wrong
        assert unsound(program, v), (note, wrong)
