"""The names of back-ends for users."""

from __future__ import annotations

from typing import Literal

Backend = Literal["auto", "python", "native"]
BACKENDS: tuple[Backend, ...] = ("auto", "python", "native")
