"""Positions made up for a player: they look the same, and follow from nothing that the player cannot see."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.determinize import deal, imagined
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.pending import secrets_of
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.unknown import unknown
from boardwright.interpreter.play.views import differences, scrambled, view
from boardwright.interpreter.program.link import link
from boardwright.interpreter.records.soundness import unsound
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of
from folders import SMALL_GAMES
from strategies import GAMES, game_in, name_of, program_of, random_game

HIDDEN = """\
game: hidden
language: 2
players: 2
seats: [red, blue]
varieties: {colour: [amber, cobalt]}
kinds:
  card: {hidden: yes, attributes: {colour: colour, bright: yes_no}, back: [colour], home: deck}
  die: {pieces: 4, sides: 6, home: shaker, plural: dice}
  coin: {pieces: 6, home: vault}
stocks:
  gem: {total: 9, each: [ruby, opal], home: bank, kept: purse}
  point: {total: unlimited, home: heap, kept: scored}
pieces:
  card:
    c1: {colour: amber}
    c2: {colour: amber, bright: yes}
    c3: {colour: amber, copies: 3}
    c4: {colour: cobalt, copies: 2}
    c5: {colour: cobalt, bright: yes}
places:
  deck: {holds: [card], ordered: yes, tracked: no, visible_to: nobody}
  hand: {per: player, holds: [card], tracked: no, visible_to: owner}
  row: {holds: [card], visible_to: everyone when bright of it}
  shaker: {holds: [die]}
  cup: {per: player, holds: [die], visible_to: owner}
  vault: {holds: [coin], ordered: yes, visible_to: nobody}
  pouch: {per: player, holds: [coin], visible_to: owner}
  bank: {holds: [gem], visible_to: nobody}
  purse: {per: player, holds: [gem], visible_to: owner}
  heap: {holds: [point]}
  scored: {per: player, holds: [point], visible_to: owner}
notes:
  scratched: {is: number, per: card}
rules:
  deal: |
%s
course:
  - phase: main
    steps: |
      as first_seat:
        deal()
        may rest:
          nothing
outcome: {score: my points}
"""

DEALT = """\
shuffle deck
for each p in players:
  as p:
    move 2 of deck to hand of me
    take 2 of gems of ruby
    take 3 points
    move top of vault to pouch of me
    move bottom of vault to pouch of me
move 2 of deck to row
move die_1 to cup of first_seat
move die_2 to cup of last_seat
roll dice
"""


def stopped(steps: str, seed: int = 1) -> State:
    text = HIDDEN % "".join(f"    {line}\n" for line in steps.splitlines())
    return new(link(set_table(game_of(text), 2)), seed)


def dealt() -> State:
    return stopped(DEALT)


@pytest.mark.parametrize("folder", GAMES, ids=name_of)
@pytest.mark.parametrize("other_way", [scrambled, imagined], ids=["scrambled", "imagined"])
def test_what_looks_the_same_is_imagined_alike(
    folder: Path, other_way: Callable[[State, int, Stream], State]
) -> None:
    players = game_in(folder).players[1]
    compared = 0
    for number, state in enumerate(random_game(program_of(folder, players), 5)):
        if number >= 40:
            break
        for player in range(-1, players):
            other = other_way(state, player, Stream(number, "other"))
            made_up = imagined(state, player, Stream(number, "x"))
            if differences(state, other, player):
                continue
            compared += 1
            assert differences(state, made_up, player) == ()
            assert made_up.v == imagined(other, player, Stream(number, "x")).v
    assert compared > 0


def test_what_unseen_dice_show_and_notes_say_is_imagined_alike_wherever_these_lie() -> None:
    text = HIDDEN.replace("  scratched:", "  bent: {is: number, per: coin}\n  scratched:")
    steps = DEALT + "move die_3 to cup of last_seat\nset bent of coin_2 to 3"
    program = link(set_table(game_of(text % "".join(f"    {s}\n" for s in steps.splitlines())), 2))
    state = new(program, 1)
    for number in range(12):
        other = imagined(state, 0, Stream(number, "other"))
        assert differences(state, other, 0) == ()
        made_up, again = (imagined(each, 0, Stream(number, "x")) for each in (state, other))
        assert made_up.v == again.v


WINKS = """\
game: winks
language: 2
players: 2
seats: [red, blue]
offers:
  winks:
    until: done
    entries:
      wink: {limit: once a round, effect: nothing}
course:
  - phase: main
    turn: |
      secretly open winks to players
      may rest:
        nothing
    rounds: 1
outcome: {score: 0}
"""


def test_what_others_have_used_in_secret_is_not_imagined() -> None:
    program = link(set_table(game_of(WINKS), 2))
    found = []
    for choices in (["wink", "wink"], ["wink", "done"]):
        state = new(program, 1)
        for choice in choices:
            assert state.decision is not None
            state.apply(choice)
        assert state.decision is not None and state.decision.name == "main.rest"
        found.append(state)
    used = [state.position()["used"] for state in found]
    assert used[0] != used[1]
    made_up = [imagined(state, 0, Stream(1, "x")).position()["used"] for state in found]
    assert made_up[0] == made_up[1] == used[1]


@pytest.mark.parametrize("seed", [1, 16])
def test_what_was_used_in_secret_is_imagined_where_it_shows(seed: int) -> None:
    """Nobody is asked for the hound's sniff who has used it: from that, all see that it was used."""
    program = program_of(SMALL_GAMES / "edges" / "windows.yaml", 4)
    state, chooser, found = new(program, seed), random.Random(seed), 0
    while state.decision is not None:
        for seat in range(-1, 4):
            what = unknown(state, seat)
            if what.again is not None and what.again.seen is not None:
                assert not differences(state, deal(what, Stream(seed, "x")), seat)
                found += 1
        state.apply(chooser.choice(state.decision.ids))
    assert found > 20


@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_what_is_unknown_is_found_once_and_dealt_many_times(folder: Path) -> None:
    players = game_in(folder).players[1]
    program = program_of(folder, players)
    for number, state in enumerate(random_game(program, 3)):
        if number % 9 or number > 40:
            continue
        for player in range(-1, players):
            hidden, worlds = unknown(state, player), Stream(number, "worlds")
            for world in range(4):
                made_up = deal(hidden, worlds)
                # Options that were worked out before the question are no secret of who is asked.
                assert set(differences(state, made_up, player)) <= {"asked"}
                assert unsound(program, made_up.v) is None
                if not world:  # dealing before leaves nothing behind
                    assert made_up.v == imagined(state, player, Stream(number, "worlds")).v


def test_what_is_unknown_is_told_in_plain_lists_of_words() -> None:
    state = dealt()
    hidden, layout = unknown(state, 1), state.program.layout
    assert hidden.generators == (lay.RANDOM, layout.naming)
    dice = layout.sides["die"]
    assert {(one.at - dice, one.low, one.count) for one in hidden.drawn} >= {(0, 1, 6)}
    assert all(len(share.at) > 1 and share.total >= 0 for share in hidden.shares)
    (coins,) = hidden.scatters
    assert sorted(coins.pieces) == list(coins.pieces) and len(coins.places) == len(coins.pieces)
    # What a rule shows or not is tried, and comes after all that needs no trying.
    tried = [each.kind is not None for each in hidden.exchanges]
    assert tried == sorted(tried)
    for each in hidden.exchanges:
        assert sorted(state.v[at] for at in each.at) == list(each.values)


def test_faces_sides_places_stocks_and_chance_are_made_up() -> None:
    state = dealt()
    found: dict[str, set[str]] = {}
    for number in range(40):
        made_up = imagined(state, 1, Stream(number, "x"))
        assert differences(state, made_up, 1) == ()
        position = made_up.position()
        for part in ("pieces", "order", "stocks"):
            found.setdefault(part, set()).add(json.dumps(position[part]))
        found.setdefault("chance", set()).add(str(made_up.v[lay.RANDOM : lay.RANDOM + 4]))
        found.setdefault("die", set()).add(str(position["pieces"]["die"]["die_1"]))
        found.setdefault("coin", set()).add(str(position["pieces"]["coin"]))
    assert all(len(ways) >= 6 for ways in found.values()), {k: len(v) for k, v in found.items()}


def test_an_onlooker_imagines_too() -> None:
    state = dealt()
    assert view(imagined(state, -1, Stream(1, "x")), -1) == view(state, -1)


def test_nothing_is_gained_or_lost() -> None:
    state = dealt()
    for number in range(20):
        made_up = imagined(state, 0, Stream(number, "x"))
        layout = state.program.layout
        rows = layout.stocks["gem"].at
        for member in range(2):
            assert sum(made_up.v[at + member] for at in rows if at >= 0) == 9
        for kind in ("card", "coin"):
            for place, at in enumerate(layout.masks[kind].at):
                if at >= 0:
                    first = layout.places[kind]
                    count = len(state.program.table.pieces[kind])
                    lying = [n for n in range(count) if made_up.v[first + n] == place]
                    assert made_up.v[at] == sum(1 << n for n in lying)
                    assert made_up.v[at].bit_count() == state.v[at].bit_count()
        faces = layout.faces["card"]
        assert sorted(made_up.v[faces : faces + 8]) == sorted(state.v[faces : faces + 8])


def test_how_much_others_have_of_an_endless_stock_is_not_known() -> None:
    one, other = dealt(), dealt()
    at = one.program.layout.stocks["point"].at
    theirs = [place.id for place in one.program.table.places].index("scored_blue")
    other.v[at[theirs]] = 77
    assert one.v != other.v and differences(one, other, 0) == ()
    assert imagined(one, 0, Stream(3, "x")).v == imagined(other, 0, Stream(3, "x")).v


def test_hard_cases_of_what_shows_itself_keep_their_looks() -> None:
    # Only faces that are not bright lie unseen in the row: dealing at random alone would seldom find them.
    state = stopped("for each c in cards where not bright of c:\n  move c to row\n")
    for number in range(10):
        made_up = imagined(state, 0, Stream(number, "x"))
        assert differences(state, made_up, 0) == ()


def test_secret_answers_may_be_waiting_where_others_are_asked_meanwhile() -> None:
    text = """\
game: secrets
language: 2
players: 2
stocks: {point: {total: unlimited, home: heap, kept: scored}}
places: {heap: {holds: [point]}, scored: {per: player, holds: [point]}}
offers:
  stall:
    until: leave
    entries:
      buy: |
        choose price from 1 to 3
        take price points
rules:
  before_it: |
    choose open_one from 1 to 3
  asked_for_it: |
    left of me chooses guess from 1 to 3
  go: |
    before_it()
    if count(players) >= 2:
      secretly choose hidden_one from 1 to 3
      asked_for_it()
      open stall
      take hidden_one points
    all at once for each p in players:
      choose bid from 1 to 3
    before_it()
after asked_for_it: |
  choose hooked from 1 to 3
course: [{phase: main, turn: [go()], rounds: 1}]
outcome: {score: my points}
"""
    program = link(set_table(game_of(text), 2))
    secrets = secrets_of(program)
    assert secrets is not None
    names = {program.sites[n].name.split(".")[-1] for n in secrets.inside}
    assert names == {"guess", "hooked", "stall", "price", "bid"}


def test_games_of_random_play_can_be_imagined_and_played_on() -> None:
    folder = next(each for each in GAMES if each.name == "crazy_eights")
    state, chooser = new(program_of(folder, 3), 4), random.Random(4)
    while (decision := state.decision) is not None:
        world = imagined(state, decision.player, Stream(1, "x"))
        assert world.decision is not None and world.decision.ids == decision.ids
        world.apply(chooser.randrange(len(decision)))
        state.apply(chooser.randrange(len(decision)))
    assert state.over


def test_secret_notes_are_made_up() -> None:
    text = """\
game: hunches
language: 2
players: 2
seats: [red, blue]
varieties: {colour: [amber, cobalt]}
notes:
  hunch: {is: number, per: player, range: 1 to 6, start: 1, visible_to: owner}
  trap: {is: colour, start: amber, visible_to: nobody}
  lucky: {is: yes_no, visible_to: nobody}
  culprit: {is: player, start: first_seat, visible_to: nobody}
  open_one: {is: number, per: player, range: 1 to 6, start: 1}
course:
  - phase: main
    steps: |
      for each p in seats:
        set hunch of p to 5
        set open_one of p to 4
        as p:
          may rest:
            nothing
outcome: {score: 0}
"""
    state = new(link(set_table(game_of(text), 2)), 1)
    state.apply("no")
    worlds = [imagined(state, 1, Stream(n, "x")).position()["notes"] for n in range(60)]
    assert all(world["open_one"] == {"red": 4, "blue": 4} for world in worlds)
    assert all(world["hunch"]["blue"] == 5 for world in worlds)
    assert {world["hunch"].get("red", 1) for world in worlds} == {1, 2, 3, 4, 5, 6}
    for note in ("trap", "lucky", "culprit"):
        assert len({str(world.get(note)) for world in worlds}) == 2
    assert all(differences(state, imagined(state, 1, Stream(n, "y")), 1) == () for n in range(9))


def test_each_kind_has_orders_of_its_own() -> None:
    # The last kind with links in the vector is not read in the piles of the first, which has more pieces.
    text = """\
game: piles
language: 2
players: 2
kinds:
  leaf: {count: 60, home: heap, plural: leaves}
  stone: {count: 2, home: well}
pieces: {leaf: {l: {copies: 60}}, stone: {s: {copies: 2}}}
places:
  heap: {holds: [leaf], ordered: yes, visible_to: nobody}
  well: {holds: [stone], ordered: yes, visible_to: nobody}
course:
  - phase: main
    steps: |
      move top of heap to bottom of heap
      as first_seat:
        may rest:
          nothing
outcome: {score: 0}
"""
    state = new(link(set_table(game_of(text), 2)), 1)
    assert differences(state, imagined(state, 0, Stream(1, "x")), 0) == ()
    assert differences(state, scrambled(state, 0, Stream(1, "x")), 0) == ()
