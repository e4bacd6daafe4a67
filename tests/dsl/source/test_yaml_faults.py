"""Lines of effects are recognized by their first words: a list, since the parser of effects comes after that of YAML."""

from __future__ import annotations

import re

from boardwright.dsl.language.parser import the_parser
from boardwright.dsl.source.yaml_faults import STATEMENT

# A statement of one word, or a word that texts begin with as well.
LEFT_OUT = {"original", "stop", "end"}


def test_the_first_word_of_every_statement_is_in_the_list() -> None:
    words = the_parser().statements
    assert {word for word in words if not re.search(rf"\b{word}", STATEMENT.pattern)} == LEFT_OUT
