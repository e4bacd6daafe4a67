from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from asking import WARES, Asking
from boardwright.studio.files import hash_of
from boardwright.studio.settings import Settings


def test_a_game_is_saved_and_opened_again() -> None:
    asking = Asking()
    asking.ok("open", ruleset="rattus", players=3, seed=5, options={"phase_order": "strict"},
              seats={"green": "random"}, choices=["gallia", "italia"], with_=["mercatus"])  # fmt: skip
    saved = asking.ok("save", game="g1")
    assert saved["name"] == "rattus-5.jsonl"
    opened = asking.ok("open", save=saved["text"])
    assert opened["table"] == asking.ok("seats", game="g1", seats={})["table"]
    first = asking.ok("position", game="g1", at=2)["position"]
    assert opened["position"] == {**first, "game": "g2"}


def test_an_earlier_position_can_be_saved() -> None:
    asking = Asking()
    asking.ok("open", ruleset="rattus", seed=5, choices=["gallia", "italia"])
    assert asking.ok("open", save=asking.ok("save", game="g1", at=1)["text"])["position"]["at"] == 1


def test_a_shared_game_is_opened_again() -> None:
    asking = Asking()
    asking.ok(
        "open", ruleset="rattus", players=2, seed=5, choices=["gallia"], seats={"red": "mc:50"}
    )
    share = asking.ok("share", game="g1")["share"]
    assert "files" not in share
    again = asking.ok(
        "open", **{key if key != "with" else "with_": of for key, of in share.items()}
    )
    assert asking.ok("share", game=again["game"])["share"] == share


def test_only_the_record_of_this_game_is_opened() -> None:
    asking = Asking()
    asking.ok("open", ruleset="rattus", seed=5, choices=["gallia", "italia"])
    text: str = asking.ok("save", game="g1")["text"]
    for other in (
        "",
        "{}",
        "é",
        text.replace('"gallia"', '"anglia"'),
        text.replace('"seed":5', '"seed":6'),
        text[:-5],
        text + text,
        text.replace('"rattus"', '"../rattus"'),
        text.replace('"rattus"', '"atlantis"'),
    ):
        error = asking.error("open", save=other)
        assert error["code"] in ("refused", "rules", "not_found"), (other, error)
    assert asking.error("open", save="x" * 2_000_000)["code"] == "malformed"


def test_a_record_names_no_programs() -> None:
    asking = Asking()
    asking.ok("open", ruleset="rattus", seed=5)
    text: str = asking.ok("save", game="g1")["text"]
    assert '"person","person"' in text
    table = asking.ok("open", save=text.replace('"person","person"', '"program:rm","greedy"'))[
        "table"
    ]
    assert [seat["agent"] for seat in table["seats"]] == ["random", "greedy"]


# ---- files


def wares(folder: Path, text: str = WARES) -> Path:
    (folder / "wares").mkdir(parents=True)
    (folder / "wares" / "game.yaml").write_text(text)
    return folder


def test_rules_that_are_not_shipped_come_with_a_shared_game(tmp_path: Path) -> None:
    asking = Asking(Settings(wares(tmp_path / "one")))
    asking.ok("open", ruleset="wares", seed=1, choices=["salt"])
    share = asking.ok("share", game="g1")["share"]
    assert share["files"] == {"wares/game.yaml": WARES}
    (tmp_path / "two").mkdir()
    other = Asking(Settings(tmp_path / "two", takes_files=True))
    with_ = share.pop("with")
    assert other.ok("open", with_=with_, **share)["position"]["at"] == 1
    assert (
        Asking(Settings(tmp_path / "two")).error("open", with_=with_, **share)["code"] == "refused"
    )


def test_files_that_everybody_has_are_not_shared(tmp_path: Path) -> None:
    originals = {"wares/game.yaml": hash_of(WARES.encode()), "wares/more.yaml": "gone"}
    asking = Asking(Settings(wares(tmp_path), takes_files=True, originals=originals))
    asking.ok("open", ruleset="wares", seed=1)
    assert asking.ok("share", game="g1")["share"]["files"] == {"wares/more.yaml": None}


def test_a_folder_that_is_one_ruleset_is_shared_under_its_id(tmp_path: Path) -> None:
    asking = Asking(Settings(wares(tmp_path) / "wares"))
    asking.ok("open", ruleset="wares", seed=1)
    assert list(asking.ok("share", game="g1")["share"]["files"]) == ["wares/game.yaml"]


@pytest.mark.parametrize(
    "files",
    [{"../x.yaml": "x"}, {"/x/y.yaml": "x"}, {"x.yaml": "x"}, {"a/b.sh": "x"}, {"a/.b.yaml": "x"}, {"a/b.yaml": 7}, {"@a/b.yaml": "x"},
     {f"a/b{n}.yaml": "x" for n in range(600)}, {"a/b.yaml": "x" * 500_000}, {"a/b.yaml/../c.yaml": "x"}, {"a\\b/c.yaml": "x"}],
)  # fmt: skip
def test_files_of_strangers_are_rule_files_in_folders(
    tmp_path: Path, files: dict[str, Any]
) -> None:
    asking = Asking(Settings(tmp_path, takes_files=True))
    error = asking.error("open", ruleset="rattus", files=files)
    assert error["code"] in ("refused", "too_large", "malformed")
    assert not [*tmp_path.iterdir()]


def test_a_file_of_a_stranger_goes_through_no_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a").symlink_to(tmp_path)
    asking = Asking(Settings(tmp_path / "folder", takes_files=True))
    assert asking.error("open", ruleset="rattus", files={"a/b.yaml": "x"})["code"] == "refused"
    assert not (tmp_path / "b.yaml").exists()


def test_a_share_is_small() -> None:
    asking = Asking()
    asking.ok("open", ruleset="notre_dame", players=5, seed=5, seats=dict.fromkeys(
        ("red", "yellow", "green", "blue", "violet"), "random"))  # fmt: skip
    for at in range(100):
        asking.ok("play", game="g1", at=at)
    assert len(json.dumps(asking.ok("share", game="g1"))) < 5_000
