"""Who is let in: every line of what a server on this machine must hold, asked through real sockets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from boardwright.studio.serving.guard import Guard
from studio_server import PATH, SOME_PAGE, Answer, Client, ClosedError, Headers, served

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}
PAGE_FILE = f"/page/{SOME_PAGE.hash}/one.mjs"
EVERYTHING = (
    "/",
    PAGE_FILE,
    "/report/x/report.html",
    "/picture/map.png",
    "/nothing",
    "/socket",
    "/lsp",
)
STRANGERS: Mapping[str, Headers] = {
    "no cookie": {"Cookie": ""},
    "another cookie": {"Cookie": "boardwright=1"},
    "the name of another port": {"Cookie": "boardwright-1={key}"},
    "a wrong key": {"Cookie": "{name}=" + "A" * 43},
    "an empty key": {"Cookie": "{name}="},
    "no host": {"Host": ""},
    "two hosts": {"Host": ["{host}", "{host}"]},
    "a host without a port": {"Host": "127.0.0.1"},
    "the host of another port": {"Host": "127.0.0.1:1"},
    "a name that was bound to this address": {"Host": "evil.example:{port}"},
    "a name that ends like ours": {"Host": "evil.localhost:{port}"},
    "a name that begins like ours": {"Host": "localhost.evil.example:{port}"},
    "an address in other words": {"Host": "127.1:{port}"},
    "an address of this machine": {"Host": "127.0.0.2:{port}"},
    "a host in capitals": {"Host": "LOCALHOST:{port}"},
    "another origin": {"Origin": "http://evil.example"},
    "the origin of another port": {"Origin": "http://127.0.0.1:1"},
    "another name of ours as origin": {"Origin": "http://localhost:{port}"},
    "a safe origin": {"Origin": "https://127.0.0.1:{port}"},
    "no origin in particular": {"Origin": "null"},
    "two origins": {"Origin": ["http://127.0.0.1:{port}", "http://evil.example"]},
}


@pytest.fixture(scope="module")
def guard() -> Iterator[Guard]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", PATH)
        with served() as guard:
            yield guard


@pytest.fixture
def client(guard: Guard) -> Client:
    return Client(guard)


def filled(headers: Headers, client: Client) -> Headers:
    """Headers with what only this studio knows."""
    name, _, key = client.cookie.partition("=")
    words = {"name": name, "key": key, "host": client.host, "port": str(client.guard.port)}

    def fill(value: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda found: words[found[1]], value)

    return {
        head: fill(value) if isinstance(value, str) else [fill(each) for each in value]
        for head, value in headers.items()
    }


def assert_nothing(answer: Answer) -> None:
    assert (answer.status, answer.body) == (403, b"")
    assert answer.headers["Set-Cookie"] is None
    assert not any(name.startswith("Access-Control") for name in answer.headers)


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_stranger_gets_nothing(client: Client, stranger: str) -> None:
    headers = filled(STRANGERS[stranger], client)
    for path in EVERYTHING:
        answer = client.ask(path, headers=headers)
        # The host is missing or twice: that is not even HTTP.
        if stranger in ("no host", "two hosts"):
            assert answer.status in (400, 403)
        else:
            assert_nothing(answer)


@pytest.mark.parametrize("stranger", [*STRANGERS, "no origin"])
@pytest.mark.parametrize("path", ["/socket", "/lsp"])
def test_a_socket_of_a_stranger_is_refused_before_it_opens(
    client: Client, stranger: str, path: str
) -> None:
    if "host" in STRANGERS.get(stranger, {}) or stranger in ("no host", "two hosts"):
        pytest.skip("such a client cannot be written with this library")
    headers = {"Origin": ""} if stranger == "no origin" else filled(STRANGERS[stranger], client)
    with pytest.raises(ClosedError) as refused, client.connected(path, headers):
        pass
    assert refused.value.code == 403


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_our_page_is_let_in_by_each_name(client: Client, host: str) -> None:
    named = f"{host}:{client.guard.port}"
    assert client.ask(headers={"Host": named}).status == 200
    assert client.ask(headers={"Host": named, "Origin": f"http://{named}"}).status == 200
    with client.connected(headers={"Host": named, "Origin": f"http://{named}"}) as socket:
        assert socket.ask(do="echo", say="hello")["ok"]["said"] == "hello"


def test_an_address_works_once_and_becomes_a_cookie(client: Client) -> None:
    token = client.guard.invite()
    assert len(token) == 43  # 32 bytes
    first = client.ask(f"/?token={token}", headers={"Cookie": ""})
    assert first.status == 200
    cookie = first.headers["Set-Cookie"]
    name = f"boardwright-{client.guard.port}"
    assert re.fullmatch(rf"{name}=[\w-]{{43}}; HttpOnly; SameSite=Strict; Path=/", cookie)
    assert token not in cookie
    assert_nothing(client.ask(f"/?token={token}", headers={"Cookie": ""}))
    assert client.ask(headers={"Cookie": cookie.partition(";")[0]}).status == 200


def test_the_address_is_for_the_page_alone(client: Client) -> None:
    token = client.guard.invite()
    for path, method in (
        (f"{PAGE_FILE}?token={token}", "GET"),
        (f"/socket?token={token}", "GET"),
        (f"/?token={token}", "HEAD"),
        (f"/?token={token}", "POST"),
        (f"/?token={token}&token={token}", "GET"),
        (f"/?token={token[:-1]}", "GET"),
        ("/?token=", "GET"),
        ("/?token=%ff%00", "GET"),
    ):
        assert client.ask(path, method, {"Cookie": ""}).status == 403
    assert client.ask(f"/?token={token}", headers={"Cookie": ""}).status == 200


def test_a_rebound_name_does_not_use_up_an_address(client: Client) -> None:
    token = client.guard.invite()
    rebound = {"Cookie": "", "Host": f"evil.example:{client.guard.port}"}
    assert_nothing(client.ask(f"/?token={token}", headers=rebound))
    assert client.ask(f"/?token={token}", headers={"Cookie": ""}).status == 200


def test_only_the_page_that_was_invited_has_the_second_token(client: Client) -> None:
    second = client.guard.socket_token.encode()
    assert second not in client.ask().body
    invited = client.ask(f"/?token={client.guard.invite()}", headers={"Cookie": ""})
    assert second in invited.body
    # Somebody with the cookie who tries an old address is served, as if there were no token.
    assert second not in client.ask("/?token=old").body


@pytest.mark.parametrize("path", ["/socket", "/lsp"])
@pytest.mark.parametrize(
    "first",
    ["x", "[]", "null", "{}", '{"token": null}', '{"token": 1}', '{"token": "no"}', "[" * 9999],
)
def test_a_cookie_alone_opens_no_socket(client: Client, path: str, first: str) -> None:
    with client.connected(path, token=None) as socket:
        socket.send(first)
        with pytest.raises(ClosedError) as refused:
            socket.receive()
    assert refused.value.code == 4403


def test_the_second_token_comes_as_text(client: Client) -> None:
    with client.connected(token=None) as socket:
        socket.send(f'{{"token": "{client.guard.socket_token}"}}'.encode())
        with pytest.raises(ClosedError) as refused:
            socket.receive()
    assert refused.value.code == 4403


@pytest.mark.parametrize("path", [*EVERYTHING, "/?token=x"])
def test_every_answer_says_what_browsers_may_not_do(client: Client, path: str) -> None:
    for headers in ({}, {"Cookie": ""}):
        answer = client.ask(path, headers=headers)
        for name, value in ALWAYS.items():
            assert answer.headers.get_all(name) == [value]
        assert len(answer.headers.get_all("Content-Security-Policy") or ()) == 1
        assert answer.headers["Server"] is None
        assert not any(name.startswith("Access-Control") for name in answer.headers)


def test_the_policy_of_the_page_has_a_new_nonce_each_time(client: Client) -> None:
    found = set()
    for _ in range(2):
        answer = client.ask()
        policy = answer.headers["Content-Security-Policy"]
        nonce = re.search(r"style-src 'self' 'nonce-([\w-]{22})'", policy)
        assert nonce is not None
        assert f'<meta name="boardwright-nonce" content="{nonce[1]}">'.encode() in answer.body
        assert "unsafe" not in policy and "*" not in policy
        assert policy.startswith("default-src 'none'; script-src 'self'; ")
        assert "require-trusted-types-for 'script'; trusted-types boardwright;" in policy
        for each in ("base-uri", "form-action", "frame-ancestors"):
            assert f"{each} 'none'" in policy
        found.add(nonce[1])
    assert len(found) == 2


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
@pytest.mark.parametrize("path", EVERYTHING)
def test_nothing_is_changed_by_a_request(client: Client, path: str, method: str) -> None:
    answer = client.ask(path, method)
    assert answer.status in (404, 405)
    assert not any(name.startswith("Access-Control") for name in answer.headers)


def test_secrets_are_not_shown() -> None:
    guard = Guard.at(1)
    token = guard.invite()
    assert token not in repr(guard) and guard.socket_token not in repr(guard)
    assert guard.cookie.partition("=")[2].partition(";")[0] not in repr(guard)


def test_nothing_about_requests_is_printed(
    client: Client, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    client.ask(f"/?token={client.guard.invite()}")
    client.ask("/", headers={"Host": "evil"})
    client.ask("/" + "x" * 10_000)
    with client.connected() as socket:
        socket.ask(do="echo")
    assert capfd.readouterr() == ("", "")
