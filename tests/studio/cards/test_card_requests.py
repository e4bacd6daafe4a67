from __future__ import annotations

import base64
from pathlib import Path

import pytest

from asking import Asking
from boardwright.studio.settings import Settings
from look_folders import card, expansion, pages_of


@pytest.fixture
def asking(tmp_path: Path) -> Asking:
    root = expansion(tmp_path, id="mine")
    card(root, "ferryman", name="Ferryman")
    return Asking(Settings(folder=tmp_path))


def test_cards_of_the_folder_have_a_path_in_it(asking: Asking) -> None:
    found = asking.ok("cards", ruleset="rattus", with_=["mine"], language="en")
    assert {"en", "it"} <= {*found["languages"]} and found["players"] == [2, 4]
    ferryman = next(each for each in found["cards"] if each["piece"] == "ferryman")
    assert (ferryman["path"], ferryman["line"]) == ("mine/ferryman.yaml", 1)
    assert [each["id"] for each in found["kinds"]] == ["rat", "pawn", "class_card"]
    asked = {"ruleset": "rattus", "with_": ["mine"], "language": "en"}
    pictures = asking.ok("cards", **asked, image=True, only=[ferryman["id"]])["pictures"]
    assert pictures[ferryman["id"]].startswith("data:image/svg+xml;base64,")


def test_findings_name_the_card_and_its_file(asking: Asking, tmp_path: Path) -> None:
    card(tmp_path / "mine", "ferryman", name="Donaudampfschifffahrtsgesellschaftskapitän")
    found = asking.ok("cards", ruleset="rattus", with_=["mine"], language="en", check=True)
    findings = found["findings"]["class_card-ferryman"]
    assert [each["code"] for each in findings if each["code"] == "E710"] == ["E710"]
    assert all(each["filename"] == "mine/ferryman.yaml" for each in findings)


def test_a_language_that_there_is_not_becomes_the_first(asking: Asking) -> None:
    found = asking.ok("cards", ruleset="rattus", language="pl")
    assert found["language"] == found["languages"][0]


@pytest.mark.parametrize("what", ["cards", "rulebook"])
def test_printing_makes_a_pdf(asking: Asking, what: str) -> None:
    found = asking.ok("print", what=what, ruleset="rattus", with_=["mine"], language="en")
    assert found["name"] == f"rattus-mine-{what}.pdf" and found["findings"] == []
    assert pages_of(base64.b64decode(found["data"])) > 2


def test_rules_that_are_wrong_are_told(asking: Asking, tmp_path: Path) -> None:
    (tmp_path / "mine" / "ferryman.yaml").write_text("class_card: ferryman\nclas: magic\n")
    for do, fields in (("cards", {}), ("print", {"what": "cards"})):
        error = asking.error(do, ruleset="rattus", with_=["mine"], language="en", **fields)
        assert error["code"] == "rules" and error["findings"], do


@pytest.mark.parametrize(
    "wrong",
    [
        {"what": "dance"},
        {"what": "cards", "paper": "a5"},
        {"what": "cards", "size": "1x1"},
        {"what": "cards", "flip": "over"},
        {"what": "cards", "bleed": 999},
    ],
)
def test_what_cannot_be_printed_is_malformed(asking: Asking, wrong: dict[str, object]) -> None:
    assert asking.error("print", ruleset="rattus", **wrong)["code"] == "malformed"


def test_a_piece_too_large_for_the_paper_is_told(asking: Asking, tmp_path: Path) -> None:
    more = "kinds: {poster: {home: wall, look: {shape: card, size: 280}}}\nplaces: {wall: {holds: [poster]}}\npieces: {poster: [p1]}\n"
    expansion(tmp_path, id="mine", more=more)
    error = asking.error("print", what="cards", ruleset="rattus", with_=["mine"])
    assert error["code"] == "failed" and "larger than the paper" in error["message"]
