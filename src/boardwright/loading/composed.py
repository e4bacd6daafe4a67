"""The first half of the pipeline: files become declarations, and these one game. Diagnostics are collected."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.dsl.bind.bind import bind
from boardwright.dsl.compose.compose import compose
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.ruleset import Document, declare, manifest_of
from boardwright.dsl.source.diagnostics import Bag, RulesetError
from boardwright.files.locate_ruleset import Found, find
from boardwright.files.read import whole
from boardwright.loading.library import Library
from boardwright.loading.rules import Path_, Rules, Said

if TYPE_CHECKING:
    from boardwright.dsl.rules.name_uses import Uses
    from boardwright.validators.subject.subject import Subject


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """The declarations of a game and its expansions, in order. `base` is None if there is no game; unless `complete`, some
    are missing. `library` is what they were read with.
    """

    base: Ruleset | None
    overlays: tuple[Ruleset, ...]
    complete: bool
    found: tuple[Found, ...]
    library: Library


def read_into(
    bag: Bag,
    ruleset: Path_,
    expansions: Sequence[Path_] = (),
    library: Library | None = None,
) -> Rules | None:
    """Does what `read` does, but collects diagnostics; returns None if there is no game."""
    own, rules = Bag(), None
    try:
        layers = read_layers(own, ruleset, expansions, library or Library())
        rules = None if layers is None else put_together(layers, own)
    except RulesetError as full:  # more findings than this nobody reads: see `Bag`
        for diagnostic in full.diagnostics:
            own.add(diagnostic)
    bag.add_all(own)
    return rules


def read_layers(
    bag: Bag, ruleset: Path_, expansions: Sequence[Path_], library: Library
) -> Layers | None:
    """Reads the files of a game and its expansions; None if one of them is not found. The bag is empty at first."""
    names = (ruleset, *expansions)
    found = [each for name in names if (each := _found(name, library, bag)) is not None]
    if bag.failed:
        return None
    base_at, *overlays_at = found
    own = Bag()
    base = library.game(base_at.path, own)
    if base is None or base.of is None:
        bag.add_all(own)
    # Else it is an expansion, which `compose` refuses: its kinds of files only seem to be unknown.
    overlays: list[Ruleset] = []
    complete = base is not None
    ordered = _in_order(overlays_at, library)
    present = {id for each in ordered if (id := _id_of(each, library)) is not None}
    for each in ordered:
        documents = library.documents(each.path, bag)
        known = () if base is None else (base, *overlays)
        overlay = declare(documents, bag, known, present)
        if overlay is None:
            complete = False
        else:
            overlays.append(overlay)
    return Layers(base, tuple(overlays), complete, tuple(found), library)


def _id_of(found: Found, library: Library) -> str | None:
    manifest = manifest_of(library.documents(found.path, Bag()))
    return None if manifest is None else manifest.id


def put_together(layers: Layers, bag: Bag, uses: Uses | None = None) -> Rules | None:
    """Composes and binds what was read, with diagnostics into the bag; None if anything is wrong. `uses` learns what
    names mean, as far as that is known.
    """
    base, overlays = layers.base, layers.overlays
    if base is None or not layers.complete:
        return None
    composed = compose(base, overlays, bag)
    bound = None
    if composed is not None and not bag.failed:
        bound = bind(composed, bag, uses)
    elif composed is not None and uses is not None:
        # After mistakes in declarations, names would seem to be missing: these are not reported.
        with suppress(RulesetError):
            bind(composed, Bag(), uses)
    if composed is None or bound is None:
        return None
    said = Said(composed, (base, *overlays))
    return Rules(bound, bag.sorted(), layers.found, lambda: said, lambda: layers.library, without)


def without(rules: Rules, names: Collection[str]) -> Rules:
    """These rules without some of their expansions. Raises `RulesetError` if the rest has mistakes."""
    bag = Bag()
    base, *overlays = (each for each in rules.layers if each.id not in names)
    composed = compose(base, overlays, bag)
    bound = None if composed is None else bind(composed, bag)
    if composed is None or bound is None:
        note = f"without {', '.join(f'`{id}`' for id in names)}, which can take no part"
        raise RulesetError(replace(each, notes=(*each.notes, note)) for each in bag.sorted())
    said = Said(composed, (base, *overlays))
    return replace(rules, bound=bound, warnings=bag.sorted(), _said=lambda: said, _smaller={})


def subject_of(rules: Rules, library: Library) -> Subject:
    """The subject of checks, for rules that were read with this library."""
    from boardwright.validators.subject.subject import Subject

    documents: list[Document] = []
    origins: dict[str, str] = {}
    for found in rules.found:
        read = library.documents(found.path, Bag())
        manifest = manifest_of(read)
        documents += read
        if manifest is not None:
            origins |= {source.name: manifest.id for source, _ in library.files(found.path)}
    return Subject(
        game=rules.bound,
        declared=rules.declared,
        layers=rules.layers,
        documents=tuple(documents),
        scenarios=rules.scenarios,
        origins=origins,
    )


def _found(name: Path_, library: Library, bag: Bag) -> Found | None:
    if isinstance(name, Path) and whole(name) in library.unsaved and not name.exists():
        return Found(name, False)
    try:
        return find(name)
    except RulesetError as refused:
        for diagnostic in refused.diagnostics:
            bag.add(diagnostic)
        return None


def _in_order(found: Sequence[Found], library: Library) -> list[Found]:
    """Expansions in the order given, but after those that their manifests name under `after`."""
    manifests = [manifest_of(library.documents(each.path, Bag())) for each in found]
    waiting = list(zip(found, manifests, strict=True))
    ordered: list[Found] = []
    while waiting:
        ids = {manifest.id for _, manifest in waiting if manifest is not None}
        ready = next(
            (pair for pair in waiting if pair[1] is None or not (set(pair[1].after) & ids)),
            waiting[0],  # in a circle: `compose` reports it
        )
        waiting.remove(ready)
        ordered.append(ready[0])
    return ordered
