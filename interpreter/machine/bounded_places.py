"""In which places that nobody can follow players may know of faces: worked out when a table is linked.

Words for such knowledge are laid out only there. A piece may be known where somebody sees it or looks at it, and wherever a piece
can go from there. Which places these are is read from the rules, without a look at conditions: too many are harmless.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boardwright.dsl.language.types import PieceType, SetType, SpaceType, Type, ZoneType
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import everything
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.table.table import Place, Table


def keepers(table: Table, kind: str, place: int) -> int:
    """The players whose knowledge of a place is kept as bounds: all but those who always see what lies there.

    None where pieces can be followed: there is known of each piece who knows it. And none of what rules move in secret.
    """
    here = table.places[place]
    if here.tracked or not table.game.kinds[kind].hidden or kind in table.disguised:
        return 0
    return _everyone(table) & ~_always_see(table, here, kind)


def bounded_places(table: Table, *more: object) -> dict[str, tuple[int, ...]]:
    """The places for each hidden kind, upwards. `more` are parts that the game does not have, such as scenes."""
    hidden = [
        kind
        for kind, declared in table.game.kinds.items()
        if declared.hidden and any(keepers(table, kind, p) for p in _holders(table, kind))
    ]
    if not hidden:
        return {}
    statements = tuple(everything((table.game, *more)))
    found = {kind: _Ways(table, kind, statements).bounded() for kind in hidden}
    return {kind: places for kind, places in found.items() if places}


_MOVES_NO_PIECE = (
    ir.Let
    | ir.SetLocal
    | ir.SetNote
    | ir.AddNote
    | ir.MoveStock
    | ir.Look
    | ir.Remember
    | ir.Forget
)


class _Ways:
    """Where pieces of one kind can go, and who may know them there."""

    def __init__(self, table: Table, kind: str, statements: Iterable[ir.Node]) -> None:
        self.table, self.kind = table, kind
        self.holders = sum(1 << p for p in _holders(table, kind))
        self.statements = tuple(statements)
        self.steps = dict.fromkeys(range(len(table.places)), 0)  # place -> those one move away
        self.sources: dict[int, list[ir.Expr]] = {}  # variable -> what it may be one of
        self.asked: set[int] = set()
        self.at_once: dict[
            int, ir.Expr
        ] = {}  # a move (by identity) -> where its piece was found just before
        for node in self.statements:
            if isinstance(node, ir.Choose | ir.Draw | ir.Find):
                self.find_at_once(node)
            for var, source in _bound(node):
                self.sources.setdefault(var.id, []).append(source)

    def bounded(self) -> tuple[int, ...]:
        """The places where somebody may know of faces that cannot be followed."""
        self.find_steps()
        known = self.who_knows()
        return tuple(p for p in bits(self.holders) if known[p] & keepers(self.table, self.kind, p))

    # ---- where pieces go

    def find_at_once(self, node: ir.Choose | ir.Draw | ir.Find) -> None:
        """Notes the statement that moves a piece, if nothing else is moved after it was found."""
        for statement in node.body:
            if isinstance(statement, ir.MovePieces) and isinstance(statement.pieces, ir.Local):
                if statement.pieces.var == node.var:
                    self.at_once[id(statement)] = node.selection.source
            if not isinstance(statement, _MOVES_NO_PIECE):
                break

    def find_steps(self) -> None:
        """Every step that a statement can make. Where a variable's piece is depends on the steps found before."""
        count = -1
        while count != sum(map(int.bit_count, self.steps.values())):
            count = sum(map(int.bit_count, self.steps.values()))
            for node in self.statements:
                for origins, targets in self.of(node):
                    for place in bits(origins & self.holders):
                        self.steps[place] |= targets & self.holders

    def of(self, node: ir.Node) -> Iterator[tuple[int, int]]:
        """From where to where a statement moves pieces of the kind."""
        if not isinstance(node, ir.Moving):
            return
        match node:
            case ir.MovePieces(kind=self.kind, pieces=pieces, target=target):
                homes = {face.home for face in self.table.faces[self.kind]}
                goals = sum(1 << home for home in homes)
                origin = self.where(self.at_once.get(id(node), pieces))
                yield origin, goals if target is None else self.places(target.type)
            case ir.MoveTop(kind=self.kind, origin=origin, target=target):
                yield self.places(origin.type), self.places(target.type)
            case ir.Swap(first=first, second=second) if _kind_of(first.type) == self.kind:
                one, other = self.where(first), self.where(second)
                yield from ((one, other), (other, one))
            case ir.PassOn(place=place):
                zone = self.places(ZoneType((place,)))
                yield zone, zone
            case ir.MovePieces() | ir.MoveTop() | ir.Swap() | ir.Shuffle():
                pass  # others, or none to another place

    def where(self, pieces: ir.Expr) -> int:
        """Where these pieces may lie."""
        match pieces:
            case ir.PiecesAt(places=places):
                return self.places(places.type)
            case ir.TopOf(place=place) | ir.TopPieces(place=place):
                return self.places(place.type)
            case ir.Those(selection=selection):
                return self.where(selection.source)
            case ir.Union(left=left, right=right):
                return self.where(left) | self.where(right)
            case ir.Without(left=left):
                return self.where(left)
            case ir.Empty():
                return 0
            case ir.Common(left=left, right=right):
                return self.where(left) & self.where(right)
            case ir.IfElse(first=first, other=other):
                return self.where(first) | self.where(other)
            case ir.Local(var=var) if var.id in self.sources:
                if var.id in self.asked:
                    return 0  # what is made of itself adds nothing
                self.asked.add(var.id)
                found = sum_of(self.where(source) for source in self.sources[var.id])
                self.asked.remove(var.id)
                return self.reached(found)
            case _:
                return self.holders

    def places(self, of: Type) -> int:
        """The places that an expression of a type can mean."""
        match of:
            case SetType(element=element):
                return self.places(element)
            case SpaceType(kinds=kinds):
                return sum(1 << p for p in self.table.spaces_of(kinds))
            case ZoneType(places=places):
                zones = (self.table.zones[place] for place in places)
                return sum((1 << zone.count) - 1 << zone.first for zone in zones)
            case _:
                return self.holders

    def reached(self, places: int) -> int:
        """These places, and all to which pieces can go from there."""
        found, rim = places, places
        while rim:
            rim = sum_of(self.steps[p] for p in bits(rim & self.holders)) & ~found
            found |= rim
        return found

    # ---- who knows them there

    def who_knows(self) -> dict[int, int]:
        """For each place the players who may know a piece that lies there."""
        everyone = _everyone(self.table)
        known = {
            place: _may_see(self.table, self.table.places[place], self.kind)
            for place in range(len(self.table.places))
        }
        for node in self.statements:
            if isinstance(node, ir.Look) and _kind_of(node.pieces.type) == self.kind:
                for place in bits(self.where(node.pieces)):
                    known[place] = everyone
        waiting = list(bits(self.holders))
        while waiting:
            place = waiting.pop()
            for target in bits(self.steps[place]):
                if known[place] & ~known[target]:
                    known[target] |= known[place]
                    waiting.append(target)
        return known


def _bound(node: ir.Node) -> Iterator[tuple[ir.Var, ir.Expr]]:
    """The variables of a node, and what each is one or several of."""
    if isinstance(node, ir.Selection):
        yield node.var, node.source
    if not isinstance(node, ir.Naming):
        return
    match node:
        case ir.Choose() | ir.Draw() | ir.Find():
            yield node.var, node.selection.source
        case ir.Let() | ir.SetLocal():
            yield node.var, node.value
        case ir.Share():
            pass  # numbers


def _kind_of(of: Type) -> str | None:
    """The kind of a piece, or of a set of them."""
    one = of.element if isinstance(of, SetType) else of
    return one.kind if isinstance(one, PieceType) else None


def sum_of(masks: Iterable[int]) -> int:
    """The members of any of these sets."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def _holders(table: Table, kind: str) -> list[int]:
    starts = {piece.start for piece in table.pieces[kind]}
    return [n for n, place in enumerate(table.places) if kind in place.holds or n in starts]


def _everyone(table: Table) -> int:
    return (1 << table.players) - 1


def _always_see(table: Table, place: Place, kind: str) -> int:
    """The players who see the faces in a place at any time."""
    match place.visible_for(kind):
        case "everyone":
            return _everyone(table)
        case "owner" if place.owner >= 0 and place.piece_kind is None:
            return 1 << place.owner
        case _:
            return 0


def _may_see(table: Table, place: Place, kind: str) -> int:
    """The players who see the faces in a place at some time: on a condition, or with the piece that it belongs to."""
    declared = table.game.places.get(place.declared) if not place.is_space else None
    sometimes = declared is not None and declared.visible_when is not None
    of_piece = place.visible_for(kind) == "owner" and place.piece_kind is not None
    return _everyone(table) if sometimes or of_piece else _always_see(table, place, kind)


__all__ = ["bounded_places", "keepers"]
