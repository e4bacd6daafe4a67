"""What a game has as a hash today, it has for good: records of games hold it."""

import typing
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, is_dataclass
from typing import Any, ClassVar

from boardwright.dsl.compose.rules_hash import hashed_fields, rules_hash
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.language.hashed_names import UNHASHED, class_name, hashed_as
from boardwright.dsl.language.syntax import Name, SetClause
from boardwright.dsl.source.places import Source
from boardwright.loading.load import read
from folders import GOLDEN_FILES
from golden import Golden
from strategies import GAMES, RATTUS, game_in

GOLDEN = GOLDEN_FILES / "hash"
MERCATUS = RATTUS.parent / "mercatus"


def test_every_game_keeps_its_hash(golden: Golden) -> None:
    hashes = {folder.stem: game_in(folder).rules_hash for folder in GAMES}
    hashes["rattus+mercatus"] = read(RATTUS, [MERCATUS]).bound.rules_hash
    golden(GOLDEN / "games.txt", "".join(f"{game} {text}\n" for game, text in hashes.items()))


def hashed_classes(kind: Any, seen: dict[type, None]) -> Iterator[type]:
    """The class, and those of everything that it can hold and that counts."""
    for each in typing.get_args(kind):
        yield from hashed_classes(each, seen)
    if is_dataclass(kind) and isinstance(kind, type) and kind not in seen:
        seen[kind] = None
        yield kind
        hints = typing.get_type_hints(kind)
        for name, _, _ in hashed_fields(kind):
            held = hints.get(name) or typing.get_type_hints(getattr(kind, name).fget)["return"]
            yield from hashed_classes(held, seen)


def test_every_class_and_field_keeps_its_name_in_the_hash(golden: Golden) -> None:
    # No game uses all of them. What the language learns is a new line here; no line may change or go.
    lines = []
    for kind in hashed_classes(Ruleset, {}):
        parts = [
            name if default is MISSING else f"{name}={default!r}"
            for _, name, default in hashed_fields(kind)
        ]
        lines.append(" ".join([class_name(kind), *sorted(parts)]))
    golden(GOLDEN / "names.txt", "\n".join(sorted(set(lines))) + "\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A `Name`, renamed, in which something is left out."""

    hashed: ClassVar[str] = "Name"
    text: str = field(metadata=hashed_as("id"))
    remark: str = field(default="", metadata=UNHASHED)


@dataclass(frozen=True, slots=True, kw_only=True)
class LongWord(Word):
    """An heir is another class."""


def hash_with(of: Any) -> str:
    span = Source("here", "text").span(0)
    return rules_hash(Ruleset(id="more", span=span, of=of))


def test_what_is_renamed_keeps_its_hash() -> None:
    name = Name(id="town", span=Source("here", "text").span(0))
    assert hash_with(Word(text="town", remark="whatever")) == hash_with(name)
    assert hash_with(Word(text="village")) != hash_with(name)
    assert hash_with(LongWord(text="town")) != hash_with(name)


def test_from_what_is_chosen_counts() -> None:
    span = Source("here", "text").span(0)
    one, other = (
        SetClause(source=Name(id=name, span=span), span=span) for name in ("bank", "purse")
    )
    assert hash_with(one) != hash_with(other)
