"""The record of a game that one player may have.

It has only what that player could see. Secret decisions of others, and events of chance that the player could not see,
have no line and leave no gap in the numbers. Seeds, hashes and checksums are left out, since they would allow guesses to
be tested.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from itertools import takewhile

from boardwright.dsl.language.types import PieceType
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.record_lines import canonical
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.views import Looker
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.game_record import Json, Recorder, read_header, replay

_LEFT_OUT = ("seed", "agents_seed", "beginning")
"""What the first line of a record has and that of a player has not."""


def redact(program: Program, text: str | bytes, player: int, name: str = "record.jsonl") -> str:
    """The record that a player may have.

    It has a face if the player knew it at the next decision. Raises `RulesetError` if the record has mistakes.
    """
    wrong = replay(program, text, name)
    if wrong:
        raise RulesetError(wrong)
    header, _ = read_header(text, name)
    assert header is not None
    full = text.decode("ascii") if isinstance(text, bytes) else text
    written: list[Json] = [json.loads(line) for line in full.splitlines()]
    events = header.events
    seats = (player,) if events else ()
    recorder = Recorder(
        program, header.seed, agents=header.agents, events=events, seats=seats, follows=not events
    )
    first = {key: value for key, value in written[0].items() if key not in _LEFT_OUT}
    first["record"] = "boardwright view"
    first["view_of"] = program.table.seats[player] if player >= 0 else None
    lines, redaction = [first], Redaction(program, player)
    lines += _told(recorder)
    brought = 0  # events of chance since the last decision
    for number, line in enumerate(written[1:], 2):
        if "check" in line:
            brought = 0
            decision = recorder.state.decision
            assert decision is not None
            found = redaction.decision(recorder.state, decision, line["choice"])
            recorder.apply(line["choice"])
            if found is not None:
                lines.append(found)
            lines += _told(recorder)
            continue
        if events and "event" in line:
            continue  # the seat's own events follow the decision
        if "event" in line:
            rest = takewhile(lambda each: "event" in each, written[number:])
            later = [each["result"] for each in rest]
            brought += 1
            found = redaction.event(
                recorder.state,
                line["name"],
                line["form"],
                line["result"],
                later,
                recorder.lost(brought),
            )
        else:
            found = {key: value for key, value in line.items() if key not in ("hash", "sum")}
        if found is not None:
            lines.append(found)
    return "".join(f"{canonical(line)}\n" for line in lines)


def _told(recorder: Recorder) -> list[Json]:
    """The events that the seat was told since the last decision, but for what other lines tell."""
    return [
        event
        for seat in recorder.seats
        for event in seat.log
        if event["event"] not in ("asked", "ended")
        and not (event["event"] == "chosen" and "n" in event)
    ]


class Redaction:
    """Writes the lines that one player may have, one after the other."""

    def __init__(self, program: Program, player: int) -> None:
        self.program, self.player = program, player
        self.decisions = 0
        self.unseen = _unseen_draws(program)

    def decision(self, state: State, decision: Decision, choice: str) -> Json | None:
        """The line of a choice that is about to be made; None if the player does not learn of it."""
        looker = Looker(state, self.player)
        if not looker.learns_of(decision):
            return None
        self.decisions += 1
        return {
            "n": self.decisions,
            "player": self.program.table.seats[decision.player],
            "decision": decision.name,
            "choice": choice if _may_know(decision, looker, choice) else None,
        }

    def event(
        self,
        state: State,
        name: str,
        form: str,
        result: object,
        later: Sequence[object] = (),
        lost: Collection[str] = (),
    ) -> Json | None:
        """The line of an event of chance, as far as its result can be seen at the next decision; None if nothing can.

        `later` are the results of the events until then: a piece that was drawn or shuffled again cannot be recognized. Nor can those
        that were `lost` among others in the meantime.
        """
        if name in self.unseen:
            return None
        if isinstance(result, str) and result in lost and _draws_pieces(self.program, name):
            return None
        again = {id for each in later for id in _pieces_of(each)} | {*lost}
        if isinstance(result, list):
            result = [each for each in result if not again & set(_pieces_of([each]))]
        elif again & set(_pieces_of(result)):
            return None
        found = _seen(Looker(state, self.player), name, result)
        return (
            None
            if found is None
            else {
                "event": "chance",
                "name": name,
                "form": form,
                "result": found,
            }
        )


def _draws_pieces(program: Program, name: str) -> bool:
    """Whether an event of this name brings pieces, and not a space or a player that may have the same id."""
    return any(isinstance(e.element, PieceType) for e in program.events if e.name == name)


def _pieces_of(result: object) -> list[str]:
    """The hidden pieces in a result."""
    results = result if isinstance(result, list) else [result]
    return [each["piece"] for each in results if isinstance(each, dict)]


def _may_know(decision: Decision, looker: Looker, choice: str) -> bool:
    """Whether the player learns what was chosen, from what could be seen before the choice."""
    of = decision.site.element
    if decision.player == looker.player or not isinstance(of, PieceType):
        return True
    answer = decision.answers()[decision.ids.index(choice)]
    if answer == lay.DECLINED or looker.name(of.kind, answer) == choice:
        return True
    # If the chooser could neither see nor follow the thing, its id only reveals its place.
    chooser = Looker(looker.state, decision.player)
    return not chooser.told(of.kind, answer) and not chooser.knows(of.kind, answer)


def _seen(looker: Looker, name: str, result: object) -> object | None:
    """The visible part of an event's result; None if nothing of it is visible."""
    program = looker.state.program
    event = next(each for each in program.events if each.name == name)
    if event.secret:
        return None
    if not isinstance(event.element, PieceType):
        return result
    pieces = program.table.pieces
    if event.form == "roll":
        # The event does not say which of the dice this is.
        dice = range(len(pieces[event.element.kind]))
        return result if all(looker.told(event.element.kind, die) for die in dice) else None
    if event.form == "pick":
        assert isinstance(result, list)
        seat = program.table.seats[looker.player] if looker.player >= 0 else ""
        own = (one for one in result if one.get("seen_by", seat) == seat)
        return [found for one in own if (found := _drawn(looker, one))] or None
    if event.form == "draw" and isinstance(result, dict):
        return _drawn(looker, result) or None
    if event.form == "shuffle":
        assert isinstance(result, list)
        # Other names and places are in the next view. Nobody knows whether a piece that cannot be followed now was
        # among these.
        drawn = [_drawn(looker, one) for one in result]
        return [found for found in drawn if "piece" in found and "face" in found] or None
    assert isinstance(result, str)
    piece = _piece(program, result)
    return looker.name(*piece) if looker.knows(*piece) else None


def _drawn(looker: Looker, result: Json) -> Json:
    """The visible part of a hidden piece that was drawn; empty if there is none."""
    kind, number = _piece(looker.state.program, result["piece"])
    found = {}
    if looker.told(kind, number):
        found["piece"] = looker.name(kind, number)
    if looker.knows(kind, number) and looker.face(kind, number) == result["face"]:
        found["face"] = result["face"]
    return found


def _piece(program: Program, id: str) -> tuple[str, int]:
    """The kind and number of a piece."""
    # A shuffle of several kinds is one event for each, all with one name, which does not say the kind.
    return next(
        (kind, number)
        for kind, pieces in program.table.pieces.items()
        for number, piece in enumerate(pieces)
        if piece.id == id
    )


def _unseen_draws(program: Program) -> frozenset[str]:
    """The secret draws of things without a place, such as numbers: in a secret choice, or for what is not open. And those of pieces
    for a note that is not open.
    """
    return program.kept("unseen draws", _find_unseen_draws)


def _find_unseen_draws(program: Program) -> frozenset[str]:
    game = program.table.game
    parts = (*game.rules.values(), *game.hooks, *game.offers.values(), *game.course)
    definitions = [each for kind in game.kinds.values() for each in kind.definitions]
    definitions += [each for kind in game.spaces.values() for each in kind.definitions]
    secret: list[object] = []
    draws: list[ir.Draw] = []
    uses = _Uses(game)
    for node in nodes((*parts, *(slot for each in definitions for slot in each.slots.values()))):
        match node:
            case ir.Choose(secretly=True) | ir.MayDo(secretly=True):
                secret += (node.body, node.otherwise)
            case ir.ChooseOne(secretly=True):
                secret += (node.entries, node.otherwise)
            case ir.Draw():
                draws.append(node)
            case _:
                uses.add(node)
    # But not the draws after one that is kept in secret.
    found = {each.site for each in draws if uses.are_secret(each.var)}
    inside = [node for node in nodes(tuple(secret)) if isinstance(node, ir.Draw)]
    found |= {each.site for each in inside if not isinstance(each.var.type, PieceType)}
    return frozenset(found)


class _Uses:
    """What rules make of what they have drawn: under which other names it goes on, and where it is kept out of sight."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.named: list[tuple[ir.Var, ir.Expr]] = []
        self.kept: list[ir.Expr] = []
        self.keys: list[ir.Expr] = []

    def add(self, node: ir.Node) -> None:
        match node:
            case ir.Let(var=var, value=value) | ir.SetLocal(var=var, value=value):
                self.named.append((var, value))
            case ir.CallRule(rule=rule, arguments=arguments):
                hooks = (hook.params for hook in self.game.hooks if hook.rule == rule)
                for params in (self.game.rules[rule].params, *hooks):
                    self.named += zip(params, arguments, strict=False)
            case ir.Open(offer=offer, arguments=arguments):
                self.named += zip(self.game.offers[offer].params, arguments, strict=False)
            case ir.SetNote(note=note, key=key, value=value) if self._hides(note):
                self._keep(value, key)
            case ir.AddNote(note=note, key=key, amount=amount) if self._hides(note):
                self._keep(amount, key)
            case ir.MoveStock(amount=amount, member=member) if not (
                self._shows(node.stock, node.origin) or self._shows(node.stock, node.target)
            ):
                self.kept += [each for each in (amount, member) if each is not None]
            case ir.If(condition=condition) if self._notes_in_secret(node):
                self.kept.append(condition)
            case _:
                pass

    def _keep(self, value: ir.Expr, key: ir.Expr | None) -> None:
        self.kept.append(value)
        if key is not None:
            self.keys.append(key)

    def are_secret(self, var: ir.Var) -> bool:
        """Whether what is drawn under this name, or what is worked out from it, goes to where not everybody sees it."""
        names, before = {var}, 0
        while len(names) > before:
            before = len(names)
            names |= {to for to, value in self.named if _reads(value, names)}
        kept = self.kept if isinstance(var.type, PieceType) else (*self.kept, *self.keys)
        return any(_reads(each, names) for each in kept)

    def _hides(self, note: str) -> bool:
        return note in self.game.notes and self.game.notes[note].visible_to != "everyone"

    def _shows(self, stock: str, place: ir.Expr) -> bool:
        """Whether everybody sees how much of a stock lies in a place."""
        declared = self.game.stocks[stock]
        if not isinstance(place, ir.ZonePlace):
            return True
        if declared.total is None and place.place == declared.home:
            return False  # it is never counted there
        return self.game.places[place.place].visible_to == "everyone"

    def _notes_in_secret(self, node: ir.If) -> bool:
        return any(
            isinstance(each, ir.SetNote | ir.AddNote) and self._hides(each.note)
            for each in nodes((node.body, node.otherwise))
        )


def _reads(value: ir.Expr, names: Collection[ir.Var]) -> bool:
    return any(isinstance(each, ir.Local) and each.var in names for each in nodes(value))


__all__ = ["Redaction", "redact"]
