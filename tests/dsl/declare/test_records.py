"""A class says its keys, and is read by what it says."""

from dataclasses import replace
from typing import TypeVar

import pytest

from boardwright.dsl.declare import sections
from boardwright.dsl.declare.clauses import ValueDecl
from boardwright.dsl.declare.common_keys import LyingDecl
from boardwright.dsl.declare.course import ConditionDecl, EntryDecl
from boardwright.dsl.declare.pieces import PieceEntryDecl
from boardwright.dsl.declare.reader import Reader, Whose
from boardwright.dsl.declare.records import PLANS, row
from boardwright.dsl.declare.shapes import Key, MapOf, ReadAs
from boardwright.dsl.declare.things import MemberDecl, StockDecl
from boardwright.dsl.declare.values import Id, WholeOr
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Mapping, Node, read

R = TypeVar("R")


def node_of(text: str) -> Node:
    node = read(Source("here", text), Bag())
    assert node is not None
    return node


def records(kind: type[R], text: str) -> tuple[tuple[R, ...], list[str]]:
    bag = Bag()
    reader = Reader(bag, whose=Whose(origin="tiny"))
    return reader.records(kind, node_of(text)), [each.code for each in bag.sorted()]


def test_every_row_of_the_table_is_said_by_a_class() -> None:
    said = {plan.record.name: plan.record for plan in PLANS.values() if plan.record.name}
    assert said == sections.RECORDS


def test_a_class_may_say_further_keys_of_another() -> None:
    own = (sections.PartFile, sections.Named, sections.Unnamed, sections.Replacing)
    assert row(sections.PartFile).keys == (
        *row(own[0]).keys[:4],
        *(key for part in own[1:] for key in row(part).keys),
    )


def test_fields_are_keys_in_their_order_those_of_a_base_last() -> None:
    names = row(StockDecl).names()
    assert names == (
        *("total", "each", "home", "lies_in", "kept", "plural", "look"),
        *("name", "text", "ref", "assumed"),
    )


def test_a_way_of_reading_is_not_in_the_table() -> None:
    (total, *_) = row(StockDecl).keys
    assert total == Key("total", WholeOr(("unlimited",)), "How many there are, of each sort.", True)
    assert not any(
        isinstance(key.shape, ReadAs) for plan in PLANS.values() for key in plan.record.keys
    )


def test_a_default_stands_for_what_is_silent_or_wrong() -> None:
    (silent, wrong), codes = records(StockDecl, "coin: {total: 3}\ngem: {total: many, kept: box}")
    assert (silent.id, silent.total, silent.kept) == ("coin", 3, None)
    assert (wrong.id, wrong.total) == ("gem", None) and wrong.kept is not None
    assert codes == ["E205"]


def test_without_what_it_needs_there_is_no_record() -> None:
    found, codes = records(EntryDecl, "go: {when: 1 = 1}\nstay: nothing")
    assert [entry.id for entry in found] == ["stay"]
    assert codes == ["E202"]


def test_what_is_short_may_stand_alone() -> None:
    found, codes = records(ValueDecl, "size: 2\nreach(pawn): {is: 3, text: How far}")
    assert [(value.id, value.origin) for value in found] == [("size", "tiny"), ("reach", "tiny")]
    assert found[1].about == {"en": "How far"} and found[1].head.name.id == "reach"
    assert codes == []


def test_what_is_not_short_may_not() -> None:
    found, codes = records(PieceEntryDecl, "go: nothing")
    assert found == () and codes == ["E203"]


def test_a_member_stays_where_what_is_said_of_it_cannot_be_read() -> None:
    bag = Bag()
    node = node_of("red: 5")
    assert isinstance(node, Mapping)
    (entry,) = node.entries
    reader = Reader(bag)
    member = reader.record(MemberDecl, entry.value, entry.key.span, entry.key)
    assert member is not None and member.id == "red" and member.texts == {}
    assert reader.record(LyingDecl, entry.value, entry.key.span, entry.key) is None
    assert [each.code for each in bag.sorted()] == ["E203", "E203"]


def test_a_check_may_leave_a_record_out() -> None:
    bag = Bag()
    node = node_of("{must: 1 = 1, text: [a]}")
    assert Reader(bag).record(ConditionDecl, node, node.span) is None


def test_a_mapping_of_records_has_their_names_as_keys() -> None:
    assert row(StockDecl).key("lies_in") is not None
    effects = sections.RECORDS["kind"].key("effects")
    assert effects is not None and isinstance(effects.shape, MapOf) and effects.shape.key == Id()


@pytest.mark.parametrize("half", ["each", "members"])
def test_halves_of_a_key_have_their_names(half: str) -> None:
    text = "coin: {total: 3, each: player}\ngem: {total: 3, each: [red, blue]}"
    (of_players, of_colours), _ = records(StockDecl, text)
    stock = of_players if half == "each" else of_colours
    assert getattr(stock, half)
    assert not getattr(replace(stock, sorts=None), half)
