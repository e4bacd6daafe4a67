"""Notes that are never read, and notes that are never changed.

A note with a name for players exists to be seen. Counting up from its own value does not read it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding, own_name
from boardwright.validators.subject.rule_uses import Uses, uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E612", "E613")
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each note."""
    uses = uses_of(subject)
    written = uses.noted()
    read = _read(uses, subject.game.memories)
    for note in subject.game.notes.values():
        name = own_name(note.id)
        if uses.is_tried(note.id) or note.id in subject.game.kept_notes:
            continue
        if note.id not in read and not (note.texts and note.id in written):
            used, help = "read", "read it, or remove it; or add a `name` to show it to players"
            if note.id not in written:
                used, help = "read or changed", "use it, or remove it"
            yield finding("E612", f"note `{name}` is never {used}", note.span, help=help)
        elif note.id not in written:
            yield finding(
                "E613",
                f"note `{name}` is never changed",
                note.span,
                help="change it with `set` or `add`, or declare it as a value",
            )


def _read(uses: Uses, memories: Mapping[str, ir.Memory]) -> set[str]:
    """Returns the notes that are read for more than their own change, or compared by a memory."""
    own = {
        id(node)
        for change, _ in uses.of(ir.SetNote)
        for node in nodes(change.value)
        if isinstance(node, ir.NoteRead) and node.note == change.note
    }
    read = {node.note for node, _ in uses.of(ir.NoteRead) if id(node) not in own}
    asked = {node.memory for node, _ in uses.of(ir.Seen)}
    return read.union(*(memory.notes for memory in memories.values() if memory.id in asked))
