"""One walk that every check shares."""

from __future__ import annotations

from boardwright.dsl.rules import ir
from boardwright.validators.subject.rule_uses import uses_of
from checked_texts import subject_of_text


def test_the_walk_is_made_once_for_a_subject() -> None:
    first, second = subject_of_text(), subject_of_text()
    assert uses_of(first) is uses_of(first)
    assert uses_of(second) is not uses_of(first)


def test_every_node_is_found_with_the_text_that_it_stands_in() -> None:
    uses = uses_of(subject_of_text())
    found = {(text.sort, text.id) for _, text in uses.of(ir.CallRule)}
    assert found == {("entry", "buy")}
    assert {text.sort for _, text in uses.of(ir.ValueCall)} == {"rule"}
    assert uses.called() == {"pick"} and uses.opened() == {"evening"}
    assert uses.filled() == {"row", "tree", "purse"} and uses.goals_of("card") == {"row"}
    assert uses.mentioned == {"card", "tree"}


def test_every_sort_of_text_is_walked() -> None:
    text = """\
part: case
kinds:
  badge: {pieces: one, home: closet, owner: chest, in_force: owner of it is me}
places:
  closet: {holds: [badge]}
  chest: {per: player, holds: [badge], visible_to: everyone when count(players) >= 2}
spaces:
  hut: {in_play: count(seats) >= 2}
board:
  hut: {old_hut: {}}
notes:
  mark: {is: player, start: first_seat}
table:
  - {must: count(seats) >= 2, text: Two at least.}
modify:
  price(card): add 1
before turn: |
  take 1 coins
"""
    sorts = {text.sort for text in uses_of(subject_of_text(text)).texts if text.nodes}
    assert sorts == {
        *("rule", "hook", "value", "modifier", "entry", "slot", "phase", "outcome"),
        *("force", "visibility", "start", "table"),
    }


def test_what_scenarios_name_is_tried_and_what_they_say_for_people_is_not() -> None:
    text = """\

### s.yaml
scenario: plums
text: About a pear.
ref: ORC-1
players: 2
run: pick(k1)
expect: count(cards in row of me) = 1
"""
    uses = uses_of(subject_of_text(text))
    assert uses.is_tried("pick") and uses.is_tried("card.row") and uses.is_tried("k1")
    assert not uses.is_tried("pear") and not uses.is_tried("plums")
