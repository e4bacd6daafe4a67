"""The names that every game has, and the plurals of names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from boardwright.dsl.language.types import NUMBER, PLAYER, WAY, YES_NO, MemberType, SetType, Type

AggregateOp = Literal["count", "any", "every", "sum", "largest", "smallest"]
MinMaxOp = Literal["min", "max"]

PHASE = "phase"
DIRECTION = "direction"
DIRECTIONS = ("clockwise", "counter_clockwise")

BUILT_IN_NOTES: Mapping[str, Type] = {
    "active_player": PLAYER,
    "last_player": PLAYER,
    "phase": MemberType(PHASE),
    "round": NUMBER,
    "turn_number": NUMBER,
    "direction": MemberType(DIRECTION),
}
HOOK_WORDS = ("before", "after", "instead of")
SETTABLE = ("active_player", "direction")
ALL_WAYS = "ways"
PLAYER_SETS: Mapping[str, Type] = {
    "players": SetType(PLAYER),
    "seats": SetType(PLAYER),
    "first_seat": PLAYER,
    "last_seat": PLAYER,
}
BUILT_IN_SETS: Mapping[str, Type] = {**PLAYER_SETS, ALL_WAYS: SetType(WAY)}
EVERYWHERE = "everywhere"  # `coins in everywhere`: in all places and spaces
PLAYED = "played"  # `winter is played` asks this about an expansion
FOR_ALL: tuple[AggregateOp, ...] = ("count", "any", "every", "sum", "largest", "smallest")
LEAST_OR_MOST: tuple[MinMaxOp, ...] = ("min", "max")
ANSWERS = {
    "none": "that declines",
    "done": "that ends the picking",
}  # options of choices that are no thing
LEFT_AS = "left_as"  # `left_as(p)`: 1 for the first who dropped out of the game, 0 for those in it
SEEN = "seen"  # `seen(standing)`: how many remembered positions are equal to the present one
REMEMBER, FORGET = "remember", "forget"  # statements: `remember(standing)`
USABLE = "usable"  # `usable(ability of c)`: whether performing it would do something
TOGETHER = "together"  # joins the sets of a loop
OPPOSITE = "opposite"  # `opposite(w)`: the way that leads back
NEIGHBOUR = "neighbour"  # `neighbour(c, north)`: the next space that way
FUNCTIONS: tuple[str, ...] = (
    *(*FOR_ALL, TOGETHER, *LEAST_OR_MOST),
    *("position", LEFT_AS, USABLE, SEEN, OPPOSITE, NEIGHBOUR),
)
DEEDS: tuple[str, ...] = (REMEMBER, FORGET)
WITH_OF: Mapping[str, str] = {
    "owner": "a piece, a place or a space that can be owned",
    "face": "a die or another piece",
    "left": "a player",
    "right": "a player",
    "team": "a player",
    "neighbours": "a space of the board, or several",
    "ways": "a space of the board",
    "kinds": "a variety, a stock or a kind of piece",
}
LIFETIMES = ("game", "round", "turn", "own_turn")
TURN_RULES = ("turn", "next_turn")
TYPE_OF_WAYS = "way"  # a type in games with links, unless something else has this name
PLAIN_TYPES: Mapping[str, Type] = {"number": NUMBER, "yes_no": YES_NO, "player": PLAYER}


def plural(name: str) -> str:
    """Returns the plural of a name, which means all of them.

    >>> [plural(name) for name in ("boat", "city", "class", "way", "box")]
    ['boats', 'cities', 'classes', 'ways', 'boxes']
    """
    if name.endswith("y") and len(name) > 1 and name[-2] not in "aeiou":
        return name[:-1] + "ies"
    if name.endswith(("s", "x", "z", "ch", "sh")):
        return name + "es"
    return name + "s"
