"""`boardwright lsp`: a language server for editors."""

from __future__ import annotations

import click

from boardwright.commands.options import speaking
from boardwright.extras import install


@click.command()
@click.option("--stdio", is_flag=True, help="Use stdin and stdout (the default).")
@speaking
def command(stdio: bool) -> int:
    """Run the language server: findings while you type, completion, hover, definitions, references, renaming.

    An editor starts it, and speaks the Language Server Protocol with it on stdin and stdout.
    """
    try:
        from boardwright.lsp.server import serve
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.split(".")[0] not in ("pygls", "lsprotocol"):
            raise
        click.echo(f"the language server needs: {install('lsp')}", err=True)
        return 2
    serve()
    return 0
