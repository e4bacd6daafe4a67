from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from boardwright.commands import simulate
from boardwright.extras import install
from boardwright.runs import pool, progress, under_way
from boardwright.runs.folder import Folder
from boardwright.runs.parts import Tally
from boardwright.runs.running import Outcome
from cli_runs import Run, environment_with, run_python
from folders import SMALL_GAMES
from run_samples import order, plan

SMALL = ("harbour", "--games", "60", "--seed", "3")


SLOW = "program:tail -n 1"  # reads all that it is told before it answers


def played(folder: Path) -> bytes:
    return (folder / "games.jsonl").read_bytes()


def games_in(folder: Path) -> list[dict[str, object]]:
    return [
        json.loads(line) for line in played(folder).splitlines()[1:] if line.startswith(b'{"game":')
    ]


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the small run is kept when a test has played it."""
    return tmp_path_factory.mktemp("once") / "whole"


@pytest.fixture
def whole(run: Run, once: Path, tmp_path: Path) -> bytes:
    """All games of the small run, played in one process."""
    if not once.exists():
        done = run("simulate", *SMALL, "--out", str(once), "--jobs", "1")
        assert done.code == 0, done.err
    shutil.copytree(once, tmp_path / "whole")
    return played(tmp_path / "whole")


def test_it_says_where_the_games_are(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run("simulate", *SMALL, "--out", str(out), "--jobs", "1")
    assert (done.code, done.err) == (0, "")
    last = json.loads(played(out).splitlines()[-1])
    assert done.out == f"60 games in {out}/games.jsonl\nsum {last['sum']}\n"
    again = run("simulate", *SMALL, "--out", str(out), "--jobs", "1", "--resume")
    assert (again.code, again.out) == (0, done.out)
    assert again.err == "all games are there already\n"


def test_the_same_bytes_for_any_number_of_processes(
    spawn: Run, tmp_path: Path, whole: bytes
) -> None:
    done = spawn("simulate", *SMALL, "--out", str(tmp_path / "3"), "--jobs", "3")
    assert done.code == 0, done.err
    assert played(tmp_path / "3") == whole
    name = "run.json"
    assert (tmp_path / "3" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.parametrize("figures", ["--figures", "--no-figures"])
def test_the_same_bytes_whoever_plays(run: Run, tmp_path: Path, figures: str) -> None:
    for backend in ("native", "python"):
        out = str(tmp_path / backend)
        done = run("simulate", *SMALL, figures, "--backend", backend, "--out", out, "--jobs", "1")
        assert done.code == 0, done.err
    assert played(tmp_path / "native") == played(tmp_path / "python")


def test_without_llvmlite_machine_code_is_refused_at_once(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    out = tmp_path / "out"
    done = run("simulate", *SMALL, "--out", str(out), "--backend", "native")
    assert done.code == 2 and not out.exists()
    assert "there is no machine code: llvmlite is not installed" in done.err
    assert install("native") in done.err


def test_rules_that_machine_code_cannot_play_stop_the_run(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "boardwright.interpreter.native.choice._made",
        lambda program: "sets of 5,000 members",
    )
    done = run("simulate", *SMALL, "--out", str(tmp_path / "out"), "--backend", "native", "-j", "1")
    assert done.code == 2
    assert "there is no machine code: sets of 5,000 members" in done.err


def test_shards_come_to_the_same_bytes(run: Run, tmp_path: Path, whole: bytes) -> None:
    shards = [str(tmp_path / f"{n}") for n in (1, 2, 3)]
    for n, shard in enumerate(shards, 1):
        done = run("simulate", *SMALL, "--out", shard, "--jobs", "1", "--shard", f"{n}/3")
        assert done.code == 0 and done.out == f"20 games in {shard}/parts\n"
        assert done.err == f"`boardwright merge` merges shard {n}/3 with the others\n"
    all_ = tmp_path / "all"
    done = run("merge", *reversed(shards), "--out", str(all_))
    assert done.code == 0, done.err
    assert done.out.startswith(f"60 games in {all_}/games.jsonl\nsum ")
    assert played(all_) == whole
    assert (all_ / "run.json").read_bytes() == (tmp_path / "whole" / "run.json").read_bytes()


def test_merge_wants_all_shards_of_one_run(run: Run, tmp_path: Path) -> None:
    one, other, out = (str(tmp_path / name) for name in ("one", "other", "out"))
    run("simulate", *SMALL, "--out", one, "--jobs", "1", "--shard", "1/2")
    run("simulate", *SMALL[:-1], "4", "--out", other, "--jobs", "1", "--shard", "2/2")
    done = run("merge", one, other, "--out", out)
    assert done.code == 2 and done.err == f"error: {one} and {other} belong to different runs\n"
    done = run("merge", one, "--out", out)
    assert done.code == 2
    assert "error: no folder has these games: 1 to 1, 3 to 3, 5 to 5," in done.err
    assert "and 25 more ranges" in done.err and not Path(out).exists()
    done = run("merge", str(tmp_path), "--out", out)
    assert done.code == 2 and "there is no run in this folder" in done.err


def test_merge_tells_what_is_damaged_and_uses_what_is_whole(
    run: Run, tmp_path: Path, whole: bytes
) -> None:
    one, two, copy = (tmp_path / name for name in ("one", "two", "copy"))
    for folder, shard in ((one, "1/2"), (two, "2/2"), (copy, "2/2")):
        run("simulate", *SMALL, "--out", str(folder), "--jobs", "1", "--shard", shard)
    part = Folder(two).part(7)
    part.write_bytes(part.read_bytes()[:-9])
    done = run("merge", str(one), str(two), str(copy), "--out", str(tmp_path / "all"))
    assert done.code == 0 and done.err == f"{part} is damaged: its checksum does not match\n"
    assert played(tmp_path / "all") == whole


def test_merge_takes_a_run_that_was_merged_already(run: Run, tmp_path: Path, whole: bytes) -> None:
    one, out = tmp_path / "whole", tmp_path / "out"
    shutil.rmtree(one / "parts")
    done = run("merge", str(one), "--out", str(out))
    assert (done.code, done.err) == (0, "") and done.out.startswith("60 games in ")
    assert played(out) == whole
    assert run("merge", str(one), "--out", str(one)).code == 0 and played(one) == whole
    (one / "games.jsonl").write_bytes(whole.replace(b'"over"', b'"ever"', 1))
    done = run("merge", str(one), "--out", str(tmp_path / "other"))
    assert done.code == 2
    assert done.err.startswith(
        f"{one}/games.jsonl is damaged: its checksum does not match\nerror: no folder"
    )


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("--seed", "4"), "seed: 3 there, 4 here"),
        (("--games", "61"), "games: 60 there, 61 here"),
        (("--agents", "first"), '["random", "random"] there, ["first", "first"] here'),
        (("--chunk", "9"), "chunk: 1 there, 9 here"),
        (("--agents", SLOW, "--agent-seconds", "3"), "agent_seconds: 10.0 there, 3.0 here"),
        (("--shard", "1/2"), "this folder holds all of it of the run, not shard 1/2"),
    ],
)
def test_a_folder_holds_one_run(
    change: tuple[str, ...], told: str, run: Run, tmp_path: Path, whole: bytes
) -> None:
    out = str(tmp_path / "whole")
    done = run("simulate", *SMALL, *change, "--out", out, "--jobs", "1", "--resume")
    assert done.code == 2 and told in done.err
    assert played(tmp_path / "whole") == whole


def test_without_resume_a_run_is_left_alone(run: Run, tmp_path: Path, whole: bytes) -> None:
    done = run("simulate", *SMALL, "--out", str(tmp_path / "whole"))
    assert done.code == 2 and "this folder already holds a run" in done.err
    assert "write `--resume` to continue it" in done.err


def test_files_of_others_are_left_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letters.txt").touch()
    done = run("simulate", *SMALL, "--out", str(tmp_path))
    assert done.code == 2 and "already holds other files, such as `letters.txt`" in done.err
    assert [each.name for each in tmp_path.iterdir()] == ["letters.txt"]


def test_only_one_process_writes_into_a_folder(run: Run, tmp_path: Path, whole: bytes) -> None:
    out = tmp_path / "whole"
    with (out / "lock").open("rb+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = run("simulate", *SMALL, "--out", str(out), "--jobs", "1", "--resume")
    assert done.code == 2 and "another process is using this folder" in done.err


def test_a_damaged_run_json_is_found(run: Run, tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "whole" / "run.json"
    text = path.read_bytes()
    for damaged in (text[:-5], text.replace(b'"seed": 3', b'"seed": 4'), b"", b"[]"):
        path.write_bytes(damaged)
        done = run("simulate", *SMALL, "--out", str(path.parent), "--jobs", "1", "--resume")
        assert done.code == 2 and "run.json: this file is damaged" in done.err
    path.unlink()
    done = run("simulate", *SMALL, "--out", str(path.parent), "--jobs", "1", "--resume")
    assert done.code == 0 and path.read_bytes() == text


def test_games_that_fail_are_results(run: Run, spawn: Run, tmp_path: Path) -> None:
    words = ("simulate", "bad/always_fails", "--games", "80", "--chunk", "40")
    done = run(*words, "--out", str(tmp_path / "1"), "--jobs", "1")
    assert done.code == 1
    assert done.out.endswith("\n80 games ended in an error\n")
    command = done.err.partition("the first is game 0: `boardwright ")[2].partition("`")[0]
    again = run(*command.split())
    assert again.code == 1 and "error[E651]" in again.err
    lines = played(tmp_path / "1").splitlines()[1:-2]
    assert {json.loads(line)["error"] for line in lines} == {"E651"}
    # How they are played must not show: in one process of which the first games are played otherwise, or in two.
    assert {json.loads(line)["decisions"] for line in lines} == {2}
    spawn(*words, "--out", str(tmp_path / "2"), "--jobs", "2")
    assert played(tmp_path / "2") == played(tmp_path / "1")


def test_no_command_repeats_a_game_with_blank_cards(capsys: pytest.CaptureFixture[str]) -> None:
    made = replace(plan(), blank=("ace",))
    outcome = Outcome(Tally(games=24, errors=1, first_error=7), "0" * 64)
    assert simulate.tell_outcome(outcome, made, order(), Path("games.jsonl"), "") == 1
    assert capsys.readouterr().err == f"the first is game 7: seed {made.seed_of(7)}\n"


def test_games_that_run_into_their_limit_are_told(run: Run, tmp_path: Path) -> None:
    text = (SMALL_GAMES / "tic_tac_toe" / "game.yaml").read_text("utf-8")
    game = tmp_path / "game.yaml"
    game.write_text(text.replace("limits: {decisions: 9}", "limits: {decisions: 6}"), "utf-8")
    out = tmp_path / "out"
    done = run("simulate", str(game), "--games", "50", "--jobs", "1", "--out", str(out))
    assert done.code == 0
    games = [json.loads(line) for line in played(out).splitlines()[1:-2]]
    over = [each for each in games if each["end"] == "over"]
    limit = [each for each in games if each["end"] == "limit"]
    assert done.out.endswith(f"\n{len(limit)} games stopped at the decision limit\n")
    assert over and limit and len(over) + len(limit) == 50
    assert {each["decisions"] for each in limit} == {6}
    assert all(each["winners"] == [] for each in limit)
    # Nobody but a winner ends this game before its sixth mark.
    assert all(len(each["winners"]) == 1 for each in over)


def test_each_game_can_be_played_again_by_run(run: Run, tmp_path: Path) -> None:
    words = ("harbour", "--players", "3")
    out = str(tmp_path / "out")
    done = run("simulate", *words, "--games", "25", "--jobs", "1", "--out", out)
    assert done.code == 0
    for line in played(tmp_path / "out").splitlines()[1:-2]:
        game = json.loads(line)
        again = json.loads(run("run", *words, "--seed", f"{game['seed']}", "--format", "json").out)
        assert game["decisions"] == again["decisions"]
        assert game["scores"] == [seat["score"] for seat in again["seats"]]
        assert game["ranks"] == [seat["rank"] for seat in again["seats"]]
        assert game["winners"] == [n for n, seat in enumerate(again["seats"]) if seat["won"]]


def test_the_parent_stays_small(tmp_path: Path) -> None:
    code = (
        "import re, sys; from pathlib import Path; from boardwright import cli; "
        f"code = cli.main(['simulate', *{SMALL!r}, '--jobs', '2', '--out', {str(tmp_path / 'o')!r}]); "
        "heavy = [name for name in ('lark', 'networkx', 'rich', 'yaml') if name in sys.modules]; "
        "peak = re.search(r'VmHWM:\\s*([0-9]+) kB', Path('/proc/self/status').read_text()); "
        "print(code, heavy, int(peak[1]) < 60 * 1024)"
    )
    assert run_python("-c", code).out.endswith("\n0 [] True\n")


def test_agents_that_fail_are_told(run: Run, tmp_path: Path) -> None:
    done = run(
        *("simulate", "harbour", "--games", "2", "--jobs", "1", "--out", str(tmp_path / "out")),
        *("--agents", "first,program:false"),
    )
    assert done.code == 1
    assert done.out.endswith("\n2 games in which an agent failed\n")
    games = [json.loads(line) for line in played(tmp_path / "out").splitlines()[1:-2]]
    assert [game["faults"] for game in games] == [[1], [0]]
    assert [game["end"] for game in games] == ["over", "over"]


def test_chunks_that_keep_failing_are_set_aside(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from boardwright.interpreter.agents import first_agent

    def make(seed: int, seat: int) -> first_agent.FirstAgent:
        raise ZeroDivisionError("no idea")

    words = ("simulate", *SMALL, "--agents", "first", "--chunk", "20", "--jobs", "1")
    out = tmp_path / "out"
    with monkeypatch.context() as patch:
        patch.setattr(first_agent, "make", make)
        done = run(*words, "--out", str(out))
    assert done.code == 1 and done.out.startswith("0 games in ")
    assert "games 0 to 19 were set aside, in game 0 with seed " in done.err
    assert "ZeroDivisionError: no idea" in done.err
    aside = json.loads((out / "aside.json").read_text())["chunks"]
    assert [(each["first"], each["count"], len(each["seeds"])) for each in aside] == [
        (games, 20, 20) for games in (0, 20, 40)
    ]
    head = json.loads(played(out).splitlines()[0])
    assert head["missing"] == [[0, 59]]
    again = run(*words, "--out", str(out), "--resume")
    assert again.code == 0 and again.out.startswith("60 games in ")
    assert not (out / "aside.json").exists()


def test_the_rest_goes_on_where_one_chunk_keeps_failing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from boardwright.interpreter.agents import first_agent

    words = ("simulate", *SMALL, "--agents", "first", "--chunk", "20", "--jobs", "1")
    run(*words, "--out", str(tmp_path / "whole"))
    games = games_in(tmp_path / "whole")
    bad, make = games[27]["seed"], first_agent.make

    def fails_once(seed: int, seat: int) -> first_agent.FirstAgent:
        if seed == bad:
            raise ZeroDivisionError("no idea")
        return make(seed, seat)

    out = tmp_path / "out"
    with monkeypatch.context() as patch:
        patch.setattr(first_agent, "make", fails_once)
        done = run(*words, "--out", str(out))
    assert done.code == 1 and done.out.startswith("40 games in ")
    assert f"games 20 to 39 were set aside, in game 27 with seed {bad}: " in done.err
    (aside,) = json.loads((out / "aside.json").read_text())["chunks"]
    assert (aside["first"], aside["count"], aside["in_game"]) == (20, 20, 27)
    assert aside["seeds"] == [game["seed"] for game in games[20:40]]
    head = json.loads(played(out).splitlines()[0])
    assert head["missing"] == [[20, 39]] and games_in(out) == games[:20] + games[40:]
    assert run(*words, "--out", str(out), "--resume").code == 0
    assert played(out) == played(tmp_path / "whole")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--shard", "3/2"), "`3/2`"),
        (("--shard", "0/2"), "`0/2`"),
        (("--agents", "nobody"), "there is no agent `nobody`"),
        (("--agents", "first,random,random,random,first,first,first"), "not for 7"),
        (("--option", "no_such=1"), "no_such"),
        (("--games", "0"), "games"),
    ],
)
def test_what_cannot_be_played_makes_no_folder(
    words: tuple[str, ...], told: str, run: Run, tmp_path: Path
) -> None:
    done = run("simulate", *SMALL, *words, "--out", str(tmp_path / "out"), "--jobs", "1")
    assert done.code == 2 and told in done.err
    assert not (tmp_path / "out").exists()


def test_what_is_wrong_is_told_once_and_in_full_from_processes_too(
    spawn: Run, tmp_path: Path
) -> None:
    words = ("simulate", "bad/wrong_key", "--games", "9", "--out", str(tmp_path / "out"))
    done, alone = spawn(*words, "--jobs", "2"), spawn(*words, "--jobs", "1")
    assert (done.code, done.err) == (alone.code, alone.err)
    assert done.code == 1 and done.err.count("error[") == 1


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_an_interrupted_run_goes_on(
    sent: signal.Signals, code: int, run: Run, tmp_path: Path, whole: bytes
) -> None:
    out = tmp_path / "out"
    words = ("simulate", *SMALL, "--agent-seconds", "0.02", "--out", str(out), "--jobs", "2")
    with subprocess.Popen(
        [sys.executable, "-m", "boardwright", *words, "--agents", SLOW, "--progress", "json"],
        env=environment_with(),
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    ) as process:
        assert process.stderr is not None
        first = process.stderr.readline()  # it has begun, and its agent does not answer
        if sent is signal.SIGHUP:  # helpers of Python's own would complain
            process.send_signal(sent)
        else:
            os.killpg(process.pid, sent)
        rest = process.stderr.read()
    assert json.loads(first)["progress"]["done"] == 0
    assert process.returncode == code
    assert rest.endswith("interrupted; the same command with `--resume` continues the run\n")
    # When the system ends us, Python's own helpers may complain.
    if sent is signal.SIGINT:
        assert "Traceback" not in rest and "multiprocessing" not in rest
    done = run(*words[:-1], "1", "--agents", SLOW, "--resume")
    assert done.code == 1 and done.out.startswith("60 games in ")


# ---- progress


def test_progress_for_programs(run: Run, tmp_path: Path) -> None:
    done = run(
        *("simulate", *SMALL, "--out", str(tmp_path / "out"), "--jobs", "1"),
        *("--progress", "json"),
    )
    lines = [json.loads(line)["progress"] for line in done.err.splitlines()]
    assert lines[0] == {"games": 60, "done": 0, "rate": None, "left": None}
    assert lines[-1]["done"] == 60 and lines[-1]["rate"] > 0 and lines[-1]["left"] == 0


def test_a_bar_at_a_terminal() -> None:
    out = StringIO()
    bar = progress.Bar(Console(file=out, force_terminal=True, width=100))
    bar.begin(9_000, 4_000)
    bar.come(5_000)
    bar.end()
    assert "5000/9000" in out.getvalue() and " games/s, " in out.getvalue()


def test_whether_there_is_a_terminal_decides(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        words = ("simulate", *SMALL, "--jobs", "1", "--out")
        environment = environment_with(TERM="xterm")
        command = [sys.executable, "-m", "boardwright", *words]
        with subprocess.Popen(
            [*command, str(tmp_path / "1")], env=environment, stderr=theirs
        ) as process:
            os.close(theirs)
            shown = b""
            with suppress(OSError):  # how a terminal says that nobody is there any more
                while more := terminal.read(
                    4096
                ):  # it keeps little, and a full one stops who writes
                    shown += more
    assert process.returncode == 0 and b"/60" in shown
    piped = subprocess.run(
        [*command, str(tmp_path / "2")], env=environment, capture_output=True, check=False
    )
    assert piped.returncode == 0 and b"\x1b" not in piped.stderr and b"/60" not in piped.stderr


def told_at(monkeypatch: pytest.MonkeyPatch, *done: tuple[float, float]) -> list[str]:
    """The lines that are written if so many games are there at these times, of 10,000 with 4,000 at time 100."""
    monkeypatch.setattr(progress, "FIRST", 1.0)
    told = list[str]()
    clock = iter([100.0, *(now for now, _ in done)])
    lines = progress.Lines(told.append, clock=lambda: next(clock))
    lines.begin(10_000, 4_000)
    for _, games in done:
        lines.come(games)
    lines.end()
    return told


def test_a_line_after_a_second_and_then_every_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    done = ((100.5, 4_050), (101, 4_100), (105, 4_500), (111, 5_100), (120, 5_600), (132, 9_000))
    assert told_at(monkeypatch, *done) == [
        "4,100 of 10,000 games, 100 games/s, 59 s left\n",
        "5,100 of 10,000 games, 100 games/s, 49 s left\n",
        "9,000 of 10,000 games, 156 games/s, 6 s left\n",
    ]


def test_before_the_first_decision_lines_become_rarer(monkeypatch: pytest.MonkeyPatch) -> None:
    done = (
        (101, 4_000),
        (102, 4_000),
        (103, 4_000),
        (104, 4_000),
        (104.5, 4_000.2),
        (108, 4_000.5),
    )
    assert told_at(monkeypatch, *done) == [
        "4,000 of 10,000 games, no decision yet after 1 s\n",
        "4,000 of 10,000 games, no decision yet after 2 s\n",
        "4,000 of 10,000 games, no decision yet after 4 s\n",
        "4,000 of 10,000 games, 3.8 games/min, 26 h 39 min left\n",
    ]


@pytest.mark.parametrize(
    ("rate", "text"),
    [
        (1250.4, "1,250 games/s"),
        (4.23, "4.2 games/s"),
        (0.2, "12.0 games/min"),
        (0.001, "3.6 games/h"),
        (0.0001, "0.4 games/h"),
    ],
)
def test_slow_rates_have_larger_units(rate: float, text: str) -> None:
    assert progress.speed(rate) == text


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_part_of_a_game_is_progress(
    jobs: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = []

    class Noting(progress.Silent):
        def come(self, done: float) -> None:
            parts.append(done)

    monkeypatch.setattr(simulate, "progress_of", lambda kind: Noting())
    monkeypatch.setattr(pool, "_TICK", 0.01)
    monkeypatch.setattr(under_way, "_EVERY", 0.0)
    words = ("--games", "4", "--agents", "ismcts:200", "--seed", "3", "--jobs", jobs)
    assert run("simulate", "harbour", *words, "--out", str(tmp_path / "out")).code == 0
    assert parts == sorted(parts) and parts[-1] == 4
    assert any(0 < part < 1 for part in parts)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "0 s"), (59.4, "59 s"), (61, "1 min 1 s"), (7830, "2 h 10 min"), (4e6, "1,111 h 6 min")],
)
def test_spans_of_time(seconds: float, text: str) -> None:
    assert progress.span(seconds) == text
