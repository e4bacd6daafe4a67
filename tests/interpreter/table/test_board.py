from __future__ import annotations

import pytest

from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.table.board import (
    board_graph,
    board_links,
    distances,
    reached,
    spaces_in_play,
)
from boardwright.interpreter.table.table_values import Facts
from bound_texts import game_of

BOARD = """\
game: islands
language: 2
name: Islands
players: 2 to 4
options: {fog: {default: no}}
varieties: {tier: [light, dark]}
spaces:
  region:
    attributes: {tier: tier}
    in_play: tier of it is light or count(seats) >= 3
  reef: {in_play: fog}
  sector: {per: borough}
  borough: {ring: {2: 4, 3: 3, 4: 4}, seats: {2: [1, 3], 3: all, 4: all}}
  camp: {per: player}
  yard: {per: region}
board:
  region: {gallia: {tier: light}, italia: {tier: dark}, hispania: {tier: light}}
  reef: {shoal: {}}
  sector: {school: {}, bank: {}}
  yard: {orchard: {}}
  links:
    land: [[gallia, italia], [italia, hispania]]
    current: {one_way: yes, pairs: [[hispania, gallia]]}
    road: [[school, bank], [bank, next school]]
    gate: [[gallia, camp], [gallia, orchard]]
course:
  - {phase: setup, steps: [end game]}
outcome: {score: "0"}
"""


class Board:
    """The board for so many players, asked by the ids of spaces."""

    def __init__(self, players: int, **options: int) -> None:
        game = game_of(BOARD)
        self.spaces = spaces_in_play(Facts(game, players, {"fog": 0, **options}))
        self.ids = [space.id for space in self.spaces]
        self.links = board_links(game, self.spaces)

    def next_to(self, space: str, link: str | None = None) -> list[str]:
        return [self.ids[n] for n in self.links[link][self.ids.index(space)]]

    def steps(self, origin: str, goal: str, link: str | None = None) -> int:
        return distances(self.links[link])[self.ids.index(origin)][self.ids.index(goal)]


def test_spaces_are_listed_as_declared_and_repeated_ones_copy_by_copy() -> None:
    expected = ["gallia", "italia", "hispania"]
    expected += ["school_1", "bank_1", "school_2", "bank_2", "school_3", "bank_3"]
    expected += ["borough_1", "borough_2", "borough_3", "camp_1", "camp_2", "camp_3"]
    expected += ["orchard_gallia", "orchard_italia", "orchard_hispania"]
    assert Board(3).ids == expected


def test_a_space_out_of_play_takes_its_own_spaces_and_links_with_it() -> None:
    board = Board(2)
    assert "italia" not in board.ids
    assert "orchard_italia" not in board.ids
    assert board.next_to("gallia", "land") == []


def test_options_decide_what_is_in_play() -> None:
    assert "shoal" not in Board(3).ids
    assert "shoal" in Board(3, fog=1).ids


def test_links_lead_both_ways_unless_they_are_one_way() -> None:
    board = Board(3)
    assert board.next_to("italia", "land") == ["gallia", "hispania"]
    assert board.next_to("gallia", "land") == ["italia"]
    assert board.next_to("hispania", "current") == ["gallia"]
    assert board.next_to("gallia", "current") == []
    assert board.next_to("hispania") == ["gallia", "italia"]


def test_repeated_spaces_are_linked_within_their_copy() -> None:
    board = Board(3)
    assert board.next_to("school_2", "road") == ["bank_1", "bank_2"]


def test_the_ring_is_closed() -> None:
    board = Board(2)
    assert board.next_to("bank_4", "road") == ["school_1", "school_4"]
    assert board.steps("school_1", "bank_2", "road") == 3
    assert board.steps("school_1", "bank_4", "road") == 1


def test_a_single_space_is_linked_to_every_copy_or_to_its_own() -> None:
    board = Board(3)
    camps = ["camp_1", "camp_2", "camp_3"]
    assert board.next_to("gallia", "gate") == [*camps, "orchard_gallia"]


def test_seats_own_the_copies_that_the_ring_gives_them() -> None:
    board = Board(2)
    owners = {space.id: space.owner for space in board.spaces if space.kind == "borough"}
    assert owners == {"borough_1": 0, "borough_2": -1, "borough_3": 1, "borough_4": -1}
    assert {s.id: s.owner for s in board.spaces if s.kind == "camp"} == {"camp_1": 0, "camp_2": 1}


def test_what_is_repeated_in_a_space_belongs_to_it_and_to_its_owner() -> None:
    board = Board(2)
    school = board.spaces[board.ids.index("school_3")]
    assert board.ids[school.parent] == "borough_3"
    assert school.owner == 1


def test_distances_count_links_and_are_minus_one_where_none_lead() -> None:
    board = Board(3)
    assert board.steps("gallia", "gallia", "land") == 0
    assert board.steps("gallia", "hispania", "land") == 2
    assert board.steps("gallia", "hispania", "current") == -1
    assert board.steps("hispania", "gallia", "current") == 1
    assert board.steps("gallia", "school_1") == -1


def test_the_graph_has_every_space_and_link() -> None:
    board = Board(3)
    graph = board_graph(board.spaces, board.links)
    assert [graph.nodes[n]["id"] for n in sorted(graph)] == board.ids
    assert graph.nodes[board.ids.index("camp_2")] == {
        "id": "camp_2",
        "kind": "camp",
        "owner": 1,
        "attributes": {},
    }
    for link in ("land", "current", "road", "gate"):
        edges = {(a, b) for a, b, kind in graph.edges(keys=True) if kind == link}
        assert edges == {(a, b) for a, row in enumerate(board.links[link]) for b in row}


@pytest.mark.parametrize("link", [None, "land", "current", "road"])
def test_what_is_reached_in_n_steps_is_what_is_that_near(link: str | None) -> None:
    rows = Board(4).links[link]
    far = distances(rows)
    found = list(reached(rows))
    for steps, masks in enumerate(found):
        for row, mask in zip(far, masks, strict=True):
            assert [n for n, d in enumerate(row) if 0 <= d <= steps] == list(bits(mask))
    assert len(found) == 1 + max(d for row in far for d in row)
