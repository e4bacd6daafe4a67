"""The server on the page for engineers: a game over HTTP to its end, with a restart in the middle."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

import boardwright
from boardwright.interpreter.records.schemas import misfit
from folders import ROOT, SMALL_GAMES
from snippets import blocks

Names = dict[str, Any]


def server_of_the_page() -> Names:
    """The names in the server, which prints nothing of each request here."""
    text = (ROOT / "docs" / "for-engineers.md").read_text("utf-8")
    (code,) = [each.text for each in blocks(text, "for-engineers.md") if each.language == "py"]
    names: Names = {"__name__": "server"}
    exec(compile(code, "server.py", "exec"), names)
    names["Handler"].log_message = lambda *_: None
    return names


@contextmanager
def running(names: Names) -> Iterator[int]:
    """Serves in another thread; the port."""
    server = names["serve"](0)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def request(port: int, path: str, token: str = "", sent: object = None) -> tuple[int, Any]:
    """Posts what is sent, or gets the page."""
    connection = HTTPConnection("127.0.0.1", port)
    body = None if sent is None else json.dumps(sent)
    connection.request("GET" if body is None else "POST", path, body, {"Authorization": token})
    answer = connection.getresponse()
    found = answer.status, json.loads(answer.read())
    connection.close()
    return found


def parts_in_view(page: Any, table: Any) -> None:
    """Every piece of an option is one that the page has."""
    spaces = {space.id for space in table.spaces}
    for option in page["ask"]["options"]:
        for part in option["parts"]:
            if part["part"] == "piece" and "id" in part:
                assert part["id"] in page["view"]["pieces"][part["kind"]]
            elif part["part"] == "space":
                assert part["id"] in spaces


@pytest.mark.parametrize("game", ["rattus", SMALL_GAMES / "old_crow"], ids=["rattus", "old_crow"])
def test_a_game_over_http(
    game: str | Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = server_of_the_page()
    names["GAME"] = played = boardwright.load(game, players=2 if game == "rattus" else 3)
    told: list[list[Any]] = [[] for _ in played.seats]
    count, over = 0, None
    with running(names) as port:
        _, begun = request(port, "/games", sent={})
        path, tokens = f"/games/{begun['game']}", begun["tokens"]
        assert request(port, path, "x")[0] == request(port, "/games/x", tokens[0])[0] == 403
    while over is None:
        # The server ends after these many choices, and another one takes over.
        with running(names) as port:
            pages = [request(port, path, token)[1] for token in tokens]
            assert count == 0 or [page["events"] for page in pages] == told
            assert all(misfit(page["view"], "view") is None for page in pages)
            assert all(misfit(page["ask"], "decision") is None for page in pages if page["ask"])
            told = [page["events"] for page in pages]
            for _ in range(60):
                seat = next((n for n, page in enumerate(pages) if page["ask"]), None)
                if seat is None:
                    over = pages[0]["over"]
                    break
                count += 1
                ask = pages[seat]["ask"]
                parts_in_view(pages[seat], played.table)
                if count == 3:
                    other = tokens[seat - 1]
                    assert request(port, path, other, {"option": ask["options"][0]["id"]})[0] == 403
                    assert request(port, path, tokens[seat], {"option": "nonsense"})[0] == 400
                    assert request(port, path, tokens[seat], ["option"])[0] == 400
                option = ask["options"][count % len(ask["options"])]["id"]
                assert request(port, path, tokens[seat], {"option": option})[0] == 200
                for n, token in enumerate(tokens):
                    status, pages[n] = request(port, f"{path}?since={len(told[n])}", token)
                    assert status == 200
                    told[n] += pages[n]["events"]
    assert count > 20 and sorted(over) == ["ranks", "scores"]
    for seat, events in enumerate(told):
        assert events[-1]["event"] == "ended"
        assert all(misfit(event, "seen_event") is None for event in events[:: 20 - seat])
    with running(names) as port:
        assert request(port, path, tokens[1])[1]["over"] == over


def test_a_save_of_other_rules_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = server_of_the_page()
    with running(names) as port:
        assert request(port, "/games", sent={})[0] == 200
    names["GAME"] = boardwright.load("rattus", players=2, options={"phase_order": "strict"})
    with pytest.raises(ValueError, match="this game was saved with other options"):
        names["serve"](0)
