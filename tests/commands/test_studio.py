from __future__ import annotations

import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from boardwright.commands import studio
from boardwright.extras import install
from boardwright.studio.serving import server
from cli_runs import Run, environment_with, run_python
from folders import SMALL_GAMES

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/\?token=([\w-]{43})\n")
_PATIENCE = 60

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux about processes")


@contextmanager
def running(*words: str) -> Iterator[tuple[subprocess.Popen[str], int, str]]:
    """A studio as a process: its port and token once it listens."""
    process = subprocess.Popen(
        [sys.executable, "-m", "boardwright", "studio", "--no-open", *words],
        env=environment_with(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        found = ADDRESS.fullmatch(process.stdout.readline())
        assert found is not None
        yield process, int(found[1]), found[2]
    finally:
        process.kill()
        process.communicate()


def status(port: int, token: str) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    connection.request("GET", f"/?token={token}")
    found = connection.getresponse().status
    connection.close()
    return found


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", f"{process}"], stdout=-1, text=True)
    return [int(each) for each in found.stdout.split()]


def ends(process: int) -> bool:
    """Whether a process that is not ours ends soon."""
    return bool(select.select([process], [], [], _PATIENCE)[0])


@on_linux
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_it_prints_an_address_that_works_once_and_ends_everything(number: int, code: int) -> None:
    with running("rattus") as (process, port, token):
        assert [status(port, token), status(port, token)] == [200, 403]
        (engine,) = map(os.pidfd_open, children(process.pid))
        process.send_signal(number)
        out, err = process.communicate(timeout=_PATIENCE)
        assert (process.returncode, out, err.strip()) == (code, "", "Ctrl-C ends the studio")
        assert ends(engine)
        os.close(engine)


@on_linux
def test_a_studio_that_is_killed_leaves_nothing_behind() -> None:
    with running("rattus") as (process, port, token):
        assert status(port, token) == 200
        (engine,) = map(os.pidfd_open, children(process.pid))
        process.kill()
        assert ends(engine)
        os.close(engine)


def test_what_cannot_be_shown(run: Run, tmp_path: Path) -> None:
    missing = run("studio", str(tmp_path / "nowhere"))
    assert missing.code == 2
    assert "there is no such file or folder" in missing.err
    unknown = run("studio", "rattos")
    assert unknown.code == 2
    assert "there is no ruleset `rattos`" in unknown.err
    text = tmp_path / "notes.md"
    text.write_text("Notes.\n")
    assert "this file is not a game" in run("studio", str(text)).err


def test_an_expansion_must_lie_in_the_folder(run: Run, tmp_path: Path) -> None:
    shutil.copytree(SMALL_GAMES / "pig", tmp_path / "pig")
    other = tmp_path / "other"
    other.mkdir()
    (other / "expansion.yaml").write_text("expansion: other\nof: pig\nlanguage: 2\n")
    refused = run("studio", str(tmp_path / "pig"), "--with", str(other))
    assert refused.code == 2
    assert "is not in this folder" in refused.err
    assert "name the folder that holds the game and its expansions" in refused.err


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::"])
def test_a_host_must_be_one_that_a_browser_can_call(run: Run, host: str) -> None:
    done = run("studio", "rattus", "--host", host, "--others-may-change-my-files")
    assert (done.code, "`--host` needs an address" in done.err) == (2, True)


def test_another_machine_is_let_in_only_on_demand(run: Run) -> None:
    done = run("studio", "rattus", "--host", "192.0.2.1")
    assert (done.code, "--others-may-change-my-files" in done.err) == (2, True)
    # This address is for examples: no machine has it, and that is said only now.
    done = run("studio", "rattus", "--host", "192.0.2.1", "--others-may-change-my-files")
    assert (done.code, "cannot listen on 192.0.2.1" in done.err) == (2, True)


def test_a_port_that_is_taken(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run("studio", "rattus", "--port", str(taken.getsockname()[1]))
    assert done.code == 2
    assert "address already in use" in done.err


@pytest.mark.parametrize("missing", ["starlette", "uvicorn"])
def test_it_says_what_to_install(missing: str) -> None:
    script = f"""import sys
sys.modules["{missing}"] = None
from boardwright.cli import main
sys.exit(main(["studio", "rattus"]))"""
    done = run_python("-c", script)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"error: the studio needs: {install('studio')}\n"


def test_the_browser_gets_an_address_of_its_own(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(studio, "Thread", AtOnce)
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(server, "serve_until_asked", lambda *_: signal.SIGTERM)
    done = run("studio", "rattus")
    assert done.code == 143
    printed = ADDRESS.fullmatch(done.out)
    other = ADDRESS.fullmatch(opened[0] + "\n")
    assert printed and other
    assert printed[1] == other[1] and printed[2] != other[2]


class AtOnce:
    """A thread that is none."""

    def __init__(self, target: object, args: tuple[str, ...], daemon: bool) -> None:
        self.target, self.args = target, args

    def start(self) -> None:
        assert callable(self.target)
        self.target(*self.args)
