"""The files of `boardwright new card`: a file for one piece, and a scenario with it.

Everything follows from the ruleset: which kinds of pieces have files, their attributes and effects, and where they
belong to a player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from boardwright.dsl.declare.common_keys import AttributeDecl, SlotKindDecl
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.pieces import DefinitionDecl
from boardwright.dsl.declare.reader import Reader
from boardwright.dsl.declare.ruleset import Document
from boardwright.dsl.declare.things import KindDecl
from boardwright.dsl.language.parser import the_parser
from boardwright.dsl.language.syntax import Effect
from boardwright.dsl.language.words import plural
from boardwright.dsl.rules.grids import name_cell
from boardwright.dsl.source.diagnostics import Bag, Diagnostic, RulesetError, Severity, shown
from boardwright.dsl.source.suggest import suggest_help
from boardwright.dsl.source.yaml_tree import Mapping as MappingNode
from boardwright.files.manifests import game_and_expansions, manifest_at, root_of
from boardwright.files.names import short_name
from boardwright.loading.composed import Layers, put_together, read_layers
from boardwright.loading.library import Library
from boardwright.loading.rules import Rules
from boardwright.scaffold.new_files import (
    Beginning,
    CannotBeginError,
    checked_id,
    from_template,
    marked,
    missing_folder,
    passes,
    path_argument,
    schemas_near,
    title,
)

# The column of comments after values, if there is room.
_COMMENTS = 46
# Longer examples and longer lists of choices are not shown.
_MOST_LINES = 8
_MOST_NAMES = 8


@dataclass(frozen=True, slots=True)
class _Place:
    """The ruleset of a new card: its folder, its own layer among all, and its own documents."""

    root: Path
    base: Path
    overlays: tuple[Path, ...]
    layers: tuple[Ruleset, ...]
    documents: tuple[Document, ...]
    errors: frozenset[tuple[str, str]]

    @property
    def own(self) -> Ruleset:
        return self.layers[-1]


def new_card(id: str, folder: Path, kind: str | None) -> Beginning:
    """A piece of this kind (or of the only possible one), in the ruleset of a folder."""
    checked_id(id, words=frozenset(the_parser().words))
    place = _place(folder)
    chosen = _kind(place, kind)
    _check_count(place, chosen)
    path = _folder_of(place, chosen, folder) / f"{id}.yaml"
    scenario = place.root / "scenarios" / f"{id}.yaml"
    for each in (path, scenario):
        if each.exists() or each.is_symlink():
            raise CannotBeginError(f"`{shown(each.as_posix())}` already exists")
    text = from_template("card/card.yaml.template", path, _of_card(place, chosen, id))
    rules = _checked(place, path, text)
    files = {path: text}
    example = None if rules is None else _example(rules, chosen, id, scenario)
    if example is not None:
        files[scenario] = example
    schemas = schemas_near(place.root)
    if schemas is not None:
        files = {each: marked(told, each, schemas) for each, told in files.items()}
    name = path_argument(place.root)
    commands = [f"boardwright validate {name}"]
    if example is not None:
        commands.append(f"boardwright test {name} -k {id}")
    return Beginning(files, tuple(commands))


# ---- the ruleset ----------------------------------------------------------------------------------------


def _place(folder: Path) -> _Place:
    if not folder.is_dir():
        raise missing_folder(folder)
    root = root_of(folder)
    if manifest_at(root) is None:
        raise CannotBeginError(
            f"`{shown(folder.as_posix())}` is not in a game or an expansion",
            "name the folder of the ruleset with `--in`",
            "create an expansion with `boardwright new expansion NAME --of GAME`",
        )
    library, bag = Library(), Bag()
    base, overlays = game_and_expansions(root, [])
    layers = read_layers(bag, base, overlays, library)
    if layers is None or layers.base is None or len(layers.overlays) < len(overlays):
        raise RulesetError(bag.sorted())
    put_together(layers, bag)
    every = (layers.base, *layers.overlays)
    return _Place(
        root, base, tuple(overlays), every, library.documents(root, Bag()), _errors(bag.sorted())
    )


def _errors(found: Sequence[Diagnostic]) -> frozenset[tuple[str, str]]:
    return frozenset((each.code, each.message) for each in found if each.severity is Severity.ERROR)


def _parts(place: _Place) -> Iterator[Ruleset]:
    for layer in place.layers:
        yield layer
        if layer.replacing is not None:
            yield layer.replacing


def _definitions(place: _Place, kind: str) -> list[DefinitionDecl]:
    found = [each for part in _parts(place) for each in part.definitions]
    return [each for each in found if each.kind.id == kind]


def _kind(place: _Place, name: str | None) -> KindDecl:
    """The kind with that name; without a name, the only kind whose pieces are declared, or whose pieces do something."""
    kinds = {kind.id: kind for part in _parts(place) for kind in part.kinds}
    if name is not None:
        if name not in kinds:
            listed = _listed(kinds) if kinds else "there is none"
            raise CannotBeginError(
                f"there is no kind of piece `{shown(name)}`",
                *(suggest_help(name, kinds) or (f"the kinds are {listed}",)),
            )
        return kinds[name]
    fitting = [kind for kind in kinds.values() if _has_files(place, kind)]
    doing = [kind for kind in fitting if kind.effects]
    for group in (fitting, doing):
        if len(group) == 1:
            return group[0]
    if not fitting:
        raise CannotBeginError(
            f"`{place.own.id}` has no kind of pieces that are declared one by one",
            "declare one under `kinds`, such as `card: {attributes: {worth: number}, home: deck}`",
        )
    raise CannotBeginError(
        f"there are several kinds of pieces: {_listed(kind.id for kind in doing or fitting)}",
        f"choose one with `--kind`, such as `--kind {(doing or fitting)[0].id}`",
    )


def _has_files(place: _Place, kind: KindDecl) -> bool:
    if kind.sides:
        return False
    if kind.pieces is None:
        return True
    return any(each.given for each in _definitions(place, kind.id))


def _check_count(place: _Place, kind: KindDecl) -> None:
    """Refuses a piece too many: `count` applies to the ruleset that declares it."""
    own = next((each for each in place.own.kinds if each.id == kind.id), None)
    if own is None or own.count is None:
        return
    declared = sum(each.kind.id == kind.id for each in place.own.definitions)
    if declared + 1 > own.count:
        where = f"{shown(short_name(own.span.source.name))}:{own.span.row}"
        raise CannotBeginError(
            f"kind `{kind.id}` already has its `count: {own.count}` pieces ({where})",
            f"write `count: {declared + 1}` there first, or create the piece in an expansion",
        )


def _folder_of(place: _Place, kind: KindDecl, folder: Path) -> Path:
    """The folder for its file: that of the others of its kind, if the folder is that of the whole ruleset."""
    if folder.resolve() != place.root.resolve():
        return folder
    homes = {
        Path(source.name).parent
        for source, node in place.documents
        if isinstance(node, MappingNode) and node.keys()[:1] == (kind.id,)
    }
    return homes.pop() if len(homes) == 1 else folder


def _checked(place: _Place, path: Path, text: str) -> Rules | None:
    """The ruleset with the new file. A file that causes a mistake is refused."""
    bag = Bag()
    layers: Layers | None = read_layers(bag, place.base, place.overlays, Library({path: text}))
    rules = None if layers is None else put_together(layers, bag)
    new = [each for each in bag.sorted() if (each.code, each.message) not in place.errors]
    errors = [each for each in new if each.severity is Severity.ERROR]
    if errors:
        told = "an error" if len(errors) == 1 else f"{len(errors)} errors, the first"
        raise CannotBeginError(
            f"with `{path.stem}` the rules would have {told}: {errors[0].headline()}",
            "choose another name",
        )
    return rules


# ---- the card -------------------------------------------------------------------------------------------


def _of_card(place: _Place, kind: KindDecl, id: str) -> dict[str, str]:
    lines = [_attribute(place, each) for each in kind.attributes]
    return {
        "kind": kind.id,
        "id": id,
        "title": in_each_language(_languages(place), title(id)),
        "attributes": "".join(f"{line}\n" for line in lines),
        "text": in_each_language(_languages(place), "What it does, for players to read."),
        "effect": _effect(place, kind, kind.effects[0]) if kind.effects else "",
    }


def _attribute(place: _Place, attribute: AttributeDecl) -> str:
    """The line of an attribute with its first possible value, and a comment about the others."""
    type = attribute.type.id
    of = (attribute.type, *attribute.others)
    names = [id for each in of for id in _members(place, each.id)]
    if attribute.many:
        value, told = "[]", f"a list: {_some(names)}" if names else f"a list of {type}"
    elif type in ("number", "yes_no"):
        value, told = ("0", "a number") if type == "number" else ("no", "yes or no")
    elif not names and attribute.optional:
        value, told = "...", ""
    elif not names:
        raise CannotBeginError(
            f"every piece of this kind needs a `{attribute.name.id}`, but there is no `{type}` yet",
            "declare one first",
        )
    else:
        value, told = names[0], "" if len(names) == 1 else f"or {_some(names[1:])}"
    line = f"{attribute.name.id}: {value}"
    if attribute.optional:  # a line that says nothing yet
        line, told = f"# {line}", f"may be left out; {told}".removesuffix("; ")
    return f"{line:{_COMMENTS - 2}}  # {told}" if told else line


def _members(place: _Place, type: str) -> list[str]:
    """The possible values of this type."""
    found: list[str] = []
    for part in _parts(place):
        for variety in part.varieties:
            if variety.id == type:
                found = [
                    *(found if variety.addition else []),
                    *(each.id for each in variety.members),
                ]
        for stock in part.stocks:
            if stock.id == type and stock.members:
                found = [each.id for each in stock.members]
        found = [type] if any(place.id == type for place in part.places) else found
        for space in part.spaces:
            if space.id == type and space.pattern is not None:
                found = [name_cell(*cell) for cell in space.pattern.cells]
        for kind in part.kinds:
            if kind.id == type and kind.pieces == "one":
                found = [type]
            elif kind.id == type and kind.pieces is not None:
                found = [f"{type}_1", f"{type}_2"]
    return found or list(dict.fromkeys(each.id for each in _definitions(place, type)))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _some(names: Sequence[str]) -> str:
    more = ", ..." if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more


def in_each_language(languages: Sequence[str], told: str) -> str:
    """The value of a key that players read, to be translated into each of these languages."""
    if len(languages) < 2:
        return f" {told}"
    return "".join(f"\n  {each}: {told}" for each in languages)


def _languages(place: _Place) -> tuple[str, ...]:
    for _, node in place.documents:
        if isinstance(node, MappingNode) and node.keys()[:1] in (("game",), ("expansion",)):
            listed = node.get("languages")
            if listed is not None:
                return tuple(name.id for name in Reader(Bag()).names(listed))
    return place.layers[0].languages


def _effect(place: _Place, kind: KindDecl, slot: SlotKindDecl) -> str:
    """The first effect of pieces of the kind: empty, with that of another piece as an example."""
    told = []
    if slot.offered_in:
        told.append(f"offered in {' and '.join(each.id for each in slot.offered_in)}")
    if slot.limit is not None:
        times = {1: "once", 2: "twice"}.get(slot.limit.times, f"{slot.limit.times} times")
        last = slot.limit.lasts.id
        told.append(f"{times} a{'n' if last[0] in 'aeiou' else ''} {last}")
    head = f"{slot.name.id}: |"
    lines = [f"{head:{_COMMENTS - 2}}  # {', '.join(told)}" if told else head]
    lines.append("  # Write what it does, one step per line. Without steps, nothing happens.")
    example = _shortest(place, kind, slot)
    if example is not None:
        lines.append(f"  # `{example[0]}` does this, for example:")
        lines += [f"  #   {line}" for line in example[1]]
    return "\n".join([*lines, "  nothing"])


def _shortest(place: _Place, kind: KindDecl, slot: SlotKindDecl) -> tuple[str, list[str]] | None:
    """The shortest effect of another piece with at least two steps, or else with one."""
    found: list[tuple[bool, int, str, list[str]]] = []
    for each in _definitions(place, kind.id):
        for other in each.slots:
            lines = _lines(other.effect)
            if other.name.id == slot.name.id and len(lines) <= _MOST_LINES:
                found.append((len(lines) < 2, sum(map(len, lines)), each.id, lines))
    if not found:
        return None
    _, _, id, lines = min(found)
    return id, lines


def _lines(effect: Effect) -> list[str]:
    """The statements of an effect as they are written: the first line, and all that are indented at least as far."""
    start = effect.span
    deep = " " * (start.column - 1)
    end = start.source.text.find("\n", start.end)
    lines = [start.source.text[start.start : end if end > 0 else None]]
    for line in start.source.text[end:].splitlines()[1:] if end > 0 else ():
        if line.strip() and not line.startswith(deep):
            break
        lines.append(line)
    while not lines[-1].strip():
        lines.pop()
    return [line.removeprefix(deep).rstrip() for line in lines]


# ---- the example ----------------------------------------------------------------------------------------


def scenario_for(rules: Rules, kind: KindDecl, id: str, path: Path) -> str | None:
    """A scenario for a piece that passes, to be written to a path; None if none of the usual forms does."""
    return _example(rules, kind, id, path)


def _example(rules: Rules, kind: KindDecl, id: str, path: Path) -> str | None:
    """The first scenario for the new card that passes."""
    seats = rules.bound.seat_names
    for players in rules.players:
        seat = seats[0] if seats else "p1"
        for values in _ways_to_show(rules, kind, id, seat):
            text = from_template(
                "card/scenarios/scenario.yaml.template",
                path,
                {**values, "id": id, "players": str(players), "seat": seat},
            )
            if passes(rules, text):
                return text
    return None


def _ways_to_show(rules: Rules, kind: KindDecl, id: str, seat: str) -> Iterator[Mapping[str, str]]:
    own = f"{id} of {seat}" if kind.pieces == "one per player" else id
    runs = [f"run: |\n  perform {slot.name.id} of {own}\n" for slot in kind.effects[:1]]
    if kind.owner is not None:
        given = f"given: |\n  move {own} to {kind.owner.id} of {seat}\n"
        for run in (*runs, ""):
            yield {"given": given, "run": run, "expect": f"owner of {own} is {seat}"}
    for attribute in kind.attributes:
        name, type = attribute.name.id, attribute.type.id
        if not attribute.many and not attribute.optional:
            expect = {"number": f"{name} of {own} = 0", "yes_no": f"not {name} of {own}"}.get(type)
            if expect is not None:
                for run in (*runs, ""):
                    yield {"given": "", "run": run, "expect": expect}
    for run in (*runs, ""):
        yield {"given": "", "run": run, "expect": f"{own} is in {kind.plural or plural(kind.id)}"}
