"""Writes the page docs/api.md from the docstrings of what is public."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import Field, fields, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"

PUBLIC = (
    "boardwright",
    "boardwright.agents",
    "boardwright.learning",
    "boardwright.adapters.pettingzoo",
    "boardwright.adapters.gymnasium",
    "boardwright.adapters.openspiel",
    "boardwright.training.ppo",
)
"""The modules whose `__all__` is public."""

_OF_OTHERS = ("boardwright.adapters.",)
"""Modules whose classes do what another library says: its documentation has their methods."""

_WIDEST = 90
_ALIASES = {
    "Path_": "str | PathLike[str]",
    "View": "dict[str, Any]",
    "Position": "dict[str, Any]",
    "Event": "Mapping[str, Any]",
    "OptionValue": "str | int | bool | Iterable[str]",
    "Backend": "'auto' | 'python' | 'native'",
    "Sort": "str",
}
"""What names of types mean that are not on the page."""

_INSIDE = {
    "Actions": {"id_of", "pairs"},
    "Batch": {"site", "vector"},
    "Decision": {"answers", "id_of", "label_of", "labels", "nth", "program", "site", "span", "taken", "v", "words"},
    "Diagnostic": {"order"},
    "Game": {"program"},
    "Network": {"gradients", "look"},
    "Observer": {"parts", "program"},
    "Rules": {"bound", "declared", "found", "layers", "link_at_table", "mark", "parts", "scenarios", "sources"},
    "State": {"answer_of", "apply_unless_chance", "compiled", "generators", "pending", "program", "question", "reseed", "standing", "v", "words"},
    "Unknown": {"again", "dealer", "drawn", "exchanges", "generators", "scatters", "shares", "state"},
    "WatchedState": {"compiled", "pending", "program", "sentences", "tellers", "told", "v", "watcher", "words"},
    "Why": {"answer"},
}  # fmt: skip
"""What classes have for other parts of Boardwright. It is not on the page, and not public."""

_HEAD = """\
# Reference of the Python API

Everything that is public, by module. [From Python](python.md) shows how it is used.

<!-- Written from the docstrings by tests/docs/test_reference.py: `pytest --update-golden` updates it. -->

"""


def api_page() -> str:
    """The page."""
    return "".join([_HEAD, *(line for name in PUBLIC for line in _module(name))]).rstrip() + "\n"


def _module(name: str) -> Iterator[str]:
    module = importlib.import_module(name)
    yield f"## {name}\n\n{_text(module)}"
    for each in module.__all__:
        thing = getattr(module, each)
        if each.startswith("__"):
            continue
        yield f"### {each}\n\n"
        if inspect.isclass(thing):
            yield from _class(thing, members=not name.startswith(_OF_OTHERS))
        elif callable(thing) and inspect.isroutine(thing):
            yield f"```text\n{_call(each, thing, lines=True)}\n```\n\n{_text(thing)}"
        else:
            yield f"{_constant(module, each)}\n\n"


def _class(of: type, *, members: bool) -> Iterator[str]:
    yield _text(of)
    bases = [f"`{base.__name__}`" for base in of.__bases__ if _is_shown(base)]
    if bases:
        yield f"Extends {' and '.join(bases)}.\n\n"
    if not members:
        return
    hidden = _INSIDE.get(of.__name__, set())
    named = [field for field in _own_fields(of) if field.name not in hidden | {"_"}]
    listed = [f"`{each.name}: {_plain(each.type)}`" for each in named if each.name[0] != "_"]
    if listed:
        yield f"Fields: {', '.join(listed)}.\n\n"
    known = {field.name for field in fields(of)} if is_dataclass(of) else set[str]()
    rows = [
        row
        for name, each in [*vars(of).items()]
        if name not in hidden | known and not name.startswith("_")
        for row in _member(name, each)
    ]
    if rows:
        yield "| name | what it is |\n| --- | --- |\n"
        yield from (f"| `{_cell(name)}` | {_cell(text)} |\n" for name, text in rows)
        yield "\n"


def _is_shown(base: type) -> bool:
    return base.__name__ in ("State", "ValueError")


def _own_fields(of: type) -> list[Field[Any]]:
    """The fields of a data class that its bases do not have."""
    if not is_dataclass(of):
        return []
    others = {field.name for base in of.__mro__[1:] if is_dataclass(base) for field in fields(base)}
    return [field for field in fields(of) if field.name not in others]


def _member(name: str, each: object) -> Iterator[tuple[str, str]]:
    """A property or a method, and its docstring on a line."""
    if isinstance(each, property):
        assert each.fget is not None
        found = inspect.signature(each.fget).return_annotation
        yield f"{name}: {_plain(found)}", _line(each)
    elif isinstance(each, staticmethod | classmethod):
        yield _call(name, each.__func__), _line(each.__func__)
    elif inspect.isfunction(each):
        yield _call(name, each), _line(each)


def _call(name: str, function: Any, *, lines: bool = False) -> str:
    """A function as it is called, with the types of its arguments; with `lines`, on several if it is long."""
    signature = inspect.signature(function)
    parts: list[str] = []
    star = False
    for number, each in enumerate(signature.parameters.values()):
        if number == 0 and each.name in ("self", "cls"):
            continue
        if each.kind is inspect.Parameter.VAR_POSITIONAL:
            star = True
        if each.kind is inspect.Parameter.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        typed = "" if each.annotation is each.empty else f": {_plain(each.annotation)}"
        default = "" if each.default is each.empty else f" = {each.default!r}"
        stars = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(each.kind.name, "")
        parts.append(f"{stars}{each.name}{typed}{default}")
    of = signature.return_annotation
    back = "" if of is signature.empty else f" -> {_plain(of)}"
    found = f"{name}({', '.join(parts)}){back}"
    if lines and len(found) > _WIDEST:
        found = f"{name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){back}"
    return found


def _plain(annotation: object) -> str:
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    text = re.sub(r"collections\.abc\.|~", "", text)
    return re.sub(r"\w+", lambda word: _ALIASES.get(word[0], word[0]), text)


def _text(of: object) -> str:
    """A docstring as paragraphs, without its examples: pages show those."""
    paragraphs = re.split(r"\n\s*\n", inspect.cleandoc(inspect.getdoc(of) or ""))
    return "".join(f"{each}\n\n" for each in paragraphs if each and not each.startswith("    "))


def _line(of: object) -> str:
    return " ".join((inspect.getdoc(of) or "").split())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _constant(module: ModuleType, name: str) -> str:
    """The text below a constant, where it is made; without one, its value."""
    source = inspect.getsource(module)
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and name in {each.name for each in node.names}:
            assert node.module is not None
            source = inspect.getsource(importlib.import_module(node.module))
    found = re.search(rf'(?ms)^{name} = [^\n]*\n"""(.*?)"""', source)
    return " ".join(found[1].split()) if found else f"`{getattr(module, name)!r}`"


__all__ = ["PAGE", "PUBLIC", "api_page"]
