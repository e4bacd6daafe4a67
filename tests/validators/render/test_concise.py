from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.validators.render import concise


def test_each_diagnostic_is_one_line_with_its_place() -> None:
    bag = Bag()
    bag.error(
        "E104", "two\nlines", Source("b\x1b.yaml", "a: b\nc").span(5, 6), "here", help="mend it"
    )
    bag.warn("E121", "odd", None)
    assert concise.render(bag.sorted()) == (
        "warning[E121] odd\nb\\x1b.yaml:2:1: error[E104] two\\nlines\n"
    )
    assert concise.render(()) == ""
