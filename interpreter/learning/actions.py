"""A number for each option of a table, the same in every game: what policies choose from.

A number stands for a decision of the rules and what is chosen there, as the player knows it:

- things that everybody can tell apart by themselves, by role (see `roles.py`): the number for `red`'s yard at seat 0 is that for
  `blue`'s yard at seat 1. Only what can be chosen by its type and by what the rules can ask is counted;
- numbers by themselves, if the rules tell how large they can be; otherwise by their distance from the lowest offered;
- hidden pieces by what the player knows of them: by face if the player knows it (several with one face are numbered in the order
  in which they are offered), otherwise by the name under which everybody knows the piece, or by place and back where it
  cannot be followed. The program's number of a hidden piece plays no part: so positions that look the same to the player
  have the same numbers, and a number stands for the same.
- Several decisions of one name and of one kind of options have the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boardwright.dsl.language.types import (
    NumberType,
    PieceType,
    PlayerType,
    SpaceType,
    Type,
    ZoneType,
)
from boardwright.interpreter.learning.roles import Roles, roles_of
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.face_bounds import fields_of
from boardwright.interpreter.machine.meanings import Site
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.machine.observing import Way
from boardwright.interpreter.machine.spans import Span, joined
from boardwright.interpreter.play.decision import Decision, IllegalChoice, Option, Refusal
from boardwright.interpreter.play.naming import face_told, ids_of
from boardwright.interpreter.play.option_ids import back_id
from boardwright.interpreter.play.sight import sight
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.frame_spans import inferred
from boardwright.interpreter.table.table_limits import MOST_NUMBERS


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an action stands for: the name of the decision, and the option. `exact` says that the option is its id for the
    seat asked about; otherwise it is a description by role.
    """

    decision: str
    option: str
    exact: bool = False

    def __str__(self) -> str:
        return f"{self.decision}: {self.option}"


@dataclass(frozen=True, slots=True)
class HiddenKind:
    """The numbers of hidden pieces of a kind: first a stretch for each face, by role, as long as there are copies; then one
    number for each name; then one for each place where pieces cannot be followed, and back.
    """

    kind: str
    pieces: int
    starts: tuple[int, ...]  # of the stretch of each face
    copies: tuple[int, ...]
    named: bool  # whether there are places where pieces can be followed
    spots: tuple[tuple[int, int], ...]  # place and back

    @property
    def names(self) -> int:
        """The first number of a name."""
        return self.pieces

    @property
    def first_spot(self) -> int:
        return self.pieces * (2 if self.named else 1)

    @property
    def count(self) -> int:
        return self.first_spot + len(self.spots)


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of one decision: `count` numbers from `first` on. `extra` is that of the option that takes none of the others,
    or -1. `listed` has for each seat the number of each thing after the first; -1 for what is never offered.
    """

    site: Site
    way: Way
    first: int
    count: int
    extra: int
    low: int = 0
    listed: tuple[tuple[int, ...], ...] = ()
    hidden: HiddenKind | None = None


class Actions:
    """All options of a table by number, from 0 to `count` - 1. The same number means the same
    in every game. Things that belong to a seat are numbered by role: what is `red`'s for seat 0 is `blue`'s for seat 1.
    """

    def __init__(self, program: Program) -> None:
        self.program, self.roles = program, roles_of(program)
        self.choices: list[Choices] = []  # by site
        self.distinct: list[Choices] = []
        self.hidden = {
            kind: _hidden_kind(program, self.roles, kind) for kind in program.layout.faces
        }
        asked = _asked(program)
        made: dict[object, list[int]] = {}
        keys: list[object] = [
            (s.name, s.form, s.element, s.options, s.extra) for s in program.sites
        ]
        for number, key in enumerate(keys):
            made.setdefault(key, []).append(number)
        first = 0
        by_key: dict[object, Choices] = {}
        for key, numbers in made.items():
            found = self._choices(numbers, first, [asked.get(n) for n in numbers])
            by_key[key] = found
            self.distinct.append(found)
            first += found.count
        self.choices = [by_key[key] for key in keys]
        self.count = first

    def __len__(self) -> int:
        return self.count

    # ---- numbers of sites

    def _choices(
        self, sites: Sequence[int], first: int, asked: Sequence[tuple[Span, ...] | None]
    ) -> Choices:
        program, site = self.program, self.program.sites[sites[0]]
        known = [each for each in asked if each is not None]
        has_extra = any(each[3].high > 0 for each in known)
        mask = 0
        for each in known:
            options = each[1]
            mask |= options.bits if options.low >= 0 else -1
        count, way, low, hidden = 0, Way.LISTED, 0, None
        listed: tuple[tuple[int, ...], ...] = ()
        element = site.element
        if element is None or site.form == "may":
            mask = mask & (1 << len(site.options)) - 1
            members = bits(mask)
            listed = (_ranked(members, len(site.options)),) * program.table.players
            count = len(members)
        elif isinstance(element, PieceType) and element.kind in program.layout.faces:
            way, hidden = Way.HIDDEN, self.hidden[element.kind]
            count = hidden.count
        elif isinstance(element, NumberType):
            way, low, count = _of_numbers(site, known, program)
        else:
            listed, count = self._of_things(element, mask)
        extra = first + count if has_extra else -1
        return Choices(site, way, first, count + has_extra, extra, low, listed, hidden)

    def _of_things(self, element: Type, mask: int) -> tuple[tuple[tuple[int, ...], ...], int]:
        """For each seat the number of each thing, by role; only for roles that somebody can choose."""
        program = self.program
        mask &= program.layout.universe(element)
        size = mask.bit_length()
        by_seat = [self.roles.of(element, seat) for seat in range(program.table.players)]
        roles = sorted({n if role is None else role[n] for role in by_seat for n in bits(mask)})
        rank = {role: n for n, role in enumerate(roles)}
        rows = []
        for role in by_seat:
            row = [-1] * size
            for n in bits(mask):
                row[n] = rank[n if role is None else role[n]]
            rows.append(tuple(row))
        return tuple(rows), len(roles)

    # ---- a state's options

    def pairs(self, state: State) -> list[tuple[int, int]]:
        """The numbers of the options, each with the program's answer, in the order in which they are listed."""
        decision = state.decision
        if decision is None:
            return []
        v, seat = state.v, decision.player
        choices = self.choices[v[lay.SITE]]
        if choices.hidden is not None:
            found = self._of_hidden(decision, choices, choices.hidden)
        else:
            answers = [answer for answer in decision.answers() if answer != lay.DECLINED]
            match choices.way:
                case Way.LISTED:
                    row = choices.listed[seat]
                    found = [(choices.first + row[answer], answer) for answer in answers]
                case Way.NUMBER:
                    found = [(choices.first + answer - choices.low, answer) for answer in answers]
                case _:
                    low = v[lay.OFFSET]
                    found = [(choices.first + answer - low, answer) for answer in answers]
        if v[lay.EXTRA]:
            found.append((choices.extra, lay.DECLINED))
        return found

    def _of_hidden(
        self, decision: Decision, choices: Choices, hidden: HiddenKind
    ) -> list[tuple[int, int]]:
        program, v, seat, kind = self.program, decision.v, decision.player, hidden.kind
        layout, backs = program.layout, program.table.backs[kind]
        knows, roles = sight(program, kind).knower(v, seat), self.roles
        so_far = [0] * len(hidden.starts)
        spots = {spot: n for n, spot in enumerate(hidden.spots)}
        found = []
        for piece in decision.answers():
            if piece == lay.DECLINED:
                continue
            name, number = v[layout.names[kind] + piece], -1
            if knows(piece):
                face = roles.faces[kind][seat][face_told(program, v, kind, piece, seat)]
                if so_far[face] < hidden.copies[face]:
                    number = hidden.starts[face] + so_far[face]
                so_far[face] += 1
            if number < 0 and name >= 0:
                number = hidden.names + name
            elif number < 0:
                place = roles.places[seat][v[layout.places[kind] + piece]]
                back = roles.faces[kind][seat][backs[v[layout.faces[kind] + piece]]]
                number = hidden.first_spot + spots[place, back]
            found.append((choices.first + number, piece))
        return found

    def legal(self, state: State) -> list[int]:
        """The numbers of the options that are offered, in ascending order; none when the game is over."""
        return sorted(number for number, _ in self.pairs(state))

    def mask(self, state: State) -> bytearray:
        """A 1 for each number that is offered."""
        found = bytearray(self.count)
        for number, _ in self.pairs(state):
            found[number] = 1
        return found

    def of(self, state: State, option: int | str | Option) -> int:
        """The number of an option, given as `State.apply` takes it. Raises `IllegalChoice` if it is not offered."""
        answer = state.answer_of(option)
        return next(number for number, each in self.pairs(state) if each == answer)

    def option(self, state: State, number: int) -> int:
        """The place of an option in the list of options. Raises `IllegalChoice` if the number is not offered."""
        decision = state.decision
        if decision is None:
            raise IllegalChoice(Refusal("choice/game-over", "the game is over"))
        answer = dict(self.pairs(state)).get(number)
        if answer is None:
            reason = f"`{decision.name}` does not offer action {number}"
            if 0 <= number < self.count:
                reason += f", which is `{self.meaning(number)}`"
            raise IllegalChoice(Refusal("choice/not-offered", reason))
        return decision.answers().index(answer)

    def apply(self, state: State, number: int) -> None:
        """Takes an option by number and plays on to the next decision, as `State.apply` does."""
        state.apply(self.option(state, number))

    # ---- meanings

    def meaning(self, number: int, seat: int | None = None) -> Meaning:
        """What a number stands for: by role, or with the ids that it has for a seat. Hidden pieces have no ids of their own."""
        if not 0 <= number < self.count:
            raise ValueError(f"expected an action from 0 to {self.count - 1}, found {number}")
        choices = next(each for each in self.distinct if number < each.first + each.count)
        site, name = choices.site, choices.site.name
        if number == choices.extra:
            return Meaning(name, site.extra, exact=True)
        index = number - choices.first
        match choices.way:
            case Way.LISTED:
                pass
            case Way.NUMBER:
                return Meaning(name, str(index + choices.low), exact=True)
            case Way.DISTANCE:
                return Meaning(name, "the lowest" if index == 0 else f"the lowest + {index}")
            case Way.HIDDEN:
                assert choices.hidden is not None
                return Meaning(name, self._of_slot(choices.hidden, index))
        if site.element is None or site.form == "may":
            return Meaning(name, site.options[choices.listed[0].index(index)], exact=True)
        if seat is not None and index in choices.listed[seat]:
            thing = choices.listed[seat].index(index)
            return Meaning(name, self.id_of(choices, thing), exact=True)
        return Meaning(name, self._role(site.element, self._role_of(choices, index)))

    def _role_of(self, choices: Choices, index: int) -> int:
        assert choices.site.element is not None
        for seat, row in enumerate(choices.listed):
            if index in row:
                roles, thing = self.roles.of(choices.site.element, seat), row.index(index)
                return thing if roles is None else roles[thing]
        raise AssertionError(index)

    def id_of(self, choices: Choices, thing: int) -> str:
        """The id of a thing as an option of a decision."""
        if choices.site.element is None or choices.site.form == "may":
            return choices.site.options[thing]
        return ids_of(self.program, choices.site.element)[thing]

    def _role(self, element: Type, role: int) -> str:
        match element:
            case PlayerType():
                return self.roles.player(role)
            case SpaceType() | ZoneType():
                return self.roles.place(role)
            case PieceType(kind=kind):
                return self.roles.piece(kind, role)
            case _:
                return ids_of(self.program, element)[role]

    def _of_slot(self, hidden: HiddenKind, index: int) -> str:
        table, kind = self.program.table, hidden.kind
        if index < hidden.pieces:
            face = next(
                n
                for n, start in enumerate(hidden.starts)
                if start <= index < start + hidden.copies[n]
            )
            nth = index - hidden.starts[face]
            name = self.roles.face(kind, face)
            return name if nth == 0 else f"{name}, number {nth + 1}"
        if index < hidden.first_spot:
            return f"{table.pieces[kind][index - hidden.names].id}, unknown"
        place, back = hidden.spots[index - hidden.first_spot]
        said = back_id(table, kind, back)
        return f"an unknown {kind} in {self.roles.place(place)}" + (f" ({said})" if said else "")


def actions_of(program: Program) -> Actions:
    """The actions at the table of a program."""
    return program.kept("actions", Actions)


def _hidden_kind(program: Program, roles: Roles, kind: str) -> HiddenKind:
    table, layout = program.table, program.layout
    copies = tuple(field.bit_count() for field in fields_of(table, kind))
    starts = tuple(sum(copies[:n]) for n in range(len(copies)))
    where = [place for place, at in enumerate(layout.masks[kind].at) if at >= 0]
    named = any(table.places[place].tracked for place in where)
    spots = sorted(
        {
            (roles.places[seat][place], roles.faces[kind][seat][back])
            for seat in range(table.players)
            for place in where
            if not table.places[place].tracked
            for back in table.backs[kind]
        }
    )
    return HiddenKind(kind, len(table.pieces[kind]), starts, copies, named, tuple(spots))


def _asked(program: Program) -> dict[int, tuple[Span, ...]]:
    """What the rules can ask at each site: who, the options, what the first stands for, and whether there is an extra one."""
    found: dict[int, tuple[Span, ...]] = {}
    for (_, site), spans in inferred(program).asked.items():
        known = tuple(each for each in spans if each is not None)
        if len(known) < len(spans):
            continue  # it is never asked there
        before = found.get(site, known)
        both = (joined(a, b) for a, b in zip(before, known, strict=True))
        found[site] = tuple(each for each in both if each is not None)
    return found


def _ranked(members: Sequence[int], size: int) -> tuple[int, ...]:
    row = [-1] * size
    for rank, n in enumerate(members):
        row[n] = rank
    return tuple(row)


def _of_numbers(
    site: Site, known: Sequence[tuple[Span, ...]], program: Program
) -> tuple[Way, int, int]:
    """How numbers are numbered, from which on, and how many there are."""
    if not known:
        return Way.DISTANCE, 0, 0
    sets = [each[1] for each in known]
    high = max(min(each.high.bit_length(), MOST_NUMBERS) for each in sets)
    lowest = 0
    if all(each.low > 0 for each in sets):
        lowest = min((each.bits & -each.bits).bit_length() - 1 for each in sets)
    low = min(each[2].low for each in known)
    most = max(each[2].high for each in known)
    span = most - low + high - lowest
    if span <= 2 * high:
        return Way.NUMBER, low + lowest, span
    if site.several:
        raise AssertionError("sets of numbers begin at one number")
    return Way.DISTANCE, 0, high


__all__ = ["Actions", "Choices", "HiddenKind", "Meaning", "Way", "actions_of"]
