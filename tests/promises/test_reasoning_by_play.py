"""Whatever comes about in play is among what the survey says can come about, at every expression."""

from __future__ import annotations

import contextlib
from pathlib import Path
from random import Random

import pytest

from boardwright.dsl.language.types import PieceType, SetType, SpaceType, Type, ZoneType
from boardwright.dsl.rules import ir
from boardwright.interpreter.reference import ReferenceGame
from boardwright.interpreter.reference.evaluator import Evaluator
from boardwright.interpreter.reference.frame import Frame
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import set_table
from boardwright.loading.load import read
from boardwright.validators.reasoning.ranges import Many, ValueRange
from boardwright.validators.reasoning.sightings import Survey
from boardwright.validators.reasoning.survey import survey_of
from strategies import RATTUS, each_size, game_in

MOST_DECISIONS = 60


class Witness:
    """Sees every value that the reference evaluator comes to, and keeps those that were said to be impossible."""

    def __init__(self, survey: Survey) -> None:
        assert survey.values is not None
        self.survey, self.said = survey, survey.values
        self.wrong: list[str] = []
        self.seen = 0

    def check(self, expr: ir.Expr, value: int | frozenset[int], evaluator: Evaluator) -> None:
        said = self.said.get(id(expr))
        if said is None:
            return
        self.seen += 1
        if isinstance(value, int):
            assert isinstance(said, ValueRange), expr
            fits = self.allows(said, expr.type, value, evaluator)
        else:
            assert isinstance(said, Many) and isinstance(expr.type, SetType), expr
            element = expr.type.element
            fits = said.least <= len(value) <= said.most and all(
                self.allows(said.element, element, each, evaluator) for each in value
            )
        if not fits:
            where = f"{expr.span.source.name}:{expr.span.row}"
            self.wrong.append(f"{where}: `{expr.span.text}` is {value}, said was {said}")

    def allows(self, said: ValueRange, type: Type, value: int, evaluator: Evaluator) -> bool:
        match type:
            case ZoneType():
                return True
            case PieceType() | SpaceType() if value < 0:
                pass  # nothing
            case PieceType(kind=kind):
                if not evaluator.position.is_hidden(kind):
                    value = evaluator.position.definition_of(kind, value)
            case SpaceType():
                space = evaluator.table.spaces[value]
                key = self.survey.extents.space_key(space.kind, space.definition_id)
                if key is None:
                    return True
                value = key
            case _:
                pass  # said as it is
        return said.allows(value)


def play(game: ir.Game, players: int, options: dict[str, int], seed: int) -> None:
    chance = Random(seed)
    with_rules = ReferenceGame(set_table(game, players, options), seed)
    for _ in range(MOST_DECISIONS):
        if with_rules.decision is None:
            return
        with_rules.apply(chance.choice(with_rules.decision.options))


def some_options(game: ir.Game, chance: Random) -> dict[str, int]:
    return {
        option.id: chance.randint(option.low, option.high)
        for option in game.options.values()
        if not isinstance(option.type, SetType)
    }


@pytest.mark.one_in(3)
@each_size
def test_what_comes_about_was_said_to_be_possible(
    folder: Path, fixed: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    witness_games(game_in(folder), fixed, monkeypatch)


def test_so_was_what_comes_about_with_an_expansion(monkeypatch: pytest.MonkeyPatch) -> None:
    witness_games(read(RATTUS, "mercatus").bound, {}, monkeypatch)


def witness_games(game: ir.Game, fixed: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Games with random options, but for those that are fixed, in which nothing impossible may come about."""
    witness = Witness(survey_of(game, keep_values=True))
    number, members = Evaluator.number, Evaluator.members

    def seen_number(self: Evaluator, expr: ir.Expr, frame: Frame) -> int:
        value = number(self, expr, frame)
        witness.check(expr, value, self)
        return value

    def seen_members(self: Evaluator, expr: ir.Expr, frame: Frame) -> frozenset[int]:
        value = members(self, expr, frame)
        witness.check(expr, value, self)
        return value

    monkeypatch.setattr(Evaluator, "number", seen_number)
    monkeypatch.setattr(Evaluator, "members", seen_members)
    chance = Random(1)
    lowest, highest = game.players
    for seed in range(4):
        with contextlib.suppress(
            RuleError
        ):  # a rule that fails by chance is no matter of this test
            options = some_options(game, chance) | fixed
            play(game, lowest + seed % (highest - lowest + 1), options, seed)
    assert witness.wrong == []
    assert witness.seen > 500
