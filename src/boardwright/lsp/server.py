"""The server: answers an editor, and publishes findings.

Everything runs in one thread. Soon after a change the rules are read, and the findings of the first step are published.
Longer checks run in a pause, in small steps, so that the next key waits for a moment at most.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
import time
from collections.abc import Coroutine, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from boardwright.dsl.declare.ruleset import split_scenarios
from boardwright.dsl.rules.symbols import Thing
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.yaml_tree import Node
from boardwright.files.read import SUFFIX, whole
from boardwright.lsp import (
    actions,
    folding,
    formatting,
    hover,
    inlay_hints,
    lenses,
    navigation,
    rename,
    scenario_runs,
    semantic_tokens,
)
from boardwright.lsp.analysed import Reading
from boardwright.lsp.diagnostics import by_file
from boardwright.lsp.navigation import Here
from boardwright.lsp.positions import offset_at, path_of, range_of, uri_of
from boardwright.lsp.protocol import Utf16Protocol
from boardwright.lsp.scenario_names import scenario_names
from boardwright.lsp.scenario_runs import Question, Run, Runner
from boardwright.lsp.workspace import Workspace
from boardwright.lsp.writing import signatures
from boardwright.lsp.writing.completion import Completion, Name
from boardwright.validators.subject.subject import Profile
from boardwright.version import __version__

# Seconds after a change: changes within a moment are read together; a pause is a longer time without a change.
# In a pause the longer checks go on for about a stride at a time, with a gap that is long enough for a message to arrive in
# all its parts.
MOMENT = 0.01
PAUSE = 0.5
STRIDE = 0.015
GAP = 0.03

# A command for clients that do not want to wait for a pause, such as scripts.
CHECK = "boardwright.check"

_WATCHED = "**/*.yaml"

log = logging.getLogger(__name__)


class Placed(Protocol):
    """The parameters of any request about a position in a file."""

    @property
    def text_document(self) -> types.TextDocumentIdentifier: ...

    @property
    def position(self) -> types.Position: ...


@dataclass(frozen=True, slots=True)
class _Read:
    """An open file: its current text `now`, and the text and its nodes as they were last read."""

    path: Path
    now: Source
    reading: Reading
    source: Source
    root: Node

    @property
    def is_current(self) -> bool:
        """Whether the current text is the one that was read."""
        return self.now.text == self.source.text

    def between(self, part: types.Range | None) -> tuple[int, int]:
        """The offsets of a range; all of a text that has changed since it was read."""
        if part is None or not self.is_current:
            return 0, len(self.source.text)
        return offset_at(self.now, part.start), offset_at(self.now, part.end)


class Server(LanguageServer):
    """The state of one server. Its methods answer requests; `made` registers them."""

    def __init__(self, runner: Runner) -> None:
        super().__init__(
            "boardwright",
            __version__,
            types.TextDocumentSyncKind.Full,
            protocol_cls=Utf16Protocol,
            converter_factory=get_converter,
        )
        self.rules = Workspace()
        self._uris: dict[Path, str] = {}
        self._versions: dict[Path, int] = {}
        self._told: dict[Path, list[types.Diagnostic]] = {}
        self._owed: set[Path] = set()  # open files of which nothing was told yet
        self._soon: asyncio.TimerHandle | None = None
        self._later: asyncio.TimerHandle | None = None
        self._runner = runner
        self._runs_on_save = True
        self._settled = False
        self._counted: dict[tuple[Path, str], types.Command] = {}
        self._tasks: set[asyncio.Task[object]] = set()

    def report_server_error(self, error: Exception, source: object) -> None:
        """Writes our own mistakes to the log, instead of showing them to the user."""
        log.error("%s", error)

    # ---- start

    def begin(self, params: types.InitializeParams) -> None:
        """Takes the open folders, and how much to check."""
        uris = [folder.uri for folder in params.workspace_folders or ()]
        if not uris and params.root_uri:
            uris = [params.root_uri]
        folders = [path for uri in uris if (path := path_of(uri)) is not None]
        options = params.initialization_options
        profile = Profile.BASIC
        if isinstance(options, dict):
            wanted = str(options.get("profile", "basic")).upper()
            profile = Profile[wanted] if wanted in Profile.__members__ else profile
            self._runs_on_save = options.get("scenarios") != "never"
        self.rules = Workspace(folders, profile)
        # Rules are trees of many small objects that live long: collecting garbage would take longer than reading.
        gc.set_threshold(50_000, 20, 50)

    def watch(self) -> None:
        """Asks the editor to report files that appear, disappear or change on the disk."""
        workspace = self.client_capabilities.workspace
        watching = None if workspace is None else workspace.did_change_watched_files
        if watching is None or not watching.dynamic_registration:
            return
        options = types.DidChangeWatchedFilesRegistrationOptions(
            [types.FileSystemWatcher(glob_pattern=_WATCHED)]
        )
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        registration = types.Registration("boardwright-files", method, options)
        self.client_register_capability(types.RegistrationParams([registration]))

    # ---- changes

    def put(self, uri: str, version: int, text: str) -> None:
        """A file was opened or changed."""
        path = self._path(uri)
        if path is not None:
            if path not in self._uris:
                self._owed.add(path)
            self._uris[path], self._versions[path] = uri, version
            self.rules.put(path, text)
            self._changed()

    def drop(self, uri: str) -> None:
        """A file was closed."""
        path = self._path(uri)
        if path is not None:
            self.rules.drop(path)
            self._uris.pop(path, None)
            self._versions.pop(path, None)
            self._owed.discard(path)
            self._changed()

    def look_around(self) -> None:
        """Files have changed on the disk."""
        self.rules.look_around()
        self._changed()

    def _path(self, uri: str) -> Path | None:
        path = path_of(uri)
        return whole(path) if path is not None and path.suffix == SUFFIX else None

    def _changed(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(MOMENT, self.fresh)

    def fresh(self) -> None:
        """Reads what has changed, and publishes the first findings."""
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        try:
            if self.rules.refresh():
                self._publish()
            elif not self._owed:
                return
        except Exception:
            log.exception("the rules could not be read")
        self._wait(PAUSE)

    def _wait(self, seconds: float) -> None:
        self._later = asyncio.get_running_loop().call_later(seconds, self._step)

    def _step(self) -> None:
        """Goes on with the longer checks for a moment; findings are published when all steps are done."""
        self._later = None
        reading = self.rules.unfinished()
        if reading is None:
            self._publish_nothing()
            return
        until = time.monotonic() + STRIDE
        try:
            while not reading.complete and time.monotonic() < until:
                reading.step()
            if reading.complete:
                self._publish()
                self._run_open(reading)
                self._settle()
                self._show_again()
        except Exception:
            reading.complete = True
            log.exception("the rules could not be checked")
        self._wait(GAP)

    def _settle(self) -> None:
        """Sets aside what lives as long as the server, once, so that collecting garbage need not look at it."""
        if not self._settled:
            self._settled = True
            gc.collect()
            gc.freeze()

    def finish(self) -> int:
        """Takes all steps now; returns the number of findings in all files."""
        self.fresh()
        while (reading := self.rules.unfinished()) is not None:
            reading.step()
        self._publish()
        return sum(len(found) for found in self._told.values())

    def _publish(self) -> None:
        """Publishes the findings of files whose findings have changed."""
        now = by_file(self.rules.readings)
        for path in sorted({*self._told, *now}):
            found = now.get(path, [])
            if found == self._told.get(path, []):
                continue
            uri = self._uris.get(path) or uri_of(path)
            params = types.PublishDiagnosticsParams(uri, found, self._versions.get(path))
            self.text_document_publish_diagnostics(params)
            self._owed.discard(path)
        self._told = {path: found for path, found in now.items() if found}

    def _publish_nothing(self) -> None:
        """Tells of files in which nothing was found: until then an editor cannot know whether they are read."""
        for path in sorted(self._owed):
            uri = self._uris[path]
            params = types.PublishDiagnosticsParams(uri, [], self._versions[path])
            self.text_document_publish_diagnostics(params)
        self._owed.clear()

    # ---- requests

    def at(self, params: Placed, scenes: bool = False) -> Here | None:
        """The name at a position."""
        self.fresh()
        place = self._place(params)
        return None if place is None else navigation.here(self.rules, *place, scenes)

    def _place(self, params: Placed) -> tuple[Path, int] | None:
        path = self._path(params.text_document.uri)
        source = None if path is None else self.rules.source_of(path)
        if path is None or source is None:
            return None
        return path, offset_at(source, params.position)

    def locations(self, spans: Sequence[Span]) -> list[types.Location]:
        """Spans as locations for the editor."""
        return [
            types.Location(self._uris.get(path) or uri_of(path), range_of(span))
            for path, span in navigation.current(self.rules, spans)
        ]

    def completion(self, params: types.CompletionParams) -> list[types.CompletionItem]:
        place = self._place(params)
        if place is None:
            return []
        path, offset = place
        if self.rules.reading_of(path) is None:
            self.fresh()
        reading, source = self.rules.known_of(path), self.rules.source_of(path)
        assert source is not None
        symbols = None if reading is None else reading.symbols
        further = () if reading is None else _further(reading)
        moments = () if reading is None else reading.moments(path, source)
        return Completion(source, offset, symbols, further, moments, self._has_snippets()).items()

    def _has_snippets(self) -> bool:
        document = self.client_capabilities.text_document
        completion = None if document is None else document.completion
        item = None if completion is None else completion.completion_item
        return item is not None and bool(item.snippet_support)

    def document(self, item: types.CompletionItem) -> types.CompletionItem:
        """Adds the documentation of an item that is looked at: of a word, or of what is declared."""
        data = item.data
        if item.documentation is None and isinstance(data, dict):
            told = hover.about_name(self.rules.readings, str(data["name"]), str(data["sort"]))
            if told:
                item.documentation = types.MarkupContent(types.MarkupKind.Markdown, told)
        return item

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        found = self.at(params)
        place = self._place(params)
        if place is None:
            return None
        path, offset = place
        reading, source = self.rules.reading_of(path), self.rules.source_of(path)
        parts: list[str] = []
        span: Span | None = None
        if found is not None:
            span, text = found.span, hover.about_symbols(found.symbols)
            parts.append(text)
        if reading is not None and source is not None:
            read = reading.documents.get(path)
            key = None if read is None else hover.about_key(read[1], offset, reading.symbols)
            if key is not None and found is None:
                span = key[0]
                parts.append(key[1])
            if found is None and key is None and read is not None:
                word = hover.about_word(read[1], source, offset)
                if word is not None:
                    span = word[0]
                    parts.append(word[1])
            here = hover.findings_at(reading.findings, path, offset)
            if here:
                parts.append(hover.about_findings(here))
        if not parts:
            return None
        content = types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(parts))
        return types.Hover(content, None if span is None else range_of(span))

    def definition(self, params: types.DefinitionParams) -> list[types.Location]:
        found = self.at(params)
        return [] if found is None else self.locations(navigation.declarations(found))

    def references(self, params: types.ReferenceParams) -> list[types.Location]:
        found = self.at(params, scenes=True)
        if found is None:
            return []
        declared = params.context.include_declaration
        return self.locations(navigation.references(self.rules, found, declared))

    def highlights(self, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        found = self.at(params)
        path = self._path(params.text_document.uri)
        if found is None:
            return []
        spans = [span for symbol in found.symbols[:1] for span in symbol.places]
        return [
            types.DocumentHighlight(range_of(span))
            for there, span in navigation.current(self.rules, spans)
            if there == path
        ]

    def outline(self, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        self.fresh()
        path = self._path(params.text_document.uri)
        reading = None if path is None else self.rules.reading_of(path)
        return [] if path is None or reading is None else navigation.outline(reading, path)

    def code_actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        self.fresh()
        path = self._path(params.text_document.uri)
        source = None if path is None else self.rules.source_of(path)
        reading = None if path is None else self.rules.reading_of(path)
        if path is None or source is None or reading is None:
            return []
        start, end = offset_at(source, params.range.start), offset_at(source, params.range.end)
        only = params.context.only
        kinds = None if only is None else [str(getattr(kind, "value", kind)) for kind in only]
        uri = params.text_document.uri
        return list(actions.actions_at(reading, path, uri, start, end, kinds))

    def resolve_action(self, action: types.CodeAction) -> types.CodeAction:
        """Adds the edit of an action that takes a while to work out."""
        data = action.data
        if not isinstance(data, dict) or action.edit is not None:
            return action
        reading = next((r for r in self.rules.readings if str(r.root) == data.get("root")), None)
        return action if reading is None else actions.with_scenario(action, reading, data)

    def symbols(self, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        self.fresh()
        return list(navigation.symbols(self.rules, params.query))

    def _read(self, document: types.TextDocumentIdentifier) -> _Read | None:
        """An open file as it was last read, with its current text."""
        self.fresh()
        path = self._path(document.uri)
        now = None if path is None else self.rules.source_of(path)
        reading = None if path is None else self.rules.known_of(path)
        if path is None or now is None or reading is None or path not in reading.documents:
            return None
        source, root = reading.documents[path]
        return _Read(path, now, reading, source, root)

    def tokens(
        self, document: types.TextDocumentIdentifier, part: types.Range | None = None
    ) -> types.SemanticTokens:
        read = self._read(document)
        if read is None:
            return types.SemanticTokens([])
        first, last = read.between(part)
        # What scenarios name takes a while to find: while somebody types, only words have colours there.
        is_scenario = bool(split_scenarios([(read.source, read.root)])[1])
        index = read.reading.index(scenes=is_scenario and read.reading.complete)
        found = semantic_tokens.tokens(read.source, read.root, index, first, last)
        now = read.source if read.is_current else read.now
        return types.SemanticTokens(semantic_tokens.encoded(found, read.source, now))

    def folds(self, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        read = self._read(params.text_document)
        return [] if read is None or not read.is_current else folding.folds(read.source, read.root)

    def format(
        self, document: types.TextDocumentIdentifier, part: types.Range | None = None
    ) -> list[types.TextEdit]:
        path = self._path(document.uri)
        source = None if path is None else self.rules.source_of(path)
        lines = None if part is None else (part.start.line, part.end.line)
        return [] if source is None else formatting.edits(source, lines)

    def signature(self, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        place = self._place(params)
        if place is not None and self.rules.reading_of(place[0]) is None:
            self.fresh()
        reading = None if place is None else self.rules.known_of(place[0])
        source = None if place is None else self.rules.source_of(place[0])
        if place is None or source is None or reading is None:
            return None
        return signatures.signature_at(source, place[1], reading.symbols)

    def hints(self, params: types.InlayHintParams) -> list[types.InlayHint]:
        read = self._read(params.text_document)
        if read is None or not read.is_current:
            return []
        first, last = read.between(params.range)
        found = sorted(set(inlay_hints.hints(read.reading, read.source, first, last)))
        return [inlay_hints.as_hint(read.source, *each) for each in found]

    def lenses(self, params: types.CodeLensParams) -> list[types.CodeLens]:
        read = self._read(params.text_document)
        if read is None or not read.is_current:
            return []
        return list(lenses.lenses(read.reading, read.path, params.text_document.uri))

    def resolve_lens(self, lens: types.CodeLens) -> types.CodeLens:
        data = lens.data
        if not isinstance(data, dict) or lens.command is not None:
            return lens
        path = self._path(str(data["uri"]))
        if path is None:
            return lens
        self.fresh()
        reading = self.rules.reading_of(path)
        key = (path, str(data["name"]))
        if key in self._counted and reading is not None and not reading.complete:
            kept = self._counted[key]  # counting takes too long while somebody types
            uri, _, where = kept.arguments or ("", None, [])
            again = [uri, lens.range.start, where]
            lens.command = types.Command(kept.title, kept.command, arguments=again)
            return lens
        found = lenses.resolved(self.rules, lens, path, data)
        if found.command is not None:
            self._counted[key] = found.command
        return found

    def show_uses(self, locations: Sequence[Any]) -> str:
        """Shows where a thing is named, in editors that do not do so themselves: in a line, and a single place as it is."""
        told = lenses.uses_in_words(locations)
        self.window_show_message(types.ShowMessageParams(types.MessageType.Info, told))
        window = self.client_capabilities.window
        can_show = window is not None and window.show_document is not None
        if can_show and len(locations) == 1:
            first, end = (types.Position(**locations[0]["range"][key]) for key in ("start", "end"))
            uri, place = str(locations[0]["uri"]), types.Range(first, end)
            self.window_show_document(types.ShowDocumentParams(uri, None, True, place))
        return told

    def _show_again(self) -> None:
        """Asks the editor for colours and lenses again, which are complete only after a pause."""
        workspace = self.client_capabilities.workspace
        if workspace is None:
            return
        if workspace.semantic_tokens is not None and workspace.semantic_tokens.refresh_support:
            self.workspace_semantic_tokens_refresh(None)
        if workspace.code_lens is not None and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    # ---- scenarios

    async def run_scenarios(self, uri: str, name: str | None = None) -> str:
        """Runs the scenarios of a file, or one of them; says in a line how it went."""
        self.fresh()
        path = self._path(uri)
        reading = None if path is None else self.rules.reading_of(path)
        if path is None or reading is None:
            return "this file belongs to no ruleset"
        is_scenario = path in reading.documents and split_scenarios([reading.documents[path]])[1]
        files = frozenset([path]) if is_scenario else None
        names = None if name is None else frozenset([name])
        runs = await self._play(reading, files, names, "command")
        told = "the rules have mistakes" if runs is None else scenario_runs.summary(runs)
        self.window_show_message(types.ShowMessageParams(types.MessageType.Info, told))
        return told

    async def _play(
        self,
        reading: Reading,
        files: frozenset[Path] | None,
        names: frozenset[str] | None = None,
        purpose: str = "pause",
    ) -> tuple[Run, ...] | None:
        """Runs scenarios with the current texts, and publishes what they find."""
        question = Question(reading.root, dict(self.rules.texts), files, names)
        runs = await self._runner.run(question, purpose)
        now = next((each for each in self.rules.readings if each.root == reading.root), None)
        if runs is None or now is None:
            return None
        again = {(each.file, each.id) for each in runs}
        kept = (each for each in now.runs if (each.file, each.id) not in again)
        found = [*kept, *(now.as_now(each) for each in runs)]
        now.runs = tuple(each for each in found if each is not None)
        self._publish()
        return runs

    def saved(self, uri: str) -> None:
        """A file was saved: the scenarios of its ruleset are run."""
        self.look_around()
        self.fresh()
        path = self._path(uri)
        reading = None if path is None else self.rules.reading_of(path)
        if reading is not None and self._runs_on_save and reading.checking.rules is not None:
            self._begin(self._play(reading, None, purpose="save"))

    def _run_open(self, reading: Reading) -> None:
        """Runs the scenarios that are open, for what is legal in their steps."""
        open_ = frozenset(
            path
            for path in self.rules.texts
            if path in reading.documents and split_scenarios([reading.documents[path]])[1]
        )
        if open_ and self._runs_on_save and reading.checking.rules is not None:
            self._begin(self._play(reading, open_))

    def _begin(self, work: Coroutine[object, object, object]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def end(self) -> None:
        """The editor is done."""
        self._runner.stop_all()

    def prepare_rename(self, params: types.PrepareRenameParams) -> types.PrepareRenameResult | None:
        found = self.at(params, scenes=True)
        if found is None:
            return None
        try:
            symbol = rename.renameable(found)
        except rename.RefusedError as refused:
            raise _refused(refused) from refused
        return types.PrepareRenamePlaceholder(range_of(found.span), symbol.id)

    def rename(self, params: types.RenameParams) -> types.WorkspaceEdit | None:
        found = self.at(params, scenes=True)
        if found is None:
            return None
        try:
            edits = rename.renamed(self.rules, found, params.new_name)
        except rename.RefusedError as refused:
            raise _refused(refused) from refused
        changes: dict[str, Sequence[types.TextEdit]] = {}
        for path, texts in edits.items():
            source = found.reading.source(path) or rename.source_at(self.rules, path)
            changes[self._uris.get(path) or uri_of(path)] = [
                types.TextEdit(range_of(source.span(start, end)), text)
                for (start, end), text in sorted(texts.items())
            ]
        return types.WorkspaceEdit(changes=changes)


def _refused(refused: rename.RefusedError) -> JsonRpcException:
    return JsonRpcException(str(refused), types.LSPErrorCodes.RequestFailed)


def _further(reading: Reading) -> list[Name]:
    """Names that occur in keys, but in no text of the language, and those of scenarios."""
    found = [
        (symbol.id, thing)
        for symbol in reading.index().symbols
        for thing in symbol.things[:1]
        if thing.sort in ("trait", "entry")
    ]
    return [*found, *((name.id, Thing("scenario", name.id)) for name in scenario_names(reading))]


def made(runner: Runner | None = None) -> Server:
    """A server with all its answers registered. `runner` runs scenarios; by default, in other processes."""
    server = Server(runner or Runner())
    feature = server.feature
    feature(types.INITIALIZE)(lambda params: server.begin(params))
    feature(types.INITIALIZED)(lambda params: server.watch())

    @feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        server.put(document.uri, document.version, document.text)

    @feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        document = params.text_document
        if params.content_changes:
            server.put(document.uri, document.version, params.content_changes[-1].text)

    @feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.drop(params.text_document.uri)

    feature(types.TEXT_DOCUMENT_DID_SAVE)(lambda params: server.saved(params.text_document.uri))
    feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(lambda params: server.look_around())
    signs = [" ", "(", "[", "{", ","]
    triggers = types.CompletionOptions(trigger_characters=signs, resolve_provider=True)
    feature(types.TEXT_DOCUMENT_COMPLETION, triggers)(lambda params: server.completion(params))
    feature(types.COMPLETION_ITEM_RESOLVE)(lambda item: server.document(item))
    feature(types.TEXT_DOCUMENT_HOVER)(lambda params: server.hover(params))
    feature(types.TEXT_DOCUMENT_DEFINITION)(lambda params: server.definition(params))
    feature(types.TEXT_DOCUMENT_REFERENCES)(lambda params: server.references(params))
    feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)(lambda params: server.highlights(params))
    feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)(lambda params: server.outline(params))
    feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=actions.KINDS, resolve_provider=True),
    )(lambda params: server.code_actions(params))
    feature(types.CODE_ACTION_RESOLVE)(lambda action: server.resolve_action(action))
    feature(types.TEXT_DOCUMENT_PREPARE_RENAME)(lambda params: server.prepare_rename(params))
    feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))(
        lambda params: server.rename(params)
    )
    feature(types.WORKSPACE_SYMBOL)(lambda params: server.symbols(params))
    feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, semantic_tokens.LEGEND)(
        lambda params: server.tokens(params.text_document)
    )
    feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, semantic_tokens.LEGEND)(
        lambda params: server.tokens(params.text_document, params.range)
    )
    feature(types.TEXT_DOCUMENT_FOLDING_RANGE)(lambda params: server.folds(params))
    feature(types.TEXT_DOCUMENT_FORMATTING)(lambda params: server.format(params.text_document))
    feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)(
        lambda params: server.format(params.text_document, params.range)
    )
    brackets = types.SignatureHelpOptions(trigger_characters=["(", ","])
    feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, brackets)(lambda params: server.signature(params))
    feature(types.TEXT_DOCUMENT_INLAY_HINT)(lambda params: server.hints(params))
    counted = types.CodeLensOptions(resolve_provider=True)
    feature(types.TEXT_DOCUMENT_CODE_LENS, counted)(lambda params: server.lenses(params))
    feature(types.CODE_LENS_RESOLVE)(lambda lens: server.resolve_lens(lens))
    feature(types.SHUTDOWN)(lambda *_: server.end())
    server.command(CHECK)(lambda *arguments: server.finish())

    @server.command(lenses.RUN)
    async def ran(*arguments: str) -> str:
        return await server.run_scenarios(*arguments[:2])

    server.command(lenses.USES)(lambda *arguments: server.show_uses(arguments[2]))
    return server


def serve() -> None:
    """Answers on standard input and output until the editor is done."""
    logging.basicConfig(level=logging.ERROR, format="boardwright lsp: %(message)s")
    # The stream is closed at the end, and nothing else that is printed gets between the messages.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out, redirect_stdout(sys.stderr):
        made().start_io(stdout=out)
