"""Answers the messages of the studio's page: no sockets, no clocks, and no state but the games that are open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from typing import Any

from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.studio.cards.card_requests import CardRequests
from boardwright.studio.fields import Fields
from boardwright.studio.files import Files
from boardwright.studio.page_paths import with_page_paths
from boardwright.studio.refused import RefusedError, rules_refused
from boardwright.studio.runs.run_requests import Runs
from boardwright.studio.settings import Settings
from boardwright.studio.table import Tables

PROTOCOL = 1

Message = dict[str, Any]
Handler = Callable[[Fields], Iterator[Message]]
"""Yields news, if it takes long, and last the value of `ok`."""


class Engine:
    """Answers one request after the other."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        tables, files, runs = Tables(settings), Files(settings.folder), Runs(settings)
        cards = CardRequests(settings, runs)
        self._handlers: Mapping[str, Handler] = {
            "hello": self._hello,
            "cancel": self._cancel,
            **tables.handlers,
            **files.handlers,
            **cards.handlers,
            **runs.handlers,
        }

    def answer(self, message: object) -> Iterator[Message]:
        """Yields news, and last the one answer to this request. It raises nothing but `MemoryError`."""
        id = id_of(message)
        try:
            if not isinstance(message, Mapping) or id is None:
                raise RefusedError(
                    "malformed", "a request is an object with an `id`, a whole number"
                )
            yield from self._answer(message, id)
        except RefusedError as refused:
            yield {"id": id, "error": self._error(refused)}
        except RulesetError as fault:
            yield {"id": id, "error": self._error(rules_refused(fault))}
        except MemoryError:
            raise  # nothing can be trusted any more: the carrier begins a new engine
        except Exception as fault:  # a mistake of ours must not end the studio
            message = f"{type(fault).__name__}: {fault}"[:1000]
            yield {"id": id, "error": {"code": "failed", "message": message}}

    def _error(self, refused: RefusedError) -> Message:
        found = refused.data()
        if "findings" in found:
            found["findings"] = with_page_paths(found["findings"], self.settings.folder)
        return found

    def _answer(self, message: Mapping[str, Any], id: int) -> Iterator[Message]:
        fields = Fields(message)
        asked = fields.text("do", 100)
        handler = self._handlers.get(asked)
        if handler is None:
            raise RefusedError("unknown_request", f"there is no request `{asked}`")
        fault = None if self.settings.validate is None else self.settings.validate(message)
        if fault is not None:
            raise RefusedError("malformed", fault)
        ok: Message = {}
        for each in handler(fields):
            if "tell" in each:
                yield each
            else:
                ok = each
        yield {"id": id, "ok": ok}

    def _hello(self, fields: Fields) -> Iterator[Message]:
        from boardwright.interpreter.agents.installed import agent_names
        from boardwright.interpreter.table.wording import LANGUAGES
        from boardwright.studio.rulesets import offered
        from boardwright.version import __version__

        protocol = fields.number("protocol")
        if protocol != PROTOCOL:
            help = ("load the page again",)
            raise RefusedError("refused", f"this is protocol {PROTOCOL}, not {protocol}", help)
        settings, language = self.settings, fields.text_or_none("language", 20)
        start = {} if settings.start is None else {"start": settings.start.data()}
        yield {
            "protocol": PROTOCOL,
            "version": __version__,
            "languages": list(LANGUAGES),
            "can": {
                "runs": settings.runs is not None,
                "print": find_spec("typst") is not None,
                "disk": settings.folder is not None,
            },
            "folder": None if settings.folder is None else settings.folder.name,
            "rulesets": [each.data() for each in offered(settings.folder, language)],
            "agents": list(agent_names()),
            **start,
        }

    def _cancel(self, fields: Fields) -> Iterator[Message]:
        """The desk cancels what is under way. Here nothing is, or it has ended."""
        fields.number("which")
        yield {}


def id_of(message: object) -> int | None:
    """The id of a request; None if it has none that can be answered."""
    id = message.get("id") if isinstance(message, Mapping) else None
    if isinstance(id, bool) or not isinstance(id, int) or not 0 <= id < 2**53:
        return None
    return id
