"""What a study has found: as text, as a page, and as data."""

from __future__ import annotations

from boardwright.reports import course_words, words
from boardwright.reports import study_words as said
from boardwright.reports.averages import Interval, Mean
from boardwright.reports.course import course_facts
from boardwright.reports.data import counted, number
from boardwright.reports.markup import Markup, join
from boardwright.reports.page import Section, answer_list, as_page, as_table
from boardwright.reports.skill import Step
from boardwright.reports.study import CardEffect, Findings
from boardwright.reports.text import WIDTH, Page
from boardwright.runs.folder import summed
from boardwright.runs.plan import Json

VERSION = 1
_VERDICTS = {1: "more", 0: "as expected", -1: "less"}


def as_text(found: Findings, *, color: bool = False, width: int = WIDTH) -> str:
    """The answers, then the tables."""
    page = Page(color, width)
    page.head(said.title(found))
    page.say(said.about(found))
    page.lines.append("")
    for line in said.answers(found):
        page.say(line)
    if found.skill is not None or found.doublings:
        page.head("Skill")
        page.show(said.skill_table(found))
    if found.play.games.over:
        page.head("Seats")
        page.show(words.stand_table(found.play.seats))
    course = found.play.course
    if course is not None:
        page.head("Course of a game")
        page.show(course_words.leading_table(course))
        page.show(course_words.other_table(course))
        page.say(course_words.NOTE, "  ")
        if course.choices.mattered.all:
            page.head("Decisions that matter")
            page.show(course_words.choice_table(course))
    if found.cards:
        page.head("Cards")
        page.show(said.card_table(found))
        page.say(said.CARDS, "  ")
        page.head("What cards change")
        page.show(said.change_table(found))
        page.say(said.CHANGES, "  ")
    page.lines += ["", "Intervals are 95%."]
    return page.text()


def as_html(found: Findings) -> str:
    """One file that loads nothing and runs nothing."""
    sections: list[Section] = []
    if found.skill is not None or found.doublings:
        sections.append(("Skill", as_table(said.skill_table(found), said.SKILL)))
    if found.play.games.over:
        sections.append(("Seats", as_table(words.stand_table(found.play.seats))))
    course = found.play.course
    if course is not None:
        tables: list[Markup] = [
            as_table(course_words.leading_table(course), course_words.NOTE),
            as_table(course_words.other_table(course)),
        ]
        sections.append(("Course of a game", join(*tables)))
        if course.choices.mattered.all:
            sections.append(("Decisions that matter", as_table(course_words.choice_table(course))))
    if found.cards:
        sections.append(("Cards", as_table(said.card_table(found), said.CARDS)))
        sections.append(("What cards change", as_table(said.change_table(found), said.CHANGES)))
    return as_page(
        said.title(found), said.about(found), answer_list(list(said.answers(found))), sections
    )


def as_json(found: Findings) -> str:
    """The same for programs; docs/reports.md explains the keys."""
    course = found.play.course
    document: Json = {
        "findings": "boardwright",
        "version": VERSION,
        "plan": found.play.plan.facts(),
        "agent": found.agent,
        "answers": list(said.answers(found)),
        "seats": [
            {"name": each.name, "wins": counted(each.wins), "verdict": _VERDICTS[each.verdict]}
            for each in found.play.seats
        ],
        "skill": None if found.skill is None else _step(found.skill),
        "doublings": [_step(each) for each in found.doublings],
        "course": None if course is None else course_facts(course),
        "cards": [_card(each) for each in found.cards],
    }
    return summed(document)


def _step(step: Step) -> Json:
    return {
        "strong": step.strong,
        "weak": step.weak,
        "games": step.games,
        "points": _mean(step.points, step.interval())
        if step.points.n
        else dict.fromkeys(("value", "low", "high")),
        "verdict": _VERDICTS[step.verdict],
    }


def _card(each: CardEffect) -> Json:
    effect = each.effect
    return {
        "card": each.card,
        "name": each.name,
        "instead": each.instead,
        "pairs": effect.pairs,
        "held": counted(effect.held),
        "instead_held": counted(effect.instead_held),
        "wins": None if effect.wins is None else _mean(effect.wins, effect.interval),
        "verdict": _VERDICTS[each.verdict],
        "figures": [
            {"name": name, **_mean(mean), "beyond_chance": name in each.changes}
            for name, mean in effect.figures
        ],
    }


def _mean(mean: Mean, interval: Interval | None = None) -> Json:
    low, high = interval or mean.interval()
    return {"value": number(mean.value), "low": number(low), "high": number(high)}
