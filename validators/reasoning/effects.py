"""What may happen when something runs, with all that it calls: what is changed, what a condition reads, who calls whom.

All of it errs on one side: what is not among the changes surely does not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from boardwright.dsl.language.types import PieceType, SetType, SpaceType, ZoneType, kinds_of
from boardwright.dsl.language.words import TURN_RULES
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import is_expression, is_statement, nodes
from boardwright.validators.reasoning.facts import PossibleChanges
from boardwright.validators.reasoning.routines import (
    Routine,
    entry_key,
    hooks_on,
    phases,
    routines,
    slot_key,
)

Part = tuple[str, object]
"""A part of the position: ("note", id), ("pieces", kind), ("stock", id), ("die", kind), ("players", ""),
("name", id of a variable), or one of the course: ("course", active_player and the like)."""

PLAYERS: Part = ("players", "")
ENDS: Part = ("ends", "")
"""No part of the position: the game may end here."""

_COURSE = ("active_player", "last_player", "phase", "round", "turn_number", "direction")


@dataclass(slots=True)
class Effects:
    """Of one game. `calls` has for each routine those that it may enter, hooks included."""

    game: ir.Game
    routines: dict[str, Routine] = field(default_factory=dict)
    hooks: Mapping[str, list[ir.Hook]] = field(default_factory=dict)
    calls: dict[str, tuple[str, ...]] = field(default_factory=dict)
    values_asked: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _written: dict[str, frozenset[Part]] = field(default_factory=dict)
    changes: dict[int, PossibleChanges] = field(
        default_factory=dict
    )  # of statements and bodies of the game, by id
    _ends: dict[str, bool] = field(default_factory=dict)
    _by_asker: dict[str, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.routines = routines(self.game)
        self.hooks = hooks_on(self.game)
        self.calls = {
            key: tuple(dict.fromkeys(self.callees(routine.body, self.rule_of(key))))
            for key, routine in self.routines.items()
        }

    def rule_of(self, key: str) -> str | None:
        """The rule that `original` means in this routine."""
        if not key.startswith("hook "):
            return None
        return next(hook.rule for hook in self.game.hooks if f"hook {hook.id}" == key)

    def callees(self, body: object, original: str | None = None) -> Iterator[str]:
        """The routines that a body may enter directly: rules with the hooks on them, effects, entries."""
        for node in nodes(body):
            if not isinstance(node, ir.Calling):
                continue
            match node:
                case ir.CallRule(rule=rule):
                    yield from self.of_rule(rule)
                case ir.Original():
                    if original is not None:
                        yield from self.of_rule(original)
                case ir.Perform(slot=slot, subject=subject):
                    yield from self._performed(slot, subject)
                case ir.Open(offer=offer):
                    yield from self._opened(offer)

    def of_rule(self, rule: str) -> Iterator[str]:
        """What runs when a rule, a phase, `turn` or `next_turn` does."""
        if rule in self.game.rules:
            yield f"rule {rule}"
        elif rule == "turn":
            yield from (f"turn {p.id}" for p in phases(self.game.course) if p.turn is not None)
        elif rule not in TURN_RULES:
            phase = next(p for p in phases(self.game.course) if p.id == rule)
            yield from self.of_phase(phase)
        for hook in self.hooks.get(rule, ()):
            yield f"hook {hook.id}"

    def of_phase(self, phase: ir.Phase) -> Iterator[str]:
        """What runs in a phase, with its turns and the phases inside it, but not around it."""
        for each in phases((phase,)):
            if each.steps is not None:
                yield f"steps {each.id}"
            if each.turn is not None:
                yield f"turn {each.id}"
                for rule in TURN_RULES:
                    yield from (f"hook {hook.id}" for hook in self.hooks.get(rule, ()))
            if each is not phase:
                yield from (f"hook {hook.id}" for hook in self.hooks.get(each.id, ()))

    def _performed(self, slot: str, subject: ir.Expr) -> Iterator[str]:
        for kind in kinds_of(subject.type):
            of: ir.Kind | ir.SpaceKind = self.game.kinds.get(kind) or self.game.spaces[kind]
            for each in of.definitions:
                if slot in each.slots:
                    yield slot_key(kind, each.id, slot)

    def _opened(self, offer: str) -> Iterator[str]:
        for entry in self.game.offers[offer].entries:
            yield entry_key(offer, entry)
        for kind, definition, slot in self.game.offers[offer].slots:
            yield slot_key(kind, definition, slot)

    def reached(self, start: Iterable[str]) -> list[str]:
        """These routines and all that they may come to."""
        found = dict.fromkeys(start)
        waiting = list(found)
        while waiting:
            for key in self.calls[waiting.pop()]:
                if key not in found:
                    found[key] = None
                    waiting.append(key)
        return list(found)

    def surely_ends(self, body: ir.Body) -> bool:
        """Whether the game ends in a body, whatever happens."""
        for node in body:
            match node:
                case ir.EndGame():
                    return True
                case ir.Stop():
                    return False
                case ir.CallRule(rule=rule) if self._rule_ends(rule):
                    return True
                case ir.As(body=inner) if self.surely_ends(inner):
                    return True
                case ir.If(body=inner, otherwise=other):
                    if self.surely_ends(inner) and self.surely_ends(other):
                        return True
                case _:
                    pass
        return False

    def _rule_ends(self, rule: str) -> bool:
        if rule not in self._ends:
            self._ends[rule] = False  # if it is needed to tell it of itself
            replaced = any(hook.moment == "instead" for hook in self.hooks.get(rule, ()))
            self._ends[rule] = not replaced and self.surely_ends(self.game.rules[rule].body)
        return self._ends[rule]

    # ---- what is changed

    def changed_by(self, body: object, original: str | None = None) -> set[Part]:
        """The parts of the position that a body may change, with all that it calls."""
        found = set(self._changes(body))
        for key in self.reached(self.callees(body, original)):
            if key not in self._written:
                self._written[key] = frozenset(self._changes(self.routines[key].body))
            found |= self._written[key]
            if key.startswith("rule "):
                found.update(self.cleared(key.removeprefix("rule ")))
        return found

    def cleared(self, lasts: str) -> Iterator[Part]:
        """The notes that are forgotten when a time or a rule begins."""
        return (("note", note.id) for note in self.game.notes.values() if note.lasts == lasts)

    def _changes(self, body: object) -> Iterator[Part]:
        for node in nodes(body):
            if not is_statement(node):
                continue
            match node:
                case ir.SetNote(note=note) | ir.AddNote(note=note):
                    yield ("course" if note in _COURSE else "note", note)
                case ir.MoveStock(stock=stock):
                    yield "stock", stock
                case ir.MovePieces(kind=kind) | ir.MoveTop(kind=kind):
                    yield "pieces", kind
                case ir.Draw(selection=selection):
                    if isinstance(selection.var.type, PieceType):
                        yield "pieces", selection.var.type.kind
                case ir.Swap(first=first, second=second):
                    for side in (first, second):
                        if isinstance(side.type, PieceType):
                            yield "pieces", side.type.kind
                case ir.Shuffle(place=place):
                    yield from (("pieces", kind) for kind in self._held(place))
                case ir.PassOn(place=id):
                    for held in self.game.places[id].holds:
                        yield ("pieces" if held in self.game.kinds else "stock", held)
                case ir.Roll(dice=dice):
                    of = dice.type.element if isinstance(dice.type, SetType) else dice.type
                    if isinstance(of, PieceType):
                        yield "die", of.kind
                case ir.DropOut():
                    yield PLAYERS
                case ir.SetLocal(var=var):
                    yield "name", var.id
                case ir.EndGame():
                    yield ENDS
                case ir.CallRule() | ir.Perform() | ir.Open() | ir.Original():
                    pass  # see `callees`
                case ir.Choose() | ir.Find() | ir.MayDo() | ir.ChooseOne() | ir.Share() | ir.Let():
                    pass
                case ir.If() | ir.IfSo() | ir.ForEach() | ir.AllAtOnce() | ir.While():
                    pass
                case ir.Repeat() | ir.As() | ir.Look() | ir.Stop():
                    pass

    def _held(self, place: ir.Expr) -> list[str]:
        of = place.type.element if isinstance(place.type, SetType) else place.type
        held: list[str] = []
        if isinstance(of, ZoneType):
            held += self.game.places[of.place].holds
        elif isinstance(of, SpaceType):
            for kind in of.kinds:
                held += self.game.spaces[kind].holds
        return [id for id in held if id in self.game.kinds]

    # ---- what is read

    def read_by(self, expr: object) -> set[Part]:
        """The parts of the position on which an expression may depend."""
        found: set[Part] = set()
        waiting = [expr]
        asked: set[str] = set()
        unasked: set[int] = set()  # askers of values that do not ask who asks
        while waiting:
            for node in nodes(waiting.pop()):
                if isinstance(node, ir.ValueCall):
                    if not self.depends_on_asker(node.value):
                        unasked.add(id(node.me))
                    if node.value not in asked:
                        asked.add(node.value)
                        found |= self._value_reads(node.value, waiting)
                elif id(node) not in unasked:
                    found.update(self._reads(node))
        return found

    def depends_on_asker(self, value: str) -> bool:
        """Whether it may make a difference for whom a value is asked: cards that modify it belong to somebody."""
        if value not in self._by_asker:
            of = self.game.values[value]
            self._by_asker[value] = ("name", of.me.id) in self.read_by(of.base) or any(
                modifier.definition is not None
                or ("name", modifier.me.id) in self.read_by((modifier.when, modifier.operand))
                for modifier in self.game.modifiers
                if modifier.value == value
            )
        return self._by_asker[value]

    def _value_reads(self, value: str, waiting: list[object]) -> set[Part]:
        """What decides who modifies a value; what is asked then comes to those that wait."""
        found: set[Part] = set()
        waiting.append(self.game.values[value].base)
        for modifier in self.game.modifiers:
            if modifier.value == value:
                waiting.extend((modifier.when, modifier.operand))
                if modifier.definition is not None:
                    kind = modifier.definition[0]
                    if kind in self.game.kinds:
                        found.add(("pieces", kind))
                    waiting.append(self.game.in_force_of(*modifier.definition).in_force)
        return found

    def _reads(self, node: ir.Node) -> Iterator[Part]:
        if not is_expression(node):
            return
        match node:
            case ir.NoteRead(note=note):
                yield ("course" if note in _COURSE else "note", note)
            case ir.Amount(stock=stock):
                yield "stock", stock
            case ir.PiecesAt(kind=kind) | ir.PiecesOf(kind=kind) | ir.ThePiece(kind=kind):
                yield "pieces", kind
            case ir.DieFace(die=die):
                yield from (("die", kind) for kind in kinds_of(die.type))
            case ir.PieceOfPlayer(kind=kind):
                yield "pieces", kind
            case ir.TopOf() | ir.SpaceOfPiece():
                thing = node.type if isinstance(node, ir.TopOf) else node.piece.type
                yield from (("pieces", kind) for kind in kinds_of(thing))
            case ir.OwnerOf(subject=subject) | ir.AttributeRead(subject=subject):
                yield from self._of_thing(subject)
            case ir.MembersOf(subject=subject) | ir.FaceOf(piece=subject):
                yield from self._of_thing(subject)
            case ir.Players() | ir.NextSeat():
                yield PLAYERS
            case ir.Position():  # players are counted from the active one
                yield "course", "active_player"
            case ir.Local(var=var) | ir.LocalOf(var=var):
                yield "name", var.id
            case ir.Const() | ir.OptionRead() | ir.Played() | ir.Seat() | ir.Seats():
                pass  # is what it is
            case ir.AllPieces() | ir.Spaces() | ir.SpacesOf() | ir.Members() | ir.ParentOf():
                pass
            case ir.SpaceNamed() | ir.ZonePlace() | ir.Neighbours():
                pass
            case ir.Arithmetic() | ir.Compare() | ir.Same() | ir.IsNobody() | ir.Both():
                pass  # reads nothing but by what it is made of
            case ir.Either() | ir.Not() | ir.Member() | ir.Singleton() | ir.Union() | ir.Without():
                pass
            case ir.TableRead() | ir.ValueCall() | ir.Range() | ir.Within() | ir.Connected():
                pass
            case ir.Those() | ir.Aggregate() | ir.Count() | ir.MinMax():
                pass

    def _of_thing(self, subject: ir.Expr) -> Iterator[Part]:
        match subject.type:
            case PieceType(kind=kind):
                yield "pieces", kind
            case ZoneType(place=place):
                per = self.game.places[place].per
                if per in self.game.kinds:
                    yield "pieces", per
            case _:
                pass

    # ---- in which phases something can run

    def phases_of(self) -> dict[str, frozenset[str]]:
        """For each routine, and each `value x`, the phases in which it can run or be asked; nothing is said of what
        nothing runs.
        """
        found: dict[str, set[str]] = {}

        def mark(keys: Iterable[str], ids: Iterable[str]) -> None:
            for key in keys:
                found.setdefault(key, set()).update(ids)

        turns = [p.id for p in phases(self.game.course) if p.turn is not None]
        for phase in phases(self.game.course):
            own = [f"hook {hook.id}" for hook in self.hooks.get(phase.id, ())]
            if phase.steps is not None:
                own.append(f"steps {phase.id}")
            if phase.turn is not None:
                own.append(f"turn {phase.id}")
            mark(self.reached(own), [phase.id])
        on_turns = [f"hook {h.id}" for rule in TURN_RULES for h in self.hooks.get(rule, ())]
        mark(self.reached(on_turns), turns)
        return {key: frozenset(ids) for key, ids in found.items()}
