"""Dask's client: connects to a scheduler, submits errands, fetches replies, and connects again.

Nothing here relies on what a scheduler remembers: what was submitted before a connection broke is lost, and the caller
submits it again.
"""

from __future__ import annotations

import logging
import queue
import re
import socket
import ssl
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from boardwright.clusters.address import Cluster, ClusterError, host_of, on_this_machine
from boardwright.clusters.playing import as_sent, play_errand

ANSWERS_WITHIN = 10.0
"""Seconds in which a scheduler must answer for the first time."""

COMES_BACK_WITHIN = 600.0
"""Seconds in which a scheduler that was lost must be there again."""

_FETCHED_WITHIN = 120.0
_REFUSED_WITHIN = 10.0
_CLOSED_WITHIN = 5.0
# Replies are bytes, and replies of any other kind are refused before anything in them is run.
_READ_AS = ["dask", "msgpack"]
_RULES = "boardwright-rules-"
_PLACE = re.compile("in <[^>]*>: ")  # objects of Dask in its messages


class LostError(Exception):
    """The connection to the scheduler is lost, and everything that was submitted."""


@dataclass(frozen=True, slots=True)
class Lost:
    """An errand was lost through no fault of its own."""


@dataclass(frozen=True, slots=True)
class Broken:
    """An errand could not be carried out."""

    why: str


Reply = bytes | Lost | Broken


class Connection:
    """A connection to the scheduler at an address."""

    def __init__(self, cluster: Cluster, address: str) -> None:
        self.cluster, self.address = cluster, address
        self._client: Any = None
        self._rules: Any = None
        self._rules_name = ""
        self._done: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._futures: dict[int, Any] = {}
        self._tickets = 0

    # ---- connecting

    def open(self, patience: float = ANSWERS_WITHIN) -> None:
        """Connects; `ClusterError` if no scheduler answers within this many seconds."""
        distributed: Any = import_module("distributed")  # whose functions have no types
        until, why = time.monotonic() + patience, ""
        security = self._security()
        if security.require_encryption:
            self._try_certificates(security)
        _be_silent()
        while (left := until - time.monotonic()) > 0:
            try:
                with _hiding_warnings():
                    self._client = distributed.Client(
                        self.address,
                        timeout=min(left, ANSWERS_WITHIN),
                        security=security,
                        set_as_default=False,
                        deserializers=_READ_AS,
                        name="boardwright",
                    )
                _be_silent()
                return
            except (OSError, TimeoutError, AssertionError) as fault:  # the last: no thread in time
                why = _PLACE.sub("", f"{fault.__cause__ or fault}") or "no answer in time"
            except (ValueError, TypeError, RuntimeError) as fault:
                raise ClusterError(f"cannot connect to `{self.address}`: {_line(fault)}") from fault
        raise ClusterError(
            f"no scheduler answers at `{self.address}`: {_line(why)}",
            ("start one with `dask scheduler`, and workers with `dask worker`",),
        )

    def close(self) -> None:
        """Ends the connection, and with it everything that was submitted."""
        self._futures.clear()
        self._rules, self._done = None, queue.SimpleQueue()
        if self._client is not None:
            client, self._client = self._client, None
            with suppress(Exception), _hiding_warnings():  # it may be broken in any way
                client.close(timeout=_CLOSED_WITHIN)

    def _security(self) -> Any:
        distributed: Any = import_module("distributed")
        given = self.cluster.certificates
        files = {
            "tls_ca_file": given.ca,
            "tls_client_cert": given.cert,
            "tls_client_key": given.key,
        }
        encrypted = self.address.startswith("tls:")
        if not encrypted:
            return distributed.Security(require_encryption=False)
        security = distributed.Security(
            require_encryption=True,
            **{name: str(file) for name, file in files.items() if file is not None},
        )
        for name, option in (
            ("tls_ca_file", "--tls-ca-file"),
            ("tls_client_cert", "--tls-cert"),
        ):
            if getattr(security, name) is None:
                raise ClusterError(
                    f"`{self.address}` needs certificates: {option} is missing",
                    (
                        "name the files with --tls-ca-file, --tls-cert and --tls-key, or in Dask's configuration "
                        "(`distributed.comm.tls`)",
                    ),
                )
        try:
            security.get_connection_args("client")
        except (OSError, ValueError) as fault:
            raise ClusterError(f"these certificates cannot be used: {_line(fault)}") from fault
        return security

    def _try_certificates(self, security: Any) -> None:
        """Raises `ClusterError` if one side refuses the certificate of the other: Dask would try until time is up, and then
        often not say why.
        """
        host, _, port = self.address.removeprefix("tls://").rpartition(":")
        host, context = host.strip("[]"), security.get_connection_args("client")["ssl_context"]
        name = host if context.check_hostname else None
        try:
            with (
                socket.create_connection((host, int(port)), _REFUSED_WITHIN) as plain,
                context.wrap_socket(plain, server_hostname=name) as encrypted,
            ):
                encrypted.recv(1)  # a scheduler speaks first; its refusal comes here
        except ssl.SSLError as fault:
            why = fault.reason or ""
            if isinstance(fault, ssl.SSLCertVerificationError) or "ALERT" in why:
                raise ClusterError(
                    f"cannot connect to `{self.address}`: a certificate is refused ({_line(fault)})",
                    (
                        "both sides need certificates from the same authority, which --tls-ca-file names",
                    ),
                ) from fault
        except OSError:
            pass  # Dask tries again, and says why it fails

    # ---- errands

    def submit(self, name: str, rules: bytes, errand: bytes) -> int:
        """Submits an errand, and returns its ticket. Rules go to each worker once, by this name. Raises `LostError`."""
        self._tickets += 1
        ticket = self._tickets
        try:
            there = self._rules is not None and self._rules_name == name
            if not there or self._rules.status not in ("pending", "finished"):
                # A name that failed once would fail again.
                self._rules_name = name
                self._rules = self._client.submit(
                    as_sent, rules, key=f"{_RULES}{name}-{ticket}", pure=False
                )
            future = self._client.submit(
                play_errand,
                self._rules,
                errand,
                key=f"boardwright-{self._client.id}-{ticket}",
                pure=False,
            )
            self._futures[ticket] = future
            done = self._done
            future.add_done_callback(lambda _: done.put(ticket))
        except Exception as fault:
            raise LostError(_line(fault)) from fault
        return ticket

    def drop(self) -> None:
        """Forgets what was submitted: nobody waits for it any more."""
        for future in self._futures.values():
            with suppress(Exception):  # the connection may be broken in any way
                future.release()
        self._futures.clear()

    def replies(self, patience: float) -> Iterator[tuple[int, Reply]]:
        """The replies that are there now; if there are none, waits for one this many seconds. Raises `LostError`."""
        try:
            ticket = self._done.get(timeout=patience)
        except queue.Empty:
            if self._client.status != "running":
                raise LostError("the scheduler does not answer") from None
            return
        while True:
            future = self._futures.pop(ticket, None)
            if future is not None:
                yield ticket, self._reply(future)
                future.release()
            try:
                ticket = self._done.get_nowait()
            except queue.Empty:
                return

    def _reply(self, future: Any) -> Reply:
        if future.status == "finished":
            try:
                found = future.result(timeout=_FETCHED_WITHIN)
            except Exception:  # of any kind: the connection, the worker or the scheduler is gone
                if self._client.status != "running":
                    raise LostError("the scheduler does not answer") from None
                return Lost()
            return found if isinstance(found, bytes) else Broken("a worker replied something else")
        if future.status != "error":
            return Lost()
        return _broken(future.exception(timeout=_FETCHED_WITHIN))

    # ---- workers

    def workers(self) -> dict[str, int]:
        """The addresses of the workers, with the number of threads of each. Raises `LostError`, and `ClusterError` if one is
        on another machine and not encrypted.
        """
        try:
            found: dict[str, int] = self._client.nthreads()
        except Exception as fault:
            raise LostError(_line(fault)) from fault
        for address in () if self.cluster.in_the_clear else found:
            if not address.startswith("tls:") and not on_this_machine(host_of(address)):
                raise ClusterError(
                    f"the worker `{address}` is on another machine, and not encrypted",
                    (
                        "start the cluster with certificates, or allow it with --cluster-in-the-clear",
                    ),
                )
        return found


def _broken(fault: BaseException | None) -> Broken | Lost:
    from distributed import KilledWorker

    if isinstance(fault, KilledWorker):
        if f"{fault.task}".startswith(_RULES):
            return Lost()  # the workers died while they were sent the rules: no chunk is the cause
        return Broken("the workers that played it have died")
    text = _line(fault)
    if isinstance(fault, ImportError) and "boardwright" in text:
        raise ClusterError(
            f"the workers have no boardwright, or another version: {text}",
            ("install the same Boardwright there, with the extra `cluster`",),
        )
    return Broken(f"{type(fault).__name__}: {text}"[:300])


def _line(fault: object) -> str:
    return " ".join(f"{fault}".split())[:300]


def _be_silent() -> None:
    """What goes wrong is told in our words."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).disabled = True


@contextmanager
def _hiding_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
