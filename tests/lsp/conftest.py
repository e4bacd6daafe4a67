from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from lsp_editor import Editor
from lsp_harbour import write


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """One server for all tests: it starts in a second, and closing every file leaves nothing behind."""
    with Editor(tmp_path_factory.mktemp("open").resolve()) as editor:
        yield editor


@pytest.fixture
def editor(server: Editor, work: Path) -> Iterator[Editor]:
    """An editor with no file open yet."""
    yield server
    for path in tuple(server.texts):
        server.close(path)
    assert server.check() == 0
    server.told.clear()


@pytest.fixture
def work(server: Editor) -> Iterator[Path]:
    """A folder with the game and its expansion, in the folder that is open."""
    folder = server.folder / "work"
    folder.mkdir()
    yield write(folder)
    shutil.rmtree(folder)
