"""The server with an engine that does what it is told: ends, takes long, takes too much."""

from __future__ import annotations

import json
import os
import select
import sys
from pathlib import Path
from typing import Any

import pytest

from boardwright.studio.runs.run_folder import runs_of
from boardwright.studio.serving import server
from boardwright.studio.serving.guard import FRAMED, SANDBOX
from boardwright.studio.serving.server import Limits
from studio_server import SOME_PAGE, STAND_IN, Client, ClosedError, Socket, served

QUICK = Limits(seconds=1)
NARROW = Limits(memory=256 << 20)

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux about processes")


def is_alive(socket: Socket) -> None:
    assert socket.ask(do="echo", say="again")["ok"]["said"] == "again"


def assert_restarted(socket: Socket, answer: Any, why: str, id: int | None = 1) -> None:
    assert (answer["id"], answer["error"]["code"]) == (id, "unavailable")
    assert socket.receive() == {"tell": "restarted", "why": why}
    is_alive(socket)


def test_files_of_the_page() -> None:
    with served() as guard:
        client = Client(guard)
        found = client.ask(f"/page/{SOME_PAGE.hash}/one.mjs")
        assert (found.status, found.body) == (200, b"1")
        assert found.headers["Content-Type"] == "text/javascript; charset=utf-8"
        assert "immutable" in found.headers["Cache-Control"]
        assert client.ask().headers["Cache-Control"] == "no-store"
        for name in ("..%2f..%2fserver.py", "../../server.py", "%2e%2e/index.html", "two.mjs", ""):
            assert client.ask(f"/page/{SOME_PAGE.hash}/{name}").status == 404


def test_reports_and_pictures_are_shown_as_from_nowhere(tmp_path: Path) -> None:
    runs = runs_of(tmp_path)
    assert runs is not None
    (runs / "one").mkdir(parents=True)
    (runs / "one" / "report.html").write_text("<p>report")
    (tmp_path / "map.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path / "game.yaml").write_text("game: x")
    (tmp_path / "link.png").symlink_to("/etc/passwd")
    (tmp_path.parent / "secret.png").write_text("secret")
    (tmp_path / "way").symlink_to(tmp_path.parent)
    with served(folder=tmp_path) as guard:
        client = Client(guard)
        report = client.ask("/report/one/report.html")
        assert (report.status, report.body) == (200, b"<p>report")
        assert report.headers["Content-Security-Policy"] == FRAMED
        picture = client.ask("/picture/map.svg")
        assert (picture.status, picture.headers["Content-Type"]) == (200, "image/svg+xml")
        assert picture.headers["Content-Security-Policy"] == SANDBOX
        for path in (
            "/picture/game.yaml",
            "/picture/link.png",
            "/picture/way/secret.png",
            "/picture/../secret.png",
            "/picture/..%2fsecret.png",
            "/picture//etc/passwd",
            "/picture/map.svg%00",
            "/report/../map.svg",
            "/report/one",
        ):
            assert client.ask(path).status == 404, path


def test_the_policies_allow_nothing_to_run() -> None:
    for policy in (SANDBOX, FRAMED):
        assert policy.startswith("sandbox; default-src 'none';")
        assert "script-src" not in policy and "allow" not in policy


def test_a_thousand_frames_that_are_no_messages_are_answered() -> None:
    wrong = ("", "x", "null", "[]", "{}", '{"id": "1"}', "[" * 999, "1" * 9999, '"\ud83c"', "\n\n")
    with served() as guard, Client(guard).connected() as socket:
        for number in range(1000):
            frame = wrong[number % len(wrong)]
            socket.send(frame.encode("utf-8", "replace") if number % 7 == 0 else _sent(frame))
        answers = [socket.receive() for _ in range(1000)]
        assert {(each["id"], each["error"]["code"]) for each in answers} == {(None, "malformed")}
        is_alive(socket)


def _sent(frame: str) -> str:
    return frame.encode("utf-8", "replace").decode()


def test_an_engine_that_takes_too_long_is_begun_again() -> None:
    with served(limits=QUICK) as guard, Client(guard).connected() as socket:
        socket.send({"id": 1, "do": "loop"})
        socket.send({"id": 2, "do": "echo"})
        first, second = socket.receive(), socket.receive()
        assert {first["id"], second["id"]} == {1, 2}
        assert first["error"]["code"] == "unavailable"
        assert_restarted(socket, second, "slow", second["id"])


def test_news_is_a_sign_of_life() -> None:
    with served(limits=QUICK) as guard, Client(guard).connected() as socket:
        socket.send({"id": 1, "do": "news", "of": 5, "pause": 0.4})
        told = [socket.receive() for _ in range(6)]
        assert [each.get("done") for each in told] == [0, 1, 2, 3, 4, None]


@on_linux
def test_an_engine_that_takes_too_much_is_begun_again() -> None:
    with served(limits=NARROW) as guard, Client(guard).connected() as socket:
        for _ in range(2):
            assert_restarted(socket, socket.ask(do="eat"), "memory")


def test_an_engine_that_ends_is_begun_again() -> None:
    with served() as guard, Client(guard).connected() as socket:
        for _ in range(3):
            assert_restarted(socket, socket.ask(do="leave"), "ended")


def test_each_page_has_an_engine_of_its_own() -> None:
    with served() as guard, Client(guard).connected() as one, Client(guard).connected() as other:
        first, second = (each.ask(do="echo")["ok"]["process"] for each in (one, other))
        assert first != second
        one.ask(do="leave")
        is_alive(other)


def test_too_many_pages_are_refused() -> None:
    limits = Limits(pages=1)
    with served(limits=limits) as guard, Client(guard).connected() as one:
        is_alive(one)
        with Client(guard).connected() as other, pytest.raises(ClosedError) as refused:
            other.receive()
        assert refused.value.code == 4429


@on_linux
def test_a_page_that_closes_ends_its_engine_and_its_jobs() -> None:
    with served() as guard:
        with Client(guard).connected() as socket:
            job = socket.ask(do="work")["ok"]
            engine = socket.ask(do="echo")["ok"]["process"]
            watched = [os.pidfd_open(each) for each in (job, engine)]
            socket.close()
        for each in watched:
            assert select.select([each], [], [], 30)[0]
            os.close(each)


def test_a_language_server_speaks_through_the_socket(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("game: tiny\nlanguage: 2\nrules: {begin: nonsense here}\n")
    with served(folder=tmp_path) as guard, Client(guard).connected("/lsp") as socket:
        socket.send("no message")
        assert socket.receive()["error"]["code"] == -32700
        root: dict[str, Any] = {"processId": None, "rootUri": tmp_path.as_uri(), "capabilities": {}}
        begun = lsp(socket, 1, "initialize", root)
        assert begun["result"]["serverInfo"]["name"].startswith("boardwright")
        socket.send({"jsonrpc": "2.0", "method": "initialized", "params": {}})
        assert lsp(socket, 2, "shutdown", None)["result"] is None
        socket.send({"jsonrpc": "2.0", "method": "exit"})
        assert closing(socket) == 4500


@pytest.mark.parametrize(("does", "why"), [("loop", "slow"), ("leave", "ended")])
def test_a_language_server_that_hangs_or_ends_is_told(
    monkeypatch: pytest.MonkeyPatch, does: str, why: str
) -> None:
    monkeypatch.setattr(server, "LANGUAGE_SERVER", STAND_IN)
    with served(limits=QUICK) as guard, Client(guard).connected("/lsp") as socket:
        # The stand-in reads lines, and takes the length before it for a line, too.
        socket.send(json.dumps({"id": 1, "method": "x", "do": does}) + "\n")
        assert closing(socket) == 4500
        assert socket.reason == why


def closing(socket: Socket) -> int:
    """Why a socket is closed, after all that comes before."""
    try:
        while True:
            socket.receive()
    except ClosedError as closed:
        return closed.code


def lsp(socket: Socket, id: int, method: str, params: object) -> Any:
    """Asks a language server; what it says meanwhile is left out."""
    socket.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
    while True:
        message = socket.receive()
        if message.get("id") == id and "method" not in message:
            return message


def test_what_the_engine_prints_is_no_message() -> None:
    # The real one, at a request that it knows.
    with served(engine=real()) as guard, Client(guard).connected() as socket:
        assert socket.ask(do="hello", protocol=1)["ok"]["protocol"] == 1
        assert socket.ask(do="hello", protocol="1")["error"]["code"] == "malformed"
        socket.send('{"id": 3, "x": "' + "x" * 1_100_000 + '"}')
        assert socket.receive()["error"]["code"] == "too_large"
        assert socket.ask(do="hello", protocol=1)["ok"]["protocol"] == 1


def real() -> tuple[str, str]:
    words = json.dumps({"folder": None, "start": None})
    return "boardwright.studio.serving.engine_process", words
