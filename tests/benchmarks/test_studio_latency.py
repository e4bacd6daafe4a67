"""The benchmark of the studio measures what it says, in a real browser."""

from __future__ import annotations

import pytest

import studio_latency
from lsp_latency import part
from studio_server import PATH


@pytest.mark.slow
def test_a_few_keys_until_the_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", PATH)
    found = studio_latency.measured("editor", 12)
    assert len(found.raw["editor"]) == len(found.scaled["editor"]) == 12
    assert part(found.scaled["editor"], 50) > 0
