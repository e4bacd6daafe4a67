"""Guesses what a line with a syntax error was meant to say, from its words and what follows them."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from boardwright.dsl.language.indentation import STEP
from boardwright.dsl.language.words import plural
from boardwright.dsl.source.fixes import write
from boardwright.dsl.source.suggest import plain_letters

_NAME = r"[a-z][a-z0-9_]*"
# Words that open a block only with `may`, or never.
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
    "call": "name_of_the_rule()",
    "then": "the statement itself",
}
# Characters that are not part of the language.
CHARACTERS = {
    "\t": f"indent with spaces, {STEP} per level",
    "&": write("and"),
    "|": write("or"),
    "!": "write `not` or `!=`",
    "[": "write sets with words, as in `those r in regions where ...`",
    "{": "write sets with words, as in `those r in regions where ...`",
    "]": "write sets with words, as in `those r in regions where ...`",
    "}": "write sets with words, as in `those r in regions where ...`",
    ".": "write a whole number, or `limit of token` for a part of something",
    "%": "write `mod` for the remainder",
    ";": "put each statement on a line of its own",
    "≥": write(">=", safe=True),
    "≤": write("<=", safe=True),
    "≠": write("!=", safe=True),
    "–": write("-", " to subtract", safe=True),
    "−": write("-", " to subtract", safe=True),
    "×": write("*", safe=True),
    "÷": "write `/ ... rounded down`",
}

# ---- by the text before the mistake, at it and after it

# A row has the look of a line, with `@` before the word that the parser refused, and what to write. The first row that
# fits is used, so special rows come before general ones. `<thing>` is any name, `<name>` a name that is not a word of
# the language, `<place>` something like `hand of red`, `<n>` a number. Rows below `[effect FROM]` are for mistakes in
# effects where a FROM was possible; without a terminal or a sort of text they are for all.
MY = r"""
[]
\bof my @ => write `me`
\bmy @ => write a name after `my`
"""
ENDS = r"""
[ROUNDED]
 => say how to round: `a / 2 rounded down` or `a / 2 rounded up`
[FROM]
\b<verb> <n> <name> @( :|$) => write `{verb} {n} {name.initial} from {name.several}`
\b<verb> <name> @( :|$) => write `{verb} {name.single} from {name.several}`
[IN]
\bfind <name> @( :|$) => write `find {name.single} in {name.several}`
[modifier ELSE]
\bif\b.* @$ => write `when` instead of `if`, or add `else ...`
[ELSE]
\bif\b.* @ otherwise\b => write `else`
\bif\b.* @( [,):]| for\b|$) => add `else` and the other value
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
^@ (\*|(multiply|times|double|triple|x)\b) => write `add ...`: modifiers cannot multiply
[effect DROPS]
^<asked> @ \+ = <value> => write `add {value} to {asked}`
^<asked> @ - = <value> => write `subtract {value} from {asked}`
^<asked> @ (=|is) <value> => write `set {asked} to {value}`
^<asked> @ (=|is\b|\+|-) => write `set {asked} to ...`, `add ... to {asked}` or `subtract ... from {asked}`
[IS]
@ not [<>=] => put `not` before the whole comparison, as in `not n > 1`
@ not \d => write `!=`
@ not in  => write `is not in`
@ not . => write `is not`
[EXCEPT]
\S @ not . => write `except`
[effect CHOOSE]
\bmay @ : => add a name: `may some_name:`
\bmay @ => write `may some_name:` and the statement on the next line, indented by {STEP} spaces more
[]
\b(mine|your|our) @ <name> => write `my`
\b(his|her|their|its|whose) @ <name> => write `{name} of ...` with the owner's name
\b(from|in) @ all\b => remove `all`
\bother @ players\b => write `players except me`
^for each (players?|seat) @ (:|players?\b) => write `for each p in players:`
^for each (opponent|other( player)?) @ (:|players?\b) => write `for each p in players except me:`
^for each <thing> @ : => add the set, as in `for each {thing} in {thing.plural}:`
^draw (?P<things>\w+s) @ in\b ?<place>? => write `draw token from {things} in {place}`
^draw (an?|the|one|some|another) @ <thing>( (from|in|of) <place>)? => write `draw token from {thing.several} in {place}`
^draw @ 1\b( <thing>( (from|in|of) <place>)?)? => write `draw token from {thing.several} in {place}`
^draw @ <n> (?P<made>\w+) from (?P<things>\w+ in <place>) => in `repeat {n} times:` write `draw {made} from {things}`, which draws one at a time
^draw @ <n>( <thing>( (from|in|of) <place>)?)? => in `repeat {n} times:` write `draw token from {thing.several} in {place}`, which draws one at a time
^(@ (each|every) player|all @ players) (choose|pick)s? <rest> => write `for each p in players:` and `p chooses {rest}` below it, or `all at once for each p in players:` and `choose {rest}`
^(@ (each|every) player|all @ players)\b => write `for each p in players:`, `as p:` below it, and below that what each of them does
^all at once @ : => write `all at once for each p in players:`
^pass @ (all|each|every|everyone|everybody)\b => write `pass ... to left` with the name of the place: it is passed on by all players at once
\bthe @ (?P<word>\w+) => remove `the`
^roll @ all (?P<dice>\w+)$ => write `roll {dice}`
^roll @ all (?P<dice>\w+ (in|on) <place>)$ => put the dice in brackets: `roll ({dice})`
^roll (?P<dice>\w+) @ (?P<more>(in|on) <place>|(plus|except) \w+)$ => put the dice in brackets: `roll ({dice} {more})`
^roll (?P<dice>\w+) @ and (?P<more>\w+)$ => put the dice in brackets: `roll ({dice} plus {more})`
^roll (?P<dice>\w+) @ where\b => write `roll (those d in {dice} where ...)`
^roll <n> @ (?P<dice>\w+( (in|on) <place>)?)$ => choose them first: `choose {n} thrown from {dice}`, then `roll thrown`
^roll @ (?P<n>up to \d+) (?P<dice>\w+( (in|on) <place>)?)$ => choose them first: `choose {n} thrown from {dice}`, then `roll thrown`
\b(plus|except|also in)\b.* @ (also|plus|except)\b => put the first pair in brackets: `(a plus b) also in c`
\S @ up to\b => say which come first: `by falling ... up to 2`
@ (intersect\w*|overlap\w*)\b => write `also in`
[head]
\b(face|kind) @ of\b => only an attribute can be a face: say which piece it is by an attribute with members of a variety, as in `attributes: {{role: role}}`, and write `role` here
\( @ \) => remove the brackets: they are only for parameters
[effect]
^find @ <n> => write `repeat {n} times:` around it; `find` takes one at a time
^(look|move|perform|reveal|roll|show|shuffle|swap)\b.*( (any|an?|some|one) @|@ one) <name> => choose it first: `choose {name.initial} from {name.several}`
[]
: @ => begin the block on the next line, indented by {STEP} spaces more
[FROM]
^(choose|draw|may|for|find)\b.*@ (in|of|among)\b => write `from`
[IN]
^(choose|draw|may|for|find)\b.*@ (of|among|from)\b => write `in`
[]
^let\b.* @ = => write `let name be value`
^set\b.* @ = => write `set name to value`
^if\b.* @ then\b => end the condition with `:`, without `then`
[expression]
^until @ => only `repeat:` may say `until ...`; this one is a number or another value
\S @ when\b.* else\b => write `if`
^@ if\b => begin with the value: `2 if n > 3 else 1`
[effect]
\S @ if\b.* else\b => put the conditional value in brackets: `(2 if n > 3 else 1)`
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
\S @ those\b => put it in brackets: `(those ... in ...)`
[RPAR]
@ where\b => inside brackets write `those r in ... where ...`, or `... for each r in ...`
[]
^(take|pay|place|move|return|add|subtract)\b.*\b<name> @ <n> => put the number first: `{n} {name}`
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
    """A pattern for the line, and the help; for one sort of text or all, and one possible terminal or all."""

    line: str
    help: str
    start: str
    due: str


class _Word(str):
    """A part of the line, in the forms that a help may need."""

    __slots__ = ()

    @property
    def plural(self) -> str:
        return plural(self)

    @property
    def several(self) -> str:
        """Returns the plural of a name, or the name if it is a plural."""
        is_plural = self.endswith("s") and not self.endswith("ss")
        return self if is_plural or self == _MISSING else plural(self)

    @property
    def initial(self) -> str:
        return self[0]

    @property
    def single(self) -> str:
        """Returns a name for one of them, different from the name for all."""
        return self[0] if self.several == self else self


@functools.cache
def rows(table: str) -> tuple[Row, ...]:
    """Reads the rows of a table."""
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
    """Returns the help of the first row that fits a line with `@` in it, in a text of the sort `start`. `due` are the possible
    terminals, `words` those of the language.
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
    """Explains a block below a statement that has none, such as `choose`; empty for other lines."""
    words = [word for word in line if word != "secretly"]
    pairs = list(itertools.pairwise(words))
    if "may" in words or ("choose", "one") in pairs or ("chooses", "one") in pairs:
        return ""
    first = words[0] if words else ""
    word = "chooses" if "chooses" in words else first
    if word not in _BLOCKLESS:
        return ""
    if word in ("choose", "chooses"):
        return f"write what follows `{word}` below it, not indented; only `may choose` has a block"
    return f"write what follows `{word}` below it, not indented"


def belongs_to(text: str, at: int, word: str) -> str:
    """Says whether to write `else` or `otherwise` after the block before it; empty if neither fits."""
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
            return write("otherwise:")
        return write("else:") if word == "otherwise" and words[0] in ("if", "else") else ""
    return ""


def quoted(text: str, at: int) -> str:
    """Explains a quote in an effect: around a name, or before an `s`."""
    owner = re.search(rf"({_NAME})$", text[:at])
    if owner and (asked := re.match(rf"['’]s?\s+({_NAME})", text[at:])):
        return f"write `{asked[1]} of {owner[1]}`"
    if inside := re.match(rf"([\"'“‘«])({_NAME})[\"'”’»]", text[at:]):
        return f"remove the quotes: `{inside[2]}`"
    return ""


def quoted_part(text: str, at: int) -> tuple[int, int, str] | None:
    """What to write for a quote around a name, or before an `s`, with the range that it takes the place of."""
    owner = re.search(rf"({_NAME})$", text[:at])
    if owner and (asked := re.match(rf"['’]s?\s+({_NAME})", text[at:])):
        return owner.start(), at + asked.end(), f"{asked[1]} of {owner[1]}"
    if inside := re.match(rf"([\"'“‘«])({_NAME})[\"'”’»]", text[at:]):
        return at, at + inside.end(), inside[2]
    return None


def plain_name(word: str) -> str:
    """Returns a name in plain letters, without accents; empty if that does not help."""
    plain = plain_letters(word)
    return plain if plain != word and re.fullmatch(_NAME, plain) else ""


def ends_in_full_stop(text: str, at: int) -> bool:
    """Whether the character at this place is a full stop after the last word of a line."""
    end = text.find("\n", at)
    after = text[at + 1 : end if end >= 0 else len(text)].split("#", 1)[0]
    return text[at] == "." and not after.strip()


def printed_number(values: Sequence[str] = (), section: str = "pieces") -> str:
    """Says how to change an attribute of a piece or space, declared in this section and read by `values`."""
    named = f" (`{values[0]}`)" if values else ""
    return (
        f"change a printed number with `replace: {section}:`, "
        f"or modify a value that reads it{named}"
    )
