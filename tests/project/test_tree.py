"""A test lies where its module does and has its name: `dsl/bind/names.py` is tested by `tests/dsl/bind/test_names.py`."""

from __future__ import annotations

from folders import ROOT, TESTS

# What is tested there is no module of ours: promises over several, pages, rules of games, an editor, this checkout.
OTHERS = {"docs", "editor", "project", "promises", "rulesets"}
# The page, which is no Python: its modules together, and how it is used in a browser.
PAGES = {"studio/test_page.py", "studio/browser", "studio/playground"}
# Folders of tests whose modules are not part of the package.
BESIDE = {"tools", "benchmarks"}


def test_every_test_has_the_name_and_the_folder_of_a_module() -> None:
    wrong = []
    for path in sorted(TESTS.rglob("test_*.py")):
        place = path.relative_to(TESTS)
        if place.parts[0] in OTHERS or "node_modules" in place.parts:
            continue
        if {place.as_posix(), place.parent.as_posix()} & PAGES:
            continue
        home = ROOT if place.parts[0] in BESIDE else ROOT / "src" / "boardwright"
        module = home / place.with_name(path.stem.removeprefix("test_"))
        if not (module.with_suffix(".py").is_file() or (module / "__init__.py").is_file()):
            wrong.append(place.as_posix())
    assert wrong == []


def test_folders_without_a_module_of_ours_are_there() -> None:
    assert {name for name in OTHERS | BESIDE if not any((TESTS / name).glob("test_*.py"))} == set()
