from __future__ import annotations

import base64
from pathlib import Path

from boardwright.loading.load import read
from boardwright.studio.cards.card_list import CardList, checking, strengths
from look_folders import card, expansion


def cards_of(root: Path, language: str = "en") -> CardList:
    return CardList(read("rattus", [root]), language)


def test_each_face_says_what_is_printed_and_where_it_is_written(tmp_path: Path) -> None:
    cards = CardList(read("rattus"), "it")
    found = {each["id"]: each for each in cards.data(lambda name: Path(name).name)}
    king = found["class_card-king"]
    assert (king["name"], king["kind_name"], king["card"]) == ("Re", "Reali", True)
    assert (king["path"], king["size"], king["origin"]) == ("king.yaml", [63, 88], "rattus")
    assert king["text"] and king["line"] == 2


def test_pictures_are_those_that_are_printed() -> None:
    cards = CardList(read("rattus"), "en")
    found = cards.printed({"class_card-king", "pawn"})
    assert [*found] == ["pawn", "class_card-king"]
    kind, _, data = found["class_card-king"].partition(",")
    assert kind == "data:image/svg+xml;base64" and b"<svg" in base64.b64decode(data)
    assert cards.printed(()) == {}


def test_what_does_not_fit_is_found_at_its_card(tmp_path: Path) -> None:
    root = expansion(tmp_path)
    card(root, "ferryman", name="Donaudampfschifffahrtsgesellschaftskapitän")
    cards = cards_of(root)
    (finding,) = cards.misfits()
    assert finding.code == "E710"
    assert [*cards.share([finding])] == ["class_card-ferryman"]


def test_what_validate_says_belongs_to_the_piece_in_whose_lines_it_is(tmp_path: Path) -> None:
    rows = "    sun: {class: magic, name: Sun}\n    moon: {class: magic, name: Moon, look: {picture: no.png}}\n"
    cards = cards_of(expansion(tmp_path, rows))
    found = [each for each in checking(cards.rules) if each is not None]
    assert [each.code for each in cards.share(found).get("class_card-moon", ())] == ["E128"]
    assert "class_card-sun" not in cards.share(found)


def test_strengths_are_those_of_a_report() -> None:
    rate = {"rate": 0.5, "low": 0.4, "high": 0.6, "of": 9, "numerator": 1, "denominator": 2}
    had = {"share": rate, "wins": rate, "verdict": "more"}
    king = {"id": "king", "name": "King", "taken": 3, "used": 2, "held_by": had}
    kind = {"kind": "card", "name": "card", "way": "held", "average": rate, "cards": [king]}
    found = strengths({"cards": [kind]})["card", "king"]
    assert (found["used"], found["wins"], found["verdict"]) == (2, rate, "more")
    assert strengths({"cards": None}) == {}
