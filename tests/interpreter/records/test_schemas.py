"""The formats for programs: each has a schema, which what is really written fits and what was changed does not."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import boardwright
from boardwright.interpreter.agents.program_agent import _meant, _Wrong
from boardwright.interpreter.events.watched import WatchedState, new_watched
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.records.game_record import Recorder
from boardwright.interpreter.records.redacted_record import redact
from boardwright.interpreter.records.schemas import FORMATS, misfit, schema, written
from boardwright.runs.folder import Failure, Folder
from boardwright.runs.parts import checked
from boardwright.runs.plan import Plan
from boardwright.runs.soundness import Lines, sound_figures
from cli_runs import Run, run_python
from folders import CORPUS, ROOT, SMALL_GAMES
from strategies import NOTRE_DAME, name_of, program_of, random_game, tables

Documents = list[Any]
DRAFTING = str(SMALL_GAMES / "drafting")
PICKS = str(SMALL_GAMES / "edges" / "picks.yaml")
KEEPING = """\
import json, sys
with open(sys.argv[1], "a") as kept:
    for line in sys.stdin:
        kept.write(line)
        if json.loads(line)["message"] == "decision":
            print(json.dumps({"choose": 0}), flush=True)
"""


def lines(text: str) -> Documents:
    return [json.loads(line) for line in text.splitlines()]


# ---- where documents of each format come from


def simulated(run: Run, folder: Path, *more: str) -> Folder:
    where = str(folder / f"run{len(list(folder.iterdir()))}")
    words = ("simulate", DRAFTING, "--games", "12", "--chunk", "4", "--jobs", "1", "--out", where)
    assert run(*words, "--players", "3", *more, "-q").code == 0
    return Folder(Path(where))


def save(run: Run, folder: Path) -> Documents:
    return [json.loads(boardwright.load("rattus", players=3).new(4).save())]


def record(run: Run, folder: Path) -> Documents:
    file = folder / "record.jsonl"
    for more in ((), ("--agents-seed", "4")):
        run("run", "rattus", "--players", "3", "--seed", "1", "--record", str(file), *more)
    return lines(file.read_text("ascii"))


def seen_record(run: Run, folder: Path) -> Documents:
    program = boardwright.load("rattus", players=3).program
    recorder = Recorder(program, 4)
    while recorder.state.decision is not None:
        recorder.apply(0)
    return [each for seat in (-1, 0) for each in lines(redact(program, recorder.text(), seat))]


def run_json(run: Run, folder: Path) -> Documents:
    some = [simulated(run, folder), simulated(run, folder, "--agents-seed", "3")]
    some.append(simulated(run, folder, "--shard", "1/2"))
    return [json.loads(each.run.read_bytes()) for each in some]


def plan(run: Run, folder: Path) -> Documents:
    return [each["plan"] for each in run_json(run, folder)]


def games(run: Run, folder: Path) -> Documents:
    whole, plain = simulated(run, folder), simulated(run, folder, "--no-figures")
    texts = [whole.games, plain.games, whole.part(0)]
    found = [each for file in texts for each in lines(file.read_text("ascii"))]
    endless = str(folder / "endless")
    words = ("--games", "2", "--players", "2", "--jobs", "1", "--out", endless, "-q")
    assert run("simulate", "bad/always_fails", *words).code == 1
    return found + lines((Path(endless) / "games.jsonl").read_text("ascii"))


def aside(run: Run, folder: Path) -> Documents:
    where = simulated(run, folder)
    where.set_aside(where.plan()[0], [Failure(1, "no idea"), Failure(2, "nor here", 9)])
    return [json.loads(where.aside.read_bytes())]


def report(run: Run, folder: Path) -> Documents:
    some = (simulated(run, folder), simulated(run, folder, "--no-figures", "--shard", "1/2"))
    return [json.loads(run("report", str(each.root), "--format", "json").out) for each in some]


def comparison(run: Run, folder: Path) -> Documents:
    both = (simulated(run, folder), simulated(run, folder, "--seed", "3"))
    return [json.loads(run("report", *(str(e.root) for e in both), "--format", "json").out)]


def message(run: Run, folder: Path) -> Documents:
    (folder / "keeping.py").write_text(KEEPING, "utf-8")
    kept = folder / "kept"
    agent = f"program:{sys.executable} {folder / 'keeping.py'} {kept}"
    for game in ("rattus", PICKS):
        assert run("run", game, "--agents", agent, "--seed", "3").code == 0
    hearing = agent.replace("program:", "program+events:")
    assert run("run", PICKS, "--agents", hearing, "--seed", "3").code == 0
    return lines(kept.read_text("utf-8"))


def answer(run: Run, folder: Path) -> Documents:
    return [{"choose": 0}, {"choose": "italia"}, {"choose": 1, "number": 3, "more": None}]


def view(run: Run, folder: Path) -> Documents:
    states = random_game(boardwright.load("rattus", players=3).program, 1)
    found = [boardwright.view(state, seat) for state in states for seat in (-1, 0)]
    return [json.loads(json.dumps(each)) for each in found[:20]]


def decision(run: Run, folder: Path) -> Documents:
    found: Documents = []
    for path, players in ((NOTRE_DAME, 3), (Path(PICKS), 3)):
        for state in random_game(program_of(path, players), 1):
            if state.decision is not None and len(found) < 60:
                found.append(state.decision.data())
    return found


def position(run: Run, folder: Path) -> Documents:
    return [boardwright.load("rattus", players=3).new(1).position()]


def states(run: Run, folder: Path) -> Documents:
    return lines(run("run", "harbour", "--seed", "4", "--states").out)


def outcome(run: Run, folder: Path) -> Documents:
    words = ("run", "harbour", "--seed", "4", "--format", "json")
    return [json.loads(run(*words, *more).out) for more in ((), ("--agents-seed", "3"))]


def diagnostics(run: Run, folder: Path) -> Documents:
    folders = (CORPUS / "bad").iterdir()
    found = [run("validate", str(each), "--format", "json").out for each in sorted(folders)]
    return [json.loads(each) for each in found if each.startswith("[")]


def progress(run: Run, folder: Path) -> Documents:
    words = ("--games", "4", "--out", str(folder / "run"), "--jobs", "1", "--progress", "json")
    told = run("simulate", "harbour", *words).err
    return [json.loads(line) for line in told.splitlines() if line.startswith("{")]


def coverage(run: Run, folder: Path) -> Documents:
    return [json.loads(run("coverage", "harbour", "--games", "3", "--format", "json").out)]


def bench(run: Run, folder: Path) -> Documents:
    return [json.loads(run("bench", "harbour", "--seconds", "0.1", "--format", "json").out)]


def rulesets(run: Run, folder: Path) -> Documents:
    return [json.loads(run("rulesets", "--format", "json").out)]


def changes(run: Run, folder: Path) -> Documents:
    asked = (
        ("fog", "--changes"),
        ("storm", "--changes"),
        ("storm", "--rule", "go"),
        ("fog", "--value", "wage"),
        ("mercatus", "--changes"),
    )
    return [json.loads(run("show", *words, "--format", "json").out) for words in asked]


def emitted(run: Run, folder: Path) -> Documents:
    asked = ("plague_range", "strike", "outcome")
    words = ("--players", "3", "--format", "json")
    return [json.loads(run("show", "rattus", "--emitted", name, *words).out) for name in asked]


def event(run: Run, folder: Path) -> Documents:
    return [each for state in watched() for each in state.events]


def seen_event(run: Run, folder: Path) -> Documents:
    return [each for state in watched() for seat in (-1, 0) for each in state.seen(seat)]


def watched() -> Iterator[WatchedState]:
    """A game that tells what happens, after each of its first decisions."""
    for path, players in ((NOTRE_DAME, 2), (SMALL_GAMES / "edges" / "picks.yaml", 3)):
        state = new_watched(program_of(path, players), 4, None, (-1, 0))
        for _ in range(8):
            yield state
            state.apply(0)


def why(run: Run, folder: Path) -> Documents:
    record = str(folder / "game.jsonl")
    run("run", "rattus", "--players", "3", "--seed", "7", "--record", record)
    asked = (
        ("--score", "red"),
        ("--value", "plague_range", "--at", "60"),
        ("--at", "0", "--event", "30"),
    )
    return [json.loads(run("why", record, *words, "--format", "json").out) for words in asked]


def replayed(run: Run, folder: Path) -> Documents:
    names = [str(folder / name) for name in ("game.jsonl", "other.jsonl", "none.jsonl")]
    run("run", DRAFTING, "--players", "3", "--seed", "7", "--record", names[0])
    first = Path(names[0]).read_text("ascii")
    Path(names[1]).write_text(first.replace('"form":"shuffle"', '"form":"draw"'), "ascii")
    Path(names[2]).write_text("{}\n", "ascii")
    done = run("replay", "--check", str(folder), "--ruleset", DRAFTING, "--format", "json")
    assert done.code == 1
    return [json.loads(done.out)]


REAL: dict[str, Callable[[Run, Path], Documents]] = {
    **{each.__name__: each for each in (save, record, seen_record, plan, games, aside, report)},
    **{each.__name__: each for each in (comparison, message, answer, view, position, decision)},
    **{each.__name__: each for each in (outcome, diagnostics, progress, coverage, bench)},
    **{
        each.__name__: each
        for each in (states, rulesets, changes, emitted, event, seen_event, why, replayed)
    },
    "run": run_json,
}

# ---- the schemas


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_written_fits_its_schema_and_what_is_changed_does_not(
    name: str, run: Run, tmp_path: Path
) -> None:
    Draft202012Validator.check_schema(schema(name))
    documents = REAL[name](run, tmp_path)
    assert documents
    tried = set[str]()
    for document in documents:
        assert misfit(document, name) is None
        if (form := form_of(document)) in tried:
            continue
        tried.add(form)
        for what, changed in mangled(document, name):
            assert misfit(changed, name) is not None, f"{what} of {json.dumps(document)[:200]}"


def form_of(document: Any) -> str:
    """Which keys a document has, and what the short texts in it are: those say what sort of a document it is."""
    of = document[0] if isinstance(document, list) and document else document
    if not isinstance(of, dict):
        return type(of).__name__
    sorts = ("message", "line", "event", "end", "kind", "type")
    return repr([(key, of[key] if key in sorts else type(of[key]).__name__) for key in of])


EVENTS_MAY_LACK = {
    *("by", "cause", "from", "to", "at", "order", "secretly", "unfollowed", "sort", "of", "what"),
    *("n", "forced", "pieces", "faces", "options", "arguments", "piece", "face", "place"),
}


def mangled(document: Any, name: str) -> Iterator[tuple[str, Any]]:
    """A document of another shape: with one thing of another type, one less, and one more."""
    of = document
    if isinstance(document, list):
        if not document:
            return
        of = document[0]
    again = (lambda each: [each]) if isinstance(document, list) else (lambda each: each)
    wrongs: tuple[Any, ...] = (None, "x", 3, [3], {})
    for wrong in wrongs:
        yield f"{wrong!r} in place", again(wrong)
    if name != "answer":
        yield "a further key", again({**of, "nonsense": 1})
    optional = {
        "naming",
        "names",
        "agents_seed",
        "agents",
        "asked",
        "rounds",
        "number",
        "more",
        "picked",
        "least",
    }
    if name == "message":
        optional.add("events")
    if name in ("event", "seen_event"):
        optional |= EVENTS_MAY_LACK
    for key in of.keys() - optional - {"most", "faults", "agent_seconds", "in_play"}:
        if name == "changes" and key not in ("game", "expansions"):
            continue
        yield f"no `{key}`", again({other: of[other] for other in of if other != key})
        if key not in ("result", "blocks", "figures", "more"):
            yield f"another `{key}`", again({**of, key: {"": [1.5]}})


@pytest.mark.parametrize("name", FORMATS)
def test_a_schema_needs_no_other_file(name: str) -> None:
    assert ".json" not in written(name).replace("https://json-schema.org", "").replace(
        "games.jsonl", ""
    ).replace("run.json", "").replace("aside.json", "")


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("folder", "players"), list(tables()), ids=name_of)
def test_views_and_positions_of_every_game_fit(folder: Path, players: int) -> None:
    program = program_of(folder, players)
    for number, state in enumerate(random_game(program, 3)):
        if number % 9 == 0:
            assert misfit(json.loads(json.dumps(state.position())), "position") is None
            seen = json.loads(json.dumps(boardwright.view(state, number % players)))
            assert misfit(seen, "view") is None
            if state.decision is not None:
                asked = json.loads(json.dumps(state.decision.data()))
                assert asked == state.decision.data() and misfit(asked, "decision") is None
        if number > 60:
            break


# ---- the command


def test_they_are_listed_printed_and_written(run: Run, tmp_path: Path) -> None:
    listed = run("schema", "--formats")
    assert [line.split()[0] for line in listed.out.splitlines()] == list(FORMATS)
    assert run("schema", "--formats", "record").out == written("record")
    done = run("schema", "--formats", "--out", str(tmp_path / "all"))
    assert done.code == 0 and done.err == f"{len(FORMATS)} schemas in {tmp_path / 'all'}\n"
    for name in FORMATS:
        assert (tmp_path / "all" / f"{name}.json").read_text("utf-8") == written(name)
    done = run("schema", "--formats", "recrod")
    assert done.code == 2 and "did you mean `record`?" in done.err
    assert run("schema", "--formats", "--for", "rattus").code == 2


def test_the_page_of_formats_names_all() -> None:
    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    for name in FORMATS:
        assert f"\n| `{name}` | " in page


# ---- what is read without the schema is tested no less


def test_no_line_of_a_game_is_taken_that_the_schema_refuses(run: Run, tmp_path: Path) -> None:
    """Lines of games are many, so they are tested by hand: whatever is taken there fits the schema."""
    folders = [simulated(run, tmp_path, *more) for more in ((), ("--agents-seed", "4"))]
    chance, taken = Random(1), 0
    for folder in folders:
        of, _ = folder.plan()
        known = Lines(of)
        for number, line in enumerate(folder.games.read_bytes().splitlines(keepends=True)[1:-2]):
            assert known.has(number, line) and misfit(json.loads(line), "games", "game") is None
            for _ in range(200):
                changed = edited(line, chance)
                if known.has(number, changed):
                    taken += 1
                    assert misfit(json.loads(changed), "games", "game") is None
    assert taken > 50  # another score, for instance


def edited(line: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(line))
    more = chance.choice(b'0123456789,-.[]{}"e: \n')
    match chance.randrange(3):
        case 0:
            return line[:at] + line[at + 1 :]
        case 1:
            return line[:at] + bytes([more]) + line[at + 1 :]
        case _:
            return line[:at] + bytes([more]) + line[at:]


def test_no_figures_are_taken_that_the_schema_refuses(run: Run, tmp_path: Path) -> None:
    folder = simulated(run, tmp_path)
    of, _ = folder.plan()
    *_, line, last = lines(folder.games.read_text("ascii"))
    assert sound_figures(line["figures"], of, last["games"])
    chance, taken, refused = Random(2), 0, 0
    for _ in range(2000):
        figures = json.loads(json.dumps(line["figures"]))
        spoilt(figures, chance)
        if sound_figures(figures, of, last["games"]):
            taken += 1
            assert misfit({"figures": figures}, "games", "figures") is None
        else:
            refused += 1
    assert taken > 20 and refused > 500


def spoilt(tree: Any, chance: Random) -> None:
    """Changes something somewhere in a tree of mappings and lists."""
    while True:
        keys = list(tree) if isinstance(tree, dict) else list(range(len(tree)))
        if not keys:
            return
        key = chance.choice(keys)
        if isinstance(tree[key], (dict, list)) and tree[key] and chance.random() < 0.85:
            tree = tree[key]
            continue
        tree[key] = chance.choice([0, 1, -1, 1.5, None, True, "x", [], {}, 10**16, tree[key]])
        return


@pytest.mark.parametrize(
    "text",
    [
        *('{"choose":0}', '{"choose":"italia"}', '{"choose":0,"number":1}', '{"choose":0,"a":[]}'),
        *('{"choose":-1}', '{"choose":null}', '{"choose":true}', '{"choose":0.5}', '{"choose":[]}'),
        *("{}", "[]", "0", '"italia"', "null", '{"choose":0,"number":"1"}'),
        *('{"choose":0,"number":0}', '{"choose":0,"number":null}', '{"choose":0,"number":true}'),
    ],
)
def test_an_answer_is_taken_if_it_fits_and_names_an_option(text: str) -> None:
    decision = new(boardwright.load("rattus", players=2).program, 1).decision
    assert decision is not None and "italia" in decision.ids
    try:
        _meant(text.encode(), decision, 1)
    except _Wrong:
        assert misfit(json.loads(text), "answer") is not None
    else:
        assert misfit(json.loads(text), "answer") is None


def test_a_plan_that_fits_must_hold_together(run: Run, tmp_path: Path) -> None:
    folder = simulated(run, tmp_path)
    facts = folder.plan()[0].facts()
    assert Plan.of(facts).facts() == facts and checked(folder.part(0), Plan.of(facts), 0)
    wrong = (
        {"players": 4},
        {"seats": ["a", "a", "b"]},
        {"agents": ["random"]},
        {"chunk": 1, "games": 10**9},
        {"agents": ["first", "random", "random"], "chunk": 4},
    )
    for each in wrong:
        assert misfit({**facts, **each}, "plan") is None
        with pytest.raises(ValueError, match="contradict each other"):
            Plan.of({**facts, **each})


def test_what_is_not_read_costs_nothing(run: Run) -> None:
    """jsonschema is imported where something comes from outside, and nowhere else."""
    loaded = "sys.stdout.write(str('jsonschema' in sys.modules))"
    code = f"import sys; from boardwright.cli import main; main({{}}); {loaded}"
    for words in (["--help"], ["run", "rattus", "--seed", "1", "-q"], ["rulesets"]):
        assert run_python("-c", code.format(words)).out.endswith("False")
