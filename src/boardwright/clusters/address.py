"""Which cluster is meant, and whether it may be used without encryption."""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass
from pathlib import Path

MOST_LOCAL = 512
_PORT = 8786  # Dask's own

_LOCAL = re.compile("local:([0-9]{1,4})")
_ADDRESS = re.compile(
    r"(?:(?P<scheme>[a-z]+)://)?(?P<host>\[[0-9a-fA-F:.%]+\]|[^\s:/\[\]]+)(?::(?P<port>[0-9]{1,5}))?"
)


class ClusterError(Exception):
    """A cluster cannot be used; `help` says what to do."""

    def __init__(self, message: str, help: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.help = help


@dataclass(frozen=True, slots=True)
class Certificates:
    """Files in PEM format, as Dask wants them. Those that are not named are taken from Dask's configuration."""

    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None

    @property
    def any(self) -> bool:
        """Whether any file is named."""
        return bool(self.ca or self.cert or self.key)


@dataclass(frozen=True, slots=True)
class Cluster:
    """A scheduler, or with `local` this many workers on this machine. `in_the_clear` allows connections between machines
    without encryption.
    """

    address: str
    local: int | None = None
    certificates: Certificates = Certificates()
    in_the_clear: bool = False


def cluster_at(text: str, certificates: Certificates, in_the_clear: bool) -> Cluster:
    """The cluster that a text means: `local:4`, `tls://host:8786`, `tcp://host:8786` or `host`. `ClusterError` for anything
    else, and for an address on another machine without encryption.
    """
    found = _LOCAL.fullmatch(text)
    if found is not None:
        workers = int(found[1])
        if not 1 <= workers <= MOST_LOCAL:
            raise ClusterError(f"expected 1 to {MOST_LOCAL} workers, found {workers}")
        if certificates.any:
            raise ClusterError("a local cluster takes no certificates: nothing leaves this machine")
        return Cluster(text, workers)
    parts = _ADDRESS.fullmatch(text)
    scheme = None if parts is None else parts["scheme"] or ("tls" if certificates.any else "tcp")
    if parts is None or scheme not in ("tcp", "tls") or int(parts["port"] or 1) > 65535:
        raise ClusterError(
            f"expected `local:N` or the address of a scheduler, found `{text}`",
            ("write it as in `tls://10.0.0.7:8786`, or `tcp://127.0.0.1:8786`",),
        )
    if scheme == "tcp" and certificates.any:
        raise ClusterError(
            f"`{text}` is not encrypted, so certificates are of no use",
            (f"write `tls://{parts['host']}:{parts['port'] or _PORT}`",),
        )
    address = f"{scheme}://{parts['host']}:{parts['port'] or _PORT}"
    if scheme == "tcp" and not in_the_clear and not on_this_machine(parts["host"]):
        raise ClusterError(
            f"`{address}` is on another machine, and the connection is not encrypted",
            (
                "whoever can connect to this scheduler can run any program on its workers, and whoever listens can "
                "change results: start the cluster with certificates, and write `tls://` with --tls-ca-file, --tls-cert "
                "and --tls-key",
                "in a network where nobody else is, `--cluster-in-the-clear` allows it",
            ),
        )
    return Cluster(address, None, certificates, in_the_clear)


def host_of(address: str) -> str:
    """The host in an address such as `tcp://10.0.0.7:8786`."""
    parts = _ADDRESS.fullmatch(address)
    return address if parts is None else parts["host"]


def on_this_machine(host: str) -> bool:
    """Whether all addresses of a host are loopback addresses. `ClusterError` if there is no such host."""
    try:
        found = socket.getaddrinfo(host.strip("[]"), None)
    except (OSError, UnicodeError) as fault:
        raise ClusterError(f"there is no host `{host}`") from fault
    return all(
        ipaddress.ip_address(str(each[4][0]).partition("%")[0]).is_loopback for each in found
    )
