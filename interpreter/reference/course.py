"""The course of a game: phases, turns, rounds.

**A phase** is the value of `phase` from its start, including its `before` hooks, to its end, including its `after`
hooks. Then `phase` is the enclosing phase again (after an outermost one, it stays). Players who dropped out of the
phase are back at its end.
It is called like a rule with its id, with nobody acting, once around all its repetitions: what lasts
until it begins is cleared then. Its own settings are read once, as its body begins, in the order
`first`, `without`, `rounds` or `repeat`. `until` is read each time that it is tested: for turns, `me` is the
player whose turn it was, else nobody.

**Its end.** `until` is tested after each turn, after the steps, and after each phase in it at any depth, from the
innermost phase that has one to the outermost; `round` is then that of the tested phase. As soon as it is true, the
phase ends, and so do running phases in it: none of their steps, turns or phases begins any more, but what happens
after them does. `repeat: until` is tested only at the end of a repetition.

**Rounds.** Each repetition of a phase with `repeat` or `until` that has steps or phases is a round. Each lap of turns is
a round, too, unless such a phase encloses it. At the start of a round (even the first), what lasts a round is cleared,
and players who dropped out of the round are back. `round` counts the rounds of the innermost phase that has any. When a
phase with rounds ends, `round` has its earlier value again, and players who dropped out of the round are back.

**Turns.** The first player is `first` (seat 0), or the next in the direction who can play: a player who is
still in, and not in `without`. In a turn, first what lasts the player's own turn is cleared, and `turn_number`
goes up by one. Then `turn` is called like a rule with the player acting. After it that player is `last_player`. If
`until` is true, the phase ends. Otherwise `next_turn` is called like a rule with the same player acting; its body
makes the next player in the direction active who can play. A lap has ended if the way from one turn to the next
reaches or passes the first player (a full round back to the same player does). If laps are rounds, the body then
continues as if those who dropped out of the round were back. Every change of `active_player` is a way in the
current direction, except to the same player again: an extra turn does not end a lap. After a lap, the phase ends
if it was the last of its `rounds`; without `rounds` there is no last one. If nobody can play, the phase ends.
Afterwards nobody is active.
"""

from __future__ import annotations

from boardwright.dsl.rules import ir
from boardwright.interpreter.reference.frame import Calling, Frame, Play
from boardwright.interpreter.reference.position import NOBODY
from boardwright.interpreter.reference.statements import Runner
from boardwright.interpreter.reference.watch import Moment


class Course:
    """Plays the phases of a game."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.position = runner.position
        self.table = runner.table
        self.evaluator = runner.evaluator
        self.watch = runner.watch
        # For scenarios: the phases from the outermost to the one where play begins, until it has begun there; the first
        # player; and the number of repetitions that a phase is assumed to have had.
        self.way: tuple[str, ...] = ()
        self.first: int | None = None
        self.done_before: dict[str, int] = {}
        self._repetitions: dict[str, int] = {}
        self._lasting: list[
            ir.Phase
        ] = []  # running phases with an `until` and without turns; the outermost first
        self._over: str | None = None  # the phase whose `until` was true, while those in it end

    def play(self) -> Play:
        """Plays the whole game."""
        for phase in self.table.game.course:
            yield from self.phase(phase)

    def phase(self, phase: ir.Phase) -> Play:
        """Plays one of the outermost phases."""
        yield from self._phase(phase, in_rounds=False)

    def _phase(self, phase: ir.Phase, in_rounds: bool) -> Play:
        """Plays one phase; `in_rounds`: an enclosing phase counts the rounds."""
        self.position.phase = self.table.phases.index(phase.id)
        self.watch.ran(phase)

        def body() -> Calling:
            if self._over is not None:
                return True
            if phase.turn is not None:
                yield from self._turns(phase, laps_are_rounds=not in_rounds)
            else:
                yield from self._times(phase, in_rounds)
            return True

        under_way = self._is_under_way(phase)
        yield from self.runner.rules.around(phase.id, (), NOBODY, body, under_way)
        self.position.out_of_phase.pop(phase.id, None)

    def _is_under_way(self, phase: ir.Phase) -> bool:
        """Whether a scenario begins in a phase inside this one."""
        return phase.id in self.way[:-1]

    def _begins(self, phase: ir.Phase, player: int) -> None:
        """Tells the watch that a scenario can begin here."""
        if self.watch.wants_moments:
            position, rounds = self.position.copy(), dict(self._repetitions)
            self.watch.begins(Moment(position, phase.id, player, None, rounds))

    def _once(self, phase: ir.Phase, in_rounds: bool) -> Play:
        """Plays the steps, or the phases inside, once."""
        if phase.steps is not None:
            self._begins(phase, NOBODY)
            yield from self.runner.run(phase.steps, Frame.of({phase.me: NOBODY}))
        if not phase.phases:
            self._ask_for_the_end()
        for inner in phase.phases:
            if self._is_under_way(phase):
                if inner.id not in self.way:
                    continue
                if inner.id == self.way[-1]:
                    self.way = ()
            yield from self._phase(inner, in_rounds)
            self.position.phase = self.table.phases.index(phase.id)
            if self._over is None:
                self._ask_for_the_end()
            if self._over is not None:
                return

    def _ask_for_the_end(self) -> None:
        """Tests whether a running phase ends now."""
        position = self.position
        for phase in reversed(self._lasting):
            assert phase.until is not None
            round_now, position.round = position.round, self._repetitions[phase.id]
            holds = self.evaluator.holds(phase.until, Frame.of({phase.me: NOBODY}))
            position.round = round_now
            if holds:
                self._over = phase.id
                return

    def _times(self, phase: ir.Phase, in_rounds: bool) -> Play:
        """Plays the steps, or the phases inside, as often as the phase says."""
        if not phase.repeats:
            yield from self._once(phase, in_rounds)
            return
        frame = Frame.of({phase.me: NOBODY})
        times = None if phase.repeat is None else self.evaluator.amount(phase.repeat, frame)
        done = self.done_before.pop(phase.id, 0)
        round_before, self.position.round = self.position.round, done
        if phase.until is not None:
            self._lasting.append(phase)
        while times is None or done < times:
            self.runner.step(phase)
            self._repetitions[phase.id] = done + 1
            self._begin_round(self._is_under_way(phase))
            yield from self._once(phase, in_rounds=True)
            done += 1
            if self._over is not None:
                break
            if phase.repeat_until is not None and self.evaluator.holds(phase.repeat_until, frame):
                break
        if phase.until is not None:
            self._lasting.pop()
        if self._over == phase.id:
            self._over = None
        self._repetitions.pop(phase.id, None)
        self._end_rounds(round_before)

    def _begin_round(self, under_way: bool = False) -> None:
        self.position.round += 1
        if under_way:
            return
        self.position.out_of_round.clear()
        self.runner.changes.clear("round")

    def _end_rounds(self, round_before: int) -> None:
        self.position.round = round_before
        self.position.out_of_round.clear()

    # ---- turns

    def _turns(self, phase: ir.Phase, laps_are_rounds: bool) -> Play:
        position = self.position
        frame = Frame.of({phase.me: NOBODY})
        position.direction = 0 if phase.clockwise else 1
        wanted, self.first = self.first, None
        if wanted is None:
            wanted = 0 if phase.first is None else self.evaluator.someone(phase.first, frame)
        without = NOBODY
        if phase.without is not None:
            without = self.evaluator.number(phase.without, frame)
        last_lap = None if phase.rounds is None else self.evaluator.amount(phase.rounds, frame)
        lap = 1 + self.done_before.pop(phase.id, 0)
        round_before = position.round
        if laps_are_rounds:
            position.round = lap - 1
            self._begin_round()
        seats = [self._ahead(wanted, away) for away in range(self.table.players)]
        starter = next((seat for seat in seats if self._can_play(seat, without)), NOBODY)
        position.active_player = starter if last_lap is None or last_lap > 0 else NOBODY
        while position.active_player != NOBODY:
            self.runner.step(phase)
            player = position.active_player
            self._repetitions[phase.id] = lap
            self._begins(phase, player)
            yield from self._turn(phase, player)
            if phase.until is not None:
                if self.evaluator.holds(phase.until, Frame.of({phase.me: player})):
                    break
            self._ask_for_the_end()
            if self._over is not None:
                break
            lap_ended = yield from self._next_turn(player, starter, without, laps_are_rounds)
            if lap_ended:
                if lap == last_lap:
                    break
                lap += 1
                if laps_are_rounds:
                    self._begin_round()
        position.active_player = NOBODY
        self._repetitions.pop(phase.id, None)
        if laps_are_rounds:
            self._end_rounds(round_before)

    def _turn(self, phase: ir.Phase, player: int) -> Play:
        turn = phase.turn
        assert turn is not None

        def body() -> Calling:
            yield from self.runner.run(turn, Frame.of({phase.me: player}))
            return True

        self.runner.changes.clear_own_turn(player)
        self.position.turn_number += 1
        yield from self.runner.rules.around("turn", (), player, body)
        self.position.last_player = player

    def _next_turn(self, player: int, starter: int, without: int, laps_are_rounds: bool) -> Calling:
        """Runs the rule `next_turn`; the result is whether a lap has ended since the start of this player's turn."""
        position = self.position
        lap_ended = False
        counted = player  # the way was counted up to this player

        def count_the_way() -> None:
            nonlocal lap_ended
            lap_ended = lap_ended or self._passes(counted, position.active_player, starter)

        def body() -> Calling:
            nonlocal lap_ended, counted
            count_the_way()
            origin, position.active_player = position.active_player, NOBODY
            for away in range(1, self.table.players + 1):
                seat = self._ahead(origin, away)
                lap_ended = lap_ended or seat == starter
                if self._can_play(seat, without, back=lap_ended and laps_are_rounds):
                    position.active_player = seat
                    break
            counted = position.active_player
            yield from ()
            return True

        yield from self.runner.rules.around("next_turn", (), player, body)
        count_the_way()
        return lap_ended

    def _passes(self, origin: int, goal: int, seat: int) -> bool:
        """Whether the way from one player to another, in the direction, reaches or passes a seat."""
        if NOBODY in (origin, goal) or origin == goal:
            return False
        ways = [self._ahead(origin, away) for away in range(1, self.table.players)]
        return seat in ways[: ways.index(goal) + 1]

    def _can_play(self, seat: int, without: int, back: bool = False) -> bool:
        """Whether a seat has turns; `back`: as if nobody had dropped out of the round."""
        position = self.position
        out = position.out_of_game.union(*position.out_of_phase.values())
        if not back:
            out |= position.out_of_round
        return seat != without and seat not in out

    def _ahead(self, seat: int, away: int) -> int:
        """The seat this far ahead in the direction of play."""
        step = -1 if self.position.direction else 1
        return (seat + step * away) % self.table.players
