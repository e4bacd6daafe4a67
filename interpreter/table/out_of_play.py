"""Cards that cannot come into play at a table: their clauses are left out of its program.

For example, rules may move six named cards of a thousand from the box, and never the others. This follows which pieces can
move where, through everything that may happen at this table, as sets of pieces that only grow. Anything not understood
means all pieces. If a kind has owners, a piece that nobody can ever own has no effect and is never offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace

from boardwright.dsl.language.types import PieceType, PlayerType, SetType, SpaceType, Type, ZoneType
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import everything, nodes
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import Table
from boardwright.interpreter.table.table_values import Facts

FEW = 8  # with fewer definitions it does not pay


def in_play(table: Table) -> ir.Game:
    """The game without the clauses of cards that nobody can ever own at this table."""
    game = table.game
    idle: set[tuple[str, str]] = set()
    for kind in game.kinds.values():
        if kind.owner is None or kind.owner == kind.home or kind.hidden or kind.per_player:
            continue
        if len(kind.definitions) >= FEW:
            idle |= _Flow(table, kind).idle()
    return without(game, idle) if idle else game


def without(game: ir.Game, idle: set[tuple[str, str]]) -> ir.Game:
    """The game without the clauses of these pieces."""
    kinds = {
        kind.id: replace(
            kind,
            definitions=tuple(
                replace(each, slots={}) if (kind.id, each.id) in idle else each
                for each in kind.definitions
            ),
        )
        for kind in game.kinds.values()
    }
    offers = {
        offer.id: replace(
            offer,
            slots=tuple(slot for slot in offer.slots if slot[:2] not in idle),
            entries=tuple(entry for entry in offer.entries if entry.definition not in idle),
        )
        for offer in game.offers.values()
    }
    return replace(
        game,
        kinds=kinds,
        offers=offers,
        hooks=tuple(hook for hook in game.hooks if hook.definition not in idle),
        modifiers=tuple(each for each in game.modifiers if each.definition not in idle),
    )


@dataclass(slots=True)
class _Flow:
    """Where the pieces of one kind can go, as masks that grow until nothing is added."""

    table: Table
    kind: ir.Kind
    reach: dict[tuple[str, str | int], int] = field(default_factory=dict)
    followed: set[int] = field(default_factory=set)  # locals whose values are all known
    moved: int = 0  # pieces that may leave home, or whose effects are performed there
    grown: bool = True
    folded: dict[int, tuple[object, int | tuple[int, ...] | None]] = field(default_factory=dict)

    @property
    def everything(self) -> int:
        return (1 << len(self.table.pieces[self.kind.id])) - 1

    def idle(self) -> set[tuple[str, str]]:
        """The definitions without a piece that can come into play."""
        self.reach["place", self.kind.home] = self.everything
        self.followed = {var.id for node in everything(self.table.game) for var in _binds(node)}
        while self.grown:
            self.grown = False
            if self.moved == self.everything:
                return set()
            for root in self.roots():
                for node in self.walk(root):
                    self.visit(node)
        return {
            (self.kind.id, each.id)
            for index, each in enumerate(self.kind.definitions)
            if not self.pieces_of(index) & self.moved
        }

    def pieces_of(self, index: int) -> int:
        """The pieces with a definition."""
        pieces = self.table.pieces[self.kind.id]
        faces = self.table.faces[self.kind.id]
        return sum(1 << n for n, p in enumerate(pieces) if faces[p.face].definition == index)

    # ---- what may happen

    def roots(self) -> Iterator[object]:
        """Everything that may run at this table, as far as is known."""
        game = self.table.game
        yield tuple(game.rules.values())
        yield game.course
        yield tuple(game.values.values())
        yield game.outcome
        for entry in (entry for offer in game.offers.values() for entry in offer.entries):
            if self.may_act(entry.definition):
                self.is_it(entry.it, entry.definition)
                yield entry
        clauses: tuple[ir.Hook | ir.Modifier, ...] = (*game.hooks, *game.modifiers)
        for clause in clauses:
            if self.may_act(clause.definition):
                self.bind_clause(clause)
                yield clause
        kinds: tuple[ir.Kind | ir.SpaceKind, ...] = (*game.kinds.values(), *game.spaces.values())
        for definition in (each for of in kinds for each in of.definitions):
            named = (definition.kind, definition.id)
            if self.may_act(named):
                for slot in definition.slots.values():
                    self.is_it(slot.it, named)
                    yield slot

    def may_act(self, definition: tuple[str, str] | None) -> bool:
        """Whether a clause can apply: it has no piece, one of another kind, or one that may be in play."""
        if definition is None or definition[0] != self.kind.id:
            return True
        return bool(self.named(definition[1]) & self.moved)

    def named(self, id: str) -> int:
        """The pieces of an id."""
        found = 0
        for index, each in enumerate(self.kind.definitions):
            if each.id == id:
                found |= self.pieces_of(index)
        return found

    def is_it(self, it: ir.Var | None, definition: tuple[str, str] | None) -> None:
        if it is not None and definition is not None and definition[0] == self.kind.id:
            self.local(it, self.named(definition[1]))

    def bind_clause(self, clause: ir.Hook | ir.Modifier) -> None:
        self.is_it(clause.it, clause.definition)
        game = self.table.game
        if isinstance(clause, ir.Modifier):
            params = game.values[clause.value].params if clause.value in game.values else ()
        else:
            params = game.rules[clause.rule].params if clause.rule in game.rules else ()
        for own, of in zip(clause.params, params, strict=False):
            self.local(own, self.of_local(of))
        if isinstance(clause, ir.Hook) and " of " in clause.rule:
            for own in clause.params:  # any piece with this effect
                self.local(own, self.everything)

    def walk(self, root: object) -> Iterator[ir.Node]:
        """All nodes inside, without branches that are never taken at this table."""
        if isinstance(root, tuple):
            for part in root:
                yield from self.walk(part)
        elif isinstance(root, ir.Node):
            yield root
            if isinstance(root, ir.If):
                known = self.fold(root.condition)
                if isinstance(known, int):
                    yield from self.walk(root.body if known else root.otherwise)
                    return
            for each in fields(root):
                if each.name not in ("span", "type", "texts"):
                    yield from self.walk(getattr(root, each.name))

    def fold(self, expr: ir.Expr) -> int | tuple[int, ...] | None:
        """The value that an expression always has at this table; None if it depends on play."""
        kept = self.folded.get(id(expr))
        if kept is None or kept[0] is not expr:
            kept = self.folded[id(expr)] = (expr, self.folds_to(expr))
        return kept[1]

    def folds_to(self, expr: ir.Expr) -> int | tuple[int, ...] | None:
        table = self.table
        asking = {
            node.var.id
            for node in nodes(expr)
            if isinstance(node, ir.Local) and isinstance(node.type, PlayerType)
        }
        if any(isinstance(node, ir.Players) for node in nodes(expr)):
            return None  # some players may have dropped out
        found: set[object] = set()
        for seat in range(-1, table.players if asking else 0):
            facts = Facts(table.game, table.players, table.options)
            try:
                found.add(facts.fold(expr, dict.fromkeys(asking, seat)))
            except (RuleError, StopIteration):
                return None
        value = found.pop()
        return value if not found and isinstance(value, int | tuple) else None

    # ---- values

    def grow(self, what: str, which: str | int, more: int) -> None:
        before = self.reach.get((what, which), 0)
        if more & ~before:
            self.reach[what, which] = before | more
            self.grown = True

    def local(self, var: ir.Var, more: int) -> None:
        if self.is_ours(var.type):
            self.grow("local", var.id, more)

    def is_ours(self, of: Type) -> bool:
        """Whether something is a piece of the kind, or a set of these."""
        element = of.element if isinstance(of, SetType) else of
        return isinstance(element, PieceType) and element.kind == self.kind.id

    def visit(self, node: ir.Node) -> None:
        match node:
            case ir.Selection(var=var, source=source):
                self.local(var, self.bound(source))
            case ir.SetNote(note=note, value=value) if self.is_ours(value.type):
                self.grow("note", note, self.bound(value))
            case ir.CallRule(rule=rule, arguments=arguments) if rule in self.table.game.rules:
                params = self.table.game.rules[rule].params
                for var, argument in zip(params, arguments, strict=False):
                    self.local(var, self.bound(argument))
            case ir.Open(offer=offer, arguments=arguments):
                params = self.table.game.offers[offer].params
                for var, argument in zip(params, arguments, strict=False):
                    self.local(var, self.bound(argument))
            case ir.ValueCall(value=value, arguments=arguments):
                params = self.table.game.values[value].params
                for var, argument in zip(params, arguments, strict=False):
                    self.local(var, self.bound(argument))
            case ir.Perform(subject=subject) | ir.Usable(subject=subject) if self.is_ours(
                subject.type
            ):
                self.move(self.bound(subject))
            case _:
                if isinstance(node, ir.Naming):
                    self.named_by(node)
                if isinstance(node, ir.Moving):
                    self.moved_by(node)

    def named_by(self, node: ir.Naming) -> None:
        match node:
            case ir.Choose(var=var, selection=selection) | ir.Draw(var=var, selection=selection):
                self.local(var, self.bound(selection.source))
            case ir.Find(var=var, selection=selection):
                self.local(var, self.bound(selection.source))
            case ir.Let(var=var, value=value) | ir.SetLocal(var=var, value=value):
                self.local(var, self.bound(value))
            case ir.Share():
                pass  # numbers

    def moved_by(self, node: ir.Moving) -> None:
        match node:
            case ir.MovePieces(pieces=pieces, target=target):
                if self.is_ours(pieces.type) and target is not None:
                    self.lay(self.bound(pieces), target.type)
            case ir.MoveTop(kind=kind, origin=origin, target=target):
                if kind == self.kind.id:
                    self.lay(self.within(origin.type), target.type)
            case ir.Swap(first=first, second=second):
                if self.is_ours(first.type):
                    self.lay(self.bound(first) | self.bound(second), None)
            case ir.Shuffle() | ir.PassOn():
                pass  # places are known by their declared name, which all players share

    def lay(self, pieces: int, where: Type | None) -> None:
        """Notes that pieces may come to a place."""
        for name in self.names(where):
            self.grow("place", name, pieces)
            if name != self.kind.home:
                self.move(pieces)

    def move(self, pieces: int) -> None:
        if pieces & ~self.moved:
            self.moved |= pieces
            self.grown = True

    def names(self, where: Type | None) -> tuple[str, ...]:
        """The declared places and kinds of spaces that a type means."""
        match where:
            case SetType(element=element):
                return self.names(element)
            case ZoneType(places=places):
                return places
            case SpaceType(kinds=kinds):
                return tuple(kinds)
            case _:
                return (*self.table.game.places, *self.table.game.spaces)

    def within(self, where: Type) -> int:
        """The pieces that may be in a place."""
        found = 0
        for name in self.names(where):
            found |= self.reach.get(("place", name), 0)
        return found

    def bound(self, expr: ir.Expr) -> int:
        """All pieces that an expression may mean."""
        if not self.is_ours(expr.type):
            return 0
        known = self.fold(expr)
        if known is not None:
            members = known if isinstance(known, tuple) else (known,)
            return sum(1 << n for n in members if n >= 0)
        match expr:
            case ir.PiecesAt(places=places):
                return self.within(places.type)
            case ir.PiecesOf():
                return self.reach.get(("place", self.kind.owner or ""), 0)
            case ir.TopOf(place=place) | ir.TopPieces(place=place):
                return self.within(place.type)
            case ir.Those(selection=selection):
                return self.bound(selection.source)
            case ir.Union(left=left, right=right):
                return self.bound(left) | self.bound(right)
            case ir.IfElse(first=first, other=other):
                return self.bound(first) | self.bound(other)
            case ir.Empty():
                return 0
            case ir.Common(left=left, right=right):
                return self.bound(left) & self.bound(right)
            case ir.Without(left=left, right=right):
                away = self.bound(right) if self.fold(right) is not None else 0
                return self.bound(left) & ~away
            case ir.Singleton(element=element):
                return self.bound(element)
            case ir.Local(var=var) | ir.LocalOf(var=var):
                return self.of_local(var)
            case ir.NoteRead(note=note) if note in self.table.game.notes:
                return self.reach.get(("note", note), 0) | self.start_of(
                    self.table.game.notes[note]
                )
            case ir.ValueCall(value=value):
                found = self.bound(self.table.game.values[value].base)
                for each in self.table.game.modifiers:
                    if each.value == value and self.may_act(each.definition):
                        found |= self.bound(each.operand)
                return found
            case _:
                return self.everything

    def of_local(self, var: ir.Var) -> int:
        """The pieces that a local may be: all, if its values are unknown."""
        return self.reach.get(("local", var.id), 0) if var.id in self.followed else self.everything

    def start_of(self, note: ir.Note) -> int:
        if isinstance(note.type, SetType) or note.start is None:
            return 0 if isinstance(note.type, SetType) else self.everything
        return self.bound(note.start)


def _binds(node: ir.Node) -> tuple[ir.Var, ...]:
    """The locals that a node binds and whose values `visit` and `roots` see."""
    match node:
        case ir.Selection(var=var):
            return (var,)
        case ir.Rule(params=params) | ir.Value(params=params) | ir.Offer(params=params):
            return params
        case ir.Hook() | ir.Modifier():
            return (
                *node.params,
                *([] if node.it is None or node.definition is None else [node.it]),
            )
        case ir.Slot(it=it):
            return (it,)
        case ir.OfferEntry(it=it, definition=definition) if it is not None and definition:
            return (it,)
        case _:
            return (node.var,) if isinstance(node, ir.Naming) else ()
