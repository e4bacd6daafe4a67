"""`boardwright completion`: the script by which a shell completes commands."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from boardwright.commands.options import speaking, terminal_of

SHELLS = ("bash", "zsh", "fish")
_NAME, _ASKS = "boardwright", "_BOARDWRIGHT_COMPLETE"


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
@speaking
def command(ctx: click.Context, shell: str) -> int:
    """Print the script that makes a SHELL complete commands, options, games and cards.

    In ~/.bashrc: eval "$(boardwright completion bash)"; in ~/.zshrc the same with zsh. In
    ~/.config/fish/config.fish: boardwright completion fish | source
    """
    found = get_completion_class(shell)
    assert found is not None
    terminal_of().result(found(ctx.find_root().command, {}, _NAME, _ASKS).source().strip())
    return 0
