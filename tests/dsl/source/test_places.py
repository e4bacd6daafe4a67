from boardwright.dsl.source.places import Source, Span


def test_rows_and_columns_count_code_points_from_one() -> None:
    source = Source("a.yaml", "é😀x\nsecond")
    assert source.position(0) == (1, 1)
    assert source.position(2) == (1, 3)
    assert source.position(4) == (2, 1)
    assert source.position(10) == (2, 7)


def test_all_three_kinds_of_line_break_end_a_line() -> None:
    source = Source("a.yaml", "one\r\ntwo\rthree\nfour")
    assert [source.line(row) for row in range(6)] == ["", "one", "two", "three", "four", ""]
    assert source.position(source.text.index("three")) == (3, 1)


def test_a_text_that_ends_in_a_break_has_an_empty_last_line() -> None:
    source = Source("a.yaml", "one\n")
    assert source.position(4) == (2, 1)
    assert source.line(2) == ""


def test_an_offset_outside_the_text_is_moved_to_its_end() -> None:
    source = Source("a.yaml", "one")
    assert source.position(99) == (1, 4)
    assert source.position(-1) == (1, 1)


def test_a_span_knows_its_text_and_both_ends() -> None:
    source = Source("a.yaml", "one\ntwo\n")
    span = Span(source, 2, 6)
    assert span.text == "e\ntw"
    assert (span.row, span.column, span.end_row, span.end_column) == (1, 3, 2, 3)


def test_a_span_reaches_to_the_end_of_another() -> None:
    source = Source("a.yaml", "one two three")
    assert source.span(0, 3).to(source.span(4, 7)).text == "one two"


def test_sources_of_one_name_are_equal_but_keep_their_own_lines() -> None:
    short, long = Source("a.yaml", "x"), Source("a.yaml", "x\ny\nz")
    assert short == long and hash(short) == hash(long)
    assert short.position(9) == (1, 2)
    assert long.position(4) == (3, 1)
