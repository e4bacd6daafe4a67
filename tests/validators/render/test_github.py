from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.validators.render import github

SOURCE = Source("cards/a,b:c%.yaml", "a: 1\nb: 2\n")


def test_a_command_holds_the_place_and_all_the_words() -> None:
    bag = Bag()
    bag.error("E104", "50% wrong", SOURCE.span(5, 6), "here", help="mend\nit", notes="a fact")
    assert github.render(bag.sorted()) == (
        "::error file=cards/a%2Cb%3Ac%25.yaml,line=2,endLine=2,col=1,endColumn=2,title=E104 yaml-syntax"
        "::cards/a,b:c%25.yaml:2:1: 50%25 wrong%0Ahere%0Anote: a fact%0Ahelp: mend\\nit\n"
        "1 error\n"
    )


def test_a_range_over_lines_has_no_columns_and_no_place_no_file() -> None:
    bag = Bag()
    bag.error("E104", "long", SOURCE.span(0, 6))
    bag.error("E101", "nowhere", None)
    first, second, _ = github.render(bag.sorted()).splitlines()
    assert first == "::error title=E101 unreadable-file::nowhere"
    assert (
        second == "::error file=cards/a%2Cb%3Ac%25.yaml,line=1,endLine=2,title=E104 yaml-syntax"
        "::cards/a,b:c%25.yaml:1:1: long"
    )


def test_errors_come_first_and_the_last_line_counts() -> None:
    bag = Bag()
    bag.warn("E121", "odd", SOURCE.span(0))
    for number in range(11):
        bag.error("E104", f"number {number}", SOURCE.span(5))
    lines = github.render(bag.sorted()).splitlines()
    assert [line.split()[0] for line in lines[:-1]] == ["::error"] * 11 + ["::warning"]
    assert (
        lines[-1]
        == "11 errors, 1 warning; GitHub shows the first 10 of each kind next to their lines"
    )
    assert github.render(()) == ""


def test_a_message_cannot_smuggle_in_a_command() -> None:
    bag = Bag()
    bag.error("E104", "x\n::set-output name=a::b\r%0A::stop", SOURCE.span(0))
    lines = github.render(bag.sorted()).splitlines()
    assert len(lines) == 2
    assert lines[0].endswith("1:1: x\\n::set-output name=a::b\\r%250A::stop")


def test_files_are_named_from_the_root_of_the_repository() -> None:
    bag = Bag()
    bag.error("E104", "x", Source("../cards/a.yaml", "a: 1\n").span(0, 1))
    (line, _) = github.render(bag.sorted(), folder="games/mine").splitlines()
    assert line.startswith("::error file=games/cards/a.yaml,line=1,")
    assert line.endswith("::games/cards/a.yaml:1:1: x")


def test_a_file_that_was_not_read_has_no_line() -> None:
    bag = Bag()
    bag.error("E101", "gone", Source("a.yaml", "").span(0))
    (line, _) = github.render(bag.sorted()).splitlines()
    assert line == "::error file=a.yaml,title=E101 unreadable-file::a.yaml: gone"
