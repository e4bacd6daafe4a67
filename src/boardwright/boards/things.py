"""What seats, pieces, stocks and members look like: the part of a picture that is not the board."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from boardwright.boards import colours
from boardwright.boards.looks import Looks, Sign, folded
from boardwright.dsl.declare.looks import Look, PieceLook, StockLook
from boardwright.dsl.language.types import NumberType, YesNoType
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.files.look_files import read_look_file, size_of
from boardwright.files.manifests import manifest_at
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.table.table import Face
from boardwright.loading.game import Game

_MIME = {".png": "image/png", ".jpg": "image/jpeg", ".svg": "image/svg+xml"}
_MOST_PICTURES = 6 << 20  # bytes of all pictures of a game; a message of the studio has a limit
_STOCK_SHAPES = ("cube", "coin", "tile", "disc", "pawn", "marker")


class Files:
    """The pictures that looks name, as data URLs; what cannot be read is no picture."""

    def __init__(self, game: Game) -> None:
        manifests = ((each.path, manifest_at(each.path)) for each in game.rules.found)
        self.folders: Mapping[str, Path] = {
            manifest.id: path for path, manifest in manifests if manifest is not None
        }
        self.read: dict[tuple[str, str], str | None] = {}
        self.sizes: dict[tuple[str, str], tuple[int, int]] = {}
        self.left = _MOST_PICTURES

    def url(self, sign: Sign) -> str | None:
        """The picture that a sign names."""
        at = (sign.origin, sign.text)
        if at not in self.read:
            self.read[at] = self._read(sign)
        return self.read[at]

    def size(self, sign: Sign) -> tuple[int, int] | None:
        """Width and height of that picture."""
        return None if self.url(sign) is None else self.sizes.get((sign.origin, sign.text))

    def _read(self, sign: Sign) -> str | None:
        if sign.value is None or sign.origin not in self.folders:
            return None
        found = read_look_file(sign.value, self.folders[sign.origin])
        if isinstance(found, Diagnostic) or len(found.data) > self.left:
            return None
        self.left -= len(found.data)
        size = size_of(found)
        if size is not None:
            self.sizes[sign.origin, sign.text] = size
        data = base64.b64encode(found.data).decode("ascii")
        return f"data:{_MIME[found.ending]};base64,{data}"


class Things:
    """The looks of all that can lie on a table, with texts in one language."""

    def __init__(self, game: Game, language: str) -> None:
        self.game, self.table, self.bound = game, game.table, game.table.game
        self.words = Words(self.bound, language)
        self.looks = Looks(game.rules, language, game.players)
        self.files = Files(game)
        said = {
            name.id: colour
            for look in self.looks.looks.values()
            for name, each in look.seats
            if (colour := colours.hex_of(each)) is not None
        }
        self.seat_colours = colours.seat_colours(self.table.seats, [*said.items()], game.players)
        self.order = {id: number for number, id in enumerate(self.bound.kinds)}

    def called(self, thing: ir.Declared) -> str:
        """The name of a declared thing, or its id in words."""
        return folded(self.words.pick(thing.texts, self.looks.spoken(thing.id)))

    def sign(self, sign: Sign | None) -> str | None:
        """A symbol as a word, or a picture as a data URL."""
        if sign is None:
            return None
        return self.files.url(sign) if sign.sort == "picture" else sign.text

    def board_picture(self) -> Sign | None:
        """The picture of the board: that of the last expansion that has one, else that of the game."""
        signs = (
            self.looks.sign(look.picture, origin)
            for origin, look in reversed([*self.looks.looks.items()])
        )
        return next((each for each in signs if each is not None and self.files.url(each)), None)

    # ---- seats, members and notes

    def seats(self) -> list[dict[str, Any]]:
        return [
            {
                "id": id,
                "name": self.words.seat(id),
                "colour": colour,
                "ink": colours.ink_on(colour),
            }
            for id, colour in zip(self.table.seats, self.seat_colours, strict=True)
        ]

    def members(self) -> dict[str, Any]:
        """The members of each variety that the game declares."""
        found: dict[str, Any] = {}
        for variety, members in self.looks.members.items():
            if variety not in self.bound.varieties:
                continue
            found[variety] = {}
            for each in members:
                colour = self.looks.colour_of(variety, each.id)
                found[variety][each.id] = {
                    "name": self.looks.member_name(each),
                    "colour": colour,
                    "ink": None if colour is None else colours.ink_on(colour),
                    "symbol": self.sign(self.looks.member_sign(variety, each)),
                }
        return found

    def notes(self) -> dict[str, Any]:
        return {
            note.id: {
                "name": self.called(note),
                "per": list(note.per) if isinstance(note.per, tuple) else note.per,
                "named": bool(note.texts),
            }
            for note in self.bound.notes.values()
        }

    # ---- pieces

    def kinds(self) -> dict[str, Any]:
        """By kind what its pieces have in common."""
        found: dict[str, Any] = {}
        for kind in self.bound.kinds.values():
            decl = self.looks.kinds[kind.id]
            look = decl.look or PieceLook()
            colour = colours.hex_of(look.colour) or colours.nth(self.order[kind.id])
            back = colours.hex_of(look.back) or self.game_colour()
            found[kind.id] = {
                "name": self.called(kind),
                "shape": "die" if kind.sides else look.shape or self.looks.usual_shape(kind),
                "colour": colour,
                "ink": colours.ink_on(colour),
                "symbol": self.sign(self.looks.sign(look.symbol, decl.origin)),
                "hidden": kind.hidden,
                "sides": kind.sides,
                "size": None if look.size is None else list(look.size),
                "each": "player" if kind.per_player else None,
                "back": {
                    "colour": back,
                    "ink": colours.ink_on(back),
                    "symbol": self.sign(
                        self.looks.sign(look.symbol, decl.origin) or self.game_sign()
                    ),
                    "attributes": list(kind.back),
                },
            }
        return found

    def game_colour(self) -> str:
        """The colour of backs."""
        look = self.looks.looks.get(self.bound.id)
        return (None if look is None else colours.hex_of(look.colour)) or colours.BACK

    def game_sign(self) -> Sign | None:
        """The sign of the game, on backs that have none of their own."""
        look = self.looks.looks.get(self.bound.id)
        return None if look is None else self.looks.sign(look.symbol, self.bound.id)

    def pieces(self) -> dict[str, Any]:
        """By kind what each piece shows: of hidden kinds each face, else each piece."""
        found: dict[str, Any] = {}
        for kind in self.bound.kinds.values():
            faces = self.table.faces[kind.id]
            shown = [self.face(kind, number, face) for number, face in enumerate(faces)]
            if kind.hidden:
                found[kind.id] = {face.id: shown[n] for n, face in enumerate(faces)}
            else:
                pieces = self.table.pieces[kind.id]
                found[kind.id] = {piece.id: dict(shown[piece.face]) for piece in pieces}
        return found

    def face(self, kind: ir.Kind, number: int, face: Face) -> dict[str, Any]:
        """What is on a face: its name, its looks, and what is printed on it in words."""
        definition, decl = kind.definitions[face.definition], self.looks.kinds[kind.id]
        declared = self.looks.pieces.get((kind.id, definition.id))
        look = decl.look or PieceLook()
        own: Look = (declared.look if declared is not None else None) or Look()
        colour = colours.hex_of(own.colour) or self.looks.colour_by(kind, definition, look.colour)
        if colour is None and face.owner >= 0:
            colour = self.seat_colours[face.owner]
        colour = colour or colours.nth(self.order[kind.id])
        symbol = self.looks.sign(own.symbol, definition.origin) or self.looks.sign_by(
            kind, definition, look.symbol, decl
        )
        picture = self.looks.sign(own.picture, definition.origin) or self.looks.sign(
            look.picture, decl.origin
        )
        text = ""
        if declared is not None:
            text = self.looks.pick(declared.rules_text, "") or self.looks.pick(declared.about, "")
        found: dict[str, Any] = {
            "name": folded(self.words.face(self.table, kind.id, number, whose=False)),
            "text": text,
            "colour": colour,
            "ink": colours.ink_on(colour),
            "symbol": self.sign(symbol),
            "picture": self.sign(picture),
            "number": self.looks.number(kind, definition, look),
            "marks": [
                {
                    "letters" if mark.sort == "letters" else "symbol": self.sign(mark),
                    "times": mark.times,
                }
                for mark in self.looks.marks(kind, definition, look, decl.origin)
            ],
            "attributes": self.attributes(kind, definition),
        }
        if face.owner >= 0:
            found["owner"] = self.table.seats[face.owner]
        if declared is not None:
            found["path"], found["line"] = declared.span.source.name, declared.span.row
        return found

    def attributes(
        self, kind: ir.Kind | ir.SpaceKind, definition: ir.Definition
    ) -> list[list[str]]:
        """What is printed on a piece or space, as pairs of a name and a value in words."""
        found: list[list[str]] = []
        for id, attribute in kind.attributes.items():
            value = definition.attributes.get(id)
            if value is None:
                continue
            values = value if isinstance(value, tuple) else (value,)
            match attribute.type:
                case YesNoType():
                    said = ", ".join(self.words.named("yes" if each else "no") for each in values)
                case NumberType():
                    said = ", ".join(map(str, values))
                case of:
                    said = ", ".join(self.words.printed(of, each) for each in values)
            found.append([self.looks.spoken(id), folded(said)])
        return found

    # ---- stocks

    def stocks(self) -> dict[str, Any]:
        """By stock what one of it looks like; with `each`, its members or seats have the colours."""
        declared = {each.id: each for each in self.game.rules.declared.stocks}
        found: dict[str, Any] = {}
        for number, stock in enumerate(self.bound.stocks.values()):
            decl = declared[stock.id]
            look = decl.look or StockLook()
            colour = colours.hex_of(look.colour)
            own = colour or colours.nth(number)
            found[stock.id] = {
                "name": self.called(stock),
                "shape": look.shape or _STOCK_SHAPES[0],
                "colour": own,
                "ink": colours.ink_on(own),
                "symbol": self.sign(self.looks.sign(look.symbol, decl.origin)),
                "each": stock.each,
                "unlimited_at": stock.home if stock.total is None else None,
            }
        return found
