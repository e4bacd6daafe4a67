"""The names of declarations and nodes in the hash of the rules, whatever their names in Python.

A renamed class or field keeps its old name in the hash, so that records of games stay valid: a class by
`hashed: ClassVar[str] = "OldName"` in its body (a subclass does not share it), a field by
`field(metadata=hashed_as("old_name"))`. If several fields have become one, its metadata map their names, which are properties
of the class, to their defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

NAME = "hashed"  # the name of the class variable, and the key in the metadata of a field

# For fields outside the hash: texts for people, positions, and whatever cannot change how a game goes.
UNHASHED: Mapping[str, str] = MappingProxyType({NAME: ""})


def hashed_as(name: str) -> Mapping[str, str]:
    """Returns the metadata of a field that has this name in the hash."""
    return {NAME: name}


def class_name(kind: type) -> str:
    """Returns the name of a class in the hash."""
    name: str = vars(kind).get(NAME, kind.__name__)
    return name
