"""Checks a ruleset in steps. The command line takes all of them; an editor takes the first after every key, and the
others in a pause.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.dsl.declare.look_values import look_values
from boardwright.dsl.declare.ruleset import declare, manifest_of
from boardwright.dsl.declare.scenario_file import join_beginnings, read_scenario
from boardwright.dsl.declare.scenarios import ScenarioDecl
from boardwright.dsl.rules.option_values import OptionValue
from boardwright.dsl.source.diagnostics import Bag, Diagnostic, RulesetError, Severity
from boardwright.files.look_files import read_look_file
from boardwright.files.manifests import game_and_expansions
from boardwright.files.missing_predecessors import CODES, unknown_predecessors
from boardwright.loading.composed import Layers, put_together, read_layers, subject_of
from boardwright.loading.library import Library
from boardwright.loading.rules import Rules
from boardwright.loading.scenarios import ExpandedGame, refuse_doubles
from boardwright.terminal import plural
from boardwright.validators.subject.subject import Profile

if TYPE_CHECKING:
    from boardwright.dsl.rules.name_uses import Uses
    from boardwright.loading.play_checks import ByPlay


# At most this many values of an option are tried.
_MOST_VALUES = 50


def table_faults(
    rules: Rules, options: Mapping[str, OptionValue] | None = None
) -> Iterator[tuple[Diagnostic, ...]]:
    """Links the game for each number of players, and for each expansion that takes part at only some tables. Yields the
    mistakes at each table (and none in a pause before a table is linked), and ends after the first table with a mistake.
    """
    from boardwright.interpreter.table.conditions import REFUSED

    for players, chosen, note in _tables(rules, options or {}):
        found: tuple[Diagnostic, ...] = ()
        try:
            for _ in rules.link_at_table(players, chosen):
                yield ()
        except RulesetError as refused:
            # Rules for other tables are not a mistake.
            if all(each.code != REFUSED for each in refused.diagnostics):
                found = tuple(
                    replace(each, notes=(*each.notes, note)) for each in refused.diagnostics
                )
        yield found
        if found:
            return


def _tables(
    rules: Rules, options: Mapping[str, OptionValue]
) -> Iterator[tuple[int, Mapping[str, OptionValue], str]]:
    for players in rules.players:
        yield players, options, f"at a table of {plural(players, 'player')}"
    fewest = rules.players[0]
    absent = set(rules.left_out(fewest, options))
    for option, facts in rules.options.items() if absent else ():
        for value in facts.values[:_MOST_VALUES]:
            chosen = {**options, option: str(value)}
            now = set(rules.left_out(fewest, chosen))
            if absent - now:
                absent &= now
                note = f"at a table of {plural(fewest, 'player')} with `{option}: {value}`"
                yield fewest, chosen, note


@dataclass(slots=True, eq=False)
class Checking:
    """The check of one ruleset; an expansion is checked on its game and with `others`. As `steps` run, the `bag` fills, and
    `layers` and `rules` appear as far as they can be read. An expansion's game is also searched among those `nearby`.
    `by_play` plays games if nothing else is wrong.
    """

    root: Path
    library: Library
    profile: Profile = Profile.BASIC
    others: Sequence[Path] = ()
    nearby: Sequence[Path] = ()
    uses: Uses | None = None
    by_play: ByPlay | None = None
    bag: Bag = field(default_factory=Bag)
    layers: Layers | None = None
    rules: Rules | None = None
    _declared: list[ScenarioDecl] = field(default_factory=list)
    _expanded: ExpandedGame | None = None

    def all(self) -> Bag:
        """All findings."""
        for _ in self.steps():
            pass
        return self.bag

    def steps(self) -> Iterator[None]:
        """Reads the files; then sets the game up for each number of players, in many steps; then runs the checks of the
        profile.
        """
        try:
            yield from self._steps()
        except RulesetError as full:  # more findings than this nobody reads: see `Bag`
            for diagnostic in full.diagnostics:
                self.bag.add(diagnostic)

    def _steps(self) -> Iterator[None]:
        self._read()
        yield
        if self.rules is None:
            return
        if not self.bag.failed:
            for refused in table_faults(self.rules):
                for diagnostic in refused:
                    self.bag.add(diagnostic)
                yield
        self._look_files(self.rules)
        if not self.bag.failed:
            yield from self._scenes(self.rules)
        played = (
            self._played(self.rules) if self.by_play is not None and not self.bag.failed else ()
        )
        if self.profile is not Profile.MINIMAL:
            self._meaning(self.rules, played)
        else:
            for finding in played:
                self.bag.add(finding)

    def _read(self) -> None:
        root, library, bag = self.root, self.library, self.bag
        try:
            nearby = [*self.nearby, *self.others]
            base, overlays = game_and_expansions(root, self.others, nearby, library.unsaved)
        except RulesetError as refused:
            for diagnostic in refused.diagnostics:
                bag.add(diagnostic)
            declare(library.documents(root, bag), bag)
            library.scenarios(root, bag)
            return
        self.layers = read_layers(bag, base, overlays, library)
        if self.layers is not None:
            self.rules = put_together(self.layers, bag, self.uses)
        names = None if self.rules is None else self.rules.bound.seat_names
        for source, node in library.scenarios(root, bag):
            scenario = read_scenario(source, node, bag, names)
            if scenario is not None:
                self._declared.append(scenario)
        refuse_doubles(self._declared, bag)
        self._declared = join_beginnings(self._declared, bag)
        if self.rules is not None:
            self._expanded = ExpandedGame(self.rules, base, overlays, library)

    def _look_files(self, rules: Rules) -> None:
        """Checks the pictures and fonts that looks name, in the rulesets that are checked."""
        mine = self._files()
        for layer in rules.layers:
            for value in look_values(layer):
                if value.is_file and value.span.source.name in mine:
                    found = read_look_file(value, self._folder_of(value.span.source.name))
                    if isinstance(found, Diagnostic):
                        self.bag.add(found)

    def _folder_of(self, file: str) -> Path:
        """The ruleset, of those that are checked, that a file belongs to."""
        asked = (self.root, *self.others)
        return next(
            path
            for path in asked
            if any(source.name == file for source, _ in self.library.files(path))
        )

    def _scenes(self, rules: Rules) -> Iterator[None]:
        """Checks that scenarios name what exists; `boardwright test` runs them."""
        from boardwright.interpreter.scenarios.run import check_scenarios

        assert self._expanded is not None
        for result in check_scenarios(rules.bound, self._declared, self._expanded.compose):
            for finding in result.findings:
                if finding.severity is Severity.ERROR:
                    self.bag.add(finding)
            yield

    def _played(self, rules: Rules) -> tuple[Diagnostic, ...]:
        """Plays games. Faults go into the bag, wherever they are; other findings only for the rulesets that are checked."""
        assert self.by_play is not None
        manifest = manifest_of(self.library.documents(self.root, Bag()))
        own = None if manifest is None else manifest.id
        rest = []
        for finding in self.by_play.findings(rules, own, self._files()):
            if finding.severity is Severity.ERROR:
                self.bag.add(finding)
            else:
                rest.append(finding)
        return tuple(rest)

    def _files(self) -> set[str]:
        """The files of the rulesets that are checked."""
        asked = (self.root, *self.others)
        return {source.name for path in asked for source, _ in self.library.files(path)}

    def _meaning(self, rules: Rules, played: Sequence[Diagnostic] = ()) -> None:
        """The findings of checks in the files of the rulesets that are checked. A comment that allows something may be needed
        for a ruleset alone, but not with others: useless ones are only reported for a ruleset alone.
        """
        from boardwright.validators.checking import check

        subject, told = subject_of(rules, self.library), not self.others
        beside = unknown_predecessors(rules.layers, (self.root, *self.others), self.library.unsaved)
        further = (*played, *beside)
        for finding in check(
            subject, self.profile, self._files(), further=further, further_codes=CODES, told=told
        ):
            self.bag.add(finding)
