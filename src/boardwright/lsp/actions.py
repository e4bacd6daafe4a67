"""Code actions: edits that correct findings, and those that add what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from lsprotocol import types

from boardwright.dsl.declare.things import KindDecl
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.dsl.source.fixes import Fix
from boardwright.dsl.source.yaml_tree import Mapping, Scalar
from boardwright.lsp.analysed import Reading, known_path
from boardwright.lsp.diagnostics import converted
from boardwright.lsp.positions import range_of, uri_of
from boardwright.scaffold.new_card import scenario_for
from boardwright.validators.subject.allow_comments import may_be_allowed

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.boardwright"
KINDS = (types.CodeActionKind.QuickFix, types.CodeActionKind.Refactor, FIX_ALL)


def actions_at(
    reading: Reading, path: Path, uri: str, start: int, end: int, only: Iterable[str] | None
) -> Iterator[types.CodeAction]:
    """The actions for a range of a file, of the wanted kinds."""

    def wanted(kind: str) -> bool:
        return only is None or any(kind == one or kind.startswith(f"{one}.") for one in only)

    source = reading.source(path)
    here = [each for each in reading.findings if _touches(each, path, start, end)]
    if wanted(types.CodeActionKind.QuickFix.value):
        for each in here:
            yield from _corrections(each, path, uri)
        for each in here:
            if may_be_allowed(each):
                yield _allowing(each, uri)
    if wanted(FIX_ALL):
        fixes = safe_fixes(reading, path)
        if fixes:
            edit = types.WorkspaceEdit(changes={uri: [_text_edit(each) for each in fixes]})
            title = "Correct everything that leaves no doubt"
            yield types.CodeAction(title, kind=FIX_ALL, edit=edit)
    if source is not None and wanted(types.CodeActionKind.Refactor.value):
        name = card_at(reading, path, start)
        target = None if name is None else scenario_path(reading, name[1])
        if name is not None and target is not None:
            data = {"scenario": [*name], "root": str(reading.root), "path": str(target)}
            kind = types.CodeActionKind.Refactor
            yield types.CodeAction(f"Write a scenario for `{name[1]}`", kind=kind, data=data)


def safe_fixes(reading: Reading, path: Path) -> list[Fix]:
    """Edits of a file that may be applied unseen: the only ones for their findings, and safe. None touches another."""
    found: dict[Fix, None] = {}
    for each in reading.findings:
        if len(each.fixes) == 1 and each.fixes[0].is_safe:
            if known_path(each.fixes[0].span.source.name) == path:
                found[each.fixes[0]] = None
    kept: list[Fix] = []
    for fix in sorted(found, key=lambda fix: (fix.span.start, fix.span.end)):
        if not kept or kept[-1].span.end < fix.span.start:
            kept.append(fix)
    return kept


def _touches(finding: Diagnostic, path: Path, start: int, end: int) -> bool:
    if finding.label is None:
        return False
    span = finding.label.span
    return known_path(span.source.name) == path and span.start <= end and start <= span.end


def _corrections(finding: Diagnostic, path: Path, uri: str) -> Iterator[types.CodeAction]:
    only_one = len(finding.fixes) == 1
    for fix in finding.fixes:
        there = known_path(fix.span.source.name)
        where = uri if there == path else uri_of(there)
        yield types.CodeAction(
            fix.title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[converted(finding)],
            is_preferred=only_one and not fix.is_sketch,
            edit=types.WorkspaceEdit(changes={where: [_text_edit(fix)]}),
        )


def _text_edit(fix: Fix) -> types.TextEdit:
    return types.TextEdit(range_of(fix.span), fix.text)


def _allowing(finding: Diagnostic, uri: str) -> types.CodeAction:
    """A comment above the line, whose reason is left to write."""
    assert finding.label is not None
    source, row = finding.label.span.source, finding.label.span.row
    line = source.line(row)
    indent = line[: len(line) - len(line.lstrip(" "))]
    at = types.Position(row - 1, 0)
    text = f"{indent}# allow {finding.code}: ...\n"
    return types.CodeAction(
        f"Allow {finding.code} here, because ...",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[converted(finding)],
        edit=types.WorkspaceEdit(changes={uri: [types.TextEdit(types.Range(at, at), text)]}),
    )


# ---- a scenario for a card


def card_at(reading: Reading, path: Path, offset: int) -> tuple[str, str] | None:
    """The kind and the id of the piece whose file this is, in its first line; or of one declared at an offset."""
    document = reading.documents.get(path)
    if document is None or reading.symbols is None:
        return None
    source, root = document
    kinds = reading.symbols.kinds
    if isinstance(root, Mapping) and root.entries and isinstance(root.entries[0].value, Scalar):
        first = root.entries[0]
        if first.key.text in kinds and source.position(offset)[0] == first.key.span.row:
            return first.key.text, root.entries[0].value.text
    found = reading.index().at(source, offset)
    for symbol in () if found is None else found[1]:
        for thing in symbol.things:
            if thing.sort == "piece" and found is not None and found[0] in symbol.declarations:
                return thing.owner, thing.id
    return None


def scenario_path(reading: Reading, id: str) -> Path | None:
    """Where a new scenario for a piece belongs; None if there is one already."""
    root = reading.root if reading.root.is_dir() else reading.root.parent
    path = root / "scenarios" / f"{id}.yaml"
    return None if path.exists() or path in reading.documents else path


def with_scenario(action: types.CodeAction, reading: Reading, data: Any) -> types.CodeAction:
    """The action with its edit: a new file with a scenario that passes, if one can be found."""
    kind, id = data["scenario"]
    path = Path(data["path"])
    text = None
    rules = reading.checking.rules
    declared = [each for layer in reading.layers for each in layer.kinds if each.id == kind]
    if rules is not None and declared:
        text = scenario_for(rules, declared[0], id, path)
    text = text or _sketch(reading, declared, id)
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    document = types.OptionalVersionedTextDocumentIdentifier(uri_of(path))
    action.edit = types.WorkspaceEdit(
        document_changes=[
            types.CreateFile(uri_of(path), options=types.CreateFileOptions(ignore_if_exists=True)),
            types.TextDocumentEdit(document, [types.TextEdit(start, text)]),
        ]
    )
    return action


def _sketch(reading: Reading, kinds: list[KindDecl], id: str) -> str:
    rules = reading.checking.rules
    players = 2 if rules is None else min(rules.players)
    run = (
        f"run: |\n  perform {kinds[0].effects[0].name.id} of {id}\n"
        if kinds and kinds[0].effects
        else ""
    )
    return f"scenario: {id}\nplayers: {players}\n{run}expect: yes\n"
