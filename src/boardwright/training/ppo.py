"""Trains a policy for a table by self-play, with NumPy alone.

    boardwright train rattus --players 2 --out rattus.npz
    boardwright tournament rattus --players 2 --agents policy:rattus.npz,greedy --games 400 --out standings

It is an example: read it, copy it, change it. The method is proximal policy optimization (PPO): one network plays at all seats of
many games at once, then it learns from what was decided there. A network has a hidden layer, and after it a number for each action
and one for the value of the position. docs/training.md tells more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy

from boardwright.interpreter.learning.policy import Policy
from boardwright.loading.game import Game

THREADS = 2
"""Each plays half of the games, and learns from half of each group of decisions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to train. `decisions` is how many are made in all games together, those of all seats."""

    decisions: int = 2_000_000
    games: int = 1024  # that are played at once
    steps: int = 64  # decisions in each game before the network learns from them
    hidden: int = 128
    rate: float = 1e-3  # of learning; it falls to 0
    passes: int = 3  # how often the network learns from the same decisions
    group: int = 4096  # decisions that it learns from at once
    clip: float = 0.2  # how far the chance of an action may move, in parts of it
    curiosity: float = 0.01  # reward for not being sure yet; it falls to 0
    trace: float = 0.95  # how much later values count in advantages
    seed: int = 0

    def __post_init__(self) -> None:
        if self.games < THREADS or min(self.steps, self.hidden, self.group) < 1:
            raise ValueError(f"expected at least {THREADS} games, and 1 of steps, hidden and group")


class Network:
    """A hidden layer, then a number for each action and, last, the value of the position for the player."""

    def __init__(self, game: Game, hidden: int, chance: numpy.random.Generator) -> None:
        # Numbers of a row are made small. Large bounds are rarely reached, so they count as 32.
        self.scale = 1 / numpy.clip(numpy.array(game.observer.high, numpy.float32), 1, 32)
        sizes = game.observer.size, hidden, game.actions.count + 1
        first = chance.standard_normal(sizes[:2]) * (2 / sizes[0]) ** 0.5
        last = chance.standard_normal(sizes[1:]) * 0.01
        self.weights: list[Any] = [
            first.astype(numpy.float32),
            numpy.zeros(sizes[1], numpy.float32),
            last.astype(numpy.float32),
            numpy.zeros(sizes[2], numpy.float32),
        ]

    def look(self, rows: Any) -> tuple[Any, Any, Any]:
        """The scaled rows, the hidden layer and the output for rows of numbers."""
        first, offset, last, bias = self.weights
        x = rows * self.scale
        hidden = numpy.maximum(x @ first + offset, 0)
        return x, hidden, hidden @ last + bias

    def gradients(self, x: Any, hidden: Any, slope: Any) -> list[Any]:
        """How the weights change an error that has this slope by the output."""
        below = (slope @ self.weights[2].T) * (hidden > 0)
        return [x.T @ below, below.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)]

    def policy(self, game: Game) -> Policy:
        """What has been learned, without the value, in whole numbers."""
        first, offset, last, bias = self.weights
        scaled = first * self.scale[:, None]
        return Policy.of(game.fingerprint, [(scaled, offset), (last[:, :-1], bias[:-1])])


class Adam:
    """Moves weights against their gradients, by steps that fit each weight."""

    def __init__(self, weights: Sequence[Any]) -> None:
        self.weights, self.count = weights, 0
        self.mean = [numpy.zeros_like(each) for each in weights]
        self.square = [numpy.zeros_like(each) for each in weights]

    def move(self, gradients: Sequence[Any], rate: float, longest: float = 0.5) -> None:
        """Takes a step; gradients that are longer than this are made shorter first."""
        self.count += 1
        length = sum(float((each * each).sum()) for each in gradients) ** 0.5
        shorter = min(1.0, longest / (length + 1e-9))
        rate *= (1 - 0.999**self.count) ** 0.5 / (1 - 0.9**self.count)
        for weight, gradient, mean, square in zip(
            self.weights, gradients, self.mean, self.square, strict=True
        ):
            gradient = gradient * shorter
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            weight -= rate * mean / (numpy.sqrt(square) + 1e-8)


def chances(output: Any, legal: Any) -> Any:
    """The chance of each action that is offered (softmax)."""
    worth = numpy.where(legal, output[:, :-1], numpy.float32(-1e9))
    worth -= worth.max(axis=1, keepdims=True)
    numpy.exp(worth, out=worth)
    worth /= worth.sum(axis=1, keepdims=True)
    return worth


def drawn(chance: numpy.random.Generator, of: Any) -> Any:
    """An action of each row, by these chances."""
    sums = of.cumsum(axis=1)
    total = sums[:, -1:]
    at = numpy.minimum(
        chance.random((len(of), 1), numpy.float32) * total, numpy.nextafter(total, 0)
    )
    return (sums <= at).sum(axis=1)


class Play:
    """Some games, and what was decided in them: arrays have a row for each step and a column for each game."""

    def __init__(self, game: Game, settings: Settings, number: int) -> None:
        games, steps = settings.games // THREADS, settings.steps
        self.batch = game.batch(games, settings.seed * THREADS + number, observe=True)
        self.chance = numpy.random.default_rng((settings.seed, number))
        shape, actions = (steps, games), game.actions.count
        self.rows = numpy.zeros((*shape, game.observer.size), numpy.int16)
        self.legal = numpy.zeros((*shape, actions), numpy.bool_)
        self.actions = numpy.zeros(shape, numpy.int64)
        self.seats = numpy.zeros(shape, numpy.int64)
        self.chances = numpy.zeros(shape, numpy.float32)
        self.values = numpy.zeros(shape, numpy.float32)
        self.ended = numpy.zeros(shape, numpy.bool_)
        self.rewards = numpy.zeros((*shape, game.players), numpy.float32)

    def go_on(self, network: Network) -> None:
        """Plays on in all games, all seats by the network."""
        batch, each = self.batch, numpy.arange(self.batch.games)
        for step in range(len(self.rows)):
            self.rows[step], self.legal[step] = batch.observations, batch.legal
            self.seats[step] = batch.player
            output = network.look(self.rows[step])[-1]
            of = chances(output, self.legal[step])
            action = drawn(self.chance, of)
            self.actions[step], self.values[step] = action, output[:, -1]
            self.chances[step] = of[each, action]
            batch.step(action)
            self.ended[step] = batch.ended
            self.rewards[step] = batch.rewards

    def advantages(self, trace: float) -> tuple[Any, Any]:
        """How much better each decision turned out than the value of its position, and for which of them this is known.

        Each seat has decisions of its own: what follows one is the next decision of the same seat, or the end of the game. The last
        ones are unknown, as nothing has followed them yet (generalized advantage estimation, without discount).
        """
        games, each = self.batch.games, numpy.arange(self.batch.games)
        found = numpy.zeros_like(self.values)
        known = numpy.zeros_like(self.ended)
        # By game and seat, backwards: the value and the advantage that follow, and whether anything does.
        value = numpy.zeros((games, self.batch.players), numpy.float32)
        later, follows = numpy.zeros_like(value), numpy.zeros(value.shape, numpy.bool_)
        for step in reversed(range(len(found))):
            over = self.ended[step]
            value[over], later[over], follows[over] = self.rewards[step][over], 0, True
            now, seat = self.values[step], self.seats[step]
            known[step] = follows[each, seat]
            gain = value[each, seat] - now + trace * later[each, seat]
            found[step] = numpy.where(known[step], gain, 0)
            value[each, seat], later[each, seat], follows[each, seat] = now, found[step], True
        return found, known


@dataclass(frozen=True, slots=True)
class Lessons:
    """Decisions to learn from, one after the other."""

    rows: Any
    legal: Any
    actions: Any
    chances: Any
    gains: Any
    values: Any

    @staticmethod
    def of(plays: Sequence[Play], trace: float) -> Lessons:
        """All decisions of which something is known."""
        found = [play.advantages(trace) for play in plays]
        flat = [known.ravel() for _, known in found]

        def joined(name: str) -> Any:
            arrays = [getattr(play, name) for play in plays]
            return numpy.concatenate(
                [a.reshape(k.size, *a.shape[2:])[k] for a, k in zip(arrays, flat, strict=True)]
            )

        gains = numpy.concatenate(
            [gain.ravel()[k] for (gain, _), k in zip(found, flat, strict=True)]
        )
        values = joined("values") + gains
        if len(gains):  # nothing is known yet if games are long, and steps few
            gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        return Lessons(
            joined("rows"), joined("legal"), joined("actions"), joined("chances"), gains, values
        )

    def gradients(self, network: Network, settings: Settings, left: float, of: Any) -> list[Any]:
        """The gradients of the error in these decisions: of the chances of actions, and of values."""
        x, hidden, output = network.look(self.rows[of])
        now, each, gain = chances(output, self.legal[of]), numpy.arange(len(of)), self.gains[of]
        action = self.actions[of]
        ratio = now[each, action] / self.chances[of]
        enough = numpy.where(gain > 0, ratio > 1 + settings.clip, ratio < 1 - settings.clip)
        pull = numpy.where(enough, 0, gain * ratio)
        log = numpy.log(now + 1e-12)
        unsure = -(now * log).sum(axis=1, keepdims=True)
        slope = numpy.empty_like(output)
        slope[:, :-1] = now * (pull[:, None] + settings.curiosity * left * (log + unsure))
        slope[each, action] -= pull
        slope[:, -1] = 0.5 * (output[:, -1] - self.values[of])
        return network.gradients(x, hidden, slope / len(of))


@dataclass(frozen=True, slots=True)
class Progress:
    """How far training has come. `seconds` are those of playing and learning."""

    decisions: int
    games: int
    seconds: float
    network: Network


def train(
    game: Game, settings: Settings, watch: Callable[[Progress], object] | None = None
) -> Network:
    """The network that has learned this game. `watch` is called after each round of playing and learning."""
    chance = numpy.random.default_rng(settings.seed)
    network = Network(game, settings.hidden, chance)
    adam = Adam(network.weights)
    plays = [Play(game, settings, number) for number in range(THREADS)]
    decisions, games, seconds = 0, 0, 0.0
    with ThreadPoolExecutor(THREADS) as threads:
        while decisions < settings.decisions:
            begun, left = time.monotonic(), 1 - decisions / settings.decisions
            list(threads.map(lambda play: play.go_on(network), plays))
            lessons = Lessons.of(plays, settings.trace)
            learn = partial(lessons.gradients, network, settings, left)
            for _ in range(settings.passes):
                order = chance.permutation(len(lessons.actions))
                for group in numpy.array_split(order, max(1, len(order) // settings.group)):
                    found = threads.map(learn, numpy.array_split(group, THREADS))
                    adam.move(
                        [sum(parts) / THREADS for parts in zip(*found, strict=True)],
                        settings.rate * left,
                    )
            decisions += sum(play.actions.size for play in plays)
            games += sum(int(play.ended.sum()) for play in plays)
            seconds += time.monotonic() - begun
            if watch is not None:
                watch(Progress(decisions, games, seconds, network))
    return network


def wins(game: Game, network: Network, games: int = 512, seed: int = 0) -> float:
    """The share of games that the network wins, at each seat in turn, against random players at all others."""
    batch, chance = game.batch(games, seed, observe=True), numpy.random.default_rng(seed)
    each = numpy.arange(games)
    seat, won, over = each % game.players, numpy.zeros(games), numpy.zeros(games, numpy.bool_)
    while not over.all():
        legal = batch.legal
        output = network.look(batch.observations)[-1]
        best = numpy.where(legal, output[:, :-1], -numpy.inf).argmax(axis=1)
        action = numpy.where(batch.player == seat, best, drawn(chance, legal.astype(numpy.float32)))
        batch.step(action)
        ends = (
            batch.ended > 0
        ) & ~over  # the first game of each row, or short ones count too often
        winners = batch.won & (batch.ended == 1)[:, None]
        share = winners[each, seat] / numpy.maximum(1, winners.sum(axis=1))
        won[ends] = share[ends]
        over |= ends
    return float(won.mean())


__all__ = ["Network", "Progress", "Settings", "train", "wins"]
