"""From files to a game that can be played: the pipeline, put together for whoever uses the package.

`read` makes `Rules`: checked, for any table. `Rules.at_table` makes a `Game`: linked for one table.
`Game.new` makes a `State`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.dsl.declare import Document, declare, manifest_of
from boardwright.dsl.diagnostics import Bag, Diagnostic, Label, RulesetError, Severity
from boardwright.dsl.option_values import (
    NotInSetError,
    OptionValue,
    kind_of,
    number_of,
    text_of,
    values_of,
)
from boardwright.dsl.source import Span
from boardwright.dsl.suggest import suggest_help
from boardwright.files import whole
from boardwright.finding import Found, find
from boardwright.library import Library

if TYPE_CHECKING:
    from boardwright.dsl import ir
    from boardwright.dsl.declarations import Ruleset
    from boardwright.dsl.uses import Uses
    from boardwright.interpreter.program import Program
    from boardwright.interpreter.state import State
    from boardwright.interpreter.table import Table
    from boardwright.validators.subject import Subject

_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")

Path_ = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class OptionFacts:
    """What an option of a game may be: texts such as `strict` or `yes`, or numbers. Of a set (`is_set`) these are the ids
    that can be in it; its text has commas between them.
    """

    default: str
    values: Sequence[str] | range
    is_set: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """A game with its expansions, read and checked; not yet for a number of players.

    `bound` is the game as the interpreter takes it, `declared` what its files say, all in one, and `layers`
    what the game's and then each expansion's say by themselves; `warnings` is what is probably not meant,
    `found` where everything was read, and `library` what it was read with.
    """

    bound: ir.Game
    declared: Ruleset = field(repr=False)
    warnings: tuple[Diagnostic, ...]
    found: tuple[Found, ...]
    layers: tuple[Ruleset, ...] = field(repr=False)
    library: Library = field(repr=False)
    _smaller: dict[tuple[str, ...], Rules] = field(repr=False, default_factory=dict)

    @property
    def id(self) -> str:
        return self.bound.id

    @property
    def scenarios(self) -> tuple[Document, ...]:
        """The files that hold examples of play, those that can be read. No game needs them, so they are read here."""
        return tuple(
            each for found in self.found for each in self.library.scenarios(found.path, Bag())
        )

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
        return self.bound.languages

    @property
    def options(self) -> Mapping[str, OptionFacts]:
        """What can be chosen before a game."""
        return {
            option.id: OptionFacts(
                default=text_of(self.bound, option, option.default),
                values=values_of(self.bound, option),
                is_set=kind_of(self.bound, option) is not None,
            )
            for option in self.bound.options.values()
        }

    def name(self, language: str | None = None) -> str:
        """What the game is called, in a language if it has a name there."""
        from boardwright.interpreter.naming import Words

        return Words(self.bound, language).pick(self.bound.texts, self.id)

    def at_table(
        self,
        players: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        seats: Sequence[str] | None = None,
        language: str | None = None,
    ) -> Game:
        """The game linked for one table: by default for as many players as seats are named, or else for the
        fewest. Raises `RulesetError` for a table that the game is not for. An expansion that takes no part at
        this table, by its `in_play`, is not in the game at all.
        """
        bag = Bag()
        if players is None:
            players = len(seats) if seats else self.bound.players[0]
        _check_players(self.bound, players, bag)
        numbers = _option_numbers(self.bound, options or {}, bag)
        _check_seats(players, seats, bag)
        _check_language(self.bound, language, bag)
        bag.raise_if_failed()

        from boardwright.interpreter.conditions import out_of_play, table_findings
        from boardwright.interpreter.errors import RuleError, TableError
        from boardwright.interpreter.link import link
        from boardwright.interpreter.table import set_table

        try:
            left_out = out_of_play(self.bound, players, self._all_options(numbers))
            rules = self.without(left_out)
            if left_out:
                bound = self.bound
                texts = {id: text_of(bound, bound.options[id], n) for id, n in numbers.items()}
                known = {id: text for id, text in texts.items() if id in rules.bound.options}
                numbers = _option_numbers(rules.bound, known, bag)
                bag.raise_if_failed()
            for finding in table_findings(
                rules.bound, players, rules._all_options(numbers), language
            ):
                bag.add(finding)
            bag.raise_if_failed()
            program = link(set_table(rules.bound, players, numbers, tuple(seats or ())))
        except RuleError as fault:
            raise RulesetError([fault.diagnostic()]) from fault
        except TableError as fault:
            raise RulesetError([_error("E671", str(fault))]) from fault
        return Game(rules, program, language, bag.sorted(), left_out)

    def without(self, expansions: Iterable[str]) -> Rules:
        """The same without some of its expansions, as if they had never been named. Raises `RulesetError` if what is
        left does not hold together.
        """
        from boardwright.dsl.bind import bind
        from boardwright.dsl.compose import compose

        names = tuple(id for id in self.expansions if id in set(expansions))
        if not names:
            return self
        if names not in self._smaller:
            bag = Bag()
            base, *overlays = (each for each in self.layers if each.id not in names)
            composed = compose(base, overlays, bag)
            bound = None if composed is None else bind(composed, bag)
            if composed is None or bound is None:
                note = f"without {', '.join(f'`{id}`' for id in names)}, which can take no part"
                raise RulesetError(
                    replace(each, notes=(*each.notes, note)) for each in bag.sorted()
                )
            self._smaller[names] = Rules(
                bound, composed, bag.sorted(), self.found, (base, *overlays), self.library
            )
        return self._smaller[names]

    def left_out(self, players: int, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """The expansions that take no part at a table. Raises `RulesetError` for options that there are not."""
        from boardwright.interpreter.conditions import out_of_play

        bag = Bag()
        numbers = _option_numbers(self.bound, options, bag)
        bag.raise_if_failed()
        return out_of_play(self.bound, players, self._all_options(numbers))

    def _all_options(self, numbers: Mapping[str, int]) -> dict[str, int]:
        """With the defaults of those that are not given."""
        options = self.bound.options.values()
        return {option.id: numbers.get(option.id, option.default) for option in options}


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game linked for one table. It keeps no state: any number of games can be played from it.

    `warnings` are what the rules advise against at such a table, `left_out` the expansions that take no part.
    """

    rules: Rules
    program: Program = field(repr=False)
    language: str | None = None
    warnings: tuple[Diagnostic, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return self.rules.id

    @property
    def name(self) -> str:
        """What the game is called in the chosen language."""
        return self.rules.name(self.language)

    @property
    def table(self) -> Table:
        """Seats, options, spaces, places and pieces at this table."""
        return self.program.table

    @property
    def players(self) -> int:
        return self.table.players

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in their order around the table."""
        return self.table.seats

    @property
    def options(self) -> Mapping[str, str]:
        """What was chosen for each option, as it would be written."""
        game = self.rules.bound
        return {
            id: text_of(game, game.options[id], value) for id, value in self.table.options.items()
        }

    def new(self, seed: int = 0) -> State:
        """A new game, at its first decision. The same seed deals the same cards."""
        from boardwright.interpreter.state import new

        return new(self.program, seed, self.language)

    def load_state(self, text: str) -> State:
        """A game under way as `State.save` wrote it. Raises `ValueError`, with the reason, if it is damaged or not of these
        rules.
        """
        from boardwright.interpreter.saves import load

        return load(self.program, text, self.language)


def load(
    ruleset: Path_,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    *,
    expansions: Path_ | Iterable[Path_] = (),
    seats: Sequence[str] | None = None,
    language: str | None = None,
) -> Game:
    """The game of a shipped id or a path, with expansions, linked for one table.

    Raises `RulesetError`, which holds every diagnostic, if the rules are wrong or not for this table.
    """
    return read(ruleset, expansions).at_table(players, options, seats, language)


def read(ruleset: Path_, expansions: Path_ | Iterable[Path_] = ()) -> Rules:
    """The game of a shipped id or a path with expansions (one, or several), read and checked, not yet for a table.

    Raises `RulesetError` if anything is wrong with it.
    """
    bag = Bag()
    # A text is a sequence, too: of its letters, none of which is meant.
    several = (expansions,) if isinstance(expansions, (str, os.PathLike)) else tuple(expansions)
    rules = read_into(bag, ruleset, several)
    bag.raise_if_failed()
    assert rules is not None
    return rules


# ---- reading --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """What the files of a game and its expansions declare, one after the other; `base` is None if there is no game to be
    seen, and some are missing if not `complete`. `library` is what they were read with.
    """

    base: Ruleset | None
    overlays: tuple[Ruleset, ...]
    complete: bool
    found: tuple[Found, ...]
    library: Library


def read_into(
    bag: Bag,
    ruleset: Path_,
    expansions: Sequence[Path_] = (),
    library: Library | None = None,
) -> Rules | None:
    """What `read` does, with diagnostics collected; None when there is no game after them."""
    own, rules = Bag(), None
    try:
        layers = read_layers(own, ruleset, expansions, library or Library())
        rules = None if layers is None else put_together(layers, own)
    except RulesetError as full:  # as many findings as anybody reads: see `Bag`
        for diagnostic in full.diagnostics:
            own.add(diagnostic)
    bag.add_all(own)
    return rules


def read_layers(
    bag: Bag, ruleset: Path_, expansions: Sequence[Path_], library: Library
) -> Layers | None:
    """Reads the files of a game and its expansions; None if one of them is nowhere. The bag is empty at first."""
    names = (ruleset, *expansions)
    found = [each for name in names if (each := _found(name, library, bag)) is not None]
    if bag.failed:
        return None
    base_at, *overlays_at = found
    base = library.game(base_at.path, bag)
    overlays: list[Ruleset] = []
    complete = base is not None
    for each in _in_order(overlays_at, library):
        documents = library.documents(each.path, bag)
        known = () if base is None else (base, *overlays)
        overlay = declare(documents, bag, known)
        if overlay is None:
            complete = False
        else:
            overlays.append(overlay)
    return Layers(base, tuple(overlays), complete, tuple(found), library)


def put_together(layers: Layers, bag: Bag, uses: Uses | None = None) -> Rules | None:
    """Composes and binds what was read into this bag; None if that, or what was read, is wrong. `uses` is told what
    names mean, as far as it is known.
    """
    from boardwright.dsl.bind import bind
    from boardwright.dsl.compose import compose

    base, overlays = layers.base, layers.overlays
    if base is None or not layers.complete:
        return None
    composed = compose(base, overlays, bag)
    bound = None
    if composed is not None and not bag.failed:
        bound = bind(composed, bag, uses)
    elif composed is not None and uses is not None:
        # After mistakes in what is declared, names would be missing that are there: nothing of that is told.
        with suppress(RulesetError):
            bind(composed, Bag(), uses)
    if composed is None or bound is None:
        return None
    every = (base, *overlays)
    return Rules(bound, composed, bag.sorted(), layers.found, every, layers.library)


def subject_of(rules: Rules, library: Library) -> Subject:
    """What checks look at, of rules that were read with this library."""
    from boardwright.validators.subject import Subject

    documents: list[Document] = []
    origins: dict[str, str] = {}
    for found in rules.found:
        read = library.documents(found.path, Bag())
        manifest = manifest_of(read)
        documents += read
        if manifest is not None:
            origins |= {source.name: manifest.id for source, _ in library.files(found.path)}
    return Subject(
        game=rules.bound,
        declared=rules.declared,
        layers=rules.layers,
        documents=tuple(documents),
        scenarios=rules.scenarios,
        origins=origins,
    )


def _found(name: Path_, library: Library, bag: Bag) -> Found | None:
    if isinstance(name, Path) and whole(name) in library.unsaved and not name.exists():
        return Found(name, False)
    try:
        return find(name)
    except RulesetError as refused:
        for diagnostic in refused.diagnostics:
            bag.add(diagnostic)
        return None


def _in_order(found: Sequence[Found], library: Library) -> list[Found]:
    """Expansions after those that their manifests name under `after`, otherwise as they were given."""
    manifests = [manifest_of(library.documents(each.path, Bag())) for each in found]
    waiting = list(zip(found, manifests, strict=True))
    ordered: list[Found] = []
    while waiting:
        ids = {manifest.id for _, manifest in waiting if manifest is not None}
        ready = next(
            (pair for pair in waiting if pair[1] is None or not (set(pair[1].after) & ids)),
            waiting[0],  # in a circle: `compose` says so
        )
        waiting.remove(ready)
        ordered.append(ready[0])
    return ordered


# ---- the table ------------------------------------------------------------------------------------------


def _check_players(game: ir.Game, players: int, bag: Bag) -> None:
    lowest, highest = game.players
    if not lowest <= players <= highest:
        due = f"{lowest} to {highest}" if lowest < highest else str(lowest)
        bag.add(
            _error(
                "E671",
                f"`{game.id}` is for {due} player{'' if due == '1' else 's'}, not for {players}",
            )
        )


def _option_numbers(game: ir.Game, given: Mapping[str, OptionValue], bag: Bag) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for id, value in given.items():
        option = game.options.get(id)
        if option is None:
            bag.add(_unknown_option(game, id))
            continue
        try:
            number = number_of(game, option, value)
        except NotInSetError as fault:
            bag.add(
                _error(
                    "E673",
                    fault.message,
                    span=option.span,
                    label="declared here",
                    notes=(f"`{option.id}` is a set of pieces, with commas between them",),
                    help=fault.help,
                )
            )
            continue
        if number is None:
            bag.add(_bad_value(game, option, _written(value)))
        else:
            numbers[id] = number
    return numbers


def _unknown_option(game: ir.Game, id: str) -> Diagnostic:
    options = ", ".join(f"`{each}`" for each in game.options)
    holders = [each.id for each in game.options.values() if id in values_of(game, each)]
    help = suggest_help(id, game.options)
    if holders:
        help = (f"`{id}` is a value of `{holders[0]}`: write `{holders[0]}={id}`", *help)
    if not help:
        help = ("an expansion may have it: name that too",)
    note = f"its options are {options}" if options else "it has no options"
    return _error("E672", f"`{game.id}` has no option `{id}`", notes=(note,), help=help)


def _bad_value(game: ir.Game, option: ir.Option, text: str) -> Diagnostic:
    values = values_of(game, option)
    texts: Sequence[str] = ()
    if kind_of(game, option) is not None:
        due = "ids of pieces"
    elif isinstance(values, range):
        due = f"a number from {option.low} to {option.high}"
    else:
        texts = values
        *most, last = (f"`{each}`" for each in texts)
        due = f"{', '.join(most)} or {last}" if most else last
    return _error(
        "E673",
        f"`{text}` is no value of the option `{option.id}`",
        span=option.span,
        label="declared here",
        notes=(f"it takes {due}",),
        help=suggest_help(text, texts),
    )


def _written(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, str | int) else ",".join(value)


def _check_seats(players: int, seats: Sequence[str] | None, bag: Bag) -> None:
    from boardwright.dsl.diagnostics import shown

    if not seats:
        return
    if len(seats) != players:
        bag.add(
            _error("E674", f"{players} players need {players} names of seats, not {len(seats)}")
        )
    for seat in dict.fromkeys(seats):
        if not _NAME.fullmatch(seat):
            bag.add(
                _error(
                    "E674",
                    f"`{shown(seat[:64])}` is no name for a seat",
                    notes=("names are made of small letters, digits and `_`, a letter first",),
                )
            )
        elif seats.count(seat) > 1:
            bag.add(_error("E674", f"two seats are called `{seat}`"))


def check_language(game: ir.Game, language: str | None) -> None:
    """Raises `RulesetError` for a language in which the game has no texts."""
    bag = Bag()
    _check_language(game, language, bag)
    bag.raise_if_failed()


def check_options(game: ir.Game, options: Mapping[str, OptionValue]) -> None:
    """Raises `RulesetError` for options that the game does not have, or not with these values."""
    bag = Bag()
    _option_numbers(game, options, bag)
    bag.raise_if_failed()


def _check_language(game: ir.Game, language: str | None, bag: Bag) -> None:
    if language is not None and language not in game.languages:
        languages = ", ".join(f"`{each}`" for each in game.languages)
        bag.add(
            _error(
                "E675",
                f"`{game.id}` has no texts in the language `{language}`",
                notes=(f"it has {languages}",),
                help=suggest_help(language, game.languages),
            )
        )


def _error(
    code: str,
    message: str,
    *,
    span: Span | None = None,
    label: str = "",
    notes: tuple[str, ...] = (),
    help: tuple[str, ...] = (),
) -> Diagnostic:
    return Diagnostic(
        code=code,
        severity=Severity.ERROR,
        message=message,
        label=None if span is None else Label(span, label),
        notes=notes,
        help=help,
    )
