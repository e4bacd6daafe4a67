"""Places that only their owner sees, and that do not say whether pieces can be followed there.

Both are common: players who watch a row of face-down pieces can follow each of them, but they cannot follow a card in a
hand. The default, yes, would reveal in a card game which card was dealt when.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding, own_name
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E647",)
PROFILE = Profile.SHARED


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each place."""
    game = subject.game
    for place in game.places.values():
        if place.says_tracked or place.visible_to != "owner":
            continue
        hidden = [id for id in place.holds if id in game.kinds and game.kinds[id].hidden]
        if hidden:
            yield finding(
                "E647",
                f"`{own_name(place.id)}` does not say whether its {game.kinds[hidden[0]].plural} can be followed",
                place.span,
                help="write `tracked: no` if other players cannot tell one from another, as in a hand of cards, "
                "or `tracked: yes` if they can",
            )
