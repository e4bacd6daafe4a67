import re

from boardwright.dsl.codes import _ROWS, CODES


def test_the_table_is_sorted_and_no_code_or_name_stands_twice() -> None:
    codes = [row.code for row in _ROWS]
    assert codes == sorted(set(codes)) == list(CODES)
    assert len({row.name for row in _ROWS}) == len(_ROWS)


def test_every_row_has_a_number_of_a_stage_a_kebab_name_and_a_summary() -> None:
    for row in _ROWS:
        assert re.fullmatch(r"E[1-9]\d\d", row.code), row
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", row.name), row
        assert row.summary and not row.summary.endswith("."), row
        assert row.advice.endswith((".", "`.")) and row.summary not in row.advice, row
