"""The rules of a game as a page: the book that `boardwright rulebook` prints, without its cards, which have a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from boardwright.cards.readable import Part
from boardwright.cards.rulebook import Block, Book

_STYLES = {"word": "b", "name": "i", "rule": "i", "note": "small"}


def book_page(book: Book, language: str) -> str:
    """What stands below the title, in Markdown and HTML."""
    return "\n\n".join(_Writer(book, language).page())


class _Writer:
    def __init__(self, book: Book, language: str) -> None:
        self.book, self.language = book, language
        self.blocks = list(_without_cards(book))
        self.explained = {each["label"] for each in self.blocks if each.get("label")}

    def page(self) -> Iterator[str]:
        yield self.html("p", escape(self.book.subtitle))
        for text in filter(None, self.book.about.split("\n")):
            yield self.html("p", escape(text))
        for block in self.blocks:
            yield from self.block(block)

    def block(self, block: Block) -> Iterator[str]:
        match block["do"]:
            case "head":
                yield from self.head(block)
            case "text":
                yield from (self.html("p", escape(each)) for each in block["text"].split("\n"))
            case "lead":
                yield self.html("p", f"<b>{escape(block['text'])}</b>")
            case "said":
                said = f"<b>{escape(block['label'])}</b> {self.parts(block['parts'])}"
                yield self.html("p", said, "said")
            case "list":
                yield self.list("ul", map(escape, block["items"]))
            case "steps":
                yield self.list("ol", (self.parts(each["parts"]) for each in block["items"]))
            case "names":
                yield self.html("p", escape(", ".join(each["name"] for each in block["items"])))
            case "rows":
                rows = (
                    (f"<b>{escape(each['name'])}</b>", escape(each["text"]))
                    for each in block["rows"]
                )
                yield self.list("ul", (": ".join(filter(None, row)) for row in rows))
            case "value":
                said = f"{self.parts(block['name'])}: {self.parts(block['parts'])}"
                yield self.html("p", said, "said")
            case "code":
                lines = (
                    f'<span class="line" style="--in:{2 * each["depth"]}">{self.parts(each["parts"])}</span>'
                    for each in block["lines"]
                )
                yield self.html("div", "".join(lines), "reading")
            case other:
                raise ValueError(f"a book has no blocks `{other}` on the site")

    def head(self, block: Block) -> Iterator[str]:
        if block.get("label"):
            yield f'<div id="rule-{block["label"]}"></div>'
        yield f"{'#' * (block['level'] + 1)} {escape(block['text'])}"
        given, refs = block.get("given", ""), block.get("refs", "")
        if given or refs:
            yield self.html("p", escape("; ".join(filter(None, (given, refs)))), "refs")

    def parts(self, parts: Iterable[Part]) -> str:
        """Text with words of the language in bold, and names of rules as links to them."""
        found = []
        for style, text, id in parts:
            html = escape(text)
            if tag := _STYLES.get(style):
                html = f"<{tag}>{html}</{tag}>"
            found.append(f'<a href="#rule-{id}">{html}</a>' if id in self.explained else html)
        return "".join(found)

    def list(self, tag: str, items: Iterable[str]) -> str:
        return self.html(tag, "".join(f"<li>{each}</li>" for each in items))

    def html(self, tag: str, content: str, name: str = "") -> str:
        named = f' class="{name}"' if name else ""
        return f'<{tag}{named} lang="{self.language}">{content}</{tag}>'


def _without_cards(book: Book) -> Sequence[Block]:
    kept, chapter = [], ""
    for block in book.blocks:
        if block["do"] == "head" and block["level"] == 1:
            chapter = block["text"]
        if chapter != book.words["cards"] and block["do"] != "card":
            kept.append(block)
    return kept
