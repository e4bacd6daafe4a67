"""`boardwright cards`: cards and tokens to print, cut and play with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boardwright import completing
from boardwright.commands.options import (
    a_ruleset,
    caching,
    expansions,
    language,
    remark,
    remark_shadow,
    speaking,
    terminal_of,
)
from boardwright.dsl.source.diagnostics import shown
from boardwright.dsl.source.suggest import suggest_help
from boardwright.extras import install
from boardwright.terminal import plural

if TYPE_CHECKING:
    from boardwright.cards.press import Form
    from boardwright.loading.rules import Rules

SIZES = {
    "poker": (63, 88),
    "bridge": (57, 89),
    "mini": (44, 67),
    "tarot": (70, 120),
    "square": (70, 70),
}
_SIZE = re.compile(r"([0-9]{2,3}) *[x×] *([0-9]{2,3})")
_PAPERS = ("a4", "letter")
_LEAST, _MOST = 30, 200


@click.command()
@a_ruleset
@expansions
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The PDF to write; for png and svg, a folder.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="NAME,...",
    shell_complete=completing.kinds_and_pieces,
    help="Print only these kinds or pieces; repeat for several.",
)
@language
@click.option(
    "--paper",
    type=click.Choice(_PAPERS),
    default="a4",
    show_default=True,
    help="Size of the paper.",
)
@click.option(
    "--size",
    metavar="SIZE",
    help=f"Size of cards: width x height in millimetres, or {', '.join(SIZES)}.  [default: 63x88]",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(("pdf", "png", "svg")),
    default="pdf",
    show_default=True,
    help="Sheets to cut (pdf), or a file for each card.",
)
@click.option(
    "--ppi",
    type=click.IntRange(36, 1200),
    default=300,
    show_default=True,
    help="Pixels per inch of a png.",
)
@click.option(
    "--players",
    "-p",
    type=click.IntRange(1),
    metavar="N",
    help="Print what each player has for N players.",
)
@click.option(
    "--copies/--no-copies",
    default=True,
    show_default=True,
    help="As many copies as the game has, or one of each.",
)
@click.option(
    "--backs/--no-backs", default=True, show_default=True, help="Print the backs, mirrored."
)
@click.option(
    "--flip",
    type=click.Choice(("long-edge", "short-edge")),
    default="long-edge",
    show_default=True,
    help="The edge over which the printer turns the paper.",
)
@click.option(
    "--bleed",
    type=click.FloatRange(0, 10),
    default=0.0,
    show_default=True,
    metavar="MM",
    help="Colour beyond the edge of each card, and a gap between cards.",
)
@click.option(
    "--template",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A typst template of yours; it is a program, and runs by itself.",
)
@click.option(
    "--write-template",
    "new_template",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Instead: write our template to FILE, to begin a new one from.",
)
@caching
@speaking
def command(
    ruleset: str,
    expansions: tuple[str, ...],
    out: Path | None,
    only: tuple[str, ...],
    language: str | None,
    paper: str,
    size: str | None,
    form: Form,
    ppi: int,
    players: int | None,
    copies: bool,
    backs: bool,
    flip: str,
    bleed: float,
    template: Path | None,
    new_template: Path | None,
) -> int:
    """Print the cards and tokens of RULESET: sheets to cut, with backs, as many copies as the game has.

    Of an expansion only its own pieces are printed; those of others named by --with, too. Colours, symbols and
    pictures come from the `look` keys of the rules. A text that does not fit is reported, with its line.
    """
    from boardwright.cards.deck import Wanted, faces_of, printable
    from boardwright.cards.press import PressError
    from boardwright.cards.printing import Paper, print_faces
    from boardwright.cards.sheets import TooLargeError
    from boardwright.loading.rules import check_language

    terminal = terminal_of()
    if new_template is not None:
        from boardwright.cards.press import template as source_of

        new_template.write_text(source_of("common.typ", "sheet.typ"), "utf-8")
        terminal.result(f"{new_template}")
        return 0
    if out is None:
        raise click.UsageError("missing option `--out`: the file or folder to write")
    if form == "pdf":
        refuse_other_name(out, ("png", "svg"))
    dimensions = None if size is None else _size(size)
    rules, origins = reading(ruleset, expansions)
    check_language(rules.bound, language)
    remark(rules)
    if players is not None and players not in rules.players:
        raise click.UsageError(f"the game is for {rules.players[0]} to {rules.players[-1]} players")
    wanted = Wanted(language or rules.languages[0], origins, _names(only), dimensions, players)
    known = printable(rules, origins)
    for name in wanted.names:
        if name not in known:
            help = suggest_help(name, known) or (f"`boardwright show {rules.id}` lists the pieces",)
            terminal.complain(f"there is no kind or piece `{name}`", help)
            return 2
    faces = faces_of(rules, wanted)
    if not faces:
        terminal.complain(
            "there is nothing to print", ("an expansion without pieces has no cards of its own",)
        )
        return 2
    on = Paper(paper, backs, copies, round(10 * bleed), flip == "short-edge", form, ppi)
    try:
        with telling_what_is_needed():
            done = print_faces(
                rules,
                faces,
                wanted.language,
                on,
                "" if template is None else template.read_text("utf-8"),
            )
    except TooLargeError as fault:
        terminal.complain(str(fault), ("choose a larger --paper, or a smaller --size",))
        return 2
    except PressError as fault:
        terminal.complain(f"{template or 'the template'}: {fault}", fault.help)
        return 2
    written = write_pages(out, form, done.pages, done.names)
    terminal.diagnostics(done.findings)
    count = sum(face.copies if copies and form == "pdf" else 1 for face in faces)
    what = plural(count, "piece")
    where = plural(done.sheets, "page") if form == "pdf" else plural(written, "file")
    terminal.result(f"{out}: {what}, {where}")
    return 1 if done.findings else 0


def _names(only: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name.strip() for each in only for name in each.split(",") if name.strip())


def _size(text: str) -> tuple[int, int]:
    if text in SIZES:
        return SIZES[text]
    found = _SIZE.fullmatch(text.removesuffix("mm").strip())
    size = None if found is None else (int(found[1]), int(found[2]))
    if size is None or not all(_LEAST <= each <= _MOST for each in size):
        names = ", ".join(SIZES)
        raise click.BadParameter(
            f"`{text}` is not a size such as 63x88 (from {_LEAST} to {_MOST} mm), or one of {names}",
            param_hint="--size",
        )
    return size


# ---- also for `rulebook`


def reading(ruleset: str, expansions: Sequence[str]) -> tuple[Rules, tuple[str, ...]]:
    """The rules of a game or expansion, and the ids of what was named: of an expansion, not its game."""
    from boardwright.files.locate_ruleset import find
    from boardwright.files.manifests import game_and_expansions, manifest_at
    from boardwright.loading.load import read

    found, others = find(ruleset), [find(name) for name in expansions]
    for each in (found, *others):
        remark_shadow(each)
    rules = read(*game_and_expansions(found.path, [each.path for each in others]))
    named = [manifest_at(each.path) for each in (found, *others)]
    origins = tuple(each.id for each in named if each is not None)
    return rules, origins


@contextmanager
def telling_what_is_needed() -> Iterator[None]:
    """Says in one line what to install, if typst is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name != "typst":
            raise
        raise click.ClickException(f"this needs: {install('print')}") from missing


def refuse_other_name(out: Path, formats: Sequence[str] = ()) -> None:
    """Refuses a name for a PDF that promises another format; one of `formats` can be asked for with `--format`."""
    ending = out.suffix[1:].lower()
    if ending.isalpha() and ending != "pdf":
        instead = f"add `--format {ending}`, or " if ending in formats else ""
        raise click.UsageError(
            f"`{shown(out.name)}` would be a PDF: {instead}choose a name that ends in `.pdf`"
        )


def write_pages(out: Path, form: str, pages: Sequence[bytes], names: Sequence[str]) -> int:
    """Writes a document, or a folder with a file for each page; returns how many files."""
    from boardwright.runs.disk import write_whole

    if form == "pdf":
        write_whole(out, [pages[0]])
        return 1
    out.mkdir(parents=True, exist_ok=True)
    for name, page in zip(names, pages, strict=True):
        write_whole(out / f"{name}.{form}", [page])
    return len(pages)
