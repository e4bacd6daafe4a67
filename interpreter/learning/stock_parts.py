"""Observations of stocks: how much of what lies where the player sees it."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.interpreter.learning.addresses import Addresses, copies
from boardwright.interpreter.learning.parts import LARGEST, Legend, Part
from boardwright.interpreter.learning.roles import Roles
from boardwright.interpreter.play.views import View
from boardwright.interpreter.program.program import Program


def stock_parts(program: Program, roles: Roles, legend: Legend) -> Iterator[Part]:
    """A part for each stock."""
    for stock in program.table.stock_members:
        yield _part_of(program, roles, stock, legend)


def stock_cells(program: Program, roles: Roles, stock: str) -> list[dict[tuple[int, int], int]]:
    """For each seat the cells in sight: place and member, each with the rank of the cell by role."""
    table, layout = program.table, program.layout
    declared, members = table.game.stocks[stock], table.stock_members[stock]
    by_seat: list[dict[tuple[int, int], tuple[int, int]]] = []
    for seat in range(table.players):
        found: dict[tuple[int, int], tuple[int, int]] = {}
        for place, at in enumerate(layout.stocks[stock].at):
            here = table.places[place]
            endless = declared.total is None and here.declared == declared.home
            seen = here.visible_for(stock)
            if (
                at < 0
                or endless
                or not (seen == "everyone" or (seen == "owner" and here.owner == seat))
            ):
                continue
            for member in range(len(members)):
                role = roles.players[seat][member] if declared.each == "player" else member
                found[place, member] = roles.places[seat][place], role
        by_seat.append(found)
    ranks = {role: n for n, role in enumerate(sorted({r for row in by_seat for r in row.values()}))}
    return [{cell: ranks[role] for cell, role in row.items()} for row in by_seat]


def _part_of(program: Program, roles: Roles, stock: str, legend: Legend) -> Part:
    table = program.table
    declared, members = table.game.stocks[stock], table.stock_members[stock]
    cells = stock_cells(program, roles, stock)
    by_role: dict[int, tuple[int, int]] = {}
    for seat, row in enumerate(cells):
        for (place, member), rank in row.items():
            role = roles.players[seat][member] if declared.each == "player" else member
            by_role[rank] = roles.places[seat][place], role
    high = LARGEST if declared.total is None else declared.total
    first = len(legend.entries)
    for rank in sorted(by_role):
        place, member = by_role[rank]
        whose = f" {members[member]}" if members[member] else ""
        if declared.each == "player":
            whose = f" of {roles.player(member)}"
        legend.add(f"{stock}{whose} in {roles.place(place)}", 0, high)
    at = [
        {
            (table.places[place].id, members[member]): first + rank
            for (place, member), rank in row.items()
        }
        for row in cells
    ]

    def encode(seen: View, seat: int, out: list[int]) -> None:
        own = at[seat]
        for place, amounts in seen["stocks"][stock].items():
            for member, amount in amounts.items() if isinstance(amounts, dict) else [("", amounts)]:
                out[own[place, member]] = amount

    def code(here: Addresses, seat: int) -> list[int]:
        rows = program.layout.stocks[stock].at
        found = ((first + rank, rows[place] + m) for (place, m), rank in cells[seat].items())
        return copies(found, 0, LARGEST)

    return Part(encode, code)


__all__ = ["stock_cells", "stock_parts"]
