"""What was probably meant by a line that the parser refused, told from its words and from what stands after them."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from boardwright.dsl.language.indentation import STEP
from boardwright.dsl.language.words import plural
from boardwright.dsl.source.suggest import plain_letters

_NAME = r"[a-z][a-z0-9_]*"
# What opens a block only together with `may`, or never.
_BLOCKLESS = ("choose", "chooses", "draw", "find", "let")
_ASKING = ("may", "choose", "chooses", "draw", "find", "then")

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

# ---- by what stands before the slip, at it and after it

# A row is how a line looks, with `@` before the word that the parser refused, and what to write: the first row that
# fits counts, so what is particular stands before what is general. `<thing>` is any name, `<name>` one that is no word
# of the language, `<place>` such as `hand of red`, `<n>` a number. Rows below `[effect FROM]` are for slips in effects
# where a FROM could stand; without a terminal or a sort of text they are for all.
MY = r"""
[]
\bof my @ => write `me`
\bmy @ => a name stands behind `my`
"""
ENDS = r"""
[ROUNDED]
 => a division says which way it is rounded: `a / 2 rounded down` or `rounded up`
[FROM]
\b<verb> <n> <name> @( :|$) => write `{verb} {n} {name.initial} from {name.several}`
\b<verb> <name> @( :|$) => write `{verb} {name.single} from {name.several}`
[IN]
\bfind <name> @( :|$) => write `find {name.single} in {name.several}`
[modifier ELSE]
\bif\b.* @$ => write `when` instead of `if`, or add `else ...`
[ELSE]
\bif\b.* @ otherwise\b => write `else`
\bif\b.* @( [,):]| for\b|$) => add `else` and the value that it has otherwise
"""
LINES = (
    ENDS
    + MY
    + r"""
= @ = => write `=`
= @ > => write `>=`
= @ < => write `<=`
(< @ >|> @ <) => write `!=`
[modifier]
^@ \+ ?<rest> => write `add {rest}`
^@ - ?<rest> => write `subtract {rest}`
^@ (?P<value>(\d+|yes|no)\b.*) => write `becomes {value}`
^@ (=|(is|set|to|be|become)\b) ?(to )?<rest> => write `becomes {rest}`
^@ (\*|(multiply|times|double|triple|x)\b) => there is no multiplying; write what is added to it, `add ...`
[effect DROPS]
^<asked> @ \+ = <value> => write `add {value} to {asked}`
^<asked> @ - = <value> => write `subtract {value} from {asked}`
^<asked> @ (=|is) <value> => write `set {asked} to {value}`
^<asked> @ (=|is\b|\+|-) => write `set {asked} to ...`, `add ... to {asked}` or `subtract ... from {asked}`
[IS]
@ not [<>=] => `not` stands before all of what is asked, as in `not n > 1`
@ not \d => write `!=`
@ not in  => write `is not in`
@ not . => write `is not`
[EXCEPT]
\S @ not . => write `except`
[effect CHOOSE]
\bmay @ : => give it a name of its own: `may some_name:`
\bmay @ => write `may some_name:` and the statement on the next line, indented by {STEP} spaces more
[]
\b(mine|your|our) @ <name> => write `my`
\b(his|her|their|its|whose) @ <name> => write `{name} of ...`, with the name of whose they are
\b(from|in) @ all\b => leave out `all`
\bother @ players\b => write `players except me`
^for each (players?|seat) @ (:|players?\b) => write `for each p in players:`
^for each (opponent|other( player)?) @ (:|players?\b) => write `for each p in players except me:`
^for each <thing> @ : => say from which set, as in `for each {thing} in {thing.plural}:`
^draw (?P<things>\w+s) @ in\b ?<place>? => write `draw token from {things} in {place}`
^draw (an?|the|one|some|another) @ <thing>( (from|in|of) <place>)? => write `draw token from {thing.several} in {place}`
^draw @ 1\b( <thing>( (from|in|of) <place>)?)? => write `draw token from {thing.several} in {place}`
^draw @ <n>( <thing>( (from|in|of) <place>)?)? => one is drawn at a time: in `repeat {n} times:` write `draw token from {thing.several} in {place}`
\b(plus|except|also in)\b.* @ (also|plus|except)\b => put brackets around what is joined first: `(a plus b) also in c`
\S @ up to\b => say which come first: `by falling ... up to 2`
@ (intersect\w*|overlap\w*)\b => write `also in`
[head]
\( @ \) => a name without parameters has no brackets where it is declared
[effect]
^find @ <n> => `find` takes the first one; write `repeat {n} times:`
^(look|move|perform|reveal|roll|show|shuffle|swap)\b.*( (any|an?|some|one) @|@ one) <name> => choose it first: `choose {name.initial} from {name.several}`
[]
: @ => the block begins on the next line, indented by {STEP} spaces more
[FROM]
^(choose|draw|may|for|find)\b.*@ (in|of|among)\b => write `from`
[IN]
^(choose|draw|may|for|find)\b.*@ (of|among|from)\b => write `in`
[]
^let\b.* @ = => write `let name be value`
^set\b.* @ = => write `set name to value`
^if\b.* @ then\b => end the condition with `:`, without `then`
[expression]
\S @ when\b.* else\b => write `if`
^@ if\b => begin with the value: `2 if n > 3 else 1`
[effect]
\S @ if\b.* else\b => put what depends on the condition in brackets: `(2 if n > 3 else 1)`
\S @ if (?P<rest>[^:]*[^: ]) ?:?$ => write `if {rest}:` on the line before, and indent this one by {STEP} spaces more
[modifier]
@ if\b => write `when`
[head]
@ if\b => write `when`
[]
@ equals?\b|\bequals? @ => write `=`
@ contains\b|\bcontains @ => write `is in`
@ (greater|more)\b|\b(greater|more) @ => write `>`
@ (less|fewer)\b|\b(less|fewer) @ => write `<`
[RPAR]
@ where\b => inside brackets write `those r in ... where ...`, or `... for each r in ...`
[]
^(take|pay|place|move|return|add|subtract)\b.*\b<name> @ <n> => the number comes first: `{n} {name}`
"""
)
_GROUPS = {
    "place": rf"{_NAME}(?: of {_NAME})*",
    "n": r"\d+",
    "verb": "chooses?|draw",
    "asked": "[^()]+",
    "value": ".+",
    "rest": ".*",
}
_MISSING = "..."


class Row(NamedTuple):
    """A pattern for the line and the help, for texts of one sort or of any, where a terminal could stand or always."""

    line: str
    help: str
    start: str
    due: str


class _Word(str):
    """A part of the line, as a help may need it."""

    __slots__ = ()

    @property
    def plural(self) -> str:
        return plural(self)

    @property
    def several(self) -> str:
        """The plural of a name, or the name if it is one."""
        is_plural = self.endswith("s") and not self.endswith("ss")
        return self if is_plural or self == _MISSING else plural(self)

    @property
    def initial(self) -> str:
        return self[0]

    @property
    def single(self) -> str:
        """A name for one of them, which is another name than that for all."""
        return self[0] if self.several == self else self


@functools.cache
def rows(table: str) -> tuple[Row, ...]:
    """The rows of a table."""
    found: list[Row] = []
    start, due = "", ""
    for row in filter(None, table.split("\n")):
        if row[0] == "[":
            names = row[1:-1].split()
            start = "".join(name for name in names if name.islower())
            due = "".join(name for name in names if name.isupper())
        else:
            line, _, help = row.partition(" => ")
            line = re.sub(
                r"(?<!P)<(\w+)>", lambda n: f"(?P<{n[1]}>{_GROUPS.get(n[1], _NAME)})", line
            )
            found.append(Row(line, help, start, due))
    return tuple(found)


def hint(
    table: str, line: str, start: str, due: Collection[str], words: Collection[str]
) -> tuple[str, ...]:
    """What the first row that fits says of a line with `@` in it, in a text of the sort `start`; `due` are the terminals
    that could stand there, `words` those of the language.
    """
    for row in rows(table):
        if row.start not in ("", start) or (row.due and row.due not in due):
            continue
        found = re.search(row.line, line)
        if found and found.groupdict().get("name") not in words:
            parts = {key: _Word(part or _MISSING) for key, part in found.groupdict().items()}
            return (row.help.format(**parts, STEP=STEP),)
    return ()


# ---- by the line, its neighbours or its letters


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


def printed_number(values: Sequence[str] = (), section: str = "pieces") -> str:
    """How what is printed on a piece or a space is changed: it stands in this section, and `values` read it."""
    named = f" (`{values[0]}`)" if values else ""
    return (
        f"a printed number is changed with `replace: {section}:`, "
        f"or by modifying a value that reads it{named}"
    )
