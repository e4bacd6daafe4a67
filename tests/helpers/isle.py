"""Rulesets in texts as the checks see them: an island with one of everything, and what a test adds to it."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.dsl.bind.bind import bind
from boardwright.dsl.compose.compose import compose
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.ruleset import Document, declare
from boardwright.dsl.source.diagnostics import Bag, Diagnostic
from boardwright.validators.render import full
from boardwright.validators.subject.subject import Check, Profile, Subject
from ruleset_texts import folders_of

ISLE = """### isle/game.yaml
game: isle
language: 2
name: Isle
players: 2 to 4
options:
  pace: {values: [slow, brisk, hasty], default: slow}
  long: {default: no}
  goal: {range: 1 to 9, default: 5}
varieties:
  colour: [red, blue, green]
kinds:
  gull: {attributes: {worth: number, colour: colour, lucky: yes_no}, hidden: yes, home: nest}
  boat: {pieces: one per player, home: shed}
  heron: {pieces: one, home: shed}
  die: {pieces: 2, sides: 6, home: shed, plural: dice}
  tool:
    attributes: {worth: number, colour: colour}
    home: rack
    owner: belt
    effects: {use: {offered_in: [day], limit: once a turn}}
  letter: {hidden: yes, attributes: {colour: colour}, home: stack}
stocks:
  shell: {total: 20, home: beach, kept: bag}
  hut: {total: 5, each: player, home: yard}
  fruit: {total: 7, each: [fig, lime], home: tree, kept: bag}
  point: {total: unlimited, home: sky, kept: sheet}
spaces:
  bay: {attributes: {depth: number, warm: yes_no}, holds: [gull, boat, heron, hut, fruit], hides: [gull], room: {gull: 3, hut: 4}}
board:
  bay:
    north: {depth: 3}
    south: {depth: 1, warm: yes}
    east: {depth: 4}
    west: {depth: 2, warm: yes}
  links:
    shore: [[north, east], [east, south], [south, west], [west, north]]
pieces:
  gull: {g1: {worth: 1, colour: red}, g2: {worth: 2, colour: blue}, g3: {worth: 5, colour: blue, lucky: yes, copies: 4}}
  tool: {axe: {worth: 2, colour: red}, saw: {worth: 4, colour: green}}
  letter: {l1: {colour: red, copies: 6}, l2: {colour: blue, copies: 6}}
places:
  nest: {holds: [gull], tracked: no, visible_to: nobody}
  shed: {holds: [boat, heron, die]}
  rack: {holds: [tool]}
  belt: {per: player, holds: [tool]}
  beach: {holds: [shell]}
  yard: {per: player, holds: [hut]}
  tree: {holds: [fruit]}
  bag: {per: player, holds: [shell, fruit]}
  sky: {holds: [point]}
  sheet: {per: player, holds: [point]}
  stack: {holds: [letter], ordered: yes, visible_to: nobody}
  hand: {per: player, holds: [letter], tracked: no, visible_to: owner}
  pile: {holds: [letter], ordered: yes}
notes:
  fame: {is: number, per: player, range: 0 to 10}
  days: {is: number}
  storm: yes_no
  leader: {is: player, start: nobody}
  tint: {is: colour, start: red}
  seen: {is: set of bay}
values:
  reach: 1
  stays: no
  crowd(bay): count(gulls in bay)
  goals: bays within reach steps of bay of heron except bay of heron
tables:
  price: {1: 1, 2: 3, 3: 6}
  tint_worth: {red: 2, blue: 1}
rules:
  gain(number n): |
    add min(n, 10 - fame of me) to fame of me
  rest: {}
  blow(bay): |
    set storm to yes
    add 1 to days
offers:
  day:
    until: done
    entries:
      fish: {limit: once a turn, effect: gain(1)}
outcome:
  score: fame of me
"""

COURSE = """### isle/course.yaml
part: course
course:
  - phase: begin
    steps: |
      move heron to north
      for each p in players:
        move boat of p to south
      shuffle stack
  - phase: days_pass
    turn: [open day, blow(north)]
    until: round > 3
"""


def subject_of(text: str) -> Subject:
    """The island with more files; those below another folder are of an expansion. A text that begins with a game of its
    own stands by itself, and one that has a course of its own is given none.
    """
    bag = Bag()
    if "\ngame: " not in f"\n{text}":
        course = "" if "\ncourse:" in text else COURSE
        text = f"{ISLE}{course}{text}"
    folders = folders_of(text, bag)
    layers: list[Ruleset] = []
    for documents in folders.values():
        declared = declare(documents, bag, tuple(layers))
        assert declared is not None and not bag.failed, full.render(bag.sorted())
        layers.append(declared)
    composed = compose(layers[0], layers[1:], bag)
    assert composed is not None and not bag.failed, full.render(bag.sorted())
    game = bind(composed, bag)
    assert game is not None and not bag.failed, full.render(bag.sorted())
    all_documents: tuple[Document, ...] = tuple(d for each in folders.values() for d in each)
    return Subject(game, composed, tuple(layers), all_documents, ())


def found_by(checks: Sequence[Check], subject: Subject, profile: Profile) -> tuple[Diagnostic, ...]:
    """What these checks find in this profile, sorted."""
    bag = Bag()
    for check in checks:
        if profile >= check.PROFILE:
            for finding in check.check(subject):
                assert finding.code in check.CODES
                bag.add(finding)
    return bag.sorted()
