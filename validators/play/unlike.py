"""Positions that differ only in what one seat may not know.

They are made when that seat is asked, so the seat is taken to know its options. Values that running rules have already
worked out stay as they are.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from boardwright.dsl.rules import ir
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import rng
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.determinize import CannotImagineError, imagined
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.views import Looker, differences, keeps_to_bounds

PAIR, DEALT, NOTES, CHANCE, ANSWER = "pair", "dealt", "notes", "chance", "answer"
"""What differs: the faces of two pieces; everything hidden except notes; the secret notes of two others; future chance
results; or an answer that was given in secret.
"""

_LIKELY = (PAIR, PAIR, PAIR, DEALT, DEALT, NOTES)
_TRIES = 6


def unlike(state: State, player: int, stream: Stream) -> tuple[State, str]:
    """Returns a random position that looks the same to the seat, and what differs."""
    sort = _LIKELY[stream.below(len(_LIKELY))]
    found = None
    if sort == NOTES:
        found = _notes_exchanged(state, player, stream)
    if sort == PAIR:
        found = _faces_exchanged(state, player, stream)
    if found is not None:
        return found, sort
    found = _dealt(state, player, stream)
    if found is not None:
        return found, DEALT
    other = state.copy()
    _other_chance(other, stream)
    return other, CHANCE


def _other_chance(state: State, stream: Stream) -> None:
    """Changes all future chance results."""
    words = rng.seed_words(stream.next32(), "leaks")
    state.v[lay.RANDOM : lay.RANDOM + rng.WORDS] = words


def _dealt(state: State, player: int, stream: Stream) -> State | None:
    """Makes up everything hidden except notes, which could become impossible; None if nothing is hidden, or if others may have
    answered in secret, since it is not known when.
    """
    try:
        other = imagined(state, player, stream)
    except CannotImagineError:
        return None
    layout = state.program.layout
    for note in state.program.table.game.notes.values():
        if note.visible_to != "everyone":
            at, count = layout.notes[note.id], layout.note_keys(note.per)
            other.v[at : at + count] = state.v[at : at + count]
    if layout.naming >= 0:  # the names of pieces are not secret, and must be the same in both
        naming = slice(layout.naming, layout.naming + rng.WORDS)
        other.v[naming] = state.v[naming]
    chance = slice(lay.RANDOM, lay.RANDOM + rng.WORDS)
    made, other.v[chance] = other.v[chance], state.v[chance]
    if other.v == state.v or differences(state, other, player):
        return None
    other.v[chance] = made
    return other


def _faces_exchanged(state: State, player: int, stream: Stream) -> State | None:
    """Exchanges the faces of two pieces that the seat does not know."""
    layout, backs = state.program.layout, state.program.table.backs
    looker = Looker(state, player)
    for _ in range(_TRIES):
        kinds = list(layout.faces)
        if not kinds:
            return None
        kind = kinds[stream.below(len(kinds))]
        base, first = layout.faces[kind], layout.places[kind]
        count = len(state.program.table.pieces[kind])
        unknown = [n for n in range(count) if not looker.knows(kind, n)]
        held = [n for n in unknown if state.program.table.places[state.v[first + n]].owner >= 0]
        one = _one_of(held or unknown, stream)
        if one is None:
            continue
        face = state.v[base + one]
        others = [
            n
            for n in unknown
            if state.v[base + n] != face and backs[kind][state.v[base + n]] == backs[kind][face]
        ]
        if stream.below(2):  # in the same place only the faces of single pieces differ
            others = [n for n in others if state.v[first + n] == state.v[first + one]]
        two = _one_of(others, stream)
        if two is None:
            continue
        other = state.copy()
        other.v[base + one], other.v[base + two] = state.v[base + two], face
        if keeps_to_bounds(other, kind, player) and differences(state, other, player) == ():
            return other
    return None


def _one_of(pieces: Sequence[int], stream: Stream) -> int | None:
    return pieces[stream.below(len(pieces))] if pieces else None


def _notes_exchanged(state: State, player: int, stream: Stream) -> State | None:
    """Exchanges the secret notes of two others."""
    found = list(_exchangeable(state, player))
    if not found:
        return None
    one, two = found[stream.below(len(found))]
    other = state.copy()
    other.v[one], other.v[two] = state.v[two], state.v[one]
    return other if differences(state, other, player) == () else None


def _exchangeable(state: State, player: int) -> Iterator[tuple[int, int]]:
    """Yields pairs of words with unequal notes that two others keep in secret."""
    layout, table = state.program.layout, state.program.table
    others = [seat for seat in range(table.players) if seat != player]
    for note in table.game.notes.values():
        if note.visible_to != "owner" or "player" not in ir.list_indices(note.per):
            continue
        at, per = layout.notes[note.id], ir.list_indices(note.per)
        each, rest, count = 1, [0], layout.note_keys(note.per)
        if len(per) == 2:  # the words of a seat lie side by side, or each a row apart
            width = len(table.numbers_per(per[1]))
            each = width if per[0] == "player" else 1
            rest = list(range(width) if per[0] == "player" else range(0, count, width))
        for n in rest:
            for one, two in itertools.combinations((at + n + seat * each for seat in others), 2):
                if state.v[one] != state.v[two]:
                    yield one, two
