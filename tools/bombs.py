"""Runs bombs: small inputs that use too much time or memory, or read secrets, if a reader is careless.

    python tools/bombs.py [NAME...]

This makes each bomb, gives it to the command line in a process of its own, and prints how much time and memory that
took, and whether it gave the expected code. Bombs of a few lines are files in `tests/bombs`; functions in the modules
`bomb_*.py` make the larger ones. A process has 10 seconds of processor time and 400 MB of memory.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict, dataclass
from io import StringIO
from pathlib import Path

import bomb_files
import bomb_play
import bomb_rules
import bomb_sizes
from bomb_files import Make, written

HERE = Path(__file__).resolve().parents[1] / "tests" / "bombs"
SECONDS = 10
MEGABYTES = 400
_FILE = re.compile(r"^### (\S+)\n", re.MULTILINE)
_FIRST = re.compile(r"# (.*) -> (\w+)\n")
_FORBIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Bomb:
    """A folder, a command to run in it, and the expected code (or its beginning): `ok` for none, `any` if it does not
    matter.
    """

    name: str
    command: str
    code: str
    make: Make


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a bomb. `problem` is empty if it did no harm."""

    name: str
    problem: str
    codes: tuple[str, ...]
    seconds: float
    megabytes: int


def bombs() -> Mapping[str, Bomb]:
    """Returns all bombs, by name."""
    tables = {**bomb_files.TABLE, **bomb_rules.TABLE, **bomb_play.TABLE, **bomb_sizes.TABLE}
    found = {name: Bomb(name, *parts) for name, parts in tables.items()}
    for path in sorted(HERE.glob("*.txt")):
        found[path.stem] = _read(path)
    for bomb in tuple(found.values()):
        # A bomb that is hard to play may be hard to check, too.
        if bomb.command in ("run", "test"):
            name = f"{bomb.name}_checked"
            found[name] = Bomb(name, "validate . --profile published", "any", bomb.make)
    return found


def _read(path: Path) -> Bomb:
    """Reads a bomb: a line `# validate -> E401`, then files, each after a line `### name`."""
    head, *rest = _FILE.split(path.read_text("utf-8"))
    first = _FIRST.match(head)
    assert first is not None, f"{path.name}: the first line says the command and the code"
    files = dict(zip(rest[::2], rest[1::2], strict=True))
    return Bomb(path.stem, first[1], first[2], written(files))


def set_off(bomb: Bomb) -> Result:
    """Runs the command in a folder with the bomb, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="boardwright-bomb-") as scratch:
        folder = Path(scratch, "bomb")
        folder.mkdir()
        bomb.make(folder)
        out = Path(scratch, "out.txt")
        process = os.fork()
        if process == 0:
            _run(bomb, folder, out)
        _, status, used = os.wait4(process, 0)
        text = out.read_text("utf-8", "replace")
    return Result(
        bomb.name,
        _problem(bomb, os.waitstatus_to_exitcode(status), text),
        tuple(sorted(set(re.findall(r"(?:error|warning)\[(E\d+)\]", text)))),
        used.ru_utime + used.ru_stime,
        used.ru_maxrss // 1024,
    )


def _run(bomb: Bomb, folder: Path, out: Path) -> None:
    """Runs in the child process: all output goes to a file."""
    code = 99
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        memory = MEGABYTES << 20
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        file = os.open(out, os.O_WRONLY | os.O_CREAT)
        os.dup2(file, 1)
        os.dup2(file, 2)
        os.chdir(folder)
        from boardwright import cli

        command = bomb.command.split()
        code = cli.main([*command, "."] if len(command) == 1 else command)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _problem(bomb: Bomb, code: int, text: str) -> str:
    if code < 0:
        return f"ended by signal {-code}"
    if "Traceback" in text or "E901" in text:
        return f"an internal error: {text[-300:]}"
    if _FORBIDDEN.search(text):
        return "a terminal would obey what is shown"
    if bomb.code == "any":
        return "" if code in (0, 1, 2) else f"exit code {code}"
    if bomb.code == "ok":
        return "" if code == 0 else f"exit code {code}: {text[:300]}"
    if code not in (1, 2):
        return f"exit code {code}"
    if f"error[{bomb.code}" not in text:
        begins = max(text.find("error["), 0)  # the line that counts them may come before or after
        return f"{bomb.code} does not come: {text[begins:][:300]}"
    return ""


def warm_up() -> None:
    """Does once what every command does, so that it is not counted in the time of a bomb."""
    from boardwright import cli

    scenario = "scenario: s\nplayers: 2\nsteps: [{over: yes}]\n"
    here = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="boardwright-bomb-") as scratch:
        written({"game.yaml": bomb_files.GOOD, "s.yaml": scenario})(Path(scratch))
        os.chdir(scratch)
        for command in (
            "validate .",
            "test .",
            "run . --record r.jsonl",
            "replay r.jsonl --ruleset .",
        ):
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                code = cli.main(command.split())
            assert code == 0, command
        os.chdir(here)


def main(args: Sequence[str] | None = None) -> int:
    """Runs all bombs, or those named; returns 1 if one does harm."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    options.add_argument("names", nargs="*")
    options.add_argument("--json", action="store_true", help="print one line of JSON for each bomb")
    options.add_argument("--show", action="store_true", help="print the output of the named bombs")
    given = options.parse_args(args)
    known = bombs()
    warm_up()
    results = []
    for name in given.names or known:
        result = set_off(known[name])
        results.append(result)
        if given.json:
            print(json.dumps(asdict(result)), flush=True)
        elif given.names or result.problem:
            print(
                f"{name}: {result.seconds:.2f} s, {result.megabytes} MB, {' '.join(result.codes)}"
            )
            print(f"  {result.problem}" if result.problem else "  all is well", flush=True)
    if not given.json:
        slow = sorted(results, key=lambda each: -each.seconds)[:8]
        harm = sum(bool(each.problem) for each in results)
        print(f"{len(results)} bombs, {harm} do harm; the slowest:")
        print(
            "".join(f"  {each.seconds:.2f} s, {each.megabytes} MB  {each.name}\n" for each in slow)
        )
    return 1 if any(each.problem for each in results) else 0


if __name__ == "__main__":
    sys.exit(main())
