"""Attributes that name spaces, pieces and faces, alone or in lists, and those that may be left out: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.views import view
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.table import set_table
from decisions import LOG, fault, refused
from strategies import logged, play, play_both, steps, tiny

TICKETS = """kinds:
  ticket:
    attributes:
      goal: field
      stops: list of field
      form: face of token
      forms: list of face of token
      patron: card
      friends: list of card
      prize: optional number
      lucky: optional yes_no
      way_back: optional field
      wares: list of good
    home: drawer
    lies_in: field
places:
  drawer: {holds: ticket}
pieces:
  ticket:
    long: {goal: d, stops: [c, b], form: t2, forms: [t1, t3], patron: king, friends: [cook, king], prize: 7, way_back: a}
    short: {goal: b, form: t3, patron: cook, lucky: no}
"""


def test_attributes_that_are_things() -> None:
    game = tiny(
        TICKETS
        + steps(
            "move long to goal of long",
            "for each f in stops of long:",
            f"  {LOG}position(f, fields)",
            f"{LOG}count(stops of short)",
            f"{LOG}worth of patron of long",
            f"{LOG}sum(worth of k for each k in friends of long)",
        )
    )
    assert logged(game) == 23034
    assert play(game).place_of("ticket", "long") == "d"


@pytest.mark.parametrize(
    "condition",
    [
        "goal of long is d and goal of short is b and goal of long is not goal of short",
        "form of long is t2 and form of short is not t2",
        "t3 is in forms of long and t2 is not in forms of long and form of short is in forms of long",
        "c is in stops of long and d is not in stops of long and stops of short is nothing",
        "goal of short is in neighbours of a and patron of short is cook",
        "patron of long is in friends of long and friends of long except king is not nothing",
        "count(goal of long plus stops of long) = 3 and a is way_back of long",
    ],
)
def test_conditions_about_attributes(condition: str) -> None:
    condition = condition.replace(" and form of short is face of those_ones", "")
    condition = condition.replace("", "")
    assert logged(tiny(TICKETS + steps(f"if {condition}:", "  set log to 1"))) == 1


def test_pieces_with_a_face_that_an_attribute_names() -> None:
    game = tiny(
        TICKETS
        + steps(
            f"{LOG}count(those t in tokens where face of t is form of long)",
            f"{LOG}count(those t in tokens where face of t is in forms of long)",
        )
    )
    assert logged(game) == 23


def test_what_is_left_out_is_nothing() -> None:
    game = tiny(
        TICKETS
        + steps(
            "if prize of long is not nothing and prize of short is nothing:",
            f"  {LOG}prize of long",
            "if lucky of long is nothing and lucky of short is not nothing and not lucky of short:",
            f"  {LOG}2",
            "if way_back of long is a and way_back of short is not a and way_back of short is not way_back of short:",
            f"  {LOG}3",
            f"{LOG}count(those t in tickets where prize of t is 7)",
        )
    )
    assert logged(game) == 7231


def test_nothing_may_be_written() -> None:
    text = TICKETS.replace("lucky: no}", "lucky: no, prize: nothing, way_back: nothing}")
    lines = "if prize of short is nothing and way_back of short is nothing:\n  set log to 1"
    assert logged(tiny(text + steps(lines))) == 1
    assert refused(TICKETS.replace("goal: b", "goal: nothing") + steps(lines)) == {"E401"}


@pytest.mark.parametrize(
    "line",
    [
        "set log to prize of short",
        "let f be way_back of short\nset log to count(neighbours of f)",
        "move short to way_back of short",
        "if lucky of long:\n  set log to 1",
        "set log to count(neighbours of way_back of short)",
    ],
)
def test_to_use_what_is_left_out_is_an_error_at_its_line(line: str) -> None:
    assert fault(tiny(TICKETS + steps(line))) == "E655"


def test_attributes_of_spaces() -> None:
    game = tiny(
        """spaces:
  port: {attributes: {opposite_shore: port or field, reaches: list of port or field, master: optional ticket}}
kinds:
  ticket: {home: drawer, pieces: 2}
places:
  drawer: {holds: ticket}
board:
  port:
    cadiz: {opposite_shore: lisboa, reaches: [b, lisboa], master: ticket_2}
    lisboa: {opposite_shore: a}
"""
        + steps(
            "if opposite_shore of cadiz is lisboa and opposite_shore of lisboa is a:",
            f"  {LOG}1",
            f"{LOG}count(reaches of cadiz)",
            "for each p in ports where a is opposite_shore of p or master of p is ticket_2:",
            f"  {LOG}count(reaches of p)",
            "if opposite_shore of lisboa is a:",
            f"  {LOG}5",
        )
    )
    assert logged(game) == 12205


def test_spaces_that_are_not_in_play_are_nothing() -> None:
    text = """spaces:
  isle: {attributes: {far: yes_no}, in_play: not far of it or count(seats) >= 3}
kinds:
  ticket: {attributes: {goal: isle, stops: list of isle}, home: drawer}
places:
  drawer: {holds: ticket}
board:
  isle: {thule: {far: yes}, man: {}, islay: {}}
pieces:
  ticket: {lone: {goal: thule, stops: [thule, islay]}, two: {goal: islay, stops: [thule]}}
"""
    game = tiny(
        text
        + steps(
            f"{LOG}count(those t in tickets where goal of t is nothing) + 1",
            f"{LOG}count(stops of lone)",
            f"{LOG}count(stops of two)",
            "if goal of two is islay and goal of lone is not islay:",
            f"  {LOG}position(goal of two, isles)",
        )
    )
    assert logged(game, 2) == 2102 and logged(game, 3) == 1213
    using = tiny(text + steps("let f be goal of lone", "set log to position(f, isles)"))
    assert fault(using, 2) == "E655"
    play(using, 3)


def test_a_condition_of_the_table_may_ask_for_them() -> None:
    text = (
        TICKETS
        + "table:\n  - must: count(those t in tickets where prize of t is nothing or worth of patron of t > {n}) = 1\n"
        + "    text: no\n"
        + steps("set log to 1")
    )
    assert logged(tiny(text.replace("{n}", "5"))) == 1


def test_backs_tell_what_is_printed() -> None:
    game = tiny(
        """kinds:
  parcel: {hidden: yes, attributes: {town: optional field, goals: list of field, owner_of: card}, back: [town, goals, owner_of], home: cart}
places:
  cart: {holds: parcel, visible_to: nobody}
  van: {holds: parcel, visible_to: everyone, tracked: yes}
pieces:
  parcel:
    x1: {town: b, goals: [a, c], owner_of: king}
    x2: {goals: [d], owner_of: king}
    x3: {goals: [d], owner_of: cook}
    x4: {goals: [d], owner_of: king}
"""
        + steps("first_seat chooses p from parcels in cart", "move p to van")
    )
    pair = play(game, 2)
    assert pair.ids == ("parcel_1", "parcel_2", "parcel_3", "parcel_4")
    assert pair.program.table.backs["parcel"] == (0, 1, 2, 1)
    seen = view(pair.state, 0)["pieces"]["parcel"]
    assert seen["parcel_1"]["back"] == {"town": "b", "goals": ["a", "c"], "owner_of": "king"}
    assert seen["parcel_2"]["back"] == {"goals": ["d"], "owner_of": "king"}
    loose = tiny(
        """kinds:
  parcel: {hidden: yes, attributes: {town: optional field, goals: list of field}, back: [town, goals], home: cart}
places:
  cart: {holds: parcel, visible_to: nobody, tracked: no}
  van: {holds: parcel, visible_to: everyone, tracked: yes}
pieces:
  parcel: {x1: {town: b, goals: [a, c]}, x2: {goals: [d]}, x3: {goals: [d]}}
"""
        + steps("first_seat chooses p from parcels in cart", "move p to van")
    )
    assert play(loose, 2).ids == ("parcel:b:a+c", "parcel:nothing:d")
    for seed in range(5):
        play_both(link(set_table(loose, 2)), seed)


def test_labels_name_what_is_printed() -> None:
    game = tiny(TICKETS + steps("first_seat chooses t from tickets", "move t to goal of t"))
    decision = new(link(set_table(game, 2)), 1).decision
    assert decision is not None
    assert [option.label for option in decision.options] == [
        "long (d, c, b, t2, t1, t3, king, cook, king, prize 7, a)",
        "short (b, t3, cook)",
    ]


@pytest.mark.parametrize(
    ("attributes", "values", "codes"),
    [
        ("{x: deck}", "{}", {"E519"}),
        ("{x: player}", "{}", {"E515"}),
        ("{x: coin}", "{}", {"E515"}),
        ("{x: token}", "{}", {"E515"}),
        ("{x: pawn}", "{}", {"E515"}),
        ("{x: face of die}", "{}", {"E515"}),
        ("{x: face of good}", "{}", {"E401"}),
        ("{x: list of number}", "{}", {"E515"}),
        ("{x: field or good}", "{}", {"E515"}),
        ("{x: good or field}", "{}", {"E515"}),
        ("{x: field or feild}", "{}", {"E401"}),
        ("{x: optional list of field}", "{}", {"E205"}),
        ("{x: set of field}", "{}", {"E205"}),
        ("{x: field}", "{}", {"E519"}),
        ("{x: field}", "{x: fish}", {"E401"}),
        ("{x: field}", "{x: [a]}", {"E515"}),
        ("{x: card}", "{x: a}", {"E401"}),
        ("{x: face of card}", "{x: a}", {"E401"}),
        ("{x: lot}", "{x: first_lot}", {"E515"}),
    ],
)
def test_attributes_that_are_refused(attributes: str, values: str, codes: set[str]) -> None:
    more = (
        f"kinds:\n  lot: {{attributes: {attributes}, home: drawer}}\n"
        f"places:\n  drawer: {{holds: lot}}\npieces:\n  lot: {{first_lot: {values}}}\n"
    )
    if "lot" in attributes:
        more = more.replace("{first_lot: {x: first_lot}}", "{first_lot: {x: first_lot, copies: 2}}")
    assert refused(more + steps("set log to 1")) == codes


def test_spaces_that_are_there_several_times_are_refused() -> None:
    more = """spaces:
  camp: {per: player}
  ward: {ring: {2: 2, 3: 3, 4: 4}}
kinds:
  lot: {attributes: {x: %s}, home: drawer, pieces: 1}
places:
  drawer: {holds: lot}
"""
    for kind in ("camp", "ward"):
        assert refused(more % kind + steps("set log to 1")) == {"E515"}


def test_a_space_that_is_not_optional_is_never_nothing() -> None:
    lines = "if goal of long is nothing:\n  set log to 1"
    assert refused(TICKETS + steps(lines)) == {"E501"}


CHIPS = """kinds:
  chip: {attributes: {goes_to: attic or cellar, passes: list of attic or cellar or porch, back: optional porch}, home: drawer}
  page: {hidden: yes, attributes: {worth: number}, home: desk}
  clerk: {attributes: {takes_from: in_tray or archive, puts_on: in_tray or archive}, home: office}
stocks:
  nail: {total: 9, home: attic}
places:
  drawer: {holds: chip}
  attic: {holds: [chip, nail]}
  cellar: {holds: [chip, nail], room: {chip: 1}}
  porch: {holds: chip}
  office: {holds: clerk}
  desk: {holds: page}
  in_tray: {holds: page, ordered: yes, tracked: no, visible_to: nobody}
  archive: {holds: page, ordered: yes, visible_to: everyone}
pieces:
  chip:
    red_chip: {goes_to: attic, passes: [cellar, porch]}
    blue_chip: {goes_to: cellar, back: porch}
    green_chip: {goes_to: attic, passes: [attic, cellar]}
  page: {x1: {worth: 1, copies: 2}, x2: {worth: 2, copies: 2}, x3: {worth: 3}}
  clerk: {anna: {takes_from: in_tray, puts_on: archive}, otto: {takes_from: archive, puts_on: in_tray}}
"""


def test_attributes_that_are_places() -> None:
    game = tiny(
        CHIPS
        + steps(
            "for each k in chips:",
            "  move k to goes_to of k",
            f"{LOG}count(chips in attic)",
            f"{LOG}count(chips in goes_to of blue_chip)",
            f"{LOG}count(chips in passes of green_chip)",
            "if red_chip is in goes_to of green_chip and goes_to of red_chip is not goes_to of blue_chip:",
            f"  {LOG}4",
            "move 2 of nails from goes_to of red_chip to goes_to of blue_chip",
            f"{LOG}nails in goes_to of blue_chip",
            f"{LOG}count(passes of red_chip)",
        )
    )
    assert logged(game) == 213422
    play(tiny(CHIPS + steps("move blue_chip to back of blue_chip")))
    assert fault(tiny(CHIPS + steps("move red_chip to back of red_chip"))) == "E655"
    assert fault(tiny(CHIPS + steps("move chips to goes_to of blue_chip"))) == "E652"


def test_piles_that_attributes_name() -> None:
    game = tiny(
        CHIPS
        + steps(
            "move all pages in desk to archive",
            "shuffle archive",
            "for each k in clerks:",
            "  move up to 2 of takes_from of k to puts_on of k",
            "  move top of puts_on of k to bottom of puts_on of k",
            "first_seat chooses p from pages in takes_from of anna",
            "move p to top of puts_on of anna",
            f"{LOG}worth of top of takes_from of otto",
            "first_seat chooses k from clerks",
            "as first_seat:",
            "  look at top of takes_from of k",
            "move all pages in takes_from of k to puts_on of k",
            "shuffle puts_on of k",
        )
    )
    for seed in range(8):
        play_both(link(set_table(game, 2)), seed)


@pytest.mark.parametrize(
    ("attribute", "codes"),
    [
        ("rack", {"E515"}),
        ("deck or row", {"E515"}),
        ("deck or field", {"E515"}),
        ("deck or dekc", {"E401"}),
        ("sky", {"E515"}),
    ],
)
def test_places_that_are_refused(attribute: str, codes: set[str]) -> None:
    more = (
        f"kinds:\n  lot: {{attributes: {{x: {attribute}}}, home: drawer, pieces: 1}}\n"
        "stocks: {star: {total: unlimited, home: sky}}\nplaces: {drawer: {holds: lot}, sky: {holds: star}}\n"
    )
    assert refused(more + steps("set log to 1")) == codes
