"""Comments that allow what a check would warn of."""

from __future__ import annotations

import pytest

from boardwright.dsl.source.diagnostics import Diagnostic, Label, Severity
from boardwright.validators.checking import check
from boardwright.validators.subject.subject import Profile
from checked_texts import subject_of_text


def told(text: str, profile: Profile = Profile.BASIC) -> list[str]:
    """What is found in a text, each as `row:code`, in order."""
    found = check(subject_of_text(f"part: case\n{text}"), profile)
    return [f"{each.label.span.row}:{each.code}" for each in found if each.label is not None]


UNUSED = "values:\n  luck: 1"


def test_without_a_comment_it_is_found() -> None:
    assert told(UNUSED) == ["3:E604"]


@pytest.mark.parametrize(
    "text",
    [
        "values:\n  luck: 1   # allow E604: for an expansion",
        "values:\n  luck: 1 #allow e604: for an expansion",
        "values:\n  # allow E604: for an expansion\n  luck: 1",
        "values:\n  # allow E604: for an expansion\n\n  # this is luck\n  luck: 1",
        "values:   # allow E604 : for an expansion\n  luck: 1".replace(
            "values:   #", "values:\n  #"
        ),
        "values: {luck: 1}   # allow E604: for an expansion",
        "values:\n  luck: 1   # allow E612, E604: for an expansion",
    ],
    ids=["behind", "closely", "above", "above others", "spaced", "flow", "several"],
)
def test_a_comment_on_the_line_or_above_allows_it(text: str) -> None:
    assert [each for each in told(text) if "E604" in each] == []


@pytest.mark.parametrize(
    "text",
    [
        "values:\n  # allow E605: another code\n  luck: 1",
        "values:   # allow E604: behind something, so for its own line\n  luck: 1",
        "values:\n  luck: 1\n  # allow E604: below",
        "values:\n  # allows E604: no such word\n  luck: 1",
        "values:\n  # we allow E604: not at the beginning\n  luck: 1",
        "values:\n  # allow the E604: prose\n  luck: 1",
    ],
    ids=["code", "behind another", "below", "allows", "later", "prose"],
)
def test_other_comments_do_not(text: str) -> None:
    assert [each for each in told(text) if "E604" in each and "E702" not in each]


EFFECT = """\
rules:
  walk: |{header}
    let {name} be 1{behind}
{above}    let other be 2
    take 1 coins
before turn: |
  walk()
"""


def effect(name: str = "spare", header: str = "", behind: str = "", above: str = "") -> str:
    return EFFECT.format(name=name, header=header, behind=behind, above=above)


def test_comments_inside_effects_count() -> None:
    assert told(effect()) == ["4:E603", "5:E603"]
    assert told(effect(behind="  # allow E603: to come")) == ["5:E603"]
    assert told(effect(behind="# allow E603: without a space")) == ["5:E603"]
    assert told(effect(above="    # allow E603: to come\n")) == ["4:E603"]
    assert told(effect(header="   # allow E603: behind the bar")) == ["3:E702", "4:E603", "5:E603"]


@pytest.mark.parametrize(
    "text",
    [
        'texts:\n  tree: "Which? # allow E604: no comment"\nvalues: {luck: 1}',
        "texts:\n  tree: 'Which? # allow E604: no comment'\nvalues: {luck: 1}",
        "texts:\n  tree: |\n    Which?\n    # allow E604: no comment\nvalues: {luck: 1}",
        "texts:\n  tree: >-\n    Which?\n    # allow E604: no comment\nvalues: {luck: 1}",
        "texts:\n  tree: Which?#1\nvalues: {luck: 1}",
        "texts:\n  tree: >-\n    # allow E604: no comment\nvalues: {luck: 1}",
    ],
    ids=["double", "single", "literal", "folded", "plain", "nothing else"],
)
def test_inside_a_text_for_players_there_are_no_comments(text: str) -> None:
    found = told(text)
    assert len(found) == 1 and found[0].endswith("E604")


def test_a_comment_after_such_a_text_counts() -> None:
    text = 'texts:\n  tree: "Which? # here" # allow E615: a text\n  oak: "#1" # allow E615: an oak'
    assert told(text) == ["3:E702"]
    assert told("texts:\n  oak: |   # allow E615: on a block\n    # no comment\n") == []
    assert told("texts:\n  oak: |\n    text\n  # allow E615: below a block\n  elm: x\n") == [
        "3:E615"
    ]


def test_without_a_reason_it_is_a_finding_and_allows_nothing() -> None:
    assert told("values:\n  luck: 1  # allow E604") == ["3:E604", "3:E701"]
    assert told("values:\n  luck: 1  # allow E604:") == ["3:E604", "3:E701"]
    assert told("values:\n  luck: 1  # allow E604: ...") == ["3:E604", "3:E701"]
    assert told("values:\n  luck: 1  # allow E604 since it is nice") == ["3:E604", "3:E701"]


def test_what_is_no_finding_of_a_check_cannot_be_allowed() -> None:
    for code in ("E401", "E651", "E690", "E701", "E702", "E801", "E999"):
        assert told(f"values:\n  luck: 1  # allow {code}: please") == ["3:E604", "3:E701"]
    # One that can be stays allowed beside it.
    assert told("values:\n  luck: 1  # allow E604, E401: please") == ["3:E701"]


def test_what_nothing_needs_is_a_finding() -> None:
    assert told(
        "values:\n  price_two: 1  # allow E612: why\nmodify:\n  price(card): add price_two"
    ) == ["3:E702"]


def test_of_checks_that_do_not_run_nobody_knows() -> None:
    text = "texts:\n  tree: Which?  # allow E704: on a higher profile"
    assert told(text, Profile.BASIC) == []
    assert told(text, Profile.SHARED) == []
    assert told(text, Profile.PUBLISHED) == ["3:E702"]


def test_minimal_checks_nothing() -> None:
    assert told(UNUSED, Profile.MINIMAL) == []
    assert told("values:\n  luck: 1  # allow E604", Profile.MINIMAL) == []


def test_an_error_cannot_be_allowed() -> None:
    subject = subject_of_text("part: case\nvalues:\n  luck: 1  # allow E604, E619: please")
    source = subject.documents[-1][0]
    place = source.span(source.text.index("luck"))
    error = Diagnostic("E619", Severity.ERROR, "a grave leak", Label(place))
    found = check(subject, Profile.BASIC, further=[error], further_codes=["E619"])
    assert sorted((each.code, each.severity) for each in found) == sorted(
        [("E619", Severity.ERROR), ("E701", Severity.WARNING)], key=str
    )
    assert [each.message for each in found if each.code == "E701"] == ["an error cannot be allowed"]


def test_further_findings_can_be_allowed_and_are_left_out_elsewhere() -> None:
    subject = subject_of_text("part: case\nvalues:\n  luck: 1  # allow E604, E703: please")
    source = subject.documents[-1][0]
    warning = Diagnostic("E618", Severity.WARNING, "found in play", Label(source.span(0)))
    kept = check(subject, Profile.BASIC, further=[warning])
    assert kept == (warning,)
    assert check(subject, Profile.BASIC, {"game.yaml"}, further=[warning]) == ()


def test_only_the_files_that_are_asked_for_are_told_of() -> None:
    subject = subject_of_text("part: case\nvalues:\n  luck: 1\n  rain: 2  # allow E612: why")
    assert len(check(subject, Profile.BASIC, {"case.yaml"})) == 3
    assert check(subject, Profile.BASIC, {"game.yaml"}) == ()
    quiet = check(subject, Profile.BASIC, told=False)
    assert [each.code for each in quiet] == ["E604", "E604"]


def test_line_ends_and_a_byte_order_mark_do_not_matter() -> None:
    assert told("values:\r\n  luck: 1  # allow E604: why\r\n") == []
    assert (
        told("rules:\r\n  walk: |\r\n    let x be 1  # allow E603: why\r\nbefore turn: walk()\r\n")
        == []
    )


def test_comments_in_scenarios_are_read_too() -> None:
    text = (
        "case\n### case.yaml\npart: case\n### s.yaml\nscenario: s\nplayers: 2\n"
        "run: |\n  take 1 coins  # allow E603: nothing\nexpect: count(trees) = 3  # allow E603\n"
    )
    found = check(subject_of_text(text), Profile.BASIC)
    assert [(each.code, each.label.span.row) for each in found if each.label] == [
        ("E702", 4),
        ("E701", 5),
    ]
