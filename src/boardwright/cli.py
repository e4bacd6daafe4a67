"""The command line. Each command is a module of `boardwright.commands`, imported when it is used."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, TextIO, cast

import click

from boardwright.version import __version__

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

# name -> line of help: help is printed without importing any command.
COMMANDS = {
    "new": "create a card, an expansion, a game or a repository",
    "rulesets": "list the games and expansions that come with boardwright",
    "show": "show a game at a glance: board, pieces, cards, rules",
    "validate": "check rule files and explain what is wrong",
    "fmt": "format rule files",
    "test": "run the scenarios of a ruleset",
    "coverage": "show which clauses of a ruleset never ran",
    "run": "let agents play one game and print the result",
    "studio": "play, write, print and measure games on a page in the browser",
    "play": "play at the terminal against agents",
    "replay": "replay a recorded game and verify it",
    "why": "explain a value, a score, an option or an event in a recorded game",
    "simulate": "play many games in parallel and keep their results",
    "tournament": "let agents play against each other and rate them",
    "study": "find out whether a game is fair and deep, and what each card does",
    "train": "train a policy by self-play, to use as an agent",
    "merge": "merge the shards of a run that several machines played",
    "cards": "print cards and tokens: sheets to cut, with backs",
    "print": "print the board: tiles to glue together, or one large page",
    "rulebook": "print the rules of a game or an expansion",
    "report": "summarize a run, or compare two",
    "export": "write the games of a run as a table: Parquet or CSV",
    "bench": "measure how fast a game runs",
    "schema": "print or write the JSON Schemas that editors check rule files with",
    "cache": "show or clear the cache on the disk",
    "completion": "print the script that makes a shell complete commands and games",
    "lsp": "run the language server: findings while you type, completion, renaming",
    "explain": "explain a diagnostic code, such as E401",
}

OK, FINDINGS, NOT_DONE, INTERRUPTED = 0, 1, 2, 130


class Commands(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found = import_module(f"boardwright.commands.{cmd_name}").command
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            from boardwright.dsl.source.suggest import suggest_help

            meant = "".join(f"; {each}" for each in suggest_help(args[0], COMMANDS))
            raise click.UsageError(f"there is no command `{args[0]}`{meant}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 nothing wrong, 1 something found, 2 could not do the work, 130 interrupted.",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def group(ctx: click.Context) -> None:
    """Board games written as data: check them, show them, play them."""
    # By itself, click prints the help in some versions, and raises it as a mistake in others.
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(args: list[str] | None = None) -> int:
    """Runs the command line and returns the exit code. It raises nothing: mistakes become messages."""
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets it spelled out, not a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _run(args)
        sys.stdout.flush()
        _remind()
    except BrokenPipeError:
        # The reader of our results has closed the pipe.
        _hush(sys.stdout)
        code = NOT_DONE
    except StreamError as fault:
        _complain_of(fault)
        _hush(sys.stdout if fault.filename == "stdout" else sys.stderr)
        code = NOT_DONE
    return code


class StreamError(OSError):
    """A stream cannot be written to, for example since the disk is full. `filename` says which."""


class _NamedStream(io.FileIO):
    """A stream that names itself when it cannot be written to."""

    def __init__(self, number: int, called: str) -> None:
        super().__init__(number, "w", closefd=False)
        self.called = called

    def write(self, data: Buffer, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as fault:
            raise StreamError(fault.errno, fault.strerror, self.called) from fault


def _open_streams() -> None:
    """Replaces a closed stdout or stderr. Results that cannot be written are an error; remarks are not."""
    # For a closed stream, Python has None.
    if sys.stderr is None:
        number = os.open(os.devnull, os.O_WRONLY)
        sys.stderr = open(number, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - to the end
    if sys.stdout is None:
        # Opened for reading, so that writing fails as on a closed stream.
        number = os.open(os.devnull, os.O_RDONLY)
        sys.stdout = open(number, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - to the end
    sys.stdout = _named(sys.stdout, "stdout")
    sys.stderr = _named(sys.stderr, "stderr")


def _named(stream: TextIO, name: str) -> TextIO:
    """The same stream, which names itself when it cannot be written to. Those of tests and editors stay as they are."""
    buffer = getattr(stream, "buffer", None)
    if (
        not isinstance(stream, io.TextIOWrapper)
        or type(getattr(buffer, "raw", buffer)) is not io.FileIO
    ):
        return stream
    raw = _NamedStream(stream.fileno(), name)
    # Without a buffer if the stream had none.
    below = io.BufferedWriter(raw) if hasattr(buffer, "raw") else cast(io.BufferedWriter, raw)
    return io.TextIOWrapper(
        below,
        encoding=stream.encoding,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def _hush(stream: TextIO) -> None:
    """Throws away what is still buffered, which Python would otherwise write once more at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _complain_of(fault: StreamError) -> None:
    from boardwright.commands.options import terminal_of

    try:
        why = "it is closed" if fault.errno == errno.EBADF else (fault.strerror or "").lower()
        terminal_of().complain(f"{fault.filename}: {why or 'cannot be written to'}")
    except OSError:  # stderr cannot be written to either
        _hush(sys.stderr)


def _run(args: list[str] | None) -> int:
    try:
        done = group.main(args=args, prog_name="boardwright", standalone_mode=False)
    except click.ClickException as mistake:
        _misused(mistake, alone=len(sys.argv[1:] if args is None else args) == 1)
        return NOT_DONE
    except (KeyboardInterrupt, click.Abort):
        sys.stderr.write("\n")
        return INTERRUPTED
    except (BrokenPipeError, StreamError):
        raise
    except Exception as fault:
        return _fault(fault)
    return done if isinstance(done, int) else OK


def _remind() -> None:
    # If this module was never imported, nothing was printed in full.
    common = sys.modules.get("boardwright.commands.options")
    if common is not None:
        common.terminal_of().remind()


def _misused(mistake: click.ClickException, *, alone: bool) -> None:
    """Reports a wrong command line in the form of all other mistakes. A command that stands `alone` and lacks something shows
    its help first.
    """
    from boardwright.commands.options import terminal_of

    message = " ".join(mistake.format_message().split()).rstrip(".")
    help: tuple[str, ...] = ()
    ctx = mistake.ctx if isinstance(mistake, click.UsageError) else None
    if ctx is not None and ctx.parent is not None and alone:
        click.echo(f"{ctx.get_help()}\n", err=True)
        if "RULESET" in message:
            help = ("`boardwright rulesets` lists the games that come with it",)
    elif ctx is not None:
        help = (f"see `{ctx.command_path} --help`",)
    terminal_of().complain(message[:1].lower() + message[1:], help)


def _fault(fault: Exception) -> int:
    """Handles what a command does not handle itself: mistakes in rules first, then our own."""
    from boardwright.commands.options import terminal_of
    from boardwright.dsl.source.diagnostics import RulesetError, shown

    terminal = terminal_of()
    if isinstance(fault, RulesetError):
        terminal.diagnostics(fault.diagnostics)
        return code_of(fault)
    from boardwright.interpreter.agents.agent import AgentError
    from boardwright.interpreter.native.choice import BackendError
    from boardwright.interpreter.table.errors import RuleError

    if isinstance(fault, RuleError):
        terminal.diagnostics([fault.diagnostic()])
        return FINDINGS
    if isinstance(fault, AgentError | BackendError):
        terminal.complain(str(fault), fault.help)
        return NOT_DONE
    from boardwright.runs.disk import DiskError

    if isinstance(fault, DiskError):
        terminal.complain(str(fault))
        return NOT_DONE
    if isinstance(fault, OSError) and (fault.filename is not None or fault.strerror):
        named = "" if fault.filename is None else f"{fault.filename}: "
        terminal.complain(f"{named}{(fault.strerror or 'cannot be used').lower()}")
        return NOT_DONE
    if os.environ.get("BOARDWRIGHT_DEBUG") == "1":
        raise fault
    text = " ".join(str(fault).split())
    sys.stderr.write(
        f"error[E901]: boardwright made a mistake: {type(fault).__name__}: {shown(text[:200])}"
        " (BOARDWRIGHT_DEBUG=1 shows where)\n"
    )
    return NOT_DONE


# Mistakes of the question rather than of the rules.
_NOT_FINDINGS = frozenset({"E127", "E671", "E672", "E673", "E674", "E675", "E676", "E901"})


def code_of(refused: BaseException) -> int:
    """The exit code: 1 if something is wrong with the rules, 2 if they could not be read."""
    from boardwright.dsl.source.diagnostics import RulesetError, Severity

    assert isinstance(refused, RulesetError)
    errors = {item.code for item in refused.diagnostics if item.severity is Severity.ERROR}
    return NOT_DONE if errors & _NOT_FINDINGS else FINDINGS


def entry() -> None:
    """What the installed script runs."""
    sys.exit(main())
