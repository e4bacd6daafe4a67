"""The lexers, as Pygments finds and uses them."""

from __future__ import annotations

import pytest
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from folders import ROOT

CARD = """\
class_card: ferryman
name: Ferryman
ability: |
  choose region from regions
  move up to 2 my cubes to region
"""


def shown(text: str, language: str) -> str:
    html: str = highlight(text, get_lexer_by_name(language), HtmlFormatter(nowrap=True))
    return html


def test_effects_alone() -> None:
    assert shown("move pawn to catch(me)", "boardwright") == (
        '<span class="k">move</span> <span class="n">pawn</span> <span class="ow">to</span> '
        '<span class="nf">catch</span><span class="p">(</span>'
        '<span class="kc">me</span><span class="p">)</span>\n'
    )


def test_a_rule_file_is_yaml_with_effects_in_it() -> None:
    html = shown(CARD, "boardwright-yaml")
    assert '<span class="nt">class_card</span><span class="p">:</span>' in html
    assert (
        '<span class="k">move</span> <span class="ow">up</span> <span class="ow">to</span>' in html
    )


def test_a_file_that_yaml_cannot_read_has_the_colours_of_yaml() -> None:
    html = shown(f"{CARD}[", "boardwright-yaml")
    assert '<span class="nt">class_card</span>' in html
    assert '<span class="k">' not in html


@pytest.mark.parametrize("language", ["boardwright", "boardwright-yaml"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "é: |\n  “move” \x07 \ufeff 🐋\n",
        "a: |\n  move b\n\n\n  # c",
        *(path.read_text("utf-8") for path in sorted(ROOT.glob("rulesets/mercatus/*.yaml"))),
    ],
)
def test_nothing_is_lost(text: str, language: str) -> None:
    found = [*get_lexer_by_name(language).get_tokens_unprocessed(text)]
    assert "".join(value for _, _, value in found) == text
    at = 0
    for start, _, value in found:
        assert start == at and value
        at += len(value)
