import re

from boardwright.dsl.source.codes import CODES, STAGES


def test_the_table_is_sorted_and_no_name_stands_twice() -> None:
    assert list(CODES) == sorted(CODES)
    assert len(set(CODES.values())) == len(CODES)


def test_every_row_has_a_number_of_a_stage_and_a_kebab_name() -> None:
    for code, name in CODES.items():
        assert re.fullmatch(r"E[1-9]\d\d", code) and code[1] in STAGES, code
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name), code
