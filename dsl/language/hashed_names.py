"""How declarations and nodes stand in the hash of the rules, whatever they are called in Python.

A class or field that is renamed keeps its old name there, so that records of games stay valid: a class by
`hashed: ClassVar[str] = "OldName"` in its body (an heir does not share it), a field by `field(metadata=hashed_as("old_name"))`. Where several fields have become one, it has
in its metadata a mapping of their names, which are properties of the class, to their defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

NAME = "hashed"  # of the class variable, and in the metadata of a field

# A field that is left out: words for people, positions, and what else cannot change how a game goes.
UNHASHED: Mapping[str, str] = MappingProxyType({NAME: ""})


def hashed_as(name: str) -> Mapping[str, str]:
    """The metadata of a field that stands in the hash under this name."""
    return {NAME: name}


def class_name(kind: type) -> str:
    """The name of a class in the hash."""
    name: str = vars(kind).get(NAME, kind.__name__)
    return name
