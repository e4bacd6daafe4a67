"""The scenarios of a ruleset, with the games that they are played on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.cache import file_questions
from boardwright.dsl.declare.errors import declared_twice
from boardwright.dsl.declare.ruleset import Document
from boardwright.dsl.declare.scenario_file import join_beginnings, read_scenario
from boardwright.dsl.declare.scenarios import ScenarioDecl
from boardwright.dsl.source.diagnostics import Bag, RulesetError
from boardwright.files.locate_ruleset import Found, expansion_named, find
from boardwright.files.manifests import game_and_expansions, root_of
from boardwright.loading.composed import read_into
from boardwright.loading.library import Library
from boardwright.loading.rules import Rules, check_options

if TYPE_CHECKING:
    from boardwright.dsl.rules import ir
    from boardwright.dsl.source.diagnostics import Diagnostic
    from boardwright.interpreter.scenarios.run import Composer


@dataclass(slots=True, eq=False)
class ExpandedGame:
    """Composes a game with the expansions that scenarios name; `rules` are those of the game with its own expansions."""

    rules: Rules
    base: Path
    overlays: Sequence[Path]
    library: Library
    _composed: dict[tuple[str, ...], Rules | None] = field(default_factory=dict)

    def compose(
        self, further: tuple[str, ...], without: tuple[str, ...], bag: Bag
    ) -> ir.Game | None:
        """The bound game with these additional expansions, next to the game or shipped, and without those."""
        if not further:
            full: Rules | None = self.rules
        else:
            if further not in self._composed:
                self._composed[further] = self._with(further, bag)
            full = self._composed[further]
        try:
            return None if full is None else full.without(without).bound
        except RulesetError as refused:
            for diagnostic in refused.diagnostics:
                bag.add(diagnostic)
            return None

    def _with(self, further: Sequence[str], bag: Bag) -> Rules | None:
        try:
            named = [expansion_named(id, self.base) for id in further]
        except RulesetError as refused:
            for diagnostic in refused.diagnostics:
                bag.add(diagnostic)
            return None
        there = {file_questions.real(path) for path in self.overlays}
        more = [path for path in named if file_questions.real(path) not in there]
        return read_into(bag, self.base, [*self.overlays, *more], self.library)


@dataclass(frozen=True, slots=True, eq=False)
class Scenarios:
    """The scenarios that a name means: those of a ruleset or of a folder in it, or a single one. Those of an expansion are
    played on its game.

    `rules` are those of the game with its expansions, `files` are the documents of the rulesets that were named.
    """

    found: Found
    rules: Rules
    declared: tuple[ScenarioDecl, ...]
    warnings: tuple[Diagnostic, ...]
    files: frozenset[str]
    compose: Composer


def refuse_doubles(scenarios: Iterable[ScenarioDecl], bag: Bag) -> None:
    """Reports scenarios of one ruleset with the same name, which `boardwright test -k` could not tell apart."""
    first: dict[str, ScenarioDecl] = {}
    for each in scenarios:
        if first.setdefault(each.id, each) is not each:
            declared_twice(bag, "a scenario", each.id, each.span, first[each.id].span)


def scenarios_of(
    ruleset: str,
    with_: Sequence[str],
    options: Mapping[str, str],
    library: Library | None = None,
) -> Scenarios:
    """The scenarios that a name means. Raises `RulesetError` if they or the rules have mistakes, or if the game does not
    have these options.
    """
    found = find(ruleset)
    named = found.path
    root = root_of(named)
    library, bag = library or Library(), Bag()
    others = [find(name).path for name in with_]
    base, overlays = game_and_expansions(root, others)
    rules = read_into(bag, base, overlays, library)
    scenarios: list[ScenarioDecl] = []
    elsewhere: list[Document] = []
    here = named.resolve()
    names = None if rules is None else rules.bound.seat_names
    for source, node in library.scenarios(root, bag):
        if not Path(source.name).resolve().is_relative_to(here):
            elsewhere.append((source, node))
            continue
        scenario = read_scenario(source, node, bag, names)
        if scenario is not None:
            scenarios.append(scenario)
    refuse_doubles(scenarios, bag)
    if any(each.like is not None for each in scenarios):
        models = [read_scenario(*document, Bag(), names) for document in elsewhere]
        known = [each for each in models if each is not None]
        scenarios = join_beginnings(scenarios, bag, known)
    bag.raise_if_failed()
    assert rules is not None
    check_options(rules.bound, options)
    files = {source.name for path in (root, *others) for source, _ in library.files(path)}
    compose = ExpandedGame(rules, base, overlays, library).compose
    return Scenarios(found, rules, tuple(scenarios), bag.sorted(), frozenset(files), compose)
