"""Texts of a game in further languages, and parts that count only beside another expansion."""

from __future__ import annotations

import pytest

from boardwright.dsl.bind.bind import bind
from boardwright.dsl.compose.compose import compose
from boardwright.dsl.compose.translating import named_ids
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.ruleset import declare
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Bag
from boardwright.validators.render import full
from ruleset_texts import documents_of

GAME = """### game.yaml
game: fair
language: 2
languages: [en, it]
name: {en: Fair, it: Fiera}
players: 2
kinds:
  card: {home: deck, effects: {ability: {}}}
varieties:
  colour: {red: {name: {en: red, it: rosso}}, blue: {}}
places: {deck: {name: {en: deck, it: mazzo}, holds: [card]}}
pieces:
  card:
    king: {name: {en: King, it: Re}, text: {en: Rules., it: Regna.}}
    fool: {name: Fool}
values: {strength: 1}
offers:
  menu: {until: enough, entries: {dance: {name: {en: dance, it: balla}, effect: nothing}}}
course: [{phase: evening, rounds: 1, turn: [open menu]}]
texts: {enough: {en: enough, it: basta}}
outcome: {score: strength}
"""
FRENCH = """### french.yaml
expansion: french
of: fair
language: 2
languages: [fr]
texts:
  fair: {fr: Foire}
  red: {fr: rouge}
  deck: {fr: pioche}
  dance: {fr: danser}
  enough: {fr: assez}
  fool: {fr: Fou}
### king.yaml
card: king
name: {fr: Roi}
text: {fr: Il règne.}
"""


def layers(*texts: str, names: tuple[str, ...] = ()) -> tuple[list[Ruleset], Bag]:
    bag, found = Bag(), list[Ruleset]()
    for text in texts:
        ruleset = declare(documents_of(text, bag), bag, tuple(found), names)
        if ruleset is not None:
            found.append(ruleset)
    return found, bag


def composed(*texts: str, names: tuple[str, ...] = ()) -> tuple[Ruleset | None, Bag]:
    found, bag = layers(*texts, names=names)
    assert not len(bag), full.render(bag.sorted())
    return compose(found[0], found[1:], bag), bag


def bound(*texts: str, names: tuple[str, ...] = ()) -> ir.Game:
    ruleset, bag = composed(*texts, names=names)
    game = None if ruleset is None else bind(ruleset, bag)
    assert game is not None and not len(bag), full.render(bag.sorted())
    return game


def test_an_expansion_names_what_the_game_has_in_a_further_language() -> None:
    game = bound(GAME, FRENCH)
    assert game.languages == ("en", "it", "fr")
    assert game.texts == {"en": "Fair", "it": "Fiera", "fr": "Foire"}
    assert game.words["enough"] == {"en": "enough", "it": "basta", "fr": "assez"}
    assert game.words["menu.dance"]["fr"] == "danser"
    assert game.places["deck"].texts == {"en": "deck", "it": "mazzo", "fr": "pioche"}
    king, fool = game.kinds["card"].definitions
    assert king.texts == {"en": "King", "it": "Re", "fr": "Roi"} and king.origin == "fair"
    assert fool.texts == {"en": "Fool", "fr": "Fou"}


def test_two_languages_do_not_clash() -> None:
    german = FRENCH.replace("french", "german").replace("fr:", "de:").replace("[fr]", "[de]")
    game = bound(GAME, FRENCH, german)
    assert game.kinds["card"].definitions[0].texts["fr"] == "Roi"
    assert game.kinds["card"].definitions[0].texts["de"] == "Roi"
    assert bound(GAME, FRENCH, FRENCH.replace("french", "again")).languages == game.languages[:3]


@pytest.mark.parametrize(
    "more",
    [
        "### king.yaml\ncard: king\nname: {it: Sovrano}\n",
        "### king.yaml\ncard: king\nname: {fr: Roi}\ncopies: 2\n",
        "### king.yaml\ncard: king\n",
    ],
)
def test_only_what_is_missing_is_joined(more: str) -> None:
    head = "### more.yaml\nexpansion: more\nof: fair\nlanguage: 2\nlanguages: [fr]\n"
    found, bag = layers(GAME, head + more)
    assert compose(found[0], found[1:], bag) is None
    assert {each.code for each in bag.sorted()} == {"E209"} or len(bag)


def test_what_can_be_named_is_known() -> None:
    (game,), _ = layers(GAME)
    ids = named_ids(game)
    assert {"fair", "red", "blue", "deck", "king", "dance", "evening", "menu"} <= ids
    assert "strength" not in ids


# ---- beside others

TENT = """### tent.yaml
expansion: tent
of: fair
language: 2
values: {tents: 4}
"""
WINTER = """### winter.yaml
expansion: winter
of: fair
knows: [tent]
language: 2
### beside.yaml
part: beside_tents
with: [tent]
modify: {strength: add tents}
pieces: {card: {clown: {}}}
replace:
  pieces: {card: {fool: {copies: 3}}}
"""


def test_a_part_counts_only_beside_the_expansions_that_it_names() -> None:
    alone = bound(GAME, WINTER)
    assert not alone.modifiers and len(alone.kinds["card"].definitions) == 2
    both = bound(GAME, TENT, WINTER)
    assert [each.value for each in both.modifiers] == ["strength"]
    assert [(each.id, each.copies) for each in both.kinds["card"].definitions] == [
        ("king", 1),
        ("fool", 3),
        ("clown", 1),
    ]


def test_the_other_may_come_later() -> None:
    assert bound(GAME, WINTER, TENT, names=("winter", "tent")).modifiers


def test_without_the_other_the_part_is_left_out_again() -> None:
    found, bag = layers(GAME, TENT, WINTER)
    less = compose(found[0], [found[2]], bag)
    assert less is not None and not less.modifiers and not len(bag)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "with: [tent]",
            "with: [tnet]",
            "`tnet` is not an expansion that the manifest names under `knows` or `after`",
        ),
        (
            "knows: [tent]\n",
            "",
            "`tent` is not an expansion that the manifest names under `knows` or `after`",
        ),
    ],
)
def test_a_misspelt_one_is_found_even_where_the_other_is_absent(
    old: str, new: str, message: str
) -> None:
    _, bag = layers(GAME, WINTER.replace(old, new))
    assert [each.message for each in bag.sorted()] == [message]


def test_a_game_has_no_such_parts() -> None:
    _, bag = layers(GAME + "### part.yaml\npart: more\nwith: [tent]\nnotes: {a: number}\n")
    assert [each.message for each in bag.sorted()] == ["parts of a game have no `with`"]


def test_the_same_name_twice_is_refused_in_whichever_part() -> None:
    twice = WINTER.replace("modify: {strength: add tents}", "values: {strong: 1}")
    _, bag = layers(GAME, TENT, twice + "### c.yaml\npart: c\nvalues: {strong: 2}\n")
    assert [each.code for each in bag.sorted()] == ["E209"]
