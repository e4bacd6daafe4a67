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
    """A kind of mistake: `E114`, `duplicate-key`, a line on what is wrong, and what it means and what to do."""

    code: str
    name: str
    summary: str
    advice: str


_ROWS = (
    # 1xx: file and YAML
    Code(
        "E101",
        "unreadable-file",
        "a file or folder cannot be read",
        "The file or folder is missing, or may not be read. Check its path and its permissions.",
    ),
    Code(
        "E102",
        "not-utf-8",
        "a file is not text in UTF-8",
        "Rule files are text in UTF-8. Save the file in that encoding; most editors offer it when saving.",
    ),
    Code(
        "E103",
        "empty-file",
        "a file holds nothing but comments",
        "A file in a ruleset says what it is with its first key. Write something into it, or delete it.",
    ),
    Code(
        "E104",
        "yaml-syntax",
        "a place where the text is not YAML",
        "The text cannot be read as YAML, often because of a special character in an unquoted text. Put the value in quotes.",
    ),
    Code(
        "E105",
        "tab",
        "a tab character, which YAML does not take as indentation",
        "YAML takes only spaces as indentation. Replace tabs with spaces; most editors can do so for a whole file.",
    ),
    Code(
        "E106",
        "missing-space",
        "no space after a colon or a dash",
        "A key is followed by a colon and a space, an item of a list begins with a dash and a space. Add the space.",
    ),
    Code(
        "E107",
        "bad-indentation",
        "a line begins at a column that fits nothing above it",
        "Lines that belong together begin at the same column, and what is inside something is indented deeper. Move the line to the column of those it belongs to.",
    ),
    Code(
        "E108",
        "unbalanced-bracket",
        "a bracket or brace without its partner",
        "Each `[` needs a `]`, and each `{` a `}`. Add the missing one, or put a text with brackets in quotes.",
    ),
    Code(
        "E109",
        "unclosed-quote",
        "a quoted text without its closing quote",
        "A text that begins with a quote goes on to the same quote. Add it where the text ends.",
    ),
    Code(
        "E110",
        "colon-in-text",
        "a colon and a space inside an unquoted value",
        "A colon and a space make what is before them a key. Put a text that holds them in quotes; an effect stands on the lines below `|`.",
    ),
    Code(
        "E111",
        "unquoted-symbol",
        "an unquoted value begins with a character that means something else",
        "Characters such as `@`, `%` or a backtick mean something else at the beginning of a value. Put the value in quotes.",
    ),
    Code(
        "E112",
        "unknown-escape",
        "a backslash sequence that does not exist",
        "In a text in double quotes a backslash begins an escape such as `\\n`. Write `\\\\` for a backslash, or use single quotes.",
    ),
    Code(
        "E113",
        "bad-block-header",
        "something other than a comment follows `|` or `>`",
        "A text that begins with `|` or `>` stands on the lines below. Move what follows to the next line, indented deeper than its key.",
    ),
    Code(
        "E114",
        "duplicate-key",
        "a key stands twice in one mapping",
        "Of two equal keys only one could count. Remove one, or put what stands under both together.",
    ),
    Code(
        "E115",
        "key-not-a-name",
        "a key is missing, a list or a mapping",
        "A key is a name, followed by a colon. Write the name before the colon.",
    ),
    Code(
        "E116",
        "anchor-or-alias",
        "an anchor or alias, which rule files do without",
        "A value that begins with `&` or `*` would refer to another place of the file. Write the value out, or put it in quotes if it is text.",
    ),
    Code(
        "E117",
        "tag",
        "a YAML tag, which rule files do without",
        "A value that begins with `!` is a tag to YAML. Put it in quotes if it is text.",
    ),
    Code(
        "E118",
        "merge-key",
        "a merge key, which rule files do without",
        "`<<` would copy keys from another place. Write them out.",
    ),
    Code(
        "E119",
        "several-documents",
        "more than one YAML document in a file",
        "A line of three dashes begins a second document. Remove it, or make two files.",
    ),
    Code(
        "E120",
        "directive",
        "a YAML directive, which rule files do without",
        "A line that begins with `%` speaks to the YAML parser, and is not needed. Remove it.",
    ),
    Code(
        "E121",
        "other-suffix",
        "a YAML file whose name does not end in `.yaml`",
        "Only files that end in `.yaml` are read. Rename the file.",
    ),
    Code(
        "E122",
        "text-after-value",
        "something follows a value that is already complete",
        "After a closing quote or bracket the value is over. Put all of it in quotes, or move the rest to a line of its own.",
    ),
    Code(
        "E123",
        "missing-colon",
        "a line among keys that has no colon",
        "Each line of a mapping is `name: value`. Add the colon, or indent a text that goes on from the line above.",
    ),
    Code(
        "E124",
        "missing-comma",
        "two items inside brackets without a comma between them",
        "Values inside brackets have commas between them. Add the comma, or put a text with special characters in quotes.",
    ),
    Code(
        "E125",
        "list-beside-key",
        "a list begins on the line of its key",
        "A list begins on the line below its key, each item after a dash. Or write it in brackets: `[a, b]`.",
    ),
    Code(
        "E126",
        "no-files",
        "a ruleset folder without any rule file",
        "A ruleset is a folder with at least one `.yaml` file. Check the path, or begin with a file whose first key is `game`.",
    ),
    Code(
        "E127",
        "unknown-ruleset",
        "a ruleset that is neither shipped nor found at a path",
        "A game is named by its id (`boardwright rulesets` lists those that are shipped) or by the path to its folder. Check the spelling.",
    ),
    # 2xx: shape
    Code(
        "E201",
        "unknown-key",
        "a key that nobody reads",
        "Each part of a file has a fixed set of keys, and this one is none of them. Use the key that is proposed, or move it to where it belongs.",
    ),
    Code(
        "E202",
        "missing-key",
        "a key is missing without which the rest means nothing",
        "Without this key nothing can be made of the rest. Add it.",
    ),
    Code(
        "E203",
        "wrong-shape",
        "a text, a list or a mapping where something else is due",
        "The key is known, but its value has another form: a list where one text is due, for example. Write it in the form that is named.",
    ),
    Code(
        "E204",
        "not-a-name",
        "a name is not made of small letters, digits and `_`",
        "Names are made of small letters, digits and `_`, and begin with a letter. What players read stands under `name`.",
    ),
    Code(
        "E205",
        "bad-value",
        "a text that does not read as what is due",
        "The text is in the right place, but cannot be read as the number, range or word that is due. Write it as proposed.",
    ),
    Code(
        "E206",
        "conflicting-keys",
        "keys of which only one can stand",
        "Two keys contradict each other. Keep one of them.",
    ),
    Code(
        "E207",
        "reserved-name",
        "a name that could never be used",
        "The name is a word of the language or a key of its own, so no rule could ever mean it. Choose another name; `texts` or `name` say what players read.",
    ),
    Code(
        "E208",
        "effect-without-bar",
        "an effect that does not start with `|`",
        "Statements are a text of several lines, which YAML takes as it is only after `|`. Write `|` behind the colon of the key, and the statements on the lines below.",
    ),
    Code(
        "E209",
        "declared-twice",
        "one name for two things of the same sort",
        "Two things of the same sort have one name. Give one of them another name, or remove it.",
    ),
    Code(
        "E210",
        "no-manifest",
        "no file says which game this is",
        "One file of the folder, the manifest, begins with `game:` or `expansion:` and an id. Add it.",
    ),
    Code(
        "E211",
        "second-manifest",
        "two games or expansions in one folder",
        "A folder holds one game or one expansion. Let all other files begin with `part:` or the kind of a piece.",
    ),
    Code(
        "E212",
        "unknown-file",
        "the first key of a file does not say what the file is",
        "The first key of a file is `game`, `expansion`, `part`, `scenario`, or a kind of piece or space. Move or correct it.",
    ),
    Code(
        "E213",
        "unsupported-language",
        "a version of the language that is not known",
        "The rules are written in a version of the language that this program does not know. Write a known one under `language`, or use a newer boardwright.",
    ),
    Code(
        "E214",
        "bad-head",
        "a name with something that may not stand beside it",
        "A name that is declared has at most parameters in brackets, here not even that, or no `when`. Remove what is too much.",
    ),
    Code(
        "E215",
        "unknown-language",
        "a text in a language that the ruleset does not list",
        "Texts may be in the languages that the manifest lists. Add the language under `languages`, or correct it.",
    ),
    Code(
        "E220",
        "other-game",
        "an expansion of another game",
        "The manifest of the expansion names another game under `of`. Use it with that game.",
    ),
    Code(
        "E221",
        "already-declared",
        "an expansion declares what is there already",
        "The game or another expansion has something of that name. Put it under `replace` if it is to take its place, or give it another name.",
    ),
    Code(
        "E222",
        "nothing-to-replace",
        "an expansion replaces what does not exist",
        "What stands under `replace` must exist. Correct the name, or move it out of `replace` to declare something new.",
    ),
    Code(
        "E223",
        "replaced-twice",
        "two expansions replace the same thing, and nothing says which is last",
        "It would depend on the order of the expansions which one counts. Say it with `after` in the manifest of the one that is to be last.",
    ),
    Code(
        "E224",
        "circular-order",
        "expansions that each come after the other",
        "No order can put each of them behind the other. Remove one of the names under `after`.",
    ),
    Code(
        "E225",
        "unknown-anchor",
        "a phase stands beside one that does not exist",
        "A phase that an expansion adds stands `after` or `before` one of the game's. Correct its name.",
    ),
    Code(
        "E226",
        "not-a-game",
        "an expansion where a game is due",
        "An expansion is played on a game: `boardwright run GAME --with EXPANSION`. Games are not added to one another.",
    ),
    Code(
        "E227",
        "unknown-offer",
        "entries for an offer that does not exist",
        "`add` puts entries into an offer that exists. Correct its name; a new offer has its entries under `entries`.",
    ),
    Code(
        "E228",
        "unknown-trait",
        "a piece has a trait that does not exist",
        "`traits` on a piece names sets of clauses that are declared under `traits`. Correct the name, or declare it.",
    ),
    Code(
        "E229",
        "clauses-in-conflict",
        "two clauses replace the same thing, and nothing says which one counts",
        "Two clauses without a condition say what one value becomes, or what happens instead of one rule. Say `when` each counts, or give the expansions an order with `after`.",
    ),
    Code(
        "E230",
        "unknown-variety",
        "members for a variety that does not exist",
        "`add` puts members into a variety that exists. Correct its name; a new variety has its members without `add`.",
    ),
    # 3xx: effect grammar
    Code(
        "E301",
        "unexpected-word",
        "a word or sign where something else is due",
        "At this place of the statement or expression another word is due. The message says which; docs/language.md shows every form.",
    ),
    Code(
        "E302",
        "unknown-character",
        "a character that is no part of the language",
        "The language is made of names, whole numbers, brackets and a few signs. Remove the character.",
    ),
    Code(
        "E303",
        "bad-block",
        "a line whose indentation does not fit",
        "Blocks are indented by two spaces below a line that ends in a colon, and nowhere else. Correct the indentation.",
    ),
    Code(
        "E304",
        "unfinished",
        "a text that ends too early",
        "The statement or expression breaks off. Write what is missing, or remove what begins it.",
    ),
    Code(
        "E305",
        "word-as-name",
        "a word of the language where a name is due",
        "Words of the language, such as `from`, cannot be names. Choose another name.",
    ),
    # 4xx: names
    Code(
        "E401",
        "unknown-name",
        "a name that nothing has",
        "Nothing with this name is declared. Correct the spelling, or declare it.",
    ),
    Code(
        "E402",
        "ambiguous-name",
        "a name that could mean several things here",
        "Several things that fit here have this name. Give one of them another name.",
    ),
    Code(
        "E403",
        "wrong-sort-of-name",
        "a name of something that cannot stand here",
        "The name is declared, but as something else than is due here: a value where a place is due, for example. Use it as the message proposes, or name something else.",
    ),
    Code(
        "E404",
        "name-may-not-exist",
        "a chosen name where it may not exist",
        "A name that is chosen, drawn or found exists only in the rest of its block, since there may have been nothing to choose. Move the line into that block.",
    ),
    Code(
        "E405",
        "name-taken",
        "a name given twice where both could be meant",
        "A second thing of that name would hide the first. Choose another name, or write `set ... to ...` if the first is to change.",
    ),
    Code(
        "E406",
        "of-missing",
        "a name that needs `of`, because there are several",
        "There is one for each player, piece or space, so it must be said whose is meant: `... of me`.",
    ),
    Code(
        "E407",
        "no-such-person-here",
        "`me` or `it` where there is none",
        "`me` is whoever acts, and `it` the piece whose clause it is; here there is none. Name a player or a piece.",
    ),
    # 5xx: types and values
    Code(
        "E501",
        "wrong-type",
        "an expression of another type than is due",
        "Numbers, conditions, players, pieces and places do not stand for one another. Write something of the type that is due.",
    ),
    Code(
        "E502",
        "set-as-number",
        "a set where a number is due",
        "A set is no number. Count it: `count(...)`.",
    ),
    Code(
        "E503",
        "never-the-same",
        "two things are compared that cannot be the same",
        "Things of these two types are never the same, so the comparison would always fail. Compare things of one type.",
    ),
    Code(
        "E504",
        "wrong-arguments",
        "more or fewer arguments or parameters than are due",
        "What is called takes the parameters with which it is declared, no more and no fewer. Write them in brackets, in that order.",
    ),
    Code(
        "E505",
        "of-does-not-fit",
        "something is asked of a thing that does not have it",
        "What stands before `of` is not something that such a thing has. Ask another thing, or declare it for this one.",
    ),
    Code(
        "E506",
        "not-held",
        "a thing in a place that never holds it",
        "Each place says under `holds` what may lie there. Add the kind or stock to it, or name another place.",
    ),
    Code(
        "E507",
        "which-is-unsaid",
        "an amount that does not say of what or where",
        "An amount must say of what, from where, or whose. Complete it as proposed.",
    ),
    Code(
        "E508",
        "no-place-for-it",
        "stock is taken or paid, but no place says where players keep it",
        "`take` and `pay` mean the place that the stock names under `kept`. Add `kept:` with a place per player.",
    ),
    Code(
        "E509",
        "circular-value",
        "a value that is needed to work out itself",
        "A ring of values that each ask for the next would never end. Let one of them not ask.",
    ),
    Code(
        "E510",
        "endless-rule",
        "a rule that may call itself again and again",
        "A ring of rules or effects could run for ever. Use a loop, or say with `deep: 3` how often a rule may run inside itself.",
    ),
    Code(
        "E511",
        "guarded-note",
        "a note is changed where that is not allowed",
        "A note with `only_through` is changed in the rules that are named there. Call one of them.",
    ),
    Code(
        "E512",
        "misplaced-statement",
        "a statement that has no meaning where it stands",
        "The statement is known but means nothing here, such as `stop` outside of a loop. Remove it, or do as proposed.",
    ),
    Code(
        "E513",
        "cannot-be-set",
        "something is set that is no note and no `let`",
        "`set`, `add` and `subtract` change notes and names made by `let`. Declare a note for what is to change.",
    ),
    Code(
        "E514",
        "wrong-modifier",
        "a modifier that does not fit the value",
        "`add` is for numbers, `only` for sets, `becomes` for all. Use a change that fits the type of the value.",
    ),
    Code(
        "E515",
        "wrong-fact",
        "a declared fact that contradicts another",
        "Something that is declared cannot be as it is written, by itself or together with another declaration. Correct one of the two.",
    ),
    Code(
        "E516",
        "nothing-hidden",
        "a look at something that is open to all",
        "Only pieces of a kind with `hidden: yes` have faces to look at, show or shuffle. Add it to the kind, or remove the statement.",
    ),
    Code(
        "E517",
        "no-order",
        "the top or bottom of a place without order",
        "Only a place with `ordered: yes` that holds one kind of pieces has a top and a bottom. Add it, or name the piece otherwise.",
    ),
    Code(
        "E518",
        "no-outcome",
        "a game that does not say how it is decided",
        "A game says who wins: `outcome: {score: ...}`, or `wins:` with a condition.",
    ),
    Code(
        "E519",
        "start-unsaid",
        "a note or an attribute that must say its value",
        "For this type no beginning goes without saying. Add `start:` to the note, or the attribute to the piece.",
    ),
    Code(
        "E520",
        "endless-phase",
        "turns that nothing ends",
        "A phase with `turn` goes round the table until `rounds` are over or `until` holds, or until a rule ends the game. Add `rounds:` or `until:` to it.",
    ),
    # 6xx: game semantics; from E651 in play, from E671 at the table, from E681 in scenarios, from E690 in records
    Code(
        "E651",
        "not-enough",
        "fewer things lie there than are to be moved",
        "Amounts are exact. Test first whether enough is there, or write `up to`.",
    ),
    Code(
        "E652",
        "no-room",
        "a place has no room for what is moved there",
        "A place has `room` for so many. Test first whether there is room, or change `room`.",
    ),
    Code(
        "E653",
        "out-of-range",
        "a number outside the range of its note",
        "A note stays in its `range`. Test before it is changed, use `min` or `max`, or declare a larger range.",
    ),
    Code(
        "E654",
        "division-by-zero",
        "a division by zero",
        "What stands behind `/` or `mod` was 0. Test it first.",
    ),
    Code(
        "E655",
        "nothing-there",
        "a piece, place or space that is not there is needed",
        "Something was asked of a piece, place or space that is not there, such as the top of an empty place. Test it first.",
    ),
    Code(
        "E656",
        "no-row",
        "a table is asked for a key that it does not have",
        "A table has a row for each key that is asked. Add the row, or test the key first.",
    ),
    Code(
        "E657",
        "of-nobody",
        "something of a player is needed, and that player is nobody",
        "Something was asked of `nobody`, such as the hand of the owner of an unowned card, or of `me` where nobody acts. Test it first with `is nobody`.",
    ),
    Code(
        "E658",
        "too-many-steps",
        "too many statements run between two decisions",
        "More than 100,000 steps without a decision are taken for a loop without end. Give the loop a way out, and a phase of turns `rounds:` or `until:`.",
    ),
    Code(
        "E660",
        "too-deep",
        "a rule reaches itself more often than its `deep` allows",
        "A rule with `deep: 3` runs inside itself at most three times. Change the number, or test before it calls itself.",
    ),
    Code(
        "E661",
        "not-at-table",
        "a condition about the table reads what only play decides",
        "Before a game begins, only options, seats, and what is printed on pieces is known. Let the condition ask for nothing else.",
    ),
    Code(
        "E662",
        "no-home",
        "a piece or a stock has no home at this table",
        "`return`, `place` and `take` need a `home`, and at this table there is none. Declare it for the kind or stock.",
    ),
    Code(
        "E663",
        "not-supported",
        "a combination that the engine refuses rather than guesses",
        "The engine does not do this rather than doing it wrongly. Write the rule in another way.",
    ),
    Code(
        "E671",
        "wrong-number-of-players",
        "a number of players that the game is not for",
        "The manifest says with `players` for how many the game is. Choose another number: `--players`.",
    ),
    Code(
        "E672",
        "unknown-option",
        "an option that the game does not have",
        "`boardwright show GAME` lists the options of a game. Correct the name.",
    ),
    Code(
        "E673",
        "wrong-option-value",
        "a value that an option does not take",
        "An option takes the values that are declared for it. `boardwright show GAME` lists them.",
    ),
    Code(
        "E674",
        "wrong-seat-names",
        "names of seats that are too many, too few or not names",
        "There must be one name for each player, all different, made of small letters, digits and `_`.",
    ),
    Code(
        "E675",
        "unlisted-language",
        "a language in which the game has no texts",
        "The game has texts in the languages that its manifest lists. Choose one of these.",
    ),
    Code(
        "E676",
        "refused-table",
        "a table for which the rules say that the game is not",
        "A condition of the game, `must` under `table`, does not hold for these players and options. Choose others.",
    ),
    Code(
        "E677",
        "unadvised-table",
        "a table that the rules advise against",
        "A condition of the game, `should` under `table`, does not hold. It can be played, but the rules advise against it.",
    ),
    Code(
        "E681",
        "wrong-beginning",
        "a scenario begins where the game does not",
        "`from`, `turn` or `with` of a scenario name something that this game does not have. Correct it.",
    ),
    Code(
        "E682",
        "wrong-dictation",
        "a dictated result that cannot come, or never comes",
        "What `chance` dictates must be able to come, and must come. `boardwright run GAME --record FILE` shows the names of events.",
    ),
    Code(
        "E683",
        "not-asked",
        "a step of a scenario for a player who is not asked",
        "A step names a player who is not the one to decide. Note that a decision with one option is never asked: it is taken.",
    ),
    Code(
        "E684",
        "not-offered",
        "a step of a scenario picks what is not offered",
        "A step picks by the id of an option. The notes list the ids that are offered.",
    ),
    Code(
        "E685",
        "wrong-offer",
        "other options are offered than a scenario says",
        "`offered` says which options there must be, and there are others. Correct the rules or the scenario.",
    ),
    Code(
        "E686",
        "does-not-hold",
        "what a scenario expects does not hold",
        "A condition under `expect` is false; the values of its parts are shown. Correct the rules or the scenario.",
    ),
    Code(
        "E687",
        "wrong-ending",
        "a game ends otherwise than a scenario says",
        "The game ended, or did not, or its ranks are others than the scenario says. Correct the rules or the scenario.",
    ),
    Code(
        "E688",
        "wrong-error",
        "a rule error that a scenario expects does not come",
        "A scenario with `error` must end in that error, at its last step. Correct the rules or the scenario.",
    ),
    Code(
        "E689",
        "question-left-open",
        "a question that a scenario does not answer",
        "Statements under `given` may not ask anybody: say what is to be there without choosing. What `run` asks, the steps answer, or look at with `offered` or `asked`.",
    ),
    Code(
        "E690",
        "not-a-record",
        "a line of a record that is damaged, or no record at all",
        "A record is a file of JSON lines as `--record` writes it. Use one that has not been changed.",
    ),
    Code(
        "E691",
        "record-of-other-game",
        "a record of another game or another table",
        "The first line of a record says of which game and table it is. Replay it with that ruleset.",
    ),
    Code(
        "E692",
        "record-of-other-rules",
        "a record of a game with other rules",
        "The rules have changed since the record was made. Replay it with the rules of that time.",
    ),
    Code(
        "E693",
        "record-of-other-version",
        "a record written by a version that is not known",
        "The record was written by another version of boardwright. Use a newer one.",
    ),
    Code(
        "E694",
        "record-differs",
        "a line of a record is not what the game does",
        "Playing the same choices does not lead to what the record says: it was changed, or the engine was. The line shows where they part.",
    ),
    Code(
        "E695",
        "record-choice",
        "a record chooses what is not offered",
        "The record chooses an option that is not offered at this point. It was changed, or made with other rules.",
    ),
    Code(
        "E696",
        "record-ends-early",
        "a record ends before its game does",
        "Lines are missing at the end of the record. Use a complete one.",
    ),
    Code(
        "E697",
        "record-goes-on",
        "a record goes on after its game has ended",
        "There are lines after the end of the game. Remove them.",
    ),
    # 8xx: limits and safety
    Code(
        "E801",
        "file-too-large",
        "a file is larger than 1 MiB",
        "Files are limited to 1 MiB. Divide it: sections may be split over files in any way.",
    ),
    Code(
        "E802",
        "nested-too-deeply",
        "lists and mappings are nested deeper than 32",
        "Lists and mappings may be nested 32 deep. Make parts of it declarations of their own.",
    ),
    Code(
        "E803",
        "too-many-nodes",
        "a file has more than 200,000 values",
        "A file may hold 200,000 values. Divide it.",
    ),
    Code(
        "E804",
        "text-too-long",
        "one text is longer than 16,384 characters",
        "One text may have 16,384 characters. Divide an effect into rules.",
    ),
    Code(
        "E805",
        "too-many-files",
        "a ruleset folder holds too many files",
        "A ruleset holds a limited number of files. Put several pieces into one file under `pieces`, or check whether this is the right folder.",
    ),
    Code(
        "E806",
        "forbidden-character",
        "a character that could hide or disguise text",
        "Control characters, and those that change the direction of text, could make a file look other than it is. Remove the character.",
    ),
    Code(
        "E807",
        "link-outside",
        "a link leads out of the ruleset folder",
        "All files of a ruleset lie in its folder, also those that links lead to. Copy the file into it.",
    ),
    Code(
        "E808",
        "line-too-long",
        "a line of an effect with too many words",
        "A line of an effect has too many words. Divide it with `let`, or into values.",
    ),
    Code(
        "E809",
        "effect-too-deep",
        "brackets or blocks of an effect are nested too deeply",
        "Brackets and blocks may be nested 32 deep. Make a rule or a value of the inner part.",
    ),
    Code(
        "E810",
        "number-too-large",
        "a number beyond 1,000,000",
        "Numbers are whole, from -1,000,000 to 1,000,000. Use a smaller one.",
    ),
    # 9xx: internal
    Code(
        "E901",
        "internal-error",
        "a mistake in boardwright itself",
        "Nothing is wrong with your files. Please report it, with what `BOARDWRIGHT_DEBUG=1` shows.",
    ),
)

CODES: dict[str, Code] = {row.code: row for row in _ROWS}
