"""The snippets that editors offer: `${1:word}` marks where to type, and a leading `^` keeps YAML marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Body = Mapping[str, object] | str


@dataclass(frozen=True, slots=True)
class Snippet:
    """A snippet. `body` is inserted: keys with their values, which the editor indents except within texts."""

    label: str
    told: str
    body: Body


# An effect as the value of a key: the bar, and the next line.
EFFECT = "^|\n  ${1:nothing}"

HOOKS = (
    Snippet(
        "before a rule",
        "What happens before a rule, a phase or a turn.",
        {"before ${1:rule}": "^|\n  ${2:nothing}"},
    ),
    Snippet(
        "after a rule",
        "What happens after a rule, a phase or a turn.",
        {"after ${1:rule}": "^|\n  ${2:nothing}"},
    ),
    Snippet(
        "instead of a rule",
        "What happens instead of a rule; `original` is what would have happened.",
        {"instead of ${1:rule} when ${2:condition}": "^|\n  ${3:original}"},
    ),
)

# By record: what can be added to a mapping or list of these.
OF_RECORDS: Mapping[str, tuple[Snippet, ...]] = {
    "option": (
        Snippet(
            "an option of several values",
            "One of several names, agreed on before the game.",
            {
                "${1:option}": {
                    "values": "[${2:first}, ${3:second}]",
                    "default": "${4:first}",
                    "text": "${5:What it is about.}",
                }
            },
        ),
        Snippet(
            "a yes or no option",
            "Something that players can turn on or off.",
            {"${1:option}": {"default": "no", "text": "${2:What it is about.}"}},
        ),
        Snippet(
            "an option that is a number",
            "A number, agreed on before the game.",
            {"${1:option}": {"range": "${2:1} to ${3:5}", "default": "${4:3}"}},
        ),
    ),
    "kind": (
        Snippet(
            "a kind of card",
            "Cards with an effect, in someone's place.",
            {
                "${1:event_card}": {
                    "home": "${2:display}",
                    "owner": "${3:hand}",
                    "effects": {"${4:ability}": "{offered_in: ${5:actions}, limit: once a turn}"},
                }
            },
        ),
        Snippet(
            "tokens that lie face down",
            "Pieces with a face that not all players see.",
            {
                "${1:token}": {
                    "attributes": "{${2:worth}: number}",
                    "hidden": "yes",
                    "home": "${3:bag}",
                }
            },
        ),
    ),
    "stock": (
        Snippet(
            "a stock",
            "Things that are counted, such as coins.",
            {"${1:coin}": {"total": "${2:50}", "home": "${3:bank}", "kept": "${4:purse}"}},
        ),
    ),
    "space": (
        Snippet(
            "a kind of space",
            "Spaces of the board.",
            {"${1:field}": {"holds": "[${2:pawn}]"}},
        ),
    ),
    "place": (
        Snippet(
            "a place",
            "Where components can be, apart from the board.",
            {"${1:bank}": {"holds": "[${2:coin}]"}},
        ),
        Snippet(
            "a place for each player",
            "For instance a hand, a purse or a reserve.",
            {"${1:hand}": {"per": "player", "holds": "[${2:card}]", "visible_to": "${3:owner}"}},
        ),
    ),
    "note": (
        Snippet(
            "a note for each player",
            "A number that the game remembers for each player.",
            {"${1:fame}": {"is": "number", "per": "player"}},
        ),
    ),
    "memory": (
        Snippet(
            "a memory of positions",
            "For rules about repetition: `remember(standing)`, `seen(standing)`.",
            {"${1:standing}": {"of": "[${2:pawn}, active_player]", "holds": "${3:200}"}},
        ),
    ),
    "rule": (
        Snippet(
            "a rule",
            "Something that happens, by name.",
            {"${1:rule}(${2:number n})": "^|\n  ${3:nothing}"},
        ),
    ),
    "value": (
        Snippet(
            "a value",
            "Something that rules use and clauses can modify.",
            {"${1:value}(${2:player p})": "${3:1}"},
        ),
    ),
    "change": (
        Snippet(
            "a change of a value",
            "How a value changes while this is in force.",
            {"${1:value}": "${2:add 1} when ${3:condition}"},
        ),
    ),
    "offer": (
        Snippet(
            "an offer",
            "A menu of what a player may do until it is closed.",
            {
                "${1:actions}": {
                    "until": "${2:end_turn}",
                    "entries": {"${3:rest}": "^|\n      ${4:nothing}"},
                }
            },
        ),
        Snippet(
            "entries for an offer of the game",
            "In an expansion: what else players may do.",
            {"${1:actions}": {"add": {"${2:rest}": "^|\n      ${3:nothing}"}}},
        ),
    ),
    "entry": (
        Snippet(
            "an entry",
            "Something that a player may do.",
            {
                "${1:rest}": {
                    "when": "${2:condition}",
                    "limit": "once a turn",
                    "effect": "^|\n    ${3:nothing}",
                }
            },
        ),
    ),
    "piece_entry": (
        Snippet(
            "an entry",
            "Something that the owner may do.",
            {
                "${1:bow}": {
                    "offered_in": "[${2:actions}]",
                    "limit": "once a turn",
                    "effect": "^|\n    ${3:nothing}",
                }
            },
        ),
    ),
    "phase": (
        Snippet(
            "a phase of steps",
            "What is done once.",
            {"phase": "${1:setup}", "steps": "[${2:deal()}]"},
        ),
        Snippet(
            "a phase of turns",
            "What one player after another does.",
            {"phase": "${1:turns}", "turn": "[${2:open actions}]", "until": "${3:condition}"},
        ),
    ),
    "step": (
        Snippet("a pick", "A player and what the player picks.", {"${1:p1}": "${2:pick}"}),
        Snippet("what must be true", "A condition.", {"expect": "${1:condition}"}),
    ),
    "invariant": (
        Snippet(
            "what is always true",
            "A condition that scenarios and random games check.",
            {"must": "${1:coins in everywhere = 50}", "text": "${2:No coin is lost.}"},
        ),
    ),
    "condition": (
        Snippet(
            "what must be true at the table",
            "A condition that must be true before a game begins.",
            {"must": "${1:count(seats) >= 3}", "text": "${2:It is for three players or more.}"},
        ),
    ),
}

# By kind of file: what a new one begins with.
OF_FILES: Mapping[str, tuple[Snippet, ...]] = {
    "game": (
        Snippet(
            "a new game",
            "The manifest of a game.",
            {
                "game": "${1:mygame}",
                "language": "1",
                "name": "${2:My game}",
                "players": "${3:2 to 4}",
                "course": [
                    {"phase": "${4:play}", "turn": "[${5:take_turn()}]", "rounds": "${6:3}"}
                ],
                "outcome": {"score": "${7:0}"},
            },
        ),
    ),
    "expansion": (
        Snippet(
            "a new expansion",
            "The manifest of an expansion.",
            {
                "expansion": "${1:mycards}",
                "of": "${2:mygame}",
                "language": "1",
                "name": "${3:My cards}",
            },
        ),
    ),
    "part": (
        Snippet(
            "a new part",
            "A file that holds sections of its game or expansion.",
            {"part": "${1:prices}", "values": {"${2:price}": "${3:1}"}},
        ),
    ),
    "card": (
        Snippet(
            "a new card",
            "A piece with an effect; replace `card` and `ability` by the names that the game uses.",
            {
                "${1:card}": "${2:juggler}",
                "name": "${3:Juggler}",
                "text": "${4:What it does, for players.}",
                "${5:ability}": "^|\n  ${6:nothing}",
            },
        ),
    ),
    "scenario": (
        Snippet(
            "a new scenario",
            "A position, what players do, and what must be true afterwards.",
            {
                "scenario": "${1:what_it_shows}",
                "players": "${2:2}",
                "given": "^|\n  ${3:nothing}",
                "steps": [{"${4:p1}": "${5:pick}"}],
                "expect": ["${6:condition}"],
            },
        ),
    ),
}
