"""The campaign of damaged files: a sample of it, that it is the same each time, and that it notices what it is for."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
from random import Random

import pytest

import fuzz
from campaign import Shelf, all_targets, shipped_targets
from cli_runs import run_python
from damage import DAMAGES, Damage, damaged

GAME = [each for each in shipped_targets() if not each.overlays][:1]
TEXT = b"# a comment\nspaces:\n  hut: {holds: [rat]}\nrules:\n  go: |\n    move rat to hut\n"


@pytest.mark.slow
def test_a_sample_finds_nothing() -> None:
    done = run_python(fuzz.__file__, "--budget", "60", "--seed", "5")
    assert done.code == 0, done.text()
    assert done.out.startswith("60 damaged files, seed 5: ") and ", 0 findings;" in done.out


@pytest.fixture(scope="module")
def workshop() -> fuzz.Workshop:
    return fuzz.Workshop(1, GAME)


def test_the_same_number_is_the_same_damage(workshop: fuzz.Workshop) -> None:
    again = fuzz.Workshop(1, GAME)
    other = fuzz.Workshop(2, GAME)
    assert [workshop.damaged(n).data for n in range(20)] == [
        again.damaged(n).data for n in range(20)
    ]
    assert workshop.damaged(3).data != other.damaged(3).data


def test_every_ruleset_begins_without_errors() -> None:
    targets = all_targets()
    assert len(targets) > 15
    assert {target.name for target in targets} >= {target.name for target in shipped_targets()}
    assert all(Shelf(target).rules.id for target in targets)


def test_damaged_files_are_of_all_three_kinds(workshop: fuzz.Workshop) -> None:
    assert {workshop.damaged(n).kind for n in range(60)} == {"rules", "scenario", "record"}


@pytest.mark.parametrize("damage", dict.fromkeys(DAMAGES), ids=lambda damage: damage.name)
def test_each_sort_of_damage_changes_something(damage: Damage) -> None:
    found = {damage.done(TEXT, Random(seed), TEXT[::-1]) for seed in range(40)}
    assert found != {TEXT}
    # And there is nothing that it cannot be done to.
    for data, other in ((b"", TEXT), (TEXT, b""), (b"\n", b"x"), (b"x", b"")):
        assert all(isinstance(damage.done(data, Random(n), other), bytes) for n in range(40))


def test_damage_always_changes_something() -> None:
    assert all(damaged(TEXT, Random(seed), [TEXT])[0] != TEXT for seed in range(500))


def test_damage_is_the_same_for_the_same_seed() -> None:
    assert damaged(TEXT, Random(7), [TEXT]) == damaged(TEXT, Random(7), [TEXT])


# ---- what it would notice


def _come_to_an_end(number: int) -> fuzz.Verdict:
    faulthandler.disable()  # which pytest has enabled: nobody is to read of it
    if number == 1:
        os.kill(os.getpid(), signal.SIGSEGV)
    if number == 2:
        signal.setitimer(signal.ITIMER_PROF, 0.05)
        while True:
            pass
    if number == 3:
        sys.exit(7)
    return fuzz.Verdict(number, ("E201",), problem="KeyError in bind.py:1: x" * (number == 4))


@pytest.mark.parametrize("jobs", [1, 2, 9])
def test_whatever_becomes_of_a_child_is_a_finding(jobs: int) -> None:
    found = {each.number: each for each in fuzz.verdicts(iter(range(6)), _come_to_an_end, jobs)}
    assert {number: each.problem for number, each in found.items()} == {
        0: "",
        1: "signal SIGSEGV",
        2: "more than 2 s",
        3: "exit code 7",
        4: "KeyError in bind.py:1: x",
        5: "",
    }
    assert found[5].codes == ("E201",)


def of_kind(workshop: fuzz.Workshop, kind: str) -> fuzz.Damaged:
    return next(m for m in map(workshop.damaged, range(100)) if m.kind == kind)


def test_an_exception_is_a_finding_with_its_place(
    workshop: fuzz.Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object, **rest: object) -> None:
        raise KeyError("who")

    monkeypatch.setattr(fuzz, "problems", broken)
    file = next(
        m for m in map(workshop.damaged, range(200)) if m.kind == "rules" and m.data.isascii()
    )
    with pytest.raises(KeyError) as caught:
        workshop.check(file)
    assert fuzz._told(caught.value).startswith("KeyError in ")


def test_no_game_without_a_reason_is_a_finding(
    workshop: fuzz.Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzz, "problems", lambda *args, **rest: (None, None))
    file = next(
        m for m in map(workshop.damaged, range(200)) if m.kind == "rules" and m.data.isascii()
    )
    with pytest.raises(AssertionError, match="nothing says why"):
        workshop.check(file)


def test_a_damaged_record_that_passes_is_a_finding(
    workshop: fuzz.Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = of_kind(workshop, "record")
    assert workshop.check(file)
    monkeypatch.setattr(fuzz, "replay", lambda *args: ())
    with pytest.raises(AssertionError, match="taken for sound"):
        workshop.check(file)


def test_the_report_says_how_to_see_a_finding_again(workshop: fuzz.Workshop) -> None:
    good = fuzz.Verdict(0, ("E201",), 0.2, "", "one")
    bad = [fuzz.Verdict(n, problem="KeyError in bind.py:1: x") for n in (4, 9)]
    told = fuzz.report([good, *bad], workshop, 1.0)
    assert "3 damaged files, seed 1: 0 accepted, 1 refused with 1 codes, 2 findings" in told
    assert "finding, 2 times: KeyError in bind.py:1: x\n  --seed 1 --show 4, 9\n" in told


def test_the_limit_is_a_signal_that_ends_a_process() -> None:
    # `child` counts on it: nothing catches it, and by default it ends the process.
    assert signal.getsignal(signal.SIGPROF) is signal.SIG_DFL
