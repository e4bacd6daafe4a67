import re

import pytest

import starting


def test_both_ways_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    starting.main(["--takes", "1", "run rattus --seed 1 -q"])
    *_, row = capsys.readouterr().out.splitlines()
    found = re.fullmatch(
        r"\| `boardwright run rattus --seed 1 -q` \| (\d+) \| (\d+) \| \d+ \|", row
    )
    assert found is not None
    assert int(found[2]) < int(found[1])
