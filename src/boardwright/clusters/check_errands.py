"""What a worker is sent for a check by play: the rules as they were read, and for each portion an errand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from boardwright.clusters.messages import errand_for
from boardwright.clusters.rule_files import compressed, path_in, rulesets_in, with_paths
from boardwright.dsl.declare.ruleset import Document
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.files.read import shown_name
from boardwright.loading.library import Kept
from boardwright.loading.rules import Rules
from boardwright.runs.plan import Json
from boardwright.validators.play.portions import Portion

CHECK = "check"


@dataclass(frozen=True, slots=True)
class CheckTask:
    """A portion to play of a check by this many games."""

    games: int
    seed: int
    portion: Portion


def errand_of_check(task: CheckTask) -> bytes:
    """The errand to play a portion of a check."""
    portion = task.portion
    return errand_for(
        CHECK,
        {
            "games": task.games,
            "seed": task.seed,
            "chunk": portion.chunk,
            "numbers": [portion.numbers.start, portion.numbers.stop],
            "slow_before": portion.slow_before,
        },
    )


def check_of(said: Json) -> CheckTask:
    """The portion that an errand asks for."""
    portion = Portion(said["chunk"], range(*said["numbers"]), said["slow_before"])
    return CheckTask(said["games"], said["seed"], portion)


def packed_as_read(rules: Rules) -> bytes:
    """The rule files of rules that were read, unsaved texts included, without scenarios; with the names that are shown."""
    rulesets = []
    for found in rules.found:
        root, sources = found.path, rules.sources(found)
        names = {path_in(root, each): each.name for each in sources}
        rulesets.append(with_paths(root, sources) | {"shown": names})
    return compressed(rulesets)


class ShownNames(Kept):
    """Files that are read from a folder of this machine, and have the names that they have for the sender."""

    def __init__(self, rules: bytes, roots: Sequence[Path]) -> None:
        super().__init__()
        self._names = {
            shown_name(root / path if ruleset["folder"] else root): name
            for ruleset, root in zip(rulesets_in(rules), roots, strict=True)
            for path, name in ruleset["shown"].items()
        }

    def read(self, source: Source, bag: Bag) -> Document | None:
        """The document of a file."""
        return super().read(Source(self._names[source.name], source.text), bag)
