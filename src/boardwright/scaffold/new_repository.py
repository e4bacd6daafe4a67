"""The files of `boardwright new repository`: an expansion with a card, and what keeps it sound on GitHub and before commits."""

from __future__ import annotations

from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory

from boardwright.dsl.source.diagnostics import shown
from boardwright.files.locate_ruleset import find
from boardwright.scaffold.new_card import in_each_language, new_card
from boardwright.scaffold.new_files import (
    SUFFIX,
    TEMPLATES,
    Beginning,
    CannotBeginError,
    filled,
    game_at,
    new_folder,
    path_argument,
    title,
    with_schemas,
)
from boardwright.version import __version__

REPOSITORY = "https://github.com/boardwright/boardwright"
CARD = "first_card"
# Names in the folder of templates, where hidden files would be overlooked.
_HIDDEN = "dot_"


def new_repository(id: str, of: str, within: Path, kind: str | None) -> Beginning:
    """A repository with an expansion of a shipped game. Its folder and the expansion have the same name."""
    folder = new_folder(id, within)
    found = find(of)
    game = game_at(found.path, of)
    if not found.shipped:
        raise CannotBeginError(
            f"`{shown(of)}` does not come with Boardwright: who has only the repository could not play",
            "put the expansion next to its game: `boardwright new expansion NAME --of GAME`",
        )
    about = "What it adds to the game, in one sentence."
    values = {
        "id": id,
        "title": title(id),
        "game": game.id,
        "languages": ", ".join(game.languages),
        "text": in_each_language(game.languages, about),
        "players": str(game.players[1]),
        "repository": REPOSITORY,
        "owner": REPOSITORY.removeprefix("https://github.com/"),
        "tag": f"v{__version__}",
    }
    # The card is fitted to the expansion, which must be on the disk for that.
    with TemporaryDirectory() as somewhere:
        there = Path(somewhere) / id
        rules = filled("repository_rules", there / id, values)
        rules = with_schemas(rules, there / id, there / "schemas")
        for path, text in rules.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        rules |= new_card(CARD, there / id, kind).files
        files = {folder / path.relative_to(there): text for path, text in rules.items()}
    return Beginning(
        {**_beside_the_rules(folder, values), **files},
        (
            f"cd {path_argument(folder)}",
            "git init",
            f"boardwright validate {id}",
            f"boardwright test {id}",
            f"boardwright run {game.id} --with ./{id}",
        ),
    )


def _beside_the_rules(folder: Path, values: dict[str, str]) -> dict[Path, str]:
    home = TEMPLATES / "repository"
    found = {}
    for path in sorted(home.rglob(f"*{SUFFIX}")):
        name = path.relative_to(home).with_suffix("").as_posix()
        name = "/".join(
            f".{each.removeprefix(_HIDDEN)}" if each.startswith(_HIDDEN) else each
            for each in name.split("/")
        )
        found[folder / name] = Template(path.read_text("utf-8")).substitute(values)
    return found
