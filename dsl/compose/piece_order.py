"""Works out the order of the clauses of pieces: by ruleset, kind and id, or by `after` on a piece."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping, Sequence

from boardwright.dsl.compose import errors as compose_errors
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.pieces import DefinitionDecl
from boardwright.dsl.source.diagnostics import Bag, Label

Piece = tuple[str, str]  # kind and id
Follows = Mapping[Piece, Collection[Piece]]


def pieces_before(ruleset: Ruleset, absent: bool, bag: Bag) -> dict[Piece, tuple[Piece, ...]]:
    """Returns for each piece with an `after` the pieces that it names. Some may belong to expansions that are `absent`."""
    by_id: dict[str, list[Piece]] = {}
    for each in ruleset.definitions:
        by_id.setdefault(each.id, []).append(_piece(each))
    for each in ruleset.definitions:
        for name in each.after:
            if name.id not in by_id and not absent:
                compose_errors.unknown_piece(bag, name.span, name.id, by_id)
    return {
        _piece(each): tuple(piece for name in each.after for piece in by_id.get(name.id, ()))
        for each in ruleset.definitions
        if each.after
    }


def ranks_of(
    ruleset: Ruleset, layers: Sequence[str], follows: Follows, bag: Bag
) -> dict[Piece, int]:
    """Returns the rank of each piece, after all that it follows, otherwise by ruleset, kind and id. Pieces in a circle are
    reported and have no rank. `layers` are the rulesets in the order in which they apply.
    """
    place = {each: number for number, each in enumerate(layers)}
    keys = {_piece(each): (place[each.origin], *_piece(each)) for each in ruleset.definitions}
    followers: dict[Piece, list[Piece]] = {}
    waits = {piece: len(set(follows.get(piece, ()))) for piece in keys}
    for piece, before in follows.items():
        for each in set(before):
            followers.setdefault(each, []).append(piece)
    ready = [keys[piece] for piece, count in waits.items() if count == 0]
    heapq.heapify(ready)
    ranks: dict[Piece, int] = {}
    while ready:
        _, kind, id = heapq.heappop(ready)
        ranks[kind, id] = len(ranks)
        for each in followers.get((kind, id), ()):
            waits[each] -= 1
            if waits[each] == 0:
                heapq.heappush(ready, keys[each])
    left = [each for each in ruleset.definitions if _piece(each) not in ranks]
    if left:
        _report_circle(left, follows, bag)
    return ranks


def comes_after(follows: Follows, piece: Piece, other: Piece) -> bool:
    """Whether a piece is declared to come after another, directly or not."""
    seen, waiting = {piece}, [piece]
    while waiting:
        for each in follows.get(waiting.pop(), ()):
            if each == other:
                return True
            if each not in seen:
                seen.add(each)
                waiting.append(each)
    return False


def _piece(definition: DefinitionDecl) -> Piece:
    return (definition.kind.id, definition.id)


def _report_circle(left: Sequence[DefinitionDecl], follows: Follows, bag: Bag) -> None:
    """Reports a circle: it goes from each waiting piece to one that it waits for, until a piece repeats."""
    by_piece = {_piece(each): each for each in left}
    piece, path = next(iter(by_piece)), list[Piece]()
    while piece not in path:
        path.append(piece)
        piece = next(each for each in follows[piece] if each in by_piece)
    circle = path[path.index(piece) :]
    ids = [id for _, id in circle]
    labels = [
        Label(name.span, f"`{id}` comes after `{name.id}`")
        for kind, id in circle
        for name in by_piece[kind, id].after
        if name.id in ids
    ]
    compose_errors.circular_pieces(bag, labels, ids)
