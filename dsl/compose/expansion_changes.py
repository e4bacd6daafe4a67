"""Lists what expansions change in a game: each of their clauses, with its place and the place of what it changes. For a rule
or a value, it lists everything that takes part, in the order in which it applies.

Names are taken as written, because the ruleset was composed without a mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from textwrap import dedent

from boardwright.dsl.declare.clauses import HookDecl, ModifierDecl, RuleDecl, ValueDecl
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.pieces import DefinitionDecl
from boardwright.dsl.declare.spaces import SpaceDecl
from boardwright.dsl.declare.things import KindDecl, StockDecl
from boardwright.dsl.language.syntax import Effect, Expr, Head, Name, Original, Syntax
from boardwright.dsl.language.words import TURN_RULES
from boardwright.dsl.rules.ir import LAYERS
from boardwright.dsl.rules.walk import phases_in
from boardwright.dsl.source.places import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredThing:
    """Something with a name: `sort` in words, `written` as its author wrote it, `origin` the game or expansion that
    declares it. Built-in things have no place.
    """

    sort: str
    id: str
    written: str
    origin: str
    span: Span | None = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """An expansion as it is applied; `after` are the present ones that it declares to come after, `in_play` is the
    condition for taking part.
    """

    id: str
    span: Span = field(compare=False, repr=False)
    after: tuple[Name, ...]
    in_play: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """Something new. `to` is what it is attached to, if anything, and `how` is the relation: `of` a kind, `in` an offer or a
    variety, `inside` the file of a piece, `on` a place, `after` or `before` a phase. `offered_in` are the offers of a piece's effects and entries.
    """

    thing: DeclaredThing
    to: DeclaredThing | None = None
    how: str = ""
    offered_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """A replacement of `old`. If a piece gets something new, `old` is the piece itself, and `fresh` is set."""

    thing: DeclaredThing
    old: DeclaredThing
    fresh: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnedClause:
    """What modifiers and hooks share: their owner (`piece` as kind and id, unless a game or an expansion owns them), trait,
    the only things they apply to, condition and place. `by` says whose acts or questions they are about; it is empty if that
    does not matter.
    """

    origin: str
    piece: tuple[str, str] | None
    trait: str | None
    only: tuple[str, ...]
    by: str
    when: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Modification(OwnedClause):
    """A modifier, with its `change` as written, such as `at least 2`."""

    op: str
    change: str
    value: DeclaredThing


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment(OwnedClause):
    """A hook: `moment` is before, after or instead; `original` means that it calls the rule itself."""

    moment: str
    original: bool
    rule: DeclaredThing
    effect: Effect = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpansionChanges:
    """Everything that expansions change in a game, in the order in which they apply."""

    layers: tuple[Layer, ...]
    additions: tuple[Addition, ...]
    replacements: tuple[Replacement, ...]
    modifications: tuple[Modification, ...]
    attachments: tuple[Attachment, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InForce:
    """When clauses apply: those of a kind's pieces, of one piece, or (if `kind` is False) of an
    expansion.
    """

    id: str
    kind: bool
    condition: str
    piece: bool = False
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChain:
    """Everything that happens when a rule runs: `instead` from the outside inwards, each around all that follows."""

    rule: DeclaredThing
    instead: tuple[Attachment, ...]
    before: tuple[Attachment, ...]
    after: tuple[Attachment, ...]
    in_force: tuple[InForce, ...]
    effect: Effect | None = field(repr=False)  # None: only for hooks, or built in


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueChain:
    """Everything that makes up a value, in the order in which it applies."""

    value: DeclaredThing
    base: str
    modifications: tuple[Modification, ...]
    in_force: tuple[InForce, ...]


def layers(composed: Ruleset, overlays: Sequence[Ruleset]) -> tuple[Layer, ...]:
    """Returns the expansions in the order in which they apply."""
    by_id = {overlay.id: overlay for overlay in overlays}
    return tuple(
        Layer(
            id=id,
            span=by_id[id].span,
            after=tuple(name for name in by_id[id].comes_after if name.id in by_id),
            in_play="".join(_words(each.condition.span) for each in by_id[id].switches),
        )
        for id in composed.expansions
    )


def changes(base: Ruleset, overlays: Sequence[Ruleset], composed: Ruleset) -> ExpansionChanges:
    """Returns what each overlay changes in the game, in the order in which they apply."""
    applied = layers(composed, overlays)
    by_id = {overlay.id: overlay for overlay in overlays}
    there = {_key(thing): thing for thing in _things(base)}
    parts = _parts(base, base.id)
    additions: list[Addition] = []
    replacements: list[Replacement] = []
    for layer in applied:
        overlay = by_id[layer.id]
        if overlay.replacing is not None:
            replacements += _replacements(overlay.replacing, layer.id, there, parts)
            pieces = {each.kind.id for each in overlay.replacing.definitions}
            there |= {
                _key(thing): thing
                for thing in _things(overlay.replacing, layer.id)
                if thing.sort not in pieces
            }
            parts |= _parts(overlay.replacing, layer.id)
        own = _things(overlay)
        there |= {_key(thing): thing for thing in own}
        parts |= _parts(overlay, layer.id)
        additions += _additions(overlay, own, there, composed)
    order = {layer.id: n for n, layer in enumerate(applied)}

    def is_theirs(clause: OwnedClause) -> bool:
        return _layer_of(clause, composed) in order

    return ExpansionChanges(
        layers=applied,
        additions=tuple(additions),
        replacements=tuple(replacements),
        modifications=tuple(filter(is_theirs, _modifications(composed))),
        attachments=tuple(filter(is_theirs, _attachments(composed))),
    )


def rule_names(composed: Ruleset) -> tuple[str, ...]:
    """Returns what can have hooks: rules, those of pieces as `piece.rule`, and phases and turns."""
    return tuple(dict.fromkeys(thing.id for thing in _rules(composed).values()))


def value_names(composed: Ruleset) -> tuple[str, ...]:
    """Returns the values, those of pieces as `piece.value`."""
    return tuple(dict.fromkeys(thing.id for thing in _values(composed).values()))


def rule_chain(composed: Ruleset, name: str) -> RuleChain:
    """Returns everything that happens when a rule (one of `rule_names`) runs."""
    key, rule = next((key, thing) for key, thing in _rules(composed).items() if thing.id == name)
    on_it = [each for each in _attachments(composed) if each.rule == rule]
    effects: dict[Key, Effect | None] = {
        **{(None, each.id): each.turn or each.steps for each in phases_in(composed.course)},
        **{(each.definition, each.id): each.effect for each in composed.rules},
    }
    return RuleChain(
        rule=rule,
        instead=tuple(each for each in reversed(on_it) if each.moment == "instead"),
        before=tuple(each for each in on_it if each.moment == "before"),
        after=tuple(each for each in on_it if each.moment == "after"),
        in_force=_in_force(composed, on_it),
        effect=effects.get(key),
    )


def value_chain(composed: Ruleset, name: str) -> ValueChain:
    """Returns everything that makes up a value (one of `value_names`)."""
    key, value = next((key, thing) for key, thing in _values(composed).items() if thing.id == name)
    base = next(each.base for each in composed.values if (each.definition, each.id) == key)
    on_it = [each for each in _modifications(composed) if each.value == value]
    ordered = [each for layer in LAYERS for each in on_it if each.op in layer]
    return ValueChain(
        value=value,
        base=_words(base.span),
        modifications=tuple(ordered),
        in_force=_in_force(composed, on_it),
    )


# ---- what is declared

Key = tuple[tuple[str, str] | None, str]  # the piece that owns it, and the name


def _key(thing: DeclaredThing) -> tuple[str, str]:
    # Kinds of pieces and of spaces share their names.
    return ("kind" if thing.sort.startswith("kind of") else thing.sort, thing.id)


def lines_of(effect: Effect) -> tuple[str, ...]:
    """Returns an effect as it is in its file, without the common indentation of its lines."""
    first = effect.span
    # The span of a statement with a block is its first line.
    last = max((node.span.end for node in _nodes(effect)), default=first.end)
    span = Span(first.source, first.start, max(first.end, last))
    begun = span.source.line(span.row)[: span.column - 1]
    whole = f"{' ' * len(begun)}{span.text}"
    return tuple(line.rstrip() for line in dedent(whole).rstrip().splitlines())


def _words(span: Span) -> str:
    """Returns a text of a file on one line."""
    return " ".join(span.text.split())


def _things(ruleset: Ruleset, origin: str | None = None) -> list[DeclaredThing]:
    """Returns everything in a ruleset that others may name, except links."""
    found: list[DeclaredThing] = []
    whose = ruleset.id if origin is None else origin

    def add(sort: str, id: str, span: Span, written: str = "") -> None:
        found.append(
            DeclaredThing(sort=sort, id=id, written=written or id, origin=whose, span=span)
        )

    for variety in ruleset.varieties:
        for member in variety.members if variety.addition else ():
            add("member", f"{variety.id}.{member.id}", member.span, member.id)
    for sort, declarations in (
        ("option", ruleset.options),
        ("variety", [each for each in ruleset.varieties if not each.addition]),
        ("kind of piece", ruleset.kinds),
        ("kind of space", ruleset.spaces),
        ("stock", ruleset.stocks),
        ("place", ruleset.places),
        ("note", ruleset.notes),
        ("memory", ruleset.memories),
        ("table", ruleset.tables),
        ("value", ruleset.values),
        ("rule", ruleset.rules),
    ):
        for each in declarations:
            if getattr(each, "definition", None) or getattr(each, "trait", None):
                continue
            head: Head | None = getattr(each, "head", None)
            add(sort, each.id, each.span, _words(head.span) if head else "")
    for offer in ruleset.offers:
        if not offer.addition:
            add("offer", offer.id, offer.span)
        for entry in offer.entries:
            add("entry", f"{offer.id}.{entry.id}", entry.span, entry.id)
    for definition in ruleset.definitions:
        add(definition.kind.id, definition.id, definition.span)
    for trait in ruleset.traits:
        add("trait", trait.id, trait.span)
    for phase in phases_in(ruleset.course):
        add("phase", phase.id, phase.span)
    if ruleset.outcome is not None:
        add("outcome", "outcome", ruleset.outcome.span)
    for condition in ruleset.conditions:
        span = condition.condition.span
        words = f"{'must' if condition.must else 'should'}: {_words(span)}"
        add("condition", words, span)
    for invariant in ruleset.invariants:
        add("invariant", _words(invariant.condition.span), invariant.condition.span)
    movable: tuple[KindDecl | StockDecl, ...] = (*ruleset.kinds, *ruleset.stocks)
    for thing in movable:
        for lying in thing.lies_in:
            add("lying", f"{lying.place.id}.{thing.id}", lying.place.span, thing.id)
    for word in ruleset.word_decls:
        add("text", word.id, word.span)
    for kind, span in _link_kinds(ruleset).items():
        add("links", kind, span)
    return found


def _link_kinds(ruleset: Ruleset) -> dict[str, Span]:
    """Returns each kind of link, with the place of its first link."""
    found: dict[str, Span] = {}
    for link in ruleset.links:
        found.setdefault(link.kind.id, link.kind.span)
    return found


def _additions(
    overlay: Ruleset,
    own: Sequence[DeclaredThing],
    there: dict[tuple[str, str], DeclaredThing],
    composed: Ruleset,
) -> list[Addition]:
    pieces = {(each.kind.id, each.id): each for each in overlay.definitions}
    phases = {each.id: each for each in phases_in(overlay.course)}
    found: list[Addition] = []
    for thing in own:
        to: DeclaredThing | None = None
        how = ""
        offered_in: tuple[str, ...] = ()
        where = thing.id.split(".")[0]
        if thing.sort == "entry":
            to, how = there.get(("offer", where)), "in"
        elif thing.sort == "member":
            to, how = there.get(("variety", where)), "in"
        elif thing.sort == "lying":
            to, how = there.get(("place", where)) or there.get(("kind", where)), "on"
        elif thing.sort == "phase":
            phase = phases[thing.id]
            anchor = phase.after or phase.before
            if anchor is not None:
                to = there.get(("phase", anchor.id))
                how = "after" if phase.after is not None else "before"
        elif (thing.sort, thing.id) in pieces:
            to, how = there.get(("kind", thing.sort)), "of"
            offered_in = _offers_of(pieces[thing.sort, thing.id], composed)
        found.append(Addition(thing=thing, to=to, how=how, offered_in=offered_in))
    for thing, owner in _kept_by_pieces(overlay):
        found.append(Addition(thing=thing, to=there.get(owner), how="inside"))
    return found


def _kept_by_pieces(ruleset: Ruleset) -> Iterator[tuple[DeclaredThing, tuple[str, str]]]:
    """Yields the places, notes and memories in the files of pieces and spaces, with the kind and id of each owner."""
    for sort, declarations in (
        ("place", ruleset.places),
        ("note", ruleset.notes),
        ("memory", ruleset.memories),
    ):
        for each in declarations:
            owner: tuple[str, str] | None = getattr(each, "definition", None)
            if owner is not None:
                id = f"{owner[1]}.{each.id}"
                yield (
                    DeclaredThing(sort=sort, id=id, written=id, origin=ruleset.id, span=each.span),
                    owner,
                )


def _offers_of(definition: DefinitionDecl, composed: Ruleset) -> tuple[str, ...]:
    kinds: tuple[KindDecl | SpaceDecl, ...] = (*composed.kinds, *composed.spaces)
    slots = {
        slot.name.id: slot
        for kind in kinds
        if kind.id == definition.kind.id
        for slot in kind.effects
    }
    names: list[Name] = []
    for slot in definition.slots:
        default = slots[slot.name.id].offered_in if slot.name.id in slots else ()
        names += default if slot.offered_in is None else slot.offered_in
    traits = {trait.id: trait for trait in composed.traits}
    carried = [traits[name.id] for name in definition.traits if name.id in traits]
    for entry in (*definition.entries, *(entry for trait in carried for entry in trait.entries)):
        names += entry.offered_in
    return tuple(dict.fromkeys(name.id for name in names))


Parts = dict[tuple[str, str, str], DeclaredThing]


def _parts(ruleset: Ruleset, origin: str) -> Parts:
    """Returns the given parts of each piece or space; a replacement changes one such part."""
    return {
        (each.kind.id, each.id, key.id): DeclaredThing(
            sort=each.kind.id,
            id=each.id,
            written=f"{key.id} of {each.id}",
            origin=origin,
            span=key.span,
        )
        for each in ruleset.definitions
        for key in each.given
    }


def _replacements(
    new: Ruleset, by: str, there: dict[tuple[str, str], DeclaredThing], old_parts: Parts
) -> list[Replacement]:
    found: list[Replacement] = []
    changed = {(each.kind.id, each.id) for each in new.definitions}
    for thing in _things(new, by):
        old = there.get(_key(thing))
        # Replacing an offer replaces its entries, but replacing a piece changes only the given parts.
        if old is not None and thing.sort != "entry" and (thing.sort, thing.id) not in changed:
            found.append(Replacement(thing=thing, old=old))
    for place, part in _parts(new, by).items():
        whole = there.get((part.sort, part.id))
        if place in old_parts:
            found.append(Replacement(thing=part, old=old_parts[place]))
        elif whole is not None:
            found.append(Replacement(thing=part, old=whole, fresh=True))
    return found


# ---- clauses


def _rules(composed: Ruleset) -> dict[Key, DeclaredThing]:
    found: dict[Key, DeclaredThing] = {}
    for rule in composed.rules:
        found[rule.definition, rule.id] = _headed("rule", rule)
    for phase in phases_in(composed.course):
        thing = DeclaredThing(
            sort="phase", id=phase.id, written=phase.id, origin=phase.origin, span=phase.span
        )
        found.setdefault((None, phase.id), thing)
    for name in TURN_RULES:
        thing = DeclaredThing(sort=name, id=name, written=name, origin=composed.id, span=None)
        found.setdefault((None, name), thing)
    return found


def _values(composed: Ruleset) -> dict[Key, DeclaredThing]:
    return {(value.definition, value.id): _headed("value", value) for value in composed.values}


def _headed(sort: str, declared: RuleDecl | ValueDecl) -> DeclaredThing:
    whose = "" if declared.definition is None else f"{declared.definition[1]}."
    return DeclaredThing(
        sort=sort,
        id=f"{whose}{declared.id}",
        written=f"{whose}{_words(declared.head.span)}",
        origin=declared.origin,
        span=declared.span,
    )


def _attachments(composed: Ruleset) -> list[Attachment]:
    rules, heads = _rules(composed), _heads(composed.rules)
    return [
        Attachment(
            origin=hook.origin,
            piece=hook.definition,
            trait=hook.trait,
            only=_only(heads, hook, rule),
            by=_by(hook),
            when=_condition(hook.head.when),
            span=hook.head.span,
            moment=_moment(hook),
            original=_calls_original(hook.effect),
            rule=rule,
            effect=hook.effect,
        )
        for hook in composed.hooks
        if (rule := _hooked(rules, composed.id, hook)) is not None
    ]


def _hooked(rules: dict[Key, DeclaredThing], game: str, hook: HookDecl) -> DeclaredThing | None:
    """Returns what a hook is on: a rule, a phase, or an effect, which has no place of its own."""
    of = hook.head.of
    if of is None:
        return _own_or_global(rules, hook.definition, hook.head.name.id)
    effect = f"{hook.head.name.id} of {of.name if of.type is None else of.type}"
    return DeclaredThing(sort="effect", id=effect, written=effect, origin=game, span=None)


Heads = dict[Span, Head]  # of rules and values, by the place of their declaration


def _heads(declared: Iterable[RuleDecl | ValueDecl]) -> Heads:
    return {each.span: each.head for each in declared}


def _only(heads: Heads, clause: HookDecl | ModifierDecl, of: DeclaredThing) -> tuple[str, ...]:
    """Returns the ids to which a head fixes parameters: words that are neither their names nor their types."""
    declared = heads.get(of.span) if of.span is not None else None
    if declared is None:
        return ()
    return tuple(
        param.name
        for param, theirs in zip(clause.head.params, declared.params, strict=False)
        if param.type is None and param.name not in (theirs.name, theirs.type or theirs.name)
    )


def _by(clause: HookDecl | ModifierDecl) -> str:
    by = clause.head.by or ("me" if clause.definition else "")
    actor = clause.head.actor
    return by if actor is None else f"{by} as {actor.id}"


def _moment(hook: HookDecl) -> str:
    return (hook.head.hook or "before").split()[0]


def _modifications(composed: Ruleset) -> list[Modification]:
    values, heads = _values(composed), _heads(composed.values)
    return [
        Modification(
            origin=modifier.origin,
            piece=modifier.definition,
            trait=modifier.trait,
            only=_only(heads, modifier, value),
            by=_by(modifier),
            when=_condition(change.when),
            span=change.span,
            op=change.op,
            change=f"{change.op} {_words(change.operand.span)}",
            value=value,
        )
        for modifier in composed.modifiers
        if (value := _of(values, modifier)) is not None
        for change in modifier.changes
    ]


def _of(values: dict[Key, DeclaredThing], modifier: ModifierDecl) -> DeclaredThing | None:
    return _own_or_global(values, modifier.definition, modifier.head.name.id)


def _own_or_global(
    things: dict[Key, DeclaredThing], piece: tuple[str, str] | None, name: str
) -> DeclaredThing | None:
    return (things.get((piece, name)) if piece else None) or things.get((None, name))


def _condition(when: Expr | None) -> str:
    return "" if when is None else _words(when.span)


def _layer_of(clause: OwnedClause, composed: Ruleset) -> str:
    """Returns the layer of a clause: a trait of the game on a card of an expansion belongs to the card's layer."""
    if clause.piece is None or clause.origin != composed.id:
        return clause.origin
    return next(
        each.origin for each in composed.definitions if (each.kind.id, each.id) == clause.piece
    )


def _in_force(composed: Ruleset, clauses: Iterable[OwnedClause]) -> tuple[InForce, ...]:
    clauses = tuple(clauses)
    involved = {clause.piece[0] for clause in clauses if clause.piece is not None}
    origins = {clause.origin for clause in clauses} | {
        _layer_of(clause, composed) for clause in clauses
    }
    kinds: tuple[KindDecl | SpaceDecl, ...] = (*composed.kinds, *composed.spaces)
    found = [
        InForce(id=kind.id, kind=True, condition=_words(condition.span), span=condition.span)
        for kind in kinds
        if kind.id in involved and (condition := kind.in_force) is not None
    ]
    pieces = {clause.piece for clause in clauses}
    found += [
        InForce(
            id=each.id, kind=True, piece=True, condition=_words(condition.span), span=condition.span
        )
        for each in composed.definitions
        if (each.kind.id, each.id) in pieces and (condition := each.in_force) is not None
    ]
    found += [
        InForce(
            id=each.expansion,
            kind=False,
            condition=_words(each.condition.span),
            span=each.condition.span,
        )
        for each in composed.switches
        if each.expansion in origins
    ]
    return tuple(found)


def _calls_original(effect: Effect) -> bool:
    return any(isinstance(node, Original) for node in _nodes(effect))


def _nodes(part: object) -> Iterator[Syntax]:
    if isinstance(part, tuple):
        for each in part:
            yield from _nodes(each)
    elif isinstance(part, Syntax):
        yield part
        for each in fields(part):
            yield from _nodes(getattr(part, each.name))
