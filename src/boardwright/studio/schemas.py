"""The JSON Schemas of the protocol. The engine never relies on them: in the page nothing can check them."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

FILES = ("requests", "answers", "news")
"""In the folder `protocol`. A part that names a file uses a format of `interpreter/formats`."""


@functools.cache
def schema(name: str) -> dict[str, Any]:
    """One of `FILES`, with everything that it uses."""
    from importlib.resources import files

    from boardwright.interpreter.records.schemas import completed

    text = (files("boardwright.studio") / "protocol" / f"{name}.json").read_text("utf-8")
    return completed(json.loads(text))


def request_fault(message: Mapping[str, Any]) -> str | None:
    """What is wrong with a request, by the schema of what it asks; None if nothing is."""
    return _fault(message, "requests", str(message.get("do")))


def answer_fault(do: str, answer: Mapping[str, Any]) -> str | None:
    """What is wrong with the answer to a request; None if nothing is."""
    if "error" in answer:
        return _fault(answer["error"], "answers", "error")
    return _fault(answer["ok"], "answers", f"ok_{do}")


def news_fault(news: Mapping[str, Any]) -> str | None:
    """What is wrong with news; None if nothing is."""
    return _fault(news, "news", news["tell"])


def _fault(value: Mapping[str, Any], name: str, part: str) -> str | None:
    from boardwright.interpreter.records.schemas import misfit_by

    return misfit_by(_validator(name, part), value)


@functools.cache
def _validator(name: str, part: str) -> Validator:
    from boardwright.interpreter.records.schemas import validator_of

    return validator_of(schema(name), part)
