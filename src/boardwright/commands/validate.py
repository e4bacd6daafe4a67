"""`boardwright validate`: check rule files and explain what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boardwright import completing
from boardwright.commands.many_games import (
    Asked,
    Attempt,
    carry_out,
    checks_on,
    cluster,
    cluster_is_named,
)
from boardwright.commands.options import (
    caching,
    expansions,
    remark_shadow,
    seed_of_games,
    speaking,
    terminal_of,
)
from boardwright.dsl.source.codes import CODES
from boardwright.dsl.source.diagnostics import Bag, Diagnostic, RulesetError, Severity, shown
from boardwright.dsl.source.suggest import suggest_help
from boardwright.loading.play_checks import MOST_GAMES, ByPlay, Elsewhere
from boardwright.terminal import Terminal, plural
from boardwright.text.finding_formats import FORMATS, format_for, written

if TYPE_CHECKING:
    from boardwright.cache.cached_results import Parts
    from boardwright.validators.subject.subject import Profile

PROFILES = ("minimal", "basic", "shared", "published")
_STDIN = "-"


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATHS]...", shell_complete=completing.rulesets)
@expansions
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="Format of the findings.  [default: full; github if GITHUB_ACTIONS is set]",
)
@click.option(
    "--out",
    "out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to this file instead of stdout.",
)
@click.option(
    "--select",
    multiple=True,
    metavar="CODES",
    shell_complete=completing.codes,
    help="Report only these codes, such as E4 or unknown-name.",
)
@click.option(
    "--ignore",
    multiple=True,
    metavar="CODES",
    shell_complete=completing.codes,
    help="Leave out these codes.",
)
@click.option(
    "--fix", is_flag=True, help="Correct mistakes that leave no doubt about what was meant."
)
@click.option(
    "--unsafe-fixes", is_flag=True, help="With `--fix`, also follow other single suggestions."
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0, even after errors.")
@click.option(
    "--profile",
    type=click.Choice(PROFILES),
    default="basic",
    show_default=True,
    help="How much to check; each profile includes those before it.",
)
@click.option(
    "--stdin-filename",
    "stdin_filename",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Name of the file that comes from stdin, with path `-`.",
)
@click.option(
    "--play",
    "games",
    type=click.IntRange(1, MOST_GAMES),
    metavar="N",
    help="Play N random games and report errors and unused rules.",
)
@seed_of_games("Seed for the random numbers.")
@click.option(
    "--write-scenarios",
    "directory",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write scenarios that show what `--play` found.",
)
@cluster
@caching
@speaking
def command(
    paths: tuple[str, ...],
    expansions: tuple[str, ...],
    form: str | None,
    out: Path | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fix: bool,
    unsafe_fixes: bool,
    exit_zero: bool,
    profile: str,
    stdin_filename: Path | None,
    games: int | None,
    seed: int,
    directory: Path | None,
    cluster: Asked,
) -> int:
    """Check rule files and explain what is wrong.

    PATHS are ids of shipped rulesets, folders with one ruleset or several, or single files; by default, the
    current folder. A single file is checked as part of its ruleset, and an expansion together with its game.
    `-` reads a file from stdin.
    """
    from boardwright.validators.subject.subject import Profile

    terminal = terminal_of()
    wanted, unwanted = _codes(select, "--select"), _codes(ignore, "--ignore")
    unsaved = _from_stdin(stdin_filename) if _STDIN in paths else None
    if stdin_filename is not None and unsaved is None:
        raise click.UsageError("`--stdin-filename` needs `-` as path")
    if games is None and directory is not None:
        raise click.UsageError("`--write-scenarios` needs `--play`")
    if fix and (unsaved is not None or games is not None):
        raise click.UsageError("`--fix` corrects files: leave out `-` and `--play`")
    if unsafe_fixes and not fix:
        raise click.UsageError("`--unsafe-fixes` needs `--fix`")
    if games is None and cluster_is_named():
        raise click.UsageError("`--cluster` needs `--play`")
    corrected = 0

    def checked(elsewhere: Elsewhere | None = None) -> tuple[Diagnostic, ...]:
        by_play = None if games is None else ByPlay(games, seed, directory, terminal, elsewhere)
        return check(paths or (".",), expansions, Profile[profile.upper()], unsaved, by_play)

    def on_cluster(_: Attempt) -> tuple[Diagnostic, ...]:
        named = cluster()
        assert named is not None
        with checks_on(named) as players:
            return checked(players.play)

    found = carry_out("check", on_cluster) if cluster_is_named() else checked()
    if isinstance(found, int):
        return found
    if fix:
        from boardwright.commands.fixing import correct

        folders = [Path(name).resolve() for name in paths or (".",) if Path(name).exists()]
        found, corrected = correct(found, checked, folders, unsafe_fixes)
    kept = [
        item for item in found if (not wanted or item.code in wanted) and item.code not in unwanted
    ]
    _write(terminal, kept, form or format_for(out), out)
    if corrected:
        terminal.tell(f"corrected {plural(corrected, 'mistake')}")
    terminal.tell(_summary(kept))
    if any(item.code == "E127" for item in found):
        return 2
    failed = any(item.severity is Severity.ERROR for item in kept)
    return 1 if failed and not exit_zero else 0


def check(
    names: Sequence[str],
    expansions: Sequence[str] = (),
    profile: Profile | None = None,
    unsaved: tuple[Path, str | RulesetError] | None = None,
    by_play: ByPlay | None = None,
) -> tuple[Diagnostic, ...]:
    """The findings about the rulesets of these names, sorted; by default those of the profile `basic`.
    The name `-` means the `unsaved` text, as part of its file's ruleset.
    """
    from boardwright.cache.cached_results import found_on_disk
    from boardwright.validators.subject.subject import Profile

    _remark_shadows(names)
    profile = Profile.BASIC if profile is None else profile

    def found() -> tuple[Diagnostic, ...]:
        return _checked(names, expansions, profile, unsaved, by_play)

    if unsaved is not None or by_play is not None:
        return found()
    question = [profile.name, *(f"of {name}" for name in names), *(f"with {e}" for e in expansions)]
    findings, _ = found_on_disk("validated", question, found, _worth_it, _findings)
    return findings


def _findings(parts: Parts) -> tuple[Diagnostic, ...]:
    findings: tuple[Diagnostic, ...] = parts.next()
    return findings


def _worth_it(found: tuple[Diagnostic, ...]) -> tuple[object, ...] | None:
    """The result to keep: None after errors, since the rules will change before they are validated again."""
    return None if any(item.severity is Severity.ERROR for item in found) else (found,)


def _checked(
    names: Sequence[str],
    expansions: Sequence[str],
    profile: Profile,
    unsaved: tuple[Path, str | RulesetError] | None,
    by_play: ByPlay | None,
) -> tuple[Diagnostic, ...]:
    from boardwright.files.locate_ruleset import find
    from boardwright.loading.library import Library
    from boardwright.loading.steps import Checking

    bag, library = Bag(), Library()
    if unsaved is not None and isinstance(unsaved[1], str):
        library = Library({unsaved[0]: unsaved[1]})
    roots: list[Path] = []
    for name in names:
        try:
            roots += _roots(name) if name != _STDIN or unsaved is None else _root(unsaved)
        except RulesetError as refused:
            for diagnostic in refused.diagnostics:
                bag.add(diagnostic)
    others = [find(name).path for name in expansions]
    for root in dict.fromkeys(roots):
        checking = Checking(root, library, profile, others, roots, by_play=by_play)
        for diagnostic in checking.all().sorted():
            bag.add(diagnostic)
    return bag.sorted()


# ---- what to check --------------------------------------------------------------------------------------


def _remark_shadows(names: Sequence[str]) -> None:
    from boardwright.files.locate_ruleset import find

    for name in names:
        with suppress(RulesetError):  # reported where it is needed
            remark_shadow(find(name))


def _roots(name: str) -> list[Path]:
    """The rulesets that a name means: the one at the path, those inside it, or the one that it is part of."""
    from boardwright.files.locate_ruleset import find
    from boardwright.files.manifests import root_of, rulesets_in

    path = find(name).path
    return rulesets_in(path) if path.is_dir() else [root_of(path)]


def _root(unsaved: tuple[Path, str | RulesetError]) -> list[Path]:
    """The ruleset that a text on stdin is part of."""
    from boardwright.files.locate_ruleset import MANIFESTS
    from boardwright.files.manifests import root_of
    from boardwright.files.read import whole

    path, text = unsaved
    if isinstance(text, RulesetError):
        raise text
    root = root_of(path, {whole(path): text})
    in_folder = root == path and path.name in MANIFESTS and path.parent.is_dir()
    return [path.parent if in_folder else root]


def _from_stdin(name: Path | None) -> tuple[Path, str | RulesetError]:
    """The text from stdin, and the file that it belongs to."""
    import sys

    from boardwright.files.read import decoded

    path = name or Path(_STDIN)
    stream = getattr(sys.stdin, "buffer", None)
    try:
        return path, sys.stdin.read() if stream is None else decoded(stream.read(), str(path))
    except RulesetError as refused:
        return path, refused


# ---- what to print --------------------------------------------------------------------------------------


def _codes(given: Sequence[str], option: str) -> frozenset[str]:
    """The codes that texts mean: whole codes, their first characters such as `E4`, or names."""
    found: set[str] = set()
    for text in (part.strip() for each in given for part in each.split(",")):
        if not text:
            continue
        meant = {
            code
            for code, name in CODES.items()
            if name == text.lower() or code.startswith(text.upper())
        }
        if not meant:
            help = suggest_help(text, [*CODES, *CODES.values()])
            told = f"; {help[0]}" if help else ""
            raise click.BadParameter(f"there is no code `{shown(text)}`{told}", param_hint=option)
        found |= meant
    return frozenset(found)


def _write(terminal: Terminal, items: Sequence[Diagnostic], format: str, file: Path | None) -> None:
    import sys

    if file is not None:
        file.write_text(written(items, format), "utf-8")
    elif format == "full":
        sys.stdout.write(terminal.in_full(items, sys.stdout))
    else:
        sys.stdout.write(written(items, format))


def _summary(items: Sequence[Diagnostic]) -> str:
    if not items:
        return "nothing wrong"
    counts = Counter(item.severity for item in items)
    told = ", ".join(plural(counts[each], each.value) for each in Severity if counts[each])
    files = len({item.label.span.source.name for item in items if item.label is not None})
    return f"{told} in {plural(files, 'file')}" if files else told
