"""Offers: who has which effects in them, and how often."""

from __future__ import annotations

from toy import play, turns

OFFERS = """
offers:
  market:
    until: leave
    entries:
      gain: {limit: once a turn, effect: add 1 to log}
      trade:
        when: log >= 1
        effect: |
          choose n from 2 to 3
          set log to n
      never:
        effect: |
          choose field from fields where log = 100
          set log to 0
"""


def test_an_offer_comes_again_until_it_is_closed() -> None:
    game = play("open market", more=OFFERS)
    assert (game.offered, game.site) == (["gain", "leave"], "market")
    game.pick("gain")
    assert game.offered == ["trade", "leave"]
    game.pick("trade", "3")
    assert game.offered == ["trade", "leave"]
    assert game.pick("leave").game.over


def test_limits_count_for_each_player() -> None:
    game = turns("open market", players=2, settings="rounds: 1", more=OFFERS)
    game.pick("gain")
    assert game.at("used") == {"market.gain": {"red": 1}}
    game.pick("leave")
    assert game.asked == "blue"
    assert game.offered == ["gain", "trade", "leave"]
    assert game.at("used") == {}  # a turn has begun


def test_the_closing_entry_alone_is_not_asked() -> None:
    assert play("open menu").game.over


def test_an_offer_can_be_opened_to_others() -> None:
    game = play("open market to players starting with left of me", players=3, more=OFFERS)
    assert game.asked == "blue"
    game.pick("gain")
    assert game.asked == "green"
    game.pick("leave")
    assert game.asked == "red"
    game.pick("trade", "2")
    assert game.asked == "blue"  # green has passed
    game.pick("leave", "leave")
    assert game.game.over


ABILITY = "ability: add worth of it to log\n"


def test_effects_of_own_pieces_are_offered_as_definitions_come() -> None:
    steps = "move cook to tableau of me\nmove king to tableau of me\nopen menu"
    game = play(steps, king=ABILITY, cook=ABILITY)
    assert game.offered == ["ability:cook", "ability:king", "enough"]
    game.pick("ability:cook")
    assert game.at("used") == {"card.ability": {"cook": 1}}
    assert game.offered == ["ability:king", "enough"]
    assert game.pick("ability:king").log == 4


def test_effects_of_others_are_not_offered() -> None:
    assert play("move king to tableau of last_seat\nopen menu", king=ABILITY).game.over


def test_copies_have_their_own_limits() -> None:
    game = play(
        "move all cards in display to tableau of me\nopen menu", king="copies: 2\n" + ABILITY
    )
    assert game.offered == ["ability:king_1", "ability:king_2", "enough"]
    assert game.pick("ability:king_1").offered == ["ability:king_2", "enough"]


ENTRY = """
entries:
  boast:
    offered_in: [menu, market]
    limit: once a turn
    effect: add worth of it to log
"""


def test_an_entry_of_a_piece_has_one_limit_in_all_offers() -> None:
    steps = "move king to tableau of me\nopen menu\nopen market"
    game = play(steps, more=OFFERS, king=ENTRY)
    assert game.offered == ["boast:king", "enough"]
    game.pick("boast:king")
    assert game.log == 3
    assert game.at("used") == {"card.boast": {"king": 1}}
    assert "boast:king" not in game.offered


LETTERS = """
kinds:
  letter:
    attributes: {worth: number}
    hidden: yes
    home: post
    owner: desk
    effects: {reading: {offered_in: [menu], limit: once a turn}}
  badge: {pieces: one per player, hidden: yes, home: chest}
places:
  post: {holds: [letter], tracked: no, visible_to: nobody}
  desk: {per: player, holds: [letter]}
  chest: {per: player, holds: [badge]}
  heap_of_badges: {holds: [badge], visible_to: nobody}
pieces:
  letter:
    bill: {worth: 1, reading: add 1 to log}
    poem: {worth: 2, reading: add 2 to log}
"""


def test_effects_of_hidden_pieces_are_called_by_their_faces() -> None:
    steps = "move all letters in post to desk of me\nopen menu"
    game = play(steps, more=LETTERS)
    assert game.offered == ["reading:bill", "reading:poem", "enough"]
    assert game.pick("reading:bill", "reading:poem").log == 3


def test_players_own_hidden_pieces_go_home_by_their_faces() -> None:
    steps = """
move all badges in chest to heap_of_badges
shuffle heap_of_badges
return badges in heap_of_badges
"""
    for seed in range(6):
        badges = play(steps, more=LETTERS, seed=seed).at("pieces", "badge")
        assert {badge["face"]: badge["place"] for badge in badges.values()} == {
            "badge_red": "chest_red",
            "badge_blue": "chest_blue",
        }


def test_perform_runs_an_effect_for_whoever_acts() -> None:
    steps = "as last_seat:\n  perform ability of king\nperform ability of cook"
    king = "ability: take worth of it coins\n"
    assert play(steps, king=king).at("stocks", "coin", "purse_blue") == 3
