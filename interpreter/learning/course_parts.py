"""Observations of the course of a game: whose turn it is, what is asked, and how much is remembered."""

from __future__ import annotations

from boardwright.dsl.language.words import DIRECTIONS
from boardwright.interpreter.learning.actions import Actions, Choices, Way
from boardwright.interpreter.learning.addresses import Addresses, copies, instruction
from boardwright.interpreter.learning.parts import LARGEST, Legend, Part
from boardwright.interpreter.learning.roles import Roles
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.observing import Do
from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.play.remembered import OLDEST_FIRST
from boardwright.interpreter.play.views import View
from boardwright.interpreter.program.program import Program


def course_part(program: Program, roles: Roles, legend: Legend) -> Part:
    """Whose seat it is, phase, round and turn, who is active, and who is out."""
    table = program.table
    seats = range(table.players)
    own = [legend.add(f"I am {table.seats[seat]}") for seat in seats]
    phases = {id: legend.add(f"phase {id}") for id in table.phases if len(table.phases) > 1}
    counts = {name: legend.add(name, 0, LARGEST) for name in ("round", "turn_number")}
    players = {
        name: [legend.add(f"{name} is {roles.player(role)}") for role in seats]
        for name in ("active_player", "last_player")
    }
    direction = legend.add("direction is the other way")
    out_of = {
        name: [legend.add(f"{roles.player(role)} is {name}") for role in seats]
        for name in ("out_of_game", "out_of_round")
    }
    out_of_phase = {
        id: [legend.add(f"{roles.player(role)} is out of {id}") for role in seats]
        for id in program.layout.out_of_phase
    }
    numbers = {name: seat for seat, name in enumerate(table.seats)}

    def encode(seen: View, seat: int, out: list[int]) -> None:
        role = roles.players[seat]
        out[own[seat]] = 1
        if seen["phase"] in phases:
            out[phases[seen["phase"]]] = 1
        for name, at in counts.items():
            out[at] = seen[name]
        for name, row in players.items():
            if seen[name] is not None:
                out[row[role[numbers[seen[name]]]]] = 1
        out[direction] = DIRECTIONS.index(seen["direction"])
        for name, row in out_of.items():
            for each in seen.get(name, ()):
                out[row[role[numbers[each]]]] = 1
        for id, those in seen.get("out_of_phase", {}).items():
            for each in those:
                out[out_of_phase[id][role[numbers[each]]]] = 1

    def code(here: Addresses, seat: int) -> list[int]:
        role = roles.players[seat]
        found = instruction(Do.SET, own[seat], 1)
        if phases:
            row = [phases[id] for id in table.phases]
            found += instruction(Do.MARK, lay.PHASE, len(row), *row)
        for name, at in counts.items():
            found += copies([(at, lay.BUILT_IN[name])], 0, LARGEST)
        for name, entries in players.items():
            row = [entries[role[each]] for each in seats]
            found += instruction(Do.MARK, lay.BUILT_IN[name], len(row), *row)
        found += copies([(direction, lay.DIRECTION)], 0, 1)
        game, round_ = ([out_of[name][role[each]] for each in seats] for name in out_of)
        found += here.marks(lay.IN_GAME, game, missing=True)
        if program.layout.out_of_round:
            found += here.marks(lay.IN_GAME, round_, missing=True)
            found += here.marks(program.layout.out_of_round, round_)
        else:
            found += here.marks(lay.IN_ROUND, round_, missing=True)
        for id, at in program.layout.out_of_phase.items():
            found += here.marks(at, [out_of_phase[id][role[each]] for each in seats])
        return found

    return Part(encode, code)


def asked_part(program: Program, roles: Roles, actions: Actions, legend: Legend) -> Part:
    """What is asked and whom, and what the player has picked so far."""
    table = program.table
    names = {
        name: legend.add(f"asked: {name}")
        for name in dict.fromkeys(site.name for site in program.sites)
    }
    askers = [legend.add(f"{roles.player(role)} is asked") for role in range(table.players)]
    several = [each for each in actions.distinct if each.site.several]
    amounts = {
        name: legend.add(f"picks: {name}", 0, LARGEST)
        for name in ("least", "most", "picked")
        if several
    }
    picks = {each.site.name: _picks(program, roles, actions, each, legend) for each in several}
    numbers = {name: seat for seat, name in enumerate(table.seats)}

    def encode(seen: View, seat: int, out: list[int]) -> None:
        asked = seen.get("asked")
        if asked is None:
            return
        out[names[asked["decision"]]] = 1
        out[askers[roles.players[seat][numbers[asked["player"]]]]] = 1
        if "most" in asked:
            out[amounts["least"]], out[amounts["most"]] = asked["least"], asked["most"]
            out[amounts["picked"]] = len(asked["picked"])
            by_id = picks[asked["decision"]][seat]
            for id in asked["picked"]:
                name = id.partition(":")[0]
                face = seen["pieces"].get(by_id.kind, {}).get(name, {}).get("face", name)
                if face in by_id.at:
                    out[by_id.at[face]] += 1

    def code(here: Addresses, seat: int) -> list[int]:
        sites = program.sites
        words = here.parts(lay.PICKED)
        first = [len(sites), amounts["least"] if several else -1, len(words), *words]
        first += [names[site.name] for site in sites]
        first += [int(site.secret) for site in sites]
        first += [askers[roles.players[seat][each]] for each in range(table.players)]
        found = instruction(Do.ASKED, *first)
        for number, site in enumerate(sites):
            if site.several:
                own = picks[site.name][seat]
                kind = here.kind(own.kind) if own.kind else -1
                size = len(words) * WORD
                entries = [own.by_number.get(n, -1) for n in range(size)]
                found += instruction(Do.PICKS, number, kind, len(words), *words, *entries)
        return found

    return Part(encode, code)


class _Picks:
    """The entries of picks by id and by number, for one seat; those of hidden pieces by face."""

    def __init__(self, at: dict[str, int], by_number: dict[int, int], kind: str = "") -> None:
        self.at, self.by_number, self.kind = at, by_number, kind


def _picks(
    program: Program, roles: Roles, actions: Actions, choices: Choices, legend: Legend
) -> list[_Picks]:
    site, seats = choices.site, range(program.table.players)
    if choices.hidden is not None:
        kind = choices.hidden.kind
        faces = program.table.faces[kind]
        first = [
            legend.add(
                f"picked for {site.name}: {roles.face(kind, n)}", 0, choices.hidden.copies[n]
            )
            for n in range(len(faces))
        ]
        return [
            _Picks(
                {faces[n].id: first[role] for n, role in enumerate(roles.faces[kind][s])},
                {n: first[role] for n, role in enumerate(roles.faces[kind][s])},
                kind,
            )
            for s in seats
        ]
    count = choices.count - (choices.extra >= 0)
    numbers = range(choices.first, choices.first + count)
    at = [legend.add(f"picked for {actions.meaning(n)}") for n in numbers]
    if choices.way is not Way.LISTED:
        lowest = program.layout.numbers.start
        by_number = {choices.low + n - lowest: at[n] for n in range(count)}
        return [_Picks({str(choices.low + n): at[n] for n in range(count)}, by_number)] * len(seats)
    found = []
    for seat in seats:
        row = choices.listed[seat]
        ids = {actions.id_of(choices, n): at[rank] for n, rank in enumerate(row) if rank >= 0}
        found.append(_Picks(ids, {n: at[rank] for n, rank in enumerate(row) if rank >= 0}))
    return found


def memory_part(program: Program, legend: Legend) -> list[Part]:
    """How many positions each memory holds."""
    rooms = program.layout.memories
    if not rooms:
        return []
    at = {id: legend.add(f"positions in {id}", 0, room.holds) for id, room in rooms.items()}

    def encode(seen: View, seat: int, out: list[int]) -> None:
        for id, rows in seen.get("memories", {}).items():
            out[at[id]] = len(rows[OLDEST_FIRST] if isinstance(rows, dict) else rows)

    def code(here: Addresses, seat: int) -> list[int]:
        cells = ((at[id], room.count) for id, room in rooms.items())
        return copies(cells, 0, LARGEST)

    return [Part(encode, code)]


__all__ = ["asked_part", "course_part", "memory_part"]
