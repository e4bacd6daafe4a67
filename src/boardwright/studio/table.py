"""The requests of a table: games are opened, played, taken back and tried in another way."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from boardwright.interpreter.agents.agent import AgentError
from boardwright.interpreter.play.decision import IllegalChoice
from boardwright.interpreter.table.errors import RuleError
from boardwright.studio.fields import LARGEST_NUMBER, Fields
from boardwright.studio.files import take_files
from boardwright.studio.games import SEES_ALL, Games, OpenGame
from boardwright.studio.kept_layout import keep_layout, spots_in
from boardwright.studio.line import Line
from boardwright.studio.page_paths import page_path, with_page_paths
from boardwright.studio.questions import why
from boardwright.studio.refused import Reason, RefusedError, because, findings_of
from boardwright.studio.retry import Tried
from boardwright.studio.rulesets import rules_of
from boardwright.studio.settings import Settings
from boardwright.studio.sharing import (
    LONGEST_RECORD,
    checked_files,
    choices_of,
    read_saved,
    saved,
    shared,
)
from boardwright.studio.spans import changes_between

if TYPE_CHECKING:
    from boardwright.interpreter.agents.agent import Agent
    from boardwright.loading.game import Game
    from boardwright.loading.rules import Rules

Message = dict[str, Any]
_FORBIDDEN = ("program", "policy")
"""Agents that are commands or files: nothing that a page says is run or read."""
_MOST_LATELY = 4
_MOST_VALUES = 200
"""Values of an option that are listed; numbers may have more."""


MOST_IN_SPAN = 65
"""Positions of a span: one, and 64 steps from it."""

_NEWS_EVERY = 256
"""While a game is opened, the page hears how far it is after this many choices."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The game that is to be opened."""

    ruleset: str
    expansions: tuple[str, ...]
    players: int | None
    options: Mapping[str, str | int]
    seed: int
    choices: tuple[str, ...] = ()
    record: str | None = None
    seats: tuple[str, ...] | None = None
    agents: Mapping[str, str | None] = field(default_factory=dict)


class Tables:
    """Answers what is asked about games."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.games = Games()
        self._lately: OrderedDict[object, Game] = OrderedDict()
        self.handlers: Mapping[str, Callable[[Fields], Iterator[Message]]] = {
            "open": self._open,
            "setup": self._setup,
            "position": self._position,
            "choose": self._choose,
            "play": self._play,
            "undo": self._undo,
            "branch": self._branch,
            "seats": self._seats,
            "span": self._span,
            "why": self._why,
            "save": self._save,
            "share": self._share,
            "retry": self._retry,
            "layout": self._layout,
        }

    # ---- a game begins

    def _setup(self, fields: Fields) -> Iterator[Message]:
        """What a game can be played with."""
        from boardwright.interpreter.play.naming import Words

        rules = rules_of(fields.text("ruleset"), fields.texts("with"), self.settings.folder)
        words = Words(rules.bound, fields.text_or_none("language", 20))
        options = [
            {
                "id": id,
                "name": words.named(id),
                "default": facts.default,
                "set": facts.is_set,
                "values": [
                    {"id": str(each), "name": words.named(str(each))}
                    for each in facts.values[:_MOST_VALUES]
                ],
            }
            for id, facts in rules.options.items()
        ]
        players = [rules.players[0], rules.players[-1]]
        seats = list(rules.bound.seat_names)
        languages = list(rules.languages)
        yield {"players": players, "options": options, "seats": seats, "languages": languages}

    def _open(self, fields: Fields) -> Iterator[Message]:
        wanted = self._from_record(fields) if fields.has("save") else self._from_fields(fields)
        language = fields.text_or_none("language", 20)
        rules = rules_of(wanted.ruleset, wanted.expansions, self.settings.folder)
        if language not in rules.languages:
            language = None
        game = self._at_table(rules, wanted.players, wanted.options, language, wanted.seats)
        with refusing("the game cannot begin"):
            line = Line(game, wanted.seed)
        found = OpenGame(wanted.ruleset, wanted.expansions, wanted.options, line, {}, language)
        self._seat(found, {**wanted.agents, **fields.agents("seats")})
        choices = wanted.choices if wanted.record is None else choices_of(wanted.record, game)
        for number, choice in enumerate(choices):
            what = f"choice {number + 1} cannot be made again"
            with refusing(what, "game/choice-lost", at=number + 1):
                line.choose(choice)
            if number % _NEWS_EVERY == _NEWS_EVERY - 1:
                yield progress(fields, number + 1, len(choices))
        found.picture = self._picture_of(game)
        viewer = self._viewer(fields)
        found.seat(viewer)
        self.games.add(found)
        yield self._opened(found, viewer)

    def _from_fields(self, fields: Fields) -> Wanted:
        """The table that the fields name; files that come with it are taken first."""
        seed = fields.number_or_none("seed", 0, LARGEST_NUMBER)
        wanted = Wanted(
            fields.text("ruleset", 200),
            fields.texts("with", 100),
            fields.number_or_none("players"),
            fields.options("options"),
            self.settings.new_seed() if seed is None else seed,
            fields.texts("choices"),
        )
        files = checked_files(fields.by_text("files"))
        if files:
            if not self.settings.takes_files or self.settings.folder is None:
                help = ("open the link in the playground, or ask for the folder of rules",)
                more = because("game/own-rules")
                raise RefusedError("refused", "this game brings rules of its own", help, more)
            take_files(self.settings.folder, files)
        return wanted

    def _from_record(self, fields: Fields) -> Wanted:
        """The table of a record."""
        text = fields.text("save", LONGEST_RECORD)
        found = read_saved(text)
        return Wanted(
            found.game,
            found.expansions,
            len(found.seats),
            found.options,
            found.seed,
            record=text,
            seats=found.seats,
            agents=found.agents,
        )

    def _at_table(
        self,
        rules: Rules,
        players: int | None,
        options: Mapping[str, str | int],
        language: str | None,
        seats: tuple[str, ...] | None = None,
    ) -> Game:
        """The game at a table; the same one if it was asked for lately and no file has changed."""
        key = rules.mark, players, tuple(sorted(options.items())), language, seats
        found = self._lately.pop(key, None) if rules.mark is not None else None
        if found is None:
            found = rules.at_table(players, options, language=language)
            if seats is not None and seats != found.seats:
                found = rules.at_table(players, options, seats, language)
        self._lately[key] = found
        while len(self._lately) > _MOST_LATELY:
            self._lately.popitem(last=False)
        return found

    def _picture_of(self, game: Game) -> Message:
        """What the table looks like; files are named as the page names them."""
        from boardwright.boards.picture import picture_of

        picture = picture_of(game)
        things = [
            *picture["spaces"],
            *(each for of in picture["pieces"].values() for each in of.values()),
        ]
        for thing in things:
            if "path" in thing:
                thing["path"] = page_path(thing["path"], self.settings.folder)
        return picture

    def _opened(self, game: OpenGame, viewer: str) -> Message:
        return {
            "game": game.id,
            "picture": game.picture,
            "position": game.position(game.of, viewer),
            "table": game.table(),
        }

    def _branch(self, fields: Fields) -> Iterator[Message]:
        game, at = self._game_at(fields)
        viewer = self._viewer(fields)
        game.seat(viewer)
        line = game.line.branch(at)
        made = OpenGame(
            game.ruleset,
            game.expansions,
            game.options,
            line,
            dict(game.agents),
            game.language,
            game.picture,
        )
        self.games.add(made)
        yield self._opened(made, viewer)

    def _seats(self, fields: Fields) -> Iterator[Message]:
        game = self._game(fields)
        fields.require("seats")
        self._seat(game, fields.agents("seats"))
        yield {"table": game.table()}

    def _seat(self, game: OpenGame, agents: Mapping[str, str | None]) -> None:
        """Seats agents; the other seats stay as they are."""
        for seat, name in agents.items():
            if seat not in game.game.seats:
                game.seat(seat)
                raise RefusedError("not_found", f"nobody sits at `{seat}`")
            if name is not None:
                _agent(name, 0, 0)
        game.agents.update(agents)

    # ---- it goes on

    def _position(self, fields: Fields) -> Iterator[Message]:
        game, at = self._game_at(fields)
        yield {"position": game.position(at, self._viewer(fields))}

    def _choose(self, fields: Fields) -> Iterator[Message]:
        game, at = self._game_at(fields)
        seat, option = self._viewer(fields), fields.text("option")
        game.seat(seat)
        yield self._chosen(game, at, option, seat)

    def _play(self, fields: Fields) -> Iterator[Message]:
        from boardwright.interpreter.agents.agent import hearing
        from boardwright.interpreter.agents.playing import choice_of

        game, at = self._game_at(fields)
        seat = self._viewer(fields)
        game.seat(seat)
        state = game.line.state_at(at)
        decision = state.decision
        if decision is None:
            raise _over()
        name = game.agents.get(game.game.seats[decision.player])
        if name is None:
            more = because("choice/no-agent")
            raise RefusedError("illegal", "no agent sits where somebody is asked", (), more)
        with refusing("the agent cannot choose"):
            # Made anew for each decision, so that it chooses the same after going back.
            agent = _agent(name, game.line.seed + at, decision.player)
            if (hear := hearing(agent)) is not None:
                for told in game.line.heard(at, decision.player):
                    hear(told.events)
            option = decision.ids[choice_of(agent, decision, state)]
        yield self._chosen(game, at, option, seat)

    def _chosen(self, game: OpenGame, at: int, option: str, seat: str) -> Message:
        decision = game.line.state_at(at).decision
        if decision is None:
            raise _over()
        if option not in decision.ids and seat not in (SEES_ALL, game.game.seats[decision.player]):
            # What is offered is for whoever is asked.
            message, more = (
                "this cannot be chosen: it is not offered",
                because("choice/not-offered"),
            )
            raise RefusedError("illegal", message, (), more)
        with refusing("this cannot be chosen"):
            game.choose(at, option)
        return {"position": game.position(game.of, seat)}

    def _undo(self, fields: Fields) -> Iterator[Message]:
        game, at = self._game_at(fields)
        if at == 0:
            raise RefusedError("illegal", "nothing was chosen yet")
        yield {"position": game.position(at - 1, self._viewer(fields))}

    # ---- what is asked about it

    def _span(self, fields: Fields) -> Iterator[Message]:
        game = self._game(fields)
        first, last = fields.number("from"), fields.number("to")
        if not first <= last or first > game.of:
            raise RefusedError("stale", f"the game has no positions {first} to {last}")
        if last - first >= MOST_IN_SPAN:
            raise RefusedError("too_large", f"a span has at most {MOST_IN_SPAN} positions")
        positions = game.positions(first, min(last, game.of), self._viewer(fields))
        yield {"positions": list(changes_between(positions))}

    def _why(self, fields: Fields) -> Iterator[Message]:
        game, at = self._game_at(fields)
        with refusing("this cannot be worked out"):
            found = why(game, at, game.seat(self._viewer(fields)), fields)
        yield {**found, "why": with_page_paths(found["why"], self.settings.folder)}

    def _save(self, fields: Fields) -> Iterator[Message]:
        yield saved(*self._game_at(fields))

    def _share(self, fields: Fields) -> Iterator[Message]:
        game = self._game(fields)
        yield {"share": shared(game, self.settings.folder, self.settings.originals)}

    def _retry(self, fields: Fields) -> Iterator[Message]:
        """Reads the rules again, and plays the same choices with them. If that cannot be, the game stays as it is."""
        game, viewer = self._game(fields), self._viewer(fields)
        game.seat(viewer)
        tried = self._tried(game)
        found: Message = {"same": tried.at is None, "at": tried.at}
        stop = tried.stop
        if stop is not None and viewer in (SEES_ALL, stop.by):
            found |= {"was": stop.was, "offered": list(stop.offered)}
        yield {**found, "picture": game.picture, "position": game.position(game.of, viewer)}

    def _tried(self, game: OpenGame) -> Tried:
        """Plays a game again by the rules that are in the files now."""
        rules = rules_of(game.ruleset, game.expansions, self.settings.folder)
        language = game.language if game.language in rules.languages else None
        table = game.game.players, game.options, language, game.game.seats
        again = self._at_table(rules, *table)
        with refusing("the game cannot be played again"):
            tried = game.retry(again)
        game.picture = self._picture_of(again)
        return tried

    def _layout(self, fields: Fields) -> Iterator[Message]:
        """Writes into the rules where spaces are."""
        game, moved = self._game(fields), spots_in(fields)
        self._tried(game)  # files may have changed since: all that follows is about them
        files = keep_layout(game.game, game.picture, moved, self.settings.folder)
        self._tried(game)
        yield {"files": files, "picture": game.picture}

    # ---- fields

    def _game(self, fields: Fields) -> OpenGame:
        return self.games.find(fields.text("game", 100))

    def _game_at(self, fields: Fields) -> tuple[OpenGame, int]:
        """The game, and the decision that the page is at: the last one if it says none."""
        game, at = self._game(fields), fields.number_or_none("at")
        if at is not None and at > game.of:
            message = f"the game has {game.of} decisions, not {at}"
            raise RefusedError("stale", message, ("ask for the position without `at`",))
        return game, game.of if at is None else at

    def _viewer(self, fields: Fields) -> str:
        """Whose view comes back."""
        return fields.text_or_none("seat", 200) or SEES_ALL


def progress(fields: Fields, done: int, of: int) -> Message:
    """News of how far a request is."""
    return {"tell": "progress", "id": fields.message["id"], "done": done, "of": of}


def _over() -> RefusedError:
    return RefusedError("illegal", "the game is over", (), because("choice/game-over"))


@contextmanager
def refusing(what: str, reason: Reason | None = None, **values: int) -> Iterator[None]:
    """Turns what may go wrong in play into an error answer that begins with these words, for this reason or its own."""
    why = {} if reason is None else because(reason, **values)
    try:
        yield
    except IllegalChoice as fault:
        more = {"reason": fault.refusal.reason, **why}
        raise RefusedError("illegal", f"{what}: {fault}", (), more) from fault
    except AgentError as fault:
        more = {**because("agent/failed"), **why}
        raise RefusedError("failed", f"{what}: {fault}", fault.help, more) from fault
    except RuleError as fault:
        more = {"findings": findings_of([fault.diagnostic()]), **why}
        raise RefusedError("rules", f"{what}: {fault}", (), more) from fault


def _agent(name: str, seed: int, seat: int) -> Agent:
    from boardwright.interpreter.agents.installed import find_agent

    if name.startswith(_FORBIDDEN):
        raise RefusedError("refused", "the studio runs no programs, and reads no policies")
    try:
        return find_agent(name)(seed, seat)
    except AgentError as fault:
        raise RefusedError("not_found", f"{fault}", fault.help) from fault
