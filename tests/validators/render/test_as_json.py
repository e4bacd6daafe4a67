import json

from boardwright.dsl.source.diagnostics import Bag, Label
from boardwright.dsl.source.fixes import remove, write
from boardwright.dsl.source.places import Source
from boardwright.validators.render import as_json

SOURCE = Source("a.yaml", "é: 1\né: 2\n")


def test_every_part_of_a_diagnostic_is_there_with_places_from_one() -> None:
    bag = Bag()
    bag.error(
        "E114",
        "the key `é` occurs twice",
        SOURCE.span(5, 6),
        "again here",
        others=[Label(SOURCE.span(0, 1), "first here")],
        help="remove one",
        notes="a fact",
    )
    assert json.loads(as_json.render(bag.sorted())) == [
        {
            "code": "E114",
            "name": "duplicate-key",
            "severity": "error",
            "message": "the key `é` occurs twice",
            "label": "again here",
            "filename": "a.yaml",
            "location": {"row": 2, "column": 1},
            "end_location": {"row": 2, "column": 2},
            "help": ["remove one"],
            "notes": ["a fact"],
            "related": [
                {
                    "message": "first here",
                    "filename": "a.yaml",
                    "location": {"row": 1, "column": 1},
                    "end_location": {"row": 1, "column": 2},
                }
            ],
            "fixes": [],
        }
    ]


def test_an_edit_is_there_in_the_words_of_ruff() -> None:
    bag = Bag()
    bag.error("E401", "unknown place `é`", SOURCE.span(5, 6), help=write("e"))
    bag.error("E104", "a comma", SOURCE.span(1, 2), help=remove("remove it", safe=True))
    removed, written = json.loads(as_json.render(bag.sorted()))
    assert removed["fixes"] == [
        {
            "applicability": "safe",
            "message": "Remove `:`",
            "edits": [
                {
                    "content": "",
                    "filename": "a.yaml",
                    "location": {"row": 1, "column": 2},
                    "end_location": {"row": 1, "column": 3},
                }
            ],
        }
    ]
    assert [(fix["applicability"], fix["message"]) for fix in written["fixes"]] == [
        ("unsafe", "Write `e` instead of `é`")
    ]


def test_the_array_is_sorted_by_place_and_may_be_empty() -> None:
    bag = Bag()
    bag.error("E104", "later", SOURCE.span(5))
    bag.error("E104", "earlier", SOURCE.span(0))
    bag.error("E104", "nowhere", None)
    items = json.loads(as_json.render(reversed(bag.sorted())))
    assert [item["message"] for item in items] == ["nowhere", "earlier", "later"]
    assert items[0]["filename"] is None and items[0]["location"] is None
    assert as_json.render(()) == "[]\n"


def test_control_characters_and_half_characters_are_spelled_in_ascii() -> None:
    bag = Bag()
    bag.error("E806", "\x1b[31m \ud800 \u202e \x9b", SOURCE.span(0))
    written = as_json.render(bag.sorted())
    assert written.isascii() and "\x1b" not in written
    assert json.loads(written)[0]["message"] == "\x1b[31m \ud800 \u202e \x9b"
