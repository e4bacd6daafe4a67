"""The scenarios of a game as pages: one page for each folder, with each scenario as an example."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import yaml

from website.game_parts import capital

_SCHEMA = re.compile(r"\A# \$schema:.*\n")


@dataclass(frozen=True, slots=True)
class Scenario:
    """A file: its folder below `scenarios`, its id, what it says about itself, and its text."""

    folder: str
    id: str
    about: str
    like: str
    text: str

    @property
    def anchor(self) -> str:
        return self.id.replace("_", "-")

    def names(self, id: str) -> bool:
        """Whether it speaks of a piece."""
        return re.search(rf"\b{re.escape(id)}\b", self.text) is not None


def scenarios_in(folder: Path) -> tuple[Scenario, ...]:
    """The scenarios below a folder, in the order of their files."""
    return tuple(_read(path, folder) for path in sorted(folder.rglob("*.yaml")))


def _read(path: Path, home: Path) -> Scenario:
    text = _SCHEMA.sub("", path.read_text("utf-8"))
    keys = yaml.safe_load(text)
    about = keys.get("text", "")
    if isinstance(about, dict):
        about = next(iter(about.values()))
    folder = path.parent.relative_to(home).as_posix()
    return Scenario(
        folder="" if folder == "." else folder.replace("/", "-"),
        id=path.stem,
        about=" ".join(str(about).split()),
        like=str(keys.get("like", "")),
        text=text,
    )


def scenario_pages(title: str, scenarios: Sequence[Scenario]) -> Iterator[tuple[str, str, str]]:
    """For each page: its title in the navigation, the name of its file, and its text."""
    pages = {each.id: f"{each.folder or 'index'}.md#{each.anchor}" for each in scenarios}
    for folder in dict.fromkeys(each.folder for each in scenarios):
        name = capital(folder or "others")
        text = [f"# {title}: scenarios, {name.lower()}"]
        for each in (each for each in scenarios if each.folder == folder):
            text.append(f"## {capital(each.id)}")
            if each.about:
                text.append(escape(each.about))
            if each.like in pages:
                text.append(f"It begins like [{capital(each.like)}]({pages[each.like]}).")
            text.append(f"```yaml part\n{each.text.strip()}\n```")
        yield name, f"{folder or 'index'}.md", "\n\n".join(text) + "\n"
