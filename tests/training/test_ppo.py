"""The example of learning learns, and each of its parts does what it says."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

from boardwright.loading.game import Game
from boardwright.loading.load import load
from boardwright.training.ppo import (
    Lessons,
    Network,
    Play,
    Settings,
    chances,
    drawn,
    train,
    wins,
)
from folders import SMALL_GAMES

SMALL = Settings(decisions=16_384, games=128, group=1024, hidden=32)
TINY = Settings(decisions=1, games=16, group=256, hidden=8)


@pytest.fixture(scope="module")
def pairs() -> Game:
    return load(SMALL_GAMES / "low_pairs", players=2, backend="native")


def test_it_learns_to_beat_random_players(pairs: Game) -> None:
    fresh = Network(pairs, SMALL.hidden, numpy.random.default_rng(0))
    assert wins(pairs, fresh) < 0.75
    seen: list[int] = []
    network = train(pairs, SMALL, lambda now: seen.append(now.decisions))
    assert seen == [8192, 16384]
    assert wins(pairs, network) > 0.9


def test_the_policy_plays_as_the_network(pairs: Game) -> None:
    network = train(pairs, TINY)
    policy, batch = network.policy(pairs), pairs.batch(64, 5, observe=True)
    same = []
    for _ in range(10):
        output = network.look(batch.observations)[-1]
        best = numpy.where(batch.legal, output[:, :-1], -numpy.inf).argmax(axis=1)
        found = [
            policy.best(row, numpy.flatnonzero(legal).tolist())
            for row, legal in zip(batch.observations, batch.legal, strict=True)
        ]
        same += [*(best == found)]
        batch.step(best)
    assert sum(same) > 0.98 * len(same)


def test_the_same_seed_learns_the_same(pairs: Game) -> None:
    first, again = (train(pairs, TINY).weights for _ in range(2))
    other = train(pairs, Settings(decisions=1, games=16, group=256, hidden=8, seed=1)).weights
    for one, two in zip(first, again, strict=True):
        assert (one == two).all()
    assert (first[0] != other[0]).any()


def test_three_players_learn_too() -> None:
    crow = load(SMALL_GAMES / "old_crow", players=3, backend="native")
    assert 0 < wins(crow, train(crow, TINY), games=64) < 1


def test_actions_are_drawn_by_their_chances() -> None:
    legal = numpy.array([[False, True, True, False, True]])
    output = numpy.array([[9.0, 0.0, 1.0, 9.0, -200.0, 0.5]], numpy.float32)
    of = chances(output, legal)
    assert of[0].tolist() == pytest.approx([0, 0.26894, 0.73106, 0, 0], abs=1e-5)
    found = drawn(numpy.random.default_rng(1), numpy.repeat(of, 10_000, axis=0))
    assert {*found.tolist()} == {1, 2}
    assert (found == 2).mean() == pytest.approx(0.731, abs=0.02)


class Highest:
    """Draws the largest number below 1 only."""

    def random(self, shape: tuple[int, int], kind: Any) -> Any:
        return numpy.full(shape, numpy.nextafter(numpy.float32(1), numpy.float32(0)))


def test_the_largest_draw_takes_an_action_that_is_offered() -> None:
    of = numpy.array([[0.3, 0.3, 0.4, 0.0], [0.1, 0.9, 0.0, 0.0]], numpy.float32)
    chance: Any = Highest()
    assert drawn(chance, 3 * of).tolist() == drawn(chance, of).tolist() == [2, 1]


def test_each_seat_has_advantages_of_its_own(pairs: Game) -> None:
    play = Play(pairs, Settings(games=2, steps=6), 0)
    assert play.values.shape == (6, 1)
    play.seats[:, 0] = [0, 1, 0, 1, 1, 0]
    play.values[:, 0] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    play.ended[3, 0] = True
    play.rewards[3, 0] = [-1, 1]
    found, known = play.advantages(trace=0.5)
    third = -1 - 0.3
    last = 1 - 0.4
    assert found[:, 0].tolist() == pytest.approx(
        [0.3 - 0.1 + 0.5 * third, 0.4 - 0.2 + 0.5 * last, third, last, 0, 0]
    )
    assert known[:, 0].tolist() == [True, True, True, True, False, False]


def test_lessons_leave_out_what_nobody_knows_yet(pairs: Game) -> None:
    plays = [Play(pairs, Settings(games=8, steps=5), number) for number in range(2)]
    network = Network(pairs, 4, numpy.random.default_rng(0))
    for play in plays:
        play.go_on(network)
    known = sum(int(play.advantages(0.9)[1].sum()) for play in plays)
    lessons = Lessons.of(plays, 0.9)
    assert 0 < known < 40 and len(lessons.actions) == len(lessons.gains) == known
    assert lessons.rows.shape == (known, pairs.observer.size)
    assert lessons.legal[numpy.arange(known), lessons.actions].all()


def test_gradients_are_those_of_the_error(pairs: Game) -> None:
    settings, chance = Settings(games=8, steps=8, curiosity=0.3), numpy.random.default_rng(0)
    play, network = Play(pairs, settings, 0), Network(pairs, 5, chance)
    play.go_on(network)
    # Weights that have moved on since, so that some chances have moved too far.
    network.weights = [
        each.astype(float) + 0.2 * chance.standard_normal(each.shape) for each in network.weights
    ]
    lessons, left = Lessons.of([play], 0.9), 0.5
    every = numpy.arange(len(lessons.actions))

    def error() -> float:
        output = network.look(lessons.rows)[-1]
        now = chances(output, lessons.legal)
        ratio = now[every, lessons.actions] / lessons.chances
        cut = ratio.clip(1 - settings.clip, 1 + settings.clip)
        gain = numpy.minimum(ratio * lessons.gains, cut * lessons.gains)
        unsure = -(now * numpy.log(now + 1e-12)).sum(axis=1)
        off = (output[:, -1] - lessons.values) ** 2
        return float((0.25 * off - gain - settings.curiosity * left * unsure).mean())

    found = lessons.gradients(network, settings, left, every)
    step = 1e-6
    for weights, gradient in zip(network.weights, found, strict=True):
        # The steepest weights, and some others.
        order = abs(gradient).argsort(axis=None)
        for at in (*order[-8:], *order[:: max(1, len(order) // 8)]):
            place = numpy.unravel_index(at, weights.shape)
            before = weights[place]
            weights[place] = before + step
            more = error()
            weights[place] = before - step
            less = error()
            weights[place] = before
            assert (more - less) / (2 * step) == pytest.approx(gradient[place], abs=1e-5)


def test_where_nothing_is_known_yet_nothing_is_learned(pairs: Game) -> None:
    """After one decision of each game, none has ended, and nobody was asked twice."""
    settings = Settings(decisions=1, games=8, steps=1, hidden=4)
    network = train(pairs, settings)
    assert all(numpy.isfinite(each).all() for each in network.weights)


@pytest.mark.parametrize("wrong", [{"games": 1}, {"steps": 0}, {"hidden": 0}, {"group": 0}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="expected at least 2 games, and 1 of steps, hidden and"):
        Settings(**wrong)
