"""Small expansions of Rattus that tests of printing write to a folder."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

MANIFEST = "expansion: {id}\nof: rattus\nlanguage: 2\nname: Test\n{more}"
CARD = "class_card: {id}\nclass: magic\nname: {name}\ntext: {text}\nability: |\n  take_over(king)\n{more}"


def expansion(folder: Path, cards: str = "", *, more: str = "", id: str = "looks") -> Path:
    """A folder with an expansion, and one card or several in one part."""
    root = folder / id
    root.mkdir(parents=True, exist_ok=True)
    (root / "expansion.yaml").write_text(MANIFEST.format(id=id, more=more), "utf-8")
    if cards:
        (root / "cards.yaml").write_text(f"part: cards\npieces:\n  class_card:\n{cards}", "utf-8")
    return root


def card(root: Path, id: str, *, name: str = "Card", text: str = "Words.", more: str = "") -> Path:
    """A card in a file of its own."""
    path = root / f"{id}.yaml"
    path.write_text(CARD.format(id=id, name=name, text=text, more=more), "utf-8")
    return path


def png(wide: int, high: int) -> bytes:
    """A grey picture."""

    def chunk(name: bytes, data: bytes) -> bytes:
        check = zlib.crc32(name + data)
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)

    rows = b"".join(b"\0" + b"\x99" * wide for _ in range(high))
    head = struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def pages_of(pdf: bytes) -> int:
    """How many pages a PDF has; its objects may be compressed."""
    found = pdf.count(b"/Type /Page\n") + pdf.count(b"/Type/Page/") + pdf.count(b"/Type /Page ")
    at = 0
    while (at := pdf.find(b"stream\n", at)) >= 0:
        end = pdf.find(b"endstream", at)
        try:
            text = zlib.decompress(pdf[at + 7 : end])
        except zlib.error:
            text = b""
        found += (
            text.count(b"/Type/Page/") + text.count(b"/Type/Page>") + text.count(b"/Type /Page ")
        )
        at = max(end, at + 1)
    return found
