"""Policies: what a network has learned, as whole numbers, so that it chooses the same on every machine.

A policy has layers of weights. Between them, what is below 0 becomes 0 (ReLU). It reads the row of numbers of a player and gives
each action a number; the largest among the actions that are offered is taken, the first of them if several are equal.

Weights are kept in fixed point. A row has whole numbers. The first weights are in units of 2**-20, all others of 2**-16; what a
layer hands on is in units of 2**-12, rounded down and at most 16,384.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from warnings import catch_warnings
from zipfile import ZipFile

import numpy

_FIRST, _OTHER, _BETWEEN = 20, 16, 12
_LARGEST = 1 << 26
_WEIGHT = 2**31 - 1
MOST_BYTES = 1 << 28
"""The most that a file, and its arrays in memory, may take."""
_TOO_LARGE = f"it is larger than {MOST_BYTES >> 20} MB"


class PolicyError(ValueError):
    """A file is not a policy, or the policy is for another table; the text says why."""


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """Layers of weights and biases in fixed point, for the table with this fingerprint."""

    fingerprint: str
    layers: tuple[tuple[Any, Any], ...]

    @staticmethod
    def of(fingerprint: str, layers: Sequence[tuple[Any, Any]]) -> Policy:
        """The policy of a network: for each layer its weights, inputs by outputs, and its biases. The first reads rows as they
        are: what scales the numbers of a row belongs to its weights.
        """
        rounded = []
        for n, (weights, biases) in enumerate(layers):
            bits, before = (_OTHER, _BETWEEN) if n else (_FIRST, 0)
            with numpy.errstate(over="ignore"):  # what is infinite then is refused
                scaled = numpy.rint(numpy.asarray(weights, numpy.float64) * 2.0**bits)
                offset = numpy.rint(numpy.asarray(biases, numpy.float64) * 2.0 ** (bits + before))
            if not (numpy.isfinite(scaled).all() and numpy.isfinite(offset).all()):
                raise PolicyError("expected finite weights")
            rounded.append(
                (
                    scaled.clip(-_WEIGHT, _WEIGHT).astype(numpy.int32),
                    offset.clip(-(2.0**60), 2.0**60).astype(numpy.int64),
                )
            )
        _check(rounded)
        return Policy(fingerprint, tuple(rounded))

    @property
    def inputs(self) -> int:
        """How many numbers a row has."""
        return int(self.layers[0][0].shape[0])

    @property
    def outputs(self) -> int:
        """How many actions the table has."""
        return int(self.layers[-1][0].shape[1])

    def worths(self, row: Sequence[int]) -> Any:
        """A number for each action: the larger, the better."""
        out = numpy.asarray(row, numpy.int64)
        for n, (weights, biases) in enumerate(self.layers):
            if n:
                shift = _OTHER if n > 1 else _FIRST - _BETWEEN
                out = (out >> shift).clip(0, _LARGEST)
            # Rows are mostly zeros, and NumPy multiplies matrices of whole numbers slowly.
            used = numpy.flatnonzero(out)
            out = out[used] @ weights[used] + biases
        return out

    def best(self, row: Sequence[int], legal: Sequence[int]) -> int:
        """Which of these actions is best."""
        worths = self.worths(row)
        return max(sorted(legal), key=lambda action: int(worths[action]))

    @property
    def data(self) -> bytes:
        """What `save` writes: the same bytes for the same policy."""
        arrays: dict[str, Any] = {"fingerprint": numpy.frombuffer(self.fingerprint.encode(), "u1")}
        for n, (weights, biases) in enumerate(self.layers):
            arrays |= {f"weights_{n}": weights, f"biases_{n}": biases}
        file = BytesIO()
        numpy.savez(file, allow_pickle=False, **arrays)
        return file.getvalue()

    def save(self, path: str | Path) -> None:
        """Writes the policy to a file, for `load_policy` and for the agent `policy:FILE`."""
        Path(path).write_bytes(self.data)


def load_policy(path: str | Path) -> Policy:
    """The policy in a file. Raises `OSError`, or `PolicyError` if the file holds none."""
    with Path(path).open("rb") as file:
        data = file.read(MOST_BYTES + 1)  # no more, however large the file is
    if len(data) > MOST_BYTES:
        raise PolicyError(_TOO_LARGE)
    try:
        fingerprint, layers = _read(data)
    except PolicyError:
        raise
    except Exception as fault:  # a damaged archive may fail in any way
        raise PolicyError("it is not a policy, as `Policy.save` writes it") from fault
    return Policy(fingerprint, layers)


def _read(data: bytes) -> tuple[str, tuple[tuple[Any, Any], ...]]:
    """The fingerprint and the layers in the bytes of a file."""
    with ZipFile(BytesIO(data)) as file:
        if sum(each.file_size for each in file.infolist()) > MOST_BYTES:
            raise PolicyError(_TOO_LARGE)
    # NumPy warns of what other versions have written: `save` writes nothing of the kind.
    with catch_warnings(action="error"), numpy.load(BytesIO(data), allow_pickle=False) as arrays:
        fingerprint = arrays["fingerprint"].tobytes().decode("ascii")
        count = sum(name.startswith("weights_") for name in arrays.files)
        layers = tuple((arrays[f"weights_{n}"], arrays[f"biases_{n}"]) for n in range(count))
    _check(layers)
    return fingerprint, layers


def _check(layers: Sequence[tuple[Any, Any]]) -> None:
    before = None
    for weights, biases in layers:
        fits = weights.dtype == numpy.int32 and biases.dtype == numpy.int64
        if not fits or weights.ndim != 2 or biases.shape != weights.shape[1:]:
            raise PolicyError("its weights are not those of layers")
        if before not in (None, weights.shape[0]):
            raise PolicyError("its layers do not fit each other")
        before = weights.shape[1]
    if before is None:
        raise PolicyError("it has no layers")


__all__ = ["MOST_BYTES", "Policy", "PolicyError", "load_policy"]
