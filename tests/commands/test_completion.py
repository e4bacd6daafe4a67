"""The scripts that shells read."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from cli_runs import Run, environment_with


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_asks_boardwright(shell: str, run: Run) -> None:
    done = run("completion", shell)
    assert (done.code, done.err) == (0, "")
    assert f"_BOARDWRIGHT_COMPLETE={shell}_complete" in done.out


def test_bash_reads_it(run: Run) -> None:
    bash = shutil.which("bash")
    assert bash is not None
    script = run("completion", "bash").out + "\ncomplete -p boardwright\n"
    done = subprocess.run(
        [bash], input=script, env=environment_with(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "-F _boardwright_completion boardwright" in done.stdout


def test_other_shells_are_refused(run: Run) -> None:
    done = run("completion", "tcsh")
    assert done.code == 2
    assert "bash" in done.err
