"""Where things lie in the checkout, for all tests."""

from __future__ import annotations

from pathlib import Path

HELPERS = Path(__file__).resolve().parent
TESTS = HELPERS.parent
ROOT = TESTS.parent
SMALL_GAMES = TESTS / "games"
GOLDEN_FILES = TESTS / "golden"
CORPUS = TESTS / "corpus" / "cli"
