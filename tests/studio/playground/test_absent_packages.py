"""What no browser has is not needed to play: parts in C, threads, processes, and packages that the playground leaves out."""

from __future__ import annotations

import json

import pytest

from boardwright.files.locate_ruleset import shipped
from cli_runs import run_python

# What the playground runs, after everything that it has not is taken away.
CODE = """
import _thread, json, os, signal, subprocess, sys, threading

ABSENT = {
    "_yaml", "yaml._yaml", "click", "interegular", "jsonschema", "llvmlite", "multiprocessing", "networkx", "numpy",
    "platformdirs", "pygments", "regex", "rich", "rpds", "starlette", "uvicorn",
}

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in ABSENT:
            raise ModuleNotFoundError(f"no module {name}", name=name)

def no(*_, **__):
    raise RuntimeError("there are no threads, processes and timers")

assert not ABSENT & set(sys.modules), ABSENT & set(sys.modules)
sys.meta_path.insert(0, Missing())
threading.Thread.start = _thread.start_new_thread = subprocess.Popen.__init__ = signal.setitimer = no
if hasattr(os, "fork"):
    os.fork = no

from boardwright.studio.playground import begin

found = []
playground = begin(sys.argv[1], json.dumps({"ruleset": "rattus", "with": []}), found.append, lambda text, form: None)

def ask(what, **fields):
    playground.put(json.dumps({"id": len(found), "do": what, **fields}))
    while playground.step():
        pass
    answer = json.loads(found[-1])
    assert "ok" in answer, answer
    return answer["ok"]

hello = ask("hello", protocol=1, language="en")
opened = ask("open", **json.loads(sys.argv[2]), seed=3, language="en")
game, option = opened["game"], opened["position"]["ask"]["options"][0]["id"]
chosen = ask("choose", game=game, at=0, option=option, seat="all")
print(json.dumps([[each["id"] for each in hello["rulesets"]], chosen["position"]["at"]]))
"""


@pytest.mark.parametrize("ruleset", sorted(shipped()))
def test_every_shipped_game_starts(ruleset: str) -> None:
    folder = shipped()[ruleset]
    is_game = (folder / "game.yaml").exists()
    asked = {"ruleset": ruleset} if is_game else {"ruleset": "rattus", "with": [ruleset]}
    done = run_python("-c", CODE, folder.parent, json.dumps(asked))
    assert done.code == 0, done.err
    rulesets, at = json.loads(done.out)
    assert set(rulesets) == set(shipped())
    assert at == 1
