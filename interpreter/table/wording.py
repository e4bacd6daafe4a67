"""The engine's own sentences, by language. A ruleset may have its own for everything that it says in `tell:`.

Names of the ruleset stand in them as they are, without an article: so the sentences are such that none is needed.
"""

from __future__ import annotations

from collections.abc import Mapping

from boardwright.dsl.language.templates import Template, parse_template

_TEXTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "move": "{who} {who?moves|move} {what}[ from {from}][ to {to}]",
        "go": "{what} {what?goes|go}[ from {from}][ to {to}]",
        "take": "{who} {who?takes|take} {what}[ from {from}]",
        "pay": "{who} {who?pays|pay} {what}",
        "place": "{who} {who?places|place} {what} in {to}",
        "return": "{who} {who?returns|return} {what}[ from {from}]",
        "swap": "{who} {who?swaps|swap} {what}",
        "change_places": "{what} change places",
        "shuffle": "{who} {who?shuffles|shuffle} {place}",
        "shuffled": "{place} is shuffled",
        "look": "{who} {who?looks|look} at {what}[ in {place}]",
        "reveal": "{who} {who?reveals|reveal} {what}[ in {place}]",
        "revealed": "{what} {what?is|are} revealed[ in {place}]",
        "roll": "{who} {who?rolls|roll} {what}",
        "rolled": "the {what?die shows|dice show} {what}",
        "note_of": "{of}: {note} {now}",
        "note": "{note}: {now}",
        "out": "{who} {who?drops|drop} out",
        "out_of": "{who} {who?drops|drop} out of the round",
        "use": "{who} {who?uses|use} {what}",
        "choose": "{who}: {what}",
        "round": "Round {n}",
        "over": "The game is over: {scores}",
        "stopped": "The game is stopped: {scores}",
        "win": "{who} {who?wins|win}",
        "one": "a {name}",
        "one_before_vowel": "an {name}",
        "of": "{what} of {of}",
        "whose": "{owner}'s {what}",
        "and": "and",
        "nobody": "nobody",
        "yes": "yes",
        "no": "no",
    },
    "it": {
        "move": "{who} {who?sposta|spostano} {what}[ da {from}][ a {to}]",
        "go": "{what} {what?va|vanno}[ da {from}][ a {to}]",
        "take": "{who} {who?prende|prendono} {what}[ da {from}]",
        "pay": "{who} {who?paga|pagano} {what}",
        "place": "{who} {who?piazza|piazzano} {what} in {to}",
        "return": "{who} {who?restituisce|restituiscono} {what}[ da {from}]",
        "swap": "{who} {who?scambia|scambiano} {what}",
        "change_places": "{what} si scambiano di posto",
        "shuffle": "{who} {who?mescola|mescolano} {place}",
        "shuffled": "si mescola: {place}",
        "look": "{who} {who?guarda|guardano} {what}[ in {place}]",
        "reveal": "{who} {who?rivela|rivelano} {what}[ in {place}]",
        "revealed": "si {what?rivela|rivelano} {what}[ in {place}]",
        "roll": "{who} {who?tira|tirano} {what}",
        "rolled": "{what?il dado mostra|i dadi mostrano} {what}",
        "note_of": "{of}: {note} {now}",
        "note": "{note}: {now}",
        "out": "{who} {who?esce|escono} dal gioco",
        "out_of": "{who} {who?esce|escono} dal round",
        "use": "{who} {who?usa|usano} {what}",
        "choose": "{who}: {what}",
        "round": "Round {n}",
        "over": "La partita è finita: {scores}",
        "stopped": "La partita è interrotta: {scores}",
        "win": "{who?vince|vincono} {who}",
        "one": "1 {name}",
        "of": "{what} di {of}",
        "whose": "{what} di {owner}",
        "and": "e",
        "nobody": "nessuno",
        "yes": "sì",
        "no": "no",
    },
    "nl": {
        "move": "{who} {who?verplaatst|verplaatsen} {what}[ van {from}][ naar {to}]",
        "go": "{what} {what?gaat|gaan}[ van {from}][ naar {to}]",
        "take": "{who} {who?neemt|nemen} {what}[ van {from}]",
        "pay": "{who} {who?betaalt|betalen} {what}",
        "place": "{who} {who?plaatst|plaatsen} {what} in {to}",
        "return": "{who} {who?legt|leggen} {what}[ van {from}] terug",
        "swap": "{who} {who?verwisselt|verwisselen} {what}",
        "change_places": "{what} wisselen van plaats",
        "shuffle": "{who} {who?schudt|schudden} {place}",
        "shuffled": "{place} wordt geschud",
        "look": "{who} {who?bekijkt|bekijken} {what}[ in {place}]",
        "reveal": "{who} {who?onthult|onthullen} {what}[ in {place}]",
        "revealed": "{what} {what?wordt|worden} onthuld[ in {place}]",
        "roll": "{who} {who?gooit|gooien} {what}",
        "rolled": "de {what?dobbelsteen toont|dobbelstenen tonen} {what}",
        "note_of": "{of}: {note} {now}",
        "note": "{note}: {now}",
        "out": "{who} {who?valt|vallen} af",
        "out_of": "{who} {who?ligt|liggen} uit de ronde",
        "use": "{who} {who?gebruikt|gebruiken} {what}",
        "choose": "{who}: {what}",
        "round": "Ronde {n}",
        "over": "Het spel is afgelopen: {scores}",
        "stopped": "Het spel is gestopt: {scores}",
        "win": "{who} {who?wint|winnen}",
        "one": "een {name}",
        "of": "{what} van {of}",
        "whose": "{what} van {owner}",
        "and": "en",
        "nobody": "niemand",
        "yes": "ja",
        "no": "nee",
    },
}


def templates_in(language: str) -> Mapping[str, Template]:
    """The engine's sentences in a language; in English if it does not know the language."""
    return _TEMPLATES.get(language, _TEMPLATES["en"])


LANGUAGES = tuple(_TEXTS)
"""The languages of the engine's own sentences."""

_TEMPLATES = {
    language: {name: parse_template(text) for name, text in texts.items()}
    for language, texts in _TEXTS.items()
}

__all__ = ["LANGUAGES", "templates_in"]
