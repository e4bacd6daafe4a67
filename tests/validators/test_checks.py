"""Every check finds what it is for, and says it in these words; and finds nothing where nothing is wrong.

A case in `golden/checks/bad` is one text; what all checks say of it stands beside it. Its first line names the code that
it is about. A case in `good` is as near to a bad one as can be, and nothing is said of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from boardwright.dsl.source.codes import CODES
from boardwright.dsl.source.diagnostics import Diagnostic, Severity
from boardwright.validators.checking import check
from boardwright.validators.checks import NAMES, all_checks
from boardwright.validators.render import full
from boardwright.validators.subject.subject import Profile
from checked_texts import GAME, subject_of_text
from folders import GOLDEN_FILES, ROOT

CASES = GOLDEN_FILES / "checks"
BAD = sorted((CASES / "bad").glob("*.yaml"))
GOOD = sorted((CASES / "good").glob("*.yaml"))


def codes_of(path: Path) -> set[str]:
    """The codes that the first line of a case names."""
    return set(re.findall(r"E\d{3}", path.read_text("utf-8").split("\n", 1)[0]))


def found_in(path: Path) -> tuple[Diagnostic, ...]:
    """What all checks find in a case; what is allowed in a game may be needed only where it stands alone."""
    subject = subject_of_text(path.read_text("utf-8"))
    return check(subject, Profile.PUBLISHED, told=len(subject.layers) == 1)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_what_is_wrong_is_found(path: Path, golden: Callable[[Path, str], None]) -> None:
    found = tuple(each for each in found_in(path) if is_here(each.code))
    assert {each.code for each in found} == codes_of(path)
    assert all(each.severity is Severity.WARNING and each.help for each in found)
    golden(path.with_suffix(".expected"), full.render(found))


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_what_is_right_is_left_alone(path: Path) -> None:
    assert codes_of(path), "the first line names the code that it is near to"
    found = found_in(path)
    assert full.render(found) == ""


def test_the_game_of_the_cases_is_sound() -> None:
    assert full.render(check(subject_of_text(), Profile.PUBLISHED)) == ""
    assert "game: orchard" in GAME


def test_every_code_has_a_bad_and_a_good_case() -> None:
    mine = {code for each in all_checks() for code in each.CODES if is_here(code)}
    assert mine, "the codes of the checks of what is not used"
    assert mine <= {code for path in BAD for code in codes_of(path)}
    assert mine <= {code for path in GOOD for code in codes_of(path)}


def is_here(code: str) -> bool:
    """Whether the cases of this folder are about it."""
    return code < "E620" or code > "E643"


def test_the_table_of_checks_is_complete_and_every_code_has_one_check() -> None:
    folder = ROOT / "validators" / "checks"
    modules = {
        f"{path.parent.name}.{path.stem}"
        for path in folder.glob("*/*.py")
        if path.stem != "__init__"
    }
    assert set(NAMES) == modules and len(NAMES) == len(modules)
    codes = [code for each in all_checks() for code in each.CODES]
    assert len(codes) == len(set(codes)) and set(codes) <= set(CODES)
    assert all(isinstance(each.PROFILE, Profile) for each in all_checks())


def test_the_page_on_validate_lists_every_check_with_its_profile() -> None:
    page = (ROOT / "docs" / "validating.md").read_text("utf-8")
    listed: dict[str, str] = {}
    for codes, profile in re.findall(r"(?m)^\| (E\d.*?) \|.*\| `(\w+)` \|$", page):
        for first, last in re.findall(r"E(\d+)(?: to E(\d+))?", codes):
            listed |= {f"E{n}": profile for n in range(int(first), int(last or first) + 1)}
    # E641 is found where expansions are put together, before there are rules to check.
    made = {code: check.PROFILE.name.lower() for check in all_checks() for code in check.CODES}
    assert listed == made | {"E641": "basic"}
