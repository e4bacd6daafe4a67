from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.cards import board_printing
from boardwright.cards.board_printing import BoardPaper, NoBoardError, page_size, print_board
from boardwright.loading.load import read

GAMES = Path(__file__).parents[1] / "games"


@pytest.mark.parametrize("game", ["hex", "morris", "reversi", "couriers", "hamlets"])
def test_boards_of_other_games_are_printed(game: str) -> None:
    done = print_board(read(GAMES / game), None, "en", BoardPaper())
    assert done.prints.pages[0].startswith(b"%PDF") and done.prints.findings == ()
    assert max(done.size) >= 2_600


def test_a_game_without_a_board_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_printing, "picture_of", lambda game, language: {"width": 0})
    with pytest.raises(NoBoardError, match="has nothing on a board"):
        print_board(read(GAMES / "skunk"), None, "en", BoardPaper())


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("a2", (4200, 5940)),
        ("A0", (8410, 11890)),
        ("600x420", (6000, 4200)),
        ("600 × 420 mm", (6000, 4200)),
        ("60x42", None),
        ("9000x9000", None),
        ("x", None),
        ("a5", None),
        ("٣٠٠x300", None),
    ],
)
def test_pages_have_sizes(text: str, size: tuple[int, int] | None) -> None:
    assert page_size(text) == size
