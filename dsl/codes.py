"""The closed table of diagnostic codes.

A code is never reused, and its name never changes. The hundreds say the stage:

    1xx file and YAML      4xx names               7xx style
    2xx shape              5xx types and values    8xx limits and safety
    3xx effect grammar     6xx game semantics      9xx internal

To add one, add its row in order; `Bag` refuses codes that are not here.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of mistake: `E114`, `duplicate-key`, and a line on what is wrong."""

    code: str
    name: str
    summary: str


_ROWS = (
    # 1xx: file and YAML
    Code("E101", "unreadable-file", "a file or folder cannot be read"),
    Code("E102", "not-utf-8", "a file is not text in UTF-8"),
    Code("E103", "empty-file", "a file holds nothing but comments"),
    Code("E104", "yaml-syntax", "a place where the text is not YAML"),
    Code("E105", "tab", "a tab character, which YAML does not take as indentation"),
    Code("E106", "missing-space", "no space after a colon or a dash"),
    Code("E107", "bad-indentation", "a line begins at a column that fits nothing above it"),
    Code("E108", "unbalanced-bracket", "a bracket or brace without its partner"),
    Code("E109", "unclosed-quote", "a quoted text without its closing quote"),
    Code("E110", "colon-in-text", "a colon and a space inside an unquoted value"),
    Code(
        "E111",
        "unquoted-symbol",
        "an unquoted value begins with a character that means something else",
    ),
    Code("E112", "unknown-escape", "a backslash sequence that does not exist"),
    Code("E113", "bad-block-header", "something other than a comment follows `|` or `>`"),
    Code("E114", "duplicate-key", "a key stands twice in one mapping"),
    Code("E115", "key-not-a-name", "a key is missing, a list or a mapping"),
    Code("E116", "anchor-or-alias", "an anchor or alias, which rule files do without"),
    Code("E117", "tag", "a YAML tag, which rule files do without"),
    Code("E118", "merge-key", "a merge key, which rule files do without"),
    Code("E119", "several-documents", "more than one YAML document in a file"),
    Code("E120", "directive", "a YAML directive, which rule files do without"),
    Code("E121", "other-suffix", "a YAML file whose name does not end in `.yaml`"),
    Code("E122", "text-after-value", "something follows a value that is already complete"),
    Code("E123", "missing-colon", "a line among keys that has no colon"),
    Code("E124", "missing-comma", "two items inside brackets without a comma between them"),
    Code("E125", "list-beside-key", "a list begins on the line of its key"),
    Code("E126", "no-files", "a ruleset folder without any rule file"),
    Code("E127", "unknown-ruleset", "a ruleset that is neither shipped nor found at a path"),
    # 2xx: shape
    Code("E201", "unknown-key", "a key that nobody reads"),
    Code("E202", "missing-key", "a key is missing without which the rest means nothing"),
    Code("E203", "wrong-shape", "a text, a list or a mapping where something else is due"),
    Code("E204", "not-a-name", "a name is not made of small letters, digits and `_`"),
    Code("E205", "bad-value", "a text that does not read as what is due"),
    Code("E206", "conflicting-keys", "keys of which only one can stand"),
    Code("E207", "reserved-name", "a name that could never be used"),
    Code("E208", "effect-without-bar", "an effect that does not start with `|`"),
    Code("E209", "declared-twice", "one name for two things of the same sort"),
    Code("E210", "no-manifest", "no file says which game this is"),
    Code("E211", "second-manifest", "two games or expansions in one folder"),
    Code("E212", "unknown-file", "the first key of a file does not say what the file is"),
    Code("E213", "unsupported-language", "a version of the language that is not known"),
    Code("E214", "bad-head", "a name with something that may not stand beside it"),
    Code("E215", "unknown-language", "a text in a language that the ruleset does not list"),
    Code("E220", "other-game", "an expansion of another game"),
    Code("E221", "already-declared", "an expansion declares what is there already"),
    Code("E222", "nothing-to-replace", "an expansion replaces what does not exist"),
    Code(
        "E223",
        "replaced-twice",
        "two expansions replace the same thing, and nothing says which is last",
    ),
    Code("E224", "circular-order", "expansions that each come after the other"),
    Code("E225", "unknown-anchor", "a phase stands beside one that does not exist"),
    Code("E226", "not-a-game", "an expansion where a game is due"),
    Code("E227", "unknown-offer", "entries for an offer that does not exist"),
    Code("E228", "unknown-trait", "a piece has a trait that does not exist"),
    # 3xx: effect grammar
    Code("E301", "unexpected-word", "a word or sign where something else is due"),
    Code("E302", "unknown-character", "a character that is no part of the language"),
    Code("E303", "bad-block", "a line whose indentation does not fit"),
    Code("E304", "unfinished", "a text that ends too early"),
    Code("E305", "word-as-name", "a word of the language where a name is due"),
    # 4xx: names
    Code("E401", "unknown-name", "a name that nothing has"),
    Code("E402", "ambiguous-name", "a name that could mean several things here"),
    Code("E403", "wrong-sort-of-name", "a name of something that cannot stand here"),
    Code("E404", "name-may-not-exist", "a chosen name where it may not exist"),
    Code("E405", "name-taken", "a name given twice where both could be meant"),
    Code("E406", "of-missing", "a name that needs `of`, because there are several"),
    Code("E407", "no-such-person-here", "`me` or `it` where there is none"),
    # 5xx: types and values
    Code("E501", "wrong-type", "an expression of another type than is due"),
    Code("E502", "set-as-number", "a set where a number is due"),
    Code("E503", "never-the-same", "two things are compared that cannot be the same"),
    Code("E504", "wrong-arguments", "more or fewer arguments or parameters than are due"),
    Code("E505", "of-does-not-fit", "something is asked of a thing that does not have it"),
    Code("E506", "not-held", "a thing in a place that never holds it"),
    Code("E507", "which-is-unsaid", "an amount that does not say of what or where"),
    Code(
        "E508", "no-place-for-it", "stock is taken or paid, but no place says where players keep it"
    ),
    Code("E509", "circular-value", "a value that is needed to work out itself"),
    Code("E510", "endless-rule", "a rule that may call itself again and again"),
    Code("E511", "guarded-note", "a note is changed where that is not allowed"),
    Code("E512", "misplaced-statement", "a statement that has no meaning where it stands"),
    Code("E513", "cannot-be-set", "something is set that is no note and no `let`"),
    Code("E514", "wrong-modifier", "a modifier that does not fit the value"),
    Code("E515", "wrong-fact", "a declared fact that contradicts another"),
    Code("E516", "nothing-hidden", "a look at something that is open to all"),
    Code("E517", "no-order", "the top or bottom of a place without order"),
    Code("E518", "no-outcome", "a game that does not say how it is decided"),
    Code("E519", "start-unsaid", "a note or an attribute that must say its value"),
    # 6xx: game semantics; from E651 in play, from E671 at the table, from E681 in scenarios, from E690 in records
    Code("E651", "not-enough", "fewer things lie there than are to be moved"),
    Code("E652", "no-room", "a place has no room for what is moved there"),
    Code("E653", "out-of-range", "a number outside the range of its note"),
    Code("E654", "division-by-zero", "a division by zero"),
    Code("E655", "nothing-there", "a piece, place or space that is not there is needed"),
    Code("E656", "no-row", "a table is asked for a key that it does not have"),
    Code("E657", "of-nobody", "something of a player is needed, and that player is nobody"),
    Code("E658", "too-many-steps", "too many statements run between two decisions"),
    Code("E660", "too-deep", "a rule reaches itself more often than its `deep` allows"),
    Code("E661", "not-at-table", "a condition about the table reads what only play decides"),
    Code("E662", "no-home", "a piece or a stock has no home at this table"),
    Code("E663", "not-supported", "a combination that the engine refuses rather than guesses"),
    Code("E671", "wrong-number-of-players", "a number of players that the game is not for"),
    Code("E672", "unknown-option", "an option that the game does not have"),
    Code("E673", "wrong-option-value", "a value that an option does not take"),
    Code("E674", "wrong-seat-names", "names of seats that are too many, too few or not names"),
    Code("E675", "unlisted-language", "a language in which the game has no texts"),
    Code("E681", "wrong-beginning", "a scenario begins where the game does not"),
    Code("E682", "wrong-dictation", "a dictated result that cannot come, or never comes"),
    Code("E683", "not-asked", "a step of a scenario for a player who is not asked"),
    Code("E684", "not-offered", "a step of a scenario picks what is not offered"),
    Code("E685", "wrong-offer", "other options are offered than a scenario says"),
    Code("E686", "does-not-hold", "what a scenario expects does not hold"),
    Code("E687", "wrong-ending", "a game ends otherwise than a scenario says"),
    Code("E688", "wrong-error", "a rule error that a scenario expects does not come"),
    Code("E689", "asked-while-given", "somebody is asked while a position is being set up"),
    Code("E690", "not-a-record", "a line of a record that is damaged, or no record at all"),
    Code("E691", "record-of-other-game", "a record of another game or another table"),
    Code("E692", "record-of-other-rules", "a record of a game with other rules"),
    Code("E693", "record-of-other-version", "a record written by a version that is not known"),
    Code("E694", "record-differs", "a line of a record is not what the game does"),
    Code("E695", "record-choice", "a record chooses what is not offered"),
    Code("E696", "record-ends-early", "a record ends before its game does"),
    Code("E697", "record-goes-on", "a record goes on after its game has ended"),
    # 8xx: limits and safety
    Code("E801", "file-too-large", "a file is larger than 1 MiB"),
    Code("E802", "nested-too-deeply", "lists and mappings are nested deeper than 32"),
    Code("E803", "too-many-nodes", "a file has more than 200,000 values"),
    Code("E804", "text-too-long", "one text is longer than 16,384 characters"),
    Code("E805", "too-many-files", "a ruleset folder holds too many files"),
    Code("E806", "forbidden-character", "a character that could hide or disguise text"),
    Code("E807", "link-outside", "a link leads out of the ruleset folder"),
    Code("E808", "line-too-long", "a line of an effect with too many words"),
    Code("E809", "effect-too-deep", "brackets or blocks of an effect are nested too deeply"),
    Code("E810", "number-too-large", "a number beyond 1,000,000"),
    # 9xx: internal
    Code("E901", "internal-error", "a mistake in boardwright itself"),
)

CODES: dict[str, Code] = {row.code: row for row in _ROWS}
