"""Search trees: the same in Python and in machine code, and judged by what comes of the games."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.interpreter.agents.search.native_tree import NativeTree
from boardwright.interpreter.agents.search.search_agents import tree_for
from boardwright.interpreter.agents.search.settings import Settings
from boardwright.interpreter.agents.search.tree import PythonTree, Tree
from boardwright.interpreter.backends.names import Backend
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.machine.search import WIN
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.unknown_words import CannotImagineError
from boardwright.loading.load import load
from folders import SMALL_GAMES
from luck_games import SCORED_LATE, write_game

# Hidden hands, chance, simultaneous choices, a secret draft, windows, sets of choices, wide boards, numbers.
SAMPLE = [
    "auction",
    "crazy_eights",
    "drafting",
    "pig",
    "skunk",
    "sorcery",
    "tic_tac_toe",
    "hamlets",
]


def found(state: State, settings: Settings, seed: int) -> tuple[object, ...]:
    """What a tree and a comparison of options without one find, with the words that were drawn."""
    decision = state.decision
    assert decision is not None
    results: list[object] = []
    for flat in (False, True):
        arms = range(len(decision))
        stream = Stream(seed, "search")
        try:
            tree = tree_for(state, decision.player, len(decision), settings, stream, flat=flat)
            tree.search(2 * len(arms), list(arms))
            tree.search(12, list(arms[::2]))
            results.append(tree.tried())
        except CannotImagineError:
            results.append("cannot be imagined")
        results.append(stream.word)
    return tuple(results)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", SAMPLE)
@pytest.mark.parametrize(
    "settings",
    [Settings(iterations=100), Settings(iterations=100, playout=3, explore=200, margin=60)],
    ids=["usual", "short"],
)
def test_machine_code_grows_the_same_tree(name: str, settings: Settings) -> None:
    by_code = load(SMALL_GAMES / name, backend="native").new(3)
    by_blocks = load(SMALL_GAMES / name, backend="python").new(3)
    chooser, compared = Stream(1, "chooser"), 0
    for number in range(40):
        decision = by_blocks.decision
        if decision is None:
            break
        if number % 3 == 0:
            compared += 1
            assert found(by_code, settings, number) == found(by_blocks, settings, number)
        option = decision.nth(chooser.below(len(decision)))
        by_code.apply(option)
        by_blocks.apply(option)
    assert compared


def test_machine_code_asks_for_no_score_before_the_end(tmp_path: Path) -> None:
    root, settings = write_game(tmp_path, "late", SCORED_LATE), Settings(iterations=50, playout=1)
    by_code, by_blocks = (
        load(root, 2, backend="native").new(1),
        load(root, 2, backend="python").new(1),
    )
    both = found(by_code, settings, 1), found(by_blocks, settings, 1)
    assert both[0] == both[1]
    tried = both[0][0]
    assert isinstance(tried, dict) and len({sum // visits for visits, sum in tried.values()}) > 1


TOLD_BY_OPTIONS = """\
stocks:
  point: {total: unlimited, home: heap, kept: purse}
places:
  heap: {holds: [point]}
  purse: {per: player, holds: [point]}
course:
  - phase: play
    turn: |
      secretly choose bound from 2 to 5
      left of me chooses step from 1 to bound
      as left of me:
        take step points
    rounds: 2
outcome:
  score: my points
"""


def test_secret_answers_are_made_up_that_lead_to_as_many_options(tmp_path: Path) -> None:
    root, settings, trees = write_game(tmp_path, "told", TOLD_BY_OPTIONS), Settings(), []
    backends: tuple[Backend, ...] = ("native", "python")
    for backend in backends:
        state = load(root, 2, backend=backend).new(1)
        state.apply("5")
        trees.append(found(state, settings, 1))
    assert trees[0] == trees[1]
    # Only with the answer that was given there are five options: without it, some could not be tried.
    assert all(isinstance(each, dict) and len(each) == 5 for each in trees[0][::2])


@pytest.fixture(params=["python", "native"])
def corner(request: pytest.FixtureRequest) -> State:
    """Tic-tac-toe in which the first player wins with `c1`, and loses if that is left to the other."""
    state = load(SMALL_GAMES / "tic_tac_toe", backend=request.param).new(1)
    for cell in ("a1", "a2", "b1", "b2"):
        state.apply(cell)
    return state


def tree_of(state: State, settings: Settings, *, flat: bool = False) -> Tree:
    assert state.decision is not None
    options, stream = len(state.decision), Stream(1, "search")
    return tree_for(state, state.decision.player, options, settings, stream, flat=flat)


def test_only_a_tree_knows_that_the_other_goes_on_with_what_wins(corner: State) -> None:
    decision = corner.decision
    assert decision is not None
    values = {}
    for flat in (False, True):
        tree = tree_of(corner, Settings(iterations=1000), flat=flat)
        tree.search(1000, [0, 1, 2, 3, 4])
        for option, (visits, total) in tree.tried().items():
            assert visits == 200
            values[flat, decision.ids[decision.nth(option)]] = total / visits / WIN
    # Nobody has a score, so the share of the distance is divided evenly.
    assert values[False, "c1"] == values[True, "c1"] == 7 / 8
    # After any other option that does not take `c2`, the other player wins with it.
    assert values[False, "c3"] < 0.3 < values[True, "c3"]


def test_options_that_take_turns_are_tried_equally_often(corner: State) -> None:
    tree = tree_of(corner, Settings(iterations=40))
    tree.search(20, [0, 1, 2, 3, 4])
    assert {visits for visits, _ in tree.tried().values()} == {4}
    tree.search(6, [1, 3])
    assert [visits for _, (visits, _) in sorted(tree.tried().items())] == [4, 7, 4, 7, 4]


def test_either_tree_is_made_for_its_back_end() -> None:
    kinds = {
        backend: type(
            tree_of(load(SMALL_GAMES / "tic_tac_toe", backend=backend).new(1), Settings())
        )
        for backend in ("python", "native")
    }
    assert kinds == {"python": PythonTree, "native": NativeTree}


def test_the_distance_counts_where_nobody_has_won_yet() -> None:
    state = load(SMALL_GAMES / "pig", backend="python").new(1)
    tree = tree_of(state, Settings(iterations=50, playout=1))
    tree.search(50, [0, 1])
    values = [total / visits / WIN for visits, total in tree.tried().values()]
    assert all(0 <= value <= 1 for value in values) and len(set(values)) > 1


@pytest.mark.parametrize("backend", ["python", "native"])
def test_partners_are_as_far_ahead_as_the_others_are_behind(backend: Backend) -> None:
    state = load(SMALL_GAMES / "low_pairs", 4, backend=backend).new(3)
    tree = tree_of(state, Settings(iterations=60, playout=2))
    tree.search(60, [0, 1])
    gained = [tree.totals(option) for option in tree.tried()]
    for visits, each in zip((e[0] for e in tree.tried().values()), gained, strict=True):
        assert (each[0], each[1]) == (each[2], each[3])
        assert visits * WIN - visits <= each[0] + each[1] <= visits * WIN
    assert len({each[0] for each in gained}) > 1
