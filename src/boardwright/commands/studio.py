"""`boardwright studio`: a page in the browser to play, write, print and measure games."""

from __future__ import annotations

import signal
import sys
import webbrowser
from threading import Thread

import click

from boardwright import completing
from boardwright.commands.options import caching, expansions, speaking, terminal_of
from boardwright.extras import EXTRAS, install

_HERE = "127.0.0.1"
_LOOPBACK = (_HERE, "localhost", "::1")
_ANY = ("", "0.0.0.0", "::")


@click.command()
@click.argument("folder", required=False, shell_complete=completing.rulesets)
@expansions
@click.option("--no-open", is_flag=True, help="Print the address, and open no browser.")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=0,
    metavar="N",
    help="Port to listen on; a free one by default.",
)
@click.option(
    "--host",
    default=_HERE,
    show_default=True,
    metavar="ADDRESS",
    help="Address of this machine to listen on.",
)
@click.option(
    "--others-may-change-my-files",
    "trusting",
    is_flag=True,
    help="Needed for a --host that other machines can reach.",
)
@caching
@speaking
def command(
    folder: str | None,
    expansions: tuple[str, ...],
    no_open: bool,
    port: int,
    host: str,
    trusting: bool,
) -> int:
    """Open a page in the browser: play at a drawn table, write rules, see and print cards, play many games.

    FOLDER is a game, an expansion, or a folder with several of them; by default the current one. The page changes files
    in this folder only. A game that comes with Boardwright is shown by its id, and not changed.

    The page is only for you: an address that is printed works once, in one browser.
    """
    terminal = terminal_of()
    if host in _ANY:
        raise click.UsageError("`--host` needs an address by which a browser calls this machine")
    if host not in _LOOPBACK and not trusting:
        raise click.UsageError(
            f"others can reach `{host}`, and what they send is not encrypted: add "
            "`--others-may-change-my-files` if that is what you want"
        )
    try:
        from boardwright.studio.serving.guard import LOOPBACK, Guard
        from boardwright.studio.serving.page_files import our_page
        from boardwright.studio.serving.server import Studio, listen_on, serve_until_asked
    except ModuleNotFoundError as missing:
        libraries = {each.partition(">")[0] for each in EXTRAS["studio"]}
        if (missing.name or "").partition(".")[0] not in libraries:
            raise
        terminal.complain(f"the studio needs: {install('studio')}")
        return 2
    from boardwright.studio.serving.opening import OpeningError, opening_of

    try:
        opening = opening_of(folder, expansions)
    except OpeningError as fault:
        terminal.complain(str(fault), fault.help)
        return 2
    try:
        listening = listen_on(_HERE if host == "localhost" else host, port)
    except OSError as fault:
        why = (fault.strerror or "it cannot be used").lower()
        terminal.complain(f"cannot listen on {host}, port {port}: {why}")
        return 2
    with listening:
        called = f"[{host}]" if ":" in host else host
        guard = Guard.at(listening.getsockname()[1], LOOPBACK if host in _LOOPBACK else (called,))
        studio = Studio(guard, our_page(), opening.engine, opening.folder)
        address = f"http://{called}:{guard.port}/?token="
        terminal.result(f"{address}{guard.invite()}")
        sys.stdout.flush()  # a program may read it while the studio runs
        terminal.tell("Ctrl-C ends the studio")
        if not no_open:
            # In a thread, since some browsers end only when they are closed. It opens an address of its own: the printed one
            # is left for another browser.
            Thread(target=webbrowser.open, args=(address + guard.invite(),), daemon=True).start()
        asked = serve_until_asked(studio, listening)
    if asked == signal.SIGINT:
        raise KeyboardInterrupt
    return 128 + asked
