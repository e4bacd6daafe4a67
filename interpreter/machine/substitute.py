"""Lowered code with other names for its locals, or other bodies in its statements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from boardwright.interpreter.machine import nodes as lo


def renamed(body: list[lo.Stmt], names: Mapping[str, str]) -> list[lo.Stmt]:
    """The same statements; locals that are no key keep their names."""
    found: list[lo.Stmt] = _renamed(body, names) if names else body
    return found


def _renamed(node: Any, names: Mapping[str, str]) -> Any:
    if isinstance(node, list):
        return [_renamed(each, names) for each in node]
    if isinstance(node, tuple):
        return tuple(_renamed(each, names) for each in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changes = {}
    for each in fields(node):
        value = getattr(node, each.name)
        if each.name == "name":  # which is that of a local, in every node
            changed = names.get(value, value)
        else:
            changed = _renamed(value, names)
        if changed is not value:
            changes[each.name] = changed
    return replace(node, **changes) if changes else node


def with_bodies(s: lo.Stmt, change: Callable[[list[lo.Stmt]], list[lo.Stmt]]) -> lo.Stmt:
    """A statement with other bodies in it."""
    match s:
        case lo.When(test=test, body=yes, otherwise=no):
            return lo.When(test, change(yes), change(no))
        case lo.ForBits(body=body) | lo.ForRange(body=body):
            return replace(s, body=change(body))
        case lo.Loop(body=body):
            return lo.Loop(change(body))
        case lo.ForSorted(key_body=key_body, body=body):
            return replace(s, key_body=change(key_body), body=change(body))
        case lo.Step() | lo.Jump():
            return s
