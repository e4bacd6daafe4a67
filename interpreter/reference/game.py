"""A game played by the reference evaluator, its outcome, and its position in a form to compare.

**The position** is a mapping of plain values (strings, whole numbers, `None`, lists and mappings), the
same for every back-end:

    {
      "pieces": {"token": {"token_1": {"place": "north", "face": "t05", "known_to": ["red"],
                                       "name": "token_4"}},
                 "die": {"die_1": {"place": "cup", "side": 6}}},
      "names": {"bag": {"token": ["token_2", "token_5"]}},
      "at_least": {"bag": {"token": {"red": {"t05": 1}}}},   # of places that are not tracked: how many red knows of
      "order": {"deck_red": ["card_3", "card_1"]},           # from the bottom to the top
      "stocks": {"cube": {"north": {"red": 2}}, "coin": {"bank": 12}},
      "notes": {"lost": {"red": 1}, "leader": {"": "red"}, "marked": {"": ["north"]}},
      "memories": {"standing": [{"pieces": {"man": {"a1": ["white_king"]}}, "stocks": {"stone": {"b2": {"red": 1}}},
                                 "notes": {"castled": {"": "yes"}}, "active_player": "red"}]},
      "used": {"main_actions.take_card": {"red": 1}, "class_card.ability": {"scout": 1}},
      "phase": "turns", "round": 2, "turn_number": 7,
      "active_player": "red", "last_player": None,           # None is nobody
      "direction": "clockwise",
      "out_of_game": ["blue"], "out_of_round": ["red", "blue"], "out_of_phase": {"bidding": ["red"]},
      "asked": {"player": "red", "decision": "main_actions"},
      "chance": [1, 2, 3, 4],                                # the words of the generator
      "naming": [5, 6, 7, 8],                                # of that which deals names
    }

Everything is in order of declaration, then as the table numbers it. Kinds with pieces, and stocks,
are always there. `face`, `known_to` and `name` are for hidden kinds only, `side` for dice only, `known_to`
only if it is not empty, and `name` only if it differs from the piece's own id. `names` has the names in places where
pieces cannot be followed, without the ids of the pieces there; `naming` is there if a kind is hidden. `at_least` is
there only if a player knows a piece in a place where it cannot be followed. Empty ordered places, amounts of 0 and
places without amounts, notes (and keys of notes) with their first value, empty memories, unused limits, `out_of_...` without players, and
`asked` at the end of the game are left out. `asked` has `picked` after the first pick of several things. Players who are
out of the game are also out of the round. A stock without members has plain numbers; a single note has the key "".
Numbers are numbers, yes/no is "yes" or "no", nobody is None, everything else is its id; a set is a list. Uses are named by
offer and entry, or by kind of piece (or space) and effect or entry, sorted by name. The positions of a memory are sorted as
JSON, since their order means nothing; those of one that forgets are `{"oldest_first": [...]}`. They have only what the
memory compares: of pieces the faces on each space.

**The outcome.** `scores` are by seat. A player's rank is one more than the number of better players:
first those who win (if the game says who), then a higher score (a lower one with `lowest_wins`), then each tie-breaker.
`winners` are those for whom `wins` is true, else those of rank 1; nobody before the end. A game that would need more decisions
than its limit is over and `unfinished`, and nobody has won it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from boardwright.dsl.language.types import (
    MemberType,
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    Type,
    YesNoType,
    word_for_nothing,
)
from boardwright.dsl.rules import ir
from boardwright.interpreter.reference.chance import Dictated
from boardwright.interpreter.reference.course import Course
from boardwright.interpreter.reference.frame import Decision, Frame, Play
from boardwright.interpreter.reference.position import (
    ALONE,
    DIRECTIONS,
    NAMELESS,
    Position,
    Single,
    Snapshot,
)
from boardwright.interpreter.reference.seat_tracer import SeatTracer
from boardwright.interpreter.reference.statements import EndOfGame, Runner
from boardwright.interpreter.reference.tracer import Tracer
from boardwright.interpreter.reference.watch import Watch
from boardwright.interpreter.table.errors import TOO_MANY_STEPS, RuleError
from boardwright.interpreter.table.invariants import broken, setup_phases
from boardwright.interpreter.table.table import Table


class ReferenceGame:
    """One game from its setup on. It is slow on purpose, and defines the meaning of the language.

    `decision` is the current decision, or None when the game is over. A `RuleError` during the game
    leaves it without a decision, and not over.
    """

    def __init__(
        self,
        table: Table,
        seed: int,
        watch: Watch | None = None,
        dictated: Dictated | None = None,
    ) -> None:
        self.table = table
        self.decision: Decision | None = None
        self.over = False
        self.unfinished = False
        self.decisions = 0
        self._position = Position(table, seed)
        self._setup = {table.phases.index(id) for id in setup_phases(table.game)}
        self._runner = self._new_runner(watch, dictated)
        self._runner.changes.start_notes()
        self._play = self._course(Course(self._runner))
        self._go_on(None)

    def _new_runner(self, watch: Watch | None, dictated: Dictated | None) -> Runner:
        return Runner(self._position, watch, dictated)

    def _course(self, course: Course) -> Play:
        return course.play()

    def apply(self, option: str) -> None:
        """Takes an option of the pending decision, by its id."""
        if self.decision is None:
            raise ValueError("there is no decision")
        if option not in self.decision.options:
            raise ValueError(f"{self.decision.site} does not offer `{option}`")
        taken = self.decision.options.index(option)
        self.decision = None
        self._go_on(taken)

    def face_of(self, option: str) -> str | None:
        """The face of the hidden piece that an option stands for by its handle, if it does."""
        kind, number = self.piece_of(option) or ("", 0)
        if not kind or not self.table.game.kinds[kind].hidden:
            return None
        return self.table.faces[kind][self._position.face[kind][number]].id

    def piece_of(self, option: str) -> tuple[str, int] | None:
        """The kind and number of the piece that an option stands for, if it does."""
        id = option.partition("@")[0]
        for kind, pieces in self.table.pieces.items():
            names: Sequence[int] = range(len(pieces))
            if self.table.game.kinds[kind].hidden:
                names = self._position.name[kind]
            for number, name in enumerate(names):
                if name != NAMELESS and pieces[name].id == id:
                    return kind, number
        return None

    def _go_on(self, taken: int | None) -> None:
        try:
            decision = next(self._play) if taken is None else self._play.send(taken)
        except (StopIteration, EndOfGame):
            self._judge()
            self.over = True
            return
        except RecursionError as fault:
            message = "the rules never end and never ask"
            raise RuleError(TOO_MANY_STEPS, message, self.table.game.outcome.span) from fault
        if self.decisions == self.table.game.most_decisions:
            self._judge()
            self.over = self.unfinished = True
            return
        if self._position.phase not in self._setup:
            self._judge()
        self.decisions += 1
        self.decision = decision

    def tracer(self, viewer: int | None = None) -> Tracer:
        """Who tells how numbers and sets come about in the position as it is now: all of it, or what a seat may see."""
        tracer = Tracer(self._position) if viewer is None else SeatTracer(self._position, viewer)
        tracer.carry_out = self._runner.carry_out
        return tracer

    def traced_runner(self, viewer: int | None = None) -> tuple[Runner, Tracer]:
        """A runner that tells everything it works out about a copy of the position, or what a seat may see of it."""
        position = self._position.copy()
        tracer = Tracer(position) if viewer is None else SeatTracer(position, viewer)
        runner = Runner(tracer.position, evaluator=tracer)
        runner.offers.opened += self._runner.offers.opened
        return runner, tracer

    @property
    def asker(self) -> int:
        """Who decides now, or else the active player."""
        return self._position.active_player if self.decision is None else self.decision.player

    def _judge(self) -> None:
        """Raises the error of the first invariant that is false now."""
        for invariant in self.table.game.invariants:
            if not self._runner.evaluator.number(invariant.condition, Frame.of({})):
                raise broken(invariant)

    # ---- the outcome

    @property
    def scores(self) -> tuple[int, ...]:
        """The current score of each seat."""
        return tuple(self._ask(seat, self.table.game.outcome.score) for seat in self._seats)

    def worth(self, seat: int) -> int:
        """The value of the position for a seat: `worth`, or else the score."""
        outcome = self.table.game.outcome
        if outcome.worth is not None:
            return self._ask(seat, outcome.worth)
        return self._ranked_score(seat)

    def _ranked_score(self, seat: int) -> int:
        """The score as more is better."""
        outcome = self.table.game.outcome
        score = self._ask(seat, outcome.score)
        return -score if outcome.lowest_wins else score

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each seat if the game ended now."""
        standing = [self._standing(seat) for seat in self._seats]
        return tuple(1 + sum(other > own for other in standing) for own in standing)

    def _standing(self, seat: int) -> tuple[int, ...]:
        """The sort key of a player's rank: more is better."""
        outcome = self.table.game.outcome
        wins = 0 if outcome.wins is None else self._ask(seat, outcome.wins)
        ties = [
            self._ask(seat, tie) if most else -self._ask(seat, tie) for most, tie in outcome.ties
        ]
        return (wins, self._ranked_score(seat), *ties)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won."""
        if not self.over or self.unfinished:
            return ()
        wins = self.table.game.outcome.wins
        if wins is not None:
            return tuple(seat for seat in self._seats if self._ask(seat, wins))
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def _seats(self) -> range:
        return range(self.table.players)

    def _ask(self, seat: int, expr: ir.Expr) -> int:
        me = self.table.game.outcome.me
        return self._runner.evaluator.number(expr, Frame.of({me: seat}))

    # ---- the position

    def position(self) -> dict[str, Any]:
        """Everything that play has changed, by declared names: see the top of this file."""
        position, seats = self._position, self.table.seats
        found: dict[str, Any] = {
            "pieces": {kind: self._pieces(kind) for kind, of in self.table.pieces.items() if of},
            **({"names": names} if (names := self._names()) else {}),
            **({"at_least": known} if (known := self._at_least()) else {}),
            "order": {
                self.table.places[place].id: [self.table.pieces[kind][n].id for kind, n in pieces]
                for place, pieces in position.order.items()
                if pieces
            },
            "stocks": {stock: self._stock(stock) for stock in self.table.game.stocks},
            "notes": self._notes(),
            **({"memories": memories} if (memories := self._memories()) else {}),
            "used": self._used(),
            "phase": None if position.phase < 0 else self.table.phases[position.phase],
            "round": position.round,
            "turn_number": position.turn_number,
            "active_player": self._seat(position.active_player),
            "last_player": self._seat(position.last_player),
            "direction": DIRECTIONS[position.direction],
        }
        if position.out_of_game:
            found["out_of_game"] = [seats[seat] for seat in sorted(position.out_of_game)]
        if position.out_of_game or position.out_of_round:
            out = position.out_of_game | position.out_of_round
            found["out_of_round"] = [seats[seat] for seat in sorted(out)]
        if position.out_of_phase:
            found["out_of_phase"] = {
                phase: [seats[seat] for seat in sorted(position.out_of_phase[phase])]
                for phase in self.table.phases
                if phase in position.out_of_phase
            }
        if self.decision is not None:
            found["asked"] = self._asked(self.decision)
        found["chance"] = list(position.chance)
        if any(kind.hidden for kind in self.table.game.kinds.values()):
            found["naming"] = list(position.naming)
        return found

    def _names(self) -> dict[str, dict[str, list[str]]]:
        found: dict[str, dict[str, list[str]]] = {}
        for kind, pieces in self.table.pieces.items():
            for number, place in enumerate(self.table.places):
                there = self._position.pieces_in(kind, number)
                names = sorted(self._position.names.get((kind, number), set()).difference(there))
                if names:
                    found.setdefault(place.id, {})[kind] = [pieces[name].id for name in names]
        return found

    def _asked(self, decision: Decision) -> dict[str, Any]:
        found: dict[str, Any] = {
            "player": self._seat(decision.player),
            "decision": decision.site,
        }
        if decision.element is not None and decision.picked:
            found["picked"] = [self._written(one, decision.element) for one in decision.picked]
        return found

    def _seat(self, seat: int) -> str | None:
        return None if seat < 0 else self.table.seats[seat]

    def _pieces(self, kind: str) -> dict[str, dict[str, Any]]:
        position, declared = self._position, self.table.game.kinds[kind]
        pieces = {}
        for number, piece in enumerate(self.table.pieces[kind]):
            facts: dict[str, Any] = {"place": self.table.places[position.place[kind][number]].id}
            if declared.hidden:
                facts["face"] = self.table.faces[kind][position.face[kind][number]].id
                if position.known[kind][number]:
                    known = sorted(position.known[kind][number])
                    facts["known_to"] = [self.table.seats[seat] for seat in known]
                if believed := self._believed(kind, number):
                    facts["believed"] = believed
                if position.name[kind][number] not in (number, NAMELESS):
                    facts["name"] = self.table.pieces[kind][position.name[kind][number]].id
            if declared.sides:
                facts["side"] = position.side[kind][number]
            pieces[piece.id] = facts
        return pieces

    def _at_least(self) -> dict[str, Any]:
        """What seats know about places in which pieces cannot be followed."""
        found: dict[str, Any] = {}
        for place, declared in enumerate(self.table.places):
            for kind in self.table.pieces:
                by_seat: dict[str, dict[str, int]] = {}
                for seat, name in enumerate(self.table.seats):
                    known = self._position.at_least.get((kind, place, seat))
                    if known:
                        faces = enumerate(self.table.faces[kind])
                        by_seat[name] = {of.id: known[face] for face, of in faces if known[face]}
                if by_seat:
                    found.setdefault(declared.id, {})[kind] = by_seat
        return found

    def _believed(self, kind: str, number: int) -> dict[str, str]:
        """The face that each seat still believes is under the name of a piece."""
        position = self._position
        name = position.name[kind][number]
        return {
            self.table.seats[seat]: self.table.faces[kind][position.believed[kind][seat, name]].id
            for seat in sorted(position.known[kind][number])
            if (seat, name) in position.believed[kind]
        }

    def _stock(self, stock: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        members = self.table.stock_members[stock]
        told_apart = self.table.game.stocks[stock].each is not None
        for place, facts in enumerate(self.table.places):
            amounts = {
                name: amount
                for member, name in enumerate(members)
                if (amount := self._position.amount(stock, member, place))
            }
            if amounts:
                found[facts.id] = amounts if told_apart else amounts[members[0]]
        return found

    def _notes(self) -> dict[str, Any]:
        return self._values_of_notes(self._position.notes)

    def _values_of_notes(self, notes: Mapping[str, Mapping[int, Single]]) -> dict[str, Any]:
        """The values of notes that are not their first, in order of declaration."""
        found: dict[str, Any] = {}
        for note in self.table.game.notes.values():
            if note.id not in notes:
                continue
            start = self._position.starts[note.id]
            values: dict[str, Any] = {}
            for key, value in sorted(notes[note.id].items()):
                if value == start:
                    continue
                written = self._written(value, note.type)
                if isinstance(note.per, tuple):
                    first, second = map(self.table.ids_per, note.per)
                    values.setdefault(first[key // len(second)], {})[second[key % len(second)]] = (
                        written
                    )
                else:
                    values[self._key(note.per, key)] = written
            if values:
                found[note.id] = values
        return found

    def _memories(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for id, snapshots in self._position.memories.items():
            rows = [self._remembered(each) for each in snapshots]
            if not rows:
                continue
            if self.table.game.memories[id].forgets:
                found[id] = {"oldest_first": rows}
            else:
                found[id] = sorted(
                    rows, key=lambda row: json.dumps(row, separators=(",", ":"), ensure_ascii=True)
                )
        return found

    def _remembered(self, snapshot: Snapshot) -> dict[str, Any]:
        """A remembered position; kinds, stocks, spaces and faces are in order of declaration."""
        table, found = self.table, dict[str, Any]()
        pieces: dict[str, Any] = {}
        kinds = list(table.pieces)
        for kind, place, face, count in sorted(
            snapshot.pieces, key=lambda each: (kinds.index(each[0]), each[1:])
        ):
            here = pieces.setdefault(kind, {}).setdefault(table.places[place].id, [])
            here += [table.faces[kind][face].id] * count
        stocks: dict[str, Any] = {}
        names = list(table.game.stocks)
        for stock, place, member, amount in sorted(
            snapshot.amounts, key=lambda each: (names.index(each[0]), each[1:])
        ):
            at = table.places[place].id
            if table.game.stocks[stock].each is None:
                stocks.setdefault(stock, {})[at] = amount
            else:
                sort = table.stock_members[stock][member]
                stocks.setdefault(stock, {}).setdefault(at, {})[sort] = amount
        notes = self._values_of_notes({id: dict(values) for id, values in snapshot.notes})
        for name, part in (("pieces", pieces), ("stocks", stocks), ("notes", notes)):
            if part:
                found[name] = part
        if snapshot.active_player is not None:
            found["active_player"] = self._seat(snapshot.active_player)
        return found

    def _key(self, per: str | None, key: int) -> str:
        if per is None:
            assert key == ALONE
            return ""
        if per == "player":
            return self.table.seats[key]
        if per in self.table.game.kinds:
            return self.table.pieces[per][key].id
        if per in self.table.game.spaces:
            return self.table.spaces[key].id
        return self.table.game.varieties[per].members[key]

    def _written(self, value: Single, type: Type) -> Any:
        if not isinstance(type, SetType) and value == word_for_nothing(type):
            return None
        if isinstance(value, frozenset):
            assert isinstance(type, SetType)
            return [self._written(member, type.element) for member in sorted(value)]
        match type:
            case NumberType():
                return value
            case YesNoType():
                return "yes" if value else "no"
            case PlayerType():
                return self._seat(value)
            case MemberType(variety=variety):
                return self.table.game.varieties[variety].members[value]
            case PieceType(kind=kind):
                return self.table.pieces[kind][value].id
            case _:
                return self.table.places[value].id

    def _used(self) -> dict[str, dict[str, int]]:
        """The uses by name, an order that does not reveal what was used first."""
        found: dict[str, dict[str, int]] = {}
        for use, times in self._position.used.items():
            if (
                use.of_piece
                and self._position.is_piece_kind(use.by)
                and self.table.game.kinds[use.by].hidden
            ):
                key = self.table.faces[use.by][use.holder].id
            else:
                key = self._key(use.by if use.of_piece else "player", use.holder)
            found.setdefault(f"{use.by}.{use.entry}", {})[key] = times
        return {name: dict(sorted(found[name].items())) for name in sorted(found)}
