"""Who may talk to the studio: one page that we opened ourselves, and nobody else.

The studio listens on this machine only, but every page in the browser and every user of the machine can reach that. So
each request must name the studio exactly (against names that are bound to another address later), must not come from
another page, and must carry a cookie. The cookie is given once, for the token in the address that the command prints.
Browsers send cookies to every port of a machine: a socket therefore sends a second token, which only our page knows.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

_TOKEN_BYTES = 32
# Where a request says that it came with the token of the address.
INVITED = "boardwright.invited"

# For everything that is no page: a document made of it may do nothing.
NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
# For what a ruleset brings: shown without scripts, without a request, as if from nowhere.
SANDBOX = f"sandbox; {NOTHING}; img-src data:; style-src 'unsafe-inline'"
# The same for a page of ours that stands in a frame of our page.
FRAMED = SANDBOX.replace("frame-ancestors 'none'", "frame-ancestors 'self'")


def page_policy(nonce: str) -> str:
    """What our page may do: its own files, and styles with this nonce."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            f"style-src 'self' 'nonce-{nonce}'",
            "img-src 'self' data: blob:",
            "connect-src 'self'",
            "font-src 'self'",
            "worker-src 'self'",
            "frame-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            # No text becomes HTML but by one function of the editor, which leaves no markup in it.
            "require-trusted-types-for 'script'",
            "trusted-types boardwright",
            "frame-ancestors 'none'",
        )
    )


_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}
_BY_DEFAULT = {"Content-Security-Policy": NOTHING, "Cache-Control": "no-store"}


def new_token() -> str:
    """32 random bytes as text."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


@dataclass(frozen=True, slots=True)
class Guard:
    """The secrets of one studio, and the names by which it may be called."""

    port: int
    hosts: frozenset[str]
    socket_token: str = field(default_factory=new_token, repr=False)
    _key: str = field(default_factory=new_token, repr=False)
    _invitations: set[str] = field(default_factory=set, repr=False)

    @staticmethod
    def at(port: int, hosts: Iterable[str] = LOOPBACK) -> Guard:
        """A guard with new secrets, for a studio that is called by one of these hosts."""
        return Guard(port, frozenset(f"{host}:{port}" for host in hosts))

    def invite(self) -> str:
        """A new token for an address. It works once."""
        token = new_token()
        self._invitations.add(token)
        return token

    @property
    def cookie(self) -> str:
        """The header that sets the cookie. Its name has the port, as cookies are shared by all ports."""
        return f"{self._cookie_name}={self._key}; HttpOnly; SameSite=Strict; Path=/"

    @property
    def _cookie_name(self) -> str:
        return f"boardwright-{self.port}"

    def is_called_rightly(self, headers: Headers, *, socket: bool) -> bool:
        """Whether a request names this studio and comes from its own page, or from no page.

        A browser lets any page open a WebSocket anywhere, so there the origin must be said.
        """
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or hosts[0] not in self.hosts:
            return False
        if not origins:
            return not socket
        return origins == [f"http://{hosts[0]}"]

    def knows(self, headers: Headers) -> bool:
        """Whether a request has the cookie."""
        pairs = (
            each.partition("=") for line in headers.getlist("cookie") for each in line.split(";")
        )
        return any(
            name.strip() == self._cookie_name and _same(value.strip(), self._key)
            for name, _, value in pairs
        )

    def is_socket_token(self, token: object) -> bool:
        """Whether this is the second token."""
        return isinstance(token, str) and _same(token, self.socket_token)

    def accept_invitation(self, token: str) -> bool:
        """Whether this token was in an address that nobody has opened yet. From now on somebody has."""
        found = [each for each in self._invitations if _same(each, token)]
        self._invitations.difference_update(found)
        return bool(found)


def _same(one: str, other: str) -> bool:
    """Compares in a time that says nothing about where they differ."""
    return secrets.compare_digest(one.encode("utf-8", "replace"), other.encode())


@dataclass(frozen=True, slots=True)
class Guarded:
    """An application behind a guard. Whoever is not let in learns nothing: an answer without content."""

    app: ASGIApp
    guard: Guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = scope["type"] == "websocket"
        headers = Headers(scope=scope)
        invited = False
        if admitted := self.guard.is_called_rightly(headers, socket=socket):
            admitted = self.guard.knows(headers)
            if not socket and scope["method"] == "GET" and scope["path"] == "/":
                invited = self.guard.accept_invitation(_token_of(scope))
        if not (admitted or invited):
            await _refuse(scope, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                sent.update(_ALWAYS)
                for name, value in _BY_DEFAULT.items():
                    sent.setdefault(name, value)
                if invited:
                    sent.append("Set-Cookie", self.guard.cookie)
            await send(message)

        await self.app({**scope, INVITED: invited}, receive, with_headers)


def _token_of(scope: Mapping[str, bytes]) -> str:
    """The token in the address of a request, or nothing."""
    found = parse_qs(scope["query_string"].decode("ascii", "replace")).get("token", [])
    return found[0] if len(found) == 1 else ""


async def _refuse(scope: Scope, send: Send) -> None:
    if scope["type"] == "websocket":
        await send(
            {"type": "websocket.close", "code": 4403}
        )  # before it is open: the server sends 403
        return
    headers = {**_ALWAYS, **_BY_DEFAULT, "Content-Length": "0"}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": HTTPStatus.FORBIDDEN, "headers": raw})
    await send({"type": "http.response.body", "body": b""})
