"""Checks by play on a cluster find what one process finds, whatever happens to the workers."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardwright.clusters.address import Cluster, ClusterError
from boardwright.clusters.check_errands import ShownNames, packed_as_read
from boardwright.clusters.checks import ClusterChecks
from boardwright.clusters.connection import Lost, Reply
from boardwright.clusters.local import LocalCluster
from boardwright.clusters.messages import reply_of, said_in
from boardwright.clusters.playing import play_errand
from boardwright.clusters.rule_files import unpacked
from boardwright.clusters.sending import Workers
from boardwright.dsl.source.diagnostics import Bag, Diagnostic
from boardwright.extras import install
from boardwright.files.read import whole
from boardwright.loading.composed import read_into
from boardwright.loading.library import Library
from boardwright.loading.play_checks import ByPlay, Elsewhere
from boardwright.loading.rules import Rules
from boardwright.runs.chunk import Failed, Stop
from boardwright.terminal import Terminal
from boardwright.validators.play.games import Games, Played, Tell
from cli_runs import Run
from folders import SMALL_GAMES, TESTS

CORPUS = TESTS / "corpus" / "play"
MILL, WELL = CORPUS / "mill", CORPUS / "well"


def rules_in(folder: Path, *expansions: Path, library: Library | None = None) -> Rules:
    bag = Bag()
    rules = read_into(bag, folder, expansions, library)
    assert rules is not None
    return rules


def findings(rules: Rules, games: int, elsewhere: Elsewhere | None = None) -> list[Diagnostic]:
    by_play = ByPlay(games, 3, None, Terminal(quiet=True), elsewhere)
    return list(
        by_play.findings(rules, None, [source.name for source in rules.sources(rules.found[0])])
    )


class Scripted:
    """Workers that reply to errands in a process, last one first; some replies are replaced."""

    def __init__(self, replies: dict[int, list[Reply]]) -> None:
        self.address, self.replaced = "scripted", replies
        self.under_way: dict[int, tuple[bytes, bytes]] = {}
        self.tickets = 0

    def submit(self, name: str, rules: bytes, errand: bytes) -> int:
        self.tickets += 1
        self.under_way[self.tickets] = (rules, errand)
        return self.tickets

    def replies(self, patience: float) -> Iterator[tuple[int, Reply]]:
        ticket, (rules, errand) = self.under_way.popitem()
        others = self.replaced.get(said_in(errand)["chunk"])
        yield ticket, others.pop() if others else play_errand(rules, errand)

    def workers(self) -> dict[str, int]:
        return {"tcp://127.0.0.1:1": 1, "tcp://127.0.0.1:2": 1}

    def drop(self) -> None:
        self.under_way.clear()


def scripted(monkeypatch: pytest.MonkeyPatch, replies: dict[int, list[Reply]]) -> Elsewhere:
    """Who plays the games of a check with these replies."""
    workers = Workers(Cluster("scripted"), lambda text: None)
    monkeypatch.setattr(workers, "_connection", Scripted(replies))
    return ClusterChecks(workers).play


def test_lost_and_damaged_replies_are_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_in(MILL)
    replies: dict[int, list[Reply]] = {
        0: [reply_of(b"{}"), b"\xff"],
        1: [Lost()] * 5,
        2: [reply_of(Failed(2, "as it was told", None))],
    }
    found = findings(rules, 40, scripted(monkeypatch, replies))
    assert not any(replies.values())
    assert found and found == findings(rules, 40)
    assert [each.notes for each in found] == [each.notes for each in findings(rules, 40)]


def test_what_cannot_be_played_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    replies: dict[int, list[Reply]] = {1: [reply_of(b"{}")] * 3}
    with pytest.raises(ClusterError) as refused:
        findings(rules_in(MILL), 40, scripted(monkeypatch, replies))
    assert str(refused.value) == (
        "the workers cannot play games 11 to 20 of `mill`: a reply is damaged: it has other keys"
    )
    stop: dict[int, list[Reply]] = {1: [reply_of(Stop("a worker has another version"))]}
    with pytest.raises(ClusterError, match="a worker has another version"):
        findings(rules_in(MILL), 40, scripted(monkeypatch, stop))


def test_a_worker_that_is_killed_changes_nothing() -> None:
    """The rules have games without end, so that portions are also played again."""
    rules, killed = rules_in(WELL), list[int]()
    with LocalCluster(2) as cluster:

        def play(rules: Rules, games: Games, seed: int, tell: Tell) -> Played:
            def kill_once(done: int, of: int) -> None:
                number = cluster.worker(0)
                if not killed and number is not None:
                    killed.append(number)
                    os.kill(number, signal.SIGKILL)

            with Workers(Cluster(cluster.address), lambda text: None) as workers:
                return ClusterChecks(workers).play(rules, games, seed, kill_once)

        found = findings(rules, 60, play)
    assert len(killed) == 1
    assert found and found == findings(rules, 60)
    assert [each.notes for each in found] == [each.notes for each in findings(rules, 60)]


def test_the_command_prints_the_same_for_any_number_of_workers(spawn: Run) -> None:
    words = ("validate", str(MILL), str(CORPUS / "trio"), "--play", "30", "--seed", "5")
    alone = spawn(*words)
    for workers in ("local:1", "local:3"):
        done = spawn(*words, "--cluster", workers)
        assert (done.code, done.out) == (alone.code, alone.out) and alone.out
        assert " at tcp://127.0.0.1:" in done.err


def test_a_cluster_needs_games_and_is_refused_as_elsewhere(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run("validate", str(MILL), "--cluster", "local:2")
    assert done.code == 2 and "`--cluster` needs `--play`" in done.err
    done = run("validate", str(MILL), "--play", "3", "--cluster", "tcp://192.0.2.7:8786")
    assert done.code == 2
    assert done.err.startswith("error: `tcp://192.0.2.7:8786` is on another machine, and the")
    done = run("validate", str(MILL), "--play", "3", "--cluster-in-the-clear")
    assert done.code == 2 and "need --cluster" in done.err
    monkeypatch.setattr("boardwright.commands.many_games.find_spec", lambda name: None)
    done = run("validate", str(MILL), "--play", "3", "--cluster", "local:2")
    assert (done.code, done.err) == (2, f"error: this needs: {install('cluster')}\n")


# ---- rules as they were read


def sent(rules: Rules, into: Path) -> Rules:
    """The rules that a worker reads."""
    packed = packed_as_read(rules)
    game, *expansions = paths = unpacked(packed, into)
    return rules_in(game, *expansions, library=Library(kept=ShownNames(packed, paths)))


def names_and_texts(rules: Rules) -> list[tuple[str, str]]:
    return [(each.name, each.text) for found in rules.found for each in rules.sources(found)]


def test_rules_arrive_with_the_names_of_the_sender(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(MILL)
    for name in (".", "../mill", str(MILL)):
        rules = rules_in(Path(name))
        found = sent(rules, tmp_path / name.strip("./").replace("/", "_"))
        assert names_and_texts(found) == names_and_texts(rules)
        assert found.bound == rules.bound


def test_unsaved_texts_are_sent(tmp_path: Path) -> None:
    file = SMALL_GAMES / "pig" / "game.yaml"
    text = file.read_text("utf-8") + "\n# not saved yet\n"
    rules = rules_in(file.parent, library=Library({whole(file): text}))
    assert text in dict(names_and_texts(sent(rules, tmp_path))).values()
