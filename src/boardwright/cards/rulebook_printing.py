"""Prints a book of rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from boardwright.boards import colours
from boardwright.cards.fonts import missing, ranges_of
from boardwright.cards.press import Job, PressError, printed, template
from boardwright.cards.printing import Prints, files_of
from boardwright.cards.rulebook import book_of
from boardwright.cards.symbols import DRAWINGS
from boardwright.dsl.declare.looks import SYMBOLS, GameLook
from boardwright.dsl.source.diagnostics import Bag, Severity, diagnose
from boardwright.loading.rules import Rules

PAPERS = {"a4": (210, 297), "a5": (148, 210), "letter": (215.9, 279.4)}


def print_book(rules: Rules, origins: Sequence[str], language: str, paper: str = "a4") -> Prints:
    """The rules of the games and expansions with these ids, as PDF. Raises `PressError`."""
    bag = Bag()
    files = files_of(rules, bag)
    book = book_of(rules, origins, language)
    looks = dict(rules.declared.looks)
    look = next((looks[id] for id in origins if id in looks), GameLook())
    game = looks.get(rules.id) or GameLook()
    symbol: dict[str, str] | None = None
    if look.symbol is not None:
        if look.symbol.text in SYMBOLS:
            symbol = {"symbol": look.symbol.text}
        else:
            origin = next(id for id in origins if looks.get(id) is look)
            name = files.picture(origin, look.symbol)
            symbol = None if name is None else {"picture": name}
    wide, high = PAPERS[paper]
    data = {
        "title": book.title,
        "subtitle": book.subtitle,
        "about": book.about,
        "language": language,
        "colour": colours.hex_of(look.colour) or colours.hex_of(game.colour) or colours.BACK,
        "paper": {"w": wide, "h": high},
        "symbol": symbol,
        "symbols": {name: DRAWINGS[name] for name in (symbol or {}).values() if name in DRAWINGS},
        "blocks": book.blocks,
        "words": book.words,
    }
    job = Job(template("common.typ", "rulebook.typ"), data, files.pictures, files.fonts)
    try:
        done = printed(job, tell="<end>")
    except PressError:
        if not files.drop_damaged():
            raise
        data["symbol"] = None
        done = printed(job, tell="<end>")
    fonts = [ranges_of(each) for each in files.fonts.values()]
    for each in dict.fromkeys(each for text in _texts(data) for each in missing(fonts, text)):
        finding = diagnose(
            Severity.ERROR,
            "E711",
            f"no font has the character `{each}` (U+{ord(each):04X})",
            None,
            help="name a font that has it: `look: {fonts: fonts/name.ttf}` in the manifest",
        )
        bag.add(finding)
    pages = done.told[0]["pages"] if done.told else 0
    return Prints(done.pages, (), int(pages), bag.sorted())


def _texts(data: Any) -> Iterator[str]:
    """Every text of the data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for each in data.values():
            yield from _texts(each)
    elif isinstance(data, (list, tuple)):
        for each in data:
            yield from _texts(each)
