"""The settings of searches by name, and their tables of numbers."""

from __future__ import annotations

import math

import pytest

from boardwright.interpreter.agents.agent import AgentError
from boardwright.interpreter.agents.installed import agent_names, find_agent
from boardwright.interpreter.agents.search.settings import Settings, logarithms, roots, settings_of


def test_settings_stand_after_the_name() -> None:
    assert settings_of("ismcts", "") == Settings()
    assert settings_of("ismcts", "500") == Settings(iterations=500)
    found = settings_of("mc", "explore=120:iterations=40:margin=0:playout=9")
    assert found == Settings(iterations=40, explore=120, margin=0, playout=9)


@pytest.mark.parametrize(
    ("text", "message", "help"),
    [
        ("many", "expected a number from 1 to 1000000, found `many`", "for example `mc:500`"),
        ("0", "expected a number from 1 to 1000000, found `0`", "for example `mc:500`"),
        ("10:margin=101", "`margin` of the agent `mc`: expected a number from 0 to 100", "for ex"),
        ("10:margins=3", "no setting `margins`; settings are `iterations`, `exp", "`margin`?"),
        pytest.param("9" * 5000, f"found `{'9' * 40}`", "for example `mc:500`", id="endless"),
        ("\N{ARABIC-INDIC DIGIT THREE}", "expected a number from 1", "for example `mc:500`"),
        ("10:20", "is given `iterations` twice", ""),
    ],
)
def test_what_cannot_be_set_is_refused(text: str, message: str, help: str) -> None:
    with pytest.raises(AgentError) as fault:
        find_agent(f"mc:{text}")
    assert message in str(fault.value)
    assert help in "".join(fault.value.help)


def test_searches_are_among_the_agents() -> None:
    assert {"ismcts", "mc"} <= set(agent_names())


def test_the_tables_have_roots_of_logarithms_and_of_numbers() -> None:
    logs, inverse = logarithms(1000), roots(1000)
    assert len(logs) == len(inverse) == 1024
    for n in range(1, 1024):
        assert abs(logs[n] - math.sqrt(math.log(n)) * 65536) < 80
        assert abs(inverse[n] - 65536 / math.sqrt(n)) <= 1
