from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.dsl.compose.compose import compose
from boardwright.dsl.declare.common_keys import Declaration
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.ruleset import declare, manifest_of, split_scenarios
from boardwright.dsl.declare.sections import RECORDS
from boardwright.dsl.language import syntax
from boardwright.dsl.source.codes import CODES
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Node, read
from boardwright.validators.render import full
from folders import GOLDEN_FILES, TESTS
from golden import Golden
from ruleset_texts import documents_of

BAD = sorted((GOLDEN_FILES / "declare" / "bad").glob("*.yaml"))
SAMPLES = TESTS / "samples"

TINY = """### tiny.yaml
game: tiny
language: 2
players: 2
varieties: {colour: [red, blue]}
kinds:
  card: {attributes: {worth: number, colours: list of colour}, effects: {ability: {}}, home: box}
spaces: {field: {attributes: {size: number}}}
places: {box: {}}
"""


def declared(text: str, bag: Bag | None = None) -> Ruleset:
    """What a text declares, on top of the tiny game unless it has a manifest; no word may be said about it."""
    bag = bag or Bag()
    documents = documents_of(text, bag)
    if manifest_of(documents) is None:
        documents += documents_of(TINY, bag)
    ruleset = declare(documents, bag)
    assert ruleset is not None and not len(bag), full.render(bag.sorted())
    return ruleset


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_mistake_is_explained_as_the_golden_file_says(path: Path, golden: Golden) -> None:
    bag = Bag()
    documents = documents_of(path.read_text(), bag)
    assert not len(bag), full.render(bag.sorted())
    if path.stem != "no_manifest" and manifest_of(documents) is None:
        documents += documents_of(TINY, bag)
    declare(documents, bag, [declared(TINY)] if path.stem == "of_another_game" else [])
    assert bag.failed
    golden(path.with_suffix(".expected"), full.render(bag.sorted()))


# ---- what is declared


def sample(folder: str, bag: Bag) -> list[tuple[Source, Node]]:
    found = []
    for path in sorted((SAMPLES / folder).rglob("*.yaml")):
        source = Source(path.relative_to(SAMPLES).as_posix(), path.read_text())
        node = read(source, bag)
        assert node is not None
        found.append((source, node))
    return found


def test_the_samples_are_declared_without_a_word() -> None:
    bag = Bag()
    rattus = declare(sample("rattus", bag), bag)
    assert rattus is not None
    mercatus = declare(sample("mercatus", bag), bag, known=[rattus])
    assert mercatus is not None
    notre_dame = declare(sample("notre_dame", bag), bag)
    assert notre_dame is not None
    assert not len(bag), full.render(bag.sorted())
    assert compose(rattus, [mercatus], bag) is not None
    assert compose(notre_dame, [], bag) is not None
    assert not len(bag), full.render(bag.sorted())


def ids(declarations: Sequence[Declaration]) -> list[str]:
    return [each.id for each in declarations]


def test_a_manifest_says_what_its_keys_say() -> None:
    ruleset = declared(
        "game: mine\nlanguage: 2\nname: {en: Mine, it: Mio}\nplayers: 2 to 4\n"
        "languages: [en, it]\nseats: [a, b, c, d]\nlimits: {decisions: 99}\ntext: A game.\n"
    )
    assert (ruleset.id, ruleset.of, ruleset.players) == ("mine", None, (2, 4))
    assert ruleset.texts == {"en": "Mine", "it": "Mio"} and ruleset.about == {"en": "A game."}
    assert ruleset.languages == ("en", "it") and ruleset.seat_names == ("a", "b", "c", "d")
    assert ruleset.most_decisions == 99
    assert declared("game: x\nlanguage: 2\nplayers: 3\n").players == (3, 3)


def test_a_plain_text_is_in_the_first_language() -> None:
    text = "game: x\nlanguage: 2\nplayers: 2\nlanguages: [it, en]\nname: Mio\n"
    assert declared(text).texts == {"it": "Mio"}


def test_a_language_may_be_called_as_a_word_of_the_effect_language() -> None:
    assert declared("game: x\nlanguage: 2\nplayers: 2\nlanguages: [it]\n").languages == ("it",)


def test_options_have_values_or_a_range_or_are_yes_or_no() -> None:
    order, rounds, fast = declared(
        """part: x
options:
  order: {values: {free: {name: Free}, strict: {}}, default: strict, assumed: a guess}
  rounds: {range: 1 to 10, default: 3, ref: R-1}
  fast: {default: no, text: Fast play.}
"""
    ).options
    assert [value.id for value in order.values] == ["free", "strict"]
    assert order.value_texts == {"free": {"en": "Free"}} and order.assumed == "a guess"
    assert rounds.range == (1, 10) and rounds.default is not None and rounds.default.id == "3"
    assert rounds.refs == ("R-1",)
    assert fast.values == () and fast.range is None and fast.about == {"en": "Fast play."}


def test_a_stock_is_of_each_player_of_a_variety_or_of_sorts_of_its_own() -> None:
    cube, gem, good, point = declared(
        """part: x
stocks:
  cube: {total: 20, each: player, home: box}
  gem: {total: 5, each: colour}
  good: {total: 7, each: {fish: {name: Fish}, salt: {}}, kept: store}
  point: {total: unlimited, plural: points}
"""
    ).stocks
    assert cube.each is not None and cube.each.id == "player" and cube.total == 20
    assert gem.each is not None and gem.each.id == "colour" and gem.members == ()
    assert [name.id for name in good.members] == ["fish", "salt"] and good.each is None
    assert good.member_texts == {"fish": {"en": "Fish"}}
    assert point.total is None and point.plural == "points"


def test_spaces_come_alone_in_a_ring_in_a_grid_or_for_each_of_another() -> None:
    area, borough, sector, cell = declared(
        """part: x
spaces:
  area: {attributes: {size: number}, holds: cube, room: {cube: 3}, in_play: size of it > 1}
  borough: {ring: {2: 4, 3: 3}, seats: {2: [1, 3]}}
  sector: {per: borough, effects: {action: {limit: twice a round}}, in_force: owner of it is me}
  cell: {grid: 4 by 3}
"""
    ).spaces[1:]
    assert [name.id for name in area.holds] == ["cube"] and area.in_play is not None
    assert [(name.id, most) for name, most in area.room] == [("cube", 3)]
    assert borough.ring == {2: 4, 3: 3} and borough.seats == {2: (1, 3)}
    assert sector.per is not None and sector.effects[0].limit is not None
    assert (sector.effects[0].limit.times, sector.effects[0].limit.lasts.id) == (2, "round")
    assert cell.grid == (4, 3)


def test_links_are_pairs_or_groups_of_pairs() -> None:
    links = declared(
        """part: x
board:
  field: [a, b, c]
  links:
    road:
      - [a, b]
      - {pairs: [[b, c], [c, next a]], assumed: a guess}
    stairs: {one_way: yes, pairs: [[a, c]]}
"""
    ).links
    told = [(link.kind.id, link.first.id, link.second.id) for link in links]
    assert told == [
        ("road", "a", "b"),
        ("road", "b", "c"),
        ("road", "c", "a"),
        ("stairs", "a", "c"),
    ]
    assert [link.next_copy for link in links] == [False, False, True, False]
    assert [link.one_way for link in links] == [False, False, False, True]
    assert [link.assumed for link in links] == [None, "a guess", "a guess", None]


def test_places_say_who_sees_what() -> None:
    hand, deck, pile = declared(
        """part: x
places:
  hand: {per: player, holds: [card], tracked: no, visible_to: owner}
  deck: {holds: card, ordered: yes, visible_to: nobody}
  pile: {visible_to: everyone when face_up of it}
"""
    ).places[1:]
    assert (hand.visible_to, hand.tracked, getattr(hand.per, "id", "")) == (
        "owner",
        False,
        "player",
    )
    assert deck.ordered and deck.visible_to == "nobody"
    assert pile.visible_to == "everyone" and pile.visible_when is not None
    assert pile.visible_when.span.text == "face_up of it"


def test_notes_values_and_tables_have_a_short_and_a_long_form() -> None:
    ruleset = declared(
        """part: x
notes:
  asked: yes_no
  lost: {is: number, per: player, lasts: go, range: 0 to 3, only_through: go}
  seen: set of field
values:
  reach: 1
  size(field, number n): {is: n + 1, assumed: a guess}
tables:
  price: {1: 1, 2: 3}
  worth: {rows: {red: 2, blue: -1}, ref: R-2}
"""
    )
    asked, lost, seen = ruleset.notes
    assert (asked.type.id, asked.is_set, seen.type.id, seen.is_set) == (
        "yes_no",
        False,
        "field",
        True,
    )
    assert lost.range == (0, 3) and [name.id for name in lost.only_through] == ["go"]
    reach, size = ruleset.values
    assert reach.head.params == () and size.assumed == "a guess"
    assert [(param.type, param.name) for param in size.head.params] == [
        (None, "field"),
        ("number", "n"),
    ]
    price, worth = ruleset.tables
    assert [(key.id, value.id) for (key,), value in price.cells] == [("1", "1"), ("2", "3")]
    assert [(key.id, value.id) for (key,), value in worth.cells] == [("red", "2"), ("blue", "-1")]


def test_rules_may_be_an_effect_one_statement_or_nothing() -> None:
    go, ride, rest, deep = declared(
        """part: x
rules:
  go: |
    stop
  ride(field): go()
  rest: {}
  deep: {deep: 3, effect: stop, text: Deep.}
"""
    ).rules
    assert go.effect is not None and isinstance(go.effect.body[0], syntax.Stop)
    assert ride.effect is not None and isinstance(ride.effect.body[0], syntax.CallRule)
    assert rest.effect is None
    assert (deep.deep, deep.about) == (3, {"en": "Deep."})


def test_hooks_and_modifiers_keep_their_heads() -> None:
    ruleset = declared(
        """part: x
modify:
  size(field): [add 1, at least 2 when phase is setup]
before go: |
  stop
after ride(field) by others when field is a: stop
"""
    )
    (modifier,) = ruleset.modifiers
    assert [change.op for change in modifier.changes] == ["add", "at least"]
    before, after = ruleset.hooks
    assert (before.head.hook, before.head.name.id) == ("before", "go")
    assert (after.head.by, after.head.when is not None) == ("others", True)


def test_a_card_holds_attributes_effects_and_clauses_of_its_own() -> None:
    ruleset = declared(
        """card: king
name: King
text: Rules.
ref: R-3
copies: 3
worth: 5
colours: [red, blue]
traits: [lucky]
ability: {offered_in: [actions], when: "yes", limit: once a turn, effect: stop, name: Use}
notes: {used: yes_no}
values: {reach: 2}
tables: {price: {1: 1}}
rules: {go: stop}
places: {shelf: {holds: coin}}
entries: {lay: {offered_in: actions, effect: stop}}
modify: {size: add 1}
after go: stop
texts: {lay_it: lay it down}
"""
    )
    (king,) = ruleset.definitions
    assert (king.kind.id, king.id, king.copies, king.origin) == ("card", "king", 3, "tiny")
    assert king.texts == {"en": "King"} and king.rules_text == {"en": "Rules."}
    assert [
        (each.name.id, [value.id for value in each.values], each.many) for each in king.attributes
    ] == [
        ("worth", ["5"], False),
        ("colours", ["red", "blue"], True),
    ]
    (slot,) = king.slots
    assert slot.offered_in is not None and slot.texts == {"en": "Use"} and slot.limit is not None
    assert [entry.id for entry in king.entries] == ["lay"] and king.words == {
        "lay_it": {"en": "lay it down"}
    }
    assert "worth" in [key.id for key in king.given]
    own = [
        *(each.definition for each in ruleset.notes),
        *(each.definition for each in ruleset.values),
        *(each.definition for each in ruleset.tables),
        *(each.definition for each in ruleset.rules),
        *(each.definition for each in ruleset.places[1:]),
        *(each.definition for each in ruleset.modifiers),
        *(each.definition for each in ruleset.hooks),
    ]
    assert own == [("card", "king")] * 7


def test_a_silent_slot_leaves_the_offers_to_its_kind() -> None:
    (king,) = declared("card: king\nability: |\n  stop\n").definitions
    assert king.slots[0].offered_in is None


def test_two_cards_may_have_notes_of_the_same_name() -> None:
    ruleset = declared(
        "### a.yaml\ncard: a\nnotes: {used: yes_no}\n### b.yaml\ncard: b\nnotes: {used: yes_no}\n"
    )
    assert ids(ruleset.notes) == ["used", "used"]


def test_a_space_may_have_a_file_of_its_own() -> None:
    (field,) = declared("field: meadow\nsize: 3\n").definitions
    assert (field.kind.id, field.id) == ("field", "meadow")


def test_traits_keep_their_clauses_apart() -> None:
    ruleset = declared(
        """part: x
traits:
  lucky:
    notes: {luck: number}
    modify: {size: add luck of it}
    entries: {try: {offered_in: [actions], effect: stop}}
    before go: stop
"""
    )
    (lucky,) = ruleset.traits
    assert ids(lucky.entries) == ["try"]
    assert (
        [note.trait for note in ruleset.notes]
        == ["lucky"]
        == [hook.trait for hook in ruleset.hooks]
    )
    assert ruleset.modifiers[0].trait == "lucky" and ruleset.modifiers[0].definition is None


def test_an_offer_has_entries_and_a_closing_one() -> None:
    (offer,) = declared(
        """part: x
offers:
  actions:
    until: {done: {name: Done}}
    entries:
      draw_one: |
        stop
      act: {when: 1 = 1, limit: 3 times a game, effect: stop, name: Act}
"""
    ).offers
    assert offer.until is not None and offer.until.id == "done"
    assert offer.until_texts == {"en": "Done"}
    assert ids(offer.entries) == ["draw_one", "act"]
    limit = offer.entries[1].limit
    assert limit is not None and (limit.times, limit.lasts.id) == (3, "game")


def test_phases_hold_steps_turns_or_phases() -> None:
    setup, turns, passes = declared(
        """part: x
course:
  - {phase: setup, steps: [go(), stop]}
  - phase: turns
    turn: |
      if 1 = 1:
        stop
    first: first_seat
    direction: counter_clockwise
    without: last_player
    rounds: 2
    until: 1 = 2
  - {phase: passes, repeat: 3, phases: [{phase: inner, steps: stop}]}
"""
    ).course
    assert setup.steps is not None and len(setup.steps.body) == 2 and setup.turn is None
    assert turns.turn is not None and not turns.clockwise and turns.rounds is not None
    assert turns.without is not None and turns.first is not None and turns.until is not None
    assert ids(passes.phases) == ["inner"] and passes.repeat is not None


def test_an_outcome_says_what_counts_and_how_ties_are_broken() -> None:
    outcome = declared(
        "part: x\noutcome: {score: 1, ties: [{most: 2}, {fewest: 3}], wins: 1 = 1, worth: 4}\n"
    ).outcome
    assert outcome is not None and outcome.wins is not None and outcome.worth is not None
    assert [most for most, _ in outcome.ties] == [True, False]


def test_declarations_stand_in_the_order_of_the_files_and_first_the_manifest() -> None:
    text = """### a.yaml
part: a
values: {first_one: 1}
### game.yaml
game: g
language: 2
players: 2
values: {manifest_one: 0}
### z.yaml
part: z
values: {second_one: 2}
"""
    assert ids(declared(text).values) == [
        "manifest_one",
        "first_one",
        "second_one",
    ]


# ---- expansions and scenarios


def test_an_expansion_knows_the_kinds_and_languages_of_its_game() -> None:
    base = declared(
        "game: x\nlanguage: 2\nplayers: 2\nlanguages: [it]\nkinds: {card: {effects: {act: {}}}}\n"
    )
    bag = Bag()
    text = """### expansion.yaml
expansion: more
of: x
language: 2
after: [other]
name: Di più
replace: {values: {size: 2}, pieces: {card: {king: {copies: 2}}}}
offers: {actions: {add: {dig: stop}}}
course: [{phase: deal, steps: stop, after: setup}]
### jack.yaml
card: jack
act: |
  stop
"""
    ruleset = declare(documents_of(text, bag), bag, known=[base])
    assert ruleset is not None and not len(bag), full.render(bag.sorted())
    assert ruleset.of is not None and ruleset.of.id == "x" and ruleset.texts == {"it": "Di più"}
    assert [name.id for name in ruleset.comes_after] == ["other"]
    assert ids(ruleset.definitions) == ["jack"] and ruleset.offers[0].addition
    assert ruleset.course[0].after is not None
    assert ruleset.replacing is not None
    assert ids(ruleset.replacing.values) == ["size"] and ids(ruleset.replacing.definitions) == [
        "king"
    ]
    assert [key.id for key in ruleset.replacing.definitions[0].given] == ["copies"]


def test_a_glance_at_the_manifest_tells_which_game_an_expansion_needs() -> None:
    bag = Bag()
    found = manifest_of(documents_of("expansion: more\nof: x\nafter: [a, b]\n", bag))
    assert found is not None and (found.id, found.of, found.after) == ("more", "x", ("a", "b"))
    assert manifest_of(documents_of("part: a\n", bag)) is None


def test_scenarios_are_split_off_and_are_no_part_of_the_rules() -> None:
    bag = Bag()
    documents = documents_of(TINY + "### s.yaml\nscenario: s\nplayers: 2\nexpect: 1 = 1\n", bag)
    rules, scenarios = split_scenarios(documents)
    assert [source.name for source, _ in rules] == ["tiny.yaml"]
    assert [source.name for source, _ in scenarios] == ["s.yaml"]
    assert declare(documents, bag) == declare(rules, bag) and not len(bag)


def test_after_errors_the_rest_is_declared_all_the_same() -> None:
    bag = Bag()
    ruleset = declare(
        documents_of(TINY + "### k.yaml\ncard: k\nworth: {}\nrules: {go: stop}\n", bag), bag
    )
    assert bag.failed and ruleset is not None
    assert ids(ruleset.definitions) == ["k"] and ids(ruleset.rules) == ["go"]


def test_every_code_of_this_stage_has_a_golden_case() -> None:
    text = "".join(path.read_text() for path in (GOLDEN_FILES).rglob("*.expected"))
    mine = [
        code for code in CODES if code.startswith(("E2", "E3")) or code in ("E808", "E809", "E810")
    ]
    assert [code for code in mine if f"[{code}]" not in text] == []


@given(st.data())
def test_no_tree_makes_declaring_fail(data: st.DataObject) -> None:
    keys = sorted({key.name for record in RECORDS.values() for key in record.keys})
    words = st.sampled_from([*keys, "card", "king", "1", "yes", "2 to 3", "go(x)", "before go", ""])
    nodes = st.recursive(
        words.map(lambda word: word or "''"),
        lambda inner: (
            st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]")
            | st.dictionaries(words.filter(bool), inner, max_size=3).map(
                lambda items: (
                    "{" + ", ".join(f"{key}: {value}" for key, value in items.items()) + "}"
                )
            )
        ),
        max_leaves=12,
    )
    first = data.draw(st.sampled_from(["part: x", "card: king", "field: a"]))
    entries = data.draw(st.dictionaries(words.filter(bool), nodes, max_size=4))
    text = first + "\n" + "".join(f"{key}: {value}\n" for key, value in entries.items())
    bag = Bag()
    documents = documents_of(TINY + "### x.yaml\n" + text, bag)
    ruleset = declare(documents, bag)
    assert ruleset is not None
    full.render(bag.sorted())


def test_yes_and_no_have_words_and_nothing_else_is_named_so() -> None:
    bag = Bag()
    ruleset = declare(
        documents_of(f"{TINY}### w.yaml\npart: w\ntexts: {{yes: gladly, no: never}}\n", bag), bag
    )
    assert ruleset is not None and not len(bag), full.render(bag.sorted())
    assert [word.id for word in ruleset.word_decls if word.id in ("yes", "no")] == ["yes", "no"]
    declare(documents_of(f"{TINY}### w.yaml\npart: w\nvarieties: {{yes: [a]}}\n", bag), bag)
    assert [each.code for each in bag.sorted()] == ["E207"]


def test_the_declarations_of_one_card_in_several_files_are_one() -> None:
    found = declared(
        """### cards/king.yaml
card: king
name: King
ref: A-1
ability: |
  nothing
### facts.yaml
part: facts
pieces: {card: {queen: {worth: 1}, king: {worth: 7, copies: 2, ref: A-2, assumed: a guess}}}
### more.yaml
part: more
pieces: {card: {king: {colours: [red]}}}
"""
    )
    queen, king = found.definitions
    assert (queen.id, king.id) == ("queen", "king")
    assert king.texts == {"en": "King"} and king.span.source.name == "cards/king.yaml"
    assert [(a.name.id, [v.id for v in a.values]) for a in king.attributes] == [
        ("worth", ["7"]),
        ("colours", ["red"]),
    ]
    assert (king.copies, king.refs, king.assumed) == (2, ("A-2", "A-1"), "a guess")
    assert [slot.name.id for slot in king.slots] == ["ability"]
