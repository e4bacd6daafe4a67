"""The files of the page, read once: nothing that a request says becomes a path."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

INDEX = "index.html"
TYPES = {
    "html": "text/html; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
    "woff2": "font/woff2",
}
"""The kinds of files that the page is made of. Others in its folder, such as types for a compiler, are not served."""

_RELATIVE = re.compile(r'\b(src|href)="(?![/#]|\w+:)')


@dataclass(frozen=True, slots=True)
class PageFiles:
    """The page: its files by name, and a hash of all of them.

    They are served below a folder named by the hash, so that a browser keeps them for as long as it likes, and modules
    find one another by relative names.
    """

    files: Mapping[str, bytes]
    hash: str

    def index(self, metas: Mapping[str, str]) -> str:
        """The first file: it names the others where they are served, and has these values for its scripts."""
        text = self.files[INDEX].decode()
        told = "".join(f'<meta name="{name}" content="{value}">' for name, value in metas.items())
        return _RELATIVE.sub(rf'\1="/page/{self.hash}/', text).replace("<head>", f"<head>{told}", 1)

    def file(self, hash: str, name: str) -> bytes | None:
        """A file of this very page; None if there is none."""
        return self.files.get(name) if hash == self.hash else None


def page_in(folder: Traversable) -> PageFiles:
    """The page in this folder."""
    found = dict(sorted(_files(folder, "")))
    whole = hashlib.sha256()
    for name, content in found.items():
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
    return PageFiles(found, whole.hexdigest()[:32])


def our_page() -> PageFiles:
    """The page of the package."""
    return page_in(files("boardwright.studio") / "page")


def type_of(name: str) -> str | None:
    """The content type of a file of the page; None if it is not for browsers."""
    return TYPES.get(name.rpartition(".")[2])


def _files(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    found = []
    for each in folder.iterdir():
        if each.is_dir():
            found += _files(each, f"{path}{each.name}/")
        elif type_of(each.name) is not None:
            found.append((path + each.name, each.read_bytes()))
    return found
