"""Memories of positions: what makes two positions the same, what is full, and what is forgotten; on both back-ends at once."""

from __future__ import annotations

from itertools import pairwise

import pytest

from boardwright.interpreter.events.watched import new_watched
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.native.engine import loaded
from boardwright.interpreter.play.determinize import imagined
from boardwright.interpreter.play.position_hash import digest
from boardwright.interpreter.play.views import view
from boardwright.interpreter.program.link import link
from boardwright.interpreter.records.saves import load
from boardwright.interpreter.records.soundness import unsound
from boardwright.interpreter.table.errors import MEMORY_FULL, TOO_LARGE, RuleError
from boardwright.interpreter.table.table import set_table
from decisions import LOG, fault, refused
from strategies import logged, play, steps, tiny, turns

THINGS = """kinds:
  man: {home: chest, plural: men}
stocks:
  chip: {total: 9, home: chest}
  disc: {total: 4, each: player, home: chest}
spaces:
  point: {holds: [man, chip, disc], room: {disc: 1}}
places:
  chest: {holds: [man, chip, disc]}
board:
  point: {e: {}, f: {}, g: {}}
pieces:
  man: {rook: {copies: 2}, queen: {}}
notes:
  castled: {is: yes_no, per: player}
  target: {is: point, start: nothing}
  reached: {is: set of point}
  height: {is: number, start: nothing}
"""


def memory(of: str, more: str = "holds: 9") -> str:
    return f"{THINGS}memories:\n  standing: {{of: [{of}], {more}}}\n"


SEEN = f"{LOG}seen(standing)"
FIND = "find one_rook in men in chest where face of one_rook is rook"


@pytest.mark.parametrize(
    ("of", "first", "then", "seen"),
    [
        ("man", "move queen to e", "move queen to e", 1),
        ("man", "move queen to e", "move queen to f", 0),
        ("man", "move queen to e", "return queen", 0),
        # Off the board, it does not matter where.
        ("man", "return queen", "place 1 chips in e", 1),
        ("chip", "place 1 chips in e", "place 1 chips in e", 0),
        ("chip", "place 1 chips in e", "move 1 chips from e to f", 0),
        ("chip", "place 1 chips in e", "move queen to e", 1),
        ("disc", "place 1 of discs of first_seat in e", "return all discs in e", 0),
        ("castled", "set castled of first_seat to yes", "set castled of first_seat to no", 0),
        ("castled", "set castled of first_seat to yes", "set castled of first_seat to yes", 1),
        ("target", "set target to e", "set target to nothing", 0),
        ("reached", "set reached to points", "set reached to points except g", 0),
        ("height", "set height to 0 - 1000000", "set height to nothing", 0),
        ("height", "set height to 1000000", "set height to 1000000", 1),
        ("active_player", "set active_player to last_seat", "set active_player to first_seat", 0),
        ("active_player", "set active_player to nobody", "set height to 3", 1),
    ],
)
def test_what_it_compares_makes_the_difference(of: str, first: str, then: str, seen: int) -> None:
    lines = (first, "remember(standing)", then, SEEN)
    for names in (of, f"{of}, man, chip" if of not in ("man", "chip", "disc") else of):
        assert logged(tiny(memory(names) + steps(*lines))) == seen


def test_pieces_of_one_face_are_alike() -> None:
    exchange = (
        "for each m in men where face of m is rook:",
        "  if target is nothing:",
        "    move m to e",
        "    set target to f",
        "  else:",
        "    move m to f",
        "remember(standing)",
        "find a_man in men in e",
        "find b_man in men in f",
        "swap a_man and b_man",
        SEEN,
        "swap a_man and queen",
        SEEN,
    )
    assert logged(tiny(memory("man") + steps(*exchange))) == 10


def test_every_equal_position_counts() -> None:
    lines = (
        SEEN,
        *(["remember(standing)"] * 3),
        SEEN,
        "move queen to g",
        "remember(standing)",
        SEEN,
    )
    assert logged(tiny(memory("man") + steps(*lines, "forget(standing)", SEEN))) == 310


def test_one_too_many_is_an_error_at_its_line() -> None:
    game = tiny(memory("man", "holds: 2") + steps(*["remember(standing)"] * 3))
    assert fault(game) == MEMORY_FULL
    with pytest.raises(RuleError) as found:
        play(game, 2)
    assert found.value.span is not None and found.value.span.text == "remember(standing)"
    assert "holds: 2" not in found.value.message and "`standing`" in found.value.message
    program = link(set_table(game, 2))
    for run in (program.fast.run, loaded(program).run):
        with pytest.raises(RuleError) as same:
            run(program.first_vector(1))
        assert (same.value.code, same.value.span) == (MEMORY_FULL, found.value.span)


def test_the_oldest_gives_way() -> None:
    lines: list[str] = []
    for point in ("e", "f", "g"):
        lines += [f"move queen to {point}", "remember(standing)"]
    for point in ("e", "f", "g"):
        lines += [f"move queen to {point}", SEEN]
    game = tiny(memory("man", "holds: 2, when_full: forget_oldest") + steps(*lines))
    assert logged(game) == 11
    held = play(game, 2).at("memories", "standing", "oldest_first")
    assert [row["pieces"]["man"] for row in held] == [{"f": ["queen"]}, {"g": ["queen"]}]


def test_a_position_has_what_is_remembered_in_no_order() -> None:
    def hashes(*lines: str) -> tuple[str, str]:
        state = play(tiny(memory("man, chip, castled") + steps(*lines)), 2).state
        assert state.hash == digest(state.position())
        return state.hash, str(state.position()["memories"])

    there = ("move queen to e", "remember(standing)", "move queen to f", "remember(standing)")
    back = ("move queen to f", "remember(standing)", "move queen to e", "remember(standing)")
    same = hashes(*there), hashes(*back, "move queen to f")
    assert same[0] == same[1]
    assert hashes(*there[:3])[0] != same[0][0]
    whole = tiny(
        memory("man, chip, disc, castled, active_player")
        + steps(
            "place 2 chips in g",
            "place 1 of discs of last_seat in f",
            "set castled of last_seat to yes",
            "move queen to e",
            FIND,
            "move one_rook to e",
            "remember(standing)",
        )
    )
    assert play(whole, 2).at("memories", "standing") == [
        {
            "pieces": {"man": {"e": ["rook", "queen"]}},
            "stocks": {"chip": {"g": 2}, "disc": {"f": {"p2": 1}}},
            "notes": {"castled": {"p2": "yes"}},
            "active_player": None,
        }
    ]


WANDERING = memory("man, active_player", "holds: 60") + turns(
    "choose goal from points\nmove queen to goal\nremember(standing)\nset log to seen(standing)",
    "rounds: 8",
)


def test_it_is_saved_copied_and_imagined() -> None:
    program = link(set_table(tiny(WANDERING), 2))
    state = play(program.table.game, 2, 1, ("e", "f", "e", "e")).state
    again = load(program, state.save())
    copy, other_one = state.copy(), imagined(state, 0, Stream(3, "x"))
    for other in (again, copy, other_one):
        assert other.position()["memories"] == state.position()["memories"]
        other.apply("e")
        assert other.position()["notes"]["log"] == {"": 3}
    assert len(state.position()["memories"]["standing"]) == 4
    assert all(len(view(state, seat)["memories"]["standing"]) == 4 for seat in (0, -1))


def test_a_save_cannot_hold_more_or_less_than_it_says() -> None:
    for more in ("holds: 5", "holds: 5, when_full: forget_oldest"):
        text = WANDERING.replace("holds: 60", more).replace("rounds: 8", "rounds: 2")
        program = link(set_table(tiny(text), 2))
        state = play(program.table.game, 2, 1, ("e", "f")).state
        room = program.layout.memories["standing"]
        assert unsound(program, state.v) is None
        for at in {room.count, room.next or room.count, room.first + 4, room.first}:
            v = list(state.v)
            v[at] = 1
            assert (unsound(program, v) is None) == (at == room.first)


def test_events_tell_what_is_remembered_and_forgotten() -> None:
    lines = "choose goal from points\nmove queen to goal\nremember(standing)\n"
    for more, told in (
        ("holds: 3, when_full: forget_oldest", ["e", "f", "f", ("g", "oldest"), None, "e"]),
        ("holds: 1, when_full: forget_oldest", ["e", ("f", "oldest"), ("g", "oldest"), None, "e"]),
    ):
        text = memory("man", more) + turns(
            lines + "if queen is in g:\n  forget(standing)", "rounds: 9"
        )
        program = link(set_table(tiny(text), 2))
        state, found = new_watched(program, 1, None, (0, -1)), []
        for goal in ("e", "f", "f", "g", "e"):
            state.apply(goal)
            events = [event for event in state.events if event["event"] == "remembered"]
            for seat in (0, -1):
                told_to = [each for each in state.seen(seat) if each["event"] == "remembered"]
                assert [each["now"] for each in told_to] == [each["now"] for each in events]
            found += events
        queens = [
            None if event["now"] is None else (*event["now"]["pieces"]["man"], event.get("forgot"))
            for event in found
        ]
        expected = [each if isinstance(each, tuple | None) else (each, None) for each in told]
        assert queens == [(*each[:1], each[1]) if each else None for each in expected]


REFUSED = """memories:
  standing: {{of: [{}], holds: 9}}
"""


@pytest.mark.parametrize(
    ("of", "more", "code"),
    [
        ("token", "", "E527"),
        ("die", "", "E527"),
        ("purse", "", "E527"),
        ("field", "", "E527"),
        ("round", "", "E527"),
        ("coin", "", "E527"),
        ("card", "", "E527"),
        ("cube, cube", "", "E216"),
        ("", "", "E527"),
        ("secret", "notes: {secret: {is: number, visible_to: nobody}}\n", "E527"),
        ("own", "notes: {own: {is: number, per: player, visible_to: owner}}\n", "E527"),
        ("faces", "notes: {faces: {is: number, per: token}}\n", "E527"),
        ("aim", "notes: {aim: {is: token, start: nothing}}\n", "E527"),
        ("cubs", "", "E401"),
        ("fish", "", "E401"),
    ],
)
def test_what_no_memory_can_compare_is_refused(of: str, more: str, code: str) -> None:
    assert refused(more + REFUSED.format(of)) == {code}


def test_a_note_about_alike_pieces_is_refused() -> None:
    text = memory("man, moved").replace("notes:\n", "notes:\n  moved: {is: yes_no, per: man}\n")
    assert refused(text) == {"E527"}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("remember(log)", "E403"),
        ("remember(standings)", "E401"),
        ("remember(standing, log)", "E504"),
        ("remember()", "E504"),
        ("forget(1)", "E512"),
        ("set log to seen(log)", "E403"),
        ("set log to seen()", "E504"),
        ("seen(standing)", "E403"),
        ("set log to remember(standing)", "E403"),
        ("remember(standing) then:\n  nothing", "E403"),
        ("set log to standing", "E403"),
    ],
)
def test_what_is_no_memory_is_refused(line: str, code: str) -> None:
    assert refused(memory("man") + steps(line)) == {code}


def test_a_rule_may_have_the_name_of_a_word() -> None:
    rules = f"rules:\n  remember(number n): |\n    {LOG}n\nvalues:\n  seen(number n): n + 1\n"
    assert logged(tiny(rules + steps("remember(seen(3))"))) == 4


def test_its_size_is_known_before_anything_is_laid_out() -> None:
    spaces = "spaces:\n  plain: {grid: 40 by 40, holds: [lump]}\nstocks:\n  lump: {total: 999, home: pit}\n"
    places = "places:\n  pit: {holds: [lump]}\n"
    large = "memories:\n  standing: {of: [lump], holds: 10000}\n"
    with pytest.raises(RuleError, match="267 for each position") as found:
        link(set_table(tiny(spaces + places + large), 2))
    assert found.value.code == TOO_LARGE and found.value.span is not None
    huge = large.replace("lump]", "marks]").replace("10000", "1")
    notes = "notes:\n  marks: {is: set of plain, per: plain}\n"
    with pytest.raises(RuleError, match="more than 1,000 numbers"):
        link(set_table(tiny(spaces + places + notes + huge), 2))


def test_rows_are_packed_closely() -> None:
    board = "spaces:\n  cross: {grid: 19 by 19, holds: [bead], room: {bead: 1}}\n"
    things = (
        "stocks:\n  bead: {total: 200, each: player, home: jar}\nplaces:\n  jar: {holds: [bead]}\n"
    )
    text = board + things + "memories:\n  standing: {of: [bead, active_player], holds: 300}\n"
    packed = link(set_table(tiny(text), 2)).layout.memories["standing"].packed
    assert len(packed.words) == 10
    ends = [run for runs in packed.words for run in runs]
    assert all(a.stop in (b.start, 361) for a, b in pairwise(ends))
