"""Words of the language and built-in names as names of one's own: refused once, where they are declared.

Wherever such a name is used, something else could be said: the grammar finds a word where it expects a name, and a
built-in name could mean two things. All that is left out. What is wrong there besides shows when the name is mended.
"""

from __future__ import annotations

import re
from collections.abc import Set

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.reader import Reader
from boardwright.dsl.language.words import plural
from boardwright.dsl.source.diagnostics import Bag, Diagnostic
from boardwright.dsl.source.places import Span


def refuse_plurals(reader: Reader) -> None:
    """Reports names whose plural is a word of the language where a text uses it; without such a text they do no harm."""
    stuck = {
        each.label.span.text
        for each in reader.bag.sorted()
        if each.code.startswith("E3") and each.label is not None
    }
    for usual, (name, has_key) in reader.plurals.items():
        if usual in stuck:
            shape_errors.reserved_plural(reader.bag, name, usual, has_key)
    used = stuck & reader.plurals.keys()
    if used:
        reader.bag.forget(
            lambda each: (
                each.code.startswith("E3")
                and each.label is not None
                and each.label.span.text in used
            )
        )


def forget_what_follows(bag: Bag, refused: Set[str], stages: tuple[str, ...]) -> None:
    """Takes back what these stages say of lines in which a refused name, or its plural, is used."""
    if not refused:
        return
    names = sorted({*refused, *map(plural, refused)})
    word = re.compile(rf"\b(?:{'|'.join(names)})\b")
    told = {each.label.span.text for each in bag.sorted() if each.code == "E207" and each.label}

    def follows(each: Diagnostic) -> bool:
        if not each.code.startswith(stages) or each.label is None or each.code == "E405":
            return False
        # The head of a rule says so itself: there it is the refusal.
        if each.code == "E305" and each.label.span.text not in told:
            return False
        return word.search(_line_of(each.label.span)) is not None

    bag.forget(follows)


def _line_of(span: Span) -> str:
    text = span.source.text
    end = text.find("\n", span.end)
    return text[text.rfind("\n", 0, span.start) + 1 : end if end >= 0 else len(text)]
