from __future__ import annotations

from collections.abc import Sequence

import pytest

from boardwright.dsl.compose import expansion_changes as found
from boardwright.dsl.compose.compose import compose
from boardwright.dsl.compose.expansion_changes import DeclaredThing, ExpansionChanges, lines_of
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.ruleset import declare
from boardwright.dsl.rules.ir import LAYERS
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Span
from boardwright.validators.render import full
from ruleset_texts import folders_of

GAME = """### town/game.yaml
game: town
language: 2
players: 2
kinds:
  card:
    attributes: {worth: number}
    home: deck
    owner: hand
    in_force: owner of it is active_player
    effects: {play: {offered_in: [actions]}}
spaces: {field: {}}
places: {deck: {holds: [card]}, hand: {per: player, holds: [card]}}
board:
  field: {a: {}, b: {}}
  links: {road: [[a, b]]}
pieces:
  card: {king: {worth: 3, modify: {size: add 1}}, queen: {worth: 2}}
values: {size: 1, price(card): worth of card}
rules: {go: {}, walk(field): {}}
traits: {old: {modify: {size: subtract 1}, after go by anyone: nothing}}
modify: {size: at most 9}
after go: |
  walk(a)
offers: {actions: {until: done}}
course:
  - {phase: setup, steps: [go()]}
  - {phase: rounds, phases: [{phase: turns, turn: [open actions], rounds: 1}]}
outcome: {score: size}
"""


def expansion(id: str, body: str, after: str = "") -> str:
    return f"### {id}/x.yaml\nexpansion: {id}\nof: town\nlanguage: 2\nafter: [{after}]\n{body}"


def composed(*texts: str) -> tuple[Ruleset, Sequence[Ruleset], Ruleset]:
    bag = Bag()
    rulesets: list[Ruleset] = []
    for documents in folders_of("".join([GAME, *texts]), bag).values():
        ruleset = declare(documents, bag, known=rulesets)
        assert ruleset is not None
        rulesets.append(ruleset)
    base, *overlays = rulesets
    whole = compose(base, overlays, bag)
    assert whole is not None and not len(bag), full.render(bag.sorted())
    return base, overlays, whole


def changes(*texts: str) -> ExpansionChanges:
    return found.changes(*composed(*texts))


def at(span: Span | None) -> str:
    return "nowhere" if span is None else f"{span.source.name}:{span.row}"


def told(thing: DeclaredThing | None) -> str:
    return "-" if thing is None else f"{thing.sort} {thing.written} of {thing.origin}"


def test_modifiers_are_shown_in_the_layers_that_the_language_fixes() -> None:
    numbers, sets = LAYERS[:4], LAYERS[4:]
    assert numbers == (("becomes",), ("add", "subtract"), ("at least",), ("at most",))
    assert sets == (("only",), ("also",), ("except",))


def test_a_game_alone_has_no_changes() -> None:
    assert changes() == ExpansionChanges(
        layers=(), additions=(), replacements=(), modifications=(), attachments=()
    )


def test_expansions_stand_as_they_apply_and_say_why() -> None:
    layers = changes(expansion("late", "", "early"), expansion("early", "")).layers
    assert [(layer.id, [name.id for name in layer.after]) for layer in layers] == [
        ("early", []),
        ("late", ["early"]),
    ]
    assert at(layers[1].after[0].span) == "late/x.yaml:4"
    # One that is not there decides nothing.
    (alone,) = changes(expansion("late", "", "early")).layers
    assert alone.after == ()


def test_what_is_added_knows_what_it_hangs_on() -> None:
    body = """
options: {fast: {default: no}}
values: {speed: 1}
places: {bin: {holds: [card]}}
board: {field: {c: {}}, links: {sea: [[a, c]]}}
pieces:
  card:
    fool:
      worth: 0
      play: stop
      values: {own: 1}
      places: {hat: {holds: [card]}}
      notes: {fed: yes_no}
offers: {actions: {add: {run: stop}}}
course: [{phase: feast, after: turns, steps: [go()]}]
texts: {run: run}
"""
    added = changes(expansion("more", body)).additions
    assert [(told(each.thing), each.how, told(each.to)) for each in added] == [
        ("option fast of more", "", "-"),
        ("place bin of more", "", "-"),
        ("value speed of more", "", "-"),
        ("entry run of more", "in", "offer actions of town"),
        ("field c of more", "of", "kind of space field of town"),
        ("card fool of more", "of", "kind of piece card of town"),
        ("phase feast of more", "after", "phase turns of town"),
        ("text run of more", "", "-"),
        ("links sea of more", "", "-"),
        ("place fool.hat of more", "inside", "card fool of more"),
        ("note fool.fed of more", "inside", "card fool of more"),
    ]
    assert [each.offered_in for each in added if each.offered_in] == [("actions",)]
    assert at(added[3].to.span if added[3].to else None) == "town/game.yaml:24"


def test_an_expansion_may_hang_things_on_varieties_and_places_and_the_table() -> None:
    body = """
in_play: odd
options: {odd: {default: yes}}
varieties: {size_of_card: [small]}
stocks: {coin: {total: 3, home: bin, lies_in: [field, hand]}}
places: {bin: {holds: [coin]}}
table: [{must: odd, text: only odd}]
modify: {size: add 1}
"""
    more = expansion("more", "varieties: {size_of_card: {add: [large]}}\n", "first")
    base, overlays, whole = composed(expansion("first", body), more)
    found_changes = found.changes(base, overlays, whole)
    hanging = [
        each for each in found_changes.additions if each.to or each.thing.sort == "condition"
    ]
    assert [(told(each.thing), each.how, told(each.to)) for each in hanging] == [
        ("condition must: odd of first", "", "-"),
        ("lying coin of first", "on", "kind of space field of town"),
        ("lying coin of first", "on", "place hand of town"),
        ("member large of more", "in", "variety size_of_card of first"),
    ]
    assert [layer.in_play for layer in found_changes.layers] == ["odd", ""]
    in_force = found.value_chain(whole, "size").in_force
    assert [(each.id, each.kind, each.condition) for each in in_force] == [
        ("card", True, "owner of it is active_player"),
        ("first", False, "odd"),
    ]


def test_what_a_piece_says_of_itself_stands_beside_what_its_kind_says() -> None:
    pieces = "pieces: {card: {nurse: {in_force: always, modify: {size: add 2}}}}\n"
    _, _, whole = composed(expansion("first", pieces))
    in_force = found.value_chain(whole, "size").in_force
    assert [(each.id, each.piece, each.condition) for each in in_force] == [
        ("card", False, "owner of it is active_player"),
        ("nurse", True, "always"),
    ]


def test_an_expansion_hangs_its_pieces_on_the_kinds_of_another() -> None:
    first = expansion("first", "kinds: {coin: {home: bin}}\nplaces: {bin: {holds: [coin]}}\n")
    second = expansion("second", "pieces: {coin: {penny: {}}}\n", "first")
    added = changes(first, second).additions
    assert told(added[-1].to) == "kind of piece coin of first"


def test_what_is_replaced_is_shown_with_what_was_there() -> None:
    body = """
replace:
  values: {size: 2}
  rules: {go: {}}
  board: {links: {road: [[b, a]]}}
  course: [{phase: turns, turn: [open actions]}]
  outcome: {score: 1}
"""
    replaced = changes(expansion("new", body)).replacements
    assert [(told(each.thing), told(each.old)) for each in replaced] == [
        (f"{what} of new", f"{what} of town")
        for what in ("value size", "rule go", "phase turns", "outcome outcome", "links road")
    ]
    assert all(at(each.thing.span).startswith("new/") for each in replaced)
    assert at(replaced[0].old.span) == "town/game.yaml:18"


def test_of_a_piece_only_what_is_given_is_replaced() -> None:
    first = expansion("first", "replace: {pieces: {card: {king: {worth: 5, copies: 2}}}}\n")
    second = expansion("second", "replace: {pieces: {card: {king: {copies: 3}}}}\n", "first")
    replaced = changes(first, second).replacements
    assert [(told(each.thing), told(each.old), each.fresh) for each in replaced] == [
        ("card copies of king of first", "card king of town", True),
        ("card worth of king of first", "card worth of king of town", False),
        ("card copies of king of second", "card copies of king of first", False),
    ]


def test_modifiers_and_hooks_are_those_of_expansions_and_their_pieces() -> None:
    body = """
pieces:
  card:
    fool:
      worth: 0
      traits: [old]
      modify: {size: [add 1, becomes 2 when size >= 1]}
      instead of walk(field) by others when field is a: original
modify: {price(card): at least 1}
before turn: go()
before turns: go()
"""
    all_changes = changes(expansion("more", body))
    assert [
        (told(each.value), each.change, each.when, each.piece, each.trait)
        for each in all_changes.modifications
    ] == [
        ("value price(card) of town", "at least 1", "", None, None),
        ("value size of town", "add 1", "", ("card", "fool"), None),
        ("value size of town", "becomes 2", "size >= 1", ("card", "fool"), None),
        # The trait is the game's, but without the card nothing would have it.
        ("value size of town", "subtract 1", "", ("card", "fool"), "old"),
    ]
    assert [
        (each.moment, told(each.rule), each.by, each.when, each.original)
        for each in all_changes.attachments
    ] == [
        ("before", "turn turn of town", "", "", False),
        ("before", "phase turns of town", "", "", False),
        ("instead", "rule walk(field) of town", "others", "field is a", True),
        ("after", "rule go of town", "anyone", "", False),
    ]
    assert at(all_changes.attachments[0].rule.span) == "nowhere"


def test_a_rule_is_shown_from_the_outside_inwards() -> None:
    first = expansion("first", "instead of go: original\nbefore go: walk(a)\n")
    body = "instead of go: nothing\nbefore go: walk(b)\nafter go: walk(b)\n"
    _, _, whole = composed(first, expansion("second", body))
    chain = found.rule_chain(whole, "go")
    assert [(each.origin, each.original) for each in chain.instead] == [
        ("second", False),
        ("first", True),
    ]
    assert [each.origin for each in chain.before] == ["first", "second"]
    assert [each.origin for each in chain.after] == ["town", "second"]
    assert chain.effect is None and chain.in_force == ()
    turns = found.rule_chain(whole, "turns")
    assert turns.effect is not None and lines_of(turns.effect) == ("[open actions]",)


def test_a_value_is_shown_in_the_order_of_its_layers() -> None:
    body = "modify: {size: [at most 5, at least 2, subtract 1, becomes 4]}\n"
    _, _, whole = composed(expansion("more", body))
    chain = found.value_chain(whole, "size")
    assert chain.base == "1"
    assert [(each.origin, each.change) for each in chain.modifications] == [
        ("more", "becomes 4"),
        ("more", "subtract 1"),
        ("town", "add 1"),
        ("more", "at least 2"),
        ("town", "at most 9"),
        ("more", "at most 5"),
    ]
    (in_force,) = chain.in_force
    assert in_force.kind and in_force.id == "card"
    assert in_force.condition == "owner of it is active_player"


def test_names_of_pieces_own_rules_and_values_begin_with_the_piece() -> None:
    body = """
pieces:
  card:
    fool:
      worth: 0
      values: {own: 1, size: 7}
      rules: {jest: {}}
      modify: {size: add 5}
      after jest: go()
"""
    _, _, whole = composed(expansion("more", body))
    assert found.rule_names(whole) == (
        *("go", "walk", "fool.jest", "setup", "rounds", "turns", "turn", "next_turn"),
    )
    assert found.value_names(whole) == ("size", "price", "fool.own", "fool.size")
    # A piece's own name comes before everyone's.
    assert [each.change for each in found.value_chain(whole, "fool.size").modifications] == [
        "add 5"
    ]
    assert len(found.value_chain(whole, "size").modifications) == 2
    assert len(found.rule_chain(whole, "fool.jest").after) == 1


@pytest.mark.parametrize("name", ["go", "turn"])
def test_a_chain_without_hooks_is_its_body(name: str) -> None:
    _, _, whole = composed()
    chain = found.rule_chain(whole, name)
    assert (chain.instead, chain.before) == ((), ())
