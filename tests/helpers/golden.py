"""The type of the fixture `golden`, which conftest.py makes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Golden = Callable[[Path, str], None]
