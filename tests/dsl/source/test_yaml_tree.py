from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from boardwright.dsl.source import yaml_tree
from boardwright.dsl.source.diagnostics import MOST_FINDINGS, Bag
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_pure import PureLoader
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar, Sequence, read
from boardwright.validators.render import full
from effort import calls
from folders import GOLDEN_FILES

LITTLE = 50_000
"""Calls: a small part of what reading a megabyte would be."""

BAD = sorted((GOLDEN_FILES / "read" / "bad").glob("*.yaml"))


PARSERS = {"in C": yaml.CSafeLoader, "in Python": PureLoader}


@pytest.fixture(params=PARSERS)
def each_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(yaml_tree, "_Loader", PARSERS[request.param])
    return str(request.param)


def tree(text: str) -> Node:
    bag = Bag()
    root = read(Source("a.yaml", text), bag)
    assert root is not None and not len(bag), bag.sorted()
    return root


def mapping(text: str) -> Mapping:
    root = tree(text)
    assert isinstance(root, Mapping)
    return root


def scalar(text: str, key: str = "a") -> Scalar:
    value = mapping(text).get(key)
    assert isinstance(value, Scalar)
    return value


def codes(text: str) -> list[str]:
    bag = Bag()
    read(Source("a.yaml", text), bag)
    return [item.code for item in bag.sorted()]


# ---- messages


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_mistake_is_explained_as_the_golden_file_says(
    path: Path, golden: Callable[[Path, str], None], each_parser: str
) -> None:
    bag = Bag()
    read(Source(path.name, path.read_bytes().decode()), bag)
    assert bag.failed
    golden(path.with_suffix(".expected"), full.render(bag.sorted()))


def test_no_message_is_the_one_for_the_unexplained() -> None:
    for path in BAD:
        assert "E104" not in codes(path.read_bytes().decode()), path.name


# ---- the tree


def test_scalars_stay_the_text_that_was_written(each_parser: str) -> None:
    root = mapping("on: no\nwhen: 12:30\nnumber: 010\nnothing: ~\nempty:\nfloat: 1e3\n")
    assert [(entry.key.text, entry.value) for entry in root.entries] == [
        ("on", Scalar("no", root.span)),
        ("when", Scalar("12:30", root.span)),
        ("number", Scalar("010", root.span)),
        ("nothing", Scalar("~", root.span)),
        ("empty", Scalar("", root.span)),
        ("float", Scalar("1e3", root.span)),
    ]


def test_every_style_is_told_apart(each_parser: str) -> None:
    root = mapping("a: x\nb: 'x'\nc: \"x\"\nd: |\n  x\ne: >\n  x\nf:\ng: ''\n")
    styles = [entry.value.style for entry in root.entries if isinstance(entry.value, Scalar)]
    assert styles == ["plain", "single", "double", "literal", "folded", "empty", "single"]


def test_nodes_stand_where_they_are_written(each_parser: str) -> None:
    text = "# first\na: é b   # c\nlist:\n  - one\n  - {k: v}\n\nlast: |\n  text\n\n\nend: [x]\n"
    root = mapping(text)
    spans = {entry.key.text: entry.value.span.text for entry in root.entries}
    assert spans == {"a": "é b", "list": "- one\n  - {k: v}", "last": "|\n  text", "end": "[x]"}
    assert root.span.text == text[len("# first\n") : -1]
    assert [entry.key.span.text for entry in root.entries] == ["a", "list", "last", "end"]


def test_an_empty_value_stands_after_its_colon(each_parser: str) -> None:
    value = scalar("a:\nb: c\n")
    assert (value.span.row, value.span.column, value.style) == (1, 3, "empty")


def test_entries_are_found_by_name() -> None:
    root = mapping("a: x\nb: [y, z]\n")
    assert root.keys() == ("a", "b")
    entry = root.entry("b")
    assert entry is not None and isinstance(entry.value, Sequence) and len(entry.value.items) == 2
    assert root.entry("c") is None and root.get("c") is None


def test_of_a_key_that_stands_twice_the_first_is_kept() -> None:
    root = read(Source("a.yaml", "a: 1\na: 2\nb: 3\n"), Bag())
    assert isinstance(root, Mapping)
    assert root.keys() == ("a", "b")
    assert root.get("a") == Scalar("1", root.span)


def test_a_byte_order_mark_at_the_start_is_skipped_and_places_stay_true(each_parser: str) -> None:
    value = scalar('\ufeffa: "\\x41b"\n')
    assert value.span.text == '"\\x41b"'
    assert value.locate(1, 2).text == "b"


# ---- limits


def test_a_megabyte_of_brackets_is_one_diagnostic_soon_found(each_parser: str) -> None:
    for text in ("[" * 1_000_000, "{" * 1_000_000, "- " * 500_000, "? " * 500_000, "[{" * 500_000):
        assert calls(codes, text) < LITTLE
        assert codes(text) == ["E802"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[" + "x," * 200_000 + "]", "E803"),
        ("a: " + "x" * 16_385, "E804"),
        ("a: |\n" + "  " + "x" * 16_385, "E804"),
        ("# " + "x" * (1 << 20), "E801"),
        ("# " + "é" * (1 << 19), "E801"),
        ("a: \ud800", "E806"),
    ],
    ids=["nodes", "scalar", "block", "bytes", "wide bytes", "surrogate"],
)
def test_what_is_too_much_is_refused(text: str, code: str) -> None:
    assert codes(text) == [code]


def test_an_escape_beyond_the_last_character_is_refused_at_its_place(each_parser: str) -> None:
    for escape in ("\\UFFFFFFFF", "\\U00110000"):
        bag = Bag()
        read(Source("a.yaml", f'a: b\nc: "{escape}"\n'), bag)
        assert [item.headline() for item in bag.sorted()] == [
            "a.yaml:2:5: error[E112] `\\U` needs the number of a character after it"
        ]


def test_what_is_just_not_too_much_is_read() -> None:
    assert codes("[" * 32 + "]" * 32) == []
    assert codes("a: " + "x" * 16_384) == []
    assert codes("# " + "x" * ((1 << 20) - 8) + "\na: b") == []


def test_twice_as_many_cards_are_twice_the_work() -> None:
    card = 'card_{}:\n  name: {{en: One, it: "Unò"}}\n  effect: |\n    choose x from y\n    move 1 of x to y\n  n:\n    - a\n    - b: c\n  # c\n'
    texts = ("".join(map(card.format, range(count))) for count in (500, 1_000))
    few, many = (calls(tree, text) for text in texts)
    assert few < many < 2.1 * few


@given(st.text(st.sampled_from("ab:-[]{}\"'|>&*!%#\\\n ,?@`<\t\r\ufeff\0é"), max_size=40))
@example("\ufeff")
@example('"\\')
@example("- :\n-b")
def test_no_text_makes_reading_fail(text: str) -> None:
    bag = Bag()
    root = read(Source("a.yaml", text), bag)
    assert root is not None or bag.failed
    full.render(bag.sorted())


# ---- places within scalars

WORDS = st.text(st.sampled_from("ab:-[]{}\"'|>#\\é😀 ,"), max_size=8)


def assert_same_characters(value: Scalar) -> None:
    """Each character of the text that is no line break is what stands at its place."""
    assert value._traced() is not None
    for offset, char in enumerate(value.text):
        there = value.locate(offset, offset + 1).text
        assert (
            there == char
            or (there.startswith("\\") and value.style == "double")
            or (there == "''" and char == "'")
            or (there in ("\n", "\r\n") and char in " \n")
        )


@given(
    st.lists(WORDS, min_size=1, max_size=6),
    st.integers(1, 4),
    st.sampled_from(["", "-", "+"]),
    st.booleans(),
)
def test_each_character_of_a_literal_block_is_found_in_the_file(
    lines: list[str], indent: int, chomp: str, told: bool
) -> None:
    digit = str(indent) if told or lines[0].startswith(" ") or not lines[0].strip() else ""
    text = (
        f"b:\n  a: |{digit}{chomp}\n"
        + "".join(f"  {' ' * indent}{line}\n" for line in lines)
        + "c: d\n"
    )
    inner = mapping(text).get("b")
    assert isinstance(inner, Mapping)
    value = inner.get("a")
    assert isinstance(value, Scalar)
    assert value.text.rstrip("\n") == "\n".join(lines).rstrip("\n")
    for offset, char in enumerate(value.text):
        assert value.locate(offset, offset + 1).text == char


@given(
    st.lists(WORDS, min_size=1, max_size=6),
    st.sampled_from(["", "-", "+"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_each_character_of_a_folded_block_is_found_in_the_file(
    lines: list[str], chomp: str, end: str
) -> None:
    text = f"a: >2{chomp}{end}" + "".join(f"  {line}{end}" for line in lines)
    assert_same_characters(scalar(text))


@given(
    st.text(st.sampled_from("ab'\"\\\n é:#\u2028\x1f"), max_size=30),
    st.sampled_from("'\""),
    st.integers(10, 40),
)
def test_each_character_of_a_quoted_scalar_is_found_in_the_file(
    text: str, quote: str, width: int
) -> None:
    written = yaml.safe_dump({"a": text}, default_style=quote, width=width, allow_unicode=True)
    bag = Bag()
    root = read(Source("a.yaml", written), bag)
    if isinstance(root, Mapping):
        value = root.get("a")
        assert isinstance(value, Scalar) and value.text == text
        assert_same_characters(value)


@given(
    st.lists(st.text(st.sampled_from("abé😀,"), min_size=1, max_size=5), min_size=1, max_size=6),
    st.data(),
)
def test_each_character_of_a_plain_scalar_is_found_in_the_file(
    words: list[str], data: st.DataObject
) -> None:
    gaps = [
        data.draw(st.sampled_from([" ", "  ", "\n  ", " \n   ", "\n\n  ", "\r\n  "]))
        for _ in words[1:]
    ]
    text = "a: " + words[0] + "".join(gap + word for gap, word in zip(gaps, words[1:], strict=True))
    assert_same_characters(scalar(text.replace("a: ,", "a: x,")))


@pytest.mark.parametrize(
    ("text", "part", "there"),
    [
        ("a: |\n  one\n  two\n", "two", (3, 3)),
        ("a: |2-\n   one\n\n   two\n", "two", (4, 4)),
        ("a: >\n  one\n  two\n\n  three\n", "three", (5, 3)),
        ("a: >\n  one\n    deep\n  two\n", "two", (4, 3)),
        ('a: "\\u0041\\tb"\n'.replace("\\t", "\\\\"), "b", (1, 13)),
        ('a: "one \\\n   two"\n', "two", (2, 4)),
        ("a: 'it''s so'\n", "so", (1, 11)),
        ("a: one\n  two\n", "two", (2, 3)),
        ("# c\r\na: |\r\n  one\r\n  two\r\n", "two", (4, 3)),
        ("? a\n: |\n one\n two\n", "two", (4, 2)),
        ("a: | # comment\n\n\n    one\n    two\n", "two", (5, 5)),
    ],
)
def test_a_word_is_found_in_the_line_it_was_written_in(
    text: str, part: str, there: tuple[int, int], each_parser: str
) -> None:
    value = scalar(text)
    offset = value.text.index(part)
    span = value.locate(offset, offset + len(part))
    assert (span.row, span.column, span.text) == (*there, part)


def test_a_range_over_an_escape_takes_all_of_the_escape() -> None:
    value = scalar('a: "x\\u00e9y"\n')
    assert value.text == "xéy"
    assert value.locate(1, 2).text == "\\u00e9"
    assert value.locate(0, 3).text == "x\\u00e9y"


def test_the_end_of_a_text_lies_after_its_last_word() -> None:
    value = scalar("a: |\n  one\n  two\n\nb: c\n")
    span = value.locate(len(value.text))
    assert (span.row, span.column, span.text) == (3, 6, "")


def test_an_empty_text_is_found_inside_its_quotes_or_where_it_is_missing() -> None:
    assert scalar("a: ''\n").locate(0).column == 5
    assert scalar("a:\n").locate(0, 0).column == 3


def test_offsets_beyond_the_text_are_moved_to_its_end() -> None:
    assert scalar("a: one\n").locate(99, 120).column == 7
    assert scalar("a: one\n").locate(1, 120).text == "ne"


def test_a_place_in_a_long_text_at_the_end_of_a_long_file_is_as_little_work_as_any() -> None:
    short, long = (
        scalar("x: y # " + "c" * 180 * count + "\na: |\n" + "  ab\n" * count)
        for count in (5, 5_000)
    )
    for value in (short, long):  # where the lines begin is worked out once
        assert {value.locate(n, n + 2).text for n in range(0, len(value.text), 3)} == {"ab"}
    places = [(value, offset) for value in (short, long) for offset in (0, 3, len(value.text) - 3)]
    work = [calls(value.locate, offset) for value, offset in places]
    assert max(work) <= 2 * min(work)


@pytest.mark.parametrize("lines", ["\r\n" * 5_000, "# x\r\n" * 5_000, " \r\n\r\r\n" * 2_000])
def test_lines_of_other_machines_before_the_first_key_cost_nothing(lines: str) -> None:
    # With a line end that could be read as one or as two, each line would double the time.
    assert codes(f"{lines}a: b\r\n") == []
    assert codes(f"{lines}%YAML 1.2\r\n") == ["E120"]


def test_what_follows_from_a_scalar_is_worked_out_once() -> None:
    scalar = Scalar("text", Source("x", "text").span(0, 4))
    asked: list[int] = []

    def work() -> str:
        asked.append(1)
        return scalar.text.upper()

    assert scalar.once("upper", work) == "TEXT"
    assert scalar.once("upper", work) == "TEXT"
    assert asked == [1]
    assert scalar == Scalar("text", Source("y", "").span(0))


def test_a_file_of_mistakes_is_no_document_and_a_full_bag() -> None:
    bag = Bag()
    assert read(Source("a.yaml", "a: b\n" * 5_000), bag) is None
    assert len(bag) == MOST_FINDINGS and bag.failed
