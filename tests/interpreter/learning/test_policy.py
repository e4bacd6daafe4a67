"""A policy reckons with whole numbers, and a file holds it or is refused."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import numpy
import pytest

from boardwright.interpreter.learning import policy as module
from boardwright.interpreter.learning.policy import Policy, PolicyError, load_policy

SIZES = (9, 7, 6, 5)


def network(seed: int = 3) -> list[tuple[Any, Any]]:
    chance = numpy.random.default_rng(seed)
    return [
        (chance.standard_normal((before, after)), chance.standard_normal(after))
        for before, after in pairwise(SIZES)
    ]


def rows(count: int = 40) -> Any:
    return numpy.random.default_rng(5).integers(-3, 30, (count, SIZES[0]))


def test_it_is_what_the_network_is() -> None:
    layers = network()
    policy = Policy.of("f", layers)
    assert (policy.inputs, policy.outputs) == (9, 5)
    for row in rows():
        out = row.astype(numpy.float64)
        for n, (weights, biases) in enumerate(layers):
            out = numpy.maximum(out, 0) @ weights + biases if n else out @ weights + biases
        assert numpy.abs(policy.worths(row) / 2.0**28 - out).max() < 0.05
        assert policy.best(row, range(5)) == out.argmax()


def test_it_reckons_as_whole_numbers_do() -> None:
    policy = Policy.of("f", network())
    for row in rows():
        out = [int(each) for each in row]
        for n, (weights, biases) in enumerate(policy.layers):
            if n:
                out = [max(0, min(1 << 26, each >> (8 if n == 1 else 16))) for each in out]
            columns = weights.T.tolist()
            out = [
                sum(map(int.__mul__, out, column)) + bias
                for column, bias in zip(columns, biases.tolist(), strict=True)
            ]
        assert policy.worths(row).tolist() == out


def test_it_takes_the_first_of_the_best_that_are_offered() -> None:
    policy = Policy.of("f", [(numpy.zeros((2, 4)), numpy.array([1.0, 3.0, 2.0, 3.0]))])
    assert policy.best([5, 5], [0, 1, 2, 3]) == 1
    assert policy.best([5, 5], [3, 1]) == 1
    assert policy.best([5, 5], [2, 0]) == 2


def test_very_large_weights_are_cut_off_and_others_refused() -> None:
    policy = Policy.of("f", [(numpy.array([[1e9, -1e9]]), numpy.array([0.0, 1e30]))])
    assert policy.layers[0][0].tolist() == [[2**31 - 1, -(2**31) + 1]]
    assert policy.best([0], [0, 1]) == 1
    with pytest.raises(PolicyError, match="expected finite weights"):
        Policy.of("f", [(numpy.array([[numpy.nan]]), numpy.zeros(1))])


def test_a_file_holds_it(tmp_path: Path) -> None:
    policy = Policy.of("fingerprint", network())
    policy.save(tmp_path / "one")
    policy.save(tmp_path / "two.npz")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two.npz").read_bytes()
    found = load_policy(tmp_path / "one")
    assert found.fingerprint == "fingerprint"
    for row in rows():
        assert (found.worths(row) == policy.worths(row)).all()


def saved(path: Path, **arrays: Any) -> Path:
    with path.open("wb") as file:
        numpy.savez(file, **{"fingerprint": numpy.zeros(3, "u1"), **arrays})
    return path


def test_other_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.npz"

    def refused() -> str:
        with pytest.raises(PolicyError) as found:
            load_policy(path)
        return str(found.value)

    path.write_text("policy")
    assert refused() == "it is not a policy, as `Policy.save` writes it"
    with ZipFile(path, "w") as file:
        file.writestr("fingerprint.npy", b"\x93NUMPY")
    assert refused().startswith("it is not a policy")
    saved(path, weights_0=numpy.array([object()]), biases_0=numpy.zeros(1, numpy.int64))
    assert refused().startswith("it is not a policy")
    first, bias = numpy.zeros((3, 2), numpy.int32), numpy.zeros(2, numpy.int64)
    saved(path, weights_0=first)
    assert refused().startswith("it is not a policy")
    saved(path)
    assert refused() == "it has no layers"
    saved(path, weights_0=first.astype(float), biases_0=bias)
    assert refused() == "its weights are not those of layers"
    saved(path, weights_0=first, biases_0=bias[:1])
    assert refused() == "its weights are not those of layers"
    saved(path, weights_0=first, biases_0=bias, weights_1=first, biases_1=bias)
    assert refused() == "its layers do not fit each other"
    saved(path, weights_0=first, biases_0=bias)
    path.write_bytes(path.read_bytes()[:-40])
    assert refused().startswith("it is not a policy")
    saved(path, weights_0=first, biases_0=bias)
    monkeypatch.setattr(module, "MOST_BYTES", 100)
    assert refused() == "it is larger than 256 MB"
    path.write_bytes(b"")
    assert refused().startswith("it is not a policy")


def packed(path: Path, members: Mapping[str, bytes], method: int = ZIP_STORED) -> None:
    with ZipFile(path, "w", method) as file:
        for name, content in members.items():
            file.writestr(name, content)


def array_of(content: Any, header: bytes = b"", other: bytes = b"") -> bytes:
    """The bytes of an array, in which a part of the header is another."""
    file = BytesIO()
    numpy.save(file, content)
    assert header in file.getvalue()
    longer = b" " * (len(other) - len(header)) + b"\n"
    return file.getvalue().replace(header, other).replace(longer, b"\n", 1)


def test_damaged_and_foreign_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "file.npz"
    fingerprint = array_of(numpy.zeros(3, "u1"))
    weights, biases = numpy.zeros((3, 2), numpy.int32), numpy.zeros(2, numpy.int64)
    whole = {
        "fingerprint.npy": fingerprint,
        "weights_0.npy": array_of(weights),
        "biases_0.npy": array_of(biases),
    }

    def refused() -> None:
        with pytest.raises(PolicyError, match="it is not a policy"):
            load_policy(path)

    packed(path, whole)
    assert load_policy(path).inputs == 3
    # Members that are no arrays, and headers that tell lies or are of other versions.
    for wrong in (
        {"fingerprint": b"text"},
        {"weights_0": b"text"},
        {"weights_0.npy": array_of(weights, b"(3, 2)", b"(30000000000, 20000000)")},
        {"weights_0.npy": array_of(weights, b"(3, 2)", b"(3L, 2L)")},
        {"weights_0.npy": array_of(weights, b"(3, 2)", b"(3,'2'")},
    ):
        missing = {name.removesuffix(".npy") for name in wrong}
        kept = {name: of for name, of in whole.items() if name.removesuffix(".npy") not in missing}
        packed(path, {**kept, **wrong})
        refused()
    # A compressed file may be damaged anywhere, and end anywhere.
    packed(path, whole, ZIP_DEFLATED)
    intact = path.read_bytes()
    for at in range(0, len(intact), 3):
        for damaged in (intact[:at] + bytes([intact[at] ^ 0x55]) + intact[at + 1 :], intact[:at]):
            path.write_bytes(damaged)
            with suppress(PolicyError):  # some bytes, such as dates, do not matter
                load_policy(path)


def test_an_endless_file_is_not_read_to_its_end() -> None:
    with pytest.raises(PolicyError, match="it is larger than 256 MB"):
        load_policy("/dev/zero")


def test_layers_that_do_not_fit_are_refused_at_once(recwarn: pytest.WarningsRecorder) -> None:
    for weights, biases in (
        (numpy.zeros((3, 2)), numpy.zeros(3)),
        (numpy.zeros(3), numpy.zeros(3)),
    ):
        with pytest.raises(PolicyError, match="its weights are not those of layers"):
            Policy.of("f", [(weights, biases)])
    with pytest.raises(PolicyError, match="expected finite weights"):
        Policy.of("f", [(numpy.full((1, 1), 1e308), numpy.zeros(1))])
    assert not recwarn.list
