"""Programs of Debian that tests run without installing them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from folders import TESTS


def unpacked(name: str, suite: str) -> tuple[Path, tuple[str, ...]]:
    """The folder of a program of a suite of Debian, unpacked next to the tests, and how to start what is in it: with its own C
    library, which may be newer than that of the machine.
    """
    home = TESTS / "editor" / "node_modules" / f".{name}-{suite}"
    if not home.exists():
        _fetch(name, suite, home)
    libraries = next((home / "usr" / "lib").glob("*/libc.so.6")).parent
    loader = next(libraries.glob("ld-linux*.so.*"))
    return home, (str(loader), "--library-path", str(libraries))


def _fetch(name: str, suite: str, home: Path) -> None:
    """Unpacks a program with all packages that it needs, from the mirror that this machine uses."""
    apt = shutil.which("apt-get")
    assert apt is not None, f"these tests need {name}: install it"
    new = home.with_suffix(".new")
    shutil.rmtree(new, ignore_errors=True)
    for folder in ("state/lists/partial", "cache/archives/partial"):
        (new / folder).mkdir(parents=True)
    (new / "status").touch()
    (new / "sources.list").write_text(f"deb {_mirror(apt, name)} {suite} main\n")
    places = {
        "Dir::Etc::SourceList": new / "sources.list",
        "Dir::Etc::SourceParts": "-",
        "Dir::State": new / "state",
        "Dir::State::status": new / "status",
        "Dir::Cache": new / "cache",
    }
    own = [apt, "-q", *(f"-o{name}={place}" for name, place in places.items())]
    own += ["-oAPT::Sandbox::User=", "--no-install-recommends"]

    def ask(*args: str) -> str:
        done = subprocess.run([*own, *args], cwd=new, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    ask("update")
    needed = re.findall(r"^Inst (\S+)", ask("--simulate", "install", name), re.MULTILINE)
    ask("download", *needed)
    for package in sorted(new.glob("*.deb")):
        subprocess.run(["dpkg", "-x", package, new], check=True)
        package.unlink()
    shutil.rmtree(home, ignore_errors=True)
    new.rename(home)


def _mirror(apt: str, name: str) -> str:
    """The address of the mirror."""
    asked = [apt, "indextargets", "--format", "$(REPO_URI)"]
    told = subprocess.run(asked, capture_output=True, text=True).stdout
    lines = [line for line in told.splitlines() if "security" not in line and "http" in line]
    assert lines, f"these tests need {name}: install it"
    return lines[0]
