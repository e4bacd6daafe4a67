"""Checks a repository of rules: what the action of Boardwright (`action.yml`) does, on any machine.

    python tools/check_repository.py --paths winter --coverage 80
    python tools/check_repository.py --base main --balance "card:*:wins>0.3pp" --players 4

Each ruleset is validated, its format is looked at, its scenarios are run, and the clauses that ran are counted. With
`--balance`, each ruleset that has changed is played as it was and as it is, and the two are compared. After an error in the
rules of a ruleset, or a scenario that fails, nothing else is done with it.

Exit codes are those of boardwright: 0 nothing wrong, 1 findings, 2 something could not be done.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from boardwright.files.locate_ruleset import shipped
from boardwright.files.manifests import game_and_expansions, manifest_at, rulesets_in

_PASSED, _FAILED, _NOT_DONE = 0, 1, 2
_MARKS = {_PASSED: "yes", _FAILED: "**no**", _NOT_DONE: "**not done**"}
CHECKS = ("valid", "format", "scenarios", "coverage", "balance")


@dataclass(frozen=True, slots=True)
class Balance:
    """How rules before and after a change are compared."""

    conditions: tuple[str, ...]
    base: str
    games: int
    players: int | None
    agents: str


@dataclass(slots=True)
class Checker:
    """Checks rulesets one after the other, and remembers how each check ended, by ruleset and check."""

    expansions: tuple[str, ...]
    profile: str
    play: int
    format: bool
    coverage: int
    annotations: bool
    results: dict[str, dict[str, int]] = field(default_factory=dict)

    def check(self, ruleset: Path) -> None:
        """Does everything but the comparison."""
        name = ruleset.as_posix()
        done = self.results[name] = {}
        form = ("--format", "github" if self.annotations else "full")
        added = [word for each in self.expansions for word in ("--with", each)]
        with self._group(f"validate {name}"):
            play = ("--play", str(self.play)) if self.play else ()
            done["valid"] = self._run(
                "validate", name, *added, *form, "--profile", self.profile, *play
            )
        if self.format:
            with self._group(f"format {name}"):
                done["format"] = self._formatted(name)
        if done["valid"] != _PASSED:
            return
        with self._group(f"test {name}"):
            done["scenarios"] = self._run("test", name, *added, *form)
        if done["scenarios"] != _PASSED:
            return  # what would have run after a failure is unknown
        with self._group(f"coverage {name}"):
            done["coverage"] = self._covered(name, added)

    def compare(self, ruleset: Path, balance: Balance, before: Path) -> None:
        """Compares a ruleset with the one in a checkout of the base, if it is there and has changed."""
        name = ruleset.as_posix()
        done = self.results[name]
        if any(done.values()):
            return
        with self._group(f"balance {name}"):
            if manifest_at(before / ruleset) is None:
                say(f"{name} is new: there is nothing to compare it with")
            elif _git("diff", "--quiet", balance.base, "--", name).returncode == 0:
                say(f"{name} has not changed")
            else:
                done["balance"] = self._balanced(ruleset, balance, before)

    def code(self) -> int:
        """The exit code of everything."""
        return max((code for done in self.results.values() for code in done.values()), default=0)

    def summary(self) -> str:
        """All results as a table in Markdown."""
        lines = [f"| ruleset | {' | '.join(CHECKS)} |", "| --- |" + " --- |" * len(CHECKS)]
        for name, done in self.results.items():
            cells = (_MARKS[done[each]] if each in done else "" for each in CHECKS)
            lines.append(f"| {name} | {' | '.join(cells)} |")
        return "".join(f"{line}\n" for line in lines)

    def _formatted(self, name: str) -> int:
        done = _boardwright("fmt", "--check", name, capture=True)
        for line in done.stdout.splitlines():
            say(line)
            file = line.removeprefix("would format ")
            self._annotate("format", f"`boardwright fmt {file}` formats this file", file)
        sys.stderr.write(done.stderr)
        return done.returncode

    def _covered(self, name: str, added: list[str]) -> int:
        code = self._run("coverage", name, *added, "--fail-under", str(self.coverage))
        if code == _FAILED:
            self._annotate(
                "coverage", f"{name}: fewer than {self.coverage}% of the clauses ran in scenarios"
            )
        return code

    def _balanced(self, ruleset: Path, balance: Balance, before: Path) -> int:
        with TemporaryDirectory() as folder:
            runs = [f"{folder}/before", f"{folder}/after"]
            players = () if balance.players is None else ("--players", str(balance.players))
            for run, root, seed in zip(runs, (before, Path()), ("1", "2"), strict=True):
                played = (*_played(root / ruleset), *players, "--agents", balance.agents)
                games = ("--games", str(balance.games), "--seed", seed, "--out", run, "--quiet")
                code = self._run("simulate", *played, *games)
                if code != _PASSED:
                    return code
            conditions = [word for each in balance.conditions for word in ("--fail-on", each)]
            done = _boardwright("report", *runs, *conditions, capture=True)
        say(done.stdout)
        sys.stderr.write(done.stderr)
        for line in done.stderr.splitlines():
            if line.startswith("error: "):
                self._annotate("balance", f"{ruleset.as_posix()}: {line.removeprefix('error: ')}")
        return done.returncode

    def _run(self, *words: str) -> int:
        return _boardwright(*words).returncode

    @contextmanager
    def _group(self, title: str) -> Iterator[None]:
        """A part of the log, which GitHub folds."""
        say(f"::group::{title}" if self.annotations else f"== {title}")
        yield
        if self.annotations:
            say("::endgroup::")

    def _annotate(self, title: str, text: str, file: str = "") -> None:
        if self.annotations:
            place = f"file={_escaped(file)}," if file else ""
            say(f"::error {place}title={title}::{_escaped(text)}")


def say(text: str) -> None:
    """Prints a text, before what the next process prints."""
    sys.stdout.write(f"{text.rstrip()}\n")
    sys.stdout.flush()


def _escaped(text: str) -> str:
    for plain, written in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        text = text.replace(plain, written)
    return text


def _boardwright(*words: str, capture: bool = False) -> subprocess.CompletedProcess[str]:
    """Runs a command of the boardwright that is installed beside this Python."""
    command = [sys.executable, "-m", "boardwright", *words]
    return subprocess.run(command, capture_output=capture, text=True, encoding="utf-8", check=False)


def _played(ruleset: Path) -> list[str]:
    """The words of `simulate` for a ruleset: a game, or the game of an expansion with it on top."""
    game, expansions = game_and_expansions(ruleset, [])
    ids = {path: id for id, path in shipped().items()}
    return [
        ids.get(game, os.path.join(".", game)),  # noqa: PTH118 - `./` says that it is a path
        *(word for each in expansions for word in ("--with", os.path.join(".", each))),  # noqa: PTH118
    ]


def _git(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["git", *words], capture_output=True, text=True, encoding="utf-8", check=False
    )


@contextmanager
def checkout(ref: str) -> Iterator[Path | None]:
    """A folder with the files of a commit; None if there is no such commit."""
    if _git("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}").returncode != 0:
        _git("fetch", "--quiet", "--depth=1", "origin", ref)
    with TemporaryDirectory() as folder:
        there = Path(folder) / "base"
        if _git("worktree", "add", "--quiet", "--detach", str(there), ref).returncode != 0:
            yield None
            return
        try:
            yield there
        finally:
            _git("worktree", "remove", "--force", str(there))


def _asked(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Check a repository of rules.")
    add = parser.add_argument
    add("--paths", default=".", help="rulesets, or folders that hold several; with blanks between")
    add("--with", dest="expansions", default="", help="expansions in play, with blanks between")
    add("--profile", default="basic", help="how much `validate` checks")
    add("--play", type=int, default=0, help="how many random games `validate` plays")
    add("--format", choices=("true", "false"), default="true", help="look at the format of files")
    add("--coverage", type=int, default=0, help="percentage of clauses that scenarios must run")
    add("--balance", default="", help="conditions of `report --fail-on`, one on a line")
    add("--base", default="", help="the commit to compare with")
    add("--games", type=int, default=400_000, help="games to play before and after")
    add("--players", type=int, help="number of players in these games")
    add("--agents", default="random", help="who plays these games")
    add("--annotations", choices=("true", "false"), default="false", help="write annotations")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> int:
    asked = _asked(words)
    checker = Checker(
        expansions=tuple(asked.expansions.split()),
        profile=asked.profile,
        play=asked.play,
        format=asked.format == "true",
        coverage=asked.coverage,
        annotations=asked.annotations == "true",
    )
    rulesets = [each for path in asked.paths.split() for each in rulesets_in(Path(path))]
    for ruleset in rulesets:
        checker.check(ruleset)
    conditions = tuple(line.strip() for line in asked.balance.splitlines() if line.strip())
    code = _PASSED
    if conditions and not asked.base.strip("0"):
        say("balance: there is no commit to compare with")
    elif conditions:
        balance = Balance(conditions, asked.base, asked.games, asked.players, asked.agents)
        with checkout(balance.base) as before:
            if before is None:
                sys.stderr.write(f"error: there is no commit `{balance.base}`\n")
                code = _NOT_DONE
            else:
                for ruleset in rulesets:
                    checker.compare(ruleset, balance, before)
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        with Path(summary).open("a", encoding="utf-8") as file:
            file.write(checker.summary())
    say(checker.summary())
    return max(code, checker.code())


if __name__ == "__main__":
    sys.exit(main())
