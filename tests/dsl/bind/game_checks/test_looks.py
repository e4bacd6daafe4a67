from __future__ import annotations

from pathlib import Path

import pytest

import boardwright
from boardwright.dsl.source.diagnostics import Diagnostic, RulesetError
from look_folders import expansion

KIND = "varieties: {{suit: [hearts, spades]}}\nkinds:\n  ace:\n    attributes: {{suit: suit, rank: number, wild: yes_no, more: list of suit}}\n    home: pack\n    look: {{{look}}}\nplaces: {{pack: {{holds: [ace]}}}}\npieces: {{ace: {{a1: {{suit: hearts, rank: 1, wild: yes, more: []}}}}}}\n"


def refused(folder: Path, more: str) -> Diagnostic:
    with pytest.raises(RulesetError) as fault:
        boardwright.read("rattus", [expansion(folder, more=more)])
    (finding,) = fault.value.diagnostics
    return finding


@pytest.mark.parametrize(
    ("look", "code", "help"),
    [
        ("colour: by siut", "E401", "did you mean `suit`?"),
        ("symbol: by nothing_such", "E401", "it has `suit`"),
        ("colour: by rank", "E501", "write `by suit`"),
        ("colour: by more", "E501", "write `by suit`"),
        ("number: rnak", "E401", "did you mean `rank`?"),
        ("number: wild", "E501", "write `rank`"),
        ("marks: {wld: star}", "E401", "did you mean `wild`?"),
    ],
)
def test_a_look_names_attributes_that_are_there(
    tmp_path: Path, look: str, code: str, help: str
) -> None:
    finding = refused(tmp_path, KIND.format(look=look))
    assert finding.code == code and any(help in each for each in finding.help), finding
    assert finding.label is not None and finding.label.span.row == 10


@pytest.mark.parametrize(
    ("look", "help"),
    [
        ("seats: {rde: blue}", "did you mean `red`?"),
        ("links: {lnad: band}", "did you mean `land`?"),
    ],
)
def test_the_look_of_a_game_names_seats_and_links(tmp_path: Path, look: str, help: str) -> None:
    finding = refused(tmp_path, f"look: {{{look}}}\n")
    assert finding.code == "E401" and finding.help == (help,)


def test_a_good_look_is_no_finding(tmp_path: Path) -> None:
    look = "colour: by suit, number: rank, marks: {wild: star, more: M}"
    boardwright.read("rattus", [expansion(tmp_path, more=KIND.format(look=look))])


def test_names_in_looks_mean_what_they_name(tmp_path: Path) -> None:
    from boardwright.dsl.bind.bind import bind
    from boardwright.dsl.rules.name_uses import Uses
    from boardwright.dsl.source.diagnostics import Bag

    look = "look: {seats: {red: blue}, links: {land: band}}\n"
    more = look + KIND.format(look="colour: by suit, number: rank, marks: {wild: star}")
    rules, uses = boardwright.read("rattus", [expansion(tmp_path, more=more)]), Uses()
    bind(rules.declared, Bag(), uses)
    told = {
        (span.text, thing.sort)
        for span, things in uses.things.items()
        for thing in things
        if span.source.name.endswith("looks/expansion.yaml")
    }
    attributes = {("suit", "attribute"), ("rank", "attribute"), ("wild", "attribute")}
    assert told >= attributes | {("red", "seat"), ("land", "link")}
