from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, cast, get_args

import pytest

import boardwright
from boardwright.boards.picture import picture_of
from boardwright.interpreter.records.schemas import misfit_by, validator_of
from boardwright.studio.engine import Engine
from boardwright.studio.refused import Code, Reason
from boardwright.studio.schemas import FILES, answer_fault, news_fault, request_fault, schema
from transcripts import NAMES, answers_to, as_sent, requests_of, settings


class Recording(dict[str, Any]):
    """A request that notes which of its keys were looked for."""

    def __init__(self, message: Mapping[str, Any], read: set[str]) -> None:
        super().__init__(message)
        self.read = read

    def get(self, key: str, default: Any = None) -> Any:
        self.read.add(key)
        return super().get(key, default)

    def __contains__(self, key: object) -> bool:
        self.read.add(str(key))
        return super().__contains__(key)


@dataclass(frozen=True)
class Conversation:
    """What was asked and answered, and which keys the engine looked for."""

    do: Mapping[int, str]
    messages: Sequence[dict[str, Any]]
    read: Mapping[str, set[str]]


KEPT: dict[str, Conversation] = {}


def conversation(name: str, folders: pytest.TempPathFactory) -> Conversation:
    """A transcript, as an engine answers it: once for all tests."""
    if name not in KEPT:
        KEPT[name] = held(name, folders.mktemp(name))
    return KEPT[name]


def held(name: str, folder: Path) -> Conversation:
    engine = Engine(settings(name, folder))
    requests, read = requests_of(name), defaultdict[str, set[str]](lambda: {"id", "do"})
    messages = answers_to(engine, (Recording(each, read[each["do"]]) for each in requests))
    return Conversation({each["id"]: each["do"] for each in requests}, as_sent(messages), read)


def test_the_engine_reads_the_keys_that_the_schemas_have(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    read: dict[str, set[str]] = {}
    for name in NAMES:
        for do, keys in conversation(name, tmp_path_factory).read.items():
            read.setdefault(do, set()).update(keys)
    described = {
        do: {"id", "do", *of.get("properties", {})}
        for do, of in schema("requests")["$defs"].items()
    }
    del read["dance"]
    assert read == described


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_as_the_schemas_say(
    name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    found = conversation(name, tmp_path_factory)
    for message in found.messages:
        if "tell" in message:
            assert news_fault(message) is None
        else:
            fault = answer_fault(found.do[message["id"]], message)
            assert fault is None, (fault, message)


def test_every_answer_is_described_and_given(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Each key of a schema is in some answer of a transcript, so none is there that the engine never gives."""
    given: set[str] = set()
    for name in NAMES:
        found = conversation(name, tmp_path_factory)
        for message in found.messages:
            given |= {f"ok_{found.do[message['id']]}.{key}" for key in message.get("ok", {})}
            given |= {f"error.{key}" for key in message.get("error", {})}
    described = {
        f"{part}.{key}"
        for part, of in schema("answers")["$defs"].items()
        if part == "error" or part.startswith("ok_")
        for key in _properties(of)
    }
    assert given == described


def _properties(of: Mapping[str, Any]) -> Mapping[str, Any]:
    if "$ref" in of:
        of = schema("answers")["$defs"][of["$ref"].removeprefix("#/$defs/")]
    found: Mapping[str, Any] = of["properties"]
    return found


def test_codes_and_reasons_are_those_of_the_schema() -> None:
    described = schema("answers")["$defs"]["error"]["properties"]
    assert {*get_args(Code)} == {*described["code"]["enum"]}
    assert [*get_args(Reason)] == described["reason"]["enum"]


@pytest.mark.parametrize("name", FILES)
def test_schemas_are_schemas(name: str) -> None:
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(schema(name))


def test_answers_have_no_other_keys() -> None:
    for name in ("answers", "news"):
        for part, of in schema(name)["$defs"].items():
            for each in _objects(of):
                assert each.get("additionalProperties") is not None, part


def _objects(of: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(of, Mapping):
        if "properties" in of:
            yield of
        for each in of.values():
            yield from _objects(each)
    elif isinstance(of, list):
        for each in of:
            yield from _objects(each)


QUICK = ("table", "folder")  # the others start processes; see their own tests
SLOW = ("hello", "setup", "open")  # they read rules

VALUES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2**31, 2**53, 2**200, 1.5, 1e300, "", "all", "g1", "g2", "rattus", "../..", "\0", "é" * 300, "x" * 20_000,
    [], ["gallia"], [1], [None] * 3, ["a"] * 300, {}, {"red": 7}, {"red": None}, {"red": "random"}, {"a": {"b": [[[]]]}}, {"": ""},
)  # fmt: skip


def malformed(count: int, seed: int) -> Iterator[object]:
    """Requests in which something is missing or has another value."""
    rnd, whole = Random(seed), [each for name in QUICK for each in requests_of(name)]
    slow = [each for each in whole if each["do"] in SLOW]
    quick = [each for each in whole if each["do"] not in SLOW]
    for _ in range(count):
        request = dict(rnd.choice(slow if rnd.random() < 0.1 else quick))
        for _ in range(rnd.randint(1, 3)):
            key = rnd.choice([*request, "game", "at", "seat"])
            if rnd.random() < 0.2:
                request.pop(key, None)
            else:
                request[key] = rnd.choice(VALUES)
        yield rnd.choice(VALUES) if rnd.random() < 0.05 else request


@pytest.mark.parametrize("validate", [None, request_fault])
def test_malformed_messages_have_one_answer_each(validate: Any, tmp_path: Path) -> None:
    engine = Engine(settings("folder", tmp_path, validate=validate))
    answers_to(engine, requests_of("table")[:4])
    codes = set(schema("answers")["$defs"]["error"]["properties"]["code"]["enum"])
    for message in malformed(500, seed=5):
        *news, answer = engine.answer(message)
        assert all("tell" in each for each in news)
        assert json.dumps(answer)
        if "error" in answer:
            assert answer["error"]["code"] in codes - {"failed"}, (message, answer)
    assert next(engine.answer({"id": 1, "do": "hello", "protocol": 1}))["ok"]["protocol"] == 1


def test_the_schema_refuses_what_the_engine_refuses(tmp_path: Path) -> None:
    """Whoever has no validator has the same protocol: what is refused by one is refused by the other."""
    plain = Engine(settings("folder", tmp_path / "plain"))
    strict = Engine(settings("folder", tmp_path / "strict", validate=request_fault))
    for engine in (plain, strict):
        answers_to(engine, requests_of("table")[:4])
    for message in malformed(500, seed=6):
        codes = []
        for engine in (plain, strict):
            *_, answer = engine.answer(message)
            codes.append(answer.get("error", {}).get("code"))
        assert (codes[0] is None) == (codes[1] is None), message
        assert codes[0] != "malformed" or codes[1] == "malformed", message


GAMES = Path(__file__).parents[1] / "games"


@pytest.mark.parametrize(
    "game",
    ["rattus", "notre_dame", *(GAMES / name for name in ("couriers", "estates", "hex", "mail_coach", "morris", "pig", "sorcery"))],
    ids=str,
)  # fmt: skip
def test_pictures_are_as_the_schema_says(game: str | Path) -> None:
    picture = as_sent(cast(Any, picture_of(boardwright.load(game))))
    assert misfit_by(validator_of(schema("answers"), "picture"), picture) is None
