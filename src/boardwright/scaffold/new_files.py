"""The files of `boardwright new`: templates of the package, fitted to a ruleset.

Nothing is written before everything has been checked: the files are read as the ruleset that they will be. If there
are several ways to write them, the first that passes is used.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from boardwright.dsl.declare.scenario_file import read_scenario
from boardwright.dsl.format.rule_file import formatted
from boardwright.dsl.source.diagnostics import Bag, shown
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.suggest import suggest_help
from boardwright.dsl.source.yaml_tree import Mapping as MappingNode
from boardwright.dsl.source.yaml_tree import read as read_document
from boardwright.files.locate_ruleset import find, shipped
from boardwright.files.manifests import manifest_at
from boardwright.loading.composed import put_together, read_layers
from boardwright.loading.library import Library
from boardwright.loading.rules import Rules

if TYPE_CHECKING:
    from boardwright.dsl.declare.course import PhaseDecl
    from boardwright.dsl.declare.declarations import Ruleset

SUFFIX = ".template"
TEMPLATES = Path(__file__).parent / "templates"
_EXAMPLES = Path(__file__).parents[1] / "examples"
_SCHEMAS = Path(__file__).parents[1] / "validators" / "schemas"
_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")


@dataclass(frozen=True, slots=True)
class Beginning:
    """New files with their texts, and the commands to use next."""

    files: Mapping[Path, str]
    commands: tuple[str, ...]


class CannotBeginError(Exception):
    """Nothing was created; the text says why, and `help` what to do."""

    def __init__(self, message: str, *help: str) -> None:
        super().__init__(message)
        self.help = help


def new_game(id: str, within: Path) -> Beginning:
    """A small playable game, in a folder of its own."""
    folder = new_folder(id, within)
    files = filled("game", folder, {"id": id, "title": title(id)})
    add_a_card = f"boardwright new card NAME --in {path_argument(folder)}"
    return Beginning(with_schemas(files, folder), (*_first_steps(folder), add_a_card))


def new_game_like(id: str, like: str, within: Path) -> Beginning:
    """A copy of a game of the tutorial, with a name of its own."""
    games = {each.parent.name: each.parent for each in sorted(_EXAMPLES.glob("*/README.md"))}
    if like not in games:
        named = ", ".join(f"`{each}`" for each in games)
        help = suggest_help(like, games) or (f"the games are {named}",)
        raise CannotBeginError(f"there is no game `{shown(like)}` to copy", *help)
    folder, home = new_folder(id, within), games[like]
    files: dict[Path, str] = {}
    for path in sorted(home.rglob("*.yaml"), key=lambda each: (is_scenario(each), each.name)):
        target = folder / path.relative_to(home)
        files[target] = in_style(_renamed(path.read_text("utf-8"), id), target)
    return Beginning(with_schemas(files, folder), _first_steps(folder))


def _first_steps(folder: Path) -> tuple[str, ...]:
    """The commands to use next, once there is a game in this folder."""
    name = path_argument(folder)
    return (
        f"boardwright validate {name}",
        f"boardwright test {name}",
        f"boardwright play {name} --players 2",
    )


def _renamed(text: str, id: str) -> str:
    """A manifest with another id and name; other files unchanged."""
    root = read_document(Source("game.yaml", text), Bag())
    if not isinstance(root, MappingNode) or root.entry("game") is None:
        return text
    values = {"game": id, "name": title(id)}
    for entry in reversed(root.entries):
        if entry.key.text in values:
            span = entry.value.span
            text = text[: span.start] + values[entry.key.text] + text[span.end :]
    return text


def new_expansion(id: str, of: str, within: Path) -> Beginning:
    """An expansion with an option and a hook, which change nothing unless the option is chosen."""
    folder = new_folder(id, within)
    found = find(of)
    game = game_at(found.path, of)
    if game.id == id:
        raise CannotBeginError(f"the game is named `{shown(id)}`, too", "choose another name")
    if not found.shipped and found.path.resolve().parent != folder.resolve().parent:
        beside = path_argument(found.path.parent)
        raise CannotBeginError(
            "an expansion must be next to its game to be found",
            f"write `--in {beside}`",
        )
    named = of if found.shipped else path_argument(found.path)
    library, kept = Library(), None
    for values in _ways_to_expand(game):
        files = filled(
            "expansion",
            folder,
            {
                **values,
                "id": id,
                "title": title(id),
                "game": game.id,
                "named": shown(named),
                "folder": shown(path_argument(folder)),
            },
        )
        rules = _expanded(found.path, folder, files, library)
        if rules is None:
            continue
        if all(passes(rules, text) for path, text in files.items() if is_scenario(path)):
            kept = files
            break
        # A game may need a choice of options for any table: then the expansion has no example.
        kept = kept or {path: text for path, text in files.items() if not is_scenario(path)}
    if kept is None:
        raise CannotBeginError(
            f"no expansion of `{shown(of)}` can be created", "please report this game"
        )
    name = path_argument(folder)
    return Beginning(
        with_schemas(kept, folder),
        (
            f"boardwright validate {name}",
            f"boardwright test {name}",
            f"boardwright run {shlex.quote(named)} --with {dotted(folder)}",
            f"boardwright new card NAME --in {name}",
        ),
    )


def game_at(path: Path, name: str) -> Ruleset:
    """The declarations of a game, which has no mistakes."""
    manifest = manifest_at(path)
    if manifest is not None and manifest.of is not None:
        raise CannotBeginError(
            f"`{shown(name)}` is an expansion itself", f"write `--of {shown(manifest.of)}`"
        )
    bag = Bag()
    layers = read_layers(bag, path, (), Library())
    bag.raise_if_failed()
    assert layers is not None and layers.base is not None
    put_together(layers, bag)
    bag.raise_if_failed()
    return layers.base


def _ways_to_expand(game: Ruleset) -> Iterator[dict[str, str]]:
    """The ways to fill the template for the game, the best first."""
    lowest, highest = game.players
    for players in range(lowest, highest + 1):
        for thing, values in _counted(game):
            for option in ("{}_limit", "most_{}s", "new_{}_limit"):
                yield {**values, "option": option.format(thing), "players": str(players)}


def _counted(game: Ruleset) -> Iterator[tuple[str, dict[str, str]]]:
    """What a game counts, turns or rounds, and where that can be checked."""
    for _, phase in _phases(game.course):
        if phase.turn is not None:
            values = {"what": "turn", "counter": "turn_number", "beyond": ">", "things": "turns"}
            yield "turn", {**values, "from": f"\nfrom: {phase.id}"}
            break
    for around, phase in _phases(game.course):
        if around is not None and not phase.phases:
            values = {"what": phase.id, "counter": "round", "beyond": ">", "things": "rounds"}
            yield "round", {**values, "from": f"\nfrom: {around.id}"}
            break
    # Neither turns nor rounds: everything happens once, and the first phase is setup.
    last = game.course[-1]
    values = {"what": last.id, "counter": "round", "beyond": ">=", "things": "rounds"}
    yield "round", {**values, "from": ""}


def _phases(
    phases: Iterable[PhaseDecl], around: PhaseDecl | None = None
) -> Iterator[tuple[PhaseDecl | None, PhaseDecl]]:
    """All phases, each with the one around it."""
    for phase in phases:
        yield around, phase
        yield from _phases(phase.phases, phase)


def _expanded(
    game: Path, folder: Path, files: Mapping[Path, str], library: Library
) -> Rules | None:
    """The game with an unwritten expansion, if that has no mistakes."""
    with TemporaryDirectory() as somewhere:
        there = Path(somewhere) / folder.name
        for path, text in files.items():
            copy = there / path.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, "utf-8")
        bag = Bag()
        layers = read_layers(bag, game, (there,), library)
        return None if layers is None else put_together(layers, bag)


# ---- shared with cards --------------------------------------------------------------------------


def passes(rules: Rules, text: str) -> bool:
    """Whether a scenario passes."""
    from boardwright.interpreter.scenarios.run import run_scenarios

    bag, source = Bag(), Source("scenario.yaml", text)
    node = read_document(source, bag)
    scenario = None if node is None else read_scenario(source, node, bag, rules.bound.seat_names)
    if scenario is None or bag.failed:
        return False
    return all(result.passed for result in run_scenarios(rules.bound, [scenario]))


def is_scenario(path: Path) -> bool:
    """Whether a file of a template is a scenario."""
    return path.parent.name == "scenarios"


def filled(template: str, folder: Path, values: Mapping[str, str]) -> dict[Path, str]:
    """The files of a template, in order, for this folder."""
    home = TEMPLATES / template
    found: dict[Path, str] = {}
    for path in sorted(
        home.rglob(f"*{SUFFIX}"), key=lambda each: (is_scenario(each), len(each.parts), each.name)
    ):
        target = folder / path.relative_to(home).with_suffix("")
        found[target] = from_template(path.relative_to(TEMPLATES).as_posix(), target, values)
    return found


def from_template(name: str, target: Path, values: Mapping[str, str]) -> str:
    """One file of a template, in the style of `boardwright fmt`."""
    return in_style(Template((TEMPLATES / name).read_text("utf-8")).substitute(values), target)


def in_style(text: str, target: Path) -> str:
    """The text of a file as `boardwright fmt` writes it."""
    bag = Bag()
    new = formatted(Source(target.as_posix(), text), bag)
    bag.raise_if_failed()
    assert new is not None
    return new


def checked_id(name: str, *, words: frozenset[str] = frozenset()) -> str:
    """Checks that a name can be an id, and is not one of these words."""
    if name in words:
        raise CannotBeginError(f"`{name}` is a word of the language", "choose another name")
    if _ID.fullmatch(name):
        return name
    better = re.sub("[^a-z0-9]+", "_", name.lower()).strip("_")
    rule = "use small letters, digits and `_`, start with a letter, at most 64 in all"
    fit = _ID.fullmatch(better) and better not in words
    help = (f"write `{better}`",) if fit and "/" not in name else ()
    if "/" in name:
        help = ("name the folder with `--in`",)
    raise CannotBeginError(f"`{shown(name)}` cannot be an id: {rule}", *help)


def title(id: str) -> str:
    """`night_watch` as a name: `Night watch`."""
    return id.replace("_", " ").capitalize()


def path_argument(path: Path) -> str:
    """A path as it is typed in a command."""
    return shlex.quote(path.as_posix())


def dotted(path: Path) -> str:
    """A path that cannot be mistaken for the id of a shipped ruleset."""
    text = path.as_posix()
    return shlex.quote(text if text.startswith((".", "/")) or "/" in text else f"./{text}")


# ---- schemas --------------------------------------------------------------------------------------------


def with_schemas(
    files: Mapping[Path, str], folder: Path, home: Path | None = None
) -> dict[Path, str]:
    """The files, each with the first line that names its schema. Schemas are added in `home`; without it, in the folder
    of the ruleset if there are none near it.
    """
    near = schemas_near(folder) if home is None else None
    if near is not None:
        return {path: marked(text, path, near) for path, text in files.items()}
    home = home or folder / "schemas"
    found = {path: marked(text, path, home) for path, text in files.items()}
    for name in (
        "game" if folder / "game.yaml" in files else "expansion",
        "part",
        "card",
        "scenario",
    ):
        found[home / f"{name}.json"] = (_SCHEMAS / f"{name}.json").read_text("utf-8")
    return found


def schemas_near(folder: Path) -> Path | None:
    """The folder of schemas in, next to or above a ruleset, within its repository."""
    here = folder.absolute()
    for each in (here, *here.parents):
        for name in ("schemas", "validators/schemas"):
            if (each / name / "card.json").is_file():
                return each / name
        if (each / ".git").exists():
            return None
    return None


def marked(text: str, path: Path, schemas: Path) -> str:
    """The text of a rule file with the line that names its schema, if its kind has one."""
    from boardwright.validators.schema_writer import files as schema

    first = text.partition(":")[0]
    name = first if (schemas / f"{first}.json").is_file() else schema.name_for(first)
    way = os.path.relpath((schemas / f"{name}.json").absolute(), path.parent.absolute())
    return schema.marked(text, Path(way).as_posix())


def new_folder(id: str, within: Path) -> Path:
    """The new folder of a ruleset."""
    checked_id(id)
    if id in shipped():
        raise CannotBeginError(f"`{id}` is the id of a shipped ruleset", "choose another name")
    folder = within / id
    if within.exists() and not within.is_dir():
        raise CannotBeginError(f"`{shown(within.as_posix())}` is not a folder")
    if folder.is_dir():
        if any(each.name[0] != "." for each in folder.iterdir()):
            raise CannotBeginError(
                f"the folder `{shown(folder.as_posix())}` is not empty",
                "choose another name, or another place with `--in`",
            )
    elif folder.exists() or folder.is_symlink():
        raise CannotBeginError(
            f"`{shown(folder.as_posix())}` already exists", "choose another name"
        )
    return folder


def missing_folder(path: Path) -> CannotBeginError:
    """The error for a missing folder."""
    beside = path.parent.iterdir() if path.parent.is_dir() else ()
    makes = ("`boardwright new expansion NAME --of GAME` makes one",)
    help = suggest_help(path.name, [each.name for each in beside]) or makes
    return CannotBeginError(f"there is no folder `{shown(path.as_posix())}`", *help)
