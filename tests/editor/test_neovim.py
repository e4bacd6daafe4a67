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

from folders import TESTS
from lsp_harbour import write

HERE = TESTS / "editor"
HOME = HERE / "node_modules" / ".neovim"
OLDEST = (0, 7)


@dataclass(frozen=True)
class Neovim:
    """A Neovim to run, with what it needs in its environment."""

    program: Path
    environment: dict[str, str]

    def version(self) -> tuple[int, ...]:
        told = self.run("--version").stdout
        found = re.search(r"NVIM v(\d+)\.(\d+)", told)
        assert found is not None, told
        return int(found[1]), int(found[2])

    def run(self, *args: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.program, *args],
            env={**os.environ, **self.environment, **more},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
        )


@pytest.fixture(scope="session")
def neovim() -> Neovim:
    """The Neovim of this machine, or that of Debian's packages, unpacked next to the tests: nothing is installed."""
    found = shutil.which("nvim")
    if found is not None:
        return Neovim(Path(found), {})
    program = HOME / "usr" / "bin" / "nvim"
    if not program.exists():
        _fetch()
    libraries = ":".join(str(path) for path in sorted((HOME / "usr" / "lib").iterdir()))
    runtime = HOME / "usr" / "share" / "nvim" / "runtime"
    return Neovim(program, {"LD_LIBRARY_PATH": libraries, "VIMRUNTIME": str(runtime)})


def _fetch() -> None:
    """Unpacks Neovim and the packages that it needs and this machine lacks."""
    apt = shutil.which("apt-get")
    assert apt is not None, "these tests need Neovim: install it, version 0.7 or later"
    ask = [apt, "--simulate", "--no-install-recommends", "install", "neovim"]
    told = subprocess.run(ask, capture_output=True, text=True, check=True).stdout
    names = re.findall(r"^Inst (\S+)", told, re.MULTILINE)
    unpacked = HOME.with_suffix(".new")
    shutil.rmtree(unpacked, ignore_errors=True)
    unpacked.mkdir(parents=True)
    subprocess.run([apt, "-qq", "download", *names], cwd=unpacked, check=True, capture_output=True)
    for package in sorted(unpacked.glob("*.deb")):
        subprocess.run(["dpkg", "-x", package, unpacked], check=True)
        package.unlink()
    shutil.rmtree(HOME, ignore_errors=True)
    unpacked.rename(HOME)


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
