"""How a number came about, as lines with their places, and as plain data."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

from boardwright.dsl.source.diagnostics import shown
from boardwright.dsl.source.places import Span
from boardwright.files.names import short_name
from boardwright.interpreter.reference import ReferenceGame
from boardwright.interpreter.reference.followed_game import HOOK, STATEMENT, WAY
from boardwright.interpreter.reference.option_questions import why_option
from boardwright.interpreter.reference.questions import (
    Answer,
    QuestionError,
    play_to,
    why_score,
    why_value,
)
from boardwright.interpreter.reference.seat_tracer import APPLIES, HIDDEN
from boardwright.interpreter.reference.tracer import BASE, MODIFIER, NAME, Part, Written
from boardwright.loading.recorded import replayed
from boardwright.loading.rules import Path_
from boardwright.text.why_event import why_event

_WIDEST = 72
_NARROWEST = 30
# Of parts with the same text and value only the first is shown with what it follows from.
_ALIKE = 3
_MOST_NAMED = 12
_MOST_ROWS = 400

Row = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Why:
    """An answer about one decision of a record. As a text it has a line for each part, with its place in the rules."""

    answer: Answer
    decision: int
    when: str

    @property
    def value(self) -> Written | None:
        """The number or set that was asked for, in ids; None if it cannot be worked out."""
        return self.answer.part.value

    def as_json(self) -> dict[str, Any]:
        """Every part with its place, as plain data."""
        return {"decision": self.decision, **why_json(self.answer)}

    def __str__(self) -> str:
        return why_text(self.answer, self.when)


def why(
    record: str | os.PathLike[str],
    at: int | None = None,
    *,
    value: str | None = None,
    score: str | None = None,
    option: str | None = None,
    event: int | None = None,
    asker: str | None = None,
    ruleset: Path_ | None = None,
    expansions: Sequence[Path_] = (),
) -> Why:
    """Explains a value, the score of a seat or an option at a decision of a recorded game, or at its end; or an event. Of a
    saved game, the end is the decision that is asked next.

    `value` is one such as `strength of gallia`, and `asker` the seat that asks for it: whoever decides then, if not given.
    `option` is the id of one that is offered, or that could be. `event` is the number of one of those that follow the
    decision, from 1; those of the setup follow decision 0.
    Raises `RulesetError` if the record cannot be replayed, and `ValueError` for what the rules or the record do not have.
    """
    if [value, score, option, event].count(None) != 3:
        raise QuestionError("ask for a value, a score, an option or an event")
    played = replayed(Path(record), ruleset, expansions)
    many, program = len(played.choices), played.game.program
    at = many + 1 if at is None else at
    first, last = (1, many + 1) if event is None else (0, many)
    if not first <= at <= last:
        known = f"the record has decisions 1 to {many}"
        end = "its end" if played.is_over else "asked next"
        known += f"; {last} is {end}" if event is None else "; 0 is the setup"
        raise QuestionError(f"there is no decision {at}", (known,))
    if event is not None:
        answer = why_event(program, played.seed, played.choices[:at], event)
        return Why(answer, at, "")
    game = play_to(program.table, played.seed, played.choices[: at - 1])
    if score is not None:
        answer = why_score(game, score)
    elif option is not None:
        answer = why_option(game, option)
    else:
        assert value is not None
        answer = why_value(game, value, asker)
    is_end = at > many and played.is_over
    return Why(answer, at, "at the end" if is_end else f"at decision {at}")


_EXPRESSION = re.compile(r"\b(of|in|for)\b|[()<>=+*/]")
"""What no option is called."""


def why_told(game: ReferenceGame, asked: str, option: str | None, viewer: int) -> Answer:
    """The answer for somebody at the table who types what to explain: an option (`option` is the one of this name that is
    offered), a value with its arguments, or `score of SEAT`. Nothing in it is hidden from this seat. Raises `QuestionError`.
    """
    words = asked.split()
    if option is None and words[0] == "score" and words[-1] in game.table.seats:
        return why_score(game, words[-1], viewer)
    name = re.match(r"[\w.]*", asked)
    if option is None and name is not None and name[0] in game.table.game.values:
        return why_value(game, asked, game.table.seats[viewer], viewer)
    if option is None and _EXPRESSION.search(asked):
        values = ", ".join(f"`{value}`" for value in [*game.table.game.values][:5])
        raise QuestionError(
            f"`{asked}` is neither an option nor a value of the rules",
            (f"values of the rules are {values}",) if values else (),
        )
    return why_option(game, option or "_".join(asked.casefold().split()), viewer)


def why_text(answer: Answer, when: str, width: int | None = None) -> str:
    """The answer for people: what was asked and its value, then a line for each part with its place. For a terminal of this
    width, long lines are broken, and go on deeper than they begin.
    """
    rows = list(_rows(answer.part, 0))
    left = len(rows) - _MOST_ROWS
    rows = rows[:_MOST_ROWS]
    widest = max(len(place) for place, _ in rows)
    head = " ".join(filter(None, (answer.question, when)))
    value = HIDDEN if answer.part.remark == HIDDEN else _value(answer.part.value)
    room = None if width is None else width - widest - 2
    lines = [*_broken(f"{shown(head)} = {value}", width), ""]
    for place, text in rows:
        for number, line in enumerate(_broken(text, room)):
            lines.append(f"{('' if number else place).ljust(widest)}  {line}")
    if left > 0 or answer.is_cut:
        many = f"{left:,} more lines" if left > 0 else "too many parts"
        lines.append(f"... {many}; `--format json` shows {'all' if not answer.is_cut else 'more'}")
    return "\n".join(lines) + "\n"


def _broken(text: str, room: int | None) -> list[str]:
    """A line as several of at most `room` columns, if that leaves enough to be read."""
    if room is None or len(text) <= room or room < _NARROWEST:
        return [text]
    deeper = " " * (len(text) - len(text.lstrip()) + 4)
    return wrap(
        text, room, subsequent_indent=deeper, break_long_words=False, break_on_hyphens=False
    )


def why_json(answer: Answer) -> dict[str, Any]:
    """The answer for programs."""
    return {"question": answer.question, "cut": answer.is_cut, "answer": _plain(answer.part)}


def _plain(part: Part) -> dict[str, Any]:
    span = part.span
    told: dict[str, Any] = {
        "kind": part.kind,
        "file": span.source.name,
        "row": span.row,
        "column": span.column,
        "text": span.text,
        "value": part.value,
    }
    for key, value in (("about", part.about), ("remark", part.remark), ("after", part.after)):
        if value not in ("", None):
            told[key] = value
    if part.parts:
        told["parts"] = [_plain(each) for each in part.parts]
    return told


def _rows(part: Part, depth: int) -> Iterator[Row]:
    yield _place(part.span), "  " * depth + _line(part)
    inner = [each for each in part.parts if each.kind != NAME and not _is_plain(each)]
    for group in _alike(inner):
        yield from _rows(group[0], depth + 1)
        if len(group) > _ALIKE:
            yield "", "  " * (depth + 1) + f"{_value(group[0].value)} also: {_named(group[1:])}"
        else:
            for each in group[1:]:
                yield from _rows(each, depth + 1)


def _is_plain(part: Part) -> bool:
    """Whether the text of a part is already its value, such as the id of a place."""
    said = part.value in (part.span.text, (part.span.text,))
    return said and not (part.parts or part.about or part.remark)


def _alike(parts: Iterable[Part]) -> list[list[Part]]:
    """Parts by place and value, if they are about members of a set; any other by itself."""
    groups: dict[object, list[Part]] = {}
    for number, part in enumerate(parts):
        is_member = " is " in part.about
        key = (part.span.start, part.span.source.name, part.value) if is_member else number
        groups.setdefault(key, []).append(part)
    return list(groups.values())


def _named(parts: Sequence[Part]) -> str:
    names = [part.about.partition(" is ")[2] for part in parts]
    more = f", and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return shown(", ".join(names[:_MOST_NAMED]) + more)


def _line(part: Part) -> str:
    about = f"{part.about}: " if part.about else ""
    text = _source(part.span)
    if part.kind in (STATEMENT, WAY, HOOK):
        said = f", {part.remark}" if part.kind == HOOK else ""
        known = f" = {part.value}" if part.kind == WAY and part.value is not None else ""
        return shown(f"{about}{text}{_given(part)}{known}{said}")
    if part.remark == HIDDEN:
        base = "base: " if part.kind == BASE else ""
        return shown(f"{about}{base}{text}{_given(part)}: {HIDDEN}")
    if part.kind == MODIFIER:
        given = _given(part)
        if part.value is not None and part.remark == APPLIES:
            return shown(f"{about}{text}{given}, {APPLIES}")
        if part.after is not None:
            return shown(f"{about}{text}{given} → {_value(part.after)}")
        why = f", does not apply: {part.remark}" if part.remark else " = ?"
        return shown(f"{about}{text}{given}{why}")
    base = "base: " if part.kind == BASE else ""
    if part.value is None and part.remark:
        value = f", which fails: {part.remark}"
    elif text == _value(part.value):
        value = ""
    else:
        value = f" = {_value(part.value)}" + (f": {part.remark}" if part.remark else "")
    return shown(f"{about}{base}{text}{_given(part)}{value}")


def _given(part: Part) -> str:
    """The names in a part, with what they stand for here."""
    names = {
        each.about: HIDDEN if each.remark == HIDDEN else _value(each.value)
        for each in part.parts
        if each.kind == NAME
    }
    told = ", ".join(f"{name} is {value}" for name, value in names.items())
    return f" ({told})" if told else ""


def _source(span: Span) -> str:
    text = " ".join(span.text.split()).removesuffix(":")
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"


def _value(value: Written | None) -> str:
    if value is None:
        return "?"
    if isinstance(value, tuple):
        named = ", ".join(f"{each}" for each in value[:_MOST_NAMED])
        more = f", and {len(value) - _MOST_NAMED} more" if len(value) > _MOST_NAMED else ""
        return f"{named}{more}" if value else "nothing"
    return f"{value}"


def _place(span: Span) -> str:
    return shown(f"{short_name(span.source.name)}:{span.row}:{span.column}")
