"""The pages that are written from the code are up to date: `pytest --update-golden` writes them."""

from __future__ import annotations

import json

import click

from boardwright import cli
from boardwright.dsl.declare.sections import RECORDS
from boardwright.dsl.language.parser import the_parser
from golden import Golden
from pages.api import PAGE as API
from pages.api import api_page
from pages.commands import PAGE as COMMANDS
from pages.commands import command_page
from pages.grammar import PAGE as GRAMMAR
from pages.grammar import grammar_page
from pages.keys import PAGE as KEYS
from pages.keys import example_of, examples, key_page
from pages.pictures import PLAY_PAGE, play
from pages.word_help import FILE as WORD_HELP
from pages.word_help import word_help
from pages.words import PAGE as WORDS
from pages.words import words_page


def test_the_page_of_keys(golden: Golden) -> None:
    golden(KEYS, key_page())


def test_the_page_of_commands(golden: Golden) -> None:
    golden(COMMANDS, command_page())


def test_the_page_of_the_api(golden: Golden) -> None:
    golden(API, api_page())


def test_the_page_of_the_grammar(golden: Golden) -> None:
    golden(GRAMMAR, grammar_page())


def test_the_page_of_words(golden: Golden) -> None:
    golden(WORDS, words_page())


def test_what_editors_say_about_words(golden: Golden) -> None:
    golden(WORD_HELP, word_help())
    assert {*json.loads(word_help())} == {*the_parser().words}


def test_the_picture_of_a_game_at_the_terminal(golden: Golden) -> None:
    golden(PLAY_PAGE, play())


def test_every_word_of_the_language_is_on_its_page() -> None:
    page = WORDS.read_text("utf-8")
    assert {word for word in the_parser().words if f"`{word}`" not in page} == set()


def test_every_key_has_a_row() -> None:
    page = KEYS.read_text("utf-8")
    keys = {key.name for record in RECORDS.values() for key in record.keys}
    assert {key for key in keys if f"\n| `{key}` | " not in page} == set()


def test_every_key_has_an_example() -> None:
    found = examples()
    keys = [(record, key) for record in RECORDS.values() for key in record.keys]
    lacking = {f"{r.name}.{key.name}" for r, key in keys if not example_of(r, key, found)}
    assert lacking == set(), "docs/language.md is the place for it"


def test_every_option_of_every_command_is_named() -> None:
    page = COMMANDS.read_text("utf-8")
    context = click.Context(cli.group, **cli.group.context_settings)
    for name in cli.COMMANDS:
        command = cli.group.get_command(context, name)
        assert command is not None
        inner = command.commands if isinstance(command, click.Group) else {}
        commands = {name: command, **{f"{name} {each}": inner[each] for each in inner}}
        for path, each in commands.items():
            section = page.split(f"\n## boardwright {path}\n")[1].split("\n## ")[0]
            for option in each.params:
                if isinstance(option, click.Option):
                    assert set(option.opts) - {o for o in option.opts if o in section} == set()
