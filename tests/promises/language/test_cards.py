"""Keys of cards, traits, tables and groups: on both back-ends at once."""

from __future__ import annotations

from boardwright.interpreter.table.errors import (
    NO_ROW,
)
from decisions import LOG, fault, refused
from strategies import logged, play, steps, tiny, turns


def test_decision_14_a_key_that_the_kind_does_not_declare_is_refused() -> None:
    assert refused(steps("set log to 1"), king="worth: 3\ncolour: red") == {"E201"}


def test_decision_14_perform_calls_a_slot_and_does_nothing_where_there_is_none() -> None:
    game = tiny(
        steps("as first_seat:\n  for each card in cards:\n    perform ability of card"),
        king=f"worth: 3\nability: |\n  {LOG}worth of it",
    )
    assert logged(game) == 3


def test_decision_29_a_trait_gives_several_cards_the_same_clauses() -> None:
    trait = f"""traits:
  keeper:
    places:
      shelf: {{holds: cube, room: {{cube: 1}}}}
    notes:
      used_up: yes_no
    entries:
      keep:
        offered_in: menu
        when: not used_up of it
        effect: |
          place 1 of my cubes in shelf of it
          set used_up of it to yes
    after gain: |
      {LOG}worth of it
rules: {{gain: {{}}}}
"""
    game = tiny(
        trait
        + turns(
            "move all cards in deck to tableau of me\ngain()\nopen menu", "until: turn_number = 1"
        ),
        king="worth: 3\ntraits: keeper",
        cook="worth: 1\ntraits: [keeper]",
    )
    pair = play(game)
    assert pair.ids == ("keep:cook", "keep:king", "enough")
    assert pair.take("keep:king").ids == ("keep:cook", "enough")
    assert pair.at("stocks", "cube", "shelf_king") == {"p1": 1} and pair.note("log") == 13


def test_decision_29_a_table_is_a_finite_function() -> None:
    table = "tables:\n  price: {1: 4, 3: 6}\n  worth_of: {fish: 2, cloth: 1, wood: 0}\n"
    assert logged(tiny(table + steps("set log to price(3) * 10 + worth_of(fish)"))) == 62
    assert fault(tiny(table + steps("set log to price(2)"))) == NO_ROW
