"""Notes that nothing reads, and notes that nothing changes.

A note with a name for players is there to be seen. To count on from itself is not to read it.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding, own_name
from boardwright.validators.subject.rule_uses import Uses, uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E612", "E613")
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each note."""
    uses = uses_of(subject)
    written = uses.noted()
    read = _read(uses)
    for note in subject.game.notes.values():
        name = own_name(note.id)
        if uses.is_tried(note.id):
            continue
        if note.id not in read and not (note.texts and note.id in written):
            told, help = "reads", "read it, or remove it; with a `name` it is shown to players"
            if note.id not in written:
                told, help = "reads or changes", "use it, or remove it"
            yield finding("E612", f"nothing {told} the note `{name}`", note.span, help=help)
        elif note.id not in written:
            yield finding(
                "E613",
                f"nothing changes the note `{name}`",
                note.span,
                help="change it with `set` or `add`; what never changes is a value",
            )


def _read(uses: Uses) -> set[str]:
    """The notes that are read, other than to change themselves."""
    own = {
        id(node)
        for change, _ in uses.of(ir.SetNote)
        for node in nodes(change.value)
        if isinstance(node, ir.NoteRead) and node.note == change.note
    }
    return {node.note for node, _ in uses.of(ir.NoteRead) if id(node) not in own}
