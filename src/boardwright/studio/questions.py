"""Why an option is offered, or where a number comes from, for somebody at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boardwright.studio.fields import Fields
from boardwright.studio.refused import RefusedError, because
from boardwright.studio.sight import ALL

if TYPE_CHECKING:
    from boardwright.interpreter.reference import ReferenceGame
    from boardwright.interpreter.reference.questions import Answer
    from boardwright.studio.games import OpenGame

_LONGEST = 1000
_ASKED = ("option", "value", "score")


def why(game: OpenGame, at: int, seat: int, fields: Fields) -> dict[str, Any]:
    """The answer in the format `why`, and as a text. Nothing in it is hidden from the seat."""
    from boardwright.interpreter.reference.questions import QuestionError
    from boardwright.text.why import why_json, why_text

    asked = [(name, fields.text(name, _LONGEST)) for name in _ASKED if fields.has(name)]
    if len(asked) != 1:
        raise RefusedError("malformed", "ask for an `option`, a `value` or a `score`")
    what, text = asked[0]
    try:
        answer = _answer(game.line.explained_at(at), what, text, None if seat == ALL else seat)
    except QuestionError as fault:
        raise RefusedError("not_found", f"{fault}", fault.help) from fault
    return {"why": {"decision": at + 1, **why_json(answer)}, "text": why_text(answer, "now")}


def _answer(game: ReferenceGame, what: str, text: str, viewer: int | None) -> Answer:
    from boardwright.interpreter.reference.option_questions import why_option
    from boardwright.interpreter.reference.questions import why_score, why_value

    seats, decision = game.table.seats, game.decision
    if what == "score":
        return why_score(game, text, viewer)
    if what == "value":
        return why_value(game, text, None if viewer is None else seats[viewer], viewer)
    if decision is not None and viewer not in (None, decision.player):
        message = "only who is asked, or sees all, may ask about options"
        raise RefusedError("refused", message, (), because("why/not-asked"))
    return why_option(game, text, viewer)
