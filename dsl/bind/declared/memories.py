"""Turns declared memories into symbols, and refuses what no memory can compare."""

from __future__ import annotations

from collections.abc import Mapping

from boardwright.dsl.bind.binding import RulesetBinding
from boardwright.dsl.bind.declared.things import mention_kind
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import memories as memory_errors
from boardwright.dsl.declare.clauses import MemoryDecl
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.language.types import PieceType, SetType, with_article
from boardwright.dsl.language.words import BUILT_IN_NOTES
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import Thing

TURN = "active_player"


def add_memories(r: RulesetBinding) -> None:
    """Adds the memories; kinds, stocks and notes are there already."""
    for memory in r.ruleset.memories:
        of: dict[str, list[str]] = {"kind": [], "stock": [], "note": [], TURN: []}
        for name in memory.of:
            sort = _compare(r, memory, name)
            if sort is not None:
                of[sort].append(name.id)
        if not memory.of:
            memory_errors.compares_nothing(r.bag, memory.id, memory.span)
        r.symbols.memories[memory.id] = ir.Memory(
            id=memory.id,
            origin=memory.origin,
            texts=memory.texts,
            kinds=tuple(id for id in r.symbols.kinds if id in of["kind"]),
            stocks=tuple(id for id in r.symbols.stocks if id in of["stock"]),
            notes=tuple(id for id in r.symbols.notes if id in of["note"]),
            turn=bool(of[TURN]),
            holds=memory.holds,
            forgets=memory.when_full is not None,
            span=memory.span,
        )


def _compare(r: RulesetBinding, memory: MemoryDecl, name: Name) -> str | None:
    """Returns the sort of what a name says to compare; None after a diagnostic."""
    symbols, id = r.symbols, name.id
    if id in symbols.kinds:
        mention_kind(r, name)
        return "kind" if _kind_is_comparable(r, name, symbols.kinds[id]) else None
    if id in symbols.stocks:
        symbols.means(name.span, Thing("stock", id, symbols.stocks[id].span))
        return "stock" if _lies_on_the_board(r, name, "a stock") else None
    if id in symbols.notes:
        note = symbols.notes[id]
        owner = " and ".join(ir.list_indices(note.per))
        symbols.means(name.span, Thing("note", id, note.span, owner))
        return "note" if _note_is_comparable(r, name, note) else None
    if id == TURN:
        symbols.means(name.span, Thing("note", id))
        return TURN
    others: Mapping[str, str] = {
        **dict.fromkeys(symbols.places, "a place"),
        **dict.fromkeys(symbols.spaces, "a kind of space"),
        **dict.fromkeys(BUILT_IN_NOTES, "a built-in note"),
    }
    if id in others:
        memory_errors.not_compared(r.bag, id, others[id], name.span)
    else:
        known = (*symbols.kinds, *symbols.stocks, *symbols.notes, TURN)
        errors.unknown(r.bag, "kind, stock or note", id, name.span, known)
    return None


def _kind_is_comparable(r: RulesetBinding, name: Name, kind: ir.Kind) -> bool:
    if kind.hidden:
        what = f"the faces of {kind.plural} are hidden"
        memory_errors.tells_a_secret(r.bag, name.span, what, kind.span)
        return False
    if kind.sides:
        memory_errors.not_compared(r.bag, name.id, "a kind of dice", name.span)
        return False
    return _lies_on_the_board(r, name, "a kind of piece")


def _lies_on_the_board(r: RulesetBinding, name: Name, what: str) -> bool:
    """Whether some space can hold it."""
    spaces = r.symbols.spaces
    lying = [
        *(lies.place.id for of in r.ruleset.kinds if of.id == name.id for lies in of.lies_in),
        *(lies.place.id for of in r.ruleset.stocks if of.id == name.id for lies in of.lies_in),
    ]
    if any(name.id in space.holds for space in spaces.values()) or any(
        at in spaces for at in lying
    ):
        return True
    memory_errors.never_on_the_board(r.bag, name.id, what, name.span)
    return False


def _note_is_comparable(r: RulesetBinding, name: Name, note: ir.Note) -> bool:
    """Whether everybody sees a note, and pieces that look alike cannot be exchanged in it."""
    if note.visible_to != "everyone":
        what = (
            f"only the owner sees `{note.id}`"
            if note.visible_to == "owner"
            else f"nobody sees `{note.id}`"
        )
        memory_errors.tells_a_secret(r.bag, name.span, what, note.span)
        return False
    of = note.type.element if isinstance(note.type, SetType) else note.type
    kinds = [each for each in ir.list_indices(note.per) if each in r.symbols.kinds]
    kinds += [of.kind] if isinstance(of, PieceType) else []
    for each in kinds:
        kind = r.symbols.kinds[each]
        if kind.hidden:
            what = f"the faces of {kind.plural} are hidden, and `{note.id}` is about them"
            memory_errors.tells_a_secret(r.bag, name.span, what, kind.span)
            return False
        alike = next((d for d in kind.definitions if d.copies > 1), None)
        if alike is not None:
            what = with_article(kind.id)
            memory_errors.of_alike(r.bag, note.id, what, alike.id, name.span, note.span)
            return False
    return True
