from pathlib import Path

import pytest

from boardwright.clusters.address import Certificates, Cluster, ClusterError, cluster_at

NONE = Certificates()
FILES = Certificates(Path("ca.pem"), Path("cert.pem"), Path("key.pem"))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1", "tcp://127.0.0.1:8786"),
        ("127.0.0.1:9000", "tcp://127.0.0.1:9000"),
        ("tcp://127.0.0.1:9000", "tcp://127.0.0.1:9000"),
        ("tcp://[::1]:9000", "tcp://[::1]:9000"),
        ("tls://192.0.2.7", "tls://192.0.2.7:8786"),
    ],
)
def test_addresses_are_those_of_dask(text: str, address: str) -> None:
    assert cluster_at(text, NONE, False) == Cluster(address)


def test_a_local_cluster_has_a_number_of_workers() -> None:
    assert cluster_at("local:4", NONE, False).local == 4


def test_with_certificates_an_address_means_tls() -> None:
    assert cluster_at("192.0.2.7", FILES, False).address == "tls://192.0.2.7:8786"


@pytest.mark.parametrize("text", ["192.0.2.7", "tcp://192.0.2.7:8786", "tcp://0.0.0.0:8786"])
def test_another_machine_without_encryption_is_refused_unless_it_is_allowed(text: str) -> None:
    with pytest.raises(ClusterError, match="is on another machine") as refused:
        cluster_at(text, NONE, False)
    assert "--cluster-in-the-clear" in refused.value.help[-1]
    assert cluster_at(text, NONE, True).address.startswith("tcp://")


@pytest.mark.parametrize(
    "text",
    ["", "local:", "local:0", "local:9999", "http://x:1", "inproc://1", "a:b:c", "tcp://x:99999"],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ClusterError, match="expected"):
        cluster_at(text, NONE, False)


@pytest.mark.parametrize("text", ["tcp://127.0.0.1:8786", "local:2"])
def test_certificates_are_refused_where_nothing_is_encrypted(text: str) -> None:
    with pytest.raises(ClusterError, match="certificates"):
        cluster_at(text, FILES, False)
