from __future__ import annotations

from pathlib import Path

import pytest

from boardwright import read
from boardwright.dsl.compose import expansion_changes as found
from boardwright.dsl.source.places import Source
from boardwright.files.names import name_of
from boardwright.loading.rules import Rules
from boardwright.terminal import Paint
from boardwright.text.changes import ChangesText, place_of


@pytest.fixture(scope="module")
def rules() -> Rules:
    return read("rattus", ["mercatus"])


def text_of(rules: Rules, width: int = 100) -> ChangesText:
    return ChangesText([each.path for each in rules.found], width, Paint(False))


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120])
def test_everything_can_be_shown_in_every_width(width: int, rules: Rules) -> None:
    text, declared = text_of(rules, width), rules.declared
    base, *overlays = rules.layers
    all_changes = found.changes(base, overlays, declared)
    lines = text.changes("Rattus", all_changes).splitlines()
    assert len(lines) > len(all_changes.additions) + len(all_changes.attachments)
    if width >= 60:  # names and places are never cut
        assert all(len(line) <= width for line in lines)
    for name in found.rule_names(declared):
        assert text.rule(found.rule_chain(declared, name))
    for name in found.value_names(declared):
        assert text.value(found.value_chain(declared, name))


def test_all_hooks_and_modifiers_of_the_expansion_are_told(rules: Rules) -> None:
    base, *overlays = rules.layers
    all_changes = found.changes(base, overlays, rules.declared)
    hooks = [each for each in rules.bound.hooks if each.origin == "mercatus"]
    assert len(all_changes.attachments) == len(hooks)
    modifiers = [each for each in rules.bound.modifiers if each.origin == "mercatus"]
    assert len(all_changes.modifications) == len(modifiers)


def test_chains_stand_in_the_order_of_the_bound_game(rules: Rules) -> None:
    for name in rules.bound.rules:
        chain = found.rule_chain(rules.declared, name)
        hooks = [each for each in rules.bound.hooks if each.rule == name]
        for moment, shown in (("before", chain.before), ("after", chain.after)):
            assert [each.span for each in shown] == [
                each.span for each in hooks if each.moment == moment
            ]
        outermost_first = [each.span for each in reversed(hooks) if each.moment == "instead"]
        assert [each.span for each in chain.instead] == outermost_first
        assert all(
            each.by == hook.by
            for each in (*chain.instead, *chain.before, *chain.after)
            for hook in hooks
            if hook.span == each.span and hook.definition is not None
        )


def test_a_file_elsewhere_is_named_from_its_ruleset() -> None:
    roots = [Path("/games/chess"), Path("/games/more")]
    span = Source("/games/more/cards/king.yaml", "a\nb").span(2)
    assert place_of(span, roots) == "more/cards/king.yaml:2"
    assert place_of(Source("more/king.yaml", "").span(0), roots) == "more/king.yaml:1"
    assert place_of(Source("/elsewhere/king.yaml", "").span(0), roots) == "/elsewhere/king.yaml:1"
    assert place_of(None, roots) == "built in"


def test_an_installed_file_is_named_from_its_ruleset_wherever_it_is_installed() -> None:
    home = Path("env/lib/site-packages/somewhere")
    roots = [home / "chess", home / "more_chess"]
    assert name_of(f"{home}/chess/rooks.yaml", roots) == "chess/rooks.yaml"
    assert name_of(f"{home.absolute()}/more_chess/a/b.yaml", roots) == "more_chess/a/b.yaml"
    assert name_of("games/chess/rooks.yaml", [Path("games/chess")]) == "games/chess/rooks.yaml"
