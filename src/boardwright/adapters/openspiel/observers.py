"""What players see and know, as text and as rows of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
import pyspiel  # type: ignore[import-not-found]

from boardwright.adapters.openspiel.told import view_text
from boardwright.interpreter.play.record_lines import canonical
from boardwright.interpreter.play.views import view

if TYPE_CHECKING:
    from boardwright.adapters.openspiel.setting import Setting

_DIGEST = 128
"""How many bits of the digest of what was told a row has."""


class Observer:
    """What one player sees, or with perfect recall all that the player was ever told. Of what everybody sees, and of what only this
    player sees, there is text and no row.
    """

    def __init__(self, setting: Setting, sort: Any) -> None:
        if sort is None:
            sort = pyspiel.IIGObservationType(perfect_recall=False)
        kind = pyspiel.PrivateInfoType
        if sort.private_info == kind.ALL_PLAYERS:
            raise ValueError("there is no observation of what all players see together")
        self.sees_public, self.sees_own = sort.public_info, sort.private_info != kind.NONE
        self.dict: dict[str, Any] = {}
        self.tensor: Any = None
        self.recalls = sort.perfect_recall
        if not (self.sees_public and self.sees_own):
            if self.recalls:
                raise ValueError("what a player was told has no parts: expected all of it")
            return
        seen = setting.observer.size
        self.tensor = numpy.zeros(seen + (_DIGEST if self.recalls else 0), numpy.float32)
        self.dict = {"observation": self.tensor[:seen]}
        if self.recalls:
            self.dict["told"] = self.tensor[seen:]
        low, high = (
            numpy.abs(numpy.asarray(each, numpy.float32))
            for each in (setting.observer.low, setting.observer.high)
        )
        self.unit = numpy.maximum(numpy.maximum(low, high), 1)

    def set_from(self, state: Any, player: int) -> None:
        """Fills the row: whole numbers, each divided by the largest that it can be, so that all are from -1 to 1."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        line = state.line
        if line.state is None:
            return
        row = line.setting.observer.observe(line.state.copy(), player)
        self.dict["observation"][:] = numpy.asarray(row, numpy.float32) / self.unit
        if self.recalls:
            digest = numpy.frombuffer(line.told(player).digest, numpy.uint8)
            self.dict["told"][:] = numpy.unpackbits(digest)[:_DIGEST]

    def string_from(self, state: Any, player: int) -> str:
        """What is seen, or was told, as lines of JSON."""
        line = state.line
        if self.recalls:
            return f"{player}\n{line.told(player)}"
        if line.state is None:
            return ""
        position = line.state.copy()
        if not self.sees_own:
            return view_text(position, -1) if self.sees_public else ""
        if self.sees_public:
            return view_text(position, player)
        public = view(position, -1)
        own = view(position, player)
        return canonical({key: seen for key, seen in own.items() if public.get(key) != seen})
