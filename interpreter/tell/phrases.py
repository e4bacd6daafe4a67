"""What things are called in a sentence, in one language, and templates filled in with that.

What the ruleset says under `tell` comes first, then names, then ids in words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boardwright.dsl.language.templates import Blank, Optional, Part, Template
from boardwright.dsl.language.types import (
    MemberType,
    NumberType,
    PieceType,
    PlayerType,
    SpaceType,
    Type,
    YesNoType,
    ZoneType,
)
from boardwright.dsl.rules import ir
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.table.table import Face, Place, Space
from boardwright.interpreter.table.wording import templates_in
from boardwright.interpreter.tell.clauses import Clause, conjoin


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words for something, and how many things they are: this decides the form of the words around them."""

    text: str
    count: int = 1
    is_player: bool = False


Values = Callable[[str], Phrase | None]
"""What the names in a template mean; None for what has no value."""


class Phrases:
    """Names of one table's things in one language."""

    def __init__(self, program: Program, words: Words) -> None:
        self.program, self.table, self.words = program, program.table, words
        self.game = program.table.game
        self.language = words.language
        self.own = templates_in(self.language)
        self.conjunction = self.fill(self.own["and"], _nothing) or ""

    # ---- templates

    def said(self, *keys: str) -> tuple[Template, ...] | None:
        """What the ruleset says about the first of these that it speaks of: one form, or two with that for several."""
        for key in keys:
            by_language = self.game.sentences.get(key)
            if by_language:
                for language in self.words.languages:
                    if language in by_language:
                        return by_language[language]
                return next(iter(by_language.values()))
        return None

    def fill(self, template: Template, values: Values) -> str | None:
        """The text with these values; None if a name that is not optional has none."""
        return self._filled(template.parts, values, "")

    def clause(self, template: Template, values: Values) -> Clause | None:
        """The same as what may become a sentence."""
        text = self.fill(template, values)
        if not text:
            return None
        first = template.parts[0]
        if isinstance(first, Blank) and not first.noun and first.forms is None:
            value = values(first.name)
            if value is not None and value.is_player and text.startswith(f"{value.text} "):
                return Clause(text, value.text, template)
        return Clause(text)

    def phrase(self, name: str, /, **values: Phrase | None) -> str | None:
        """One of the engine's own texts."""
        return self.fill(self.own[name], values.get)

    def _filled(self, parts: Sequence[Part], values: Values, text: str) -> str | None:
        """The text so far, with these parts after it."""
        for part in parts:
            if isinstance(part, str):
                text += part
            elif isinstance(part, Optional):
                own = [each for each in part.parts if isinstance(each, Blank)]
                if all((value := values(blank.name)) and value.count for blank in own):
                    text = self._filled(part.parts, values, text) or text
            else:
                found = self._blank(part, values)
                if found is None:
                    return None
                text = self._join(text, found)
        return text

    def _blank(self, blank: Blank, values: Values) -> str | None:
        value = values(blank.name)
        if value is None:
            return None
        if blank.forms is not None:
            return blank.forms[value.count != 1]
        return self.counted(blank.noun, value.count).text if blank.noun else value.text

    def _join(self, text: str, found: str) -> str:
        """Two parts of a sentence. In Italian an article melts with the preposition before it, and `a` has a `d` before
        another `a`.
        """
        if self.language == "it":
            for article, ending in _ARTICLES:
                if found.startswith(article):
                    match = _PREPOSITION.search(text)
                    if match is not None:
                        stem = _STEMS[match[2].lower()]
                        stem = stem.capitalize() if match[2][0].isupper() else stem
                        return text[: match.start(2)] + stem + ending + found[len(article) :]
            if _TO.search(text) and found[:1] in "aA":
                return f"{text[:-1]}d {found}"
        return text + found

    def sentence(self, text: str) -> str:
        """With a capital letter, and with a full stop if it has no other sign at its end."""
        text = re.sub(r"\s+", " ", text).strip()
        text = text[:1].upper() + text[1:]
        return text if text[-1:] in ".!?:;…" else f"{text}."

    def listed(self, phrases: Sequence[Phrase]) -> Phrase | None:
        """`a, b and c`."""
        if not phrases:
            return None
        if len(phrases) == 1:
            return phrases[0]
        texts = [phrase.text for phrase in phrases]
        return Phrase(conjoin(texts, self.conjunction), sum(phrase.count for phrase in phrases))

    # ---- things

    def seat(self, id: str) -> Phrase:
        """A player."""
        text = self.words.seat(id)
        return Phrase(text[:1].upper() + text[1:], is_player=True)

    def seats(self, ids: Sequence[str]) -> Phrase | None:
        """Several players, or one."""
        return self.listed([self.seat(id) for id in ids])

    def note(self, id: str) -> str:
        """A note."""
        return self.words.pick(self.game.notes[id].texts, id.replace("_", " "))

    def phase(self, phase: ir.Phase) -> str:
        """A phase."""
        return self.words.pick(phase.texts, "")

    def counted(self, noun: str, n: int) -> Phrase:
        """`1 cube`, `2 cubes`: so many of a kind, of a stock or of a sort of one."""
        forms = self.said(noun)
        if forms is not None:
            text = self.fill(forms[-1 if n != 1 else 0], _nothing)
            if text is not None and (n == 1 or len(forms) > 1):
                return Phrase(f"{n} {_without_article(text)}", n)
        name, several = self._noun(noun)
        if n == 1:
            return Phrase(f"1 {name}", 1)
        return Phrase(f"{n} {several}" if several else f"{n} × {name}", n)

    def _noun(self, id: str) -> tuple[str, str]:
        """The word for one, and that for several if it is known."""
        declared: Any = self.game.stocks.get(id) or self.game.kinds.get(id)
        if declared is None:
            for stock in self.game.stocks.values():
                if stock.each is not None and id in self.table.stock_members[stock.id]:
                    return self.member(stock.each, id), ""
            return id.replace("_", " "), ""
        name = self.words.pick(declared.texts, "")
        if not name:
            return id.replace("_", " "), declared.plural.replace("_", " ")
        return name, f"{name}s" if self.language == "en" else ""

    def member(self, variety: str, id: str) -> str:
        """One of a variety, or a player."""
        if variety == "player":
            return self.seat(id).text
        texts = self.game.varieties[variety].member_texts.get(id, {})
        return self.words.pick(texts, id.replace("_", " "))

    def amount(self, stock: str, sort: str | None, n: int, of: str | None = None) -> Phrase:
        """An amount of a stock. What each player has of it is that of the player `of`, or it is said whose it is."""
        declared = self.game.stocks[stock]
        if sort is None or declared.each is None:
            return self.counted(stock, n)
        if declared.each == "player" and of is None:
            return self.counted(stock, n)
        if declared.each != "player":
            if self.said(sort) is not None:
                return self.counted(sort, n)
            name = self.member(declared.each, sort)
            return Phrase(f"{self.counted(stock, n).text} ({name})", n)
        what = self.counted(stock, n)
        if sort == of:
            return what
        return Phrase(self.phrase("of", what=what, of=self.seat(sort)) or what.text, n)

    # ---- pieces

    def pieces(self, kind: str, n: int, names: Sequence[str], faces: Sequence[str]) -> Phrase:
        """Pieces of one kind, of which these can be pointed at, or these faces are seen."""
        table = self.table
        if self._are_all_alike(kind):
            return self.unknown(kind, n)
        if kind in self.program.layout.faces:
            by_id = {face.id: face for face in table.faces[kind]}
            shown = [by_id[id] for id in faces]
        else:
            of_piece = {piece.id: piece.face for piece in table.pieces[kind]}
            shown = [table.faces[kind][of_piece[id]] for id in names if id in of_piece]
        found = [self.face(kind, face) for face in shown]
        alike: dict[str, int] = {}
        for each in found:
            alike[each] = alike.get(each, 0) + 1
        parts = [
            Phrase(text if many == 1 else f"{text} ×{many}", many) for text, many in alike.items()
        ]
        if len(found) < n or not found:
            parts.append(self.unknown(kind, n - len(found)))
        listed = self.listed(parts)
        assert listed is not None
        return Phrase(listed.text, n)

    def _are_all_alike(self, kind: str) -> bool:
        """Whether there is nothing more to say of a piece than its kind, as of dice."""
        faces, definitions = self.table.faces[kind], self.game.kinds[kind].definitions
        plain = all(
            re.fullmatch(rf"{kind}(_\d+)?", each.id) and not each.texts and not each.attributes
            for each in definitions
        )
        several = len(self.table.pieces[kind]) > 1 and all(face.owner < 0 for face in faces)
        return plain and several and self.said(kind) is None

    def unknown(self, kind: str, n: int) -> Phrase:
        """So many pieces of a kind whose faces are not seen."""
        if n != 1:
            return self.counted(kind, n)
        forms = self.said(kind)
        text = None if forms is None else self.fill(forms[0], _nothing)
        return Phrase(text if text is not None else self.one(self._noun(kind)[0]))

    def one(self, name: str) -> str:
        """`a card`."""
        vowel = self.language == "en" and name[:1].lower() in "aeiou"
        return self.phrase("one_before_vowel" if vowel else "one", name=Phrase(name)) or name

    def face(self, kind: str, face: Face) -> str:
        """A piece whose face is seen."""
        declared = self.game.kinds[kind]
        definition = declared.definitions[face.definition]

        def value(name: str) -> Phrase | None:
            if name == "name":
                return Phrase(self.words.pick(definition.texts, definition.id.replace("_", " ")))
            if name == "owner":
                return self.seat(self.table.seats[face.owner]) if face.owner >= 0 else None
            return self.attribute(declared.attributes, definition.attributes, name)

        own = self.said(f"{kind}.{definition.id}", definition.id)
        if own is not None:
            return self.fill(own[0], value) or definition.id
        forms = self.said(kind)
        if forms is not None and ([*forms[0].blanks] or not definition.texts):
            text = self.fill(forms[0], value)
            if text is not None:
                return text
        if definition.texts or not any(sign.isdigit() for sign in definition.id):
            return self.words.pick(definition.texts, definition.id.replace("_", " "))
        # An id such as `c09` says little: what is printed on the piece says more.
        return self.words.face(self.table, kind, self.table.faces[kind].index(face), whose=False)

    def unnamed(self, kind: str, face: Face) -> str | None:
        """A piece without a name, as the ruleset tells of it, without an article and with its player; None if it does not."""
        definition = self.game.kinds[kind].definitions[face.definition]
        forms = self.said(f"{kind}.{definition.id}", definition.id, kind)
        if definition.texts or forms is None:
            return None
        text = _without_article(self.face(kind, face))
        if face.owner < 0 or any(blank.name == "owner" for blank in forms[0].blanks):
            return text
        return f"{text} ({self.words.seat(self.table.seats[face.owner])})"

    def attribute(
        self, declared: Mapping[str, ir.Attribute], values: Mapping[str, Any], name: str
    ) -> Phrase | None:
        """What is printed on a piece or space; None for `no`, for nothing and for what is not printed there."""
        attribute = declared.get(name)
        if attribute is None or name not in values:
            return None
        value = values[name]
        each = value if isinstance(value, tuple) else (value,)
        if isinstance(attribute.type, SpaceType | PieceType | ZoneType):
            return self.listed([self.named(attribute.type, one) for one in each])
        found = [self.value(attribute.type, one) for one in each]
        if isinstance(attribute.type, NumberType):
            return Phrase(str(value), int(value))
        if isinstance(attribute.type, YesNoType):
            return found[0] if value else None
        return self.listed([phrase for phrase in found if phrase is not None])

    def named(self, of: Type, number: int) -> Phrase:
        """A space, piece or place that is printed on something, which may be out of play. Words that tell more of it would tell of what is
        printed there, too, and so on.
        """
        found = self.game.find_printed(of, number)
        full = f"{found.kind}.{found.id}" if isinstance(found, ir.Definition) else found.id
        own = self.said(full, found.id)
        text = None if own is None or [*own[0].blanks] else self.fill(own[0], _nothing)
        return Phrase(text or self.words.printed(of, number))

    def value(self, of: Type, number: int) -> Phrase | None:
        """A value by its number."""
        match of:
            case NumberType():
                return Phrase(str(number), number)
            case YesNoType():
                return Phrase(self.fill(self.own["yes" if number else "no"], _nothing) or "")
            case PlayerType():
                return self.seat(self.table.seats[number]) if number >= 0 else None
            case SpaceType() | ZoneType():
                return self.place(self.table.places[number].id) if number >= 0 else None
            case MemberType() if number >= 0:
                return Phrase(self.words.element(self.program, (), of, number, -1))
            case PieceType(kind=kind) if number >= 0 and kind not in self.program.layout.faces:
                piece = self.table.pieces[kind][number]
                return Phrase(self.face(kind, self.table.faces[kind][piece.face]))
            case _:
                return None

    # ---- places

    def place(self, id: str, by: str | None = None) -> Phrase:
        """A place or space. If nothing else is said of it, whose place it is goes without saying if it is that of `by`."""
        place = self._places[id]
        owner = self.seat(self.table.seats[place.owner]) if place.owner >= 0 else None
        if place.is_space:
            return Phrase(self._space(place, owner))
        forms = self.said(place.declared)
        plain = self.words.pick(
            self.game.places[place.declared].texts, place.declared.replace("_", " ")
        )

        def value(name: str) -> Phrase | None:
            if name == "name":
                return Phrase(plain)
            return owner if name == "owner" else self._key(place) if name == "of" else None

        text = None if forms is None else self.fill(forms[0], value)
        if text is None:
            key = self._key(place)
            if key is not None:
                text = f"{plain} ({key.text})"
            elif owner is None or by == self.table.seats[place.owner]:
                text = plain
            else:
                text = self.phrase("whose", what=Phrase(plain), owner=owner) or plain
        return Phrase(text)

    def places(self, ids: Iterable[str], by: str | None = None) -> list[Phrase]:
        """Those of these places that have a name: `tell` may say `no` of a place."""
        return [phrase for id in ids if (phrase := self.place(id, by)).text]

    def _key(self, place: Place) -> Phrase | None:
        """What a place belongs to that is there for each piece, space or member, or for each pair."""
        zone = self.table.zones[place.declared]
        if zone.per == "piece" and zone.kind is not None:
            piece = self.table.pieces[zone.kind][place.key]
            return Phrase(self.face(zone.kind, self.table.faces[zone.kind][piece.face]))
        if zone.per in (None, "player"):
            return None
        return self.listed(
            [
                self._index(per, number)
                for per, number in self.table.split_key(
                    self.game.places[place.declared].per, place.key
                )
            ]
        )

    def _index(self, per: str, number: int) -> Phrase:
        """A player, space or member that a place belongs to."""
        if per == "player":
            return self.seat(self.table.seats[number])
        if per in self.game.spaces:
            return self.place(self.table.places[number].id)
        return Phrase(self.member(per, self.game.varieties[per].members[number]))

    def _space(self, place: Place, owner: Phrase | None) -> str:
        space = self.table.spaces[place.key]
        declared = self.game.spaces[space.kind]

        def value(name: str) -> Phrase | None:
            if name == "name":
                return Phrase(self._space_name(place.key))
            if name == "owner":
                return owner
            if name == "number":
                return None if owner is not None or space.definition >= 0 else self._copy(space)
            if name in self.game.spaces and space.parent >= 0:
                return self.place(self.table.places[space.parent].id)
            return self.attribute(declared.attributes, space.attributes, name)

        forms = self.said(f"{space.kind}.{space.definition_id}", space.definition_id, space.kind)
        text = None if forms is None else self.fill(forms[0], value)
        return text if text is not None else self.words.space(self.table, place.key)

    def _space_name(self, number: int) -> str:
        space = self.table.spaces[number]
        declared = self.game.spaces[space.kind]
        of = declared if space.definition < 0 else declared.definitions[space.definition]
        return self.words.pick(of.texts, space.definition_id.replace("_", " "))

    def _copy(self, space: Space) -> Phrase | None:
        """Which one it is of several spaces that have no names."""
        return Phrase(str(space.path[0][1])) if space.path else None

    @property
    def _places(self) -> Mapping[str, Place]:
        return self.program.kept("places by id", _places_by_id)


_PREPOSITION = re.compile(r"(^|[^\w])(a|da|di|in|su) $", re.IGNORECASE)
_TO = re.compile(r"(?:^|[^\w])a $", re.IGNORECASE)
_STEMS = {"a": "a", "da": "da", "di": "de", "in": "ne", "su": "su"}
_ARTICLES = (
    ("il ", "l "),
    ("lo ", "llo "),
    ("l'", "ll'"),
    ("i ", "i "),
    ("gli ", "gli "),
    ("la ", "lla "),
    ("le ", "lle "),
)
_WITH_ARTICLE = re.compile(
    r"(?:a|an|the|il|lo|la|i|gli|le|un|uno|una|de|het|een) |(?:l|un)'", re.IGNORECASE
)


def _without_article(text: str) -> str:
    """A noun after a number."""
    match = _WITH_ARTICLE.match(text)
    return text if match is None else text[match.end() :]


def _nothing(_: str) -> None:
    return None


def _places_by_id(program: Program) -> dict[str, Place]:
    return {place.id: place for place in program.table.places}


__all__ = ["Phrase", "Phrases", "Values"]
