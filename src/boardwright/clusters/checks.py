"""Checks by play on the workers of a cluster: they find what one process finds."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardwright.clusters.address import ClusterError
from boardwright.clusters.check_errands import CheckTask, errand_of_check, packed_as_read
from boardwright.clusters.messages import ReplyError
from boardwright.clusters.sending import Workers
from boardwright.runs.chunk import Failed, Stop
from boardwright.validators.play.games import Games, Played, Tell
from boardwright.validators.play.played_text import NotPlayedError, read_played
from boardwright.validators.play.portions import Portion, Portions

if TYPE_CHECKING:
    from boardwright.dsl.source.places import Source
    from boardwright.loading.rules import Rules


@dataclass(frozen=True, slots=True)
class PlayedPortion:
    """The results of a portion."""

    chunk: int
    played: Played


@dataclass(frozen=True, slots=True)
class PortionWork:
    """Portions of a check by these games. `sources` are the rule files by their names."""

    games: Games
    seed: int
    sources: Mapping[str, Source]

    def errand(self, task: Portion) -> bytes:
        """The errand to play a portion."""
        return errand_of_check(CheckTask(len(self.games), self.seed, task))

    def accepted(self, task: Portion, reply: bytes) -> PlayedPortion:
        """The results in a reply."""
        try:
            return PlayedPortion(task.chunk, read_played(reply, self.games, task, self.sources))
        except NotPlayedError as fault:
            raise ReplyError(f"{fault}") from fault


@dataclass(frozen=True, slots=True)
class ClusterChecks:
    """The workers of a cluster, as players of the games of checks."""

    workers: Workers

    def play(self, rules: Rules, games: Games, seed: int, tell: Tell) -> Played:
        """Plays the games of a check by these rules. `ClusterError` if some of them cannot be played there."""
        if not len(games):
            return Played()
        portions = Portions(len(games))
        sources = {source.name: source for each in rules.found for source in rules.sources(each)}
        work = PortionWork(games, seed, sources)
        done = 0
        with closing(self.workers.send(packed_as_read(rules), portions, work)) as results:
            for result in results:
                match result:
                    case PlayedPortion(chunk, played):
                        done = min(done + played.games, len(games))
                        tell(done, len(games))
                        portions.come(chunk, played)
                    case Failed(chunk, why):
                        raise _not_played(rules, portions.numbers(chunk), why)
                    case Stop(why):
                        raise ClusterError(why)
                    case None:
                        pass
                if portions.done:
                    break
        return portions.played


def _not_played(rules: Rules, numbers: range, why: str) -> ClusterError:
    which = f"games {numbers.start + 1:,} to {numbers.stop:,} of `{rules.id}`"
    return ClusterError(
        f"the workers cannot play {which}: {why}",
        ("leave out `--cluster` to play them here",),
    )
