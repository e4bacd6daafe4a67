"""The texts of cards, as they are printed on them."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from boardwright.dsl.source.diagnostics import shown
from boardwright.terminal import width
from boardwright.text.screen_words import beside

if TYPE_CHECKING:
    from boardwright.interpreter.play.naming import Words
    from boardwright.loading.game import Game


def printed(game: Game, words: Words, name: str) -> Iterator[str]:
    """The texts of all things with a name that starts like this, or else has this in it, as lines."""
    wanted = name.casefold()
    texts: dict[str, tuple[str, str]] = {}
    for each in game.rules.declared.definitions:
        label = words.pick(each.texts, each.id.replace("_", " "))
        told = words.pick(each.rules_text, "") or words.pick(each.about, "")
        if told or label not in texts:
            texts[label] = (each.id, told)
    starts = {
        label: told
        for label, (id, told) in texts.items()
        if label.casefold().startswith(wanted) or id.startswith(wanted)
    }
    inside = {label: told for label, (_, told) in texts.items() if wanted in label.casefold()}
    found = starts or inside
    for label, told in found.items():
        if told:
            yield from wrap(shown(f"{label}: {told}"), width(), subsequent_indent="  ")
    if not any(found.values()):
        yield beside(words).say("no_text" if found else "no_such_name", name=shown(name))
