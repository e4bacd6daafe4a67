"""The games that are open, and what is shown of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from boardwright.studio.line import Event, Line, Told
from boardwright.studio.refused import RefusedError
from boardwright.studio.retry import Tried, retry
from boardwright.studio.sight import ALL, sight_of, teller_of

if TYPE_CHECKING:
    from boardwright.loading.game import Game

MOST_OPEN = 10
"""When one more game is opened, the one that was not used for the longest time is closed."""

SEES_ALL = "all"


@dataclass(slots=True)
class OpenGame:
    """One game at the studio's table, with the choices that were made in it, and the agents of its seats.

    `ruleset`, `expansions` and `options` are what was asked for, in ids.
    """

    ruleset: str
    expansions: tuple[str, ...]
    options: Mapping[str, str | int]
    line: Line
    agents: dict[str, str | None]
    language: str | None
    picture: Mapping[str, Any] = field(default_factory=dict)
    id: str = ""

    chosen: Line | None = None
    """The game before its rules were changed, as long as nothing else is chosen: with the next rules it is tried again."""

    @property
    def game(self) -> Game:
        return self.line.game

    @property
    def of(self) -> int:
        """How many decisions are known."""
        return len(self.line.choices)

    def seat(self, name: str) -> int:
        """The number of a seat by its id, or of who sees all."""
        if name in self.game.seats:
            return self.game.seats.index(name)
        if name == SEES_ALL:
            return ALL
        known = ", ".join(f"`{each}`" for each in (*self.game.seats, SEES_ALL))
        raise RefusedError("not_found", f"there is no seat `{name[:64]}`", (f"seats are {known}",))

    def table(self) -> dict[str, Any]:
        """Who sits where, and what is played."""
        faces = {each["id"]: each for each in self.picture["seats"]}
        return {
            "ruleset": self.ruleset,
            "with": list(self.expansions),
            "players": self.game.players,
            "options": dict(self.game.options),
            "seed": self.line.seed,
            "seats": [
                {
                    "id": seat,
                    "name": faces[seat]["name"],
                    "colour": faces[seat]["colour"],
                    "agent": self.agents.get(seat),
                }
                for seat in self.game.seats
            ],
        }

    def choose(self, at: int, option: str) -> None:
        """Goes on from a decision with this option. What came later is lost, but only if it can be chosen."""
        if at < self.of:
            self.line.state_at(at).apply(option)
            self.line.cut(at)
        self.line.choose(option)
        self.chosen = None

    def retry(self, game: Game) -> Tried:
        """Makes the same choices with other rules. If a rule cannot do what it says, nothing changes."""
        before = self.chosen or self.line
        tried = retry(before, game)
        self.chosen, self.line = before, tried.line
        return tried

    def position(self, at: int, seat: str) -> dict[str, Any]:
        """The position after this many decisions, as a seat may see it."""
        number = self.seat(seat)
        return self._position(
            at, seat, number, sight_of(self.line.state_at(at), number, self.agents)
        )

    def positions(self, first: int, last: int, seat: str) -> Iterator[dict[str, Any]]:
        """The positions from one to another."""
        number = self.seat(seat)
        for at, state in enumerate(self.line.states(first, last), first):
            yield self._position(at, seat, number, sight_of(state, number, self.agents))

    def _position(self, at: int, name: str, seat: int, sight: Mapping[str, Any]) -> dict[str, Any]:
        told = self.line.heard(at, teller_of(seat))[-1]
        head = {"game": self.id, "at": at, "of": self.of, "seat": name}
        news = {"said": said(told, at), "changed": list(changes(told.events))}
        return {**head, **sight, **news}


def said(told: Told, at: int) -> list[dict[str, Any]]:
    """The sentences of a step."""
    return [
        {"text": each.text, "heading": each.heading, "begins": each.begins, "at": at}
        for each in told.sentences
    ]


def changes(events: Sequence[Event]) -> Iterator[dict[str, Any]]:
    """What lies elsewhere after a step: pieces one by one where they can be followed, else how many; and amounts of stocks.
    An end that is not seen is null.
    """
    for event in events:
        ends = {"from": event.get("from"), "to": event.get("to")}
        match event["event"]:
            case "moved" if ends["from"] != ends["to"]:
                named = event.get("pieces", ())
                for piece in named:
                    yield {"kind": event["kind"], "piece": piece, **ends}
                if len(named) < event["n"]:
                    yield {"kind": event["kind"], "n": event["n"] - len(named), **ends}
            case "amount":
                sort = {"sort": event["sort"]} if "sort" in event else {}
                yield {"stock": event["stock"], **sort, "n": event["n"], **ends}
            case _:
                pass  # nothing that lies on the table


class Games:
    """The games that are open, by id. There are at most ten."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, OpenGame] = OrderedDict()
        self._opened = 0

    def add(self, game: OpenGame) -> None:
        """Opens a game, under an id that no game has had."""
        self._opened += 1
        game.id = f"g{self._opened}"
        self._open[game.id] = game
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)

    def find(self, id: str) -> OpenGame:
        """The game with this id."""
        found = self._open.get(id)
        if found is None:
            help = (f"at most {MOST_OPEN} games are open: open it again",)
            raise RefusedError("no_game", f"no game `{id[:64]}` is open", help)
        self._open.move_to_end(id)
        return found
