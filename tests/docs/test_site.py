"""The pages in docs/ as a site: it is built without a warning, all of it can be reached, every link leads somewhere, and it
asks for nothing from elsewhere.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

import build_playground
from folders import ROOT
from snippets import blocks
from tree import repository

DOCS = ROOT / "docs"
CONFIG = ROOT / "zensical.toml"
HERE = "https://here.example/"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
# Where the README, which is shown on package pages too, finds the files of this checkout.
FILES = f"{repository()}/blob/main/"
BESIDE = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]


@dataclass(eq=False)
class Site:
    """The pages of a site by their address, such as `/errors/E101/`, and the files beside them."""

    pages: dict[str, Page]
    files: set[str]

    def lacks(self, page: str, link: str) -> bool:
        """Whether a link of a page leads nowhere in the site."""
        target = urlsplit(urljoin(urljoin(HERE, page), link))
        if f"{target.scheme}://{target.netloc}/" != HERE:
            return False
        if target.path not in self.pages:
            return target.path not in self.files
        return target.fragment not in ("", *self.pages[target.path].ids)


@dataclass(eq=False)
class Page(HTMLParser):
    """What a page of HTML links to (`links`), loads (`loads`), and can be linked to by (`ids`); how many blocks it has, and the
    class of each word that is coloured (`words`).
    """

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    blocks: int = 0
    words: set[tuple[str, str]] = field(default_factory=set)
    _class: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.add(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(unquote(given["href"]))
        elif tag in ("link", "script", "img", "iframe"):
            self.loads += [given[name] for name in ("href", "src") if name in given]
        self.blocks += tag == "pre"
        self._class = given.get("class", "") if tag == "span" else ""

    def handle_data(self, data: str) -> None:
        if self._class:
            self.words.add((self._class, data))
            self._class = ""


def page_of(html: str) -> Page:
    page = Page()
    page.feed(html)
    return page


@pytest.fixture(scope="module")
def site(site_folder: Path) -> Site:
    """Every page and file of the site."""
    pages, files = {}, set()
    for path in sorted(site_folder.rglob("*")):
        name = f"/{path.relative_to(site_folder).as_posix()}"
        if path.suffix == ".html":
            pages[name.removesuffix("index.html")] = page_of(path.read_text("utf-8"))
        elif path.is_file():
            files.add(name)
    return Site(pages, files)


def address(page: str) -> str:
    """Of a page of docs/, that of the site."""
    return f"/{page.removesuffix('.md')}/".replace("/index/", "/")


def test_every_page_is_built(site: Site) -> None:
    assert {address(page) for page in PAGES} - set(site.pages) == set()


def test_every_link_leads_somewhere(site: Site) -> None:
    broken = {
        (name, link)
        for name, page in site.pages.items()
        for link in page.links
        if site.lacks(name, link)
    }
    assert broken == set()


def test_nothing_is_loaded_from_elsewhere(site: Site) -> None:
    loaded = {each for page in site.pages.values() for each in page.loads}
    assert {each for each in loaded if "//" in each} == set()
    # The engine of the playground is not built for these tests: tests/studio/playground loads all of it.
    assert {
        (name, each)
        for name, page in site.pages.items()
        for each in page.loads
        if site.lacks(name, each) and not each.startswith(f"{build_playground.ENGINE}/")
    } == set()


def test_what_the_search_finds_is_there(site_folder: Path, site: Site) -> None:
    index = json.loads((site_folder / "search.json").read_text("utf-8"))
    places = [each["location"] for each in index["items"]]
    assert len(places) > 500
    assert {place for place in places if site.lacks("/", f"/{place}")} == set()
    titles = {each["title"] for each in index["items"] if each["location"].startswith("language/")}
    assert {"choose", "move", "instead of", "up to", "connected to"} <= titles
    asked = re.findall(r"(?m)^\*([^*]+)\*$", (DOCS / "how-do-i-say.md").read_text("utf-8"))
    assert set(asked) - {each["title"] for each in index["items"]} == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_block_is_shown_as_one(page: str, site: Site) -> None:
    text = (DOCS / page).read_text("utf-8")
    # A drawing is indented; whatever else is shown in full has a fence.
    drawings = len(re.findall(r"\n\n {4}\S", re.sub(r"(?ms)^( *```).*?^ *```$", "", text)))
    assert site.pages[address(page)].blocks == len(list(blocks(text, page))) + drawings


def test_effects_and_rule_files_have_colours(site: Site) -> None:
    """If they have none, install again: Pygments finds the lexers by the entry points of the package."""
    assert ("k", "roll") in site.pages["/language/"].words  # a block of effects
    assert ("k", "move") in site.pages["/first-card/"].words  # a rule file
    assert ("k", "run") not in site.pages["/ci/"].words


def test_effects_are_coloured_whatever_stands_after_their_fence(site_folder: Path) -> None:
    page = (site_folder / "language" / "index.html").read_text("utf-8")
    shown = re.findall(r'<div class="language-(\w+)', page)
    asked = re.findall(
        r"(?m)^```(?:effect|expressions)\b", (DOCS / "language.md").read_text("utf-8")
    )
    assert shown.count("boardwright") >= len(asked) > 10
    assert not {"effect", "expressions"} & set(shown)


def test_code_in_tables_shows_no_backslash_before_a_bar(site_folder: Path) -> None:
    page = (site_folder / "tell" / "index.html").read_text("utf-8")
    assert "<code>{rat?is|are}</code>" in page


def test_every_page_is_where_its_blocks_are_run() -> None:
    """By test_snippets.py or, those of the codes, by test_error_pages.py."""
    assert {str(Path(page).parent) for page in PAGES} == {".", "decisions", "errors"}


def test_every_page_is_in_the_navigation() -> None:
    listed = list(pages_in(tomllib.loads(CONFIG.read_text("utf-8"))["project"]["nav"]))
    assert len(listed) == len(set(listed))
    # The pages of single codes and decisions are listed by their index.
    single = {
        page for page in PAGES if re.fullmatch(r"(errors/E\d{3}|decisions/\d{4}-.*)\.md", page)
    }
    assert set(PAGES) - single == set(listed)
    for page in single:
        index = DOCS / Path(page).parent / "index.md"
        assert f"]({Path(page).name})" in index.read_text("utf-8"), page


def pages_in(nav: object) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, (list, dict)):
        for each in nav.values() if isinstance(nav, dict) else nav:
            yield from pages_in(each)


def test_the_start_page_leads_to_every_page_of_the_navigation() -> None:
    listed = set(pages_in(tomllib.loads(CONFIG.read_text("utf-8"))["project"]["nav"]))
    start = (DOCS / "index.md").read_text("utf-8")
    assert {page for page in listed - {"index.md"} if f"]({page})" not in start} == set()


# ---- pages that are read beside the site


@pytest.mark.parametrize("page", BESIDE, ids=lambda page: page.name)
def test_links_of_a_page_beside_the_site_lead_somewhere(page: Path) -> None:
    text = re.sub(r"(?ms)^( *```).*?^ *```$", "", page.read_text("utf-8"))
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        link = link.removeprefix(FILES).removesuffix("?raw=true")  # which pictures have
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text("utf-8")), link


def anchors(text: str) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"(?m)^#+ (.*)$", re.sub(r"(?ms)^( *```).*?^ *```$", "", text))
    return {re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in headings}


# ---- the check itself


@pytest.mark.parametrize(
    ("link", "broken"),
    [
        ("../b/", False),
        ("../b/#x", False),
        ("#y", False),
        ("../b/#z", True),
        ("#x", True),
        ("../c/", True),
        ("../d.css", False),
        ("../e.css", True),
        ("https://elsewhere.example/z", False),
        ("mailto:a@b.example", False),
    ],
)
def test_broken_links_are_found(link: str, broken: bool) -> None:
    pages = {"/a/": page_of('<h1 id="y">'), "/b/": page_of('<h2 id="x"><a href="c">')}
    assert Site(pages, {"/d.css"}).lacks("/a/", link) is broken
    assert pages["/b/"].links == ["c"]


def test_anchors_are_those_of_headings() -> None:
    text = "# One `two`, three\n```sh\n# no heading\n```\n## Four: *five*!\n"
    assert anchors(text) == {"one-two-three", "four-five"}
