"""The types of the page are those of the protocol's schemas."""

import page_types


def test_the_types_are_those_of_the_schemas() -> None:
    assert page_types.FILE.read_text("utf-8") == page_types.text(), "run tools/page_types.py"
