"""What the table of a game looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boardwright.interpreter.play.naming import Words

if TYPE_CHECKING:
    from boardwright.loading.game import Game


def picture_of(game: Game, language: str | None) -> dict[str, Any]:
    """The spaces, places, seats and kinds of a game by name."""
    table, words = game.table, Words(game.rules.bound, language)
    spaces, places = [], []
    for number, place in enumerate(table.places):
        name = words.place(game.program, number, -1)
        owner = {"owner": table.seats[place.owner]} if place.owner >= 0 else {}
        if place.is_space:
            spaces.append({"id": place.id, "kind": place.declared, "name": name, **owner})
        else:
            places.append({"id": place.id, "base": place.declared, "name": name, **owner})
    seats = [{"id": seat, "name": words.seat(seat), "colour": "#888888"} for seat in table.seats]
    return {"spaces": spaces, "places": places, "seats": seats}
