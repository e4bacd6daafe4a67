"""Deals faces that a player does not know among pieces, consistent with what the player knows of their places."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.interpreter.machine.rng import Stream

Claims = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
"""Pieces that lie together, and faces that some of them are known to have."""


def dealt(
    pieces: Sequence[int], faces: Sequence[int], known: Claims, stream: Stream
) -> dict[int, int]:
    """The face for each of these pieces: first those known of places, the rest at random."""
    found: dict[int, int] = {}
    rest = list(faces)
    for there, claimed in known:
        slots = list(there)
        stream.shuffle(slots)
        for piece, face in zip(slots, claimed, strict=False):
            found[piece] = face
            rest.remove(face)
    stream.shuffle(rest)
    others = [piece for piece in pieces if piece not in found]
    return {**found, **dict(zip(others, rest, strict=True))}


__all__ = ["Claims", "dealt"]
