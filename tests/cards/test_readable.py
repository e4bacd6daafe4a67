from __future__ import annotations

import boardwright
from boardwright.cards.readable import Reading, as_text


def test_an_effect_is_set_with_words_names_rules_and_notes() -> None:
    rules = {each.id: each for each in boardwright.read("rattus").declared.rules}
    effect = rules["move_plague"].effect
    assert effect is not None
    lines = Reading({}, frozenset({"ride"})).lines(effect)
    assert [as_text(line.parts) for line in lines][:2] == [
        "choose target from plague goals",
        "ride(target)",
    ]
    assert lines[1].parts[0] == ("rule", "ride", "ride")
    assert lines[0].parts[0] == ("word", "choose", "")
    nested = rules["deal_rats"].effect
    assert nested is not None
    assert [line.depth for line in Reading({}).lines(nested)] == [0, 1, 1, 0, 0, 1, 1]


def test_names_are_those_of_the_book_and_signs_those_of_people() -> None:
    reading = Reading({"spent": "revealed rats"})
    assert (
        as_text(reading.text("count(rats in spent) >= 2 * my_cubes  # a note"))
        == "count(rats in revealed rats) ≥ 2 × my cubes"
    )
    assert reading.text("x # why")[-1] == ("note", "(why)", "")
