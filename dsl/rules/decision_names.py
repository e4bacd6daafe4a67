"""Names of decisions, such as `jester.move_a_cube.target`: the rule or piece, menu entries around the choice, its own name."""

from __future__ import annotations

import re

_NUMBERED = re.compile(r"_\d+$")


def owner_of(name: str) -> str:
    """Returns the rule, piece or offer that a decision belongs to."""
    return name.split(".", 1)[0]


def unnumbered(name: str) -> str:
    """Returns a name without the number that tells it from another one: `rule.name_2` has the words of `rule.name`."""
    return _NUMBERED.sub("", name)


def names_of_words(name: str) -> tuple[str, ...]:
    """Returns the names under which the words for a decision, or for an entry, may be; the first that has any counts."""
    first = unnumbered(name)
    owner, *_, own = first.split(".") if "." in first else ("", first)
    return tuple(dict.fromkeys((name, first, f"{owner}.{own}" if owner else own, own)))
