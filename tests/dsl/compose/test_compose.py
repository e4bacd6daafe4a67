from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from boardwright.dsl.compose.compose import compose
from boardwright.dsl.declare.common_keys import Declaration
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.ruleset import declare
from boardwright.dsl.language.syntax import Number
from boardwright.dsl.source.diagnostics import Bag
from boardwright.validators.render import full
from folders import GOLDEN_FILES
from golden import Golden
from ruleset_texts import folders_of

BAD = sorted((GOLDEN_FILES / "compose" / "bad").glob("*.yaml"))


def rulesets(text: str) -> list[Ruleset]:
    """The rulesets in a text, each knowing those before it."""
    bag = Bag()
    found: list[Ruleset] = []
    for documents in folders_of(text, bag).values():
        ruleset = declare(documents, bag, known=found)
        assert ruleset is not None
        found.append(ruleset)
    assert not len(bag), full.render(bag.sorted())
    return found


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_mistake_is_explained_as_the_golden_file_says(path: Path, golden: Golden) -> None:
    base, *overlays = rulesets(path.read_text())
    bag = Bag()
    assert compose(base, overlays, bag) is None
    golden(path.with_suffix(".expected"), full.render(bag.sorted()))


# ---- what comes out

GAME = """### game/game.yaml
game: tiny
language: 2
players: 2
kinds: {card: {attributes: {worth: number, colours: list of colour}, effects: {ability: {}, charm: {}}}}
spaces: {field: {}}
values: {first_value: 1, size: 1, last_value: 1}
board:
  field: {a: {}, b: {}, c: {}}
  links: {road: [[a, b]], sea: [[a, c]], path: [[b, c]]}
pieces:
  card:
    king:
      name: King
      text: Rules.
      worth: 3
      colours: [red]
      ability: stop
      charm: stop
      notes: {used: yes_no, kept: yes_no}
      modify: {size: add 1}
      after go: stop
      texts: {act: act}
    queen: {worth: 2}
rules: {go: stop}
modify: {size: add 1}
offers: {actions: {until: done, entries: {act: {effect: stop}}}, more_actions: {}}
course:
  - {phase: setup, steps: [go()]}
  - {phase: rounds, phases: [{phase: turns, turn: [open actions]}]}
  - {phase: reckoning, steps: [go()]}
outcome: {score: 1}
"""


def expansion(id: str, body: str, after: str = "") -> str:
    return f"### {id}/x.yaml\nexpansion: {id}\nof: tiny\nlanguage: 2\nafter: [{after}]\n{body}"


def composed(*texts: str) -> Ruleset:
    base, *overlays = rulesets("".join(texts))
    bag = Bag()
    ruleset = compose(base, overlays, bag)
    assert ruleset is not None and not len(bag), full.render(bag.sorted())
    return ruleset


def ids(declarations: Iterable[Declaration]) -> list[str]:
    return [each.id for each in declarations]


def number(ruleset: Ruleset, value: str) -> int:
    (found,) = [each for each in ruleset.values if each.id == value]
    assert isinstance(found.base, Number)
    return found.base.value


def test_a_game_alone_stays_what_it_is() -> None:
    (base,) = rulesets(GAME)
    assert composed(GAME) == replace(base, modifiers=base.modifiers[::-1])


def test_a_replaced_phase_can_have_new_phases_inside() -> None:
    body = """replace:
  course:
    - phase: rounds
      phases: [{phase: dawn, steps: [go()]}, {phase: turns, steps: [go()]}]
"""
    course = composed(GAME, expansion("more", body)).course
    assert ids(course) == ["setup", "rounds", "reckoning"]
    assert ids(course[1].phases) == ["dawn", "turns"]


def test_what_is_replaced_twice_in_one_expansion_is_told_once() -> None:
    body = "replace:\n  values: {size: 2}\n### more/y.yaml\npart: further\nreplace:\n  values: {size: 3}\n"
    bag = Bag()
    found: list[Ruleset] = []
    for documents in folders_of(GAME + expansion("more", body), bag).values():
        ruleset = declare(documents, bag, known=found)
        assert ruleset is not None
        found.append(ruleset)
    compose(found[0], found[1:], bag)
    assert [each.code for each in bag.sorted()] == ["E209"]


def test_clauses_of_pieces_come_after_those_of_games_and_expansions_in_the_order_of_the_pieces() -> (
    None
):
    body = "pieces: {card: {jack: {modify: {size: add 4}}}}\nmodify: {size: add 2}\n"
    modifiers = composed(GAME, expansion("more", body)).modifiers
    assert [each.definition for each in modifiers] == [
        None,
        None,
        ("card", "king"),
        ("card", "jack"),
    ]
    assert [each.origin for each in modifiers] == ["tiny", "more", "tiny", "more"]


def test_sections_add_up_and_each_piece_knows_whose_it_is() -> None:
    ruleset = composed(
        GAME,
        expansion(
            "more",
            "values: {bonus: 2}\nmodify: {size: add 2}\nrules: {dig: stop}\ntexts: {dig: dig}\n",
        ),
        expansion(
            "further", "values: {malus: 2}\nboard: {field: {d: {}}, links: {road: [[c, d]]}}\n"
        ),
    )
    assert ruleset.expansions == ("more", "further")
    assert ids(ruleset.values) == ["first_value", "size", "last_value", "bonus", "malus"]
    assert [each.origin for each in ruleset.values] == ["tiny"] * 3 + ["more", "further"]
    assert [each.origin for each in ruleset.modifiers] == ["tiny", "more", "tiny"]
    assert ids(ruleset.definitions) == ["a", "b", "c", "king", "queen", "d"]
    assert ruleset.words == {"dig": {"en": "dig"}}
    assert len(ruleset.links) == 4


def test_what_is_replaced_keeps_its_place_in_the_order() -> None:
    ruleset = composed(
        GAME, expansion("more", "replace: {values: {size: 5}, rules: {go: end game}}\n")
    )
    assert ids(ruleset.values) == ["first_value", "size", "last_value"]
    assert number(ruleset, "size") == 5
    assert [each.origin for each in ruleset.values] == ["tiny", "more", "tiny"]
    assert ruleset.replacing is None


def test_of_a_piece_only_what_is_given_is_replaced() -> None:
    body = """replace:
  pieces:
    card:
      king:
        text: Other rules.
        worth: 4
        charm: end game
        notes: {used: number}
        modify: {size: [add 3, at most 9]}
        after go: end game
        texts: {dig: dig}
"""
    before, after = composed(GAME), composed(GAME, expansion("more", body))
    old, new = before.definitions[3], after.definitions[3]
    assert (new.texts, new.copies, new.slots[0]) == (old.texts, old.copies, old.slots[0])
    assert new.rules_text == {"en": "Other rules."}
    assert [(each.name.id, each.values[0].id) for each in new.attributes] == [
        ("worth", "4"),
        ("colours", "red"),
    ]
    assert new.slots[1] != old.slots[1]
    assert new.words == {"act": {"en": "act"}, "dig": {"en": "dig"}}
    assert [(note.id, note.type.id) for note in after.notes] == [
        ("used", "number"),
        ("kept", "yes_no"),
    ]
    assert [len(each.changes) for each in after.modifiers] == [1, 2]
    assert len(after.hooks) == 1 and after.hooks[0].origin == "more"
    assert after.definitions[4] == before.definitions[4]


def test_links_are_replaced_kind_by_kind() -> None:
    ruleset = composed(
        GAME, expansion("more", "replace: {board: {links: {sea: [[b, a], [c, b]]}}}\n")
    )
    told = [(link.kind.id, link.first.id) for link in ruleset.links]
    assert told == [("road", "a"), ("sea", "b"), ("sea", "c"), ("path", "b")]


def test_a_phase_is_replaced_where_it_stands() -> None:
    ruleset = composed(
        GAME, expansion("more", "replace: {course: [{phase: turns, steps: [stop]}]}\n")
    )
    assert ids(ruleset.course) == ["setup", "rounds", "reckoning"]
    (turns,) = ruleset.course[1].phases
    assert turns.turn is None and turns.steps is not None


def test_phases_are_put_beside_their_anchors_in_the_order_of_declaration() -> None:
    body = """course:
  - {phase: deal, steps: [stop], after: setup}
  - {phase: draft, steps: [stop], after: setup}
  - {phase: prelude, steps: [stop], before: turns}
  - {phase: pause, steps: [stop], before: deal}
  - {phase: end_of_all, steps: [stop]}
"""
    ruleset = composed(GAME, expansion("more", body))
    assert ids(ruleset.course) == [
        "setup",
        "pause",
        "deal",
        "draft",
        "rounds",
        "reckoning",
        "end_of_all",
    ]
    assert ids(ruleset.course[1].phases) == [] and ids(ruleset.course[4].phases) == [
        "prelude",
        "turns",
    ]
    assert all(phase.after is None and phase.before is None for phase in ruleset.course)


def test_added_entries_come_after_those_of_the_game() -> None:
    ruleset = composed(
        GAME,
        expansion(
            "more", "offers: {actions: {add: {dig: stop}}, market: {entries: {buy: stop}}}\n"
        ),
        expansion(
            "further", "offers: {actions: {add: {sell: stop}}, market: {add: {haggle: stop}}}\n"
        ),
    )
    assert ids(ruleset.offers) == ["actions", "more_actions", "market"]
    assert ids(ruleset.offers[0].entries) == ["act", "dig", "sell"]
    assert [each.origin for each in ruleset.offers[0].entries] == ["tiny", "more", "further"]
    assert ids(ruleset.offers[2].entries) == ["buy", "haggle"]
    assert not any(offer.addition for offer in ruleset.offers)


def test_expansions_are_ordered_by_what_they_come_after_and_else_as_given() -> None:
    ruleset = composed(
        GAME,
        expansion("first_given", "values: {v1: 1}\n", after="third_given"),
        expansion("second_given", "values: {v2: 1}\n", after="not_there"),
        expansion("third_given", "values: {v3: 1}\n"),
    )
    assert ruleset.expansions == ("second_given", "third_given", "first_given")
    assert ids(ruleset.values)[3:] == ["v2", "v3", "v1"]


def test_of_two_replacements_in_a_declared_order_the_later_one_counts() -> None:
    ruleset = composed(
        GAME,
        expansion("one_x", "replace: {values: {size: 2}}\n"),
        expansion("two_x", "", after="one_x"),
        expansion("three_x", "replace: {values: {size: 3}}\n", after="two_x"),
    )
    assert number(ruleset, "size") == 3


def test_an_expansion_may_replace_what_an_earlier_one_declares() -> None:
    ruleset = composed(
        GAME,
        expansion("one_x", "values: {bonus: 1}\n"),
        expansion("two_x", "replace: {values: {bonus: 2}}\n", after="one_x"),
    )
    assert number(ruleset, "bonus") == 2


def test_different_keys_of_one_piece_do_not_collide() -> None:
    ruleset = composed(
        GAME,
        expansion("one_x", "replace: {pieces: {card: {king: {worth: 1}}}}\n"),
        expansion("two_x", "replace: {pieces: {card: {king: {colours: [blue]}}}}\n"),
    )
    assert [each.values[0].id for each in ruleset.definitions[3].attributes] == ["1", "blue"]


TRAIT = """traits:
  lucky:
    notes: {luck: number}
    places: {shelf: {holds: card}}
    modify: {size: add luck of it}
    entries: {try_luck: {offered_in: [actions], effect: stop}}
    texts: {act: act luckily}
    before go: stop
pieces:
  card:
    jack: {worth: 1, traits: [lucky]}
    joker: {worth: 1, traits: lucky}
"""


def test_a_trait_is_written_out_for_each_piece_that_has_it() -> None:
    ruleset = composed(GAME, expansion("more", TRAIT))
    jack, joker = ("card", "jack"), ("card", "joker")
    for clauses in (ruleset.notes[2:], ruleset.places, ruleset.modifiers[2:], ruleset.hooks[1:]):
        assert [each.definition for each in clauses] == [jack, joker]
        assert {each.trait for each in clauses} == {"lucky"}
    assert ids(ruleset.definitions[-1].entries) == ["try_luck"]
    assert ruleset.definitions[-1].words == {"act": {"en": "act luckily"}}


def test_an_expansion_may_give_a_trait_to_a_piece_of_the_game() -> None:
    body = TRAIT.split("pieces:")[0] + "replace: {pieces: {card: {queen: {traits: [lucky]}}}}\n"
    ruleset = composed(GAME, expansion("more", body))
    assert [note.definition for note in ruleset.notes[2:]] == [("card", "queen")]


def test_of_a_trait_that_is_replaced_nothing_remains() -> None:
    ruleset = composed(
        GAME,
        expansion("one_x", TRAIT),
        expansion("two_x", "replace: {traits: {lucky: {notes: {other: number}}}}\n", after="one_x"),
    )
    assert ids(ruleset.notes) == ["used", "kept", "other", "other"]
    assert ruleset.places == () and len(ruleset.modifiers) == 2 and len(ruleset.hooks) == 1
    assert ruleset.definitions[-1].entries == ()


# ---- texts


def put_together(*expansions: str) -> tuple[Ruleset | None, str]:
    """What comes out, and what is told."""
    bag = Bag()
    base, *overlays = rulesets("".join((GAME, *expansions)))
    return compose(base, overlays, bag), full.render(bag.sorted())


def test_equal_texts_of_two_expansions_are_no_conflict() -> None:
    found, told = put_together(
        expansion("more", "texts: {act: act now}\n"),
        expansion("further", "texts: {act: act now}\n"),
    )
    assert found is not None and told == ""
    assert found.words["act"] == {"en": "act now"}


def test_texts_of_one_name_in_several_languages_are_joined() -> None:
    found, told = put_together(
        expansion("more", "texts: {act: act now}\n"),
        expansion("further", "languages: [it]\ntexts: {act: {it: agisci}}\n"),
    )
    assert found is not None and told == ""
    assert found.words["act"] == {"en": "act now", "it": "agisci"}


def test_texts_of_one_name_may_stand_in_a_part_for_each_language() -> None:
    words = "### more/y.yaml\npart: italian\ntexts: {act: {it: agisci}}\n"
    found, told = put_together(
        expansion("more", "languages: [en, it]\ntexts: {act: act now}\n") + words
    )
    assert found is not None and told == ""
    assert found.words["act"] == {"en": "act now", "it": "agisci"}


def test_two_texts_for_one_language_clash() -> None:
    found, told = put_together(
        expansion("more", "texts: {act: act now}\n"), expansion("further", "texts: {act: go on}\n")
    )
    assert found is None and "a text called `act` is declared by `more` already" in told
