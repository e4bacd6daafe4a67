"""`boardwright play`: a person at the terminal against agents."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from boardwright import completing
from boardwright.commands.options import (
    agents,
    agents_for,
    at_table,
    caching,
    expansions,
    language,
    remark_table,
    seed_of_a_game,
    seeds_for,
    seeds_text,
    speaking,
    tell_faults,
    terminal_of,
)
from boardwright.dsl.source.diagnostics import shown
from boardwright.runs.disk import DiskError, refuse_unwritable, write_whole
from boardwright.runs.kept_game import PERSON, KeptGame
from boardwright.terminal import Paint, about, columns, plural, width
from boardwright.text.tale import Tale
from boardwright.text.teams import listed_teams

if TYPE_CHECKING:
    from boardwright.interpreter.agents.agent import Agent
    from boardwright.interpreter.agents.playing import Hearers
    from boardwright.interpreter.play.decision import Decision, Option
    from boardwright.interpreter.play.state import State
    from boardwright.loading.game import Game

HELP = """\
Type the number of an option, its name or how its name begins, and press Enter.
  b, board    the board again
  l           what has happened since the game began
  u, undo     take back your last choice, if nothing has come to light since
  why NAME    why an option is offered or not, or how a value or the score of a seat comes about
  save FILE   write the game to a file; load FILE takes it up again
  ?           this help; `? name` shows the text of that card
  q           leave the game"""


class _LeftError(Exception):
    """The player has left the game."""


class _ElsewhereError(Exception):
    """The game is at another decision now: one was taken back, or a game was loaded."""


@click.command()
@click.argument("ruleset", required=False, shell_complete=completing.rulesets)
@at_table
@seed_of_a_game
@expansions
@click.option("--seat", metavar="NAME", help="Your seat; the first by default.")
@agents("Agents for the other seats: one for all, or one each.")
@click.option(
    "--load",
    "saved",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Go on with a saved game, at the table it was saved at.",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the record of the game to this file.",
)
@language
@caching
@speaking
@click.pass_context
def command(
    context: click.Context,
    ruleset: str | None,
    players: int | None,
    options: Mapping[str, str],
    seed: int | None,
    expansions: tuple[str, ...],
    seat: str | None,
    agents: str,
    agents_seed: int | None,
    agent_seconds: float,
    saved: Path | None,
    record: Path | None,
    language: str | None,
) -> int:
    """Play RULESET at the terminal against agents.

    With --load, the saved game says which ruleset it is; name the RULESET if it does not come with boardwright.
    """
    from boardwright.dsl.source.suggest import suggest_help
    from boardwright.interpreter.agents.installed import find_agent
    from boardwright.interpreter.agents.playing import Hearers, finish
    from boardwright.interpreter.play.naming import Words
    from boardwright.loading.load import load
    from boardwright.loading.recorded import game_of, read_saved

    terminal = terminal_of()
    if record is not None:
        refuse_unwritable(record)  # checked before the game is played
    if saved is not None:
        if players is not None or options or seed is not None:
            raise click.UsageError(
                "`--load` takes players, options and seed from the saved game: leave them out"
            )
        header = read_saved(saved)
        game = game_of(header, ruleset, expansions, language)
        seed = header.seed
        if agents_seed is None:
            agents_seed = header.agents_seed
        if seat is None and PERSON in header.agents:
            seat = header.seats[header.agents.index(PERSON)]
        if context.get_parameter_source("agents") is ParameterSource.DEFAULT:
            agents = ",".join(_opponents(header.agents, header.seats.index(seat) if seat else 0))
        names, _ = agents_for(agents, game.players, people=1)
    elif ruleset is None:
        raise click.UsageError("name the RULESET to play, or a saved game with `--load FILE`")
    elif ruleset.endswith(".jsonl"):
        raise click.UsageError(f"for a saved game write `--load {shown(ruleset)}`")
    else:
        names, players = agents_for(agents, players, people=1)
        game = load(ruleset, players, options, expansions=expansions, language=language)
    factories = [find_agent(name, agent_seconds) for name in names]
    remark_table(game)
    if seat is not None and seat not in game.seats:
        told = "".join(f"; {each}" for each in suggest_help(seat, game.seats))
        seats = ", ".join(game.seats)
        raise click.UsageError(f"there is no seat `{seat}`; the seats are {seats}{told}")
    me = 0 if seat is None else game.seats.index(seat)
    seed, own_seed = seeds_for(names, seed, agents_seed)
    elsewhere = [n for n in range(game.players) if n != me]
    if len(factories) == 1:
        factories *= len(elsewhere)
        names *= len(elsewhere)
    seed_of_agents = seed if own_seed is None else own_seed
    playing = {n: make(seed_of_agents, n) for n, make in zip(elsewhere, factories, strict=True)}
    terminal.tell(
        f"{about(game.name, game.rules.expansions)}: {plural(game.players, 'player')}, "
        f"you are {shown(Words(game.rules.bound, language).seat(game.seats[me]))}, "
        f"{seeds_text(seed, own_seed)}"
    )
    if sys.stdin.isatty():
        import readline  # noqa: F401 - lines can then be edited
    seated = (*names[:me], PERSON, *names[me:])
    kept = KeptGame(game, seed, seated, own_seed)
    state, paint = game.new(seed), Paint(terminal.colored(sys.stdout))
    hearers, tale = Hearers(game.program, playing, seed), Tale(game, seed, me)
    evening = _Evening(game, state, me, playing, hearers, paint, kept, tale)
    try:
        if saved is not None:
            evening.begin_at(saved)
        evening.play()
    finally:
        if record is not None:
            write_whole(record, [kept.text().encode()])
        finish(playing.values(), evening.state)
    return 1 if tell_faults(game, playing) else 0


@dataclass(slots=True)
class _Evening:
    """One game at the terminal."""

    game: Game
    state: State
    me: int
    agents: Mapping[int, Agent]
    hearers: Hearers
    paint: Paint
    kept: KeptGame
    tale: Tale
    board_shown: tuple[str, list[tuple[str, str]]] | None = None

    def play(self) -> None:
        from boardwright.interpreter.agents.playing import choice_of

        self.write("? for help, q to leave\n")
        try:
            while (decision := self.state.decision) is not None:
                if decision.player == self.me:
                    self.tell_news()
                    if self.position() != self.board_shown:
                        self.board()
                    try:
                        answer = self.ask(decision)
                    except _ElsewhereError:
                        continue
                else:
                    answer = choice_of(self.agents[decision.player], decision, self.state)
                self.take(decision, answer)
        except _LeftError:
            self.write("\nyou have left the game\n")
            return
        self.tell_news()
        self.board()
        self.end()

    def take(self, decision: Decision, answer: int) -> None:
        """Applies a choice, and remembers it."""
        self.kept.chose(decision, answer)
        self.state.apply(answer)
        self.hearers.apply(answer)
        self.tale.apply(answer)

    def ask(self, decision: Decision) -> int:
        """The number of the option that the person takes."""
        options = decision.options
        self.write(f"\n{self.paint('1', _question(decision))}\n")
        self.write("\n".join(_menu(options)) + "\n")
        text = ""
        while True:
            text = text or self.read()
            typed, text = text, ""
            if self.does(typed):
                continue
            meant = _meant(typed, options)
            if len(meant) == 1:
                option = options[meant[0]]
                if len(typed) > 1 or _is_whole(typed, option):
                    return meant[0]
                # One letter is typed by mistake more easily than a word.
                self.write(f"{shown(option.label)}? Press Enter to take it\n")
                text = self.read()
                if text.casefold() in ("", "y", "yes"):
                    return meant[0]
                text = "" if text.casefold() in ("n", "no") else text
                continue
            if meant:
                could = ", ".join(shown(options[n].label) for n in meant)
                self.write(f"`{shown(typed)}` could mean: {could}\n")
            else:
                self.write(f"there is no option `{shown(typed)}`; ? for help\n")

    def does(self, text: str) -> bool:
        """Whether this is a command, which is then done."""
        word, _, rest = text.partition(" ")
        match word, rest.strip():
            case "" | "q" | "quit" | "b" | "board" | "l" | "u" | "undo" | "help", more if more:
                return False
            case "", _:
                return True
            case "q" | "quit", _:
                raise _LeftError
            case "?" | "help", "":
                self.write(f"{HELP}\n")
            case "b" | "board", _:
                self.board()
            case "l", _:
                self.write(self.tale.text(self.paint, again=True))
            case "u" | "undo", _:
                self.undo()
            case "why", asked if asked:
                self.write(self.why(asked))
            case "save", file if file:
                self.save(Path(file))
            case "load", file if file:
                self.load(Path(file))
            case _ if text.startswith("?"):
                self.write("".join(f"{line}\n" for line in self.printed(text[1:].strip())))
            case _:
                return False
        return True

    def why(self, asked: str) -> str:
        """Why something is as it is, as far as the person may see it."""
        from boardwright.interpreter.reference.questions import QuestionError, play_to
        from boardwright.text.why import why_text, why_told

        decision = self.state.decision
        assert decision is not None
        meant = _meant(asked, decision.options)
        option = decision.options[meant[0]].id if len(meant) == 1 else None
        game = play_to(self.game.table, self.kept.seed, self.kept.ids)
        try:
            return why_text(why_told(game, asked, option, self.me), "now")
        except QuestionError as fault:
            return "".join(f"{shown(line)}\n" for line in (f"{fault}", *fault.help))

    def undo(self) -> None:
        """Takes back the person's last choice, and what the others chose since, if nothing has come to light."""
        own = self.game.seats[self.me]
        choices = self.kept.until_own(own)
        if choices is None:
            self.write("you have not chosen anything yet\n")
            return
        match self.kept.learned_since(len(choices)):
            case "chance":
                self.write("this cannot be taken back: chance has decided something since\n")
            case "face":
                self.write("this cannot be taken back: somebody has seen something new since\n")
            case None:
                self.write("taken back\n")
                self.take_up(choices)

    def save(self, file: Path) -> None:
        """Writes the game so far to a file."""
        try:
            self.kept.save(file)
        except (OSError, DiskError, ValueError) as fault:
            self.write(f"not saved: {shown(f'{fault}')}\n")
        else:
            self.write(
                f"saved to {shown(f'{file}')}; `load {shown(f'{file}')}` takes it up again\n"
            )

    def load(self, file: Path) -> None:
        """Goes on with a game that was saved."""
        try:
            choices = self.kept.load(file, self.game.seats[self.me])
        except (OSError, ValueError) as fault:
            self.write(f"not loaded: {shown(f'{fault}')}\n")
        else:
            self.take_up(choices)

    def begin_at(self, file: Path) -> None:
        """As `load`, before anything is played. Raises `UsageError` if that cannot be."""
        try:
            choices = self.kept.load(file, self.game.seats[self.me])
        except ValueError as fault:
            raise click.UsageError(shown(f"{fault}")) from None
        with suppress(_ElsewhereError):
            self.take_up(choices)

    def take_up(self, choices: Sequence[str]) -> None:
        """Goes on after these choices."""
        from boardwright.interpreter.agents.playing import Hearers

        self.state = self.game.new(self.kept.seed)
        self.hearers = Hearers(self.game.program, self.agents, self.kept.seed)
        self.kept.choices.clear()
        self.tale = Tale(self.game, self.kept.seed, self.me)
        for choice in choices:
            decision = self.state.decision
            assert decision is not None
            self.take(decision, decision.ids.index(choice))
        self.tale.text(self.paint)  # it has been read before
        self.board_shown = None
        raise _ElsewhereError

    def printed(self, name: str) -> Iterator[str]:
        """The texts of the things whose names start like this."""
        words, wanted = self.state.words, name.casefold()
        texts = {}
        for each in self.game.rules.declared.definitions:
            label = words.pick(each.texts, each.id)
            if label.casefold().startswith(wanted) or each.id.startswith(wanted):
                texts[label] = words.pick(each.rules_text, "") or words.pick(each.about, "")
        for label, text in texts.items():
            if text:
                yield from wrap(shown(f"{label}: {text}"), width(), subsequent_indent="  ")
        if not any(texts.values()):
            yield (
                f"`{shown(name)}` has no text"
                if texts
                else (f"nothing here is called `{shown(name)}`")
            )

    def read(self) -> str:
        """A line that the person types, stripped."""
        if sys.stdin.isatty() and sys.stdout.isatty():
            # Marks around what has no width on the screen; without them, editing the line would go wrong.
            try:
                return input(
                    "\x01\x1b[1;32m\x02> \x01\x1b[0m\x02" if self.paint.on else "> "
                ).strip()
            except EOFError:
                raise _LeftError from None
        self.write(self.paint("1;32", "> "))
        line = sys.stdin.readline()
        if not line:
            raise _LeftError
        self.write(f"{shown(line.strip())}\n")
        return line.strip()

    # ---- news

    def tell_news(self) -> None:
        """Prints what has happened since the person's last decision."""
        if text := self.tale.text(self.paint):
            self.write(f"\n{text}")

    def position(self) -> tuple[str, list[tuple[str, str]]]:
        """Prints the board as the person sees it."""
        from boardwright.text.board import BoardText

        text = BoardText(self.state, self.me)
        return text.headline(), text.rows()

    def board(self) -> None:
        self.board_shown = head, rows = self.position()
        self.write(
            f"\n{self.paint('1;36', f'── {head} ' + '─' * max(0, width() - len(head) - 4))}\n"
        )
        widest = max((len(name) for name, _ in rows), default=0)
        for name, told in rows:
            if not told:
                self.write(f"{self.paint('1', name)}\n")
                continue
            room = max(20, width() - widest - 2)
            lines = [told] if len(told) <= room else wrap(told, room)
            for n, line in enumerate(lines):
                self.write(f"{('' if n else name).ljust(widest)}  {line}\n")

    def end(self) -> None:
        state = self.state
        if state.unfinished:
            self.write("\nThe game has reached its limit of decisions, and stops.\n")
        rows = [("rank", "seat", "score", "")]
        order = sorted(range(self.game.players), key=lambda n: state.ranks[n])
        for n in order:
            seat = state.words.seat(self.game.seats[n])
            told = "you" if n == self.me else ""
            if n in state.winners:
                told = "you win" if n == self.me else "wins"
            rows.append((f"{state.ranks[n]}", shown(seat), f"{state.scores[n]}", told))
        self.write("\n" + "\n".join(columns(rows, right=(0, 2))) + "\n")
        names = [state.words.seat(seat) for seat in self.game.seats]
        if teams := listed_teams(self.game.table.teams, names):
            self.write(f"\nTeams: {shown(teams)}\n")

    def write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def _opponents(agents: Sequence[str], me: int) -> Iterator[str]:
    """The agents of the other seats of a saved game. A record may come from anybody: it runs no programs."""
    from boardwright.interpreter.agents.installed import SHIPPED

    for seat, name in enumerate(agents):
        if seat != me:
            yield name if name in SHIPPED else "random"


def _question(decision: Decision) -> str:
    """The question, with a capital letter and, if it is yes or no, a question mark; of several things, how many are picked."""
    text = decision.question
    text = text[:1].upper() + text[1:]
    if decision.site.form == "may" and not text.endswith("?"):
        text += "?"
    if decision.site.several:
        picked, most = decision.picked_labels, f"{decision.most}"
        if decision.least < decision.most:
            most = f"up to {most}"
        told = f": {', '.join(picked)}" if picked else ""
        text += f" ({len(picked)} of {most} picked{told})"
    return shown(text)


def _is_whole(text: str, option: Option) -> bool:
    """Whether a text is a whole name or a number, not only how a name begins."""
    wanted = text.casefold()
    return wanted.isdigit() or wanted in (option.id, option.label.casefold())


def _numbers(options: Sequence[Option]) -> bool:
    """Whether all options are numbers, which the person then types as they are."""
    return any(_number(option) for option in options)


def _number(option: Option) -> bool:
    return option.id.removeprefix("-").isdigit()


def _menu(options: Sequence[Option]) -> list[str]:
    """Numbered labels, in as many columns as fit when there are many."""
    if _numbers(options):
        return [f"  {', '.join(shown(option.label) for option in options)}"]
    cells = [f"{n:>3} {shown(option.label)}" for n, option in enumerate(options, 1)]
    widest = max(len(cell) for cell in cells) + 2
    across = max(1, min(width() // widest, -(-len(cells) // 6)))
    height = -(-len(cells) // across)
    return [
        "".join(cell.ljust(widest) for cell in cells[row::height]).rstrip() for row in range(height)
    ]


def _meant(text: str, options: Sequence[Option]) -> list[int]:
    """The options that a text may mean: by number or id, else by the label or its first letters."""
    if text.isascii() and text.isdigit() and not _numbers(options):
        number = int(text[:9])
        return [number - 1] if 1 <= number <= len(options) else []
    wanted = text.casefold()
    exact = [n for n, option in enumerate(options) if option.id == wanted]
    exact = exact or [n for n, option in enumerate(options) if option.label.casefold() == wanted]
    if exact or (_numbers(options) and wanted[:1].isdigit()):
        return exact
    return [
        n
        for n, option in enumerate(options)
        if option.label.casefold().startswith(wanted) or option.id.startswith(wanted)
    ]
