"""Measures how often a message suggests the right word for a typing error in the shipped rules.

    python tools/suggestions.py --tries 5000 --seed 1
    python tools/suggestions.py --ruleset rattus --tries 500 --examples 40
    python tools/suggestions.py --fix --least 95

This makes one typing error in a key or name of four or more letters, reads and binds the rules, and checks whether the
right word is among those that the `help` of a message suggests, at most three per line. Errors that are still accepted, or
that make a new name whose right form is missed elsewhere, are counted separately. Steps of scenarios that are checked only
in play are left alone. The same seed makes the same errors.

With `--fix`, every edit that a message offers (a code action of the language server) is applied by itself, and the file is
checked again. An error is cured if one of them makes the file right again.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from boardwright.dsl.declare.ruleset import split_scenarios
from boardwright.dsl.declare.scenario_file import read_scenario
from boardwright.dsl.declare.sections import RECORDS
from boardwright.dsl.declare.shapes import Either, ListOf, MapOf, Shape
from boardwright.dsl.declare.values import Reason, Reference, Text
from boardwright.dsl.format.roles import ScalarRole, leaves
from boardwright.dsl.source.diagnostics import Bag, Diagnostic
from boardwright.dsl.source.fixes import apply
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar, entries_in, scalars_in
from boardwright.dsl.source.yaml_tree import Sequence as ListNode
from boardwright.dsl.source.yaml_tree import read as read_document
from boardwright.interpreter.scenarios.run import check_scenarios
from boardwright.loading.composed import read_into
from boardwright.loading.scenarios import ExpandedGame
from campaign import ROOT, Shelf, Target, shipped_targets

LEAST_LETTERS = 4
MOST_PROPOSED = 3
KINDS = ("swap", "drop", "double", "replace", "insert", "case")
HIT, MISS, ACCEPTED, RENAMED = "hit", "miss", "accepted", "renamed"

_WORD = re.compile(r"[a-z][a-z0-9_]*|#[^\n]*")
_NAMES = re.compile(r"[a-z][a-z0-9_]*(?:[.:][a-z][a-z0-9_]*)*")
_QUOTED = re.compile(r"`([^`]*)`")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ROLES = {ScalarRole.EFFECT: "effect", ScalarRole.HEAD: "head", ScalarRole.OTHER: "name"}


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a word, and its role: `first key`, `key`, `head`, `name`, `effect` or `expression`."""

    file: str
    start: int
    end: int
    role: str


@dataclass(frozen=True, slots=True)
class Try:
    """A typing error and its result. `code` is that of the first message about it. `seen` is for a new name: whether it is
    suggested where the right one is missed. `cured` is whether one edit that is offered cures it.
    """

    ruleset: str
    place: Place
    kind: str
    right: str
    wrong: str
    verdict: str
    code: str = ""
    told: tuple[str, ...] = ()
    seen: bool = False
    cured: bool = False


# ---- places


def places(source: Source, root: Node) -> Iterator[Place]:
    """Yields every word of a file that could be mistyped, except in texts, comments and what is checked only in play."""
    skipped = {id(each) for each in _skipped(root)}
    keys = {id(entry.key) for _, entry in entries_in(root)}
    first = root.entries[0].key if isinstance(root, Mapping) and root.entries else None
    for leaf in leaves(root):
        scalar = leaf.scalar
        if id(scalar) in skipped or scalar.style in ("single", "double", "folded", "empty"):
            continue
        role = _ROLES.get(leaf.role, "expression")
        if role == "name":
            if not _NAMES.fullmatch(scalar.text):
                continue
            role = "first key" if scalar is first else "key" if id(scalar) in keys else role
        for word in _WORD.finditer(scalar.text):
            if word.end() - word.start() >= LEAST_LETTERS and word[0][0] != "#":
                span = scalar.locate(word.start(), word.end())
                yield Place(source.name, span.start, span.end, role)


def _is_for_people(shape: Shape | None) -> bool:
    match shape:
        case Text() | Reason() | Reference():
            return True
        case MapOf(value=inner) | ListOf(item=inner):
            return _is_for_people(inner)
        case Either(forms=forms):
            return any(_is_for_people(form) for form in forms)
        case _:
            return False


_FOR_PEOPLE = {k.name for r in RECORDS.values() for k in r.keys if _is_for_people(k.shape)}
_OF_PLAY = {"offered", "includes", "excludes", "chance"}


def _skipped(root: Node) -> Iterator[Scalar]:
    is_scenario = isinstance(root, Mapping) and root.keys()[:1] == ("scenario",)
    steps = RECORDS["step"].names()

    def within(node: Node, in_steps: bool) -> Iterator[Scalar]:
        if isinstance(node, ListNode):
            for item in node.items:
                yield from within(item, in_steps)
        elif isinstance(node, Mapping):
            for entry in node.entries:
                name = entry.key.text
                of_play = is_scenario and (name in _OF_PLAY or (in_steps and name not in steps))
                if name in _FOR_PEOPLE or of_play:
                    yield from scalars_in(entry.value)
                else:
                    yield from within(entry.value, in_steps or (is_scenario and name == "steps"))

    yield from within(root, False)
    if isinstance(root, Mapping) and is_scenario:
        yield from scalars_in(root.entries[0].value)  # a scenario may be called anything


# ---- slips


def slip(word: str, kind: str, chance: Random) -> str:
    """Returns the word with one error of this kind; never the word itself."""
    while True:
        at = chance.randrange(len(word))
        before, letter, after = word[:at], word[at], word[at + 1 :]
        match kind:
            case "swap":
                new = before + after[:1] + letter + after[1:]
            case "drop":
                new = before + after
            case "double":
                new = before + letter + letter + after
            case "replace":
                new = before + chance.choice(_LETTERS) + after
            case "insert":
                new = before + chance.choice(_LETTERS) + letter + after
            case _:
                new = before + letter.upper() + after
        if new != word:
            return new


# ---- a ruleset


class Desk:
    """One ruleset, and its messages after a typing error."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.shelf = Shelf(target)
        rules = self.shelf.rules
        documents = self.shelf.documents()
        self.texts = {source.name: source.text for source, _ in documents}
        self.scenarios = {source.name for source, _ in split_scenarios(documents)[1]}
        found = [each for source, node in documents for each in places(source, node)]
        of_rules = [each for each in found if each.file not in self.scenarios]
        of_scenarios = [each for each in found if each.file in self.scenarios]
        self.places = tuple(group for group in (of_rules, of_scenarios) if group)
        library = self.shelf.library
        self.compose = ExpandedGame(rules, target.base, target.overlays, library).compose

    def told(self, place: Place, text: str) -> tuple[Diagnostic, ...]:
        """Returns all messages when this file holds this text."""
        bag = Bag()
        if place.file not in self.scenarios or place.role == "first key":
            library = self.shelf.changed(place.file, text)
            read_into(bag, self.target.base, self.target.overlays, library)
            return bag.sorted()
        source = Source(place.file, text)
        node = read_document(source, bag)
        game = self.shelf.rules.bound
        scenario = None if node is None else read_scenario(source, node, bag, game.seat_names)
        if scenario is not None:
            for result in check_scenarios(game, [scenario], self.compose):
                for finding in result.findings:
                    bag.add(finding)
        return bag.sorted()

    def attempt(self, place: Place, kind: str, chance: Random, fix: bool = False) -> Try:
        """Makes one error at this place; with `fix`, tries all edits that are offered for it."""
        text = self.texts[place.file]
        right = text[place.start : place.end]
        wrong = slip(right, kind, chance)
        written = text[: place.start] + wrong + text[place.end :]
        told = self.told(place, written)
        verdict, code = judged(told, place, right, wrong)
        lines = tuple(f"{each.headline()} | {' | '.join(each.help)}" for each in told[:2])
        seen = verdict == RENAMED and any(
            wrong in proposed(line) for each in told for line in each.help
        )
        cured = fix and self.is_cured(place, written, told)
        name = self.target.root.name
        return Try(name, place, kind, right, wrong, verdict, code, lines, seen, cured)

    def is_cured(self, place: Place, text: str, told: Sequence[Diagnostic]) -> bool:
        """Whether one of the edits that the messages offer makes a file right again."""
        source = Source(place.file, text)
        offered = [apply(source, [fix]) for each in told for fix in each.fixes]
        if self.texts[place.file] in offered:
            return True
        return any(not self.told(place, new) for new in dict.fromkeys(offered) if new != text)


def judged(told: Sequence[Diagnostic], place: Place, right: str, wrong: str) -> tuple[str, str]:
    """Returns the result, and the code of the message that should have suggested the word."""
    if not told:
        return ACCEPTED, ""
    here = [each for each in told if _is_at(each, place, wrong)]
    for each in here:
        if any(right in proposed(line) for line in each.help):
            return HIT, each.code
    if not any(_is_on(each, place, wrong) for each in told) and any(
        f"`{right}`" in each.message or right in _of(each) for each in told
    ):
        return RENAMED, told[0].code
    return MISS, (here or told)[0].code


def _of(each: Diagnostic) -> tuple[str, ...]:
    """Returns the words to which a message points."""
    if each.label is None:
        return ()
    return tuple(re.findall(r"\w+", each.label.span.text))


def _is_on(each: Diagnostic, place: Place, wrong: str) -> bool:
    """Whether a message points to exactly this word."""
    if each.label is None or each.label.span.source.name != place.file:
        return False
    span = each.label.span
    return span.start < place.start + len(wrong) and place.start < max(span.end, span.start + 1)


def _is_at(each: Diagnostic, place: Place, wrong: str) -> bool:
    """Whether a message is about the error: it names the word, or points into its line."""
    if wrong in each.message or any(wrong in line for line in each.help):
        return True
    if each.label is None or each.label.span.source.name != place.file:
        return False
    span = each.label.span
    text = span.source.text
    begin = text.rfind("\n", 0, place.start) + 1
    end = text.find("\n", place.start)
    return span.start <= (len(text) if end < 0 else end) and begin <= span.end


def proposed(line: str) -> frozenset[str]:
    """Returns the words that a line of help suggests; none if it lists everything that exists."""
    parts = _QUOTED.findall(line)
    if len(parts) > MOST_PROPOSED:
        return frozenset()
    return frozenset(word for part in parts for word in re.findall(r"\w+", part))


def tries(targets: Sequence[Target], count: int, seed: int, fix: bool = False) -> Iterator[Try]:
    """Yields this many errors, equally many in each ruleset, alternately in its rules and in its scenarios."""
    for number, target in enumerate(targets):
        chance = Random(f"{seed}:{target.root.name}")
        desk = Desk(target)
        gc.collect()
        gc.freeze()
        for n in range(count * number // len(targets), count * (number + 1) // len(targets)):
            if n % 50 == 0:
                gc.collect()
            place = chance.choice(desk.places[n % len(desk.places)])
            yield desk.attempt(place, chance.choice(KINDS), chance, fix)


# ---- the report


def rate(found: Sequence[Try]) -> str:
    """Returns the share of hits among the errors that count."""
    hits = sum(each.verdict == HIT for each in found)
    counted = hits + sum(each.verdict == MISS for each in found)
    return f"{100 * hits / counted:.1f} % ({hits:,} of {counted:,})" if counted else "none"


def cured(found: Sequence[Try]) -> tuple[int, int]:
    """Returns how many errors one edit cures, and how many errors have one place where they can be cured."""
    counted = [each for each in found if each.verdict in (HIT, MISS)]
    return sum(each.cured for each in counted), len(counted)


def report_cures(found: Sequence[Try], examples: int) -> Iterator[str]:
    """Yields what the edits cure, line by line."""
    good, count = cured(found)
    yield from (
        "",
        f"cured by one edit: {100 * good / max(count, 1):.1f} % ({good:,} of {count:,})",
    )
    left = [each for each in found if each.verdict in (HIT, MISS) and not each.cured]
    for each in left[:examples]:
        yield f"  {each.kind}, {each.place.role}: `{each.right}` as `{each.wrong}`"
        yield from (f"    {line}" for line in each.told)


def report(found: Sequence[Try], examples: int) -> Iterator[str]:
    """Yields the figures, line by line."""
    for name in dict.fromkeys(each.ruleset for each in found):
        own = [each for each in found if each.ruleset == name]
        counts = Counter(each.verdict for each in own)
        yield (
            f"{name}: {rate(own)}; apart: {counts[ACCEPTED]:,} accepted, "
            f"{counts[RENAMED]:,} names of their own, "
            f"{sum(e.seen for e in own):,} of them proposed where the right one is missed"
        )
    yield f"all: {rate(found)}"
    yield from ("", "by kind of edit")
    yield from (f"  {k}: {rate([e for e in found if e.kind == k])}" for k in KINDS)
    yield from ("", "by where the word stands")
    for role in sorted({each.place.role for each in found}):
        yield f"  {role}: {rate([e for e in found if e.place.role == role])}"
    misses = [each for each in found if each.verdict == MISS]
    table = Counter((each.code, each.kind) for each in misses)
    codes = Counter(each.code for each in misses)
    yield from ("", "misses by code: " + ", ".join(KINDS))
    for code, n in sorted(codes.items(), key=lambda item: (-item[1], item[0])):
        yield f"  {code} {n:4}: " + " ".join(f"{table[code, kind]:4}" for kind in KINDS)
    yield from ("", "examples of misses") if misses else ()
    for each in misses[:examples]:
        yield f"  {each.kind}, {each.place.role}: `{each.right}` as `{each.wrong}`"
        yield from (f"    {line}" for line in each.told)


def main(args: Sequence[str] | None = None) -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    options.add_argument("--ruleset", action="append", help="only this ruleset")
    options.add_argument("--tries", type=int, default=5000, help="number of typing errors")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--examples", type=int, default=10, help="show at most this many misses")
    options.add_argument("--least", type=float, default=0, help="fail below this percentage")
    options.add_argument("--fix", action="store_true", help="apply the edits that are offered")
    given = options.parse_args(args)
    os.chdir(ROOT)
    targets = [t for t in shipped_targets() if not given.ruleset or t.root.name in given.ruleset]
    if not targets:
        options.error("there is no such ruleset")
    found = list(tries(targets, given.tries, given.seed, given.fix))
    print("\n".join(report(found, given.examples)))
    if given.fix:
        print("\n".join(report_cures(found, given.examples)))
        good, count = cured(found)
        if 100 * good < given.least * count:
            return 1
    hits = sum(each.verdict == HIT for each in found)
    counted = hits + sum(each.verdict == MISS for each in found)
    return int(100 * hits < given.least * counted)


if __name__ == "__main__":
    sys.exit(main())
