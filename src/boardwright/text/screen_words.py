"""What the terminal itself says while people play, by language. Names and sentences of the game come from its ruleset.

Names of the ruleset stand in these texts as they are, without an article, and nothing depends on the gender of whoever plays.
Names of commands (`undo`, `save`) are the same in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from boardwright.dsl.language.templates import Blank, Template, parse_template

if TYPE_CHECKING:
    from boardwright.interpreter.play.naming import Words

_EN: Mapping[str, str] = {
    # the beginning
    "table": "{game}: {players} {players?player|players}, you are {who}, {seeds}",
    "game_with": "{game} with {expansions}",
    "seed": "seed {seed}",
    "seeds": "seed {seed}, agents' seed {agents}",
    "greeting": "? for help, q to leave",
    "help": """\
Type the number of an option, its name or a part of its name, and press Enter.
  b, board     the board; `b NAME` shows only the lines with this name
  h, hand      what is yours
  l, log       what has happened since the game began
  ? NAME       the text of a card; `? 2` that of the second option
  why NAME     why an option is offered or not, or where a number comes from
  u, undo      take back your last choice, if nothing has come to light since
  save FILE    write the game to a file; `load FILE` goes on with it
  q, quit      leave the game
""",
    # the board
    "turn": "turn {n}",
    "for_all": "for all",
    "you": "you",
    "empty": "nothing on",
    "hint": "b: board, h: your own, ?: help",
    "not_on_board": "nothing on the board is called `{name}`",
    # texts of cards
    "no_text": "`{name}` has no text",
    "no_such_name": "nothing here is called `{name}`",
    # questions
    "picked": "{n} of {most} picked",
    "picked_up_to": "{n} of up to {most} picked",
    "page": "page {page} of {pages}, {options} options: Enter turns the page, or type a part of a name",
    "confirm": "{option}? Press Enter to take it",
    "yes": "y yes",
    "no": "n no",
    "could_mean": "`{text}` could mean:",
    "no_option": "there is no option `{text}`; ? for help",
    # several people
    "hand_over": "Enter, and hand over to {name}",
    "alone": "{name}: press Enter when only you look at the screen",
    # long texts
    "more": "-- Enter for more, q to skip --",
    "to_question": "-- Enter goes on to the question --",
    # choices that are taken back, and files
    "nothing_chosen": "you have not chosen anything yet",
    "other_since": "this cannot be taken back: somebody else has chosen since",
    "chance_since": "this cannot be taken back: chance has decided something since",
    "face_since": "this cannot be taken back: something new has been seen since",
    "taken_back": "taken back",
    "saved": "saved to {file}; `load {file}` takes it up again",
    "not_saved": "not saved: {why}",
    "not_loaded": "not loaded: {why}",
    # the end
    "left": "you have left the game",
    "stopped": "The game has reached its limit of decisions, and stops.",
    "rank": "rank",
    "seat": "seat",
    "score": "score",
    "you_win": "you win",
    "wins": "wins",
    "teams": "Teams: {teams}",
}

_IT: Mapping[str, str] = {
    "table": "{game}: {players} {players?giocatore|giocatori}, {people?tu sei|voi siete} {who}, {seeds}",
    "game_with": "{game} con {expansions}",
    "seed": "seme {seed}",
    "seeds": "seme {seed}, seme degli agenti {agents}",
    "greeting": "? per l'aiuto, q per uscire",
    "help": """\
Scrivi il numero di un'opzione, il suo nome o una parte del nome, e premi Invio.
  b, board     il tabellone; `b NOME` mostra solo le righe con questo nome
  h, hand      le tue cose
  l, log       che cosa è successo dall'inizio della partita
  ? NOME       il testo di una carta; `? 2` quello della seconda opzione
  why NOME     perché un'opzione c'è o non c'è, o da dove viene un numero
  u, undo      annulla la tua ultima scelta, se poi non si è scoperto nulla
  save FILE    salva la partita in un file; `load FILE` la riprende
  q, quit      lascia la partita
""",
    "turn": "turno {n}",
    "for_all": "in comune",
    "you": "tu",
    "empty": "niente su",
    "hint": "b: tabellone, h: le tue cose, ?: aiuto",
    "not_on_board": "niente sul tabellone si chiama `{name}`",
    "no_text": "`{name}` non ha testo",
    "no_such_name": "qui niente si chiama `{name}`",
    "picked": "{n} {n?scelta|scelte} su {most}",
    "picked_up_to": "{n} {n?scelta|scelte} su {most} al massimo",
    "page": "pagina {page} di {pages}, {options} opzioni: Invio volta pagina, o scrivi parte di un nome",
    "confirm": "{option}? Premi Invio per confermare",
    "yes": "s sì si",
    "no": "n no",
    "could_mean": "`{text}` può voler dire:",
    "no_option": "nessuna opzione si chiama `{text}`; ? per l'aiuto",
    "hand_over": "Premi Invio e lascia il posto: ora gioca {name}",
    "alone": "{name}: premi Invio quando solo tu guardi lo schermo",
    "more": "-- Invio per continuare, q per saltare --",
    "to_question": "-- Invio per passare alla domanda --",
    "nothing_chosen": "non hai ancora scelto nulla",
    "other_since": "non si può annullare: nel frattempo ha scelto un'altra persona",
    "chance_since": "non si può annullare: nel frattempo ha deciso il caso",
    "face_since": "non si può annullare: nel frattempo si è visto qualcosa di nuovo",
    "taken_back": "scelta annullata",
    "saved": "partita salvata in {file}; `load {file}` la riprende",
    "not_saved": "partita non salvata: {why}",
    "not_loaded": "partita non caricata: {why}",
    "left": "hai lasciato la partita",
    "stopped": "La partita ha raggiunto il limite di decisioni e si ferma.",
    "rank": "posizione",
    "seat": "posto",
    "score": "punti",
    "you_win": "vinci",
    "wins": "vince",
    "teams": "Squadre: {teams}",
}

_NL: Mapping[str, str] = {
    "table": "{game}: {players} {players?speler|spelers}, {people?jij bent|jullie zijn} {who}, {seeds}",
    "game_with": "{game} met {expansions}",
    "seed": "zaad {seed}",
    "seeds": "zaad {seed}, zaad van de agenten {agents}",
    "greeting": "? voor hulp, q om te stoppen",
    "help": """\
Typ het nummer van een optie, de naam of een deel ervan, en druk op Enter.
  b, board     het bord; `b NAAM` toont alleen de regels met deze naam
  h, hand      wat van jou is
  l, log       wat er sinds het begin van het spel is gebeurd
  ? NAAM       de tekst van een kaart; `? 2` die van de tweede optie
  why NAAM     waarom een optie er is of niet, of waar een getal vandaan komt
  u, undo      neem je laatste keuze terug, als er sindsdien niets is onthuld
  save BESTAND bewaar het spel in een bestand; `load BESTAND` gaat ermee verder
  q, quit      verlaat het spel
""",
    "turn": "beurt {n}",
    "for_all": "van iedereen",
    "you": "jij",
    "empty": "niets op",
    "hint": "b: bord, h: van jou, ?: hulp",
    "not_on_board": "niets op het bord heet `{name}`",
    "no_text": "`{name}` heeft geen tekst",
    "no_such_name": "niets heet hier `{name}`",
    "picked": "{n} van {most} gekozen",
    "picked_up_to": "{n} van hoogstens {most} gekozen",
    "page": "pagina {page} van {pages}, {options} opties: Enter bladert, of typ een deel van een naam",
    "confirm": "{option}? Druk op Enter om dit te kiezen",
    "yes": "j ja",
    "no": "n nee",
    "could_mean": "`{text}` kan betekenen:",
    "no_option": "er is geen optie `{text}`; ? voor hulp",
    "hand_over": "Druk op Enter en geef de beurt door aan {name}",
    "alone": "{name}: druk op Enter als alleen jij naar het scherm kijkt",
    "more": "-- Enter voor meer, q om over te slaan --",
    "to_question": "-- Enter om naar de vraag te gaan --",
    "nothing_chosen": "je hebt nog niets gekozen",
    "other_since": "dit kan niet meer terug: sindsdien heeft iemand anders gekozen",
    "chance_since": "dit kan niet meer terug: sindsdien heeft het toeval iets beslist",
    "face_since": "dit kan niet meer terug: sindsdien is er iets nieuws gezien",
    "taken_back": "keuze teruggenomen",
    "saved": "opgeslagen in {file}; `load {file}` gaat ermee verder",
    "not_saved": "niet opgeslagen: {why}",
    "not_loaded": "niet geladen: {why}",
    "left": "je hebt het spel verlaten",
    "stopped": "Het spel heeft de grens aan het aantal beslissingen bereikt en stopt.",
    "rank": "rang",
    "seat": "plaats",
    "score": "score",
    "you_win": "jij wint",
    "wins": "wint",
    "teams": "Teams: {teams}",
}

TEXTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {code: MappingProxyType(texts) for code, texts in (("en", _EN), ("it", _IT), ("nl", _NL))}
)
"""All texts, by language and name: templates, as in `tell`, of which some have a number that decides between two forms."""


class ScreenWords:
    """The texts in one language; in English if they are not there in this language."""

    def __init__(self, language: str = "en") -> None:
        texts = TEXTS.get(language, TEXTS["en"])
        self._templates = {name: parse_template(text) for name, text in texts.items()}

    def say(self, name: str, /, **values: str | int) -> str:
        """The text of this name, with these values."""
        return _filled(self._templates[name], values)

    def means(self, name: str, typed: str) -> bool:
        """Whether somebody has typed one of the words under this name, in this language or in English."""
        known = f"{self.say(name)} {TEXTS['en'][name]}".split()
        return typed.casefold() in known


def _filled(template: Template, values: Mapping[str, str | int]) -> str:
    parts = []
    for part in template.parts:
        if isinstance(part, Blank):
            value = values[part.name]
            parts.append(f"{value}" if part.forms is None else part.forms[value != 1])
        else:
            assert isinstance(part, str), part
            parts.append(part)
    return "".join(parts)


@cache
def screen_words(language: str) -> ScreenWords:
    """The texts in this language, or in English."""
    return ScreenWords(language if language in TEXTS else "en")


def beside(words: Words) -> ScreenWords:
    """The texts in the language in which the names of a game are shown."""
    return screen_words(words.language)


__all__ = ["TEXTS", "ScreenWords", "beside", "screen_words"]
