from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from boardwright.boards.board_svg import board_svg
from boardwright.boards.picture import picture_of
from boardwright.loading.load import load


@pytest.fixture
def picture() -> dict[str, Any]:
    return picture_of(load("rattus", 2), "en")


def test_the_board_is_svg_without_words(picture: dict[str, Any]) -> None:
    text = board_svg(picture, [("round", 1, 2, 30, 30), ("square", 4, 5, 6, 7)])
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == f"0 0 {picture['width']} {picture['height']}"
    tags = {each.tag.rpartition("}")[2] for each in root.iter()}
    assert tags == {"svg", "path", "rect"} and "Anglia" not in text
    assert len(root.findall(".//*[@stroke-dasharray='3 4']")) == 2


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("d", 'M0 0"/><script>'),
        ("colour", "url(#x)"),
        ("colour", '#ffffff" onload="x'),
        ("rim", "red"),
    ],
)
def test_what_is_no_path_and_no_colour_is_refused(
    picture: dict[str, Any], key: str, value: str
) -> None:
    picture["spaces"][0][key] = value
    with pytest.raises(ValueError, match="this is not a"):
        board_svg(picture)


def test_other_shapes_are_refused(picture: dict[str, Any]) -> None:
    picture["over"].append({"tag": "script", "style": "line"})
    with pytest.raises(ValueError, match="is not a shape"):
        board_svg(picture)


def test_only_pictures_become_pictures(picture: dict[str, Any]) -> None:
    picture["picture"] = "https://example.org/x.png"
    assert "<image" not in board_svg(picture)
    picture["picture"] = "data:image/png;base64,AAAA"
    assert 'href="data:image/png;base64,AAAA"' in board_svg(picture)
