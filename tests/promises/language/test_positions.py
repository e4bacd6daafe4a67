"""What is part of a position, and what leaves no trace in it: on both back-ends at once."""

from __future__ import annotations

from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.table import set_table
from strategies import Pair, play, steps, tiny, turns


def test_decision_01_which_cards_are_in_play_is_chance_inside_one_program() -> None:
    game = tiny(
        "rules: {gain: {}}\n"
        + steps("draw card from cards in deck", "move card to tableau of first_seat")
        + "  - phase: rest\n    steps: |\n      as first_seat:\n        gain()\n",
        king="worth: 3\nafter gain: |\n  set log to 3",
        cook="worth: 1\nafter gain: |\n  set log to 1",
    )
    program = link(set_table(game, 2))
    logs = {Pair(game, 2, seed, program=program).note("log") for seed in range(12)}
    assert logs == {1, 3}


def test_decision_02_a_part_that_never_acts_changes_no_hash() -> None:
    course = turns("choose field from fields\nplace 1 of my cubes in field")
    silent = """expansion: silent
of: tiny
language: 2
notes: {heat: {is: number, per: field}}
rules: {boil(field): {effect: add 1 to heat of field}}
offers: {menu: {add: {never: {when: no, effect: boil(a)}}}}
after boil(field): |
  choose token from tokens in bag
  move token to row
"""
    plain, overlaid = play(tiny(course)), play(tiny(course, silent))
    assert plain.program.layout.size < overlaid.program.layout.size
    while not plain.over:
        assert plain.state.hash == overlaid.state.hash
        choice = plain.ids[1]
        plain.take(choice)
        overlaid.take(choice)
    assert plain.state.hash == overlaid.state.hash


def test_decision_02_an_answer_leaves_no_trace_in_the_words_when_it_no_longer_matters() -> None:
    game = tiny(steps("first_seat chooses n from 1 to 5", "last_seat may wait:", "  set log to 1"))
    states = [play(game, choices=[number]).state for number in "15"]
    assert states[0].hash == states[1].hash
    before, after = (state.v[:] for state in states)
    assert before == after


def test_decision_02_what_has_been_used_is_part_of_the_position() -> None:
    game = tiny(
        "offers: {again: {until: no_more, entries: {rarely: {limit: once a turn, effect: set log to 0}, often: {effect: set log to 0}}}}\n"
        + turns("open again")
    )
    pair = play(game)
    fresh = pair.state.hash
    assert pair.take("often").state.hash == fresh
    assert pair.take("rarely").ids == ("often", "no_more")
    assert pair.at("used") == {"again.rarely": {"p1": 1}}
    assert pair.state.hash != fresh
