"""A position as the `given` of a scenario: the moves and settings that lead to it from another position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from boardwright.dsl.language.types import (
    MemberType,
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    YesNoType,
    ZoneType,
    word_for_nothing,
)
from boardwright.dsl.language.words import LEFT_AS
from boardwright.dsl.rules import ir
from boardwright.interpreter.reference.position import ALONE, NOBODY, Position, Single
from boardwright.interpreter.table.table import Table


def given_lines(base: Position, goal: Position) -> Iterator[str]:
    """Yields statements that turn one position into the other, as far as the language can: pieces, stock, notes, knowledge,
    and who is out. Each may have several lines, and works without the others.
    """
    writer = _Writer(base.table)
    for kind in base.table.pieces:
        yield from writer.pieces(kind, base, goal)
    for stock in base.table.stock_members:
        yield from writer.stock(stock, base, goal)
    game = base.table.game
    for note in (each for id, each in game.notes.items() if id not in game.kept_notes):
        yield from writer.note(note, base, goal)
    for kind in base.table.pieces:
        yield from writer.knowledge(kind, base, goal)
    order = goal.notes.get(LEFT_AS, {})
    for seat in sorted(
        goal.out_of_game - base.out_of_game, key=lambda seat: (order.get(seat, 0), seat)
    ):
        yield f"{base.table.seats[seat]} drops out of game"
    for seat in sorted(goal.out_of_round - goal.out_of_game - base.out_of_round):
        yield f"{base.table.seats[seat]} drops out of round"
    for phase, out in goal.out_of_phase.items():
        for seat in sorted(out - base.out_of_phase.get(phase, set())):
            yield f"{base.table.seats[seat]} drops out of {phase}"
    for memory in game.memories.values():
        yield from _remembering(memory, base, goal)


def _remembering(memory: ir.Memory, base: Position, goal: Position) -> Iterator[str]:
    """Yields what makes a memory say the same of the final position, which comes first. Other positions that it holds are
    left out: most rules only ask whether the present one was there.
    """
    if base.memories[memory.id] == goal.memories[memory.id]:
        return
    if base.memories[memory.id]:
        yield f"forget({memory.id})"
    times = goal.memories[memory.id].count(goal.snapshot(memory))
    if times and memory.turn and goal.active_player != NOBODY:
        yield f"set active_player to {goal.table.seats[goal.active_player]}"
    yield from [f"remember({memory.id})"] * times


class _Writer:
    """Writes things with the names that a scenario has for them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game

    # ---- names

    def place(self, number: int) -> str | None:
        """Returns the name of a place; None for a place of one of several equal pieces."""
        place = self.table.places[number]
        if place.is_space:
            return self.table.spaces[number].id
        zone = self.table.zones[place.declared]
        name = place.declared.rpartition(".")[2]
        if zone.per is None:
            return name
        if zone.per == "player":
            return f"{name} of {self.table.seats[place.key]}"
        if zone.per == "space":
            return f"{name} of {self.table.spaces[place.key].id}"
        if zone.kind is None:
            of = self.table.split_key(self.game.places[zone.id].per, place.key)
            ids = [self.table.ids_per(per)[self.table.numbers_per(per).index(n)] for per, n in of]
            return f"{name} of {ids[0]}" if len(ids) == 1 else f"{name}({', '.join(ids)})"
        piece = self.face(zone.kind, self.table.pieces[zone.kind][place.key].face)
        return None if piece is None else f"{name} of {piece}"

    def face(self, kind: str, face: int) -> str | None:
        """Returns the name of the piece with this face; None if there are several."""
        found = self.table.faces[kind][face]
        definition = self.game.kinds[kind].definitions[found.definition]
        if definition.copies > 1:
            return None
        owner = f" of {self.table.seats[found.owner]}" if found.owner != NOBODY else ""
        return f"{definition.id}{owner}"

    def word(self, value: Single, type: Type, position: Position, note: str) -> str | None:
        """Returns a value as it is written; None if it has no name. `note` is the note with this value."""
        if isinstance(value, frozenset):
            assert isinstance(type, SetType)
            if isinstance(type.element, NumberType) and value:
                return _set_of_numbers(sorted(value))
            words = [self.word(one, type.element, position, note) for one in sorted(value)]
            known = [word for word in words if word is not None]
            if len(known) < len(words):
                return None
            if len(known) == 1:
                known *= 2  # a single name is not a set
            return " plus ".join(known) if known else f"{note} except {note}"
        match type:
            case NumberType():
                return str(value)
            case YesNoType():
                return "yes" if value else "no"
            case PlayerType():
                return "nobody" if value == NOBODY else self.table.seats[value]
            case MemberType(variety=variety):
                return self.game.varieties[variety].members[value]
            case PieceType(kind=kind):
                return None if value < 0 else self.face(kind, position.face[kind][value])
            case SpaceType() | ZoneType():
                return None if value < 0 else self.place(value)
            case _:
                return None

    # ---- pieces

    def pieces(self, kind: str, base: Position, goal: Position) -> Iterator[str]:
        """Yields moves for pieces in other places, for ordered places from the bottom up."""
        there, here = _by_face(base, kind), _by_face(goal, kind)
        single = {face for face, places in here.items() if len(places) == 1}
        piles = [place for place in goal.order if goal.stacked(kind, place)]
        in_piles: set[int] = set()
        for place in piles:
            wanted = [goal.face[kind][piece] for piece in goal.stacked(kind, place)]
            if not single.issuperset(wanted):
                continue
            in_piles.update(wanted)
            stays = [f for n in base.stacked(kind, place) if (f := base.face[kind][n]) in wanted]
            alike = next(
                (
                    n
                    for n, pair in enumerate(zip(stays, wanted, strict=False))
                    if pair[0] != pair[1]
                ),
                min(len(stays), len(wanted)),
            )
            for face in wanted[alike:]:
                yield from self._move(kind, face, place)
        moved = [f for f in sorted(single - in_piles) if here[f] != there[f]]
        narrow = [face for face in moved if self._is_narrow(kind, here[face][0])]
        for face in moved:
            if face not in narrow:
                yield from self._move(kind, face, here[face][0])
        # Things leave before others arrive, since room may be limited.
        for face in narrow:
            if self._is_narrow(kind, there[face][0]):
                yield f"return {self.face(kind, face)}"
        for face in narrow:
            yield from self._move(kind, face, here[face][0])
        for face in sorted(here):
            if face not in single:
                yield from self._copies(kind, face, Counter(there[face]), Counter(here[face]))

    def _move(self, kind: str, face: int, place: int) -> Iterator[str]:
        word, goal = self.face(kind, face), self.place(place)
        if word is not None and goal is not None:
            yield f"move {word} to {goal}"

    def _is_narrow(self, kind: str, place: int) -> bool:
        return kind in self.table.places[place].room

    def _copies(
        self, kind: str, face: int, there: Counter[int], here: Counter[int]
    ) -> Iterator[str]:
        """Yields moves of equal pieces, any of which may move."""
        plural = self.game.kinds[kind].plural
        definition = self.game.kinds[kind].definitions[self.table.faces[kind][face].definition].id
        for origin, target, count in _moves(there, here):
            source, aim = self.place(origin), self.place(target)
            if source is not None and aim is not None:
                yield (
                    f"repeat {count} times:\n"
                    f"  find moved in {plural} in {source} where face of moved is {definition}\n"
                    f"  move moved to {aim}"
                )

    def knowledge(self, kind: str, base: Position, goal: Position) -> Iterator[str]:
        """Yields who knows hidden pieces, or knows about places where they cannot be followed. What follows from their
        places is known anyway.
        """
        if not goal.is_hidden(kind):
            return
        known = {base.face[kind][n]: seats for n, seats in enumerate(base.known[kind])}
        for piece, seats in enumerate(goal.known[kind]):
            word = self.face(kind, goal.face[kind][piece])
            for seat in sorted(seats - known[goal.face[kind][piece]]) if word else ():
                yield f"show {word} to {self.table.seats[seat]}"
        for (of, place, number), faces in sorted(goal.at_least.items()):
            if of == kind:
                fewer = base.at_least.get((kind, place, number), Counter())
                for face in sorted(+(faces - fewer)):
                    yield from self._show(kind, face, place, number, faces[face], goal)

    def _show(
        self, kind: str, face: int, place: int, seat: int, count: int, goal: Position
    ) -> Iterator[str]:
        """Shows the pieces with a face in a place; impossible for only some of several equal pieces."""
        name, of, source = self.table.seats[seat], self.face(kind, face), self.place(place)
        there = [n for n in goal.pieces_in(kind, place) if goal.face[kind][n] == face]
        if of is not None:
            yield f"show {of} to {name}"
        elif source is not None and count == len(there):
            declared = self.game.kinds[kind]
            definition = declared.definitions[self.table.faces[kind][face].definition].id
            shown = (
                f"those shown in {declared.plural} in {source} where face of shown is {definition}"
            )
            yield f"show ({shown}) to {name}"

    # ---- stock and notes

    def stock(self, stock: str, base: Position, goal: Position) -> Iterator[str]:
        declared, members = self.game.stocks[stock], self.table.stock_members[stock]
        homes, narrow = self.table.stock_homes[stock], []
        for member, name in enumerate(members):
            of = f" of {name}" if declared.each is not None else ""
            there, here = (
                Counter(
                    {p: position.amount(stock, member, p) for p in range(len(self.table.places))}
                )
                for position in (base, goal)
            )
            if (
                declared.total is None
            ):  # its home has no amount of its own, and supplies what is missing
                more = sum(here.values()) - sum(there.values())
                there[homes[member]], here[homes[member]] = max(more, 0), max(-more, 0)
            for origin, target, count in _moves(there, here):
                amount = f"{count} of {declared.plural}{of}" if of else f"{count} {declared.plural}"
                if not self._is_narrow(stock, target):
                    yield from self._amount(amount, origin, target)
                    continue
                # Things leave before others arrive, since room may be limited.
                yield from self._amount(amount, origin, homes[member])
                narrow.append((amount, homes[member], target))
        for each in narrow:
            yield from self._amount(*each)

    def _amount(self, amount: str, origin: int, target: int) -> Iterator[str]:
        source, aim = self.place(origin), self.place(target)
        if origin != target and source is not None and aim is not None:
            yield f"move {amount} from {source} to {aim}"

    def note(self, note: ir.Note, base: Position, goal: Position) -> Iterator[str]:
        for key, value in goal.notes[note.id].items():
            if base.notes[note.id][key] == value:
                continue
            of = self._key(note, key, goal)
            if of is None:
                continue
            name = f"{note.id.rpartition('.')[2]}{of}"
            missing = note.optional and value == word_for_nothing(note.type)
            word = "nothing" if missing else self.word(value, note.type, goal, name)
            if word is not None:
                yield f"set {name} to {word}"

    def _key(self, note: ir.Note, key: int, position: Position) -> str | None:
        if key == ALONE or note.per is None:
            return ""
        if isinstance(note.per, str):
            word = self._thing(note.per, key, position)
            return None if word is None else f" of {word}"
        words = [self._thing(per, n, position) for per, n in self.table.split_key(note.per, key)]
        return None if None in words else f"({', '.join(map(str, words))})"

    def _thing(self, per: str, number: int, position: Position) -> str | None:
        if per == "player":
            return self.table.seats[number]
        if per in self.game.kinds:
            return self.face(per, position.face[per][number])
        if per in self.game.spaces:
            return self.table.spaces[number].id
        return self.game.varieties[per].members[number]


def _by_face(position: Position, kind: str) -> dict[int, list[int]]:
    """Counts the pieces with each face in each place."""
    found: dict[int, list[int]] = {}
    for face, place in zip(position.face[kind], position.place[kind], strict=True):
        found.setdefault(face, []).append(place)
    return found


def _moves(there: Counter[int], here: Counter[int]) -> Iterator[tuple[int, int, int]]:
    """Yields moves, each with its source, its goal and the number of things."""
    surplus: Sequence[list[int]] = [[p, n] for p, n in sorted((there - here).items())]
    waiting = list(surplus)
    for target, missing in sorted((here - there).items()):
        while missing and waiting:
            origin, left = waiting[0]
            count = min(left, missing)
            yield origin, target, count
            missing -= count
            waiting[0][1] -= count
            if not waiting[0][1]:
                waiting.pop(0)


def _set_of_numbers(numbers: Sequence[int]) -> str:
    """Returns a set of numbers as it is written: numbers are not joined by `plus`."""
    every = f"those n in {numbers[0]} to {numbers[-1]}"
    if len(numbers) == numbers[-1] - numbers[0] + 1:
        return f"({every})"
    return f"({every} where {' or '.join(f'n = {number}' for number in numbers)})"
