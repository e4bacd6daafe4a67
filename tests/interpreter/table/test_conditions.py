"""What is known at a table: options that are sets, conditions, values folded before play."""

from __future__ import annotations

import pytest

from boardwright.dsl.bind.bind import SceneBinder
from boardwright.dsl.bind.game_checks.table_conditions import unknown_at_table
from boardwright.dsl.language.parser import parse_expression
from boardwright.dsl.language.types import SetType
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.option_values import (
    NotInSetError,
    number_of,
    piece_ids,
    text_of,
    values_of,
)
from boardwright.dsl.source.diagnostics import Bag, Severity
from boardwright.interpreter.table.conditions import out_of_play, table_findings
from boardwright.interpreter.table.errors import NOT_AT_TABLE, RuleError, TableError
from boardwright.interpreter.table.table import set_table
from boardwright.interpreter.table.table_values import Facts, members_of
from boardwright.validators.render import concise
from bound_texts import game_of
from ruleset_texts import documents_of
from strategies import Pair

TEXT = """game: club
language: 2
name: Club
players: 2 to 3
languages: [en, it]
options:
  short: {default: yes}
  goal: {range: 1 to 9, default: 4}
  chosen: {set_of: card}
varieties: {suit: [hearts, spades]}
kinds:
  card: {attributes: {suit: suit, worth: number, suits: list of suit}, home: box}
  secret: {attributes: {worth: number}, hidden: yes, home: box, plural: secrets}
  boat: {pieces: one per player, home: box}
places: {box: {holds: [card, secret, boat]}, row: {holds: [card]}}
pieces:
  card:
    king: {suit: hearts, worth: 3, suits: [hearts]}
    cook: {suit: spades, worth: 1, copies: 2}
    maid: {suit: hearts, worth: 2, suits: [hearts, spades]}
    duke: {suit: spades, worth: 5}
  secret: {s1: {worth: 1}, s2: {worth: 2}}
tables: {due: {2: 2, 3: 1}}
notes: {seen: number}
values:
  worthy: those c in cards where worth of c >= 2
  bound(number n): min(n, goal)
  total: sum(worth of c for each c in chosen)
  twice(number n): n + n
modify:
  worthy: [also chosen, except duke when short, only cards]
  bound(number n): [add 1, subtract n when n = 9, at least 2, at most 7, becomes 6 when goal = 6]
rules:
  begin: |
    move chosen to row
    for each c in chosen where worth of c >= 2:
      add worth of c to seen
  go: |
    choose c from chosen
    add 10 to seen
course:
  - {phase: setup, steps: [begin()]}
  - {phase: turns, turn: [go()], rounds: 1}
table:
  - must: count(chosen) <= due(count(seats)) + 1
    text: {en: Too many cards., it: Troppe carte.}
  - should: short or total >= 4
    text: Rather dull.
outcome: {score: seen + count(chosen)}
"""


@pytest.fixture(scope="module")
def game() -> ir.Game:
    return game_of(TEXT)


def expression(game: ir.Game, text: str) -> ir.Value:
    bag = Bag()
    ((_, node),) = documents_of(f"- {text!r}".replace("'", '"'), bag)
    expr = parse_expression(node.items[0], bag)  # type: ignore[union-attr, arg-type]
    assert expr is not None
    value = SceneBinder(game, ()).expression(expr, bag, None)
    bag.raise_if_failed()
    assert value is not None
    return value


CHOSEN = 0b1101  # king, the second cook, the maid


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("chosen", (0, 2, 3)),
        ("count(chosen)", 3),
        ("cards", (0, 1, 2, 3, 4)),
        ("count(boats)", 2),
        ("count(secrets)", 2),
        ("king is in chosen", 1),
        ("duke is in chosen", 0),
        ("suit of duke is spades", 1),
        ("hearts is in suits of maid", 1),
        ("cards except chosen", (1, 4)),
        ("any(suit of c is spades for each c in chosen)", 1),
        ("every(suit of c is hearts for each c in chosen)", 0),
        ("sum(worth of c for each c in chosen)", 6),
        ("total", 6),
        ("worthy", (0, 2, 3)),
        ("bound(1)", 2),
        ("bound(3)", 4),
        ("bound(9)", 2),
        ("twice(bound(3))", 8),
        ("due(count(seats))", 2),
        ("count(players) = 2 and not (goal > 4)", 1),
        ("count(those s in kinds of suit where s is not hearts)", 1),
        ("max(1, goal, 3) mod 3 + 7 / 2 rounded up", 5),
        ("first_seat is nobody", 0),
    ],
)
def test_what_is_known_before_a_game(game: ir.Game, text: str, value: object) -> None:
    asked = expression(game, text)
    options = {"short": 1, "goal": 4, "chosen": CHOSEN}
    assert Facts(game, 2, options).fold(asked.base, {asked.me.id: -1}) == value
    assert unknown_at_table(game, asked.base) is None


@pytest.mark.parametrize(
    "text",
    [
        "seen",
        "seen + count(chosen) > 99",
        "count(cards in row)",
        "active_player is first_seat",
        "left of first_seat is first_seat",
        "any(worth of s >= 1 for each s in secrets)",
        "those c in cards with most worth of c",
    ],
)
def test_what_only_play_tells_is_refused_by_both_who_look(game: ir.Game, text: str) -> None:
    asked = expression(game, text)
    assert unknown_at_table(game, asked.base) is not None
    with pytest.raises(RuleError) as refused:
        Facts(game, 2, {"short": 1, "goal": 4, "chosen": CHOSEN}).fold(asked.base, {})
    assert refused.value.code == NOT_AT_TABLE


def test_a_value_that_a_piece_modifies_is_not_known() -> None:
    text = TEXT.replace(
        "duke: {suit: spades, worth: 5}",
        "duke: {suit: spades, worth: 5, modify: {total by anyone: add 1}}",
    )
    text = text.replace("short or total >= 4", "short")
    game = game_of(text)
    asked = expression(game, "total")
    assert unknown_at_table(game, asked.base) is not None
    with pytest.raises(RuleError):
        Facts(game, 2, {"short": 1, "goal": 4, "chosen": 0}).fold(asked.base, {asked.me.id: -1})


# ---- options that are sets


def test_a_set_is_written_with_commas_in_the_order_of_the_pieces(game: ir.Game) -> None:
    option = game.options["chosen"]
    assert values_of(game, option) == ("king", "cook_1", "cook_2", "maid", "duke")
    assert isinstance(option.type, SetType)
    for given in (
        "maid, king ,cook_2",
        ["maid", "king", "cook_2"],
        iter(("maid", "cook_2", "king")),
    ):
        number = number_of(game, option, given)
        assert number == CHOSEN
        assert text_of(game, option, number) == "king,cook_2,maid"
    assert number_of(game, option, "") == number_of(game, option, []) == 0
    assert text_of(game, option, 0) == ""
    assert number_of(game, option, True) is None and number_of(game, option, 3) is None


@pytest.mark.parametrize(
    ("given", "message", "help"),
    [
        ("kign", "`kign` is no card", "did you mean `king`?"),
        ("cook", "`cook` is no card", "did you mean"),
        ("king,king", "`king` is named twice", "name it once"),
        ("king,,maid", "`` is no card", "the cards are `king`"),
        ("s1", "`s1` is no card", "the cards are `king`, `cook_1`"),
    ],
)
def test_what_cannot_be_in_a_set_is_explained(
    game: ir.Game, given: str, message: str, help: str
) -> None:
    with pytest.raises(NotInSetError) as refused:
        number_of(game, game.options["chosen"], given)
    assert refused.value.message == message and help in refused.value.help[0]


def test_pieces_have_the_same_numbers_before_and_at_the_table(game: ir.Game) -> None:
    table = set_table(game, 2)
    assert tuple(piece.id for piece in table.pieces["card"]) == piece_ids(game.kinds["card"])


def test_a_number_for_pieces_that_do_not_exist_is_no_set(game: ir.Game) -> None:
    with pytest.raises(TableError):
        set_table(game, 2, {"chosen": 1 << 5})


@pytest.mark.parametrize("chosen", [0, CHOSEN, 0b11111])
def test_both_back_ends_read_a_set_alike(game: ir.Game, chosen: int) -> None:
    pair = Pair(game, 2, options={"chosen": chosen})
    row = [id for id, facts in pair.at("pieces", "card").items() if facts["place"] == "row"]
    assert row == [id for n, id in enumerate(piece_ids(game.kinds["card"])) if chosen >> n & 1]
    while not pair.over:
        assert len(pair.ids) == chosen.bit_count()
        pair.take(pair.ids[-1])
    choices = 20 if chosen else 0
    assert pair.state.scores[0] == sum((3, 0, 0, 2, 5)[n] for n in members_of(chosen)) + (
        choices + chosen.bit_count()
    )


# ---- conditions


def findings(game: ir.Game, players: int, language: str | None = None, **options: int) -> list[str]:
    chosen = {id: options.get(id, option.default) for id, option in game.options.items()}
    return [
        f"{each.severity.value} {each.code} {each.message}"
        for each in table_findings(game, players, chosen, language)
    ]


def test_a_table_is_fine_refused_or_advised_against(game: ir.Game) -> None:
    assert findings(game, 2) == []
    assert findings(game, 2, chosen=0b111) == []
    assert findings(game, 3, chosen=0b111) == ["error E676 Too many cards."]
    assert findings(game, 3, "it", chosen=0b111) == ["error E676 Troppe carte."]
    assert findings(game, 2, "it", short=0) == ["warning E677 Rather dull."]
    # What is refused is not also advised against.
    assert findings(game, 3, chosen=0b110, short=0) == ["warning E677 Rather dull."]
    assert findings(game, 3, chosen=0b10110, short=0) == ["error E676 Too many cards."]


def test_a_finding_tells_what_was_chosen(game: ir.Game) -> None:
    (found,) = table_findings(game, 3, {"short": 0, "goal": 1, "chosen": 0b111})
    assert found.severity is Severity.ERROR
    assert found.notes == ("at this table: 3 players; `chosen` is king, cook_1, cook_2",)
    assert found.help == ("choose another value for `chosen`",)
    assert "45:11: error[E676] Too many cards." in concise.render([found])
    (found,) = table_findings(game, 2, {"short": 0, "goal": 1, "chosen": 0})
    assert found.notes == ("at this table: 2 players; `short` is no; `chosen` is empty",)


def test_an_expansion_says_when_it_takes_part() -> None:
    more = "expansion: more\nof: club\nlanguage: 2\nin_play: count(seats) >= 3 or extra is many\noptions: {extra: {values: [few, many], default: few}}\n"
    game = game_of(TEXT, more)
    chosen = {id: option.default for id, option in game.options.items()}
    assert out_of_play(game, 2, chosen) == ("more",)
    assert out_of_play(game, 3, chosen) == ()
    assert out_of_play(game, 2, {**chosen, "extra": 1}) == ()
