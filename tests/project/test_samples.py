"""Which tests are tried, and in which order."""

from __future__ import annotations

import itertools

import pytest

from folders import TESTS
from samples import WAITING, chosen, in_turn

pytest_plugins = ["pytester"]

NAMES = [f"tests/test_{n}.py::test_it" for n in range(60)]


@pytest.mark.parametrize(("many", "one_in"), [(1, 3), (2, 3), (3, 3), (7, 3), (44, 3), (5, 1)])
def test_about_one_in_as_many_is_in_the_sample(many: int, one_in: int) -> None:
    for name in NAMES:
        found = [*chosen(name, many, one_in)]
        assert found and set(found) <= set(range(many))
        assert many // one_in <= len(found) <= -(-many // one_in)
        assert found == [*chosen(name, many, one_in)]


def test_functions_have_different_samples_and_leave_nothing_out_together() -> None:
    assert {n for name in NAMES for n in chosen(name, 7, 3)} == set(range(7))


def test_what_is_not_in_the_sample_is_a_campaign(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        "from samples import leave_out\n"
        "def pytest_configure(config):\n"
        "    config.addinivalue_line('markers', 'campaign')\n"
        "    config.addinivalue_line('markers', 'one_in')\n"
        "import pytest\n"
        "@pytest.hookimpl(tryfirst=True)\n"
        "def pytest_collection_modifyitems(items):\n"
        "    leave_out(items)\n"
    )
    pytester.makepyfile(
        "import pytest\n"
        "@pytest.mark.one_in(3)\n"
        "@pytest.mark.parametrize('n', range(9))\n"
        "def test_many(n): pass\n"
        "def test_one(): pass\n"
    )
    pytester.makepyfile(
        test_of_a_file="import pytest\n"
        "pytestmark = pytest.mark.one_in(2, of='file')\n"
        "def test_a(): pass\n"
        "def test_b(): pass\n"
    )
    pytester.runpytest_inprocess("-m", "not campaign").assert_outcomes(passed=5, deselected=7)
    pytester.runpytest_inprocess("-m", "campaign").assert_outcomes(passed=7, deselected=5)


def test_files_that_wait_are_spread_evenly() -> None:
    busy = [TESTS / "dsl" / f"test_{n}.py" for n in range(20)]
    waiting = [TESTS / folder / "test_it.py" for folder in WAITING]
    first = TESTS / "project" / "test_it.py"
    found = in_turn([*busy, first, *waiting, *busy])
    assert found[0] == first and {*found} == {*busy, *waiting, first} and len(found) == 25
    places = [found.index(path) for path in waiting]
    assert [b - a for a, b in itertools.pairwise(places)] == [6, 6, 6]
    assert [path for path in found if path in busy] == busy
