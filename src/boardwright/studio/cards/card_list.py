"""The cards and tokens of a ruleset as they will be printed: what is on each, its line, its findings, and how strong it was."""

from __future__ import annotations

import base64
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boardwright.boards.colours import ink_on
from boardwright.cards.deck import Face, Wanted, faces_of
from boardwright.cards.press import PressError
from boardwright.cards.printing import Paper, Prints, face_names, print_faces
from boardwright.dsl.source.diagnostics import Bag, Diagnostic
from boardwright.files.look_files import LookFile, read_look_file
from boardwright.files.manifests import manifest_at

if TYPE_CHECKING:
    from boardwright.boards.looks import Sign
    from boardwright.loading.rules import Rules

Json = dict[str, Any]
PathOf = Callable[[str], str | None]
"""The path of a source as the page knows it; None for a file that it cannot open."""

_TYPES = {".png": "image/png", ".jpg": "image/jpeg", ".svg": "image/svg+xml"}


class CardList:
    """The faces of a game with its expansions, in one language."""

    def __init__(self, rules: Rules, language: str) -> None:
        self.rules, self.language = rules, language
        origins = tuple(layer.id for layer in rules.layers)
        self.faces: Sequence[Face] = faces_of(rules, Wanted(language, origins))
        self.names = face_names(self.faces)

    def pick(self, texts: Mapping[str, str], otherwise: str) -> str:
        """The text in this language, else in the first one that there is."""
        found = (texts[each] for each in (self.language, *self.rules.languages) if each in texts)
        return next(found, otherwise)

    def data(self, path_of: PathOf) -> list[Json]:
        """What is on each face, and where its piece is declared."""
        pictures = _Pictures(self.rules)
        origins = {
            (kind.id, each.id): each.origin
            for kind in self.rules.bound.kinds.values()
            for each in kind.definitions
        }
        return [
            _face(name, face, origins[face.kind, face.id], pictures, path_of)
            for name, face in zip(self.names, self.faces, strict=True)
        ]

    def printed(self, wanted: Collection[str]) -> dict[str, str]:
        """The faces with these names as typst prints them, as SVG in data URLs. Raises `PressError`."""
        chosen = [n for n, name in enumerate(self.names) if name in wanted]
        if not chosen:
            return {}
        pages = self._press([self.faces[n] for n in chosen]).pages
        return {
            self.names[n]: _data_url(".svg", page) for n, page in zip(chosen, pages, strict=True)
        }

    def misfits(self) -> tuple[Diagnostic, ...]:
        """What does not fit on its card, or has no character in any font; none if they cannot be printed at all."""
        try:
            return self._press(self.faces).findings if self.faces else ()
        except PressError:
            return ()

    def _press(self, faces: Sequence[Face]) -> Prints:
        paper = Paper(backs=False, form="svg")
        return print_faces(self.rules, faces, self.language, paper, apart=True)

    def share(self, findings: Iterable[Diagnostic]) -> dict[str, list[Diagnostic]]:
        """The findings of each face: those in the lines of its piece, from its own up to the next one in its file."""
        starts: dict[str, list[int]] = {}
        for face in self.faces:
            for source, row in _sites(face):
                starts.setdefault(source, []).append(row)
        at: dict[tuple[str, int], list[Diagnostic]] = {}
        for each in findings:
            label = each.label
            rows = [] if label is None else starts.get(label.span.source.name, [])
            # What stands above the first piece of a file belongs to it: its kind, or a comment.
            if label is not None and rows:
                row = max((row for row in rows if row <= label.span.row), default=min(rows))
                at.setdefault((label.span.source.name, row), []).append(each)
        found: dict[str, list[Diagnostic]] = {}
        for name, face in zip(self.names, self.faces, strict=True):
            of = [each for site in _sites(face) for each in at.get(site, ())]
            if of:
                found[name] = of
        return found


def _sites(face: Face) -> Iterator[tuple[str, int]]:
    if face.declared is not None:
        yield face.declared.span.source.name, face.declared.span.row


def checking(rules: Rules) -> Iterator[Diagnostic | None]:
    """What `validate` says of these rules: None after each step of its work, then the findings."""
    from boardwright.loading.library import Library
    from boardwright.loading.steps import Checking

    bag, paths = Bag(), [found.path for found in rules.found]
    check = Checking(paths[-1], Library(), others=paths[1:-1], nearby=paths, bag=bag)
    for _ in check.steps():
        yield None
    yield from bag.sorted()


def strengths(report: Mapping[str, Any]) -> dict[tuple[str, str], Json]:
    """How often each card was used in a run and how strong it was, by kind and id, from its report (the format `report`)."""
    found = {}
    for kind in report.get("cards") or ():
        way = kind["way"]
        for card in kind["cards"]:
            had = card[f"{way}_by"] or card["held_by"]
            found[kind["kind"], card["id"]] = {
                "way": way,
                "taken": card["taken"],
                "used": card["used"],
                "share": had["share"],
                "wins": had["wins"],
                "verdict": had["verdict"],
                "average": kind["average"],
            }
    return found


class _Pictures:
    """The pictures of rulesets as data URLs, each read once. One that cannot be used is left out: `validate` tells why."""

    def __init__(self, rules: Rules) -> None:
        manifests = ((each.path, manifest_at(each.path)) for each in rules.found)
        self.folders: Mapping[str, Path] = {
            manifest.id: path for path, manifest in manifests if manifest is not None
        }
        self.known: dict[tuple[str, str], str | None] = {}

    def url(self, sign: Sign) -> str | None:
        at = (sign.origin, sign.text)
        if at not in self.known:
            assert sign.value is not None
            found = read_look_file(sign.value, self.folders[sign.origin])
            self.known[at] = (
                _data_url(found.ending, found.data) if isinstance(found, LookFile) else None
            )
        return self.known[at]


def _data_url(ending: str, data: bytes) -> str:
    return f"data:{_TYPES[ending]};base64,{base64.b64encode(data).decode()}"


def _face(name: str, face: Face, origin: str, pictures: _Pictures, path_of: PathOf) -> Json:
    span = None if face.declared is None else face.declared.span
    picture = None if face.picture is None else _sign(face.picture, pictures)
    return {
        "id": name,
        "kind": face.kind,
        "piece": face.id,
        "name": face.name,
        "kind_name": face.kind_name,
        "origin": origin,
        "text": face.text,
        "code": face.code,
        "card": face.card,
        "round": face.round,
        "size": list(face.size),
        "copies": face.copies,
        "seat": face.seat or None,
        "initial": face.initial,
        "number": face.number,
        "colour": face.colour,
        "ink": ink_on(face.colour),
        "symbol": None if face.symbol is None else _sign(face.symbol, pictures),
        "picture": None if picture is None else picture.get("picture"),
        "marks": _signs(face.marks, pictures),
        "icons": _signs(face.icons, pictures),
        "facts": list(face.facts),
        "set": face.set_name,
        "sign": None if face.set_sign is None else _sign(face.set_sign, pictures),
        "reference": face.reference,
        "path": None if span is None else path_of(span.source.name),
        "line": None if span is None else span.row,
    }


def _signs(signs: Iterable[Sign], pictures: _Pictures) -> list[Json]:
    return [found for each in signs if (found := _sign(each, pictures)) is not None]


def _sign(sign: Sign, pictures: _Pictures) -> Json | None:
    text = pictures.url(sign) if sign.sort == "picture" else sign.text
    return None if text is None else {sign.sort: text, "colour": sign.colour, "times": sign.times}
