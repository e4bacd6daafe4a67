from __future__ import annotations

import resource

import pytest

import back_ends
from back_ends import main


@pytest.mark.slow
def test_rules_made_at_random_are_played_alike(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rules", "7", "--games", "2", "--vectors", "8"]) == 0
    assert "rules: 4" in capsys.readouterr().out


def test_wide_sets_lie_where_the_processor_wants_them() -> None:
    assert main(["--rules", "1", "--first", "3011", "--games", "2", "--vectors", "0"]) == 0


def test_its_limit_of_memory_ends_with_it() -> None:
    assert main(["--rules", "1", "--games", "1", "--vectors", "0"]) == 0
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    assert soft != back_ends._MOST_MEMORY
