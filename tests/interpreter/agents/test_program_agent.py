"""Agents that are programs: what they are told, and that nothing they do stops a game."""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import boardwright
from boardwright import Game
from boardwright.interpreter.agents import program_agent
from boardwright.interpreter.agents.agent import AgentError, stream_of
from boardwright.interpreter.agents.installed import find_agent, listed
from boardwright.interpreter.agents.playing import choice_of, finish, play
from boardwright.interpreter.agents.program_agent import ProgramAgent
from boardwright.interpreter.play.views import view
from cli_runs import Run
from folders import CORPUS, ROOT

LAST = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["message"] == "decision":
        print(json.dumps({"choose": message["options"][-1]["id"]}), flush=True)
"""
KEEPING = """\
import json, sys
with open(sys.argv[1], "w") as kept:
    for line in sys.stdin:
        kept.write(line)
        kept.flush()
        if json.loads(line)["message"] == "decision":
            print(json.dumps({"choose": 0}), flush=True)
"""


@pytest.fixture(scope="module")
def harbour() -> Game:
    return boardwright.load(CORPUS / "harbour", players=2)


def agent_of(tmp_path: Path, program: str, *more: str, seconds: float = 60, seed: int = 5) -> Any:
    path = tmp_path / "agent.py"
    path.write_text(program, "utf-8")
    return ProgramAgent((sys.executable, str(path), *more), seconds, seed, 0)


def played(game: Game, agent: Any, seed: int = 5) -> list[str]:
    """A game of this agent against one that takes the first option; what the agent chose."""
    state, chosen = game.new(seed), []
    taken = play(
        state,
        [agent, find_agent("first")(seed, 1)],
        lambda each: chosen.append(each.option) if each.player == 0 else None,
    )
    assert state.over and taken > 0
    return chosen


# ---- what it is told, and says


def test_the_example_of_the_page_is_ten_lines_that_play(harbour: Game, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "agents.md").read_text("utf-8")
    program = page.split("```py file=last.py\n")[1].split("```")[0]
    assert len(program.splitlines()) <= 10
    agent = agent_of(tmp_path, program)
    chosen = played(harbour, agent)
    assert agent.fault is None
    assert chosen == played(harbour, agent_of(tmp_path, LAST))


def test_one_that_hears_events_gets_what_its_player_was_told_since_it_was_last_asked(
    tmp_path: Path,
) -> None:
    path, kept = tmp_path / "agent.py", tmp_path / "kept"
    path.write_text(KEEPING, "utf-8")
    game = boardwright.load("rattus", players=2)
    name = f"program+events:{sys.executable} {path} {kept}"
    agents = [find_agent(name, 60)(5, 0), find_agent("random")(5, 1)]
    state, choices = game.new(7), list[str]()
    play(state, agents, lambda taken: choices.append(taken.option), seed=7)
    messages = [json.loads(line) for line in kept.read_text().splitlines()]
    asked = [each for each in messages if each["message"] == "decision"]
    # The same game again: what the seat is told, question by question.
    told, expected = game.new(7, watch=True, seats=[0]), list[Any]()
    heard = [*told.seen(0)]
    for choice in choices:
        decision = told.decision
        assert decision is not None
        if decision.player == 0:
            expected.append(heard)
            heard = []
        told.apply(choice)
        heard += told.seen(0)
    assert [each["events"] for each in asked] == json.loads(json.dumps(expected))
    assert all(each["events"][-1]["event"] == "asked" for each in asked)
    assert len(asked) > 20


def test_a_plug_in_hears_events_and_one_that_cannot_is_named(harbour: Game) -> None:
    class Hearing:
        def __init__(self) -> None:
            self.heard = list[str]()

        def choose(self, decision: Any, state: Any) -> int:
            return 0

        def hear(self, events: Any) -> None:
            self.heard += [event["event"] for event in events]

    class Deaf(Hearing):
        def hear(self, events: Any) -> None:
            raise OSError("too loud")

    agent = Hearing()
    play(harbour.new(5), [agent, find_agent("first")(5, 1)], seed=5)
    assert agent.heard[-1] == "ended" and agent.heard.count("ended") == 1
    with pytest.raises(ValueError, match="`seed`"):
        play(harbour.new(5), [agent, find_agent("first")(5, 1)])
    with pytest.raises(AgentError, match="failed when told what happened: OSError"):
        play(harbour.new(5), [Deaf(), find_agent("first")(5, 1)], seed=5)


def test_it_gets_hello_its_decisions_and_the_end(harbour: Game, tmp_path: Path) -> None:
    agent = agent_of(tmp_path, KEEPING, str(tmp_path / "kept"))
    state, seen = harbour.new(5), []
    first = find_agent("first")(5, 1)
    while (decision := state.decision) is not None:
        if decision.player == 0:
            seen.append((decision.name, decision.options, view(state, 0)))
        state.apply(choice_of(agent if decision.player == 0 else first, decision, state))
    finish([agent, first], state)
    assert agent.fault is None
    hello, *decisions, end = [
        json.loads(each) for each in (tmp_path / "kept").read_text().splitlines()
    ]
    seats = list(harbour.seats)
    assert hello["message"] == "hello" and hello["protocol"] == 1
    assert (hello["game"], hello["seats"], hello["seat"]) == ("harbour", seats, seats[0])
    assert hello["seed"] == stream_of(5, 0).next32() and hello["seconds"] == 60
    assert [each["number"] for each in decisions] == list(range(1, len(seen) + 1))
    for told, (name, options, looked) in zip(decisions, seen, strict=True):
        assert told["message"] == "decision" and told["decision"] == name
        assert told["options"] == [{"id": o.id, "label": o.label} for o in options]
        # Only what its player may see: the view is exactly that.
        assert told["view"] == json.loads(json.dumps(looked))
        assert set(told) == {
            *("message", "number", "decision", "question", "options", "view"),
        }
    assert end == {
        "message": "end",
        "finished": True,
        "scores": dict(zip(seats, state.scores, strict=True)),
        "ranks": dict(zip(seats, state.ranks, strict=True)),
        "winners": [seats[each] for each in state.winners],
    }


def test_ids_and_numbers_are_answers_alike(harbour: Game, tmp_path: Path) -> None:
    by_number = LAST.replace('message["options"][-1]["id"]', 'len(message["options"]) - 1')
    numbered = LAST.replace('{"choose":', '{"number": message["number"], "more": [1], "choose":')
    due = played(harbour, agent_of(tmp_path, LAST))
    for program in (by_number, numbered):
        agent = agent_of(tmp_path, program)
        assert played(harbour, agent) == due and agent.fault is None


def test_its_factory_can_be_sent_to_other_processes(harbour: Game, tmp_path: Path) -> None:
    (tmp_path / "a b.py").write_text(LAST, "utf-8")
    (name, _) = listed(f"program:{sys.executable} '{tmp_path / 'a b.py'}' x,random")
    make = pickle.loads(pickle.dumps(find_agent(name, 60)))
    assert played(harbour, make(5, 0)) == played(harbour, agent_of(tmp_path, LAST))


# ---- what it does wrong

ANSWER = """\
import sys
for line in sys.stdin:
    if '"decision"' in line[:25]:
        print(%s, flush=True)
"""
WRONG = {
    "crash": ("import sys\nsys.stdin.readline()\nraise SystemExit(3)\n", "ended with exit code 3"),
    "at_once": ("1 / 0\n", "ended with exit code 1.*ZeroDivisionError: division by zero$"),
    "signal": ("import os, signal\nos.kill(os.getpid(), signal.SIGTERM)\n", "ended by signal 15"),
    "closed": (
        "import os, sys\nsys.stdin.readline()\nos.close(1)\nfor line in sys.stdin: pass\n",
        "it closed its output",
    ),
    "not_json": (ANSWER % "'gallia'", "`gallia`, which is not JSON"),
    "deep": (ANSWER % "'[' * 60000", "which is not JSON"),
    "digits": (ANSWER % """'{"choose":' + '9' * 50000 + '}'""", "which is not JSON"),
    "not_text": (ANSWER % "'\\\\xff\\\\udcff'.encode('utf-8', 'replace')", "which is not JSON"),
    "a_list": (ANSWER % "'[1]'", 'which has no "choose"'),
    "nothing": (ANSWER % "'{}'", 'which has no "choose"'),
    "no_option": (ANSWER % """'{"choose": "nowhere"}'""", "not one of the [0-9]+ options"),
    "too_high": (ANSWER % """'{"choose": 99}'""", "not one of the [0-9]+ options"),
    "negative": (ANSWER % """'{"choose": -1}'""", "not one of the [0-9]+ options"),
    "a_condition": (ANSWER % """'{"choose": true}'""", "not one of the [0-9]+ options"),
    "a_fraction": (ANSWER % """'{"choose": 0.0}'""", "not one of the [0-9]+ options"),
    "old_number": (ANSWER % """'{"choose": 0, "number": 7}'""", "was asked number 1"),
    "early": (
        "print('{}', flush=True)\nimport sys\nfor line in sys.stdin: pass\n",
        "it (wrote|answered) `{}`",
    ),
    "long_line": ("while True: print('x' * 4000, end='')\n", "a line of more than 65,536 bytes"),
    "many_lines": ("while True: print('x')\n", "it (wrote|answered) `x`"),
}


@pytest.mark.parametrize("case", WRONG)
def test_whatever_is_wrong_the_game_goes_on_without_it(
    harbour: Game, tmp_path: Path, case: str
) -> None:
    program, why = WRONG[case]
    agent = agent_of(tmp_path, program)
    chosen = played(harbour, agent)
    assert agent.fault is not None
    assert re.search(why, agent.fault), agent.fault
    assert "\n" not in agent.fault and len(agent.fault) < 700
    # From there on chance decides, by the stream of the seat alone.
    assert chosen == played(harbour, agent_of(tmp_path, "raise SystemExit\n"))


def test_two_answers_to_one_question_are_one_too_many(harbour: Game, tmp_path: Path) -> None:
    # The second may be read as early or as an answer to the next question: with numbers it is always refused.
    both = ANSWER % """'{"choose": 0, "number": 1}\\n{"choose": 0, "number": 1}'"""
    agent = agent_of(tmp_path, both)
    played(harbour, agent)
    assert agent.fault is not None
    assert "without being asked" in agent.fault or "was asked number 2" in agent.fault


@pytest.mark.parametrize(
    "program",
    ["import sys\nfor line in sys.stdin: pass\n", "import signal\nsignal.pause()\n"],
    ids=["reads", "does not read"],
)
def test_who_is_too_slow_is_not_waited_for(harbour: Game, tmp_path: Path, program: str) -> None:
    agent = agent_of(tmp_path, program, seconds=0.2)
    played(harbour, agent)
    assert agent.fault is not None and "did not answer within 0.2 s" in agent.fault


def test_a_program_that_cannot_be_begunis_a_fault_too(harbour: Game, tmp_path: Path) -> None:
    path = tmp_path / "agent"
    path.write_bytes(b"\x7fELF nonsense")
    path.chmod(0o755)
    agent = ProgramAgent((str(path),), 60, 5, 0)
    played(harbour, agent)
    assert agent.fault is not None and "could not be started" in agent.fault


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("program:", "needs a command"),
        ("program:   ", "needs a command"),
        ("program:'open", "is not a command: no closing quotation"),
        ("program:no_such_program_at_all x", "there is no program `no_such_program_at_all`"),
    ],
)
def test_commands_that_cannot_be(name: str, why: str) -> None:
    with pytest.raises(AgentError, match=why):
        find_agent(name)


def test_a_program_that_is_there_but_may_not_run_is_told(tmp_path: Path) -> None:
    path = tmp_path / "noexec.sh"
    path.write_text("#!/bin/sh\n")
    with pytest.raises(AgentError, match=r"noexec\.sh` is not executable") as caught:
        find_agent(f"program:{path}")
    assert "chmod +x" in caught.value.help[0]


# ---- nothing is left


def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """All processes that are started from here on."""
    found: list[Any] = []
    popen = subprocess.Popen

    def start(*words: Any, **how: Any) -> Any:
        found.append(popen(*words, **how))
        return found[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    return found


STAYS = "import signal, sys\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + LAST
STAYS += "while True:\n    signal.pause()\n"


def test_who_does_not_leave_at_the_end_is_made_to(
    harbour: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_agent, "GRACE", 0.05)
    processes = started(monkeypatch)
    agent = agent_of(tmp_path, STAYS)
    played(harbour, agent)
    assert agent.fault is None
    assert [each.returncode for each in processes] == [-signal.SIGKILL]


def test_who_leaves_by_itself_is_let_go(
    harbour: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_agent, "GRACE", 60)
    processes, before = started(monkeypatch), threading.active_count()
    played(harbour, agent_of(tmp_path, LAST))
    assert [each.returncode for each in processes] == [0]
    for thread in threading.enumerate()[before:]:
        thread.join(60)
        assert not thread.is_alive()


def test_what_it_has_begungoes_with_it(harbour: Game, tmp_path: Path) -> None:
    child = tmp_path / "child"
    os.mkfifo(child)
    # The child holds the other end of the pipe as long as it lives.
    stays = (
        "import signal, sys; f = open(sys.argv[1], 'w'); f.write('1'); f.flush(); signal.pause()"
    )
    program = (
        "import subprocess, sys\n"
        f"subprocess.Popen([sys.executable, '-c', {stays!r}, {str(child)!r}],"
        " stdout=subprocess.DEVNULL)\n"
    ) + LAST
    ends: list[str] = []

    def wait() -> None:
        with child.open() as pipe:
            ends.append(pipe.read(1))
            begun.set()
            ends.append(pipe.read())

    begun = threading.Event()
    watcher = threading.Thread(target=wait, daemon=True)
    watcher.start()
    agent = agent_of(tmp_path, program)
    state = harbour.new(5)
    decision = state.decision
    assert decision is not None
    agent.choose(decision, state)
    assert begun.wait(60)
    finish([agent], state)
    watcher.join(60)
    assert ends == ["1", ""]


@pytest.mark.parametrize("fault", [KeyboardInterrupt, ValueError], ids=["interrupt", "mistake"])
def test_a_game_that_breaks_off_leaves_no_process(
    harbour: Game,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: type[BaseException],
) -> None:
    class Breaks:
        def choose(self, decision: Any, state: Any) -> int:
            raise fault

    processes = started(monkeypatch)
    state = harbour.new(5)
    with pytest.raises((KeyboardInterrupt, AgentError)):
        play(state, [agent_of(tmp_path, STAYS), Breaks()])
    assert [each.returncode for each in processes] == [-signal.SIGKILL]


def test_an_agent_that_is_forgotten_leaves_no_process(
    harbour: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes = started(monkeypatch)
    agent, state = agent_of(tmp_path, STAYS), harbour.new(5)
    assert state.decision is not None
    agent.choose(state.decision, state)
    assert processes[0].returncode is None
    del agent
    assert processes[0].returncode == -signal.SIGKILL


def test_a_talkative_program_is_listened_to_only_so_long(
    harbour: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_agent, "MOST_COMPLAINTS", 100)
    agent = agent_of(tmp_path, "import sys\nwhile True: sys.stderr.write('alas\\n')\n")
    played(harbour, agent)
    assert agent.fault is not None and "it said: a" in agent.fault


# ---- at the command line


def command(tmp_path: Path, program: str) -> str:
    path = tmp_path / "agent.py"
    path.write_text(program, "utf-8")
    return f"program:{sys.executable} {path}"


HARBOUR = str(CORPUS / "harbour")


def test_run_tells_what_a_program_did_wrong_and_ends_with_1(run: Run, tmp_path: Path) -> None:
    done = run("run", HARBOUR, "--agents", f"{command(tmp_path, '1 / 0')},greedy", "--format=json")
    assert done.code == 1 and "the agent of" in done.err and "ZeroDivisionError" in done.err
    assert json.loads(done.out)["finished"]
    done = run("run", HARBOUR, "--agents", f"{command(tmp_path, LAST)},greedy")
    assert done.code == 0 and "error" not in done.err


def test_the_time_can_be_set(run: Run, tmp_path: Path) -> None:
    idle = command(tmp_path, "import sys\nfor line in sys.stdin: pass\n")
    done = run("run", HARBOUR, "--agents", f"{idle},first", "--agent-seconds", "0.1")
    assert done.code == 1 and "did not answer within 0.1 s" in done.err


def test_bench_does_not_measure_a_game_that_a_program_has_left(run: Run, tmp_path: Path) -> None:
    done = run("bench", HARBOUR, "--agents", f"{command(tmp_path, '1 / 0')},first", "--seconds=0.1")
    assert done.code == 2 and "failed" in done.err
    done = run("bench", HARBOUR, "-p2", "--agents=greedy", "--seconds=0.1", "--format=json")
    assert done.code == 0 and json.loads(done.out)["agents"] == ["greedy"]


def test_bench_counts_what_programs_compute(run: Run, tmp_path: Path) -> None:
    busy = "import time\nwhile time.process_time() < 0.3: pass\n" + LAST
    words = ("bench", HARBOUR, "--seconds=0.2", "--format=json")
    done = run(*words, "--agents", f"{command(tmp_path, busy)},first", "--agent-seconds=60")
    assert done.code == 0, done.err
    assert json.loads(done.out)["seconds"] >= 0.3


def test_play_takes_agents_for_the_other_seats(run: Run, tmp_path: Path) -> None:
    done = run("play", HARBOUR, "--agents", "first,greedy", "--seed=1", stdin="q\n")
    assert done.code == 0 and "3 players" in done.err
    done = run("play", HARBOUR, "-p2", "--agents", "first,greedy", "--seed=1", stdin="q\n")
    assert done.code == 2 and "expected 1 agent for 1 other seat, found 2" in done.err
    last = command(tmp_path, LAST)
    done = run("play", HARBOUR, "-p2", "--agents", last, "--seed=1", stdin="1\n" * 200)
    assert done.code == 0 and "error" not in done.err


def test_commas_in_quotes_belong_to_a_command() -> None:
    assert listed("greedy, program:a 'x,y' z ,random") == ("greedy", "program:a 'x,y' z", "random")
    assert listed('program:p "a,b",c') == ('program:p "a,b"', "c")
    assert listed("a,,b,") == ("a", "", "b", "")
