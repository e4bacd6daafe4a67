"""Every kind of rule file and every section: which keys it has, and what may stand there.

The one closed table. A key that is not here is an error, whatever file it stands in. A row is said by the class of its record where
there is one, and here otherwise.
"""

from __future__ import annotations

from boardwright.dsl.declare.declarations import (
    ChangeDecl,
    ConditionDecl,
    EntryDecl,
    HookDecl,
    KindDecl,
    LimitsDecl,
    LinksDecl,
    MoreMembersDecl,
    NoteDecl,
    OfferDecl,
    OptionDecl,
    OutcomeDecl,
    PhaseDecl,
    PieceEntryDecl,
    PlaceDecl,
    RuleDecl,
    SlotDecl,
    SpaceDecl,
    StockDecl,
    TableDecl,
    TieDecl,
    ValueDecl,
)
from boardwright.dsl.declare.records import row
from boardwright.dsl.declare.scenarios import Offered, ScenarioDecl, StepKeys
from boardwright.dsl.declare.shapes import (
    ATTRIBUTES,
    HOOKS,
    PIECES,
    SLOTS,
    SPACES,
    TABLE,
    EffectText,
    Either,
    Expression,
    Head,
    Id,
    InForce,
    Key,
    Link,
    ListOf,
    MapOf,
    Modifier,
    NameOf,
    Part,
    Range,
    Reason,
    Record,
    Reference,
    Row,
    Shape,
    Text,
    TypeName,
    Whole,
)
from boardwright.dsl.declare.small_records import LyingDecl, MemberDecl, SlotKindDecl

LANGUAGE_VERSIONS = (1, 2)


def _names(what: str) -> Shape:
    return ListOf(NameOf(what), single=True)


def _by_name(value: Shape) -> Shape:
    return MapOf(Id(), value)


_NAME = Key("name", Text(), "What players see instead of the id.")
_TEXT = Key("text", Text(), "An explanation for players.")
_REF = Key("ref", ListOf(Reference(), single=True), "The rules of the rulebook that this follows.")
_ASSUMED = Key("assumed", Reason(), "Why this is so, although no rulebook says it.")

_OWN_FORCE = Key(
    "in_force",
    InForce(),
    "Its clauses apply only while this is true, in place of what its kind says. `always` "
    "means as long as somebody owns it, or all the time if its kind has no `owner`.",
)

_VARIETIES = Key(
    "varieties",
    _by_name(Either((ListOf(Id()), _by_name(Part("member")), Part("more_members")))),
    "Sets of names, such as colours or classes.",
)
_NOTES = Key(
    "notes",
    _by_name(Either((Part("note"), TypeName("set", "a kind, a variety or `player`")))),
    "What the game remembers, besides where things are.",
)
_TABLES = Key(
    "tables", _by_name(Either((MapOf(Row(), Row()), Part("table")))), "Values to look up."
)
_VALUES = Key(
    "values",
    MapOf(Head(), Either((Expression(), Part("value")))),
    "Numbers, conditions and sets that rules use and clauses can modify.",
)
_RULES = Key("rules", MapOf(Head(), Either((EffectText(), Part("rule")))), "What happens, by name.")
_MODIFY = Key(
    "modify",
    MapOf(Head(clause=True), ListOf(Either((Modifier(), Part("change"))), single=True)),
    "How values change while this is in force: `add 1`, `at least 2`, `becomes yes when ...`; "
    "or a list of these.",
)
_PLACES = Key("places", _by_name(Part("place")), "Where components can be, apart from the board.")
_WORDS = Key("texts", _by_name(Text()), "Words for decisions and entries that effects name.")
_ENTRIES = Key(
    "entries",
    _by_name(Part("piece_entry")),
    "What its owner may do, in offers; if its kind has no `owner`, everybody may do it.",
)

_OPTIONS = Key("options", _by_name(Part("option")), "What players agree on before the game.")
_KINDS = Key("kinds", _by_name(Part("kind")), "Kinds of pieces: things that can be told apart.")
_STOCKS = Key(
    "stocks", _by_name(Part("stock")), "Things that are only counted, such as coins and cubes."
)
_SPACES = Key("spaces", _by_name(Part("space")), "Kinds of spaces of the board.")
_BOARD = Key("board", Part("board"), "The spaces, and how they are linked.")
_PIECES = Key("pieces", Part("pieces"), "Pieces that need no file of their own.")
_OFFERS = Key("offers", _by_name(Part("offer")), "What players may do now, by name.")
_TRAITS = Key("traits", _by_name(Part("trait")), "Clauses that several pieces share.")
_COURSE = Key("course", ListOf(Part("phase")), "The phases of the game, in order.")
_OUTCOME = Key("outcome", Part("outcome"), "Who wins.")
_TABLE = Key(
    "table",
    ListOf(Part("condition")),
    "The tables for which this is meant: conditions on options and players.",
)

_FACTS = (_OPTIONS, _VARIETIES, _KINDS, _STOCKS, _SPACES, _BOARD, _PIECES, _PLACES)
_NAMED = (*_FACTS, _NOTES, _VALUES, _TABLES, _RULES, _OFFERS, _TRAITS, _COURSE, _OUTCOME, _WORDS)
_SECTIONS = (*_NAMED, _MODIFY, _TABLE)
_REPLACE = Key("replace", Part("replace"), "New declarations in place of those of the game.")
_LANGUAGE = Key(
    "language",
    Whole(LANGUAGE_VERSIONS[0], LANGUAGE_VERSIONS[-1]),
    "The version of the language: 2. Rules that say 1 are read, too.",
    required=True,
)
_KNOWS = Key(
    "knows",
    _names("an expansion"),
    "Expansions whose names its rules may use. They need not be in play.",
)
_LANGUAGES = Key(
    "languages",
    ListOf(Id(free=True), single=True),
    "The languages of its texts; plain texts are in the first one.",
)

_RECORDS = (
    # ---- files
    Record(
        "game",
        "a game",
        "The manifest of a game.",
        (
            Key("game", Id(free=True), "The id of the game.", required=True),
            _LANGUAGE,
            _NAME,
            _TEXT,
            Key("players", Range(single=True, least=1), "The number of players.", required=True),
            _LANGUAGES,
            Key("seats", ListOf(Id()), "The names of the seats; by default `p1`, `p2` and so on."),
            _KNOWS,
            Key("limits", Part("limits"), "When a game that does not end is stopped."),
            *_SECTIONS,
        ),
        (HOOKS,),
    ),
    Record(
        "expansion",
        "an expansion",
        "The manifest of an expansion.",
        (
            Key("expansion", Id(free=True), "The id of the expansion.", required=True),
            Key("of", NameOf("a game"), "The game it changes.", required=True),
            Key("after", _names("an expansion"), "Expansions that apply before this one."),
            _KNOWS,
            Key(
                "in_play",
                Expression(),
                "The expansion takes part only if this condition on options and players is true. If "
                "not, the game is played as if it were not there.",
            ),
            _LANGUAGE,
            _NAME,
            _TEXT,
            _LANGUAGES,
            *_SECTIONS,
            _REPLACE,
        ),
        (HOOKS,),
    ),
    Record(
        "part",
        "a part",
        "A file that holds sections of its game or expansion.",
        (
            Key("part", Id(free=True), "What this file is about.", required=True),
            _REF,
            _ASSUMED,
            *_SECTIONS,
            _REPLACE,
        ),
        (HOOKS,),
    ),
    row(LimitsDecl),
    # ---- what there is
    row(OptionDecl),
    row(MemberDecl),
    row(MoreMembersDecl),
    row(ConditionDecl),
    row(KindDecl),
    row(SlotKindDecl),
    row(StockDecl),
    row(LyingDecl),
    row(SpaceDecl),
    Record(
        "board",
        "the board",
        "The spaces of each kind, and the links between them.",
        (
            Key(
                "links",
                _by_name(Either((ListOf(Either((Link(), Part("links")))), Part("links")))),
                "Which spaces are neighbours, by kind of link: pairs, or groups of pairs.",
            ),
        ),
        (SPACES,),
    ),
    row(LinksDecl),
    Record("pieces", "the pieces", "Pieces of each kind, by id.", (), (PIECES,)),
    Record(
        "definition",
        "a piece or space",
        "One piece or space: what is printed on it, and what it does.",
        (
            _NAME,
            Key("text", Text(), "Its rules as printed."),
            _REF,
            _ASSUMED,
            Key("copies", Whole(1, 10_000), "How many copies there are."),
            Key("traits", _names("a trait"), "Traits: clauses that it shares with others."),
            _OWN_FORCE,
            Key(
                "after",
                _names("a piece or space"),
                "Other pieces whose clauses come before its own. Of two `instead` hooks, the last one"
                " is outermost.",
            ),
            _NOTES,
            _VALUES,
            _TABLES,
            _RULES,
            _PLACES,
            _ENTRIES,
            _MODIFY,
            _WORDS,
        ),
        (ATTRIBUTES, SLOTS, HOOKS),
    ),
    row(SlotDecl),
    row(PlaceDecl),
    # ---- rules
    row(NoteDecl),
    row(ValueDecl),
    row(TableDecl),
    row(RuleDecl),
    row(HookDecl),
    row(ChangeDecl),
    row(OfferDecl),
    row(EntryDecl),
    row(PieceEntryDecl),
    Record(
        "trait",
        "a trait",
        "Clauses that several pieces share.",
        (
            _NAME,
            _TEXT,
            _REF,
            _ASSUMED,
            _PLACES,
            _NOTES,
            _ENTRIES,
            _MODIFY,
            _WORDS,
        ),
        (HOOKS,),
    ),
    row(PhaseDecl),
    row(OutcomeDecl),
    row(TieDecl),
    Record(
        "replace",
        "what is replaced",
        "Each declaration replaces that of the game with the same name.",
        _NAMED,
    ),
    # ---- scenarios
    row(ScenarioDecl),
    row(StepKeys),
    row(Offered),
)

RECORDS: dict[str, Record] = {record.name: record for record in _RECORDS}
TABLE.update(RECORDS)

# The first key of a file, besides the kinds of pieces and spaces that the ruleset declares.
FILES = ("game", "expansion", "part", "scenario")


def homes_of(key: str) -> tuple[Record, ...]:
    """The records that have this key, for "`limit` belongs to an entry of an offer"."""
    return tuple(record for record in _RECORDS if record.key(key) is not None)
