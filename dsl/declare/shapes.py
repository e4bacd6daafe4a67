"""The words in which `sections.py` describes rule files: what may stand as a value, under which key, of what.

All of it is data. `values.py` reads by it, and editor schemas and the reference pages are made from it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Id:
    """A name that is declared here: small letters, digits and `_`. Where `free` is set it never stands in
    an effect, and so may be a word of the language.
    """

    free: bool = False


@dataclass(frozen=True, slots=True)
class NameOf:
    """The name of something declared elsewhere; `what` says of what, in words."""

    what: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """Words to be shown: in the first language of the game, or by language."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Plain words for people who read the file; never shown in a game."""


@dataclass(frozen=True, slots=True)
class Reference:
    """The number of a rule, as in `ABC-31`."""


@dataclass(frozen=True, slots=True)
class Code:
    """The code of an error in play, as in `E651`."""


@dataclass(frozen=True, slots=True)
class YesNo:
    """`yes` or `no`."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number."""

    least: int = 0
    most: int = 1_000_000


@dataclass(frozen=True, slots=True)
class WholeOr:
    """A whole number, or one of these words."""

    words: tuple[str, ...]
    least: int = 1


@dataclass(frozen=True, slots=True)
class Range:
    """`2 to 4`; where `single` is set, a lone number will do."""

    single: bool = False
    least: int = -1_000_000


@dataclass(frozen=True, slots=True)
class Grid:
    """`3 by 4`: columns and rows."""


@dataclass(frozen=True, slots=True)
class TypeName:
    """`number`, `yes_no` or a name; after `many` and `of` (`list of`, `set of`) several of them."""

    many: str
    what: str


@dataclass(frozen=True, slots=True)
class Limit:
    """`once a turn`, `twice a round`, `3 times a game`."""


@dataclass(frozen=True, slots=True)
class Default:
    """What an option is at first: one of its values, a number, yes or no."""


@dataclass(frozen=True, slots=True)
class Visibility:
    """`everyone`, `owner`, `nobody`, or `everyone when` a condition."""


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression of the language: a number, a condition, a set."""


@dataclass(frozen=True, slots=True)
class Repetition:
    """How many times, an expression; or `until` and a condition."""


@dataclass(frozen=True, slots=True)
class InForce:
    """A condition; or `always`."""


@dataclass(frozen=True, slots=True)
class EffectText:
    """Statements of the language, after `|`; a single statement may stand on the line of its key."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """How a value changes: `add 1`, `at least 2`, `becomes yes when ...`."""


@dataclass(frozen=True, slots=True)
class Link:
    """Two spaces, `[a, b]`; with `next` before the second, of the next copy in the ring."""


@dataclass(frozen=True, slots=True)
class Row:
    """A number or a name in a table."""


@dataclass(frozen=True, slots=True)
class Event:
    """A draw or roll, as a key: the rule it stands in, a point, and its name."""


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list; where `single` is set, one item may stand without brackets."""

    item: Shape
    single: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """As a key: a name with its parameters, `strength(region)`; of a clause also whose acts or questions it is about,
    `strength(region) by others as thief`.
    """

    clause: bool = False


@dataclass(frozen=True, slots=True)
class MapOf:
    """Any number of keys of the same form, each with a value of the same form."""

    key: Shape
    value: Shape


@dataclass(frozen=True, slots=True)
class Part:
    """A mapping with known keys: the record of that name in `keys.RECORDS`."""

    record: str


@dataclass(frozen=True, slots=True)
class Either:
    """One of several forms, the usual one first. They differ in kind (text, list, mapping; a mapping with known keys
    has one that is a word of the language), so that it is always clear which was meant.
    """

    forms: tuple[Shape, ...]


Shape = (
    Id
    | NameOf
    | OneOf
    | Text
    | Reason
    | Reference
    | Code
    | YesNo
    | Whole
    | WholeOr
    | Range
    | Grid
    | TypeName
    | Limit
    | Default
    | Visibility
    | Expression
    | Repetition
    | InForce
    | EffectText
    | Modifier
    | Link
    | Row
    | Event
    | ListOf
    | Head
    | MapOf
    | Part
    | Either
)


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a record. `told` is its line in the reference."""

    name: str
    shape: Shape
    told: str
    required: bool = False


# Keys that are not words of their own but depend on what the ruleset declares.
HOOKS = "hooks"  # `before hit(token, region)`, `after ...`, `instead of ...`: effects, or the record `hook`
ATTRIBUTES = "attributes"  # those of the kind
SLOTS = "slots"  # the effects of the kind
SPACES = "spaces"  # every kind of space: its spaces
PIECES = "pieces"  # every kind of piece: its pieces
SEATS = "seats"  # every player of a scenario: what they pick


@dataclass(frozen=True, slots=True)
class Record:
    """A mapping with known keys. `called` says what it is, with its article: `an entry of an offer`. Of the keys that it
    `needs` at least one must stand there.
    """

    name: str
    called: str
    told: str
    keys: tuple[Key, ...]
    open: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()

    def key(self, name: str) -> Key | None:
        """The key of that name."""
        return next((key for key in self.keys if key.name == name), None)

    def names(self) -> tuple[str, ...]:
        """The names of all keys, in the order of the reference."""
        return tuple(key.name for key in self.keys)
