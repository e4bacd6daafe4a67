import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from folders import ROOT

# Which parts of the package a folder may import, itself included.
ALLOWED = {
    "dsl": {"dsl"},
    "interpreter": {"interpreter", "dsl", "cache"},
    "validators": {"validators", "dsl"},
    "rulesets": set[str](),
}

# The modules (or packages, with all below) of the checks by play: these may import the interpreter too.
CHECKS_BY_PLAY = ("boardwright.validators.play",)

# What a bare `import boardwright` may not cost.
HEAVY = [
    "dask",
    "jsonschema",
    "llvmlite",
    "matplotlib",
    "networkx",
    "numpy",
    "platformdirs",
    "pygls",
    "rich",
]


def modules(folder: str) -> Iterator[tuple[str, Path]]:
    for path in sorted((ROOT / folder).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(["boardwright", *parts]).removesuffix(".__init__"), path


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Each absolute name that the module imports, anywhere in it, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


@pytest.mark.parametrize("folder", ALLOWED)
def test_a_folder_imports_only_what_it_may(folder: str) -> None:
    wrong = []
    for module, path in modules(folder):
        allowed = ALLOWED[folder]
        if any(is_within(module, package) for package in CHECKS_BY_PLAY):
            allowed = allowed | {"interpreter"}
        for line, name in imported(ast.parse(path.read_bytes())):
            first, _, rest = name.partition(".")
            # Relative, or from our own package, or by a folder's name as it is in the checkout.
            if first == "boardwright":
                bad = rest.partition(".")[0] not in allowed
            else:
                bad = first == "" or first in ALLOWED
            if bad:
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {name}")
    assert wrong == []


def test_the_store_imports_nothing_of_ours() -> None:
    tree = ast.parse((ROOT / "src/boardwright/cache/store.py").read_bytes())
    assert [name for _, name in imported(tree) if name.partition(".")[0] == "boardwright"] == []


def test_rulesets_are_data() -> None:
    assert [module for module, _ in modules("rulesets")] == ["boardwright.rulesets"]


def test_importing_the_package_is_light() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); import boardwright; "
        f"sys.stdout.write(' '.join(m for m in {HEAVY!r} if m in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], check=True, capture_output=True, text=True
    )
    assert done.stdout == ""
