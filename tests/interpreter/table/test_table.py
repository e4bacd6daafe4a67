from __future__ import annotations

import dataclasses

import pytest

from boardwright.dsl.language.types import NUMBER, SetType
from boardwright.dsl.rules import ir
from boardwright.interpreter.table.errors import (
    DIVISION_BY_ZERO,
    NO_HOME,
    NO_ROOM,
    NOT_AT_TABLE,
    RuleError,
    TableError,
)
from boardwright.interpreter.table.table import Table, set_table
from boardwright.interpreter.table.table_values import Facts
from bound_texts import game_of

TEXT = """\
game: fair
language: 2
name: Fair
players: 2 to 3
seats: [red, blue, green]
options:
  short: {default: yes}
  length: {values: [brief, long], default: long}
  goal: {range: 2 to 5, default: 3}
varieties: {tint: [dark, bright]}
kinds:
  rat: {attributes: {limit: number}, hidden: yes, home: bag}
  card: {attributes: {worth: number}, home: display}
  pawn: {pieces: one, home: display}
  friend: {pieces: one per player, home: tent}
  action: {pieces: one per player, hidden: yes, home: deck}
  die: {pieces: 2, sides: 6, home: display}
stocks:
  cube: {total: 12, each: player, home: reserve}
  good: {total: 5, each: [fish, salt], home: store}
  coin: {total: 20, home: store, kept: purse}
  point: {total: unlimited, home: store, kept: purse}
spaces:
  region: {holds: [rat, cube], hides: [rat], room: {rat: 3}}
  camp: {per: player, holds: [cube]}
board:
  region: {gallia: {}, store: {}}
pieces:
  rat: {t1: {limit: 1, copies: 2}, t2: {limit: 2}}
  card: {king: {worth: 3}, cook: {worth: 1, copies: 2}}
places:
  bag: {holds: [rat], tracked: no, visible_to: nobody}
  display: {holds: [card, pawn, die]}
  store: {holds: [good, coin, point]}
  tent: {per: player, holds: [friend]}
  deck: {per: player, holds: [action], ordered: yes, visible_to: owner}
  reserve: {per: player, holds: [cube]}
  purse: {per: player, holds: [coin, point]}
  shelf: {per: card, holds: [good], room: {good: 1}}
  yard: {per: region, holds: [cube]}
course:
  - {phase: setup, steps: [end game]}
  - {phase: rounds, repeat: 2, phases: [{phase: early, steps: [end game]}, {phase: late, steps: [end game]}]}
outcome: {score: "0"}
"""


@pytest.fixture(scope="module")
def game() -> ir.Game:
    return game_of(TEXT)


@pytest.fixture
def table(game: ir.Game) -> Table:
    return set_table(game, 2)


def place(table: Table, id: str) -> int:
    return next(n for n, found in enumerate(table.places) if found.id == id)


def test_places_are_spaces_and_then_zones_by_their_keys(table: Table) -> None:
    assert table.space_ids == ("gallia", "store", "camp_1", "camp_2")
    zones = [found.id for found in table.places[len(table.spaces) :]]
    assert zones == [
        *("bag", "display", "store.store", "tent_red", "tent_blue", "deck_red", "deck_blue"),
        *("reserve_red", "reserve_blue", "purse_red", "purse_blue"),
        *("shelf_king", "shelf_cook_1", "shelf_cook_2", "yard_gallia", "yard_store"),
    ]


def test_a_zone_knows_its_places_by_their_keys(table: Table) -> None:
    assert table.zones["reserve"].place_of(1) == place(table, "reserve_blue")
    assert table.zones["shelf"].place_of(2) == place(table, "shelf_cook_2")
    assert table.zones["yard"].place_of(1) == place(table, "yard_store")
    assert table.zones["bag"].keys == ()


def test_places_belong_to_players_or_to_whoever_has_their_piece(table: Table) -> None:
    assert table.places[place(table, "reserve_blue")].owner == 1
    assert table.places[place(table, "camp_2")].owner == 1
    assert table.places[place(table, "bag")].owner == -1
    assert table.places[place(table, "shelf_king")].piece_kind == "card"


def test_places_say_what_can_be_seen_and_followed_there(table: Table) -> None:
    bag, gallia = table.places[place(table, "bag")], table.places[place(table, "gallia")]
    assert not bag.tracked
    assert bag.visible_for("rat") == "nobody"
    assert (gallia.visible_for("rat"), gallia.visible_for("cube")) == ("nobody", "everyone")
    assert gallia.room == {"rat": 3}
    assert table.places[place(table, "deck_red")].ordered


def test_pieces_are_numbered_as_declared_with_their_copies(table: Table) -> None:
    assert [piece.id for piece in table.pieces["card"]] == ["king", "cook_1", "cook_2"]
    assert [piece.face for piece in table.pieces["card"]] == [0, 1, 1]
    assert [face.id for face in table.faces["card"]] == ["king", "cook"]
    assert [piece.id for piece in table.pieces["die"]] == ["die_1", "die_2"]


def test_hidden_pieces_are_called_by_kind_and_number(table: Table) -> None:
    assert [piece.id for piece in table.pieces["rat"]] == ["rat_1", "rat_2", "rat_3"]
    assert [table.faces["rat"][piece.face].id for piece in table.pieces["rat"]] == [
        "t1",
        "t1",
        "t2",
    ]


def test_pieces_of_each_player_come_seat_by_seat(table: Table) -> None:
    assert [piece.id for piece in table.pieces["friend"]] == ["friend_red", "friend_blue"]
    faces = [(face.id, face.owner) for face in table.faces["action"]]
    assert faces == [("action_red", 0), ("action_blue", 1)]
    assert [piece.id for piece in table.pieces["action"]] == ["action_1", "action_2"]


def test_everything_starts_at_home(table: Table) -> None:
    assert {piece.start for piece in table.pieces["rat"]} == {place(table, "bag")}
    assert table.pieces["action"][1].start == place(table, "deck_blue")
    assert [face.home for face in table.faces["friend"]] == [
        place(table, "tent_red"),
        place(table, "tent_blue"),
    ]


def test_stock_starts_at_home_each_member_in_its_own(table: Table) -> None:
    initial = {
        (i.stock, i.member): (table.places[i.place].id, i.amount) for i in table.initial_stock
    }
    assert initial == {
        ("cube", 0): ("reserve_red", 12),
        ("cube", 1): ("reserve_blue", 12),
        ("good", 0): ("store.store", 5),
        ("good", 1): ("store.store", 5),
        ("coin", 0): ("store.store", 20),
    }
    assert table.stock_members["good"] == ("fish", "salt")
    assert table.stock_homes["point"] == (place(table, "store.store"),)


def test_phases_are_numbered_each_before_those_inside_it(table: Table) -> None:
    assert table.phases == ("setup", "rounds", "early", "late")


def test_options_have_their_default_unless_given(game: ir.Game) -> None:
    assert set_table(game, 2, {"goal": 5}).options == {"short": 1, "length": 1, "goal": 5}


def test_seats_are_called_as_given_or_as_the_game_says(game: ir.Game) -> None:
    assert set_table(game, 3).seats == ("red", "blue", "green")
    assert set_table(game, 2, seat_names=("ann", "bob")).seats == ("ann", "bob")
    nameless = dataclasses.replace(game, seat_names=())
    assert set_table(nameless, 2).seats == ("p1", "p2")


@pytest.mark.parametrize(
    ("players", "options", "names"),
    [
        (4, {}, ()),
        (2, {"goal": 6}, ()),
        (2, {"length": 2}, ()),
        (2, {"gole": 3}, ()),
        (2, {}, ("ann",)),
        (2, {}, ("ann", "ann")),
    ],
)
def test_a_table_that_the_game_does_not_take_is_refused(
    game: ir.Game, players: int, options: dict[str, int], names: tuple[str, ...]
) -> None:
    with pytest.raises(TableError):
        set_table(game, players, options, names)


def test_a_home_that_is_nobodys_is_an_error_at_the_kind(game: ir.Game) -> None:
    homeless = dataclasses.replace(game.kinds["pawn"], home="tent")
    broken = dataclasses.replace(game, kinds={**game.kinds, "pawn": homeless})
    with pytest.raises(RuleError) as caught:
        set_table(broken, 2)
    assert caught.value.code == NO_HOME
    assert caught.value.span == game.kinds["pawn"].span


@pytest.mark.parametrize(
    ("place", "limited", "kind", "said"),
    [
        ("display: {holds: [card, pawn, die]", "room: {card: 2}}", "card", "only 2 `card`, and 3"),
        (
            "store: {holds: [good, coin, point]",
            "room: {coin: 19}}",
            "coin",
            "only 19 `coin`, and 20",
        ),
        ("store: {holds: [good, coin, point]", "room: {good: 9}}", "good", "only 9 `good`, and 10"),
        (
            "reserve: {per: player, holds: [cube]",
            "room: {cube: 3}}",
            "cube",
            "only 3 `cube`, and 12",
        ),
    ],
)
def test_what_has_no_room_where_it_starts_is_an_error(
    place: str, limited: str, kind: str, said: str
) -> None:
    game = game_of(TEXT.replace(place + "}", f"{place}, {limited}"))
    with pytest.raises(RuleError, match=said) as caught:
        set_table(game, 2)
    assert caught.value.code == NO_ROOM
    assert caught.value.span == {**game.kinds, **game.stocks}[kind].span


def test_what_fills_the_place_where_it_starts_is_none() -> None:
    fits = "store: {holds: [good, coin, point], room: {good: 10, coin: 20, point: 1}}"
    table = set_table(game_of(TEXT.replace("store: {holds: [good, coin, point]}", fits)), 2)
    assert sum(each.amount for each in table.initial_stock if each.stock == "good") == 10


def fold(game: ir.Game, text: str) -> int:
    """The value of a yes/no expression that stands as a value in a game, known at the table."""
    extended = game_of(TEXT + f"values:\n  asked: {text}\n")
    return Facts(extended, 3, {"short": 0, "length": 0, "goal": 4}).number(
        extended.values["asked"].base, {}
    )


@pytest.mark.parametrize(
    "condition",
    [
        "count(seats) = 3 and not short",
        "length is brief or 1 / 0 rounded down = 1",
        "goal * 2 - 1 = 7",
        "7 / 2 rounded up = 4 and (0 - 7) / 2 rounded down = 0 - 4",
        "(0 - 7) mod 3 = 2",
        "max(1, goal, 3) = 4 and min(goal, 2) = 2",
        "sum(n for each n in 1 to goal) = 10",
        "any(n > 3 for each n in (those n in 1 to 5 where n mod 2 = 0))",
        "every(p is in seats for each p in seats)",
        "first_seat is not nobody and nobody is nobody",
        "not (dark is bright)",
    ],
)
def test_what_is_known_at_the_table_is_folded(game: ir.Game, condition: str) -> None:
    assert fold(game, condition) == 1


def test_what_only_play_decides_is_refused(game: ir.Game) -> None:
    with pytest.raises(RuleError) as caught:
        fold(game, "count(cards in display) = 3")
    assert caught.value.code == NOT_AT_TABLE


def test_folding_divides_by_nothing_but_numbers(game: ir.Game) -> None:
    with pytest.raises(RuleError) as caught:
        fold(game, "1 / (goal - 4) rounded down = 0")
    assert caught.value.code == DIVISION_BY_ZERO


def test_folding_does_not_know_the_order_of_a_set(game: ir.Game) -> None:
    span = game.outcome.span
    numbers = ir.Range(
        low=ir.Const(value=1, type=NUMBER, span=span),
        high=ir.Const(value=3, type=NUMBER, span=span),
        type=SetType(NUMBER),
        span=span,
    )
    var = ir.Var(9999, "n", NUMBER)
    one = ir.Local(var=var, type=NUMBER, span=span)
    sorted_numbers = ir.Selection(var=var, source=numbers, rising=(True, one), span=span)
    those = ir.Those(selection=sorted_numbers, type=SetType(NUMBER), span=span)
    with pytest.raises(RuleError):
        Facts(game, 2, {}).fold(those, {})
