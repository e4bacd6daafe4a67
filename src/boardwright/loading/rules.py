"""Checked rules of a game for any table, and the checks of a table before the game is linked for it."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from boardwright.dsl.rules.option_values import (
    NotInSetError,
    OptionValue,
    kind_of,
    number_of,
    text_of,
    values_of,
)
from boardwright.dsl.source.diagnostics import Bag, Diagnostic, RulesetError, Severity, diagnose
from boardwright.dsl.source.suggest import suggest_help
from boardwright.interpreter.backends.names import BACKENDS, Backend
from boardwright.loading.arguments import whole_number
from boardwright.loading.game import Game
from boardwright.loading.source import Source, source_of

if TYPE_CHECKING:
    from boardwright.cache.cached_results import Parts
    from boardwright.dsl.declare.declarations import Ruleset
    from boardwright.dsl.declare.ruleset import Document
    from boardwright.dsl.rules import ir
    from boardwright.dsl.source.places import Source as SourceText
    from boardwright.files.locate_ruleset import Found
    from boardwright.interpreter.play.state import State
    from boardwright.interpreter.program.program import Program
    from boardwright.loading.library import Library

_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")

Path_ = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class OptionFacts:
    """The values of an option of a game: texts such as `strict` or `yes`, or numbers. For a set (`is_set`), these are the ids
    that it can have; its text has commas between them.
    """

    default: str
    values: Sequence[str] | range
    is_set: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Said:
    """The declarations of files: the game with its expansions, and each of them by itself."""

    whole: Ruleset
    layers: tuple[Ruleset, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """A game with its expansions, read and checked; not yet for a number of players.

    `warnings` is what is probably not meant.
    """

    # `bound` is the game for the interpreter, and `found` is where everything was read. `mark` stands for everything that
    # these rules follow from, or is None if that is unknown. Their maker provides the functions that read the files, and
    # that compose the game without some of its expansions.
    bound: ir.Game
    warnings: tuple[Diagnostic, ...]
    found: tuple[Found, ...]
    _said: Callable[[], Said]
    _library: Callable[[], Library]
    _leave_out: Callable[[Rules, tuple[str, ...]], Rules]
    mark: str | None = None
    _restore: Callable[[Source, str], State] | None = None
    _smaller: dict[tuple[str, ...], Rules] = field(default_factory=dict)

    def __repr__(self) -> str:
        named = "+".join((self.id, *self.expansions))
        return f"<{type(self).__name__} of {named}>"

    @property
    def id(self) -> str:
        """The id of the game, as in its file."""
        return self.bound.id

    @property
    def declared(self) -> Ruleset:
        """The declarations of all files as one."""
        return self._said().whole

    @property
    def layers(self) -> tuple[Ruleset, ...]:
        """The declarations of the game and of each expansion by itself."""
        return self._said().layers

    @property
    def scenarios(self) -> tuple[Document, ...]:
        """The scenario files that can be read. No game needs them, so they are read on this call."""
        library = self._library()
        return tuple(each for found in self.found for each in library.scenarios(found.path, Bag()))

    def sources(self, found: Found) -> tuple[SourceText, ...]:
        """The rule files of one of these rulesets as they were read, without scenarios."""
        return tuple(source for source, _ in self._library().documents(found.path, Bag()))

    @property
    def expansions(self) -> tuple[str, ...]:
        """The ids of the expansions, in the order in which they apply."""
        return self.bound.expansions

    @property
    def players(self) -> range:
        """The numbers of players that the game is for."""
        lowest, highest = self.bound.players
        return range(lowest, highest + 1)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of the texts; the first is used where a text is missing."""
        return self.bound.languages

    @property
    def options(self) -> Mapping[str, OptionFacts]:
        """The options to choose before a game."""
        return {
            option.id: OptionFacts(
                default=text_of(self.bound, option, option.default),
                values=values_of(self.bound, option),
                is_set=kind_of(self.bound, option) is not None,
            )
            for option in self.bound.options.values()
        }

    def name(self, language: str | None = None) -> str:
        """The name of the game, in this language if there is one."""
        from boardwright.interpreter.play.naming import Words

        return Words(self.bound, language).pick(self.bound.texts, self.id)

    def at_table(
        self,
        players: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        seats: Sequence[str] | None = None,
        language: str | None = None,
        backend: Backend = "auto",
        blank: Iterable[str] = (),
    ) -> Game:
        """The game linked for one table: by default for as many players as `seats` names, or else for the
        fewest. Raises `RulesetError` for a table that the game is not for. An expansion that takes no part at
        this table, by its `in_play`, is not in the game at all. `backend` is what runs it, as for
        `load`. Cards with the ids in `blank` are in play, but do nothing.
        """
        from boardwright.interpreter.program.link import finished

        return finished(self.link_at_table(players, options, seats, language, backend, blank))

    def link_at_table(
        self,
        players: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        seats: Sequence[str] | None = None,
        language: str | None = None,
        backend: Backend = "auto",
        blank: Iterable[str] = (),
    ) -> Generator[None, None, Game]:
        """Does the work of `at_table`, with a pause after each pass of linking if the program is not in the cache."""
        if backend not in BACKENDS:
            raise ValueError(f"there is no back-end `{backend}`: {', '.join(BACKENDS)}")
        bag = Bag()
        if players is None:
            players = len(seats) if seats else self.bound.players[0]
        # An expansion here is a likely mistake: it is named after the options.
        players = whole_number("players", players, "; expansions are named as `expansions=...`")
        _check_players(self.bound, players, bag)
        numbers = _option_numbers(self.bound, options or {}, bag)
        _check_seats(players, seats, bag)
        _check_language(self.bound, language, bag)
        bag.raise_if_failed()

        from boardwright.interpreter.program.program import SOURCE
        from boardwright.interpreter.table.conditions import out_of_play, table_findings
        from boardwright.interpreter.table.errors import RuleError, TableError

        try:
            left_out = out_of_play(self.bound, players, self._all_options(numbers))
            rules = self.without(left_out)
            if left_out:
                bound = self.bound
                texts = {id: text_of(bound, bound.options[id], n) for id, n in numbers.items()}
                known = {id: text for id, text in texts.items() if id in rules.bound.options}
                numbers = _option_numbers(rules.bound, known, bag)
                bag.raise_if_failed()
            rules = rules.blanked(blank)
            for finding in table_findings(
                rules.bound, players, rules._all_options(numbers), language
            ):
                bag.add(finding)
            bag.raise_if_failed()
            program = yield from rules._program(players, numbers, tuple(seats or ()))
            program = replace(program, backend=backend)
            restore = self._restore
            if restore is not None:
                source = source_of(
                    self.found, players, options or {}, tuple(seats or ()), language, backend
                )
                program.kept(SOURCE, lambda _: (restore, source))
        except RuleError as fault:
            raise RulesetError([fault.diagnostic()]) from fault
        except TableError as fault:
            raise RulesetError([diagnose(Severity.ERROR, "E671", str(fault), None)]) from fault
        return Game(rules, program, language, bag.sorted(), left_out)

    def _program(
        self, players: int, numbers: Mapping[str, int], seats: tuple[str, ...]
    ) -> Generator[None, None, Program]:
        """The program, linked now or taken from the cache."""
        from boardwright.cache.cached_results import follows, marked
        from boardwright.interpreter.program.link import finished, link_by_passes
        from boardwright.interpreter.program.program import Program
        from boardwright.interpreter.table.table import set_table

        def linking() -> Generator[None, None, Program]:
            return link_by_passes(set_table(self.bound, players, numbers, seats))

        if self.mark is None:
            return (yield from linking())
        chosen = sorted(self._all_options(numbers).items())
        mark = marked(self.mark, "program", f"{players} {chosen} {seats}")

        def find() -> Program:
            return replace(finished(linking()), mark=mark)

        def load(parts: Parts) -> Program:
            return Program(**parts.next(), _lowered=functools.cache(parts.next))

        return follows("program", mark, find, Program.parts, load, {"game": self.bound})

    def without(self, expansions: Iterable[str]) -> Rules:
        """The same rules without some of their expansions, as if they had never been named. Raises `RulesetError` if the
        rest has mistakes.
        """
        names = tuple(id for id in self.expansions if id in set(expansions))
        if not names:
            return self
        if names not in self._smaller:
            from boardwright.cache.cached_results import follows, marked

            mark = marked(self.mark, "without", *names)
            self._smaller[names] = follows(
                "rules",
                mark,
                lambda: replace(self._leave_out(self, names), mark=mark),
                Rules.parts,
                lambda parts: self._of(parts, mark),
            )
        return self._smaller[names]

    def blanked(self, ids: Iterable[str]) -> Rules:
        """The same rules, in which these cards keep what is printed on them, but have no effects. Raises `RulesetError` for
        an id that no card has.
        """
        names = tuple(dict.fromkeys(ids))
        if not names:
            return self
        from boardwright.cache.cached_results import marked
        from boardwright.interpreter.table.out_of_play import without

        cards = [
            (kind.id, each.id) for kind in self.bound.kinds.values() for each in kind.definitions
        ]
        known, bag = {id for _, id in cards}, Bag()
        for name in names:
            if name not in known:
                help = suggest_help(name, sorted(known))
                bag.error("E673", f"`{self.id}` has no card `{name}`", None, help=help)
        bag.raise_if_failed()
        bound = without(self.bound, {card for card in cards if card[1] in names})
        return replace(self, bound=bound, mark=marked(self.mark, "blank", *names), _smaller={})

    def parts(self) -> tuple[object, ...]:
        """The parts of these rules for the cache; those that are seldom needed come last."""
        return (self.bound, self.warnings, self.found), self._said()

    def _of(self, parts: Parts, mark: str | None) -> Rules:
        bound, warnings, found = parts.next()
        said = functools.cache(parts.next)
        return replace(
            self, bound=bound, warnings=warnings, found=found, _said=said, mark=mark, _smaller={}
        )

    def left_out(self, players: int, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """The expansions that take no part at a table. Raises `RulesetError` for unknown options."""
        from boardwright.interpreter.table.conditions import out_of_play

        bag = Bag()
        numbers = _option_numbers(self.bound, options, bag)
        bag.raise_if_failed()
        return out_of_play(self.bound, players, self._all_options(numbers))

    def _all_options(self, numbers: Mapping[str, int]) -> dict[str, int]:
        """The options with the defaults of those that are not given."""
        options = self.bound.options.values()
        return {option.id: numbers.get(option.id, option.default) for option in options}


# ---- the table ------------------------------------------------------------------------------------------


def _check_players(game: ir.Game, players: int, bag: Bag) -> None:
    lowest, highest = game.players
    if not lowest <= players <= highest:
        wanted = f"{lowest} to {highest}" if lowest < highest else str(lowest)
        message = (
            f"`{game.id}` is for {wanted} player{'' if wanted == '1' else 's'}, not for {players}"
        )
        bag.error("E671", message, None)


def _option_numbers(game: ir.Game, given: Mapping[str, OptionValue], bag: Bag) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for id, value in given.items():
        option = game.options.get(id)
        if option is None:
            _unknown_option(game, id, bag)
            continue
        try:
            number = number_of(game, option, value)
        except NotInSetError as fault:
            bag.error(
                "E673",
                fault.message,
                option.span,
                "declared here",
                notes=f"option `{option.id}` is a set of pieces: write their ids with commas between them",
                help=fault.help,
            )
            continue
        if number is None:
            _bad_value(game, option, _written(value), bag)
        else:
            numbers[id] = number
    return numbers


def _unknown_option(game: ir.Game, id: str, bag: Bag) -> None:
    options = ", ".join(f"`{each}`" for each in game.options)
    holders = [each.id for each in game.options.values() if id in values_of(game, each)]
    help = suggest_help(id, game.options)
    if holders:
        help = (f"`{id}` is a value of `{holders[0]}`: write `{holders[0]}={id}`", *help)
    if not help:
        help = ("if an expansion has it, name the expansion, too",)
    note = f"its options are {options}" if options else "it has no options"
    bag.error("E672", f"`{game.id}` has no option `{id}`", None, notes=note, help=help)


def _bad_value(game: ir.Game, option: ir.Option, text: str, bag: Bag) -> None:
    values = values_of(game, option)
    texts: Sequence[str] = ()
    if kind_of(game, option) is not None:
        expected = "ids of pieces"
    elif isinstance(values, range):
        expected = f"a number from {option.low} to {option.high}"
    else:
        texts = values
        *most, last = (f"`{each}`" for each in texts)
        expected = f"{', '.join(most)} or {last}" if most else last
    bag.error(
        "E673",
        f"option `{option.id}` has no value `{text}`",
        option.span,
        "declared here",
        notes=f"expected {expected}",
        help=suggest_help(text, texts),
    )


def _written(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, str | int) else ",".join(value)


def _check_seats(players: int, seats: Sequence[str] | None, bag: Bag) -> None:
    from boardwright.dsl.source.diagnostics import shown

    if not seats:
        return
    if len(seats) != players:
        message = f"expected names for {players} seats, found {len(seats)}"
        bag.error("E674", message, None)
    for seat in dict.fromkeys(seats):
        if not _NAME.fullmatch(seat):
            bag.error(
                "E674",
                f"`{shown(seat[:64])}` cannot be the name of a seat",
                None,
                notes="use small letters, digits and `_`, and start with a letter",
            )
        elif seats.count(seat) > 1:
            bag.error("E674", f"two seats are named `{seat}`", None)


def check_language(game: ir.Game, language: str | None) -> None:
    """Raises `RulesetError` if the game has no texts in this language."""
    bag = Bag()
    _check_language(game, language, bag)
    bag.raise_if_failed()


def check_options(game: ir.Game, options: Mapping[str, OptionValue]) -> None:
    """Raises `RulesetError` for unknown options or values."""
    bag = Bag()
    _option_numbers(game, options, bag)
    bag.raise_if_failed()


def _check_language(game: ir.Game, language: str | None, bag: Bag) -> None:
    if language is not None and language not in game.languages:
        languages = ", ".join(f"`{each}`" for each in game.languages)
        bag.error(
            "E675",
            f"`{game.id}` has no language `{language}`",
            None,
            notes=f"it has {languages}",
            help=suggest_help(language, game.languages),
        )
