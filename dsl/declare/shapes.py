"""The words in which rule files are described: what may stand as a value, under which key, of what.

Each shape reads what stands there, says in words what is due, and has its JSON Schema if it is a single text or number.
Shapes are told apart only by those who look inside them: editor schemas, completion, the formatter and the reference pages.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.language.parser import the_parser
from boardwright.dsl.language.syntax import Change, Effect, Expr, Name
from boardwright.dsl.language.words import HOOK_WORDS
from boardwright.dsl.source.diagnostics import listed
from boardwright.dsl.source.yaml_tree import Mapping, Node, Sequence

if TYPE_CHECKING:  # whoever reads has the shapes read for them
    from boardwright.dsl.declare.small_records import LimitDecl, Texts
    from boardwright.dsl.declare.values import Reader

T_co = TypeVar("T_co", covariant=True)
Schema = dict[str, Any]

NAME = "[a-z][a-z0-9_]{0,63}"
CODE = "E[1-9][0-9]{2}"
SCALARS = ("string", "number", "boolean")  # whatever YAML tools make of plain words
_NUMBER = "-?[0-9]{1,8}"
_PERIOD = "(once|twice|[1-9][0-9]{0,3} times) +an? +"


class ShapeOf(ABC, Generic[T_co]):
    """What may stand somewhere, and is read as a `T_co`."""

    __slots__ = ()

    def read(self, reader: Reader, node: Node) -> T_co | None:
        """What stands there; None after a diagnostic. Some shapes are read by hand, where they stand."""
        raise NotImplementedError(f"{type(self).__name__} is read by hand")

    @abstractmethod
    def in_words(self) -> str:
        """What is due, with its article: `a whole number of at least 1`."""

    def schema(self) -> Schema | None:
        """The JSON Schema of a value that is a single text or number; None for lists, mappings and texts by language."""
        return None


Shape = ShapeOf[Any]


@dataclass(frozen=True, slots=True)
class ReadAs(ShapeOf[T_co]):
    """A shape that is read in a way of its own. In the table it is just the shape."""

    shape: Shape
    how: Callable[[Reader, Node], T_co | None]

    def read(self, reader: Reader, node: Node) -> T_co | None:
        return self.how(reader, node)

    def in_words(self) -> str:
        return self.shape.in_words()


def written(shape: Shape) -> Shape:
    """What stands in the table for a shape, whatever way it is read in."""
    return shape.shape if isinstance(shape, ReadAs) else shape


def _text(pattern: str, *examples: str) -> Schema:
    written: Schema = {"type": "string", "pattern": f"^{pattern}$"}
    return {**written, "examples": list(examples)} if examples else written


def _word() -> Schema:
    return {"type": ["string", "integer"]}


@dataclass(frozen=True, slots=True)
class Id(ShapeOf[Name]):
    """A name that is declared here: small letters, digits and `_`. Where `free` is set it never stands in
    an effect, and so may be a word of the language.
    """

    free: bool = False

    def read(self, reader: Reader, node: Node) -> Name | None:
        return reader.id(node, free=self.free)

    def in_words(self) -> str:
        no_word = "" if self.free else ", no word of the language"
        return f"a name of small letters, digits and `_`{no_word}"

    def schema(self) -> Schema:
        if self.free:
            return _text(NAME)
        words = "|".join(sorted(the_parser().words))
        return {**_text(f"(?!(?:{words})$){NAME}"), "errorMessage": f"expected {self.in_words()}"}


@dataclass(frozen=True, slots=True)
class NameOf(ShapeOf[Name]):
    """The name of something declared elsewhere; `what` says of what, in words."""

    what: str

    def read(self, reader: Reader, node: Node) -> Name | None:
        return reader.name(node)

    def in_words(self) -> str:
        return f"the name of {self.what}"

    def schema(self) -> Schema:
        return _text(NAME)


@dataclass(frozen=True, slots=True)
class OneOf(ShapeOf[str]):
    """One of these words."""

    words: tuple[str, ...]

    def read(self, reader: Reader, node: Node) -> str | None:
        return reader.one_of(node, self.words)

    def in_words(self) -> str:
        return listed(self.words)

    def schema(self) -> Schema:
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class Text(ShapeOf["Texts"]):
    """Words to be shown: in the first language of the game, or by language."""

    def read(self, reader: Reader, node: Node) -> Texts | None:
        return reader.texts(node)

    def in_words(self) -> str:
        return "a text, or texts by language as in `{en: tower, it: torre}`"


@dataclass(frozen=True, slots=True)
class Reason(ShapeOf[str]):
    """Plain words for people who read the file; never shown in a game."""

    def read(self, reader: Reader, node: Node) -> str | None:
        return reader.plain(node)

    def in_words(self) -> str:
        return "plain words"

    def schema(self) -> Schema:
        return {"type": list(SCALARS)}


@dataclass(frozen=True, slots=True)
class Reference(ShapeOf[str]):
    """The number of a rule, as in `ABC-31`."""

    def in_words(self) -> str:
        return "the number of a rule such as `ABC-31`"

    def schema(self) -> Schema:
        return {"type": ["string", "number"]}


@dataclass(frozen=True, slots=True)
class Code(ShapeOf[str]):
    """The code of an error in play, as in `E651`."""

    def read(self, reader: Reader, node: Node) -> str | None:
        scalar = reader.scalar(node, "the code of an error")
        if scalar is None or re.fullmatch(CODE, scalar.text):
            return None if scalar is None else scalar.text
        due = "the code of an error"
        shape_errors.bad_value(reader.bag, scalar, due, "write `E6` and two digits")
        return None

    def in_words(self) -> str:
        return "the code of an error such as `E651`"

    def schema(self) -> Schema:
        return _text(CODE)


@dataclass(frozen=True, slots=True)
class YesNo(ShapeOf[bool]):
    """`yes` or `no`."""

    def read(self, reader: Reader, node: Node) -> bool | None:
        return reader.yes_no(node)

    def in_words(self) -> str:
        return "`yes` or `no`"

    def schema(self) -> Schema:
        return {"enum": ["yes", "no"]}


@dataclass(frozen=True, slots=True)
class Whole(ShapeOf[int]):
    """A whole number."""

    least: int = 0
    most: int = 1_000_000

    def read(self, reader: Reader, node: Node) -> int | None:
        return reader.whole(node, self.least, self.most)

    def in_words(self) -> str:
        if self.least == self.most:
            return f"`{self.least}`"
        return f"a whole number of at least {self.least}"

    def schema(self) -> Schema:
        if self.least == self.most:
            return {"enum": [self.least]}
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class WholeOr(ShapeOf[str]):
    """A whole number, or one of these words."""

    words: tuple[str, ...]
    least: int = 1

    def in_words(self) -> str:
        return f"a whole number, or {listed(self.words)}"

    def schema(self) -> Schema:
        written = _text(f"({'|'.join(self.words)})", *self.words)
        return {**written, "type": ["integer", "string"], "minimum": self.least}


@dataclass(frozen=True, slots=True)
class Range(ShapeOf[tuple[int, int]]):
    """`2 to 4`; where `single` is set, a lone number will do."""

    single: bool = False
    least: int = -1_000_000

    def read(self, reader: Reader, node: Node) -> tuple[int, int] | None:
        return reader.range(node, single=self.single, least=self.least)

    def in_words(self) -> str:
        return "a range such as `2 to 4`" + (", or one number" if self.single else "")

    def schema(self) -> Schema:
        written = _text(f"{_NUMBER} +to +{_NUMBER}")
        if not self.single:
            return written
        return {**written, "type": ["string", "integer"], "minimum": self.least}


@dataclass(frozen=True, slots=True)
class Grid(ShapeOf[tuple[int, int]]):
    """`3 by 4`: columns and rows."""

    def read(self, reader: Reader, node: Node) -> tuple[int, int] | None:
        return reader.grid(node)

    def in_words(self) -> str:
        return "columns by rows, as in `3 by 4`"

    def schema(self) -> Schema:
        return _text("[0-9]{1,2} +by +[0-9]{1,2}")


@dataclass(frozen=True, slots=True)
class TypeName(ShapeOf[tuple[Name, bool]]):
    """`number`, `yes_no` or a name; after `many` and `of` (`list of`, `set of`) several of them."""

    many: str
    what: str

    def read(self, reader: Reader, node: Node) -> tuple[Name, bool] | None:
        return reader.type_name(node, self.many)

    def in_words(self) -> str:
        return f"`number`, `yes_no`, the name of {self.what}, or `{self.many} of` such a name"

    def schema(self) -> Schema:
        return _text(f"({self.many} +of +)?[a-z][a-z0-9_]*", "number", "yes_no")


@dataclass(frozen=True, slots=True)
class Limit(ShapeOf["LimitDecl"]):
    """`once a turn`, `twice a round`, `3 times a game`."""

    def read(self, reader: Reader, node: Node) -> LimitDecl | None:
        return reader.limit(node)

    def in_words(self) -> str:
        return "a limit such as `once a turn` or `3 times a game`"

    def schema(self) -> Schema:
        examples = ("once a turn", "once a round", "once a game")
        return _text(f"{_PERIOD}[a-z][a-z0-9_]*", *examples)


@dataclass(frozen=True, slots=True)
class Default(ShapeOf[Name]):
    """What an option is at first: one of its values, a number, yes or no."""

    def read(self, reader: Reader, node: Node) -> Name | None:
        return reader.word(node)

    def in_words(self) -> str:
        return "one of its values, a number, `yes` or `no`"

    def schema(self) -> Schema:
        return _word()


@dataclass(frozen=True, slots=True)
class Visibility(ShapeOf[tuple[str, Expr | None]]):
    """`everyone`, `owner`, `nobody`, or `everyone when` a condition."""

    def in_words(self) -> str:
        return "`everyone`, `owner`, `nobody`, or `everyone when` a condition"

    def schema(self) -> Schema:
        return _text("(owner|nobody|everyone( when .+)?)", "everyone", "owner", "nobody")


@dataclass(frozen=True, slots=True)
class Expression(ShapeOf[Expr]):
    """An expression of the language: a number, a condition, a set."""

    def read(self, reader: Reader, node: Node) -> Expr | None:
        return reader.expression(node)

    def in_words(self) -> str:
        return "an expression"

    def schema(self) -> Schema:
        return _word()


@dataclass(frozen=True, slots=True)
class Repetition(ShapeOf[tuple[Expr | None, Expr | None]]):
    """How many times, an expression; or `until` and a condition."""

    def in_words(self) -> str:
        return "an expression, or `until` and a condition"

    def schema(self) -> Schema:
        return _word()


@dataclass(frozen=True, slots=True)
class InForce(ShapeOf[Expr]):
    """A condition; or `always`."""

    def in_words(self) -> str:
        return "an expression, or `always`"

    def schema(self) -> Schema:
        return _word()


@dataclass(frozen=True, slots=True)
class EffectText(ShapeOf[Effect]):
    """Statements of the language, after `|`; a single statement may stand on the line of its key."""

    def read(self, reader: Reader, node: Node) -> Effect | None:
        return reader.effect(node)

    def in_words(self) -> str:
        return "an effect, on the lines below a `|`"

    def schema(self) -> Schema:
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class Modifier(ShapeOf[Change]):
    """How a value changes: `add 1`, `at least 2`, `becomes yes when ...`."""

    def read(self, reader: Reader, node: Node) -> Change | None:
        return reader.modifier(node)

    def in_words(self) -> str:
        return "a change such as `add 1` or `at least 2`"

    def schema(self) -> Schema:
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class Link(ShapeOf[Any]):
    """Two spaces, `[a, b]`; with `next` before the second, of the next copy in the ring."""

    def in_words(self) -> str:
        return "a pair of spaces such as `[a, b]`"


@dataclass(frozen=True, slots=True)
class Row(ShapeOf[Name]):
    """A number or a name in a table."""

    def in_words(self) -> str:
        return "a number or a name"

    def schema(self) -> Schema:
        return _word()


@dataclass(frozen=True, slots=True)
class Event(ShapeOf[Any]):
    """A draw or roll, as a key: the rule it stands in, a point, and its name."""

    def in_words(self) -> str:
        return "an event such as `deal.card`"


@dataclass(frozen=True, slots=True)
class ListOf(ShapeOf[tuple[T_co, ...]]):
    """A list; where `single` is set, one item may stand without brackets."""

    item: ShapeOf[T_co]
    single: bool = False

    def in_words(self) -> str:
        each = self.item.in_words()
        return (
            f"{each}, or a list of these"
            if self.single
            else f"a list, each item of which is {each}"
        )


@dataclass(frozen=True, slots=True)
class Head(ShapeOf[Any]):
    """As a key: a name with its parameters, `strength(region)`; of a clause also whose acts or questions it is about,
    `strength(region) by others as thief`.
    """

    clause: bool = False

    def in_words(self) -> str:
        return "a name, with its parameters if it has any"


@dataclass(frozen=True, slots=True)
class MapOf(ShapeOf[Any]):
    """Any number of keys of the same form, each with a value of the same form."""

    key: Shape
    value: Shape

    def in_words(self) -> str:
        return f"a mapping; under each {_key_in_words(self.key)} stands {self.value.in_words()}"


@dataclass(frozen=True, slots=True)
class Part(ShapeOf[Any]):
    """A mapping with known keys: the record of that name in `keys.RECORDS`."""

    record: str

    def in_words(self) -> str:
        return TABLE[self.record].called


@dataclass(frozen=True, slots=True)
class Either(ShapeOf[Any]):
    """One of several forms, the usual one first. They differ in kind (text, list, mapping; a mapping with known keys
    has one that is a word of the language), so that it is always clear which was meant.
    """

    forms: tuple[Shape, ...]

    def in_words(self) -> str:
        return "; or ".join(form.in_words() for form in self.forms)


def _key_in_words(shape: Shape) -> str:
    match shape:
        case NameOf(what=what):
            return f"name of {what}"
        case Id():
            return "name"
        case Whole():
            return "number"
        case _:
            return shape.in_words().removeprefix("a ").removeprefix("an ")


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a record. `told` is its line in the reference."""

    name: str
    shape: Shape
    told: str
    required: bool = False


_ID = re.compile(NAME)


def is_hook(key: str) -> bool:
    """Whether a key is the head of a hook."""
    return key.startswith(tuple(f"{word} " for word in HOOK_WORDS))


def looks_like_effect(node: Node) -> bool:
    """Whether a mapping or list is what YAML makes of statements without a bar."""
    if isinstance(node, Mapping):
        # A capital is a slip in a key, not the sign of a statement.
        return any(not _ID.fullmatch(entry.key.text.casefold()) for entry in node.entries)
    return isinstance(node, Sequence)


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
    kind: type | None = field(default=None, compare=False, repr=False)  # the class that says it

    def key(self, name: str) -> Key | None:
        """The key of that name."""
        return next((key for key in self.keys if key.name == name), None)

    def names(self) -> tuple[str, ...]:
        """The names of all keys, in the order of the reference."""
        return tuple(key.name for key in self.keys)


TABLE: dict[str, Record] = {}
"""Every record by its name."""
