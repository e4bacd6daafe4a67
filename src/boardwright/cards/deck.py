"""Makes the faces of cards and tokens: what is printed on each, in one language, and how many copies there are.

Everything comes from the declarations; nothing here knows about paper, and nothing is played.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from boardwright.cards import colours
from boardwright.cards.readable import Reading, as_text
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.looks import (
    COLOURS,
    SYMBOLS,
    GameLook,
    Look,
    LookValue,
    PieceLook,
    StockLook,
)
from boardwright.dsl.declare.pieces import DefinitionDecl
from boardwright.dsl.declare.things import KindDecl, MemberDecl
from boardwright.dsl.language.syntax import Effect
from boardwright.dsl.language.types import (
    MemberType,
    NumberType,
    PieceType,
    SpaceType,
    YesNoType,
    ZoneType,
)
from boardwright.dsl.rules import ir
from boardwright.loading.rules import Rules

_SIZES = {
    "card": (63, 88),
    "tile": (38, 38),
    "disc": (25, 25),
    "pawn": (22, 22),
    "marker": (18, 18),
}
_STOCK_SIZES = {"cube": (12, 12), "coin": (20, 20)}
_ROUND = ("disc", "pawn", "marker", "coin")
_MOST_UNLIMITED = 20
_MOST_SIGNS = 6
_INDENT = "\u2003"
_READING = Reading({})


@dataclass(frozen=True, slots=True)
class Sign:
    """A small drawing: the name of a symbol, a picture in the folder of the ruleset `origin`, or letters."""

    sort: str  # symbol, picture or letters
    text: str
    origin: str = ""
    value: LookValue | None = None
    colour: str = "#000000"
    times: int = 1


@dataclass(frozen=True, slots=True)
class Back:
    """The back of pieces. `card` backs fill their rectangle; the others belong to tokens."""

    card: bool
    round: bool
    size: tuple[int, int]
    colour: str
    name: str
    kind_name: str
    label: str
    symbol: Sign | None
    signs: tuple[Sign, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on one side of a piece. `declared` is where it comes from, for findings."""

    id: str
    kind: str
    card: bool
    round: bool
    size: tuple[int, int]
    copies: int
    name: str
    kind_name: str
    initial: str
    text: str
    code: str
    colour: str
    symbol: Sign | None
    picture: Sign | None
    number: str | None
    marks: tuple[Sign, ...]
    icons: tuple[Sign, ...]
    facts: tuple[str, ...]
    set_name: str
    set_sign: Sign | None
    reference: str
    back: Back
    declared: DefinitionDecl | None = field(default=None, compare=False, repr=False)
    seat: str = ""

    @property
    def signs(self) -> Iterator[Sign]:
        """Every sign on it or on its back."""
        single = (self.symbol, self.picture, self.set_sign, self.back.symbol)
        yield from (each for each in single if each is not None)
        yield from (*self.marks, *self.icons, *self.back.signs)

    @property
    def texts(self) -> Iterator[str]:
        """Every text on it or on its back."""
        yield from (self.name, self.kind_name, self.text, self.code, *self.facts, self.set_name)
        yield from (self.reference, self.back.name, self.back.kind_name, self.back.label)
        yield from (mark.text for mark in self.marks if mark.sort == "letters")
        yield self.number or ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to print: `origins` are the games and expansions whose pieces are meant, `names` kinds or single pieces (all, if
    there are none), `size` that of cards, `players` for how many.
    """

    language: str
    origins: Collection[str]
    names: Collection[str] = ()
    size: tuple[int, int] | None = None
    players: int | None = None


def folded(text: str) -> str:
    """A text without the line breaks of its file; paragraphs, which have an empty line between them, stay apart."""
    parts = re.split(r"\n[ \t]*\n", text.strip())
    return "\n".join(" ".join(part.split()) for part in parts)


def faces_of(rules: Rules, wanted: Wanted) -> tuple[Face, ...]:
    """The faces, in the order of the declarations."""
    return tuple(_Maker(rules, wanted).faces())


def printable(rules: Rules, origins: Collection[str]) -> tuple[str, ...]:
    """The names that can be asked for: kinds, stocks and single pieces."""
    bound = rules.bound
    found = [*bound.kinds, *bound.stocks]
    found += [
        each.id
        for kind in bound.kinds.values()
        for each in kind.definitions
        if each.origin in origins
    ]
    return tuple(dict.fromkeys(found))


class _Maker:
    def __init__(self, rules: Rules, wanted: Wanted) -> None:
        self.rules, self.wanted, self.bound = rules, wanted, rules.bound
        self.declared: Ruleset = rules.declared
        self.looks: Mapping[str, GameLook] = dict(self.declared.looks)
        self.layers = {layer.id: layer for layer in rules.layers}
        self.pieces = {(each.kind.id, each.id): each for each in self.declared.definitions}
        self.kinds = {each.id: each for each in self.declared.kinds}
        self.members: dict[str, tuple[MemberDecl, ...]] = {
            each.id: each.members for each in self.declared.varieties
        } | {each.id: each.members for each in self.declared.stocks if each.members}
        own = self.looks.get(self.bound.id)
        said = (
            []
            if own is None
            else [(name.id, colours.hex_of(each) or "") for name, each in own.seats]
        )
        players = wanted.players or self.bound.players[1]
        names = self.bound.seat_names or tuple(f"p{n + 1}" for n in range(players))
        self.seats = tuple(zip(names, colours.seat_colours(names, said, players), strict=False))

    # ---- words

    def pick(self, texts: Mapping[str, str], otherwise: str) -> str:
        """The text in the wanted language, else in the first one that there is."""
        for language in (self.wanted.language, *self.bound.languages):
            if language in texts:
                return folded(texts[language])
        return otherwise

    @staticmethod
    def spoken(id: str) -> str:
        """An id as words."""
        return id.replace("_", " ")

    # ---- faces

    def faces(self) -> Iterator[Face]:
        names, origins = self.wanted.names, self.wanted.origins
        for number, kind in enumerate(self.bound.kinds.values()):
            found = [
                face
                for each in kind.definitions
                if each.origin in origins and (not names or each.id in names or kind.id in names)
                for face in self.of_piece(number, kind, each)
            ]
            seats = [seat for seat, _ in self.seats]
            yield from sorted(found, key=lambda face: seats.index(face.seat) if face.seat else -1)
        for number, stock in enumerate(self.bound.stocks.values()):
            if stock.id in names:
                yield from self.of_stock(number, stock)

    def of_piece(self, number: int, kind: ir.Kind, piece: ir.Definition) -> Iterator[Face]:
        if kind.sides:
            return  # dice
        declared, decl = self.pieces.get((kind.id, piece.id)), self.kinds[kind.id]
        look = decl.look or PieceLook()
        shape = look.shape or self.usual_shape(kind)
        card = shape == "card"
        size = look.size or _SIZES[shape]
        if card and self.wanted.size is not None:
            size = self.wanted.size
        own = (declared.look if declared is not None else None) or Look()
        name = self.pick(piece.texts, "")
        kind_name = self.pick(kind.texts, self.spoken(kind.id))
        if card or shape == "pawn":
            spoken = self.spoken(piece.id)
            name = name or (kind_name if piece.id == kind.id else spoken[:1].upper() + spoken[1:])
        text = ""
        if declared is not None:
            text = self.pick(declared.rules_text, "") or self.pick(declared.about, "")
        icons, facts, under = self.printed(kind, piece, look)
        if not card and not name:
            facts = (*under, *facts)  # there is no line for them below the name
        symbol = self.sign(own.symbol, piece.origin) or self.sign_by(kind, piece, look.symbol, decl)
        face = Face(
            id=piece.id,
            kind=kind.id,
            card=card,
            round=shape in _ROUND,
            size=(size[0], size[0]) if shape in _ROUND else size,
            copies=piece.copies,
            name=name if card or shape != "pawn" else "",
            kind_name=" · ".join(under) or (kind_name if kind_name != name else ""),
            initial=(name or kind_name)[:1].upper(),
            text=text,
            code="" if text or not card else self.code(declared),
            colour=colours.hex_of(own.colour)
            or self.colour_by(kind, piece, look.colour)
            or colours.nth(number),
            symbol=symbol,
            picture=self.sign(own.picture, piece.origin) or self.sign(look.picture, decl.origin),
            number=self.number(kind, piece, look),
            marks=self.marks(kind, piece, look, decl.origin),
            icons=icons,
            facts=facts,
            set_name=self.set_name(piece.origin),
            set_sign=self.set_sign(piece.origin),
            reference=", ".join(declared.refs) if declared is not None else "",
            back=self.back(kind, piece, look, decl, card, shape in _ROUND, size),
            declared=declared,
        )
        yield from self.for_seats(kind, look, own, face) if kind.per_player else (face,)

    def for_seats(self, kind: ir.Kind, look: PieceLook, own: Look, face: Face) -> Iterator[Face]:
        """A piece that each player has: one for each, in the colour of the seat."""
        has_colour = look.colour is not None or own.colour is not None
        for seat, colour in self.seats:
            back = face.back if look.back is not None else replace(face.back, colour=colour)
            yield replace(face, colour=face.colour if has_colour else colour, back=back, seat=seat)

    def of_stock(self, number: int, stock: ir.Stock) -> Iterator[Face]:
        decl = next(each for each in self.declared.stocks if each.id == stock.id)
        look = decl.look or StockLook()
        shape = look.shape or "cube"
        size = look.size or _STOCK_SIZES.get(shape) or _SIZES[shape]
        sorts: list[tuple[str, str | None, Look]] = [("", None, Look())]
        if stock.each == "player":
            sorts = [(seat, colour, Look()) for seat, colour in self.seats]
        elif stock.each is not None:
            sorts = [
                (
                    self.pick(each.texts, self.spoken(each.id)),
                    self.colour_of(stock.each, each.id),
                    each.look or Look(),
                )
                for each in self.members[stock.each]
            ]
        for name, colour, own in sorts:
            shown = (
                colours.hex_of(own.colour)
                or colour
                or colours.hex_of(look.colour)
                or colours.nth(number)
            )
            symbol = self.sign(own.symbol, decl.origin) or self.sign(look.symbol, decl.origin)
            picture = self.sign(own.picture, decl.origin) or self.sign(look.picture, decl.origin)
            kind_name = self.pick(stock.texts, self.spoken(stock.id))
            round_ = shape in _ROUND
            back = Back(False, round_, size, shown, "", kind_name, "", symbol or picture, ())
            yield Face(
                stock.id, stock.id, False, round_, size, stock.total or _MOST_UNLIMITED, "", kind_name, kind_name[:1].upper(), "", "",
                shown, symbol, picture, None, (), (), (), self.set_name(decl.origin), None, "", back, None, name,
            )  # fmt: skip

    def usual_shape(self, kind: ir.Kind) -> str:
        """The shape of a kind that says none. Cards have texts or effects, or lie in a hand or a deck; what has nothing printed
        on it is a pawn.
        """
        for each in kind.definitions:
            declared = self.pieces.get((kind.id, each.id))
            if declared is not None and (declared.rules_text or declared.slots or declared.entries):
                return "card"
        held = [each for each in self.bound.places.values() if kind.id in each.holds]
        if kind.attributes and any(each.ordered or each.visible_to == "owner" for each in held):
            return "card"
        return "tile" if kind.attributes or kind.hidden else "pawn"

    def code(self, declared: DefinitionDecl | None) -> str:
        """What a piece without a text does, as its author wrote it."""
        if declared is None:
            return ""
        its, lines = (declared.kind.id, declared.id), list[str]()
        for effect in (
            *(each.effect for each in declared.slots),
            *(each.effect for each in declared.entries),
        ):
            lines += self.lines(effect)
        for hook in self.declared.hooks:
            if hook.definition == its:
                lines += [
                    f"{as_text(_READING.words(hook.head.span))}:",
                    *self.lines(hook.effect, 1),
                ]
        for modifier in self.declared.modifiers:
            if modifier.definition == its:
                head = as_text(_READING.words(modifier.head.span))
                lines += [
                    f"{head}: {as_text(_READING.words(each.span))}" for each in modifier.changes
                ]
        return "\n".join(lines)

    @staticmethod
    def lines(effect: Effect, deeper: int = 0) -> list[str]:
        return [
            _INDENT * (line.depth + deeper) + as_text(line.parts) for line in _READING.lines(effect)
        ]

    # ---- what is printed

    def printed(
        self, kind: ir.Kind, piece: ir.Definition, look: PieceLook
    ) -> tuple[tuple[Sign, ...], tuple[str, ...], tuple[str, ...]]:
        """The attributes that have no place of their own: small signs, facts in words, and names for the line below the name."""
        placed = {self.large(kind, look), *(name.id for name, _ in look.marks)}
        icons: list[Sign] = []
        facts: list[str] = []
        under: list[str] = []
        for id, attribute in kind.attributes.items():
            value = piece.attributes.get(id)
            if value is None or id in placed or (id in kind.back and len(kind.attributes) > 1):
                continue
            values = value if isinstance(value, tuple) else (value,)
            match attribute.type:
                case MemberType(variety=variety) if variety in self.members:
                    members = [self.members[variety][each] for each in values]
                    signs = [self.member_sign(variety, each) for each in members]
                    if not attribute.many:
                        under += [self.member_name(each) for each in members]
                    elif signs and all(signs):
                        icons += [each for each in signs if each is not None]
                    elif members:
                        facts.append(", ".join(self.member_name(each) for each in members))
                case YesNoType():
                    facts += [self.spoken(id)] if value else []
                case SpaceType() | PieceType() | ZoneType() as of:
                    things = [self.bound.find_printed(of, each) for each in values]
                    said = ", ".join(self.pick(each.texts, self.spoken(each.id)) for each in things)
                    facts += [f"{self.spoken(id)}: {said}"] if said else []
                case _:
                    facts.append(f"{self.spoken(id)} {', '.join(str(each) for each in values)}")
        return tuple(icons), tuple(facts), tuple(under)

    @staticmethod
    def large(kind: ir.Kind, look: PieceLook) -> str | None:
        """The attribute that is printed large: as said, else the only number."""
        if look.number is not None:
            return look.number.id
        marked = {name.id for name, _ in look.marks}
        numbers = [
            id
            for id, each in kind.attributes.items()
            if isinstance(each.type, NumberType) and not each.many and id not in kind.back
        ]
        return numbers[0] if len(numbers) == 1 and numbers[0] not in marked else None

    def number(self, kind: ir.Kind, piece: ir.Definition, look: PieceLook) -> str | None:
        id = self.large(kind, look)
        value = None if id is None else piece.attributes.get(id)
        declared = self.pieces.get((kind.id, piece.id))
        given = () if declared is None else [each.name.id for each in declared.attributes]
        return None if value is None or id not in given else str(value)

    def marks(
        self, kind: ir.Kind, piece: ir.Definition, look: PieceLook, origin: str
    ) -> tuple[Sign, ...]:
        """The marks of a piece, each as often as its number says."""
        found = []
        for name, mark in look.marks:
            value = piece.attributes.get(name.id)
            times = value if isinstance(value, int) else len(value or ())
            if not isinstance(kind.attributes[name.id].type, YesNoType) and value is not None:
                times = 1 if isinstance(kind.attributes[name.id].type, MemberType) else times
            sign = self.sign(mark, origin)
            if sign is not None and times > 0:
                found.append(replace(sign, times=times))
        return tuple(found)

    # ---- looks

    def member_of(
        self, kind: ir.Kind, piece: ir.Definition, id: str
    ) -> tuple[str, MemberDecl] | None:
        """The member of a variety that an attribute of a piece is."""
        attribute = kind.attributes.get(id)
        value = piece.attributes.get(id)
        if (
            attribute is None
            or not isinstance(attribute.type, MemberType)
            or not isinstance(value, int)
        ):
            return None
        variety = attribute.type.variety
        return (variety, self.members[variety][value]) if variety in self.members else None

    def member_for(
        self, kind: ir.Kind, piece: ir.Definition, said: LookValue | None
    ) -> tuple[str, MemberDecl] | None:
        """The member whose look a piece has: by the attribute that is said, else by the first that is one on the front."""
        if said is not None:
            return self.member_of(kind, piece, said.text) if said.by else None
        ids = [id for id in kind.attributes if id not in kind.back]
        return next((found for id in ids if (found := self.member_of(kind, piece, id))), None)

    def colour_of(self, variety: str, member: str) -> str | None:
        """The colour of a member; if nobody has said one for any of the variety, one of the palette."""
        members = self.members[variety]
        number = next(n for n, each in enumerate(members) if each.id == member)
        look = members[number].look
        said = None if look is None else colours.hex_of(look.colour)
        none = all(each.look is None or each.look.colour is None for each in members)
        return said or (COLOURS.get(member) or colours.nth(number) if none else None)

    def colour_by(self, kind: ir.Kind, piece: ir.Definition, said: LookValue | None) -> str | None:
        if said is not None and not said.by:
            return colours.hex_of(said)
        found = self.member_for(kind, piece, said)
        return None if found is None else self.colour_of(found[0], found[1].id)

    def sign_by(
        self, kind: ir.Kind, piece: ir.Definition, said: LookValue | None, decl: KindDecl
    ) -> Sign | None:
        if said is not None and not said.by:
            return self.sign(said, decl.origin)
        found = self.member_for(kind, piece, said)
        return None if found is None else self.member_sign(*found)

    def member_sign(self, variety: str, member: MemberDecl) -> Sign | None:
        look = member.look or Look()
        sign = self.sign(look.symbol or look.picture, self.origin_of(variety, member))
        colour = self.colour_of(variety, member.id)
        return sign if sign is None or colour is None else replace(sign, colour=colour)

    def member_name(self, member: MemberDecl) -> str:
        return self.pick(member.texts, self.spoken(member.id))

    def origin_of(self, variety: str, member: MemberDecl) -> str:
        """The layer that declares a member: pictures are files in its folder."""
        for layer in self.rules.layers:
            parts = [layer] if layer.replacing is None else [layer.replacing, layer]
            for part in parts:
                for each in part.varieties:
                    if each.id == variety and any(one.span == member.span for one in each.members):
                        return layer.id
        return self.bound.id

    def sign(self, value: LookValue | None, origin: str) -> Sign | None:
        if value is None or value.by:
            return None
        sort = "picture" if value.is_file else "symbol" if value.text in SYMBOLS else "letters"
        return Sign(sort, value.text, origin if sort == "picture" else "", value)

    def set_name(self, origin: str) -> str:
        layer = self.layers.get(origin)
        return origin if layer is None else self.pick(layer.texts, self.spoken(origin))

    def set_sign(self, origin: str) -> Sign | None:
        look = self.looks.get(origin)
        return None if look is None else self.sign(look.symbol, origin)

    def back(
        self,
        kind: ir.Kind,
        piece: ir.Definition,
        look: PieceLook,
        decl: KindDecl,
        card: bool,
        round: bool,
        size: tuple[int, int],
    ) -> Back:
        """The back: what it shows by the rules has its colour and name; else it is the same for the whole kind."""
        label, colour = "", colours.hex_of(look.back)
        for id in kind.back:
            found = self.member_of(kind, piece, id)
            if found is not None:
                label = " ".join(filter(None, (label, self.member_name(found[1]))))
                colour = colour or self.colour_of(found[0], found[1].id)
        game = self.looks.get(self.bound.id) or GameLook()
        symbol = self.sign(look.symbol, decl.origin) or self.sign(game.symbol, self.bound.id)
        return Back(
            card=card,
            round=round,
            size=(size[0], size[0]) if round else size,
            colour=colour or colours.hex_of(game.colour) or colours.BACK,
            name=self.pick(self.bound.texts, self.spoken(self.bound.id)),
            kind_name=self.pick(kind.texts, self.spoken(kind.id)),
            label=label,
            symbol=symbol,
            signs=self.back_signs(kind, game) if card else (),
        )

    def back_signs(self, kind: ir.Kind, game: GameLook) -> tuple[Sign, ...]:
        """The signs on the back of cards: those that their fronts have, or that of the game."""
        found: list[Sign] = []
        for id, attribute in kind.attributes.items():
            if (
                isinstance(attribute.type, MemberType)
                and attribute.type.variety in self.members
                and id not in kind.back
            ):
                variety = attribute.type.variety
                signs = (self.member_sign(variety, each) for each in self.members[variety])
                found += [sign for sign in signs if sign is not None]
        own = self.sign(game.symbol, self.bound.id)
        return tuple(found[:_MOST_SIGNS]) or (() if own is None else (own, own))
