"""Builds the playground: `python tools/build_playground.py --out DIR`. It is the page of `boardwright studio` with the engine in
the browser, as files that any web server can serve.

Python for the browser is Pyodide, of `tools/playground/package-lock.json`. It also compiles our code, under Node, since
compiled code is only for the same Python. The same checkout, lock and packages give the same bytes.
"""

from __future__ import annotations

import argparse
import base64
import importlib.metadata
import importlib.util
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from boardwright.interpreter.records import schemas as formats
from boardwright.studio.schemas import schema

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tools" / "playground"
PAGE = ROOT / "src" / "boardwright" / "studio" / "page"
ENGINE = "engine"
"""The folder of the playground with all that is not a part of the page."""

PACKAGE = "lib/python3.14/site-packages"
"""Where Python imports packages from. The page unpacks archives in the folder `/`."""

GAMES = "games"
"""The folder that people play and write in."""

# What neither playing nor writing rules imports.
_NOT_OURS = re.compile(
    r"(adapters|clusters|commands|errors|evening|examples|exports|rulesets|training|studio/page)/"
    r"|(cli|completing|__main__)\.py$|py\.typed$|validators/schemas/"
)
_ENGINE_PACKAGES = ("lark", "networkx", "PyYAML")
# Of networkx, whose own `networkx/__init__.py` imports everything, only what lays boards out.
_OF_NETWORKX = re.compile(
    r"networkx/(exception|convert|lazy_imports|(classes|utils)/\w+"
    r"|algorithms/(planar\w+|components/connected)|generators/classic)\.py"
)
_LANGUAGE_PACKAGES = ("pygls", "lsprotocol", "cattrs", "attrs", "typing_extensions")
_NOT_THEIRS = re.compile(
    r"/tests?/|__pyinstaller|/tools/|\.dist-info/(?!licenses?/)|\.(so|pyi|pyd|lark)$|py\.typed$"
)
_ICON = "icon.svg"
_OF_WORKER = "playground/worker.mjs"
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
_RULE = "-" * 80

# No server makes one for each visit. It only lets the editor of this page write its style sheet.
_NONCE = "playground"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        f"style-src 'self' 'nonce-{_NONCE}'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "worker-src blob:",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""What the page may do. Its workers are made of bytes that it holds, and may do no more."""

Files = Mapping[str, bytes]


def build(out: Path) -> None:
    """Writes the playground into a folder, in place of what is there."""
    packages = installed()
    copy_page(out)
    engine = out / ENGINE
    engine.mkdir()
    runtime = packages / "pyodide"
    for name in ("pyodide.asm.wasm", "python_stdlib.zip"):
        shutil.copyfile(runtime / name, engine / name)
    _write_scripts(packages, engine)
    parts = {"boardwright.zip": _engine_files(), "language.zip": _of_packages(_LANGUAGE_PACKAGES)}
    for name, files in _compiled(parts).items():
        (engine / name).write_bytes(_archive(files))
    info = json.loads((runtime / "pyodide-lock.json").read_text("utf-8"))["info"]
    about = {
        "lock": {"info": info, "packages": {}},
        "start": _start(),
        "sizes": {path.name: path.stat().st_size for path in sorted(engine.iterdir())},
    }
    (engine / "about.json").write_text(json.dumps(about), "utf-8")
    (engine / "licenses.txt").write_text(_licences(packages), "utf-8")


def copy_page(out: Path) -> None:
    """Writes the page alone, without what its workers are made of."""
    if out.exists():
        shutil.rmtree(out)
    shutil.copytree(PAGE, out, ignore=shutil.ignore_patterns("*.d.ts", "*.d.mts"))
    (out / "index.html").write_text(_page((PAGE / "index.html").read_text("utf-8")), "utf-8")


def installed() -> Path:
    """Returns the folder with the packages for Node, after installing those of the lock if they are not there."""
    lock = json.loads((FOLDER / "package-lock.json").read_text("utf-8"))["packages"]
    for name in ("node_modules/ajv", "node_modules/esbuild", "node_modules/pyodide"):
        about = FOLDER / name / "package.json"
        wanted = lock[name]["version"]
        if not about.exists() or json.loads(about.read_text("utf-8"))["version"] != wanted:
            command = [_program("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
            subprocess.run(command, cwd=FOLDER, check=True, stdout=sys.stderr)
            break
    return FOLDER / "node_modules"


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise SystemExit(f"{name} was not found: install Node 20 or later, with npm")
    return found


def _page(text: str) -> str:
    """The page of the studio, with its engine in a worker and with a content policy."""
    carrier = '<meta name="boardwright-carrier" content="socket">'
    assert carrier in text
    first = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'<meta name="boardwright-nonce" content="{_NONCE}">\n'
    )
    text = text.replace("<head>\n", f"<head>\n{first}", 1)
    # All modules are loaded at the beginning, so that each view opens when the network is gone, too.
    modules = [path.relative_to(PAGE).as_posix() for path in _below(PAGE) if path.suffix == ".mjs"]
    last = [
        '<link rel="stylesheet" href="playground/playground.css">',
        *(f'<link rel="modulepreload" href="{name}">' for name in modules if name != _OF_WORKER),
        f'<link rel="modulepreload" href="{ENGINE}/checks.mjs">',
    ]
    text = text.replace("</head>", "\n".join((*last, "</head>")), 1)
    # The browser looks at the icon again when the address changes, also without a network.
    assert _ICON in text
    icon = base64.b64encode((PAGE / _ICON).read_bytes()).decode()
    text = text.replace(f'"{_ICON}"', f'"data:image/svg+xml;base64,{icon}"')
    return text.replace(carrier, carrier.replace("socket", "worker"))


def _write_scripts(packages: Path, engine: Path) -> None:
    """Writes the worker, and what checks what comes by a link."""
    with tempfile.TemporaryDirectory() as name:
        schemas, checks = Path(name) / "schemas.json", Path(name) / "checks.mjs"
        schemas.write_text(json.dumps(_schemas()), "utf-8")
        command = [_program("node"), "checks.mjs", str(schemas), str(checks)]
        subprocess.run(command, cwd=FOLDER, check=True)
        _bundle(packages, checks, engine / "checks.mjs")
        _bundle(packages, FOLDER / "worker.mjs", engine / "worker.mjs", f"--alias:checks={checks}")


def _schemas() -> dict[str, object]:
    """The schemas of what the engine reads: links and shared games, heads of records, saved games, and runs."""
    requests, record = schema("requests"), formats.schema("record")
    return {
        "open": {"$ref": "#/$defs/open", "$defs": requests["$defs"]},
        "record_head": {"$ref": "#/$defs/head", "$defs": record["$defs"]},
        **{name: formats.schema(name) for name in ("save", "run", "aside")},
    }


def _bundle(packages: Path, script: Path, out: Path, *more: str) -> None:
    """Makes one file of a script and what it imports."""
    command = [
        str(packages / ".bin" / "esbuild"),
        str(script),
        *("--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8"),
        *("--legal-comments=none", "--log-level=error", "--external:ws", "--external:node:*"),
        *("--tsconfig-raw={}", f"--outfile={out}", *more),
    ]
    environment = {**os.environ, "NODE_PATH": str(packages)}
    subprocess.run(command, cwd=FOLDER, check=True, env=environment)


# ---- what Python reads


def _engine_files() -> dict[str, bytes]:
    """The engine, the games, and the card of the tutorial, by their paths below `/`."""
    found = _of_packages(_ENGINE_PACKAGES)
    found[f"{PACKAGE}/networkx/__init__.py"] = (FOLDER / "networkx_part.py").read_bytes()
    for folder in ("algorithms", "algorithms/components", "generators"):
        found[f"{PACKAGE}/networkx/{folder}/__init__.py"] = b""
    ours = ROOT / "src" / "boardwright"
    for path in _below(ours):
        name = path.relative_to(ours).as_posix()
        if not _NOT_OURS.match(name):
            found[f"{PACKAGE}/boardwright/{name}"] = path.read_bytes()
    games = ROOT / "rulesets"
    found[f"{PACKAGE}/boardwright/rulesets/__init__.py"] = (games / "__init__.py").read_bytes()
    for path in _below(games):
        if path.parent != games:
            found[f"{GAMES}/{path.relative_to(games).as_posix()}"] = path.read_bytes()
    return found | {f"{GAMES}/{path}": text for path, text in card_of_the_tutorial().items()}


def card_of_the_tutorial() -> dict[str, bytes]:
    """The files that somebody has at the end of docs/first-card.md."""
    text = (ROOT / "docs" / "first-card.md").read_text("utf-8")
    shown = re.findall(r"(?ms)^```yaml file=(\S+)\n(.*?)^```", text)
    assert shown
    return {path: content.encode() for path, content in shown}


def _start() -> dict[str, object]:
    """What the page opens first: the game of the tutorial's card, with it."""
    (manifest,) = (
        text for path, text in card_of_the_tutorial().items() if path.endswith("expansion.yaml")
    )
    said = dict(re.findall(r"(?m)^(\w+): (\w+)$", manifest.decode()))
    return {"ruleset": said["of"], "with": [said["expansion"]]}


def _below(folder: Path) -> Iterator[Path]:
    """The files in a folder and in those below, in one order on every machine."""
    for path in sorted(folder.iterdir()):
        if path.name == "__pycache__":
            continue
        if path.is_dir():
            yield from _below(path)
        else:
            yield path


def _of_packages(names: tuple[str, ...]) -> dict[str, bytes]:
    """The Python files of packages as they are installed here; parts in C are left out."""
    found = {}
    for name in names:
        for file in sorted(importlib.metadata.files(name) or (), key=str):
            path = file.as_posix()
            if not path.endswith(".py") or ".." in path or _NOT_THEIRS.search(path):
                continue
            if name != "networkx" or _OF_NETWORKX.fullmatch(path):
                found[f"{PACKAGE}/{path}"] = Path(str(file.locate())).read_bytes()
        assert found, name
    return found


def _compiled(parts: Mapping[str, Files]) -> dict[str, Files]:
    """The files of each part, with compiled code in place of Python."""
    with tempfile.TemporaryDirectory() as name:
        stage = Path(name)
        for part, files in parts.items():
            for path, data in files.items():
                if path.endswith(".py"):
                    target = stage / part / path
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(data)
        command = [_program("node"), "compile.mjs", str(stage)]
        subprocess.run(command, cwd=FOLDER, check=True)
        return {
            part: {
                (f"{path}c" if path.endswith(".py") else path): (
                    (stage / part / f"{path}c").read_bytes() if path.endswith(".py") else data
                )
                for path, data in files.items()
            }
            for part, files in parts.items()
        }


def _archive(files: Files) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in sorted(files.items()):
            entry = zipfile.ZipInfo(path, _FIRST_DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return data.getvalue()


# ---- licences


def _licences(packages: Path) -> str:
    """The text with the licence of everything that is served, but for those of the page itself."""
    found = [("boardwright (MIT)", (ROOT / "LICENSE").read_text("utf-8"))]
    for name, text in (
        ("pyodide", FOLDER / "pyodide.license.txt"),
        ("ajv", packages / "ajv" / "LICENSE"),
    ):
        about = json.loads((packages / name / "package.json").read_text("utf-8"))
        head = f"{name} {about['version']} ({about['license']})"
        found.append((head, text.read_text("utf-8")))
    for name in (*_ENGINE_PACKAGES, *_LANGUAGE_PACKAGES):
        distribution = importlib.metadata.distribution(name)
        texts = [
            Path(str(file.locate())).read_text("utf-8")
            for file in distribution.files or ()
            if re.match(r"(?i)(licen[cs]e|copying)", file.name)
        ]
        assert texts, f"{name} has no licence"
        head = f"{name} {distribution.version}"
        found.append((head, "\n\n".join(texts)))
    return f"\n{_RULE}\n\n".join(f"{head}\n\n{text.strip()}\n" for head, text in found)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, help="the folder to write")
    out = parser.parse_args().out
    build(out)
    for path in sorted((out / ENGINE).iterdir()):
        print(f"{path.name}: {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
