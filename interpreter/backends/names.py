"""The back-ends, as people ask for them."""

from __future__ import annotations

from typing import Literal

Backend = Literal["auto", "python", "native"]
BACKENDS: tuple[Backend, ...] = ("auto", "python", "native")
