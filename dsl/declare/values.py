"""What may stand as a single text or number, and how it is read.

A value that cannot be read is None (or an empty tuple) after a diagnostic, so that whoever reads goes on with the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.shapes import Schema, ShapeOf
from boardwright.dsl.language import syntax
from boardwright.dsl.language.parser import (
    parse_effect,
    parse_expression,
    parse_modifier,
    the_parser,
)
from boardwright.dsl.language.syntax import Change, Effect, Expr, Name
from boardwright.dsl.rules.grids import Pattern
from boardwright.dsl.source.diagnostics import listed
from boardwright.dsl.source.fixes import write
from boardwright.dsl.source.suggest import suggest_help
from boardwright.dsl.source.yaml_tree import Node, Scalar, Sequence

if TYPE_CHECKING:  # whoever reads has the shapes read for them
    from boardwright.dsl.declare.reader import Reader

NAME = "[a-z][a-z0-9_]{0,63}"
CODE = "E[1-9][0-9]{2}"
SCALARS = ("string", "number", "boolean")  # whatever YAML tools make of plain words
LARGEST = 1_000_000
_NUMBER = "-?[0-9]{1,8}"
_PERIOD = "(once|twice|[1-9][0-9]{0,3} times) +an? +"
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,8})")
_RANGE = re.compile(r"(-?[0-9]{1,8}) +to +(-?[0-9]{1,8})")
_GRID = re.compile(
    r"(?:(hexagonal) +)?([0-9]{1,3}) +by +([0-9]{1,3})|(hexagonal|triangular) +([0-9]{1,3})"
)
_MOST_ROWS = 99
_LIMIT = re.compile(r"(once|twice|([0-9]{1,4}) times) +an? +([a-z][a-z0-9_]*)")
_TYPE = re.compile(r"(?:(list|set) +of +)?([a-z][a-z0-9_]*)")
_PRINTED = re.compile(
    r"(?:(optional) +)?(?:(list|set) +of +)?(?:(face) +of +)?([a-z][a-z0-9_]*(?: +or +[a-z][a-z0-9_]*)*)"
)
_LINE_BREAK = re.compile(r"[\r\n]")

Texts = Mapping[str, str]  # language -> words; a plain text stands under the game's first language


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitDecl:
    """`once a turn`, `twice a round`, `3 times a game`, `once an own_turn`."""

    times: int
    lasts: Name


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

    def in_words_of_key(self) -> str:
        return "name"


@dataclass(frozen=True, slots=True)
class Dotted(ShapeOf[Name]):
    """The name of something declared elsewhere, or two names with a dot between them."""

    what: str

    def read(self, reader: Reader, node: Node) -> Name | None:
        scalar = reader.scalar(node, self.in_words())
        if scalar is None or re.fullmatch(f"{NAME}(\\.{NAME})?", scalar.text):
            return None if scalar is None else Name(id=scalar.text, span=scalar.span)
        shape_errors.bad_value(reader.bag, scalar, self.in_words())
        return None

    def in_words(self) -> str:
        return f"the name of {self.what}"

    def schema(self) -> Schema:
        return _text(f"{NAME}(\\.{NAME})?")

    def in_words_of_key(self) -> str:
        return f"name of {self.what}"


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

    def in_words_of_key(self) -> str:
        return f"name of {self.what}"


@dataclass(frozen=True, slots=True)
class OneOf(ShapeOf[str]):
    """One of these words."""

    words: tuple[str, ...]

    def read(self, reader: Reader, node: Node) -> str | None:
        scalar = reader.scalar(node, self.in_words())
        if scalar is None or scalar.text in self.words:
            return None if scalar is None else scalar.text
        help = suggest_help(scalar.text, self.words)
        shape_errors.bad_value(reader.bag, scalar, self.in_words(), help)
        return None

    def in_words(self) -> str:
        return listed(self.words)

    def schema(self) -> Schema:
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class Text(ShapeOf[Texts]):
    """Words to be shown: in the first language of the game, or by language."""

    def read(self, reader: Reader, node: Node) -> Texts:
        """Words by language; without one they are in the first."""
        if isinstance(node, Sequence):
            help = "write the text, in quotes if need be"
            shape_errors.wrong_shape(reader.bag, node, "a text", help)
            return {}
        if isinstance(node, Scalar):
            scalar = reader.scalar(node, "a text")
            return {} if scalar is None else {reader.language: scalar.text.strip()}
        found: dict[str, str] = {}
        for entry in node.entries:
            if reader.languages and entry.key.text not in reader.languages:
                shape_errors.unknown_language(reader.bag, entry.key, reader.languages)
            elif (scalar := reader.scalar(entry.value, "a text")) is not None:
                found[entry.key.text] = scalar.text.strip()
        return found

    def in_words(self) -> str:
        return "a text, or texts by language as in `{en: tower, it: torre}`"


@dataclass(frozen=True, slots=True)
class Reason(ShapeOf[str]):
    """Plain words for people who read the file; never shown in a game."""

    def read(self, reader: Reader, node: Node) -> str | None:
        scalar = reader.scalar(node, "a text")
        return None if scalar is None else scalar.text.strip()

    def in_words(self) -> str:
        return "plain words"

    def schema(self) -> Schema:
        return {"type": list(SCALARS)}


@dataclass(frozen=True, slots=True)
class Reference(ShapeOf[str]):
    """The number of a rule, as in `ABC-31`."""

    def read(self, reader: Reader, node: Node) -> str | None:
        scalar = reader.scalar(node, "the number of a rule")
        return None if scalar is None else scalar.text

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
        """Nothing else that YAML would take for it."""
        scalar = reader.scalar(node, self.in_words())
        if scalar is None:
            return None
        if scalar.text not in ("yes", "no"):
            meant = {"true": "yes", "false": "no", "on": "yes", "off": "no", "y": "yes", "n": "no"}
            better = meant.get(scalar.text.casefold())
            help = write(better) if better else ()
            shape_errors.bad_value(reader.bag, scalar, self.in_words(), help)
            return None
        return scalar.text == "yes"

    def in_words(self) -> str:
        return "`yes` or `no`"

    def schema(self) -> Schema:
        return {"enum": ["yes", "no"]}


@dataclass(frozen=True, slots=True)
class Whole(ShapeOf[int]):
    """A whole number."""

    least: int = 0
    most: int = LARGEST

    def read(self, reader: Reader, node: Node) -> int | None:
        scalar = reader.scalar(node, "a whole number")
        if scalar is None:
            return None
        if not _WHOLE.fullmatch(scalar.text):
            zeros = re.fullmatch("0+([1-9][0-9]{0,6})", scalar.text)
            help = write(zeros[1]) if zeros else ()
            shape_errors.bad_value(reader.bag, scalar, "a whole number", help)
            return None
        number = int(scalar.text)
        if not self.least <= number <= self.most:
            end = f"least {self.least}" if number < self.least else f"most {self.most}"
            shape_errors.bad_value(reader.bag, scalar, f"a number of at {end}")
            return None
        return number

    def in_words(self) -> str:
        if self.least == self.most:
            return f"`{self.least}`"
        return f"a whole number of at least {self.least}"

    def schema(self) -> Schema:
        if self.least == self.most:
            return {"enum": [self.least]}
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def in_words_of_key(self) -> str:
        return "number"


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
    least: int = -LARGEST
    most: int = LARGEST

    def read(self, reader: Reader, node: Node) -> tuple[int, int] | None:
        due = "a range such as `2 to 4`"
        scalar = reader.scalar(node, due)
        if scalar is None:
            return None
        found = _RANGE.fullmatch(scalar.text)
        if self.single and _WHOLE.fullmatch(scalar.text):
            low = high = int(scalar.text)
        elif found:
            low, high = int(found[1]), int(found[2])
        else:
            numbers = re.fullmatch(r"([0-9]+) *(?:-|–|\.\.+|/) *([0-9]+)", scalar.text)
            help = write(f"{numbers[1]} to {numbers[2]}") if numbers else ()
            shape_errors.bad_value(reader.bag, scalar, due, help)
            return None
        if low > high:
            help = write(f"{high} to {low}")
            shape_errors.bad_value(
                reader.bag, scalar, "a range: the smaller number comes first", help
            )
            return None
        if low < self.least or high > self.most:
            due = f"a range of numbers from {self.least} to {self.most}"
            shape_errors.bad_value(reader.bag, scalar, due)
            return None
        return low, high

    def in_words(self) -> str:
        return "a range such as `2 to 4`" + (", or one number" if self.single else "")

    def schema(self) -> Schema:
        written = _text(f"{_NUMBER} +to +{_NUMBER}")
        if not self.single:
            return written
        return {**written, "type": ["string", "integer"], "minimum": self.least}


@dataclass(frozen=True, slots=True)
class Grid(ShapeOf[Pattern]):
    """`3 by 4`: columns and rows. Of hexagons or triangles there may also be a large one, by the length of its side."""

    def read(self, reader: Reader, node: Node) -> Pattern | None:
        due = "a grid such as `3 by 4`, columns by rows"
        scalar = reader.scalar(node, due)
        if scalar is None:
            return None
        found = _GRID.fullmatch(scalar.text)
        pattern = None if found is None else _pattern(found)
        if pattern is None or not (
            min(pattern.columns, pattern.height) >= 1
            and max(pattern.width, pattern.height) <= _MOST_ROWS
        ):
            help = f"there are at most {_MOST_ROWS} columns and {_MOST_ROWS} rows"
            if found is None and scalar.text.startswith(("hex", "tri")):
                help = "write `hexagonal 5 by 6`, `hexagonal 5` or `triangular 6`"
            if numbers := re.fullmatch(r"([0-9]{1,3}) *[x*×] *([0-9]{1,3})", scalar.text):
                help = write(f"{numbers[1]} by {numbers[2]}")
            shape_errors.bad_value(reader.bag, scalar, due, help)
            return None
        return pattern

    def in_words(self) -> str:
        return (
            "columns by rows, as in `3 by 4` or `hexagonal 5 by 5`, or the length of a side, as in `hexagonal 5` or "
            "`triangular 6`"
        )

    def schema(self) -> Schema:
        rows, side = (
            "(hexagonal +)?[0-9]{1,2} +by +[0-9]{1,2}",
            "(hexagonal|triangular) +[0-9]{1,2}",
        )
        return _text(f"({rows}|{side})")


def _pattern(found: re.Match[str]) -> Pattern:
    side = found[5]
    if side is not None:
        return Pattern("hexagonal" if found[4] == "hexagonal" else "triangular", int(side), None)
    return Pattern("hexagonal" if found[1] else "square", int(found[2]), int(found[3]))


@dataclass(frozen=True, slots=True)
class TypeName(ShapeOf[tuple[Name, bool]]):
    """`number`, `yes_no` or a name; after `many` and `of` (`list of`, `set of`) several of them."""

    many: str
    what: str

    def read(self, reader: Reader, node: Node) -> tuple[Name, bool] | None:
        due = f"a type such as `number`, `yes_no`, a name, or `{self.many} of` a name"
        scalar = reader.scalar(node, due)
        if scalar is None:
            return None
        found = _TYPE.fullmatch(scalar.text)
        if not found or found[1] not in (None, self.many):
            help: str | tuple[()] = write(f"{self.many} of {found[2]}") if found else ()
            if re.match(r"(\w+ of )?(face|kind)s? of\b", scalar.text):
                help = NO_FACE
            shape_errors.bad_value(reader.bag, scalar, due, help)
            return None
        return Name(id=found[2], span=scalar.locate(*found.span(2))), found[1] is not None

    def in_words(self) -> str:
        return f"`number`, `yes_no`, the name of {self.what}, or `{self.many} of` such a name"

    def schema(self) -> Schema:
        return _text(f"({self.many} +of +)?[a-z][a-z0-9_]*", "number", "yes_no")


NO_FACE = (
    "only an attribute can be a face: say which piece it is by an attribute with members of a variety, "
    "as in `attributes: {role: role}`, and write `role` here"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedType:
    """The type of an attribute: one of `names`, which are several only for kinds of spaces. `face` for `face of card`, `many`
    for `list of city`, `optional` for `optional city`.
    """

    names: tuple[Name, ...]
    face: bool = False
    many: bool = False
    optional: bool = False


@dataclass(frozen=True, slots=True)
class AttributeType(ShapeOf[PrintedType]):
    """`number`, `yes_no`, a name, `city or port` or `face of card`; before it `list of` or `optional`."""

    def read(self, reader: Reader, node: Node) -> PrintedType | None:
        due = "a type such as `number`, `yes_no`, a name, or `list of` a name"
        scalar = reader.scalar(node, due)
        if scalar is None:
            return None
        found = _PRINTED.fullmatch(scalar.text)
        help: str | tuple[()] = ()
        if found and found[2] == "set":
            help = write(f"{scalar.text[: found.start(2)]}list{scalar.text[found.end(2) :]}")
        elif found and found[1] and found[2]:
            help = write(scalar.text[found.start(2) :], ": a list may be left out anyway")
        if not found or help:
            shape_errors.bad_value(reader.bag, scalar, due, help)
            return None
        names = re.finditer("[a-z][a-z0-9_]*", found[4])
        start = found.start(4)
        return PrintedType(
            names=tuple(
                Name(id=each[0], span=scalar.locate(start + each.start(), start + each.end()))
                for each in names
                if each[0] != "or"
            ),
            face=found[3] is not None,
            many=found[2] is not None,
            optional=found[1] is not None,
        )

    def in_words(self) -> str:
        return (
            "`number`, `yes_no`, the name of a variety, of a kind of space, of a kind of piece or of a place, or "
            "`face of` a kind of piece; `list of` or `optional` may come first"
        )

    def schema(self) -> Schema:
        written = "(optional +|list +of +)?(face +of +)?[a-z][a-z0-9_]*( +or +[a-z][a-z0-9_]*)*"
        return _text(written, "number", "yes_no")


@dataclass(frozen=True, slots=True)
class Limit(ShapeOf[LimitDecl]):
    """`once a turn`, `twice a round`, `3 times a game`."""

    def read(self, reader: Reader, node: Node) -> LimitDecl | None:
        due = self.in_words()
        scalar = reader.scalar(node, due)
        if scalar is None:
            return None
        found = _LIMIT.fullmatch(scalar.text)
        if not found or found[2] == "0":
            last = re.search(r"\b(own_turn|turn|round|game)$", scalar.text)
            help = write(f"once a{'n' * last[1].startswith('o')} {last[1]}") if last else ()
            shape_errors.bad_value(reader.bag, scalar, due, help)
            return None
        times = {"once": 1, "twice": 2}.get(found[1]) or int(found[2])
        lasts = Name(id=found[3], span=scalar.locate(found.start(3), found.end(3)))
        return LimitDecl(times=times, lasts=lasts)

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
        if not isinstance(node, Scalar):
            help = "an expression is one line without `: `, `{` or `[` at its beginning"
            shape_errors.wrong_shape(reader.bag, node, "an expression", help)
            return None
        return parse_expression(node, reader.bag)

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
    """A condition; or `always`: then the owner alone matters."""

    def read(self, reader: Reader, node: Node) -> Expr | None:
        if isinstance(node, Scalar) and node.text == "always":
            return syntax.YesNo(value=True, span=node.span)
        return Expression().read(reader, node)

    def in_words(self) -> str:
        return "an expression, or `always`"

    def schema(self) -> Schema:
        return _word()


@dataclass(frozen=True, slots=True)
class EffectText(ShapeOf[Effect]):
    """Statements of the language, after `|`; a single statement may stand on the line of its key."""

    def read(self, reader: Reader, node: Node) -> Effect | None:
        if not isinstance(node, Scalar) or not _may_be_effect(node):
            shape_errors.effect_without_bar(reader.bag, node)
            return None
        return parse_effect(node, reader.bag)

    def in_words(self) -> str:
        return "an effect, on the lines below a `|`"

    def schema(self) -> Schema:
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class Modifier(ShapeOf[Change]):
    """How a value changes: `add 1`, `at least 2`, `becomes yes when ...`."""

    def read(self, reader: Reader, node: Node) -> Change | None:
        scalar = reader.scalar(node, "a modifier such as `add 1`")
        return None if scalar is None else parse_modifier(scalar, reader.bag)

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

    def read(self, reader: Reader, node: Node) -> Name | None:
        return reader.word(node)

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
class Head(ShapeOf[Any]):
    """As a key: a name with its parameters, `strength(region)`; of a clause also whose acts or questions it is about,
    `strength(region) by others as thief`.
    """

    clause: bool = False

    def in_words(self) -> str:
        return "a name, with its parameters if it has any"


def _may_be_effect(scalar: Scalar) -> bool:
    if scalar.style == "literal":
        return True
    return scalar.style == "plain" and not _LINE_BREAK.search(scalar.span.text)
