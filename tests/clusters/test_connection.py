"""Connections to real schedulers, with and without encryption."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import trustme

from boardwright.clusters.address import Certificates, Cluster, ClusterError
from boardwright.clusters.connection import Broken, Connection, Lost, LostError
from boardwright.extras import install
from cli_runs import Run, environment_with
from folders import HELPERS

SMALL = ("harbour", "--games", "12", "--chunk", "4", "--seed", "3", "--quiet")


@dataclass(frozen=True)
class Files:
    """An authority, and a certificate that it has signed."""

    ca: Path
    cert: Path
    key: Path

    def options(self) -> tuple[str, ...]:
        return (
            *("--tls-ca-file", str(self.ca)),
            *("--tls-cert", str(self.cert)),
            *("--tls-key", str(self.key)),
        )


def signed(folder: Path) -> Files:
    folder.mkdir()
    authority = trustme.CA()
    issued = authority.issue_cert("127.0.0.1")
    files = Files(folder / "ca.pem", folder / "cert.pem", folder / "key.pem")
    authority.cert_pem.write_to_path(str(files.ca))
    issued.cert_chain_pems[0].write_to_path(str(files.cert))
    issued.private_key_pem.write_to_path(str(files.key))
    return files


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return signed(tmp_path_factory.mktemp("certificates") / "ours")


@pytest.fixture(scope="module")
def address(files: Files, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A scheduler with a worker, which both want these certificates."""
    command = [sys.executable, str(HELPERS / "tls_cluster.py")]
    with subprocess.Popen(
        [*command, str(files.ca), str(files.cert), str(files.key)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path_factory.mktemp("worker"),
        env=environment_with(),
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()


def test_a_run_with_certificates_has_the_bytes_of_one_without_a_cluster(
    spawn: Run, tmp_path: Path, files: Files, address: str
) -> None:
    assert address.startswith("tls://127.0.0.1:")
    one, two = tmp_path / "one", tmp_path / "two"
    assert spawn("simulate", *SMALL, "--out", str(one), "--jobs", "1").code == 0
    done = spawn("simulate", *SMALL, "--out", str(two), "--cluster", address, *files.options())
    assert (done.code, done.err) == (0, "")
    assert (two / "games.jsonl").read_bytes() == (one / "games.jsonl").read_bytes()


def test_the_certificates_of_others_are_refused(tmp_path: Path, spawn: Run, address: str) -> None:
    done = spawn(
        *("simulate", *SMALL, "--out", str(tmp_path / "out"), "--cluster", address),
        *signed(tmp_path / "theirs").options(),
    )
    assert done.code == 2
    assert done.err.startswith(f"error: cannot connect to `{address}`: a certificate is refused (")
    assert "CERTIFICATE_VERIFY_FAILED" in done.err and not (tmp_path / "out").exists()


def test_a_certificate_that_the_scheduler_refuses_is_reported(
    tmp_path: Path, files: Files, address: str
) -> None:
    theirs = signed(tmp_path / "theirs")
    mixed = Certificates(files.ca, theirs.cert, theirs.key)
    with pytest.raises(ClusterError, match="a certificate is refused") as refused:
        Connection(Cluster(address, None, mixed), address).open()
    assert refused.value.help[0].startswith("both sides need certificates from the same authority")


def test_without_certificates_it_says_which_options_are_missing(
    tmp_path: Path, spawn: Run, address: str
) -> None:
    done = spawn("simulate", *SMALL, "--out", str(tmp_path / "out"), "--cluster", address)
    assert done.code == 2
    assert "needs certificates: --tls-ca-file is missing" in done.err


def test_a_scheduler_that_is_not_there_leaves_no_folder_behind(spawn: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = spawn("simulate", *SMALL, "--out", str(out), "--cluster", "tcp://127.0.0.1:1")
    assert done.code == 2 and not out.exists()
    assert done.err.startswith("error: no scheduler answers at `tcp://127.0.0.1:1`: ")
    assert " object at 0x" not in done.err


def test_a_scheduler_on_another_machine_is_refused_in_the_clear(run: Run, tmp_path: Path) -> None:
    for command in ("simulate", "tournament"):
        who = ("--agents", "greedy,random") if command == "tournament" else ()
        at = ("--cluster", "tcp://192.0.2.7:8786")
        done = run(command, *SMALL[:3], *who, "--out", str(tmp_path / "out"), *at)
        assert done.code == 2 and not (tmp_path / "out").exists()
        assert done.err.startswith("error: `tcp://192.0.2.7:8786` is on another machine, and the")


def test_jobs_are_not_for_a_cluster(run: Run, tmp_path: Path) -> None:
    local = ("--cluster", "local:2", "--jobs", "2")
    done = run("simulate", *SMALL, "--out", str(tmp_path / "out"), *local)
    assert done.code == 2 and "--jobs is for processes of this machine" in done.err


def test_without_dask_it_says_what_to_install(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boardwright.commands.many_games.find_spec", lambda name: None)
    done = run("simulate", *SMALL, "--out", str(tmp_path / "out"), "--cluster", "local:2")
    assert (done.code, done.err) == (2, f"error: this needs: {install('cluster')}\n")


def test_dasks_configuration_is_used(files: Files, address: str) -> None:
    import dask
    import distributed  # noqa: F401 - whose own configuration must be there before

    tls = "distributed.comm.tls"
    with dask.config.set(
        {
            f"{tls}.ca-file": str(files.ca),
            f"{tls}.client.cert": str(files.cert),
            f"{tls}.client.key": str(files.key),
        }
    ):
        connection = Connection(Cluster(address), address)
        connection.open()
        try:
            assert len(connection.workers()) == 1
        finally:
            connection.close()


def test_a_scheduler_that_is_not_there_is_reported() -> None:
    connection = Connection(Cluster("tcp://127.0.0.1:1"), "tcp://127.0.0.1:1")
    with pytest.raises(ClusterError, match="no scheduler answers at"):
        connection.open(0.1)


# ---- what workers do


def with_client(cluster: Cluster, **client: object) -> Connection:
    connection = Connection(cluster, cluster.address)
    connection._client = SimpleNamespace(status="running", **client)
    return connection


def test_a_worker_on_another_machine_is_refused_as_a_scheduler_is() -> None:
    workers = {"tcp://127.0.0.1:1": 1, "tcp://192.0.2.7:2": 1}
    clear = Cluster("tcp://127.0.0.1:8786")
    with pytest.raises(ClusterError, match=r"the worker .* is on another machine"):
        with_client(clear, nthreads=lambda: workers).workers()
    allowed = Cluster("tcp://127.0.0.1:8786", in_the_clear=True)
    assert with_client(allowed, nthreads=lambda: workers).workers() == workers
    encrypted = {"tls://192.0.2.7:2": 1}
    assert with_client(clear, nthreads=lambda: encrypted).workers() == encrypted


def fails() -> None:
    raise OSError("it broke")


def test_a_scheduler_that_does_not_answer_is_lost() -> None:
    with pytest.raises(LostError, match="it broke"):
        with_client(Cluster("tcp://127.0.0.1:8786"), nthreads=fails).workers()


def replied(future: object) -> object:
    return with_client(Cluster("tcp://127.0.0.1:8786"))._reply(future)


def raising(fault: BaseException) -> Callable[..., object]:
    def result(timeout: float) -> object:
        raise fault

    return result


def test_replies_are_bytes_or_why_there_are_none() -> None:
    from distributed import KilledWorker

    def erred(fault: BaseException) -> SimpleNamespace:
        return SimpleNamespace(status="error", exception=lambda timeout: fault)

    finished = SimpleNamespace(status="finished", result=lambda timeout: b"bytes")
    assert replied(finished) == b"bytes"
    other = SimpleNamespace(status="finished", result=lambda timeout: {"a": 1})
    assert replied(other) == Broken("a worker replied something else")
    gone = SimpleNamespace(status="finished", result=raising(OSError()))
    assert replied(gone) == Lost() == replied(SimpleNamespace(status="cancelled"))
    worker: Any = None
    killed = KilledWorker("boardwright-x-1", worker, 3)
    assert replied(erred(killed)) == Broken("the workers that played it have died")
    assert replied(erred(KilledWorker("boardwright-rules-x-1", worker, 3))) == Lost()
    assert replied(erred(ValueError("so\nso"))) == Broken("ValueError: so so")
    with pytest.raises(ClusterError, match="the workers have no boardwright"):
        replied(erred(ModuleNotFoundError("No module named 'boardwright'")))
