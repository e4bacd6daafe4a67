"""Finds where pieces surely lie unseen by a player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from boardwright.dsl.language.types import PlayerType, SetType, SpaceType, with_article
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import conjuncts


def others_in(text: Iterable[object]) -> dict[int, list[ir.Expr]]:
    """Returns for the names of players in a text, by number, the players that they surely are not."""
    found: dict[int, list[ir.Expr]] = {}
    for node in text:
        if isinstance(node, ir.Selection) and isinstance(node.var.type, PlayerType):
            found.setdefault(node.var.id, []).extend(_left_out(node))
        elif isinstance(node, ir.Choose | ir.Draw | ir.Find):
            if isinstance(node.var.type, PlayerType):
                found.setdefault(node.var.id, []).extend(_left_out(node.selection))
    return found


def _left_out(selection: ir.Selection) -> list[ir.Expr]:
    """Returns the players that a selection excludes: `players except p`, `where q is not p`."""
    found: list[ir.Expr] = []
    match selection.source:
        case ir.Without(right=ir.Singleton(element=player)):
            found.append(player)
        case _:
            pass
    for part in conjuncts(selection.where):
        match part:
            case ir.Not(operand=ir.Same(left=left, right=right)):
                for one, other in ((left, right), (right, left)):
                    if isinstance(one, ir.Local) and one.var.id == selection.var.id:
                        found.append(other)
            case _:
                pass
    return found


@dataclass(frozen=True, slots=True)
class Unseen:
    """What is hidden from a player in one text; `others` is the result of `others_in` for the text."""

    game: ir.Game
    others: Mapping[int, list[ir.Expr]] = field(default_factory=dict)

    def among(self, things: ir.Expr, player: ir.Expr | None, kind: str) -> str | None:
        """Says why a player does not see some of these things, if that is certain."""
        match things:
            case ir.PiecesAt(places=places) | ir.TopPieces(place=places):
                return self.at(places, player, kind)
            case ir.Those(selection=selection):
                return self.among(selection.source, player, kind)
            case ir.Without(left=left):
                return self.among(left, player, kind)
            case ir.Common(left=left, right=right):
                return self.among(left, player, kind) and self.among(right, player, kind)
            case ir.IfElse(first=first, other=other):
                return self.among(first, player, kind) and self.among(other, player, kind)
            case ir.Union(left=left, right=right):
                return self.among(left, player, kind) or self.among(right, player, kind)
            case _:
                return None

    def at(
        self, place: ir.Expr, player: ir.Expr | None, kind: str, what: str = "the faces"
    ) -> str | None:
        """Says why a player does not see what lies in a place, if that is certain; `kind` is a kind of piece or a stock."""
        if isinstance(place, ir.ZonePlace):
            declared = self.game.places[place.place]
            if declared.visible_when is not None:
                return None
            if declared.visible_to == "nobody":
                return f"no player sees {what} in `{declared.id}`"
            if declared.visible_to == "owner" and declared.per == "player":
                if place.key is None:
                    return f"only their owners see {what} in each `{declared.id}`"
                if self._differ(place.key, player) or self._differ(player, place.key):
                    return f"only its owner sees {what} in `{declared.id}`"
            return None
        type = place.type.element if isinstance(place.type, SetType) else place.type
        if isinstance(type, SpaceType):
            if all(kind in self.game.spaces[one].hides for one in type.kinds):
                return f"{with_article(kind)} lies face down there"
        return None

    def note(self, read: ir.NoteRead, player: ir.Expr | None) -> str | None:
        """Says why a player does not see a note, if that is certain."""
        match self.game.notes.get(read.note):
            case ir.Note(visible_to="nobody"):
                return f"no player sees the note `{read.note}`"
            case ir.Note(visible_to="owner", per="player"):
                if self._differ(read.key, player) or self._differ(player, read.key):
                    return f"only its owner sees each note `{read.note}`"
            case ir.Note(visible_to="owner", per=(_, _) as per) if "player" in per:
                assert isinstance(read.key, ir.Pair)
                key = read.key.first if per[0] == "player" else read.key.second
                if self._differ(key, player) or self._differ(player, key):
                    return f"only its owner sees each note `{read.note}`"
            case _:
                pass  # all players see it, or the owner of its piece or space does
        return None

    def _differ(self, one: ir.Expr | None, other: ir.Expr | None) -> bool:
        """Whether two player expressions surely mean different players."""
        if one is None or other is None:
            return False
        if isinstance(one, ir.NextSeat) and one.player == other:
            return True
        return isinstance(one, ir.Local) and other in self.others.get(one.var.id, ())
