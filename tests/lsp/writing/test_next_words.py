"""What may come next in a text, and the names that it makes."""

from __future__ import annotations

from boardwright.lsp.writing.next_words import names_made, what_next


def test_names_are_known_in_their_blocks() -> None:
    made = names_made(
        "choose a from quays\n"
        "# let z be 1\n"
        "for each b in players where b is not me:\n"
        "  may choose up to 2 c from quays:\n"
        "    find d in captains\n"
        "\n"
        "  let e be sum(1 for each f in quays)\n"
        "  share 3 as g among h in players, from 0 to 1 each\n"
        "  "
    )
    assert list(made) == ["a", "b", "e", "f", "g", "h"]
    assert made["a"] == "choose a from quays"


def test_nothing_comes_next_in_a_text_that_makes_no_sense() -> None:
    assert what_next("move move ", "effect") is None
    assert what_next("if yes:\n      ", "effect") is None
    assert what_next("take 1 § ", "effect") is None
    due = what_next("ta", "effect")
    assert due is not None
    assert due.begins_statement
    assert "take" in due.words
