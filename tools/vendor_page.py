"""Writes what the studio's page uses of other packages: one file with all of it, and the licence of each.

`vendor.d.mts` of the page says what is used, `tools/studio_page/package-lock.json` which versions. The same lock gives the
same bytes on every machine.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "studio_page"
PAGE = FOLDER.parents[1] / "src" / "boardwright" / "studio" / "page"
SCRIPT, USED, LICENCES = "vendor.mjs", "vendor.d.mts", "vendor.licenses.txt"
_RULE = "-" * 80


def installed() -> Path:
    """Returns the folder with the packages, after installing those of the lock if they are not there."""
    lock = json.loads((FOLDER / "package-lock.json").read_text("utf-8"))["packages"]
    for place, wanted in lock.items():
        about = FOLDER / place / "package.json"
        if not place or wanted.get("optional"):
            continue
        if (
            not about.exists()
            or json.loads(about.read_text("utf-8"))["version"] != wanted["version"]
        ):
            command = [_program("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
            subprocess.run(command, cwd=FOLDER, check=True)
            break
    return FOLDER / "node_modules"


def files() -> dict[Path, bytes]:
    """Returns each file of the page that is made of packages, with its bytes."""
    packages = installed()
    with tempfile.TemporaryDirectory() as folder:
        out, about = Path(folder) / SCRIPT, Path(folder) / "about.json"
        command = [
            _program("node"),
            str(packages / "esbuild" / "bin" / "esbuild"),
            *("--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8"),
            *("--legal-comments=none", "--log-level=warning"),
            *(f"--outfile={out}", f"--metafile={about}"),
        ]
        # By its text: what it names is looked for where packages are, not beside it.
        subprocess.run(command, cwd=FOLDER, check=True, input=(PAGE / USED).read_bytes())
        inputs = json.loads(about.read_text("utf-8"))["inputs"]
        script = out.read_bytes()
    licences = _licences(sorted({_package(name) for name in inputs} - {""})).encode()
    return {PAGE / SCRIPT: script, PAGE / LICENCES: licences}


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise SystemExit(f"{name} was not found: install Node 20 or later, with npm")
    return found


def _package(name: str) -> str:
    """The package of a file below `node_modules`; empty for a file of ours."""
    _, found, inside = name.rpartition("node_modules/")
    parts = inside.split("/")
    return "/".join(parts[: 2 if inside.startswith("@") else 1]) if found else ""


def _licences(packages: list[str]) -> str:
    """The text with the licence of each package."""
    found = []
    for name in packages:
        folder = FOLDER / "node_modules" / name
        about = json.loads((folder / "package.json").read_text("utf-8"))
        text = next(path for path in sorted(folder.iterdir()) if path.stem.lower() == "license")
        head = f"{name} {about['version']} ({about['license']})"
        found.append(f"{head}\n\n{text.read_text('utf-8').strip()}\n")
    return f"\n{_RULE}\n\n".join(found)


def main() -> None:
    for path, data in files().items():
        path.write_bytes(data)
        print(f"{path.name}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
