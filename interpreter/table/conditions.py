"""The tables that a game is for: the conditions under `table`, and which expansions take part."""

from __future__ import annotations

from collections.abc import Mapping

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.option_values import text_of
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import Diagnostic, Label, Severity
from boardwright.interpreter.table.table_values import Facts

REFUSED = "E676"
UNADVISED = "E677"


def table_findings(
    game: ir.Game, players: int, options: Mapping[str, int], language: str | None = None
) -> tuple[Diagnostic, ...]:
    """The conditions that a table must meet but does not, as errors; or else those it should meet, as warnings.
    `options` are all of them.

    Raises `RuleError` for a condition that cannot be evaluated.
    """
    facts = Facts(game, players, options)
    missed = [each for each in game.conditions if not facts.number(each.condition, {})]
    refused = [each for each in missed if each.must]
    return tuple(_finding(facts, each, language) for each in refused or missed)


def out_of_play(game: ir.Game, players: int, options: Mapping[str, int]) -> tuple[str, ...]:
    """The expansions that take no part at this table, by their `in_play`."""
    facts = Facts(game, players, options)
    return tuple(id for id, condition in game.in_play.items() if not facts.number(condition, {}))


def _finding(facts: Facts, condition: ir.TableCondition, language: str | None) -> Diagnostic:
    game, texts = facts.game, condition.texts
    known = (language or game.languages[0], game.languages[0], *texts)
    message = next(texts[each] for each in known if each in texts)
    severity = Severity.ERROR if condition.must else Severity.WARNING
    read = _options_in(game, condition.condition)
    chosen = [f"{facts.players} player{'' if facts.players == 1 else 's'}"]
    for id in read:
        text = text_of(game, game.options[id], facts.options[id])
        chosen.append(f"`{id}` is {text.replace(',', ', ') or 'empty'}")
    words = " or ".join(f"`{id}`" for id in read)
    help = f"choose another value for {words}" if read else "choose another number of players"
    return Diagnostic(
        code=REFUSED if condition.must else UNADVISED,
        severity=severity,
        message=message,
        label=Label(condition.condition.span, "this is not true"),
        notes=(f"at this table: {'; '.join(chosen)}",),
        help=(help,) if condition.must else (),
    )


def _options_in(game: ir.Game, expr: object) -> tuple[str, ...]:
    """The options that an expression reads, even inside values, each once."""
    found: dict[str, None] = {}
    for node in nodes(expr):
        if isinstance(node, ir.OptionRead):
            found[node.option] = None
        elif isinstance(node, ir.ValueCall):
            parts: tuple[object, ...] = (
                game.values[node.value].base,
                *(
                    part
                    for modifier in game.modifiers
                    if modifier.value == node.value
                    for part in (modifier.when, modifier.operand)
                ),
            )
            found |= dict.fromkeys(_options_in(game, parts))
    return tuple(found)
