"""Prints as a process of the studio: reads an order from stdin, and writes what was printed to stdout, both in JSON.

python -P -m boardwright.studio.cards.press_process < ORDER
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.studio.refused import RefusedError, findings_of, rules_refused

if TYPE_CHECKING:
    from boardwright.cards.printing import Prints
    from boardwright.loading.rules import Rules

Json = dict[str, Any]


def answer(order: Mapping[str, Any]) -> Json:
    """The value of `ok` or of `error` for an order; see `order_of` in `card_requests`."""
    from boardwright.cards.board_printing import NoBoardError
    from boardwright.cards.press import PressError
    from boardwright.cards.sheets import TooLargeError
    from boardwright.loading.load import read

    try:
        rules = read(order["ruleset"], [*order["with"]])
        language = order["language"] if order["language"] in rules.languages else None
        done, notes = _printed(rules, language or rules.languages[0], order)
    except RulesetError as fault:
        return {"error": rules_refused(fault).data()}
    except (NoBoardError, PressError, TooLargeError) as fault:
        help = fault.help if isinstance(fault, PressError) else ()
        return {"error": RefusedError("failed", f"{fault}", help).data()}
    name = f"{'-'.join((rules.id, *rules.expansions))}-{order['what']}.pdf"
    data = base64.b64encode(done.pages[0]).decode()
    told = findings_of(done.findings)
    return {"ok": {"name": name, "data": data, "findings": told, "notes": [*notes]}}


def _printed(rules: Rules, language: str, order: Mapping[str, Any]) -> tuple[Prints, Sequence[str]]:
    what, paper, players = order["what"], order["paper"], order["players"]
    origins = tuple(layer.id for layer in rules.layers)
    if what == "rulebook":
        from boardwright.cards.rulebook_printing import print_book

        return print_book(rules, origins, language, paper), ()
    if what == "board":
        from boardwright.cards.board_printing import BoardPaper, notes_of, page_size, print_board

        page = None if order["one_page"] is None else page_size(order["one_page"])
        board = print_board(rules, players, language, BoardPaper(paper, page))
        return board.prints, notes_of(board)
    from boardwright.cards.deck import Wanted, faces_of
    from boardwright.cards.printing import Paper, print_faces

    wanted = Wanted(language, origins, order["only"], order["size"], players)
    how = Paper(
        paper, order["backs"], order["copies"], order["bleed"], order["flip"] == "short-edge"
    )
    return print_faces(rules, faces_of(rules, wanted), language, how), ()


def main() -> None:
    """Answers one order."""
    answered = answer(json.loads(sys.stdin.buffer.read()))
    sys.stdout.buffer.write(json.dumps(answered).encode())


if __name__ == "__main__":
    main()
