"""The reference of the language has an example of each of its forms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import get_args

import pytest

from boardwright.dsl.declare.sections import RECORDS
from boardwright.dsl.language import syntax
from boardwright.dsl.language.words import FUNCTIONS
from folders import ROOT
from snippets import PARTS, blocks, part_files, rules_with_parts, write

PAGE = ROOT / "docs" / "language.md"


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def nodes(page: str, tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    """Every node of the trees of all examples."""
    folder = tmp_path_factory.mktemp("page")
    for block in blocks(page):
        if "file" in block.flags:
            write(folder, block.flags["file"], block.text, block.flags.get("lines", ""))
        elif block.language in ("yaml", "effect", "expressions"):
            for name, text in part_files(block).items():
                write(folder, f"{PARTS}/{name}", text)
    _, *expansions = rules_with_parts(folder).layers
    return list(below(expansions))


def below(root: object) -> Iterator[object]:
    if isinstance(root, (tuple, list)):
        for part in root:
            yield from below(part)
    elif is_dataclass(root):
        yield root
        for each in fields(root):
            if each.name != "span":
                yield from below(getattr(root, each.name))


@pytest.mark.parametrize("family", [syntax.Stmt, syntax.Expr], ids=["statements", "expressions"])
def test_every_node_of_the_grammar_has_an_example(family: object, nodes: list[object]) -> None:
    found = {type(node) for node in nodes}
    assert {kind.__name__ for kind in get_args(family) if kind not in found} == set()


def test_every_operator_has_an_example(nodes: list[object]) -> None:
    ops = {node.op for node in nodes if isinstance(node, syntax.Binary)}
    words = ["or", "and", ">=", "<=", ">", "<", "=", "!=", "is", "is not", "is in", "is not in"]
    assert {*words, "+", "-", "*", "mod", "down", "up", "plus", "except"} - ops <= set("<>") | {
        "<=",
        "up",
    }


def test_every_modifier_and_hook_has_an_example(nodes: list[object]) -> None:
    changes = {node.op for node in nodes if isinstance(node, syntax.Change)}
    all_changes = {"becomes", "add", "subtract", "at least", "at most", "only", "also", "except"}
    assert changes == all_changes
    heads = [node for node in nodes if isinstance(node, syntax.Head)]
    assert {head.hook for head in heads} == {None, "before", "after", "instead"}
    assert any(head.by == "others" for head in heads) and any(head.when for head in heads)


def test_every_clause_of_a_set_has_an_example(nodes: list[object]) -> None:
    clauses = [node for node in nodes if isinstance(node, syntax.SetClause)]
    for name in ("to", "starting", "where", "extreme", "rising"):
        assert any(getattr(clause, name) is not None for clause in clauses), name
    assert {clause.extreme[0] for clause in clauses if clause.extreme} == {"most", "fewest"}
    assert {clause.rising[0] for clause in clauses if clause.rising} == {"rising", "falling"}


def test_every_form_of_choice_has_an_example(nodes: list[object]) -> None:
    choices = [node for node in nodes if isinstance(node, syntax.Choose)]
    for form in (
        [each.may for each in choices],
        [each.secretly for each in choices],
        [each.who is not None for each in choices],
        [each.pick.amount is not None for each in choices],
        [each.pick.up_to for each in choices],
        [bool(each.otherwise) for each in choices],
    ):
        assert set(form) == {True, False}
    menus = [node for node in nodes if isinstance(node, syntax.ChooseOne)]
    assert {each.may for each in menus} == {True, False}
    assert {each.who is not None for each in menus} == {True, False}


def test_every_built_in_function_has_an_example(nodes: list[object]) -> None:
    called = {n.name.id for n in nodes if isinstance(n, (syntax.Call, syntax.ForAll))}
    assert set(FUNCTIONS) - called <= {"max"}


def test_every_key_of_a_rule_file_is_named(page: str) -> None:
    """The one table of keys and the reference agree."""
    missing = {
        f"{record.name}.{key.name}"
        for record in RECORDS.values()
        for key in record.keys
        if not re.search(rf"\b{key.name}\b[`:]", page)
    }
    assert missing == set()
