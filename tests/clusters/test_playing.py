import os
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from boardwright.cache.store import SAYS
from boardwright.clusters import messages, playing
from boardwright.clusters.messages import errand_of, result_in
from boardwright.clusters.playing import play_errand
from boardwright.clusters.rule_files import packed
from boardwright.runs.chunk import Failed, Stop, Task, play_chunk
from run_samples import order, plan

RULES = packed(order())


def task(chunk: int, *agents: str, path: Path = Path()) -> Task:
    asked = order(*agents)
    return Task(asked, plan(asked=asked), chunk, path)


def replied(given: Task, rules: bytes = RULES) -> Failed | Stop | bytes:
    return result_in(play_errand(rules, errand_of(given)), given.chunk)


@pytest.mark.parametrize("agents", [("random",), ("first", "random"), ("greedy",)])
def test_a_worker_replies_the_bytes_of_the_part(tmp_path: Path, agents: tuple[str, ...]) -> None:
    for chunk in (0, 2):
        given = task(chunk, *agents, path=tmp_path / f"part-{chunk}")
        play_chunk(given)
        assert replied(given) == given.path.read_bytes()


def test_a_worker_leaves_cards_blank_and_collects_courses(tmp_path: Path) -> None:
    asked = order("mc:3", ruleset="rattus")
    asked = replace(asked, players=2, agents_seed=3, course=True, blank=("king",))
    given = Task(asked, plan(games=2, asked=asked), 0, tmp_path / "part")
    play_chunk(given)
    assert replied(given, packed(asked)) == given.path.read_bytes()
    whole = replace(asked, blank=())
    other = Task(whole, plan(games=2, asked=whole), 0, tmp_path / "part")
    play_chunk(other)
    assert replied(other, packed(whole)) == other.path.read_bytes() != replied(given, packed(asked))


def test_nothing_stays_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = task(0)
    monkeypatch.setattr(playing, "_at_hand", {})
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.setenv(SAYS, str(tmp_path / "cache"))
    (tmp_path / "temporary").mkdir()
    monkeypatch.chdir(tmp_path)
    assert isinstance(replied(given), bytes)
    assert [path.name for path in tmp_path.rglob("*")] == ["temporary"]
    assert os.environ[SAYS] == str(tmp_path / "cache")


def test_other_rules_than_those_of_the_plan_stop_the_run() -> None:
    given = task(0)
    found = replied(replace(given, plan=replace(given.plan, rules="0" * 32)))
    assert found == Stop("the rules have changed since the run began")


def test_a_worker_of_another_version_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    errand = errand_of(task(0))
    monkeypatch.setattr(messages, "__version__", "0.0.1")
    found = result_in(play_errand(RULES, errand), 0)
    assert isinstance(found, Stop)
    assert found.why.startswith(
        "a worker has another version: it has boardwright 0.0.1, and the run"
    )


@pytest.mark.parametrize(
    ("agent", "why"),
    [
        ("program:./no-such-bot --fast", "there is no program `./no-such-bot`; agents that are"),
        ("no_such_agent", "there is no agent `no_such_agent`"),
    ],
)
def test_an_agent_that_is_not_on_the_worker_stops_the_run(agent: str, why: str) -> None:
    asked = order(agent)
    given = Task(asked, replace(plan(), agents=(agent, agent)), 0, Path())
    found = replied(given)
    assert isinstance(found, Stop) and found.why.startswith(f"a worker cannot play: {why}")


def test_rules_that_are_damaged_are_a_failure_and_not_a_crash() -> None:
    assert isinstance(replied(task(1), b"no rules"), Failed)
