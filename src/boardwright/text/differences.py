"""What a corpus of records has shown: the first differences by the line of the rules that made them, as text and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from boardwright.dsl.source.diagnostics import shown
from boardwright.files.names import short_name
from boardwright.terminal import plural

if TYPE_CHECKING:
    from boardwright.interpreter.records.first_difference import Difference
    from boardwright.loading.record_check import Checked, Group

# At most this many records are named for each line; the JSON has all.
_MOST_NAMED = 3


def lines_of(checked: Sequence[Checked], groups: Sequence[Group]) -> list[str]:
    """How many games go the same way, and an entry for each line that made others go another way."""
    same = sum(each.same for each in checked)
    lines = [f"{same:,} of {plural(len(checked), 'game')} go the same way"]
    faults = sum(each.fault is not None for each in checked)
    if faults:
        lines.append(f"{plural(faults, 'record')} cannot be played: see below")
    for group in groups:
        found = group.records[0].difference
        assert found is not None
        lines += ["", f"{plural(len(group.records), 'game')}: {_place(group)}"]
        lines.append(f"  {_manner(group, found)}")
        if found.was:
            lines.append(f"  was: {shown(found.was)}")
        if found.now:
            lines.append(f"  now: {shown(found.now)}")
        named = [_named(each) for each in group.records[:_MOST_NAMED]]
        more = len(group.records) - len(named)
        lines.append(f"  in {'; '.join(named)}{f'; and {more:,} more' if more else ''}")
    return lines


def _place(group: Group) -> str:
    if group.span is None:
        return "an unknown line"
    return shown(
        f"{short_name(group.span.source.name)}:{group.span.row}: {group.span.text.strip()}"
    )


def _manner(group: Group, found: Difference) -> str:
    about_ = shown(group.about)
    match group.sort:
        case "option":
            return f"`{about_}` no longer offers what was chosen"
        case "options":
            return f"`{about_}` offers something else"
        case "asked":
            return f"another decision is asked: `{about_}`"
        case "outcome":
            return f"the game ends with other {about_}"
        case "error":
            return f"the rule fails ({about_})"
        case "position":
            return "the position has another hash"
        case _:
            if not found.now:
                return f"this does not happen any more: {about_}"
            return (
                f"this happens now: {about_}" if not found.was else f"this is different: {about_}"
            )


def _named(each: Checked) -> str:
    assert each.difference is not None
    after = each.difference.decisions
    where = f"after decision {after:,}" if after else "in the setup"
    return f"{_record(each)} (seed {each.seed}) {where}"


def _record(each: Checked) -> str:
    return shown(f"{each.kept.file.name} record {each.kept.number}")


def json_of(checked: Sequence[Checked], groups: Sequence[Group]) -> dict[str, Any]:
    """The same as data; all records are named."""
    return {
        "records": len(checked),
        "same": sum(each.same for each in checked),
        "faults": [
            {**_record_json(each), "code": each.fault.code, "message": each.fault.message}
            for each in checked
            if each.fault is not None
        ],
        "lines": [
            {
                "filename": None if group.span is None else group.span.source.name,
                "row": None if group.span is None else group.span.row,
                "column": None if group.span is None else group.span.column,
                "sort": group.sort,
                "about": group.about,
                "records": [
                    {
                        **_record_json(each),
                        "decisions": found.decisions,
                        "was": found.was,
                        "now": found.now,
                    }
                    for each in group.records
                    if (found := each.difference) is not None
                ],
            }
            for group in groups
        ],
    }


def _record_json(each: Checked) -> dict[str, Any]:
    return {"file": str(each.kept.file), "record": each.kept.number, "seed": each.seed}
