"""Spaces that no link joins to the rest of the board, and spaces that are never in play.

The check looks at each number of players, and at spaces that exist once, of kinds that have links. A board in several
large parts is taken as intended. A single space without any link is not, nor is a part that is joined to the rest only with
more players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.reasoning.facts import Known
from boardwright.validators.reasoning.ranges import exactly
from boardwright.validators.reasoning.sightings import Survey
from boardwright.validators.reasoning.survey import survey
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E633", "E635")
PROFILE = Profile.BASIC

_FEW = 3
"""A space without links is a slip only if at least this many others of its kind are joined."""


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each space."""
    game, seen = subject.game, survey(subject)
    numbers = range(game.players[0], game.players[1] + 1)
    at = {
        number: {each.id: _takes_part(seen, each, number) for each in _all(game)}
        for number in numbers
    }
    never = [each for each in _all(game) if all(at[number][each.id] is False for number in numbers)]
    for space in never:
        yield finding(
            "E635",
            f"`{space.id}` is never in play, with any number of players",
            space.span,
            help="change `in_play`, or what the space has",
        )
    gone = {each.id for each in never}
    single = [each for each in _all(game) if _is_single(game, each) and each.id not in gone]
    whole = _parts([each.id for each in single], game.links)
    told: set[str] = set()
    for space in single:
        if _has_no_link(game, space, single):
            told.add(space.id)
            yield finding(
                "E633",
                f"no link leads to `{space.id}`, but the other spaces of its kind are joined",
                space.span,
                help="add its links",
            )
    for number in numbers:
        if any(at[number][each.id] is None for each in single):
            continue
        there = [each for each in single if at[number][each.id]]
        parts = _parts([each.id for each in there], game.links)
        for part in _cut_off(parts, whole):
            names = [each for each in there if each.id in part]
            if told.isdisjoint(part):
                told.update(part)
                yield finding(
                    "E633",
                    f"with {number} player{'' if number == 1 else 's'} "
                    f"{_listed([each.id for each in names])} not joined to the rest of the board",
                    names[0].span,
                    help="add a link, or change which spaces are in play",
                )


def _all(game: ir.Game) -> list[ir.Definition]:
    return [each for kind in game.spaces.values() for each in kind.definitions]


def _takes_part(seen: Survey, space: ir.Definition, players: int) -> bool | None:
    """Whether a space is in play with this many players; None if options decide."""
    kind = seen.game.spaces[space.kind]
    if kind.in_play is None or kind.in_play_it is None:
        return True
    key = seen.extents.space_key(space.kind, space.id)
    assert key is not None
    known = Known((players, players)).named(kind.in_play_it, exactly(key))
    return seen.reasoner.holds(kind.in_play, known)


def _is_single(game: ir.Game, space: ir.Definition) -> bool:
    """Whether the space exists once, and its kind has links."""
    kind = game.spaces[space.kind]
    if kind.per is not None or kind.ring is not None:
        return False
    own = {each.id for each in kind.definitions}
    return any(link.first in own or link.second in own for link in game.links)


def _has_no_link(game: ir.Game, space: ir.Definition, single: list[ir.Definition]) -> bool:
    if any(space.id in (link.first, link.second) for link in game.links):
        return False
    others = [each.id for each in single if each.kind == space.kind and each is not space]
    linked = {end for link in game.links for end in (link.first, link.second)}
    return len(others) >= _FEW and all(other in linked for other in others)


def _parts(ids: list[str], links: Iterable[ir.Link]) -> list[set[str]]:
    """Returns the connected parts of a board; the direction of links does not matter."""
    part_of: dict[str, set[str]] = {id: {id} for id in ids}
    for link in links:
        first, second = part_of.get(link.first), part_of.get(link.second)
        if first is not None and second is not None and first is not second:
            first |= second
            for each in second:
                part_of[each] = first
    found: list[set[str]] = []
    for part in part_of.values():
        if not any(part is other for other in found):
            found.append(part)
    return found


def _cut_off(parts: list[set[str]], whole: list[set[str]]) -> Iterator[set[str]]:
    """Yields the parts that are joined to a larger one on the whole board, but not here."""
    together: Mapping[str, int] = {id: at for at, part in enumerate(whole) for id in part}
    largest: dict[int, set[str]] = {}
    for part in parts:
        at = together[next(iter(part))]
        if len(part) > len(largest.get(at, ())):
            largest[at] = part
    for part in parts:
        if part is not largest[together[next(iter(part))]]:
            yield part


def _listed(names: list[str]) -> str:
    told = [f"`{name}`" for name in names[:4]]
    if len(names) > len(told):
        return f"{', '.join(told)} and {len(names) - len(told)} more are"
    if len(told) == 1:
        return f"{told[0]} is"
    return f"{', '.join(told[:-1])} and {told[-1]} are"
