"""Opens the pictures and fonts that looks name, and refuses what is not what it seems.

They come from strangers. So only files inside the ruleset's folder are read, none through a link that leads out of it, and
content, size and dimensions are checked before anything else sees the bytes.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from pathlib import Path

from boardwright.cache import file_questions
from boardwright.dsl.declare.looks import FONTS, LookValue
from boardwright.dsl.source.diagnostics import Diagnostic, Severity, diagnose
from boardwright.dsl.source.suggest import suggest_help
from boardwright.files.locate_ruleset import folder_of

MOST_BYTES = 8 << 20
MOST_PIXELS = 4_000
MOST_SVG = 1 << 20

_SVG = re.compile(
    rb"\A(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<svg[\s>]", re.DOTALL
)
_NUMBER = rb"[0-9]{1,6}(?:\.[0-9]{1,6})?"
_VIEW_BOX = re.compile(
    rb"""\bviewBox\s*=\s*["'][-0-9.]{1,12}[\s,]+[-0-9.]{1,12}[\s,]+(%b)[\s,]+(%b)\s*["']"""
    % (_NUMBER, _NUMBER)
)
# A declaration of entities can grow without end; the others would read or run something else.
_REFUSED = (
    (re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE), "declares a document type"),
    (re.compile(rb"<(?:[\w-]+:)?script\b", re.IGNORECASE), "has a script"),
    (re.compile(rb"<(?:[\w-]+:)?foreignObject\b", re.IGNORECASE), "has a foreign object"),
    (re.compile(rb"@import\b|<\?xml-stylesheet", re.IGNORECASE), "imports a style sheet"),
    (
        re.compile(
            rb"""\bhref\s*=\s*["']\s*(?!\s*#|\s*data:image/(?:png|jpe?g);base64,)[^"'\s]""",
            re.IGNORECASE,
        ),
        "refers to another file",
    ),
    (
        re.compile(rb"""\burl\(\s*["']?\s*(?!\s*#)[^"')\s]""", re.IGNORECASE),
        "refers to another file",
    ),
)


@dataclass(frozen=True, slots=True)
class LookFile:
    """The bytes of a picture or font, with the ending that tells what they are."""

    ending: str
    data: bytes


def read_look_file(value: LookValue, ruleset: Path) -> LookFile | Diagnostic:
    """The file that a look names, or what is wrong with it. `ruleset` is the folder or file of the ruleset."""
    root = folder_of(ruleset)
    path = root / value.text
    try:
        home, real = file_questions.real(root), file_questions.real(path)
    except (OSError, RuntimeError):
        return _wrong(value, "this file cannot be read")
    if not real.is_relative_to(home):
        return _wrong(
            value,
            "this file is a link that leads out of the ruleset",
            "put a copy of the file into the folder",
        )
    try:
        data = file_questions.data(path, MOST_BYTES)
    except FileNotFoundError:
        return _wrong(
            value, f"there is no file `{value.text}` in this ruleset", *_nearby(path, root)
        )
    except (OSError, ValueError):
        return _wrong(value, "this file cannot be read")
    if len(data) > MOST_BYTES:
        return _wrong(value, f"this file is larger than {MOST_BYTES >> 20} MiB", "save it smaller")
    ending, why = _kind(data, path.suffix.lower() in FONTS)
    if why:
        return _wrong(value, *why)
    return LookFile(ending, data)


def _wrong(value: LookValue, message: str, *help: str) -> Diagnostic:
    return diagnose(Severity.ERROR, "E128", message, value.span, help=tuple(help))


def _nearby(path: Path, root: Path) -> tuple[str, ...]:
    """Files with a similar name."""
    try:
        names = [each.name for each in file_questions.within(path.parent)][:300]
    except (OSError, ValueError):
        return (f"names begin in `{root.name}`, the folder of the ruleset",)
    help = suggest_help(path.name, names)
    return help or (f"names begin in `{root.name}`, the folder of the ruleset",)


def _kind(data: bytes, is_font: bool) -> tuple[str, tuple[str, ...]]:
    """What some bytes are, by their content; and why they cannot be used, with help."""
    if is_font:
        if data[:4] in (b"OTTO", b"\0\1\0\0", b"true"):
            return ".otf" if data[:4] == b"OTTO" else ".ttf", ()
        return "", ("this is not a font", "save it as TrueType (`.ttf`) or OpenType (`.otf`)")
    if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR" and len(data) > 24:
        return ".png", _too_many(*struct.unpack(">II", data[16:24]))
    if data.startswith(b"\xff\xd8\xff"):
        size = _size_of_jpeg(data)
        return ".jpg", ("this picture is damaged",) if size is None else _too_many(*size)
    if _SVG.match(data):
        return ".svg", _svg_faults(data)
    return "", ("this is not a picture that can be printed", "save it as PNG, JPEG or SVG")


def _too_many(wide: int, high: int) -> tuple[str, ...]:
    if 0 < wide <= MOST_PIXELS and 0 < high <= MOST_PIXELS:
        return ()
    return (
        f"this picture has {wide:,} by {high:,} pixels; at most {MOST_PIXELS:,} by {MOST_PIXELS:,} are read",
        "save it smaller: 1,500 pixels are enough for a card",
    )


def size_of(file: LookFile) -> tuple[int, int] | None:
    """Width and height of a picture, in units of its own; None for a drawing that does not say them, or a font."""
    match file.ending:
        case ".png":
            wide, high = struct.unpack(">II", file.data[16:24])
            return int(wide), int(high)
        case ".jpg":
            return _size_of_jpeg(file.data)
        case ".svg":
            found = _VIEW_BOX.search(file.data[:4_000])
            if found is None:
                return None
            wide, high = (int(float(each) * 100) for each in found.groups())
            return (wide, high) if wide > 0 < high else None
        case _:
            return None


def _size_of_jpeg(data: bytes) -> tuple[int, int] | None:
    """Width and height, from the first frame."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        mark = data[at + 1]
        if mark == 0xFF or mark in (0x01, *range(0xD0, 0xD8)):
            at += 1 if mark == 0xFF else 2
            continue
        if 0xC0 <= mark <= 0xCF and mark not in (0xC4, 0xC8, 0xCC):
            high, wide = struct.unpack(">HH", data[at + 5 : at + 9])
            return wide, high
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _svg_faults(data: bytes) -> tuple[str, ...]:
    if len(data) > MOST_SVG:
        return (f"this drawing is larger than {MOST_SVG >> 20} MiB", "save it as PNG")
    for pattern, why in _REFUSED:
        if pattern.search(data):
            return (f"this drawing {why}", "save it as a plain SVG, or as PNG")
    return ()
