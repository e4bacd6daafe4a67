"""Sentences of a ruleset: what they are about, and which names they may use."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.loading.load import read

GAME = """
game: hoard
language: 2
players: 2
languages: [en, it]
stocks: {coin: {total: 9, home: bank, kept: purse}}
kinds: {card: {home: bank, owner: tray, attributes: {size: number}, effects: {act: {}}}}
pieces:
  card:
    lantern:
      size: 2
      act: |
        take 1 coins
places: {bank: {holds: [coin, card]}, purse: {per: player, holds: [coin]}, tray: {per: player, holds: [card]}}
notes: {luck: number}
rules:
  gain(number n): |
    take n coins
course: [{phase: mining, turn: [gain(1)], until: coins in bank = 0}]
outcome: {score: my coins}
"""


def told(tmp_path: Path, tell: str) -> dict[str, object]:
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "tell.yaml").write_text(f"part: words\ntell:\n{tell}")
    return dict(read(tmp_path).bound.sentences)


@pytest.mark.parametrize(
    ("about", "template"),
    [
        ("gain", "{me} gains {n:coin} or {coin} or {card} or {luck}[ in {to}][ from {from}]"),
        ("card", "a card[ of size {size}] called {name} | cards"),
        ("lantern", "the Lantern"),
        ("card.lantern", "the Lantern"),
        ("lantern.act", "{me} uses {it}"),
        ("card.act", "{me} uses {it}"),
        ("purse", "{owner}'s purse"),
        ("coin", "a coin | coins"),
        ("luck", "{now}[ {more}][ {less}] {change}"),
        ("mining", "{name} {round}"),
        ("gain", "no"),
    ],
)
def test_a_sentence_has_the_names_of_what_it_is_about(
    about: str, template: str, tmp_path: Path
) -> None:
    found = told(tmp_path, f'  {about}: {{en: "{template}"}}')
    assert list(found) == [about]


@pytest.mark.parametrize(
    ("entry", "code", "said"),
    [
        ('gain: "{you} gain"', "E401", "unknown name `you`"),
        ('gain: "{n:coim}"', "E401", "`coin`"),
        ('gian: "{me}"', "E401", "`gain`"),
        ('lantern: "{n}"', "E401", "unknown name `n`"),
        ('gain: "{me"', "E205", "expected a name in braces"),
        ('gain: "[{me}"', "E205", "expected the other bracket"),
        ('gain: "{Me}"', "E205", "expected a name in braces"),
        ('gain: {de: "{me}"}', "E215", "no language `de`"),
        ('"gain it": "{me}"', "E205", "gain it"),
    ],
)
def test_what_means_nothing_is_an_error(entry: str, code: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(RulesetError) as fault:
        told(tmp_path, f"  {entry}\n")
    (found,) = fault.value.diagnostics
    assert found.code == code
    assert said in " ".join((found.message, *found.help))


def test_languages_may_stand_apart_and_a_piece_has_its_own(tmp_path: Path) -> None:
    (tmp_path / "lantern.yaml").write_text(
        "card: lantern\ntell: {lantern: the Lantern, act: '{me} lights {it}'}\n"
    )
    found = told(tmp_path, "  gain: {en: '{me} gains {coin}'}\n")
    assert sorted(found) == ["card.lantern", "gain", "lantern.act"]
    (tmp_path / "more.yaml").write_text("part: more\ntell: {gain: {it: '{me} prende {coin}'}}\n")
    sentences = read(tmp_path).bound.sentences
    assert sorted(sentences["gain"]) == ["en", "it"]
