"""What was probably meant by a line that the parser refused, told from its words and from what stands behind them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from boardwright.dsl.language.indentation import STEP
from boardwright.dsl.rules.symbols import plural
from boardwright.dsl.source.suggest import plain_letters

_NAME = r"[a-z][a-z0-9_]*"
# What opens a block only together with `may`, or never.
_BLOCKLESS = ("choose", "chooses", "draw", "find", "let")
_ASKING = ("may", "choose", "chooses", "draw", "find", "then")
_MINE = ("mine", "your", "our")
_THEIRS = ("his", "her", "their", "its", "whose")
_ARTICLES = ("a", "an", "the", "one", "some", "another")
_TIMES = ("multiply", "times", "double", "triple", "*", "x")
_CHANGES = {"+": "add", "-": "subtract"}

# Words of other languages, as first words of a line.
FOREIGN = {
    "elif": "else if",
    "elseif": "else if",
    "elsif": "else if",
    "foreach": "for each",
    "unless": "if not",
    "until": "while not",
    "loop": "repeat ... times",
    "print": "reveal",
    "do": "repeat ... times",
    "give": "move ... from ... to ...",
    "get": "take",
    "gain": "take",
    "remove": "return",
    "discard": "move",
    "put": "place",
    "pick": "choose",
    "select": "choose",
    "increase": "add",
    "decrease": "subtract",
    "call": "the name of the rule with brackets",
    "then": "the statement itself",
}
# Characters that are no part of this one.
CHARACTERS = {
    "\t": f"indent with spaces, {STEP} a level",
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not` or `!=`",
    "[": "sets are written with words, as in `those r in regions where ...`",
    "{": "sets are written with words, as in `those r in regions where ...`",
    "]": "sets are written with words, as in `those r in regions where ...`",
    "}": "sets are written with words, as in `those r in regions where ...`",
    ".": "numbers are whole; for a part of something write `limit of token`",
    "%": "for the remainder write `mod`",
    ";": "put each statement on a line of its own",
    "≥": "write `>=`",
    "≤": "write `<=`",
    "≠": "write `!=`",
    "–": "for subtraction write `-`",
    "−": "for subtraction write `-`",
    "×": "write `*`",
    "÷": "write `/ ... rounded down`",
}


def change_of(target: str, sign: str, rest: str) -> tuple[str, ...]:
    """`used of it = 1` as a statement: the same with the words of the language."""
    changed = re.match(r"=\s*(.+)", rest)
    if sign in _CHANGES and changed:
        word, link = ("add", "to") if sign == "+" else ("subtract", "from")
        return (f"write `{word} {changed[1].strip()} {link} {target}`",)
    if sign in ("=", "is") and rest:
        return (f"write `set {target} to {rest}`",)
    if sign in ("=", "is", "+", "-"):
        return (
            f"write `set {target} to ...`, `add ... to {target}` or `subtract ... from {target}`",
        )
    return ()


def no_block(line: Sequence[str]) -> str:
    """Of a line that asks or finds without a block of its own, what its block was meant for; else nothing."""
    words = [word for word in line if word != "secretly"]
    pairs = list(itertools.pairwise(words))
    if "may" in words or ("choose", "one") in pairs or ("chooses", "one") in pairs:
        return ""
    first = words[0] if words else ""
    word = "chooses" if "chooses" in words else first
    if word not in _BLOCKLESS:
        return ""
    if word in ("choose", "chooses"):
        return f"only `may choose` has a block; what follows `{word}` stands below it, not indented"
    return f"`{word}` has no block: what follows it stands below it, not indented"


def belongs_to(text: str, at: int, word: str) -> str:
    """What `else` or `otherwise` should be called behind the block that ends before it; nothing if that is none."""
    begin = text.rfind("\n", 0, at) + 1
    depth = at - begin
    for line in reversed(text[:begin].splitlines()):
        code = line.split("#", 1)[0].rstrip()
        indent = len(code) - len(code.lstrip(" "))
        if not code or indent > depth:
            continue
        words = re.findall(r"\w+", code)
        if indent < depth or not words:
            return ""
        if word == "else" and any(each in words for each in _ASKING):
            return "write `otherwise:`"
        return "write `else:`" if word == "otherwise" and words[0] in ("if", "else") else ""
    return ""


def possessive(line: Sequence[str], word: str, name: bool) -> tuple[str, ...]:
    """`my` alone, and `mine` or `his` before a name."""
    before = line[-1] if line else ""
    if before == "my":
        return ("write `me`" if line[-2:-1] == ["of"] else "a name stands behind `my`",)
    if name and before in _MINE:
        return ("write `my`",)
    if name and before in _THEIRS:
        return (f"write `{word} of ...`, with the name of whose they are",)
    return ()


def whom(line: Sequence[str], word: str) -> tuple[str, ...]:
    """`for each player:`, `other players`, `you may`."""
    if line[-1:] in (["from"], ["in"]) and word == "all":
        return ("leave out `all`",)
    if line[-1:] == ["other"] and word == "players":
        return ("write `players except me`",)
    if list(line[:2]) == ["for", "each"] and word in (":", "player", "players"):
        if line[2:] in (["player"], ["players"], ["seat"]):
            return ("write `for each p in players:`",)
        if line[2:] in (["opponent"], ["other"], ["other", "player"]):
            return ("write `for each p in players except me:`",)
        if len(line) == 3 and word == ":":
            each = line[2]
            return (f"say from which set, as in `for each {each} in {plural(each)}:`",)
    return ()


def drawn(line: Sequence[str], word: str, rest: str) -> tuple[str, ...]:
    """`draw rats in bag`, `draw a rat from bag`: a name is due, and then the set."""
    if line[:1] != ["draw"]:
        return ()
    told = re.match(rf"(?:from|in|of)\s+({_NAME}(?: of {_NAME})*)", rest)
    place = told[1] if told else "..."
    if word == "in" and len(line) == 2 and line[1].endswith("s"):
        held = re.match(rf"{_NAME}(?: of {_NAME})*", rest)
        return (f"write `draw token from {line[1]} in {held[0] if held else '...'}`",)
    if len(line) == 2 and line[1] in _ARTICLES and re.fullmatch(_NAME, word):
        things = word if word.endswith("s") else plural(word)
        return (f"write `draw token from {things} in {place}`",)
    if len(line) == 1 and word.isdigit():
        named = re.match(rf"({_NAME})\s+(.*)", rest)
        told = re.match(rf"(?:from|in|of)\s+({_NAME}(?: of {_NAME})*)", named[2]) if named else None
        things = named[1] if named else "..."
        things = things if things.endswith("s") or named is None else plural(things)
        one = f"draw token from {things} in {told[1] if told else '...'}"
        if word == "1":
            return (f"write `{one}`",)
        return (f"one is drawn at a time: in `repeat {word} times:` write `{one}`",)
    return ()


def negated(in_condition: bool, rest: str) -> tuple[str, ...]:
    """`not` behind what is asked, before the rest of the line."""
    if not in_condition:
        return ("write `except`",)
    if rest[0] in "<>=":
        return ("`not` stands before all of what is asked, as in `not n > 1`",)
    if rest[0].isdigit():
        return ("write `!=`",)
    return ("write `is not in`" if rest.startswith("in ") else "write `is not`",)


def optional(line: Sequence[str], word: str) -> tuple[str, ...]:
    """`may` with a statement behind it, or with nothing."""
    if line[-1:] != ["may"]:
        return ()
    if word == ":":
        return ("give it a name of its own: `may some_name:`",)
    return (
        f"write `may some_name:` and the statement on the next line, indented by {STEP} spaces more",
    )


def change_without_word(word: str, rest: str) -> tuple[str, ...]:
    """A modifier that does not begin with what it does."""
    number = rest.split("#", 1)[0].strip() or "..."
    if word in _CHANGES:
        return (f"write `{_CHANGES[word]} {number}`",)
    if word.isdigit() or word in ("yes", "no"):
        return ("write `" + f"becomes {word} {rest}".strip() + "`",)
    if word in ("is", "set", "=", "to", "be", "become"):
        return (f"write `becomes {number.removeprefix('to ')}`",)
    if word in _TIMES:
        return ("there is no multiplying; write what is added to it, `add ...`",)
    return ()


def quoted(text: str, at: int) -> str:
    """A quote where there are no texts: around a name, or before an `s`."""
    owner = re.search(rf"({_NAME})$", text[:at])
    if owner and (asked := re.match(rf"['’]s?\s+({_NAME})", text[at:])):
        return f"write `{asked[1]} of {owner[1]}`"
    if inside := re.match(rf"([\"'“‘«])({_NAME})[\"'”’»]", text[at:]):
        return f"leave out the quotes: `{inside[2]}`"
    return ""


def plain_name(word: str) -> str:
    """A name with letters of its language, in the letters that names are made of; nothing if that does not help."""
    plain = plain_letters(word)
    return plain if plain != word and re.fullmatch(_NAME, plain) else ""


def ends_in_full_stop(text: str, at: int) -> bool:
    """Whether the character at this place is a full stop behind the last word of a line."""
    end = text.find("\n", at)
    behind = text[at + 1 : end if end >= 0 else len(text)].split("#", 1)[0]
    return text[at] == "." and not behind.strip()
