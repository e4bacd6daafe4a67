"""Turns the declarations of a ruleset into a bound game: names become symbols, and every expression gets a type.

`bind` does it for a whole ruleset. A `SceneBinder` binds the texts of scenarios to a finished game, and also knows the names
of the players and of hidden faces.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from boardwright.dsl.bind.binding import Binding, RulesetBinding
from boardwright.dsl.bind.clauses import (
    bind_course,
    bind_hooks,
    bind_invariants,
    bind_offers,
    bind_outcome,
    bind_rules,
    bind_slots,
    bind_switches,
    bind_table,
    seats_of,
)
from boardwright.dsl.bind.declared.declarations import add_declarations
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.expressions import bind_expression
from boardwright.dsl.bind.game_checks import (
    conflicts,
    looks,
    offer_lines,
    rings,
    suppositions,
    table_conditions,
)
from boardwright.dsl.bind.names import bind_typed
from boardwright.dsl.bind.sentences import Bound, bind_sentences
from boardwright.dsl.bind.statements import (
    bind_effect,
    bind_what_is_seen,
    is_covered,
    kind_of_pieces,
    make_binding,
)
from boardwright.dsl.bind.values import bind_conditions, bind_modifiers, bind_values
from boardwright.dsl.compose.rules_hash import rules_hash
from boardwright.dsl.declare import limits
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.reserved_words import forget_what_follows
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import is_piece
from boardwright.dsl.language.types import PLAYER, YES_NO, Type, with_article
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.local_names import Context, Counter
from boardwright.dsl.rules.name_uses import Uses
from boardwright.dsl.rules.symbols import Symbols, of_game
from boardwright.dsl.source.diagnostics import Bag

# Variables of texts in scenarios are numbered from here, far above those of any game.
FIRST_SCENE_VAR = 1_000_000


def bind(ruleset: Ruleset, bag: Bag, uses: Uses | None = None) -> ir.Game | None:
    """Returns the bound game, or None after an error. `ruleset` is composed, so its traits are written out. `uses` receives
    the meaning of every name, even after errors.
    """
    own, game = Bag(), None
    try:
        game = _bind(ruleset, own, uses)
    except RecursionError:
        # Values are bound when they are first used, so a long chain or ring of them is one deep call.
        limits.too_deep(ruleset, own)
    for diagnostic in own.sorted():
        bag.add(diagnostic)
    return None if own.failed else game


def _bind(ruleset: Ruleset, bag: Bag, uses: Uses | None) -> ir.Game | None:
    symbols = Symbols(uses=uses, sight=ruleset.sight)
    if uses is not None:
        uses.symbols = symbols
    if not limits.check(ruleset, bag):
        return None
    r = RulesetBinding(ruleset, bag, symbols, Counter())
    add_declarations(r)
    bind_values(r)
    bind_conditions(r)
    modifiers = bind_modifiers(r)
    rules, hooks = bind_rules(r), bind_hooks(r)
    bind_slots(r)
    offers = bind_offers(r)
    course, outcome = bind_course(r, ruleset.course), bind_outcome(r)
    conditions, in_play = bind_table(r), bind_switches(r)
    invariants = bind_invariants(r)
    looks.check(ruleset, symbols, bag)
    sentences = bind_sentences(r, Bound(rules, hooks, offers, course))
    forget_what_follows(bag, symbols.refused, ("E4", "E5"))
    if outcome is None or bag.failed:
        return None
    game = ir.Game(
        id=ruleset.id,
        language=ruleset.language,
        expansions=ruleset.expansions,
        texts=ruleset.texts,
        languages=ruleset.languages,
        players=ruleset.players,
        options=symbols.options,
        varieties=symbols.varieties,
        kinds=symbols.kinds,
        stocks=symbols.stocks,
        spaces=symbols.spaces,
        links=symbols.links,
        link_kinds=symbols.link_kinds(),
        places=symbols.places,
        notes=symbols.notes | symbols.kept,
        kept_notes=frozenset(symbols.kept),
        memories=symbols.memories,
        tables=symbols.tables,
        values=r.values,
        modifiers=modifiers,
        rules=rules,
        hooks=hooks,
        offers=offers,
        course=course,
        outcome=outcome,
        words=_collect_words(ruleset),
        most_decisions=ruleset.most_decisions,
        seat_names=ruleset.seat_names,
        teams=() if ruleset.outcome is None else seats_of(ruleset.outcome.teams),
        rules_hash=rules_hash(ruleset),
        conditions=conditions,
        invariants=invariants,
        in_play=in_play,
        sentences=sentences,
        namesakes=tuple(r.counter.alike),
    )
    rings.check_values(game, bag)
    rings.check_rules(game, bag)
    rings.check_phases(game, bag)
    offer_lines.check(game, bag)
    suppositions.check(game, bag)
    conflicts.check(game, ruleset, bag)
    if not bag.failed:  # otherwise values that need themselves would never be reported
        table_conditions.check(game, bag)
    return game


def _collect_words(ruleset: Ruleset) -> dict[str, ir.Texts]:
    """Returns the texts of decisions and their options, by name; the name follows the id of a piece or an offer."""
    words = dict(ruleset.words)
    for definition in ruleset.definitions:
        for name, texts in definition.words.items():
            words[f"{definition.id}.{name}"] = texts
        for slot in definition.slots:
            if slot.texts:
                words[f"{definition.id}.{slot.name.id}"] = slot.texts
        for entry in definition.entries:
            if entry.texts:
                words[f"{definition.id}.{entry.id}"] = entry.texts
    for offer in ruleset.offers:
        for entry in offer.entries:
            if entry.texts:
                words[f"{offer.id}.{entry.id}"] = entry.texts
        if offer.until is not None and offer.until_texts:
            words[f"{offer.id}.{offer.until.id}"] = offer.until_texts
    return words


@dataclass(slots=True)
class SceneBinder:
    """Binds texts of scenarios to a game. Names of seats are players; ids of pieces, even with hidden faces, are pieces;
    those of `copies` (kind and number of each) are the repeated spaces of a table. `uses` receives the meaning of every name.
    """

    game: ir.Game
    seat_names: tuple[str, ...]
    copies: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    uses: Uses | None = None
    symbols: Symbols = field(init=False)
    counter: Counter = field(init=False)

    def __post_init__(self) -> None:
        self.symbols = of_game(self.game, self.seat_names, self.copies)
        self.symbols.uses = self.uses
        self.counter = Counter(next_var=FIRST_SCENE_VAR)

    def effect(
        self, effect: syntax.Effect, bag: Bag, name: str = "scenario", after: ir.Rule | None = None
    ) -> ir.Rule | None:
        """Binds an effect as a rule without parameters; `name` begins the names of its decisions. What the rule `after`
        which it comes does is done first.
        """
        own = Bag()
        me = self.counter.var("me", PLAYER) if after is None else after.me
        through = frozenset(
            one for note in self.symbols.notes.values() for one in note.only_through
        )
        context = Context(where=name, me=me, through=through)
        body = bind_effect(make_binding(self.symbols, own, self.counter, context), effect)
        if _failed(own, bag):
            return None
        body = body if after is None else (*after.body, *body)
        return ir.Rule(id=name, origin="scenario", params=(), me=me, body=body, span=effect.span)

    def expression(
        self, expr: syntax.Expr, bag: Bag, type: Type | None = YES_NO, name: str = "scenario"
    ) -> ir.Value | None:
        """Binds an expression, by default a condition, as a value without parameters."""
        own = Bag()
        me = self.counter.var("me", PLAYER)
        b = make_binding(self.symbols, own, self.counter, Context(where=name, me=me))
        base = bind_expression(b, expr) if type is None else bind_typed(b, expr, type)
        if _failed(own, bag) or base is None:
            return None
        return ir.Value(
            id=name, origin="scenario", params=(), me=me, type=base.type, base=base, span=expr.span
        )

    def pieces_unseen(self, expr: syntax.Expr, bag: Bag, name: str = "scenario") -> ir.Value | None:
        """Binds what not everybody may see: a piece, several pieces, or all in a place."""
        me = self.counter.var("me", PLAYER)
        own = Bag()

        def open_text(bag: Bag) -> Binding:
            return make_binding(self.symbols, bag, self.counter, Context(where=name, me=me))

        # A name that a piece shares with a place means the piece.
        base = bind_expression(open_text(own), expr, is_piece)
        if own.failed or base is None or not is_piece(base.type) or not self._is_unseen(base.type):
            own = Bag()
            what = syntax.Reveal(things=expr, span=expr.span)
            base = bind_what_is_seen(open_text(own), what)
            if base is not None and not self._is_unseen(base.type):
                kind = kind_of_pieces(self.symbols, base.type)
                errors.nothing_hidden(own, base.span, with_article(kind.id))
            if _failed(own, bag) or base is None:
                return None
        return ir.Value(
            id=name, origin="scenario", params=(), me=me, type=base.type, base=base, span=expr.span
        )

    def known_stock(self, expr: syntax.Expr, name: str = "scenario") -> tuple[str, ir.Value] | None:
        """Returns the stock and the places of an amount such as `coins in purse of red`; None for anything else."""
        me = self.counter.var("me", PLAYER)
        own = Bag()
        context = Context(where=name, me=me)
        found = bind_expression(make_binding(self.symbols, own, self.counter, context), expr)
        if own.failed or not isinstance(found, ir.Amount):
            return None
        return found.stock, ir.Value(
            id=name,
            origin="scenario",
            params=(),
            me=me,
            type=found.places.type,
            base=found.places,
            span=expr.span,
        )

    def _is_unseen(self, of: Type) -> bool:
        kind = kind_of_pieces(self.symbols, of)
        return kind.hidden or is_covered(self.symbols, kind)


def bind_scenario_effect(
    game: ir.Game, effect: syntax.Effect, seat_names: tuple[str, ...], bag: Bag
) -> ir.Rule | None:
    """Binds one effect of a scenario; for several, use one `SceneBinder`, which keeps their variables apart."""
    return SceneBinder(game, seat_names).effect(effect, bag)


def bind_scenario_expression(
    game: ir.Game, expr: syntax.Expr, seat_names: tuple[str, ...], bag: Bag
) -> ir.Value | None:
    """Binds one condition of a scenario."""
    return SceneBinder(game, seat_names).expression(expr, bag)


def _failed(own: Bag, bag: Bag) -> bool:
    for diagnostic in own.sorted():
        bag.add(diagnostic)
    return own.failed


__all__ = ["SceneBinder", "bind", "bind_scenario_effect", "bind_scenario_expression"]
