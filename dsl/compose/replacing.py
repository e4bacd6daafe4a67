"""Replaces what the game declares by what is under `replace` of an expansion."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from boardwright.dsl.compose import errors as compose_errors
from boardwright.dsl.declare.clauses import (
    HookDecl,
    ModifierDecl,
    NoteDecl,
    PlaceDecl,
    RuleDecl,
    TableDecl,
    ValueDecl,
)
from boardwright.dsl.declare.course import EntryDecl, PhaseDecl
from boardwright.dsl.declare.declarations import Ruleset, taken_names
from boardwright.dsl.declare.looks import OwnLook
from boardwright.dsl.declare.pieces import DefinitionDecl
from boardwright.dsl.declare.spaces import LinkDecl
from boardwright.dsl.language.types import with_article
from boardwright.dsl.rules.walk import phases_in
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Span

T = TypeVar("T")
Clause = NoteDecl | PlaceDecl | RuleDecl | TableDecl | ValueDecl

_SIMPLE = ("options", "varieties", "kinds", "stocks", "spaces", "memories", "offers", "word_decls")
_ENTRIES = "an entry of "
_CLAUSES = ("places", "notes", "tables", "values", "rules")


@dataclass(slots=True)
class Replacer:
    """Applies the replacements of one expansion after another and remembers who replaced what. `follows` has
    for each expansion those that are declared to come before it.
    """

    bag: Bag
    follows: Mapping[str, Collection[str]]
    done: dict[tuple[str, ...], tuple[str, Span]] = field(default_factory=dict)
    added: dict[tuple[str, ...], list[tuple[str, Span]]] = field(default_factory=dict)

    def apply(self, ruleset: Ruleset, by: str, new: Ruleset) -> Ruleset:
        """Returns the ruleset with everything in `new` in place of what had the same names."""
        if not self._all_exist(ruleset, new):
            return ruleset
        self._note_all(by, new)
        for phase in new.course:
            for around in _phases_around(ruleset.course, phase.id):
                self._note_addition(by, ("a phase", around), phase.span)
        changed = ruleset
        for name in _SIMPLE:
            lists = _swapped(getattr(changed, name), getattr(new, name), lambda each: each.id)
            changed = _with(changed, name, lists)
        changed = self._with_traits(changed, new)
        for name in _CLAUSES:
            lists = _swapped(getattr(changed, name), getattr(new, name), _clause_key, add=True)
            changed = _with(changed, name, lists)
        changed = replace(
            changed,
            modifiers=_swapped(changed.modifiers, new.modifiers, _modifier_key, add=True),
            hooks=_swapped(changed.hooks, new.hooks, _hook_key, add=True),
            links=_swapped(changed.links, new.links, lambda link: link.kind.id),
            definitions=_merged(changed.definitions, new.definitions),
            course=_phases(changed.course, {phase.id: phase for phase in new.course}),
            outcome=new.outcome or changed.outcome,
            tells=(*changed.tells, *new.tells),
        )
        return changed

    def _all_exist(self, ruleset: Ruleset, new: Ruleset) -> bool:
        """Reports every replacement of nothing. Parts of a piece may be new to it, and phases inside another one."""
        fine = True
        there: dict[str, dict[str, Span]] = {}
        for taken in taken_names(ruleset):
            if not taken.within:
                there.setdefault(taken.what, {})[taken.name] = taken.span
        inner = {id(each.span) for phase in new.course for each in phases_in(phase.phases)}
        for wanted in taken_names(new):
            if wanted.within or wanted.what.startswith(_ENTRIES) or id(wanted.span) in inner:
                continue
            if wanted.name not in there.get(wanted.what, {}):
                fine = False
                sorts = [what for what, names in there.items() if wanted.name in names]
                compose_errors.nothing_to_replace(
                    self.bag,
                    wanted.what,
                    wanted.name,
                    wanted.span,
                    there.get(wanted.what, {}),
                    [what for what in sorts if not what.startswith(_ENTRIES)],
                )
        kinds = {link.kind.id for link in ruleset.links}
        for link in _first_links(new):
            if link.kind.id not in kinds:
                fine = False
                compose_errors.nothing_to_replace(
                    self.bag, "a kind of link", link.kind.id, link.kind.span, kinds, ()
                )
        return fine

    def _note_all(self, by: str, new: Ruleset) -> None:
        """Remembers every replacement; for pieces each key by itself, because different keys do not collide."""
        pieces = {with_article(each.kind.id) for each in new.definitions}
        for taken in taken_names(new):
            if taken.within or taken.what in pieces or taken.what.startswith(_ENTRIES):
                continue
            what = f"{taken.what} called `{taken.name}`"
            self._note(by, (taken.what, taken.name), taken.span, what)
        for definition in new.definitions:
            for key in definition.given:
                place = (definition.kind.id, definition.id, key.id)
                self._note(by, place, key.span, f"`{key.id}` of `{definition.id}`")
        for link in _first_links(new):
            what = f"the links called `{link.kind.id}`"
            self._note(by, ("links", link.kind.id), link.kind.span, what)
        if new.outcome is not None:
            self._note(by, ("outcome",), new.outcome.span, "the outcome")

    def _note(self, by: str, place: tuple[str, ...], span: Span, what: str) -> None:
        if place in self.done:
            earlier, first = self.done[place]
            if earlier != by and earlier not in self.follows[by]:
                compose_errors.replaced_twice(self.bag, what, span, first, by, earlier)
        for earlier, first in self.added.get(place, ()):
            if earlier not in self.follows[by]:
                compose_errors.lost_addition(self.bag, _called(place), first, span, earlier, by)
        self.done[place] = (by, span)

    def note_additions(self, ruleset: Ruleset, new: Ruleset) -> None:
        """Remembers what an expansion adds to, because replacing it as a whole needs an order as well."""
        for offer in new.offers:
            if offer.addition:
                self._note_addition(new.id, ("an offer", offer.id), offer.span)
        for variety in new.varieties:
            if variety.addition:
                self._note_addition(new.id, ("a variety", variety.id), variety.span)
        for link in _first_links(new):
            self._note_addition(new.id, ("links", link.kind.id), link.kind.span)
        for phase in new.course:
            anchor = phase.after or phase.before
            if anchor is not None:
                for around in _phases_around(ruleset.course, anchor.id):
                    self._note_addition(new.id, ("a phase", around), phase.span)

    def _note_addition(self, by: str, place: tuple[str, ...], span: Span) -> None:
        self.added.setdefault(place, []).append((by, span))
        if place in self.done:
            earlier, replaced = self.done[place]
            if earlier != by and earlier not in self.follows[by]:
                compose_errors.lost_addition(self.bag, _called(place), span, replaced, by, earlier)

    def _with_traits(self, ruleset: Ruleset, new: Ruleset) -> Ruleset:
        """Replaces traits as a whole: nothing of the old trait remains."""
        names = {trait.id for trait in new.traits}
        if not names:
            return ruleset
        kept = {
            name: tuple(
                each
                for each in getattr(ruleset, name)
                if each.trait not in names or each.definition is not None
            )
            for name in ("places", "notes", "modifiers", "hooks")
        }
        for name, clauses in kept.items():
            ruleset = _with(ruleset, name, clauses)
        return replace(ruleset, traits=_swapped(ruleset.traits, new.traits, lambda each: each.id))


def _called(place: tuple[str, ...]) -> str:
    """Writes `the offer x`."""
    return f"the {place[0].split(' ', 1)[-1]} `{place[1]}`"


def _phases_around(course: Sequence[PhaseDecl], name: str) -> list[str]:
    """Returns the phases around the one with this name, the outermost first."""
    for phase in course:
        inner = _phases_around(phase.phases, name)
        if inner or any(each.id == name for each in phase.phases):
            return [phase.id, *inner]
    return []


def _first_links(ruleset: Ruleset) -> list[LinkDecl]:
    """Returns the first link of each kind."""
    return list({link.kind.id: link for link in reversed(ruleset.links)}.values())[::-1]


def _with(ruleset: Ruleset, name: str, clauses: Sequence[object]) -> Ruleset:
    changes: dict[str, Any] = {name: tuple(clauses)}
    return replace(ruleset, **changes)


def _swapped(
    old: Sequence[T], new: Sequence[T], key: Callable[[T], object], add: bool = False
) -> tuple[T, ...]:
    """Returns the old items with new ones in place of those with the same key. If several share a key, all new ones go where
    the first old one was. Keys without an old item are dropped unless `add` is set.
    """
    groups: dict[object, list[T]] = {}
    for each in new:
        groups.setdefault(key(each), []).append(each)
    result: list[T] = []
    placed: set[object] = set()
    for each in old:
        name = key(each)
        if name not in groups:
            result.append(each)
        elif name not in placed:
            placed.add(name)
            result.extend(groups[name])
    if add:
        for name, group in groups.items():
            if name not in placed:
                result.extend(group)
    return tuple(result)


def _clause_key(clause: Clause) -> object:
    trait = getattr(clause, "trait", None)
    return (clause.id, clause.definition, trait if clause.definition is None else None)


def _modifier_key(modifier: ModifierDecl) -> object:
    trait = modifier.trait if modifier.definition is None else None
    return (modifier.head.name.id, modifier.definition, trait)


def _hook_key(hook: HookDecl) -> object:
    trait = hook.trait if hook.definition is None else None
    return (hook.head.hook, hook.head.name.id, hook.definition, trait)


def _merged(
    old: Sequence[DefinitionDecl], new: Sequence[DefinitionDecl]
) -> tuple[DefinitionDecl, ...]:
    changes = {(each.kind.id, each.id): each for each in new}
    return tuple(
        _changed(each, changes[each.kind.id, each.id])
        if (each.kind.id, each.id) in changes
        else each
        for each in old
    )


def _look(old: OwnLook | None, new: OwnLook | None) -> OwnLook | None:
    """The old look, with what the new one says in its place."""
    if old is None or new is None:
        return new or old
    said = {each.name: getattr(new, each.name) for each in fields(new)}
    return replace(old, **{name: value for name, value in said.items() if value not in (None, ())})


def _changed(old: DefinitionDecl, new: DefinitionDecl) -> DefinitionDecl:
    """Replaces only what is given; the rest stays."""
    given = {key.id for key in new.given}
    return replace(
        old,
        texts={**old.texts, **new.texts},
        rules_text={**old.rules_text, **new.rules_text},
        words={**old.words, **new.words},
        look=_look(old.look, new.look),
        refs=new.refs if "ref" in given else old.refs,
        assumed=new.assumed if "assumed" in given else old.assumed,
        copies=new.copies if "copies" in given else old.copies,
        traits=new.traits if "traits" in given else old.traits,
        in_force=new.in_force if "in_force" in given else old.in_force,
        after=new.after if "after" in given else old.after,
        attributes=_swapped(old.attributes, new.attributes, lambda each: each.name.id, add=True),
        slots=_swapped(old.slots, new.slots, lambda each: each.name.id, add=True),
        entries=_swapped(old.entries, new.entries, _entry_key, add=True),
        given=_swapped(old.given, new.given, lambda each: each.id, add=True),
        sites=(*old.sites, *new.sites),
    )


def _entry_key(entry: EntryDecl) -> object:
    return entry.id


def _phases(old: Sequence[PhaseDecl], new: Mapping[str, PhaseDecl]) -> tuple[PhaseDecl, ...]:
    return tuple(
        new.get(phase.id)
        or (replace(phase, phases=_phases(phase.phases, new)) if phase.phases else phase)
        for phase in old
    )
