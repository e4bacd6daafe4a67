"""The agent that looks a step ahead: by what, and that it sees nothing that its player may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.interpreter.agents.greedy_agent import GreedyAgent
from boardwright.interpreter.agents.installed import find_agent
from boardwright.interpreter.agents.playing import play
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.link import link
from boardwright.interpreter.records.game_record import Recorder, replay
from boardwright.interpreter.reference import ReferenceGame
from boardwright.interpreter.table.table import set_table
from boardwright.loading.load import load
from bound_texts import game_of
from hidden_from_agents import assert_nothing_hidden_is_used
from luck_games import SCORED_LATE, write_game
from strategies import GAMES, name_of, program_of

GAME = """\
game: shop
language: 2
players: 2
seats: [red, blue]
kinds:
  card: {hidden: yes, attributes: {prize: number}, home: deck}
stocks:
  coin: {total: 100, home: bank, kept: purse}
pieces:
  card: {c1: {prize: 0}, c2: {prize: 1}, c3: {prize: 9}, c4: {prize: 4}}
places:
  deck: {holds: [card], ordered: yes, tracked: no, visible_to: nobody}
  row: {holds: [card], visible_to: nobody}
  bank: {holds: [coin]}
  purse: {per: player, holds: [coin]}
rules:
  go: |
%s
course:
  - phase: main
    turn: [go()]
    rounds: 1
outcome: %s
"""


def asked(steps: str, outcome: str = "{score: my coins}", seed: int = 1) -> State:
    text = GAME % ("".join(f"    {line}\n" for line in steps.splitlines()), outcome)
    return new(link(set_table(game_of(text), 2)), seed)


def chosen(state: State, seed: int = 1) -> str:
    decision = state.decision
    assert decision is not None
    return decision.ids[GreedyAgent(Stream(seed, "greedy")).choose(decision, state)]


TAKE = "choose n from 1 to 5\ntake n coins"


def test_it_goes_by_the_score() -> None:
    assert {chosen(asked(TAKE), seed) for seed in range(20)} == {"5"}


def test_it_goes_by_worth_where_the_outcome_names_it() -> None:
    outcome = '{score: my coins, worth: "min(my coins - 2, 2 - my coins)"}'
    state = asked(TAKE, outcome)
    assert {chosen(state, seed) for seed in range(20)} == {"2"}
    assert state.worth(0) == -2 and state.scores == (0, 0)


def test_worth_is_a_number_and_no_part_of_the_rules() -> None:
    with pytest.raises(RulesetError, match="E5"):
        asked(TAKE, "{score: my coins, worth: my coins = 0}")
    plain, worth = asked(TAKE), asked(TAKE, "{score: my coins, worth: 2 * my coins}")
    assert plain.program.table.game.rules_hash == worth.program.table.game.rules_hash
    assert plain.v == worth.v and plain.hash == worth.hash


def test_both_back_ends_say_alike_what_a_position_is_worth() -> None:
    outcome = "{score: my coins, worth: 3 * my coins + coins in bank}"
    state = asked(TAKE, outcome)
    game = ReferenceGame(state.program.table, 1)
    state.apply("4")
    game.apply("4")
    assert [state.worth(seat) for seat in (0, 1)] == [3 * 4 + 96, 96]
    assert [game.worth(seat) for seat in (0, 1)] == [3 * 4 + 96, 96]


def test_winning_comes_first_and_losing_last() -> None:
    steps = "choose n from 1 to 3\nif n >= 2:\n  take 9 coins\nif n != 2:\n  end game"
    outcome = "{score: my coins, wins: my coins = 0}"
    # 1 wins at once without a coin; 3 ends the game for the other.
    state = asked(steps, outcome)
    assert {chosen(state, seed) for seed in range(10)} == {"1"}
    outcome = "{score: my coins, wins: my coins = 9 and me is last_seat or me is last_seat}"
    assert {chosen(asked(steps, outcome), seed) for seed in range(10)} == {"2"}


def test_chance_decides_between_equals() -> None:
    state = asked("choose n from 1 to 4\ntake 1 coins")
    assert {chosen(state, seed) for seed in range(60)} == {"1", "2", "3", "4"}


def test_it_draws_from_its_own_stream_alone() -> None:
    state = asked(TAKE)
    before = list(state.v)
    chosen(state)
    assert state.v == before


def test_a_step_that_fails_in_a_position_made_up_is_no_reason_to_fail() -> None:
    steps = "choose n from 1 to 3\nif n = 3:\n  take 2000 coins\ntake n coins"
    assert chosen(asked(steps)) == "2"


# ---- it sees only what its player may


def test_it_does_not_look_at_faces_nor_ahead_in_chance() -> None:
    steps = (
        "shuffle deck\nmove 2 of deck to row\nchoose card from cards in row\n"
        "take prize of card coins\nshuffle deck\ntake prize of top of deck coins"
    )
    answers = set()
    for seed in range(12):
        state = asked(steps, seed=seed)
        answers.add(chosen(state))
    # Whatever lies there, and whatever is drawn next: for one stream the answer is one.
    assert len(answers) == 1


def test_nor_at_answers_given_all_at_once() -> None:
    steps = "all at once for each p in players:\n  choose bid from 0 to 3\n"
    steps += "for each p in players with fewest bid of p:\n  as p:\n    take 5 coins"
    for seed in range(10):
        answers = set()
        for bid in range(4):
            state = asked(steps)
            state.apply(bid)
            assert state.decision is not None and state.decision.player == 1
            answers.add(chosen(state, seed))
        assert len(answers) == 1
    assert {chosen(asked(steps), seed) for seed in range(40)} == {"0", "1", "2", "3"}


def test_nor_at_secret_choices() -> None:
    steps = "secretly choose trap from 1 to 3\nleft of me chooses step from 1 to 3\n"
    steps += "as left of me:\n  if step != trap:\n    take 5 coins"
    answers = set()
    for trap in range(3):
        state = asked(steps)
        state.apply(trap)
        answers.add(chosen(state))
    assert len(answers) == 1


@pytest.mark.one_in(3)
@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_states_that_differ_in_what_is_hidden_give_the_same_choice(folder: Path) -> None:
    assert_nothing_hidden_is_used(folder, lambda n: GreedyAgent(Stream(n, "me")), most=30)


# ---- whole games


def test_it_beats_chance() -> None:
    folder = next(each for each in GAMES if each.name == "auction")
    won = 0
    for seed in range(20):
        state, names = new(program_of(folder, 2), seed), ["random", "random"]
        names[seed % 2] = "greedy"
        play(state, [find_agent(name)(seed, seat) for seat, name in enumerate(names)])
        won += seed % 2 in state.winners
    assert won >= 15


def test_its_games_are_the_same_again_and_can_be_replayed() -> None:
    folder = next(each for each in GAMES if each.name == "crazy_eights")
    texts = []
    for _ in range(2):
        recorder = Recorder(program_of(folder, 3), 5, agents=("greedy",) * 3)
        agents = [find_agent("greedy")(5, seat) for seat in range(3)]
        play(recorder.state, agents, apply=recorder.apply)
        texts.append(recorder.text())
    assert texts[0] == texts[1]
    assert replay(program_of(folder, 3), texts[0]) == ()


def test_it_plays_games_whose_score_is_known_only_at_the_end(tmp_path: Path) -> None:
    rules = SCORED_LATE.replace("  worth: my points\n", "")
    game = load(write_game(tmp_path, "late", rules), 2)
    state = game.new(1)
    play(state, [find_agent("greedy")(1, seat) for seat in range(2)])
    assert state.over and len(state.winners) > 0
