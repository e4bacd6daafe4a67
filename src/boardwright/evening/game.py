"""One game at the terminal, which people play by turns at one keyboard, and agents beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from boardwright.dsl.source.diagnostics import shown
from boardwright.evening import menu
from boardwright.evening.card_texts import printed
from boardwright.evening.console import LeftError, Lines
from boardwright.evening.person import Person
from boardwright.runs.disk import DiskError, trouble
from boardwright.terminal import Paint, columns, height, width
from boardwright.text.screen_words import ScreenWords, beside
from boardwright.text.teams import listed_teams

if TYPE_CHECKING:
    from boardwright.interpreter.agents.agent import Agent
    from boardwright.interpreter.agents.playing import Hearers
    from boardwright.interpreter.play.decision import Decision, Option
    from boardwright.interpreter.play.state import State
    from boardwright.loading.game import Game
    from boardwright.runs.kept_game import KeptGame

_AROUND = 7
"""Lines of a screen that are not options: the question, the prompt, and the heading of what has changed."""

_LEAST = 2  # lines of options

ONLOOKER = -1


class _ElsewhereError(Exception):
    """The game is at another decision now: one was taken back, or a game was loaded."""


@dataclass(slots=True)
class Evening:
    """A game from now to its end. `people` are seats; whoever has no agent is one of them."""

    game: Game
    people: Sequence[int]
    agents: Mapping[int, Agent]
    kept: KeptGame
    console: Lines
    paint: Paint
    state: State = field(init=False)
    hearers: Hearers = field(init=False)
    persons: dict[int, Person] = field(init=False)
    onlooker: Person | None = field(init=False)
    said: ScreenWords = field(init=False)
    seated: Person | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.begin()
        self.said = beside(self.state.words)

    def begin(self) -> None:
        """Goes to the beginning of the game of this seed."""
        from boardwright.interpreter.agents.playing import Hearers

        seed, several = self.kept.seed, len(self.people) > 1
        self.state = self.game.new(seed)
        self.hearers = Hearers(self.game.program, self.agents, seed)
        self.persons = {seat: Person(self.game, seed, seat, self.paint) for seat in self.people}
        # What several people look at together is what everybody sees.
        self.onlooker = Person(self.game, seed, ONLOOKER, self.paint) if several else None

    def go_on_after(self, choices: Sequence[str], told: Sequence[Person] = ()) -> None:
        """Goes to the decision after these choices, which everybody knows; those who were `told` only what they were told."""
        self.kept.choices.clear()
        self.begin()
        for choice in choices:
            decision = self.state.decision
            assert decision is not None
            self.take(decision, decision.ids.index(choice))
        for each in self.everyone:
            each.news()
        for each, other in zip(self.everyone, told, strict=False):
            each.remember(other)

    @property
    def everyone(self) -> Sequence[Person]:
        """All who are told what happens."""
        return [*self.persons.values(), *([] if self.onlooker is None else [self.onlooker])]

    def play(self) -> None:
        """Plays to the end, or until somebody leaves."""
        from boardwright.interpreter.agents.playing import choice_of

        self.tell("greeting")
        try:
            while (decision := self.state.decision) is not None:
                person = self.persons.get(decision.player)
                if person is None:
                    answer = choice_of(self.agents[decision.player], decision, self.state)
                else:
                    try:
                        self.hand_over(person)
                        answer = self.ask(person, decision)
                    except _ElsewhereError:
                        continue
                self.take(decision, answer)
        except LeftError:
            self.console.write("\n")
            self.tell("left")
            return
        self.end()

    def take(self, decision: Decision, answer: int) -> None:
        """Applies a choice, and remembers it."""
        self.kept.chose(decision, answer)
        self.state.apply(answer)
        self.hearers.apply(answer)
        for each in self.everyone:
            each.tale.apply(answer)

    def hand_over(self, person: Person) -> None:
        """Lets a person sit down. Nobody sees what was shown to the one before, if the terminal can be cleared."""
        before, self.seated = self.seated, person
        if before is person or len(self.people) == 1 or not self.console.is_shared:
            return
        name = self.name(person.seat)
        # What came of the last choice, such as a card that was drawn, is seen at once.
        news = "" if before is None else before.news()
        if news:
            self.console.write(f"\n{news}")
            self.wait(f"{self.said.say('hand_over', name=name)} ")
        self.console.clear()
        self.wait(f"{self.said.say('alone', name=name)} ")
        self.console.clear()

    def tell(self, name: str, /, **values: str | int) -> None:
        """Writes one of the terminal's own texts as a line."""
        self.console.write(f"{self.said.say(name, **values)}\n")

    def wait(self, prompt: str) -> None:
        """Waits for Enter; whoever wants to leave may do so."""
        if self.console.read(prompt) in ("q", "quit"):
            raise LeftError

    # ---- a question

    def ask(self, person: Person, decision: Decision) -> int:
        """The number of the option that the person takes."""
        options = decision.options
        question = _Question(self, person, decision, options)
        if self.onlooker is not None:
            self.onlooker.news()
        question.show(person.news())
        text = ""
        while True:
            typed = text or question.read()
            text = ""
            if not typed:
                question.turn()
                continue
            if self.does(typed, person, options):
                continue
            meant = menu.meant(typed, options)
            # A letter is typed by mistake more easily than a word, and what is found inside a name may surprise.
            certain = bool(meant) and (len(typed) > 1 or menu.is_whole(typed, options[meant[0]]))
            if not meant and len(typed) > 1:
                meant = menu.found(typed, options)
            if len(meant) == 1 and certain:
                return meant[0]
            if len(meant) == 1:
                self.tell("confirm", option=shown(options[meant[0]].label))
                text = question.read()
                if not text or self.said.means("yes", text):
                    return meant[0]
                text = "" if self.said.means("no", text) else text
            elif meant:
                self.tell("could_mean", text=shown(typed))
                self.console.write(question.some(meant))
            else:
                self.tell("no_option", text=shown(typed))

    def does(self, text: str, person: Person, options: Sequence[Option]) -> bool:
        """Whether this is a command, which is then done."""
        write, (word, _, rest) = self.console.write, text.partition(" ")
        match word, rest.strip():
            case "q" | "quit", "":
                raise LeftError
            case "?" | "help", "":
                write(self.said.say("help"))
            case "b" | "board", "":
                write(person.board(self.state))
            case "b" | "board", name if not menu.meant(text, options):
                if found := person.rows_named(self.state, name):
                    write(found)
                else:
                    self.tell("not_on_board", name=shown(name))
            case "h" | "hand", "":
                write(person.own(self.state))
            case "l" | "log", "":
                write(person.everything())
            case "u" | "undo", "":
                self.undo(person)
            case "why", asked if asked:
                write(self.why(asked, person, options))
            case "save", file if file:
                self.save(Path(file))
            case "load", file if file:
                self.load(Path(file))
            case _ if text.startswith("?"):
                name = text[1:].strip()
                if name.isdigit() and len(meant := menu.meant(name, options)) == 1:
                    name = options[meant[0]].label
                lines = printed(self.game, self.state.words, name)
                write("".join(f"{line}\n" for line in lines))
            case _:
                return False
        return True

    def why(self, asked: str, person: Person, options: Sequence[Option]) -> str:
        """Why something is as it is, as far as the person may see it."""
        from boardwright.interpreter.reference.questions import QuestionError, play_to
        from boardwright.text.why import why_text, why_told

        meant = menu.meant(asked, options)
        option = options[meant[0]].id if len(meant) == 1 else None
        game = play_to(self.game.table, self.kept.seed, self.kept.ids)
        try:
            told = why_told(game, asked, option, person.seat)
            return why_text(told, "now", width() if self.console.is_shared else None)
        except QuestionError as fault:
            return "".join(f"{shown(line)}\n" for line in (f"{fault}", *fault.help))

    # ---- a game that is kept

    def undo(self, person: Person) -> None:
        """Takes back the person's last choice, and what agents chose since, if nothing has come to light."""
        own = self.game.seats[person.seat]
        others = {self.game.seats[seat] for seat in self.people} - {own}
        choices = self.kept.until_own(own)
        if choices is None:
            self.tell("nothing_chosen")
            return
        if others & {by for by, _ in self.kept.choices[len(choices) :]}:
            self.tell("other_since")
            return
        match self.kept.learned_since(len(choices)):
            case "chance":
                self.tell("chance_since")
            case "face":
                self.tell("face_since")
            case None:
                self.tell("taken_back")
                self.go_on_after(choices, self.everyone)
                raise _ElsewhereError

    def save(self, file: Path) -> None:
        """Writes the game so far to a file."""
        name = shown(f"{file}")
        try:
            self.kept.save(file)
        except (OSError, DiskError, ValueError) as fault:
            self.tell("not_saved", why=_why(file, fault))
        else:
            self.tell("saved", file=name)

    def load(self, file: Path) -> None:
        """Goes on with a game that was saved."""
        try:
            self.go_on_with(file)
        except (OSError, ValueError) as fault:
            self.tell("not_loaded", why=_why(file, fault))
        else:
            raise _ElsewhereError

    def go_on_with(self, file: Path) -> None:
        """Goes on with a saved game. Raises `ValueError` if that cannot be."""
        self.go_on_after(self.kept.load(file, [self.game.seats[seat] for seat in self.people]))

    # ---- the end

    def end(self) -> None:
        """Shows how the game has ended: several people look at it together."""
        state, together = self.state, self.onlooker
        person = self.persons[self.people[0]] if together is None else together
        if together is not None:
            self.console.clear()
        news = person.news()
        self.console.write((f"\n{news}" if news else "") + person.board(state))
        told = f"\n{self.said.say('stopped')}\n" if state.unfinished else ""
        self.console.write(told + self.ranking())

    def ranking(self) -> str:
        """Who has won, with the scores, and the teams if there are some."""
        state, say = self.state, self.said.say
        rows = [(say("rank"), say("seat"), say("score"), "")]
        for n in sorted(range(self.game.players), key=lambda n: state.ranks[n]):
            you = len(self.people) == 1 and n in self.people
            told = say("you") if you else ""
            if n in state.winners:
                told = say("you_win" if you else "wins")
            rows.append((f"{state.ranks[n]}", self.name(n), f"{state.scores[n]}", told))
        text = "\n" + "\n".join(columns(rows, right=(0, 2))) + "\n"
        names = [state.words.seat(seat) for seat in self.game.seats]
        if teams := listed_teams(self.game.table.teams, names, self.state.words.own("and")):
            text += f"\n{say('teams', teams=shown(teams))}\n"
        return text

    def name(self, seat: int) -> str:
        """The name of a seat, safe to print."""
        return shown(self.state.words.seat(self.game.seats[seat]))


def _why(file: Path, fault: Exception) -> str:
    """Why a file was not written or read, in words."""
    return shown(f"{trouble(file, fault) if isinstance(fault, OSError) else fault}")


class _Question:
    """A question on the screen, which stays there: after long texts, it is shown again."""

    def __init__(
        self, evening: Evening, person: Person, decision: Decision, options: Sequence[Option]
    ) -> None:
        self.console, self.state, self.person = evening.console, evening.state, person
        self.said = evening.said
        self.options = options
        # A grid is looked at for each choice, while options may be typed by their names.
        room = height() - _AROUND - person.grid_lines(self.state)
        self.pages = menu.pages(options, width(), max(_LEAST, room))
        self.page = 0
        who = f"{evening.name(person.seat)}: " if len(evening.people) > 1 else ""
        lines = wrap(f"{who}{menu.question_of(decision)}", width())
        self.asked = [evening.paint("1", line) for line in lines]

    def text(self) -> str:
        """The question with a page of its options."""
        lines = ["", *self.asked, *self.pages[self.page]]
        if len(self.pages) > 1:
            page, pages, options = self.page + 1, len(self.pages), len(self.options)
            about = self.said.say("page", page=page, pages=pages, options=options)
            lines.append(f"  ({about})")
        return "".join(f"{line}\n" for line in lines)

    def show(self, news: str) -> None:
        """Writes what has happened, what has changed, and the question."""
        told = f"\n{news}" if news else ""
        above, own = told.count("\n"), self.text().count("\n")
        room = height() - 1 - own
        self.console.write(told)
        if above > room:
            self.console.make_room(own)
            above = 0
        self.console.write(self.person.glance(self.state, room - above))
        self.again()

    def again(self) -> None:
        """Writes the question, and notes that it can be seen."""
        text = self.text()
        self.console.write(text)
        self.console.written = text.count("\n")

    def turn(self) -> None:
        """Shows the next page, if there are several."""
        if len(self.pages) > 1:
            self.page = (self.page + 1) % len(self.pages)
            self.again()

    def read(self) -> str:
        """A line that the person types, below the question."""
        if self.console.written >= height():
            self.console.make_room(self.text().count("\n"))
            self.again()
        return self.console.read()

    def some(self, which: Sequence[int]) -> str:
        """Some of the options, as many as fit."""
        found = menu.pages(self.options, width(), max(_LEAST, height() - _AROUND), which)
        more = "  ...\n" if len(found) > 1 else ""
        return "".join(f"{line}\n" for line in found[0]) + more
