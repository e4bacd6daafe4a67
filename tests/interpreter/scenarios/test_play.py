"""Scenarios that begin inside the course, name spaces of a ring, or pieces of one player; and questions left open."""

from __future__ import annotations

from boardwright.dsl.rules import ir
from boardwright.interpreter.scenarios.run import Result, run_scenarios
from boardwright.validators.render import full
from bound_texts import game_of
from valley import scenarios_of

MILL = """### mill.yaml
game: mill
language: 2
name: Mill
players: 2 to 3
seats: [red, blue, green]
kinds:
  card: {pieces: one per player, hidden: yes, home: deck}
  mule: {pieces: one per player, home: yard}
pieces: {card: {ace: {}, ten: {}}, mule: {old_mule: {}, young_mule: {}}}
spaces:
  farm: {ring: {2: 3, 3: 3}, seats: {2: [1, 2], 3: all}}
  barn: {per: farm, holds: [mule]}
board: {barn: {hay: {}, stable: {}}}
places:
  deck: {per: player, holds: [card], ordered: yes, visible_to: nobody}
  hand: {per: player, holds: [card], tracked: no, visible_to: owner}
  yard: {per: player, holds: [mule]}
notes:
  log: number
  host: {is: player, start: first_seat}
  tired: {is: yes_no, per: player, lasts: round}
  fresh: {is: number, lasts: year}
  seen: {is: number, lasts: working}
before year: |
  add 1000 to log
before evening: |
  add 100 to log
rules:
  work: |
    choose n from 1 to 2
    add n to log
course:
  - phase: setup
    steps: [set host to last_seat]
  - phase: year
    repeat: 2
    phases:
      - phase: season
        repeat: 3
        phases:
          - phase: morning
            steps: [add 1 to log]
          - phase: working
            first: host
            rounds: 2
            turn: [work()]
          - phase: evening
            steps: [add 10 to log]
      - phase: feast
        steps: [set host to left of host]
outcome: {score: log}
"""


def mill() -> ir.Game:
    return game_of(MILL)


def result_of(text: str, players: int = 2) -> Result:
    names = ["red", "blue", "green"][:players]
    scenario = f"scenario: it\nplayers: [{', '.join(names)}]\n{text}"
    (result,) = run_scenarios(mill(), scenarios_of(scenario))
    return result


def passes(text: str, players: int = 2) -> None:
    result = result_of(text, players)
    assert result.passed, full.render(result.findings)


def wrong(text: str, players: int = 2) -> str:
    result = result_of(text, players)
    assert not result.passed
    return full.render(result.findings)


def test_play_begins_in_a_phase_inside_others() -> None:
    passes(
        """\
from: working
turn: red
given: |
  set tired of red to yes
  set fresh to 4
  set seen to 5
steps:
  - asked: red
  - expect: [log = 0, round = 1, tired of red, fresh = 4, seen = 0, phase is working]
  - red: 2
  - blue: 1
  - red: 1
  - expect: phase is working
  - blue: 1
  - expect: [log = 5 + 100 + 10 + 1, round = 2, not tired of red, fresh = 4]
  - asked: blue
"""
    )


def test_the_repetitions_around_it_may_be_said() -> None:
    passes(
        """\
from: evening
round: {year: 2, season: 3}
expect: [log = 110, host is red]
steps:
  - over: yes
"""
    )
    passes(
        "from: evening\nround: {year: 2, season: 2}\nsteps:\n  - over: no\n  - expect: [log = 111, round = 3]\n"
    )


def test_what_comes_before_a_phase_may_happen_first() -> None:
    passes("at: working\nrun: nothing\nexpect: [log = 1, host is blue]\n")
    passes("from: working\nexpect: [log = 0, host is blue]\n")
    passes(
        """\
at: working
given: |
  add 5 to log
steps:
  - asked: blue
  - expect: [log = 6, round = 1, phase is working]
  - blue: 2
"""
    )
    passes(f"at: feast\nrun: nothing\nexpect: [log = {3 * (1 + 4 + 110)}, host is blue]\n")
    passes("at: morning\nrun: nothing\nexpect: [log = 0, host is blue]\n")
    passes("at: year\nrun: nothing\nexpect: [log = 0, host is blue]\n")
    passes("at: setup\nrun: nothing\nexpect: [log = 0, host is red]\n")


def test_a_moment_that_there_is_not_is_refused() -> None:
    assert "the game has no phase `workin`" in wrong("at: workin\nexpect: yes\n")


def test_turns_have_repetitions_too() -> None:
    passes(
        """\
from: working
round: {working: 2, season: 3, year: 2}
turn: red
steps:
  - red: 1
  - blue: 1
  - over: yes
expect: log = 112
"""
    )


def test_a_phase_around_others_begins_at_its_beginning() -> None:
    passes(
        "from: season\nround: {season: 3, year: 2}\nsteps:\n  - asked: blue\n  - expect: log = 1\n"
    )
    passes("from: year\nround: {year: 2}\nsteps:\n  - asked: blue\n  - expect: log = 1001\n")
    passes("from: feast\nround: {year: 2}\nsteps:\n  - over: yes\n  - expect: host is red\n")


def test_repetitions_that_there_are_not_are_refused() -> None:
    assert "`season` runs 3 times" in wrong("from: evening\nround: {season: 4}\nexpect: yes\n")
    assert "`feast` runs once" in wrong("from: feast\nround: {feast: 2}\nexpect: yes\n")
    assert "is not inside `season`" in wrong("from: feast\nround: {season: 2}\nexpect: yes\n")
    assert "has no `from`" in wrong("round: {season: 2}\nexpect: yes\n")
    assert "the game has no phase `evenin`" in wrong("from: evenin\nexpect: yes\n")


def test_spaces_of_a_ring_have_names() -> None:
    passes(
        """\
from: working
given: |
  move old_mule of red to hay_2
expect:
  - owner of farm_3 is nobody
  - farm of hay_2 is farm_2
  - old_mule of red is in hay_2
  - count(mules in barns of farm_2) = 1
"""
    )
    passes("from: working\nexpect: owner of farm_3 is green\n", players=3)


def test_pieces_of_one_player_have_names_hidden_or_not() -> None:
    passes(
        """\
from: working
given: |
  move ten of blue to hand of red
  move young_mule of blue to hay_1
turn: red
expect:
  - ten of blue is in hand of red
  - owner of ten of blue is blue
  - face of ten of blue is ten
  - my ace is in deck of red
  - young_mule of blue is in hay_1
"""
    )


def test_what_a_run_asks_is_answered_or_looked_at() -> None:
    text = "turn: red\nrun: |\n  work()\n"
    told = wrong(text + "expect: log = 0\n")
    assert "E689" in told and "`run` asks `red` for `work.n`, but no step answers" in told
    passes(text + "steps:\n  - offered: [1, 2]\n")
    passes(text + "steps:\n  - asked: red\n")
    passes(text + "steps:\n  - red: 2\n")
    twice = "turn: red\nrun: |\n  work()\n  work()\nsteps:\n  - asked: red\n  - red: 1\n"
    assert "E689" in wrong(twice)


def test_a_parameter_may_be_of_several_kinds_of_space() -> None:
    game = game_of(
        MILL.replace(
            "rules:\n",
            "rules:\n  put(barn or farm spot): |\n    set log to 0\n    for each b in barns where b is spot:\n      set log to 5\n",
        )
    )
    scenario = "scenario: it\nplayers: [red, blue]\nrun: |\n  put(hay_2)\nexpect: log = 5\n"
    other = "scenario: it2\nplayers: [red, blue]\nrun: |\n  put(farm_2)\nexpect: log = 0\n"
    for text in (scenario, other):
        (result,) = run_scenarios(game, scenarios_of(text))
        assert result.passed, full.render(result.findings)
