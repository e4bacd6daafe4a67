"""A small run to report, and pages taken apart."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from boardwright.runs.chunk import game_for, plan_for
from boardwright.runs.plan import Order, Plan
from folders import SMALL_GAMES
from run_samples import order, simulate

DRAFTING = str(SMALL_GAMES / "drafting")
_VOID = {"meta", "br", "wbr"}


def drafting(*agents: str, figures: bool = True) -> Order:
    """Three players who draft cards."""
    found = order(*(agents or ("random",)), ruleset=DRAFTING)
    return Order(
        ruleset=found.ruleset,
        expansions=(),
        players=3,
        options=(),
        agents=found.agents,
        figures=figures,
    )


def played(root: Path, asked: Order, games: int = 60, chunk: int = 7, seed: int = 4) -> Plan:
    """Plays a run into a folder."""
    made = plan_for(asked, game_for(asked), seed, games, chunk)
    simulate(root, made, asked=asked)
    return made


@dataclass(eq=False)
class Parsed(HTMLParser):
    """A page: its elements and attributes, all the text in it, and whatever is not as it should be."""

    tags: set[str] = field(default_factory=set)
    attributes: set[tuple[str, str, str]] = field(default_factory=set)
    text: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    stack: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        names = [name for name, _ in attrs]
        if len(set(names)) != len(names):
            self.wrong.append(f"<{tag}> has an attribute twice: {names}")
        for name, value in attrs:
            if value is None:
                self.wrong.append(f"<{tag}> has {name} without a value")
            self.attributes.add((tag, name, value or ""))
        if tag not in _VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.stack or self.stack.pop() != tag:
            self.wrong.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_comment(self, data: str) -> None:
        self.wrong.append(f"a comment: {data}")


def parsed(html: str) -> Parsed:
    """Takes a page apart."""
    page = Parsed()
    page.feed(html)
    page.close()
    page.wrong += [f"<{tag}> is never closed" for tag in page.stack]
    return page
