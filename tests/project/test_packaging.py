import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from folders import ROOT
from tree import files_of_the_tree

FOLDERS = ("dsl", "interpreter", "rulesets", "validators")
# Where each of them, and what is data without a line of Python, is in the package.
PLACES = {
    **{folder: folder for folder in FOLDERS},
    "docs/errors": "errors",
    "tests/games": "examples",
}

# A file in a folder that `package-data` does not name yet would be missing: planted before building, as a
# game with the shape that games have, so that the test means something before there is one.
PLANTED = {
    "rulesets/planted/game.yaml",
    "rulesets/planted/README.md",
    "rulesets/planted/cards/one.yaml",
    "rulesets/planted/scenarios/deep/er/two.yaml",
    "validators/schemas/planted.json",
    "dsl/language/planted.lark",
    "docs/errors/planted.md",
    "src/boardwright/scaffold/templates/planted/deep/er/two.yaml.template",
}


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def installed_name(name: str) -> str | None:
    """Where a file of the checkout is in the wheel; None if it is not part of the package."""
    for folder, inside in PLACES.items():
        if name.startswith(f"{folder}/"):
            if folder == "tests/games" and not is_example(name):
                return None
            return f"boardwright/{inside}/{name.removeprefix(f'{folder}/')}"
    path = PurePosixPath(name)
    return str(path.relative_to("src")) if name.startswith("src/boardwright/") else None


def is_example(name: str) -> bool:
    """Whether a file belongs to a small game that `boardwright new game --like` copies: it has a README."""
    game = ROOT.joinpath(*PurePosixPath(name).parts[:3])
    return (game / "README.md").is_file()


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree, copied, so that building leaves nothing in the checkout."""
    copy = tmp_path_factory.mktemp("tree")
    for name in files_of_the_tree():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, copy / name, follow_symlinks=False)
    for name in PLANTED:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text("{}\n", "utf-8")
    return copy


@pytest.fixture(scope="module")
def built(copy: Path) -> Path:
    """A folder with an sdist and the wheel that was built from that sdist."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", "out", "."]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return copy / "out"


@pytest.fixture(scope="module")
def wanted(copy: Path) -> set[str]:
    """Each file of the package, by its name in the wheel."""
    names = {*files_of_the_tree(), *PLANTED}
    inside = {installed_name(name) for name in names if not (copy / name).is_symlink()}
    return {name for name in inside if name}


def test_the_packages_are_those_of_the_tree() -> None:
    folders = [ROOT / "src/boardwright", *(ROOT / folder for folder in FOLDERS)]
    inits = [init for folder in folders for init in folder.rglob("__init__.py")]
    tree = {
        str(installed_name(init.parent.relative_to(ROOT).as_posix() + "/")).rstrip("/")
        for init in inits
        if "src" not in init.parts or not any(parent.is_symlink() for parent in init.parents)
    }
    tree |= {f"boardwright/{inside}" for folder, inside in PLACES.items() if folder not in FOLDERS}
    listed = project()["tool"]["setuptools"]["packages"]
    assert {name.replace(".", "/") for name in listed} == tree
    assert listed == sorted(listed)


def test_each_python_file_lies_in_a_listed_package() -> None:
    listed = project()["tool"]["setuptools"]["packages"]
    inside = filter(None, map(installed_name, files_of_the_tree()))
    python = [PurePosixPath(name) for name in inside if name.endswith(".py")]
    assert [str(p) for p in python if ".".join(p.parent.parts) not in listed] == []


@pytest.mark.parametrize("folder", PLACES)
def test_the_links_show_the_folders(folder: str) -> None:
    link = ROOT / "src/boardwright" / PLACES[folder]
    assert link.is_symlink()
    assert link.readlink() == Path("../..") / folder


def test_the_wheel_holds_every_file_of_the_package(built: Path, wanted: set[str]) -> None:
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    package = {name for name in names if ".dist-info/" not in name}
    assert package == wanted
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_the_sdist_holds_every_file_of_the_package(built: Path, wanted: set[str]) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    missing = wanted - {installed_name(name) for name in names if name}
    assert missing == set()
    assert {"LICENSE", "README.md", "pyproject.toml"} <= names


def test_the_version_is_said_once() -> None:
    text = (ROOT / "src/boardwright/version.py").read_text("utf-8")
    assert f'__version__ = "{project()["project"]["version"]}"' in text


def test_no_file_names_a_place_on_one_machine_or_a_registry() -> None:
    # Written in pieces, so that this file does not name them either.
    homes = "|".join(["home", "root", "work", "Users", "tmp", "opt", "mnt"])
    hosts = ["py" + "pi.org", "python" + "hosted", "npm" + "js", "--index" + "-url"]
    place = re.compile(rf"(?<![\w.~$}}*/-])/(?:{homes})/[\w.]|(?<!\w)[A-Z]:\\\\?Users\b")
    registry = re.compile("|".join(map(re.escape, hosts)))
    found = []
    for name in files_of_the_tree():
        path = ROOT / name
        if path.is_symlink():
            assert not path.readlink().is_absolute(), name
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        for number, line in enumerate(text.splitlines(), 1):
            if place.search(line) or registry.search(line):
                found.append(f"{name}:{number}: {line.strip()[:80]}")
    assert found == []
