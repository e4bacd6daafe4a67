"""Our language server in a real Neovim without a window, which is fetched from Debian's packages if it is not installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from debian_programs import unpacked
from folders import ROOT, TESTS
from lsp_harbour import write
from snippets import blocks

HERE = TESTS / "editor"
OLDEST, CONFIGURES_SERVERS = (0, 8), (0, 11)
PAGE = ROOT / "docs" / "editors.md"


@dataclass(frozen=True)
class Neovim:
    """A Neovim to run: its command, and what it needs in its environment."""

    command: tuple[str, ...]
    environment: dict[str, str]

    def version(self) -> tuple[int, ...]:
        told = self.run("--version")
        found = re.search(r"NVIM v(\d+)\.(\d+)", told.stdout)
        assert found is not None, told
        return int(found[1]), int(found[2])

    def run(self, *args: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self.command, *args],
            env={**os.environ, **self.environment, **more},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
        )


@pytest.fixture(scope="session")
def neovim() -> Neovim:
    """The Neovim of this machine, if it is recent enough, or that of the stable Debian."""
    return _neovim("stable", OLDEST)


@pytest.fixture(scope="session")
def newest() -> Neovim:
    """The Neovim of this machine, if it is very recent, or that of the next Debian."""
    return _neovim("testing", CONFIGURES_SERVERS)


def _neovim(suite: str, oldest: tuple[int, int]) -> Neovim:
    found = shutil.which("nvim")
    if found is not None and (own := Neovim((found,), {})).version() >= oldest:
        return own
    home, start = unpacked("neovim", suite)
    runtime = home / "usr" / "share" / "nvim" / "runtime"
    command = (*start, str(home / "usr" / "bin" / "nvim"))
    return Neovim(command, {"VIMRUNTIME": str(runtime)})


@pytest.fixture(scope="session")
def answers(neovim: Neovim, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the server answers to everything that the script asks."""
    folder = write(tmp_path_factory.mktemp("neovim").resolve())
    rules = folder / "harbour" / "rules.yaml"
    rules.write_text(rules.read_text().replace("catch_size(quay) fishes", "cach_size(quay) fishes"))
    out = folder / "answers.json"
    asked = "\n".join([sys.executable, str(folder), str(rules), str(out)])
    clean = {
        name: str(folder / ".own")
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
    }
    script = HERE / "neovim.lua"
    done = neovim.run(
        "--headless",
        "--clean",
        "-n",
        "-c",
        f"luafile {script}",
        "-c",
        "cquit",
        ASKED=asked,
        **clean,
    )
    assert out.exists(), done.stderr
    found: dict[str, Any] = json.loads(out.read_text())
    return found


def test_it_is_recent_enough(neovim: Neovim) -> None:
    assert neovim.version() >= OLDEST


def test_a_mistake_is_told_and_corrected_by_a_code_action(answers: dict[str, Any]) -> None:
    assert any(
        told.startswith("sets have no function `cach_size`") or "cach_size" in told
        for told in answers["said"]
    )
    assert answers["actions"][0] == "Write `catch_size` instead of `cach_size`"
    assert answers["corrected"]


def test_completion_and_signature(answers: dict[str, Any]) -> None:
    assert {"pilot", "boats", "all"} <= set(answers["completion"])
    assert answers["signature"] == "unload(where_to: a quay, p: a player)"


def test_names_and_words(answers: dict[str, Any]) -> None:
    assert answers["hover"].startswith("**move**, a word of the language: Moving")
    assert answers["definition"] == 1
    assert answers["references"] >= 4
    assert answers["outline"] >= 5
    assert answers["symbols"] == ["catch_size"]
    assert answers["rename"] == 3  # files


def test_colours_folds_hints_lenses_and_format(answers: dict[str, Any]) -> None:
    assert answers["tokens"] == answers["part"] > 500
    assert answers["folds"] > 10
    assert answers["hints"] >= 3
    assert answers["lens"].endswith(("name this", "names this", "nothing else names this"))
    assert isinstance(answers["format"], list)


def test_a_scenario_is_run(answers: dict[str, Any]) -> None:
    assert answers["ran"] == "scenario `a_day` passed"
    assert answers["messages"] == ["scenario `a_day` passed"]


# ---- configured as docs/editors.md says


def lua_of_page(start: str) -> str:
    """The block of the page that begins like this."""
    every = blocks(PAGE.read_text("utf-8"), PAGE.name)
    (found,) = (
        each.text for each in every if each.language == "lua" and each.text.startswith(start)
    )
    return found


def configured(neovim: Neovim, folder: Path, configuration: str) -> dict[str, Any]:
    """What a Neovim with this `init.lua` does with a file in which a name is wrong."""
    home = write(folder.resolve())
    rules = home / "harbour" / "rules.yaml"
    rules.write_text(rules.read_text().replace("catch_size(quay) fishes", "cach_size(quay) fishes"))
    own = home / ".config" / "nvim"
    own.mkdir(parents=True)
    lenses = lua_of_page('vim.api.nvim_create_autocmd({ "LspAttach"')
    (own / "init.lua").write_text(configuration + lenses)
    out = home / "answers.json"
    done = neovim.run(
        *(
            "--headless",
            "-n",
            str(rules),
            "-c",
            f"luafile {HERE / 'configured.lua'}",
            "-c",
            "cquit",
        ),
        ASKED=str(out),
        # Where the command is: as in a terminal with the environment active.
        PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        XDG_CONFIG_HOME=str(home / ".config"),
        XDG_DATA_HOME=str(home / ".own"),
        XDG_STATE_HOME=str(home / ".own"),
    )
    assert out.exists(), done.stderr
    found: dict[str, Any] = json.loads(out.read_text())
    return found


def as_promised(told: dict[str, Any], folder: Path) -> None:
    assert told["clients"] == [["boardwright", str(folder.resolve() / "harbour")]]
    assert "cach_size" in told["said"]
    assert {"pilot", "boats"} <= set(told["offered"])
    assert told["title"] == "1 scenario, 1 expansion name this"
    assert sorted(told["uses"]) == ["a_race.yaml:5", "expansion.yaml:9"]


def test_the_page_configures_neovim_before_0_11(neovim: Neovim, tmp_path: Path) -> None:
    configuration = lua_of_page('vim.api.nvim_create_autocmd("FileType"')
    as_promised(configured(neovim, tmp_path, configuration), tmp_path)


def test_the_page_configures_neovim_from_0_11_on(newest: Neovim, tmp_path: Path) -> None:
    assert newest.version() >= CONFIGURES_SERVERS
    as_promised(configured(newest, tmp_path, lua_of_page("vim.lsp.config(")), tmp_path)
