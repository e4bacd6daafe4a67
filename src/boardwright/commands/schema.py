"""`boardwright schema`: JSON Schemas of rule files, and of the formats that programs exchange."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boardwright.commands.options import expansions, into_folder, speaking, terminal_of
from boardwright.dsl.source.diagnostics import Bag, shown
from boardwright.dsl.source.suggest import suggest_help
from boardwright.terminal import columns, plural

if TYPE_CHECKING:
    from boardwright.dsl.declare.declarations import Ruleset
    from boardwright.validators.schema_writer.records import Kind


@click.command()
@click.argument("kind", required=False)
@into_folder("Write all schemas into this folder, as KIND.json.")
@click.option(
    "--for",
    "ruleset",
    metavar="RULESET",
    help="Include the kinds of this ruleset and their attributes.",
)
@click.option("--mark", is_flag=True, help="Write into each file of RULESET which schema it has.")
@click.option(
    "--formats",
    is_flag=True,
    help="Print schemas of records, runs, messages and other formats.",
)
@expansions
@speaking
def command(
    kind: str | None,
    out: Path | None,
    ruleset: str | None,
    mark: bool,
    formats: bool,
    expansions: tuple[str, ...],
) -> int:
    """Print the JSON Schema of a KIND of file, or write all of them with --out.

    Without either, the kinds are listed. Editors with YAML support find the schema of a file in its first line,
    `# $schema: path/to/card.json`, a path that is relative to the file. With --formats, KIND is a format that
    programs read or write.
    """
    from boardwright.files.locate_ruleset import find
    from boardwright.validators.schema_writer.files import FILES, schema, schemas, written

    terminal = terminal_of()
    if expansions and ruleset is None:
        raise click.UsageError("--with needs --for")
    if mark and (ruleset is None or out is None):
        raise click.UsageError("--mark needs --for and --out")
    if kind is not None and out is not None:
        raise click.UsageError("--out writes all kinds: leave out KIND or --out")
    if mark and ruleset is not None and find(ruleset).shipped:
        raise click.UsageError("--mark cannot change the files of a shipped ruleset")
    if formats:
        if ruleset is not None or mark:
            raise click.UsageError("--formats cannot be used with --for or --mark")
        return _formats(kind, out)
    kinds = _kinds(ruleset, expansions) if ruleset is not None else ()
    told = FILES | {each.name: f"one {each.name} in a file of its own" for each in kinds}
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        every = schemas(kinds)
        for name, each in every.items():
            (out / f"{name}.json").write_text(written(each), "utf-8", newline="\n")
        terminal.tell(f"{plural(len(every), 'schema')} in {shown(str(out))}")
        if mark and ruleset is not None:
            _mark(ruleset, out, kinds)
    elif kind is None:
        terminal.result("\n".join(columns(list(told.items()))))
    elif kind not in told:
        help = suggest_help(kind, told) or (f"there is {', '.join(told)}",)
        if ruleset is None:
            help = (*help, "`--for RULESET` adds the kinds of pieces and spaces of a ruleset")
        terminal.complain(f"there is no schema for `{kind}`", help)
        return 2
    else:
        terminal.result(written(schema(kind, kinds)))
    return 0


def _formats(name: str | None, out: Path | None) -> int:
    """Writes all schemas of formats into a folder, prints one, or lists them."""
    from boardwright.interpreter.records.schemas import FORMATS, written

    terminal = terminal_of()
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        for each in FORMATS:
            (out / f"{each}.json").write_text(written(each), "utf-8", newline="\n")
        terminal.tell(f"{plural(len(FORMATS), 'schema')} in {shown(str(out))}")
    elif name is None:
        terminal.result("\n".join(columns(list(FORMATS.items()))))
    elif name not in FORMATS:
        help = suggest_help(name, FORMATS) or (f"the formats are {', '.join(FORMATS)}",)
        terminal.complain(f"there is no format `{name}`", help)
        return 2
    else:
        terminal.result(written(name))
    return 0


def _mark(ruleset: str, out: Path, kinds: Sequence[Kind]) -> None:
    """Adds to each readable file the line that names its schema, with a path relative to the file."""
    from boardwright.dsl.source.yaml_tree import Mapping, read
    from boardwright.files.locate_ruleset import find
    from boardwright.files.read import read_folder, write_whole
    from boardwright.validators.schema_writer.files import marked, name_for

    found = find(ruleset)
    changed = 0
    for source in read_folder(found.path, Bag()):
        root = read(source, Bag())
        if not isinstance(root, Mapping) or not root.entries:
            continue
        schema = out / f"{name_for(root.entries[0].key.text, kinds)}.json"
        file = Path(source.name)
        way = Path(os.path.relpath(schema.resolve(), file.resolve().parent)).as_posix()
        if (text := marked(source.text, way)) != source.text:
            write_whole(file, text)
            changed += 1
    terminal_of().tell(f"{plural(changed, 'file')} marked")


def _kinds(ruleset: str, expansions: Sequence[str]) -> tuple[Kind, ...]:
    """The kinds that a ruleset and its game declare, as far as they can be read."""
    from boardwright.dsl.declare.ruleset import declare
    from boardwright.files.locate_ruleset import find
    from boardwright.files.manifests import game_and_expansions
    from boardwright.loading.library import Library
    from boardwright.validators.schema_writer.files import kinds_of

    others = [find(name).path for name in expansions]
    base, overlays = game_and_expansions(find(ruleset).path, others)
    library, bag = Library(), Bag()
    layers: list[Ruleset] = []
    for path in (base, *overlays):
        declared = declare(library.documents(path, bag), bag, layers)
        if declared is not None:
            layers.append(declared)
    if bag.failed:
        terminal_of().tell("there are errors in these rules; `boardwright validate` shows them")
    return kinds_of(layers)
