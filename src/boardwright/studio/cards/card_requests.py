"""The requests of the view of cards: what will be printed, as data and pictures, and the printing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from boardwright.extras import install
from boardwright.studio.fields import Fields
from boardwright.studio.messages import WAITING, Message
from boardwright.studio.page_paths import page_path, with_page_paths
from boardwright.studio.refused import Code, RefusedError, findings_of
from boardwright.studio.rulesets import place_of, rules_of
from boardwright.studio.settings import Settings

if TYPE_CHECKING:
    from boardwright.dsl.source.diagnostics import Diagnostic
    from boardwright.studio.cards.card_list import CardList
    from boardwright.studio.runs.run_requests import Runs

_SECONDS = 120.0
"""How long a printing may take."""
_PRESS = "boardwright.studio.cards.press_process"
_SIZE = re.compile(r"([0-9]{2,3})x([0-9]{2,3})")
_SMALLEST, _LARGEST = 30, 200
_MOST_AT_ONCE = 24
_MOST_BLEED = 100
_PAPERS: Mapping[str, Sequence[str]] = {
    "cards": ("a4", "letter"),
    "board": ("a4", "letter"),
    "rulebook": ("a4", "a5", "letter"),
}
_PAGES = ("a3", "a2", "a1", "a0")


class CardRequests:
    """Answers what is asked about cards. It keeps those that were asked for last, whose pictures are asked for next."""

    def __init__(self, settings: Settings, runs: Runs) -> None:
        self.settings, self.runs = settings, runs
        self._kept: tuple[object, CardList] | None = None
        self.handlers: Mapping[str, Callable[[Fields], Iterator[Message]]] = {
            "cards": self._cards,
            "print": self._print,
        }

    # ---- cards

    def _cards(self, fields: Fields) -> Iterator[Message]:
        if fields.is_set("image"):
            yield self._pictures(fields)
        elif fields.is_set("check"):
            yield from self._check(fields)
        else:
            yield self._listed(fields)

    def _listed(self, fields: Fields) -> Message:
        """All cards, read anew."""
        from boardwright.studio.cards.card_list import strengths

        self._kept = None
        cards = self._list_of(fields)
        rules = cards.rules
        kinds = {
            id: cards.pick(kind.texts, id.replace("_", " "))
            for id, kind in rules.bound.kinds.items()
        }
        printed = dict.fromkeys(face.kind for face in cards.faces)
        run, report = self.runs.last_report(rules.id, rules.expansions)
        return {
            "cards": cards.data(self._path_of),
            "language": cards.language,
            "languages": list(rules.languages),
            "kinds": [{"id": id, "name": kinds[id]} for id in printed],
            "stocks": [
                {"id": id, "name": cards.pick(stock.texts, id.replace("_", " "))}
                for id, stock in rules.bound.stocks.items()
            ],
            "players": [rules.players[0], rules.players[-1]],
            "run": run,
            "strengths": {
                f"{kind}/{id}": each for (kind, id), each in strengths(report or {}).items()
            },
        }

    def _pictures(self, fields: Fields) -> Message:
        from boardwright.cards.press import PressError

        wanted = fields.texts("only", _MOST_AT_ONCE)
        if find_spec("typst") is None:
            raise RefusedError("unavailable", f"this needs: {install('print')}")
        try:
            pictures = self._list_of(fields).printed(frozenset(wanted))
        except PressError as fault:
            raise RefusedError("failed", f"{fault}", fault.help) from fault
        return {"pictures": pictures}

    def _check(self, fields: Fields) -> Iterator[Message]:
        """What `validate` says of the cards, and what does not fit on them."""
        from boardwright.studio.cards.card_list import checking

        cards = self._list_of(fields)
        found: list[Diagnostic] = []
        for each in checking(cards.rules):
            if each is None:
                yield WAITING
            else:
                found.append(each)
        if find_spec("typst") is not None:
            found += cards.misfits()
        shared = cards.share(found)
        ours = {id(each) for of in shared.values() for each in of}
        yield {
            "findings": {name: self._findings(of) for name, of in shared.items()},
            "rest": self._findings([each for each in found if id(each) not in ours]),
        }

    def _list_of(self, fields: Fields) -> CardList:
        from boardwright.studio.cards.card_list import CardList

        ruleset, expansions = fields.text("ruleset", 200), fields.texts("with", 100)
        language = fields.text_or_none("language", 20)
        asked = (ruleset, expansions, language)
        if self._kept is not None and self._kept[0] == asked:
            return self._kept[1]
        rules = rules_of(ruleset, expansions, self.settings.folder)
        found = CardList(rules, language if language in rules.languages else rules.languages[0])
        # By the language that it came to be, too: the page asks with that one from now on.
        self._kept = ((ruleset, expansions, found.language), found)
        return found

    def _path_of(self, name: str) -> str | None:
        return page_path(name, self.settings.folder)

    def _findings(self, found: Sequence[Diagnostic]) -> list[Message]:
        told: list[Message] = with_page_paths(findings_of(found), self.settings.folder)
        return told

    # ---- printing

    def _print(self, fields: Fields) -> Iterator[Message]:
        from boardwright.studio.jobs import Process, TooLongError

        if not self.settings.processes or find_spec("typst") is None:
            raise RefusedError("unavailable", f"this needs: {install('print')}")
        order = self._order(fields)
        process = Process([_PRESS], json.dumps(order).encode())
        try:
            sign = {"tell": "progress", "id": fields.number("id"), "done": 0}
            yield from process.waited(_SECONDS, sign)
            answered = _json(process.output)
        except TooLongError as late:
            help = ("print fewer pieces at a time",)
            message = f"printing took longer than {_SECONDS:g} seconds"
            raise RefusedError("failed", message, help) from late
        finally:
            process.end()
        if "ok" in answered:
            done: Message = with_page_paths(answered["ok"], self.settings.folder)
            yield done
            return
        fault = answered.get("error", {"message": "the process that prints has died"})
        more = {key: fault[key] for key in ("findings",) if key in fault}
        code: Code = "rules" if more else "failed"
        raise RefusedError(code, fault["message"], fault.get("help", ()), more)

    def _order(self, fields: Fields) -> Message:
        """What the process that prints is told."""
        what = _one_of(fields, "what", tuple(_PAPERS))
        folder = self.settings.folder
        return {
            "what": what,
            "ruleset": str(place_of(fields.text("ruleset", 200), folder)),
            "with": [str(place_of(each, folder)) for each in fields.texts("with", 100)],
            "language": fields.text_or_none("language", 20),
            "paper": _one_of(fields, "paper", _PAPERS[what]) if fields.has("paper") else "a4",
            "players": fields.number_or_none("players", 1, 100),
            "one_page": _one_of(fields, "one_page", _PAGES) if fields.has("one_page") else None,
            "only": list(fields.texts("only", 1000)),
            "size": _size(fields.text_or_none("size", 20)),
            "backs": not fields.has("backs") or fields.is_set("backs"),
            "copies": not fields.has("copies") or fields.is_set("copies"),
            "bleed": fields.number_or_none("bleed", 0, _MOST_BLEED) or 0,
            "flip": _one_of(fields, "flip", ("long-edge", "short-edge"))
            if fields.has("flip")
            else "long-edge",
        }


def _json(output: bytes) -> Message:
    try:
        found: Message = json.loads(output)
    except ValueError:
        return {}
    return found


def _one_of(fields: Fields, name: str, values: Sequence[str]) -> str:
    found = fields.text(name, 20)
    if found not in values:
        raise RefusedError("malformed", f"`{name}` must be one of {', '.join(values)}")
    return found


def _size(text: str | None) -> list[int] | None:
    if text is None:
        return None
    found = _SIZE.fullmatch(text)
    size = [] if found is None else [int(found[1]), int(found[2])]
    if not size or not all(_SMALLEST <= each <= _LARGEST for each in size):
        raise RefusedError("malformed", "`size` must be width x height in millimetres")
    return size
