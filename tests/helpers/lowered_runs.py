"""Functions in the lowered form by themselves, on vectors filled at random: what their tests compare with plain Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from boardwright.interpreter.backends.python import emit
from boardwright.interpreter.lower.analysis.calls import Calls
from boardwright.interpreter.lower.analysis.number_reach import Reach
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine import rng
from boardwright.interpreter.machine.meanings import mangled
from boardwright.interpreter.machine.runtime import NAMES
from boardwright.interpreter.machine.widths import widths_of
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of

TEXT = """\
game: cards
language: 2
players: 2 to 5
kinds:
  card: {hidden: yes, home: deck}
places:
  deck: {holds: [card], ordered: yes, visible_to: nobody}
  wall: {holds: [card], ordered: yes, visible_to: nobody}
  sack: {holds: [card], ordered: yes, tracked: no, visible_to: nobody}
  row: {per: player, holds: [card], visible_to: owner}
  bag: {per: player, holds: [card], tracked: no, visible_to: nobody}
pieces:
  card: {k1: {copies: 2}, k2: {}, k3: {copies: REST}}
rules:
  deal: |
    secretly shuffle deck
course:
  - phase: main
    steps: |
      as first_seat:
        deal()
outcome: {score: 0}
"""
KIND = "card"
Vector = list[int]


@cache
def linking_of(players: int, pieces: int) -> Linking:
    """A table with this many hidden pieces that can lie in order, in places where they can be followed, and in others."""
    table = set_table(game_of(TEXT.replace("REST", str(pieces - 3))), players)
    layout = lay.lay_out(table, {}, range(0), {})
    nothing = frozenset[str]()
    return Linking(table.game, table, layout, Calls(nothing, nothing, nothing), Reach(table))


def made(linking: Linking, call: lo.Expr | lo.Stmt) -> Callable[..., Any]:
    """The function that is called here, compiled: it takes the vector and the arguments. All sets have the width that is said."""
    one = call.call if isinstance(call, lo.Do) else call
    assert isinstance(one, lo.Apply)
    widths_of(linking.functions, [], linking.tables, linking.layout)
    names: dict[str, Any] = dict(NAMES)
    text = emit(linking.functions, [], linking.tables, traced=False)
    exec(text, names)
    found: Callable[..., Any] = names[mangled(one.function)]
    return found


def random_vector(linking: Linking, chance: random.Random) -> Vector:
    """Pieces anywhere, each called by some name, known to some and seen as something else by others."""
    layout, table = linking.layout, linking.table
    v = [0] * layout.size
    v[lay.RANDOM : lay.RANDOM + rng.WORDS] = [chance.getrandbits(32) for _ in range(rng.WORDS)]
    at = layout.naming
    v[at : at + rng.WORDS] = [chance.getrandbits(32) for _ in range(rng.WORDS)]
    count, players = len(table.pieces[KIND]), table.players
    v[lay.IN_GAME] = v[lay.IN_ROUND] = (1 << players) - 1
    where = [p for p, row in enumerate(layout.masks[KIND].at) if row >= 0]
    faces = [piece.face for piece in table.pieces[KIND]]
    names = list(range(count))
    chance.shuffle(faces)
    chance.shuffle(names)
    order = list(range(count))
    chance.shuffle(order)
    few = chance.sample(where, chance.randint(1, len(where)))
    for piece in order:
        place = chance.choice(few)
        v[layout.places[KIND] + piece] = place
        v[layout.masks[KIND].at[place]] |= 1 << piece
        v[layout.faces[KIND] + piece] = faces[piece]
        v[layout.known[KIND] + piece] = chance.getrandbits(players)
        pool = layout.pools[KIND].at[place]
        v[layout.names[KIND] + piece] = names[piece] if pool < 0 else lay.NAMELESS
        if pool >= 0:
            v[pool] |= 1 << names[piece]
        top = layout.tops.get(place)
        if top is not None:
            below = v[top]
            v[layout.below[KIND] + piece] = below
            v[layout.above[KIND] + below - 1 if below else top + 1] = piece + 1
            v[top] = piece + 1
    for at in range(layout.believed[KIND], layout.believed[KIND] + players * count):
        v[at] = chance.choice((-1, chance.randrange(3)))
    return v


def subset(mask: int, chance: random.Random) -> int:
    """Some of these, often few or all."""
    found = mask & chance.getrandbits(max(1, mask.bit_length()))
    return chance.choice((mask, found, found & chance.getrandbits(max(1, mask.bit_length()))))


def place_with(v: Vector, linking: Linking, chance: random.Random) -> int:
    """A place with pieces in it."""
    rows = linking.layout.masks[KIND].at
    return chance.choice([p for p, row in enumerate(rows) if row >= 0 and v[row]])
