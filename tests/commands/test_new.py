"""`boardwright new`: what it makes is sound and plays, and what cannot be made is told in words."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import boardwright
from boardwright.scaffold import new_files as beginnings
from cli_runs import Done, Run
from folders import CORPUS, GOLDEN_FILES, ROOT, SMALL_GAMES
from golden import Golden

GOLDEN = GOLDEN_FILES / "new"
TEMPLATES = ROOT / "src" / "boardwright" / "scaffold" / "templates"
GAMES = {
    **{name: ROOT / "rulesets" / name for name in ("rattus", "notre_dame")},
    **{path.parent.name: path.parent for path in sorted(SMALL_GAMES.glob("*/game.yaml"))},
    **{name: CORPUS / name for name in ("harbour", "shore")},
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def make(run: Run) -> Callable[[str], Done]:
    def go(command: str) -> Done:
        done = run("new", *command.split(" "))
        assert done.code == 0, done.err
        return done

    return go


def texts(folder: Path) -> str:
    """All rule files of a folder, one after the other."""
    return "\n".join(
        f"### {path.relative_to(folder).as_posix()}\n{path.read_text('utf-8')}"
        for path in sorted(folder.rglob("*.yaml"))
    )


def check(run: Run, folder: str, profile: str = "shared") -> None:
    """The folder is sound, its scenarios pass, and its files are in the style."""
    found = run("validate", "--profile", profile, "--format", "json", folder)
    assert json.loads(found.out) == []
    tested = run("test", folder)
    assert tested.code == 0, tested.out + tested.err
    assert run("fmt", "--check", folder).code == 0


def played(game: boardwright.Game, seed: int) -> boardwright.State:
    """A game at its end, after random choices."""
    state, chooser = game.new(seed), random.Random(seed)
    while state.decision is not None:
        state.apply(chooser.randrange(len(state.decision)))
    return state


def play_ten(ruleset: str | Path, *expansions: Path) -> None:
    """Ten games, at small and large tables."""
    rules = boardwright.read(ruleset, expansions)
    counts = [rules.players[0], rules.players[-1]]
    for seed in range(10):
        game = rules.at_table(counts[seed % 2])
        assert played(game, seed).over


# ---- what is made


def test_a_game(here: Path, make: Callable[[str], Done], run: Run, golden: Golden) -> None:
    done = make("game fair")
    golden(GOLDEN / "game.txt", f"{done.text()}\n{texts(here / 'fair')}")
    check(run, "fair", "published")
    play_ten("./fair")
    schemas = sorted(path.name for path in (here / "fair" / "schemas").iterdir())
    assert schemas == ["card.json", "game.json", "part.json", "scenario.json"]


def test_a_card_for_it(here: Path, make: Callable[[str], Done], run: Run, golden: Golden) -> None:
    make("game fair")
    done = make("card night_watch --in fair")
    made = [
        here / "fair" / name for name in ("cards/night_watch.yaml", "scenarios/night_watch.yaml")
    ]
    golden(GOLDEN / "card.txt", "\n".join([done.text(), *(path.read_text() for path in made)]))
    check(run, "fair")
    play_ten("./fair")


def test_an_expansion_for_it(
    here: Path, make: Callable[[str], Done], run: Run, golden: Golden
) -> None:
    make("game fair")
    done = make("expansion winter --of fair")
    golden(GOLDEN / "expansion.txt", f"{done.text()}\n{texts(here / 'winter')}")
    check(run, "winter", "published")
    assert make("card snowman --in winter").out.startswith("made winter/snowman.yaml\n")
    check(run, "winter")
    play_ten("./fair", Path("winter"))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", GAMES)
def test_an_expansion_and_a_card_for_any_game(
    name: str, here: Path, make: Callable[[str], Done], run: Run
) -> None:
    game = name
    if name not in ("rattus", "notre_dame"):
        shutil.copytree(GAMES[name], here / name)
        game = f"./{name}"
    make(f"expansion mine --of {game}")
    assert any((here / "mine" / "scenarios").iterdir())
    before = boardwright.read(game)
    for kind in cards_of(before):
        make(f"card new_{kind} --in mine --kind {kind}")
        assert (here / "mine" / "scenarios" / f"new_{kind}.yaml").exists()
    check(run, "mine")
    play_ten(game, Path("mine"))


def cards_of(rules: boardwright.Rules) -> list[str]:
    """The kinds of pieces that are declared one by one."""
    found = dict.fromkeys(each.kind.id for each in rules.declared.definitions)
    return [kind.id for kind in rules.declared.kinds if kind.id in found and not kind.sides]


def test_an_expansion_that_is_idle_leaves_the_game_as_it_is(
    here: Path, make: Callable[[str], Done]
) -> None:
    make("expansion mine --of rattus")
    positions = []
    for expansions in ((), (Path("mine"),)):
        state = played(boardwright.read("rattus", expansions).at_table(3), 5)
        positions.append((state.scores, state.hash))
    assert positions[0] == positions[1]


def test_a_game_without_turns_or_rounds(here: Path, make: Callable[[str], Done], run: Run) -> None:
    (here / "once").mkdir()
    (here / "once" / "game.yaml").write_text(
        "game: once\nlanguage: 2\nplayers: 2\nnotes: {bet: {is: number, per: player}}\n"
        "course:\n  - phase: bets\n    steps: |\n      for each p in players:\n"
        "        p chooses n from 1 to 3\n        set bet of p to n\n"
        "outcome: {score: bet of me}\n"
    )
    make("expansion mine --of once")
    assert "before bets when round >= round_limit: |" in (here / "mine/expansion.yaml").read_text()
    check(run, "mine")


def test_a_game_that_is_for_no_table_by_itself_gets_no_scenario(
    here: Path, make: Callable[[str], Done], run: Run
) -> None:
    shutil.copytree(SMALL_GAMES / "pig", here / "pig")
    with (here / "pig" / "game.yaml").open("a") as file:
        file.write("table:\n  - {must: goal < 20, text: A short game.}\n")
    done = make("expansion mine --of pig")
    assert "scenarios" not in done.out
    assert not (here / "mine" / "scenarios").exists()
    assert run("validate", "mine").code == 0


def test_names_that_the_game_has_already_are_avoided(
    here: Path, make: Callable[[str], Done], run: Run
) -> None:
    shutil.copytree(SMALL_GAMES / "pig", here / "pig")
    with (here / "pig" / "game.yaml").open("a") as file:
        file.write("values: {turn_limit: 5}\n")
    make("expansion mine --of pig")
    assert "most_turns:" in (here / "mine/expansion.yaml").read_text()
    check(run, "mine")


def test_a_card_says_what_it_must_in_each_language(
    here: Path, make: Callable[[str], Done], run: Run
) -> None:
    shutil.copytree(ROOT / "rulesets" / "mercatus", here / "more")
    make("card ferryman --in more")
    text = (here / "more" / "cards" / "ferryman.yaml").read_text()
    assert "class: royalty                                # or church, chivalry, " in text
    assert re.findall("^  (..): What it does", text, re.MULTILINE) == ["en", "it", "nl"]
    assert run("validate", "--profile", "shared", "more/cards/ferryman.yaml").code == 0
    assert run("test", "more/scenarios/ferryman.yaml").code == 0


def test_every_attribute_is_there(here: Path, make: Callable[[str], Done], run: Run) -> None:
    make("expansion mine --of rattus")
    make("card ring --in mine --kind rat")
    text = (here / "mine" / "ring.yaml").read_text()
    assert [line.split(": ", 1)[0] for line in text.splitlines()[2:7]] == [
        "limit",
        "majorities",
        "everyones",
        "classes",
        "ringed",
    ]
    assert re.search("^classes: \\[\\] +# a list: royalty, church, ", text, re.MULTILINE)


def test_attributes_that_are_things_or_may_be_left_out(
    here: Path, make: Callable[[str], Done], run: Run
) -> None:
    (here / "coach").mkdir()
    (here / "coach" / "game.yaml").write_text(
        BARE
        % "coach"
        + "kinds:\n  letter:\n    attributes: {goal: town or cell, past: list of town, reply: optional letter, corner: cell, "
        "form: face of token, late: optional number}\n    home: box\n"
        "  token: {hidden: yes, home: box}\n"
        "places: {box: {holds: [letter, token]}}\npieces: {token: [t1, t2]}\n"
        "spaces: {town: {}, cell: {grid: 2 by 2}}\nboard: {town: [lodi, bari]}\n"
    )
    make("card note_home --in coach --kind letter")
    lines = (here / "coach" / "note_home.yaml").read_text().splitlines()
    assert [
        line
        for line in lines
        if line.split(":")[0].strip("# ") in ("goal", "past", "corner", "form", "reply", "late")
    ] == [
        "goal: lodi                                    # or bari, a1, b1, a2, b2",
        "past: []                                      # a list: lodi, bari",
        "# reply: ...                                  # may be left out",
        "corner: a1                                    # or b1, a2, b2",
        "form: t1                                      # or t2",
        "# late: 0                                     # may be left out; a number",
    ]
    assert run("validate", "coach").code == 0


EXAMPLES = sorted(path.parent for path in SMALL_GAMES.glob("*/README.md"))


@pytest.mark.parametrize("game", EXAMPLES, ids=lambda path: path.name)
def test_a_game_to_learn_from_is_sound_and_has_a_name_of_its_own(
    game: Path, here: Path, make: Callable[[str], Done], run: Run
) -> None:
    assert make(f"game mine --like {game.name}").out.startswith("made mine/")
    check(run, "mine")
    play_ten("mine")
    assert boardwright.read("mine").id == "mine"
    assert f"game: {game.name}" not in texts(here / "mine")
    assert "\nname: Mine\n" in (here / "mine" / "game.yaml").read_text("utf-8")


def test_the_games_to_learn_from_are_shipped_and_described() -> None:
    names = [game.name for game in EXAMPLES]
    assert names == ["auction", "crazy_eights", "drafting", "hex"]
    page = (ROOT / "docs" / "first-game.md").read_text("utf-8")
    for game in EXAMPLES:
        told = " ".join((game / "README.md").read_text("utf-8").split("\n\n", 1)[1].split())
        assert f"| `{game.name}` | {told} |" in page


def test_a_card_goes_where_the_folder_says(here: Path, make: Callable[[str], Done]) -> None:
    make("game fair")
    (here / "fair" / "odd").mkdir()
    assert make("card first --in fair/odd").out.startswith("made fair/odd/first.yaml\n")
    os.chdir("fair/cards")
    assert make("card two").out.startswith("made two.yaml\n")


def test_schemas_nearby_are_named(here: Path, make: Callable[[str], Done], run: Run) -> None:
    make("game fair")
    run("schema", "--out", "schemas", "--for", "fair")
    make("game fete")
    first = (here / "fete" / "cards" / "baker.yaml").read_text().splitlines()[0]
    assert first == "# $schema: ../../schemas/card.json"
    assert not (here / "fete" / "schemas").exists()
    shutil.rmtree(here / "fair" / "schemas")
    make("card first --in fair")
    first = (here / "fair" / "scenarios" / "first.yaml").read_text().splitlines()[0]
    assert first == "# $schema: ../../schemas/scenario.json"


def test_without_schemas_a_card_names_none(here: Path, make: Callable[[str], Done]) -> None:
    make("game fair")
    shutil.rmtree(here / "fair" / "schemas")
    make("card first --in fair")
    assert (here / "fair" / "cards" / "first.yaml").read_text().startswith("card: first\n")


def test_a_ruleset_that_is_not_sound_gets_a_card_all_the_same(
    here: Path, make: Callable[[str], Done]
) -> None:
    make("game fair")
    game = here / "fair" / "game.yaml"
    game.write_text(game.read_text().replace("wages coins", "wage coins"))
    assert make("card first --in fair").out == "made fair/cards/first.yaml\n"


def test_an_empty_folder_will_do(here: Path, make: Callable[[str], Done]) -> None:
    (here / "fair" / ".git").mkdir(parents=True)
    make("game fair")
    assert (here / "fair" / "game.yaml").exists()


# ---- what is not made

REFUSED = {
    "capitals": "new game My-Fair",
    "path_as_name": "new game games/fair",
    "no_id": "new game 1",
    "shipped_name": "new game rattus",
    "not_empty": "new game fair",
    "file_in_the_way": "new game notes",
    "in_a_file": "new game more --in notes",
    "unknown_thing": "new crad x",
    "nothing": "new",
    "like_what": "new game mine --like cribbage",
    "like_almost": "new game mine --like hexx",
    "unknown_game": "new expansion mine --of notredame",
    "no_game": "new expansion mine",
    "of_an_expansion": "new expansion mine --of mercatus",
    "of_itself": "new expansion fair --of ./fair --in other",
    "not_beside": "new expansion mine --of fair --in other",
    "of_a_broken_game": "new expansion mine --of broken",
    "card_of_no_ruleset": "new card first",
    "no_such_folder": "new card first --in fiar",
    "no_such_kind": "new card first --in fair --kind crad",
    "no_kinds": "new card first --in bare",
    "several_kinds": "new card first --in several",
    "word_as_id": "new card move --in fair",
    "card_is_there": "new card baker --in fair",
    "scenario_is_there": "new card a_card_is_bought --in fair",
    "name_is_taken": "new card king --in rats",
    "as_many_as_there_are": "new card first --in counted",
    "no_members": "new card first --in unmade",
}
KINDS = "kinds: {card: {attributes: {%s}, home: box%s}}\nplaces: {box: {holds: [card]}}\n"
BARE = (
    "game: %s\nlanguage: 2\nplayers: 2\ncourse: [{phase: a, steps: nothing}]\noutcome: {score: 0}\n"
)
MADE = {
    "bare": "",
    "broken": "values: {x: y}\n",
    "several": "kinds: {coach: {home: box}, card: {home: box}}\nplaces: {box: {holds: [card, coach]}}\n"
    "pieces: {coach: [a1], card: [b1]}\n",
    "counted": KINDS % ("worth: number", ", count: 1") + "pieces: {card: {ace: {worth: 1}}}\n",
    "unmade": KINDS % ("colour: colour", "") + "varieties: {colour: []}\n",
}


@pytest.fixture
def many(here: Path, make: Callable[[str], Done]) -> Path:
    make("game fair")
    make("expansion rats --of rattus")
    (here / "notes").write_text("")
    (here / "other").mkdir()
    for name, rest in MADE.items():
        (here / name).mkdir()
        (here / name / "game.yaml").write_text(BARE % name + rest)
    return here


def everything(folder: Path) -> Mapping[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_cannot_be_made_is_said_in_words(many: Path, run: Run, golden: Golden) -> None:
    before = everything(many)
    told = []
    for case, command in REFUSED.items():
        done = run(*command.split(" "))
        assert done.code in (1, 2), case
        assert done.out == "", case
        told.append(f"$ boardwright {command}\nexit {done.code}\n{done.err}")
    assert everything(many) == before
    golden(GOLDEN / "refused.txt", "\n".join(told).replace(str(ROOT), "ROOT"))


# ---- the templates


def test_templates_name_no_game() -> None:
    names = "|".join(path.name for path in (ROOT / "rulesets").iterdir() if path.is_dir())
    paths = sorted(TEMPLATES.rglob("*.template"))
    assert len(paths) == 15
    for path in paths:
        assert not re.search(names, path.read_text("utf-8"), re.IGNORECASE), path


def test_templates_are_found_beside_the_module() -> None:
    assert Path(beginnings.__file__).parent / "templates" == TEMPLATES
