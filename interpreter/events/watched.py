"""A game that tells what happens in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from boardwright.cache.store import key_of
from boardwright.interpreter.events.seen import EVERYBODY, Seat
from boardwright.interpreter.events.watcher import Event, Watcher, read
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.play.decision import Decision, IllegalChoice, Option, Refusal
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.trace import Chance
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program, Vector
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.tell.teller import Sentence, Teller


def telling(program: Program, *, full: bool = False) -> Program:
    """The same program, linked with marks; if `full`, for everything that begins. A state of one is a state of the other."""
    name = "telling all" if full else "telling"

    def make(plain: Program) -> Program:
        mark = None if plain.mark is None else key_of(plain.mark, name)
        return replace(link(plain.table, telling=not full, telling_all=full), mark=mark)

    return program.kept(name, make)


class WatchedState(State):
    """As `State`; `apply` gives the events of the step, and `events` are the last ones, at first those of the setup."""

    __slots__ = ("events", "sentences", "tellers", "watcher")

    def __init__(self, program: Program, v: Vector, words: Words, watcher: Watcher) -> None:
        marked = telling(program)
        self.watcher = watcher
        super().__init__(program, v, marked.telling(watcher, watcher.meanings.noted), words)
        self.events: tuple[Event, ...] = ()
        self.tellers: dict[int, Teller] = {}
        self.sentences: dict[int, tuple[Sentence, ...]] = {}

    def apply(self, option: int | str | Option) -> Sequence[Event]:
        """As `State.apply`. The first event is the choice, the last the next decision or the end."""
        decision, v, watcher = self.decision, self.v, self.watcher
        if decision is None:
            raise IllegalChoice(Refusal("choice/game-over", "the game is over"))
        answer, id = decision.taken(option)
        chosen = {
            "event": "chosen",
            "n": v[lay.DECISIONS] + 1,
            "player": self.program.table.seats[decision.player],
            "decision": decision.name,
            "choice": id,
        }
        kept, before = v[:], watcher.choose(decision, answer, id)
        v[lay.CHOSEN] = answer
        v[lay.DECISIONS] += 1
        try:
            self.compiled.run(v)
        except BaseException as fault:
            if isinstance(fault, RuleError):
                fault.decisions = v[lay.DECISIONS]
            v[:] = kept
            watcher.restore(before, v)
            raise
        return self.told(chosen)

    def told(self, *first: Event) -> Sequence[Event]:
        """These and the events since the last decision, with what is asked now, or how the game ended."""
        self.watcher.flush(self.v)
        decision = self.decision
        last = ended(self) if decision is None else asked(self, decision)
        for seat in self.watcher.seats:
            if decision is None:
                seat.ended(last)
            else:
                seat.asked(decision, last)
        for seat in self.watcher.seats:
            if seat.player in self.tellers:
                self.sentences[seat.player] = self.tellers[seat.player].tell(seat.log)
        self.events = (*first, *read(self.watcher.log), last)
        self.watcher.log.clear()
        return self.events

    def seen(self, player: int) -> tuple[Event, ...]:
        """The same as one of the seats is told it that were named when the game began; -1 is an onlooker."""
        for seat in self.watcher.seats:
            if seat.player == player:
                return tuple(seat.log)
        raise ValueError(f"seat {player} was not named when the game began: `seats=[{player}]`")

    def tell(self, player: int = EVERYBODY) -> tuple[str, ...]:
        """The last step in sentences, as one of those seats is told it; without one, what any player is told."""
        if player not in self.sentences:
            message = "the game has no sentences: begin it with `tell=True`"
            if self.tellers:
                message = f"seat {player} was not named when the game began: `seats=[{player}]`"
            raise ValueError(message)
        return tuple(sentence.text for sentence in self.sentences[player])

    def copy(self) -> WatchedState:
        marked = telling(self.program)
        watcher = self.watcher.copy(Chance(marked))
        other = WatchedState(self.program, self.v[:], self.words, watcher)
        other.events, other.sentences = self.events, dict(self.sentences)
        other.tellers = {player: teller.copy() for player, teller in self.tellers.items()}
        return other


def new_watched(
    program: Program,
    seed: int,
    language: str | None = None,
    seats: Iterable[int] = (),
    *,
    tell: bool = False,
) -> WatchedState:
    """A new game that tells what happens, at its first decision; also what each of these seats is told. With `tell` in
    sentences, too.
    """
    words, marked = Words(program.table.game, language), telling(program)
    every = [*dict.fromkeys((*seats, EVERYBODY))] if tell else [*seats]
    watcher = Watcher(marked, Chance(marked), (Seat(program, seat, words) for seat in every))
    state = WatchedState(program, program.first_vector(seed), words, watcher)
    if tell:
        state.tellers = {seat: Teller(program, words) for seat in every}
    state.watcher.begin(state.v)
    state.compiled.run(state.v)
    state.told()
    return state


def beginning(program: Program) -> dict[str, Any]:
    """What events go on from: the position before the setup, with all that is zero, and the names that pieces have where
    they cannot be followed.
    """
    v, table, layout = program.first_vector(0), program.table, program.layout
    state = State(program, v, program.fast, Words(table.game))
    position = state.position(zeros=True)
    for key in ("asked", "chance", "naming"):
        position.pop(key, None)
    pools: dict[str, dict[str, list[str]]] = {}
    for kind, rows in layout.pools.items():
        for place, at in enumerate(rows.at):
            if at >= 0:
                of = pools.setdefault(table.places[place].id, {})
                of[kind] = [table.pieces[kind][n].id for n in bits(v[at])]
    return {"seats": list(table.seats), "position": position, "unfollowed": pools}


def asked(state: State, decision: Decision) -> Event:
    """Who is asked what, with all options."""
    found: Event = {
        "event": "asked",
        "n": state.v[lay.DECISIONS] + 1,
        "player": state.program.table.seats[decision.player],
        "decision": decision.name,
        "options": list(decision.ids),
    }
    if decision.site.several:
        picked = state.position()["asked"].get("picked", [])
        found |= {"picked": picked, "least": decision.least, "most": decision.most}
    return found


def ended(state: State) -> Event:
    """How the game ended."""
    seats = state.program.table.seats
    return {
        "event": "ended",
        "unfinished": state.unfinished,
        "scores": dict(zip(seats, state.scores, strict=True)),
        "ranks": dict(zip(seats, state.ranks, strict=True)),
        "winners": [seats[seat] for seat in state.winners],
    }


__all__ = ["WatchedState", "beginning", "new_watched", "telling"]
