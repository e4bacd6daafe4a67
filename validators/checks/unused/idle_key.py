"""Keys that have no effect where they are written.

Only what can never matter is reported: a key that says what is so without it, such as `ordered: no`, is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from boardwright.dsl.declare.clauses import PlaceDecl
from boardwright.dsl.declare.spaces import SpaceDecl
from boardwright.dsl.declare.things import KindDecl, StockDecl
from boardwright.dsl.rules import ir, touches
from boardwright.dsl.rules.walk import nodes, phases_in
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.yaml_tree import Entry, entries_in
from boardwright.dsl.source.yaml_tree import Mapping as MappingNode
from boardwright.validators.subject.findings import finding, own_name
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E667",)
PROFILE = Profile.BASIC

Idle = tuple[str, Span, str, str]  # what has no effect, where it is, why, and what to do
Written = Mapping[tuple[str, int], Entry]  # what is written in the files, by where its key begins


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each key, or for the name or number under it that has no effect."""
    written = {
        (entry.key.span.source.name, entry.key.span.start): entry
        for _, root in subject.documents
        for _, entry in entries_in(root)
    }
    told = set[tuple[str, int]]()  # each piece that has a trait declares what the trait says
    for what, span, why, help in _idle(subject, written):
        if (span.source.name, span.start) not in told:
            told.add((span.source.name, span.start))
            yield finding("E667", f"`{what}` has no effect here", span, why, help=help)


def _idle(subject: Subject, written: Written) -> Iterator[Idle]:
    for place in subject.declared.places:
        yield from _of_place(subject, place, written)
    for space in subject.declared.spaces:
        yield from _of_space(subject, space, written)
    yield from _of_copies(subject, written)
    yield from _of_lying(subject)
    yield from _of_rules(subject.game, written)
    yield from _of_pieces(subject.game)
    yield from _of_times(subject)


def _find_key(written: Written, declared: Span, name: str) -> Entry | None:
    """Returns a key of what is declared at a place in a file."""
    entry = written.get((declared.source.name, declared.start))
    if entry is None or not isinstance(entry.value, MappingNode):
        return None
    return entry.value.entry(name)


def _list_held(subject: Subject, holder: PlaceDecl | SpaceDecl) -> set[str]:
    """Returns what may lie in a place or on a kind of space, wherever that is declared."""
    things: tuple[KindDecl | StockDecl, ...] = (*subject.declared.kinds, *subject.declared.stocks)
    lying = (of.id for of in things for lies in of.lies_in if lies.place.id == holder.id)
    return {*(name.id for name in holder.holds), *lying}


def _plural(game: ir.Game, id: str) -> str:
    return (game.kinds.get(id) or game.stocks[id]).plural


def _of_place(subject: Subject, place: PlaceDecl, written: Written) -> Iterator[Idle]:
    """Yields what is said about pieces where only stocks lie."""
    game, held = subject.game, _list_held(subject, place)
    kinds = [kind for id, kind in game.kinds.items() if id in held]
    stocks = [stock for id, stock in game.stocks.items() if id in held]
    said = {"ordered": place.ordered, "tracked": place.tracked is not None}
    for name in (name for name, is_said in said.items() if is_said and stocks and not kinds):
        if key := _find_key(written, place.span, name):
            why = f"`{place.id}` only holds {stocks[0].plural}, which are only counted"
            yield name, key.key.span, why, f"remove `{name}`"


def _of_space(subject: Subject, space: SpaceDecl, written: Written) -> Iterator[Idle]:
    """Yields numbers of players that the game is not for, and hidden things that never lie there."""
    low, high = subject.game.players
    for name in ("ring", "seats"):
        key = _find_key(written, space.span, name)
        if key is None or not isinstance(key.value, MappingNode):
            continue
        for entry in key.value.entries:
            if not low <= int(entry.key.text) <= high:
                why = f"the game is for {_range(low, high)} players"
                yield entry.key.text, entry.key.span, why, "remove it"
    held = _list_held(subject, space)
    for hidden in space.hides:
        if hidden.id not in held:
            why = f"no {_plural(subject.game, hidden.id)} lie on a {space.id}"
            help = f"add `{hidden.id}` to `holds`, or remove it from `hides`"
            yield hidden.id, hidden.span, why, help


def _of_copies(subject: Subject, written: Written) -> Iterator[Idle]:
    """Yields copies of single spaces: each space of a board is there once."""
    spaces = {space.id for space in subject.declared.spaces}
    for each in subject.declared.definitions:
        if each.kind.id in spaces and (key := _find_key(written, each.span, "copies")):
            help = f"remove it, and name each {each.kind.id} under `board`"
            yield "copies", key.key.span, f"a {each.kind.id} is one place on the board", help


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _of_lying(subject: Subject) -> Iterator[Idle]:
    """Yields places under `lies_in` that hold the thing already."""
    declared = subject.declared
    places: tuple[PlaceDecl | SpaceDecl, ...] = (*declared.places, *declared.spaces)
    things: tuple[KindDecl | StockDecl, ...] = (*declared.kinds, *declared.stocks)
    holders = {each.id: each for each in places}
    for of in things:
        for lies in of.lies_in:
            holder = holders.get(lies.place.id)
            if holder is None or lies.room is not None or lies.face_down:
                continue
            if any(name.id == of.id for name in holder.holds):
                why = f"`{holder.id}` already holds {_plural(subject.game, of.id)}"
                yield lies.place.id, lies.place.span, why, "remove it from `lies_in`"


def _of_rules(game: ir.Game, written: Written) -> Iterator[Idle]:
    """Yields the `deep` of rules that nothing can call while they run."""
    deep = [rule for rule in game.rules.values() if rule.deep]
    calls = _list_calls(game) if deep else {}
    for rule in deep:
        start = f"rule {rule.id}"
        reached, waiting = set[str](), [start]
        while waiting:
            called = calls.get(waiting.pop(), set()) - reached
            reached |= called
            waiting.extend(called)
        key = _find_key(written, rule.span, "deep")
        if start not in reached and key is not None:
            why = f"`{own_name(rule.id)}` never calls itself, directly or through others"
            help = "remove `deep`; or, if an expansion lets it call itself, say so: `# allow E667: ...`"
            yield "deep", key.key.span, why, help


def _list_calls(game: ir.Game) -> dict[str, set[str]]:
    """Returns what rules, offers and effects can call, with their hooks. Effects with the same name are taken as one."""
    bodies: dict[str, list[object]] = {}
    for rule in game.rules.values():
        bodies.setdefault(f"rule {rule.id}", []).append(rule.body)
    for hook in game.hooks:
        effect, _, kind = hook.rule.partition(" of ")
        key = f"effect {effect}" if kind else f"rule {hook.rule}"
        bodies.setdefault(key, []).append(hook.body)
    for definition in game.definitions:
        for slot in definition.slots.values():
            bodies.setdefault(f"effect {slot.id}", []).append(slot.body)
    for offer in game.offers.values():
        bodies[f"offer {offer.id}"] = [entry.body for entry in offer.entries]
    calls = {key: {name for body in of for name in _called(body)} for key, of in bodies.items()}
    for offer in game.offers.values():
        calls[f"offer {offer.id}"] |= {f"effect {slot}" for _, _, slot in offer.slots}
    return calls


def _called(body: object) -> Iterator[str]:
    for node in nodes(body):
        match node.calls if isinstance(node, ir.Statement) else None:
            case touches.CalledRule(rule=field):
                yield f"rule {getattr(node, field)}"
            case touches.CalledOffer(offer=field):
                yield f"offer {getattr(node, field)}"
            case touches.CalledSlot(slot=field):
                yield f"effect {getattr(node, field)}"
            case touches.CalledOriginal() | None:
                pass  # what a hook replaces is the rule that runs already


def _of_pieces(game: ir.Game) -> Iterator[Idle]:
    """Yields when clauses apply, of what has none, and how often effects may be used that are not offered."""
    clauses: list[ir.Clause | ir.OfferEntry] = [*game.hooks, *game.modifiers]
    clauses += (entry for offer in game.offers.values() for entry in offer.entries)
    carrying = {each.definition for each in clauses}
    offered: dict[Span, bool] = {}
    for of in game.owners:
        for each in of.definitions:
            for slot in each.slots.values():
                if slot.limit is not None:
                    before = offered.get(slot.limit.span, False)
                    offered[slot.limit.span] = before or bool(slot.offered_in)
        carriers = {
            each.id for each in of.definitions if each.slots or (of.id, each.id) in carrying
        }
        help = f"remove it, or give a {of.id} a clause; or, if an expansion does, say so: `# allow E667: ...`"
        if of.in_force is not None and not carriers:
            yield "in_force", of.in_force.span, f"no {of.id} has clauses", help
        for each in of.definitions:
            if each.in_force is not None and each.id not in carriers:
                yield "in_force", each.in_force.span, f"`{each.id}` has no clauses", help
    for span, is_offered in offered.items():
        if not is_offered:
            why = "the effect is not offered, and `perform` does not ask for the limit"
            yield "limit", span, why, "add `offered_in`, or remove `limit`"


def _of_times(subject: Subject) -> Iterator[Idle]:
    """Yields times that never begin again, because the game has no turns or rounds."""
    game, phases = subject.game, tuple(phases_in(subject.game.course))
    if any(phase.turn for phase in phases):
        return
    never = {"turn", "own_turn"} | (set() if any(phase.repeats for phase in phases) else {"round"})
    times = {note.lasts.span: note.lasts.id for note in subject.declared.notes if note.lasts}
    limited: tuple[ir.OfferEntry | ir.Slot, ...] = (
        *(entry for offer in game.offers.values() for entry in offer.entries),
        *(slot for each in game.definitions for slot in each.slots.values()),
    )
    times |= {each.limit.span: each.limit.lasts for each in limited if each.limit is not None}
    for span, time in times.items():
        if time in never:
            word = time.removeprefix("own_")
            why = f"no {word} ever begins: no phase has " + (
                "turns" if word == "turn" else "rounds"
            )
            yield time, span, why, "name a phase or a rule"
