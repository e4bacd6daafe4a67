"""What things look like, on paper and on a screen: colours, symbols, pictures and shapes.

A look is never part of the rules: it is outside of their hash, and no effect can ask for it. Files are named here, but not
opened: `src/boardwright/files/look_files.py` does that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.records import key, one, record
from boardwright.dsl.declare.shapes import Schema, ShapeOf, list_of, pairs_of
from boardwright.dsl.declare.values import NAME, NameOf, OneOf
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.source.diagnostics import listed
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help
from boardwright.dsl.source.yaml_tree import Node, Scalar, Sequence

if TYPE_CHECKING:  # the reader reads these, through the shapes
    from boardwright.dsl.declare.reader import Reader

COLOURS = {
    "red": "#a83a3a",
    "orange": "#c66f2b",
    "yellow": "#d8a52a",
    "green": "#4f7f3a",
    "teal": "#2f7f78",
    "blue": "#3f6ea5",
    "violet": "#6f4a94",
    "purple": "#6f4a94",
    "pink": "#b9587e",
    "brown": "#7a5636",
    "black": "#33302e",
    "grey": "#77736c",
    "gray": "#77736c",
    "white": "#f4f0e6",
    "gold": "#b07b21",
    "silver": "#9aa0a6",
}
"""The colours that have a name. They are made for paper: none is so bright that white letters on it cannot be read,
except white itself."""

SYMBOLS = (
    *("anchor", "arrow", "axe", "bell", "book", "bottle", "bread", "candle", "cart", "castle"),
    *("chest", "circle", "cloth", "clock", "club", "coin", "cross", "crown", "cube", "cup"),
    *("diamond", "die", "drop", "eye", "fish", "flag", "flame", "gem", "grain", "hammer"),
    *("hand", "heart", "hexagon", "horse", "house", "key", "leaf", "letter", "lute", "mask"),
    *("moon", "mountain", "mushroom", "pawn", "pot", "quill", "rat", "ring", "salt", "scales"),
    *("shield", "ship", "skull", "spade", "square", "star", "sun", "sword", "tower", "tree"),
    *("triangle", "wave", "wheel", "wood"),
)
"""The symbols that can be drawn; `src/boardwright/cards/symbols.py` has a drawing of each."""

PICTURES = (".png", ".jpg", ".jpeg", ".svg")
FONTS = (".ttf", ".otf")
GROUNDS = ("sea", "land", "paper", "stone", "wood")
SMALLEST, LARGEST = 8, 280  # millimetres

_BY = re.compile(f"by +({NAME})")
_HEX = re.compile("#[0-9a-fA-F]{6}")
_SHORT_HEX = re.compile("#?([0-9a-fA-F])([0-9a-fA-F])([0-9a-fA-F])")
_BARE_HEX = re.compile("[0-9a-fA-F]{6}")
_FILE = re.compile(r"[A-Za-z0-9_\-][A-Za-z0-9_.\-]*(/[A-Za-z0-9_\-][A-Za-z0-9_.\-]*)*")
_SIZE = re.compile(r"([0-9]{1,3})(?: +by +([0-9]{1,3}))?")
_MARK = re.compile(r"[^a-z\s]\S{0,2}|\S")
_QUOTES = 'a colour stands in quotes, as in `"#3f6ea5"`: without them `#` begins a comment'


@dataclass(frozen=True, slots=True, kw_only=True)
class LookValue:
    """A colour (as `#3f6ea5` or a word), a symbol, a file, or letters; `by` if it is the name of an attribute instead, whose
    value says which.
    """

    text: str
    by: bool = False
    span: Span = field(compare=False, repr=False)

    @property
    def is_file(self) -> bool:
        """Whether it names a file of the ruleset."""
        return not self.by and self.text.lower().endswith((*PICTURES, *FONTS))


def _by(reader: Reader, node: Node, due: str) -> tuple[Scalar | None, LookValue | None]:
    """The text, and what it says if it is `by` and an attribute."""
    scalar = reader.scalar(node, due)
    found = None if scalar is None else _BY.fullmatch(scalar.text)
    if scalar is None or found is None:
        return scalar, None
    return scalar, LookValue(text=found[1], by=True, span=scalar.locate(*found.span(1)))


@dataclass(frozen=True, slots=True)
class Colour(ShapeOf[LookValue]):
    """`"#3f6ea5"`, or a word; with `by` also `by class`. `further` are words that are no colours."""

    by: bool = False
    further: tuple[str, ...] = ()

    def read(self, reader: Reader, node: Node) -> LookValue | None:
        if isinstance(node, Scalar) and node.style == "empty":
            shape_errors.wrong_shape(reader.bag, node, "a colour", _QUOTES)
            return None
        scalar, found = _by(reader, node, self.in_words())
        if scalar is None or (found is not None and self.by):
            return found
        text = scalar.text
        if _HEX.fullmatch(text) or text in COLOURS or text in self.further:
            return LookValue(text=text.lower(), span=scalar.span)
        help: str | tuple[str, ...]
        if found is not None:
            help = 'write the colour itself, such as `"#3f6ea5"`: only pieces and spaces have attributes'
        elif short := _SHORT_HEX.fullmatch(text):
            help = f'write `"#{"".join(2 * each for each in short.groups())}"`'
        elif _BARE_HEX.fullmatch(text):
            help = f'write `"#{text}"`'
        else:
            help = suggest_help(text, (*COLOURS, *self.further)) or (
                f'write two digits each for red, green and blue, such as `"#3f6ea5"`, or {listed(COLOURS)}',
            )
        shape_errors.bad_value(reader.bag, scalar, "a colour", help)
        return None

    def in_words(self) -> str:
        words = 'a colour such as `"#3f6ea5"` or `blue`'
        words += f", or {listed(self.further)}" if self.further else ""
        return f"{words}, or `by` and an attribute" if self.by else words

    def schema(self) -> Schema:
        more = f"|by +{NAME}" if self.by else ""
        words = (*COLOURS, *self.further)
        pattern = f"^(#[0-9a-fA-F]{{6}}|{'|'.join(words)}{more})$"
        return {"type": "string", "pattern": pattern, "examples": list(words)}


@dataclass(frozen=True, slots=True)
class File(ShapeOf[LookValue]):
    """A file in the folder of the ruleset, named from there."""

    what: str
    endings: tuple[str, ...]

    def read(self, reader: Reader, node: Node) -> LookValue | None:
        scalar = reader.scalar(node, self.in_words())
        return None if scalar is None else self.named(reader, scalar)

    def named(self, reader: Reader, scalar: Scalar) -> LookValue | None:
        """The file that a text names."""
        text = scalar.text
        ends = text.lower().endswith(self.endings)
        if ends and len(text) <= 200 and _FILE.fullmatch(text) and ".." not in text:
            return LookValue(text=text, span=scalar.span)
        plain = text.replace("\\", "/").removeprefix("./")
        if not ends:
            help = f"the name ends in {listed(self.endings)}"
        elif plain != text and _FILE.fullmatch(plain) and ".." not in plain:
            help = f"write `{plain}`"
        elif "://" in text or text.startswith("/") or re.match("[A-Za-z]:", text) or ".." in text:
            help = "put a copy of the file into the folder of the ruleset, and name it from there: `pictures/king.png`"
        else:
            help = "the name consists of letters without accents, digits, `_`, `-`, `.` and `/`"
        shape_errors.bad_value(reader.bag, scalar, self.in_words(), help)
        return None

    def in_words(self) -> str:
        return f"{self.what} in the folder of the ruleset"

    def schema(self) -> Schema:
        endings = "|".join(ending.removeprefix(".") for ending in self.endings)
        return {"type": "string", "pattern": rf"^{_FILE.pattern}\.({endings})$"}


PICTURE = File("the file of a picture", PICTURES)
FONT = File("the file of a font", FONTS)


@dataclass(frozen=True, slots=True)
class Symbol(ShapeOf[LookValue]):
    """One of `SYMBOLS`, or a picture; with `by` also `by class`. With `letters` also up to three characters."""

    by: bool = False
    letters: bool = False

    def read(self, reader: Reader, node: Node) -> LookValue | None:
        scalar, found = _by(reader, node, self.in_words())
        if scalar is None or (found is not None and self.by):
            return found
        text = scalar.text
        if text in SYMBOLS or (self.letters and _MARK.fullmatch(text)):
            return LookValue(text=text, span=scalar.span)
        if "." in text or "/" in text:
            return PICTURE.named(reader, scalar)
        help = (
            *(suggest_help(text, SYMBOLS) or (f"there is {listed(SYMBOLS, 'and')}",)),
            "for another one, name a picture, such as `pictures/dragon.svg`",
        )
        shape_errors.bad_value(reader.bag, scalar, "a symbol", help)
        return None

    def in_words(self) -> str:
        words = "a symbol such as `crown`, or the file of a picture"
        words += ", or up to three capitals, digits or signs" if self.letters else ""
        return f"{words}, or `by` and an attribute" if self.by else words

    def schema(self) -> Schema:
        forms = ["|".join(SYMBOLS), rf"{_FILE.pattern}\.(png|jpg|jpeg|svg)"]
        forms += [f"by +{NAME}"] if self.by else []
        forms += [_MARK.pattern] if self.letters else []
        kinds: list[str] | str = ["string", "integer"] if self.letters else "string"
        return {"type": kinds, "pattern": f"^({'|'.join(forms)})$", "examples": list(SYMBOLS)}


@dataclass(frozen=True, slots=True)
class Size(ShapeOf[tuple[int, int]]):
    """`63 by 88`: millimetres across and down; one number for both."""

    def read(self, reader: Reader, node: Node) -> tuple[int, int] | None:
        scalar = reader.scalar(node, self.in_words())
        if scalar is None:
            return None
        found = _SIZE.fullmatch(scalar.text)
        if found:
            wide, high = int(found[1]), int(found[2] or found[1])
            if min(wide, high) >= SMALLEST and max(wide, high) <= LARGEST:
                return wide, high
        help = f"a side has {SMALLEST} to {LARGEST} millimetres" if found else ()
        if near := re.fullmatch(r"([0-9]{1,3}) *[x×*] *([0-9]{1,3})( *mm)?", scalar.text):
            help = f"write `{near[1]} by {near[2]}`"
        shape_errors.bad_value(reader.bag, scalar, self.in_words(), help)
        return None

    def in_words(self) -> str:
        return "millimetres across and down, such as `63 by 88`, or one number for both"

    def schema(self) -> Schema:
        return {
            "type": ["string", "integer"],
            "pattern": "^[0-9]{1,3}( +by +[0-9]{1,3})?$",
            "minimum": SMALLEST,
            "maximum": LARGEST,
        }


Spot = tuple[int, int]
"""Hundredths of the width and of the height of the board, or of the space that this one is part of."""

_WHOLE = re.compile("-?[0-9]{1,7}")
_FEWEST_CORNERS, _MOST_CORNERS = 3, 60


def _hundredths(reader: Reader, node: Node, due: str, least: int) -> int | None:
    """A whole number of hundredths."""
    scalar = reader.scalar(node, due)
    if scalar is None:
        return None
    text = scalar.text.removesuffix("%").strip()
    if _WHOLE.fullmatch(scalar.text) and least <= int(text) <= 100:
        return int(text)
    help = "these are hundredths of the width and of the height"
    help += ", from the upper left corner" if least == 0 else ""
    if _WHOLE.fullmatch(text) and least <= int(text) <= 100:
        help = f"write `{text}`"
    elif re.fullmatch(r"[0-9]{1,3}\.[0-9]+", text) and int(text.split(".")[0]) < 100:
        help = f"write `{text.split('.')[0]}`"
    shape_errors.bad_value(reader.bag, scalar, f"a whole number from {least} to 100", help)
    return None


def _pair(reader: Reader, node: Node, due: str, help: str, least: int = 0) -> Spot | None:
    """Two of them, in a list."""
    if not isinstance(node, Sequence) or len(node.items) != 2:
        found = _TWO.fullmatch(node.text) if isinstance(node, Scalar) else None
        help = f"write `[{found[1]}, {found[2]}]`" if found else help
        shape_errors.wrong_shape(reader.bag, node, due, help)
        return None
    x, y = (_hundredths(reader, each, due, least) for each in node.items)
    return None if x is None or y is None else (x, y)


_TWO = re.compile(r"([0-9]{1,3}) *(?:,|by|x|×|/| ) *([0-9]{1,3})")


def _numbers(least: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": 100}


@dataclass(frozen=True, slots=True)
class Position(ShapeOf[Spot]):
    """`[30, 70]`: hundredths of the width and of the height."""

    def read(self, reader: Reader, node: Node) -> Spot | None:
        return _pair(reader, node, "a position such as `[30, 70]`", _FROM_LEFT)

    def in_words(self) -> str:
        return "a position such as `[30, 70]`"

    def schema(self) -> Schema:
        return {"type": "array", "items": _numbers(0), "minItems": 2, "maxItems": 2}


_FROM_LEFT = "write hundredths of the width, from the left, then of the height, from the top"


@dataclass(frozen=True, slots=True)
class Extent(ShapeOf[Spot]):
    """`[50, 30]`: hundredths of the width and of the height; one number for both of the shorter side, then the first is 0."""

    def read(self, reader: Reader, node: Node) -> Spot | None:
        due = self.in_words()
        if isinstance(node, Scalar) and not _TWO.fullmatch(node.text):
            both = _hundredths(reader, node, due, 1)
            return None if both is None else (0, both)
        return _pair(reader, node, due, "write `[50, 30]`, or one number for both", 1)

    def in_words(self) -> str:
        return "a size such as `[50, 30]`, or one number for both"

    def schema(self) -> Schema:
        pair = {"type": "array", "items": _numbers(1), "minItems": 2, "maxItems": 2}
        return {"anyOf": [pair, _numbers(1)]}


@dataclass(frozen=True, slots=True)
class Outline(ShapeOf[tuple[Spot, ...]]):
    """`[[0, 0], [50, 0], [25, 40]]`: the corners of a shape, one after the other."""

    def read(self, reader: Reader, node: Node) -> tuple[Spot, ...] | None:
        due = self.in_words()
        if not isinstance(node, Sequence):
            shape_errors.wrong_shape(reader.bag, node, due, "write `[[0, 0], [50, 0], [25, 40]]`")
            return None
        if not _FEWEST_CORNERS <= len(node.items) <= _MOST_CORNERS:
            help = f"an outline has {_FEWEST_CORNERS} to {_MOST_CORNERS} corners"
            shape_errors.wrong_shape(reader.bag, node, due, help)
            return None
        found = [_pair(reader, each, "a corner such as `[30, 70]`", "") for each in node.items]
        corners = tuple(each for each in found if each is not None)
        return corners if len(corners) == len(found) else None

    def in_words(self) -> str:
        return "a list of corners, each such as `[30, 70]`"

    def schema(self) -> Schema:
        corner = Position().schema()
        return {
            "type": "array",
            "items": corner,
            "minItems": _FEWEST_CORNERS,
            "maxItems": _MOST_CORNERS,
        }


_COLOUR_TOLD = "Its colour."
_SYMBOL_TOLD = "A small drawing: a word, or the file of a picture."
_PICTURE_TOLD = "A picture, from a file in the folder of the ruleset."
_BY_COLOUR = (Colour(by=True), "Its colour, or `by` an attribute whose values have colours.")
_BY_SYMBOL = (Symbol(by=True), "A small drawing, or `by` an attribute whose values have symbols.")


@record("look", "the look of one thing", "What one name looks like.")
class Look:
    """Of a member of a variety."""

    colour: LookValue | None = key(Colour(), _COLOUR_TOLD, default=None)
    symbol: LookValue | None = key(Symbol(), _SYMBOL_TOLD, default=None)
    picture: LookValue | None = key(PICTURE, _PICTURE_TOLD, default=None)


_AT = (
    Position(),
    "Where its middle is, in hundredths of the width and of the height of the board, or of the space that it is part of, "
    "from the upper left corner. In a ring the first counts clockwise, and the second outwards.",
)
_EXTENT = (
    Extent(),
    "How wide and how high it is, in the same hundredths; one number is that of the shorter side, for both.",
)


POSITIONS = ("at", "size", "outline")
"""The keys of a look that only spaces have, not pieces."""


@record("own_look", "the look of a piece or space", "What one piece or one space looks like.")
class OwnLook(Look):
    """Only spaces have a position."""

    at: Spot | None = key(*_AT, default=None)
    size: Spot | None = key(*_EXTENT, default=None)
    outline: tuple[Spot, ...] = key(
        Outline(), "The corners of its shape, in the same hundredths.", default=()
    )


@record("piece_look", "the look of pieces", "What all pieces of a kind look like.")
class PieceLook:
    shape: str | None = key(
        OneOf(("card", "tile", "disc", "pawn", "marker")),
        "What they are. By default a card if there is a text on any of them, else a tile; without anything printed, a "
        "pawn.",
        default=None,
    )
    size: tuple[int, int] | None = key(Size(), "How large they are on paper.", default=None)
    colour: LookValue | None = key(*_BY_COLOUR, default=None)
    symbol: LookValue | None = key(*_BY_SYMBOL, default=None)
    picture: LookValue | None = key(PICTURE, _PICTURE_TOLD, default=None)
    back: LookValue | None = key(Colour(), "The colour of the back.", default=None)
    number: Name | None = key(
        NameOf("an attribute"), "The attribute that is printed large.", default=None
    )
    marks: tuple[tuple[Name, LookValue], ...] = key(
        pairs_of(
            NameOf("an attribute"),
            Symbol(letters=True),
            "a mapping of attributes to symbols or letters",
            "write `marks: {coins: coin}`",
        ),
        "What is printed for other attributes: a symbol or letters, as often as a number says; for an attribute that is `yes` or "
        "`no`, if it is `yes`.",
        default=(),
    )


@record("stock_look", "the look of a stock", "What things that are only counted look like.")
class StockLook:
    shape: str | None = key(
        OneOf(("cube", "coin", "tile", "disc", "pawn", "marker")), "What they are.", default=None
    )
    size: tuple[int, int] | None = key(Size(), "How large they are on paper.", default=None)
    colour: LookValue | None = key(Colour(), _COLOUR_TOLD, default=None)
    symbol: LookValue | None = key(Symbol(), _SYMBOL_TOLD, default=None)
    picture: LookValue | None = key(PICTURE, _PICTURE_TOLD, default=None)


@record("space_look", "the look of spaces", "What all spaces of a kind look like.")
class SpaceLook:
    shape: str | None = key(
        OneOf(("circle", "cell", "square", "hex")),
        "What they are. A `cell` fills the size that it has. By default spaces of a grid touch, spaces with a size are "
        "cells, and others are circles.",
        default=None,
    )
    arrange: str | None = key(
        OneOf(("ring", "row", "grid")),
        "How spaces of this kind are arranged that say no position. By default a `ring` is a ring.",
        default=None,
    )
    size: Spot | None = key(*_EXTENT, default=None)
    colour: LookValue | None = key(*_BY_COLOUR, default=None)
    symbol: LookValue | None = key(*_BY_SYMBOL, default=None)
    picture: LookValue | None = key(PICTURE, _PICTURE_TOLD, default=None)


@record("place_look", "the look of a place", "Where a place is shown.")
class PlaceLook:
    on: str | None = key(
        OneOf(("board", "seat", "aside", "nowhere")),
        "Where it is shown. By default what each player has is at the seat, what there is for each space is in that, and "
        "the others are aside.",
        default=None,
    )
    at: Spot | None = key(*_AT, default=None)
    size: Spot | None = key(*_EXTENT, default=None)
    colour: LookValue | None = key(Colour(), _COLOUR_TOLD, default=None)
    symbol: LookValue | None = key(Symbol(), _SYMBOL_TOLD, default=None)


@record(
    "game_look",
    "the look of a game",
    "What a game or an expansion looks like: the backs of its cards, its sign on their fronts, its fonts and its board.",
)
class GameLook:
    colour: LookValue | None = key(Colour(), "The colour of the backs of cards.", default=None)
    symbol: LookValue | None = key(
        Symbol(), "Its sign, on the backs and at the foot of each card.", default=None
    )
    picture: LookValue | None = key(PICTURE, "A picture of its board.", default=None)
    fonts: tuple[LookValue, ...] = key(
        list_of(FONT, "a list of files", single=True),
        "Fonts for its cards, from files in the folder of the ruleset; a character that the first one lacks is looked for in "
        "the next.",
        default=(),
    )
    seats: tuple[tuple[Name, LookValue], ...] = key(
        pairs_of(
            NameOf("a seat"),
            Colour(),
            "a mapping of seats to colours",
            'write `seats: {red: "#a83a3a"}`',
        ),
        "The colours of the seats. Seats that are named like a colour have that.",
        default=(),
    )
    ground: LookValue | None = key(
        Colour(further=GROUNDS), "What is below the spaces of the board.", default=None
    )
    links: tuple[tuple[Name, str], ...] = key(
        pairs_of(
            NameOf("a kind of link"),
            OneOf(("line", "band", "dots", "arrow", "hidden")),
            "a mapping of kinds of links to how they are drawn",
            "write `links: {land: band}`",
        ),
        "How links are drawn.",
        default=(),
    )


LOOK = (one(Look), "What it looks like, on paper and on a screen.")
LOOK_OF_ONE = (
    one(OwnLook),
    "What it looks like, on paper and on a screen; of a space also where it is.",
)
LOOK_OF_PIECES = (one(PieceLook), "What they look like, on paper and on a screen.")
LOOK_OF_STOCK = (one(StockLook), "What they look like, on paper and on a screen.")
LOOK_OF_SPACES = (one(SpaceLook), "What they look like on a screen.")
LOOK_OF_PLACE = (one(PlaceLook), "Where and how it is shown on a screen.")
LOOK_OF_GAME = (one(GameLook), "What it looks like, on paper and on a screen.")
