"""The requests of the view of runs: games are played, counted, kept and compared."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from boardwright.runs.disk import DiskError, write_whole
from boardwright.runs.folder import FolderError
from boardwright.studio.fields import LARGEST_NUMBER, Fields
from boardwright.studio.jobs import Process, TooLongError
from boardwright.studio.messages import WAITING, Message
from boardwright.studio.refused import RefusedError
from boardwright.studio.rulesets import place_of, rules_of
from boardwright.studio.runs.run_folder import KeptRun, Ordered, RunFolder, damaged
from boardwright.studio.settings import Settings

if TYPE_CHECKING:
    from boardwright.reports.figures import Report

_KINDS = ("simulate", "tournament")
_MOST_GAMES = 10**7
_MOST_AGENTS = 16
_FORBIDDEN = ("program", "policy")
_SECONDS_TO_COUNT = 600.0
_MEETING = re.compile(r"meeting (\d+) of (\d+): ")


class Runs:
    """Answers what is asked about runs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.folder = None if settings.runs is None else RunFolder(settings.runs)
        self.playing: dict[str, Process | None] = {}
        self.handlers: Mapping[str, Callable[[Fields], Iterator[Message]]] = {"run": self._run}
        self._what: Mapping[str, Callable[[RunFolder, Fields], Iterator[Message]]] = {
            "start": self._start,
            "stop": self._stop,
            "list": self._list,
            "report": self._report,
            "compare": self._compare,
            "remove": self._remove,
        }

    def _run(self, fields: Fields) -> Iterator[Message]:
        what = fields.text("what", 20)
        if what not in self._what:
            raise RefusedError("malformed", f"`what` must be one of {', '.join(self._what)}")
        if self.folder is None:
            raise RefusedError("unavailable", "no runs can be kept here")
        try:
            yield from self._what[what](self.folder, fields)
        except (FolderError, DiskError) as fault:
            help = (*fault.notes, *fault.help) if isinstance(fault, FolderError) else ()
            raise RefusedError("failed", f"{fault}", help) from fault

    # ---- which there are

    def _list(self, folder: RunFolder, fields: Fields) -> Iterator[Message]:
        yield {"runs": [self._data(run) for run in folder.all()]}

    def _data(self, run: KeptRun) -> Message:
        try:
            found = run.data()
            if run.id in self.playing or run.is_held:
                found["state"] = "running"
        except (FolderError, DiskError) as fault:
            return damaged(run, fault)
        return found

    def _remove(self, folder: RunFolder, fields: Fields) -> Iterator[Message]:
        run = folder.one(fields.text("run", 20))
        if self._data(run)["state"] == "running":
            raise RefusedError("refused", "this run is being played", ("stop it first",))
        folder.remove(run)
        yield {}

    # ---- playing

    def _start(self, folder: RunFolder, fields: Fields) -> Iterator[Message]:
        if fields.has("run"):
            run = folder.one(fields.text("run", 20))
            if self._data(run)["state"] == "running":
                raise RefusedError("refused", "this run is being played")
        else:
            run = folder.new(self._ordered(fields))
        order = run.ordered()
        done, of = run.counts()
        told: Message = {"tell": "progress", "id": fields.number("id"), "run": run.id}
        yield {**told, "done": done, "of": of, "rate": None, "left": None}
        play = self._played_apart if self.settings.processes else self._played_here
        for news in play(run, order):
            yield news if news is WAITING else {**told, **news}
        if run.data()["state"] == "done":
            of = run.counts()[1]
            yield {**told, "done": of, "of": of, "rate": None, "left": None}
            yield from self._counted(run, told["id"])
        yield {"run": self._data(run)}

    def _played_apart(self, run: KeptRun, order: Ordered) -> Iterator[Message]:
        """Lets the command that there is for it play a run."""
        process = Process(self._words(run, order))
        self.playing[run.id] = process
        try:
            progress = _Progress()
            sign = {"done": run.counts()[0]}  # while rules are read, nothing is told
            for waiting in process.waited(sign=sign):
                yield progress.read(process.new_remarks()) or waiting
            progress.read(process.new_remarks())
            # Ended by `stop`, it was interrupted in order.
            if process.running.returncode not in (0, 1, -15, 143):
                raise RefusedError("failed", progress.last_words(), progress.help())
        finally:
            del self.playing[run.id]
            process.end()

    def _played_here(self, run: KeptRun, order: Ordered) -> Iterator[Message]:
        from boardwright.studio.runs.run_here import played_here

        folder = self.settings.folder
        self.playing[run.id] = None
        try:
            yield from played_here(
                run,
                order,
                str(place_of(order.ruleset, folder)),
                [str(place_of(each, folder)) for each in order.expansions],
            )
        finally:
            del self.playing[run.id]

    def _ordered(self, fields: Fields) -> Ordered:
        """What a page orders, checked: it must be possible to begin."""
        from boardwright.interpreter.agents.agent import AgentError
        from boardwright.interpreter.agents.installed import find_agent

        kind = fields.text("kind", 20)
        if kind not in _KINDS:
            raise RefusedError("malformed", f"`kind` must be one of {', '.join(_KINDS)}")
        agents = fields.texts("agents", _MOST_AGENTS)
        for name in agents:
            # A comma would make two names of one for the command that plays.
            if name.startswith(_FORBIDDEN) or "," in name:
                raise RefusedError("refused", "the studio runs no programs, and reads no policies")
            try:
                find_agent(name)
            except AgentError as fault:
                raise RefusedError("not_found", f"{fault}", fault.help) from fault
        if kind == "tournament" and len({*agents}) < max(2, len(agents)):
            raise RefusedError("refused", "a tournament is between at least two different agents")
        ruleset, expansions = fields.text("ruleset", 200), fields.texts("with", 100)
        options = fields.options("options")
        players = fields.number_or_none("players", 1, 100)
        # Rules that cannot be played are refused with their findings, before anything is begun.
        rules = rules_of(ruleset, expansions, self.settings.folder)
        rules.at_table(players, options)
        return Ordered(
            kind=kind,
            ruleset=ruleset,
            expansions=expansions,
            players=players,
            options={name: f"{value}" for name, value in options.items()},
            agents=agents or ("random",),
            games=fields.number("games", 1, _MOST_GAMES),
            seed=fields.number_or_none("seed", 0, LARGEST_NUMBER) or 0,
            course=kind == "simulate" and fields.is_set("course"),
        )

    def _words(self, run: KeptRun, order: Ordered) -> Sequence[str]:
        """The command that plays it, or the rest of it."""
        folder = self.settings.folder
        words = ["boardwright", order.kind, str(place_of(order.ruleset, folder))]
        for each in order.expansions:
            words += ["--with", str(place_of(each, folder))]
        for name, value in order.options.items():
            words += ["--option", f"{name}={value}"]
        if order.players is not None:
            words += ["--players", f"{order.players}"]
        words += ["--agents", ",".join(order.agents), "--games", f"{order.games}"]
        words += ["--seed", f"{order.seed}", "--out", str(run.games.resolve())]
        words += ["--progress", "json", "--color", "never"]
        words += ["--course"] if order.course else []
        words += ["--resume"] if run.games.exists() else []
        return words

    def _stop(self, folder: RunFolder, fields: Fields) -> Iterator[Message]:
        run = folder.one(fields.text("run", 20))
        process = self.playing.get(run.id)
        if process is None:
            raise RefusedError("not_found", "this page does not play that run")
        process.running.terminate()
        yield {}

    # ---- what they came to

    def _report(self, folder: RunFolder, fields: Fields) -> Iterator[Message]:
        run = folder.one(fields.text("run", 20))
        yield from self._counted(run, fields.number("id"))
        # Where a server shows the page of the report.
        has_page = self.settings.processes and run.page.exists()
        page = f"/report/{run.id}/{run.page.name}" if has_page else None
        yield {"report": run.told() or {}, "page": page}

    def _counted(self, run: KeptRun, id: int) -> Iterator[Message]:
        """Writes the report, if there is none of all games."""
        if run.told() is not None:
            return
        from boardwright.reports.data import render

        order = run.ordered()
        if order.kind == "tournament":
            self._take_standings(run)
            return
        if not self.settings.processes:
            write_whole(run.report, [render(_read(run)).encode()])
            return
        for file in (run.report, run.page):
            process = Process(["boardwright", "report", str(run.games), "--out", str(file)])
            try:
                sign = {"tell": "progress", "id": id, "run": run.id, "done": run.counts()[0]}
                yield from process.waited(_SECONDS_TO_COUNT, sign)
                if process.running.returncode not in (0, 1):
                    raise RefusedError("failed", _message(process.remarks.splitlines()))
            except TooLongError as late:
                raise RefusedError("failed", "counting took too long") from late
            finally:
                process.end()

    def _take_standings(self, run: KeptRun) -> None:
        """A tournament writes its own report when all is played."""
        standings, page = run.games / "standings.json", run.games / "standings.html"
        if not standings.exists():
            raise RefusedError("not_found", "this tournament is not finished", ("resume it",))
        run.report.write_bytes(standings.read_bytes())
        run.page.write_bytes(page.read_bytes())

    def _compare(self, folder: RunFolder, fields: Fields) -> Iterator[Message]:
        from boardwright.reports.comparison import OtherGameError, compare
        from boardwright.reports.data import render_comparison

        runs = [folder.one(fields.text(name, 20)) for name in ("first", "second")]
        if any(run.ordered().kind == "tournament" for run in runs):
            raise RefusedError("refused", "a tournament cannot be compared")
        first, second = (_read(run) for run in runs)
        try:
            compared = compare(first, second)
        except OtherGameError as fault:
            raise RefusedError("refused", f"{fault}") from fault
        yield {"comparison": json.loads(render_comparison(compared))}

    def last_report(
        self, game: str, expansions: Sequence[str]
    ) -> tuple[Message | None, Message | None]:
        """The last run of this game with these expansions of which there is a report, and that report."""
        for run in () if self.folder is None else self.folder.all():
            try:
                report = run.told()
                if report is None or "plan" not in report:
                    continue
                plan = report["plan"]
                if plan["game"] == game and tuple(plan["expansions"]) == tuple(expansions):
                    about = {"games": report["games"]["counted"], "players": plan["players"]}
                    return {"id": run.id, **about}, report
            except (FolderError, DiskError):
                continue
        return None, None


def _read(run: KeptRun) -> Report:
    from boardwright.reports.figures import report
    from boardwright.reports.games_of_a_run import read

    return report(read(run.games))


class _Progress:
    """Reads what `--progress json` writes to stderr, among other words."""

    def __init__(self) -> None:
        self.meeting = self.meetings = 1
        self._rest = b""
        self._words: list[str] = []

    def read(self, text: bytes) -> Message | None:
        """The newest progress in further text."""
        *lines, self._rest = (self._rest + text).split(b"\n")
        news = None
        for line in lines:
            words = line.decode("utf-8", "replace").strip()
            try:
                found = json.loads(words)["progress"]
            except (ValueError, KeyError, TypeError):
                self._words += [words] if words else []
                if found := _MEETING.match(words):
                    self.meeting, self.meetings = int(found[1]), int(found[2])
            else:
                news = self._news(found)
        return news

    def _news(self, found: Mapping[str, Any]) -> Message:
        """Of all meetings together."""
        before = (self.meeting - 1) * found["games"]
        of = self.meetings * found["games"]
        done, rate = before + found["done"], found["rate"]
        left = (of - done) / rate if rate else None
        return {"done": done, "of": of, "rate": rate, "left": left}

    def last_words(self) -> str:
        return _message(self._words)

    def help(self) -> Sequence[str]:
        marks = ("help: ", "= help: ")
        return [
            each.removeprefix(mark)
            for each in self._words
            for mark in marks
            if each.startswith(mark)
        ]


def _message(words: Sequence[str]) -> str:
    """The error among what a command wrote."""
    found = (each.partition(": ")[2] for each in words if each.startswith(("error", "E")))
    return next(found, "") or next(iter(reversed(words)), "") or "the games could not be played"
