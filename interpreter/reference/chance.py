"""Draws and rolls: results of chance, or of a scenario instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boardwright.dsl.language.types import PieceType, Type
from boardwright.dsl.rules import ir
from boardwright.interpreter.reference.evaluator import Evaluator
from boardwright.interpreter.reference.options import Group, option_id
from boardwright.interpreter.reference.position import NAMELESS, NOBODY

Dictated = Mapping[str, Sequence[str]]
"""The dictated results of chance, by the names of events, in order."""


class DictationError(Exception):
    """A dictated result is impossible."""


class Chance:
    """Draws for one position. Dictated results take nothing from the stream of chance."""

    def __init__(self, evaluator: Evaluator, dictated: Dictated | None = None) -> None:
        self.evaluator = evaluator
        self.position = evaluator.position
        self.dictated = {event: list(results) for event, results in (dictated or {}).items()}

    def drawn(self, statement: ir.Draw, members: Sequence[int]) -> int:
        """One of the members."""
        element, site = statement.selection.var.type, statement.site
        drawn = self._one_of(site, members, element)
        self.evaluator.watch.brings(site, self._names(drawn, element)[0])
        return drawn

    def meant(
        self, statement: ir.Choose, groups: Sequence[Group], picked: Sequence[int]
    ) -> list[int]:
        """The members that picks mean, if the chooser could not tell some of them apart."""
        element, site = statement.selection.var.type, statement.site
        found: list[int] = []
        for group in sorted(groups, key=lambda group: group.members[0]):
            taken = [one for one in group.members if one in picked]
            if not group.is_drawn(len(taken)):
                found += taken
                continue
            left = list(group.members)
            for _ in taken:
                one = self._one_of(site, left, element)
                left.remove(one)
                found.append(one)
                self.evaluator.watch.brings(site, self._names(one, element)[0])
        return found

    def _one_of(self, site: str, members: Sequence[int], element: Type) -> int:
        wanted = self._next(site)
        if wanted is None:
            return members[self.position.below(len(members))]
        for one in members:
            if wanted in self._names(one, element):
                return one
        raise DictationError(f"`{wanted}` cannot be drawn at `{site}`")

    def rolled(self, statement: ir.Roll, kind: str) -> int:
        """A side of a die."""
        sides, wanted = self.evaluator.game.kinds[kind].sides, self._next(statement.site)
        if wanted is not None and wanted not in map(str, range(1, sides + 1)):
            raise DictationError(f"`{wanted}` is not a side of the die")
        side = self.position.below(sides) + 1 if wanted is None else int(wanted)
        self.evaluator.watch.brings(statement.site, str(side))
        return side

    def _next(self, event: str) -> str | None:
        results = self.dictated.get(event)
        return results.pop(0) if results else None

    def _names(self, member: int, element: Type) -> tuple[str, ...]:
        """The names of a member; for a hidden piece its face, and its name if it has one."""
        if not isinstance(element, PieceType) or not self.position.is_hidden(element.kind):
            return (option_id(self.evaluator, member, element, NOBODY),)
        kind, table = element.kind, self.evaluator.table
        name = self.position.name[kind][member]
        face = table.faces[kind][self.position.face[kind][member]].id
        return (face,) if name == NAMELESS else (face, table.pieces[kind][name].id)
