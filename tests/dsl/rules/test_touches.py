"""What a node touches is said at its class, and no class may leave it out."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from boardwright.dsl.rules.touches import CalledSlot, Kinds, refuse_silence


@dataclass(frozen=True, slots=True)
class Lift:
    changes = (Kinds("pieces"),)
    calls = None

    pieces: str


@dataclass(frozen=True, slots=True)
class Silent(Lift):
    pass


@dataclass(frozen=True, slots=True)
class Strange:
    changes = (Kinds("peices"),)
    calls = None

    pieces: str


@dataclass(frozen=True, slots=True)
class StrangeCall:
    changes = ()
    calls = CalledSlot("pieces", "subject")

    pieces: str


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Silent, "Silent must declare what it changes: see touches.py"),
        (Strange, "Strange has no field `peices` for `changes`"),
        (StrangeCall, "StrangeCall has no field `subject` for `calls`"),
    ],
)
def test_a_node_that_is_silent_or_names_no_field_of_its_own_is_refused(
    kind: type, message: str
) -> None:
    with pytest.raises(TypeError, match=message):
        refuse_silence(Lift | kind, "changes", "calls")
