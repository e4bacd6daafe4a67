"""What the search of the site finds first: the language before messages.

The search looks at titles, then at texts, and there at what comes early; it knows no weights. So the index gets an entry for each
word of the language and for each question of "How do I say ...?", with the word or question as its title, and messages keep
only what they say about themselves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from website.anchors import anchor_of

Entry = dict[str, Any]

ROOT = Path(__file__).resolve().parents[2]
LANGUAGE, QUESTIONS, MESSAGES = "language/", "how-do-i-say/", "errors/"
_GAMES = "games/"
_PHRASE = re.compile(r'"[a-z]+"(?: "[a-z]+")+')
_TAG = re.compile(r"<[^>]*>")
_CODE = re.compile(r"<code>(.*?)</code>", re.DOTALL)
_QUESTION = re.compile(r"(?m)^\*([^*`]+)\*")
# Pages in which a word is looked up come first if nothing else decides, messages last.
_ORDER = (LANGUAGE, QUESTIONS)


def improve(path: Path) -> None:
    """Rewrites the index of a site."""
    index = json.loads(path.read_text("utf-8"))
    index["items"] = sorted(_entries(index["items"]), key=_place)
    path.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), "utf-8")


def _place(entry: Entry) -> int:
    location = entry["location"]
    for place, page in enumerate(_ORDER):
        if location.startswith(page):
            return place
    return len(_ORDER) + (2 if location.startswith(MESSAGES) else location.startswith(_GAMES))


def _entries(entries: Iterable[Entry]) -> Iterator[Entry]:
    entries = list(entries)
    yield from _words([each for each in entries if each["location"].startswith(LANGUAGE)])
    for entry in entries:
        location = entry["location"]
        if location.startswith(QUESTIONS):
            yield from _questions(entry)
        # Examples of mistakes are full of words that somebody else looks for.
        if re.fullmatch(rf"{MESSAGES}E\d+/#.*", location):
            continue
        if re.fullmatch(rf"{_GAMES}[^/]+/scenarios/.*", location):
            entry = entry | {"text": re.sub(r"<pre>.*</pre>", "", entry["text"], flags=re.DOTALL)}
        yield entry


# ---- words of the language


def _words(sections: list[Entry]) -> Iterator[Entry]:
    """An entry for each word and each pair of words that go together, which leads to the section that explains it."""
    help = json.loads((ROOT / "dsl" / "language" / "word_help.json").read_text("utf-8"))
    grammar = (ROOT / "dsl" / "language" / "effects.lark").read_text("utf-8")
    phrases = [each.replace('"', "") for each in dict.fromkeys(_PHRASE.findall(grammar))]
    by_title = {each["title"]: each for each in sections}
    for word in sorted({*help, *phrases}):
        about: Mapping[str, Any] = help.get(word, {})
        examples = [each.strip() for each in about.get("examples", ())]
        section = by_title.get(about.get("section", "")) if examples else None
        if section is None:
            section = max(sections, key=lambda each: _uses(word, each), default=None)
            if section is None or not _uses(word, section):
                continue
            examples = _lines(word, section)
        told = "".join(f"<p>{escape(each)}</p>" for each in about.get("text", ()))
        code = escape("\n".join(examples))
        yield section | {
            "title": word,
            "text": f"<pre><code>{code}</code></pre>{told}",
            "path": [*section["path"], section["title"]],
        }


def _uses(word: str, section: Entry) -> int:
    return sum(len(_in(word, code)) for code in _CODE.findall(section["text"]))


def _lines(word: str, section: Entry) -> list[str]:
    """Lines of code that use a word, the first of them."""
    lines = (line for code in _CODE.findall(section["text"]) for line in code.split("\n"))
    return [_TAG.sub("", line).strip() for line in lines if _in(word, line)][:4]


def _in(word: str, text: str) -> list[str]:
    return re.findall(rf"\b{word}\b", text)


# ---- questions


def _questions(section: Entry) -> Iterator[Entry]:
    """An entry for each sentence in italics that a block of this section answers."""
    page = (ROOT / "docs" / "how-do-i-say.md").read_text("utf-8")
    for question in _QUESTION.findall(page):
        told = re.escape(escape(question, quote=False))
        answer = re.search(rf"<p>{told}(?:</p>| ).*?(<pre>.*?</pre>)", section["text"], re.DOTALL)
        if answer:
            yield section | {
                "location": f"{QUESTIONS}#{anchor_of(question)}",
                "title": question,
                "text": answer[1],
                "path": [*section["path"], section["title"]],
            }
