"""From checked rules to printed cards: faces, their files, their sheets, and what is wrong with any of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from boardwright.boards.colours import ink_on
from boardwright.boards.looks import Sign
from boardwright.cards.deck import Back, Face
from boardwright.cards.fonts import Ranges, missing, ranges_of
from boardwright.cards.places import place_of_text
from boardwright.cards.press import Form, Job, PressError, Printed, printed, template
from boardwright.cards.sheets import PAPERS, Item, Sheet, as_data, laid_out
from boardwright.cards.symbols import DRAWINGS
from boardwright.dsl.declare.looks import LookValue
from boardwright.dsl.source.diagnostics import Bag, Diagnostic, Severity, diagnose
from boardwright.files.look_files import LookFile, read_look_file
from boardwright.files.manifests import manifest_at
from boardwright.loading.rules import Rules

# Less than this cannot be seen, and sizes are rounded.
_SLACK = 0.1


@dataclass(frozen=True, slots=True)
class Paper:
    """What to print on. `copies` is whether each piece is printed as often as there are copies; `form` is that of single
    faces: `png` or `svg`, else sheets are printed as `pdf`.
    """

    paper: str = "a4"
    backs: bool = True
    copies: bool = True
    bleed: int = 0  # tenths of a millimetre
    short_edge: bool = False
    form: Form = "pdf"
    ppi: float = 300


@dataclass(frozen=True, slots=True)
class Prints:
    """What was printed, and what is wrong with it. Pages of single faces are named, by kind and id."""

    pages: tuple[bytes, ...]
    names: tuple[str, ...]
    sheets: int
    findings: tuple[Diagnostic, ...]


@dataclass(slots=True)
class _Files:
    """The pictures and fonts of a job, each read once."""

    folders: Mapping[str, Path]
    bag: Bag
    pictures: dict[str, bytes] = field(default_factory=dict)
    fonts: dict[str, bytes] = field(default_factory=dict)
    _names: dict[tuple[str, str], str | None] = field(default_factory=dict)
    _values: dict[str, LookValue] = field(default_factory=dict)

    def picture(self, origin: str, value: LookValue) -> str | None:
        """The name of a picture in the job; None if it cannot be used."""
        at = (origin, value.text)
        if at not in self._names:
            found = self._read(origin, value)
            self._names[at] = None
            if found is not None:
                name = f"{len(self.pictures)}{found.ending}"
                self.pictures[name] = found.data
                self._names[at], self._values[name] = f"/files/{name}", value
        return self._names[at]

    def font(self, origin: str, value: LookValue) -> None:
        """Takes a font into the job."""
        found = self._read(origin, value)
        if found is not None and not ranges_of(found.data):
            self.bag.add(diagnose(Severity.ERROR, "E128", "this font is damaged", value.span))
        elif found is not None:
            self.fonts[f"{len(self.fonts)}{found.ending}"] = found.data

    def drop_damaged(self, *, apart: bool = False) -> bool:
        """Reports each picture that cannot be drawn, and does without it; returns whether there is one. Each is tried alone."""
        damaged = []
        for name, data in self.pictures.items():
            try:
                press(Job(f'#image("/files/{name}")', {}, {name: data}), Paper(form="svg"), apart)
            except PressError:
                damaged.append(name)
        for name in damaged:
            del self.pictures[name]
            span = self._values[name].span
            self.bag.add(diagnose(Severity.ERROR, "E128", "this picture is damaged", span))
        gone = {f"/files/{name}" for name in damaged}
        self._names |= {at: None for at, name in self._names.items() if name in gone}
        return bool(damaged)

    def _read(self, origin: str, value: LookValue) -> LookFile | None:
        found = read_look_file(value, self.folders[origin])
        if isinstance(found, Diagnostic):
            self.bag.add(found)
            return None
        return found


def print_faces(
    rules: Rules,
    faces: Sequence[Face],
    language: str,
    paper: Paper,
    source: str = "",
    *,
    apart: bool = False,
) -> Prints:
    """Prints these faces; `source` is a template in place of ours, which is always used in a process of its own, `apart`.
    Raises `TooLargeError` and `PressError`.
    """
    bag = Bag()
    files = files_of(rules, bag)
    apart = apart or bool(source)

    def job() -> Job:
        data = data_of(rules, faces, language, paper, files)
        text = source or template("common.typ", "sheet.typ")
        return Job(text, data, files.pictures, files.fonts)

    asked = job()
    try:
        done = press(asked, paper, apart)
    except PressError:
        if not files.drop_damaged(apart=apart):
            raise
        asked = job()
        done = press(asked, paper, apart)
    for finding in _findings(
        rules, faces, language, done, [ranges_of(each) for each in files.fonts.values()]
    ):
        bag.add(finding)
    names = tuple(f"{name}{side}" for name in face_names(faces) for side in _sides(paper))
    return Prints(done.pages, names, len(asked.data["sheets"]), bag.sorted())


def press(job: Job, paper: Paper, apart: bool) -> Printed:
    """Prints a job, here or in a process of its own with a limit of time."""
    if apart:
        from boardwright.cards.apart import printed_apart

        return printed_apart(job, paper.form, paper.ppi)
    return printed(job, paper.form, paper.ppi)


def files_of(rules: Rules, bag: Bag) -> _Files:
    """The files of these rules; its fonts are read at once."""
    manifests = ((each.path, manifest_at(each.path)) for each in rules.found)
    folders = {manifest.id: path for path, manifest in manifests if manifest is not None}
    files = _Files(folders, bag)
    for origin, look in rules.declared.looks:
        for font in look.fonts:
            files.font(origin, font)
    return files


def _sides(paper: Paper) -> tuple[str, ...]:
    return ("", "-back") if paper.backs else ("",)


def face_names(faces: Sequence[Face]) -> tuple[str, ...]:
    """A name for the file of each face."""
    return tuple(
        "-".join(
            filter(
                None,
                (face.kind, face.id if face.id != face.kind else "", face.seat.replace(" ", "_")),
            )
        )
        for face in faces
    )


# ---- data for the template


def data_of(
    rules: Rules, faces: Sequence[Face], language: str, paper: Paper, files: _Files
) -> dict[str, Any]:
    """Everything that the template is told."""
    backs = tuple(dict.fromkeys(face.back for face in faces))
    numbers = {back: number for number, back in enumerate(backs)}
    width, height = PAPERS[paper.paper]
    items = [
        Item(number, 10 * face.size[0], 10 * face.size[1], face.card, face.back.colour)
        for number, face in enumerate(faces)
        for _ in range(face.copies if paper.copies else 1)
    ]
    title = _title(rules, language)
    sheets: tuple[Sheet, ...] = ()
    if paper.form == "pdf":
        sheets = laid_out(
            items,
            (width, height),
            backs=paper.backs,
            bleed=paper.bleed,
            short_edge=paper.short_edge,
        )
    signs = [sign for face in faces for sign in face.signs]
    return {
        "title": title,
        "language": language,
        "paper": {"w": width / 10, "h": height / 10},
        "single": paper.form != "pdf",
        "with-backs": paper.backs,
        "symbols": {each.text: DRAWINGS[each.text] for each in signs if each.sort == "symbol"},
        "cards": [
            _face(number, face, numbers[face.back], files) for number, face in enumerate(faces)
        ],
        "backs": [_back(back, files) for back in backs],
        "sheets": as_data(sheets, f"{title} · {language}"),
    }


def _title(rules: Rules, language: str) -> str:
    names = [
        layer.texts.get(language) or next(iter(layer.texts.values()), layer.id)
        for layer in rules.layers
    ]
    return " + ".join(" ".join(name.split()) for name in names)


def _face(number: int, face: Face, back: int, files: _Files) -> dict[str, Any]:
    return {
        "id": number,
        "card": face.card,
        "round": face.round,
        "w": face.size[0],
        "h": face.size[1],
        "name": face.name,
        "kind-name": face.kind_name,
        "initial": face.initial,
        "text": face.text,
        "code": face.code,
        "colour": face.colour,
        "ink": ink_on(face.colour),
        "symbol": _sign(face.symbol, files),
        "picture": None if face.picture is None else _picture(face.picture, files),
        "number": face.number,
        "marks": _signs(face.marks, files),
        "icons": _signs(face.icons, files),
        "facts": list(face.facts),
        "set": face.set_name,
        "sign": _sign(face.set_sign, files),
        "ref": face.reference,
        "back": back,
    }


def _back(back: Back, files: _Files) -> dict[str, Any]:
    return {
        "card": back.card,
        "round": back.round,
        "w": back.size[0],
        "h": back.size[1],
        "colour": back.colour,
        "ink": ink_on(back.colour),
        "name": back.name.lower(),
        "kind-name": back.kind_name.lower(),
        "label": back.label,
        "initial": back.kind_name[:1].upper(),
        "symbol": _sign(back.symbol, files),
        "signs": _signs(back.signs, files),
    }


def _signs(signs: Iterable[Sign], files: _Files) -> list[dict[str, Any]]:
    return [found for sign in signs if (found := _sign(sign, files)) is not None]


def _sign(sign: Sign | None, files: _Files) -> dict[str, Any] | None:
    if sign is None:
        return None
    name = sign.text if sign.sort != "picture" else _picture(sign, files)
    if name is None:
        return None
    return {sign.sort: name, "colour": sign.colour, "times": sign.times}


def _picture(sign: Sign, files: _Files) -> str | None:
    assert sign.value is not None
    return files.picture(sign.origin, sign.value)


# ---- findings


def _findings(
    rules: Rules, faces: Sequence[Face], language: str, done: Printed, fonts: Sequence[Ranges]
) -> Iterable[Diagnostic]:
    first = rules.languages[0]
    told: set[tuple[str, str, str]] = set()
    for fit in done.told:
        face, part = faces[fit["card"]], fit["part"]
        if (face.kind, face.id, part) in told or not (fit["wide"] or fit["over"] > _SLACK):
            continue
        told.add((face.kind, face.id, part))
        yield _does_not_fit(face, part, fit, language, first)
    seen: set[str] = set()
    for face in faces:
        for part, text in (("name", face.name), ("text", face.text)):
            new = [each for each in missing(fonts, text) if each not in seen]
            seen.update(new)
            for each in new:
                yield _missing(face, part, each, language, first)
        for text in face.texts:
            new = [each for each in missing(fonts, text) if each not in seen]
            seen.update(new)
            for each in new:
                yield _missing(face, "", each, language, first)


def _does_not_fit(
    face: Face, part: str, fit: Mapping[str, Any], language: str, first: str
) -> Diagnostic:
    key = "name" if part == "name" else "text"
    place = None if face.declared is None else place_of_text(face.declared, key, language, first)
    word = fit["wide"]
    if part == "kind":
        what = f"`{word}` is too wide to be below the name of `{face.id}`"
        place, help = None, "shorten it"
    elif word:
        what = f"`{word}` is too wide for its card"
        help = "write a hyphen where the word may break"
    else:
        what = f"the {key} of `{face.id}` is {fit['over']:.1f} mm too long for its card"
        help = "shorten it"
    span = None if face.declared is None else face.declared.span
    if place is not None:
        at = place.text.find(word) if word else -1
        span = place.locate(at, at + len(word)) if at >= 0 else place.span
    return diagnose(
        Severity.ERROR,
        "E710",
        what,
        span,
        notes=f"even at {fit['size']:g} pt, the smallest size",
        help=(help, "make the card larger: `size` in the `look` of its kind, or `--size`"),
    )


def _missing(face: Face, part: str, character: str, language: str, first: str) -> Diagnostic:
    place = None
    if part and face.declared is not None:
        place = place_of_text(face.declared, part, language, first)
    span = None
    if place is not None and character in place.text:
        at = place.text.index(character)
        span = place.locate(at, at + 1)
    elif face.declared is not None:
        span = face.declared.span
    return diagnose(
        Severity.ERROR,
        "E711",
        f"no font has the character `{character}` (U+{ord(character):04X})",
        span,
        notes=f"it is on `{face.id}`, and would be printed as an empty box",
        help="write something else, or name a font that has it: `look: {fonts: fonts/name.ttf}` in the manifest",
    )
