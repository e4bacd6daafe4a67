"""Completion: keys from the table of keys, ids where something is named, and in effects the words that the grammar
allows and the names that fit.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from lsprotocol.types import (
    CompletionItem,
    CompletionItemKind,
    InsertTextFormat,
    InsertTextMode,
    MarkupContent,
    MarkupKind,
    Range,
    TextEdit,
)

from boardwright.dsl.declare import shapes, values
from boardwright.dsl.declare.sections import FILES, RECORDS
from boardwright.dsl.declare.shapes import Record
from boardwright.dsl.language.parser import parse_head
from boardwright.dsl.language.types import FACE
from boardwright.dsl.language.words import (
    HOOK_WORDS,
    NEIGHBOUR,
    OPPOSITE,
    PLAIN_TYPES,
    TURN_RULES,
    USABLE,
)
from boardwright.dsl.rules.symbols import Symbols, Thing
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.yaml_tree import Scalar
from boardwright.interpreter.scenarios.play import Moment
from boardwright.lsp.positions import position_at
from boardwright.lsp.writing import snippets
from boardwright.lsp.writing.cursor import Cursor, cursor_at
from boardwright.lsp.writing.expected import Fits, expected
from boardwright.lsp.writing.key_paths import Of, Pieces, Spot, spots_at
from boardwright.lsp.writing.next_words import Next, names_made, what_next
from boardwright.lsp.writing.signatures import parameters
from boardwright.lsp.writing.snippets import card

KINDS = {
    "kind": CompletionItemKind.Class,
    "space_kind": CompletionItemKind.Class,
    "variety": CompletionItemKind.Enum,
    "member": CompletionItemKind.EnumMember,
    "value": CompletionItemKind.Function,
    "table": CompletionItemKind.Function,
    "function": CompletionItemKind.Function,
    "statement": CompletionItemKind.Function,
    "rule": CompletionItemKind.Method,
    "note": CompletionItemKind.Field,
    "memory": CompletionItemKind.Field,
    "attribute": CompletionItemKind.Property,
    "slot": CompletionItemKind.Event,
    "offer": CompletionItemKind.Event,
    "phase": CompletionItemKind.Event,
    "option": CompletionItemKind.Constant,
    "local": CompletionItemKind.Variable,
}
# The sorts of names that expressions use.
_IN_EXPRESSIONS = frozenset(
    [
        "value",
        "note",
        "memory",
        "option",
        "member",
        "piece",
        "pieces",
        "copies",
        "printed",
        "space",
        "spaces",
        "copy",
        "place",
        "amount",
        "stock",
        "members",
        "built_in",
        "with_of",
        "attribute",
        "table",
        "function",
        "seat",
        "kind",
        "space_kind",
        "way",
    ]
)
_CALLED = frozenset({"rule", "statement"})
_BINDERS = ("LET", "DRAW", "FIND", "EACH", "THOSE", "CHOOSE")
# The sorts of names for the words in the table of keys.
_SORTS: Mapping[str, tuple[str, ...]] = {
    "kind": ("kind",),
    "kind of piece": ("kind",),
    "kind of space": ("space_kind",),
    "stock": ("stock",),
    "place": ("place",),
    "note": ("note",),
    "variety": ("variety",),
    "offer": ("offer",),
    "trait": ("trait",),
    "phase": ("phase",),
    "rule": ("rule",),
    "option": ("option",),
    "attribute": ("attribute",),
    "piece": ("piece",),
    "space": ("space",),
    "scenario": ("scenario",),
}
# What sentences may be about.
_TOLD = frozenset(
    {"rule", "phase", "kind", "space_kind", "stock", "place", "note", "piece", "face"}
)
# What rows of tables, and picks, may be about.
_ENTRIES = frozenset({"member", "piece", "copies", "face", "space", "seat"})
_LIMITS = ("once a turn", "once a round", "once a game", "once an own_turn", "twice a turn")
_STARTS = {
    values.EffectText: "effect",
    values.Expression: "expression",
    values.Modifier: "modifier",
}
_SEEN_WHEN = "everyone when "
_UNTIL = "until "
_HOOK_WORDS = frozenset({"before", "after", "instead"})

# More options of a step are offered, but not as choices of a template.
_MOST_CHOICES = 20
_KIND_OF_WORD = {CompletionItemKind.Keyword: "word", CompletionItemKind.Snippet: "word"}

Name = tuple[str, Thing]


class Completion:
    """Answers one question: what may be written at a position."""

    def __init__(
        self,
        source: Source,
        offset: int,
        symbols: Symbols | None,
        further: Iterable[Name] = (),
        moments: Sequence[Moment] = (),
        has_snippets: bool = False,
    ) -> None:
        self.moments, self.has_snippets = moments, has_snippets
        self.fitting: Fits | None = None
        self.source, self.offset, self.symbols = source, offset, symbols
        self.further = tuple(further)
        self.found: dict[str, CompletionItem] = {}
        self.range = Range(position_at(source, offset), position_at(source, offset))

    def items(self) -> list[CompletionItem]:
        """Everything that may be written, the likelier first."""
        cursor = cursor_at(self.source.text, self.offset)
        if cursor is None:
            return self._at_the_top()
        start = position_at(self.source, self.offset - len(cursor.word))
        self.range = Range(start, position_at(self.source, self.offset))
        self._legal(cursor)
        spots = spots_at(cursor.path, cursor.head, self.symbols)
        for spot in spots:
            # A single word may become the first key of a mapping.
            if cursor.is_key or (_is_mapping(spot) and cursor.before == cursor.word):
                self._keys(spot, cursor)
            if not cursor.is_key:
                self._values(spot, cursor)
        return list(self.found.values())

    def _at_the_top(self) -> list[CompletionItem]:
        """The first keys of files, which say what kind of file it is."""
        text = self.source.text[: self.offset]
        word = re.search(r"[a-z_]*\Z", text)
        if word is None or text.strip() != word[0] or self.source.text[self.offset :].strip():
            return []
        self.range = Range(
            position_at(self.source, word.start()), position_at(self.source, self.offset)
        )
        for name in FILES:
            self._add(name, "0", CompletionItemKind.Keyword, RECORDS[name].told, insert=f"{name}: ")
        for name, thing in self._things({"kind", "space_kind"}):
            whole = "" if self.symbols is None else card(self.symbols, name)
            self._add_thing(name, thing, "1", insert=f"{name}: ", snippet=whole)
        return list(self.found.values())

    # ---- steps of scenarios

    def _legal(self, cursor: Cursor) -> None:
        """What is legal at this moment of a scenario: who decides, and the options, as they were when it was last run."""
        if cursor.head[0] != "scenario" or cursor.path[:1] != ("steps",) or not self.moments:
            return
        start = self.offset - len(cursor.word)
        later = (each for each in self.moments if each.span is None or each.span.start >= start)
        moment = next(later, None)
        if moment is None:
            return
        told = f"{moment.seat} decides `{moment.decision}`"
        if len(cursor.path) == 2:
            kind = CompletionItemKind.Variable
            whole = f"{moment.seat}: ${{1|{','.join(moment.options[:_MOST_CHOICES])}|}}"
            self._add(moment.seat, "000", kind, told, insert=f"{moment.seat}: ", snippet=whole)
        elif cursor.path[2] in (moment.seat, "offered"):
            for option in moment.options:
                self._add(option, "000", CompletionItemKind.EnumMember, told)

    # ---- keys

    def _keys(self, spot: Spot, cursor: Cursor) -> None:
        match spot:
            case Of(record=record, kind=kind):
                if cursor.is_key and cursor.before.startswith(HOOK_WORDS) and _hooks(record):
                    self._text("head", cursor, cursor.before)
                    return
                self._record(record, kind, cursor)
            case shapes.MapOf(key=values.Head()) if cursor.path[-1:] == ("modify",):
                self._text("head", cursor, cursor.before, modified=True)
            case shapes.MapOf(key=values.Head()) if "(" in cursor.before:
                self._text("head", cursor, cursor.before)
            case shapes.MapOf(key=values.NameOf(what=what)):
                self._named(what, self._colon())
            case shapes.MapOf(key=values.Row()):
                self._of_sorts(_ENTRIES, self._colon())
            case shapes.MapOf(key=values.Dotted()):
                for name, thing in self._things(_TOLD):
                    self._add_thing(name, thing, "1", insert=name + self._colon())
            case shapes.MapOf() | Pieces() if "replace" in cursor.path:
                self._replaced(cursor)
            case _:
                pass  # any name is allowed

    def _record(self, record: Record, kind: str, cursor: Cursor) -> None:
        colon = self._colon()
        for key in record.keys:
            if key.name not in cursor.beside:
                rank = "0" if key.required else "1"
                kind_of = CompletionItemKind.Property
                whole = snippets.key(key.name, key.shape) if colon else ""
                self._add(
                    key.name, rank, kind_of, "", key.told, insert=key.name + colon, snippet=whole
                )
        if _hooks(record) and cursor.is_key:
            for word in HOOK_WORDS:
                self._add(word, "3", CompletionItemKind.Keyword, "a hook", insert=f"{word} ")
        symbols = self.symbols
        if symbols is None:
            return
        of = symbols.kinds.get(kind) or symbols.spaces.get(kind)
        for id in () if of is None else (*of.attributes, *of.slots):
            if of is not None and id not in cursor.beside:
                sort = "attribute" if id in of.attributes else "slot"
                self._add_thing(id, Thing(sort, id, owner=kind), "1", insert=id + colon)
        for open, sort in ((shapes.PIECES, "kind"), (shapes.SPACES, "space_kind")):
            if open in record.open:
                for name, thing in self._things({sort}):
                    self._add_thing(name, thing, "1", insert=name + colon)

    def _replaced(self, cursor: Cursor) -> None:
        """The things that can be replaced: those that exist already."""
        section = str(cursor.path[-1])
        sort = {"places": "place", "kinds": "kind", "spaces": "space_kind", "stocks": "stock"}
        self._named(sort.get(section, section.removesuffix("s")), self._colon())

    def _colon(self) -> str:
        after = self.source.text[self.offset :].split("\n", 1)[0]
        return "" if re.match(r"\w*\s*:", after) else ": "

    # ---- values

    def _values(self, spot: Spot, cursor: Cursor) -> None:
        match spot:
            case values.EffectText() | values.Expression() | values.Modifier():
                self._text(_STARTS[type(spot)], cursor, cursor.before)
            case values.InForce():
                self._text("expression", cursor, cursor.before)
                self._words(("always",))
            case values.Repetition():
                self._text("expression", cursor, cursor.before.removeprefix(_UNTIL))
                if not cursor.before.startswith(_UNTIL):
                    self._words(("until",))
            case values.NameOf(what=what):
                self._named(what)
            case values.TypeName(many=many, what=what):
                self._types()
                self._add(f"{many} of", "2", CompletionItemKind.Keyword, insert=f"{many} of ")
            case values.AttributeType():
                self._types()
                for word in ("list of", "face of", "optional"):
                    self._add(word, "2", CompletionItemKind.Keyword, insert=f"{word} ")
            case values.OneOf(words=words) | values.WholeOr(words=words):
                self._words(words)
            case values.YesNo():
                self._words(("yes", "no"))
            case values.Limit():
                self._phrases(_LIMITS, cursor)
            case values.Visibility():
                if cursor.before.startswith(_SEEN_WHEN):
                    self._text("expression", cursor, cursor.before.removeprefix(_SEEN_WHEN))
                else:
                    self._words(("everyone", "everyone when", "owner", "nobody"))
            case values.Default():
                self._words(("yes", "no"))
                self._of_sorts({"member", "piece"})
            case values.Text() if "tell" in cursor.path:
                self._in_braces(cursor)
            case values.Row():
                self._of_sorts(_ENTRIES | {"slot", "copy"})
            case _:
                pass

    def _in_braces(self, cursor: Cursor) -> None:
        """The names that a sentence may use, and after a colon the nouns that a number can count."""
        uses = None if self.symbols is None else self.symbols.uses
        _, brace, inside = cursor.before.rpartition("{")
        if uses is None or not brace or "}" in inside or "?" in inside:
            return
        if ":" in inside:
            names: Iterable[str] = uses.nouns
        else:
            key = str(cursor.path[cursor.path.index("tell") + 1])
            kind, id = self._clause(cursor)
            own = f"{kind}.{id}" if key == id else f"{id}.{key}"
            names = uses.told.get(own) or uses.told.get(key, ())
        for name in names:
            self._add(name, "0", CompletionItemKind.Variable)

    def _words(self, words: Iterable[str]) -> None:
        for word in words:
            self._add(word, "0", CompletionItemKind.Keyword)

    def _phrases(self, phrases: Iterable[str], cursor: Cursor) -> None:
        """Whole phrases, of which some words may be written already."""
        start = position_at(self.source, self.offset - len(cursor.before))
        self.range = Range(start, self.range.end)
        self._words(phrase for phrase in phrases if phrase.startswith(cursor.before))

    def _named(self, what: str, colon: str = "") -> None:
        """The names that the table of keys describes in words, such as `player` or a kind."""
        if what.startswith(f"member of {FACE}"):
            owner = what.removeprefix(f"member of {FACE}")
            self._of_sorts({"piece", "face", "copies", "printed"}, colon, owner=owner)
            return
        if what.startswith("member of "):
            self._of_sorts({"member"}, colon, owner=what.removeprefix("member of "))
            return
        if what.startswith("one of "):
            for kind in what.removeprefix("one of ").split(" or "):
                self._of_sorts({"space", "piece"}, colon, owner=kind)
            return
        if "`player`" in what:  # for spaces, also one for each
            self._of_sorts({"space_kind"}, colon)
        for part in re.split(r", | or ", what):
            if part.startswith("`"):
                self._add(part.strip("`"), "0", CompletionItemKind.Keyword, insert=part.strip("`"))
            part = re.sub(r"^(a|an|the) ", "", part)
            if part in ("closing entry", "player"):
                continue
            self._of_sorts(set(_SORTS.get(part, (part,))), colon)

    def _of_sorts(self, sorts: Collection[str], colon: str = "", owner: str | None = None) -> None:
        for name, thing in self._things(sorts):
            if owner is None or thing.owner == owner:
                self._add_thing(name, thing, "1", insert=name + colon)

    def _types(self) -> None:
        for name in PLAIN_TYPES:
            self._add(name, "0", CompletionItemKind.TypeParameter, "a type of the language")
        self._of_sorts({"kind", "space_kind", "variety"})

    # ---- texts of the language

    def _text(self, start: str, cursor: Cursor, before: str, modified: bool = False) -> None:
        following = what_next(before, start)
        if following is None:
            return
        if self.symbols is not None:
            line = before.rpartition("\n")[2]
            self.fitting = expected(line[: len(line) - len(cursor.word)], self.symbols)
        if following.begins_statement and start == "effect":
            self._statements(following)
        for word in following.words:
            if not (modified and word in _HOOK_WORDS):
                self._add(word, "5", CompletionItemKind.Keyword)
        if not following.a_name:
            return
        clause = self._clause(cursor)
        if start == "head":
            self._in_head(following, modified, clause)
            return
        for name, line in {**_params(cursor), **names_made(before)}.items():
            self._add(name, "00", CompletionItemKind.Variable, "a local name", line)
        if following.after("OPEN"):
            self._of_sorts({"offer"})
        elif following.after("PERFORM") or following.begins_call_of(USABLE):
            self._of_sorts({"slot"})
        elif following.after("ALONG") or following.begins_call_of(OPPOSITE):
            self._of_sorts({"link", "way"})
        elif following.before and following.before[-1].type in _BINDERS:
            self._of_sorts({"kind", "space_kind", "variety"})
        elif following.after("NAME", "OF") and following.before[-2] == "kinds":
            self._of_sorts({"variety", "stock", "kind"})
        elif following.after("NUMBER"):
            self._of_sorts({"amount", "stock", "pieces"})
        elif following.after("MY"):
            self._of_sorts({"amount", "pieces", "kind", "copies", "space", "spaces"})
            self._of_sorts({"place", "note"}, owner="player")
        else:
            if following.after("COMMA") and NEIGHBOUR in following.before:
                self._of_sorts({"link", "way"})
            first = following.begins_statement and start == "effect"
            sorts = _IN_EXPRESSIONS | _CALLED if first else _IN_EXPRESSIONS
            for name, thing in (*self._private(clause), *self._things(sorts)):
                if thing.sort in sorts:
                    self._add_thing(name, thing, "1" if first and thing.sort in _CALLED else "2")

    def _statements(self, following: Next) -> None:
        """The statements that may begin here, with places to fill in."""
        for words, template in snippets.STATEMENTS.items():
            if self.has_snippets and words.split()[0] in following.words:
                name = snippets.shown(template)
                kind = CompletionItemKind.Snippet
                self._add(name, f"4{words}", kind, "a statement", snippet=template, typed=words)

    def _in_head(self, following: Next, modified: bool, clause: tuple[str, str]) -> None:
        if (
            following.before
            and following.before[-1].type in ("LPAR", "COMMA", "OF", "OR")
            and (not following.after("INSTEAD", "OF"))
        ):
            self._types()
            if following.after("NAME", "OF"):
                self._of_sorts({"piece", "copies", "face", "space"})
        elif modified:
            self._of_sorts({"value"})
        elif following.before:
            for name, thing in (*self._private(clause), *self._things({"rule", "phase"})):
                if thing.sort in ("rule", "phase"):
                    self._add_thing(name, thing, "1")
            for name, thing in self._things({"slot"}):
                self._add_thing(name, thing, "1", insert=f"{name} of ")
            self._words(TURN_RULES)

    def _clause(self, cursor: Cursor) -> tuple[str, str]:
        """The piece or space that the text belongs to."""
        if cursor.path[:1] in (("pieces",), ("board",)) and len(cursor.path) > 2:
            return str(cursor.path[1]), str(cursor.path[2])
        return cursor.head

    # ---- names

    def _private(self, clause: tuple[str, str]) -> Iterator[Name]:
        if self.symbols is not None:
            for name, things in self.symbols.privates.get(clause, {}).items():
                yield from ((name, thing) for thing in things)

    def _things(self, sorts: Collection[str]) -> Iterator[Name]:
        if self.symbols is not None:
            for name, things in self.symbols.by_name.items():
                # Things without a name that can be written stand for something missing.
                yield from ((name, thing) for thing in things if name and thing.sort in sorts)
        yield from (each for each in self.further if each[1].sort in sorts)

    def _add_thing(
        self, name: str, thing: Thing, rank: str, insert: str = "", snippet: str = ""
    ) -> None:
        kind = KINDS.get(thing.sort, CompletionItemKind.Value)
        told = str(thing).replace(FACE, "face of ")
        takes = [] if self.symbols is None else parameters(self.symbols, thing)
        if takes:
            told += f" ({', '.join(takes)})"
            if not insert and not self._has_bracket():
                snippet = snippets.call(name, takes)
        if self.fitting is not None and self.fitting(thing):
            rank = "01"
        self._add(name, rank, kind, told, insert=insert, snippet=snippet, sort=thing.sort)

    def _has_bracket(self) -> bool:
        return re.match(r"\w*\(", self.source.text[self.offset : self.offset + 80]) is not None

    def _add(
        self,
        name: str,
        rank: str,
        kind: CompletionItemKind,
        detail: str = "",
        told: str = "",
        insert: str = "",
        snippet: str = "",
        typed: str = "",
        sort: str = "",
    ) -> None:
        known = self.found.get(name)
        if known is not None and (known.sort_text or "") <= f"{rank}{name}":
            return
        filled = snippet if self.has_snippets else ""
        self.found[name] = CompletionItem(
            label=name,
            kind=kind,
            detail=detail or None,
            documentation=MarkupContent(MarkupKind.PlainText, told) if told else None,
            sort_text=f"{rank}{name}",
            filter_text=typed or name,
            text_edit=TextEdit(self.range, filled or insert or name),
            insert_text_format=InsertTextFormat.Snippet if filled else None,
            insert_text_mode=InsertTextMode.AdjustIndentation if "\n" in filled else None,
            data=None
            if told
            else {"name": typed or name, "sort": sort or _KIND_OF_WORD.get(kind, "")},
        )


def _is_mapping(spot: Spot) -> bool:
    return isinstance(spot, Of | Pieces | shapes.MapOf)


def _hooks(record: Record) -> bool:
    return shapes.HOOKS in record.open


def _params(cursor: Cursor) -> dict[str, str]:
    """The parameters of the rule, value or hook in which the cursor is."""
    found: dict[str, str] = {}
    for key in cursor.path:
        if isinstance(key, str) and "(" in key:
            head = parse_head(Scalar(key, Span(Source("", key), 0, len(key))), Bag())
            if head is not None:
                found |= {param.name: key for param in head.params}
    return found
