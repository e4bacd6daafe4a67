"""Rulesets in a text as checks see them: a small game that nothing is wrong with, and what a case adds to it."""

from __future__ import annotations

from boardwright.dsl.bind.bind import bind
from boardwright.dsl.compose.compose import compose
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.ruleset import Document, declare, manifest_of, split_scenarios
from boardwright.dsl.source.diagnostics import Bag
from boardwright.validators.subject.subject import Subject
from ruleset_texts import documents_of

GAME = """\
game: orchard
language: 2
name: Orchard
players: 2 to 3
seats: [red, blue, green]
varieties:
  fruit: [plum, pear]
kinds:
  card:
    attributes: {fruit: fruit, worth: number}
    home: stack
    owner: row
    effects: {gift: {offered_in: evening, limit: once a turn}}
stocks:
  coin: {total: 20, home: bank, kept: purse}
places:
  stack: {holds: [card]}
  row: {per: player, holds: [card]}
  bank: {holds: [coin]}
  purse: {per: player, holds: [coin]}
spaces:
  tree: {holds: [coin]}
board:
  tree: {oak: {}, elm: {}, fir: {}}
  links: {path: [[oak, elm]]}
pieces:
  card:
    k1: {fruit: plum, worth: 1}
    k2: {fruit: pear, worth: 2, gift: take 1 coins}
notes:
  basket: {is: number, per: player}
values:
  price(card): worth of card
rules:
  pick(card): |
    move card to row of me
    add price(card) to basket of me
offers:
  evening:
    until: enough
    entries:
      buy: |
        choose card from cards in stack where fruit of card is plum or my coins >= 1
        pick(card)
course:
  - phase: days
    rounds: 2
    turn: |
      choose tree from neighbours of oak
      place 1 of coins in tree
      open evening
outcome: {score: basket of me}
"""


def subject_of_text(text: str = "") -> Subject:
    """The game with the files of a case: those in a folder `more/` are of an expansion, and a case that has a
    `game.yaml` is a game of its own. What stands before the first file of several is a remark.
    """
    bag = Bag()
    at = text.find("\n### ")
    case = documents_of(text if at < 0 else text[at + 1 :], bag, "case.yaml")
    own = [each for each in case if not each[0].name.startswith("more/")]
    if all(source.name != "game.yaml" for source, _ in own):
        own = [*documents_of(GAME, bag, "game.yaml"), *own]
    parts = [own, [each for each in case if each[0].name.startswith("more/")]]
    return subject(bag, *(part for part in parts if part))


def subject(bag: Bag, *parts: list[Document]) -> Subject:
    """A game and its expansions, each as its documents. Raises `RulesetError` after a mistake."""
    layers: list[Ruleset] = []
    origins: dict[str, str] = {}
    for documents in parts:
        layer = declare(documents, bag, tuple(layers))
        bag.raise_if_failed()
        manifest = manifest_of(documents)
        assert layer is not None and manifest is not None
        layers.append(layer)
        origins |= {source.name: manifest.id for source, _ in documents}
    declared = compose(layers[0], layers[1:], bag)
    game = None if declared is None else bind(declared, bag)
    bag.raise_if_failed()
    assert declared is not None and game is not None
    rules, scenarios = split_scenarios([each for part in parts for each in part])
    return Subject(game, declared, tuple(layers), rules, scenarios, origins)
