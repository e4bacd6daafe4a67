"""Makes the faces of cards and tokens: what is printed on each, in one language, and how many copies there are.

Everything comes from the declarations; nothing here knows about paper, and nothing is played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from boardwright.boards import colours
from boardwright.boards.looks import Looks, Sign
from boardwright.cards.readable import Reading, as_text
from boardwright.dsl.declare.looks import (
    GameLook,
    Look,
    PieceLook,
    StockLook,
)
from boardwright.dsl.declare.pieces import DefinitionDecl
from boardwright.dsl.declare.things import KindDecl
from boardwright.dsl.language.syntax import Effect
from boardwright.dsl.language.types import (
    MemberType,
    PieceType,
    SpaceType,
    YesNoType,
    ZoneType,
)
from boardwright.dsl.rules import ir
from boardwright.loading.rules import Rules

SIZES = {
    "card": (63, 88),
    "tile": (38, 38),
    "disc": (25, 25),
    "pawn": (22, 22),
    "marker": (18, 18),
}
STOCK_SIZES = {"cube": (12, 12), "coin": (20, 20)}
"""Width and height in millimetres of what has no size of its own, by shape; those of stocks differ."""
ROUND = ("disc", "pawn", "marker", "coin")
_MOST_UNLIMITED = 20
_MOST_SIGNS = 6
_INDENT = "\u2003"
_READING = Reading({})


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


class _Maker(Looks):
    def __init__(self, rules: Rules, wanted: Wanted) -> None:
        super().__init__(rules, wanted.language, wanted.players or rules.bound.players[1])
        self.wanted = wanted

    # ---- words

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
        size = look.size or SIZES[shape]
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
            round=shape in ROUND,
            size=(size[0], size[0]) if shape in ROUND else size,
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
            back=self.back(kind, piece, look, decl, card, shape in ROUND, size),
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
        size = look.size or STOCK_SIZES.get(shape) or SIZES[shape]
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
            round_ = shape in ROUND
            back = Back(False, round_, size, shown, "", kind_name, "", symbol or picture, ())
            yield Face(
                stock.id, stock.id, False, round_, size, stock.total or _MOST_UNLIMITED, "", kind_name, kind_name[:1].upper(), "", "",
                shown, symbol, picture, None, (), (), (), self.set_name(decl.origin), None, "", back, None, name,
            )  # fmt: skip

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

    # ---- looks

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
