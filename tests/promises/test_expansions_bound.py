"""A game and its expansions, composed and bound: what they may do to each other, and what needs an order."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.dsl.bind.bind import bind
from boardwright.dsl.compose.compose import compose
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.ruleset import declare
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Bag
from boardwright.validators.render import full
from folders import GOLDEN_FILES
from golden import Golden
from ruleset_texts import folders_of

BAD = sorted((GOLDEN_FILES / "overlay" / "bad").glob("*.yaml"))
GAME = BAD[0].read_text().split("### more/")[0] if BAD else ""


def bound(text: str, bag: Bag) -> ir.Game | None:
    """The rulesets of a text, the first one being the game."""
    found: list[Ruleset] = []
    for documents in folders_of(text, bag).values():
        ruleset = declare(documents, bag, known=found)
        assert ruleset is not None
        found.append(ruleset)
    composed = compose(found[0], found[1:], bag)
    assert composed is not None and not len(bag), full.render(bag.sorted())
    return bind(composed, bag)


def expansion(id: str, body: str, after: str = "") -> str:
    return f"### {id}/x.yaml\nexpansion: {id}\nof: tiny\nlanguage: 2\nafter: [{after}]\n{body}"


def game_of(*expansions: str) -> ir.Game:
    bag = Bag()
    game = bound("".join((GAME, *expansions)), bag)
    assert game is not None and not len(bag), full.render(bag.sorted())
    return game


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_mistake_is_explained_as_the_golden_file_says(path: Path, golden: Golden) -> None:
    bag = Bag()
    assert bound(path.read_text(), bag) is None
    golden(path.with_suffix(".expected"), full.render(bag.sorted()))


# ---- lies_in


GEM = "stocks: {gem: {total: 3, home: bank, lies_in: [field, bank]}}\n"


def test_things_of_several_expansions_lie_in_places_of_the_game() -> None:
    pawn = "kinds: {pawn: {pieces: one, home: hut, lies_in: field}}\nplaces: {hut: {holds: pawn}}\n"
    game = game_of(expansion("more", GEM), expansion("further", pawn))
    assert game.spaces["field"].holds == ("coin", "pawn", "gem")
    assert game.places["bank"].holds == ("coin", "gem")
    (kind,) = (each for each in game.kinds.values() if each.id == "pawn")
    assert kind.home == "hut"


def test_they_lie_there_also_where_the_place_is_replaced_or_names_them_itself() -> None:
    body = "replace: {spaces: {field: {holds: [gem, coin]}}}\n"
    game = game_of(expansion("more", GEM), expansion("further", body, after="more"))
    assert game.spaces["field"].holds == ("gem", "coin")


def test_room_and_hidden_faces_are_said_with_the_place() -> None:
    body = """kinds:
  chip:
    {hidden: yes, attributes: {worth: number}, home: box, lies_in: {box: {}, field: {room: 2, face_down: yes}}}
pieces: {chip: {c1: {worth: 1}}}
"""
    field = game_of(expansion("more", body)).spaces["field"]
    assert (field.holds, field.room, field.hides) == (
        ("coin", "chip"),
        {"coin": 2, "chip": 2},
        ("chip",),
    )


# ---- members


def test_a_variety_gets_members_from_several_expansions() -> None:
    game = game_of(
        expansion("more", "varieties: {colour: {add: {green: {name: Green}}}}\n"),
        expansion("further", "varieties: {colour: {add: [pink]}}\n"),
    )
    colour = game.varieties["colour"]
    assert colour.members == ("red", "blue", "green", "pink")
    assert colour.member_texts == {"green": {"en": "Green"}} and colour.origin == "tiny"


def test_a_stock_that_declares_its_sorts_gets_more_of_them() -> None:
    game = game_of(
        expansion(
            "more", "stocks: {good: {total: 3, each: [fish, salt], home: bank, lies_in: bank}}\n"
        ),
        expansion("further", "varieties: {good: {add: [silk]}}\n"),
    )
    assert game.varieties["good"].members == ("fish", "salt", "silk")


def test_phases_of_two_expansions_after_the_same_one_come_in_the_order_of_the_expansions() -> None:
    one = expansion("more", "course: [{phase: deal, steps: [go()], after: setup}]\n")
    other = expansion("further", "course: [{phase: draft, steps: [go()], after: setup}]\n")
    assert [phase.id for phase in game_of(one, other).course] == ["setup", "deal", "draft"]


def test_who_adds_to_what_is_replaced_says_the_order() -> None:
    new = expansion("more", "replace: {varieties: {colour: [red, blue, black]}}\n")
    add = "varieties: {colour: {add: [green]}}\n"
    game = game_of(new, expansion("further", add, after="more"))
    assert game.varieties["colour"].members == ("red", "blue", "black", "green")
    game = game_of(
        expansion("further", add),
        expansion("more", "replace: {varieties: {colour: [red, blue, black]}}\n", after="further"),
    )
    assert game.varieties["colour"].members == ("red", "blue", "black")


# ---- conflicts


def test_of_two_values_in_a_declared_order_the_later_expansion_counts() -> None:
    game = game_of(
        expansion("further", "modify: {size: becomes 3}\n", after="more"),
        expansion("more", "modify: {size: becomes 2}\n"),
    )
    last = game.modifiers[-1]
    assert (
        last.origin == "further" and isinstance(last.operand, ir.Const) and last.operand.value == 3
    )


INSTEAD = "instead of go: |\n  add {} to lost\n"


def test_two_replacements_of_a_rule_in_a_declared_order_are_fine() -> None:
    game = game_of(
        expansion("more", INSTEAD.format(2)), expansion("further", INSTEAD.format(3), after="more")
    )
    assert [hook.origin for hook in game.hooks] == ["more", "further"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("modify: {size: becomes 2}\n", "modify: {size: becomes 2}\n"),
        ("modify: {size: becomes 2}\n", "modify: {size: becomes 3 when fast}\n"),
        ("modify: {size: becomes 2}\n", "modify: {size: [at least 3, add 1]}\n"),
        ("modify: {size: becomes 2}\n", "modify: {is_fast: becomes yes}\n"),
        ("modify: {size: [becomes 2, becomes 3]}\n", ""),
        (INSTEAD.format(1), "instead of go: |\n  original\n  add 1 to lost\n"),
        (INSTEAD.format(1), "instead of go when fast: |\n  add 2 to lost\n"),
        (INSTEAD.format(1), "instead of go: nothing\n"),
        (INSTEAD.format(1), "before go: |\n  add 2 to lost\n"),
        (INSTEAD.format(1), "instead of halt: |\n  add 1 to lost\n"),
    ],
)
def test_what_does_not_contradict_is_left_alone(one: str, other: str) -> None:
    game_of(expansion("more", one), expansion("further", other))
    game_of(expansion("further", other), expansion("more", one))


def test_the_clauses_of_a_trait_do_not_contradict_each_other() -> None:
    body = """traits:
  lucky:
    modify: {size: becomes lost}
    instead of go: |
      add 2 to lost
pieces: {card: {jack: {colour: red, traits: lucky}, joker: {colour: red, traits: lucky}}}
"""
    assert len(game_of(expansion("more", body)).hooks) == 2


def test_an_expansion_outdoes_its_game_without_being_asked() -> None:
    base = "### game/more.yaml\npart: more\nmodify: {size: becomes 2}\n" + INSTEAD.format(1)
    body = "modify: {size: becomes 3}\n" + INSTEAD.format(2)
    bag = Bag()
    assert bound(GAME + base + expansion("more", body), bag) is not None and not len(bag)


# ---- references


def test_hooks_and_changes_say_which_rules_they_follow_and_stay_the_same_rules() -> None:
    plain = expansion("more", "modify: {size: [add 1, at most 3]}\nbefore go: |\n  add 1 to lost\n")
    told = expansion(
        "more",
        """modify:
  size:
    - {change: add 1, ref: M-1}
    - {change: [at most 3], ref: [M-2, M-3], assumed: a guess}
before go:
  ref: M-4
  assumed: another guess
  effect: |
    add 1 to lost
""",
    )
    one, other = game_of(plain), game_of(told)
    assert one.rules_hash == other.rules_hash
    assert [each.refs for each in other.modifiers] == [("M-1",), ("M-2", "M-3")]
    assert [each.assumed for each in other.modifiers] == [None, "a guess"]
    assert (other.hooks[0].refs, other.hooks[0].assumed) == (("M-4",), "another guess")
    assert [each.refs for each in (*one.modifiers, *one.hooks)] == [()] * 3


def test_a_change_may_stand_alone_as_a_mapping() -> None:
    game = game_of(expansion("more", "modify: {size: {change: add 1, ref: M-1}}\n"))
    assert [(each.op, each.refs) for each in game.modifiers] == [("add", ("M-1",))]


# ---- tables


def test_conditions_and_switches_do_not_make_another_game_of_it() -> None:
    table = "table: [{must: count(seats) >= 2, text: {en: Two at least.}, ref: M-1}]\n"
    game = game_of(expansion("more", f"in_play: not fast\n{table}"))
    (condition,) = game.conditions
    assert condition.must and condition.texts == {"en": "Two at least."}
    assert list(game.in_play) == ["more"]
    assert game.rules_hash == game_of(expansion("more", "")).rules_hash


def test_an_option_may_be_a_set_of_pieces() -> None:
    body = "options: {chosen: {set_of: card}}\nvalues: {how_many: count(chosen)}\n"
    game = game_of(expansion("more", body))
    option = game.options["chosen"]
    assert str(option.type) == "a set of card pieces" and option.default == 0


def test_count_is_of_the_pieces_of_the_ruleset_that_says_it() -> None:
    text = (
        "### base/game.yaml\ngame: base\nlanguage: 2\nplayers: 2\n"
        "kinds: {card: {home: deck, count: 2}}\n"
        "pieces: {card: {ace: {copies: 2}}}\n"
        "places: {deck: {holds: [card]}}\n"
        "outcome: {score: 0}\n"
        "### more/more.yaml\nexpansion: more\nof: base\nlanguage: 2\n"
        "pieces: {card: {two: {}}}\n"
    )
    bag = Bag()
    game = bound(text, bag)
    assert game is not None, full.render(bag.sorted())
    assert [each.id for each in game.kinds["card"].definitions] == ["ace", "two"]
    assert bound(text.replace("count: 2", "count: 3"), Bag()) is None


# ---- the order of clauses


def around_go(game: ir.Game) -> list[str]:
    """Whose `instead of go` there are, the innermost first."""
    hooks = [each for each in game.hooks if each.moment == "instead"]
    return [each.definition[1] if each.definition else each.origin for each in hooks]


def cards(**after: str) -> str:
    """Cards that go on with `go`, and after which others they do."""
    listed = "".join(
        f"    {id}:\n      colour: red\n      after: [{before}]\n"
        "      instead of go: |\n        original\n"
        for id, before in after.items()
    )
    return f"pieces:\n  card:\n{listed}"


def test_clauses_of_pieces_go_by_their_ids() -> None:
    assert around_go(game_of(expansion("more", cards(joker="", ace="", jack="")))) == [
        "ace",
        "jack",
        "joker",
    ]


def test_a_piece_says_after_which_others_its_clauses_come() -> None:
    game = game_of(expansion("more", cards(joker="", ace="joker", jack="")))
    assert around_go(game) == ["jack", "joker", "ace"]


def test_the_pieces_of_an_expansion_come_after_those_before_it() -> None:
    more = expansion("more", cards(joker=""))
    assert around_go(game_of(more, expansion("further", cards(ace="")))) == ["joker", "ace"]
    asked = expansion("further", "knows: [last]\n" + cards(ace="jack"))
    last = expansion("last", cards(jack="joker"))
    assert around_go(game_of(more, asked, last)) == ["joker", "jack", "ace"]


def test_a_piece_of_an_absent_expansion_is_no_mistake() -> None:
    game = game_of(expansion("further", "knows: [more]\n" + cards(ace="joker")))
    assert around_go(game) == ["ace"]


INSTEAD = "instead of go: |\n  add {} to lost\n"


def test_whoever_plays_says_which_of_two_strangers_comes_last() -> None:
    more, further = (expansion(id, INSTEAD.format(n)) for id, n in (("more", 2), ("further", 3)))
    assert around_go(game_of(more, further)) == ["more", "further"]
    assert around_go(game_of(further, more)) == ["further", "more"]


def test_an_order_that_a_piece_says_decides_between_two() -> None:
    card = "      instead of go by anyone: |\n        add {} to lost\n"
    one = "pieces:\n  card:\n    jack:\n      colour: red\n" + card.format(2)
    other = "    joker:\n      colour: red\n      after: [jack]\n" + card.format(3)
    assert around_go(game_of(expansion("more", one + other))) == ["jack", "joker"]
