from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark

from boardwright.dsl.language import hints, syntax
from boardwright.dsl.language.grammar_tables import STARTS
from boardwright.dsl.language.indentation import Blocks
from boardwright.dsl.language.parser import (
    parse_effect,
    parse_expression,
    parse_head,
    parse_modifier,
    the_parser,
)
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar, Sequence, read
from boardwright.validators.render import full
from effort import calls
from folders import GOLDEN_FILES, TESTS
from golden import Golden

SAMPLES = TESTS / "samples"
GOLDEN = GOLDEN_FILES / "parse"
BAD = sorted((GOLDEN / "bad").glob("*.yaml"))
PARSERS: dict[str, Callable[[Scalar, Bag], object]] = {
    "effect": parse_effect,
    "expression": parse_expression,
    "modifier": parse_modifier,
    "head": parse_head,
}


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_slip_is_explained_as_the_golden_file_says(path: Path, golden: Golden) -> None:
    bag = Bag()
    root = read(Source(path.name, path.read_text()), bag)
    assert isinstance(root, Mapping) and not len(bag), bag.sorted()
    entry = root.entries[0]
    assert isinstance(entry.value, Scalar)
    tree = PARSERS[entry.key.text](entry.value, bag)
    assert tree is None and len(bag) == 1
    golden(path.with_suffix(".expected"), full.render(bag.sorted()))


# What no golden file shows: how few letters of a slip decide which row of the table it is.
@pytest.mark.parametrize(
    ("start", "text", "help"),
    [
        ("expression", "a =< b", "write `<=`"),
        ("expression", "a equals b", "write `=`"),
        ("expression", "a is equal to 2", "write `=`"),
        ("expression", "rats contains pip", "write `is in`"),
        ("expression", "count(rats) greater than 2", "write `>`"),
        ("expression", "a is less than 2", "write `<`"),
        ("effect", "limit of token -= 2", "write `subtract 2 from limit of token`"),
        ("effect", "draw 1 rat from bag", "write `draw token from rats in bag`"),
        ("effect", "draw 1 rat", "write `draw token from rats in ...`"),
        ("effect", "for each r of regions:", "write `in`"),
        ("head", "strike if mad", "write `when`"),
        ("expression", "2 when a else 1", "write `if`"),
        ("expression", "2 if a otherwise 1", "write `else`"),
        ("expression", "max(2 if a, 1)", "add `else` and the other value"),
        ("effect", "let n be 2 if a", "add `else` and the other value"),
        (
            "effect",
            "take 2 if a else 1 coins",
            "put the conditional value in brackets: `(2 if n > 3 else 1)`",
        ),
        (
            "effect",
            "move pawn to b if a is c",
            "write `if a is c:` on the line before, and indent this one by 2 spaces more",
        ),
    ],
)
def test_a_slip_is_told_with_what_to_write(start: str, text: str, help: str) -> None:
    bag = Bag()
    root = read(Source("x.yaml", f"{start}: |\n  {text}\n"), Bag())
    assert isinstance(root, Mapping) and isinstance(value := root.entries[0].value, Scalar)
    assert PARSERS[start](value, bag) is None
    assert [each.help for each in bag.sorted()] == [(help,)]


def test_hints_name_terminals_of_the_grammar() -> None:
    rows = hints.rows(hints.LINES)
    terminals = {terminal.name for terminal in the_parser().lark.terminals}
    assert len(rows) > 40 and {row.due for row in rows} - {""} <= terminals
    assert {row.start for row in rows} - {""} <= set(STARTS)


def test_statements_begin_with_words_that_no_expression_begins_with() -> None:
    found = the_parser().statements
    assert {"add", "choose", "if", "swap"} <= set(found)
    assert not {"me", "my", "not", "otherwise", "top", "yes"} & set(found)


# ---- the grammar


def test_the_grammar_holds_no_hidden_conflict() -> None:
    grammar = (
        resources.files("boardwright.dsl.language").joinpath("effects.lark").read_text("utf-8")
    )
    Lark(grammar, parser="lalr", lexer="basic", start=list(STARTS), postlex=Blocks(), strict=True)


def test_every_word_of_the_language_is_reserved() -> None:
    words = the_parser().words
    assert {"choose", "from", "where", "me", "it", "otherwise"} <= set(words)
    for word in words:
        assert parse_quietly(f"let {word} be 1", "effect") is None, word


# ---- trees


def scalar(text: str) -> Scalar:
    """The text as the value of a key, on the lines after it."""
    lines = [f"  {line}".rstrip() for line in text.split("\n")]
    source = Source("a", "|\n" + "\n".join(lines))
    return Scalar(text, source.span(0, len(source.text)), "literal")


def parse_quietly(text: str, start: str) -> object:
    return PARSERS[start](scalar(text), Bag())


def effect(text: str) -> syntax.Effect:
    bag = Bag()
    tree = parse_effect(scalar(text), bag)
    assert tree is not None, full.render(bag.sorted())
    return tree


def expression(text: str) -> syntax.Expr:
    bag = Bag()
    tree = parse_expression(scalar(text), bag)
    assert tree is not None, full.render(bag.sorted())
    return tree


def test_products_bind_closer_than_sums_and_sums_closer_than_comparisons() -> None:
    assert expression("1 + 2 * 3 >= 4 and not a or b") == expression(
        "(((1 + (2 * 3)) >= 4) and (not a)) or b"
    )
    assert expression("a - b - c") == expression("(a - b) - c")
    assert expression("a of b of c") == expression("a of (b of c)")


def test_else_if_is_an_if_inside_else() -> None:
    chained = effect("if a:\n  stop\nelse if b:\n  stop\nelse if c:\n  stop\nelse:\n  go()\n")
    nested = effect(
        "if a:\n  stop\nelse:\n  if b:\n    stop\n  else:\n"
        "    if c:\n      stop\n    else:\n      go()\n"
    )
    assert chained == nested


def test_comments_and_empty_lines_mean_nothing() -> None:
    plain = effect("if a:\n  stop\ngo()\n")
    assert plain == effect(
        "# one\n\nif a: # two\n\n  # three\n  stop # four\n# five\n\ngo()\n# six"
    )


def test_my_is_of_me_by_another_name() -> None:
    tree = expression("my cubes in r")
    assert isinstance(tree, syntax.Inside) and isinstance(tree.left, syntax.Mine)


def test_spans_are_those_of_the_file() -> None:
    bag = Bag()
    text = "go: |\n  choose r from regions where a of r >= 1\n  if b:\n    move pawn to r\n"
    root = read(Source("a.yaml", text), bag)
    assert isinstance(root, Mapping)
    value = root.get("go")
    assert isinstance(value, Scalar)
    tree = parse_effect(value, bag)
    assert tree is not None
    choice, condition = tree.body
    assert isinstance(choice, syntax.Choose) and isinstance(condition, syntax.If)
    assert choice.span.text == "choose r from regions where a of r >= 1"
    assert choice.pick.members.where is not None
    assert choice.pick.members.where.span.text == "a of r >= 1"
    # Of a block only its first line: a caret under ten lines shows nothing.
    assert condition.span.text == "if b:"
    assert condition.body[0].span.text == "move pawn to r"


# ---- limits


@pytest.mark.parametrize(
    "text",
    [
        lambda many: "go()\n" * many,
        lambda many: "not " * many + "a",
        lambda many: "(" * 4 * many,
        lambda many: "let x be a" + " + a" * many,
        lambda many: "if a:\n  stop\n" + "else if a:\n  stop\n" * many,
        lambda many: "".join("  " * depth + "if a:\n" for depth in range(many // 20)) + "stop",
    ],
    ids=["lines", "nots", "brackets", "sum", "else if", "deep"],
)
def test_a_text_twice_as_long_is_twice_the_work_or_refused(text: Callable[[int], str]) -> None:
    short, long = text(700), text(1_400)
    most = 1.1 * len(long) / len(short)
    assert calls(parse_quietly, long, "effect") < most * calls(parse_quietly, short, "effect")


def test_what_is_just_not_too_deep_is_parsed() -> None:
    nested = "".join("  " * depth + "if a:\n" for depth in range(32)) + "  " * 32 + "stop\n"
    effect(nested)
    effect("let x be " + "(" * 32 + "a" + ")" * 32)
    effect("let x be a" + " + a" * 58)
    expression("not " * 110 + "a")


@given(
    st.lists(
        st.sampled_from(
            [
                "choose",
                "r",
                "from",
                "in",
                "if",
                ":",
                "(",
                ")",
                "a",
                "1",
                "+",
                "=",
                "where",
                "for",
                "each",
                "let",
                "be",
                "move",
                "to",
                "my",
                "cubes",
                "of",
                "otherwise",
                "else",
                "and",
                "not",
                ",",
                "\n",
                "\n",
                "",
                "\n",
                "",
                "",
                "",
                "#",
                '"',
                "A",
            ]
        ),
        max_size=20,
    )
)
def test_no_text_makes_parsing_fail(words: list[str]) -> None:
    for start, parse in PARSERS.items():
        bag = Bag()
        tree = parse(scalar(" ".join(words)), bag)
        assert (tree is None) == bag.failed, start
        full.render(bag.sorted())


# ---- slips of indentation


def sample_effects() -> list[str]:
    """Every effect of the samples that has a block."""
    found: list[str] = []

    def collect(node: Node) -> None:
        match node:
            case Mapping():
                for entry in node.entries:
                    collect(entry.value)
            case Sequence():
                for item in node.items:
                    collect(item)
            case Scalar() if node.style == "literal" and "\n  " in node.text:
                found.append(node.text)

    for path in sorted(SAMPLES.rglob("*.yaml")):
        root = read(Source(path.name, path.read_text()), Bag())
        assert root is not None
        collect(root)
    return found


def test_a_line_moved_by_one_space_is_reported_where_it_stands() -> None:
    effects = sample_effects()
    assert len(effects) > 20
    for text in effects:
        lines = text.rstrip("\n").split("\n")
        for row in range(1, len(lines)):
            for moved in (" " + lines[row], lines[row][1:] if lines[row][0] == " " else None):
                if moved is None:
                    continue
                slip = "\n".join([*lines[:row], moved, *lines[row + 1 :]])
                bag = Bag()
                assert parse_effect(scalar(slip), bag) is None
                (found,) = bag.sorted()
                assert found.code == "E303" and found.label is not None
                assert found.label.span.row == row + 2, slip


def test_a_line_moved_inwards_by_a_level_is_reported_where_it_stands() -> None:
    for text in sample_effects():
        lines = text.rstrip("\n").split("\n")
        for row in range(1, len(lines)):
            slip = "\n".join([*lines[:row], "  " + lines[row], *lines[row + 1 :]])
            bag = Bag()
            if parse_effect(scalar(slip), bag) is None:
                (found,) = bag.sorted()
                assert found.label is not None
                # The line itself, or the one after it, which then begins a block where none can be.
                assert found.label.span.row in (row + 2, row + 3), slip
            else:
                # A line that moves into the block before it makes another text, which no parser can tell.
                assert lines[row - 1].startswith("  "), slip


def test_a_forgotten_colon_is_reported_at_the_end_of_its_line() -> None:
    for text in sample_effects():
        lines = text.rstrip("\n").split("\n")
        for row, line in enumerate(lines):
            if not line.endswith(":"):
                continue
            slip = "\n".join([*lines[:row], line[:-1], *lines[row + 1 :]])
            bag = Bag()
            assert parse_effect(scalar(slip), bag) is None
            (found,) = bag.sorted()
            assert found.label is not None and found.label.span.row in (row + 2, row + 3), slip
