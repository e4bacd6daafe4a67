from __future__ import annotations

import pytest

from boardwright.studio.placing_text import CannotPlaceError, placed_text

AT = {("city", "bari"): (10, 20), ("city", "lodi"): (-3, 104)}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("  city: {bari: {}, lodi: {name: Lodi}}\n",
         "  city: {bari: {look: {at: [10, 20]}}, lodi: {name: Lodi, look: {at: [-3, 104]}}}\n"),
        ("  city: [bari, como, lodi]  # three\n",
         "  city: {bari: {look: {at: [10, 20]}}, como: {}, lodi: {look: {at: [-3, 104]}}}  # three\n"),
        ("  city:\n  - bari\n  # next\n  -   lodi  # here\n  town: []\n",
         "  city:\n    bari: {look: {at: [10, 20]}}\n  # next\n    lodi: {look: {at: [-3, 104]}}  # here\n  town: []\n"),
        ("  city:\n    - bari\n    - lodi\n",
         "  city:\n      bari: {look: {at: [10, 20]}}\n      lodi: {look: {at: [-3, 104]}}\n"),
        ("  city:\n    bari:  # a port\n    lodi:\n      # its name\n      name: Lodi # inland\n",
         "  city:\n    bari: {look: {at: [10, 20]}}  # a port\n    lodi:\n      # its name\n      look: {at: [-3, 104]}\n      name: Lodi # inland\n"),
        ("  city:\n    bari: {look: {at: [1, 2], size: 9}, name: Bari}\n    lodi: {look: {size: 9}} # x\n",
         "  city:\n    bari: {look: {at: [10, 20], size: 9}, name: Bari}\n    lodi: {look: {size: 9, at: [-3, 104]}} # x\n"),
        ("  city:\n    bari:\n      look:\n        at: [1, 2]\n    lodi:\n      look:\n        size: 9\n",
         "  city:\n    bari:\n      look:\n        at: [10, 20]\n    lodi:\n      look:\n        at: [-3, 104]\n        size: 9\n"),
        ("  city: {\n    bari: {}, # first\n    lodi: {\n      name: Lodi, # second\n    },\n  }\n",
         "  city: {\n    bari: {look: {at: [10, 20]}}, # first\n    lodi: {\n      name: Lodi, look: {at: [-3, 104]}, # second\n    },\n  }\n"),
        ("  city: {'bari': {name: \"a: b, {c}\"}, lodi: {look: }}\n",
         "  city: {'bari': {name: \"a: b, {c}\", look: {at: [10, 20]}}, lodi: {look: {at: [-3, 104]} }}\n"),
    ],
)  # fmt: skip
def test_positions_are_written_and_all_else_stays(before: str, after: str) -> None:
    head, foot = "# A board.\nboard:\n", "\nlook: {ground: sea}  # of the game\n"
    assert placed_text(head + before + foot, AT) == head + after + foot
    assert placed_text(head + after + foot, AT) == head + after + foot


def test_one_space_without_a_list() -> None:
    assert placed_text("board: {city: bari}\n", {("city", "bari"): (1, 2)}) == (
        "board: {city: {bari: {look: {at: [1, 2]}}}}\n"
    )


def test_a_space_in_a_file_of_its_own() -> None:
    text = "# Bari\ncity: bari\nname: Bari\n"
    assert placed_text(text, {("city", "bari"): (1, 2)}) == (
        "# Bari\nlook: {at: [1, 2]}\ncity: bari\nname: Bari\n"
    )


def test_line_ends_stay() -> None:
    text = "board:\r\n  city:\r\n    bari:\r\n      name: Bari\r\n"
    assert placed_text(text, {("city", "bari"): (1, 2)}) == (
        "board:\r\n  city:\r\n    bari:\r\n      look: {at: [1, 2]}\r\n      name: Bari\r\n"
    )


@pytest.mark.parametrize(
    "text",
    ["", "[]", "board: 7\n", "board: {city: {como: {}}}\n", "board: {city: [[bari], lodi]}\n", "board: {city: {bari: 7}}\n", "board: {city: {bari: {}\n",
     "board:\n  city:\n    ? bari\n    : name: x\n", "board:\n  city:\n    - - bari\n"],
)  # fmt: skip
def test_what_is_written_in_another_way_is_refused(text: str) -> None:
    try:
        found = placed_text(text, {("city", "bari"): (1, 2)})
    except CannotPlaceError:
        return
    assert placed_text(found, {("city", "bari"): (1, 2)}) == found
