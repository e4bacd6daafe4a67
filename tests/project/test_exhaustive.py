"""Whoever adds a node to the language is told by mypy where it has to be known: see CONTRIBUTING.md."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from boardwright.dsl.bind import expressions as bind_expressions
from boardwright.dsl.bind import statements as bind_statements
from boardwright.dsl.language import syntax
from boardwright.dsl.rules import expressions as bound_expressions
from boardwright.dsl.rules import statements as bound_statements
from boardwright.interpreter.backends import python, resumable
from boardwright.interpreter.lower import choices as lower_choices
from boardwright.interpreter.lower import expressions as lower_expressions
from boardwright.interpreter.lower import sets as lower_sets
from boardwright.interpreter.lower import statements as lower_statements
from boardwright.interpreter.lower.analysis import budget, constant_tables, number_reach
from boardwright.interpreter.machine import (
    bounded_places,
    joined_blocks,
    node_uses,
    nodes,
    substitute,
    tidy,
    widths,
)
from boardwright.interpreter.native import expressions as native_expressions
from boardwright.interpreter.native import statements as native_statements
from boardwright.interpreter.native import units as native_units
from boardwright.interpreter.records import frame_spans
from boardwright.interpreter.reference import evaluator, statements
from boardwright.interpreter.table import out_of_play, table, table_values
from boardwright.validators.reasoning import flow
from folders import ROOT

# Of each family what a new node may derive from, and the modules that must know it then.
TRIALS: dict[tuple[ModuleType, str, str], set[ModuleType]] = {
    (syntax, "Stmt", "Syntax"): {bind_statements},
    (syntax, "Expr", "Syntax"): {bind_expressions},
    (bound_statements, "Stmt", "Statement"): {
        *(lower_statements, lower_choices, statements, evaluator, flow),
    },
    (bound_statements, "Stmt", "SimpleStmt"): {lower_statements, statements},
    (bound_expressions, "Expr", "SingleNode"): {table_values, lower_expressions, evaluator},
    (bound_expressions, "Expr", "SetNode"): {table_values, lower_sets, evaluator},
    (bound_expressions, "Expr", "Typed"): {table_values, lower_expressions, lower_sets, evaluator},
    (bound_statements, "Naming", "SimpleStmt"): {number_reach, bounded_places, out_of_play},
    (bound_statements, "Moving", "SimpleStmt"): {table, bounded_places, out_of_play},
    (nodes, "Stmt", "Step"): {node_uses, widths, frame_spans, python, resumable, native_statements},
    (nodes, "Stmt", "Jump"): {
        *(node_uses, widths, frame_spans, joined_blocks, python, resumable, native_statements),
    },
    (nodes, "Stmt", "object"): {
        *(node_uses, widths, frame_spans, joined_blocks, python, resumable, native_statements),
        *(budget, constant_tables, substitute, tidy),
    },
    (nodes, "Expr", "object"): {
        *(node_uses, widths, frame_spans, tidy, budget, python, resumable),
        *(native_expressions, native_units),
    },
}
NEW_NODE = """\
@dataclass(frozen=True, slots=True)
class {name}({base}):
    \"\"\"On trial.\"\"\"


"""
UNHANDLED = re.compile(r"^(\S+?):\d+: error: Match statement .* values of type \"(.*)\"", re.M)


def path_of(module: ModuleType) -> str:
    """As mypy writes it."""
    return f"src/{module.__name__.replace('.', '/')}.py"


def name_of(family: str, base: str) -> str:
    return f"New{base}{family}"


def with_new_nodes(module: ModuleType) -> str:
    """The text of a module with a new node for each trial in it."""
    text = (ROOT / path_of(module)).read_text(encoding="utf-8")
    for owner, family, base in TRIALS:
        if owner is module:
            name = name_of(family, base)
            node = NEW_NODE.format(name=name, base=base)
            text, count = re.subn(
                rf"^{family} = (\(?)", rf"{node}{family} = \1{name} | ", text, flags=re.M
            )
            assert count == 1, (module, family)
    return text


@pytest.mark.campaign  # a new node is named by mypy itself, in every run; this shows that none is overlooked
def test_mypy_names_every_module_that_must_know_a_new_node(tmp_path: Path) -> None:
    shadows = []
    for number, module in enumerate({owner for owner, _, _ in TRIALS}):
        shadow = tmp_path / f"{number}.py"
        shadow.write_text(with_new_nodes(module), encoding="utf-8")
        shadows += ["--shadow-file", path_of(module), str(shadow)]
    checked = {path_of(module) for modules in TRIALS.values() for module in modules}
    # What is only imported is not checked again: that takes twice as long.
    options = ["--follow-imports=silent", f"--cache-dir={os.devnull}", *shadows, *sorted(checked)]
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", *options], cwd=ROOT, capture_output=True, text=True
    )
    named = defaultdict(set)
    for path, types in UNHANDLED.findall(ran.stdout):
        for name in types.split(" | "):
            named[name].add(path)
    assert named == {
        name_of(family, base): {path_of(module) for module in modules}
        for (_, family, base), modules in TRIALS.items()
    }, ran.stdout + ran.stderr


def matches() -> Iterator[tuple[str, ast.Match]]:
    for folder in ("dsl", "interpreter", "validators", "src/boardwright", "tools"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Match):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def test_no_match_ends_in_a_case_with_a_condition() -> None:
    """Of such a match mypy does not say that it leaves something out."""
    found = list(matches())
    assert len(found) > 200
    assert [where for where, match in found if match.cases[-1].guard is not None] == []
