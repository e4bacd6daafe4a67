"""An editor for tests: talks to `boardwright lsp` over stdin and stdout, and waits for each answer."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from lsprotocol import types
from pygls.lsp.client import LanguageClient

T = TypeVar("T")

LONGEST = 60.0  # seconds, after which something hangs


class Editor:
    """Holds the texts of open files as an editor does. `told` is what the server said last is wrong, by path."""

    def __init__(
        self,
        folder: Path,
        options: object = None,
        encodings: Sequence[str] | None = None,
        *,
        snippets: bool = False,
    ) -> None:
        self.folder = folder
        self.told: dict[Path, list[types.Diagnostic]] = {}
        self.registered: list[types.Registration] = []
        self.refreshed: set[str] = set()
        self.texts: dict[Path, str] = {}
        self._versions: dict[Path, int] = {}
        self.shown: list[types.ShowDocumentParams] = []
        self._asked = 0
        self._heard = threading.Event()
        self._options, self._encodings, self._snippets = options, encodings, snippets
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Editor:
        self._thread.start()
        self._run(self._begin())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(LONGEST)
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(LONGEST)

    async def _begin(self) -> None:
        self.client = LanguageClient("a test", "1")
        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(
            lambda params: self._hear(params)
        )
        self.client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: self._register(params))
        for method in (
            types.WORKSPACE_SEMANTIC_TOKENS_REFRESH,
            types.WORKSPACE_CODE_LENS_REFRESH,
        ):
            self.client.feature(method)(lambda *_, method=method: self._show_again(method))
        self.client.feature(types.WINDOW_SHOW_DOCUMENT)(lambda params: self._show(params))
        await self.client.start_io(sys.executable, "-m", "boardwright", "lsp", cwd=self.folder)
        workspace = types.WorkspaceClientCapabilities(
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(
                dynamic_registration=True
            ),
            semantic_tokens=types.SemanticTokensWorkspaceClientCapabilities(refresh_support=True),
            code_lens=types.CodeLensWorkspaceClientCapabilities(refresh_support=True),
        )
        self.answer = await self.client.initialize_async(
            types.InitializeParams(
                capabilities=types.ClientCapabilities(
                    workspace=workspace,
                    window=types.WindowClientCapabilities(
                        show_document=types.ShowDocumentClientCapabilities(support=True)
                    ),
                    text_document=types.TextDocumentClientCapabilities(
                        completion=types.CompletionClientCapabilities(
                            completion_item=types.ClientCompletionItemOptions(
                                snippet_support=self._snippets
                            )
                        )
                    ),
                    general=types.GeneralClientCapabilities(position_encodings=self._encodings),
                ),
                workspace_folders=[types.WorkspaceFolder(self.folder.as_uri(), "work")],
                initialization_options=self._options,
            )
        )
        self.client.initialized(types.InitializedParams())

    async def _end(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()  # type: ignore[no-untyped-call]

    def _hear(self, params: types.PublishDiagnosticsParams) -> None:
        self.told[self.path(params.uri)] = list(params.diagnostics)
        self._heard.set()

    def _show_again(self, method: str) -> None:
        self.refreshed.add(method)
        self._heard.set()

    def _show(self, params: types.ShowDocumentParams) -> types.ShowDocumentResult:
        self.shown.append(params)
        self._heard.set()
        return types.ShowDocumentResult(success=True)

    def _register(self, params: types.RegistrationParams) -> None:
        self.registered += params.registrations

    # ---- what an editor tells

    def path(self, uri: str) -> Path:
        assert uri.startswith("file://")
        from pygls.uris import to_fs_path

        path = to_fs_path(uri)
        assert path is not None
        return Path(path)

    def open(self, path: Path, text: str | None = None) -> None:
        self.texts[path] = path.read_text() if text is None else text
        self._versions[path] = 1
        item = types.TextDocumentItem(path.as_uri(), "yaml", 1, self.texts[path])
        self._tell(
            lambda: self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        )

    def change(self, path: Path, text: str) -> None:
        self.texts[path] = text
        self._versions[path] += 1
        params = types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(self._versions[path], path.as_uri()),
            [types.TextDocumentContentChangeWholeDocument(text)],
        )
        self._tell(lambda: self.client.text_document_did_change(params))

    def close(self, path: Path) -> None:
        del self.texts[path]
        params = types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(path.as_uri()))
        self._tell(lambda: self.client.text_document_did_close(params))

    def watched(self, path: Path, kind: types.FileChangeType) -> None:
        params = types.DidChangeWatchedFilesParams([types.FileEvent(path.as_uri(), kind)])
        self._tell(lambda: self.client.workspace_did_change_watched_files(params))

    def saved(self, path: Path) -> None:
        path.write_text(self.texts[path])
        params = types.DidSaveTextDocumentParams(self._of(path))
        self._tell(lambda: self.client.text_document_did_save(params))

    def until(self, is_so: Callable[[], bool]) -> None:
        """Waits for findings until something is so."""
        while not is_so():
            assert self._heard.wait(LONGEST), "nothing more is told"
            self._heard.clear()

    def _tell(self, notify: Any) -> None:
        async def told() -> None:
            notify()

        self._run(told())

    # ---- what it asks

    def check(self) -> int:
        """Everything is looked at; what is wrong is in `told` then."""
        params = types.ExecuteCommandParams("boardwright.check")
        count = self._run(self.client.workspace_execute_command_async(params))
        assert isinstance(count, int)
        return count

    def raw(self, method: str, params: object) -> Any:
        """Any request, however strange, written as it stands."""

        async def asked() -> Any:
            future: Future[Any] = Future()
            self._asked += 1
            self.client.protocol._request_futures[f"raw{self._asked}"] = future
            self._write({"id": f"raw{self._asked}", "method": method, "params": params})
            return await asyncio.wrap_future(future)

        return self._run(asked())

    def raw_notification(self, method: str, params: object) -> None:
        """Any notification."""
        self._tell(lambda: self._write({"method": method, "params": params}))

    def _write(self, message: dict[str, object]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        writer = self.client.protocol.writer
        assert writer is not None
        writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def at(self, path: Path, mark: str, after: int = 0, nth: int = 0) -> dict[str, Any]:
        """The place of the nth `mark` in a text, and the place that many characters after it, as parameters of a request."""
        at = -1
        for _ in range(nth + 1):
            at = self.texts[path].index(mark, at + 1)
        before = self.texts[path][: at + after]
        line = before.count("\n")
        units = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
        return {
            "text_document": types.TextDocumentIdentifier(path.as_uri()),
            "position": types.Position(line, units),
        }

    def complete(
        self, path: Path, mark: str, after: int = 0, nth: int = 0
    ) -> list[types.CompletionItem]:
        params = types.CompletionParams(**self.at(path, mark, after, nth))
        found = self._run(self.client.text_document_completion_async(params))
        assert isinstance(found, Sequence)
        return list(found)

    def documented(self, item: types.CompletionItem) -> str:
        """What is said about an item that is looked at."""
        found = self._run(self.client.completion_item_resolve_async(item))
        told = found.documentation
        return told.value if isinstance(told, types.MarkupContent) else told or ""

    def hover(self, path: Path, mark: str, after: int = 0, nth: int = 0) -> str:
        params = types.HoverParams(**self.at(path, mark, after, nth))
        found = self._run(self.client.text_document_hover_async(params))
        if found is None:
            return ""
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value

    def definition(self, path: Path, mark: str, after: int = 0, nth: int = 0) -> list[str]:
        params = types.DefinitionParams(**self.at(path, mark, after, nth))
        return self.lines(self._run(self.client.text_document_definition_async(params)))

    def references(
        self, path: Path, mark: str, after: int = 0, nth: int = 0, declared: bool = True
    ) -> list[str]:
        context = types.ReferenceContext(include_declaration=declared)
        params = types.ReferenceParams(context=context, **self.at(path, mark, after, nth))
        return self.lines(self._run(self.client.text_document_references_async(params)))

    def highlights(self, path: Path, mark: str, after: int = 0) -> list[int]:
        params = types.DocumentHighlightParams(**self.at(path, mark, after))
        found = self._run(self.client.text_document_document_highlight_async(params)) or []
        return [each.range.start.line + 1 for each in found]

    def outline(self, path: Path) -> list[types.DocumentSymbol]:
        params = types.DocumentSymbolParams(types.TextDocumentIdentifier(path.as_uri()))
        found = self._run(self.client.text_document_document_symbol_async(params))
        return [each for each in found or () if isinstance(each, types.DocumentSymbol)]

    def actions(
        self, path: Path, mark: str, after: int = 0, only: Sequence[str] | None = None
    ) -> dict[str, types.CodeAction]:
        """The code actions at a place, by title."""
        at = self.at(path, mark, after)
        place = types.Range(at["position"], at["position"])
        context = types.CodeActionContext([], only=only)
        params = types.CodeActionParams(at["text_document"], place, context)
        found = self._run(self.client.text_document_code_action_async(params)) or []
        actions = [each for each in found if isinstance(each, types.CodeAction)]
        assert len(actions) == len(found)
        return {each.title: each for each in actions}

    def apply(self, action: types.CodeAction) -> list[Path]:
        """Applies an action as an editor does; returns the files that it changed."""
        if action.edit is None:
            action = self._run(self.client.code_action_resolve_async(action))
        assert action.edit is not None
        changed = [
            self.edit(self.path(uri), edits) for uri, edits in (action.edit.changes or {}).items()
        ]
        for each in action.edit.document_changes or ():
            if isinstance(each, types.CreateFile):
                path = self.path(each.uri)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch()
            elif isinstance(each, types.TextDocumentEdit):
                texts = [edit for edit in each.edits if isinstance(edit, types.TextEdit)]
                changed.append(self.edit(self.path(each.text_document.uri), texts))
        return sorted(changed)

    def _of(self, path: Path) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(path.as_uri())

    def _range(self, path: Path, mark: str | None) -> types.Range:
        """The lines of the first `mark`, or the whole text."""
        text = self.texts[path]
        if mark is None:
            return types.Range(types.Position(0, 0), types.Position(text.count("\n") + 1, 0))
        line = text[: text.index(mark)].count("\n")
        return types.Range(types.Position(line, 0), types.Position(line + mark.count("\n") + 1, 0))

    def command(self, name: str, *arguments: object) -> Any:
        params = types.ExecuteCommandParams(name, list(arguments))
        return self._run(self.client.workspace_execute_command_async(params))

    def symbols(self, query: str) -> dict[str, str]:
        """The symbols in the open folders, each with its file and what it is."""
        params = types.WorkspaceSymbolParams(query)
        found = self._run(self.client.workspace_symbol_async(params)) or []
        return {e.name: f"{self.path(e.location.uri).name}: {e.container_name}" for e in found}

    def colours(self, path: Path, mark: str | None = None) -> list[tuple[str, str]]:
        """The coloured parts of a text, each with its type and modifiers."""
        if mark is None:
            params = types.SemanticTokensParams(self._of(path))
            found = self._run(self.client.text_document_semantic_tokens_full_async(params))
        else:
            part = types.SemanticTokensRangeParams(self._of(path), self._range(path, mark))
            found = self._run(self.client.text_document_semantic_tokens_range_async(part))
        provider = self.answer.capabilities.semantic_tokens_provider
        assert found is not None and provider is not None
        lines, line, character = self.texts[path].split("\n"), 0, 0
        told = []
        for at in range(0, len(found.data), 5):
            down, right, length, type, bits = found.data[at : at + 5]
            line, character = line + down, right if down else character + right
            units = lines[line].encode("utf-16-le")[2 * character : 2 * (character + length)]
            modifiers = [m for n, m in enumerate(provider.legend.token_modifiers) if bits >> n & 1]
            name = ".".join([provider.legend.token_types[type], *modifiers])
            told.append((units.decode("utf-16-le"), name))
        return told

    def folds(self, path: Path) -> list[tuple[str, str]]:
        """The first and the last line of everything that can be folded."""
        params = types.FoldingRangeParams(self._of(path))
        found = self._run(self.client.text_document_folding_range_async(params)) or []
        lines = self.texts[path].split("\n")
        return [(lines[e.start_line].strip(), lines[e.end_line].strip()) for e in found]

    def format(self, path: Path, mark: str | None = None) -> str:
        """Formats a text, or the lines of a mark; returns the text."""
        options = types.FormattingOptions(2, True)
        if mark is None:
            params = types.DocumentFormattingParams(self._of(path), options)
            found = self._run(self.client.text_document_formatting_async(params))
        else:
            part = types.DocumentRangeFormattingParams(
                self._of(path), self._range(path, mark), options
            )
            found = self._run(self.client.text_document_range_formatting_async(part))
        self.edit(path, found or [])
        return self.texts[path]

    def signature(self, path: Path, mark: str, after: int = 0) -> tuple[list[str], int | None]:
        """The signatures at a place, and which parameter is being written."""
        params = types.SignatureHelpParams(**self.at(path, mark, after))
        found = self._run(self.client.text_document_signature_help_async(params))
        if found is None:
            return [], None
        return [each.label for each in found.signatures], found.active_parameter

    def hints(self, path: Path, mark: str | None = None) -> list[str]:
        """The lines of a text that have hints, with these."""
        params = types.InlayHintParams(self._of(path), self._range(path, mark))
        found = self._run(self.client.text_document_inlay_hint_async(params)) or []
        text = self.texts[path].split("\n")
        told: dict[int, str] = {}
        for each in sorted(found, key=lambda e: -e.position.character):
            line, at = each.position.line, each.position.character
            told[line] = told.get(line, text[line])
            told[line] = f"{told[line][:at]}«{each.label}»{told[line][at:]}"
        return [told[line].strip() for line in sorted(told)]

    def lenses(self, path: Path) -> dict[str, types.Command]:
        """The lenses of a text: its lines, with what they say."""
        params = types.CodeLensParams(self._of(path))
        found = self._run(self.client.text_document_code_lens_async(params)) or []
        lines = self.texts[path].split("\n")
        told = {}
        for each in found:
            if each.command is None:
                each = self._run(self.client.code_lens_resolve_async(each))
            assert each.command is not None
            told[lines[each.range.start.line].strip()] = each.command
        return told

    def edit(self, path: Path, edits: Sequence[types.TextEdit]) -> Path:
        """Applies edits to a file, open or not."""
        text = self.texts.get(path)
        text = path.read_text() if text is None else text
        for each in sorted(
            edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True
        ):
            start, end = offset(text, each.range.start), offset(text, each.range.end)
            text = text[:start] + each.new_text + text[end:]
        if path in self.texts:
            self.change(path, text)
        else:
            path.write_text(text)
        return path

    def codes(self, path: Path) -> list[str]:
        """The codes of what is wrong in a file, after all checks."""
        self.check()
        return [str(each.code) for each in self.told.get(path, ())]

    def prepare_rename(self, path: Path, mark: str, after: int = 0) -> Any:
        params = types.PrepareRenameParams(**self.at(path, mark, after))
        return self._run(self.client.text_document_prepare_rename_async(params))

    def rename(self, path: Path, mark: str, new: str, after: int = 0, nth: int = 0) -> list[Path]:
        """Renames, and writes what has changed to the disk; returns the files."""
        params = types.RenameParams(new_name=new, **self.at(path, mark, after, nth))
        edit = self._run(self.client.text_document_rename_async(params))
        assert edit is not None
        changed = {}
        for uri, edits in (edit.changes or {}).items():
            path = self.path(uri)
            text = self.texts.get(path) or path.read_text()
            for each in sorted(
                edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True
            ):
                start, end = offset(text, each.range.start), offset(text, each.range.end)
                text = text[:start] + each.new_text + text[end:]
            changed[path] = text
            path.write_text(text)
        # The server reads the other files when it hears of these.
        for path in changed.keys() & self.texts.keys():
            self.change(path, changed[path])
        return sorted(changed)

    def lines(self, found: Any) -> list[str]:
        """Places as `file: the line with the «place» in it`, which says more than numbers and lasts longer."""
        told = []
        for each in found or ():
            path = self.path(each.uri)
            text = self.texts.get(path) or path.read_text()
            start, end = offset(text, each.range.start), offset(text, each.range.end)
            first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
            line = f"{text[first:start]}«{text[start:end]}»{text[end:last]}"
            told.append(f"{path.name}: {line.strip()}")
        return told


def offset(text: str, position: types.Position) -> int:
    """The offset of a position in UTF-16 code units."""
    lines = text.split("\n")
    before = sum(len(line) + 1 for line in lines[: position.line])
    units = lines[position.line].encode("utf-16-le")[: 2 * position.character]
    return before + len(units.decode("utf-16-le"))
