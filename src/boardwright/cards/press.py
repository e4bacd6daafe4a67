"""Prints: hands data to typst, and gets back PDF, PNG or SVG, the same bytes every time.

A ruleset never reaches typst as source. Its texts are strings in one JSON document, and its pictures and fonts are copies in
a folder of their own, the only folder that typst can read. No system fonts, no clock, no network.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from boardwright.cards.font_ranges import EMBEDDED

Form = Literal["pdf", "png", "svg"]


class PressError(Exception):
    """Typst could not print: with the default templates, a mistake of ours; else a mistake in a template."""

    def __init__(self, message: str, help: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.help = help


@dataclass(frozen=True, slots=True)
class Job:
    """What to print: the source of a template, the data for it, and files by the names that the data use."""

    source: str
    data: Mapping[str, Any]
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    fonts: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Printed:
    """What typst made: the pages of a picture format, or one document; and what the template told about `<fit>`."""

    pages: tuple[bytes, ...]
    told: Sequence[Mapping[str, Any]]


def template(*names: str) -> str:
    """The source of templates of this package, one after the other."""
    folder = resources.files("boardwright.cards")
    return "\n".join((folder / name).read_text("utf-8") for name in names)


def printed(job: Job, form: Form = "pdf", ppi: float = 300, tell: str = "<fit>") -> Printed:
    """Runs typst. Raises `ModuleNotFoundError` without it, and `PressError`."""
    import typst

    with tempfile.TemporaryDirectory(prefix="boardwright-") as name:
        root = Path(name).resolve()
        (root / "files").mkdir()
        (root / "fonts").mkdir()
        (root / "packages").mkdir()
        for file, data in job.pictures.items():
            (root / "files" / file).write_bytes(data)
        for file, data in job.fonts.items():
            (root / "fonts" / file).write_bytes(data)
        main = root / "main.typ"
        main.write_text(job.source, "utf-8")
        fonts = typst.Fonts(include_system_fonts=False, font_paths=[str(root / "fonts")])
        own = {Path(each.path).name: each.family for each in fonts.fonts() if each.path}
        # In the order in which they are asked for, then those of the wheel.
        families = [own[file] for file in job.fonts if file in own]
        told_data = {**job.data, "fonts": list(dict.fromkeys([*families, *EMBEDDED]))}
        try:
            compiler = typst.Compiler(
                str(main),
                root=str(root),
                font_paths=fonts,
                ignore_system_fonts=True,
                sys_inputs={"data": json.dumps(told_data, ensure_ascii=False)},
                package_path=str(root / "packages"),
                package_cache_path=str(root / "packages"),
            )
            made = compiler.compile(format=form, ppi=ppi, timestamp=0)
            told = json.loads(compiler.query(tell, field="value")) if tell else []
        except typst.TypstError as fault:
            raise PressError(_first_line(fault, root), tuple(fault.hints)) from fault
        except RuntimeError as fault:  # of what is not in the source, such as a query
            raise PressError(_first_line(fault, root)) from fault
    return Printed((made,) if isinstance(made, bytes) else tuple(made or ()), told)


def _first_line(fault: Exception, root: Path) -> str:
    """What typst says, without the name of our folder."""
    line = str(getattr(fault, "message", fault)).strip().split("\n")[0]
    return line.replace(f"{root}/", "").replace(str(root), "")
